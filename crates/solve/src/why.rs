//! Why a problem has no verdict.

use std::fmt;

/// Why there is no verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Why {
    /// A chain has no liberty.
    Illegal,
    /// No group is enclosed in at most 60 empty points.
    Open,
    /// More than one group is enclosed.
    SeveralGroups,
    /// The group can be killed, but has friends outside.
    FriendsOutside,
    /// The region does not fit the search.
    TooBig,
    /// The nodes are used up.
    Budget,
    /// The search was cancelled.
    Cancelled,
    /// The outcome depends on the number of ko threats.
    Ko,
    /// A side holds out only by repeating a position.
    Repetition,
    /// The frames do not agree.
    DependsOnOutside,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Why::Illegal => "a chain has no liberty",
            Why::Open => "no group is enclosed",
            Why::SeveralGroups => "several groups are enclosed",
            Why::FriendsOutside => "the group has friends outside",
            Why::TooBig => "the region is too big",
            Why::Budget => "the budget of nodes is used up",
            Why::Cancelled => "the search was cancelled",
            Why::Ko => "the outcome depends on the number of ko threats",
            Why::Repetition => "a side holds out only by repetition",
            Why::DependsOnOutside => "the outcome depends on what is outside",
        })
    }
}
