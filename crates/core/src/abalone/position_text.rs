//! Texts that say more than the marbles: the side to move, and the marbles lost.
//!
//! | form | example |
//! |---|---|
//! | IATN line | `aba5\|OOOOOOOOOOO..OOO…XXXXX O 5-4`: side to move and lost marbles, if known |
//! | KAAWA | `0a12345b123456c345_0g567h456789i56789`: marbles lost, then the cells row by row |
//! | AO | `0a1a2b1,1i8i9`: the same with every cell in full |
//! | APGN | `ww3/www3/2www2/8/9/8/2bbb2/3bbb/3bb-5b4w b`: rows i to a, lost marbles, side to move |
//! | FEN of strategygames | rows a to i, points, side to move: [`super::fen`] |

use std::fmt::Write;
use std::str::FromStr;

use super::board::Board;
use super::cell::Cell;
use super::fen::read_fen;
use super::lost::Lost;
use super::marble_rows::MarbleRows;
use super::parse_error::ParsePositionError;
use super::position_form::{AO_SEPARATOR, APGN_TAG, KAAWA_SEPARATOR, PositionForm};
use super::rules::Position;
use super::symmetry::Symmetry;
use crate::Color;

/// What a text says about a position.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::Color;
/// use gtn_db::abalone::{Lost, Setup};
///
/// let setup: Setup = "ww3/www3/2www2/8/9/8/2bbb2/3bbb/3bb-5b4w b".parse()?;
/// assert_eq!((setup.turn, setup.lost), (Some(Color::Black), Lost::new(5, 4)));
/// assert_eq!(setup.to_kaawa(), "5a45b456c345_4g567h456i56");
/// # Ok::<(), gtn_db::abalone::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The marbles. Every text has at least one.
    pub board: Board,
    /// The side to move, if the text says so.
    pub turn: Option<Color>,
    /// The marbles lost, if the text says so.
    pub lost: Option<Lost>,
}

impl From<Board> for Setup {
    fn from(board: Board) -> Setup {
        Setup { board, turn: None, lost: None }
    }
}

impl From<Position> for Setup {
    fn from(position: Position) -> Setup {
        let Position { board, turn, lost } = position;
        Setup { board, turn: Some(turn), lost: Some(lost) }
    }
}

impl Setup {
    /// Whether a text is meant as an Abalone position: it has the outline of one of the forms that
    /// [`from_str`](Self::from_str) reads, with or without faults. No position of Go has.
    pub fn is_meant_by(text: &str) -> bool {
        PositionForm::of(text).is_some()
    }

    /// Applies an operation.
    pub fn transform(self, symmetry: Symmetry) -> Setup {
        Setup {
            board: self.board.transform(symmetry),
            turn: self.turn.map(|color| symmetry.color(color)),
            lost: self.lost.map(|lost| lost.transform(symmetry)),
        }
    }

    /// Formats an IATN line: the board, the side to move if it is known, the marbles lost if they
    /// are known.
    pub fn to_iatn(&self) -> String {
        let mut line = self.board.to_string();
        if let Some(turn) = self.turn {
            line.push_str(if turn == Color::Black { " X" } else { " O" });
        }
        if let Some(lost) = self.lost {
            let _ = write!(line, " {lost}");
        }
        line
    }

    /// The position of a game. Where the text does not say so, Black is to move and nothing is lost.
    pub fn to_position(&self) -> Position {
        Position {
            board: self.board,
            turn: self.turn.unwrap_or(Color::Black),
            lost: self.lost.unwrap_or_default(),
        }
    }

    /// Formats a KAAWA position. It has no side to move; unknown lost marbles are written as 0.
    pub fn to_kaawa(&self) -> String {
        let mut last = None;
        self.write_cell_list(KAAWA_SEPARATOR, |color, cell| {
            let row = Some((color, cell.row()));
            let is_same_row = std::mem::replace(&mut last, row) == row;
            if is_same_row { cell.number().to_string() } else { cell.to_string() }
        })
    }

    /// Formats an AO position. It has no side to move; unknown lost marbles are written as 0.
    pub fn to_ao(&self) -> String {
        self.write_cell_list(AO_SEPARATOR, |_, cell| cell.to_string())
    }

    fn write_cell_list(
        &self,
        separator: char,
        mut name: impl FnMut(Color, Cell) -> String,
    ) -> String {
        let mut text = String::new();
        for color in Color::ALL {
            if color == Color::White {
                text.push(separator);
            }
            text.push_str(&self.lost.unwrap_or_default().of(color).to_string());
            for cell in (1..=9).flat_map(Cell::row_cells) {
                if self.board.color(cell) == Some(color) {
                    text.push_str(&name(color, cell));
                }
            }
        }
        text
    }

