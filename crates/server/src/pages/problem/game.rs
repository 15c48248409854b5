//! The board of a problem, and what is said of the moves.

use std::borrow::Cow;

use maud::{Markup, html};
use serde::Deserialize;

use super::likeness::Likeness;
use crate::Color;
use crate::address::Address;
use crate::export;
use crate::extract::names_place;
use crate::find::{RecordTree, RecordView};
use crate::go::{Board, PlayError, Point, Size, Symmetry};
use crate::gtn::{Cell, Diagram, Mark};
use crate::pages::board::BoardGrid;
use crate::pages::layout::Page;
use crate::pages::text::{Language, Text, texts};
use crate::pages::words;
use crate::play::{Judgment, Line};
use crate::problem::Problem;
use crate::solve::{ProofStep, Verdict};
use crate::svg::Picture;

/// The lines of the board beyond the stones and moves on each open side.
const MARGIN: u8 = 2;

/// The most moves of an address.
const MAX_MOVES: usize = 500;

texts! { "shared": BLACK, WHITE, MIRROR, RECOLOR, VIEW }
texts! { "problem/game":
    BLACK_TO_PLAY, WHITE_TO_PLAY, ANSWERS, NO_SOLUTION, GO_ON, RIGHT, RIGHT_SO_FAR, FOUND, PLAYED,
    LESSER, DOUBTFUL, WRONG, REFUSED, SILENT, OFF, OCCUPIED, SELF_CAPTURE, KO, NO_LIBERTY, TRY_HERE,
    NO_HINT, HINT, TAKE_BACK, AGAIN, OTHERS, TENUKI, BOTH, TURN, AS_IN_SOURCE, PLAY, ELSEWHERE, NO_NODE, TOO_LONG,
    NO_POINT, NOT_TURNED, PROOF_ANSWERS, PROOF_FAILS, PROOF_WORKS,
}

/// What the address of a problem says.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GameQuery {
    /// The number of the record, from 1.
    pub(super) record: Option<usize>,
    /// The operation from the record's board to the one shown; without one, the view is that of `export`.
    pub(super) view: Option<String>,
    /// Whether the person plays both colors.
    both: Option<String>,
    /// The first moves of answers that were found, as `moves`.
    found: Option<String>,
    /// The moves: points of the record's board, such as `D4`, or `pass`, separated by commas.
    moves: Option<String>,
    /// A move of the solution, whose line is shown instead of `moves`.
    node: Option<usize>,
    /// One more move: a point of the board shown.
    point: Option<String>,
    hint: Option<String>,
    /// Which problems like this one are shown.
    #[serde(default)]
    pub(super) related: Likeness,
    /// Read by [`Page`].
    #[serde(rename = "lang")]
    _lang: Option<String>,
}

/// A game on the board of a record.
pub(super) struct Game<'a> {
    page: &'a Page,
    /// The [`ProblemId`](crate::model::ProblemId) in the address.
    id: &'a str,
    record: usize,
    tree: &'a RecordTree,
    /// The marks and labels of the question; a move clears them.
    marks: Vec<(Point, export::Mark)>,
    view: Symmetry,
    /// The view of an address that has none.
    default_view: Symmetry,
    is_both: bool,
    /// The moves; `None` if nothing can be played.
    line: Option<Line<'a>>,
    /// The first moves of the answers that were found.
    found: Vec<Option<Point>>,
    /// What is wrong with the last move, which is not played.
    fault: Option<Text>,
    has_hint: bool,
    /// What the solver has computed, if the record does not have the last move of the person.
    proof: Option<Computed>,
}

/// What a proof says of a line that the record does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Computed {
    /// The move of the person fails, and the proof has answered.
    Answered,
    /// It fails, and the rest is certain.
    Failed,
    /// It reaches the outcome.
    Works,
}

