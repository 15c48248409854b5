//! Faulty input does no harm: it is reported, and everything else is imported.

use std::fs;
use std::path::Path;

use crate::common::{check, contents, gtn_db, import, problem, scale};
use predicates::str::contains;
use rusqlite::Connection;
use serde_json::Value;
use tempfile::TempDir;

const GOOD: &str = "(;GM[1]SZ[9]GN[good]AB[aa][ba]AW[ca][bb];B[ab])\n";

/// Imports a folder with a file of this content and a faultless one.
fn import_beside_good_file(bad: &[u8]) -> (TempDir, i32, Value) {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("f");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("x.sgf"), bad).unwrap();
    fs::write(folder.join("neighbor.sgf"), problem(7)).unwrap();
    let (status, report) = import(&dir.path().join("x.db"), &folder);
    check(&dir.path().join("x.db"));
    (dir, status, report)
}

/// The findings in `x.sgf`: `tree offset cause`, after a `+` if the tree was kept.
fn findings(report: &Value) -> Vec<String> {
    let skipped = report["skipped"].as_array().unwrap();
    let line = |skip: &Value| {
        assert_eq!(skip["source"], "f/x.sgf");
        let kept = if skip["kept"] == true { "+" } else { "-" };
        format!("{kept} {} {} {}", skip["tree"], skip["offset"], skip["cause"].as_str().unwrap())
    };
    skipped.iter().map(line).collect()
}

#[test]
fn every_fault_is_reported_and_costs_no_neighbor() {
    // The number of records in the file, which ends with a good tree.
    for (bad, records, expected) in [
        (";GM[1]SZ[9]AB[aa];B[cc])", 2, "+ 1 0 the game tree has no opening parenthesis"),
        ("(;SZ[9]AB[aa];B[cc]", 2, "+ 1 20 the game tree is never closed"),
        ("(;SZ[9]AB[aa]))", 2, "+ 1 14 closing parenthesis without an opening one"),
        ("(;SZ[9]AB[aa]AW[Wpq];B[cc])", 1, "- 1 13 AW: `Wpq` is not a point of a 9x9 board"),
        ("(;SZ[9]AB[aa];B[Wpq])", 2, "+ 1 14 B: `Wpq` is not a point of a 9x9 board"),
        ("(;SZ[9]AB[aa]AW[bb][aa])", 1, "- 1 13 AW: A9 is set up in two ways in one node"),
        ("(;SZ[9]AB[aa][bb]AW[aa:cc])", 1, "- 1 17 AW: A9 is set up in two ways in one node"),
        ("(;SZ[9]AB[aa][bb][aa])", 2, "+ 1 7 AB: A9 is named twice"),
        ("(;SZ[9]AB[bb][aa:cc])", 2, "+ 1 7 AB: B8 is named twice"),
        (
            "(;SZ[0]AB[aa])",
            1,
            "- 1 2 SZ: `0` is not a board size: a board has 1 to 52 columns and rows",
        ),
        (
            "(;SZ[53]AB[aa])",
            1,
            "- 1 2 SZ: `53` is not a board size: a board has 1 to 52 columns and rows",
        ),
        (
            "(;SZ[x]AB[aa])",
            1,
            "- 1 2 SZ: `x` is not a board size: a board has 1 to 52 columns and rows",
        ),
        ("(;GM[2]AB[aa])", 1, "- 1 2 GM[2] is not go"),
        ("(;SZ[9]C[hi])", 1, "- 1 0 no stones are set up"),
        ("(;SZ[9]AB[aa] ] ;B[bb])", 2, "+ 1 14 text that belongs to no property was skipped"),
    ] {
        let (_dir, status, report) = import_beside_good_file(format!("{bad}\n{GOOD}").as_bytes());
        assert_eq!(findings(&report), [expected], "{bad}");
        // A finding about a tree that is kept whole is no damage.
        let is_damage = !expected.ends_with("is named twice");
        let status_of_damage = if is_damage { 3 } else { 0 };
        let found = (status, report["records"].as_u64());
        assert_eq!(found, (status_of_damage, Some(records + 1)), "{bad}");
    }
}

