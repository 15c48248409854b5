//! `gtn-db find --in games`: where a shape stands in games.

use std::collections::HashMap;
use std::ffi::OsString;
use std::io::Write;

use clap::Args;
use compact_str::CompactString;
use gtn_db::find::load_games;
use gtn_db::games::{Conditions, Index, Search, Summary};
use gtn_db::gtn::Pattern;
use gtn_db::store::{Store, StoredGame};
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
                let conditions = Conditions {
                    before_move: args.before_move,
                    next: args.next.map(Into::into),
                    sequence: args.sequence.clone().map(|moves| moves.0).unwrap_or_default(),
                };
                let search = Search::new(pattern).with(conditions);
                match &among {
                    Some(games) => search.among(games.clone()),
                    None => search,
                }
            }
            Err(error) => {
                report(&format!("{label}: {error:#}"));
                has_failed = true;
                continue;
            }
        };
        let summary = Summary::of(&search, &index);
        let is_further = !std::mem::replace(&mut is_first, false);
        found_any |= summary.hits > 0;
        let is_for_people = !output.json && !output.csv;
        if is_for_people {
            show(search.pattern(), &summary, is_further)?;
        } else if is_counted {
            count(label.clone(), &summary, output)?;
        }
        if !is_counted {
            let limit = args.limit.or(is_for_people.then_some(SHOWN)).unwrap_or(usize::MAX);
            list(&label, &search, &index, &store, limit, output)?;
        }
    }
    Ok(match (has_failed, found_any) {
        (true, _) => Outcome::Failed,
        (false, true) => Outcome::Done,
        (false, false) => Outcome::NothingFound,
    })
}

fn continuations(summary: &Summary) -> Vec<Continuation> {
    let of = |(next, i): (&gtn_db::games::Continuation, usize)| Continuation {
        point: next.point.to_string(),
        turn: next.color.name(),
        games: next.games,
        hits: next.hits,
        letter: patterns::letter(i),
    };
    summary.continuations.iter().zip(0..).map(of).collect()
}

fn count(query: String, summary: &Summary, output: OutputArgs) -> anyhow::Result<()> {
    let continuations = continuations(summary);
    if output.json {
        let counted = Counted { query, games: summary.games, hits: summary.hits, continuations };
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
fn show(pattern: &Pattern, summary: &Summary, is_further: bool) -> anyhow::Result<()> {
    let moves = continuations(summary);
    let points = summary.continuations.iter().map(|next| next.point);
    let letters = points.zip(0..MOVES_SHOWN).filter_map(|(p, i)| Some((p, patterns::letter(i)?)));
    let mut out = stdout();
    if is_further {
        writeln!(out)?;
    }
    writeln!(out, "{}", patterns::draw(pattern, letters))?;
    let games = plural(summary.games, "game");
    writeln!(out, "Found in {games}, {}", plural(summary.hits, "hit"))?;
    drop(out); // the listing locks standard output itself
    let mut listing = OutputArgs { json: false, csv: false }.listing()?;
    moves.iter().take(MOVES_SHOWN).try_for_each(|next| listing.push(next))?;
    listing.finish()?;
    Ok(())
}

/// A hit, and the number of its game.
struct Place {
    game: i64,
    number: u16,
    operation: &'static str,
    place: String,
    next: Option<Next>,
}

fn list(
    label: &str,
    search: &Search,
    index: &Index,
    store: &Store,
    limit: usize,
    output: OutputArgs,
) -> anyhow::Result<()> {
    let parts = search.fold(index, Vec::new, |places, found| {
        // More of one part are never listed.
        let room = limit.saturating_sub(places.len());
        places.extend(found.hits.iter().take(room).map(|hit| {
            let (operation, origin) = found.lies(hit);
            Place {
                game: found.game,
                number: found.move_number(hit.step),
                operation: operation.name(),
                place: origin.to_string(),
                next: hit.next.map(|next| Next {
                    point: next.point.to_string(),
                    turn: next.color.name(),
                    number: found.move_number(next.step),
                }),
            }
        }));
    });
    let mut places: Vec<Place> = parts.into_iter().flatten().collect();
    places.sort_by_key(|place| place.game); // boards of several sizes lie apart
    let mut listing = output.listing()?;
    let mut games: HashMap<i64, StoredGame> = HashMap::new();
    for place in places.into_iter().take(limit) {
        if !games.contains_key(&place.game) {
            games.clear(); // they come in order
            games.extend(store.game(place.game)?.map(|game| (place.game, game)));
        }
        let Some(game) = games.get(&place.game) else { continue }; // removed meanwhile
        listing.push(&Line {
            query: label.to_owned(),
            game: place.game,
            source: game.source.clone(),
            tree: game.tree,
            black: game.info.black.clone(),
            white: game.info.white.clone(),
            date: game.info.date.clone(),
            result: game.info.result.clone(),
            number: place.number,
            operation: place.operation,
            place: place.place,
            next: place.next,
        })?;
    }
    listing.finish()?;
    Ok(())
}
