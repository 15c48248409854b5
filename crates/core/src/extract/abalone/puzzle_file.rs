//! Files of KAAWA puzzles: `{"content": [{"PZL_name": …, "pos": …}, …]}`.

use memchr::{memchr, memmem};
use serde_json::Deserializer;
use serde_json::value::RawValue;

use super::puzzle::Puzzle;
use crate::diagnostic::Disposition;
use crate::extract::json::syntax_fault;
use crate::model::AbaloneProblem;
use crate::{Fault, Rule};

/// A fault in a file of puzzles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleFault {
    /// The number of the puzzle in the list, from 1; 0 for the whole file.
    pub number: u32,
    /// Whether the puzzle is kept.
    pub disposition: Disposition,
    /// The fault, with its offset in the file.
    pub fault: Fault,
}

/// Whether `head`, the beginning of a JSON text in UTF-8, looks like that of a file of puzzles: an
/// object that has the keys `PZL_name` and `pos` somewhere.
pub fn has_puzzles(head: &[u8]) -> bool {
    let text = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
    let has_key = |name: &[u8]| {
        memmem::find_iter(text, name)
            .any(|at| text[at + name.len()..].trim_ascii_start().starts_with(b":"))
    };
    text.starts_with(b"{") && has_key(b"\"PZL_name\"") && has_key(b"\"pos\"")
}

/// Reads the puzzles of a file as problems: each with its number in the list, its offset, its name,
/// and its JSON object as the source text, from which [`Puzzle::read`] takes the goal and the
/// solution. A fault affects no other puzzle: after one in the JSON, reading continues at the next
/// object. Linear in the length of the text.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::extract::abalone::read_puzzles;
///
/// let json = r#"{"content": [{"PZL_name": "a_xtr1x", "pos": "0e456_5e7"}, {"pos": "0a6_0"}]}"#;
/// let (problems, faults) = read_puzzles(json);
/// assert_eq!(problems[0].name.as_deref(), Some("a_xtr1x"));
/// assert_eq!((problems.len(), faults[0].number), (1, 2));
/// assert_eq!(faults[0].fault.message, "pos: black: `a6` is not a cell");
/// ```
pub fn read_puzzles(json: &str) -> (Vec<AbaloneProblem>, Vec<PuzzleFault>) {
    let mut reader = Reader { json, at: 0, problems: Vec::new(), faults: Vec::new() };
    let read = reader.enter_list().and_then(|()| reader.read_list());
    if let Err(fault) = read {
        reader.report(0, Disposition::Skipped, fault);
    }
    (reader.problems, reader.faults)
}

struct Reader<'a> {
    json: &'a str,
    at: usize,
    problems: Vec<AbaloneProblem>,
    faults: Vec<PuzzleFault>,
}

impl<'a> Reader<'a> {
    fn report(&mut self, number: u32, disposition: Disposition, fault: Fault) {
        self.faults.push(PuzzleFault { number, disposition, fault });
    }

    fn fault(&self, message: &str) -> Fault {
        Fault { rule: Rule::Syntax, offset: self.at, message: message.to_owned() }
    }

    /// The next byte that is neither a blank nor a comma.
    fn skip_separators(&mut self) -> Option<u8> {
        let is_separator = |byte: &u8| byte.is_ascii_whitespace() || *byte == b',';
        let rest = &self.json.as_bytes()[self.at..];
        self.at += rest.iter().take_while(|byte| is_separator(byte)).count();
        self.json.as_bytes().get(self.at).copied()
    }

    /// Reads a whole value, of any depth.
    fn read_value(&mut self) -> Result<&'a str, Fault> {
        let rest = &self.json[self.at..];
        match Deserializer::from_str(rest).into_iter::<&RawValue>().next() {
            Some(Ok(value)) => {
                self.at += value.get().len();
                Ok(value.get())
            }
            Some(Err(error)) => {
                let fault = syntax_fault(rest, &error);
                Err(Fault { offset: self.at + fault.offset, ..fault })
            }
            None => Err(self.fault("the file ends where a value is missing")),
        }
    }

    /// Goes to the first element of the list `content`.
    fn enter_list(&mut self) -> Result<(), Fault> {
        self.at = if self.json.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        if self.skip_separators() != Some(b'{') {
            return Err(self.fault("not a JSON object with a list `content`"));
        }
        self.at += 1;
        loop {
            match self.skip_separators() {
                Some(b'"') => {}
                Some(b'}') => return Err(self.fault("the object has no list `content`")),
                _ => return Err(self.fault("expected a key")),
            }
            let is_content = self.read_value()? == "\"content\"";
            if self.skip_separators() != Some(b':') {
                return Err(self.fault("expected `:`"));
            }
            self.at += 1;
            match self.skip_separators() {
                Some(b'[') if is_content => {
                    self.at += 1;
                    return Ok(());
                }
                _ if is_content => return Err(self.fault("content: expected a list of puzzles")),
                _ => self.read_value()?,
            };
        }
    }

    /// Reads the elements of the list, and the rest of the file.
    fn read_list(&mut self) -> Result<(), Fault> {
        for number in 1.. {
            match self.skip_separators() {
                None => return Err(self.fault("the file ends before its list does")),
                Some(b']') => {
                    self.at += 1;
                    return self.check_end();
                }
                Some(_) => {}
            }
            let start = self.at;
            match self.read_value() {
                Ok(object) => self.read_puzzle(number, start, object),
                Err(fault) => {
                    let next = fault.offset.max(start + 1);
                    self.report(number, Disposition::Skipped, fault);
                    let Some(length) = memchr(b'{', &self.json.as_bytes()[next..]) else {
                        return Ok(()); // one fault is enough
                    };
                    self.at = next + length;
                }
            }
        }
        Ok(())
    }

    fn read_puzzle(&mut self, number: u32, start: usize, object: &str) {
        let in_file = |fault: Fault| Fault { offset: start + fault.offset, ..fault };
        match Puzzle::read(object) {
            Ok((puzzle, faults)) => {
                self.problems.push(puzzle.into_problem(number, start as u64, object));
                for fault in faults {
                    self.report(number, Disposition::Kept, in_file(fault));
                }
            }
            Err(fault) => self.report(number, Disposition::Skipped, in_file(fault)),
        }
    }

    /// Checks that valid JSON follows the list.
    fn check_end(&self) -> Result<(), Fault> {
        const BEFORE: &str = "{\"content\":[]";
        let text = format!("{BEFORE}{}", &self.json[self.at..]);
        match serde_json::from_str::<&RawValue>(&text) {
            Ok(_) => Ok(()),
            Err(error) => {
                let fault = syntax_fault(&text, &error);
                let offset = self.at + fault.offset.saturating_sub(BEFORE.len());
                let message = format!("after the list of puzzles: {}", fault.message);
                Err(Fault { offset, message, ..fault })
            }
        }
    }
}
