//! Why a problem has no verdict.

use std::fmt;

gtn_db_core::names! {
    /// Why there is no verdict.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Why {
        /// A chain has no liberty.
        Illegal => "illegal",
        /// No group is enclosed in at most 60 empty points.
        Open => "open",
        /// More than one group is enclosed.
        SeveralGroups => "several-groups",
        /// The group is not alive in the ring, but has friends outside, to which it may connect.
        FriendsOutside => "friends-outside",
        /// The region does not fit the search.
        TooBig => "too-big",
        /// The nodes are used up.
        Budget => "budget",
        /// The search was cancelled.
        Cancelled => "cancelled",
        /// The outcome depends on the number of ko threats.
        Ko => "ko",
        /// A side holds out only by repeating a position.
        Repetition => "repetition",
        /// The frames do not agree.
        DependsOnOutside => "depends-on-outside",
        /// Of the confirmation by Article 7: the capture of the chain lets the other side live with new stones
        /// elsewhere.
        NewStones => "new-stones",
    }

    /// The name in answers of programs.
    pub fn name;
}

impl Why {
    /// The reasons.
    pub const ALL: [Why; 11] = Why::VALUES;

    /// The reason with a name.
    pub fn from_name(name: &str) -> Option<Why> {
        Why::VALUES.into_iter().find(|why| why.name() == name)
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Why::Illegal => "a chain has no liberty",
            Why::Open => "no group is enclosed",
            Why::SeveralGroups => "several groups are enclosed",
            Why::FriendsOutside => "the group has friends outside, to which it may connect",
            Why::TooBig => "the region is too big",
            Why::Budget => "the budget of nodes is used up",
            Why::Cancelled => "the search was cancelled",
            Why::Ko => "the outcome depends on the number of ko threats",
            Why::Repetition => "a side holds out only by repetition",
            Why::DependsOnOutside => "the outcome depends on what is outside",
            Why::NewStones => "new stones live elsewhere when the chain is captured",
        })
    }
}
