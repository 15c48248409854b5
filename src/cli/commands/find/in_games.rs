//! `gtn-db find --in games`: where a pattern occurs in games, and what is played there next.

use std::io::{self, Write};

use anyhow::Context;
use clap::Args;
use gtn_db::Color;
use gtn_db::answer::{
    ContinuationJson, GivenShape, HitConditions, HitCountJson, HitJson, PointNames, TypedMoves,
};
use gtn_db::escape::{Escaped, write_json};
use gtn_db::extract::BoardPlace;
use gtn_db::find::GameSource;
use gtn_db::games::{CountMatches, ListMatches, Match, MatchCounts, Search};

use super::request::{Naming, Queries, Request};
use super::rows::Labeled;
use crate::cli::Outcome;
use crate::cli::args::{GameArgs, MoveRangeArgs, TurnArg, first_given};
use crate::cli::input::{Extent, QueryText, Tally};
use crate::cli::output::points::draw_pattern;
use crate::cli::output::progress::Progress;
use crate::cli::output::text::win_rate;
use crate::cli::output::{Listing, OutputArgs, Row, Stdout, plural, stdout};

/// The options of `--in games`.
#[derive(Debug, Args)]
#[command(next_help_heading = "With --in games")]
pub struct InGamesArgs {
    #[command(flatten)]
    pub(super) games: GameArgs,
    #[command(flatten)]
    pub(super) range: MoveRangeArgs,
    /// Only hits at the place of the drawn board, and at the images of this place under the symmetries of
    /// the board; on boards of the same size
    #[arg(long)]
    anchor: bool,
    /// Only hits after which this color plays inside the pattern first
    #[arg(long, value_name = "COLOR", ignore_case = true)]
    next: Option<TurnArg>,
    /// Only hits after which these moves are played inside the pattern, in this order, such as
    /// 'B R14 W Q17'; points have the names of the drawn board
    #[arg(long, value_name = "MOVES")]
    sequence: Option<TypedMoves>,
}

impl InGamesArgs {
    /// The name of the first option that was given, for messages.
    pub fn given_option(&self) -> Option<&str> {
        let given = first_given([
            ("--anchor", self.anchor),
            ("--next", self.next.is_some()),
            ("--sequence", self.sequence.is_some()),
        ]);
        let given = given.or(self.range.given_option());
        given.or_else(|| self.games.given_game_option())
    }

    /// The name of the first option that was given and has no meaning for Abalone.
    pub fn given_go_option(&self) -> Option<&'static str> {
        first_given([
            ("--anchor", self.anchor),
            ("--next", self.next.is_some()),
            ("--sequence", self.sequence.is_some()),
        ])
    }
}

/// Hits and continuations in a table, unless `--limit` says otherwise.
pub const SHOWN: usize = 20;

impl Row for HitJson {
    const HEADINGS: &'static [&'static str] = &[
        "query",
        "game",
        "black",
        "white",
        "date",
        "result",
        "line",
        "move",
        "operation",
        "place",
        "next",
        "at move",
    ];
    const FIELDS: &'static [&'static str] = &[
        "query",
        "game",
        "source",
        "tree",
        "black",
        "white",
        "date",
        "result",
        "line",
        "main",
        "path",
        "move",
        "operation",
        "place",
        "place_name",
        "next.point",
        "next.point_name",
        "next.turn",
        "next.pass",
        "next.move",
        "next.game_point",
        "next.game_point_name",
        "next.game_turn",
    ];

    fn cell(&self, heading: &str) -> Option<String> {
        let next = self.next.as_ref();
        let text = match heading {
            "line" => self.path.as_ref().map(|path| format!("{} ({path})", self.line)),
            "place" => Some(self.place_name.clone()),
            "next" => next.map(|next| {
                let point = next.game_point_name.as_deref().unwrap_or("pass");
                format!("{} {point}", next.game_turn)
            }),
            "at move" => next.map(|next| next.number.to_string()),
            _ => return None,
        };
        Some(text.unwrap_or_default())
    }
}

impl Row for ContinuationJson {
    const HEADINGS: &'static [&'static str] = &["", "turn", "point", "games", "hits", "won"];
    const FIELDS: &'static [&'static str] =
        &["point", "point_name", "turn", "pass", "games", "hits", "wins", "losses"];

    fn cell(&self, heading: &str) -> Option<String> {
        match heading {
            "" => Some(self.letter.map(String::from).unwrap_or_default()),
            "point" => self.point_name.clone().or_else(|| Some("pass".to_owned())),
            "won" => Some(win_rate(self.wins, self.losses)),
            _ => None,
        }
    }
}

