//! The command `gtn-db convert`: the conformance data of `tests/data/vectors`, its input from
//! arguments, files and standard input, and its errors.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, is_empty};
use serde_json::Value;

fn vectors(name: &str) -> Vec<Value> {
    let path = format!("{}/tests/data/vectors/{name}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn text<'a>(vector: &'a Value, field: &str) -> &'a str {
    vector[field].as_str().unwrap_or_else(|| panic!("{field} in {vector}"))
}

/// What follows an error about a `?`.
const HINT: &str =
    "; patterns with `?` work with find --contains, find --in games and games --shape";

fn convert(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gtn-db"));
    command.arg("convert").args(args);
    command
}

/// Converts one field of all vectors and compares the output with another field.
fn check(vectors: &[Value], from: &str, args: &[&str], field: &str) {
    let column = |field: &str| -> String {
        vectors.iter().map(|vector| format!("{}\n", text(vector, field))).collect()
    };
    let output = convert(args).arg("-").write_stdin(column(from)).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stdout), column(field), "{args:?}");
}

#[test]
fn every_form() {
    let vectors = vectors("forms");
    for (form, field) in [
        ("igtn", "igtn"),
        ("igtn-r", "igtn_r"),
        ("l-igtn", "l_igtn"),
        ("u-igtn", "u_igtn"),
        ("u-igtn-r", "u_igtn_r"),
        ("a-u-igtn", "a_u_igtn"),
        ("key", "key"),
    ] {
        check(&vectors, "igtn", &["--to", form], field);
    }
    check(&vectors, "igtn", &[], "igtn");
}

#[test]
fn every_operation() {
    let vectors = vectors("operations");
    let names = vectors[0].as_object().unwrap().keys().filter(|&name| name != "igtn");
    let names: Vec<_> = names.collect();
    assert_eq!(names.len(), 16);
    for name in names {
        check(&vectors, "igtn", &["--op", name], name);
    }
}

#[test]
fn windows_and_their_keys() {
    let vectors = vectors("windows");
    check(&vectors, "board", &["--to", "window"], "window");
    check(&vectors, "board", &["--to", "position-key"], "key");
    check(&vectors, "window", &["--to", "position-key"], "key");
    check(&vectors, "window", &["--to", "key"], "key");
}

#[test]
fn sub_positions() {
    let vectors = vectors("subpositions");
    check(&vectors, "sub", &["--to", "n-igtn"], "n_igtn");
    for vector in vectors.chunks(1) {
        let region = text(&vector[0], "region");
        check(vector, "igtn", &["--sub", region], "sub");
        if vector[0].get("n_igtn_4x4").is_some() {
            let args = ["--sub", region, "--to", "n-igtn-4x4"];
            check(vector, "igtn", &args, "n_igtn_4x4");
        }
    }
}

#[test]
fn invalid_texts_are_rejected() {
    let vectors = vectors("invalid");
    let lines: String =
        vectors.iter().map(|vector| text(vector, "igtn").to_owned() + "\n").collect();
    let refused = convert(&[]).write_stdin(lines + "1x1|X\n").output().unwrap();
    assert_eq!(refused.stdout, b"1x1|X\n");
    // An empty line is no text; every other line is reported on a line of its own.
    let reports = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(reports.lines().count(), vectors.len() - 1);
    assert!(
        reports
            .lines()
            .zip(2..)
            .all(|(report, number)| { report.starts_with(&format!("gtn-db: line {number}: ")) })
    );

    for vector in vectors {
        let igtn = text(&vector, "igtn");
        if igtn.contains('\0') {
            continue; // no argument can hold it
        }
        convert(&["--", igtn])
            .assert()
            .code(2)
            .stdout(is_empty())
            .stderr(predicates::str::starts_with("gtn-db: argument 1: "));
    }
}

#[test]
fn every_form_round_trips_through_gtn() {
    let igtns: String =
        vectors("forms").iter().map(|vector| format!("{}\n", text(vector, "igtn"))).collect();
    let gtns = convert(&["--to", "gtn"]).write_stdin(igtns.clone()).output().unwrap().stdout;
    convert(&[]).write_stdin(gtns).assert().code(0).stdout(igtns);
}

#[test]
fn errors_name_the_place_and_the_other_texts_are_converted() {
    convert(&["1x1|X", "3x3|....?....", "XX\nX?", "1x1|O"])
        .assert()
        .code(2)
        .stdout("1x1|X\n1x1|O\n")
        .stderr(format!(
            "gtn-db: argument 2: row 2, column 2 (character 9): `?` is not a point: write `.`, `X` or `O`{HINT}\n\
             gtn-db: argument 3: row 2, column 2 (character 5): `?` is not a point: write `.`, `X` or `O`{HINT}\n"
        ));
    convert(&["-"])
        .write_stdin("# two\n1x1|X\n\n2x2|...\n  1x1|O\r\n#end\n\u{feff}\x1b[2J|\n")
        .assert()
        .code(2)
        .stdout("1x1|X\n1x1|O\n")
        .stderr(
            contains("gtn-db: line 4: expected 4 characters after `|`, found 3\n")
                .and(contains("gtn-db: line 7: "))
                .and(contains('\x1b').not()),
        );
}

