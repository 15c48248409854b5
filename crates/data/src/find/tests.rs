//! Queries to small databases.

use std::sync::atomic::AtomicBool;

use super::*;
use crate::Color;
use crate::go::{Point, Sides, Size, Symmetry};
use crate::gtn::SubPosition;
use crate::import::inputs::{Inputs, Limits};
use crate::import::{ImportOptions, import};
use crate::model::{Book, SharedPositions};
use crate::similarity::{Containing, Edges, QueryPoint};
use crate::solution::{Agreement, Verdict};
use crate::store::{
    CoreRows, Decision, Judgment, ProblemFilter, Store, StoreError, StoredPosition, StoredRecord,
    Tally,
};

/// A database with some files.
pub(super) struct Database {
    pub(super) store: Store,
    /// What the import says that it added.
    tally: Tally,
}

impl Database {
    /// Imports files, given by their names and texts.
    pub(super) fn new(files: &[(&str, &str)]) -> Database {
        let folder = tempfile::tempdir().unwrap();
        let source = folder.path().join("c");
        for (name, text) in files {
            let path = source.join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let inputs = Inputs::gather(&[source], Limits::default()).unwrap();
        let store = Store::open_in_memory().unwrap();
        let cancel = AtomicBool::new(false);
        let options = ImportOptions::new(&cancel);
        let report = import(store.begin_import().unwrap(), inputs, options, &|_| ()).unwrap();
        Database { store, tally: report.tally }
    }

    /// Saves decisions about pairs of records, given by their tree numbers in
    /// the file `a.sgf`.
    pub(super) fn decide(&self, decisions: &[(Judgment, u32, u32)]) {
        let sources = self.store.sources().unwrap();
        let identify = |tree| identify_at(&self.store, &sources, "a.sgf", tree, 1).unwrap();
        let decisions: Vec<Decision> = decisions
            .iter()
            .map(|&(judgment, first, second)| Decision {
                judgment,
                first: identify(first),
                second: identify(second),
            })
            .collect();
        let mut session = self.store.begin_import().unwrap();
        for decision in &decisions {
            session.decide(decision).unwrap();
        }
        session.commit().unwrap();
        session.finish().unwrap();
    }

    /// The only position of the database.
    fn position(&self) -> (StoredPosition, Vec<StoredRecord>) {
        let mut walk = walk_positions(&self.store, 1).unwrap();
        assert_eq!(walk.remaining(), 1);
        walk.next().unwrap().unwrap()
    }

    /// The tree numbers of the records of each cluster.
    fn clusters(&self) -> Vec<Vec<u32>> {
        let (position, records) = self.position();
        let decisions = Decisions::load(&self.store).unwrap();
        let clusters =
            decisions.cluster_records(&self.store, &position, &records, Identity::Problem);
        clusters.unwrap().iter().map(|cluster| trees(&cluster.records)).collect()
    }
}

fn trees(records: &[&StoredRecord]) -> Vec<u32> {
    records.iter().map(|record| record.at.tree).collect()
}

fn query(igtn: &str, turn: Option<Color>) -> PositionQuery {
    PositionQuery::new(&igtn.parse::<SubPosition>().unwrap(), turn).unwrap()
}

/// ```text
///   . X O ~
///   . X . ~
///   . . . ~
///   ~ ~ ~
/// ```
const CORNER: &str = "3x3|.XO_.X._..._!!!_";
const BLACK_TO_PLAY: &str = "(;AB[ba][bb]AW[ca];B[cb]C[RIGHT])";
/// The same with the colors exchanged, in the upper right corner.
const TURNED: &str = "(;AW[ra][rb]AB[qa];W[qb]C[RIGHT])";
const WHITE_TO_PLAY: &str = "(;AB[ba][bb]AW[ca];W[cb])";
/// Another black stone on D16.
const NEAR: &str = "(;AB[ba][bb][dd]AW[ca];B[cb])";

#[test]
fn find_exact_returns_the_same_problem_first() {
    let text = [WHITE_TO_PLAY, BLACK_TO_PLAY, TURNED].concat();
    let Database { store, .. } = &Database::new(&[("a.sgf", &text)]);
    let found = find_exact(store, &query(CORNER, Some(Color::Black))).unwrap().unwrap();
    let matches = found
        .matches
        .iter()
        .map(|found| (found.record.at.tree, found.kind, found.operation.name(), found.turn.name()));
    assert_eq!(
        matches.collect::<Vec<_>>(),
        [
            (2, MatchKind::SameProblem, "IR0", "black"),
            (3, MatchKind::SameProblem, "N_SR0", "black"),
            (1, MatchKind::SamePosition, "IR0", "white"),
        ]
    );
    let without_turn = find_exact(store, &query(CORNER, None)).unwrap().unwrap();
    assert!(without_turn.matches.iter().all(|found| found.kind == MatchKind::SamePosition));
    assert_eq!(find_exact(store, &query("2x2|XO_.._!!_", None)).unwrap(), None);
}

#[test]
fn an_empty_board_is_no_query() {
    let empty: SubPosition = "2x2|....".parse().unwrap();
    assert_eq!(PositionQuery::new(&empty, None).unwrap_err(), QueryError::Empty);
}

#[test]
fn find_similar_returns_the_points_that_differ() {
    let Database { store, .. } = &Database::new(&[("a.sgf", &[BLACK_TO_PLAY, NEAR].concat())]);
    let positions = PositionIndex::load(store).unwrap();
    let found = find_similar(store, &positions, &query(CORNER, None), 1).unwrap();
    let [same, near] = &found[..] else { panic!("{found:?}") };
    assert_eq!((same.distance, same.records[0].matched.record.at.tree), (Some(0), 1));
    assert_eq!((near.distance, near.records[0].matched.kind), (Some(1), MatchKind::Near));
    let difference = near.records[0].difference.as_ref().unwrap();
    assert_eq!(difference[0].at, QueryPoint { row: 3, col: 3 });
}

#[test]
fn a_difference_is_in_the_coordinates_of_the_query_as_given() {
    let Database { store, .. } = &Database::new(&[("a.sgf", NEAR)]);
    let positions = PositionIndex::load(store).unwrap();
    // The same corner at the lower left of a goban.
    let mut rows = vec![".".repeat(19); 17];
    rows.extend([format!(".X.{}", ".".repeat(16)), format!(".XO{}", ".".repeat(16))]);
    let goban = query(&format!("19x19|{}", rows.concat()), None);
    let found = find_similar(store, &positions, &goban, 1).unwrap();
    let difference = found[0].records[0].difference.as_ref().unwrap();
    assert_eq!(difference[0].at, QueryPoint { row: 15, col: 3 });
}

#[test]
fn near_pairs_are_sorted_by_keys_and_respect_decisions() {
    let database = Database::new(&[("a.sgf", &[BLACK_TO_PLAY, NEAR].concat())]);
    let positions = PositionIndex::load(&database.store).unwrap();
    let (pairs, _) = find_near_pairs(&database.store, &positions, 1, |_| ()).unwrap();
    assert_eq!((pairs.len(), pairs[0].distance), (1, 1));
    assert!(positions.key(pairs[0].numbers.0) < positions.key(pairs[0].numbers.1));
    database.decide(&[(Judgment::Different, 1, 2)]);
    assert_eq!(find_near_pairs(&database.store, &positions, 1, |_| ()).unwrap(), (vec![], false));
    let similar = find_similar(&database.store, &positions, &query(CORNER, None), 1).unwrap();
    assert_eq!(similar.len(), 1, "only the position itself");
}

/// The records of each problem of a database of one position, as the files and the ranks in their trees.
fn problems_of(database: &Database) -> Vec<String> {
    let (position, records) = database.position();
    let name = |record: &&StoredRecord| {
        let stem = record.at.source.trim_end_matches(".sgf");
        format!("{}{}", stem.rsplit('/').next().unwrap(), record.at.problem)
    };
    let clusters = cluster_records(&position, &records, Identity::Problem);
    let filter = ProblemFilter::default();
    let listed = ProblemList::load(&database.store, &filter).unwrap().problems().len();
    let counted = count_problems(&database.store).unwrap() as usize;
    assert_eq!((clusters.len(), clusters.len()), (listed, counted));
    clusters
        .iter()
        .map(|cluster| cluster.records.iter().map(name).collect::<Vec<_>>().join(" "))
        .collect()
}

/// ```text
///   a X . . . . .     Two problems on one board: B ab, and B sr.
///   ...
///   . . . . . X b
/// ```
pub(super) const TWO_FIGHTS: &str = "SZ[19]AB[aa][bb][cb][qq][rr][rs]AW[da][db][dc][pp][pq][pr]";

/// A tree with two problems on a board.
pub(super) fn two_problems(first: &str, second: &str) -> String {
    format!("(;{TWO_FIGHTS}C[问题1和问题2];B[{first}]C[正解，以上为第1图正解];B[{second}]C[正解])")
}

/// A tree with one problem on the same board.
pub(super) fn one_problem(answer: &str) -> String {
    format!("(;{TWO_FIGHTS}PL[B]C[x];B[{answer}]C[正解])")
}

#[test]
fn answers_tell_the_problems_of_a_board_apart() {
    let (two, swapped) = (two_problems("ab", "sr"), two_problems("sr", "ab"));
    let (first, second) = (one_problem("ab"), one_problem("sr"));
    let (other, third) = (one_problem("ss"), one_problem("jj"));
    for (files, expected, conflicts) in [
        ([&two, &second, ""], vec!["a1", "a2 b1"], 0),
        ([&second, &two, ""], vec!["a1 b2", "b1"], 0),
        ([&two, &first, &second], vec!["a1 b1", "a2 c1"], 0),
        ([&two, &swapped, ""], vec!["a1 b2", "a2 b1"], 0),
        ([&two, &other, ""], vec!["a1", "a2 b1"], 1),
        ([&two, &third, ""], vec!["a1", "a2", "b1"], 0),
        ([&first, &second, ""], vec!["a1 b1"], 1),
    ] {
        let files: Vec<(&str, &str)> =
            ["a.sgf", "b.sgf", "c.sgf"].into_iter().zip(files.map(|text| text)).collect();
        let files: Vec<(&str, &str)> =
            files.into_iter().filter(|(_, text)| !text.is_empty()).collect();
        let database = Database::new(&files);
        assert_eq!(problems_of(&database), expected, "{files:?}");
        let mut found = 0;
        let walk = walk_positions(&database.store, 2).unwrap();
        for_each_conflict(&database.store, walk, |_, _| -> Result<(), StoreError> {
            found += 1;
            Ok(())
        })
        .unwrap();
        assert_eq!(found, conflicts, "{files:?}");
    }
}

#[test]
fn an_import_counts_the_problems_of_one_tree() {
    let (two, first) = (two_problems("ab", "sr"), one_problem("ab"));
    for trees in [vec![&two], vec![&two, &first], vec![&first, &two, &two], vec![&first, &first]] {
        let text: String = trees.iter().map(|tree| tree.as_str()).collect();
        let database = Database::new(&[("a.sgf", &text)]);
        let counted = count_problems(&database.store).unwrap();
        assert_eq!(database.tally.problems(), counted, "{text}");
    }
}

#[test]
fn an_answer_of_the_other_side_is_of_another_problem() {
    const STONES: &str = "SZ[19]AB[as][bs][cr]AW[dr][ds][cq]";
    let tree = |text: &str| format!("(;{STONES}{text})");
    let either = tree("(;B[br]C[Correct])(;W[br])");
    let both = tree("(;B[br]C[Correct])(;W[br]C[Correct])");
    let (black, white) = (tree("PL[B]"), tree("PL[W];W[br]"));
    for (trees, expected) in [
        (vec![&either, &white], vec!["b1", "a1"]),
        (vec![&either, &white, &black], vec!["a1 c1", "b1"]),
        (vec![&both, &white], vec!["a1 b1", "a1"]),
        (vec![&tree(""), &white, &black], vec!["a1 c1", "a1 b1"]),
        (vec![&either, &tree("")], vec!["a1 b1"]),
    ] {
        let names = ["a.sgf", "b.sgf", "c.sgf"].into_iter();
        let files: Vec<(&str, &str)> =
            names.zip(trees.into_iter().map(|tree| tree.as_str())).collect();
        let database = Database::new(&files);
        let mut found = problems_of(&database);
        found.sort();
        let mut expected: Vec<String> = expected.into_iter().map(str::to_owned).collect();
        expected.sort();
        assert_eq!(found, expected, "{files:?}");
    }
}

/// Boards of 3x4 and 4x4 points with one text.
pub(super) const OBLONG: &str = "(;SZ[3:4]AB[aa][bb]AW[cc][ad];B[ba])";
pub(super) const SQUARE: &str = "(;SZ[4]AB[aa][bb]AW[cc][ad];B[ba])";

#[test]
fn windows_between_edges_are_those_of_the_records() {
    let trees = [OBLONG, SQUARE, NEAR, OBLONG, "(;SZ[4]AB[aa]AW[cc];B[bb])"].concat();
    let database = Database::new(&[("a.sgf", &trees)]);
    let store = &database.store;
    let (mut of_several_sizes, mut windows) = (Vec::new(), 0);
    for stored in walk_positions(store, 1).unwrap() {
        let (position, records) = stored.unwrap();
        let window = |record: &StoredRecord| {
            let (symmetry, placement) = (record.at.symmetry, record.placement);
            (symmetry.size(placement.region.size), placement.open.transform(symmetry))
        };
        let mut expected: Vec<(Size, Sides)> = records.iter().map(window).collect();
        let is_corner = position.text.contains('_') && position.text.contains('!');
        expected.retain(|_| !is_corner);
        assert_eq!(store.windows_between_edges(position.id).unwrap(), expected);
        if expected.iter().any(|(size, _)| *size != expected[0].0) {
            of_several_sizes.push(position.id);
        }
        windows += expected.len();
    }
    assert_eq!((of_several_sizes.len(), windows), (1, 4));
    let compared: Vec<i64> =
        store.repeated_to_compare().unwrap().iter().map(|position| position.id).collect();
    assert_eq!(compared, of_several_sizes);
}

/// Asserts that the first duplicates and the counts of all are those of a walk through all positions.
pub(super) fn assert_duplicates_are_counted(
    store: &Store,
    decisions: &Decisions,
    identity: Identity,
) {
    let list = |walk: PositionWalk<'_>| {
        let (mut counts, mut found) = (DuplicateCounts::default(), Vec::new());
        for stored in walk {
            let (position, records) = stored.unwrap();
            let clusters = decisions.cluster_records(store, &position, &records, identity);
            for cluster in clusters.unwrap() {
                counts.add(&cluster);
                if cluster.redundant() > 0 {
                    found.push(cluster.records.iter().map(|record| record.id).collect::<Vec<_>>());
                }
            }
        }
        (counts, found)
    };
    let (expected, all) = list(walk_positions(store, 2).unwrap());
    for limit in 0..=all.len() + 1 {
        let counted = count_duplicates(store, decisions, identity, limit as u64).unwrap();
        let (mut counts, found) = list(PositionWalk::over(store, counted.ids));
        counts.append(counted.others);
        assert_eq!(counts, expected, "limit {limit}");
        let listed = limit.min(all.len());
        assert_eq!(found[..listed], all[..listed]);
    }
}

