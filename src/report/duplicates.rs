//! Problems that stand more than once, each with its board.

use std::fmt::{self, Write};

use super::Duplicate;
use super::budget::{Groups, write_rest};
use super::text::{Count, Number, Records, to_play};

pub(super) fn section(duplicates: &[Duplicate], share: usize) -> Result<String, fmt::Error> {
    let mut out = String::new();
    out.push_str("<section id=\"duplicates\" aria-labelledby=\"duplicates-h\">\n");
    let count = Count(duplicates.len(), "problem");
    writeln!(out, "<h2 id=\"duplicates-h\">Duplicates <span class=\"count\">{count}</span></h2>")?;
    if duplicates.is_empty() {
        out.push_str("<p>No problem stands more than once.</p>\n</section>\n");
        return Ok(out);
    }
    out.push_str(
        "<p>The same position with the same side to move. The operation behind a record carries \
         it onto the board that is drawn.</p>\n",
    );
    let groups = Groups { what: "Problems", tag: "div", class: "cards" };
    let (cards, shown) = groups.fit(share.saturating_sub(1000), duplicates, write_card)?;
    let how = "<code>gtn-db audit --json</code> of the folder lists all.";
    write_rest(&mut out, shown, duplicates.len(), how)?;
    out.push_str(&cards);
    out.push_str("</section>\n");
    Ok(out)
}

fn write_card(out: &mut String, index: usize, duplicate: &Duplicate) -> fmt::Result {
    let Duplicate { picture, turn, key, records } = duplicate;
    let (number, turn) = (index + 1, to_play(*turn));
    writeln!(
        out,
        "<article class=\"card\" id=\"d{number}\">{}<div><h3><a href=\"#d{number}\">{}</a> \
         {turn}</h3><p class=\"count\">{}</p></div>{}<code>{key}</code></article>",
        picture.draw_inline(turn),
        Number(number as u64),
        Count(records.len(), "record"),
        Records(records),
    )
}
