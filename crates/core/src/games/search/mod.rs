//! The search for a pattern in all positions of all games.
//!
//! One search, from top to bottom:
//!
//! ```text
//!   Search::run        once per size of boards: PlacementSet, PlacementIndex
//!   └ search_block     blocks in parallel, 32 games (a tile) at a time
//!     ├ candidate_games       the games of the tile to be searched
//!     ├ match_kernel          SIMD: placements that can match in a main line, and when
//!     ├ main_line             the matches there; the change log where stones disappear
//!     ├ variations            replay of all variations
//!     ├ MatchFilter::accept   conditions; from the board to the pattern, canonical points
//!     └ Collector::collect    counts and lists
//! ```

mod collector;
mod filter;
mod main_line;
mod match_kernel;
mod matches;
mod variations;

use rayon::prelude::*;

use super::bitset::iter_ones;
use super::index::{Block, GameIndex, LANES, Tile};
use super::pattern::{PlacementIndex, PlacementSet};
use crate::go::Size;
use crate::gtn::Pattern;

pub use collector::{
    Collector, ContinuationCount, CountMatches, ListGames, ListMatches, MatchCounts, PartialCounts,
};
pub use filter::{Anchor, MatchFilter, MoveRange};
pub(in crate::games) use matches::{BoardMatch, PlayedMove, SearchedLine};
pub use matches::{Continuation, Match};
use variations::LineMatch;

/// A search for a pattern under all sixteen symmetries, in all lines of all games.
///
/// A variation has the matches that begin after it leaves the line before it. The next
/// stone is looked for in every line that has the match, also in those that leave later. Setups
/// before the first move are one position, that of move 0; stones of a later setup are no next
/// stones.
#[derive(Clone, Debug)]
pub struct Search {
    pattern: Pattern,
    pub(super) filter: MatchFilter,
    /// The numbers of the games to be searched, ascending; `None` for all.
    games: Option<Vec<i64>>,
}

/// A pattern prepared for boards of one size.
struct PreparedPattern {
    board: Size,
    placements: PlacementSet,
    index: PlacementIndex,
}

impl Search {
    /// A search for a pattern in all games.
    pub fn new(pattern: Pattern) -> Search {
        Search { pattern, filter: MatchFilter::default(), games: None }
    }

    /// Keeps only the matches that `filter` accepts.
    pub fn filter(self, filter: MatchFilter) -> Search {
        Search { filter, ..self }
    }

    /// Searches only the games with these numbers, in ascending order.
    pub fn restrict_to(self, games: Vec<i64>) -> Search {
        Search { games: Some(games), ..self }
    }

    /// The pattern.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// Searches all games on all threads of the current rayon pool and returns what
    /// `collector` makes of the matches. The result does not depend on the number of
    /// threads.
    pub fn run<C: Collector>(&self, index: &GameIndex, collector: &C) -> C::Output {
        collector.merge(&self.pattern, self.run_partly(index, collector))
    }

    /// Searches like [`run`](Self::run), and returns the partial results for
    /// [`Collector::merge`], with which the caller merges those of other games.
    pub fn run_partly<C: Collector>(&self, index: &GameIndex, collector: &C) -> Vec<C::Partial> {
        let mut patterns: Vec<PreparedPattern> = Vec::new();
        for board in index.blocks().iter().map(|block| block.size) {
            if patterns.iter().all(|pattern| pattern.board != board) {
                let placements = PlacementSet::new(&self.pattern, board);
                let index = PlacementIndex::new(&placements);
                patterns.push(PreparedPattern { board, placements, index });
            }
        }
        let search = |block: &Block| {
            let pattern = patterns.iter().find(|pattern| pattern.board == block.size);
            let pattern = pattern.expect("the pattern is prepared for all sizes of boards");
            let mut partial = collector.start(&self.pattern);
            self.search_block(block, pattern, |matches| collector.collect(&mut partial, matches));
            partial
        };
        index.blocks().par_iter().with_max_len(1).map(search).collect()
    }

    /// Passes the matches in the games of a block to `collect`, game by game.
    fn search_block(
        &self,
        block: &Block,
        PreparedPattern { placements, index, .. }: &PreparedPattern,
        mut collect: impl FnMut(&[Match]),
    ) {
        let mut replay = variations::Replay::new(placements, index, self.filter.needs_stones());
        let mut candidates = Vec::new();
        let mut found: [Vec<BoardMatch>; LANES] = Default::default();
        let mut accepted = Vec::new();
        for tile in block.tiles() {
            let lanes = self.candidate_games(tile);
            if lanes == 0 {
                continue;
            }
            match_kernel::find_candidates(tile.first_stones, placements, lanes, &mut candidates);
            for candidate in candidates.drain(..) {
                let placement = placements.get(candidate.placement);
                main_line::find_matches(tile, placement, &candidate, |lane, board_match| {
                    found[lane].push(board_match);
                });
            }
            for lane in iter_ones(lanes) {
                let (game, line) = (&tile.games[lane], tile.main_line(lane));
                found[lane].sort_unstable_by_key(|found| (found.step, found.placement));
                let stones = |found: &BoardMatch| match self.filter.needs_stones() {
                    true => {
                        let placement = placements.get(found.placement);
                        main_line::list_stones(line, placement, found.step)
                    }
                    false => (Vec::new(), u16::MAX),
                };
                let main_line = found[lane].drain(..);
                match &game.variations {
                    None => accepted.extend(main_line.filter_map(|found| {
                        let setups = line.setups();
                        let searched = SearchedLine { game: game.id, number: 0, setups };
                        self.filter.accept(searched, &found, placements, &stones(&found).0)
                    })),
                    Some(variations) => {
                        let matches = main_line.map(|found| {
                            let (stones, stops) = stones(&found);
                            LineMatch::new(found, stones, stops)
                        });
                        replay.find_matches(variations, matches, |number, setups, found| {
                            let searched = SearchedLine { game: game.id, number, setups };
                            let found = self.filter.accept_in_line(searched, found, placements);
                            accepted.extend(found);
                        });
                    }
                }
                if !accepted.is_empty() {
                    collect(&accepted);
                    accepted.clear();
                }
            }
        }
    }

    /// The games of a tile that have to be searched, one bit each. A filter that rules out
    /// games before the kernel runs belongs here.
    fn candidate_games(&self, tile: Tile<'_>) -> u32 {
        let is_wanted = |id: i64| match &self.games {
            Some(games) => games.binary_search(&id).is_ok(),
            None => true,
        };
        tile.games.iter().zip(0..).fold(0, |lanes, (game, lane)| {
            lanes | u32::from(game.is_wanted && is_wanted(game.id)) << lane
        })
    }
}
