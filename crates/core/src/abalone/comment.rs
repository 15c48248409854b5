//! Codementaires: comments on a move in saabacode A and B, such as
//! `3x.I9F6> $$A1 ?(A2) /D2+C4 E6=E9`.
//!
//! A head names the move; items name threats, sacrifices, pushes and controls. `x` is Black, `y`
//! is White. Saabacode B adds `/`, by which marbles a cell is controlled, and pushes of two cells.

use std::fmt;

use super::cell::Cell;
use super::symmetry::Symmetry;
use crate::Color;

/// A comment in saabacode. Text that is no code is kept.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::abalone::{CodedComment, Symmetry};
///
/// let comment = CodedComment::read("3x.I9F6> $A1 well played");
/// assert_eq!(comment.to_string(), "3x.I9F6> $A1 well played");
/// assert_eq!(
///     comment.to_words(),
///     "Black's move 3: I9F6, a push; threatens A1; \"well played\""
/// );
/// let turn: Symmetry = "IR1".parse()?;
/// assert_eq!(comment.transform(turn).to_string(), "3x.E9E6> $E1 well played");
/// # Ok::<(), gtn_db::abalone::ParseSymmetryError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodedComment {
    /// Codes and the text between them, in the order of the comment.
    pub parts: Vec<CommentPart>,
}

/// A part of a comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommentPart {
    /// `3x.I9F6>(1-1)#°2y`
    Head(CommentHead),
    /// `$A1`, `?(A1)`, `>D2A2`
    Item(CommentItem),
    /// `/D2+C4`: the marbles that control the cell before.
    By(Vec<Cell>),
    /// `E6=E9`: a pac on the marbles from one cell to another.
    Pac(Cell, Cell),
    /// Blanks, and words that are no code.
    Text(String),
}

/// What a comment begins with: a number, a side, and perhaps its move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommentHead {
    /// The number of the move; 0 is the position before the first one.
    pub number: u32,
    /// The side that moved.
    pub side: Color,
    /// The cells of the move: none, two or three.
    pub cells: Vec<Cell>,
    /// Whether the cells have small letters, as in Aba-Pro.
    pub is_lowercase: bool,
    /// Whether `>` marks a push.
    pub push: bool,
    /// What stands in the parentheses after an ejection: the points of Black and White.
    pub points: Option<(u8, u8)>,
    /// `#°2y`: so many moves until a side wins, which nobody can prevent.
    pub win: Option<(u32, Color)>,
}

/// A sign and what it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommentItem {
    /// What the sign says.
    pub sign: CommentSign,
    /// Whether the sign stands twice: `$$`.
    pub is_double: bool,
    /// The object of the sign.
    pub target: CommentTarget,
}

/// What a sign says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommentSign {
    /// `$`: a threat to a marble of the other side.
    Threat,
    /// `?`: a sacrifice of an own marble.
    Sacrifice,
    /// `>`: a push.
    Push,
    /// `<`: a push by the other side.
    OtherPush,
}

/// The object of a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommentTarget {
    /// `A1`: the marble on a cell.
    Marble(Cell),
    /// `(A1)`: a controlled cell.
    Control(Cell),
    /// `D2A2`: a move in Nacre.
    Move(Cell, Cell),
}

const SIGNS: [(char, CommentSign); 4] = [
    ('$', CommentSign::Threat),
    ('?', CommentSign::Sacrifice),
    ('>', CommentSign::Push),
    ('<', CommentSign::OtherPush),
];

/// A part of a text that is yet to be read.
struct Rest<'a>(&'a str);

impl<'a> Rest<'a> {
    /// Takes a text away if it comes next.
    fn take(&mut self, text: &str) -> Option<()> {
        self.0 = self.0.strip_prefix(text)?;
        Some(())
    }

    /// Takes a cell with a capital letter away if it comes next.
    fn cell(&mut self) -> Option<Cell> {
        self.cell_with(char::is_ascii_uppercase)
    }

