//! What a verdict says of a first move that a book accepts, and of the outcome that a book states.

use crate::Color;
use crate::go::Point;

use crate::frame_verdict::FrameVerdict;
use crate::outcome::Outcome;
use crate::verdict::{Solved, Verdict};

gtn_db_core::names! {
    /// What a verdict says of a first move that a book accepts.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum BookMove {
        /// It reaches the outcome.
        Confirmed => "confirmed",
        /// It does not, in any frame, and no frame has a ko or a seki, which a book may count as success.
        Refuted => "refuted",
        /// It does, but so does a pass.
        Settled => "settled",
        /// It is not in the region of the group.
        Outside => "outside",
        /// Nothing is claimed.
        Undecided => "undecided",
    }

    /// The name.
    pub fn name;
}

impl Verdict {
    /// What the verdict says of a first move, `None` for tenuki.
    pub fn judge(&self, at: Option<Point>) -> BookMove {
        let Ok(solved) = &self.answer else { return BookMove::Undecided };
        match at {
            _ if solved.is_settled() => BookMove::Settled,
            None => BookMove::Undecided,
            Some(at) if solved.moves.contains(&at) => BookMove::Confirmed,
            Some(at) if !solved.reading.region.contains(&at) => BookMove::Outside,
            Some(at) if self.claims_failure(solved) && solved.refutation(at).is_some() => {
                BookMove::Refuted
            }
            Some(_) => BookMove::Undecided,
        }
    }

    /// Whether the outcome that a book states is that of the verdict; `None` if nothing is claimed: the
    /// outcome is unknown, the book speaks of a group of the other color, or a frame has a ko or a seki, which a
    /// book may count as success. `group` is the color of the group, `None` if the book does not say.
    pub fn judge_outcome(&self, group: Option<Color>, stated: Outcome) -> Option<bool> {
        let solved = self.answer.as_ref().ok()?;
        if group.is_some_and(|group| group != solved.reading.defender) {
            return None;
        }
        if stated == solved.outcome {
            return Some(true);
        }
        self.is_plain().then_some(false)
    }

    /// Whether the outcome is a plain one in every frame: a book may count a ko or a seki as success.
    pub fn is_plain(&self) -> bool {
        let is_plain =
            |frame: &FrameVerdict| matches!(frame.outcome, Ok(Outcome::Killed | Outcome::Lives));
        self.answer.is_ok() && self.frames.iter().all(is_plain)
    }

    /// Whether a refuted move fails on the real board, too: friends outside could help a group that a move
    /// of its own does not save.
    fn claims_failure(&self, solved: &Solved) -> bool {
        self.is_plain() && !solved.has_friends
    }
}

impl Solved {
    /// The reply to a refuted first move: `None` in it is a pass, or no reply is needed.
    pub fn refutation(&self, first: Point) -> Option<Option<Point>> {
        let found = self.refuted.iter().find(|&&(at, _)| at == first);
        found.map(|&(_, reply)| reply)
    }
}