#[test]
fn a_file_may_begin_with_a_property() {
    let (_dir, status, report) =
        import_beside_good_file(format!("GM[1]SZ[9]AB[aa];B[cc])\n{GOOD}").as_bytes());
    assert_eq!((status, report["records"].as_u64()), (3, Some(3)));
    assert_eq!(findings(&report)[0], "+ 1 0 the game tree has no opening parenthesis");
}

#[test]
fn a_file_without_a_tree_is_reported() {
    let rubbish: Vec<u8> = (0..=255).cycle().take(10_000).collect();
    let much: Vec<u8> = (0..=255).cycle().take(3 << 20).collect();
    for (bad, cause) in [
        (&b""[..], "- null 0 the file is empty"),
        (&rubbish, "- null 0 the file has no game tree"),
        (&much, "- null 0 the file has no game tree"),
    ] {
        let (_dir, status, report) = import_beside_good_file(bad);
        assert_eq!(findings(&report), [cause]);
        assert_eq!((status, report["records"].as_u64()), (3, Some(1)));
    }
}

#[test]
fn a_file_cut_anywhere_has_right_positions_or_none() {
    let file = b"(;SZ[9]AB[aa][ba]AW[ca][bb:cc]GN[a];B[ab])\n(;SZ[13:9]AW[aa]C[x\\]y]AB[bb];W[cc])";
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("f");
    fs::create_dir(&folder).unwrap();
    for end in 0..=file.len() {
        fs::write(folder.join(format!("{end:03}.sgf")), &file[..end]).unwrap();
    }
    let database = dir.path().join("x.db");
    let (status, report) = import(&database, &folder);
    assert_eq!(status, 3);
    check(&database);
    for skip in report["skipped"].as_array().unwrap() {
        assert!(skip["offset"].as_u64().unwrap() <= file.len() as u64);
    }
    let connection = Connection::open(&database).unwrap();
    let mut statement = connection
        .prepare("SELECT DISTINCT tree, text FROM record JOIN position ON position.id = position")
        .unwrap();
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    let mut found: Vec<(u32, String)> = rows.map(Result::unwrap).collect();
    found.sort();
    // The cut may lose whole properties. Half a property never makes a position.
    let prefixes =
        ["(;SZ[9]AB[aa][ba]", "(;SZ[9]AB[aa][ba]AW[ca][bb:cc]"].map(|prefix| format!("{prefix})"));
    let second = ["(;SZ[13:9]AW[aa]", "(;SZ[13:9]AW[aa]C[x]AB[bb]"].map(|p| format!("{p})"));
    let texts = |trees: &[String]| -> Vec<String> {
        let folder = dir.path().join("true");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).unwrap();
        for (i, tree) in trees.iter().enumerate() {
            fs::write(folder.join(format!("{i}.sgf")), tree).unwrap();
        }
        let database = folder.join("x.db");
        import(&database, &folder);
        let connection = Connection::open(&database).unwrap();
        let mut statement = connection.prepare("SELECT text FROM position").unwrap();
        let rows = statement.query_map([], |row| row.get(0)).unwrap();
        rows.map(Result::unwrap).collect()
    };
    let mut expected: Vec<(u32, String)> = texts(&prefixes).into_iter().map(|t| (1, t)).collect();
    expected.extend(texts(&second).into_iter().map(|t| (2, t)));
    // A cut between two values of a property cannot be seen.
    expected.extend(
        texts(&["(;SZ[9]AB[aa])".into(), "(;SZ[9]AB[aa][ba]AW[ca])".into()])
            .into_iter()
            .map(|t| (1, t)),
    );
    expected.sort();
    assert_eq!(found, expected);
}

