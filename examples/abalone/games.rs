//! Games of Abalone between made-up players, who move at random.
//!
//! The archive has as many games and moves as the public archive of tournament games. The same seed
//! gives the same games.

use std::cmp::Ordering;

use gtn_db::Color;
use gtn_db::abalone::{Board, Cell, GameRecord, Move, Notation, Position, RecordedMove};

use super::random::Random;

/// The number of games of the archive.
pub const GAMES: usize = 2_589;
/// The number of moves of all games of the archive.
pub const MOVES: usize = 262_032;
/// The most moves by which the length of a game differs from the average.
const SPREAD: usize = 60;

const PLAYERS: [&str; 24] = [
    "Alba", "Bertil", "Chiara", "Dario", "Edda", "Falk", "Greta", "Hugo", "Ines", "Jarno", "Kaja",
    "Luca", "Mira", "Nils", "Oda", "Pablo", "Quinn", "Rosa", "Sven", "Tilda", "Ugo", "Vera", "Wim",
    "Yara",
];
const EVENTS: [&str; 6] =
    ["Spring Cup", "Autumn Cup", "Ladder", "Team League", "Correspondence", "Friendly"];

/// What the tags of a game say, apart from its result.
#[derive(Clone, Debug)]
pub struct Header {
    pub event: String,
    pub date: String,
    pub round: usize,
    pub white: String,
    pub black: String,
    pub variant: &'static str,
    pub notation: Notation,
}

/// All games of the archive: from the Belgian daisy, in Aba-Pro.
///
/// # Panics
/// When the last game ends before the number of moves is reached, which depends on the seed.
pub fn archive(seed: u64) -> impl Iterator<Item = GameRecord> {
    let mut random = Random::new(seed);
    let mut moves_left = MOVES;
    (0..GAMES).map(move |index| {
        let games_left = GAMES - index;
        let spread = SPREAD.min(games_left - 1);
        let most = moves_left / games_left + spread - random.below(2 * spread as u64 + 1) as usize;
        let [black, white] = two_of(&PLAYERS, &mut random);
        let year = 2004 + index * 20 / GAMES;
        let header = Header {
            event: format!("{} {year}", random.pick(&EVENTS)),
            date: format!("{year}.{:02}.{:02}", 1 + random.below(12), 1 + random.below(28)),
            round: 1 + random.below(7) as usize,
            white: white.to_owned(),
            black: black.to_owned(),
            variant: "Belgian Daisy",
            notation: Notation::AbaPro,
        };
        let strengths = [2 + random.below(8), 2 + random.below(8)];
        let start = Position::start(Board::BELGIAN_DAISY);
        let game = play(start, most, |position| {
            random_move(position, strengths[position.turn as usize], &mut random)
        });
        moves_left -= game.len();
        assert!(games_left > 1 || moves_left == 0, "seed {seed}: the last game is too short");
        record(header, start, game)
    })
}

/// Plays until the game is over, `choose` knows no move, or the number of moves is reached.
pub fn play(
    start: Position,
    most: usize,
    mut choose: impl FnMut(&Position) -> Option<Move>,
) -> Vec<RecordedMove> {
    let mut position = start;
    let mut moves = Vec::with_capacity(most);
    while moves.len() < most
        && let Some(step) = choose(&position)
    {
        let push = position.play(step).expect("players know the rules");
        moves.push(RecordedMove { step, push, comments: Vec::new() });
    }
    moves
}

/// The best of so many legal moves, which are drawn at random; `None` if there is no legal move.
pub fn random_move(position: &Position, strength: u64, random: &mut Random) -> Option<Move> {
    let moves: Vec<Move> = position.legal_moves().collect();
    if moves.is_empty() {
        return None;
    }
    (0..strength).map(|_| random.pick(&moves)).max_by_key(|&step| gain(position, step))
}

/// How good a legal move looks: pushes, and steps toward the center.
fn gain(position: &Position, step: Move) -> i32 {
    let center = Cell::new(5, 5).expect("e5 is a cell");
    let distance = |cell: Cell| i32::from(cell.distance(center));
    let arrival = |cell: Cell| cell.neighbor(step.direction()).expect("a legal move stays inside");
    let nearer: i32 = step.cells().map(|cell| distance(cell) - distance(arrival(cell))).sum();
    let push = position.check(step).expect("the move is legal");
    nearer + 2 * i32::from(push.pushed) + 10 * i32::from(push.is_ejection)
}

/// A game with its tags and its result.
pub fn record(header: Header, start: Position, moves: Vec<RecordedMove>) -> GameRecord {
    let mut game = GameRecord {
        tags: Vec::new(),
        start: Some(start),
        comments: Vec::new(),
        moves,
        rest: String::new(),
        result: None,
    };
    let last = game.last_position().expect("the moves were played");
    // Who has lost fewer marbles has won. As in PGN, 1-0 is a game that White won.
    let result = match last.lost.of(Color::White).cmp(&last.lost.of(Color::Black)) {
        Ordering::Less => "1-0",
        Ordering::Greater => "0-1",
        Ordering::Equal => "1/2-1/2",
    };
    let tags = [
        ("Event", header.event),
        ("Site", "?".to_owned()),
        ("Date", header.date),
        ("Round", header.round.to_string()),
        ("White", header.white),
        ("Black", header.black),
        ("Result", result.to_owned()),
        ("Variant", header.variant.to_owned()),
        ("Notation", header.notation.name().to_owned()),
    ];
    game.tags = tags.map(|(name, value)| (name.to_owned(), value)).into();
    game.result = Some(result.to_owned());
    game
}

/// Two different items.
fn two_of<T: Copy>(items: &[T], random: &mut Random) -> [T; 2] {
    let one = random.below(items.len() as u64) as usize;
    let steps = 1 + random.below(items.len() as u64 - 1) as usize;
    [items[one], items[(one + steps) % items.len()]]
}
