//! A deck for Anki: a zip archive with a database of schema 11.
//!
//! A card shows a board in a random orientation, takes moves, and answers them as the solution does; the
//! other side shows the answer in the same orientation. The note of a problem has an id and a GUID made of
//! the problem alone, and the time of its last change, so a later deck updates the notes of an earlier one.

use std::collections::HashSet;
use std::io;

use rusqlite::{Connection, params};
use serde_json::{Value, json};

use super::manifest::{MANIFEST_NAME, write_manifest};
use super::publication::Publication;
use super::published_problem::PublishedProblem;
use super::quiz::{Quiz, SCRIPT};
use super::sqlite::build_database;
use super::zip::Archive;
use crate::escape::Escaped;
use crate::svg;

const SCHEMA: &str = include_str!("schema.sql");

/// The id of the type of notes.
const MODEL: i64 = 1_795_612_800_001;

/// The fields of a note. People recognize a note by the first one.
const FIELDS: [&str; 7] = ["Problem", "Data", "Comment", "Answer", "Level", "Source", "Name"];

/// The deck as a file `.apkg`.
///
/// # Errors
/// If the archive cannot be built.
pub fn build_anki_deck(publication: &Publication) -> io::Result<Vec<u8>> {
    let database = build_database(|connection| fill(connection, publication))?;
    let mut archive = Archive::new();
    archive.add_file("collection.anki2", &database, false)?;
    archive.add_file("media", b"{}", false)?;
    archive.add_file(MANIFEST_NAME, &write_manifest(publication)?, false)?; // Anki passes over it
    archive.finish()
}

fn fill(connection: &Connection, publication: &Publication) -> rusqlite::Result<()> {
    connection.execute_batch(SCHEMA)?;
    let changed = publication.problems().map(|problem| problem.changed).max().unwrap_or(0);
    let decks: Vec<String> = publication
        .chapters
        .iter()
        .map(|chapter| match &chapter.title {
            // Two colons separate the names of decks.
            Some(title) => {
                format!("{}::{}", deck_name(&publication.title), deck_name(title))
            }
            None => deck_name(&publication.title),
        })
        .collect();
    connection.execute(
        "INSERT INTO col VALUES (1, ?1, ?2, ?2, 11, 0, 0, 0, ?3, ?4, ?5, ?6, '{}')",
        params![
            changed,
            changed * 1000,
            json!({ "nextPos": 1, "curDeck": 1, "curModel": MODEL.to_string() }).to_string(),
            json!({ MODEL.to_string(): model(changed) }).to_string(),
            describe_decks(&decks, changed).to_string(),
            json!({ "1": deck_options() }).to_string(),
        ],
    )?;
    let mut note = connection
        .prepare("INSERT INTO notes VALUES (?1, ?2, ?3, ?4, -1, ?5, ?6, ?7, 0, 0, '')")?;
    let mut card = connection.prepare(
        "INSERT INTO cards VALUES (?1, ?1, ?2, 0, ?3, -1, 0, 0, ?4, 0, 0, 0, 0, 0, 0, 0, 0, '')",
    )?;
    let mut place = 0;
    let mut names = HashSet::new();
    for (chapter, deck) in publication.chapters.iter().zip(&decks) {
        for problem in &chapter.problems {
            place += 1;
            let mut name = format!("{} {}", problem.key, problem.canonical_turn.name());
            if !names.insert(name.clone()) {
                // Whole boards of different sizes can have one key.
                name = format!("{name} {}", problem.tree.board.size());
            }
            let id = id_of(&name);
            let guid = format!("gtn{id:x}");
            let tags = problem.tags.iter().map(|tag| tag.replace(char::is_whitespace, "-"));
            let tags = format!(" {} ", tags.collect::<Vec<_>>().join(" "));
            let fields = fields(problem, &name);
            note.execute(params![
                id,
                guid,
                MODEL,
                problem.changed,
                tags,
                fields.join("\x1f"),
                name
            ])?;
            card.execute(params![id, id_of(deck), problem.changed, place])?;
        }
    }
    Ok(())
}

/// The values of [`FIELDS`]; `name` is the first one.
fn fields(problem: &PublishedProblem, name: &str) -> [String; FIELDS.len()] {
    let comment = problem.tree.comment.as_deref().unwrap_or_default();
    let answers = problem.answers();
    let notes = problem.notes().into_iter().map(text);
    let names = answers.iter().map(|one| problem.point_name(one.at)).collect::<Vec<_>>();
    // The script of the card writes the names of the orientation that is shown.
    let points = (!names.is_empty())
        .then(|| format!("<span class=\"points\">{}</span>", text(&names.join(", "))));
    [
        name.to_owned(),
        Quiz::new(problem).to_json(),
        text(comment),
        [points].into_iter().flatten().chain(notes).collect::<Vec<_>>().join("<br>"),
        text(problem.level.as_deref().unwrap_or_default()),
        text(&problem.origins().join("; ")),
        text(problem.name.as_deref().unwrap_or_default()),
    ]
}