impl<'a> Game<'a> {
    /// Plays what an address says.
    ///
    /// # Errors
    /// 422 if something in it has no meaning; 404 if the solution has no such node.
    pub(super) fn new(
        page: &'a Page,
        id: &'a str,
        (record, default_view): (usize, Symmetry),
        tree: &'a RecordTree,
        marks: Vec<(Point, export::Mark)>,
        verdict: Option<&Verdict>,
        query: &GameQuery,
    ) -> Result<Game<'a>, Problem> {
        let board = tree.board.size();
        let view = query.view.as_deref().map(str::parse::<Symmetry>).transpose();
        let view = view.map_err(|error| Problem::unprocessable(error.to_string()))?;
        let found = read_moves(query.found.as_deref(), board)?;
        let mut game = Game {
            page,
            id,
            record,
            tree,
            marks,
            view: view.unwrap_or(default_view),
            default_view,
            is_both: query.both.is_some(),
            line: None,
            found: found.into_iter().filter(|at| tree.accepted.contains(at)).collect(),
            fault: None,
            has_hint: query.hint.is_some(),
            proof: None,
        };
        let Ok(mut line) = Line::new(tree) else {
            game.fault = Some(NO_LIBERTY);
            return Ok(game);
        };
        let mut moves = read_moves(query.moves.as_deref(), board)?;
        if let Some(point) = &query.point {
            let shown = game.view.size(board);
            let at = find_point(point, shown)?;
            moves.push(Some(game.view.inverse().point(at, shown)));
        }
        if let Some(node) = query.node {
            if node >= tree.moves.len() {
                return Err(Problem::not_found(NO_NODE.with(&[&node])));
            }
            line = line.lead_to(node as u32);
        }
        for at in moves {
            if let Err(error) = line.play(at) {
                game.fault = Some(describe(error));
                break;
            }
        }
        if !game.is_both && query.node.is_none() {
            line.reply();
            game.proof = verdict.and_then(|verdict| answer(&mut line, verdict));
        }
        let first = line.moves.first().map(|&(_, at)| at);
        if let (Some(at), Judgment::Right) = (first, line.judge())
            && tree.accepted.contains(&at)
            && !game.found.contains(&at)
        {
            game.found.push(at);
        }
        game.line = Some(line);
        Ok(game)
    }

    /// The address of the problem with some moves of the game.
    fn address(&self, moves: &[(Color, Option<Point>)]) -> Address {
        let moves: Vec<Option<Point>> = moves.iter().map(|&(_, at)| at).collect();
        Address::new(format!("/p/{}", self.id))
            .with("record", self.record.to_string())
            .with("view", self.view_name(self.view))
            .with("both", if self.is_both { "1" } else { "" })
            .with("found", self.write_moves(&self.found))
            .with("moves", self.write_moves(&moves))
            .with("lang", self.page.language.tag())
    }

    /// A view in an address.
    fn view_name(&self, view: Symmetry) -> &'static str {
        if view == self.default_view { "" } else { view.name() }
    }

    /// The operation from the record's board to the one shown.
    pub(super) fn view(&self) -> Symmetry {
        self.view
    }

    /// The address of the problem with the moves of the game.
    pub(super) fn address_of_line(&self) -> Address {
        self.address(self.moves())
    }

    /// The address of a first move of the person.
    pub(super) fn address_of_first(&self, at: Point) -> Address {
        self.address(&[(self.tree.player, Some(at))])
    }

    /// Where a search for the problem is asked for, the number of the record, and the parameters of this page.
    pub(super) fn search_address(&self) -> (String, usize, String) {
        (format!("/p/{}/solve", self.id), self.record, self.address_of_line().query())
    }

    /// The address of a move of the solution.
    pub(super) fn address_of(&self, node: u32) -> Address {
        self.address(&[]).with("node", node.to_string())
    }

    fn moves(&self) -> &[(Color, Option<Point>)] {
        self.line.as_ref().map_or(&[], |line| &line.moves)
    }

    fn write_moves(&self, moves: &[Option<Point>]) -> String {
        let size = self.tree.board.size();
        let name = |at: &Option<Point>| at.map_or("pass".to_owned(), |at| at.name(size));
        moves.iter().map(name).collect::<Vec<_>>().join(",")
    }

    /// A move as on the board shown: `Black D4`.
    pub(super) fn name_move(&self, color: Color, at: Option<Point>) -> String {
        let color = match self.view.color(color) {
            Color::Black => BLACK,
            Color::White => WHITE,
        };
        format!("{} {}", self.page.text(color), self.name(at))
    }

    fn name(&self, at: Option<Point>) -> String {
        let size = self.tree.board.size();
        let name = |at| self.view.point(at, size).name(self.view.size(size));
        at.map_or_else(|| self.page.text(ELSEWHERE).to_owned(), name)
    }

    /// The board of buttons. It has room for all moves of the solution, so that its size does not
    /// tell which point is played first.
    pub(super) fn board(&self, window: &RecordView) -> Markup {
        let played = self.moves().iter().filter_map(|&(_, at)| at);
        let points = self.tree.moves.iter().filter_map(|one| one.at).chain(played);
        let points = points.chain(self.marks.iter().map(|(at, _)| *at));
        let view = with_margin(&window.grown_to_include(points));
        let board = self.line.as_ref().map_or_else(|| self.tree.board.clone(), Line::board);
        let last = self.line.as_ref().and_then(Line::last).and_then(|(_, at)| at);
        let hint = self.hint().flatten();
        let mut picture = draw(&view, &board, |at| match at {
            _ if hint == Some(at) => Some(Mark::Triangle),
            _ if last == Some(at) => Some(Mark::Circle),
            _ => None,
        });
        if self.moves().is_empty() {
            let marks = self.marks.iter().filter(|(at, _)| hint != Some(*at));
            let marks = marks.filter_map(|(at, mark)| Some((view.window_point(*at)?, mark)));
            (picture.diagram, picture.labels) = export::Mark::draw_all(marks, &picture.diagram);
        }
        let picture = picture.transform(self.view);
        let address = self.address(self.moves());
        html! {
            form action={ "/p/" (self.id) } {
                @for (name, value) in address.fields() {
                    input type="hidden" name=(name) value=(value);
                }
                (BoardGrid::new(self.page, "board", picture))
            }
        }
    }

    fn hint(&self) -> Option<Option<Point>> {
        let line = self.line.as_ref().filter(|_| self.has_hint)?;
        line.hint(&self.found)
    }

    fn judge(&self) -> Judgment {
        self.line.as_ref().map_or(Judgment::Off, Line::judge)
    }

    /// What is said of the line: `#verdict`.
    pub(super) fn verdict(&self) -> Markup {
        html! {
            p #verdict role="status" data-part="verdict" data-verdict=(self.judge().name()) {
                (self.sentence())
            }
        }
    }

    fn sentence(&self) -> String {
        let page = self.page;
        let mut sentences: Vec<String> = Vec::new();
        if let Some(fault) = self.fault {
            sentences.push(page.text(fault).to_owned());
        }
        let Some(line) = &self.line else { return sentences.concat() };
        let played = |(color, at)| page.fill(PLAYED, &[&self.name_move(color, at)]);
        match line.last() {
            Some(last) => sentences.push(played(last)),
            None if self.tree.moves.is_empty() => {
                sentences.push(self.to_play(line.to_move));
                sentences.push(page.text(NO_SOLUTION).to_owned());
            }
            None => {
                sentences.push(self.to_play(line.to_move));
                let answers = self.tree.accepted.len();
                if answers > 1 {
                    sentences.push(match self.found.len() {
                        0 => page.fill(ANSWERS, &[&answers]),
                        _ => self.count_found(),
                    });
                }
            }
        }
        match line.judge() {
            Judgment::On if line.last().is_none() => {}
            Judgment::On => sentences.push(page.text(GO_ON).to_owned()),
            Judgment::Right if self.is_solved() => sentences.push(page.text(RIGHT).to_owned()),
            Judgment::Right => {
                sentences.push(page.text(RIGHT_SO_FAR).to_owned());
                sentences.push(self.count_found());
            }
            judgment => sentences.push(page.text(verdict_text(judgment)).to_owned()),
        }
        sentences.extend(self.proof.map(|computed| {
            let text = match computed {
                Computed::Answered => PROOF_ANSWERS,
                Computed::Failed => PROOF_FAILS,
                Computed::Works => PROOF_WORKS,
            };
            page.text(text).to_owned()
        }));
        if self.has_hint {
            sentences.push(match self.hint() {
                Some(at) => page.fill(TRY_HERE, &[&self.name(at)]),
                None => page.text(NO_HINT).to_owned(),
            });
        }
        // Only English separates sentences by blanks.
        sentences.join(if page.language == Language::English { " " } else { "" })
    }

    fn to_play(&self, color: Color) -> String {
        let text = match self.view.color(color) {
            Color::Black => BLACK_TO_PLAY,
            Color::White => WHITE_TO_PLAY,
        };
        self.page.text(text).to_owned()
    }

    /// `1 of 2 answers found.`
    fn count_found(&self) -> String {
        let (found, all) = (self.found.len(), self.tree.accepted.len());
        self.page.fill(FOUND, &[&found, &all])
    }

    /// Whether all answers were found.
    fn is_solved(&self) -> bool {
        self.tree.accepted.iter().all(|at| self.found.contains(at))
    }

    /// What the record says: of the problem before the first move, then of the last move.
    pub(super) fn comments(&self) -> Markup {
        let line = self.line.as_ref().filter(|line| !line.moves.is_empty());
        let comments: Vec<&str> = match line {
            Some(line) => line.comments().collect(),
            None => self.tree.comment.as_deref().into_iter().collect(),
        };
        let is_turned = ![Symmetry::IDENTITY, Symmetry::NEGATIVE].contains(&self.view);
        html! {
            @for comment in &comments { p.comment dir="auto" { (self.words(comment)) } }
            @if is_turned && comments.iter().any(|comment| names_place(comment)) {
                p.soft { (self.page.text(NOT_TURNED)) }
            }
        }
    }

    /// A comment, with the names of the colors of the board shown.
    pub(super) fn words<'t>(&self, comment: &'t str) -> Cow<'t, str> {
        words::in_colors(comment, self.view)
    }

    /// The links beside the board.
    pub(super) fn tools(&self) -> Markup {
        let page = self.page;
        let here = self.address(self.moves());
        let link = |name: &str, address: &Address, words: Text| {
            html! { a.button data-live data-control=(name) href=(address) { (page.text(words)) } }
        };
        let to = |view: Symmetry| here.clone().with("view", self.view_name(view));
        let view = |symmetry: Symmetry| to(self.view.then(symmetry));
        let is_own = self.view == Symmetry::IDENTITY;
        let [turn, mirror] = [1, 4].map(|index| Symmetry::ALL[index]);
        let has_others = self.judge() == Judgment::Right && !self.is_solved();
        html! {
            @if let Some(line) = &self.line {
                div.tools role="group" aria-label=(page.text(PLAY)) {
                    @if has_others {
                        a.button.main data-live data-control="again" href=(self.address(&[])) {
                            (page.text(OTHERS))
                        }
                    } @else if !line.moves.is_empty() {
                        (link("again", &self.address(&[]), AGAIN))
                    }
                    @if !line.moves.is_empty() {
                        (link("back", &self.address(self.before_last(line)), TAKE_BACK))
                    }
                    @if !self.tree.moves.is_empty() && line.judge() != Judgment::Right {
                        (link("hint", &here.clone().with("hint", "1"), HINT))
                    }
                    @if line.may_tenuki() {
                        (link("pass", &self.with_tenuki(line), TENUKI))
                    }
                    a.button data-live data-control="both" aria-current=[self.is_both.then_some("true")]
                        href=(here.clone().with("both", if self.is_both { "" } else { "1" })) {
                        (page.text(BOTH))
                    }
                }
            }
            div.tools role="group" aria-label=(page.text(VIEW)) {
                (link("turn", &view(turn), TURN))
                (link("mirror", &view(mirror), MIRROR))
                (link("recolor", &view(Symmetry::NEGATIVE), RECOLOR))
                @if self.default_view != Symmetry::IDENTITY {
                    a.button data-live data-control="own" aria-current=[is_own.then_some("true")]
                        href=(to(if is_own { self.default_view } else { Symmetry::IDENTITY })) {
                        (page.text(AS_IN_SOURCE))
                    }
                }
            }
        }
    }

    /// The moves before the last one of the person: the replies go with it.
    fn before_last<'l>(&self, line: &'l Line<'_>) -> &'l [(Color, Option<Point>)] {
        let is_own = |&(color, _): &(Color, Option<Point>)| color == self.tree.player;
        let is_answered = self.proof == Some(Computed::Answered);
        let is_alone = self.is_both || line.judge() == Judgment::Off && !is_answered;
        let last = line.moves.iter().rposition(is_own).filter(|_| !is_alone);
        &line.moves[..last.unwrap_or(line.moves.len().saturating_sub(1))]
    }

    fn with_tenuki(&self, line: &Line<'_>) -> Address {
        let moves: Vec<_> = line.moves.iter().copied().chain([(line.to_move, None)]).collect();
        self.address(&moves)
    }
}

