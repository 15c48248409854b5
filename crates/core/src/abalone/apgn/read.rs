//! The reader of games.

use super::{
    GameFault, GameFaultCause, GameRecord, REQUIRED_TAGS, ReadGame, RecordedMove, Variation,
};
use crate::Color;
use crate::abalone::movetext::{Number, Word, WordKind, is_result, points_length, words};
use crate::abalone::named_start::CUSTOM;
use crate::abalone::rules::Position;
use crate::abalone::{Board, Cell, MoveError, Notation, ReadMove, ReadMoveError};

impl GameRecord {
    /// Reads all games of a text: APGN, linear texts and tables without tags, and share codes.
    ///
    /// A game begins with its tags, with the name of a known start above its moves, with a share
    /// code, or with the first move after the result of another. `start` is the position before the
    /// first move where the text names no known one; without it, the moves of such a game are kept as
    /// text.
    ///
    /// Faults are named and end nothing but the moves of a line: from the first one that cannot be
    /// read, they are kept as text. Results have the sense of APGN: 1-0 is a game that Black won.
    pub fn read_all(text: &str, start: impl Into<Option<Position>>) -> Vec<ReadGame> {
        let start = start.into();
        let games = split_games(words(text)).into_iter();
        let mut games: Vec<ReadGame> =
            games.map(|words| GameReader::new(&words).read(words, start)).collect();
        GameRecord::settle_results(&mut games);
        games
    }

    /// Whether a text is meant as games: it begins with tags of APGN, a share code, or a first move
    /// with its number or below the name of a start. Comments and one line of other words may be
    /// before that.
    pub fn is_meant_by(text: &str) -> bool {
        let (mut is_named, mut titles) = (false, 0);
        for Word { span, kind, .. } in words(text) {
            match kind {
                WordKind::Comment(_) | WordKind::OpenComment(_) => {}
                WordKind::Code(_) => return true,
                WordKind::Tag(name, _) => {
                    if matches!(&*name, "Event" | "Variant" | "Notation" | "Position") {
                        return true;
                    }
                }
                WordKind::Heading(words) => {
                    is_named |= Board::of_start(&words).is_some() || is_head_of_columns(&words);
                    titles += 1;
                }
                WordKind::Move(token) => {
                    let is_cell = |at: usize| {
                        token.get(at..at + 2).is_some_and(|name| name.parse::<Cell>().is_ok())
                    };
                    let is_numbered = span.len() > token.len();
                    return is_cell(0) && is_cell(2) && (is_named || is_numbered && titles <= 1);
                }
                _ => return false,
            }
        }
        false
    }

    /// Whether a text has a parenthesis that is not that of points: in a comment or before a
    /// variation.
    pub(crate) fn may_have_variations(text: &str) -> bool {
        text.match_indices('(').any(|(at, _)| points_length(&text[at..]) == 0)
    }

    /// Reads a text as one game, which begins with `start` where the text names no start. Its results
    /// are as they are written. `None` for an empty text.
    pub(crate) fn read_one(text: &str, start: Position) -> Option<ReadGame> {
        let words = words(text);
        (!words.is_empty()).then(|| GameReader::new(&words).read(words, Some(start)))
    }
}

/// What a game has so far.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Phase {
    /// No tag, no line of words and no move.
    Empty,
    Tags,
    Moves,
    Over,
}

/// Divides words into games. Comments make no game and divide none.
fn split_games(words: Vec<Word>) -> Vec<Vec<Word>> {
    let mut games: Vec<Vec<Word>> = Vec::new();
    let (mut game, mut phase, mut depth) = (Vec::new(), Phase::Empty, 0_usize);
    let mut end_line = 0;
    for word in words {
        let follows = word.line <= end_line + 1;
        end_line = word.line;
        let next = match &word.kind {
            WordKind::Comment(_) | WordKind::OpenComment(_) => phase,
            WordKind::Tag(..) | WordKind::SpoiledTag(_) => Phase::Tags,
            WordKind::Heading(_) => Phase::Tags,
            WordKind::Code(_) | WordKind::Move(_) => Phase::Moves,
            WordKind::Begin | WordKind::End => {
                let is_end = word.kind == WordKind::End;
                depth = if is_end { depth.saturating_sub(1) } else { depth + 1 };
                Phase::Moves
            }
            WordKind::Result(_) if depth > 0 => Phase::Moves,
            WordKind::Result(_) => Phase::Over,
        };
        let begins = match &word.kind {
            WordKind::Comment(_) | WordKind::OpenComment(_) => false,
            WordKind::Tag(name, _) if phase == Phase::Tags => {
                let is_event =
                    |word: &Word| matches!(&word.kind, WordKind::Tag(name, _) if name == "Event");
                name == "Event" && !follows && game.iter().any(is_event)
            }
            WordKind::Tag(..) | WordKind::SpoiledTag(_) | WordKind::Heading(_) => {
                phase >= Phase::Moves
            }
            WordKind::Code(_) => phase != Phase::Empty,
            _ => phase == Phase::Over,
        };
        if begins {
            games.push(std::mem::take(&mut game));
            depth = 0;
        }
        phase = next;
        game.push(word);
    }
    // Comments and words behind the last game belong to it; alone they are no game.
    let is_game =
        |word: &Word| !(word.kind.is_comment() || matches!(word.kind, WordKind::Heading(_)));
    match games.last_mut() {
        _ if game.iter().any(is_game) => games.push(game),
        Some(last) => last.extend(game),
        None => {}
    }
    games
}

