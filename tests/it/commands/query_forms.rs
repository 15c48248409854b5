//! Every form of a query with every command that takes one, and what is refused.

use insta::assert_snapshot;
use serde_json::Value;

use super::{BULKY_FIVE, Db, convert, ran};

/// The corner of [`BULKY_FIVE`] as moves, then White to move.
const MOVES: &str = "E19 D19 E18 C18 D17 D18 E17 A17 A16 B17 B16 C17 C16 pass D16";
/// A game with these moves and one more.
const GAME: &str = "(;GM[1]SZ[19]PB[Kita]PW[Minami];B[ea];W[da];B[eb];W[cb];B[dc];W[db];B[ec]\
    ;W[ac];B[ad];W[bc];B[bd];W[cc];B[cd];W[];B[dd];W[ba])";
/// The corner as the setup of a problem.
const SETUP: &str =
    "(;GM[1]SZ[19]AB[ea][eb][dc][ec][ad][bd][cd][dd]AW[da][cb][db][ac][bc][cc]PL[B])";

/// A way to give a query: arguments, and what is on standard input.
struct Form {
    name: &'static str,
    arguments: Vec<String>,
    stdin: String,
}

/// The corner in every form, with files beside the database.
fn forms(db: &Db) -> Vec<Form> {
    let gtn = convert(&["--to", "gtn", BULKY_FIVE]);
    let whole = convert(&["--to", "igtn", MOVES]);
    let with_comments = format!("# the corner | by lines\n\n{BULKY_FIVE}\n# end\n");
    let diagram = format!("# the corner\n{gtn}\n");
    let file = |name: &str, text: &str| db.write(name, text);
    let elsewhere = format!("{MOVES} Q4 D3");
    let mut forms = Vec::new();
    let mut add = |name, arguments: &[&str], stdin: &str| {
        let arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
        forms.push(Form { name, arguments, stdin: stdin.to_owned() });
    };
    add("IGTN", &[BULKY_FIVE], "");
    add("diagram", &[&gtn], "");
    add("IGTN with comments", &[&with_comments], "");
    add("file of IGTN", &[&file("lines.igtn", &with_comments)], "");
    add("file of a diagram", &[&file("diagram.gtn", &diagram)], "");
    add("file of moves", &[&file("moves.txt", &format!("# moves\n{MOVES}\n"))], "");
    add("file of a key", &[&file("keys.txt", "b5512845\n")], "");
    add("standard input, IGTN", &["-"], &with_comments);
    add("standard input, diagram", &["-"], &diagram);
    add("standard input, SGF", &["-"], SETUP);
    add("SGF", &[SETUP], "");
    add("SGF file", &[&file("setup.sgf", SETUP)], "");
    add("SGF file after a move", &[&file("game.sgf", GAME), "--move", "15"], "");
    add("moves", &[MOVES], "");
    add("moves with colors", &[&format!("B {MOVES}")], "");
    add("a part of moves", &[&elsewhere, "--region", "A19-F15"], "");
    add("a part of an IGTN", &[&whole, "--region", "{(1,1),6,5}"], "");
    add("key", &["b5512845"], "");
    forms
}

impl Form {
    /// The objects that a command prints for the query, without its label.
    fn answers(&self, db: &Db, command: &[&str]) -> Vec<Value> {
        let arguments: Vec<&str> = self.arguments.iter().map(String::as_str).collect();
        let mut command_line = db.command(&[command, &["--json"], &arguments].concat());
        let ran = ran(command_line.write_stdin(self.stdin.clone()));
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{command:?} {}", self.name);
        let mut answers = ran.json();
        for answer in &mut answers {
            answer.as_object_mut().unwrap().remove("query");
        }
        answers
    }
}

