//! The hits of a shape in games: which of them count, and the games and moves with them.

use serde::Deserialize;

use super::address::Address;
use super::given_board::GivenBoard;
use super::input::{read_moves, read_number, refuse_word};
use super::problem::Problem;
use super::state::View;
use super::text::texts;
use crate::Color;
use crate::answer::{AskedCorner, GivenShape, HitConditions, TypedMoves};
use crate::find::{LoadGamesError, load_games};
use crate::games::{
    DecodeGameError, IndexGameError, ListGames, ListMatches, Match, MoveRange, Search,
};
use crate::joseki::{CornerOptions, visit_corner};

texts! { "server/sought": NO_SHAPE }

/// Which hits of a shape count.
#[derive(Clone, Debug, Default)]
pub(super) struct Hits {
    pub(super) moves: MoveRange,
    /// Only those at the place of the shape on its board.
    pub(super) anchor: bool,
    /// Who plays inside the shape next.
    pub(super) next: Option<Color>,
    /// What is played inside the shape next.
    pub(super) sequence: String,
}

impl Hits {
    /// The search for a shape.
    ///
    /// # Errors
    /// 422 if the sequence has no meaning.
    pub(super) fn search(&self, shape: &GivenShape) -> Result<Search, Problem> {
        let refuse = |error: String| Problem::unprocessable(format!("sequence: {error}"));
        let Hits { moves, anchor, next, ref sequence } = *self;
        let sequence: Option<TypedMoves> = match sequence.trim() {
            "" => None,
            text => Some(text.parse().map_err(refuse)?),
        };
        let conditions = HitConditions { moves, anchor, next, sequence: sequence.as_ref() };
        shape.search(conditions).map_err(|error| refuse(error.to_string()))
    }
}

/// The parameters of a page that name a shape and its hits. One without a text is not given.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct SoughtFields {
    pub(super) shape: String,
    /// The part of `shape` that is the shape.
    pub(super) region: String,
    /// The player to move, for the occurrences of a corner.
    pub(super) turn: String,
    pub(super) after_move: String,
    pub(super) before_move: String,
    pub(super) anchor: String,
    pub(super) next: String,
    pub(super) sequence: String,
}

