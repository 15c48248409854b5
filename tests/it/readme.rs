//! What README.md and docs/games.md show, typed in: its output is what they show.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

/// A command of the tour and the output that is shown.
struct Step {
    command: String,
    shown: String,
}

fn steps(readme: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for block in readme.split("```console\n").skip(1) {
        for line in block.split("```").next().unwrap().lines() {
            if let Some(command) = line.strip_prefix("$ ") {
                steps.push(Step { command: command.to_owned(), shown: String::new() });
            } else {
                let step = steps.last_mut().expect("a block begins with a command");
                step.shown.push_str(line.trim_end());
                step.shown.push('\n');
            }
        }
    }
    steps
}

#[test]
#[cfg(unix)]
fn the_tour_shows_what_happens() {
    shows_what_happens("README.md");
}

#[test]
#[cfg(unix)]
fn the_examples_of_games_show_what_happens() {
    shows_what_happens("docs/games.md");
}

/// Types what a document shows, in a folder of its own.
#[cfg(unix)]
fn shows_what_happens(document: &str) {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("data")).unwrap();
    for file in fs::read_dir(project.join("data")).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), folder.path().join("data").join(file.file_name())).unwrap();
    }
    let program = Path::new(env!("CARGO_BIN_EXE_gtn-db")).parent().unwrap();
    let path = env::join_paths(
        [program.to_owned()].into_iter().chain(env::split_paths(&env::var_os("PATH").unwrap())),
    );

    let steps = steps(&fs::read_to_string(project.join(document)).unwrap());
    assert!(steps.len() >= 6, "{document} shows nothing");
    for Step { command, shown } in steps {
        let output = Command::new("sh")
            .args(["-c", &command])
            .current_dir(folder.path())
            .env("PATH", path.as_ref().unwrap())
            .env("GTN_DB", folder.path().join("go.db"))
            .output()
            .unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        let printed: String =
            printed.lines().map(|line| format!("{}\n", line.trim_end())).collect();
        assert_eq!(printed.trim_end(), shown.trim_end(), "$ {command}");
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "$ {command}");
    }
}
