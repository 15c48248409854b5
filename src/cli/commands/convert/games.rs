//! Games of Abalone in other notations of moves.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, bail};
use gtn_db::abalone::{
    GameFaultCause, GameRecord, LateralOrder, MoveStyle, Notation, ReadGame, Setup,
};
use gtn_db::extract::abalone::name_other_games;

use crate::cli::args::LateralArg;
use crate::cli::{Outcome, report};

/// How the moves of games are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GameForm {
    Moves(Notation),
    /// Each move taken back, the last one first.
    Inverse,
}

/// The names of the forms, and their help.
pub(super) const FORMS: [(&str, GameForm, &str); 4] = [
    ("aba-pro", GameForm::Moves(Notation::AbaPro), "Games with moves such as a1b2 and e6e8f6"),
    ("nacre", GameForm::Moves(Notation::Nacre), "Games with moves such as a1d4 and e8f6"),
    (
        "extended-nacre",
        GameForm::Moves(Notation::ExtendedNacre),
        "Games with moves such as A1D4 and C2C7>, which can be undone",
    ),
    ("inverse", GameForm::Inverse, "Games backward, each move taken back, in Aba-Pro"),
];

impl GameForm {
    /// The text of a game. One with tags is an APGN of several lines.
    pub(super) fn write(self, record: &GameRecord, lateral: Option<LateralArg>) -> String {
        let lateral = lateral.map_or(LateralOrder::LowerFirst, LateralOrder::from);
        match self {
            GameForm::Moves(notation) if record.tags.is_empty() => {
                record.to_linear(MoveStyle { notation, lateral })
            }
            GameForm::Moves(notation) => record.to_apgn(MoveStyle { notation, lateral }),
            GameForm::Inverse => record.to_inverse_linear(),
        }
    }
}

/// Reads the games of an argument: `-` for standard input, a file, or the text itself. Returns them
/// with the name of the argument in messages.
pub(super) fn read_games(
    argument: &OsString,
    number: usize,
    start: Option<Setup>,
) -> anyhow::Result<Vec<ReadGame>> {
    let label = label(argument, number);
    let text = read_text(argument).with_context(|| label.clone())?;
    let games = GameRecord::read_all(&text, start.map(|start| start.to_position()));
    if let Some(what) = name_other_games(text.as_bytes()) {
        bail!("{label}: {what}");
    }
    if games.is_empty() {
        bail!("{label}: there is no game in it");
    }
    Ok(games)
}

/// The name of an argument in messages.
pub(super) fn label(argument: &OsString, number: usize) -> String {
    let path = Path::new(argument);
    if argument == "-" {
        "standard input".to_owned()
    } else if path.is_file() {
        path.display().to_string()
    } else {
        format!("argument {number}")
    }
}

fn read_text(argument: &OsString) -> anyhow::Result<String> {
    let mut text = String::new();
    if argument == "-" {
        io::stdin().lock().read_to_string(&mut text)?;
    } else if Path::new(argument).is_file() {
        text = fs::read_to_string(argument)?;
    } else {
        text = argument.to_str().context("not UTF-8, and no file has this name")?.to_owned();
    }
    Ok(text)
}

/// Reports the faults of a game. Moves that cannot be read are skipped, and all moves of a game
/// without a start; other faults spoil nothing.
pub(super) fn report_faults(game: &ReadGame, label: &str) -> Outcome {
    let has_start = game.record.start.is_some();
    let mut outcome = if has_start { Outcome::Done } else { Outcome::Skipped };
    for fault in &game.faults {
        report(&format!("{label}: {fault}"));
        if matches!(fault.cause, GameFaultCause::Move(_)) {
            outcome = Outcome::Skipped;
        }
    }
    outcome
}
