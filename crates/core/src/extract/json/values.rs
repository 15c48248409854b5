//! Splits a JSON text into its values.

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Deserializer, Error};

use crate::extract::draft::Draft;
use crate::{Fault, Rule};

/// The values of a JSON text, and how far it has been read.
struct Values<'a> {
    text: &'a str,
    at: usize,
    is_in_list: bool,
    /// Before this offset the lines are parsed one by one, because together they
    /// are not valid JSON.
    lines_until: usize,
}

/// Reads the values of a JSON text, each with its byte offset: the elements of a
/// list, or values one after the other (JSON lines).
///
/// A fault affects no other value: reading continues at the next line that
/// starts with `{`.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::extract::read_json_values;
///
/// let values: Vec<_> = read_json_values("[{\"a\": 1}, {\"b\": 2}]").collect();
/// assert_eq!(values, [Ok((1, "{\"a\": 1}")), Ok((11, "{\"b\": 2}"))]);
///
/// let mut values = read_json_values("{\"a\": oops}\n{\"b\": 2}");
/// assert_eq!(values.next().unwrap().unwrap_err().offset, 6);
/// assert_eq!(values.next(), Some(Ok((12, "{\"b\": 2}"))));
/// ```
pub fn read_json_values(text: &str) -> impl Iterator<Item = Result<(usize, &str), Fault>> {
    Values { text, at: 0, is_in_list: false, lines_until: 0 }
}

impl<'a> Iterator for Values<'a> {
    type Item = Result<(usize, &'a str), Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let is_separator =
                |char: char| char.is_ascii_whitespace() || matches!(char, ',' | '\u{feff}');
            let rest = self.text[self.at..].trim_start_matches(is_separator);
            self.at = self.text.len() - rest.len();
            match rest.as_bytes().first() {
                None if self.is_in_list => {
                    self.is_in_list = false;
                    let message = "the file ends before its list does".to_owned();
                    return Some(Err(Fault { rule: Rule::Syntax, offset: self.at, message }));
                }
                None => return None,
                Some(b'[') if !self.is_in_list => {
                    self.is_in_list = true;
                    self.at += 1;
                }
                Some(b']') if self.is_in_list => {
                    self.is_in_list = false;
                    self.at += 1;
                }
                Some(_) => return Some(self.value(rest)),
            }
        }
    }
}

impl<'a> Values<'a> {
    /// Reads the value at the start of `rest`, the text from the present offset.
    fn value(&mut self, rest: &'a str) -> <Self as Iterator>::Item {
        let start = self.at;
        let is_line = start < self.lines_until;
        let line = if is_line { rest.lines().next().unwrap_or(rest) } else { rest };
        let error = match Deserializer::from_str(line).into_iter::<&RawValue>().next() {
            Some(Ok(value)) => {
                self.at += value.get().len();
                return Ok((start, value.get()));
            }
            Some(Err(error)) => syntax_fault(line, &error),
            None => Fault { rule: Rule::Syntax, offset: 0, message: "no value".to_owned() },
        };
        let offset = start + error.offset;
        match rest.find("\n{") {
            Some(next) => self.at += next + 1,
            None => {
                self.at = self.text.len();
                self.is_in_list = false; // one fault is enough
            }
        }
        if !is_line {
            self.lines_until = offset;
        }
        Err(Fault { offset, ..error })
    }
}

/// Parses a part of the JSON.
pub(super) fn parse<'a, T: Deserialize<'a>>(draft: &Draft<'_>, part: &'a str) -> Result<T, Fault> {
    serde_json::from_str(part).map_err(|error| {
        let fault = syntax_fault(part, &error);
        Fault { offset: draft.offset(part) + fault.offset, ..fault }
    })
}

/// The fault of a parse error, with its byte offset in `text`.
pub(in crate::extract) fn syntax_fault(text: &str, error: &Error) -> Fault {
    let lines = text.split_inclusive('\n').take(error.line().saturating_sub(1));
    let start: usize = lines.map(str::len).sum();
    let offset = (start + error.column().saturating_sub(1)).min(text.len());
    Fault { rule: Rule::Syntax, offset, message: explain_json_error(error) }
}

