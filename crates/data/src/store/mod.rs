//! The database. All SQL of the project is in this module.
//!
//! The module knows keys and canonical texts but no boards. Problems are in
//! three tables: a **source** is a file or an archive entry, a **position** is
//! a canonical text with its key, and a **record** is a problem as one source
//! has it.
//!
//! ```text
//!   source 1 ───< record >─── 1 position
//! ```
//!
//! Games are in three more tables, in which one game has the same id: `game`
//! has the columns that filters read, `game_line` the encoded moves and
//! `game_tree` the SGF. So a search reads `game_line` from the first page to
//! the last and nothing else.
//!
//! Problems and games of Abalone have tables of their own, so no query for Go
//! sees them.
//!
//! Positions and records are appended in the order of import and fill page
//! after page. Only the index of keys is written in random order. That index
//! is small (about 30 bytes per position), and each batch is inserted sorted by
//! key, so the time of an import depends on the size of the import and not on
//! the size of the database.
//!
//! [`Store`] reads a database and [`ImportSession`] writes it. Both can work on
//! the same database at the same time.

mod abalone;
mod answers;
mod books;
mod checksum;
mod comments;
mod condition;
mod connection;
mod cores;
mod decision;
mod error;
mod expression;
mod file;
mod filter_text;
mod game_conditions;
mod game_filter;
mod games;
mod insert;
mod location;
mod lock;
mod merge;
mod merge_checks;
mod other_database;
mod part;
mod phrase;
mod position_counts;
mod problem_conditions;
mod problem_filter;
mod query;
mod ranking;
mod remarks;
mod repeated;
mod repeated_query;
mod reread;
mod schema;
mod segment;
mod session;
mod solved;
mod source;
mod source_list;
mod submissions;
mod tally;
#[doc(hidden)]
pub mod temporary;
mod text_functions;
#[cfg(feature = "parquet")]
mod tree_spool;
mod user_query;
mod verdicts;
mod verify;

#[cfg(test)]
mod merge_tests;
#[cfg(test)]
mod query_tests;
#[cfg(test)]
mod tests;

pub use crate::model::tree_hash;
pub use abalone::{
    AbaloneCounts, AbaloneGameRow, AbaloneGameText, StoredAbaloneGame, StoredAbaloneProblem,
    StoredPly,
};
pub use books::BookRecord;
pub use comments::{CommentHashes, Commented, CommentedTree, hash_words};
pub use condition::{Choice, Condition, ConditionError, Conditions, Given};
pub use connection::{DatabaseVersion, Snapshot, Store, copy_database};
pub use cores::{CoreCandidates, CoreRow, CoreRows};
pub use decision::{Decision, JudgedRecord, Judgment};
pub use error::StoreError;
pub use expression::Expression;
pub use file::StoredFile;
pub use filter_text::{FilterTextError, parse_board, parse_stones, parse_years};
pub use game_conditions::GameConditions;
pub use game_filter::{GameFilter, GameOrder, GameOrderKey};
pub use games::StoredGame;
pub use merge::{MergeFault, MergeReport};
pub use merge_checks::MergeChecks;
pub use other_database::{OtherDatabase, SQLITE_HEADER};
pub use phrase::{Phrase, index_words};
pub use problem_conditions::{BoardRegion, MOST_IDS, ProblemConditions};
pub use problem_filter::{DescribedRecord, ProblemFilter, SelectedRecord};
pub use query::{Counts, FamilyCounts, ItemCounts, StoredPosition, StoredRecord, StoredSource};
pub use ranking::{RankedChain, Ranking};
pub use remarks::{Rights, RightsList, Tag};
pub use repeated::{RepeatedCounts, RepeatedPosition};
pub use segment::{
    ColumnBlock, ColumnSegment, IndexState, IndexedPosition, LoadedSegment, PlayerFilter,
    PositionSegment, Segment, SegmentIds, SegmentOutcomes, SegmentPlanes, SketchFormat,
    UnindexedGame,
};
pub use session::ImportSession;
pub use solved::{SolvedPosition, SolvedRecord};
pub use source::{PlacedSource, SourceState};
pub use source_list::{DatabaseSummary, RenameError, SourceDetails, SourceImport};
pub use submissions::{
    EditorVerdict, StoredSubmission, SubmissionHash, SubmissionVerdict, SubmittedPlace,
};
pub use tally::Tally;
pub use text_functions::fold;
#[cfg(feature = "parquet")]
pub(crate) use tree_spool::{SpooledTree, TreeSpool};
pub use user_query::QueryValue;
pub use verdicts::{StoredVerdict, VerdictKey};
pub use verify::{Difference, GameRow, RecordRow};
