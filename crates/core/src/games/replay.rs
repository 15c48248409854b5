//! The board along the moves of a line.

use std::iter::{Enumerate, Peekable};
use std::slice;

use super::decoding::GameDecoder;
use super::encoding::{PointChange, Step};
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

/// A replay of the current line of a game, move by move.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::Color;
/// use gtn_db::games::{GameDecoder, GameEncoder, LineReplay};
/// use gtn_db::go::{Point, Size};
/// use gtn_db::gtn::SubPosition;
///
/// let mut encoder = GameEncoder::new(Size::STANDARD, &[]);
/// encoder.play(Color::Black, Point::new(15, 3), &[]);
/// encoder.pass(Color::White);
/// let bytes = encoder.finish();
///
/// let mut lines = GameDecoder::new(&bytes)?;
/// lines.next_line()?; // the main line
/// let mut replay = LineReplay::new(&lines);
/// let mut keys = Vec::new();
/// while replay.play() {
///     let board = replay.position().board.clone();
///     keys.push(SubPosition::goban(board).canonicalize().key());
/// }
/// assert_eq!(replay.position().moves, 2);
/// assert_eq!(keys[0], keys[1]);
/// # Ok::<(), gtn_db::games::DecodeGameError>(())
/// ```
#[derive(Debug)]
pub struct LineReplay<'a> {
    steps: Peekable<Enumerate<slice::Iter<'a, Step>>>,
    changes: Peekable<slice::Iter<'a, PointChange>>,
    position: Replayed,
}

impl<'a> LineReplay<'a> {
    /// The position before the first move.
    pub fn new(decoder: &'a GameDecoder<'_>) -> LineReplay<'a> {
        let board = Board::new(decoder.size());
        let mut replay = LineReplay {
            steps: decoder.steps().iter().enumerate().peekable(),
            changes: decoder.changes().iter().peekable(),
            position: Replayed { board, moves: 0, last: None, turn: None, captured: [0; 2] },
        };
        replay.set_up();
        replay
    }

    /// The position after the moves so far.
    pub fn position(&self) -> &Replayed {
        &self.position
    }

    /// Plays the next move, and the setups behind it. Returns `false` after the last move.
    pub fn play(&mut self) -> bool {
        let Some((number, step)) = self.steps.next() else { return false };
        let (player, point) = match *step {
            Step::Play(player, point) => (player, Some(point)),
            Step::Pass(player) => (player, None),
            Step::Setup => unreachable!("`set_up` takes all setups before a move"),
        };
        self.position.moves += 1;
        self.position.last = Some((player, point));
        self.apply_changes(number, |position, color| position.captured[!color as usize] += 1);
        self.set_up();
        true
    }

    /// Applies the setups before the next move.
    fn set_up(&mut self) {
        while let Some((number, _)) = self.steps.next_if(|(_, step)| step.player().is_none()) {
            self.apply_changes(number, |_, _| ());
        }
        let next = self.steps.peek().and_then(|(_, step)| step.player());
        self.position.turn = next.or(self.position.last.map(|(player, _)| !player));
    }

    /// Applies the changes of a step, with `remove` for each stone that is taken away.
    fn apply_changes(&mut self, step: usize, remove: impl Fn(&mut Replayed, Color)) {
        let position = &mut self.position;
        let cols = u16::from(position.board.size().cols());
        while let Some(change) = self.changes.next_if(|change| usize::from(change.step) == step) {
            let point = Point::new((change.point % cols) as u8, (change.point / cols) as u8);
            if let (None, Some(color)) = (change.stone, position.board.get(point)) {
                remove(position, color);
            }
            position.board.set(point, change.stone);
        }
    }
}

/// Replays the current line of a game, up to `limit` moves and the setup behind the last of them.
pub fn replay_line(decoder: &GameDecoder<'_>, limit: u32) -> Replayed {
    let mut replay = LineReplay::new(decoder);
    while replay.position.moves < limit && replay.play() {}
    replay.position
}
