//! Reading the solution of a game tree in any dialect.

use super::dialect::Dialect;
use super::keywords::{find_verdict, find_word};
use super::solution_point::SolutionPoint;
use super::solution_tree::{Solution, SolutionNode, Steering, Verdict};
use crate::go::Size;
use crate::sgf::value::{Move, parse_answer, parse_point, player_of};
use crate::sgf::{self, GameTree, NodeId};

/// The solution of a game tree, in the coordinates of its board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reading {
    /// The solution.
    pub solution: Solution,
    /// For each move, its node in the game tree.
    pub ids: Vec<NodeId>,
}

/// The marks of one move, in all dialects, as a bit set.
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
    /// A triangle on the point of the move itself.
    const TRIANGLE: Marks = Marks(1 << 13);
    const DM: Marks = Marks(1 << 14);

    fn add(&mut self, other: Marks) {
        self.0 |= other.0;
    }

    /// Whether the sets have a mark in common.
    fn has(self, other: Marks) -> bool {
        self.0 & other.0 != 0
    }

    fn or(self, other: Marks) -> Marks {
        Marks(self.0 | other.0)
    }
}

/// Reads the solution of a tree on a board of a size.
///
/// A move outside the board is dropped, with all moves behind it; but `zz` is tenuki. The marks of a
/// node without a move belong to the move before; marks before the first move
/// are ignored.
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

/// Reads the solution in a known dialect, or like [`read()`] with `None`.
///
/// The dialect is known if the tree was converted from another format, or was
/// read before.
///
/// ```
/// use gtn_db::go::Size;
/// use gtn_db::sgf::{Charset, GameTree};
/// use gtn_db::solution::{self, Dialect, Verdict};
///
/// // In puzzles of OGS every line without a mark is wrong, even the main line.
/// let tree = GameTree::read(b"(;AB[ba];B[bb])", Charset::UTF_8);
/// let solution = solution::read_as(&tree, Size::STANDARD, Some(Dialect::OgsJson)).solution;
/// assert_eq!(solution.nodes[0].verdict, Some(Verdict::Wrong));
/// ```
pub fn read_as(tree: &GameTree<'_>, size: Size, dialect: Option<Dialect>) -> Reading {
    let mut moves = Moves { nodes: Vec::new(), ids: Vec::new(), marks: Vec::new() };
    // For each node of the tree the last move up to that node.
    let mut last: Vec<LastMove> = Vec::with_capacity(tree.node_count());
    for node in tree.nodes() {
        let before = node.parent().map_or(LastMove::None, |parent| last[parent.id().index()]);
        last.push(moves.add(node, before, size));
    }
    moves.finish(dialect)
}

/// The last move of a line.
#[derive(Clone, Copy)]
enum LastMove {
    /// The line has no move yet.
    None,
    /// The index of the move.
    Move(u32),
    /// A move outside the board, or one behind it.
    Dropped,
}

struct Moves {
    nodes: Vec<SolutionNode>,
    ids: Vec<NodeId>,
    marks: Vec<Marks>,
}

impl Moves {
    fn add(&mut self, node: sgf::Node<'_, '_>, before: LastMove, size: Size) -> LastMove {
        let parent = match before {
            LastMove::Dropped => return LastMove::Dropped,
            LastMove::None => None,
            LastMove::Move(parent) => Some(parent),
        };
        let mut last = before;
        let played = node
            .properties()
            .iter()
            .find_map(|property| Some((player_of(property.name())?, property.value())));
        if let Some((color, value)) = played {
            let at = match parse_answer(value, size) {
                Ok(Move::At(point)) => Some(SolutionPoint::from(point)),
                Ok(Move::Pass) => None,
                Err(_) => return LastMove::Dropped,
            };
            last = LastMove::Move(self.nodes.len() as u32);
            let steering = Steering::default();
            self.nodes.push(SolutionNode { parent, color, at, verdict: None, steering });
            self.ids.push(node.id());
            self.marks.push(Marks::default());
        }
        if let LastMove::Move(at) = last {
            let at = at as usize;
            let marks = collect_marks(node, self.nodes[at].at, size);
            self.marks[at].add(marks);
        }
        last
    }

