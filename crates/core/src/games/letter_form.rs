//! The orientation of a game that books of joseki and fuseki prefer.

use super::decoding::GameDecoder;
use super::encoding::Step;
use crate::Color;
use crate::go::{Point, Size, Symmetry};

/// The operators of the letter, by their numbers.
const OPERATORS: [&str; 8] = ["IR0", "SR3", "IR3", "SR2", "IR2", "SR1", "IR1", "SR0"];

/// A point seen from the center of its board, in half lines: to the right, and down.
type FromCenter = (i16, i16);

/// Finds the operation that gives a line of a game the normal form of Dan Liu's letter "Symmetry in joseki
/// and fuseki": the operator of the letter with the least number, if several do.
///
/// ```text
///   . . . . . w .     1. The first move is in the upper right quadrant,
///   . . . . . a b     2. there in the lower right half (b), unless on the diagonal (a).
///   . . . . . . .     3. After moves on the diagonal alone, the first other move decides:
///   . . . + . . .     4. Black's is in the lower right half of the board (b), White's in the
///   . . . . . . .        upper left half (w).
/// ```
///
/// Boards of other sizes are seen from their center; a board that is no square gets at least as many columns
/// as rows. Stones that are set up before the first move decide first: the sorted list of
/// their points, those in the upper right quadrant and there in the lower right half first, is the least.
/// A move that several operations leave in place decides nothing, and the next one is looked at.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::Color;
/// use gtn_db::games::{GameDecoder, GameEncoder, find_letter_form};
/// use gtn_db::go::{Point, Size};
///
/// // D4, then White at C14, and Black at F3.
/// let mut encoder = GameEncoder::new(Size::STANDARD, &[]);
/// encoder.play(Color::Black, Point::new(3, 15), &[]);
/// encoder.play(Color::White, Point::new(2, 5), &[]);
/// encoder.play(Color::Black, Point::new(5, 16), &[]);
/// let game = encoder.finish();
/// let mut line = GameDecoder::new(&game)?;
/// line.next_line()?;
/// // D4 becomes Q16, and C14 becomes F17, not R6.
/// let operation = find_letter_form(&line);
/// assert_eq!(operation.point(Point::new(3, 15), Size::STANDARD), Point::new(15, 3));
/// assert_eq!(operation.point(Point::new(2, 5), Size::STANDARD), Point::new(5, 2));
/// # Ok::<(), gtn_db::games::DecodeGameError>(())
/// ```
pub fn find_letter_form(line: &GameDecoder<'_>) -> Symmetry {
    let size = line.size();
    let (long, short) = (size.cols().max(size.rows()), size.cols().min(size.rows()));
    let shown = Size::new(long, short).expect("the sides are those of a board");
    let operators = OPERATORS.map(|name| name.parse().expect("an operation has this name"));
    let mut candidates: Vec<Symmetry> =
        operators.into_iter().filter(|operator: &Symmetry| operator.size(size) == shown).collect();
    let setup: Vec<(Point, Color)> = line
        .changes()
        .iter()
        .take_while(|change| change.step == 0)
        .filter_map(|change| {
            let cols = u16::from(size.cols());
            let point = Point::new((change.point % cols) as u8, (change.point / cols) as u8);
            Some((point, change.stone?))
        })
        .collect();
    keep_least(&mut candidates, |operator| {
        let stone = |&(point, color): &(Point, Color)| {
            let at = operator.point(point, size);
            (rank(from_center(at, shown), Color::Black), at.row, at.col, color as u8)
        };
        let mut stones: Vec<_> = setup.iter().map(stone).collect();
        stones.sort_unstable();
        stones
    });
    let mut is_first = true;
    for step in line.steps() {
        if candidates.len() == 1 {
            break;
        }
        let Step::Play(color, point) = *step else { continue };
        // The first move is in the lower right half whoever plays it (rule 2).
        let color = if std::mem::take(&mut is_first) { Color::Black } else { color };
        keep_least(&mut candidates, |operator| {
            let at = operator.point(point, size);
            (rank(from_center(at, shown), color), at.row, at.col)
        });
    }
    candidates[0]
}

/// Keeps the operations with the least key, in their order.
fn keep_least<K: Ord>(candidates: &mut Vec<Symmetry>, key: impl Fn(Symmetry) -> K) {
    let least = candidates.iter().map(|&operator| key(operator)).min();
    candidates.retain(|&operator| Some(key(operator)) == least);
}

fn from_center(point: Point, size: Size) -> FromCenter {
    let from = |at: u8, lines: u8| 2 * i16::from(at) - (i16::from(lines) - 1);
    (from(point.col, size.cols()), from(point.row, size.rows()))
}

