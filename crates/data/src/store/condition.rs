//! Conditions on problems and games, each described once. A row of a table is an option of the command, a
//! query parameter, a field of the pages, a keyword argument of Python, and a line of the documents.

use std::collections::BTreeMap;
use std::fmt;

use thiserror::Error;

/// A set of conditions with its table.
pub trait Conditions: Clone + Default + fmt::Debug + Send + Sync + 'static {
    /// What the conditions select: `problems` or `games`.
    const WHAT: &'static str;

    /// The conditions, in the order in which every surface has them.
    const TABLE: &'static [Condition<Self>];

    /// The condition with a name.
    fn named(name: &str) -> Option<&'static Condition<Self>> {
        Self::TABLE.iter().find(|condition| condition.name == name)
    }
}

/// A condition: a row of [`Conditions::TABLE`].
///
/// ```
/// # mod gtn_db { pub use {gtn_db_core::*, gtn_db_data::*}; }
/// use gtn_db::store::Condition;
///
/// let condition = Condition::new("tree", "N", |tree: &mut u32, text| {
///     *tree = text.parse().map_err(|_| "write a number".to_owned())?;
///     Ok(())
/// });
/// let mut tree = 0;
/// condition.set(&mut tree, "7").unwrap();
/// assert_eq!(tree, 7);
/// assert_eq!(condition.set(&mut tree, "x").unwrap_err(), "write a number");
/// ```
#[derive(Debug)]
pub struct Condition<T: 'static> {
    /// The name of the query parameter and the keyword argument, and after `--` of the option.
    pub name: &'static str,
    /// What help calls the value, such as `N`.
    pub value: &'static str,
    /// What the condition selects: a sentence without its full stop.
    pub help: &'static str,
    /// The words that can be chosen; none if any text can be written.
    pub choices: fn() -> Vec<Choice>,
    /// A regular expression that texts with a meaning match, if not any text has one.
    pub pattern: Option<&'static str>,
    /// Of a condition that is `true` or `false`: the command has a switch for each, the condition's name,
    /// and this name with this help.
    pub opposite: Option<(&'static str, &'static str)>,
    /// Whether nothing of Abalone fulfills the condition.
    pub is_go_only: bool,
    read: Read<T>,
}

/// Sets a condition to what a text means, or says what to write.
type Read<T> = fn(&mut T, &str) -> Result<(), String>;

/// A word that can be chosen.
#[derive(Clone, Copy, Debug, Default)]
pub struct Choice {
    /// The word.
    pub name: &'static str,
    /// What the word means, unless that is plain; empty then.
    pub help: &'static str,
    /// A short form on the command line, where letter case does not matter if there is one.
    pub short: Option<&'static str>,
}

impl From<&'static str> for Choice {
    fn from(name: &'static str) -> Choice {
        Choice { name, ..Choice::default() }
    }
}

/// The most characters of a value that an error shows.
const MAX_SHOWN: usize = 60;

/// A condition has a value without a meaning.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{name}={value}: {cause}")]
pub struct ConditionError {
    /// The condition.
    pub name: &'static str,
    /// The text that was given, at most its first 60 characters.
    pub value: String,
    /// What to write.
    pub cause: String,
}

impl<T> Condition<T> {
    /// A condition that is set by what a text means.
    pub const fn new(name: &'static str, value: &'static str, read: Read<T>) -> Condition<T> {
        let (help, pattern, opposite, is_go_only) = ("", None, None, false);
        Condition { name, value, help, choices: Vec::new, pattern, opposite, is_go_only, read }
    }

    /// Says what the condition selects.
    pub const fn help(self, help: &'static str) -> Condition<T> {
        Condition { help, ..self }
    }

    /// Only one of some words can be written.
    pub const fn choices(self, choices: fn() -> Vec<Choice>) -> Condition<T> {
        Condition { choices, ..self }
    }

    /// Only texts that match a regular expression have a meaning. It is for those who write texts, such as
    /// clients of the HTTP API; [`set`](Self::set) refuses texts by what they mean.
    pub const fn pattern(self, pattern: &'static str) -> Condition<T> {
        Condition { pattern: Some(pattern), ..self }
    }

    /// The condition is `true` or `false`; the command calls the second one `name`.
    pub const fn opposite(self, name: &'static str, help: &'static str) -> Condition<T> {
        let choices = || vec!["true".into(), "false".into()];
        Condition { opposite: Some((name, help)), choices, ..self }
    }

    /// Nothing of Abalone fulfills the condition.
    pub const fn only_of_go(self) -> Condition<T> {
        Condition { is_go_only: true, ..self }
    }

