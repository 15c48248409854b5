//! Output: listings, boards, progress, the pager.
//!
//! | module | holds |
//! |---|---|
//! | `args` | `--json`, `--csv`, `--limit` |
//! | [`aspects`] | moves by year and in two groups of games |
//! | [`board`] | boards as text |
//! | `file` | the file that `-o` names, replaced as a whole |
//! | `folder` | the folder that `-o` names, with a manifest of the files written there |
//! | `listing` | rows as a table, JSON or CSV |
//! | `guard` | what no output may replace: the database and the inputs |
//! | [`points`] | boards with letters on their points |
//! | `pager` | the pager of long output on a terminal |
//! | [`progress`] | progress of long work on standard error |
//! | `shown` | text from files on a terminal |
//! | `table` | the layout of tables |
//! | `terminal` | standard output, colors, width |
//! | [`text`] | numbers as people read them |

mod args;
pub mod aspects;
pub mod board;
mod file;
mod folder;
mod guard;
mod listing;
mod pager;
pub mod points;
pub mod progress;
mod shown;
mod table;
mod terminal;
pub mod text;
pub mod time;

pub use args::{LimitArgs, OutputArgs, limit_parser};
pub use file::OutputFile;
pub use folder::OutputFolder;
pub use listing::{Listing, Row, join, names};
pub use pager::{close_pager, is_pager_open, request_pager};
pub use table::wrap;
pub use terminal::{
    Stdout, fit_sentence, has_colors, print_json, print_line, stdout, stdout_error, terminal_width,
};
pub use text::{plural, word_comment};
