//! Finding out what a game tree says is right.

use super::keywords::{verdict, word_at};
use super::{Dialect, Node, Solution, Spot, Steering, Verdict};
use crate::go::Size;
use crate::sgf::value::{Move, parse_move, parse_point, player_of};
use crate::sgf::{self, GameTree, NodeId};

/// The solution of a game tree, in the coordinates of its board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The solution.
    pub solution: Solution,
    /// Which node of the tree each move is.
    pub ids: Vec<NodeId>,
}

/// What is said of one move, in every dialect at once.
#[derive(Clone, Copy, Default)]
struct Marks(u16);

impl Marks {
    const RIGHT: Marks = Marks(1);
    const CHOICE: Marks = Marks(1 << 1);
    const FORCE: Marks = Marks(1 << 2);
    const NOT_THIS: Marks = Marks(1 << 3);
    const PLUS: Marks = Marks(1 << 4);
    const SAYS_RIGHT: Marks = Marks(1 << 5);
    const SAYS_WRONG: Marks = Marks(1 << 6);
    const TE: Marks = Marks(1 << 7);
    const IT: Marks = Marks(1 << 8);
    const DO: Marks = Marks(1 << 9);
    const BM: Marks = Marks(1 << 10);
    const GB: Marks = Marks(1 << 11);
    const WV: Marks = Marks(1 << 12);
    /// A triangle on the move itself.
    const TRIANGLE: Marks = Marks(1 << 13);

    fn add(&mut self, other: Marks) {
        self.0 |= other.0;
    }

    /// Whether one of `other` is among them.
    fn has(self, other: Marks) -> bool {
        self.0 & other.0 != 0
    }

    fn or(self, other: Marks) -> Marks {
        Marks(self.0 | other.0)
    }
}

/// Reads the solution of a tree on a board of a size.
///
/// A move that is no point of the board is left out, with all that lies behind
/// it. A node without a move belongs to the move before it; what stands before
/// the first move says nothing of the answer.
///
/// ```
/// use gtn_db::go::Size;
/// use gtn_db::sgf::{Charset, GameTree};
/// use gtn_db::solution::{self, Dialect, Verdict};
///
/// let sgf = b"(;AB[ba]C[Find the RIGHT move](;B[aa]C[RIGHT])(;B[bb];W[aa]))";
/// let tree = GameTree::read(sgf, Charset::UTF_8);
/// let solution = solution::read(&tree, Size::STANDARD).solution;
/// assert_eq!(solution.dialect, Dialect::GoProblems);
/// let verdicts: Vec<_> = solution.nodes.iter().map(|node| node.verdict).collect();
/// assert_eq!(verdicts, [Some(Verdict::Right), None, Some(Verdict::Wrong)]);
/// ```
pub fn read(tree: &GameTree<'_>, size: Size) -> Reading {
    read_as(tree, size, None)
}

/// The same where the dialect may be known, because the tree was made of a file
/// of another format, or was [read](read()) before.
///
/// ```
/// use gtn_db::go::Size;
/// use gtn_db::sgf::{Charset, GameTree};
/// use gtn_db::solution::{self, Dialect, Verdict};
///
/// // In OGS' puzzles a line without a mark is wrong, the main line too.
/// let tree = GameTree::read(b"(;AB[ba];B[bb])", Charset::UTF_8);
/// let solution = solution::read_as(&tree, Size::STANDARD, Some(Dialect::OgsJson)).solution;
/// assert_eq!(solution.nodes[0].verdict, Some(Verdict::Wrong));
/// ```
pub fn read_as(tree: &GameTree<'_>, size: Size, dialect: Option<Dialect>) -> Reading {
    let mut moves = Moves { nodes: Vec::new(), ids: Vec::new(), marks: Vec::new() };
    // For each node of the tree the move that stands there, or last before it.
    let mut last: Vec<Last> = Vec::with_capacity(tree.node_count());
    for node in tree.nodes() {
        let before = node.parent().map_or(Last::Setup, |parent| last[parent.id().index()]);
        last.push(moves.take(node, before, size));
    }
    moves.finish(dialect)
}

/// Where a line has come to.
#[derive(Clone, Copy)]
enum Last {
    /// No move yet.
    Setup,
    Move(u32),
    /// Behind a move that is none.
    Lost,
}

struct Moves {
    nodes: Vec<Node>,
    ids: Vec<NodeId>,
    marks: Vec<Marks>,
}

