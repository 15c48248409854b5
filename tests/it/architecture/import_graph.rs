//! Which file of a crate names items of which other file.
//!
//! The rule: file A has an edge to file B when a path in A, in `use` or in code, leads to an item
//! that is defined in B.
//!
//! - Re-exports are followed: `use super::Point` leads to `point.rs`, not to the `mod.rs` that
//!   re-exports it.
//! - A re-export is an edge only if the file also uses the name itself. So `mod.rs` may re-export
//!   its children while they name items defined in `mod.rs`.
//! - `mod b;` and `use crate::b;` are no edges: they name a module, not an item. `b::f()` is one.
//! - Tests (`#[cfg(test)]`, `*tests.rs`), comments and strings are ignored.
//!
//! Not seen: methods and fields (`x.f()`), and names that come through a glob import.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// A name that a file imports: `use path as name`.
struct Import {
    path: Vec<String>,
    name: String,
    is_public: bool,
}

/// What the graph has to know of a file.
#[derive(Default)]
struct Source {
    name: String,
    module: Vec<String>,
    imports: Vec<Import>,
    /// Paths of two or more segments outside `use`.
    paths: Vec<Vec<String>>,
    /// All identifiers outside `use`.
    words: HashSet<String>,
    test_modules: Vec<String>,
}

/// Crates that are modules of their own.
const APART: [&str; 2] = ["server", "solve"];

/// The files of each module. All crates but those share one root: their `lib.rs`, and `main.rs`.
type Modules<'a> = HashMap<&'a [String], Vec<&'a Source>>;

/// The edges between files, each with a path that causes it.
pub struct ImportGraph {
    pub edges: BTreeMap<(String, String), String>,
}

/// Splits Rust into identifiers, `::` and single characters; drops comments and literals.
fn tokenize(text: &str) -> Vec<&str> {
    let find = |from: usize, end: &str| text[from..].find(end).map_or(text.len(), |at| from + at);
    let (mut tokens, mut at) = (Vec::new(), 0);
    while let Some(char) = text[at..].chars().next() {
        let rest = &text[at..];
        let is_word = |char: char| char.is_alphanumeric() || char == '_';
        if rest.starts_with("//") {
            at = find(at, "\n");
        } else if rest.starts_with("/*") {
            at = find(at, "*/") + 2;
        } else if ["r\"", "r#\"", "r##", "br#"].iter().any(|open| rest.starts_with(open)) {
            let open = find(at, "\"");
            let hashes = text[at..open].matches('#').count();
            at = find(open + 1, &format!("\"{}", "#".repeat(hashes))) + 1 + hashes;
        } else if char == '"' {
            let mut escaped = false;
            let is_end = |(_, char): &(usize, char)| {
                let ends = *char == '"' && !escaped;
                escaped = *char == '\\' && !escaped;
                ends
            };
            at += 2 + rest[1..].char_indices().find(is_end).map_or(0, |(at, _)| at);
        } else if rest.starts_with("'\\") {
            at = find(at + 3, "'") + 1;
        } else if char == '\'' && rest.chars().nth(2) == Some('\'') {
            at += 2 + rest.chars().nth(1).map_or(0, char::len_utf8);
        } else if is_word(char) {
            let len = rest.find(|char| !is_word(char)).unwrap_or(rest.len());
            tokens.push(&rest[..len]);
            at += len;
        } else {
            let len = if rest.starts_with("::") { 2 } else { char.len_utf8() };
            tokens.extend((!char.is_whitespace()).then_some(&rest[..len]));
            at += len;
        }
    }
    tokens
}

/// The index after the item at `at`: after its `;`, or after its braces.
fn skip_item(tokens: &[&str], mut at: usize) -> usize {
    let mut depth = 0;
    while let Some(&token) = tokens.get(at) {
        at += 1;
        match token {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth -= 1,
            _ => {}
        }
        if depth == 0 && matches!(token, ";" | "}") {
            break;
        }
    }
    at
}

fn is_identifier(token: &str) -> bool {
    token.starts_with(|char: char| char.is_alphabetic() || char == '_')
}

/// Reads a tree of imports such as `a::{b, c as d}`; returns the index after it.
fn read_use(tokens: &[&str], mut at: usize, prefix: &[String], out: &mut Vec<Import>) -> usize {
    let mut path = prefix.to_vec();
    while let Some(&token) = tokens.get(at) {
        at += 1;
        match token {
            "{" => {
                while tokens.get(at).is_some_and(|&token| token != "}") {
                    at = read_use(tokens, at, &path, out);
                    at += usize::from(tokens.get(at) == Some(&","));
                }
                return at + 1;
            }
            "self" if !path.is_empty() => {}
            _ => path.push(token.to_owned()),
        }
        if tokens.get(at) != Some(&"::") {
            break;
        }
        at += 1;
    }
    let mut name = path.last().cloned().unwrap_or_default();
    if tokens.get(at) == Some(&"as") {
        name = tokens[at + 1].to_owned();
        at += 2;
    }
    out.push(Import { path, name, is_public: false });
    at
}

