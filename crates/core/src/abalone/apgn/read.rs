//! The reader of games.

use super::{GameFault, GameFaultCause, GameRecord, REQUIRED_TAGS, ReadGame, RecordedMove};
use crate::Color;
use crate::abalone::movetext::{Word, WordKind, is_result, words};
use crate::abalone::rules::Position;
use crate::abalone::{MoveError, Notation, ReadMove, ReadMoveError};

impl GameRecord {
    /// Reads all games of a text: APGN, or a linear text without tags.
    ///
    /// A game begins with its tags, or with the first move after the result of another. `start` is
    /// the position before the first move where no tag says so. Faults are named and end nothing
    /// but the moves: from the first one that cannot be read, they are kept as text.
    pub fn read_all(text: &str, start: Position) -> Vec<ReadGame> {
        let mut games: Vec<Vec<Word>> = Vec::new();
        let mut has_moves = true;
        let mut is_over = false;
        for word in words(text) {
            let is_tag = matches!(word.kind, WordKind::Tag(..) | WordKind::SpoiledTag(_));
            let begins = if is_tag {
                has_moves
            } else {
                is_over && !matches!(word.kind, WordKind::Comment(_) | WordKind::OpenComment(_))
            };
            if begins || games.is_empty() {
                games.push(Vec::new());
                is_over = false;
            }
            has_moves = !is_tag;
            is_over |= matches!(word.kind, WordKind::Result(_));
            games.last_mut().expect("one was pushed").push(word);
        }
        games.into_iter().map(|words| GameReader::new(&words).read(words, start)).collect()
    }
}

impl GameRecord {
    /// Adds a word to those that are kept as text.
    fn push_rest(&mut self, word: &str) {
        if self.rest.ends_with('\n') {
            self.rest.push('…'); // means nothing; a `[` at the beginning of a line would be a tag
        } else if !self.rest.is_empty() {
            self.rest.push(' ');
        }
        self.rest.push_str(word);
    }
}

/// Reads one game.
struct GameReader {
    game: ReadGame,
    /// The position after the moves so far; `None` before the first word after the tags, where
    /// the start has a fault, and after a move with one.
    position: Option<Position>,
    has_begun: bool,
    /// The notation that the tags name.
    declared: Option<Notation>,
    /// Whether a move was in another notation than the declared one.
    has_other_notation: bool,
}

impl GameReader {
    /// Before the first word of a game, which has at least one.
    fn new(words: &[Word]) -> GameReader {
        let span = words[0].span.start..words[words.len() - 1].span.end;
        let record = GameRecord {
            tags: Vec::new(),
            start: None,
            comments: Vec::new(),
            moves: Vec::new(),
            rest: String::new(),
            result: None,
        };
        let game = ReadGame { line: words[0].line, span, record, faults: Vec::new() };
        GameReader {
            game,
            position: None,
            has_begun: false,
            declared: None,
            has_other_notation: false,
        }
    }

    fn fault(&mut self, line: usize, cause: GameFaultCause) {
        self.game.faults.push(GameFault { line, place: None, cause });
    }

    fn read(mut self, words: Vec<Word>, start: Position) -> ReadGame {
        for Word { line, kind, .. } in words {
            if !self.has_begun && !matches!(kind, WordKind::Tag(..) | WordKind::SpoiledTag(_)) {
                self.begin(start);
            }
            match kind {
                WordKind::Tag(name, value) => {
                    if self.game.record.tag(&name).is_some() {
                        self.fault(line, GameFaultCause::RepeatedTag(name.clone()));
                    }
                    self.game.record.tags.push((name, value));
                }
                WordKind::SpoiledTag(text) => self.fault(line, GameFaultCause::SpoiledTag(text)),
                WordKind::Comment(text) => self.read_comment(text),
                WordKind::OpenComment(text) => {
                    self.fault(line, GameFaultCause::OpenComment);
                    self.read_comment(text);
                }
                WordKind::Result(text) => self.read_result(line, text),
                WordKind::Move(token) => self.read_move(line, token),
            }
        }
        if !self.has_begun {
            self.begin(start);
        }
        self.game
    }

