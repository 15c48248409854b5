//! A search for a pattern in digests.

use super::corner::{CornerImage, CornerWalk};
use super::layout::{COLS, CORNER_SIDE, DigestPlanes, FLAGS, IRREGULAR, LISTED, ROWS, VARIED};
use super::opening::OpeningWalk;
use crate::Color;
use crate::games::pattern::{Placement, PlacementSet};
use crate::games::search::{BoardMatch, Match, PlayedMove, Search, SearchedLine};
use crate::go::{Point, Sides, Size};
use crate::gtn::Asked;

/// A search that digests can answer: for a pattern in a corner, or for a position on the whole board
/// without wildcards.
#[derive(Debug)]
pub struct DigestSearch<'a> {
    search: &'a Search,
    boards: Vec<Board>,
}

/// The pattern prepared for boards of one size.
#[derive(Debug)]
struct Board {
    size: Size,
    placements: PlacementSet,
    walks: Walks,
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
    /// Prepares a search. `None` if digests do not answer it.
    pub fn new(search: &'a Search) -> Option<DigestSearch<'a>> {
        is_answerable(search).then(|| DigestSearch { search, boards: Vec::new() })
    }

    /// Passes the matches in rows to `collect`, row by row. Examines the rows with a byte in
    /// `wanted`, and returns those that are undecided, in no order; `ids` has the number of the game of
    /// each row.
    ///
    /// # Errors
    /// When a plane cannot be read.
    pub fn run<P: DigestPlanes>(
        &mut self,
        planes: &mut P,
        wanted: &mut [u8],
        ids: &[i64],
        mut collect: impl FnMut(&[Match]),
    ) -> Result<Vec<u32>, P::Error> {
        let mut undecided = Vec::new();
        let flags = planes.plane(FLAGS)?;
        for (row, (wanted, &flags)) in (0..).zip(wanted.iter_mut().zip(&**flags)) {
            if *wanted != 0 && flags & (VARIED | IRREGULAR) != 0 {
                *wanted = 0;
                undecided.push(row);
            }
        }
        let mut found: Vec<(u32, BoardMatch)> = Vec::new();
        for (size, mut of_size) in split_by_size(planes, wanted)? {
            let number = self.prepare(size);
            let board = &self.boards[number];
            let before = undecided.len();
            board.find(planes, &mut of_size, &mut undecided, &mut found)?;
            undecided[before..].iter().for_each(|&row| wanted[row as usize] = 0);
        }
        found.retain(|&(row, _)| wanted[row as usize] != 0);
        found.sort_unstable_by_key(|&(row, found)| (row, found.step, found.placement));
        let (cols, rows) = (planes.plane(COLS)?, planes.plane(ROWS)?);
        let mut accepted = Vec::new();
        for matches in found.chunk_by(|one, other| one.0 == other.0) {
            let row = matches[0].0;
            let size = (cols[row as usize], rows[row as usize]);
            let is_size = |board: &&Board| (board.size.cols(), board.size.rows()) == size;
            let board = self.boards.iter().find(is_size).expect("a match is on a prepared board");
            let line = SearchedLine { game: ids[row as usize], number: 0, setups: &[] };
            accepted.extend(matches.iter().filter_map(|(_, found)| {
                self.search.filter.accept(line, found, &board.placements, &[])
            }));
            if !accepted.is_empty() {
                collect(&accepted);
                accepted.clear();
            }
        }
        Ok(undecided)
    }

    /// The index of the board of a size.
    fn prepare(&mut self, size: Size) -> usize {
        if let Some(known) = self.boards.iter().position(|board| board.size == size) {
            return known;
        }
        let placements = PlacementSet::new(self.search.pattern(), size);
        let walks = if placements.iter().next().is_none() {
            Walks::Nowhere
        } else if placements.is_whole_board {
            let stones = |placement: Placement<'_>| {
                let stones = placement.requirements();
                stones.filter_map(|(point, stone)| Some((point, stone?))).collect()
            };
            let images: Vec<Vec<(u16, Color)>> = placements.iter().map(stones).collect();
            match images[0].len() {
                // A position with so few stones is never reached behind the list.
                0..=LISTED => Walks::Whole(OpeningWalk::new(size.area(), &images)),
                _ => Walks::Unknown,
            }
        } else {
            let corners = prepare_corners(&placements, size);
            corners.map_or(Walks::Unknown, |corners| Walks::Corners(Box::new(corners)))
        };
        self.boards.push(Board { size, placements, walks });
        self.boards.len() - 1
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
    /// Appends the matches in rows that are on boards of this size.
    fn find<P: DigestPlanes>(
        &self,
        planes: &mut P,
        wanted: &mut [u8],
        undecided: &mut Vec<u32>,
        found: &mut Vec<(u32, BoardMatch)>,
    ) -> Result<(), P::Error> {
        let mut add = |row: u32, step: u16, placement: u32, next: Option<PlayedMove>| {
            let closes = next.map_or(u16::MAX, |next| next.step);
            found.push((row, BoardMatch { step, placement, next, closes }));
        };
        match &self.walks {
            Walks::Nowhere => Ok(()),
            Walks::Unknown => {
                let rows = wanted.iter().zip(0..).filter(|&(&wanted, _)| wanted != 0);
                undecided.extend(rows.map(|(_, row)| row));
                Ok(())
            }
            Walks::Whole(walk) => walk.run(planes, wanted, undecided, |event| {
                let next = event.next;
                let next = next.map(|(step, point, color)| PlayedMove { step, point, color });
                add(event.row, event.step, event.placement as u32, next);
            }),
            Walks::Corners(corners) => {
                for (corner, (walk, placements)) in corners.iter().enumerate() {
                    walk.run(planes, corner, wanted, undecided, |event| {
                        let next = event.next.map(|(step, point, color)| {
                            let point = Some(self.point_number(corner, point));
                            PlayedMove { step: step.into(), point, color }
                        });
                        add(event.row, event.step.into(), placements[event.image], next);
                    })?;
                }
                Ok(())
            }
        }
    }

    /// The number of a point of a corner on the board.
    fn point_number(&self, corner: usize, Point { col, row }: Point) -> u16 {
        let col = if corner & 1 == 1 { self.size.cols() - 1 - col } else { col };
        let row = if corner & 2 == 2 { self.size.rows() - 1 - row } else { row };
        self.size.number(Point::new(col, row))
    }
}

/// For each size of boards the rows among the wanted ones.
pub(super) fn split_by_size<P: DigestPlanes>(
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
