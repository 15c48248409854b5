//! Reading a tree up to and behind its first moves.

use super::Fault;
use super::turn::in_words;
use crate::Color;
use crate::go::{Board, Size};
use crate::record::TurnSource;
use crate::sgf::value;
use crate::sgf::{Event, FaultKind, Property, Reader};

/// What a tree starts from, and what it holds.
pub(super) struct Start {
    /// The stones before the first move.
    pub board: Board,
    pub name: Option<String>,
    /// HA.
    pub handicap: Option<u32>,
    pub names_player: bool,
    pub turn: Option<Color>,
    pub turn_source: TurnSource,
    /// The color of the very first move.
    pub first_move: Option<Color>,
    /// Moves in all variations.
    pub moves: u32,
    pub faults: Vec<Fault>,
}

/// How far a walk has come.
#[derive(PartialEq, Eq)]
enum Phase {
    /// Before the first move of the first variation.
    Setup,
    /// Among the variations that follow the setup.
    Moves,
    /// In variations that branch off above it.
    Beside,
}

struct Walk<'a> {
    size: Size,
    /// Made when the size is known, which the root tells in any place.
    board: Option<Board>,
    /// The properties of the node that is being read.
    node: Vec<Property<'a>>,
    phase: Phase,
    /// For each open parenthesis, whether a move stands on the line to it.
    lines: Vec<bool>,
    /// Whether a move stands on the present line.
    has_moved: bool,
    /// The number of open parentheses around the last node of the setup.
    setup_depth: usize,
    player: Option<Color>,
    first_moves: [bool; 2],
    comments: Vec<Property<'a>>,
    title: Option<Property<'a>>,
    start: Start,
}

/// Reads a tree.
///
/// # Errors
/// When what it starts from cannot be known: the fault that hides it.
pub(super) fn read(reader: Reader<'_>) -> Result<Start, Fault> {
    let mut walk = Walk {
        size: Size::STANDARD,
        board: None,
        node: Vec::with_capacity(12),
        phase: Phase::Setup,
        lines: Vec::new(),
        has_moved: false,
        setup_depth: 0,
        player: None,
        first_moves: [false; 2],
        comments: Vec::new(),
        title: None,
        start: Start {
            board: Board::new(Size::STANDARD),
            name: None,
            handicap: None,
            names_player: false,
            turn: None,
            turn_source: TurnSource::None,
            first_move: None,
            moves: 0,
            faults: Vec::new(),
        },
    };
    for event in reader {
        match event {
            Event::Property(property) => walk.node.push(property),
            Event::Node { .. } => walk.end_node()?,
            Event::Open { .. } => {
                walk.end_node()?;
                walk.lines.push(walk.has_moved);
            }
            Event::Close { .. } => {
                walk.end_node()?;
                walk.close();
            }
            Event::Fault(fault) => walk.fault(fault)?,
        }
    }
    walk.end_node()?;
    Ok(walk.finish())
}

impl<'a> Walk<'a> {
    fn fault(&mut self, fault: crate::sgf::Fault) -> Result<(), Fault> {
        let hides_setup = match fault.kind {
            FaultKind::UnterminatedValue { ident } => {
                [*b"AB", *b"AW", *b"AE", *b"SZ"].iter().any(|name| ident == *name)
            }
            _ => false,
        };
        let told = Fault { offset: fault.offset, cause: fault.kind.to_string() };
        if hides_setup && self.phase == Phase::Setup {
            return Err(told);
        }
        self.start.faults.push(told);
        Ok(())
    }

    fn close(&mut self) {
        self.has_moved = self.lines.pop().unwrap_or(false);
        match self.phase {
            // The first variation had no move: what it set up is the start.
            Phase::Setup => self.phase = Phase::Moves,
            Phase::Moves if self.lines.len() < self.setup_depth => self.phase = Phase::Beside,
            _ => {}
        }
    }

    /// Deals with the node that has been read, if one has.
    fn end_node(&mut self) -> Result<(), Fault> {
        if self.node.is_empty() {
            return Ok(());
        }
        let node = std::mem::take(&mut self.node);
        if self.phase == Phase::Setup {
            self.setup(&node)?;
        }
        for property in &node {
            let name = property.name();
            if name == *b"B" {
                self.play(property, Color::Black);
            } else if name == *b"W" {
                self.play(property, Color::White);
            }
        }
        self.node = node; // its memory is used again
        self.node.clear();
        Ok(())
    }

