//! A game tree as a record.

use std::cell::RefCell;

use super::handicap::is_game_start;
use super::replay::Replay;
use super::turn::Stated;
use super::{Extracted, game, start};
use crate::go::{Board, Size, Symmetry};
use crate::gtn::{SubPosition, Window};
use crate::model::{Charset, Game, Placement, Record, TreeKind, TreeOptions, Turn};
use crate::sgf::{self, Detected, GameTree, Reader, TreeBuilder};
use crate::solution::{self, Dialect, Frame, Solution};
use crate::{Fault, Rule};

thread_local! {
    /// Games are replayed one after the other: each in the memory of the last one.
    static REPLAY: RefCell<Replay> = RefCell::new(Replay::new());
}

/// Finds out what a game tree is, and makes a record of a problem.
///
/// `number` is the number of the tree in its source, `offset` where it begins
/// there. The faults come in the order of the tree, those of replaying a game
/// behind the others; the last one tells why nothing was kept, if so.
///
/// ```
/// use gtn_db::extract::{self, Extracted};
/// use gtn_db::sgf;
///
/// let tree = b"(;SZ[19]AB[aa][ba]AW[ca]PL[W];W[cb])";
/// let (extracted, faults) = extract::tree(tree, sgf::detect(tree), 1, 0, Default::default());
/// let Extracted::Problem(record) = extracted else { panic!() };
/// assert!(faults.is_empty());
/// assert_eq!(record.text, "3x3|!!!_..._..._OOX_");
/// assert_eq!(record.turn.name(), "black");
/// ```
pub fn tree(
    bytes: &[u8],
    charset: Detected,
    number: u32,
    offset: u64,
    taken: TreeOptions,
) -> (Extracted, Vec<Fault>) {
    tree_in(bytes, charset, number, offset, taken, None)
}

/// The same where the dialect of its answers is known.
pub(super) fn tree_in(
    bytes: &[u8],
    charset: Detected,
    number: u32,
    offset: u64,
    taken: TreeOptions,
    dialect: Option<Dialect>,
) -> (Extracted, Vec<Fault>) {
    let mut walk = start::Walk::new(false);
    // A tree of many nodes is mostly a game, for which it is not needed.
    let mut tree = TreeBuilder::of_few(bytes, charset.charset);
    let mut add = |event: &_| tree.iter_mut().for_each(|tree| tree.add(event));
    let mut reader = Reader::new(bytes, charset.charset);
    let start = match walk.begin(&mut reader.by_ref().inspect(&mut add)) {
        Ok(start) => start,
        Err(fault) => return (Extracted::Nothing, vec![fault]),
    };
    let is_game = match taken.kind {
        Some(kind) => kind == TreeKind::Game,
        None if start.board.is_empty() => start.has_moves || start.names_player,
        None => is_game_start(&start.board, start.handicap, start.first_move),
    };
    let board = start.board.size();
    let own_charset = (charset.charset != sgf::Charset::UTF_8).then(|| Charset {
        name: charset.charset.name().to_owned(),
        is_guessed: charset.source.is_guess(),
    });
    if is_game {
        let reader = Reader::new(bytes, charset.charset);
        let left = walk.leave(start.events);
        let variations = taken.variations.unwrap_or_default();
        let played =
            REPLAY.with_borrow_mut(|replay| game::read(reader, board, variations, left, replay));
        let game = Game {
            tree: number,
            offset,
            size: board,
            info: played.info,
            moves: played.moves,
            opening: played.opening,
            lines: played.lines,
            charset: own_charset,
            sgf: bytes.to_vec(),
        };
        return (Extracted::Game(Box::new(game)), played.faults);
    }
    let told = match walk.finish(reader.inspect(add)) {
        Ok(told) => told,
        Err(fault) => return (Extracted::Nothing, vec![fault]),
    };
    let Some(window) = SubPosition::goban(start.board).window() else {
        let mut faults = told.faults;
        faults.push(Fault {
            rule: Rule::NoPosition,
            offset: 0,
            message: "no stones are set up".to_owned(),
        });
        return (Extracted::Nothing, faults);
    };
    let (turn, turn_source) = told.stated.turn();
    let of_window = of_window(&window, board, Turn::of(turn));
    let tree = tree.map(TreeBuilder::finish);
    let tree = tree.unwrap_or_else(|| GameTree::read(bytes, charset.charset));
    let reading = solution::read_as(&tree, board, dialect);
    let solution = canonical(&reading.solution, &of_window.placement, of_window.symmetry);
    let record = Record {
        tree: number,
        offset,
        name: told.name,
        moves: told.moves,
        charset: own_charset,
        sgf: bytes.to_vec(),
        turn_source,
        dialect: solution.dialect,
        solution: solution.encode(),
        ..of_window
    };
    (Extracted::Problem(Box::new(record)), told.faults)
}

