//! The formats of an export.

use std::path::Path;

use anyhow::bail;
use clap::ValueEnum;
use gtn_db::export::{self, Format};

use crate::cli::args::FamilyArg;
use crate::cli::publishing::PublicationFormat;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatArg {
    /// One collection of game trees
    Sgf,
    /// One IGTN per line, with comments
    Igtn,
    /// One object per line
    Json,
    /// Comma-separated values
    Csv,
    /// Tables of all records and games, for DuckDB, Polars, pandas and Spark; in the folder -o
    Parquet,
    /// Abalone: games, and problems as games without moves
    Apgn,
    /// Abalone: one IATN per line, with comments
    Iatn,
    /// Abalone: one KAAWA position per line, with comments
    Kaawa,
    /// A book as one HTML file for printing and mail; in a folder, pages on which problems are solved
    Html,
    /// A folder from which typst makes a book
    Typst,
    /// A book as PDF, by the program typst
    Pdf,
    /// An e-book
    Epub,
    /// Cards for Anki, on which problems are solved
    Anki,
    /// Puzzles as scripts post them to online-go.com, one object per line
    Ogs,
    /// A folder with the tasks of the app WeiqiHub
    Weiqihub,
    /// A folder with a data set for machine learning
    Dataset,
    /// The keys of the problems alone
    Keys,
}

impl FormatArg {
    /// The family that alone has the format.
    pub fn family(self) -> Option<FamilyArg> {
        match self {
            FormatArg::Json | FormatArg::Csv => None,
            FormatArg::Apgn | FormatArg::Iatn | FormatArg::Kaawa => Some(FamilyArg::Abalone),
            _ => Some(FamilyArg::Go),
        }
    }

    /// The name on the command line.
    pub fn name(self) -> String {
        let value = self.to_possible_value().expect("no format is hidden");
        value.get_name().to_owned()
    }

    /// The format that the name of a file tells.
    pub fn of_path(path: &Path) -> Option<FormatArg> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "igtn" => Some(FormatArg::Igtn),
            "json" | "jsonl" => Some(FormatArg::Json),
            "csv" => Some(FormatArg::Csv),
            "apgn" => Some(FormatArg::Apgn),
            "iatn" => Some(FormatArg::Iatn),
            _ => {
                let publication = PublicationFormat::of_path(path)?;
                let mut all = FormatArg::value_variants().iter();
                all.find(|format| format.publication() == Some(publication)).copied()
            }
        }
    }

    /// The format of a publication.
    pub fn publication(self) -> Option<PublicationFormat> {
        Some(match self {
            FormatArg::Html => PublicationFormat::Html,
            FormatArg::Typst => PublicationFormat::Typst,
            FormatArg::Pdf => PublicationFormat::Pdf,
            FormatArg::Epub => PublicationFormat::Epub,
            FormatArg::Anki => PublicationFormat::Anki,
            FormatArg::Ogs => PublicationFormat::Ogs,
            FormatArg::Weiqihub => PublicationFormat::Weiqihub,
            FormatArg::Dataset => PublicationFormat::Dataset,
            FormatArg::Keys => PublicationFormat::Keys,
            _ => return None,
        })
    }

    /// The format of Go, if problems are written to it one by one.
    pub fn of_go(self) -> anyhow::Result<Format> {
        Ok(match self {
            FormatArg::Sgf => Format::Sgf,
            FormatArg::Igtn => Format::Igtn,
            FormatArg::Json => Format::Json,
            FormatArg::Csv => Format::Csv,
            _ => bail!("--format {} is a format of Abalone, not of Go", self.name()),
        })
    }

    /// The format of Abalone.
    pub fn of_abalone(self) -> anyhow::Result<export::abalone::Format> {
        Ok(match self {
            FormatArg::Apgn => export::abalone::Format::Apgn,
            FormatArg::Iatn => export::abalone::Format::Iatn,
            FormatArg::Kaawa => export::abalone::Format::Kaawa,
            FormatArg::Json => export::abalone::Format::Json,
            FormatArg::Csv => export::abalone::Format::Csv,
            _ => bail!("--format {} is a format of Go, not of Abalone", self.name()),
        })
    }
}
