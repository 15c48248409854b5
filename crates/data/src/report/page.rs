//! The page: its frame, and the share of each section.

use std::io::{self, Write};

use maud::{Markup, html};

use super::audit_report::AuditReport;
use super::frame::render_frame;
use super::text::Text;
use super::{abalone, conflicts, duplicates, findings, legend, overlap, shapes, summary};
use crate::KEY_SCHEME;
use crate::svg;

/// The maximum length of a page.
pub const MAX_BYTES: usize = 3_000_000;

/// The maximum length of each section; the duplicates get the rest of the page.
const SKIPS_SHARE: usize = MAX_BYTES / 20;
const FINDINGS_SHARE: usize = MAX_BYTES / 8;
const CONFLICTS_SHARE: usize = MAX_BYTES / 4;
const SHAPES_SHARE: usize = MAX_BYTES / 8;
const ABALONE_SHARE: usize = MAX_BYTES / 4;

/// Writes the page of a report.
///
/// ```
/// # mod gtn_db { pub use {gtn_db_core::*, gtn_db_data::*}; }
/// use gtn_db::report::{AuditReport, write};
///
/// let report = AuditReport { folder: "life & death".to_owned(), ..AuditReport::default() };
/// let mut page = Vec::new();
/// write(&report, &mut page)?;
/// let page = String::from_utf8(page).unwrap();
/// assert!(page.contains("<title>Audit of life &amp; death</title>"));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// Only those of `out`.
pub fn write(report: &AuditReport, out: &mut impl Write) -> io::Result<()> {
    out.write_all(render_page(report).0.as_bytes())
}

fn render_page(report: &AuditReport) -> Markup {
    let [summary, overlap] = [summary::render(report), overlap::render(&report.overlap)];
    let conflicts =
        conflicts::render(&report.conflicts, report.totals.other_conflicts, CONFLICTS_SHARE);
    let shapes = shapes::render(&report.shapes, SHAPES_SHARE);
    let findings = findings::render(&report.findings, FINDINGS_SHARE);
    let skips = findings::render_skips(&report.skips, SKIPS_SHARE);
    let legend = legend::render();
    let abalone = report.abalone.as_ref().map(|audit| abalone::render(audit, ABALONE_SHARE));
    let abalone = abalone.unwrap_or_default();
    let frame = render_page_of(report, html! {}).0.len();
    let others = [&summary, &overlap, &conflicts, &shapes, &abalone, &findings, &skips, &legend];
    let used: usize = frame + others.iter().map(|section| section.0.len()).sum::<usize>();
    let duplicates = duplicates::render(&report.duplicates, MAX_BYTES.saturating_sub(used));
    let sections = html! {
        (summary) (overlap) (duplicates) (conflicts) (shapes) (abalone) (findings) (skips) (legend)
    };
    render_page_of(report, sections)
}

/// Renders the page around its sections.
fn render_page_of(report: &AuditReport, sections: Markup) -> Markup {
    let folder = Text(&report.folder);
    let title = html! { "Audit of " (folder) };
    let body = html! {
        header {
            h1 { "Audit of " span.name { (folder) } }
            p {
                @if let Some(date) = &report.date { (Text(date)) " · " }
                "gtn-db " (env!("CARGO_PKG_VERSION")) " · "
                a href="#keys" { "key scheme" } " " (KEY_SCHEME)
            }
        }
        (summary::render_contents(report))
        main { (sections) }
    };
    let abalone: &[&str] = &[svg::HEX_STYLE, include_str!("abalone.css")];
    render_frame(&title, if report.abalone.is_some() { abalone } else { &[] }, &body)
}
