//! UGF, the format of the server PandaNet.
//!
//! ```text
//! [Header]
//! Lang=SJIS
//! Title=26th,Cup,Final
//! Date=2001/08/20,09:00:00,2001/08/20,00:00:00
//! Rule=JPN
//! Size=19
//! Hdcp=0,5.50
//! Winner=B,1.5
//! CoordinateType=IGS
//! PlayerW=Ann,3-dan,0,
//! [Data]
//! PP,B1,1,0
//! YA,W1,2,0
//! ```
//!
//! | part | SGF |
//! |---|---|
//! | `PlayerB`, else `BMemb1`, and `PlayerB2`, `BMemb2`; likewise White | PB, BR |
//! | `Title`, `Place`, `Date`, `Size` | EV, PC, DT, SZ |
//! | `Rule` or `Rules`; `Hdcp`: handicap and komi; `Winner` | RU; HA and KM; RE |
//! | `Comment`, `Commentator`, `Writer`, `Copyright` | GC, AN, US, CP |
//! | a line of `[Data]`: point, color, number of the move | B, W; AB, AW if the number is 0 |
//!
//! Rows are counted from below if `CoordinateType` is `IGS`. A column `Y` or `Z` beyond the board is a
//! pass. The comments and figures in other sections, and the times, are left out.

use std::collections::HashMap;

use super::facts::{Facts, format_date, normalize_rank};
use super::text::GameText;
use crate::Color;

type Header = HashMap<String, (usize, String)>;

/// # Errors
/// If the file is encrypted.
pub(super) fn read(text: &GameText<'_>, facts: &mut Facts) -> Result<(), String> {
    let (mut section, mut header, mut data) = (String::new(), Header::new(), Vec::new());
    for (offset, line) in text.lines() {
        if line.starts_with('[') && line.ends_with(']') {
            section = line.to_lowercase();
        } else if section == "[header]" {
            if let Some((name, value)) = line.split_once('=') {
                let value = (offset, value.trim().to_owned());
                header.entry(name.trim().to_lowercase()).or_insert(value);
            }
        } else if section == "[data]" && !line.is_empty() && !line.starts_with('.') {
            data.push((offset, line));
        }
    }
    let secret = |(_, value): &(usize, String)| {
        value.split(',').nth(1).is_some_and(|kind| kind != "PLAIN_UGF_FILE")
    };
    if header.get("crypt").is_some_and(secret) {
        return Err("the file is encrypted".to_owned());
    }
    set_properties(&header, facts);
    let is_from_below = header.get("coordinatetype").is_some_and(|(_, kind)| kind == "IGS");
    for (offset, line) in data {
        read_move((offset, &line), is_from_below, facts);
    }
    Ok(())
}

fn set_properties(header: &Header, facts: &mut Facts) {
    let value = |name: &str| header.get(name).map_or((0, ""), |(at, text)| (*at, text.as_str()));
    let fields = |name: &str| {
        let (offset, text) = value(name);
        let mut fields = text.split(',').map(str::trim);
        (offset, [0; 4].map(|_| fields.next().unwrap_or_default()))
    };
    let (offset, size) = value("size");
    if !size.is_empty() {
        facts.set_size(size, offset);
    }
    for (letter, player, rank) in [('b', "PB", "BR"), ('w', "PW", "WR")] {
        let member = |named: String, other: String| {
            let found = fields(&named);
            if found.1[0].is_empty() { fields(&other) } else { found }
        };
        let (offset, first) = member(format!("player{letter}"), format!("{letter}memb1"));
        let (_, second) = member(format!("player{letter}2"), format!("{letter}memb2"));
        let names = if second[0].is_empty() { "" } else { " & " };
        facts.set(player, &[first[0], names, second[0]].concat(), offset);
        facts.set(rank, &normalize_rank(first[1]).unwrap_or(first[1].to_owned()), offset);
    }
    let (offset, title) = value("title");
    let parts: Vec<&str> =
        title.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
    facts.set("EV", &parts.join(", "), offset);
    let (offset, [first, _, last, _]) = fields("date");
    let (first, last) = (format_date(first), format_date(last));
    let dates = if first.is_empty() || last.is_empty() || first == last {
        [&*first, if first.is_empty() { &last } else { "" }].concat()
    } else {
        format!("{first},{last}")
    };
    facts.set("DT", &dates, offset);
    let (offset, [handicap, ..]) = fields("hdcp");
    if handicap != "0" {
        facts.set("HA", handicap, offset);
    }
    let komi = value("hdcp").1.split_once(',').map_or("", |(_, komi)| komi);
    facts.set("KM", komi, offset);
    let (offset, [winner, margin, ..]) = fields("winner");
    facts.set("RE", &name_result(winner, margin), offset);
    for name in ["rule", "rules"] {
        let (offset, rules) = value(name);
        let known = [("JPN", "Japanese"), ("CHN", "Chinese"), ("CH", "Chinese")];
        let known = known.iter().find(|(code, _)| *code == rules);
        facts.set("RU", known.map_or(rules, |(_, name)| name), offset);
    }
    for (name, property) in [
        ("place", "PC"),
        ("comment", "GC"),
        ("commentator", "AN"),
        ("writer", "US"),
        ("copyright", "CP"),
    ] {
        let (offset, text) = value(name);
        facts.set(property, text, offset);
    }
}

/// RE of the two parts of `Winner`.
fn name_result(winner: &str, margin: &str) -> String {
    match winner {
        "B" | "W" => match margin.chars().next() {
            Some('C' | 'c') => format!("{winner}+R"),
            Some('F') => format!("{winner}+F"),
            _ => format!("{winner}+{margin}"),
        },
        "D" => "Draw".to_owned(),
        "N" | "N1" => "Void".to_owned(),
        "O" => "Both lost".to_owned(),
        "" | "A" | "E" | "P" => String::new(),
        other => [other, ",", margin].concat(),
    }
}

fn read_move((offset, line): (usize, &str), is_from_below: bool, facts: &mut Facts) {
    let mut fields = line.split(',').map(str::trim);
    let mut next = || fields.next().unwrap_or_default();
    let (point, player, number) = (next(), next(), next());
    let color = match player.bytes().next() {
        Some(b'B') => Some(Color::Black),
        Some(b'W') => Some(Color::White),
        // A move of the server, such as the pass `YZ,MK,278,0`.
        Some(b'M') => Some(facts.turn()),
        _ => None,
    };
    let Some(color) = color else { return facts.play(facts.turn(), None, (offset, line)) };
    let size = facts.board();
    let at = match point.as_bytes() {
        [col, row] if col.is_ascii_uppercase() && row.is_ascii_uppercase() => {
            let (col, row) = (i64::from(col - b'A'), i64::from(row - b'A'));
            if col >= 24 && col >= i64::from(size.cols()) {
                return facts.pass(color, offset);
            }
            Some((col, if is_from_below { i64::from(size.rows()) - 1 - row } else { row }))
        }
        _ => None,
    };
    if number == "0" && !facts.has_moves() {
        facts.set_up(color, at, line);
    } else {
        facts.play(color, at, (offset, line));
    }
}
