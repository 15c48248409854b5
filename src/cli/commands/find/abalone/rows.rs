//! The rows of the answers, and a sentence about each of them.

use gtn_db::answer::abalone::{
    ContainmentJson, GameCountJson, GameMatchJson, NearMatchJson, ProblemMatchJson,
};
use gtn_db::find::MatchKind;
use gtn_db::find::abalone::{ContainmentMatch, GameMatch, NearMatch, ProblemMatch, Query};

use crate::cli::output::{Row, join, plural};

impl Row for ProblemMatchJson {
    const HEADINGS: &'static [&'static str] =
        &["query", "kind", "turn", "lost", "operation", "source", "number", "name", "key"];
    const FIELDS: &'static [&'static str] =
        &["query", "kind", "key", "turn", "lost", "operation", "source", "number", "name"];
}

impl Row for NearMatchJson {
    const HEADINGS: &'static [&'static str] = &join::<11>(&[
        &["query", "kind", "distance", "difference"],
        ProblemMatchJson::HEADINGS.split_at(2).1,
    ]);
    const FIELDS: &'static [&'static str] =
        &join::<11>(&[ProblemMatchJson::FIELDS, &["distance", "difference"]]);
}

impl Row for ContainmentJson {
    const HEADINGS: &'static [&'static str] = &join::<11>(&[
        &["query", "kind", "placements", "cells"],
        ProblemMatchJson::HEADINGS.split_at(2).1,
    ]);
    const FIELDS: &'static [&'static str] =
        &join::<11>(&[ProblemMatchJson::FIELDS, &["cells", "placements"]]);
}

impl Row for GameMatchJson {
    const HEADINGS: &'static [&'static str] = &[
        "query",
        "kind",
        "distance",
        "game",
        "black",
        "white",
        "date",
        "result",
        "line",
        "ply",
        "operation",
        "turn",
        "next",
        "name",
    ];
    const FIELDS: &'static [&'static str] = &[
        "query",
        "kind",
        "game",
        "name",
        "line",
        "ply",
        "operation",
        "distance",
        "turn",
        "lost",
        "next",
        "next_in_query",
        "black",
        "white",
        "date",
        "result",
        "source",
        "number",
    ];

    fn cell(&self, heading: &str) -> Option<String> {
        match heading {
            "distance" if self.kind != MatchKind::Near.name() => Some(String::new()),
            "line" if self.line == 1 => Some(String::new()),
            "next" => self.next_in_query.clone(), // else the field
            _ => None,
        }
    }
}

impl Row for GameCountJson {
    const HEADINGS: &'static [&'static str] = &["query", "games", "hits"];
}

/// Says what was found of the same position.
pub fn summarize_same(query: &Query, found: &[ProblemMatch]) -> String {
    let kinds: Vec<MatchKind> = found.iter().map(|found| found.kind).collect();
    summarize_kinds(query, &kinds)
}

fn summarize_kinds(query: &Query, kinds: &[MatchKind]) -> String {
    let count = |kind| kinds.iter().filter(|found| **found == kind).count() as u64;
    let parts = [
        (count(MatchKind::SameProblem), "the same problem"),
        (count(MatchKind::SamePosition), "the same position"),
    ];
    let parts = parts.into_iter().filter(|(count, _)| *count > 0);
    let parts: Vec<String> =
        parts.map(|(count, what)| format!("{what} in {}", plural(count, "record"))).collect();
    if parts.is_empty() {
        return format!("Not found: {}", query.key());
    }
    format!("Found {}", parts.join(", "))
}

/// Says what was found of the same position and of near ones.
pub fn summarize_near(query: &Query, found: &[NearMatch]) -> String {
    let kinds: Vec<MatchKind> = found.iter().map(|found| found.found.kind).collect();
    let near = kinds.iter().filter(|kind| **kind == MatchKind::Near).count() as u64;
    let same = summarize_kinds(query, &kinds);
    if near > 0 { format!("{same}; {} near", plural(near, "record")) } else { same }
}

/// Says what contains the query, or is contained in it.
pub fn summarize_containment(_: &Query, found: &[ContainmentMatch]) -> String {
    let records = plural(found.len() as u64, "record");
    match found.first().map(|found| found.found.kind) {
        None => "Nothing found".to_owned(),
        Some(MatchKind::Contained) => format!("{records} in the query"),
        Some(_) => format!("{records} with the query"),
    }
}

/// Says what was found in games.
pub fn summarize_games(query: &Query, found: &[GameMatch]) -> String {
    if found.is_empty() {
        return format!("Not found: {}", query.key());
    }
    let count = GameCountJson::new(found);
    format!("Found in {}, {}", plural(count.games, "game"), plural(count.hits, "position"))
}
