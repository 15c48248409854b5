//! The setup of a game tree: what its nodes before the first move say.

use super::fault_list::FaultList;
use crate::go::{Board, Point, Size};
use crate::sgf::{Property, counting, setups, stated_size, value};
use crate::{Color, Fault, Rule};

/// A set of points: for each row a bitmask of columns.
///
/// Stones are set and removed by whole rows, because there are files that set
/// up the whole board in every node.
type PointSet = [u64; 52];

/// Reads the nodes before the first move, one after the other.
#[derive(Clone)]
pub(super) struct SetupReader {
    /// `None` before the root has been read.
    size: Option<Size>,
    /// Black's and White's stones.
    stones: [PointSet; 2],
    /// HA of the root.
    pub handicap: Option<u32>,
    /// Whether the root has PB or PW.
    pub names_player: bool,
    /// The last PL, without one beside a move that names who moves behind it.
    pub player: Option<Color>,
}

/// The side to move that PL of a node names.
pub(super) fn find_player(node: &[Property<'_>]) -> Option<Color> {
    let property = node.iter().find(|property| property.name() == *b"PL")?;
    value::parse_player(property.value())
}

impl SetupReader {
    pub(super) fn new() -> SetupReader {
        SetupReader {
            size: None,
            stones: [[0; 52]; 2],
            handicap: None,
            names_player: false,
            player: None,
        }
    }

    /// The board size that the root states, else 19x19.
    pub(super) fn size(&self) -> Size {
        self.size.unwrap_or(Size::STANDARD)
    }

    /// The board with the stones of all nodes read so far.
    pub(super) fn board(&self) -> Board {
        let mut board = Board::new(self.size());
        for (color, rows) in [Color::Black, Color::White].into_iter().zip(self.stones) {
            for (row, mut columns) in (0..board.size().rows()).zip(rows) {
                while columns != 0 {
                    board.set(Point::new(columns.trailing_zeros() as u8, row), Some(color));
                    columns &= columns - 1;
                }
            }
        }
        board
    }

    /// Reads the next node. The first one is the root.
    ///
    /// # Errors
    /// The fault that hides the position.
    pub(super) fn read_node(
        &mut self,
        node: &[Property<'_>],
        faults: &mut FaultList,
    ) -> Result<(), Fault> {
        if self.size.is_none() {
            self.read_root(node, faults)?;
        }
        let before = self.stones;
        let mut node_points = [[0; 52]; 3];
        for (property, stone) in setups(node) {
            self.read_stones(property, stone, &mut node_points, faults)?;
        }
        if let Some(player) = find_player(node) {
            // Beside a move, the other player is the one to move behind the node.
            let mover = node.iter().find_map(|property| value::player_of(property.name()));
            if mover.is_none_or(|mover| mover == player) {
                self.player = Some(player);
            }
        }
        if let Some(fault) = self.find_cleared(&before, node) {
            faults.report(|| fault);
        }
        Ok(())
    }

    /// The fault of a node with AE after which none of the stones before it are there.
    fn find_cleared(&self, before: &[PointSet; 2], node: &[Property<'_>]) -> Option<Fault> {
        let empties = node.iter().find(|property| property.name() == *b"AE")?;
        let stones: u32 = before.iter().flatten().map(|row| row.count_ones()).sum();
        let mut rows = before.iter().flatten().zip(self.stones.iter().flatten());
        let stay = rows.any(|(before, after)| before & after != 0);
        (stones > 0 && !stay).then(|| Fault {
            rule: Rule::LeftOut,
            offset: empties.offset,
            message: format!("AE: none of the {stones} stones that were set up before stay"),
        })
    }

    /// Reports the stones of a node behind the first move that count for nothing.
    pub(super) fn check_later_node(&self, node: &[Property<'_>], faults: &mut FaultList) {
        if setups(node).next().is_some()
            && let Err(fault) = self.clone().read_node(node, &mut FaultList::default())
        {
            faults.report(|| Fault { rule: Rule::LeftOut, ..fault });
        }
    }

    /// Reads the properties that only the root has.
    fn read_root(&mut self, root: &[Property<'_>], faults: &mut FaultList) -> Result<(), Fault> {
        let size = stated_size(root);
        for property in counting(root) {
            let name = property.name();
            let number = || std::str::from_utf8(property.value()).ok()?.trim().parse::<u32>().ok();
            if name == *b"SZ" {
                if let Some(Err(error)) = &size {
                    let (rule, offset) = (Rule::BoardSize, property.offset);
                    return Err(Fault { rule, offset, message: format!("SZ: {error}") });
                }
            } else if name == *b"GM" && number().is_some_and(|game| game != 1) {
                let game = property.simple_text();
                let message = format!("GM[{}] is not go", game.escape_debug());
                return Err(Fault { rule: Rule::OtherGame, offset: property.offset, message });
            } else if name == *b"HA" {
                self.handicap = number();
                let text = property.simple_text();
                if self.handicap.is_none() && !text.trim().is_empty() {
                    let message = || {
                        format!("HA: `{}` is not a number of stones", text.trim().escape_debug())
                    };
                    let (rule, offset) = (Rule::GameFact, property.offset);
                    faults.report(|| Fault { rule, offset, message: message() });
                }
            } else if name == *b"PB" || name == *b"PW" {
                self.names_player = true;
            }
        }
        self.size = Some(size.and_then(Result::ok).unwrap_or(Size::STANDARD));
        Ok(())
    }

    /// Sets the points of AB, AW or AE. `node_points` has the black, white and
    /// empty points that the node has set so far.
    fn read_stones(
        &mut self,
        property: &Property<'_>,
        stone: Option<Color>,
        node_points: &mut [PointSet; 3],
        faults: &mut FaultList,
    ) -> Result<(), Fault> {
        let state = stone.map_or(2, |color| color as usize);
        let size = self.size();
        for list in property.values() {
            if list.trim_ascii().is_empty() {
                continue; // AB[] is an empty list
            }
            let points = value::parse_points(list, size).map_err(|error| Fault {
                rule: Rule::SetupPoint,
                offset: property.offset,
                message: format!("{}: {error}", property.name()),
            })?;
            let (from, to) = points.corners();
            let columns = ((1 << (to.col - from.col + 1)) - 1) << from.col;
            let fault = |rule, columns: u64, row, what| {
                let point = Point::new(columns.trailing_zeros() as u8, row);
                let message = format!("{}: {} {what}", property.name(), point.name(size));
                Fault { rule, offset: property.offset, message }
            };
            let mut is_reported = false;
            for row in from.row..=to.row {
                let at = usize::from(row);
                let twice = node_points[state][at] & columns;
                let conflict = stone.map_or(0, |color| node_points[!color as usize][at] & columns);
                if conflict != 0 {
                    let what = "is set up in two ways in one node";
                    return Err(fault(Rule::SetupBoth, conflict, row, what));
                }
                if twice != 0 && !is_reported {
                    faults.report(|| fault(Rule::SetupTwice, twice, row, "is named twice"));
                    is_reported = true; // once per value
                }
                node_points[state][at] |= columns;
                for (color, stones) in self.stones.iter_mut().enumerate() {
                    stones[at] = stones[at] & !columns | if color == state { columns } else { 0 };
                }
            }
        }
        Ok(())
    }
}