    /// Sets the condition.
    ///
    /// # Errors
    /// If the text has no meaning; the error says what to write.
    pub fn set(&self, conditions: &mut T, text: &str) -> Result<(), String> {
        let words: Vec<&str> = (self.choices)().iter().map(|choice| choice.name).collect();
        match &*words {
            [first @ .., last] if !words.contains(&text) => {
                Err(format!("write {} or {last}", first.join(", ")))
            }
            _ => (self.read)(conditions, text),
        }
    }

    /// What the condition selects, in sentences.
    pub fn description(&self) -> String {
        match self.opposite {
            Some((_, opposite)) => format!("`true`: {}. `false`: {opposite}.", self.help),
            None => format!("{}.", self.help),
        }
    }
}

/// Conditions from elsewhere, as texts: those of a request, or of a call from Python.
/// [`conditions`](Self::conditions) is the only way to what they mean; the texts stay, because a form shows
/// them again.
///
/// ```
/// # mod gtn_db { pub use {gtn_db_core::*, gtn_db_data::*}; }
/// use gtn_db::store::{Given, ProblemConditions};
///
/// let mut given = Given::<ProblemConditions>::default();
/// assert!(given.add("stones", "5-12"));
/// assert!(!given.add("sql", "1"));
/// assert_eq!(given.conditions().unwrap().stones, Some((5, 12)));
/// ```
#[derive(Clone, Debug)]
pub struct Given<T: Conditions> {
    texts: BTreeMap<&'static str, String>,
    /// The first fault in what was added; no text can mend it.
    twice: Option<&'static Condition<T>>,
}

impl<T: Conditions> Default for Given<T> {
    fn default() -> Given<T> {
        Given { texts: BTreeMap::new(), twice: None }
    }
}

impl<T: Conditions> Given<T> {
    /// Adds a condition. False if there is none with this name.
    pub fn add(&mut self, name: &str, text: impl Into<String>) -> bool {
        let Some(condition) = T::named(name) else { return false };
        if self.texts.insert(condition.name, text.into()).is_some() {
            self.twice.get_or_insert(condition);
        }
        true
    }

    /// Forgets conditions whose texts are blank, and trims the others: a form sends all its fields.
    pub fn without_blank(mut self) -> Given<T> {
        self.texts.retain(|_, text| !text.trim().is_empty());
        self.texts.values_mut().for_each(|text| *text = text.trim().to_owned());
        self
    }

    /// The text of a condition.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.texts.get(name).map(String::as_str)
    }

    /// The conditions with their texts, in the order of the table.
    pub fn texts(&self) -> impl Iterator<Item = (&'static Condition<T>, &str)> {
        T::TABLE.iter().filter_map(|condition| Some((condition, self.text(condition.name)?)))
    }

    /// What the texts mean.
    ///
    /// # Errors
    /// The first text without a meaning, and a condition that was added twice.
    pub fn conditions(&self) -> Result<T, ConditionError> {
        let fault = |name, cause| {
            let text = self.text(name).unwrap_or_default();
            let mut value: String = text.chars().take(MAX_SHOWN).collect();
            if value.len() < text.len() {
                value.push('…');
            }
            ConditionError { name, value, cause }
        };
        if let Some(Condition { name, .. }) = self.twice {
            return Err(fault(name, "give one value, not several".to_owned()));
        }
        let mut conditions = T::default();
        for (condition, text) in self.texts() {
            let set = condition.set(&mut conditions, text);
            set.map_err(|cause| fault(condition.name, cause))?;
        }
        Ok(conditions)
    }
}

/// Sets a condition to what a text was read as.
pub(super) fn set<V, E: fmt::Display>(
    condition: &mut Option<V>,
    value: Result<V, E>,
) -> Result<(), String> {
    *condition = Some(value.map_err(|error| error.to_string())?);
    Ok(())
}

