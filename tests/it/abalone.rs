//! The facts of `tests/data/vectors/abalone.json`, which another implementation gave: cells,
//! operations, canonical texts and keys, moves, numbers of games, whole games.

use std::collections::HashMap;

use gtn_db::Color;
use gtn_db::abalone::{
    Board, CanonicalTurn, Cell, Direction, Game, KEY_SCHEME, Lost, Move, Position, Setup, Symmetry,
};
use serde::Deserialize;

#[derive(Deserialize)]
struct Vectors {
    scheme: String,
    cells: CellVectors,
    operations_full: HashMap<String, Vec<String>>,
    inverse: HashMap<String, String>,
    compose: Vec<[String; 3]>,
    positions: Vec<PositionVector>,
    #[serde(rename = "orbit of standard")]
    orbit: HashMap<String, String>,
    games: Vec<GameVector>,
    moves: Vec<MoveVector>,
    perft: HashMap<String, Vec<u64>>,
    #[serde(rename = "problem identity")]
    problems: Vec<ProblemVector>,
}

#[derive(Deserialize)]
struct CellVectors {
    reading_order: Vec<String>,
    directions: HashMap<String, (i8, i8)>,
    neighbours: HashMap<String, HashMap<String, Option<String>>>,
}

#[derive(Deserialize)]
struct PositionVector {
    name: String,
    text: String,
    kaawa: String,
    lost: Option<(u8, u8)>,
    canonical: String,
    op: String,
    key: String,
    images: usize,
    stabilizer: Vec<String>,
}

#[derive(Deserialize)]
struct GameVector {
    name: String,
    start: String,
    text: String,
    plies: usize,
    #[serde(rename = "final")]
    last: String,
    lost: (u8, u8),
    key: String,
    eject_plies: Vec<usize>,
    pushes: usize,
}

#[derive(Deserialize)]
struct MoveVector {
    name: String,
    text: String,
    side: String,
    notation: String,
    #[serde(rename = "move")]
    token: String,
    error: Option<String>,
    after: Option<String>,
    own: Option<u8>,
    pushed: Option<u8>,
    ejected: Option<bool>,
}

#[derive(Deserialize)]
struct ProblemVector {
    text: String,
    turn: String,
    lost: (u8, u8),
    key: String,
    identity: (String, (String, (u8, u8))),
}

fn vectors() -> Vectors {
    serde_json::from_str(include_str!("../data/vectors/abalone.json")).unwrap()
}

fn board(text: &str) -> Board {
    text.parse().unwrap()
}

fn symmetry(name: &str) -> Symmetry {
    name.parse().unwrap()
}

fn color(letter: &str) -> Color {
    Color::ALL.into_iter().find(|color| color.gtn_char().to_string() == letter).unwrap()
}

/// The board that a start or a row of perft names.
fn start(vectors: &Vectors, name: &str) -> Board {
    let name = format!("start {name}");
    board(&vectors.positions.iter().find(|position| position.name == name).unwrap().text)
}

/// Reads a move as Aba-Pro, the shortest notation, with the code of what is wrong with it.
fn read_aba_pro(token: &str, position: &Position) -> Result<Move, String> {
    let cells: Result<Vec<Cell>, _> =
        token.as_bytes().chunks(2).map(|name| str::from_utf8(name).unwrap().parse()).collect();
    let cells: Vec<Cell> = cells.map_err(|_| "no-such-cell".to_owned())?;
    let step = |from: Cell, to| match from.direction_to(to) {
        Some((direction, 1)) => Ok(direction),
        _ => Err("not-adjacent".to_owned()),
    };
    match *cells {
        [from, to] => position.in_line(from, step(from, to)?),
        [one_end, other_end, to] => position.lateral(one_end, other_end, step(one_end, to)?),
        _ => panic!("{token} is not in Aba-Pro"),
    }
    .map_err(|error| error.code().to_owned())
}

/// The tokens of a game: runs of cells, whatever stands between them.
fn tokens(game: &str) -> Vec<String> {
    let (mut tokens, mut token) = (Vec::new(), String::new());
    let mut letter = None;
    for char in game.chars().chain([' ']) {
        match (letter.take(), char) {
            (None, 'a'..='i') => letter = Some(char),
            (Some(letter), '1'..='9') => token.extend([letter, char]),
            _ if !token.is_empty() => tokens.push(std::mem::take(&mut token)),
            _ => {}
        }
    }
    tokens
}

#[test]
fn cells_and_directions() {
    let cells = vectors().cells;
    let names: Vec<String> = Cell::all().map(|cell| cell.to_string()).collect();
    assert_eq!(names, cells.reading_order);
    for direction in Direction::ALL {
        assert_eq!(cells.directions[direction.name()], direction.vector());
        for cell in Cell::all() {
            let neighbor = cell.neighbor(direction).map(|cell| cell.to_string());
            assert_eq!(cells.neighbours[&cell.to_string()][direction.name()], neighbor);
        }
    }
}

