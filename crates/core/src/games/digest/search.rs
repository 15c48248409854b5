//! A search for a pattern in digests.

use super::corner::{CornerStone, CornerWalk, Steps};
use super::corner_states::CornerImage;
use super::layout::{COLS, CORNER_SIDE, DigestPlanes, FLAGS, IRREGULAR, LISTED, ROWS, VARIED};
use super::opening::{OpeningMove, OpeningWalk};
use crate::Color;
use crate::games::pattern::{Placement, PlacementSet};
use crate::games::search::{
    BoardMatch, Continuation, Match, MatchFilter, MoveRange, PlayedMove, Search, SearchedLine,
};
use crate::go::{Point, Sides, Size};
use crate::gtn::Asked;

/// A search that digests can answer: for a pattern in a corner, or for a position on the whole board
/// without wildcards.
#[derive(Debug)]
pub struct DigestSearch<'a> {
    search: &'a Search,
    /// The filter without its range of moves.
    filter: MatchFilter,
    has_steps: bool,
    boards: Vec<Board>,
    /// For each placement and each next move what matches have in common.
    forms: Vec<Form>,
    /// The matches of the accepted forms, with unknown games and steps.
    accepted: Vec<Match>,
}

/// What matches of one placement with one next move have in common.
#[derive(Clone, Copy, Debug)]
enum Form {
    Unknown,
    /// The filter does not accept them.
    Refused,
    /// The index of the match.
    Accepted(u32),
}

/// The pattern prepared for boards of one size.
#[derive(Debug)]
struct Board {
    size: Size,
    placements: PlacementSet,
    walks: Walks,
    /// The number of the first form. The forms of a placement follow each other.
    first_form: usize,
    /// Number of forms of a placement: one for each next move, then one for none.
    forms: usize,
}

#[derive(Debug)]
enum Walks {
    /// For each corner a walk, and for each of its images the number of the placement.
    Corners(Box<[(CornerWalk, Vec<u32>); 4]>),
    Whole(OpeningWalk),
    /// The pattern fits on no board of this size.
    Nowhere,
    /// The pattern is larger than the corner of a digest.
    Unknown,
}

/// A match in a row.
#[derive(Clone, Copy, Debug)]
pub struct RowMatch {
    row: u32,
    /// The number of the form, of those that are accepted when the search is over.
    form: u32,
    /// The step with which the match begins, and that of the next move.
    steps: (u16, u16),
}

impl RowMatch {
    /// The row.
    #[inline]
    pub fn row(&self) -> usize {
        self.row as usize
    }

    /// The number of the form of the match: what it has in common with all that are the same but for the
    /// game and the steps. The numbers have no gaps.
    #[inline]
    pub fn form(&self) -> usize {
        self.form as usize
    }
}

/// The corner whose two edges are the real edges of a pattern, by the number of the corner in a
/// digest.
fn corner_of(open: Sides) -> Option<usize> {
    let left = open.contains(Sides::LEFT);
    let top = open.contains(Sides::TOP);
    let is_corner = left != open.contains(Sides::RIGHT) && top != open.contains(Sides::BOTTOM);
    is_corner.then_some(usize::from(left) + 2 * usize::from(top))
}

/// Whether digests can answer for some games.
fn is_answerable(search: &Search) -> bool {
    let pattern = search.pattern();
    let is_whole = pattern.open().is_empty() && pattern.wildcards().next().is_none();
    !search.filter.needs_stones() && (is_whole || corner_of(pattern.open()).is_some())
}

