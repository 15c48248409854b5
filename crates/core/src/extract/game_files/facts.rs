//! What the file of a game says, until all of it is known.

use super::text::GameText;
use crate::extract::draft::Draft;
use crate::extract::handicap::{TOP_LEFT_THIRD, handicap_stones};
use crate::go::{Point, Size};
use crate::model::Rank;
use crate::sgf::value::{format_point, parse_size};
use crate::{Color, Fault, Rule};

/// The most characters of a line that is no move in a message.
const MAX_SHOWN: usize = 40;

/// A value with the offset of its line.
type Located<T> = (T, usize);

/// The facts of a game.
#[derive(Default)]
pub(super) struct Facts {
    /// SZ as the file has it; 19 where missing.
    size: Option<Located<String>>,
    /// Other properties of the root.
    properties: Vec<(&'static str, Located<String>)>,
    /// AB and AW.
    stones: [Vec<String>; 2],
    moves: Vec<(Color, Located<String>)>,
    faults: Vec<Fault>,
}

impl Facts {
    /// Sets a property of the root, unless it is set or the text is blank.
    pub(super) fn set(&mut self, name: &'static str, text: &str, offset: usize) {
        if !text.trim().is_empty() && self.properties.iter().all(|(known, _)| *known != name) {
            self.properties.push((name, (text.trim().to_owned(), offset)));
        }
    }

    pub(super) fn set_size(&mut self, size: &str, offset: usize) {
        self.size = Some((size.trim().to_owned(), offset));
    }

    /// The board; 19x19 if the file names none, or an impossible one.
    pub(super) fn board(&self) -> Size {
        let stated = self.size.as_ref().and_then(|(size, _)| parse_size(size.as_bytes()).ok());
        stated.unwrap_or(Size::STANDARD)
    }

    /// Sets a handicap of two stones or more on their usual points.
    pub(super) fn set_handicap(&mut self, text: &str, offset: usize) {
        let Some(count) = text.trim().parse().ok().filter(|&count: &u64| count >= 2) else {
            return;
        };
        self.set("HA", &count.to_string(), offset);
        match handicap_stones(count, self.board(), TOP_LEFT_THIRD) {
            Some(stones) => self.stones[0] = stones.into_iter().map(format_point).collect(),
            None => {
                let message = format!("no points are known for a handicap of {count} stones");
                self.faults.push(Fault { rule: Rule::GameFact, offset, message });
            }
        }
    }

    /// A stone that is set up before the first move.
    pub(super) fn set_up(&mut self, color: Color, at: Option<(i64, i64)>, line: &str) {
        let point = self.value(at, line);
        self.stones[usize::from(color == Color::White)].push(point);
    }

    /// A move on a point, with the line that has it.
    pub(super) fn play(&mut self, color: Color, at: Option<(i64, i64)>, line: (usize, &str)) {
        let value = self.value(at, line.1);
        self.moves.push((color, (value, line.0)));
    }

    pub(super) fn pass(&mut self, color: Color, offset: usize) {
        self.moves.push((color, (String::new(), offset)));
    }

    pub(super) fn has_moves(&self) -> bool {
        !self.moves.is_empty()
    }

    /// The player who is to move if the players take turns.
    pub(super) fn turn(&self) -> Color {
        self.moves.last().map_or(Color::Black, |(last, _)| !*last)
    }

    /// Reports bytes that are not in the charset of the file.
    pub(super) fn report_bad_text(&mut self, text: &GameText<'_>) {
        if let Some((offset, charset)) = text.bad_line() {
            let message = format!("some bytes are not {charset}; each is read as `?`");
            self.faults.push(Fault { rule: Rule::GameFact, offset, message });
        }
    }

    /// The value of a point, counted from the upper left one; the line if there is no such point.
    fn value(&self, at: Option<(i64, i64)>, line: &str) -> String {
        let point = at.and_then(|(col, row)| {
            Some(Point::new(u8::try_from(col).ok()?, u8::try_from(row).ok()?))
        });
        match point.filter(|&point| self.board().contains(point)) {
            Some(point) => format_point(point),
            None => line.chars().take(MAX_SHOWN).collect(),
        }
    }

    /// The game tree.
    pub(super) fn write(self) -> Draft<'static> {
        let mut draft = Draft::new("");
        let (size, offset) = self.size.unwrap_or_else(|| ("19".to_owned(), 0));
        draft.set_origin_at(offset);
        draft.push_property("SZ", [size]);
        for (name, (text, offset)) in self.properties {
            draft.set_origin_at(offset);
            draft.push_property(name, [text]);
        }
        let [black, white] = self.stones;
        draft.push_property("AB", black);
        draft.push_property("AW", white);
        for (color, (value, offset)) in self.moves {
            draft.push(";");
            draft.set_origin_at(offset);
            draft.push_property(&color.sgf_char().to_string(), [value]);
        }
        self.faults.into_iter().for_each(|fault| draft.report(fault));
        draft
    }
}

/// `2001-08-20` for a text whose first three numbers are a year, a month and a day; else the text, if
/// it has a digit.
pub(super) fn format_date(text: &str) -> String {
    let mut numbers = text.split(|char: char| !char.is_ascii_digit()).filter(|run| !run.is_empty());
    let mut next = || numbers.next().filter(|run| run.len() <= 4);
    if let (Some(year), Some(month), Some(day)) = (next(), next(), next())
        && year.len() == 4
        && month.len() <= 2
        && day.len() <= 2
    {
        return format!("{year}-{month:0>2}-{day:0>2}");
    }
    if text.contains(|char: char| char.is_ascii_digit()) {
        text.trim().to_owned()
    } else {
        String::new()
    }
}

/// The rank of `9D`, `9-dan` or `10K*` as `9d` or `10k`; `9DP` and `9段P` are those of professionals. `None` for
/// another text.
pub(super) fn normalize_rank(text: &str) -> Option<String> {
    let text = text.replace("DP", "P").replace("段P", "P").replace('-', "");
    Some(text.parse::<Rank>().ok()?.to_string())
}