/// Finds each pattern in the selected games.
pub fn run(
    request: &Request<'_>,
    queries: Queries<'_>,
    args: &InGamesArgs,
    is_counted: bool,
) -> anyhow::Result<Outcome> {
    let filter = args.games.to_filter()?;
    let source = GameSource::new(request.store, &filter, !request.global.no_index)?;
    let output = request.output;
    let limit = match (is_counted, request.limit) {
        (true, _) => 0,
        (false, Some(limit)) => limit,
        (false, None) if output.is_table() => SHOWN,
        (false, None) => usize::MAX,
    };
    let (mut tally, mut is_first) = (Tally::default(), true);
    let Queries { naming, texts: queries } = queries;
    let mut listing = if output.is_table() || is_counted { None } else { Some(output.listing()?) };
    let mut counts_listing = match is_counted && output.csv {
        true => Some(output.listing_with(&[], &["query"])?),
        false => None,
    };
    for (label, text) in queries {
        let prepared = text.and_then(|text| prepare(request, args, text));
        let Some((asked, search)) = tally.accept(&label, prepared) else { continue };
        let collectors = (CountMatches, ListMatches::limit(limit));
        let progress = Progress::start(request.global, "Reading games", None);
        let ((counts, matches), played) = source.search_and_count(&search, &collectors)?;
        let played = played.moves;
        drop(progress);
        tally.count(counts.matches > 0);
        let counted = HitCountJson::new(&counts, &played, PointNames::new(asked.place));
        if output.is_table() {
            print_summary(&naming.prefix(&label), &asked, &counts, &counted, !is_first)?;
            is_first = false;
        } else if let Some(listing) = &mut counts_listing {
            list_continuations(&label, naming, counted, listing)?;
        } else if is_counted {
            let mut out = stdout();
            write_json(&mut out, &Labeled::new(&label, naming, counted))?;
            out.flush()?;
        }
        let list = |listing: &mut Listing<Labeled<HitJson>, Stdout>| {
            list_hits(request, (&label, naming), &matches, asked.place, listing)
        };
        match &mut listing {
            Some(listing) if matches.is_empty() => naming.push_not_found(listing, &label)?,
            Some(listing) => list(listing)?,
            None if is_counted => {}
            None => {
                let mut table = output.listing()?;
                list(&mut table)?;
                table.finish()?;
            }
        }
    }
    if let Some(listing) = listing {
        listing.finish()?;
    }
    if let Some(listing) = counts_listing {
        listing.finish()?;
    }
    request.global.note_games(&source);
    Ok(tally.outcome())
}

/// The search for a query; `None` when it is a key that is not there.
fn prepare(
    request: &Request<'_>,
    args: &InGamesArgs,
    text: QueryText,
) -> anyhow::Result<Option<(GivenShape, Search)>> {
    let Some(asked) = text.into_pattern(request.store, Extent::Window)? else { return Ok(None) };
    let conditions = HitConditions {
        moves: args.range.to_range()?,
        anchor: args.anchor,
        next: args.next.map(Color::from),
        sequence: args.sequence.as_ref(),
    };
    let search = asked.search(conditions).context("--sequence")?;
    Ok(Some((asked, search)))
}

/// Lists the continuations of a query; of several queries, also one that is not found.
fn list_continuations(
    label: &str,
    naming: Naming,
    counted: HitCountJson,
    listing: &mut Listing<Labeled<ContinuationJson>, Stdout>,
) -> io::Result<()> {
    if counted.hits == 0 && naming == Naming::Several {
        return listing.push_partial(&[("query", label), ("games", "0"), ("hits", "0")]);
    }
    let mut rows = counted.continuations.into_iter();
    rows.try_for_each(|next| listing.push(&Labeled::new(label, naming, next)))
}

/// Draws the pattern with letters on the continuations, and lists these.
fn print_summary(
    name: &str,
    asked: &GivenShape,
    counts: &MatchCounts,
    counted: &HitCountJson,
    is_further: bool,
) -> anyhow::Result<()> {
    let shown = counted.continuations.iter().take(SHOWN);
    let points = counts.continuations.iter().map(|next| next.point);
    let letters = points.zip(shown.clone()).filter_map(|(point, row)| Some((point?, row.letter?)));
    let mut out = stdout();
    if is_further {
        writeln!(out)?;
    }
    writeln!(out, "{}", draw_pattern(&asked.pattern, asked.place, letters))?;
    let games = plural(counted.games, "game");
    let hits = plural(counted.hits, "hit");
    writeln!(out, "{}Found in {games}, {hits}", Escaped(name))?;
    drop(out); // the listing locks standard output itself
    let mut listing = OutputArgs::default().listing()?;
    shown.into_iter().try_for_each(|next| listing.push(next))?;
    listing.finish()?;
    Ok(())
}

/// Lists matches, which are sorted by game.
fn list_hits(
    request: &Request<'_>,
    (label, naming): (&str, Naming),
    matches: &[Match],
    place: BoardPlace,
    listing: &mut Listing<Labeled<HitJson>, Stdout>,
) -> anyhow::Result<()> {
    let names = PointNames::new(place);
    for matches in matches.chunk_by(|one, other| one.game == other.game) {
        for hit in HitJson::of_game(request.store, matches, names)? {
            listing.push(&Labeled::new(label, naming, hit))?;
        }
    }
    Ok(())
}
