//! What is played next in a position of Abalone.

use anyhow::{Context, bail};
use gtn_db::abalone::Setup;
use gtn_db::answer::TypedMoveError;
use gtn_db::answer::abalone::{NextMoveJson, play_move, play_moves};
use gtn_db::find::abalone::{NextMoves, Query, count_next_moves};
use gtn_db::store::Store;

use super::args::NextArgs;
use crate::cli::Outcome;
use crate::cli::error::CommandError;
use crate::cli::output::text::{percent, years};
use crate::cli::output::{Row, plural, print_line};

impl Row for NextMoveJson {
    const HEADINGS: &'static [&'static str] = &[
        "",
        "turn",
        "move",
        "games",
        "share",
        "black won",
        "white won",
        "drawn",
        "years",
        "examples",
    ];
    const FIELDS: &'static [&'static str] = &[
        "turn",
        "move",
        "games",
        "share",
        "black_wins",
        "white_wins",
        "draws",
        "first_year",
        "last_year",
        "examples",
    ];

    fn cell(&self, heading: &str) -> Option<String> {
        match heading {
            "" => Some(self.letter.map(String::from).unwrap_or_default()),
            "move" => self.step.clone().or_else(|| Some("none".to_owned())),
            "share" => Some(percent(self.share)),
            "black won" => Some(self.black_wins.to_string()),
            "white won" => Some(self.white_wins.to_string()),
            "drawn" => Some(self.draws.to_string()),
            "years" => Some(years(self.first_year, self.last_year)),
            _ => None,
        }
    }
}

/// Counts the moves played next after a position and the moves of `--play`.
pub fn run(args: &NextArgs, store: &Store, mut setup: Setup) -> anyhow::Result<Outcome> {
    if args.unique {
        bail!("--unique does not apply to games of Abalone");
    }
    let given = args.aspects.given_option().or(args.range.given_option());
    if let Some(option) = given {
        bail!("{option} does not apply to games of Abalone");
    }
    if let Some(option) = args.games.go_option() {
        bail!("{option} does not apply to games of Abalone");
    }
    let filter = args.games.to_filter()?;
    let count = |setup: Setup| count_next_moves(store, &Query::new(setup), &filter);
    let moves = args.moves.iter().flat_map(|moves| moves.split_whitespace());
    for (word, number) in moves.map(|word| word.trim_end_matches([',', ';'])).zip(1..) {
        let played = if word.len() == 1 {
            follow_move(setup, &count(setup)?, word)
                .with_context(|| format!("move {number}, `{word}`"))
        } else {
            play_moves(setup, word).map_err(|error| TypedMoveError { number, ..error }.into())
        };
        setup = played.context("--moves")?;
    }
    for name in args.play.iter().flat_map(|names| names.split_whitespace()) {
        let next = count(setup)?;
        setup = follow_move(setup, &next, name).with_context(|| format!("--play {name}"))?;
    }
    let next = count(setup)?;
    if args.output.is_table() {
        print_line(format_args!("{}\n{}", setup.board.to_diagram(), plural(next.games, "game")))?;
    }
    let mut listing = args.output.listing()?;
    let rows = NextMoveJson::list(&next);
    let rows = rows.iter().filter(|row| row.games >= args.min_games.unwrap_or(1));
    rows.take(args.limit.count()).try_for_each(|row| listing.push(row))?;
    listing.finish()?;
    Ok(if next.games > 0 { Outcome::Done } else { Outcome::NothingFound })
}

/// The position after one of the listed moves.
fn follow_move(setup: Setup, next: &NextMoves, name: &str) -> anyhow::Result<Setup> {
    let rows = NextMoveJson::list(next);
    let is_named = |row: &NextMoveJson| {
        row.letter.is_some_and(|letter| name.chars().eq([letter]))
            || row.step.as_deref().is_some_and(|step| step.eq_ignore_ascii_case(name))
    };
    let found = rows.iter().zip(&next.moves).find(|(row, _)| is_named(row));
    let Some((turn, step)) = found.and_then(|(_, played)| Some((played.turn, played.step?))) else {
        let listed = next.moves.iter().filter(|played| played.step.is_some()).count();
        let moves = plural(listed as u64, "move");
        let message = format!("the list has {moves}, and none of this name");
        return Err(CommandError::new(message).into());
    };
    Ok(play_move(setup, turn, step)?)
}
