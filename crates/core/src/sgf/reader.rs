//! Parsing one game tree into events.

use std::borrow::Cow;
use std::iter::FusedIterator;

use super::scan::{
    CharWidth, are_all_escaped, find_value_end, is_blank, may_be_escaped, read_stone_node,
    skip_blanks, skip_ident,
};
use super::value;
use super::{Charset, Ident, SyntaxFault, SyntaxFaultKind};
use crate::Color;
use crate::go::{Point, Size};

/// An element of a game tree. Offsets are in bytes from the start of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// `(`
    Open {
        /// Where.
        offset: usize,
    },
    /// `)`
    Close {
        /// Where.
        offset: usize,
    },
    /// `;`
    Node {
        /// Where.
        offset: usize,
    },
    /// A property name with its values.
    Property(Property<'a>),
    /// A syntax violation, at the point where it was skipped or repaired.
    Fault(SyntaxFault),
}

/// A property of a node, borrowed from the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Property<'a> {
    /// The identifier as written, including lower-case letters.
    pub ident: &'a [u8],
    /// All values with their brackets, from the first `[` through the last `]`.
    pub raw: &'a [u8],
    /// The offset of the identifier.
    pub offset: usize,
    name: Ident,
    charset: Charset,
}

impl<'a> Property<'a> {
    /// The normalized name.
    pub fn name(&self) -> Ident {
        self.name
    }

    /// The charset of the file.
    pub fn charset(&self) -> Charset {
        self.charset
    }

    /// The raw values between the brackets, escapes included. There is at least one.
    pub fn values(&self) -> Values<'a> {
        Values { rest: self.raw, width: self.charset.char_width() }
    }

    /// The first raw value.
    pub fn value(&self) -> &'a [u8] {
        self.values().next().expect("the reader makes a property only where a `[` follows its name")
    }

    /// The first value as text with line breaks; see [`value::decode_text`].
    pub fn text(&self) -> Cow<'a, str> {
        value::decode_text(self.value(), self.charset)
    }

    /// The first value as text on one line; see [`value::decode_simple_text`].
    pub fn simple_text(&self) -> Cow<'a, str> {
        value::decode_simple_text(self.value(), self.charset)
    }
}

/// Iterator over the raw values of a [`Property`].
#[derive(Clone, Debug)]
pub struct Values<'a> {
    rest: &'a [u8],
    width: CharWidth,
}

impl<'a> Iterator for Values<'a> {
    type Item = &'a [u8];

    #[inline]
    fn next(&mut self) -> Option<&'a [u8]> {
        let start = skip_blanks(self.rest, 0) + 1;
        let value = self.rest.get(start..)?;
        // The last value of a truncated tree may have no `]`.
        let end = find_value_end(value, 0, self.width).unwrap_or(value.len());
        self.rest = value.get(end + 1..).unwrap_or_default();
        Some(&value[..end])
    }
}

impl FusedIterator for Values<'_> {}

/// A pull parser for one game tree, as found by [`split`](super::split). Copies nothing.
///
/// Guarantees for any input: every [`Event::Open`] is followed by its [`Event::Close`], and
/// every property follows an [`Event::Node`] of the same variation. Missing parentheses and
/// semicolons are inserted, after an [`Event::Fault`] where the structure changes. A node after
/// the variations of its parent, as in `(;A[](;B[]);C[])`, is an event like any other.
///
/// Names without values, values without names and other text are skipped with a fault.
/// White space is skipped, also within properties.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::sgf::{Charset, Event, Reader};
///
/// let tree = b"(;AddBlack[aa]\n[ab];B[cc])";
/// let mut reader = Reader::new(tree, Charset::UTF_8);
/// assert_eq!(reader.next(), Some(Event::Open { offset: 0 }));
/// assert_eq!(reader.next(), Some(Event::Node { offset: 1 }));
/// let Some(Event::Property(property)) = reader.next() else { panic!() };
/// assert_eq!(property.name(), b"AB");
/// assert!(property.values().eq([b"aa", b"ab"]));
/// ```
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    depth: usize,
    charset: Charset,
    width: CharWidth,
    /// Whether a node has begun since the last parenthesis.
    in_node: bool,
    /// The property before `at`, if nothing but white space is between.
    last: Option<Ident>,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Before the first event.
    Start,
    /// Inside the tree.
    Tree,
    /// The fault of a missing `;` has been returned; its node is next.
    BareNode,
    /// The last value has no `]`; its fault is next.
    OpenValue(SyntaxFault),
    /// The tree is closed.
    End,
}

