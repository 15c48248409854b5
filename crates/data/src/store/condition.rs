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

/// A condition has a value without a meaning.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{name}: {cause}")]
pub struct ConditionError {
    /// The condition.
    pub name: &'static str,
    /// What to write.
    pub cause: String,
}

impl<T> Condition<T> {
    /// A condition that is set by what a text means.
    pub const fn new(name: &'static str, value: &'static str, read: Read<T>) -> Condition<T> {
        let (help, opposite, is_go_only) = ("", None, false);
        Condition { name, value, help, choices: Vec::new, opposite, is_go_only, read }
    }

    /// Says what the condition selects.
    pub const fn help(self, help: &'static str) -> Condition<T> {
        Condition { help, ..self }
    }

    /// Only one of some words can be written.
    pub const fn choices(self, choices: fn() -> Vec<Choice>) -> Condition<T> {
        Condition { choices, ..self }
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
        if let Some(Condition { name, .. }) = self.twice {
            return Err(ConditionError { name, cause: "give one value, not several".to_owned() });
        }
        let mut conditions = T::default();
        for (condition, text) in self.texts() {
            let fault = |cause| ConditionError { name: condition.name, cause };
            condition.set(&mut conditions, text).map_err(fault)?;
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
