//! Abalone boards as pictures.

use std::fmt::{self, Display};

use super::element::Frame;
use super::words::PictureWords;
use crate::Color;
use crate::abalone::{Board, Cell};

/// The distance between the centers of two neighbors in a row. Rows are closer: the centers of
/// three neighbors are the corners of an equilateral triangle.
const STEP: f32 = 10.0;
const ROW_STEP: f32 = STEP * 0.866;
/// The distance from the center of the board to a corner of its outline: four steps and room for a
/// marble.
const CORNER: f32 = 4.75 * STEP;
/// The steps from the last cell of a line to the name of the line.
const NAME_STEPS: f32 = 1.35;
/// The distance from the middle of a name to its baseline.
const BASELINE: f32 = 1.6;
/// The radius of an empty cell.
const PIT: i32 = 2;

/// The CSS of Abalone boards, after that of all boards.
pub const HEX_STYLE: &str = include_str!("hex.css");

/// The radius of a mark.
const RING: i32 = 3;

/// An Abalone board to draw, with the names of rows and numbers.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::abalone::Board;
/// use gtn_db::svg::HexPicture;
///
/// let picture = HexPicture::from(Board::BELGIAN_DAISY);
/// let svg = picture.draw_file("Belgian daisy").to_string();
/// assert!(svg.starts_with("<svg xmlns=") && svg.contains("<title>Belgian daisy</title>"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HexPicture {
    /// The marbles.
    pub board: Board,
    /// The cells with a circle in them.
    pub marked: Vec<Cell>,
}

/// A board without marks.
impl From<Board> for HexPicture {
    fn from(board: Board) -> HexPicture {
        HexPicture { board, marked: Vec::new() }
    }
}

impl HexPicture {
    /// Names the cells of the marbles, for screen readers: `Black a1 a2; white i9; marked a1 e5`.
    pub fn describe(&self) -> impl Display {
        Words(self, &PictureWords::ENGLISH)
    }

    /// Draws a file with its own style. Screen readers read the title, which may be any text.
    pub fn draw_file<'a>(&'a self, title: &'a str) -> impl Display + 'a {
        let words = &PictureWords::ENGLISH;
        Element { picture: self, title, words, pixels_per_unit: 3, is_file: true }
    }

    /// Draws an element for an HTML page that includes [`STYLE`](super::STYLE) and [`HEX_STYLE`].
    /// Screen readers read the title, which may be any text.
    pub fn draw_inline<'a>(&'a self, title: &'a str) -> impl Display + 'a {
        self.draw_inline_in(title, &PictureWords::ENGLISH)
    }

    /// Draws the element of [`draw_inline`](Self::draw_inline) with the words of a language.
    pub fn draw_inline_in<'a>(
        &'a self,
        title: &'a str,
        words: &'a PictureWords,
    ) -> impl Display + 'a {
        Element { picture: self, title, words, pixels_per_unit: 2, is_file: false }
    }

    /// Draws an element that lies under a grid of an HTML page that includes
    /// [`STYLE`](super::STYLE) and [`HEX_STYLE`], hidden from screen readers: the grid has the words.
    ///
    /// The picture is 108 units wide and 92 high. The centers of two neighbors are 10 units apart,
    /// and e5 is 58 units from the left and 43 from the top.
    pub fn draw_under_grid(&self) -> impl Display {
        UnderGrid(self)
    }
}

/// A board in the words of a language.
struct Words<'a>(&'a HexPicture, &'a PictureWords);

impl Display for Words<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Words(HexPicture { board, marked }, words) = self;
        let list = |is_listed: &dyn Fn(Cell) -> bool| -> String {
            let cells = (1..=9).flat_map(Cell::row_cells).filter(|&cell| is_listed(cell));
            cells.map(|cell| format!(" {cell}")).collect()
        };
        let marbles = |color| {
            let names = list(&|cell| board.color(cell) == Some(color));
            if names.is_empty() { format!(" {}", words.no_marbles) } else { names }
        };
        let (black, white) = (marbles(Color::Black), marbles(Color::White));
        write!(f, "{}{black}; {}{white}", words.black, words.white)?;
        let marked = list(&|cell| marked.contains(&cell));
        if marked.is_empty() { Ok(()) } else { write!(f, "; {}{marked}", words.marked) }
    }
}

/// The result of [`HexPicture::draw_under_grid`].
struct UnderGrid<'a>(&'a HexPicture);

impl Display for UnderGrid<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "<svg class=\"goban\" aria-hidden=\"true\" viewBox=\"-58 -43 108 92\">{}</svg>",
            Drawing(self.0)
        )
    }
}

/// A picture in its `svg` element.
struct Element<'a> {
    picture: &'a HexPicture,
    title: &'a str,
    words: &'a PictureWords,
    /// The size, unless a style sets another one.
    pixels_per_unit: i32,
    is_file: bool,
}

impl Display for Element<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let frame = Frame {
            view_box: [-58, -45, 112, 96],
            title: self.title,
            words: &Words(self.picture, self.words).to_string(),
            pixels_per_unit: self.pixels_per_unit,
            file_style: self.is_file.then_some(HEX_STYLE),
        };
        frame.write(f, &Drawing(self.picture))
    }
}

/// The content of a picture: outline, empty cells, marbles, marks, names.
struct Drawing<'a>(&'a HexPicture);

/// The coordinates in the picture of a place, by row and number; places between cells have
/// fractions.
fn coordinates(row: f32, number: f32) -> (f32, f32) {
    let (down, right) = (5.0 - row, number - 5.0);
    (right * STEP + down * STEP / 2.0, down * ROW_STEP)
}

