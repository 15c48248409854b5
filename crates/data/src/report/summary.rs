//! The start of the page: the table of contents and the totals.

use maud::{Markup, html};

use super::audit_report::AuditReport;
use super::section::render_section;
use super::text::{Number, Percent};

/// Renders links to the sections, with the length of each.
pub(super) fn render_contents(report: &AuditReport) -> Markup {
    let sections = [
        ("overlap", "Overlap", Some(report.overlap.books.len())),
        ("duplicates", "Duplicates", Some(report.duplicates.len())),
        ("conflicts", "Conflicts", Some(report.conflicts.len())),
        ("shapes", "The same shape elsewhere", Some(report.shapes.len())),
        ("abalone", "Abalone", report.abalone.as_ref().map(|audit| audit.problems as usize)),
        ("findings", "Findings", Some(report.findings.len())),
        ("skipped", "Skipped", Some(report.skips.len())),
        ("legend", "Legend", None),
    ];
    let is_there =
        |section: &(&str, &str, Option<usize>)| section.0 != "abalone" || report.abalone.is_some();
    html! {
        nav aria-label="Contents" {
            ul {
                @for (id, title, count) in sections.into_iter().filter(is_there) {
                    li {
                        a href={ "#" (id) } {
                            (title)
                            @if let Some(count) = count {
                                " " span.count { (Number(count as u64)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

pub(super) fn render(report: &AuditReport) -> Markup {
    let totals = report.totals;
    let len = |len: usize| len as u64;
    let figures = [
        ("files", totals.files),
        ("records", totals.records),
        ("games", totals.games),
        ("positions", totals.positions),
        ("problems", totals.problems),
        ("duplicate problems", len(report.duplicates.len())),
        ("redundant records", totals.redundant),
        ("problems with conflicting answers", len(report.conflicts.len())),
        ("findings", len(report.findings.len())),
        ("faults while reading", len(report.skips.len())),
    ];
    let share = Percent { part: totals.redundant, whole: totals.records };
    let body = html! {
        dl.figures {
            @for (name, count) in figures {
                div { dt { (name) } dd { (Number(count)) } }
            }
        }
        @if totals.redundant > 0 {
            p {
                (share) " of the records are redundant: another record has the same problem, in \
                the same or another orientation and color."
            }
        }
        p {
            "The " a href="#legend" { "legend" } " at the end explains records, positions, \
            problems, keys and operations."
        }
    };
    render_section("summary", "Summary", None::<&str>, body)
}
