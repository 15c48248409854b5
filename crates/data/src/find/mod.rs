//! Questions to a database: which positions match a query, and which records are duplicates.
//!
//! | question | function |
//! |---|---|
//! | the same problem or position | [`find_exact`] |
//! | positions that differ in few points, or have the same stones and other edges | [`find_similar`] |
//! | the same, with any edges | [`find_similar_with_any_edges`] |
//! | pairs of positions that differ in few points, and which of them are likely misprints | [`find_near_pairs`], [`Misprints`] |
//! | positions with the same stones under several keys | [`find_shape_groups`] |
//! | positions that contain a pattern, or are contained in a position | [`ContainmentQuery`] |
//! | positions that a solution leads to | [`find_in_solutions`] |
//! | all problems that a filter selects, all with several records | [`ProblemList`], [`list_duplicates`] |
//! | a record's solution as it is played | [`RecordTree`] |
//! | a problem as it is exported | [`load_publication`] |
//! | records of the same problem | [`walk_positions`], [`cluster_records`], [`Decisions`] |
//! | records whose game trees are exact copies | [`find_copies`] |
//! | records of a problem that disagree on the first move | [`for_each_conflict`] |
//! | whether a problem is new, and its answers agree with the known ones | [`assess_record`] |
//! | how much the books of a collection share | [`OverlapCounter`] |
//! | where a comment has some words | [`find_comment`] |
//! | games that are the same, or differ in one point | [`find_same_games`], [`find_near_games`] |
//! | games with the longest common positions | [`find_like_games`] |
//! | what is played next in games | [`played_next`] |
//! | what is played in the corners of games, and what dictionaries have | [`load_joseki`], [`load_dictionary`] |
//! | what a player plays in the first moves, and others there | [`find_profile`] |
//! | what the solver says of problems | [`SolvableProblem`], [`solve_problems`], [`visit_verdicts`] |
//! | rows that are not as they were written | [`verify`] |
//! | the questions about Abalone | the module [`abalone`] |
//!
//! Every query takes the way of an imported record: window, canonical text,
//! key. The answer therefore does not depend on how the position was cropped,
//! on its orientation and colors, or on the board size where the far edges do
//! not matter.
//!
//! The searches for similar positions use a [`PositionIndex`] in memory, of the whole
//! database, or of the positions that a [`PositionSource`] reads for a question; the module
//! [`similarity`](crate::similarity) holds the index itself, which knows no database.

pub mod abalone;
mod assessment;
mod between;
mod board_sizes;
mod canonical_board;
mod check_records;
mod clustered_position;
mod column_source;
mod comment_match;
mod conflicts;
mod containment;
mod continuations;
mod copies;
mod core_groups;
mod core_match;
mod cores;
mod corners;
mod decisions;
mod duplicate_counts;
#[cfg(test)]
mod duplicate_counts_tests;
mod duplicates;
mod equal_cores;
mod exact;
mod facets;
mod fights;
mod game_sgf;
mod game_source;
mod game_tail;
mod hands;
mod imported;
mod in_solutions;
mod laid_cores;
mod left_out;
mod like;
mod misprints;
mod near_duplicates;
mod nearest;
mod one_per;
mod options;
mod overlap;
mod position_index;
mod position_source;
mod preference;
mod problem_list;
mod problem_names;
mod problem_set;
mod profile;
mod publication;
mod query;
mod queue;
#[cfg(test)]
mod queue_tests;
mod record_facts;
mod record_tree;
mod record_view;
mod row_comparison;
mod same_games;
mod shapes;
mod side_by_side;
mod similar;
mod submissions;
mod table_rows;
#[cfg(test)]
mod tests;
mod twins;
mod verdicts;
mod verify;
mod verify_abalone;
mod walk;

