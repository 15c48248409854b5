//! Reading of segments.

use std::collections::HashMap;
use std::sync::Arc;

use rusqlite::{MAIN_DB, OptionalExtension};

use super::layout::{FACTS, GAME, ID, NO_RANK, NO_YEAR, RANKS, WINNER, YEAR, format, name, part};
use super::planes::{Planes, checksum, read_directory};
use super::unindexed::{UnindexedGame, planes_of};
use crate::model::{GameOutcome, Winner};
use crate::store::connection::Store;
use crate::store::error::StoreError;

/// A segment of the index of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameSegment {
    id: i64,
    first: i64,
    last: i64,
    rows: usize,
}

/// The planes of games that no segment has.
#[derive(Clone, Debug)]
pub struct LoadedSegment {
    segment: GameSegment,
    planes: HashMap<usize, Arc<Vec<u8>>>,
}

impl LoadedSegment {
    /// The planes of games, sorted by id, with their digests, which have one length. `None` without
    /// games.
    pub fn new(games: &[UnindexedGame], digests: &[impl AsRef<[u8]>]) -> Option<LoadedSegment> {
        let (first, last) = (games.first()?.id, games.last()?.id);
        let planes =
            planes_of(first, games, digests).0.into_iter().map(Arc::new).enumerate().collect();
        let segment = GameSegment { id: 0, first, last, rows: games.len() };
        Some(LoadedSegment { segment, planes })
    }

    /// The segment that the games would make.
    pub fn segment(&self) -> &GameSegment {
        &self.segment
    }

    /// The planes.
    pub fn open<'a>(&self, store: &'a Store) -> SegmentPlanes<'a> {
        let planes = self.planes.clone();
        SegmentPlanes { store, segment: self.segment, checksums: Vec::new(), planes }
    }
}

/// How much of the database is indexed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct IndexState {
    /// Whether imports add to the index.
    pub is_kept: bool,
    /// Number of segments.
    pub segments: u64,
    /// Number of rows, those of removed games included.
    pub games: u64,
    /// Bytes of all planes.
    pub bytes: u64,
}

impl Store {
    /// The segments with digests of a version, in the order of their games; none if games of an
    /// earlier id have no segment of this version.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn game_segments(&self, digest: i64) -> Result<Vec<GameSegment>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached(
                    "SELECT id, first, last, count FROM segment WHERE kind = ?1 AND format = ?2
                     AND NOT EXISTS (SELECT 1 FROM segment WHERE kind = ?1 AND format <> ?2)
                     ORDER BY first",
                )?
                .query_map([GAME, format(digest)], |row| {
                    let rows: i64 = row.get(3)?;
                    Ok(GameSegment {
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
                "SELECT ifnull((SELECT is_kept FROM segment_state), 1), count(*),
                     ifnull(sum(count), 0), ifnull((SELECT sum(length(data)) FROM segment_part), 0)
                 FROM segment",
                [],
                |row| {
                    Ok(IndexState {
                        is_kept: row.get(0)?,
                        segments: row.get::<_, i64>(1)? as u64,
                        games: row.get::<_, i64>(2)? as u64,
                        bytes: row.get::<_, i64>(3)? as u64,
                    })
                },
            )
        })
    }
}

impl GameSegment {
    /// The id in this database.
    pub fn id(&self) -> i64 {
        self.id
    }

    /// The id of the first game.
    pub fn first(&self) -> i64 {
        self.first
    }

    /// The id of the last game.
    pub fn last(&self) -> i64 {
        self.last
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

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
        planes.retain(&self.alive(store)?);
        let expected = planes_of(self.first, games, digests);
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
        let directory = store.run(|connection| {
            connection
                .prepare_cached("SELECT data FROM segment_part WHERE id = ?1")?
                .query_row([part(self.id, 0)], |row| row.get(0))
                .optional()
        })?;
        let directory: Vec<u8> =
            directory.ok_or_else(|| self.damaged(store, 0, "it is missing"))?;
        let checksums = read_directory(&directory, &name(self.first, self.last, self.rows));
        let checksums = checksums.ok_or_else(|| self.damaged(store, 0, "it was altered"))?;
        Ok(SegmentPlanes { store, segment: *self, checksums, planes: HashMap::new() })
    }

    /// The error for a part of which something is wrong.
    fn damaged(&self, store: &Store, part: usize, what: &str) -> StoreError {
        let segment = self.id;
        StoreError::Damaged {
            path: store.path().to_owned(),
            what: format!("segment {segment}, part {part}: {what}; `gtn-db index` makes it again"),
        }
    }

