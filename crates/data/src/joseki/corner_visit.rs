//! The occurrences of positions in the corners of one game, for programs that count them
//! elsewhere.

use super::corner::Corner;
use super::corner_options::CornerOptions;
use super::entries::{Occurrences, TENUKI, Windows};
use crate::Color;
use crate::games::{DecodeGameError, GameDecoder};
use crate::go::Point;

/// Occurrences of a position in one corner of a game, with one continuation: a stone in the corner,
/// or tenuki.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CornerVisit {
    /// The number of the first move of the player in the position, from 1.
    pub number: u32,
    /// The corner: 0 upper left, 1 upper right, 2 lower right, 3 lower left.
    pub corner: u8,
    /// The position of the corner and the player to move, as a hash: equal in all corners that
    /// differ by a symmetry or an exchange of colors.
    pub node: u64,
    /// The point in the normal form of the corner, equal for equivalent points of a node; `None`
    /// for tenuki.
    pub at: Option<Point>,
    /// The player to move in the game.
    pub player: Color,
    /// The number of lines of the game in which the player goes on in this way.
    pub lines: u32,
}

/// The occurrences in the four corners of a game, given as its encoded moves, in the order of the
/// game: those that [`Joseki`](super::Joseki) counts.
///
/// # Errors
/// If the moves cannot be decoded.
///
/// ```
/// # mod gtn_db { pub use {gtn_db_core::*, gtn_db_data::*}; }
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
/// assert_eq!((inside[1].number, inside[1].corner), (1, 3)); // lower left, empty from the beginning
/// assert_eq!((inside[0].node, inside[0].at), (inside[1].node, inside[1].at));
/// # Ok::<(), gtn_db::games::DecodeGameError>(())
/// ```
pub fn visit_corners(
    lines: &[u8],
    options: CornerOptions,
) -> Result<Vec<CornerVisit>, DecodeGameError> {
    let windows = Windows::new(GameDecoder::new(lines)?.size(), options);
    let mut visits = Vec::new();
    windows.visit_game(lines, options, |occurrences| {
        let Occurrences { node, at, player, corner, number, lines, .. } = occurrences;
        let at = (at != TENUKI).then(|| windows.point(at));
        visits.push(CornerVisit { number, corner: corner as u8, node, at, player, lines });
    })?;
    visits.sort_by_key(|visit| (visit.number, visit.corner));
    Ok(visits)
}

/// The occurrences of one corner with this player to move in a game, in the order of the game.
///
/// # Errors
/// As for [`visit_corners`].
pub fn visit_corner(
    lines: &[u8],
    corner: &Corner,
    turn: Color,
    options: CornerOptions,
) -> Result<Vec<CornerVisit>, DecodeGameError> {
    let node = corner.normalize(turn).node;
    let mut visits = visit_corners(lines, options)?;
    visits.retain(|visit| visit.node == node);
    Ok(visits)
}
