//! What the find page asks for about a board of Abalone, as its address and its form say.

use super::options::{FindQuery, Options, Tool};
use crate::Color;
use crate::abalone::{Board, Cell, Lost, Setup, Symmetry};
use crate::abalone_position::{STARTS, read_setup};
use crate::address::Address;
use crate::family::Family;
use crate::gtn::Asked;
use crate::problem::Problem;
use crate::text::texts;

texts! { "find/abalone_search": NO_CELL }

/// What the page shows and finds.
#[derive(Clone, Debug)]
pub(super) struct AbaloneSearch {
    /// The marbles; none on an empty board.
    pub(super) board: Board,
    /// The marbles lost, if a text says so.
    lost: Option<Lost>,
    pub(super) options: Options,
}

/// Reads a position in any form, or the IATN of the empty board.
///
/// # Errors
/// As for [`read_setup`].
pub(super) fn read_board(text: &str) -> Result<Setup, Problem> {
    if text.trim() == Board::EMPTY.to_string() {
        return Ok(Board::EMPTY.into());
    }
    read_setup(text)
}

impl AbaloneSearch {
    /// The tools: no text of Abalone has a cell that may be anything.
    pub(super) const TOOLS: [Tool; 4] = [Tool::Alternate, Tool::Black, Tool::White, Tool::Erase];

    /// Reads the address. Without a position, or with one that cannot be read, the board is empty;
    /// then the problem says why.
    pub(super) fn read(query: &FindQuery) -> (AbaloneSearch, Option<Problem>) {
        let options = Options::read(query, &AbaloneSearch::TOOLS);
        let mut search = AbaloneSearch { board: Board::EMPTY, lost: None, options };
        // A text of Abalone that is typed on the page for Go comes with a board of Go.
        let position = query.position().filter(|text| Setup::is_meant_by(text));
        let problem = position.and_then(|text| search.draw(text).err());
        (search, problem)
    }

    /// Shows the position of a text.
    fn draw(&mut self, text: &str) -> Result<(), Problem> {
        let Setup { board, turn, lost } = read_board(text)?;
        (self.board, self.lost) = (board, lost);
        self.options.turn = self.options.turn.or(turn);
        Ok(())
    }

    /// Does what the pressed button says. Returns whether there was one.
    ///
    /// # Errors
    /// 422 if the text cannot be read, or there is no such cell.
    pub(super) fn act(&mut self, query: &FindQuery) -> Result<bool, Problem> {
        if let Some(name) = &query.point {
            self.press(name)?;
            return Ok(true);
        }
        let Some(change) = &query.change else { return Ok(query.pick.is_some()) };
        match change.as_str() {
            "turn" => self.transform(Symmetry::ALL[1]),
            "mirror" => self.transform(Symmetry::ALL[6]),
            "recolor" => self.transform(Symmetry::NEGATIVE),
            "clear" => self.show(Board::EMPTY),
            "read" => {
                let asked = self.options.turn.take();
                let drawn = self.draw(query.text.as_deref().unwrap_or_default());
                drawn.inspect_err(|_| self.options.turn = asked)?;
            }
            name => {
                if let Some((_, start)) = STARTS.into_iter().find(|start| start.0 == name) {
                    self.show(start);
                }
            }
        }
        Ok(true)
    }

    /// Shows another board. Black sets the next marble, and the marbles lost are unknown.
    fn show(&mut self, board: Board) {
        (self.board, self.lost, self.options.next) = (board, None, Color::Black);
    }

    /// Applies the tool to a cell. A marble of the same color is taken away.
    fn press(&mut self, name: &str) -> Result<(), Problem> {
        let cell: Cell = name.parse().map_err(|_| Problem::unprocessable(NO_CELL))?;
        let present = self.board.color(cell).map_or(Asked::Empty, Asked::Stone);
        let color = match self.options.apply_tool(present) {
            Asked::Stone(color) if present != Asked::Stone(color) => Some(color),
            _ => None,
        };
        self.board.set(cell, color);
        Ok(())
    }

    /// Applies an operation to the board, to the marbles lost and to the colors to move.
    fn transform(&mut self, symmetry: Symmetry) {
        self.board = self.board.transform(symmetry);
        self.lost = self.lost.map(|lost| lost.transform(symmetry));
        self.options.recolor(|color| symmetry.color(color));
    }

    /// The position to find; `None` for the empty board.
    pub(super) fn setup(&self) -> Option<Setup> {
        let setup = Setup { board: self.board, turn: self.options.turn, lost: self.lost };
        Some(setup).filter(|setup| !setup.board.is_empty())
    }

    /// The board and the marbles lost as a text that [`read`](Self::read) reads.
    pub(super) fn position(&self) -> String {
        let setup = self.setup().unwrap_or(Board::EMPTY.into());
        Setup { turn: None, ..setup }.to_iatn()
    }

    /// The address of the same search.
    pub(super) fn address(&self) -> Address {
        let address = match self.setup() {
            Some(_) => Address::new("/").with("position", self.position()),
            None => Address::new("/").with("family", Family::Abalone.name()),
        };
        self.options.write(address)
    }
}
