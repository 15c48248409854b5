//! `gtn-db find --in games`: where a pattern occurs in games, and what is played there next.

use std::collections::HashMap;
use std::io::Write;

use anyhow::Context;
use clap::Args;
use compact_str::CompactString;
use gtn_db::Color;
use gtn_db::escape::{Escaped, write_json};
use gtn_db::extract::BoardPlace;
use gtn_db::find::{ListReached, Played, count_results, load_games};
use gtn_db::games::{CountMatches, LineWalk, ListMatches, Match, MatchCounts, MatchFilter, Search};
use gtn_db::go::Size;
use serde::Serialize;

use super::request::{Naming, Request};
use crate::cli::Outcome;
use crate::cli::args::{ExpressionArgs, GameArgs, TurnArg};
use crate::cli::input::{AskedPattern, Extent, QueryText, Tally, TypedMoves};
use crate::cli::output::points::{PointNames, draw_pattern, letter};
use crate::cli::output::progress::Progress;
use crate::cli::output::text::win_rate;
use crate::cli::output::{Listing, OutputArgs, Row, Stdout, plural, stdout};

/// The options of `--in games`.
#[derive(Debug, Args)]
#[command(next_help_heading = "With --in games")]
pub struct InGamesArgs {
    #[command(flatten)]
    games: GameArgs,
    /// Only hits that begin with this move or earlier
    #[arg(long, value_name = "N")]
    before_move: Option<u16>,
    /// Only hits after which this color plays inside the pattern first
    #[arg(long, value_name = "COLOR", ignore_case = true)]
    next: Option<TurnArg>,
    /// Only hits after which these moves are played inside the pattern, in this order, such as
    /// 'B R14 W Q17'; points have the names of the drawn board
    #[arg(long, value_name = "MOVES")]
    sequence: Option<TypedMoves>,
}

impl InGamesArgs {
    /// The name of the first option that was given, for messages.
    pub fn given_option(&self) -> Option<&'static str> {
        let options = [
            ("--before-move", self.before_move.is_some()),
            ("--next", self.next.is_some()),
            ("--sequence", self.sequence.is_some()),
        ];
        let given = options.into_iter().find(|(_, is_given)| *is_given).map(|(name, _)| name);
        given.or_else(|| self.games.given_game_option())
    }

    /// The condition of `--where`, which is also one for problems.
    pub fn expression(&self) -> &ExpressionArgs {
        &self.games.expression
    }
}

/// Hits and continuations in a table, unless `--limit` says otherwise.
const SHOWN: usize = 20;

/// A hit; docs/json.md describes its fields.
#[derive(Serialize)]
struct HitRow {
    query: String,
    /// `query` for tables, if there are several.
    #[serde(skip)]
    query_cell: String,
    game: i64,
    source: String,
    tree: u32,
    black: Option<CompactString>,
    white: Option<CompactString>,
    date: Option<CompactString>,
    result: Option<CompactString>,
    line: u32,
    main: bool,
    path: Option<String>,
    #[serde(rename = "move")]
    number: u16,
    operation: &'static str,
    place: String,
    place_name: String,
    next: Option<NextMove>,
}

#[derive(Serialize)]
struct NextMove {
    point: String,
    point_name: String,
    turn: &'static str,
    #[serde(rename = "move")]
    number: u16,
}

impl Row for HitRow {
    const HEADINGS: &'static [&'static str] = &[
        "query",
        "game",
        "black",
        "white",
        "date",
        "result",
        "line",
        "move",
        "operation",
        "place",
        "next",
        "at move",
    ];
    const FIELDS: &'static [&'static str] = &[
        "query",
        "game",
        "source",
        "tree",
        "black",
        "white",
        "date",
        "result",
        "line",
        "main",
        "path",
        "move",
        "operation",
        "place",
        "place_name",
        "next.point",
        "next.point_name",
        "next.turn",
        "next.move",
    ];

    fn cells(&self) -> Vec<String> {
        let text = |text: &Option<CompactString>| text.as_deref().unwrap_or_default().to_owned();
        let next = self.next.as_ref();
        vec![
            self.query_cell.clone(),
            self.game.to_string(),
            text(&self.black),
            text(&self.white),
            text(&self.date),
            text(&self.result),
            self.path.as_ref().map_or(String::new(), |path| format!("{} ({path})", self.line)),
            self.number.to_string(),
            self.operation.to_owned(),
            self.place_name.clone(),
            next.map_or(String::new(), |next| format!("{} {}", next.turn, next.point_name)),
            next.map_or(String::new(), |next| next.number.to_string()),
        ]
    }
}

