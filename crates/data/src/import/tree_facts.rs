//! What a game tree says, as sets of hashes that can be compared with those of another tree in any
//! orientation.
//!
//! ```text
//!   (;SZ[9]AB[aa]AW[ba]N[A];B[ab]C[RIGHT])      position  aa ba on 9x9
//!                                               names     N=A at the position
//!                                               lines     ab behind the position
//!                                               comments  C=RIGHT at ab
//!                                               answers   ab right, ab accepted
//! ```
//!
//! The operations that give the least position, and in a game the least main line, are applied
//! before hashing: one operation, unless the position has a stabilizer. A tree says all that another
//! one says if a set of the other is a subset of one of its sets.

use std::collections::HashSet;

use crate::extract::{names_color, names_place};
use crate::go::{Size, Symmetry};
use crate::model::TreeKind;
use crate::sgf::value::decode_text;
use crate::sgf::{GameTree, Ident, Node, transform_property};
use crate::solution::Reading;

/// What a fact is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FactKind {
    /// The stones before the first move, or the moves of a game as a whole.
    Position,
    /// The side to move.
    Turn,
    /// Accepted first moves, and what is right and wrong.
    Answers,
    /// Moves and setups, with their order in games.
    Lines,
    /// Comments.
    Comments,
    /// Names of problems, games and nodes.
    Names,
    /// Players, dates, results, sources and rights.
    Info,
    /// Marks and labels on the board, and of moves.
    Marks,
    /// Everything else.
    Other,
}

impl FactKind {
    const ALL: [FactKind; 9] = [
        FactKind::Position,
        FactKind::Turn,
        FactKind::Answers,
        FactKind::Lines,
        FactKind::Comments,
        FactKind::Names,
        FactKind::Info,
        FactKind::Marks,
        FactKind::Other,
    ];

    /// The name in output.
    pub fn name(self) -> &'static str {
        match self {
            FactKind::Position => "position",
            FactKind::Turn => "turn",
            FactKind::Answers => "answers",
            FactKind::Lines => "lines",
            FactKind::Comments => "comments",
            FactKind::Names => "names",
            FactKind::Info => "info",
            FactKind::Marks => "marks",
            FactKind::Other => "other",
        }
    }

    /// The kind of a property, and whether a value says the same in every orientation if
    /// [`transform_property`] leaves it as it is.
    fn of_property(name: Ident) -> (FactKind, bool) {
        if is_one_of(name, &["C", "GC"]) {
            (FactKind::Comments, true)
        } else if is_one_of(name, &["N", "GN"]) {
            (FactKind::Names, true)
        } else if is_one_of(name, INFO) {
            (FactKind::Info, true)
        } else if is_one_of(name, MARKS) {
            (FactKind::Marks, true)
        } else {
            let kind = if name == b"PL" { FactKind::Turn } else { FactKind::Other };
            (kind, is_one_of(name, OTHER) || is_one_of(name, FORM))
        }
    }
}

const INFO: &[&str] = &[
    "PB", "PW", "BR", "WR", "BT", "WT", "EV", "RO", "DT", "PC", "RE", "RU", "KM", "HA", "TM", "OT",
    "ON", "AN", "CP", "US", "SO",
];
const MARKS: &[&str] = &[
    "TE", "BM", "DO", "IT", "HO", "GB", "GW", "DM", "UC", "V", "KO", "CH", "TR", "SQ", "CR", "MA",
    "SL", "LB", "AR", "LN", "TB", "TW", "DD", "VW", "L", "M", "WV",
];
const OTHER: &[&str] =
    &["PL", "AP", "BL", "WL", "OB", "OW", "MN", "PM", "FG", "DI", "DP", "GE", "BS", "WS"];
/// Stones and moves, which are in the path of a node.
const STEPS: &[&str] = &["B", "W", "AB", "AW", "AE"];
/// How the file is written: no fact, if the root says so once.
const FORM: &[&str] = &["FF", "GM", "CA", "ST", "SZ"];

/// A hash of 60 bits, with a [`FactKind`] in the lowest four.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Fact(u64);

