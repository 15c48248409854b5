//! The links between the lists of both families.

use maud::{Markup, html};

use super::layout::Page;
use super::text::{Text, texts};
use crate::address::Address;
use crate::family::{Family, ShownFamily};

texts! { "family_switch": FAMILY }

/// A link for each family; nothing if there is no choice. `address` is the address of the list of a
/// family.
pub(super) fn render(
    page: &Page,
    shown: ShownFamily,
    address: impl Fn(Family) -> Address,
) -> Markup {
    html! {
        @if shown.has_choice {
            nav.tools aria-label=(page.text(FAMILY)) {
                @for family in Family::ALL {
                    a.button data-family=(family.name())
                        aria-current=[(family == shown.family).then_some("true")]
                        href=(page.link(&address(family).to_string())) {
                        (page.text(Text::named("family", family.name())))
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_families_have_words() {
        assert_eq!(
            Family::ALL.map(|family| Text::named("family", family.name()).ja),
            ["囲碁", "アバロン"]
        );
    }
}
