//! What stands in a folder, as one HTML page: duplicates with their boards,
//! conflicting answers, findings, and how the collections overlap.
//!
//! ```text
//!   Summary      5,557 records, 944 of them could go
//!   Overlap      which book holds how much of which, as a matrix
//!   Duplicates   a board, and everywhere it stands
//!   Conflicts    a board, and the answers that exclude each other
//!   Findings     by code, each with its place
//!   Skipped      what was not read as it stands
//! ```
//!
//! The page is one file that needs nothing else and asks for nothing: it has
//! no scripts, so text from files has none to become, and its own policy
//! forbids the browser to fetch anything. It stays below [`MAX_BYTES`]: every
//! section lists its first items until its share is used up, then says how
//! many there are and which command lists them all.
//!
//! The same report gives the same bytes.

mod budget;
mod conflicts;
mod duplicates;
mod findings;
mod moves;
mod overlap;
mod summary;
#[cfg(test)]
mod tests;
mod text;

use std::fmt::{self, Write as _};
use std::io::{self, Write};

use crate::escape::Markup;
use crate::model::{BookOverlap, Occurrence, Turn};
use crate::solution::{Agreement, Verdict};
use crate::svg::{self, Picture};
use crate::{Diagnostic, PositionKey};

/// No page is longer.
pub const MAX_BYTES: usize = 3_000_000;

/// What the page says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AuditReport {
    /// What was audited, as it was named.
    pub folder: String,
    /// The day, as it is to be shown.
    pub date: Option<String>,
    /// How much there is.
    pub totals: Totals,
    /// Which book holds how much of which.
    pub overlap: BookOverlap,
    /// The problems that stand more than once.
    pub duplicates: Vec<Duplicate>,
    /// Those of them whose answers differ.
    pub conflicts: Vec<Conflict>,
    /// What is wrong with records.
    pub findings: Vec<Diagnostic>,
    /// What was not read as it stands.
    pub skips: Vec<Diagnostic>,
}

/// How much a folder holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// The files that were read, entries of archives too.
    pub files: u64,
    /// The problems as they stand, each time anew.
    pub records: u64,
    /// The games, of which nothing else is said.
    pub games: u64,
    /// Different positions.
    pub positions: u64,
    /// Different positions with a side to move.
    pub problems: u64,
    /// The records that could go: all but one of each problem.
    pub redundant: u64,
}

/// A problem that stands more than once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duplicate {
    /// The position in one orientation.
    pub picture: Picture,
    /// Who is to move in the picture.
    pub turn: Turn,
    /// The key of the position.
    pub key: PositionKey,
    /// Where it stands. Here an operation carries the record onto the picture.
    pub records: Vec<Occurrence>,
}

/// A problem whose records do not accept the same first moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// How they differ.
    pub agreement: Agreement,
    /// The position in one orientation, with letters on the accepted moves.
    pub picture: Picture,
    /// Who is to move in the picture.
    pub turn: Turn,
    /// The key of the position.
    pub key: PositionKey,
    /// What is accepted; records that accept the same are one side.
    pub sides: Vec<ConflictSide>,
}

/// Records of a problem that accept the same first moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConflictSide {
    /// The letters of the accepted moves in the picture.
    pub accepted: Vec<String>,
    /// Where it stands; operations as in [`Duplicate::records`].
    pub records: Vec<Occurrence>,
    /// The solution tree in the orientation of the picture, every move before
    /// those that follow it.
    pub tree: Vec<TreeMove>,
}

/// A move of a solution tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeMove {
    /// How many moves come before it in its line. A move follows the nearest
    /// one before it that has one less.
    pub depth: u32,
    /// What is shown, such as `B C3`.
    pub name: String,
    /// What the record says of the line that ends here.
    pub verdict: Option<Verdict>,
}

/// What a section may take at most; the duplicates take what is left.
const SKIPS_SHARE: usize = MAX_BYTES / 20;
const FINDINGS_SHARE: usize = MAX_BYTES / 8;
const CONFLICTS_SHARE: usize = MAX_BYTES / 4;

/// Two stones, beside the title of the page in the browser.
const ICON: &str = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' \
    viewBox='0 0 16 16'%3E%3Ccircle cx='5' cy='6' r='4.5'/%3E%3Ccircle cx='10.5' cy='10' r='4.5' \
    fill='%23fff' stroke='%23000'/%3E%3C/svg%3E";

/// Writes the page.
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
    out.write_all(page(report).map_err(io::Error::other)?.as_bytes())
}

fn page(report: &AuditReport) -> Result<String, fmt::Error> {
    let mut page = String::new();
    write_head(&mut page, report)?;
    summary::write(&mut page, report)?;
    overlap::write(&mut page, &report.overlap)?;
    let conflicts = conflicts::section(&report.conflicts, CONFLICTS_SHARE)?;
    let findings = findings::section(&report.findings, FINDINGS_SHARE)?;
    let skips = findings::skips_section(&report.skips, SKIPS_SHARE)?;
    let end = "</main>\n</body>\n</html>\n";
    let used = page.len() + conflicts.len() + findings.len() + skips.len() + end.len();
    page += &duplicates::section(&report.duplicates, MAX_BYTES.saturating_sub(used))?;
    for part in [&conflicts, &findings, &skips, end] {
        page += part;
    }
    Ok(page)
}

fn write_head(page: &mut String, report: &AuditReport) -> fmt::Result {
    let folder = text::short(&report.folder);
    let folder = Markup(&folder);
    write!(
        page,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n\
         <title>Audit of {folder}</title>\n<link rel=\"icon\" href=\"{ICON}\">\n\
         <style>\n{}{}</style>\n</head>\n<body>\n",
        include_str!("style.css"),
        svg::STYLE,
    )?;
    write!(page, "<header>\n<h1>Audit of <span class=\"name\">{folder}</span></h1>\n<p>")?;
    if let Some(date) = &report.date {
        write!(page, "{} · ", Markup(date))?;
    }
    let (version, scheme) = (env!("CARGO_PKG_VERSION"), crate::KEY_SCHEME);
    writeln!(page, "gtn-db {version} · keys of {scheme}</p>\n</header>")
}
