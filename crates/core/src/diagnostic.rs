//! Faults in sources, problems and games, as imports and checks report them.

use std::fmt;
use std::str::FromStr;

use crate::names;
use thiserror::Error;

names! {
    /// The rule that a fault breaks. Its name is the `code` in reports and JSON.
    ///
    /// A name never changes its meaning. `gtn-db check --help` lists the names.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum Rule {
        /// A file, an archive, an archive entry or a row of a table cannot be read.
        Unreadable => "unreadable",
        /// The text is not valid SGF, IGTN or JSON.
        Syntax => "syntax",
        /// The bytes of a tree are in another charset than CA names.
        Charset => "charset",
        /// A value counts for nothing: a property stands twice in a node, has more values than it
        /// may have, or stands where it means nothing.
        LeftOut => "left-out",
        /// SZ is not the size of a board.
        BoardSize => "board-size",
        /// GM names another game than Go.
        OtherGame => "other-game",
        /// There are no stones, so there is no position.
        NoPosition => "no-position",
        /// A setup property names a point that is not on the board.
        SetupPoint => "setup-point",
        /// A setup property names a point twice.
        SetupTwice => "setup-twice",
        /// A node sets up a point in two ways.
        SetupBoth => "setup-both",
        /// A chain has no liberty before the first move (Article 4).
        SetupNoLiberty => "setup-no-liberty",
        /// A move of the answer is not on the board.
        AnswerPoint => "answer-point",
        /// A move of the answer is on a stone (Article 3).
        AnswerOccupied => "answer-occupied",
        /// A move of the answer leaves its own chain without liberty (Article 4).
        AnswerSelfCapture => "answer-self-capture",
        /// A move of the answer retakes a ko at once (Article 6).
        AnswerKo => "answer-ko",
        /// The answer has two moves of one color in a row (Article 2).
        AnswerTurn => "answer-turn",
        /// The answer sets up stones among or after its moves.
        AnswerSetup => "answer-setup",
        /// No line is marked as right, or there are no lines.
        NoAnswer => "no-answer",
        /// A wrong line ends with the wrong move and shows no refutation.
        NoRefutation => "no-refutation",
        /// A move of a game is illegal or not on the board. The line ends there.
        MoveIllegal => "move-illegal",
        /// A game has moves out of turn (Article 2).
        MoveTurn => "move-turn",
        /// A game info property cannot be understood, such as `KM[375]` or `HA[x]`.
        GameFact => "game-fact",
        /// A position of a game of Abalone stands again, which no rule forbids.
        Repetition => "repetition",
        /// Nothing names the side to move.
        TurnUnknown => "turn-unknown",
        /// PL, the first moves and the words name different sides to move, or two
        /// phrases do.
        TurnConflict => "turn-conflict",
        /// The file does not conform to SGF FF\[4\].
        Strict => "strict",
    }

    /// The name.
    pub fn name;
}

impl Rule {
    /// All rules, in the order in which they are listed.
    pub const ALL: &[Rule] = &Rule::VALUES;

