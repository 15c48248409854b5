//! The beginning of the page: where its sections are, and the figures.

use std::fmt::{self, Write};

use super::AuditReport;
use super::text::{Number, Percent};

pub(super) fn write(page: &mut String, report: &AuditReport) -> fmt::Result {
    let len = |len: usize| len as u64;
    let sections = [
        ("overlap", "Overlap", len(report.overlap.books.len())),
        ("duplicates", "Duplicates", len(report.duplicates.len())),
        ("conflicts", "Conflicts", len(report.conflicts.len())),
        ("findings", "Findings", len(report.findings.len())),
        ("skipped", "Skipped", len(report.skips.len())),
    ];
    page.push_str("<nav aria-label=\"Contents\">\n<ul>\n");
    for (id, name, count) in sections {
        let count = Number(count);
        writeln!(page, "<li><a href=\"#{id}\">{name} <span class=\"count\">{count}</span></a>")?;
    }
    page.push_str(
        "</ul>\n</nav>\n<main>\n<section id=\"summary\" aria-labelledby=\"summary-h\">\n",
    );
    page.push_str("<h2 id=\"summary-h\">Summary</h2>\n<dl class=\"figures\">\n");
    let counts = report.totals;
    let figures = [
        ("files", counts.files),
        ("records", counts.records),
        ("games", counts.games),
        ("positions", counts.positions),
        ("problems", counts.problems),
        ("problems more than once", len(report.duplicates.len())),
        ("records that could go", counts.redundant),
        ("conflicting answers", len(report.conflicts.len())),
        ("findings", len(report.findings.len())),
        ("skipped", len(report.skips.len())),
    ];
    for (name, count) in figures {
        writeln!(page, "<div><dt>{name}</dt><dd>{}</dd></div>", Number(count))?;
    }
    page.push_str("</dl>\n");
    if counts.redundant > 0 {
        let share = Percent { part: counts.redundant, whole: counts.records };
        writeln!(
            page,
            "<p>{share} of the records repeat a problem that stands elsewhere, in any orientation \
             and color.</p>"
        )?;
    }
    page.push_str("</section>\n");
    Ok(())
}