#[test]
fn every_command_takes_every_form() {
    let db = Db::with(&["data/classic-shapes.sgf", "data/teacher-notes.sgf"]);
    let game = db.write("imported.sgf", GAME);
    db.run(&["import", "--quiet", &game]).done();
    // The forms that are one argument are given to one process, but for `joseki`, which takes one.
    let forms = forms(&db);
    let is_argument = |form: &&Form| form.stdin.is_empty() && form.arguments.len() == 1;
    let (arguments, others): (Vec<&Form>, Vec<&Form>) = forms.iter().partition(is_argument);
    let together = arguments.iter().flat_map(|form| form.arguments.clone()).collect();
    let together = Form { name: "all arguments", arguments: together, stdin: String::new() };
    for command in [
        &["find", "--turn", "black"][..],
        &["find", "--near", "1", "--turn", "black"],
        &["find", "--inside", "--turn", "B"],
        &["find", "--contains"],
        &["find", "--within"],
        &["find", "--in", "games"],
        &["find", "--in", "games", "--next", "W", "--sequence", "W B19"],
        &["joseki", "--turn", "w"],
        &["show"],
    ] {
        let expected = forms[0].answers(&db, command);
        assert!(!expected.is_empty(), "{command:?}");
        let check = |form: &Form, expected: &[Value]| {
            let answers = form.answers(&db, command);
            assert_eq!(answers, expected, "{command:?} {}", form.name);
        };
        others.iter().for_each(|form| check(form, &expected));
        if command[0] == "joseki" {
            arguments.iter().for_each(|form| check(form, &expected));
        } else {
            check(&together, &vec![expected; arguments.len()].concat());
        }
    }
}

/// A whole board is not given by a key or as a part.
#[test]
fn whole_boards_in_every_form() {
    let db = Db::new();
    let game = db.write("imported.sgf", GAME);
    db.run(&["import", "--quiet", &game]).done();
    let whole = convert(&["--to", "igtn", MOVES]);
    let gtn = convert(&["--to", "gtn", MOVES]);
    let file = db.write("whole.igtn", &format!("# whole\n{whole}\n"));
    for query in [
        &[&*whole][..],
        &[&gtn],
        &[&file],
        &[MOVES],
        &[SETUP],
        &[&game, "--move", "15"],
        &[MOVES, "--board", "19"],
    ] {
        let ran = db.run(&[&["next", "--json"], query].concat());
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{query:?}");
        assert_eq!(ran.column("point_name"), ["B19"], "{query:?}");
        assert_eq!(ran.column("turn"), ["white"]);
    }
    assert_eq!(db.run(&["games", "--shape", MOVES, "--json"]).column("game"), [1]);
    assert_eq!(db.run(&["games", "--shape", BULKY_FIVE, "--json"]).column("game"), [1]);
    assert_eq!(db.run(&["games", "--shape", &gtn, "--region", "A19-F15"]).status, 0);
}

#[test]
fn several_queries_in_one_argument_or_file() {
    let db = Db::with(&["data"]);
    let gtn = convert(&["--to", "gtn", BULKY_FIVE]);
    let mixed = format!("{BULKY_FIVE}\nb5512845\n\n# a diagram\n{gtn}\n\n{MOVES}\n");
    let file = db.write("mixed.txt", &mixed);
    let labels = |query: &str| db.run(&["find", "--json", "--limit", "1", query]).column("query");
    assert_eq!(
        labels(&mixed),
        ["argument 1: line 1", "argument 1: line 2", "argument 1: line 5", "argument 1: line 11"]
    );
    assert_eq!(labels(&file), [1, 2, 5, 11].map(|line| format!("{file}: line {line}")));
    let two = db.write("two.sgf", &format!("{SETUP}{SETUP}"));
    assert_eq!(labels(&two), [1, 2].map(|tree| format!("{two}, tree {tree}")));
    let ran = db.run(&["next", &mixed]);
    assert_eq!(ran.status, 2);
    assert_snapshot!(ran.err, @"gtn-db: one position is needed, but there are several: argument 1: line 1, argument 1: line 2, …");
}

