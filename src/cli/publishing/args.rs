//! How a set of problems is published.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use gtn_db::export::ExportOptions;
use gtn_db::publish::{
    AnswerPlace, BookOptions, ChapterBy, Paper, PublicationOptions, RowFormat, Split,
    WeiqihubDefaults, weiqihub_types,
};
use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::format::PublicationFormat;
use crate::cli::args::{first_given, read_numbers};
use crate::cli::error::CommandError;

/// How a set is published.
#[derive(Debug, Args)]
pub struct PublicationArgs {
    /// The title [default: Problems]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// What the problems of a chapter have in common [default: none]
    #[arg(long, value_name = "WHAT")]
    chapters: Option<ChaptersArg>,
    /// Problems keep the numbers that they have in this manifest, book or deck; new ones follow
    #[arg(long, value_name = "FILE")]
    numbers_from: Option<PathBuf>,
    /// With --format epub and anki: the day of the edition, such as 2026-11-28; a deck of a later day replaces
    /// the notes of an earlier one [default: the last change of each problem]
    #[arg(long, value_name = "DAY", hide_short_help = true, value_parser = parse_day)]
    date: Option<Date>,
    /// The columns of a book [default: 2]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=6))]
    columns: Option<u8>,
    /// The most problems on a page of a book [default: as many as have room]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=200))]
    per_page: Option<u16>,
    /// The paper of a book [default: a4]
    #[arg(long, value_name = "PAPER", ignore_case = true)]
    paper: Option<PaperArg>,
    /// Where the answers of a book are [default: end]
    #[arg(long, value_name = "WHERE")]
    answers: Option<AnswersArg>,
}

/// What a format needs beside what a book needs.
#[derive(Debug, Default, Args)]
pub struct FormatArgs {
    /// With --format dataset: the shares of training, validation and test, such as 80:10:10; twins are
    /// in one part
    #[arg(long, value_name = "SHARES", value_parser = parse_shares)]
    split: Option<[u32; 3]>,
    /// With --split: problems that differ in at most N points are twins [default: 2]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=5), requires = "split")]
    near: Option<u8>,
    /// With --format dataset: the form of the rows [default: jsonl]
    #[arg(long, value_name = "FORM")]
    rows: Option<RowsArg>,
    /// With --format weiqihub: the level of problems without one, such as 10k
    #[arg(long, value_name = "LEVEL", value_parser = parse_level)]
    default_level: Option<String>,
    /// With --format weiqihub: the type of problems without one
    #[arg(long, value_name = "TYPE", value_parser = clap::builder::PossibleValuesParser::new(weiqihub_types()))]
    default_type: Option<String>,
    /// With --format ogs: the number of the collection on the server
    #[arg(long, value_name = "NUMBER")]
    pub collection: Option<u64>,
    /// With --format keys: the number of each problem behind its key
    #[arg(long)]
    pub numbers: bool,
    /// With --format keys: make the keys unreadable to all who do not know this text
    #[arg(long, value_name = "TEXT")]
    pub salt: Option<String>,
}

gtn_db_core::mirror! {
    #[derive(Clone, Copy, Debug, ValueEnum)]
    enum ChaptersArg => ChapterBy {
        /// There are no chapters
        None,
        /// The book, or the source if it is of none
        Source,
        /// The level
        Level,
        /// The first tag
        Tag,
    }
}

gtn_db_core::mirror! {
    #[derive(Clone, Copy, Debug, ValueEnum)]
    enum PaperArg => Paper {
        /// 210 x 297 mm
        A4,
        /// 148 x 210 mm
        A5,
        /// 8.5 x 11 inches
        Letter,
        /// 6 x 9 inches
        #[value(name = "6x9in")]
        SixByNine,
    }
}

