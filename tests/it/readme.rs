//! Runs the commands that README.md and other documents show, and compares their output with the
//! documents.
//!
//! `GTN_DB_UPDATE_DOCS=1 cargo test --test it readme` writes the output into
//! the documents instead.
#![cfg(unix)]

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// The documents, in the order in which a reader types them in one folder.
const DOCUMENTS: [&str; 8] = [
    "README.md",
    "docs/teach.md",
    "docs/site.md",
    "docs/research.md",
    "docs/tour.md",
    "docs/games.md",
    "docs/abalone.md",
    "docs/solve.md",
];

/// Types the commands of all `console` blocks, one document after the other, in one folder that holds
/// a copy of `data`. Each document begins with a database of its own, and never uses that of the user.
#[test]
fn the_documents_show_what_the_commands_print() {
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
    for document in DOCUMENTS {
        let shown = fs::read_to_string(project.join(document)).unwrap();
        let printed = with_real_output(&shown, folder.path());
        if env::var_os("GTN_DB_UPDATE_DOCS").is_some() {
            fs::write(project.join(document), &printed).unwrap();
            continue;
        }
        assert_same_lines(document, &shown, &printed);
    }
    assert!(!folder.path().join("home").exists(), "a command used the database of the user");
}

#[test]
fn no_document_with_commands_is_left_out() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    for file in fs::read_dir(project.join("docs")).unwrap() {
        let name = format!("docs/{}", file.unwrap().file_name().to_string_lossy());
        if name.ends_with(".md") && !DOCUMENTS.contains(&&*name) {
            let text = fs::read_to_string(project.join(&name)).unwrap();
            let shown = text.lines().find(|line| line.starts_with("$ gtn-db "));
            assert_eq!(shown.filter(|line| !line.contains("serve")), None, "{name}");
        }
    }
}

/// The document with what its commands really print.
fn with_real_output(document: &str, folder: &Path) -> String {
    let mut printed = String::new();
    let (mut is_console, mut commands) = (false, 0);
    // What `export` has set: each command has a shell of its own.
    let mut variables: Vec<(String, String)> = Vec::new();
    let mut lines = document.lines().peekable();
    while let Some(line) = lines.next() {
        match line.strip_prefix("$ ") {
            Some(command) if is_console => {
                commands += 1;
                let (mut command, mut shown) = (command.to_owned(), line.to_owned());
                while let Some(next) = lines.next_if(|next| next.starts_with("> ")) {
                    command = format!("{command}\n{}", &next[2..]);
                    shown = format!("{shown}\n{next}");
                }
                if let Some((name, value)) =
                    command.strip_prefix("export ").and_then(|set| set.split_once('='))
                {
                    variables.push((name.to_owned(), value.to_owned()));
                }
                let output = run(&command, folder, &variables);
                assert_eq!(String::from_utf8_lossy(&output.stderr), "", "$ {command}");
                writeln!(printed, "{shown}").unwrap();
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
    assert!(commands >= 3, "only {commands} commands");
    printed
}

fn run(command: &str, folder: &Path, variables: &[(String, String)]) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_gtn-db")).parent().unwrap().to_owned();
    let path = env::var_os("PATH").unwrap();
    let path = env::join_paths([program].into_iter().chain(env::split_paths(&path))).unwrap();
    Command::new("sh")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", path)
        .env_remove("GTN_DB")
        .env("XDG_DATA_HOME", folder.join("home"))
        .envs(variables.iter().map(|(name, value)| (name, value)))
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
