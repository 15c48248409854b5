//! Solutions: the moves that a problem file shows, and which of them are right.
//!
//! SGF has no standard for right and wrong, so every program marks answers in
//! its own way. Each way is a [`Dialect`]. [`read`] detects the dialect of a
//! game tree and returns the [`Solution`]; [`convert_marks`] writes the same
//! answers in another dialect.
//!
//! ```text
//!   . O . . . .        ┬ B a1 ── W b1 ── B c1   right
//!   O O O O . X        │    └─── W d1           wrong: Black loses this line
//!   . X X X X X        └ B b1 ── W a1           wrong
//! ```
//!
//! Only the last move of a line carries a [`Verdict`]. A mark further up, such
//! as `WV` on the first wrong move, holds for all lines behind it, except those
//! with a mark of their own.
//!
//! A solution is in the coordinates of its record's board, or in those of the
//! canonical position ([`CanonicalFrame`]). In canonical coordinates the
//! solutions of all records of a problem can be compared and merged, whatever
//! their orientation.

mod canonical_frame;
mod clauses;
mod codec;
mod color_words;
mod compare;
mod dialect;
mod dialect_writer;
mod keywords;
mod loss;
mod marks;
mod merged_tree;
mod read;
mod replay;
mod solution_point;
mod solution_tree;
mod word_table;

pub use canonical_frame::{CanonicalFrame, PositionStabilizer};
pub use codec::DecodeError;
pub use color_words::{COLORS_STAY, swap_color_words};
pub use compare::{
    Agreement, AlignmentBase, Answer, AnswerRelation, Claims, Conflict, JointClaims,
    canonicalize_answer, collect_answers, compare_answers, compare_claims,
};
pub use dialect::{Certainty, Dialect, ParseDialectError};
pub use dialect_writer::{Converted, convert_marks};
#[doc(hidden)]
pub use dialect_writer::{MARKS, strip_marks};
pub use loss::{Loss, Losses};
pub use merged_tree::{MergedNode, MergedTree, SolutionMerger};
pub use read::{Reading, read, read_as};
pub(crate) use read::{says_right, says_unsolved};
pub use replay::{Refusal, ReplayedMove, replay};
pub use solution_point::SolutionPoint;
pub use solution_tree::{Solution, SolutionNode, Steering, Verdict};
pub(crate) use word_table::{keep_columns, rows};
