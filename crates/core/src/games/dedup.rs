//! Deduplication of games: the same game from two sources, possibly rotated, mirrored,
//! recolored or cut short.

use std::collections::HashMap;

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
    let hash = hash_least_image(decoder.steps(), decoder.size(), usize::MAX);
    Ok(*hash.as_bytes().first_chunk().expect("a BLAKE3 hash has 32 bytes"))
}

/// Hashes the least of the sixteen images of the first `limit` moves.
fn hash_least_image(steps: &[Step], size: Size, limit: usize) -> blake3::Hash {
    let codes = |symmetry| move_codes(steps, size, symmetry).take(limit);
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

/// Finds the games that are the same as an earlier one, as [`find_game_symmetry`] compares
/// them, in time linear in the number of all moves.
///
/// Every game is given twice: all games to [`add`](Self::add), then all of them in the order
/// of their numbers to [`find_first`](Self::find_first). Keeps a hash per different game, and
/// no moves.
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
/// games.add(&one, size);
/// games.add(&other, size);
/// assert_eq!(games.find_first(1, &one, size), None);
/// assert_eq!(games.find_first(2, &other, size), Some(1));
/// ```
#[derive(Clone, Debug, Default)]
pub struct SameGames {
    /// By the hash of all moves of a game.
    firsts: HashMap<PrefixHash, Firsts>,
}

/// The numbers of the first games that are the same as no earlier one.
#[derive(Clone, Copy, Debug, Default)]
struct Firsts {
    /// With exactly these moves.
    whole: Option<i64>,
    /// With these moves and perhaps more.
    beginning: Option<i64>,
}

impl SameGames {
    /// Adds a game.
    pub fn add(&mut self, steps: &[Step], size: Size) {
        if let Some(whole) = hash_prefixes(steps, size).last() {
            self.firsts.entry(*whole).or_default();
        }
    }

    /// Returns the number of the first game that is the same as this one. `None` if the game
    /// is itself the first: only such games are compared with those that follow.
    pub fn find_first(&mut self, number: i64, steps: &[Step], size: Size) -> Option<i64> {
        let prefixes = hash_prefixes(steps, size);
        let whole = prefixes.last()?;
        let longer = self.firsts.get(whole).and_then(|firsts| firsts.beginning);
        let shorter = prefixes.iter().filter_map(|prefix| self.firsts.get(prefix)?.whole);
        if let Some(first) = shorter.chain(longer).min() {
            return Some(first);
        }
        for prefix in &prefixes {
            if let Some(firsts) = self.firsts.get_mut(prefix) {
                firsts.beginning.get_or_insert(number);
            }
        }
        self.firsts.entry(*whole).or_default().whole = Some(number);
        None
    }
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

    /// For each game the place of the first game that is the same, found by comparing with
    /// every game that has none.
    fn find_firsts_pairwise(games: &[(Vec<Step>, Size)]) -> Vec<Option<i64>> {
        let mut firsts: Vec<usize> = Vec::new();
        let find = |place: usize| {
            let (steps, size) = &games[place];
            let is_same = |first: &&usize| {
                let (other, other_size) = &games[**first];
                size == other_size && find_game_symmetry(steps, other, *size).is_some()
            };
            let first = firsts.iter().find(is_same).copied();
            if first.is_none() {
                firsts.push(place);
            }
            first.map(|first| first as i64)
        };
        (0..games.len()).map(find).collect()
    }

    fn find_firsts(games: &[(Vec<Step>, Size)]) -> Vec<Option<i64>> {
        let mut same = SameGames::default();
        games.iter().for_each(|(steps, size)| same.add(steps, *size));
        let numbered = games.iter().zip(0..);
        numbered.map(|((steps, size), number)| same.find_first(number, steps, *size)).collect()
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
            prop_assert_eq!(find_firsts(&games), find_firsts_pairwise(&games));
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
            prop_assert_eq!(find_firsts(&games), find_firsts_pairwise(&games));
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
