use proptest::prelude::*;

use super::*;
use crate::games::GameDecoder;
use crate::games::decoding::MainLine;
use crate::go::Board;

/// One call of the encoder.
#[derive(Clone, Debug)]
enum Written {
    Play(Color, u16, Vec<u16>),
    Pass(Color),
    Setup(Vec<(u16, Option<Color>)>),
    Back(usize),
}

fn written(area: u16) -> impl Strategy<Value = Written> {
    let color = || prop::sample::select(vec![Color::Black, Color::White]);
    let stone = prop::option::of(color());
    prop_oneof![
        8 => (color(), 0..area, prop::collection::vec(0..area, 0..3))
            .prop_map(|(color, at, captured)| Written::Play(color, at, captured)),
        1 => color().prop_map(Written::Pass),
        1 => prop::collection::vec((0..area, stone), 0..4).prop_map(Written::Setup),
        1 => (0usize..8).prop_map(Written::Back),
    ]
}

/// The main line: its changes, its setups, its length, and whether the game has more lines.
fn first_line(bytes: &[u8]) -> Result<(Vec<PointChange>, Vec<u16>, u16, bool), DecodeGameError> {
    let (mut changes, mut setups) = (Vec::new(), Vec::new());
    let (steps, has_more) = MainLine::new(bytes)?.decode(&mut changes, &mut setups)?;
    Ok((changes, setups, steps, has_more))
}

/// A step of a line, the number of the node that made it, and the changes of points.
type WrittenStep = (Step, usize, Vec<(u16, Option<Color>)>);

/// The line with all setups before its first move in step 0.
fn merge_start(line: &[WrittenStep]) -> (Vec<Step>, Vec<PointChange>) {
    let is_setup = |(step, ..): &WrittenStep| *step == Step::Setup;
    let start = line.iter().take_while(|step| is_setup(step)).count();
    let steps = line[start - 1..].iter().map(|&(step, ..)| step).collect();
    let changes = line.iter().enumerate().flat_map(|(number, (.., changes))| {
        let step = (number + 1).saturating_sub(start) as u16;
        changes.iter().map(move |&(point, stone)| PointChange { step, point, stone })
    });
    (steps, changes.collect())
}

proptest! {
    #[test]
    fn decoding_inverts_encoding(
        (cols, rows, steps) in (1u8..=52, 1u8..=52).prop_flat_map(|(cols, rows)| {
            let area = u16::from(cols) * u16::from(rows);
            (Just(cols), Just(rows), prop::collection::vec(written(area), 0..60))
        })
    ) {
        let size = Size::new(cols, rows).unwrap();
        let at = |index: u16| {
            Point::new((index % u16::from(cols)) as u8, (index / u16::from(cols)) as u8)
        };
        let mut encoder = GameEncoder::new(size, &[]);
        let mut path: Vec<WrittenStep> = vec![(Step::Setup, 0, Vec::new())];
        let mut lines = Vec::new();
        let mut is_new = true; // whether the line has own steps
        for (step, node) in steps.into_iter().zip(1..) {
            match step {
                Written::Play(color, point, captured) => {
                    let points: Vec<Point> = captured.iter().map(|&p| at(p)).collect();
                    encoder.play(color, at(point), &points);
                    let played = [(point, Some(color))].into_iter();
                    let all = played.chain(captured.into_iter().map(|point| (point, None)));
                    path.push((Step::Play(color, at(point)), node, all.collect()));
                    is_new = true;
                }
                Written::Pass(color) => {
                    encoder.pass(color);
                    path.push((Step::Pass(color), node, vec![]));
                    is_new = true;
                }
                Written::Setup(stones) => {
                    let points: Vec<_> = stones.iter().map(|&(p, s)| (at(p), s)).collect();
                    encoder.setup(&points);
                    path.push((Step::Setup, node, stones));
                    is_new = true;
                }
                Written::Back(steps) => {
                    if is_new {
                        lines.push(path.clone());
                    }
                    is_new = false;
                    path.truncate(path.len().saturating_sub(steps).max(1));
                    encoder.go_back(path.len());
                }
            }
        }
        if is_new {
            lines.push(path.clone());
        }
        let bytes = encoder.finish();
        let mut read = GameDecoder::new(&bytes).unwrap();
        let mut before: Vec<PointChange> = Vec::new();
        for (number, line) in lines.iter().enumerate() {
            prop_assert!(read.next_line().unwrap());
            let (steps, changes) = merge_start(line);
            prop_assert_eq!(read.steps(), &steps);
            prop_assert_eq!(read.changes(), &changes);
            let setups = steps.iter().zip(0..).skip(1).filter(|(step, _)| **step == Step::Setup);
            prop_assert!(read.setups().iter().copied().eq(setups.map(|(_, number)| number)));
            // The nodes that an earlier line has, from the end of its setups on.
            let nodes = |line: &[WrittenStep]| line.iter().map(|step| step.1).collect::<Vec<_>>();
            let start = line.len() - steps.len() + 1;
            let common = lines[..number].iter().filter_map(|other| {
                let other_start = other.len() - merge_start(other).0.len() + 1;
                let pairs = nodes(line).into_iter().zip(nodes(other));
                let common = pairs.take_while(|(one, other)| one == other).count();
                (start == other_start && common >= start).then(|| common - start + 1)
            });
            prop_assert_eq!(read.shared(), common.max().unwrap_or(0));
            let kept = changes.len() - read.own_changes().len();
            let states = |changes: &[PointChange]| -> Vec<_> {
                changes.iter().map(|change| (change.point, change.stone)).collect()
            };
            prop_assert!(kept <= before.len());
            prop_assert_eq!(states(&before[..kept]), states(&changes[..kept]));
            prop_assert!(read.own_changes().iter().all(|change| usize::from(change.step) >= read.shared()));
            if number == 0 {
                let first = first_line(&bytes).unwrap();
                let setups = read.setups().to_vec();
                prop_assert_eq!(first, (changes.clone(), setups, steps.len() as u16, lines.len() > 1));
            }
            before = changes;
        }
        prop_assert!(!read.next_line().unwrap());
    }

    #[test]
    fn arbitrary_bytes_are_decoded_or_refused(
        bytes in prop::collection::vec(any::<u8>(), 0..80), cols in 1u8..=52, rows in 1u8..=52,
    ) {
        let bytes = [&[VERSION, cols, rows], &bytes[..]].concat();
        let mut lines = GameDecoder::new(&bytes).unwrap();
        let (first, mut read) = (first_line(&bytes), lines.next_line());
        prop_assert_eq!(first.is_ok(), read == Ok(true));
        while read == Ok(true) {
            let area = lines.size().area();
            prop_assert!(lines.changes().iter().all(|change| usize::from(change.point) < area));
            read = lines.next_line();
        }
    }
}

