//! Games, and problems without moves, from APGN and linear texts.

use crate::PositionKey;
use crate::abalone::{
    GameFault, GameFaultCause, GameRecord, Position, ReadGame, ReadMoveError, ReplayedVariation,
    Setup,
};
use crate::model::{AbaloneForm, AbaloneGame, AbaloneGameInfo, AbaloneProblem, Winner};
use crate::{Color, Fault, Rule};

/// What one game of a text gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Extracted {
    /// A position that a tag `Position` has, without moves.
    Problem(Box<AbaloneProblem>),
    /// A game, up to its first faulty move.
    Game(Box<AbaloneGame>),
    /// Nothing, because the position before the first move has a fault.
    Nothing,
}

/// Extracts a problem or game from a game that was read from `text` as number
/// `number`, from 1. Offsets of the faults are from the first byte of the game.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::abalone::{Board, GameRecord, Position};
/// use gtn_db::extract::abalone::{Extracted, extract_game};
///
/// let text = "1.a1b2 i5h5 2.a2b3 1-0";
/// let games = GameRecord::read_all(text, Position::start(Board::BELGIAN_DAISY));
/// let (extracted, faults) = extract_game(text, &games[0], 1);
/// let Extracted::Game(game) = extracted else { panic!("it has moves") };
/// assert_eq!((game.keys.len(), game.moves.len(), faults.len()), (4, 6, 0));
/// ```
pub fn extract_game(text: &str, read: &ReadGame, number: u32) -> (Extracted, Vec<Fault>) {
    let faults = read.faults.iter().map(fault).collect();
    (extract(text, read, number), faults)
}

/// Reads the stored text of a game, which begins with `start` where the text names no start, and has
/// a stored result: the sense of a result may depend on the other games of its source.
///
/// # Errors
/// If the text is empty.
pub(super) fn read_stored(
    text: &str,
    start: Position,
    result: Option<&str>,
) -> Result<ReadGame, &'static str> {
    let mut game = GameRecord::read_one(text, start).ok_or("there is no game")?;
    if result.is_some() && self::result(&game.record).as_deref() != result {
        game.record.swap_results();
    }
    game.check_tags();
    Ok(game)
}

/// Whether a game is a problem: a position without moves.
fn is_problem(record: &GameRecord) -> bool {
    let has_moves =
        !(record.moves.is_empty() && record.rest.is_empty() && record.variations.is_empty());
    record.tag("Position").is_some() && !has_moves
}

fn extract(text: &str, read: &ReadGame, number: u32) -> Extracted {
    let ReadGame { record, span, .. } = read;
    let Some(start) = record.start else { return Extracted::Nothing };
    let source_text = text[span.clone()].to_owned();
    let offset = span.start as u64;
    let setup = Setup::from(start);
    if is_problem(record) {
        let mut problem =
            AbaloneProblem::new(setup, AbaloneForm::Apgn, number, offset, source_text);
        problem.name = value(record, "Event");
        return Extracted::Problem(Box::new(problem));
    }
    let form = if read.has_tags { AbaloneForm::Apgn } else { AbaloneForm::Linear };
    let positions = record.positions();
    let keys = keys(&positions, &record.replay_variations(&positions));
    Extracted::Game(Box::new(AbaloneGame {
        number,
        offset,
        form,
        info: game_info(record),
        start: setup,
        moves: move_codes(record).collect(),
        keys,
        source_text,
    }))
}

/// The moves of a game as they are stored.
pub(super) fn move_codes(record: &GameRecord) -> impl Iterator<Item = u8> {
    record.moves.iter().flat_map(|recorded| recorded.step.code().to_le_bytes())
}

/// The keys of all positions of a game, in the order of [`AbaloneGame::keys`].
pub(super) fn keys(positions: &[Position], variations: &[ReplayedVariation]) -> Vec<PositionKey> {
    let further = variations.iter().flat_map(|variation| &variation.positions);
    positions.iter().chain(further).map(|position| position.board.canonicalize().key()).collect()
}