impl Moves {
    fn take(&mut self, node: sgf::Node<'_, '_>, before: Last, size: Size) -> Last {
        let parent = match before {
            Last::Lost => return Last::Lost,
            Last::Setup => None,
            Last::Move(parent) => Some(parent),
        };
        let mut last = before;
        let played = node
            .properties()
            .iter()
            .find_map(|property| Some((player_of(property.name())?, property.value())));
        if let Some((color, value)) = played {
            let at = match parse_move(value, size) {
                Ok(Move::At(point)) => Some(Spot::from(point)),
                Ok(Move::Pass) => None,
                Err(_) => return Last::Lost,
            };
            last = Last::Move(self.nodes.len() as u32);
            let steering = Steering::default();
            self.nodes.push(Node { parent, color, at, verdict: None, steering });
            self.ids.push(node.id());
            self.marks.push(Marks::default());
        }
        if let Last::Move(at) = last {
            let at = at as usize;
            let marks = marks(node, self.nodes[at].at, size);
            self.marks[at].add(marks);
        }
        last
    }

    fn finish(mut self, dialect: Option<Dialect>) -> Reading {
        let mut solution =
            Solution { dialect: Dialect::None, nodes: std::mem::take(&mut self.nodes) };
        let has_children = solution.has_children();
        let main = main_line(&solution.nodes);
        let dialect = dialect.unwrap_or_else(|| self.dialect(&has_children, &main));
        if dialect == Dialect::TeBm {
            // TE further up is what it is in a game: a good move.
            let is_marked = |(marks, has): (&Marks, &bool)| !has && marks.has(Marks::TE);
            if self.marks.iter().zip(&has_children).any(is_marked) {
                for (marks, _) in self.marks.iter_mut().zip(&has_children).filter(|(_, has)| **has)
                {
                    marks.0 &= !Marks::TE.0;
                }
            }
        }
        let mut said: Vec<Option<Verdict>> = Vec::with_capacity(solution.nodes.len());
        for (at, node) in solution.nodes.iter_mut().enumerate() {
            let before = node.parent.and_then(|parent| said[parent as usize]);
            let now = mark(dialect, self.marks[at]).or(before);
            said.push(now);
            if !has_children[at] {
                node.verdict = now.or_else(|| unmarked(dialect, main[at]));
            }
            if dialect == Dialect::GoProblems {
                node.steering = Steering {
                    choice: self.marks[at].has(Marks::CHOICE),
                    force: self.marks[at].has(Marks::FORCE),
                    not_this: self.marks[at].has(Marks::NOT_THIS),
                };
            }
        }
        solution.dialect = dialect;
        Reading { solution, ids: self.ids }
    }

    /// The dialect: the properties that only one of them has come first, the
    /// words that are found in any comment last.
    fn dialect(&self, has_children: &[bool], main: &[bool]) -> Dialect {
        let all = self.marks.iter().fold(Marks::default(), |all, &marks| all.or(marks));
        let steering = Marks::CHOICE.or(Marks::FORCE).or(Marks::NOT_THIS);
        // Triangles may stand for anything; uliGo has them on side lines only.
        let triangles = self.marks.iter().zip(main).filter(|(marks, _)| marks.has(Marks::TRIANGLE));
        let others = all.0 & !Marks::TRIANGLE.0;
        let has_triangles = others == 0
            && triangles.clone().count() > 0
            && triangles.clone().all(|(_, main)| !main);
        let words = Marks::SAYS_RIGHT.or(Marks::SAYS_WRONG);
        let has_plus = |(marks, has): (&Marks, &bool)| {
            *has || marks.has(Marks::PLUS) || !marks.has(Marks::SAYS_RIGHT)
        };
        match () {
            () if all.has(Marks::GB) && !all.has(Marks::TE) => Dialect::Glift,
            () if all.has(Marks::RIGHT.or(steering)) => Dialect::GoProblems,
            () if all.has(Marks::TE.or(Marks::IT)) => Dialect::TeBm,
            () if all.has(Marks::WV) || has_triangles => Dialect::UliGo,
            () if all.has(Marks::DO) => Dialect::TeBm,
            () if all.has(Marks::BM) => Dialect::EasyGo,
            () if all.has(Marks::PLUS) && self.marks.iter().zip(has_children).all(has_plus) => {
                Dialect::TsumegoHero
            }
            () if all.has(words.or(Marks::PLUS)) => Dialect::Words,
            () => Dialect::None,
        }
    }
}

/// Which moves are on the main line: a first child comes right behind its
/// parent.
fn main_line(nodes: &[Node]) -> Vec<bool> {
    let mut main: Vec<bool> = Vec::with_capacity(nodes.len());
    for (node, at) in nodes.iter().zip(0_u32..) {
        let follows = node.parent == at.checked_sub(1);
        main.push(follows && main.last().copied().unwrap_or(true));
    }
    main
}

