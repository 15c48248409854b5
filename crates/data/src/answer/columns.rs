//! The columns of answers: those of CSV and of tables on the terminal, and of Arrow data in Python.

/// A column: a field of the object of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// The name of the field.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// Whether a table on a terminal has room for it.
    pub is_in_table: bool,
}

/// What a column holds; null where that is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A text.
    Text,
    /// A list of texts.
    Texts,
    /// An integer of 32 bits.
    Int32,
    /// An integer of 64 bits.
    Int64,
    /// A number.
    Float,
}

impl Column {
    /// A column.
    pub const fn new(name: &'static str, kind: Kind) -> Column {
        Column { name, kind, is_in_table: true }
    }

    /// A column without room in tables.
    pub const fn out_of_table(name: &'static str, kind: Kind) -> Column {
        Column { name, kind, is_in_table: false }
    }
}
