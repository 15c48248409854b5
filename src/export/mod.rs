//! Problems as they are published: each one once, in one orientation, in one
//! of six formats.
//!
//! | format | what is written | made for |
//! |---|---|---|
//! | [`Format::Sgf`] | the whole game tree of the kept record, turned | go programs |
//! | [`Format::Igtn`] | the window, under comment lines that say what it is | people, and a new import |
//! | [`Format::Json`] | one object per line with all there is | programs |
//! | [`Format::Csv`] | the same as a table | spreadsheets |
//! | [`Format::OgsJson`] | one puzzle of online-go.com per line, with all its moves | that server |
//! | [`Format::SolJson`] | one object per line with the first moves that are right | programs that ask for these |
//!
//! Problems come one at a time and go to any [`Write`]; nothing is kept
//! between two of them. The same problems give the same bytes.
//!
//! ```text
//!   as the source has it            as it is published
//!   . . . . . .                     . . . X O .
//!   . . . . . .                     . . . X O O      the corner at the top right:
//!   X X X . . .          IR2        . . . X X X      turned by a half, with all
//!   O O X . . .           →         . . . . . .      moves, marks and labels
//!   . O X . . .                     . . . . . .
//! ```
//!
//! What an operation says
//! - of a problem: it carries the published board onto the canonical text;
//! - of a source: it carries the published board onto the board of that source.

mod csv;
mod exported;
mod file_name;
mod igtn;
mod json;
mod ogs_json;
mod orient;
mod puzzle;
#[cfg(test)]
mod puzzle_tests;
mod sgf;
mod sol_json;
#[cfg(test)]
mod tests;
mod union;

use std::borrow::Cow;
use std::io::{self, Write};

pub use exported::Exported;
pub use file_name::file_name;
pub use orient::{Options, Orient, orientation};

use crate::model::Problem;

