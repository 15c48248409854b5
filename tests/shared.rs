//! Tests on real collections and conformance data in `../shared`, a folder that
//! is not part of the project. Without the folder these tests pass and say so.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

/// The path of `../shared`; prints a message and returns `None` if it is missing.
fn shared() -> Option<PathBuf> {
    let shared = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared");
    if shared.is_dir() {
        return Some(shared);
    }
    eprintln!("skipped: there is no ../shared beside the project");
    None
}

fn json(path: PathBuf) -> Value {
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    serde_json::from_str(&text).unwrap()
}

/// A database in a folder of its own.
struct Db {
    folder: TempDir,
    shared: PathBuf,
}

impl Db {
    fn new(shared: &std::path::Path) -> Db {
        Db { folder: TempDir::new().unwrap(), shared: shared.to_owned() }
    }

    /// Runs the program in `shared/data`. Returns the exit status and the printed
    /// objects.
    fn run(&self, args: &[&str]) -> (i32, Vec<Value>) {
        let output = Command::new(env!("CARGO_BIN_EXE_gtn-db"))
            .current_dir(self.shared.join("data"))
            .env("GTN_DB", self.folder.path().join("gtn.db"))
            .args(args)
            .arg("--json")
            .output()
            .unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
        let lines = String::from_utf8(output.stdout).unwrap();
        let objects = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        (output.status.code().unwrap(), objects)
    }

    /// Runs a command that succeeds and prints one object.
    fn one(&self, args: &[&str]) -> Value {
        let (status, mut objects) = self.run(args);
        assert_eq!((status, objects.len()), (0, 1), "{args:?}: {objects:?}");
        objects.remove(0)
    }
}

#[test]
fn the_vectors_in_the_tests_are_the_shared_ones() {
    let Some(shared) = shared() else { return };
    let own = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/vectors");
    for entry in fs::read_dir(own).unwrap() {
        let own = entry.unwrap().path();
        let given = shared.join("vectors").join(own.file_name().unwrap());
        assert!(fs::read(&own).unwrap() == fs::read(given).unwrap(), "{}", own.display());
    }
}

#[test]
fn the_problems_have_the_expected_counts() {
    let Some(shared) = shared() else { return };
    let expected = json(shared.join("data/expected.json"));
    let db = Db::new(&shared);
    let folders: Vec<_> = fs::read_dir(shared.join("data/problems"))
        .unwrap()
        .map(|entry| format!("problems/{}", entry.unwrap().file_name().into_string().unwrap()))
        .filter(|folder| !folder.ends_with("/second-source"))
        .collect();

    // The first source.
    let first = &expected["problems without second-source"];
    let folders: Vec<_> = folders.iter().map(String::as_str).collect();
    let report = db.one(&[&["import"], &folders[..]].concat());
    let stats = db.one(&["stats", "--verify"]);
    for field in ["records", "positions", "problems"] {
        assert_eq!(report[field], first[field], "import: {field}");
        assert_eq!(stats[field], first[field], "stats: {field}");
    }
    assert_eq!(report["skipped"], Value::Array(Vec::new()));
    assert_eq!((&report["games"], &stats["faults"]), (&0.into(), &0.into()));
    let (_, twice) = db.run(&["dups", "--by", "position"]);
    assert_eq!(twice.len(), first["positions_seen_more_than_once"]);

    // Each tree of the second source, searched in the first.
    let files: Vec<_> = fs::read_dir(shared.join("data/problems/second-source"))
        .unwrap()
        .map(|entry| {
            format!("problems/second-source/{}", entry.unwrap().file_name().to_str().unwrap())
        })
        .filter(|file| file.ends_with(".sgf"))
        .collect();
    let files: Vec<_> = files.iter().map(String::as_str).collect();
    let (status, found) = db.run(&[&["find", "--nearest", "0"], &files[..]].concat());
    assert_eq!(status, 0);
    let mut queries: BTreeMap<&str, bool> = BTreeMap::new();
    let is_match = |line: &&Value| line["kind"] != "not found";
    for line in found.iter().filter(is_match) {
        assert_eq!(line["other_size"], false);
        *queries.entry(line["query"].as_str().unwrap()).or_default() |= line["operation"] != "IR0";
    }
    assert_eq!(queries.len(), expected["second-source records whose position stands in the rest"]);
    assert!(queries.values().filter(|&&is_turned| is_turned).count() > 800);

    // Both sources together, and the second alone.
    let second = &expected["second-source alone"];
    let report = db.one(&["import", "problems/second-source"]);
    for field in ["records", "positions", "problems"] {
        assert_eq!(report[field], second[field], "second source: {field}");
    }
    let all = db.one(&["stats"]);
    for field in ["records", "positions"] {
        assert_eq!(all[field], expected["problems, all"][field], "all: {field}");
    }
    let alone = Db::new(&shared);
    alone.one(&["import", "problems/second-source"]);
    let (_, twice) = alone.run(&["dups", "--by", "position"]);
    assert_eq!(twice.len(), second["positions_seen_more_than_once"]);
    // A second import of everything changes nothing.
    let again = db.one(&["import", "problems"]);
    assert_eq!((&again["records"], &again["new_positions"]), (&0.into(), &0.into()));
}

