//! Positions, and their canonical form.

use gtn_db_core::Color;
use gtn_db_core::extract::{BoardPlace, extract_setup};
use gtn_db_core::go::{Board, Point, Region, Sides, Size, Symmetry};
use gtn_db_core::gtn::{Cell, Diagram, SubPosition};
use gtn_db_core::model::Turn;
use gtn_db_core::sgf::{detect_charset, to_utf8};
use gtn_db_core::svg::Picture;
use wasm_bindgen::prelude::*;

use crate::Fault;

/// A board or a part of one, with its marks, and the side to move if it is known. It never changes: every
/// method returns a new one.
#[wasm_bindgen]
#[derive(Clone, Debug)]
pub struct Position {
    diagram: Diagram,
    /// Where the diagram is on its board, if it was cut from a larger one.
    place: Option<BoardPlace>,
    turn: Option<Color>,
}

/// The form that all images of a position under the sixteen operations have in common.
#[wasm_bindgen(getter_with_clone, inspectable)]
#[derive(Clone, Debug)]
pub struct Canonical {
    /// The key: 32 hexadecimal digits.
    #[wasm_bindgen(readonly)]
    pub key: String,
    /// The canonical text, a U_IGTN_R.
    #[wasm_bindgen(readonly)]
    pub text: String,
    /// The operation that maps the position onto the canonical text.
    #[wasm_bindgen(readonly)]
    pub operation: String,
    /// The operations that map the canonical text onto itself.
    #[wasm_bindgen(readonly)]
    pub stabilizer: Vec<String>,
    /// The side to move in the colors of the canonical text: `black`, `white`, `unknown`, or `either` if
    /// the position with exchanged colors is the same.
    #[wasm_bindgen(readonly)]
    pub turn: String,
}

impl Position {
    /// A whole board from its setup.
    pub(crate) fn of_board(board: Board, turn: Option<Color>) -> Position {
        Position { diagram: Diagram::from(&SubPosition::goban(board)), place: None, turn }
    }

    pub(crate) fn board(&self) -> Board {
        self.diagram.sub_position().board
    }

    fn with_diagram(&self, diagram: Diagram) -> Position {
        Position { diagram, place: None, turn: self.turn }
    }
}

/// The color of a word; `None` for no word.
pub(crate) fn read_color(word: Option<&str>) -> Result<Option<Color>, Fault> {
    match word {
        None => Ok(None),
        Some("black") => Ok(Some(Color::Black)),
        Some("white") => Ok(Some(Color::White)),
        Some(other) => {
            let message = format!("`{}` is no color: write black or white", other.escape_debug());
            Err(Fault(message))
        }
    }
}

/// The point at which a row and a column cross.
pub(crate) fn read_point(col: u32, row: u32, size: Size) -> Result<Point, Fault> {
    let point = u8::try_from(col).ok().zip(u8::try_from(row).ok());
    let point = point.map(|(col, row)| Point::new(col, row)).filter(|&at| size.contains(at));
    point.ok_or_else(|| Fault(format!("column {col}, row {row} is not on a board of {size}")))
}

#[wasm_bindgen]
impl Position {
    /// Reads an IGTN, also with forms, operations and regions before it; a diagram of several lines (GTN); or
    /// the first game tree of an SGF, whose stones before the first move count.
    ///
    /// @throws If the text is none of these; the message names the place.
    pub fn read(text: &str) -> Result<Position, Fault> {
        let text = text.trim();
        if text.starts_with('(') {
            return Position::from_sgf(text.as_bytes());
        }
        let diagram = match text.contains('|') {
            true => Diagram::from_written(text)?,
            false => Diagram::from_gtn(text)?,
        };
        Ok(Position { diagram, place: None, turn: None })
    }

    /// Reads the stones before the first move of the first game tree of an SGF in any charset.
    ///
    /// @throws If the game tree has no position; the message names the byte.
    #[wasm_bindgen(js_name = fromSgf)]
    pub fn from_sgf(bytes: &[u8]) -> Result<Position, Fault> {
        let utf8 = to_utf8(bytes);
        let bytes = utf8.as_deref().unwrap_or(bytes);
        let setup = extract_setup(bytes, detect_charset(bytes).charset)?;
        Ok(Position::of_board(setup.board, setup.turn_evidence.turn().0))
    }

