//! The options of commands that list something.

use std::io;

use clap::builder::TypedValueParser;
use clap::{Args, value_parser};

use super::listing::{CsvCells, Format, Listing, Row};
use super::terminal::{Stdout, stdout, terminal_width};

/// The format of a listing.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct OutputArgs {
    /// Print one JSON object per line
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// Print comma-separated values with the fields of the JSON objects
    #[arg(long)]
    pub csv: bool,
    /// With --csv: an apostrophe before texts that a spreadsheet would evaluate as formulas
    #[arg(long, requires = "csv", conflicts_with = "json")]
    escape_formulas: bool,
}

impl OutputArgs {
    /// Whether the output is a table, in contrast to JSON and CSV for programs.
    pub fn is_table(self) -> bool {
        !self.json && !self.csv
    }

    /// A listing on standard output.
    ///
    /// # Errors
    /// Those of standard output.
    pub fn listing<R: Row>(self) -> io::Result<Listing<R, Stdout>> {
        self.listing_with(&[], &[])
    }

    /// A listing with more columns, in a table and in CSV.
    ///
    /// # Errors
    /// Those of standard output.
    pub fn listing_with<R: Row>(
        self,
        headings: &[&'static str],
        fields: &[&'static str],
    ) -> io::Result<Listing<R, Stdout>> {
        let width = terminal_width();
        let format = match self {
            OutputArgs { json: true, .. } => Format::Json,
            OutputArgs { csv: true, escape_formulas, .. } => {
                Format::Csv(CsvCells { is_shown: width.is_some(), escape_formulas })
            }
            _ => Format::Table { width },
        };
        let headings = [&R::headings(), headings].concat();
        let fields = [&R::fields(), fields].concat();
        Listing::with_columns(stdout(), format, headings, fields)
    }
}

/// Parses the value of `--limit`.
pub fn limit_parser<N>() -> impl TypedValueParser<Value = N>
where
    N: TryFrom<u64> + Clone + Send + Sync + 'static,
{
    value_parser!(u64).try_map(|limit| match N::try_from(limit) {
        Ok(limit_of_type) if limit > 0 => Ok(limit_of_type),
        Ok(_) => Err("at least 1 is listed"),
        Err(_) => Err("it is too large"),
    })
}

/// The length of a listing.
#[derive(Clone, Copy, Debug, Args)]
pub struct LimitArgs {
    /// List at most N [default: all]
    #[arg(long, value_name = "N", value_parser = limit_parser::<usize>())]
    pub limit: Option<usize>,
}

impl LimitArgs {
    /// The number of rows to list; `usize::MAX` without `--limit`, for
    /// [`Iterator::take`].
    pub fn count(self) -> usize {
        self.limit.unwrap_or(usize::MAX)
    }
}
