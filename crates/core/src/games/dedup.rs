//! Deduplication of games: the same game from two sources, possibly rotated, mirrored,
//! recolored or cut short.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::Range;

use super::decoding::GameDecoder;
use super::encoding::{DecodeGameError, Step};
use crate::go::{Size, Symmetry};

/// Number of moves that [`hash_opening`] covers. Two games with this many equal moves
/// are the same game if neither contradicts the other later.
pub const OPENING_MOVES: usize = 40;

/// The code of a step that is not a stone, greater than all codes of stones.
const NO_STONE: u16 = u16::MAX;

/// One number per move after `symmetry`; passes and setups are [`NO_STONE`].
fn move_codes(steps: &[Step], size: Size, symmetry: Symmetry) -> impl Iterator<Item = u16> {
    let image = symmetry.size(size);
    trim_steps(steps).iter().map(move |step| match *step {
        Step::Play(color, point) => {
            let number = image.number(symmetry.point(point, size));
            number << 1 | symmetry.color(color) as u16
        }
        Step::Pass(_) | Step::Setup => NO_STONE,
    })
}

/// The steps from the first stone to the last.
fn trim_steps(steps: &[Step]) -> &[Step] {
    let is_stone = |step: &Step| matches!(step, Step::Play(..));
    let first = steps.iter().position(is_stone).unwrap_or(steps.len());
    let last = steps.iter().rposition(is_stone).map_or(first, |last| last + 1);
    &steps[first..last]
}

/// Hashes the first [`OPENING_MOVES`] moves of a game, or all moves of a shorter one.
///
/// The hash is invariant under the sixteen symmetries: the least of the sixteen images
/// is hashed, with BLAKE3 cut to 64 bits. Databases store the hash, so it never changes.
pub fn hash_opening(steps: &[Step], size: Size) -> u64 {
    let hash = hash_least_image(steps, size, OPENING_MOVES);
    u64::from_le_bytes(*hash.as_bytes().first_chunk().expect("a BLAKE3 hash has 32 bytes"))
}

/// Hashes the main line of a game, given as its encoded moves, from the first stone to the last:
/// the key of the game in tables.
///
/// The hash is invariant under the sixteen symmetries, as that of [`hash_opening`] is: BLAKE3 of
/// the least image, cut to 16 bytes. Files store the hash, so it never changes.
///
/// # Errors
/// If the moves cannot be decoded.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::Color;
/// use gtn_db::games::{GameEncoder, hash_game};
/// use gtn_db::go::{Point, Size};
///
/// let hash = |col| {
///     let mut encoder = GameEncoder::new(Size::STANDARD, &[]);
///     encoder.play(Color::Black, Point::new(col, 3), &[]);
///     hash_game(&encoder.finish())
/// };
/// assert_eq!(hash(3)?, hash(15)?);
/// assert_ne!(hash(3)?, hash(4)?);
/// # Ok::<(), gtn_db::games::DecodeGameError>(())
/// ```
pub fn hash_game(lines: &[u8]) -> Result<[u8; 16], DecodeGameError> {
    let mut decoder = GameDecoder::new(lines)?;
    decoder.next_line()?;
    Ok(hash_moves(decoder.steps(), decoder.size()))
}

/// The same hash of a decoded line.
pub fn hash_moves(steps: &[Step], size: Size) -> [u8; 16] {
    let hash = hash_least_image(steps, size, usize::MAX);
    *hash.as_bytes().first_chunk().expect("a BLAKE3 hash has 32 bytes")
}

/// Hashes the least of the sixteen images of the first `limit` moves.
fn hash_least_image(steps: &[Step], size: Size, limit: usize) -> blake3::Hash {
    hash_least_image_without(steps, size, limit, 0..0)
}

/// Hashes the least of the sixteen images of the first `limit` moves; those in `without`
/// count as passes.
fn hash_least_image_without(
    steps: &[Step],
    size: Size,
    limit: usize,
    without: Range<usize>,
) -> blake3::Hash {
    let codes = |symmetry| {
        let codes = move_codes(steps, size, symmetry).take(limit).enumerate();
        codes.map(|(i, code)| if without.contains(&i) { NO_STONE } else { code })
    };
    let compare = |one: &Symmetry, other: &Symmetry| {
        let sizes = one.size(size).cmp(&other.size(size));
        sizes.then_with(|| codes(*one).cmp(codes(*other)))
    };
    let least = Symmetry::ALL.into_iter().min_by(compare).expect("there are sixteen symmetries");
    let image = least.size(size);
    let mut bytes = Vec::with_capacity(2 + 2 * steps.len().min(limit));
    bytes.extend([image.cols(), image.rows()]);
    bytes.extend(codes(least).flat_map(u16::to_le_bytes));
    blake3::hash(&bytes)
}

