//! Playing: Articles 2 to 6, 9 and 12 of the Japanese rules, and passes of the 9x9 rules.

use std::fmt;
use std::num::NonZeroU64;

use thiserror::Error;

use super::grid::{CellSet, Grid};
use super::{Board, Point, Rules, Size};
use crate::Color;

/// A position of a game: a board on which every chain has a liberty (Article 4), the side to
/// move, and the history that the rules need.
///
/// ```text
///      1 2 3 4 5
///   1  . X O . .
///   2  X O . O .      Black (3,2) takes the stone at (2,2); White may not
///   3  . X O . .      retake it by playing there in the next turn (Article 6)
/// ```
///
/// - Players alternate (Article 2) and play on empty points (Article 3).
/// - Enemy chains without liberty are captured (Article 5); after that the stone played must
///   have a liberty (Article 4).
/// - A stone lost in a ko may not be retaken in the next turn (Article 6). A pass counts as a
///   turn.
/// - Two successive passes end the game; it can be resumed (Article 9).
/// - A repeated whole-board position is reported, not forbidden: the players may agree that the
///   game has no result (Article 12).
/// - Under the [9x9 rules](Rules::NineByNine) the player who passes hands over a stone, and White
///   plays last.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::Color;
/// use gtn_db::go::{PlayError, Point, Position, Size};
///
/// let mut position = Position::new(Size::new(2, 1)?);
/// position.play(Point::new(0, 0))?; // Black
/// let played = position.play(Point::new(1, 0))?; // White
/// assert_eq!(played.captured, [Point::new(0, 0)]);
/// assert_eq!(position.prisoners(Color::White), 1);
///
/// let error = position.play(Point::new(0, 0)).unwrap_err();
/// assert_eq!(error, PlayError::Ko(Point::new(0, 0)));
/// assert_eq!(error.article(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Position {
    grid: Grid,
    rules: Rules,
    to_move: Color,
    ko: Option<u16>,
    passes: u8,
    prisoners: [u32; 2],
    captured: Vec<Point>,
    /// The hash of the first board, then one per turn; `None` for a pass.
    history: Vec<Option<BoardHash>>,
}

impl Clone for Position {
    fn clone(&self) -> Position {
        Position {
            grid: self.grid.clone(),
            captured: self.captured.clone(),
            history: self.history.clone(),
            ..*self
        }
    }

    /// Reuses the memory of `self`: replaying variations copies positions all the time.
    fn clone_from(&mut self, other: &Position) {
        self.grid.clone_from(&other.grid);
        self.captured.clone_from(&other.captured);
        self.history.clone_from(&other.history);
        let Position { rules, to_move, ko, passes, prisoners, .. } = *other;
        (self.rules, self.to_move, self.ko) = (rules, to_move, ko);
        (self.passes, self.prisoners) = (passes, prisoners);
    }
}

/// The Zobrist hash of a board, with the lowest bit set so that an `Option` of it takes 8 bytes.
type BoardHash = NonZeroU64;

fn hash_board(grid: &Grid) -> Option<BoardHash> {
    NonZeroU64::new(grid.hash() | 1)
}

/// The result of a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played<'a> {
    /// The points of the captured stones (Article 5).
    pub captured: &'a [Point],
    /// The history of the position, this move included.
    history: &'a [Option<BoardHash>],
}

impl Played<'_> {
    /// The last turn after which the whole board was the same as now (Article 12); turn 0 is the
    /// first board. `None` if the board is new.
    ///
    /// Compares 63-bit hashes of all turns: linear in their number.
    pub fn repeats(&self) -> Option<u32> {
        let (now, before) = self.history.split_last()?;
        before.iter().rposition(|board| board == now).map(|turn| turn as u32)
    }
}

