//! The move tree of an OGS puzzle, without recursion: a line may have any number of moves.

use serde_json::Deserializer;
use serde_json::value::RawValue;

use super::values::parse;
use crate::extract::draft::Draft;
use crate::{Fault, Rule};

/// The fields of a move, as they are in the JSON.
#[derive(Default)]
pub(super) struct Move<'a> {
    fields: [Option<&'a RawValue>; FIELDS.len()],
    /// The moves after this one, by their numbers in the tree: `trunk_next`, and `branches`.
    trunk: Option<usize>,
    branches: Vec<usize>,
}

const FIELDS: [&str; 6] = ["x", "y", "correct_answer", "wrong_answer", "text", "marks"];

impl<'a> Move<'a> {
    pub(super) fn x(&self) -> &'a RawValue {
        self.fields[0].expect("a move without x is a fault")
    }

    pub(super) fn y(&self) -> &'a RawValue {
        self.fields[1].expect("a move without y is a fault")
    }

    pub(super) fn correct_answer(&self) -> Option<&'a RawValue> {
        self.fields[2]
    }

    pub(super) fn wrong_answer(&self) -> Option<&'a RawValue> {
        self.fields[3]
    }

    pub(super) fn text(&self) -> Option<&'a RawValue> {
        self.fields[4]
    }

    pub(super) fn marks(&self) -> Option<&'a RawValue> {
        self.fields[5]
    }

    /// The numbers of the moves after this one, in order.
    pub(super) fn children(&self) -> impl DoubleEndedIterator<Item = usize> {
        self.trunk.into_iter().chain(self.branches.iter().copied())
    }
}

/// Reads the moves of a tree, the root first. Linear in the length of the text.
///
/// # Errors
/// A move that is no object, or lacks x or y; branches that are no list.
pub(super) fn read_moves<'a>(
    draft: &Draft<'_>,
    tree: &'a RawValue,
) -> Result<Vec<Move<'a>>, Fault> {
    let mut reader = MoveReader { draft, text: tree.get(), at: 0, moves: Vec::new(), open: vec![] };
    reader.open_move()?;
    while let Some(open) = reader.open.pop() {
        reader.skip_separators();
        match open {
            Open::Move(number) => reader.read_member(number)?,
            Open::Branches(number) => reader.read_branch(number)?,
        }
    }
    Ok(reader.moves)
}

/// An object or a list whose end has not been reached.
enum Open {
    /// The number of the move.
    Move(usize),
    /// The number of the move with these branches.
    Branches(usize),
}

struct MoveReader<'d, 'j, 'a> {
    draft: &'d Draft<'j>,
    /// Valid JSON, because it was read as a [`RawValue`].
    text: &'a str,
    at: usize,
    moves: Vec<Move<'a>>,
    open: Vec<Open>,
}

impl<'a> MoveReader<'_, '_, 'a> {
    fn next_byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_separators(&mut self) {
        let is_separator = |byte: u8| byte.is_ascii_whitespace() || matches!(byte, b',' | b':');
        while self.next_byte().is_some_and(is_separator) {
            self.at += 1;
        }
    }

    fn fault(&self, message: String) -> Fault {
        self.draft.fault(&self.text[self.at..], Rule::Syntax, message)
    }

    /// Begins the move at the present place. Returns its number.
    fn open_move(&mut self) -> Result<usize, Fault> {
        if self.next_byte() != Some(b'{') {
            return Err(self.fault("expected a move with x and y".to_owned()));
        }
        self.at += 1;
        let number = self.moves.len();
        self.moves.push(Move::default());
        self.open.push(Open::Move(number));
        Ok(number)
    }

    /// Reads the next member of a move, or the end of the move.
    fn read_member(&mut self, number: usize) -> Result<(), Fault> {
        if self.next_byte() == Some(b'}') {
            let fields = self.moves[number].fields.iter().zip(FIELDS).take(2);
            if let Some((_, name)) = fields.into_iter().find(|(field, _)| field.is_none()) {
                return Err(self.fault(format!("missing field `{name}`")));
            }
            self.at += 1;
            return Ok(());
        }
        self.open.push(Open::Move(number));
        let start = self.at;
        let name: String = parse(self.draft, self.read_value().get())?;
        self.skip_separators();
        let duplicate = |reader: &mut Self| {
            reader.at = start;
            Err(reader.fault(format!("duplicate field `{name}`")))
        };
        match name.as_str() {
            "branches" if self.next_byte() == Some(b'[') => {
                self.at += 1;
                self.open.push(Open::Branches(number));
            }
            "trunk_next" if self.next_byte() == Some(b'{') => {
                if self.moves[number].trunk.is_some() {
                    return duplicate(self);
                }
                self.moves[number].trunk = Some(self.open_move()?);
            }
            "branches" | "trunk_next" if self.next_byte() != Some(b'n') => {
                let expected = if name == "branches" { "a list of moves" } else { "a move" };
                return Err(self.fault(format!("{name}: expected {expected}")));
            }
            _ => {
                let value = self.read_value();
                if let Some(field) = FIELDS.iter().position(|field| *field == name)
                    && self.moves[number].fields[field].replace(value).is_some()
                {
                    return duplicate(self);
                }
            }
        }
        Ok(())
    }

    /// Reads the next branch after a move, or the end of the list.
    fn read_branch(&mut self, number: usize) -> Result<(), Fault> {
        if self.next_byte() == Some(b']') {
            self.at += 1;
            return Ok(());
        }
        self.open.push(Open::Branches(number));
        let branch = self.open_move()?;
        self.moves[number].branches.push(branch);
        Ok(())
    }

    /// Reads a whole value.
    fn read_value(&mut self) -> &'a RawValue {
        let rest = &self.text[self.at..];
        let value = Deserializer::from_str(rest).into_iter::<&RawValue>().next();
        let value = value.expect("valid JSON").expect("valid JSON");
        self.at += value.get().len();
        value
    }
}
