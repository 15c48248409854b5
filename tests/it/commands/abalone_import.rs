//! Imports of problems and games of Abalone.

use std::fs;
use std::io::Write;
use std::path::Path;

use serde_json::{Value, json};

use super::{Db, Ran, gtn_db, ran};

/// A game in APGN with these tags besides the others, and the result `0-1`.
fn apgn(tags: &str, moves: &str) -> String {
    format!(
        "[Event \"Cup\"]\n[Date \"2014.03.??\"]\n[Black \"B\"]\n[White \"Wäscher\"]\n\
         [Result \"0-1\"]\n[Round \"2\"]\n{tags}\n{moves}\n\n"
    )
}

/// A game from the Belgian daisy.
fn daisy(moves: &str) -> String {
    apgn("[Variant \"belgian\"]\n[Notation \"Aba-Pro\"]\n", moves)
}

const LINEAR: &str = "belgian\n1.a1b2 i5h5 2.a2b3 *\n";
const PUZZLES: &str = r#"{"content": [{"PZL_name": "a_xtr1x", "pos": "0e456_5e7", "sol_starts": "1.e4e7"},
    {"pos": "0a6_0"}, {"PZL_name": "b_xtr1x", "pos": "0e456_5e7", "sol_starts": "1.e4e9"}]}"#;
const FEN: &str = "SS1ss/SSSsss/1SS1ss1/8/9/8/1ss1SS1/sssSSS/ss1SS 1 2 w 0 1";

impl Db {
    /// Imports a file beside the database with `--json`. Returns the exit status and the summary.
    fn import_json(&self, args: &[&str]) -> (i32, Value) {
        let ran = self.run(&[&["import", "--json"], args].concat());
        assert!(!ran.out.is_empty(), "{}", ran.err);
        (ran.status, ran.json().remove(0))
    }

    /// The forms of all problems, then those of all games.
    fn forms(&self) -> Vec<String> {
        let connection = rusqlite::Connection::open(self.path("gtn.db")).unwrap();
        let sql = "SELECT form FROM (SELECT 1, id, form FROM v_abalone_problem
             UNION ALL SELECT 2, id, form FROM v_abalone_game ORDER BY 1, 2)";
        let mut statement = connection.prepare(sql).unwrap();
        statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    }

    /// Moves and start of all games.
    fn games(&self) -> Vec<(i64, String)> {
        let connection = rusqlite::Connection::open(self.path("gtn.db")).unwrap();
        let mut statement =
            connection.prepare("SELECT moves, start FROM v_abalone_game ORDER BY id").unwrap();
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)));
        rows.unwrap().map(Result::unwrap).collect()
    }

    fn moves(&self) -> Vec<i64> {
        self.games().into_iter().map(|(moves, _)| moves).collect()
    }

    fn verify(&self) {
        self.run(&["stats", "--verify"]).done();
    }
}

/// The lines on standard error about a file, without the name of the program.
fn findings(ran: &Ran) -> Vec<&str> {
    ran.err.lines().map(|line| line.strip_prefix("gtn-db: ").unwrap()).collect()
}

fn counts(summary: &Value) -> [u64; 4] {
    ["records", "abalone_records", "games", "abalone_games"]
        .map(|field| summary[field].as_u64().unwrap())
}

#[test]
fn files_of_all_forms_are_known_by_their_content() {
    let db = Db::new();
    let games = [daisy("1.a1b2 i5h5 0-1"), daisy("1.c3c4 0-1")].concat();
    let game = db.write("games.apgn", &games);
    assert_eq!(db.run(&["import", &game]).done(), "2 games\nof Abalone: 2 games\n");
    let list = format!("# both games\n{FEN}\n3x3|X........\n\n0a1_0\n0a1a2b1,1i8i9\n");
    let list = db.write("list.txt", &list);
    let printed = db.run(&["import", &list]).done();
    assert_eq!(
        printed,
        "4 records from 1 source: 4 positions (4 new), 4 problems\nof Abalone: 3 records\n"
    );
    // Without an extension, and with one that says nothing.
    let plain = db.write("daisy", &daisy("1.a1b2 0-1"));
    let linear = db.write("linear", LINEAR);
    let iatn = db.write("position.dat", &format!("{} O 2-1\n", gtn_db::abalone::Board::STANDARD));
    let (status, summary) = db.import_json(&[&plain, &linear, &iatn]);
    assert_eq!((status, counts(&summary)), (0, [1, 1, 2, 2]));
    assert_eq!(
        db.forms(),
        ["fen", "kaawa", "ao", "iatn", "apgn", "apgn", "apgn", "linear"].map(str::to_owned)
    );
    db.verify();
}

