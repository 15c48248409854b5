//! The formats of an export.

use std::io::{self, Write};

use super::orientation::ExportOptions;
use super::oriented_problem::OrientedProblem;
use super::{csv, igtn, json, ogs_json, sgf, sol_json};
use crate::model::Problem;
use crate::solution::Losses;

/// A format of exported problems.
///
/// ```
/// # mod gtn_db { pub use {gtn_db_core::*, gtn_db_data::*}; }
/// use gtn_db::export::{ExportOptions, Format};
/// # use gtn_db::PositionKey;
/// # use gtn_db::gtn::SubPosition;
/// # use gtn_db::model::{Occurrence, Placement, Problem, Turn};
/// # let goban: SubPosition = "4x6|...XO.XXXXO.OOOOO.......".parse()?;
/// # let window = goban.window().unwrap();
/// # let canonical = window.sub.canonicalize();
/// # let kept = Occurrence {
/// #     source: "a.sgf".to_owned(), tree: 1, problem: 1, name: None,
/// #     symmetry: canonical.symmetry() };
/// # let problem = Problem {
/// #     key: canonical.key(), text: canonical.text().to_owned(), turn: Turn::Unknown, kept,
/// #     placement: Placement {
/// #         board: goban.board.size(), region: window.region, open: window.sub.open },
/// #     charset: None, dialect: None,
/// #     sgf: b"(;SZ[6:4]AB[da][ab:db]AW[ea][eb][ac:ec])".to_vec(), others: vec![],
/// #     other_trees: vec![], rights: vec![], replaced: vec![], computed: None };
///
/// let mut out = Vec::new();
/// Format::Igtn.write_start(&mut out)?;
/// Format::Igtn.write_problem(&problem, &ExportOptions::default(), &mut out)?;
/// assert!(String::from_utf8(out)?.ends_with("4x6|...XO.XXXXO.OOOOO.......\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// The game tree of the kept record, as FF\[4\] in UTF-8.
    ///
    /// The tree is rotated as a whole. What FF\[4\] does not allow is written as
    /// [`to_ff4`](crate::sgf::to_ff4) says; besides that only the root is changed. The root
    /// begins with `FF[4]GM[1]CA[UTF-8]SZ[..]` and has the side to move in PL,
    /// if that is known. SO lists the sources: the SO of all records, the
    /// kept record, and the other records in the order of import, each with the
    /// operation that maps this board onto its board:
    ///
    /// ```text
    /// SO[Igo Hatsuyoron; book.sgf tree 12 (IR3); web/kobo.sgf tree 7 (N_SR1)]
    /// ```
    ///
    /// CP has the copyrights of all records and what people set for their sources, AN all annotators.
    ///
    /// A game tree is one line, apart from line breaks in its texts.
    Sgf,
    /// The window in GobanTN, on one line.
    ///
    /// Comment lines before the window begin with `#` and describe the problem;
    /// an import skips them. Control characters in names are escaped, so that no
    /// name begins a new line.
    ///
    /// ```text
    /// # key 5b6319517e73ce88dc00b973955d738e, white to play
    /// # name: Lesson 7
    /// # answer: T2 (marked)
    /// # source: book.sgf tree 12 (IR2)
    /// # rights: © A. Author
    /// 3x3|_XO._XOO_XXX_!!!
    /// ```
    Igtn,
    /// One object a line.
    ///
    /// | field | content |
    /// |---|---|
    /// | `key` | the position key |
    /// | `turn` | `black`, `white`, `either` or `unknown`: who is to move on the exported board |
    /// | `igtn` | the window as exported |
    /// | `text` | the canonical text |
    /// | `operation` | maps the exported board onto the canonical text |
    /// | `source`, `tree`, `name` | the kept record; `name` is null if it has none |
    /// | `answers` | the accepted first moves: SGF points on the exported board, null for tenuki |
    /// | `sgf` | the game tree as exported |
    /// | `certainty` | how they are known: `marked`, `words` or `assumed`; null if there are none |
    /// | `others` | the other records, in the order of import: their `source`, `tree`, `name`, and the `operation` that maps the exported board onto their board |
    /// | `rights` | what the records state of their rights and origins, CP, AN and SO, and what people set for their sources |
    Json,
    /// A table with a header, whose columns are the fields of [`Format::Json`].
    ///
    /// `name` is empty if there is none; `answers` has blanks between the moves, and `tenuki`; `others` lists the other records as
    /// `source#tree`, separated by `; `, as `rights` does its texts.
    ///
    /// Cells hold the data unchanged. A name that begins with `=` is not guarded
    /// against formulas, because every other program would read the guard as
    /// part of the name; [`escape_formula`](crate::escape::escape_formula) is the guard.
    Csv,
    /// One puzzle of online-go.com a line. An import reads the file.
    ///
    /// The fields are `mode`, `name`, `puzzle_type`, `puzzle_rank`,
    /// `puzzle_description`, the two modes of moves, `width`, `height`,
    /// `initial_player`, `initial_state` and `move_tree`. The type comes from
    /// GE, else it is `life_and_death`; the rank comes from DI, else it is
    /// missing; `puzzle_collection` is missing, because it is the number of a
    /// collection on the server. A problem without a name is named after its
    /// file.
    ///
    /// A puzzle cannot express the following. [`Loss`](crate::solution::Loss) counts the
    /// first five:
    /// - verdicts other than right and wrong: lesser and doubtful lines, those without a
    ///   verdict, and those marked `NOTTHIS`, end without a mark, which means wrong to that
    ///   server;
    /// - that an answer was assumed: if nothing is marked, the main line is
    ///   written as right;
    /// - two moves of one color in a row: the other color passes in between;
    /// - first moves of both colors: the player to move begins, and lines in which the
    ///   other player begins are never right. If all first moves are those of the other
    ///   player, that player is to move. An unknown side to move is that of the first move,
    ///   else Black;
    /// - stones set up among the moves;
    /// - moves behind a move outside the board, and properties other than comments, labels,
    ///   triangles, squares, circles and crosses;
    /// - the names of sources. What the records state of their rights and origins is at the end of the
    ///   description.
    OgsJson,
    /// One object a line with `AB`, `AW`, `SZ`, `C` and `SOL`. An import reads
    /// the file.
    ///
    /// ```text
    /// {"AB":["sb","rb"],"AW":["ra"],"SZ":"19","C":"Black to play","SOL":[["B","sa","Correct.",""]]}
    /// ```
    ///
    /// `SOL` lists the first moves that are right, or assumed to be right, with
    /// their comments. `C` says who is to move, if that is known, followed by the
    /// comment of the root; first moves of the other player alone are given to them.
    /// Names, sources, other moves and marks are lost.
    SolJson,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 6] =
        [Format::Sgf, Format::Igtn, Format::Json, Format::Csv, Format::OgsJson, Format::SolJson];

    /// The file name extension, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Sgf => "sgf",
            Format::Igtn => "igtn",
            Format::Json | Format::OgsJson | Format::SolJson => "json",
            Format::Csv => "csv",
        }
    }

    /// Writes the beginning of a file: the header of a table, else nothing. No
    /// format needs anything at the end of a file.
    ///
    /// # Errors
    /// The errors of `out`.
    pub fn write_start(self, out: &mut impl Write) -> io::Result<()> {
        match self {
            Format::Csv => csv::write_header(out),
            _ => Ok(()),
        }
    }

    /// Writes one problem. Returns what the written form cannot express of its solution;
    /// nothing for [`Format::Igtn`], which has no solution at all.
    ///
    /// # Errors
    /// The errors of `out`, and [`io::ErrorKind::InvalidData`] if the problem
    /// contradicts itself: see [`OrientedProblem::window`].
    pub fn write_problem(
        self,
        problem: &Problem,
        options: &ExportOptions,
        out: &mut impl Write,
    ) -> io::Result<Losses> {
        let oriented = OrientedProblem::new(problem, options);
        if options.merge_solutions {
            oriented.window()?; // solutions are merged on the board of the canonical text
        }
        match self {
            Format::Sgf => sgf::write(&oriented, out),
            Format::Igtn => igtn::write(&oriented, out).map(|()| Losses::default()),
            Format::Json => json::write(&oriented, out),
            Format::Csv => csv::write(&oriented, out),
            Format::OgsJson => ogs_json::write(&oriented, out),
            Format::SolJson => sol_json::write(&oriented, out),
        }
    }
}