/// Files of up to 1 MB in which one part is repeated: nested deeper than a stack is, and so often
/// that steps that grow with its square would take minutes.
#[test]
fn endless_repetition_does_no_harm() {
    let repeat = |before: &str, part: &str, times: usize, after: &str| {
        let times = times * scale(1, 4);
        format!("{before}{}{after}\n{GOOD}", part.repeat(times)).into_bytes()
    };
    for (bad, records) in [
        (repeat("", "(;", 1 << 18, ""), 2),
        (repeat("(;SZ[9]AB[aa]", "(;B[bb])", 1 << 14, ")"), 3),
        (repeat("(;SZ[9]AB[aa]", "1;", 1 << 16, ")"), 3),
        (repeat("(;SZ[9]AB[aa]", ";B[Wpq]", 1 << 14, ")"), 3),
        (repeat("(;SZ[52]AB", "[aa:ZZ]", 1 << 13, ")"), 3),
        (repeat("(;SZ[52]", ";AB[aa:ZZ]", 1 << 12, ")"), 3),
        (repeat(GOOD, "()", 1 << 16, ""), 3),
        (repeat("(;SZ[9]AB[aa]", "Q", 2_000, "[x])"), 3),
    ] {
        let shown = String::from_utf8_lossy(&bad[..40]).into_owned();
        let (_dir, _, report) = import_beside_good_file(&bad);
        assert_eq!(report["records"].as_u64(), Some(records), "{shown}");
        assert!(report["skipped"].as_array().unwrap().len() <= 22, "{shown}");
    }
}

