//! Keys of positions.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The name of the scheme by which positions get their keys.
///
/// # Stability
///
/// The key of a position is guaranteed never to change within a scheme: keys
/// may be stored, published and compared between versions of this crate. A
/// change of the canonical text or of the hash is a new scheme with another
/// name, and a breaking change of this crate. `tests/data/keys.txt` pins keys of
/// this scheme.
pub const KEY_SCHEME: &str = "gtn1";

/// The name of the scheme by which the patterns around accepted first moves are made, by
/// [`CoreProblem::patterns`](crate::similarity::CoreProblem::patterns). As stable as
/// [keys](KEY_SCHEME#stability); `crates/core/tests/data/core1.txt` pins patterns.
pub const CORE_SCHEME: &str = "core1";

/// The key of a position: the first 16 bytes of BLAKE3 over its canonical text, a
/// U_IGTN_R.
///
/// Positions that a symmetry or an exchange of colors carries onto each other
/// have the same key. It is displayed as 32 lower-case hexadecimal digits, and
/// [stable](KEY_SCHEME#stability) between versions.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::PositionKey;
///
/// let key = PositionKey::of_text("3x3|.....O.X.");
/// assert_eq!(key.to_string(), "c7ad6d2656a5807e073eaa0bef586bf2");
/// assert_eq!("c7ad6d2656a5807e073eaa0bef586bf2".parse(), Ok(key));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PositionKey([u8; 16]);

impl PositionKey {
    /// The hash of a text. It is the key of a position only if the text is
    /// canonical.
    pub fn of_text(text: &str) -> PositionKey {
        PositionKey::of_ascii(text.as_bytes())
    }

    /// [`of_text`](Self::of_text) for the bytes of a text.
    pub(crate) fn of_ascii(text: &[u8]) -> PositionKey {
        PositionKey(hash_bytes(text))
    }

    /// The key with these bytes.
    pub const fn from_bytes(bytes: [u8; 16]) -> PositionKey {
        PositionKey(bytes)
    }

    /// The bytes.
    pub const fn as_bytes(&self) -> &[u8; 16] {
        &self.0
    }
}

/// The first 16 bytes of BLAKE3.
pub(crate) fn hash_bytes(bytes: &[u8]) -> [u8; 16] {
    let mut hash = [0; 16];
    hash.copy_from_slice(&blake3::hash(bytes).as_bytes()[..16]);
    hash
}

impl fmt::Display for PositionKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for PositionKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PositionKey({self})")
    }
}

/// A text that is neither a key nor a prefix of one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{}` is not a key: a key has 32 hexadecimal digits, a prefix at least 4", .0.escape_debug())]
pub struct ParseKeyError(pub String);

impl FromStr for PositionKey {
    type Err = ParseKeyError;

    fn from_str(text: &str) -> Result<PositionKey, ParseKeyError> {
        let prefix: KeyPrefix = text.parse()?;
        if prefix.first == prefix.last { Ok(prefix.first) } else { Err(ParseKeyError(text.into())) }
    }
}

/// A prefix of a key: 4 to 32 hexadecimal digits, in upper or lower case.
///
/// Wherever a person types a key, a unique prefix is enough.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::{KeyPrefix, PositionKey};
///
/// let prefix: KeyPrefix = "c7ad6d".parse()?;
/// assert!(prefix.matches(PositionKey::of_text("3x3|.....O.X.")));
/// # Ok::<(), gtn_db::ParseKeyError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyPrefix {
    /// The smallest key with this prefix.
    pub first: PositionKey,
    /// The largest key with this prefix.
    pub last: PositionKey,
}

impl KeyPrefix {
    /// The fewest digits of a prefix. Shorter texts are more likely something else.
    pub const MIN_DIGITS: usize = 4;

    /// The number of digits.
    pub fn count_digits(self) -> usize {
        let differing = u128::from_be_bytes(self.first.0) ^ u128::from_be_bytes(self.last.0);
        differing.leading_zeros() as usize / 4
    }

    /// Whether the key has this prefix.
    pub fn matches(self, key: PositionKey) -> bool {
        (self.first..=self.last).contains(&key)
    }
}

/// The digits in lower case.
impl fmt::Display for KeyPrefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.first.to_string()[..self.count_digits()])
    }
}

impl FromStr for KeyPrefix {
    type Err = ParseKeyError;

    fn from_str(text: &str) -> Result<KeyPrefix, ParseKeyError> {
        let error = || ParseKeyError(text.to_owned());
        if !(Self::MIN_DIGITS..=32).contains(&text.len()) {
            return Err(error());
        }
        let (mut first, mut last) = ([0; 16], [0xff; 16]);
        for (i, digit) in text.chars().enumerate() {
            let value = digit.to_digit(16).ok_or_else(error)? as u8;
            let shift = if i % 2 == 0 { 4 } else { 0 };
            first[i / 2] |= value << shift;
            last[i / 2] &= !(15 << shift) | value << shift;
        }
        Ok(KeyPrefix { first: PositionKey(first), last: PositionKey(last) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_spans_its_keys() {
        let prefix: KeyPrefix = "ABcd1".parse().unwrap();
        assert_eq!(prefix.first.to_string(), "abcd1000000000000000000000000000");
        assert_eq!(prefix.last.to_string(), "abcd1fffffffffffffffffffffffffff");
        for bad in ["", "abc", "abcg", "ａｂｃｄ", "000000000000000000000000000000000"] {
            assert!(bad.parse::<KeyPrefix>().is_err(), "{bad}");
        }
        assert_eq!(prefix.to_string(), "abcd1");
        let whole = "abcd1000000000000000000000000000";
        assert_eq!(whole.parse::<KeyPrefix>().unwrap().to_string(), whole);
        assert!("abcd".parse::<PositionKey>().is_err());
    }
}
