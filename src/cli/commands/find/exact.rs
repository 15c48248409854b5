//! `gtn-db find`: the records of the same position; with `--inside`, also those whose solution
//! reaches it.

use std::io::Write;

use gtn_db::escape::Escaped;
use gtn_db::find::{self, FoundPosition, RecordMatch};
use gtn_db::gtn::Diagram;

use super::inside;
use super::request::{PlacedQuery, Request};
use super::rows::{RecordRow, summarize};
use crate::cli::Outcome;
use crate::cli::input::Tally;
use crate::cli::output::points::draw_diagram;
use crate::cli::output::{plural, stdout};

/// Finds each query.
pub fn run(request: &Request<'_>, searches_solutions: bool) -> anyhow::Result<Outcome> {
    let mut listing =
        if request.output.is_table() { None } else { Some(request.output.listing()?) };
    let (mut tally, mut is_first) = (Tally::default(), true);
    let (naming, queries) = request.read_queries();
    for (label, text) in queries {
        let Some(placed) = tally.accept(&label, request.resolve(text)) else { continue };
        let found = find::find_exact(request.store, &placed.query)?;
        let reached = if searches_solutions {
            inside::find_rows(request.store, &label, naming, &placed.query)?
        } else {
            Vec::new()
        };
        let is_found = found.is_some() || !reached.is_empty();
        tally.count(is_found);
        if listing.is_none() {
            let name = naming.prefix(&label);
            print_heading(&name, &placed, found.as_ref(), reached.len(), !is_first)?;
            is_first = false;
        }
        let matches = found.iter().flat_map(|found| {
            found
                .matches
                .iter()
                .map(|matched| RecordRow::new(&label, naming, &found.position, matched))
        });
        let mut rows = matches.chain(reached).take(request.limit());
        match &mut listing {
            Some(listing) if !is_found => naming.push_not_found(listing, &label)?,
            Some(listing) => rows.try_for_each(|row| listing.push(&row))?,
            None => {
                let mut table = request.output.listing()?;
                rows.try_for_each(|row| table.push(&row))?;
                table.finish()?;
            }
        }
    }
    if let Some(listing) = listing {
        listing.finish()?;
    }
    Ok(tally.outcome())
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
