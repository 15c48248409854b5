//! Stored games, replayed move by move.

use super::damaged::DamagedRowError;
use crate::abalone::{Move, Position, Push, ReplayedVariation, Setup};
use crate::extract::abalone::replay_stored_variations;
use crate::store::{Store, StoreError, StoredAbaloneGame};

/// All positions and moves of a stored game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReplayedGame {
    /// The positions: before the first move, and after each one. At least one.
    pub positions: Vec<Position>,
    /// The moves, with what each did to the other side. One fewer than the
    /// positions.
    pub moves: Vec<(Move, Push)>,
    /// The variations, if they were read, in the order of the text.
    pub variations: Vec<ReplayedVariation>,
    /// The moves with which variations begin, each with the place from which it branches, sorted.
    branches: Vec<Branch>,
}

/// The first move of a variation with its place: the line and the number of its moves before.
pub(super) type Branch = ((usize, usize), Move);

/// A position of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct GamePlace<'a> {
    /// The number of the line, from 1: the main line, then the variations.
    pub line: u32,
    /// The number of moves before.
    pub ply: u32,
    /// The position.
    pub position: &'a Position,
    /// The move that follows in the line.
    pub next: Option<Move>,
    /// The first moves of the variations that branch here.
    pub branches: &'a [Branch],
}

impl ReplayedGame {
    /// Replays a game without its variations. Takes about 50 ns per move.
    ///
    /// # Errors
    /// When the start is no position, or a move is not legal, which happens only
    /// in a damaged database.
    pub fn new(store: &Store, game: &StoredAbaloneGame) -> Result<ReplayedGame, StoreError> {
        ReplayedGame::decode(game, usize::MAX).map_err(|error| error.in_store(store))
    }

    /// Replays at most `limit` moves; the error does not name the database.
    pub(super) fn decode(
        game: &StoredAbaloneGame,
        limit: usize,
    ) -> Result<ReplayedGame, DamagedRowError> {
        let damaged = |what: String| DamagedRowError::new("abalone_game", game.id, what);
        let start: Setup =
            game.start.parse().map_err(|error| damaged(format!("its start: {error}")))?;
        let mut position = start.to_position();
        let (codes, rest) = game.moves.as_chunks::<2>();
        if !rest.is_empty() {
            return Err(damaged("its moves end within a move".to_owned()));
        }
        let codes = &codes[..codes.len().min(limit)];
        let mut positions = Vec::with_capacity(codes.len() + 1);
        let mut moves = Vec::with_capacity(codes.len());
        positions.push(position);
        for (&code, number) in codes.iter().zip(1..) {
            let code = u16::from_le_bytes(code);
            let step = Move::from_code(code)
                .ok_or_else(|| damaged(format!("move {number}: no move has the code {code}")))?;
            let push =
                position.play(step).map_err(|error| damaged(format!("move {number}: {error}")))?;
            positions.push(position);
            moves.push((step, push));
        }
        Ok(ReplayedGame { positions, moves, variations: Vec::new(), branches: Vec::new() })
    }

    /// Replays a game as far as its place with the number `last` in the index: the variations are
    /// read from its text only if the place is in one.
    pub(super) fn up_to(
        store: &Store,
        game: &StoredAbaloneGame,
        last: u32,
    ) -> Result<ReplayedGame, StoreError> {
        let last = last as usize;
        let replayed = ReplayedGame::decode(game, last + 1); // the move that follows, too
        let replayed = replayed.map_err(|error| error.in_store(store))?;
        if last < replayed.positions.len() {
            return Ok(replayed);
        }
        Ok(replayed.with_variations(game, &store.abalone_game_text(game.id)?))
    }

    /// The game with its variations, which its text has.
    pub(super) fn with_variations(self, game: &StoredAbaloneGame, text: &str) -> ReplayedGame {
        let variations = replay_stored_variations(text, &self.positions, &game.moves);
        let first =
            |variation: &ReplayedVariation| Some((variation.branch, variation.moves.first()?.0));
        let mut branches: Vec<Branch> = variations.iter().filter_map(first).collect();
        branches.sort_by_key(|branch| branch.0); // stable: in the order of the text
        ReplayedGame { variations, branches, ..self }
    }

    /// The positions and moves of a line from the start of the game, as those of a game without
    /// variations; line 1 is the main line. `None` if the game has no such line.
    ///
    /// # Errors
    /// As for [`ReplayedGame::new`].
    pub fn of_line(
        store: &Store,
        game: &StoredAbaloneGame,
        line: u32,
    ) -> Result<Option<ReplayedGame>, StoreError> {
        let replayed = ReplayedGame::new(store, game)?;
        if line == 1 {
            return Ok(Some(replayed));
        }
        let replayed = replayed.with_variations(game, &store.abalone_game_text(game.id)?);
        if line == 0 || line as usize > replayed.variations.len() + 1 {
            return Ok(None);
        }
        // From the end of the line back to the main line.
        let (mut at, mut end) = (line as usize - 1, usize::MAX);
        let (mut positions, mut moves) = (Vec::new(), Vec::new());
        while let Some(of) = at.checked_sub(1) {
            let variation = &replayed.variations[of];
            let end_here = end.min(variation.moves.len());
            positions.extend(variation.positions[1..=end_here].iter().rev());
            moves.extend(variation.moves[..end_here].iter().rev());
            (at, end) = variation.branch;
        }
        positions.extend(replayed.positions[..=end].iter().rev());
        moves.extend(replayed.moves[..end].iter().rev());
        positions.reverse();
        moves.reverse();
        Ok(Some(ReplayedGame { positions, moves, variations: Vec::new(), branches: Vec::new() }))
    }

    /// All places of the game: the main line, then the variations.
    pub(super) fn places(&self) -> impl Iterator<Item = GamePlace<'_>> {
        self.indexed_places().flatten()
    }

    /// The places by their numbers in the index; `None` where a variation begins, which is a place
    /// of another line.
    pub(super) fn indexed_places(&self) -> impl Iterator<Item = Option<GamePlace<'_>>> {
        let main = (0..self.positions.len()).map(|ply| {
            let next = self.moves.get(ply).map(|&(step, _)| step);
            Some(self.place((0, ply), ply, &self.positions[ply], next))
        });
        let variations = (1..).zip(&self.variations).flat_map(move |(line, variation)| {
            let places = (1..variation.positions.len()).map(move |at| {
                let next = variation.moves.get(at).map(|&(step, _)| step);
                let ply = variation.before + at;
                Some(self.place((line, at), ply, &variation.positions[at], next))
            });
            std::iter::once(None).chain(places)
        });
        main.chain(variations)
    }

    fn place<'a>(
        &'a self,
        at: (usize, usize),
        ply: usize,
        position: &'a Position,
        next: Option<Move>,
    ) -> GamePlace<'a> {
        let first = self.branches.partition_point(|branch| branch.0 < at);
        let end = first + self.branches[first..].partition_point(|branch| branch.0 == at);
        let branches = &self.branches[first..end];
        GamePlace { line: at.0 as u32 + 1, ply: ply as u32, position, next, branches }
    }
}