#[test]
fn puzzles_are_imported_and_spoiled_ones_named() {
    let db = Db::new();
    let file = db.write("p.json", PUZZLES);
    let ran = db.run(&["import", &file]);
    assert_eq!(ran.status, 3);
    assert!(ran.out.contains("of Abalone: 2 records\n1 "), "{}", ran.out);
    let [first, second] = findings(&ran)[..] else { panic!("{}", ran.err) };
    assert!(first.starts_with("p.json, ") && first.contains("pos: black: `a6` is not a cell"));
    assert!(second.contains("sol_starts: line 1, move 1, `e4e9`: no-legal-move"), "{second}");
    assert!(second.ends_with("(kept)"));
    assert_eq!(db.forms(), ["kaawa-puzzle", "kaawa-puzzle"]);
    db.verify();
}

#[test]
fn no_game_begins_on_a_start_that_nobody_gave() {
    let db = Db::new();
    let file = db.write("linear.txt", LINEAR.strip_prefix("belgian\n").unwrap());
    let ran = db.run(&["import", &file]);
    assert_eq!((ran.status, db.games().len()), (3, 0));
    assert!(ran.err.contains("neither a tag nor a line names a start"), "{}", ran.err);
    assert_eq!(
        db.run(&["import", "--start", "belgian", &file]).done(),
        "1 game\nof Abalone: 1 game\n1 source changed\n"
    );
    let start = || db.games().remove(0).1;
    assert!(start().starts_with("aba5|OO.XX") && start().ends_with(" X 0-0"), "{}", start());
    // The same file with the same start is unchanged, with another one not.
    for (name, is_changed) in
        [("belgian", false), ("standard", true), ("standard", false), ("belgian", true)]
    {
        let (status, summary) = db.import_json(&["--start", name, &file]);
        assert_eq!((status, &summary["changed"]), (0, &json!(u64::from(is_changed))), "{name}");
    }
    assert_eq!(db.import_json(&["--start", "0e4e5_0", &file]).1["changed"], 1);
    assert_eq!(start(), format!("aba5|{}XX{} X 0-0", ".".repeat(29), ".".repeat(30)));
    let ran = db.run(&["import", "--start", "nowhere", &file]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("--start"), "{}", ran.err);
}

