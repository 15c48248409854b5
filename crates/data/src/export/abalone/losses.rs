//! What a format cannot say.

/// The numbers of things that the written form does not say, or says where they are not known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Losses {
    /// Problems whose side to move is not written.
    pub turns: u64,
    /// Problems whose unknown side to move is written as Black.
    pub assumed_turns: u64,
    /// Problems whose unknown number of marbles lost is written as none.
    pub assumed_losses: u64,
    /// Problems whose comments or solutions are not written.
    pub comments: u64,
    /// Games that are not written.
    pub games: u64,
}

impl Losses {
    /// Adds those of another item.
    pub fn extend(&mut self, other: Losses) {
        let Losses { turns, assumed_turns, assumed_losses, comments, games } = other;
        self.turns += turns;
        self.assumed_turns += assumed_turns;
        self.assumed_losses += assumed_losses;
        self.comments += comments;
        self.games += games;
    }

    /// Describes each kind of loss that occurred, in a sentence.
    pub fn describe(self) -> impl Iterator<Item = String> {
        let Losses { turns, assumed_turns, assumed_losses, comments, games } = self;
        let kinds = [
            (turns, "problem", "without the side to move"),
            (assumed_turns, "problem", "with Black to move, which the source does not say"),
            (assumed_losses, "problem", "with no marbles lost, which the source does not say"),
            (comments, "problem", "without its comments or solution"),
            (games, "game", "not written: the format has positions only"),
        ];
        let kinds = kinds.into_iter().filter(|(count, ..)| *count > 0);
        kinds.map(|(count, noun, what)| {
            let plural = if count == 1 { "" } else { "s" };
            format!("{count} {noun}{plural}: {what}")
        })
    }
}
