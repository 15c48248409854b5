//! What is known of a position in a list of many.

use serde::Serialize;

use super::{GivenPosition, RecordMatchJson};
use crate::Color;
use crate::find::ExactFinder;
use crate::store::StoreError;

/// What is known of a position in a list of many.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ListedPositionJson {
    /// The key of the position; null if the text is no position.
    pub key: Option<String>,
    /// The number of its records; 0 if it is not known.
    pub records: u64,
    /// Its first record, as `find --json` prints it, but without `query`.
    pub first: Option<RecordMatchJson>,
    /// Why the text is no position; null if it is one.
    pub error: Option<String>,
}

impl ListedPositionJson {
    /// Looks a position up. `turn` overrides the side to move that the text names.
    ///
    /// # Errors
    /// When the database cannot be read. A text that is no position is no error.
    pub fn find(
        finder: &mut ExactFinder<'_>,
        text: &str,
        turn: Option<Color>,
    ) -> Result<ListedPositionJson, StoreError> {
        let given = GivenPosition::read(text).map_err(|error| error.to_string());
        let query = given.and_then(|given| given.to_query(turn).map_err(|error| error.to_string()));
        let query = match query {
            Ok(query) => query,
            Err(error) => {
                return Ok(ListedPositionJson { error: Some(error), ..Default::default() });
            }
        };
        let found = finder.find(&query)?;
        let first = found.as_ref().and_then(|found| {
            let first = found.matches.first()?;
            Some(RecordMatchJson::new(&found.position, first))
        });
        Ok(ListedPositionJson {
            key: Some(query.key().to_string()),
            records: found.map_or(0, |found| found.matches.len() as u64),
            first,
            error: None,
        })
    }
}
