//! Splitting a collection into game trees.

use std::ops::Range;

use memchr::{memchr_iter, memchr2};

use super::detection::{CharsetSource, Detected, find_declared, judge_declared, judge_tree};
use super::evidence::is_wide_utf8;
use super::reader::is_escaped_by_bytes;
use super::scan::{
    CharWidth, find_bracket, is_blank, may_be_escaped, read_stone_node, skip_blanks, skip_ident,
    takes_value_end,
};
use super::{Charset, Event, Ident, Reader, SyntaxFault, SyntaxFaultKind};

/// A tree quoted inside a comment is recognized by an escaped `]` within this many bytes after
/// the `[` of its first property.
const QUOTE: usize = 64;

/// The number of bytes in which the root names its charset.
const HEAD: usize = 2048;

/// The number of bytes, from the first that is not ASCII, by which UTF-8 is recognized.
const UTF8_SAMPLE: usize = 64;

/// A tree that may be written in another way is read again: at most so many times its length, and so
/// many bytes more.
const AGAIN: (usize, usize) = (8, 512);

const BOM: &[u8] = b"\xEF\xBB\xBF";

/// The byte range of one game tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeSpan {
    /// The offset of its first byte.
    pub start: usize,
    /// The offset after its last byte.
    pub end: usize,
    /// Faults at the ends of the tree: missing parentheses, a missing first `;`, a value that is
    /// never closed. [`Reader`] reports the last two as well.
    pub faults: Vec<SyntaxFault>,
}

impl TreeSpan {
    /// The range `start..end`.
    pub fn range(&self) -> Range<usize> {
        self.start..self.end
    }
}

/// The result of [`split`]: the game trees of a buffer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Split {
    /// The trees, in the order of the file.
    pub trees: Vec<TreeSpan>,
    /// Faults outside the trees.
    pub faults: Vec<SyntaxFault>,
    /// The number of bytes that need not be read again; the others start the next buffer.
    pub consumed: usize,
}

/// Splits a buffer that begins at the start of a file into game trees.
///
/// A tree begins at `(;`. With a fault it also begins at `(` followed by a property and, at the
/// start of the file or directly after a tree, at `;` followed by a property or at a root
/// property such as `GM` or `AB`. It ends with the matching `)`. Text before the first tree is
/// skipped; text or `)` between and after trees is a fault.
///
/// A tree that is never closed must not contain the trees after it. So when a tree reaches the
/// end of the file, its end is searched again, with this rule added, which then holds for the
/// rest of the file: `(;` at the start of a line, followed by a root property, begins a new
/// tree. Inside a value this rule always holds, unless the `]` of that property is escaped,
/// because then a tree is quoted.
///
/// Pass `at_end = false` when the file continues after the buffer. Then the bytes from
/// [`Split::consumed`] on, followed by more of the file, go to [`split_next`].
///
/// A tree that names its charset is scanned in this one, and in UTF-8 if that is what its bytes are.
///
/// Time is linear in the length of the buffer.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::sgf::{Charset, split};
///
/// let file = b"Problems!\n(;GM[1]C[one)\n(;GM[1]C[two])\n";
/// let found = split(file, Charset::UTF_8, true);
/// assert_eq!(found.trees.len(), 2);
/// assert_eq!(found.trees[0].faults[0].to_string(),
///     "byte 18: a value of the property C is never closed");
/// assert_eq!(&file[found.trees[1].range()], b"(;GM[1]C[two])");
/// ```
pub fn split(buf: &[u8], charset: Charset, at_end: bool) -> Split {
    Splitter::new(buf, charset, at_end).run(true)
}

/// Continues [`split`] with a buffer that begins at [`Split::consumed`] of the call before, which
/// must have found a tree. Offsets count from the start of this buffer.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::sgf::{Charset, split, split_next};
///
/// let file = b"(;B[aa]) (;B[bb])";
/// let first = split(&file[..12], Charset::UTF_8, false);
/// assert_eq!((first.trees.len(), first.consumed), (1, 8));
/// let rest = split_next(&file[8..], Charset::UTF_8, true);
/// assert_eq!(rest.trees[0].range(), 1..9);
/// ```
pub fn split_next(buf: &[u8], charset: Charset, at_end: bool) -> Split {
    Splitter::new(buf, charset, at_end).run(false)
}

