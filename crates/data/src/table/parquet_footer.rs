//! A look at the footer of a Parquet file before the crate parquet reads it.
//!
//! The crate reserves memory for as many row groups and columns as a footer announces, and calls
//! itself for each level of nested columns. A few damaged bytes could so end the process, which
//! nothing can catch. The footer is in the compact protocol of Thrift.

/// How deep structures may be nested. The footers of today have five levels.
const MAX_DEPTH: u32 = 16;

// The types of the compact protocol.
const STOP: u8 = 0;
const BOOLEANS: [u8; 2] = [1, 2];
const BYTE: u8 = 3;
const INT_16: u8 = 4;
const INT_32: u8 = 5;
const INT_64: u8 = 6;
const DOUBLE: u8 = 7;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const SET: u8 = 10;
const STRUCT: u8 = 12;
const UUID: u8 = 13;

/// The field of a footer with the list of columns, and the field of a column with the number of
/// columns inside it.
const SCHEMA: i64 = 2;
const CHILDREN: i64 = 5;

/// Whether no column of a file is inside another one; `None` if the footer is damaged: cut off, or
/// with a list of more elements than it has bytes.
pub(super) fn is_flat(footer: &[u8]) -> Option<bool> {
    let mut footer = Compact(footer);
    let (mut last, mut is_flat) = (0, None);
    while let Some((field, kind)) = footer.field(last)? {
        last = field;
        if (field, kind) == (SCHEMA, LIST) {
            is_flat = Some(footer.columns()?);
        } else {
            footer.skip(kind, MAX_DEPTH)?;
        }
    }
    is_flat
}

/// Bytes in the compact protocol. Every function takes what it reads off their beginning.
struct Compact<'a>(&'a [u8]);

impl Compact<'_> {
    fn bytes(&mut self, count: usize) -> Option<()> {
        self.0 = self.0.get(count..)?;
        Some(())
    }

    fn byte(&mut self) -> Option<u8> {
        let (&byte, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(byte)
    }

    /// A number of at most 64 bits, seven in a byte.
    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7F) << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    /// A number with a sign, which is its lowest bit.
    fn signed(&mut self) -> Option<i64> {
        let number = self.number()?;
        Some((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    /// The number and the type of the field after `last`; `Some(None)` at the end of a structure.
    fn field(&mut self, last: i64) -> Option<Option<(i64, u8)>> {
        let header = self.byte()?;
        let kind = header & 0xF;
        if kind == STOP {
            return Some(None);
        }
        let field = match i64::from(header >> 4) {
            0 => self.signed()?,
            step => last.checked_add(step)?,
        };
        Some(Some((field, kind)))
    }

    /// The length of a list and the type of its elements, each of which has at least one byte.
    fn list(&mut self) -> Option<(usize, u8)> {
        let header = self.byte()?;
        let length = match header >> 4 {
            15 => usize::try_from(self.number()?).ok()?,
            length => usize::from(length),
        };
        (length <= self.0.len()).then_some((length, header & 0xF))
    }

    fn skip(&mut self, kind: u8, depth: u32) -> Option<()> {
        let depth = depth.checked_sub(1)?;
        match kind {
            _ if BOOLEANS.contains(&kind) => {}
            BYTE => self.bytes(1)?,
            INT_16 | INT_32 | INT_64 => _ = self.number()?,
            DOUBLE => self.bytes(8)?,
            UUID => self.bytes(16)?,
            BINARY => {
                let length = usize::try_from(self.number()?).ok()?;
                self.bytes(length)?;
            }
            LIST | SET => {
                let (length, element) = self.list()?;
                for _ in 0..length {
                    match BOOLEANS.contains(&element) {
                        true => self.bytes(1)?, // only in a list a Boolean has a byte of its own
                        false => self.skip(element, depth)?,
                    }
                }
            }
            STRUCT => {
                let mut last = 0;
                while let Some((field, kind)) = self.field(last)? {
                    last = field;
                    self.skip(kind, depth)?;
                }
            }
            _ => return None, // maps, which no footer has
        }
        Some(())
    }

    /// Reads the list of columns; the first one is the whole table. Returns whether no other
    /// column has columns inside it.
    fn columns(&mut self) -> Option<bool> {
        let (length, STRUCT) = self.list()? else { return None };
        let (mut of_table, mut is_flat) = (0, true);
        for number in 0..length {
            let children = self.children()?;
            match number {
                0 => of_table = children,
                _ => is_flat &= children == 0,
            }
        }
        let is_whole = usize::try_from(of_table).ok()?.checked_add(1)? == length;
        (is_whole || !is_flat).then_some(is_flat)
    }

    /// Reads a column. Returns the number of columns inside it.
    fn children(&mut self) -> Option<i64> {
        let (mut last, mut children) = (0, 0);
        while let Some((field, kind)) = self.field(last)? {
            last = field;
            if (field, kind) == (CHILDREN, INT_32) {
                children = self.signed()?;
            } else {
                self.skip(kind, MAX_DEPTH)?;
            }
        }
        Some(children)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A footer with these columns, each with the number of columns inside it, and more fields.
    fn footer(columns: &[u8], more: &[u8]) -> Vec<u8> {
        let mut bytes = vec![0x15, 4, 0x19, (columns.len() as u8) << 4 | STRUCT];
        for &children in columns {
            bytes.extend([0x48, 1, b'a', 0x15, children << 1, STOP]); // name, children
        }
        bytes.extend(more);
        bytes.push(STOP);
        bytes
    }

    #[test]
    fn a_table_without_nested_columns_is_flat() {
        assert_eq!(is_flat(&footer(&[3, 0, 0, 0], &[])), Some(true));
        assert_eq!(is_flat(&footer(&[1, 2, 0, 0], &[])), Some(false));
        // Row groups, a Boolean, a list of Booleans, a double, an identifier, key and value.
        let more = [
            &[0x29, 0x1C, 0x16, 8, STOP][..],
            &[0x11, 0x19, 0x21, 1, 2, 0x17, 0, 0, 0, 0, 0, 0, 0, 0],
            &[0x1D, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x03, 0x28, 7],
            &[0x19, 0x1C, 0x18, 1, b'k', 0x18, 1, b'v', STOP],
        ];
        assert_eq!(is_flat(&footer(&[1, 0], &more.concat())), Some(true));
    }

    #[test]
    fn damage_is_found() {
        let whole = footer(&[2, 0, 0], &[0x16, 2]);
        assert_eq!(is_flat(&whole), Some(true));
        for length in 0..whole.len() {
            assert_eq!(is_flat(&whole[..length]), None, "{length}");
        }
        // The table announces another number of columns than it has.
        assert_eq!(is_flat(&footer(&[63, 0], &[])), None);
        // No columns; a list of two billion row groups; a list of maps; an unending number.
        assert_eq!(is_flat(&[0x15, 4, STOP]), None);
        assert_eq!(is_flat(&footer(&[1, 0], &[0x29, 0xFC, 0xFF, 0xFF, 0xFF, 0xFF, 7])), None);
        assert_eq!(is_flat(&footer(&[1, 0], &[0x29, 0x1B, 0])), None);
        assert_eq!(is_flat(&footer(&[1, 0], &[0x16, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])), None);
        // Lists in lists, deeper than the stack.
        assert_eq!(is_flat(&footer(&[1, 0], &[0x19; 100_000])), None);
    }
}
