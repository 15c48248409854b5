//! A problem as it is published: on one board, with all that is printed of it.

use std::collections::HashSet;

use crate::PositionKey;
use crate::export::Puzzle;
use crate::find::RecordTree;
use crate::go::{Point, Symmetry};
use crate::gtn::SubPosition;
use crate::model::{BookPlace, ReplacedRecord, Source, Turn};
use crate::sgf::value::format_point;
use crate::solution::Certainty;

/// A problem on the board on which it is published.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PublishedProblem {
    /// The number in the publication, from 1.
    pub number: u64,
    /// The key of the position.
    pub key: PositionKey,
    /// The canonical text of the position.
    pub text: String,
    /// Maps the board onto the canonical text.
    pub operation: Symmetry,
    /// Who is to move on the board.
    pub turn: Turn,
    /// The same in the colors of the canonical text.
    pub canonical_turn: Turn,
    /// The name of the kept record.
    pub name: Option<String>,
    /// The stones with the parts of the board around them that matter.
    pub window: SubPosition,
    /// The upper left point of the window on the board.
    pub origin: Point,
    /// The stones on the whole board, and the moves with comments and captures.
    pub tree: RecordTree,
    /// The moves and the marks as the game tree has them.
    pub(super) puzzle: Puzzle,
    /// The game tree on this board.
    pub sgf: String,
    /// The level, such as `5k`.
    pub level: Option<String>,
    /// GE in lower case, such as `life and death`.
    pub genre: Option<String>,
    /// Tags, sorted.
    pub tags: Vec<String>,
    /// The number of the cluster of twins: problems with one position, shape or core, or near each other,
    /// in chains of any length. 0 if clusters were not asked for.
    pub cluster: u32,
    /// Whether one of its records rejects what another one states as the answer.
    pub is_disputed: bool,
    /// When the problem changed last, in seconds since 1970; 0 if that is not known.
    pub changed: i64,
    /// The kept record, then the others in the order of import.
    pub sources: Vec<PublishedSource>,
    /// The records of the problems that are left out because this one stands for them.
    pub replaced: Vec<ReplacedRecord>,
    /// The rights that its records state and no other problem of the publication does: they are printed
    /// with the problem, all others with the books.
    pub own_rights: Vec<String>,
}

/// A record of a published problem.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PublishedSource {
    /// The name of the source.
    pub source: String,
    /// The number of the tree in the source, and of the problem in the tree if that is not the first.
    pub place: String,
    /// The book, and the number in it.
    pub book: BookPlace,
    /// Maps the board of the publication onto that of the record.
    pub operation: Symmetry,
    /// What the record and the collection say of its rights: `CP`, `AN`, `SO`, and rights set for the source.
    pub rights: Vec<String>,
}

impl PublishedSource {
    /// The book without its folders and the number there, else the source.
    fn name(&self) -> String {
        match (&self.book.book, self.book.number) {
            (Some(book), Some(number)) => format!("{}, {number}", Source::file_name(book)),
            _ if self.place == "1" => self.source.clone(),
            _ => format!("{}, {}", self.source, self.place),
        }
    }
}

/// A first move that is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The point; `None` for tenuki.
    pub at: Option<Point>,
    /// The number of the move in [`RecordTree::moves`].
    pub node: u32,
}

impl PublishedProblem {
    /// The identifier of the problem on pages: its number, key and side to move, and the operation from the
    /// board onto the canonical text.
    pub fn id(&self) -> String {
        let (key, turn) = (self.key, self.canonical_turn.name());
        format!("p{}-{key}-{turn}-{}", self.number, self.operation.name())
    }

    /// The accepted first moves, each once, in the order of the record.
    pub fn answers(&self) -> Vec<Answer> {
        let mut seen = HashSet::new();
        let first = self.tree.first.iter().copied();
        let is_right = |&node: &u32| {
            let first = &self.tree.moves[node as usize];
            first.leads_right && first.color == self.tree.player
        };
        let answer = |node: u32| Answer { at: self.tree.moves[node as usize].at, node };
        first.filter(is_right).map(answer).filter(|one| seen.insert(one.at)).collect()
    }

