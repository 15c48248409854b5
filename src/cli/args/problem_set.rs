//! Options that choose a set of problems for publication.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use gtn_db::find::{OnePer, ProblemName, ProblemNames, SetOptions, SetOrder, find_unknown_source};
use gtn_db::publish::read_edition;
use gtn_db::store::Store;

use super::given::first_given;
use super::lossy_parser;
use crate::cli::error::CommandError;
use crate::cli::output::limit_parser;

/// Options that choose a set of problems.
#[derive(Debug, Args)]
pub struct SetArgs {
    /// Keep records of this source where possible: its name, its file name, or a folder or archive
    /// that contains it. Repeat the option for several sources, the most preferred first
    #[arg(long, value_name = "SOURCE", value_parser = lossy_parser())]
    pub prefer: Vec<String>,
    /// What is exported once: of problems with the same position, shape or core only the most
    /// preferred one, else the one imported first
    #[arg(long, value_name = "WHAT", default_value = "problem")]
    one_per: OnePerArg,
    /// Only the problems that this file names, in its order: a key a line, with the side to move behind
    /// it if that matters; or a manifest, its folder, a book, an e-book or a deck
    #[arg(long, value_name = "FILE")]
    ids: Option<PathBuf>,
    /// Leave out the problems that this file names, such as the last sheet. May be
    /// repeated
    #[arg(long, value_name = "FILE")]
    not_in: Vec<PathBuf>,
    /// Leave out problems with faults that print would show: in the setup, a chain without a liberty, an
    /// illegal answer, no answer
    #[arg(long)]
    sound: bool,
    /// Only problems whose answer is known in this way
    #[arg(long, value_name = "HOW", default_value = "any", hide_default_value = true)]
    answers_from: AnswersArg,
    /// Only problems whose rights are known: by `sources set-rights`, or CP in the file
    #[arg(long, value_name = "WHICH", default_value = "any", hide_default_value = true)]
    rights: RightsArg,
    /// Leave out problems that differ from one chosen before in at most N points
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=5))]
    exclude_near: Option<u8>,
    /// At most N problems of each book
    #[arg(long, value_name = "N", value_parser = limit_parser::<usize>())]
    per_source: Option<usize>,
    /// Draw N problems at random, as many of each book as of the others
    #[arg(long, value_name = "N", value_parser = limit_parser::<usize>())]
    sample: Option<usize>,
    /// The same number draws the same problems again [default: 1]
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// The order of the problems [default: source; with --ids that of the file]
    #[arg(long, value_name = "ORDER")]
    order: Option<OrderArg>,
    /// At most N problems [default: all]
    #[arg(long, value_name = "N", value_parser = limit_parser::<usize>())]
    pub limit: Option<usize>,
}

gtn_db_core::mirror! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
    enum OnePerArg => OnePer {
        /// Each position with a side to move
        Problem,
        /// Each position
        Position,
        /// Positions with the same stones, whatever their edges
        Shape,
        /// Problems whose right lines are played on the same part of the board (docs/find.md)
        Core,
    }
}

