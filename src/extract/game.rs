//! A game tree as a game: its moves, replayed by the rules.
//!
//! Each line is replayed from the root. What the rules forbid ends it there,
//! and is told; what came before is kept. A move out of turn is told as well,
//! and is taken as if the other player had passed: records leave passes out.
//! Moves behind two passes are a game that was resumed.

use std::collections::VecDeque;

use super::faults::Faults;
use super::{Fault, facts, start};
use crate::games::{Encoder, LONGEST_LINE, Step, opening};
use crate::go::{Board, Point, Position, Size};
use crate::record::{GameFacts, Variations};
use crate::sgf::value::{self, Move};
use crate::sgf::{Event, Property, Reader};
use crate::{Code, Color};

/// What a tree of moves may cost, in moves that are replayed: so many for each
/// of its nodes, and some more. A comb of variations would cost the square.
const REPLAYS: usize = 64;
const MORE_REPLAYS: usize = 20_000;

/// Of variations within each other, so many of the innermost keep the board
/// that they begin with; those around them are replayed.
const KEPT: usize = 64;

/// A game as its tree has it.
pub(super) struct Played {
    pub facts: GameFacts,
    pub moves: u32,
    pub opening: u64,
    pub lines: Vec<u8>,
    /// Those of the tree, and behind them those of replaying it.
    pub faults: Vec<Fault>,
}

/// What has been told of a tree already, because it was looked at up to its
/// first move.
pub(super) struct Told {
    /// How many events were looked at.
    pub events: usize,
    pub faults: Faults,
}

/// One step of a line as the tree has it.
#[derive(Clone)]
enum Turn {
    Play(Color, Point),
    Pass(Color),
    Setup(Vec<(Point, Option<Color>)>),
}

/// The board where a line has come to.
enum Standing {
    /// After moves.
    Position(Position),
    /// After a setup: whoever moves next, moves.
    Setup(Board),
}

impl Clone for Standing {
    fn clone(&self) -> Standing {
        match self {
            Standing::Position(position) => Standing::Position(position.clone()),
            Standing::Setup(board) => Standing::Setup(board.clone()),
        }
    }

    fn clone_from(&mut self, other: &Standing) {
        match (self, other) {
            (Standing::Position(position), Standing::Position(other)) => position.clone_from(other),
            (standing, other) => *standing = other.clone(),
        }
    }
}

impl Standing {
    fn board(&self) -> Board {
        match self {
            Standing::Position(position) => position.board(),
            Standing::Setup(board) => board.clone(),
        }
    }

    /// The position with a player's turn, and whether it was the other's.
    fn turn_of(&mut self, color: Color) -> Result<(&mut Position, bool), String> {
        if let Standing::Setup(board) = self {
            let position = match board.is_empty() && color == Color::Black {
                true => Position::new(board.size()),
                false => Position::from_board(board, color).map_err(|error| error.to_string())?,
            };
            *self = Standing::Position(position);
        }
        let Standing::Position(position) = self else { return Err(String::new()) };
        position.resume(!color); // if it had ended
        let is_out_of_turn = position.to_move() != color;
        if is_out_of_turn {
            // It has not ended, so it can be passed.
            position.pass().map_err(|error| error.to_string())?;
            position.resume(!color);
        }
        Ok((position, is_out_of_turn))
    }

    /// Takes a turn. Tells whether it was the other player's.
    fn take(&mut self, turn: &Turn) -> Result<bool, String> {
        match turn {
            &Turn::Play(color, point) => {
                let (position, is_out_of_turn) = self.turn_of(color)?;
                position.play(point).map_err(|error| error.to_string())?;
                Ok(is_out_of_turn)
            }
            &Turn::Pass(color) => {
                let (position, is_out_of_turn) = self.turn_of(color)?;
                position.pass().map_err(|error| error.to_string())?;
                Ok(is_out_of_turn)
            }
            Turn::Setup(stones) => {
                let mut board = self.board();
                stones.iter().for_each(|&(point, stone)| board.set(point, stone));
                Position::from_board(&board, Color::Black).map_err(|error| error.to_string())?;
                *self = Standing::Setup(board);
                Ok(false)
            }
        }
    }
}

/// An open parenthesis.
struct Branch {
    /// How long the line to it is.
    len: usize,
    /// Whether that has ended before.
    has_ended: bool,
}

