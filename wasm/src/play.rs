//! Playing by the Japanese rules.

use gtn_db_core::Color;
use gtn_db_core::go::{Point, Position as Game};
use gtn_db_core::model::Turn;
use wasm_bindgen::prelude::*;

use crate::Fault;
use crate::position::{Position, read_color, read_point};

/// A game that goes on from a position: captures, suicide and ko by the Japanese rules.
#[wasm_bindgen]
pub struct Play {
    game: Game,
}

#[wasm_bindgen]
impl Play {
    /// Starts from a position. `turn` overrides the side to move that the position has; if neither is known,
    /// Black begins.
    ///
    /// @throws If a chain has no liberty; the message names its points.
    #[wasm_bindgen(constructor)]
    pub fn new(
        position: &Position,
        #[wasm_bindgen(unchecked_optional_param_type = "\"black\" | \"white\"")] turn: Option<
            String,
        >,
    ) -> Result<Play, Fault> {
        let turn = turn.or_else(|| position.turn());
        let turn = read_color(turn.as_deref())?.unwrap_or(Color::Black);
        Ok(Play { game: Game::from_board(&position.board(), turn)? })
    }

    /// Why the side to move may not play on a point; undefined if it may.
    pub fn forbids(&self, col: u32, row: u32) -> Option<String> {
        let fault = match read_point(col, row, self.game.size()) {
            Ok(point) => self.game.check(point).err().map(Fault::from),
            Err(fault) => Some(fault),
        };
        fault.map(|fault| fault.0)
    }

    /// Plays a stone. Returns the points of the captured stones as column and row in turn.
    ///
    /// @throws If the rules forbid the move.
    pub fn play(&mut self, col: u32, row: u32) -> Result<Vec<u32>, Fault> {
        let point = read_point(col, row, self.game.size())?;
        let captured = self.game.play(point)?.captured;
        Ok(captured.iter().flat_map(|&Point { col, row }| [col.into(), row.into()]).collect())
    }

    /// Passes.
    ///
    /// @throws If two passes have ended the game.
    pub fn pass(&mut self) -> Result<(), Fault> {
        Ok(self.game.pass()?)
    }

    /// The side to move.
    #[wasm_bindgen(getter, unchecked_return_type = "\"black\" | \"white\"")]
    pub fn turn(&self) -> String {
        Turn::of(Some(self.game.to_move())).name().to_owned()
    }

    /// Whether two passes have ended the game.
    #[wasm_bindgen(getter, js_name = isOver)]
    pub fn is_over(&self) -> bool {
        self.game.is_over()
    }

    /// The number of stones that a player has captured.
    ///
    /// @throws If the word is no color.
    pub fn prisoners(
        &self,
        #[wasm_bindgen(unchecked_param_type = "\"black\" | \"white\"")] player: &str,
    ) -> Result<u32, Fault> {
        let color = read_color(Some(player))?.expect("a word is a color or an error");
        Ok(self.game.prisoners(color))
    }

    /// The position now.
    pub fn position(&self) -> Position {
        Position::of_board(self.game.board(), Some(self.game.to_move()))
    }
}
