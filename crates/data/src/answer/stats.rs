//! The database in numbers.

use serde::Serialize;

use super::time::utc_time;
use crate::model::READING;
use crate::store::{Difference, Store, StoreError};

/// The database in numbers.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StatsJson {
    /// The number of records.
    pub records: u64,
    /// The number of problems.
    pub problems: u64,
    /// The number of positions.
    pub positions: u64,
    /// The number of games.
    pub games: u64,
    /// The number of sources.
    pub sources: u64,
    /// What of the numbers above is of Abalone, and more; `None` if nothing is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub abalone: Option<AbaloneStatsJson>,
    /// The path of the database.
    pub path: String,
    /// The length of the database in bytes.
    pub bytes: u64,
    /// The version of the schema.
    pub schema: i64,
    /// The version of the rules by which the records were read.
    pub reading: i64,
    /// The version of the rules of this version of gtn-db.
    pub current_reading: i64,
    /// The last import, if known.
    pub last_import: Option<LastImportJson>,
    /// The number of faults, if the database was verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub faults: Option<u64>,
    /// The faults, if the database was verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub differences: Option<Vec<DifferenceJson>>,
}

/// The problems and games of Abalone in numbers.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AbaloneStatsJson {
    /// The number of records.
    pub records: u64,
    /// The number of problems.
    pub problems: u64,
    /// The number of positions of the problems.
    pub positions: u64,
    /// The number of games.
    pub games: u64,
    /// The number of moves of the games.
    pub moves: u64,
    /// The number of positions of the games.
    pub game_positions: u64,
}

/// A row that is not as it was written.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DifferenceJson {
    /// The table.
    pub table: &'static str,
    /// The id of the row; for a decision the hashes of both records.
    pub row: String,
    /// What differs.
    pub what: String,
}

/// The last import.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LastImportJson {
    /// When the import began, by RFC 3339 in UTC.
    pub time: String,
    /// The sources of the import that are in the database.
    pub sources: u64,
}

impl StatsJson {
    /// The numbers of a database that was not verified.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn new(store: &Store) -> Result<StatsJson, StoreError> {
        let counts = store.counts()?;
        let summary = store.summary()?;
        Ok(StatsJson {
            records: counts.records,
            problems: counts.problems,
            positions: counts.positions,
            games: counts.games,
            sources: counts.sources,
            abalone: AbaloneStatsJson::new(store)?,
            path: store.path().display().to_string(),
            bytes: summary.bytes,
            schema: summary.schema,
            reading: summary.reading,
            current_reading: READING,
            last_import: summary.last_import.map(|(import, sources)| LastImportJson {
                time: utc_time(import.started),
                sources,
            }),
            faults: None,
            differences: None,
        })
    }
}

impl AbaloneStatsJson {
    /// The numbers of a database; `None` if nothing in it is of Abalone.
    fn new(store: &Store) -> Result<Option<AbaloneStatsJson>, StoreError> {
        let counts = store.abalone_counts()?;
        let is_empty = counts.records == 0 && counts.games == 0;
        Ok((!is_empty).then_some(AbaloneStatsJson {
            records: counts.records,
            problems: counts.problems,
            positions: counts.positions,
            games: counts.games,
            moves: counts.moves,
            game_positions: counts.game_positions,
        }))
    }
}

impl From<Difference> for DifferenceJson {
    fn from(Difference { table, row, what }: Difference) -> DifferenceJson {
        DifferenceJson { table, row, what }
    }
}