/// What is wrong with a JSON text, in one clause and without the place.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::extract::explain_json_error;
///
/// let error = serde_json::from_str::<Vec<u32>>("[1, 2").unwrap_err();
/// assert_eq!(explain_json_error(&error), "the JSON ends too early");
/// let error = serde_json::from_str::<Vec<u32>>("[1, \"2\"]").unwrap_err();
/// assert_eq!(explain_json_error(&error), "string \"2\" in place of a whole number");
/// ```
pub fn explain_json_error(error: &Error) -> String {
    if error.is_eof() {
        return "the JSON ends too early".to_owned();
    }
    let mut message = error.to_string();
    if let Some(end) = message.rfind(" at line ") {
        message.truncate(end);
    }
    if message == "recursion limit exceeded" {
        return "nested too deeply".to_owned();
    }
    if message == "expected ident" {
        return "expected value".to_owned();
    }
    let Some((found, expected)) = message
        .strip_prefix("invalid type: ")
        .or_else(|| message.strip_prefix("invalid value: "))
        .and_then(|types| types.split_once(", expected "))
    else {
        return message;
    };
    let name = |of_library: &str| match of_library {
        "u8" | "u16" | "u32" | "u64" | "usize" | "i64" => "a whole number".to_owned(),
        "a sequence" | "sequence" => "a list".to_owned(),
        "a map" | "map" => "an object".to_owned(),
        _ if of_library.starts_with("struct ") => "an object".to_owned(),
        other => other.to_owned(),
    };
    format!("{} in place of {}", name(found), name(expected))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The values, with faults in angle brackets.
    fn values(text: &str) -> String {
        let shown = |value: Result<(usize, &str), Fault>| match value {
            Ok((at, value)) => {
                assert!(text[at..].starts_with(value));
                value.to_owned()
            }
            Err(Fault { offset, message, .. }) => format!("<{offset}: {message}>"),
        };
        let values: Vec<String> = read_json_values(text).map(shown).collect();
        values.join(" ")
    }

    #[test]
    fn lists_and_lines_have_the_same_values() {
        for text in [
            "[{\"a\":1},{\"b\":[2]}]",
            "{\"a\":1}\n{\"b\":[2]}\n",
            "{\"a\":1}{\"b\":[2]}",
            "\u{feff}[\n  {\"a\":1}\n, {\"b\":[2]} ]\r\n",
            "[{\"a\":1}]\n[{\"b\":[2]}]",
        ] {
            assert_eq!(values(text), "{\"a\":1} {\"b\":[2]}", "{text}");
        }
        assert_eq!(values(" [] "), "");
        assert_eq!(values("7 \"x\" [[1], null]"), "7 \"x\" [1] null");
    }

    #[test]
    fn a_bad_value_affects_no_other() {
        let control = "control character (\\u0000-\\u001F) found while parsing a string";
        for (text, given) in [
            ("{\"a\":1}\n{\"b\":}\n{\"c\":3}", "{\"a\":1} <13: expected value> {\"c\":3}"),
            // a line that ends within a string, a list, or after a name
            ("{\"a\":\"x\n{\"c\":3}", "<6: CONTROL> {\"c\":3}"),
            ("{\"a\":[1,\n{\"c\":3}\n{\"d\":4}", "<17: expected `,` or `]`> {\"c\":3} {\"d\":4}"),
            ("{\"a\":[1,\n{\"c\":3}", "<15: the JSON ends too early> {\"c\":3}"),
            ("{\"a\":\n{\"c\":3}", "<12: the JSON ends too early> {\"c\":3}"),
            // a list that is not closed, or not opened
            ("[{\"a\":1},", "{\"a\":1} <9: the file ends before its list does>"),
            ("[{\"a\":1},{\"b", "{\"a\":1} <11: the JSON ends too early>"),
            ("[{\"a\":1},\n{\"b\n{\"c\":3}]", "{\"a\":1} <12: CONTROL> {\"c\":3}"),
            ("{\"a\":1}]", "{\"a\":1} <7: expected value>"),
            ("oops", "<0: expected value>"),
        ] {
            assert_eq!(values(text), given.replace("CONTROL", control), "{text}");
        }
    }

    /// In linear time.
    #[test]
    fn deep_and_long_texts_are_read() {
        assert_eq!(read_json_values(&"[".repeat(1_000_000)).count(), 1);
        assert_eq!(read_json_values(&"{\"a\":[\n".repeat(100_000)).count(), 100_000);
        assert_eq!(read_json_values(&"{\"a\":".repeat(500_000)).count(), 1);
        assert_eq!(read_json_values(&"{}\n".repeat(100_000)).count(), 100_000);
    }

    proptest! {
        #[test]
        fn any_text_is_read_to_its_end(
            pieces in prop::collection::vec(prop::sample::select(vec![
                "{", "}", "[", "]", ",", ":", "\"", "\n", "\n{", "é", "1", "\\", "{\"a\":1}", " ",
            ]), 0..40),
        ) {
            let text = pieces.concat();
            let mut last = None;
            for value in read_json_values(&text) {
                match value {
                    Ok((at, value)) => {
                        prop_assert!(text[at..].starts_with(value));
                        prop_assert!(last < Some(at));
                        last = Some(at);
                    }
                    Err(fault) => prop_assert!(fault.offset <= text.len()),
                }
            }
        }
    }
}