/// Finds a symmetry that maps one game onto another on a board of the same size, if they
/// are the same game.
///
/// Two games are the same if the moves of one are a prefix of the moves of the other, and
/// that prefix has at least [`OPENING_MOVES`] moves or is all of both. Passes at the end
/// are ignored.
pub fn find_game_symmetry(one: &[Step], other: &[Step], size: Size) -> Option<Symmetry> {
    let (len, other_len) = (trim_steps(one).len(), trim_steps(other).len());
    let common = len.min(other_len);
    if common == 0 || (common < OPENING_MOVES && len != other_len) {
        return None;
    }
    Symmetry::ALL.into_iter().find(|&symmetry| {
        symmetry.size(size) == size
            && move_codes(one, size, symmetry).take(common).eq(move_codes(
                other,
                size,
                Symmetry::IDENTITY,
            )
            .take(common))
    })
}

/// The least of the images of the moves under the symmetries that keep the size of the
/// board, in the order of their codes. Its first moves are the least image of the first
/// moves.
fn least_codes(steps: &[Step], size: Size) -> impl Iterator<Item = u16> {
    let keeps_size = |symmetry: &Symmetry| symmetry.size(size) == size;
    let least = Symmetry::ALL
        .into_iter()
        .filter(keeps_size)
        .min_by(|&one, &other| move_codes(steps, size, one).cmp(move_codes(steps, size, other)));
    move_codes(steps, size, least.expect("the identity keeps the size"))
}

/// A hash of the first moves of a game, equal for all its images on a board of the same
/// size: 16 bytes of BLAKE3.
type PrefixHash = [u8; 16];

/// Hashes all moves of a game, and as many of its first moves as can make it the same as
/// a shorter game, in ascending order. Empty for a game without moves.
fn hash_prefixes(steps: &[Step], size: Size) -> Vec<PrefixHash> {
    let len = trim_steps(steps).len();
    let mut hashes = Vec::with_capacity((len + 1).saturating_sub(OPENING_MOVES).max(1));
    // Each hash covers the hash before it and the moves since.
    let mut bytes = vec![size.cols(), size.rows()];
    for (code, moves) in least_codes(steps, size).zip(1..) {
        bytes.extend(code.to_le_bytes());
        if moves >= OPENING_MOVES || moves == len {
            let hash = blake3::hash(&bytes);
            let hash: PrefixHash = *hash.as_bytes().first_chunk().expect("the hash has 32 bytes");
            hashes.push(hash);
            bytes.clear();
            bytes.extend(hash);
        }
    }
    hashes
}

/// Finds the games that are the same as another one, as [`find_game_symmetry`] compares them, in
/// time linear in the number of all moves. The order of the games has no influence.
///
/// A game that is no beginning of another one is **whole**. Each whole game stands for its copies,
/// and the first copy names them; a game that was cut short is the same as every whole game that
/// it begins. Every game is given twice: all games to [`add`](Self::add), then all of them to
/// [`link`](Self::link). Keeps a hash per game, and no moves.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::Color;
/// use gtn_db::games::{SameGames, Step};
/// use gtn_db::go::{Point, Size};
///
/// let [one, other] = [(2, 2), (6, 2)].map(|(col, row)| {
///     [Step::Play(Color::Black, Point::new(col, row))]
/// });
/// let size = Size::new(9, 9).unwrap();
/// let mut games = SameGames::default();
/// games.add(1, &one, size);
/// games.add(2, &other, size);
/// games.link(1, &one, size);
/// games.link(2, &other, size);
/// assert_eq!(games.list(), [(1, vec![1]), (2, vec![1])]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct SameGames {
    /// By the hash of all moves of a game.
    copies: HashMap<PrefixHash, Copies>,
    /// The games that have moves, with this hash.
    games: Vec<(i64, PrefixHash)>,
}

