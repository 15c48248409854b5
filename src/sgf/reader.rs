//! Walking over one game tree, event by event.

use std::borrow::Cow;
use std::iter::FusedIterator;

use super::scan::{Step, is_blank, skip_blanks, skip_ident, stone, value_end};
use super::value;
use super::{Charset, Ident, SyntaxFault, SyntaxFaultKind};
use crate::Color;
use crate::go::{Point, Size};

/// What stands next in a game tree. Offsets count from the start of the tree.
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
    /// A name with its values.
    Property(Property<'a>),
    /// Something that was skipped or made up.
    Fault(SyntaxFault),
}

/// A property of a node, as it stands in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Property<'a> {
    /// The name as written, with small letters and all.
    pub ident: &'a [u8],
    /// The values with their brackets, from the first `[` to behind the last `]`.
    pub raw: &'a [u8],
    /// Where the name begins.
    pub offset: usize,
    name: Ident,
    charset: Charset,
}

impl<'a> Property<'a> {
    /// The name as it counts.
    pub fn name(&self) -> Ident {
        self.name
    }

    /// The charset of the file.
    pub fn charset(&self) -> Charset {
        self.charset
    }

    /// The values: what stands between brackets, with its escapes.
    pub fn values(&self) -> Values<'a> {
        Values { rest: self.raw, step: self.charset.step() }
    }

    /// The first value.
    pub fn value(&self) -> &'a [u8] {
        self.values().next().unwrap_or_default()
    }

    /// The first value as text, with its line breaks; see [`value::text`].
    pub fn text(&self) -> Cow<'a, str> {
        value::text(self.value(), self.charset)
    }

    /// The first value as text of one line; see [`value::simple_text`].
    pub fn simple_text(&self) -> Cow<'a, str> {
        value::simple_text(self.value(), self.charset)
    }
}

/// The values of a [`Property`]; see there.
#[derive(Clone, Debug)]
pub struct Values<'a> {
    rest: &'a [u8],
    step: Step,
}

impl<'a> Iterator for Values<'a> {
    type Item = &'a [u8];

    #[inline]
    fn next(&mut self) -> Option<&'a [u8]> {
        let start = skip_blanks(self.rest, 0) + 1;
        let value = self.rest.get(start..)?;
        // The last value of a tree that was cut off may have no end.
        let end = value_end(value, 0, self.step).unwrap_or(value.len());
        self.rest = value.get(end + 1..).unwrap_or_default();
        Some(&value[..end])
    }
}

impl FusedIterator for Values<'_> {}

/// Reads one game tree, such as [`split`](super::split) finds, without copying anything.
///
/// Every [`Event::Open`] has its [`Event::Close`], and every property stands behind a node of
/// the same variation; where the file lacks something of the sort it is made up. A node
/// behind the variations of its tree is one more event, and what it means is up to the caller.
///
/// Skipped with a fault: names without values, values without names, other text. Blanks are
/// skipped without one, also within properties.
///
/// ```
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
    step: Step,
    /// Whether the last parenthesis has a node behind it.
    in_node: bool,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Before the first event.
    Start,
    /// Inside.
    Tree,
    /// A node without `;` comes next, its fault was told.
    BareNode,
    /// The value that was read last has no end.
    OpenValue(SyntaxFault),
    /// All is closed.
    End,
}

