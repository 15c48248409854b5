//! The board and the rules: points, sizes, regions, stones, the sixteen operations; playing
//! and scoring by the Japanese rules of 1989 or the 9x9 rules with pass stones.
//!
//! ```text
//!      1 2 3 4 5 6
//!   1  . . . X O .      a board of 6 columns and 4 rows; on the point (4,1),
//!   2  X X X X O .      column 4 of row 1, there is a black stone
//!   3  O O O O O .
//!   4  . . . . . .
//! ```

mod board;
mod coordinates;
mod game_result;
mod grid;
mod point;
mod position;
mod region;
mod rules;
mod score;
mod sides;
mod size;
mod symmetry;
mod zobrist;

pub use board::Board;
pub use coordinates::column_name;
pub use game_result::GameResult;
pub use point::Point;
pub use position::{Chain, NoLibertyError, PlayError, Played, Position};
pub use region::{ParseRegionError, Region};
pub use rules::{ParseRulesError, Rules};
pub use score::{NoStoneError, Score, Status};
pub use sides::Sides;
pub use size::{MAX_SIDE, Size, SizeError};
pub use symmetry::{Origins, ParseSymmetryError, Symmetry, SymmetrySet};
#[doc(hidden)]
pub use zobrist::zobrist_value;