    /// For each row whether its game is in the database: a byte.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn alive(&self, store: &Store) -> Result<Vec<u8>, StoreError> {
        let mut alive = vec![1; self.rows];
        let dead: Vec<i64> = store.run(|connection| {
            connection
                .prepare_cached("SELECT game FROM segment_dead WHERE game BETWEEN ?1 AND ?2")?
                .query_map([self.first, self.last], |row| row.get(0))?
                .collect()
        })?;
        if !dead.is_empty() {
            let mut planes = self.open(store)?;
            for id in dead {
                if let Some(row) = planes.find(id)? {
                    alive[row] = 0;
                }
            }
        }
        Ok(alive)
    }

    /// All planes.
    pub(super) fn read_all(&self, store: &Store) -> Result<Planes, StoreError> {
        let mut planes = self.open(store)?;
        let read = (0..planes.checksums.len())
            .map(|number| planes.read(number).map(|plane| plane.to_vec()));
        read.collect::<Result<Vec<_>, _>>().map(Planes)
    }
}

/// The planes of a segment. A plane is read and checked once.
#[derive(Debug)]
pub struct SegmentPlanes<'a> {
    store: &'a Store,
    segment: GameSegment,
    checksums: Vec<[u8; 4]>,
    planes: HashMap<usize, Arc<Vec<u8>>>,
}

impl SegmentPlanes<'_> {
    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.segment.rows
    }

    fn read(&mut self, number: usize) -> Result<Arc<Vec<u8>>, StoreError> {
        if let Some(known) = self.planes.get(&number) {
            return Ok(Arc::clone(known));
        }
        let GameSegment { id, rows, .. } = self.segment;
        let read = self.store.run(|connection| {
            let blob =
                connection.blob_open(MAIN_DB, "segment_part", "data", part(id, number + 1), true);
            let blob = match blob {
                Ok(blob) => blob,
                Err(rusqlite::Error::SqliteFailure(_, Some(message)))
                    if message.contains("no such rowid") =>
                {
                    return Ok(Err("it is missing".to_owned()));
                }
                Err(error) => return Err(error),
            };
            if blob.len() != rows {
                return Ok(Err(format!("it has {} bytes for {rows} games", blob.len())));
            }
            let mut plane = vec![0; rows];
            blob.read_at_exact(&mut plane, 0)?;
            Ok(Ok(plane))
        })?;
        let checked = read.and_then(|plane| match self.checksums.get(number) {
            Some(&sum) if sum == checksum(&plane) => Ok(plane),
            _ => Err("its bytes were altered".to_owned()),
        });
        let plane = checked.map_err(|what| self.segment.damaged(self.store, number + 1, &what))?;
        let plane = Arc::new(plane);
        self.planes.insert(number, Arc::clone(&plane));
        Ok(plane)
    }

    /// A plane of the digests.
    ///
    /// # Errors
    /// If the database cannot be read, and [`StoreError::Damaged`] with the part if its bytes were altered.
    pub fn digest(&mut self, number: usize) -> Result<Arc<Vec<u8>>, StoreError> {
        self.read(FACTS + number)
    }

    /// The id of the game in a row.
    ///
    /// # Errors
    /// As for [`digest`](Self::digest).
    pub fn id(&mut self, row: usize) -> Result<i64, StoreError> {
        let mut bytes = [0; 4];
        for (number, byte) in bytes.iter_mut().enumerate() {
            *byte = self.read(ID + number)?[row];
        }
        Ok(self.segment.first + i64::from(u32::from_le_bytes(bytes)))
    }

    /// The row of a game.
    ///
    /// # Errors
    /// As for [`digest`](Self::digest).
    pub fn find(&mut self, id: i64) -> Result<Option<usize>, StoreError> {
        let (mut first, mut end) = (0, self.rows());
        while first < end {
            let middle = first + (end - first) / 2;
            match self.id(middle)?.cmp(&id) {
                std::cmp::Ordering::Less => first = middle + 1,
                std::cmp::Ordering::Equal => return Ok(Some(middle)),
                std::cmp::Ordering::Greater => end = middle,
            }
        }
        Ok(None)
    }

    /// The winner and the year of the game in a row.
    ///
    /// # Errors
    /// As for [`digest`](Self::digest).
    pub fn outcome(&mut self, row: usize) -> Result<GameOutcome, StoreError> {
        let winner = Winner::from_code(self.read(WINNER)?[row]);
        let damaged = || self.segment.damaged(self.store, WINNER + 1, "an unknown winner");
        let winner = winner.ok_or_else(damaged)?;
        let year = self.year(row)?;
        Ok(GameOutcome { id: self.id(row)?, winner, year })
    }

    fn year(&mut self, row: usize) -> Result<Option<u16>, StoreError> {
        let year = u16::from_le_bytes([self.read(YEAR)?[row], self.read(YEAR + 1)?[row]]);
        Ok((year != NO_YEAR).then_some(year))
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
}
