//! Decides whether a game tree is a problem or a game, and extracts it.

use std::borrow::Cow;
use std::collections::HashSet;

use super::fault_list::FaultList;
use super::game::{self, ReplayedGame};
use super::handicap::is_game_start;
use super::outline::Outline;
use super::parts::{Part, make_parts, share_out};
use super::problem;
use super::problem_starts::find_problems;
use super::tree_reader::{
    Setup, Start, TreeReader, extract_first_setup, extract_setup, read_setup, syntax_fault,
};
use crate::model::{
    Charset, Game, Record, TreeKind, TreeOptions, TreePart, TreeParts, TreePiece, tree_hash,
};
use crate::sgf::{self, Detected};
use crate::solution::Dialect;
use crate::{Disposition, Fault, Rule};

/// The content of a game tree.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Extracted {
    /// A problem.
    Problem(Box<Record>),
    /// A game.
    Game(Box<Game>),
    /// The problems of a tree that has several, or those in a game and the game.
    Several(Vec<Record>, Option<Box<Game>>),
    /// Nothing that can be kept; a [`Fault`] names the cause.
    Nothing,
}

impl Extracted {
    /// Whether the tree is kept or skipped.
    pub fn disposition(&self) -> Disposition {
        match self {
            Extracted::Problem(_) | Extracted::Game(_) | Extracted::Several(..) => {
                Disposition::Kept
            }
            Extracted::Nothing => Disposition::Skipped,
        }
    }

    /// Moves the problem or the game to the end of its list.
    pub fn append_to(self, records: &mut Vec<Record>, games: &mut Vec<Game>) {
        match self {
            Extracted::Problem(record) => records.push(*record),
            Extracted::Game(game) => games.push(*game),
            Extracted::Several(all, game) => {
                records.extend(all);
                games.extend(game.map(|game| *game));
            }
            Extracted::Nothing => {}
        }
    }
}

/// The end of the message about a problem that cannot be read, while its tree is kept.
const LEFT_OUT: &str = "; this problem is left out, the others of its tree stay";

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

/// The setup of a problem of a tree.
#[derive(Clone, Debug)]
pub struct ProblemSetup<'a> {
    /// The tree, or what the problem has of it if there are several.
    pub sgf: Cow<'a, [u8]>,
    /// The setup, or the fault that hides it.
    pub setup: Result<Setup, Fault>,
}

/// The setups of all problems of a tree that is no game. Of a game, and of a tree without a problem, the only setup is
/// that of [`extract_setup`].
///
/// Problems with the same stones and the same side to move are one. Behind the others are the faults of those that cannot
/// be read.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::extract::extract_setups;
/// use gtn_db::sgf;
///
/// let book = b"(;SZ[9](;AB[aa][ba]PL[B];B[ca])(;AB[aa]PL[W];W[ba]))";
/// let problems = extract_setups(book, sgf::detect_charset(book));
/// let stones = |at: usize| problems[at].setup.as_ref().unwrap().board.stones().count();
/// assert_eq!((problems.len(), stones(0), stones(1)), (2, 2, 1));
/// ```
pub fn extract_setups(bytes: &[u8], charset: Detected) -> Vec<ProblemSetup<'_>> {
    let of_tree = |setup| ProblemSetup { sgf: bytes.into(), setup };
    let (setup, has_further_setups) = read_setup(bytes, charset.charset);
    if !has_further_setups {
        return vec![of_tree(setup)];
    }
    let (extracted, faults) =
        extract_tree(bytes, charset, TreeLocation::FIRST, TreeOptions::default());
    let Extracted::Several(records, None) = extracted else {
        return vec![of_tree(extract_first_setup(bytes, charset.charset, setup))];
    };
    let read = |record: Record| {
        let setup = extract_setup(&record.sgf, charset.charset);
        ProblemSetup { sgf: record.sgf.into(), setup }
    };
    let mut seen = HashSet::new();
    let is_new = |problem: &ProblemSetup<'_>| match &problem.setup {
        Ok(setup) => seen.insert((setup.board.clone(), setup.turn_evidence.turn().0)),
        Err(_) => true,
    };
    let left_out = faults.into_iter().filter(|fault| fault.message.ends_with(LEFT_OUT));
    let left_out = left_out.map(|fault| of_tree(Err(fault)));
    records.into_iter().map(read).filter(is_new).chain(left_out).collect()
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
    let tree = Tree { bytes, charset, location, dialect };
    let mut reader = TreeReader::new(bytes, charset.charset, usize::MAX);
    let start = match reader.read_start() {
        Ok(start) => start,
        Err(fault) => return tree.extract_parts_behind(fault, &reader, options),
    };
    if tree.is_game(&start, options.kind) {
        return tree.extract_game(&start, options);
    }
    let summary = match reader.read_rest() {
        Ok(summary) => summary,
        Err(fault) => return tree.extract_parts_behind(fault, &reader, options),
    };
    // A dialect that is known from the start is that of JSON, where an object is one problem.
    let is_one = options.parts == Some(TreeParts::One) || dialect.is_some();
    let has_further_boards = reader.has_jump && !is_one;
    if (reader.has_further_setups || has_further_boards)
        && let Some(extracted) = tree.extract_parts(options.parts, reader.has_further_setups)
    {
        return extracted;
    }
    match problem::read_problem(bytes, charset.charset, start.board, summary, dialect) {
        Ok((record, faults)) => {
            let record = tree.locate(record, bytes.to_vec());
            (Extracted::Problem(Box::new(record)), faults)
        }
        Err(faults) => (Extracted::Nothing, faults),
    }
}

