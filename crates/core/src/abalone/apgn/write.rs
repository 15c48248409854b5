//! The writer of games.

use std::fmt::Write;

use super::{GameRecord, REQUIRED_TAGS};
use crate::Color;
use crate::abalone::MoveStyle;
use crate::abalone::position_text::Setup;

/// The most columns of a line of moves.
const WIDTH: usize = 80;

impl GameRecord {
    /// Writes the game in APGN with the moves in a notation or a style.
    ///
    /// Tags are written as they are, with these exceptions: a required one that is missing becomes
    /// `?`, a `Notation` becomes the real one, and a `Position` is written where the tags do not
    /// say the start. The words that were not read are written as they are.
    pub fn to_apgn(&self, style: impl Into<MoveStyle>) -> String {
        let style: MoveStyle = style.into();
        let notation = style.notation;
        let mut tags = self.tags.clone();
        let mut set = |name: &str, value: String| match tags.iter_mut().find(|tag| tag.0 == name) {
            Some(tag) => tag.1 = value,
            None => tags.push((name.to_owned(), value)),
        };
        for name in REQUIRED_TAGS.into_iter().filter(|name| self.tag(name).is_none()) {
            let value = if name == "Result" { self.result.as_deref().unwrap_or("*") } else { "?" };
            set(name, value.to_owned());
        }
        if self.notation().is_some_and(|declared| declared != notation) {
            set("Notation", notation.name().to_owned());
        }
        let declared = self.declared_start().and_then(Result::ok);
        if let Some(start) = self.start.filter(|&start| declared != Some(start)) {
            set("Position", Setup::from(start).to_apgn());
        }
        let mut text = String::new();
        for (name, value) in &tags {
            let value = value.replace(['\n', '\r'], " ").replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(text, "[{name} \"{value}\"]").expect("writing to a String does not fail");
        }
        text.push('\n');
        let mut column = 0;
        for word in self.words(style) {
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
        for word in self.words(style.into()) {
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

    /// The words after the tags. A comment that ends its line ends with a line feed.
    fn words(&self, style: MoveStyle) -> Vec<String> {
        let mut words: Vec<String> = self.comments.iter().map(|text| comment(text)).collect();
        let mut lost = self.start.map(|start| start.lost).unwrap_or_default();
        let first = self.first_index();
        let number = |i: usize| match i % 2 {
            0 => format!("{}.", i / 2 + 1),
            _ => format!("{}…", i / 2 + 1),
        };
        for (i, recorded) in (first..).zip(&self.moves) {
            let turn = if i % 2 == 0 { Color::Black } else { Color::White };
            if recorded.push.is_ejection {
                lost = lost.plus_one(!turn).unwrap_or(lost);
            }
            let step = style.write(recorded.step, recorded.push, Some(lost));
            let has_number = i % 2 == 0 || i == first;
            words.push(if has_number { number(i) + &step } else { step });
            words.extend(recorded.comments.iter().map(|text| comment(text)));
        }
        if !self.rest.is_empty() {
            // The number keeps a word that begins with `[` from being read as a tag.
            words.push(number(first + self.moves.len()) + &self.rest);
        }
        words.extend(self.result.clone());
        words
    }
}

/// A comment between braces, or after `;` with its line feed if it has a closing brace.
pub(super) fn comment(text: &str) -> String {
    if text.contains('}') {
        format!(";{}\n", text.replace('\n', " "))
    } else {
        format!("{{{text}}}")
    }
}
