//! Diagrams as books draw them: the question, and lines with numbered moves.

use std::collections::HashSet;

use crate::Color;
use crate::export::Mark;
use crate::extract::BoardPlace;
use crate::find::RecordView;
use crate::go::{Point, Sides};
use crate::gtn::{self, Cell};
use crate::publish::published_problem::{Answer, PublishedProblem, width_of};
use crate::solution::Verdict;
use crate::svg::Picture;

/// What a diagram shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiagramKind {
    /// The problem before the first move.
    Question,
    /// A line that solves it.
    Right,
    /// A line that does not.
    Wrong,
}

/// A board with numbered moves, and what cannot be drawn on it.
///
/// ```text
///   . 1 O .      3 at 1; also right: A
///   O O A X
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Diagram {
    /// What the diagram shows.
    pub kind: DiagramKind,
    /// The board. Stones that the moves capture stay, as is usual in print.
    pub picture: Picture,
    /// Captions: moves on points that are taken, tenuki, other right moves.
    pub captions: Vec<String>,
    /// The comments of the moves that are drawn, in their order; then those of other right first moves.
    pub comments: Vec<MoveComment>,
}

/// The comment of a move of a diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveComment {
    /// The number of the move, or the letter of another right first move; nothing if the diagram has one
    /// comment, which is that of its last move.
    pub label: Option<String>,
    /// The comment.
    pub text: String,
}

/// The widest label that has room on a point, in Latin letters.
const MAX_LABEL: usize = 3;

/// The most wrong lines that are drawn for a problem.
const MAX_WRONG: usize = 2;

impl PublishedProblem {
    /// The problem before the first move, with its marks and labels.
    pub fn question(&self) -> Diagram {
        let mut drawing = Drawing::new(self);
        // Letters that stand for long labels are none of the others.
        let is_long =
            |mark: &Mark| matches!(mark, Mark::Label(label) if width_of(label) > MAX_LABEL);
        let (long, short): (Vec<_>, Vec<_>) =
            self.puzzle.annotation.marks.iter().partition(|(_, mark)| is_long(mark));
        for (at, mark) in short.into_iter().chain(long) {
            drawing.mark(*at, mark);
        }
        drawing.finish(DiagramKind::Question)
    }

    /// The first right line with the other right moves as letters, and the first wrong lines. Nothing if
    /// no move is accepted.
    pub fn answer_diagrams(&self) -> Vec<Diagram> {
        let answers = self.answers();
        let mut diagrams = Vec::new();
        if let Some((first, others)) = answers.split_first() {
            let end =
                self.end_of_line(first.node, |node| self.tree.moves[node as usize].leads_right);
            let mut drawing = Drawing::new(self);
            drawing.play(&self.path(end));
            drawing.name_others(others);
            diagrams.push(drawing.finish(DiagramKind::Right));
        }
        diagrams.extend(self.wrong_ends().into_iter().take(MAX_WRONG).map(|end| {
            let mut drawing = Drawing::new(self);
            drawing.play(&self.path(end));
            drawing.finish(DiagramKind::Wrong)
        }));
        diagrams
    }

    /// The ends of the first wrong line of each first move that no right line has; moves with a
    /// refutation come first.
    fn wrong_ends(&self) -> Vec<u32> {
        let moves = &self.tree.moves;
        let is_wrong = |&node: &u32| {
            let first = &moves[node as usize];
            !first.leads_right && !first.is_refused && first.color == self.tree.player
        };
        let ends = self.tree.first.iter().copied().filter(is_wrong);
        let ends = ends.map(|node| self.end_of_line(node, |_| true));
        let mut ends: Vec<u32> =
            ends.filter(|&end| moves[end as usize].verdict == Some(Verdict::Wrong)).collect();
        ends.sort_by_key(|&end| moves[end as usize].parent.is_none());
        ends
    }

    /// Column, row, columns and rows of the part of the board that all diagrams of the problem show,
    /// with one line more on open sides.
    pub(super) fn view_with_margin(&self) -> [u8; 4] {
        let RecordView { window, place } = self.view();
        let (size, open) = (window.board.size(), window.open);
        let more = |side| u8::from(open.contains(side));
        let [left, top] = [more(Sides::LEFT), more(Sides::TOP)];
        let cols = size.cols() + left + more(Sides::RIGHT);
        let rows = size.rows() + top + more(Sides::BOTTOM);
        [place.origin.col - left, place.origin.row - top, cols, rows]
    }

    /// The part of the board that all diagrams of the problem show: the window with every point of a
    /// right line, and those that the question marks.
    fn view(&self) -> RecordView {
        let place = BoardPlace { origin: self.origin, board: self.tree.board.size() };
        let view = RecordView { window: self.window.clone(), place };
        let right = self.tree.moves.iter().filter(|one| one.leads_right);
        let marked = self.puzzle.annotation.marks.iter().map(|(at, _)| *at);
        view.grown_to_include(right.filter_map(|one| one.at).chain(marked))
    }
}

/// A diagram under construction.
struct Drawing<'a> {
    problem: &'a PublishedProblem,
    view: RecordView,
    /// The cells of the view, row by row.
    cells: Vec<Cell>,
    labels: Vec<(Point, String)>,
    /// The texts of the labels, and how many letters from `A` and from `a` on are among them or passed over.
    names: HashSet<String>,
    passed: [usize; 2],
    captions: Vec<String>,
    comments: Vec<MoveComment>,
}

