//! A conflict between the answers of duplicates as a line of JSON.

use gtn_db::find::{AnswerGroup, Comparison, LineMove};
use gtn_db::sgf::value::format_point;
use gtn_db::solution::Agreement;
use gtn_db::store::{StoredPosition, StoredRecord};
use serde::Serialize;

/// A problem whose records do not accept the same first moves.
#[derive(Serialize)]
pub struct ConflictJson {
    key: String,
    agreement: &'static str,
    turn: &'static str,
    igtn: String,
    sides: Vec<SideJson>,
}

#[derive(Serialize)]
struct SideJson {
    accepted: Vec<Option<String>>,
    records: Vec<RecordJson>,
    moves: Vec<MoveJson>,
}

#[derive(Serialize)]
struct RecordJson {
    source: String,
    tree: u32,
    name: Option<String>,
    operation: &'static str,
    dialect: Option<&'static str>,
}

#[derive(Serialize)]
struct MoveJson {
    depth: u32,
    color: &'static str,
    point: Option<String>,
    verdict: Option<&'static str>,
}

impl ConflictJson {
    pub fn new(
        position: &StoredPosition,
        comparison: &Comparison<'_>,
    ) -> anyhow::Result<ConflictJson> {
        let view = comparison.view(position)?;
        Ok(ConflictJson {
            key: position.key.to_string(),
            agreement: comparison.agreement.map_or("", Agreement::name),
            turn: comparison.shown.own_turn().name(),
            igtn: view.window.to_string(),
            sides: comparison.groups.iter().map(SideJson::new).collect(),
        })
    }
}

impl SideJson {
    fn new(group: &AnswerGroup<'_>) -> SideJson {
        let record = |record: &&StoredRecord| RecordJson {
            source: record.at.source.clone(),
            tree: record.at.tree,
            name: record.at.name.clone(),
            operation: record.at.symmetry.name(),
            dialect: record.solution.as_ref().map(|solution| solution.dialect.name()),
        };
        let played = |played: &LineMove| MoveJson {
            depth: played.depth,
            color: played.color.name(),
            point: played.at.map(format_point),
            verdict: played.verdict.map(|verdict| verdict.name()),
        };
        SideJson {
            accepted: group.accepted.iter().map(|accepted| accepted.at.map(format_point)).collect(),
            records: group.records.iter().map(record).collect(),
            moves: group.line.iter().map(played).collect(),
        }
    }
}
