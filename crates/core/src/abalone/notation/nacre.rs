//! Nacre: where the front marble goes. Extended Nacre: where the foremost marble goes, with marks.

use crate::abalone::cell::Cell;
use crate::abalone::lost::Lost;
use crate::abalone::moves::Move;
use crate::abalone::rules::Push;

/// What follows the cells of a move: `>`, and what is in parentheses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Marks {
    /// Whether there is a `>`, which marks a push.
    pub push: bool,
    /// What marks a marble that went off the board.
    pub ejection: Option<Ejection>,
}

/// The mark of a marble that went off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ejection {
    /// `(e)`: the points are not known.
    Unknown,
    /// `(b-w)`: the points of Black and White so far. A point is a marble of the other side, so
    /// `(0-1)` is a loss of `1-0`.
    Points(Lost),
}

impl Marks {
    /// Reads what follows the cells; `None` if it is something else than marks.
    pub(super) fn read(text: &str) -> Option<Marks> {
        let (push, rest) = text.strip_prefix('>').map_or((false, text), |rest| (true, rest));
        if rest.is_empty() {
            return Some(Marks { push, ejection: None });
        }
        let inner = rest.strip_prefix('(')?.strip_suffix(')')?;
        let ejection = if inner.eq_ignore_ascii_case("e") {
            Ejection::Unknown
        } else {
            let (black, white) = inner.split_once('-')?;
            let points = |text: &str| match text.as_bytes() {
                [digit @ b'0'..=b'9'] => Some(digit - b'0'),
                _ => None,
            };
            Ejection::Points(Lost::new(points(white)?, points(black)?)?)
        };
        Some(Marks { push, ejection: Some(ejection) })
    }

    /// Whether the marks do not contradict what a move did, after which these marbles are lost.
    /// Marks may be missing.
    pub fn agree(self, push: Push, lost: Lost) -> bool {
        (!self.push || push.pushed > 0)
            && match self.ejection {
                None => true,
                Some(Ejection::Unknown) => push.is_ejection,
                Some(Ejection::Points(marked)) => push.is_ejection && marked == lost,
            }
    }
}

impl Move {
    /// Writes the move in Nacre.
    ///
    /// # Panics
    /// When a marble would move off the board, which no legal move does.
    ///
    /// ```
    /// # use gtn_db_core as gtn_db;
    /// use gtn_db::abalone::{Direction, Move};
    ///
    /// let step = Move::in_line("a1".parse()?, 3, Direction::NorthEast).unwrap();
    /// assert_eq!(step.to_nacre(), "a1d4");
    /// let step = Move::lateral("c3".parse()?, "c5".parse()?, Direction::NorthEast).unwrap();
    /// assert_eq!(step.to_nacre(), "c3d6");
    /// # Ok::<(), gtn_db::abalone::ParseCellError>(())
    /// ```
    pub fn to_nacre(self) -> String {
        let (from, to) = if self.is_lateral() {
            self.lateral_pair()
        } else {
            (self.rear(), self.arrival(self.last()))
        };
        format!("{from}{to}")
    }

    /// Writes the move in extended Nacre: where the foremost marble arrives that is left on the
    /// board. `lost` are the marbles lost after the move; if they are not known, a marble that goes
    /// off the board is written as `(e)`.
    ///
    /// # Panics
    /// When a marble would move off the board that no legal move takes there.
    ///
    /// ```
    /// # use gtn_db_core as gtn_db;
    /// use gtn_db::abalone::{Direction, Lost, Move, Push};
    ///
    /// let step = Move::in_line("e4".parse()?, 3, Direction::NorthEast).unwrap();
    /// let push = Push { pushed: 2, is_ejection: true };
    /// assert_eq!(step.to_extended_nacre(push, Lost::new(1, 1)), "E4I8>(1-1)");
    /// # Ok::<(), gtn_db::abalone::ParseCellError>(())
    /// ```
    pub fn to_extended_nacre(self, push: Push, lost: Option<Lost>) -> String {
        let mut text = if push.pushed == 0 {
            self.to_nacre()
        } else {
            let foremost = self.rear().beyond(self.reach(push), self.direction());
            format!("{}{}>", self.rear(), foremost.expect("the foremost marble stays on the board"))
        };
        text.make_ascii_uppercase();
        if push.is_ejection {
            text.push_str(&match lost {
                // The points of a side are the losses of the other.
                Some(lost) => format!("({})", lost.negative()),
                None => "(e)".to_owned(),
            });
        }
        text
    }

    /// The steps from the rear marble to the arrival of the foremost marble left on the board.
    pub(super) fn reach(self, push: Push) -> u8 {
        self.count() + push.pushed - u8::from(push.is_ejection)
    }

    /// The end of a lateral move and the arrival of the other end: of the two such pairs the one
    /// that is farther apart.
    pub(super) fn lateral_pair(self) -> (Cell, Cell) {
        let (rear, last) = (self.rear(), self.last());
        let pairs = [(rear, self.arrival(last)), (last, self.arrival(rear))];
        let [up, down] = pairs.map(|(end, arrival)| end.distance(arrival));
        if up > down { pairs[0] } else { pairs[1] }
    }
}
