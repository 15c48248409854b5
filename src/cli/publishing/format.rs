//! The formats of publications.

use std::path::Path;

/// A format in which a set of problems is published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PublicationFormat {
    Html,
    Typst,
    Pdf,
    Epub,
    Anki,
    Ogs,
    Weiqihub,
    Dataset,
    Keys,
}

impl PublicationFormat {
    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            PublicationFormat::Html => "html",
            PublicationFormat::Typst => "typst",
            PublicationFormat::Pdf => "pdf",
            PublicationFormat::Epub => "epub",
            PublicationFormat::Anki => "anki",
            PublicationFormat::Ogs => "ogs",
            PublicationFormat::Weiqihub => "weiqihub",
            PublicationFormat::Dataset => "dataset",
            PublicationFormat::Keys => "keys",
        }
    }

    /// The format that the name of a file tells.
    pub fn of_path(path: &Path) -> Option<PublicationFormat> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "html" | "htm" => Some(PublicationFormat::Html),
            "pdf" => Some(PublicationFormat::Pdf),
            "epub" => Some(PublicationFormat::Epub),
            "apkg" => Some(PublicationFormat::Anki),
            _ => None,
        }
    }

    /// What to do with the output, in which `{}` is its path.
    pub fn hint(self, is_folder: bool) -> Option<&'static str> {
        match self {
            PublicationFormat::Html if is_folder => Some("open {}/index.html in a browser"),
            PublicationFormat::Html => {
                Some("open {} in a browser; it prints on the paper of --paper")
            }
            PublicationFormat::Typst => Some("`typst compile {}/main.typ` makes the book"),
            PublicationFormat::Anki => Some("import {} in Anki: File, Import"),
            _ => None,
        }
    }
}
