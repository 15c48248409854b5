//! Reading of segments.

use std::sync::Arc;

use super::layout::{
    FACTS, GAME, ID, NAMES, NO_RANK, NO_YEAR, POSITION, RANKS, Segment, WINNER, YEAR, format,
};
use super::names::{NameNumbers, PlayerFilter};
use super::parts::Parts;
use super::planes::Planes;
use super::unindexed::{UnindexedGame, names_in, planes_of};
use crate::model::{GameOutcome, Rank, Winner};
use crate::store::connection::Store;
use crate::store::error::StoreError;

/// The planes of games that no segment has.
#[derive(Clone, Debug)]
pub struct LoadedSegment {
    segment: Segment,
    planes: Vec<Arc<Vec<u8>>>,
}

impl LoadedSegment {
    /// The planes of games, sorted by id, with their digests, which have one length, without the names
    /// of players. `None` without games.
    pub fn new(games: &[UnindexedGame], digests: &[impl AsRef<[u8]>]) -> Option<LoadedSegment> {
        let (first, last) = (games.first()?.id, games.last()?.id);
        let planes = planes_of(first, games, &NameNumbers::new(), digests)
            .0
            .into_iter()
            .map(Arc::new)
            .collect();
        let segment = Segment { id: 0, first, last, rows: games.len() };
        Some(LoadedSegment { segment, planes })
    }

    /// The segment that the games would make.
    pub fn segment(&self) -> &Segment {
        &self.segment
    }

    /// The planes.
    pub fn open<'a>(&self, store: &'a Store) -> SegmentPlanes<'a> {
        let planes = self.planes.iter().cloned().map(Some).collect();
        SegmentPlanes { parts: Parts::none(store, self.segment), planes, buffers: Vec::new() }
    }
}

/// How much of the database is indexed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct IndexState {
    /// Whether imports add to the index.
    pub is_kept: bool,
    /// Number of segments of games and of positions.
    pub segments: u64,
    /// Number of games, removed ones included.
    pub games: u64,
    /// Number of positions, removed ones included.
    pub positions: u64,
    /// Bytes of all segments and columns.
    pub bytes: u64,
}

impl Store {
    /// The segments with digests of a version, in the order of their games; none if games of an
    /// earlier id have no segment of this version.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn game_segments(&self, digest: i64) -> Result<Vec<Segment>, StoreError> {
        self.segments(GAME, format(digest))
    }

    /// The segments of a kind and a format, in the order of their ids; none if there is another format.
    pub(super) fn segments(&self, kind: i64, format: i64) -> Result<Vec<Segment>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached(
                    "SELECT id, first, last, count FROM segment WHERE kind = ?1 AND format = ?2
                     AND NOT EXISTS (SELECT 1 FROM segment WHERE kind = ?1 AND format <> ?2)
                     ORDER BY first",
                )?
                .query_map([kind, format], |row| {
                    let rows: i64 = row.get(3)?;
                    Ok(Segment {
                        id: row.get(0)?,
                        first: row.get(1)?,
                        last: row.get(2)?,
                        rows: rows as usize,
                    })
                })?
                .collect()
        })
    }

    /// How much of the database is indexed.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn index_state(&self) -> Result<IndexState, StoreError> {
        self.run(|connection| {
            connection.query_row(
                "SELECT ifnull((SELECT is_kept FROM segment_state), 1),
                     count(*) FILTER (WHERE kind IN (?1, ?2)),
                     ifnull(sum(count) FILTER (WHERE kind = ?1), 0),
                     ifnull(sum(count) FILTER (WHERE kind = ?2), 0),
                     ifnull((SELECT sum(length(data)) FROM segment_part), 0)
                 FROM segment",
                [GAME, POSITION],
                |row| {
                    Ok(IndexState {
                        is_kept: row.get(0)?,
                        segments: row.get::<_, i64>(1)? as u64,
                        games: row.get::<_, i64>(2)? as u64,
                        positions: row.get::<_, i64>(3)? as u64,
                        bytes: row.get::<_, i64>(4)? as u64,
                    })
                },
            )
        })
    }
}

impl Segment {
    /// Reads all planes and compares them with their checksums.
    ///
    /// # Errors
    /// If the database cannot be read, and [`StoreError::Damaged`] with the first altered part.
    pub fn check(&self, store: &Store) -> Result<(), StoreError> {
        self.read_all(store).map(drop)
    }