/// The answer to `--count`; docs/json.md describes its fields.
#[derive(Serialize)]
struct Counted<'a> {
    query: &'a str,
    games: u64,
    hits: u64,
    continuations: Vec<ContinuationRow>,
}

#[derive(Serialize)]
struct ContinuationRow {
    point: String,
    point_name: String,
    turn: &'static str,
    games: u64,
    hits: u64,
    wins: u64,
    losses: u64,
    #[serde(skip)]
    letter: Option<char>,
}

impl Row for ContinuationRow {
    const HEADINGS: &'static [&'static str] = &["", "turn", "point", "games", "hits", "won"];
    const FIELDS: &'static [&'static str] =
        &["point", "point_name", "turn", "games", "hits", "wins", "losses"];

    fn cells(&self) -> Vec<String> {
        vec![
            self.letter.map(String::from).unwrap_or_default(),
            self.turn.to_owned(),
            self.point_name.clone(),
            self.games.to_string(),
            self.hits.to_string(),
            win_rate(self.wins, self.losses),
        ]
    }
}

/// Finds each pattern in the selected games.
pub fn run(request: &Request<'_>, args: &InGamesArgs, is_counted: bool) -> anyhow::Result<Outcome> {
    let selected = args.games.select_games(request.store)?;
    let progress = Progress::start(request.global, "Loading games", None);
    let index = load_games(request.store, selected.as_deref())?;
    let outcomes = request.store.game_outcomes(selected.as_deref())?;
    drop(progress);
    let output = request.output;
    let limit = match (is_counted, request.limit) {
        (true, _) => 0,
        (false, Some(limit)) => limit,
        (false, None) if output.is_table() => SHOWN,
        (false, None) => usize::MAX,
    };
    let (mut tally, mut is_first) = (Tally::default(), true);
    let (naming, queries) = request.read_queries();
    let mut listing = if output.is_table() || is_counted { None } else { Some(output.listing()?) };
    for (label, text) in queries {
        let prepared = text.and_then(|text| prepare(request, args, text));
        let Some((asked, search)) = tally.accept(&label, prepared) else { continue };
        let collectors = ((CountMatches, ListReached), ListMatches::limit(limit));
        let ((counts, reached), matches) = search.run(&index, &collectors);
        tally.count(counts.matches > 0);
        let (_, played) = count_results(&reached, &outcomes);
        let rows = continuation_rows(&counts, &played, PointNames::new(asked.place));
        if output.is_table() {
            print_summary(&naming.prefix(&label), &asked, &counts, &rows, !is_first)?;
            is_first = false;
        } else if is_counted {
            print_count(&label, &counts, rows, output)?;
        }
        let list = |listing: &mut Listing<HitRow, Stdout>| {
            list_hits(request, (&label, naming), &matches, asked.place, listing)
        };
        match &mut listing {
            Some(listing) if matches.is_empty() => naming.push_not_found(listing, &label)?,
            Some(listing) => list(listing)?,
            None if is_counted => {}
            None => {
                let mut table = output.listing()?;
                list(&mut table)?;
                table.finish()?;
            }
        }
    }
    if let Some(listing) = listing {
        listing.finish()?;
    }
    Ok(tally.outcome())
}

/// The search for a query; `None` when it is a key that is not there.
fn prepare(
    request: &Request<'_>,
    args: &InGamesArgs,
    text: QueryText,
) -> anyhow::Result<Option<(AskedPattern, Search)>> {
    let Some(asked) = text.into_pattern(request.store, Extent::Window)? else { return Ok(None) };
    let next = args.next.map(Color::from);
    let sequence = match &args.sequence {
        None => Vec::new(),
        Some(moves) => {
            moves.locate(asked.place, asked.pattern.size(), next.unwrap_or(Color::Black))?
        }
    };
    let filter = MatchFilter { before_move: args.before_move, next, sequence };
    let search = Search::new(asked.pattern.clone()).filter(filter);
    Ok(Some((asked, search)))
}