/// The boards where variations begin that are open, the last of them.
#[derive(Default)]
struct Kept {
    /// Each with the length of the line to it.
    boards: VecDeque<(usize, Standing)>,
    /// Boards that are needed no more, whose memory is.
    spare: Vec<Standing>,
}

struct Walk<'a> {
    size: Size,
    facts: GameFacts,
    /// The faults of the tree.
    tree_faults: Faults,
    /// Whether those of the present event have been told.
    is_told: bool,
    /// The faults of replaying it.
    faults: Faults,
    /// The properties of the node that is being read.
    node: Vec<Property<'a>>,
    nodes: usize,
    /// The present line, without the setup at the root.
    path: Vec<Turn>,
    open: Vec<Branch>,
    kept: Kept,
    /// Whether the present line has ended before its last node.
    has_ended: bool,
    /// Whether no more lines are wanted.
    is_over: bool,
    /// How many moves the first line has, and what it has in common with the
    /// same game; once it has ended.
    first_line: Option<(u32, u64)>,
    root: Board,
    /// Where the line has come to; none when it has gone back since.
    standing: Option<Standing>,
    encoder: Option<Encoder>,
    replayed: usize,
    is_out_of_turn_told: bool,
}

/// Reads a game.
pub(super) fn read(
    mut reader: Reader<'_>,
    size: Size,
    variations: Variations,
    told: Told,
) -> Played {
    let mut walk = Walk {
        size,
        facts: GameFacts::default(),
        tree_faults: told.faults,
        is_told: true,
        faults: Faults::default(),
        node: Vec::with_capacity(24),
        nodes: 0,
        path: Vec::with_capacity(300),
        open: Vec::new(),
        kept: Kept::default(),
        has_ended: false,
        is_over: false,
        first_line: None,
        root: Board::new(size),
        standing: None,
        encoder: None,
        replayed: 0,
        is_out_of_turn_told: false,
    };
    let mut events = 0;
    loop {
        if events >= told.events
            && let Some((offset, color, point)) = reader.next_stone(size)
        {
            walk.end_node();
            walk.stone(offset, color, point);
            continue;
        }
        let Some(event) = reader.next() else { break };
        walk.is_told = events < told.events;
        events += 1;
        match event {
            Event::Property(property) => walk.node.push(property),
            Event::Node { .. } => walk.end_node(),
            Event::Open { .. } => {
                walk.end_node();
                walk.open();
            }
            Event::Close { .. } => {
                walk.end_node();
                walk.is_over |= variations == Variations::Main && walk.encoder.is_some();
                walk.close();
            }
            Event::Fault(_) if walk.is_told => {}
            Event::Fault(fault) => walk.tree_faults.tell(|| start::syntax(fault)),
        }
    }
    walk.finish()
}