#[cfg(feature = "archives")]
#[test]
fn the_games_are_imported_and_patterns_found_in_them() {
    use gtn_db::find;
    use gtn_db::games::{CountMatches, Search};
    use gtn_db::store::{GameFilter, Store};

    let Some(shared) = shared() else { return };
    let db = Db::new(&shared);
    let (status, report) = db.run(&["import", "games/fox-pro.7z", "games/fox-pro2.7z"]);
    let report = &report[0];
    assert_eq!((&report["games"], &report["records"]), (&10_349.into(), &0.into()));
    // One game is in both archives.
    assert_eq!((&report["sources"], &report["unchanged"]), (&10_349.into(), &0.into()));
    assert_eq!(status, 3);
    let skipped = report["skipped"].as_array().unwrap();
    // Files with a broken structure, which an engine that reads only valid SGF refuses.
    let is_repaired = |skip: &&Value| {
        let cause = skip["cause"].as_str().unwrap();
        cause.contains("no opening parenthesis") || cause.contains("never closed")
    };
    let repaired = skipped.iter().filter(is_repaired);
    let mut repaired: Vec<_> = repaired.map(|skip| skip["source"].as_str().unwrap()).collect();
    repaired.dedup();
    assert_eq!(repaired.len(), 23);
    let told = |part: &str| {
        skipped.iter().filter(|skip| skip["cause"].as_str().unwrap().contains(part)).count()
    };
    // The engine does not know the ko rule.
    assert_eq!([told("(Article 3)"), told("(Article 4)"), told("(Article 6)")], [9, 16, 1]);
    // The server of these games writes komi in hundredths.
    assert_eq!(told("KM: "), 0);

    let store = Store::open(&db.folder.path().join("gtn.db")).unwrap();
    let index = find::load_games(&store, None).unwrap();
    let all = store.find_games(&GameFilter::default()).unwrap();
    let is_whole = |&id: &i64| !repaired.contains(&&*store.game(id).unwrap().unwrap().source);
    let whole: Vec<i64> = all.into_iter().filter(is_whole).collect();
    for (shape, games, with_repaired) in [
        ("2x2|_!!__XO__OX__!!_", 10_245, 10_268),
        ("3x3|_!!!__.X.__X.X__.X.__!!!_", 852, 857),
        // Four handicap stones leave no corner empty, even before the first move.
        (&*format!("7x7|{}!!!!!!!_", "......._".repeat(7)), 9_550, 9_573),
        ("7x7|......._......._.OO...._.OXX.X._.X....._..O...._......._!!!!!!!_", 697, 700),
        ("4x7|_.......__.......__..X.X..__.......__!!!!!!!_", 241, 245),
    ] {
        let search = Search::new(shape.parse().unwrap());
        let found = search.run(&index, &CountMatches);
        assert_eq!(found.games, with_repaired, "{shape}");
        let found = search.restrict_to(whole.clone()).run(&index, &CountMatches);
        assert_eq!(found.games, games, "{shape}");
    }
    assert!(skipped.iter().all(|skip| skip["kept"] == true), "{skipped:?}");

    let report = db.one(&["import", "games/title-match"]);
    let files = fs::read_dir(shared.join("data/games/title-match")).unwrap().count();
    let games = 43; // `contlist.sgf` has 7
    assert_eq!(report["records"], 0);
    assert_eq!((&report["sources"], &report["games"]), (&files.into(), &games.into()));
    assert_eq!(db.one(&["stats"])["games"], 10_349 + games);
}

