//! The rules of ARCHITECTURE.md that the compiler does not check: within a crate, which module may use which; no
//! import circles between files, where SQL is, and who prints.

mod import_graph;
mod import_graph_tests;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use import_graph::ImportGraph;

/// Each module of the library with the modules it may use.
const MAY_USE: [(&str, &[&str]); 29] = [
    ("color", &[]),
    ("diagnostic", &[]),
    ("escape", &[]),
    ("key", &[]),
    ("names", &[]),
    ("parallel", &[]),
    ("go", &["color"]),
    ("abalone", &["color", "key"]),
    ("gtn", &["color", "key", "go"]),
    ("sgf", &["color", "key", "go"]),
    ("games", &["color", "go", "gtn", "parallel"]),
    ("similarity", &["color", "go", "gtn", "parallel"]),
    ("solution", &["color", "go", "sgf"]),
    ("model", &["color", "key", "go", "abalone", "gtn", "sgf", "diagnostic", "solution"]),
    (
        "extract",
        &[
            "color",
            "key",
            "go",
            "abalone",
            "gtn",
            "sgf",
            "games",
            "similarity",
            "diagnostic",
            "solution",
            "model",
        ],
    ),
    ("solve", &["color", "go", "sgf"]),
    ("joseki", &["color", "go", "gtn", "sgf", "games", "model"]),
    (
        "table",
        &["color", "diagnostic", "key", "go", "gtn", "sgf", "games", "solution", "model", "joseki"],
    ),
    ("check", &["color", "go", "sgf", "diagnostic", "solution", "model", "extract"]),
    ("svg", &["color", "escape", "key", "go", "abalone", "gtn", "sgf", "extract"]),
    ("store", &["color", "key", "go", "abalone", "solution", "model"]),
    (
        "export",
        &["color", "escape", "key", "go", "abalone", "gtn", "sgf", "solution", "model", "extract"],
    ),
    (
        "report",
        &[
            "color",
            "escape",
            "diagnostic",
            "key",
            "go",
            "abalone",
            "gtn",
            "sgf",
            "solution",
            "model",
            "svg",
        ],
    ),
    (
        "import",
        &[
            "color",
            "key",
            "go",
            "abalone",
            "gtn",
            "sgf",
            "games",
            "similarity",
            "diagnostic",
            "solution",
            "model",
            "extract",
            "table",
            "store",
        ],
    ),
    (
        "find",
        &[
            "color",
            "diagnostic",
            "key",
            "abalone",
            "go",
            "abalone",
            "gtn",
            "sgf",
            "parallel",
            "games",
            "similarity",
            "solution",
            "model",
            "extract",
            "check",
            "svg",
            "solve",
            "joseki",
            "store",
        ],
    ),
    (
        "publish",
        &[
            "color", "escape", "key", "parallel", "go", "gtn", "sgf", "solution", "model",
            "extract", "svg", "table", "store", "export", "find",
        ],
    ),
    (
        "answer",
        &[
            "color",
            "diagnostic",
            "key",
            "go",
            "abalone",
            "gtn",
            "sgf",
            "games",
            "similarity",
            "solution",
            "model",
            "extract",
            "solve",
            "joseki",
            "store",
            "export",
            "import",
            "find",
        ],
    ),
    (
        "view",
        &[
            "color",
            "key",
            "abalone",
            "gtn",
            "games",
            "similarity",
            "solution",
            "model",
            "joseki",
            "store",
            "find",
            "answer",
        ],
    ),
    (
        "server",
        &[
            "color",
            "escape",
            "diagnostic",
            "key",
            "go",
            "abalone",
            "gtn",
            "sgf",
            "games",
            "similarity",
            "solution",
            "model",
            "extract",
            "svg",
            "solve",
            "joseki",
            "store",
            "export",
            "import",
            "find",
            "answer",
            "publish",
            "view",
        ],
    ),
];

/// Folders and files inside a module that must not use others, by the start of their paths.
const MUST_NOT_USE: [(&str, &str); 2] =
    [("games/pattern", "games/search"), ("games/index", "games/search")];

