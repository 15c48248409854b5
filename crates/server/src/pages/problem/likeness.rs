//! The kinds of problems like another one, as addresses name them.

use serde::Deserialize;

use crate::names;

names! {
    /// The kind that is shown: `related=core` in an address.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub(super) enum Likeness {
        #[default]
        Near => "",
        Core => "core",
        Contained => "contained",
    }

    pub(super) fn name;
}
