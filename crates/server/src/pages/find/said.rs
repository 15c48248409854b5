//! What is said of positions that were found.

use crate::find::MatchKind;
use crate::pages::layout::Page;
use crate::pages::text::{Text, texts};

texts! { "find/said": NOTHING, KNOWN, KNOWN_AND_MORE, ONE, SEVERAL, SHOWN }

/// Says in a sentence what was found. `first` is how the first position matches.
pub(super) fn describe(page: &Page, total: usize, first: Option<MatchKind>) -> String {
    let is_known = matches!(first, Some(MatchKind::SameProblem | MatchKind::SamePosition));
    match (total, is_known) {
        (0, _) => page.fill(NOTHING, &[]),
        (1, true) => page.fill(KNOWN, &[]),
        (n, true) => page.fill(KNOWN_AND_MORE, &[&(n - 1)]),
        (1, false) => page.fill(ONE, &[]),
        (n, false) => page.fill(SEVERAL, &[&n]),
    }
}

/// Says that a list is cut.
pub(super) fn shown_of(page: &Page, shown: usize, total: usize) -> String {
    page.fill(SHOWN, &[&shown, &total])
}

/// How a position matches.
pub(in crate::pages) fn kind_text(kind: MatchKind) -> Text {
    Text::named("match", kind.name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_words() {
        let words = MatchKind::ALL.map(|kind| kind_text(kind).ja);
        assert_eq!((words[0], words[5]), ("同じ問題", "これに含まれる"));
    }
}
