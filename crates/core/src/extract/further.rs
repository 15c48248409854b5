//! Further problems on one board: where a line leaves one answer and gives the next.
//!
//! ```text
//!   (;AB..AW..C[第1图 黑先 第2图 黑先]     two problems on one board
//!     ;B[bs];W[as];B[ds]C[以上为第1图正解]
//!     ;W[zz]                               what is between two answers belongs to neither
//!     ;B[qb]C[以上为第2图正解])
//! ```
//!
//! What the opponent answers elsewhere, or a pass, begins no problem, unless a comment ended the one
//! before, or the board has several and may have one of the opponent's. Nor does a move behind the opponent's
//! answer, if every move so far is called right: then such a word ends nothing.

use std::borrow::Cow;
use std::collections::HashMap;

use super::turn::TurnWords;
use crate::go::{Board, Point, Size};
use crate::sgf::value::{self, Move, parse_answer, parse_point};
use crate::sgf::{GameTree, Node, NodeId, Property};
use crate::{Color, solution};

/// So many lines between the moves of two fights make them different parts of the board.
#[doc(hidden)]
pub const APART: u8 = 5;

/// A board has at most so many problems after its first one: each has a copy of its stones.
pub(super) const MOST: usize = 100;

/// A further problem on a board.
pub(super) enum Further {
    /// It begins at this node, which may only separate it from the problem before.
    From(NodeId),
    /// It would be more than [`MOST`]: its moves stay with the problem before.
    TooMany,
}

/// The smallest rectangle with some points.
#[derive(Clone, Copy)]
struct Bounds {
    cols: (u8, u8),
    rows: (u8, u8),
}

impl Bounds {
    fn of(Point { col, row }: Point) -> Bounds {
        Bounds { cols: (col, col), rows: (row, row) }
    }

    fn join(self, other: Option<Bounds>) -> Bounds {
        let Some(other) = other else { return self };
        let join = |a: (u8, u8), b: (u8, u8)| (a.0.min(b.0), a.1.max(b.1));
        Bounds { cols: join(self.cols, other.cols), rows: join(self.rows, other.rows) }
    }

    fn is_apart_from(self, other: Bounds) -> bool {
        let gap = |a: (u8, u8), b: (u8, u8)| b.0.saturating_sub(a.1).max(a.0.saturating_sub(b.1));
        gap(self.cols, other.cols).max(gap(self.rows, other.rows)) >= APART
    }
}

/// Whether two moves are in different parts of the board.
pub(super) fn are_apart(one: Point, other: Point) -> bool {
    Bounds::of(one).is_apart_from(Bounds::of(other))
}

/// What a comment says of the moves before it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// They are the answer of a numbered problem.
    Answer,
    /// They are another diagram of a numbered problem.
    Other,
}

/// What is at a node and below it.
#[derive(Clone, Copy, Default)]
struct Below {
    end: Option<End>,
    says_right: bool,
    /// The move, if it is on the board.
    played: Option<(Color, Point)>,
    /// Who passes.
    passed: Option<Color>,
    leads_to_right: bool,
    /// The first comment below, or here, that ends a numbered diagram.
    next_end: Option<End>,
    /// The moves here and below up to those in another part of the board, and the latter.
    fight: Option<Bounds>,
    later: Option<Bounds>,
}

/// What is known at a node of the line to it since the problem began.
#[derive(Clone, Copy, Default)]
pub(super) struct Line {
    moves: Option<Bounds>,
    solver: Option<Color>,
    /// Who played or passed last, unless something separates that from what follows.
    last: Option<Color>,
    /// Whether the opponent answered the last move of the solver elsewhere or passed.
    has_left: bool,
    /// Whether the last move, or a comment behind it, is called right.
    is_right: bool,
    /// Whether a move before the last one is not called right.
    has_silent: bool,
    /// Whether a comment behind the last move ends a numbered diagram.
    is_ended: bool,
    /// The first node without a move on the board and without a comment since then.
    separator: Option<NodeId>,
}

impl Line {
    /// Whether a move or pass of a side is the opponent's answer to the last move of the solver.
    fn is_answer(&self, color: Color) -> bool {
        self.last.is_some_and(|last| last != color) && self.solver != Some(color)
    }
}

/// What is known of a board with problems.
struct Known {
    /// How many problems follow the first one.
    further: usize,
    /// Whether its text numbers several problems.
    is_numbered: bool,
    /// The points with labels.
    labels: Vec<Point>,
    /// The only side to move that PL or the text names.
    turn: Option<Color>,
}

/// Finds the further problems on the boards of a tree.
pub(super) struct Finder<'t> {
    tree: &'t GameTree<'t>,
    size: Size,
    below: Vec<Below>,
    known: HashMap<NodeId, Known>,
}

