//! Playing by the rules: the Japanese rules of 1989, Articles 2 to 6, 9 and 12.

use std::fmt;
use std::num::NonZeroU64;

use thiserror::Error;

use super::grid::{Grid, Marks};
use super::{Board, Point, Size};
use crate::Color;

/// A position of a game: a board on which no chain is without liberty
/// (Article 4), with whose turn it is and what the rules remember.
///
/// ```text
///      1 2 3 4 5
///   1  . X O . .
///   2  X O . O .      Black (3,2) takes the stone at (2,2); White may not
///   3  . X O . .      retake it by playing there in the next turn (Article 6)
/// ```
///
/// The rules are played to the letter:
///
/// - Players take turns (Article 2) and play on empty points (Article 3).
/// - Enemy chains left without liberty are taken off (Article 5); only then
///   must the stone played have a liberty (Article 4).
/// - Whoever lost a stone in a ko may not retake it in the next turn
///   (Article 6). A turn that is passed counts as one.
/// - Two passes in succession end the game; it can be resumed (Article 9).
/// - A board that stood before is reported, not forbidden: the players may
///   agree that the game has no result (Article 12).
///
/// ```
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
    to_move: Color,
    ko: Option<u16>,
    passes: u8,
    prisoners: [u32; 2],
    captured: Vec<Point>,
    /// The board that the game began with, and after each turn the one that
    /// stood; none when it was passed.
    stood: Vec<Option<Stood>>,
}

impl Clone for Position {
    fn clone(&self) -> Position {
        Position {
            grid: self.grid.clone(),
            captured: self.captured.clone(),
            stood: self.stood.clone(),
            ..*self
        }
    }

    /// Into the memory that is there: a program that reads variations copies
    /// positions all the time.
    fn clone_from(&mut self, other: &Position) {
        self.grid.clone_from(&other.grid);
        self.captured.clone_from(&other.captured);
        self.stood.clone_from(&other.stood);
        let Position { to_move, ko, passes, prisoners, .. } = *other;
        (self.to_move, self.ko) = (to_move, ko);
        (self.passes, self.prisoners) = (passes, prisoners);
    }
}

/// A number that equal boards have in common, and hardly any others.
type Stood = NonZeroU64;

fn stood(grid: &Grid) -> Option<Stood> {
    NonZeroU64::new(grid.hash() | 1)
}

/// What a stone that was played brought about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played<'a> {
    /// The points of the stones it captured (Article 5).
    pub captured: &'a [Point],
    /// The boards that stood; the last one is that of now.
    stood: &'a [Option<Stood>],
}

impl Played<'_> {
    /// The last turn after which the whole board stood as it does now
    /// (Article 12); turn 0 is the board the game began with.
    ///
    /// Takes time in the number of turns, so it is looked for only here.
    pub fn repeats(&self) -> Option<u32> {
        let (now, before) = self.stood.split_last()?;
        before.iter().rposition(|stood| stood == now).map(|turn| turn as u32)
    }
}

/// Why a stone may not be played, or a turn not be passed.
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
    /// Article 4: no chain can stand without a liberty.
    #[error("a stone on {0} would have no liberty (Article 4)")]
    SelfCapture(Point),
    /// Article 6: a ko is not retaken at once.
    #[error("{0} would retake the ko at once (Article 6)")]
    Ko(Point),
    /// Article 9: two passes have ended the game.
    #[error("two passes have ended the game (Article 9)")]
    GameOver,
}

impl PlayError {
    /// The article that forbids the play.
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

/// A chain that cannot stand on a board (Article 4).
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the {color} chain {} has no liberty (Article 4)", list(.stones))]
pub struct NoLibertyError {
    /// Its color.
    pub color: Color,
    /// Its points, in the order in which they are read.
    pub stones: Vec<Point>,
}

/// The first few points, and how many there are.
fn list(stones: &[Point]) -> String {
    const SHOWN: usize = 4;
    let shown: Vec<String> = stones.iter().take(SHOWN).map(Point::to_string).collect();
    match stones.len() {
        0..=SHOWN => shown.join(" "),
        all => format!("{} … of {all} stones", shown.join(" ")),
    }
}

/// Stones of one color that are joined along the lines, and their liberties
/// (Article 4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// The color of the stones.
    pub color: Color,
    /// The points of the stones, in the order in which they are read.
    pub stones: Vec<Point>,
    /// The empty points beside them, in the same order.
    pub liberties: Vec<Point>,
}

