//! `serve`: the API answers questions about games as the commands do.

use serde_json::{Value, json};

use super::Db;
use super::serve::Served;

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

#[test]
fn next_moves_are_those_of_the_command() {
    let db = Db::with(&["data"]);
    let server = Served::start(&db);
    for (query, arguments) in [
        ("", &[][..]),
        ("position=Q16", &["Q16"]),
        ("position=Q16&moves=D4", &["Q16", "--moves", "D4"]),
        ("min_games=2", &["--min-games", "2"]),
        ("position=B%20Q16%20B%20D4", &["B Q16 B D4"]),
        ("year=1900-", &["--year", "1900-"]),
        ("player=a&opponent=o", &["--player", "a", "--player", "o"]),
        ("board=9", &["--board", "9"]),
    ] {
        let answer = ask(&server, &format!("/api/v1/games/next?limit=200&{query}"));
        let lines = printed(&db, &[&["next"], arguments].concat());
        assert_eq!(answer["total"], lines.len(), "{query}");
        assert_eq!(answer["moves"], Value::from(lines), "{query}");
        assert_eq!(answer["more"], false);
    }
}

#[test]
fn profiles_are_those_of_the_command() {
    let db = Db::with(&["data"]);
    let server = Served::start(&db);
    for (query, arguments) in [
        ("name=aki", &["aki"][..]),
        ("name=a&depth=3&positions=2", &["a", "--depth", "3", "--positions", "2"]),
        ("name=daan&min_games=2&year=2000-", &["daan", "--min-games", "2", "--year", "2000-"]),
        ("name=daan&position=Q16&unique=true", &["daan", "Q16", "--unique"]),
    ] {
        let answer = ask(&server, &format!("/api/v1/games/profile?{query}"));
        let lines = printed(&db, &[&["next", "--profile"], arguments].concat());
        assert_eq!(answer["moves"], Value::from(lines), "{query}");
    }
}

#[test]
fn corners_are_those_of_the_command() {
    let db = Db::with(&["data"]);
    let server = Served::start(&db);
    for (query, arguments) in [
        ("", &[][..]),
        ("position=Q16", &["Q16"]),
        ("position=Q16%20R14", &["Q16 R14"]),
        ("turn=white", &["--turn", "white"]),
        ("year=1900-", &["--year", "1900-"]),
    ] {
        let mut answer = ask(&server, &format!("/api/v1/joseki?limit=200&{query}"));
        let lines = printed(&db, &[&["joseki"], arguments].concat());
        let fields = answer.as_object_mut().unwrap();
        let total = fields.remove("total").unwrap();
        assert_eq!(fields.remove("more"), Some(false.into()));
        match &lines[..] {
            [] => assert_eq!((total, &answer["games"]), (0.into(), &0.into()), "{query}"),
            [line] => assert_eq!(&answer, line, "{query}"),
            several => panic!("{several:?}"),
        }
    }
}

#[test]
fn shapes_are_those_of_the_command() {
    let db = Db::with(&["data"]);
    let server = Served::start(&db);
    let corner = "5x5|....._....._....._...X._....._!!!!!_";
    let escaped = corner.replace('|', "%7C");
    let wild = "5x5|....._....._....._...X._....._!!!!!_";
    for (query, arguments) in [
        (format!("position={escaped}"), vec![corner]),
        (format!("position={}", wild.replace('|', "%7C").replace('?', "%3F")), vec![wild]),
        (format!("position={escaped}&before_move=2"), vec![corner, "--before-move", "2"]),
        (format!("position={escaped}&next=white"), vec![corner, "--next", "white"]),
        ("position=Q16%20R14".to_owned(), vec!["Q16 R14"]),
        ("position=Q16&region=N13-T19".to_owned(), vec!["Q16", "--region", "N13-T19"]),
        (format!("position={escaped}&player=o"), vec![corner, "--player", "o"]),
    ] {
        let answer = ask(&server, &format!("/api/v1/shapes?limit=200&{query}"));
        let find = [&["find", "--in", "games"], &arguments[..]].concat();
        let mut hits = printed(&db, &find);
        hits.retain(|hit| hit["game"].is_number()); // without the line that nothing was found
        assert!(hits.len() < 200);
        assert_eq!(answer["matches"], Value::from(hits), "{query}");
        let counts = printed(&db, &[&find[..], &["--count"]].concat());
        for field in ["games", "hits", "continuations"] {
            assert_eq!(answer[field], counts[0][field], "{query}: {field}");
        }
    }
}

