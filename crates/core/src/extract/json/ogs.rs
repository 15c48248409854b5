//! Puzzles of online-go.com (OGS).
//!
//! | field | SGF |
//! |---|---|
//! | `width`, `height` | SZ; 19 where missing |
//! | `initial_state`: `black`, `white`, two letters a stone | AB, AW |
//! | `initial_player` | PL; Black where missing |
//! | `name`, `puzzle_description` | GN, C of the root |
//! | `puzzle_type`, `puzzle_rank` | GE, DI (`12k`, `3d`), as in GoProblems |
//! | `move_tree`: `x`, `y`, −1 for a pass | B, W, in turn |
//! | `correct_answer`, `wrong_answer` | TE, BM |
//! | `text` | C |
//! | `marks`: `letter`, `triangle`, `square`, `circle`, `cross` | LB, TR, SQ, CR, MA |
//! | `trunk_next`, `branches` | variations, in this order |
//!
//! Drawings, colors and modes of play are left out.

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::move_tree::{Move, read_moves};
use super::values::parse;
use crate::extract::draft::Draft;
use crate::go::{Point, Size};
use crate::sgf::value::{format_point, parse_size};
use crate::{Color, Fault, Rule};

#[derive(Deserialize)]
#[serde(expecting = "an OGS puzzle")]
struct Puzzle<'a> {
    #[serde(borrow)]
    width: Option<&'a RawValue>,
    height: Option<&'a RawValue>,
    initial_state: Option<&'a RawValue>,
    initial_player: Option<String>,
    name: Option<String>,
    puzzle_description: Option<String>,
    puzzle_type: Option<String>,
    puzzle_rank: Option<Value>,
    move_tree: Option<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(expecting = "an object with the stones of black and white")]
struct Stones<'a> {
    #[serde(borrow)]
    black: Option<&'a RawValue>,
    white: Option<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(expecting = "a point with its marks")]
struct Marked {
    x: i64,
    y: i64,
    marks: Marks,
}

#[derive(Deserialize)]
#[serde(expecting = "an object of marks")]
struct Marks {
    letter: Option<String>,
    triangle: Option<bool>,
    square: Option<bool>,
    circle: Option<bool>,
    cross: Option<bool>,
}

/// Writes the `puzzle` of an object of the OGS API, which has a name of its own.
pub(super) fn write_named_puzzle<'a>(
    raw: &'a RawValue,
    name: Option<&RawValue>,
    draft: &mut Draft<'a>,
) -> Result<(), Fault> {
    let name = name.map(|name| parse(draft, name.get())).transpose()?;
    write_puzzle(raw.get(), name, draft)
}

/// Writes a puzzle as a game tree. `name` is used if the puzzle has none.
pub(super) fn write_puzzle<'a>(
    text: &'a str,
    name: Option<String>,
    draft: &mut Draft<'a>,
) -> Result<(), Fault> {
    let puzzle: Puzzle<'_> = parse(draft, text)?;
    let color = match puzzle.initial_player.as_deref() {
        None | Some("black") => Color::Black,
        Some("white") => Color::White,
        Some(other) => {
            let other = other.escape_debug();
            let message = format!("initial_player: `{other}` is neither black nor white");
            return Err(draft.fault(text, Rule::Syntax, message));
        }
    };
    let side = |side: Option<&'a RawValue>| side.map_or("19", |side| side.get().trim_matches('"'));
    let (cols, rows) = (side(puzzle.width), side(puzzle.height));
    let shown = if cols == rows { cols.to_owned() } else { format!("{cols}:{rows}") };
    if let Some(part) = puzzle.width.or(puzzle.height) {
        draft.set_origin(part.get());
    }
    draft.push_property("SZ", [&shown]);
    draft.set_origin(text);
    let name = puzzle.name.filter(|name| !name.trim().is_empty()).or(name);
    draft.push_text("GN", &name.unwrap_or_default());
    draft.push_text("GE", &puzzle.puzzle_type.unwrap_or_default());
    draft.push_text(
        "DI",
        &puzzle.puzzle_rank.and_then(|rank| difficulty(&rank)).unwrap_or_default(),
    );
    draft.push_property("PL", [color.sgf_char().to_string()]);
    if let Some(stones) = puzzle.initial_state {
        let stones: Stones<'_> = parse(draft, stones.get())?;
        for (name, list) in [("AB", stones.black), ("AW", stones.white)] {
            let Some(list) = list else { continue };
            let points: String = parse(draft, list.get())?;
            let points: Vec<char> = points.chars().collect();
            draft.set_origin(list.get());
            draft.push_property(name, points.chunks(2).map(String::from_iter));
        }
    }
    draft.set_origin(text);
    let description = puzzle.puzzle_description.unwrap_or_default();
    let Some(tree) = puzzle.move_tree else {
        draft.push_text("C", &description);
        return Ok(());
    };
    let moves = read_moves(draft, tree)?;
    let size = parse_size(shown.as_bytes()).unwrap_or(Size::STANDARD);
    MoveWriter { size, moves: &moves, draft }.write(&description, color)
}

