//! Bits of a word.

/// Iterates over the positions of the set bits, from the lowest.
#[inline(always)]
pub(super) fn iter_ones(mut word: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize);
        word &= word.wrapping_sub(1);
        bit
    })
}
