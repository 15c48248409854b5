//! `gtn-db next --profile`: what a player plays in the first moves.

use std::io::Write;

use anyhow::bail;
use gtn_db::answer::{GivenShape, NextMoveJson, PointNames, ProfileMoveJson};
use gtn_db::escape::Escaped;
use gtn_db::find::{GameSource, Profile, ProfileOptions, find_profile};
use gtn_db::store::Store;

use super::args::NextArgs;
use crate::cli::output::progress::Progress;
use crate::cli::output::text::{percent, win_rate};
use crate::cli::output::{Row, plural, stdout};
use crate::cli::{Global, Outcome};

impl Row for ProfileMoveJson {
    const HEADINGS: &'static [&'static str] =
        &["side", "line", "point", "games", "share", "won", "field", "of field", "field won"];
    fn fields() -> Vec<&'static str> {
        let of_field = ["field_games", "field_share", "field_wins", "field_losses"];
        [&["side", "line"], NextMoveJson::FIELDS, &of_field].concat()
    }

    fn cell(&self, heading: &str) -> Option<String> {
        match heading {
            "field" => Some(self.field_games.to_string()),
            "of field" => Some(self.field_share.map(percent).unwrap_or_default()),
            "field won" => Some(win_rate(self.field_wins, self.field_losses)),
            "side" | "line" => None,
            _ => self.played.cell(heading),
        }
    }
}

pub fn run(
    args: &NextArgs,
    global: &Global,
    store: &Store,
    source: &GameSource<'_>,
    name: &str,
    asked: &GivenShape,
) -> anyhow::Result<Outcome> {
    if let Some(option) = args.games.player_option() {
        bail!("{option} does not apply to --profile, which compares a player with all others");
    }
    if name.trim().is_empty() {
        bail!("--profile needs the name of a player");
    }
    if asked.pattern.wildcards().next().is_some() {
        bail!("--profile begins with a board without `?`");
    }
    let default = ProfileOptions::default();
    let options = ProfileOptions {
        depth: args.depth.map_or(default.depth, usize::from),
        positions: args.positions.map_or(default.positions, usize::from),
        least: args.min_games.unwrap_or(default.least),
    };
    let progress = Progress::start(global, "Reading games", None);
    let mut profile = find_profile(store, source, name, &asked.pattern, options)?;
    drop(progress);
    for position in &mut profile.positions {
        let moves = &mut position.own.moves;
        moves.retain(|played| played.results.games >= options.least);
        moves.truncate(args.limit.count());
    }
    if args.output.is_table() {
        let Profile { games: [black, white], .. } = profile;
        let mut out = stdout();
        let [black, white] = [black, white].map(|games| plural(games as u64, "game"));
        writeln!(out, "{}: {black} as Black, {white} as White", Escaped(name))?;
        out.flush()?;
    }
    let names = PointNames::new(asked.place);
    let rows = ProfileMoveJson::list(&profile, names, args.aspects.to_aspects());
    let mut listing = args.output.listing()?;
    rows.iter().try_for_each(|row| listing.push(row))?;
    listing.finish()?;
    global.note_games(source);
    Ok(if rows.is_empty() { Outcome::NothingFound } else { Outcome::Done })
}
