//! Why a page has no answer, in the language of the page.

use maud::{Markup, html};

use super::layout::Page;
use super::text::{Language, Text};
use crate::problem::Problem;

/// What kind of fault it is: the title of a page that has nothing else to show.
pub(super) fn title(problem: &Problem) -> Text {
    match problem.status {
        403 => Text { en: "Not allowed", ja: "許可されていません" },
        404 => Text { en: "Not found", ja: "見つかりません" },
        405 => Text { en: "Not possible here", ja: "ここではできません" },
        408 => Text { en: "Too slow", ja: "時間切れです" },
        409 => Text { en: "Not now", ja: "いまはできません" },
        413 => Text { en: "Too long", ja: "大きすぎます" },
        415 => Text { en: "Not of this type", ja: "この形式には対応していません" },
        421 => Text { en: "Not under this name", ja: "この名前では応答しません" },
        400 | 422 => Text { en: "Not understood", ja: "入力を読み取れません" },
        503 => Text { en: "Busy", ja: "混み合っています" },
        _ => Text { en: "The server failed", ja: "サーバーのエラー" },
    }
}

/// What is wrong. What a part of the library says is English on every page, and marked so.
pub(super) fn detail(page: &Page, problem: &Problem) -> Markup {
    let Problem { detail, japanese, .. } = problem;
    match (page.language, japanese) {
        (Language::English, _) => html! { (detail) },
        (Language::Japanese, Some(japanese)) => html! { (japanese) },
        (Language::Japanese, None) => html! { span lang="en" { (detail) } },
    }
}

/// A sentence that tells what is wrong without a title before it.
pub(super) fn explain(page: &Page, problem: &Problem) -> Markup {
    let has_words = page.language == Language::English || problem.japanese.is_some();
    html! {
        @if !has_words { (page.text(title(problem))) "。" }
        (detail(page, problem))
    }
}
