//! GIB, the format of the server Tygem.
//!
//! ```text
//! \HS
//! \[GAMEBLACKNAME=ann (3D)\]
//! \[GAMEINFOMAIN=GRLT:0,ZIPSU:75,GONGJE:65,\]
//! \[GAMETAG=S0,G65,W0,Z75,C2009:04:26:23:15,\]
//! \HE
//! \GS
//! INI 0 1 0 &4
//! STO 0 2 1 15 3
//! ```
//!
//! | tag | SGF |
//! |---|---|
//! | `GAMEBLACKNAME`, else `GAMEBLACKNICK` and `GAMEBLACKLEVEL`, else `BID` and `BLV` of `BUSERINFO`; likewise White | PB, BR |
//! | `LINE` of `GAMEINFOMAIN` | SZ |
//! | `GRLT` and `ZIPSU` (tenths of a point) of `GAMEINFOMAIN`, else `W` and `Z` of `GAMETAG`, else `GAMERESULT` | RE |
//! | `GONGJE` (tenths), else `G`, else `GAMEGONGJE` | KM |
//! | `C` of `GAMETAG`, else `GDATE` of `GAMEINFOSUB`, else `GAMEDATE` | DT |
//! | `GAMENAME`, `GAMEPLACE` | GN, PC |
//! | the third number of `INI` | HA, AB |
//! | `STO`: a 0, the number of the move, 1 for Black, column and row from 0 | B, W |
//! | `SKI` | a pass |
//!
//! The game ends with `\GE`; the diagrams of a commentary behind it are not read.

use std::collections::HashMap;

use super::facts::{Facts, format_date, normalize_rank};
use super::text::{GameText, find_value};
use crate::Color;
use crate::sgf::Charset;

/// The charsets that a file usually has, the likelier one first.
pub(super) fn usual_charsets(bytes: &[u8]) -> [Charset; 2] {
    match find_value(bytes, "[GIBOKIND=") {
        Some(b"China") => [Charset::GB18030, Charset::EUC_KR],
        Some(b"Japan") => [Charset::SHIFT_JIS, Charset::EUC_KR],
        _ => [Charset::EUC_KR, Charset::GB18030],
    }
}

pub(super) fn read(text: &GameText<'_>, facts: &mut Facts) {
    let mut tags: HashMap<String, (usize, String)> = HashMap::new();
    for (offset, line) in text.lines() {
        let mut words = line.split_whitespace();
        if let Some(tag) = line.strip_prefix(r"\[") {
            let tag = tag.strip_suffix(r"\]").unwrap_or(tag);
            if let Some((name, value)) = tag.split_once('=') {
                let name = name.strip_prefix("GAME").unwrap_or(name);
                if let Some(lines) = number(value, "LINE:").filter(|_| name == "INFOMAIN") {
                    facts.set_size(lines, offset);
                }
                tags.entry(name.to_owned()).or_insert_with(|| (offset, value.trim().to_owned()));
            }
            continue;
        }
        match words.next() {
            // Behind the game, diagrams of a commentary play it again with other moves.
            Some(r"\GE") => break,
            Some("SKI") => facts.pass(facts.turn(), offset),
            Some("INI") => facts.set_handicap(words.nth(2).unwrap_or_default(), offset),
            Some("STO") => {
                let color = if words.nth(2) == Some("1") { Color::Black } else { Color::White };
                let mut number = || words.next()?.parse().ok();
                let at = number().zip(number());
                facts.play(color, at, (offset, &line));
            }
            _ => {}
        }
    }
    set_properties(&tags, facts);
}