    /// Ends the tags.
    fn begin(&mut self, start: Position) {
        self.has_begun = true;
        let line = self.game.line;
        let record = &self.game.record;
        let declared = record.declared_start();
        let mut causes = Vec::new();
        if !record.tags.is_empty() {
            let missing = REQUIRED_TAGS.into_iter().filter(|name| record.tag(name).is_none());
            causes.extend(missing.map(GameFaultCause::MissingTag));
            if declared.is_none() {
                causes.push(GameFaultCause::UnknownStart);
            }
        }
        let unknown = record.tag("Notation").filter(|name| name.parse::<Notation>().is_err());
        causes.extend(unknown.map(|name| GameFaultCause::UnknownNotation(name.to_owned())));
        let unknown = record.tag("Result").filter(|result| !is_result(result));
        causes.extend(unknown.map(|result| GameFaultCause::UnknownResult(result.to_owned())));
        match declared.unwrap_or(Ok(start)) {
            Ok(position) => {
                if position.turn == Color::White {
                    causes.push(GameFaultCause::WhiteBegins);
                }
                self.position = Some(position);
            }
            Err(error) => causes.push(GameFaultCause::Position(error)),
        }
        self.game.record.start = self.position;
        self.declared = self.game.record.notation();
        causes.into_iter().for_each(|cause| self.fault(line, cause));
    }

    fn read_comment(&mut self, text: String) {
        let record = &mut self.game.record;
        if !record.rest.is_empty() {
            record.push_rest(&super::write::comment(&text));
        } else if let Some(last) = record.moves.last_mut() {
            last.comments.push(text);
        } else {
            record.comments.push(text);
        }
    }

    fn read_result(&mut self, line: usize, end: String) {
        let tag = self.game.record.tag("Result").filter(|tag| is_result(tag) && *tag != end);
        if let Some(tag) = tag.map(str::to_owned) {
            self.fault(line, GameFaultCause::Results { tag, end: end.clone() });
        }
        self.game.record.result = Some(end);
    }

    fn read_move(&mut self, line: usize, token: String) {
        let Some(position) = self.position else {
            self.game.record.push_rest(&token);
            return;
        };
        let ply = self.game.record.moves.len() + 1;
        let declared = self.declared;
        let mut fault = |cause| {
            let place = Some((ply, token.clone()));
            self.game.faults.push(GameFault { line, place, cause });
        };
        let (before, read) = match read_first_or_other_side(position, &token, declared, ply) {
            Ok((before, read)) => (before, read),
            Err(error) => {
                fault(GameFaultCause::Move(error));
                self.position = None;
                self.game.record.rest = token;
                return;
            }
        };
        if before != position {
            fault(GameFaultCause::WhiteBegins);
            self.game.record.start = Some(before);
        }
        let mut after = before;
        after.play(read.step).expect("the reader returns legal moves");
        if let Some(notation) = declared.filter(|&notation| !read.is_in(notation))
            && !self.has_other_notation
        {
            self.has_other_notation = true;
            fault(GameFaultCause::OtherNotation(notation));
        }
        if !read.marks.agree(read.push, after.lost) {
            fault(GameFaultCause::WrongMarks);
        }
        self.position = Some(after);
        let recorded = RecordedMove { step: read.step, push: read.push, comments: Vec::new() };
        self.game.record.moves.push(recorded);
    }
}

/// Reads a move. A first move of White where Black is to begin is read with White to move.
fn read_first_or_other_side(
    position: Position,
    token: &str,
    declared: Option<Notation>,
    ply: usize,
) -> Result<(Position, ReadMove), ReadMoveError> {
    match position.read_move(token, declared) {
        Ok(read) => Ok((position, read)),
        Err(error) => {
            let may_be_others = matches!(
                error,
                ReadMoveError::Rule(MoveError::NotYours(_)) | ReadMoveError::NoLegalMove
            );
            let other = Position { turn: !position.turn, ..position };
            let read = if ply == 1 && may_be_others && position.turn == Color::Black {
                other.read_move(token, declared)
            } else {
                Err(error)
            };
            read.map(|read| (other, read)).map_err(|_| error)
        }
    }
}
