//! Runs the commands that README.md, docs/games.md and docs/abalone.md show, and compares their
//! output with the documents.
//!
//! `GTN_DB_UPDATE_DOCS=1 cargo test --test it readme` writes the output into
//! the documents instead.
#![cfg(unix)]

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

#[test]
fn readme_shows_what_the_commands_print() {
    check_document("README.md");
}

#[test]
fn games_page_shows_what_the_commands_print() {
    check_document("docs/games.md");
}

#[test]
fn abalone_page_shows_what_the_commands_print() {
    check_document("docs/abalone.md");
}

/// Runs the `console` blocks of a document in a folder that holds a copy of
/// `data`, with a database of its own.
fn check_document(document: &str) {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().unwrap();
    for part in ["data", "data/abalone"] {
        fs::create_dir(folder.path().join(part)).unwrap();
        for file in fs::read_dir(project.join(part)).unwrap() {
            let file = file.unwrap();
            if file.file_type().unwrap().is_file() {
                fs::copy(file.path(), folder.path().join(part).join(file.file_name())).unwrap();
            }
        }
    }
    let shown = fs::read_to_string(project.join(document)).unwrap();
    let printed = with_real_output(&shown, folder.path());
    if env::var_os("GTN_DB_UPDATE_DOCS").is_some() {
        fs::write(project.join(document), &printed).unwrap();
        return;
    }
    assert_same_lines(document, &shown, &printed);
}

/// The document with what its commands really print.
fn with_real_output(document: &str, folder: &Path) -> String {
    let mut printed = String::new();
    let (mut is_console, mut commands) = (false, 0);
    for line in document.lines() {
        match line.strip_prefix("$ ") {
            Some(command) if is_console => {
                commands += 1;
                let output = run(command, folder);
                assert_eq!(String::from_utf8_lossy(&output.stderr), "", "$ {command}");
                writeln!(printed, "{line}").unwrap();
                for line in String::from_utf8(output.stdout).unwrap().trim_end().lines() {
                    writeln!(printed, "{}", line.trim_end()).unwrap();
                }
                continue;
            }
            _ if line == "```console" => is_console = true,
            _ if line == "```" => is_console = false,
            _ if is_console => continue, // the shown output
            _ => {}
        }
        writeln!(printed, "{line}").unwrap();
    }
    assert!(commands >= 6, "only {commands} commands");
    printed
}

fn run(command: &str, folder: &Path) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_gtn-db")).parent().unwrap().to_owned();
    let path = env::var_os("PATH").unwrap();
    let path = env::join_paths([program].into_iter().chain(env::split_paths(&path))).unwrap();
    Command::new("sh")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", path)
        .env("GTN_DB", folder.join("go.db"))
        .output()
        .unwrap()
}

/// Fails at the first line that differs.
fn assert_same_lines(document: &str, shown: &str, printed: &str) {
    for ((shown, printed), number) in shown.lines().zip(printed.lines()).zip(1..) {
        assert_eq!(shown, printed, "{document}, line {number}");
    }
    assert_eq!(shown.lines().count(), printed.lines().count(), "{document}");
}