    /// Formats the position of an APGN. An unknown side to move is written as Black, who begins.
    pub fn to_apgn(&self) -> String {
        let mut text = String::new();
        for row in (1..=9).rev() {
            if row < 9 {
                text.push('/');
            }
            let mut empty = 0;
            for cell in Cell::row_cells(row).map(Some).chain([None]) {
                let color = cell.map(|cell| self.board.color(cell));
                if color == Some(None) {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    text.push_str(&empty.to_string());
                    empty = 0;
                }
                text.extend(color.flatten().map(apgn_char));
            }
        }
        let lost = self.lost.unwrap_or_default();
        if lost != Lost::default() {
            let [black, white] = Color::ALL.map(|color| lost.of(color));
            write!(text, "-{black}b{white}w").expect("writing to a String does not fail");
        }
        text.push(' ');
        text.push(apgn_char(self.turn.unwrap_or(Color::Black)));
        text
    }
}

/// Reads an IATN with or without the side to move and lost marbles, nine lines of an ATN, a KAAWA
/// or an AO position, an APGN position with or without its tag, or the FEN of strategygames.
impl FromStr for Setup {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Setup, ParsePositionError> {
        let text = text.trim();
        match PositionForm::of(text) {
            Some(PositionForm::Iatn) => read_iatn_line(text),
            Some(PositionForm::Atn) => Board::from_atn(text).map(Setup::from),
            Some(PositionForm::Kaawa | PositionForm::Ao) => read_cell_list(text),
            Some(PositionForm::Apgn) => read_apgn(text),
            Some(PositionForm::Fen) => {
                let (board, turn, lost) = read_fen(text)?;
                Ok(Setup { board, turn: Some(turn), lost: Some(lost) })
            }
            None => Err(ParsePositionError::UnknownForm(text.to_owned())),
        }
    }
}

fn read_iatn_line(text: &str) -> Result<Setup, ParsePositionError> {
    let mut words = text.split_whitespace().peekable();
    let board = words.next().unwrap_or_default().parse()?;
    // The side to move may be unknown where the marbles lost are known.
    let turn = words.next_if(|word| !word.starts_with(|char: char| char.is_ascii_digit()));
    let turn = turn.map(|word| {
        let color = Color::ALL.into_iter().find(|color| word.chars().eq([color.gtn_char()]));
        color.ok_or_else(|| ParsePositionError::Turn { found: word.to_owned(), expected: "X or O" })
    });
    let lost = words.next().map(|word| {
        let (black, white) = word.split_once('-').unwrap_or((word, ""));
        read_lost(black, white)
    });
    match words.next() {
        Some(rest) => Err(ParsePositionError::Rest(rest.to_owned())),
        None => Ok(Setup { board, turn: turn.transpose()?, lost: lost.transpose()? }),
    }
}

/// Reads the lost marbles of both colors.
fn read_lost(black: &str, white: &str) -> Result<Lost, ParsePositionError> {
    let read = |color, text: &str| match text.parse::<u8>() {
        Ok(count) if count <= Lost::MAX => Ok(count),
        _ => Err(ParsePositionError::Lost { color, found: text.to_owned() }),
    };
    let (black, white) = (read(Color::Black, black)?, read(Color::White, white)?);
    Ok(Lost::new(black, white).expect("both are at most the maximum"))
}

fn read_cell_list(text: &str) -> Result<Setup, ParsePositionError> {
    let (black, white) =
        text.split_once([KAAWA_SEPARATOR, AO_SEPARATOR]).expect("a list of cells has a separator");
    let [black, white] = [black, white].map(str::trim);
    let mut board = Board::EMPTY;
    for (color, part) in [(Color::Black, black), (Color::White, white)] {
        read_cells(&mut board, color, &part[1..])?;
    }
    if board.is_empty() {
        return Err(ParsePositionError::NoMarbles);
    }
    Ok(Setup { board, turn: None, lost: Some(read_lost(&black[..1], &white[..1])?) })
}

