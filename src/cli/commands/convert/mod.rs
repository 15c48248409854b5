//! `gtn-db convert`: positions from one form to another.

mod abalone;
mod go;

use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal, Write};
use std::str::FromStr;

use anyhow::{Context, bail};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use gtn_db::abalone::Symmetry;

use self::abalone::AbaloneForm;
use self::go::GoForm;
use crate::cli::input::{PositionArgs, QueryText, read_queries};
use crate::cli::output;
use crate::cli::{Global, Outcome, report};

/// Convert positions between notations, to SGF, to keys and to drawn boards
///
/// Prints one result per line for each position. Annotations are kept where the form has them. The
/// text tells whether a position is one of Go or of Abalone.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  gtn-db convert '4x6|...XO.XXXXO.OOOOO.......' --region A4-D3 --op SR0 --to diagram")]
pub struct ConvertArgs {
    /// Positions: an IGTN, a diagram of several lines, typed moves such as 'Q16 D4'; for Abalone an
    /// IATN, an ATN, or a position in KAAWA, AO or APGN; a file with any of these or with SGF, or -
    /// for standard input [default: standard input]
    #[arg(value_name = "POSITION")]
    positions: Vec<OsString>,
    /// The form of the results [default: igtn, or iatn for Abalone]
    #[arg(long, value_name = "FORM", value_parser = FormParser)]
    to: Option<Form>,
    /// Apply one of the sixteen operations of Go or the 24 of Abalone first, after --region
    #[arg(
        long,
        value_name = "NAME",
        default_value = "IR0",
        hide_default_value = true,
        // The operations of Go are some of these.
        value_parser = PossibleValuesParser::new(Symmetry::ALL.map(Symmetry::name)),
    )]
    op: String,
    #[command(flatten)]
    position: PositionArgs,
}

/// A form by its name: of Go positions, of Abalone positions, or of both.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Form {
    name: String,
    go: Option<GoForm>,
    abalone: Option<AbaloneForm>,
}

impl FromStr for Form {
    type Err = String;

    fn from_str(name: &str) -> Result<Form, String> {
        let abalone = abalone::FORMS.iter().find(|form| form.0 == name).map(|form| form.1);
        let go = match name.parse::<GoForm>() {
            Err(error) if abalone.is_none() => return Err(error),
            go => go.ok(),
        };
        Ok(Form { name: name.to_owned(), go, abalone })
    }
}

/// Parses a form. A type of its own, so that help and completions have the names.
#[derive(Clone)]
struct FormParser;

impl TypedValueParser for FormParser {
    type Value = Form;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Form, clap::Error> {
        StringValueParser::new().try_map(|name| name.parse::<Form>()).parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let fixed = go::FORMS.iter().map(|&(name, _, help)| PossibleValue::new(name).help(help));
        let abalone =
            abalone::FORMS.iter().filter(|form| go::FORMS.iter().all(|go| go.0 != form.0));
        let abalone = abalone
            .map(|&(name, _, help)| PossibleValue::new(name).help(format!("Abalone: {help}")));
        let resized = PossibleValue::new("n-igtn-RxC")
            .help("A part of a board on a board of R rows and C columns, such as n-igtn-9x9");
        Some(Box::new(fixed.chain([resized]).chain(abalone)))
    }
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
            let setup = setup.transform(self.op.parse()?);
            return Ok((form.write(&setup, is_styled), form.is_tall()));
        }
        let placed = query.into_diagram()?;
        let form = match &self.to {
            None => GoForm::Igtn,
            Some(form) => form.go.with_context(|| {
                let names = go::FORMS.map(|form| form.0).join(", ");
                format!("`{}` is a form of Abalone; for Go there are {names}", form.name)
            })?,
        };
        let placed = go::transform(placed, self.op.parse()?);
        Ok((form.write(&placed, is_styled)?, form.is_tall()))
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
    let mut out = output::stdout();
    let is_styled = output::has_colors();
    let (mut outcome, mut is_first) = (Outcome::Done, true);
    for (label, text) in read_queries(positions, &args.position) {
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
