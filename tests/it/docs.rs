//! docs/json.md against what the commands print: every field has its row, and
//! every row its field.

use std::collections::BTreeSet;
use std::path::Path;

use gtn_db::extract::extract_setup;
use gtn_db::sgf::Charset;
use serde_json::Value;

use crate::common::gtn_db;

fn json_of(folder: &Path, arguments: &[&str]) -> Vec<Value> {
    let printed = text_of(folder, arguments);
    printed
        .lines()
        .filter(|line| line.starts_with('{'))
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn text_of(folder: &Path, arguments: &[&str]) -> String {
    let output = gtn_db(Path::new("go.db")).current_dir(folder).args(arguments).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// A bulky five, of which the record accepts a move that fails.
const SOLVABLE: &str =
    "(;SZ[13]PL[B]AW[da][cb][db][ac][bc][cc]AB[ea][eb][dc][ec][ad][bd][cd](;B[aa]C[RIGHT]))";

/// Two records of a problem that accept different moves, and one that is wrong.
const CONFLICT: &str = "(;SZ[9]AB[ba][bb]AW[cb](;B[ca]C[RIGHT])(;B[aa];W[ca]))\
    (;SZ[9]AB[ba][bb]AW[cb];B[aa]C[Correct])(;AB[aa];B[aa])";

/// A problem, and the same with two stones more.
const CONTAINED: &str = "(;SZ[9]AB[ab][bb][cb]AW[da][db][dc];B[ba]C[RIGHT])\
    (;SZ[9]AB[ab][bb][cb][gg]AW[da][db][dc][hh];B[ba]C[RIGHT])";

/// The fields of an object, and of all objects in it.
fn every_field(value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            for (name, value) in object {
                names.insert(name.clone());
                every_field(value, names);
            }
        }
        Value::Array(list) => list.iter().for_each(|value| every_field(value, names)),
        _ => {}
    }
}

/// The fields of all objects, and of those in their list `inner`.
fn fields(objects: &[Value], inner: &str) -> BTreeSet<String> {
    let mut fields = BTreeSet::new();
    for object in objects {
        fields.extend(object.as_object().unwrap().keys().cloned());
        for object in object[inner].as_array().into_iter().flatten() {
            fields.extend(object.as_object().unwrap().keys().cloned());
        }
    }
    fields
}

/// The names in back quotes in a section, in the first column of its tables and
/// where a list is described.
fn documented(document: &str, section: &str) -> BTreeSet<String> {
    let section = document.split(&format!("\n## {section}\n")).nth(1).unwrap();
    let section = section.split("\n## ").next().unwrap();
    let mut names = BTreeSet::new();
    for row in section.lines().filter(|line| line.starts_with('|')) {
        let (first, rest) = row[1..].split_once('|').unwrap();
        let listed = if rest.contains("a list") { rest } else { "" };
        for part in [first, listed] {
            let quoted = part.split('`').skip(1).step_by(2);
            names.extend(quoted.filter(|name| !name.starts_with('-')).map(str::to_owned));
        }
    }
    names
}

