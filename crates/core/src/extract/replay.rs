//! Replays the lines of a game under the rules, one after the other.
//!
//! A line that branches off continues from the checkpoint of its branch point:
//!
//! ```text
//!   1 ── 2 ── 3 ── 4 ── 5      line 1
//!             │    └─── 5      line 2, from the checkpoint after move 4
//!             └─── 4 ── 5      line 3, from the checkpoint after move 3
//! ```

use super::replay_checkpoints::{Checkpoints, MAX_CHECKPOINTS};
use super::wording::{word_no_liberty, word_play_error};
use crate::Color;
use crate::games::{GameEncoder, MAX_LINE_STEPS, Step, hash_opening};
use crate::go::{NoLibertyError, PlayError, Point, Position, Size};
use crate::model::Variations;
use crate::sgf::value::Move;

/// A tree may cost `REPLAYS_PER_NODE * nodes + EXTRA_REPLAYS` moves that are
/// replayed to reach a branch point without a checkpoint. Without this limit,
/// deeply nested variations would take quadratic time.
const REPLAYS_PER_NODE: usize = 64;
const EXTRA_REPLAYS: usize = 20_000;

/// What a setup puts on points: each point once, in reading order.
pub(super) type SetupStones = Vec<(Point, Option<Color>)>;

/// A game that is being replayed. [`reset`](Self::reset) starts the next game
/// and reuses the memory.
pub(super) struct Replay {
    variations: Variations,
    /// Nodes read so far.
    nodes: usize,
    /// Moves replayed so far to reach branch points.
    replayed: usize,
    /// The start position.
    root: Position,
    /// The present line, without the setup of the root.
    path: Vec<Step>,
    /// The stones of each [`Step::Setup`] of the path.
    setups: Vec<SetupStones>,
    /// The position at the end of the path; `None` if the path was shortened
    /// and its position is not known yet.
    position: Option<Position>,
    /// Whether the line has ended before its last node.
    has_ended: bool,
    /// Whether the remaining lines are not wanted.
    is_complete: bool,
    branches: Vec<Branch>,
    checkpoints: Checkpoints,
    /// The number of moves in the main line and the hash of its opening; `None`
    /// before the end of that line.
    main_line: Option<(u32, u64)>,
    encoder: GameEncoder,
}

/// An open parenthesis.
struct Branch {
    /// The length of the path to it.
    len: usize,
    /// Whether the line had ended before it.
    has_ended: bool,
}

