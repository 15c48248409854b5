//! The lines of a game file, decoded.

use std::cell::Cell;

use crate::sgf::{self, Charset};

/// The text of a file.
pub(super) struct GameText<'a> {
    bytes: &'a [u8],
    charset: Charset,
    /// The first line with bytes that are not in the charset.
    bad_line: Cell<Option<usize>>,
}

impl<'a> GameText<'a> {
    pub(super) fn new(bytes: &'a [u8], charset: Charset) -> GameText<'a> {
        GameText { bytes, charset, bad_line: Cell::new(None) }
    }

    /// The lines without blanks around them, each with its offset. Lines end with `\n`, `\r\n` or, in
    /// files without `\n`, `\r`; no charset has these bytes within a character.
    pub(super) fn lines(&self) -> impl Iterator<Item = (usize, String)> {
        let end = if self.bytes.contains(&b'\n') { b'\n' } else { b'\r' };
        let mut next = 0;
        self.bytes.split(move |&byte| byte == end).map(move |line| {
            let offset = next;
            next += line.len() + 1;
            (offset, self.decode(line, offset))
        })
    }

    /// Each byte that is not in the charset becomes `?`.
    fn decode(&self, line: &[u8], offset: usize) -> String {
        let text = self.charset.decode(line);
        let text = text.trim_start_matches('\u{feff}').trim();
        if !text.contains(char::REPLACEMENT_CHARACTER) {
            return text.to_owned();
        }
        self.bad_line.set(self.bad_line.get().or(Some(offset)));
        text.replace(char::REPLACEMENT_CHARACTER, "?")
    }

    /// The offset of the first line that has bytes of another charset, and the name of the charset.
    pub(super) fn bad_line(&self) -> Option<(usize, &'static str)> {
        self.bad_line.get().map(|offset| (offset, self.charset.name()))
    }
}

/// What follows `name` in a file, up to `\` or the end of the line.
pub(super) fn find_value<'a>(bytes: &'a [u8], name: &str) -> Option<&'a [u8]> {
    let at = memchr::memmem::find(bytes, name.as_bytes())? + name.len();
    let value = bytes[at..].split(|byte| b"\\\r\n".contains(byte)).next();
    value.map(<[u8]>::trim_ascii)
}

/// The charset of a file: the one whose label the file has, or its bytes prove; of a few characters the
/// first of the two `usual` ones that fits.
pub(super) fn choose_charset(bytes: &[u8], label: Option<&[u8]>, usual: [Charset; 2]) -> Charset {
    let found = match label.and_then(Charset::for_label) {
        // The same doubts as about the charset that an SGF file names.
        Some(named) => {
            sgf::detect_charset(&[b"CA[", named.name().as_bytes(), b"]", bytes].concat())
        }
        None => sgf::detect_charset(bytes),
    };
    let choose = || sgf::choose_charset(bytes, &[(usual[0], 2), (usual[1], 1)]);
    let chosen = sgf::is_open(bytes, found).then(choose).flatten();
    chosen.unwrap_or(found.charset)
}