fn set_properties(tags: &HashMap<String, (usize, String)>, facts: &mut Facts) {
    let tag =
        |name: &str| tags.get(name).map_or((0, ""), |(offset, text)| (*offset, text.as_str()));
    for (color, player, rank, letter) in [("BLACK", "PB", "BR", 'B'), ("WHITE", "PW", "WR", 'W')] {
        let of = |what: &str| tag(&format!("{color}{what}"));
        let (offset, text) = of("NAME");
        let (name, in_brackets) = split_name(text);
        facts.set(player, name, offset);
        facts.set(rank, &normalize_rank(in_brackets).unwrap_or_default(), offset);
        let (offset, text) = of("NICK");
        facts.set(player, text, offset);
        let (offset, text) = of("LEVEL");
        facts.set(rank, &name_level(text).unwrap_or_default(), offset);
        let (offset, list) = tag(&format!("{letter}USERINFO"));
        facts.set(player, item(list, &format!("{letter}ID:")).unwrap_or_default(), offset);
        let level = number(list, &format!("{letter}LV:")).and_then(name_level);
        facts.set(rank, &level.unwrap_or_default(), offset);
    }
    let (main, short) = (tag("INFOMAIN"), tag("TAG"));
    for ((offset, list), winner, points, komi) in
        [(main, "GRLT:", "ZIPSU:", "GONGJE:"), (short, "W", "Z", "G")]
    {
        if let Some(result) = number(list, winner) {
            facts.set("RE", &name_result(result, number(list, points)), offset);
        }
        facts.set("KM", &number(list, komi).map(tenths).unwrap_or_default(), offset);
    }
    let other = tag("INFOSUB");
    for ((offset, list), date) in [(short, "C"), (other, "GDATE:")] {
        facts.set("DT", &format_date(item(list, date).unwrap_or_default()), offset);
    }
    let (offset, text) = tag("DATE");
    facts.set("DT", &format_date(text), offset);
    let (offset, text) = tag("GONGJE");
    facts.set("KM", &digits(text).map(tenths).unwrap_or_default(), offset);
    for (name, property) in [("RESULT", "RE"), ("NAME", "GN"), ("PLACE", "PC")] {
        let (offset, text) = tag(name);
        facts.set(property, text, offset);
    }
}

/// The name and the rank of `ann (3D)`; the text alone if there is no rank in brackets.
fn split_name(text: &str) -> (&str, &str) {
    let split = text.strip_suffix(')').and_then(|text| text.rsplit_once('('));
    let has_rank =
        |(name, rank): &(&str, &str)| !name.trim().is_empty() && normalize_rank(rank).is_some();
    split.filter(has_rank).unwrap_or((text, ""))
}

/// The rank of a level: 17 is 1k, 18 is 1d, 27 is 1p.
fn name_level(text: &str) -> Option<String> {
    let level: u8 = text.parse().ok()?;
    Some(match level {
        0..=17 => format!("{}k", 18 - level),
        18..=26 => format!("{}d", level - 17),
        27..=35 => format!("{}p", level - 26),
        _ => return None,
    })
}

/// The value of an item such as `GDATE:2026-07-30` or `C2026:07:30` in a list.
fn item<'a>(list: &'a str, key: &str) -> Option<&'a str> {
    list.split(',').find_map(|item| item.trim().strip_prefix(key))
}

/// The number of an item such as `GRLT:3` or `W3` in a list.
fn number<'a>(list: &'a str, key: &str) -> Option<&'a str> {
    list.split(',').find_map(|item| digits(item.trim().strip_prefix(key)?))
}

fn digits(text: &str) -> Option<&str> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some(text)
}

/// RE of a code; empty for an unknown one.
fn name_result(code: &str, points: Option<&str>) -> String {
    let points = points.filter(|points| points.bytes().any(|digit| digit != b'0'));
    match code {
        "0" => format!("B+{}", points.map(tenths).unwrap_or_default()),
        "1" => format!("W+{}", points.map(tenths).unwrap_or_default()),
        "3" => "B+R".to_owned(),
        "4" => "W+R".to_owned(),
        "7" => "B+T".to_owned(),
        "8" => "W+T".to_owned(),
        _ => String::new(),
    }
}

/// A number of tenths as a decimal number, whatever its length.
fn tenths(digits: &str) -> String {
    let (whole, tenth) = digits.split_at(digits.len() - 1);
    let whole = whole.trim_start_matches('0');
    format!("{}.{tenth}", if whole.is_empty() { "0" } else { whole })
}
