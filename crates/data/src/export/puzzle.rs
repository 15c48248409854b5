//! A problem with its moves on the exported board, for formats without a game
//! tree.

use super::orientation::ExportOptions;
use super::oriented_problem::OrientedProblem;
use super::sgf;
use crate::Color;
use crate::extract::BoardPlace;
use crate::go::{Board, Point};
use crate::gtn::{Diagram, Mark as Sign, SubPosition};
use crate::sgf::value::{decode_text, parse_point, parse_points, split_compose};
use crate::sgf::{Charset, Event, GameTree, Property, Reader};
use crate::solution::{self, Loss, Losses, Reading, Solution, SolutionNode};

/// A problem, its moves, and what the source says of each.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct Puzzle {
    pub(crate) board: Board,
    /// The side to move, if it is known.
    pub(crate) turn: Option<Color>,
    /// The annotation before the first move.
    pub(crate) annotation: Annotation,
    pub(crate) solution: Solution,
    /// The annotation of each move of the solution.
    pub(crate) annotations: Vec<Annotation>,
    /// Losses of merging, and the setups among the moves, which no puzzle has.
    pub(crate) losses: Losses,
    /// The game tree with its own marks.
    pub sgf: String,
    /// SGF's GE.
    pub(crate) genre: Option<String>,
    /// SGF's DI.
    pub(crate) difficulty: Option<String>,
}

/// Comments and marks of a move or of the whole problem.
#[derive(Clone, Debug, Default)]
#[doc(hidden)]
pub struct Annotation {
    pub(crate) text: String,
    pub(crate) marks: Vec<(Point, Mark)>,
}

/// A mark on a point.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum Mark {
    Sign(Sign),
    Label(String),
}

impl Mark {
    /// The labels among some marks, and a diagram with the others. Marks outside of it are left out.
    pub fn draw_all<'m>(
        marks: impl IntoIterator<Item = (Point, &'m Mark)>,
        diagram: &Diagram,
    ) -> (Diagram, Vec<(Point, String)>) {
        let size = diagram.size();
        let mut cells = diagram.cells().to_vec();
        let mut labels = Vec::new();
        for (at, mark) in marks.into_iter().filter(|&(at, _)| size.contains(at)) {
            match mark {
                Mark::Label(label) => labels.push((at, label.clone())),
                Mark::Sign(sign) => cells[usize::from(size.number(at))].mark = Some(*sign),
            }
        }
        let cell = |at| cells[usize::from(size.number(at))];
        (Diagram::build(size, diagram.open(), cell), labels)
    }
}

impl Puzzle {
    /// Reads the moves and annotations of a problem with this [window](OrientedProblem::window).
    pub(crate) fn new(oriented: &OrientedProblem<'_>, window: &SubPosition) -> Puzzle {
        let board = build_board(oriented, window);
        // The verdicts are read from the tree with its own marks: another dialect
        // could express less.
        let options = ExportOptions { marks: None, ..oriented.options };
        let (sgf, mut losses) = sgf::format_tree(&OrientedProblem { options, ..*oriented });
        let tree = GameTree::read(sgf.as_bytes(), Charset::UTF_8);
        let Reading { solution, ids, .. } =
            solution::read_as(&tree, board.size(), oriented.dialect());
        let mut moves = vec![None; tree.node_count()];
        for (id, at) in ids.iter().zip(0..) {
            moves[id.index()] = Some(at);
        }
        let mut annotations = vec![Annotation::default(); solution.nodes.len()];
        let mut annotation = Annotation::default();
        let mut owners = Vec::with_capacity(tree.node_count());
        for node in tree.nodes() {
            let before = node.parent().map_or(Owner::Problem, |parent| owners[parent.id().index()]);
            let is_move = node.get(b"B").or(node.get(b"W")).is_some();
            let owner = match moves[node.id().index()] {
                Some(at) => Owner::Move(at),
                None if is_move => Owner::Nothing,
                None => before,
            };
            let is_setup = |name: &[u8; 2]| node.get(name).is_some();
            if !matches!(owner, Owner::Problem) && [b"AB", b"AW", b"AE"].into_iter().any(is_setup) {
                losses.add(Loss::Setup);
            }
            match owner {
                Owner::Problem => annotation.add(node.properties(), &board),
                Owner::Move(at) => annotations[at].add(node.properties(), &board),
                Owner::Nothing => {}
            }
            owners.push(owner);
        }
        let property = |name| {
            let value = decode_text(tree.root()?.get(name)?, Charset::UTF_8).trim().to_lowercase();
            Some(value).filter(|value| !value.is_empty())
        };
        let turn = oriented.turn.color();
        let (genre, difficulty) = (property(b"GE"), property(b"DI"));
        Puzzle { board, turn, annotation, solution, annotations, losses, sgf, genre, difficulty }
    }