    /// Compares the segment with its games, as [`Store::games_behind`] gives them, and their digests.
    /// Returns what differs, if anything.
    ///
    /// # Errors
    /// As for [`check`](Self::check).
    pub fn find_difference(
        &self,
        store: &Store,
        games: &[UnindexedGame],
        digests: &[impl AsRef<[u8]>],
    ) -> Result<Option<String>, StoreError> {
        let mut planes = self.read_all(store)?;
        planes.retain(&self.open(store)?.alive()?);
        let expected = planes_of(self.first, games, &store.name_numbers(names_in(games))?, digests);
        if planes.rows() != expected.rows() && games.len() + planes.rows() > 0 {
            let what = format!("{} games, but the database has {}", planes.rows(), expected.rows());
            return Ok(Some(what));
        }
        let pairs = planes.0.iter().zip(&expected.0).enumerate();
        let difference = pairs.filter_map(|(number, (plane, expected))| {
            let row = plane.iter().zip(expected).position(|(one, other)| one != other)?;
            Some(format!("part {}: the row of game {}", number + 1, games[row].id))
        });
        Ok(difference.min())
    }

    /// The planes, to be read from a database.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn open<'a>(&self, store: &'a Store) -> Result<SegmentPlanes<'a>, StoreError> {
        self.open_in(store, Vec::new())
    }

    /// The planes, to be read from a database into the memory of other ones.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn open_in<'a>(
        &self,
        store: &'a Store,
        buffers: Vec<Vec<u8>>,
    ) -> Result<SegmentPlanes<'a>, StoreError> {
        let parts = Parts::open(store, *self)?;
        let planes = vec![None; parts.count()];
        Ok(SegmentPlanes { parts, planes, buffers })
    }

    /// All planes.
    pub(super) fn read_all(&self, store: &Store) -> Result<Planes, StoreError> {
        let mut planes = self.open(store)?;
        let read =
            (0..planes.parts.count()).map(|number| planes.read(number).map(|plane| plane.to_vec()));
        read.collect::<Result<Vec<_>, _>>().map(Planes)
    }
}

/// The planes of a segment. A plane is read and checked once.
#[derive(Debug)]
pub struct SegmentPlanes<'a> {
    parts: Parts<'a>,
    /// Those that were read, by number.
    planes: Vec<Option<Arc<Vec<u8>>>>,
    /// Memory for planes.
    buffers: Vec<Vec<u8>>,
}

impl SegmentPlanes<'_> {
    /// The memory of the planes that nobody else has, for [`Segment::open_in`].
    pub fn into_buffers(self) -> Vec<Vec<u8>> {
        let mut buffers = self.buffers;
        buffers.extend(self.planes.into_iter().flatten().filter_map(Arc::into_inner));
        buffers
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.parts.segment.rows
    }

    /// For each row whether its game is in the database: a byte.
    ///
    /// # Errors
    /// As for [`digest`](Self::digest).
    pub fn alive(&mut self) -> Result<Vec<u8>, StoreError> {
        let mut alive = vec![1; self.rows()];
        let Segment { first, last, .. } = self.parts.segment;
        let dead: Vec<i64> = self.parts.store.run(|connection| {
            connection
                .prepare_cached("SELECT game FROM segment_dead WHERE game BETWEEN ?1 AND ?2")?
                .query_map([first, last], |row| row.get(0))?
                .collect()
        })?;
        for id in dead {
            if let Some(row) = self.ids()?.row_of(id) {
                alive[row] = 0;
            }
        }
        Ok(alive)
    }

    fn read(&mut self, number: usize) -> Result<Arc<Vec<u8>>, StoreError> {
        if let Some(Some(known)) = self.planes.get(number) {
            return Ok(Arc::clone(known));
        }
        let buffer = self.buffers.pop().unwrap_or_default();
        let plane = self.parts.read(number, Some(self.rows()), buffer)?;
        let plane = Arc::new(plane);
        self.planes[number] = Some(Arc::clone(&plane)); // there is a checksum, so there is a place
        Ok(plane)
    }

    /// A plane of the digests.
    ///
    /// # Errors
    /// If the database cannot be read, and [`StoreError::Damaged`] with the part if its bytes were altered.
    pub fn digest(&mut self, number: usize) -> Result<Arc<Vec<u8>>, StoreError> {
        self.read(FACTS + number)
    }

    /// The ids of the games.
    ///
    /// # Errors
    /// As for [`digest`](Self::digest).
    pub fn ids(&mut self) -> Result<SegmentIds, StoreError> {
        let Segment { first, last, rows, .. } = self.parts.segment;
        // As many games as ids, so every id has a row.
        let is_complete = last - first + 1 == rows as i64;
        let planes = match is_complete {
            true => None,
            false => {
                let [one, two, three, four] = [0, 1, 2, 3].map(|number| self.read(ID + number));
                Some([one?, two?, three?, four?])
            }
        };
        Ok(SegmentIds { first, rows, planes })
    }

    /// What statistics need to know of the games.
    ///
    /// # Errors
    /// As for [`digest`](Self::digest).
    pub fn outcomes(&mut self) -> Result<SegmentOutcomes, StoreError> {
        let winners = self.read(WINNER)?;
        if !winners.iter().all(|&code| Winner::from_code(code).is_some()) {
            return Err(self.parts.damaged(WINNER, "an unknown winner"));
        }
        Ok(SegmentOutcomes {
            ids: self.ids()?,
            winners,
            years: [self.read(YEAR)?, self.read(YEAR + 1)?],
            ranks: [self.read(RANKS)?, self.read(RANKS + 1)?],
        })
    }

    /// Clears the bytes of the rows whose games are of no year from the first to the last.
    ///
    /// # Errors
    /// As for [`digest`](Self::digest).
    pub fn retain_years(
        &mut self,
        (first, last): (u16, u16),
        wanted: &mut [u8],
    ) -> Result<(), StoreError> {
        let (low, high) = (self.read(YEAR)?, self.read(YEAR + 1)?);
        for ((wanted, &low), &high) in wanted.iter_mut().zip(&**low).zip(&**high) {
            let year = u16::from_le_bytes([low, high]);
            if year == NO_YEAR || !(first..=last).contains(&year) {
                *wanted = 0;
            }
        }
        Ok(())
    }

    /// Clears the bytes of the rows in whose games no player has a rank from the first to the last,
    /// by the numbers of ranks.
    ///
    /// # Errors
    /// As for [`digest`](Self::digest).
    pub fn retain_ranks(
        &mut self,
        (first, last): (u8, u8),
        wanted: &mut [u8],
    ) -> Result<(), StoreError> {
        let (black, white) = (self.read(RANKS)?, self.read(RANKS + 1)?);
        let is_within = |rank: u8| rank != NO_RANK && (first..=last).contains(&rank);
        for ((wanted, &black), &white) in wanted.iter_mut().zip(&**black).zip(&**white) {
            if !is_within(black) && !is_within(white) {
                *wanted = 0;
            }
        }
        Ok(())
    }

    /// Clears the bytes of the rows whose games do not fulfill conditions on the names of players.
    ///
    /// # Errors
    /// As for [`digest`](Self::digest).
    pub fn retain_players(
        &mut self,
        filter: &PlayerFilter,
        wanted: &mut [u8],
    ) -> Result<(), StoreError> {
        let mut planes = Vec::with_capacity(8);
        for number in 0..8 {
            planes.push(self.read(NAMES + number)?);
        }
        for (row, wanted) in wanted.iter_mut().enumerate().filter(|(_, wanted)| **wanted != 0) {
            let name = |player: usize| {
                u32::from_le_bytes(std::array::from_fn(|byte| planes[4 * player + byte][row]))
            };
            *wanted = u8::from(filter.accepts([name(0), name(1)]));
        }
        Ok(())
    }
}