/// The lines of a game.
pub(super) struct Lines {
    /// Moves in the main line.
    pub moves: u32,
    /// The hash of the opening of the main line, as by [`hash_opening`].
    pub opening: u64,
    /// The stored form of all lines.
    pub encoded: Vec<u8>,
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
            position: None,
            has_ended: false,
            is_complete: false,
            branches: Vec::new(),
            checkpoints: Checkpoints::default(),
            main_line: None,
            encoder: GameEncoder::new(Size::STANDARD, &[]),
        }
    }

    /// Starts the next game, on an empty board. The state of the last game does
    /// not matter, even if reading it panicked.
    pub(super) fn reset(&mut self, size: Size, variations: Variations) {
        self.variations = variations;
        (self.nodes, self.replayed) = (0, 0);
        self.root.reset(size);
        self.path.clear();
        self.setups.clear();
        self.checkpoints.recycle(self.position.take());
        (self.has_ended, self.is_complete) = (false, false);
        self.branches.clear();
        self.checkpoints.clear();
        self.main_line = None;
        self.encoder.begin(size, &[]);
    }

    /// Counts the next node. Returns whether it is the root.
    pub(super) fn next_node(&mut self) -> bool {
        self.nodes += 1;
        self.nodes == 1
    }

    pub(super) fn open_branch(&mut self) {
        let len = self.path.len();
        if let Some(position) = &self.position
            && !self.is_complete
        {
            self.checkpoints.save(len, position);
        }
        self.branches.push(Branch { len, has_ended: self.has_ended });
    }

    pub(super) fn close_branch(&mut self) {
        self.is_complete |= self.variations == Variations::Main && self.nodes > 0;
        let Some(Branch { len, has_ended }) = self.branches.pop() else { return };
        if self.has_ended && self.main_line.is_none() {
            // The next moves are another line, even if no move of this branch
            // was legal.
            self.finish_main_line();
            self.encoder.end_line();
        }
        if len < self.path.len() {
            self.finish_main_line();
            let setups = self.path.drain(len..).filter(|&step| step == Step::Setup).count();
            self.setups.truncate(self.setups.len() - setups);
            self.checkpoints.recycle(self.position.take());
            self.position = self.checkpoints.restore(len);
        }
        self.has_ended = has_ended || self.is_complete;
    }

    /// Computes [`main_line`](Self::main_line) from the path, unless it is known.
    fn finish_main_line(&mut self) -> (u32, u64) {
        let (path, size) = (&self.path, self.root.size());
        *self.main_line.get_or_insert_with(|| (count_moves(path), hash_opening(path, size)))
    }

    /// Ends the present line before its last node.
    pub(super) fn end_line(&mut self) {
        self.has_ended = true;
    }

    pub(super) fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// The number of moves in the present line.
    pub(super) fn moves(&self) -> u32 {
        count_moves(&self.path)
    }

    /// Sets up the start position.
    ///
    /// # Errors
    /// If a chain has no liberty. The game then has no moves.
    pub(super) fn set_up_root(
        &mut self,
        stones: &[(Point, Option<Color>)],
    ) -> Result<(), NoLibertyError> {
        self.encoder.begin(self.root.size(), stones);
        self.root.set_up(stones).inspect_err(|_| self.has_ended = true)
    }

    /// Removes the stones of a setup that change nothing at the end of the line.
    pub(super) fn without_unchanged(&mut self, mut stones: SetupStones) -> SetupStones {
        if let Some(position) = self.reach_end() {
            stones.retain(|&(point, stone)| position.get(point) != stone);
        }
        stones
    }

    /// Adds a setup to the line.
    ///
    /// # Errors
    /// If a chain would have no liberty or the line becomes too long: the
    /// cause. The line has then ended.
    pub(super) fn set_up(&mut self, stones: SetupStones) -> Result<(), String> {
        let size = self.root.size();
        if let Err(error) = self.reach_end_for_step()?.set_up(&stones) {
            return Err(self.abort_line(word_no_liberty(&error, size)));
        }
        self.rewind_encoder();
        self.encoder.setup(&stones);
        self.path.push(Step::Setup);
        self.setups.push(stones);
        Ok(())
    }

    /// Adds a stone to the line, in the common case: the move is legal and in
    /// turn, and follows the step that was encoded last. Otherwise changes
    /// nothing and returns false.
    #[inline]
    pub(super) fn try_play(&mut self, color: Color, point: Point) -> bool {
        let steps = self.path.len() + 1;
        if let Some(position) = &mut self.position
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

    /// Adds a move to the line. Returns whether it was the other player's turn.
    ///
    /// # Errors
    /// If the move is illegal or the line becomes too long: the cause. The line
    /// has then ended.
    pub(super) fn play(&mut self, color: Color, played: Move) -> Result<bool, String> {
        let size = self.root.size();
        let is_out_of_turn = match play_by_rules(self.reach_end_for_step()?, color, played) {
            Ok(is_out_of_turn) => is_out_of_turn,
            Err(error) => return Err(self.abort_line(word_play_error(&error, size))),
        };
        self.rewind_encoder();
        self.path.push(match played {
            Move::At(point) => {
                let captured = self.position.as_ref().map_or(&[][..], Position::captured);
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

    /// The position at the end of the present line, to which a step is added.
    ///
    /// # Errors
    /// If there can be no further step: the cause. The line has then ended.
    fn reach_end_for_step(&mut self) -> Result<&mut Position, String> {
        let is_reached = self.reach_end().is_some();
        if self.path.len() + 1 >= MAX_LINE_STEPS {
            return Err(self.abort_line(format!("more than {MAX_LINE_STEPS} moves in a line")));
        }
        if !is_reached {
            return Err(self.abort_line("too many variations".to_owned()));
        }
        Ok(self.position.as_mut().expect("reach_end has returned a position"))
    }

    /// The position at the end of the present line; `None` if more replayed
    /// moves would be needed than the tree may cost.
    fn reach_end(&mut self) -> Option<&Position> {
        if self.position.is_none() {
            let (from, mut position) = self
                .checkpoints
                .copy_last()
                .unwrap_or_else(|| (0, self.checkpoints.copy(&self.root)));
            self.replayed += self.path.len() - from;
            if self.replayed > REPLAYS_PER_NODE * self.nodes + EXTRA_REPLAYS {
                self.checkpoints.recycle(Some(position));
                return None;
            }
            let innermost = self.branches.len().saturating_sub(MAX_CHECKPOINTS);
            let mut branches =
                self.branches[innermost..].iter().map(|branch| branch.len).peekable();
            let before = self.path[..from].iter().filter(|&&step| step == Step::Setup).count();
            let mut setups = self.setups[before..].iter();
            for (&step, len) in self.path[from..].iter().zip(from + 1..) {
                let is_legal = match step {
                    Step::Play(color, point) => {
                        play_by_rules(&mut position, color, Move::At(point)).is_ok()
                    }
                    Step::Pass(color) => play_by_rules(&mut position, color, Move::Pass).is_ok(),
                    Step::Setup => {
                        let stones = setups.next().expect("every setup step has its stones");
                        position.set_up(stones).is_ok()
                    }
                };
                debug_assert!(is_legal, "the same step was legal when it was added to the path");
                while branches.next_if(|&branch| branch < len).is_some() {}
                if branches.peek() == Some(&len) {
                    self.checkpoints.save(len, &position);
                }
            }
            self.position = Some(position);
        }
        self.position.as_ref()
    }

    /// Makes the encoder continue at the end of the path, if it has encoded
    /// further steps of another line.
    fn rewind_encoder(&mut self) {
        let steps = self.path.len() + 1;
        if steps < self.encoder.steps() {
            self.encoder.go_back(steps);
        }
    }

    /// Ends the line at an illegal step. Returns the cause.
    fn abort_line(&mut self, cause: String) -> String {
        self.has_ended = true;
        // The illegal step may have added a pass of the other player.
        self.checkpoints.recycle(self.position.take());
        cause
    }

    /// Ends the game.
    pub(super) fn finish(&mut self) -> Lines {
        let (moves, opening) = self.finish_main_line();
        Lines { moves, opening, encoded: self.encoder.finish() }
    }
}

fn count_moves(path: &[Step]) -> u32 {
    path.iter().filter(|step| step.player().is_some()).count() as u32
}

/// Plays a stone or passes. If it is the other player's turn, that player passes
/// first. Returns whether this was so.
fn play_by_rules(position: &mut Position, color: Color, played: Move) -> Result<bool, PlayError> {
    position.begin_with(color);
    position.resume(!color); // if two passes have ended the game
    let is_out_of_turn = position.to_move() != color;
    if is_out_of_turn {
        position.pass()?;
        position.resume(!color);
    }
    match played {
        Move::At(point) => drop(position.play(point)?),
        Move::Pass => position.pass()?,
    }
    Ok(is_out_of_turn)
}