/// JSON is parsed as a whole, up to 32 MiB, and may be nested deeper than a stack is: the threads
/// of the import have 2 MiB.
#[test]
fn large_and_deep_json_does_no_harm() {
    let dir = tempfile::tempdir().unwrap();
    let good = r#"{"AB": ["aa", "ba"], "AW": ["ca", "bb"], "SOL": [["B", "ab"]]}"#;
    let list = |count: usize| format!("[{}]", vec![good; count].join(",\n"));
    let deep = |open: &str| format!("{good}\n{}\n{good}", open.repeat(scale(1 << 17, 1 << 20)));
    let moves = format!(
        r#"{{"initial_state":{{"black":"aa"}},"move_tree":{}{}}}"#,
        r#"{"x":1,"y":1,"branches":["#.repeat(scale(1 << 14, 1 << 16)),
        "]}".repeat(scale(1 << 14, 1 << 16))
    );
    for (name, text, records, causes) in [
        ("large.json", list(5_000), 5_000, vec![]), // more than go to the threads at a time
        (
            "endless.json",
            list((33 << 20) / good.len()),
            0,
            vec!["is JSON of more than 32 MiB; split it into several files"],
        ),
        (
            "lists.json",
            deep("["),
            2,
            vec!["the JSON ends too early", "the file ends before its list does"],
        ),
        ("objects.json", deep(r#"{"a":"#), 2, vec!["the JSON ends too early"]),
        ("moves.json", format!("{good}\n{moves}\n{good}"), 3, vec![]),
    ] {
        let path = dir.path().join(name);
        fs::write(&path, text).unwrap();
        let (status, report) = import(&dir.path().join(format!("{name}.db")), &path);
        let skipped = report["skipped"].as_array().unwrap();
        let found: Vec<_> = skipped.iter().map(|skip| skip["cause"].as_str().unwrap()).collect();
        assert_eq!((report["records"].as_u64(), &found), (Some(records), &causes), "{name}");
        assert_eq!(status, if causes.is_empty() { 0 } else { 3 }, "{name}");
    }
}

#[test]
fn charsets_are_read_from_marks_and_content() {
    let gn = |encoding: &'static encoding_rs::Encoding, ca: &str, text: &str| {
        let tree = format!("(;GM[1]FF[4]{ca}SZ[9]GN[{text}]AB[aa];B[bb])");
        encoding.encode(&tree).0.into_owned()
    };
    let utf16 = |mark: &[u8], to: fn(u16) -> [u8; 2], text: &str| {
        let tree = format!("(;GM[1]GN[{text}]AB[aa];B[bb])");
        [mark, &tree.encode_utf16().flat_map(to).collect::<Vec<_>>()].concat()
    };
    let padded: Vec<u8> = "(;GM[1]GN[x]AB[aa])".bytes().flat_map(|byte| [byte, 0]).collect();
    let japanese = "黒先白死 これは正解です。白はどこに打っても死にます。";
    let chinese = "黑先白死 这是正解。白棋怎么下都活不了。第一手是急所。";
    let taiwanese = "黑先白死 這是正解。白棋怎麼下都活不了。第一手是急所。";
    let korean = "흑선백사 정답입니다. 백은 어디에 두어도 살 수 없습니다.";
    let french = "un joli café à Genève, déjà vu";
    use encoding_rs::{BIG5, EUC_KR, GB18030, SHIFT_JIS, UTF_8, WINDOWS_1252};
    for (bytes, name, charset) in [
        (gn(SHIFT_JIS, "", japanese), japanese, Some("Shift_JIS?")),
        (gn(GB18030, "", chinese), chinese, Some("gb18030?")),
        (gn(BIG5, "", taiwanese), taiwanese, Some("Big5?")),
        (gn(EUC_KR, "", korean), korean, Some("EUC-KR?")),
        (gn(WINDOWS_1252, "", french), french, Some("windows-1252?")),
        (gn(SHIFT_JIS, "CA[Shift_JIS]", "表"), "表", Some("Shift_JIS")),
        (gn(GB18030, "CA[gb2312]", "黑先"), "黑先", Some("gb18030")),
        (gn(BIG5, "CA[Big5]", "黑先"), "黑先", Some("Big5")),
        (gn(EUC_KR, "CA[EUC-KR]", "흑선"), "흑선", Some("EUC-KR")),
        (gn(WINDOWS_1252, "CA[ISO-8859-1]", french), french, Some("windows-1252")),
        (gn(UTF_8, "", japanese), japanese, None),
        (gn(UTF_8, "CA[UTF-8]", korean), korean, None),
        (utf16(b"\xFF\xFE", u16::to_le_bytes, japanese), japanese, None),
        (utf16(b"\xFE\xFF", u16::to_be_bytes, korean), korean, None),
        (padded, "x", None),
    ] {
        let (dir, status, report) = import_beside_good_file(&bytes);
        assert_eq!((status, report["records"].as_u64()), (0, Some(2)), "{name}");
        let connection = Connection::open(dir.path().join("x.db")).unwrap();
        let found: (String, Option<String>) = connection
            .query_row(
                "SELECT record.name, charset FROM record JOIN source ON source.id = source
                 WHERE source.name = 'f/x.sgf'",
                [],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
            .unwrap();
        assert_eq!(found, (name.to_owned(), charset.map(str::to_owned)));
    }
}

/// Keys and trees of the records, in the order of import.
fn keys(database: &Path) -> Vec<(String, Option<String>)> {
    let connection = Connection::open(database).unwrap();
    let mut statement = connection
        .prepare(
            "SELECT hex(key), record.name FROM record
                  JOIN position ON position.id = position ORDER BY source, tree",
        )
        .unwrap();
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    rows.map(Result::unwrap).collect()
}

#[test]
fn a_large_file_has_the_records_of_its_parts() {
    let dir = tempfile::tempdir().unwrap();
    let (small, large) = (dir.path().join("s"), dir.path().join("l"));
    fs::create_dir(&small).unwrap();
    fs::create_dir(&large).unwrap();
    let long = format!("(;SZ[9]GN[長]AB[ab]C[{}];B[cc])\n", "死活".repeat(400_000));
    let trees: Vec<String> = (0..7_000)
        .map(|n| match n {
            6_500 => long.clone(),
            1_000 | 6_990 => "(;GM[1]SZ[9]GN[open]AB[cc];B[dd]\n".to_owned(),
            1_001 | 6_991 => problem(n), // begins a line with GM: it ends the open one
            2_000 => "(;GM[1]SZ[9]GN[bad]AB[c1];B[dd])\n".to_owned(),
            _ => problem(n).replace("Black to play", "黒先白死"),
        })
        .collect();
    for (i, trees) in trees.chunks(100).enumerate() {
        fs::write(small.join(format!("{i:03}.sgf")), trees.concat()).unwrap();
    }
    fs::write(large.join("x.sgf"), trees.concat()).unwrap();
    let databases = [dir.path().join("s.db"), dir.path().join("l.db")];
    let (status, one_by_one) = import(&databases[0], &small);
    assert_eq!(status, 3);
    let (status, at_once) = import(&databases[1], &large);
    assert_eq!(status, 3);
    for field in ["records", "positions", "problems", "new_positions"] {
        assert_eq!(one_by_one[field], at_once[field]);
    }
    let causes = |report: &Value| -> Vec<Value> {
        report["skipped"].as_array().unwrap().iter().map(|s| s["cause"].clone()).collect()
    };
    assert_eq!(causes(&one_by_one), causes(&at_once));
    let reported_trees: Vec<u64> =
        at_once["skipped"].as_array().unwrap().iter().filter_map(|s| s["tree"].as_u64()).collect();
    assert_eq!(reported_trees, [1_001, 2_001, 6_991]);
    assert_eq!(keys(&databases[0]), keys(&databases[1]));
    databases.iter().for_each(|database| check(database));
}

#[test]
fn a_tree_that_is_too_long_costs_no_neighbor() {
    // More than the 16 MiB of the longest tree and a piece of 1 MiB; few of the bytes are moves.
    let moves = format!(";B[bb]ZZ[{}];W[cc]", "x".repeat(scale(4_000, 0)));
    let moves = moves.repeat((18 << 20) / moves.len());
    let file = format!("{GOOD}(;GM[1]SZ[9]AB[ab]{moves}\n(;B[dd];W[ee]))\n{GOOD}{}", problem(1));
    let (_dir, status, report) = import_beside_good_file(file.as_bytes());
    let found = findings(&report);
    assert!(found.len() <= 2, "{found:?}"); // the cut may be within a value
    assert!(found[0].starts_with("+ 2 ") && found[0].contains("longer than 16777216 bytes"));
    assert_eq!(status, 3);
    assert_eq!((report["records"].as_u64(), report["games"].as_u64()), (Some(5), Some(0)));
}

#[test]
fn an_open_tree_far_from_the_end_costs_no_neighbor() {
    let open = "(;GM[1]SZ[9]AB[ab];B[bb]\n";
    // More than the 16 MiB of the longest tree and a piece of 1 MiB; few of the bytes are a comment.
    let fill = format!("(;GM[1]SZ[9]AB[ac]ZZ[{}]C[x];B[bb])\n", "x".repeat(100_000));
    let file = format!("{GOOD}{open}{}", fill.repeat(180));
    let (_dir, status, report) = import_beside_good_file(file.as_bytes());
    assert_eq!(findings(&report), ["+ 2 73 the game tree is never closed"]);
    assert_eq!((status, report["records"].as_u64()), (3, Some(183)));
}

#[test]
fn a_large_list_of_positions_is_read_in_pieces() {
    let comment = format!("# {}\n", "x".repeat(177));
    let mut list = format!("{comment}2x4|...X_XXXX_!!!!_\n").repeat(12_000);
    assert!(list.len() > 2 << 20, "the file is not read in three pieces");
    list.push_str("2x4|...\n3x3|.O.X.....");
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("x.igtn");
    fs::write(&file, list).unwrap();
    let (status, report) = import(&dir.path().join("x.db"), &file);
    assert_eq!(
        (status, report["records"].as_u64(), report["positions"].as_u64()),
        (3, Some(12_001), Some(2))
    );
    assert_eq!(
        (&report["skipped"][0]["tree"], &report["skipped"][0]["offset"]),
        (&24_001.into(), &2_400_000.into())
    );
}

/// Writes a tar archive, whose entries may have any name.
#[cfg(feature = "archives")]
fn write_tar(path: &Path, entries: &[(&str, &str)]) {
    let mut builder = tar::Builder::new(fs::File::create(path).unwrap());
    for (name, text) in entries {
        let mut header = tar::Header::new_ustar();
        header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
        header.set_size(text.len() as u64);
        header.set_mode(0o644);
        header.set_cksum();
        builder.append(&header, text.as_bytes()).unwrap();
    }
    builder.finish().unwrap();
}

#[cfg(feature = "archives")]
#[test]
fn entries_of_an_archive_are_written_nowhere() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("a").join("b");
    fs::create_dir_all(&folder).unwrap();
    let archive = folder.join("x.tar");
    let long = format!("(;AB[aa]C[{}])", "x".repeat(5_000));
    write_tar(
        &archive,
        &[
            ("../up.sgf", &problem(1)),
            ("/tmp/gtn-db-root.sgf", &problem(2)),
            ("long.sgf", &long),
            ("last.sgf", &problem(3)),
        ],
    );
    let database = dir.path().join("x.db");
    let output =
        gtn_db(&database).args(["import", "--json", "--max-entry", "4K"]).arg(&archive).output();
    let output = output.unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((output.status.code(), report["records"].as_u64()), (Some(3), Some(3)));
    let skipped = report["skipped"].as_array().unwrap();
    assert_eq!(skipped.len(), 1);
    assert_eq!(skipped[0]["source"], "x.tar/long.sgf");
    assert_eq!(skipped[0]["cause"], "is longer than 4096 bytes");
    assert!(!dir.path().join("a/up.sgf").exists() && !folder.join("up.sgf").exists());
    assert!(!Path::new("/tmp/gtn-db-root.sgf").exists());
}

#[cfg(feature = "archives")]
#[test]
fn input_from_a_pipe_replaces_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let database = dir.path().join("x.db");
    for n in [1, 2] {
        let archive = dir.path().join(format!("{n}.tar"));
        write_tar(&archive, &[("1.sgf", &problem(n))]);
        gtn_db(&database).args(["import", "-"]).pipe_stdin(&archive).unwrap().assert().code(0);
    }
    assert_eq!(keys(&database).len(), 2);
}