impl Walk<'_> {
    fn open(&mut self) {
        let len = self.path.len();
        if let Some(standing) = &self.standing
            && !self.is_over
        {
            self.kept.keep(len, standing);
        }
        self.open.push(Branch { len, has_ended: self.has_ended });
    }

    fn close(&mut self) {
        let Some(Branch { len, has_ended }) = self.open.pop() else { return };
        if self.has_ended && self.first_line.is_none() {
            // What comes next is another line, even where none of this one's own
            // moves could be played.
            self.end_first_line();
            self.encoder.iter_mut().for_each(Encoder::end_line);
        }
        if len < self.path.len() {
            self.end_first_line();
            self.path.truncate(len);
            self.kept.spare.extend(self.standing.take());
            self.standing = self.kept.take(len);
        }
        self.has_ended = has_ended || self.is_over;
    }

    /// Looks at the first line, if that has not been done.
    fn end_first_line(&mut self) {
        if self.first_line.is_some() {
            return;
        }
        let step = |turn: &Turn| match *turn {
            Turn::Play(color, point) => Step::Play(color, point),
            Turn::Pass(color) => Step::Pass(color),
            Turn::Setup(_) => Step::Setup,
        };
        let steps: Vec<Step> = self.path.iter().map(step).collect();
        let moves = steps.iter().filter(|step| step.player().is_some()).count() as u32;
        self.first_line = Some((moves, opening(&steps, self.size)));
    }

    fn fault(&mut self, code: Code, offset: usize, cause: impl FnOnce() -> String) {
        self.faults.tell(|| Fault { code, offset, cause: cause() });
    }

    /// Deals with the node that has been read, if one has.
    fn end_node(&mut self) {
        if self.node.is_empty() {
            return;
        }
        let node = std::mem::take(&mut self.node);
        self.nodes += 1;
        let is_root = self.encoder.is_none();
        if is_root {
            self.facts = facts::read(&node, &mut self.faults);
        }
        if !self.has_ended {
            self.setup(&node, is_root);
        }
        for property in &node {
            if let Some(color) = value::player(property.name()) {
                self.play(property, color);
            }
        }
        self.node = node; // its memory is used again
        self.node.clear();
    }

    /// Deals with a node behind the root that is a stone and nothing else.
    fn stone(&mut self, offset: usize, color: Color, point: Point) {
        self.nodes += 1;
        if self.has_ended {
            return;
        }
        // The short way, where nothing needs to be told or looked for.
        let steps = self.path.len() + 1;
        if let (Some(Standing::Position(position)), Some(encoder)) =
            (&mut self.standing, &mut self.encoder)
            && steps == encoder.steps()
            && steps < LONGEST_LINE
            && let Ok(played) = position.play_as(color, point)
        {
            encoder.play(color, point, played.captured);
            self.path.push(Turn::Play(color, point));
            return;
        }
        self.take(Turn::Play(color, point), offset);
    }

    /// Puts up what a node sets up. A node that does not is no setup, but the
    /// root is always one.
    fn setup(&mut self, node: &[Property<'_>], is_root: bool) {
        let mut changes = Vec::new();
        let mut offset = 0;
        for property in node {
            let name = property.name();
            let stone = match () {
                _ if name == *b"AB" => Some(Color::Black),
                _ if name == *b"AW" => Some(Color::White),
                _ if name == *b"AE" => None,
                _ => continue,
            };
            offset = property.offset;
            for list in property.values() {
                match value::points(list, self.size) {
                    Ok(points) => changes.extend(points.map(|point| (point, stone))),
                    Err(_) if list.trim_ascii().is_empty() => {}
                    Err(error) => {
                        self.fault(Code::SetupPoint, property.offset, || format!("{name}: {error}"))
                    }
                }
            }
        }
        if is_root {
            changes.iter().for_each(|&(point, stone)| self.root.set(point, stone));
            let stones: Vec<_> =
                self.root.stones().map(|(point, color)| (point, Some(color))).collect();
            self.encoder = Some(Encoder::new(self.size, &stones));
            if !self.root.is_empty()
                && let Err(error) = Position::from_board(&self.root, Color::Black)
            {
                self.fault(Code::SetupNoLiberty, offset, || {
                    format!("the game cannot begin so: {error}")
                });
                self.has_ended = true;
            }
        } else if !changes.is_empty() {
            // What stands already is no change.
            if let Some(old) = self.stand().map(|standing| standing.board()) {
                let mut new = old.clone();
                changes.iter().for_each(|&(point, stone)| new.set(point, stone));
                changes.sort_unstable_by_key(|&(point, _)| point);
                changes.dedup_by_key(|&mut (point, _)| point);
                changes.iter_mut().for_each(|(point, stone)| *stone = new.get(*point));
                changes.retain(|&(point, stone)| old.get(point) != stone);
            }
            self.take(Turn::Setup(changes), offset);
        }
    }

    fn play(&mut self, property: &Property<'_>, color: Color) {
        let played = value::play(property.value(), self.size);
        if let (Err(error), false) = (&played, self.is_told) {
            self.tree_faults.tell(|| start::bad_move(property, color, error));
        }
        match played {
            _ if self.has_ended => {}
            Ok(Move::At(point)) => self.take(Turn::Play(color, point), property.offset),
            Ok(Move::Pass) => self.take(Turn::Pass(color), property.offset),
            Err(_) => {
                let number = self.number();
                self.fault(Code::MoveIllegal, property.offset, || {
                    format!("the line ends before move {number}")
                });
                self.has_ended = true;
            }
        }
    }

    /// The number of the next move.
    fn number(&self) -> usize {
        let moves = self.path.iter().filter(|turn| !matches!(turn, Turn::Setup(_))).count();
        moves + 1
    }

    /// The board at the end of the present line; none when it would cost too
    /// much to get there.
    fn stand(&mut self) -> Option<&mut Standing> {
        if self.standing.is_none() {
            let (from, mut standing) = match self.kept.last() {
                Some((len, standing)) => (len, standing),
                None => (0, Standing::Setup(self.root.clone())),
            };
            self.replayed += self.path.len() - from;
            if self.replayed > REPLAYS * self.nodes + MORE_REPLAYS {
                return None;
            }
            let innermost = &self.open[self.open.len().saturating_sub(KEPT)..];
            let mut branches = innermost.iter().map(|branch| branch.len).peekable();
            for (turn, len) in self.path[from..].iter().zip(from + 1..) {
                let _ = standing.take(turn); // it could be taken before
                while branches.next_if(|&branch| branch < len).is_some() {}
                if branches.peek() == Some(&len) {
                    self.kept.keep(len, &standing);
                }
            }
            self.standing = Some(standing);
        }
        self.standing.as_mut()
    }

    /// Adds a step to the line, or ends the line.
    fn take(&mut self, turn: Turn, offset: usize) {
        let steps = self.path.len() + 1;
        let taken = match self.stand() {
            _ if steps >= LONGEST_LINE => Err(format!("more than {LONGEST_LINE} moves in a line")),
            None => Err("too many variations".to_owned()),
            Some(standing) => standing.take(&turn),
        };
        let is_out_of_turn = match taken {
            Ok(is_out_of_turn) => is_out_of_turn,
            Err(error) => {
                let what = match turn {
                    Turn::Setup(_) => "the setup behind it",
                    _ => "the move",
                };
                let number = self.number() - usize::from(matches!(turn, Turn::Setup(_)));
                self.fault(Code::MoveIllegal, offset, || {
                    format!("the line ends at move {number}, {what}: {error}")
                });
                self.has_ended = true;
                self.standing = None; // it may have been taken for a pass first
                return;
            }
        };
        if let (true, false, Turn::Play(color, _) | Turn::Pass(color)) =
            (is_out_of_turn, self.is_out_of_turn_told, &turn)
        {
            let number = self.number();
            let cause = format!("move {number}: it is not {color}'s turn (Article 2)");
            self.fault(Code::MoveTurn, offset, || cause);
            self.is_out_of_turn_told = true;
        }
        if let Some(encoder) = &mut self.encoder {
            if steps < encoder.steps() {
                encoder.go_back(steps);
            }
            match &turn {
                &Turn::Play(color, point) => {
                    let captured = match &self.standing {
                        Some(Standing::Position(position)) => position.captured(),
                        _ => &[],
                    };
                    encoder.play(color, point, captured);
                }
                &Turn::Pass(color) => encoder.pass(color),
                Turn::Setup(stones) => encoder.setup(stones),
            }
        }
        self.path.push(turn);
    }

    fn finish(mut self) -> Played {
        self.end_first_line();
        let (moves, opening) = self.first_line.unwrap_or_default();
        let encoder = self.encoder.unwrap_or_else(|| Encoder::new(self.size, &[]));
        let mut faults = self.tree_faults.into_vec();
        faults.append(&mut self.faults.into_vec());
        Played { facts: self.facts, moves, opening, lines: encoder.finish(), faults }
    }
}

