//! The questions compared with a brute-force search of all problems, and of all
//! positions of all games, under all operations.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

use proptest::prelude::*;
use proptest::sample::Index;

use super::super::query::MatchKind;
use super::*;
use crate::abalone::{Board, Cell, GameRecord, Lost, Move, Notation, Position, Setup, Symmetry};
use crate::abalone::{Push, RecordedMove};
use crate::import::inputs::{Inputs, Limits};
use crate::import::{ImportOptions, import};
use crate::model::Turn;
use crate::store::{GameFilter, Store};
use crate::{Color, PositionKey};

/// A game with all its positions, one more than moves.
#[derive(Clone, Debug)]
struct Played {
    positions: Vec<Position>,
    moves: Vec<(Move, Push)>,
    result: &'static str,
}

impl Played {
    /// A game of chosen legal moves.
    fn new(start: Position, choices: &[Index], result: &'static str) -> Played {
        let mut played = Played { positions: vec![start], moves: Vec::new(), result };
        let mut position = start;
        for choice in choices {
            let legal: Vec<Move> = position.legal_moves().collect();
            if legal.is_empty() {
                break;
            }
            let step = *choice.get(&legal);
            let push = position.play(step).unwrap();
            played.moves.push((step, push));
            played.positions.push(position);
        }
        played
    }

    /// The first moves of the game after an operation.
    fn image(&self, symmetry: Symmetry, moves: usize) -> Played {
        let moves = moves.min(self.moves.len());
        Played {
            positions: self.positions[..=moves]
                .iter()
                .map(|position| transform(position, symmetry))
                .collect(),
            moves: self.moves[..moves]
                .iter()
                .map(|&(step, push)| (step.transform(symmetry), push))
                .collect(),
            result: self.result,
        }
    }

    fn to_apgn(&self) -> String {
        let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let recorded =
            |&(step, push): &(Move, Push)| RecordedMove { step, push, comments: Vec::new() };
        let record = GameRecord {
            moves: self.moves.iter().map(recorded).collect(),
            result: Some(self.result.to_owned()),
            ..GameRecord::new(
                vec![tag("Event", "e"), tag("Result", self.result)],
                Some(self.positions[0]),
            )
        };
        record.to_apgn(Notation::AbaPro)
    }

    fn winner(&self) -> Option<Color> {
        let by_result = match self.result {
            "1-0" => Some(Color::Black),
            "0-1" => Some(Color::White),
            _ => None,
        };
        self.positions.last().unwrap().winner().or(by_result)
    }
}

fn transform(position: &Position, symmetry: Symmetry) -> Position {
    Position {
        board: position.board.transform(symmetry),
        turn: symmetry.color(position.turn),
        lost: position.lost.transform(symmetry),
    }
}

/// Boards of few marbles, among them ones that operations map onto themselves.
fn boards() -> impl Strategy<Value = Board> {
    const NAMED: [&str; 5] =
        ["0e5_0e6", "0a1b2_0i9h8", "0e4e6_0d5f5", "0c3c4_0g7", "0e5_0a1a5e9i9i5e1"];
    let named = prop::sample::select(&NAMED[..]).prop_map(board);
    let random = prop::collection::vec((0..61_u8, prop::sample::select(&Color::ALL)), 1..5);
    let random = random.prop_map(|marbles| {
        let mut board = Board::EMPTY;
        for (cell, color) in marbles {
            board.set(Cell::from_index(cell).unwrap(), Some(color));
        }
        board
    });
    let turned = (prop_oneof![named, random], symmetries());
    turned.prop_map(|(board, symmetry)| board.transform(symmetry))
}

fn symmetries() -> impl Strategy<Value = Symmetry> {
    prop::sample::select(&Symmetry::ALL)
}

fn setups() -> impl Strategy<Value = Setup> {
    let turn = prop::option::of(prop::sample::select(&Color::ALL));
    let lost = prop::option::of((0..2_u8, 0..2_u8));
    (boards(), turn, lost).prop_map(|(board, turn, lost)| Setup {
        board,
        turn,
        lost: lost.and_then(|(black, white)| Lost::new(black, white)),
    })
}

