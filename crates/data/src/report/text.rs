//! Texts, numbers and places.

use std::borrow::Cow;
use std::fmt::{self, Display};

use maud::{Markup, html};

use crate::Location;
use crate::escape::Escaped;
use crate::model::{Occurrence, Turn};

/// The length to which a text from a file is shortened, in characters.
const MAX_CHARS: usize = 160;

/// Shortens a text to [`MAX_CHARS`]. The middle is left out, because file names
/// differ at their ends.
pub(super) fn shorten(text: &str) -> Cow<'_, str> {
    const FIRST: usize = MAX_CHARS / 4;
    let at = |count: usize| text.char_indices().nth(count).map_or(text.len(), |(at, _)| at);
    if at(MAX_CHARS) == text.len() {
        return Cow::Borrowed(text);
    }
    let from_end = |count: usize| text.char_indices().nth_back(count).map_or(0, |(at, _)| at);
    Cow::Owned(format!("{}…{}", &text[..at(FIRST)], &text[from_end(MAX_CHARS - FIRST - 2)..]))
}

/// A text from a file: shortened, and without control characters. Characters of
/// HTML are escaped by maud.
pub(super) struct Text<'a>(pub &'a str);

impl Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Escaped(&shorten(self.0)).fmt(f)
    }
}

/// A number with separated thousands: `5,557`.
#[derive(Clone, Copy)]
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

/// A part of a whole in percent. Only 0 of something is 0%, and only the whole
/// is 100%.
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
            _ if part * 200 < whole => f.write_str("<1%"),
            _ if part < whole && part * 200 >= whole * 199 => f.write_str(">99%"),
            percent => write!(f, "{percent}%"),
        }
    }
}

/// Names the side to move.
pub(super) fn name_turn(turn: Turn) -> &'static str {
    match turn {
        Turn::Black => "Black to play",
        Turn::White => "White to play",
        Turn::Either => "Either side to play",
        Turn::Unknown => "Side to play unknown",
    }
}

/// Renders the place of a finding.
pub(super) fn render_location(location: &Location) -> Markup {
    let Location { source, tree, offset, item } = location;
    html! {
        span.name { (Text(source)) }
        @if *tree > 0 {
            ", " (item.name()) " " (Number(u64::from(*tree))) ", byte " (Number(*offset))
        }
    }
}

/// The number of records of a problem that are listed.
const MAX_RECORDS: usize = 24;

/// Renders the records of a problem as a list. `copies` has for each record the
/// index of the record that it is an exact copy of; the rest are none.
pub(super) fn render_records(records: &[Occurrence], copies: &[Option<usize>]) -> Markup {
    let copies = copies.iter().copied().chain(std::iter::repeat(None));
    let listed = records.iter().zip(copies).take(MAX_RECORDS);
    html! {
        ul.records {
            @for (Occurrence { source, tree, problem, name, symmetry }, copy) in listed {
                li {
                    span.name { (Text(source)) } ", tree " (tree)
                    @if *problem > 1 { ", problem " (problem) }
                    @if let Some(name) = name { " " q { (Text(name)) } }
                    span.op { " " (symmetry) }
                    @if let Some(index) = copy { ", exact copy of record " (index + 1) }
                }
            }
            @if records.len() > MAX_RECORDS {
                li { "… and " (Count(records.len() - MAX_RECORDS, "more record")) }
            }
        }
    }
}