/// Sides to move, boards of two sizes with one text, two problems of one tree, and decisions.
#[test]
fn duplicates_are_counted_and_first_problems_listed_without_the_rest() {
    let whole = |size: u8| format!("(;SZ[{size}]AB[aa]AW[cc];B[bb])");
    let part = "(;SZ[19](;AB[ba][bb]AW[ca];B[cb])(;AB[ba][bb]AW[ca];B[cb]))";
    let either = "(;AB[ee][ff]AW[gg](;B[fg]C[RIGHT])(;W[fg]))(;AB[ee][ff]AW[gg]PL[W])";
    let trees = [BLACK_TO_PLAY, WHITE_TO_PLAY, TURNED, NEAR, part, NEAR, WHITE_TO_PLAY, either];
    let wholes = [3, 4, 3].map(whole).concat();
    let text = [&*trees.concat(), "(;AB[ba][bb]AW[ca])", &*wholes].concat();
    let database = Database::new(&[("a.sgf", &text), ("b.sgf", NEAR)]);
    for is_decided in [false, true] {
        if is_decided {
            database.decide(&[(Judgment::Different, 4, 6)]);
        }
        let (store, decisions) = (&database.store, Decisions::load(&database.store).unwrap());
        for identity in [Identity::Problem, Identity::Position] {
            assert_duplicates_are_counted(store, &decisions, identity);
            let few = count_duplicates(store, &decisions, identity, 1).unwrap();
            assert!(few.others.duplicates > 0 || is_decided);
        }
        let filter = ProblemFilter::default();
        let all = ProblemList::load(store, &filter).unwrap();
        if !is_decided {
            assert_eq!(count_problems(store).unwrap(), all.problems().len() as u64);
        }
        for limit in 1..=all.problems().len() {
            let first = ProblemList::load_first(store, &filter, limit).unwrap();
            assert_eq!(first.problems()[..limit], all.problems()[..limit]);
        }
    }
    // Of selected records.
    let filter = ProblemFilter {
        sources: vec!["a.sgf".parse().unwrap()],
        sql: Some("turn <> 'white'".into()),
        ..ProblemFilter::default()
    };
    let store = &database.store;
    store.select_records(&filter).unwrap();
    for identity in [Identity::Problem, Identity::Position] {
        assert_duplicates_are_counted(store, &Decisions::load(store).unwrap(), identity);
    }
}

