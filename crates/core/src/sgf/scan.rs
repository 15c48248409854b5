//! Byte scanning shared by the splitter, the reader and the value parsers.

use memchr::memchr3;

/// How many bytes a character of a charset has, as far as brackets and backslashes are concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum CharWidth {
    /// No multi-byte character contains the byte of a bracket or backslash.
    Single,
    /// Shift_JIS: the second byte of a character may be `[`, `\` or `]`. Lead bytes are
    /// 0x81–0x9F and 0xE0–0xFC; the bytes between are katakana of one byte.
    ShiftJis,
    /// GB18030 and Big5: as Shift_JIS, but every byte from 0x81 is a lead byte. A character
    /// of four bytes in GB18030 is scanned as two of two bytes, which contain no bracket.
    Double,
}

impl CharWidth {
    /// The number of bytes to skip for the character at the start of `bytes`: 2 if its second
    /// byte may be a bracket or backslash, else 1.
    fn of(self, bytes: &[u8]) -> usize {
        let &[lead, trail, ..] = bytes else { return 1 };
        let leads = match self {
            CharWidth::Single => false,
            CharWidth::ShiftJis => matches!(lead, 0x81..=0x9F | 0xE0..=0xFC),
            CharWidth::Double => matches!(lead, 0x81..=0xFE),
        };
        if leads && matches!(trail, 0x40..=0x7E | 0x80..=0xFE) { 2 } else { 1 }
    }
}

/// Whether a byte is white space. NUL and Ctrl-Z, which pad files of old systems, count too.
#[inline]
pub(super) const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r' | 0 | 0x1A)
}

/// The first position from `at` that is not white space, or the end.
#[inline]
pub(super) fn skip_blanks(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() && is_blank(bytes[at]) {
        at += 1;
    }
    at
}

/// Matches a node like `;B[pd]` at `at`: returns the letters of the player, the column and the
/// row. Most nodes of games have this form.
#[inline]
pub(super) fn read_stone_node(bytes: &[u8], at: usize) -> Option<(u8, u8, u8)> {
    match bytes.get(at..at + 6)? {
        &[b';', player @ (b'B' | b'W'), b'[', col @ b'a'..=b'z', row @ b'a'..=b'z', b']'] => {
            Some((player, col, row))
        }
        _ => None,
    }
}

/// The end of the identifier at `at`, or `at` itself where there is none.
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

/// The first `[` or `]` from `at`, inside a value, that is not escaped and not the second byte
/// of a character.
#[inline]
pub(super) fn find_bracket(bytes: &[u8], mut at: usize, width: CharWidth) -> Option<usize> {
    // Fast path: most values are points, two ASCII letters in any charset.
    if let Some([col, row, b']']) = bytes.get(at..at + 3)
        && col.is_ascii_alphabetic()
        && row.is_ascii_alphabetic()
    {
        return Some(at + 2);
    }
    if width != CharWidth::Single {
        return find_bracket_multibyte(bytes, at, width);
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

fn find_bracket_multibyte(bytes: &[u8], at: usize, width: CharWidth) -> Option<usize> {
    find_unescaped(bytes, at, width, |byte| matches!(byte, b'[' | b']'))
}

/// The first wanted ASCII byte from `at` that is not escaped and not part of a wider character.
fn find_unescaped(
    bytes: &[u8],
    mut at: usize,
    width: CharWidth,
    is_wanted: impl Fn(u8) -> bool,
) -> Option<usize> {
    while at < bytes.len() {
        match bytes[at] {
            byte if is_wanted(byte) => return Some(at),
            b'\\' => {
                at += 1;
                at += width.of(bytes.get(at..)?);
            }
            ..0x80 => at += 1,
            _ => at += width.of(&bytes[at..]),
        }
    }
    None
}

/// The `]` that closes the value whose first byte is at `at`.
#[inline]
pub(super) fn find_value_end(bytes: &[u8], mut at: usize, width: CharWidth) -> Option<usize> {
    loop {
        at = find_bracket(bytes, at, width)?;
        if bytes[at] == b']' {
            return Some(at);
        }
        at += 1;
    }
}

/// The first `:` that is not escaped: it separates the two halves of a composed value.
pub(super) fn find_colon(bytes: &[u8], width: CharWidth) -> Option<usize> {
    find_unescaped(bytes, 0, width, |byte| byte == b':')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_ends_at_the_first_unescaped_bracket() {
        for width in [CharWidth::Single, CharWidth::ShiftJis, CharWidth::Double] {
            assert_eq!(find_value_end(b"aa]", 0, width), Some(2));
            assert_eq!(find_value_end(b"a\\]]", 0, width), Some(3));
            assert_eq!(find_value_end(b"a\\\\]]", 0, width), Some(3));
            assert_eq!(find_value_end(b"a[b]", 0, width), Some(3));
            assert_eq!(find_value_end(b"a long text with \\] in it]", 0, width), Some(25));
            assert_eq!(find_value_end(b"open\\", 0, width), None);
            assert_eq!(find_value_end(b"", 0, width), None);
        }
    }

    #[test]
    fn the_second_byte_of_a_character_is_not_a_bracket() {
        // In Shift_JIS and GB18030: a character whose second byte is `]`, one with `\`.
        let value = b"\x83\x5D\x83\x5C]";
        assert_eq!(find_value_end(value, 0, CharWidth::ShiftJis), Some(4));
        assert_eq!(find_value_end(value, 0, CharWidth::Double), Some(4));
        assert_eq!(find_value_end(value, 0, CharWidth::Single), Some(1));
        // A katakana of one byte, then the end.
        assert_eq!(find_value_end(b"\xB1]", 0, CharWidth::ShiftJis), Some(1));
        // Four bytes in GB18030, then the end.
        assert_eq!(find_value_end(b"\x81\x30\x81\x30]", 0, CharWidth::Double), Some(4));
        // An escaped character of two bytes.
        assert_eq!(find_value_end(b"\\\x83\x5D]", 0, CharWidth::ShiftJis), Some(3));
    }
}
