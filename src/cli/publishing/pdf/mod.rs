//! Books as PDF: the folder for typst, compiled by the compiler in this program (feature `book`) or by the
//! program `typst`.

#[cfg(feature = "book")]
mod embedded;
mod fonts;
#[cfg(not(feature = "book"))]
mod program;

use std::collections::BTreeMap;

#[cfg(feature = "book")]
use embedded::compile_files;
use gtn_db::publish::{AnswerPlace, BookOptions, BookPart, Publication, write_typst};
#[cfg(feature = "serve")]
use gtn_db::server::CompileBook;
#[cfg(not(feature = "book"))]
use program::compile_files;

/// The file of the folder that has all texts of the book.
const BOOK_DATA: &str = "book.json";

/// What compiles books for the server; `None` if this machine has no typst.
#[cfg(feature = "serve")]
pub fn find_book_compiler() -> Option<CompileBook> {
    #[cfg(not(feature = "book"))]
    if !program::is_there() {
        return None;
    }
    Some(|publication, options, part| {
        compile(publication, options, part).map_err(|error| error.to_string())
    })
}

/// Compiles a part of a book, and names the characters that no font has.
///
/// # Errors
/// If there is no typst, or it cannot compile the book.
pub(super) fn compile(
    publication: &Publication,
    options: BookOptions,
    part: BookPart,
) -> anyhow::Result<Vec<u8>> {
    let (answers, main) = match part {
        BookPart::Whole => (AnswerPlace::End, "main.typ"),
        BookPart::Problems => (AnswerPlace::Separate, "main.typ"),
        BookPart::Answers => (AnswerPlace::Separate, "answers.typ"),
        BookPart::WithoutAnswers => (AnswerPlace::None, "main.typ"),
    };
    let mut files = BTreeMap::new();
    write_typst(publication, options, answers, &mut files)?;
    if let Some(texts) = files.get(BOOK_DATA) {
        fonts::report_missing_glyphs(&String::from_utf8_lossy(texts));
    }
    compile_files(files, main)
}
