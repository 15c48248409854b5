//! The records that an import reads again.

use gtn_db::import::{Reread, reread_records};
use gtn_db::model::READING;
use gtn_db::store::{ImportSession, StoreError};

use crate::cli::output::plural;
use crate::cli::output::progress::Progress;
use crate::cli::{Global, report, signals};

/// Reads all records again if an earlier version of gtn-db read them, or if the
/// user asks for it. Returns `None` if neither is the case.
///
/// # Errors
/// If the database cannot be read or written.
pub fn reread_if_due(
    session: &mut ImportSession,
    is_requested: bool,
    global: &Global,
) -> Result<Option<Reread>, StoreError> {
    let is_outdated = session.reading()? < READING;
    if !is_outdated && !is_requested {
        return Ok(None);
    }
    if !is_requested && !global.is_quiet() {
        report("an earlier version of gtn-db read the records; they are read again");
    }
    let progress = Progress::start(global, "Reading again", Some(session.record_count()?));
    reread_records(session, signals::cancel_flag(signals::Ending::WRITER), &|records| {
        progress.add(records)
    })
    .map(Some)
}

/// The line of the summary.
pub fn describe(reread: &Reread) -> String {
    let mut line = format!("{} read again: ", plural(reread.records, "record"));
    line.push_str(&match reread.changed {
        0 => "none changed".to_owned(),
        changed => format!(
            "{changed} changed, {} of them in the accepted first moves and {} in the side to move",
            reread.answers, reread.turns,
        ),
    });
    if reread.replaced > 0 {
        let replaced = plural(reread.replaced, "record");
        line.push_str(&format!("; {replaced} replaced: the trees give other positions or several"));
    }
    if reread.added > 0 {
        line.push_str(&format!("; {} added", plural(reread.added, "further problem")));
    }
    if reread.abalone_games > 0 {
        line.push_str(&format!("; {} of Abalone changed", plural(reread.abalone_games, "game")));
    }
    if reread.games > 0 {
        let games = plural(reread.games, "game");
        line.push_str(&format!("; {games} changed in the winner, the komi or other facts"));
    }
    if reread.refused > 0 {
        let refused = plural(reread.refused, "record");
        line.push_str(&format!("; {refused} left alone: the trees are no such problems any more"));
    }
    if reread.damaged > 0 {
        let damaged = plural(reread.damaged, "record");
        line.push_str(&format!("; {damaged} left alone: `gtn-db stats --verify` lists the damage"));
    }
    if !reread.is_complete {
        line.push_str("; interrupted: the next import reads all records again");
    }
    line
}
