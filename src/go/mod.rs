//! The board: points, sizes, regions, stones, and the sixteen operations;
//! positions to play on and their count, by the Japanese rules of 1989.
//!
//! ```text
//!      1 2 3 4 5 6
//!   1  . . . X O .      a board of 6 columns and 4 rows; the point (4,1),
//!   2  X X X X O .      column 4 of row 1, holds a black stone
//!   3  O O O O O .
//!   4  . . . . . .
//! ```

mod board;
mod grid;
mod point;
mod position;
mod region;
mod score;
mod sides;
mod size;
mod symmetry;

pub use board::Board;
pub(crate) use grid::share;
pub use point::{Point, column_name};
pub use position::{Chain, NoLibertyError, PlayError, Played, Position};
pub use region::{ParseRegionError, Region};
pub use score::{NoStoneError, Score, Status};
pub use sides::Sides;
pub use size::{MAX_SIDE, Size, SizeError};
pub use symmetry::{Origins, ParseSymmetryError, Symmetry, SymmetrySet};