#[test]
fn refused_queries_name_argument_line_and_cause() {
    let db = Db::with(&["data"]);
    let error = |args: &[&str]| {
        let ran = db.run(args);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{args:?}");
        ran.err.lines().next().unwrap_or_default().to_owned()
    };
    // Every command refuses the same text with the same words.
    for command in [
        &["find"][..],
        &["find", "--near", "1"],
        &["find", "--contains"],
        &["find", "--within"],
        &["find", "--inside"],
        &["find", "--in", "games"],
        &["show"],
        &["next"],
        &["joseki"],
        &["convert"],
    ] {
        let refused = |query: &str| error(&[command, &[query]].concat());
        assert_eq!(
            refused("exmaple.sgf"),
            "gtn-db: argument 1: `exmaple.sgf` is neither a file nor a position (a position is written as IGTN, such \
             as 3x3|.O.X....., moves as 'Q16 D4', a key as 4 or more hexadecimal digits)"
        );
        assert!(refused("data").starts_with("gtn-db: argument 1: `data` is a folder; name a file"));
        assert_eq!(refused("Q16 Q16"), "gtn-db: argument 1: move 2, `Q16`: the point is occupied");
        assert!(refused("Q16 foo").starts_with("gtn-db: argument 1: `foo` is not a move: write"));
        assert_eq!(
            refused("Q16 A20"),
            "gtn-db: argument 1: move 2, `A20`: outside of the 19x19 board"
        );
        assert!(refused("4x4|....").starts_with("gtn-db: argument 1: "));
        let text = db.write("bad.txt", "# no position\n2x2|XX\n");
        assert!(refused(&text).starts_with(&format!("gtn-db: {text}: line 2: ")), "{command:?}");
    }
    for search in [&["--near", "1"][..], &["--contains"], &["--in", "games"], &["--within"]] {
        let refused = error(&[&["find"], search, &["data/game.sgf"]].concat());
        let hint =
            "no stones are set up before the first move; --move N takes the position after move N";
        assert!(refused.contains(hint), "{search:?}: {refused}");
    }
    let game = "data/game.sgf";
    assert_snapshot!(error(&["find", game, "--move", "9999"]), @"gtn-db: data/game.sgf, tree 1: --move 9999: the main line has only 27 moves");
    assert_snapshot!(error(&["convert", "b5512845"]), @"gtn-db: b5512845: a key stands for a stored position: `gtn-db show` prints it");
    assert_snapshot!(error(&["find", "2x2|X?_.._!!_"]), @"gtn-db: argument 1: row 1, column 2 (character 6): `?` is not a point: write `.`, `X` or `O`; patterns with `?` work with find --contains, find --in games and games --shape");
    assert_snapshot!(error(&["joseki", "2x2|X?_.._!!_"]), @"gtn-db: argument 1: row 1, column 2 (character 6): `?` is not a point: write `.`, `X` or `O`; patterns with `?` work with find --contains, find --in games and games --shape");
    assert_snapshot!(error(&["find", "--contains", "2x2|X?_.._!!_", "--region", "B19-B19"]), @"gtn-db: argument 1: the region has only `?`: it would match everywhere");
    assert_snapshot!(error(&["find", "2x2|X._.._!!_", "--region", "A1-A18"]), @"gtn-db: argument 1: A1-A18 is not inside the 2x2 position it is cut from");
    assert_snapshot!(error(&["find", "b5512845", "--region", "A1-A18"]), @"gtn-db: b5512845: --region does not cut stored positions");
    assert_snapshot!(error(&["find", "Q16", "--region", "K10"]), @"error: invalid value 'K10' for '--region <REGION>': write two opposite corners, such as A1-K10, or {(column,row),columns,rows}, such as {(1,1),4,2}");
    assert_snapshot!(error(&["find", "Q16", "--board", "60"]), @"error: invalid value '60' for '--board <LINES>': 60 is not in 1 to 52");
    assert_snapshot!(error(&["joseki", "Q16 D4"]), @"gtn-db: argument 1: the stones are not all in one corner: cut a corner out, for example with --region K10-T19");
    assert_snapshot!(error(&["joseki", "1x1|X_"]), @"gtn-db: argument 1: a corner has two open sides, marked with _ and !");
    assert_snapshot!(error(&["joseki", "11x1|X_X_X_X_X_X_X_X_X_X_X_!_"]), @"gtn-db: argument 1: the corner (11x1) is larger than the window (10x10)");
    assert_snapshot!(error(&["joseki", "--window", "3", "4x1|X_X_X_X_!_"]), @"gtn-db: argument 1: the corner (4x1) is larger than the window (3x3); add --window 4");
    assert_snapshot!(error(&["next", "1x1|X_"]), @"gtn-db: argument 1: a whole board is needed, without _ and !; for a part of a board use `gtn-db find --in games`, for a corner `gtn-db joseki`");
    assert_snapshot!(error(&["next", "b5512845"]), @"gtn-db: b5512845: a whole board is needed, without _ and !; for a part of a board use `gtn-db find --in games`, for a corner `gtn-db joseki`");
    assert_snapshot!(error(&["find", "--in", "games", "R16", "--sequence", "D4"]), @"gtn-db: argument 1: --sequence: `D4` is not a point of the query");
    assert_snapshot!(error(&["find", "--in", "games", "R16", "--sequence", "hello"]), @"error: invalid value 'hello' for '--sequence <MOVES>': `hello` is not a move: write moves as 'Q16 D4', with their colors 'B Q16 W D4'");
}

