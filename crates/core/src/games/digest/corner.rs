//! A pattern in one corner of many games.

use std::sync::Arc;

use super::corner_states::{CornerImage, CornerStates, START, Transition};
use super::layout::{
    CORNER_SIDE, DigestPlanes, LISTED, NONE, SETUP, WHITE, removed_plane, step_plane, stone_plane,
};
use crate::Color;
use crate::go::Point;

/// A match of an image in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CornerEvent {
    /// The row.
    pub(super) row: u32,
    /// The number of the image.
    pub(super) image: u8,
    /// The step with which the match begins.
    pub(super) step: u8,
    /// The next stone inside of the rectangle: its step, and the stone.
    pub(super) next: Option<(u8, CornerStone)>,
}

/// A stone in the list of a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CornerStone(u8);

impl CornerStone {
    /// The number of different stones.
    pub const COUNT: usize = 2 * WHITE as usize;

    /// All stones.
    pub fn all() -> impl Iterator<Item = CornerStone> {
        (0..2 * WHITE).map(CornerStone)
    }

    /// A number below [`COUNT`](Self::COUNT).
    #[inline]
    pub fn number(self) -> usize {
        self.0.into()
    }

    /// The stone with a [number](Self::number).
    pub(super) fn with_number(number: usize) -> CornerStone {
        CornerStone(number as u8)
    }

    /// The point of the stone in the corner at the upper left.
    pub fn point(self) -> Point {
        let place = self.0 % WHITE;
        Point::new(place % CORNER_SIDE, place / CORNER_SIDE)
    }

    /// The color of the stone.
    pub fn color(self) -> Color {
        if self.0 < WHITE { Color::Black } else { Color::White }
    }
}

/// What a walk says of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Steps {
    /// The step of each match and of each next stone.
    Exact,
    /// Unspecified numbers, which take fewer planes.
    Unspecified,
}

/// The images of a pattern in a corner, prepared for a walk along the lists of many rows.
#[derive(Clone, Debug)]
pub(super) struct CornerWalk {
    states: CornerStates,
    /// Those of the corner that is examined come first.
    walkers: Vec<Walker>,
    found: Vec<Found>,
}

/// A row on the walk.
#[derive(Clone, Copy, Debug, Default)]
struct Walker {
    row: u32,
    state: u32,
}

/// A match whose steps are not read yet.
#[derive(Clone, Copy, Debug)]
struct Found {
    row: u32,
    image: u8,
    /// Number of listed stones when the match begins.
    start: u8,
    /// The number in the list of the entry that ends the match, and the entry.
    end: (u8, u8),
}

impl CornerWalk {
    /// Prepares at most four different images inside of a corner.
    pub(super) fn new(images: &[CornerImage]) -> CornerWalk {
        let states = CornerStates::new(images);
        CornerWalk { states, walkers: Vec::new(), found: Vec::new() }
    }

    /// Passes the matches in a corner to `visit`. Examines the rows with a byte in `wanted`. Clears
    /// the byte of a row that is undecided, and adds the row to `undecided`; matches of such rows
    /// are to be ignored.
    ///
    /// # Errors
    /// When a plane cannot be read.
    pub(super) fn run<P: DigestPlanes>(
        &mut self,
        planes: &mut P,
        (corner, steps): (usize, Steps),
        wanted: &mut [u8],
        undecided: &mut Vec<u32>,
        visit: impl FnMut(CornerEvent),
    ) -> Result<(), P::Error> {
        self.found.clear();
        let first_undecided = undecided.len();
        let mut on_the_walk = 0;
        for number in 0..LISTED {
            if number > 0 && on_the_walk == 0 {
                break;
            }
            let stones = planes.plane(stone_plane(corner, number))?;
            let removed = planes.plane(removed_plane(corner, number / 8))?;
            let list = Entries { number: number as u8, stones: &stones, removed: &removed };
            on_the_walk = match number {
                0 => self.begin(&list, wanted, undecided),
                _ => self.go_on(&list, on_the_walk, undecided),
            };
        }
        undecided.extend(self.walkers[..on_the_walk].iter().map(|walker| walker.row));
        undecided[first_undecided..].iter().for_each(|&row| wanted[row as usize] = 0);
        self.read_steps(planes, (corner, steps), wanted, undecided, visit)
    }

