//! How a problem is laid on the board that is published.

use crate::Color;
use crate::go::{Sides, Symmetry};
use crate::model::{Charset, Problem, Turn};
use crate::sgf::GameTree;
use crate::solution::Dialect;

/// Where the closed corner of a window goes.
///
/// `TopRight` and `TopLeft` only turn the board, so the hand of the source
/// stays: a problem is never its mirror image.
///
/// | closed sides of the window | `TopRight` | `TopLeft` |
/// |---|---|---|
/// | two that meet in a corner | top and right | top and left |
/// | one | top | top |
/// | three | the open side is at the bottom | the same |
/// | none, all, two across from each other | not turned | not turned |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Orient {
    /// To the top right, as most books have it.
    #[default]
    TopRight,
    /// To the top left.
    TopLeft,
    /// The board of the kept record is not turned.
    AsIs,
    /// The kept record's own operation: its window lies, and is colored, as
    /// in the canonical text.
    Canonical,
}

/// How problems are laid out.
///
/// ```
/// use gtn_db::export::{Options, Orient};
///
/// let options = Options { black_first: true, ..Options::default() };
/// assert_eq!(options.orient, Orient::TopRight);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// Where the closed corner goes.
    pub orient: Orient,
    /// Whether the colors are exchanged where White would be to move.
    ///
    /// Words in comments stay as their author wrote them.
    pub black_first: bool,
    /// How answers are marked; as in the kept record when none. A record
    /// without any mark stays so.
    pub marks: Option<Dialect>,
    /// Whether the solutions of all records are joined, instead of that of the
    /// kept one alone.
    pub union: bool,
}

/// The operation that carries the whole board of the kept record onto the
/// published one.
///
/// First the board is laid as [`Options::orient`] says. Then, with
/// [`Options::black_first`], the colors are exchanged if White is to move on
/// the board so laid. Where the position is its own negative
/// ([`Turn::Either`]), the side to move is the one that the kept record
/// states, with PL before its first move, else with that move; where it
/// states none, or the side is unknown, the colors stay.
///
/// ```
/// use gtn_db::export::{Options, orientation};
/// # use gtn_db::go::Size;
/// # use gtn_db::gtn::SubPosition;
/// # use gtn_db::model::{Occurrence, Placement, Problem, Turn};
/// # let window = "2x2|OX_XX_!!_".parse::<SubPosition>()?.window().unwrap();
/// # let (canonical, open) = (window.sub.canonicalize(), window.sub.open);
/// # let kept = Occurrence {
/// #     source: "a.sgf".to_owned(), tree: 1, name: None, symmetry: canonical.symmetry() };
/// # let problem = Problem {
/// #     key: canonical.key(), text: canonical.text().to_owned(),
/// #     turn: Turn::White.transform(kept.symmetry), kept,
/// #     placement: Placement { board: Size::STANDARD, region: window.region, open },
/// #     charset: None, dialect: None, sgf: b"(;AW[aa]AB[ba][ab:bb];W[cc])".to_vec(),
/// #     others: vec![], other_trees: vec![] };
///
/// // A problem in the top left corner, White to move.
/// let mut options = Options::default();
/// assert_eq!(orientation(&problem, &options).name(), "IR1");
/// options.black_first = true;
/// assert_eq!(orientation(&problem, &options).name(), "N_IR1");
/// # Ok::<(), gtn_db::gtn::ParseGtnError>(())
/// ```
pub fn orientation(problem: &Problem, options: &Options) -> Symmetry {
    let closed = problem.placement.open.complement();
    let laid = match options.orient {
        Orient::TopRight => turned(closed, Sides::RIGHT),
        Orient::TopLeft => turned(closed, Sides::LEFT),
        Orient::AsIs => Symmetry::IDENTITY,
        Orient::Canonical => problem.kept.symmetry,
    };
    if options.black_first && turn_of_kept(problem).transform(laid) == Turn::White {
        laid.then(Symmetry::NEGATIVE)
    } else {
        laid
    }
}

/// The turn that brings closed sides to the top, and a corner to one side of
/// it.
fn turned(closed: Sides, corner: Sides) -> Symmetry {
    let wanted = match closed.len() {
        1 => Sides::TOP,
        2 => Sides::TOP | corner,
        3 => Sides::BOTTOM.complement(),
        _ => closed,
    };
    // Two sides across from each other never make a corner.
    let turns = Symmetry::ALL.into_iter().take(4);
    turns.into_iter().find(|&turn| closed.transform(turn) == wanted).unwrap_or(Symmetry::IDENTITY)
}

/// Who is to move on the board of the kept record, in its own colors.
pub(super) fn turn_of_kept(problem: &Problem) -> Turn {
    match problem.turn {
        Turn::Either => stated(problem).map_or(Turn::Either, |color| Turn::of(Some(color))),
        // An exchange of colors undoes itself.
        turn => turn.transform(problem.kept.symmetry),
    }
}

/// The side to move that the game tree itself states: PL before the first
/// move of the main line, else the color of that move.
fn stated(problem: &Problem) -> Option<Color> {
    let tree = tree(problem);
    tree.main_line().find_map(|node| {
        let player = node.get(b"PL").and_then(|value| match value.trim_ascii().first()? {
            b'B' | b'b' | b'1' => Some(Color::Black),
            b'W' | b'w' | b'2' => Some(Color::White),
            _ => None,
        });
        let moved = || match (node.get(b"B"), node.get(b"W")) {
            (Some(_), _) => Some(Color::Black),
            (None, Some(_)) => Some(Color::White),
            (None, None) => None,
        };
        player.or_else(moved)
    })
}

/// The game tree of the kept record, read with its charset.
pub(super) fn tree(problem: &Problem) -> GameTree<'_> {
    GameTree::read(&problem.sgf, Charset::for_reading(problem.charset.as_ref()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every set of closed sides:
    ///
    /// ```text
    ///   corner    _____      one   ┌───┐   three  ┌───┐   across  ─────
    ///             . . │            . . .          │ . │           . . .
    ///             . . │            . . .          │ . │           ─────
    /// ```
    #[test]
    fn closed_sides_go_to_the_top() {
        for bits in 0..16 {
            let closed = Sides::from_bits(bits);
            for corner in [Sides::LEFT, Sides::RIGHT] {
                let turn = turned(closed, corner);
                let laid = closed.transform(turn);
                assert!(!turn.mirrors() && !turn.is_negative());
                match closed.len() {
                    1 => assert_eq!(laid, Sides::TOP),
                    3 => assert_eq!(laid, Sides::BOTTOM.complement()),
                    2 if closed != closed.transform(Symmetry::ALL[2]) => {
                        assert_eq!(laid, Sides::TOP | corner);
                    }
                    _ => assert_eq!(turn, Symmetry::IDENTITY),
                }
            }
        }
    }

    #[test]
    fn what_lies_right_is_not_turned() {
        assert_eq!(turned(Sides::TOP | Sides::RIGHT, Sides::RIGHT), Symmetry::IDENTITY);
        assert_eq!(turned(Sides::TOP | Sides::LEFT, Sides::RIGHT).name(), "IR1");
        assert_eq!(turned(Sides::BOTTOM | Sides::LEFT, Sides::RIGHT).name(), "IR2");
        assert_eq!(turned(Sides::BOTTOM | Sides::RIGHT, Sides::RIGHT).name(), "IR3");
    }
}
