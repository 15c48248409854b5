//! `gtn-db next`: what is played next on a whole board.

mod abalone;
mod args;
mod profile;

use std::io::Write;

use anyhow::{Context, anyhow, bail};
use gtn_db::Color;
use gtn_db::abalone::Setup;
use gtn_db::answer::{Aspects, GivenShape, NextMoveJson, PointNames, TypedMoves, likely_turn};
use gtn_db::extract::BoardPlace;
use gtn_db::find::{GameSource, Played, find_unique_games};
use gtn_db::games::{MatchFilter, Search};
use gtn_db::go::{Board, Point, Position};
use gtn_db::gtn::{Pattern, SubPosition};
use gtn_db::store::Store;

pub use self::args::NextArgs;
use crate::cli::error::CommandError;
use crate::cli::input::{Extent, NO_SUCH_KEY, QueryText, read_one_query};
use crate::cli::output::aspects::{self, GroupRow, Grouped, results_cell, versus_fields};
use crate::cli::output::points::draw_pattern;
use crate::cli::output::progress::Progress;
use crate::cli::output::text::percent;
use crate::cli::output::{OutputArgs, Row, plural, stdout};
use crate::cli::{Global, Outcome};

impl Row for NextMoveJson {
    const HEADINGS: &'static [&'static str] =
        &["", "turn", "point", "games", "share", "won", "years", "examples"];
    const FIELDS: &'static [&'static str] = &[
        "turn",
        "pass",
        "point",
        "point_name",
        "games",
        "share",
        "wins",
        "losses",
        "first_year",
        "last_year",
        "samples",
        "examples",
    ];

    fn cell(&self, heading: &str) -> Option<String> {
        match heading {
            "" => Some(self.letter.map(String::from).unwrap_or_default()),
            "point" => {
                let none = if self.pass { "pass" } else { "none" };
                self.point_name.clone().or_else(|| Some(none.to_owned()))
            }
            "share" => Some(percent(self.share)),
            _ => results_cell(&self.results, heading),
        }
    }
}

pub fn run(args: &NextArgs, global: &Global) -> anyhow::Result<Outcome> {
    let store = Store::open(&global.database()?)?;
    let text = args.query.as_ref().map(|query| read_one_query(query, &args.position));
    let text = text.transpose()?;
    if let Some(setup) = find_abalone_setup(args, &store, text.as_ref())? {
        return abalone::run(args, &store, setup);
    }
    let mut asked = read_board(args, &store, text)?;
    if let Some(moves) = &args.moves {
        let moves = moves.parse().map_err(|error: String| anyhow!(error));
        let played = moves.and_then(|moves| play_moves(&asked.pattern, &moves));
        asked.pattern = played.context("--moves")?;
    }
    let mut source = GameSource::new(&store, &args.games.to_filter()?, !global.no_index)?;
    if args.unique {
        source.restrict_to(find_unique_games(&store, source.ids()?)?);
    }
    let count = |pattern: &Pattern| -> anyhow::Result<_> {
        let filter = MatchFilter { moves: args.range.to_range()?, ..MatchFilter::default() };
        let progress = Progress::start(global, "Reading games", None);
        let mut found = source.played_next(&Search::new(pattern.clone()).filter(filter))?;
        drop(progress);
        found.moves.retain(|played| played.results.games >= args.min_games.unwrap_or(1));
        found.moves.truncate(args.limit.count());
        Ok(found)
    };
    let names = PointNames::new(asked.place);
    for name in args.play.iter().flat_map(|names| names.split_whitespace()) {
        let found = count(&asked.pattern)?;
        let rows = NextMoveJson::list(&found, names, Aspects::default());
        let followed = follow_move(&asked.pattern, &found.moves, &rows, name);
        asked.pattern = followed.with_context(|| format!("--play {name}"))?;
    }
    if let Some(name) = &args.profile {
        return profile::run(args, global, &store, &source, name, &asked);
    }
    let found = count(&asked.pattern)?;
    let aspects = args.aspects.to_aspects();
    let rows = NextMoveJson::list(&found, names, aspects);
    if args.output.is_table() {
        let letters = found.moves.iter().zip(&rows);
        let letters = letters.filter_map(|(played, row)| Some((played.point?, row.letter?)));
        let mut out = stdout();
        writeln!(out, "{}", draw_pattern(&asked.pattern, asked.place, letters))?;
        writeln!(out, "{}", plural(found.games, "game"))?;
        for line in aspects::describe(rows.first().map(|row| &row.results)) {
            writeln!(out, "{line}")?;
        }
        out.flush()?;
    }
    list(args.output, aspects, rows)?;
    global.note_games(&source);
    Ok(if found.games > 0 { Outcome::Done } else { Outcome::NothingFound })
}

