//! Variations and comments that somebody wrote, as in dictionaries of joseki.

use std::collections::HashMap;

use super::corner::Corner;
use super::entries::{TENUKI, Windows};
use super::{CornerOptions, Joseki};
use crate::Color;
use crate::go::{Board, Point, Position, Size};
use crate::sgf::value::{Move, decode_text, parse_points};
use crate::sgf::{self, GameTree, Node};

/// The moves of game trees in corners, with their comments. Nobody played them, so they have no results and no
/// counts.
#[derive(Debug)]
pub struct Dictionary {
    moves: Joseki,
    /// By the node of a corner and the number of the move in the normal form, or [`TENUKI`].
    comments: HashMap<(u64, u16), Vec<String>>,
}

impl Dictionary {
    /// The moves in the corners of trees, which are read as games are, without comments.
    pub fn new(moves: Joseki) -> Dictionary {
        Dictionary { moves, comments: HashMap::new() }
    }

    /// What corners are.
    pub fn options(&self) -> CornerOptions {
        self.moves.options()
    }

    /// Adds the comments (C) of a tree for a board of this size, those of the moves in its corners. A variation
    /// ends with an illegal move. A pass is a tenuki in each corner with stones.
    ///
    /// The time is linear in the number of nodes, and a board is in memory for each variation that is left to
    /// read on the way to a node.
    pub fn add_comments(&mut self, tree: &GameTree<'_>, size: Size) {
        let windows = Windows::new(size, self.options());
        let mut open: Vec<_> =
            tree.root().map(|root| (root, Board::new(size))).into_iter().collect();
        while let Some((mut node, mut board)) = open.pop() {
            loop {
                if let Some(sibling) = node.next_sibling() {
                    open.push((sibling, board.clone()));
                }
                let Some(next) = self.read_node(node, &windows, &board, tree) else { break };
                let Some(child) = node.first_child() else { break };
                (node, board) = (child, next);
            }
        }
    }

    /// Adds the comment of a node, and plays it on the board; `None` if that is illegal.
    fn read_node(
        &mut self,
        node: Node<'_, '_>,
        windows: &Windows,
        board: &Board,
        tree: &GameTree<'_>,
    ) -> Option<Board> {
        let mut next = board.clone();
        set_up(node, &mut next);
        let Some((player, played)) = node.played(board.size()) else { return Some(next) };
        let played = played.ok()?;
        let text = node.get(b"C").map(|text| decode_text(text, tree.charset()).trim().to_owned());
        if let Some(text) = text.filter(|text| !text.is_empty()) {
            self.add_comment(&next, player, played, windows, &text);
        }
        match played {
            Move::Pass => Some(next),
            Move::At(point) => {
                let mut position = Position::from_board(&next, player).ok()?;
                position.play(point).ok()?;
                Some(position.board())
            }
        }
    }

    fn add_comment(
        &mut self,
        board: &Board,
        player: Color,
        played: Move,
        windows: &Windows,
        text: &str,
    ) {
        for number in 0..4 {
            let inside = match played {
                Move::Pass => None,
                Move::At(point) => match windows.inside(point, number) {
                    Some(inside) => Some(inside),
                    None => continue,
                },
            };
            let corner = windows.corner(board, number);
            if inside.is_none() && corner.board().is_empty() {
                continue;
            }
            let texts = self.comments.entry(place(&corner, player, inside)).or_default();
            if texts.iter().all(|known| known != text) {
                texts.push(text.to_owned());
            }
        }
    }

    /// The moves that a player has in a corner, tenuki where the other player goes on in the corner.
    pub(super) fn moves(&self, corner: &Corner, turn: Color) -> Vec<Option<Point>> {
        let points =
            |turn| self.moves.moves(corner, turn).moves.into_iter().map(|found| found.point);
        // The end of a variation counts as tenuki, too.
        let has_tenuki = !corner.board().is_empty() && points(!turn).flatten().next().is_some();
        points(turn).filter(|point| point.is_some() || has_tenuki).collect()
    }

