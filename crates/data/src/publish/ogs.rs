//! Puzzles as the client of online-go.com posts them.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::publication::Publication;
use crate::export::write_puzzle;

/// Writes one object a line: the puzzle, with its sources and rights at the end of its description, its rank
/// if the level is known, and the number of a collection on the server if one is given. The server has no import; scripts post such objects.
/// Returns why problems were left out, each a phrase behind "3 problems", with their numbers.
///
/// # Errors
/// Those of `out`.
pub fn write_ogs(
    publication: &Publication,
    collection: Option<u64>,
    out: &mut impl Write,
) -> io::Result<BTreeMap<&'static str, u64>> {
    /// The client reads a point as two letters, whatever their case.
    const MOST_LINES: u8 = 26;
    let mut left_out = BTreeMap::new();
    for problem in publication.problems() {
        let size = problem.tree.board.size();
        if size.cols().max(size.rows()) > MOST_LINES {
            *left_out.entry("on boards of more than 26 lines").or_default() += 1;
            continue;
        }
        let mut puzzle = problem.puzzle.clone();
        puzzle.difficulty.clone_from(&problem.level);
        let number = problem.number.to_string();
        let name = problem.name.as_deref().unwrap_or(&number);
        let mut origins = problem.source_names();
        origins.extend(problem.rights().into_iter().map(str::to_owned));
        write_puzzle(&mut puzzle, name, &origins, collection, out)?;
    }
    Ok(left_out)
}
