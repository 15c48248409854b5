//! `gtn-db check`: checks problems and lists what is wrong with them.

mod solve;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use gtn_db::answer::FindingJson;
use gtn_db::find::SolveClass;
use gtn_db::find::abalone::check_abalone;
use gtn_db::import::inputs::Limits;
use gtn_db::store::{FamilyCounts, Store};
use gtn_db::{Diagnostic, Rule};

use crate::cli::input::gather_inputs;
use crate::cli::output::{LimitArgs, OutputArgs, Row, plural};
use crate::cli::scratch_database::{ScratchDatabase, check_with_progress};
use crate::cli::{Global, Outcome};

/// Check problems: setup, answer, side to move, and every move under the rules
#[derive(Debug, Args)]
#[command(after_help = "\
Rules:
  file    unreadable, syntax, charset, left-out, strict, board-size,
          other-game
  setup   no-position, setup-point, setup-twice, setup-both,
          setup-no-liberty
  answer  answer-point, answer-occupied, answer-self-capture, answer-ko,
          answer-turn, answer-setup, no-answer, no-refutation
  turn    turn-unknown, turn-conflict
  games   move-illegal, move-turn, game-fact, repetition

Articles are those of the Japanese rules. Without paths the problems of the database are checked.
Of Abalone, problems and games are: moves and notations, results against the board, positions
that stand again.
Exit status: 0 nothing found, 2 error, 3 something found.

With --solve, the solver of `gtn-db solve` looks at every problem, on all cores. Its verdicts are kept in the
database, apart from the answers of sources: an interrupted run goes on where it ended, and a further
run solves only what is new. Classes of verdicts about a record:
  refuted    a move that the record accepts fails
  differs    the words of the record state another outcome, as \"Black to live\" does
  dual       a move that the record does not accept works, too
  found      the record has no answer, the verdict has
  confirmed  the accepted moves work, and no others are known to
  ko, seki   the outcome is one, so that no move is called wrong
  settled    a pass works, too
  outside, undecided
             nothing is claimed of the moves that the record accepts
  unknown    there is no verdict; docs/solve.md lists why
--solve alone lists the first four; --solve=CLASS,... others. The numbers of all are printed.

Example:
  gtn-db check problems/ --json
  gtn-db check --solve
  gtn-db check --solve=confirmed,refuted --nodes 1000000 --csv")]
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
    /// Compare the answers with what the solver proves; list these classes of verdicts
    #[arg(
        long,
        value_name = "CLASS",
        value_delimiter = ',',
        num_args = 0..,
        require_equals = true,
        value_parser = solve::class_parser(),
        hide_possible_values = true, // the end of the help lists them
        conflicts_with_all = ["only", "strict"],
    )]
    solve: Option<Vec<SolveClass>>,
    /// With --solve: search at most N positions for each problem
    #[arg(
        long,
        value_name = "N",
        requires = "solve",
        default_value_t = gtn_db::solve::Limits::default().nodes,
        value_parser = clap::value_parser!(u64).range(..=solve::MAX_NODES),
    )]
    nodes: u64,
    #[command(flatten)]
    limit: LimitArgs,
    #[command(flatten)]
    output: OutputArgs,
}

fn rule_parser() -> impl TypedValueParser<Value = Rule> {
    PossibleValuesParser::new(Rule::ALL.iter().map(|rule| rule.name()))
        .map(|name| name.parse::<Rule>().expect("the possible values are the names of all rules"))
}

impl Row for FindingJson {
    const HEADINGS: &'static [&'static str] = &["rule", "source", "tree", "byte", "finding"];
    const FIELDS: &'static [&'static str] = &["code", "source", "tree", "offset", "cause"];

    fn cell(&self, heading: &str) -> Option<String> {
        match heading {
            "rule" => Some(self.code.to_owned()),
            "byte" => Some(self.offset.to_string()),
            "finding" => Some(self.cause.clone()),
            _ => None,
        }
    }
}

pub fn run(args: &CheckArgs, global: &Global) -> anyhow::Result<Outcome> {
    if let Some(classes) = &args.solve {
        let job = solve::Job {
            paths: &args.paths,
            classes,
            nodes: args.nodes,
            limit: args.limit,
            output: &args.output,
        };
        return solve::run(&job, global);
    }
    let stored;
    let mut scratch = None;
    let (store, skipped) = if args.paths.is_empty() {
        stored = Store::open(&global.database()?)?;
        (&stored, &[][..])
    } else {
        let inputs = gather_inputs(&args.paths, Limits::default())?;
        let ScratchDatabase { store, imported, .. } =
            scratch.insert(ScratchDatabase::import(inputs, global)?);
        (&*store, &imported.diagnostics[..])
    };
    let FamilyCounts { go, abalone, .. } = store.family_counts()?;
    let records = go.records + abalone.records;
    let mut count = 0;
    let mut listing = args.output.listing()?;
    // JSON and CSV are printed while the check runs, a table at its end.
    let has_bar = args.output.is_table() || !io::stdout().is_terminal();
    let mut visit = |finding: Diagnostic| {
        if args.only.is_empty() || args.only.contains(&finding.rule) {
            count += 1;
            if count <= args.limit.count() {
                listing.push(&FindingJson::from(finding))?;
            }
        }
        anyhow::Ok(())
    };
    check_with_progress(store, skipped, args.strict, has_bar, global, &mut visit)?;
    check_abalone(store, args.paths.is_empty(), visit)?;
    let mut out = listing.finish()?;
    if args.output.is_table() {
        let (findings, problems) = (plural(count as u64, "finding"), plural(records, "problem"));
        let games = match abalone.games {
            0 => String::new(),
            games => format!(" and {} of Abalone", plural(games, "game")),
        };
        writeln!(out, "{findings} in {problems}{games}")?;
    }
    out.flush()?;
    if let Some(ScratchDatabase { imported, .. }) = &scratch
        && let unlisted @ 1.. = imported.omitted()
    {
        crate::cli::report(&format!("{unlisted} more findings of the import are not listed"));
    }
    Ok(if count == 0 { Outcome::Done } else { Outcome::Skipped })
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
