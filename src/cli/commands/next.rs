//! `gtn-db next`: what is played next on a whole board.

use std::ffi::OsString;
use std::io::Write;

use anyhow::bail;
use clap::Args;
use gtn_db::find::{Played, load_games, played_next};
use gtn_db::games::Search;
use gtn_db::go::Size;
use gtn_db::gtn::Pattern;
use gtn_db::gtn::SubPosition;
use gtn_db::store::Store;
use serde::Serialize;

use crate::cli::commands::games::GameArgs;
use crate::cli::input::patterns;
use crate::cli::output::text::{percent, win_rate, years};
use crate::cli::output::{OutputArgs, Row, plural, stdout};
use crate::cli::{Global, Outcome, report};

/// Tell what is played next on a whole board, in how many games, and who won them
#[derive(Debug, Args)]
#[command(after_help = "\
A board is found in any orientation and color; the moves come in its own. A game counts once for \
each move, its variations included. Wins are those of the player of the move, of the games that \
somebody won.

Example:
  gtn-db next --year 2015-2019")]
pub struct NextArgs {
    /// A whole board: an IGTN without markers, a file with one, or - for standard input; the empty
    /// 19x19 when missing
    #[arg(value_name = "QUERY")]
    query: Option<OsString>,
    #[command(flatten)]
    games: GameArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// A move; docs/json.md describes its fields.
#[derive(Serialize)]
pub struct Line {
    #[serde(skip)]
    letter: Option<char>,
    turn: Option<&'static str>,
    point: Option<String>,
    games: u64,
    share: f64,
    wins: u64,
    losses: u64,
    first_year: Option<u16>,
    last_year: Option<u16>,
    samples: Vec<i64>,
}

impl Row for Line {
    const HEADINGS: &'static [&'static str] =
        &["", "turn", "point", "games", "share", "won", "years", "such as"];
    const FIELDS: &'static [&'static str] = &[
        "turn",
        "point",
        "games",
        "share",
        "wins",
        "losses",
        "first_year",
        "last_year",
        "samples",
    ];

    fn cells(&self) -> Vec<String> {
        let samples: Vec<String> = self.samples.iter().map(i64::to_string).collect();
        vec![
            self.letter.map(String::from).unwrap_or_default(),
            self.turn.unwrap_or_default().to_owned(),
            self.point.clone().unwrap_or_else(|| "none".to_owned()),
            self.games.to_string(),
            percent(self.share),
            win_rate(self.wins, self.losses),
            years(self.first_year, self.last_year),
            samples.join(" "),
        ]
    }
}

impl Line {
    /// The lines of what was played in so many games.
    fn of(games: u64, played: &[Played]) -> Vec<Line> {
        let mut letters = (0..).map_while(patterns::letter);
        let line = |played: &Played| Line {
            letter: played.point.and_then(|_| letters.next()),
            turn: played.color.map(|color| color.name()),
            point: played.point.map(|point| point.to_string()),
            games: played.results.games,
            share: played.results.games as f64 / games as f64,
            wins: played.results.wins,
            losses: played.results.losses,
            first_year: played.results.years.map(|(first, _)| first),
            last_year: played.results.years.map(|(_, last)| last),
            samples: played.results.samples.clone(),
        };
        played.iter().map(line).collect()
    }
}

pub fn run(args: &NextArgs, global: &Global) -> anyhow::Result<Outcome> {
    let pattern = match &args.query {
        None => Pattern::try_from(&SubPosition::goban(gtn_db::go::Board::new(Size::STANDARD)))?,
        Some(query) => {
            let mut asked = patterns::read(std::slice::from_ref(query));
            let (Some((label, pattern)), true) = (asked.pop(), asked.is_empty()) else {
                bail!("one board is wanted");
            };
            match pattern {
                Ok(pattern) if pattern.open().is_empty() => pattern,
                Ok(_) => {
                    report(&format!("{label}: a whole board has no open sides"));
                    return Ok(Outcome::Failed);
                }
                Err(error) => {
                    report(&format!("{label}: {error:#}"));
                    return Ok(Outcome::Failed);
                }
            }
        }
    };
    let store = Store::open(&global.database()?)?;
    let search = Search::new(pattern);
    let search = match args.games.among(&store)? {
        Some(games) => search.restrict_to(games),
        None => search,
    };
    let index = load_games(&store)?;
    let (games, played) = played_next(&store, &index, &search)?;
    let lines = Line::of(games, &played);
    if !args.output.json && !args.output.csv {
        let letters = played.iter().zip(&lines);
        let letters = letters.filter_map(|(played, line)| Some((played.point?, line.letter?)));
        let mut out = stdout();
        writeln!(out, "{}", patterns::draw(search.pattern(), letters))?;
        writeln!(out, "{}", plural(games, "game"))?;
        out.flush()?;
    }
    let mut listing = args.output.listing()?;
    lines.iter().try_for_each(|line| listing.push(line))?;
    listing.finish()?;
    Ok(if games > 0 { Outcome::Done } else { Outcome::NothingFound })
}
