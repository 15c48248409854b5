//! Problems and games of Abalone, made ready for an export.

use crate::Color;
use crate::abalone::{CodedComment, Notation, Symmetry};
use crate::export::abalone::{ExportedGame, ExportedProblem, Place};
use crate::extract::abalone::{ProblemText, Puzzle, PuzzleGoal};
use crate::find::Identity;
use crate::find::abalone::{
    Cluster, PositionRecords, ProblemConditions, cluster_records, read_game, read_problem,
};
use crate::store::{GameFilter, Store, StoreError, StoredAbaloneGame, StoredAbaloneProblem};

/// A problem or a game to export.
#[derive(Debug)]
pub enum ExportItem<'a> {
    /// A problem with its records.
    Problem(Cluster<'a>),
    /// A game.
    Game(Box<StoredAbaloneGame>),
}

/// The problems of positions in the order in which their first records were imported, then the games
/// of the selected sources: none if `conditions` has a name or a side to move, which games do not
/// have as problems do. At most `limit`.
///
/// # Errors
/// If the database cannot be read.
pub fn list_export_items<'a>(
    store: &Store,
    positions: &'a [PositionRecords],
    conditions: &ProblemConditions<'_>,
    limit: usize,
) -> Result<Vec<ExportItem<'a>>, StoreError> {
    let mut clusters: Vec<Cluster<'a>> = positions
        .iter()
        .flat_map(|position| cluster_records(&position.records, Identity::Problem))
        .collect();
    clusters.sort_by_key(|cluster| (cluster.first().id, cluster.identity));
    let mut items: Vec<ExportItem<'a>> = clusters.into_iter().map(ExportItem::Problem).collect();
    if conditions.name.is_none() && conditions.turn.is_none() {
        let is_selected = |game: &StoredAbaloneGame| {
            conditions.sources.as_ref().is_none_or(|sources| sources.contains(&game.source_id))
        };
        store.for_each_abalone_game(&GameFilter::default(), |game| {
            if is_selected(&game) {
                items.push(ExportItem::Game(Box::new(game)));
            }
        })?;
    }
    items.truncate(limit);
    Ok(items)
}

/// How problems are exported.
#[derive(Clone, Copy, Debug, Default)]
pub struct ProblemExport<'a> {
    /// The sources whose records are kept where possible.
    pub prefer: &'a [String],
    /// Whether problems are turned to their canonical texts.
    pub is_canonical: bool,
    /// Whether the colors of problems in which White is to move are exchanged.
    pub black_first: bool,
}

impl ProblemExport<'_> {
    /// A problem with all its records.
    ///
    /// # Errors
    /// If the database cannot be read or has a damaged problem.
    pub fn build(
        &self,
        store: &Store,
        cluster: &Cluster<'_>,
    ) -> Result<ExportedProblem, StoreError> {
        let kept = cluster.choose_representative(self.prefer);
        let text = read_problem(store, kept)?;
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
}

/// A game as it was imported.
///
/// # Errors
/// If the database cannot be read or has a damaged game.
pub fn build_exported_game(
    store: &Store,
    stored: &StoredAbaloneGame,
) -> Result<ExportedGame, StoreError> {
    let record = read_game(store, stored)?.record;
    let place = Place {
        source: stored.source.clone(),
        number: stored.number,
        name: stored.info.event.clone(),
    };
    Ok(ExportedGame { place, form: stored.form, record })
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
