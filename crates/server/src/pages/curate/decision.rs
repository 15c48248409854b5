//! `POST /decide`, and what a page says after a decision.

use std::collections::HashSet;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Redirect;
use axum::routing::post;
use maud::{Markup, html};
use serde::Deserialize;

use super::pair::{Forms, PairList, describe, find_judgment, name, render_take_back};
use crate::answer::{DecisionJson, JudgedRecordJson, VerdictJson};
use crate::decide::decide;
use crate::find::identify_record;
use crate::input::FormOf;
use crate::lookup::KnownPosition;
use crate::pages::layout::Page;
use crate::pages::text::texts;
use crate::problem::Problem;
use crate::queues::parse_hash;
use crate::state::{App, View};
use crate::store::{Decision, Judgment};

/// The most decisions that one button makes: about all records of two positions that are alike.
const MAX_DECISIONS: usize = 400;

texts! { "shared": OTHER_EDITOR, UNDONE }
texts! { "curate/decision": SAVED, TAKEN_BACK, BETTER, DIFFERENT, SAME, TOO_MANY }

/// What a form sends.
#[derive(Clone, Debug, Deserialize)]
struct DecideForm {
    decision: Choice,
    list: List,
    k: Option<String>,
    here: String,
    next: String,
    #[serde(default)]
    filter: String,
    /// The judgment that the page showed; empty if there was none.
    seen: String,
    first_source: String,
    first_tree: String,
    first_hash: String,
    first_key: String,
    second_source: String,
    second_tree: String,
    second_hash: String,
    second_key: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Choice {
    Different,
    Left,
    Right,
    Same,
    Forget,
}

/// The page to return to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum List {
    Conflicts,
    Cores,
    Near,
    Duplicates,
}

/// What the address of a page says about the last decision. Pages flatten it into their queries.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct Last {
    /// The hashes of both records.
    pub(super) decided: Option<String>,
    /// Where the pair is in the list.
    pub(super) was: Option<String>,
}

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/decide", post(save))
}

async fn save(
    page: Page,
    State(app): State<Arc<App>>,
    FormOf(form): FormOf<DecideForm>,
) -> Result<Redirect, Problem> {
    let first =
        read_judged(&form.first_source, &form.first_tree, &form.first_hash, &form.first_key)?;
    let second =
        read_judged(&form.second_source, &form.second_tree, &form.second_hash, &form.second_key)?;
    let (decision, first, second) = match form.decision {
        Choice::Different => (VerdictJson::Different, first, second),
        Choice::Left => (VerdictJson::Better, first, second),
        Choice::Right => (VerdictJson::Better, second, first),
        Choice::Same => (VerdictJson::Same, first, second),
        Choice::Forget => (VerdictJson::Forget, first, second),
    };
    let decided = format!("{}-{}", form.first_hash, form.second_hash);
    let decision = DecisionJson { decision, first, second };
    let is_of_positions = matches!(form.list, List::Cores | List::Near);
    let is_about_all = is_of_positions && form.decision == Choice::Different;
    let is_forgotten = form.decision == Choice::Forget;
    let hash = |text: &str| {
        parse_hash(text).map_err(|_| Problem::unprocessable("a hash has 32 hexadecimal digits"))
    };
    let hashes = [hash(&form.first_hash)?, hash(&form.second_hash)?];
    let seen = form.seen;
    app.write_decisions(move |view, session| {
        let current = find_judgment(view.store, hashes)?;
        if current.map_or("", name) != seen {
            let detail = match current {
                Some(current) => OTHER_EDITOR.with_text(describe(current)),
                None => UNDONE.with(&[]),
            };
            return Err(Problem::new(StatusCode::CONFLICT, detail));
        }
        let decisions = match (is_about_all, is_of_positions && is_forgotten) {
            (true, _) => about_all(view, decision)?,
            (_, true) => forget_all(view, decision)?,
            _ => vec![decision],
        };
        decide(view, session, decisions)
    })
    .await?;
    let name = match form.list {
        List::Conflicts => "conflicts",
        List::Cores => "cores",
        List::Near => "near",
        List::Duplicates => "duplicates",
    };
    let k = form.k.and_then(|k| k.parse().ok());
    let list = PairList { name, k, filter: form.filter };
    let (place, was) =
        if is_forgotten { (form.here, String::new()) } else { (form.next, form.here) };
    let address = list.address(&page, place).with("decided", decided).with("was", was);
    Ok(Redirect::to(&address.to_string()))
}