/// Sets a condition to what one of its choices means.
pub(super) fn choose<V>(condition: &mut Option<V>, value: Option<V>) -> Result<(), String> {
    *condition = value;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::strategy::{Strategy, ValueTree};
    use proptest::string::string_regex;
    use proptest::test_runner::TestRunner;

    use super::*;
    use crate::Color;
    use crate::store::{GameConditions, ProblemConditions};

    fn given(texts: &[(&str, &str)]) -> Given<ProblemConditions> {
        let mut given = Given::default();
        for (name, text) in texts {
            assert!(given.add(name, *text), "{name}");
        }
        given
    }

    fn check_table<C: Conditions>() {
        let mut names = HashSet::new();
        for condition in C::TABLE {
            let Condition { name, help, value, opposite, choices, .. } = condition;
            let opposite_name = opposite.map(|(opposite, _)| opposite);
            for name in [Some(*name), opposite_name].into_iter().flatten() {
                assert!(names.insert(name), "{name} stands twice");
            }
            for help in [Some(*help), opposite.map(|(_, help)| help)].into_iter().flatten() {
                assert!(help.starts_with("Only ") && !help.ends_with('.'), "{help}");
            }
            assert_eq!(value.is_empty(), opposite.is_some(), "{name} has no name for its value");
            for choice in choices() {
                condition.set(&mut C::default(), choice.name).unwrap();
            }
        }
    }

    #[test]
    fn every_row_has_a_name_of_its_own_and_says_what_it_selects() {
        check_table::<ProblemConditions>();
        check_table::<GameConditions>();
    }

    fn check_patterns<C: Conditions>() {
        let mut runner = TestRunner::deterministic();
        for condition in C::TABLE {
            let Some(pattern) = condition.pattern else { continue };
            let texts = string_regex(pattern.trim_matches(['^', '$'])).unwrap();
            for _ in 0..500 {
                let text = texts.new_tree(&mut runner).unwrap().current();
                let read = condition.set(&mut C::default(), &text);
                // A form leaves fields empty, and no pattern can compare two numbers.
                let has_meaning = text.is_empty()
                    || read.as_ref().err().is_none_or(|error| error.contains("before it begins"));
                assert!(has_meaning, "{}: {text}: {read:?}", condition.name);
            }
        }
    }

    #[test]
    fn what_matches_a_pattern_has_a_meaning() {
        check_patterns::<ProblemConditions>();
        check_patterns::<GameConditions>();
    }

    /// Lists of Abalone read these conditions; any other condition is of Go only, or it would be ignored there.
    #[test]
    fn problems_of_abalone_have_three_conditions() {
        let rows = ProblemConditions::TABLE.iter().filter(|condition| !condition.is_go_only);
        let names: Vec<&str> = rows.map(|condition| condition.name).collect();
        assert_eq!(names, ["name", "source", "turn"]);
        let of_go = GameConditions::TABLE.iter().filter(|condition| condition.is_go_only);
        assert!(of_go.map(|condition| condition.name).eq(["comment"]));
    }

    #[test]
    fn texts_are_conditions() {
        let given = given(&[
            ("turn", "white"),
            ("stones", "5-"),
            ("answered", "false"),
            ("marks", "te-bm"),
        ]);
        let conditions = given.conditions().unwrap();
        assert_eq!((conditions.turn, conditions.is_answered), (Some(Color::White), Some(false)));
        assert_eq!(conditions.stones, Some((5, u16::MAX)));
        assert_eq!(conditions.dialect.unwrap().name(), "te-bm");
        let names: Vec<&str> = given.texts().map(|(condition, _)| condition.name).collect();
        assert_eq!(names, ["turn", "stones", "answered", "marks"]);
    }

    #[test]
    fn a_fault_names_the_condition_and_the_way_out() {
        for (name, text, message) in [
            ("turn", "White", "turn=White: write black or white"),
            ("turn", "", "turn=: write black or white"),
            ("region", "nowhere", "region=nowhere: write corner, side, center or board"),
            ("answered", "yes", "answered=yes: write true or false"),
            ("stones", "9-5", "stones=9-5: the range ends before it begins"),
            ("board", "x", "board=x: write a size such as 19, or rows x columns such as 13x9"),
        ] {
            assert_eq!(given(&[(name, text)]).conditions().unwrap_err().to_string(), message);
        }
        let twice = given(&[("name", "a"), ("name", "a")]).conditions().unwrap_err();
        assert_eq!(twice.to_string(), "name=a: give one value, not several");
        let mut games = Given::<GameConditions>::default();
        assert!(games.add("opponent", "b"));
        assert_eq!(games.conditions().unwrap_err().to_string(), "opponent=b: needs player");
        assert!(games.add("player", "a"));
        assert_eq!(games.conditions().unwrap().players, ["a", "b"]);
    }

    #[test]
    fn no_other_name_is_a_condition() {
        for name in ["sql", "where", "sources", "Name", "unanswered", "", "limit"] {
            assert!(!Given::<ProblemConditions>::default().add(name, "1"), "{name}");
        }
    }

    #[test]
    fn blank_texts_of_forms_are_left_out() {
        let given = given(&[("name", " a "), ("turn", ""), ("stones", " ")]).without_blank();
        assert_eq!(
            (given.text("name"), given.text("turn"), given.text("stones")),
            (Some("a"), None, None)
        );
        assert_eq!(given.conditions().unwrap().name.as_deref(), Some("a"));
    }
}
