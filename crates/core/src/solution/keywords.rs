//! Words in comments and names of nodes that call a line right or wrong.
//!
//! The words are in `words.tsv`, one a row, with the place in a sentence where
//! they count, their source and an example.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::clauses::{Stop, clauses};
use super::solution_tree::Verdict;
use super::word_table::{keep_columns, rows};
use crate::Color;

/// What a comment says of its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Statement {
    Right,
    /// Right, as another line is.
    Also,
    Wrong,
    /// A variation or reference diagram: neither right nor wrong.
    Variation,
    /// No answer of the problem is known.
    Unsolved,
}

/// Where in a clause a phrase counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Whole,
    /// Like `Whole`, but a number may follow.
    Heading,
    Begins,
    Ends,
    Anywhere,
}

impl Place {
    /// Whether the phrase begins the clause.
    fn is_first(self) -> bool {
        matches!(self, Place::Whole | Place::Heading | Place::Begins)
    }
}

/// A row of the table.
#[derive(Debug)]
struct Word {
    /// `None`: the sentence speaks of another line, or asks.
    statement: Option<Statement>,
    place: Place,
    phrase: &'static str,
}

struct Words {
    /// In the order of the table: of the words that fit a clause, the first decides.
    words: Vec<Word>,
    /// The words that begin with a character, in order.
    by_first: HashMap<char, Vec<usize>>,
}

const TABLE: &str = include_str!("words.tsv");

/// The statement, the place and the phrase of each row.
static STATEMENTS: [u8; TABLE.len()] = keep_columns(TABLE, 3);

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    let words: Vec<Word> =
        rows(&STATEMENTS).map(|row| parse_row(&row.collect::<Vec<_>>())).collect();
    let mut by_first: HashMap<char, Vec<usize>> = HashMap::new();
    for (at, word) in words.iter().enumerate() {
        by_first.entry(first_char(word.phrase)).or_default().push(at);
    }
    Words { words, by_first }
});

