//! The same game from two sources: turned, recolored, or cut short.

use super::Step;
use crate::go::{Size, Symmetry};

/// Games are looked up by so many of their first moves. Those of two games
/// are alike more often than one would think; two that go on alike are one.
pub const OPENING: usize = 40;

/// The code of a step that is no stone, above those of stones.
const NO_STONE: u16 = u16::MAX;

fn codes(steps: &[Step], size: Size, symmetry: Symmetry) -> impl Iterator<Item = u16> {
    let turned = symmetry.size(size);
    moves(steps).iter().map(move |step| match *step {
        Step::Play(color, point) => {
            let index = turned.number(symmetry.point(point, size));
            index << 1 | symmetry.color(color) as u16
        }
        Step::Pass(_) | Step::Setup => NO_STONE,
    })
}

/// The steps up to the last stone, without setup at the beginning.
fn moves(steps: &[Step]) -> &[Step] {
    let is_stone = |step: &Step| matches!(step, Step::Play(..));
    let first = steps.iter().position(is_stone).unwrap_or(steps.len());
    let last = steps.iter().rposition(is_stone).map_or(first, |last| last + 1);
    &steps[first..last]
}

/// The number that a game has in common with all that begin with the same
/// 40 moves under one of the sixteen operations, and with hardly any others.
///
/// Of a game of fewer moves, it is that of all its moves.
pub fn opening(steps: &[Step], size: Size) -> u64 {
    let smallest = Symmetry::ALL.into_iter().reduce(|least, symmetry| {
        let codes = |symmetry| codes(steps, size, symmetry).take(OPENING);
        // All boards of a rectangle that turn to its other shape sort behind.
        let key = |symmetry: Symmetry| symmetry.size(size);
        let order = key(symmetry).cmp(&key(least)).then_with(|| codes(symmetry).cmp(codes(least)));
        if order.is_lt() { symmetry } else { least }
    });
    let least = smallest.unwrap_or_default();
    let turned = least.size(size);
    let mut bytes = Vec::with_capacity(2 + 2 * OPENING);
    bytes.extend([turned.cols(), turned.rows()]);
    bytes.extend(codes(steps, size, least).take(OPENING).flat_map(u16::to_le_bytes));
    let mut number = [0; 8];
    number.copy_from_slice(&blake3::hash(&bytes).as_bytes()[..8]);
    u64::from_le_bytes(number)
}

/// The operation that carries one game onto another one on a board of the
/// same size, if they are the same.
///
/// They are when the moves of one are the beginning of those of the other,
/// at least 40 of them, or all of both. Passes at the end do not count.
pub fn same_game(one: &[Step], other: &[Step], size: Size) -> Option<Symmetry> {
    let (len, other_len) = (moves(one).len(), moves(other).len());
    let common = len.min(other_len);
    if common == 0 || (common < OPENING && len != other_len) {
        return None;
    }
    Symmetry::ALL.into_iter().find(|&symmetry| {
        symmetry.size(size) == size
            && codes(one, size, symmetry)
                .take(common)
                .eq(codes(other, size, Symmetry::IDENTITY).take(common))
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
            prop_assert_eq!(opening(&steps, size), opening(&other, size));
            prop_assert_eq!(same_game(&steps, &other, size).is_some(), steps.len() > 1);
            other.truncate(other.len() - cut.min(other.len()));
            let (moves, rest) = (steps.len() - 1, other.len().saturating_sub(1));
            if moves > rest && rest >= OPENING {
                prop_assert!(same_game(&steps, &other, size).is_some());
                prop_assert_eq!(opening(&steps, size), opening(&other, size));
            }
            if moves > rest && rest < OPENING {
                prop_assert_eq!(same_game(&steps, &other, size), None);
            }
        }
    }

    /// What is stored never changes its meaning.
    #[test]
    fn stored_openings_are_pinned() {
        let play = |color, col, row| Step::Play(color, Point::new(col, row));
        let steps = [Step::Setup, play(Color::Black, 15, 3), play(Color::White, 3, 16)];
        assert_eq!(opening(&steps, Size::STANDARD), 13_355_726_410_620_176_623);
    }
}
