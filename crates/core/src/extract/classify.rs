//! Decides whether a game tree is a problem or a game, and extracts it.

use super::game::{self, ReplayedGame};
use super::handicap::is_game_start;
use super::problem;
use super::tree_reader::{Start, TreeReader};
use crate::model::{Charset, Game, Record, TreeKind, TreeOptions};
use crate::sgf::{self, Detected};
use crate::solution::Dialect;
use crate::{Disposition, Fault};

/// The content of a game tree.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Extracted {
    /// A problem.
    Problem(Box<Record>),
    /// A game.
    Game(Box<Game>),
    /// Nothing that can be kept; a [`Fault`] names the cause.
    Nothing,
}

impl Extracted {
    /// Whether the tree is kept or skipped.
    pub fn disposition(&self) -> Disposition {
        match self {
            Extracted::Problem(_) | Extracted::Game(_) => Disposition::Kept,
            Extracted::Nothing => Disposition::Skipped,
        }
    }

    /// Moves the problem or the game to the end of its list.
    pub fn append_to(self, records: &mut Vec<Record>, games: &mut Vec<Game>) {
        match self {
            Extracted::Problem(record) => records.push(*record),
            Extracted::Game(game) => games.push(*game),
            Extracted::Nothing => {}
        }
    }
}

/// The place of a game tree in its source. It is stored with what is extracted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeLocation {
    /// The number of the tree in the source, from 1.
    pub tree: u32,
    /// The offset of the first byte of the tree in the source.
    pub offset: u64,
}

impl TreeLocation {
    /// The first tree, at the start of its source.
    pub const FIRST: TreeLocation = TreeLocation { tree: 1, offset: 0 };
}

/// Extracts a problem or a game from a game tree in SGF.
///
/// `options` may set what the tree is, and which variations of a game are kept.
/// Without these, the [rules](super#problem-or-game) of this module decide, and
/// all are kept.
///
/// The offsets of the faults are in bytes from the start of the tree. The faults
/// are in the order of the tree, and those of replaying a game follow the
/// others. If nothing was extracted, the last fault is the cause.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::extract::{Extracted, TreeLocation, extract_tree};
/// use gtn_db::sgf;
///
/// let tree = b"(;SZ[19]AB[aa][ba]AW[ca]PL[W];W[cb])";
/// let charset = sgf::detect_charset(tree);
/// let (extracted, faults) = extract_tree(tree, charset, TreeLocation::FIRST, Default::default());
/// let Extracted::Problem(record) = extracted else { panic!() };
/// assert!(faults.is_empty());
/// assert_eq!(record.text, "3x3|!!!_..._..._OOX_");
/// assert_eq!(record.turn.name(), "black");
/// ```
pub fn extract_tree(
    bytes: &[u8],
    charset: Detected,
    location: TreeLocation,
    options: TreeOptions,
) -> (Extracted, Vec<Fault>) {
    extract_tree_as(bytes, charset, location, options, None)
}

/// [`extract_tree`] for a tree that marks its answers in a known dialect.
#[doc(hidden)]
pub fn extract_tree_as(
    bytes: &[u8],
    charset: Detected,
    location: TreeLocation,
    options: TreeOptions,
    dialect: Option<Dialect>,
) -> (Extracted, Vec<Fault>) {
    let mut reader = TreeReader::new(bytes, charset.charset);
    let start = match reader.read_start() {
        Ok(start) => start,
        Err(fault) => return (Extracted::Nothing, vec![fault]),
    };
    let stored_charset = (charset.charset != sgf::Charset::UTF_8).then(|| Charset {
        name: charset.charset.name().to_owned(),
        is_guessed: charset.source.is_guess(),
    });
    let TreeLocation { tree, offset } = location;
    if is_game(&start, options.kind) {
        let size = start.board.size();
        let variations = options.variations.unwrap_or_default();
        let game = match game::read_game(bytes, charset.charset, size, variations) {
            Ok(game) => game,
            Err(fault) => return (Extracted::Nothing, vec![fault]),
        };
        let ReplayedGame { info, moves, opening, lines, faults } = game;
        let game = Game {
            tree,
            offset,
            size,
            info,
            moves,
            opening,
            lines,
            charset: stored_charset,
            sgf: bytes.to_vec(),
        };
        return (Extracted::Game(Box::new(game)), faults);
    }
    let summary = match reader.read_rest() {
        Ok(summary) => summary,
        Err(fault) => return (Extracted::Nothing, vec![fault]),
    };
    match problem::read_problem(bytes, charset.charset, start.board, summary, dialect) {
        Ok((record, faults)) => {
            let charset = stored_charset;
            let record = Record { tree, offset, charset, sgf: bytes.to_vec(), ..record };
            (Extracted::Problem(Box::new(record)), faults)
        }
        Err(faults) => (Extracted::Nothing, faults),
    }
}

