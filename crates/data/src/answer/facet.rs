//! How many problems a value of a condition selects.

use serde::Serialize;

use super::columns::{Column, Kind};
use crate::find::FacetCount;

/// The number of problems that a value of a condition selects.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FacetJson {
    /// The condition: `level`, `tag` or `rights`.
    pub facet: &'static str,
    /// The value, as the condition takes it.
    pub value: String,
    /// The number of problems.
    pub problems: u64,
}

impl FacetJson {
    /// The columns, in the order of the fields.
    pub const COLUMNS: &'static [Column] = &[
        Column::new("facet", Kind::Text),
        Column::new("value", Kind::Text),
        Column::new("problems", Kind::Int64),
    ];
}

impl From<FacetCount> for FacetJson {
    fn from(count: FacetCount) -> FacetJson {
        let FacetCount { facet, value, problems } = count;
        FacetJson { facet: facet.name(), value, problems }
    }
}