impl Position {
    /// The beginning of a game: no stones, and Black's turn.
    pub fn new(size: Size) -> Position {
        let mut position = Position {
            grid: Grid::new(size),
            to_move: Color::Black,
            ko: None,
            passes: 0,
            prisoners: [0; 2],
            captured: Vec::new(),
            stood: Vec::with_capacity(size.area()),
        };
        position.begin();
        position
    }

    /// The position with the stones of a board.
    ///
    /// ```
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
    /// When a chain has no liberty (Article 4): the first such chain, in the
    /// order in which its first points are read.
    pub fn from_board(board: &Board, to_move: Color) -> Result<Position, NoLibertyError> {
        let mut position = Position::new(board.size());
        let stones: Vec<_> = board.stones().map(|(point, color)| (point, Some(color))).collect();
        position.set_up(&stones)?;
        position.begin_with(to_move);
        Ok(position)
    }

    /// Takes all stones off, for another game on a board of this size. It is as
    /// a [`new`](Self::new) one, in the memory that is there.
    pub fn reset(&mut self, size: Size) {
        self.grid.reset(size);
        self.begin();
        self.to_move = Color::Black;
    }

    /// Puts stones on points and takes others off, outside the rules. What
    /// comes next is the first turn of a game that begins with this board.
    ///
    /// ```
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
    /// When a chain has no liberty then (Article 4): the first such chain, in
    /// the order in which its first points are read. All stones are off then.
    ///
    /// # Panics
    /// When a point is not on the board.
    pub fn set_up(&mut self, stones: &[(Point, Option<Color>)]) -> Result<(), NoLibertyError> {
        for &(point, stone) in stones {
            assert!(self.size().contains(point), "{point} is not on the board");
            self.grid.set(self.grid.at(point), stone);
        }
        // Chains elsewhere have the liberties that they had, and those of most
        // stones here are beside them.
        if !stones.iter().all(|&(point, _)| self.grid.has_air_around(self.grid.at(point)))
            && let Some(error) = self.without_liberty()
        {
            self.reset(self.size());
            return Err(error);
        }
        self.begin();
        Ok(())
    }

    /// Gives the first turn to a player; later ones follow from it.
    pub fn begin_with(&mut self, player: Color) {
        if self.turns() == 0 {
            self.to_move = player;
        }
    }