#[test]
fn near_corners_are_counted() {
    let Some(shared) = shared() else { return };
    let expected = json(shared.join("data/expected.json"));
    let db = Db::new(&shared);
    db.one(&["import", "problems"]);
    let mut is_corner: BTreeMap<String, bool> = BTreeMap::new();
    let store = gtn_db::store::Store::open(&db.folder.path().join("gtn.db")).unwrap();
    store
        .for_each_position(|_, key, text| {
            let sub: gtn_db::gtn::SubPosition = text.parse().unwrap();
            // One of two edges that meet is vertical.
            let sides = [gtn_db::go::Sides::LEFT, gtn_db::go::Sides::RIGHT];
            let vertical = sides.iter().filter(|&&side| !sub.open.contains(side)).count();
            is_corner.insert(key.to_string(), sub.open.len() == 2 && vertical == 1);
        })
        .unwrap();
    let corners = is_corner.values().filter(|&&is_corner| is_corner).count();
    assert_eq!(expected["problems, all: corner positions"], corners);
    for k in 1..=3 {
        let k_text = k.to_string();
        let (_, pairs) = db.run(&["dups", "--near", &k_text, "--pairs"]);
        let is_of_corners = |pair: &&Value| {
            let keys = pair["keys"].as_array().unwrap();
            keys.iter().all(|key| is_corner[key.as_str().unwrap()])
        };
        let pairs = pairs.iter().filter(is_of_corners).count();
        assert_eq!(expected["pairs of corner positions within 1, 2, 3 points"][k - 1], pairs);

        // In groups no member is farther from the center, and no position is left out.
        let (_, groups) = db.run(&["dups", "--near", &k_text]);
        let members = groups.iter().flat_map(|group| group["members"].as_array().unwrap());
        assert!(members.map(|member| &member["distance"]).all(|n| n.as_u64().unwrap() <= k as u64));
    }
}

/// A join by signatures finds the pairs of a search in the database: none is
/// missed, and every position has few signatures.
#[test]
fn near_keys_join_the_near_pairs() {
    use gtn_db::find::PositionIndex;
    use gtn_db::gtn::SubPosition;
    use gtn_db::similarity::{near_distance, near_keys};

    let Some(shared) = shared() else { return };
    let db = Db::new(&shared);
    db.one(&["import", "problems"]);
    let store = gtn_db::store::Store::open(&db.folder.path().join("gtn.db")).unwrap();
    let mut positions: Vec<(i64, SubPosition)> = Vec::new();
    store.for_each_position(|id, _, text| positions.push((id, text.parse().unwrap()))).unwrap();
    let windows = |(id, text): &(i64, SubPosition)| -> BTreeSet<String> {
        let window = |record: &gtn_db::store::StoredRecord| {
            let size = record.at.symmetry.size(record.placement.region.size);
            text.unsquared(size, record.placement.open.transform(record.at.symmetry)).unwrap()
        };
        store.records(*id).unwrap().iter().map(|record| window(record).to_string()).collect()
    };
    let windows: Vec<Vec<SubPosition>> = positions
        .iter()
        .map(|position| windows(position).iter().map(|text| text.parse().unwrap()).collect())
        .collect();

    let index = PositionIndex::load(&store).unwrap();
    for (k, most_keys) in [(0, 1), (1, 24), (2, 40)] {
        let mut numbers: BTreeMap<u64, Vec<u32>> = BTreeMap::new();
        for (windows, number) in windows.iter().zip(0..) {
            let keys: BTreeSet<u64> =
                windows.iter().flat_map(|window| near_keys(window, k)).collect();
            keys.into_iter().for_each(|key| numbers.entry(key).or_default().push(number));
        }
        let rows: usize = numbers.values().map(Vec::len).sum();
        let mut candidates = BTreeSet::new();
        for equal in numbers.values() {
            for (place, &one) in equal.iter().enumerate() {
                candidates.extend(equal[place + 1..].iter().map(|&other| (one, other)));
            }
        }
        let distance = |&(one, other): &(u32, u32)| {
            let others = &windows[other as usize];
            let of = |one| others.iter().filter_map(move |other| near_distance(one, other, k));
            windows[one as usize].iter().flat_map(of).min()
        };
        let joined: Vec<_> =
            candidates.iter().filter_map(|pair| Some((*pair, distance(pair)?))).collect();
        eprintln!(
            "k = {k}: {} positions, {rows} keys, at most {:?} positions a key, {} candidates, {} pairs",
            windows.len(),
            numbers.values().map(Vec::len).max(),
            candidates.len(),
            joined.len()
        );
        let pairs = index.index().find_near_pairs(k, |_| ());
        let pairs: Vec<_> = pairs.iter().map(|pair| (pair.numbers, pair.distance)).collect();
        assert_eq!(joined, pairs, "k = {k}");
        assert!(rows <= most_keys * windows.len(), "{rows} keys for k = {k}");
    }
}
