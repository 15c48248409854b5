//! A pattern in one corner of many games.

use std::sync::Arc;

use super::layout::{
    CORNER_SIDE, DigestPlanes, LISTED, NONE, UNCLEAR, WHITE, removed_plane, step_plane, stone_plane,
};
use crate::Color;
use crate::go::Point;
use crate::gtn::Asked;

/// The most images of a pattern in one corner: the identity and the mirror in the diagonal, each in
/// two colors.
const MAX_IMAGES: usize = 4;

/// The requirements of a pattern on the points of its rectangle, in a corner at the upper left.
pub type CornerImage = Vec<(Point, Asked)>;

/// A match of an image in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CornerEvent {
    /// The row.
    pub(super) row: u32,
    /// The number of the image.
    pub(super) image: usize,
    /// The step with which the match begins.
    pub(super) step: u8,
    /// The next stone inside of the rectangle: its step, its point and its color.
    pub(super) next: Option<(u8, Point, Color)>,
}

/// The images of a pattern in a corner, prepared for a walk along the lists of many rows.
#[derive(Clone, Debug)]
pub(super) struct CornerWalk {
    /// For each listed stone.
    effects: [Effect; 256],
    /// For each image the number of stones that it requires.
    stones: [usize; MAX_IMAGES],
    images: usize,
}

/// What a listed stone means: sets of images, as bits.
#[derive(Clone, Copy, Debug, Default)]
struct Effect {
    /// The images that require the stone.
    required: u8,
    /// The images that the stone contradicts.
    conflict: u8,
    /// The images that have the stone inside of their rectangle.
    inside: u8,
}

/// A row on the walk. Sets of images are bits.
#[derive(Clone, Copy, Debug)]
struct Walker {
    row: u32,
    /// Images that no stone contradicts, before they match.
    open: u8,
    /// Images that match, until the next stone.
    matching: u8,
    /// Images that have matched, and that no stone contradicts.
    done: u8,
    /// Images that only stones contradict that are removed later.
    suspended: u8,
    /// For each image the number of its stones that have arrived.
    counts: [u8; MAX_IMAGES],
    /// For each image the number of stones in the list when it begins to match.
    starts: [u8; MAX_IMAGES],
}

/// A match whose steps are not read yet.
#[derive(Clone, Copy, Debug)]
struct Found {
    row: u32,
    image: u8,
    /// Number of listed stones when the match begins.
    start: u8,
    /// The next stone inside of the rectangle: its number in the list, and the entry.
    next: Option<(u8, u8)>,
}

/// What an entry of a list makes of a walker.
enum Walked {
    On,
    Decided,
    Undecided,
}

impl CornerWalk {
    /// Prepares at most four different images inside of a corner.
    pub(super) fn new(images: &[CornerImage]) -> CornerWalk {
        let mut effects = [Effect::default(); 256];
        let mut stones = [0; MAX_IMAGES];
        for (number, image) in images.iter().enumerate() {
            let bit = 1 << number;
            for &(Point { col, row }, asked) in image {
                for color in Color::ALL {
                    let white = if color == Color::White { WHITE } else { 0 };
                    let entry = row * CORNER_SIDE + col + white;
                    let effect = &mut effects[usize::from(entry)];
                    effect.inside |= bit;
                    match asked {
                        Asked::Stone(required) if required == color => effect.required |= bit,
                        Asked::Stone(_) | Asked::Empty => effect.conflict |= bit,
                        Asked::Anything => {}
                    }
                }
                stones[number] += usize::from(matches!(asked, Asked::Stone(_)));
            }
        }
        CornerWalk { effects, stones, images: images.len() }
    }

    /// Passes the matches in a corner to `visit`. Examines the rows with a byte in `wanted`. Clears
    /// the byte of a row that is undecided, and adds the row to `undecided`; matches of such rows
    /// are to be ignored.
    ///
    /// # Errors
    /// When a plane cannot be read.
    pub(super) fn run<P: DigestPlanes>(
        &self,
        planes: &mut P,
        corner: usize,
        wanted: &mut [u8],
        undecided: &mut Vec<u32>,
        mut visit: impl FnMut(CornerEvent),
    ) -> Result<(), P::Error> {
        let mut found = Vec::new();
        let mut walkers = self.begin(planes, corner, wanted, &mut found)?;
        for number in 0..LISTED {
            if walkers.is_empty() {
                break;
            }
            let stones = planes.plane(stone_plane(corner, number))?;
            let removed = planes.plane(removed_plane(corner, number / 8))?;
            walkers.retain_mut(|walker| {
                let row = walker.row as usize;
                let is_removed = removed[row] >> (number % 8) & 1 == 1;
                match self.step(walker, number as u8, stones[row], is_removed, &mut found) {
                    Walked::On => true,
                    Walked::Decided => false,
                    Walked::Undecided => {
                        give_up(walker.row, wanted, undecided);
                        false
                    }
                }
            });
        }
        walkers.iter().for_each(|walker| give_up(walker.row, wanted, undecided));
        self.read_steps(planes, corner, &found, wanted, undecided, &mut visit)
    }

