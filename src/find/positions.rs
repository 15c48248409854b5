//! All positions of a database in an index.

use crate::PositionKey;
use crate::gtn::{CanonicalText, SubPosition};
use crate::parallel::map_stream;
use crate::similarity::{SimilarityIndex, SimilarityIndexBuilder};
use crate::store::{Store, StoreError};

/// The positions of a database, to be found by likeness.
#[derive(Debug)]
pub struct Positions {
    index: SimilarityIndex,
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
        let (mut stored, mut texts) = (Vec::new(), Texts::default());
        let mut figures = Figures::default();
        // A few positions wake no other thread.
        map_stream(
            Texts::figures,
            |made| figures.append(made),
            |hand_over| {
                store.for_each_position(|id, key, text| {
                    if texts.ends.len() == TEXTS {
                        let next = Texts { first: stored.len() as u32, ..Texts::default() };
                        hand_over(std::mem::replace(&mut texts, next));
                    }
                    stored.push((id, key));
                    texts.push(text);
                })
            },
        )?;
        figures.append(texts.figures());

        let Figures { mut builder, squared, damaged } = figures;
        if let Some(number) = damaged {
            let what = format!("the text under {} is no position", stored[number as usize].1);
            return Err(StoreError::Damaged { path: store.path().to_owned(), what });
        }
        // A text with two edges that face each other does not tell how far
        // apart they are, but its records do.
        for (number, text) in squared {
            let mut windows: Vec<SubPosition> = Vec::new();
            for record in store.records(stored[number as usize].0)? {
                let symmetry = record.at.symmetry;
                let size = symmetry.size(record.placement.region.size);
                let window = text.unsquared(size, record.placement.open.transform(symmetry));
                windows.extend(window.filter(|window| !windows.contains(window)));
            }
            windows.iter().for_each(|window| builder.add(number, window));
        }
        Ok(Positions { index: builder.build(), stored })
    }

    /// The index, in which the positions are numbered in the order of import.
    pub fn index(&self) -> &SimilarityIndex {
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

/// So many texts are worth another thread's while.
const TEXTS: usize = 1 << 9;

/// Texts that were read one after the other.
#[derive(Default)]
struct Texts {
    /// The number of the first one.
    first: u32,
    all: String,
    ends: Vec<usize>,
}

/// What is made of texts, in whatever order.
#[derive(Default)]
struct Figures {
    builder: SimilarityIndexBuilder,
    /// Those that do not tell their windows.
    squared: Vec<(u32, SubPosition)>,
    /// The first one that is no position.
    damaged: Option<u32>,
}

impl Texts {
    fn push(&mut self, text: &str) {
        self.all.push_str(text);
        self.ends.push(self.all.len());
    }

    fn figures(self) -> Figures {
        let mut figures = Figures::default();
        let mut start = 0;
        for (end, number) in self.ends.into_iter().zip(self.first..) {
            let text = &self.all[start..end];
            start = end;
            match CanonicalText::parse(text) {
                Some(text) if !text.stones().is_empty() => {
                    if !figures.builder.add_unless_ambiguous(number, &text) {
                        figures.squared.push((number, text.to_sub_position()));
                    }
                }
                _ => figures.damaged = figures.damaged.or(Some(number)),
            }
        }
        figures
    }
}

impl Figures {
    fn append(&mut self, other: Figures) {
        self.builder.append(other.builder);
        self.squared.extend(other.squared);
        self.damaged = self.damaged.into_iter().chain(other.damaged).min();
    }
}