gtn_db_core::mirror! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
    enum OrderArg => SetOrder {
        /// As imported
        Source,
        /// The fewest stones first
        Size,
        /// From 30k to 9d, those without a level last
        Level,
        /// Random
        Random,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum AnswersArg {
    /// Marks or words call it right
    Stated,
    /// However it is known, or not at all
    Any,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum RightsArg {
    /// All problems
    Any,
    /// Problems with a statement of rights for their source
    Known,
}

/// The name of a value of an option.
fn value_name(value: &impl ValueEnum) -> Option<String> {
    Some(value.to_possible_value()?.get_name().to_owned())
}

impl SetArgs {
    /// The options for the library.
    pub fn to_options(&self) -> anyhow::Result<SetOptions> {
        let mut not_in = Vec::new();
        for path in &self.not_in {
            not_in.extend(read_names(path)?);
        }
        let only = self.ids.as_deref().map(read_names).transpose()?;
        Ok(SetOptions {
            prefer: self.prefer.clone(),
            one_per: self.one_per.into(),
            is_stated: self.answers_from == AnswersArg::Stated,
            is_sound: self.sound,
            has_rights: self.rights == RightsArg::Known,
            only: only.map(|names| names.into_iter().collect()),
            not_in: not_in.into_iter().collect(),
            exclude_near: self.exclude_near,
            per_source: self.per_source,
            sample: self.sample,
            seed: self.seed(),
            order: self.order.map(Into::into).unwrap_or_default(),
            limit: self.limit,
        })
    }

    /// The seed of random choices.
    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    /// Whether the seed decides which problems are in the set, or their order.
    fn is_random(&self) -> bool {
        let is_random_order = matches!(self.order, Some(OrderArg::Random));
        self.sample.is_some() || self.per_source.is_some() || is_random_order
    }

    /// The options that were given, as they are written, but without the paths of files.
    pub fn describe(&self) -> Vec<String> {
        let number =
            |name: &str, value: Option<usize>| value.map(|value| format!("{name} {value}"));
        let of = |name: &str, is_given: bool| is_given.then(|| name.to_owned());
        let preferred = self.prefer.iter().map(|source| format!("--prefer {source}"));
        let others = [
            of("--ids FILE", self.ids.is_some()),
            of("--not-in FILE", !self.not_in.is_empty()),
            value_name(&self.one_per)
                .filter(|_| self.one_per != OnePerArg::Problem)
                .map(|name| format!("--one-per {name}")),
            of("--sound", self.sound),
            of("--answers-from stated", self.answers_from == AnswersArg::Stated),
            of("--rights known", self.rights == RightsArg::Known),
            number("--exclude-near", self.exclude_near.map(Into::into)),
            number("--per-source", self.per_source),
            number("--sample", self.sample),
            self.order.and_then(|order| Some(format!("--order {}", value_name(&order)?))),
            self.is_random().then(|| format!("--seed {}", self.seed())),
            number("--limit", self.limit),
        ];
        preferred.chain(others.into_iter().flatten()).collect()
    }

    /// The name of the first option that was given, but `--prefer` and `--limit`, for messages.
    pub fn given_option(&self) -> Option<&'static str> {
        first_given([
            ("--one-per", self.one_per != OnePerArg::Problem),
            ("--ids", self.ids.is_some()),
            ("--not-in", !self.not_in.is_empty()),
            ("--sound", self.sound),
            ("--answers-from", self.answers_from != AnswersArg::Any),
            ("--rights", self.rights != RightsArg::Any),
            ("--exclude-near", self.exclude_near.is_some()),
            ("--per-source", self.per_source.is_some()),
            ("--sample", self.sample.is_some()),
            ("--seed", self.seed.is_some()),
            ("--order", self.order.is_some()),
        ])
    }
}

/// Refuses names of `--prefer` that no source of the database has.
pub fn check_preferred(store: &Store, preferred: &[String]) -> anyhow::Result<()> {
    match find_unknown_source(store, preferred)? {
        Some(unknown) => bail!("--prefer: the database has no source `{unknown}`"),
        None => Ok(()),
    }
}

/// Reads a list of problems from a file, or from the manifest of a folder.
pub fn read_names(path: &Path) -> anyhow::Result<Vec<ProblemName>> {
    let manifest = path.join("manifest.json");
    let path = if path.is_dir() { &manifest } else { path };
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    read_edition(&bytes)
        .map_err(|error| CommandError::new(format!("{}: {error}", path.display())).into())
}

/// Reads the numbers of an earlier edition.
pub fn read_numbers(path: &Path) -> anyhow::Result<ProblemNames> {
    let names = read_names(path)?;
    if names.iter().all(|name| name.number.is_none()) {
        let message = format!("{}: it has no numbers of problems", path.display());
        return Err(CommandError::new(message)
            .with_hint("name a manifest, its folder, a book, an e-book or a deck")
            .into());
    }
    Ok(names.into_iter().collect())
}
