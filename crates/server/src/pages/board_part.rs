//! The part of a large board that is enlarged, so that a finger hits its points.
//!
//! On a screen of 360 pixels a cell of a whole 19x19 board has 17 pixels, and of a part 30. Links
//! choose the part; they are shown on narrow screens, and where a part is shown. There a tap on
//! the whole board enlarges the quarter that was tapped.

use maud::{Markup, html};
use serde::Deserialize;

use super::board::BoardGrid;
use super::layout::Page;
use super::text::{Text, texts};
use crate::address::Address;
use crate::go::{Point, Region, Size};
use crate::names;

/// The lines of a part in each direction, unless half of the board has more.
const LINES: u8 = 10;

texts! { "board_part": PARTS, WHOLE, UPPER_LEFT, UPPER_RIGHT, LOWER_LEFT, LOWER_RIGHT }

names! {
    /// The part in an address: `part=upper-left`.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub(super) enum BoardPart {
        #[default]
        Whole => "",
        /// Around a point of interest; without one, the upper right quarter.
        Focus => "focus",
        UpperLeft => "upper-left",
        UpperRight => "upper-right",
        LowerLeft => "lower-left",
        LowerRight => "lower-right",
    }

    /// The value in an address; empty for the whole board.
    pub(super) fn name;
}

impl BoardPart {
    /// The quarters, as they lie on the board in reading order.
    const QUARTERS: [(BoardPart, Text); 4] = [
        (BoardPart::UpperLeft, UPPER_LEFT),
        (BoardPart::UpperRight, UPPER_RIGHT),
        (BoardPart::LowerLeft, LOWER_LEFT),
        (BoardPart::LowerRight, LOWER_RIGHT),
    ];

    /// The rectangle of the part; `None` for the whole board, and where the board is as small as
    /// a part.
    fn region(self, board: Size, focus: Option<Point>) -> Option<Region> {
        if !has_parts(board) {
            return None;
        }
        let (cols, rows) = (lines_of_part(board.cols()), lines_of_part(board.rows()));
        let (right, bottom) = (board.cols() - cols, board.rows() - rows);
        let origin = match (self, focus) {
            (BoardPart::Whole, _) => return None,
            (BoardPart::UpperLeft, _) => Point::new(0, 0),
            (BoardPart::UpperRight, _) | (BoardPart::Focus, None) => Point::new(right, 0),
            (BoardPart::LowerLeft, _) => Point::new(0, bottom),
            (BoardPart::LowerRight, _) => Point::new(right, bottom),
            (BoardPart::Focus, Some(point)) => Point::new(
                point.col.saturating_sub(cols / 2).min(right),
                point.row.saturating_sub(rows / 2).min(bottom),
            ),
        };
        let size = Size::new(cols, rows).expect("a part has 1 to as many lines as the board");
        Some(Region { origin, size })
    }

    /// The board, or the part of it. `address` is that of the page.
    pub(super) fn frame(
        self,
        page: &Page,
        board: BoardGrid<'_>,
        focus: Option<Point>,
        address: &Address,
    ) -> Markup {
        let size = board.size();
        let region = self.region(size, focus);
        let has_quarters = region.is_none() && has_parts(size);
        html! {
            div.sheet {
                (board.crop(region))
                // The links of `links` for fingers; keys and screen readers have the others.
                @if has_quarters {
                    div.quarters aria-hidden="true" {
                        @for (part, _) in BoardPart::QUARTERS {
                            a href=(part.link(page, address)) tabindex="-1" {}
                        }
                    }
                }
            }
        }
    }

    /// Links to the parts of a board of this size; nothing if it is as small as a part. `focus` is
    /// what people call the point of interest.
    pub(super) fn links(self, page: &Page, size: Size, focus: Text, address: &Address) -> Markup {
        let all = [(BoardPart::Whole, WHOLE), (BoardPart::Focus, focus)];
        let all = all.into_iter().chain(BoardPart::QUARTERS);
        html! {
            @if has_parts(size) {
                nav.tools.parts.on[self != BoardPart::Whole] aria-label=(page.text(PARTS)) {
                    @for (part, name) in all {
                        a.button aria-current=[(part == self).then_some("true")]
                            href=(part.link(page, address)) { (page.text(name)) }
                    }
                }
            }
        }
    }

    fn link(self, page: &Page, address: &Address) -> String {
        page.link(&address.clone().with("part", self.name()).to_string())
    }
}

fn has_parts(board: Size) -> bool {
    board.cols().max(board.rows()) > LINES
}

/// The lines of a part of a board with so many lines. Opposite parts leave out no line.
fn lines_of_part(lines: u8) -> u8 {
    lines.min(LINES.max(lines.div_ceil(2)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn region(part: BoardPart, lines: u8, focus: Option<(u8, u8)>) -> Option<[u8; 4]> {
        let focus = focus.map(|(col, row)| Point::new(col, row));
        let region = part.region(Size::new(lines, lines).unwrap(), focus)?;
        let Region { origin, size } = region;
        Some([origin.col, origin.row, size.cols(), size.rows()])
    }

    #[test]
    fn quarters_cover_the_board() {
        for lines in 11..=52 {
            let [_, _, cols, _] = region(BoardPart::UpperLeft, lines, None).unwrap();
            let [left, top, ..] = region(BoardPart::LowerRight, lines, None).unwrap();
            assert!(left <= cols && left == top, "{lines}");
        }
        assert_eq!(region(BoardPart::UpperRight, 19, None), Some([9, 0, 10, 10]));
        assert_eq!(region(BoardPart::LowerLeft, 19, None), Some([0, 9, 10, 10]));
        assert_eq!(region(BoardPart::Whole, 19, None), None);
    }

    #[test]
    fn the_focus_is_in_its_part() {
        for point in [(0, 0), (18, 0), (9, 9), (3, 15), (18, 18)] {
            let [left, top, cols, rows] = region(BoardPart::Focus, 19, Some(point)).unwrap();
            assert!((left..left + cols).contains(&point.0), "{point:?}");
            assert!((top..top + rows).contains(&point.1), "{point:?}");
        }
        assert_eq!(region(BoardPart::Focus, 19, Some((9, 9))), Some([4, 4, 10, 10]));
        assert_eq!(region(BoardPart::Focus, 19, None), region(BoardPart::UpperRight, 19, None));
    }

    #[test]
    fn a_small_board_has_no_parts() {
        assert_eq!(region(BoardPart::UpperLeft, 9, None), None);
        assert_eq!(region(BoardPart::Focus, 10, Some((3, 3))), None);
    }
}
