//! Random games on boards of all sizes, compared with the reference implementation.

use std::collections::{BTreeMap, BTreeSet};

use gtn_db::Color;
use gtn_db::go::{Board, Point, Position, Score, Size, Status, Symmetry};
use proptest::prelude::*;

use super::oracle::{Plain, statuses};

fn board(size: Size, stones: &BTreeMap<Point, Color>) -> Board {
    let mut board = Board::new(size);
    for (&point, &color) in stones {
        board.set(point, Some(color));
    }
    board
}

/// Compares a position with the reference, apart from its chains.
fn compare(position: &Position, plain: &Plain) -> Result<(), TestCaseError> {
    prop_assert_eq!(position.board(), board(position.size(), &plain.stones));
    prop_assert_eq!(position.to_move(), plain.to_move);
    prop_assert_eq!(plain.chain_without_liberty(), None);
    Ok(())
}

fn compare_chains(position: &Position, plain: &Plain) -> Result<(), TestCaseError> {
    for (&point, &color) in &plain.stones {
        let chain = position.chain(point).unwrap();
        let (stones, liberties) = plain.chain(point);
        prop_assert_eq!(chain.color, color);
        prop_assert!(chain.stones.iter().eq(&stones) && chain.liberties.iter().eq(&liberties));
    }
    Ok(())
}

/// Plays a game in both implementations. Each pick chooses a point; one in 61 is a pass.
fn play(position: &mut Position, plain: &mut Plain, picks: &[u16]) -> Result<(), TestCaseError> {
    let points: Vec<Point> = position.size().points().collect();
    let mut prisoners = [0, 0];
    for &pick in picks {
        if pick % 61 == 0 {
            prop_assert_eq!(position.pass(), plain.pass());
            continue;
        }
        // The pick after the last point is off the board.
        let outside = Point::new(position.size().cols(), 0);
        let point = *points.get(usize::from(pick) % (points.len() + 1)).unwrap_or(&outside);
        let (color, checked) = (position.to_move(), position.check(point));
        match (position.play(point), plain.play(point)) {
            (Ok(played), Ok((captured, repeats))) => {
                prop_assert_eq!(checked, Ok(()));
                prop_assert_eq!(played.captured.len(), captured.len());
                prisoners[color as usize] += captured.len() as u32;
                prop_assert_eq!(played.captured.iter().copied().collect::<BTreeSet<_>>(), captured);
                prop_assert_eq!(played.repeats(), repeats);
            }
            (Err(error), Err(expected)) => {
                prop_assert_eq!(error, expected);
                prop_assert_eq!(checked, Err(error));
            }
            (played, expected) => prop_assert!(false, "{:?} and {:?}", played, expected),
        }
        compare(position, plain)?;
        if position.is_over() {
            break;
        }
    }
    prop_assert_eq!(Color::ALL.map(|color| position.prisoners(color)), prisoners);
    compare_chains(position, plain)
}

fn game(size: Size, picks: &[u16]) -> Result<(), TestCaseError> {
    let mut position = Position::new(size);
    let mut plain = Plain::new(size, BTreeMap::new(), Color::Black);
    play(&mut position, &mut plain, picks)
}

