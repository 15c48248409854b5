//! Deduplication of games: the same game from two sources, possibly rotated, mirrored,
//! recolored or cut short.

use super::encoding::Step;
use crate::go::{Size, Symmetry};

/// Number of moves that [`hash_opening`] covers. Two games with this many equal moves
/// are the same game if neither contradicts the other later.
pub const OPENING_MOVES: usize = 40;

/// The code of a step that is not a stone, greater than all codes of stones.
const NO_STONE: u16 = u16::MAX;

/// One number per move after `symmetry`; passes and setups are [`NO_STONE`].
fn move_codes(steps: &[Step], size: Size, symmetry: Symmetry) -> impl Iterator<Item = u16> {
    let image = symmetry.size(size);
    trim_steps(steps).iter().map(move |step| match *step {
        Step::Play(color, point) => {
            let number = image.number(symmetry.point(point, size));
            number << 1 | symmetry.color(color) as u16
        }
        Step::Pass(_) | Step::Setup => NO_STONE,
    })
}

/// The steps from the first stone to the last.
fn trim_steps(steps: &[Step]) -> &[Step] {
    let is_stone = |step: &Step| matches!(step, Step::Play(..));
    let first = steps.iter().position(is_stone).unwrap_or(steps.len());
    let last = steps.iter().rposition(is_stone).map_or(first, |last| last + 1);
    &steps[first..last]
}

/// Hashes the first [`OPENING_MOVES`] moves of a game, or all moves of a shorter one.
///
/// The hash is invariant under the sixteen symmetries: the least of the sixteen images
/// is hashed, with BLAKE3 cut to 64 bits. Databases store the hash, so it never changes.
pub fn hash_opening(steps: &[Step], size: Size) -> u64 {
    let codes = |symmetry| move_codes(steps, size, symmetry).take(OPENING_MOVES);
    let compare = |one: &Symmetry, other: &Symmetry| {
        let sizes = one.size(size).cmp(&other.size(size));
        sizes.then_with(|| codes(*one).cmp(codes(*other)))
    };
    let least = Symmetry::ALL.into_iter().min_by(compare).expect("there are sixteen symmetries");
    let image = least.size(size);
    let mut bytes = Vec::with_capacity(2 + 2 * OPENING_MOVES);
    bytes.extend([image.cols(), image.rows()]);
    bytes.extend(codes(least).flat_map(u16::to_le_bytes));
    let hash = blake3::hash(&bytes);
    u64::from_le_bytes(*hash.as_bytes().first_chunk().expect("a BLAKE3 hash has 32 bytes"))
}

/// Finds a symmetry that maps one game onto another on a board of the same size, if they
/// are the same game.
///
/// Two games are the same if the moves of one are a prefix of the moves of the other, and
/// that prefix has at least [`OPENING_MOVES`] moves or is all of both. Passes at the end
/// are ignored.
pub fn find_game_symmetry(one: &[Step], other: &[Step], size: Size) -> Option<Symmetry> {
    let (len, other_len) = (trim_steps(one).len(), trim_steps(other).len());
    let common = len.min(other_len);
    if common == 0 || (common < OPENING_MOVES && len != other_len) {
        return None;
    }
    Symmetry::ALL.into_iter().find(|&symmetry| {
        symmetry.size(size) == size
            && move_codes(one, size, symmetry).take(common).eq(move_codes(
                other,
                size,
                Symmetry::IDENTITY,
            )
            .take(common))
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Color;
    use crate::go::Point;

    fn steps() -> impl Strategy<Value = Vec<Step>> {
        prop::collection::vec((0u8..9, 0u8..9, any::<bool>()), 0..60).prop_map(|moves| {
            let play = |(col, row, is_black): (u8, u8, bool)| {
                let color = if is_black { Color::Black } else { Color::White };
                Step::Play(color, Point::new(col, row))
            };
            [Step::Setup].into_iter().chain(moves.into_iter().map(play)).collect()
        })
    }

    fn transformed(steps: &[Step], size: Size, symmetry: Symmetry) -> Vec<Step> {
        let turn = |step: &Step| match *step {
            Step::Play(color, point) => {
                Step::Play(symmetry.color(color), symmetry.point(point, size))
            }
            other => other,
        };
        steps.iter().map(turn).collect()
    }

    proptest! {
        #[test]
        fn a_game_is_the_same_turned_and_cut_short(
            steps in steps(), index in 0u8..16, cut in 0usize..20,
        ) {
            let size = Size::new(9, 9).unwrap();
            let symmetry = Symmetry::from_index(index).unwrap();
            let mut other = transformed(&steps, size, symmetry);
            other.push(Step::Pass(Color::Black));
            prop_assert_eq!(hash_opening(&steps, size), hash_opening(&other, size));
            prop_assert_eq!(find_game_symmetry(&steps, &other, size).is_some(), steps.len() > 1);
            other.truncate(other.len() - cut.min(other.len()));
            let (moves, rest) = (steps.len() - 1, other.len().saturating_sub(1));
            if moves > rest && rest >= OPENING_MOVES {
                prop_assert!(find_game_symmetry(&steps, &other, size).is_some());
                prop_assert_eq!(hash_opening(&steps, size), hash_opening(&other, size));
            }
            if moves > rest && rest < OPENING_MOVES {
                prop_assert_eq!(find_game_symmetry(&steps, &other, size), None);
            }
        }
    }

    /// What is stored never changes its meaning.
    #[test]
    fn stored_openings_are_pinned() {
        let play = |color, col, row| Step::Play(color, Point::new(col, row));
        let steps = [Step::Setup, play(Color::Black, 15, 3), play(Color::White, 3, 16)];
        assert_eq!(hash_opening(&steps, Size::STANDARD), 13_355_726_410_620_176_623);
    }
}
