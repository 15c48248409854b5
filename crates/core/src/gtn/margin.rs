//! Margins around the stones of a diagram.

use super::{Cell, Diagram};
use crate::go::{Point, Sides, Size};

impl Diagram {
    /// Adds an empty line on every open side that has stones on its outermost
    /// line, so that a drawing shows that the board goes on. Returns the larger
    /// diagram, and the point of it where this diagram begins.
    ///
    /// The diagram is returned unchanged if the result would be larger than any
    /// board.
    ///
    /// ```
    /// # use gtn_db_core as gtn_db;
    /// use gtn_db::go::Point;
    /// use gtn_db::gtn::Diagram;
    ///
    /// // . X _        . X . _
    /// // O X _   →    O X . _
    /// // ! ! _        . . . _
    /// //              ! ! ! _
    /// let corner: Diagram = "2x2|.X_OX_!!_".parse()?;
    /// let (with_margin, origin) = corner.with_margin();
    /// assert_eq!(with_margin.to_string(), "3x3|.X._OX._..._!!!_");
    /// assert_eq!(origin, Point::new(0, 0));
    /// assert_eq!(with_margin.with_margin().0, with_margin);
    /// # Ok::<(), gtn_db::gtn::ParseGtnError>(())
    /// ```
    pub fn with_margin(&self) -> (Diagram, Point) {
        let (size, open) = (self.size(), self.open());
        let added = |side: Sides, is_outermost: &dyn Fn(Point) -> bool| {
            let has_stone = |point| is_outermost(point) && self.cell(point).stone.is_some();
            u8::from(open.contains(side) && size.points().any(has_stone))
        };
        let left = added(Sides::LEFT, &|point| point.col == 0);
        let right = added(Sides::RIGHT, &|point| point.col + 1 == size.cols());
        let top = added(Sides::TOP, &|point| point.row == 0);
        let bottom = added(Sides::BOTTOM, &|point| point.row + 1 == size.rows());
        let Ok(larger) = Size::new(left + size.cols() + right, top + size.rows() + bottom) else {
            return (self.clone(), Point::new(0, 0));
        };
        let with_margin = Diagram::build(larger, open, |Point { col, row }| {
            let inside = col.checked_sub(left).zip(row.checked_sub(top));
            let inside = inside.map(|(col, row)| Point::new(col, row));
            inside.filter(|&at| size.contains(at)).map_or(Cell::default(), |at| self.cell(at))
        });
        (with_margin, Point::new(left, top))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_margin(igtn: &str) -> (String, (u8, u8)) {
        let (diagram, origin) = igtn.parse::<Diagram>().unwrap().with_margin();
        (diagram.to_string(), (origin.col, origin.row))
    }

    #[test]
    fn open_sides_with_stones_get_a_line() {
        assert_eq!(with_margin("1x1|_!__X__!_"), ("3x3|_!!!__...__.X.__...__!!!_".into(), (1, 1)));
        assert_eq!(with_margin("1x2|XO"), ("1x2|XO".into(), (0, 0)), "no side is open");
        assert_eq!(with_margin("1x3|X.._"), ("1x3|X.._".into(), (0, 0)), "no stone at the side");
        assert_eq!(with_margin("1x3|X.*_"), ("1x3|X.*_".into(), (0, 0)), "a mark is no stone");
    }

    #[test]
    fn a_diagram_is_never_larger_than_a_board() {
        let widest = format!("1x52|_{}", "X".repeat(52));
        assert_eq!(with_margin(&widest), (widest.clone(), (0, 0)));
    }
}