/// Game trees with a corner and two more stones each: every two differ in two or four points.
fn variations(count: usize) -> String {
    let point = |number: usize| format!("[{}k]", (b'e' + (number % 12) as u8) as char);
    let tree = |number: usize| {
        let (black, white) = (point(number / 11), point(number / 11 + 1 + number % 11));
        format!("(;SZ[19]AB[aa][bb][cc]{black}AW[ba]{white}PL[B];B[ac]TE[1])")
    };
    (0..count).map(tree).collect()
}

#[test]
fn of_many_variations_the_partners_are_limited() {
    let database = Database::new(&[("a.sgf", &variations(120))]);
    let (store, positions) = (&database.store, PositionIndex::load(&database.store).unwrap());
    let count = positions.len();
    assert!(count > 100);
    let (pairs, has_more) = find_near_pairs(store, &positions, 4, |_| ()).unwrap();
    assert!(has_more && pairs.len() > 50 * (count - 100) && pairs.len() <= 100 * count);
    // Of a submission that is near all of them, the nearest are looked up.
    let submitted = Database::new(&[("b.sgf", &variations(1).replace("[ba]", "[ba][jm]"))]);
    let (position, records) = submitted.position();
    let submitted = Submitted { store: &submitted.store, position: &position, record: &records[0] };
    let lookup = Known {
        store,
        cores: &CoreIndex::default(),
        positions: &positions,
        near: Some(5),
        contained: false,
        nearest: false,
        all: false,
        without: &[],
    };
    let mut assessor = Assessor::new(&lookup);
    let (verdict, matches) = assessor.assess(submitted, |_| true).unwrap();
    assert_eq!((verdict.novelty, verdict.matches, verdict.has_more), (Novelty::Near, 100, true));
    assert_eq!((matches.len(), matches[0].distance), (100, Some(1)));
    assert!(matches.is_sorted_by_key(|known| known.distance));
}

