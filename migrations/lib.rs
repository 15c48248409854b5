//! The migrations of the database, in their order, as SQL. A migration that has been released
//! never changes.
//!
//! They are a package of their own, so that the package of the store reads no file outside its
//! folder, as `cargo publish` requires.

/// Tables of sources, positions and records.
pub const INITIAL: &str = include_str!("0001-initial/up.sql");
/// Solutions of records, and decisions.
pub const SOLUTIONS: &str = include_str!("0002-solutions/up.sql");
/// Games.
pub const GAMES: &str = include_str!("0003-games/up.sql");
/// Variations of games.
pub const VARIATIONS: &str = include_str!("0004-variations/up.sql");
/// Places of sources, and checksums.
pub const PLACES: &str = include_str!("0005-places/up.sql");
/// The version of the rules by which records were read.
pub const READING: &str = include_str!("0006-reading/up.sql");
/// Problems and games of Abalone.
pub const ABALONE: &str = include_str!("0007-abalone/up.sql");
/// Several problems of one game tree.
pub const PARTS: &str = include_str!("0008-parts/up.sql");
/// The index of candidates for problems with the same core.
pub const CORES: &str = include_str!("0009-cores/up.sql");
/// Checksums of files, imports and the database itself.
pub const CHECKSUMS: &str = include_str!("0010-checksums/up.sql");
/// Tags of problems and rights of sources.
pub const TAGS: &str = include_str!("0011-tags/up.sql");
/// Books in views.
pub const BOOKS: &str = include_str!("0012-books/up.sql");
/// Verdicts of the solver.
pub const VERDICTS: &str = include_str!("0013-verdicts/up.sql");
/// Submitted files, and what editors decide about their problems.
pub const SUBMISSIONS: &str = include_str!("0014-submissions/up.sql");
/// The index of games.
pub const SEGMENTS: &str = include_str!("0015-segments/up.sql");
/// The index of comments.
pub const COMMENTS: &str = include_str!("0016-comments/up.sql");
/// What is around first moves, in the index of candidates for problems with the same core.
pub const AROUND: &str = include_str!("0017-around/up.sql");
/// Checksums that include the id of the row.
pub const IDS: &str = include_str!("0018-ids/up.sql");
/// The index of windows between facing edges.
pub const WINDOWS: &str = include_str!("0019-windows/up.sql");
/// The positions with several records, and their duplicates.
pub const REPEATED: &str = include_str!("0020-repeated/up.sql");
