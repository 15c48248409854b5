//! The digest of a game.

use super::layout::{
    COLS, CORNER_SIDE, DIGEST_PLANES, FLAGS, IRREGULAR, LISTED, NO_MOVE, NONE, NOT_ALTERNATING,
    PASSES, ROWS, SETUP, STEPS, UNCLEAR, UNCLEAR_MOVE, VARIED, WHITE, WHITE_FIRST, opening_planes,
    removed_plane, step_plane, stone_plane,
};
use crate::Color;
use crate::games::decoding::{ChangeVisitor, MainLine};
use crate::games::encoding::{DecodeGameError, PointChange};
use crate::go::Size;

/// The digest of a game, given as its encoded moves. That of a game that cannot be decoded is
/// undecided in every question.
pub fn digest_game(moves: &[u8]) -> [u8; DIGEST_PLANES] {
    try_digest(moves).unwrap_or_else(|_| {
        let mut digest = [0; DIGEST_PLANES];
        digest[FLAGS] = IRREGULAR;
        digest
    })
}

fn try_digest(moves: &[u8]) -> Result<[u8; DIGEST_PLANES], DecodeGameError> {
    let line = MainLine::new(moves)?;
    let size = line.size();
    let mut record = LineRecord::new(size);
    let mut setups = Vec::new();
    let (steps, has_variations) = line.decode(&mut record, &mut setups)?;
    let mut digest = [0; DIGEST_PLANES];
    (digest[COLS], digest[ROWS]) = (size.cols(), size.rows());
    let flags = [
        (VARIED, has_variations),
        (IRREGULAR, !setups.is_empty()),
        (WHITE_FIRST, record.first_player == Some(Color::White)),
        (NOT_ALTERNATING, !record.alternates),
    ];
    digest[FLAGS] = flags.iter().map(|&(flag, is_set)| if is_set { flag } else { 0 }).sum();
    [digest[STEPS[0]], digest[STEPS[1]]] = steps.to_le_bytes();
    for corner in 0..4 {
        record.write_corner(corner, &mut digest);
    }
    record.write_opening(&mut digest);
    Ok(digest)
}

/// What happens on the main line.
struct LineRecord {
    size: Size,
    states: Vec<PointState>,
    /// The first stone on each point, in order.
    arrivals: Vec<PointChange>,
    /// The changes of points that have a stone, in order: the step and the point.
    removals: Vec<(u16, u16)>,
    /// The moves up to the length of a list, as entries of the list of the whole board.
    moves: Vec<u16>,
    first_player: Option<Color>,
    last_player: Option<Color>,
    alternates: bool,
    stones: usize,
    /// The least number of stones on the board after the first removal.
    least_stones: usize,
}

#[derive(Clone, Copy, Default)]
struct PointState {
    stone: Option<Color>,
    has_arrived: bool,
    is_removed: bool,
}

impl LineRecord {
    fn new(size: Size) -> LineRecord {
        LineRecord {
            size,
            states: vec![PointState::default(); size.area()],
            arrivals: Vec::with_capacity(300),
            removals: Vec::new(),
            moves: Vec::with_capacity(LISTED),
            first_player: None,
            last_player: None,
            alternates: true,
            stones: 0,
            least_stones: usize::MAX,
        }
    }

    fn add_move(&mut self, player: Color, entry: u16) {
        if self.moves.len() < LISTED {
            self.moves.push(entry);
        }
        self.first_player.get_or_insert(player);
        self.alternates &= self.last_player != Some(player);
        self.last_player = Some(player);
    }

    /// Whether, after a stone was removed, the board has no more stones than a list has entries.
    fn is_empty_again(&self) -> bool {
        self.least_stones <= LISTED
    }

    /// Columns and rows of a corner.
    fn side(&self) -> u8 {
        CORNER_SIDE.min(self.size.cols().div_ceil(2)).min(self.size.rows().div_ceil(2))
    }