impl Kept {
    /// Keeps the board at the end of a line of this length, unless it is kept,
    /// and lets go of the outermost when there are too many.
    fn keep(&mut self, len: usize, standing: &Standing) {
        if self.boards.back().is_some_and(|&(last, _)| last == len) {
            return;
        }
        if self.boards.len() == KEPT {
            self.spare.extend(self.boards.pop_front().map(|(_, board)| board));
        }
        let board = self.copy(standing);
        self.boards.push_back((len, board));
    }

    /// Takes the board at the end of a line of this length, if it is kept, and
    /// lets go of those of longer lines.
    fn take(&mut self, len: usize) -> Option<Standing> {
        while let Some((_, board)) = self.boards.pop_back_if(|&mut (kept, _)| kept > len) {
            self.spare.push(board);
        }
        self.boards.pop_back_if(|&mut (kept, _)| kept == len).map(|(_, board)| board)
    }

    /// A copy of the board of the longest line, and the length of that.
    fn last(&mut self) -> Option<(usize, Standing)> {
        let (len, board) = self.boards.pop_back()?;
        let copy = self.copy(&board);
        self.boards.push_back((len, board));
        Some((len, copy))
    }

    fn copy(&mut self, standing: &Standing) -> Standing {
        match self.spare.pop() {
            Some(mut spare) => {
                spare.clone_from(standing);
                spare
            }
            None => standing.clone(),
        }
    }
}

#[cfg(test)]
#[path = "game_tests.rs"]
mod tests;
