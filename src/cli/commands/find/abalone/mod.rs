//! `gtn-db find` with positions of Abalone.

mod rows;

use anyhow::bail;
use gtn_db::answer::ContainmentCountJson;
use gtn_db::answer::abalone::{
    ContainmentJson, GameCountJson, GameMatchJson, NearMatchJson, ProblemMatchJson,
};
use gtn_db::find::Likeness;
use gtn_db::find::abalone::{
    ContainmentMatch, Query, ReplayedGames, find_containing, find_exact, find_in_games, find_near,
    find_within,
};
use gtn_db::store::StoreError;

use super::in_games::{InGamesArgs, SHOWN};
use super::request::{Queries, Request};
use super::rows::{Answers, Labeled};
use crate::cli::Outcome;
use crate::cli::input::{QueryText, Tally};
use crate::cli::output::Row;

/// Finds the problems that match each query.
pub fn run_in_problems(
    request: &Request<'_>,
    queries: Queries<'_>,
    likeness: Likeness,
    is_counted: bool,
) -> anyhow::Result<Outcome> {
    let (store, limit) = (request.store, request.limit());
    let search = Search { request, limit };
    let containing = |query: &Query| match likeness {
        Likeness::Within => find_within(store, query),
        _ => find_containing(store, query),
    };
    match likeness {
        Likeness::Same => search.run(
            queries,
            |query| find_exact(store, query),
            ProblemMatchJson::new,
            rows::summarize_same,
        ),
        Likeness::Near(k) => search.run(
            queries,
            |query| find_near(store, query, k.into()),
            NearMatchJson::new,
            rows::summarize_near,
        ),
        Likeness::Contains | Likeness::Within if is_counted => search.count(
            queries,
            |query| Ok(count_containments(&containing(query)?)),
            |count: &ContainmentCountJson| count.records > 0,
        ),
        Likeness::Contains | Likeness::Within => {
            search.run(queries, containing, ContainmentJson::new, rows::summarize_containment)
        }
    }
}

/// Finds the positions of games that match each query.
pub fn run_in_games(
    request: &Request<'_>,
    queries: Queries<'_>,
    likeness: Likeness,
    args: &InGamesArgs,
    is_counted: bool,
) -> anyhow::Result<Outcome> {
    let (store, filter) = (request.store, args.games.to_filter()?);
    let games = match likeness {
        Likeness::Near(_) | Likeness::Contains => Some(ReplayedGames::load(store, &filter)?),
        Likeness::Same | Likeness::Within => None,
    };
    let moves = args.range.to_range()?;
    let find = |query: &Query| {
        let mut found = match (likeness, &games) {
            (Likeness::Near(k), Some(games)) => games.find_near(query, k.into()),
            (_, Some(games)) => games.find_containing(query),
            (_, None) => find_in_games(store, query, &filter)?,
        };
        found.retain(|found| moves.contains(found.ply));
        Ok(found)
    };
    let shown = if request.output.is_table() { SHOWN } else { usize::MAX };
    let search = Search { request, limit: request.limit.unwrap_or(shown) };
    if is_counted {
        let count = |query: &Query| Ok(GameCountJson::new(&find(query)?));
        return search.count(queries, count, |count: &GameCountJson| count.hits > 0);
    }
    search.run(queries, find, GameMatchJson::new, rows::summarize_games)
}

fn count_containments(found: &[ContainmentMatch]) -> ContainmentCountJson {
    let mut keys: Vec<_> = found.iter().map(|found| found.found.problem.key).collect();
    keys.sort_unstable();
    keys.dedup();
    ContainmentCountJson {
        positions: keys.len() as u64,
        records: found.len() as u64,
        placements: found.iter().map(|found| found.placements as u64).sum(),
    }
}

/// A search for several queries.
struct Search<'a> {
    request: &'a Request<'a>,
    /// The most rows to list for each query.
    limit: usize,
}

impl Search<'_> {
    /// Lists what `find` finds of each query; a table has the board and the sentence of
    /// `summarize` above it.
    fn run<F, R: Row>(
        &self,
        queries: Queries<'_>,
        find: impl Fn(&Query) -> Result<Vec<F>, StoreError>,
        describe: impl Fn(&F) -> R,
        summarize: impl Fn(&Query, &[F]) -> String,
    ) -> anyhow::Result<Outcome> {
        let mut answers = Answers::start(self.request.output, queries.naming)?;
        let mut tally = Tally::default();
        for (label, text) in queries.texts {
            let Some(query) = tally.accept(&label, self.resolve(text)) else { continue };
            let found = find(&query)?;
            tally.count(!found.is_empty());
            let rows = found.iter().take(self.limit).map(&describe);
            let describe = || (query.setup().board.to_diagram(), vec![summarize(&query, &found)]);
            answers.push(&label, !found.is_empty(), rows, describe)?;
        }
        answers.finish()?;
        Ok(tally.outcome())
    }

    /// Lists how much `count` counts of each query.
    fn count<R: Row>(
        &self,
        queries: Queries<'_>,
        count: impl Fn(&Query) -> Result<R, StoreError>,
        is_found: impl Fn(&R) -> bool,
    ) -> anyhow::Result<Outcome> {
        let mut listing = self.request.output.listing()?;
        let mut tally = Tally::default();
        for (label, text) in queries.texts {
            let Some(query) = tally.accept(&label, self.resolve(text)) else { continue };
            let counted = count(&query)?;
            tally.count(is_found(&counted));
            listing.push(&Labeled::counted(&label, counted))?;
        }
        listing.finish()?;
        Ok(tally.outcome())
    }

    /// The query for the database; `None` when it is a key that is not there.
    fn resolve(&self, text: anyhow::Result<QueryText>) -> anyhow::Result<Option<Query>> {
        let text = text?;
        let Some(mut setup) = text.find_abalone_setup(self.request.store)? else {
            if text.is_key() {
                return Ok(None);
            }
            bail!("a position of Go after one of Abalone: find each in a command of its own");
        };
        setup.turn = self.request.turn.or(setup.turn);
        Ok(Some(Query::new(setup)))
    }
}
