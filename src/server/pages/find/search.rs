//! What the find page asks for, as its address and its form say.

use serde::Deserialize;

use super::sketch::Sketch;
use crate::Color;
use crate::answer::PointNames;
use crate::go::{Size, Symmetry};
use crate::gtn::Asked;
use crate::server::problem::Problem;
use crate::server::text::Text;
use crate::similarity::MAX_DISTANCE;

/// How many positions are shown at first.
pub(super) const LIMIT: usize = 24;
/// How many positions are shown at most.
pub(super) const MAX_LIMIT: usize = 192;

const SIZE: Text = Text {
    en: "the size of a board is ROWSxCOLUMNS, each 1 to 52, for example 19x19",
    ja: "碁盤の大きさは「行x列」（それぞれ1〜52）で書いてください。例：19x19",
};
const NO_POINT: Text = Text {
    en: "there is no such point on this board",
    ja: "この碁盤にその点はありません。",
};

/// The fields of the address and of the form. What has no meaning is as if it were absent.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct FindQuery {
    /// The board as IGTN, in which `?` is any point.
    position: Option<String>,
    turn: Option<String>,
    mode: Option<String>,
    near: Option<String>,
    edges: Option<String>,
    limit: Option<String>,
    tool: Option<String>,
    next: Option<String>,
    lang: Option<String>,
    /// Rows x columns, as typed.
    size: Option<String>,
    /// The text field.
    pub(super) text: Option<String>,
    // The button that was pressed, at most one of:
    point: Option<String>,
    pick: Option<String>,
    resize: Option<String>,
    #[serde(rename = "do")]
    change: Option<String>,
}

/// What is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Mode {
    /// The same position.
    Exact,
    /// Positions that differ in few points.
    #[default]
    Near,
    /// Positions that contain the sketch.
    Contains,
    /// Positions that the sketch contains.
    Within,
}

/// What a press on a point sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Tool {
    /// Black and White in turn.
    #[default]
    Alternate,
    Black,
    White,
    /// A point that may be anything.
    Any,
    Erase,
}

/// What the page shows and finds.
#[derive(Clone, Debug)]
pub(super) struct Search {
    pub(super) sketch: Sketch,
    /// The side to move.
    pub(super) turn: Option<Color>,
    pub(super) mode: Mode,
    /// In how many points a position may differ.
    pub(super) near: u8,
    pub(super) has_any_edges: bool,
    /// How many positions are shown.
    pub(super) limit: usize,
    pub(super) tool: Tool,
    /// The color that [`Tool::Alternate`] sets next.
    pub(super) next: Color,
    /// The language, if the address names one.
    pub(super) lang: Option<String>,
}

impl Mode {
    pub(super) const ALL: [Mode; 4] = [Mode::Exact, Mode::Near, Mode::Contains, Mode::Within];

    pub(super) fn name(self) -> &'static str {
        match self {
            Mode::Exact => "exact",
            Mode::Near => "near",
            Mode::Contains => "contains",
            Mode::Within => "within",
        }
    }
}

impl Tool {
    pub(super) const ALL: [Tool; 5] =
        [Tool::Alternate, Tool::Black, Tool::White, Tool::Any, Tool::Erase];

    pub(super) fn name(self) -> &'static str {
        match self {
            Tool::Alternate => "alternate",
            Tool::Black => "black",
            Tool::White => "white",
            Tool::Any => "any",
            Tool::Erase => "erase",
        }
    }
}

fn read_color(name: Option<&str>) -> Option<Color> {
    Color::ALL.into_iter().find(|&color| Some(color.name()) == name)
}

/// Reads rows x columns.
fn read_size(text: &str) -> Result<Size, Problem> {
    let sides = text.trim().split_once(['x', 'X', '×']);
    let side = |text: &str| text.trim().parse::<u8>().ok();
    let sides = sides.and_then(|(rows, cols)| side(cols).zip(side(rows)));
    let size = sides.and_then(|(cols, rows)| Size::new(cols, rows).ok());
    size.ok_or_else(|| Problem::unprocessable(SIZE))
}

impl Search {
    /// Reads the address. Without a position, or with one that cannot be read, the board is empty;
    /// then the problem says why.
    pub(super) fn read(query: &FindQuery) -> (Search, Option<Problem>) {
        let field = |field: &Option<String>| field.clone().unwrap_or_default();
        let (mode, tool) = (field(&query.mode), field(&query.tool));
        let near = query.near.as_deref().and_then(|near| near.parse().ok());
        let limit = query.limit.as_deref().and_then(|limit| limit.parse().ok());
        let mut search = Search {
            sketch: Sketch::empty(Size::STANDARD),
            turn: read_color(query.turn.as_deref()),
            mode: Mode::ALL.into_iter().find(|known| known.name() == mode).unwrap_or_default(),
            near: near.filter(|near| (1..=MAX_DISTANCE).contains(near)).unwrap_or(1),
            has_any_edges: query.edges.as_deref() == Some("any"),
            limit: limit.unwrap_or(LIMIT).clamp(1, MAX_LIMIT),
            tool: Tool::ALL.into_iter().find(|known| known.name() == tool).unwrap_or_default(),
            next: read_color(query.next.as_deref()).unwrap_or(Color::Black),
            lang: query.lang.clone(),
        };
        let problem = match query.position.as_deref().filter(|text| !text.trim().is_empty()) {
            Some(text) => search.draw(text).err(),
            None => None,
        };
        (search, problem)
    }

