//! Aba-Pro: where the first marble goes.

use crate::abalone::cell::Cell;
use crate::abalone::moves::Move;

/// Which end of a row an Aba-Pro text of a lateral move names first. Both are read alike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LateralOrder {
    /// The lower cell by letter and number: `e6e8f6`.
    #[default]
    LowerFirst,
    /// The end farther from the center, and the lower one of two equally far: `e8e6f8`.
    OutsideIn,
}

impl Move {
    /// Writes the move in Aba-Pro.
    ///
    /// # Panics
    /// When a marble would move off the board, which no legal move does.
    ///
    /// ```
    /// # use gtn_db_core as gtn_db;
    /// use gtn_db::abalone::{Direction, LateralOrder, Move};
    ///
    /// let step = Move::lateral("e6".parse()?, "e8".parse()?, Direction::NorthWest).unwrap();
    /// assert_eq!(step.to_aba_pro(LateralOrder::LowerFirst), "e6e8f6");
    /// assert_eq!(step.to_aba_pro(LateralOrder::OutsideIn), "e8e6f8");
    /// # Ok::<(), gtn_db::abalone::ParseCellError>(())
    /// ```
    pub fn to_aba_pro(self, order: LateralOrder) -> String {
        let (rear, last) = (self.rear(), self.last());
        if !self.is_lateral() {
            return format!("{rear}{}", self.arrival(rear));
        }
        let center = Cell::new(5, 5).expect("e5 is a cell");
        let is_last_outside = center.distance(last) > center.distance(rear);
        let (first, second) = match order {
            LateralOrder::OutsideIn if is_last_outside => (last, rear),
            _ => (rear, last),
        };
        format!("{first}{second}{}", self.arrival(first))
    }
}