#[cfg(unix)]
#[test]
fn unreadable_files_in_a_folder_are_reported() {
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::{PermissionsExt, symlink};
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("f");
    fs::create_dir(&folder).unwrap();
    symlink(&folder, folder.join("loop")).unwrap();
    symlink(dir.path().join("nowhere"), folder.join("gone.sgf")).unwrap();
    let name = std::ffi::OsStr::from_bytes(b"caf\xE9\x1b[31m.sgf");
    fs::write(folder.join(name), problem(1)).unwrap();
    let closed = folder.join("closed.sgf");
    fs::write(&closed, problem(2)).unwrap();
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o000)).unwrap();
    let is_readable = fs::read(&closed).is_ok(); // by root
    let database = dir.path().join("x.db");
    let (status, report) = import(&database, &folder);
    assert_eq!(status, 3);
    let found: Vec<String> = report["skipped"]
        .as_array()
        .unwrap()
        .iter()
        .map(|skip| {
            format!("{}: {}", skip["source"].as_str().unwrap(), skip["cause"].as_str().unwrap())
        })
        .collect();
    assert!(
        found.iter().any(|line| line.starts_with("f/loop: ") && line.contains("leads back")),
        "{found:?}"
    );
    assert!(
        found.contains(&"f/gone.sgf: the target of the symbolic link does not exist".to_owned()),
        "{found:?}"
    );
    assert_eq!(
        found.iter().any(|line| line.starts_with("f/closed.sgf: cannot be read")),
        !is_readable
    );
    assert_eq!(report["records"].as_u64(), Some(1 + u64::from(is_readable)));
}

