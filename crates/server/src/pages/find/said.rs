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

/// The words for every [`MatchKind`].
const KINDS: [(MatchKind, Text); MatchKind::ALL.len()] = [
    (MatchKind::SameProblem, Text { en: "same problem", ja: "同じ問題" }),
    (MatchKind::SamePosition, Text { en: "same position", ja: "同じ局面" }),
    (MatchKind::SameShape, Text { en: "same shape", ja: "同じ形" }),
    (MatchKind::Near, Text { en: "near", ja: "似た局面" }),
    (MatchKind::NearOtherEdges, Text { en: "near, other edges", ja: "似た局面（端が異なる）" }),
    (MatchKind::Contains, Text { en: "contains this", ja: "これを含む" }),
    (MatchKind::Contained, Text { en: "is within this", ja: "これに含まれる" }),
];

/// How a position matches.
pub(super) fn kind_text(kind: MatchKind) -> Text {
    let row = KINDS.iter().find(|(named, _)| *named == kind);
    row.expect("KINDS has a row for each of MatchKind::ALL, as its test checks").1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_words() {
        assert_eq!(KINDS.map(|(kind, _)| kind), MatchKind::ALL);
    }
}