#[test]
fn a_containment_match_has_the_place_on_the_board() {
    let Database { store, .. } = &Database::new(&[("a.sgf", &[TURNED, NEAR].concat())]);
    let positions = PositionIndex::load(store).unwrap();
    let pattern = CORNER.parse().unwrap();
    let search = ContainmentQuery::Containing(Containing::new(&pattern, Edges::Marked).unwrap());
    let found = search.find(&positions);
    assert_eq!(found.len(), 2);
    let matches = search.load_records(store, &positions, &found[0], None).unwrap();
    let [found] = &matches[..] else { panic!("{matches:?}") };
    assert_eq!((found.kind, found.operation.name()), (MatchKind::Contains, "N_SR0"));
    assert_eq!((found.at, found.placements), (QueryPoint { row: 0, col: 18 }, 1));
}

#[test]
fn find_in_solutions_returns_the_first_line_to_the_position() {
    let text = "(;AB[ba]AW[ca];B[bb];W[dd])(;AB[ba][bb]AW[ca];B[cb])";
    let Database { store, .. } = &Database::new(&[("a.sgf", text)]);
    // The position twice, the second time mirrored with exchanged colors; one that is nowhere.
    let queries = [query(CORNER, None), query("3x3|_XO._.O._..._!!!", None), query("1x1|X", None)];
    let all = find_in_solutions(store, &queries).unwrap();
    assert_eq!(all.iter().map(Vec::len).collect::<Vec<_>>(), [1, 1, 0]);
    assert_eq!(all[1][0].record, all[0][0].record);
    assert_ne!(all[1][0].operation, all[0][0].operation);
    let found = &all[0][0];
    assert_eq!(found.record.at.tree, 1);
    assert_eq!(found.line, [(Color::Black, Some(Point::new(1, 1)))]);
    assert_eq!((found.turn, found.operation), (Color::White, Symmetry::IDENTITY));
}

