//! The content of the page `/explore`: a board, and the moves that were played there.

use std::collections::HashSet;

use super::explore::{Counted, count_in_corner, count_next, find_shape};
use super::game_fields::GameFields;
use super::given_board::GivenBoard;
use super::problem::Problem;
use super::sought::{Hits, SoughtFields};
use super::state::View;
use crate::Color;
use crate::answer::{
    Aspects, By, ExampleOrder, FashionJson, GameJson, PointNames, RegionText, StrengthJson,
    TypedMoves, VersusJson,
};
use crate::extract::BoardPlace;
use crate::games::ListMatches;
use crate::go::{Point, Region, Size};
use crate::gtn::{Diagram, SubPosition};
use crate::joseki::{CornerMoves, CornerOptions, move_letters};
use crate::model::{Breakdown, Results};

/// The games that the page lists.
const SAMPLES: usize = 20;

/// The kind of moves that are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Moves on the whole board.
    Opening,
    /// Moves in one corner.
    Corner,
    /// Moves inside a shape, wherever it is.
    Shape,
}

/// A board to draw, with the questions about it.
#[derive(Clone, Debug)]
pub(super) struct Desk {
    pub(super) kind: Kind,
    /// The whole board.
    pub(super) board: GivenBoard,
    /// The part of the board that is drawn.
    pub(super) shown: Region,
    /// The part that a shape is.
    pub(super) region: Option<Region>,
}

/// The parameters of a question besides the moves.
#[derive(Clone, Debug)]
pub(super) struct Details {
    /// Which hits count: of a shape all that it says, else only its moves.
    pub(super) hits: Hits,
    /// The same as parameters.
    pub(super) fields: SoughtFields,
    /// What is said of the moves; examples only if their order is given.
    pub(super) aspects: Aspects,
}

/// A move with its results.
#[derive(Clone, Debug)]
pub(super) struct ExploredMove {
    /// The letter on the board, as [`move_letters`] has them.
    pub(super) letter: Option<char>,
    /// The point of the board; `None` for tenuki, a pass, and where no move follows.
    pub(super) point: Option<Point>,
    pub(super) color: Option<Color>,
    /// How often the move follows the shape, which one game may have several times.
    pub(super) hits: Option<u64>,
    /// The part of all games or, in a corner, of all places: 0 to 1.
    pub(super) share: f64,
    pub(super) fashion: FashionJson,
    pub(super) versus: Option<VersusJson>,
    /// The players of the move by rank, if asked for.
    pub(super) strength: Option<StrengthJson>,
    pub(super) results: Results,
    /// Some games with the move, if asked for.
    pub(super) examples: Vec<GameJson>,
    /// What to search for in these games: the board after the move.
    pub(super) after: SoughtFields,
}

impl ExploredMove {
    /// A move with its results, of a position with all of these.
    fn new(
        (color, point): (Option<Color>, Option<Point>),
        (hits, share): (Option<u64>, f64),
        (results, all): (Results, &Breakdown),
        aspects: Aspects,
    ) -> ExploredMove {
        ExploredMove {
            letter: None,
            point,
            color,
            hits,
            share,
            fashion: FashionJson::new(&results, all),
            versus: aspects.versus.map(|at| VersusJson::new(at, &results, all)),
            strength: (aspects.by == Some(By::Rank)).then(|| StrengthJson::new(&results, all)),
            results,
            examples: Vec::new(),
            after: SoughtFields::default(),
        }
    }

    /// How often the move was played: in places of a corner or a shape, else in games.
    pub(super) fn count(&self) -> u64 {
        self.hits.unwrap_or(self.results.games)
    }
}

/// The answer to a desk.
#[derive(Clone, Debug, Default)]
pub(super) struct Explored {
    pub(super) games: u64,
    /// How often a shape occurs.
    pub(super) hits: Option<u64>,
    pub(super) moves: Vec<ExploredMove>,
    /// Some of the games.
    pub(super) samples: Vec<GameJson>,
    /// What was searched, for the list and the pages of games.
    pub(super) sought: SoughtFields,
}