impl Source {
    fn read(name: &str, text: &str) -> Source {
        let mut module: Vec<String> =
            name.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
        module.pop_if(|last| matches!(last.as_str(), "mod" | "lib" | "main"));
        let mut source = Source { name: name.to_owned(), module, ..Source::default() };
        let tokens = tokenize(text);
        let mut at = 0;
        while at < tokens.len() {
            let token = tokens[at];
            if tokens[at..].starts_with(&["#", "[", "cfg", "(", "test", ")", "]"]) {
                let end = skip_item(&tokens, at + 7);
                let is_module = |pair: &&[&str]| pair[0] == "mod";
                let module = tokens[at..end].windows(2).find(is_module);
                source.test_modules.extend(module.map(|pair| pair[1].to_owned()));
                at = end;
            } else if token == "use" && tokens.get(at + 1) != Some(&"<") {
                let first = source.imports.len();
                let is_public = at > 0 && matches!(tokens[at - 1], "pub" | ")");
                at = read_use(&tokens, at + 1, &[], &mut source.imports);
                source.imports[first..].iter_mut().for_each(|import| import.is_public = is_public);
            } else if is_identifier(token) && (at == 0 || tokens[at - 1] != "::") {
                let mut path = vec![token.to_owned()];
                while tokens.get(at + 1) == Some(&"::")
                    && tokens.get(at + 2).is_some_and(|token| is_identifier(token))
                {
                    path.push(tokens[at + 2].to_owned());
                    at += 2;
                }
                source.words.extend(path.iter().cloned());
                source.paths.extend((path.len() > 1).then_some(path));
                at += 1;
            } else {
                at += 1;
            }
        }
        source
    }
}

impl ImportGraph {
    /// The graph of files given as (path below the `src` of their crate, text). The files of the
    /// server are below `server/`, those of the solver below `solve/`.
    pub fn new(files: &[(String, String)]) -> ImportGraph {
        let is_test_file = |name: &str| name.trim_end_matches(".rs").ends_with("tests");
        let mut sources: Vec<Source> = files
            .iter()
            .filter(|(name, _)| !is_test_file(name))
            .map(|(name, text)| Source::read(name, text))
            .collect();
        let of_tests: Vec<Vec<String>> = sources
            .iter()
            .flat_map(|source| {
                source
                    .test_modules
                    .iter()
                    .map(|name| [&source.module[..], std::slice::from_ref(name)].concat())
            })
            .collect();
        sources.retain(|source| !of_tests.iter().any(|tests| source.module.starts_with(tests)));

        let mut modules: Modules<'_> = HashMap::new();
        for source in &sources {
            modules.entry(&source.module).or_default().push(source);
        }
        let mut edges = BTreeMap::new();
        for source in &sources {
            let is_used =
                |import: &&Import| !import.is_public || source.words.contains(&import.name);
            let imports = source.imports.iter().filter(is_used).map(|import| &import.path);
            for path in imports.chain(&source.paths) {
                if let Some(target) = find_definition(&modules, source, path, 0)
                    && target.name != source.name
                {
                    edges.insert((source.name.clone(), target.name.clone()), path.join("::"));
                }
            }
        }
        ImportGraph { edges }
    }

    /// All circles: sets of files that can each reach all others of the set.
    pub fn find_circles(&self) -> Vec<BTreeSet<&str>> {
        let mut targets: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (from, to) in self.edges.keys() {
            targets.entry(from).or_default().push(to);
        }
        let names: Vec<&str> = targets.keys().copied().collect();
        let mut reached: BTreeMap<&str, HashSet<&str>> = BTreeMap::new();
        for &start in &names {
            let (mut found, mut waiting) = (HashSet::new(), vec![start]);
            while let Some(file) = waiting.pop() {
                let next = targets.get(file).into_iter().flatten().copied();
                waiting.extend(next.filter(|&to| found.insert(to)));
            }
            reached.insert(start, found);
        }
        let circles = names.iter().filter(|&&name| reached[name].contains(name)).map(|&one| {
            let is_mutual =
                |other: &&str| reached[one].contains(other) && reached[other].contains(one);
            names.iter().copied().filter(is_mutual).collect::<BTreeSet<&str>>()
        });
        circles.collect::<BTreeSet<_>>().into_iter().collect()
    }
}

/// The file that defines the item at a path which `source` names; `None` for paths out of the
/// crate and for modules.
fn find_definition<'a>(
    modules: &Modules<'a>,
    source: &'a Source,
    path: &[String],
    depth: usize,
) -> Option<&'a Source> {
    if depth > 10 {
        return None; // `use x::x` of an outside crate
    }
    let (mut module, mut rest) = (source.module.clone(), path);
    match path.first()?.as_str() {
        "crate" if source.module.first().is_some_and(|first| APART.contains(&&**first)) => {
            module.truncate(1);
            rest = &path[1..];
        }
        "crate" | "gtn_db" | "gtn_db_core" | "gtn_db_data" => {
            (module, rest) = (Vec::new(), &path[1..]);
        }
        "gtn_db_server" => (module, rest) = (vec!["server".to_owned()], &path[1..]),
        "gtn_db_solve" => (module, rest) = (vec!["solve".to_owned()], &path[1..]),
        "self" => rest = &path[1..],
        "super" => {
            while rest.first().is_some_and(|segment| segment == "super") {
                module.pop();
                rest = &rest[1..];
            }
        }
        first => {
            let child = [&module[..], &path[..1]].concat();
            let is_imported = source.imports.iter().any(|import| import.name == first);
            if !is_imported && !modules.contains_key(&*child) {
                return None;
            }
        }
    }
    let mut here = (module == source.module).then_some(source);
    while let Some((segment, behind)) = rest.split_first() {
        let child = [&module[..], &rest[..1]].concat();
        if modules.contains_key(&*child) {
            (module, rest, here) = (child, behind, None);
            continue;
        }
        let homes: Vec<&Source> = match here {
            Some(source) => vec![source],
            None => modules.get(&*module).cloned().unwrap_or_default(),
        };
        let imported = homes.iter().find_map(|home| {
            let import = home.imports.iter().find(|import| import.name == *segment)?;
            Some((*home, [&import.path[..], behind].concat()))
        });
        return match imported {
            Some((home, path)) => find_definition(modules, home, &path, depth + 1),
            None => homes.into_iter().find(|home| segment == "*" || home.words.contains(segment)),
        };
    }
    None
}