fn parse_row(row: &[&'static str]) -> Word {
    let statement = match row[0] {
        "right" => Some(Statement::Right),
        "also" => Some(Statement::Also),
        "wrong" => Some(Statement::Wrong),
        "variation" => Some(Statement::Variation),
        "unsolved" => Some(Statement::Unsolved),
        "mention" => None,
        other => unreachable!("a test reads all rows: {other}"),
    };
    let place = match row[1] {
        "whole" => Place::Whole,
        "heading" => Place::Heading,
        "begins" => Place::Begins,
        "ends" => Place::Ends,
        "anywhere" => Place::Anywhere,
        other => unreachable!("a test reads all rows: {other}"),
    };
    Word { statement, place, phrase: row[2] }
}

fn first_char(phrase: &str) -> char {
    phrase.chars().next().expect("a phrase is not empty")
}

/// The names of diagrams, before their number.
const DIAGRAMS: [&str; 15] = [
    "diagramme",
    "diagramm",
    "diagrama",
    "diagram",
    "diag",
    "dia",
    "figure",
    "fig",
    "abbildung",
    "abb",
    "диаграмма",
    "第",
    "図",
    "图",
    "圖",
];

/// What a comment or the name of a node says of its line: the statement of the
/// first clause that has one. Linear in the length of the comment.
///
/// A question says nothing, nor does the rest of a sentence after a clause that
/// speaks of another line. A variation counts only if no clause of its sentence
/// begins with a verdict, as in "Variation 2 - Failure". The end of a clause may
/// speak of the other player: "Variation 2, White fails".
pub(super) fn find_statement(comment: &str) -> Option<Statement> {
    find_statement_for(None, comment)
}

/// [`find_statement()`] in a line of a player, whose opponent's failure says nothing, nor does a move that is
/// right for the opponent: "白失败" and "White 2 is correct" where Black solves.
pub(super) fn find_statement_for(solver: Option<Color>, comment: &str) -> Option<Statement> {
    let mut variation = None;
    let (mut is_silent, mut is_about_opponent) = (false, false);
    for (clause, stop) in clauses(comment) {
        // "White tries to live, but it fails" is about White to its end.
        is_about_opponent = solver.is_some_and(|solver| is_about(!solver, &clause))
            || is_about_opponent && BUT.iter().any(|but| clause.trim_start().starts_with(but));
        if !is_silent && stop != Stop::Question {
            match find_in_clause(&clause) {
                Some(Word { statement: None, .. }) => is_silent = true,
                Some(Word { statement: Some(Statement::Wrong), .. }) if is_about_opponent => {}
                Some(Word { statement: Some(Statement::Right | Statement::Also), .. })
                    if is_about_opponent && begins_with_move(&clause) => {}
                Some(Word { statement: Some(Statement::Variation), .. }) => {
                    variation = Some(Statement::Variation);
                }
                Some(word)
                    if variation.is_none()
                        || word.place.is_first() && !begins_with_move(&clause) =>
                {
                    return word.statement;
                }
                _ => {}
            }
        }
        if stop != Stop::Clause {
            if variation.is_some() {
                return variation;
            }
            (is_silent, is_about_opponent) = (false, false);
        }
    }
    None
}

/// [`find_statement()`], without those that are neither right nor wrong.
pub(super) fn find_verdict(comment: &str) -> Option<Verdict> {
    match find_statement(comment)? {
        Statement::Right | Statement::Also => Some(Verdict::Right),
        Statement::Wrong => Some(Verdict::Wrong),
        Statement::Variation | Statement::Unsolved => None,
    }
}

/// How the names of the players begin, in lower case.
const PLAYERS: [&[&str]; 2] = [
    &["黑", "黒", "●", "흑", "black", "noir", "schwarz", "negr", "чёрн", "черн"],
    &["白", "○", "백", "white", "blanc", "weiß", "weiss", "бел"],
];

/// Words with which a clause goes on about the same player.
const BUT: [&str; 6] = ["but ", "mais ", "aber ", "pero ", "но ", "但"];

/// Whether a clause begins or ends with a player, and the other one is not in it.
fn is_about(player: Color, clause: &str) -> bool {
    let clause = clause.trim();
    let is_named = |name: &&str| clause.starts_with(*name) || clause.ends_with(*name);
    PLAYERS[player as usize].iter().any(is_named)
        && !PLAYERS[!player as usize].iter().any(|name| clause.contains(name))
}

/// Whether a clause begins with a player's move: "white 2", "白2".
fn begins_with_move(clause: &str) -> bool {
    let rest = |name: &&str| clause.trim_start().strip_prefix(*name);
    PLAYERS
        .iter()
        .copied()
        .flatten()
        .filter_map(rest)
        .any(|rest| rest.trim_start().starts_with(is_digit))
}

/// The first row that fits a clause.
fn find_in_clause(clause: &str) -> Option<&'static Word> {
    let Words { words, by_first } = &*WORDS;
    let clause = clause.trim_matches(|char: char| !char.is_alphanumeric() && !is_tick(char));
    // Words behind a sign say more than the sign: "✗ Failure".
    let words_of_clause = clause.trim_start_matches(|char: char| !char.is_alphanumeric());
    let clause = if words_of_clause.is_empty() { clause } else { words_of_clause };
    let start = clause.len() - skip_number(clause).len();
    let mut found: Option<usize> = None;
    let mut before = ' ';
    for (at, char) in clause.char_indices() {
        if is_joined(char) || !before.is_alphanumeric() || at == start {
            let candidates = by_first.get(&char).into_iter().flatten().copied();
            let mut earlier = candidates.take_while(|&word| found.is_none_or(|found| word < found));
            found = earlier
                .find(|&word| fits(&words[word], &clause[at..], at == start || at == 0))
                .or(found);
        }
        before = char;
    }
    found.map(|word| &words[word])
}

/// Whether a word is at the beginning of a text and in its place. `is_first`:
/// the text begins the clause.
fn fits(word: &Word, text: &str, is_first: bool) -> bool {
    let Some(rest) = text.strip_prefix(word.phrase) else { return false };
    let is_east_asian = is_joined(first_char(word.phrase));
    let is_complete = is_east_asian || !rest.starts_with(char::is_alphabetic);
    match word.place {
        Place::Whole => is_first && rest.is_empty(),
        Place::Heading => is_first && is_complete && is_number(rest, is_east_asian),
        Place::Begins => is_first && is_complete,
        Place::Ends => rest.is_empty(),
        Place::Anywhere => is_complete,
    }
}

