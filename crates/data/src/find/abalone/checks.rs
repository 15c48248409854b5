//! Checks of all problems and games of Abalone.

use super::stored_text::{read_game, read_problem};
use crate::abalone::{Game, GameRecord};
use crate::extract::abalone::StoredGame;
use crate::store::{GameFilter, Store, StoreError, StoredAbaloneGame};
use crate::{Color, Diagnostic, Disposition, Fault, Rule};

/// Checks the problems and then the games of a database, in the order of import, and calls `visit`
/// with each fault. Messages name the number of the move, its text and the code of the error.
///
/// Besides the faults of the texts, a check finds results that contradict the board, and positions
/// that stand again. With `has_texts` false, only these two: an import has reported the others.
///
/// # Errors
/// When the database cannot be read; those of `visit`.
pub fn check_abalone<E: From<StoreError>>(
    store: &Store,
    has_texts: bool,
    mut visit: impl FnMut(Diagnostic) -> Result<(), E>,
) -> Result<(), E> {
    if has_texts {
        for problem in store.abalone_problems()? {
            let (source, number, offset) = (&problem.source, problem.number, problem.offset);
            for fault in read_problem(store, &problem)?.faults {
                visit(fault.locate(source, number, offset, Disposition::Kept))?;
            }
        }
    }
    let mut games: Vec<StoredAbaloneGame> = Vec::new();
    store.for_each_abalone_game(&GameFilter::default(), |game| games.push(game))?;
    for game in games {
        let StoredGame { record, faults } = read_game(store, &game)?;
        let faults = if has_texts { faults } else { Vec::new() };
        for fault in faults.into_iter().chain(check_result(&record)).chain(find_repetition(&record))
        {
            visit(fault.locate(&game.source, game.number, game.offset, Disposition::Kept))?;
        }
    }
    Ok(())
}

/// Says that the result names another winner than the side that took six marbles.
fn check_result(record: &GameRecord) -> Option<Fault> {
    let winner = record.last_position()?.winner()?;
    let result = record.result.as_deref().or_else(|| record.tag("Result"))?;
    let (name, lost, expected) = match winner {
        Color::Black => ("Black", "White", "0-1"),
        Color::White => ("White", "Black", "1-0"),
    };
    let is_decided = matches!(result, "1-0" | "0-1" | "1/2-1/2");
    (is_decided && result != expected).then(|| Fault {
        rule: Rule::GameFact,
        offset: 0,
        message: format!(
            "the result is {result}, but {lost} has lost six marbles: {name} has won, which is \
             {expected}"
        ),
    })
}

/// Reports the first position of a game that stands again, and how many do.
fn find_repetition(record: &GameRecord) -> Option<Fault> {
    let mut game = Game::new(record.start?);
    let mut positions = vec![*game.position()];
    let mut found: Option<(usize, usize)> = None;
    let mut repetitions = 0_u32;
    for recorded in &record.moves {
        let ply = game.play(recorded.step).ok()?;
        if ply.occurrence > 1 {
            repetitions += 1;
            if found.is_none() {
                let now = game.position();
                let is_same = |before: &crate::abalone::Position| {
                    (before.board, before.turn) == (now.board, now.turn)
                };
                let first = positions.iter().position(is_same)?;
                found = Some((first, positions.len()));
            }
        }
        positions.push(*game.position());
    }
    let (first, again) = found?;
    let all = match repetitions {
        1 => String::new(),
        more => format!("; {more} moves of the game lead to a position that has stood before"),
    };
    Some(Fault {
        rule: Rule::Repetition,
        offset: 0,
        message: format!("move {again} leads to the position after move {first} again{all}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abalone::{Board, Position};

    fn record(text: &str) -> GameRecord {
        GameRecord::read_all(text, Position::start(Board::STANDARD)).remove(0).record
    }

    #[test]
    fn results_are_compared_with_the_board() {
        let game = |result: &str| {
            record(&format!(
                "[Result \"*\"]\n[Position \"5/6/7/8/wbb6/8/7/6/5-0b5w b\"]\n1.e3e2 {result}"
            ))
        };
        let message =
            "the result is 1-0, but White has lost six marbles: Black has won, which is 0-1";
        assert_eq!(check_result(&game("1-0")).unwrap().message, message);
        assert!(check_result(&game("1/2-1/2")).is_some());
        assert_eq!(check_result(&game("0-1")), None);
        assert_eq!(check_result(&game("*")), None);
        assert_eq!(check_result(&record("1.a1b2 1-0")), None, "the game goes on");
    }

    #[test]
    fn repetitions_are_counted() {
        let again = "1.c3d4 g5f5 2.d4c3 f5g5";
        let message = |text: &str| find_repetition(&record(text)).map(|fault| fault.message);
        let first = "move 4 leads to the position after move 0 again";
        assert_eq!(message(again).as_deref(), Some(first));
        let twice = format!("{again} 3.c3d4");
        let all = "; 2 moves of the game lead to a position that has stood before";
        assert_eq!(message(&twice), Some(format!("{first}{all}")));
        assert_eq!(message("1.c3d4 g5f5 2.d4c3"), None);
    }
}