impl<'a> Reader<'a> {
    /// A parser for the bytes of one game tree. If some program escaped the tree byte by byte, within
    /// characters of two bytes too, its values are read as they were meant.
    pub fn new(bytes: &'a [u8], charset: Charset) -> Reader<'a> {
        let is_escaped =
            may_be_escaped(bytes, charset.char_width()) && is_escaped_by_bytes(bytes, charset);
        Reader::with(bytes, if is_escaped { charset.escaped() } else { charset })
    }

    fn with(bytes: &'a [u8], charset: Charset) -> Reader<'a> {
        Reader {
            bytes,
            at: 0,
            depth: 0,
            charset,
            width: charset.char_width(),
            in_node: false,
            last: None,
            state: State::Start,
        }
    }

    /// The charset of the values.
    pub(crate) fn charset(&self) -> Charset {
        self.charset
    }

    /// Fast path for nodes that consist of one move on the board, as most nodes of games do.
    /// Returns the offset of the property, the player and the point, and moves past the node;
    /// returns `None` without moving for every other node.
    ///
    /// ```text
    ///   ;B[pd];W[dd]      ;B[pd]C[a comment];      ;B[];
    ///   Some              None                     None: a pass
    /// ```
    ///
    /// Equivalent to two calls of `next` that return [`Event::Node`] and [`Event::Property`].
    #[inline(always)]
    pub(crate) fn next_stone(&mut self, size: Size) -> Option<(usize, Color, Point)> {
        let (player, col, row) = read_stone_node(self.bytes, self.at)?;
        let is_alone = matches!(self.bytes.get(self.at + 6), Some(b';' | b'(' | b')'));
        let point = Point::new(col - b'a', row - b'a');
        if !is_alone || self.state != State::Tree || !size.contains(point) {
            return None;
        }
        let color = if player == b'B' { Color::Black } else { Color::White };
        let offset = self.at + 1;
        self.at += 6;
        self.in_node = true;
        Some((offset, color, point))
    }

    /// The opening parenthesis, inserted where the file has none.
    fn read_start(&mut self) -> Option<Event<'a>> {
        self.at = skip_blanks(self.bytes, 0);
        let &first = self.bytes.get(self.at)?;
        let offset = self.at;
        self.at += usize::from(first == b'(');
        self.depth = 1;
        self.state = State::Tree;
        Some(Event::Open { offset })
    }

    // Inlined: as a call, it copied every event several times.
    #[inline(always)]
    fn read_property(&mut self) -> Event<'a> {
        let offset = self.at;
        let ident_end = skip_ident(self.bytes, offset);
        let ident = &self.bytes[offset..ident_end];
        let open = skip_blanks(self.bytes, ident_end);
        if self.bytes.get(open) != Some(&b'[') {
            self.at = open;
            let ident = Ident::new(ident);
            return Event::Fault(SyntaxFault::new(offset, SyntaxFaultKind::NoValue { ident }));
        }
        if !self.in_node {
            if self.state == State::BareNode {
                self.state = State::Tree;
                self.in_node = true;
                return Event::Node { offset };
            }
            self.state = State::BareNode;
            return Event::Fault(SyntaxFault::new(offset, SyntaxFaultKind::MissingSemicolon));
        }
        let mut next = open;
        let mut end = open;
        while self.bytes.get(next) == Some(&b'[') {
            let Some(close) = find_value_end(self.bytes, next + 1, self.width) else {
                let ident = Ident::new(ident);
                let kind = SyntaxFaultKind::UnterminatedValue { ident };
                self.state = State::OpenValue(SyntaxFault::new(next, kind));
                end = self.bytes.len();
                next = end;
                break;
            };
            end = close + 1;
            next = skip_blanks(self.bytes, end);
        }
        self.at = next;
        let name = Ident::new(ident);
        self.last = Some(name);
        Event::Property(Property {
            ident,
            raw: &self.bytes[open..end],
            offset,
            name,
            charset: self.charset,
        })
    }