/// A move that the rules forbid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum PlayError {
    /// Article 2: the players take turns.
    #[error("it is not {0}'s turn (Article 2)")]
    OutOfTurn(Color),
    /// Article 3: stones are played on points of the board.
    #[error("{0} is not on the board (Article 3)")]
    OffBoard(Point),
    /// Article 3: stones are played on empty points.
    #[error("{0} is occupied (Article 3)")]
    Occupied(Point),
    /// Article 4: a stone must have a liberty after its captures.
    #[error("a stone on {0} would have no liberty (Article 4)")]
    SelfCapture(Point),
    /// Article 6: a ko may not be retaken in the next turn.
    #[error("{0} would retake the ko at once (Article 6)")]
    Ko(Point),
    /// Article 9: two passes have ended the game.
    #[error("two passes have ended the game (Article 9)")]
    GameOver,
}

impl PlayError {
    /// The article that forbids the move.
    pub const fn article(self) -> u8 {
        match self {
            PlayError::OutOfTurn(_) => 2,
            PlayError::OffBoard(_) | PlayError::Occupied(_) => 3,
            PlayError::SelfCapture(_) => 4,
            PlayError::Ko(_) => 6,
            PlayError::GameOver => 9,
        }
    }
}

/// A chain without liberty, which no position may have (Article 4).
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the {color} chain {} has no liberty (Article 4)", list(.stones))]
pub struct NoLibertyError {
    /// The color of the chain.
    pub color: Color,
    /// The points of the chain, row by row.
    pub stones: Vec<Point>,
}

/// The first few points, and the number of all.
fn list(stones: &[Point]) -> String {
    const SHOWN: usize = 4;
    let shown: Vec<String> = stones.iter().take(SHOWN).map(Point::to_string).collect();
    match stones.len() {
        0..=SHOWN => shown.join(" "),
        all => format!("{} … of {all} stones", shown.join(" ")),
    }
}

/// Connected stones of one color and their liberties (Article 4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// The color of the stones.
    pub color: Color,
    /// The points of the stones, row by row.
    pub stones: Vec<Point>,
    /// The empty points next to the stones, row by row.
    pub liberties: Vec<Point>,
}

impl Position {
    /// The start of a game: an empty board, Black to move, Japanese rules.
    pub fn new(size: Size) -> Position {
        let mut position = Position {
            grid: Grid::new(size),
            rules: Rules::Japanese,
            to_move: Color::Black,
            ko: None,
            passes: 0,
            prisoners: [0; 2],
            captured: Vec::new(),
            history: Vec::with_capacity(size.area()),
        };
        position.begin();
        position
    }

    /// The same position under other rules. Earlier passes cost nothing.
    #[must_use]
    pub fn with_rules(self, rules: Rules) -> Position {
        Position { rules, ..self }
    }

    /// The start of a game with the stones of a board.
    ///
    /// ```
    /// # use gtn_db_core as gtn_db;
    /// use gtn_db::Color;
    /// use gtn_db::go::{Point, Position};
    /// use gtn_db::gtn::SubPosition;
    ///
    /// let corner: SubPosition = "2x2|OXX.".parse()?;
    /// let error = Position::from_board(&corner.board, Color::Black).unwrap_err();
    /// assert_eq!((error.color, error.stones), (Color::White, vec![Point::new(0, 0)]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When a chain has no liberty (Article 4): the first such chain row by row.
    pub fn from_board(board: &Board, to_move: Color) -> Result<Position, NoLibertyError> {
        let mut position = Position::new(board.size());
        let stones: Vec<_> = board.stones().map(|(point, color)| (point, Some(color))).collect();
        position.set_up(&stones)?;
        position.begin_with(to_move);
        Ok(position)
    }

    /// Starts a game on an empty board of any size under the same rules: equivalent to
    /// [`new`](Self::new), but reuses the memory.
    pub fn reset(&mut self, size: Size) {
        self.grid.reset(size);
        self.begin();
        self.to_move = Color::Black;
    }