/// Every fault is named with file, game, ply, token and code; all else is imported.
#[test]
fn faulty_games_are_named_and_everything_before_the_fault_is_kept() {
    let db = Db::new();
    let notation = "[Variant \"belgian\"]\n[Notation \"Nacre\"]\n";
    let custom = "[Variant \"custom\"]\n[SetUp \"1\"]\n[Notation \"Aba-Pro\"]\n";
    let position = |text: &str| format!("{custom}[Position \"{text}\"]\n");
    let white = position("ww3/www3/2www2/8/9/8/2bbb2/3bbb/3bb-5b4w w");
    let cases: [(String, i64, &[&str]); 12] = [
        (daisy("1.a1b2 i5h5 0-1"), 2, &[]),
        (daisy("1.a1b2 e5e9 2.a2b3 0-1"), 1, &["move 2, `e5e9`: empty: "]),
        (daisy("1.a1z9 0-1"), 0, &["move 1, `a1z9`: no-such-cell: "]),
        (daisy("1.a1b2 i5h5 2.i6h6 0-1"), 2, &["move 3, `i6h6`: not-yours: "]),
        (daisy("1.a1b2 \u{1b}[2J 0-1"), 1, &["move 2, `\\u{1b}[2J`: not-a-move: "]),
        (daisy("1.a1b2 1-0"), 1, &["the tag Result says `0-1`, and after the moves stands `1-0`"]),
        (apgn(notation, "1.a1b2 i5h5 0-1"), 2, &["the tag Notation says Nacre, and this is not"]),
        (apgn(&white, "1.i8h7 0-1"), 0, &["move 1, `i8h7`: "]),
        (apgn(&position("5/6/7/8/9/8/7/6/4b-7b0w b"), "1.a5b5 0-1"), -1, &["`7` is not a number"]),
        (apgn(&position("5/6/7/8/9/8/7/6/5-0b0w b"), "0-1"), -1, &["the board is empty"]),
        (apgn(&position("5/6/7/8/9/8/7/6/6b-0b0w b"), "0-1"), -1, &["the tag Position: "]),
        (daisy("1.c3c4 0-1"), 1, &[]),
    ];
    let text: String = cases.iter().map(|(text, _, _)| text.as_str()).collect();
    let file = db.write("bad.apgn", &text);
    let ran = db.run(&["import", &file]);
    assert_eq!(ran.status, 3, "{}", ran.err);
    assert!(!ran.err.contains('\u{1b}'));
    assert!(ran.out.starts_with("9 games\nof Abalone: 9 games\n3 "), "{}", ran.out);
    let mut found = findings(&ran).into_iter();
    for (number, (_, moves, messages)) in (1..).zip(&cases) {
        for message in *messages {
            let line = found.next().unwrap();
            let place = format!("bad.apgn, game {number}, byte ");
            assert!(line.starts_with(&place) && line.contains(message), "{line}");
            assert_eq!(line.ends_with("(kept)"), *moves >= 0, "{line}");
        }
    }
    assert_eq!(found.next(), None);
    let kept: Vec<i64> = cases.iter().map(|case| case.1).filter(|&moves| moves >= 0).collect();
    assert_eq!(db.moves(), kept);
    db.verify();
}

#[test]
fn faulty_lines_are_named_and_all_others_are_kept() {
    let db = Db::new();
    let empty = format!("aba5|{}", ".".repeat(61));
    let list = [&empty, "3x3|X........", "0a6_0", "7a1_0", "0a1_0a1", "0a1_0", "aba4|X"];
    let file = db.write("list.txt", &list.join("\n"));
    let ran = db.run(&["import", &file]);
    assert_eq!(ran.status, 3);
    let expected = [
        ("line 1", "the board is empty"),
        ("line 3", "`a6` is not a cell"),
        ("line 4", "`7` is not a number of lost marbles"),
        ("line 5", "two marbles on a1"),
        ("line 7", "only boards of side 5"),
    ];
    let found = findings(&ran);
    assert_eq!(found.len(), expected.len(), "{}", ran.err);
    for (line, (place, message)) in found.iter().zip(expected) {
        let place = format!("list.txt, {place}, byte ");
        assert!(line.starts_with(&place) && line.contains(message), "{line}");
    }
    assert_eq!(db.forms(), ["kaawa"]);
    assert!(ran.out.starts_with("2 records from 1 source"), "{}", ran.out);
}

