//! Cutting a collection into its game trees.

use std::ops::Range;

use memchr::{memchr_iter, memchr2};

use super::scan::{Step, is_blank, next_bracket, skip_blanks, skip_ident, stone};
use super::{Charset, Event, Ident, Reader, SyntaxFault, SyntaxFaultKind};

/// How far behind a `[` the next `]` tells whether a quoted tree is escaped.
const QUOTE: usize = 64;

const BOM: &[u8] = b"\xEF\xBB\xBF";

/// Where one game tree stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeSpan {
    /// The first byte.
    pub start: usize,
    /// The byte behind the last.
    pub end: usize,
    /// What is wrong with the ends of the tree: with its parentheses, the `;` of its first node,
    /// or the value that the end cuts off. [`Reader`] tells the last two as well.
    pub faults: Vec<SyntaxFault>,
}

impl TreeSpan {
    /// The bytes of the tree.
    pub fn range(&self) -> Range<usize> {
        self.start..self.end
    }
}

/// The game trees of a buffer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Split {
    /// The trees, in order.
    pub trees: Vec<TreeSpan>,
    /// What is wrong outside the trees.
    pub faults: Vec<SyntaxFault>,
    /// How many bytes are done with. The rest belongs in front of the next piece.
    pub consumed: usize,
}

/// Cuts a buffer, from the start of a file on, into game trees.
///
/// Text before the first tree is skipped; between and behind trees it is a fault, and so is
/// a `)` there. A tree begins at `(;`, or, with a fault, at a `(` with a property behind it, or
/// at a `;` with a property behind it, or a property of the root, at the start of the file or
/// right behind a tree. It ends
/// with the `)` that closes its first parenthesis.
///
/// If the end of the file comes first, the tree has a fault, and is not to swallow its neighbors:
/// from there on, a `(;` that begins a line and is followed by a property of the root (`GM`, `AB`
/// and such) begins a tree, wherever it stands. Inside a value it always does, unless the `]` of
/// that property is escaped.
///
/// If the file goes on behind the buffer (`at_end` is false) then all behind the last complete
/// tree is left for [`split_next`], with the rest of the buffer in front of the next piece.
///
/// ```
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

/// Cuts a buffer that begins where another call of [`split`] or [`split_next`] stopped, which
/// found a tree. Positions count from the start of this buffer.
///
/// ```
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

/// Where the first `(;` with a property of the root stands that begins a line: where to go on
/// behind a part that is of no use.
///
/// ```
/// use gtn_db::sgf::find_tree;
///
/// assert_eq!(find_tree(b"aa];B[bb]\n(;B[cc]))\n(;GM[1])"), Some(20));
/// assert_eq!(find_tree(b"aa];B[bb]"), None);
/// ```
pub fn find_tree(buf: &[u8]) -> Option<usize> {
    let splitter = Splitter::new(buf, Charset::UTF_8, true);
    memchr_iter(b'(', buf).find(|&at| splitter.line_opens_tree(at).is_some())
}

struct Splitter<'a> {
    buf: &'a [u8],
    charset: Charset,
    step: Step,
    at_end: bool,
    /// Set once a tree was not closed, so that each byte is read at most twice.
    recovering: bool,
}

/// How a tree ends.
enum End {
    Closed(usize),
    /// Another tree begins, or the buffer ends. In a value?
    Cut(usize, bool),
    /// The buffer does not show it.
    Unknown,
}