#[test]
fn options_of_another_search_are_named() {
    let db = Db::with(&["data"]);
    let error = |args: &[&str]| {
        let ran = db.run(&[&["find", "1x1|X"], args].concat());
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{args:?}");
        ran.err.lines().take(2).collect::<Vec<_>>().join(" ")
    };
    assert_snapshot!(error(&["--in", "games", "--turn", "b"]), @"gtn-db: --turn does not apply to --in games; --next selects who plays next");
    assert_snapshot!(error(&["--in", "games", "--near", "1"]), @"gtn-db: --near does not apply to --in games");
    assert_snapshot!(error(&["--in", "games", "--inside"]), @"gtn-db: --inside does not apply to --in games");
    assert_snapshot!(error(&["--in", "games", "--contains", "--edges", "any"]), @"gtn-db: --contains does not apply to --in games");
    assert_snapshot!(error(&["--in", "games", "--edges", "any"]), @"gtn-db: --edges any does not apply to --in games");
    assert_snapshot!(error(&["--sequence", "Q16"]), @"gtn-db: --sequence applies only to --in games");
    assert_snapshot!(error(&["--player", "Kita"]), @"gtn-db: --player applies only to --in games");
    assert_snapshot!(error(&["--in", "problems", "--before-move", "3"]), @"gtn-db: --before-move applies only to --in games");
    assert_snapshot!(error(&["--contains", "--within"]), @"error: the argument '--contains' cannot be used with '--within'");
    assert_snapshot!(error(&["--inside", "--near", "1"]), @"error: the argument '--inside' cannot be used with '--near <K>'");
    assert_snapshot!(error(&["--inside", "--count"]), @"error: the argument '--inside' cannot be used with '--count'");
    assert_snapshot!(error(&["--count"]), @"gtn-db: --count applies only to --contains, --within and --in games");
    assert_snapshot!(error(&["--turn", "green"]), @"error: invalid value 'green' for '--turn <COLOR>'   [possible values: black, white]");
    assert_snapshot!(error(&["--in", "games", "--year", "19x"]), @"error: invalid value '19x' for '--year <YEARS>': write a year, such as 1995, or a range, such as 1990-1999, 1998- or -1950");
    assert_snapshot!(error(&["--in", "games", "--year", "1999-1990"]), @"error: invalid value '1999-1990' for '--year <YEARS>': the range ends before it begins");
}

#[test]
fn lists_can_be_limited() {
    let db = Db::with(&["data"]);
    let count = |args: &[&str]| db.run(&[args, &["--json", "--limit", "1"]].concat()).json().len();
    for args in [
        &["find", "b551"][..],
        &["find", "--near", "1", "b551"],
        &["find", "--contains", "1x1|X", "--edges", "any"],
        &["find", "--in", "games", "1x1|_!__X__!_"],
        &["show", "b551"],
        &["next"],
        &["games"],
    ] {
        assert_eq!(count(args), 1, "{args:?}");
    }
    let joseki = db.run(&["joseki", "--json", "--limit", "1"]).json();
    assert_eq!(joseki[0]["moves"].as_array().unwrap().len(), 1);
}

