//! docs/rules.md: the table of articles names code and tests that exist, and every test of an
//! article.

use std::collections::BTreeSet;
use std::path::Path;

fn read(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path))
        .unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The sources in a folder.
fn sources(folder: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = files.filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    files.map(|path| std::fs::read_to_string(path).unwrap()).collect()
}

/// The names in back quotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The names of the tests of articles and of the 9x9 rules.
fn test_names(source: &str) -> impl Iterator<Item = &str> {
    let names = source.split("\nfn ").chain(source.split("    fn ")).skip(1);
    let names = names.filter_map(|rest| rest.split('(').next());
    names.filter(|name| name.starts_with("article_") || name.starts_with("nine_by_nine_"))
}

#[test]
fn the_table_of_articles_names_code_and_tests_that_exist() {
    let document = read("docs/rules.md");
    let table = document.split("\n## Articles, code and tests\n").nth(1).unwrap();
    let code = sources("crates/core/src/go")
        + &read("examples/play.rs")
        + &read("crates/solve/src/standing.rs");
    let tests = sources("tests/it/rules");
    let tests: BTreeSet<&str> = test_names(&tests).collect();
    let mut listed = BTreeSet::new();
    for row in table.lines().filter(|line| line.starts_with('|') && line.contains('`')) {
        let [_, article, _, places, prefixes, _] = row.split('|').collect::<Vec<_>>()[..] else {
            panic!("{row} has four columns");
        };
        for place in quoted(places) {
            let name = place.rsplit("::").next().unwrap();
            let declared = ["fn {}(", "\n    {},", "\n    {}(", "\n    {} {", "    {}: impl"];
            let is_declared = |form: &&str| code.contains(&form.replacen("{}", name, 1));
            assert!(declared.iter().any(is_declared), "{article}: {place}");
        }
        for prefix in quoted(prefixes) {
            let named: Vec<_> = tests.iter().filter(|name| name.starts_with(prefix)).collect();
            assert!(!named.is_empty(), "{article}: no test begins with {prefix}");
            listed.extend(named);
        }
    }
    assert_eq!(listed, tests.iter().collect(), "every test belongs to a row");
}
