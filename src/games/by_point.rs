//! For each point of a board the placements of a shape that have to do with it.

use super::bits::ones;
use super::placement::{Placements, Stone};

/// For each point the placements that have to do with it.
#[derive(Debug)]
pub(super) struct ByPoint {
    asking: Asking,
    /// For each point those that ask something of it, as [`Placements::bit`] has
    /// them.
    pub asking_any: Vec<u64>,
    /// The same, those in whose rectangle it lies.
    pub around: Vec<u64>,
}

/// For each point and what may be asked of it the placements that do.
#[derive(Debug)]
enum Asking {
    /// For each [place](Asking::place) a bit for each, of so few.
    Few(Vec<u64>),
    /// Where the numbers for each place begin, and all of them.
    Many(Vec<u32>, Vec<u32>),
}

impl ByPoint {
    pub fn new(placements: &Placements) -> ByPoint {
        let none = || vec![0; placements.area()];
        let (mut asking_any, mut around) = (none(), none());
        let mut asked = Vec::new();
        for (number, placement) in placements.iter() {
            let bit = placements.bit(number);
            for (point, stone) in placement.asked_of_points() {
                asking_any[usize::from(point)] |= bit;
                asked.push((Asking::place(point, stone), number));
            }
            placement.rows().flatten().for_each(|at| around[at] |= bit);
        }
        let places = Asking::STONES * placements.area();
        let asking = if placements.have_bits() {
            Asking::few(&asked, places)
        } else {
            Asking::many(&asked, places)
        };
        ByPoint { asking, asking_any, around }
    }

    /// The numbers of those that ask for this of a point; of few among these, a
    /// bit each.
    #[inline(always)]
    pub fn asking(&self, point: u16, stone: Stone, among: u64) -> impl Iterator<Item = u32> {
        let at = Asking::place(point, stone);
        let (few, many) = match &self.asking {
            Asking::Few(words) => (words[at] & among, &[][..]),
            Asking::Many(starts, numbers) => {
                (0, &numbers[starts[at] as usize..starts[at + 1] as usize])
            }
        };
        ones(few).map(|number| number as u32).chain(many.iter().copied())
    }
}

impl Asking {
    /// Nothing, black, white.
    const STONES: usize = 3;

    fn place(point: u16, stone: Stone) -> usize {
        usize::from(point) * Asking::STONES + usize::from(stone.code())
    }

    /// From places and numbers.
    fn few(asked: &[(usize, u32)], places: usize) -> Asking {
        let mut words = vec![0; places];
        asked.iter().for_each(|&(place, number)| words[place] |= 1 << number);
        Asking::Few(words)
    }

    /// From places and numbers.
    fn many(asked: &[(usize, u32)], places: usize) -> Asking {
        // First where the numbers of each place end; filled from there
        // downwards, ends become starts.
        let mut starts = vec![0; places + 1];
        asked.iter().for_each(|&(place, _)| starts[place] += 1);
        let mut sum = 0;
        for end in &mut starts {
            sum += *end;
            *end = sum;
        }
        let mut numbers = vec![0; asked.len()];
        for &(place, number) in asked {
            starts[place] -= 1;
            numbers[starts[place] as usize] = number;
        }
        Asking::Many(starts, numbers)
    }
}
