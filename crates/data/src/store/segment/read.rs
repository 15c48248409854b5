//! Reading of segments.

use std::fmt;
use std::sync::Arc;

use rusqlite::blob::Blob;
use rusqlite::{MAIN_DB, OptionalExtension};

use super::layout::{
    FACTS, GAME, ID, NAMES, NO_RANK, NO_YEAR, RANKS, WINNER, YEAR, format, name, part,
};
use super::names::{NameNumbers, PlayerFilter};
use super::planes::{Planes, checksum, read_directory};
use super::unindexed::{UnindexedGame, names_in, planes_of};
use crate::model::{GameOutcome, Rank, Winner};
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
        let segment = GameSegment { id: 0, first, last, rows: games.len() };
        Some(LoadedSegment { segment, planes })
    }

    /// The segment that the games would make.
    pub fn segment(&self) -> &GameSegment {
        &self.segment
    }

    /// The planes.
    pub fn open<'a>(&self, store: &'a Store) -> SegmentPlanes<'a> {
        let planes = self.planes.iter().cloned().map(Some).collect();
        SegmentPlanes {
            store,
            segment: self.segment,
            checksums: Vec::new(),
            planes,
            ids: None,
            blob: None,
        }
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
        let planes = vec![None; checksums.len()];
        Ok(SegmentPlanes { store, segment: *self, checksums, planes, ids: None, blob: None })
    }

    /// The error for a damaged part.
    fn damaged(&self, store: &Store, part: usize, what: &str) -> StoreError {
        let segment = self.id;
        StoreError::Damaged {
            path: store.path().to_owned(),
            what: format!("segment {segment}, part {part}: {what}; `gtn-db index` makes it again"),
        }
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
pub struct SegmentPlanes<'a> {
    store: &'a Store,
    segment: GameSegment,
    checksums: Vec<[u8; 4]>,
    /// Those that were read, by number.
    planes: Vec<Option<Arc<Vec<u8>>>>,
    ids: Option<Arc<Vec<i64>>>,
    /// The part that was read last.
    blob: Option<Blob<'a>>,
}

impl fmt::Debug for SegmentPlanes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SegmentPlanes").field("segment", &self.segment).finish_non_exhaustive()
    }
}

impl SegmentPlanes<'_> {
    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.segment.rows
    }

    /// For each row whether its game is in the database: a byte.
    ///
    /// # Errors
    /// As for [`digest`](Self::digest).
    pub fn alive(&mut self) -> Result<Vec<u8>, StoreError> {
        let mut alive = vec![1; self.rows()];
        let dead: Vec<i64> = self.store.run(|connection| {
            connection
                .prepare_cached("SELECT game FROM segment_dead WHERE game BETWEEN ?1 AND ?2")?
                .query_map([self.segment.first, self.segment.last], |row| row.get(0))?
                .collect()
        })?;
        for id in dead {
            if let Ok(row) = self.ids()?.binary_search(&id) {
                alive[row] = 0;
            }
        }
        Ok(alive)
    }

    fn read(&mut self, number: usize) -> Result<Arc<Vec<u8>>, StoreError> {
        if let Some(Some(known)) = self.planes.get(number) {
            return Ok(Arc::clone(known));
        }
        let GameSegment { id, rows, .. } = self.segment;
        // To open a handle again takes a tenth of the time of opening another one.
        let (blob, connection, part) =
            (&mut self.blob, &self.store.connection, part(id, number + 1));
        let read = self.store.run(|_| {
            let opened = match blob.take() {
                None => connection.blob_open(MAIN_DB, "segment_part", "data", part, true),
                Some(mut blob) => blob.reopen(part).map(|()| blob),
            };
            let blob = match opened {
                Ok(opened) => blob.insert(opened),
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

    /// The ids of the games, in ascending order.
    ///
    /// # Errors
    /// As for [`digest`](Self::digest).
    pub fn ids(&mut self) -> Result<Arc<Vec<i64>>, StoreError> {
        if let Some(known) = &self.ids {
            return Ok(Arc::clone(known));
        }
        let mut bytes = Vec::with_capacity(4);
        for number in 0..4 {
            bytes.push(self.read(ID + number)?);
        }
        let first = self.segment.first;
        let id = |row: usize| {
            let bytes = std::array::from_fn(|number| bytes[number][row]);
            first + i64::from(u32::from_le_bytes(bytes))
        };
        let ids = Arc::new((0..self.rows()).map(id).collect());
        self.ids = Some(Arc::clone(&ids));
        Ok(ids)
    }

    /// What statistics need to know of the games.
    ///
    /// # Errors
    /// As for [`digest`](Self::digest).
    pub fn outcomes(&mut self) -> Result<SegmentOutcomes, StoreError> {
        let codes = self.read(WINNER)?;
        let winners: Option<Vec<Winner>> =
            codes.iter().map(|&code| Winner::from_code(code)).collect();
        let damaged = || self.segment.damaged(self.store, WINNER + 1, "an unknown winner");
        let winners = winners.ok_or_else(damaged)?;
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

/// What statistics need to know of the games of a segment.
#[derive(Clone, Debug)]
pub struct SegmentOutcomes {
    ids: Arc<Vec<i64>>,
    winners: Vec<Winner>,
    years: [Arc<Vec<u8>>; 2],
    ranks: [Arc<Vec<u8>>; 2],
}

impl SegmentOutcomes {
    /// The outcome of the game in a row.
    pub fn of(&self, row: usize) -> GameOutcome {
        let year = u16::from_le_bytes([self.years[0][row], self.years[1][row]]);
        GameOutcome {
            id: self.ids[row],
            winner: self.winners[row],
            year: (year != NO_YEAR).then_some(year),
            ranks: [0, 1].map(|player| Rank::from_number(self.ranks[player][row].into())),
        }
    }

    /// The outcomes of the games among these ids, which are in ascending order.
    pub fn of_games(&self, games: impl IntoIterator<Item = i64>) -> Vec<GameOutcome> {
        let mut rows = self.ids.iter().zip(0..).peekable();
        let of = |game: i64| {
            while rows.next_if(|&(&id, _)| id < game).is_some() {}
            rows.next_if(|&(&id, _)| id == game).map(|(_, row)| self.of(row))
        };
        games.into_iter().filter_map(of).collect()
    }
}
