//! `gtn-db index`: the index of games.

use std::io::Write;

use clap::Args;
use gtn_db::games::DIGEST_FORMAT;
use gtn_db::import::index_games;
use gtn_db::store::{ImportSession, IndexState, Store, StoreError};
use indicatif::BinaryBytes;

use crate::cli::output::progress::Progress;
use crate::cli::output::{plural, stdout};
use crate::cli::{Global, Outcome, report};

/// Make the index of games, or remove it
#[derive(Debug, Args)]
#[command(after_help = "\
The index is in the database. With it, `find --in games`, `joseki` and `next` read a part of the \
index instead of all games. An import adds to the index by itself; an older database gets its index \
by this command. The command may be interrupted and goes on where it ended. It checks the index that \
is there, and makes it again if a part was altered.

Example:
  gtn-db index")]
pub struct IndexArgs {
    /// Remove the index, and let imports make none until `gtn-db index` runs again
    #[arg(long)]
    drop: bool,
}

pub fn run(args: &IndexArgs, global: &Global) -> anyhow::Result<Outcome> {
    let path = global.database()?;
    let store = Store::open(&path)?;
    let mut session = ImportSession::open(&path)?;
    if args.drop {
        session.drop_index(false)?;
        session.commit()?;
        session.finish()?;
        writeln!(stdout(), "The index is removed")?;
        return Ok(Outcome::Done);
    }
    let progress = Progress::start(global, "Checking the index", None);
    if let Some(damage) = find_damage(&store)? {
        report(&format!("{damage}; the index is made again"));
        session.drop_index(true)?;
        session.commit()?;
    }
    drop(progress);
    let games = store.counts()?.games;
    let indexed = store.index_state()?.games;
    let progress = Progress::start(global, "Indexing games", Some(games.saturating_sub(indexed)));
    index_games(&mut session, |count| progress.add(count as u64))?;
    drop(progress);
    session.finish()?;
    let IndexState { games: indexed, segments, bytes, .. } = store.index_state()?;
    let (indexed, segments) = (plural(indexed, "game"), plural(segments, "segment"));
    writeln!(stdout(), "{indexed} in {segments}, {}", BinaryBytes(bytes))?;
    Ok(Outcome::Done)
}

/// What is wrong with the index, if anything.
fn find_damage(store: &Store) -> Result<Option<String>, StoreError> {
    for segment in store.game_segments(DIGEST_FORMAT)? {
        match segment.check(store) {
            Err(StoreError::Damaged { what, .. }) => return Ok(Some(what)),
            checked => checked?,
        }
    }
    Ok(None)
}
