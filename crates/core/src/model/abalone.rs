//! Problems and games of Abalone, as one source has them.

use std::collections::BTreeSet;

use super::game_record::Winner;
use super::turn::Turn;
use crate::PositionKey;
use crate::abalone::{CanonicalForm, Lost, Setup, Symmetry};
use crate::names;

names! {
    /// The form in which a source has a problem or game of Abalone.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum AbaloneForm {
        /// A line with a position as IATN.
        Iatn = 0 => "iatn",
        /// A line with a KAAWA position.
        Kaawa = 1 => "kaawa",
        /// A line with an AO position.
        Ao = 2 => "ao",
        /// A line with the FEN of strategygames.
        Fen = 3 => "fen",
        /// An APGN: a game, or a problem if there are no moves.
        Apgn = 4 => "apgn",
        /// A game as numbered moves without tags.
        Linear = 5 => "linear",
        /// A puzzle in the JSON of KAAWA.
        KaawaPuzzle = 6 => "kaawa-puzzle",
    }

    /// The name in listings and JSON.
    pub fn name;
}

impl AbaloneForm {
    /// All forms, in the order of their codes.
    pub const ALL: [AbaloneForm; 7] = AbaloneForm::VALUES;

    /// The form with a stored code.
    pub fn from_code(code: u8) -> Option<AbaloneForm> {
        AbaloneForm::ALL.get(usize::from(code)).copied()
    }

    /// The code that is stored.
    pub fn code(self) -> u8 {
        self as u8
    }
}

/// A problem of Abalone as one source has it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AbaloneProblem {
    /// The number in the source, from 1: of the line, of the APGN, or of the puzzle.
    pub number: u32,
    /// The first byte in the source.
    pub offset: u64,
    /// The form in which the source has the problem.
    pub form: AbaloneForm,
    /// The name, if the source has one.
    pub name: Option<String>,
    /// The key of [`text`](Self::text).
    pub key: PositionKey,
    /// The canonical text of the marbles.
    pub text: String,
    /// The first operation that maps the board of the source to the canonical text.
    pub symmetry: Symmetry,
    /// The side to move, in the colors of the canonical text.
    pub turn: Turn,
    /// The marbles lost, in the colors of the canonical text.
    pub lost: Option<Lost>,
    /// The text of the problem as it is in the source.
    pub source_text: String,
}

impl AbaloneProblem {
    /// What tells the problem from others of the position.
    pub fn identity(&self) -> AbaloneIdentity {
        AbaloneIdentity { turn: self.turn, lost: self.lost }
    }

    /// The problem with a setup. It has no name yet.
    pub fn new(
        setup: Setup,
        form: AbaloneForm,
        number: u32,
        offset: u64,
        source_text: String,
    ) -> AbaloneProblem {
        let canonical = setup.board.canonicalize();
        let AbaloneIdentity { turn, lost } = AbaloneIdentity::of_setup(setup, &canonical);
        AbaloneProblem {
            number,
            offset,
            form,
            name: None,
            key: canonical.key(),
            text: canonical.text(),
            symmetry: canonical.symmetry(),
            turn,
            lost,
            source_text,
        }
    }
}

/// What tells problems of one position apart: the side to move and the marbles
/// lost, both in the colors of the canonical text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AbaloneIdentity {
    /// The side to move.
    pub turn: Turn,
    /// The marbles lost.
    pub lost: Option<Lost>,
}

impl AbaloneIdentity {
    /// The identity of a setup, whose board has this canonical form.
    pub fn of_setup(setup: Setup, canonical: &CanonicalForm) -> AbaloneIdentity {
        AbaloneIdentity {
            turn: Turn::of_abalone(setup.turn, canonical),
            lost: setup.lost.map(|lost| canonical.lost(setup.turn, lost)),
        }
    }

