//! `gtn-db export` of Abalone: each problem once, and the games.

use std::io::Write;
use std::path::Path;

use clap::{Args, ValueEnum};
use gtn_db::abalone::{GameRecord, LateralOrder, MoveStyle, Notation};
use gtn_db::answer::abalone::{ExportItem, ProblemExport, build_exported_game, list_export_items};
use gtn_db::escape::Escaped;
use gtn_db::export::abalone::{Format, Losses};
use gtn_db::export::{build_file_name, copy_escaped};
use gtn_db::find::abalone::{ProblemConditions, load_positions};
use gtn_db::store::Store;

use super::destination::{is_folder, report_changed};

use crate::cli::args::{LateralArg, check_preferred, first_given};
use crate::cli::output::progress::Progress;
use crate::cli::output::{OutputFile, OutputFolder, plural, stdout};
use crate::cli::{Global, Outcome, report};

/// How moves are written.
#[derive(Clone, Copy, Debug, Args)]
pub struct StyleArgs {
    /// The notation of moves [default: that of the game, else aba-pro]
    #[arg(long, value_name = "NOTATION")]
    notation: Option<NotationArg>,
    /// Which end of a row Aba-Pro names first in a lateral move [default: lower-first]
    #[arg(long, value_name = "ORDER")]
    lateral: Option<LateralArg>,
}

gtn_db_core::mirror! {
    #[derive(Clone, Copy, Debug, ValueEnum)]
    enum NotationArg => Notation {
        /// Moves such as a1b2 and e6e8f6
        AbaPro,
        /// Moves such as a1d4 and e8f6
        Nacre,
        /// Moves such as A1D4 and C2C7>, which can be undone
        ExtendedNacre,
    }
}

impl StyleArgs {
    /// The name of the first option that was given, for messages.
    pub fn given_option(&self) -> Option<&'static str> {
        first_given([
            ("--notation", self.notation.is_some()),
            ("--lateral", self.lateral.is_some()),
        ])
    }

    fn of(&self, record: &GameRecord) -> MoveStyle {
        let given = self.notation.map(Notation::from);
        let notation = given.or_else(|| record.notation()).unwrap_or(Notation::AbaPro);
        let lateral = self.lateral.map_or(LateralOrder::LowerFirst, LateralOrder::from);
        MoveStyle { notation, lateral }
    }
}

/// What to export, and where to.
pub struct Job<'a> {
    pub store: &'a Store,
    pub format: Format,
    pub problems: ProblemExport<'a>,
    pub conditions: ProblemConditions<'a>,
    pub style: &'a StyleArgs,
    /// The number of problems and games to export at most.
    pub limit: usize,
    pub output: Option<&'a Path>,
    pub is_forced: bool,
    pub escape_formulas: bool,
}

pub fn run(job: &Job<'_>, global: &Global) -> anyhow::Result<Outcome> {
    check_preferred(job.store, job.problems.prefer)?;
    let file = job.output.filter(|path| !OutputFile::is_stdout(path));
    let create = |path| OutputFile::create(path, &[], global);
    let output = file.filter(|path| !is_folder(path)).map(create).transpose()?;
    let positions = load_positions(job.store, |problem| job.conditions.are_fulfilled_by(problem))?;
    let items = list_export_items(job.store, &positions, &job.conditions, job.limit)?;
    let count = |is_problem: bool| {
        let is_wanted =
            |item: &&ExportItem<'_>| matches!(item, ExportItem::Problem(_)) == is_problem;
        items.iter().filter(is_wanted).count() as u64
    };
    let mut losses = Losses::default();
    match file {
        _ if items.is_empty() => {
            let place = file.map(|path| format!("; nothing was written to {}", path.display()));
            let place = place.unwrap_or_default();
            report(&format!("the database has no problems and games of Abalone to export{place}"));
        }
        None => losses = job.write_all(&items, OutputFile::stdout(), global)?,
        Some(path) => {
            losses = match output {
                Some(output) => job.write_all(&items, output, global)?,
                None => job.write_each(&items, path, global)?,
            };
            let mut written = vec![plural(count(true), "problem")];
            if let games @ 1.. = count(false) - losses.games {
                written.push(plural(games, "game"));
            }
            let mut out = stdout();
            let place = path.display().to_string();
            writeln!(out, "{} written to {}", written.join(" and "), Escaped(&place))?;
            out.flush()?;
        }
    }
    if !global.is_quiet() {
        losses.describe().for_each(|loss| report(&loss));
    }
    Ok(if items.is_empty() { Outcome::NothingFound } else { Outcome::Done })
}

impl Job<'_> {
    /// Writes a problem or a game; gives its name and what is lost.
    fn write(
        &self,
        item: &ExportItem<'_>,
        out: &mut impl Write,
    ) -> anyhow::Result<(Option<String>, Losses)> {
        if !self.escape_formulas {
            return self.write_as_it_is(item, out);
        }
        let mut rows = Vec::new();
        let written = self.write_as_it_is(item, &mut rows)?;
        copy_escaped(&rows, out)?;
        Ok(written)
    }

    fn write_as_it_is(
        &self,
        item: &ExportItem<'_>,
        out: &mut impl Write,
    ) -> anyhow::Result<(Option<String>, Losses)> {
        match item {
            ExportItem::Problem(cluster) => {
                let problem = self.problems.build(self.store, cluster)?;
                let losses = self.format.write_problem(&problem, out)?;
                Ok((problem.kept.name, losses))
            }
            ExportItem::Game(stored) => {
                let game = build_exported_game(self.store, stored)?;
                let style = self.style.of(&game.record);
                let losses = self.format.write_game(&game, style, out)?;
                Ok((game.place.name, losses))
            }
        }
    }

    /// Writes all items to one file.
    fn write_all(
        &self,
        items: &[ExportItem<'_>],
        mut out: OutputFile,
        global: &Global,
    ) -> anyhow::Result<Losses> {
        let mut losses = Losses::default();
        self.format.write_start(&mut out)?;
        let progress = out.progress(global, "Writing", items.len() as u64);
        for item in items {
            progress.add(1);
            losses.extend(self.write(item, &mut out)?.1);
        }
        out.finish()?;
        Ok(losses)
    }

    /// Writes each item to a file of its own in a folder.
    fn write_each(
        &self,
        items: &[ExportItem<'_>],
        path: &Path,
        global: &Global,
    ) -> anyhow::Result<Losses> {
        let mut losses = Losses::default();
        let mut folder = OutputFolder::create(path, self.is_forced, global)?;
        let progress = Progress::start(global, "Writing", Some(items.len() as u64));
        for (item, number) in items.iter().zip(1..) {
            progress.add(1);
            let mut bytes = Vec::new();
            self.format.write_start(&mut bytes)?;
            let (name, lost) = self.write(item, &mut bytes)?;
            losses.extend(lost);
            if lost.games == 0 {
                let extension = self.format.extension();
                let name = build_file_name(number, items.len(), name.as_deref(), extension);
                folder.write(&name, &bytes)?;
            }
        }
        drop(progress);
        report_changed(path, &folder.finish(global)?);
        Ok(losses)
    }
}
