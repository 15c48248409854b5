//! The lines of a game, replayed by the rules one after the other.
//!
//! ```text
//!   ┌─────── kept ──────┐
//!   1 ── 2 ── 3 ── 4 ── 5      a line that goes back to where it left another
//!             │    └─── 5      one goes on from the board that was kept there
//!             └─── 4 ── 5
//! ```

use std::collections::VecDeque;

use crate::Color;
use crate::games::{GameEncoder, MAX_LINE_STEPS, Step, hash_opening};
use crate::go::{NoLibertyError, PlayError, Point, Position, Size};
use crate::model::Variations;
use crate::sgf::value::Move;

/// What a tree of moves may cost, in moves that are replayed: so many for each
/// of its nodes, and some more. A comb of variations would cost the square.
const REPLAYS: usize = 64;
const MORE_REPLAYS: usize = 20_000;

/// Of variations within each other, so many of the innermost keep the board
/// that they begin with; those around them are replayed.
pub(super) const KEPT: usize = 64;

/// What a setup puts on points, each of them once, in reading order.
pub(super) type Stones = Vec<(Point, Option<Color>)>;

/// A game that is being replayed. The next one is replayed in its memory.
pub(super) struct Replay {
    variations: Variations,
    nodes: usize,
    replayed: usize,
    /// The board that the game begins with.
    root: Position,
    /// The present line, without the setup at the root.
    path: Vec<Step>,
    /// What its setups put up.
    setups: Vec<Stones>,
    /// Where it has come to; none when it has gone back since.
    standing: Option<Position>,
    /// Whether it has ended before its last node.
    has_ended: bool,
    /// Whether no more lines are wanted.
    is_over: bool,
    open: Vec<Branch>,
    kept: Kept,
    /// How many moves the first line has, and what it has in common with the
    /// same game; once it has ended.
    first_line: Option<(u32, u64)>,
    encoder: GameEncoder,
}

/// An open parenthesis.
struct Branch {
    /// How long the line to it is.
    len: usize,
    /// Whether that has ended before.
    has_ended: bool,
}

/// What was replayed.
pub(super) struct Replayed {
    /// Moves in the first line.
    pub moves: u32,
    /// What it has in common with the same game, by [`hash_opening`].
    pub opening: u64,
    /// All lines as they are stored.
    pub lines: Vec<u8>,
}

impl Replay {
    pub(super) fn new() -> Replay {
        Replay {
            variations: Variations::All,
            nodes: 0,
            replayed: 0,
            root: Position::new(Size::STANDARD),
            path: Vec::with_capacity(300),
            setups: Vec::new(),
            standing: None,
            has_ended: false,
            is_over: false,
            open: Vec::new(),
            kept: Kept::default(),
            first_line: None,
            encoder: GameEncoder::new(Size::STANDARD, &[]),
        }
    }

    /// Begins the next game, on a board without stones; whatever the last one
    /// left, if its reader panicked.
    pub(super) fn begin(&mut self, size: Size, variations: Variations) {
        self.variations = variations;
        (self.nodes, self.replayed) = (0, 0);
        self.root.reset(size);
        self.path.clear();
        self.setups.clear();
        self.kept.let_go(self.standing.take());
        (self.has_ended, self.is_over) = (false, false);
        self.open.clear();
        self.kept.clear();
        self.first_line = None;
        self.encoder.begin(size, &[]);
    }

    /// Goes to the next node. Tells whether it is the root.
    pub(super) fn next_node(&mut self) -> bool {
        self.nodes += 1;
        self.nodes == 1
    }

    pub(super) fn open(&mut self) {
        let len = self.path.len();
        if let Some(standing) = &self.standing
            && !self.is_over
        {
            self.kept.keep(len, standing);
        }
        self.open.push(Branch { len, has_ended: self.has_ended });
    }

    pub(super) fn close(&mut self) {
        self.is_over |= self.variations == Variations::Main && self.nodes > 0;
        let Some(Branch { len, has_ended }) = self.open.pop() else { return };
        if self.has_ended && self.first_line.is_none() {
            // What comes next is another line, even where none of this one's own
            // moves could be played.
            self.end_first_line();
            self.encoder.end_line();
        }
        if len < self.path.len() {
            self.end_first_line();
            let setups = self.path.drain(len..).filter(|&step| step == Step::Setup).count();
            self.setups.truncate(self.setups.len() - setups);
            self.kept.let_go(self.standing.take());
            self.standing = self.kept.take(len);
        }
        self.has_ended = has_ended || self.is_over;
    }