#[test]
fn a_file_is_imported_again_only_if_it_has_changed() {
    let db = Db::new();
    let folder = db.path("book");
    fs::create_dir(&folder).unwrap();
    let put = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    put("1.apgn", &daisy("1.a1b2 0-1"));
    put("2.apgn", &daisy("1.c3c4 i5h5 0-1"));
    put("3.txt", "0a1_0\n");
    let book = folder.to_str().unwrap();
    let dry = db.run(&["import", "--dry-run", book]).done();
    assert!(dry.starts_with("a dry run, which writes nothing:\n1 record "), "{dry}");
    assert!(!db.path("gtn.db").exists());
    db.run(&["import", book]).done();
    assert_eq!(db.run(&["import", book]).done(), "3 sources unchanged\n");
    put("1.apgn", &daisy("1.a1b2 i5h5 2.a2b3 0-1"));
    let (status, summary) = db.import_json(&[book]);
    assert_eq!((status, counts(&summary)), (0, [0, 0, 1, 1]));
    assert_eq!((&summary["changed"], &summary["unchanged"]), (&json!(1), &json!(2)));
    assert_eq!(db.moves(), [2, 3]);
    db.verify();

    let sources = db.run(&["sources", "--json"]).json();
    let numbers = |name: &str| {
        let source = sources.iter().find(|source| source["name"] == name).unwrap();
        (source["records"].as_u64().unwrap(), source["games"].as_u64().unwrap())
    };
    assert_eq!((numbers("book/1.apgn"), numbers("book/3.txt")), ((0, 1), (1, 0)));
    fs::remove_file(folder.join("2.apgn")).unwrap();
    assert!(db.run(&["import", book]).out.contains("1 gone"));
    db.run(&["import", "--prune", book]);
    assert_eq!(db.moves(), [3]);
    db.verify();
    db.run(&["sources", "rm", "--yes", "book/1.apgn"]).done();
    assert_eq!((db.moves(), db.forms()), (vec![], vec!["kaawa".to_owned()]));
    db.verify();
    assert_eq!(db.import_json(&[book]).1["new"], 1);
    assert_eq!(db.moves(), [3]);
}