/// Finds the first `(;` at the start of a line that is followed by a root property. Reading can
/// resume there after a part of a file was skipped.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::sgf::find_tree;
///
/// assert_eq!(find_tree(b"aa];B[bb]\n(;B[cc]))\n(;GM[1])"), Some(20));
/// assert_eq!(find_tree(b"aa];B[bb]"), None);
/// ```
pub fn find_tree(buf: &[u8]) -> Option<usize> {
    let splitter = Splitter::new(buf, Charset::UTF_8, true);
    memchr_iter(b'(', buf).find(|&at| splitter.match_tree_at_line_start(at).is_some())
}

struct Splitter<'a> {
    buf: &'a [u8],
    /// The charset of trees without CA.
    charset: Charset,
    /// The width of the characters of the tree that is read.
    width: CharWidth,
    at_end: bool,
    /// Whether the last tree was escaped byte by byte: the next one likely is.
    is_escaped: bool,
    /// Set when a tree was not closed; from then on trees also end where a line opens a tree.
    /// Never cleared, so that each byte is read at most twice.
    recovering: bool,
}

/// How a tree ends.
enum End {
    Closed(usize),
    /// Another tree begins or the file ends. Whether that is inside a value.
    Cut(usize, bool),
    /// Beyond the buffer.
    Unknown,
}

