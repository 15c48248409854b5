//! The database in numbers.

use serde::Serialize;

use super::time::utc_time;
use crate::find::count_problems;
use crate::model::READING;
use crate::store::{AbaloneCounts, Difference, Store, StoreError};

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
    pub abalone: Option<AbaloneCounts>,
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
        let abalone = store.abalone_counts()?;
        let summary = store.summary()?;
        Ok(StatsJson {
            records: counts.records,
            problems: count_problems(store)?,
            positions: counts.positions,
            games: counts.games,
            sources: counts.sources,
            abalone: Some(abalone).filter(|counts| counts.records + counts.games > 0),
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

impl From<Difference> for DifferenceJson {
    fn from(Difference { table, row, what }: Difference) -> DifferenceJson {
        DifferenceJson { table, row, what }
    }
}