impl Explored {
    /// Moves what is no point (tenuki, a pass, the end) behind the points, and gives letters to the points.
    fn name_moves(&mut self) {
        self.moves.sort_by_key(|found| found.point.is_none()); // stable: the most frequent come first
        for (found, letter) in self.moves.iter_mut().zip(move_letters()) {
            found.letter = found.point.map(|_| letter);
        }
    }
}

impl Desk {
    /// Sets up a position, plays moves, and finds the region.
    ///
    /// # Errors
    /// 422 if one of them has no meaning.
    pub(super) fn set_up(
        kind: Kind,
        position: &str,
        moves: &str,
        region: &str,
        lines: Option<u8>,
    ) -> Result<Desk, Problem> {
        let (board, part) = GivenBoard::read(Some(position), lines)?.on_board();
        let board = board.play(moves)?;
        let all = board.region();
        let mut desk = Desk { kind, board, shown: all, region: None };
        match kind {
            Kind::Opening => {}
            Kind::Corner => {
                desk.shown = desk.board.to_corner(CornerOptions::default().window)?.region();
            }
            Kind::Shape if region.trim().is_empty() => desk.region = part,
            Kind::Shape => {
                let text: RegionText = region
                    .parse()
                    .map_err(|error: String| Problem::unprocessable(format!("region: {error}")))?;
                let located = text.locate(desk.board.place, all.size);
                let located =
                    located.map_err(|error| Problem::unprocessable(format!("region: {error}")))?;
                desk.region = Some(located);
            }
        }
        Ok(desk)
    }

    /// The empty board, to show beside an error.
    pub(super) fn empty(kind: Kind) -> Desk {
        Desk::set_up(kind, "", "", "", None).expect("the empty board and no moves are no error")
    }

    /// The names of the points of the whole board.
    pub(super) fn names(&self) -> PointNames {
        PointNames::whole(self.board.place.board)
    }

    /// Who is to move.
    pub(super) fn turn(&self) -> Color {
        self.board.likely_turn()
    }

    /// The word for a move, to be played after the moves before it.
    pub(super) fn word(&self, color: Option<Color>, point: Option<Point>) -> String {
        let name = self.names().name_move(point);
        match color {
            Some(color) if color != self.turn() => format!("{}{name}", color.sgf_char()),
            _ => name,
        }
    }

    /// Counts the moves that were played there.
    ///
    /// # Errors
    /// 422 if there is no shape, or a condition has no meaning; others if the database cannot be
    /// read.
    pub(super) fn explore(
        &self,
        view: &View<'_>,
        fields: &GameFields,
        details: &Details,
    ) -> Result<Explored, Problem> {
        let mut explored = match self.kind {
            Kind::Opening => self.explore_opening(view, fields, details)?,
            Kind::Corner => self.explore_corner(view, fields, details)?,
            Kind::Shape => self.explore_shape(view, fields, details)?,
        };
        explored.name_moves();
        if let Some(order) = details.aspects.examples {
            self.add_examples(view, &mut explored, order)?;
        }
        if self.kind == Kind::Shape {
            return Ok(explored); // with its own samples
        }
        let mut seen = HashSet::new();
        let samples = explored.moves.iter().flat_map(|found| &found.results.samples);
        let samples: Vec<i64> =
            samples.copied().filter(|&game| seen.insert(game)).take(SAMPLES).collect();
        for game in samples {
            explored.samples.extend(view.store.game(game)?.map(|game| GameJson::new(game, None)));
        }
        Ok(explored)
    }

    fn add_examples(
        &self,
        view: &View<'_>,
        explored: &mut Explored,
        order: ExampleOrder,
    ) -> Result<(), Problem> {
        for found in &mut explored.moves {
            for game in order.of(&found.results) {
                let game = view.store.game(game)?;
                found.examples.extend(game.map(|game| GameJson::new(game, None)));
            }
            found.after = self.sought_after(&explored.sought, (found.color, found.point));
        }
        Ok(())
    }

