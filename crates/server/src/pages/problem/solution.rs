//! The solution tree of a problem as a list of lines, collapsed.

use maud::{Markup, html};

use super::game::Game;
use crate::find::{RecordTree, TreeMove};
use crate::pages::layout::Page;
use crate::pages::text::texts;
use crate::pages::words;
use crate::solution::Verdict;

/// The most moves that are listed.
const MAX_MOVES: usize = 1000;

/// The deepest indentation.
const MAX_INDENT: usize = 8;

texts! { "shared": SOLUTION }
texts! { "problem/solution": MOVE, MOVES, LESSER, CUT }

/// Moves in a row, without variations between them.
#[derive(Debug, PartialEq, Eq)]
struct Row {
    /// The number of branchings before the row.
    depth: usize,
    /// The number of the first move, from 1.
    number: usize,
    /// The moves.
    nodes: Vec<u32>,
}

/// The rows of the first `limit` moves in the order of the record; a variation begins a row.
fn list_rows(tree: &RecordTree, limit: usize) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut to_come: Vec<(u32, usize, usize)> =
        tree.first.iter().rev().map(|&node| (node, 0, 1)).collect();
    let mut room = limit;
    while let Some((first, depth, number)) = to_come.pop() {
        if room == 0 {
            break;
        }
        let (mut nodes, mut next) = (Vec::new(), Some(first));
        while let Some(node) = next.filter(|_| room > 0) {
            nodes.push(node);
            room -= 1;
            next = match &tree.moves[node as usize].children[..] {
                [only] => Some(*only),
                children => {
                    let number = number + nodes.len();
                    let behind = children.iter().rev().map(|&child| (child, depth + 1, number));
                    to_come.extend(behind);
                    None
                }
            };
        }
        rows.push(Row { depth, number, nodes });
    }
    rows
}

/// The solution, or nothing if there is none.
pub(super) fn render(page: &Page, game: &Game<'_>, tree: &RecordTree) -> Markup {
    let all = tree.moves.len();
    html! {
        @if all > 0 {
            details #solution {
                summary { h2 { (page.text(SOLUTION)) } span.soft { (words::count(all)) " " (page.text(if all == 1 { MOVE } else { MOVES })) } }
                div data-part="solution" {
                    ol.lines {
                        @for row in list_rows(tree, MAX_MOVES) { (render_row(page, game, tree, &row)) }
                    }
                    @if all > MAX_MOVES { p.soft { (page.text(CUT)) " " (words::count(MAX_MOVES)) } }
                }
            }
        }
    }
}

fn render_row(page: &Page, game: &Game<'_>, tree: &RecordTree, row: &Row) -> Markup {
    html! {
        li class={ "in-" (row.depth.min(MAX_INDENT)) } {
            span.soft { (row.number) "." }
            @for &node in &row.nodes {
                @let TreeMove { color, at, verdict, comment, .. } = &tree.moves[node as usize];
                " " a data-live data-control={ "node-" (node) } href=(game.address_of(node)) {
                    (game.name_move(*color, *at))
                }
                @if let Some(verdict) = verdict { " " (words::verdict(page, *verdict, LESSER)) }
                @if let Some(comment) = comment.as_ref().filter(|comment| !repeats(comment, *verdict)) { " " q.comment dir="auto" { (game.words(comment)) } }
            }
        }
    }
}

/// Whether a comment says no more than the verdict: `RIGHT`.
fn repeats(comment: &str, verdict: Option<Verdict>) -> bool {
    let words = comment.trim_end_matches(['.', '!']);
    verdict.is_some_and(|verdict| words.eq_ignore_ascii_case(verdict.name()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Color::{Black, White};
    use crate::go::{Board, Size};
    use crate::tests::plain_tree;

    #[test]
    fn variations_begin_rows() {
        let tree = plain_tree(
            Board::new(Size::new(9, 9).unwrap()),
            Black,
            &[
                (None, Black, Some((0, 0)), None),
                (Some(0), White, Some((1, 0)), None),
                (Some(1), Black, Some((2, 0)), None),
                (Some(1), Black, Some((3, 0)), None),
                (Some(3), White, Some((4, 0)), None),
                (None, Black, None, None),
            ],
        );
        let row = |depth, number, nodes: &[u32]| Row { depth, number, nodes: nodes.to_vec() };
        let all = [row(0, 1, &[0, 1]), row(1, 3, &[2]), row(1, 3, &[3, 4]), row(0, 1, &[5])];
        assert_eq!(list_rows(&tree, 100), all);
        assert_eq!(list_rows(&tree, 4), [row(0, 1, &[0, 1]), row(1, 3, &[2]), row(1, 3, &[3])]);
    }

    #[test]
    fn a_deep_tree_is_one_row() {
        let size = Size::new(52, 52).unwrap();
        let moves: Vec<_> =
            (0..200_000u32).map(|number| (number.checked_sub(1), Black, None, None)).collect();
        let tree = plain_tree(Board::new(size), Black, &moves);
        assert_eq!(list_rows(&tree, usize::MAX).len(), 1);
    }
}
