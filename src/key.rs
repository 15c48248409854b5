//! What a position is stored and found under.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The name of the scheme that makes keys out of positions.
///
/// A stored key never changes its meaning: a scheme that gives other keys
/// gets another name, and `tests/data/keys.txt` pins this one.
pub const KEY_SCHEME: &str = "gtn1";

/// The first 16 bytes of BLAKE3 over a U_IGTN_R text.
///
/// Written as 32 lower-case hexadecimal digits.
///
/// ```
/// use gtn_db::PositionKey;
///
/// let key = PositionKey::of_text("3x3|.....O.X.");
/// assert_eq!(key.to_string(), "c7ad6d2656a5807e073eaa0bef586bf2");
/// assert_eq!("c7ad6d2656a5807e073eaa0bef586bf2".parse(), Ok(key));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PositionKey([u8; 16]);

impl PositionKey {
    /// The key of a text, which is taken as it is.
    pub fn of_text(text: &str) -> PositionKey {
        PositionKey::of_ascii(text.as_bytes())
    }

    /// The same of the bytes of a text.
    pub(crate) fn of_ascii(text: &[u8]) -> PositionKey {
        let hash = blake3::hash(text);
        let mut key = [0; 16];
        key.copy_from_slice(&hash.as_bytes()[..16]);
        PositionKey(key)
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

/// A text that is no key, or no beginning of one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{}` is no key: a key is 32 hexadecimal digits, its beginning 4 or more", .0.escape_debug())]
pub struct ParseKeyError(pub String);

impl FromStr for PositionKey {
    type Err = ParseKeyError;

    fn from_str(text: &str) -> Result<PositionKey, ParseKeyError> {
        let prefix: KeyPrefix = text.parse()?;
        if prefix.first == prefix.last { Ok(prefix.first) } else { Err(ParseKeyError(text.into())) }
    }
}

/// The beginning of a key, 4 to 32 hexadecimal digits, in either case.
///
/// A unique one is enough wherever a person types a key.
///
/// ```
/// use gtn_db::{KeyPrefix, PositionKey};
///
/// let prefix: KeyPrefix = "c7ad6d".parse()?;
/// assert!(prefix.matches(PositionKey::of_text("3x3|.....O.X.")));
/// # Ok::<(), gtn_db::ParseKeyError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyPrefix {
    /// The smallest key with this beginning.
    pub first: PositionKey,
    /// The largest key with this beginning.
    pub last: PositionKey,
}

impl KeyPrefix {
    /// Fewest digits of a prefix: shorter ones are likelier to be something else.
    pub const MIN_DIGITS: usize = 4;

    /// Whether the key begins so.
    pub fn matches(self, key: PositionKey) -> bool {
        (self.first..=self.last).contains(&key)
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
    fn a_prefix_spans_the_keys_that_begin_so() {
        let prefix: KeyPrefix = "ABcd1".parse().unwrap();
        assert_eq!(prefix.first.to_string(), "abcd1000000000000000000000000000");
        assert_eq!(prefix.last.to_string(), "abcd1fffffffffffffffffffffffffff");
        for bad in ["", "abc", "abcg", "ａｂｃｄ", "000000000000000000000000000000000"] {
            assert!(bad.parse::<KeyPrefix>().is_err(), "{bad}");
        }
        assert!("abcd".parse::<PositionKey>().is_err());
    }
}
