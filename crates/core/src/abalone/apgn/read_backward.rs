//! The reader of games whose last position is known.

use super::{GameFault, GameFaultCause, GameRecord, RecordedMove};
use crate::abalone::movetext::{WordKind, words};
use crate::abalone::rules::Position;

impl GameRecord {
    /// Reads a game from its last position back to its start. The moves are written in extended
    /// Nacre with its marks, as [`Position::undo`] needs them, and in the order of play.
    ///
    /// # Errors
    /// The first fault from the end: a move that does not lead to the position after it, a tag that
    /// is none, or a comment without an end.
    ///
    /// ```
    /// # use gtn_db_core as gtn_db;
    /// use gtn_db::abalone::{Board, GameRecord, Notation, Position};
    ///
    /// let start = Position::start(Board::BELGIAN_DAISY);
    /// let game = "1.A1D4 I5F5 2.A2C4 I6G6 3.C2C7> G4G9>";
    /// let last = GameRecord::read_all(game, start)[0].record.last_position().unwrap();
    /// let record = GameRecord::read_backward(game, last).unwrap();
    /// assert_eq!(record.start, Some(start));
    /// assert_eq!(record.to_linear(Notation::AbaPro), "1.a1b2 i5h5 2.a2b3 i6h6 3.c2c3 g4g5");
    /// ```
    pub fn read_backward(text: &str, last: Position) -> Result<GameRecord, GameFault> {
        let (mut tags, mut before_moves, mut result) = (Vec::new(), Vec::new(), None);
        let mut tokens: Vec<(usize, String, Vec<String>)> = Vec::new();
        for word in words(text) {
            let fault = |cause| Err(GameFault { line: word.line, place: None, cause });
            match word.kind {
                WordKind::Tag(name, value) => tags.push((name, value)),
                WordKind::SpoiledTag(tag) => return fault(GameFaultCause::SpoiledTag(tag)),
                WordKind::OpenComment(_) => return fault(GameFaultCause::OpenComment),
                WordKind::Comment(comment) => match tokens.last_mut() {
                    Some((_, _, comments)) => comments.push(comment),
                    None => before_moves.push(comment),
                },
                WordKind::Result(text) => result = Some(text),
                WordKind::Move(token) => tokens.push((word.line, token, Vec::new())),
            }
        }
        let mut position = last;
        let mut moves = Vec::new();
        for (i, (line, token, comments)) in tokens.into_iter().enumerate().rev() {
            match position.undo(&token) {
                Ok(step) => {
                    let push = position.check(step).expect("only legal moves are undone");
                    moves.push(RecordedMove { step, push, comments });
                }
                Err(error) => {
                    let place = Some((i + 1, token));
                    return Err(GameFault { line, place, cause: GameFaultCause::Move(error) });
                }
            }
        }
        moves.reverse();
        let (start, comments, rest) = (Some(position), before_moves, String::new());
        Ok(GameRecord { tags, start, comments, moves, rest, result })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Color;
    use crate::abalone::{Board, Lost, Notation, Setup};
    use proptest::prelude::*;

    /// A game of random moves from the Belgian daisy.
    fn game(choices: &[prop::sample::Index]) -> GameRecord {
        let start = Position::start(Board::BELGIAN_DAISY);
        let mut record = GameRecord::read_backward("", start).unwrap();
        let mut position = start;
        for choice in choices {
            let legal: Vec<_> = position.legal_moves().collect();
            if legal.is_empty() {
                break;
            }
            let step = *choice.get(&legal);
            let push = position.play(step).unwrap();
            record.moves.push(RecordedMove { step, push, comments: Vec::new() });
        }
        record
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn games_are_read_from_both_ends(choices in prop::collection::vec(any::<prop::sample::Index>(), 0..150)) {
            let record = game(&choices);
            let text = record.to_linear(Notation::ExtendedNacre);
            let last = record.last_position().unwrap();
            prop_assert_eq!(GameRecord::read_backward(&text, last), Ok(record));
        }

        #[test]
        fn no_text_panics(text in "[-a-iA-I1-9>() .{};\\[\"x]{0,40}") {
            let _ = GameRecord::read_backward(&text, Position::start(Board::STANDARD));
        }
    }

    #[test]
    fn faults_are_named_from_the_end() {
        let last = Position { turn: Color::White, ..Position::start(Board::STANDARD) };
        let read = |text: &str| GameRecord::read_backward(text, last).unwrap_err().to_string();
        let no_move = "no-legal-move: no legal move is written so";
        assert_eq!(read("1.A1A2\nI9I8 2.C3C2"), format!("line 2: move 3, `C3C2`: {no_move}"));
        assert_eq!(read("{ C3C2"), "line 1: a comment has no end");
        assert_eq!(read("[Event\n"), "line 1: `[Event` is not a tag such as [Event \"…\"]");
    }

    #[test]
    fn a_marble_that_went_off_the_board_comes_back() {
        let setup: Setup = "0i7i8_0i9a1".parse().unwrap();
        let before = Position::start(setup.board);
        let mut last = before;
        last.play(last.read_move("I7I9>(1-0)", None).unwrap().step).unwrap();
        let record = GameRecord::read_backward("1.I7I9>(1-0) {out} 1-0", last).unwrap();
        assert_eq!(record.start, Some(before));
        assert_eq!(
            (&*record.moves[0].comments, record.result.as_deref()),
            (&["out".to_owned()][..], Some("1-0"))
        );
        let lost = Lost::default();
        assert!(GameRecord::read_backward("1.I7I9>(1-0)", Position { lost, ..last }).is_err());
    }
}