    /// Makes walkers of the wanted rows that go on behind the first entry of the list. Returns their number.
    fn begin(&mut self, list: &Entries<'_>, wanted: &[u8], undecided: &mut Vec<u32>) -> usize {
        self.walkers.resize(wanted.len().max(self.walkers.len()), Walker::default());
        let transitions: [Transition; 512] =
            std::array::from_fn(|entry| self.states.follow(START, entry as u8, entry >= 256));
        let mut kept = 0;
        let rows = list.stones.iter().zip(list.removed).zip(wanted).zip(0..);
        for (((&entry, &removed), &is_wanted), row) in rows {
            let transition = transitions[usize::from(removed & 1) * 256 + usize::from(entry)];
            if transition.is_special() && is_wanted != 0 {
                self.note(list, Walker { row, state: START }, entry, transition, undecided);
            }
            // Without a branch, which would be taken for any part of the rows.
            self.walkers[kept] = Walker { row, state: transition.next() };
            kept += usize::from(transition.next() != 0 && is_wanted != 0);
        }
        kept
    }

    /// Moves the first walkers to the next entry of the list. Returns the number of those that go on, which
    /// are the first ones then.
    fn go_on(&mut self, list: &Entries<'_>, walkers: usize, undecided: &mut Vec<u32>) -> usize {
        let mut kept = 0;
        for number in 0..walkers {
            let walker = self.walkers[number];
            let (entry, is_removed) = list.get(walker.row);
            let transition = self.states.follow(walker.state, entry, is_removed);
            if transition.is_special() {
                self.note(list, walker, entry, transition, undecided);
            }
            self.walkers[kept] = Walker { row: walker.row, state: transition.next() };
            kept += usize::from(transition.next() != 0);
        }
        kept
    }

    /// Notes the matches that end, or the row as undecided.
    fn note(
        &mut self,
        list: &Entries<'_>,
        Walker { row, state }: Walker,
        entry: u8,
        transition: Transition,
        undecided: &mut Vec<u32>,
    ) {
        if transition.is_undecided() {
            undecided.push(row);
        }
        for image in transition.ended() {
            let (start, end) = (self.states.start(state, image), (list.number, entry));
            self.found.push(Found { row, image, start, end });
        }
    }

    /// Reads the steps of matches and passes these to `visit`.
    fn read_steps<P: DigestPlanes>(
        &self,
        planes: &mut P,
        (corner, steps): (usize, Steps),
        wanted: &mut [u8],
        undecided: &mut Vec<u32>,
        mut visit: impl FnMut(CornerEvent),
    ) -> Result<(), P::Error> {
        if self.found.is_empty() {
            return Ok(());
        }
        // Without the steps, a next stone may be one of the stones before the first move, if there are so
        // many.
        let setup = planes.plane(SETUP)?;
        let has_steps = |found: &Found| {
            steps == Steps::Exact || found.end.0 < setup[found.row as usize] && found.end.1 != NONE
        };
        let mut is_read = [false; LISTED];
        for found in self.found.iter().filter(|found| has_steps(found)) {
            if let Some(last) = found.start.checked_sub(1) {
                is_read[usize::from(last)] = true;
            }
            if found.end.1 != NONE {
                is_read[usize::from(found.end.0)] = true;
            }
        }
        let mut planes_of_steps: [Option<Arc<Vec<u8>>>; LISTED] = Default::default();
        for number in (0..LISTED).filter(|&number| is_read[number]) {
            planes_of_steps[number] = Some(planes.plane(step_plane(corner, number))?);
        }
        let step = |number: u8, row: u32| {
            let steps = planes_of_steps[usize::from(number)].as_ref();
            steps.expect("the plane was marked to be read")[row as usize]
        };
        for found in &self.found {
            let &Found { row, image, start, end: (number, entry) } = found;
            if wanted[row as usize] == 0 {
                continue; // undecided
            }
            let is_read = has_steps(found);
            let begin = match start.checked_sub(1) {
                Some(last) if is_read => step(last, row),
                _ => start,
            };
            let next = match (entry, is_read) {
                (NONE, _) => None,
                (_, false) => Some((number + 1, CornerStone(entry))),
                (_, true) => match step(number, row) {
                    // The stone is set up with the others, so they were never there without it.
                    0 if self.states.contradicts(entry, image) => continue,
                    0 => {
                        wanted[row as usize] = 0;
                        undecided.push(row);
                        continue;
                    }
                    step => Some((step, CornerStone(entry))),
                },
            };
            visit(CornerEvent { row, image, step: begin, next });
        }
        Ok(())
    }
}

/// One entry of the list of a corner in each row.
struct Entries<'a> {
    /// The number of the entry in the lists.
    number: u8,
    stones: &'a [u8],
    /// For each row a bit for each of eight entries whether the stone is removed later.
    removed: &'a [u8],
}

impl Entries<'_> {
    /// The entry in a row, and whether the stone is removed later.
    fn get(&self, row: u32) -> (u8, bool) {
        let row = row as usize;
        (self.stones[row], self.removed[row] >> (self.number % 8) & 1 == 1)
    }
}