fn picks(len: usize) -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<u16>(), len)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn games_on_small_boards(cols in 1u8..=5, rows in 1u8..=5, picks in picks(150)) {
        game(Size::new(cols, rows).unwrap(), &picks)?;
    }

    #[test]
    fn games_on_lines(len in 1u8..=12, is_column: bool, picks in picks(150)) {
        let size = Size::new(len, 1).unwrap();
        game(if is_column { size.transposed() } else { size }, &picks)?;
    }

    #[test]
    fn setups(
        cols in 1u8..=9, rows in 1u8..=9, cells in prop::collection::vec(0u8..4, 81),
        black_moves: bool, picks in picks(40),
    ) {
        let size = Size::new(cols, rows).unwrap();
        let cells = size.points().zip(cells);
        let stones = cells.filter(|(_, cell)| *cell < 2);
        let stones: BTreeMap<Point, Color> =
            stones.map(|(point, cell)| (point, Color::ALL[usize::from(cell)])).collect();
        let to_move = if black_moves { Color::Black } else { Color::White };
        let board = board(size, &stones);
        let mut plain = Plain::new(size, stones, to_move);
        match (Position::from_board(&board, to_move), plain.chain_without_liberty()) {
            (Ok(mut position), None) => {
                compare(&position, &plain)?;
                compare_chains(&position, &plain)?;
                play(&mut position, &mut plain, &picks)?;
            }
            (Err(error), Some(chain)) => {
                prop_assert_eq!(error.color, plain.stones[&error.stones[0]]);
                prop_assert!(error.stones.iter().eq(&chain));
            }
            (position, chain) => prop_assert!(false, "{:?} and {:?}", position, chain),
        }
    }

    /// Few points change, so that most chains keep their liberties.
    #[test]
    fn setups_in_mid_game(
        cols in 1u8..=9, rows in 1u8..=9, before in picks(60), after in picks(40),
        changes in prop::collection::vec((any::<u16>(), 0usize..3), 0..6), black_moves: bool,
    ) {
        let size = Size::new(cols, rows).unwrap();
        let mut position = Position::new(size);
        let mut plain = Plain::new(size, BTreeMap::new(), Color::Black);
        play(&mut position, &mut plain, &before)?;
        let points: Vec<Point> = size.points().collect();
        let changes: Vec<(Point, Option<Color>)> = changes
            .into_iter()
            .map(|(at, stone)| (points[usize::from(at) % points.len()], Color::ALL.get(stone)))
            .map(|(point, stone)| (point, stone.copied()))
            .collect();
        let mut stones = plain.stones.clone();
        for &(point, stone) in &changes {
            match stone {
                Some(color) => stones.insert(point, color),
                None => stones.remove(&point),
            };
        }
        let to_move = if black_moves { Color::Black } else { Color::White };
        let mut plain = Plain::new(size, stones, to_move);
        match (position.set_up(&changes), plain.chain_without_liberty()) {
            (Ok(()), None) => position.begin_with(to_move),
            (Err(error), Some(chain)) => {
                prop_assert!(error.stones.iter().eq(&chain));
                plain = Plain::new(size, BTreeMap::new(), Color::Black);
            }
            (set_up, chain) => prop_assert!(false, "{:?} and {:?}", set_up, chain),
        }
        compare(&position, &plain)?;
        compare_chains(&position, &plain)?;
        play(&mut position, &mut plain, &after)?;
        if position.turns() > 0 {
            position.begin_with(!position.to_move()); // too late
        }
        compare(&position, &plain)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn article_8_counts(
        cols in 1u8..=7, rows in 1u8..=7, picks in picks(60),
        dead in prop::collection::vec(any::<u16>(), 0..4),
    ) {
        let size = Size::new(cols, rows).unwrap();
        let mut position = Position::new(size);
        let mut plain = Plain::new(size, BTreeMap::new(), Color::Black);
        play(&mut position, &mut plain, &picks)?;
        let stones: Vec<Point> = plain.stones.keys().copied().collect();
        let dead = dead.iter().filter_map(|&at| stones.get(usize::from(at) % stones.len().max(1)));
        let dead: Vec<Point> = dead.copied().collect();
        let chains: BTreeSet<Point> = dead.iter().flat_map(|&stone| plain.chain(stone).0).collect();

        let score = Score::count(&position, dead).unwrap();
        let mut taken = [0, 0];
        for (point, status) in statuses(&plain, &chains) {
            prop_assert_eq!(score.status(point), Some(status), "{} of {:?}", point, &position);
            if let (Some(_), Status::Territory(owner)) = (position.get(point), status) {
                taken[owner as usize] += 1;
            }
        }
        for color in Color::ALL {
            let prisoners = position.prisoners(color) + taken[color as usize];
            prop_assert_eq!(score.prisoners(color), prisoners);
        }
    }

    #[test]
    fn article_8_counts_under_all_operations(
        cols in 1u8..=7, rows in 1u8..=7, picks in picks(60),
        dead in prop::collection::vec(any::<u16>(), 0..4),
    ) {
        let size = Size::new(cols, rows).unwrap();
        let mut position = Position::new(size);
        play(&mut position, &mut Plain::new(size, BTreeMap::new(), Color::Black), &picks)?;
        let board = position.board();
        let stones: Vec<Point> = board.stones().map(|(point, _)| point).collect();
        let dead = dead.iter().filter_map(|&at| stones.get(usize::from(at) % stones.len().max(1)));
        let dead: Vec<Point> = dead.copied().collect();
        let position = Position::from_board(&board, Color::Black).unwrap();
        let score = Score::count(&position, dead.clone()).unwrap();
        for operation in Symmetry::ALL {
            let turned = board.transform(operation);
            let turned = Position::from_board(&turned, Color::Black).unwrap();
            let dead = dead.iter().map(|&point| operation.point(point, size));
            let turned = Score::count(&turned, dead).unwrap();
            for point in size.points() {
                let expected = match score.status(point).unwrap() {
                    Status::Alive(color) => Status::Alive(operation.color(color)),
                    Status::Seki(color) => Status::Seki(operation.color(color)),
                    Status::Dead(color) => Status::Dead(operation.color(color)),
                    Status::Territory(color) => Status::Territory(operation.color(color)),
                    Status::Eye(color) => Status::Eye(operation.color(color)),
                    Status::Dame => Status::Dame,
                };
                prop_assert_eq!(turned.status(operation.point(point, size)), Some(expected));
            }
            let winner = score.winner().map(|winner| operation.color(winner));
            prop_assert_eq!((turned.winner(), turned.lead()), (winner, score.lead()));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn games_on_boards_of_any_size(cols in 1u8..=52, rows in 1u8..=52, picks in picks(250)) {
        game(Size::new(cols, rows).unwrap(), &picks)?;
    }

    #[test]
    fn long_games_on_9x9(picks in picks(500)) {
        game(Size::new(9, 9).unwrap(), &picks)?;
    }

    #[test]
    fn games_on_the_largest_board(picks in picks(200)) {
        game(Size::new(52, 52).unwrap(), &picks)?;
    }
}
