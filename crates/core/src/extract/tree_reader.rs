//! Reads a game tree once: first up to the first move, then to its end.

use super::fault_list::FaultList;
use super::further::are_apart;
use super::outline::Outline;
use super::parts::make_parts;
use super::problem_starts::find_problems;
use super::setup::{SetupReader, find_player};
use super::turn::{TurnEvidence, TurnWords};
use crate::go::{Board, Point};
use crate::model::TreeParts;
use crate::sgf::value::{self, Move, ValueError};
use crate::sgf::{Charset, Event, Ident, Property, Reader, SyntaxFault, SyntaxFaultKind};
use crate::{Color, Fault, Rule};

/// The setup of a game tree.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Setup {
    /// The stones before the first move.
    pub board: Board,
    /// What the tree says of the side to move.
    pub turn_evidence: TurnEvidence,
    /// The faults of the whole tree that do not hide the setup.
    pub faults: Vec<Fault>,
}

/// Reads the setup of a game tree: the stones before the first move, and who is
/// to move.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::extract::extract_setup;
/// use gtn_db::sgf::Charset;
/// use gtn_db::Color;
///
/// let setup = extract_setup(b"(;SZ[9]AB[aa][ba]AW[ca];W[cb])", Charset::UTF_8)?;
/// assert_eq!(setup.board.stones().count(), 3);
/// assert_eq!(setup.turn_evidence.first_mover(), Some(Color::White));
/// # Ok::<(), gtn_db::Fault>(())
/// ```
///
/// # Errors
/// The fault that hides the setup, such as a point outside the board.
pub fn extract_setup(bytes: &[u8], charset: Charset) -> Result<Setup, Fault> {
    match read_setup(bytes, charset) {
        (setup, false) => setup,
        (setup, true) => extract_first_setup(bytes, charset, setup),
    }
}

/// The setup of a tree that is one problem, and whether stones are set up elsewhere than one after the other before the
/// first move.
pub(super) fn read_setup(bytes: &[u8], charset: Charset) -> (Result<Setup, Fault>, bool) {
    let mut reader = TreeReader::new(bytes, charset, usize::MAX);
    let setup = reader.read_setup_and_rest();
    (setup, reader.has_further_setups)
}

/// The setup of the first problem of a tree with further setups; `setup` if it has none.
pub(super) fn extract_first_setup(
    bytes: &[u8],
    charset: Charset,
    setup: Result<Setup, Fault>,
) -> Result<Setup, Fault> {
    // The position is that of the first problem of the tree.
    let outline = Outline::read(bytes, charset);
    let Some(size) = outline.size() else { return setup };
    let (found, _) = find_problems(&outline, size, Some(TreeParts::One));
    let parts = make_parts(bytes, &outline, &found);
    let Some(part) = parts.first() else { return setup };
    let read = TreeReader::new(&part.sgf, charset, part.setup_end).read_setup_and_rest();
    let read =
        read.map_err(|fault| part.faults_in_tree(vec![fault.clone()]).last().unwrap_or(fault))?;
    Ok(Setup { faults: part.faults_in_tree(read.faults).collect(), ..read })
}

/// What is known at the first move of a tree.
pub(super) struct Start {
    /// The stones before the first move.
    pub board: Board,
    /// HA of the root.
    pub handicap: Option<u32>,
    /// Whether the root has PB or PW.
    pub names_player: bool,
    /// The color of the first move, if that is in a variation of the setup.
    pub first_move: Option<Color>,
    /// Whether the tree has a move at all.
    pub has_moves: bool,
}

/// What is known at the end of a tree.
pub(super) struct TreeSummary<'a> {
    /// GN, unless blank.
    pub name: Option<String>,
    /// What the tree says of the side to move; without words until
    /// [`read_words`](Self::read_words).
    pub turn: TurnEvidence,
    /// The number of moves in all variations.
    pub moves: u32,
    pub faults: Vec<Fault>,
    /// The comments of the setup.
    comments: Vec<Property<'a>>,
    /// GN.
    title: Option<Property<'a>>,
}

impl TreeSummary<'_> {
    /// Reads what the comments of the setup and the name say of the side to move.
    pub(super) fn read_words(&mut self) {
        for comment in &self.comments {
            self.turn.words.read(&comment.text(), comment.offset);
        }
        if let Some(title) = &self.title {
            self.turn.words.read(&title.simple_text(), title.offset);
        }
    }
}