impl<'a> Drawing<'a> {
    fn new(problem: &'a PublishedProblem) -> Drawing<'a> {
        let view = problem.view();
        let board = &view.window.board;
        let cells =
            board.size().points().map(|at| Cell { stone: board.get(at), mark: None }).collect();
        let (labels, captions, comments) = (Vec::new(), Vec::new(), Vec::new());
        let (names, passed) = (HashSet::new(), [0; 2]);
        Drawing { problem, view, cells, labels, names, passed, captions, comments }
    }

    fn cell(&mut self, at: Point) -> &mut Cell {
        let number = self.view.window.board.size().number(at);
        &mut self.cells[usize::from(number)]
    }

    fn label(&self, at: Point) -> Option<&str> {
        self.labels.iter().find(|(point, _)| *point == at).map(|(_, label)| label.as_str())
    }

    /// Draws a mark of the problem, if the diagram shows its point.
    fn mark(&mut self, at: Point, mark: &Mark) {
        let Some(at) = self.view.window_point(at) else { return };
        match mark {
            Mark::Label(label) if width_of(label) > MAX_LABEL => {
                let letter = self.next_letter('A');
                self.captions.push(format!("{letter}: {label}"));
                self.add_label(at, letter);
            }
            Mark::Label(label) => self.add_label(at, label.clone()),
            Mark::Sign(sign) => self.cell(at).mark = Some(*sign),
        }
    }

    /// Adds the comment of a move, if there is one.
    fn add_comment(&mut self, node: u32, label: Option<String>) {
        if let Some(text) = self.problem.tree.moves[node as usize].comment.clone() {
            self.comments.push(MoveComment { label, text });
        }
    }

    /// Numbers the moves of a line.
    fn play(&mut self, path: &[u32]) {
        let mut before: Option<Color> = None;
        for (number, &node) in (1..).zip(path) {
            let (color, at) = {
                let one = &self.problem.tree.moves[node as usize];
                (one.color, one.at)
            };
            if before == Some(color) {
                self.captions.push(format!("{} again at {number}", capitalize(color)));
            }
            before = Some(color);
            let Some(on_board) = at else {
                self.captions.push(format!("{number} tenuki"));
                continue;
            };
            let Some(at) = self.view.window_point(on_board) else {
                let name = self.problem.point_name(Some(on_board));
                self.captions.push(format!("{number} at {name}"));
                continue;
            };
            if let Some(label) = self.label(at) {
                self.captions.push(format!("{number} at {label}"));
            } else if self.cell(at).stone.is_some() {
                let letter = self.next_letter('a');
                self.captions.push(format!("{number} at {letter}"));
                self.add_label(at, letter);
            } else {
                self.cell(at).stone = Some(color);
                self.add_label(at, number.to_string());
            }
        }
        let last = path.last();
        for (number, node) in (1..).zip(path) {
            let is_alone = self.comments.is_empty() && Some(node) == last;
            self.add_comment(*node, (!is_alone).then(|| number.to_string()));
        }
    }

    fn add_label(&mut self, at: Point, label: String) {
        self.names.insert(label.clone());
        self.labels.push((at, label));
    }

    /// The first of the names from `first` on, `A` or `a`, that is no label.
    fn next_letter(&mut self, first: char) -> String {
        let passed = &mut self.passed[usize::from(first == 'a')];
        // Labels stay, so the names before those that were passed over are none that is free.
        loop {
            let name = letter_name(first, *passed);
            if !self.names.contains(&name) {
                return name;
            }
            *passed += 1;
        }
    }

    /// Names the other right first moves by letters on free points.
    fn name_others(&mut self, others: &[Answer]) {
        let mut names = Vec::new();
        for other in others {
            let shown = other.at.and_then(|at| self.view.window_point(at));
            let name = match shown {
                Some(at) => match self.label(at) {
                    Some(label) => label.to_owned(),
                    None => {
                        let letter = self.next_letter('A');
                        self.add_label(at, letter.clone());
                        letter
                    }
                },
                None => self.problem.point_name(other.at),
            };
            self.add_comment(other.node, Some(name.clone()));
            names.push(name);
        }
        if !names.is_empty() {
            self.captions.push(format!("also right: {}", names.join(", ")));
        }
    }

    fn finish(self, kind: DiagramKind) -> Diagram {
        let Drawing { view, cells, labels, captions, comments, .. } = self;
        let size = view.window.board.size();
        let cell = |at| cells[usize::from(size.number(at))];
        let diagram = gtn::Diagram::build(size, view.window.open, cell);
        let picture = Picture { place: Some(view.place), labels, ..Picture::from(diagram) };
        Diagram { kind, picture, captions, comments }
    }
}

fn capitalize(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

/// A name of a point by its number from 0: the 26 letters from `A` or `a` on, then the same with numbers: `A1` to `Z1`,
/// `A2` and so on.
fn letter_name(first: char, number: usize) -> String {
    let (round, letter) = (number / 26, (first..).nth(number % 26));
    let letter = letter.expect("25 letters follow an A and an a");
    if round == 0 { letter.to_string() } else { format!("{letter}{round}") }
}
