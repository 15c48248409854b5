//! Options that several commands share.

mod corner;
mod expression;
mod game_filter;
mod turn;

pub use corner::CornerArgs;
pub use expression::ExpressionArgs;
pub use game_filter::GameArgs;
pub use turn::TurnArg;
