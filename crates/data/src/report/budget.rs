//! Lists that are cut off where their share of the page is used up.

use maud::{Markup, PreEscaped, html};

use super::text::Number;

/// Renders items until their length exceeds `share` bytes; returns the text of
/// the items that fit and their number. Each item ends with a line feed.
pub(super) fn render_fitting<T>(
    share: usize,
    items: &[T],
    mut render: impl FnMut(usize, &T) -> Markup,
) -> (Markup, usize) {
    let mut list = String::new();
    for (index, item) in items.iter().enumerate() {
        let PreEscaped(text) = render(index, item);
        if list.len() + text.len() + 1 > share {
            return (PreEscaped(list), index);
        }
        list += &text;
        list.push('\n');
    }
    (PreEscaped(list), items.len())
}

/// The number of items under one heading. Browsers lay out only the groups
/// that are open.
const GROUP: usize = 60;

/// A long list, divided into groups that open and close.
pub(super) struct Groups {
    /// What the headings call the items.
    pub what: &'static str,
    /// Wraps the items of a group in the element of a list.
    pub wrap: fn(Markup) -> Markup,
}

impl Groups {
    /// Renders items until `share` bytes are used; returns the text and the
    /// number of items. The first group is open. A single group has no heading.
    pub(super) fn render_fitting<T>(
        &self,
        share: usize,
        items: &[T],
        mut render: impl FnMut(usize, &T) -> Markup,
    ) -> (Markup, usize) {
        const FRAME: usize = 200; // bytes, an upper limit for a heading
        let (mut groups, mut shown) = (String::new(), 0);
        for group in items.chunks(GROUP) {
            let left = share.saturating_sub(groups.len() + FRAME);
            let first = shown;
            let (list, count) =
                render_fitting(left, group, |index, item| render(first + index, item));
            if count == 0 {
                break;
            }
            shown += count;
            let list = (self.wrap)(list);
            let PreEscaped(text) = if count == items.len() {
                list
            } else {
                let [first, last] = [first + 1, shown].map(|number| Number(number as u64));
                html! {
                    details open[first.0 == 1] {
                        summary { (self.what) " " (first) " to " (last) }
                        (list)
                    }
                }
            };
            groups += &text;
            if count < group.len() {
                break;
            }
        }
        (PreEscaped(groups), shown)
    }
}

/// Says how many items a list shows when it does not show all of them, and
/// `how` to get the others.
pub(super) fn render_rest(shown: usize, all: usize, how: Markup) -> Markup {
    html! {
        @if shown < all {
            p.rest {
                "This page shows the first " (Number(shown as u64)) " of " (Number(all as u64)) ". "
                (how)
            }
        }
    }
}