fn source_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(source_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folders with code, lower layers first, and what the names of their files begin with: the
/// server and the solver are modules of their own.
const FOLDERS: [(&str, &str); 5] = [
    ("crates/core/src", ""),
    ("crates/solve/src", "solve/"),
    ("crates/data/src", ""),
    ("crates/server/src", "server/"),
    ("src", ""),
];

/// The crates with modules of the library.
const CRATES: [&str; 2] = ["crates/core/src/lib.rs", "crates/data/src/lib.rs"];

/// All files of the program: their path below `src`, with `/`, and their text.
fn sources() -> Vec<(String, String)> {
    let files = FOLDERS.into_iter().flat_map(|(folder, prefix)| {
        let folder = project().join(folder);
        source_files(&folder).into_iter().map(move |path| {
            let name = path.strip_prefix(&folder).unwrap().to_str().unwrap().replace('\\', "/");
            (format!("{prefix}{name}"), fs::read_to_string(&path).unwrap())
        })
    });
    files.collect()
}

/// The files of the program without tests and comments.
fn code() -> Vec<(String, String)> {
    let files = sources().into_iter().filter(|(name, _)| !name.ends_with("tests.rs"));
    let files = files.map(|(name, text)| {
        let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        let is_code = |line: &&str| !line.trim_start().starts_with("//");
        let code: Vec<&str> = text.lines().filter(is_code).collect();
        (name, code.join("\n"))
    });
    files.collect()
}

/// The module of the library that a file belongs to.
fn module(file: &str) -> &str {
    file.split(['/', '.']).next().unwrap()
}

/// The command that a file below cli/commands belongs to.
fn command(file: &str) -> Option<&str> {
    let name = file.strip_prefix("cli/commands/")?.split(['/', '.']).next()?;
    (name != "mod").then_some(name)
}

/// The graph of all files.
static GRAPH: LazyLock<ImportGraph> = LazyLock::new(|| ImportGraph::new(&sources()));

/// Fails with a list of the edges between files that break a rule.
fn check_edges(rule: &str, is_allowed: impl Fn(&str, &str) -> bool) {
    let broken = GRAPH.edges.iter().filter(|((from, to), _)| !is_allowed(from, to));
    let broken: Vec<String> =
        broken.map(|((from, to), path)| format!("{from} names {path} of {to}")).collect();
    assert!(broken.is_empty(), "{rule}:\n{}", broken.join("\n"));
}

#[test]
fn a_module_uses_only_modules_of_its_row() {
    check_edges("a module uses only the modules listed in MAY_USE", |from, to| {
        let (from, to) = (module(from), module(to));
        let row = MAY_USE.iter().find(|(module, _)| *module == from);
        matches!(from, "lib" | "main" | "cli")
            || to == "names" // macros
            || from == to
            || row.is_some_and(|(_, allowed)| allowed.contains(&to))
    });
}

#[test]
fn the_table_lists_all_modules_and_no_others() {
    let libs = CRATES.map(|lib| fs::read_to_string(project().join(lib)).unwrap()).concat();
    let is_module =
        |line: &str| Some(line.trim_start_matches("pub ").strip_prefix("mod ")?.to_owned());
    let mut declared: Vec<String> = libs.lines().filter_map(is_module).collect();
    declared.extend(["server;".to_owned(), "solve;".to_owned()]);
    let mut listed: Vec<String> = MAY_USE.iter().map(|(module, _)| format!("{module};")).collect();
    declared.sort();
    listed.sort();
    assert_eq!(listed, declared);
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let mut report = String::new();
    for circle in GRAPH.find_circles() {
        report.push_str(&format!("a circle of {} files:\n", circle.len()));
        let is_inside = |(from, to): &(String, String)| {
            circle.contains(from.as_str()) && circle.contains(to.as_str())
        };
        for ((from, to), path) in GRAPH.edges.iter().filter(|(edge, _)| is_inside(edge)) {
            report.push_str(&format!("  {from} names {path} of {to}\n"));
        }
    }
    assert!(report.is_empty(), "{report}");
}

#[test]
fn parts_of_a_module_use_only_parts_below_them() {
    check_edges("MUST_NOT_USE forbids", |from, to| {
        !MUST_NOT_USE.iter().any(|(part, other)| from.starts_with(part) && to.starts_with(other))
    });
}

#[test]
fn a_command_does_not_use_another_command() {
    check_edges(
        "what two commands share is in cli/input, cli/output or the library",
        |from, to| match (command(from), command(to)) {
            (Some(from), Some(to)) => from == to,
            _ => true,
        },
    );
}

#[test]
fn only_the_store_uses_sqlite() {
    for (file, code) in code() {
        // `publish` writes databases of other programs.
        if !matches!(module(&file), "store" | "publish") {
            assert!(!code.contains("rusqlite"), "{file} names rusqlite");
        }
    }
}

#[test]
fn only_the_command_line_prints_and_reads_its_environment() {
    let outward =
        ["println!", "eprintln!", "print!(", "stdout()", "stderr()", "std::env", "SystemTime"];
    for (file, code) in code() {
        if matches!(module(&file), "cli" | "main") {
            continue;
        }
        for word in outward {
            assert!(!code.contains(word), "{file} has {word}");
        }
    }
}

#[test]
fn the_binary_uses_the_library_and_declares_none_of_its_modules() {
    let main = fs::read_to_string(project().join("src/main.rs")).unwrap();
    let declared: Vec<&str> = main.lines().filter(|line| line.starts_with("mod ")).collect();
    assert_eq!(declared, ["mod cli;"]);
}

#[test]
fn the_table_of_the_document_has_all_modules() {
    let text = fs::read_to_string(project().join("ARCHITECTURE.md")).unwrap();
    for (module, _) in MAY_USE {
        assert!(text.contains(&format!("| `{module}")), "ARCHITECTURE.md has no row for {module}");
    }
}