impl Fact {
    pub(super) fn new<'a>(kind: FactKind, parts: impl IntoIterator<Item = &'a [u8]>) -> Fact {
        Fact(hash(parts) << 4 | kind as u64)
    }

    pub(super) fn kind(self) -> FactKind {
        FactKind::ALL[(self.0 & 15) as usize]
    }
}

/// A hash of byte strings. The lengths are hashed, too, so other strings that join to the same
/// bytes have another hash.
fn hash<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> u64 {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes()).update(part);
    }
    u64::from_le_bytes(*hasher.finalize().as_bytes().first_chunk().expect("a hash has 32 bytes"))
}

fn is_one_of(name: Ident, names: &[&str]) -> bool {
    names.iter().any(|&known| name == Ident::new(known.as_bytes()))
}

/// A tree under one operation.
struct Image<'t> {
    tree: &'t GameTree<'t>,
    /// Whether the charset of its texts was guessed.
    is_guessed: bool,
    size: Size,
    kind: TreeKind,
    operation: Symmetry,
}

/// The facts of a tree on a board of a size, sorted: a set for each operation with the least
/// position. `reading` is the solution of a problem. A text beyond ASCII whose charset was guessed may name anything.
///
/// A game has eight operations, because no one records a game with swapped colors.
pub(super) fn read_facts(
    tree: &GameTree<'_>,
    is_guessed: bool,
    size: Size,
    kind: TreeKind,
    reading: Option<&Reading>,
) -> Vec<Vec<Fact>> {
    let image = |operation| Image { tree, is_guessed, size, kind, operation };
    let mut images: Vec<(u64, Image<'_>)> = Symmetry::ALL
        .into_iter()
        .filter(|operation| kind == TreeKind::Problem || !operation.is_negative())
        .map(|operation| (0, image(operation)))
        .collect();
    let depth = if kind == TreeKind::Game { usize::MAX } else { 1 };
    for node in tree.main_line().take(depth) {
        for (key, image) in &mut images {
            *key = image.step(*key, node);
        }
        let least = images.iter().map(|(key, _)| *key).min();
        images.retain(|(key, _)| Some(*key) == least);
        if images.len() == 1 {
            break;
        }
    }
    images.iter().map(|(_, image)| image.facts(reading)).collect()
}

impl Image<'_> {
    /// Hashes the path to a node: the path before, the move and the setup. Before the root it is 0.
    fn step(&self, before: u64, node: Node<'_, '_>) -> u64 {
        let size = self.operation.size(self.size);
        let mut steps = vec![vec![size.cols(), size.rows(), self.kind as u8]];
        for property in node.properties() {
            if is_one_of(property.name(), STEPS) {
                let (name, values, _) = transform_property(property, self.operation, self.size);
                steps.extend(values.map(|value| [&name, &b"="[..], &value].concat()));
            }
        }
        steps[1..].sort_unstable();
        hash([&before.to_le_bytes()[..]].into_iter().chain(steps.iter().map(Vec::as_slice)))
    }

    fn facts(&self, reading: Option<&Reading>) -> Vec<Fact> {
        let mut paths: Vec<u64> = Vec::with_capacity(self.tree.node_count());
        let mut facts = Vec::new();
        for node in self.tree.nodes() {
            let parent = node.parent();
            let path = self.step(parent.map_or(0, |parent| paths[parent.id().index()]), node);
            paths.push(path);
            let kind = if parent.is_some() { FactKind::Lines } else { FactKind::Position };
            facts.push(Fact::new(kind, [&path.to_le_bytes()[..]]));
            let is_first =
                parent.is_some_and(|parent| parent.first_child().map(Node::id) == Some(node.id()));
            if self.kind == TreeKind::Game && is_first {
                facts.push(Fact::new(FactKind::Lines, [&path.to_le_bytes()[..], b"first"]));
            }
            self.add_properties(node, path, &mut facts);
        }
        if let Some(reading) = reading {
            add_solution(reading, &paths, &mut facts);
        }
        facts.sort_unstable();
        facts.dedup();
        facts
    }

    fn add_properties(&self, node: Node<'_, '_>, path: u64, facts: &mut Vec<Fact>) {
        let (mut seen, mut forms) = (HashSet::new(), HashSet::new());
        for property in node.properties() {
            if is_one_of(property.name(), STEPS) {
                continue;
            }
            let is_form = is_one_of(property.name(), FORM) && node.parent().is_none();
            if is_form && property.values().nth(1).is_none() && forms.insert(property.name()) {
                continue;
            }
            let (kind, is_free) = FactKind::of_property(property.name());
            let (name, values, is_changed) =
                transform_property(property, self.operation, self.size);
            // Of several values, the first counts where one is allowed.
            let mut is_first = seen.insert(name.clone());
            for value in values {
                let text = decode_text(&value, property.charset());
                // Different bytes that are shown alike.
                let raw = if text.contains('\u{fffd}') { &*value } else { b"" };
                let orientation = match is_changed || is_free {
                    true => self.orientation(kind, &text),
                    false => 1 + self.operation.index(),
                };
                let flags = [u8::from(is_first), orientation];
                let parts = [&path.to_le_bytes()[..], &name, &flags, text.as_bytes(), raw];
                facts.push(Fact::new(kind, parts));
                is_first = false;
            }
        }
    }

    /// What a text depends on: the operation if it names a place, swapped colors if it names a color,
    /// else nothing.
    fn orientation(&self, kind: FactKind, text: &str) -> u8 {
        let may_name_any = self.is_guessed && !text.is_ascii();
        match kind {
            FactKind::Turn | FactKind::Marks => 0,
            FactKind::Comments | FactKind::Names | FactKind::Other
                if may_name_any || names_place(text) =>
            {
                1 + self.operation.index()
            }
            _ if self.operation.is_negative() && names_color(text) => 20,
            _ => 0,
        }
    }
}