/// Lists the moves; in CSV with `--by`, a row for each move and year or rank.
fn list(output: OutputArgs, asked: Aspects, rows: Vec<NextMoveJson>) -> anyhow::Result<()> {
    let fields: &[&str] = if asked.versus.is_some() { versus_fields!("") } else { &[] };
    if output.csv && asked.by.is_some() {
        let mut listing = output.listing_with(&[], fields)?;
        for mut row in rows {
            for by in GroupRow::split_off(&mut row.results) {
                listing.push(&Grouped { row: row.clone(), by })?;
            }
        }
        listing.finish()?;
        return Ok(());
    }
    let mut listing = output.listing_with(&aspects::headings(asked), fields)?;
    rows.iter().try_for_each(|row| listing.push(row))?;
    listing.finish()?;
    Ok(())
}

/// The position to search for, if it is one of Abalone.
fn find_abalone_setup(
    args: &NextArgs,
    store: &Store,
    text: Option<&(String, QueryText)>,
) -> anyhow::Result<Option<Setup>> {
    match text {
        Some((label, text)) if text.is_abalone(store)? => {
            text.find_abalone_setup(store).with_context(|| label.clone())
        }
        _ => Ok(args.start),
    }
}

/// The board of Go to search for.
fn read_board(
    args: &NextArgs,
    store: &Store,
    text: Option<(String, QueryText)>,
) -> anyhow::Result<GivenShape> {
    let Some((label, text)) = text else {
        let size = args.position.board_size();
        let pattern = Pattern::try_from(&SubPosition::goban(Board::new(size)))?;
        let place = BoardPlace { origin: Point::new(0, 0), board: size };
        return Ok(GivenShape { pattern, place });
    };
    let asked = text.into_pattern(store, Extent::WholeBoard).with_context(|| label.clone())?;
    let asked = asked.with_context(|| format!("{label}: {NO_SUCH_KEY}"))?;
    if !asked.pattern.open().is_empty() {
        bail!(
            "{label}: a whole board is needed, without _ and !; for a part of a board use \
             `gtn-db find --in games`, for a corner `gtn-db joseki`"
        );
    }
    Ok(asked)
}

/// The position on a board, with this player to move.
fn position(pattern: &Pattern, turn: Option<Color>) -> anyhow::Result<Position> {
    if pattern.wildcards().next().is_some() {
        bail!("no move can be played on a board with `?`");
    }
    let board = pattern.sub_position().board;
    Ok(Position::from_board(&board, turn.unwrap_or_else(|| likely_turn(&board)))?)
}

/// The board after some moves; the player with fewer stones begins.
fn play_moves(pattern: &Pattern, moves: &TypedMoves) -> anyhow::Result<Pattern> {
    moves.refuse_last_pass()?;
    let (board, _) = moves.play(position(pattern, None)?)?;
    Ok(Pattern::try_from(&SubPosition::goban(board))?)
}

/// The board after one of the listed moves.
fn follow_move(
    pattern: &Pattern,
    played: &[Played],
    rows: &[NextMoveJson],
    name: &str,
) -> anyhow::Result<Pattern> {
    let is_named = |row: &NextMoveJson| {
        let letter = row.letter.is_some_and(|letter| name.chars().eq([letter]));
        letter || row.point_name.as_deref().is_some_and(|point| point.eq_ignore_ascii_case(name))
    };
    let found = rows.iter().zip(played).find(|(row, _)| is_named(row));
    let Some((_, &Played { point: Some(point), color, .. })) = found else {
        let listed = rows.iter().filter(|row| row.letter.is_some()).count();
        let moves = plural(listed as u64, "move");
        return Err(CommandError::new(format!("the list has {moves}, and none of this name"))
            .with_hint("--moves plays any move")
            .into());
    };
    let mut position = position(pattern, color)?;
    position.play(point)?;
    Ok(Pattern::try_from(&SubPosition::goban(position.board()))?)
}
