//! Go and Abalone: the family that a request asks for, and the one that a list shows.

use serde::Deserialize;

use crate::names;

names! {
    /// A family of games with rules, boards and keys of its own.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
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