gtn_db_core::mirror! {
    #[derive(Clone, Copy, Debug, ValueEnum)]
    enum AnswersArg => AnswerPlace {
        /// Behind all problems
        End,
        /// In a file of their own, whose name ends with -answers
        Separate,
        /// Nowhere
        None,
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum RowsArg {
    /// A line of JSON each
    Jsonl,
    /// A table in Parquet, of a gtn-db with the feature parquet
    Parquet,
}

fn parse_shares(text: &str) -> Result<[u32; 3], String> {
    let shares: Vec<u32> = text.split(':').map_while(|share| share.trim().parse().ok()).collect();
    let is_possible =
        shares.iter().any(|&share| share > 0) && shares.iter().all(|&share| share <= 1000);
    match <[u32; 3]>::try_from(shares) {
        Ok(shares) if is_possible && text.matches(':').count() == 2 => Ok(shares),
        _ => Err("write three numbers, such as 80:10:10".to_owned()),
    }
}

fn parse_day(text: &str) -> Result<Date, String> {
    text.parse().map_err(|_| "write a day such as 2026-11-28".to_owned())
}

fn parse_level(text: &str) -> Result<String, String> {
    gtn_db::model::read_level(text).ok_or_else(|| "write a level such as 10k or 3d".to_owned())
}

/// The first option of a list that was given, with the formats that know it.
type Given = Option<(&'static str, &'static [PublicationFormat])>;

/// Refuses an option that has no effect with a format.
fn check(given: Given, format: PublicationFormat) -> Result<(), CommandError> {
    match given {
        Some((option, formats)) if !formats.contains(&format) => {
            let formats: Vec<&str> = formats.iter().map(|format| format.name()).collect();
            let message = format!("{option} applies to --format {}", formats.join(", "));
            Err(CommandError::new(message))
        }
        _ => Ok(()),
    }
}

impl PublicationArgs {
    /// The name of the first option that was given, for messages.
    pub fn given_option(&self) -> Option<&'static str> {
        let given = first_given([
            ("--title", self.title.is_some()),
            ("--chapters", self.chapters.is_some()),
            ("--numbers-from", self.numbers_from.is_some()),
            ("--date", self.date.is_some()),
        ]);
        given.or_else(|| self.given_of_books().map(|(option, _)| option))
    }

    fn given_of_books(&self) -> Given {
        const BOOKS: &[PublicationFormat] =
            &[PublicationFormat::Html, PublicationFormat::Typst, PublicationFormat::Pdf];
        let given = first_given([
            ("--columns", self.columns.is_some()),
            ("--per-page", self.per_page.is_some()),
            ("--paper", self.paper.is_some()),
            ("--answers", self.answers.is_some()),
        ]);
        given.map(|option| (option, BOOKS))
    }

    pub(super) fn check(&self, format: PublicationFormat) -> Result<(), CommandError> {
        const DATED: &[PublicationFormat] = &[PublicationFormat::Epub, PublicationFormat::Anki];
        check(self.date.map(|_| ("--date", DATED)), format)?;
        check(self.given_of_books(), format)
    }

    /// The options for the library; `title` unless one was given.
    pub(super) fn to_options(
        &self,
        title: &str,
        twins_within: Option<u8>,
        export: ExportOptions,
    ) -> anyhow::Result<PublicationOptions> {
        let numbers = self.numbers_from.as_deref().map(read_numbers).transpose()?;
        let day = self.date.map(|day| day.to_zoned(TimeZone::UTC)).transpose()?;
        Ok(PublicationOptions {
            title: self.title.clone().unwrap_or_else(|| title.to_owned()),
            chapters: self.chapters.map(Into::into).unwrap_or_default(),
            numbers: numbers.unwrap_or_default(),
            twins_within,
            changed: day.map(|day| day.timestamp().as_second()),
            export,
        })
    }

    pub(super) fn book_options(&self) -> BookOptions {
        BookOptions {
            paper: self.paper.map(Into::into).unwrap_or_default(),
            columns: self.columns.unwrap_or(2).into(),
            per_page: self.per_page.map(Into::into),
        }
    }

    pub(super) fn answers(&self) -> AnswerPlace {
        self.answers.map(Into::into).unwrap_or_default()
    }
}

impl FormatArgs {
    /// The name of the first option that was given, for messages.
    pub fn given_option(&self) -> Option<&'static str> {
        self.given().map(|(option, _)| option)
    }

    fn given(&self) -> Given {
        use PublicationFormat::{Dataset, Keys, Ogs, Weiqihub};
        let options: [(&str, bool, &[PublicationFormat]); 8] = [
            ("--split", self.split.is_some(), &[Dataset]),
            ("--near", self.near.is_some(), &[Dataset]),
            ("--rows", self.rows.is_some(), &[Dataset]),
            ("--default-level", self.default_level.is_some(), &[Weiqihub]),
            ("--default-type", self.default_type.is_some(), &[Weiqihub]),
            ("--collection", self.collection.is_some(), &[Ogs]),
            ("--numbers", self.numbers, &[Keys]),
            ("--salt", self.salt.is_some(), &[Keys]),
        ];
        let given = options.into_iter().find(|(_, is_given, _)| *is_given);
        given.map(|(option, _, formats)| (option, formats))
    }

    pub(super) fn check(&self, format: PublicationFormat) -> Result<(), CommandError> {
        check(self.given(), format)
    }

    pub(super) fn split(&self) -> Option<Split> {
        self.split.map(|shares| Split { shares, near: self.near.unwrap_or(2) })
    }

    /// The form of the rows of a data set.
    pub(super) fn row_format(&self) -> Result<RowFormat, CommandError> {
        match self.rows {
            None | Some(RowsArg::Jsonl) => Ok(RowFormat::Jsonl),
            Some(RowsArg::Parquet) => {
                RowFormat::parquet().ok_or_else(|| CommandError::without_parquet("--rows parquet"))
            }
        }
    }

    pub(super) fn weiqihub_defaults(&self) -> WeiqihubDefaults {
        WeiqihubDefaults { level: self.default_level.clone(), kind: self.default_type.clone() }
    }
}
