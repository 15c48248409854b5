//! What the buttons of the desk do.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{Redirect, Response};
use jiff::Timestamp;
use serde::Deserialize;
use tokio::{task, time};

use super::queue::{describe, last_verdicts};
use crate::PositionKey;
use crate::address::Address;
use crate::assess::open_queue;
use crate::download::attach;
use crate::find::identify_record;
use crate::input::FormOf;
use crate::jobs::Upload;
use crate::model::Charset;
use crate::pages::layout::Page;
use crate::pages::text::texts;
use crate::problem::{Problem, describe as describe_error};
use crate::queues::{Phase, QueueRow, find_submission, hex, parse_hash, source_prefix};
use crate::sgf::{GameTree, Layout, write_tree};
use crate::state::{App, View};
use crate::store::temporary::TemporaryFolder;
use crate::store::{
    Decision, EditorVerdict, ImportSession, JudgedRecord, Judgment, Store, SubmissionHash,
    SubmissionVerdict, tree_hash,
};

texts! { "shared": OTHER_EDITOR, UNDONE }
texts! { "desk/actions": NO_ROW, NOTHING_BESIDE, NOTHING_ACCEPTED,
    INCOMPLETE,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct DecideForm {
    verdict: String,
    /// The number of a problem, or `settled` for all that are settled.
    number: String,
    /// The id of the last decision that the page knew: about the problem, or of all.
    seen: String,
    #[serde(default)]
    show: String,
}

/// A form without fields of its own.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct Nothing {}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct UndoForm {
    batch: String,
    #[serde(default)]
    show: String,
}

fn address(page: &Page, hash: SubmissionHash, show: &str) -> Address {
    let address = Address::new(format!("/desk/{}", hex(hash))).with("show", show);
    address.with("lang", page.language.tag())
}

fn unreadable(name: &str) -> Problem {
    Problem::unprocessable(format!("{name} cannot be read"))
}

pub(super) async fn decide(
    page: Page,
    State(app): State<Arc<App>>,
    Path(hash): Path<String>,
    FormOf(form): FormOf<DecideForm>,
) -> Result<Redirect, Problem> {
    let hash = parse_hash(&hash)?;
    let verdict = EditorVerdict::ALL.into_iter().find(|one| one.name() == form.verdict);
    let verdict = verdict.ok_or_else(|| unreadable("verdict"))?;
    let seen: i64 = form.seen.parse().map_err(|_| unreadable("seen"))?;
    let number: Option<usize> = match &*form.number {
        "settled" => None,
        number => Some(number.parse().map_err(|_| unreadable("number"))?),
    };
    wait_for_row(&app, hash, number).await?;
    let opener = Arc::clone(&app);
    let find = move |view: &View<'_>| {
        let state = open_queue(&opener, view, hash)?.state();
        let rows: Vec<QueueRow> = match number {
            Some(number) => {
                let missing = || match state.phase {
                    Phase::Comparing => Problem::new(StatusCode::CONFLICT, INCOMPLETE),
                    _ => Problem::not_found(NO_ROW),
                };
                let first = number.checked_sub(1).filter(|&at| at < state.rows.len());
                let first = first.ok_or_else(missing)?;
                let alike = [first].into_iter().chain(state.copies(first));
                alike.map(|at| state.rows[at].clone()).collect()
            }
            None => state.rows.into_iter().filter(|row| row.submission.is_settled()).collect(),
        };
        let now = Timestamp::now();
        let verdicts = judge(view, hash, rows, verdict, now.as_second())?;
        Ok((verdicts, now.as_microsecond()))
    };
    let (mut verdicts, now) = Arc::clone(&app).read(find).await?;
    let write = move |view: &View<'_>, session: &mut ImportSession| {
        refuse_if_changed(view, hash, number.is_some(), seen, &mut verdicts)?;
        session.decide_submission(&verdicts, now)?;
        Ok(())
    };
    app.write_decisions(write).await?;
    let after = number.map(|number| number.to_string()).unwrap_or_default();
    let address = address(&page, hash, &form.show).with("after", after);
    Ok(Redirect::to(&format!("{address}#current")))
}