/// `12k` or `3d` for a rank as OGS numbers them: 30 is 1 dan.
fn difficulty(rank: &Value) -> Option<String> {
    let rank = rank.as_i64().or_else(|| rank.as_str()?.trim().parse().ok())?;
    match rank {
        0..30 => Some(format!("{}k", 30 - rank)),
        30..60 => Some(format!("{}d", rank - 29)),
        _ => None,
    }
}

/// An item that is still to be written.
enum Step {
    /// The number of a move, and its player.
    Node(usize, Color),
    Text(&'static str),
}

/// Writes the move tree.
struct MoveWriter<'d, 'm, 'a> {
    size: Size,
    /// The root first.
    moves: &'m [Move<'m>],
    draft: &'d mut Draft<'a>,
}

impl<'m> MoveWriter<'_, 'm, '_> {
    fn write(mut self, description: &str, color: Color) -> Result<(), Fault> {
        let root = &self.moves[0];
        let mut steps = Vec::new();
        if self.move_value(root)?.is_empty() {
            let text = self.text(root)?;
            let texts = [description, &text];
            let texts: Vec<&str> =
                texts.into_iter().filter(|text| !text.trim().is_empty()).collect();
            self.write_annotations(root, &texts.join("\n\n"))?;
            push_children(root, color, &mut steps);
        } else {
            self.draft.push_text("C", description);
            steps.push(Step::Node(0, color));
        }
        while let Some(step) = steps.pop() {
            match step {
                Step::Text(text) => self.draft.push(text),
                Step::Node(number, color) => {
                    let node = &self.moves[number];
                    self.draft.push(";");
                    let value = self.move_value(node)?;
                    self.draft.set_origin(node.x().get());
                    self.draft.push_property(&color.sgf_char().to_string(), [value]);
                    let text = self.text(node)?;
                    self.write_annotations(node, &text)?;
                    push_children(node, !color, &mut steps);
                }
            }
        }
        Ok(())
    }

    /// The SGF value of a move. Coordinates outside the board are written as they
    /// are, so that reading the tree reports them.
    fn move_value(&self, node: &Move<'m>) -> Result<String, Fault> {
        let number = |name, raw: &RawValue| {
            raw.get().parse::<i64>().map_err(|_| {
                self.draft.fault(raw.get(), Rule::Syntax, format!("{name} is not a whole number"))
            })
        };
        let (x, y) = (number("x", node.x())?, number("y", node.y())?);
        Ok(match self.point(x, y) {
            Some(point) => point,
            None if x == -1 => String::new(),
            None => format!("{x},{y}"),
        })
    }

    /// The comment of a move.
    fn text(&self, node: &Move<'m>) -> Result<String, Fault> {
        Ok(self.parse_field(node.text())?.unwrap_or_default())
    }

    /// Parses a field, which may be missing or null.
    fn parse_field<T: Deserialize<'m>>(
        &self,
        field: Option<&'m RawValue>,
    ) -> Result<Option<T>, Fault> {
        field.map_or(Ok(None), |field| parse(self.draft, field.get()))
    }

    fn point(&self, x: i64, y: i64) -> Option<String> {
        let point = Point::new(u8::try_from(x).ok()?, u8::try_from(y).ok()?);
        self.size.contains(point).then(|| format_point(point))
    }

    /// Writes the answer, the comment and the marks of a move.
    fn write_annotations(&mut self, node: &Move<'m>, text: &str) -> Result<(), Fault> {
        for (name, answer) in [("TE", node.correct_answer()), ("BM", node.wrong_answer())] {
            if self.parse_field(answer)? == Some(true) {
                self.draft.push_property(name, ["1"]);
            }
        }
        self.draft.push_text("C", text);
        let Some(raw) = node.marks().filter(|marks| marks.get() != "null") else { return Ok(()) };
        let marked: Vec<Marked> = match parse(self.draft, raw.get()) {
            Ok(marked) => marked,
            Err(fault) => {
                let message = format!("marks: {}", fault.message);
                self.draft.report(Fault { message, ..fault });
                return Ok(());
            }
        };
        let mut lists: [(&str, Vec<String>); 5] =
            ["CR", "LB", "MA", "SQ", "TR"].map(|name| (name, Vec::new()));
        for Marked { x, y, marks } in marked {
            let Some(point) = self.point(x, y) else {
                let message = format!("marks: `{x},{y}` is not a point of a {} board", self.size);
                let fault = self.draft.fault(raw.get(), Rule::Syntax, message);
                self.draft.report(fault);
                continue;
            };
            let label = marks.letter.filter(|letter| !letter.is_empty());
            let mark = |is: Option<bool>| (is == Some(true)).then(|| point.clone());
            let values = [
                mark(marks.circle),
                label.map(|label| format!("{point}:{label}")),
                mark(marks.cross),
                mark(marks.square),
                mark(marks.triangle),
            ];
            for ((_, list), value) in lists.iter_mut().zip(values) {
                list.extend(value);
            }
        }
        for (name, list) in lists {
            self.draft.push_property(name, list);
        }
        Ok(())
    }
}

fn push_children(node: &Move<'_>, color: Color, steps: &mut Vec<Step>) {
    let is_single = node.children().count() == 1;
    for child in node.children().rev() {
        if is_single {
            steps.push(Step::Node(child, color));
        } else {
            steps.extend([Step::Text(")"), Step::Node(child, color), Step::Text("(")]);
        }
    }
}
