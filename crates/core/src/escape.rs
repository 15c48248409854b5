//! Escaping of text from files for output. Such text must not move the cursor, color the
//! terminal, change the direction of writing or become markup.
//!
//! | output | control characters |
//! |---|---|
//! | tables, boards, messages | visible escapes, by [`Escaped`]: `\x1b`, `\n`, `\u{202e}` |
//! | JSON | `\u001b`, `\u202e`, by [`write_json`]: parsing restores the text |
//! | HTML and SVG | as in tables, by [`Markup`], which also escapes `&`, `<`, `>` and quotes |
//! | CSV to a file or a pipe | unchanged: CSV has no escapes, and programs need the data; for spreadsheets, [`escape_formula`] |
//! | CSV to a terminal | as in tables, because a person reads it |
//!
//! A backslash is not doubled: it is a point in GobanTN, and the output is for reading, not for
//! parsing.

use std::borrow::Cow;
use std::fmt::{self, Write as _};
use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

/// Whether a character controls the terminal or its neighbors instead of being displayed. All of
/// these are in the Basic Multilingual Plane, so one `\u` escape in JSON is enough.
fn is_control(char: char) -> bool {
    char.is_control() // C0, DEL, C1
        || matches!(char,
            '\u{61c}' | '\u{200e}' | '\u{200f}'      // direction marks
            | '\u{2028}' | '\u{2029}'                // line and paragraph separators
            | '\u{202a}'..='\u{202e}'                // embeddings and overrides
            | '\u{2066}'..='\u{2069}'  // isolates
            | '\u{fffe}' | '\u{ffff}') // noncharacters: invalid in XML
}

/// Splits a text at its first control character: the text before, the character, the text after.
fn split(text: &str) -> Option<(&str, char, &str)> {
    let (at, control) = text.char_indices().find(|&(_, char)| is_control(char))?;
    Some((&text[..at], control, &text[at + control.len_utf8()..]))
}

/// A cell of CSV that a spreadsheet shows as a text. A text that a spreadsheet would evaluate as a
/// formula gets an apostrophe in front, as OWASP's page "CSV Injection" advises.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::escape::escape_formula;
///
/// assert_eq!(escape_formula("=1+2"), "'=1+2");
/// assert_eq!(escape_formula("1+2=3"), "1+2=3");
/// ```
pub fn escape_formula(text: &str) -> Cow<'_, str> {
    const FIRST: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
    if text.starts_with(FIRST) { format!("'{text}").into() } else { text.into() }
}

/// Formats a text with its control characters as visible escapes.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::escape::Escaped;
///
/// assert_eq!(Escaped("red: \x1b[31m").to_string(), r"red: \x1b[31m");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Escaped<'a>(pub &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0;
        while let Some((before, control, after)) = split(rest) {
            f.write_str(before)?;
            match control {
                '\n' | '\r' | '\t' => write!(f, "{}", control.escape_debug())?,
                '\0'..='\x7f' => write!(f, "\\x{:02x}", u32::from(control))?,
                _ => write!(f, "{}", control.escape_unicode())?,
            }
            rest = after;
        }
        f.write_str(rest)
    }
}

/// [`Escaped`] for a text of several lines: line feeds are kept.
#[derive(Clone, Copy, Debug)]
pub struct EscapedLines<'a>(pub &'a str);

impl fmt::Display for EscapedLines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (line, i) in self.0.lines().zip(0..) {
            write!(f, "{}{}", if i > 0 { "\n" } else { "" }, Escaped(line))?;
        }
        Ok(())
    }
}

/// [`Escaped`] for HTML and XML, between tags or in a quoted attribute.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::escape::Markup;
///
/// let text = Markup("\"Life & <b>death</b>\"\x1b").to_string();
/// assert_eq!(text, r"&quot;Life &amp; &lt;b&gt;death&lt;/b&gt;&quot;\x1b");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Markup<'a>(pub &'a str);

impl fmt::Display for Markup<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// Replaces the characters that markup consists of by entities.
        struct Entities<'a, 'b>(&'a mut fmt::Formatter<'b>);

        impl fmt::Write for Entities<'_, '_> {
            fn write_str(&mut self, text: &str) -> fmt::Result {
                for piece in text.split_inclusive(['&', '<', '>', '"', '\'']) {
                    let mut chars = piece.chars();
                    let entity = match chars.next_back() {
                        Some('&') => "&amp;",
                        Some('<') => "&lt;",
                        Some('>') => "&gt;",
                        Some('"') => "&quot;",
                        Some('\'') => "&#39;",
                        _ => {
                            self.0.write_str(piece)?;
                            continue;
                        }
                    };
                    self.0.write_str(chars.as_str())?;
                    self.0.write_str(entity)?;
                }
                Ok(())
            }
        }

        write!(Entities(f), "{}", Escaped(self.0))
    }
}

/// JSON output that also escapes the control characters that serde_json leaves unchanged.
struct JsonEscapes;

impl Formatter for JsonEscapes {
    fn write_string_fragment<W>(&mut self, out: &mut W, fragment: &str) -> io::Result<()>
    where
        W: ?Sized + Write,
    {
        let mut rest = fragment;
        while let Some((before, control, after)) = split(rest) {
            write!(out, "{before}\\u{:04x}", u32::from(control))?;
            rest = after;
        }
        out.write_all(rest.as_bytes())
    }
}

/// Writes a value as JSON on one line, followed by a line feed.
///
/// # Errors
/// When writing to `out` fails.
pub fn write_json(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    write_json_part(out, value)?;
    writeln!(out)
}

/// Writes a value as JSON without a line feed.
///
/// # Errors
/// When writing to `out` fails.
pub fn write_json_part(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    value.serialize(&mut Serializer::with_formatter(out, JsonEscapes))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_become_visible_escapes() {
        let shown = |text| Escaped(text).to_string();
        assert_eq!(shown("\x1b[2Ja\0\x7f\tb\r\n"), r"\x1b[2Ja\x00\x7f\tb\r\n");
        assert_eq!(shown("\u{9b}1m\u{85}"), r"\u{9b}1m\u{85}");
        assert_eq!(shown("\u{202e}gfs\u{2066}\u{200f}\u{2028}"), {
            r"\u{202e}gfs\u{2066}\u{200f}\u{2028}"
        });
    }

    #[test]
    fn other_text_is_unchanged() {
        for text in ["", r"2x2|X\O/", "詰碁 第一", "C'est \"ça\"", "👨\u{200d}👩"] {
            assert_eq!(Escaped(text).to_string(), text);
        }
    }

    #[test]
    fn markup_in_a_text_is_escaped() {
        let markup = |text| Markup(text).to_string();
        assert_eq!(markup("</script><img src=x>"), "&lt;/script&gt;&lt;img src=x&gt;");
        assert_eq!(markup("' onload='&#39;"), "&#39; onload=&#39;&amp;#39;");
        assert_eq!(markup("a\0<\u{202e}\u{ffff}詰碁"), r"a\x00&lt;\u{202e}\u{ffff}詰碁");
    }

    #[test]
    fn parsing_json_restores_the_text() {
        let text = "\x1b\"\\\u{7f}\u{9b}詰碁\u{202e}\n";
        let mut json = Vec::new();
        write_json(&mut json, &text).unwrap();
        let json = String::from_utf8(json).unwrap();
        assert_eq!(json, "\"\\u001b\\\"\\\\\\u007f\\u009b詰碁\\u202e\\n\"\n");
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
    }
}
