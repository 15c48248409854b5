//! Reading the solution of a game tree in any dialect.

use std::collections::HashSet;

use super::dialect::Dialect;
use super::keywords::{Statement, find_statement};
use super::marks::{
    Marked, Marks, collect_marks, collect_tokens, collect_words, collect_words_of, default_verdict,
    interpret_marks,
};
use super::solution_point::SolutionPoint;
use super::solution_tree::{Solution, SolutionNode, Steering, Verdict};
use crate::Color;
use crate::go::Size;
use crate::sgf::value::{Move, parse_answer, player_of};
use crate::sgf::{self, GameTree, Ident, NodeId, Property};

/// The solution of a game tree, in the coordinates of its board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reading {
    /// The solution.
    pub solution: Solution,
    /// For each move, its node in the game tree.
    pub ids: Vec<NodeId>,
}

/// Reads the solution of a tree on a board of a size.
///
/// A move outside the board is dropped, with all moves behind it; but `zz` is
/// tenuki. The marks of a node without a move belong to the move before. Before
/// the first move only words at the head of a variation and names of nodes behind the root count: they
/// belong to the first move behind them.
///
/// ```
/// # use gtn_db_core as gtn_db;
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
/// # use gtn_db_core as gtn_db;
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
    let mut moves =
        Moves { nodes: Vec::new(), ids: Vec::new(), marks: Vec::new(), solvers: Vec::new() };
    // For each node of the tree the last move up to that node.
    let mut last: Vec<LastMove> = Vec::with_capacity(tree.node_count());
    for node in tree.nodes() {
        let before = node
            .parent()
            .map_or(LastMove::None(Marks::default()), |parent| last[parent.id().index()]);
        last.push(moves.add(node, before, size));
    }
    let mut reading = moves.finish(dialect);
    let Solution { dialect, nodes } = &mut reading.solution;
    let is_empty = !nodes.is_empty() && nodes.iter().all(|node| node.at.is_none());
    // `RIGHT` was written by a person, TE by a converter.
    if is_empty && *dialect != Dialect::GoProblems && says_unsolved(tree) {
        if *dialect == Dialect::Words {
            *dialect = Dialect::None;
        }
        nodes.iter_mut().for_each(|node| node.verdict = None);
    }
    reading
}

/// Whether a comment or name in a tree says that no answer is known. Such words
/// count only in a tree without any move but tenuki.
pub(crate) fn says_unsolved(tree: &GameTree<'_>) -> bool {
    let names: [Ident; 4] = [b"C".as_slice(), b"N", b"GN", b"GC"].map(Ident::new);
    let says = |property: &Property<'_>| {
        names.contains(&property.name())
            && find_statement(&property.text()) == Some(Statement::Unsolved)
    };
    tree.nodes().any(|node| node.properties().iter().any(says))
}

/// Whether a comment calls a line right.
pub(crate) fn says_right(comment: &str) -> bool {
    let says = || find_statement(comment) == Some(Statement::Right);
    collect_tokens(comment).has(Marks::RIGHT) || says()
}

/// The last move of a line.
#[derive(Clone, Copy)]
enum LastMove {
    /// The line has no move yet. Words at the head of the variation, if any.
    None(Marks),
    /// The index of the move.
    Move(u32),
    /// A move outside the board, or one behind it.
    Dropped,
}

struct Moves {
    nodes: Vec<SolutionNode>,
    ids: Vec<NodeId>,
    marks: Vec<Marks>,
    /// For each move the player of the first move of its line.
    solvers: Vec<Color>,
}