#[test]
fn decisions_split_and_rank_clusters() {
    let variant = |comment: &str| BLACK_TO_PLAY.replace("(;", &format!("(;C[{comment}]"));
    let text = ["one", "two", "three", "four"].map(variant).concat();
    let database = Database::new(&[("a.sgf", &text)]);
    assert_eq!(database.clusters(), [[1, 2, 3, 4]]);
    database.decide(&[(Judgment::Different, 1, 2), (Judgment::FirstIsBetter, 3, 2)]);
    // 3 is better than 2, so they are the same problem; 4 joins the first group it may join.
    assert_eq!(database.clusters(), [vec![1], vec![2, 3, 4]]);

    let (position, records) = database.position();
    let decisions = Decisions::load(&database.store).unwrap();
    let clusters =
        decisions.cluster_records(&database.store, &position, &records, Identity::Problem).unwrap();
    assert_eq!(clusters[1].choose_representative(&[]).at.tree, 3);
    let undecided = decisions.undecided_pairs(&database.store, &position, &clusters[1]).unwrap();
    let pairs: Vec<Vec<u32>> = undecided.iter().map(|pair| trees(&pair.records)).collect();
    assert_eq!(pairs, [[2, 4]]);
}

#[test]
fn a_record_is_identified_by_the_name_of_its_source() {
    let files = [("a.sgf", BLACK_TO_PLAY), ("b/x.sgf", NEAR), ("c/x.sgf", WHITE_TO_PLAY)];
    let Database { store, .. } = &Database::new(&files);
    let sources = store.sources().unwrap();
    let identify =
        |name, tree| identify_at(store, &sources, name, tree, 1).map_err(|e| e.to_string());
    assert_eq!(identify("a.sgf", 1).unwrap().source, "c/a.sgf");
    assert_eq!(identify("c/b/x.sgf", 1).unwrap().source, "c/b/x.sgf");
    assert_eq!(identify("a.sgf", 2).unwrap_err(), "a.sgf has no problem as tree 2");
    assert_eq!(identify("d.sgf", 1).unwrap_err(), "no source is named d.sgf");
    let ambiguous = identify("x.sgf", 1).unwrap_err();
    assert_eq!(ambiguous, "x.sgf is ambiguous: it may be c/b/x.sgf or c/c/x.sgf");
}

