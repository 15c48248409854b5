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
    /// One of the last two, but the text was escaped byte by byte: every backslash escapes the byte
    /// behind it, within characters too.
    Escaped,
}

impl CharWidth {
    /// The number of bytes to skip for the character at the start of `bytes`: 2 if its second
    /// byte may be a bracket or backslash, else 1.
    fn of(self, bytes: &[u8]) -> usize {
        let &[lead, trail, ..] = bytes else { return 1 };
        let leads = match self {
            CharWidth::Single | CharWidth::Escaped => false,
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
    if !matches!(width, CharWidth::Single | CharWidth::Escaped) {
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

/// Whether a character of two bytes has taken the `]` that ends a value: what follows begins a property
/// or ends the tree. Then the text is in a charset of another width.
pub(super) fn takes_value_end(tree: &[u8], width: CharWidth) -> bool {
    if matches!(width, CharWidth::Single | CharWidth::Escaped) {
        return false; // no character has two bytes here
    }
    let mut at = 0;
    while at < tree.len() {
        let is_escape = tree[at] == b'\\' && at + 1 < tree.len();
        at += usize::from(is_escape);
        let len = width.of(&tree[at..]);
        if len == 2 && tree[at + 1] == b']' && begins_property(&tree[at + 2..]) {
            return true;
        }
        at += len;
    }
    false
}

/// Whether a text behind a value goes on with a property, in this node or in another one, or is the end.
fn begins_property(text: &[u8]) -> bool {
    let is_between = |&byte: &u8| is_blank(byte) || matches!(byte, b'(' | b')' | b';');
    let start = text.iter().position(|byte| !is_between(byte)).unwrap_or(text.len());
    let end = skip_ident(text, start);
    match end - start {
        0 => start == text.len() && text.contains(&b')'),
        1 | 2 => {
            text[start..end].iter().all(u8::is_ascii_uppercase) && text.get(end) == Some(&b'[')
        }
        _ => false,
    }
}

/// The first `:` that is not escaped: it separates the two halves of a composed value.
pub(super) fn find_colon(bytes: &[u8], width: CharWidth) -> Option<usize> {
    find_unescaped(bytes, 0, width, |byte| byte == b':')
}

/// Whether a `\` or `]` within a character of two bytes may have been escaped by itself.
pub(super) fn may_be_escaped(bytes: &[u8], width: CharWidth) -> bool {
    !matches!(width, CharWidth::Single | CharWidth::Escaped)
        && bytes.windows(3).any(|three| three[0] > 0x80 && is_escape(&three[1..]))
}

/// Whether every `\` that ends a character has an escaped byte behind it, and some an escaped `\`:
/// no program that escapes characters writes so.
pub(super) fn are_all_escaped(bytes: &[u8], width: CharWidth) -> bool {
    let (mut at, mut has_backslash) = (0, false);
    while at < bytes.len() {
        let step = if bytes[at] < 0x80 { 1 } else { width.of(&bytes[at..]) };
        if step == 2 && bytes[at + 1] == b'\\' {
            let behind = &bytes[at + 1..];
            if !is_escape(behind) {
                return false;
            }
            has_backslash |= behind[1] == b'\\';
            at += 1;
        }
        at += step;
    }
    has_backslash
}

fn is_escape(bytes: &[u8]) -> bool {
    matches!(bytes, [b'\\', b'\\' | b']', ..])
}

/// A text that was escaped byte by byte, without the backslashes within characters.
pub(super) fn join_escaped(bytes: &[u8]) -> Vec<u8> {
    let mut joined = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let (lead, rest) = (bytes[at], &bytes[at + 1..]);
        joined.push(lead);
        at += 1;
        if lead > 0x80 && !rest.is_empty() {
            let is_escaped = rest[0] == b'\\' && rest.len() > 1;
            joined.push(rest[usize::from(is_escaped)]);
            at += 1 + usize::from(is_escaped);
        }
    }
    joined
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