#[test]
fn a_second_import_replaces_only_changed_files() {
    let dir = tempfile::tempdir().unwrap();
    let (first, second) = (dir.path().join("1"), dir.path().join("2"));
    fs::create_dir(&first).unwrap();
    fs::create_dir(&second).unwrap();
    let file = first.join("a.sgf");
    fs::write(&file, problem(1) + &problem(2)).unwrap();
    fs::write(first.join("b.sgf"), problem(1)).unwrap();
    let database = dir.path().join("x.db");
    assert_eq!(import(&database, &first).0, 0);
    let before = fs::read(&database).unwrap();

    let (status, report) = import(&database, &first);
    assert_eq!(
        (status, report["unchanged"].as_u64(), report["sources"].as_u64()),
        (0, Some(2), Some(0))
    );
    assert_eq!(fs::read(&database).unwrap(), before, "nothing was written");

    // Copies are sources of their own.
    fs::copy(&file, second.join("a.sgf")).unwrap();
    fs::copy(&file, second.join("c.sgf")).unwrap();
    let (_, report) = import(&database, &second);
    assert_eq!((report["unchanged"].as_u64(), report["sources"].as_u64()), (Some(0), Some(2)));
    fs::remove_file(second.join("c.sgf")).unwrap();

    // A changed file replaces its old records, and positions without a record go.
    fs::write(second.join("c.sgf"), problem(3)).unwrap();
    fs::write(&file, problem(4)).unwrap();
    let fresh = dir.path().join("fresh.db");
    for database in [&database, &fresh] {
        gtn_db(database).arg("import").args([&first, &second]).assert().code(0);
        check(database);
    }
    let names = |database: &Path| -> Vec<String> {
        keys(database).into_iter().filter_map(|(_, name)| name).collect()
    };
    let mut found = names(&database);
    found.sort();
    assert_eq!(found, ["1", "1", "2", "3", "4"]);
    assert!(contents(&database) == contents(&fresh));
}

