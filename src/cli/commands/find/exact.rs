//! `gtn-db find`: the records of the same position; with `--inside`, also those whose solution
//! reaches it.

use std::io::Write;

use gtn_db::answer::RecordMatchJson;
use gtn_db::escape::Escaped;
use gtn_db::find::{self, FoundPosition, RecordMatch, SolutionMatch};
use gtn_db::gtn::Diagram;

use super::request::{Naming, PlacedQuery, Queries, Request};
use super::rows::{Labeled, summarize};
use crate::cli::Outcome;
use crate::cli::input::{LabeledQuery, Tally};
use crate::cli::output::points::draw_diagram;
use crate::cli::output::{Listing, Stdout, plural, stdout};

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
    let listing = if request.output.is_table() { None } else { Some(request.output.listing()?) };
    let Queries { naming, texts: mut queries } = queries;
    let mut search = Search { request, naming, listing, tally: Tally::default(), is_first: true };
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
    if let Some(listing) = search.listing {
        listing.finish()?;
    }
    Ok(search.tally.outcome())
}

struct Search<'a> {
    request: &'a Request<'a>,
    naming: Naming,
    /// The rows of all queries; `None` for a table, which each query has for itself.
    listing: Option<Listing<Labeled<RecordMatchJson>, Stdout>>,
    tally: Tally,
    is_first: bool,
}

impl Search<'_> {
    /// Prints what is found of a query.
    fn answer(&mut self, Asked { label, placed, reached }: &Asked) -> anyhow::Result<()> {
        let (request, naming) = (self.request, self.naming);
        let found = find::find_exact(request.store, &placed.query)?;
        let is_found = found.is_some() || !reached.is_empty();
        self.tally.count(is_found);
        let matches = found.iter().flat_map(|found| {
            let matches = found.matches.iter();
            matches.map(|matched| RecordMatchJson::new(&found.position, matched))
        });
        let reached_matches =
            reached.iter().map(|found| RecordMatchJson::inside(&placed.query, found));
        let rows = matches.chain(reached_matches).take(request.limit());
        let mut rows = rows.map(|found| Labeled::new(label, naming, found));
        match &mut self.listing {
            Some(listing) if !is_found => naming.push_not_found(listing, label)?,
            Some(listing) => rows.try_for_each(|row| listing.push(&row))?,
            None => {
                let name = naming.prefix(label);
                print_heading(&name, placed, found.as_ref(), reached.len(), !self.is_first)?;
                self.is_first = false;
                let mut table = request.output.listing()?;
                rows.try_for_each(|row| table.push(&row))?;
                table.finish()?;
            }
        }
        Ok(())
    }
}

/// Draws the query, and says in a sentence what was found.
fn print_heading(
    name: &str,
    placed: &PlacedQuery,
    found: Option<&FoundPosition>,
    reached: usize,
    is_further: bool,
) -> anyhow::Result<()> {
    let mut out = stdout();
    if is_further {
        writeln!(out)?;
    }
    let diagram = Diagram::from(&placed.query.window);
    writeln!(out, "{}", draw_diagram(&diagram, placed.place_of_window(), &[]))?;
    let matches: Vec<&RecordMatch> = found.into_iter().flat_map(|found| &found.matches).collect();
    writeln!(out, "{}{}", Escaped(name), Escaped(&summarize(&placed.query, &matches)))?;
    if reached > 0 {
        writeln!(out, "Reached in {}", plural(reached as u64, "solution"))?;
    }
    Ok(out.flush()?)
}
