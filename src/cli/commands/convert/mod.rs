//! `gtn-db convert`: positions from one form to another, and games of Abalone in other notations.

mod abalone;
mod games;
mod go;

use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal, Write};
use std::str::FromStr;

use anyhow::{Context, bail};
use clap::Args;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use gtn_db::abalone::{GameRecord, Notation, Position, Setup, Symmetry};

use self::abalone::AbaloneForm;
use self::games::GameForm;
use self::go::GoForm;
use crate::cli::args::{LateralArg, parse_abalone_start};
use crate::cli::input::{PositionArgs, QueryText, read_queries};
use crate::cli::output::{self, OutputFile};
use crate::cli::{Global, Outcome, report};

/// Convert positions between notations, to SGF, to keys and to drawn boards
///
/// Prints one result per line for each position. Annotations are kept where the form has them. The
/// text tells whether a position is one of Go or of Abalone. With --to aba-pro, nacre, extended-nacre
/// or inverse, the arguments are games of Abalone instead.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  gtn-db convert '4x6|...XO.XXXXO.OOOOO.......' --region A4-D3 --op SR0 --to diagram
  gtn-db convert --to nacre --start belgian '1.a1b2 i5h5 2.a2b3 i6h6'")]
pub struct ConvertArgs {
    /// Positions: an IGTN, a diagram of several lines, typed moves such as 'Q16 D4'; for Abalone an
    /// IATN, an ATN, or a position in KAAWA, AO, APGN or FEN; a file with any of these or with SGF, or -
    /// for standard input [default: standard input]
    #[arg(value_name = "POSITION")]
    positions: Vec<OsString>,
    /// The form of the results [default: igtn, or iatn for Abalone]
    #[arg(long, value_name = "FORM", value_parser = FORM_PARSER)]
    to: Option<Form>,
    /// Apply one of the sixteen operations of Go or the 24 of Abalone first, after --region; or
    /// several, one after the other, such as 'IR1 then SR2'
    #[arg(long, value_name = "NAME", value_parser = OPERATIONS_PARSER)]
    op: Option<Operations>,
    /// Abalone: take back these moves, which lead to the position and are written in extended Nacre
    /// with its marks, before --op
    #[arg(long, value_name = "MOVES")]
    undo: Option<String>,
    /// The position before the first move of Abalone games that name no known one: the name of
    /// a start, such as belgian (the default) or standard, or a position in any form
    #[arg(long, value_name = "POSITION", value_parser = parse_abalone_start)]
    start: Option<Setup>,
    /// Which end of a row --to aba-pro names first in lateral moves [default: lower-first]
    #[arg(long, value_name = "ORDER")]
    lateral: Option<LateralArg>,
    #[command(flatten)]
    position: PositionArgs,
}

/// The names of operations, in the order in which they are applied.
#[derive(Clone, Debug)]
struct Operations(Vec<String>);

impl FromStr for Operations {
    type Err = String;

    fn from_str(text: &str) -> Result<Operations, String> {
        let names: Vec<String> = text.split(" then ").map(|name| name.trim().to_owned()).collect();
        // The operations of Go are some of those of Abalone.
        match names.iter().find(|name| name.parse::<Symmetry>().is_err()) {
            Some(name) => Err(format!("there is no operation `{name}`, such as IR1 or N_SR0")),
            None => Ok(Operations(names)),
        }
    }
}

/// A form by its name: of Go positions, of Abalone positions, or of both; or of games.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Form {
    name: String,
    go: Option<GoForm>,
    abalone: Option<AbaloneForm>,
    games: Option<GameForm>,
}

impl FromStr for Form {
    type Err = String;

    fn from_str(name: &str) -> Result<Form, String> {
        let abalone = abalone::FORMS.iter().find(|form| form.0 == name).map(|form| form.1);
        let games = games::FORMS.iter().find(|form| form.0 == name).map(|form| form.1);
        let go = match name.parse::<GoForm>() {
            Err(error) if abalone.is_none() && games.is_none() => {
                let names = form_names();
                let names: Vec<&str> = names.iter().map(PossibleValue::get_name).collect();
                return Err(format!("{error}; the forms are {}", names.join(", ")));
            }
            go => go.ok(),
        };
        Ok(Form { name: name.to_owned(), go, abalone, games })
    }
}

const FORM_PARSER: NameParser<Form> = NameParser { names: form_names, parse: str::parse };

const OPERATIONS_PARSER: NameParser<Operations> =
    NameParser { names: operation_names, parse: str::parse };

/// Parses a name. A type of its own, so that help and completions have the names.
#[derive(Clone)]
struct NameParser<T> {
    names: fn() -> Vec<PossibleValue>,
    parse: fn(&str) -> Result<T, String>,
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for NameParser<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        let parse = self.parse;
        StringValueParser::new().try_map(move |name| parse(&name)).parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.names)().into_iter()))
    }
}

/// The names of the forms with their help.
fn form_names() -> Vec<PossibleValue> {
    let fixed = go::FORMS.iter().map(|&(name, _, help)| PossibleValue::new(name).help(help));
    let abalone = abalone::FORMS.iter().filter(|form| go::FORMS.iter().all(|go| go.0 != form.0));
    let abalone =
        abalone.map(|&(name, _, help)| PossibleValue::new(name).help(format!("Abalone: {help}")));
    let resized = PossibleValue::new("n-igtn-RxC")
        .help("A part of a board on a board of R rows and C columns, such as n-igtn-9x9");
    let games = games::FORMS
        .iter()
        .map(|&(name, _, help)| PossibleValue::new(name).help(format!("Abalone: {help}")));
    fixed.chain([resized]).chain(abalone).chain(games).collect()
}

fn operation_names() -> Vec<PossibleValue> {
    Symmetry::ALL.map(|operation| PossibleValue::new(operation.name())).into()
}