#[test]
fn operations() {
    let vectors = vectors();
    assert_eq!(vectors.operations_full.len(), 12);
    for (name, images) in &vectors.operations_full {
        let own: Vec<String> =
            Cell::all().map(|cell| symmetry(name).cell(cell).to_string()).collect();
        assert_eq!(own, *images, "{name}");
    }
    assert_eq!(vectors.inverse.len(), 24);
    for (name, inverse) in &vectors.inverse {
        assert_eq!(symmetry(name).inverse().name(), inverse, "{name}");
    }
    assert_eq!(vectors.compose.len(), 576);
    for [first, second, product] in &vectors.compose {
        assert_eq!(symmetry(first).then(symmetry(second)).name(), product, "{first}, {second}");
    }
    assert_eq!(vectors.orbit.len(), 24);
    for (name, text) in &vectors.orbit {
        assert_eq!(Board::STANDARD.transform(symmetry(name)).to_string(), *text, "{name}");
    }
}

#[test]
fn canonical_texts_and_keys() {
    let vectors = vectors();
    assert_eq!(vectors.scheme, KEY_SCHEME);
    assert_eq!(vectors.positions.len(), 252);
    for position in &vectors.positions {
        let board = board(&position.text);
        let canonical = board.canonicalize();
        assert_eq!(canonical.text(), position.canonical, "{}", position.name);
        assert_eq!(canonical.symmetry().name(), position.op, "{}", position.name);
        assert_eq!(canonical.key().to_string(), position.key, "{}", position.name);
        let stabilizer: Vec<&str> = board.stabilizer().map(Symmetry::name).collect();
        assert_eq!(stabilizer, position.stabilizer, "{}", position.name);
        assert_eq!(stabilizer.len() * position.images, 24, "{}", position.name);
    }
}

#[test]
fn kaawa_positions() {
    for position in vectors().positions {
        let lost = position.lost.map(|(x, o)| Lost::new(x, o).unwrap());
        let setup = Setup { board: board(&position.text), turn: None, lost };
        assert_eq!(setup.to_kaawa(), position.kaawa, "{}", position.name);
        let lost = Some(lost.unwrap_or_default());
        assert_eq!(position.kaawa.parse(), Ok(Setup { lost, ..setup }), "{}", position.name);
    }
}

#[test]
fn problems_have_a_side_to_move_and_lost_marbles() {
    for problem in vectors().problems {
        let canonical = board(&problem.text).canonicalize();
        let (key, (turn, lost)) = problem.identity;
        assert_eq!([canonical.key().to_string(), problem.key], [key.clone(), key]);
        let side = Some(color(&problem.turn));
        assert_eq!(canonical.turn(side), CanonicalTurn::Color(color(&turn)));
        let [own, other] = [problem.lost, lost].map(|(x, o)| Lost::new(x, o).unwrap());
        assert_eq!(canonical.lost(side, own), other);
    }
}

#[test]
fn moves_legal_and_refused() {
    let moves = vectors().moves;
    let moves = moves.into_iter().filter(|step| step.notation == "aba-pro");
    let mut count = 0;
    for vector in moves {
        let before = Position { turn: color(&vector.side), ..Position::start(board(&vector.text)) };
        let mut position = before;
        let result = read_aba_pro(&vector.token, &position).map(|step| {
            let push = position.play(step).unwrap();
            (position.board.to_string(), step.count(), push.pushed, push.is_ejection)
        });
        let expected = match vector.error {
            Some(code) => Err(code),
            None => Ok((
                vector.after.unwrap(),
                vector.own.unwrap(),
                vector.pushed.unwrap(),
                vector.ejected.unwrap(),
            )),
        };
        assert_eq!(result, expected, "{}", vector.name);
        count += 1;
    }
    assert_eq!(count, 43);
}

/// Depth 5 is in examples/abalone_perft.rs: it takes seconds.
#[test]
fn numbers_of_games() {
    let vectors = vectors();
    for (name, counts) in &vectors.perft {
        let position = Position::start(start(&vectors, name));
        for (depth, &count) in (1..=3).zip(counts) {
            assert_eq!(position.perft(depth), count, "{name}, {depth} moves");
        }
    }
}

#[test]
fn games_of_tournaments() {
    let vectors = vectors();
    assert_eq!(vectors.games.len(), 6);
    for vector in &vectors.games {
        let mut game = Game::new(Position::start(start(&vectors, &vector.start)));
        let (mut ejections, mut pushes) = (Vec::new(), 0);
        let tokens = tokens(&vector.text);
        assert_eq!(tokens.len(), vector.plies, "{}", vector.name);
        for (ply, token) in (1..).zip(&tokens) {
            let step = read_aba_pro(token, game.position())
                .unwrap_or_else(|code| panic!("{}, move {ply}, {token}: {code}", vector.name));
            let push = game.play(step).unwrap().push;
            pushes += usize::from(push.pushed > 0);
            if push.is_ejection {
                ejections.push(ply);
            }
        }
        let position = game.position();
        assert_eq!(position.board.to_string(), vector.last, "{}", vector.name);
        assert_eq!(position.board.canonicalize().key().to_string(), vector.key);
        assert_eq!(position.lost, Lost::new(vector.lost.0, vector.lost.1).unwrap());
        assert_eq!((ejections, pushes), (vector.eject_plies.clone(), vector.pushes));
    }
}