    /// Shows the position of a text.
    fn draw(&mut self, text: &str) -> Result<(), Problem> {
        let (sketch, turn) = Sketch::read(text)?;
        self.sketch = sketch.on_whole_board();
        self.turn = self.turn.or(turn);
        Ok(())
    }

    /// Does what the pressed button says. Returns whether there was one.
    ///
    /// # Errors
    /// 422 if the text or the size cannot be read.
    pub(super) fn act(&mut self, query: &FindQuery) -> Result<bool, Problem> {
        if let Some(name) = &query.point {
            self.press(name)?;
        } else if let Some(name) = &query.pick {
            let tool = Tool::ALL.into_iter().find(|tool| tool.name() == name);
            self.tool = tool.unwrap_or_default();
        } else if let Some(size) = &query.resize {
            self.sketch = self.sketch.resized(read_size(size)?);
        } else if let Some(change) = &query.change {
            match change.as_str() {
                "turn" => self.transform(Symmetry::from_index(1).expect("there are sixteen")),
                "mirror" => self.transform(Symmetry::from_index(4).expect("there are sixteen")),
                "recolor" => self.transform(Symmetry::NEGATIVE),
                "clear" => {
                    let size = self.sketch.place().board;
                    (self.sketch, self.next) = (Sketch::empty(size), Color::Black);
                }
                "read" => {
                    let asked = self.turn.take();
                    let drawn = self.draw(query.text.as_deref().unwrap_or_default());
                    drawn.inspect_err(|_| self.turn = asked)?;
                }
                _ => {
                    let size = query.size.as_deref().unwrap_or_default();
                    if size != self.sketch.size().to_string() {
                        self.sketch = self.sketch.resized(read_size(size)?);
                    }
                }
            }
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// Applies the tool to a point.
    fn press(&mut self, name: &str) -> Result<(), Problem> {
        let names = PointNames::new(self.sketch.place());
        let point = self.sketch.size().points().find(|&point| names.name(point) == name);
        let point = point.ok_or_else(|| Problem::unprocessable(NO_POINT))?;
        let state = match self.tool {
            Tool::Black => Asked::Stone(Color::Black),
            Tool::White => Asked::Stone(Color::White),
            Tool::Any => Asked::Anything,
            Tool::Erase => Asked::Empty,
            Tool::Alternate if self.sketch.get(point) != Asked::Empty => Asked::Empty,
            Tool::Alternate => {
                let color = self.next;
                self.next = !color;
                Asked::Stone(color)
            }
        };
        self.sketch.toggle(point, state);
        Ok(())
    }

    /// Applies an operation to the board and to the colors to move.
    fn transform(&mut self, symmetry: Symmetry) {
        self.sketch = self.sketch.transform(symmetry);
        self.turn = self.turn.map(|turn| symmetry.color(turn));
        self.next = symmetry.color(self.next);
    }

    /// The address of the same search.
    pub(super) fn address(&self) -> String {
        self.address_with(self.limit)
    }

    /// The address of the same search with another number of positions.
    pub(super) fn address_with(&self, limit: usize) -> String {
        let mut fields = Vec::new();
        let mut add = |name: &str, value: &str, is_default: bool| {
            if !is_default {
                fields.push(format!("{name}={}", encode(value)));
            }
        };
        let is_start = self.sketch == Sketch::empty(Size::STANDARD);
        add("position", &self.sketch.short_text(), is_start);
        add("turn", self.turn.map_or("", Color::name), self.turn.is_none());
        add("mode", self.mode.name(), self.mode == Mode::default());
        add("near", &self.near.to_string(), self.near == 1);
        add("edges", "any", !self.has_any_edges);
        add("limit", &limit.to_string(), limit == LIMIT);
        add("tool", self.tool.name(), self.tool == Tool::default());
        add("next", self.next.name(), self.next == Color::Black);
        add("lang", self.lang.as_deref().unwrap_or_default(), self.lang.is_none());
        if fields.is_empty() { "/".to_owned() } else { format!("/?{}", fields.join("&")) }
    }
}

/// A value in a query, as forms encode it.
fn encode(value: &str) -> String {
    let encode = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'*' => {
            char::from(byte).to_string()
        }
        _ => format!("%{byte:02X}"),
    };
    value.bytes().map(encode).collect()
}
