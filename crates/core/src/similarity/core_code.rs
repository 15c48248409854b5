//! What is within two lines of a first move, as one number.

use std::sync::LazyLock;

use crate::go::Symmetry;

/// What is within two lines of a point: two bits a point, row by row. 0 for empty, 1 for a stone of the side
/// to move, 2 for one of the other side, 3 beyond the edge.
pub(super) type Code = u64;

/// The lines within which a [`Code`] has points.
pub(super) const REACH: i16 = 2;

/// The columns of the rectangle.
const WIDTH: i16 = 2 * REACH + 1;

/// The sides of a rectangle that are two lines away: a bit each for left, right, top and bottom.
pub(super) type Shape = u8;

/// The points within one line.
pub(super) const NARROW: Shape = 0;

/// The points on the four sides, in the order of the bits of a [`Shape`].
const ON_SIDES: [(i16, i16); 4] = [(-REACH, 0), (REACH, 0), (0, -REACH), (0, REACH)];

/// The points of a [`Code`] from the first to the last.
pub(super) fn places() -> impl Iterator<Item = (i16, i16)> {
    (-REACH..=REACH).flat_map(|row| (-REACH..=REACH).map(move |col| (col, row)))
}

fn shift((col, row): (i16, i16)) -> u32 {
    2 * ((row + REACH) * WIDTH + col + REACH) as u32
}

/// A code of what `content` gives for each point.
pub(super) fn encode(content: impl Fn((i16, i16)) -> u64) -> Code {
    places().fold(0, |code, at| code | content(at) << shift(at))
}

/// A turned code: each point has what `code` has where the operation, without exchanged colors, maps that
/// point.
pub(super) fn image(code: Code, symmetry: Symmetry) -> Code {
    /// For each operation, the shift of the image of each point.
    static SHIFTS: LazyLock<[Vec<u32>; 8]> = LazyLock::new(|| {
        std::array::from_fn(|turn| {
            places().map(|at| shift(Symmetry::ALL[turn].turned(at))).collect()
        })
    });
    let shifts = SHIFTS[symmetry.index() as usize & 7].iter();
    shifts.rev().fold(0, |image, from| image << 2 | code >> from & 3)
}

/// The bits of the points of a shape.
pub(super) fn mask(shape: Shape) -> Code {
    /// The bits of each shape.
    static MASKS: LazyLock<[Code; 16]> = LazyLock::new(|| {
        std::array::from_fn(|shape| {
            let lines = |side: usize| if shape & 1 << side == 0 { 1 } else { REACH };
            let [left, right, top, bottom] = [0, 1, 2, 3].map(lines);
            let is_in = |(col, row): (i16, i16)| {
                (-left..=right).contains(&col) && (-top..=bottom).contains(&row)
            };
            encode(|at| if is_in(at) { 3 } else { 0 })
        })
    });
    MASKS[usize::from(shape)]
}

/// The shape of the image.
pub(super) fn turn_shape(shape: Shape, symmetry: Symmetry) -> Shape {
    let from = |at| ON_SIDES.iter().position(|&side| side == symmetry.turned(at));
    let is_far = |at| from(at).is_some_and(|side| shape & 1 << side != 0);
    (0..4).filter(|&side| is_far(ON_SIDES[side])).fold(NARROW, |turned, side| turned | 1 << side)
}

/// The number of points in which two codes differ.
pub(super) fn count_differences(one: Code, other: Code, mask: Code) -> u32 {
    const LOW: Code = Code::MAX / 3;
    let different = (one ^ other) & mask;
    ((different | different >> 1) & LOW).count_ones()
}

/// The shapes that are left of a shape without the outer lines of `count` sides, or of all that it has.
pub(super) fn narrowed(shape: Shape, count: u32) -> impl Iterator<Item = Shape> {
    let left = shape.count_ones().saturating_sub(count);
    (0..16).filter(move |&part: &Shape| part & !shape == 0 && part.count_ones() == left)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_fewer_is_left_for_each_differing_point() {
        assert_eq!(narrowed(0b1011, 0).collect::<Vec<_>>(), [0b1011]);
        assert_eq!(narrowed(0b1011, 1).collect::<Vec<_>>(), [0b0011, 0b1001, 0b1010]);
        assert_eq!(narrowed(0b1011, 5).collect::<Vec<_>>(), [NARROW]);
        assert_eq!(mask(NARROW).count_ones(), 18);
        assert_eq!(mask(0b1111), (1 << 50) - 1);
    }
}
