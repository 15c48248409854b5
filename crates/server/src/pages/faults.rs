//! Why a page has no answer, in the language of the page.

use maud::{Markup, html};

use super::layout::Page;
use super::text::{Language, Text, texts};
use crate::problem::Problem;

texts! { "faults":
    NOT_ALLOWED, NOT_FOUND, NOT_POSSIBLE_HERE, TOO_SLOW, NOT_NOW, TOO_LONG, NOT_OF_THIS_TYPE,
    NOT_UNDER_THIS_NAME, NOT_UNDERSTOOD, BUSY, THE_SERVER_FAILED,
}

/// What kind of fault it is: the title of a page that has nothing else to show.
pub(super) fn title(problem: &Problem) -> Text {
    match problem.status {
        403 => NOT_ALLOWED,
        404 => NOT_FOUND,
        405 => NOT_POSSIBLE_HERE,
        408 => TOO_SLOW,
        409 => NOT_NOW,
        413 => TOO_LONG,
        415 => NOT_OF_THIS_TYPE,
        421 => NOT_UNDER_THIS_NAME,
        400 | 422 => NOT_UNDERSTOOD,
        503 => BUSY,
        _ => THE_SERVER_FAILED,
    }
}

/// What is wrong. What a part of the library says is English on every page, and marked so.
pub(super) fn detail(page: &Page, problem: &Problem) -> Markup {
    let own = own_words(page.language, problem);
    html! {
        @if let Some(detail) = own { (detail) } @else { span lang="en" { (problem.detail) } }
    }
}

/// A sentence that tells what is wrong without a title before it.
pub(super) fn explain(page: &Page, problem: &Problem) -> Markup {
    let has_words = own_words(page.language, problem).is_some();
    html! {
        @if !has_words { (page.text(title(problem))) "。" }
        (detail(page, problem))
    }
}

/// What is wrong in a language; `None` if the sentence is English only.
fn own_words(language: Language, problem: &Problem) -> Option<&str> {
    let translations = problem.translations.as_deref();
    match language {
        Language::English => Some(&problem.detail),
        Language::Japanese => translations.map(|[japanese, _]| &**japanese),
        Language::Chinese => translations.map(|[_, chinese]| &**chinese),
    }
}
