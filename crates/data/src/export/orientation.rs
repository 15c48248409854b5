//! The orientation in which a problem is exported.

use crate::Color;
use crate::extract::names_place;
use crate::go::{Sides, Symmetry};
use crate::model::{Charset, Problem, Turn};
use crate::names;
use crate::sgf::GameTree;
use crate::sgf::value::parse_player;
use crate::solution::Dialect;

names! {
    /// Where the closed corner of a window is placed.
    ///
    /// `TopRight` and `TopLeft` rotate the board and never mirror it; `BottomRight` and `BottomLeft` do the same towards the bottom.
    ///
    /// | closed sides of the window | `TopRight` | `TopLeft` |
    /// |---|---|---|
    /// | two adjacent sides | top and right | top and left |
    /// | one | top | top |
    /// | three | open side at the bottom | open side at the bottom |
    /// | none, all, two facing sides | not rotated | not rotated |
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Orientation {
        /// At the top right, as in most books.
        #[default]
        TopRight => "top-right",
        /// At the top left.
        TopLeft => "top-left",
        /// At the bottom right; one closed side at the bottom.
        BottomRight => "bottom-right",
        /// At the bottom left; one closed side at the bottom.
        BottomLeft => "bottom-left",
        /// One of the eight symmetries, which [`ExportOptions::seed`] and the problem determine.
        Random => "random",
        /// Where it is in the kept record: the board is not rotated.
        AsIs => "as-is",
        /// As in the canonical text, with the colors of the canonical text.
        Canonical => "canonical",
    }

    /// `top-right`, `top-left`, `bottom-right`, `bottom-left`, `random`, `as-is` or `canonical`.
    pub fn name;
}

/// How problems are exported.
///
/// ```
/// # mod gtn_db { pub use {gtn_db_core::*, gtn_db_data::*}; }
/// use gtn_db::export::{ExportOptions, Orientation};
///
/// let options = ExportOptions { black_first: true, ..ExportOptions::default() };
/// assert_eq!(options.orientation, Orientation::TopRight);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ExportOptions {
    /// Where the closed corner is placed.
    pub orientation: Orientation,
    /// Whether to exchange the colors of half of the problems, which the seed and the problem determine.
    pub swap_colors: bool,
    /// What random choices depend on.
    pub seed: u64,
    /// Whether to exchange colors if White is to move, those that comments name, too.
    pub black_first: bool,
    /// The dialect in which answers are marked; `None` for that of the kept
    /// record. A record without any mark stays without marks. Game trees of
    /// [`Dialect::None`] and of the JSON dialects are written as `te-bm`.
    pub marks: Option<Dialect>,
    /// Whether to merge the solutions of all records. Otherwise the solution of
    /// the kept record is exported.
    pub merge_solutions: bool,
}

/// Chooses the operation that maps the board of the kept record onto the
/// exported board.
///
/// [`ExportOptions::orientation`] gives the orientation. With
/// [`ExportOptions::black_first`] the colors are then exchanged if White is to
/// move. If exchanging colors gives the same position ([`Turn::Either`]), the side
/// to move is that of PL before the first move of the kept record, else that of
/// the first move. The colors stay if the side to move is unknown.
///
/// ```
/// # mod gtn_db { pub use {gtn_db_core::*, gtn_db_data::*}; }
/// use gtn_db::export::{ExportOptions, choose_symmetry};
/// # use gtn_db::go::Size;
/// # use gtn_db::gtn::SubPosition;
/// # use gtn_db::model::{Occurrence, Placement, Problem, Turn};
/// # let window = "2x2|OX_XX_!!_".parse::<SubPosition>()?.window().unwrap();
/// # let (canonical, open) = (window.sub.canonicalize(), window.sub.open);
/// # let kept = Occurrence {
/// #     source: "a.sgf".to_owned(), tree: 1, problem: 1, name: None,
/// #     symmetry: canonical.symmetry() };
/// # let problem = Problem {
/// #     key: canonical.key(), text: canonical.text().to_owned(),
/// #     turn: Turn::White.transform(kept.symmetry), kept,
/// #     placement: Placement { board: Size::STANDARD, region: window.region, open },
/// #     charset: None, dialect: None, sgf: b"(;AW[aa]AB[ba][ab:bb];W[cc])".to_vec(),
/// #     others: vec![], other_trees: vec![], rights: vec![], replaced: vec![], computed: None };
///
/// // A problem in the top left corner, White to move.
/// let mut options = ExportOptions::default();
/// assert_eq!(choose_symmetry(&problem, &options).name(), "IR1");
/// options.black_first = true;
/// assert_eq!(choose_symmetry(&problem, &options).name(), "N_IR1");
/// # Ok::<(), gtn_db::gtn::ParseGtnError>(())
/// ```
///
/// A problem is not turned if its texts mention places on the board, so that none of them is wrong in silence;
/// only [`Orientation::Canonical`] turns it.
pub fn choose_symmetry(problem: &Problem, options: &ExportOptions) -> Symmetry {
    orient(problem, options).0
}

