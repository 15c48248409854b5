//! All positions of a database in an index.

use super::figure::Figure;
use super::index::{Index, IndexBuilder};
use crate::PositionKey;
use crate::gtn::SubPosition;
use crate::store::{Store, StoreError};

/// The positions of a database, to be found by likeness.
#[derive(Debug)]
pub struct Positions {
    index: Index,
    /// By their number in the index.
    stored: Vec<(i64, PositionKey)>,
}

impl Positions {
    /// Reads them all.
    ///
    /// What follows from them is to be read in the same
    /// [snapshot](Store::snapshot): an import may replace them meanwhile.
    ///
    /// # Errors
    /// When the database cannot be read, or a text is no position.
    pub fn load(store: &Store) -> Result<Positions, StoreError> {
        let (mut builder, mut stored) = (IndexBuilder::default(), Vec::new());
        let (mut squared, mut damaged) = (Vec::new(), None);
        store.for_each_position(|id, key, text| {
            let number = stored.len() as u32;
            stored.push((id, key));
            match Figure::read(text) {
                Some((figure, _)) if figure.may_be_squared() => {
                    squared.push((number, id, text.to_owned()));
                }
                Some((figure, laying)) => builder.put(number, &figure, laying),
                None => damaged = damaged.or(Some(key)),
            }
        })?;
        if let Some(key) = damaged {
            let what = format!("the text under {key} is no position");
            return Err(StoreError::Damaged { path: store.path().to_owned(), what });
        }
        // A text with two edges that face each other does not tell how far
        // apart they are, but its records do.
        for (number, id, text) in squared {
            let Ok(text) = text.parse::<SubPosition>() else { continue };
            let mut windows: Vec<SubPosition> = Vec::new();
            for record in store.records(id)? {
                let symmetry = record.at.symmetry;
                let size = symmetry.size(record.placement.region.size);
                let window = text.unsquared(size, record.placement.open.transform(symmetry));
                windows.extend(window.filter(|window| !windows.contains(window)));
            }
            windows.iter().for_each(|window| builder.add(number, window));
        }
        Ok(Positions { index: builder.index(), stored })
    }

    /// The index, in which the positions are numbered in the order of import.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.stored.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.stored.is_empty()
    }

    /// The number in the database of a position of the index.
    pub fn id(&self, number: u32) -> i64 {
        self.stored[number as usize].0
    }

    /// The key of a position of the index.
    pub fn key(&self, number: u32) -> PositionKey {
        self.stored[number as usize].1
    }

    /// The bytes of memory they take.
    pub fn bytes(&self) -> usize {
        self.index.bytes() + self.stored.capacity() * size_of::<(i64, PositionKey)>()
    }
}