/// The continuations with the results of their games.
fn continuation_rows(
    counts: &MatchCounts,
    played: &[Played],
    names: PointNames,
) -> Vec<ContinuationRow> {
    let results: HashMap<_, _> =
        played.iter().map(|played| ((played.point, played.color), &played.results)).collect();
    let rows = counts.continuations.iter().enumerate().map(|(i, next)| {
        // None if the games have been removed since they were loaded.
        let results = results.get(&(Some(next.point), Some(next.color)));
        ContinuationRow {
            point: next.point.to_string(),
            point_name: names.name(next.point),
            turn: next.color.name(),
            games: next.games,
            hits: next.matches,
            wins: results.map_or(0, |results| results.wins),
            losses: results.map_or(0, |results| results.losses),
            letter: letter(i),
        }
    });
    rows.collect()
}

fn print_count(
    query: &str,
    counts: &MatchCounts,
    continuations: Vec<ContinuationRow>,
    output: OutputArgs,
) -> anyhow::Result<()> {
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

/// Draws the pattern with letters on the continuations, and lists these.
fn print_summary(
    name: &str,
    asked: &AskedPattern,
    counts: &MatchCounts,
    continuations: &[ContinuationRow],
    is_further: bool,
) -> anyhow::Result<()> {
    let shown = continuations.iter().take(SHOWN);
    let points = counts.continuations.iter().map(|next| next.point);
    let letters = points.zip(shown.clone()).filter_map(|(point, row)| Some((point, row.letter?)));
    let mut out = stdout();
    if is_further {
        writeln!(out)?;
    }
    writeln!(out, "{}", draw_pattern(&asked.pattern, asked.place, letters))?;
    let games = plural(counts.games, "game");
    let hits = plural(counts.matches, "hit");
    writeln!(out, "{}Found in {games}, {hits}", Escaped(name))?;
    drop(out); // the listing locks standard output itself
    let mut listing = OutputArgs { json: false, csv: false }.listing()?;
    shown.into_iter().try_for_each(|next| listing.push(next))?;
    listing.finish()?;
    Ok(())
}

/// Lists matches, which are sorted by game.
fn list_hits(
    request: &Request<'_>,
    (label, naming): (&str, Naming),
    matches: &[Match],
    place: BoardPlace,
    listing: &mut Listing<HitRow, Stdout>,
) -> anyhow::Result<()> {
    let names = PointNames::new(place);
    for matches in matches.chunk_by(|one, other| one.game == other.game) {
        let Some(game) = request.store.game(matches[0].game)? else { continue }; // removed meanwhile
        let board = Size::new(game.cols, game.rows)?;
        let has_variations = matches.iter().any(|found| found.line > 0);
        let lines = if has_variations { request.store.game_lines(game.id)? } else { None };
        let damaged = || format!("game {}", game.id);
        let mut walk = lines.as_deref().map(LineWalk::new).transpose().with_context(damaged)?;
        for found in matches {
            let path = match &mut walk {
                Some(walk) if found.line > 0 => {
                    walk.go_to(found.line).with_context(damaged)?; // lines in ascending order
                    Some(walk.to_string())
                }
                _ => None,
            };
            listing.push(&HitRow {
                query: label.to_owned(),
                query_cell: naming.cell(label),
                game: found.game,
                source: game.source.clone(),
                tree: game.tree,
                black: game.info.black.clone(),
                white: game.info.white.clone(),
                date: game.info.date.clone(),
                result: game.info.result.clone(),
                line: found.line + 1,
                main: found.line == 0,
                path,
                number: found.move_number,
                operation: found.symmetry.name(),
                place: found.origin.to_string(),
                place_name: found.origin.name(board),
                next: found.next.map(|next| NextMove {
                    point: next.point.to_string(),
                    point_name: names.name(next.point),
                    turn: next.color.name(),
                    number: next.move_number,
                }),
            })?;
        }
    }
    Ok(())
}