    /// Edits the board outside the rules: sets each point to a stone or to empty. A new game
    /// starts from the resulting board; ko, prisoners and history are cleared.
    ///
    /// ```
    /// # use gtn_db_core as gtn_db;
    /// use gtn_db::Color;
    /// use gtn_db::go::{Point, Position, Size};
    ///
    /// let mut position = Position::new(Size::new(3, 3)?);
    /// position.play(Point::new(0, 0))?;
    /// position.set_up(&[(Point::new(0, 0), None), (Point::new(1, 1), Some(Color::White))])?;
    /// assert_eq!(position.board().stones().count(), 1);
    /// assert_eq!(position.turns(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When a chain has no liberty afterwards (Article 4): the first such chain row by row. The
    /// board is then empty.
    ///
    /// # Panics
    /// When a point is not on the board.
    pub fn set_up(&mut self, stones: &[(Point, Option<Color>)]) -> Result<(), NoLibertyError> {
        for &(point, stone) in stones {
            assert!(self.size().contains(point), "{point} is not on the board");
            self.grid.set(self.grid.index(point), stone);
        }
        // Fast path: if each edited point and its neighbors touch an empty point, all chains
        // beside them have a liberty, and no other chain has lost one.
        if !stones.iter().all(|&(point, _)| self.grid.has_liberties_around(self.grid.index(point)))
            && let Some(error) = self.find_chain_without_liberty()
        {
            self.reset(self.size());
            return Err(error);
        }
        self.begin();
        Ok(())
    }

    /// Sets the player of the first turn. Has no effect after the first turn.
    pub fn begin_with(&mut self, player: Color) {
        if self.turns() == 0 {
            self.to_move = player;
        }
    }

    /// The first chain without liberty, row by row.
    fn find_chain_without_liberty(&self) -> Option<NoLibertyError> {
        let (mut seen, mut chain) = (CellSet::new(), Vec::new());
        for at in self.size().points().map(|point| self.grid.index(point)) {
            let Some(color) = self.grid.stone(at) else { continue };
            if seen.contains(at) {
                continue;
            }
            chain.clear();
            let mut has_liberty = false;
            self.grid.flood_chain(at, &mut seen, &mut chain, |_| {
                has_liberty = true;
                false
            });
            if !has_liberty {
                let mut stones: Vec<Point> = chain.iter().map(|&at| self.grid.point(at)).collect();
                stones.sort_unstable();
                return Some(NoLibertyError { color, stones });
            }
        }
        None
    }

    /// Starts a game from the current board.
    fn begin(&mut self) {
        self.ko = None;
        self.passes = 0;
        self.prisoners = [0; 2];
        self.captured.clear();
        self.history.clear();
        self.history.push(hash_board(&self.grid));
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.grid.size()
    }

    /// The stone on a point; `None` if it is empty or off the board.
    pub fn get(&self, point: Point) -> Option<Color> {
        self.index(point).and_then(|at| self.grid.stone(at))
    }

    /// A copy of the stones.
    pub fn board(&self) -> Board {
        let mut board = Board::new(self.size());
        for point in self.size().points() {
            if let Some(color) = self.get(point) {
                board.set(point, Some(color));
            }
        }
        board
    }

    /// The chain of the stone on a point; `None` if there is no stone. Linear in its length.
    pub fn chain(&self, point: Point) -> Option<Chain> {
        let at = self.index(point)?;
        let color = self.grid.stone(at)?;
        let (mut stones, mut liberties) = (Vec::new(), Vec::new());
        self.grid.flood_chain(at, &mut CellSet::new(), &mut stones, |liberty| {
            liberties.push(liberty);
            false
        });
        let points = |mut places: Vec<u16>| -> Vec<Point> {
            places.sort_unstable();
            places.dedup();
            places.into_iter().map(|at| self.grid.point(at)).collect()
        };
        Some(Chain { color, stones: points(stones), liberties: points(liberties) })
    }

    /// The rules of the game.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The side to move.
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// The number of turns so far, passes included.
    pub fn turns(&self) -> u32 {
        self.history.len() as u32 - 1
    }

    /// The number of stones that a player has captured, and under the 9x9 rules of those that the
    /// opponent has handed over for passes.
    pub fn prisoners(&self, player: Color) -> u32 {
        self.prisoners[player as usize]
    }

    /// The points of the stones captured by the last move on the board; a pass does not clear
    /// them.
    pub fn captured(&self) -> &[Point] {
        &self.captured
    }

    /// The point where a ko may not be retaken in this turn (Article 6).
    pub fn ko(&self) -> Option<Point> {
        self.ko.map(|at| self.grid.point(at))
    }