#[test]
fn nothing_found_is_said_and_has_a_status() {
    let db = Db::with(&["data"]);
    let run = |args: &[&str]| {
        let ran = db.run(args);
        format!("{} {}{}", ran.status, ran.out, ran.err)
    };
    assert_snapshot!(run(&["show", "1x1|X"]), @"1 gtn-db: argument 1: nothing found under the key f309da96525c78f5daff1b33f6a9f537");
    assert_snapshot!(run(&["show", "--json", "1x1|X"]), @"1 gtn-db: argument 1: nothing found under the key f309da96525c78f5daff1b33f6a9f537");
    assert_snapshot!(run(&["games", "--player", "nobody"]), @"1 gtn-db: no games found");
    assert_snapshot!(run(&["games", "--json", "--player", "nobody"]), @"1 gtn-db: no games found");
    assert_snapshot!(run(&["games", "99"]), @"1 gtn-db: game 99: not found");
    assert_snapshot!(run(&["games", "98", "99", "--player", "nobody"]), @"1 gtn-db: games 98, 99: not found, or excluded by the other options");
}

#[test]
fn a_drawing_on_standard_input_lies_in_the_named_corner() {
    let db = Db::with(&["data/classic-shapes.sgf"]);
    let find = |args: &[&str], drawing: &str| {
        let found = db.command(&[&["find", "--json"], args].concat()).write_stdin(drawing).output();
        let found = found.unwrap();
        (found.status.code(), String::from_utf8(found.stderr).unwrap())
    };
    // The bulky five in the corner, as it lies in each of them.
    for (corner, drawing) in [
        ("top-right", "OX..\nOX..\nOXX.\nOOXX\n.OOO\n"),
        ("top-left", "..XO\n..XO\n.XXO\nXXOO\nOOO.\n"),
        ("bottom-right", ".OOO\nOOXX\nOXX.\nOX..\nOX..\n"),
        ("bottom-left", "OOO.\nXXOO\n.XXO\n..XO\n..XO\n"),
    ] {
        for stdin in [&["-"][..], &[]] {
            let args = [&["--turn", "white", "--corner", corner], stdin].concat();
            assert_eq!(find(&args, drawing), (Some(0), String::new()), "{corner}");
        }
    }
    // As people type it: blanks, small letters, signs of stones, names of columns, numbers, a frame.
    for drawing in [
        "O X . .\nO X . .\nO X X .\nO O X X\n. O O O\n",
        "  o x + +\r\n  o x , .\r\n  o x x .\r\n  o o x x\r\n  . o o o\r\n",
        "O # . .\nO # . .\nO # # .\nO O # #\n. O O O\n",
        "○●..\n○●..\n○●●.\n○○●●\n.○○○\n",
        "   Q R S T\n19 O X . . 19\n18 O X . . 18\n17 O X X . 17\n16 O O X X 16\n15 . O O O 15\n",
        "----------+\n O X . . |\n O X . . |\n O X X . |\n O O X X |\n . O O O |\n",
    ] {
        let args = ["--turn", "white", "--corner", "top-right"];
        assert_eq!(find(&args, drawing), (Some(0), String::new()), "{drawing}");
    }
    let (status, error) = find(&["--corner", "top-right"], "O X .\nO X\n");
    assert!(
        status == Some(2) && error.contains("row 2 has 2 points, the first row has 3"),
        "{error}"
    );
    // Blanks between points need no corner.
    assert_eq!(
        find(
            &["--turn", "white"],
            "_ O X . .\n_ O X . .\n_ O X X .\n_ O O X X\n_ . O O O\n_ ! ! ! !\n"
        )
        .0,
        Some(0)
    );
    // Without a corner it is a whole board.
    assert_eq!(find(&["--turn", "white"], "OX..\nOX..\nOXX.\nOOXX\n.OOO\n").0, Some(1));
    let (status, error) = find(&["--corner", "top-right"], "_OX\n_!!\n");
    assert!(status == Some(2) && error.contains("_ and !"), "{error}");
    let (status, error) = find(&["--corner", "top-right", "Q16"], "");
    assert!(status == Some(2) && error.contains("a drawing in rows"), "{error}");
}
