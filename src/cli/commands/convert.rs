//! `gtn-db convert`: positions from one form to another.

use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal, Write};
use std::str::FromStr;

use anyhow::{Context, bail};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use gtn_db::go::{Size, Symmetry};
use gtn_db::gtn::Window;

use crate::cli::input::{PlacedDiagram, PositionArgs, QueryText, read_queries};
use crate::cli::output;
use crate::cli::output::board::Drawing;
use crate::cli::{Global, Outcome, report};
use gtn_db::extract::{BoardPlace, diagram_to_sgf};

/// Convert positions between notations, to SGF, to keys and to drawn boards
///
/// Prints one result per line for each position. Annotations are kept where the form has them.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  gtn-db convert '4x6|...XO.XXXXO.OOOOO.......' --region A4-D3 --op SR0 --to diagram")]
pub struct ConvertArgs {
    /// Positions: an IGTN, a diagram of several lines, typed moves such as 'Q16 D4', a file with any
    /// of these or with SGF, or - for standard input [default: standard input]
    #[arg(value_name = "POSITION")]
    positions: Vec<OsString>,
    /// The form of the results
    #[arg(long, value_name = "FORM", default_value = "igtn", value_parser = FormParser)]
    to: Form,
    /// Apply one of the sixteen operations first, after --region
    #[arg(
        long,
        value_name = "NAME",
        default_value = "IR0",
        hide_default_value = true,
        value_parser = PossibleValuesParser::new(Symmetry::ALL.map(Symmetry::name))
            .try_map(|name| name.parse::<Symmetry>()),
    )]
    op: Symmetry,
    #[command(flatten)]
    position: PositionArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Gtn,
    Igtn,
    Squared,
    Limited,
    Unique,
    UniqueSquared,
    AnnotatedUnique,
    Resized(Size),
    Key,
    Window,
    PositionKey,
    Sgf,
    Diagram,
}

/// The forms with a fixed name, and their help.
const FORMS: [(&str, Form, &str); 13] = [
    ("gtn", Form::Gtn, "A diagram: one line per row; a blank line between results"),
    ("igtn", Form::Igtn, "ROWSxCOLS|points, in one line"),
    ("igtn-r", Form::Squared, "Grown to as many rows as columns"),
    ("l-igtn", Form::Limited, "Without annotations"),
    ("u-igtn", Form::Unique, "The smallest of the texts under the sixteen operations"),
    ("u-igtn-r", Form::UniqueSquared, "The same of the squared position"),
    ("a-u-igtn", Form::AnnotatedUnique, "The same with annotations"),
    ("n-igtn", Form::Squared, "A part of a board, squared on its open sides"),
    ("key", Form::Key, "The hash of the u-igtn-r: 32 hexadecimal digits"),
    ("window", Form::Window, "The stones and the edges near them, as an igtn"),
    (
        "position-key",
        Form::PositionKey,
        "The key of the window, under which the database has the position",
    ),
    ("sgf", Form::Sgf, "An SGF game tree of one node"),
    ("diagram", Form::Diagram, "A drawn board; a blank line between results"),
];

/// The name of [`Form::Resized`] begins so; the size follows.
const RESIZED: &str = "n-igtn-";

impl FromStr for Form {
    type Err = String;

    fn from_str(name: &str) -> Result<Form, String> {
        if let Some(&(_, form, _)) = FORMS.iter().find(|form| form.0 == name) {
            return Ok(form);
        }
        let (rows, cols) = name
            .strip_prefix(RESIZED)
            .and_then(|size| size.split_once('x'))
            .ok_or("there is no such form; `gtn-db convert --help` lists the forms")?;
        let side =
            |text: &str| text.parse().map_err(|_| format!("`{text}` is not a number of lines"));
        Size::new(side(cols)?, side(rows)?).map(Form::Resized).map_err(|error| error.to_string())
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
        let fixed = FORMS.iter().map(|&(name, _, help)| PossibleValue::new(name).help(help));
        let resized = PossibleValue::new("n-igtn-RxC")
            .help("A part of a board on a board of R rows and C columns, such as n-igtn-9x9");
        Some(Box::new(fixed.chain([resized])))
    }
}

/// Applies the operation to a diagram and its place.
fn transform(placed: PlacedDiagram, op: Symmetry) -> PlacedDiagram {
    if op == Symmetry::IDENTITY {
        return placed;
    }
    let size = placed.diagram.size();
    PlacedDiagram {
        diagram: placed.diagram.transform(op),
        place: placed.place.map(|place| place.transform(size, op)),
    }
}

impl Form {
    /// The text of a diagram in this form; several lines end with a line feed.
    fn write(self, placed: &PlacedDiagram, is_styled: bool) -> anyhow::Result<String> {
        let PlacedDiagram { diagram, place } = placed;
        let window = || -> anyhow::Result<Window> {
            diagram.sub_position().window().context("there are no stones on the board")
        };
        Ok(match self {
            Form::Gtn => diagram.to_gtn(),
            Form::Igtn => diagram.to_string(),
            Form::Squared => diagram.squared().to_string(),
            Form::Limited => diagram.without_marks().to_string(),
            // For squares both are the same, and the canonical text is faster.
            Form::Unique if diagram.size() != diagram.size().squared() => diagram.to_u_igtn(),
            Form::Unique | Form::UniqueSquared => {
                diagram.sub_position().canonicalize().text().to_owned()
            }
            Form::AnnotatedUnique => diagram.to_a_u_igtn(),
            Form::Resized(size) => diagram.resized(size)?.to_string(),
            Form::Key => diagram.sub_position().canonicalize().key().to_string(),
            Form::Window => window()?.sub.to_string(),
            Form::PositionKey => window()?.sub.canonicalize().key().to_string(),
            Form::Sgf => {
                diagram_to_sgf(diagram, place.map_or_else(|| BoardPlace::likely(diagram), Ok)?)
            }
            Form::Diagram => {
                Drawing { diagram, placement: *place, labels: &[], is_styled }.to_string()
            }
        })
    }

    /// Whether a result has several lines.
    fn is_tall(self) -> bool {
        matches!(self, Form::Gtn | Form::Diagram)
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
        let result = text
            .and_then(QueryText::into_diagram)
            .and_then(|placed| args.to.write(&transform(placed, args.op), is_styled));
        match result {
            Ok(result) => {
                if args.to.is_tall() && !is_first {
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