    fn finish(mut self, dialect: Option<Dialect>) -> Reading {
        let mut solution =
            Solution { dialect: Dialect::None, nodes: std::mem::take(&mut self.nodes) };
        let has_children = solution.has_children();
        let main = find_main_line(&solution.nodes);
        let dialect = dialect.unwrap_or_else(|| self.detect_dialect(&has_children, &main));
        if dialect == Dialect::TeBm {
            // If a line ends with TE, a TE further up only means a good move, as in
            // a game.
            let is_marked = |(marks, has): (&Marks, &bool)| !has && marks.has(Marks::TE);
            if self.marks.iter().zip(&has_children).any(is_marked) {
                for (marks, _) in self.marks.iter_mut().zip(&has_children).filter(|(_, has)| **has)
                {
                    marks.0 &= !Marks::TE.0;
                }
            }
        }
        let mut verdicts: Vec<Option<Verdict>> = Vec::with_capacity(solution.nodes.len());
        for (at, node) in solution.nodes.iter_mut().enumerate() {
            let inherited = node.parent.and_then(|parent| verdicts[parent as usize]);
            let own = interpret_marks(dialect, self.marks[at]);
            verdicts.push(own.or(inherited));
            // The end of a line says with DM that the line has no verdict.
            let is_neutral =
                own.is_none() && dialect == Dialect::TeBm && self.marks[at].has(Marks::DM);
            if !has_children[at] && !is_neutral {
                node.verdict = own.or(inherited).or_else(|| default_verdict(dialect, main[at]));
            }
            if matches!(dialect, Dialect::GoProblems | Dialect::TeBm) {
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

    /// Detects the dialect. Marks that only one dialect has are tested first,
    /// words that may occur in any comment last.
    fn detect_dialect(&self, has_children: &[bool], main: &[bool]) -> Dialect {
        let all = self.marks.iter().fold(Marks::default(), |all, &marks| all.or(marks));
        let steering = Marks::CHOICE.or(Marks::FORCE).or(Marks::NOT_THIS);
        // Triangles have many uses; uliGo has them on variations only.
        let triangles = self.marks.iter().zip(main).filter(|(marks, _)| marks.has(Marks::TRIANGLE));
        let others = all.0 & !Marks::TRIANGLE.0;
        let has_triangles = others == 0
            && triangles.clone().count() > 0
            && triangles.clone().all(|(_, main)| !main);
        let words = Marks::SAYS_RIGHT.or(Marks::SAYS_WRONG);
        let has_plus = |(marks, has): (&Marks, &bool)| {
            *has || marks.has(Marks::PLUS) || !marks.has(Marks::SAYS_RIGHT)
        };
        let mut ends = self.marks.iter().zip(has_children).filter(|(_, has)| !**has);
        let is_neutral = |(marks, _): (&Marks, &bool)| marks.has(Marks::DM);
        let has_neutral_end = ends.clone().any(is_neutral);
        let has_neutral_ends_only =
            has_neutral_end && ends.all(is_neutral) && !all.has(Marks::SAYS_RIGHT.or(Marks::PLUS));
        match () {
            () if all.has(Marks::GB) && !all.has(Marks::TE) => Dialect::Glift,
            () if all.has(Marks::RIGHT) => Dialect::GoProblems,
            () if all.has(Marks::TE.or(Marks::IT)) => Dialect::TeBm,
            () if all.has(Marks::DO) && !all.has(Marks::WV) => Dialect::TeBm,
            () if all.has(Marks::BM) && has_neutral_end => Dialect::TeBm,
            () if has_neutral_ends_only => Dialect::TeBm,
            () if all.has(steering) => Dialect::GoProblems,
            () if all.has(Marks::WV) || has_triangles => Dialect::UliGo,
            () if all.has(Marks::BM) => Dialect::EasyGo,
            () if all.has(Marks::PLUS) && self.marks.iter().zip(has_children).all(has_plus) => {
                Dialect::TsumegoHero
            }
            () if all.has(words.or(Marks::PLUS)) => Dialect::Words,
            () => Dialect::None,
        }
    }
}

/// For each move whether it is on the main line. The first child of a move is
/// the next node.
fn find_main_line(nodes: &[SolutionNode]) -> Vec<bool> {
    let mut main: Vec<bool> = Vec::with_capacity(nodes.len());
    for (node, at) in nodes.iter().zip(0_u32..) {
        let follows = node.parent == at.checked_sub(1);
        main.push(follows && main.last().copied().unwrap_or(true));
    }
    main
}

/// Collects the marks of a node, given the point of its move.
fn collect_marks(node: sgf::Node<'_, '_>, at: Option<SolutionPoint>, size: Size) -> Marks {
    let mut marks = Marks::default();
    for property in node.properties() {
        let name = property.name();
        let added = match name {
            _ if name == *b"C" => collect_comment_marks(&property.text()),
            _ if name == *b"TE" => Marks::TE,
            _ if name == *b"IT" => Marks::IT,
            _ if name == *b"DO" => Marks::DO,
            _ if name == *b"BM" => Marks::BM,
            _ if name == *b"GB" => Marks::GB,
            _ if name == *b"WV" => Marks::WV,
            _ if name == *b"DM" => Marks::DM,
            _ if name == *b"TR" && property.value().trim_ascii().is_empty() => Marks::WV,
            _ if name == *b"TR" => {
                let is_move = |value| parse_point(value, size).ok().map(SolutionPoint::from) == at;
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

fn collect_comment_marks(text: &str) -> Marks {
    let mut marks = Marks::default();
    let has_capitals = text.as_bytes().windows(2).any(|two| two.iter().all(u8::is_ascii_uppercase));
    for (word, mark) in [
        ("RIGHT", Marks::RIGHT),
        ("CHOICE", Marks::CHOICE),
        ("FORCE", Marks::FORCE),
        ("NOTTHIS", Marks::NOT_THIS),
    ] {
        if has_capitals && find_word(text, word).is_some() {
            marks.add(mark);
        }
    }
    if text.trim_start().starts_with('+') {
        marks.add(Marks::PLUS);
    }
    match find_verdict(text) {
        Some(Verdict::Right) => marks.add(Marks::SAYS_RIGHT),
        Some(_) => marks.add(Marks::SAYS_WRONG),
        None => {}
    }
    marks
}

/// The verdict of a move's marks in a dialect.
fn interpret_marks(dialect: Dialect, marks: Marks) -> Option<Verdict> {
    let first_match = |table: &[(Marks, Verdict)]| {
        table.iter().find(|(mark, _)| marks.has(*mark)).map(|&(_, verdict)| verdict)
    };
    use Verdict::{Doubtful, Lesser, Right, Wrong};
    match dialect {
        Dialect::GoProblems => first_match(&[(Marks::RIGHT, Right)]),
        Dialect::Glift => first_match(&[(Marks::GB.or(Marks::RIGHT), Right)]),
        Dialect::TsumegoHero => first_match(&[(Marks::PLUS, Right)]),
        Dialect::Words => {
            first_match(&[(Marks::PLUS.or(Marks::SAYS_RIGHT), Right), (Marks::SAYS_WRONG, Wrong)])
        }
        Dialect::TeBm | Dialect::OgsJson | Dialect::SolJson => first_match(&[
            (Marks::BM, Wrong),
            (Marks::DO, Doubtful),
            (Marks::IT, Lesser),
            (Marks::TE, Right),
        ]),
        Dialect::UliGo => first_match(&[(Marks::WV.or(Marks::TRIANGLE), Wrong)]),
        Dialect::EasyGo => first_match(&[(Marks::BM, Wrong), (Marks::SAYS_RIGHT, Right)]),
        Dialect::None => None,
    }
}

/// The verdict of a line without marks.
fn default_verdict(dialect: Dialect, is_main: bool) -> Option<Verdict> {
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

    /// The dialect, and the verdict of each line: `+` right, `-` wrong, `i`
    /// lesser, `d` doubtful, `?` none.
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
            // DM ends a line without a verdict, whatever is marked before.
            ("(;AB[ba](;B[aa]TE[1])(;B[bb]DM[1])(;B[cc]))", "te-bm", "+?-"),
            ("(;AB[ba](;B[aa]TE[1];W[ab]DM[1])(;B[bb]))", "te-bm", "?-"),
            ("(;AB[ba](;B[aa]DM[1])(;B[bb]BM[1])(;B[cc]))", "te-bm", "?--"),
            ("(;AB[ba](;B[aa]DM[1])(;B[bb]DM[1]))", "te-bm", "??"),
            ("(;AB[ba](;B[aa]TE[1]DM[1])(;B[bb]))", "te-bm", "+-"),
            ("(;AB[ba](;B[aa]DM[1])(;B[bb]))", "none", "+?"),
            ("(;AB[ba](;B[aa]C[Correct!]DM[1])(;B[bb]))", "words", "+?"),
            ("(;AB[ba](;B[aa]DM[1];W[ab])(;B[bb]BM[1]))", "easygo", "+-"),
            // Only one dialect has the word RIGHT; CHOICE, FORCE and NOTTHIS steer in two.
            ("(;AB[ba](;B[aa]TE[1]C[CHOICE])(;B[bb]C[FORCE]))", "te-bm", "+-"),
            ("(;AB[ba](;B[aa]TE[1])(;B[bb]C[RIGHT]))", "goproblems", "-+"),
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
    fn words_and_triangles_that_are_no_marks() {
        // A question, a direction, the vital point, a triangle on another stone.
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
    fn a_mark_holds_for_all_lines_behind_it_without_marks() {
        let sgf = "(;AB[ba];B[aa]C[Wrong](;W[ab])(;W[bb];B[ab]C[Correct]))";
        assert_eq!(lines(sgf), ("words", "-+".to_owned()));
    }

    #[test]
    fn moves_behind_a_move_outside_the_board_are_dropped() {
        assert_eq!(lines("(;AB[ba];B[zy];W[aa](;B[bb])(;B[cc]))").1, "");
        assert_eq!(lines("(;AB[ba](;B[zy];W[aa])(;B[tt];W[aa]C[RIGHT]))").1, "+");
        // Tenuki, as some programs write it.
        assert_eq!(lines("(;AB[ba](;B[aa];W[zz];B[bb]C[RIGHT])(;B[cc]))").1, "+-");
    }

    #[test]
    fn a_first_move_with_a_right_line_is_accepted() {
        let sgf = "(;AB[ba](;B[aa](;W[ab])(;W[bb];B[ab]C[RIGHT]))(;B[bb];W[aa])\
                   (;B[cc]C[RIGHT NOTTHIS])(;B[]C[RIGHT])(;W[dd]C[RIGHT])(;B[aa]C[RIGHT]))";
        let tree = GameTree::read(sgf.as_bytes(), Charset::UTF_8);
        let solution = read(&tree, Size::STANDARD).solution;
        let at = |node: &SolutionNode| node.at;
        let accepted: Vec<_> = solution.accepted(Some(Color::Black)).iter().map(at).collect();
        assert_eq!(accepted, [Some(SolutionPoint::new(0, 0)), None]);
        assert_eq!(solution.accepted(None).len(), 3);
    }

    #[test]
    fn a_right_move_marked_notthis_is_not_accepted_in_te_bm_either() {
        let sgf = b"(;AB[ba](;B[aa]C[NOTTHIS];W[ab]TE[1])(;B[bb]TE[1]))";
        let solution = read(&GameTree::read(sgf, Charset::UTF_8), Size::STANDARD).solution;
        let accepted: Vec<_> = solution.accepted(None).iter().map(|node| node.at).collect();
        assert_eq!(accepted, [Some(SolutionPoint::new(1, 1))]);
        assert!(solution.nodes[0].steering.not_this);
    }
}