/// A game tree to extract.
#[derive(Clone, Copy)]
pub(super) struct Tree<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) charset: Detected,
    pub(super) location: TreeLocation,
    pub(super) dialect: Option<Dialect>,
}

impl Tree<'_> {
    /// Gives a record its location, charset and SGF.
    fn locate(&self, record: Record, sgf: Vec<u8>) -> Record {
        let TreeLocation { tree, offset } = self.location;
        Record { tree, offset, charset: self.stored_charset(), sgf, ..record }
    }

    /// Extracts the problem that all nodes together are.
    pub(super) fn extract_as_whole(&self) -> Result<(Record, Vec<Fault>), Vec<Fault>> {
        let charset = self.charset.charset;
        let mut reader = TreeReader::new(self.bytes, charset, self.bytes.len() + 1);
        let start = reader.read_start().map_err(|fault| vec![fault])?;
        let summary = reader.read_rest().map_err(|fault| vec![fault])?;
        let read = problem::read_problem(self.bytes, charset, start.board, summary, self.dialect);
        read.map(|(record, faults)| (self.locate(record, self.bytes.to_vec()), faults))
    }

    fn stored_charset(&self) -> Option<Charset> {
        let Detected { charset, source } = self.charset;
        (charset != sgf::Charset::UTF_8)
            .then(|| Charset { name: charset.name().to_owned(), is_guessed: source.is_guess() })
    }

    fn is_game(&self, start: &Start, kind: Option<TreeKind>) -> bool {
        match kind {
            Some(kind) => kind == TreeKind::Game,
            None if start.board.is_empty() => start.has_moves || start.names_player,
            None => {
                let is_named = start.names_player || start.handicap.is_some();
                is_game_start(&start.board, start.handicap, start.first_move)
                    && (is_named || !Outline::read(self.bytes, self.charset.charset).sets_task())
            }
        }
    }

    fn extract_game(&self, start: &Start, options: TreeOptions) -> (Extracted, Vec<Fault>) {
        let size = start.board.size();
        let variations = options.variations.unwrap_or_default();
        let game = match game::read_game(self.bytes, self.charset.charset, size, variations) {
            Ok(game) => game,
            Err(fault) => return (Extracted::Nothing, vec![fault]),
        };
        let ReplayedGame { info, moves, opening, lines, mut faults, has_further_setups } = game;
        let TreeLocation { tree, offset } = self.location;
        let game = Box::new(Game {
            tree,
            offset,
            size,
            info,
            moves,
            opening,
            lines,
            charset: self.stored_charset(),
            sgf: self.bytes.to_vec(),
        });
        if options.kind.is_some() || !has_further_setups || options.parts == Some(TreeParts::One) {
            return (Extracted::Game(game), faults);
        }
        let outline = Outline::read(self.bytes, self.charset.charset);
        let (found, _) = find_problems(&outline, size, options.parts);
        let parts = make_parts(self.bytes, &outline, &found);
        // The start of the game is no problem, nor are the diagrams of it.
        let start = (!start.board.is_empty()).then_some(0);
        let mut parts: Vec<Part> = parts
            .into_iter()
            .enumerate()
            .filter(|&(at, _)| {
                let base = found[at].further.map_or(at, |(base, _)| base);
                Some(base) != start && (found[at].is_behind_moves || found[at].within.is_none())
            })
            .map(|(_, part)| part)
            .collect();
        let (records, others) = self.read_parts(&mut parts);
        if records.is_empty() {
            return (Extracted::Game(game), faults);
        }
        faults.extend(others);
        (Extracted::Several(self.number(records, parts, []), Some(game)), faults)
    }

    /// Extracts the problems of a tree whose first one, or what is before it, has a fault.
    fn extract_parts_behind(
        &self,
        fault: Fault,
        reader: &TreeReader<'_>,
        options: TreeOptions,
    ) -> (Extracted, Vec<Fault>) {
        let is_possible = reader.has_further_setups && options.kind != Some(TreeKind::Game);
        let parts = is_possible.then(|| self.extract_parts(options.parts, true)).flatten();
        parts.unwrap_or_else(|| (Extracted::Nothing, vec![fault]))
    }

    /// Extracts the problems of a tree that sets up stones in several places, or plays in several
    /// parts of a board. Returns `None` if the whole tree has none, or is one.
    fn extract_parts(
        &self,
        rule: Option<TreeParts>,
        has_further_setups: bool,
    ) -> Option<(Extracted, Vec<Fault>)> {
        let outline = Outline::read(self.bytes, self.charset.charset);
        let (found, strays) = find_problems(&outline, outline.size()?, rule);
        if !has_further_setups && found.len() < 2 {
            return None;
        }
        let mut parts = make_parts(self.bytes, &outline, &found);
        let count = parts.len();
        let is_whole = count == 1 && !found[0].is_behind_moves;
        let mut faults = FaultList::default();
        for &fault in outline.tree.faults() {
            faults.report(|| syntax_fault(fault));
        }
        if let Some(root) = outline
            .tree
            .root()
            .filter(|root| found.first().is_none_or(|first| first.node != root.id()))
        {
            faults.report_left_out(root.properties(), true);
        }
        for node in strays {
            let message =
                "moves on an empty board belong to no problem of the tree: they are not read";
            let (rule, offset) = (Rule::LeftOut, outline.spans[node.index()].start);
            faults.report(|| Fault { rule, offset, message: message.to_owned() });
        }
        let (mut records, others) = self.read_parts(&mut parts);
        others.into_iter().for_each(|fault| faults.report(|| fault));
        let faults = faults.into_vec();
        match records.len() {
            0 if count == 0 => None,
            0 => Some((Extracted::Nothing, faults)),
            1 if is_whole => {
                let record = records.pop().expect("there is one");
                let record = self.locate(record, self.bytes.to_vec());
                Some((Extracted::Problem(Box::new(record)), faults))
            }
            _ => {
                let pieces = share_out(self.bytes, &parts);
                Some((Extracted::Several(self.number(records, parts, pieces), None), faults))
            }
        }
    }

    /// Reads each problem from its own text, and removes the parts in which there is none. The
    /// faults are those of all, in their order.
    fn read_parts(&self, parts: &mut Vec<Part>) -> (Vec<Record>, Vec<Fault>) {
        let mut records = Vec::with_capacity(parts.len());
        let mut faults = Vec::new();
        parts.retain(|part| {
            let read = read_own_text(&part.sgf, self.charset.charset, part.setup_end, self.dialect);
            let (record, found) = match read {
                Ok((record, found)) => (Some(record), found),
                Err(mut found) => {
                    // The tree is kept for its other problems.
                    found.iter_mut().for_each(|fault| fault.message += LEFT_OUT);
                    (None, found)
                }
            };
            faults.extend(part.faults_in_tree(found));
            let is_read = record.is_some();
            records.extend(record);
            is_read
        });
        (records, faults)
    }

    /// Gives each record its own text and its place in the tree.
    fn number(
        &self,
        records: Vec<Record>,
        parts: Vec<Part>,
        pieces: impl IntoIterator<Item = Vec<TreePiece>>,
    ) -> Vec<Record> {
        let whole = tree_hash(self.bytes);
        let pieces = pieces.into_iter().chain(std::iter::repeat_with(Vec::new));
        let numbered = (1..).zip(records.into_iter().zip(parts).zip(pieces));
        let locate = |(problem, ((record, part), pieces)): (u32, ((Record, Part), _))| {
            let setup = part.setup as u64;
            let of_setup = || tree_hash(&[&whole[..], &setup.to_le_bytes()].concat());
            let hash = if problem == 1 { whole } else { of_setup() };
            let place = TreePart { problem, setup, hash, pieces };
            Record { part: Some(Box::new(place)), ..self.locate(record, part.sgf) }
        };
        numbered.map(locate).collect()
    }
}

