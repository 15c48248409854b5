//! `serve`: problems, records and duplicates are those that the commands print.

use serde_json::{Value, json};

use super::Db;
use super::serve::Served;

/// All items of a list, asked for part by part.
fn list(server: &Served, path: &str) -> (u64, Vec<Value>) {
    let (mut items, mut after, mut total) = (Vec::new(), String::new(), 0);
    loop {
        let answer: Value = serde_json::from_str(&server.get(&format!("{path}{after}"))).unwrap();
        items.extend(answer["items"].as_array().unwrap().iter().cloned());
        total = total.max(answer["total"].as_u64().unwrap());
        match answer["next"].as_str() {
            Some(next) => after = format!("&after={next}"),
            None => return (total, items),
        }
    }
}

#[test]
fn problems_are_those_of_the_command() {
    let db = Db::with(&["data"]);
    let server = Served::start(&db);
    for (fields, options) in [
        ("", &[][..]),
        ("&turn=white", &["--turn", "white"]),
        ("&region=corner&answered=true", &["--region", "corner", "--answered"]),
        ("&answered=false", &["--unanswered"]),
        ("&stones=3-8&board=19", &["--stones", "3-8", "--board", "19"]),
        ("&name=a", &["--name", "a"]),
        ("&source=*.sgf", &["--source", "*.sgf"]),
        ("&marks=words", &["--marks", "words"]),
    ] {
        let (total, items) = list(&server, &format!("/api/v1/problems?limit=3{fields}"));
        let printed = db.run(&[&["problems", "--family", "go", "--json"], options].concat()).json();
        assert_eq!((total as usize, &items), (printed.len(), &printed), "{fields}");
    }
}

#[test]
fn positions_are_those_of_show_and_export() {
    let db = Db::with(&["data"]);
    let server = Served::start(&db);
    for problem in db.run(&["problems", "--family", "go", "--json", "--limit", "8"]).json() {
        let key = problem["key"].as_str().unwrap();
        let path = format!("/api/v1/positions/{key}");
        let answer: Value = serde_json::from_str(&server.get(&path)).unwrap();
        let printed = db.run(&["show", "--json", key]).json();
        assert_eq!(answer, json!({"key": key, "records": printed}));
        let exported = |format: &str| {
            db.run(&["export", "--format", format, "--where", &format!("key = '{key}'")]).done()
        };
        assert_eq!(server.get(&format!("{path}.sgf")), exported("sgf"));
        assert_eq!(server.get(&format!("{path}.igtn")), exported("igtn"));
        for (record, printed) in (1..).zip(&printed) {
            let tree = server.get(&format!("{path}/tree?record={record}"));
            let tree: Value = serde_json::from_str(&tree).unwrap();
            assert_eq!(tree["nodes"].as_array().unwrap().len() as u64, printed["moves"]);
            if printed["turn"] == tree["player"] {
                let accepted: Vec<&Value> = tree["accepted"].as_array().unwrap().iter().collect();
                let printed = printed["accepted"].as_array().unwrap();
                assert!(accepted.iter().all(|point| printed.contains(point)));
            }
        }
    }
}

#[test]
fn duplicates_are_those_of_dups() {
    let db = Db::with(&["data"]);
    let server = Served::start(&db);
    let (total, items) = list(&server, "/api/v1/duplicates?limit=1");
    let printed = db.run(&["dups", "--family", "go", "--json"]).json();
    assert!(total > 1);
    assert_eq!((total as usize, items), (printed.len(), printed));
}
