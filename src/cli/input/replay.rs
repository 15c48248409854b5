//! The main line of a game, replayed.

use gtn_db::Color;
use gtn_db::games::{DecodeGameError, GameDecoder, Step};
use gtn_db::go::{Board, Point};

/// A game after some moves of its main line.
pub struct Replayed {
    /// The stones.
    pub board: Board,
    /// How many moves were played, passes included.
    pub moves: u32,
    /// The last of them: the player and the point, `None` for a pass.
    pub last: Option<(Color, Option<Point>)>,
    /// Who plays the next move; after the last move of the game, the other player.
    pub turn: Option<Color>,
}

/// Replays a game from its stored moves, up to `limit` moves of its main line and the setup
/// behind the last of them.
///
/// # Errors
/// When the bytes are not moves of a game.
pub fn replay_game(stored: &[u8], limit: u32) -> Result<Replayed, DecodeGameError> {
    let mut decoder = GameDecoder::new(stored)?;
    decoder.next_line()?;
    let (size, mut changes) = (decoder.size(), decoder.changes().iter().peekable());
    let mut replayed = Replayed { board: Board::new(size), moves: 0, last: None, turn: None };
    for (step, i) in decoder.steps().iter().zip(0..) {
        if let Some(player) = step.player() {
            if replayed.moves == limit {
                replayed.turn = Some(player);
                return Ok(replayed);
            }
            replayed.moves += 1;
            let point = match step {
                Step::Play(_, point) => Some(*point),
                Step::Pass(_) | Step::Setup => None,
            };
            replayed.last = Some((player, point));
        }
        while let Some(change) = changes.next_if(|change| change.step == i) {
            let cols = u16::from(size.cols());
            let point = Point::new((change.point % cols) as u8, (change.point / cols) as u8);
            replayed.board.set(point, change.stone);
        }
    }
    replayed.turn = replayed.last.map(|(player, _)| !player);
    Ok(replayed)
}