/// The part of a tree that is being read.
#[derive(PartialEq, Eq)]
enum Phase {
    /// Before the first move of the first variation.
    Setup,
    /// In the variations that continue the setup.
    Moves,
    /// In variations that branch off before the end of the setup.
    SiblingVariations,
}

/// Reads a game tree. [`read_start`](Self::read_start) comes first, then
/// [`read_rest`](Self::read_rest).
pub(super) struct TreeReader<'a> {
    events: Reader<'a>,
    /// The properties of the node that is being read.
    node: Vec<Property<'a>>,
    phase: Phase,
    /// Whether the root was read.
    has_root: bool,
    /// For each open parenthesis, whether there is a move before it, and the last point played.
    branches: Vec<(bool, Option<Point>)>,
    /// Whether the present line has a move.
    has_moved: bool,
    /// The number of open parentheses around the last node of the setup.
    setup_depth: usize,
    /// The byte at which the setup ends, where setups branch.
    setup_end: usize,
    /// Whether nodes set up stones elsewhere than one after the other before the first move.
    pub(super) has_further_setups: bool,
    /// The last point played in the present line.
    last: Option<Point>,
    /// Whether a move is in another part of the board than the one before it.
    pub(super) has_jump: bool,
    setup: SetupReader,
    comments: Vec<Property<'a>>,
    title: Option<Property<'a>>,
    first_move: Option<Color>,
    /// Whether Black, and White, play a first move after the setup.
    first_moves: [bool; 2],
    moves: u32,
    faults: FaultList,
}

impl<'a> TreeReader<'a> {
    pub(super) fn new(bytes: &'a [u8], charset: Charset, setup_end: usize) -> TreeReader<'a> {
        TreeReader {
            events: Reader::new(bytes, charset),
            node: Vec::with_capacity(24),
            phase: Phase::Setup,
            has_root: false,
            branches: Vec::new(),
            has_moved: false,
            setup_depth: 0,
            setup_end,
            has_further_setups: false,
            last: None,
            has_jump: false,
            setup: SetupReader::new(),
            comments: Vec::new(),
            title: None,
            first_move: None,
            first_moves: [false; 2],
            moves: 0,
            faults: FaultList::default(),
        }
    }

    /// Reads the whole tree.
    fn read_setup_and_rest(&mut self) -> Result<Setup, Fault> {
        let board = self.read_start()?.board;
        let mut summary = self.read_rest()?;
        summary.read_words();
        Ok(Setup { board, turn_evidence: summary.turn, faults: summary.faults })
    }

    /// Reads up to the first move. Nothing after it changes the result.
    ///
    /// # Errors
    /// The fault that hides the setup.
    pub(super) fn read_start(&mut self) -> Result<Start, Fault> {
        while self.moves == 0
            && let Some(event) = self.events.next()
        {
            self.read_event(&event)?;
        }
        Ok(Start {
            board: self.setup.board(),
            handicap: self.setup.handicap,
            names_player: self.setup.names_player,
            first_move: self.first_move,
            has_moves: self.moves > 0,
        })
    }

    /// Reads to the end, or without a known end of the setup, as far as the tree sets up stones in
    /// one place.
    ///
    /// # Errors
    /// As [`read_start`](Self::read_start).
    pub(super) fn read_rest(&mut self) -> Result<TreeSummary<'a>, Fault> {
        // Where set-ups branch, each problem is read from its own text.
        while (self.setup_end < usize::MAX || !self.has_further_setups)
            && let Some(event) = self.events.next()
        {
            self.read_event(&event)?;
        }
        let name = self.title.as_ref().map(|title| title.simple_text().trim().to_owned());
        Ok(TreeSummary {
            name: name.filter(|name| !name.is_empty()),
            turn: TurnEvidence {
                property: self.setup.player,
                first_moves: self.first_moves,
                words: TurnWords::default(),
            },
            moves: self.moves,
            faults: std::mem::take(&mut self.faults).into_vec(),
            comments: std::mem::take(&mut self.comments),
            title: self.title,
        })
    }

