//! The corner of the board in which a drawing lies.

use anyhow::bail;
use clap::ValueEnum;

/// A corner of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CornerArg {
    TopLeft,
    TopRight,
    BottomLeft,
    BottomRight,
}

impl CornerArg {
    /// A drawing of points in rows, with marks on the two sides beyond which the board goes on.
    ///
    /// ```text
    ///   .X.      top right:    _.X.
    ///   .XO      →             _.XO
    ///                          _!!!
    /// ```
    ///
    /// # Errors
    /// If the drawing marks such sides itself.
    pub fn mark_open_sides(self, drawing: &str) -> anyhow::Result<String> {
        if drawing.contains(['_', '!']) {
            bail!(
                "the drawing says with _ and ! where the board goes on; --corner is for one without them"
            );
        }
        let rows: Vec<&str> = drawing.lines().filter(|line| !line.trim().is_empty()).collect();
        let width =
            rows.first().map_or(0, |row| row.chars().filter(|char| !char.is_whitespace()).count());
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
    }
}