#[test]
fn games_are_those_of_the_command() {
    let db = Db::with(&["data"]);
    let server = Served::start(&db);
    for (query, arguments) in [
        ("", &[][..]),
        ("year=1900-", &["--year", "1900-"]),
        ("sort=date&reverse=true", &["--sort", "date", "--reverse"]),
        ("sort=black", &["--sort", "black"]),
        ("reverse=true", &["--reverse"]),
        ("shape=Q16%20R14", &["--shape", "Q16 R14"]),
        ("player=nobody%20of%20this%20name", &["--player", "nobody of this name"]),
    ] {
        let lines = printed(&db, &[&["games", "--family", "go"], arguments].concat());
        let (mut items, mut after) = (Vec::new(), String::new());
        loop {
            let path = format!("/api/v1/games?limit=1&{query}{after}");
            let page = ask(&server, &path);
            assert_eq!(page["total"], lines.len(), "{path}");
            items.extend(page["items"].as_array().unwrap().iter().cloned());
            let Some(next) = page["next"].as_i64() else { break };
            after = format!("&after={next}");
        }
        assert_eq!(items, lines, "{query}");
    }
    for line in printed(&db, &["games", "--family", "go"]) {
        assert_eq!(ask(&server, &format!("/api/v1/games/{}", line["game"])), line);
    }
}

#[test]
fn the_tree_of_joseki_is_that_of_export() {
    let db = Db::with(&["data"]);
    let server = Served::start(&db);
    for (query, arguments) in [
        ("", &[][..]),
        ("?min_games=3", &["--min-games", "3"]),
        ("?min_games=1&year=1900-", &["--min-games", "1", "--year", "1900-"]),
        ("?dictionary=3,1", &["--dictionary", "1,3"]),
    ] {
        let tree = server.get(&format!("/api/v1/joseki.sgf{query}"));
        assert_eq!(tree, db.run(&[&["export", "--joseki"], arguments].concat()).done(), "{query}");
    }
    for (query, status) in [("9999", "404"), ("1,x", "422"), ("", "422")] {
        assert_eq!(server.get_json(&format!("/api/v1/joseki.sgf?dictionary={query}")).0, status);
    }
}

#[test]
fn games_like_a_game_are_those_of_the_command() {
    let db = Db::with(&["data"]);
    let server = Served::start(&db);
    for (query, arguments) in [
        ("game=8", &["8"][..]),
        ("game=3&year=2012-", &["3", "--year", "2012-"]),
        ("game=8&limit=2", &["8", "--limit", "2"]),
    ] {
        let answer = ask(&server, &format!("/api/v1/games/like?{query}"));
        let lines = printed(&db, &[&["games", "--like"], arguments].concat());
        assert!(!lines.is_empty(), "{query}");
        assert_eq!(answer["items"], Value::from(lines), "{query}");
    }
    let sgf = server.get("/api/v1/games/8.sgf");
    let file = db.write("game.sgf", &sgf);
    let (status, answer) = server.post("/api/v1/games/like", &json!({"sgf": sgf, "limit": 200}));
    let lines = printed(&db, &["games", "--like", &file]);
    assert_eq!((&*status, &answer["items"]), ("200", &Value::from(lines.clone())));
    // The game itself comes first: all its moves are in common.
    assert_eq!((&lines[0]["game"], &lines[0]["common_moves"]), (&json!(8), &lines[0]["moves"]));
    for sgf in ["", "(;B[aa])(;B[bb])", "(;SZ[99])"] {
        assert_eq!(server.post("/api/v1/games/like", &json!({"sgf": sgf})).0, "422", "{sgf}");
        assert_eq!(db.run(&["games", "--like", &db.write("other.sgf", sgf)]).status, 2, "{sgf}");
    }
    assert_eq!(db.run(&["games", "--like", "9999"]).status, 2);
    assert_eq!(db.run(&["games", "--like", "8", "--same"]).status, 2);
    let table = db.run(&["games", "--like", "8", "--limit", "1"]).done();
    assert!(table.lines().next().is_some_and(|line| line.contains("common")), "{table}");
}