/// A format that problems are published in.
///
/// ```
/// use gtn_db::export::{Format, Options};
/// # use gtn_db::PositionKey;
/// # use gtn_db::gtn::SubPosition;
/// # use gtn_db::model::{Occurrence, Placement, Problem, Turn};
/// # let goban: SubPosition = "4x6|...XO.XXXXO.OOOOO.......".parse()?;
/// # let window = goban.window().unwrap();
/// # let canonical = window.sub.canonicalize();
/// # let kept = Occurrence {
/// #     source: "a.sgf".to_owned(), tree: 1, name: None, symmetry: canonical.symmetry() };
/// # let problem = Problem {
/// #     key: canonical.key(), text: canonical.text().to_owned(), turn: Turn::Unknown, kept,
/// #     placement: Placement {
/// #         board: goban.board.size(), region: window.region, open: window.sub.open },
/// #     charset: None, dialect: None,
/// #     sgf: b"(;SZ[6:4]AB[da][ab:db]AW[ea][eb][ac:ec])".to_vec(), others: vec![],
/// #     other_trees: vec![] };
///
/// let mut out = Vec::new();
/// Format::Igtn.write_start(&mut out)?;
/// Format::Igtn.write_problem(&problem, &Options::default(), &mut out)?;
/// assert!(String::from_utf8(out)?.ends_with("4x6|...XO.XXXXO.OOOOO.......\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// The game tree of the kept record, as FF\[4\] in UTF-8.
    ///
    /// It is written as it is, turned as a whole; only its root is put in
    /// order. The root begins with `FF[4]GM[1]CA[UTF-8]SZ[..]`, names the side
    /// to move in PL when it is known, and in SO where the problem stands:
    /// what the source itself had there, then the kept record, then the others
    /// in the order of import, each with the operation that carries this board
    /// onto its board:
    ///
    /// ```text
    /// SO[Igo Hatsuyoron; book.sgf tree 12 (IR3); web/kobo.sgf tree 7 (N_SR1)]
    /// ```
    ///
    /// A game tree is one line, apart from the line breaks in its texts.
    Sgf,
    /// The window in GobanTN, on one line.
    ///
    /// Lines above it that begin with `#` say what it is; an import of the file
    /// skips them and takes the windows. Control characters in names become
    /// escapes, so no name can begin a line of its own.
    ///
    /// ```text
    /// # key 5b6319517e73ce88dc00b973955d738e, white to play
    /// # name: Lesson 7
    /// # source: book.sgf tree 12 (IR2)
    /// 3x3|_XO._XOO_XXX_!!!
    /// ```
    Igtn,
    /// One object per line.
    ///
    /// | field | what it is |
    /// |---|---|
    /// | `key` | the position key |
    /// | `turn` | `black`, `white`, `either` or `unknown`: who is to move on the published board |
    /// | `igtn` | the window as published |
    /// | `text` | the canonical text |
    /// | `operation` | carries the published board onto the canonical text |
    /// | `source`, `tree`, `name` | the kept record; `name` is null where it has none |
    /// | `sgf` | the game tree as published |
    /// | `others` | the other records, in the order of import: their `source`, `tree`, `name`, and the `operation` that carries the published board onto their board |
    Json,
    /// A table with a header; its columns are the fields of [`Format::Json`].
    ///
    /// `name` is empty where there is none; `others` names the other records as
    /// `source#tree`, joined by `; `.
    ///
    /// Cells are the data, unchanged. A name that begins with `=` stays so,
    /// because a guard against formulas would be one more character in it for
    /// every other reader: import the file into a spreadsheet as text.
    Csv,
    /// One puzzle per line, as online-go.com has them; an import reads it.
    ///
    /// The fields are `mode`, `name`, `puzzle_type`, `puzzle_rank`,
    /// `puzzle_description`, the two modes of moves, `width`, `height`,
    /// `initial_player`, `initial_state` and `move_tree`. The type is that of
    /// GE, else `life_and_death`; the rank that of DI, and is missing where
    /// there is none; `puzzle_collection` is missing, because it is the number
    /// of a collection on the server. A problem without a name is called after
    /// its file.
    ///
    /// What a puzzle cannot hold:
    /// - verdicts but right and wrong: lines that are lesser or doubtful, and
    ///   those that GoProblems calls `NOTTHIS`, end without a mark, which is
    ///   wrong to that server;
    /// - that an answer was assumed: where nothing is marked, the main line is
    ///   written as right;
    /// - two moves of a color in a row: the other color passes between them.
    ///   An unknown side to move is that of the first move, else Black;
    /// - stones set up among the moves, what stands behind a move that is no
    ///   point of the board, and properties other than comments, labels,
    ///   triangles, squares, circles and crosses;
    /// - sources, whatever their number;
    /// - lines of more than 62 moves, as far as a later import goes.
    OgsJson,
    /// One object per line with `AB`, `AW`, `SZ`, `C` and `SOL`; an import
    /// reads it.
    ///
    /// ```text
    /// {"AB":["sb","rb"],"AW":["ra"],"SZ":"19","C":"Black to play","SOL":[["B","sa","Correct.",""]]}
    /// ```
    ///
    /// `SOL` lists the first moves that are right, or assumed to be, with their
    /// comments. `C` says who is to move, where that is known, and then what
    /// the comment of the root says. Nothing else of a problem is held: no
    /// name, no source, no other move, and no mark.
    SolJson,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 6] =
        [Format::Sgf, Format::Igtn, Format::Json, Format::Csv, Format::OgsJson, Format::SolJson];

    /// What the names of such files end with, without a dot.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Sgf => "sgf",
            Format::Igtn => "igtn",
            Format::Json | Format::OgsJson | Format::SolJson => "json",
            Format::Csv => "csv",
        }
    }

    /// Writes what stands at the beginning of a file; there is nothing to
    /// write at its end.
    ///
    /// # Errors
    /// Only those of `out`.
    pub fn write_start(self, out: &mut impl Write) -> io::Result<()> {
        match self {
            Format::Csv => csv::write_header(out),
            _ => Ok(()),
        }
    }

    /// Writes one problem.
    ///
    /// # Errors
    /// Those of `out`, and [`io::ErrorKind::InvalidData`] when the problem
    /// contradicts itself: see [`Exported::window`].
    pub fn write_problem(
        self,
        problem: &Problem,
        options: &Options,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let exported = Exported::new(problem, options);
        match self {
            Format::Sgf => sgf::write(&exported, out),
            Format::Igtn => igtn::write(&exported, out),
            Format::Json => json::write(&exported, out),
            Format::Csv => csv::write(&exported, out),
            Format::OgsJson => ogs_json::write(&exported, out),
            Format::SolJson => sol_json::write(&exported, out),
        }
    }
}

/// A text on one line: what would end the line, or act on it, is written as an
/// escape, `\n` or `\u{1b}`.
fn one_line(text: &str) -> Cow<'_, str> {
    let acts = |char: char| char.is_control() || matches!(char, '\u{2028}' | '\u{2029}');
    if !text.contains(acts) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for char in text.chars() {
        if acts(char) {
            out.extend(char.escape_default());
        } else {
            out.push(char);
        }
    }
    Cow::Owned(out)
}
