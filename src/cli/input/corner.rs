//! The corner of the board in which a drawing lies.

use anyhow::bail;
use clap::ValueEnum;

use super::typed_board::{read_typed_rows, without_frame};

/// The message about a text that is no drawing.
pub const NO_ROWS: &str = "--corner says where a drawing in rows lies, and this is none";

/// A corner of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CornerArg {
    TopLeft,
    TopRight,
    BottomLeft,
    BottomRight,
}

impl CornerArg {
    /// A drawing of points in rows, with marks on the two sides beyond which the board goes on. Numbers of rows,
    /// names of columns and a frame around the points are passed over.
    ///
    /// ```text
    ///   . X .      top right:    _.X.
    ///   . X O      →             _.XO
    ///                            _!!!
    /// ```
    ///
    /// # Errors
    /// If the drawing marks such sides itself, or a row has another number of points than the first one.
    pub fn mark_open_sides(self, drawing: &str) -> anyhow::Result<String> {
        if drawing.contains(['_', '!']) {
            bail!(
                "the drawing says with _ and ! where the board goes on; --corner is for one without them"
            );
        }
        let rows = read_typed_rows(&without_frame(drawing));
        let rows: Vec<&str> = rows.lines().filter(|row| !row.is_empty()).collect();
        let width_of = |row: &str| row.chars().count();
        let Some(width) = rows.first().map(|row| width_of(row)) else { bail!(NO_ROWS) };
        if let Some((row, other)) = (1..).zip(&rows).find(|(_, row)| width_of(row) != width) {
            bail!("row {row} has {} points, the first row has {width}", width_of(other));
        }
        let margin = "!".repeat(width);
        let is_right = matches!(self, CornerArg::TopRight | CornerArg::BottomRight);
        let with_side =
            |row: &str| if is_right { format!("_{row}\n") } else { format!("{row}_\n") };
        let points = rows.into_iter().map(with_side);
        Ok(match self {
            CornerArg::TopLeft | CornerArg::TopRight => {
                points.chain([with_side(&margin)]).collect()
            }
            CornerArg::BottomLeft | CornerArg::BottomRight => {
                [with_side(&margin)].into_iter().chain(points).collect()
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_sides_of_a_corner_are_open() {
        let marked = |corner: CornerArg| corner.mark_open_sides(".X.\n.XO\n").unwrap();
        assert_eq!(marked(CornerArg::TopLeft), ".X._\n.XO_\n!!!_\n");
        assert_eq!(marked(CornerArg::TopRight), "_.X.\n_.XO\n_!!!\n");
        assert_eq!(marked(CornerArg::BottomLeft), "!!!_\n.X._\n.XO_\n");
        assert_eq!(marked(CornerArg::BottomRight), "_!!!\n_.X.\n_.XO\n");
        assert!(CornerArg::TopLeft.mark_open_sides("_X.").is_err());
        let typed = "   R S T\n19 . X .\n18 . X O\n";
        assert_eq!(CornerArg::TopRight.mark_open_sides(typed).unwrap(), "_.X.\n_.XO\n_!!!\n");
        let ragged = CornerArg::TopLeft.mark_open_sides(". X .\n. X\n").unwrap_err();
        assert_eq!(ragged.to_string(), "row 2 has 2 points, the first row has 3");
    }
}
