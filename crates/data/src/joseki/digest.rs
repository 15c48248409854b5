//! The moves in one corner of games, counted in their digests.

use super::corner::{Corner, NormalForm, SYMMETRIES};
use super::corner_moves::CornerMoves;
use super::corner_options::CornerOptions;
use super::entries::TENUKI;
use super::move_counter::MoveCounter;
use crate::Color;
use crate::games::{
    CORNER_SIDE, CornerImage, CornerPosition, DigestPlanes, MoveRange, visit_corner_positions,
};
use crate::go::Point;
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
    counter: MoveCounter,
    games: u64,
}

/// An image of the corner.
#[derive(Debug)]
struct Image {
    corner: Corner,
    /// For each player who is to move in the image the number of each point in the normal form, by rows.
    numbers: [Option<Vec<u16>>; 2],
}

/// An occurrence: its row, the continuation, and the player to move in the game.
type Occurrence = (u32, u16, Color);

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
                images.push(Image { corner: Corner::new(board), numbers: [None, None] });
                images.len() - 1
            });
            let (player, image) = (symmetry.color(turn), &mut images[number]);
            let normal = image.corner.normalize(player);
            let number = |point| image.corner.point_number(&normal, point);
            let numbers = image.corner.board().size().points().map(number).collect();
            image.numbers[player as usize] = Some(numbers);
        }
        let normal = corner.normalize(turn);
        let (window, counter) = (options.window, MoveCounter::default());
        Some(DigestCorner { corner, turn, normal, window, images, counter, games: 0 })
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
        let asked = |image: &Image| -> CornerImage {
            let board = image.corner.board();
            let points = board.size().points();
            points
                .map(|point| (point, board.get(point).map_or(Asked::Empty, Asked::Stone)))
                .collect()
        };
        let images: Vec<CornerImage> = self.images.iter().map(asked).collect();
        let side = self.corner.board().size().cols();
        let is_board =
            |cols: u8, rows: u8| self.window.min(cols.div_ceil(2)).min(rows.div_ceil(2)) == side;
        let mut found: Vec<Occurrence> = Vec::new();
        let undecided = visit_corner_positions(&images, is_board, planes, wanted, |position| {
            found.extend(self.images[position.image].occurrence(&position));
        })?;
        found.retain(|&(row, ..)| wanted[row as usize] != 0);
        found.sort_by_key(|&(row, ..)| row); // fast: the rows of each corner are nearly sorted
        for game in found.chunk_by_mut(|one, other| one.0 == other.0) {
            self.games += 1;
            let outcome = outcome(game[0].0);
            game.sort_unstable_by_key(|&(_, at, _)| at);
            for same in game.chunk_by(|one, other| one.1 == other.1) {
                let mut players = [0; 2];
                same.iter().for_each(|&(.., player)| players[player as usize] += 1);
                self.counter.add(same[0].1, &outcome, players);
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
    /// The occurrence in a position with this image; `None` if the asked player does not come to move.
    fn occurrence(&self, position: &CornerPosition) -> Option<Occurrence> {
        let &CornerPosition { row, first, has_both, next, .. } = position;
        let of = |player: Color| self.numbers[player as usize].as_ref().map(|it| (player, it));
        // If the caller wants both players, the position looks the same to them, and counts once.
        let asked = next.and_then(|(_, player)| of(player)).or_else(|| of(first));
        let (player, numbers) = asked.or_else(|| of(!first).filter(|_| has_both))?;
        let size = self.corner.board().size();
        let inside = |(point, stone): (Point, Color)| {
            (stone == player).then(|| numbers[usize::from(size.number(point))])
        };
        Some((row, next.and_then(inside).unwrap_or(TENUKI), player))
    }
}
