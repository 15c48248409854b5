//! The texts of GobanTN that a user gives: as arguments, in files, on standard
//! input.
//!
//! A file or standard input holds IGTNs, one a line, when its first line has a
//! `|` or a digit, which no row has; otherwise GTNs of several lines, with
//! blank lines between them. Blank lines and comments are passed over. A comment is a line that begins with
//! `#`; but a row of a GTN may begin so as well, an empty point with a square,
//! and there only what cannot be a row is a comment, such as `# Corners`.

use std::ffi::OsString;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use anyhow::{Context, anyhow};
use gtn_db::gtn::{Cell, Diagram, ParseGtnErrorKind};
use gtn_db::gtn::{Pattern, PatternError};

/// Where a text comes from.
#[derive(Clone, Copy, Debug)]
pub enum Origin<'a> {
    /// An argument, counted from 1.
    Argument(usize),
    /// A line of standard input, counted from 1.
    Stdin(usize),
    /// A line of a file.
    File(&'a Path, usize),
}

impl fmt::Display for Origin<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Argument(number) => write!(f, "argument {number}"),
            Origin::Stdin(line) => write!(f, "line {line}"),
            Origin::File(path, line) => write!(f, "{}: line {line}", path.display()),
        }
    }
}

/// What a text can be.
pub trait Text: Sized {
    /// Reads an IGTN.
    fn from_igtn(text: &str) -> Result<Self, TextError>;

    /// Reads a GTN of several lines.
    fn from_gtn(text: &str) -> Result<Self, TextError>;

    /// Whether a character stands for a point.
    fn is_point(char: char) -> bool;
}

/// What is wrong with a text.
pub type TextError = PatternError;

impl Text for Diagram {
    fn from_igtn(text: &str) -> Result<Diagram, TextError> {
        Ok(text.parse::<Diagram>()?)
    }

    fn from_gtn(text: &str) -> Result<Diagram, TextError> {
        Ok(Diagram::from_gtn(text)?)
    }

    fn is_point(char: char) -> bool {
        Cell::from_char(char).is_some()
    }
}

impl Text for Pattern {
    fn from_igtn(text: &str) -> Result<Pattern, TextError> {
        text.parse()
    }

    fn from_gtn(text: &str) -> Result<Pattern, TextError> {
        Pattern::from_gtn(text)
    }

    fn is_point(char: char) -> bool {
        char == '?' || Diagram::is_point(char)
    }
}

