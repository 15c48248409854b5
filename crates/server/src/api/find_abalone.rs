//! `/api/v1/find` with a position of Abalone.

use std::collections::HashSet;

use serde::Serialize;

use crate::answer::abalone::{ContainmentJson, GameMatchJson, NearMatchJson, ProblemMatchJson};
use crate::find::Likeness;
use crate::find::abalone::{
    Query, find_containing, find_exact, find_in_games, find_near, find_within,
};
use crate::problem::Problem;
use crate::state::View;
use crate::store::GameFilter;

/// A problem or a position of a game that was found.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub(super) enum AbaloneMatchJson {
    Same(ProblemMatchJson),
    Near(NearMatchJson),
    Containment(ContainmentJson),
    InGame(GameMatchJson),
}

/// What was found.
pub(super) struct AbaloneAnswer {
    /// How many positions: with different keys among problems, all among games.
    pub(super) positions: usize,
    pub(super) matches: Vec<AbaloneMatchJson>,
    /// Whether there are more than `matches` lists.
    pub(super) more: bool,
}

impl AbaloneAnswer {
    /// The first `limit` matches.
    fn new(
        positions: usize,
        mut matches: impl Iterator<Item = AbaloneMatchJson>,
        limit: usize,
    ) -> Self {
        let first = matches.by_ref().take(limit).collect();
        AbaloneAnswer { positions, matches: first, more: matches.next().is_some() }
    }
}

/// Finds problems.
///
/// # Errors
/// 500 if the database is damaged or cannot be read.
pub(super) fn find_in_problems(
    view: &View<'_>,
    query: &Query,
    likeness: Likeness,
    limit: usize,
) -> Result<AbaloneAnswer, Problem> {
    let store = view.store;
    let containments = match likeness {
        Likeness::Same => {
            let found = find_exact(store, query)?;
            let positions = usize::from(!found.is_empty());
            let matches = found.iter().map(ProblemMatchJson::new).map(AbaloneMatchJson::Same);
            return Ok(AbaloneAnswer::new(positions, matches, limit));
        }
        Likeness::Near(k) => {
            let found = find_near(store, query, k.into())?;
            let keys: HashSet<_> = found.iter().map(|near| near.found.problem.key).collect();
            let matches = found.iter().map(NearMatchJson::new).map(AbaloneMatchJson::Near);
            return Ok(AbaloneAnswer::new(keys.len(), matches, limit));
        }
        Likeness::Contains => find_containing(store, query)?,
        Likeness::Within => find_within(store, query)?,
    };
    let keys: HashSet<_> = containments.iter().map(|found| found.found.problem.key).collect();
    let matches = containments.iter().map(ContainmentJson::new).map(AbaloneMatchJson::Containment);
    Ok(AbaloneAnswer::new(keys.len(), matches, limit))
}

/// Finds positions of games.
///
/// # Errors
/// 500 if the database is damaged or cannot be read.
pub(super) fn find_positions_of_games(
    view: &View<'_>,
    query: &Query,
    likeness: Likeness,
    limit: usize,
) -> Result<AbaloneAnswer, Problem> {
    let found = match likeness {
        Likeness::Near(k) => view.abalone_games()?.find_near(query, k.into()),
        Likeness::Contains => view.abalone_games()?.find_containing(query),
        // `within` does not apply to games.
        Likeness::Same | Likeness::Within => {
            find_in_games(view.store, query, &GameFilter::default())?
        }
    };
    let matches = found.iter().map(GameMatchJson::new).map(AbaloneMatchJson::InGame);
    Ok(AbaloneAnswer::new(found.len(), matches, limit))
}