#[test]
fn conflicts_are_shown_on_the_board_of_the_first_answered_record() {
    let other = "(;AW[ra][rb]AB[qa];W[qc]C[RIGHT])";
    let text = ["(;AB[ba][bb]AW[ca]PL[B])", BLACK_TO_PLAY, TURNED, other].concat();
    let database = Database::new(&[("a.sgf", &text)]);
    let mut conflicts = 0;
    let walk = walk_positions(&database.store, 2).unwrap();
    let counts = for_each_conflict(&database.store, walk, |position, comparison| {
        conflicts += 1;
        assert_eq!(comparison.agreement, Some(Agreement::Disjoint));
        assert_eq!(comparison.shown.at.tree, 2);
        let groups = &comparison.groups;
        assert_eq!(trees(&groups[0].records), [2, 3]);
        assert_eq!(trees(&groups[1].records), [4]);
        let answers = groups.iter().flat_map(|group| &group.accepted);
        let answers: Vec<_> = answers.map(|answer| (answer.letter(), answer.at)).collect();
        assert_eq!(answers, [('a', Some(Point::new(2, 1))), ('b', Some(Point::new(2, 2)))]);
        let [line] = groups[1].line[..] else { panic!("{groups:?}") };
        assert_eq!((line.color, line.verdict), (Color::Black, Some(Verdict::Right)));
        let view = comparison.view(position)?;
        assert_eq!(view.window_point(Point::new(2, 2)), Some(Point::new(2, 2)));
        Ok::<(), Box<dyn std::error::Error>>(())
    });
    let counts = counts.unwrap();
    assert_eq!((conflicts, counts.conflicts(), counts.problems()), (1, 1, 1));
}

#[test]
fn records_without_answers_are_no_conflict() {
    let text = ["(;AB[ba][bb]AW[ca]PL[B])", BLACK_TO_PLAY].concat();
    let database = Database::new(&[("a.sgf", &text)]);
    let walk = walk_positions(&database.store, 2).unwrap();
    let counts =
        for_each_conflict(&database.store, walk, |_, _| -> Result<(), StoreError> { panic!() });
    assert_eq!(counts.unwrap().unanswered, 1);
}

#[test]
fn a_view_grows_to_include_points_and_stops_at_the_edge() {
    let database = Database::new(&[("a.sgf", TURNED)]);
    let (position, records) = database.position();
    let view = RecordView::new(&position, &records[0]).unwrap();
    let grown = view.grown_to_include([Point::new(14, 4), Point::new(99, 0)]);
    assert_eq!(grown.window.to_string(), "5x5|_..XO._...O._....._....._....._!!!!!");
    assert_eq!(grown.place.origin, Point::new(14, 0));
    assert_eq!(grown.window_point(Point::new(14, 4)), Some(Point::new(0, 4)));
    assert_eq!(grown.window_point(Point::new(13, 4)), None);

    let damaged = StoredPosition { text: "2x2|X...".to_owned(), ..position };
    assert!(RecordView::new(&damaged, &records[0]).is_err());
}

#[test]
fn books_are_files_or_the_folders_of_many_files() {
    let few = [("a.sgf", [BLACK_TO_PLAY, TURNED].concat()), ("b.sgf", BLACK_TO_PLAY.to_owned())];
    let few = few.each_ref().map(|(name, text)| (*name, text.as_str()));
    let count = |files: &[(&str, &str)]| {
        let Database { store, .. } = &Database::new(files);
        let mut overlap = OverlapCounter::new(&store.sources().unwrap());
        for stored in walk_positions(store, 1).unwrap() {
            let (position, records) = stored.unwrap();
            let boards = split_by_board(&position, &records);
            boards.iter().for_each(|records| overlap.add_position(records));
        }
        overlap.finish()
    };
    let overlap = count(&few);
    let book = |name: &str, records, positions| Book { name: name.to_owned(), records, positions };
    assert_eq!(overlap.books, [book("a.sgf", 2, 1), book("b.sgf", 1, 1)]);
    assert_eq!(overlap.shared, [SharedPositions { books: vec![0, 1], positions: 1 }]);

    // Whole boards of 6x5 and 6x6 points with one key are two positions.
    let moves = "AB[aa:fa][bd][ed][ae:fe]AW[ab][fb][ac:fc]PL[B]";
    let [five, six] = ["6:5", "6:6"].map(|size| format!("(;SZ[{size}]{moves})"));
    let sizes = [("a.sgf", &*five), ("b.sgf", &*six)];
    let overlap = count(&sizes);
    assert_eq!((overlap.books[1].positions, overlap.shared.len()), (1, 0));
    let Database { store, .. } = &Database::new(&sizes);
    let counts = store.counts().unwrap();
    assert_eq!([counts.records, counts.positions, counts.problems], [2, 1, 2]);

    let names: Vec<String> = (0..21).map(|number| format!("{}/{number}.sgf", number % 2)).collect();
    let many: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), NEAR)).collect();
    assert_eq!(count(&many).books, [book("0", 11, 1), book("1", 10, 1)]);

    // The topmost folder that holds files is the book, at any depth; a file in the folder of all is one.
    let deep = ["x/y/1.sgf", "x/y/z/2.sgf", "x/w/v/3.sgf", "4.sgf"].map(str::to_owned);
    let names: Vec<String> =
        deep.into_iter().chain((5..25).map(|number| format!("x/y/{number}.sgf"))).collect();
    let deep: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), NEAR)).collect();
    let books = count(&deep).books.into_iter().map(|book| (book.name, book.records));
    let expected = [("4.sgf", 1), ("x/w/v", 1), ("x/y", 22)];
    let mut books: Vec<(String, u64)> = books.collect();
    books.sort_unstable();
    assert_eq!(books, expected.map(|(name, records)| (name.to_owned(), records)));
}

