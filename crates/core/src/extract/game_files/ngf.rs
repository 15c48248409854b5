//! NGF, the format of the servers CyberOro and wBaduk.
//!
//! ```text
//! Oro2000 Promotional Match
//! 19
//! ann        3D
//! bob        3D*
//! www.example.org
//! 0
//! 0
//! 6
//! 20060928 [08:59]
//! 15
//! White loses on time
//! 247
//! PMABBREER
//! PMACWEQQE
//! ```
//!
//! | line | SGF |
//! |---|---|
//! | 1, the program and the kind of game | EV |
//! | 2 | SZ |
//! | 3, 4: name and rank | PW and WR, PB and BR |
//! | 5 | PC |
//! | 6 | HA, AB |
//! | 8; in an even game, half a point more than this whole number | KM |
//! | 9 | DT |
//! | 11 | RE |
//! | `PM`, two letters of the number, the color, column and row from `B`, both again | B, W; `AA` is taken for a pass |

use super::facts::{Facts, format_date, normalize_rank};
use super::text::GameText;
use crate::Color;
use crate::sgf::Charset;

/// The charsets that a file usually has, the likelier one first: the server is Korean, and of six Chinese
/// characters hardly ever all happen to be Hangul.
pub(super) fn usual_charsets(bytes: &[u8]) -> [Charset; 2] {
    let text = Charset::EUC_KR.decode(bytes);
    let others: Vec<char> = text.chars().filter(|char| !char.is_ascii()).collect();
    let is_hangul = |char: &char| matches!(char, '\u{ac00}'..='\u{d7a3}');
    match others.len() >= 6 && others.iter().all(is_hangul) {
        true => [Charset::EUC_KR, Charset::GB18030],
        false => [Charset::GB18030, Charset::EUC_KR],
    }
}

pub(super) fn read(text: &GameText<'_>, facts: &mut Facts) {
    let is_move = |line: &str| line.starts_with("PM") && line.len() > 4;
    let header: Vec<(usize, String)> =
        text.lines().take_while(|(_, line)| !is_move(line)).take(12).collect();
    let line = |number: usize| {
        header.get(number - 1).map_or((0, ""), |(offset, line)| (*offset, line.as_str()))
    };
    let (offset, size) = line(2);
    if !size.is_empty() && size.bytes().all(|byte| byte.is_ascii_digit()) {
        facts.set_size(size, offset);
    }
    for (number, player, rank) in [(3, "PW", "WR"), (4, "PB", "BR")] {
        let (offset, text) = line(number);
        let (name, of_rank) = match text.rsplit_once(char::is_whitespace) {
            Some((name, last)) => (name, normalize_rank(last)),
            None => (text, None),
        };
        facts.set(player, if of_rank.is_some() { name } else { text }, offset);
        facts.set(rank, &of_rank.unwrap_or_default(), offset);
    }
    for (number, property) in [(1, "EV"), (5, "PC")] {
        let (offset, text) = line(number);
        facts.set(property, text, offset);
    }
    let (offset, handicap) = line(6);
    facts.set_handicap(handicap, offset);
    let (offset, komi) = line(8);
    let is_whole = !komi.is_empty() && komi.bytes().all(|byte| byte.is_ascii_digit());
    let half = if is_whole && handicap.trim() == "0" { ".5" } else { "" };
    facts.set("KM", &format!("{komi}{half}"), offset);
    let (offset, date) = line(9);
    let day = date.get(..8).filter(|day| day.bytes().all(|byte| byte.is_ascii_digit()));
    let date = day.map(|day| format!("{}-{}-{}", &day[..4], &day[4..6], &day[6..]));
    facts.set("DT", &format_date(&date.unwrap_or_default()), offset);
    let (offset, result) = line(11);
    facts.set("RE", &read_result(result), offset);
    for (offset, line) in text.lines() {
        match read_move(&line) {
            Some((color, (0, 0))) => facts.pass(color, offset),
            Some((color, (col, row))) => {
                facts.play(color, Some((col - 1, row - 1)), (offset, &line));
            }
            // A line that was cut, or is damaged.
            None if is_move(&line) => facts.play(facts.turn(), None, (offset, &line)),
            None => {}
        }
    }
}

/// The color of a move, with its column and row from 1; 0 for the letter `A`.
pub(super) fn read_move(line: &str) -> Option<(Color, (i64, i64))> {
    let [b'P', b'M', number @ .., color, col, row] = line.as_bytes().get(..7)? else { return None };
    let color = match color {
        b'B' => Color::Black,
        b'W' => Color::White,
        _ => return None,
    };
    let letters = line.as_bytes()[5..].iter().chain(number);
    let is_move = letters.clone().all(u8::is_ascii_uppercase);
    is_move.then(|| (color, (i64::from(col - b'A'), i64::from(row - b'A'))))
}

/// RE of a sentence in English, such as `Black wins by 16.5 points! >> White(66):Black(89)`; any other
/// result as it is, and nothing for a game that goes on.
fn read_result(text: &str) -> String {
    let lower = text.to_lowercase();
    let has = |words: [&str; 2]| words.iter().any(|words| lower.contains(words));
    let winner = match (has(["white win", "black lose"]), has(["black win", "white lose"])) {
        (true, false) => 'W',
        (false, true) => 'B',
        _ if lower.contains("progressing") => return String::new(),
        _ => return text.to_owned(),
    };
    let is_number = |word: &&str| word.starts_with(|char: char| char.is_ascii_digit());
    let margin = match () {
        () if lower.contains("resi") => "R",
        () if lower.contains("time") => "T",
        () => lower.split_whitespace().find(is_number).unwrap_or_default().trim_end_matches('!'),
    };
    format!("{winner}+{margin}")
}
