//! The conditions of a table as options.

use std::marker::PhantomData;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use gtn_db::store::{Choice, Condition, Conditions};

use super::lossy::lossy_parser;

/// What a command does in its own way.
pub trait Own {
    /// The conditions that the command leaves out, because it has an option of its own with the name, or another
    /// option for the condition.
    const LEFT_OUT: &'static [&'static str];

    /// Changes an option.
    fn adjust(option: Arg) -> Arg {
        option
    }
}

/// Options for the conditions of a table, in its order.
#[derive(Debug)]
pub struct ConditionArgs<T, O> {
    conditions: T,
    /// The options that were given with their texts, and whether they select by a property that only Go has.
    given: Vec<(String, String, bool)>,
    own: PhantomData<O>,
}

impl<T: Conditions, O: Own> ConditionArgs<T, O> {
    /// The conditions that the options set.
    pub fn conditions(&self) -> &T {
        &self.conditions
    }

    /// The name of the first option that was given, for messages.
    pub fn given_option(&self) -> Option<&str> {
        self.given.first().map(|(option, ..)| &**option)
    }

    /// The name of the first option but one that was given, for messages.
    pub fn given_option_but(&self, other: &str) -> Option<&str> {
        self.given.iter().map(|(option, ..)| &**option).find(|option| *option != other)
    }

    /// The options that were given, as they are written.
    pub fn describe(&self) -> impl Iterator<Item = String> {
        self.given.iter().map(|(option, text, _)| match text.as_str() {
            "true" | "false" => option.clone(),
            text => format!("{option} {text}"),
        })
    }

    /// The name of the first option that was given and that nothing of Abalone can fulfill.
    pub fn go_option(&self) -> Option<&str> {
        self.given.iter().find(|(.., is_go_only)| *is_go_only).map(|(option, ..)| &**option)
    }

    fn table() -> impl Iterator<Item = &'static Condition<T>> {
        T::TABLE.iter().filter(|condition| !O::LEFT_OUT.contains(&condition.name))
    }
}

impl<T: Conditions, O: Own> Args for ConditionArgs<T, O> {
    fn augment_args(command: Command) -> Command {
        command.args(Self::table().flat_map(options).map(O::adjust))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<T: Conditions, O: Own> FromArgMatches for ConditionArgs<T, O> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let (mut conditions, mut given) = (T::default(), Vec::new());
        for condition in Self::table() {
            let Some((option, text)) = given_text(condition, matches) else { continue };
            let refuse = |cause| clap::Error::raw(ErrorKind::ValueValidation, cause);
            condition.set(&mut conditions, text).map_err(refuse)?;
            given.push((format!("--{option}"), text.to_owned(), condition.is_go_only));
        }
        Ok(ConditionArgs { conditions, given, own: PhantomData })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The options for a condition: one, or two switches.
fn options<T: Conditions>(condition: &'static Condition<T>) -> Vec<Arg> {
    let option = |name, help| Arg::new(name).long(name).help(help);
    let first = option(condition.name, condition.help);
    if let Some((opposite, help)) = condition.opposite {
        let second = option(opposite, help).conflicts_with(condition.name);
        return [first, second].map(|switch| switch.action(ArgAction::SetTrue)).into();
    }
    let first = first.value_name(condition.value);
    let choices = (condition.choices)();
    if choices.is_empty() {
        let check = |text: String| condition.set(&mut T::default(), &text).map(|()| text);
        return vec![first.value_parser(lossy_parser().try_map(check))];
    }
    let has_short = choices.iter().any(|choice| choice.short.is_some());
    let words = PossibleValuesParser::new(choices.iter().map(possible_value));
    let full = words.map(move |word| {
        let is_meant = |choice: &&Choice| possible_value(choice).matches(&word, has_short);
        choices.iter().find(is_meant).map_or(word.clone(), |choice| choice.name.to_owned())
    });
    vec![first.ignore_case(has_short).value_parser(full)]
}

fn possible_value(choice: &Choice) -> PossibleValue {
    let value = PossibleValue::new(choice.name).aliases(choice.short);
    if choice.help.is_empty() { value } else { value.help(choice.help) }
}

/// The option that was given for a condition, and the text of the condition.
fn given_text<'a, T>(
    condition: &Condition<T>,
    matches: &'a ArgMatches,
) -> Option<(&'static str, &'a str)> {
    match condition.opposite {
        Some((opposite, _)) => [(condition.name, "true"), (opposite, "false")]
            .into_iter()
            .find(|(option, _)| matches.get_flag(option)),
        None => Some((condition.name, matches.get_one::<String>(condition.name)?)),
    }
}