/// Games on few marbles, which repeat positions, some of them images and beginnings of others.
fn games() -> impl Strategy<Value = Vec<Played>> {
    let results = prop::sample::select(&["1-0", "0-1", "1/2-1/2", "*"][..]);
    let choices = prop::collection::vec(any::<Index>(), 1..16);
    let game = (boards(), prop::sample::select(&Color::ALL), choices, results);
    let game = game.prop_map(|(board, turn, choices, result)| {
        Played::new(Position { board, turn, lost: Lost::default() }, &choices, result)
    });
    let image = (any::<Index>(), symmetries(), 8..16_usize);
    (prop::collection::vec(game, 1..5), prop::collection::vec(image, 0..4))
        .prop_map(|(mut games, images)| {
            let count = games.len();
            for (index, symmetry, moves) in images {
                games.push(index.get(&games[..count]).image(symmetry, moves));
            }
            games.retain(|game| !game.moves.is_empty()); // one without moves is a problem
            games
        })
        .prop_filter("there are games", |games| !games.is_empty())
}

fn board(text: &str) -> Board {
    text.parse::<Setup>().unwrap().board
}

/// A database with texts as files.
fn store(texts: &[(&str, String)]) -> Store {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in texts {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let inputs = Inputs::gather(&[folder.path().to_owned()], Limits::default()).unwrap();
    let store = Store::open_in_memory().unwrap();
    let cancel = AtomicBool::new(false);
    let session = store.begin_import().unwrap();
    import(session, inputs, ImportOptions::new(&cancel), &|_| ()).unwrap();
    store
}

/// A line with a position. In an IATN the lost marbles come after the side to
/// move; a KAAWA position has no side to move.
fn write_line(setup: &Setup) -> String {
    if setup.turn.is_none() && setup.lost.is_some() { setup.to_kaawa() } else { setup.to_iatn() }
}

fn store_of_problems(setups: &[Setup]) -> Store {
    let lines: Vec<String> = setups.iter().map(write_line).collect();
    store(&[("a.txt", lines.join("\n"))])
}

fn store_of_games(games: &[Played]) -> Store {
    let texts: Vec<String> = games.iter().map(Played::to_apgn).collect();
    store(&[("a.apgn", texts.join("\n\n"))])
}

/// The operations that map one board to another.
fn maps(one: Board, other: Board) -> Vec<Symmetry> {
    Symmetry::ALL.into_iter().filter(|&symmetry| one.transform(symmetry) == other).collect()
}

/// The number of cells that differ under the best operation.
fn distance(one: Board, other: Board) -> usize {
    let count = |symmetry| count_differences(one.transform(symmetry), other);
    Symmetry::ALL.into_iter().map(count).min().unwrap()
}

fn count_differences(one: Board, other: Board) -> usize {
    Cell::all().filter(|&cell| one.color(cell) != other.color(cell)).count()
}

/// Whether some operation and steps put every marble on one of the same color.
fn is_contained(small: Board, large: Board) -> bool {
    let fits = |image: &[(Cell, Color)], up: i8, right: i8| {
        image.iter().all(|&(cell, color)| {
            let row = cell.row().checked_add_signed(up);
            let number = cell.number().checked_add_signed(right);
            let to = row.zip(number).and_then(|(row, number)| Cell::new(row, number));
            to.is_some_and(|to| large.color(to) == Some(color))
        })
    };
    Symmetry::ALL.into_iter().any(|symmetry| {
        let image = small.transform(symmetry);
        let marbles = Cell::all().filter_map(|cell| Some((cell, image.color(cell)?)));
        let marbles: Vec<(Cell, Color)> = marbles.collect();
        (-8..=8).any(|up| (-8..=8).any(|right| fits(&marbles, up, right)))
    })
}

/// Whether an operation maps one problem to another, where both say it.
fn is_same_problem(one: Setup, other: Setup) -> bool {
    maps(one.board, other.board).into_iter().any(|symmetry| {
        let turned = one.transform(symmetry);
        let agrees = turned.lost.is_none() || other.lost.is_none() || turned.lost == other.lost;
        turned.turn == other.turn && agrees
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn problems_are_those_of_brute_force(
        mut problems in prop::collection::vec(setups(), 1..12),
        query in setups(),
        symmetry in symmetries(),
        at_most in 1..4_usize,
    ) {
        problems.push(query.transform(symmetry));
        let store = store_of_problems(&problems);
        let asked = Query::new(query);
        let by_id = |id: i64| problems[id as usize - 1];

        let exact = find_exact(&store, &asked).unwrap();
        let ids: BTreeSet<i64> = exact.iter().map(|found| found.problem.id).collect();
        let expected: BTreeSet<i64> = (1..=problems.len() as i64)
            .filter(|&id| !maps(query.board, by_id(id).board).is_empty())
            .collect();
        prop_assert_eq!(&ids, &expected);
        prop_assert_eq!(exact.len(), ids.len());
        for found in &exact {
            let own = by_id(found.problem.id);
            prop_assert_eq!(Some(found.operation), maps(query.board, own.board).first().copied());
            if let (Some(_), Some(turn)) = (query.turn, own.turn) {
                let is_same = found.kind == MatchKind::SameProblem;
                prop_assert_eq!(is_same, is_same_problem(query, own));
                let in_query = found.operation.inverse().color(turn);
                prop_assert!(found.turn == Turn::Either || found.turn == Turn::of(Some(in_query)));
            }
            if found.turn != Turn::Either {
                let lost = own.lost.map(|lost| lost.transform(found.operation));
                prop_assert_eq!(found.lost, lost);
            }
        }
        prop_assert!(exact.is_sorted_by_key(|found| (found.kind, found.problem.id)));

        let near = find_near(&store, &asked, at_most as u32).unwrap();
        let found: BTreeMap<i64, usize> =
            near.iter().map(|near| (near.found.problem.id, near.distance as usize)).collect();
        let expected: BTreeMap<i64, usize> = (1..=problems.len() as i64)
            .map(|id| (id, distance(query.board, by_id(id).board)))
            .filter(|(_, distance)| *distance <= at_most)
            .collect();
        prop_assert_eq!(found, expected);
        for near in &near {
            prop_assert_eq!(near.difference.len(), near.distance as usize);
            let mut changed = query.board;
            near.difference.iter().for_each(|&(cell, color)| changed.set(cell, color));
            let own = by_id(near.found.problem.id).board;
            prop_assert_eq!(changed.transform(near.found.operation), own);
        }
        prop_assert!(near.is_sorted_by_key(|near| near.distance));
    }

    #[test]
    fn contained_problems_are_those_of_brute_force(
        problems in prop::collection::vec(setups(), 1..12),
        query in setups(),
    ) {
        let store = store_of_problems(&problems);
        let unturned = Query::new(Setup { turn: None, ..query });
        let all = find_containing(&store, &unturned).unwrap();
        let ids: Vec<i64> = all.iter().map(|found| found.found.problem.id).collect();
        let expected = |is_found: &dyn Fn(Board) -> bool| -> Vec<i64> {
            (1..).zip(&problems).filter(|(_, own)| is_found(own.board)).map(|(id, _)| id).collect()
        };
        prop_assert_eq!(ids, expected(&|own| is_contained(query.board, own)));
        for found in &all {
            let own = problems[found.found.problem.id as usize - 1].board;
            let is_own = |color| found.marbles.bits(color) & !own.bits(color) == 0;
            prop_assert!(Color::ALL.into_iter().all(is_own));
        }
        let within = find_within(&store, &unturned).unwrap();
        let ids: Vec<i64> = within.iter().map(|found| found.found.problem.id).collect();
        prop_assert_eq!(ids, expected(&|own| is_contained(own, query.board)));
        // A side to move leaves out those in which the other side is to move at every place.
        let turned = find_containing(&store, &Query::new(query)).unwrap();
        for found in &turned {
            prop_assert!(all.iter().any(|one| one.found.problem == found.found.problem));
            let turn = found.found.turn.color();
            prop_assert!(query.turn.is_none() || turn.is_none() || turn == query.turn);
        }
    }

    #[test]
    fn positions_of_games_are_those_of_brute_force(
        games in games(),
        asked in (any::<Index>(), any::<Index>()),
        symmetry in symmetries(),
        keeps in (any::<bool>(), any::<bool>()),
    ) {
        let store = store_of_games(&games);
        let position = asked.1.get(&asked.0.get(&games).positions);
        let setup = Setup {
            board: position.board,
            turn: Some(position.turn).filter(|_| keeps.0),
            lost: Some(position.lost).filter(|_| keeps.1),
        };
        let setup = setup.transform(symmetry);
        let query = Query::new(setup);
        let all = GameFilter::default();
        let places = || {
            (1_i64..).zip(&games).flat_map(|(id, game)| {
                (0_u32..).zip(&game.positions).map(move |(ply, position)| (id, ply, position))
            })
        };

        let found = find_in_games(&store, &query, &all).unwrap();
        let found_places: Vec<(i64, u32)> =
            found.iter().map(|found| (found.game.id, found.ply)).collect();
        let expected: Vec<(i64, u32)> = places()
            .filter(|(.., position)| !maps(setup.board, position.board).is_empty())
            .map(|(id, ply, _)| (id, ply))
            .collect();
        prop_assert_eq!(&found_places, &expected);
        for found in &found {
            let game = &games[found.game.id as usize - 1];
            let position = game.positions[found.ply as usize];
            prop_assert_eq!(setup.board.transform(found.operation), position.board);
            prop_assert_eq!(found.operation.color(found.turn), position.turn);
            prop_assert_eq!(found.lost.transform(found.operation), position.lost);
            prop_assert_eq!(found.next, game.moves.get(found.ply as usize).map(|next| next.0));
            let own = Setup {
                board: position.board,
                turn: Some(position.turn),
                lost: Some(position.lost),
            };
            if setup.turn.is_some() {
                let is_same = found.kind == MatchKind::SameProblem;
                prop_assert_eq!(is_same, is_same_problem(setup, own));
            }
        }

        let replayed = ReplayedGames::load(&store, &all).unwrap();
        let near = replayed.find_near(&query, 2);
        let near_places: BTreeSet<(u32, i64, u32)> =
            near.iter().map(|found| (found.distance, found.game.id, found.ply)).collect();
        let expected: BTreeSet<(u32, i64, u32)> = places()
            .map(|(id, ply, position)| (distance(setup.board, position.board) as u32, id, ply))
            .filter(|place| place.0 <= 2)
            .collect();
        prop_assert_eq!(near_places, expected);
        for found in &near {
            let position = games[found.game.id as usize - 1].positions[found.ply as usize];
            let image = setup.board.transform(found.operation);
            prop_assert_eq!(count_differences(image, position.board), found.distance as usize);
        }

        let containing = replayed.find_containing(&query);
        let begins: Vec<(i64, u32)> =
            containing.iter().map(|found| (found.game.id, found.ply)).collect();
        let mut was_in = (0, false);
        let expected: Vec<(i64, u32)> = places()
            .filter_map(|(id, ply, position)| {
                let is_in = is_contained(setup.board, position.board);
                let begins = is_in && was_in != (id, true);
                was_in = (id, is_in);
                begins.then_some((id, ply))
            })
            .collect();
        prop_assert_eq!(begins, expected);
    }

    #[test]
    fn next_moves_are_those_of_brute_force(
        games in games(),
        asked in (any::<Index>(), any::<Index>()),
        symmetry in symmetries(),
        names_turn in any::<bool>(),
    ) {
        let store = store_of_games(&games);
        let position = transform(asked.1.get(&asked.0.get(&games).positions), symmetry);
        let turn = Some(position.turn).filter(|_| names_turn);
        let setup = Setup { board: position.board, turn, lost: None };
        let next = count_next_moves(&store, &Query::new(setup), &GameFilter::default()).unwrap();

        // For each game and move the operation of its first place.
        type Rank = (bool, Option<u16>);
        let mut expected: BTreeMap<Rank, BTreeMap<usize, BTreeSet<Option<Color>>>> =
            BTreeMap::new();
        for (number, game) in games.iter().enumerate() {
            for (ply, position) in game.positions.iter().enumerate() {
                let step = game.moves.get(ply).map(|next| next.0);
                let images = maps(position.board, setup.board).into_iter().filter(|back| {
                    turn.is_none_or(|turn| back.color(position.turn) == turn)
                });
                let images: Vec<(Rank, Option<Color>)> = images
                    .map(|back| {
                        let code = step.map(|step| step.transform(back).code());
                        let is_other =
                            back.color(position.turn) != turn.unwrap_or(Color::Black);
                        ((is_other, code), game.winner().map(|winner| back.color(winner)))
                    })
                    .collect();
                let Some(least) = images.iter().map(|image| image.0).min() else { continue };
                let winners =
                    images.iter().filter(|image| image.0 == least).map(|image| image.1);
                expected.entry(least).or_default().entry(number).or_insert(winners.collect());
            }
        }
        let found: BTreeMap<Rank, u64> = next
            .moves
            .iter()
            .map(|played| {
                let is_other = played.turn != turn.unwrap_or(Color::Black);
                ((is_other, played.step.map(Move::code)), played.games)
            })
            .collect();
        let counts: BTreeMap<Rank, u64> =
            expected.iter().map(|(&rank, games)| (rank, games.len() as u64)).collect();
        prop_assert_eq!(found, counts);
        let all: BTreeSet<usize> = expected.values().flat_map(BTreeMap::keys).copied().collect();
        prop_assert_eq!(next.games, all.len() as u64);
        for played in &next.moves {
            let is_other = played.turn != turn.unwrap_or(Color::Black);
            let winners = &expected[&(is_other, played.step.map(Move::code))];
            for color in Color::ALL {
                let wins = winners.values().filter(|colors| colors.contains(&Some(color)));
                // The same move may lead to the query by operations with and without swapped
                // colors; then one of them is chosen.
                let sure = wins.clone().filter(|colors| colors.len() == 1).count() as u64;
                let count = played.wins[color as usize];
                prop_assert!((sure..=wins.count() as u64).contains(&count));
            }
        }
        prop_assert!(next.moves.is_sorted_by_key(|played| std::cmp::Reverse(played.games)));
    }

    #[test]
    fn same_games_are_those_of_brute_force(games in games()) {
        let store = store_of_games(&games);
        let is_same = |one: &Played, other: &Played| {
            let common = one.moves.len().min(other.moves.len());
            let is_long = common >= SHORTEST_BEGINNING || one.moves.len() == other.moves.len();
            common > 0 && is_long && Symmetry::ALL.into_iter().any(|symmetry| {
                let (image, other) =
                    (one.image(symmetry, common), other.image(Symmetry::IDENTITY, common));
                (&image.positions, &image.moves) == (&other.positions, &other.moves)
            })
        };
        let mut expected = BTreeSet::new();
        for (id, game) in (1_i64..).zip(&games) {
            let first = (1_i64..).zip(&games).find(|(_, other)| is_same(game, other));
            if let Some((first, _)) = first.filter(|&(first, _)| first < id) {
                expected.extend([SameGame { first, game: first }, SameGame { first, game: id }]);
            }
        }
        let found = find_same_games(&store, &GameFilter::default()).unwrap();
        prop_assert_eq!(found, Vec::from_iter(expected));
    }
}

#[test]
fn other_positions_are_not_found() {
    let one: Setup = "0e5e6_0d4".parse().unwrap();
    let moved: Setup = "0e4e5_0d3".parse().unwrap();
    let store = store_of_problems(&[one, moved]);
    let ids = |text: &str| -> Vec<i64> {
        let query = Query::new(text.parse().unwrap());
        find_exact(&store, &query).unwrap().iter().map(|found| found.problem.id).collect()
    };
    assert_eq!(ids("0e5e6_0d4"), [1]);
    assert_eq!(ids("0d4_0e5e6"), [1], "recolored");
    assert_eq!(ids("0f5f6_0e4"), [] as [i64; 0], "moved by a row");
    assert_eq!(ids("0e5_0d4"), [] as [i64; 0], "a part");
}

#[test]
fn a_key_stands_for_its_first_problem_or_game() {
    let setup: Setup = "0c3c4_0g7".parse().unwrap();
    let start = Position { board: board("0a1b2_0i9"), turn: Color::Black, lost: Lost::default() };
    let game = Played::new(start, &[], "*");
    let step = start.legal_moves().next().unwrap();
    let mut after = start;
    let push = after.play(step).unwrap();
    let game = Played { positions: vec![start, after], moves: vec![(step, push)], ..game };
    let store = store(&[("a.txt", write_line(&setup)), ("b.apgn", game.to_apgn())]);
    let key = |board: Board| board.canonicalize().key();
    assert_eq!(find_by_key(&store, key(setup.board)).unwrap(), Some(setup.board.into()));
    assert_eq!(find_by_key(&store, key(after.board)).unwrap(), Some(after.board.into()));
    assert_eq!(find_by_key(&store, key(Board::STANDARD)).unwrap(), None);
}

/// Each line with the number of moves of the game before its first own position.
const LINES: [(&[&str], u32); 4] = [
    (&["a1b2", "i5h5", "i9h8"], 0),
    (&["i8h7", "i5h5", "a1b2"], 1),
    (&["a1b2", "a5b5", "i8h7"], 2),
    (&["a1b2", "a4b5", "i9h8"], 2),
];

/// A game with the lines of [`LINES`], the last one in a variation of a variation.
const WITH_VARIATIONS: &str = "[Event \"e\"]\n[Variant \"belgian\"]\n[Result \"1-0\"]\n\n\
    1.a1b2 (1.i8h7 i5h5 2.a1b2) i5h5 (1...a5b5 (1...a4b5 {(x)} 2.i9h8) 2.i8h7) 2.i9h8 1-0\n";

#[test]
fn every_line_of_a_game_is_found() {
    let store = store(&[("a.apgn", WITH_VARIATIONS.to_owned())]);
    let filter = GameFilter::default();
    let games = ReplayedGames::load(&store, &filter).unwrap();
    let mut followed: BTreeMap<PositionKey, BTreeSet<&str>> = BTreeMap::new();
    for (number, (moves, from)) in (1..).zip(LINES) {
        let mut position = Position::start(Board::BELGIAN_DAISY);
        for ply in 0..=moves.len() {
            let query = Query::new(position.into());
            let next = moves.get(ply).map(|token| {
                followed.entry(query.key()).or_default().insert(token);
                let read = position.read_move(token, None).unwrap();
                position.play(read.step).unwrap();
                read.step
            });
            if (ply as u32) < from {
                continue; // a place of the line before
            }
            let places = [
                find_in_games(&store, &query, &filter).unwrap(),
                games.find_near(&query, 1).into_iter().filter(|at| at.distance == 0).collect(),
            ];
            for found in places {
                let is_here = |at: &&GameMatch| (at.line, at.ply) == (number, ply as u32);
                let [at] = &*found.iter().filter(is_here).collect::<Vec<_>>() else {
                    panic!("line {number}, move {ply}: {found:?}")
                };
                assert_eq!((at.next, at.turn), (next, query.setup().turn.unwrap()));
            }
        }
    }
    for (key, tokens) in followed {
        let setup = find_by_key(&store, key).unwrap().unwrap();
        let next = count_next_moves(&store, &Query::new(setup), &filter).unwrap();
        let moves = next.moves.iter().filter(|played| played.step.is_some()).count();
        assert_eq!((next.games, moves), (1, tokens.len()), "{key}: {next:?}");
    }
    // A line contains the marbles from its own beginning on.
    let after = Query::new(find_by_key(&store, lines_end(&LINES[3])).unwrap().unwrap());
    let found = games.find_containing(&after);
    assert_eq!(found.iter().map(|at| (at.line, at.ply)).collect::<Vec<_>>(), [(4, 3)]);
    assert_eq!(crate::find::verify(&store, &|_| ()).unwrap(), []);
}

fn lines_end((moves, _): &(&[&str], u32)) -> PositionKey {
    let mut position = Position::start(Board::BELGIAN_DAISY);
    for token in *moves {
        position.play(position.read_move(token, None).unwrap().step).unwrap();
    }
    position.board.canonicalize().key()
}