/// Waits until a submission was compared up to a row, at most some seconds: after an import or a start of the server
/// it is compared again, while an editor still looks at the row.
async fn wait_for_row(
    app: &Arc<App>,
    hash: SubmissionHash,
    number: Option<usize>,
) -> Result<(), Problem> {
    const PAUSE: Duration = Duration::from_millis(50);
    const PAUSES: usize = 100;
    let Some(number) = number else { return Ok(()) };
    for _ in 0..PAUSES {
        let opener = Arc::clone(app);
        let is_missing = move |view: &View<'_>| {
            let state = open_queue(&opener, view, hash)?.state();
            Ok(matches!(state.phase, Phase::Comparing) && state.rows.len() < number)
        };
        if !Arc::clone(app).read(is_missing).await? {
            break;
        }
        time::sleep(PAUSE).await;
    }
    Ok(())
}

/// The verdict of an editor on rows, with the records beside them. Many rows may have the same one.
///
/// # Errors
/// 422 if the verdict is about a record beside the row, and there is none.
fn judge(
    view: &View<'_>,
    submission: SubmissionHash,
    rows: Vec<QueueRow>,
    verdict: EditorVerdict,
    decided: i64,
) -> Result<Vec<SubmissionVerdict>, Problem> {
    let needs_known = matches!(verdict, EditorVerdict::Same | EditorVerdict::Different);
    let mut verdicts = Vec::with_capacity(rows.len());
    let mut beside: HashMap<i64, ([u8; 16], PositionKey)> = HashMap::new();
    for QueueRow { place, record_hash, submission: row, .. } in rows {
        let known = match row.matches.first() {
            Some(first) => Some(match beside.entry(first.matched.record.id) {
                Entry::Occupied(known) => *known.get(),
                Entry::Vacant(unknown) => {
                    let judged = identify_record(view.store, first.key, &first.matched.record)?;
                    *unknown.insert((judged.hash, judged.key))
                }
            }),
            None if needs_known => return Err(Problem::unprocessable(NOTHING_BESIDE)),
            None => None,
        };
        verdicts.push(SubmissionVerdict {
            id: 0,
            batch: 0,
            submission,
            place,
            record_hash,
            verdict,
            known,
            decided,
        });
    }
    Ok(verdicts)
}

/// Refuses a decision of a page that did not know the last one: about the problem, or about all. Of all
/// settled problems, those stay that are not decided yet; of the copies of a problem, those that were not decided
/// apart from it.
fn refuse_if_changed(
    view: &View<'_>,
    hash: SubmissionHash,
    is_one: bool,
    seen: i64,
    verdicts: &mut Vec<SubmissionVerdict>,
) -> Result<(), Problem> {
    let all = view.store.verdicts_on(hash)?;
    let last_of_all = all.last().map_or(0, |last| last.id);
    let known = last_verdicts(all);
    if !is_one {
        if last_of_all != seen {
            return Err(refuse(known.values().max_by_key(|verdict| verdict.id)));
        }
        verdicts.retain(|verdict| !known.contains_key(&verdict.place));
        return Ok(());
    }
    let last = verdicts.first().and_then(|first| known.get(&first.place));
    if last.map_or(0, |last| last.id) != seen {
        return Err(refuse(last));
    }
    let first = last.map(|last| last.batch);
    verdicts.retain(|verdict| known.get(&verdict.place).is_none_or(|own| Some(own.batch) == first));
    Ok(())
}

/// Another editor was faster.
fn refuse(last: Option<&SubmissionVerdict>) -> Problem {
    match last {
        Some(last) => {
            let verdict = describe(last.verdict);
            Problem::new(StatusCode::CONFLICT, OTHER_EDITOR.with_text(verdict))
        }
        None => Problem::new(StatusCode::CONFLICT, UNDONE),
    }
}