    fn play(&mut self, property: &Property<'_>, color: Color) {
        if let Err(error) = value::play(property.value(), self.size) {
            self.start.faults.push(Fault {
                offset: property.offset,
                cause: format!("{}: {error}", color.sgf_char()),
            });
        }
        if self.phase == Phase::Setup {
            self.phase = Phase::Moves;
        }
        if self.phase == Phase::Moves && !self.has_moved {
            self.first_moves[color as usize] = true;
            self.start.first_move.get_or_insert(color);
        }
        self.has_moved = true;
        self.start.moves += 1;
    }

    /// Reads a node of the setup.
    fn setup(&mut self, node: &[Property<'a>]) -> Result<(), Fault> {
        self.setup_depth = self.lines.len();
        if self.board.is_none() {
            self.root(node)?;
        }
        let mut seen = [0_u64; 52]; // points of this node, a number for each row
        for property in node {
            let name = property.name();
            if name == *b"AB" {
                self.stones(property, Some(Color::Black), &mut seen)?;
            } else if name == *b"AW" {
                self.stones(property, Some(Color::White), &mut seen)?;
            } else if name == *b"AE" {
                self.stones(property, None, &mut seen)?;
            } else if name == *b"PL" {
                self.player = match property.value().trim_ascii().first() {
                    Some(b'B' | b'b' | b'1') => Some(Color::Black),
                    Some(b'W' | b'w' | b'2') => Some(Color::White),
                    _ => self.player,
                };
            } else if name == *b"C" {
                self.comments.push(*property);
            } else if name == *b"GN" {
                self.title = Some(*property);
            }
        }
        Ok(())
    }

    /// Reads what only the root says.
    fn root(&mut self, node: &[Property<'a>]) -> Result<(), Fault> {
        for property in node {
            let name = property.name();
            let number = || std::str::from_utf8(property.value()).ok()?.trim().parse::<u32>().ok();
            if name == *b"SZ" {
                self.size = value::size(property.value()).map_err(|error| Fault {
                    offset: property.offset,
                    cause: format!("SZ: {error}"),
                })?;
            } else if name == *b"GM" && number().is_some_and(|game| game != 1) {
                let game = property.simple_text();
                let cause = format!("GM[{}] is not go", game.escape_debug());
                return Err(Fault { offset: property.offset, cause });
            } else if name == *b"HA" {
                self.start.handicap = number();
            } else if name == *b"PB" || name == *b"PW" {
                self.start.names_player = true;
            }
        }
        self.board = Some(Board::new(self.size));
        Ok(())
    }

    fn stones(
        &mut self,
        property: &Property<'_>,
        stone: Option<Color>,
        seen: &mut [u64; 52],
    ) -> Result<(), Fault> {
        let Some(board) = &mut self.board else { return Ok(()) };
        for list in property.values() {
            if list.trim_ascii().is_empty() {
                continue; // AB[] says that there is none
            }
            let points = value::points(list, self.size).map_err(|error| Fault {
                offset: property.offset,
                cause: format!("{}: {error}", property.name()),
            })?;
            for point in points {
                let row = &mut seen[usize::from(point.row)];
                let was_seen = *row >> point.col & 1 != 0;
                *row |= 1 << point.col;
                if was_seen {
                    let fault = |what| Fault {
                        offset: property.offset,
                        cause: format!("{}: the point {point} {what}", property.name()),
                    };
                    if board.get(point) != stone {
                        return Err(fault("is set up in two ways in one node"));
                    }
                    self.start.faults.push(fault("is named twice"));
                }
                board.set(point, stone);
            }
        }
        Ok(())
    }

    /// Who is to move, and what tells it.
    fn turn(&self, title: Option<&str>) -> (Option<Color>, TurnSource) {
        if self.player.is_some() {
            return (self.player, TurnSource::Property);
        }
        match self.first_moves {
            [true, false] => return (Some(Color::Black), TurnSource::FirstMoves),
            [false, true] => return (Some(Color::White), TurnSource::FirstMoves),
            _ => {}
        }
        let comments = self.comments.iter().find_map(|comment| in_words(&comment.text()));
        match comments.or_else(|| title.and_then(in_words)) {
            Some(color) => (Some(color), TurnSource::Words),
            None => (None, TurnSource::None),
        }
    }

    fn finish(mut self) -> Start {
        let title = self.title.map(|title| title.simple_text().trim().to_owned());
        let name = title.filter(|title| !title.is_empty());
        (self.start.turn, self.start.turn_source) = self.turn(name.as_deref());
        self.start.name = name;
        if let Some(board) = self.board {
            self.start.board = board;
        }
        self.start
    }
}