/// The games with exactly the same moves.
#[derive(Clone, Debug)]
struct Copies {
    /// The least number of them.
    first: i64,
    /// Whether the game is the same as another one.
    is_shared: bool,
    /// The longer games that begin with these moves.
    longer: Vec<PrefixHash>,
}

impl SameGames {
    /// Adds a game.
    pub fn add(&mut self, number: i64, steps: &[Step], size: Size) {
        let Some(&whole) = hash_prefixes(steps, size).last() else { return };
        self.games.push((number, whole));
        match self.copies.entry(whole) {
            Entry::Vacant(entry) => {
                entry.insert(Copies { first: number, is_shared: false, longer: Vec::new() });
            }
            Entry::Occupied(mut entry) => {
                let copies = entry.get_mut();
                copies.first = copies.first.min(number);
                copies.is_shared = true;
            }
        }
    }

    /// Finds the games that a game begins with. All games have been added.
    pub fn link(&mut self, number: i64, steps: &[Step], size: Size) {
        let prefixes = hash_prefixes(steps, size);
        let Some((whole, beginnings)) = prefixes.split_last() else { return };
        if self.copies.get(whole).is_none_or(|copies| copies.first != number) {
            return; // its first copy has the same beginnings
        }
        let mut is_shared = false;
        for beginning in beginnings {
            if let Some(copies) = self.copies.get_mut(beginning) {
                copies.longer.push(*whole);
                (copies.is_shared, is_shared) = (true, true);
            }
        }
        self.copies.entry(*whole).and_modify(|copies| copies.is_shared |= is_shared);
    }

    /// The games that are the same as another one, each with the numbers of the whole games that it
    /// is the same as, in ascending order. All games have been linked.
    pub fn list(&self) -> Vec<(i64, Vec<i64>)> {
        let name = |&(number, whole): &(i64, PrefixHash)| {
            let copies = self.copies[&whole].is_shared.then(|| &self.copies[&whole])?;
            let longer = copies.longer.iter().map(|longer| &self.copies[longer]);
            let mut names: Vec<i64> =
                longer.filter(|longer| longer.longer.is_empty()).map(|whole| whole.first).collect();
            if copies.longer.is_empty() {
                names.push(copies.first);
            }
            names.sort_unstable();
            Some((number, names))
        };
        self.games.iter().filter_map(name).collect()
    }
}

/// The fewest moves of games that can be [near](differ_in_one_point).
const SHORTEST_NEAR: usize = 20;

/// Number of moves that [`hash_parts`] covers. Near games of different lengths have at least so
/// many moves in common.
const NEAR_MOVES: usize = 60;

/// Whether two games on boards of the same size are **near**: under some symmetry one move is on
/// another point, and all other moves are equal. Games of different lengths are compared up to the
/// end of the shorter one, which needs 60 moves; others need 20.
pub fn differ_in_one_point(one: &[Step], other: &[Step], size: Size) -> bool {
    let (len, other_len) = (trim_steps(one).len(), trim_steps(other).len());
    let common = len.min(other_len);
    if common < SHORTEST_NEAR || (common < NEAR_MOVES && len != other_len) {
        return false;
    }
    let keeps_size = |symmetry: &Symmetry| symmetry.size(size) == size;
    Symmetry::ALL.into_iter().filter(keeps_size).any(|symmetry| {
        let moves = move_codes(one, size, symmetry);
        let pairs = moves.zip(move_codes(other, size, Symmetry::IDENTITY));
        let mut differing = pairs.filter(|(one, other)| one != other);
        // Both are stones of one color.
        let is_wrong =
            |(one, other): (u16, u16)| one != NO_STONE && other != NO_STONE && one & 1 == other & 1;
        differing.next().is_some_and(is_wrong) && differing.next().is_none()
    })
}

