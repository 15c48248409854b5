//! The solution of a record as it is played: captured stones, comments, what leads to the answer.

use super::canonical_board::build_frame;
use super::conflicts::load_solution;
use super::record_view::{DamagedTextError, RecordView};
use crate::Color;
use crate::go::{Board, Point, Size};
use crate::model::Charset;
use crate::sgf::{GameTree, Node};
use crate::solution::{self, Certainty, Solution, SolutionNode, Verdict, replay};
use crate::store::{Store, StoreError, StoredPosition, StoredRecord};

/// The solution of a record on the whole board of the record, replayed by the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecordTree {
    /// The stones before the first move.
    pub board: Board,
    /// Who solves the problem: the side to move, or else the player of the first accepted move, or
    /// else of the first move; Black if there is none.
    pub player: Color,
    /// The comment before the first move.
    pub comment: Option<String>,
    /// The moves, each before those that follow it, variations in the order of the record.
    pub moves: Vec<TreeMove>,
    /// The numbers of the first moves.
    pub first: Vec<u32>,
    /// The first moves of the player that the record accepts; `None` is tenuki.
    pub accepted: Vec<Option<Point>>,
    /// How these are known; `None` if there are none.
    pub certainty: Option<Certainty>,
}

/// A move of a [`RecordTree`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TreeMove {
    /// The number of the move before; `None` for a first move.
    pub parent: Option<u32>,
    /// The player.
    pub color: Color,
    /// The point; `None` for tenuki.
    pub at: Option<Point>,
    /// The verdict, on the last move of a line that has one.
    pub verdict: Option<Verdict>,
    /// Whether this reply is played even if others are right too.
    pub is_forced: bool,
    /// Whether the move, or one before it, is not accepted though it may not fail.
    pub is_refused: bool,
    /// Whether an accepted line goes through the move.
    pub leads_right: bool,
    /// The stones that the move captures; `None` if the rules forbid it, or a move before it.
    pub removed: Option<Vec<Point>>,
    /// What the record says of the move.
    pub comment: Option<String>,
    /// The numbers of the moves that follow.
    pub children: Vec<u32>,
}

impl RecordTree {
    /// Loads the solution of a record of a position.
    ///
    /// # Errors
    /// If the database cannot be read, or the position is not that of the record.
    pub fn load(
        store: &Store,
        position: &StoredPosition,
        record: &StoredRecord,
    ) -> Result<RecordTree, StoreError> {
        let damaged = DamagedTextError { key: position.key };
        let view = RecordView::new(position, record).map_err(|error| error.in_store(store))?;
        let mut board = Board::new(record.placement.board);
        for (point, color) in view.window.board.stones() {
            let Point { col, row } = view.place.origin;
            board.set(Point::new(col + point.col, row + point.row), Some(color));
        }
        let frame = build_frame(record);
        let solution = load_solution(store, record)?.map(
            |color| record.at.symmetry.color(color),
            |point| frame.to_board(point, board.size()).map(Into::into),
        );
        let solution = solution.ok_or_else(|| damaged.in_store(store))?;
        let sgf = store.sgf(record.id)?;
        let game = GameTree::read(&sgf, Charset::for_reading(record.charset.as_ref()));
        let mut tree = RecordTree::build(&solution, board, record.own_turn().color());
        tree.comment = game
            .main_line()
            .take_while(|node| node.get(b"B").is_none() && node.get(b"W").is_none())
            .find_map(read_comment);
        add_comments(&mut tree, &solution, &game);
        Ok(tree)
    }
}