impl SoughtFields {
    fn list(&self) -> [(&'static str, &str); 8] {
        [
            ("shape", &self.shape),
            ("region", &self.region),
            ("turn", &self.turn),
            ("after_move", &self.after_move),
            ("before_move", &self.before_move),
            ("anchor", &self.anchor),
            ("next", &self.next),
            ("sequence", &self.sequence),
        ]
    }

    /// The address with these parameters.
    pub(super) fn add_to(&self, address: Address) -> Address {
        self.list().into_iter().fold(address, |address, (name, text)| address.with(name, text))
    }

    /// The address without such parameters.
    pub(super) fn remove_from(address: Address) -> Address {
        let none = SoughtFields::default();
        none.list().into_iter().fold(address, |address, (name, _)| address.without(name))
    }

    /// The parameters besides the shape, as a person writes them.
    pub(super) fn describe(&self) -> String {
        let given = self.list().into_iter().skip(1).filter(|(_, text)| !text.is_empty());
        given.map(|(name, text)| format!("{name}={text}")).collect::<Vec<_>>().join(", ")
    }

    /// Whether not all hits of the shape count.
    pub(super) fn has_conditions(&self) -> bool {
        let given = [&self.after_move, &self.before_move, &self.anchor, &self.next, &self.sequence];
        given.iter().any(|text| !text.is_empty())
    }

    /// Which hits count.
    ///
    /// # Errors
    /// 422 if a text has no meaning.
    pub(super) fn read_hits(&self) -> Result<Hits, Problem> {
        Ok(Hits {
            moves: read_moves(
                read_number("after_move", &self.after_move)?,
                read_number("before_move", &self.before_move)?,
            )?,
            anchor: match &*self.anchor {
                "" | "false" => false,
                "true" => true,
                _ => return Err(refuse_word("anchor", &["true", "false"])),
            },
            next: read_color("next", &self.next)?,
            sequence: self.sequence.clone(),
        })
    }

    /// What is sought; `None` without a shape.
    ///
    /// # Errors
    /// As for [`Sought::new`].
    pub(super) fn read(&self) -> Result<Option<Sought>, Problem> {
        let turn = read_color("turn", &self.turn)?;
        Sought::new(&self.shape, &self.region, turn, self.read_hits()?)
    }
}

/// Reads the name of a player, if there is one.
fn read_color(name: &str, text: &str) -> Result<Option<Color>, Problem> {
    let color = Color::ALL.into_iter().find(|color| color.name() == text);
    match color {
        None if !text.is_empty() => Err(refuse_word(name, &Color::ALL.map(Color::name))),
        color => Ok(color),
    }
}

/// Hits of a shape, or the occurrences of a corner.
#[derive(Clone, Debug)]
pub(super) struct Sought {
    search: Search,
    /// The corner with the player to move, and how it is counted.
    corner: Option<(AskedCorner, Color, CornerOptions)>,
}

impl Sought {
    /// The hits of a shape; with a player, the occurrences of a corner in which this player comes to move, and
    /// after which the sequence is played there. `None` without a shape.
    ///
    /// # Errors
    /// 422 if the shape is none, or conditions on hits are given without one.
    pub(super) fn new(
        shape: &str,
        region: &str,
        turn: Option<Color>,
        hits: Hits,
    ) -> Result<Option<Sought>, Problem> {
        if shape.trim().is_empty() {
            return match turn.is_some() || hits.moves != MoveRange::default() {
                true => Err(Problem::unprocessable(NO_SHAPE)),
                false => Ok(None),
            };
        }
        let given = GivenBoard::read(Some(shape), None)?;
        let Some(turn) = turn else {
            let search = hits.search(&given.into_shape(Some(region))?.shape())?;
            return Ok(Some(Sought { search, corner: None }));
        };
        let options = CornerOptions { after: hits.moves, ..CornerOptions::default() };
        let asked = given.to_corner(options.window)?;
        let pattern =
            GivenBoard::read(Some(&asked.diagram(&asked.corner).to_string()), None)?.pattern;
        let shape = GivenShape { pattern, place: asked.place() };
        let followed = Hits { sequence: hits.sequence, ..Hits::default() };
        Ok(Some(Sought { search: followed.search(&shape)?, corner: Some((asked, turn, options)) }))
    }

    /// What is searched: the shape, or the whole window of the corner.
    pub(super) fn search(&self) -> &Search {
        &self.search
    }

    /// The games with hits, in ascending order.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub(super) fn list_games(&self, view: &View<'_>) -> Result<Vec<i64>, Problem> {
        Ok(match &self.corner {
            None => view.search(None, &self.search, &ListGames)?,
            Some((asked, turn, options)) => {
                view.corner_games(&self.search, (&asked.corner, *turn), *options)?
            }
        })
    }

    /// The first hits in a game. Of a corner, each with the move after which the player comes to move.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub(super) fn list_matches(
        &self,
        view: &View<'_>,
        game: i64,
        limit: usize,
    ) -> Result<Vec<Match>, Problem> {
        let index = load_games(view.store, Some(&[game]))?;
        let mut matches = self.search.run(&index, &ListMatches::limit(limit));
        let (Some((asked, turn, options)), Some(lines)) =
            (&self.corner, view.store.game_lines(game)?)
        else {
            return Ok(matches);
        };
        let damaged = |source: DecodeGameError| {
            Problem::from(LoadGamesError::Game(IndexGameError { game, source }))
        };
        let visits = visit_corner(&lines, &asked.corner, *turn, *options).map_err(damaged)?;
        matches.retain_mut(|found| {
            let corner = match (found.origin.col, found.origin.row) {
                (0, 0) => 0,
                (_, 0) => 1,
                (0, _) => 3,
                _ => 2,
            };
            let last = found.next.map_or(u32::MAX, |next| next.move_number.into());
            let visit = visits.iter().find(|visit| {
                visit.corner == corner
                    && u32::from(found.move_number) < visit.number
                    && visit.number <= last
            });
            let before = visit.and_then(|visit| u16::try_from(visit.number - 1).ok());
            found.move_number = before.unwrap_or(found.move_number);
            before.is_some()
        });
        Ok(matches)
    }
}
