//! Sizes of windows that share a canonical text.
//!
//! The canonical text of a window that reaches from edge to edge is squared, so boards of 5x6 and
//! 6x6 points can have one text, and one key. They are different positions.

use crate::go::{Size, Symmetry};
use crate::gtn::SubPosition;

/// Divides the windows of a canonical text by their sizes, given in the orientation of the text.
/// Returns for each the number of its size, in the order of the first windows of each size.
pub(super) fn number_sizes(text: &str, sizes: &[Size]) -> Vec<usize> {
    let mut different: Vec<Size> = Vec::new();
    let mut is_turned_alike: Option<bool> = None;
    let number = |&size: &Size| {
        let turned = size.transposed();
        let is_same = |known: &Size| {
            *known == size
                || *known == turned && *is_turned_alike.get_or_insert_with(|| is_transposable(text))
        };
        different.iter().position(is_same).unwrap_or_else(|| {
            different.push(size);
            different.len() - 1
        })
    };
    sizes.iter().map(number).collect()
}

/// Whether an operation that exchanges rows and columns maps a position to itself: then it also maps
/// a board of 5x6 with its text to one of 6x5.
fn is_transposable(text: &str) -> bool {
    let Ok(square) = text.parse::<SubPosition>() else { return false };
    let transposing = Symmetry::ALL.into_iter().filter(|symmetry| symmetry.transposes());
    transposing.into_iter().any(|symmetry| square.transform(symmetry) == square)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_and_its_transpose_are_one_if_the_text_is_symmetric() {
        let size = |cols, rows| Size::new(cols, rows).unwrap();
        let sizes = [size(3, 2), size(3, 3), size(2, 3), size(3, 2)];
        assert_eq!(number_sizes("3x3|X........", &sizes), [0, 1, 0, 0]);
        assert_eq!(number_sizes("3x3|XX.......", &sizes), [0, 1, 2, 0]);
    }
}