    /// Skips text up to the next parenthesis, semicolon or letter.
    fn skip_stray_text(&mut self) -> Event<'a> {
        let offset = self.at;
        let mut kind = SyntaxFaultKind::StrayText;
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b'[' => {
                    if let Some(ident) = self.last.take() {
                        kind = SyntaxFaultKind::BrokenList { ident };
                    }
                    let end = find_value_end(self.bytes, self.at + 1, self.width);
                    self.at = end.unwrap_or(self.bytes.len() - 1);
                }
                b'(' | b')' | b';' | b'A'..=b'Z' | b'a'..=b'z' => break,
                _ => {}
            }
            self.at += 1;
        }
        Event::Fault(SyntaxFault::new(offset, kind))
    }

    /// At the end of the bytes: one missing closing parenthesis per call.
    fn close_rest(&mut self) -> Option<Event<'a>> {
        self.depth = self.depth.checked_sub(1)?;
        Some(Event::Close { offset: self.bytes.len() })
    }

    /// After the tree: a fault if anything but white space follows.
    fn read_end(&mut self) -> Option<Event<'a>> {
        let offset = skip_blanks(self.bytes, self.at);
        self.at = self.bytes.len();
        (offset < self.at)
            .then_some(Event::Fault(SyntaxFault::new(offset, SyntaxFaultKind::StrayText)))
    }
}

impl<'a> Iterator for Reader<'a> {
    type Item = Event<'a>;

    #[inline(always)]
    fn next(&mut self) -> Option<Event<'a>> {
        match self.state {
            State::Tree | State::BareNode => {}
            State::Start => return self.read_start(),
            State::OpenValue(fault) => {
                self.state = State::Tree;
                return Some(Event::Fault(fault));
            }
            State::End => return self.read_end(),
        }
        while let Some(&byte) = self.bytes.get(self.at) {
            let offset = self.at;
            match byte {
                b';' => {
                    self.at += 1;
                    self.in_node = true;
                    self.last = None;
                    return Some(Event::Node { offset });
                }
                b'A'..=b'Z' | b'a'..=b'z' => return Some(self.read_property()),
                b'(' => {
                    self.at += 1;
                    self.depth += 1;
                    self.in_node = false;
                    self.last = None;
                    return Some(Event::Open { offset });
                }
                b')' => {
                    self.at += 1;
                    self.depth -= 1;
                    self.in_node = false;
                    self.last = None;
                    if self.depth == 0 {
                        self.state = State::End;
                    }
                    return Some(Event::Close { offset });
                }
                byte if is_blank(byte) => self.at += 1,
                _ => return Some(self.skip_stray_text()),
            }
        }
        self.close_rest()
    }
}

impl FusedIterator for Reader<'_> {}

/// Whether a tree in a charset of two bytes was escaped byte by byte: read so, it has fewer faults,
/// or as many and all its characters that end with `\` are escaped.
pub(super) fn is_escaped_by_bytes(tree: &[u8], charset: Charset) -> bool {
    let faults = |charset| {
        let events = Reader::with(tree, charset);
        events.filter(|event| matches!(event, Event::Fault(_))).count()
    };
    let (by_bytes, by_characters) = (faults(charset.escaped()), faults(charset));
    by_bytes < by_characters
        || by_bytes == by_characters && are_all_escaped(tree, charset.char_width())
}

