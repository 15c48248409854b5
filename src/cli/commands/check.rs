//! `gtn-db check`: checks problems and lists what is wrong with them.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use anyhow::bail;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use gtn_db::find::check_records;
use gtn_db::import::inputs::{Inputs, Limits};
use gtn_db::import::{self, Report};
use gtn_db::store::Store;
use gtn_db::{Diagnostic, Location, Rule};
use serde::Serialize;

use crate::cli::global::{Global, Outcome};
use crate::cli::output::progress::Progress;
use crate::cli::output::{LimitArgs, OutputArgs, Row, plural};

/// Check problems: setup, answer, side to move, and every move under the rules
#[derive(Debug, Args)]
#[command(after_help = "\
Rules:
  file    unreadable, syntax, strict, board-size, other-game
  setup   no-position, setup-point, setup-twice, setup-both,
          setup-no-liberty
  answer  answer-point, answer-occupied, answer-self-capture, answer-ko,
          answer-turn, answer-setup, no-answer, no-refutation
  turn    turn-unknown, turn-conflict
  games   move-illegal, move-turn, game-fact

Articles are those of the Japanese rules. Without paths the problems of the database are checked.
Exit status: 0 nothing found, 2 error, 3 something found.

Example:
  gtn-db check problems/ --json")]
pub struct CheckArgs {
    /// Files, folders and archives, as for import; the database is not touched
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// List only findings of these rules, separated by commas
    #[arg(
        long,
        value_name = "RULE",
        value_delimiter = ',',
        value_parser = rule_parser(),
        hide_possible_values = true, // the end of the help lists them
    )]
    only: Vec<Rule>,
    /// Also check conformance to SGF FF[4], with the parser sgf-parse
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    limit: LimitArgs,
    #[command(flatten)]
    output: OutputArgs,
}

fn rule_parser() -> impl TypedValueParser<Value = Rule> {
    PossibleValuesParser::new(Rule::ALL.iter().map(|rule| rule.name())).map(|name| {
        let rule = Rule::ALL.iter().copied().find(|rule| rule.name() == name);
        rule.expect("the possible values are the names of all rules")
    })
}

/// A finding; docs/json.md describes its fields.
#[derive(Serialize)]
pub struct Line {
    code: &'static str,
    source: String,
    tree: Option<u32>,
    offset: u64,
    cause: String,
}

impl Row for Line {
    const HEADINGS: &'static [&'static str] = &["rule", "source", "tree", "byte", "finding"];
    const FIELDS: &'static [&'static str] = &["code", "source", "tree", "offset", "cause"];

    fn cells(&self) -> Vec<String> {
        vec![
            self.code.to_owned(),
            self.source.clone(),
            self.tree.map(|tree| tree.to_string()).unwrap_or_default(),
            self.offset.to_string(),
            self.cause.clone(),
        ]
    }
}

impl From<Diagnostic> for Line {
    fn from(finding: Diagnostic) -> Line {
        let Diagnostic { location: Location { source, tree, offset }, rule, message, .. } = finding;
        let tree = (tree > 0).then_some(tree);
        Line { code: rule.name(), source, tree, offset, cause: message }
    }
}

pub fn run(args: &CheckArgs, global: &Global) -> anyhow::Result<Outcome> {
    let imported;
    let (store, skipped) = if args.paths.is_empty() {
        imported = None;
        (Store::open(&global.database()?)?, &[][..])
    } else {
        let (folder, store, report) = temporary(&args.paths)?;
        imported = Some((folder, report));
        let skipped = imported.as_ref().map(|(_, report)| &report.skipped[..]);
        (store, skipped.unwrap_or_default())
    };
    let records = store.counts()?.records;
    let progress = Progress::start(global, "Checking problems", Some(records));
    let mut found = check_records(&store, skipped, args.strict, |count| progress.add(count))?;
    drop(progress);
    found.retain(|finding| args.only.is_empty() || args.only.contains(&finding.rule));

    let count = found.len() as u64;
    let mut listing = args.output.listing()?;
    for finding in found.into_iter().take(args.limit.count()) {
        listing.push(&Line::from(finding))?;
    }
    let mut out = listing.finish()?;
    if args.output.is_table() {
        let (findings, problems) = (plural(count, "finding"), plural(records, "problem"));
        writeln!(out, "{findings} in {problems}")?;
    }
    out.flush()?;
    if let Some((_, report)) = imported
        && let unlisted @ 1.. = report.untold()
    {
        crate::cli::report(&format!("{unlisted} more findings of the import are not listed"));
    }
    Ok(if count == 0 { Outcome::Done } else { Outcome::Skipped })
}

/// Files in a database of their own, which is gone with the folder.
pub fn temporary(paths: &[PathBuf]) -> anyhow::Result<(tempfile::TempDir, Store, Report)> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("gtn.db");
    let options = import::ImportOptions {
        taken: Default::default(),
        listed: import::MOST_LISTED,
        cancel: &AtomicBool::new(false),
    };
    let inputs = Inputs::gather(paths, Limits::default());
    let report = import::import(Store::import(&path)?, inputs, options, &|_| ())?;
    if report.is_interrupted {
        bail!("the reading of the files was ended");
    }
    let store = Store::open(&path)?;
    Ok((folder, store, report))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        check: CheckArgs,
    }

    #[test]
    fn the_help_lists_every_rule() {
        let help = <Command as clap::CommandFactory>::command().render_long_help().to_string();
        for rule in Rule::ALL.iter() {
            let mut words = help.split([' ', ',', '\n']);
            assert!(words.any(|word| word == rule.name()), "{rule}");
        }
    }

    #[test]
    fn only_takes_a_list_of_rules() {
        let command = Command::try_parse_from(["check", "--only", "syntax,no-answer"]).unwrap();
        assert_eq!(command.check.only, [Rule::Syntax, Rule::NoAnswer]);
        let error = Command::try_parse_from(["check", "--only", "no-answers"]).err().unwrap();
        assert!(error.to_string().contains("'no-answer'"), "{error}");
    }
}
