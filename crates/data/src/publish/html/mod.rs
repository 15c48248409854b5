//! Pages: a book as one file, and a web folder.

mod book;
mod folder;
mod pages;
pub(super) mod parts;

pub use book::{AnswerPlace, BookOptions, BookPart, write_book};
pub use folder::write_web_folder;
pub use pages::Paper;
