//! `gtn-db find`: the records of the same position; with `--inside`, also those whose solution
//! reaches it.

use gtn_db::answer::RecordMatchJson;
use gtn_db::find::{self, ExactFinder, FoundPosition, RecordMatch, SolutionMatch};

use super::request::{PlacedQuery, Queries, Request};
use super::rows::{Answers, summarize};
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
) -> anyhow::Result<Outcome> {
    let Queries { naming, texts: mut queries } = queries;
    let answers = Answers::start(request.output, naming)?;
    let finder = ExactFinder::new(request.store);
    let mut search = Search { request, finder, answers, tally: Tally::default() };
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
    Ok(search.tally.outcome())
}

struct Search<'a> {
    request: &'a Request<'a>,
    finder: ExactFinder<'a>,
    answers: Answers<RecordMatchJson>,
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
        let rows = matches.chain(reached_matches).take(self.request.limit());
        let describe = || (placed.draw(), describe(placed, found.as_deref(), reached.len()));
        self.answers.push(label, is_found, rows, describe)?;
        Ok(())
    }
}

/// Says in sentences what was found.
fn describe(placed: &PlacedQuery, found: Option<&FoundPosition>, reached: usize) -> Vec<String> {
    let matches: Vec<&RecordMatch> = found.into_iter().flat_map(|found| &found.matches).collect();
    let mut sentences = vec![summarize(&placed.query, &matches)];
    if reached > 0 {
        sentences.push(format!("Reached in {}", plural(reached as u64, "solution")));
    }
    sentences
}