#[test]
fn kept_answers_are_those_of_each_query_alone() {
    let record = |number: u32| {
        let turn = ["PL[B]", "PL[W]", ""][number as usize % 3];
        let point = ["cc", "dd", "ee", "ff"][number as usize / 3 % 4];
        let stones = ["AB[aa][ba]AW[ca]", "AB[ra][sa]AW[qa]"][number as usize % 2];
        format!("(;SZ[19]{stones}{turn}C[{number}];B[{point}]TE[1])")
    };
    let trees = |numbers: std::ops::Range<u32>| numbers.map(record).collect::<String>();
    // One position with two solutions: the core of the first is known elsewhere, that of the other is not.
    let core = "(;SZ[19]PL[B]AB[ba][bb][bc][ac]AW[cb][cc][cd][bd][ad](;B[ca];W[da];B[aa]C[RIGHT]))";
    let cores = [core, &core.replace("B[ca];W[da]", "B[bf];W[bg]")].concat();
    let elsewhere = "(;SZ[19]PL[W]AW[ra][rb][rc][sc]AB[qb][qc][qd][rd][sd][dd][dp]AW[pp][cq]\
        (;W[qa]C[RIGHT]))";
    let known = Database::new(&[("a.sgf", &trees(0..40)), ("e.sgf", elsewhere)]).store;
    let submitted =
        Database::new(&[("b.sgf", &trees(5..60)), ("c.sgf", NEAR), ("d.sgf", &cores)]).store;
    let index = PositionIndex::load(&known).unwrap();
    let like = PositionIndex::load_like(&known, &submitted).unwrap();
    let [cores, same_cores] = [None, Some(0)].map(|distance| {
        CoreIndex::load_like(&known, &Submissions::all(&submitted), distance).unwrap()
    });
    assert!(same_cores.problems().len() < cores.problems().len());
    for is_all in [false, true] {
        let lookup = Known {
            store: &known,
            cores: if is_all { &cores } else { &same_cores },
            positions: if is_all { &index } else { &like },
            near: is_all.then_some(2),
            contained: is_all,
            nearest: is_all,
            all: is_all,
            without: &[],
        };
        let mut assessor = Assessor::new(&lookup);
        let mut finder = ExactFinder::new(&known);
        let mut has_same_core = Vec::new();
        for stored in walk_positions(&submitted, 1).unwrap() {
            let (position, records) = stored.unwrap();
            for record in &records {
                let submitted = Submitted { store: &submitted, position: &position, record };
                let (verdict, matches) = assessor.assess(submitted, |_| false).unwrap();
                assert_eq!(matches, []);
                if record.at.source.ends_with("d.sgf") {
                    has_same_core.push(verdict.novelty == Novelty::SameCore);
                }
                let alone = assess_record(&lookup, submitted).unwrap();
                let first = alone.matches.first().map(|first| first.matched.record.at.clone());
                let said = (verdict.novelty, verdict.answers, verdict.first, verdict.matches);
                assert_eq!(said, (alone.novelty, alone.answers, first, alone.matches.len()));
                assert_eq!(assessor.assess(submitted, |_| true).unwrap().1, alone.matches);

                let window = RecordView::new(&position, record).unwrap().window;
                let query = PositionQuery::new(&window, record.own_turn().color()).unwrap();
                let found = finder.find(&query).unwrap();
                assert_eq!(found.as_deref(), find_exact(&known, &query).unwrap().as_ref());
            }
        }
        assert_eq!(has_same_core, [true, false]);
    }
}

