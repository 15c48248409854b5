//! What a player plays in the first moves, beside what others play in the same positions.

use std::collections::{BinaryHeap, HashSet};

use super::continuations::{BoardMoves, LoadGamesError, Reached, pattern_of};
use super::game_source::GameSource;
use crate::Color;
use crate::games::Search;
use crate::go::{Board, Point, Position};
use crate::gtn::{Pattern, SubPosition};
use crate::store::{GameConditions, Store};

/// How much of a profile is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProfileOptions {
    /// Only positions after fewer moves than this.
    pub depth: usize,
    /// The most positions of each color: those that most games of the player reach.
    pub positions: usize,
    /// The least number of the player's games in which a move leads to a further position.
    pub least: u64,
}

impl Default for ProfileOptions {
    fn default() -> ProfileOptions {
        ProfileOptions { depth: 6, positions: 10, least: 1 }
    }
}

/// The profile of a player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// The number of selected games in which the player is Black, and White.
    pub games: [usize; 2],
    /// The positions as Black, then those as White; those that most games reach first.
    pub positions: Vec<ProfilePosition>,
}

/// A position in which a player was to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProfilePosition {
    /// The color of the player in the games.
    pub color: Color,
    /// The moves from the start to the position.
    pub line: Vec<(Color, Point)>,
    /// What the player chose.
    pub own: BoardMoves,
    /// What all others chose who were to move there, with either color.
    pub field: BoardMoves,
}

/// A position to look at: the one that most games of the player reach comes first, of equal ones the
/// first one that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Pending {
    games: u64,
    /// Counts down.
    order: usize,
    line: Vec<(Color, Point)>,
    board: Board,
}

impl Ord for Pending {
    fn cmp(&self, other: &Pending) -> std::cmp::Ordering {
        (self.games, self.order).cmp(&(other.games, other.order))
    }
}

impl PartialOrd for Pending {
    fn partial_cmp(&self, other: &Pending) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// Finds what a player chose in the positions that follow a board in the games of a source, and what the
/// others chose there. The board is found in any orientation and color, as for [`GameSource::played_next`].
/// A `?` of the board counts as an empty point. Part of the name is enough, in any letter case.
///
/// A position that is reached in several ways is listed once.
///
/// # Errors
/// When the database cannot be read, or the moves of a game cannot be decoded.
pub fn find_profile(
    store: &Store,
    source: &GameSource<'_>,
    name: &str,
    start: &Pattern,
    options: ProfileOptions,
) -> Result<Profile, LoadGamesError> {
    let start = start.sub_position().board;
    let name = || Some(name.to_owned());
    let black = GameConditions { black: name(), ..GameConditions::default() };
    let white = GameConditions { white: name(), ..GameConditions::default() };
    let games = [store.find_games(&black.into())?, store.find_games(&white.into())?];
    let selected = source.ids()?;
    let is_selected = |id: &&i64| selected.as_ref().is_none_or(|ids| ids.binary_search(id).is_ok());
    let mut profile = Profile {
        games: [&games[0], &games[1]].map(|games| games.iter().filter(is_selected).count()),
        positions: Vec::new(),
    };
    for color in Color::ALL {
        let of_color = PlayerGames { games: &games, color };
        profile.positions.extend(of_color.find_positions(source, &start, options)?);
    }
    Ok(profile)
}

/// The games of a player.
struct PlayerGames<'a> {
    /// Those as Black, and those as White, in ascending order.
    games: &'a [Vec<i64>; 2],
    /// The color that the profile is of.
    color: Color,
}