fn read_judged(
    source: &str,
    tree: &str,
    hash: &str,
    key: &str,
) -> Result<JudgedRecordJson, Problem> {
    let number = |text: &str| {
        text.parse().map_err(|_| Problem::unprocessable("a tree and a problem have numbers"))
    };
    let (tree, problem) = tree.split_once('.').unwrap_or((tree, "1"));
    let (tree, problem) = (number(tree)?, number(problem)?);
    let (hash, key) = (Some(hash.to_owned()), Some(key.to_owned()));
    Ok(JudgedRecordJson { source: source.to_owned(), tree, problem, hash, key })
}

/// The same decision about every record of one position and every record of the other: only then
/// they are no longer near.
fn about_all(view: &View<'_>, decision: DecisionJson) -> Result<Vec<DecisionJson>, Problem> {
    let DecisionJson { decision: verdict, first, second } = &decision;
    let (mut pairs, mut seen) = (Vec::new(), HashSet::new());
    let [ones, others] = [load_judged(view, first)?, load_judged(view, second)?];
    for first in &ones {
        for second in &others {
            if first.hash != second.hash && seen.insert((first.hash.clone(), second.hash.clone())) {
                let (first, second) = (first.clone(), second.clone());
                pairs.push(DecisionJson { decision: *verdict, first, second });
            }
        }
    }
    if pairs.len() > MAX_DECISIONS {
        return Err(Problem::unprocessable(TOO_MANY.with(&[&MAX_DECISIONS])));
    }
    Ok(pairs)
}

/// Forgets the decisions about all records of two positions that are like the one about these two.
fn forget_all(view: &View<'_>, decision: DecisionJson) -> Result<Vec<DecisionJson>, Problem> {
    let known = view.store.decisions()?;
    let hashes = |one: &Decision| {
        [one.first.hash, one.second.hash].map(|hash| format!("{:032x}", u128::from_be_bytes(hash)))
    };
    let judgment = |one: &JudgedRecordJson, other: &JudgedRecordJson| {
        known.iter().find_map(|known| {
            let [first, second] = hashes(known);
            let is_this = Some(&first) == one.hash.as_ref() && Some(&second) == other.hash.as_ref();
            let is_swapped =
                Some(&first) == other.hash.as_ref() && Some(&second) == one.hash.as_ref();
            (is_this || is_swapped).then_some(known.judgment)
        })
    };
    if judgment(&decision.first, &decision.second) != Some(Judgment::Different) {
        return Ok(vec![decision]);
    }
    let mut pairs = about_all(view, decision)?;
    pairs.retain(|pair| judgment(&pair.first, &pair.second) == Some(Judgment::Different));
    Ok(pairs)
}

fn load_judged(
    view: &View<'_>,
    judged: &JudgedRecordJson,
) -> Result<Vec<JudgedRecordJson>, Problem> {
    let key = judged.key.as_deref().unwrap_or_default();
    let KnownPosition { position, records } = KnownPosition::find(view.store, key)?;
    let identify = |record| Ok(identify_record(view.store, position.key, record)?.into());
    records.iter().map(identify).collect()
}

impl Last {
    /// Says what was decided last, with a form that takes it back.
    pub(super) fn render(
        &self,
        page: &Page,
        view: &View<'_>,
        list: &PairList,
    ) -> Result<Markup, Problem> {
        let Some(decided) = &self.decided else { return Ok(html! {}) };
        let hashes = |one: &Decision| {
            let [first, second] = [one.first.hash, one.second.hash]
                .map(|hash| format!("{:032x}", u128::from_be_bytes(hash)));
            [format!("{first}-{second}"), format!("{second}-{first}")]
        };
        let mut all = view.store.decisions()?.into_iter();
        let found = all.find(|one| hashes(one).contains(decided));
        Ok(match (found, &self.was) {
            (None, None) => html! { p role="status" { (page.text(TAKEN_BACK)) } },
            (None, Some(_)) => html! {},
            (Some(found), was) => {
                let (words, first, second, judgment) = match found.judgment {
                    Judgment::SecondIsBetter => {
                        (BETTER, &found.second, &found.first, Judgment::FirstIsBetter)
                    }
                    Judgment::FirstIsBetter => {
                        (BETTER, &found.first, &found.second, found.judgment)
                    }
                    Judgment::Different => (DIFFERENT, &found.first, &found.second, found.judgment),
                    Judgment::Same => (SAME, &found.first, &found.second, found.judgment),
                };
                let here = was.clone().unwrap_or_default();
                let forms = Forms { list, next: here.clone(), here };
                html! {
                    div.saved {
                        p role="status" {
                            (page.text(SAVED)) " "
                            bdi { (first.source) } " " (first.tree) " " (page.text(words)) " "
                            bdi { (second.source) } " " (second.tree)
                        }
                        (render_take_back(page, [first, second], judgment, &forms))
                    }
                }
            }
        })
    }
}
