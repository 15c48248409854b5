//! What the solver has computed about a problem, collapsed, apart from the record's answer; and the search
//! on request.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::response::Redirect;
use axum::routing::post;
use maud::{Markup, html};
use serde::Deserialize;

use super::game::Game;
use crate::Color;
use crate::answer::PointNames;
use crate::find::RecordVerdict;
use crate::go::{Point, Size};
use crate::input::FormOf;
use crate::lookup::split_id;
use crate::pages::layout::Page;
use crate::pages::text::{Text, texts};
use crate::pages::words;
use crate::problem::Problem;
use crate::solve::{Limits, Outcome, Verdict, Why};
use crate::solving::{MAX_NODES, solve_record};
use crate::state::App;

texts! { "shared": BLACK, WHITE }
texts! { "problem/computed":
    TITLE, SETTLED, UNKNOWN, RIGHT, WRONG, POSITIONS, NOTE, SOLVE, SEARCH_NOTE, NO_NUMBER,
}

/// How many times more positions than before another search of the same problem may take.
const LONGER: u64 = 4;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/p/{id}/solve", post(solve))
}

/// What the form of a search sends.
#[derive(Debug, Deserialize)]
struct SolveForm {
    /// The number of the record, from 1.
    record: String,
    nodes: String,
    /// The parameters of the page to return to.
    back: String,
}

/// Solves the problem and shows its page again. The search ends if the person leaves the page.
async fn solve(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    FormOf(form): FormOf<SolveForm>,
) -> Result<Redirect, Problem> {
    let no_number = |_| Problem::unprocessable(NO_NUMBER);
    let record = form.record.parse().map_err(no_number)?;
    let nodes = form.nodes.parse().map_err(no_number)?;
    // Written anew, so that the header holds nothing but a query.
    let back = form_urlencoded::parse(form.back.as_bytes());
    let back = form_urlencoded::Serializer::new(String::new()).extend_pairs(back).finish();
    let page = format!("/p/{id}?{back}#computed-verdict");
    let key = split_id(&id)?.0.to_owned();
    solve_record(app, key, Some(record), nodes).await?;
    Ok(Redirect::to(&page))
}

/// The form that has the problem solved, or searched with more positions than its verdict took; nothing if
/// more cannot change the verdict, or the server changes nothing.
pub(super) fn render_search(page: &Page, game: &Game<'_>, known: Option<&RecordVerdict>) -> Markup {
    let nodes = match known {
        None => Limits::default().nodes,
        Some(known) if known.verdict.nodes < known.budget => return html! {},
        Some(known) => known.budget.saturating_mul(LONGER),
    };
    if page.is_read_only || nodes > MAX_NODES {
        return html! {};
    }
    let (action, record, back) = game.search_address();
    html! {
        form #solve method="post" action=(action) {
            (page.token())
            input type="hidden" name="record" value=(record);
            input type="hidden" name="back" value=(back);
            button name="nodes" value=(nodes) { (page.fill(SOLVE, &[&words::count(nodes as usize)])) }
            " " span.soft { (page.text(SEARCH_NOTE)) }
        }
    }
}

/// The verdict, with a link for each first move: what is refuted can be tried, and the proof answers.
pub(super) fn render(page: &Page, game: &Game<'_>, known: &RecordVerdict, board: Size) -> Markup {
    let RecordVerdict { turn, verdict, .. } = known;
    let solved = verdict.answer.as_ref().ok();
    let link = |at: Point| {
        html! {
            " " a data-live data-control={ "computed-" (at.name(board)) } href=(game.address_of_first(at)) {
                (game.name_move(*turn, Some(at)))
            }
        }
    };
    html! {
        details #computed {
            summary { h2 { (page.text(TITLE)) } span.soft { (words::count(verdict.nodes as usize)) " " (page.text(POSITIONS)) } }
            div #computed-verdict data-part="computed" {
                p { (sentence(page, verdict)) }
                @if let Some(solved) = solved {
                    @if !solved.moves.is_empty() {
                        p { (page.text(RIGHT)) @for &at in &solved.moves { (link(at)) } }
                    }
                    @if !solved.refuted.is_empty() {
                        p { (page.text(WRONG)) @for &(at, _) in &solved.refuted { (link(at)) } }
                    }
                    p.soft { (page.text(NOTE)) }
                }
            }
        }
    }
}

/// The verdict as a third opinion beside two sources, in a sentence with the names of the right moves.
pub(in crate::pages) fn render_opinion(page: &Page, verdict: &Verdict, board: Size) -> Markup {
    let names = PointNames::whole(board);
    let moves = verdict.answer.as_ref().map(|solved| &*solved.moves).unwrap_or_default();
    html! {
        p.soft data-computed {
            (page.text(TITLE)) ": " (sentence(page, verdict))
            @if !moves.is_empty() {
                ". " (page.text(RIGHT)) @for &at in moves { " " (names.name(at)) }
            }
        }
    }
}

/// The outcome, such as "White is killed", or why there is none.
fn sentence(page: &Page, verdict: &Verdict) -> String {
    let solved = match &verdict.answer {
        Ok(solved) => solved,
        Err(why) => return page.fill(UNKNOWN, &[&page.text(why_text(*why))]),
    };
    let defender = verdict.frames.first().expect("a problem is solved in frames").defender();
    let group = page.text(match defender {
        Color::Black => BLACK,
        Color::White => WHITE,
    });
    let outcome = page.fill(outcome_text(solved.outcome), &[&group]);
    if solved.is_settled() { page.fill(SETTLED, &[&outcome]) } else { outcome }
}

fn outcome_text(outcome: Outcome) -> Text {
    Text::named("problem/computed outcome", outcome.name())
}

fn why_text(why: Why) -> Text {
    Text::named("problem/computed unknown", why.name())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::text::Language;

    #[test]
    fn every_verdict_has_a_text() {
        for outcome in Outcome::ALL {
            assert!(outcome_text(outcome).fill(Language::English, &[&"White"]).contains("White"));
        }
        for why in Why::ALL {
            assert_eq!(why_text(why).in_language(Language::English), why.to_string());
        }
    }
}