/// Adds what is right and wrong, and the accepted first moves.
fn add_solution(reading: &Reading, paths: &[u64], facts: &mut Vec<Fact>) {
    let Reading { solution, ids, .. } = reading;
    let accepted: HashSet<_> =
        solution.accepted(None).iter().map(|node| (node.color, node.at)).collect();
    for (node, id) in solution.nodes.iter().zip(ids) {
        let path = paths[id.index()].to_le_bytes();
        let steering = node.steering;
        let flags = [steering.choice, steering.force, steering.not_this].map(u8::from);
        if node.verdict.is_some() || flags != [0; 3] {
            let verdict = node.verdict.map_or("", |verdict| verdict.name());
            facts.push(Fact::new(FactKind::Answers, [&path, verdict.as_bytes(), &flags]));
        }
        if node.parent.is_none() && accepted.contains(&(node.color, node.at)) {
            facts.push(Fact::new(FactKind::Answers, [&path, &b"accepted"[..]]));
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::sgf::{Charset, Layout, transform};
    use crate::solution;

    fn facts(sgf: &str, kind: TreeKind) -> Vec<Vec<Fact>> {
        let tree = GameTree::read(sgf.as_bytes(), Charset::UTF_8);
        let size = Size::new(9, 9).unwrap();
        let reading = (kind == TreeKind::Problem).then(|| solution::read(&tree, size));
        read_facts(&tree, false, size, kind, reading.as_ref())
    }

    fn is_within(part: &str, whole: &str, kind: TreeKind) -> bool {
        let (part, whole) = (facts(part, kind), facts(whole, kind));
        let is_subset = |part: &Vec<Fact>| {
            whole.iter().any(|whole| part.iter().all(|fact| whole.contains(fact)))
        };
        part.iter().any(is_subset)
    }

    #[test]
    fn a_problem_is_within_one_that_says_more_and_in_no_other() {
        let problem = "(;SZ[9]AB[aa][bb]AW[ca](;B[ba]C[RIGHT])(;B[da];W[ba]))";
        let within = |part: &str| is_within(part, problem, TreeKind::Problem);
        assert!(within(problem));
        assert!(within("(;GM[1]SZ[9]AW[ca]AB[bb][aa];B[ba]C[RIGHT])"), "a wrong line less");
        for part in [
            "(;SZ[9]AB[aa][bb]AW[ca](;B[da];W[ba])(;B[ba]))", // B D9 is right
            "(;SZ[9]AB[aa][bb]AW[ca];B[ba]C[RIGHT!])",
            "(;SZ[9]AB[aa][bb]AW[ca];B[ba]C[RIGHT];W[da])",
            "(;SZ[9]AB[aa][bb]AW[ca]PL[B];B[ba]C[RIGHT])",
            "(;SZ[9]AB[aa][bb]AW[ca]CP[me];B[ba]C[RIGHT])",
            "(;SZ[9]AB[aa]AW[ca];B[ba]C[RIGHT])",
            "(;SZ[9]AB[aa][bb]AW[ca]XX[aa])",
            "(;SZ[9]AB[aa][bb]AW[ca];SZ[13]B[ba]C[RIGHT])",
            "(;SZ[9]AB[aa][bb]AW[ca]SZ[13];B[ba]C[RIGHT])",
            "(;SZ[9][13]AB[aa][bb]AW[ca];B[ba]C[RIGHT])",
            "(;SZ[9]AB[aa][bb]AW[ca];CA[GBK]B[ba]C[RIGHT])",
        ] {
            assert!(!within(part), "{part}");
        }
    }

    #[test]
    fn a_game_is_within_one_that_goes_on_but_not_as_its_variation() {
        let game = "(;SZ[9]PB[a]DT[2001];B[aa];W[bb](;B[cc]C[x];W[dd])(;B[ee]))";
        let within = |part: &str| is_within(part, game, TreeKind::Game);
        assert!(within("(;SZ[9]PB[a];B[aa];W[bb];B[cc])"));
        assert!(within("(;SZ[9]PB[a];B[ai];W[bh];B[cg]C[x])"), "mirrored");
        assert!(!within("(;SZ[9]PB[a];B[aa];W[bb];B[ee])"));
        assert!(!within("(;SZ[9]PB[a];B[aa];W[bb];B[cc]C[y])"));
        assert!(!within("(;SZ[9]PB[b];B[aa];W[bb])"));
        assert!(!within("(;SZ[9]PB[a]PB[b];B[aa];W[bb])"));
    }

    #[test]
    fn words_that_depend_on_the_orientation_are_not_those_of_another_one() {
        let problem = |text: &str| format!("(;SZ[9]AB[aa][bb]AW[ca];B[ba]{text})");
        for (text, in_mirror, in_negative) in [
            ("C[RIGHT]", true, true),
            ("C[Black lives]", true, false),
            ("C[B9 kills]", false, false),
            ("C[黑B9是好手]", false, false),
            ("C[左上]", false, false),
            ("N[B9 kills]", false, false),
            ("GN[2の一]", false, false),
            ("C[Il Nero vive]", true, false),
            ("LB[ba:A1]", true, true),
            ("XX[ba]", true, true),
            ("XX[east]", false, false),
        ] {
            let sgf = problem(text);
            let tree = GameTree::read(sgf.as_bytes(), Charset::UTF_8);
            let is_in = |operation: Symmetry| {
                let image = transform(&tree, operation, Layout::OneLine);
                is_within(&sgf, &image, TreeKind::Problem)
            };
            let mirror = "IR1".parse().unwrap();
            let is_in_both = (is_in(mirror), is_in(Symmetry::NEGATIVE));
            assert_eq!(is_in_both, (in_mirror, in_negative), "{text}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn every_image_of_a_tree_says_the_same(
            stones in prop::collection::vec(("[a-i]{2}", any::<bool>()), 1..6),
            moves in prop::collection::vec("[a-i]{2}", 0..5),
            operation in prop::sample::select(Symmetry::ALL.to_vec()),
        ) {
            let stone = |(at, is_black): &(String, bool)| {
                format!("{}[{at}]", if *is_black { "AB" } else { "AW" })
            };
            let stones: String = stones.iter().map(stone).collect();
            let moves: String = moves.iter().map(|at| format!("(;B[{at}]C[wrong];W[{at}])")).collect();
            let sgf = format!("(;SZ[9]{stones}{moves})");
            let tree = GameTree::read(sgf.as_bytes(), Charset::UTF_8);
            let image = transform(&tree, operation, Layout::OneLine);
            prop_assert!(is_within(&sgf, &image, TreeKind::Problem), "{} {}", sgf, image);
            prop_assert!(is_within(&image, &sgf, TreeKind::Problem), "{} {}", image, sgf);
        }
    }
}
