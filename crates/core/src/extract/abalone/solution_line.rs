//! The solution of a KAAWA puzzle: lines of moves with `|` between them.
//!
//! | form | example |
//! |---|---|
//! | numbered | `1.e6c6/b6a5 2.d5d7/d8e9 3.d7b5`: after the number the move of the side that is to win, after `/` that of the other side, which may be missing |
//! | alternating | `e6c6 b6a5 d5d7`, also with numbers as in `1.e6c6 b6a5 2.d5d7`: the moves in their order |
//!
//! Black is always to move first. If White is to win, the move after `/` is the one before White's.

use std::fmt;

use thiserror::Error;

use crate::Color;
use crate::abalone::{GameRecord, Position, ReadMoveError, RecordedMove};

/// A line of a solution, replayed from the position of its puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolutionLine {
    /// The legal moves from the position of the puzzle on; in `rest` the words after them.
    pub record: GameRecord,
    /// Why the moves end before the line does.
    pub fault: Option<SolutionLineFault>,
}

/// Why a line is not replayed to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolutionLineFault {
    /// The number of the line in the solution, from 1.
    pub line: usize,
    /// The number of the move in the line, from 1; both sides count.
    pub ply: usize,
    /// The text of the move, or of the one after it if it is missing.
    pub token: String,
    /// The cause.
    pub cause: SolutionLineCause,
}

/// Why a move of a line is not replayed. Each cause has a [`code`](Self::code).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SolutionLineCause {
    /// A move of one side is not given. Solutions are often published so; the line is no fault of
    /// its file.
    #[error("the move before it is not given")]
    MissingMove,
    /// The text is no legal move.
    #[error(transparent)]
    Move(#[from] ReadMoveError),
}

impl SolutionLineCause {
    /// The code in messages and JSON, such as `pac` or `missing-move`. It never changes.
    pub const fn code(self) -> &'static str {
        match self {
            SolutionLineCause::MissingMove => "missing-move",
            SolutionLineCause::Move(error) => error.code(),
        }
    }
}

/// `line 1, move 3, e5e6: pac: …`
impl fmt::Display for SolutionLineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SolutionLineFault { line, ply, token, cause } = self;
        let code = cause.code();
        write!(f, "line {line}, move {ply}, `{}`: {code}: {cause}", token.escape_debug())
    }
}

impl SolutionLine {
    /// Reads the lines of a solution from a position on. Lines without a word are left out. An
    /// unknown winner counts as the side to move.
    pub(super) fn read_all(
        solution: &str,
        position: Position,
        winner: Option<Color>,
    ) -> Vec<SolutionLine> {
        let is_second_to_win = winner.is_some_and(|winner| winner != position.turn);
        let lines = solution.split('|').filter(|line| !line.trim().is_empty());
        let lines = lines.zip(1..).map(|(line, number)| {
            replay(&moves_in_order(line, is_second_to_win), position, number)
        });
        lines.collect()
    }
}

/// The number of a turn, which may have a blank after it, and the rest of a word.
fn split_number(word: &str) -> (bool, &str) {
    let rest = word.trim_start_matches(|char: char| char.is_ascii_digit());
    match rest.strip_prefix('.') {
        Some(rest) if rest.len() + 1 < word.len() => (true, rest),
        _ => (false, word),
    }
}

/// The moves of a line in the order of play, the first of the side to move. `None` stands for a
/// move that is not given.
fn moves_in_order(line: &str, is_second_to_win: bool) -> Vec<Option<&str>> {
    let mut words = Vec::new(); // each with whether a number is before it
    let mut has_number = false;
    for word in line.split_whitespace() {
        let (is_numbered, word) = split_number(word);
        has_number |= is_numbered;
        if !word.is_empty() {
            words.push((has_number, word));
            has_number = false;
        }
    }
    let mut moves: Vec<Option<&str>> = Vec::new();
    for (i, &(has_number, word)) in words.iter().enumerate() {
        let is_pair = word.contains('/');
        if (has_number || is_pair) && moves.len() % 2 == 1 {
            moves.push(None);
        }
        let has_reply = words.get(i + 1).is_some_and(|next| !next.0 && !next.1.contains('/'));
        if let Some((winner, other)) = word.split_once('/') {
            let pair = if is_second_to_win { [other, winner] } else { [winner, other] };
            moves.extend(pair.map(|token| Some(token).filter(|token| !token.is_empty())));
        } else if has_number && is_second_to_win && !has_reply {
            moves.extend([None, Some(word)]);
        } else {
            moves.push(Some(word));
        }
    }
    let length = moves.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
    moves.truncate(length);
    moves
}

