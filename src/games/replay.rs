//! The board after some moves of a line.

use super::decoding::GameDecoder;
use super::encoding::Step;
use crate::Color;
use crate::go::{Board, Point};

/// A game after some moves of a line.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The stones.
    pub board: Board,
    /// How many moves were played, passes included.
    pub moves: u32,
    /// The last of them: the player and the point, `None` for a pass.
    pub last: Option<(Color, Option<Point>)>,
    /// Who plays the next move; after the last move of the game, the other player.
    pub turn: Option<Color>,
    /// How many stones Black and White have captured.
    pub captured: [u32; 2],
}

/// Replays the current line of a game, up to `limit` moves and the setup behind the last of them.
pub fn replay_line(decoder: &GameDecoder<'_>, limit: u32) -> Replayed {
    let (size, mut changes) = (decoder.size(), decoder.changes().iter().peekable());
    let mut replayed =
        Replayed { board: Board::new(size), moves: 0, last: None, turn: None, captured: [0; 2] };
    for (step, i) in decoder.steps().iter().zip(0..) {
        if let Some(player) = step.player() {
            if replayed.moves == limit {
                replayed.turn = Some(player);
                return replayed;
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
            if let (None, Some(color), Some(_)) =
                (change.stone, replayed.board.get(point), step.player())
            {
                replayed.captured[!color as usize] += 1;
            }
            replayed.board.set(point, change.stone);
        }
    }
    replayed.turn = replayed.last.map(|(player, _)| !player);
    replayed
}