pub(super) async fn undo(
    page: Page,
    State(app): State<Arc<App>>,
    Path(hash): Path<String>,
    FormOf(form): FormOf<UndoForm>,
) -> Result<Redirect, Problem> {
    let hash = parse_hash(&hash)?;
    let batch: i64 = form.batch.parse().map_err(|_| unreadable("batch"))?;
    let write = move |view: &View<'_>, session: &mut ImportSession| {
        let all = view.store.verdicts_on(hash)?;
        let last = all.last();
        if last.map(|last| last.batch) != Some(batch) {
            return Err(refuse(last));
        }
        session.undo_verdicts(hash, batch)?;
        Ok(())
    };
    app.write_decisions(write).await?;
    Ok(Redirect::to(&address(&page, hash, &form.show).to_string()))
}

/// The accepted problems of one source.
struct Accepted {
    sgf: Vec<u8>,
    decisions: Vec<Decision>,
}

/// Gathers the accepted problems as SGF in UTF-8, by the names of the sources that they become, with the
/// decisions that some are different from the records beside them.
///
/// # Errors
/// 409 until all problems of the submission are compared; 422 if none is accepted.
fn gather(
    app: &Arc<App>,
    view: &View<'_>,
    hash: SubmissionHash,
) -> Result<BTreeMap<String, Accepted>, Problem> {
    let queue = open_queue(app, view, hash)?;
    let state = queue.state();
    if let Phase::Comparing | Phase::Failed(_) = state.phase {
        return Err(Problem::new(StatusCode::CONFLICT, INCOMPLETE));
    }
    let store = queue.store()?;
    let decided = last_verdicts(view.store.verdicts_on(hash)?);
    let mut all: BTreeMap<String, Accepted> = BTreeMap::new();
    let mut counts: HashMap<String, u32> = HashMap::new();
    let is_accepted =
        |row: &QueueRow| decided.get(&row.place).is_some_and(|last| last.verdict.is_accepted());
    let is_written = |row: &QueueRow| {
        let first = row.copy_of.map(|first| &state.rows[first]);
        first.is_some_and(|first| first.record_hash == row.record_hash && is_accepted(first))
    };
    for row in &state.rows {
        let Some(last) = decided.get(&row.place).filter(|last| last.verdict.is_accepted()) else {
            continue;
        };
        if is_written(row) {
            continue; // the copies of a problem are accepted with it
        }
        let mut name = row.place.source.clone();
        if !name.to_ascii_lowercase().ends_with(".sgf") {
            name.push_str(".sgf");
        }
        let tree = write_record(&store, row)?;
        let count = counts.entry(name.clone()).or_default();
        *count += 1;
        let one = all
            .entry(name.clone())
            .or_insert_with(|| Accepted { sgf: Vec::new(), decisions: Vec::new() });
        let beside = last.known.filter(|_| last.verdict == EditorVerdict::Different);
        if let (Some((hash, key)), Some(first)) = (beside, row.submission.matches.first()) {
            let at = &first.matched.record.at;
            one.decisions.push(Decision {
                judgment: Judgment::Different,
                first: JudgedRecord {
                    hash: tree_hash(&tree),
                    key: row.submission.position.key,
                    source: name,
                    tree: *count,
                    problem: 1,
                },
                second: JudgedRecord {
                    hash,
                    key,
                    source: at.source.clone(),
                    tree: at.tree,
                    problem: at.problem,
                },
            });
        }
        one.sgf.extend(tree);
        one.sgf.push(b'\n');
    }
    if all.is_empty() { Err(Problem::unprocessable(NOTHING_ACCEPTED)) } else { Ok(all) }
}

/// The game tree of a problem in UTF-8.
fn write_record(store: &Store, row: &QueueRow) -> Result<Vec<u8>, Problem> {
    let record = &row.submission.record;
    let sgf = store.sgf(record.id)?;
    let tree = GameTree::read(&sgf, Charset::for_reading(record.charset.as_ref()));
    let mut text = Vec::new();
    write_tree(&tree, Layout::OneLine, &mut text)?;
    Ok(text)
}

