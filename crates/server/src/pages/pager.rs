//! Links to the parts of a list.

use maud::{Markup, html};

use super::layout::Page;
use super::text::texts;
use crate::address::Address;

texts! { "shared": PREVIOUS }
texts! { "pager": pub(super) PAGES, NEXT }

/// Links to the previous, numbered and next parts of a list of `len` items; `before` items precede this
/// part; nothing if there is only one part. `address` takes the number of items before a part. With
/// `has_keys`, the keys P and N work.
pub(super) fn render(
    page: &Page,
    (before, len): (usize, usize),
    per_part: usize,
    has_keys: bool,
    address: impl Fn(usize) -> Address,
) -> Markup {
    let here = before / per_part;
    let step = |rel: &str, key: &str, from: usize, text| {
        html! {
            a.button rel=(rel) data-press=[has_keys.then_some(key)] href=(address(from)) {
                (page.text(text)) @if has_keys { " " kbd { (key.to_uppercase()) } }
            }
        }
    };
    html! {
        @if len > per_part {
            nav.tools aria-label=(page.text(PAGES)) {
                @if before > 0 { (step("prev", "p", before.saturating_sub(per_part), PREVIOUS)) }
                (render_numbers(here, len.div_ceil(per_part), |number| address(number * per_part)))
                @if before + per_part < len { (step("next", "n", before + per_part, NEXT)) }
            }
        }
    }
}

/// Links to some of `all` parts, by their numbers; `address` takes one, from 0.
pub(super) fn render_numbers(
    here: usize,
    all: usize,
    address: impl Fn(usize) -> Address,
) -> Markup {
    html! {
        @for number in page_numbers(here, all) {
            a.button href=(address(number)) aria-current=[(number == here).then_some("page")] {
                (number + 1)
            }
        }
    }
}

/// The numbers of the first part, of those around one, and of the last one.
fn page_numbers(here: usize, all: usize) -> impl Iterator<Item = usize> {
    (0..all).filter(move |&page| page == 0 || page + 1 == all || page.abs_diff(here) <= 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_the_last_and_those_around_have_links() {
        let numbers = |here, all| page_numbers(here, all).collect::<Vec<_>>();
        assert_eq!(numbers(0, 2), [0, 1]);
        assert_eq!(numbers(0, 9), [0, 1, 2, 8]);
        assert_eq!(numbers(5, 9), [0, 3, 4, 5, 6, 7, 8]);
    }
}