impl PlayerGames<'_> {
    fn is_played_as(&self, game: i64, color: Color) -> bool {
        self.games[color as usize].binary_search(&game).is_ok()
    }

    /// Whose move it is: of the player with the color, of the opponent there, of anybody else.
    fn group(&self, reached: &Reached) -> Option<usize> {
        let (game, player) = (reached.game(), reached.player()?);
        match self.is_played_as(game, self.color) {
            true if player == self.color => Some(0),
            true => Some(1),
            false => (!self.is_played_as(game, player)).then_some(2),
        }
    }

    fn find_positions(
        &self,
        source: &GameSource<'_>,
        start: &Board,
        options: ProfileOptions,
    ) -> Result<Vec<ProfilePosition>, LoadGamesError> {
        let mut found = Vec::new();
        let mut seen = HashSet::new();
        let mut pending = BinaryHeap::from([Pending {
            games: u64::MAX,
            order: usize::MAX,
            line: Vec::new(),
            board: start.clone(),
        }]);
        let mut order = usize::MAX;
        while let Some(Pending { line, board, .. }) = pending.pop()
            && found.len() < options.positions
        {
            let position = SubPosition::goban(board);
            if !seen.insert(position.canonicalize().key()) {
                continue;
            }
            let search = Search::new(pattern_of(&position));
            let [own, replies, field] =
                source.played_next_by(&search, |reached| self.group(reached))?;
            if line.len() + 1 < options.depth {
                for played in own.moves.iter().chain(&replies.moves) {
                    let games = played.results.games;
                    let (Some(color), Some(point)) = (played.color, played.point) else { continue };
                    let Some(board) = play(&position.board, color, point) else { continue };
                    if games >= options.least {
                        order -= 1;
                        let line = [&line[..], &[(color, point)]].concat();
                        pending.push(Pending { games, order, line, board });
                    }
                }
            }
            if own.games > 0 {
                found.push(ProfilePosition { color: self.color, line, own, field });
            }
        }
        Ok(found)
    }
}

/// The board after a move; `None` if it is illegal on this board alone, as after a ko.
fn play(board: &Board, color: Color, point: Point) -> Option<Board> {
    let mut position = Position::from_board(board, color).ok()?;
    position.play(point).ok()?;
    Some(position.board())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find::tests::Database;
    use crate::go::Size;
    use crate::store::GameFilter;

    /// The names of the moves with games, wins and losses.
    fn counts(moves: &BoardMoves) -> Vec<(String, u64, u64, u64)> {
        let count = |played: &crate::find::Played| {
            let name = played.point.map_or("pass".to_owned(), |point| point.name(Size::STANDARD));
            let results = &played.results;
            (name, results.games, results.wins, results.losses)
        };
        moves.moves.iter().map(count).collect()
    }

    #[test]
    fn a_profile_has_the_choices_of_the_player_and_of_others() {
        let games = "(;PB[Ann]PW[Bo]RE[B+R];B[pd];W[dp];B[qf])\
            (;PB[ann lee]PW[Cy]RE[W+R];B[dd];W[pp];B[dq])\
            (;PB[Ann]PW[Cy]RE[B+R]DT[1999];B[qd];W[dp])\
            (;PB[Bo]PW[Ann]RE[W+R];B[dp];W[pd];B[qq])\
            (;PB[Bo]PW[Cy]RE[W+R];B[qd];W[dd])\
            (;PB[Cy]PW[Bo]RE[B+R];B[dp];W[pd])\
            (;PB[Cy]PW[Bo];W[dp])";
        let database = Database::new(&[("games.sgf", games)]);
        let store = &database.store;
        let board = pattern_of(&SubPosition::goban(Board::new(Size::STANDARD)));
        for uses_index in [false, true] {
            let source = GameSource::new(store, &GameFilter::default(), uses_index).unwrap();
            let profile = |options| find_profile(store, &source, "ANN", &board, options).unwrap();
            let all = profile(ProfileOptions { depth: 3, ..ProfileOptions::default() });
            assert_eq!(all.games, [3, 1]);
            let listed = all.positions.iter().map(|at| (at.color, at.line.len()));
            assert_eq!(
                listed.collect::<Vec<_>>(),
                [(Color::Black, 0), (Color::Black, 2), (Color::White, 1)]
            );
            let [first, third, second] = &all.positions[..] else { panic!() };
            assert_eq!(counts(&first.own), [("Q16".into(), 2, 1, 1), ("R16".into(), 1, 1, 0)]);
            // White's first move of the last game is the same position with the colors swapped.
            assert_eq!(counts(&first.field), [("Q16".into(), 3, 1, 1), ("R16".into(), 1, 0, 1)]);
            assert_eq!((third.own.games, third.field.games), (2, 1));
            assert_eq!(counts(&second.own).len(), 1);
            assert_eq!(second.own.moves[0].color, Some(Color::White));
            assert_eq!((second.own.games, second.field.games), (1, 3));
            let only = profile(ProfileOptions { positions: 1, ..ProfileOptions::default() });
            assert_eq!(only.positions.len(), 2);
            let often = profile(ProfileOptions { least: 2, ..ProfileOptions::default() });
            assert_eq!(often.positions.iter().map(|at| at.line.len()).max(), Some(2));
        }
    }
}