#[test]
fn the_first_records_are_those_of_all() {
    let turns = ["PL[W]", "PL[B]", "", "PL[W]", "PL[B]"];
    let trees = turns.map(|turn| format!("(;SZ[19]AB[aa][ba]AW[ca]{turn})")).concat();
    let database = Database::new(&[("a.sgf", &trees)]);
    let (position, records) = database.position();
    for limit in [0, 1, 2, 3, 5, usize::MAX] {
        let first = database.store.first_records(position.id, limit).unwrap();
        assert_eq!(first, records[..limit.min(records.len())]);
    }
}

#[test]
fn books_with_the_same_numbers_are_hands_of_one() {
    let tree = |name: &str, at: u8, is_turned: bool| {
        let at = char::from(b'a' + at);
        match is_turned {
            false => format!("(;GN[{name}]AB[aa][c{at}][d{at}]AW[ba])"),
            true => format!("(;GN[{name}]AB[aa][{at}c][{at}d]AW[ab])"),
        }
    };
    let book = |first: u8, last: u8, shift: u8, is_turned: bool| {
        let trees = (first..=last).map(|at| tree(&format!("No. {}", at + shift), at, is_turned));
        trees.collect::<String>()
    };
    // Turned and numbered in the file alone, and one is another problem.
    let turned = book(1, 6, 0, true) + &tree("x", 17, true) + &book(8, 16, 0, true);
    let (cho, few, off) = (book(1, 16, 0, false), book(1, 14, 0, false), book(1, 16, 1, false));
    let database = Database::new(&[
        ("cho.sgf", &cho),
        ("few.sgf", &few),
        ("off.sgf", &off),
        ("zhao.sgf", &turned),
    ]);
    let hands = find_hands(&database.store).unwrap();
    let [hands] = &hands[..] else { panic!("{hands:?}") };
    let books = hands.books.each_ref().map(|book| book.ends_with("cho") || book.ends_with("zhao"));
    assert_eq!((books, hands.common, hands.equal), ([true; 2], 16, 15));
    let different: Vec<_> = hands
        .different
        .iter()
        .map(|(number, [one, other])| (*number, one.at.1, other.at.1))
        .collect();
    assert_eq!(different, [(7, 7, 7)]);
}

#[test]
fn the_nearest_cores_are_those_of_all() {
    let mut seed = 7_u32;
    let mut below = move |end: u32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 16) % end
    };
    // Stones on half of 6x5 points at the upper edge, and a right line of one to four moves.
    let mut tree = |is_answered: bool| {
        let (mut stones, mut empty) = ([String::new(), String::new()], Vec::new());
        for number in 0..30_u32 {
            let point = format!(
                "[{}{}]",
                char::from(b'c' + (number % 6) as u8),
                char::from(b'a' + (number / 6) as u8)
            );
            match below(5) {
                0 | 1 => stones[0].push_str(&point),
                2 => stones[1].push_str(&point),
                _ => empty.push(point),
            }
        }
        let moves = if is_answered { 1 + below(4) as usize } else { 0 };
        let line = empty.iter().take(moves).zip(["B", "W"].iter().cycle());
        let line: String = line.map(|(point, color)| format!(";{color}{point}")).collect();
        let right = if is_answered { "C[RIGHT]" } else { "" };
        format!("(;SZ[19]PL[B]AB[sa]{}AW[sb]{}{line}{right})", stones[0], stones[1])
    };
    let known: String = (0..60).map(|_| tree(true)).collect();
    let asked: String = (0..20).map(|number| tree(number % 2 == 0)).collect();
    let [known, asked] = [known, asked].map(|trees| Database::new(&[("a.sgf", &trees)]).store);
    let [known, asked] =
        [&known, &asked].map(|store| CoreIndex::load(store, CoreRows::All).unwrap());
    let mut compared = 0;
    for query in asked.problems().iter().map(|stored| &stored.problem) {
        let possible = query.group_possible_moves();
        let mut all: Vec<_> = (0..)
            .zip(known.problems())
            .filter_map(|(number, stored): (u32, _)| {
                let problem = &stored.problem;
                let hit = problem.lay_nearest_on(query, &possible, problem.nearest_area() / 4)?;
                let share = u32::from(hit.distance) * 10_000 / u32::from(hit.area);
                Some((share, std::cmp::Reverse(hit.stones), stored.key, number))
            })
            .collect();
        all.sort_unstable();
        for count in [1, 3, 10] {
            let found = known.find_nearest(query, count).into_iter().map(|found| found.number);
            let expected = all.iter().take(count).map(|found| found.3);
            compared += expected.len();
            assert!(found.eq(expected));
        }
    }
    assert!(compared > 50, "{compared}");
}