    /// The walkers of all wanted rows but those that the first stone decides; adds the matches of these.
    fn begin<P: DigestPlanes>(
        &self,
        planes: &mut P,
        corner: usize,
        wanted: &[u8],
        found: &mut Vec<Found>,
    ) -> Result<Vec<Walker>, P::Error> {
        let images = 0..self.images;
        let all = images.clone().fold(0, |all, image| all | 1 << image);
        let matching = images.filter(|&image| self.stones[image] == 0);
        let matching = matching.fold(0, |matching, image| matching | 1 << image);
        let stones = planes.plane(stone_plane(corner, 0))?;
        let removed = planes.plane(removed_plane(corner, 0))?;
        // Images without a stone match until the first one.
        let is_decided: [bool; 256] = std::array::from_fn(|entry| {
            let is_stone = entry < usize::from(UNCLEAR);
            is_stone && self.effects[entry].conflict == all || entry == usize::from(NONE)
        });
        let rows = stones.iter().zip(&**removed).zip(wanted).zip(0..);
        let rows = rows.filter(|&(((&stone, &removed), &wanted), row)| {
            let is_decided = is_decided[usize::from(stone)] && removed & 1 == 0;
            if wanted != 0 && is_decided && matching != 0 {
                let next = (stone != NONE).then_some((0, stone));
                let images = (0..self.images as u8).filter(|image| matching >> image & 1 == 1);
                found.extend(images.map(|image| Found { row, image, start: 0, next }));
            }
            wanted != 0 && !is_decided
        });
        let walker = Walker {
            row: 0,
            open: all & !matching,
            matching,
            done: 0,
            suspended: 0,
            counts: [0; MAX_IMAGES],
            starts: [0; MAX_IMAGES],
        };
        let place = |(_, row)| {
            let mut placed = walker;
            placed.row = row;
            placed
        };
        Ok(rows.map(place).collect())
    }

    /// Goes on to an entry of the list.
    fn step(
        &self,
        walker: &mut Walker,
        number: u8,
        entry: u8,
        is_removed: bool,
        found: &mut Vec<Found>,
    ) -> Walked {
        let Effect { required, conflict, inside } = self.effects[usize::from(entry)];
        let mut add = |walker: &Walker, images: u8, next: Option<(u8, u8)>| {
            for image in (0..self.images).filter(|image| images >> image & 1 == 1) {
                let start = walker.starts[image];
                found.push(Found { row: walker.row, image: image as u8, start, next });
            }
        };
        match entry {
            UNCLEAR => return Walked::Undecided,
            NONE => {
                add(walker, walker.matching, None);
                return Walked::Decided;
            }
            _ => {}
        }
        let ending = walker.matching & inside;
        if ending != 0 {
            add(walker, ending, Some((number, entry)));
            walker.matching &= !ending;
            walker.done |= ending;
        }
        let contradicted = (walker.open | walker.done) & conflict;
        walker.open &= !conflict;
        walker.done &= !conflict;
        if is_removed {
            walker.suspended |= contradicted;
        } else {
            walker.suspended &= !conflict;
        }
        let arrived = walker.open & required;
        for image in (0..self.images).filter(|image| arrived >> image & 1 == 1) {
            walker.counts[image] += 1;
            if usize::from(walker.counts[image]) == self.stones[image] {
                walker.open &= !(1 << image);
                walker.matching |= 1 << image;
                walker.starts[image] = number + 1;
            }
        }
        if walker.open | walker.matching | walker.done | walker.suspended == 0 {
            return Walked::Decided;
        }
        Walked::On
    }

    /// Reads the steps of matches and passes these to `visit`.
    fn read_steps<P: DigestPlanes>(
        &self,
        planes: &mut P,
        corner: usize,
        found: &[Found],
        wanted: &mut [u8],
        undecided: &mut Vec<u32>,
        visit: &mut impl FnMut(CornerEvent),
    ) -> Result<(), P::Error> {
        let mut is_read = [false; LISTED];
        for Found { start, next, .. } in found {
            if let Some(last) = start.checked_sub(1) {
                is_read[usize::from(last)] = true;
            }
            next.iter().for_each(|&(number, _)| is_read[usize::from(number)] = true);
        }
        let mut steps: [Option<Arc<Vec<u8>>>; LISTED] = Default::default();
        for number in (0..LISTED).filter(|&number| is_read[number]) {
            steps[number] = Some(planes.plane(step_plane(corner, number))?);
        }
        let step = |number: u8, row: u32| {
            let steps = steps[usize::from(number)].as_ref();
            steps.expect("the plane was marked to be read")[row as usize]
        };
        for &Found { row, image, start, next } in found {
            if wanted[row as usize] == 0 {
                continue; // undecided
            }
            let begin = start.checked_sub(1).map_or(0, |last| step(last, row));
            let next = match next {
                None => None,
                Some((number, entry)) => match step(number, row) {
                    // The stone is set up with the others, so they were never there without it.
                    0 if self.effects[usize::from(entry)].conflict >> image & 1 == 1 => continue,
                    0 => {
                        give_up(row, wanted, undecided);
                        continue;
                    }
                    step => {
                        let color = if entry < WHITE { Color::Black } else { Color::White };
                        let place = entry % WHITE;
                        Some((step, Point::new(place % CORNER_SIDE, place / CORNER_SIDE), color))
                    }
                },
            };
            visit(CornerEvent { row, image: usize::from(image), step: begin, next });
        }
        Ok(())
    }
}

/// Makes a row undecided.
fn give_up(row: u32, wanted: &mut [u8], undecided: &mut Vec<u32>) {
    if std::mem::replace(&mut wanted[row as usize], 0) != 0 {
        undecided.push(row);
    }
}