    /// Whether records with these identities can be the same problem: in each of
    /// the two they are equal, or one of them is unknown.
    pub fn agrees(self, other: AbaloneIdentity) -> bool {
        let is_lost_equal = self.lost.is_none() || other.lost.is_none() || self.lost == other.lost;
        self.turn.agrees(other.turn) && is_lost_equal
    }

    /// The number of different problems among records of one position: that of
    /// [`find_problems`](Self::find_problems).
    pub fn count_problems(identities: &BTreeSet<AbaloneIdentity>) -> u64 {
        AbaloneIdentity::find_problems(identities).count() as u64
    }

    /// The different problems among records of one position, in ascending order.
    /// A record with something unknown is no problem of its own if it agrees with
    /// one about which more is known.
    pub fn find_problems(
        identities: &BTreeSet<AbaloneIdentity>,
    ) -> impl Iterator<Item = AbaloneIdentity> {
        let known = |identity: &AbaloneIdentity| {
            u8::from(identity.turn != Turn::Unknown) + u8::from(identity.lost.is_some())
        };
        let is_own = move |one: &AbaloneIdentity| {
            !identities.iter().any(|other| known(other) > known(one) && other.agrees(*one))
        };
        identities.iter().copied().filter(is_own)
    }
}

/// A game of Abalone as one source has it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AbaloneGame {
    /// The number in the source, from 1.
    pub number: u32,
    /// The first byte in the source.
    pub offset: u64,
    /// The form in which the source has the game.
    pub form: AbaloneForm,
    /// What the tags say.
    pub info: AbaloneGameInfo,
    /// The position before the first move, with the side to move and the marbles lost.
    pub start: Setup,
    /// The legal moves up to the first fault, each by [`Move::code`](crate::abalone::Move::code) in
    /// two bytes, little-endian.
    pub moves: Vec<u8>,
    /// The keys of the positions: before the first move, and after each one; then of each variation
    /// the position from which it branches, and those after its moves.
    pub keys: Vec<PositionKey>,
    /// The text of the game as it is in the source.
    pub source_text: String,
}

/// What the tags of a game of Abalone say. All values are as they are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct AbaloneGameInfo {
    /// The black player.
    pub black: Option<String>,
    /// The white player.
    pub white: Option<String>,
    /// The event.
    pub event: Option<String>,
    /// The site.
    pub site: Option<String>,
    /// The round.
    pub round: Option<String>,
    /// The date.
    pub date: Option<String>,
    /// The first year in the date.
    pub year: Option<u16>,
    /// The result after the moves, or that of the tag if there is none. 1-0 means that Black won,
    /// also where the source has it in the sense of PGN.
    pub result: Option<String>,
    /// The winner according to the result.
    pub winner: Winner,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_those_of_the_forms() {
        for form in AbaloneForm::ALL {
            assert_eq!(AbaloneForm::from_code(form.code()), Some(form));
        }
        assert_eq!(AbaloneForm::from_code(7), None);
    }

    #[test]
    fn problems_of_a_position_are_counted_once() {
        let count = |identities: &[(Turn, Option<Lost>)]| {
            let identities = identities.iter().map(|&(turn, lost)| AbaloneIdentity { turn, lost });
            AbaloneIdentity::count_problems(&identities.collect())
        };
        let lost = |black, white| Lost::new(black, white);
        let (x, o, unknown) = (Turn::Black, Turn::White, Turn::Unknown);
        assert_eq!(count(&[]), 0);
        assert_eq!(count(&[(unknown, None)]), 1);
        assert_eq!(count(&[(unknown, None), (x, None), (x, lost(1, 0)), (o, None)]), 2);
        assert_eq!(count(&[(x, lost(1, 0)), (x, lost(0, 1)), (unknown, lost(0, 1))]), 2);
        assert_eq!(count(&[(x, lost(1, 0)), (unknown, lost(0, 1))]), 2);
        assert_eq!(count(&[(x, None), (unknown, lost(0, 1))]), 2, "neither is known better");
    }
}