/// A circle as a part of a path.
fn circle((x, y): (f32, f32), radius: i32) -> String {
    let (left, width) = (x - radius as f32, 2 * radius);
    format!("M{left} {y:.1}a{radius} {radius} 0 1 0 {width} 0a{radius} {radius} 0 1 0-{width} 0")
}

impl Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (half, height) = (CORNER / 2.0, CORNER * 0.866);
        write!(
            f,
            "<path class=\"edge\" d=\"M{CORNER} 0L{half:.1} {height:.1}H-{half:.1}L-{CORNER} 0L-{half:.1} \
             -{height:.1}H{half:.1}z\"/>"
        )?;
        let HexPicture { board, marked } = self.0;
        let [mut pits, mut black, mut white] = [const { String::new() }; 3];
        let [mut rings, mut light_rings] = [const { String::new() }; 2];
        for cell in Cell::all() {
            let (x, y) = coordinates(cell.row().into(), cell.number().into());
            match board.color(cell) {
                None => pits += &circle((x, y), PIT),
                // A segment of length 0 with round caps, as a stone of Go.
                Some(Color::Black) => black += &format!("M{x} {y:.1}h0"),
                Some(Color::White) => white += &format!("M{x} {y:.1}h0"),
            }
            if marked.contains(&cell) {
                let is_black = board.color(cell) == Some(Color::Black);
                let rings = if is_black { &mut light_rings } else { &mut rings };
                *rings += &circle((x, y), RING);
            }
        }
        // A white marble is a small white disc on a black one: a rim remains.
        let marbles = [("pit", &pits), ("b", &black), ("r", &white), ("w", &white)];
        let marks = [("m", &rings), ("m o", &light_rings)];
        for (class, data) in marbles.into_iter().chain(marks) {
            if !data.is_empty() {
                write!(f, "<path class=\"{class}\" d=\"{data}\"/>")?;
            }
        }
        f.write_str("<g>")?;
        for line in 1..=9_u8 {
            let first = Cell::row_cells(line).next().expect("each row has cells");
            let number = f32::from(first.number()) - NAME_STEPS;
            write_name(f, coordinates(line.into(), number), first.letter())?;
            // The diagonal of a number ends in row a, or, from 6 on, in a row farther up.
            let lowest = f32::from(line.saturating_sub(4).max(1));
            write_name(f, coordinates(lowest - NAME_STEPS, line.into()), line)?;
        }
        f.write_str("</g>")
    }
}

fn write_name(f: &mut fmt::Formatter<'_>, (x, y): (f32, f32), name: impl Display) -> fmt::Result {
    write!(f, "<text class=\"c\" x=\"{x:.1}\" y=\"{:.1}\">{name}</text>", y + BASELINE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_is_drawn_inside_the_picture() {
        let picture = HexPicture::from(Board::STANDARD);
        let svg = picture.draw_file("<Start>").to_string();
        let path = |class: &str| {
            let begin = format!("<path class=\"{class}\" d=\"");
            svg.split(&begin).nth(1).unwrap().split('"').next().unwrap()
        };
        let counts = ["pit", "b", "r", "w"].map(|class| path(class).matches('M').count());
        assert_eq!(counts, [33, 14, 14, 14]);
        assert_eq!(svg.matches("<text").count(), 18);
        assert!(svg.contains("<title>&lt;Start&gt;</title>"));
        let inline = picture.draw_inline("<Start>").to_string();
        assert!(
            !inline.contains("<style>") && inline.contains("aria-label=\"&lt;Start&gt;. Black")
        );
        assert!(!svg.contains("class=\"m"));
        assert!(!svg.contains("NaN") && !svg.contains("-0.0"));
        for cell in Cell::all() {
            let (x, y) = coordinates(cell.row().into(), cell.number().into());
            assert!(x.abs() <= 40.0 && y.abs() <= 35.0, "{cell}");
        }
    }

    #[test]
    fn a_picture_under_a_grid_is_hidden_from_screen_readers() {
        let picture = HexPicture::from(Board::STANDARD);
        let (under, inline) = (picture.draw_under_grid().to_string(), picture.draw_inline("Start"));
        assert!(under.starts_with("<svg class=\"goban\" aria-hidden=\"true\" viewBox="), "{under}");
        assert!(!under.contains("role=") && !under.contains("aria-label"));
        let content = |svg: &str| svg[svg.find('>').unwrap()..].to_owned();
        assert_eq!(content(&under), content(&inline.to_string()));
    }

    #[test]
    fn marks_are_seen_on_marbles_of_both_colors() {
        let marked = ["a1", "i5", "e5"].map(|name| name.parse().unwrap()).to_vec();
        let picture = HexPicture { marked, ..Board::STANDARD.into() };
        let svg = picture.draw_inline("Start").to_string();
        let count = |class: &str| {
            let path = svg.split(&format!("<path class=\"{class}\" d=\"")).nth(1).unwrap();
            path.split('"').next().unwrap().matches('M').count()
        };
        assert_eq!((count("m"), count("m o")), (2, 1));
        assert!(svg.contains("; marked a1 e5 i5\""), "{svg}");
    }

    #[test]
    fn a_board_in_words() {
        let words = |board: Board| HexPicture::from(board).describe().to_string();
        let mut board = Board::EMPTY;
        board.set("i9".parse().unwrap(), Some(Color::White));
        assert_eq!(words(board), "Black no marbles; white i9");
        board.set("a2".parse().unwrap(), Some(Color::Black));
        board.set("a1".parse().unwrap(), Some(Color::Black));
        assert_eq!(words(board), "Black a1 a2; white i9");
    }
}
