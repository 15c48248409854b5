//! A source of a database.

use serde::Serialize;

use super::time::utc_time;
use crate::import::PlaceState;
use crate::store::SourceDetails;

/// A file or an archive entry that was imported.
#[derive(Clone, Debug, Serialize)]
pub struct SourceJson {
    /// The number of the source in this database.
    pub id: i64,
    /// The name.
    pub name: String,
    /// The path of the file and, after a slash, the name inside the archive.
    pub place: Option<String>,
    /// The path of the file.
    pub path: Option<String>,
    /// The name inside the archive.
    pub entry: Option<String>,
    /// The number of records.
    pub records: u64,
    /// The number of games.
    pub games: u64,
    /// The length of the content.
    pub bytes: u64,
    /// When the import began, in UTC.
    pub imported: Option<String>,
    /// `present`, `changed`, `gone` or `unknown`, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<&'static str>,
}

impl SourceJson {
    /// A source, with its state on disk if that was asked.
    pub fn new(source: &SourceDetails, state: Option<PlaceState>) -> SourceJson {
        SourceJson {
            id: source.id,
            name: source.name.clone(),
            place: source.place(),
            path: source.file.as_ref().map(|file| file.path.display().to_string()),
            entry: source.entry().map(str::to_owned),
            records: source.records,
            games: source.games,
            bytes: source.bytes,
            imported: source.import.map(|import| utc_time(import.started)),
            state: state.map(PlaceState::name),
        }
    }
}
