//! The conditions on problems that every surface has.

use rusqlite::ToSql;

use super::condition::{Choice, Condition, Conditions, choose, set};
use super::filter_text::{parse_board, parse_numbers, parse_stones};
use super::phrase::Phrase;
use super::text_functions::{HAS_COPYRIGHT, LEVEL, MATCHES, NUMBER};
use crate::go::{Sides, Size};
use crate::model::{LEVEL_TAG, LevelCondition, NamePattern, ProblemId, Turn};
use crate::solution::Dialect;
use crate::{Color, PositionKey};

/// Conditions on records of problems. A record has to fulfill all that are set.
///
/// They can come from elsewhere, so they hold no SQL, and nothing that is compared with paths of this computer:
/// [`ProblemFilter`](super::ProblemFilter) adds both for its own user.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProblemConditions {
    /// The problems. A record that does not say who moves may be of any problem of its position, so it
    /// fulfills the condition; [`ProblemList`](crate::find::ProblemList) has the named problems only.
    pub ids: Option<Vec<ProblemId>>,
    /// Part of the name, in any letter case.
    pub name: Option<String>,
    /// A pattern that matches the name of the source.
    pub source: Option<NamePattern>,
    /// A pattern that matches the name of the book.
    pub book: Option<NamePattern>,
    /// The smallest and the largest number in the book.
    pub number: Option<(i64, i64)>,
    /// The side to move, in the colors of the record. A record in which either
    /// side may move has both, and one that does not say who moves has neither.
    pub turn: Option<Color>,
    /// The part of the board.
    pub region: Option<BoardRegion>,
    /// The smallest and the largest number of stones.
    pub stones: Option<(u16, u16)>,
    /// The size of the board.
    pub board: Option<Size>,
    /// Whether the record accepts some first move.
    pub is_answered: Option<bool>,
    /// How the record marks its answers.
    pub dialect: Option<Dialect>,
    /// A tag of the problem.
    pub tag: Option<String>,
    /// The level.
    pub level: Option<LevelCondition>,
    /// Whether somebody says whose the record is: rights of its source, or CP.
    pub has_rights: Option<bool>,
    /// Words in a comment of the game tree.
    pub comment: Option<Phrase>,
}

/// The most ids of [`ProblemConditions::ids`]: an SQL expression of more terms would be too deep.
pub const MOST_IDS: usize = 500;

type Row = Condition<ProblemConditions>;

impl Conditions for ProblemConditions {
    const WHAT: &'static str = "problems";

