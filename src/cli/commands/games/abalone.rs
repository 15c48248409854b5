//! Games of Abalone: which ones are listed, and how one is shown.

use std::io::Write;

use anyhow::bail;
use gtn_db::abalone::{CodedComment, GameRecord, Notation};
use gtn_db::answer::abalone::GameJson;
use gtn_db::escape::Escaped;
use gtn_db::find::abalone::{ReplayedGame, find_same_games, list_games, read_game};
use gtn_db::store::{GameFilter, GameOrder, Store, StoredAbaloneGame};

use super::rows::Selected;
use crate::cli::args::GameId;
use crate::cli::output::{plural, stdout, wrap};

/// The games that fulfill a filter, in an order; with `is_same`, those that occur more than once.
pub fn select_games(
    store: &Store,
    filter: &GameFilter,
    order: GameOrder,
    is_same: bool,
) -> anyhow::Result<Vec<Selected>> {
    if is_same {
        let same = find_same_games(store, filter)?.into_iter();
        let same = same.map(|same| Selected {
            same_games: Some(vec![same.first]),
            ..Selected::new(GameId::abalone(same.game))
        });
        return Ok(same.collect());
    }
    let games = list_games(store, filter, order)?;
    Ok(games.iter().map(|game| Selected::new(GameId::abalone(game.id))).collect())
}

/// The columns of the moves and comments of a shown game.
const WIDTH: usize = 80;

/// Draws the board of a game after some moves of a line, the main line being 1, and prints its properties, moves and comments.
pub fn show(
    store: &Store,
    game: StoredAbaloneGame,
    number: Option<u32>,
    line: u32,
) -> anyhow::Result<()> {
    let main_line = ReplayedGame::new(store, &game)?;
    let record = read_game(store, &game)?.record;
    let lines = record.variations.len() as u64 + 1;
    let Some(shown_line) = ReplayedGame::of_line(store, &game, line)? else {
        bail!("game a{} has {}", game.id, plural(lines, "line"));
    };
    let all_moves = shown_line.moves.len();
    let shown = number.map_or(all_moves, |number| all_moves.min(number as usize));
    let notation = record.notation().unwrap_or(Notation::AbaPro);
    let name_move = |replayed: &ReplayedGame, index: usize| {
        let ((step, push), after) = (replayed.moves[index], replayed.positions[index + 1]);
        let turn = replayed.positions[index].turn;
        format!("{turn} {}", notation.write(step, push, Some(after.lost)))
    };
    let position = shown_line.positions[shown];
    let path = if line > 1 { format!(" in line {line}") } else { String::new() };
    let mut out = stdout();
    writeln!(out, "{}", position.board.to_diagram())?;
    let last = shown.checked_sub(1).map(|last| format!(", {}", name_move(&shown_line, last)));
    writeln!(
        out,
        "after move {shown} of {all_moves}{path}{}; lost {}\n",
        last.unwrap_or_default(),
        position.lost
    )?;
    let row = GameJson::new(game, None);
    let facts = [
        ("game", Some(row.game)),
        ("black", row.black),
        ("white", row.white),
        ("event", row.event),
        ("site", row.site),
        ("round", row.round),
        ("date", row.date),
        ("result", row.result),
        ("notation", Some(notation.name().to_owned())),
        ("start", Some(row.start)),
        ("lines", Some(lines).filter(|&lines| lines > 1).map(|lines| lines.to_string())),
        ("source", Some(format!("{} number {}", row.source, row.number))),
    ];
    for (name, value) in facts {
        if let Some(value) = value {
            writeln!(out, "{name:10}  {}", Escaped(&value))?;
        }
    }
    let comments = |comments: &[String]| {
        let words = comments.iter().map(|comment| CodedComment::read(comment).to_words());
        words.collect::<Vec<_>>().join("; ")
    };
    let mut texts = vec![write_moves(&record, notation)];
    let before = ("before the first move".to_owned(), &record.comments);
    let after = record.moves.iter().enumerate().map(|(index, recorded)| {
        (format!("{}. {}", index + 1, name_move(&main_line, index)), &recorded.comments)
    });
    let commented = std::iter::once(before).chain(after).filter(|(_, list)| !list.is_empty());
    texts.extend(commented.map(|(place, list)| format!("{place}: {}", comments(list))));
    for (text, separator) in texts.iter().zip(["\n", "\n"].into_iter().chain(std::iter::repeat("")))
    {
        write!(out, "{separator}")?;
        for line in wrap(text, WIDTH) {
            writeln!(out, "{}", Escaped(&line))?;
        }
    }
    Ok(out.flush()?)
}

/// The moves without comments, numbered.
fn write_moves(record: &GameRecord, notation: Notation) -> String {
    let mut moves = record.clone();
    moves.comments.clear();
    moves.moves.iter_mut().for_each(|recorded| recorded.comments.clear());
    moves.to_linear(notation)
}