/// Every one-byte point, from every point: decoded to the point at that offset,
/// or refused when that point is not on the board.
#[test]
fn one_byte_points_never_leave_the_board() {
    for (cols, rows) in [(19, 19), (52, 52), (9, 5), (3, 13), (1, 1)] {
        for point in Size::new(cols, rows).unwrap().points() {
            let from = u16::from(point.row) * u16::from(cols) + u16::from(point.col);
            for byte in 0..ABSOLUTE {
                let [high, low] = from.to_be_bytes();
                let bytes = [VERSION, cols, rows, 0, 3, SETUP, 0, ABSOLUTE + high, low, byte];
                let mut lines = GameDecoder::new(&bytes).unwrap();
                let read = lines.next_line();
                let col = i32::from(point.col) + i32::from(byte % 15) - 7;
                let row = i32::from(point.row) + i32::from(byte / 15) - 7;
                if (0..i32::from(cols)).contains(&col) && (0..i32::from(rows)).contains(&row) {
                    let to = Point::new(col as u8, row as u8);
                    assert_eq!(lines.steps()[2], Step::Play(Color::White, to));
                    let number = row as u16 * u16::from(cols) + col as u16;
                    assert_eq!(lines.changes()[1].point, number);
                } else {
                    assert_eq!(read, Err(DecodeGameError::Damaged));
                }
            }
        }
    }
}

/// LEB128 lengths of one and of two bytes.
#[test]
fn lines_of_any_length_are_decoded() {
    let size = Size::new(9, 9).unwrap();
    for shared in 1..300 {
        let mut encoder = GameEncoder::new(size, &[]);
        for i in 1..300u16 {
            encoder.play(Color::Black, Point::new((i % 9) as u8, 0), &[]);
        }
        encoder.go_back(shared);
        encoder.play(Color::White, Point::new(0, 1), &[Point::new(0, 0)]);
        let bytes = encoder.finish();
        let mut lines = GameDecoder::new(&bytes).unwrap();
        assert!(lines.next_line().unwrap() && lines.steps().len() == 300);
        assert!(lines.next_line().unwrap() && lines.steps().len() == shared + 1);
        assert!(!lines.next_line().unwrap());
    }
}

/// Databases hold these bytes.
#[test]
fn stored_moves_are_pinned() {
    let size = Size::new(19, 19).unwrap();
    let mut board = Board::new(size);
    board.set(Point::new(3, 3), Some(Color::Black));
    let stones: Vec<_> = board.stones().map(|(point, color)| (point, Some(color))).collect();
    let mut encoder = GameEncoder::new(size, &stones);
    encoder.play(Color::White, Point::new(15, 15), &[]);
    encoder.play(Color::Black, Point::new(16, 13), &[Point::new(15, 13), Point::new(3, 3)]);
    encoder.pass(Color::White);
    encoder.go_back(2);
    encoder.play(Color::Black, Point::new(15, 2), &[]);
    encoder.setup(&[(Point::new(0, 0), None)]);
    let bytes = encoder.finish();
    let pinned = [
        1, 19, 19, 0, 4, 237, 1, 181, 1, 238, 226, 44, 239, 83, 2, 111, 225, 60, 236, 2, 2, 225,
        53, 237, 1, 0,
    ];
    assert_eq!(bytes, pinned);
}

#[test]
fn another_version_is_refused() {
    let other = [VERSION + 1, 19, 19, 0, 1, SETUP, 0];
    assert_eq!(GameDecoder::new(&other).unwrap_err(), DecodeGameError::UnknownVersion(VERSION + 1));
    assert!(GameDecoder::new(&[]).is_err());
}
