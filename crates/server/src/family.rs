//! Go and Abalone: the family that a request asks for, and the one that a list shows.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use utoipa::{IntoParams, ToSchema};

use super::input::read_pairs;
use super::problem::Problem;
use super::state::App;
use crate::names;

names! {
    /// A family of games with rules, boards and keys of its own.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
    #[serde(rename_all = "lowercase")]
    pub(super) enum Family {
        #[default]
        Go => "go",
        Abalone => "abalone",
    }

    /// The name in addresses.
    pub(super) fn name;
}

impl Family {
    pub(super) const ALL: [Family; 2] = Family::VALUES;
}

/// The query parameter that names a family.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct FamilyField {
    /// The family to list: `go` if not given.
    family: Option<Family>,
}

/// The query parameters of a request for a list: the family, if one is named, and the others. What
/// does not fit is 422.
#[derive(Clone, Debug)]
pub(super) struct InFamily<T>(pub(super) Option<Family>, pub(super) T);

impl<T: DeserializeOwned> FromRequestParts<Arc<App>> for InFamily<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<App>) -> Result<Self, Problem> {
        let query = parts.uri.query().unwrap_or_default();
        let is_family = |pair: &&str| pair.split('=').next() == Some("family");
        let (family, others) = query.split('&').partition::<Vec<&str>, _>(is_family);
        let FamilyField { family } = read_pairs(&family)?;
        Ok(InFamily(family, read_pairs(&others)?))
    }
}

/// The family that the list of a page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ShownFamily {
    pub(super) family: Family,
    /// Whether the page offers the other one: the database has both, or the asked one is not there.
    pub(super) has_choice: bool,
}

impl ShownFamily {
    /// The family asked for, or else Go, or else Abalone if there is nothing of Go. `[go, abalone]`
    /// are the numbers of items of both.
    pub(super) fn new(asked: Option<Family>, [go, abalone]: [u64; 2]) -> ShownFamily {
        let (has_go, has_abalone) = (go > 0, abalone > 0);
        let usual = if has_abalone && !has_go { Family::Abalone } else { Family::Go };
        let family = asked.unwrap_or(usual);
        ShownFamily { family, has_choice: has_go && has_abalone || family != usual }
    }

    /// The value of the parameter in addresses of the same list; empty without a choice.
    pub(super) fn parameter(self) -> &'static str {
        if self.has_choice { self.family.name() } else { "" }
    }
}
