//! A list of problems without their texts.

use std::io::{self, Write};

use super::publication::Publication;
use crate::PositionKey;
use crate::model::Turn;

/// The number of hexadecimal digits of a key in a list.
const DIGITS: usize = 14;

/// Writes a list: a line with the first 14 digits of the key and the side to move for each problem,
/// sorted. The side to move is in the colors of the canonical text. With `numbers`, the number in the
/// publication stands behind it; with a salt, the digits are those of [`salt_key`].
///
/// # Errors
/// Those of `out`.
pub fn write_keys(
    publication: &Publication,
    has_numbers: bool,
    salt: Option<&str>,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut lines: Vec<String> = publication
        .problems()
        .map(|problem| {
            let digits = match salt {
                Some(salt) => salt_key(problem.key, problem.canonical_turn, salt),
                None => list_key(problem.key),
            };
            let number = match has_numbers {
                true => format!(" {}", problem.number),
                false => String::new(),
            };
            format!("{digits} {}{number}\n", problem.canonical_turn.name())
        })
        .collect();
    lines.sort();
    lines.iter().try_for_each(|line| out.write_all(line.as_bytes()))
}

/// The digits of a position in a list without a salt: the first 14 of its key.
pub fn list_key(key: PositionKey) -> String {
    key.to_string()[..DIGITS].to_owned()
}

/// The digits of a problem in a list with a salt: of BLAKE3 over the key and the side to move, keyed by the
/// BLAKE3 of the salt. Only who knows the salt can tell which problems a list names.
pub fn salt_key(key: PositionKey, turn: Turn, salt: &str) -> String {
    let mut hasher = blake3::Hasher::new_keyed(blake3::hash(salt.as_bytes()).as_bytes());
    hasher.update(key.as_bytes()).update(&[turn.code()]);
    hasher.finalize().to_hex()[..DIGITS].to_owned()
}
