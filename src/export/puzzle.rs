//! A problem with its moves, as it lies on the board that is published: what
//! the formats need that are no game trees.

use std::io;

use super::{Exported, Options, sgf};
use crate::Color;
use crate::go::{Board, Point};
use crate::model::Turn;
use crate::sgf::value::{decode_text, parse_point, parse_points, split_compose};
use crate::sgf::{Charset, GameTree, Node, Property};
use crate::solution::{self, Reading, Solution};

/// A problem and its moves.
pub(super) struct Puzzle {
    pub board: Board,
    /// Who is to move, if that is known.
    pub turn: Option<Color>,
    /// What stands before the first move.
    pub root: Said,
    pub solution: Solution,
    /// What is said of each move of the solution.
    pub said: Vec<Said>,
    /// SGF's GE and DI.
    pub genre: Option<String>,
    pub difficulty: Option<String>,
}

/// What is said of a move, or of the problem.
#[derive(Clone, Debug, Default)]
pub(super) struct Said {
    pub text: String,
    pub marks: Vec<(Point, Mark)>,
}

/// A mark on a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Triangle,
    Square,
    Circle,
    Cross,
    Label(String),
}

impl Puzzle {
    /// The puzzle of a problem.
    ///
    /// # Errors
    /// Those of [`Exported::window`].
    pub fn new(exported: &Exported<'_>) -> io::Result<Puzzle> {
        let board = board(exported)?;
        // The verdicts are read out of the tree: new marks would say less.
        let options = Options { marks: None, ..exported.options };
        let sgf = sgf::text(&Exported { options, ..*exported });
        let tree = GameTree::read(sgf.as_bytes(), Charset::UTF_8);
        let Reading { solution, ids } = solution::read_as(&tree, board.size(), exported.dialect());
        let mut moves = vec![None; tree.node_count()];
        for (id, at) in ids.iter().zip(0..) {
            moves[id.index()] = Some(at);
        }
        let mut said = vec![Said::default(); solution.nodes.len()];
        let mut root = Said::default();
        let mut places = Vec::with_capacity(tree.node_count());
        for node in tree.nodes() {
            let before = node.parent().map_or(Place::Root, |parent| places[parent.id().index()]);
            let is_move = node.get(b"B").or(node.get(b"W")).is_some();
            let place = match moves[node.id().index()] {
                Some(at) => Place::Move(at),
                None if is_move => Place::Nowhere,
                None => before,
            };
            match place {
                Place::Root => root.add(node, &board),
                Place::Move(at) => said[at].add(node, &board),
                Place::Nowhere => {}
            }
            places.push(place);
        }
        let property = |name| {
            let value = decode_text(tree.root()?.get(name)?, Charset::UTF_8).trim().to_lowercase();
            Some(value).filter(|value| !value.is_empty())
        };
        let turn = match exported.turn {
            Turn::Black => Some(Color::Black),
            Turn::White => Some(Color::White),
            Turn::Either | Turn::Unknown => None,
        };
        let (genre, difficulty) = (property(b"GE"), property(b"DI"));
        Ok(Puzzle { board, turn, root, solution, said, genre, difficulty })
    }
}

/// What a node of a game tree belongs to.
#[derive(Clone, Copy)]
enum Place {
    Root,
    Move(usize),
    /// Behind a move that is none.
    Nowhere,
}

/// The published board with its stones.
fn board(exported: &Exported<'_>) -> io::Result<Board> {
    let placement = exported.problem.placement;
    let (region, orientation) = (placement.region, exported.orientation);
    let first = region.origin;
    let last = Point::new(first.col + region.size.cols() - 1, first.row + region.size.rows() - 1);
    let [a, b] = [first, last].map(|corner| orientation.point(corner, placement.board));
    let origin = Point::new(a.col.min(b.col), a.row.min(b.row));
    let mut board = Board::new(orientation.size(placement.board));
    for (point, color) in exported.window()?.board.stones() {
        board.set(Point::new(origin.col + point.col, origin.row + point.row), Some(color));
    }
    Ok(board)
}

impl Said {
    /// Adds what a node says.
    fn add(&mut self, node: Node<'_, '_>, board: &Board) {
        for property in node.properties() {
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
            } else if let Some(mark) = mark(property) {
                let lists = property.values().flat_map(|list| parse_points(list, board.size()));
                self.marks.extend(lists.flatten().map(|point| (point, mark.clone())));
            }
        }
    }
}

fn mark(property: &Property<'_>) -> Option<Mark> {
    match property.name() {
        name if name == *b"TR" => Some(Mark::Triangle),
        name if name == *b"SQ" => Some(Mark::Square),
        name if name == *b"CR" => Some(Mark::Circle),
        name if name == *b"MA" => Some(Mark::Cross),
        _ => None,
    }
}