/// Answers a line that the record does not have by the proof of a refutation.
fn answer(line: &mut Line<'_>, verdict: &Verdict) -> Option<Computed> {
    let solved = verdict.answer.as_ref().ok()?;
    let moves: Vec<Option<Point>> = line.moves.iter().map(|&(_, at)| at).collect();
    let first = moves.first().copied().flatten().filter(|_| line.judge() == Judgment::Off)?;
    let step = verdict.frames.first()?.follow(&moves)?;
    let is_refuted = solved.refutation(first).is_some();
    match step {
        ProofStep::Answer(at) if is_refuted => {
            line.play(at).ok()?; // the real board may forbid what a frame allows
            Some(Computed::Answered)
        }
        // The address of a page has the answer.
        ProofStep::Any | ProofStep::End(_) if is_refuted && line.is_answered() => {
            Some(Computed::Answered)
        }
        ProofStep::End(_) if is_refuted => Some(Computed::Failed),
        _ if solved.moves.contains(&first) => Some(Computed::Works),
        _ => None,
    }
}

fn verdict_text(judgment: Judgment) -> Text {
    match judgment {
        Judgment::On => GO_ON,
        Judgment::Right => RIGHT,
        Judgment::Lesser => LESSER,
        Judgment::Doubtful => DOUBTFUL,
        Judgment::Wrong => WRONG,
        Judgment::Refused => REFUSED,
        Judgment::Silent => SILENT,
        Judgment::Off => OFF,
    }
}