/// Whether a point is outside of the upper right quadrant, and whether it is in the wrong half of the
/// board: the upper left one for Black.
fn rank((right, down): FromCenter, color: Color) -> (bool, bool) {
    let side = if color == Color::Black { right + down } else { -right - down };
    (right < 0 || down > 0, side < 0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::games::GameEncoder;

    fn encode(size: Size, setup: &[(Point, Option<Color>)], moves: &[(Color, Point)]) -> Vec<u8> {
        let mut encoder = GameEncoder::new(size, setup);
        moves.iter().for_each(|&(color, point)| encoder.play(color, point, &[]));
        encoder.finish()
    }

    fn form(bytes: &[u8]) -> Symmetry {
        let mut line = GameDecoder::new(bytes).unwrap();
        line.next_line().unwrap();
        find_letter_form(&line)
    }

    /// Points of a board of 19 lines from the center, as the letter writes them: -9 to 9.
    fn at(x: i16, y: i16) -> Point {
        Point::new((x + 9) as u8, (y + 9) as u8)
    }

    #[test]
    fn the_four_rules_of_the_letter() {
        use Color::{Black, White};
        for (moves, operator) in [
            // Already in normal form.
            (&[(Black, at(7, -6))][..], "IR0"),
            // Rule 1: from the lower left corner, there nearer to the left side.
            (&[(Black, at(-7, 6))], "IR2"),
            // Rule 2: from the upper left half of the upper right corner.
            (&[(Black, at(6, -7))], "SR3"),
            // Rules 3 and 4: Black's move goes to the lower right half, White's to the upper left half.
            (&[(Black, at(6, -6)), (White, at(-6, 6)), (Black, at(-6, -6))], "SR3"),
            (&[(Black, at(6, -6)), (White, at(-6, 6)), (Black, at(6, 6))], "IR0"),
            (&[(Black, at(6, -6)), (White, at(7, -4))], "SR3"),
            (&[(Black, at(6, -6)), (White, at(4, -7))], "IR0"),
            // The center says nothing.
            (&[(Black, at(0, 0)), (White, at(6, 6)), (Black, at(3, 7))], "IR3"),
        ] {
            assert_eq!(form(&encode(Size::STANDARD, &[], moves)).name(), operator, "{moves:?}");
        }
    }

    #[test]
    fn stones_that_are_set_up_decide_first() {
        let setup = [(at(-6, 6), Some(Color::Black)), (at(6, -6), Some(Color::Black))];
        // Two handicap stones in opposite corners leave the mirror images in their diagonals.
        let moves = [(Color::White, at(7, -3)), (Color::Black, at(-7, 3))];
        let bytes = encode(Size::STANDARD, &setup, &moves);
        assert_eq!(form(&bytes).name(), "IR0");
        let one = [(at(-6, -6), Some(Color::Black))];
        let operator = form(&encode(Size::STANDARD, &one, &[(Color::White, at(7, -3))]));
        assert_eq!(operator.point(at(-6, -6), Size::STANDARD), at(6, -6));
    }

    proptest! {
        /// All images of a game have one normal form, on squares and rectangles.
        #[test]
        fn images_of_a_game_have_one_form(
            cols in 1u8..=7, rows in 1u8..=7, setups in 0usize..4,
            seeds in prop::collection::vec(any::<u8>(), 0..8), image in 0u8..8,
        ) {
            let size = Size::new(cols, rows).unwrap();
            let image = Symmetry::from_index(image).unwrap();
            prop_assume!(!image.is_negative());
            let points: Vec<Point> = size.points().collect();
            let mut stones: Vec<Point> = Vec::new();
            for seed in seeds {
                let point = points[usize::from(seed) % points.len()];
                if !stones.contains(&point) {
                    stones.push(point);
                }
            }
            let game = |symmetry: Symmetry| {
                let stone = |(&point, number): (&Point, usize)| {
                    let color = Color::ALL[number % 2];
                    (color, symmetry.point(point, size))
                };
                let stones: Vec<(Color, Point)> = stones.iter().zip(0..).map(stone).collect();
                let (setup, moves) = stones.split_at(setups.min(stones.len()));
                let setup: Vec<_> = setup.iter().map(|&(color, point)| (point, Some(color))).collect();
                (encode(symmetry.size(size), &setup, moves), stones)
            };
            let normal = |symmetry: Symmetry| {
                let (bytes, stones) = game(symmetry);
                let operator = form(&bytes);
                let size = symmetry.size(size);
                let turned = stones.iter().map(|&(color, point)| (color, operator.point(point, size)));
                let mut turned: Vec<_> = turned.collect();
                turned[..setups.min(stones.len())].sort_unstable();
                turned
            };
            prop_assert_eq!(normal(image), normal(Symmetry::IDENTITY));
        }
    }
}