/// A text as HTML in a field, without anything that Anki would interpret.
fn text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (number, line) in text.lines().enumerate() {
        if number > 0 {
            out.push_str("<br>");
        }
        for char in Escaped(line).to_string().chars() {
            match char {
                '&' => out.push_str("&amp;"),
                '<' => out.push_str("&lt;"),
                '>' => out.push_str("&gt;"),
                '"' => out.push_str("&quot;"),
                '[' | ']' | '{' | '}' => out.push_str(&format!("&#{};", u32::from(char))),
                '\\' => out.push_str("&#92;<span></span>"), // else \( begins a formula
                char => out.push(char),
            }
        }
    }
    out
}

/// The name of a deck in one line, without what separates names.
fn deck_name(title: &str) -> String {
    let name = Escaped(title).to_string().replace("::", ":");
    let name = name.trim();
    if name.is_empty() { "Problems".to_owned() } else { name.to_owned() }
}

/// An id that a name determines: a number as of milliseconds since 1970, as Anki's are.
fn id_of(name: &str) -> i64 {
    let hash = blake3::hash(name.as_bytes());
    let (bytes, _) = hash.as_bytes().split_at(8);
    let number = u64::from_le_bytes(bytes.try_into().expect("eight bytes were split off"));
    const FIRST: i64 = 1_000_000_000_000;
    FIRST + (number % (1 << 42)) as i64
}

/// The type of notes.
fn model(changed: i64) -> Value {
    let field = |(place, name): (usize, &&str)| {
        json!({
            "name": name, "ord": place, "font": "Arial", "size": 20, "media": [], "rtl": false,
            "sticky": false,
        })
    };
    let script = format!("<script>\n{SCRIPT}\n{}</script>", include_str!("card.js"));
    let front = format!("{}\n{script}", include_str!("front.html").trim());
    let css = [include_str!("card.css"), svg::STYLE].concat();
    json!({
        "id": MODEL, "name": "Go problem (gtn-db)", "type": 0, "mod": changed, "usn": -1, "sortf": 0,
        "did": 1, "latexPre": "", "latexPost": "", "latexsvg": false, "req": [[0, "any", [1]]],
        "tags": [], "vers": [], "css": css,
        "flds": FIELDS.iter().enumerate().map(field).collect::<Vec<_>>(),
        "tmpls": [{
            "name": "Solve", "ord": 0, "qfmt": front,
            "afmt": include_str!("back.html").trim(), "bqfmt": "", "bafmt": "", "did": null,
        }],
    })
}

/// The default deck and those of the chapters.
fn describe_decks(names: &[String], changed: i64) -> Value {
    let deck = |id: i64, name: &str| {
        json!({
            "id": id, "name": name, "mod": changed, "usn": -1, "desc": "", "dyn": 0, "conf": 1,
            "collapsed": false, "browserCollapsed": false, "extendNew": 0, "extendRev": 0,
            "newToday": [0, 0], "revToday": [0, 0], "lrnToday": [0, 0], "timeToday": [0, 0],
        })
    };
    let mut decks = serde_json::Map::new();
    decks.insert("1".to_owned(), deck(1, "Default"));
    for name in names {
        let id = id_of(name);
        decks.insert(id.to_string(), deck(id, name));
    }
    Value::Object(decks)
}

/// The options that Anki gives to decks.
fn deck_options() -> Value {
    json!({
        "id": 1, "name": "Default", "mod": 0, "usn": 0, "maxTaken": 60, "autoplay": true, "timer": 0,
        "replayq": true, "dyn": false,
        "new": {
            "bury": false, "delays": [1.0, 10.0], "initialFactor": 2500, "ints": [1, 4, 0],
            "order": 1, "perDay": 20,
        },
        "rev": {
            "bury": false, "ease4": 1.3, "ivlFct": 1.0, "maxIvl": 36500, "perDay": 200,
            "hardFactor": 1.2,
        },
        "lapse": {
            "delays": [10.0], "leechAction": 1, "leechFails": 8, "minInt": 1, "mult": 0.0,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_mean_nothing_to_anki() {
        let shown = text("[sound:a.mp3] {{c1::x}} \\(x\\) <b>&\n\u{202e}");
        for markup in ["[", "]", "{", "}", "\\(", "<b>"] {
            assert!(!shown.contains(markup), "{markup} in {shown}");
        }
        assert!(shown.contains("<br>") && shown.contains("&lt;b&gt;&amp;"), "{shown}");
        assert_eq!(deck_name(" a::b "), "a:b");
        assert_eq!(deck_name("  "), "Problems");
        assert_eq!(id_of("a"), id_of("a"));
        assert_ne!(id_of("a"), id_of("b"));
    }

    /// The back has every field that the front does not show.
    #[test]
    fn all_fields_are_on_the_card() {
        let card = [include_str!("front.html"), include_str!("back.html")].concat();
        for field in ["Data", "Comment", "Answer", "Level", "Source"] {
            assert!(card.contains(&format!("{{{{{field}}}}}")), "{field}");
        }
    }
}
