//! Boards of the pages: drawn ones, and one whose points are buttons.
//!
//! ```ignore
//! // A drawn board, for lists. The title is the first thing that screen readers say.
//! (board::draw(&page, &Picture::from(diagram), &title))
//!
//! // A board of buttons. A button sends the name of its point as the field `point` of the form.
//! form method="get" {
//!     (BoardGrid::new(&page, "board", picture))
//! }
//! (page.script("board.js")) // arrow keys; B, W, ? and Delete as events
//! ```
//!
//! `board.js` moves the focus by arrow keys, Home and End. For B, W, ?, and Delete it sends an event
//! `point` with `detail: {point: "D4", stone: "X" | "O" | "?" | "."}` to the button; it bubbles. All
//! else is left to the script of the page, which listens for `click` and `point`:
//!
//! ```js
//! const board = document.querySelector("#board");
//! board.addEventListener("click", (event) => {
//!   const button = event.target.closest("[data-point]");
//!   if (button) { event.preventDefault(); play(button.dataset.point); }
//! });
//! ```

use maud::{Markup, PreEscaped, Render, html};

use super::layout::Page;
use super::text::{Text, texts};
use crate::Color;
use crate::answer::PointNames;
use crate::extract::BoardPlace;
use crate::go::{Point, Region, Size};
use crate::gtn::Asked;
use crate::svg::{HexPicture, Picture, PictureWords};

texts! { "shared": BOARD }
texts! { "board":
    BLACK, WHITE, ANYTHING, EMPTY, BLACK_STONES, WHITE_STONES, NO_STONES, NO_MARBLES, LABEL, MARKED, TOP, RIGHT,
    BOTTOM, LEFT, EDGES, NO_EDGES, WHOLE_BOARD,
}
const WORDS: BoardWords = BoardWords { board: BOARD, empty: EMPTY };

/// The label of a point that may have any state; the script and the button call it `?` as well.
pub(super) const WILDCARD: &str = "?";

/// What screen readers say of a drawn board, in the language of the page.
fn words(page: &Page) -> PictureWords {
    PictureWords {
        black: page.text(BLACK_STONES),
        white: page.text(WHITE_STONES),
        no_stones: page.text(NO_STONES),
        no_marbles: page.text(NO_MARBLES),
        label: page.text(LABEL),
        marked: page.text(MARKED),
        sides: [TOP, RIGHT, BOTTOM, LEFT].map(|side| page.text(side)),
        edges: page.text(EDGES),
        no_edges: page.text(NO_EDGES),
        whole_board: page.text(WHOLE_BOARD),
    }
}

/// A drawn board. Screen readers read the title, which may be any text, and the stones.
pub(super) fn draw(page: &Page, picture: &Picture, title: &str) -> Markup {
    PreEscaped(picture.draw_inline_in(title, &words(page)).to_string())
}

/// A drawn board of Abalone, as [`draw`] draws one of Go.
pub(super) fn draw_hex(page: &Page, picture: &HexPicture, title: &str) -> Markup {
    PreEscaped(picture.draw_inline_in(title, &words(page)).to_string())
}

/// A board whose points are buttons, over a drawn board. Inside a form, a button sends the name of
/// its point as the field `point`.
///
/// `data-black` and the like are the words of the names, for scripts.
///
/// A cell has 30 pixels. A board that is wider than the page is cropped, and scrolls in its frame.
#[derive(Clone, Debug)]
pub(super) struct BoardGrid<'a> {
    page: &'a Page,
    id: &'a str,
    picture: Picture,
    names: PointNames,
    /// The part of the whole picture that is drawn begins here.
    origin: Point,
    /// A part of the whole picture.
    shaded: Option<Region>,
}

