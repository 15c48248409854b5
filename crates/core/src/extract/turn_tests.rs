//! Tests of the phrases that name the side to move.

use proptest::prelude::*;

use super::turn::TurnWords;
use super::turn_phrases::{LANGUAGES, PHRASES, ROWS, words};
use super::turn_statement::{Statement, find_statements};
use crate::Color;

fn statements(text: &str) -> Vec<Statement<'_>> {
    let mut found = Vec::new();
    find_statements(text, |statement| found.push(statement));
    found
}

/// `B`, `W`, both for a contradiction, or nothing.
fn sides(text: &str) -> String {
    let mut words = TurnWords::default();
    words.read(text, 0);
    let name = |color: Color| words.phrase(color).map(|_| color.sgf_char());
    [Color::Black, Color::White].into_iter().filter_map(name).collect()
}

#[test]
fn each_row_decides_its_example() {
    let mut wrong = Vec::new();
    for (number, row) in PHRASES.iter().enumerate() {
        let found = statements(row.example);
        if found.iter().map(|found| found.row).ne([number]) {
            wrong.push((row.example, found));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    for language in LANGUAGES {
        assert!(PHRASES.iter().any(|row| row.language == language), "{language}");
        for kind in ["black", "white", "before", "with"] {
            assert!(!words(kind, language).contains(&""), "{language} {kind}");
            assert!(!words(kind, language).is_empty(), "{language} {kind}");
        }
    }
}

#[test]
fn each_row_has_a_kind_and_languages() {
    for row in ROWS.iter() {
        const WORDS: [&str; 6] = ["black", "white", "color", "verbs", "before", "with"];
        const KINDS: [&str; 3] = ["no-label", "no-label-end", "phrase"];
        assert!(WORDS.contains(&row.kind) || KINDS.contains(&row.kind), "{row:?}");
        let is_known = row.language.split(", ").all(|one| LANGUAGES.contains(&one));
        assert!(is_known || row.kind == "color", "{row:?}");
    }
}

#[test]
fn phrases_name_the_side_to_move() {
    let mut wrong = Vec::new();
    for (text, expected) in [
        // the issue
        ("How can Black force White to connect?", "B"),
        ("Do not allow White to live", ""),
        ("A problem from the book Black to the Future. White to play.", "W"),
        ("Noir joue", "B"),
        ("●先", "B"),
        ("○先", "W"),
        ("B to play", "B"),
        ("W to live", "W"),
        ("Black's turn", "B"),
        ("Can Black live?", "B"),
        // labels
        ("Problem 12: White to kill", "W"),
        ("12. Black to play", "B"),
        ("(3) White to play and win", "W"),
        ("Lv. 5 - Black to live", "B"),
        ("No. 7 White to move", "W"),
        ("Problem 12 Black to play", "B"),
        ("Life & Death: Black to kill", "B"),
        ("Tesuji (White to play)", "W"),
        ("1-12 黑先", "B"),
        ("第12题：白先", "W"),
        ("第12题黑先活", "B"),
        ("【第3題】黒先", "B"),
        ("問題１　白先", "W"),
        ("Elementary 白先", "W"),
        ("12、黑先", "B"),
        ("problem_12_black_to_play", "B"),
        ("white-to-kill", "W"),
        ("Life and death\nBlack to play", "B"),
        ("Black to play.\n\nhttp://example.com/", "B"),
        // spelling
        ("BLACK TO PLAY", "B"),
        ("“White to play”", "W"),
        ("«Trait aux Blancs»", "W"),
        ("Ｂｌａｃｋ　ｔｏ　ｐｌａｙ", "B"),
        ("It’s Black’s turn.", "B"),
        ("NOIR A JOUER", "B"),
        ("Noir a\u{300} jouer", "B"),
        ("ЧЁРНЫЕ НАЧИНАЮТ", "B"),
        ("WEIẞ AM ZUG", "W"),
        ("Black\nto play", "B"),
        ("⚫️先", "B"),
        // goals
        ("Black to capture B6 ('a')", "B"),
        ("Black to play. White to play elsewhere would be too easy.", "B"),
        ("White to move. Black to move would be too easy.", "W"),
        ("White is to play", "W"),
        ("How should White respond to the marked stone?", "W"),
        ("What is Black's best move?", "B"),
        ("黒先白死：Black to kill\n\nコウやセキは失敗：Kou and Seki are failures", "B"),
        ("黑先。中间这颗白子（F7）被黑棋包围了三面", "B"),
        ("黑先：把分裂着的黑子连络起来", "B"),
        ("黒先コウ", "B"),
        ("白先黒死", "W"),
        ("白先活", "W"),
        ("黑方先行", "B"),
        ("白方先", "W"),
        ("第9問は黒先黒生きの3手詰めです。", "B"),
        ("黒番です。3手で黒を2眼で生かしてください。", "B"),
        ("黒先、隅で生きる。", "B"),
        ("次は白番です", "W"),
        ("黑先殺白", "B"),
        ("黑先雙活題", "B"),
        ("黑先，角上做活。", "B"),
        ("흑선, 귀에서 살기.", "B"),
        ("※모든 문제는 흑이 둘 차례입니다.", "B"),
        ("Welcome to Go! Black to play", "B"),
        ("Which move should Black play?", "B"),
        ("Where should White cut?", "W"),
        ("How can Black prevent White from living?", "B"),
        ("White turn", "W"),
        ("Blacks turn.", "B"),
        ("Is White dead? Black to play.", "B"),
        ("Problem 5 (easy): White to live", "W"),
        ("Diagram 1 – Black to play.", "B"),
        ("Schwarz ist dran", "B"),
        ("Schwarz am Zuge", "B"),
        ("Trait : Blanc", "W"),
        ("Les Noirs au trait", "B"),
        ("Comment Noir vit-il ?", "B"),
        ("Negras primero", "B"),
        ("Es el turno de las blancas", "W"),
        ("Первыми ходят чёрные", "B"),
        ("Как белые могут выжить?", "W"),
        ("흑 선", "B"),
        ("흑선으로 백을 잡으시오", "B"),
        ("흑선 - 반격의 맥을 찾으세요", "B"),
        ("백선.", "W"),
        ("흑선백사", "B"),
        ("백 차례", "W"),
        ("Les Blancs jouent.", "W"),
        ("Noir joue        \r\n", "B"),
        ("Negras juegan.", "B"),
        ("Juegan blancas y ganan", "W"),
        ("Turno de blancas", "W"),
        ("Ход: белые", "W"),
        ("Schwarz beginnt", "B"),
        ("Weiß zieht und gewinnt", "W"),
        ("Find a way for\nWhite to live", "W"),
        // contradictions
        ("Black to play. White to play.", "BW"),
        ("a) Black to live. b) White to kill.", "BW"),
        ("黑先活。白先死。", "BW"),
    ] {
        if sides(text) != expected {
            wrong.push((text, expected, statements(text)));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn other_texts_say_nothing() {
    let mut wrong = Vec::new();
    for text in [
        "",
        "Black to the Future",
        "Black's stones are in trouble",
        "The black stones are in trouble",
        "White to live is not possible",
        "Black to kill White is not possible",
        "Black to play is wrong",
        "White to move would be too easy",
        "Can Black live if White plays first?",
        "If Black to play, the corner lives",
        "When it is White's turn",
        "How can Black be killed?",
        "How many ko threats can White make?",
        "Play A if you think White can be caught",
        "Do not allow\nWhite to live",
        "Look for a move, but do not allow \nWhite to live",
        "Try a move that may allow \nWhite to live",
        "How should you answer, without help,\nBlack to live being the aim",
        "White feels extreme and decides not to answer",
        "Black plays at A and lives",
        "White plays B, then Black connects",
        "Black moves \"A\" next",
        "White's move at C3 was a mistake",
        "White has just played",
        "Black first needs to connect",
        "Black and White to share the corner",
        "Black or White to play?",
        "White to be killed",
        "Is Black alive?",
        "Kill White",
        "Black has sente",
        "After White 1, Black to play",
        "Black to play lives",
        "Black's turn at the corner was wasted",
        "White lives.",
        "Defender good",
        "B. Toplay",
        "Blackout to play",
        "The game went: later, as everybody in the room knew, White to play",
        "blacktoplay",
        "Noir joue en A",
        "Noir joue et Blanc répond",
        "Noirs",
        "Noir à jouer est impossible",
        "Schwarz zieht nach A",
        "Schwarz ist tot",
        "Weiß am Zug wäre zu leicht",
        "Negro juega en A",
        "Juegan negras y blancas",
        "Blancas viven",
        "Ход чёрных в углу ошибочен",
        "Чёрные хорошо сыграли в углу",
        "黒番中押し勝ち",
        "黒先なら生き、白先なら死に",
        "黑先手便宜",
        "白先生",
        "白先勇的小说",
        "白先也活不了",
        "黑棋失败",
        "黑棋右上角小目",
        "白番6目半勝ち",
        "不是黑先",
        "黑先则活，白先则死",
        "白先活、黑先劫",
        "黑棋应该下在天元附近",
        "흑선수",
        "백선엽",
        "흑은 급소를 먼저 차지해야 합니다",
    ] {
        let found = statements(text);
        if !found.is_empty() {
            wrong.push((text, found));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_first_phrase_of_each_color_is_kept() {
    let mut words = TurnWords::default();
    words.read("Problem 3. Black  to\nlive. It is Black's turn.", 7);
    let phrase = words.phrase(Color::Black).unwrap();
    assert_eq!((phrase.text.as_str(), phrase.offset), ("Black  to\nlive", 7));
    assert_eq!(phrase.one_line(), "Black to live");
    assert_eq!((words.color(), words.conflict()), (Some(Color::Black), None));
    words.read("白先", 90);
    let conflict = words.conflict().unwrap();
    assert_eq!(conflict.message, "the text says both \"Black to live\" and \"白先\"");
    assert_eq!((words.color(), conflict.offset), (None, 90));
}

/// Texts of words that phrases are made of, and of anything else.
fn text() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        4 => prop::sample::select(&[
            "Black", "white", " to ", "play", "'s", "’s", "turn", " ", "\n", ".", ":", "黒", "白",
            "先", "番", "●", "흑", "선", "Noir", "à", "a\u{300}", "ß", "ё", "12", "İ", "\u{301}",
            "if", "?", "　", "Ｂ", "first", "$", "@",
        ][..]).prop_map(str::to_owned),
        2 => prop::sample::select(PHRASES.clone()).prop_map(|row| row.example.to_owned()),
        1 => any::<char>().prop_map(String::from),
        1 => ".{0,8}",
    ];
    prop::collection::vec(part, 0..12).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Nothing panics, and the phrases stand in the text, one behind the other.
    #[test]
    fn phrases_stand_in_the_text(text in text()) {
        let mut at = 0;
        for statement in statements(&text) {
            let found = text[at..].find(statement.phrase);
            prop_assert!(found.is_some() && !statement.phrase.is_empty());
            at += found.unwrap() + statement.phrase.len();
        }
    }
}
