//! The question before something is removed or renamed.

use std::io::{self, IsTerminal, Write};

use clap::Args;
use gtn_db::escape::Escaped;
use gtn_db::store::SourceDetails;

use super::summary::summarize;
use crate::cli::error::CommandError;

/// The option of actions that change the database.
#[derive(Clone, Copy, Debug, Args)]
pub struct Consent {
    /// Do not ask
    #[arg(long, short)]
    yes: bool,
}

/// The most names that are shown in a question.
const MAX_SHOWN: usize = 10;

/// Asks whether to change sources, unless `--yes` is given. `verb` is the
/// beginning of the question, as in `remove 2 sources?`.
///
/// # Errors
/// If nobody can be asked.
pub fn confirm(verb: &str, sources: &[SourceDetails], consent: Consent) -> anyhow::Result<bool> {
    if consent.yes {
        return Ok(true);
    }
    let summary = summarize(sources);
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return Err(CommandError::new(format!(
            "nobody can be asked whether to {verb} {summary}; nothing was done"
        ))
        .with_hint("--yes does it without a question")
        .into());
    }
    let mut out = io::stderr().lock();
    for source in sources.iter().take(MAX_SHOWN) {
        writeln!(out, "  {}", Escaped(&source.name))?;
    }
    if let Some(more @ 1..) = sources.len().checked_sub(MAX_SHOWN) {
        writeln!(out, "  and {more} more")?;
    }
    write!(out, "Do you want to {} {summary}? [y/N] ", Escaped(verb))?;
    out.flush()?;
    let mut answer = String::new();
    io::stdin().read_line(&mut answer)?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}
