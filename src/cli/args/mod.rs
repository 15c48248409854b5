//! Options that several commands share.

mod abalone_start;
mod aspects;
mod conditions;
mod corner;
mod expression;
mod family;
mod game_filter;
mod game_id;
mod given;
mod lateral;
mod listed_families;
mod lossy;
mod move_range;
mod orient;
mod problem_filter;
mod problem_set;
mod turn;

pub use abalone_start::parse_abalone_start;
pub use aspects::AspectArgs;
pub use conditions::Own;
pub use corner::CornerArgs;
pub use family::{FamilyArg, FamilyArgs};
pub use game_filter::GameArgs;
pub use game_id::GameId;
pub use given::first_given;
pub use lateral::LateralArg;
pub use listed_families::ListedFamilies;
pub use lossy::{lossy_parser, pattern_parser};
pub use move_range::MoveRangeArgs;
pub use orient::OrientArg;
pub use problem_filter::{OwnRights, ProblemArgs, RecordArgs, dialect_parser};
pub use problem_set::{SetArgs, check_preferred, read_names, read_numbers};
pub use turn::TurnArg;