/// The operation of [`choose_symmetry`], and whether the problem is not turned because of its comments.
pub(super) fn orient(problem: &Problem, options: &ExportOptions) -> (Symmetry, bool) {
    let wanted = find_orientation(problem, options);
    let is_kept_for_words = options.orientation != Orientation::Canonical
        && wanted != Symmetry::IDENTITY
        && names_places(problem);
    let symmetry = if is_kept_for_words { Symmetry::IDENTITY } else { wanted };
    let is_white = turn_of_kept(problem).transform(symmetry) == Turn::White;
    let is_swapped = match options.black_first {
        true => is_white,
        false => options.swap_colors && random(problem, options) & 8 != 0,
    };
    let symmetry = if is_swapped { symmetry.then(Symmetry::NEGATIVE) } else { symmetry };
    (symmetry, is_kept_for_words)
}

/// The operation that the options want, whatever the comments say.
fn find_orientation(problem: &Problem, options: &ExportOptions) -> Symmetry {
    let closed = problem.placement.open.complement();
    match options.orientation {
        Orientation::TopRight => find_rotation(closed, Sides::TOP, Sides::RIGHT),
        Orientation::TopLeft => find_rotation(closed, Sides::TOP, Sides::LEFT),
        Orientation::BottomRight => find_rotation(closed, Sides::BOTTOM, Sides::RIGHT),
        Orientation::BottomLeft => find_rotation(closed, Sides::BOTTOM, Sides::LEFT),
        Orientation::Random => Symmetry::ALL[usize::from(random(problem, options) & 7)],
        Orientation::AsIs => Symmetry::IDENTITY,
        Orientation::Canonical => problem.kept.symmetry,
    }
}

/// Four bits that the seed and a problem determine.
fn random(problem: &Problem, options: &ExportOptions) -> u8 {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&options.seed.to_le_bytes()).update(problem.key.as_bytes());
    hasher.update(&[problem.turn.code()]);
    hasher.finalize().as_bytes()[0] & 15
}

/// Whether comments or names in the kept record mention places on the board.
pub fn names_places(problem: &Problem) -> bool {
    let tree = read_kept_tree(problem);
    let mut texts = tree.nodes().flat_map(|node| node.properties());
    texts.any(|property| match property.name() {
        name if name == b"C" || name == b"N" => names_place(&property.text()),
        name if name == b"GN" => names_place(without_number(&property.text())),
        _ => false,
    })
}

/// The name of a problem without the number at its end, which may look like a point: `Lesson A12`.
fn without_number(name: &str) -> &str {
    let name = name.trim_end();
    let (head, last) = name.rsplit_once(char::is_whitespace).unwrap_or(("", name));
    let is_number = last.len() <= 3 && last.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if is_number { head } else { name }
}

