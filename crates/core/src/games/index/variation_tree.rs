//! The variations of a game, as the changes by which each line differs from the line
//! before.

use super::point_filter::PointFilter;
use crate::Color;
use crate::games::decoding::GameDecoder;
use crate::games::encoding::DecodeGameError;

/// All lines of a game that has variations. Line 0 is the main line.
#[derive(Debug)]
pub(crate) struct VariationTree {
    lines: Box<[Line]>,
    /// The own changes of all lines, concatenated.
    changes: Box<[PackedChange]>,
    /// For each line the steps that are setups, without step 0. Empty if there are none.
    setups: Box<[Box<[u16]>]>,
    /// The states of points that occur in any line.
    pub filter: PointFilter,
    /// Whether some variation shares no step with an earlier line: other stones are set up
    /// before its first move.
    pub has_other_start: bool,
    /// Number of positions that are not in the main line.
    pub positions: u64,
}

#[derive(Clone, Copy, Debug)]
struct Line {
    /// Number of steps shared with an earlier line; 0 if no earlier line has the same
    /// position before its first move.
    shared: u16,
    /// Number of stored setups that make step 0.
    start: u16,
    /// Number of changes shared with the line before.
    kept: u32,
    /// Where the own changes end.
    end: u32,
}

/// A change of a point in two bytes. Its step follows from the changes before: every step
/// has at least one entry, with the point [`NOWHERE`](Self::NOWHERE) if nothing changes. The
/// stone is then the player who passes.
///
/// ```text
///   bit 15         bits 14 to 2   bits 1 and 0
///   first of its   point          0 empty, 1 black, 2 white
///   step
/// ```
#[derive(Clone, Copy, Debug)]
pub(crate) struct PackedChange(u16);

impl PackedChange {
    /// The point of a step without changes, such as a pass. No board has this point.
    const NOWHERE: u16 = 0xfff;

    fn new(is_first: bool, point: u16, stone: Option<Color>) -> PackedChange {
        let state = stone.map_or(0, |color| 1 + color as u16);
        PackedChange(u16::from(is_first) << 15 | point << 2 | state)
    }

    pub(crate) fn is_first_of_step(self) -> bool {
        self.0 >> 15 == 1
    }

    /// Whether a point changes: not in the entry of a step without changes.
    pub(crate) fn is_somewhere(self) -> bool {
        self.point() != PackedChange::NOWHERE
    }

    /// The player who passes; `None` if a point changes, and for an empty setup.
    pub(crate) fn passing(self) -> Option<Color> {
        self.stone().filter(|_| !self.is_somewhere())
    }

    pub(crate) fn point(self) -> u16 {
        self.0 >> 2 & PackedChange::NOWHERE
    }

    pub(crate) fn stone(self) -> Option<Color> {
        match self.0 & 3 {
            0 => None,
            1 => Some(Color::Black),
            _ => Some(Color::White),
        }
    }
}

impl VariationTree {
    /// Decodes a game.
    pub(crate) fn new(moves: &[u8]) -> Result<VariationTree, DecodeGameError> {
        let mut decoder = GameDecoder::new(moves)?;
        // A change takes at least one byte, a line three.
        let mut lines = Vec::with_capacity(moves.len() / 3);
        let mut changes = Vec::with_capacity(moves.len());
        let mut setups: Vec<Box<[u16]>> = Vec::new();
        let mut filter = PointFilter::default();
        let (mut positions, mut has_other_start) = (0, false);
        while decoder.next_line()? {
            let shared = decoder.shared() as u16; // at most MAX_LINE_STEPS
            let mut own = decoder.own_changes().iter().peekable();
            for (number, step) in decoder.steps().iter().enumerate().skip(decoder.shared()) {
                let start = changes.len();
                while let Some(change) = own.next_if(|own| usize::from(own.step) == number) {
                    let is_first = changes.len() == start;
                    changes.push(PackedChange::new(is_first, change.point, change.stone));
                    filter.add(change.point, change.stone);
                }
                if changes.len() == start {
                    changes.push(PackedChange::new(true, PackedChange::NOWHERE, step.player()));
                }
            }
            if !lines.is_empty() {
                positions += (decoder.steps().len() - decoder.shared()) as u64;
            }
            let kept = (decoder.changes().len() - decoder.own_changes().len()) as u32;
            has_other_start |= shared == 0 && !lines.is_empty();
            let start = decoder.start_setups() as u16; // at most MAX_LINE_STEPS
            lines.push(Line { shared, start, kept, end: changes.len() as u32 });
            setups.push(decoder.setups().into());
        }
        if setups.iter().all(|setups| setups.is_empty()) {
            setups.clear();
        }
        Ok(VariationTree {
            lines: lines.into(),
            changes: changes.into(),
            setups: setups.into(),
            filter,
            has_other_start,
            positions,
        })
    }

    /// The numbers of the variations: all lines but the main line.
    pub(crate) fn variations(&self) -> std::ops::Range<usize> {
        1..self.lines.len()
    }

    /// Number of steps that a line shares with an earlier line; 0 if no earlier line has the
    /// same position before its first move.
    pub(crate) fn shared(&self, line: usize) -> u16 {
        self.lines[line].shared
    }

    /// Number of stored setups that make step 0 of a line: with it, the line shares step 0 with the
    /// last line before it that has the same number, unless it shares no step.
    pub(crate) fn start(&self, line: usize) -> u16 {
        self.lines[line].start
    }

    /// Number of changes that a line shares with the line before.
    pub(crate) fn kept(&self, line: usize) -> usize {
        self.lines[line].kept as usize
    }

    /// The changes of a line that the line before does not have. They belong to the steps
    /// from [`shared`](Self::shared) on.
    pub(crate) fn changes(&self, line: usize) -> &[PackedChange] {
        let start = if line == 0 { 0 } else { self.lines[line - 1].end as usize };
        &self.changes[start..self.lines[line].end as usize]
    }

    /// The steps of a line that are setups, without step 0.
    pub(crate) fn setups(&self, line: usize) -> &[u16] {
        self.setups.get(line).map_or(&[], |setups| setups)
    }

    /// Size in memory, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let setups = self.setups.iter().map(|setups| size_of_val(setups) + size_of_val(&**setups));
        size_of::<VariationTree>()
            + size_of_val(&*self.lines)
            + size_of_val(&*self.changes)
            + setups.sum::<usize>()
            + self.filter.bytes()
    }
}
