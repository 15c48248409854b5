//! Lists that keep to their share of the page.

use std::fmt::{self, Write};

use super::text::Number;

/// Writes items as long as they fit into `share` bytes; gives their number.
pub(super) fn fit<'a, T>(
    out: &mut String,
    share: usize,
    items: &'a [T],
    mut write: impl FnMut(&mut String, usize, &'a T) -> fmt::Result,
) -> Result<usize, fmt::Error> {
    let end = out.len().saturating_add(share);
    for (index, item) in items.iter().enumerate() {
        let before = out.len();
        write(out, index, item)?;
        if out.len() > end {
            out.truncate(before);
            return Ok(index);
        }
    }
    Ok(items.len())
}

/// So many items are under one heading that opens and closes; the browser lays
/// out those that are open alone.
const GROUP: usize = 60;

/// A list in groups.
pub(super) struct Groups {
    /// What the headings call the items.
    pub what: &'static str,
    /// The tag around the items of a group.
    pub tag: &'static str,
    /// The class of that tag.
    pub class: &'static str,
}

impl Groups {
    /// Writes items as long as they fit into `share` bytes; gives the text and
    /// their number. The first group is open. Where it holds all, it has no
    /// heading.
    pub(super) fn fit<'a, T>(
        &self,
        share: usize,
        items: &'a [T],
        mut write: impl FnMut(&mut String, usize, &'a T) -> fmt::Result,
    ) -> Result<(String, usize), fmt::Error> {
        const FRAME: usize = 200; // more than a heading takes
        let Groups { what, tag, class } = self;
        let (mut html, mut shown) = (String::new(), 0);
        for group in items.chunks(GROUP) {
            let mut list = String::new();
            let left = share.saturating_sub(html.len() + FRAME);
            let count =
                fit(&mut list, left, group, |out, index, item| write(out, shown + index, item))?;
            if count == 0 {
                break;
            }
            let open = if shown == 0 { " open" } else { "" };
            let [first, last] = [shown + 1, shown + count].map(|at| Number(at as u64));
            shown += count;
            let list = format!("<{tag} class=\"{class}\">\n{list}</{tag}>");
            if count == items.len() {
                writeln!(html, "{list}")?;
            } else {
                writeln!(html, "<details{open}><summary>{what} {first} to {last}</summary>")?;
                writeln!(html, "{list}</details>")?;
            }
            if count < group.len() {
                break;
            }
        }
        Ok((html, shown))
    }
}

/// What a section says when it does not show all: the command that does.
pub(super) fn write_rest(out: &mut String, shown: usize, all: usize, how: &str) -> fmt::Result {
    if shown == all {
        return Ok(());
    }
    let (shown, all) = (Number(shown as u64), Number(all as u64));
    writeln!(out, "<p class=\"rest\">Escaped are the first {shown} of {all}. {how}</p>")
}