/// Makes the moves up to the first one that is not given or not legal.
fn replay(moves: &[Option<&str>], start: Position, line: usize) -> SolutionLine {
    let mut record = GameRecord {
        tags: Vec::new(),
        start: Some(start),
        comments: Vec::new(),
        moves: Vec::new(),
        rest: String::new(),
        result: None,
    };
    let mut position = start;
    for (i, token) in moves.iter().enumerate() {
        let cause = match token.map(|token| position.read_move(token, None)) {
            Some(Ok(read)) => {
                let push = position.play(read.step).expect("the reader returns legal moves");
                record.moves.push(RecordedMove { step: read.step, push, comments: Vec::new() });
                continue;
            }
            Some(Err(error)) => SolutionLineCause::Move(error),
            None => SolutionLineCause::MissingMove,
        };
        let mut given = moves[i..].iter().flatten();
        let token = given.next().expect("the last move is given");
        let rest: Vec<&str> = moves[i..].iter().map(|token| token.unwrap_or("…")).collect();
        record.rest = rest.join(" ");
        let (ply, token) = (i + 1, (*token).to_owned());
        return SolutionLine { record, fault: Some(SolutionLineFault { line, ply, token, cause }) };
    }
    SolutionLine { record, fault: None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abalone::{Board, Notation};

    fn read(solution: &str, winner: Color) -> Vec<(String, Option<String>)> {
        let start = Position::start(Board::BELGIAN_DAISY);
        let lines = SolutionLine::read_all(solution, start, Some(winner)).into_iter();
        let lines = lines.map(|line| {
            let fault = line.fault.map(|fault| fault.to_string());
            (line.record.to_linear(Notation::Nacre), fault)
        });
        lines.collect()
    }

    #[test]
    fn all_ways_to_write_the_same_moves() {
        let expected = [("1.a1d4 i5f5 2.a2c4".to_owned(), None)];
        for text in [
            "a1d4 i5f5 a2c4",
            "1.a1d4/i5f5 2.a2c4",
            "1. A1D4/I5F5 2. A2C4/",
            "1.a1d4 i5f5 2.a2c4",
            " | 1.a1d4 i5f5 2. a2c4 ||",
        ] {
            assert_eq!(read(text, Color::Black), expected, "{text}");
        }
        let expected = [("1.a1d4 i5f5 2.a2c4 i6g6".to_owned(), None)];
        for text in ["a1d4 i5f5 a2c4 i6g6", "1.i5f5/a1d4 2.i6g6/a2c4", "1.a1d4 i5f5 2.a2c4 i6g6"] {
            assert_eq!(read(text, Color::White), expected, "{text}");
        }
        assert_eq!(read("a1d4|1.a2c4", Color::Black).len(), 2);
        assert_eq!(read(" |", Color::Black), []);
    }

    #[test]
    fn lines_end_before_a_move_that_is_not_given() {
        let line = |text: &str, winner| read(text, winner).remove(0);
        let (text, fault) = line("1.a1d4 2.a2c4 3.b1d3", Color::Black);
        assert_eq!(text, "1.a1d4 1…… a2c4 … b1d3");
        let cause = "missing-move: the move before it is not given";
        assert_eq!(fault.unwrap(), format!("line 1, move 2, `a2c4`: {cause}"));
        let (_, fault) = line("1.i5f5", Color::White);
        assert_eq!(fault.unwrap(), format!("line 1, move 1, `i5f5`: {cause}"));
    }

    #[test]
    fn illegal_moves_are_named_with_token_and_code() {
        for (text, message) in [
            (
                "a1d4 a2c4",
                "line 1, move 2, `a2c4`: not-yours: the marble on a2 is not of the side to move",
            ),
            (
                "a1d4|1.a1d4/i5e4 2.a2c4",
                "line 2, move 2, `i5e4`: no-legal-move: no legal move is written so",
            ),
            ("a1x9", "line 1, move 1, `a1x9`: no-such-cell: x9 is not a cell"),
            (
                "1.a1d4/i5f5/x",
                "line 1, move 2, `i5f5/x`: not-a-move: a move is two or three cells, such as a1b2 or e6e8f6",
            ),
            (
                "\u{1b}[2J",
                "line 1, move 1, `\\u{1b}[2J`: not-a-move: a move is two or three cells, such as a1b2 or e6e8f6",
            ),
        ] {
            let faults: Vec<String> =
                read(text, Color::Black).into_iter().filter_map(|line| line.1).collect();
            assert_eq!(faults, [message], "{text}");
        }
    }
}
