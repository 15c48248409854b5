//! The result of an import: the items that it added, and those that it skipped.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::Serialize;

use crate::Diagnostic;
use crate::import::{Report, Reread};
use crate::model::TurnSource;
use crate::store::Tally;

/// The most phrases for the side to move that are listed.
const MAX_PHRASES: usize = 100;

/// The report about an import.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ImportJson {
    /// The records that were written.
    pub records: u64,
    /// The problems of these records.
    pub problems: u64,
    /// The games that were written.
    pub games: u64,
    /// Those of the records that are of Abalone.
    pub abalone_records: u64,
    /// Those of the games that are of Abalone.
    pub abalone_games: u64,
    /// The positions of the records.
    pub positions: u64,
    /// Those of the positions that the database did not have.
    pub new_positions: u64,
    /// The sources that were written.
    pub sources: u64,
    /// Those of the sources that are from new places.
    pub new: u64,
    /// Those of the sources that replaced others.
    pub changed: u64,
    /// The sources that the database had already.
    pub unchanged: u64,
    /// The sources that were found at another place.
    pub moved: u64,
    /// The names of the sources whose files or entries are not there any more.
    pub gone: Vec<String>,
    /// Whether the sources in `gone` were removed.
    pub pruned: bool,
    /// The numbers of files and entries of unknown kind, by extension.
    pub passed_over: BTreeMap<String, u64>,
    /// Whether nothing was written.
    pub dry_run: bool,
    /// The sources of other databases that were left out.
    pub older: u64,
    /// The decisions of other databases that were copied.
    pub decisions: u64,
    /// The tags and rights of other databases that were copied.
    pub remarks: u64,
    /// The records that were read again; null if none were.
    pub reread: Option<RereadJson>,
    /// Whether the import was ended early; finished sources are kept.
    pub interrupted: bool,
    /// How the sides to move are known.
    pub turns: TurnsJson,
    /// The phrases by which they are known, the most frequent first.
    pub turn_words: Vec<TurnWordsJson>,
    /// The faults that `skipped` does not list.
    pub omitted: u64,
    /// The old name of `omitted`.
    pub untold: u64,
    /// The faults of the input.
    pub skipped: Vec<SkipJson>,
}

/// The numbers of records by how their side to move is known.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TurnsJson {
    /// By SGF's PL.
    #[serde(rename = "PL")]
    pub property: u64,
    /// By the first moves.
    #[serde(rename = "first moves")]
    pub first_moves: u64,
    /// By words.
    pub words: u64,
    /// Not known.
    pub none: u64,
}

/// A phrase that named the side to move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TurnWordsJson {
    /// The phrase.
    pub words: String,
    /// The number of records that were read by it.
    pub records: u64,
}

/// Something that was skipped, or kept in spite of a fault.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SkipJson {
    /// The rule that it breaks.
    pub code: &'static str,
    /// The name of the source.
    pub source: String,
    /// The number of the game tree in the source, from 1; null for a whole source.
    pub tree: Option<u32>,
    /// Bytes from the start of the source.
    pub offset: u64,
    /// The fault.
    pub cause: String,
    /// Whether it was imported nevertheless.
    pub kept: bool,
}

/// Records that were read again.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RereadJson {
    /// How many were read.
    pub records: u64,
    /// How many changed.
    pub changed: u64,
    /// How many changed in the accepted first moves.
    pub answers: u64,
    /// How many changed in the side to move.
    pub turns: u64,
    /// How many were replaced, because their trees give other positions or several problems.
    pub replaced: u64,
    /// How many further problems of trees were added.
    pub added: u64,
    /// How many games of Go changed in the winner, the komi or other facts.
    pub games: u64,
    /// How many games of Abalone changed.
    pub abalone_games: u64,
    /// How many were left alone, because the current rules read no such problem in their trees.
    pub refused: u64,
    /// How many are damaged and were left alone.
    pub damaged: u64,
}

impl ImportJson {
    /// The report about an import, which removed what is gone if `is_pruned`, and wrote nothing if
    /// `is_dry_run`.
    pub fn new(report: &Report, is_pruned: bool, is_dry_run: bool) -> ImportJson {
        let tally = &report.tally;
        ImportJson {
            records: tally.records,
            problems: tally.problems(),
            games: tally.games,
            abalone_records: tally.abalone_records,
            abalone_games: tally.abalone_games,
            positions: tally.positions(),
            new_positions: tally.new_positions,
            sources: tally.sources,
            new: report.new_sources(),
            changed: report.changed,
            unchanged: report.unchanged,
            moved: report.moved,
            gone: report.gone.clone(),
            pruned: is_pruned,
            passed_over: report.passed_over.by_extension.clone(),
            dry_run: is_dry_run,
            older: report.older,
            decisions: report.decisions,
            remarks: report.remarks,
            reread: report.reread.map(RereadJson::new),
            interrupted: report.is_interrupted,
            turns: TurnsJson::new(tally),
            turn_words: TurnWordsJson::list(tally),
            omitted: report.omitted(),
            untold: report.omitted(),
            skipped: report.diagnostics.iter().map(SkipJson::new).collect(),
        }
    }
}

impl TurnsJson {
    fn new(tally: &Tally) -> TurnsJson {
        TurnsJson {
            property: tally.records_by(TurnSource::Property),
            first_moves: tally.records_by(TurnSource::FirstMoves),
            words: tally.records_by(TurnSource::Words),
            none: tally.records_by(TurnSource::None),
        }
    }
}

impl TurnWordsJson {
    /// The phrases, the most frequent first; at most [`MAX_PHRASES`].
    fn list(tally: &Tally) -> Vec<TurnWordsJson> {
        let mut phrases: Vec<(&String, &u64)> = tally.turn_words.iter().collect();
        phrases.sort_by_key(|&(words, &records)| (Reverse(records), words));
        let phrases = phrases.into_iter().take(MAX_PHRASES);
        phrases.map(|(words, &records)| TurnWordsJson { words: words.clone(), records }).collect()
    }
}

impl SkipJson {
    fn new(skip: &Diagnostic) -> SkipJson {
        SkipJson {
            code: skip.rule.name(),
            source: skip.location.source.clone(),
            tree: (skip.location.tree > 0).then_some(skip.location.tree),
            offset: skip.location.offset,
            cause: skip.message.clone(),
            kept: skip.is_kept(),
        }
    }
}

impl RereadJson {
    fn new(reread: Reread) -> RereadJson {
        let Reread {
            records,
            changed,
            answers,
            turns,
            replaced,
            added,
            games,
            abalone_games,
            refused,
            damaged,
            ..
        } = reread;
        RereadJson {
            records,
            changed,
            answers,
            turns,
            replaced,
            added,
            games,
            abalone_games,
            refused,
            damaged,
        }
    }
}
