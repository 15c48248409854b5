//! Reading a tree up to and behind its first moves.

use super::faults::Faults;
use super::turn::{Stated, in_words};
use crate::go::{Board, Point, Size};
use crate::sgf::value::{self, ValueError};
use crate::sgf::{self, Event, Property, SyntaxFaultKind};
use crate::{Color, Fault, Rule};

/// What a tree starts from, as it is known at its first move.
pub(super) struct Start {
    /// The stones before the first move.
    pub board: Board,
    /// HA.
    pub handicap: Option<u32>,
    pub names_player: bool,
    /// The color of the first move.
    pub first_move: Option<Color>,
    /// Whether there is a move at all.
    pub has_moves: bool,
    /// How many events were read up to there.
    pub events: usize,
}

/// What a whole tree says.
pub(super) struct Told {
    pub name: Option<String>,
    pub stated: Stated,
    /// Moves in all variations.
    pub moves: u32,
    pub faults: Vec<Fault>,
}

/// What has been told of a tree that is left behind its first move, for another
/// walk over it.
pub(super) struct Left<'a> {
    /// How many events were looked at.
    pub events: usize,
    pub faults: Faults,
    /// Memory for the properties of a node.
    pub node: Vec<Property<'a>>,
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

/// Points, a number for each row and a bit for each column.
type Points = [u64; 52];

/// A walk over a tree, as far as it has come.
pub(super) struct Walk<'a> {
    /// Known when the root has been read, which tells it in any place.
    size: Option<Size>,
    /// The stones that stand, Black's and White's. By rows, because there are
    /// files that set up the whole board in every node.
    stones: [Points; 2],
    faults: Faults,
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
    reads_all_words: bool,
    handicap: Option<u32>,
    names_player: bool,
    first_move: Option<Color>,
    moves: u32,
}

/// The fault of what the reader skipped or made up.
pub(super) fn syntax(fault: sgf::SyntaxFault) -> Fault {
    Fault { rule: Rule::Syntax, offset: fault.offset, message: fault.kind.to_string() }
}

/// The fault of a move that is on no point.
pub(super) fn bad_move(property: &Property<'_>, color: Color, error: &ValueError) -> Fault {
    let message = format!("{}: {error}", color.sgf_char());
    Fault { rule: Rule::AnswerPoint, offset: property.offset, message }
}

