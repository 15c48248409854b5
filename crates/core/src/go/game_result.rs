//! The result of a game: Articles 10 to 14.

use std::fmt;

use super::{PlayError, Position, Rules};
use crate::Color;

/// The result of a game. Its text is the value of SGF's property RE.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::Color;
/// use gtn_db::go::{GameResult, Point, Position, Size};
///
/// let resigned = GameResult::Resignation { winner: Color::Black };
/// assert_eq!((resigned.winner(), resigned.to_string().as_str()), (Some(Color::Black), "B+R"));
///
/// // Black plays twice on the same point.
/// let mut position = Position::new(Size::new(9, 9)?);
/// position.play(Point::new(4, 4))?;
/// let error = position.play_as(Color::Black, Point::new(4, 4)).unwrap_err();
/// let forfeit = GameResult::of_illegal_move(&position, error).unwrap();
/// assert_eq!(forfeit, GameResult::Forfeit { loser: Color::Black, article: 2 });
/// assert_eq!(forfeit.to_string(), "W+F");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// A player has more points (Article 10), `B+3.5`.
    Points {
        /// The player with more points.
        winner: Color,
        /// The winner's lead in hundredths of a point, komi included.
        lead: u64,
    },
    /// Both players have the same number of points: jigo (Article 10), `0`.
    Draw,
    /// The loser admitted defeat (Article 11), `B+R`.
    Resignation {
        /// The opponent of the player who resigned.
        winner: Color,
    },
    /// A position was repeated, and the players agreed to stop (Article 12), `Void`.
    NoResult,
    /// Both players lose (Article 13), `Both lose`. SGF has no text for this.
    BothLose,
    /// The loser made an illegal move (Article 14), `B+F`.
    Forfeit {
        /// The player who made the illegal move.
        loser: Color,
        /// The article that forbids the move.
        article: u8,
    },
}

impl GameResult {
    /// The result if an illegal move stands (Article 14). `position` is the position in which the
    /// move returned `error`.
    ///
    /// `None` if the move loses nothing: after the end of the game, where moves are no longer
    /// part of the game (Article 9), and under the 9x9 rules, which only refuse the move.
    pub fn of_illegal_move(position: &Position, error: PlayError) -> Option<GameResult> {
        let loser = match error {
            PlayError::GameOver => return None,
            PlayError::OutOfTurn(player) => player,
            _ => position.to_move(),
        };
        let article = error.article();
        (position.rules() == Rules::Japanese).then_some(GameResult::Forfeit { loser, article })
    }

    /// The winner, if there is one.
    pub fn winner(&self) -> Option<Color> {
        match *self {
            GameResult::Points { winner, .. } | GameResult::Resignation { winner } => Some(winner),
            GameResult::Forfeit { loser, .. } => Some(!loser),
            GameResult::Draw | GameResult::NoResult | GameResult::BothLose => None,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let winner = self.winner().map_or(' ', Color::sgf_char);
        match *self {
            GameResult::Points { lead, .. } => write!(f, "{winner}+{}", lead as f64 / 100.0),
            GameResult::Draw => f.write_str("0"),
            GameResult::Resignation { .. } => write!(f, "{winner}+R"),
            GameResult::NoResult => f.write_str("Void"),
            GameResult::BothLose => f.write_str("Both lose"),
            GameResult::Forfeit { .. } => write!(f, "{winner}+F"),
        }
    }
}
