//! What is wrong with a file, and where.

use std::fmt;

use super::Ident;

/// Something that a reader of SGF had to skip or to make up, with its position.
///
/// A fault is no error: reading goes on behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SyntaxFault {
    /// Where, in bytes from the start of what was read.
    pub offset: usize,
    /// What.
    pub kind: SyntaxFaultKind,
}

impl SyntaxFault {
    pub(super) const fn new(offset: usize, kind: SyntaxFaultKind) -> SyntaxFault {
        SyntaxFault { offset, kind }
    }

    /// The same fault seen from `base` bytes further up the file, to turn a position in a tree
    /// into one in its file.
    ///
    /// ```
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SyntaxFaultKind {
    /// `)` outside every tree.
    ExtraClosing,
    /// Text that is neither a tree nor blank.
    StrayText,
    /// A tree that begins with `;`, or with nothing, in place of `(;`.
    NoOpening,
    /// A tree that the end of the file, or the next tree, cuts off.
    NoClosing,
    /// A property behind a parenthesis, without the `;` of a node.
    MissingSemicolon,
    /// A value without its `]`.
    UnterminatedValue {
        /// The property it belongs to.
        ident: Ident,
    },
    /// A name without a value.
    NoValue {
        /// The name.
        ident: Ident,
    },
    /// A tree that was cut because of its length.
    TooLong {
        /// How many bytes were read.
        limit: usize,
    },
    /// A tree of more than 4 GiB, of which no structure was built.
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