impl GameRecord {
    /// The moves of a line, its comments before them, and the words that are kept as text.
    fn line(
        &mut self,
        of: Option<usize>,
    ) -> (&mut Vec<RecordedMove>, &mut Vec<String>, &mut String) {
        match of {
            None => (&mut self.moves, &mut self.comments, &mut self.rest),
            Some(number) => {
                let Variation { moves, comments, rest, .. } = &mut self.variations[number];
                (moves, comments, rest)
            }
        }
    }
}

/// Adds a word to those that are kept as text.
fn push_rest(rest: &mut String, word: &str) {
    if rest.ends_with('\n') {
        rest.push('…'); // means nothing; a `[` at the beginning of a line would be a tag
    } else if !rest.is_empty() && points_length(word) == 0 {
        rest.push(' ');
    }
    rest.push_str(word);
}

/// A line that is being read.
struct OpenLine {
    /// Its number among the variations; `None` for the game.
    of: Option<usize>,
    /// The number of moves from the start of the game to the first one of the line.
    before: usize,
    /// The position after the moves so far; `None` where the start has a fault, and after a move
    /// with one.
    position: Option<Position>,
    /// The position before the last move.
    previous: Option<Position>,
    /// The number of open parentheses among the words that are kept as text.
    depth: usize,
}

impl OpenLine {
    fn new(of: Option<usize>, before: usize, position: Option<Position>) -> OpenLine {
        OpenLine { of, before, position, previous: position, depth: 0 }
    }
}

/// Reads one game.
struct GameReader {
    game: ReadGame,
    /// The game, and the variations that are open; empty before the first word after the tags.
    lines: Vec<OpenLine>,
    /// The words above the moves.
    headings: Vec<String>,
    /// The notation that the tags name.
    declared: Option<Notation>,
    /// Whether a move was in another notation than the declared one.
    has_other_notation: bool,
    /// Whether the moves are taken back, the last one first.
    is_inverse: bool,
    /// Whether a move that is taken back could be one of several.
    has_unknown_count: bool,
}

impl GameReader {
    /// Before the first word of a game, which has at least one.
    fn new(words: &[Word]) -> GameReader {
        let span = words[0].span.start..words[words.len() - 1].span.end;
        let record = GameRecord::new(Vec::new(), None);
        let (line, faults) = (words[0].line, Vec::new());
        let has_tags = words.iter().any(|word| matches!(word.kind, WordKind::Tag(..)));
        GameReader {
            game: ReadGame { line, span, has_tags, record, faults },
            lines: Vec::new(),
            headings: Vec::new(),
            declared: None,
            has_other_notation: false,
            is_inverse: false,
            has_unknown_count: false,
        }
    }

    fn fault(&mut self, line: usize, cause: GameFaultCause) {
        self.game.faults.push(GameFault { line, place: None, cause });
    }

    fn read(mut self, words: Vec<Word>, start: Option<Position>) -> ReadGame {
        for Word { line, number, kind, .. } in in_order(words, &mut self.is_inverse) {
            let is_head = matches!(
                kind,
                WordKind::Tag(..)
                    | WordKind::SpoiledTag(_)
                    | WordKind::Code(_)
                    | WordKind::Heading(_)
            );
            if self.lines.is_empty() && !is_head && !kind.is_comment() {
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
                WordKind::Code(tags) => self.game.record.tags.extend(tags),
                WordKind::Heading(words) if self.lines.is_empty() => self.read_heading(words),
                WordKind::Heading(words) => self.read_comment(words),
                WordKind::Move(token) => self.read_move(line, number, token),
                WordKind::Begin => self.begin_variation(),
                WordKind::End => self.end_variation(line),
                WordKind::Comment(text) => self.read_comment(text),
                WordKind::OpenComment(text) => {
                    self.fault(line, GameFaultCause::OpenComment);
                    self.read_comment(text);
                }
                WordKind::Result(text) if self.lines.len() > 1 => self.read_comment(text),
                WordKind::Result(text) => self.read_result(line, text),
            }
        }
        if self.lines.is_empty() {
            self.begin(start);
        }
        if self.lines.len() > 1 || self.lines[0].depth > 0 {
            self.fault(self.game.line, GameFaultCause::Parenthesis);
        }
        for open in self.lines.iter().rev() {
            let rest = self.game.record.line(open.of).2;
            (0..open.depth).for_each(|_| push_rest(rest, ")"));
        }
        self.game
    }