#[test]
fn every_field_is_documented_and_every_documented_field_is_there() {
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/json.md");
    let document = std::fs::read_to_string(document).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/data");
    let broken = folder.path().join("broken.sgf");
    std::fs::write(&broken, "(;SZ[99])").unwrap();

    let all = |section: &str, arguments: &[&str], outer: &[&str]| {
        let printed = json_of(folder.path(), arguments);
        assert!(!printed.is_empty(), "{section} prints nothing");
        let mut names = BTreeSet::new();
        printed.iter().for_each(|value| every_field(value, &mut names));
        let mut expected = documented(&document, section);
        expected.extend(outer.iter().map(|&name| name.to_owned()));
        assert_eq!(names, expected, "{section}");
    };
    let check = |section: &str, arguments: &[&str], inner: &str| {
        let printed = json_of(folder.path(), arguments);
        assert!(!printed.is_empty(), "{section} prints nothing");
        assert_eq!(fields(&printed, inner), documented(&document, section), "{section}");
        printed
    };
    check("import", &["import", data, "broken.sgf", "--json"], "skipped");
    let dups = check("dups", &["dups", "--family", "go", "--json"], "records");
    check("problems", &["problems", "--family", "go", "--json"], "");
    check("problems --facets", &["problems", "--facets", "--json"], "");
    check("next --profile", &["next", "--profile", "aki", "--json"], "");
    let key = dups[0]["key"].as_str().unwrap();
    check("find --near", &["find", "--near", "1", key, "--json"], "");
    check(
        "find --contains and --within",
        &["find", "--contains", "1x1|X", "--edges", "any", "--json"],
        "",
    );
    check("compare", &["compare", data, "--near", "1", "--json"], "matches");
    check("dups --near", &["dups", "--near", "1", "--json"], "members");
    check("dups --core", &["dups", "--core", "--json"], "");
    check("dups --shape", &["dups", "--shape", "--json"], "members");
    check("dups --near --pairs", &["dups", "--near", "1", "--pairs", "--json"], "");
    let counts = json_of(folder.path(), &["find", "--contains", key, "--count", "--json"]);
    assert_eq!(
        fields(&counts, ""),
        ["placements", "positions", "query", "records"].map(str::to_owned).into()
    );
    check("show", &["show", key, "--json", "--sgf"], "");
    all("solve", &["solve", "b551", "--json"], &[]);
    std::fs::write(folder.path().join("solvable.sgf"), SOLVABLE).unwrap();
    let solved = &["check", "solvable.sgf", "--solve", "--json"];
    all("check --solve", solved, &[]);
    std::fs::write(&broken, CONFLICT).unwrap();
    json_of(folder.path(), &["import", "broken.sgf"]);
    let inside = "3x4|.XX._.XO._...._!!!!_"; // the first of them after its first move
    check("find", &["find", "--inside", "--nearest", "1", key, inside, "--json"], "");
    std::fs::write(folder.path().join("contained.sgf"), CONTAINED).unwrap();
    json_of(folder.path(), &["import", "contained.sgf"]);
    check("dups --contained", &["dups", "--contained", "--json"], "");
    all("dups --conflicts", &["dups", "--conflicts", "--json"], &["records", "moves", "accepted"]);
    let decision = r#"{"decision":"better","first":{"source":"broken.sgf","tree":1},"second":{"source":"broken.sgf","tree":2}}"#;
    std::fs::write(folder.path().join("decisions.jsonl"), decision).unwrap();
    text_of(folder.path(), &["dups", "--decide", "decisions.jsonl"]);
    all("dups --decisions", &["dups", "--decisions"], &["source", "tree"]);
    all("check", &["check", "broken.sgf", "--json"], &[]);
    std::fs::write(folder.path().join("near.txt"), "0a1b2_0c3\n0i9_0h8g7\n").unwrap();
    let audited = json_of(folder.path(), &["audit", "broken.sgf", "near.txt", data, "--json"]);
    let outer: BTreeSet<String> =
        audited.iter().flat_map(|line| line.as_object().unwrap().keys().cloned()).collect();
    assert_eq!(outer, documented(&document, "audit"));
    check("export --format json", &["export", "--format", "json"], "others");
    all("stats", &["stats", "--verify", "--json"], &[]);
    check("sources", &["sources", "--check", "--json"], "");
    let copy = std::fs::read(&broken).unwrap();
    std::fs::write(folder.path().join("copy.sgf"), [&*copy, b"\n"].concat()).unwrap();
    json_of(folder.path(), &["import", "copy.sgf"]);
    check("dups --files", &["dups", "--files", "--json"], "");
}

#[test]
fn every_field_about_abalone_is_documented() {
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/json.md");
    let document = std::fs::read_to_string(document).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let near = folder.path().join("near.txt");
    std::fs::write(&near, "0a1b2_0c3\n0i9_0h8g7\n").unwrap();
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/data/abalone");
    text_of(folder.path(), &["import", data, "near.txt"]);
    let check = |section: &str, arguments: &[&str]| {
        let printed = json_of(folder.path(), arguments);
        assert!(!printed.is_empty(), "{section} prints nothing");
        let mut names = BTreeSet::new();
        printed.iter().for_each(|value| every_field(value, &mut names));
        assert_eq!(names, documented(&document, section), "{section}");
        printed
    };
    let problems = check("problems --family abalone", &["problems", "--json"]);
    check("games --family abalone", &["games", "--json"]);
    check("dups --family abalone", &["dups", "--json"]);
    check("dups --family abalone --near", &["dups", "--near", "1", "--json"]);
    check("dups --family abalone --near --pairs", &["dups", "--near", "1", "--pairs", "--json"]);
    let puzzle = problems.iter().find(|problem| problem["form"] == "kaawa-puzzle").unwrap();
    check("show of Abalone", &["show", puzzle["key"].as_str().unwrap(), "--json"]);
    check("export --family abalone --format json", &["export", "--format", "json"]);
}

#[test]
fn the_documented_phrases_are_read() {
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/import.md");
    let document = std::fs::read_to_string(document).unwrap();
    let (_, table) = document.split_once("| language | such as |\n|---|---|\n").unwrap();
    let (table, _) = table.split_once("\n\n").unwrap();
    assert_eq!(table.lines().count(), 8); // languages
    for line in table.lines() {
        for phrase in line.split('|').nth(2).unwrap().split(", ") {
            let sgf = format!("(;SZ[9]AB[aa]C[{phrase}])");
            let setup = extract_setup(sgf.as_bytes(), Charset::UTF_8).unwrap();
            assert!(setup.turn_evidence.turn().0.is_some(), "{phrase}");
        }
    }
}