/// The value of a tag; `None` for `?`, which stands for an unknown value.
fn value(record: &GameRecord, name: &str) -> Option<String> {
    let value = record.tag(name)?.trim();
    let is_known = value.chars().any(|char| !matches!(char, '?' | '.' | ' '));
    is_known.then(|| value.to_owned())
}

/// The result after the moves, or that of the tag.
fn result(record: &GameRecord) -> Option<String> {
    record.result.clone().or_else(|| value(record, "Result"))
}

/// What the tags say, and who won.
fn game_info(record: &GameRecord) -> AbaloneGameInfo {
    let date = value(record, "Date");
    let winner = match record.winner() {
        Some(Color::Black) => Winner::Black,
        Some(Color::White) => Winner::White,
        None if record.agreed_result() == Some("1/2-1/2") => Winner::Draw,
        None => Winner::Unknown,
    };
    AbaloneGameInfo {
        black: value(record, "Black"),
        white: value(record, "White"),
        event: value(record, "Event"),
        site: value(record, "Site"),
        round: value(record, "Round"),
        year: date.as_deref().and_then(crate::extract::game_info::year),
        date,
        result: result(record),
        winner,
    }
}

/// The rule that a fault breaks, with its message, which names the line.
fn fault(fault: &GameFault) -> Fault {
    Fault { rule: rule(&fault.cause), offset: 0, message: fault.to_string() }
}

/// The rule that a fault breaks, with a message that names the move and not the
/// line: in a stored game, lines count from the first one of the game.
pub(super) fn fault_without_line(fault: &GameFault) -> Fault {
    let message = match &fault.place {
        Some((ply, token)) => {
            format!("move {ply}, `{}`: {}", token.escape_debug(), fault.cause)
        }
        None => fault.cause.to_string(),
    };
    Fault { rule: rule(&fault.cause), offset: 0, message }
}

