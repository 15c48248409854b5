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
fn without_a_command_a_short_summary_is_shown() {
    let output = gtn_db().output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!((5..=25).contains(&text.lines().count()), "{text}");
    assert!(text.lines().all(|line| line.len() <= 80), "{text}");
    for command in ["import", "dups", "find", "compare", "export", "--help"] {
        assert!(text.contains(&format!("gtn-db {command}")), "{command}: {text}");
    }
}

#[test]
fn a_usage_line_does_not_demand_the_database_of_the_environment() {
    let failed = gtn_db().env("GTN_DB", "go.db").arg("show").assert().code(2);
    failed.stderr(contains("Usage: gtn-db show").and(contains("--db").not()));
    let failed = gtn_db().env("GTN_DB", "/nowhere/go.db").arg("stats").assert().code(2);
    failed.stderr(contains("/nowhere/go.db"));
}

#[test]
fn errors_have_hints_in_the_words_of_the_command_line() {
    for (args, words) in [
        (&["games", "x"][..], "a game is a number such as 12"),
        (&["convert", "Q99"], "neither a file nor a position"),
        (&["find", "--limit", "0", "Q16"], "at least 1 is listed"),
        (&["dups", "--limit", "0"], "at least 1 is listed"),
        (&["problems", "--limit", "x"], "not a whole number"),
        (&["find", "Q16", "D4"], "for one position, 'Q16 D4'"),
        (&["convert", "--to", "foo", "1x1|X"], "the forms are gtn, igtn, "),
        (&["convert", "--op", "IR1 then foo", "1x1|X"], "there is no operation `foo`"),
    ] {
        let failed = gtn_db().args(args).args(["--db", "/nowhere/go.db"]).assert().code(2);
        failed.stderr(contains(words).and(contains("digit found").not()));
    }
    gtn_db().args(["sources", "remove", "x", "--db", "/nowhere/go.db"]).assert().code(2).stderr(
        contains("no database"), // `remove` is another name of `rm`
    );
}

#[test]
#[cfg(unix)]
fn names_and_patterns_need_not_be_utf8() {
    use std::os::unix::ffi::OsStringExt;

    let folder = tempfile::tempdir().unwrap();
    let name = std::ffi::OsString::from_vec(b"caf\xe9.sgf".to_vec());
    let sgf = "(;SZ[9]AB[aa][bb]AW[cb]PL[B];B[ba]C[Correct])";
    std::fs::write(folder.path().join(&name), sgf).unwrap();
    std::fs::write(folder.path().join("other.sgf"), sgf).unwrap();
    let run = |args: &[&std::ffi::OsStr]| {
        let mut command = gtn_db();
        command.current_dir(folder.path()).env("GTN_DB", "go.db").args(args).assert()
    };
    let text = std::ffi::OsStr::new;
    run(&[text("import"), &name, text("other.sgf")]).code(0);
    run(&[text("sources"), &name]).code(0).stdout(contains("1 source, 1 record"));
    run(&[text("problems"), text("--source"), &name]).code(0);
    run(&[text("problems"), text("--name"), &name]).code(1);
    run(&[text("dups"), text("--between"), &name, text("other.sgf")]).code(0);
    run(&[text("sources"), text("rename"), &name, text("new.sgf"), text("-y")]).code(0);
    run(&[text("sources"), text("new.sgf")]).code(0);
}

/// What a shell offers for the last of some words.
#[cfg(unix)]
fn complete(shell: &str, program: &str, line: &str) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    let script = gtn_db().args(["completions", shell]).output().unwrap().stdout;
    std::fs::write(folder.path().join("script"), script).unwrap();
    let output = Process::new(shell)
        .args(["-c", program, line])
        .env("HOME", folder.path())
        .current_dir(folder.path())
        .output();
    match output {
        Ok(output) => Some(String::from_utf8(output.stdout).unwrap()),
        Err(error) => {
            // Only bash is everywhere.
            assert!(shell != "bash" && error.kind() == std::io::ErrorKind::NotFound, "{error}");
            None
        }
    }
}

/// What a command line begins with, and some of what is offered for its last word.
const COMPLETED: [(&str, &[&str]); 7] = [
    ("gtn-db fi", &["find"]),
    ("gtn-db find --ne", &["--near", "--next"]),
    ("gtn-db --db x find --ne", &["--near", "--next"]),
    ("gtn-db sources rm --last", &["--last-import"]),
    ("gtn-db convert --to a-u", &["a-u-igtn", "a-u-igtn-r"]),
    ("gtn-db dups --turn b", &["black"]),
    ("gtn-db sources re", &["rename", "remove"]),
];

#[test]
#[cfg(unix)]
fn bash_completes_behind_every_subcommand() {
    let program = "source ./script
        read -ra COMP_WORDS <<< \"$0\"
        [[ $0 == *' ' ]] && COMP_WORDS+=('')
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        function=$(complete -p gtn-db | sed 's/.*-F \\([^ ]*\\).*/\\1/')
        $function gtn-db \"${COMP_WORDS[COMP_CWORD]}\" \"${COMP_WORDS[COMP_CWORD - 1]}\"
        printf '%s\\n' \"${COMPREPLY[@]}\"";
    let offered = |line: &str| complete("bash", program, line).unwrap();
    for (line, words) in COMPLETED {
        let offered = offered(line);
        for word in words {
            assert!(offered.lines().any(|other| other == *word), "{line}: {offered}");
        }
    }
    let help = String::from_utf8(gtn_db().arg("--help").output().unwrap().stdout).unwrap();
    let commands = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let names = commands.lines().filter_map(|line| line.strip_prefix("  "));
    let names =
        names.filter(|line| !line.starts_with(' ')).filter_map(|line| line.split(' ').next());
    let names: Vec<&str> = names.filter(|name| *name != "help").collect();
    assert!(names.len() >= 17, "{names:?}");
    for name in names {
        assert_eq!(offered(&format!("gtn-db {name} --hel")), "--help\n", "{name}");
    }
}

#[test]
#[cfg(unix)]
fn fish_completes_behind_subcommands() {
    for (line, words) in COMPLETED {
        let program = format!("source ./script; complete -C '{line}'");
        let Some(offered) = complete("fish", &program, "") else { return };
        for word in words {
            let is_offered = |other: &str| other.split('\t').next() == Some(word);
            assert!(offered.lines().any(is_offered), "{line}: {offered}");
        }
    }
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

#[test]
fn an_empty_path_is_not_the_default_database() {
    let refused = contains("the path of the database is empty");
    gtn_db().arg("stats").env("GTN_DB", "").assert().code(2).stderr(refused.clone());
    gtn_db().args(["--db", "", "import", "data"]).assert().code(2).stderr(refused);
}