    fn cell_with(&mut self, is_letter: fn(&char) -> bool) -> Option<Cell> {
        let name = self.0.get(..2).filter(|name| name.starts_with(|char| is_letter(&char)))?;
        let cell = name.parse().ok()?;
        self.0 = &self.0[2..];
        Some(cell)
    }

    /// Takes a number away if it comes next. Numbers that are not written so are none.
    fn number(&mut self) -> Option<u32> {
        let end = self.0.find(|char: char| !char.is_ascii_digit()).unwrap_or(self.0.len());
        let number: u32 = self.0[..end].parse().ok()?;
        (number.to_string() == self.0[..end]).then(|| self.0 = &self.0[end..])?;
        Some(number)
    }

    fn side(&mut self) -> Option<Color> {
        let (side, length) = match self.0.as_bytes().first()? {
            b'x' => (Color::Black, 1),
            b'y' => (Color::White, 1),
            _ => return None,
        };
        self.0 = &self.0[length..];
        Some(side)
    }

    /// Takes what a reader reads away, or nothing.
    fn attempt<T>(&mut self, read: impl FnOnce(&mut Rest<'a>) -> Option<T>) -> Option<T> {
        let mut rest = Rest(self.0);
        let result = read(&mut rest)?;
        self.0 = rest.0;
        Some(result)
    }
}

impl CodedComment {
    /// Reads a comment. Every text is one: words that are no code are kept as they are.
    pub fn read(text: &str) -> CodedComment {
        let mut parts = Vec::new();
        let mut plain = String::new();
        let mut rest = Rest(text);
        while let Some(char) = rest.0.chars().next() {
            let is_first = parts.is_empty() && plain.trim().is_empty();
            let is_word_start = plain.is_empty() || plain.ends_with(char::is_whitespace);
            let part = is_word_start.then(|| read_word(&mut rest, is_first)).flatten();
            match part {
                Some(part) => {
                    if !plain.is_empty() {
                        parts.push(CommentPart::Text(std::mem::take(&mut plain)));
                    }
                    parts.push(part);
                }
                None => {
                    plain.push(char);
                    rest.0 = &rest.0[char.len_utf8()..];
                }
            }
        }
        if !plain.is_empty() {
            parts.push(CommentPart::Text(plain));
        }
        CodedComment { parts }
    }

    /// The comment on the board after an operation. One that swaps the colors also swaps `x` and
    /// `y` and the points.
    pub fn transform(&self, symmetry: Symmetry) -> CodedComment {
        let parts = self.parts.iter().map(|part| part.transform(symmetry)).collect();
        CodedComment { parts }
    }

