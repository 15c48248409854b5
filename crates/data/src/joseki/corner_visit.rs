//! The moves of one game in its corners, for programs that count them elsewhere.

use super::corner_options::CornerOptions;
use super::entries::{CornerMove, TENUKI, Windows};
use crate::Color;
use crate::games::{DecodeGameError, GameDecoder};

/// A move in a corner of a game, or a tenuki.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CornerVisit {
    /// The number of the move in the main line, from 1.
    pub number: u32,
    /// The corner: 0 upper left, 1 upper right, 2 lower right, 3 lower left.
    pub corner: u8,
    /// The position of the corner and the player to move, as a hash: equal in all corners that
    /// differ by a symmetry or an exchange of colors.
    pub node: u64,
    /// The point in the normal form of the corner, equal for equivalent points of a node; `None`
    /// for tenuki, a move elsewhere.
    pub at: Option<u16>,
    /// The player in the game.
    pub player: Color,
}

/// The moves in the four corners of the main line of a game, given as its encoded moves, in the
/// order of the game. [`Joseki`](super::Joseki) counts the same moves; a game counts once for a
/// node and a point.
///
/// # Errors
/// If the moves cannot be decoded.
///
/// ```
/// # use gtn_db_data as gtn_db;
/// use gtn_db::Color;
/// use gtn_db::games::GameEncoder;
/// use gtn_db::go::{Point, Size};
/// use gtn_db::joseki::{CornerOptions, visit_corners};
///
/// let mut encoder = GameEncoder::new(Size::STANDARD, &[]);
/// encoder.play(Color::Black, Point::new(15, 3), &[]);
/// encoder.play(Color::White, Point::new(3, 15), &[]);
/// let visits = visit_corners(&encoder.finish(), CornerOptions::default())?;
///
/// let inside: Vec<_> = visits.iter().filter(|visit| visit.at.is_some()).collect();
/// assert_eq!((inside[0].number, inside[0].corner), (1, 1)); // upper right
/// assert_eq!((inside[1].number, inside[1].corner), (2, 3)); // lower left
/// assert_eq!((inside[0].node, inside[0].at), (inside[1].node, inside[1].at));
/// # Ok::<(), gtn_db::games::DecodeGameError>(())
/// ```
pub fn visit_corners(
    lines: &[u8],
    options: CornerOptions,
) -> Result<Vec<CornerVisit>, DecodeGameError> {
    let mut decoder = GameDecoder::new(lines)?;
    let mut visits = Vec::new();
    if decoder.next_line()? {
        let windows = Windows::new(decoder.size(), options);
        windows.visit_line(&decoder, options, |corner_move| {
            let CornerMove { node, at, player, corner, number, .. } = corner_move;
            let (corner, at) = (corner as u8, (at != TENUKI).then_some(at));
            visits.push(CornerVisit { number, corner, node, at, player });
        });
    }
    Ok(visits)
}
