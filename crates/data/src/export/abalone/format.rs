//! The formats of an export of Abalone.

use std::io::{self, Write};

use super::item::{ExportedGame, ExportedProblem};
use super::losses::Losses;
use super::{apgn, csv, json, position_list};
use crate::abalone::MoveStyle;

/// A format of exported problems and games of Abalone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// APGN: games, and problems as games without moves, named in the tag `Event`.
    ///
    /// An APGN always says who is to move and how many marbles are lost.
    Apgn,
    /// Problems as IATN, one a line, with the side to move and the marbles lost if they are known.
    ///
    /// Comment lines before a problem begin with `#` and describe the problem; an import skips them.
    ///
    /// ```text
    /// # key c27c652d633a650b32c7a69f44aa2e3e
    /// # source: positions.txt number 8 (IR0)
    /// aba5|....X..X..X.O..O.X..X.XOO...XOOO.....OOXO...OX.OO.X.X.O...... O 3-0
    /// ```
    Iatn,
    /// Problems as KAAWA positions, with the same comment lines. They say how many marbles are lost,
    /// and not who is to move.
    Kaawa,
    /// One object a line.
    ///
    /// | field | content |
    /// |---|---|
    /// | `family` | `abalone` |
    /// | `kind` | `problem` or `game` |
    /// | `key`, `text` | the key and the canonical text; of a game those of its start |
    /// | `turn` | `black`, `white` or `unknown`: who is to move on the exported board |
    /// | `lost` | the marbles lost by Black and by White, such as `5-4`; null if unknown |
    /// | `iatn` | the position as exported |
    /// | `operation` | maps the exported board onto the canonical text |
    /// | `source`, `number`, `name`, `form` | the kept record; of a game `name` is its event |
    /// | `black`, `white`, `date`, `result` | of a game, null if unknown |
    /// | `moves` | the moves of a game in one line, null for a problem |
    /// | `apgn` | the problem or the game as APGN |
    /// | `others` | the other records: their `source`, `number`, `name`, and the `operation` that maps the exported board onto their board |
    Json,
    /// A table with a header, whose columns are the fields of [`Format::Json`] without `family`.
    /// `others` lists the other records as `source#number`, separated by `; `.
    Csv,
}

impl Format {
    /// The file name extension, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Apgn => "apgn",
            Format::Iatn | Format::Kaawa => "txt",
            Format::Json => "json",
            Format::Csv => "csv",
        }
    }

    /// Writes the beginning of a file: the header of a table, else nothing.
    ///
    /// # Errors
    /// The errors of `out`.
    pub fn write_start(self, out: &mut impl Write) -> io::Result<()> {
        if self == Format::Csv { csv::write_header(out) } else { Ok(()) }
    }

    /// Writes a problem. Returns what the written form does not say.
    ///
    /// # Errors
    /// The errors of `out`.
    pub fn write_problem(
        self,
        problem: &ExportedProblem,
        out: &mut impl Write,
    ) -> io::Result<Losses> {
        match self {
            Format::Apgn => apgn::write_problem(problem, out),
            Format::Iatn => position_list::write_iatn(problem, out),
            Format::Kaawa => position_list::write_kaawa(problem, out),
            Format::Json => json::write_problem(problem, out),
            Format::Csv => csv::write_problem(problem, out),
        }
    }

    /// Writes a game with its moves in a style. Returns what the written form does not say.
    ///
    /// # Errors
    /// The errors of `out`.
    pub fn write_game(
        self,
        game: &ExportedGame,
        style: MoveStyle,
        out: &mut impl Write,
    ) -> io::Result<Losses> {
        match self {
            Format::Apgn => apgn::write_game(game, style, out),
            Format::Iatn | Format::Kaawa => Ok(Losses { games: 1, ..Losses::default() }),
            Format::Json => json::write_game(game, style, out),
            Format::Csv => csv::write_game(game, style, out),
        }
    }
}
