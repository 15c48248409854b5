//! Words with a bit for each of some things.

/// The bits of a word that are set, by their number, from the lowest on.
#[inline(always)]
pub(super) fn ones(word: impl Into<u64>) -> impl Iterator<Item = usize> {
    let mut word = word.into();
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize);
        word &= word.wrapping_sub(1);
        bit
    })
}