    /// What the comment says, in English.
    pub fn to_words(&self) -> String {
        let mut text = String::new();
        for part in &self.parts {
            let words = part.to_words();
            if !text.is_empty() && !words.is_empty() {
                text.push_str(if matches!(part, CommentPart::By(_)) { " " } else { "; " });
            }
            text.push_str(&words);
        }
        text
    }
}

/// Reads a code that no letter and no digit follows.
fn read_word(rest: &mut Rest<'_>, is_first: bool) -> Option<CommentPart> {
    let ended = |rest: &Rest<'_>| !rest.0.starts_with(char::is_alphanumeric);
    let readers: [fn(&mut Rest<'_>) -> Option<CommentPart>; 4] =
        [read_head, read_item, read_by, read_pac];
    let readers = readers.into_iter().skip(usize::from(!is_first)); // a head comes first
    readers.into_iter().find_map(|read| rest.attempt(|rest| read(rest).filter(|_| ended(rest))))
}

fn read_head(rest: &mut Rest<'_>) -> Option<CommentPart> {
    let number = rest.number()?;
    let side = rest.side()?;
    rest.take(".")?;
    let is_lowercase = rest.0.starts_with(|char: char| char.is_ascii_lowercase());
    let is_letter = if is_lowercase { char::is_ascii_lowercase } else { char::is_ascii_uppercase };
    let cells: Vec<Cell> = std::iter::from_fn(|| rest.cell_with(is_letter)).collect();
    if !matches!(cells.len(), 0 | 2 | 3) {
        return None;
    }
    let push = rest.take(">").is_some();
    let points = rest.attempt(|rest| {
        rest.take("(")?;
        let black = u8::try_from(rest.number()?).ok()?;
        rest.take("-")?;
        let white = u8::try_from(rest.number()?).ok()?;
        rest.take(")").map(|()| (black, white))
    });
    let win = rest.attempt(|rest| {
        rest.take("#°")?;
        Some((rest.number()?, rest.side()?))
    });
    Some(CommentPart::Head(CommentHead { number, side, cells, is_lowercase, push, points, win }))
}

fn read_item(rest: &mut Rest<'_>) -> Option<CommentPart> {
    let (char, sign) = SIGNS.into_iter().find(|(char, _)| rest.0.starts_with(*char))?;
    rest.0 = &rest.0[char.len_utf8()..];
    let is_double = rest.0.starts_with(char);
    if is_double {
        rest.0 = &rest.0[char.len_utf8()..];
    }
    let target = if rest.take("(").is_some() {
        let cell = rest.cell()?;
        rest.take(")")?;
        CommentTarget::Control(cell)
    } else {
        let cell = rest.cell()?;
        rest.cell().map_or(CommentTarget::Marble(cell), |to| CommentTarget::Move(cell, to))
    };
    Some(CommentPart::Item(CommentItem { sign, is_double, target }))
}

fn read_by(rest: &mut Rest<'_>) -> Option<CommentPart> {
    rest.take("/")?;
    let mut cells = vec![rest.cell()?];
    while rest.take("+").is_some() {
        cells.push(rest.cell()?);
    }
    Some(CommentPart::By(cells))
}

fn read_pac(rest: &mut Rest<'_>) -> Option<CommentPart> {
    let one = rest.cell()?;
    rest.take("=")?;
    Some(CommentPart::Pac(one, rest.cell()?))
}

impl CommentPart {
    fn transform(&self, symmetry: Symmetry) -> CommentPart {
        let cell = |cell: &Cell| symmetry.cell(*cell);
        match self {
            CommentPart::Head(head) => CommentPart::Head(CommentHead {
                number: head.number,
                side: symmetry.color(head.side),
                cells: head.cells.iter().map(cell).collect(),
                is_lowercase: head.is_lowercase,
                push: head.push,
                points: head.points.map(|(black, white)| {
                    if symmetry.is_negative() { (white, black) } else { (black, white) }
                }),
                win: head.win.map(|(moves, side)| (moves, symmetry.color(side))),
            }),
            CommentPart::Item(item) => {
                let target = match item.target {
                    CommentTarget::Marble(at) => CommentTarget::Marble(cell(&at)),
                    CommentTarget::Control(at) => CommentTarget::Control(cell(&at)),
                    CommentTarget::Move(from, to) => CommentTarget::Move(cell(&from), cell(&to)),
                };
                CommentPart::Item(CommentItem { target, ..*item })
            }
            CommentPart::By(cells) => CommentPart::By(cells.iter().map(cell).collect()),
            CommentPart::Pac(one, other) => CommentPart::Pac(cell(one), cell(other)),
            CommentPart::Text(text) => CommentPart::Text(text.clone()),
        }
    }

    fn to_words(&self) -> String {
        match self {
            CommentPart::Head(head) => head.to_words(),
            CommentPart::Item(item) => item.to_words(),
            CommentPart::By(cells) => {
                let names: Vec<String> = cells.iter().map(|&cell| name(cell)).collect();
                format!("by {}", names.join(" or "))
            }
            CommentPart::Pac(one, other) => format!("pac from {} to {}", name(*one), name(*other)),
            CommentPart::Text(text) if text.trim().is_empty() => String::new(),
            CommentPart::Text(text) => format!("\"{}\"", text.trim()),
        }
    }
}

impl CommentHead {
    fn to_words(&self) -> String {
        let side = |color| match color {
            Color::Black => "Black",
            Color::White => "White",
        };
        let mut text = match self.number {
            0 => format!("the start, {} to move", side(!self.side)),
            number => format!("{}'s move {number}", side(self.side)),
        };
        if !self.cells.is_empty() {
            let names: String = self.cells.iter().map(|&cell| name(cell)).collect();
            text.push_str(&format!(": {names}"));
        }
        if self.push {
            text.push_str(", a push");
        }
        if let Some((black, white)) = self.points {
            text.push_str(&format!(", Black {black}, White {white}"));
        }
        if let Some((moves, winner)) = self.win {
            let s = if moves == 1 { "" } else { "s" };
            text.push_str(&format!(", {} wins in {moves} move{s}", side(winner)));
        }
        text
    }
}

impl CommentItem {
    fn to_words(&self) -> String {
        use CommentSign::{OtherPush, Push, Sacrifice, Threat};
        let by = match self.sign {
            Threat | Push => "",
            Sacrifice | OtherPush => "the other side ",
        };
        let twice = if self.is_double { " twice" } else { "" };
        match (self.target, self.sign) {
            (CommentTarget::Control(cell), _) => format!("{by}controls {}{twice}", name(cell)),
            (CommentTarget::Marble(cell), sign) => {
                let verb = match sign {
                    Threat => "threatens",
                    Sacrifice => "sacrifices",
                    Push => "can push",
                    OtherPush => "the other side can push",
                };
                format!("{verb} {}{twice}", name(cell))
            }
            (CommentTarget::Move(from, to), sign) => {
                let verb = match sign {
                    Threat => "threatens",
                    Sacrifice => "sacrifices by",
                    Push => "can push by",
                    OtherPush => "the other side can push by",
                };
                format!("{verb} {}{}{twice}", name(from), name(to))
            }
        }
    }
}

/// Writes the comment in saabacode.
impl fmt::Display for CodedComment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.parts.iter().try_for_each(|part| part.fmt(f))
    }
}

impl fmt::Display for CommentPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommentPart::Head(head) => head.fmt(f),
            CommentPart::Item(item) => item.fmt(f),
            CommentPart::By(cells) => {
                let names: Vec<String> = cells.iter().map(|&cell| name(cell)).collect();
                write!(f, "/{}", names.join("+"))
            }
            CommentPart::Pac(one, other) => write!(f, "{}={}", name(*one), name(*other)),
            CommentPart::Text(text) => f.write_str(text),
        }
    }
}