    /// How the answers are known.
    pub fn certainty(&self) -> Option<Certainty> {
        self.tree.certainty
    }

    /// What is to be said of the answer beside its moves.
    pub fn notes(&self) -> Vec<&'static str> {
        let mut notes = Vec::new();
        if self.answers().is_empty() {
            notes.push("No answer on file.");
        } else if self.certainty() == Some(Certainty::Assumed) {
            notes.push("Assumed: the source shows this line without calling it right.");
        }
        if self.is_disputed {
            notes.push("The sources contradict each other about the answer.");
        }
        notes
    }

    /// Where the problem is from, each place once: the book without its folders and the number there, else
    /// the source.
    pub fn source_names(&self) -> Vec<String> {
        let mut seen = HashSet::new();
        let names = self.sources.iter().map(PublishedSource::name);
        names.filter(|name| seen.insert(name.clone())).collect()
    }

    /// What the records state of their rights, each text once.
    pub fn rights(&self) -> Vec<&str> {
        let mut seen = HashSet::new();
        let texts = self.sources.iter().flat_map(|source| &source.rights).map(String::as_str);
        texts.filter(|text| seen.insert(*text)).collect()
    }

    /// Where the problem is from, with the rights that it alone has.
    pub fn origins(&self) -> Vec<String> {
        let mut origins = self.source_names();
        origins.extend(self.own_rights.iter().cloned());
        origins
    }

    /// The comment before the first move, if it has room beside a board.
    pub fn short_comment(&self) -> Option<&str> {
        self.tree.comment.as_deref().filter(|comment| is_short(comment))
    }

    /// The comment before the first move, if it has no room beside a board.
    pub fn long_comment(&self) -> Option<&str> {
        self.tree.comment.as_deref().filter(|comment| !is_short(comment))
    }

    /// The name of a point on the board, or "tenuki".
    pub fn point_name(&self, at: Option<Point>) -> String {
        at.map_or("tenuki".to_owned(), |at| at.name(self.tree.board.size()))
    }

    /// A point as SGF writes it; empty for tenuki.
    pub fn sgf_point(&self, at: Option<Point>) -> String {
        at.map(format_point).unwrap_or_default()
    }

    /// The moves from the first one to a move of the tree.
    pub fn path(&self, end: u32) -> Vec<u32> {
        let parent = |&node: &u32| self.tree.moves[node as usize].parent;
        let mut path: Vec<u32> = std::iter::successors(Some(end), parent).collect();
        path.reverse();
        path
    }

    /// The end of the line that goes on from a move with the first variation that `is_followed`.
    pub fn end_of_line(&self, from: u32, is_followed: impl Fn(u32) -> bool) -> u32 {
        let next = |&node: &u32| {
            let children = self.tree.moves[node as usize].children.iter();
            children.copied().find(|&child| is_followed(child))
        };
        std::iter::successors(Some(from), next).last().expect("a line has its first move")
    }
}

/// Whether a comment has room beside a board: at most three lines, and in all as wide as 200 Latin letters.
fn is_short(comment: &str) -> bool {
    const MAX_WIDTH: usize = 200;
    const MAX_LINES: usize = 3;
    comment.lines().nth(MAX_LINES).is_none() && width_of(comment) <= MAX_WIDTH
}

/// The width of a text in print, in Latin letters: characters of Chinese, Japanese and Korean are twice as
/// wide.
pub(super) fn width_of(text: &str) -> usize {
    text.chars().map(|char| if char < '\u{1100}' { 1 } else { 2 }).sum()
}

/// A place in a text where a line may break, of no width.
pub(super) const BREAK: char = '\u{200b}';

/// A text in which words longer than a line may break: typst would let them run off the page, and Chromium
/// needs minutes for a word of 100,000 letters.
pub(super) fn break_long_words(text: &str) -> String {
    const MAX_WORD: usize = 30;
    let mut out = String::with_capacity(text.len());
    let mut word = 0;
    for char in text.chars() {
        word = if char.is_whitespace() || char == BREAK { 0 } else { word + 1 };
        out.push(char);
        if word == MAX_WORD {
            out.push(BREAK);
            word = 0;
        }
    }
    out
}
