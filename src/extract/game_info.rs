//! What the root of a game tree says of the game.

use compact_str::CompactString;

use super::faults::Faults;
use crate::model::{GameInfo, Winner};
use crate::sgf::Property;
use crate::{Fault, Rule};

/// The most that a komi can be, in hundredths of a point. Some programs write
/// KM\[375\] for three stones and three quarters.
const MOST_KOMI: i32 = 10_000;

/// Reads the root, and tells what in it is no fact.
pub(super) fn read(root: &[Property<'_>], faults: &mut Faults) -> GameInfo {
    let mut facts = GameInfo::default();
    for property in root {
        let name = property.name();
        let text = || {
            let text = property.simple_text();
            Some(text.trim()).filter(|text| !text.is_empty()).map(CompactString::from)
        };
        let fault = |message| Fault { rule: Rule::GameFact, offset: property.offset, message };
        let field = match () {
            _ if name == *b"PB" => &mut facts.black,
            _ if name == *b"PW" => &mut facts.white,
            _ if name == *b"BR" => &mut facts.black_rank,
            _ if name == *b"WR" => &mut facts.white_rank,
            _ if name == *b"EV" => &mut facts.event,
            _ if name == *b"GN" => &mut facts.name,
            _ if name == *b"DT" => &mut facts.date,
            _ if name == *b"RE" => &mut facts.result,
            _ if name == *b"RU" => &mut facts.rules,
            _ if name == *b"HA" => {
                facts.handicap = property.simple_text().trim().parse().ok();
                continue;
            }
            _ if name == *b"KM" => {
                let text = property.simple_text();
                let text = text.trim();
                facts.komi = komi(text);
                if facts.komi.is_none() && !text.is_empty() {
                    let message = || format!("KM: `{}` is no komi", text.escape_debug());
                    faults.tell(|| fault(message()));
                }
                continue;
            }
            _ => continue,
        };
        *field = text();
        if field.as_ref().is_some_and(|text| text.contains(char::REPLACEMENT_CHARACTER)) {
            let charset = property.charset().name();
            let message = || format!("{name}: not all of it is {charset}");
            faults.tell(|| fault(message()));
        }
    }
    facts.year = facts.date.as_deref().and_then(year);
    facts.winner = facts.result.as_deref().map_or(Winner::Unknown, winner);
    facts
}

/// A komi in hundredths of a point.
fn komi(text: &str) -> Option<i32> {
    let points = text.parse().or_else(|_| text.replace(',', ".").parse::<f64>()).ok()?;
    let hundredths = (points * 100.0).round();
    (hundredths.abs() <= f64::from(MOST_KOMI)).then_some(hundredths as i32)
}

/// The first number of four digits.
fn year(date: &str) -> Option<u16> {
    let runs = date.split(|char: char| !char.is_ascii_digit());
    runs.filter(|run| run.len() == 4).find_map(|run| run.parse().ok())
}

/// Who won, as SGF writes it.
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
