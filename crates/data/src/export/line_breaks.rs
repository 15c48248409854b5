//! Texts in comment lines.

use std::borrow::Cow;

/// Escapes control characters and line separators, as `\n` or `\u{1b}`, so that
/// the text is one line.
pub(super) fn escape_line_breaks(text: &str) -> Cow<'_, str> {
    let is_escaped = |char: char| char.is_control() || matches!(char, '\u{2028}' | '\u{2029}');
    if !text.contains(is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for char in text.chars() {
        if is_escaped(char) {
            out.extend(char.escape_default());
        } else {
            out.push(char);
        }
    }
    Cow::Owned(out)
}