impl RecordTree {
    /// The tree of a solution on a board. `turn` is the side to move, if it is known.
    #[doc(hidden)]
    pub fn build(solution: &Solution, board: Board, turn: Option<Color>) -> RecordTree {
        let size = board.size();
        let point = |node: &SolutionNode| node.at.and_then(|at| at.on_board(size));
        let first_accepted = || solution.accepted(None).first().map(|node| node.color);
        let first_played = || solution.nodes.first().map(|node| node.color);
        let player = turn.or_else(first_accepted).or_else(first_played).unwrap_or(Color::Black);
        let is_refused = solution.find_refused();
        let mut moves: Vec<TreeMove> = Vec::with_capacity(solution.nodes.len());
        let mut first = Vec::new();
        for (number, node) in (0..).zip(&solution.nodes) {
            match node.parent {
                Some(parent) => moves[parent as usize].children.push(number),
                None => first.push(number),
            }
            moves.push(TreeMove {
                parent: node.parent,
                color: node.color,
                at: point(node),
                verdict: node.verdict,
                is_forced: node.steering.force,
                is_refused: is_refused[number as usize],
                leads_right: false,
                removed: None,
                comment: None,
                children: Vec::new(),
            });
        }
        for number in (0..moves.len()).rev() {
            let TreeMove { verdict, is_refused, parent, .. } = moves[number];
            moves[number].leads_right |= verdict == Some(Verdict::Right) && !is_refused;
            if let Some(parent) = parent {
                moves[parent as usize].leads_right |= moves[number].leads_right;
            }
        }
        replay(
            solution,
            &board,
            |_| true,
            |played| {
                let is_on_board = moves[played.node].at.is_some();
                let after = played.after.ok();
                moves[played.node].removed = after.map(|after| match is_on_board {
                    true => after.captured().to_vec(),
                    false => Vec::new(), // tenuki, which leaves the captures of the move before
                });
            },
        );
        let accepted = solution.accepted(Some(player)).iter().map(point).collect();
        let certainty = solution.certainty(Some(player));
        RecordTree { board, player, comment: None, moves, first, accepted, certainty }
    }
}

/// Adds the comments of the game tree, if its moves are those of the stored solution: an older
/// version of gtn-db may have read the tree in another way.
fn add_comments(tree: &mut RecordTree, solution: &Solution, game: &GameTree<'_>) {
    let size: Size = tree.board.size();
    let reading = solution::read_as(game, size, Some(solution.dialect));
    let nodes = || solution.nodes.iter().zip(&reading.solution.nodes);
    let is_same = solution.nodes.len() == reading.solution.nodes.len()
        && nodes().all(|(stored, read)| stored.is_same_move(read) && stored.parent == read.parent);
    if is_same {
        for (one, &id) in tree.moves.iter_mut().zip(&reading.ids) {
            one.comment = read_comment(game.node(id));
        }
    }
}