#[test]
fn archives_and_standard_input() {
    let db = Db::new();
    let archive = db.path("games.zip");
    let mut zip = zip::ZipWriter::new(fs::File::create(&archive).unwrap());
    for (name, text) in [("a/1.apgn", daisy("1.a1b2 0-1")), ("2.txt", LINEAR.to_owned())] {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap();
    let (status, summary) = db.import_json(&[archive.to_str().unwrap()]);
    assert_eq!((status, counts(&summary)), (0, [0, 0, 2, 2]));
    let names = db.run(&["sources", "--json"]).column("name");
    assert_eq!(names, ["games.zip/a/1.apgn", "games.zip/2.txt"]);

    let import = |text: &str| {
        let mut command = db.command(&["import", "--name", "typed", "-"]);
        ran(command.write_stdin(text)).done()
    };
    assert_eq!(import(&daisy("1.c3c4 0-1")), "1 game\nof Abalone: 1 game\n");
    assert_eq!(import(&daisy("1.c3c4 0-1")), "1 source unchanged\n");
    assert!(import("0a1_0").contains("1 source changed"));
    assert_eq!((db.moves(), db.forms().len()), (vec![1, 3], 3));
    db.verify();
}

#[test]
fn other_charsets_are_read() {
    let player = |db: &Db| -> String {
        let connection = rusqlite::Connection::open(db.path("gtn.db")).unwrap();
        connection.query_row("SELECT white FROM v_abalone_game", [], |row| row.get(0)).unwrap()
    };
    let text = daisy("1.a1b2 0-1");
    let write = |db: &Db, bytes: Vec<u8>| {
        fs::write(db.path("x.apgn"), bytes).unwrap();
        db.path("x.apgn").to_str().unwrap().to_owned()
    };
    let utf16 = |bytes: fn(u16) -> [u8; 2]| {
        "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(bytes).collect::<Vec<u8>>()
    };
    let marked = format!("\u{feff}{text}").into_bytes();
    for bytes in [utf16(u16::to_le_bytes), utf16(u16::to_be_bytes), marked] {
        let db = Db::new();
        db.run(&["import", &write(&db, bytes)]).done();
        assert_eq!((player(&db), db.moves()), ("Wäscher".to_owned(), vec![1]));
        db.verify();
    }
    let db = Db::new();
    let latin = text.chars().map(|char| u8::try_from(char).unwrap()).collect();
    let ran = db.run(&["import", &write(&db, latin)]);
    assert_eq!(ran.status, 3, "that a charset was guessed is said");
    assert!(ran.err.contains("x.apgn: not in UTF-8; read as "), "{}", ran.err);
    assert_eq!((player(&db), db.moves()), ("Wäscher".to_owned(), vec![1]));
    db.verify();
}

/// A file that is too large to be read whole is skipped, and said to be.
#[test]
fn a_file_of_games_over_the_limit_is_named() {
    let db = Db::new();
    let game = daisy("1.a1b2 i5h5 0-1");
    let file = db.write("large.apgn", &game.repeat((32 << 20) / game.len() + 1));
    let small = db.write("small.apgn", &game);
    let ran = db.run(&["import", &file, &small]);
    assert_eq!(ran.status, 3);
    assert!(ran.err.contains("large.apgn") && ran.err.contains("more than 32 MiB"), "{}", ran.err);
    assert_eq!(db.moves(), [2]);
}

/// Whatever a file of games has, nothing panics, and what is stored can be derived again.
#[test]
fn spoiled_files_never_panic() {
    let text = [daisy("1.a1b2 i5h5 {x} 2.a2b3 i6h6 0-1"), LINEAR.to_owned()].concat();
    let db = Db::new();
    let mut files = Vec::new();
    for (number, at) in (0..text.len()).step_by(17).enumerate() {
        let mut bytes = text.clone().into_bytes();
        match number % 4 {
            0 => bytes.truncate(at),
            1 => bytes[at] = b'[',
            2 => bytes[at] = 0xFF,
            _ => bytes[at] ^= 1 << (number % 7),
        }
        let path = db.path(&format!("{number}.apgn"));
        fs::write(&path, bytes).unwrap();
        files.push(path.to_str().unwrap().to_owned());
    }
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let ran = db.run(&[&["import", "--quiet"], &files[..]].concat());
    assert!(matches!(ran.status, 0 | 3) && !ran.err.contains("panicked"), "{}", ran.err);
    db.verify();
}

/// Another database is merged with its problems and games.
#[test]
fn a_database_is_merged() {
    let (db, other) = (Db::new(), Db::new());
    let file = other.write("games.apgn", &[daisy("1.a1b2 0-1"), daisy("1.c3c4 0-1")].concat());
    let list = other.write("list.txt", &format!("{FEN}\n3x3|X........\n"));
    other.run(&["import", &file, &list]).done();
    let path = other.path("gtn.db");
    let path = path.to_str().unwrap();
    let printed = db.run(&["import", path]).done();
    assert!(printed.ends_with("2 games\nof Abalone: 1 record, 2 games\n"), "{printed}");
    assert_eq!((db.moves(), db.forms()), (other.moves(), other.forms()));
    db.verify();
    assert_eq!(db.run(&["import", path]).done(), "2 sources unchanged\n");
    let stats = db.run(&["stats", "--json"]).json().remove(0);
    assert_eq!(
        stats["abalone"],
        json!({"records": 1, "problems": 1, "positions": 1, "games": 2, "moves": 2, "game_positions": 3})
    );
}

#[test]
fn stats_say_what_is_of_abalone_only_if_there_is_any() {
    let db = Db::new();
    let file = db.write("go.sgf", "(;SZ[9];B[aa];W[bb])");
    db.run(&["import", &file]).done();
    assert!(!db.run(&["stats"]).done().contains("Abalone"));
    assert!(db.run(&["stats", "--json"]).json()[0].get("abalone").is_none());
    let file = db.write("linear.txt", LINEAR);
    db.run(&["import", &file]).done();
    let line =
        "Of Abalone: 0 records, 0 problems, 0 positions; 1 game with 3 moves and 4 positions";
    assert!(db.run(&["stats"]).done().contains(&format!("\n{line}\n")));
    assert!(db.run(&["stats", "--verify"]).done().contains(line));
    let removed = Path::new(&file);
    fs::remove_file(removed).unwrap();
    assert_eq!(ran(gtn_db(&["stats"]).env("GTN_DB", db.path("gtn.db"))).status, 0);
}

#[test]
fn games_of_all_published_forms_are_imported() {
    let db = Db::new();
    let folder = db.path("games");
    fs::create_dir(&folder).unwrap();
    let put = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    put("1.apgn", &format!("{{ a comment }}\n% [Event\n\n{}", daisy("1. a1b2 { x } i5h5 0-1")));
    put("2.txt", "German daisy\n1.b1c2 h5g5 2.c3d4\n");
    put("3.txt", "ABAL1:belgian:Ann_B|Cy:3a1b2c333g5h5i54\n");
    put("4.txt", "Belgian daisy\n\n   Noir  Blanc\n1  a1b2  i5h5\n2  a2b3  i6h6\n3  c2c3  g4g5\n");
    put("5.txt", "belgian\n-3. g7g6 c5c4\n-2. g6h6 c4b3\n-1. f5g5 d4c3\n");
    put("6.apgn", &daisy("1. a1b2 ( 1. b1c2 i6h6 ) 1... i5h5 0-1"));
    let (status, summary) = db.import_json(&[folder.to_str().unwrap()]);
    assert_eq!(counts(&summary), [0, 0, 6, 6]);
    let causes: Vec<&str> = summary["skipped"]
        .as_array()
        .unwrap()
        .iter()
        .map(|skip| skip["cause"].as_str().unwrap())
        .collect();
    assert_eq!(causes.len(), 1, "{causes:?}");
    assert!(causes[0].contains("an inverse does not say how many marbles moved"), "{causes:?}");
    assert!(matches!(status, 0 | 3));
    assert_eq!(db.moves(), [2, 3, 2, 6, 6, 2]);
    db.verify();
    let games = db.run(&["games", "--json"]).json();
    assert_eq!((&games[2]["black"], &games[2]["form"]), (&json!("Ann B"), &json!("linear")));
    // An export has the variation, and names the starts.
    let path = db.path("all.apgn");
    db.run(&["export", "--quiet", "-o", path.to_str().unwrap()]).done();
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("1. a1b2 ( 1. b1c2 i6h6 ) 1... i5h5 0-1\n"), "{text}");
    assert!(text.contains("[Variant \"german_daisy\"]"), "{text}");
    let again = Db::new();
    again.run(&["import", "--quiet", path.to_str().unwrap()]).done();
    assert_eq!(again.games(), db.games());
}

