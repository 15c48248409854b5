//! Conditions on the pages: their fields in forms, and their words, which `conditions.tsv` has.

use maud::{Markup, html};

use super::layout::Page;
use super::text::{Text, texts};
use super::words;
use crate::answer::ProblemJson;
use crate::store::{Condition, Conditions, ProblemConditions};

const WORDS: &str = include_str!("conditions.tsv");

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
    find::<C>(condition.name).expect("a test finds every condition in the words")
}

/// What can be written into the empty field of a condition.
fn hint<C: Conditions>(condition: &Condition<C>) -> Option<Text> {
    find::<C>(&format!("{}?", condition.name))
}

/// The words for a choice; `None` for choices that are shown as they are written.
fn choice<C: Conditions>(condition: &Condition<C>, word: &str) -> Option<Text> {
    let found = find::<C>(&format!("{}={word}", condition.name));
    found.or_else(|| words::region(word).filter(|_| condition.name == "region"))
}

/// The columns of a problem that its card shows, with their words.
pub(super) fn card_columns(page: &Page, problem: &ProblemJson) -> Vec<String> {
    let fields = serde_json::to_value(problem).expect("an object with names");
    let shown = ProblemJson::COLUMNS.iter().filter_map(|column| {
        let text = find::<ProblemConditions>(&format!("{}#", column.name))?;
        let value = &fields[column.name];
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        Some(page.fill(text, &[&value]))
    });
    shown.collect()
}

fn find<C: Conditions>(name: &str) -> Option<Text> {
    let found = WORDS.lines().find_map(|line| {
        let (table, line) = line.split_once(' ')?;
        let mut fields = line.split('\t');
        let is_found = table == C::WHAT && fields.next() == Some(name);
        is_found.then_some(Text { en: fields.next()?, ja: fields.next()? })
    });
    found.filter(|text| !text.en.is_empty() && !text.ja.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::GameConditions;

    /// Conditions whose choices are names that all languages share.
    const SHOWN_AS_WRITTEN: [&str; 1] = ["marks"];

    /// The names that the pages look up, as the file writes them.
    fn names<C: Conditions>() -> Vec<String> {
        let mut names = Vec::new();
        for condition in C::TABLE {
            assert!(find::<C>(condition.name).is_some(), "no words for {}", condition.name);
            names.push(format!("{} {}", C::WHAT, condition.name));
            for word in (condition.choices)() {
                let is_shown_as_written = SHOWN_AS_WRITTEN.contains(&condition.name);
                let name = format!("{}={}", condition.name, word.name);
                assert_eq!(choice(condition, word.name).is_none(), is_shown_as_written, "{name}");
                names.push(format!("{} {name}", C::WHAT));
            }
            names.push(format!("{} {}?", C::WHAT, condition.name));
        }
        names
    }

    #[test]
    fn every_condition_has_words_in_every_language_and_no_words_are_left_over() {
        let mut names = [names::<ProblemConditions>(), names::<GameConditions>()].concat();
        names
            .extend(ProblemJson::COLUMNS.iter().map(|column| format!("problems {}#", column.name)));
        for line in WORDS.lines().filter(|line| !line.starts_with('#')) {
            let fields: Vec<&str> = line.split('\t').collect();
            assert_eq!(fields.len(), 3, "{line}");
            assert!(fields.iter().all(|field| !field.is_empty()), "{line}");
            assert!(names.iter().any(|name| name == fields[0]), "nothing looks up {line}");
        }
    }
}