/// What a game tree starts from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The stones before the first move.
    pub board: Board,
    /// All that is said of the side to move.
    pub stated: Stated,
    /// What was not taken as it stands, in the whole tree.
    pub faults: Vec<Fault>,
}

/// What a game tree starts from, and who is to move there.
///
/// # Errors
/// The fault that hides it.
pub fn setup(bytes: &[u8], charset: sgf::Charset) -> Result<Setup, Fault> {
    let mut walk = start::Walk::new(true);
    let mut events = Reader::new(bytes, charset);
    let board = walk.begin(&mut events)?.board;
    let told = walk.finish(events)?;
    Ok(Setup { board, stated: told.stated, faults: told.faults })
}

/// What a game tree says is right, on the board of its canonical position.
///
/// `placement` and `symmetry` are those of its record.
pub fn solution(tree: &GameTree<'_>, placement: &Placement, symmetry: Symmetry) -> Solution {
    canonical(&solution::read(tree, placement.board).solution, placement, symmetry)
}

fn canonical(solution: &Solution, placement: &Placement, symmetry: Symmetry) -> Solution {
    let frame = Frame::new(placement.region, placement.open, symmetry);
    let moved = solution
        .map(|color| symmetry.color(color), |spot| frame.spot(spot.point(placement.board)?));
    moved.unwrap_or_default() // every point of a board has a spot
}

/// The record of a window, with nothing about where it comes from.
pub(super) fn of_window(window: &Window, board: Size, turn: Turn) -> Record {
    let canonical = window.sub.canonical();
    Record {
        tree: 0,
        offset: 0,
        name: None,
        key: canonical.key(),
        symmetry: canonical.symmetry(),
        turn: turn.canonical(&canonical),
        turn_source: Default::default(),
        placement: Placement { board, region: window.region, open: window.sub.open },
        text: canonical.into_text(),
        moves: 0,
        dialect: Dialect::None,
        solution: Solution::default().encode(),
        charset: None,
        sgf: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::go::Sides;

    /// Pieces that game trees are made of, good and bad.
    const PIECES: [&str; 30] = [
        "(",
        ")",
        ";",
        "[",
        "]",
        "\\",
        ":",
        "AB",
        "AW",
        "AE",
        "SZ",
        "PL",
        "HA",
        "B",
        "W",
        "C",
        "GN",
        "aa",
        "ss",
        "tt",
        "aa:cc",
        "Zz:aa",
        "19",
        "52",
        "7:9",
        "0",
        "Black to play",
        "\n",
        "\u{fe}",
        "詰",
    ];

    fn text() -> impl Strategy<Value = Vec<u8>> {
        let piece = prop_oneof![
            8 => prop::sample::select(&PIECES[..]).prop_map(|piece| piece.as_bytes().to_vec()),
            4 => prop::sample::select(&["(;AB[aa]", "AW[bb][cc:ee]", ";B[dd]", "SZ[9]"][..])
                .prop_map(|piece| piece.as_bytes().to_vec()),
            1 => prop::collection::vec(any::<u8>(), 1..4),
        ];
        prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        /// Whatever the bytes, nothing panics, faults lie inside, and what is
        /// kept is found again under its own key.
        #[test]
        fn no_bytes_break_the_extraction(bytes in text()) {
            let charset = sgf::detect(&bytes);
            let problems = TreeOptions { kind: Some(TreeKind::Problem), ..TreeOptions::default() };
            for span in sgf::split(&bytes, charset.charset, true).trees {
                let part = &bytes[span.range()];
                let (extracted, faults) = tree(part, charset, 1, 0, problems);
                prop_assert!(faults.iter().all(|fault| fault.offset <= part.len()));
                match extracted {
                    Extracted::Problem(record) => {
                        let text: SubPosition = record.text.parse().unwrap();
                        prop_assert_eq!(text.canonical().key(), record.key);
                        let Placement { board, region, open } = record.placement;
                        prop_assert!(region.fits(board));
                        prop_assert_eq!(open.contains(Sides::TOP), region.origin.row > 0);
                        prop_assert_eq!(open.contains(Sides::LEFT), region.origin.col > 0);
                    }
                    Extracted::Game(_) => prop_assert!(false, "taken for a game"),
                    Extracted::Nothing => prop_assert!(!faults.is_empty()),
                }
            }
        }
    }
}
