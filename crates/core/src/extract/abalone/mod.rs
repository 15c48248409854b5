//! Extracts problems and games of Abalone from games, lines of lists, and
//! puzzles in JSON.

mod game;
mod line;
mod puzzle;
mod puzzle_file;
#[cfg(test)]
mod puzzle_tests;
mod solution_line;
mod stored;
mod stored_text;

pub use game::{Extracted, extract_game};
pub use line::read_line;
pub use puzzle::{Puzzle, PuzzleGoal};
pub use puzzle_file::{PuzzleFault, has_puzzles, name_other_games, read_puzzles};
pub use solution_line::{SolutionLine, SolutionLineCause, SolutionLineFault};
#[doc(hidden)]
pub use stored::{
    extract_stored_game, extract_stored_games, extract_stored_problem, replay_stored_game,
    replay_stored_variations,
};
pub use stored_text::{ProblemText, StoredGame};
