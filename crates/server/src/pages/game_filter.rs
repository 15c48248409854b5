//! The conditions on games: chips of those that are on, and the form that sets them.

use maud::{Markup, html};

use super::conditions;
use super::layout::Page;
use super::text::texts;
use crate::address::Address;
use crate::game_fields::GameFields;
use crate::store::{Conditions, GameConditions};

texts! { "shared": REMOVE }
texts! { "game_filter": FILTER, APPLY, REMOVE_ALL, ACTIVE }

/// The address with the conditions.
pub(super) fn with_fields(address: Address, fields: &GameFields) -> Address {
    address.with_conditions(fields)
}

/// The conditions that are on, each a link that removes it. Nothing if there are none.
pub(super) fn chips(page: &Page, address: &Address, fields: &GameFields) -> Markup {
    let none =
        || GameConditions::TABLE.iter().fold(address.clone(), |all, one| all.without(one.name));
    html! {
        @if fields.texts().next().is_some() {
            ul.chips aria-label=(page.text(ACTIVE)) {
                @for (condition, text) in fields.texts() {
                    @let (name, value) = conditions::describe(page, condition, text);
                    li { a.button href=(page.link(&address.clone().without(condition.name).to_string())) {
                        (name) ": " (value)
                        span.cross aria-hidden="true" { "×" }
                        span.spoken { " (" (page.text(REMOVE)) ")" }
                    } }
                }
                @if fields.texts().count() > 1 {
                    li { a href=(page.link(&none().to_string())) { (page.text(REMOVE_ALL)) } }
                }
            }
        }
    }
}

/// The form that sets the conditions; the other parameters of the address stay.
pub(super) fn form(page: &Page, path: &str, address: &Address, fields: &GameFields) -> Markup {
    let set: Vec<&str> = GameConditions::TABLE.iter().map(|condition| condition.name).collect();
    html! {
        details.filter {
            summary { (page.text(FILTER)) }
            form method="get" action=(path) {
                (hidden(page, address, &set))
                div.fields {
                    @for condition in GameConditions::TABLE {
                        @let text = fields.text(condition.name).unwrap_or_default();
                        (conditions::field(page, condition, Some(text)))
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
