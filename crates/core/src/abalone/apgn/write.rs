//! The writer of games.

use std::fmt::Write;

use super::{GameRecord, REQUIRED_TAGS, RecordedMove};
use crate::Color;
use crate::abalone::movetext::is_result;
use crate::abalone::named_start::{CUSTOM, variant_name};
use crate::abalone::position_text::Setup;
use crate::abalone::{Board, Lost, MoveStyle, Position};

/// The most columns of a line of moves.
const WIDTH: usize = 80;

/// The tags that a game in APGN may have, in their order, behind the required ones.
const OPTIONAL_TAGS: [&str; 9] = [
    "SetUp",
    "Position",
    "Termination",
    "Plies",
    "Source",
    "BlackElo",
    "WhiteElo",
    "TimeControl",
    "Annotator",
];

impl GameRecord {
    /// Writes the game in APGN with the moves in a notation or a style.
    ///
    /// The tags that APGN requires are first, in its order, then its optional ones, then all others.
    /// A required one that is missing becomes `?`, `Variant` becomes one of APGN's names, `Notation`
    /// the real one, and a `Position` is written where the variant does not say the start. The words
    /// that were not read are written as they are.
    pub fn to_apgn(&self, style: impl Into<MoveStyle>) -> String {
        let style: MoveStyle = style.into();
        let mut tags = self.tags.clone();
        let result = match self.tag("Result") {
            Some(tag) if is_result(tag) || self.result.is_none() => tag,
            _ => self.result.as_deref().unwrap_or("*"),
        };
        let mut set = |name: &str, value: String| match tags.iter_mut().find(|tag| tag.0 == name) {
            Some(tag) => tag.1 = value,
            None => tags.push((name.to_owned(), value)),
        };
        set("Result", result.to_owned());
        if self.start.is_some() || self.tag("Notation").is_none() {
            set("Notation", style.notation.name().to_owned()); // else no move was read
        }
        if self.tag("Date").is_none_or(|date| matches!(date, "" | "?")) {
            set("Date", "????.??.??".to_owned());
        }
        if let Some(start) = self.start {
            let name = self.tag("Variant").and_then(variant_name);
            let of_board =
                start.board.start_name().filter(|_| Position::start(start.board) == start);
            let name = name.or(of_board).unwrap_or(CUSTOM);
            let has_layout = Board::of_start(name).map(Position::start) == Some(start);
            set("Variant", name.to_owned());
            let is_unknown = |name: &str| !matches!(name, "" | "?") && variant_name(name).is_none();
            if let Some(unknown) = self.tag("Variant").filter(|name| is_unknown(name)) {
                set("VariantName", unknown.to_owned());
            }
            if self.tag("Position").is_some() || !has_layout {
                set("SetUp", "1".to_owned());
                set("Position", Setup::from(start).to_apgn());
            }
        }
        let mut ordered = Vec::with_capacity(tags.len());
        for (name, is_required) in REQUIRED_TAGS
            .map(|name| (name, true))
            .into_iter()
            .chain(OPTIONAL_TAGS.map(|name| (name, false)))
        {
            match tags.iter().position(|tag| tag.0 == name) {
                Some(at) => ordered.push(tags.remove(at)),
                None if is_required => ordered.push((name.to_owned(), "?".to_owned())),
                None => {}
            }
        }
        ordered.append(&mut tags);
        let mut text = String::new();
        for (name, value) in &ordered {
            let value = value.replace(['\n', '\r'], " ").replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(text, "[{name} \"{value}\"]").expect("writing to a String does not fail");
        }
        text.push('\n');
        let mut words = self.words(style, " ");
        if self.result.is_none() && is_result(result) {
            words.push(result.to_owned());
        }
        let mut column = 0;
        for word in words {
            let length = word.chars().count();
            if column > 0 && column + 1 + length <= WIDTH {
                text.push(' ');
                column += 1 + length;
            } else {
                if column > 0 {
                    text.push('\n');
                }
                column = length;
            }
            text.push_str(&word);
            if word.ends_with('\n') {
                column = 0;
            }
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
        text
    }

    /// Writes the moves without tags, in one line unless comments have several:
    /// `1.a1b2 i5h5 2.a2b3`. The start is not part of it.
    pub fn to_linear(&self, style: impl Into<MoveStyle>) -> String {
        let mut text = String::new();
        for word in self.words(style.into(), "") {
            if !text.is_empty() && !text.ends_with('\n') {
                text.push(' ');
            }
            text.push_str(&word);
        }
        text
    }

    /// Writes the moves backward, each as in [`Move::to_inverse`](crate::abalone::Move::to_inverse):
    /// `-2. g6h6 c4b3 -1. f5g5 d4c3`.
    pub fn to_inverse_linear(&self) -> String {
        let first = self.first_index();
        let mut words = Vec::new();
        for (i, recorded) in (first..first + self.moves.len()).zip(&self.moves).rev() {
            if i % 2 == 1 || words.is_empty() {
                let missing = if i % 2 == 1 { "" } else { " …" };
                words.push(format!("-{}.{missing}", i / 2 + 1));
            }
            words.push(recorded.step.to_inverse());
        }
        words.join(" ")
    }

    /// The index of the first move, where moves of Black are even.
    fn first_index(&self) -> usize {
        usize::from(self.start.is_some_and(|start| start.turn == Color::White))
    }

    /// The words after the tags, with `gap` between the number of a move and the move. A comment that
    /// ends its line ends with a line feed. A variation follows the move that it replaces.
    fn words(&self, style: MoveStyle, gap: &str) -> Vec<String> {
        let mut variations: Vec<Vec<usize>> = vec![Vec::new(); self.variations.len() + 1];
        for (number, variation) in self.variations.iter().enumerate() {
            variations[variation.of.map_or(0, |of| of + 1)].push(number);
        }
        let lost = self.start.map(|start| start.lost).unwrap_or_default();
        let mut words: Vec<String> = self.comments.iter().map(|text| comment(text)).collect();
        let mut open = vec![OpenLine {
            of: None,
            before: self.first_index(),
            next: 0,
            variation: 0,
            lost: [lost; 2],
        }];
        let mut needs_number = true;
        while let Some(line) = open.last_mut() {
            let (moves, rest) = match line.of {
                None => (&self.moves, &self.rest),
                Some(of) => (&self.variations[of].moves, &self.variations[of].rest),
            };
            let branches = &variations[line.of.map_or(0, |of| of + 1)];
            if let Some(&of) = branches.get(line.variation)
                && (self.variations[of].after < line.next || line.next == moves.len())
            {
                line.variation += 1;
                let before = line.before + self.variations[of].after;
                let lost = [line.lost[0]; 2];
                open.push(OpenLine { of: Some(of), before, next: 0, variation: 0, lost });
                words.push("(".to_owned());
                words.extend(self.variations[of].comments.iter().map(|text| comment(text)));
                needs_number = true;
            } else if let Some(RecordedMove { step, push, comments }) = moves.get(line.next) {
                let i = line.before + line.next;
                let turn = if i % 2 == 0 { Color::Black } else { Color::White };
                let after = line.lost[1].plus_one(!turn).filter(|_| push.is_ejection);
                line.lost = [line.lost[1], after.unwrap_or(line.lost[1])];
                line.next += 1;
                let step = style.write(*step, *push, Some(line.lost[1]));
                let has_number = i % 2 == 0 || needs_number;
                let gap = if i % 2 == 0 { gap } else { " " };
                words.push(if has_number { number(i) + gap + &step } else { step });
                words.extend(comments.iter().map(|text| comment(text)));
                needs_number = false;
            } else {
                if !rest.is_empty() {
                    // The number keeps a word that begins with `[` from being read as a tag.
                    words.push(number(line.before + moves.len()) + rest);
                }
                open.pop();
                if !open.is_empty() {
                    words.push(")".to_owned());
                }
                needs_number = true;
            }
        }
        words.extend(self.result.clone());
        words
    }
}

/// A line that is being written.
struct OpenLine {
    /// Its number among the variations; `None` for the game.
    of: Option<usize>,
    /// The index of its first move, where moves of Black are even.
    before: usize,
    /// The number of moves and of variations that are written.
    next: usize,
    variation: usize,
    /// The marbles lost before and after the last written move.
    lost: [Lost; 2],
}

/// The number of the move with an index, where moves of Black are even.
fn number(index: usize) -> String {
    format!("{}{}", index / 2 + 1, if index.is_multiple_of(2) { "." } else { "..." })
}

/// A comment between braces, or after `;` with its line feed if it has a closing brace.
pub(super) fn comment(text: &str) -> String {
    if text.contains('}') {
        format!(";{}\n", text.replace('\n', " "))
    } else {
        format!("{{{text}}}")
    }
}
