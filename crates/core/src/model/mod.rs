//! Plain data that flows between the modules, one subject per file.

mod abalone;
mod book;
mod book_overlap;
mod fashion;
mod game_record;
mod key_list;
mod level;
mod name_additions;
mod name_numbers;
mod numeral;
mod problem_id;
mod problem_record;
mod proportion;
mod published;
mod rank;
mod results_counter;
mod server_tag;
mod source;
mod source_pattern;
mod statistics;
mod turn;

pub use abalone::{AbaloneForm, AbaloneGame, AbaloneGameInfo, AbaloneIdentity, AbaloneProblem};
pub use book::{BookPlace, Numbering, SourceBook};
pub use book_overlap::{Book, BookOverlap, SharedPositions};
pub use fashion::{Comparison, Fashion, Split, Trend, group_years};
pub use game_record::{Game, GameInfo, Winner};
pub use key_list::{KeyList, KeyListError, ListDigits, ListedProblem};
pub use level::{
    LEVEL_TAG, LevelCondition, find_problem_level, has_copyright, read_difficulty, read_level,
};
pub(crate) use numeral::{digit, narrow, numeral, split_number};
pub use problem_id::{ParseProblemIdError, ProblemId};
pub use problem_record::{
    Placement, READING, Record, TreePart, TreePiece, format_answers, tree_hash,
};
pub use proportion::Proportion;
pub use published::{
    ComputedAnswer, Occurrence, OtherTree, Problem, RecordRights, ReplacedRecord, Sameness,
};
pub use rank::{ParseRankError, Rank, RankCondition};
pub use results_counter::ResultsCounter;
pub use server_tag::{GAME_SERVER, ServerTag};
pub use source::{Charset, Source, SourceFile, TreeKind, TreeOptions, TreeParts, Variations};
pub use source_pattern::{NamePattern, SourcePattern};
pub use statistics::{Breakdown, GameOutcome, Group, Groups, Results};
pub use turn::{Turn, TurnSource};