impl ConvertArgs {
    /// The text of a position in the form asked for, and whether it has several lines.
    fn convert(&self, query: QueryText, is_styled: bool) -> anyhow::Result<(String, bool)> {
        if let Some(setup) = query.abalone_setup()? {
            let form = match &self.to {
                None => AbaloneForm::Iatn,
                Some(form) => form.abalone.with_context(|| {
                    let names = abalone::FORMS.map(|form| form.0).join(", ");
                    format!("`{}` is a form of Go; for Abalone there are {names}", form.name)
                })?,
            };
            let mut setup = self.undo_moves(setup)?;
            for name in self.operations() {
                setup = setup.transform(name.parse()?);
            }
            return Ok((form.write(&setup, is_styled), form.is_tall()));
        }
        if self.undo.is_some() {
            bail!("--undo takes back moves of Abalone; this is a position of Go");
        }
        let mut placed = query.into_diagram()?;
        let form = match &self.to {
            None => GoForm::Igtn,
            Some(form) => form.go.with_context(|| {
                let names = go::FORMS.map(|form| form.0).join(", ");
                format!("`{}` is a form of Abalone; for Go there are {names}", form.name)
            })?,
        };
        for name in self.operations() {
            placed = go::transform(placed, name.parse()?);
        }
        Ok((form.write(&placed, is_styled)?, form.is_tall()))
    }

    /// The names of the operations to apply.
    fn operations(&self) -> &[String] {
        self.op.as_ref().map_or(&[], |op| &op.0)
    }

    /// The position before the moves of `--undo`, or the same one without the option.
    fn undo_moves(&self, setup: Setup) -> anyhow::Result<Setup> {
        let Some(moves) = &self.undo else { return Ok(setup) };
        let turn = setup.turn.context(
            "--undo needs the side to move, and the marbles lost if there are any: write them \
             after an IATN, as in `aba5|… O 5-4`",
        )?;
        let lost = setup.lost.unwrap_or_default();
        let last = Position { board: setup.board, turn, lost };
        let record = GameRecord::read_backward(moves, last)
            .map_err(|fault| anyhow::anyhow!("--undo: {fault}"))?;
        let first = record.start.expect("a game that is read backward has a start");
        Ok(Setup { board: first.board, turn: Some(first.turn), lost: Some(first.lost) })
    }

    /// Refuses options that mean nothing for what is converted.
    fn check_options(&self, games: Option<GameForm>) -> anyhow::Result<()> {
        if self.lateral.is_some() && games != Some(GameForm::Moves(Notation::AbaPro)) {
            bail!("--lateral is about lateral moves in Aba-Pro: it needs --to aba-pro");
        }
        let PositionArgs { move_number, part, .. } = &self.position;
        let is_of_positions = self.undo.is_some()
            || self.op.is_some()
            || move_number.is_some()
            || part.region.is_some();
        if games.is_some() && is_of_positions {
            bail!(
                "--undo, --op, --move and --region are for positions, and --to is a form of games"
            );
        }
        if games.is_none() && self.start.is_some() {
            let names = games::FORMS.map(|form| form.0).join(", ");
            bail!("--start is for games: it needs --to with one of {names}");
        }
        Ok(())
    }

    /// Converts the games of all arguments.
    fn run_games(&self, form: GameForm, arguments: &[OsString]) -> anyhow::Result<Outcome> {
        let mut out = OutputFile::stdout();
        let (mut outcome, mut is_first) = (Outcome::Done, true);
        for (argument, number) in arguments.iter().zip(1..) {
            let games = match games::read_games(argument, number, self.start) {
                Ok(games) => games,
                Err(error) => {
                    report(&format!("{error:#}"));
                    outcome = Outcome::Failed;
                    continue;
                }
            };
            let label = games::label(argument, number);
            for (game, number) in games.iter().zip(1..) {
                let label =
                    if games.len() > 1 { format!("{label}: game {number}") } else { label.clone() };
                if games::report_faults(game, &label) == Outcome::Skipped
                    && outcome == Outcome::Done
                {
                    outcome = Outcome::Skipped;
                }
                let text = form.write(&game.record, self.lateral);
                if !is_first && text.ends_with('\n') {
                    writeln!(out)?;
                }
                is_first = false;
                writeln!(out, "{}", text.trim_end_matches('\n'))?;
            }
        }
        out.finish()?;
        Ok(outcome)
    }
}

pub fn run(args: &ConvertArgs, _global: &Global) -> anyhow::Result<Outcome> {
    let stdin = [OsString::from("-")];
    let positions = match &*args.positions {
        [] if io::stdin().is_terminal() => {
            bail!("no position: write one, or - to read standard input")
        }
        [] => &stdin,
        positions => positions,
    };
    let games = args.to.as_ref().and_then(|form| form.games);
    args.check_options(games)?;
    if let Some(form) = games {
        return args.run_games(form, positions);
    }
    let mut out = output::stdout();
    let is_styled = output::has_colors();
    let (mut outcome, mut is_first) = (Outcome::Done, true);
    let reads_notes = args.to.as_ref().is_some_and(|form| form.go == Some(GoForm::Svg));
    let position = PositionArgs { reads_notes, ..args.position.clone() };
    for (label, text) in read_queries(positions, &position) {
        match text.and_then(|query| args.convert(query, is_styled)) {
            Ok((result, is_tall)) => {
                if is_tall && !is_first {
                    writeln!(out)?;
                }
                is_first = false;
                writeln!(out, "{}", result.trim_end_matches('\n'))?;
            }
            Err(error) => {
                report(&format!("{label}: {error:#}"));
                outcome = Outcome::Failed;
            }
        }
    }
    out.flush()?;
    Ok(outcome)
}
