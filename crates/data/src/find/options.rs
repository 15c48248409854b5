//! Which options of `find` go together: one rule for the command, the HTTP API and Python.

use serde::Deserialize;

use crate::names;
use crate::similarity::Edges;

/// What positions have to do with a query that finds them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Likeness {
    /// They are the same position.
    Same,
    /// They differ in at most so many points.
    Near(u8),
    /// They contain the query.
    Contains,
    /// The query contains them.
    Within,
}

names! {
    /// A value of `edges`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = EdgesField))]
    #[serde(rename_all = "lowercase")]
    pub enum EdgesOption {
        /// Sides that are not marked as open are edges.
        Marked => "marked",
        /// Edges do not count.
        Any => "any",
        /// Edges are on edges.
        Same => "same",
    }

    /// The value.
    pub fn name;
}

impl EdgesOption {
    /// Every value.
    pub const ALL: [EdgesOption; 3] = EdgesOption::VALUES;
}

/// The options of `find` that were given.
#[derive(Clone, Copy, Debug, Default)]
#[expect(missing_docs, reason = "docs/find.md describes the options")]
pub struct FindOptions<'a> {
    /// Whether the query is a position of Abalone.
    pub is_abalone: bool,
    pub in_games: bool,
    pub turn: bool,
    pub near: Option<u8>,
    pub contains: bool,
    pub within: bool,
    pub inside: bool,
    pub nearest: bool,
    pub edges: Option<EdgesOption>,
    pub count: bool,
    /// The first other option that applies to problems only, as messages write it.
    pub of_problems: Option<&'a str>,
    /// The first other option that applies to games only.
    pub of_games: Option<&'a str>,
    /// The first other option that applies to Go only.
    pub of_go: Option<&'a str>,
}

