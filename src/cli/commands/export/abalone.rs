//! `gtn-db export` of Abalone: each problem once, and the games.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use clap::{Args, ValueEnum};
use gtn_db::Color;
use gtn_db::abalone::{CodedComment, GameRecord, LateralOrder, MoveStyle, Notation, Symmetry};
use gtn_db::escape::{Escaped, EscapedLines};
use gtn_db::export::abalone::{ExportedGame, ExportedProblem, Format, Losses, Place};
use gtn_db::export::build_file_name;
use gtn_db::extract::abalone::{ProblemText, Puzzle, PuzzleGoal};
use gtn_db::find::Identity;
use gtn_db::find::abalone::{Cluster, PositionRecords, cluster_records, read_game, read_problem};
use gtn_db::store::{GameFilter, Store, StoreError, StoredAbaloneGame, StoredAbaloneProblem};

use super::destination::{is_folder, report_changed};
use super::preference;
use crate::cli::args::{CommonConditions, LateralArg, first_given};
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
    /// Whether problems are turned to their canonical texts.
    pub is_canonical: bool,
    pub black_first: bool,
    pub prefer: &'a [String],
    pub conditions: CommonConditions<'a>,
    pub style: &'a StyleArgs,
    /// The number of problems and games to export at most.
    pub limit: usize,
    pub output: Option<&'a Path>,
    pub is_forced: bool,
}

/// A problem or a game to export.
enum Item<'a> {
    Problem(Cluster<'a>),
    Game(Box<StoredAbaloneGame>),
}