    /// The first chain that has no liberty, in the order in which their first
    /// points are read.
    fn without_liberty(&self) -> Option<NoLibertyError> {
        let (mut marks, mut chain) = (Marks::new(), Vec::new());
        for at in self.size().points().map(|point| self.grid.at(point)) {
            let Some(color) = self.grid.stone(at) else { continue };
            if marks.has(at) {
                continue;
            }
            chain.clear();
            let mut has_liberty = false;
            self.grid.follow(at, &mut marks, &mut chain, |_| {
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

    /// Begins a game with the stones that stand.
    fn begin(&mut self) {
        self.ko = None;
        self.passes = 0;
        self.prisoners = [0; 2];
        self.captured.clear();
        self.stood.clear();
        self.stood.push(stood(&self.grid));
    }

    /// Columns and rows.
    pub fn size(&self) -> Size {
        self.grid.size()
    }

    /// The stone on a point; none off the board.
    pub fn get(&self, point: Point) -> Option<Color> {
        self.place(point).and_then(|at| self.grid.stone(at))
    }

    /// The stones alone.
    pub fn board(&self) -> Board {
        let mut board = Board::new(self.size());
        for point in self.size().points() {
            if let Some(color) = self.get(point) {
                board.set(point, Some(color));
            }
        }
        board
    }

    /// The chain of the stone on a point; none where there is no stone.
    pub fn chain(&self, point: Point) -> Option<Chain> {
        let at = self.place(point)?;
        let color = self.grid.stone(at)?;
        let (mut stones, mut liberties) = (Vec::new(), Vec::new());
        self.grid.follow(at, &mut Marks::new(), &mut stones, |liberty| {
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

    /// Whose turn it is.
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// The number of turns taken, passes included.
    pub fn turns(&self) -> u32 {
        self.stood.len() as u32 - 1
    }

    /// How many stones this player has captured.
    pub fn prisoners(&self, player: Color) -> u32 {
        self.prisoners[player as usize]
    }

    /// The points of the stones that the last stone captured.
    pub fn captured(&self) -> &[Point] {
        &self.captured
    }

    /// The point on which a ko may not be retaken in this turn (Article 6).
    pub fn ko(&self) -> Option<Point> {
        self.ko.map(|at| self.grid.point(at))
    }

    /// Whether two passes have ended the game (Article 9).
    pub fn is_over(&self) -> bool {
        self.passes == 2
    }

    /// Whether the player whose turn it is may play on a point.
    ///
    /// # Errors
    /// When not, and why.
    pub fn check(&self, point: Point) -> Result<(), PlayError> {
        let at = self.free(point)?;
        let has_room = self.grid.has_room(at, self.to_move);
        if has_room { Ok(()) } else { Err(PlayError::SelfCapture(point)) }
    }

    /// Plays a stone for the player whose turn it is.
    ///
    /// # Errors
    /// When it may not be played; then nothing has changed.
    pub fn play(&mut self, point: Point) -> Result<Played<'_>, PlayError> {
        let at = self.free(point)?;
        let color = self.to_move;
        if !self.grid.play(at, color) {
            return Err(PlayError::SelfCapture(point));
        }
        self.captured.clear();
        self.captured.extend(self.grid.taken().iter().map(|&at| self.grid.point(at)));
        // A ko: one stone took one, and stands in the liberty it gained alone.
        // Nothing else could fall with it, for every chain beside that point
        // had another liberty when it was still occupied.
        self.ko = match *self.grid.taken() {
            [taken] if self.grid.is_alone_in_atari(at) => Some(taken),
            _ => None,
        };
        self.prisoners[color as usize] += self.captured.len() as u32;
        self.passes = 0;
        self.end_turn(stood(&self.grid));
        Ok(Played { captured: &self.captured, stood: &self.stood })
    }

    /// Plays a stone of a given color, as records of games name it.
    ///
    /// # Errors
    /// When it is the other player's turn (Article 2), or the stone may not be
    /// played; then nothing has changed.
    pub fn play_as(&mut self, color: Color, point: Point) -> Result<Played<'_>, PlayError> {
        if color != self.to_move && !self.is_over() {
            return Err(PlayError::OutOfTurn(color));
        }
        self.play(point)
    }

    /// Passes the turn. The second pass in succession ends the game
    /// (Article 9).
    ///
    /// # Errors
    /// When the game has ended.
    pub fn pass(&mut self) -> Result<(), PlayError> {
        if self.is_over() {
            return Err(PlayError::GameOver);
        }
        self.ko = None;
        self.passes += 1;
        self.end_turn(None);
        Ok(())
    }

    /// Goes on with a game that has ended, at a player's request: the other
    /// player has the first turn (Article 9). A game that goes on stays as it is.
    pub fn resume(&mut self, requested_by: Color) {
        if self.is_over() {
            self.passes = 0;
            self.to_move = !requested_by;
        }
    }

    fn end_turn(&mut self, board: Option<Stood>) {
        self.to_move = !self.to_move;
        self.stood.push(board);
    }

    /// The place of a point that is on the board.
    fn place(&self, point: Point) -> Option<u16> {
        self.size().contains(point).then(|| self.grid.at(point))
    }

    /// The place of a point where a stone may be played, if it has a liberty
    /// there.
    fn free(&self, point: Point) -> Result<u16, PlayError> {
        let at = self.place(point).ok_or(PlayError::OffBoard(point))?;
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
