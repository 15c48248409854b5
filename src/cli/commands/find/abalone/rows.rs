//! The rows of the answers, and a sentence about each of them.

use gtn_db::answer::abalone::{
    ContainmentJson, GameCountJson, GameMatchJson, NearMatchJson, ProblemMatchJson,
};
use gtn_db::find::MatchKind;
use gtn_db::find::abalone::{ContainmentMatch, GameMatch, NearMatch, ProblemMatch, Query};

use crate::cli::commands::find::rows::Labeled;
use crate::cli::output::{Row, plural};

impl Row for Labeled<ProblemMatchJson> {
    const HEADINGS: &'static [&'static str] =
        &["query", "kind", "turn", "lost", "operation", "source", "number", "name", "key"];
    const FIELDS: &'static [&'static str] =
        &["query", "kind", "key", "turn", "lost", "operation", "source", "number", "name"];

    fn cells(&self) -> Vec<String> {
        problem_cells(&self.query_cell, &self.found)
    }
}

impl Row for Labeled<NearMatchJson> {
    const HEADINGS: &'static [&'static str] = &[
        "query",
        "kind",
        "distance",
        "difference",
        "turn",
        "lost",
        "operation",
        "source",
        "number",
        "name",
        "key",
    ];
    const FIELDS: &'static [&'static str] = &[
        "query",
        "kind",
        "key",
        "turn",
        "lost",
        "operation",
        "source",
        "number",
        "name",
        "distance",
        "difference",
    ];

    fn cells(&self) -> Vec<String> {
        let NearMatchJson { problem, distance, difference } = &self.found;
        let mut cells = problem_cells(&self.query_cell, problem);
        cells.splice(2..2, [distance.to_string(), difference.join(" ")]);
        cells
    }
}

impl Row for Labeled<ContainmentJson> {
    const HEADINGS: &'static [&'static str] = &[
        "query",
        "kind",
        "placements",
        "cells",
        "turn",
        "lost",
        "operation",
        "source",
        "number",
        "name",
        "key",
    ];
    const FIELDS: &'static [&'static str] = &[
        "query",
        "kind",
        "key",
        "turn",
        "lost",
        "operation",
        "source",
        "number",
        "name",
        "cells",
        "placements",
    ];

    fn cells(&self) -> Vec<String> {
        let ContainmentJson { problem, cells: marbles, placements } = &self.found;
        let mut cells = problem_cells(&self.query_cell, problem);
        cells.splice(2..2, [placements.to_string(), marbles.join(" ")]);
        cells
    }
}

impl Row for Labeled<GameMatchJson> {
    const HEADINGS: &'static [&'static str] = &[
        "query",
        "kind",
        "distance",
        "game",
        "black",
        "white",
        "date",
        "result",
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

    fn cells(&self) -> Vec<String> {
        let hit = &self.found;
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let is_near = hit.kind == MatchKind::Near.name();
        vec![
            self.query_cell.clone(),
            hit.kind.to_owned(),
            if is_near { hit.distance.to_string() } else { String::new() },
            hit.game.clone(),
            text(&hit.black),
            text(&hit.white),
            text(&hit.date),
            text(&hit.result),
            hit.ply.to_string(),
            hit.operation.to_owned(),
            hit.turn.to_owned(),
            text(if hit.next_in_query.is_some() { &hit.next_in_query } else { &hit.next }),
            text(&hit.name),
        ]
    }
}

impl Row for Labeled<GameCountJson> {
    const HEADINGS: &'static [&'static str] = &["query", "games", "hits"];

    fn cells(&self) -> Vec<String> {
        let GameCountJson { games, hits } = &self.found;
        vec![self.query.clone(), games.to_string(), hits.to_string()]
    }
}

/// The cells of a problem that matches the query in `query_cell`.
fn problem_cells(query_cell: &str, found: &ProblemMatchJson) -> Vec<String> {
    vec![
        query_cell.to_owned(),
        found.kind.to_owned(),
        found.turn.to_owned(),
        found.lost.clone().unwrap_or_default(),
        found.operation.to_owned(),
        found.source.clone(),
        found.number.to_string(),
        found.name.clone().unwrap_or_default(),
        found.key.clone(),
    ]
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