impl<'a> BoardGrid<'a> {
    /// A board with the id `id`, which tests and scripts rely on: `board`. Labels of the picture
    /// belong to the names of buttons: `D4 empty A`; [`WILDCARD`] is a state.
    ///
    /// Points are named after the place of the picture, or after the likely place if it has none.
    pub(super) fn new(page: &'a Page, id: &'a str, picture: Picture) -> BoardGrid<'a> {
        let likely = || BoardPlace::likely_or_own(&picture.diagram);
        let place = picture.place.unwrap_or_else(likely);
        let picture = Picture { place: Some(place), has_coordinates: true, ..picture };
        let origin = Point::new(0, 0);
        BoardGrid { page, id, picture, names: PointNames::new(place), origin, shaded: None }
    }

    /// The size of what is drawn.
    pub(super) fn size(&self) -> Size {
        self.picture.diagram.size()
    }

    /// Draws only a part of the picture, if one is given. The part must be inside.
    pub(super) fn crop(self, part: Option<Region>) -> BoardGrid<'a> {
        let Some(part) = part else { return self };
        let Region { origin, .. } = part;
        let moved = |from: Point| Point::new(from.col + origin.col, from.row + origin.row);
        let Picture { diagram, place, labels, has_coordinates } = self.picture;
        let place = place.expect("new gives the picture a place");
        let place = BoardPlace { origin: moved(place.origin), ..place };
        let diagram = diagram.cut(part).expect("the part is inside the picture");
        let labels = labels.into_iter().filter(|(at, _)| part.contains(*at));
        let labels =
            labels.map(|(at, label)| (Point::new(at.col - origin.col, at.row - origin.row), label));
        let labels = labels.collect();
        let picture = Picture { diagram, place: Some(place), labels, has_coordinates };
        let (names, origin) = (PointNames::new(place), moved(self.origin));
        BoardGrid { picture, names, origin, ..self }
    }

    /// Shades a part of the whole picture: the shape that was searched.
    pub(super) fn shade(self, shaded: Option<Region>) -> BoardGrid<'a> {
        BoardGrid { shaded, ..self }
    }

    /// The drawn board as a link to a page that has its buttons, which are most of the bytes of a page.
    pub(super) fn link(&self, address: &str, name: &str) -> Markup {
        html! { div.board { div.face { a href=(address) aria-label=(name) { (self.picture()) } } } }
    }

    fn picture(&self) -> Markup {
        PreEscaped(self.picture.draw_under_grid().to_string())
    }

    /// The state of a point as a character, and its button.
    fn button(&self, point: Point) -> Markup {
        let labels = &self.picture.labels;
        let label = labels.iter().find(|(at, _)| *at == point).map(|(_, label)| label.as_str());
        let stone = self.picture.diagram.cell(point).stone;
        let content = if label == Some(WILDCARD) {
            Asked::Anything
        } else {
            stone.map_or(Asked::Empty, Asked::Stone)
        };
        let whole = Point::new(point.col + self.origin.col, point.row + self.origin.row);
        let button = PointButton {
            name: self.names.name(point),
            content,
            label: label.filter(|&label| label != WILDCARD),
            is_tab_stop: point == Point::new(0, 0),
            is_shaded: self.shaded.is_some_and(|region| region.contains(whole)),
            column: None,
        };
        button.render(self.page, &WORDS)
    }
}

impl Render for BoardGrid<'_> {
    fn render(&self) -> Markup {
        let size = self.size();
        let rows = html! {
            @for row in 0..size.rows() {
                div role="row" {
                    @for col in 0..size.cols() { (self.button(Point::new(col, row))) }
                }
            }
        };
        html! { div.board { div.face { (self.picture()) (grid(self.page, self.id, &WORDS, &rows)) } } }
    }
}

/// What a board and an empty point are called.
pub(super) struct BoardWords {
    pub(super) board: Text,
    pub(super) empty: Text,
}

/// A point of a board of buttons.
pub(super) struct PointButton<'a> {
    pub(super) name: String,
    pub(super) content: Asked,
    /// What else is on the point.
    pub(super) label: Option<&'a str>,
    /// Whether the tabulator key leads to this point.
    pub(super) is_tab_stop: bool,
    pub(super) is_shaded: bool,
    /// The number of the column, where it is not the place of the button in its row.
    pub(super) column: Option<u8>,
}

impl PointButton<'_> {
    /// The button, which sends its name as the field `point` of a form.
    pub(super) fn render(&self, page: &Page, words: &BoardWords) -> Markup {
        let PointButton { name, content, label, is_tab_stop, is_shaded, column } = self;
        let state = match content {
            Asked::Stone(Color::Black) => BLACK,
            Asked::Stone(Color::White) => WHITE,
            Asked::Empty => words.empty,
            Asked::Anything => ANYTHING,
        };
        let space = if label.is_some() { " " } else { "" };
        html! {
            button role="gridcell" name="point" value=(name) data-point=(name)
                data-stone=(content.to_char()) tabindex=(if *is_tab_stop { "0" } else { "-1" })
                aria-colindex=[*column] data-shaded[*is_shaded]
                aria-label={ (name) " " (page.text(state)) (space) (label.unwrap_or_default()) } {}
        }
    }
}

/// The grid with its rows of buttons, which lies over a drawn board.
pub(super) fn grid(page: &Page, id: &str, words: &BoardWords, rows: &Markup) -> Markup {
    html! {
        div #(id) role="grid" aria-label=(page.text(words.board))
            data-black=(page.text(BLACK)) data-white=(page.text(WHITE))
            data-empty=(page.text(words.empty)) data-anything=(page.text(ANYTHING)) { (rows) }
    }
}
