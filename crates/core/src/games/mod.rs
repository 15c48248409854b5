//! Games: storage of their moves, search for patterns, deduplication. Pure: nothing here
//! knows a database.
//!
//! ```text
//!   moves by the rules ─ GameEncoder → bytes ─ GameIndex::build → GameIndex ─┐
//!                                                                            ├ Search::run → Collector
//!   text ─────────────────────────────────────────────────────→ Pattern ─────┘
//! ```
//!
//! Imports go one way: `encoding` ← `decoding` ← `dedup`, `index`, `letter_form`,
//! `line_walk` and `replay`, and
//! `pattern` and `index` ← `search`.

mod bitset;
mod decoding;
mod dedup;
mod digest;
mod encoding;
mod index;
mod letter_form;
mod line_walk;
mod pattern;
mod replay;
mod search;
#[cfg(test)]
mod tests;

pub use decoding::GameDecoder;
pub use dedup::{
    OPENING_MOVES, SameGames, differ_in_one_point, find_game_symmetry, hash_game, hash_moves,
    hash_opening, hash_parts,
};
pub use digest::{
    CORNER_SIDE, CornerImage, CornerPosition, CornerPositions, CornerStone, DIGEST_FORMAT,
    DIGEST_PLANES, DigestPlanes, DigestSearch, RowMatch, digest_game,
};
pub use encoding::{DecodeGameError, GameEncoder, MAX_LINE_STEPS, PointChange, Step};
pub use index::{COLUMNS_FORMAT, Columns, GameIndex, IndexGameError};
pub use letter_form::find_letter_form;
pub use line_walk::LineWalk;
pub use pattern::Stabilizer;
pub use replay::{LineReplay, Replayed, replay_line};
pub use search::{
    Anchor, Collector, Continuation, ContinuationCount, CountMatches, ListGames, ListMatches,
    Match, MatchCounts, MatchFilter, MoveRange, PartialCounts, Search,
};
