//! What is written from the tables of the library: the conditions in docs/find.md, docs/games.md and the stubs of Python, and the
//! fields in docs/json.md.
//!
//! `docs/generate` writes all of them, and docs/openapi.json, from which the words for fields come.

use std::env;
use std::fs;
use std::path::Path;

use gtn_db::answer::{Column, GameJson, ProblemJson};
use gtn_db::store::{Condition, Conditions, GameConditions, ProblemConditions};
use serde_json::Value;

fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A row of a document for each condition.
fn list_conditions<C: Conditions>() -> String {
    let row = |condition: &Condition<C>| {
        let description = condition.description().replace('*', "\\*");
        format!("| `{}` | {description}{} |\n", condition.name, list_choices(condition))
    };
    table("condition", C::TABLE.iter().map(row).collect())
}

/// A table of a document.
fn table(heading: &str, rows: String) -> String {
    format!("\n| {heading} | |\n|---|---|\n{rows}\n")
}

fn list_choices<C: Conditions>(condition: &Condition<C>) -> String {
    let words: Vec<String> =
        (condition.choices)().iter().map(|choice| format!("`{}`", choice.name)).collect();
    match &*words {
        words if words.is_empty() || condition.opposite.is_some() => String::new(),
        words => format!(" {}.", words.join(", ")),
    }
}

/// The keyword arguments of Python with their types.
fn list_arguments<C: Conditions>(class: &str) -> String {
    let argument = |condition: &Condition<C>| {
        let words: Vec<String> =
            (condition.choices)().iter().map(|choice| format!("\"{}\"", choice.name)).collect();
        let kind = match &*words {
            _ if condition.opposite.is_some() => "bool".to_owned(),
            [] => "str | int".to_owned(),
            words => format!("Literal[{}]", words.join(", ")),
        };
        format!("    {}: {kind}\n", condition.name)
    };
    let arguments: String = C::TABLE.iter().map(argument).collect();
    format!("class {class}(TypedDict, total=False):\n{arguments}\n")
}

/// A row of a document for each column, with the words of the OpenAPI description.
fn list_fields(columns: &[Column], schema: &str) -> String {
    let description = fs::read_to_string(project().join("docs/openapi.json")).unwrap();
    let description: Value = serde_json::from_str(&description).unwrap();
    let fields = &description["components"]["schemas"][schema]["properties"];
    let row = |column: &Column| {
        let words = fields[column.name]["description"].as_str();
        let words = words.unwrap_or_else(|| panic!("{schema} has no {}", column.name));
        format!("| `{}` | {} |\n", column.name, words.replace('\n', " ").trim_end_matches('.'))
    };
    table("field", columns.iter().map(row).collect())
}

/// A document with another text between the lines `begin NAME` and `end NAME`.
fn replace_block(document: &str, name: &str, text: &str) -> String {
    let (begin, end) = (format!("begin {name}"), format!("end {name}"));
    let line_with = |mark: &str| {
        let at = document.find(mark).unwrap_or_else(|| panic!("no line with `{mark}`"));
        (
            document[..at].rfind('\n').map_or(0, |at| at + 1),
            at + document[at..].find('\n').unwrap() + 1,
        )
    };
    let (head, tail) = (line_with(&begin).1, line_with(&end).0);
    [&document[..head], text, &document[tail..]].concat()
}

fn check(path: &str, blocks: &[(&str, String)]) {
    let file = project().join(path);
    let document = fs::read_to_string(&file).unwrap();
    let replace =
        |document: String, (name, text): &(&str, String)| replace_block(&document, name, text);
    let written = blocks.iter().fold(document.clone(), replace);
    if env::var_os("GTN_DB_UPDATE_DOCS").is_some() {
        fs::write(&file, written).unwrap();
        return;
    }
    for (line, expected) in document.lines().zip(written.lines()) {
        assert_eq!(line, expected, "{path} is stale; docs/generate writes it");
    }
    assert!(document == written, "{path} is stale; docs/generate writes it");
}

#[test]
fn conditions_in_documents_are_those_of_the_tables() {
    check("docs/find.md", &[("conditions on problems", list_conditions::<ProblemConditions>())]);
    check("docs/games.md", &[("conditions on games", list_conditions::<GameConditions>())]);
}

#[test]
fn stubs_have_the_conditions_of_the_tables() {
    let arguments = [
        list_arguments::<ProblemConditions>("_ProblemConditions"),
        list_arguments::<GameConditions>("_GameConditions"),
    ];
    check("python/gtn_db/__init__.pyi", &[("conditions", arguments.concat())]);
}

#[test]
fn fields_in_documents_are_those_of_the_answers() {
    check(
        "docs/json.md",
        &[
            ("fields of problems", list_fields(ProblemJson::COLUMNS, "ProblemJson")),
            ("fields of games", list_fields(GameJson::COLUMNS, "GameJson")),
        ],
    );
}

#[test]
fn a_block_is_replaced_between_its_lines() {
    let document = "a\n# begin b: x\nold\n# end b\nc\n";
    assert_eq!(replace_block(document, "b", "new\n"), "a\n# begin b: x\nnew\n# end b\nc\n");
}