/// Finds the rotation that brings closed sides to the top or the bottom, `row`, and a closed corner to
/// the side `corner`.
fn find_rotation(closed: Sides, row: Sides, corner: Sides) -> Symmetry {
    let other = if row == Sides::TOP { Sides::BOTTOM } else { Sides::TOP };
    let wanted = match closed.len() {
        1 => row,
        2 => row | corner,
        3 => other.complement(),
        _ => closed,
    };
    let mut rotations = Symmetry::ALL.into_iter().take(4);
    // Two facing sides become no corner: the board is not rotated.
    rotations.find(|&by| closed.transform(by) == wanted).unwrap_or(Symmetry::IDENTITY)
}

/// Who is to move on the board of the kept record, in its own colors.
pub(super) fn turn_of_kept(problem: &Problem) -> Turn {
    match problem.turn {
        Turn::Either => {
            find_stated_turn(problem).map_or(Turn::Either, |color| Turn::of(Some(color)))
        }
        // Exchanging colors is its own inverse.
        turn => turn.transform(problem.kept.symmetry),
    }
}

/// Finds the side to move in the game tree: PL before the first move of the main
/// line, else the color of that move.
fn find_stated_turn(problem: &Problem) -> Option<Color> {
    let tree = read_kept_tree(problem);
    tree.main_line().find_map(|node| {
        let player = node.get(b"PL").and_then(parse_player);
        let moved = || match (node.get(b"B"), node.get(b"W")) {
            (Some(_), _) => Some(Color::Black),
            (None, Some(_)) => Some(Color::White),
            (None, None) => None,
        };
        player.or_else(moved)
    })
}

/// Reads the game tree of the kept record in its charset.
pub(super) fn read_kept_tree(problem: &Problem) -> GameTree<'_> {
    GameTree::read(&problem.sgf, Charset::for_reading(problem.charset.as_ref()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every set of closed sides:
    ///
    /// ```text
    ///   corner    _____      one   ┌───┐   three  ┌───┐   facing  ─────
    ///             . . │            . . .          │ . │           . . .
    ///             . . │            . . .          │ . │           ─────
    /// ```
    #[test]
    fn closed_sides_go_to_the_top() {
        for bits in 0..16 {
            let closed = Sides::from_bits(bits);
            for corner in [Sides::LEFT, Sides::RIGHT] {
                let rotation = find_rotation(closed, Sides::TOP, corner);
                let rotated = closed.transform(rotation);
                assert!(!rotation.mirrors() && !rotation.is_negative());
                match closed.len() {
                    1 => assert_eq!(rotated, Sides::TOP),
                    3 => assert_eq!(rotated, Sides::BOTTOM.complement()),
                    2 if closed != closed.transform(Symmetry::ALL[2]) => {
                        assert_eq!(rotated, Sides::TOP | corner);
                    }
                    _ => assert_eq!(rotation, Symmetry::IDENTITY),
                }
            }
        }
    }

    #[test]
    fn corners_are_rotated_to_the_top() {
        assert_eq!(
            find_rotation(Sides::TOP | Sides::RIGHT, Sides::TOP, Sides::RIGHT),
            Symmetry::IDENTITY
        );
        assert_eq!(find_rotation(Sides::TOP | Sides::LEFT, Sides::TOP, Sides::RIGHT).name(), "IR1");
        assert_eq!(
            find_rotation(Sides::BOTTOM | Sides::LEFT, Sides::TOP, Sides::RIGHT).name(),
            "IR2"
        );
        assert_eq!(
            find_rotation(Sides::BOTTOM | Sides::RIGHT, Sides::TOP, Sides::RIGHT).name(),
            "IR3"
        );
    }

    /// A corner comes to each corner, and one closed side to the top or the bottom.
    #[test]
    fn corners_go_where_they_are_wanted() {
        for row in [Sides::TOP, Sides::BOTTOM] {
            for corner in [Sides::LEFT, Sides::RIGHT] {
                for by in Symmetry::ALL.into_iter().take(4) {
                    let closed = (Sides::TOP | Sides::LEFT).transform(by);
                    let rotation = find_rotation(closed, row, corner);
                    assert_eq!(closed.transform(rotation), row | corner);
                    let side = Sides::LEFT.transform(by);
                    assert_eq!(side.transform(find_rotation(side, row, corner)), row);
                }
            }
        }
    }
}
