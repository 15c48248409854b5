//! Finds games that are the same, and games that are beginnings of others.

use super::replay::ReplayedGame;
use super::scan::scan_games;
use crate::Color;
use crate::abalone::{Move, Position, Symmetry};
use crate::store::{GameFilter, Store, StoreError};

/// The fewest moves that make a game the same as a longer one that begins with
/// them. Shorter games are the same only as games of equal length.
pub const SHORTEST_BEGINNING: usize = 10;

/// A game that occurs more than once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SameGame {
    /// The id of the first game that is the same; of the game itself if it is
    /// the first.
    pub first: i64,
    /// The id of the game.
    pub game: i64,
}

/// A game in the first of its images.
struct Line {
    id: i64,
    /// The start, then the moves.
    codes: Vec<u16>,
    moves: usize,
}

/// Finds the games that fulfill a filter and are the same as an earlier one,
/// and those that these are the same as; sorted.
///
/// Two games are the same if one of the 24 operations maps the start of one to
/// that of the other, with the side to move and the lost marbles, and all moves
/// of the shorter one to the first moves of the other. A shorter game must have
/// [`SHORTEST_BEGINNING`] moves, and every game one.
///
/// # Errors
/// When the database cannot be read or has a damaged game.
pub fn find_same_games(store: &Store, filter: &GameFilter) -> Result<Vec<SameGame>, StoreError> {
    let mut lines = scan_games(store, filter, |game, replayed| least_line(game.id, &replayed))?;
    lines.retain(|line| line.moves > 0);
    // Beginnings come right before the games that begin with them.
    lines.sort_by(|one, other| (&one.codes, one.id).cmp(&(&other.codes, other.id)));
    let mut firsts: Vec<i64> = lines.iter().map(|line| line.id).collect();
    let mut open: Vec<usize> = Vec::new(); // the beginnings of a line
    for (index, line) in lines.iter().enumerate() {
        while open.pop_if(|last| !line.codes.starts_with(&lines[*last].codes)).is_some() {}
        for &beginning in &open {
            let moves = lines[beginning].moves;
            if moves == line.moves || moves >= SHORTEST_BEGINNING {
                firsts[index] = firsts[index].min(lines[beginning].id);
                firsts[beginning] = firsts[beginning].min(line.id);
            }
        }
        open.push(index);
    }
    let later = lines.iter().zip(firsts).filter(|(line, first)| *first < line.id);
    let later = later.map(|(line, first)| SameGame { first, game: line.id });
    let mut same: Vec<SameGame> =
        later.flat_map(|same| [SameGame { game: same.first, ..same }, same]).collect();
    same.sort_unstable();
    same.dedup();
    Ok(same)
}

/// The least of the images of a game whose start is canonical. The least image of its first moves
/// is a beginning of it.
fn least_line(id: i64, game: &ReplayedGame) -> Line {
    let start = &game.positions[0];
    let canonical = start.board.canonicalize();
    let image = |fixing: Symmetry| {
        let symmetry = canonical.symmetry().then(fixing);
        let steps = game.moves.iter().map(|(step, _)| step.transform(symmetry));
        start_codes(start, symmetry).into_iter().chain(steps.map(Move::code)).collect()
    };
    let images = canonical.board().stabilizer().map(image);
    let codes: Vec<u16> = images.min().expect("the identity is in every stabilizer");
    Line { id, codes, moves: game.moves.len() }
}

/// A position after an operation, as numbers.
fn start_codes(start: &Position, symmetry: Symmetry) -> [u16; 10] {
    let board = start.board.transform(symmetry);
    let lost = start.lost.transform(symmetry);
    let mut codes = [0; 10];
    for (i, color) in Color::ALL.into_iter().enumerate() {
        let bits = board.bits(color);
        for (j, code) in codes[5 * i..5 * i + 4].iter_mut().enumerate() {
            *code = (bits >> (16 * j)) as u16;
        }
        codes[5 * i + 4] =
            u16::from(lost.of(color)) << 1 | u16::from(symmetry.color(start.turn) == color);
    }
    codes
}