impl Moves {
    fn add(&mut self, node: sgf::Node<'_, '_>, before: LastMove, size: Size) -> LastMove {
        let (parent, heading) = match before {
            LastMove::Dropped => return LastMove::Dropped,
            LastMove::None(heading) => (None, heading),
            LastMove::Move(parent) => (Some(parent), Marks::default()),
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
            self.solvers.push(parent.map_or(color, |parent| self.solvers[parent as usize]));
        }
        match &mut last {
            LastMove::Move(at) => {
                let at = *at as usize;
                let marks = collect_marks(node, self.nodes[at].at, self.solvers[at], size);
                self.marks[at].add(marks);
                self.marks[at].add(heading);
            }
            LastMove::None(heading) if is_variation(node) => heading.add(collect_words(node, None)),
            // The only line may have a name, too.
            LastMove::None(heading) if node.parent().is_some() => {
                heading.add(collect_words_of(node, b"N", None));
            }
            LastMove::None(_) | LastMove::Dropped => {}
        }
        last
    }

    fn finish(mut self, dialect: Option<Dialect>) -> Reading {
        let mut solution =
            Solution { dialect: Dialect::None, nodes: std::mem::take(&mut self.nodes) };
        let has_children = solution.has_children();
        let main = find_main_line(&solution.nodes);
        let dialect =
            dialect.unwrap_or_else(|| self.detect_dialect(&solution.nodes, &has_children, &main));
        if dialect == Dialect::TeBm {
            // If a line ends with TE, a TE further up only means a good move, as in
            // a game.
            let is_marked = |(marks, has): (&Marks, &bool)| !has && marks.has(Marks::TE);
            if self.marks.iter().zip(&has_children).any(is_marked) {
                for (marks, _) in self.marks.iter_mut().zip(&has_children).filter(|(_, has)| **has)
                {
                    *marks = marks.without(Marks::TE);
                }
            }
        }
        let verdicts = self.judge_lines(dialect, &solution.nodes, &has_children, &main);
        for (at, (node, verdict)) in solution.nodes.iter_mut().zip(verdicts).enumerate() {
            node.verdict = verdict;
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

    /// The verdict of each line on its last move, in a dialect.
    fn judge_lines(
        &self,
        dialect: Dialect,
        nodes: &[SolutionNode],
        has_children: &[bool],
        main: &[bool],
    ) -> Vec<Option<Verdict>> {
        // The mark that holds for each move: its own, else that of the move before.
        let mut marked: Vec<Marked> = Vec::with_capacity(nodes.len());
        for (node, &marks) in nodes.iter().zip(&self.marks) {
            let inherited = node.parent.map_or(Marked::No, |parent| marked[parent as usize]);
            marked.push(match interpret_marks(dialect, marks) {
                Marked::No => inherited,
                own => own,
            });
        }
        // Where words only call lines "also" right, the main line is the other one.
        let is_right = |marks: &Marks| marks.has(Marks::SAYS_RIGHT.or(Marks::PLUS));
        let is_main_right = dialect == Dialect::Words
            && self.marks.iter().any(|marks| marks.has(Marks::SAYS_ALSO))
            && self.marks.iter().all(|marks| !is_right(marks) || marks.has(Marks::SAYS_ALSO));
        // The end of a line says with DM that the line has no verdict.
        let is_neutral = |marks: Marks| {
            dialect == Dialect::TeBm
                && marks.has(Marks::DM)
                && interpret_marks(dialect, marks) == Marked::No
        };
        let judge = |at: usize| match marked[at] {
            _ if has_children[at] || is_neutral(self.marks[at]) => None,
            Marked::As(verdict) => Some(verdict),
            Marked::No if is_main_right && main[at] => Some(Verdict::Right),
            Marked::No | Marked::Neither => default_verdict(dialect, main[at]),
        };
        let mut verdicts: Vec<Option<Verdict>> = (0..nodes.len()).map(judge).collect();
        match dialect {
            Dialect::Words => self.keep_right_moves(nodes, has_children, &mut verdicts),
            Dialect::None => self.accept_only_other(nodes, main, &mut verdicts),
            _ => {}
        }
        verdicts
    }

    /// Where words call the main line wrong and none right, and nothing is said of exactly one other
    /// first move of the same player, the first line behind that move is right.
    fn accept_only_other(
        &self,
        nodes: &[SolutionNode],
        main: &[bool],
        verdicts: &mut [Option<Verdict>],
    ) {
        let is_wrong = |at: usize| main[at] && verdicts[at] == Some(Verdict::Wrong);
        let says_right = |marks: &Marks| marks.has(Marks::SAYS_RIGHT.or(Marks::PLUS));
        if !(0..nodes.len()).any(is_wrong) || self.marks.iter().any(says_right) {
            return;
        }
        // Whether words stand at a move or behind it, and for each move the end of its first line.
        let mut is_named = vec![false; nodes.len()];
        let mut ends: Vec<usize> = (0..nodes.len()).collect();
        for (at, node) in nodes.iter().enumerate().rev() {
            is_named[at] |= self.marks[at].has(Marks::WORDS);
            if let Some(parent) = node.parent.map(|parent| parent as usize) {
                is_named[parent] |= is_named[at];
                ends[parent] = ends[at];
            }
        }
        let named = nodes
            .iter()
            .zip(is_named)
            .filter(|(node, is_named)| *is_named && node.parent.is_none());
        let named: HashSet<_> = named.map(|(node, _)| node.at).collect();
        let is_silent = |at: &usize| {
            let node = &nodes[*at];
            node.parent.is_none() && node.color == nodes[0].color && !named.contains(&node.at)
        };
        let mut silent = (0..nodes.len()).filter(is_silent);
        if let Some(first) = silent.next()
            && silent.all(|at| nodes[at].at == nodes[first].at)
        {
            verdicts[ends[first]] = Some(Verdict::Right);
        }
    }

    /// Where words call a move right but no line behind it, the first line without
    /// a verdict, which is a variation, is right.
    fn keep_right_moves(
        &self,
        nodes: &[SolutionNode],
        has_children: &[bool],
        verdicts: &mut [Option<Verdict>],
    ) {
        let mut leads_right = vec![false; nodes.len()];
        // For each move, the end of the first line behind it without a verdict.
        let mut undecided: Vec<Option<usize>> = vec![None; nodes.len()];
        for (at, node) in nodes.iter().enumerate().rev() {
            if !has_children[at] {
                leads_right[at] = verdicts[at] == Some(Verdict::Right);
                undecided[at] = verdicts[at].is_none().then_some(at);
            }
            let is_right = interpret_marks(Dialect::Words, self.marks[at])
                == Marked::As(Verdict::Right)
                && !leads_right[at];
            if let Some(leaf) = undecided[at].filter(|_| is_right) {
                verdicts[leaf] = Some(Verdict::Right);
                leads_right[at] = true;
            }
            if let Some(parent) = node.parent {
                leads_right[parent as usize] |= leads_right[at];
                undecided[parent as usize] = undecided[at].or(undecided[parent as usize]);
            }
        }
    }

    /// Detects the dialect. Marks that only one dialect has are tested first,
    /// words that may occur in any comment last.
    fn detect_dialect(
        &self,
        nodes: &[SolutionNode],
        has_children: &[bool],
        main: &[bool],
    ) -> Dialect {
        const RIGHT: Option<Verdict> = Some(Verdict::Right);
        let all = self.marks.iter().fold(Marks::default(), |all, &marks| all.or(marks));
        let steering = Marks::CHOICE.or(Marks::FORCE).or(Marks::NOT_THIS);
        // Triangles have many uses; uliGo has them on variations only.
        let triangles = self.marks.iter().zip(main).filter(|(marks, _)| marks.has(Marks::TRIANGLE));
        let others = all.without(Marks::TRIANGLE.or(Marks::SAYS_NEITHER));
        let has_triangles = others.is_empty()
            && triangles.clone().count() > 0
            && triangles.clone().all(|(_, main)| !main);
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
            // Words that call nothing right leave the answer open.
            () if all.has(Marks::SAYS_RIGHT.or(Marks::PLUS))
                && self.judge_lines(Dialect::Words, nodes, has_children, main).contains(&RIGHT) =>
            {
                Dialect::Words
            }
            () => Dialect::None,
        }
    }
}

/// Whether a node is the first of a variation, or of the line beside one.
fn is_variation(node: sgf::Node<'_, '_>) -> bool {
    node.parent().is_some_and(|parent| parent.children().nth(1).is_some())
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
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
            ("(;AB[ba](;B[aa]C[正解图])(;B[bb]C[失敗])(;B[cc]C[变化]))", "words", "+-?"),
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
        // A question, words before the first move, a direction, the vital point, a
        // triangle on another stone.
        for sgf in [
            "(;AB[ba]C[Correct or wrong? RIGHT];B[aa];W[ab])",
            "(;AB[ba]N[正解];C[Correct];B[aa];W[ab])",
            "(;AB[ba];B[aa]C[Is this correct?];W[ab]C[Can you find the correct move?])",
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
    fn words_are_read() {
        for (sgf, dialect, ends) in [
            // Headings of books, one as a name.
            ("(;AB[ba](;B[bb]C[Diag. 1 - Failure])(;B[aa]C[Diag. 3 - Correct]))", "words", "-+"),
            ("(;AB[ba](;B[aa]N[正解];W[ab])(;B[bb]N[失败1])(;B[cc]N[变化2]))", "words", "+-?"),
            ("(;AB[ba](;B[bb]N[Failure])(;B[aa]N[Correct]))", "words", "-+"),
            ("(;AB[ba](;B[bb];W[ab])(;B[aa]C[Correct])(;B[cc]C[Also correct]))", "words", "?++"),
            ("(;AB[ba](;B[bb];W[ab])(;B[aa]C[也可以。])(;B[cc]C[也行]))", "words", "+++"),
            ("(;AB[ba](;B[bb])(;B[aa]C[正解])(;B[cc]C[也可]))", "words", "?++"),
            ("(;AB[ba](;B[bb]C[回答错误])(;B[aa]C[回答正确]))", "words", "-+"),
            (
                "(;AB[ba](;B[bb]C[正解中如果次序错误，白活])(;B[aa]C[✓])(;B[cc]C[×]))",
                "words",
                "?+-",
            ),
            ("(;AB[ba](;B[bb]C[白失败了，黑活])(;B[aa]C[Nope.]))", "none", "+-"),
            // CH[1] marks the end of a right line, but at the root means nothing.
            ("(;AB[ba](;W[sb];B[rc])(;W[rb];B[sc];W[sd]CH[1])(;W[rc]))", "goproblems", "-+-"),
            ("(;AB[ba]CH[1](;B[aa])(;B[bb]CH[0]))", "none", "+?"),
            // Words that no answer is known win over TE.
            ("(;AB[ba];B[]TE[1]C[No correct solution on file])", "te-bm", "?"),
            // The name comes before the comment, the mark of a move before that of the move before.
            ("(;AB[ba](;B[bb]C[和正解不同。正解]N[变化])(;B[aa]C[正解]))", "words", "?+"),
            ("(;AB[ba](;B[aa]N[正解];W[ab]C[黑地虽然和正解一样])(;B[bb]))", "words", "+?"),
            // A variation is neither right nor wrong, whatever the move before is.
            (
                "(;AB[ba](;B[aa]C[正解](;W[ab])(;W[ac]C[变化1];B[ad]))(;B[bb]C[失败](;W[aa])(;W[cc]C[变化2])))",
                "words",
                "+?-?",
            ),
            (
                "(;AB[ba](;B[bb]C[失败])(;B[aa]C[正解](;W[ab]C[变化1])(;W[ac]C[变化2])))",
                "words",
                "-+?",
            ),
            (
                "(;AB[ba](;B[bb])(;B[aa]C[正解](;W[ab]C[失败])(;W[ac]C[变化1])(;W[ad]C[变化2])))",
                "words",
                "?-+?",
            ),
            // At the head of a variation.
            (
                "(;AB[ba](;C[失败图];B[bb])(;N[正解图];C[black];B[aa](;W[ab])(;W[ac]C[Wrong])))",
                "words",
                "-+-",
            ),
            ("(;AB[ba];N[正解];C[失败];B[aa])", "words", "+"),
            ("(;AB[ba];N[失败];B[aa])", "none", "-"),
            ("(;AB[ba]N[正解];B[aa];W[ab])", "none", "+"),
            // Nothing is called right: the main line is assumed, unless it is called wrong.
            ("(;AB[ba](;B[aa];W[ab])(;B[bb]C[失败](;W[aa])(;W[cc]C[变化])))", "none", "+-?"),
            ("(;AB[ba](;B[aa]C[失败])(;B[bb]))", "none", "-+"),
            ("(;AB[ba](;B[aa]C[失败])(;B[bb](;W[aa];B[cc])(;W[cc]))(;W[dd]))", "none", "-+??"),
            ("(;AB[ba](;B[aa]C[失败])(;B[bb];W[aa])(;B[bb];W[cc]))", "none", "-+?"),
            // Two other moves, one of the opponent, one that words name.
            ("(;AB[ba](;B[aa]C[失败])(;B[bb])(;B[cc]))", "none", "-??"),
            ("(;AB[ba](;B[aa]C[失败])(;W[bb]))", "none", "-?"),
            ("(;AB[ba](;B[aa]C[失败])(;B[bb];W[cc]C[变化]))", "none", "-?"),
            ("(;AB[ba](;B[aa]C[失败])(;B[bb])(;B[cc]C[失败]))", "none", "-+-"),
            ("(;AB[ba](;B[aa]C[变化1])(;B[bb]C[变化2]))", "none", "+?"),
            ("(;AB[ba](;B[aa]C[Correct];W[bb]C[Wrong])(;B[bb]))", "none", "-?"),
            ("(;AB[ba](;B[aa]C[Ko is not the correct answer.])(;B[bb]C[Correct]))", "words", "-+"),
            // No answer is known: tenuki is not the answer.
            ("(;AB[ba]C[No correct solution on file];B[])", "none", "?"),
            ("(;AB[ba];B[tt]C[No correct solution on file])", "none", "?"),
            ("(;AB[ba]GN[無解];W[])", "none", "?"),
            ("(;AB[ba]C[Tenuki is correct];B[])", "none", "+"),
            ("(;AB[ba]C[No correct solution on file];B[aa])", "none", "+"),
            ("(;AB[ba]C[No correct solution on file];B[]C[RIGHT])", "goproblems", "+"),
            // Variations do not hide the triangles of uliGo.
            ("(;AB[ba](;B[aa])(;B[bb]TR[bb])(;B[cc]N[变化]))", "uligo", "+-+"),
        ] {
            assert_eq!(lines(sgf), (dialect, ends.to_owned()), "{sgf}");
        }
    }

    proptest! {
        #[test]
        fn words_accept_a_move_or_leave_the_answer_open(
            marks in prop::array::uniform7(prop::sample::select(vec![
                "", "", "C[正解]", "N[失败1]", "C[变化]", "N[Correct]C[not correct]", "C[+]",
                "C[No correct solution on file]", "C[not the correct answer]",
            ])),
        ) {
            let [root, a, b, c, d, e, f] = marks;
            let sgf = format!(
                "(;AB[ba]{root}(;B[aa]{a}(;W[ab]{b})(;W[ac]{c}))(;{d};B[bb]{e})(;B[]{f}))"
            );
            let tree = GameTree::read(sgf.as_bytes(), Charset::UTF_8);
            let reading = read(&tree, Size::STANDARD);
            let Solution { dialect, nodes } = &reading.solution;
            let right = |node: &&SolutionNode| node.verdict == Some(Verdict::Right);
            match dialect {
                // The main line, or the only line without words.
                Dialect::None => prop_assert!(nodes.iter().filter(right).count() <= 1, "{sgf}"),
                _ => prop_assert!(nodes.iter().any(|node| right(&node)), "{sgf}"),
            }
            prop_assert_eq!(&read_as(&tree, Size::STANDARD, Some(*dialect)), &reading, "{}", sgf);
        }
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