#[test]
fn a_file_that_became_empty_loses_its_records() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("f");
    fs::create_dir(&folder).unwrap();
    let database = dir.path().join("x.db");
    let much = "no tree ".repeat(200_000);
    for nothing in ["", "(;AB[zz])", &much] {
        fs::write(folder.join("a.sgf"), problem(1)).unwrap();
        fs::write(folder.join("b.sgf"), problem(2)).unwrap();
        import(&database, &folder);
        fs::write(folder.join("a.sgf"), nothing).unwrap();
        let (status, report) = import(&database, &folder);
        assert_eq!((status, report["sources"].as_u64()), (3, Some(0)));
        check(&database);
        assert_eq!(keys(&database).len(), 1);
    }
    // A file that became a copy of another one keeps what the copy has.
    let copy = dir.path().join("copy");
    fs::create_dir(&copy).unwrap();
    fs::write(folder.join("a.sgf"), problem(1)).unwrap();
    fs::write(copy.join("a.sgf"), problem(3)).unwrap();
    import(&database, &folder);
    import(&database, &copy);
    fs::write(copy.join("a.sgf"), problem(1)).unwrap();
    let (_, report) = import(&database, &copy);
    assert_eq!(report["changed"].as_u64(), Some(1));
    check(&database);
    assert_eq!(keys(&database).len(), 3);
}

#[test]
fn the_database_does_not_depend_on_the_number_of_threads() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("f");
    fs::create_dir(&folder).unwrap();
    for file in 0..50 {
        let trees: String = (0..20).map(|i| problem(file * 13 + i)).collect();
        fs::write(folder.join(format!("{file}.sgf")), trees).unwrap();
    }
    let bytes = ["1", "2", "4"].map(|threads| {
        let database = dir.path().join(format!("{threads}.db"));
        let mut command = gtn_db(&database);
        command.env("RAYON_NUM_THREADS", threads).arg("import").arg(&folder).assert().code(0);
        // Each database has an identity and knows the time of its import. Their sizes leave traces in
        // the free bytes of a page, which VACUUM drops.
        let same = "UPDATE database SET identity = zeroblob(16), checksum = 0;
            UPDATE import SET started = 0, checksum = 0; VACUUM";
        Connection::open(&database).unwrap().execute_batch(same).unwrap();
        fs::read(&database).unwrap()
    });
    assert!(bytes.iter().all(|other| *other == bytes[0]));
}

