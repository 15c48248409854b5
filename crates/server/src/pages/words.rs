//! Words that several pages share.

use std::borrow::Cow;

use maud::{Markup, html};

use super::layout::Page;
use super::text::{Text, texts};
use crate::go::Symmetry;
use crate::solution::{Verdict, swap_color_words};
use crate::store::StoredRecord;
use crate::{Color, PositionKey};

texts! { "shared": pub(super) BLACK, pub(super) WHITE, pub(super) DATE, pub(super) RESULT }
texts! { "words": pub(super) GAME, pub(super) EXPLORE, pub(super) STARTS }

/// The name of a side.
pub(super) fn side(color: Color) -> Text {
    match color {
        Color::Black => BLACK,
        Color::White => WHITE,
    }
}

/// A text of a record with the names of the colors of the board that is shown after an operation.
pub(super) fn in_colors(text: &str, by: Symmetry) -> Cow<'_, str> {
    let swapped = if by.is_negative() { swap_color_words(text) } else { None };
    swapped.map_or(Cow::Borrowed(text), |(text, _)| Cow::Owned(text))
}

/// Who is to move: `black`, `white`, `either` or `unknown`.
pub(super) fn turn(name: &str) -> Text {
    Text::named("turn", name)
}

/// How the answers of a record are known; `None` if it has none.
pub(super) fn certainty(record: &StoredRecord) -> Option<Text> {
    let certainty = record.solution.as_ref()?.certainty(record.turn.color())?;
    Some(Text::named("certainty", certainty.name()))
}

/// The verdict on a line; `lesser` are the words for [`Verdict::Lesser`].
pub(super) fn verdict(page: &Page, verdict: Verdict, lesser: Text) -> Markup {
    let words = match verdict {
        Verdict::Lesser => lesser,
        _ => Text::named("verdict", verdict.name()),
    };
    html! { strong class=(verdict.name()) { (page.text(words)) } }
}

/// A link to the page of a position, by the beginning of its key.
pub(super) fn key_link(page: &Page, key: PositionKey) -> Markup {
    html! { a href=(page.link(&format!("/p/{key}"))) { code { (key.to_string()[..8]) "…" } } }
}

/// The start of games of Abalone with this name.
pub(super) fn start(name: &str) -> Text {
    Text::named("start", name)
}

/// The part of the board with this name.
pub(super) fn region(name: &str) -> Option<Text> {
    Text::find("region", name)
}

/// A number with its digits in groups of three: `19,067`.
pub(super) fn count(number: usize) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::{Text, region, start, turn};
    use crate::abalone_position::STARTS;
    use crate::model::Turn;
    use crate::solution::Verdict;
    use crate::store::BoardRegion;

    #[test]
    fn all_values_have_words() {
        for value in [Turn::Black, Turn::White, Turn::Either, Turn::Unknown] {
            assert!(turn(value.name()).ja.contains(['先', '番']), "{value}");
        }
        for (name, _) in STARTS {
            assert!(!start(name).ja.is_ascii(), "{name}");
        }
        assert!(BoardRegion::ALL.iter().all(|part| region(part.name()).is_some()));
        assert!(region("middle").is_none());
        for verdict in [Verdict::Right, Verdict::Doubtful, Verdict::Wrong] {
            assert!(Text::find("verdict", verdict.name()).is_some(), "{verdict:?}");
        }
    }

    #[test]
    fn digits_are_grouped() {
        let numbers = [0, 7, 999, 1000, 19_067, 1_234_567];
        let texts = ["0", "7", "999", "1,000", "19,067", "1,234,567"];
        assert_eq!(numbers.map(super::count), texts);
    }
}
