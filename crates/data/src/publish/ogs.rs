//! Puzzles as the client of online-go.com posts them.

use std::io::{self, Write};

use super::publication::Publication;
use crate::export::write_puzzle;

/// Writes one object a line: the puzzle, with its sources and rights at the end of its description, its rank
/// if the level is known, and the number of a collection on the server if one is given. The server has no import; scripts post such objects.
///
/// # Errors
/// Those of `out`.
pub fn write_ogs(
    publication: &Publication,
    collection: Option<u64>,
    out: &mut impl Write,
) -> io::Result<()> {
    for problem in publication.problems() {
        let mut puzzle = problem.puzzle.clone();
        puzzle.difficulty.clone_from(&problem.level);
        let number = problem.number.to_string();
        let name = problem.name.as_deref().unwrap_or(&number);
        let mut origins = problem.source_names();
        origins.extend(problem.rights().into_iter().map(str::to_owned));
        write_puzzle(&mut puzzle, name, &origins, collection, out)?;
    }
    Ok(())
}