    /// One sentence that explains the rule to a person.
    pub fn explanation(self) -> &'static str {
        match self {
            Rule::Unreadable => "A file, or an entry of an archive, cannot be read.",
            Rule::Syntax => "The text does not have the form of SGF, GobanTN or JSON.",
            Rule::Charset => "The text is in another charset than it says.",
            Rule::LeftOut => "A value counts for nothing: it is there twice, or out of place.",
            Rule::BoardSize => "No board has this size.",
            Rule::OtherGame => "The file is about another game than Go.",
            Rule::NoPosition => "There are no stones, so there is no position.",
            Rule::SetupPoint => "A stone is set up off the board.",
            Rule::SetupTwice => "A stone is set up twice.",
            Rule::SetupBoth => "One node sets up a point in two ways.",
            Rule::SetupNoLiberty => "A chain has no liberty before the first move.",
            Rule::AnswerPoint => "A move of the solution is off the board.",
            Rule::AnswerOccupied => "A move of the solution is on a stone.",
            Rule::AnswerSelfCapture => {
                "A move of the solution leaves its own chain without liberty."
            }
            Rule::AnswerKo => "A move of the solution retakes a ko at once.",
            Rule::AnswerTurn => "One color plays twice in a row in the solution.",
            Rule::AnswerSetup => "Stones are set up in the middle of the solution.",
            Rule::NoAnswer => "The solution has no line that is marked as correct.",
            Rule::NoRefutation => "A wrong line ends with the wrong move, without a refutation.",
            Rule::MoveIllegal => {
                "A move of a game is illegal; the game or variation is cut off there."
            }
            Rule::MoveTurn => "The players of a game do not take turns.",
            Rule::GameFact => "A property of a game, such as its komi, cannot be read.",
            Rule::Repetition => "A position of a game of Abalone stands again.",
            Rule::TurnUnknown => "Nothing says who is to move.",
            Rule::TurnConflict => "PL, the first moves and the text disagree on who is to move.",
            Rule::Strict => "The text does not conform to SGF FF[4].",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that is not the name of a [`Rule`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{}` is not the code of a finding", text.escape_debug())]
pub struct ParseRuleError {
    text: String,
}

impl FromStr for Rule {
    type Err = ParseRuleError;

    fn from_str(text: &str) -> Result<Rule, ParseRuleError> {
        let rule = Rule::ALL.iter().find(|rule| rule.name() == text);
        rule.copied().ok_or_else(|| ParseRuleError { text: text.to_owned() })
    }
}

/// A fault in one game tree. [`locate`](Self::locate) makes it a
/// [`Diagnostic`], which also names the source and the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The rule that is broken.
    pub rule: Rule,
    /// The byte in the game tree.
    pub offset: usize,
    /// One sentence for a person.
    pub message: String,
}

impl Fault {
    /// Adds the location: `tree` is the number of the game tree in `source`,
    /// and `offset` is the first byte of that tree.
    pub fn locate(
        self,
        source: &str,
        tree: u32,
        offset: u64,
        disposition: Disposition,
    ) -> Diagnostic {
        let offset = offset + self.offset as u64;
        let location = Location { source: source.to_owned(), tree, offset, item: Item::Tree };
        Diagnostic { location, rule: self.rule, message: self.message, disposition }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.offset, self.message)
    }
}

impl std::error::Error for Fault {}

/// A place in a source; ordered by source, tree and offset.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Location {
    /// The name of the source.
    pub source: String,
    /// The number of the game tree in the source, from 1; 0 for the whole source.
    pub tree: u32,
    /// The byte in the source; of a row, the number of its row group from 1.
    pub offset: u64,
    /// What the number counts.
    pub item: Item,
}

names! {
    /// What the number of a [`Location`] counts.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Item {
        /// Game trees, or lines of a list of positions of Go.
        #[default]
        Tree => "tree",
        /// Games of Abalone.
        Game => "game",
        /// Lines, for positions of Abalone and for games of a dump.
        Line => "line",
        /// Puzzles of Abalone.
        Puzzle => "puzzle",
        /// Rows of a row group of a table, whose number stands for the offset.
        Row => "row",
    }

    /// The noun in messages.
    pub fn name;
}

/// `SOURCE, tree N, byte N`, or the source alone for the whole source; `game N`, `line N` or
/// `puzzle N` for Abalone. A row of a table is `SOURCE, row group N, row N`.
impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Location { source, tree, offset, item } = self;
        match tree {
            0 => f.write_str(source),
            _ if *item == Item::Row => write!(f, "{source}, row group {offset}, row {tree}"),
            _ => write!(f, "{source}, {} {tree}, byte {offset}", item.name()),
        }
    }
}

/// Whether a game tree with a fault is in the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Disposition {
    /// The tree was kept, as it is or after a repair.
    Kept,
    /// The tree was skipped.
    Skipped,
}

/// A fault in a source or in one of its game trees, ordered by location.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Diagnostic {
    /// The place of the fault.
    pub location: Location,
    /// The rule that is broken.
    pub rule: Rule,
    /// One sentence for a person.
    pub message: String,
    /// Whether the tree is in the database.
    pub disposition: Disposition,
}

impl Diagnostic {
    /// A fault in a whole source.
    pub fn of_source(source: impl Into<String>, rule: Rule, message: impl Into<String>) -> Self {
        Diagnostic {
            location: Location { source: source.into(), tree: 0, offset: 0, item: Item::Tree },
            rule,
            message: message.into(),
            disposition: Disposition::Skipped,
        }
    }

    /// The same with a number that counts other things than game trees.
    #[must_use]
    pub fn counting(mut self, item: Item) -> Diagnostic {
        self.location.item = item;
        self
    }

    /// The same for a row of a row group of a table, both numbered from 1.
    #[must_use]
    pub fn at_row(mut self, group: u64, row: u64) -> Diagnostic {
        self.location.item = Item::Row;
        self.location.tree = u32::try_from(row).unwrap_or(u32::MAX);
        self.location.offset = group;
        self
    }

    /// Whether the tree is in the database.
    pub fn is_kept(&self) -> bool {
        self.disposition == Disposition::Kept
    }

    /// Whether something was not imported, or is damaged. The other findings are about trees that
    /// were imported whole: a charset that was not believed, a komi that is no number, a move out
    /// of turn.
    pub fn is_damage(&self) -> bool {
        let is_remark = matches!(
            self.rule,
            Rule::Charset
                | Rule::LeftOut
                | Rule::SetupTwice
                | Rule::GameFact
                | Rule::MoveTurn
                | Rule::Repetition
                | Rule::TurnConflict
        );
        !self.is_kept() || !is_remark
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_is_found_by_its_name() {
        for &rule in Rule::ALL {
            assert_eq!(rule.name().parse(), Ok(rule));
        }
        let error = "Syntax".parse::<Rule>().unwrap_err();
        assert_eq!(error.to_string(), "`Syntax` is not the code of a finding");
    }

    #[test]
    fn a_fault_is_located_in_its_source() {
        let fault = Fault { rule: Rule::AnswerKo, offset: 7, message: "x".to_owned() };
        let diagnostic = fault.locate("a.sgf", 2, 100, Disposition::Kept);
        let source = "a.sgf".to_owned();
        let location = Location { source, tree: 2, offset: 107, item: Item::Tree };
        assert_eq!((&diagnostic.location, diagnostic.rule), (&location, Rule::AnswerKo));
        assert_eq!(diagnostic.location.to_string(), "a.sgf, tree 2, byte 107");
        let game = diagnostic.counting(Item::Game);
        assert_eq!(game.location.to_string(), "a.sgf, game 2, byte 107");
        let row = Diagnostic::of_source("a.parquet", Rule::Unreadable, "x").at_row(3, 5);
        assert_eq!(row.location.to_string(), "a.parquet, row group 3, row 5");
    }
}