impl<'a> Reader<'a> {
    /// A reader of the bytes of one game tree.
    pub fn new(bytes: &'a [u8], charset: Charset) -> Reader<'a> {
        Reader {
            bytes,
            at: 0,
            depth: 0,
            charset,
            step: charset.step(),
            in_node: false,
            state: State::Start,
        }
    }

    /// Takes the node that comes next, if it is a stone played and nothing else,
    /// as most nodes of games are. Tells where its property begins.
    ///
    /// ```text
    ///   ;B[pd];W[dd]      ;B[pd]C[a comment];      ;B[];
    ///   is taken          is not                   nor is a pass
    /// ```
    #[inline(always)]
    pub(crate) fn next_stone(&mut self, size: Size) -> Option<(usize, Color, Point)> {
        let (player, col, row) = stone(self.bytes, self.at)?;
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

    /// The start of the tree, with a parenthesis even if the file has none.
    fn start(&mut self) -> Option<Event<'a>> {
        self.at = skip_blanks(self.bytes, 0);
        let &first = self.bytes.get(self.at)?;
        let offset = self.at;
        self.at += usize::from(first == b'(');
        self.depth = 1;
        self.state = State::Tree;
        Some(Event::Open { offset })
    }

    // Within its caller, or every event would be copied several times.
    #[inline(always)]
    fn property(&mut self) -> Event<'a> {
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
            let Some(close) = value_end(self.bytes, next + 1, self.step) else {
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
        Event::Property(Property {
            ident,
            raw: &self.bytes[open..end],
            offset,
            name: Ident::new(ident),
            charset: self.charset,
        })
    }

    /// Skips text up to what may be a part of the tree again.
    fn stray_text(&mut self) -> Event<'a> {
        let offset = self.at;
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b'[' => {
                    let end = value_end(self.bytes, self.at + 1, self.step);
                    self.at = end.unwrap_or(self.bytes.len() - 1);
                }
                b'(' | b')' | b';' | b'A'..=b'Z' | b'a'..=b'z' => break,
                _ => {}
            }
            self.at += 1;
        }
        Event::Fault(SyntaxFault::new(offset, SyntaxFaultKind::StrayText))
    }

    /// What comes when the bytes are at an end: the parentheses that are missing.
    fn close_rest(&mut self) -> Option<Event<'a>> {
        self.depth = self.depth.checked_sub(1)?;
        Some(Event::Close { offset: self.bytes.len() })
    }

    /// What comes behind the tree.
    fn end(&mut self) -> Option<Event<'a>> {
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
            State::Start => return self.start(),
            State::OpenValue(fault) => {
                self.state = State::Tree;
                return Some(Event::Fault(fault));
            }
            State::End => return self.end(),
        }
        while let Some(&byte) = self.bytes.get(self.at) {
            let offset = self.at;
            match byte {
                b';' => {
                    self.at += 1;
                    self.in_node = true;
                    return Some(Event::Node { offset });
                }
                b'A'..=b'Z' | b'a'..=b'z' => return Some(self.property()),
                b'(' => {
                    self.at += 1;
                    self.depth += 1;
                    self.in_node = false;
                    return Some(Event::Open { offset });
                }
                b')' => {
                    self.at += 1;
                    self.depth -= 1;
                    self.in_node = false;
                    if self.depth == 0 {
                        self.state = State::End;
                    }
                    return Some(Event::Close { offset });
                }
                byte if is_blank(byte) => self.at += 1,
                _ => return Some(self.stray_text()),
            }
        }
        self.close_rest()
    }
}

impl FusedIterator for Reader<'_> {}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The events in one line: names and values of properties, `!` for faults.
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
    fn blanks_are_allowed_everywhere() {
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
    fn what_is_missing_is_made_up() {
        assert_eq!(events(b"(B[aa];W[bb])"), "(!;B[aa];W[bb])");
        assert_eq!(events(b";B[aa](;W[bb]))"), "(;B[aa](;W[bb]))");
        assert_eq!(events(b"(;B[aa](;W[bb]"), "(;B[aa](;W[bb]))");
        assert_eq!(events(b"(;B[aa](;W[bb])C[x])"), "(;B[aa](;W[bb])!;C[x])");
        assert_eq!(events(b"(;C[a][b"), "(;C[a][b]!)");
        assert_eq!(events(b""), "");
    }

    #[test]
    fn what_is_too_much_is_skipped() {
        assert_eq!(events(b"(;KO MN;B[aa])"), "(;!!;B[aa])");
        assert_eq!(events(b"(;]][aa] 12 ;B[aa])"), "(;!;B[aa])");
        assert_eq!(events(b"(;B[aa]) (;W[bb])"), "(;B[aa])!");
        assert_eq!(events(b"(;[aa"), "(;!)");
    }

    #[test]
    fn positions_count_from_the_start_of_the_tree() {
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

    /// What nodes say where each that is a stone alone is taken at once, if so
    /// asked for.
    fn stones(bytes: &[u8], at_once: bool) -> Vec<String> {
        let size = Size::new(9, 9).unwrap();
        let mut reader = Reader::new(bytes, Charset::UTF_8);
        let mut said = vec![];
        loop {
            if at_once && let Some((offset, color, point)) = reader.next_stone(size) {
                said.push(format!("{:?}", Event::Node { offset: offset - 1 }));
                said.push(format!("{offset} {color} {point}"));
                continue;
            }
            let Some(event) = reader.next() else { return said };
            said.push(match event {
                Event::Property(property) => {
                    match (value::player(property.name()), value::play(property.value(), size)) {
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
    fn a_stone_alone_in_its_node_is_taken_at_once() {
        let size = Size::new(9, 9).unwrap();
        let mut reader = Reader::new(b"(;B[cd];W[ij];W[ca]KO[];B[ba]\n;B[aa])", Charset::UTF_8);
        assert_eq!(reader.next_stone(size), None); // before the tree
        assert_eq!(reader.next(), Some(Event::Open { offset: 0 }));
        assert_eq!(reader.next_stone(size), Some((2, Color::Black, Point::new(2, 3))));
        // A point that is not on the board, more than a stone, a blank behind it.
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
        fn stones_taken_at_once_are_those_of_the_events(
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