#[test]
fn arguments_that_are_neither_texts_nor_files() {
    convert(&["no-such-file"]).assert().code(2).stderr(
        "gtn-db: argument 1: `no-such-file` is neither a file nor a position (a position is written as IGTN, such as \
         3x3|.O.X....., moves as 'Q16 D4', a key as 4 or more hexadecimal digits)\n",
    );
    convert(&["."]).assert().code(2).stderr(contains("`.` is a folder; name a file in it"));
    convert(&[]).write_stdin("").assert().code(0).stdout(is_empty());
    let empty = tempfile::NamedTempFile::new().unwrap();
    let path = empty.path().to_str().unwrap();
    convert(&[path]).assert().code(2).stderr(contains("there is no position in it"));
    convert(&["--sub", "{(1,1),4,2}", "3x3|........."])
        .assert()
        .code(2)
        .stderr("gtn-db: argument 1: {(1,1),4,2} is not inside the 3x3 position it is cut from\n");
    for form in ["window", "position-key"] {
        convert(&["--to", form, "1x1|."])
            .assert()
            .code(2)
            .stderr("gtn-db: argument 1: there are no stones on the board\n");
    }
    convert(&["--to", "n-igtn-4x4", "1x2|X.", "1x9|........._"]).assert().code(2).stderr(
        contains("argument 1: a sub-position of 1x2 cannot grow to 4x4")
            .and(contains("argument 2: a sub-position of 1x9 does not fit into 4x4")),
    );
}

#[test]
fn lines_that_are_not_utf8() {
    convert(&[])
        .write_stdin(b"1x1|X\n1x1|\xff\n\xfe\xff\x00\n1x1|O\n".as_slice())
        .assert()
        .code(2)
        .stdout("1x1|X\n1x1|O\n")
        .stderr(contains("line 2: ").and(contains("line 3: ")));
}

#[test]
fn endless_texts_are_rejected() {
    for piece in ["X", "X\n", "1x1|X ", "# "] {
        convert(&[])
            .write_stdin(piece.repeat(100_000))
            .assert()
            .code(2)
            .stderr(contains("longer than any position"));
    }
}

#[test]
fn files() {
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = dir.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let lines = write("lines", "# | positions\n#\n1x1|X\n1x1|?\n");
    let rows = write("rows", "# A corner, then another.\n#X\n.O\n# within\n..\n\n\nX_\n!_\n");
    let result = convert(&[&lines, "1x1|O", &rows]).assert().code(2);
    result.stdout("1x1|X\n1x1|O\n3x2|#X.O..\n1x1|X_!_\n").stderr(format!(
        "gtn-db: {lines}: line 4: row 1, column 1 (character 5): `?` is not a point: write `.`, `X` or `O`{HINT}\n"
    ));
}

#[test]
fn comments_and_rows_that_look_like_comments() {
    let igtn = |text: &str| {
        String::from_utf8(convert(&[]).write_stdin(text).output().unwrap().stdout).unwrap()
    };
    assert_eq!(igtn("#X\n##\nXX\n"), "3x2|#X##XX\n");
    assert_eq!(igtn("# X\n##\n\nXX\n"), "1x2|XX\n");
    assert_eq!(igtn("XX\n##\n"), "2x2|XX##\n");
    assert_eq!(igtn("#\n##\n# nothing\n"), "");
    assert_eq!(igtn("##\n1x1|#\n##\n"), "1x1|#\n");
}

#[test]
fn forms_of_several_lines_are_separated_by_a_blank_line() {
    convert(&["--to", "gtn", "1x2|X.", "1x1|O_!_"]).assert().code(0).stdout("X.\n\nO_\n!_\n");
    convert(&["--to", "diagram", "--sub", "{(16,3),3,2}", &format!("19x19|{}", ".".repeat(361))])
        .assert()
        .code(0)
        .stdout("     Q R S\n     ~ ~ ~\n17 ~ . . . ~\n16 ~ + . . ~\n     ~ ~ ~\n");
}

#[test]
fn the_part_is_cut_before_the_operation_is_applied() {
    let goban = "4x6|...XO.XXXXO.OOOOO.......";
    convert(&[goban, "--sub", "{(1,1),4,2}", "--op", "N_IR1", "--to", "igtn-r"])
        .assert()
        .code(0)
        .stdout("4x4|_..O._..O._..O._..OO_!!!!\n");
    convert(&[goban, "--sub", "{(4,1),2,1}", "--to", "sgf"])
        .assert()
        .code(0)
        .stdout("(;GM[1]FF[4]CA[UTF-8]SZ[6:4]AB[da]AW[ea])\n");
}
