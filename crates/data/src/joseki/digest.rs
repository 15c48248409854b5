//! The occurrences of one corner in digests of games.

use super::corner::{Corner, SYMMETRIES};
use super::corner_options::CornerOptions;
use super::entries::TENUKI;
use super::occurrence::Occurrence;
use crate::Color;
use crate::games::{
    CORNER_SIDE, CornerImage, CornerPosition, DigestPlanes, visit_corner_positions,
};
use crate::gtn::Asked;

/// The least number of followed moves for which digests answer: the length of their lists.
const MOVES: u8 = 17;

/// A corner with a player to move, prepared for digests.
#[derive(Debug)]
pub struct DigestCorner {
    window: u8,
    side: u8,
    images: Vec<Image>,
}

/// An image of the corner, and the players to move in the image.
#[derive(Debug)]
struct Image {
    corner: Corner,
    is_asked: [bool; 2],
}

impl DigestCorner {
    /// Prepares a corner. `None` if digests do not answer with these options.
    pub fn new(corner: &Corner, turn: Color, options: CornerOptions) -> Option<DigestCorner> {
        let side = corner.board().size().cols();
        if side > CORNER_SIDE || options.window > CORNER_SIDE || options.moves < MOVES {
            return None;
        }
        let mut images: Vec<Image> = Vec::new();
        for symmetry in SYMMETRIES {
            let board = corner.board().transform(symmetry);
            let known = images.iter().position(|image| *image.corner.board() == board);
            let number = known.unwrap_or_else(|| {
                images.push(Image { corner: Corner::new(board), is_asked: [false; 2] });
                images.len() - 1
            });
            images[number].is_asked[symmetry.color(turn) as usize] = true;
        }
        Some(DigestCorner { window: options.window, side, images })
    }

    /// Passes the occurrences in rows to `visit`, each with its row, in no order. Examines the rows
    /// with a byte in `wanted`, and returns those that are undecided; occurrences in these are to be
    /// ignored. Their bytes in `wanted` are cleared.
    ///
    /// # Errors
    /// When a plane cannot be read.
    pub fn run<P: DigestPlanes>(
        &self,
        planes: &mut P,
        wanted: &mut [u8],
        mut visit: impl FnMut(u32, Occurrence),
    ) -> Result<Vec<u32>, P::Error> {
        let asked = |image: &Image| -> CornerImage {
            let board = image.corner.board();
            let points = board.size().points();
            points
                .map(|point| (point, board.get(point).map_or(Asked::Empty, Asked::Stone)))
                .collect()
        };
        let images: Vec<CornerImage> = self.images.iter().map(asked).collect();
        let is_board = |cols: u8, rows: u8| {
            self.window.min(cols.div_ceil(2)).min(rows.div_ceil(2)) == self.side
        };
        visit_corner_positions(&images, is_board, planes, wanted, |position| {
            if let Some(occurrence) = self.images[position.image].occurrence(&position) {
                visit(position.row, occurrence);
            }
        })
    }
}

impl Image {
    /// The occurrence in a position with this image; `None` if the asked player does not come to move.
    fn occurrence(&self, position: &CornerPosition) -> Option<Occurrence> {
        let &CornerPosition { first, has_both, next, .. } = position;
        let is_asked = |player: Color| self.is_asked[player as usize];
        // If both players are asked, the position looks the same to them, and counts once.
        let player = match next {
            Some((_, player)) if is_asked(player) => player,
            _ if is_asked(first) => first,
            _ if has_both => !first,
            _ => return None,
        };
        let normal = self.corner.normalize(player);
        let at = match next {
            Some((point, stone)) if stone == player => self.corner.point_number(&normal, point),
            _ => TENUKI,
        };
        Some(Occurrence { node: normal.node, player, at })
    }
}
