//! What a written record says no longer, or says differently.

use std::collections::BTreeMap;

use super::solution_tree::{Solution, Verdict};

/// A part of a solution that the written form cannot express.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::solution::{Loss, Verdict};
///
/// let loss = Loss::Line { from: None, to: Some(Verdict::Wrong) };
/// assert_eq!(loss.describe(1), "1 line without a verdict is written as wrong");
/// assert_eq!(loss.describe(12), "12 lines without a verdict are written as wrong");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Loss {
    /// A line gets another verdict; `None` is no verdict.
    Line {
        /// The verdict of the record.
        from: Option<Verdict>,
        /// The verdict of the written line.
        to: Option<Verdict>,
    },
    /// A right line with a move marked `NOTTHIS` gets another verdict.
    RefusedLine {
        /// The verdict of the written line.
        to: Option<Verdict>,
    },
    /// A line whose verdict was assumed, because the record has no marks, gets a mark.
    Assumed,
    /// A move is written without its `CHOICE`, `FORCE` or `NOTTHIS`.
    Steering,
    /// A line in which the player begins who is not to move is written as wrong.
    OtherPlayer,
    /// The player of the first moves is written as the side to move.
    Turn,
    /// A pass is inserted between two moves of one color.
    InsertedPass,
    /// A move is left out.
    Move,
    /// The stones that a node sets up among the moves are left out.
    Setup,
    /// A sentence keeps the names of the colors that the source has, though the colors of the stones are
    /// exchanged.
    ColorWords,
    /// A problem keeps the orientation of its source, because its comments or names mention places
    /// on the board.
    PlaceWords,
    /// A value is left out that counts for nothing, such as the second one of `GN`, or that has no
    /// place in FF\[4\].
    Value,
}

impl Loss {
    /// A sentence about a number of losses of this kind.
    pub fn describe(self, count: u64) -> String {
        let are = if count == 1 { "is" } else { "are" };
        let counted =
            |noun: &str| if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") };
        let line = counted("line");
        let written = |to: Option<Verdict>| match to {
            Some(verdict) => format!("{are} written as {}", verdict.name()),
            None => format!("{are} written without a verdict"),
        };
        match self {
            Loss::Line { from: None, to } => format!("{line} without a verdict {}", written(to)),
            Loss::Line { from: Some(from), to } => {
                format!("{} {}", counted(&format!("{} line", from.name())), written(to))
            }
            Loss::RefusedLine { to } => {
                format!("{} with a move marked NOTTHIS {}", counted("right line"), written(to))
            }
            Loss::Assumed => {
                format!("{line} without marks, assumed to be right, {are} written as right")
            }
            Loss::Steering => {
                format!("{} {are} written without CHOICE, FORCE or NOTTHIS", counted("move"))
            }
            Loss::OtherPlayer => {
                format!("{line} of the player who is not to move {are} written as wrong")
            }
            Loss::Turn => format!(
                "{} {are} written with the player of the first moves to move",
                counted("problem")
            ),
            Loss::InsertedPass => {
                let passes = if count == 1 { "pass is" } else { "passes are" };
                format!("{count} {passes} inserted between two moves of one color")
            }
            Loss::Move => format!("{} {are} left out", counted("move")),
            Loss::Setup => {
                format!("the stones set up among the moves in {} are left out", counted("node"))
            }
            Loss::ColorWords => {
                let keep = if count == 1 { "keeps" } else { "keep" };
                format!("{} {keep} the colors of the source, and says so", counted("sentence"))
            }
            Loss::PlaceWords => {
                let keep = if count == 1 { "keeps its" } else { "keep their" };
                format!(
                    "{} {keep} orientation, because comments name places on the board",
                    counted("problem")
                )
            }
            Loss::Value => format!("{} {are} left out", counted("value")),
        }
    }
}

/// How often each kind of loss occurred.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Losses(BTreeMap<Loss, u64>);

impl Losses {
    /// Whether the written form says everything.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The kinds that occurred, each with its number, which is not 0.
    pub fn iter(&self) -> impl Iterator<Item = (Loss, u64)> {
        self.0.iter().map(|(&loss, &count)| (loss, count))
    }

    /// Counts a loss.
    pub fn add(&mut self, loss: Loss) {
        self.add_count(loss, 1);
    }

    /// Counts a loss a number of times.
    pub fn add_count(&mut self, loss: Loss, count: u64) {
        if count > 0 {
            *self.0.entry(loss).or_default() += count;
        }
    }

    /// Adds the numbers of other losses.
    pub fn extend(&mut self, other: &Losses) {
        other.iter().for_each(|(loss, count)| self.add_count(loss, count));
    }

    /// Compares a solution with what is read from its written form, which has the same
    /// moves in the same order: counts the lines with another verdict, and the moves with
    /// other flags.
    pub(crate) fn compare(before: &Solution, after: &Solution) -> Losses {
        debug_assert_eq!(before.nodes.len(), after.nodes.len());
        let mut losses = Losses::default();
        let is_refused = before.find_refused();
        for ((old, new), is_refused) in before.nodes.iter().zip(&after.nodes).zip(is_refused) {
            if old.verdict != new.verdict {
                losses.add(if is_refused && old.verdict == Some(Verdict::Right) {
                    Loss::RefusedLine { to: new.verdict }
                } else {
                    Loss::Line { from: old.verdict, to: new.verdict }
                });
            }
            if old.steering != new.steering {
                losses.add(Loss::Steering);
            }
        }
        losses
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_are_described_in_sentences() {
        for (loss, one, two) in [
            (
                Loss::Line { from: Some(Verdict::Lesser), to: Some(Verdict::Wrong) },
                "1 lesser line is written as wrong",
                "2 lesser lines are written as wrong",
            ),
            (
                Loss::Line { from: Some(Verdict::Wrong), to: None },
                "1 wrong line is written without a verdict",
                "2 wrong lines are written without a verdict",
            ),
            (
                Loss::RefusedLine { to: Some(Verdict::Wrong) },
                "1 right line with a move marked NOTTHIS is written as wrong",
                "2 right lines with a move marked NOTTHIS are written as wrong",
            ),
            (
                Loss::InsertedPass,
                "1 pass is inserted between two moves of one color",
                "2 passes are inserted between two moves of one color",
            ),
            (
                Loss::Setup,
                "the stones set up among the moves in 1 node are left out",
                "the stones set up among the moves in 2 nodes are left out",
            ),
        ] {
            assert_eq!([loss.describe(1), loss.describe(2)], [one, two]);
        }
    }

    #[test]
    fn losses_are_summed_by_kind() {
        let mut losses = Losses::default();
        losses.add(Loss::Move);
        let mut sum = losses.clone();
        sum.add(Loss::Assumed);
        sum.extend(&losses);
        assert_eq!(sum.iter().collect::<Vec<_>>(), [(Loss::Assumed, 1), (Loss::Move, 2)]);
        assert!(!sum.is_empty() && Losses::default().is_empty());
    }
}
