//! Whole commands on the collection in `data/`: what a newcomer sees.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use gtn_db::PositionKey;
use gtn_db::find::Query;
use insta::assert_snapshot;
use serde_json::Value;
use tempfile::TempDir;

/// What a command printed, and how it ended.
struct Ran {
    status: i32,
    out: String,
    err: String,
}

impl Ran {
    /// The objects of a listing with `--json`.
    fn json(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// One field of a listing with `--json`.
    fn column(&self, field: &str) -> Vec<Value> {
        self.json().iter().map(|line| line[field].clone()).collect()
    }

    /// Standard output of a command that did all it should.
    fn done(self) -> String {
        assert_eq!((self.status, self.err.as_str()), (0, ""), "{}", self.out);
        self.out
    }
}

/// A database in a folder of its own.
struct Db {
    folder: TempDir,
}

impl Db {
    fn new() -> Db {
        Db { folder: TempDir::new().unwrap() }
    }

    /// With something imported, and without a fault.
    fn with(paths: &[&str]) -> Db {
        let db = Db::new();
        db.run(&[&["import", "--quiet"], paths].concat()).done();
        db
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A file beside the database.
    fn write(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = gtn_db(args);
        command.env("GTN_DB", self.path("gtn.db"));
        command
    }

    fn run(&self, args: &[&str]) -> Ran {
        ran(&mut self.command(args))
    }
}

/// The program, run where the project lies.
fn gtn_db(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gtn-db"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).env_remove("GTN_DB").args(args);
    command
}

fn ran(command: &mut Command) -> Ran {
    let output = command.output().unwrap();
    Ran {
        status: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// An IGTN under an operation, or in another form.
fn convert(args: &[&str]) -> String {
    ran(gtn_db(&["convert"]).args(args)).done().trim_end().to_owned()
}

/// The bulky five in the corner, as `data/classic-shapes.sgf` has it.
const BULKY_FIVE: &str = "4x5|...OX_..OOX_OOOXX_XXXX._!!!!!_";
/// The net beside the left edge, one empty line between.
const NET: &str = "6x5|!!!!!_..O.._....._.O..._.OX.._.OX.O_..OO._!!!!!_";

// --- import, stats, dups -------------------------------------------------

#[test]
fn import_tells_what_there_is() {
    let db = Db::new();
    assert_snapshot!(db.run(&["import", "data"]).done(), @"
    52 records from 4 sources: 36 positions (36 new), 37 problems
    1 game counted
    ");
    assert_snapshot!(db.run(&["import", "data"]).done(), @"4 sources unchanged");
    assert_snapshot!(db.run(&["stats"]).done(), @"
    records  problems  positions  games  sources
    -------- --------- ---------- ------ --------
    52       37        36         1      4
    ");
    assert_snapshot!(db.run(&["stats", "--verify", "--json"]).done(), @r#"{"records":52,"problems":37,"positions":36,"games":1,"sources":4,"faults":0}"#);
    assert_snapshot!(db.run(&["stats", "--csv"]).done(), @"
    records,problems,positions,games,sources
    52,37,36,1,4
    ");
}

#[test]
fn import_as_json() {
    let db = Db::new();
    assert_snapshot!(db.run(&["import", "--json", "data"]).done(), @r#"{"records":52,"problems":37,"games":1,"positions":36,"new_positions":36,"sources":4,"unchanged":0,"interrupted":false,"skipped":[]}"#);
    let bad = db.write("bad.sgf", "(;AB[aa]AW[aa])\n(;AB[bb]AW[cc])\n(;SZ[60]AB[aa])");
    let ran = db.run(&["import", "--json", &bad]);
    assert_eq!(ran.status, 3);
    assert_snapshot!(ran.out, @r#"{"records":1,"problems":1,"games":0,"positions":1,"new_positions":1,"sources":1,"unchanged":0,"interrupted":false,"skipped":[{"source":"bad.sgf","tree":1,"offset":8,"cause":"AW: the point (1,1) is set up in two ways in one node","kept":false},{"source":"bad.sgf","tree":3,"offset":34,"cause":"SZ: `60` is no size of a board, which has 1 to 52 columns and rows","kept":false}]}"#);
}

#[test]
fn import_tells_a_person_what_was_skipped() {
    let db = Db::new();
    let bad = db.write("bad.sgf", "(;AB[aa]AW[aa])\n(;AB[bb]AW[cc])\n(;SZ[60]AB[aa])");
    let ran = db.run(&["import", &bad]);
    assert_eq!(ran.status, 3);
    assert_snapshot!(ran.err, @"
    gtn-db: bad.sgf, tree 1, byte 8: AW: the point (1,1) is set up in two ways in one node
    gtn-db: bad.sgf, tree 3, byte 34: SZ: `60` is no size of a board, which has 1 to 52 columns and rows
    ");
    assert_snapshot!(ran.out, @"
    1 record from 1 source: 1 position (1 new), 1 problem
    2 trees or files skipped
    ");
}

/// What the user says counts also for what was imported before, and stays.
#[test]
fn import_as_something_else_replaces() {
    let db = Db::new();
    let games = ["import", "--as", "games", "data/classic-shapes.sgf"];
    let auto = ["import", "data/classic-shapes.sgf"];
    assert_snapshot!(db.run(&auto).done(), @"29 records from 1 source: 29 positions (29 new), 29 problems");
    assert_snapshot!(db.run(&games).done(), @"29 games counted");
    assert_snapshot!(db.run(&games).done(), @"1 source unchanged");
    assert_snapshot!(db.run(&auto).done(), @"1 source unchanged");
    assert_snapshot!(db.run(&["stats", "--json"]).done(), @r#"{"records":0,"problems":0,"positions":0,"games":29,"sources":1}"#);
}

#[test]
fn import_as_what_the_user_says() {
    assert_snapshot!(Db::new().run(&["import", "--as", "games", "data"]).done(), @"
    8 records from 4 sources: 8 positions (8 new), 8 problems
    45 games counted
    ");
    let ran = Db::new().run(&["import", "--as", "problems", "data"]);
    assert_eq!(ran.status, 3);
    assert_snapshot!(ran.err, @"gtn-db: data/game.sgf, tree 1, byte 0: no stones are set up");
    assert_snapshot!(ran.out, @"
    52 records from 3 sources: 36 positions (36 new), 37 problems
    1 tree or file skipped
    ");
}

#[test]
fn dups_lists_what_stands_twice() {
    let db = Db::with(&["data"]);
    let table = db.run(&["dups"]).done();
    let lines: Vec<_> = table.lines().collect();
    assert_snapshot!(lines[..6].join("\n"), @"
    cluster  turn     source                   tree  name                                  operation  key
    -------- -------- ------------------------ ----- ------------------------------------- ---------- ---------------------------------
    1        black    data/classic-shapes.sgf  1     Straight three                        N_IR3      6c12b34fddea2a2265377f525e6d81e2
    1        white    data/teacher-notes.sgf   1     Lesson 1                              IR2        6c12b34fddea2a2265377f525e6d81e2
    2        black    data/classic-shapes.sgf  2     Bent three in the corner              N_IR2      3d0129e725be4b737f53e10930a10354
    2        white    data/teacher-notes.sgf   2     Lesson 2                              IR1        3d0129e725be4b737f53e10930a10354
    ");
    assert_eq!(lines.last(), Some(&"15 problems stand more than once: 15 records could go"));
    let by_position = db.run(&["dups", "--by", "position"]).done();
    let end = "\n16 positions stand more than once: 16 records could go\n";
    assert!(by_position.ends_with(end), "{by_position}");

    let csv = db.run(&["dups", "--csv"]).done();
    assert_eq!(csv.lines().count(), 1 + 30);
    assert_snapshot!(csv.lines().take(3).collect::<Vec<_>>().join("\n"), @"
    cluster,turn,source,tree,name,operation,key
    1,black,data/classic-shapes.sgf,1,Straight three,N_IR3,6c12b34fddea2a2265377f525e6d81e2
    1,white,data/teacher-notes.sgf,1,Lesson 1,IR2,6c12b34fddea2a2265377f525e6d81e2
    ");

    let json = db.run(&["dups", "--json"]);
    assert_eq!(json.json().len(), 15);
    assert_snapshot!(json.out.lines().next().unwrap(), @r#"{"key":"6c12b34fddea2a2265377f525e6d81e2","turn":"white","records":[{"source":"data/classic-shapes.sgf","tree":1,"name":"Straight three","operation":"N_IR3","turn":"black"},{"source":"data/teacher-notes.sgf","tree":1,"name":"Lesson 1","operation":"IR2","turn":"white"}]}"#);
    let by_position = db.run(&["dups", "--by", "position", "--json"]);
    assert_eq!(by_position.json().len(), 16);
}

/// The table of `data/README.md`, row by row.
#[test]
fn dups_agrees_with_what_the_data_say_of_themselves() {
    let db = Db::with(&["data"]);
    let clusters = db.run(&["dups", "--by", "position", "--json"]).json();
    let readme = fs::read_to_string("data/README.md").unwrap();
    let rows = readme.lines().filter(|line| line.contains("| N_") || line.contains("| SR"));
    let mut seen = 0;
    for row in rows {
        let cells: Vec<_> = row.split('|').map(str::trim).collect();
        let [_, name, other, operations, _] = cells[..] else { panic!("{row}") };
        let cluster = clusters
            .iter()
            .find(|cluster| cluster["records"][0]["name"] == name)
            .unwrap_or_else(|| panic!("{name} stands only once"));
        let records = cluster["records"].as_array().unwrap();
        assert_eq!(records.len(), 2, "{row}");
        let file = other.split('`').nth(1).unwrap();
        assert_eq!(records[1]["source"], format!("data/{file}"));
        if let Some(lesson) = other.split(": ").nth(1).filter(|name| name.starts_with("Lesson")) {
            assert_eq!(records[1]["name"], lesson);
        }
        let found = db.run(&["find", cluster["key"].as_str().unwrap(), "--json"]).json();
        // A symmetrical shape has two operations, and the first in their order is told.
        let operation = found[1]["operation"].as_str().unwrap();
        assert!(operations.split([',', ' ']).any(|name| name == operation), "{row}: {operation}");
        seen += 1;
    }
    assert_eq!((seen, clusters.len()), (16, 16));
}

#[test]
fn nothing_stands_twice() {
    let db = Db::with(&["data/classic-shapes.sgf"]);
    for (by, sentence) in [
        ("problem", "No problem stands more than once\n"),
        ("position", "No position stands more than once\n"),
    ] {
        let ran = db.run(&["dups", "--by", by]);
        assert_eq!((ran.status, ran.out.as_str()), (1, sentence));
    }
    let json = db.run(&["dups", "--json"]);
    assert_eq!((json.status, json.out.as_str()), (1, ""));
    let csv = db.run(&["dups", "--csv"]);
    assert_eq!((csv.status, csv.out.lines().count()), (1, 1));
}

#[test]
fn one_problem_stands_twice() {
    let db = Db::new();
    let twice = db.write("twice.sgf", "(;AB[aa]AW[ba]PL[B])(;AB[as]AW[bs]PL[B])");
    db.run(&["import", &twice]).done();
    let out = db.run(&["dups"]).done();
    assert!(out.ends_with("\n1 problem stands more than once: 1 record could go\n"), "{out}");
}

// --- find ------------------------------------------------------------------

#[test]
fn find_in_another_orientation_and_color() {
    let db = Db::with(&["data"]);
    let turned = convert(&["--op", "N_IR1", BULKY_FIVE]);
    assert_snapshot!(db.run(&["find", &turned, "--turn", "white"]).done(), @"
        1 2 3 4
      ----------+
    1 ~ O X . . |
    2 ~ O X . . |
    3 ~ O X X . |
    4 ~ O O X X |
    5 ~ . O O O |
        ~ ~ ~ ~ |

    Found the same problem in 2 records
    kind          turn   operation  source                   tree  name                      key
    ------------- ------ ---------- ------------------------ ----- ------------------------- ---------------------------------
    same problem  white  N_IR3      data/classic-shapes.sgf  5     Bulky five in the corner  b551284523ddc24b10a3c4f951772cbd
    same problem  white  N_SR0      data/teacher-notes.sgf   3     Lesson 3                  b551284523ddc24b10a3c4f951772cbd
    ");
    assert_snapshot!(db.run(&["find", &turned, "--turn", "black", "--json"]).done(), @r#"
    {"query":"argument 1","kind":"same position","key":"b551284523ddc24b10a3c4f951772cbd","turn":"white","operation":"N_IR3","source":"data/classic-shapes.sgf","tree":5,"name":"Bulky five in the corner","other_size":false}
    {"query":"argument 1","kind":"same position","key":"b551284523ddc24b10a3c4f951772cbd","turn":"white","operation":"N_SR0","source":"data/teacher-notes.sgf","tree":3,"name":"Lesson 3","other_size":false}
    "#);
    assert_snapshot!(db.run(&["find", &turned, "--csv"]).done(), @"
    kind,turn,operation,source,tree,name,key
    same position,white,N_IR3,data/classic-shapes.sgf,5,Bulky five in the corner,b551284523ddc24b10a3c4f951772cbd
    same position,white,N_SR0,data/teacher-notes.sgf,3,Lesson 3,b551284523ddc24b10a3c4f951772cbd
    ");
}

/// In all sixteen ways, and the operation leads to where the record lies.
#[test]
fn the_operation_carries_the_query_onto_the_record() {
    let db = Db::with(&["data"]);
    for symmetry in gtn_db::go::Symmetry::ALL {
        let query = convert(&["--op", symmetry.name(), BULKY_FIVE]);
        let ran = db.run(&["find", &query, "--json"]);
        let operations = ran.column("operation");
        assert_eq!(
            operations,
            [symmetry.inverse().name(), { symmetry.inverse().then("SR1".parse().unwrap()).name() }]
        );
    }
}

/// The sentences of a search that names the side to move, or none.
#[test]
fn find_tells_problems_from_positions() {
    let db = Db::with(&["data"]);
    let sentence = |args: &[&str]| -> String {
        let out = db.run(&[&["find"], args].concat()).done();
        out.lines().find(|line| line.starts_with("Found")).unwrap().to_owned()
    };
    let straight_three = "6c12b34f"; // two records, Black to play in both as the first has it
    assert_eq!(
        sentence(&[straight_three, "--turn", "black"]),
        "Found the same problem in 2 records"
    );
    assert_eq!(
        sentence(&[straight_three]),
        "Found the same position in 2 records (say who moves with --turn)"
    );
    assert_eq!(
        sentence(&[straight_three, "--turn", "white"]),
        "Found the same position with the other side to move in 2 records"
    );
    // The net stands once with a side to move and once without.
    assert_eq!(
        sentence(&[NET, "--turn", "white"]),
        "Found the same problem in 1 record, \
         the same position in 1 record (which does not say who moves)"
    );
}

#[test]
fn find_takes_texts_in_any_form() {
    let db = Db::with(&["data"]);
    let gtn = convert(&["--to", "gtn", BULKY_FIVE]);
    let keys = |ran: Ran| {
        assert_eq!((ran.status, ran.err.as_str()), (0, ""));
        ran.column("key")
            .iter()
            .map(|key| key.as_str().unwrap()[..4].to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(keys(db.run(&["find", "--json", &gtn])), ["b551", "b551"]);
    let two = format!("# two corners\n{gtn}\n\n# and\n{}\n", convert(&["--to", "gtn", NET]));
    let file = db.write("two.gtn", &two);
    let both = ["b551", "b551", "9764", "9764"];
    assert_eq!(keys(db.run(&["find", "--json", &file])), both);
    assert_eq!(keys(ran(db.command(&["find", "--json", "-"]).write_stdin(two))), both);
    let lines = format!("{BULKY_FIVE}\n{NET}\n");
    assert_eq!(keys(ran(db.command(&["find", "--json", "-"]).write_stdin(lines))), both);
    // A larger piece of the board than the window.
    let larger = "6x7|...OX.._..OOX.._OOOXX.._XXXX..._......._......._!!!!!!!_";
    assert_eq!(keys(db.run(&["find", "--json", larger])), ["b551", "b551"]);
    assert_eq!(
        keys(db.run(&["find", "--json", "B5512845", "b551284523ddc24b10a3c4f951772cbd"])),
        ["b551"; 4]
    );
}

/// A file of game trees: each is a query of its own, and says who is to move.
#[test]
fn find_takes_game_trees() {
    let db = Db::with(&["data/classic-shapes.sgf"]);
    let found = db.run(&["find", "--json", "data/teacher-notes.sgf"]);
    assert_eq!(found.status, 0);
    let found: Vec<_> = found
        .json()
        .iter()
        .map(|line| {
            let text = |field: &str| line[field].as_str().unwrap().to_owned();
            let query = text("query").rsplit(' ').next().unwrap().to_owned();
            format!("{query}: {}, {} ({})", text("name"), text("kind"), text("operation"))
        })
        .collect();
    // Not found: 7 and 11, one stone less outside; 12, the net one line
    // further from the edge; and 14, which stands nowhere else.
    assert_snapshot!(found.join("\n"), @"
    1: Straight three, same problem (N_IR3)
    2: Bent three in the corner, same problem (N_IR3)
    3: Bulky five in the corner, same problem (SR1)
    4: Crossed five, same problem (N_IR3)
    5: L group with a leg on the short side, same problem (N_SR2)
    6: Rectangular six in the corner, same problem (N_IR1)
    8: Five stones on the second line, same problem (SR1)
    9: Carpenter's square, both hane played, same problem (N_IR1)
    10: Snapback, same problem (N_SR2)
    13: Rabbity six, same position (N_IR1)
    15: J group, same problem (N_SR1)
    ");

    let unfinished = "(;AB[aa]AW[ba]PL[B])(;GM[1]SZ[9];B[aa])(;AB[aa]AW[aa])";
    let ran = ran(db.command(&["find", "-"]).write_stdin(unfinished));
    assert_eq!(ran.status, 2);
    assert_snapshot!(ran.err, @"
    gtn-db: standard input, tree 2: no stones are set up: an empty goban is no position
    gtn-db: standard input, tree 3: byte 47: AW: the point (1,1) is set up in two ways in one node
    ");
}

#[test]
fn what_only_looks_alike_is_not_found() {
    let db = Db::with(&["data/classic-shapes.sgf"]);
    for (query, is_there) in [
        (NET, true),
        // one more line of the board, which goes on
        ("7x5|!!!!!_..O.._....._.O..._.OX.._.OX.O_..OO._....._!!!!!_", true),
        // one line further from the edge, one line nearer, no edge at all
        ("6x6|!!!!!!_...O.._......_..O..._..OX.._..OX.O_...OO._!!!!!!_", false),
        ("6x4|!!!!_.O.._...._O..._OX.._OX.O_.OO._!!!!_", false),
        ("6x5|_!!!!!__..O..__.....__.O...__.OX..__.OX.O__..OO.__!!!!!_", false),
        (BULKY_FIVE, true),
        // one stone less, one stone of the other color, no edge at the left, no edge at the top
        ("4x5|...OX_..OOX_OOOXX_XXX.._!!!!!_", false),
        ("4x5|...OX_..OOX_OOXXX_XXXX._!!!!!_", false),
        ("4x5|_...OX__..OOX__OOOXX__XXXX.__!!!!!_", false),
        ("4x5|!!!!!_...OX_..OOX_OOOXX_XXXX._!!!!!_", false),
        // moved one line along the edge
        ("4x6|....OX_...OOX_.OOOXX_.XXXX._!!!!!!_", false),
    ] {
        let ran = db.run(&["find", query]);
        assert_eq!((ran.status, ran.err.as_str()), (i32::from(!is_there), ""), "{query}");
        assert_eq!(ran.out.contains("\nNot found: "), !is_there, "{}", ran.out);
    }
    assert_snapshot!(db.run(&["find", "1x2|XO_!!_"]).out, @"
        1 2
      +------
    1 | X O ~
      | ~ ~

    Not found: 1663c1cd91a96251272c58502ab6db5d
    ");
    let ran = db.run(&["find", "--json", "1x2|XO_!!_"]);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
}

#[test]
fn what_cannot_be_found() {
    let db = Db::with(&["data"]);
    let goban = format!("19x19|{}", ".".repeat(361));
    let errors = |args: &[&str]| {
        let ran = db.run(args);
        assert_eq!(ran.out, "");
        format!("{} {}", ran.status, ran.err)
    };
    assert_snapshot!(errors(&["find", &goban]), @"2 gtn-db: argument 1: an empty goban is no position");
    assert_snapshot!(errors(&["find", "2x2|XX"]), @"2 gtn-db: argument 1: points of length 2 where 4 is due");
    assert_snapshot!(errors(&["find", "nowhere"]), @"2 gtn-db: argument 1: neither an IGTN nor a file nor 4 or more digits of a key: no `|` between the size and the points");
    assert_snapshot!(errors(&["show", "b55"]), @"2 gtn-db: argument 1: neither an IGTN nor a file nor 4 or more digits of a key: no `|` between the size and the points");
    // A key that is not there is not found, and no error.
    assert_snapshot!(errors(&["find", "b5510000"]), @"1 gtn-db: b5510000: no key begins so");
    assert_snapshot!(errors(&["show", "b5510000"]), @"1 gtn-db: b5510000: no key begins so");
    // What is found of several queries counts.
    assert_eq!(db.run(&["find", "b5510000", "b551"]).status, 0);
    assert_eq!(db.run(&["show", "b5510000", "b551"]).status, 0);
    assert_eq!(db.run(&["show", "nowhere", "b551"]).status, 2);
}

/// Two corners whose keys begin with the same four digits.
fn two_of_one_prefix() -> [(String, PositionKey); 2] {
    let mut seen: Vec<(String, PositionKey)> = Vec::new();
    for number in 1_u32.. {
        let cell = |i| ['.', 'X', 'O'][(number / 3_u32.pow(i) % 3) as usize];
        let rows: String = (0..3)
            .map(|row| format!("{}_", (0..3).map(|i| cell(row * 3 + i)).collect::<String>()))
            .collect();
        let text = format!("3x3|{rows}!!!_");
        let key = Query::new(&text.parse().unwrap(), None).unwrap().key();
        let twin = seen
            .iter()
            .find(|(_, other)| *other != key && other.as_bytes()[..2] == key.as_bytes()[..2]);
        if let Some(twin) = twin {
            return [twin.clone(), (text, key)];
        }
        seen.push((text, key));
    }
    unreachable!()
}

#[test]
fn an_ambiguous_prefix() {
    let db = Db::new();
    let two = two_of_one_prefix();
    let lines = format!("{}\n{}\n", two[0].0, two[1].0);
    let file = db.write("two.igtn", &lines);
    db.run(&["import", &file]).done();
    let mut keys = two.map(|(_, key)| key.to_string());
    keys.sort_unstable();
    for command in ["find", "show"] {
        let ran = db.run(&[command, &keys[0][..4]]);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""));
        let expected =
            format!("gtn-db: {}: several keys begin so: {}\n", &keys[0][..4], keys.join(", "));
        assert_eq!(ran.err, expected);
        let longer = keys[0].char_indices().find(|&(i, char)| keys[1][i..=i] != char.to_string());
        let digits = longer.unwrap().0 + 1;
        assert_eq!(db.run(&[command, &keys[0][..digits]]).status, 0);
    }
}

#[test]
fn a_corner_is_the_same_on_every_board() {
    let db = Db::with(&["data/classic-shapes.sgf"]);
    let stones = "AB[ad][bd][cd][dc][dd][ea][eb][ec]AW[ac][bc][cb][cc][da][db]PL[B]";
    let sizes = ["9", "13", "19", "37", "52", "9:13", "30:10"];
    let trees: String = sizes.iter().map(|size| format!("(;SZ[{size}]{stones})")).collect();
    let file = db.write("sizes.sgf", &trees);
    let ran = db.run(&["find", "--json", &file]);
    assert_eq!(ran.column("kind"), ["same problem"; 7]);
    assert_eq!(ran.column("name"), ["Bulky five in the corner"; 7]);
    assert_eq!(ran.column("other_size"), [false; 7]);
    db.run(&["import", &file]).done();
    assert_eq!(db.run(&["stats", "--json"]).column("positions"), [29]);
    // On 6x6 the other edges are near: another problem.
    let small = db.write("small.sgf", &format!("(;SZ[6]{stones})"));
    assert_eq!(db.run(&["find", &small]).status, 1);
}

/// A whole board of 5 rows and 6 columns, squared, is a board of 6x6.
#[test]
fn whole_boards_that_share_a_text() {
    let db = Db::new();
    let board = "XXXXXXO....OOOOOOO.X..X.XXXXXX";
    let rows = db.write("rows.igtn", &format!("5x6|{board}\n6x6|{board}......\n"));
    db.run(&["import", &rows]).done();
    assert_eq!(db.run(&["stats", "--json"]).column("positions"), [1]);
    assert_snapshot!(db.run(&["find", &format!("5x6|{board}")]).done(), @"
        1 2 3 4 5 6
      +-------------+
    1 | X X X X X X |
    2 | O . . . . O |
    3 | O O O O O O |
    4 | . X . . X . |
    5 | X X X X X X |
      +-------------+

    Found the same position in 2 records (say who moves with --turn)
    kind                             turn     operation  source     tree  name  key
    -------------------------------- -------- ---------- ---------- ----- ----- ---------------------------------
    same position                    unknown  IR0        rows.igtn  1           c8d8e3ee85a3cfb4dfc1ab1cda91fbed
    same position, other board size  unknown  IR0        rows.igtn  2           c8d8e3ee85a3cfb4dfc1ab1cda91fbed
    ");
    let square = db.run(&["find", "--json", &format!("6x6|{board}......")]);
    assert_eq!(square.column("other_size"), [true, false]);
    assert_eq!(square.column("tree"), [1, 2]);
    let turned = convert(&["--op", "N_SR3", &format!("5x6|{board}")]);
    assert_eq!(db.run(&["find", "--json", &turned]).column("other_size"), [false, true]);
    assert_snapshot!(db.run(&["show", &format!("6x6|{board}......")]).done(), @"
        1 2 3 4 5 6
      +-------------+
    1 | X X X X X X |
    2 | O . . . . O |
    3 | O O O O O O |
    4 | . X . . X . |
    5 | X X X X X X |
      +-------------+

    key     c8d8e3ee85a3cfb4dfc1ab1cda91fbed
    text    6x6|......OOOOOO.O..O.XXXXXXX....XOOOOOO
    window  5x6|XXXXXXO....OOOOOOO.X..X.XXXXXX

    turn     operation  source     tree  byte  name  moves  board  window       charset
    -------- ---------- ---------- ----- ----- ----- ------ ------ ------------ --------
    unknown  N_IR2      rows.igtn  1     0           0      5x6    {(1,1),6,5}  UTF-8
    unknown  N_IR2      rows.igtn  2     35          0      6x6    {(1,1),6,6}  UTF-8
    ");
}

// --- show ------------------------------------------------------------------

#[test]
fn show_draws_and_lists() {
    let db = Db::with(&["data"]);
    assert_snapshot!(db.run(&["show", "b551"]).done(), @"
        1 2 3 4 5
      +------------
    1 | . . . O X ~
    2 | . . O O X ~
    3 | O O O X X ~
    4 | X X X X . ~
      | ~ ~ ~ ~ ~

    key     b551284523ddc24b10a3c4f951772cbd
    text    5x5|!!!!!_....._OOOO._XXXOO_..XXO_...XO_
    window  4x5|...OX_..OOX_OOOXX_XXXX._!!!!!_

    turn   operation  source                   tree  byte  name                      moves  board  window       charset
    ------ ---------- ------------------------ ----- ----- ------------------------- ------ ------ ------------ --------
    black  N_SR2      data/classic-shapes.sgf  5     1190  Bulky five in the corner  9      19x19  {(1,1),5,4}  UTF-8
    black  N_IR3      data/teacher-notes.sgf   3     398   Lesson 3                  9      13x13  {(1,1),4,5}  UTF-8
    ");
    assert_snapshot!(db.run(&["show", "b551", "--json"]).done(), @r#"
    {"key":"b551284523ddc24b10a3c4f951772cbd","text":"5x5|!!!!!_....._OOOO._XXXOO_..XXO_...XO_","turn":"black","operation":"N_SR2","source":"data/classic-shapes.sgf","tree":5,"offset":1190,"name":"Bulky five in the corner","moves":9,"board":"19x19","window":"{(1,1),5,4}","charset":"UTF-8"}
    {"key":"b551284523ddc24b10a3c4f951772cbd","text":"5x5|!!!!!_....._OOOO._XXXOO_..XXO_...XO_","turn":"black","operation":"N_IR3","source":"data/teacher-notes.sgf","tree":3,"offset":398,"name":"Lesson 3","moves":9,"board":"13x13","window":"{(1,1),4,5}","charset":"UTF-8"}
    "#);
    assert_eq!(db.run(&["show", "--sgf", "--csv", "b551"]).status, 2);
}

#[test]
fn show_has_the_trees_as_they_were() {
    let db = Db::with(&["data"]);
    let shown = db.run(&["show", "--sgf", "b551"]).done();
    for (file, name) in
        [("classic-shapes", "Bulky five in the corner"), ("teacher-notes", "Lesson 3")]
    {
        let file = fs::read_to_string(format!("data/{file}.sgf")).unwrap();
        let tree = file.split("\n\n").find(|tree| tree.contains(&format!("GN[{name}]"))).unwrap();
        assert!(shown.contains(&format!("\n\n{}\n", tree.trim())), "{shown}");
    }
    for line in db.run(&["show", "--sgf", "--json", "b551", "9764"]).json() {
        let sgf = line["sgf"].as_str().unwrap();
        let name = line["name"].as_str().unwrap_or_default();
        assert!(sgf.starts_with("(;") && sgf.ends_with(')') && sgf.contains(name), "{sgf}");
    }
}

// --- export ----------------------------------------------------------------

#[test]
fn export_is_the_same_from_run_to_run() {
    let db = Db::with(&["data"]);
    for format in ["sgf", "igtn", "json", "csv"] {
        for orient in ["top-right", "top-left", "as-is", "canonical"] {
            for more in [&[][..], &["--black-first"]] {
                let args = [&["export", "--format", format, "--orient", orient], more].concat();
                let first = db.run(&args).done();
                assert_eq!(db.run(&args).done(), first, "{args:?}");
                let file = db.path("out");
                let to_file = [&args[..], &["-o", file.to_str().unwrap()]].concat();
                assert!(db.run(&to_file).done().starts_with("37 problems written to "));
                assert_eq!(fs::read_to_string(file).unwrap(), first);
                let problems = match format {
                    "sgf" => first.matches("(;FF[4]").count(),
                    "igtn" => first.lines().filter(|line| !line.starts_with('#')).count(),
                    "json" => first.lines().count(),
                    _ => csv_rows(&first).len(),
                };
                assert_eq!(problems, 37, "{args:?}");
            }
        }
    }
}

fn csv_rows(text: &str) -> Vec<csv::StringRecord> {
    csv::Reader::from_reader(text.as_bytes()).into_records().map(Result::unwrap).collect()
}

#[test]
fn export_turns_the_corner() {
    let db = Db::with(&["data"]);
    let igtn = |args: &[&str]| {
        let out = db.run(&[&["export", "--format", "json"], args].concat());
        let lines = out.json();
        let line = lines.iter().find(|line| line["name"] == "Lesson 7").unwrap();
        format!("{} {}", line["igtn"].as_str().unwrap(), line["turn"].as_str().unwrap())
    };
    // White to play in the top right corner; a rectangular six.
    assert_snapshot!(igtn(&[]), @"6x4|_OX.._OX.._OX.._OXXX_OOO._..OO_!!!! white");
    assert_snapshot!(igtn(&["--black-first"]), @"6x4|_XO.._XO.._XO.._XOOO_XXX._..XX_!!!! black");
    assert_snapshot!(igtn(&["--orient", "top-left"]), @"4x6|...X.O_...XOO_XXXXO._OOOOO._!!!!!!_ white");
    assert_snapshot!(igtn(&["--orient", "as-is"]), @"6x4|_OX.._OX.._OX.._OXXX_OOO._..OO_!!!! white");
    assert_snapshot!(igtn(&["--orient", "canonical"]), @"4x6|!!!!!!_OOOOO._XXXXO._...XOO_...X.O_ white");
    assert_snapshot!(igtn(&["--orient", "canonical", "--black-first"]), @"4x6|!!!!!!_XXXXX._OOOOX._...OXX_...O.X_ black");
    let turns = db.run(&["export", "--format", "json", "--black-first"]).column("turn");
    assert!(turns.iter().all(|turn| turn == "black" || turn == "unknown"), "{turns:?}");
}

#[test]
fn export_comes_back() {
    for args in [&[][..], &["--orient", "canonical"], &["--orient", "top-left", "--black-first"]] {
        let db = Db::with(&["data"]);
        let file = db.path("out.sgf");
        db.run(&[&["export", "-o", file.to_str().unwrap()], args].concat()).done();
        let again = Db::with(&[file.to_str().unwrap()]);
        let counts = again.run(&["stats", "--json"]).json().remove(0);
        assert_eq!(counts["records"], 37);
        assert_eq!((&counts["problems"], &counts["positions"]), (&37.into(), &36.into()));
        let ran = again.run(&["dups"]);
        assert_eq!((ran.status, ran.out.as_str()), (1, "No problem stands more than once\n"));
        // One position stands there with either side to play.
        assert_eq!(again.run(&["dups", "--by", "position", "--json"]).json().len(), 1);
    }
}

#[test]
fn export_to_a_folder() {
    let db = Db::with(&["data"]);
    let folder = db.path("new").join("problems");
    let with_slash = format!("{}/", folder.display());
    assert!(db.run(&["export", "-o", &with_slash]).done().starts_with("37 problems written to "));
    let mut names: Vec<_> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort_unstable();
    assert_eq!(names.len(), 37);
    assert_eq!(names[..2], ["01-Straight-three.sgf", "02-Bent-three-in-the-corner.sgf"]);
    let all: String =
        names.iter().map(|name| fs::read_to_string(folder.join(name)).unwrap()).collect();
    assert_eq!(all, db.run(&["export"]).done());
    let again = Db::with(&[folder.to_str().unwrap()]);
    assert_eq!(again.run(&["stats", "--json"]).column("problems"), [37]);
}

#[test]
fn export_prefers_what_it_is_told() {
    let db = Db::with(&["data"]);
    let kept = |args: &[&str]| {
        let out = db.run(&[&["export", "--format", "json"], args].concat());
        assert_eq!((out.status, out.err.as_str()), (0, ""));
        let lines = out.json();
        let is_bulky_five = |line: &&Value| line["key"].as_str().unwrap().starts_with("b551");
        lines.iter().find(is_bulky_five).unwrap()["name"].as_str().unwrap().to_owned()
    };
    assert_eq!(kept(&[]), "Bulky five in the corner");
    for name in ["teacher-notes.sgf", "data/teacher-notes.sgf"] {
        assert_eq!(kept(&["--prefer", name]), "Lesson 3", "{name}");
    }
    let both = ["--prefer", "classic-shapes.sgf", "--prefer", "teacher-notes.sgf"];
    assert_eq!(kept(&both), "Bulky five in the corner");
    let file = db.path("out");
    let ran = db.run(&["export", "--prefer", "nobody.sgf", "-o", file.to_str().unwrap()]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert_eq!(ran.err, "gtn-db: there is no source nobody.sgf to prefer\n");
    assert!(!file.exists());
}

#[test]
fn export_of_nothing() {
    let db = Db::new();
    db.run(&["import", "data/game.sgf"]).done();
    let ran = db.run(&["export"]);
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (1, "", ""));
    let ran = db.run(&["export", "-o", "/dev/null/x.sgf"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.starts_with("gtn-db: /dev/null/x.sgf: "), "{}", ran.err);
}

// --- databases, names ------------------------------------------------------

#[test]
fn where_the_database_lies() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    let stats = |env: &[(&str, &Path)], args: &[&str]| {
        let mut command = gtn_db(&[&["stats", "--json"], args].concat());
        command.env_remove("XDG_DATA_HOME").env("HOME", at("nobody"));
        command.envs(env.iter().copied());
        ran(&mut command)
    };
    let missing = stats(&[], &[]);
    assert_eq!((missing.status, missing.out.as_str()), (2, ""));
    let default = at("nobody").join(".local/share/gtn-db/gtn.db");
    assert_eq!(missing.err, format!("gtn-db: there is no database at {}\n", default.display()));

    let mut import = gtn_db(&["import", "data/problems.igtn"]);
    ran(import.env("XDG_DATA_HOME", at("data"))).done();
    assert!(at("data").join("gtn-db/gtn.db").is_file());
    assert_eq!(stats(&[("XDG_DATA_HOME", &at("data"))], &[]).status, 0);

    let mut import = gtn_db(&["import", "data/problems.igtn"]);
    ran(import.env_remove("XDG_DATA_HOME").env("HOME", at("home"))).done();
    assert!(at("home").join(".local/share/gtn-db/gtn.db").is_file());
    assert_eq!(stats(&[("HOME", &at("home"))], &[]).status, 0);

    // --db before GTN_DB before the user's own
    let other = at("other.db");
    let other = other.to_str().unwrap();
    ran(&mut gtn_db(&["--db", other, "import", "data/game.sgf"])).done();
    let env: &[(&str, &Path)] = &[("XDG_DATA_HOME", &at("data")), ("GTN_DB", Path::new(other))];
    assert_eq!(stats(env, &[]).column("games"), [1]);
    let own = at("data").join("gtn-db/gtn.db");
    assert_eq!(stats(env, &["--db", own.to_str().unwrap()]).column("records"), [8]);
    let unset: &[(&str, &Path)] = &[("XDG_DATA_HOME", &at("data")), ("GTN_DB", Path::new(""))];
    assert_eq!(stats(unset, &[]).column("records"), [8]);
}

#[test]
fn every_command_needs_a_database() {
    for args in [&["find", "1x1|X"][..], &["dups"], &["export"], &["show", "b551"], &["stats"]] {
        let db = Db::new();
        let ran = db.run(args);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{args:?}");
        let path = db.path("gtn.db");
        assert_eq!(ran.err, format!("gtn-db: there is no database at {}\n", path.display()));
        assert!(!path.exists());
    }
}

#[test]
fn what_is_no_database() {
    let db = Db::new();
    let text = db.write(
        "text",
        "This is a letter, and long enough to be read as a database. ".repeat(20).as_str(),
    );
    for command in ["stats", "dups"] {
        let ran = ran(&mut gtn_db(&["--db", &text, command]));
        assert_eq!((ran.status, ran.out.as_str()), (2, ""));
        assert_eq!(ran.err, format!("gtn-db: {text} is no database of gtn-db\n"));
    }
}

/// The root user writes wherever it likes.
fn can_write_to(folder: &Path) -> bool {
    fs::write(folder.join("probe"), "").is_ok()
}

#[cfg(unix)]
#[test]
fn a_folder_that_is_read_only() {
    use std::os::unix::fs::PermissionsExt;

    let db = Db::with(&["data"]);
    let set = |mode| fs::set_permissions(db.folder.path(), fs::Permissions::from_mode(mode));
    set(0o555).unwrap();
    if can_write_to(db.folder.path()) {
        eprintln!("skipped: permissions do not bind this user");
        return;
    }
    let found = db.run(&["find", BULKY_FIVE, "--json"]);
    let import = db.run(&["import", "data"]);
    set(0o755).unwrap();
    assert_eq!((found.status, found.json().len()), (0, 2));
    assert_eq!(import.status, 2);
}

/// A name that would clear the screen, color it, and turn the direction of
/// writing; quotes, commas and tags are harmless.
#[test]
fn names_are_shown_harmlessly() {
    let db = Db::new();
    let name = "\x1b[2J\x1b[31m\"q\", <b>x</b>\u{202e}\u{9b}1m/../y";
    let other = "=1+1";
    let sgf =
        format!("(;CA[UTF-8]GN[{name}]AB[aa]AW[ba]PL[B])(;CA[UTF-8]GN[{other}]AB[as]AW[bs]PL[B])");
    let file = db.write("names.sgf", &sgf);
    db.run(&["import", &file]).done();
    let harmful = |text: &str| text.contains(['\x1b', '\u{202e}', '\u{9b}']);

    let query = "1x2|XO_!!_";
    for args in [&["dups"][..], &["find", query], &["show", query], &["show", "--sgf", query]] {
        let out = db.run(args).done();
        assert!(!harmful(&out), "{args:?}: {out:?}");
        assert!(out.contains(r#"\x1b[2J\x1b[31m"q", <b>x</b>\u{202e}\u{9b}1m/../y"#), "{out}");
    }
    for args in [&["find", query][..], &["show", query], &["dups"]] {
        let out = db.run(&[args, &["--json"]].concat());
        assert!(!harmful(&out.out), "{:?}", out.out);
        let line = &out.json()[0];
        let shown = if line["records"].is_array() { &line["records"][0] } else { line };
        assert_eq!(shown["name"], name);
    }
    let json = db.run(&["export", "--format", "json"]);
    assert_eq!(json.column("name"), [name]);
    let igtn = db.run(&["export", "--format", "igtn"]).done();
    assert!(!igtn.contains(['\x1b', '\u{9b}']), "{igtn:?}");
    let folder = format!("{}/", db.path("each").display());
    db.run(&["export", "-o", &folder]).done();
    let names: Vec<_> =
        fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["1-2J31mq-bx-b1m-..-y.sgf"]);

    let told = db.run(&["export", "--prefer", "\x1b[2J"]);
    assert_eq!(told.err, "gtn-db: there is no source \\x1b[2J to prefer\n");
}

// --- exit status -----------------------------------------------------------

#[test]
fn exit_statuses() {
    let db = Db::with(&["data"]);
    let broken = db.write("broken.sgf", "(;AB[aa]AW[ba])(;AB[zz])");
    for (status, args) in [
        (0, &["import", "data"][..]),
        (0, &["find", BULKY_FIVE]),
        (0, &["dups"]),
        (0, &["export"]),
        (0, &["show", "b551"]),
        (0, &["stats", "--verify"]),
        (1, &["find", "1x1|X"]),
        (1, &["show", "1x1|X"]),
        (2, &["find"]),
        (2, &["find", "1x1|?"]),
        (2, &["find", BULKY_FIVE, "--turn", "green"]),
        (2, &["dups", "--json", "--csv"]),
        (2, &["export", "--format", "pdf"]),
        (2, &["import"]),
        (3, &["import", &broken]),
        (3, &["import", "no-such-folder"]),
    ] {
        let ran = db.run(args);
        assert_eq!(ran.status, status, "{args:?}: {} {}", ran.out, ran.err);
        assert_eq!(ran.err.is_empty(), status < 2, "{args:?}: {}", ran.err);
    }
}
