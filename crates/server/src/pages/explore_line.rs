//! `/explore.sgf`: the moves of `/explore` as an SGF file with what was played after each of them.

use std::fmt::Write;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::get;

use super::explore::{self, ExploreQuery};
use super::explore_parts::append;
use super::explore_table::{describe_moves, most_frequent};
use super::layout::Page;
use crate::Color;
use crate::answer::TypedMoves;
use crate::download::attach;
use crate::explored::{Desk, Explored};
use crate::game_fields::{GameFields, Selecting};
use crate::problem::Problem;
use crate::sgf::value::{escape, format_list, format_point, format_size_property};
use crate::state::{App, View};

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/explore.sgf", get(save))
}

async fn save(
    page: Page,
    State(app): State<Arc<App>>,
    Selecting(query, fields): Selecting<ExploreQuery>,
) -> Result<Response, Problem> {
    let sgf = app.read(move |view| write(view, &page, &query.normalize(), &fields)).await?;
    Ok(attach("line.sgf".to_owned(), "application/x-go-sgf; charset=utf-8", sgf))
}

/// The line, each node with the letters of the moves that follow and a comment with their results. Once
/// no game has the board, the nodes have no comments, so that a long line asks for no more than its games.
fn write(
    view: &View<'_>,
    page: &Page,
    query: &ExploreQuery,
    fields: &GameFields,
) -> Result<String, Problem> {
    let details = query.details()?;
    let given = query.after(String::new()).set_up()?;
    query.set_up()?; // refuses what the rules forbid
    let size = given.board.place.board;
    let mut sgf = format!("(;FF[4]GM[1]CA[UTF-8]AP[gtn-db]{}", format_size_property(size));
    for (name, color) in [("AB", Color::Black), ("AW", Color::White)] {
        let stones = given.board.pattern.sub_position().board;
        let stones = stones.stones().filter(|stone| stone.1 == color);
        sgf.push_str(&format_list(name, stones.map(|stone| format_point(stone.0))));
    }
    let _ = write!(sgf, "PL[{}]", given.turn().sgf_char());
    let moves = match query.moves.as_str() {
        "" => Vec::new(),
        moves => {
            let typed: TypedMoves =
                moves.parse().map_err(|error: String| Problem::unprocessable(error))?;
            typed.on_board(size, given.turn())
        }
    };
    let mut words = query.moves.split_whitespace();
    let mut line = query.after(String::new());
    let mut is_known = true;
    for played in [None].into_iter().chain(moves.into_iter().map(Some)) {
        if let Some((color, point)) = played {
            let point = point.map(format_point).unwrap_or_default();
            let _ = write!(sgf, ";{}[{point}]", color.sgf_char());
            line = line.after(append(&line.moves, words.next().expect("a word a move")));
        }
        if is_known {
            let desk = line.set_up()?;
            let explored = desk.explore(view, fields, &details)?;
            is_known = explored.games > 0;
            sgf.push_str(&annotate(page, &desk, &explored));
        }
    }
    sgf.push_str(")\n");
    Ok(sgf)
}

/// The letters and the comment of a node.
fn annotate(page: &Page, desk: &Desk, explored: &Explored) -> String {
    let labels = most_frequent(&explored.moves).filter_map(|found| found.point.zip(found.letter));
    let labels = labels.map(|(point, letter)| format!("{}:{letter}", format_point(point)));
    let count = explore::describe(page, desk, explored);
    let comment = format!("{count}\n{}", describe_moves(page, desk, explored));
    format!("{}C[{}]", format_list("LB", labels), escape(comment.trim_end()))
}