    /// What is searched for where a move was played: the board after the move, and where conditions select hits
    /// before it, the shape with the move as its sequence.
    fn sought_after(
        &self,
        sought: &SoughtFields,
        (color, point): (Option<Color>, Option<Point>),
    ) -> SoughtFields {
        if self.kind != Kind::Opening && sought.has_conditions() {
            return self.sought_with(sought, (color, point));
        }
        let Some(shape) = self.shape_after(color, point) else { return sought.clone() };
        let one_later = |number: &str| match number.trim().parse::<u16>() {
            Ok(number) => number.saturating_add(1).to_string(),
            Err(_) => String::new(), // none was given
        };
        SoughtFields {
            shape,
            after_move: one_later(&sought.after_move),
            before_move: one_later(&sought.before_move),
            ..SoughtFields::default()
        }
    }

    /// The shape or corner with the move that is played inside next.
    fn sought_with(
        &self,
        sought: &SoughtFields,
        (color, point): (Option<Color>, Option<Point>),
    ) -> SoughtFields {
        let (Some(color), Some(point)) = (color, point) else { return sought.clone() };
        let played = format!("{}{}", color.sgf_char(), self.names().name_move(Some(point)));
        let fields = match self.kind {
            Kind::Opening | Kind::Corner => sought.clone(),
            Kind::Shape => self.on_board(sought),
        };
        let sequence = match fields.sequence.is_empty() {
            true => played,
            false => fields.sequence,
        };
        SoughtFields { sequence, ..fields }
    }

    /// The shape as a part of its board, which says its place and the names of its points.
    fn on_board(&self, fields: &SoughtFields) -> SoughtFields {
        let region = self.region.map(|region| region.to_string()).unwrap_or_default();
        SoughtFields { shape: self.board.pattern.to_string(), region, ..fields.clone() }
    }

    /// The board after a move, or its part; `None` without a stone, and where none can be played beside `?`.
    fn shape_after(&self, color: Option<Color>, point: Option<Point>) -> Option<String> {
        let word = self.word(color, Some(point?));
        let board = self.board.clone().play(&word).ok()?;
        Some(match self.kind {
            Kind::Opening => board.pattern.to_string(),
            Kind::Corner => {
                let asked = board.to_corner(CornerOptions::default().window).ok()?;
                asked.diagram(&asked.corner).to_string()
            }
            Kind::Shape => {
                let region = self.region.map(|region| region.to_string());
                board.into_shape(region.as_deref()).ok()?.pattern.to_string()
            }
        })
    }

    /// What is sought: the whole board or, with a player to move, its corner.
    fn sought(&self, turn: Option<Color>, fields: &SoughtFields) -> SoughtFields {
        SoughtFields {
            shape: self.board.pattern.to_string(),
            turn: turn.map_or(String::new(), |turn| turn.name().to_owned()),
            after_move: fields.after_move.clone(),
            before_move: fields.before_move.clone(),
            ..SoughtFields::default()
        }
    }

    fn explore_opening(
        &self,
        view: &View<'_>,
        fields: &GameFields,
        details: &Details,
    ) -> Result<Explored, Problem> {
        let pattern = &self.board.pattern;
        let counted = Counted { moves: details.hits.moves, ..Counted::default() };
        let found = count_next(view, pattern, (fields, counted))?;
        let games = found.games;
        let moves = found.moves.iter().map(|played| {
            let results = played.results.clone();
            let of = (None, share(results.games, games));
            let played = (played.color, played.point);
            ExploredMove::new(played, of, (results, &found.breakdown), details.aspects)
        });
        let sought = self.sought(None, &details.fields);
        Ok(Explored { games, moves: moves.collect(), sought, ..Explored::default() })
    }