/// The board size that a node states: the value of its first `SZ`. `None` without one; more
/// values and further properties of this name count for nothing.
///
/// The size of a tree is that of its first node with properties.
///
/// # Errors
/// As for [`value::parse_size`].
pub(crate) fn stated_size(node: &[Property<'_>]) -> Option<Result<Size, value::ValueError>> {
    let stated = node.iter().find(|property| property.name() == *b"SZ")?;
    Some(value::parse_size(stated.value()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The events on one line: names and values of properties, `!` for faults.
    fn events(bytes: &[u8]) -> String {
        let mut out = String::new();
        for event in Reader::new(bytes, Charset::UTF_8) {
            match event {
                Event::Open { .. } => out.push('('),
                Event::Close { .. } => out.push(')'),
                Event::Node { .. } => out.push(';'),
                Event::Fault(_) => out.push('!'),
                Event::Property(property) => {
                    out.push_str(&property.name().to_string());
                    for value in property.values() {
                        out.push_str(&format!("[{}]", String::from_utf8_lossy(value)));
                    }
                }
            }
        }
        out
    }

    #[test]
    fn white_space_is_allowed_everywhere() {
        assert_eq!(events(b" ( ; AB [aa]\r\n [bb] ; B[cc] ) "), "(;AB[aa][bb];B[cc])");
    }

    #[test]
    fn long_names_and_escapes_are_kept() {
        assert_eq!(events(b"(;Black[aa]Comment[a\\]b])"), "(;B[aa]C[a\\]b])");
        assert_eq!(events(b"(;C[[x] 1])"), "(;C[[x]!)");
        assert_eq!(events(b"(;C[]AB[])"), "(;C[]AB[])");
        let name = [b"(;".as_slice(), &[b'A'; 5000], b"[x])"].concat();
        assert_eq!(events(&name), "(;?[x])");
    }

    #[test]
    fn missing_parentheses_and_semicolons_are_inserted() {
        assert_eq!(events(b"(B[aa];W[bb])"), "(!;B[aa];W[bb])");
        assert_eq!(events(b";B[aa](;W[bb]))"), "(;B[aa](;W[bb]))");
        assert_eq!(events(b"(;B[aa](;W[bb]"), "(;B[aa](;W[bb]))");
        assert_eq!(events(b"(;B[aa](;W[bb])C[x])"), "(;B[aa](;W[bb])!;C[x])");
        assert_eq!(events(b"(;C[a][b"), "(;C[a][b]!)");
        assert_eq!(events(b""), "");
    }

    #[test]
    fn stray_text_is_skipped() {
        assert_eq!(events(b"(;KO MN;B[aa])"), "(;!!;B[aa])");
        assert_eq!(events(b"(;]][aa] 12 ;B[aa])"), "(;!;B[aa])");
        assert_eq!(events(b"(;AB[aa],[bb], [cc]AW[dd])"), "(;AB[aa]!AW[dd])");
        assert_eq!(events(b"(;B[aa]) (;W[bb])"), "(;B[aa])!");
        assert_eq!(events(b"(;[aa"), "(;!)");
    }

    /// 成功 in Big5, with 功 = A5 5C; ゾ in Shift_JIS is 83 5D.
    #[test]
    fn characters_escaped_byte_by_byte_are_read_as_they_were_meant() {
        let values = |tree: &[u8], charset| -> Vec<String> {
            let properties = Reader::new(tree, charset).filter_map(|event| match event {
                Event::Property(property) => Some(property.text().into_owned()),
                Event::Fault(fault) => Some(fault.to_string()),
                _ => None,
            });
            properties.collect()
        };
        let big5 = |tree: &[u8]| values(tree, Charset::BIG5);
        assert_eq!(big5(b"(;C[\xA6\xA8\xA5\\\\]PL[W];C[\xA5\\\\])"), ["成功", "W", "功"]);
        assert_eq!(big5(b"(;C[\xA6\xA8\xA5\\\\]PL[W])"), ["成功", "W"]);
        // Characters were escaped.
        assert_eq!(big5(b"(;C[\xA6\xA8\xA5\\]PL[W])"), ["成功", "W"]);
        assert_eq!(big5(b"(;C[[\xA6\xA8\xA5\\\\] \xA5\\]PL[W])"), ["[成功] 功", "W"]);
        assert_eq!(big5(b"(;C[[\xA6\xA8\xA5\\\\]]PL[W])"), ["[成功]", "W"]);
        let japanese = |tree: &[u8]| values(tree, Charset::SHIFT_JIS);
        assert_eq!(japanese(b"(;C[a \x83\\] b\x83\\\\];PL[W])"), ["a ゾ bソ", "W"]);
        assert_eq!(japanese(b"(;C[a \x83] b\x83\\];PL[W])"), ["a ゾ bソ", "W"]);
    }

    #[test]
    fn offsets_count_from_the_start_of_the_tree() {
        let faults: Vec<_> = Reader::new(b"(;KO;B[aa][bb", Charset::UTF_8)
            .filter_map(|event| match event {
                Event::Fault(fault) => Some(fault.to_string()),
                _ => None,
            })
            .collect();
        assert_eq!(
            faults,
            [
                "byte 2: the property KO has no value",
                "byte 10: a value of the property B is never closed"
            ]
        );
    }

    /// Prints all events; with `use_fast_path`, [`Reader::next_stone`] is tried first.
    fn stones(bytes: &[u8], use_fast_path: bool) -> Vec<String> {
        let size = Size::new(9, 9).unwrap();
        let mut reader = Reader::new(bytes, Charset::UTF_8);
        let mut said = vec![];
        loop {
            if use_fast_path && let Some((offset, color, point)) = reader.next_stone(size) {
                said.push(format!("{:?}", Event::Node { offset: offset - 1 }));
                said.push(format!("{offset} {color} {point}"));
                continue;
            }
            let Some(event) = reader.next() else { return said };
            said.push(match event {
                Event::Property(property) => {
                    match (
                        value::player_of(property.name()),
                        value::parse_move(property.value(), size),
                    ) {
                        (Some(color), Ok(value::Move::At(point))) => {
                            format!("{} {color} {point}", property.offset)
                        }
                        _ => format!("{property:?}"),
                    }
                }
                event => format!("{event:?}"),
            });
        }
    }

    #[test]
    fn the_fast_path_reads_nodes_of_one_move() {
        let size = Size::new(9, 9).unwrap();
        let mut reader = Reader::new(b"(;B[cd];W[ij];W[ca]KO[];B[ba]\n;B[aa])", Charset::UTF_8);
        assert_eq!(reader.next_stone(size), None); // before the tree
        assert_eq!(reader.next(), Some(Event::Open { offset: 0 }));
        assert_eq!(reader.next_stone(size), Some((2, Color::Black, Point::new(2, 3))));
        // A point off the board, a second property, a line break after the value.
        for _ in 0..3 {
            assert_eq!(reader.next_stone(size), None);
            assert!(matches!(reader.next(), Some(Event::Node { .. })));
            while !reader.bytes[reader.at..].starts_with(b";") {
                reader.next();
            }
        }
        assert_eq!(reader.next_stone(size), Some((31, Color::Black, Point::new(0, 0))));
        assert_eq!(reader.next(), Some(Event::Close { offset: 36 }));
    }

    proptest! {
        #[test]
        fn the_fast_path_agrees_with_the_events(
            bytes in r"\(?(;?[BWb]\[[a-kA-K]{0,3}\]?(C\[x)?|[;()\] \n\x00x]){0,20}",
        ) {
            prop_assert_eq!(stones(bytes.as_bytes(), true), stones(bytes.as_bytes(), false));
        }

        #[test]
        fn events_are_balanced(bytes in r"[();A\[\]\\ \n\x00x1é]{0,60}") {
            let (mut depth, mut nodes) = (0i32, vec![]);
            for event in Reader::new(bytes.as_bytes(), Charset::SHIFT_JIS) {
                match event {
                    Event::Open { .. } => { depth += 1; nodes.push(false); }
                    Event::Close { .. } => { depth -= 1; nodes.pop(); }
                    Event::Node { .. } => *nodes.last_mut().unwrap() = true,
                    Event::Property(_) => prop_assert!(nodes.last().unwrap()),
                    Event::Fault(fault) => prop_assert!(fault.offset <= bytes.len()),
                }
                prop_assert!(depth >= 0);
            }
            prop_assert_eq!(depth, 0);
        }
    }
}