#[test]
fn forms_that_are_not_read_are_named() {
    let db = Db::new();
    let folder = db.path("games");
    fs::create_dir(&folder).unwrap();
    let put = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    put(
        "kaawa.json",
        r#"{"Date": "x", "Players": {"P1_black": "A", "P2_white": "B"}, "Tree": {"nacre": "START"}}"#,
    );
    put("scanned.json", r#"{"format": "abalassembly-scanned-games-v1", "count": 1, "games": []}"#);
    put("unknown.apgn", &apgn("[Variant \"Kubik\"]\n[Notation \"Aba-Pro\"]\n", "1.a1b2 0-1"));
    put("unknown.txt", "Kubik daisy\n1.a1b2 i5h5\n");
    let ran = db.run(&["import", folder.to_str().unwrap()]);
    assert_eq!(ran.status, 3);
    let found = findings(&ran);
    for (line, message) in found.iter().zip([
        "kaawa.json: a game file of KAAWA, which is not read",
        "scanned.json: a list of scanned games of Abalone in JSON, which is not read",
        "`Kubik` is not a known start",
        "`Kubik daisy` is not a known start",
    ]) {
        assert!(line.contains(message), "{line}");
    }
    assert_eq!((found.len(), db.moves()), (4, vec![]));
    // A start that is given is taken.
    let unknown = folder.join("unknown.apgn");
    let given = db.run(&["import", "--start", "belgian", unknown.to_str().unwrap()]);
    assert_eq!(db.moves(), [1], "{}", given.err);
}