    /// The player who begins: the side to move, unless all first moves are those of the
    /// other player. Without a side to move, the player of the first one. Counts a change.
    pub(crate) fn choose_player(&mut self) -> Option<Color> {
        let is_first = |node: &&SolutionNode| node.parent.is_none();
        let mut first_moves = self.solution.nodes.iter().filter(is_first).map(|node| node.color);
        let first = first_moves.clone().next();
        let player = self.turn.filter(|&turn| first.is_none() || first_moves.any(|by| by == turn));
        let player = player.or(first);
        if self.turn.is_some() && player != self.turn {
            self.losses.add(Loss::Turn);
        }
        player
    }
}

/// What the annotations of a node belong to.
#[derive(Clone, Copy)]
enum Owner {
    Problem,
    /// The index of a move.
    Move(usize),
    /// The node has a move outside the board, or is behind one.
    Nothing,
}

/// The exported board with the stones of the window.
fn build_board(oriented: &OrientedProblem<'_>, window: &SubPosition) -> Board {
    let board = oriented.symmetry.size(oriented.problem.placement.board);
    let place = BoardPlace { origin: oriented.origin(), board };
    place.whole_board(&window.board)
}

impl Annotation {
    /// The annotation of a game tree before its first move, up to where lines branch. The rest of the
    /// tree is not read.
    pub fn before_moves(tree: &[u8], charset: Charset, board: &Board) -> Annotation {
        let mut annotation = Annotation::default();
        let mut node = Vec::new();
        let mut is_open = false;
        for event in Reader::new(tree, charset) {
            match event {
                Event::Property(at) if at.name() == *b"B" || at.name() == *b"W" => break,
                Event::Property(property) => node.push(property),
                Event::Fault(_) => {}
                Event::Node { .. } | Event::Open { .. } | Event::Close { .. } => {
                    annotation.add(&node, board);
                    node.clear();
                    let is_branch = !matches!(event, Event::Node { .. });
                    if is_branch && std::mem::replace(&mut is_open, true) {
                        break;
                    }
                }
            }
        }
        annotation
    }

    /// The marks.
    pub fn into_marks(self) -> Vec<(Point, Mark)> {
        self.marks
    }

    /// Adds the comments and marks of a node.
    fn add(&mut self, node: &[Property<'_>], board: &Board) {
        for property in node {
            let name = property.name();
            if name == *b"C" {
                let text = property.text();
                let gap = if self.text.is_empty() || text.is_empty() { "" } else { "\n\n" };
                self.text.extend([gap, &text]);
            } else if name == *b"LB" {
                self.marks.extend(property.values().filter_map(|value| {
                    let (at, label) = split_compose(value, Charset::UTF_8)?;
                    let label = decode_text(label, Charset::UTF_8).into_owned();
                    Some((parse_point(at, board.size()).ok()?, Mark::Label(label)))
                }));
            } else if let Some(sign) = parse_sign(property) {
                let lists = property.values().flat_map(|list| parse_points(list, board.size()));
                self.marks.extend(lists.flatten().map(|point| (point, Mark::Sign(sign))));
            }
        }
    }
}

fn parse_sign(property: &Property<'_>) -> Option<Sign> {
    match property.name() {
        name if name == *b"TR" => Some(Sign::Triangle),
        name if name == *b"SQ" => Some(Sign::Square),
        name if name == *b"CR" => Some(Sign::Circle),
        name if name == *b"MA" => Some(Sign::Cross),
        _ => None,
    }
}