    /// A point in a corner, as in the list of the corner; `None` elsewhere. The corners are the upper
    /// left, the upper right, the lower left and the lower right.
    fn place(&self, corner: usize, point: u16) -> Option<u8> {
        let (cols, rows) = (u16::from(self.size.cols()), u16::from(self.size.rows()));
        let (col, row) = (point % cols, point / cols);
        let col = if corner & 1 == 1 { cols - 1 - col } else { col };
        let row = if corner & 2 == 2 { rows - 1 - row } else { row };
        let side = u16::from(self.side());
        (col < side && row < side).then(|| row as u8 * CORNER_SIDE + col as u8)
    }

    fn write_corner(&self, corner: usize, digest: &mut [u8; DIGEST_PLANES]) {
        let is_here = |point: u16| self.place(corner, point).is_some();
        let removal = self.removals.iter().find(|&&(_, point)| is_here(point));
        let removal = removal.map_or(u16::MAX, |&(step, _)| step);
        let mut list = self.arrivals.iter().filter_map(|arrival| {
            let place = self.place(corner, arrival.point)?;
            let white = if arrival.stone == Some(Color::White) { WHITE } else { 0 };
            Some((arrival, place + white))
        });
        for number in 0..LISTED {
            let entry = match list.next() {
                Some((arrival, entry)) if arrival.step < removal.min(256) => {
                    digest[step_plane(corner, number)] = arrival.step as u8;
                    if self.states[usize::from(arrival.point)].is_removed {
                        digest[removed_plane(corner, number / 8)] |= 1 << (number % 8);
                    }
                    entry
                }
                Some(_) => UNCLEAR,
                None if removal < u16::MAX => UNCLEAR,
                None => NONE,
            };
            digest[stone_plane(corner, number)] = entry;
            if entry >= UNCLEAR {
                return;
            }
        }
    }

    fn write_opening(&self, digest: &mut [u8; DIGEST_PLANES]) {
        let setup: Vec<u16> = self
            .arrivals
            .iter()
            .take_while(|arrival| arrival.step == 0)
            .map(|arrival| arrival.point * 2 + u16::from(arrival.stone == Some(Color::White)))
            .collect();
        let removal = self.removals.first().map_or(u16::MAX, |&(step, _)| step);
        // Step 1 is the entry behind those of the setup.
        let clear = match removal {
            0 => 0,
            _ if self.is_empty_again() => 0,
            _ => (setup.len() + usize::from(removal) - 1).min(LISTED),
        };
        digest[SETUP] = setup.len().min(255) as u8;
        let mut list = setup.iter().chain(&self.moves).copied();
        for number in 0..LISTED {
            let entry = if number < clear { list.next().unwrap_or(NO_MOVE) } else { UNCLEAR_MOVE };
            let [low, high] = opening_planes(number);
            [digest[low], digest[high]] = entry.to_le_bytes();
        }
    }
}

impl ChangeVisitor for LineRecord {
    fn play(&mut self, step: u16, point: u16, color: Color) {
        self.add_move(color, point * 2 + u16::from(color == Color::White));
        self.change(PointChange { step, point, stone: Some(color) });
    }

    fn change(&mut self, change: PointChange) {
        let state = &mut self.states[usize::from(change.point)];
        let before = std::mem::replace(&mut state.stone, change.stone);
        if before == change.stone {
            return;
        }
        if before.is_some() {
            state.is_removed = true;
            self.stones -= 1;
            self.removals.push((change.step, change.point));
        } else if !std::mem::replace(&mut state.has_arrived, true) {
            self.arrivals.push(change);
        }
        self.stones += usize::from(change.stone.is_some());
        if change.step > 0 && !self.removals.is_empty() {
            self.least_stones = self.least_stones.min(self.stones);
        }
    }

    fn pass(&mut self, _: u16, color: Color) {
        self.add_move(color, PASSES + u16::from(color == Color::White));
    }
}