/// All that a node says of its move.
fn marks(node: sgf::Node<'_, '_>, at: Option<Spot>, size: Size) -> Marks {
    let mut marks = Marks::default();
    for property in node.properties() {
        let name = property.name();
        let added = match name {
            _ if name == *b"C" => comment(&property.text()),
            _ if name == *b"TE" => Marks::TE,
            _ if name == *b"IT" => Marks::IT,
            _ if name == *b"DO" => Marks::DO,
            _ if name == *b"BM" => Marks::BM,
            _ if name == *b"GB" => Marks::GB,
            _ if name == *b"WV" => Marks::WV,
            _ if name == *b"TR" && property.value().trim_ascii().is_empty() => Marks::WV,
            _ if name == *b"TR" => {
                let is_move = |value| parse_point(value, size).ok().map(Spot::from) == at;
                if at.is_some() && property.values().any(is_move) {
                    Marks::TRIANGLE
                } else {
                    continue;
                }
            }
            _ => continue,
        };
        marks.add(added);
    }
    marks
}

fn comment(text: &str) -> Marks {
    let mut marks = Marks::default();
    let has_capitals = text.as_bytes().windows(2).any(|two| two.iter().all(u8::is_ascii_uppercase));
    for (word, mark) in [
        ("RIGHT", Marks::RIGHT),
        ("CHOICE", Marks::CHOICE),
        ("FORCE", Marks::FORCE),
        ("NOTTHIS", Marks::NOT_THIS),
    ] {
        if has_capitals && word_at(text, word).is_some() {
            marks.add(mark);
        }
    }
    if text.trim_start().starts_with('+') {
        marks.add(Marks::PLUS);
    }
    match verdict(text) {
        Some(Verdict::Right) => marks.add(Marks::SAYS_RIGHT),
        Some(_) => marks.add(Marks::SAYS_WRONG),
        None => {}
    }
    marks
}

/// What the marks of a move say in a dialect.
fn mark(dialect: Dialect, marks: Marks) -> Option<Verdict> {
    let says = |table: &[(Marks, Verdict)]| {
        table.iter().find(|(mark, _)| marks.has(*mark)).map(|&(_, verdict)| verdict)
    };
    use Verdict::{Doubtful, Lesser, Right, Wrong};
    match dialect {
        Dialect::GoProblems => says(&[(Marks::RIGHT, Right)]),
        Dialect::Glift => says(&[(Marks::GB.or(Marks::RIGHT), Right)]),
        Dialect::TsumegoHero => says(&[(Marks::PLUS, Right)]),
        Dialect::Words => {
            says(&[(Marks::PLUS.or(Marks::SAYS_RIGHT), Right), (Marks::SAYS_WRONG, Wrong)])
        }
        Dialect::TeBm | Dialect::OgsJson | Dialect::SolJson => says(&[
            (Marks::BM, Wrong),
            (Marks::DO, Doubtful),
            (Marks::IT, Lesser),
            (Marks::TE, Right),
        ]),
        Dialect::UliGo => says(&[(Marks::WV.or(Marks::TRIANGLE), Wrong)]),
        Dialect::EasyGo => says(&[(Marks::BM, Wrong), (Marks::SAYS_RIGHT, Right)]),
        Dialect::None => None,
    }
}

