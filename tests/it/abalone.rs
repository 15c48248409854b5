//! The facts of `tests/data/vectors/abalone.json`, which another implementation gave: cells,
//! operations, canonical texts and keys, moves, numbers of games, whole games.

use std::collections::HashMap;

use gtn_db::Color;
use gtn_db::abalone::{
    Board, CanonicalTurn, Cell, CodedComment, Direction, Game, GameRecord, KEY_SCHEME,
    LateralOrder, Lost, Notation, Position, Setup, Symmetry,
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
    extended: Vec<ExtendedVector>,
    #[serde(rename = "notation of the seed")]
    opening: OpeningVector,
    moves: Vec<MoveVector>,
    perft: HashMap<String, Vec<u64>>,
    saabacodes: Vec<CommentVector>,
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
    abapro: Option<String>,
    abapro_outside_in: Option<String>,
    nacre: Option<String>,
    extended: Option<String>,
    inverse: Option<String>,
}

/// One game in four notations.
#[derive(Deserialize)]
struct ExtendedVector {
    start: String,
    extended: String,
    extended_marked: String,
    abapro: String,
    nacre: String,
    #[serde(rename = "final")]
    last: String,
    lost: (u8, u8),
    undone_to: String,
}

/// The opening that the source writes forward (line 102) and backward (line 106).
#[derive(Deserialize)]
struct OpeningVector {
    start: String,
    text: String,
    inverse_seed: String,
    extended: String,
    #[serde(rename = "final")]
    last: String,
}

#[derive(Deserialize)]
struct CommentVector {
    text: String,
    #[serde(rename = "turned_IR1")]
    turned: String,
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

/// Reads a linear text without faults.
fn read_linear(text: &str, start: Position) -> GameRecord {
    let mut games = GameRecord::read_all(text, start);
    assert_eq!((games.len(), &*games[0].faults), (1, &[][..]), "{text}");
    games.remove(0).record
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
    assert_eq!(moves.len(), 46);
    for vector in moves {
        let name = &vector.name;
        let before = Position { turn: color(&vector.side), ..Position::start(board(&vector.text)) };
        let declared = vector.notation.parse().unwrap();
        let read = match (before.read_move(&vector.token, Some(declared)), vector.error) {
            (Err(error), Some(code)) => {
                assert_eq!(error.code(), code, "{name}");
                continue;
            }
            (read, None) => read.unwrap_or_else(|error| panic!("{name}: {error}")),
            (Ok(_), Some(code)) => panic!("{name}: not refused with {code}"),
        };
        assert!(read.is_in(declared), "{name}");
        let (step, push) = (read.step, read.push);
        let mut after = before;
        after.play(step).unwrap();
        assert_eq!(Some(after.board.to_string()), vector.after, "{name}");
        let effect = (Some(step.count()), Some(push.pushed), Some(push.is_ejection));
        assert_eq!(effect, (vector.own, vector.pushed, vector.ejected), "{name}");
        for (written, expected) in [
            (step.to_aba_pro(LateralOrder::LowerFirst), vector.abapro),
            (step.to_aba_pro(LateralOrder::OutsideIn), vector.abapro_outside_in),
            (step.to_nacre(), vector.nacre),
            (step.to_extended_nacre(push, None), vector.extended),
        ] {
            assert_eq!(Some(&written), expected.as_ref(), "{name}");
            let again = before.read_move(&written, None).unwrap();
            assert_eq!(again.step, step, "{name}: {written}");
        }
        assert_eq!(Some(step.to_inverse()), vector.inverse, "{name}");
        let mut undone = after;
        assert_eq!(undone.undo(&step.to_extended_nacre(push, None)), Ok(step), "{name}");
        assert_eq!(undone, before, "{name}");
    }
}

#[test]
fn games_in_every_notation() {
    let vectors = vectors();
    assert_eq!(vectors.extended.len(), 3);
    for vector in &vectors.extended {
        let start = Position::start(start(&vectors, &vector.start));
        let words =
            |text: &str| -> Vec<String> { text.split_whitespace().map(str::to_owned).collect() };
        let [marked, bare, aba_pro, nacre] =
            [&vector.extended_marked, &vector.extended, &vector.abapro, &vector.nacre]
                .map(|text| words(text));
        for texts in [&marked, &bare, &aba_pro, &nacre] {
            let mut position = start;
            let mut written: [Vec<String>; 3] = Default::default();
            for token in texts {
                let read = position.read_move(token, None).unwrap();
                position.play(read.step).unwrap();
                assert!(read.marks.agree(read.push, position.lost), "{token}");
                for (notation, tokens) in Notation::ALL.into_iter().zip(&mut written) {
                    tokens.push(notation.write(read.step, read.push, Some(position.lost)));
                }
            }
            assert_eq!(written, [aba_pro.clone(), nacre.clone(), marked.clone()]);
            assert_eq!(position.board.to_string(), vector.last);
            assert_eq!(position.lost, Lost::new(vector.lost.0, vector.lost.1).unwrap());
        }
        let mut position = Position {
            board: board(&vector.last),
            turn: if marked.len() % 2 == 0 { Color::Black } else { Color::White },
            lost: Lost::new(vector.lost.0, vector.lost.1).unwrap(),
        };
        for token in marked.iter().rev() {
            position.undo(token).unwrap_or_else(|error| panic!("{token}: {error}"));
        }
        assert_eq!(position, start);
        assert_eq!(position.board.to_string(), vector.undone_to);
    }
}

#[test]
fn lines_102_and_106_an_opening_forward_and_backward() {
    let vectors = vectors();
    let opening = &vectors.opening;
    let record = read_linear(&opening.text, Position::start(start(&vectors, &opening.start)));
    assert_eq!(record.to_linear(Notation::AbaPro), opening.text);
    assert_eq!(record.to_inverse_linear(), opening.inverse_seed);
    let extended: Vec<String> = record
        .moves
        .iter()
        .map(|recorded| recorded.step.to_extended_nacre(recorded.push, None))
        .collect();
    assert_eq!(extended.join(" "), opening.extended);
    let mut position = record.last_position().unwrap();
    assert_eq!(position.board.to_string(), opening.last);
    extended.iter().rev().for_each(|token| {
        position.undo(token).unwrap();
    });
    assert_eq!(position, Position::start(start(&vectors, &opening.start)));
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
        let start = Position::start(start(&vectors, &vector.start));
        let record = read_linear(&vector.text, start);
        assert_eq!(record.moves.len(), vector.plies, "{}", vector.name);
        for notation in Notation::ALL {
            let again = read_linear(&record.to_linear(notation), start);
            assert_eq!(again, record, "{}, {notation}", vector.name);
        }
        let mut game = Game::new(start);
        let (mut ejections, mut pushes) = (Vec::new(), 0);
        for (ply, recorded) in (1..).zip(&record.moves) {
            let push = game.play(recorded.step).unwrap().push;
            assert_eq!(push, recorded.push);
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

#[test]
fn comments_in_saabacode() {
    let comments = vectors().saabacodes;
    assert_eq!(comments.len(), 18);
    for vector in comments {
        let comment = CodedComment::read(&vector.text);
        assert_eq!(comment.to_string(), vector.text);
        assert_eq!(comment.transform(symmetry("IR1")).to_string(), vector.turned);
    }
}