#[test]
fn only_a_database_of_this_version_is_written_to() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("a.sgf");
    fs::write(&file, problem(1)).unwrap();
    let refused = |database: &Path, message: &str| {
        let before = fs::read(database).ok();
        gtn_db(database).arg("import").arg(&file).assert().code(2).stderr(contains(message));
        assert_eq!(fs::read(database).ok(), before);
    };
    let make = |name: &str, sql: &str| {
        let path = dir.path().join(name);
        Connection::open(&path).unwrap().execute_batch(sql).unwrap();
        path
    };
    let new = dir.path().join("new").join("folder").join("x.db");
    assert_eq!(import(&new, &file).0, 0);
    let empty = dir.path().join("empty.db");
    fs::write(&empty, "").unwrap();
    assert_eq!(import(&empty, &file).0, 0);

    refused(&make("other.db", "CREATE TABLE t (x)"), "is not a gtn-db database");
    let text = dir.path().join("text.db");
    fs::write(&text, "My diary\n".repeat(1_000)).unwrap();
    refused(&text, "is not a gtn-db database");
    let later = "PRAGMA application_id = 0x67746e64; PRAGMA user_version = 99";
    refused(&make("later.db", later), "was written by a newer version of gtn-db (schema 99");
    let scheme = "UPDATE meta SET value = 'gtn9' WHERE name = 'key_scheme'";
    Connection::open(&new).unwrap().execute_batch(scheme).unwrap();
    refused(&new, "has keys of the scheme `gtn9`");
    assert!(gtn_db::store::Store::open(&new).is_err(), "it cannot be read either");
    refused(&file.join("x.db"), "cannot create the folder ");
    if cfg!(target_os = "linux") {
        refused(Path::new("/proc/gtn.db"), "/proc/gtn.db");
    }
}

/// A limit on the size of files takes the place of a full disk.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_database_as_it_was() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("f");
    fs::create_dir(&folder).unwrap();
    let trees: String = (0..3_000).map(problem).collect();
    fs::write(folder.join("b.sgf"), trees).unwrap();
    let database = dir.path().join("x.db");
    fs::write(dir.path().join("a.sgf"), problem(1)).unwrap();
    import(&database, &dir.path().join("a.sgf"));
    let before = contents(&database);
    let script = "trap '' XFSZ; ulimit -f 128; exec \"$0\" \"$@\"";
    let output = std::process::Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_gtn-db"), "import", "--db"])
        .args([&database, &folder])
        .output()
        .unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains("x.db"), "{message}");
    check(&database);
    assert_eq!(contents(&database), before);
    assert_eq!(import(&database, &folder).0, 0);
}

/// The folder, and those above it that the export created, are gone; folders that were there stay.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_no_folder_of_an_export() {
    let dir = tempfile::tempdir().unwrap();
    let trees: String = (0..1_000).map(problem).collect();
    fs::write(dir.path().join("b.sgf"), trees).unwrap();
    let database = dir.path().join("x.db");
    import(&database, &dir.path().join("b.sgf"));
    fs::create_dir(dir.path().join("kept")).unwrap();
    let export = |folder: &str, blocks: &str| {
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
        let output = std::process::Command::new("sh")
            .args(["-c", &script, env!("CARGO_BIN_EXE_gtn-db"), "export", "--format", "dataset"])
            .arg("--db")
            .arg(&database)
            .arg("-o")
            .arg(dir.path().join(folder))
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    for folder in ["kept/new/er", "kept"] {
        let (code, message) = export(folder, "128");
        assert_eq!(code, Some(2), "{message}");
        assert!(message.contains("cannot write to "), "{message}");
        assert_eq!(fs::read_dir(dir.path().join("kept")).unwrap().count(), 0, "{folder}");
    }
    let (code, message) = export("kept/new/er", "unlimited");
    assert_eq!(code, Some(0), "{message}");
    assert!(dir.path().join("kept/new/er/.gtn-db-export.json").exists());
}
