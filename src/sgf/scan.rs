//! Steps over bytes that the splitter and the reader share.

use memchr::memchr3;

/// How far the characters of a charset reach, as far as a scanner must know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Step {
    /// No character holds a byte that looks like a bracket or a backslash.
    Single,
    /// Shift_JIS: the second byte of a character may be `[`, `\` or `]`; the katakana of one
    /// byte lie between the lead bytes.
    ShiftJis,
    /// GB18030 and Big5: the same, with every byte from 0x81 a lead byte. The characters of
    /// four bytes in GB18030 need no care: neither of their halves can look like a bracket.
    Double,
}

impl Step {
    /// How many bytes the character at the start of `bytes` has, if it holds anything that looks
    /// like a bracket; 1 is good enough for all others.
    fn width(self, bytes: &[u8]) -> usize {
        let &[lead, trail, ..] = bytes else { return 1 };
        let leads = match self {
            Step::Single => false,
            Step::ShiftJis => matches!(lead, 0x81..=0x9F | 0xE0..=0xFC),
            Step::Double => matches!(lead, 0x81..=0xFE),
        };
        if leads && matches!(trail, 0x40..=0x7E | 0x80..=0xFE) { 2 } else { 1 }
    }
}

/// Whether a byte means nothing between properties. NUL and Ctrl-Z pad files from old systems.
#[inline]
pub(super) const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r' | 0 | 0x1A)
}

/// The first position from `at` that is not blank, or the end.
#[inline]
pub(super) fn skip_blanks(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() && is_blank(bytes[at]) {
        at += 1;
    }
    at
}

/// A stone played, where a node begins at `at` with `;B[pd]` or the like: the
/// player's letter, and those of column and row. Most nodes of games are that.
#[inline]
pub(super) fn stone(bytes: &[u8], at: usize) -> Option<(u8, u8, u8)> {
    match bytes.get(at..at + 6)? {
        &[b';', player @ (b'B' | b'W'), b'[', col @ b'a'..=b'z', row @ b'a'..=b'z', b']'] => {
            Some((player, col, row))
        }
        _ => None,
    }
}

/// The end of the identifier that begins at `at`; `at` itself if none begins there.
#[inline]
pub(super) fn skip_ident(bytes: &[u8], mut at: usize) -> usize {
    if at < bytes.len() && bytes[at].is_ascii_alphabetic() {
        at += 1;
        while at < bytes.len() && bytes[at].is_ascii_alphanumeric() {
            at += 1;
        }
    }
    at
}

/// The first `[` or `]` from `at`, inside a value, that is not escaped.
#[inline]
pub(super) fn next_bracket(bytes: &[u8], mut at: usize, step: Step) -> Option<usize> {
    // Most values are points: two letters, in any charset.
    if let Some([col, row, b']']) = bytes.get(at..at + 3)
        && col.is_ascii_alphabetic()
        && row.is_ascii_alphabetic()
    {
        return Some(at + 2);
    }
    if step != Step::Single {
        return next_bracket_wide(bytes, at, step);
    }
    while at < bytes.len() {
        at += memchr3(b'[', b']', b'\\', &bytes[at..])?;
        if bytes[at] != b'\\' {
            return Some(at);
        }
        at += 2;
    }
    None
}

fn next_bracket_wide(bytes: &[u8], at: usize, step: Step) -> Option<usize> {
    find_unescaped(bytes, at, step, |byte| matches!(byte, b'[' | b']'))
}

/// The first of the wanted ASCII bytes from `at` that is a character of its own and not escaped.
fn find_unescaped(
    bytes: &[u8],
    mut at: usize,
    step: Step,
    is_wanted: impl Fn(u8) -> bool,
) -> Option<usize> {
    while at < bytes.len() {
        match bytes[at] {
            byte if is_wanted(byte) => return Some(at),
            b'\\' => {
                at += 1;
                at += step.width(bytes.get(at..)?);
            }
            ..0x80 => at += 1,
            _ => at += step.width(&bytes[at..]),
        }
    }
    None
}

/// The `]` that ends the value which begins at `at`.
#[inline]
pub(super) fn value_end(bytes: &[u8], mut at: usize, step: Step) -> Option<usize> {
    loop {
        at = next_bracket(bytes, at, step)?;
        if bytes[at] == b']' {
            return Some(at);
        }
        at += 1;
    }
}

/// The first `:` that is not escaped, between the two halves of a composed value.
pub(super) fn colon(bytes: &[u8], step: Step) -> Option<usize> {
    find_unescaped(bytes, 0, step, |byte| byte == b':')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_end_at_the_first_bracket_that_is_not_escaped() {
        for step in [Step::Single, Step::ShiftJis, Step::Double] {
            assert_eq!(value_end(b"aa]", 0, step), Some(2));
            assert_eq!(value_end(b"a\\]]", 0, step), Some(3));
            assert_eq!(value_end(b"a\\\\]]", 0, step), Some(3));
            assert_eq!(value_end(b"a[b]", 0, step), Some(3));
            assert_eq!(value_end(b"a long text with \\] in it]", 0, step), Some(25));
            assert_eq!(value_end(b"open\\", 0, step), None);
            assert_eq!(value_end(b"", 0, step), None);
        }
    }

    #[test]
    fn second_bytes_of_characters_are_no_brackets() {
        // In Shift_JIS and GB18030: a character that ends in `]`, one that ends in `\`.
        let value = b"\x83\x5D\x83\x5C]";
        assert_eq!(value_end(value, 0, Step::ShiftJis), Some(4));
        assert_eq!(value_end(value, 0, Step::Double), Some(4));
        assert_eq!(value_end(value, 0, Step::Single), Some(1));
        // A katakana of one byte, then the end.
        assert_eq!(value_end(b"\xB1]", 0, Step::ShiftJis), Some(1));
        // Four bytes in GB18030, then the end.
        assert_eq!(value_end(b"\x81\x30\x81\x30]", 0, Step::Double), Some(4));
        // An escaped character of two bytes.
        assert_eq!(value_end(b"\\\x83\x5D]", 0, Step::ShiftJis), Some(3));
    }
}
