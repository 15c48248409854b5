//! Violations of the SGF syntax, with their offset.

use std::fmt;

use super::Ident;

/// A violation of the SGF syntax that was repaired or skipped.
///
/// A fault is not an error: parsing continues after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SyntaxFault {
    /// The offset in bytes from the start of the buffer.
    pub offset: usize,
    /// The kind of violation.
    pub kind: SyntaxFaultKind,
}

impl SyntaxFault {
    pub(super) const fn new(offset: usize, kind: SyntaxFaultKind) -> SyntaxFault {
        SyntaxFault { offset, kind }
    }

    /// The same fault with `base` added to its offset. Converts an offset within a tree to one
    /// within its file, `base` being the offset of the tree.
    ///
    /// ```
    /// # use gtn_db_core as gtn_db;
    /// use gtn_db::sgf::{SyntaxFault, SyntaxFaultKind};
    ///
    /// let fault = SyntaxFault { offset: 3, kind: SyntaxFaultKind::NoClosing };
    /// assert_eq!(fault.moved(100).offset, 103);
    /// ```
    pub const fn moved(self, base: usize) -> SyntaxFault {
        SyntaxFault::new(self.offset.saturating_add(base), self.kind)
    }
}

impl fmt::Display for SyntaxFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.offset, self.kind)
    }
}

/// The kinds of [`SyntaxFault`].
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SyntaxFaultKind {
    /// A `)` outside all trees. Skipped.
    ExtraClosing,
    /// Text between trees or between properties. Skipped.
    StrayText,
    /// A tree that begins with `;` or a property instead of `(;`.
    NoOpening,
    /// A tree without its last `)`: it ends where the file ends or the next tree begins.
    NoClosing,
    /// A property directly after a parenthesis. A node is inserted.
    MissingSemicolon,
    /// A value without `]`.
    UnterminatedValue {
        /// The property.
        ident: Ident,
    },
    /// A property name without a value. Skipped.
    NoValue {
        /// The name.
        ident: Ident,
    },
    /// A tree longer than the limit. Its end was not read.
    TooLong {
        /// The limit in bytes.
        limit: usize,
    },
    /// A tree of 4 GiB or more. Its nodes were not read.
    TooLarge,
}

impl fmt::Display for SyntaxFaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SyntaxFaultKind::ExtraClosing => {
                f.write_str("closing parenthesis without an opening one")
            }
            SyntaxFaultKind::StrayText => {
                f.write_str("text that belongs to no property was skipped")
            }
            SyntaxFaultKind::NoOpening => f.write_str("the game tree has no opening parenthesis"),
            SyntaxFaultKind::NoClosing => f.write_str("the game tree is never closed"),
            SyntaxFaultKind::MissingSemicolon => f.write_str("a node begins without a semicolon"),
            SyntaxFaultKind::UnterminatedValue { ident } if ident == Ident::OTHER => {
                f.write_str("a property value is never closed")
            }
            SyntaxFaultKind::UnterminatedValue { ident } => {
                write!(f, "a value of the property {ident} is never closed")
            }
            SyntaxFaultKind::NoValue { ident } if ident == Ident::OTHER => {
                f.write_str("a word that is no property was skipped")
            }
            SyntaxFaultKind::NoValue { ident } => write!(f, "the property {ident} has no value"),
            SyntaxFaultKind::TooLong { limit } => {
                write!(f, "the game tree is longer than {limit} bytes, the rest was not read")
            }
            SyntaxFaultKind::TooLarge => f.write_str("the game tree is larger than 4 GiB"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_read_as_sentences() {
        let ident = Ident::new(b"C");
        let fault = SyntaxFault::new(7, SyntaxFaultKind::UnterminatedValue { ident });
        assert_eq!(fault.to_string(), "byte 7: a value of the property C is never closed");
        assert_eq!(
            SyntaxFaultKind::ExtraClosing.to_string(),
            "closing parenthesis without an opening one"
        );
    }
}