    const TABLE: &'static [Row] = &[
        Row::new("ids", "KEYS", |to, text| set(&mut to.ids, parse_ids(text)))
            .help(
                "Only problems with these keys, or beginnings of keys, separated by commas; with -black or -white \
                 behind a key, only those with this side to move in the colors of the canonical text; at most 500",
            )
            .pattern(IDS_PATTERN)
            .only_of_go(),
        Row::new("name", "TEXT", |to, text| set(&mut to.name, text.parse::<String>()))
            .help("Only records with this text in their names"),
        Row::new("source", "PATTERN", |to, text| set(&mut to.source, text.parse::<NamePattern>()))
            .help(
                "Only records of this source: its name, its file name, or a folder or archive that \
                contains it; * stands for any text and ? for a character",
            ),
        Row::new("book", "PATTERN", |to, text| set(&mut to.book, text.parse::<NamePattern>()))
            .help(
                "Only records of this book: its name, or the end of it; * stands for any text and ? \
                for a character",
            )
            .only_of_go(),
        Row::new("number", "N", |to, text| set(&mut to.number, parse_numbers(text)))
            .help("Only records with this number in their books, such as 8, 5-12 or 20-")
            .pattern("^[0-9]{1,18}((-|\\.\\.)([0-9]{1,18})?)?$")
            .only_of_go(),
        Row::new("turn", "COLOR", |to, text| choose(&mut to.turn, color(text)))
            .help("Only records in which this color is to move")
            .choices(colors),
        Row::new("region", "PART", |to, text| choose(&mut to.region, BoardRegion::from_name(text)))
            .help("Only positions in this part of the board")
            .choices(|| BoardRegion::ALL.map(BoardRegion::choice).into())
            .only_of_go(),
        Row::new("stones", "N", |to, text| set(&mut to.stones, parse_stones(text)))
            .help("Only positions with this number of stones, such as 8, 5-12 or 20-")
            .pattern("^[0-9]{1,4}((-|\\.\\.)([0-9]{1,4})?)?$")
            .only_of_go(),
        Row::new("board", "SIZE", |to, text| set(&mut to.board, parse_board(text)))
            .help("Only records on a board of this size, such as 19 or 13x9 (rows x columns)")
            .pattern("^([1-9]|[1-4][0-9]|5[0-2])(x([1-9]|[1-4][0-9]|5[0-2]))?$")
            .only_of_go(),
        Row::new("answered", "", |to, text| choose(&mut to.is_answered, text.parse().ok()))
            .help("Only records that accept a first move")
            .opposite("unanswered", "Only records that accept no first move")
            .only_of_go(),
        Row::new("marks", "MARKS", |to, text| set(&mut to.dialect, text.parse::<Dialect>()))
            .help("Only records that mark their answers in this way")
            .choices(|| Dialect::ALL.map(|dialect| dialect.name().into()).into())
            .only_of_go(),
        Row::new("tag", "TAG", |to, text| set(&mut to.tag, text.parse::<String>()))
            .help("Only problems with this tag")
            .only_of_go(),
        Row::new("level", "LEVEL", |to, text| set(&mut to.level, text.parse::<LevelCondition>()))
            .help(
                "Only problems of this level, such as 5k or 2d, or of a range of levels such as \
                15k..10k, 1d.. or ..20k; none for those without a level",
            )
            .pattern(LEVEL_PATTERN)
            .only_of_go(),
        Row::new("rights", "WHICH", |to, text| choose(&mut to.has_rights, is_known(text)))
            .help("Only records whose rights are known: by `sources set-rights`, or CP in the file")
            .choices(|| KNOWN.map(|(name, help, _)| Choice { name, help, short: None }).into())
            .only_of_go(),
        Row::new("comment", "WORDS", |to, text| set(&mut to.comment, text.parse::<Phrase>()))
            .help(
                "Only records with these words, one behind the other, in a comment; with * at the \
                 end, the last word may go on",
            )
            .only_of_go(),
    ];
}

/// The ids that can be written.
const IDS_PATTERN: &str = "^[0-9A-Fa-f]{4,32}(-(unknown|black|white|either|[ubwe]))?\
    (,[0-9A-Fa-f]{4,32}(-(unknown|black|white|either|[ubwe]))?){0,499}$";

/// The levels and ranges that can be written.
const LEVEL_PATTERN: &str = "^(none|(([12]?[1-9]|[123]0)k|[1-9]d)(\\.\\.(([12]?[1-9]|[123]0)k|[1-9]d)?)?\
    |\\.\\.(([12]?[1-9]|[123]0)k|[1-9]d))$";

/// The words for rights that are known or not, each with what it means.
const KNOWN: [(&str, &str, bool); 2] = [
    ("known", "Somebody says whose the record is", true),
    ("unknown", "Nobody says whose the record is", false),
];

fn is_known(word: &str) -> Option<bool> {
    KNOWN.iter().find(|(name, ..)| *name == word).map(|(.., is_known)| *is_known)
}

/// The tags of the problem of a record, or of one of its problems if its side to move is unknown: a
/// condition on the table `tag`.
pub(super) const IS_TAG_OF_RECORD: &str = "tag.key = position.key
    AND (tag.turn = record.turn OR tag.turn = 0 OR record.turn = 0)";

/// The number of the level of a record as a [`Rank`](crate::model::Rank), or null: an SQL expression over
/// the tables `record` and `position`.
pub(super) fn level_sql() -> String {
    format!(
        "{LEVEL}((SELECT group_concat(tag, char(10) ORDER BY tag) FROM tag
             WHERE {IS_TAG_OF_RECORD} AND substr(tag, 1, {}) = '{LEVEL_TAG}'),
         CAST(sgf AS BLOB), charset,
         (SELECT name FROM main.source WHERE main.source.id = record.source))",
        LEVEL_TAG.len()
    )
}

