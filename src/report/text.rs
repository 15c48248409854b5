//! Texts, numbers and places as the page shows them.

use std::borrow::Cow;
use std::fmt::{self, Display};

use crate::Location;
use crate::escape::Markup;
use crate::model::{Occurrence, Turn};

/// Texts from files are shown up to so many characters.
const LONGEST: usize = 160;

/// A text that is not longer than [`LONGEST`]; what is left out is in the
/// middle, because names of files differ at their ends.
pub(super) fn short(text: &str) -> Cow<'_, str> {
    const FIRST: usize = LONGEST / 4;
    let at = |count: usize| text.char_indices().nth(count).map_or(text.len(), |(at, _)| at);
    if at(LONGEST) == text.len() {
        return Cow::Borrowed(text);
    }
    let from_end = |count: usize| text.char_indices().nth_back(count).map_or(0, |(at, _)| at);
    Cow::Owned(format!("{}…{}", &text[..at(FIRST)], &text[from_end(LONGEST - FIRST - 2)..]))
}

/// A text from a file: short, and no markup.
pub(super) struct Text<'a>(pub &'a str);

impl Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Markup(&short(self.0)).fmt(f)
    }
}

/// A number with its thousands apart: `5,557`.
pub(super) struct Number(pub u64);

impl Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.0.to_string();
        for (at, digit) in digits.bytes().enumerate() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                f.write_str(",")?;
            }
            write!(f, "{}", char::from(digit))?;
        }
        Ok(())
    }
}

/// A number of things: `1 record`, `5,557 records`.
pub(super) struct Count(pub usize, pub &'static str);

impl Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Count(count, what) = *self;
        write!(f, "{} {what}{}", Number(count as u64), if count == 1 { "" } else { "s" })
    }
}

/// A part in percent. Only nothing is 0 and only the whole is 100.
pub(super) struct Percent {
    pub part: u64,
    pub whole: u64,
}

impl Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Percent { part, whole } = *self;
        let (part, whole) = (u128::from(part), u128::from(whole.max(1)));
        match (part * 200 / whole).div_ceil(2) {
            _ if part == 0 => f.write_str("0%"),
            _ if part * 200 < whole => f.write_str("&lt;1%"),
            _ if part < whole && part * 200 >= whole * 199 => f.write_str("&gt;99%"),
            percent => write!(f, "{percent}%"),
        }
    }
}

/// Who is to move.
pub(super) fn to_play(turn: Turn) -> &'static str {
    match turn {
        Turn::Black => "Black to play",
        Turn::White => "White to play",
        Turn::Either => "Either side to play",
        Turn::Unknown => "Side to play unknown",
    }
}

/// A location, as the page shows it.
pub(super) struct Place<'a>(pub &'a Location);

impl Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Location { source, tree, offset } = self.0;
        write!(f, "<span class=\"name\">{}</span>", Text(source))?;
        if *tree > 0 {
            write!(f, ", tree {}, byte {}", Number(u64::from(*tree)), Number(*offset))?;
        }
        Ok(())
    }
}

/// So many records of a problem are listed.
const MAX_RECORDS: usize = 24;

/// The records of a problem as a list.
pub(super) struct Records<'a>(pub &'a [Occurrence]);

impl Display for Records<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<ul class=\"records\">")?;
        for Occurrence { source, tree, name, symmetry } in self.0.iter().take(MAX_RECORDS) {
            let source = Text(source);
            write!(f, "<li><span class=\"name\">{source}</span>, tree {tree}")?;
            if let Some(name) = name {
                write!(f, " <q>{}</q>", Text(name))?;
            }
            write!(f, "<span class=\"op\"> {symmetry}</span>")?;
        }
        if let Some(more) = self.0.len().checked_sub(MAX_RECORDS).filter(|&more| more > 0) {
            write!(f, "<li>… and {}", Count(more, "more record"))?;
        }
        f.write_str("</ul>\n")
    }
}