impl<'a> DigestSearch<'a> {
    /// Prepares a search. `None` if digests do not answer it. Without `has_steps`, the steps and the numbers
    /// of moves in matches are unspecified, and fewer planes are read.
    pub fn new(search: &'a Search, has_steps: bool) -> Option<DigestSearch<'a>> {
        is_answerable(search).then(|| DigestSearch {
            search,
            filter: MatchFilter { moves: MoveRange::default(), ..search.filter.clone() },
            has_steps: has_steps || search.filter.moves != MoveRange::default(),
            boards: Vec::new(),
            forms: Vec::new(),
            accepted: Vec::new(),
        })
    }

    /// Finds the matches in rows, by row, then by the step with which they begin, and puts them into a list.
    /// Examines the rows with a byte in `wanted`, and returns those that are undecided, in no order.
    ///
    /// # Errors
    /// When a plane cannot be read.
    pub fn find<P: DigestPlanes>(
        &mut self,
        planes: &mut P,
        wanted: &mut [u8],
        found: &mut Vec<RowMatch>,
    ) -> Result<Vec<u32>, P::Error> {
        found.clear();
        let mut undecided = Vec::new();
        let flags = planes.plane(FLAGS)?;
        for (row, (wanted, &flags)) in (0..).zip(wanted.iter_mut().zip(&**flags)) {
            if *wanted != 0 && flags & (VARIED | IRREGULAR) != 0 {
                *wanted = 0;
                undecided.push(row);
            }
        }
        match one_size(planes, wanted)? {
            Some(size) => {
                let (board, has_steps) = self.prepare(size);
                board.find(planes, has_steps, wanted, &mut undecided, found)?;
            }
            None => {
                for (size, mut of_size) in split_by_size(planes, wanted)? {
                    let (board, has_steps) = self.prepare(size);
                    board.find(planes, has_steps, &mut of_size, &mut undecided, found)?;
                }
                undecided.iter().for_each(|&row| wanted[row as usize] = 0);
            }
        }
        if !found.is_sorted_by_key(|found| found.row) {
            found.sort_by_key(|found| found.row); // of each corner, nearly sorted
        }
        for matches in found.chunk_by_mut(|one, other| one.row == other.row) {
            if matches.len() > 1 {
                // The forms of a placement follow each other.
                matches.sort_unstable_by_key(|found| (found.steps.0, found.form));
            }
        }
        found.retain_mut(|found| wanted[found.row as usize] != 0 && self.accept(found));
        Ok(undecided)
    }

    /// The board of a size, which may be new, and whether steps are exact.
    fn prepare(&mut self, size: Size) -> (&mut Board, bool) {
        let known = self.boards.iter().position(|board| board.size == size);
        let at = known.unwrap_or_else(|| {
            let board = Board::new(self.search, size, self.forms.len());
            let forms = board.placements.iter().count() * board.forms;
            self.forms.resize(self.forms.len() + forms, Form::Unknown);
            self.boards.push(board);
            self.boards.len() - 1
        });
        (&mut self.boards[at], self.has_steps)
    }

    /// The match of a row, in the game with this number. Its form is accepted.
    pub fn match_in(&self, found: &RowMatch, game: i64) -> Match {
        let (step, next_step) = found.steps;
        let form = self.form(found.form());
        let next =
            form.next.map(|next| Continuation { step: next_step, move_number: next_step, ..next });
        Match { game, step, move_number: step, next, ..*form }
    }

    /// The match that all matches with a form are, but for the game, the steps and the numbers of moves.
    pub fn form(&self, number: usize) -> &Match {
        &self.accepted[number]
    }

    /// Whether the filter accepts a match, which gets the number of its form among the accepted ones.
    #[inline]
    fn accept(&mut self, found: &mut RowMatch) -> bool {
        let number = found.form();
        if let Form::Unknown = self.forms[number] {
            self.forms[number] = self.make_form(number).map_or(Form::Refused, |found| {
                self.accepted.push(found);
                Form::Accepted(self.accepted.len() as u32 - 1)
            });
        }
        let Form::Accepted(form) = self.forms[number] else { return false };
        found.form = form;
        self.search.filter.moves.contains(found.steps.0.into())
    }

    fn make_form(&self, number: usize) -> Option<Match> {
        let board = self.boards.partition_point(|board| board.first_form <= number) - 1;
        let board = &self.boards[board];
        let number = number - board.first_form;
        let (placement, next) = ((number / board.forms) as u32, number % board.forms);
        let next = board.next_move(placement, next);
        let found = BoardMatch { step: 0, placement, next, closes: u16::MAX };
        let line = SearchedLine { game: 0, number: 0, setups: &[] };
        self.filter.accept(line, &found, &board.placements, &[])
    }
}

/// The walks along the corners; `None` if the pattern is larger than these.
fn prepare_corners(placements: &PlacementSet, size: Size) -> Option<[(CornerWalk, Vec<u32>); 4]> {
    let side = CORNER_SIDE.min(size.cols().div_ceil(2)).min(size.rows().div_ceil(2));
    let mut images: [(Vec<CornerImage>, Vec<u32>); 4] = Default::default();
    for placement in placements.iter() {
        let corner = corner_of(placement.open())?;
        let mut image = CornerImage::new();
        for point in placement.points() {
            let Point { col, row } = placement.board_point(point);
            let col = if corner & 1 == 1 { size.cols() - 1 - col } else { col };
            let row = if corner & 2 == 2 { size.rows() - 1 - row } else { row };
            if col >= side || row >= side {
                return None;
            }
            let asked = placement.requirement(point).unwrap_or(Asked::Anything);
            image.push((Point::new(col, row), asked));
        }
        images[corner].0.push(image);
        images[corner].1.push(placement.number);
    }
    Some(images.map(|(images, numbers)| (CornerWalk::new(&images), numbers)))
}

impl Board {
    fn new(search: &Search, size: Size, first_form: usize) -> Board {
        let placements = PlacementSet::new(search.pattern(), size);
        let mut forms = 1;
        let walks = if placements.iter().next().is_none() {
            Walks::Nowhere
        } else if placements.is_whole_board {
            let stones = |placement: Placement<'_>| {
                let stones = placement.requirements();
                stones.filter_map(|(point, stone)| Some((point, stone?))).collect()
            };
            let images: Vec<Vec<(u16, Color)>> = placements.iter().map(stones).collect();
            forms = OpeningMove::count(size.area()) + 1;
            match images[0].len() {
                // A position with so few stones is never reached behind the list.
                0..=LISTED => Walks::Whole(OpeningWalk::new(size.area(), &images)),
                _ => Walks::Unknown,
            }
        } else {
            forms = CornerStone::COUNT + 1;
            let corners = prepare_corners(&placements, size);
            corners.map_or(Walks::Unknown, |corners| Walks::Corners(Box::new(corners)))
        };
        Board { size, placements, walks, first_form, forms }
    }

