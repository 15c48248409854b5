//! `gtn-db find --in games`: where a shape stands in games.

use std::ffi::OsString;
use std::io::Write;

use clap::Args;
use compact_str::CompactString;
use gtn_db::find::load_games;
use gtn_db::games::{CountMatches, ListMatches, Match, MatchCounts, MatchFilter, Search};
use gtn_db::gtn::Pattern;
use gtn_db::store::Store;
use serde::Serialize;

use crate::cli::commands::find::TurnArg;
use crate::cli::commands::games::GameArgs;
use crate::cli::input::patterns::{self, Sequence};
use crate::cli::output::{OutputArgs, Row, plural, stdout};
use crate::cli::{Global, Outcome, report};
use gtn_db::escape::write_json;

/// What only `--in games` takes.
#[derive(Debug, Args)]
#[command(next_help_heading = "In games")]
pub struct ShapeArgs {
    #[command(flatten)]
    games: GameArgs,
    /// Only where the shape stands by this move
    #[arg(long, value_name = "MOVE")]
    before_move: Option<u16>,
    /// Only where this color plays into the shape next
    #[arg(long, value_name = "COLOR")]
    next: Option<TurnArg>,
    /// Only where these moves are played into the shape next, such as 'X(3,4) O(4,4)'
    #[arg(long, value_name = "MOVES")]
    sequence: Option<Sequence>,
    /// List so many hits at most; people see 20 unless told
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
}

impl ShapeArgs {
    /// Whether one of them is given.
    pub fn is_given(&self) -> bool {
        self.limit.is_some()
            || self.next.is_some()
            || self.sequence.is_some()
            || self.before_move.is_some()
            || self.games.is_given()
    }
}

/// Hits that people see.
const SHOWN: usize = 20;
/// Continuations that people see.
const MOVES_SHOWN: usize = 20;

/// A hit; docs/json.md describes its fields.
#[derive(Serialize)]
struct Line {
    query: String,
    game: i64,
    source: String,
    tree: u32,
    black: Option<CompactString>,
    white: Option<CompactString>,
    date: Option<CompactString>,
    result: Option<CompactString>,
    #[serde(rename = "move")]
    number: u16,
    operation: &'static str,
    place: String,
    next: Option<Next>,
}

#[derive(Serialize)]
struct Next {
    point: String,
    turn: &'static str,
    #[serde(rename = "move")]
    number: u16,
}

impl Row for Line {
    const HEADINGS: &'static [&'static str] =
        &["game", "black", "white", "date", "result", "move", "operation", "place", "next", "at"];
    const FIELDS: &'static [&'static str] = &[
        "query",
        "game",
        "source",
        "tree",
        "black",
        "white",
        "date",
        "result",
        "move",
        "operation",
        "place",
        "next.point",
        "next.turn",
        "next.move",
    ];

    fn cells(&self) -> Vec<String> {
        let text = |text: &Option<CompactString>| text.as_deref().unwrap_or_default().to_owned();
        let next = self.next.as_ref();
        vec![
            self.game.to_string(),
            text(&self.black),
            text(&self.white),
            text(&self.date),
            text(&self.result),
            self.number.to_string(),
            self.operation.to_owned(),
            self.place.clone(),
            next.map_or(String::new(), |next| format!("{} {}", next.turn, next.point)),
            next.map_or(String::new(), |next| next.number.to_string()),
        ]
    }
}

/// The answer to `--count`; docs/json.md describes its fields.
#[derive(Serialize)]
struct Counted {
    query: String,
    games: u64,
    hits: u64,
    continuations: Vec<Continuation>,
}

#[derive(Serialize)]
struct Continuation {
    point: String,
    turn: &'static str,
    games: u64,
    hits: u64,
    #[serde(skip)]
    letter: Option<char>,
}

impl Row for Continuation {
    const HEADINGS: &'static [&'static str] = &["", "turn", "point", "games", "hits"];
    const FIELDS: &'static [&'static str] = &["point", "turn", "games", "hits"];

    fn cells(&self) -> Vec<String> {
        vec![
            self.letter.map(String::from).unwrap_or_default(),
            self.turn.to_owned(),
            self.point.clone(),
            self.games.to_string(),
            self.hits.to_string(),
        ]
    }
}