fn read_comment(node: Node<'_, '_>) -> Option<String> {
    let comment = node.properties().iter().find(|property| property.name() == b"C")?;
    let text = comment.text();
    Some(text.trim()).filter(|text| !text.is_empty()).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::import::inputs::{Inputs, Limits};
    use crate::import::{ImportOptions, import};

    fn load(sgf: &str) -> (Store, StoredPosition, StoredRecord) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sgf");
        std::fs::write(&path, sgf).unwrap();
        let inputs = Inputs::gather(&[path], Limits::default()).unwrap();
        let store = Store::open_in_memory().unwrap();
        let cancel = std::sync::atomic::AtomicBool::new(false);
        import(store.begin_import().unwrap(), inputs, ImportOptions::new(&cancel), &|_| ())
            .unwrap();
        let position = store.positions_with_records(1).unwrap()[0];
        let record = store.records(position).unwrap().remove(0);
        (store.reopen().unwrap(), store.position_by_id(position).unwrap().unwrap(), record)
    }

    #[test]
    fn moves_have_their_captures_and_comments() {
        // The stones of White at A9 and B9 are captured at C9.
        let sgf = "(;SZ[9]AW[aa][ba]AB[ab][bb]PL[B]C[Take!](;B[ca]C[RIGHT <b>];W[ii];B[])(;B[ii];W[ca]C[alive]))";
        let (store, position, record) = load(sgf);
        let tree = RecordTree::load(&store, &position, &record).unwrap();
        assert_eq!((tree.player, tree.comment.as_deref()), (Color::Black, Some("Take!")));
        assert_eq!((&*tree.first, &*tree.accepted), (&[0, 3][..], &[Some(Point::new(2, 0))][..]));
        let [take, _, pass, _, alive] = &tree.moves[..] else { panic!("{:?}", tree.moves) };
        let captured = [Point::new(0, 0), Point::new(1, 0)];
        assert_eq!(take.removed.as_deref().map(<[Point]>::len), Some(2));
        assert!(captured.iter().all(|point| take.removed.as_ref().unwrap().contains(point)));
        assert_eq!((pass.at, &pass.removed), (None, &Some(Vec::new())));
        assert_eq!(take.comment.as_deref(), Some("RIGHT <b>"));
        assert_eq!(alive.comment.as_deref(), Some("alive"));
        assert!(take.leads_right && !alive.leads_right && !tree.moves[3].leads_right);
        assert_eq!(tree.board.get(Point::new(0, 0)), Some(Color::White));
    }

    /// A tree of moves on a 9x9 board with verdicts in words; every node has up to three variations.
    fn branches() -> impl Strategy<Value = String> {
        let point = (0u8..9, 0u8..9)
            .prop_map(|(col, row)| format!("{}{}", char::from(b'a' + col), char::from(b'a' + row)));
        let leaf = (point.clone(), 0..3usize).prop_map(|(point, kind)| {
            let words = ["", "C[RIGHT]", "C[Wrong.]"][kind];
            format!("B[{point}]{words}")
        });
        leaf.prop_recursive(4, 12, 3, move |inner| {
            (point.clone(), prop::collection::vec(inner, 1..3)).prop_map(|(point, inner)| {
                let turn = |text: &String| format!("(;{})", text.replacen("B[", "W[", 1));
                format!("B[{point}]{}", inner.iter().map(turn).collect::<String>())
            })
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        /// The verdict of each path, and what is accepted, is that of the library's solution of the
        /// game tree.
        #[test]
        fn every_path_has_the_verdict_of_the_solution(
            lines in prop::collection::vec(branches(), 1..4),
        ) {
            let lines: String = lines.iter().map(|line| format!("(;{line})")).collect();
            let sgf = format!("(;SZ[9]AB[cc][dc]AW[cd][ee]PL[B]{lines})");
            let (store, position, record) = load(&sgf);
            let tree = RecordTree::load(&store, &position, &record).unwrap();
            let game = GameTree::read(sgf.as_bytes(), crate::sgf::Charset::UTF_8);
            let read = solution::read(&game, Size::new(9, 9).unwrap()).solution;
            let path = |moves: &dyn Fn(u32) -> (Option<u32>, Color, Option<Point>), leaf: u32| {
                let mut path = Vec::new();
                let mut at = Some(leaf);
                while let Some(number) = at {
                    let (parent, color, point) = moves(number);
                    path.push((color, point));
                    at = parent;
                }
                path
            };
            let size = Size::new(9, 9).unwrap();
            let of_solution = |number: u32| {
                let node = read.nodes[number as usize];
                (node.parent, node.color, node.at.and_then(|at| at.on_board(size)))
            };
            let of_tree = |number: u32| {
                let one = &tree.moves[number as usize];
                (one.parent, one.color, one.at)
            };
            let ends = (0..tree.moves.len() as u32).filter(|&number| tree.moves[number as usize].children.is_empty());
            let expected: Vec<_> =
                read.leaves().map(|leaf| (path(&of_solution, leaf as u32), read.nodes[leaf].verdict)).collect();
            let found: Vec<_> =
                ends.map(|end| (path(&of_tree, end), tree.moves[end as usize].verdict)).collect();
            prop_assert_eq!(found, expected);
            let accepted: Vec<_> =
                read.accepted(Some(Color::Black)).iter().map(|node| node.at.and_then(|at| at.on_board(size))).collect();
            prop_assert_eq!(&tree.accepted, &accepted);
        }
    }
}