/// Three hashes of a game; two [near](differ_in_one_point) games share at least one: its first 60 moves without one third of them, or all moves of a shorter game. Each is
/// invariant under the sixteen symmetries. `None` for a game that is too short.
pub fn hash_parts(steps: &[Step], size: Size) -> Option<[[u8; 16]; 3]> {
    let moves = trim_steps(steps).len();
    if moves < SHORTEST_NEAR {
        return None;
    }
    let covered = moves.min(NEAR_MOVES);
    let thirds = [0, covered / 3, 2 * covered / 3, covered];
    Some([0, 1, 2].map(|third| {
        let without = thirds[third]..thirds[third + 1];
        let hash = hash_least_image_without(steps, size, covered, without);
        *hash.as_bytes().first_chunk().expect("a BLAKE3 hash has 32 bytes")
    }))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Color;
    use crate::go::Point;

    fn steps() -> impl Strategy<Value = Vec<Step>> {
        prop::collection::vec((0u8..9, 0u8..9, any::<bool>()), 0..60).prop_map(|moves| {
            let play = |(col, row, is_black): (u8, u8, bool)| {
                let color = if is_black { Color::Black } else { Color::White };
                Step::Play(color, Point::new(col, row))
            };
            [Step::Setup].into_iter().chain(moves.into_iter().map(play)).collect()
        })
    }

    fn transformed(steps: &[Step], size: Size, symmetry: Symmetry) -> Vec<Step> {
        let turn = |step: &Step| match *step {
            Step::Play(color, point) => {
                Step::Play(symmetry.color(color), symmetry.point(point, size))
            }
            other => other,
        };
        steps.iter().map(turn).collect()
    }

    proptest! {
        #[test]
        fn a_game_is_the_same_turned_and_cut_short(
            steps in steps(), index in 0u8..16, cut in 0usize..20,
        ) {
            let size = Size::new(9, 9).unwrap();
            let symmetry = Symmetry::from_index(index).unwrap();
            let mut other = transformed(&steps, size, symmetry);
            other.push(Step::Pass(Color::Black));
            prop_assert_eq!(hash_opening(&steps, size), hash_opening(&other, size));
            prop_assert_eq!(find_game_symmetry(&steps, &other, size).is_some(), steps.len() > 1);
            other.truncate(other.len() - cut.min(other.len()));
            let (moves, rest) = (steps.len() - 1, other.len().saturating_sub(1));
            if moves > rest && rest >= OPENING_MOVES {
                prop_assert!(find_game_symmetry(&steps, &other, size).is_some());
                prop_assert_eq!(hash_opening(&steps, size), hash_opening(&other, size));
            }
            if moves > rest && rest < OPENING_MOVES {
                prop_assert_eq!(find_game_symmetry(&steps, &other, size), None);
            }
        }
    }

    /// The games that are the same as another one, each with the whole games that it is the same
    /// as, by comparison of all pairs.
    fn list_pairwise(games: &[(Vec<Step>, Size)]) -> Vec<(i64, Vec<i64>)> {
        let len = |at: usize| trim_steps(&games[at].0).len();
        let is_same = |one: usize, other: usize| {
            games[one].1 == games[other].1
                && find_game_symmetry(&games[one].0, &games[other].0, games[one].1).is_some()
        };
        let all = || 0..games.len();
        let is_whole = |at: usize| !all().any(|other| len(other) > len(at) && is_same(at, other));
        let is_first =
            |at: usize| !(0..at).any(|other| len(other) == len(at) && is_same(at, other));
        let names = |at: usize| {
            all().any(|other| other != at && is_same(at, other)).then_some(())?;
            let wholes = all().filter(|&other| is_same(at, other) && is_whole(other));
            let names = wholes.filter(|&other| is_first(other)).map(|other| other as i64);
            Some((at as i64, names.collect()))
        };
        all().filter_map(names).collect()
    }

    /// The same by [`SameGames`], with the games given in the order of `places`.
    fn list_same(games: &[(Vec<Step>, Size)], places: &[usize]) -> Vec<(i64, Vec<i64>)> {
        let mut same = SameGames::default();
        places.iter().for_each(|&at| same.add(at as i64, &games[at].0, games[at].1));
        places.iter().for_each(|&at| same.link(at as i64, &games[at].0, games[at].1));
        let mut listed = same.list();
        listed.sort();
        listed
    }

    /// Moves on a board with few points, so that many games are the same or symmetric.
    fn related_games() -> impl Strategy<Value = Vec<(Vec<Step>, Size)>> {
        let of_game = |(start, other_at, len, symmetry, size): (usize, usize, usize, u8, bool)| {
            let size = if size { Size::new(9, 9).unwrap() } else { Size::new(9, 7).unwrap() };
            let move_at = |number: usize| match number {
                5 => Step::Pass(Color::Black),
                _ if number == other_at => Step::Play(Color::White, Point::new(6, 6)),
                _ => Step::Play(Color::Black, Point::new((start + number % 3) as u8, 1)),
            };
            let steps: Vec<Step> = (0..len).map(move_at).collect();
            let symmetry = Symmetry::from_index(symmetry).unwrap();
            let symmetry = if symmetry.size(size) == size { symmetry } else { Symmetry::IDENTITY };
            (transformed(&steps, size, symmetry), size)
        };
        let game = (0..2_usize, 38..46_usize, 37..46_usize, 0..16_u8, prop::bool::weighted(0.8));
        prop::collection::vec(game.prop_map(of_game), 0..16)
    }

    proptest! {
        #[test]
        fn same_games_are_those_found_pair_by_pair(games in related_games()) {
            let forward: Vec<usize> = (0..games.len()).collect();
            let backward: Vec<usize> = forward.iter().rev().copied().collect();
            prop_assert_eq!(list_same(&games, &forward), list_pairwise(&games));
            prop_assert_eq!(list_same(&games, &backward), list_pairwise(&games));
        }

        #[test]
        fn games_of_any_moves_are_found_as_pair_by_pair(
            mut games in prop::collection::vec(steps(), 0..6),
            copies in prop::collection::vec((any::<prop::sample::Index>(), 0u8..16, 0usize..30), 0..6),
        ) {
            let size = Size::new(9, 9).unwrap();
            for (index, symmetry, cut) in copies {
                if games.is_empty() {
                    break;
                }
                let symmetry = Symmetry::from_index(symmetry).unwrap();
                let mut copy = transformed(&games[index.index(games.len())], size, symmetry);
                copy.truncate(copy.len() - cut.min(copy.len()));
                games.push(copy);
            }
            let games: Vec<_> = games.into_iter().map(|steps| (steps, size)).collect();
            let places: Vec<usize> = (0..games.len()).collect();
            prop_assert_eq!(list_same(&games, &places), list_pairwise(&games));
        }

        /// A wrong point anywhere, in a turned copy: the games are near and share a part. With two
        /// wrong points, or none, they are not near.
        #[test]
        fn one_wrong_point_is_near(
            steps in steps(), index in 0u8..16, at in any::<prop::sample::Index>(),
            wrong in (0u8..9, 0u8..9), second in any::<prop::sample::Index>(), cut in 0usize..4,
        ) {
            let size = Size::new(9, 9).unwrap();
            let moves = steps.len() - 1;
            prop_assume!(moves >= 20);
            let symmetry = Symmetry::from_index(index).unwrap();
            let change = |steps: &[Step], at: usize| {
                let mut steps = steps.to_vec();
                let Step::Play(color, point) = steps[at] else { unreachable!() };
                let there = Point::new(wrong.0, wrong.1);
                let there = if there == point { Point::new((point.col + 1) % 9, point.row) } else { there };
                steps[at] = Step::Play(color, there);
                steps
            };
            let (at, second) = (1 + at.index(moves), 1 + second.index(moves));
            let near = transformed(&change(&steps, at), size, symmetry);
            prop_assert!(differ_in_one_point(&steps, &near, size));
            let parts = [&steps, &near].map(|steps| hash_parts(steps, size).unwrap());
            prop_assert!(parts[0].iter().any(|part| parts[1].contains(part)));
            let same = transformed(&steps, size, symmetry);
            prop_assert!(!differ_in_one_point(&steps, &same, size));
            if second != at {
                let far = transformed(&change(&change(&steps, at), second), size, symmetry);
                prop_assert!(!differ_in_one_point(&steps, &far, size));
            }
            let shorter = &near[..near.len() - cut];
            prop_assert!(cut == 0 || !differ_in_one_point(&steps, shorter, size)); // below 60 moves
        }
    }

    /// What is stored never changes its meaning.
    #[test]
    fn stored_openings_are_pinned() {
        let play = |color, col, row| Step::Play(color, Point::new(col, row));
        let steps = [Step::Setup, play(Color::Black, 15, 3), play(Color::White, 3, 16)];
        assert_eq!(hash_opening(&steps, Size::STANDARD), 13_355_726_410_620_176_623);
    }
}