    /// Looks at the first line, if that has not been done.
    fn end_first_line(&mut self) -> (u32, u64) {
        let (path, size) = (&self.path, self.root.size());
        *self.first_line.get_or_insert_with(|| (moves(path), hash_opening(path, size)))
    }

    /// Ends the present line before its last node.
    pub(super) fn end_line(&mut self) {
        self.has_ended = true;
    }

    pub(super) fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Moves in the present line.
    pub(super) fn moves(&self) -> u32 {
        moves(&self.path)
    }

    /// Puts up the stones that the game begins with.
    ///
    /// # Errors
    /// When a chain has no liberty. Then there is no line.
    pub(super) fn set_up_root(
        &mut self,
        stones: &[(Point, Option<Color>)],
    ) -> Result<(), NoLibertyError> {
        self.encoder.begin(self.root.size(), stones);
        self.root.set_up(stones).inspect_err(|_| self.has_ended = true)
    }

    /// Of what a setup puts on points, what does not stand there yet.
    pub(super) fn new_stones(&mut self, mut stones: Stones) -> Stones {
        if let Some(standing) = self.stand() {
            stones.retain(|&(point, stone)| standing.get(point) != stone);
        }
        stones
    }

    /// Adds a setup to the line.
    ///
    /// # Errors
    /// When there cannot be such a board, or the line becomes too long: why.
    /// The line has ended then.
    pub(super) fn set_up(&mut self, stones: Stones) -> Result<(), String> {
        self.stand_for_next()?;
        let set_up = self.standing.as_mut().map(|standing| standing.set_up(&stones));
        if let Some(Err(error)) = set_up {
            return Err(self.break_off(error.to_string()));
        }
        self.go_back();
        self.encoder.setup(&stones);
        self.path.push(Step::Setup);
        self.setups.push(stones);
        Ok(())
    }

    /// Adds a stone to the line, where nothing needs to be told or looked for.
    /// Tells whether it did.
    #[inline]
    pub(super) fn play_in_order(&mut self, color: Color, point: Point) -> bool {
        let steps = self.path.len() + 1;
        if let Some(position) = &mut self.standing
            && steps == self.encoder.steps()
            && steps < MAX_LINE_STEPS
            && let Ok(played) = position.play_as(color, point)
        {
            self.encoder.play(color, point, played.captured);
            self.path.push(Step::Play(color, point));
            return true;
        }
        false
    }

    /// Adds a move to the line. Tells whether it was the other player's turn.
    ///
    /// # Errors
    /// When the rules forbid it, or the line becomes too long: why. The line
    /// has ended then.
    pub(super) fn take(&mut self, color: Color, played: Move) -> Result<bool, String> {
        self.stand_for_next()?;
        let moved = self.standing.as_mut().map(|standing| move_by_rules(standing, color, played));
        let is_out_of_turn = match moved {
            Some(Err(error)) => return Err(self.break_off(error.to_string())),
            moved => moved == Some(Ok(true)),
        };
        self.go_back();
        self.path.push(match played {
            Move::At(point) => {
                let captured = self.standing.as_ref().map_or(&[][..], Position::captured);
                self.encoder.play(color, point, captured);
                Step::Play(color, point)
            }
            Move::Pass => {
                self.encoder.pass(color);
                Step::Pass(color)
            }
        });
        Ok(is_out_of_turn)
    }

    /// Goes to the end of the present line, for one more step.
    ///
    /// # Errors
    /// When there can be none: why. The line has ended then.
    fn stand_for_next(&mut self) -> Result<(), String> {
        let can_stand = self.stand().is_some();
        if self.path.len() + 1 >= MAX_LINE_STEPS {
            return Err(self.break_off(format!("more than {MAX_LINE_STEPS} moves in a line")));
        }
        if can_stand { Ok(()) } else { Err(self.break_off("too many variations".to_owned())) }
    }

