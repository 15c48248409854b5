//! Conditions on the pages: their fields in forms, and their words, which `texts.tsv` has.

use maud::{Markup, html};

use super::layout::Page;
use super::text::{Text, texts};
use crate::answer::ProblemJson;
use crate::store::{Condition, Conditions};

texts! { "conditions": ANY }

/// The words for a condition: its name and its value.
pub(super) fn describe<C: Conditions>(
    page: &Page,
    condition: &Condition<C>,
    text: &str,
) -> (&'static str, String) {
    let value = choice(condition, text).map_or(text, |words| page.text(words));
    (page.text(label(condition)), value.to_owned())
}

/// The field of a condition, with the text that it has.
pub(super) fn field<C: Conditions>(
    page: &Page,
    condition: &Condition<C>,
    text: Option<&str>,
) -> Markup {
    let words = (condition.choices)();
    html! {
        label { span { (page.text(label(condition))) }
            @if words.is_empty() {
                input name=(condition.name) value=[text] size="14" maxlength="200"
                    placeholder=[hint(condition).map(|hint| page.text(hint))];
            } @else {
                select name=(condition.name) {
                    option value="" { (page.text(ANY)) }
                    @for word in words {
                        option value=(word.name) selected[text == Some(word.name)] {
                            (describe(page, condition, word.name).1)
                        }
                    }
                }
            }
        }
    }
}

/// The name of a condition.
fn label<C: Conditions>(condition: &Condition<C>) -> Text {
    let found = Text::find(&format!("{} conditions", C::WHAT), condition.name);
    found.expect("a test finds the names of all conditions")
}

/// What can be written into the empty field of a condition.
fn hint<C: Conditions>(condition: &Condition<C>) -> Option<Text> {
    Text::find(&format!("{} hints", C::WHAT), condition.name)
}

/// The words for a choice; `None` for choices that are shown as they are written.
fn choice<C: Conditions>(condition: &Condition<C>, word: &str) -> Option<Text> {
    let own = Text::find(&format!("{} {}", C::WHAT, condition.name), word);
    own.or_else(|| Text::find(condition.name, word))
}

/// The columns of a problem that its card shows, with their words, as far as they have a value.
pub(super) fn card_columns(page: &Page, problem: &ProblemJson) -> Vec<String> {
    let fields = serde_json::to_value(problem).expect("an object with names");
    let shown = ProblemJson::COLUMNS.iter().filter_map(|column| {
        let text = Text::find("problems cards", column.name)?;
        let value = Some(&fields[column.name]).filter(|value| !value.is_null())?;
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        Some(page.fill(text, &[&value]))
    });
    shown.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{GameConditions, ProblemConditions};

    /// Conditions whose choices are names that all languages share.
    const SHOWN_AS_WRITTEN: [&str; 1] = ["marks"];

    /// The places and names of the texts that the pages look up.
    fn names<C: Conditions>() -> Vec<String> {
        let what = C::WHAT;
        let mut names = Vec::new();
        for condition in C::TABLE {
            let name = condition.name;
            assert!(
                Text::find(&format!("{what} conditions"), name).is_some(),
                "no words for {name}"
            );
            names.extend(["conditions", "hints"].map(|kind| format!("{what} {kind}\t{name}\t")));
            for word in (condition.choices)() {
                let is_shown_as_written = SHOWN_AS_WRITTEN.contains(&name);
                let is_found = choice(condition, word.name).is_some();
                assert_eq!(is_found, !is_shown_as_written, "{name} {}", word.name);
                names.push(format!("{what} {name}\t{}\t", word.name));
            }
        }
        names
    }

    #[test]
    fn every_condition_has_words_in_every_language_and_no_words_are_left_over() {
        let mut names = [names::<ProblemConditions>(), names::<GameConditions>()].concat();
        let cards = ProblemJson::COLUMNS.iter().map(|column| column.name);
        names.extend(cards.map(|name| format!("problems cards\t{name}\t")));
        let is_looked_up = |row: &&str| names.iter().any(|name| row.starts_with(&**name));
        let rows = include_str!("../texts.tsv").lines();
        let rows = rows.filter(|row| row.starts_with("problems ") || row.starts_with("games "));
        for row in rows {
            assert!(is_looked_up(&row), "nothing looks up {row}");
        }
    }
}