impl<'a> Splitter<'a> {
    fn new(buf: &'a [u8], charset: Charset, at_end: bool) -> Splitter<'a> {
        let width = charset.char_width();
        Splitter { buf, charset, width, at_end, is_escaped: false, recovering: false }
    }

    fn run(mut self, is_first: bool) -> Split {
        let mut out = Split::default();
        // Faults since the last tree. They are final only when the next tree is found.
        let mut pending: Vec<SyntaxFault> = Vec::new();
        let mut silent = is_first;
        let mut may_open_bare = true;
        let mut at = 0;
        while at < self.buf.len() {
            let byte = self.buf[at];
            if is_blank(byte) {
                at += 1;
                continue;
            }
            if self.buf[at..].starts_with(BOM) {
                at += BOM.len();
                continue;
            }
            let fault = match byte {
                b'(' => self.match_opening(at),
                b';' if may_open_bare => self.match_bare_opening(at),
                // Root properties only: text before the first tree may look like a property.
                b'A'..=b'Z' if may_open_bare => self
                    .match_property(at)
                    .filter(|(ident, _)| ident.belongs_to_root())
                    .map(|_| Some(SyntaxFault::new(at, SyntaxFaultKind::NoOpening))),
                _ => None,
            };
            if let Some(fault) = fault {
                let Some((end, faults)) = self.read_tree(at, fault) else {
                    break;
                };
                out.faults.append(&mut pending);
                out.trees.push(TreeSpan { start: at, end, faults });
                out.consumed = end;
                (silent, may_open_bare) = (false, true);
                at = end;
                continue;
            }
            let kind = match byte {
                b')' => SyntaxFaultKind::ExtraClosing,
                _ => SyntaxFaultKind::StrayText,
            };
            // Each kind is reported once between two trees.
            if !silent && !pending.iter().any(|fault| fault.kind == kind) {
                pending.push(SyntaxFault::new(at, kind));
            }
            may_open_bare = false;
            at += 1;
        }
        if self.at_end {
            out.faults.append(&mut pending);
            out.consumed = self.buf.len();
        }
        out
    }

    /// Whether the `(` at `at` begins a tree: the outer `Some`. The inner one is its fault.
    fn match_opening(&self, at: usize) -> Option<Option<SyntaxFault>> {
        let next = skip_blanks(self.buf, at + 1);
        if self.buf.get(next) == Some(&b';') {
            return Some(None);
        }
        self.match_property(next)?;
        Some(Some(SyntaxFault::new(next, SyntaxFaultKind::MissingSemicolon)))
    }

    /// Whether the `;` at `at` begins a tree: the outer `Some`. The inner one is its fault.
    fn match_bare_opening(&self, at: usize) -> Option<Option<SyntaxFault>> {
        self.match_property(skip_blanks(self.buf, at + 1))?;
        Some(Some(SyntaxFault::new(at, SyntaxFaultKind::NoOpening)))
    }

    /// The name of the property at `at` and the offset of its first `[`.
    fn match_property(&self, at: usize) -> Option<(Ident, usize)> {
        let end = skip_ident(self.buf, at);
        let open = skip_blanks(self.buf, end);
        (end > at && self.buf.get(open) == Some(&b'['))
            .then(|| (Ident::new(&self.buf[at..end]), open))
    }

    /// The end of the tree that begins at `start`, and its faults. `None` if it lies beyond the
    /// buffer.
    fn read_tree(
        &mut self,
        start: usize,
        fault: Option<SyntaxFault>,
    ) -> Option<(usize, Vec<SyntaxFault>)> {
        let mut faults: Vec<SyntaxFault> = fault.into_iter().collect();
        let (charset, end) = self.find_charset_and_end(start);
        match end {
            End::Closed(end) => Some((end, faults)),
            End::Cut(end, false) => {
                faults.push(SyntaxFault::new(end, SyntaxFaultKind::NoClosing));
                Some((end, faults))
            }
            End::Cut(end, true) => {
                faults.push(self.find_open_value(start, end, charset));
                Some((end, faults))
            }
            End::Unknown => None,
        }
    }

    /// The charset of the tree that begins at `start`, and where the tree ends: the charset that its
    /// root names, unless the tree is UTF-8, or else that of the file, unless its bytes prove another
    /// one. Sets the width of its characters.
    fn find_charset_and_end(&mut self, start: usize) -> (Charset, End) {
        let head = &self.buf[start..self.buf.len().min(start + HEAD)];
        let root = memchr_iter(b';', head).nth(1).unwrap_or(head.len());
        let declared = find_declared(&head[..root]);
        let charset = declared.unwrap_or(self.charset);
        let is_recovering = self.recovering;
        let (charset, end) = self.find_end(start, charset, declared.is_some());
        let known = match end {
            End::Closed(end) | End::Cut(end, _) => end,
            End::Unknown => self.buf.len().min(start + AGAIN.1),
        };
        let is_settled = match declared {
            Some(_) => !takes_value_end(&self.buf[start..known], self.width),
            None => self.buf[start..known].is_ascii(),
        };
        if is_settled {
            return (charset, end);
        }
        // With characters of another width, the tree may have swallowed the next one.
        let tree = &self.buf[start..self.find_next_tree(start, known)];
        let file = Detected { charset, source: CharsetSource::Detected };
        let Detected { charset: own, .. } = match declared {
            Some(declared) => judge_declared(tree, declared),
            None => judge_tree(tree, file),
        };
        if own.char_width() == charset.char_width() {
            return (charset, end);
        }
        let limit = known.saturating_add(AGAIN.0 * (known - start) + AGAIN.1);
        let buf = &self.buf[..limit.min(self.buf.len())];
        let mut other =
            Splitter { buf, charset: own, at_end: true, recovering: is_recovering, ..*self };
        match other.find_end(start, own, false) {
            (_, End::Closed(end)) => {
                (self.width, self.is_escaped) = (other.width, other.is_escaped);
                self.recovering = is_recovering;
                (own, End::Closed(end))
            }
            _ => (charset, end),
        }
    }

    /// Where another tree seems to begin behind the start of one: `(;` with a root property at the
    /// start of a line or behind `)`; `end` if none does.
    fn find_next_tree(&self, start: usize, end: usize) -> usize {
        let is_behind_tree =
            |at: usize| self.buf[start..at].iter().rfind(|byte| !is_blank(**byte)) == Some(&b')');
        let has_root = |at: usize| {
            let node = skip_blanks(self.buf, at + 1);
            self.buf[node..].starts_with(b";")
                && self
                    .match_property(skip_blanks(self.buf, node + 1))
                    .is_some_and(|(ident, _)| ident.belongs_to_root())
        };
        let begins = |at: &usize| {
            self.match_tree_at_line_start(*at).is_some() || is_behind_tree(*at) && has_root(*at)
        };
        let mut openings = memchr_iter(b'(', &self.buf[start + 1..end]).map(|at| start + 1 + at);
        openings.find(begins).unwrap_or(end)
    }

    /// The charset of the tree that begins at `start`, and where the tree ends. Sets the width of its
    /// characters.
    fn find_end(&mut self, start: usize, charset: Charset, is_declared: bool) -> (Charset, End) {
        let head = &self.buf[start..self.buf.len().min(start + HEAD)];
        self.width = charset.char_width();
        if self.is_escaped && self.width != CharWidth::Single {
            let end = self.try_width(CharWidth::Escaped, start, start + AGAIN.1);
            if self.is_closed_escaped(start, &end, charset) {
                return (charset, end);
            }
            self.is_escaped = false;
        }
        let mut end = self.find_tree_end(start);
        // A tree that was escaped byte by byte may seem to have no end.
        let is_lost = matches!(end, End::Unknown) && self.at_end;
        if is_lost && self.width == CharWidth::Single {
            self.recovering = true;
            end = self.find_tree_end(start);
        }
        if self.width == CharWidth::Single {
            return (charset, end);
        }
        let known = match end {
            End::Closed(end) | End::Cut(end, _) => end,
            End::Unknown => self.buf.len().min(start + AGAIN.1),
        };
        let may_be_utf8 = is_declared
            && head.iter().position(|byte| !byte.is_ascii()).is_some_and(|first| {
                let end = head.len().min(first + UTF8_SAMPLE);
                is_wide_utf8(&head[first..end])
            });
        if may_be_utf8 {
            match self.try_width(CharWidth::Single, start, known) {
                End::Closed(end) if is_wide_utf8(&self.buf[start..end]) => {
                    self.width = CharWidth::Single;
                    return (Charset::UTF_8, End::Closed(end));
                }
                End::Unknown => return (charset, End::Unknown),
                _ => {}
            }
        }
        if may_be_escaped(&self.buf[start..known], self.width) {
            let other = self.try_width(CharWidth::Escaped, start, known);
            if self.is_closed_escaped(start, &other, charset) {
                self.is_escaped = true;
                return (charset, other);
            }
            if matches!(other, End::Unknown) {
                return (charset, other);
            }
        }
        if is_lost {
            self.recovering = true;
            end = self.find_tree_end(start);
        }
        (charset, end)
    }

    /// Whether a tree that ends there was escaped byte by byte. If so, its characters are read so.
    fn is_closed_escaped(&mut self, start: usize, end: &End, charset: Charset) -> bool {
        let is_escaped = match *end {
            End::Closed(end) => {
                let tree = &self.buf[start..end];
                may_be_escaped(tree, charset.char_width()) && is_escaped_by_bytes(tree, charset)
            }
            End::Cut(..) | End::Unknown => false,
        };
        if is_escaped {
            self.width = CharWidth::Escaped;
        }
        is_escaped
    }

    /// Where the tree at `start` ends if its characters have another width. `known` is where it ends
    /// otherwise.
    fn try_width(&self, width: CharWidth, start: usize, known: usize) -> End {
        let limit = known.saturating_add(AGAIN.0 * (known - start) + AGAIN.1);
        let is_beyond = limit > self.buf.len() && !self.at_end;
        let buf = &self.buf[..limit.min(self.buf.len())];
        match (Splitter { buf, width, at_end: true, ..*self }).find_tree_end(start) {
            End::Unknown if !is_beyond => End::Cut(buf.len(), false),
            end => end,
        }
    }

    /// The fault of the value that is still open at the end of a tree.
    fn find_open_value(&self, start: usize, end: usize, charset: Charset) -> SyntaxFault {
        let open = |event| match event {
            Event::Fault(fault) => {
                matches!(fault.kind, SyntaxFaultKind::UnterminatedValue { .. }).then_some(fault)
            }
            _ => None,
        };
        let fault = Reader::new(&self.buf[start..end], charset).find_map(open);
        // The reader reports no fault for a value without a name: it is stray text.
        fault.map_or(SyntaxFault::new(end, SyntaxFaultKind::NoClosing), |f| f.moved(start))
    }

    fn find_tree_end(&self, start: usize) -> End {
        let buf = self.buf;
        // In a tree without `(`, the first byte counts as one.
        let mut depth = 1usize;
        let mut at = start + 1;
        while at < buf.len() {
            match buf[at] {
                b';' if read_stone_node(buf, at).is_some() => {
                    at += 6;
                    continue;
                }
                b'[' => {
                    let mut next = at + 1;
                    loop {
                        let Some(bracket) = find_bracket(buf, next, self.width) else {
                            return self.end_of_buffer(true);
                        };
                        next = bracket + 1;
                        if buf[bracket] == b']' {
                            break;
                        }
                        if let Some(cut) = self.find_tree_in_value(bracket, at) {
                            // The escape of a quotation may follow beyond the buffer.
                            let decided = self.at_end || buf.len() - bracket > QUOTE;
                            return if decided { End::Cut(cut, true) } else { End::Unknown };
                        }
                    }
                    at = next;
                    continue;
                }
                b'(' => {
                    if self.recovering && self.match_tree_at_line_start(at).is_some() {
                        return End::Cut(at, false);
                    }
                    depth += 1;
                }
                b')' => {
                    depth -= 1;
                    if depth == 0 {
                        return End::Closed(at + 1);
                    }
                }
                _ => {}
            }
            at += 1;
        }
        self.end_of_buffer(false)
    }

    fn end_of_buffer(&self, in_value: bool) -> End {
        if self.recovering { End::Cut(self.buf.len(), in_value) } else { End::Unknown }
    }

    /// The start of the tree whose first property has the `[` at `bracket`, inside the value that
    /// begins at `open`; `None` unless a tree begins there.
    fn find_tree_in_value(&self, bracket: usize, open: usize) -> Option<usize> {
        let mut at = bracket;
        while at > open + 1 {
            at -= 1;
            match self.buf[at] {
                b'(' => break,
                b';' => {}
                byte if is_blank(byte) || byte.is_ascii_alphanumeric() => {}
                _ => return None,
            }
        }
        if self.buf[at] != b'(' || self.match_tree_at_line_start(at)? != bracket {
            return None;
        }
        let behind = &self.buf[bracket + 1..];
        let behind = &behind[..behind.len().min(QUOTE)];
        let escaped = memchr2(b'\\', b']', behind)
            .is_some_and(|i| behind[i] == b'\\' && behind.get(i + 1) == Some(&b']'));
        (!escaped).then_some(at)
    }

    /// Matches `(;` and a root property at the start of a line, with the `(` at `at`. Returns the
    /// offset of the `[` of that property.
    fn match_tree_at_line_start(&self, at: usize) -> Option<usize> {
        let before = self.buf[..at].iter().rposition(|&b| b != b' ' && b != b'\t');
        if before.is_some_and(|i| self.buf[i] != b'\n' && self.buf[i] != b'\r') {
            return None;
        }
        let node = skip_blanks(self.buf, at + 1);
        if self.buf.get(node) != Some(&b';') {
            return None;
        }
        let (ident, bracket) = self.match_property(skip_blanks(self.buf, node + 1))?;
        ident.belongs_to_root().then_some(bracket)
    }
}

#[cfg(test)]
#[path = "split_tests.rs"]
mod tests;
