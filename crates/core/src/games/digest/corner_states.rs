//! The states of a walk along the list of a corner, numbered: what an entry makes of a state is computed
//! once, and looked up for all other rows.

use std::collections::HashMap;

use super::layout::{CORNER_SIDE, NONE, UNCLEAR, WHITE};
use crate::Color;
use crate::go::Point;
use crate::gtn::Asked;

/// The requirements of a pattern on the points of its rectangle, in a corner at the upper left.
pub type CornerImage = Vec<(Point, Asked)>;

/// The most images of a pattern in one corner: the identity and the mirror in the diagonal, each in
/// two colors.
pub(super) const MAX_IMAGES: usize = 4;

/// The state before the first entry. Number 0 is the end of a walk.
pub(super) const START: u32 = 1;

/// Number of different entries, each of a stone that stays or that is removed later.
const ENTRIES: usize = 512;

/// A transition that is not computed yet.
const UNKNOWN: u32 = u32::MAX;

/// The states that walks with the images of a pattern reach.
#[derive(Clone, Debug)]
pub(super) struct CornerStates {
    /// For each listed stone.
    effects: [Effect; 256],
    /// For each image the number of stones that it requires.
    stones: [usize; MAX_IMAGES],
    states: Vec<State>,
    numbers: HashMap<State, u32>,
    /// For each state the transition of each entry, see [`Transition`].
    transitions: Vec<u32>,
}

/// What an entry of a list makes of a state: the number of the next state, 0 at the end of the walk, then a
/// bit for an undecided row, and a bit for each image whose match the entry ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Transition(u32);

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

/// What the stones so far mean. Sets of images are bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct State {
    /// Number of entries so far.
    entries: u8,
    /// Images that no stone contradicts, before they match.
    open: u8,
    /// Images that match, until the next stone.
    matching: u8,
    /// Images that have matched, and that no stone contradicts.
    done: u8,
    /// Images that only stones contradict that are removed later.
    suspended: u8,
    /// For each open image the number of its stones that have arrived.
    counts: [u8; MAX_IMAGES],
    /// For each matching image the number of stones in the list when it begins to match.
    starts: [u8; MAX_IMAGES],
}

impl Transition {
    const UNDECIDED: u32 = 1 << MAX_IMAGES;
    const NEXT: u32 = MAX_IMAGES as u32 + 1;

    fn new(next: u32, is_undecided: bool, ended: u8) -> Transition {
        let flag = if is_undecided { Transition::UNDECIDED } else { 0 };
        Transition(next << Transition::NEXT | flag | u32::from(ended))
    }

    /// The number of the next state, 0 at the end of the walk.
    pub(super) fn next(self) -> u32 {
        self.0 >> Transition::NEXT
    }

    /// Whether the row is undecided, or matches end.
    pub(super) fn is_special(self) -> bool {
        self.0 & (2 * Transition::UNDECIDED - 1) != 0
    }

    pub(super) fn is_undecided(self) -> bool {
        self.0 & Transition::UNDECIDED != 0
    }

    /// The images whose matches end.
    pub(super) fn ended(self) -> impl Iterator<Item = u8> {
        (0..MAX_IMAGES as u8).filter(move |image| self.0 >> image & 1 == 1)
    }
}

/// The index of a transition.
#[inline(always)]
fn index(state: u32, entry: u8, is_removed: bool) -> usize {
    state as usize * ENTRIES + usize::from(is_removed) * 256 + usize::from(entry)
}

impl CornerStates {
    /// Prepares at most four different images inside of a corner.
    pub(super) fn new(images: &[CornerImage]) -> CornerStates {
        let mut effects = [Effect::default(); 256];
        let mut stones = [0; MAX_IMAGES];
        // Images without a stone match until the first one.
        let (mut open, mut matching) = (0, 0);
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
            *(if stones[number] == 0 { &mut matching } else { &mut open }) |= bit;
        }
        let mut states = CornerStates {
            effects,
            stones,
            states: vec![State::default()],
            numbers: HashMap::new(),
            transitions: vec![UNKNOWN; ENTRIES],
        };
        let start = states.number(State { open, matching, ..State::default() });
        debug_assert_eq!(start, START);
        states
    }

    /// The number of stones in the list when a matching image began to match.
    pub(super) fn start(&self, state: u32, image: u8) -> u8 {
        self.states[state as usize].starts[usize::from(image)]
    }

    /// Whether a listed stone contradicts an image.
    pub(super) fn contradicts(&self, entry: u8, image: u8) -> bool {
        self.effects[usize::from(entry)].conflict >> image & 1 == 1
    }

    /// What an entry makes of a state.
    #[inline(always)]
    pub(super) fn follow(&mut self, state: u32, entry: u8, is_removed: bool) -> Transition {
        match self.transitions[index(state, entry, is_removed)] {
            UNKNOWN => self.follow_first(state, entry, is_removed),
            known => Transition(known),
        }
    }

    /// What an entry makes of a state, for the first time.
    #[cold]
    fn follow_first(&mut self, state: u32, entry: u8, is_removed: bool) -> Transition {
        let transition = self.compute(self.states[state as usize], entry, is_removed);
        self.transitions[index(state, entry, is_removed)] = transition.0;
        transition
    }

    /// The number of a state, which may be new.
    fn number(&mut self, state: State) -> u32 {
        if let Some(&known) = self.numbers.get(&state) {
            return known;
        }
        let number = self.states.len() as u32;
        self.states.push(state);
        self.numbers.insert(state, number);
        self.transitions.resize(self.states.len() * ENTRIES, UNKNOWN);
        number
    }

    fn compute(&mut self, before: State, entry: u8, is_removed: bool) -> Transition {
        let Effect { required, conflict, inside } = self.effects[usize::from(entry)];
        match entry {
            UNCLEAR => return Transition::new(0, true, 0),
            NONE => return Transition::new(0, false, before.matching),
            _ => {}
        }
        let mut state = before;
        state.entries += 1;
        let ended = before.matching & inside;
        state.matching &= !ended;
        state.done |= ended;
        let contradicted = (state.open | state.done) & conflict;
        state.open &= !conflict;
        state.done &= !conflict;
        if is_removed {
            state.suspended |= contradicted;
        } else {
            state.suspended &= !conflict;
        }
        for image in 0..MAX_IMAGES {
            let bit = 1 << image;
            if state.open & required & bit != 0 {
                state.counts[image] += 1;
                if usize::from(state.counts[image]) == self.stones[image] {
                    state.open &= !bit;
                    state.matching |= bit;
                    state.starts[image] = state.entries;
                }
            }
            // Values that nobody reads do not make states different.
            if state.open & bit == 0 {
                state.counts[image] = 0;
            }
            if state.matching & bit == 0 {
                state.starts[image] = 0;
            }
        }
        let is_end = state.open | state.matching | state.done | state.suspended == 0;
        let next = if is_end { 0 } else { self.number(state) };
        Transition::new(next, false, ended)
    }
}
