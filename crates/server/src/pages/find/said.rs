//! What is said of positions that were found.

use crate::find::MatchKind;
use crate::pages::layout::Page;
use crate::pages::text::{Language, Text};

/// Says in a sentence what was found. `first` is how the first position matches.
pub(super) fn describe(page: &Page, total: usize, first: Option<MatchKind>) -> String {
    let is_known = matches!(first, Some(MatchKind::SameProblem | MatchKind::SamePosition));
    match (page.language, total, is_known) {
        (Language::English, 0, _) => "Nothing found.".to_owned(),
        (Language::English, 1, true) => "This position is known.".to_owned(),
        (Language::English, n, true) => format!("This position is known; {} more.", n - 1),
        (Language::English, 1, false) => "1 position found.".to_owned(),
        (Language::English, n, false) => format!("{n} positions found."),
        (Language::Japanese, 0, _) => "見つかりません。".to_owned(),
        (Language::Japanese, 1, true) => "この局面は登録されています。".to_owned(),
        (Language::Japanese, n, true) => {
            format!("この局面は登録されています。ほかに {} 局面。", n - 1)
        }
        (Language::Japanese, n, false) => format!("{n} 局面が見つかりました。"),
    }
}

/// Says that a list is cut.
pub(super) fn shown_of(page: &Page, shown: usize, total: usize) -> String {
    match page.language {
        Language::English => format!("{shown} of {total} positions are shown."),
        Language::Japanese => format!("{total} 局面のうち {shown} 局面を表示しています。"),
    }
}

/// How a position matches.
pub(super) fn kind_text(kind: MatchKind) -> Text {
    Text::named("match", kind.name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_words() {
        let words = MatchKind::ALL.map(|kind| kind_text(kind).in_language(Language::Japanese));
        assert_eq!((words[0], words[5]), ("同じ問題", "これに含まれる"));
    }
}