impl<'t> Finder<'t> {
    /// Takes time linear in the tree.
    pub(super) fn new(tree: &'t GameTree<'t>, size: Size) -> Finder<'t> {
        let mut below: Vec<Below> = Vec::with_capacity(tree.node_count());
        let mut parents: Vec<Option<usize>> = Vec::with_capacity(tree.node_count());
        for node in tree.nodes() {
            parents.push(node.parent().map(|parent| parent.id().index()));
            below.push(Below {
                end: comments(node).find_map(|comment| find_end(&comment)),
                says_right: says_right(node),
                played: played(node, size),
                passed: passed(node, size),
                ..Below::default()
            });
        }
        for at in (0..below.len()).rev() {
            let mut here = below[at];
            here.leads_to_right |= here.says_right;
            here.next_end = here.end.or(here.next_end);
            if let Some((_, point)) = here.played {
                let point = Bounds::of(point);
                match here.fight {
                    Some(fight) if fight.is_apart_from(point) => {
                        (here.fight, here.later) = (Some(point), Some(fight));
                    }
                    fight => here.fight = Some(point.join(fight)),
                }
            }
            below[at] = here;
            let Some(parent) = parents[at] else { continue };
            let parent = &mut below[parent];
            parent.leads_to_right |= here.leads_to_right;
            parent.next_end = here.next_end; // the first child comes last
            parent.fight = here.fight.map_or(parent.fight, |fight| Some(fight.join(parent.fight)));
            parent.later = here.later.map_or(parent.later, |later| Some(later.join(parent.later)));
        }
        Finder { tree, size, below, known: HashMap::new() }
    }

    /// Follows a line to a node that sets up no problem, on the board before its move. Returns the
    /// problem that begins there, if one does. `base` is the node that set up the board.
    pub(super) fn follow(
        &mut self,
        line: &mut Line,
        at: NodeId,
        board: &Board,
        base: NodeId,
    ) -> Option<Further> {
        let below = self.below[at.index()];
        let node = self.tree.node(at);
        let mut begins = None;
        if let Some(color) = below.passed {
            line.has_left |= line.is_answer(color);
            line.is_right &= !line.has_left;
            line.last = line.is_answer(color).then_some(color);
        } else if below.played.is_none() && has_move(node) {
            line.last = None; // off the board: it only separates
        }
        if let Some((color, point)) = below.played {
            if self.is_further(line, &below, board, base) {
                let further = &mut self.look_at(base).further;
                if *further == MOST {
                    begins = Some(Further::TooMany);
                } else {
                    *further += 1;
                    begins = Some(Further::From(line.separator.unwrap_or(at)));
                    *line = Line::default();
                }
            }
            line.has_left = line.is_answer(color)
                && line.moves.is_some_and(|moves| moves.is_apart_from(Bounds::of(point)));
            line.has_silent |= line.moves.is_some() && !line.is_right;
            line.moves = Some(Bounds::of(point).join(line.moves));
            line.solver.get_or_insert(color);
            line.last = Some(color);
            (line.is_right, line.is_ended, line.separator) = (false, false, None);
        } else if comments(node).next().is_none() && node.children().nth(1).is_none() {
            line.separator.get_or_insert(at);
        } else {
            line.separator = None;
        }
        line.is_right |= below.says_right && !line.has_left;
        line.is_ended |= below.end.is_some();
        begins
    }

    /// Whether the move of a node begins another problem.
    fn is_further(&mut self, line: &Line, below: &Below, board: &Board, base: NodeId) -> bool {
        let (Some(before), Some((color, point))) = (line.moves, below.played) else { return false };
        let fight = below.fight.unwrap_or(Bounds::of(point));
        let is_elsewhere = |bounds: Bounds| before.is_apart_from(bounds);
        let is_near = |stone: Point| {
            stone.col.abs_diff(point.col).max(stone.row.abs_diff(point.row)) < APART - 1
        };
        let has_jumped = is_elsewhere(fight)
            && below.later.is_none_or(is_elsewhere)
            && board.stones().filter(|&(stone, _)| is_near(stone)).nth(2).is_some();
        let is_next = line.last.is_some_and(|last| last != color);
        let is_right = line.is_right
            && (line.has_silent || !is_next)
            && (line.solver == Some(color) || below.leads_to_right);
        if !line.is_ended && !has_jumped {
            return false;
        }
        if line.is_ended {
            return below.next_end != Some(End::Other);
        }
        let is_answer = line.is_answer(color);
        let known = self.look_at(base);
        // Whoever answers elsewhere leaves the problem, unless the board may have one of this side.
        if is_answer && known.turn.is_some_and(|turn| turn != color) {
            return false;
        }
        let is_right = is_right && !is_answer;
        let has_label = |bounds: Bounds| {
            known.labels.iter().any(|&label| !bounds.is_apart_from(Bounds::of(label)))
        };
        is_right || known.is_numbered || has_label(before) && has_label(fight)
    }

    /// Reads the comments and labels of a board.
    fn look_at(&mut self, base: NodeId) -> &mut Known {
        let (tree, size, below) = (self.tree, self.size, &self.below);
        self.known.entry(base).or_insert_with(|| {
            let mut node = tree.node(base);
            let is_only = |node: Node<'_, '_>| node.children().nth(1).is_none();
            let is_before =
                |node: &Node<'_, '_>| is_only(*node) && below[node.id().index()].played.is_none();
            while let Some(parent) = node.parent().filter(is_before) {
                node = parent;
            }
            let mut known =
                Known { further: 0, is_numbered: false, labels: Vec::new(), turn: None };
            let mut numbers = 0;
            let mut words = TurnWords::default();
            while below[node.id().index()].played.is_none() {
                for property in node.properties() {
                    if property.name() == *b"C" {
                        words.read(&property.text(), property.offset);
                    } else if property.name() == *b"PL" {
                        known.turn = known.turn.or(value::parse_player(property.value()));
                    }
                }
                numbers += comments(node).map(|text| find_numbers(&text).count()).sum::<usize>();
                let labels = node.properties().iter().filter(|label| label.name() == *b"LB");
                let labels = labels.flat_map(Property::values);
                let point = |value: &[u8]| {
                    parse_point(value.split(|&byte| byte == b':').next()?, size).ok()
                };
                known.labels.extend(labels.filter_map(point));
                match node.first_child() {
                    Some(next) if is_only(node) => node = next,
                    _ => break,
                }
            }
            known.is_numbered = numbers > 1;
            known.turn = known.turn.or(words.color());
            known
        })
    }
}

