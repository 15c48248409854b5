//! The option that names a family of games.

use clap::{Args, ValueEnum};

/// An option that narrows a list to one family of games.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct FamilyArgs {
    /// Only problems and games of this family
    #[arg(long, value_name = "FAMILY")]
    family: Option<FamilyArg>,
}

/// A family of games with rules, boards and keys of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FamilyArg {
    /// Go
    Go,
    /// Abalone
    Abalone,
}

impl FamilyArgs {
    /// The family that was given.
    pub fn family(self) -> Option<FamilyArg> {
        self.family
    }

    /// Whether a list has the rows of this family; without the option, of every family.
    pub fn includes(self, family: FamilyArg) -> bool {
        self.family.is_none_or(|only| only == family)
    }
}
