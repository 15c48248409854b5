//! The game info properties of a root: players, event, date, result, komi.

use compact_str::CompactString;

use super::fault_list::FaultList;
use crate::model::{GameInfo, Winner};
use crate::sgf::Property;
use crate::{Fault, Rule};

/// The largest komi that is accepted, in hundredths of a point. Some programs
/// write KM\[375\] for 3¾ stones.
const MAX_KOMI: i32 = 10_000;

/// Reads the root. Reports a komi that is not a number, and text that is not in
/// its charset.
pub(super) fn read_game_info(root: &[Property<'_>], faults: &mut FaultList) -> GameInfo {
    let mut info = GameInfo::default();
    for property in root {
        let name = property.name();
        let text = || {
            let text = property.simple_text();
            Some(text.trim()).filter(|text| !text.is_empty()).map(CompactString::from)
        };
        let fault = |message| Fault { rule: Rule::GameFact, offset: property.offset, message };
        let field = match () {
            _ if name == *b"PB" => &mut info.black,
            _ if name == *b"PW" => &mut info.white,
            _ if name == *b"BR" => &mut info.black_rank,
            _ if name == *b"WR" => &mut info.white_rank,
            _ if name == *b"EV" => &mut info.event,
            _ if name == *b"GN" => &mut info.name,
            _ if name == *b"DT" => &mut info.date,
            _ if name == *b"RE" => &mut info.result,
            _ if name == *b"RU" => &mut info.rules,
            _ if name == *b"HA" => {
                info.handicap = property.simple_text().trim().parse().ok();
                continue;
            }
            _ if name == *b"KM" => {
                let text = property.simple_text();
                let text = text.trim();
                info.komi = komi(text);
                if info.komi.is_none() && !text.is_empty() {
                    let message = || format!("KM: `{}` is not a komi", text.escape_debug());
                    faults.report(|| fault(message()));
                }
                continue;
            }
            _ => continue,
        };
        *field = text();
        if field.as_ref().is_some_and(|text| text.contains(char::REPLACEMENT_CHARACTER)) {
            let charset = property.charset().name();
            let message = || format!("{name}: some bytes are not {charset}");
            faults.report(|| fault(message()));
        }
    }
    info.year = info.date.as_deref().and_then(year);
    info.winner = info.result.as_deref().map_or(Winner::Unknown, winner);
    info
}

/// A komi in hundredths of a point.
fn komi(text: &str) -> Option<i32> {
    let points = text.parse().or_else(|_| text.replace(',', ".").parse::<f64>()).ok()?;
    let hundredths = (points * 100.0).round();
    (hundredths.abs() <= f64::from(MAX_KOMI)).then_some(hundredths as i32)
}

/// The first run of exactly four digits.
pub(super) fn year(date: &str) -> Option<u16> {
    let runs = date.split(|char: char| !char.is_ascii_digit());
    runs.filter(|run| run.len() == 4).find_map(|run| run.parse().ok())
}

/// The winner, by the first letters of RE.
fn winner(result: &str) -> Winner {
    match result.trim().as_bytes() {
        [b'B' | b'b', b'+', ..] => Winner::Black,
        [b'W' | b'w', b'+', ..] => Winner::White,
        b"0" => Winner::Draw,
        other if other.eq_ignore_ascii_case(b"draw") || other.eq_ignore_ascii_case(b"jigo") => {
            Winner::Draw
        }
        _ => Winner::Unknown,
    }
}
