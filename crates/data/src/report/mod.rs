//! A report on a collection as one HTML page.
//!
//! ```text
//!   Summary      5,557 records, 944 of them redundant
//!   Overlap      how many positions each book shares with each other, as a matrix
//!   Duplicates   a board, and all records of the problem
//!   Conflicts    a board, and the answers that exclude each other
//!   Shapes       the boards of positions with the same stones and other edges
//!   Abalone      all of these about Abalone, if there is any
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

mod abalone;
mod abalone_audit;
mod audit_report;
mod budget;
mod comparison;
mod conflicts;
mod duplicates;
mod findings;
mod frame;
mod legend;
mod moves;
mod overlap;
mod page;
mod section;
mod shapes;
mod summary;
#[cfg(test)]
mod tests;
mod text;

pub use abalone_audit::{
    AbaloneAudit, AbaloneDuplicate, AbaloneNearPair, AbaloneNearPosition, AbaloneRecord,
};
pub use audit_report::{
    AuditReport, Conflict, ConflictSide, Duplicate, MovedPosition, Shape, Totals, TreeMove,
};
pub use comparison::{ComparedBoard, ComparedProblem, ComparisonPage};
pub use page::{MAX_BYTES, write};