    #[inline]
    fn read_event(&mut self, event: &Event<'a>) -> Result<(), Fault> {
        match *event {
            Event::Property(property) => self.node.push(property),
            Event::Node { .. } => self.end_node()?,
            Event::Open { offset } => {
                self.end_node()?;
                if offset >= self.setup_end && self.phase == Phase::Setup {
                    self.phase = Phase::Moves;
                }
                self.branches.push((self.has_moved, self.last));
            }
            Event::Close { .. } => {
                self.end_node()?;
                self.close_branch();
            }
            Event::Fault(fault) => self.read_fault(fault)?,
        }
        Ok(())
    }

    fn read_fault(&mut self, fault: SyntaxFault) -> Result<(), Fault> {
        let hides_setup = match fault.kind {
            SyntaxFaultKind::UnterminatedValue { ident }
            | SyntaxFaultKind::BrokenList { ident } => {
                [*b"AB", *b"AW", *b"AE", *b"SZ"].iter().any(|name| ident == *name)
            }
            _ => false,
        };
        if hides_setup && self.phase == Phase::Setup {
            return Err(syntax_fault(fault));
        }
        self.faults.report(|| syntax_fault(fault));
        Ok(())
    }

    fn close_branch(&mut self) {
        // The reader also closes parentheses that were never opened.
        (self.has_moved, self.last) = self.branches.pop().unwrap_or_default();
        match self.phase {
            // The first variation has no move: its end is the start position.
            Phase::Setup => self.phase = Phase::Moves,
            Phase::Moves if self.branches.len() < self.setup_depth => {
                self.phase = Phase::SiblingVariations;
            }
            _ => {}
        }
    }

    /// Handles the node whose properties have been read, if there is one.
    fn end_node(&mut self) -> Result<(), Fault> {
        if self.node.is_empty() {
            return Ok(());
        }
        let mut node = std::mem::take(&mut self.node);
        if self.has_root {
            let is_further = self.phase != Phase::Setup || self.branches.len() > 1;
            let is_setup =
                |name: Ident| name == *b"AE" || is_further && (name == *b"AB" || name == *b"AW");
            self.has_further_setups |= node.iter().any(|property| is_setup(property.name()));
            if self.phase != Phase::Setup && !self.has_moved {
                let other = self.setup.player.map(|player| !player);
                self.has_further_setups |= other.is_some() && other == find_player(&node);
            }
        }
        if self.phase == Phase::Setup {
            self.read_setup(&node)?;
        } else {
            self.setup.check_later_node(&node, &mut self.faults);
        }
        self.faults.report_left_out(&node, !self.has_root);
        self.has_root = true;
        let moves = node.iter().filter_map(|at| Some((at, value::player_of(at.name())?)));
        for (number, (property, color)) in moves.enumerate() {
            if number == 1 {
                let message = || "a second move in a node is not read".to_owned();
                let offset = property.offset;
                self.faults.report(|| Fault { rule: Rule::LeftOut, offset, message: message() });
            }
            self.read_move(property, color);
        }
        node.clear();
        self.node = node; // reuses the memory
        Ok(())
    }

    fn read_setup(&mut self, node: &[Property<'a>]) -> Result<(), Fault> {
        let has_move = node.iter().any(|property| value::player_of(property.name()).is_some());
        if !has_move {
            self.setup_depth = self.branches.len();
        }
        self.setup.read_node(node, &mut self.faults)?;
        for property in node {
            // The comment of a move is about the position after it.
            if property.name() == *b"C" && !has_move {
                self.comments.push(*property);
            } else if property.name() == *b"GN" {
                self.title.get_or_insert(*property);
            }
        }
        Ok(())
    }

    fn read_move(&mut self, property: &Property<'_>, color: Color) {
        match value::parse_answer(property.value(), self.setup.size()) {
            Ok(Move::At(point)) => {
                self.has_jump |= self.last.is_some_and(|last| are_apart(last, point));
                self.last = Some(point);
            }
            Ok(Move::Pass) => {}
            Err(error) => self.faults.report(|| move_fault(property, color, &error)),
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
}

/// The fault of what the SGF reader skipped or completed.
pub(super) fn syntax_fault(fault: SyntaxFault) -> Fault {
    Fault { rule: Rule::Syntax, offset: fault.offset, message: fault.kind.to_string() }
}

/// The fault of a move that is not a point of the board.
pub(super) fn move_fault(property: &Property<'_>, color: Color, error: &ValueError) -> Fault {
    let message = format!("{}: {error}", color.sgf_char());
    Fault { rule: Rule::AnswerPoint, offset: property.offset, message }
}