impl fmt::Display for CommentHead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}.", self.number, letter(self.side))?;
        for &cell in &self.cells {
            if self.is_lowercase {
                write!(f, "{cell}")?;
            } else {
                f.write_str(&name(cell))?;
            }
        }
        if self.push {
            f.write_str(">")?;
        }
        if let Some((black, white)) = self.points {
            write!(f, "({black}-{white})")?;
        }
        if let Some((moves, side)) = self.win {
            write!(f, "#°{moves}{}", letter(side))?;
        }
        Ok(())
    }
}

impl fmt::Display for CommentItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let char = SIGNS.into_iter().find(|&(_, sign)| sign == self.sign).map(|(char, _)| char);
        let char = char.expect("every sign has a character");
        write!(f, "{}", char.to_string().repeat(1 + usize::from(self.is_double)))?;
        match self.target {
            CommentTarget::Marble(cell) => f.write_str(&name(cell)),
            CommentTarget::Control(cell) => write!(f, "({})", name(cell)),
            CommentTarget::Move(from, to) => write!(f, "{}{}", name(from), name(to)),
        }
    }
}

/// The letter of a side in codes.
fn letter(side: Color) -> char {
    match side {
        Color::Black => 'x',
        Color::White => 'y',
    }
}

/// The name of a cell as codes have it.
fn name(cell: Cell) -> String {
    cell.to_string().to_ascii_uppercase()
}

#[cfg(test)]
#[path = "comment_tests.rs"]
mod tests;
