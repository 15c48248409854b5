//! Matches in main lines: the result of the kernel, refined by the change log where a
//! point with later changes is involved.

use std::ops::Range;

use super::match_kernel::{Candidate, find_following_stones};
use super::matches::{BoardMatch, PlayedMove};
use crate::games::bitset::iter_ones;
use crate::games::index::{Interval, MainLineView, Occupancy, Tile};
use crate::games::pattern::Placement;
use crate::gtn::Asked;

/// Passes all matches of a candidate to `visit`, each with the lane of its game.
pub(super) fn find_matches(
    tile: Tile<'_>,
    placement: Placement<'_>,
    candidate: &Candidate,
    mut visit: impl FnMut(usize, BoardMatch),
) {
    let Candidate { intervals, lanes, .. } = candidate;
    let following = find_following_stones(tile.first_stones, placement, intervals);
    for lane in iter_ones(*lanes) {
        let (line, range) = (tile.main_line(lane), intervals.range(lane));
        let mut visit = |range: &Range<u16>, stone: Option<PlayedMove>| {
            let pass = || first_stone(passes_after(line, range.start), range);
            let pass = placement.is_whole_board().then(pass).flatten();
            let next = stone.into_iter().chain(pass).min();
            let closes = next.map_or(range.end, |next| next.step);
            let (step, placement) = (range.start, placement.number);
            visit(lane, BoardMatch { step, placement, next, closes });
        };
        if intervals.is_exact(lane, &following) {
            let next = || following.next(lane, tile.first_stones, placement);
            // A wildcard with later changes may come before, and a setup is not a move.
            let next = match (line.setups(), placement.wildcards()) {
                ([], []) => next(),
                ([], _) => {
                    first_stone(logged_stones(line, placement, range.start).chain(next()), &range)
                }
                _ => first_stone(stones_after(line, placement, range.start), &range),
            };
            visit(&range, next);
        } else {
            for range in match_ranges(line, placement, range) {
                let next = first_stone(stones_after(line, placement, range.start), &range);
                visit(&range, next);
            }
        }
    }
}

/// The stones played inside of the rectangle after a step, in order, until a stone elsewhere
/// captures inside; and the step of that capture, or [`u16::MAX`].
pub(super) fn list_stones(
    line: MainLineView<'_>,
    placement: Placement<'_>,
    step: u16,
) -> (Vec<PlayedMove>, u16) {
    let mut stones: Vec<PlayedMove> = stones_after(line, placement, step).collect();
    stones.sort_unstable();
    let is_elsewhere = |step: &u16| {
        stones.binary_search_by_key(step, |stone| stone.step).is_err()
            && line.setups().binary_search(step).is_err()
    };
    let ends = changing_points(line, placement)
        .flat_map(|(occupancy, _)| occupancy.intervals().map(|stone| stone.end));
    let stops = ends.filter(|&end| end > step && end < u16::MAX).filter(is_elsewhere).min();
    let stops = stops.unwrap_or(u16::MAX);
    stones.retain(|stone| stone.step < stops);
    (stones, stops)
}

/// The passes after a step.
fn passes_after(line: MainLineView<'_>, step: u16) -> impl Iterator<Item = PlayedMove> + use<'_> {
    let passes = line.change_log().passes();
    let passes = passes.map(|(step, color)| PlayedMove { step, point: None, color });
    passes.filter(move |pass| pass.step > step)
}

/// The first move, if it comes until the end of the range. A stone on a point required
/// to be empty ends the range, and counts.
fn first_stone(stones: impl Iterator<Item = PlayedMove>, range: &Range<u16>) -> Option<PlayedMove> {
    stones.min().filter(|stone| stone.step <= range.end)
}

/// The stones played inside of the rectangle after a step, in no order. Stones that a setup
/// adds are not played.
fn stones_after<'a>(
    line: MainLineView<'a>,
    placement: Placement<'a>,
    step: u16,
) -> impl Iterator<Item = PlayedMove> + use<'a> {
    let final_stones = placement.points().filter_map(move |point| {
        let first = line.first_stone(point);
        let is_after = first.is_final() && first.step() > step;
        is_after.then(|| PlayedMove {
            step: first.step(),
            point: Some(point),
            color: first.color(),
        })
    });
    let stones = final_stones.chain(logged_stones(line, placement, step));
    stones.filter(move |stone| line.setups().binary_search(&stone.step).is_err())
}

/// The stones that arrive after a step on points with later changes.
fn logged_stones<'a>(
    line: MainLineView<'a>,
    placement: Placement<'a>,
    step: u16,
) -> impl Iterator<Item = PlayedMove> + use<'a> {
    changing_points(line, placement).flat_map(move |(occupancy, _)| {
        let stones = occupancy.intervals().map(move |Interval { color, start, .. }| PlayedMove {
            step: start,
            point: Some(occupancy.point),
            color,
        });
        stones.filter(move |stone| stone.step > step)
    })
}

/// The points of the rectangle that have later changes, with their requirements.
fn changing_points<'a>(
    line: MainLineView<'a>,
    placement: Placement<'a>,
) -> impl Iterator<Item = (Occupancy<'a>, Asked)> + use<'a> {
    let range = placement.point_range();
    let (start, end) = (range.start, range.end);
    line.change_log()
        .skip_while(move |occupancy| occupancy.point < start)
        .take_while(move |occupancy| occupancy.point < end)
        .filter_map(move |occupancy| Some((occupancy, placement.requirement(occupancy.point)?)))
}

/// The maximal ranges of steps in which a placement matches, within the range in
/// which the points without later changes match.
fn match_ranges(
    line: MainLineView<'_>,
    placement: Placement<'_>,
    within: Range<u16>,
) -> Vec<Range<u16>> {
    let mut ranges = vec![within];
    for (occupancy, requirement) in changing_points(line, placement) {
        let Some(last) = ranges.last() else { break };
        let intervals = occupancy.intervals();
        match requirement {
            Asked::Stone(color) => {
                let stones = intervals.filter(|stone| stone.color == color);
                ranges = intersect(&ranges, stones.map(|stone| stone.start..stone.end));
            }
            Asked::Empty => {
                let end = last.end;
                let mut from = 0;
                let gaps = intervals
                    .map(|stone| (stone.start, stone.end))
                    .take_while(|&(start, _)| start < end)
                    .chain([(u16::MAX, u16::MAX)])
                    .map(|(start, end)| std::mem::replace(&mut from, end)..start);
                ranges = intersect(&ranges, gaps);
            }
            Asked::Anything => {}
        }
    }
    ranges
}

/// The intersection of two unions of ranges, both in order.
fn intersect(one: &[Range<u16>], other: impl Iterator<Item = Range<u16>>) -> Vec<Range<u16>> {
    let mut ranges: Vec<Range<u16>> = Vec::new();
    let mut first = 0;
    for other in other {
        while one.get(first).is_some_and(|range| range.end <= other.start) {
            first += 1;
        }
        for range in one[first..].iter().take_while(|range| range.start < other.end) {
            let common = range.start.max(other.start)..range.end.min(other.end);
            if common.is_empty() {
                continue;
            }
            // A stone that a step removes and puts back was never away.
            match ranges.last_mut() {
                Some(last) if last.end == common.start => last.end = common.end,
                _ => ranges.push(common),
            }
        }
    }
    ranges
}