impl<'a> Splitter<'a> {
    fn new(buf: &'a [u8], charset: Charset, at_end: bool) -> Splitter<'a> {
        Splitter { buf, charset, step: charset.step(), at_end, recovering: false }
    }

    fn run(mut self, is_first: bool) -> Split {
        let mut out = Split::default();
        // Faults since the last tree: only final together with the next one.
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
                b'(' => self.opening(at),
                b';' if may_open_bare => self.bare_opening(at),
                // Text in front of the first tree may look like a property, too.
                b'A'..=b'Z' if may_open_bare => self
                    .property_at(at)
                    .filter(|(ident, _)| ident.opens_game())
                    .map(|_| Some(SyntaxFault::new(at, SyntaxFaultKind::NoOpening))),
                _ => None,
            };
            if let Some(fault) = fault {
                let Some((end, faults)) = self.tree(at, fault) else {
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
            // Each kind is told once between two trees.
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

    /// Whether a tree begins with the `(` at a position, and if so, with which fault.
    fn opening(&self, at: usize) -> Option<Option<SyntaxFault>> {
        let next = skip_blanks(self.buf, at + 1);
        if self.buf.get(next) == Some(&b';') {
            return Some(None);
        }
        self.property_at(next)?;
        Some(Some(SyntaxFault::new(next, SyntaxFaultKind::MissingSemicolon)))
    }

    /// The same for a `;`.
    fn bare_opening(&self, at: usize) -> Option<Option<SyntaxFault>> {
        self.property_at(skip_blanks(self.buf, at + 1))?;
        Some(Some(SyntaxFault::new(at, SyntaxFaultKind::NoOpening)))
    }

    /// The name of the property that begins at a position, and where its `[` stands.
    fn property_at(&self, at: usize) -> Option<(Ident, usize)> {
        let end = skip_ident(self.buf, at);
        let open = skip_blanks(self.buf, end);
        (end > at && self.buf.get(open) == Some(&b'['))
            .then(|| (Ident::new(&self.buf[at..end]), open))
    }

    /// The end of the tree that begins at a position, and its faults.
    fn tree(
        &mut self,
        start: usize,
        fault: Option<SyntaxFault>,
    ) -> Option<(usize, Vec<SyntaxFault>)> {
        let mut faults: Vec<SyntaxFault> = fault.into_iter().collect();
        let mut end = self.tree_end(start);
        if matches!(end, End::Unknown) && self.at_end {
            self.recovering = true;
            end = self.tree_end(start);
        }
        match end {
            End::Closed(end) => Some((end, faults)),
            End::Cut(end, false) => {
                faults.push(SyntaxFault::new(end, SyntaxFaultKind::NoClosing));
                Some((end, faults))
            }
            End::Cut(end, true) => {
                faults.extend(self.open_value(start, end));
                Some((end, faults))
            }
            End::Unknown => None,
        }
    }

    /// The fault of the value that the end of a tree cuts off.
    fn open_value(&self, start: usize, end: usize) -> Option<SyntaxFault> {
        let open = |event| match event {
            Event::Fault(fault) => {
                matches!(fault.kind, SyntaxFaultKind::UnterminatedValue { .. }).then_some(fault)
            }
            _ => None,
        };
        let fault = Reader::new(&self.buf[start..end], self.charset).find_map(open);
        // A stray value belongs to no property, and the reader counts it as text.
        Some(fault.map_or(SyntaxFault::new(end, SyntaxFaultKind::NoClosing), |f| f.moved(start)))
    }

    fn tree_end(&self, start: usize) -> End {
        let buf = self.buf;
        // The `;` of a tree without a parenthesis stands for one.
        let mut depth = 1usize;
        let mut at = start + 1;
        while at < buf.len() {
            match buf[at] {
                b';' if stone(buf, at).is_some() => {
                    at += 6;
                    continue;
                }
                b'[' => {
                    let mut next = at + 1;
                    loop {
                        let Some(bracket) = next_bracket(buf, next, self.step) else {
                            return self.out_of_bytes(true);
                        };
                        next = bracket + 1;
                        if buf[bracket] == b']' {
                            break;
                        }
                        if let Some(cut) = self.tree_in_value(bracket, at) {
                            // Short of the end, the escape of a quotation may yet come.
                            let decided = self.at_end || buf.len() - bracket > QUOTE;
                            return if decided { End::Cut(cut, true) } else { End::Unknown };
                        }
                    }
                    at = next;
                    continue;
                }
                b'(' => {
                    if self.recovering && self.line_opens_tree(at).is_some() {
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
        self.out_of_bytes(false)
    }

    fn out_of_bytes(&self, in_value: bool) -> End {
        if self.recovering { End::Cut(self.buf.len(), in_value) } else { End::Unknown }
    }

    /// Where the tree begins that a `[` inside the value from `open` belongs to, if it does.
    fn tree_in_value(&self, bracket: usize, open: usize) -> Option<usize> {
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
        if self.buf[at] != b'(' || self.line_opens_tree(at)? != bracket {
            return None;
        }
        let behind = &self.buf[bracket + 1..];
        let behind = &behind[..behind.len().min(QUOTE)];
        let escaped = memchr2(b'\\', b']', behind)
            .is_some_and(|i| behind[i] == b'\\' && behind.get(i + 1) == Some(&b']'));
        (!escaped).then_some(at)
    }

    /// Whether the `(` at a position begins a line and, with `;` and a property of the root,
    /// a tree. Gives the `[` of that property.
    fn line_opens_tree(&self, at: usize) -> Option<usize> {
        let before = self.buf[..at].iter().rposition(|&b| b != b' ' && b != b'\t');
        if before.is_some_and(|i| self.buf[i] != b'\n' && self.buf[i] != b'\r') {
            return None;
        }
        let node = skip_blanks(self.buf, at + 1);
        if self.buf.get(node) != Some(&b';') {
            return None;
        }
        let (ident, bracket) = self.property_at(skip_blanks(self.buf, node + 1))?;
        ident.opens_game().then_some(bracket)
    }
}

#[cfg(test)]
#[path = "split_tests.rs"]
mod tests;
