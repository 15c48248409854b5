//! Solution trees as nested lists.
//!
//! ```text
//! • B C1 W B1          a line goes on in one row,
//!     • B A2 right     and every branch begins a row of its own
//!     • B D1 W A2 wrong
//! • B B1 wrong
//! ```

use std::fmt::{self, Write};

use super::TreeMove;
use super::text::{Count, Text};
use crate::solution::Verdict;

/// So many moves of a tree are shown.
const MAX_MOVES: usize = 80;
/// So many branches deep.
const MAX_LEVEL: usize = 8;

/// Where a move stands in the tree.
#[derive(Clone, Copy, Default)]
struct Node {
    parent: Option<usize>,
    children: u32,
}

/// Who follows whom. A depth that no move before makes possible counts as the
/// deepest possible one.
fn nodes(moves: &[TreeMove]) -> Vec<Node> {
    let mut nodes: Vec<Node> = Vec::with_capacity(moves.len());
    let mut line: Vec<usize> = Vec::new(); // the moves that lead here
    for (at, next) in moves.iter().enumerate() {
        line.truncate(next.depth as usize);
        let parent = line.last().copied();
        if let Some(parent) = parent {
            nodes[parent].children += 1;
        }
        nodes.push(Node { parent, children: 0 });
        line.push(at);
    }
    nodes
}

pub(super) fn write_tree(out: &mut String, moves: &[TreeMove]) -> fmt::Result {
    let nodes = nodes(moves);
    // The number of branchings before a move, or none when it is not shown.
    let mut levels: Vec<Option<usize>> = Vec::new();
    let mut lists = 0; // that are open
    let mut shown = 0;
    for (next, node) in moves.iter().zip(&nodes).take(MAX_MOVES) {
        let is_branch = node.parent.is_none_or(|parent| nodes[parent].children > 1);
        let level = match node.parent {
            None => Some(0),
            Some(parent) => levels[parent].map(|level| level + usize::from(is_branch)),
        };
        let level = level.filter(|&level| level <= MAX_LEVEL);
        levels.push(level);
        let Some(level) = level else { continue };
        shown += 1;
        if is_branch {
            while lists > level + 1 {
                out.push_str("</ul>");
                lists -= 1;
            }
            if lists <= level {
                out.push_str(if lists == 0 { "<ul class=\"tree\">" } else { "<ul>" });
                lists += 1;
            }
            out.push_str("<li>");
        } else {
            out.push(' ');
        }
        // A move is not broken over two rows.
        write!(out, "{}", Text(&next.name.replace(' ', "\u{a0}")))?;
        out.push_str(match next.verdict {
            None => "",
            Some(Verdict::Right) => " <b class=\"right\">right</b>",
            Some(Verdict::Lesser) => " <b class=\"wrong\">lesser</b>",
            Some(Verdict::Doubtful) => " <b class=\"wrong\">doubtful</b>",
            Some(Verdict::Wrong) => " <b class=\"wrong\">wrong</b>",
        });
    }
    (0..lists).for_each(|_| out.push_str("</ul>"));
    if shown < moves.len() {
        write!(out, "<p class=\"rest\">… {}</p>", Count(moves.len() - shown, "more move"))?;
    }
    Ok(())
}
