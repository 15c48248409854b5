//! The records of a position: where they are, and whether their answers agree.

use maud::{Markup, html};

use crate::address::Address;
use crate::answer::PointNames;
use crate::find::{Decisions, Identity, compare_cluster, find_copies};
use crate::lookup::KnownPosition;
use crate::pages::layout::Page;
use crate::pages::text::texts;
use crate::pages::words;
use crate::problem::Problem;
use crate::state::View;
use crate::store::StoredRecord;

/// The most records that are listed.
const MAX_RECORDS: usize = 100;

texts! { "shared": SOURCES, COPY }
texts! { "problem/sources": TREE, DISAGREE, ANSWER, MORE }

/// The list `#sources`, in which record number `shown` is chosen.
pub(super) fn render(
    view: &View<'_>,
    page: &Page,
    known: &KnownPosition,
    shown: usize,
) -> Result<Markup, Problem> {
    let KnownPosition { position, records } = known;
    let listed: Vec<&StoredRecord> = records.iter().take(MAX_RECORDS).collect();
    let copies = find_copies(view.store, &listed)?;
    let groups = find_groups(view, known, shown)?;
    let letter = |record: &StoredRecord| {
        let group = groups.iter().position(|group| group.contains(&record.id))?;
        crate::answer::letter(group)
    };
    let address = |number: usize| {
        let address = Address::new(format!("/p/{}", position.key));
        address.with("record", number.to_string()).with("lang", page.language.tag())
    };
    let more = records.len() - listed.len();
    Ok(html! {
        h2 { (page.text(SOURCES)) }
        @if !groups.is_empty() { p { (page.text(DISAGREE)) } }
        ol #sources {
            @for ((number, record), copy) in (1..).zip(&listed).zip(&copies) {
                li {
                    a href=(address(number)) aria-current=[(number == shown).then_some("true")] {
                        (record.at.source)
                    }
                    small {
                        " " (page.text(TREE)) " " (record.at.tree_and_problem())
                        @if let Some(name) = &record.at.name { " · " (name) }
                        " · " (page.text(words::turn(record.own_turn().name())))
                        " · " (PointNames::whole(record.placement.board)
                            .name_region(record.placement.region))
                        @if let Some(letter) = letter(record) {
                            " · " strong { (page.text(ANSWER)) " " (letter) }
                        }
                        @if let Some(known) = words::certainty(record) {
                            " · " (page.text(known))
                        }
                        @if let Some(copy) = copy { " · " (page.text(COPY)) " " (copy + 1) }
                    }
                }
            }
        }
        @if more > 0 { p.soft { (words::count(more)) " " (page.text(MORE)) } }
    })
}

/// The ids of the records that accept the same moves, if the records of the problem shown do not
/// all accept the same.
fn find_groups(
    view: &View<'_>,
    known: &KnownPosition,
    shown: usize,
) -> Result<Vec<Vec<i64>>, Problem> {
    let KnownPosition { position, records } = known;
    let decisions = Decisions::load(view.store)?;
    let clusters = decisions.cluster_records(view.store, position, records, Identity::Problem)?;
    let id = records[shown - 1].id;
    let has_shown = |record: &&StoredRecord| record.id == id;
    let Some(cluster) = clusters.iter().find(|cluster| cluster.records.iter().any(has_shown))
    else {
        return Ok(Vec::new());
    };
    let comparison = compare_cluster(view.store, position, cluster)?;
    if comparison.conflict.is_none() {
        return Ok(Vec::new());
    }
    let ids = |records: &[&StoredRecord]| records.iter().map(|record| record.id).collect();
    Ok(comparison.groups.iter().map(|group| ids(&group.records)).collect())
}
