//! `gtn-db find`: the records of the same position; with `--inside`, also those whose solution
//! reaches it.

use std::rc::Rc;

use gtn_db::answer::{NearestMatchJson, RecordMatchJson};
use gtn_db::find::{
    self, ExactFinder, FoundPosition, NearestProblem, PositionQuery, PositionSource, RecordMatch,
    SolutionMatch,
};
use gtn_db::store::StoreError;

use super::request::{PlacedQuery, Queries, Request};
use super::rows::{Answers, ExactMatchJson, summarize};
use crate::cli::Outcome;
use crate::cli::input::{LabeledQuery, Tally};
use crate::cli::output::plural;

/// A query of the user, and the records whose solutions lead to it.
struct Asked {
    label: String,
    placed: PlacedQuery,
    reached: Vec<SolutionMatch>,
}

/// Finds each query.
pub fn run(
    request: &Request<'_>,
    queries: Queries<'_>,
    searches_solutions: bool,
    nearest: Nearest,
) -> anyhow::Result<Outcome> {
    // One state of the database for a whole list; whoever writes to standard input may see a later one.
    let _snapshot = match request.reads_stdin() {
        true => None,
        false => request.store.snapshot_if_none()?,
    };
    let Queries { naming, texts: mut queries } = queries;
    let answers = Answers::start(request.output, naming)?;
    let finder = ExactFinder::new(request.store);
    let (tally, positions) = (Tally::default(), None);
    let mut search =
        Search { request, finder, nearest, positions, summaries: Vec::new(), answers, tally };
    // One walk through all solutions serves all queries, so these are read to the end of standard
    // input first. Otherwise each one is answered at once: a program may wait for that.
    let together = if searches_solutions { usize::MAX } else { 1 };
    while queries.peek().is_some() {
        let accept = |(label, text): LabeledQuery| {
            let placed = search.tally.accept(&label, request.resolve(text))?;
            Some(Asked { label, placed, reached: Vec::new() })
        };
        let mut asked: Vec<Asked> = queries.by_ref().take(together).filter_map(accept).collect();
        if searches_solutions {
            let positions: Vec<_> = asked.iter().map(|asked| asked.placed.query.clone()).collect();
            let found = find::find_in_solutions(request.store, &positions)?;
            asked.iter_mut().zip(found).for_each(|(asked, found)| asked.reached = found);
        }
        asked.iter().try_for_each(|asked| search.answer(asked))?;
    }
    search.answers.finish()?;
    if let Some(positions) = &search.positions {
        request.global.note_positions(positions);
    }
    Ok(search.tally.outcome())
}

/// Which of the nearest problems to list.
#[derive(Clone, Copy)]
pub struct Nearest {
    /// At most so many.
    pub count: usize,
    /// Also for a position that is known.
    pub always: bool,
}

/// The last positions that were found, each with the sentence about its records. Equal queries find
/// one position, so that k queries with k records take linear time.
type Summaries = Vec<(Rc<FoundPosition>, String)>;

/// The most [`Summaries`].
const MAX_SUMMARIES: usize = 64;

struct Search<'a> {
    request: &'a Request<'a>,
    finder: ExactFinder<'a>,
    nearest: Nearest,
    /// Opened for the first query whose nearest problems are listed.
    positions: Option<PositionSource<'a>>,
    summaries: Summaries,
    answers: Answers<ExactMatchJson>,
    tally: Tally,
}

impl Search<'_> {
    /// Prints what is found of a query.
    fn answer(&mut self, Asked { label, placed, reached }: &Asked) -> anyhow::Result<()> {
        let found = self.finder.find(&placed.query)?;
        let is_found = found.is_some() || !reached.is_empty();
        self.tally.count(is_found);
        let matches = found.iter().flat_map(|found| {
            let matches = found.matches.iter();
            matches.map(|matched| RecordMatchJson::new(&found.position, matched))
        });
        let reached_matches =
            reached.iter().map(|found| RecordMatchJson::inside(&placed.query, found));
        let nearest = match self.nearest {
            Nearest { count, always } if count > 0 && (always || !is_found) => {
                self.find_nearest(&placed.query, count)?
            }
            _ => Vec::new(),
        };
        let rows = matches.chain(reached_matches).map(ExactMatchJson::Same);
        let rows =
            rows.chain(nearest.iter().map(NearestMatchJson::new).map(ExactMatchJson::Nearest));
        let summaries = &mut self.summaries;
        let describe = || {
            let first = describe_found(placed, found.as_ref(), summaries);
            (placed.draw(), describe(first, reached.len(), nearest.len()))
        };
        self.answers.push(label, is_found, rows.take(self.request.limit()), describe)?;
        Ok(())
    }

    fn find_nearest(
        &mut self,
        query: &PositionQuery,
        count: usize,
    ) -> Result<Vec<NearestProblem>, StoreError> {
        let store = self.request.store;
        let positions = match &mut self.positions {
            Some(positions) => positions,
            none => none.insert(self.request.position_source()?),
        };
        find::find_nearest(store, positions.nearest(query)?, query, count)
    }
}

/// A sentence about the records of the position.
fn describe_found(
    placed: &PlacedQuery,
    found: Option<&Rc<FoundPosition>>,
    summaries: &mut Summaries,
) -> String {
    let Some(found) = found else { return summarize(&placed.query, &[]) };
    if let Some((_, known)) = summaries.iter().find(|(last, _)| Rc::ptr_eq(last, found)) {
        return known.clone();
    }
    let matches: Vec<&RecordMatch> = found.matches.iter().collect();
    let sentence = summarize(&placed.query, &matches);
    if summaries.len() == MAX_SUMMARIES {
        summaries.clear();
    }
    summaries.push((Rc::clone(found), sentence.clone()));
    sentence
}

/// Says in sentences what was found.
fn describe(first: String, reached: usize, nearest: usize) -> Vec<String> {
    let mut sentences = vec![first];
    if reached > 0 {
        sentences.push(format!("Reached in {}", plural(reached as u64, "solution")));
    }
    match nearest {
        0 => {}
        1 => sentences.push("The nearest problem:".to_owned()),
        _ => sentences.push(format!("The nearest {nearest} problems:")),
    }
    sentences
}