/// The color and point of the move of a node, if it is on the board.
fn played(node: Node<'_, '_>, size: Size) -> Option<(Color, Point)> {
    let mut properties = node.properties().iter();
    properties.find_map(|property| {
        let color = value::player_of(property.name())?;
        match parse_answer(property.value(), size) {
            Ok(Move::At(point)) => Some((color, point)),
            _ => None,
        }
    })
}

/// Who passes in a node.
fn passed(node: Node<'_, '_>, size: Size) -> Option<Color> {
    let mut properties = node.properties().iter();
    properties.find_map(|property| {
        let color = value::player_of(property.name())?;
        (value::parse_move(property.value(), size) == Ok(Move::Pass)).then_some(color)
    })
}

/// Whether a node has a move, on the board or not.
fn has_move(node: Node<'_, '_>) -> bool {
    node.properties().iter().any(|property| value::player_of(property.name()).is_some())
}

/// Whether a comment of a node calls a line right.
pub(super) fn says_right(node: Node<'_, '_>) -> bool {
    comments(node).any(|comment| solution::says_right(&comment))
}

fn comments<'t>(node: Node<'t, '_>) -> impl Iterator<Item = Cow<'t, str>> {
    node.properties().iter().filter(|property| property.name() == *b"C").map(Property::text)
}

/// A number of a problem or diagram in a text.
struct Number<'a> {
    before: &'a str,
    after: &'a str,
}

/// The numbers in a text that count problems or diagrams: `第3图`, `問題3`, `Problem 3`, `Fig. 3`.
fn find_numbers(text: &str) -> impl Iterator<Item = Number<'_>> {
    const UNITS: [char; 7] = ['图', '圖', '図', '题', '題', '问', '問'];
    const WORDS: [&str; 5] = ["problem", "diagram", "figure", "fig", "question"];
    let is_digit = |c: char| c.is_ascii_digit() || ('０'..='９').contains(&c);
    let is_numeral = move |c: char| is_digit(c) || "〇零一二三四五六七八九十百".contains(c);
    let starts = text.char_indices().filter(move |&(at, c)| {
        is_numeral(c) && !text[..at].chars().next_back().is_some_and(is_numeral)
    });
    starts.filter_map(move |(at, first)| {
        let (before, from) = text.split_at(at);
        let after = from.trim_start_matches(is_numeral);
        if let Some(before) = before.trim_end().strip_suffix('第') {
            let after = after.trim_start().strip_prefix(UNITS)?;
            return Some(Number { before, after });
        }
        let before = before.trim_end_matches([' ', '.', '#', ':', '\u{3000}']);
        let word = before.len() - before.trim_end_matches(|c: char| c.is_ascii_alphabetic()).len();
        let word = before[before.len() - word..].to_ascii_lowercase();
        let is_counted = WORDS.contains(&&*word) || before.ends_with(UNITS);
        (is_digit(first) && is_counted).then_some(Number { before, after })
    })
}

/// What a comment says that the moves before it are: `以上为第3图正解`, `以上は第3図の参考図`,
/// `End of problem 3`.
fn find_end(comment: &str) -> Option<End> {
    const ANSWERS: [&str; 6] = ["正解", "正确", "正確", "答案", "解答", "解"];
    const OTHERS: [&str; 6] = ["参考", "參考", "变化", "變化", "失败", "失敗"];
    find_numbers(comment).find_map(|Number { before, after }| {
        let before = before.trim_end_matches(['为', '為', '是', 'が', 'は', '、', '，', ',', ' ']);
        let after = after.trim_start_matches(['的', 'の', '之', ' ']);
        let starts = |words: &[&str]| words.iter().any(|word| after.starts_with(word));
        let is_end = before.ends_with("以上");
        let lower = before.to_ascii_lowercase();
        match () {
            () if is_end && starts(&OTHERS) => Some(End::Other),
            () if is_end && starts(&ANSWERS) => Some(End::Answer),
            () if lower.starts_with("end of ") => Some(End::Answer),
            () => None,
        }
    })
}