/// Whether words are written without spaces, or are joined with particles:
/// Chinese characters, kana and hangul.
fn is_joined(char: char) -> bool {
    matches!(char, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
}

/// Signs that stand for a word.
fn is_tick(char: char) -> bool {
    "✓✔✅√×✗✘❌✕✖".contains(char)
}

fn is_digit(char: char) -> bool {
    char.is_numeric() || "一二三四五六七八九十".contains(char)
}

/// Whether a text behind a heading is its number or letter, or nothing. Behind an
/// East Asian heading and a space, any text may follow.
fn is_number(text: &str, is_east_asian: bool) -> bool {
    let text = if is_east_asian { text.split(' ').next().unwrap_or_default() } else { text.trim() };
    let mut letters = text.chars().filter(|&char| !is_digit(char) && !"#- ".contains(char));
    let is_roman = text.chars().all(|char| "ivx".contains(char));
    is_roman
        || letters.next().is_none_or(|letter| letter.is_ascii_lowercase())
            && letters.next().is_none()
}

/// The text behind the name and number of a diagram, or behind a player's numbered move, or else the whole text.
fn skip_number(text: &str) -> &str {
    let mut labels = DIAGRAMS.iter().chain(PLAYERS.iter().copied().flatten());
    let label = labels.find_map(|label| text.strip_prefix(label));
    let numbered = label.unwrap_or(text).trim_start();
    let rest = numbered.trim_start_matches(is_digit);
    if rest.len() == numbered.len() {
        return text;
    }
    let rest = rest.trim_start_matches(['図', '图', '圖']);
    rest.trim_start_matches(|char: char| !char.is_alphanumeric())
}

/// The words of GoProblems in comments.
pub(super) const TOKENS: [&str; 4] = ["RIGHT", "CHOICE", "FORCE", "NOTTHIS"];

/// Finds a word of GoProblems; returns its byte offset. It is no part of a word in capitals, but people leave
/// out spaces: `CHOICERIGHTSeki`, `deadRIGHT`, `黑活RIGHT`. It is none behind "not", nor behind another word where all
/// are in capitals: `THE RIGHT MOVE IS A`.
pub(super) fn find_token(text: &str, token: &str) -> Option<usize> {
    let is_part = |char: char| char.is_ascii_uppercase() || char.is_numeric();
    let is_shouted = !text.contains(char::is_lowercase);
    let is_in_sentence = |before: &str| {
        let word = before.trim_end().rsplit(|char: char| !char.is_alphabetic()).next();
        let word = word.filter(|word| !word.is_empty() && before.ends_with(char::is_whitespace));
        word.is_some_and(|word| {
            word.eq_ignore_ascii_case("not") || is_shouted && !TOKENS.contains(&word)
        })
    };
    text.match_indices(token).map(|(at, _)| at).find(|&at| {
        let (before, behind) = (&text[..at], &text[at + token.len()..]);
        let mut next = behind.chars();
        let is_capitalized = next.next().is_some_and(char::is_uppercase)
            && next.next().is_some_and(char::is_lowercase);
        (TOKENS.iter().any(|other| before.ends_with(other)) || !before.ends_with(is_part))
            && !is_in_sentence(before)
            && (is_capitalized
                || TOKENS.iter().any(|other| behind.starts_with(other))
                || !behind.starts_with(|char: char| is_part(char) || char.is_lowercase()))
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const LANGUAGES: [&str; 8] = ["en", "fr", "de", "es", "ru", "ja", "zh", "ko"];
    const SOURCES: [&str; 4] = ["books", "Go Game Guru", "101weiqi", "usage"];

    #[test]
    fn each_row_decides_its_example() {
        static ALL: [u8; TABLE.len()] = keep_columns(TABLE, 6);
        let table: Vec<Vec<&str>> = rows(&ALL).map(Iterator::collect).collect();
        assert_eq!(table.len(), WORDS.words.len());
        let mut mistakes = Vec::new();
        for (row, word) in table.iter().zip(&WORDS.words) {
            let [_, _, phrase, languages, source, example] = row[..] else { panic!("{row:?}") };
            assert!(languages.split(", ").all(|one| LANGUAGES.contains(&one)), "{row:?}");
            assert!(SOURCES.contains(&source), "{row:?}");
            let decided = decide(example);
            if !decided.is_some_and(|decided| std::ptr::eq(decided, word)) {
                mistakes.push(format!("{example}: {decided:?} instead of {phrase}"));
            }
        }
        assert!(mistakes.is_empty(), "{mistakes:#?}");
    }

    /// The row of the first phrase that fits a clause of a comment.
    fn decide(comment: &str) -> Option<&'static Word> {
        let decide = |(clause, stop): (String, Stop)| {
            find_in_clause(&clause).filter(|_| stop != Stop::Question)
        };
        clauses(comment).find_map(decide)
    }

    fn check(statement: Option<Statement>, comments: &[&str]) {
        let is_other = |comment: &&&str| find_statement(comment) != statement;
        let others: Vec<_> = comments.iter().filter(is_other).collect();
        assert!(others.is_empty(), "not {statement:?}: {others:#?}");
    }

    #[test]
    fn comments_that_mean_right() {
        check(
            Some(Statement::Right),
            &[
                "Correct!",
                "✓ Correct",
                "✅ 正确",
                "Correct - black lives",
                "correct answer",
                "RIGHT",
                "Good. That's right",
                "【正解】",
                "Diag. 3 - Correct",
                "Diagram 2: Correct",
                "Figure 12 Correct",
                "1-Correct",
                "(Correct)",
                "Diagram 4 (correct)",
                "Correct variation",
                "Variation 1: Correct",
                "White resists. Black 5 is correct.",
                "If White captures, Black connects. Correct.",
                "Correct, but White should play the main variation.",
                "Correct\nblack lives",
                "That’s the correct answer!",
                "Solution 2b",
                "Solution IV",
                "正解1",
                "正解图 1",
                "正解变化",
                "図1 正解",
                "第3図　正解",
                "图二：正解",
                "正解図：黒生き",
                "정답 1",
                "Diagramme 1 – Correct",
                "Abb. 4: Richtig",
                "Диаграмма 2. Верно",
            ],
        );
    }

    #[test]
    fn comments_that_mean_wrong() {
        check(
            Some(Statement::Wrong),
            &[
                "✗ Wrong",
                "❌ 失败",
                "Ko is not the correct answer.",
                "Ko is not the\ncorrect answer.",
                "This isn't correct",
                "This isn’t correct",
                "NOT CORRECT",
                "That can't be right",
                "That cannot be right",
                "It is not quite the correct answer, but not correct anyway",
                "Diag. 1 - Failure",
                "Variation 2 - Failure",
                "(Failure diagram)",
                "失败 2",
                "图3失败",
                "第2図　失敗",
                "黑棋失败。",
                "这样下不正确",
                "これは正解じゃないです",
                "残念、不正解！",
                "Ce n’est pas correct",
                "CE N'EST PAS LA BONNE RÉPONSE",
                "ÉCHEC",
                "Leider nicht richtig.",
                "NO ES CORRECTO",
                "Неверно.",
                "К сожалению, не правильно",
                "안타깝지만 정답이 아닙니다",
            ],
        );
    }

    #[test]
    fn comments_that_mean_a_variation() {
        check(
            Some(Statement::Variation),
            &[
                "变化3",
                "變化圖",
                "変化図 2",
                "变化 白2若挡",
                "Variation",
                "Diagram 5: Variation",
                "VARIANTE 2",
                "变化1，白2失败",
                "Variation 3: White 2 is wrong",
            ],
        );
    }

    #[test]
    fn comments_that_mean_nothing() {
        check(
            None,
            &[
                "",
                "...",
                "Black to play",
                "The stones on the right side",
                "Right side: the corner",
                "to the\nright",
                "on White's right",
                "White answers on the left, not on the right",
                "Do not play there right away",
                "Can you find the correct move?",
                "Can you find the correct move",
                "Find the correct answer.",
                "Is this correct?",
                "Is White 2 correct?",
                "Correct?",
                "正解？",
                "是正解吗？",
                "corrected by the editor",
                "Correctly played, but too late",
                "incorrectly",
                "a wrongly placed stone",
                "Failure to connect is fatal.",
                "White's resistance fails",
                "This is also possible, but Black can do better.",
                "It's a ko, but Black can do better.",
                "If White 2 at a, then Black 3 is correct.",
                "Many variations are possible",
                "The variations: White has three",
                "White has no solution to this",
                "黑地虽然和正解一样，但白增加4目。",
                "白は正解より2目多い",
                "正解と同じ",
                "正解は3の三",
                "黒地は正解と同じだが白が4目増える",
                "变化很多",
                "白的变化如下",
                "否则失败",
                "石の形が変化する",
                "C'est la variante la plus longue",
                "Die Variante führt zu Ko",
                "Этот вариант длиннее",
                "흑이 정답을 찾는다",
                "변화가 많다",
                "справа",
                "верность",
                "solutions are many",
                "Solution for White",
                "The solution of White is to live",
            ],
        );
    }

    #[test]
    fn comments_that_no_answer_is_known() {
        check(
            Some(Statement::Unsolved),
            &[
                "No correct solution on file",
                "No correct solution on file.",
                "無解",
                "Unsolved!",
                "正解なし",
            ],
        );
    }

    #[test]
    fn the_failure_of_the_opponent_says_nothing() {
        let says = |solver, text| find_statement_for(Some(solver), text);
        assert_eq!(says(Color::Black, "白失败了，黑活"), None);
        assert_eq!(says(Color::White, "白失败了，黑活"), Some(Statement::Wrong));
        assert_eq!(says(Color::Black, "黒失敗"), Some(Statement::Wrong));
        assert_eq!(says(Color::White, "黒失敗"), None);
        assert_eq!(says(Color::Black, "白1时黑失败"), Some(Statement::Wrong));
        assert_eq!(says(Color::Black, "失败"), Some(Statement::Wrong));
        for text in [
            "White tries to live, but it fails.",
            "White's move is wrong",
            "Failure for White",
            "White fails.",
            "백의 실패",
            "Blanc se trompe, mais c'est une erreur",
            "Белые ошиблись, но это ошибка",
            "白扳，但失败",
        ] {
            assert_eq!(says(Color::Black, text), None, "{text}");
            assert_eq!(says(Color::White, text), Some(Statement::Wrong), "{text}");
        }
        for (player, opponent, text) in [
            (Color::Black, Color::White, "Black 1 is correct."),
            (Color::Black, Color::White, "Black 3 is also right"),
            (Color::White, Color::Black, "White 1 is the right move!"),
            (Color::Black, Color::White, "黑1是正解"),
            (Color::Black, Color::White, "黑1正解，白2如挡，黑3扳"),
            (Color::Black, Color::White, "黑①正解"),
            (Color::White, Color::Black, "白1 성공"),
            (Color::Black, Color::White, "Black 1 correct!"),
            (Color::White, Color::Black, "白２が正解です。"),
            (Color::White, Color::Black, "Schwarz stirbt. Weiß 1 ist richtig."),
        ] {
            assert_eq!(says(player, text), Some(Statement::Right), "{text}");
            assert_eq!(says(opponent, text), None, "{text}");
        }
        for text in ["黑1正解是A", "黑1的正解", "Black 3 if correct", "黑1正解吗？"] {
            assert_eq!(says(Color::Black, text), None, "{text}");
        }
        // What is right for nobody's move, or for both.
        for text in [
            "Correct.",
            "That is right!",
            "对！",
            "White's death is correct",
            "白死是正解",
            "White dies, correct.",
            "White 2 fails. Correct.",
            "White 2 against Black 3 is correct",
            "正解 白死",
            "Correct captures White",
        ] {
            assert_eq!(says(Color::Black, text), Some(Statement::Right), "{text}");
        }
        assert_eq!(says(Color::Black, "White lives, wrong."), Some(Statement::Wrong));
        assert_eq!(says(Color::Black, "White lives. But it fails."), Some(Statement::Wrong));
        assert_eq!(says(Color::Black, "白活，失败"), Some(Statement::Wrong));
    }

    #[test]
    fn a_token_is_no_part_of_a_word_in_capitals() {
        let right = |text| find_token(text, "RIGHT");
        assert_eq!(right("well: RIGHT."), Some(6));
        assert_eq!(right("RIGHTS or RIGHT"), Some(10));
        assert_eq!(right("CHOICERIGHTSeki"), Some(6));
        assert_eq!(right("RIGHTFORCE"), Some(0));
        assert_eq!(right("deadRIGHT"), Some(4));
        assert_eq!(right("黑活RIGHT白死"), Some(6));
        for text in ["BRIGHT RIGHTS right", "RIGHTS", "RIGHT1", "UPRIGHT", "RIGHTeous", "RIGHTEOUS"]
        {
            assert_eq!(right(text), None, "{text}");
        }
        assert_eq!(find_token("CHOICERIGHTSeki", "CHOICE"), Some(0));
        for text in ["not RIGHT here", "WRONG. THE RIGHT MOVE IS A", "NOT RIGHT", "IS THIS RIGHT?"]
        {
            assert_eq!(right(text), None, "{text}");
        }
        assert_eq!(right("CHOICE RIGHT"), Some(7));
        assert_eq!(right("WHITE DIES. RIGHT"), Some(12));
        assert_eq!(right("白死 - RIGHT"), Some(9));
        assert_eq!(right("White is dead RIGHT"), Some(14));
    }

    proptest! {
        #[test]
        fn any_comment_can_be_read(pieces in prop::collection::vec(prop::sample::select(vec![
            "correct", "not ", "n't", "can", "'", "’", "İ", "ǅ", "ß", "正解", "では", "ない", "1", "第", "図", "-", " ",
            "\n", "?", "。", "diag", "変化", "정답", "верно", "не",
        ]), 0..20)) {
            find_statement(&pieces.concat());
        }
    }
}
