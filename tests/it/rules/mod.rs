//! The rules of play, from the outside: article by article on drawn boards,
//! and against a plain version on random games.

mod articles;
mod counting;
mod oracle;
mod random_games;
mod terminal;

use std::collections::BTreeMap;

use gtn_db::Color;
use gtn_db::go::{Board, Played, Point, Position, Size};

/// A board as drawn, with the points that bear small letters.
struct Drawn {
    board: Board,
    points: BTreeMap<char, Point>,
}

/// Reads a drawing: `X`, `O`, `.`; a small letter names an empty point, and the
/// same letter after a stone names the stone's.
fn drawn(text: &str) -> Drawn {
    let rows: Vec<Vec<&str>> =
        text.trim().lines().map(|row| row.split_whitespace().collect()).collect();
    let size = Size::new(rows[0].len() as u8, rows.len() as u8).unwrap();
    let mut drawn = Drawn { board: Board::new(size), points: BTreeMap::new() };
    for (row, cells) in rows.iter().enumerate() {
        assert_eq!(cells.len(), rows[0].len(), "rows of one length");
        for (col, cell) in cells.iter().enumerate() {
            let point = Point::new(col as u8, row as u8);
            for char in cell.chars() {
                match char {
                    'X' => drawn.board.set(point, Some(Color::Black)),
                    'O' => drawn.board.set(point, Some(Color::White)),
                    '.' => {}
                    name => assert_eq!(drawn.points.insert(name, point), None, "{name} twice"),
                }
            }
        }
    }
    drawn
}

/// A game that goes on from a drawn board, played by the names of points.
struct Game {
    position: Position,
    points: BTreeMap<char, Point>,
}

impl Game {
    fn new(to_move: Color, text: &str) -> Game {
        let Drawn { board, points } = drawn(text);
        Game { position: Position::from_board(&board, to_move).unwrap(), points }
    }

    fn black(text: &str) -> Game {
        Game::new(Color::Black, text)
    }

    fn white(text: &str) -> Game {
        Game::new(Color::White, text)
    }

    fn point(&self, name: char) -> Point {
        self.points[&name]
    }

    /// Plays, and says how many stones were captured.
    fn play(&mut self, name: char) -> usize {
        self.played(name).captured.len()
    }

    fn played(&mut self, name: char) -> Played<'_> {
        let point = self.point(name);
        self.position.play(point).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The article that forbids a play, 0 when none does.
    fn forbidden(&mut self, name: char) -> u8 {
        let point = self.point(name);
        let before = self.position.board();
        let checked = self.position.check(point);
        let played = self.position.clone().play(point).map(drop);
        assert_eq!(checked, played);
        assert_eq!(self.position.board(), before);
        checked.map_or_else(|error| error.article(), |()| 0)
    }

    #[track_caller]
    fn stands(&self, text: &str) {
        assert_eq!(self.position.board(), drawn(text).board);
    }
}
