//! The moves in one corner of games, counted in their digests.

use super::corner::{Corner, NormalForm, SYMMETRIES};
use super::corner_moves::CornerMoves;
use super::corner_options::{CornerOptions, corner_side};
use super::entries::TENUKI;
use super::move_counter::MoveCounter;
use crate::Color;
use crate::games::{
    CORNER_SIDE, CornerImage, CornerPosition, CornerPositions, CornerStone, DigestPlanes, MoveRange,
};
use crate::gtn::Asked;
use crate::model::GameOutcome;

/// The least number of followed moves for which digests answer: the length of their lists.
const MOVES: u8 = 17;

/// The continuations of a corner with a player to move, counted in digests.
#[derive(Debug)]
pub struct DigestCorner<'a> {
    corner: &'a Corner,
    turn: Color,
    normal: NormalForm,
    window: u8,
    images: Vec<Image>,
    positions: CornerPositions,
    counter: MoveCounter,
    games: u64,
    /// The occurrences of each corner of each row.
    found: Vec<[Occurrence; 4]>,
}

/// An image of the corner.
#[derive(Debug)]
struct Image {
    corner: Corner,
    /// For each player who is to move in the image the number of each point in the normal form, by rows.
    numbers: [Option<Vec<u16>>; 2],
    /// The occurrence in each position with this image, see [`place_of`].
    occurrences: Vec<Occurrence>,
}

/// The number of a position among those with one image.
fn place_of(first: Color, has_both: bool, next: Option<CornerStone>) -> usize {
    let next = next.map_or(CornerStone::COUNT, CornerStone::number);
    (next * 2 + usize::from(has_both)) * 2 + first as usize
}

/// An occurrence: the number of the continuation, 0 for tenuki, and the player to move in the game in the
/// lowest bit.
type Occurrence = u16;

/// No occurrence.
const NONE: Occurrence = u16::MAX;

impl<'a> DigestCorner<'a> {
    /// Prepares a corner. `None` if digests do not answer with these options.
    pub fn new(
        corner: &'a Corner,
        turn: Color,
        options: CornerOptions,
    ) -> Option<DigestCorner<'a>> {
        let side = corner.board().size().cols();
        let is_of_all_moves = options.after == MoveRange::default();
        let is_inside = side <= CORNER_SIDE && options.window <= CORNER_SIDE;
        if !is_of_all_moves || !is_inside || options.moves < MOVES {
            return None;
        }
        let mut images: Vec<Image> = Vec::new();
        for symmetry in SYMMETRIES {
            let board = corner.board().transform(symmetry);
            let known = images.iter().position(|image| *image.corner.board() == board);
            let number = known.unwrap_or_else(|| {
                let corner = Corner::new(board);
                images.push(Image { corner, numbers: [None, None], occurrences: Vec::new() });
                images.len() - 1
            });
            let (player, image) = (symmetry.color(turn), &mut images[number]);
            let normal = image.corner.normalize(player);
            let number = |point| image.corner.point_number(&normal, point);
            let numbers = image.corner.board().size().points().map(number).collect();
            image.numbers[player as usize] = Some(numbers);
        }
        images.iter_mut().for_each(Image::list_occurrences);
        let normal = corner.normalize(turn);
        let asked = |image: &Image| -> CornerImage {
            let board = image.corner.board();
            let points = board.size().points();
            points
                .map(|point| (point, board.get(point).map_or(Asked::Empty, Asked::Stone)))
                .collect()
        };
        let positions = CornerPositions::new(&images.iter().map(asked).collect::<Vec<_>>());
        Some(DigestCorner {
            corner,
            turn,
            normal,
            window: options.window,
            images,
            positions,
            counter: MoveCounter::default(),
            games: 0,
            found: Vec::new(),
        })
    }

    /// Counts the continuations in rows, whose games have these outcomes. Examines the rows with a byte
    /// in `wanted`, and returns those that are undecided and not counted. Their bytes in `wanted` are
    /// cleared.
    ///
    /// # Errors
    /// When a plane cannot be read.
    pub fn count<P: DigestPlanes>(
        &mut self,
        planes: &mut P,
        wanted: &mut [u8],
        outcome: impl Fn(u32) -> GameOutcome,
    ) -> Result<Vec<u32>, P::Error> {
        let side = self.corner.board().size().cols();
        let window = self.window;
        let is_board = |cols: u8, rows: u8| corner_side(window, cols, rows) == side;
        self.found.clear();
        self.found.resize(wanted.len(), [NONE; 4]);
        let (images, found) = (&self.images, &mut self.found);
        let undecided = self.positions.visit(is_board, planes, wanted, |position| {
            let CornerPosition { row, corner, image, first, has_both, next } = position;
            let occurrence = images[image].occurrences[place_of(first, has_both, next)];
            found[row as usize][corner] = occurrence;
        })?;
        for (row, (found, &is_decided)) in (0..).zip(self.found.iter().zip(&*wanted)) {
            if *found == [NONE; 4] || is_decided == 0 {
                continue;
            }
            self.games += 1;
            let outcome = outcome(row);
            let is_same = |one: Occurrence, other: Occurrence| one >> 1 == other >> 1;
            for (corner, &occurrence) in found.iter().enumerate() {
                if occurrence == NONE {
                    continue;
                }
                let is_first = !found[..corner].iter().any(|&before| is_same(before, occurrence));
                let mover = if occurrence & 1 == 0 { Color::Black } else { Color::White };
                let at = (occurrence >> 1).checked_sub(1).unwrap_or(TENUKI);
                self.counter.add_occurrence(at, &outcome, (mover, is_first));
            }
        }
        Ok(undecided)
    }

    /// The continuations in all rows.
    pub fn finish(self) -> CornerMoves {
        self.counter.finish(self.corner, self.turn, &self.normal, self.games)
    }
}

impl Image {
    /// Lists the occurrences in all positions.
    fn list_occurrences(&mut self) {
        self.occurrences = vec![NONE; 4 * (CornerStone::COUNT + 1)];
        let size = self.corner.board().size();
        let stones = CornerStone::all().filter(|stone| size.contains(stone.point()));
        for next in stones.map(Some).chain([None]) {
            for first in Color::ALL {
                for has_both in [false, true] {
                    let occurrence = self.occurrence(first, has_both, next);
                    self.occurrences[place_of(first, has_both, next)] = occurrence.unwrap_or(NONE);
                }
            }
        }
    }

    /// The occurrence in a position where `first` comes to move, perhaps with the other player too, until
    /// the next stone; `None` if the asked player does not come to move.
    fn occurrence(
        &self,
        first: Color,
        has_both: bool,
        next: Option<CornerStone>,
    ) -> Option<Occurrence> {
        let of = |player: Color| self.numbers[player as usize].as_ref().map(|it| (player, it));
        // If the caller wants both players, the position looks the same to them, and counts once.
        let asked = next.and_then(|next| of(next.color())).or_else(|| of(first));
        let (player, numbers) = asked.or_else(|| of(!first).filter(|_| has_both))?;
        let size = self.corner.board().size();
        let inside = |stone: CornerStone| {
            (stone.color() == player).then(|| numbers[usize::from(size.number(stone.point()))] + 1)
        };
        Some(next.and_then(inside).unwrap_or(0) << 1 | player as u16)
    }
}