pub fn run(job: &Job<'_>, global: &Global) -> anyhow::Result<Outcome> {
    preference::check(job.store, job.prefer)?;
    let file = job.output.filter(|path| !OutputFile::is_stdout(path));
    let create = |path| OutputFile::create(path, &[], global);
    let output = file.filter(|path| !is_folder(path)).map(create).transpose()?;
    let positions = job.conditions.load(job.store)?;
    let items = job.choose_items(&positions)?;
    let count = |is_problem: bool| {
        let is_wanted = |item: &&Item<'_>| matches!(item, Item::Problem(_)) == is_problem;
        items.iter().filter(is_wanted).count() as u64
    };
    let mut losses = Losses::default();
    match file {
        _ if items.is_empty() => {
            let place = file.map(|path| format!("; nothing was written to {}", path.display()));
            let place = place.unwrap_or_default();
            report(&format!("the database has no problems and games of Abalone to export{place}"));
        }
        None if io::stdout().is_terminal() => losses = job.show_all(&items)?,
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
    /// The problems in the order in which their first records were imported, then the games.
    fn choose_items<'b>(&self, positions: &'b [PositionRecords]) -> anyhow::Result<Vec<Item<'b>>> {
        let mut clusters: Vec<Cluster<'b>> = positions
            .iter()
            .flat_map(|position| cluster_records(&position.records, Identity::Problem))
            .collect();
        clusters.sort_by_key(|cluster| (cluster.first().id, cluster.identity));
        let mut items: Vec<Item<'b>> = clusters.into_iter().map(Item::Problem).collect();
        // Games have no side to move and no name as problems have.
        if self.conditions.name.is_none() && self.conditions.turn.is_none() {
            let sources = self.conditions.select_sources(self.store)?;
            self.store.for_each_abalone_game(&GameFilter::default(), |game| {
                if sources.as_ref().is_none_or(|sources| sources.contains(&game.source_id)) {
                    items.push(Item::Game(Box::new(game)));
                }
            })?;
        }
        items.truncate(self.limit);
        Ok(items)
    }

    /// Writes a problem or a game; gives its name and what is lost.
    fn write(
        &self,
        item: &Item<'_>,
        out: &mut impl Write,
    ) -> anyhow::Result<(Option<String>, Losses)> {
        match item {
            Item::Problem(cluster) => {
                let problem = self.build_problem(cluster)?;
                let losses = self.format.write_problem(&problem, out)?;
                Ok((problem.kept.name, losses))
            }
            Item::Game(stored) => {
                let record = read_game(self.store, stored)?.record;
                let style = self.style.of(&record);
                let place = Place {
                    source: stored.source.clone(),
                    number: stored.number,
                    name: stored.info.event.clone(),
                };
                let game = ExportedGame { place, form: stored.form, record };
                let losses = self.format.write_game(&game, style, out)?;
                Ok((game.place.name, losses))
            }
        }
    }

    fn build_problem(&self, cluster: &Cluster<'_>) -> Result<ExportedProblem, StoreError> {
        let kept = cluster.choose_representative(self.prefer);
        let text = read_problem(self.store, kept)?;
        let mut by = if self.is_canonical { kept.symmetry } else { Symmetry::IDENTITY };
        if self.black_first && text.setup.transform(by).turn == Some(Color::White) {
            by = by.then(Symmetry::NEGATIVE);
        }
        let operation = by.inverse().then(kept.symmetry);
        let others = cluster.records.iter().filter(|record| record.id != kept.id);
        Ok(ExportedProblem {
            key: kept.key,
            text: kept.text.clone(),
            setup: text.setup.transform(by),
            operation,
            onto_kept: by.inverse(),
            kept: place(kept),
            form: kept.form,
            comments: build_comments(&text, by),
            others: others
                .map(|other| (place(other), operation.then(other.symmetry.inverse())))
                .collect(),
        })
    }

    /// Writes all items to one file.
    fn write_all(
        &self,
        items: &[Item<'_>],
        mut out: OutputFile,
        global: &Global,
    ) -> anyhow::Result<Losses> {
        let mut losses = Losses::default();
        self.format.write_start(&mut out)?;
        let progress = Progress::start(global, "Writing", Some(items.len() as u64));
        for item in items {
            progress.add(1);
            losses.extend(self.write(item, &mut out)?.1);
        }
        out.finish()?;
        Ok(losses)
    }

    /// Prints all items on a terminal, with control characters escaped.
    fn show_all(&self, items: &[Item<'_>]) -> anyhow::Result<Losses> {
        let mut losses = Losses::default();
        let mut out = stdout();
        let mut bytes = Vec::new();
        self.format.write_start(&mut bytes)?;
        for item in items {
            losses.extend(self.write(item, &mut bytes)?.1);
            write!(out, "{}", EscapedLines(&String::from_utf8_lossy(&bytes)))?;
            bytes.clear();
        }
        out.flush()?;
        Ok(losses)
    }

    /// Writes each item to a file of its own in a folder.
    fn write_each(
        &self,
        items: &[Item<'_>],
        path: &Path,
        global: &Global,
    ) -> anyhow::Result<Losses> {
        let mut losses = Losses::default();
        let mut folder = OutputFolder::create(path, self.is_forced)?;
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

fn place(record: &StoredAbaloneProblem) -> Place {
    let StoredAbaloneProblem { source, number, name, .. } = record;
    Place { source: source.clone(), number: *number, name: name.clone() }
}

/// The comments of a problem after an operation: those of its text, and the goal and the solution
/// of a puzzle.
fn build_comments(text: &ProblemText, by: Symmetry) -> Vec<String> {
    let image = |comment: &String| CodedComment::read(comment).transform(by).to_string();
    let mut comments: Vec<String> = text.comments.iter().map(image).collect();
    if let Some(Puzzle { goal, lines, .. }) = &text.puzzle {
        let goal = goal.map(|goal| PuzzleGoal { winner: by.color(goal.winner), ..goal });
        comments.extend(goal.map(|goal| goal.to_string()));
        for line in lines {
            let mut record = line.record.transform(by);
            if by != Symmetry::IDENTITY && !record.rest.is_empty() {
                record.rest = "…".to_owned(); // cells that are not turned
            }
            comments.push(record.to_linear(Notation::Nacre));
        }
    }
    comments
}