/// Whether the rights of a record are known: an SQL expression as that of [`level_sql`].
pub(super) fn has_rights_sql() -> String {
    format!(
        "(EXISTS (SELECT 1 FROM rights, main.source WHERE main.source.id = record.source
             AND {MATCHES}(pattern, main.source.name))
         OR {HAS_COPYRIGHT}(CAST(sgf AS BLOB), charset))"
    )
}

/// Reads ids with commas between them.
fn parse_ids(text: &str) -> Result<Vec<ProblemId>, String> {
    let ids = text.split(',').map(str::parse::<ProblemId>);
    let ids = ids.collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
    let is_short = ids.len() <= MOST_IDS;
    is_short.then_some(ids).ok_or_else(|| format!("write at most {MOST_IDS} keys"))
}

fn color(name: &str) -> Option<Color> {
    Color::ALL.into_iter().find(|color| color.name() == name)
}

fn colors() -> Vec<Choice> {
    let short = |color: Color| if color == Color::Black { "b" } else { "w" };
    let choice = |color: Color| Choice { short: Some(short(color)), ..color.name().into() };
    Color::ALL.map(choice).into()
}

impl ProblemConditions {
    /// Whether [`ids`](Self::ids) names a problem, or is not set.
    pub fn names(&self, key: PositionKey, turn: Turn) -> bool {
        self.ids.as_ref().is_none_or(|ids| ids.iter().any(|id| id.names(key, turn)))
    }

    /// All conditions except [`source`](Self::source), [`book`](Self::book) and [`comment`](Self::comment) as an SQL
    /// expression over the tables `record` and `position`, with its parameters.
    pub(super) fn to_sql(&self) -> (String, Vec<Box<dyn ToSql>>) {
        let mut sql = String::from("1");
        let mut params: Vec<Box<dyn ToSql>> = Vec::new();
        let mut add = |condition: &str, values: Vec<Box<dyn ToSql>>| {
            sql.push_str(" AND ");
            sql.push_str(condition);
            params.extend(values);
        };
        if let Some(ids) = &self.ids {
            let mut values: Vec<Box<dyn ToSql>> = Vec::new();
            let is_named = ids.iter().map(|ProblemId { key, turn }| {
                for end in [key.first, key.last] {
                    values.push(Box::new(end.as_bytes().to_vec()));
                }
                let Some(turn) = turn else { return "position.key BETWEEN ? AND ?" };
                values.push(Box::new(Turn::Unknown.code()));
                values.push(Box::new(turn.code()));
                "position.key BETWEEN ? AND ? AND turn IN (?, ?)"
            });
            let is_named = is_named.collect::<Vec<_>>().join(" OR ");
            add(&format!("({is_named})"), values);
        }
        if let Some(board) = self.board {
            let size: Vec<Box<dyn ToSql>> = vec![Box::new(board.cols()), Box::new(board.rows())];
            add("board_cols = ? AND board_rows = ?", size);
        }
        if let Some((first, last)) = self.stones {
            let stones = "length(text) - length(replace(replace(text, 'X', ''), 'O', ''))";
            add(&format!("{stones} BETWEEN ? AND ?"), vec![Box::new(first), Box::new(last)]);
        }
        if let Some(region) = self.region {
            let open: Vec<String> = (0..16)
                .filter(|&open| BoardRegion::of_open_sides(Sides::from_bits(open)) == region)
                .map(|open| open.to_string())
                .collect();
            add(&format!("window_open IN ({})", open.join(", ")), vec![]);
        }
        if let Some(color) = self.turn {
            let (turn, swapped) = (Turn::of(Some(color)), Turn::of(Some(!color)));
            let codes: Vec<Box<dyn ToSql>> = vec![
                Box::new(Turn::Either.code()),
                Box::new(turn.code()),
                Box::new(swapped.code()),
            ];
            add("(turn = ? OR turn = iif(symmetry < 8, ?, ?))", codes);
        }
        match self.is_answered {
            Some(true) => add("answers <> ''", vec![]),
            Some(false) => add("ifnull(answers, '') = ''", vec![]),
            None => {}
        }
        if let Some((first, last)) = self.number {
            let of_source = "FROM main.source WHERE main.source.id = record.source";
            let number = format!(
                "{NUMBER}((SELECT name {of_source}), (SELECT records {of_source}), tree,
                     (SELECT problem FROM part WHERE part.record = record.id), name)"
            );
            add(&format!("{number} BETWEEN ? AND ?"), vec![Box::new(first), Box::new(last)]);
        }
        if let Some(dialect) = self.dialect {
            add("dialect = ?", vec![Box::new(dialect.code())]);
        }
        if let Some(tag) = &self.tag {
            let tagged =
                format!("EXISTS (SELECT 1 FROM tag WHERE {IS_TAG_OF_RECORD} AND tag.tag = ?)");
            add(&tagged, vec![Box::new(tag.clone())]);
        }
        match self.level {
            Some(LevelCondition::Between(first, last)) => {
                let range: Vec<Box<dyn ToSql>> =
                    vec![Box::new(first.number()), Box::new(last.number())];
                add(&format!("{} BETWEEN ? AND ?", level_sql()), range);
            }
            Some(LevelCondition::Without) => add(&format!("{} IS NULL", level_sql()), vec![]),
            None => {}
        }
        match self.has_rights {
            Some(true) => add(&has_rights_sql(), vec![]),
            Some(false) => add(&format!("NOT {}", has_rights_sql()), vec![]),
            None => {}
        }
        if let Some(name) = &self.name {
            // Not LIKE, which would read `%` and `_` in the user's text as wildcards.
            add("instr(gtn_fold(name), gtn_fold(?)) > 0", vec![Box::new(name.clone())]);
        }
        (sql, params)
    }
}

