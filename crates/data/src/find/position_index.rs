//! All positions of a database in an index for similarity searches.

use super::record_view::DamagedTextError;
use crate::PositionKey;
use crate::gtn::{CanonicalText, SubPosition};
use crate::parallel::map_stream;
use crate::similarity::{ShapeHashes, SimilarityIndex, SimilarityIndexBuilder, SketchFilter};
use crate::store::{Store, StoreError};

/// The positions of a database, indexed for similarity searches.
///
/// A position has a number in the index: its place in the order of import,
/// from 0.
#[derive(Debug)]
pub struct PositionIndex {
    index: SimilarityIndex,
    keys: PositionKeys,
}

/// The database id and the key of each position under its number.
#[derive(Debug)]
pub struct PositionKeys(Vec<(i64, PositionKey)>);

impl PositionKeys {
    /// The number of positions.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The database id of the position with a number.
    pub fn id(&self, number: u32) -> i64 {
        self.0[number as usize].0
    }

    /// The key of the position with a number.
    pub fn key(&self, number: u32) -> PositionKey {
        self.0[number as usize].1
    }

    /// The positions with these numbers, which are sorted: the first one becomes number 0.
    pub(crate) fn only(&self, numbers: &[u32]) -> PositionKeys {
        PositionKeys(numbers.iter().map(|&number| self.0[number as usize]).collect())
    }
}

impl PositionIndex {
    /// Loads all positions of a database.
    ///
    /// Read what follows from the index in the same
    /// [snapshot](Store::snapshot): otherwise an import may remove positions
    /// meanwhile.
    ///
    /// # Errors
    /// When the database cannot be read, or a stored text is not a position.
    pub fn load(store: &Store) -> Result<PositionIndex, StoreError> {
        PositionIndex::load_some(store, None, &[], |visit| store.for_each_position(visit))
    }

    /// Loads the positions with these ids, sorted, and those behind the id `last`; maybe without some that
    /// no filter accepts.
    ///
    /// # Errors
    /// As for [`load`](Self::load).
    pub(super) fn load_among(
        store: &Store,
        ids: &[i64],
        last: Option<i64>,
        filters: &[SketchFilter<'_>],
    ) -> Result<PositionIndex, StoreError> {
        PositionIndex::load_some(store, None, filters, |visit| {
            store.for_each_position_among(ids, last, visit)
        })
    }

    /// Loads the positions with the shape of a position of another database, for
    /// [`find_same_shapes`](SimilarityIndex::find_same_shapes); maybe some others. Takes about half
    /// the time of [`load`](Self::load).
    ///
    /// # Errors
    /// As for [`load`](Self::load), and when the other database cannot be read.
    pub fn load_like(store: &Store, other: &Store) -> Result<PositionIndex, StoreError> {
        let mut shapes = ShapeHashes::default();
        other.for_each_position(|_, _, text| {
            if let Some(text) = CanonicalText::parse(text) {
                shapes.add(&text);
            }
        })?;
        PositionIndex::load_some(store, Some(&shapes), &[], |visit| store.for_each_position(visit))
    }

    /// Loads the positions that `read` passes on, or only those whose shape may be in `wanted`. If there are
    /// filters, leaves out those of several sizes whose stones no filter accepts.
    fn load_some(
        store: &Store,
        wanted: Option<&ShapeHashes>,
        filters: &[SketchFilter<'_>],
        read: impl FnOnce(&mut dyn FnMut(i64, PositionKey, &str)) -> Result<(), StoreError>,
    ) -> Result<PositionIndex, StoreError> {
        let (mut stored, mut texts) = (Vec::new(), TextBatch::default());
        let mut shapes = ShapeBatch::default();
        // A small database fits into one batch, which the calling thread parses.
        map_stream(
            |texts: TextBatch| texts.parse(wanted),
            |parsed| shapes.append(parsed),
            |send| {
                read(&mut |id, key, text| {
                    if texts.ends.len() == BATCH {
                        let next = TextBatch { first: stored.len() as u32, ..TextBatch::default() };
                        send(std::mem::replace(&mut texts, next));
                    }
                    stored.push((id, key));
                    texts.push(text);
                })
            },
        )?;
        shapes.append(texts.parse(wanted));

        let ShapeBatch { mut builder, squared, damaged } = shapes;
        if let Some(number) = damaged {
            let key = stored[number as usize].1;
            return Err(DamagedTextError { key }.in_store(store));
        }
        // A canonical text with two facing edges is padded to a square, so it
        // does not say how far apart they are. The windows of the records do.
        for (number, text) in squared {
            if !filters.is_empty() && !filters.iter().any(|filter| filter.accepts_stones(&text)) {
                continue;
            }
            let mut windows: Vec<SubPosition> = Vec::new();
            for (size, open) in store.windows_between_edges(stored[number as usize].0)? {
                let window = text.unsquared(size, open);
                windows.extend(window.filter(|window| !windows.contains(window)));
            }
            windows.iter().for_each(|window| builder.add(number, window));
        }
        Ok(PositionIndex { index: builder.build(), keys: PositionKeys(stored) })
    }

    /// The index of the positions under their numbers.
    pub fn index(&self) -> &SimilarityIndex {
        &self.index
    }

    /// The ids and keys of the positions under their numbers.
    pub fn keys(&self) -> &PositionKeys {
        &self.keys
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether the database has no positions.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The database id of the position with a number in the index.
    pub fn id(&self, number: u32) -> i64 {
        self.keys.id(number)
    }

    /// The key of the position with a number in the index.
    pub fn key(&self, number: u32) -> PositionKey {
        self.keys.key(number)
    }

    /// The memory that the index occupies, in bytes.
    pub fn bytes(&self) -> usize {
        self.index.bytes() + self.keys.0.capacity() * size_of::<(i64, PositionKey)>()
    }
}

/// The number of texts that one thread parses at a time.
const BATCH: usize = 1 << 9;

/// Consecutive canonical texts.
#[derive(Default)]
struct TextBatch {
    /// The number of the first position.
    first: u32,
    /// All texts, joined.
    joined: String,
    /// The end of each text in `joined`.
    ends: Vec<usize>,
}

/// The parsed positions of some batches, in any order.
#[derive(Default)]
struct ShapeBatch {
    builder: SimilarityIndexBuilder,
    /// Positions whose text does not determine their window.
    squared: Vec<(u32, SubPosition)>,
    /// The first position whose text cannot be parsed.
    damaged: Option<u32>,
}

impl TextBatch {
    fn push(&mut self, text: &str) {
        self.joined.push_str(text);
        self.ends.push(self.joined.len());
    }

    /// Parses all texts, or only those whose shape may be in `wanted`.
    fn parse(self, wanted: Option<&ShapeHashes>) -> ShapeBatch {
        let mut shapes = ShapeBatch::default();
        let mut start = 0;
        for (end, number) in self.ends.into_iter().zip(self.first..) {
            let text = &self.joined[start..end];
            start = end;
            match CanonicalText::parse(text) {
                Some(text) if !text.stones().is_empty() => {
                    if wanted.is_some_and(|wanted| !wanted.may_contain(&text)) {
                        continue;
                    }
                    if !shapes.builder.add_unless_ambiguous(number, &text) {
                        shapes.squared.push((number, text.to_sub_position()));
                    }
                }
                _ => shapes.damaged = shapes.damaged.or(Some(number)),
            }
        }
        shapes
    }
}

impl ShapeBatch {
    fn append(&mut self, other: ShapeBatch) {
        self.builder.append(other.builder);
        self.squared.extend(other.squared);
        self.damaged = self.damaged.into_iter().chain(other.damaged).min();
    }
}