/// The ids of the games of a segment, which ascend.
#[derive(Clone, Debug)]
pub struct SegmentIds {
    first: i64,
    rows: usize,
    /// The distances from the first one, low byte first; `None` if the ids have no gaps.
    planes: Option<[Arc<Vec<u8>>; 4]>,
}

impl SegmentIds {
    /// The id of the game in a row.
    #[inline]
    pub fn of(&self, row: usize) -> i64 {
        let distance = match &self.planes {
            None => row as u32,
            Some([one, two, three, four]) => {
                u32::from_le_bytes([one[row], two[row], three[row], four[row]])
            }
        };
        self.first + i64::from(distance)
    }

    /// The row of a game.
    pub fn row_of(&self, id: i64) -> Option<usize> {
        let (mut from, mut to) = (0, self.rows);
        while from < to {
            let middle = from.midpoint(to);
            if self.of(middle) < id {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        (from < self.rows && self.of(from) == id).then_some(from)
    }

    /// All ids, row by row.
    pub fn iter(&self) -> impl Iterator<Item = i64> {
        (0..self.rows).map(|row| self.of(row))
    }
}

/// What statistics need to know of the games of a segment.
#[derive(Clone, Debug)]
pub struct SegmentOutcomes {
    ids: SegmentIds,
    /// Codes of [`Winner`].
    winners: Arc<Vec<u8>>,
    years: [Arc<Vec<u8>>; 2],
    ranks: [Arc<Vec<u8>>; 2],
}

impl SegmentOutcomes {
    /// The ids of the games.
    pub fn ids(&self) -> &SegmentIds {
        &self.ids
    }

    /// The outcomes of games with these ids.
    pub fn of_games(&self, ids: &[i64]) -> Vec<GameOutcome> {
        ids.iter().filter_map(|&id| self.ids.row_of(id)).map(|row| self.of(row)).collect()
    }

    /// The outcome of the game in a row.
    #[inline]
    pub fn of(&self, row: usize) -> GameOutcome {
        let year = u16::from_le_bytes([self.years[0][row], self.years[1][row]]);
        GameOutcome {
            id: self.ids.of(row),
            winner: Winner::from_code(self.winners[row]).expect("all codes were checked"),
            year: (year != NO_YEAR).then_some(year),
            ranks: [
                Rank::from_number(self.ranks[0][row].into()),
                Rank::from_number(self.ranks[1][row].into()),
            ],
        }
    }
}