/// What a line is where nothing is said of it.
fn unmarked(dialect: Dialect, is_main: bool) -> Option<Verdict> {
    match dialect {
        Dialect::None | Dialect::EasyGo => is_main.then_some(Verdict::Right),
        Dialect::UliGo => Some(Verdict::Right),
        Dialect::Words => None,
        Dialect::GoProblems
        | Dialect::TeBm
        | Dialect::Glift
        | Dialect::TsumegoHero
        | Dialect::OgsJson
        | Dialect::SolJson => Some(Verdict::Wrong),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Color;
    use crate::sgf::Charset;

    /// The dialect, and the ends of the lines: `+` right, `-` wrong, `i`
    /// lesser, `d` doubtful, `?` nothing said.
    fn lines(sgf: &str) -> (&'static str, String) {
        let tree = GameTree::read(sgf.as_bytes(), Charset::UTF_8);
        let Reading { solution, ids } = read(&tree, Size::STANDARD);
        assert_eq!(ids.len(), solution.nodes.len());
        let sign = |leaf: usize| match solution.nodes[leaf].verdict {
            Some(Verdict::Right) => '+',
            Some(Verdict::Lesser) => 'i',
            Some(Verdict::Doubtful) => 'd',
            Some(Verdict::Wrong) => '-',
            None => '?',
        };
        (solution.dialect.name(), solution.leaves().map(sign).collect())
    }

    #[test]
    fn every_dialect_is_read() {
        for (sgf, dialect, ends) in [
            ("(;AB[ba](;B[aa];W[ab];B[ac]C[RIGHT])(;B[bb]))", "goproblems", "+-"),
            ("(;AB[ba](;B[aa]C[so RIGHT it is];W[ab])(;B[bb]C[CHOICE]))", "goproblems", "+-"),
            ("(;AB[ba](;B[aa]C[FORCE])(;B[bb]))", "goproblems", "--"),
            ("(;AB[ba](;B[aa]C[Correct!])(;B[bb]C[Wrong])(;B[cc]))", "words", "+-?"),
            ("(;AB[ba](;B[aa]C[正解图])(;B[bb]C[失敗])(;B[cc]C[变化]))", "words", "+--"),
            ("(;AB[ba](;B[aa]C[+])(;B[bb]C[correct]))", "words", "++"),
            ("(;AB[ba](;B[aa]TE[1])(;B[bb])(;B[cc]IT[])(;B[dd]DO[]))", "te-bm", "+-id"),
            ("(;AB[ba](;B[aa]TE[2];W[ab])(;B[bb]))", "te-bm", "+-"),
            ("(;AB[ba](;B[aa]TE[1](;W[ab];B[ac]TE[1])(;W[ac]))(;B[bb]))", "te-bm", "+--"),
            ("(;AB[ba](;B[aa])(;B[bb]DO[]))", "te-bm", "-d"),
            ("(;AB[ba](;B[aa](;W[bb])(;W[ab]))(;B[bb]WV[];W[aa]))", "uligo", "++-"),
            ("(;AB[ba](;B[aa])(;B[bb]TR[];W[aa]))", "uligo", "+-"),
            ("(;AB[ba](;B[aa])(;B[bb]TR[bb];W[aa]))", "uligo", "+-"),
            ("(;AB[ba](;B[aa];W[ab])(;B[bb]BM[1])(;B[cc]))", "easygo", "+-?"),
            ("(;AB[ba](;B[aa]BM[1])(;B[bb]C[That's right]))", "easygo", "-+"),
            ("(;AB[ba](;B[aa]GB[1])(;B[bb]))", "glift", "+-"),
            ("(;AB[ba](;B[aa]GB[])(;B[bb]C[RIGHT])(;B[cc]))", "glift", "++-"),
            ("(;AB[ba](;B[aa]C[+ well played])(;B[bb]C[no]))", "tsumego-hero", "+-"),
            ("(;AB[ba](;B[aa];W[ab])(;B[bb]))", "none", "+?"),
            ("(;AB[ba];B[aa];C[RIGHT])", "goproblems", "+"),
            ("(;AB[ba])", "none", ""),
        ] {
            assert_eq!(lines(sgf), (dialect, ends.to_owned()), "{sgf}");
        }
    }

    #[test]
    fn what_is_no_mark() {
        // a question, a direction, the vital point, a triangle on other stones
        for sgf in [
            "(;AB[ba]C[Correct or wrong? RIGHT];B[aa];W[ab])",
            "(;AB[ba];B[aa]C[on the right side, BRIGHT])",
            "(;AB[ba];B[aa]TR[aa];W[ab]TR[ab])",
            "(;AB[ba];B[aa]TR[ba])",
        ] {
            assert_eq!(lines(sgf).0, "none", "{sgf}");
        }
    }

    #[test]
    fn a_mark_holds_for_all_lines_behind_it_that_have_none() {
        let sgf = "(;AB[ba];B[aa]C[Wrong](;W[ab])(;W[bb];B[ab]C[Correct]))";
        assert_eq!(lines(sgf), ("words", "-+".to_owned()));
    }

    #[test]
    fn what_follows_a_move_beside_the_board_is_left_out() {
        assert_eq!(lines("(;AB[ba];B[zz];W[aa](;B[bb])(;B[cc]))").1, "");
        assert_eq!(lines("(;AB[ba](;B[zz];W[aa])(;B[tt];W[aa]C[RIGHT]))").1, "+");
    }

    #[test]
    fn accepted_are_the_first_moves_with_a_line_that_is_right() {
        let sgf = "(;AB[ba](;B[aa](;W[ab])(;W[bb];B[ab]C[RIGHT]))(;B[bb];W[aa])\
                   (;B[cc]C[RIGHT NOTTHIS])(;B[]C[RIGHT])(;W[dd]C[RIGHT])(;B[aa]C[RIGHT]))";
        let tree = GameTree::read(sgf.as_bytes(), Charset::UTF_8);
        let solution = read(&tree, Size::STANDARD).solution;
        let at = |node: &Node| node.at;
        let accepted: Vec<_> = solution.accepted(Some(Color::Black)).iter().map(at).collect();
        assert_eq!(accepted, [Some(Spot::new(0, 0)), None]);
        assert_eq!(solution.accepted(None).len(), 3);
    }
}
