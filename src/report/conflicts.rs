//! Problems whose answers differ, each with its board and what is accepted.

use std::fmt::{self, Write};

use super::budget::{Groups, write_rest};
use super::moves::write_tree;
use super::text::{Count, Number, Records, Text, to_play};
use super::{Conflict, ConflictSide};
use crate::solution::Agreement;

/// So many sides of a conflict are shown, and so many letters of a side.
const MAX_SIDES: usize = 6;
const MAX_LETTERS: usize = 30;

pub(super) fn section(conflicts: &[Conflict], share: usize) -> Result<String, fmt::Error> {
    let mut out = String::new();
    out.push_str("<section id=\"conflicts\" aria-labelledby=\"conflicts-h\">\n");
    let count = Count(conflicts.len(), "problem");
    writeln!(out, "<h2 id=\"conflicts-h\">Conflicts <span class=\"count\">{count}</span></h2>")?;
    if conflicts.is_empty() {
        out.push_str("<p>No two records of a problem accept different first moves.</p>\n");
        out.push_str("</section>\n");
        return Ok(out);
    }
    out.push_str(
        "<p>The same problem, but not the same first moves are accepted. Letters on the board are \
         the moves that any record accepts; all solutions are turned onto this board.</p>\n",
    );
    let groups = Groups { what: "Conflicts", tag: "div", class: "cards" };
    let (cards, shown) = groups.fit(share.saturating_sub(1000), conflicts, write_card)?;
    let how = "<code>gtn-db audit --json</code> of the folder lists all.";
    write_rest(&mut out, shown, conflicts.len(), how)?;
    out.push_str(&cards);
    out.push_str("</section>\n");
    Ok(out)
}

fn write_card(out: &mut String, index: usize, conflict: &Conflict) -> fmt::Result {
    let Conflict { agreement, picture, turn, key, sides } = conflict;
    let kind = match agreement {
        Agreement::Agree => "the same first moves",
        Agreement::Overlap => "some first moves in common",
        Agreement::Disjoint => "no first move in common",
    };
    let (number, turn) = (index + 1, to_play(*turn));
    writeln!(
        out,
        "<article class=\"card wide\" id=\"c{number}\">{}<div><h3><a href=\"#c{number}\">{}</a> \
         {turn}: {kind}</h3><p class=\"count\"><code>{key}</code></p><div class=\"sides\">",
        picture.inline(turn),
        Number(number as u64),
    )?;
    for side in sides.iter().take(MAX_SIDES) {
        write_side(out, side)?;
    }
    if let Some(more) = sides.len().checked_sub(MAX_SIDES).filter(|&more| more > 0) {
        writeln!(out, "<p>… and {}</p>", Count(more, "more answer"))?;
    }
    out.push_str("</div></div></article>\n");
    Ok(())
}

fn write_side(out: &mut String, side: &ConflictSide) -> fmt::Result {
    let ConflictSide { accepted, records, tree } = side;
    out.push_str("<section><h4>Accepted: ");
    for (letter, at) in accepted.iter().take(MAX_LETTERS).zip(0..) {
        write!(out, "{}<b>{}</b>", if at > 0 { ", " } else { "" }, Text(letter))?;
    }
    match accepted.len() {
        0 => out.push_str("nothing"),
        len if len > MAX_LETTERS => out.push_str(" …"),
        _ => {}
    }
    write!(out, "</h4>{}", Records(records))?;
    write_tree(out, tree)?;
    out.push_str("</section>\n");
    Ok(())
}