    /// The name of a start, or a title, which becomes a comment.
    fn read_heading(&mut self, words: String) {
        if !is_head_of_columns(&words) {
            self.headings.push(words);
        }
    }

    /// Ends the tags.
    fn begin(&mut self, start: Option<Position>) {
        let line = self.game.line;
        let mut causes = Vec::new();
        let mut unknown_name = None;
        if self.game.record.tag("Variant").is_none() {
            let at = self.headings.iter().position(|name| Board::of_start(name).is_some());
            match at.map(|at| self.headings.remove(at)) {
                Some(name) => self.game.record.tags.push(("Variant".to_owned(), name)),
                None => unknown_name = self.headings.first().cloned(),
            }
        }
        self.game.record.comments.append(&mut self.headings);
        let record = &self.game.record;
        if self.game.has_tags {
            let is_missing = |name: &&'static str| record.tag(name).is_none();
            let missing = REQUIRED_TAGS.into_iter().filter(is_missing);
            causes.extend(missing.map(GameFaultCause::MissingTag));
            let is_custom = record.tag("Variant") == Some(CUSTOM);
            let missing = ["SetUp", "Position"].into_iter().filter(|_| is_custom);
            causes.extend(missing.filter(is_missing).map(GameFaultCause::MissingTag));
        }
        let unknown = record.tag("Notation").filter(|name| name.parse::<Notation>().is_err());
        causes.extend(unknown.map(|name| GameFaultCause::UnknownNotation(name.to_owned())));
        let unknown = record.tag("Result").filter(|result| !is_result(result));
        causes.extend(unknown.map(|result| GameFaultCause::UnknownResult(result.to_owned())));
        let position = match record.declared_start() {
            Some(Ok(position)) => Some(position),
            Some(Err(error)) => {
                causes.push(GameFaultCause::Position(error));
                None
            }
            // A text that names nothing begins where the caller says.
            None if start.is_some() && record.tags.is_empty() && unknown_name.is_none() => start,
            None => {
                let name = record.tag("Variant").map(str::to_owned).or(unknown_name);
                causes.push(GameFaultCause::UnknownStart(name));
                start
            }
        };
        self.declared = record.notation();
        self.game.record.start = position;
        self.lines.push(OpenLine::new(None, 0, position));
        causes.into_iter().for_each(|cause| self.fault(line, cause));
    }

    /// The innermost open line.
    fn open(&mut self) -> &mut OpenLine {
        self.lines.last_mut().expect("the game has begun")
    }

    fn read_comment(&mut self, text: String) {
        let (moves, comments, rest) =
            self.game.record.line(self.lines.last().and_then(|open| open.of));
        if !rest.is_empty() {
            push_rest(rest, &super::write::comment(&text));
        } else if let Some(last) = moves.last_mut() {
            last.comments.push(text);
        } else {
            comments.push(text);
        }
    }

    fn read_result(&mut self, line: usize, end: String) {
        let tag = self.game.record.tag("Result").filter(|tag| is_result(tag) && *tag != end);
        if let Some(tag) = tag.map(str::to_owned) {
            self.fault(line, GameFaultCause::Results { tag, end: end.clone() });
        }
        self.game.record.result = Some(end);
    }

    fn begin_variation(&mut self) {
        let open = self.lines.last_mut().expect("the game has begun");
        let record = &mut self.game.record;
        let (moves, _, rest) = record.line(open.of);
        if open.position.is_none() {
            push_rest(rest, "(");
            open.depth += 1;
            return;
        }
        let (of, after) = (open.of, moves.len().saturating_sub(1));
        let line = OpenLine::new(Some(record.variations.len()), open.before + after, open.previous);
        let (comments, moves, rest) = (Vec::new(), Vec::new(), String::new());
        record.variations.push(Variation { of, after, comments, moves, rest });
        self.lines.push(line);
    }

    fn end_variation(&mut self, line: usize) {
        let is_variation = self.lines.len() > 1;
        let open = self.open();
        if open.depth > 0 {
            open.depth -= 1;
            let of = open.of;
            push_rest(self.game.record.line(of).2, ")");
        } else if is_variation {
            self.lines.pop();
        } else {
            self.fault(line, GameFaultCause::Parenthesis);
        }
    }

