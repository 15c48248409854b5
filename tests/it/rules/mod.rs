//! The rules of play: article by article on drawn boards, and compared with a simple reference
//! implementation on random games.

mod articles;
mod counting;
mod document;
mod nine_by_nine;
mod oracle;
mod random_games;
mod results;
mod terminal;

use std::collections::BTreeMap;

use gtn_db::Color;
use gtn_db::go::{Board, Played, Point, Position, Size};

/// A drawn board and its named points.
struct Drawn {
    board: Board,
    points: BTreeMap<char, Point>,
}

/// Parses a drawing of `X`, `O` and `.`. A lower-case letter names a point: alone an empty point,
/// after a stone the point of that stone.
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

/// A game that starts from a drawn board and is played by naming points.
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

    /// Plays on a named point and returns the number of captured stones.
    fn play(&mut self, name: char) -> usize {
        self.played(name).captured.len()
    }

    fn played(&mut self, name: char) -> Played<'_> {
        let point = self.point(name);
        self.position.play(point).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The article that forbids a move on a named point; 0 if none does.
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
    fn assert_board(&self, text: &str) {
        assert_eq!(self.position.board(), drawn(text).board);
    }
}
