//! The command line itself: help, exit status, completions, manual pages.

use std::io::Read;
use std::process::{Command as Process, Stdio};

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, is_empty, starts_with};

fn gtn_db() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gtn-db"));
    command.env_remove("GTN_DB");
    command
}

#[test]
fn help_and_version() {
    gtn_db().arg("--help").assert().code(0).stdout(contains("Example:\n  gtn-db "));
    gtn_db().arg("--version").assert().code(0).stdout(starts_with("gtn-db "));
    for command in ["convert", "completions", "man"] {
        let help = gtn_db().args([command, "--help"]).assert().code(0);
        help.stdout(contains(format!("Example:\n  gtn-db {command} ")));
    }
}

#[test]
fn an_invalid_command_line_is_an_error() {
    for args in [&["fnid"][..], &[], &["convert", "--to", "x", "1x1|."], &["man", "extra"]] {
        gtn_db().args(args).assert().code(2).stdout(is_empty()).stderr(is_empty().not());
    }
}

#[test]
fn an_empty_variable_names_no_database() {
    gtn_db().env("GTN_DB", "").args(["convert", "1x1|."]).assert().code(0);
}

#[test]
fn completions() {
    for shell in ["bash", "zsh", "fish"] {
        let assert = gtn_db().args(["completions", shell]).assert().code(0);
        assert.stdout(contains("a-u-igtn").and(contains("N_SR3")));
    }
}

#[test]
fn manual_pages() {
    let page = gtn_db().arg("man").assert().code(0);
    page.stdout(contains(".TH gtn-db 1"));
    let has_sections = |page: &str| {
        let sections = [".SH \"EXIT STATUS\"", ".SH ENVIRONMENT", "GTN_DB_PAGER", ".SH FILES"];
        sections.iter().all(|section| page.contains(section))
    };

    let dir = tempfile::tempdir().unwrap();
    let pages = dir.path().join("share").join("man1");
    gtn_db().arg("man").arg("--dir").arg(&pages).assert().code(0).stdout(is_empty());
    for page in ["gtn-db.1", "gtn-db-convert.1", "gtn-db-man.1"] {
        let page = std::fs::read_to_string(pages.join(page)).unwrap();
        assert!(has_sections(&page), "{page}");
    }

    let file = dir.path().join("file");
    std::fs::write(&file, "").unwrap();
    let failed = gtn_db().arg("man").arg("--dir").arg(&file).assert().code(2);
    failed.stderr(starts_with("gtn-db: ").and(contains("file: ")));
}

/// Runs a command whose output nobody reads any more.
fn unread(args: &[&str], input: Stdio) -> (Option<i32>, String) {
    let mut child = Process::new(env!("CARGO_BIN_EXE_gtn-db"))
        .args(args)
        .stdin(input)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let status = child.wait().unwrap();
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    (status.code(), errors)
}

#[test]
fn a_broken_pipe_is_no_error() {
    let mut lines = tempfile::tempfile().unwrap();
    std::io::Write::write_all(&mut lines, "3x3|.O.X.....\n".repeat(50_000).as_bytes()).unwrap();
    std::io::Seek::rewind(&mut lines).unwrap();
    assert_eq!(unread(&["convert", "-"], lines.into()), (Some(0), String::new()));
    for args in [&["completions", "zsh"][..], &["man"], &["--help"]] {
        assert_eq!(unread(args, Stdio::null()), (Some(0), String::new()), "{args:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_output_device_is_an_error() {
    let lines: [&[&str]; 5] = [
        &["--help"],
        &["--version"],
        &["help", "find"],
        &["convert", "1x1|X"],
        &["completions", "bash"],
    ];
    for args in lines {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let output = Process::new(env!("CARGO_BIN_EXE_gtn-db"))
            .args(args)
            .stdout(full)
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {errors}");
        assert!(errors.starts_with("gtn-db: cannot write to standard output: "), "{errors}");
    }
}

#[test]
fn colors_are_a_choice() {
    let is_styled = |variable: Option<&str>, args: &[&str]| {
        let mut command = gtn_db();
        command
            .env_remove("NO_COLOR")
            .env_remove("CLICOLOR_FORCE")
            .envs(variable.map(|name| (name, "1")));
        let output =
            command.args(["convert", "--to", "diagram", "1x1|X"]).args(args).output().unwrap();
        output.stdout.contains(&0x1b)
    };
    assert!(!is_styled(None, &[])); // a pipe
    assert!(!is_styled(None, &["--color", "auto"]));
    assert!(is_styled(None, &["--color", "always"]));
    assert!(is_styled(Some("NO_COLOR"), &["--color=always"]));
    assert!(is_styled(Some("CLICOLOR_FORCE"), &[]));
    assert!(!is_styled(Some("CLICOLOR_FORCE"), &["--color", "never"]));
    let help = gtn_db().args(["find", "--help", "--color", "always"]).output().unwrap();
    assert!(help.stdout.contains(&0x1b));
    gtn_db()
        .args(["--color", "blue", "man"])
        .assert()
        .code(2)
        .stderr(contains("auto, always, never"));
}

#[test]
fn hints_and_notes() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("go.db");
    let stats = |args: &[&str]| {
        let mut command = gtn_db();
        command.arg("stats").args(args).arg("--db").arg(&database);
        command.assert()
    };
    stats(&[])
        .code(2)
        .stderr(contains("\nhint: `gtn-db --db ").and(contains(" import FOLDER` makes one\n")));
    stats(&["--quiet"]).code(2).stderr(contains("hint").not());
    stats(&["--verbose"])
        .code(2)
        .stderr(starts_with("gtn-db: database: ").and(contains("gtn-db: time: ")));
    stats(&["--verbose", "--quiet"]).code(2).stderr(contains("cannot be used with"));
}