/// The part of the board that a window covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardRegion {
    /// Two adjacent sides of the window are edges of the board, but not all four.
    Corner,
    /// One side of the window is an edge, or two that face each other.
    Side,
    /// No side is an edge.
    Center,
    /// All sides are edges: the whole board.
    Board,
}

impl BoardRegion {
    /// All regions.
    pub const ALL: [BoardRegion; 4] =
        [BoardRegion::Corner, BoardRegion::Side, BoardRegion::Center, BoardRegion::Board];

    /// The region of a window with these open sides.
    pub fn of_open_sides(open: Sides) -> BoardRegion {
        let edges = open.complement();
        let has_corner = [Sides::TOP, Sides::BOTTOM].into_iter().any(|row| {
            edges.contains(row)
                && [Sides::LEFT, Sides::RIGHT].iter().any(|&col| edges.contains(col))
        });
        match open {
            Sides::NONE => BoardRegion::Board,
            Sides::ALL => BoardRegion::Center,
            _ if has_corner => BoardRegion::Corner,
            _ => BoardRegion::Side,
        }
    }

    /// `corner`, `side`, `center` or `board`.
    pub fn name(self) -> &'static str {
        match self {
            BoardRegion::Corner => "corner",
            BoardRegion::Side => "side",
            BoardRegion::Center => "center",
            BoardRegion::Board => "board",
        }
    }

    /// The region with a [`name`](Self::name).
    pub fn from_name(name: &str) -> Option<BoardRegion> {
        BoardRegion::ALL.into_iter().find(|region| region.name() == name)
    }

    fn choice(self) -> Choice {
        let help = match self {
            BoardRegion::Corner => "With a corner of the board, but not with all four sides",
            BoardRegion::Side => "With one side of the board, or two that face each other",
            BoardRegion::Center => "Away from the sides",
            BoardRegion::Board => "The whole board",
        };
        Choice { name: self.name(), help, short: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Record, Source};
    use crate::store::Tag;
    use crate::store::tests::{import, index_comments, problem, source};
    use crate::store::{Given, Store};

    /// For each condition a text and the records that it selects, of the records of `store`.
    const SELECTED: &[(&str, &str, &[i64])] = &[
        ("ids", "ffff,0000", &[]),
        ("name", "LADDER", &[1, 4]),
        ("source", "b", &[4]),
        ("book", "a/*", &[1, 2, 3]),
        ("number", "2-", &[2, 4]),
        ("turn", "white", &[1]),
        ("region", "side", &[2]),
        ("stones", "0-3", &[2, 3]),
        ("board", "9x13", &[2]),
        ("answered", "false", &[3]),
        ("marks", "words", &[2]),
        ("tag", "ladder", &[1, 4]),
        ("level", "15k..10k", &[2]),
        ("rights", "known", &[3, 4]),
        ("comment", "correct", &[2]),
    ];

    fn store() -> Store {
        let store = Store::open_in_memory().unwrap();
        let records =
            |trees: &[&str]| -> Vec<Record> { trees.iter().map(|tree| problem(tree)).collect() };
        let first = [
            "(;SZ[9]GN[Ladder 1]AB[aa][ba]AW[ab][bb]PL[W];W[ca]C[RIGHT])",
            "(;SZ[13:9]GN[100%]DI[12k]AB[ga][gb]AW[ha];B[hb]C[Correct])",
            "(;SZ[19]GN[center]CP[somebody]AB[jj][jk]AW[kj])",
        ];
        let second = ["(;SZ[9]GN[ladder]AW[ia][ha]AB[ib][hb]PL[B];B[ga]C[RIGHT];W[ii])"];
        let named = |name: &str, number| Source { name: name.to_owned(), ..source(number) };
        import(&store, &named("a/1.sgf", 1), records(&first), vec![]);
        import(&store, &named("b/2.sgf", 2), records(&second), vec![]);
        let position = store.positions_with_records(1).unwrap()[0];
        let key = store.position_by_id(position).unwrap().unwrap().key;
        let turn = store.records(position).unwrap()[0].turn;
        let mut session = store.begin_import().unwrap();
        let tag = Tag { key, turn, tag: "ladder".to_owned(), changed: None };
        session.add_tag(&tag).unwrap();
        session.set_rights(&"b/*".parse().unwrap(), Some("free"), None).unwrap();
        session.commit().unwrap();
        index_comments(&store);
        store
    }

    #[test]
    fn every_condition_selects_records() {
        let store = store();
        for condition in ProblemConditions::TABLE {
            let row = SELECTED.iter().find(|(name, ..)| *name == condition.name);
            let (name, text, ids) = row.unwrap_or_else(|| panic!("no row for {}", condition.name));
            let mut given = Given::<ProblemConditions>::default();
            assert!(given.add(name, *text));
            let found = store.find_records(&given.conditions().unwrap().into()).unwrap();
            let found: Vec<i64> = found.iter().map(|record| record.id).collect();
            assert_eq!(found, *ids, "{name} {text}");
        }
    }

    #[test]
    fn ids_are_keys_and_beginnings_of_keys() {
        let store = store();
        let key_of = |record: i64| {
            let positions = store.positions_with_records(1).unwrap();
            let mut positions = positions.into_iter();
            let found = positions.find(|&position| {
                store.records(position).unwrap().iter().any(|one| one.id == record)
            });
            store.position_by_id(found.unwrap()).unwrap().unwrap().key.to_string()
        };
        let select = |text: &str| {
            let mut given = Given::<ProblemConditions>::default();
            assert!(given.add("ids", text));
            let found = store.find_records(&given.conditions()?.into()).unwrap();
            Ok::<_, crate::store::ConditionError>(
                found.iter().map(|one| one.id).collect::<Vec<_>>(),
            )
        };
        // The first and the fourth record have one position.
        assert_eq!(select(&format!("{},{}", key_of(1), &key_of(3)[..8])).unwrap(), [1, 3, 4]);
        assert_eq!(select(&key_of(2)[..4]).unwrap(), [2]);
        assert!(select("abc").is_err() && select("").is_err() && select("no key").is_err());
        // White is to move in the first record, and in the fourth one, whose colors are exchanged, Black.
        let turn = store.records(store.positions_with_records(2).unwrap()[0]).unwrap()[0].turn;
        let other = Turn::of(turn.color().map(|color| !color));
        let of_first = |turn: Turn| select(&format!("{}-{turn}", key_of(1))).unwrap();
        assert_eq!((of_first(turn), of_first(other)), (vec![1, 4], vec![]));
        // The third record does not say who moves.
        let of_third = format!("{}-b", key_of(3));
        assert_eq!(select(&of_third).unwrap(), [3]);
        let most = |id: &str, count| select(&vec![id; count].join(","));
        assert_eq!(most(&key_of(2), MOST_IDS).unwrap(), [2]);
        assert_eq!(most(&of_third, MOST_IDS).unwrap(), [3]);
        assert!(most(&key_of(2), MOST_IDS + 1).is_err());
    }
}
