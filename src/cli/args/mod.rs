//! Options that several commands share.

mod corner;
mod expression;
mod game_filter;
mod problem_filter;
mod turn;

pub use corner::CornerArgs;
pub use expression::ExpressionArgs;
pub use game_filter::GameArgs;
pub use problem_filter::{BoardAndTurnArgs, ProblemArgs, RecordArgs, dialect_parser};
pub use turn::TurnArg;
