//! What an address and a form of the find page say in both families.

use serde::Deserialize;

use crate::Color;
use crate::address::Address;
use crate::family::Family;
use crate::gtn::Asked;
use crate::names;
use crate::similarity::MAX_DISTANCE;

/// How many positions are shown at first.
pub(super) const LIMIT: usize = 24;
/// How many positions are shown at most.
pub(super) const MAX_LIMIT: usize = 192;

/// The fields of the address and of the form. What has no meaning is as if it were absent.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct FindQuery {
    /// The board: of Go as IGTN, in which `?` is any point, of Abalone in any form.
    pub(super) position: Option<String>,
    family: Option<String>,
    turn: Option<String>,
    mode: Option<String>,
    near: Option<String>,
    pub(super) edges: Option<String>,
    /// Whether an empty board has buttons.
    pub(super) draw: Option<String>,
    limit: Option<String>,
    tool: Option<String>,
    next: Option<String>,
    lang: Option<String>,
    /// Rows x columns, as typed.
    pub(super) size: Option<String>,
    /// The text field.
    pub(super) text: Option<String>,
    // The button that was pressed, at most one of:
    pub(super) point: Option<String>,
    pub(super) pick: Option<String>,
    pub(super) resize: Option<String>,
    #[serde(rename = "do")]
    pub(super) change: Option<String>,
}

impl FindQuery {
    /// The text of the board, if there is one.
    pub(super) fn position(&self) -> Option<&str> {
        self.position.as_deref().filter(|text| !text.trim().is_empty())
    }

    /// The text that is to be shown, if the button for it was pressed.
    pub(super) fn typed(&self) -> Option<&str> {
        let is_read = self.change.as_deref() == Some("read");
        self.text.as_deref().filter(|_| is_read)
    }

    /// The family that the address names.
    pub(super) fn family(&self) -> Option<Family> {
        let name = self.family.as_deref();
        Family::ALL.into_iter().find(|family| Some(family.name()) == name)
    }
}

names! {
    /// What is found.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub(super) enum Mode {
        /// The same position.
        Exact => "exact",
        /// Positions that differ in few points.
        #[default]
        Near => "near",
        /// Positions that contain the board.
        Contains => "contains",
        /// Positions that the board contains.
        Within => "within",
    }

    pub(super) fn name;
}

names! {
    /// What a press on a point sets.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub(super) enum Tool {
        /// Black and White in turn.
        #[default]
        Alternate => "alternate",
        Black => "black",
        White => "white",
        /// A point that may be anything.
        Any => "any",
        Erase => "erase",
    }

    pub(super) fn name;
}

impl Mode {
    pub(super) const ALL: [Mode; 4] = Mode::VALUES;
}

impl Tool {
    /// The tools for a board on which every state can be drawn.
    pub(super) const ALL: [Tool; 5] = Tool::VALUES;
}

/// The settings of a search, and the tool that draws on its board.
#[derive(Clone, Debug)]
pub(super) struct Options {
    /// The side to move.
    pub(super) turn: Option<Color>,
    pub(super) mode: Mode,
    /// In how many points a position may differ.
    pub(super) near: u8,
    /// How many positions are shown.
    pub(super) limit: usize,
    pub(super) tool: Tool,
    /// The color that [`Tool::Alternate`] sets next.
    pub(super) next: Color,
    /// The language, if the address names one.
    pub(super) lang: Option<String>,
}

fn read_color(name: Option<&str>) -> Option<Color> {
    Color::ALL.into_iter().find(|&color| Some(color.name()) == name)
}

/// The tool with a name, if it is one of those that there are.
fn read_tool(name: Option<&str>, tools: &[Tool]) -> Tool {
    let named = tools.iter().find(|tool| Some(tool.name()) == name);
    named.copied().unwrap_or_default()
}

impl Options {
    /// Reads the address. `tools` are those that there are.
    pub(super) fn read(query: &FindQuery, tools: &[Tool]) -> Options {
        let mode = query.mode.as_deref();
        let near = query.near.as_deref().and_then(|near| near.parse().ok());
        let limit = query.limit.as_deref().and_then(|limit| limit.parse().ok());
        Options {
            turn: read_color(query.turn.as_deref()),
            mode: Mode::ALL
                .into_iter()
                .find(|known| Some(known.name()) == mode)
                .unwrap_or_default(),
            near: near.filter(|near| (1..=MAX_DISTANCE).contains(near)).unwrap_or(1),
            limit: limit.unwrap_or(LIMIT).clamp(1, MAX_LIMIT),
            tool: read_tool(query.pick.as_deref().or(query.tool.as_deref()), tools),
            next: read_color(query.next.as_deref()).unwrap_or(Color::Black),
            lang: query.lang.clone(),
        }
    }

    /// What the tool sets on a point.
    pub(super) fn apply_tool(&mut self, present: Asked) -> Asked {
        match self.tool {
            Tool::Black => Asked::Stone(Color::Black),
            Tool::White => Asked::Stone(Color::White),
            Tool::Any => Asked::Anything,
            Tool::Erase => Asked::Empty,
            Tool::Alternate if present != Asked::Empty => Asked::Empty,
            Tool::Alternate => {
                let color = self.next;
                self.next = !color;
                Asked::Stone(color)
            }
        }
    }

    /// Applies an operation to the colors to move.
    pub(super) fn recolor(&mut self, color: impl Fn(Color) -> Color) {
        self.turn = self.turn.map(&color);
        self.next = color(self.next);
    }

    /// The address with what is not usual.
    pub(super) fn write(&self, address: Address) -> Address {
        let unless = |is_usual: bool, value: &str| {
            if is_usual { String::new() } else { value.to_owned() }
        };
        address
            .with("turn", self.turn.map_or("", Color::name))
            .with("mode", unless(self.mode == Mode::default(), self.mode.name()))
            .with("near", unless(self.near == 1, &self.near.to_string()))
            .with("limit", unless(self.limit == LIMIT, &self.limit.to_string()))
            .with("tool", unless(self.tool == Tool::default(), self.tool.name()))
            .with("next", unless(self.next == Color::Black, self.next.name()))
            .with("lang", self.lang.as_deref().unwrap_or_default())
    }
}