    /// The comments of a move in a corner, in the order of the trees.
    pub(super) fn comments(&self, corner: &Corner, turn: Color, point: Option<Point>) -> &[String] {
        self.comments.get(&place(corner, turn, point)).map_or(&[], Vec::as_slice)
    }
}

/// The same for equivalent moves in equivalent corners.
fn place(corner: &Corner, player: Color, point: Option<Point>) -> (u64, u16) {
    let normal = corner.normalize(player);
    (normal.node, point.map_or(TENUKI, |point| corner.point_number(&normal, point)))
}

/// Sets up the stones of a node.
fn set_up(node: Node<'_, '_>, board: &mut Board) {
    let size = board.size();
    for (property, stone) in sgf::setups(node.properties()) {
        let points = property.values().filter_map(|value| parse_points(value, size).ok());
        points.flatten().for_each(|point| board.set(point, stone));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::Charset;

    /// The comments of a move, in the corner at the upper left.
    fn comments(
        tree: &str,
        stones: &[(u8, u8, Color)],
        turn: Color,
        at: Option<(u8, u8)>,
    ) -> Vec<String> {
        let moves = Joseki::new(&[], CornerOptions::default(), crate::joseki::Kept::All).unwrap();
        let mut dictionary = Dictionary::new(moves);
        dictionary.add_comments(&GameTree::read(tree.as_bytes(), Charset::UTF_8), Size::STANDARD);
        let mut board = Board::new(Size::new(10, 10).unwrap());
        for &(col, row, color) in stones {
            board.set(Point::new(col, row), Some(color));
        }
        let point = at.map(|(col, row)| Point::new(col, row));
        dictionary.comments(&Corner::new(board), turn, point).to_vec()
    }

    #[test]
    fn comments_are_found_in_every_orientation_and_color() {
        use Color::{Black, White};
        // Upper right, then the same in the lower left with swapped colors.
        let tree = "(;B[pd](;W[qf]C[a\\]pproach])(;W[dp](;B[fq]C[other])(;B[zz];W[aa]C[lost])))";
        let stone = [(3, 3, Black)];
        assert_eq!(comments(tree, &stone, White, Some((2, 5))), ["a]pproach", "other"]);
        assert_eq!(comments(tree, &stone, White, Some((5, 2))), ["a]pproach", "other"]);
        assert_eq!(comments(tree, &[(3, 3, White)], Black, Some((2, 5))), ["a]pproach", "other"]);
        assert!(comments(tree, &[], White, Some((0, 0))).is_empty());
        assert!(comments(tree, &stone, Black, Some((2, 5))).is_empty());
    }

    #[test]
    fn captures_set_ups_and_passes_are_followed() {
        use Color::{Black, White};
        // Black takes the stone at A19, White passes, and A19 is empty again.
        let tree = "(;AW[aa]AB[ab];B[ba];W[]C[elsewhere];AB[cc];B[aa]C[filled])";
        let after = [(0, 1, Black), (1, 0, Black)];
        assert_eq!(comments(tree, &after, White, None), ["elsewhere"]);
        let set_up = [(0, 1, Black), (1, 0, Black), (2, 2, Black)];
        assert_eq!(comments(tree, &set_up, Black, Some((0, 0))), ["filled"]);
        assert!(comments(tree, &after, Black, Some((0, 0))).is_empty());
    }

    #[test]
    fn a_tree_may_be_deep_and_broad() {
        let deep = format!("(;B[aa]{})", "(;W[]C[x](;B[ss])".repeat(20_000));
        assert_eq!(comments(&deep, &[(0, 0, Color::Black)], Color::White, None), ["x"]);
        let broad = format!("(;{})", "(;B[aa]C[x])".repeat(20_000));
        assert_eq!(comments(&broad, &[], Color::Black, Some((0, 0))), ["x"]);
    }
}
