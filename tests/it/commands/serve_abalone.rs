//! `serve`: the API answers questions about Abalone as the commands do.

use serde_json::{Value, json};

use super::Db;
use super::serve::Served;

/// A position of the samples, turned and in the other colors.
const BELGIAN: &str = "0a45b456c56g45h456i56_0a12b123c23g78h789i89";

/// The position with which most games of the samples begin, and a few marbles in a row.
const QUERIES: [&str; 3] = [BELGIAN, "0a12345b123456c345_0g567h456789i56789", "0e4e5e6_0e7"];

/// The answer to a request that succeeds.
fn ask(server: &Served, path: &str) -> Value {
    let (status, answer) = server.get_json(path);
    assert_eq!(status, "200", "{path}: {answer}");
    answer
}

/// The lines of a command with `--json`, without the name of the query.
fn printed(db: &Db, arguments: &[&str]) -> Vec<Value> {
    let mut lines = db.run(&[arguments, &["--json"]].concat()).json();
    lines.iter_mut().for_each(|line| drop(line.as_object_mut().unwrap().remove("query")));
    lines
}

/// All items of a list, asked for part by part.
fn list(server: &Served, path: &str) -> (usize, Vec<Value>) {
    let (mut items, mut after) = (Vec::new(), String::new());
    loop {
        let part = ask(server, &format!("{path}{after}"));
        items.extend(part["items"].as_array().unwrap().iter().cloned());
        after = match &part["next"] {
            Value::Null => return (part["total"].as_u64().unwrap() as usize, items),
            Value::String(next) => format!("&after={next}"),
            next => format!("&after={next}"),
        };
    }
}

#[test]
fn matches_are_those_of_the_command() {
    let db = Db::with(&["data/abalone"]);
    let server = Served::start(&db);
    let mut found = 0;
    for (fields, options) in [
        ("", &[][..]),
        ("&turn=white", &["--turn", "white"]),
        ("&near=2", &["--near", "2"]),
        ("&near=5&turn=black", &["--near", "5", "--turn", "black"]),
        ("&contains=true", &["--contains"]),
        ("&contains=true&turn=white", &["--contains", "--turn", "white"]),
        ("&within=true", &["--within"]),
        ("&in=games", &["--in", "games"]),
        ("&in=games&near=1", &["--in", "games", "--near", "1"]),
        ("&in=games&contains=true", &["--in", "games", "--contains"]),
    ] {
        for query in QUERIES {
            let answer = ask(&server, &format!("/api/v1/find?limit=200&position={query}{fields}"));
            let lines = printed(&db, &[&["find", query], options].concat());
            found += lines.len();
            assert_eq!(answer["more"], lines.len() > 200, "{query} {fields}");
            let first: Vec<Value> = lines.into_iter().take(200).collect();
            assert_eq!(answer["matches"], Value::from(first), "{query} {fields}");
        }
    }
    assert!(found > 100, "{found}");
}

#[test]
fn next_moves_are_those_of_the_command() {
    let db = Db::with(&["data/abalone"]);
    let server = Served::start(&db);
    let mut found = 0;
    for (fields, options) in [
        ("", &[][..]),
        ("&min_games=2", &["--min-games", "2"]),
        ("&black=engine", &["--black", "engine"]),
        ("&year=2001-2020", &["--year", "2001-2020"]),
    ] {
        for query in QUERIES {
            let answer =
                ask(&server, &format!("/api/v1/games/next?limit=200&position={query}{fields}"));
            let lines = printed(&db, &[&["next", query, "--limit", "200"], options].concat());
            found += lines.len();
            assert_eq!(answer["total"], lines.len(), "{query} {fields}");
            assert_eq!((&answer["moves"], &answer["more"]), (&Value::from(lines), &json!(false)));
        }
    }
    assert!(found > 10, "{found}");
    // After a move of the list, as with --play.
    let first = ask(&server, &format!("/api/v1/games/next?limit=1&position={BELGIAN}"));
    assert_eq!(first["more"], true);
    let step = first["moves"][0]["move"].as_str().unwrap();
    let after = ask(&server, &format!("/api/v1/games/next?position={BELGIAN}&moves={step}"));
    let lines = printed(&db, &["next", BELGIAN, "--play", step, "--limit", "50"]);
    assert_eq!(after["moves"], Value::from(lines));
    for fields in ["&moves=a1b9", "&moves=x", "&board=9", "&year=x", "&limit=0"] {
        let path = format!("/api/v1/games/next?position={BELGIAN}{fields}");
        assert_eq!(server.get_json(&path).0, "422", "{fields}");
    }
}

#[test]
fn lists_are_those_of_the_commands() {
    let db = Db::with(&["data"]);
    let server = Served::start(&db);
    for (command, fields, options) in [
        ("games", "", &[][..]),
        ("games", "&sort=date&reverse=true", &["--sort", "date", "--reverse"]),
        ("games", "&sort=moves", &["--sort", "moves"]),
        ("games", "&black=engine", &["--black", "engine"]),
        ("problems", "", &[]),
        ("problems", "&turn=black", &["--turn", "black"]),
        ("problems", "&name=XTR", &["--name", "XTR"]),
        ("problems", "&source=*.json", &["--source", "*.json"]),
    ] {
        let (total, items) =
            list(&server, &format!("/api/v1/{command}?family=abalone&limit=7{fields}"));
        let lines = printed(&db, &[&[command, "--family", "abalone"], options].concat());
        assert!(!lines.is_empty(), "{command} {fields}");
        assert_eq!((total, &items), (lines.len(), &lines), "{command} {fields}");
    }
}

#[test]
fn positions_are_those_of_show_and_export() {
    let db = Db::with(&["data/abalone"]);
    let server = Served::start(&db);
    for problem in printed(&db, &["problems"]) {
        let key = problem["key"].as_str().unwrap();
        let answer = ask(&server, &format!("/api/v1/positions/{key}"));
        let records = printed(&db, &["show", key]);
        assert_eq!(answer, json!({"key": key, "records": records}));
        let text = server.get(&format!("/api/v1/positions/{key}.iatn"));
        assert!(records.iter().all(|record| text.contains(record["iatn"].as_str().unwrap())));
    }
    for game in printed(&db, &["games"]) {
        let name = game["game"].as_str().unwrap();
        assert_eq!(ask(&server, &format!("/api/v1/games/{name}")), game);
    }
}

#[test]
fn exports_are_those_of_the_command() {
    let db = Db::with(&["data/abalone"]);
    let server = Served::start(&db);
    for (fields, options) in [
        ("apgn", &["apgn"][..]),
        ("iatn", &["iatn"]),
        ("kaawa", &["kaawa"]),
        ("iatn&orient=canonical", &["iatn", "--orient", "canonical"]),
        ("apgn&source=games.apgn&limit=3", &["apgn", "--source", "games.apgn", "--limit", "3"]),
        ("kaawa&turn=black&black_first=true", &["kaawa", "--turn", "black", "--black-first"]),
    ] {
        let body = server.get(&format!("/api/v1/export?format={fields}"));
        let printed = db.run(&[&["export", "--quiet", "--format"], options].concat()).done();
        assert_eq!(body, printed, "{fields}");
    }
    for fields in ["orient=top-left", "mark_as=te-bm", "solutions=union", "stones=3", "prefer=x"] {
        let path = format!("/api/v1/export?format=apgn&{fields}");
        assert_eq!(server.get_json(&path).0, "422", "{fields}");
    }
}