    fn read_move(&mut self, line: usize, number: Number, token: String) {
        let open = self.lines.last().expect("the game has begun");
        let (of, declared) = (open.of, self.declared);
        let (moves, _, rest) = self.game.record.line(of);
        let Some(mut position) = open.position else {
            push_rest(rest, &token);
            return;
        };
        let is_first = moves.is_empty() && of.is_none();
        let ply = open.before + moves.len() + 1;
        let is_given = position.turn == Color::White || self.game.record.tag("Position").is_some();
        // A variation before the first move has been read from the start as it is.
        let may_turn = is_first && !is_given && self.game.record.variations.is_empty();
        if may_turn && number.is_reply && !self.is_inverse {
            position.turn = Color::White;
        }
        let mut causes = Vec::new();
        let read = if self.is_inverse {
            position.read_inverse(&token).map(|(read, is_only)| {
                if !is_only && !std::mem::replace(&mut self.has_unknown_count, true) {
                    causes.push(GameFaultCause::InverseCount);
                }
                (position, read)
            })
        } else {
            read_either_side(position, &token, declared, may_turn)
        };
        let place = |token: String| Some((ply, token));
        let (before, read) = match read {
            Ok(read) => read,
            Err(error) => {
                let place = place(token.clone());
                let mark = if self.is_inverse { "-" } else { "" }; // so that it is no move
                self.game.record.line(of).2.extend([mark, &token]);
                self.game.faults.push(GameFault {
                    line,
                    place,
                    cause: GameFaultCause::Move(error),
                });
                self.open().position = None;
                return;
            }
        };
        if before.turn == Color::White && is_first && position.turn == Color::Black {
            causes.push(GameFaultCause::WhiteBegins);
        }
        if is_first {
            self.game.record.start = Some(before);
        }
        let mut after = before;
        after.play(read.step).expect("the reader returns legal moves");
        let is_other = |notation: &Notation| !self.is_inverse && !read.is_in(*notation);
        if let Some(notation) = declared.filter(is_other)
            && !std::mem::replace(&mut self.has_other_notation, true)
        {
            causes.push(GameFaultCause::OtherNotation(notation));
        }
        if !read.marks.agree(read.push, after.lost) {
            causes.push(GameFaultCause::WrongMarks);
        }
        let faults =
            causes.into_iter().map(|cause| GameFault { line, place: place(token.clone()), cause });
        self.game.faults.extend(faults);
        let open = self.open();
        (open.previous, open.position) = (Some(before), Some(after));
        let recorded = RecordedMove { step: read.step, push: read.push, comments: Vec::new() };
        self.game.record.line(of).0.push(recorded);
    }
}

/// Whether a line names the columns of a table and nothing else.
fn is_head_of_columns(words: &str) -> bool {
    const COLUMNS: [&str; 8] = ["black", "white", "noir", "blanc", "move", "coup", "no", "n°"];
    let mut names = words.split(|char: char| char.is_whitespace() || matches!(char, '|' | '.'));
    names.all(|name| name.is_empty() || COLUMNS.contains(&&*name.to_lowercase()))
}

/// The words of a game; if they take moves back, the moves in the order of play.
fn in_order(mut words: Vec<Word>, is_inverse: &mut bool) -> Vec<Word> {
    let is_move = |word: &Word| matches!(word.kind, WordKind::Move(_));
    *is_inverse =
        words.iter().find(|word| is_move(word)).is_some_and(|word| word.number.is_inverse);
    if *is_inverse {
        let places: Vec<usize> = (0..words.len()).filter(|&at| is_move(&words[at])).collect();
        for (&one, &other) in places.iter().zip(places.iter().rev()).take(places.len() / 2) {
            words.swap(one, other);
        }
    }
    words
}

/// Reads a move. A first move may be of the other side, unless a tag names the side to move.
fn read_either_side(
    position: Position,
    token: &str,
    declared: Option<Notation>,
    may_turn: bool,
) -> Result<(Position, ReadMove), ReadMoveError> {
    let error = match position.read_move(token, declared) {
        Ok(read) => return Ok((position, read)),
        Err(error) => error,
    };
    let is_of_other =
        matches!(error, ReadMoveError::Rule(MoveError::NotYours(_)) | ReadMoveError::NoLegalMove);
    let other = Position { turn: !position.turn, ..position };
    let read = other.read_move(token, declared).ok().filter(|_| may_turn && is_of_other);
    read.map(|read| (other, read)).ok_or(error)
}