    /// The board at the end of the present line; none when it would cost too
    /// much to get there.
    fn stand(&mut self) -> Option<&Position> {
        if self.standing.is_none() {
            let (from, mut standing) =
                self.kept.last().unwrap_or_else(|| (0, self.kept.copy(&self.root)));
            self.replayed += self.path.len() - from;
            if self.replayed > REPLAYS * self.nodes + MORE_REPLAYS {
                self.kept.let_go(Some(standing));
                return None;
            }
            let innermost = &self.open[self.open.len().saturating_sub(KEPT)..];
            let mut branches = innermost.iter().map(|branch| branch.len).peekable();
            let before = self.path[..from].iter().filter(|&&step| step == Step::Setup).count();
            let mut setups = self.setups[before..].iter();
            for (&step, len) in self.path[from..].iter().zip(from + 1..) {
                let could = match step {
                    Step::Play(color, point) => {
                        move_by_rules(&mut standing, color, Move::At(point)).is_ok()
                    }
                    Step::Pass(color) => move_by_rules(&mut standing, color, Move::Pass).is_ok(),
                    Step::Setup => {
                        setups.next().is_some_and(|stones| standing.set_up(stones).is_ok())
                    }
                };
                debug_assert!(could, "it could be taken before");
                while branches.next_if(|&branch| branch < len).is_some() {}
                if branches.peek() == Some(&len) {
                    self.kept.keep(len, &standing);
                }
            }
            self.standing = Some(standing);
        }
        self.standing.as_ref()
    }

    /// Has the next step follow the present line, and not the one that was
    /// written last.
    fn go_back(&mut self) {
        let steps = self.path.len() + 1;
        if steps < self.encoder.steps() {
            self.encoder.go_back(steps);
        }
    }

    /// Ends the line with what cannot be done.
    fn break_off(&mut self, message: String) -> String {
        self.has_ended = true;
        // Someone may have been taken to have passed first.
        self.kept.let_go(self.standing.take());
        message
    }

    /// Ends the game.
    pub(super) fn finish(&mut self) -> Replayed {
        let (moves, opening) = self.end_first_line();
        Replayed { moves, opening, lines: self.encoder.finish() }
    }
}

/// How many of the steps are moves.
fn moves(path: &[Step]) -> u32 {
    path.iter().filter(|step| step.player().is_some()).count() as u32
}

/// Plays a stone or passes, whoever's turn it is. Tells whether it was the
/// other player's, who is taken to have passed.
fn move_by_rules(position: &mut Position, color: Color, played: Move) -> Result<bool, PlayError> {
    position.begin_with(color);
    position.resume(!color); // if it had ended
    let is_out_of_turn = position.to_move() != color;
    if is_out_of_turn {
        position.pass()?; // it has not ended, so it can be passed
        position.resume(!color);
    }
    match played {
        Move::At(point) => drop(position.play(point)?),
        Move::Pass => position.pass()?,
    }
    Ok(is_out_of_turn)
}

/// The boards where variations begin that are open, the last of them.
#[derive(Default)]
struct Kept {
    /// Each with the length of the line to it.
    boards: VecDeque<(usize, Position)>,
    /// Boards that are needed no more, whose memory is.
    spare: Vec<Position>,
}

impl Kept {
    /// Keeps the board at the end of a line of this length, unless it is kept,
    /// and lets go of the outermost when there are too many.
    fn keep(&mut self, len: usize, standing: &Position) {
        if self.boards.back().is_some_and(|&(last, _)| last == len) {
            return;
        }
        if self.boards.len() == KEPT {
            let outermost = self.boards.pop_front().map(|(_, board)| board);
            self.let_go(outermost);
        }
        let board = self.copy(standing);
        self.boards.push_back((len, board));
    }

    /// Takes the board at the end of a line of this length, if it is kept, and
    /// lets go of those of longer lines.
    fn take(&mut self, len: usize) -> Option<Position> {
        while let Some((_, board)) = self.boards.pop_back_if(|&mut (kept, _)| kept > len) {
            self.let_go(Some(board));
        }
        self.boards.pop_back_if(|&mut (kept, _)| kept == len).map(|(_, board)| board)
    }

    /// A copy of the board of the longest line, and the length of that.
    fn last(&mut self) -> Option<(usize, Position)> {
        let (len, board) = self.boards.pop_back()?;
        let copy = self.copy(&board);
        self.boards.push_back((len, board));
        Some((len, copy))
    }

    fn copy(&mut self, standing: &Position) -> Position {
        match self.spare.pop() {
            Some(mut spare) => {
                spare.clone_from(standing);
                spare
            }
            None => standing.clone(),
        }
    }

    fn let_go(&mut self, board: Option<Position>) {
        self.spare.extend(board);
    }

    fn clear(&mut self) {
        self.spare.extend(self.boards.drain(..).map(|(_, board)| board));
    }
}
