//! `gtn-db index`: the indexes of games, positions, comments and cores.

use std::io::Write;

use clap::Args;
use gtn_db::find::{check_segments, verify_comments};
use gtn_db::import::{index_comments, index_cores, index_games, index_positions};
use gtn_db::store::{ImportSession, IndexState, Store, StoreError};
use indicatif::BinaryBytes;

use crate::cli::output::progress::Progress;
use crate::cli::output::{plural, stdout};
use crate::cli::{Global, Outcome, report};

/// Make the indexes of games, positions and comments, or remove them
#[derive(Debug, Args)]
#[command(after_help = "\
They are in the database. With the index of games, `find --in games`, `joseki` and `next` read a part of \
the index instead of all games; with that of positions, `find --near`, `--contains` and `--within`, the \
nearest problems of `find` and `compare` do the same; with that of comments, --comment finds words; with \
that of cores, which is never removed, `compare` reads the problems that may have a core of another one. An \
import adds to them by itself; an older database gets them by this command. The command may be \
interrupted and goes on where it ended. It checks what is there, and makes all again if a part was altered.

Example:
  gtn-db index")]
pub struct IndexArgs {
    /// Remove them, and let imports make none until `gtn-db index` runs again
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
        writeln!(stdout(), "The indexes are removed")?;
        return Ok(Outcome::Done);
    }
    let progress = Progress::start(global, "Checking the indexes", None);
    if let Some(damage) = find_damage(&store)? {
        report(&format!("{damage}; the indexes are made again"));
        session.drop_index(true)?;
        session.commit()?;
    }
    drop(progress);
    let (counts, indexed) = (store.counts()?, store.index_state()?);
    let games = counts.games.saturating_sub(indexed.games);
    let progress = Progress::start(global, "Indexing games", Some(games));
    index_games(&mut session, |count| progress.add(count as u64))?;
    drop(progress);
    let positions = counts.positions.saturating_sub(indexed.positions);
    let progress = Progress::start(global, "Indexing positions", Some(positions));
    index_positions(&mut session, |count| progress.add(count as u64))?;
    drop(progress);
    let progress = Progress::start(global, "Indexing comments", None);
    index_comments(&mut session, |count| progress.add(count as u64))?;
    drop(progress);
    let progress = Progress::start(global, "Indexing cores", None);
    index_cores(&mut session)?;
    drop(progress);
    session.finish()?;
    let IndexState { games, positions, segments, bytes, .. } = store.index_state()?;
    let (games, positions) = (plural(games, "game"), plural(positions, "position"));
    let mut out = stdout();
    let segments = plural(segments, "segment");
    writeln!(out, "{games} and {positions} in {segments}, {}", BinaryBytes(bytes))?;
    writeln!(out, "comments in {}", plural(store.comment_count()?, "game tree"))?;
    out.flush()?;
    Ok(Outcome::Done)
}

/// What is wrong with the indexes, if anything.
fn find_damage(store: &Store) -> Result<Option<String>, StoreError> {
    match check_segments(store) {
        Err(StoreError::Damaged { what, .. }) => return Ok(Some(what)),
        checked => checked?,
    }
    let differences = verify_comments(store)?;
    Ok(differences.first().map(|first| format!("comments of {}: {}", first.row, first.what)))
}