    /// An empty board.
    ///
    /// @throws If a side is 0 or longer than 52.
    pub fn empty(cols: u32, rows: u32) -> Result<Position, Fault> {
        let side = |side: u32| u8::try_from(side).unwrap_or(u8::MAX);
        Ok(Position::of_board(Board::new(Size::new(side(cols), side(rows))?), None))
    }

    /// The number of columns.
    #[wasm_bindgen(getter)]
    pub fn cols(&self) -> u32 {
        self.diagram.size().cols().into()
    }

    /// The number of rows.
    #[wasm_bindgen(getter)]
    pub fn rows(&self) -> u32 {
        self.diagram.size().rows().into()
    }

    /// The sides beyond which the board continues: some of `top`, `right`, `bottom` and `left`.
    #[wasm_bindgen(getter, js_name = openSides)]
    pub fn open_sides(&self) -> Vec<String> {
        let names = [
            (Sides::TOP, "top"),
            (Sides::RIGHT, "right"),
            (Sides::BOTTOM, "bottom"),
            (Sides::LEFT, "left"),
        ];
        let open = names.into_iter().filter(|&(side, _)| self.diagram.open().contains(side));
        open.map(|(_, name)| name.to_owned()).collect()
    }

    /// The side to move, if it is known.
    #[wasm_bindgen(getter, unchecked_return_type = "\"black\" | \"white\" | undefined")]
    pub fn turn(&self) -> Option<String> {
        self.turn.map(|color| Turn::of(Some(color)).name().to_owned())
    }

    /// The text in one line, with marks: A_IGTN.
    #[wasm_bindgen(getter)]
    pub fn igtn(&self) -> String {
        self.diagram.to_string()
    }

    /// The text as a diagram of several lines: GTN.
    #[wasm_bindgen(getter)]
    pub fn gtn(&self) -> String {
        self.diagram.to_gtn()
    }

    /// The part of the board it was cut from, as `{(column,row),columns,rows}`, counted from 1; undefined if
    /// it was not cut.
    #[wasm_bindgen(getter)]
    pub fn region(&self) -> Option<String> {
        let origin = self.place?.origin;
        Some(Region { origin, size: self.diagram.size() }.to_string())
    }

    /// The stone on a point.
    ///
    /// @throws If the point is not on the board.
    #[wasm_bindgen(unchecked_return_type = "\"black\" | \"white\" | undefined")]
    pub fn stone(&self, col: u32, row: u32) -> Result<Option<String>, Fault> {
        let stone = self.diagram.cell(read_point(col, row, self.diagram.size())?).stone;
        Ok(stone.map(|color| Turn::of(Some(color)).name().to_owned()))
    }

    /// The position with another stone on a point, or none, by no rule of play.
    ///
    /// @throws If the point is not on the board.
    #[wasm_bindgen(js_name = withStone)]
    pub fn with_stone(
        &self,
        col: u32,
        row: u32,
        #[wasm_bindgen(unchecked_optional_param_type = "\"black\" | \"white\"")] color: Option<
            String,
        >,
    ) -> Result<Position, Fault> {
        let changed = read_point(col, row, self.diagram.size())?;
        let stone = read_color(color.as_deref())?;
        let cell =
            |at| if at == changed { Cell { stone, mark: None } } else { self.diagram.cell(at) };
        let diagram = Diagram::build(self.diagram.size(), self.diagram.open(), cell);
        Ok(Position { diagram, ..self.clone() })
    }