    /// Appends the matches in rows that are on boards of this size. Clears the bytes of undecided rows.
    fn find<P: DigestPlanes>(
        &mut self,
        planes: &mut P,
        has_steps: bool,
        wanted: &mut [u8],
        undecided: &mut Vec<u32>,
        found: &mut Vec<RowMatch>,
    ) -> Result<(), P::Error> {
        let Board { size, first_form, forms, walks, .. } = self;
        let (first, none) = (*first_form, *forms - 1);
        let form = |placement: usize, next: Option<usize>| {
            (first + placement * *forms + next.unwrap_or(none)) as u32
        };
        match walks {
            Walks::Nowhere => Ok(()),
            Walks::Unknown => {
                let rows = wanted.iter_mut().zip(0..).filter(|(wanted, _)| **wanted != 0);
                undecided.extend(rows.map(|(wanted, row)| {
                    *wanted = 0;
                    row
                }));
                Ok(())
            }
            Walks::Whole(walk) => walk.run(planes, wanted, undecided, |event| {
                let next = event.next.map(|next| next.number(size.area()));
                let form = form(event.placement, next);
                found.push(RowMatch { row: event.row, form, steps: (event.step, event.step + 1) });
            }),
            Walks::Corners(corners) => {
                let steps = if has_steps { Steps::Exact } else { Steps::Unspecified };
                for (corner, (walk, placements)) in corners.iter_mut().enumerate() {
                    walk.run(planes, (corner, steps), wanted, undecided, |event| {
                        let (next_step, next) = event
                            .next
                            .map_or((0, None), |(step, stone)| (step, Some(stone.number())));
                        let form = form(placements[usize::from(event.image)] as usize, next);
                        let steps = (event.step.into(), next_step.into());
                        found.push(RowMatch { row: event.row, form, steps });
                    })?;
                }
                Ok(())
            }
        }
    }

    /// The next move with a number among the forms of a placement, with an unknown step.
    fn next_move(&self, placement: u32, number: usize) -> Option<PlayedMove> {
        if number + 1 == self.forms {
            return None;
        }
        Some(match &self.walks {
            Walks::Corners(_) => {
                let corner = corner_of(self.placements.get(placement).open());
                let corner = corner.expect("a pattern in a corner has two real edges");
                let stone = CornerStone::with_number(number);
                let point = Some(self.point_number(corner, stone.point()));
                PlayedMove { step: 0, point, color: stone.color() }
            }
            _ => {
                let next = OpeningMove::with_number(number, self.size.area());
                PlayedMove { step: 0, point: next.point(), color: next.color() }
            }
        })
    }

    /// The number of a point of a corner on the board.
    fn point_number(&self, corner: usize, Point { col, row }: Point) -> u16 {
        let col = if corner & 1 == 1 { self.size.cols() - 1 - col } else { col };
        let row = if corner & 2 == 2 { self.size.rows() - 1 - row } else { row };
        self.size.number(Point::new(col, row))
    }
}

/// The size of the boards of all rows that are wanted, if they have one.
fn one_size<P: DigestPlanes>(planes: &mut P, wanted: &[u8]) -> Result<Option<Size>, P::Error> {
    let (cols, rows) = (planes.plane(COLS)?, planes.plane(ROWS)?);
    let Some(first) = wanted.iter().position(|&wanted| wanted != 0) else { return Ok(None) };
    let size = (cols[first], rows[first]);
    // Differences as bits, without a branch.
    let pairs = wanted.iter().zip(cols.iter().zip(&**rows));
    let different = pairs.fold(0, |all, (&wanted, (&cols, &rows))| {
        let difference = cols ^ size.0 | rows ^ size.1;
        all | if wanted == 0 { 0 } else { difference }
    });
    Ok(if different == 0 { Size::new(size.0, size.1).ok() } else { None })
}

/// For each size of boards the rows among the wanted ones.
fn split_by_size<P: DigestPlanes>(
    planes: &mut P,
    wanted: &[u8],
) -> Result<Vec<(Size, Vec<u8>)>, P::Error> {
    let (cols, rows) = (planes.plane(COLS)?, planes.plane(ROWS)?);
    let mut split: Vec<(Size, Vec<u8>)> = Vec::new();
    let mut last = 0;
    for (row, ((&wanted, &cols), &rows)) in wanted.iter().zip(&**cols).zip(&**rows).enumerate() {
        if wanted == 0 {
            continue;
        }
        let is_size = |(size, _): &(Size, Vec<u8>)| (size.cols(), size.rows()) == (cols, rows);
        if !split.get(last).is_some_and(is_size) {
            last = split.iter().position(is_size).unwrap_or_else(|| {
                let size =
                    Size::new(cols, rows).expect("a digest that is not irregular has a size");
                split.push((size, vec![0; planes.rows()]));
                split.len() - 1
            });
        }
        split[last].1[row] = 1;
    }
    Ok(split)
}
