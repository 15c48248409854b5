//! Answers as objects of JSON, the same for the command and for the HTTP API.
//!
//! docs/json.md describes the objects and their fields. Each object is a struct that
//! [serializes](serde::Serialize) as itself, with a constructor that takes what
//! [`find`](crate::find), [`store`](crate::store), [`games`](crate::games) or
//! [`joseki`](crate::joseki) found. A constructor asks the database only for what the object
//! shows. What people and programs write in a question is read here too: [`GivenPosition`],
//! [`PointText`], [`RegionText`], [`TypedMoves`] and [`AskedCorner`]. Fields that are left out of JSON hold texts for people: the names of points, such as
//! `Q16`, and the letters of moves on a drawn board.
//!
//! | object | |
//! |---|---|
//! | [`RecordMatchJson`], [`SimilarMatchJson`], [`NearestMatchJson`], [`ContainmentJson`], [`HitJson`] | a match of `find` |
//! | [`ListedPositionJson`] | what is known of one position of many |
//! | [`ContainmentCountJson`], [`HitCountJson`] | how much `find` found |
//! | [`RecordJson`] | a record of a position |
//! | [`SolutionTreeJson`] | the solution of a record |
//! | [`SolveJson`] | the verdict of a search about a problem |
//! | [`ProblemJson`] | a problem of a collection |
//! | [`ClusterJson`], [`ConflictJson`], [`DecisionJson`] | duplicates, their answers, decisions about them |
//! | [`NearPairJson`], [`NearGroupJson`], [`CorePairJson`], [`ShapeJson`] | near positions, problems with the same core, positions of one shape |
//! | [`NextMoveJson`], [`CornerJson`], [`GameJson`] | next moves on a board and in a corner; games |
//! | [`SourceJson`], [`FindingJson`], [`StatsJson`] | sources; their faults; the database |
//! | the module [`abalone`] | matches, next moves and games of Abalone |
//! | [`ImportJson`] | what an import added |

pub mod abalone;
mod asked_corner;
mod cluster;
mod columns;
mod conflict;
mod containment;
mod corner;
mod decision;
mod facet;
mod fashion;
mod finding;
mod game;
mod given_game;
mod given_position;
mod given_shape;
mod hands;
mod hit;
mod import;
mod listed_position;
mod near;
mod next_move;
mod point_names;
mod point_text;
mod problem;
mod profile;
mod record;
mod record_match;
mod results;
mod shape;
mod solution_tree;
mod solve;
mod solve_finding;
mod source;
mod stats;
mod time;
mod typed_moves;

pub use crate::store::parse_years;
pub use asked_corner::{AskedCorner, AskedCornerError};
pub use cluster::{ClusterJson, ClusterRecordJson};
pub use columns::{Column, Kind};
pub use conflict::{
    ComputedJson, ConflictJson, ConflictMoveJson, ConflictRecordJson, ConflictSideJson,
};
pub use containment::{ContainmentCountJson, ContainmentJson};
pub use corner::{CornerJson, CornerMoveJson};
pub use decision::{DecideError, DecisionJson, JudgedRecordError, JudgedRecordJson, VerdictJson};
pub use facet::FacetJson;
pub use fashion::{
    Aspects, By, ExampleOrder, FashionJson, RankJson, ShareJson, StrengthJson, VersusJson, YearJson,
};
pub use finding::FindingJson;
pub use game::GameJson;
pub use given_game::read_given_game;
pub use given_position::{GivenPosition, GivenPositionError};
pub use given_shape::{CutShapeError, GivenShape, HitConditions};
pub use hands::BookNumberJson;
pub use hit::{ContinuationJson, HitCountJson, HitError, HitJson, HitNextJson};
pub use import::{ImportJson, RereadJson, SkipJson, TurnWordsJson, TurnsJson};
pub use listed_position::ListedPositionJson;
pub use near::{
    CorePairJson, MisprintJson, NearAnswers, NearGroupJson, NearMemberJson, NearPairJson,
};
pub use next_move::NextMoveJson;
pub use point_names::{PointNames, letter};
pub use point_text::{OutsideError, PointText, RegionText};
pub use problem::{ProblemJson, accepted_moves};
pub use profile::ProfileMoveJson;
pub use record::{RecordJson, find_turn_words};
pub use record_match::{NearestMatchJson, RecordMatchJson, SimilarMatchJson};
pub use results::ResultsJson;
pub use shape::{EdgesJson, ShapeJson, ShapeMemberJson};
pub use solution_tree::{SolutionNodeJson, SolutionTreeJson};
pub use solve::{BookMoveJson, FrameJson, RefutedJson, SolveJson};
pub use solve_finding::{JudgedMoveJson, SolveFindingJson};
pub use source::SourceJson;
pub use stats::{DifferenceJson, LastImportJson, StatsJson};
pub use time::utc_time;
pub use typed_moves::{LastPassError, NotInQueryError, TypedMoveError, TypedMoves, likely_turn};

pub use crate::store::AbaloneCounts as AbaloneStatsJson;