/// Puts marbles on cells, written as a letter and one or more numbers each.
fn read_cells(board: &mut Board, color: Color, cells: &str) -> Result<(), ParsePositionError> {
    let no_such_cell = |name: String| ParsePositionError::NoSuchCell { color, name };
    let mut letter = None;
    let mut is_bare = false; // whether no number has followed the letter yet
    for char in cells.chars() {
        if char.is_ascii_alphabetic() {
            match letter.replace(char).filter(|_| is_bare) {
                Some(letter) => return Err(no_such_cell(letter.to_string())),
                None => is_bare = true,
            }
            continue;
        }
        let name: String = letter.into_iter().chain([char]).collect();
        let cell: Cell = name.parse().map_err(|_| no_such_cell(name))?;
        if board.color(cell).is_some() {
            return Err(ParsePositionError::OccupiedTwice(cell));
        }
        board.set(cell, Some(color));
        is_bare = false;
    }
    match letter.filter(|_| is_bare) {
        Some(letter) => Err(no_such_cell(letter.to_string())),
        None => Ok(()),
    }
}

/// The characters of black and white marbles in APGN, and of the sides to move.
const APGN_MARBLES: [char; 2] = ['b', 'w'];

fn apgn_char(color: Color) -> char {
    match color {
        Color::Black => APGN_MARBLES[0],
        Color::White => APGN_MARBLES[1],
    }
}

fn apgn_color(char: char) -> Option<Color> {
    Color::ALL.into_iter().find(|&color| apgn_char(color) == char)
}

