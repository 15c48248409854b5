//! Reads stored texts of problems and games again: what their rows do not say.

use super::game::{fault_without_line, read_only_game, without_begin};
use super::puzzle::Puzzle;
use crate::Fault;
use crate::abalone::{Board, GameRecord, Setup};
use crate::model::AbaloneForm;

/// A problem as its text has it.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::extract::abalone::ProblemText;
/// use gtn_db::model::AbaloneForm;
///
/// let text = ProblemText::read(AbaloneForm::Kaawa, "5a12b12_4h89i89").unwrap();
/// assert_eq!((text.setup.turn, text.comments.len(), text.puzzle), (None, 0, None));
/// assert!(ProblemText::read(AbaloneForm::Kaawa, "no position").is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProblemText {
    /// The position in the orientation and the colors of the source.
    pub setup: Setup,
    /// The comments of an APGN.
    pub comments: Vec<String>,
    /// The goal and the solution of a puzzle.
    pub puzzle: Option<Puzzle>,
    /// The faults of the text. Their offsets are from its first byte.
    pub faults: Vec<Fault>,
}

impl ProblemText {
    /// Reads the stored text of a problem.
    ///
    /// # Errors
    /// If the text has no position, which no import stores: the cause.
    pub fn read(form: AbaloneForm, text: &str) -> Result<ProblemText, String> {
        let plain =
            |setup| ProblemText { setup, comments: Vec::new(), puzzle: None, faults: Vec::new() };
        match form {
            AbaloneForm::Apgn | AbaloneForm::Linear => {
                let StoredGame { record, faults } = StoredGame::read(text, Board::STANDARD.into())?;
                let start = record.start.filter(|_| record.tag("Position").is_some());
                let start = start.ok_or("the APGN has no position")?;
                Ok(ProblemText { comments: record.comments, faults, ..plain(start.into()) })
            }
            AbaloneForm::KaawaPuzzle => {
                let (puzzle, faults) = Puzzle::read(text).map_err(|fault| fault.message)?;
                Ok(ProblemText { faults, puzzle: Some(puzzle.clone()), ..plain(puzzle.setup) })
            }
            AbaloneForm::Iatn | AbaloneForm::Kaawa | AbaloneForm::Ao | AbaloneForm::Fen => {
                text.parse().map(plain).map_err(|error| format!("{error}"))
            }
        }
    }
}

/// A game as its text has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// The tags, the moves and the comments.
    pub record: GameRecord,
    /// The faults of the text. Their messages name moves and no lines.
    pub faults: Vec<Fault>,
}

impl StoredGame {
    /// Reads the stored text of a game, which begins with `start` where no tag names a start.
    ///
    /// # Errors
    /// If the text has no game, which no import stores: the cause.
    pub fn read(text: &str, start: Setup) -> Result<StoredGame, String> {
        let game = read_only_game(text, start.to_position())?;
        let faults = without_begin(&game).map(fault_without_line).collect();
        Ok(StoredGame { record: game.record, faults })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Color;
    use crate::Rule;

    const TAGS: &str = "[Event \"Cup\"]\n[Site \"?\"]\n[Date \"?\"]\n[Round \"?\"]\n\
        [White \"W\"]\n[Black \"B\"]\n[Result \"0-1\"]\n";

    #[test]
    fn every_form_of_a_problem_is_read_again() {
        let position = "[Position \"5/6/7/8/wbb6/8/7/6/5-0b5w w\"]";
        let apgn = format!("{TAGS}{position}\n{{0y. $E1}} *");
        for (form, text, turn) in [
            (AbaloneForm::Kaawa, "0e23_5e1", None),
            (AbaloneForm::Ao, "0e2e3,5e1", None),
            (AbaloneForm::Apgn, &apgn, Some(Color::White)),
            (
                AbaloneForm::KaawaPuzzle,
                r#"{"PZL_name":"xtr1x","pos":"0e23_5e1"}"#,
                Some(Color::Black),
            ),
        ] {
            let read = ProblemText::read(form, text).unwrap();
            assert_eq!((read.setup.to_kaawa(), read.setup.turn), ("0e23_5e1".to_owned(), turn));
            assert_eq!(read.puzzle.is_some(), form == AbaloneForm::KaawaPuzzle);
            assert_eq!(read.comments.len(), usize::from(form == AbaloneForm::Apgn));
            assert!(ProblemText::read(form, "x").is_err(), "{form:?}");
        }
    }

    #[test]
    fn faults_of_games_name_the_move() {
        let text = format!("{TAGS}[Variant \"Standard\"]\n1.a1b2 e5e6 0-1");
        let game = StoredGame::read(&text, Board::STANDARD.into()).unwrap();
        assert_eq!(game.record.moves.len(), 1);
        let [fault] = &*game.faults else { panic!("{:?}", game.faults) };
        assert_eq!(fault.rule, Rule::MoveIllegal);
        assert!(fault.message.starts_with("move 2, `e5e6`: empty: "), "{}", fault.message);
        assert!(StoredGame::read("", Board::STANDARD.into()).is_err());
    }
}
