//! What the find page asks for about a board of Go, as its address and its form say.

use super::options::{FindQuery, Options, Tool};
use super::sketch::Sketch;
use crate::Color;
use crate::abalone::Setup;
use crate::abalone_position::read_setup;
use crate::address::Address;
use crate::answer::PointNames;
use crate::family::Family;
use crate::go::{Size, Symmetry};
use crate::problem::Problem;
use crate::similarity::Edges;
use crate::text::texts;

texts! { "find/search": SIZE, NO_POINT }

/// What the page shows and finds.
#[derive(Clone, Debug)]
pub(super) struct Search {
    pub(super) sketch: Sketch,
    pub(super) has_any_edges: bool,
    pub(super) options: Options,
    /// Whether the address says that this is Go.
    names_family: bool,
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
        let mut search = Search {
            sketch: Sketch::empty(Size::STANDARD),
            has_any_edges: query.edges.as_deref() == Some("any"),
            options: Options::read(query, &Tool::ALL),
            names_family: query.family().is_some(),
        };
        // A text of Go that is typed on the page for Abalone comes with a board of Abalone.
        let position = query.position().filter(|text| !Setup::is_meant_by(text));
        let problem = position.and_then(|text| search.draw(text).err());
        (search, problem)
    }

    /// Which edges of a position that is found must be those of the search.
    pub(super) fn edges(&self) -> Edges {
        if self.has_any_edges { Edges::Any } else { Edges::Marked }
    }

    /// Shows the position of a text.
    fn draw(&mut self, text: &str) -> Result<(), Problem> {
        let (sketch, turn) = Sketch::read(text)?;
        self.sketch = sketch.on_whole_board();
        self.options.turn = self.options.turn.or(turn);
        Ok(())
    }

    /// Does what the pressed button says. Returns whether there was one.
    ///
    /// # Errors
    /// 422 if the text or the size cannot be read.
    pub(super) fn act(&mut self, query: &FindQuery) -> Result<bool, Problem> {
        if let Some(name) = &query.point {
            self.press(name)?;
        } else if let Some(size) = &query.resize {
            self.sketch = self.sketch.resized(read_size(size)?);
        } else if let Some(change) = &query.change {
            match change.as_str() {
                "turn" => self.transform(Symmetry::from_index(1).expect("there are sixteen")),
                "mirror" => self.transform(Symmetry::from_index(4).expect("there are sixteen")),
                "recolor" => self.transform(Symmetry::NEGATIVE),
                "clear" => {
                    self.sketch = Sketch::empty(self.sketch.place().board);
                    self.options.next = Color::Black;
                }
                "read" => {
                    let text = query.text.as_deref().unwrap_or_default();
                    if Setup::is_meant_by(text) {
                        read_setup(text)?; // says what is wrong: this page gets no other
                    }
                    let asked = self.options.turn.take();
                    self.draw(text).inspect_err(|_| self.options.turn = asked)?;
                }
                _ => {
                    let size = query.size.as_deref().unwrap_or_default();
                    if size != self.sketch.size().to_string() {
                        self.sketch = self.sketch.resized(read_size(size)?);
                    }
                }
            }
        } else {
            return Ok(query.pick.is_some());
        }
        Ok(true)
    }

    /// Applies the tool to a point.
    fn press(&mut self, name: &str) -> Result<(), Problem> {
        let names = PointNames::new(self.sketch.place());
        let point = self.sketch.size().points().find(|&point| names.name(point) == name);
        let point = point.ok_or_else(|| Problem::unprocessable(NO_POINT))?;
        let state = self.options.apply_tool(self.sketch.get(point));
        self.sketch.toggle(point, state);
        Ok(())
    }

    /// Applies an operation to the board and to the colors to move.
    fn transform(&mut self, symmetry: Symmetry) {
        self.sketch = self.sketch.transform(symmetry);
        self.options.recolor(|color| symmetry.color(color));
    }

    /// The address of the same search.
    pub(super) fn address(&self) -> Address {
        let is_start = self.sketch == Sketch::empty(Size::STANDARD);
        let position = if is_start { String::new() } else { self.sketch.short_text() };
        let family = if is_start && self.names_family { Family::Go.name() } else { "" };
        let address = Address::new("/")
            .with("position", position)
            .with("family", family)
            .with("edges", if self.has_any_edges { "any" } else { "" });
        self.options.write(address)
    }
}