/// Reads the text of one problem. Where it sets up stones in several places, its setup ends at the
/// byte `setup_end`.
fn read_own_text(
    bytes: &[u8],
    charset: sgf::Charset,
    setup_end: usize,
    dialect: Option<Dialect>,
) -> Result<(Record, Vec<Fault>), Vec<Fault>> {
    let read = |setup_end| {
        let mut reader = TreeReader::new(bytes, charset, setup_end);
        let start = reader.read_start();
        let rest = start.and_then(|start| Ok((start.board, reader.read_rest()?)));
        (rest, reader.has_further_setups)
    };
    let rest = match read(usize::MAX) {
        (_, true) => read(setup_end).0,
        (rest, false) => rest,
    };
    let (board, summary) = rest.map_err(|fault| vec![fault])?;
    problem::read_problem(bytes, charset, board, summary, dialect)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Color;
    use crate::go::{Sides, Symmetry};
    use crate::gtn::SubPosition;
    use crate::model::{Placement, TurnSource};
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
            (Rule::LeftOut, 7, "SZ stands twice in the root: the first one counts".to_owned());
        let faults = faults.into_iter().map(|fault| (fault.rule, fault.offset, fault.message));
        assert_eq!(faults.collect::<Vec<_>>(), [fault]);
    }

    /// What is extracted, and the faults.
    fn read(tree: &str) -> (Extracted, Vec<String>) {
        let (bytes, charset) = (tree.as_bytes(), sgf::detect_charset(tree.as_bytes()));
        let options = TreeOptions::default();
        let (extracted, faults) = extract_tree(bytes, charset, TreeLocation::FIRST, options);
        let fault = |fault: Fault| format!("{} {} {}", fault.rule, fault.offset, fault.message);
        (extracted, faults.into_iter().map(fault).collect())
    }

    /// PL in the node of the first move says who moves behind it.
    #[test]
    fn the_side_to_move_is_that_of_a_first_move_with_pl() {
        let extract = |first: &str| {
            let tree = format!("(;SZ[9]AB[bb][cb][ab]AW[ca][db];{first})");
            let record = extract(tree.as_bytes(), TreeOptions::default()).unwrap();
            (record.turn, record.turn_source, record.moves)
        };
        let expected = extract("B[aa]C[RIGHT]");
        assert_eq!(expected.1, TurnSource::FirstMoves);
        for first in ["B[aa]PL[W]C[RIGHT]", "PL[W]B[aa]C[RIGHT]"] {
            assert_eq!(extract(first), expected, "{first}");
        }
        let (turn, source, _) = extract("PL[B]B[aa]C[RIGHT]");
        assert_eq!((turn, source), (expected.0, TurnSource::Property));
    }

    #[test]
    fn the_setups_of_a_tree_are_those_of_its_problems() {
        let setups = |tree: &str| -> Vec<String> {
            let problems = extract_setups(tree.as_bytes(), sgf::detect_charset(tree.as_bytes()));
            let name = |problem: ProblemSetup<'_>| match problem.setup {
                Ok(setup) => {
                    let turn = setup.turn_evidence.turn().0.map_or("-", Color::name);
                    format!("{} {turn}", setup.board.stones().count())
                }
                Err(fault) => fault.to_string(),
            };
            problems.into_iter().map(name).collect()
        };
        // Boards one after the other, the second with the other side to move on the same stones.
        let chain = "(;SZ[9]AB[aa][bb]AW[ab]C[Problem 1];AE[aa:bb]AB[hi]AW[gi]C[Problem 2])";
        assert_eq!(setups(chain), ["3 -", "2 -"]);
        let twice = "(;SZ[9](;AB[aa][ba]AW[ab]PL[B];B[bb])(;AB[aa][ba]AW[ab]PL[W];W[bb])(;AB[aa][ba]AW[ab]PL[B];B[cc]))";
        assert_eq!(setups(twice), ["3 black", "3 white"]);
        let broken = "(;SZ[9](;AB[aa][ba]AW[ab]PL[B];B[bb])(;AB[cc]AW[cc]PL[B];B[dd])(;AB[ha]AW[ib]PL[B];B[hb]))";
        let read = setups(broken);
        assert_eq!((&read[0], &read[1], read.len()), (&"3 black".into(), &"2 black".into(), 3));
        assert!(read[2].contains("C7 is set up in two ways"), "{read:?}");
        assert_eq!(setups("(;SZ[9]AB[aa];B[bb];AB[cc])").len(), 1);
        assert_eq!(setups("(;SZ[9];B[bb];W[cc])"), ["0 black"]);
    }

    #[test]
    fn a_branch_that_contradicts_itself_is_left_out_with_a_word() {
        let (extracted, faults) = read(
            "(;SZ[9](;AB[aa][ba]AW[ab]PL[B];B[bb])(;AB[cc]AW[cc]PL[B];B[dd])(;AB[ha][ia]AW[ib]PL[B];B[hb]))",
        );
        let (mut records, mut games) = (Vec::new(), Vec::new());
        extracted.append_to(&mut records, &mut games);
        assert_eq!((records.len(), games.len()), (2, 0));
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert!(faults[0].ends_with(LEFT_OUT), "{faults:?}");
    }

    #[test]
    fn a_list_of_points_that_breaks_off_is_no_position() {
        for tree in ["(;AB[aa],[bb]AW[cc];B[ab])", "(;SZ[19]AB[pd],[dp];W[dd];B[pp])"] {
            let (extracted, faults) = read(tree);
            assert_eq!(extracted, Extracted::Nothing);
            let comma = tree.find(',').unwrap();
            let fault = "the values of the property AB break off before this text";
            assert_eq!(faults, [format!("syntax {comma} {fault}")]);
        }
        // Behind the first move it is no setup.
        let (extracted, faults) = read("(;AB[aa]AW[bb];B[cc],[dd];W[ee]TR[aa],[bb])");
        assert!(matches!(extracted, Extracted::Problem(_)));
        assert_eq!(faults.len(), 2, "{faults:?}");
    }

    #[test]
    fn what_counts_for_nothing_is_a_fault() {
        for (tree, fault) in [
            ("(;AB[aa]AW[bb];B[ab][ac];W[ba])", "left-out 15 B has 2 values: the first one counts"),
            ("(;AB[aa]AW[bb];B[ab]W[ba])", "left-out 20 a second move in a node is not read"),
            ("(;AB[aa]AW[bb]PL[X]C[q])", "left-out 14 PL: `X` is neither Black nor White"),
            (
                "(;GM[1](;SZ[9]AB[ii]AW[fi];B[ih]))",
                "left-out 9 SZ stands behind the root, where it means nothing",
            ),
            (
                "(;AB[aa]AW[bb]PL[W]PL[B])",
                "left-out 19 PL stands twice in the root: the first one counts",
            ),
            (
                "(;AB[aa]AW[bb];B[ab];AB[cc]AW[cc];W[ba])",
                "left-out 27 AW: C17 is set up in two ways in one node",
            ),
            (
                "(;AB[aa]AW[bb];B[ab];AE[zz];W[ba])",
                "left-out 21 AE: `zz` is not a point of a 19x19 board",
            ),
        ] {
            let (extracted, faults) = read(tree);
            assert!(matches!(extracted, Extracted::Problem(_)), "{tree}");
            assert_eq!(faults, [fault], "{tree}");
        }
        // AE over the board clears it for the stones of its node.
        let (extracted, faults) = read("(;SZ[9]AB[aa]AE[aa:ii]AW[bb];B[ab])");
        let Extracted::Problem(record) = extracted else { panic!("{extracted:?}") };
        assert_eq!((&*record.text, faults), ("2x2|!!_.O_X._", vec![]));
        // Some programs write tenuki as zz.
        let (extracted, faults) = read("(;SZ[9]AB[aa]AW[bb];B[zz];W[ab])");
        assert!(matches!(extracted, Extracted::Problem(record) if record.moves == 2));
        assert_eq!(faults, [""; 0]);
        let (Extracted::Problem(record), _) = read("(;AB[aa]AW[bb]PL[W]PL[B]GN[a]GN[b])") else {
            panic!();
        };
        assert_eq!(
            (record.turn.transform(record.symmetry.inverse()), record.name.as_deref()),
            (crate::model::Turn::White, Some("a"))
        );
    }

    #[test]
    fn the_first_fact_of_a_game_counts() {
        let (extracted, faults) = read("(;PB[a]PB[b]RE[B+R]RE[W+R]KM[6.5]KM[7.5]HA[0]HA[2];B[pd])");
        let Extracted::Game(game) = extracted else { panic!() };
        assert_eq!(game.info.black.as_deref(), Some("a"));
        assert_eq!((game.info.komi, game.info.handicap), (Some(650), Some(0)));
        assert_eq!(game.info.winner, crate::model::Winner::Black);
        assert_eq!(faults.len(), 4, "{faults:?}");
        let (extracted, _) = read("(;HA[1]AB[pd]PL[W]KM[50]AP[foxwq];W[dd];B[pp])");
        let Extracted::Game(game) = extracted else { panic!() };
        assert_eq!((game.info.komi, game.info.handicap), (Some(50), Some(1)));
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
                    Extracted::Several(records, game) => {
                        prop_assert!(game.is_none());
                        prop_assert!(!records.is_empty());
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
