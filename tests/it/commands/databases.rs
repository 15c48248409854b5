//! Which database, names from files, exit statuses.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::{BULKY_FIVE, Db, gtn_db, ran};

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
    let message = format!("gtn-db: no database at {}\n", default.display());
    assert_eq!(missing.err, message + "hint: `gtn-db import FOLDER` makes one\n");

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
    // an unset variable in a script must not lead to the user's own
    let empty: &[(&str, &Path)] = &[("XDG_DATA_HOME", &at("data")), ("GTN_DB", Path::new(""))];
    let refused = stats(empty, &[]);
    assert_eq!((refused.status, refused.out.as_str()), (2, ""));
    assert_eq!(refused.err, "gtn-db: the path of the database is empty (--db or GTN_DB)\n");
}

#[test]
fn every_command_needs_a_database() {
    for args in [&["find", "1x1|X"][..], &["dups"], &["export"], &["show", "b551"], &["stats"]] {
        let db = Db::new();
        let ran = db.run(args);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{args:?}");
        let path = db.path("gtn.db");
        let message = format!("gtn-db: no database at {}\n", path.display());
        assert!(ran.err.starts_with(&message), "{}", ran.err);
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
        assert_eq!(ran.err, format!("gtn-db: {text} is not a gtn-db database\n"));
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
    let mut names: Vec<_> =
        fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, [".gtn-db-export.json", "1-2J31mq-bx-b1m-..-y.sgf"]);

    let told = db.run(&["export", "--prefer", "\x1b[2J"]);
    assert_eq!(told.err, "gtn-db: --prefer: the database has no source `\\x1b[2J`\n");
}

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
        (2, &["import", "no-such-folder"]),
        (3, &["import", &broken]),
    ] {
        let ran = db.run(args);
        assert_eq!(ran.status, status, "{args:?}: {} {}", ran.out, ran.err);
        let says_so = status == 1 && args[0] == "show"; // nothing is printed otherwise
        assert_eq!(ran.err.is_empty(), status < 2 && !says_so, "{args:?}: {}", ran.err);
    }
}
