//! Game trees that were read by an import before, with what it knew of them besides their bytes.

use std::io::{self, Read};

use crate::model::{Charset, TreeKind, TreePart};
use crate::solution::Dialect;

/// The number of bytes before the charset and the tree.
const HEADER_BYTES: usize = 19;

/// The first bytes of a problem that is a part of its tree, and of a game without the problems in it.
const PART: u8 = 3;
const GAME_ALONE: u8 = 4;

/// A game tree of a source that is read again, such as a row of a table.
///
/// The content of such a source is made of its trees, encoded one after the other. The hash of
/// this content tells whether the source has changed, so the encoding never changes:
///
/// | bytes | |
/// |---|---|
/// | 1 | 1 for a problem, 2 for a game, 3 for a problem of a tree that has several or is a game, 4 for a game whose problems are trees of their own |
/// | 1 | the number of the dialect, 0 if the tree tells it |
/// | 4 | the number of the tree |
/// | 8 | the offset of the tree |
/// | 1 | the length of the charset |
/// | 4 | the length of the tree |
/// | 4, 8, 16 | only after a 3: the rank of the problem, the offset of its set-up, its hash |
/// | | the charset, as stored |
/// | | the tree |
///
/// Numbers have the lowest byte first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StoredTree {
    pub(super) kind: TreeKind,
    /// What the problem is of its tree, without pieces, if it is not the whole.
    pub(super) part: Option<TreePart>,
    /// Whether a game is read without the problems in it, which are trees of their own.
    pub(super) is_game_alone: bool,
    /// How the tree marks its answers, if the format of its source told it.
    pub(super) dialect: Option<Dialect>,
    pub(super) tree: u32,
    pub(super) offset: u64,
    pub(super) charset: Option<Charset>,
    /// Less than 4 GiB.
    pub(super) sgf: Vec<u8>,
}

impl StoredTree {
    pub(super) fn encode(&self) -> Vec<u8> {
        let charset = self.charset.as_ref().map(Charset::to_stored).unwrap_or_default();
        let charset_len = u8::try_from(charset.len()).expect("names of charsets are short");
        let sgf_len = u32::try_from(self.sgf.len()).expect("a tree has less than 4 GiB");
        let mut bytes = Vec::with_capacity(HEADER_BYTES + charset.len() + self.sgf.len());
        bytes.push(match self.kind {
            TreeKind::Problem if self.part.is_some() => PART,
            TreeKind::Game if self.is_game_alone => GAME_ALONE,
            kind => TreeKind::code(Some(kind)),
        });
        bytes.push(self.dialect.map_or(0, Dialect::code));
        bytes.extend(self.tree.to_le_bytes());
        bytes.extend(self.offset.to_le_bytes());
        bytes.push(charset_len);
        bytes.extend(sgf_len.to_le_bytes());
        if let Some(TreePart { problem, setup, hash, .. }) = &self.part {
            bytes.extend(problem.to_le_bytes());
            bytes.extend(setup.to_le_bytes());
            bytes.extend(hash);
        }
        bytes.extend(charset.into_bytes());
        bytes.extend(&self.sgf);
        bytes
    }

    /// Whether an encoded tree is a problem that is the whole of it.
    pub(super) fn is_whole_problem(bytes: &[u8]) -> bool {
        bytes.first() == Some(&TreeKind::code(Some(TreeKind::Problem)))
    }

    /// Reads the next tree; `None` at the end.
    ///
    /// # Errors
    /// If the content cannot be read, or ends within a tree.
    pub(super) fn decode(content: &mut impl Read) -> io::Result<Option<StoredTree>> {
        let mut header = [0; HEADER_BYTES];
        if content.read(&mut header[..1])? == 0 {
            return Ok(None);
        }
        content.read_exact(&mut header[1..])?;
        let [kind, dialect, t0, t1, t2, t3, rest @ ..] = header;
        let [o0, o1, o2, o3, o4, o5, o6, o7, charset, s0, s1, s2, s3] = rest;
        let part = if kind == PART {
            let (mut problem, mut setup, mut hash) = ([0; 4], [0; 8], [0; 16]);
            content.read_exact(&mut problem)?;
            content.read_exact(&mut setup)?;
            content.read_exact(&mut hash)?;
            let (problem, setup) = (u32::from_le_bytes(problem), u64::from_le_bytes(setup));
            Some(TreePart { problem, setup, hash, pieces: Vec::new() })
        } else {
            None
        };
        let is_game = kind == TreeKind::Game as u8 || kind == GAME_ALONE;
        let mut bytes = |count| {
            let mut bytes = vec![0; count];
            content.read_exact(&mut bytes).map(|()| bytes)
        };
        let charset = bytes(usize::from(charset))?;
        let charset = String::from_utf8(charset).map_err(io::Error::other)?;
        Ok(Some(StoredTree {
            kind: if is_game { TreeKind::Game } else { TreeKind::Problem },
            part,
            is_game_alone: kind == GAME_ALONE,
            dialect: Dialect::from_code(dialect).filter(|dialect| *dialect != Dialect::None),
            tree: u32::from_le_bytes([t0, t1, t2, t3]),
            offset: u64::from_le_bytes([o0, o1, o2, o3, o4, o5, o6, o7]),
            charset: (!charset.is_empty()).then(|| Charset::from_stored(&charset)),
            sgf: bytes(u32::from_le_bytes([s0, s1, s2, s3]) as usize)?,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_are_decoded_as_they_were_encoded() {
        let problem = StoredTree {
            kind: TreeKind::Problem,
            part: None,
            is_game_alone: false,
            dialect: Some(Dialect::SolJson),
            tree: 7,
            offset: 1 << 40,
            charset: Some(Charset { name: "Shift_JIS".to_owned(), is_guessed: true }),
            sgf: b"(;AB[aa])".to_vec(),
        };
        let game =
            StoredTree { kind: TreeKind::Game, dialect: None, charset: None, ..problem.clone() };
        let part = TreePart { problem: 2, setup: 1 << 33, hash: [7; 16], pieces: Vec::new() };
        let part = StoredTree { part: Some(part), ..problem.clone() };
        let alone = StoredTree { is_game_alone: true, ..game.clone() };
        let bytes = [problem.encode(), game.encode(), part.encode(), alone.encode()].concat();
        // What is hashed never changes.
        assert_eq!(&bytes[..29], b"\x01\x09\x07\0\0\0\0\0\0\0\0\x01\0\0\x0A\x09\0\0\0Shift_JIS?");
        let mut content = &bytes[..];
        assert_eq!(StoredTree::decode(&mut content).unwrap(), Some(problem));
        assert_eq!(StoredTree::decode(&mut content).unwrap(), Some(game));
        assert_eq!(StoredTree::decode(&mut content).unwrap(), Some(part));
        assert_eq!(StoredTree::decode(&mut content).unwrap(), Some(alone));
        assert_eq!(StoredTree::decode(&mut content).unwrap(), None);
        for length in 1..HEADER_BYTES + 10 {
            assert!(StoredTree::decode(&mut &bytes[..length]).is_err(), "{length}");
        }
    }
}
