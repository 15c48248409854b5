//! What a server knows of a game besides its moves.

use crate::names;

/// How EV of a game of online-go.com begins. Words of [`ServerTag`] follow, each behind a space.
pub const GAME_SERVER: &str = "online-go.com";

names! {
    /// What online-go.com knows of a game besides its moves, as a word of EV.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum ServerTag {
        /// Counts for the ranks of the players.
        Ranked => "ranked",
        /// Does not count for the ranks.
        Unranked => "unranked",
        /// A few seconds a move.
        Blitz => "blitz",
        /// Played quickly, but not blitz.
        Rapid => "rapid",
        /// Played in one sitting.
        Live => "live",
        /// Played over days.
        Correspondence => "correspondence",
        /// A player is a program.
        Bot => "bot",
    }

    /// The word.
    pub fn name;
}

impl ServerTag {
    /// The speeds.
    pub const SPEEDS: [ServerTag; 4] =
        [ServerTag::Blitz, ServerTag::Rapid, ServerTag::Live, ServerTag::Correspondence];

    /// The speed with a name.
    pub fn speed(name: &str) -> Option<ServerTag> {
        ServerTag::SPEEDS.into_iter().find(|speed| speed.name() == name)
    }

    /// EV of a game of online-go.com: `online-go.com ranked live`.
    pub(crate) fn write(tags: &[ServerTag]) -> String {
        let words = tags.iter().map(|tag| tag.name());
        [GAME_SERVER].into_iter().chain(words).collect::<Vec<_>>().join(" ")
    }
}