fn describe(error: PlayError) -> Text {
    match error {
        PlayError::Ko(_) => KO,
        PlayError::SelfCapture(_) => SELF_CAPTURE,
        // Points come from the board, and no game ends here: the line resumes it.
        PlayError::Occupied(_) | PlayError::OffBoard(_) => OCCUPIED,
        PlayError::OutOfTurn(_) | PlayError::GameOver => OCCUPIED,
    }
}

/// A part of a board as a picture, not yet turned. `mark` marks points of the whole board.
pub(super) fn draw(
    view: &RecordView,
    board: &Board,
    mark: impl Fn(Point) -> Option<Mark>,
) -> Picture {
    let RecordView { window, place, .. } = view;
    let diagram = Diagram::build(window.board.size(), window.open, |point| {
        let at = Point::new(place.origin.col + point.col, place.origin.row + point.row);
        Cell { stone: board.get(at), mark: mark(at) }
    });
    Picture { place: Some(*place), ..diagram.into() }
}

/// The view with some more lines on each open side.
fn with_margin(view: &RecordView) -> RecordView {
    let (origin, size) = (view.place.origin, view.window.board.size());
    let before = Point::new(origin.col.saturating_sub(MARGIN), origin.row.saturating_sub(MARGIN));
    let last = |origin: u8, lines: u8, board: u8| (origin + lines - 1 + MARGIN).min(board - 1);
    let board = view.place.board;
    let behind = Point::new(
        last(origin.col, size.cols(), board.cols()),
        last(origin.row, size.rows(), board.rows()),
    );
    view.grown_to_include([before, behind])
}

/// Reads points of a board, such as `D4,pass`.
fn read_moves(text: Option<&str>, board: Size) -> Result<Vec<Option<Point>>, Problem> {
    let names = text.unwrap_or_default().split(',').filter(|name| !name.is_empty());
    let read = |name: &str| match name {
        "pass" => Ok(None),
        name => find_point(name, board).map(Some),
    };
    let moves = names.take(MAX_MOVES + 1).map(read).collect::<Result<Vec<_>, _>>()?;
    if moves.len() > MAX_MOVES {
        return Err(Problem::unprocessable(TOO_LONG.with(&[&MAX_MOVES])));
    }
    Ok(moves)
}

fn find_point(name: &str, board: Size) -> Result<Point, Problem> {
    let found = board.points().find(|point| point.name(board).eq_ignore_ascii_case(name));
    let refuse = || Problem::unprocessable(NO_POINT.with(&[&name.escape_debug(), &board]));
    found.ok_or_else(refuse)
}
