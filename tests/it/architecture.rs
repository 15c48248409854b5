//! The layers of ARCHITECTURE.md, held against the code: which module may use
//! which, where SQL stands, and who prints.

use std::fs;
use std::path::{Path, PathBuf};

/// Each module of the library with the others it may use.
const MAY_USE: [(&str, &[&str]); 21] = [
    ("color", &[]),
    ("diagnostic", &[]),
    ("escape", &[]),
    ("key", &[]),
    ("parallel", &[]),
    ("go", &["color"]),
    ("gtn", &["color", "key", "go"]),
    ("sgf", &["color", "key", "go"]),
    ("games", &["color", "go", "gtn", "parallel"]),
    ("similarity", &["color", "go", "gtn", "parallel"]),
    ("solution", &["color", "go", "sgf"]),
    ("model", &["color", "key", "go", "gtn", "sgf", "diagnostic", "solution"]),
    ("extract", &["color", "key", "go", "gtn", "sgf", "games", "diagnostic", "solution", "model"]),
    ("joseki", &["color", "go", "gtn", "sgf", "games", "model"]),
    ("check", &["color", "go", "sgf", "diagnostic", "solution", "model", "extract"]),
    ("svg", &["color", "escape", "key", "go", "gtn", "sgf", "extract"]),
    ("store", &["color", "key", "go", "solution", "model"]),
    ("export", &["color", "escape", "key", "go", "gtn", "sgf", "solution", "model"]),
    (
        "report",
        &["color", "escape", "diagnostic", "key", "go", "gtn", "sgf", "solution", "model", "svg"],
    ),
    ("import", &["color", "key", "go", "gtn", "sgf", "diagnostic", "model", "extract", "store"]),
    (
        "find",
        &[
            "color",
            "diagnostic",
            "key",
            "go",
            "gtn",
            "sgf",
            "parallel",
            "games",
            "similarity",
            "solution",
            "model",
            "extract",
            "check",
            "store",
        ],
    ),
];

/// Names that lib.rs gives out again, with the module they come from.
const REEXPORTED: [(&str, &str); 10] = [
    ("Color", "color"),
    ("Diagnostic", "diagnostic"),
    ("Disposition", "diagnostic"),
    ("Fault", "diagnostic"),
    ("Location", "diagnostic"),
    ("Rule", "diagnostic"),
    ("KEY_SCHEME", "key"),
    ("KeyPrefix", "key"),
    ("ParseKeyError", "key"),
    ("PositionKey", "key"),
];

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

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The files below src with their text, tests and comments left out.
fn code() -> Vec<(String, String)> {
    let files = source_files(&src()).into_iter().filter_map(|path| {
        let name = path.strip_prefix(src()).unwrap().to_str().unwrap().replace('\\', "/");
        let text = fs::read_to_string(&path).unwrap();
        let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        let is_code = |line: &&str| !line.trim_start().starts_with("//");
        let code: Vec<&str> = text.lines().filter(is_code).collect();
        (!name.ends_with("tests.rs")).then(|| (name, code.join("\n")))
    });
    files.collect()
}

/// The module of the library that a file belongs to.
fn module(file: &str) -> &str {
    file.split(['/', '.']).next().unwrap()
}

/// The modules that a text names behind `crate::`.
fn used(code: &str) -> Vec<&str> {
    let mut used = Vec::new();
    for (at, path) in code.match_indices("crate::") {
        let rest = &code[at + path.len()..];
        let names: Vec<&str> = match rest.strip_prefix('{') {
            Some(list) => list.split('}').next().unwrap().split(',').map(str::trim).collect(),
            None => vec![rest],
        };
        for name in names {
            let end = name.find(|char: char| !char.is_alphanumeric() && char != '_');
            let name = &name[..end.unwrap_or(name.len())];
            let home = REEXPORTED.iter().find(|(exported, _)| *exported == name);
            used.push(home.map_or(name, |(_, module)| module));
        }
    }
    used.retain(|name| !name.is_empty());
    used
}

#[test]
fn a_module_uses_only_what_lies_below_it() {
    for (file, code) in code() {
        let own = module(&file);
        if matches!(own, "lib" | "main" | "cli") {
            continue; // they may use everything
        }
        let (_, allowed) = MAY_USE
            .iter()
            .find(|(module, _)| *module == own)
            .unwrap_or_else(|| panic!("src/{file} belongs to no layer"));
        for used in used(&code) {
            assert!(used == own || allowed.contains(&used), "src/{file} uses {used}");
        }
    }
}

#[test]
fn sql_stands_in_the_store_alone() {
    for (file, code) in code() {
        if module(&file) != "store" {
            assert!(!code.contains("rusqlite"), "src/{file} speaks to SQLite");
        }
    }
}

#[test]
fn nothing_below_the_command_line_prints_or_looks_around() {
    let outward =
        ["println!", "eprintln!", "print!(", "stdout()", "stderr()", "std::env", "SystemTime"];
    for (file, code) in code() {
        if matches!(module(&file), "cli" | "main") {
            continue;
        }
        for word in outward {
            assert!(!code.contains(word), "src/{file} has {word}");
        }
    }
}

#[test]
fn the_binary_uses_the_library_and_declares_none_of_its_modules() {
    let main = fs::read_to_string(src().join("main.rs")).unwrap();
    let declared: Vec<&str> = main.lines().filter(|line| line.starts_with("mod ")).collect();
    assert_eq!(declared, ["mod cli;"]);
}

#[test]
fn the_table_of_the_document_is_the_table_of_the_test() {
    let text = Path::new(env!("CARGO_MANIFEST_DIR")).join("ARCHITECTURE.md");
    let text = fs::read_to_string(text).unwrap();
    for (module, _) in MAY_USE {
        assert!(text.contains(&format!("| `{module}")), "ARCHITECTURE.md has no row for {module}");
    }
}