pub fn run(
    queries: &[OsString],
    args: &ShapeArgs,
    is_counted: bool,
    output: OutputArgs,
    global: &Global,
) -> anyhow::Result<Outcome> {
    let store = Store::open(&global.database()?)?;
    let among = args.games.among(&store)?;
    let index = load_games(&store)?;
    let (mut found_any, mut has_failed, mut is_first) = (false, false, true);
    for (label, pattern) in patterns::read(queries) {
        let search = match pattern {
            Ok(pattern) => {
                let filter = MatchFilter {
                    before_move: args.before_move,
                    next: args.next.map(Into::into),
                    sequence: args.sequence.clone().map(|moves| moves.0).unwrap_or_default(),
                };
                let search = Search::new(pattern).filter(filter);
                match &among {
                    Some(games) => search.restrict_to(games.clone()),
                    None => search,
                }
            }
            Err(error) => {
                report(&format!("{label}: {error:#}"));
                has_failed = true;
                continue;
            }
        };
        let is_for_people = !output.json && !output.csv;
        let limit = match args.limit {
            _ if is_counted => 0,
            Some(limit) => limit,
            None if is_for_people => SHOWN,
            None => usize::MAX,
        };
        let (counts, matches) = search.run(&index, &(CountMatches, ListMatches::limit(limit)));
        let is_further = !std::mem::replace(&mut is_first, false);
        found_any |= counts.matches > 0;
        if is_for_people {
            show(search.pattern(), &counts, is_further)?;
        } else if is_counted {
            count(label.clone(), &counts, output)?;
        }
        if !is_counted {
            list(&label, &matches, &store, output)?;
        }
    }
    Ok(match (has_failed, found_any) {
        (true, _) => Outcome::Failed,
        (false, true) => Outcome::Done,
        (false, false) => Outcome::NothingFound,
    })
}

fn continuations(counts: &MatchCounts) -> Vec<Continuation> {
    let of = |(next, i): (&gtn_db::games::ContinuationCount, usize)| Continuation {
        point: next.point.to_string(),
        turn: next.color.name(),
        games: next.games,
        hits: next.matches,
        letter: patterns::letter(i),
    };
    counts.continuations.iter().zip(0..).map(of).collect()
}

fn count(query: String, counts: &MatchCounts, output: OutputArgs) -> anyhow::Result<()> {
    let continuations = continuations(counts);
    if output.json {
        let counted = Counted { query, games: counts.games, hits: counts.matches, continuations };
        let mut out = stdout();
        write_json(&mut out, &counted)?;
        return Ok(out.flush()?);
    }
    let mut listing = output.listing()?;
    continuations.iter().try_for_each(|continuation| listing.push(continuation))?;
    listing.finish()?;
    Ok(())
}

/// Draws the shape with letters on what is played next, and counts.
fn show(pattern: &Pattern, counts: &MatchCounts, is_further: bool) -> anyhow::Result<()> {
    let moves = continuations(counts);
    let points = counts.continuations.iter().map(|next| next.point);
    let letters = points.zip(0..MOVES_SHOWN).filter_map(|(p, i)| Some((p, patterns::letter(i)?)));
    let mut out = stdout();
    if is_further {
        writeln!(out)?;
    }
    writeln!(out, "{}", patterns::draw(pattern, letters))?;
    let games = plural(counts.games, "game");
    writeln!(out, "Found in {games}, {}", plural(counts.matches, "hit"))?;
    drop(out); // the listing locks standard output itself
    let mut listing = OutputArgs { json: false, csv: false }.listing()?;
    moves.iter().take(MOVES_SHOWN).try_for_each(|next| listing.push(next))?;
    listing.finish()?;
    Ok(())
}

/// Lists matches, which come by game.
fn list(label: &str, matches: &[Match], store: &Store, output: OutputArgs) -> anyhow::Result<()> {
    let mut listing = output.listing()?;
    for matches in matches.chunk_by(|one, other| one.game == other.game) {
        let Some(game) = store.game(matches[0].game)? else { continue }; // removed meanwhile
        for found in matches {
            listing.push(&Line {
                query: label.to_owned(),
                game: found.game,
                source: game.source.clone(),
                tree: game.tree,
                black: game.facts.black.clone(),
                white: game.facts.white.clone(),
                date: game.facts.date.clone(),
                result: game.facts.result.clone(),
                number: found.move_number,
                operation: found.symmetry.name(),
                place: found.origin.to_string(),
                next: found.next.map(|next| Next {
                    point: next.point.to_string(),
                    turn: next.color.name(),
                    number: next.move_number,
                }),
            })?;
        }
    }
    listing.finish()?;
    Ok(())
}