    /// Whether two passes have ended the game (Article 9).
    pub fn is_over(&self) -> bool {
        self.passes == 2
    }

    /// Checks whether the side to move may play on a point, without playing there.
    ///
    /// # Errors
    /// The error that [`play`](Self::play) would return.
    pub fn check(&self, point: Point) -> Result<(), PlayError> {
        let at = self.find_empty(point)?;
        let is_playable = self.grid.is_playable(at, self.to_move);
        if is_playable { Ok(()) } else { Err(PlayError::SelfCapture(point)) }
    }

    /// Plays a stone for the side to move.
    ///
    /// # Errors
    /// When the rules forbid the move; the position is then unchanged.
    pub fn play(&mut self, point: Point) -> Result<Played<'_>, PlayError> {
        let at = self.find_empty(point)?;
        let color = self.to_move;
        if !self.grid.play(at, color) {
            return Err(PlayError::SelfCapture(point));
        }
        self.captured.clear();
        self.captured.extend(self.grid.captured().iter().map(|&at| self.grid.point(at)));
        // A ko: one stone captured, and the capturing stone is a chain of its own whose only
        // liberty is the captured stone's point. Retaking there captures nothing else, because
        // every other chain beside that point had a liberty elsewhere while it was occupied.
        self.ko = match *self.grid.captured() {
            [captured] if self.grid.is_single_in_atari(at) => Some(captured),
            _ => None,
        };
        self.prisoners[color as usize] += self.captured.len() as u32;
        self.passes = 0;
        self.end_turn(hash_board(&self.grid));
        Ok(Played { captured: &self.captured, history: &self.history })
    }

    /// Plays a stone of a given color, as game records state it.
    ///
    /// # Errors
    /// When it is the other player's turn (Article 2) or the rules forbid the move; the position
    /// is then unchanged.
    pub fn play_as(&mut self, color: Color, point: Point) -> Result<Played<'_>, PlayError> {
        if color != self.to_move && !self.is_over() {
            return Err(PlayError::OutOfTurn(color));
        }
        self.play(point)
    }

    /// Passes. The second successive pass ends the game (Article 9).
    ///
    /// Under the 9x9 rules each pass hands a stone to the opponent. If Black's pass ends the game,
    /// White, who plays last, passes once more in the same call.
    ///
    /// # Errors
    /// When the game has ended.
    pub fn pass(&mut self) -> Result<(), PlayError> {
        if self.is_over() {
            return Err(PlayError::GameOver);
        }
        self.passes += 1;
        self.end_turn_by_pass();
        if self.rules == Rules::NineByNine && self.is_over() && self.to_move == Color::White {
            self.end_turn_by_pass();
        }
        Ok(())
    }

    fn end_turn_by_pass(&mut self) {
        self.ko = None;
        if self.rules == Rules::NineByNine {
            self.prisoners[!self.to_move as usize] += 1;
        }
        self.end_turn(None);
    }

    /// Resumes a game that has ended, at a player's request. The other player moves first
    /// (Article 9); under the 9x9 rules Black does, because White has played last. Has no effect
    /// on a game that has not ended.
    pub fn resume(&mut self, requested_by: Color) {
        if self.is_over() {
            self.passes = 0;
            if self.rules == Rules::Japanese {
                self.to_move = !requested_by;
            }
        }
    }

    fn end_turn(&mut self, board: Option<BoardHash>) {
        self.to_move = !self.to_move;
        self.history.push(board);
    }

    /// The grid index of a point; `None` off the board.
    fn index(&self, point: Point) -> Option<u16> {
        self.size().contains(point).then(|| self.grid.index(point))
    }

    /// The grid index of a point where only Article 4 may still forbid a stone.
    fn find_empty(&self, point: Point) -> Result<u16, PlayError> {
        let at = self.index(point).ok_or(PlayError::OffBoard(point))?;
        if self.is_over() {
            Err(PlayError::GameOver)
        } else if !self.grid.is_empty(at) {
            Err(PlayError::Occupied(point))
        } else if self.ko == Some(at) {
            Err(PlayError::Ko(point))
        } else {
            Ok(at)
        }
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}{} to move", self.board(), self.to_move)
    }
}