/// Takes one text after the other, or what is wrong with it.
pub type Visit<'a, T = Diagram> =
    dyn FnMut(Origin<'_>, anyhow::Result<T>) -> anyhow::Result<()> + 'a;

/// Visits the texts that the arguments give or name; `-` is standard input.
///
/// # Errors
/// Only those of the visitor.
pub fn visit_arguments(arguments: &[OsString], visit: &mut Visit<'_>) -> anyhow::Result<()> {
    for (argument, number) in arguments.iter().zip(1..) {
        if argument == "-" {
            visit_stdin(visit)?;
        } else {
            visit_argument(argument, number, "neither an IGTN nor a file", visit)?;
        }
    }
    Ok(())
}

/// Visits the texts on standard input.
pub fn visit_stdin(visit: &mut Visit<'_>) -> anyhow::Result<()> {
    visit_lines(io::stdin().lock(), Origin::Stdin, visit)
}

/// Visits the text that an argument gives, or the file it names; `otherwise`
/// is the error when it is neither.
///
/// # Errors
/// Only those of the visitor.
pub fn visit_argument<T: Text>(
    argument: &OsString,
    number: usize,
    otherwise: &'static str,
    visit: &mut Visit<'_, T>,
) -> anyhow::Result<()> {
    let origin = Origin::Argument(number);
    let text = argument.to_string_lossy();
    if text.contains('\n') {
        return visit(origin, T::from_gtn(&text).map_err(Into::into));
    }
    let error = match T::from_igtn(&text) {
        Ok(diagram) => return visit(origin, Ok(diagram)),
        Err(error) => error,
    };
    let path = Path::new(argument);
    if !fs::metadata(path).is_ok_and(|found| !found.is_dir()) {
        return visit(origin, Err(not_even_a_file(error, otherwise)));
    }
    match File::open(path) {
        Ok(file) => visit_lines(BufReader::new(file), |line| Origin::File(path, line), visit),
        Err(error) => visit(origin, Err(error).context(path.display().to_string())),
    }
}

/// A text without `|` may have been meant as the name of a file.
fn not_even_a_file(error: TextError, otherwise: &'static str) -> anyhow::Error {
    let may_be_a_name =
        matches!(&error, TextError::Parse(error) if error.kind == ParseGtnErrorKind::NoPoints);
    let error = anyhow::Error::from(error);
    if may_be_a_name { error.context(otherwise) } else { error }
}

/// No text is as long: the largest goban has 54 lines of 54 characters. What
/// never ends must not fill the memory.
const LONGEST: u64 = 1 << 16;

/// What the lines hold, once the first has told.
enum Holds {
    Unknown,
    Igtn,
    Gtn,
}

/// Visits the texts in a file or on standard input, as they are read.
///
/// # Errors
/// Only those of the visitor.
pub fn visit_lines<'a, T: Text>(
    mut input: impl BufRead,
    origin: impl Fn(usize) -> Origin<'a>,
    visit: &mut Visit<'_, T>,
) -> anyhow::Result<()> {
    let mut holds = Holds::Unknown;
    let mut rows = Rows::default();
    let mut bytes = Vec::new();
    for number in 1.. {
        bytes.clear();
        match input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes) {
            Ok(0) => break,
            Ok(_) if bytes.len() + rows.text.len() >= LONGEST as usize => {
                return visit(origin(number), Err(anyhow!("a text that is too long for a goban")));
            }
            Ok(_) => {}
            Err(error) => return visit(origin(number), Err(error.into())),
        }
        // What is no UTF-8 becomes a character that stands for no point.
        let line = String::from_utf8_lossy(&bytes);
        let line = line.strip_prefix('\u{feff}').unwrap_or(&line).trim_end();
        let is_marked = line.starts_with('#');
        if matches!(holds, Holds::Unknown) && !line.is_empty() && !is_marked {
            let is_igtn = |char: char| char == '|' || char.is_ascii_digit();
            holds = if line.contains(is_igtn) { Holds::Igtn } else { Holds::Gtn };
        }
        match holds {
            Holds::Igtn if line.is_empty() || is_marked => {}
            Holds::Igtn => {
                visit(origin(number), T::from_igtn(line.trim_start()).map_err(Into::into))?;
            }
            Holds::Gtn if line.is_empty() => rows.visit(&origin, visit)?,
            // So may the first rows of a GTN begin: they wait for the others.
            Holds::Unknown if line.is_empty() => rows.text.clear(),
            Holds::Gtn | Holds::Unknown => rows.push::<T>(number, line),
        }
    }
    if matches!(holds, Holds::Gtn) { rows.visit(&origin, visit) } else { Ok(()) }
}

/// The rows of a GTN while it is read.
#[derive(Default)]
struct Rows {
    first_line: usize,
    text: String,
}

impl Rows {
    fn push<T: Text>(&mut self, number: usize, line: &str) {
        let is_row = |char| T::is_point(char) || matches!(char, '_' | '!');
        if line.starts_with('#') && !line.chars().all(is_row) {
            return;
        }
        if self.text.is_empty() {
            self.first_line = number;
        }
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn visit<'a, T: Text>(
        &mut self,
        origin: &impl Fn(usize) -> Origin<'a>,
        visit: &mut Visit<'_, T>,
    ) -> anyhow::Result<()> {
        if !self.text.is_empty() {
            let text = T::from_gtn(&self.text).map_err(Into::into);
            self.text.clear();
            visit(origin(self.first_line), text)?;
        }
        Ok(())
    }
}
