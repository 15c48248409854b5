//! Inverted index of placements: from a point and its state to the placements that
//! require this state.

use super::placement::PlacementSet;
use crate::Color;

/// For each point and state of a point, a posting list of placements.
#[derive(Debug)]
pub(crate) struct PlacementIndex {
    /// Where the posting list of each slot begins, and at the end the number of postings.
    starts: Vec<u32>,
    postings: Vec<u32>,
}

/// The slot of a point and a state.
fn slot(point: u16, state: Option<Color>) -> usize {
    usize::from(point) * 3 + state.map_or(0, |color| 1 + color as usize)
}

impl PlacementIndex {
    pub(crate) fn new(placements: &PlacementSet) -> PlacementIndex {
        let area = placements.area();
        // A counting sort: count, sum up, fill.
        let mut starts = vec![0; 3 * area + 1];
        for placement in placements.iter() {
            for (point, state) in placement.requirements() {
                starts[slot(point, state) + 1] += 1;
            }
        }
        for slot in 1..starts.len() {
            starts[slot] += starts[slot - 1];
        }
        let mut postings = vec![0; starts[3 * area] as usize];
        let mut ends = starts.clone();
        for placement in placements.iter() {
            for (point, state) in placement.requirements() {
                let end = &mut ends[slot(point, state)];
                postings[*end as usize] = placement.number;
                *end += 1;
            }
        }
        PlacementIndex { starts, postings }
    }

    /// The numbers of the placements that require this state of this point.
    pub(crate) fn requiring(&self, point: u16, state: Option<Color>) -> &[u32] {
        let slot = slot(point, state);
        &self.postings[self.starts[slot] as usize..self.starts[slot + 1] as usize]
    }
}