fn read_apgn(text: &str) -> Result<Setup, ParsePositionError> {
    let text = match text.strip_prefix(APGN_TAG.0) {
        Some(value) => value
            .strip_suffix(APGN_TAG.1)
            .ok_or_else(|| ParsePositionError::UnknownForm(text.to_owned()))?,
        None => text,
    };
    let mut words = text.split_whitespace();
    let rows = words.next().unwrap_or_default();
    let turn = words.next().unwrap_or_default();
    if let Some(rest) = words.next() {
        return Err(ParsePositionError::Rest(rest.to_owned()));
    }
    let (rows, lost) = rows.split_once('-').unwrap_or((rows, "0b0w"));
    let board =
        MarbleRows { rows: [9, 8, 7, 6, 5, 4, 3, 2, 1], marbles: APGN_MARBLES }.read(rows)?;
    let (black, white) = lost.split_once('b').unwrap_or((lost, ""));
    let white = white.strip_suffix('w').unwrap_or(white);
    let lost = read_lost(black, white)?;
    let color = turn.chars().next().and_then(apgn_color).filter(|_| turn.len() == 1);
    let turn = color
        .ok_or_else(|| ParsePositionError::Turn { found: turn.to_owned(), expected: "b or w" })?;
    Ok(Setup { board, turn: Some(turn), lost: Some(lost) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abalone::test_boards::boards;
    use proptest::prelude::*;

    const START: &str = "ww3/www3/2www2/8/9/8/2bbb2/3bbb/3bb b";

    fn read(text: &str) -> Result<Setup, String> {
        text.parse::<Setup>().map_err(|error| error.to_string())
    }

    fn setups() -> impl Strategy<Value = Setup> {
        let turn = prop::option::of(prop::sample::select(&Color::ALL));
        let lost = prop::option::of((0..7_u8, 0..7_u8));
        let lost = lost.prop_map(|lost| lost.map(|(x, o)| Lost::new(x, o).unwrap()));
        (boards(), turn, lost).prop_map(|(board, turn, lost)| Setup { board, turn, lost })
    }

    proptest! {
        #[test]
        fn texts_are_read_as_written(setup in setups()) {
            let lost = Some(setup.lost.unwrap_or_default());
            let known = Setup { lost, turn: Some(setup.turn.unwrap_or(Color::Black)), ..setup };
            let apgn = setup.to_apgn();
            prop_assert_eq!(read(&apgn), Ok(known));
            let tag = format!("{}{apgn}{}", APGN_TAG.0, APGN_TAG.1);
            prop_assert_eq!(read(&tag), Ok(known));
            let without_turn = Setup { turn: None, ..known };
            prop_assert_eq!(read(&setup.to_kaawa()), Ok(without_turn));
            prop_assert_eq!(read(&setup.to_ao()), Ok(without_turn));
            prop_assert_eq!(read(&setup.to_iatn()), Ok(setup));
            prop_assert_eq!(read(&setup.board.to_string()), Ok(Setup::from(setup.board)));
            prop_assert_eq!(read(&setup.board.to_atn()), Ok(Setup::from(setup.board)));
        }

        #[test]
        fn no_text_panics(text in ".{0,80}") {
            let _ = read(&text);
        }

        #[test]
        fn no_damaged_text_panics(
            setup in setups(),
            at in any::<prop::sample::Index>(),
            with in "[ab/0-9XO.é|_, -]{0,3}",
        ) {
            let texts = [
                setup.board.to_string() + " X 1-2",
                setup.board.to_atn(),
                setup.to_kaawa(),
                setup.to_ao(),
                setup.to_apgn(),
            ];
            for mut text in texts {
                let at = at.index(text.len());
                text.replace_range(at..=at, &with);
                let _ = read(&text);
            }
        }
    }

    #[test]
    fn an_iatn_may_name_the_side_and_the_losses() {
        let board = Board::STANDARD;
        let line = |rest: &str| read(&format!("{board}{rest}"));
        assert_eq!(line(""), Ok(Setup::from(board)));
        assert_eq!(line(" O"), Ok(Setup { turn: Some(Color::White), ..Setup::from(board) }));
        let lost = Lost::new(5, 4);
        assert_eq!(line("\tX  5-4 "), Ok(Setup { board, turn: Some(Color::Black), lost }));
        assert_eq!(line(" x").unwrap_err(), "`x` is not a side to move: write X or O");
        let number = "is not a number of lost marbles, 0 to 6";
        assert_eq!(line(" X 5-7").unwrap_err(), format!("white: `7` {number}"));
        assert_eq!(line(" X 5").unwrap_err(), format!("white: `` {number}"));
        assert_eq!(line(" X 1-2 3").unwrap_err(), "`3` after the position");
    }

    #[test]
    fn a_cell_list_with_a_fault_is_not_read() {
        for (text, message) in [
            ("0a16_0", "black: `a6` is not a cell"),
            ("0a1_0k2", "white: `k2` is not a cell"),
            ("0a1b_0", "black: `b` is not a cell"),
            ("0a1bc2_0", "black: `b` is not a cell"),
            ("0a1 b1_0", "black: `a ` is not a cell"),
            ("0a1é_0", "black: `aé` is not a cell"),
            ("0a10_0", "black: `a0` is not a cell"),
            ("0a1_0i9a1", "there are two marbles on a1"),
            ("0a1a1,0", "there are two marbles on a1"),
            ("7a1_0", "black: `7` is not a number of lost marbles, 0 to 6"),
            ("0a1_9", "white: `9` is not a number of lost marbles, 0 to 6"),
            ("0_0", "the board is empty: a position has at least one marble"),
        ] {
            assert_eq!(read(text).unwrap_err(), message, "{text}");
        }
        let marble = read("0_0i9").unwrap();
        assert_eq!(read(" 0, 0I9 "), Ok(marble), "blanks and letter case mean nothing");
    }

    #[test]
    fn an_apgn_position_with_a_fault_is_not_read() {
        for (from, to, message) in [
            ("8/9", "9", "8 rows: a board has nine, i to a"),
            ("ww3", "ww4", "row i has 6 cells instead of 5"),
            ("2www2", "2www", "row g has 5 cells instead of 7"),
            ("/9/", "/90/", "row e: `0` is not one of b, w and 1 to 9"),
            (" b", "", "`` is not a side to move: write b or w"),
            (" b", " x", "`x` is not a side to move: write b or w"),
            (" b", " b 5", "`5` after the position"),
            (" b", "-7b0w b", "black: `7` is not a number of lost marbles, 0 to 6"),
            (" b", "-0b b", "white: `` is not a number of lost marbles, 0 to 6"),
        ] {
            assert_eq!(read(&START.replacen(from, to, 1)).unwrap_err(), message);
        }
        let empty = "5/6/7/8/9/8/7/6/5 w";
        assert!(read(empty).unwrap_err().starts_with("the board is empty"));
        assert_eq!(read(&START.replace(' ', "-0b0w ")), read(START));
    }

    #[test]
    fn other_texts_are_not_meant_as_abalone() {
        for other in [
            "19x19|",
            "5x5|.X",
            "ab5|",
            "aba5",
            "XO\nOX",
            "XXX\nX.X\nXX",
            "..X\n.X",
            "Q16 D4",
            "Q16,D4",
            "c7ad",
            "2024_games",
            "1st_2nd",
            "games_2024",
            "2d_3d.sgf",
            "a/b/w/1/2/c",
            "a/b/c",
            "3/4",
            "",
            " ",
            "(;SZ[9])",
        ] {
            assert!(!Setup::is_meant_by(other), "{other}");
        }
        let damaged_rows = START.replacen("ww3", "xw3", 1);
        let damaged_atn = Board::STANDARD.to_atn().replacen('O', "x", 1);
        for text in
            ["aba4|", "X.\nXO.\nXO", "0j9_0", "0_0", "[Position \"", &damaged_rows, &damaged_atn]
        {
            assert!(Setup::is_meant_by(text), "{text}");
            assert!(read(text).is_err(), "{text}");
        }
    }
}