    fn explore_corner(
        &self,
        view: &View<'_>,
        fields: &GameFields,
        details: &Details,
    ) -> Result<Explored, Problem> {
        let window = CornerOptions::default().window;
        let asked = self.board.to_corner(window)?;
        let turn = self.turn();
        let counted = Counted { moves: details.hits.moves, ..Counted::default() };
        let CornerMoves { games, occurrences, breakdown, moves } =
            count_in_corner(view, (&asked, window), turn, (fields, counted))?;
        let BoardPlace { origin, .. } = asked.place();
        let on_board = |point: Point| {
            let point = asked.point(point);
            Point::new(origin.col + point.col, origin.row + point.row)
        };
        let moves = moves.into_iter().map(|found| {
            let of = (Some(found.occurrences), share(found.occurrences, occurrences));
            let played = (Some(turn), found.point.map(on_board));
            ExploredMove::new(played, of, (found.results, &breakdown), details.aspects)
        });
        let sought = self.sought(Some(turn), &details.fields);
        Ok(Explored { games, moves: moves.collect(), sought, ..Explored::default() })
    }

    fn explore_shape(
        &self,
        view: &View<'_>,
        fields: &GameFields,
        details: &Details,
    ) -> Result<Explored, Problem> {
        let region = self.region.map(|region| region.to_string());
        let shape = self.board.clone().into_shape(region.as_deref())?;
        let search = details.hits.search(&shape.shape())?;
        let found = find_shape(view, &search, fields, ListMatches::limit(SAMPLES * 4))?;
        let origin = shape.place.origin;
        let results = |point, color| {
            let next = found
                .played
                .moves
                .iter()
                .find(|played| (played.point, played.color) == (point, Some(color)));
            next.map(|played| played.results.clone()).unwrap_or_default()
        };
        let on_board = |point: Point| Point::new(origin.col + point.col, origin.row + point.row);
        let moves = found.counts.continuations.iter().map(|next| {
            let results = results(next.point, next.color);
            let of = (Some(next.matches), share(next.games, found.counts.games));
            let played = (Some(next.color), next.point.map(on_board));
            ExploredMove::new(played, of, (results, &found.played.breakdown), details.aspects)
        });
        // A shape alone does not say its place, nor the names of its points.
        let needs_board = details.hits.anchor || !details.hits.sequence.is_empty();
        let fields = details.fields.clone();
        let mut explored = Explored {
            games: found.counts.games,
            hits: Some(found.counts.matches),
            moves: moves.collect(),
            samples: Vec::new(),
            sought: match needs_board {
                true => self.on_board(&fields),
                false => SoughtFields {
                    shape: shape.pattern.to_string(),
                    region: String::new(),
                    ..fields
                },
            },
        };
        for matches in found.matches.chunk_by(|one, other| one.game == other.game).take(SAMPLES) {
            let game = view.store.game(matches[0].game)?;
            explored.samples.extend(game.map(|game| GameJson::new(game, None)));
        }
        Ok(explored)
    }

    /// The stones of the drawn part of the board.
    pub(super) fn diagram(&self) -> Diagram {
        let whole =
            SubPosition { open: self.board.pattern.open(), ..self.board.pattern.sub_position() };
        Diagram::from(&whole).cut(self.shown).expect("the shown part is inside the board")
    }

    /// The place of a point of the board in what is drawn.
    pub(super) fn shown_point(&self, point: Point) -> Option<Point> {
        let Region { origin, .. } = self.shown;
        let inside = self.shown.contains(point);
        inside.then(|| Point::new(point.col - origin.col, point.row - origin.row))
    }
}

fn share(part: u64, all: u64) -> f64 {
    part as f64 / all.max(1) as f64
}

/// Whether a text is moves, and not a position.
pub(super) fn is_moves(text: &str) -> bool {
    TypedMoves::is_meant_by(text, Size::STANDARD)
}
