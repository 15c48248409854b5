//! A board of Abalone whose cells are buttons.

use maud::{Markup, PreEscaped, Render, html};

use super::board::{BoardWords, PointButton, grid};
use super::layout::Page;
use super::text::texts;
use crate::abalone::Cell;
use crate::gtn::Asked;
use crate::svg::HexPicture;

const WORDS: BoardWords = BoardWords { board: BOARD, empty: EMPTY };

texts! { "hex_grid": BOARD, EMPTY }

/// The name of the cell to which the tabulator key leads: the center.
const TAB_STOP: &str = "e5";

/// A board of Abalone whose cells are buttons, over a drawn board, as
/// [`BoardGrid`](super::board::BoardGrid) is one of Go. The number of a cell is the column of its
/// button, so the upward arrow key leads along the diagonal of the number.
#[derive(Clone, Debug)]
pub(super) struct HexGrid<'a> {
    pub(super) page: &'a Page,
    /// The id that tests and scripts rely on: `board`.
    pub(super) id: &'a str,
    pub(super) picture: HexPicture,
}

impl HexGrid<'_> {
    fn button(&self, cell: Cell) -> Markup {
        let name = cell.to_string();
        let button = PointButton {
            content: self.picture.board.color(cell).map_or(Asked::Empty, Asked::Stone),
            label: None,
            is_tab_stop: name == TAB_STOP,
            is_shaded: false,
            column: Some(cell.number()),
            name,
        };
        button.render(self.page, &WORDS)
    }
}

impl Render for HexGrid<'_> {
    fn render(&self) -> Markup {
        let rows = html! {
            @for row in (1..=9).rev() {
                div role="row" { @for cell in Cell::row_cells(row) { (self.button(cell)) } }
            }
        };
        let picture = PreEscaped(self.picture.draw_under_grid().to_string());
        html! {
            div.board.hexagon { div.face { (picture) (grid(self.page, self.id, &WORDS, &rows)) } }
        }
    }
}