pub use assessment::{
    Assessment, Assessor, Known, KnownRecord, MAX_NEAR, Novelty, NoveltyVerdict, Submitted,
    assess_record,
};
pub use between::SourcePair;
pub use canonical_board::build_frame;
pub use check_records::check_records;
pub use comment_match::{CommentMatch, find_comment};
pub use conflicts::{
    AcceptedMove, AnswerGroup, Comparison, ConflictCounts, LineMove, compare_cluster,
    find_answered, for_each_conflict, load_solution, show_solutions, visit_conflict,
    visit_conflicts,
};
pub use containment::{
    ContainedPair, ContainedQuery, ContainmentMatch, ContainmentQuery, MIN_CONTAINED_STONES,
    find_contained_pairs,
};
pub use continuations::{
    BoardMoves, ListReached, LoadGamesError, PartialReached, Played, Reached, count_results,
    load_games, played_next,
};
pub use copies::find_copies;
pub use core_groups::{CoreGroup, CoreMember};
pub use core_match::{CoreMatch, StoredCore};
pub use cores::{CoreIndex, CoreNeighbors, drop_separated_core_pairs};
pub use corners::{find_corner_games, find_even_games, load_dictionary, load_joseki};
pub use decisions::{
    Decisions, IdentifyError, UndecidedPair, find_source, identify_at, identify_record,
};
pub use duplicate_counts::{DuplicateCounts, RepeatedPositions, count_duplicates};
pub use duplicates::{Cluster, Identity, cluster_records, split_by_board};
pub use exact::{ExactFinder, FoundPosition, find_exact};
pub use facets::{Facet, FacetCount, count_facets};
pub use game_sgf::load_game_sgf;
pub use game_source::{GameSource, GameWork};
pub use game_tail::GameTail;
pub use hands::{Hands, find_hands};
pub use imported::{ImportedProblems, find_imported};
pub use in_solutions::{SolutionMatch, find_in_solutions};
pub use laid_cores::LaidCores;
pub use left_out::LeftOut;
pub use like::{LikeGame, MAX_LIKE, find_like_games};
pub use misprints::{Misprint, Misprints, Suspicion};
pub use near_duplicates::{
    drop_separated_pairs, find_all_near_pairs, find_near_pairs, max_partners,
};
pub use nearest::{MAX_NEAREST, NEAREST_COUNT, NearestProblem, find_nearest};
pub use options::{EdgesOption, FindOptions, Likeness};
pub use overlap::OverlapCounter;
pub use position_index::{PositionIndex, PositionKeys};
pub use position_source::{PositionSource, PositionWork};
pub use preference::find_unknown_source;
pub use problem_list::{ListedProblem, ProblemList, count_problems, list_duplicates};
pub use problem_names::{ProblemListError, ProblemName, ProblemNames};
pub use problem_set::{ChosenProblem, OnePer, ProblemSet, SetOptions, SetOrder, WholeProblem};
pub use profile::{Profile, ProfileOptions, ProfilePosition, find_profile};
pub use publication::load_publication;
pub use query::{MatchKind, PositionQuery, QueryError, RecordMatch};
pub use queue::{ParseQueueClassError, Queue, QueueClass, Submission};
pub use record_facts::is_hard;
pub use record_tree::{RecordTree, TreeMove};
pub use record_view::{DamagedTextError, RecordView};
pub use same_games::{
    AlikeGame, find_near_games, find_same_games, find_unique_games, leave_out_games,
};
pub use shapes::{EdgeDistances, ShapeMember, find_shape_groups, load_shape_group};
pub use side_by_side::{RecordToShow, ShownRecord, show_side_by_side, show_submission};
pub use similar::{SimilarPosition, SimilarRecord, find_similar, find_similar_with_any_edges};
pub use submissions::Submissions;
pub use table_rows::{
    StoredRowError, for_each_game_in_order, for_each_record_by_key, sort_games_by_key,
};
pub use verdicts::{
    KnownVerdict, RecordVerdict, SolvableProblem, SolveClass, SolveCounts, SolveFinding,
    compare_record, count_solvable, record_verdicts, shown_verdict, solve_problems, visit_verdicts,
};
pub use verify::{check_segments, verify, verify_comments};
pub use walk::{PositionWalk, walk_positions};