fn is_game(start: &Start, kind: Option<TreeKind>) -> bool {
    match kind {
        Some(kind) => kind == TreeKind::Game,
        None if start.board.is_empty() => start.has_moves || start.names_player,
        None => is_game_start(&start.board, start.handicap, start.first_move),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Rule;
    use crate::go::{Sides, Symmetry};
    use crate::gtn::SubPosition;
    use crate::model::Placement;
    use crate::sgf::{GameTree, Layout, transform};

    /// Pieces that game trees are made of, good and bad.
    const PIECES: [&str; 30] = [
        "(",
        ")",
        ";",
        "[",
        "]",
        "\\",
        ":",
        "AB",
        "AW",
        "AE",
        "SZ",
        "PL",
        "HA",
        "B",
        "W",
        "C",
        "GN",
        "aa",
        "ss",
        "tt",
        "aa:cc",
        "Zz:aa",
        "19",
        "52",
        "7:9",
        "0",
        "Black to play",
        "\n",
        "\u{fe}",
        "詰",
    ];

    fn extract(tree: &[u8], options: TreeOptions) -> Option<Record> {
        let charset = sgf::detect_charset(tree);
        match extract_tree(tree, charset, TreeLocation::FIRST, options).0 {
            Extracted::Problem(record) => Some(*record),
            _ => None,
        }
    }

    #[test]
    fn the_first_size_counts() {
        for tree in [
            "(;SZ[9]SZ[19]AB[aa]AW[ia];B[ba])",
            "(;;SZ[9]AB[aa]AW[ia];B[ba])",
            "(;SZ[9][19]AB[aa]AW[ia]SZ[0];B[ba])",
        ] {
            let record = extract(tree.as_bytes(), TreeOptions::default()).unwrap();
            assert_eq!(record.placement.board.to_string(), "9x9", "{tree}");
            let read = GameTree::read(tree.as_bytes(), sgf::Charset::UTF_8);
            let turned = transform(&read, Symmetry::ALL[1], Layout::OneLine);
            assert!(turned.contains("AB[ia]AW[ii]"), "{turned}");
            assert_eq!(extract(turned.as_bytes(), TreeOptions::default()).unwrap().key, record.key);
        }
        let tree = b"(;SZ[9]SZ[19]AB[aa]AW[ia];B[ba])";
        let charset = sgf::detect_charset(tree);
        let (_, faults) = extract_tree(tree, charset, TreeLocation::FIRST, TreeOptions::default());
        let fault =
            (Rule::Syntax, 7, "SZ stands twice in the root: the first one counts".to_owned());
        let faults = faults.into_iter().map(|fault| (fault.rule, fault.offset, fault.message));
        assert_eq!(faults.collect::<Vec<_>>(), [fault]);
    }

    fn text() -> impl Strategy<Value = Vec<u8>> {
        let piece = prop_oneof![
            8 => prop::sample::select(&PIECES[..]).prop_map(|piece| piece.as_bytes().to_vec()),
            4 => prop::sample::select(&["(;AB[aa]", "AW[bb][cc:ee]", ";B[dd]", "SZ[9]"][..])
                .prop_map(|piece| piece.as_bytes().to_vec()),
            1 => prop::collection::vec(any::<u8>(), 1..4),
        ];
        prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        /// Whatever the bytes: nothing panics, all offsets are inside the tree, and
        /// the canonical text has the key of the record.
        #[test]
        fn any_bytes_can_be_extracted(bytes in text()) {
            let charset = sgf::detect_charset(&bytes);
            let problems = TreeOptions { kind: Some(TreeKind::Problem), ..TreeOptions::default() };
            for span in sgf::split(&bytes, charset.charset, true).trees {
                let part = &bytes[span.range()];
                let (extracted, faults) = extract_tree(part, charset, TreeLocation::FIRST, problems);
                prop_assert!(faults.iter().all(|fault| fault.offset <= part.len()));
                match extracted {
                    Extracted::Problem(record) => {
                        let text: SubPosition = record.text.parse().unwrap();
                        prop_assert_eq!(text.canonicalize().key(), record.key);
                        let Placement { board, region, open } = record.placement;
                        prop_assert!(region.fits(board));
                        prop_assert_eq!(open.contains(Sides::TOP), region.origin.row > 0);
                        prop_assert_eq!(open.contains(Sides::LEFT), region.origin.col > 0);
                    }
                    Extracted::Game(_) => prop_assert!(false, "extracted as a game"),
                    Extracted::Nothing => prop_assert!(!faults.is_empty()),
                }
            }
        }

        /// A transformed tree is read on the same board, wherever it states its size.
        #[test]
        fn transforming_and_extracting_agree_on_the_board(
            properties in prop::collection::vec(
                prop::sample::select(&[";", "SZ[9]", "SZ[13:7]", "SZ[x]", "GM[1]", "AB[ab]", "AW[cc]"][..]),
                0..8,
            ),
        ) {
            let tree = format!("(;{}AB[aa];B[bb])", properties.concat());
            let problems = TreeOptions { kind: Some(TreeKind::Problem), ..TreeOptions::default() };
            if let Some(record) = extract(tree.as_bytes(), problems) {
                let read = GameTree::read(tree.as_bytes(), sgf::Charset::UTF_8);
                for symmetry in Symmetry::ALL {
                    let turned = transform(&read, symmetry, Layout::OneLine);
                    let turned = extract(turned.as_bytes(), problems);
                    prop_assert_eq!(turned.map(|turned| turned.key), Some(record.key));
                }
            }
        }
    }
}
