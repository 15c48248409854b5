//! `gtn-db tag`: tags of problems.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use gtn_db::find::{ProblemName, ProblemNames, ProblemSet, SetOptions};
use gtn_db::model::{LEVEL_TAG, ParseProblemIdError, read_level};
use gtn_db::store::{ImportSession, Store, Tag};
use serde::Serialize;

use crate::cli::args::{RecordArgs, read_names};
use crate::cli::error::CommandError;
use crate::cli::output::{OutputArgs, Row, plural, print_line};
use crate::cli::{Global, Outcome, report};

/// Tag problems, list tags
#[derive(Debug, Args)]
#[command(
    subcommand_value_name = "ACTION",
    subcommand_help_heading = "Actions",
    after_help = "\
A tag belongs to a problem, whatever its sources are: it stays when they are imported again. Problems are \
selected with --tag TAG, and books and cards show or carry tags. A tag such as level:5k sets the level of a \
problem.

Example:
  gtn-db tag add ladder --name ladder
  gtn-db tag add level:5k c7ad6d26
  gtn-db problems --tag ladder"
)]
pub struct TagArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Tag problems
    Add(ChangeArgs),
    /// Remove a tag from problems
    Rm(ChangeArgs),
    List(ListArgs),
}

#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  gtn-db tag add ladder c7ad6d26 5b631951-white
  gtn-db tag rm ladder --source drafts/")]
struct ChangeArgs {
    /// The tag
    #[arg(id = "name of the tag", value_name = "TAG", value_parser = parse_tag)]
    tag: String,
    /// Problems: the beginning of a key, with -black or -white behind it if the side to move matters
    #[arg(value_name = "KEY")]
    keys: Vec<String>,
    /// The problems that this file names, as for `export --ids`
    #[arg(long, value_name = "FILE")]
    ids: Option<PathBuf>,
    #[command(flatten, next_help_heading = "Selecting problems")]
    filter: RecordArgs,
}

/// List the tags, and how many problems have each
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  gtn-db tag list --json")]
struct ListArgs {
    #[command(flatten)]
    output: OutputArgs,
}

/// A tag in the list.
#[derive(Serialize)]
struct TagRow {
    tag: String,
    problems: u64,
}

impl Row for TagRow {
    const HEADINGS: &'static [&'static str] = &["tag", "problems"];
    const FIELDS: &'static [&'static str] = &["tag", "problems"];
}

fn parse_tag(text: &str) -> Result<String, String> {
    let tag = text.trim();
    if tag.is_empty() || tag.chars().any(char::is_control) {
        return Err("a tag has at least one character, and no control characters".to_owned());
    }
    match tag.strip_prefix(LEVEL_TAG) {
        Some(level) => read_level(level)
            .map(|level| format!("{LEVEL_TAG}{level}"))
            .ok_or_else(|| "write a level such as level:10k or level:3d".to_owned()),
        None => Ok(tag.to_owned()),
    }
}

pub fn run(args: &TagArgs, global: &Global) -> anyhow::Result<Outcome> {
    match &args.action {
        Action::Add(args) => change(args, true, global),
        Action::Rm(args) => change(args, false, global),
        Action::List(args) => list(args.output, global),
    }
}

fn list(output: OutputArgs, global: &Global) -> anyhow::Result<Outcome> {
    let store = Store::open(&global.database()?)?;
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for tag in store.tags()? {
        *counts.entry(tag.tag).or_default() += 1;
    }
    let is_empty = counts.is_empty();
    let mut listing = output.listing()?;
    for (tag, problems) in counts {
        listing.push(&TagRow { tag, problems })?;
    }
    listing.finish()?;
    if is_empty {
        report("no problem has a tag");
    }
    Ok(if is_empty { Outcome::NothingFound } else { Outcome::Done })
}

fn change(args: &ChangeArgs, is_added: bool, global: &Global) -> anyhow::Result<Outcome> {
    let path = global.database()?;
    let store = Store::open(&path)?;
    let names = args.names()?;
    if names.is_none() && args.filter.given_option().is_none() {
        let message = "no problem is selected: name keys, --ids or an option that selects problems";
        return Err(CommandError::new(message).into());
    }
    let options = SetOptions { only: names, ..SetOptions::default() };
    let set = ProblemSet::choose(&store, &args.filter.to_filter(), options, &|_| ())?;
    let mut session = ImportSession::open(&path)?;
    let now = Some(jiff::Timestamp::now().as_second());
    let mut changed = 0;
    for problem in set.problems() {
        let (key, turn) = (problem.key(), problem.turn());
        let is_changed = match is_added {
            true => session.add_tag(&Tag { key, turn, tag: args.tag.clone(), changed: now })?,
            false => session.remove_tag(key, turn, &args.tag)?,
        };
        changed += u64::from(is_changed);
    }
    session.commit()?;
    session.finish()?;
    let (what, already) = match is_added {
        true => ("tagged", "have the tag already"),
        false => ("lost the tag", "did not have it"),
    };
    let rest = set.problems().len() as u64 - changed;
    let rest = if rest > 0 { format!("; {rest} {already}") } else { String::new() };
    print_line(format_args!("{} {what}{rest}", plural(changed, "problem")))?;
    Ok(if set.problems().is_empty() { Outcome::NothingFound } else { Outcome::Done })
}

impl ChangeArgs {
    /// The problems that keys and `--ids` name; `None` without both.
    fn names(&self) -> anyhow::Result<Option<ProblemNames>> {
        let mut names = Vec::new();
        for key in &self.keys {
            let read = ProblemName::read_list(key.as_bytes());
            names.extend(read.map_err(|_| ParseProblemIdError(key.clone()))?);
        }
        if let Some(path) = &self.ids {
            names.extend(read_names(path)?);
        }
        let is_given = !self.keys.is_empty() || self.ids.is_some();
        Ok(is_given.then(|| names.into_iter().collect()))
    }
}