impl<'a> Walk<'a> {
    /// A walk that has not begun. With `reads_all_words` it also reads what
    /// words say of a turn that something stronger tells.
    pub(super) fn new(reads_all_words: bool) -> Walk<'a> {
        Walk {
            size: None,
            stones: [[0; 52]; 2],
            faults: Faults::default(),
            node: Vec::with_capacity(24),
            phase: Phase::Setup,
            lines: Vec::new(),
            has_moved: false,
            setup_depth: 0,
            player: None,
            first_moves: [false; 2],
            comments: Vec::new(),
            title: None,
            reads_all_words,
            handicap: None,
            names_player: false,
            first_move: None,
            moves: 0,
        }
    }

    /// Walks up to the first move: what comes behind changes nothing of what
    /// this gives.
    ///
    /// # Errors
    /// When what the tree starts from cannot be known: the fault that hides it.
    pub(super) fn begin(
        &mut self,
        events: &mut impl Iterator<Item = Event<'a>>,
    ) -> Result<Start, Fault> {
        let mut read = 0;
        while self.moves == 0
            && let Some(event) = events.next()
        {
            self.take(&event)?;
            read += 1;
        }
        Ok(Start {
            board: self.board(),
            handicap: self.handicap,
            names_player: self.names_player,
            first_move: self.first_move,
            has_moves: self.moves > 0,
            events: read,
        })
    }

    /// Walks on to the end.
    ///
    /// # Errors
    /// As for [`begin`](Self::begin).
    pub(super) fn finish(mut self, events: impl Iterator<Item = Event<'a>>) -> Result<Told, Fault> {
        for event in events {
            self.take(&event)?;
        }
        let title = self.title.map(|title| title.simple_text().trim().to_owned());
        let name = title.filter(|title| !title.is_empty());
        let mut stated =
            Stated { property: self.player, first_moves: self.first_moves, words: None };
        if self.reads_all_words || stated.turn().0.is_none() {
            stated.words = self.words(name.as_deref());
        }
        Ok(Told { name, stated, moves: self.moves, faults: self.faults.into_vec() })
    }

    /// Leaves the tree behind so many events.
    pub(super) fn leave(mut self, events: usize) -> Left<'a> {
        self.node.clear();
        Left { events, faults: self.faults, node: self.node }
    }

    #[inline]
    fn take(&mut self, event: &Event<'a>) -> Result<(), Fault> {
        match *event {
            Event::Property(property) => self.node.push(property),
            Event::Node { .. } => self.end_node()?,
            Event::Open { .. } => {
                self.end_node()?;
                self.lines.push(self.has_moved);
            }
            Event::Close { .. } => {
                self.end_node()?;
                self.close();
            }
            Event::Fault(fault) => self.fault(fault)?,
        }
        Ok(())
    }

    fn fault(&mut self, fault: sgf::SyntaxFault) -> Result<(), Fault> {
        let hides_setup = match fault.kind {
            SyntaxFaultKind::UnterminatedValue { ident } => {
                [*b"AB", *b"AW", *b"AE", *b"SZ"].iter().any(|name| ident == *name)
            }
            _ => false,
        };
        if hides_setup && self.phase == Phase::Setup {
            return Err(syntax(fault));
        }
        self.faults.tell(|| syntax(fault));
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
            if let Some(color) = value::player_of(property.name()) {
                self.play(property, color);
            }
        }
        self.node = node; // its memory is used again
        self.node.clear();
        Ok(())
    }

    fn play(&mut self, property: &Property<'_>, color: Color) {
        if let Err(error) = value::parse_move(property.value(), self.size()) {
            self.faults.tell(|| bad_move(property, color, &error));
        }
        if self.phase == Phase::Setup {
            self.phase = Phase::Moves;
        }
        if self.phase == Phase::Moves && !self.has_moved {
            self.first_moves[color as usize] = true;
            self.first_move.get_or_insert(color);
        }
        self.has_moved = true;
        self.moves += 1;
    }

    /// Reads a node of the setup.
    fn setup(&mut self, node: &[Property<'a>]) -> Result<(), Fault> {
        if node.iter().all(|property| value::player_of(property.name()).is_none()) {
            self.setup_depth = self.lines.len();
        }
        if self.size.is_none() {
            self.root(node)?;
        }
        let mut seen = [[0; 52]; 3]; // what this node makes black, white and empty
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

    fn size(&self) -> Size {
        self.size.unwrap_or(Size::STANDARD)
    }

    /// Reads what only the root says.
    fn root(&mut self, node: &[Property<'a>]) -> Result<(), Fault> {
        let mut size = Size::STANDARD;
        for property in node {
            let name = property.name();
            let number = || std::str::from_utf8(property.value()).ok()?.trim().parse::<u32>().ok();
            if name == *b"SZ" {
                size = value::parse_size(property.value()).map_err(|error| Fault {
                    rule: Rule::BoardSize,
                    offset: property.offset,
                    message: format!("SZ: {error}"),
                })?;
            } else if name == *b"GM" && number().is_some_and(|game| game != 1) {
                let game = property.simple_text();
                let message = format!("GM[{}] is not go", game.escape_debug());
                return Err(Fault { rule: Rule::OtherGame, offset: property.offset, message });
            } else if name == *b"HA" {
                self.handicap = number();
            } else if name == *b"PB" || name == *b"PW" {
                self.names_player = true;
            }
        }
        self.size = Some(size);
        Ok(())
    }

    fn stones(
        &mut self,
        property: &Property<'_>,
        stone: Option<Color>,
        seen: &mut [Points; 3],
    ) -> Result<(), Fault> {
        let own = stone.map_or(2, |color| color as usize);
        let size = self.size();
        for list in property.values() {
            if list.trim_ascii().is_empty() {
                continue; // AB[] says that there is none
            }
            let points = value::parse_points(list, size).map_err(|error| Fault {
                rule: Rule::SetupPoint,
                offset: property.offset,
                message: format!("{}: {error}", property.name()),
            })?;
            let (from, to) = points.corners();
            let cols = ((1 << (to.col - from.col + 1)) - 1) << from.col;
            let fault = |rule, points: u64, row, what| {
                let point = Point::new(points.trailing_zeros() as u8, row);
                let message = format!("{}: the point {point} {what}", property.name());
                Fault { rule, offset: property.offset, message }
            };
            let mut is_told = false;
            for row in from.row..=to.row {
                let at = usize::from(row);
                let twice = seen[own][at] & cols;
                let others = (0..3).filter(|&other| other != own);
                let otherwise = others.fold(0, |all, other| all | seen[other][at]) & cols;
                if otherwise != 0 {
                    return Err(fault(
                        Rule::SetupBoth,
                        otherwise,
                        row,
                        "is set up in two ways in one node",
                    ));
                }
                if twice != 0 && !is_told {
                    self.faults.tell(|| fault(Rule::SetupTwice, twice, row, "is named twice"));
                    is_told = true; // once for each value
                }
                seen[own][at] |= cols;
                for (color, stones) in self.stones.iter_mut().enumerate() {
                    stones[at] = stones[at] & !cols | if color == own { cols } else { 0 };
                }
            }
        }
        Ok(())
    }

    /// The board with the stones that stand.
    fn board(&self) -> Board {
        let mut board = Board::new(self.size());
        for (color, rows) in [Color::Black, Color::White].into_iter().zip(self.stones) {
            for (row, mut points) in (0..board.size().rows()).zip(rows) {
                while points != 0 {
                    board.set(Point::new(points.trailing_zeros() as u8, row), Some(color));
                    points &= points - 1;
                }
            }
        }
        board
    }

    /// Who is to move, in words.
    fn words(&self, title: Option<&str>) -> Option<Color> {
        let comments = self.comments.iter().find_map(|comment| in_words(&comment.text()));
        comments.or_else(|| title.and_then(in_words))
    }
}