    /// The position with a side to move.
    #[wasm_bindgen(js_name = withTurn)]
    pub fn with_turn(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "\"black\" | \"white\"")] color: Option<
            String,
        >,
    ) -> Result<Position, Fault> {
        Ok(Position { turn: read_color(color.as_deref())?, ..self.clone() })
    }

    /// Cuts out a region, written `{(column,row),columns,rows}` and counted from 1.
    ///
    /// @throws If the text is no region, or the region is not inside.
    pub fn cut(&self, region: &str) -> Result<Position, Fault> {
        let region: Region = region.parse()?;
        let diagram = self.diagram.cut(region);
        let outside = || Fault(format!("{region} is not inside {}", self.diagram.size()));
        Ok(self.cut_to(region, diagram.ok_or_else(outside)?))
    }

    fn cut_to(&self, region: Region, diagram: Diagram) -> Position {
        let place = self.place.or_else(|| BoardPlace::shown(&self.diagram));
        let place = place.map(|BoardPlace { origin, board }| {
            let (col, row) = (origin.col + region.origin.col, origin.row + region.origin.row);
            BoardPlace { origin: Point::new(col, row), board }
        });
        let own = BoardPlace { origin: region.origin, board: self.diagram.size() };
        Position { diagram, place: Some(place.unwrap_or(own)), turn: self.turn }
    }

    /// The window: the smallest rectangle with all stones, extended to the edges that matter. It identifies a
    /// problem: take the key of the window, so that problems on boards of different sizes compare.
    ///
    /// Undefined if there are no stones.
    pub fn window(&self) -> Option<Position> {
        let window = self.diagram.sub_position().window()?;
        Some(self.cut_to(window.region, Diagram::from(&window.sub)))
    }

    /// Applies one of the sixteen operations.
    ///
    /// @throws If the name is none of `operations()`.
    pub fn transform(&self, operation: &str) -> Result<Position, Fault> {
        let symmetry: Symmetry = operation.parse()?;
        let place = self.place.map(|place| place.transform(self.diagram.size(), symmetry));
        let turn = self.turn.map(|color| symmetry.color(color));
        Ok(Position { diagram: self.diagram.transform(symmetry), place, turn })
    }

    /// Applies a form by its name: L_IGTN, IGTN_R, U_IGTN, U_IGTN_R, A_U_IGTN, A_U_IGTN_R, N_IGTN, or
    /// N_IGTN_RxC with a number of rows and of columns.
    ///
    /// @throws If the name is no form, or the position does not fit into the size.
    pub fn form(&self, name: &str) -> Result<Position, Fault> {
        Ok(self.with_diagram(Diagram::from_written(&format!("{name}({})", self.diagram))?))
    }

    /// The canonical form of the position as it is: without cutting its window first.
    pub fn canonical(&self) -> Canonical {
        let form = self.diagram.sub_position().canonicalize();
        let name = |symmetry: Symmetry| symmetry.name().to_owned();
        Canonical {
            key: form.key().to_string(),
            operation: name(form.symmetry()),
            stabilizer: form.stabilizer().iter().map(name).collect(),
            turn: Turn::of(self.turn).canonical(&form).name().to_owned(),
            text: form.into_text(),
        }
    }

    /// Draws the position as the text of an SVG file. Screen readers read the title and the stones.
    pub fn svg(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "string")] title: Option<String>,
        #[wasm_bindgen(unchecked_optional_param_type = "boolean")] coordinates: Option<bool>,
    ) -> String {
        let title = title.unwrap_or_else(|| "Go".to_owned());
        self.picture(coordinates).draw_file(&title).to_string()
    }

    /// Draws the position for a page, to lie under a grid of squares of 30 pixels: one for each point, and
    /// with coordinates a first row and a first column for them. The page needs the style `svgStyle()`.
    #[wasm_bindgen(js_name = svgUnderGrid)]
    pub fn svg_under_grid(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "boolean")] coordinates: Option<bool>,
    ) -> String {
        self.picture(coordinates).draw_under_grid().to_string()
    }

    fn picture(&self, coordinates: Option<bool>) -> Picture {
        let picture = Picture::from(self.diagram.clone());
        Picture { place: self.place, has_coordinates: coordinates.unwrap_or(false), ..picture }
    }
}

/// The style of the boards that `svgUnderGrid` draws.
#[wasm_bindgen(js_name = svgStyle)]
pub fn svg_style() -> String {
    gtn_db_core::svg::STYLE.to_owned()
}