impl FindOptions<'_> {
    /// What is searched for. `spell` writes an option in messages, with its value if it has one.
    ///
    /// # Errors
    /// A sentence, if two options do not go together or one has no meaning in this search.
    pub fn check(&self, spell: fn(&str, &str) -> String) -> Result<(Likeness, Edges), String> {
        let [near, contains, within] = ["near", "contains", "within"].map(|name| spell(name, ""));
        let any = format!("{near}, {contains} and {within}");
        let not_with_any = format!("does not go with {any}");
        let likeness = match (self.near, self.contains, self.within) {
            (None, false, false) => Likeness::Same,
            (Some(k), false, false) => Likeness::Near(k),
            (None, true, false) => Likeness::Contains,
            (None, false, true) => Likeness::Within,
            _ => return Err(format!("give one of {any}")),
        };
        let (is_near, is_part) = (self.near.is_some(), self.contains || self.within);
        let (edges_apply, edges_with) = match self.edges {
            Some(EdgesOption::Marked) => (is_part, format!("{contains} and {within}")),
            Some(EdgesOption::Same) => (is_near, near.clone()),
            Some(EdgesOption::Any) | None => (is_near || is_part, any),
        };
        let games = spell("in", "games");
        let not_in_games = format!("does not apply to {games}");
        let turn_in_games = format!("{not_in_games}; {} selects who plays next", spell("next", ""));
        let not_of_abalone = "does not apply to positions of Abalone";
        let only_counted = format!("applies only to {contains}, {within} and {games}");
        let option = |name, is_given: bool| is_given.then(|| spell(name, ""));
        let edges = self.edges.map(|edges| spell("edges", edges.name()));
        let (inside, nearest) = (option("inside", self.inside), option("nearest", self.nearest));
        let (in_games, in_games_of_go) = (self.in_games, self.in_games && !self.is_abalone);
        // An option as it was given, where it does not apply, and why.
        let rules = [
            (option("turn", self.turn), in_games_of_go, &*turn_in_games),
            (option("near", is_near), in_games_of_go, &not_in_games),
            (option("contains", self.contains), in_games_of_go, &not_in_games),
            (option("within", self.within), in_games, &not_in_games),
            (inside.clone(), in_games, &not_in_games),
            (nearest.clone(), in_games, &not_in_games),
            (edges.clone(), in_games, &not_in_games),
            (self.of_problems.map(str::to_owned), in_games, &not_in_games),
            (self.of_games.map(str::to_owned), !in_games, &format!("applies only to {games}")),
            (inside, self.is_abalone, not_of_abalone),
            (nearest.clone(), self.is_abalone, not_of_abalone),
            (edges.clone(), self.is_abalone, not_of_abalone),
            (self.of_go.map(str::to_owned), self.is_abalone, not_of_abalone),
            (edges, !edges_apply, &format!("applies only to {edges_with}")),
            (nearest, is_near || is_part, &not_with_any),
            (option("count", self.count), !in_games && !is_part, &only_counted),
        ];
        for (option, is_refused, why) in rules {
            if let (Some(option), true) = (option, is_refused) {
                return Err(format!("{option} {why}"));
            }
        }
        let has_any_edges = self.edges == Some(EdgesOption::Any);
        Ok((likeness, if has_any_edges { Edges::Any } else { Edges::Marked }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spell(name: &str, value: &str) -> String {
        format!("{name}{}{value}", if value.is_empty() { "" } else { "=" })
    }

    fn refused(options: FindOptions<'_>) -> String {
        options.check(spell).unwrap_err()
    }

    #[test]
    fn options_that_do_not_go_together_are_named() {
        let of = FindOptions::default;
        let edges = |edges| FindOptions { edges: Some(edges), ..of() };
        let near = |edges| FindOptions { edges: Some(edges), near: Some(1), ..of() };
        for (options, expected) in [
            (
                FindOptions { near: Some(1), within: true, ..of() },
                "give one of near, contains and within",
            ),
            (edges(EdgesOption::Any), "edges=any applies only to near, contains and within"),
            (near(EdgesOption::Marked), "edges=marked applies only to contains and within"),
            (
                FindOptions { within: true, ..edges(EdgesOption::Same) },
                "edges=same applies only to near",
            ),
            (
                FindOptions { count: true, near: Some(1), ..of() },
                "count applies only to contains, within and in=games",
            ),
            (FindOptions { of_games: Some("player"), ..of() }, "player applies only to in=games"),
            (
                FindOptions { nearest: true, within: true, ..of() },
                "nearest does not go with near, contains and within",
            ),
            (
                FindOptions { nearest: true, in_games: true, ..of() },
                "nearest does not apply to in=games",
            ),
            (
                FindOptions { in_games: true, contains: true, ..of() },
                "contains does not apply to in=games",
            ),
            (
                FindOptions { in_games: true, turn: true, ..of() },
                "turn does not apply to in=games; next selects who plays next",
            ),
            (
                FindOptions { in_games: true, is_abalone: true, turn: true, within: true, ..of() },
                "within does not apply to in=games",
            ),
            (
                FindOptions { is_abalone: true, contains: true, ..edges(EdgesOption::Any) },
                "edges=any does not apply to positions of Abalone",
            ),
            (
                FindOptions { is_abalone: true, of_go: Some("stones"), ..of() },
                "stones does not apply to positions of Abalone",
            ),
        ] {
            assert_eq!(refused(options), expected);
        }
    }

    #[test]
    fn what_goes_together_is_a_search() {
        let of = FindOptions::default;
        let games = FindOptions { in_games: true, turn: true, is_abalone: true, ..of() };
        for (options, expected) in [
            (of(), (Likeness::Same, Edges::Marked)),
            (FindOptions { near: Some(2), ..games }, (Likeness::Near(2), Edges::Marked)),
            (FindOptions { contains: true, ..games }, (Likeness::Contains, Edges::Marked)),
            (
                FindOptions { near: Some(2), edges: Some(EdgesOption::Same), ..of() },
                (Likeness::Near(2), Edges::Marked),
            ),
            (
                FindOptions { within: true, edges: Some(EdgesOption::Any), count: true, ..of() },
                (Likeness::Within, Edges::Any),
            ),
        ] {
            assert_eq!(options.check(spell), Ok(expected));
        }
    }
}
