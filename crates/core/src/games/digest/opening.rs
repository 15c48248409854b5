//! A position on the whole board in many games.

use super::layout::{DigestPlanes, LISTED, NO_MOVE, PASSES, SETUP, UNCLEAR_MOVE, opening_planes};
use crate::Color;

/// A match of a placement in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OpeningEvent {
    pub(super) row: u32,
    /// The index of the placement.
    pub(super) placement: usize,
    pub(super) step: u16,
    /// The next move: its step, its point, `None` for a pass, and its color.
    pub(super) next: Option<(u16, Option<u16>, Color)>,
}

/// The images of a position, prepared for a walk along the lists of many rows.
#[derive(Debug)]
pub(super) struct OpeningWalk {
    /// For each stone, `point * 2 + color`, the images that have the stone, as bits.
    images: Vec<u16>,
    all: u16,
    /// Number of stones of the position.
    stones: usize,
}

struct Walker {
    row: u32,
    /// The images that have all stones so far.
    images: u16,
    /// Number of stones so far.
    stones: u8,
    /// The step in which the position is reached.
    start: Option<u16>,
}

impl OpeningWalk {
    /// Prepares at most sixteen different images, each with its stones on a board of `area` points.
    pub(super) fn new(area: usize, images: &[Vec<(u16, Color)>]) -> OpeningWalk {
        let (mut masks, mut all, mut stones) = (vec![0; 2 * area], 0, 0);
        for (number, image) in images.iter().enumerate() {
            stones = image.len();
            all |= 1 << number;
            for &(point, color) in image {
                masks[usize::from(point) * 2 + color as usize] |= 1 << number;
            }
        }
        OpeningWalk { images: masks, all, stones }
    }

    /// Like [`CornerWalk::run`](super::CornerWalk::run); a row has at most one match.
    pub(super) fn run<P: DigestPlanes>(
        &self,
        planes: &mut P,
        wanted: &mut [u8],
        undecided: &mut Vec<u32>,
        mut visit: impl FnMut(OpeningEvent),
    ) -> Result<(), P::Error> {
        let setup = planes.plane(SETUP)?;
        let start = (self.stones == 0).then_some(0);
        let mut walkers: Vec<Walker> = wanted
            .iter()
            .zip(0..)
            .filter(|&(&wanted, _)| wanted != 0)
            .map(|(_, row)| Walker { row, images: self.all, stones: 0, start })
            .collect();
        let mut give_up = |row: u32| {
            wanted[row as usize] = 0;
            undecided.push(row);
        };
        for number in 0..LISTED {
            if walkers.is_empty() {
                return Ok(());
            }
            let [low, high] = opening_planes(number);
            let (low, high) = (planes.plane(low)?, planes.plane(high)?);
            walkers.retain_mut(|walker| {
                let row = walker.row as usize;
                let entry = u16::from_le_bytes([low[row], high[row]]);
                let is_setup = number < usize::from(setup[row]);
                // The step of the entry, if it is a move.
                let step = (number + 1).saturating_sub(usize::from(setup[row])) as u16;
                let end = |start: u16, next: Option<(u16, Option<u16>, Color)>| OpeningEvent {
                    row: walker.row,
                    placement: walker.images.trailing_zeros() as usize,
                    step: start,
                    next,
                };
                match (entry, walker.start) {
                    (UNCLEAR_MOVE, _) => {
                        give_up(walker.row);
                        return false;
                    }
                    (NO_MOVE, None) => return false,
                    (NO_MOVE, Some(start)) => {
                        visit(end(start, None));
                        return false;
                    }
                    (PASSES..NO_MOVE, None) => return true,
                    (_, Some(_)) if is_setup => return false, // more stones before the first move
                    (PASSES..NO_MOVE, Some(start)) => {
                        visit(end(start, Some((step, None, color_of(entry - PASSES)))));
                        return false;
                    }
                    (_, Some(start)) => {
                        visit(end(start, Some((step, Some(entry / 2), color_of(entry)))));
                        return false;
                    }
                    (_, None) => {}
                }
                walker.images &= self.images[usize::from(entry)];
                walker.stones += 1;
                if usize::from(walker.stones) == self.stones {
                    walker.start = Some(step);
                }
                walker.images != 0
            });
        }
        walkers.iter().for_each(|walker| give_up(walker.row));
        Ok(())
    }
}

/// The color in the lowest bit of an entry.
fn color_of(entry: u16) -> Color {
    if entry & 1 == 1 { Color::White } else { Color::Black }
}
