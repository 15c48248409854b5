//! `gtn-db convert`: from one form of GobanTN to another.

use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal, Write};
use std::str::FromStr;

use anyhow::{Context, bail};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use gtn_db::go::{Region, Size, Symmetry};
use gtn_db::gtn::{Diagram, Window};

use crate::cli::input::texts;
use crate::cli::output;
use crate::cli::output::board::Drawing;
use crate::cli::{Global, Outcome, report};
use gtn_db::extract::{BoardPlace, diagram_to_sgf};

/// Convert positions between the forms of GobanTN, to SGF, to keys
///
/// One result a line for each text. Annotations are kept wherever the form has them.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  gtn-db convert '4x6|...XO.XXXXO.OOOOO.......' --sub '{(1,1),4,2}' --op SR0 --to diagram")]
pub struct ConvertArgs {
    /// IGTNs, GTNs of several lines, or files with either; `-` for standard input
    texts: Vec<OsString>,
    /// The form of the results
    #[arg(long, value_name = "FORM", default_value = "igtn", value_parser = FormParser)]
    to: Form,
    /// Apply an operation first
    #[arg(
        long,
        value_name = "NAME",
        default_value = "IR0",
        hide_default_value = true,
        value_parser = PossibleValuesParser::new(Symmetry::ALL.map(Symmetry::name))
            .try_map(|name| name.parse::<Symmetry>()),
    )]
    op: Symmetry,
    /// Before that, cut out {(column,row),columns,rows}
    #[arg(long, value_name = "REGION")]
    sub: Option<Region>,
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

/// The forms with a fixed name, and what the help says of them.
const FORMS: [(&str, Form, &str); 13] = [
    ("gtn", Form::Gtn, "Several lines, one a row; a blank line between results"),
    ("igtn", Form::Igtn, "ROWSxCOLS|points"),
    ("igtn-r", Form::Squared, "Squared: with as many rows as columns"),
    ("l-igtn", Form::Limited, "Without annotations"),
    ("u-igtn", Form::Unique, "The smallest of the sixteen texts"),
    ("u-igtn-r", Form::UniqueSquared, "The smallest of the squared texts"),
    ("a-u-igtn", Form::AnnotatedUnique, "The smallest text with annotations"),
    ("n-igtn", Form::Squared, "A sub-position, squared on its open sides"),
    ("key", Form::Key, "The hash of the u-igtn-r"),
    ("window", Form::Window, "The part that identity looks at, an igtn"),
    ("position-key", Form::PositionKey, "The key of the window"),
    ("sgf", Form::Sgf, "A game tree of one node"),
    ("diagram", Form::Diagram, "A drawn board; a blank line between results"),
];

/// What comes before ROWSxCOLS in the name of [`Form::Resized`].
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
            .ok_or("no form has this name; `gtn-db convert --help` lists them")?;
        let side = |text: &str| text.parse().map_err(|_| format!("`{text}` is no side of a board"));
        Size::new(side(cols)?, side(rows)?).map(Form::Resized).map_err(|error| error.to_string())
    }
}

/// Reads a form; its own type so that help and completions know the names.
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
            .help("A sub-position on a goban of R rows and C columns, such as n-igtn-9x9");
        Some(Box::new(fixed.chain([resized])))
    }
}

/// A diagram, and where it lies if it was cut out of a goban.
struct Placed {
    diagram: Diagram,
    placement: Option<BoardPlace>,
}

impl ConvertArgs {
    /// The part and the operation that are asked for.
    fn prepare(&self, diagram: Diagram) -> anyhow::Result<Placed> {
        let mut placed = match self.sub {
            None => Placed { diagram, placement: None },
            Some(region) => {
                let (board, is_goban) = (diagram.size(), diagram.open().is_empty());
                let part = diagram.cut(region);
                let diagram =
                    part.with_context(|| format!("{region} does not lie inside {board}"))?;
                let placement = is_goban.then_some(BoardPlace { origin: region.origin, board });
                Placed { diagram, placement }
            }
        };
        if self.op != Symmetry::IDENTITY {
            let size = placed.diagram.size();
            placed.diagram = placed.diagram.transform(self.op);
            placed.placement = placed.placement.map(|at| at.transform(size, self.op));
        }
        Ok(placed)
    }
}

impl Form {
    /// The result; one of several lines ends with a line feed.
    fn of(self, Placed { diagram, placement }: &Placed, is_styled: bool) -> anyhow::Result<String> {
        let window = || -> anyhow::Result<Window> {
            diagram.sub_position().window().context("an empty goban is no position")
        };
        Ok(match self {
            Form::Gtn => diagram.to_gtn(),
            Form::Igtn => diagram.to_string(),
            Form::Squared => diagram.squared().to_string(),
            Form::Limited => diagram.without_marks().to_string(),
            // For squares both are the same, and the canonical text is fast.
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
                diagram_to_sgf(diagram, placement.map_or_else(|| BoardPlace::likely(diagram), Ok)?)
            }
            Form::Diagram => {
                Drawing { diagram, placement: *placement, labels: &[], is_styled }.to_string()
            }
        })
    }

    /// Whether a result has several lines.
    fn is_tall(self) -> bool {
        matches!(self, Form::Gtn | Form::Diagram)
    }
}

pub fn run(args: &ConvertArgs, _global: &Global) -> anyhow::Result<Outcome> {
    let mut out = output::stdout();
    let is_styled = output::has_colors();
    let (mut outcome, mut is_first) = (Outcome::Done, true);
    let mut visit = |origin: texts::Origin<'_>, text: anyhow::Result<Diagram>| {
        let result = text
            .and_then(|diagram| args.prepare(diagram))
            .and_then(|placed| args.to.of(&placed, is_styled));
        match result {
            Ok(result) => {
                if args.to.is_tall() && !is_first {
                    writeln!(out)?;
                }
                is_first = false;
                writeln!(out, "{}", result.trim_end_matches('\n'))?;
            }
            Err(error) => {
                report(&format!("{origin}: {error:#}"));
                outcome = Outcome::Failed;
            }
        }
        Ok(())
    };
    if !args.texts.is_empty() {
        texts::visit_arguments(&args.texts, &mut visit)?;
    } else if io::stdin().is_terminal() {
        bail!("no text: give one, or `-` to read standard input");
    } else {
        texts::visit_stdin(&mut visit)?;
    }
    out.flush()?;
    Ok(outcome)
}