pub(super) async fn accepted(
    State(app): State<Arc<App>>,
    Path(hash): Path<String>,
) -> Result<Response, Problem> {
    if app.settings.is_read_only {
        return Err(Problem::read_only());
    }
    let hash = parse_hash(&hash)?;
    let opener = Arc::clone(&app);
    let all = app.read(move |view| gather(&opener, view, hash)).await?;
    let text: Vec<u8> = all.into_values().flat_map(|one| one.sgf).collect();
    Ok(attach("accepted.sgf".to_owned(), "application/x-go-sgf", text))
}

pub(super) async fn import(
    page: Page,
    State(app): State<Arc<App>>,
    Path(hash): Path<String>,
    FormOf(Nothing {}): FormOf<Nothing>,
) -> Result<Redirect, Problem> {
    let hash = parse_hash(&hash)?;
    let opener = Arc::clone(&app);
    let all = Arc::clone(&app).read(move |view| gather(&opener, view, hash)).await?;
    let names: Vec<String> = all.keys().cloned().collect();
    let decisions: Vec<Decision> =
        all.values().flat_map(|one| one.decisions.iter().cloned()).collect();
    let begin = move || {
        let internal = |error: std::io::Error| Problem::internal(describe_error(&error));
        let folder = TemporaryFolder::create().map_err(internal)?;
        let mut files = Vec::with_capacity(all.len());
        for (number, (name, one)) in all.into_iter().enumerate() {
            let path = folder.path().join(number.to_string());
            std::fs::write(&path, one.sgf).map_err(internal)?;
            files.push((name, path));
        }
        let mut session = app.begin_import()?;
        remove_imported(&app, &mut session, hash, &names)?;
        for decision in &decisions {
            session.decide(decision)?;
        }
        session.commit()?;
        app.jobs.begin(session, Upload { files, folder }, app.report)
    };
    let begun = task::spawn_blocking(begin).await;
    let job = begun.unwrap_or_else(|error| Err(Problem::internal(describe_error(&error))))?;
    Ok(Redirect::to(&page.link(&format!("/import/{}", job.id))))
}

/// Removes what was imported of a submission, but the sources to keep; and the decisions that were
/// written for it.
fn remove_imported(
    app: &App,
    session: &mut ImportSession,
    hash: SubmissionHash,
    kept: &[String],
) -> Result<(), Problem> {
    let (sources, decisions) = app.with_view(|view| {
        let prefix = source_prefix(&find_submission(view.store, hash)?.date, hash);
        let mut decisions = view.store.decisions()?;
        decisions.retain(|decision| {
            [&decision.first, &decision.second].iter().any(|one| one.source.starts_with(&prefix))
        });
        Ok((view.store.sources_with_prefix(&prefix)?, decisions))
    })?;
    for decision in decisions {
        session.forget_decision(decision.first.hash, decision.second.hash)?;
    }
    let gone = sources.into_iter().filter(|(_, name)| !kept.contains(name));
    Ok(session.remove_sources(gone.map(|(id, _)| id))?)
}

pub(super) async fn withdraw(
    page: Page,
    State(app): State<Arc<App>>,
    Path(hash): Path<String>,
    FormOf(Nothing {}): FormOf<Nothing>,
) -> Result<Redirect, Problem> {
    let hash = parse_hash(&hash)?;
    let remove = move || {
        let mut session = app.begin_import()?;
        remove_imported(&app, &mut session, hash, &[])?;
        session.commit()?;
        session.finish()?;
        Ok(())
    };
    let done = task::spawn_blocking(remove).await;
    done.unwrap_or_else(|error| Err(Problem::internal(describe_error(&error))))?;
    Ok(Redirect::to(&address(&page, hash, "").to_string()))
}

pub(super) async fn remove(
    page: Page,
    State(app): State<Arc<App>>,
    Path(hash): Path<String>,
    FormOf(Nothing {}): FormOf<Nothing>,
) -> Result<Redirect, Problem> {
    let hash = parse_hash(&hash)?;
    let write = move |_: &View<'_>, session: &mut ImportSession| {
        session.remove_submission(hash)?;
        Ok(())
    };
    app.write_decisions(write).await?;
    Ok(Redirect::to(&page.link("/desk")))
}
