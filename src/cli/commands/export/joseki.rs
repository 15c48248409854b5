//! `gtn-db export --joseki`: the moves in the corners of games as one tree.

use std::ffi::OsString;
use std::path::Path;

use anyhow::{Context, bail};
use gtn_db::Color;
use gtn_db::answer::{AskedCorner, likely_turn};
use gtn_db::find::{leave_out_games, load_dictionary};
use gtn_db::joseki::{Corner, CornerOptions, write_sgf};
use gtn_db::store::Store;

use crate::cli::args::{CornerArgs, GameArgs};
use crate::cli::error::CommandError;
use crate::cli::input::{NO_SUCH_KEY, PositionArgs, read_one_query};
use crate::cli::output::progress::Progress;
use crate::cli::output::{OutputFile, plural};
use crate::cli::{Global, report};

/// What to write.
pub struct JosekiTree<'a> {
    pub games: &'a GameArgs,
    pub corners: CornerArgs,
    /// The corner with which the tree begins; the empty one if `None`.
    pub from: Option<&'a OsString>,
    /// The numbers of games that are dictionaries.
    pub dictionaries: &'a [i64],
    /// Standard output if `None`.
    pub file: Option<&'a Path>,
}

/// Writes the tree of all joseki as SGF, to a file or to standard output.
pub fn export_joseki(tree: &JosekiTree<'_>, store: &Store, global: &Global) -> anyhow::Result<()> {
    let min_games = tree.corners.min_games.unwrap_or(2);
    let progress = Progress::start(global, "Reading games", None);
    let kept = CornerArgs::kept_for_tree(min_games);
    let options = tree.corners.to_options()?;
    let mut source = tree.corners.select_games(store, tree.games, global)?;
    let dictionary = match read_dictionaries(tree.dictionaries, store)? {
        games if games.is_empty() => None,
        games => {
            let is_dictionary = |id: &i64| games.contains(id);
            source.restrict_to(Some(leave_out_games(store, source.ids()?, is_dictionary)?));
            Some(load_dictionary(store, &games, options)?)
        }
    };
    let joseki = source.joseki(options, kept)?;
    drop(progress);
    let CornerOptions { window, moves, .. } = options;
    let (corner, turn) = match tree.from {
        None => (Corner::empty(window).context("no board has such a corner")?, Color::Black),
        Some(from) => read_corner(from, store, window)?,
    };
    if !joseki.has_moves(&corner, turn, min_games) && dictionary.is_none() {
        return Err(no_joseki(tree.games, store, min_games)?.into());
    }
    let mut out = match tree.file {
        Some(path) => OutputFile::create(path, &[], global)?,
        None => OutputFile::stdout(),
    };
    let dictionary = dictionary.as_ref();
    let from = (&corner, turn);
    let left_out = write_sgf(&joseki, dictionary, from, min_games, moves.into(), &mut out)?;
    out.finish()?;
    if left_out > 0 {
        report(&format!("{} without games left out", plural(left_out as u64, "move")));
    }
    Ok(())
}

/// The games that are dictionaries, in ascending order.
fn read_dictionaries(games: &[i64], store: &Store) -> anyhow::Result<Vec<i64>> {
    for &game in games {
        if store.game(game)?.is_none() {
            bail!("--dictionary: the database has no game {game}");
        }
    }
    let mut games = games.to_vec();
    games.sort_unstable();
    games.dedup();
    Ok(games)
}

/// Reads the corner with which the tree begins, and the player to move.
fn read_corner(from: &OsString, store: &Store, window: u8) -> anyhow::Result<(Corner, Color)> {
    let (label, text) = read_one_query(from, &PositionArgs::default())?;
    let asked = text.into_position(store).with_context(|| label.clone())?;
    let asked = asked.with_context(|| format!("{label}: {NO_SUCH_KEY}"))?;
    let corner = AskedCorner::new(asked.sub, asked.place.board, window).context(label)?.corner;
    let turn = asked.turn.unwrap_or_else(|| likely_turn(corner.board()));
    Ok((corner, turn))
}

/// Why there is nothing to export.
fn no_joseki(selected: &GameArgs, store: &Store, min_games: u64) -> anyhow::Result<CommandError> {
    let games = match selected.select_games(store)? {
        None => store.family_counts()?.go.games,
        Some(games) => games.len() as u64,
    };
    Ok(match (games, selected.given_option()) {
        (0, Some(option)) => CommandError::new("no game of the database fits the options")
            .with_hint(format!("`gtn-db games` with {option} lists the games that fit")),
        (0, None) => CommandError::new("the database has no games")
            .with_hint("`gtn-db import FOLDER` adds the games of a folder"),
        _ => CommandError::new(format!("no move in a corner occurs in {min_games} games"))
            .with_hint("lower the number with --min-games"),
    })
}
