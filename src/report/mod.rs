//! A report on a collection as one HTML page.
//!
//! ```text
//!   Summary      5,557 records, 944 of them redundant
//!   Overlap      how many positions each book shares with each other, as a matrix
//!   Duplicates   a board, and all records of the problem
//!   Conflicts    a board, and the answers that exclude each other
//!   Findings     faults by code, each with its place
//!   Skipped      faults met while reading
//!   Legend       what the terms mean
//! ```
//!
//! The page is one file without scripts, and its content security policy
//! forbids the browser to load anything. [`maud`] escapes all texts. The page
//! stays below [`MAX_BYTES`]: every section lists items until its share is used
//! up, then says how many there are and which command lists them all.
//!
//! Equal reports give equal bytes.

mod budget;
mod conflicts;
mod duplicates;
mod findings;
mod legend;
mod moves;
mod overlap;
mod summary;
#[cfg(test)]
mod tests;
mod text;

use std::fmt::Display;
use std::io::{self, Write};

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::model::{BookOverlap, Occurrence, Turn};
use crate::solution::{Agreement, Verdict};
use crate::svg::{self, Picture};
use crate::{Diagnostic, KEY_SCHEME, PositionKey};
use text::Text;

/// The maximum length of a page.
pub const MAX_BYTES: usize = 3_000_000;

/// The content of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AuditReport {
    /// The name of the collection.
    pub folder: String,
    /// The date of the report, in any format.
    pub date: Option<String>,
    /// How much the collection holds.
    pub totals: Totals,
    /// The books of the collection, and what they share.
    pub overlap: BookOverlap,
    /// The problems with more than one record.
    pub duplicates: Vec<Duplicate>,
    /// The duplicate problems whose records disagree on the answer.
    pub conflicts: Vec<Conflict>,
    /// The faults of the records.
    pub findings: Vec<Diagnostic>,
    /// The faults that were met while reading the files.
    pub skips: Vec<Diagnostic>,
}

/// How much a collection holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Files, and entries of archives.
    pub files: u64,
    /// Problems, duplicates included.
    pub records: u64,
    /// Games; the report says nothing else about them.
    pub games: u64,
    /// Different positions.
    pub positions: u64,
    /// Different problems: positions with a side to move.
    pub problems: u64,
    /// Records besides the first one of each problem.
    pub redundant: u64,
}

/// A problem with more than one record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duplicate {
    /// The board of one record.
    pub picture: Picture,
    /// The side to move in the picture.
    pub turn: Turn,
    /// The key of the position.
    pub key: PositionKey,
    /// The records, each with the operation that maps the record to the
    /// picture.
    pub records: Vec<Occurrence>,
}

/// A problem whose records do not accept the same first moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// How the records disagree.
    pub agreement: Agreement,
    /// The board of one record, with letters on the accepted moves.
    pub picture: Picture,
    /// The side to move in the picture.
    pub turn: Turn,
    /// The key of the position.
    pub key: PositionKey,
    /// The records by what they accept.
    pub sides: Vec<ConflictSide>,
}

/// Records of a problem that accept the same first moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConflictSide {
    /// The letters of the accepted moves in the picture.
    pub accepted: Vec<String>,
    /// The records; operations as in [`Duplicate::records`].
    pub records: Vec<Occurrence>,
    /// The solution tree in the orientation of the picture, in depth-first
    /// order.
    pub tree: Vec<TreeMove>,
}

/// A move of a solution tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeMove {
    /// The number of moves before this one in its line. The parent is the
    /// nearest preceding move whose depth is smaller by one.
    pub depth: u32,
    /// The text to show, such as `B C3`.
    pub name: String,
    /// The verdict on the line that ends with this move.
    pub verdict: Option<Verdict>,
}

/// The maximum length of each section; the duplicates get the rest of the page.
const SKIPS_SHARE: usize = MAX_BYTES / 20;
const FINDINGS_SHARE: usize = MAX_BYTES / 8;
const CONFLICTS_SHARE: usize = MAX_BYTES / 4;
/// An upper limit for the length of a section without its list.
const SECTION_FRAME: usize = 1000;

/// The icon of the page: two stones.
const ICON: &str = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' \
    viewBox='0 0 16 16'%3E%3Ccircle cx='5' cy='6' r='4.5'/%3E%3Ccircle cx='10.5' cy='10' r='4.5' \
    fill='%23fff' stroke='%23000'/%3E%3C/svg%3E";

/// What the browser may load: nothing but the styles and images in the page.
const POLICY: &str = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; \
    base-uri 'none'; form-action 'none'";

/// Writes the page of a report.
///
/// ```
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
    let conflicts = conflicts::render(&report.conflicts, CONFLICTS_SHARE);
    let findings = findings::render(&report.findings, FINDINGS_SHARE);
    let skips = findings::render_skips(&report.skips, SKIPS_SHARE);
    let legend = legend::render();
    let frame = render_frame(report, html! {}).0.len();
    let others = [&summary, &overlap, &conflicts, &findings, &skips, &legend];
    let used: usize = frame + others.iter().map(|section| section.0.len()).sum::<usize>();
    let duplicates = duplicates::render(&report.duplicates, MAX_BYTES.saturating_sub(used));
    let sections = html! {
        (summary) (overlap) (duplicates) (conflicts) (findings) (skips) (legend)
    };
    render_frame(report, sections)
}

/// Renders the page around its sections.
fn render_frame(report: &AuditReport, sections: Markup) -> Markup {
    let folder = Text(&report.folder);
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="referrer" content="no-referrer";
                title { "Audit of " (folder) }
                link rel="icon" href=(ICON);
                style { (PreEscaped(include_str!("style.css"))) (PreEscaped(svg::STYLE)) }
            }
            body {
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
            }
        }
        "\n"
    }
}

/// Renders a section with its heading, and what the section counts.
fn render_section(id: &str, title: &str, count: Option<impl Display>, body: Markup) -> Markup {
    html! {
        section id=(id) aria-labelledby={ (id) "-h" } {
            h2 id={ (id) "-h" } {
                (title)
                @if let Some(count) = count { " " span.count { (count) } }
            }
            (body)
        }
    }
}
