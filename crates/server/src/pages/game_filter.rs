//! The conditions on games: chips of those that are on, and the form that sets them.

use maud::{Markup, html};

use super::layout::Page;
use super::text::{Text, texts};
use crate::address::Address;
use crate::game_fields::GameFields;

texts! { "shared": REMOVE, EVENT }
texts! { "game_filter":
    FILTER, APPLY, REMOVE_ALL, ACTIVE, YEARS_HINT, PLAYER, AGAINST, BLACK, WHITE, RANK, YEARS,
}
const NAMES: [Text; 7] = [PLAYER, AGAINST, BLACK, WHITE, RANK, EVENT, YEARS];

/// The address with the conditions.
pub(super) fn with_fields(address: Address, fields: &GameFields) -> Address {
    let given = fields.list().into_iter().filter_map(|(name, value)| Some((name, value?)));
    given.fold(address, |address, (name, value)| address.with(name, value))
}

/// The conditions that are on, each a link that removes it. Nothing if there are none.
pub(super) fn chips(page: &Page, address: &Address, fields: &GameFields) -> Markup {
    let list = fields.list();
    let given = || {
        list.iter()
            .zip(NAMES)
            .filter_map(|((name, value), text)| Some((*name, (*value)?, page.text(text))))
    };
    let none = || GameFields::NAMES.iter().fold(address.clone(), |all, name| all.without(name));
    html! {
        @if given().next().is_some() {
            ul.chips aria-label=(page.text(ACTIVE)) {
                @for (name, value, text) in given() {
                    li { a.button href=(page.link(&address.clone().without(name).to_string())) {
                        (text) ": " (value)
                        span.cross aria-hidden="true" { "×" }
                        span.spoken { " (" (page.text(REMOVE)) ")" }
                    } }
                }
                @if given().count() > 1 {
                    li { a href=(page.link(&none().to_string())) { (page.text(REMOVE_ALL)) } }
                }
            }
        }
    }
}

/// The form that sets the conditions; the other parameters of the address stay.
pub(super) fn form(page: &Page, path: &str, address: &Address, fields: &GameFields) -> Markup {
    html! {
        details.filter {
            summary { (page.text(FILTER)) }
            form method="get" action=(path) {
                (hidden(page, address, &GameFields::NAMES))
                div.fields {
                    @for ((name, value), text) in fields.list().into_iter().zip(NAMES) {
                        label {
                            span { (page.text(text)) }
                            input name=(name) value=(value.unwrap_or_default())
                                placeholder=[(name == "year").then(|| page.text(YEARS_HINT))];
                        }
                    }
                }
                p { button.main { (page.text(APPLY)) } }
            }
        }
    }
}

/// The parameters of an address as hidden fields of a form, without those that the form sets.
pub(super) fn hidden(page: &Page, address: &Address, set: &[&str]) -> Markup {
    html! {
        @for (name, value) in address.fields().iter().filter(|field| !set.contains(&field.0)) {
            input type="hidden" name=(name) value=(value);
        }
        input type="hidden" name="lang" value=(page.language.tag());
    }
}