fn rule(cause: &GameFaultCause) -> Rule {
    use GameFaultCause::{
        Board, EitherSense, InverseCount, MissingTag, Move, OpenComment, OtherNotation,
        Parenthesis, Position, RepeatedTag, Results, SpoiledTag, UnknownNotation, UnknownResult,
        UnknownStart, WhiteBegins, WrongMarks,
    };
    match cause {
        SpoiledTag(_) | OpenComment | Parenthesis => Rule::Syntax,
        RepeatedTag(_) => Rule::LeftOut,
        Position(_) | UnknownStart(_) => Rule::NoPosition,
        WhiteBegins => Rule::MoveTurn,
        Move(ReadMoveError::NotAMove) => Rule::Syntax,
        Move(_) => Rule::MoveIllegal,
        MissingTag(_)
        | OtherNotation(_)
        | UnknownNotation(_)
        | WrongMarks
        | Results { .. }
        | UnknownResult(_)
        | EitherSense
        | Board { .. }
        | InverseCount => Rule::GameFact,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abalone::{Board, Lost, Move};
    use crate::model::Turn;

    const TAGS: &str = "[Event \"Cup\"]\n[Date \"2014.03.??\"]\n[Black \"B\"]\n[White \"W\"]\n\
        [Variant \"belgian\"]\n[Result \"0-1\"]\n[Notation \"Aba-Pro\"]\n[Site \"?\"]\n";

    fn read(text: &str) -> Vec<(Extracted, Vec<Fault>)> {
        let games = GameRecord::read_all(text, Position::start(Board::STANDARD));
        (1..).zip(&games).map(|(number, game)| extract_game(text, game, number)).collect()
    }

    #[test]
    fn a_game_has_a_key_for_every_position() {
        let text = format!("\n{TAGS}\n1.a1b2 i5h5 0-1\n\n{TAGS}\n1.a1b2 e5e9 0-1\n");
        let [(Extracted::Game(first), none), (Extracted::Game(second), faults)] = &read(&text)[..]
        else {
            panic!()
        };
        assert_eq!(none, &[]);
        let mut position = Position::start(Board::BELGIAN_DAISY);
        assert_eq!(first.keys[0], position.board.canonicalize().key());
        for (code, key) in first.moves.chunks_exact(2).zip(&first.keys[1..]) {
            let code = u16::from_le_bytes([code[0], code[1]]);
            position.play(Move::from_code(code).unwrap()).unwrap();
            assert_eq!(*key, position.board.canonicalize().key());
        }
        let info = &first.info;
        assert_eq!((info.event.as_deref(), info.site.as_deref()), (Some("Cup"), None));
        assert_eq!((info.year, info.winner), (Some(2014), Winner::White));
        assert_eq!(first.start.to_iatn(), format!("{} X 0-0", Board::BELGIAN_DAISY));
        assert!(first.source_text.starts_with("[Event") && first.source_text.ends_with("0-1"));
        assert_eq!(second.offset as usize, text.rfind("[Event").unwrap());
        // Everything before the faulty move is kept.
        assert_eq!((second.keys.len(), second.moves.len()), (2, 2));
        let message = "line 22: move 2, `e5e9`: empty: ";
        assert!(faults[0].message.starts_with(message), "{}", faults[0].message);
    }

    /// So the import has status 0.
    #[test]
    fn a_game_without_a_required_tag_is_whole() {
        let tags = TAGS.replace("[Event \"Cup\"]\n", "[Date \"2015\"]\n");
        let [(Extracted::Game(game), faults)] = &read(&format!("{tags}\n1.a1b2 i5h5 0-1"))[..]
        else {
            panic!()
        };
        assert_eq!((game.moves.len(), game.info.year), (4, Some(2015)));
        let rules: Vec<Rule> = faults.iter().map(|fault| fault.rule).collect();
        assert_eq!(rules, [Rule::LeftOut, Rule::GameFact]);
    }

    #[test]
    fn a_position_without_moves_is_a_problem() {
        let position = "[Position \"ww3/www3/2www2/8/9/8/2bbb2/3bbb/3bb-5b4w w\"]\n";
        let text = format!("{TAGS}{position}\n*\n\n{TAGS}{position}\na1b2 *\n{TAGS}\n*");
        let found = read(&text);
        let Extracted::Problem(problem) = &found[0].0 else { panic!() };
        let [fault] = &*found[0].1 else { panic!("White may be to move in a problem") };
        assert!(fault.message.contains("the tag Result"), "{}", fault.message);
        assert_eq!((problem.name.as_deref(), problem.form), (Some("Cup"), AbaloneForm::Apgn));
        assert_eq!(problem.lost, Lost::new(4, 5), "the operation swaps the colors");
        assert_ne!(problem.turn, Turn::Unknown);
        assert!(
            found[0].1.iter().all(|fault| fault.rule != Rule::MoveTurn),
            "White may be to move in a problem"
        );
        assert!(matches!(found[1].0, Extracted::Game(_)), "a faulty move is a move");
        assert!(matches!(found[2].0, Extracted::Game(_)), "no position of its own");
        let bad = format!("{TAGS}[Position \"x\"]\na1b2 *");
        let (nothing, faults) = &read(&bad)[0];
        assert_eq!((nothing, faults[0].rule), (&Extracted::Nothing, Rule::NoPosition));
    }

    #[test]
    fn the_board_decides_who_won() {
        // Two black marbles push the last white one off the board.
        let start = "[Position \"5/6/7/8/6wbb/8/7/6/5-0b5w b\"]\n";
        let found = read(&format!("{TAGS}{start}\n1.e9e8 0-1"));
        let Extracted::Game(game) = &found[0].0 else { panic!("{found:?}") };
        assert_eq!(game.info.winner, Winner::White, "the game goes on");
        let start = "[Position \"5/6/7/8/wbb6/8/7/6/5-0b5w b\"]\n";
        let found = read(&format!("{TAGS}{start}\n1.e3e2 0-1"));
        let Extracted::Game(game) = &found[0].0 else { panic!("{found:?}") };
        assert_eq!(game.info.winner, Winner::Black);
    }
}
