//! Games of online-go.com (OGS), as its dump has them: one object a line.
//!
//! | field | SGF |
//! |---|---|
//! | `game_id` | PC, the address of the game |
//! | `width`, `height` | SZ; 19 where missing |
//! | `players`: `username`, `rank` (30 is 1d, of a `professional` 37 is 1p) | PB, PW, BR, WR |
//! | `game_name`, `rules`, `komi`, `handicap` | GN, RU, KM, HA |
//! | `start_time`, in seconds since 1970 | DT |
//! | `winner`, `outcome` | RE; of an annulled game `Void` |
//! | `ranked`, `time_control.speed`, robots | EV: words behind `online-go.com` |
//! | `initial_state`: `black`, `white`, two letters a stone; `initial_player` | AB, AW, PL |
//! | `moves`: x, y, a time, a color | B and W in turn; −1 is a pass. A move with a color was set up: AB, AW, AE |
//! | `original_sgf` | the tree itself, which a person uploaded |
//!
//! Stones of a handicap are in `initial_state`; else, if White moves first, on the usual points; else
//! they are the first moves. Other fields are left out.
//!
//! Sources: online-go/goban, `src/engine`; djma/ogs-rank-analysis, `tools/jsonl_to_sgfs.py`;
//! honganhkhoa/Surround, `Surround/Data/TestData.swift`.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, SeqAccess, Visitor};
use serde_json::Value;

use super::values::syntax_fault;
use crate::extract::draft::Draft;
use crate::extract::handicap::{BOTTOM_RIGHT_THIRD, handicap_stones};
use crate::go::{Point, Size};
use crate::model::ServerTag;
use crate::sgf::value::{format_point, parse_size};
use crate::{Color, Fault, Rule};

/// A game of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerGame {
    /// The number of the game on the server.
    pub id: u64,
    /// A game tree.
    pub sgf: String,
}

#[derive(Deserialize)]
#[serde(expecting = "a game of online-go.com")]
struct OgsGame {
    game_id: Option<Value>,
    width: Option<Value>,
    height: Option<Value>,
    players: Option<Players>,
    black_player_id: Option<Value>,
    white_player_id: Option<Value>,
    game_name: Option<String>,
    rules: Option<String>,
    komi: Option<Value>,
    handicap: Option<u64>,
    #[serde(default)]
    free_handicap_placement: Option<Value>,
    start_time: Option<Value>,
    winner: Option<Value>,
    outcome: Option<String>,
    annulled: Option<bool>,
    ranked: Option<bool>,
    time_control: Option<TimeControl>,
    initial_state: Option<Stones>,
    initial_player: Option<String>,
    moves: Option<Vec<Move>>,
    original_sgf: Option<Value>,
}

#[derive(Default, Deserialize)]
#[serde(expecting = "the players")]
struct Players {
    #[serde(default)]
    black: Option<Player>,
    white: Option<Player>,
}

#[derive(Default, Deserialize)]
#[serde(expecting = "a player")]
struct Player {
    id: Option<Value>,
    username: Option<String>,
    rank: Option<f64>,
    #[serde(alias = "pro")]
    professional: Option<bool>,
    ui_class: Option<String>,
    #[serde(alias = "is_bot", alias = "robot")]
    bot: Option<bool>,
}

/// An object, or a text of early games, which names no speed.
#[derive(Deserialize)]
#[serde(untagged)]
enum TimeControl {
    Object { speed: Option<String> },
    Other(IgnoredAny),
}

#[derive(Default, Deserialize)]
#[serde(expecting = "an object with the stones of black and white")]
struct Stones {
    black: Option<String>,
    white: Option<String>,
}

/// A list of x, y, a time, and the number of a color.
struct Move {
    at: (i64, i64),
    /// The state that a player gave the point: 0 empty, 1 black, 2 white.
    set_up: Option<u64>,
}

impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Move, D::Error> {
        struct MoveVisitor;
        impl<'de> Visitor<'de> for MoveVisitor {
            type Value = Move;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a move: x, y and a time")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Move, A::Error> {
                let missing = || serde::de::Error::invalid_length(1, &self);
                let x = list.next_element()?.ok_or_else(missing)?;
                let y = list.next_element()?.ok_or_else(missing)?;
                list.next_element::<IgnoredAny>()?;
                let color = list.next_element::<Option<Value>>()?.flatten();
                while list.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Move { at: (x, y), set_up: color.and_then(|color| color.as_u64()) })
            }
        }
        deserializer.deserialize_seq(MoveVisitor)
    }
}

/// Writes a game of online-go.com, an object of its dump, as a game tree.
///
/// Points beyond the board are written as they are, so that reading the tree reports them.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::extract::write_ogs_game;
///
/// let line = r#"{"game_id": 7, "width": 9, "height": 9, "moves": [[2, 2, 900], [-1, -1, 50]]}"#;
/// let game = write_ogs_game(line)?;
/// assert_eq!(game.id, 7);
/// let pc = "PC[https://online-go.com/game/7]";
/// assert_eq!(game.sgf, format!("(;GM[1]FF[4]CA[UTF-8]SZ[9]{pc}EV[online-go.com];B[cc];W[])"));
/// # Ok::<(), gtn_db_core::Fault>(())
/// ```
///
/// # Errors
/// If the line is no object, is cut off, or has no number or no moves. Offsets are in bytes from the
/// start of the line.
pub fn write_ogs_game(line: &str) -> Result<ServerGame, Fault> {
    let fault =
        |message: &str| Fault { rule: Rule::Syntax, offset: 0, message: message.to_owned() };
    let game: OgsGame = serde_json::from_str(line).map_err(|error| {
        let fault = syntax_fault(line, &error);
        let message = if error.is_eof() { "the line is cut off".to_owned() } else { fault.message };
        Fault { message, ..fault }
    })?;
    let id = game.game_id.as_ref().and_then(|id| id.as_u64().or_else(|| id.as_str()?.parse().ok()));
    let id = id.ok_or_else(|| fault("the game has no number `game_id`"))?;
    if let Some(original) = game.original_sgf.as_ref().and_then(Value::as_str) {
        // The mark at the start says that the text is UTF-8, whatever its CA says.
        return Ok(ServerGame { id, sgf: format!("\u{feff}{}", original.trim()) });
    }
    let Some(moves) = &game.moves else { return Err(fault("the game has no `moves`")) };
    let mut draft = Draft::new("");
    write_root(id, &game, moves, &mut draft)?;
    Ok(ServerGame { id, sgf: draft.sgf() })
}

fn write_root(id: u64, game: &OgsGame, moves: &[Move], draft: &mut Draft<'_>) -> Result<(), Fault> {
    let side = |side: &Option<Value>| side.as_ref().map_or("19".to_owned(), Value::to_string);
    let (cols, rows) = (side(&game.width), side(&game.height));
    let shown = if cols == rows { cols } else { format!("{cols}:{rows}") };
    let size = parse_size(shown.as_bytes()).unwrap_or(Size::STANDARD);
    draft.push_property("SZ", [shown]);
    draft.push_property("PC", [format!("https://online-go.com/game/{id}")]);
    for (player, name, rank) in
        [(&player(game, true), "PB", "BR"), (&player(game, false), "PW", "WR")]
    {
        draft.push_text(
            name,
            player.and_then(|player| player.username.as_deref()).unwrap_or_default(),
        );
        draft.push_text(rank, &player.and_then(name_rank).unwrap_or_default());
    }
    draft.push_text("EV", &ServerTag::write(&tags(game)));
    draft.push_text("GN", game.game_name.as_deref().unwrap_or_default());
    let start = game.start_time.as_ref().and_then(Value::as_f64);
    draft.push_text("DT", &start.and_then(format_day).unwrap_or_default());
    draft.push_text("RE", &name_result(game));
    draft.push_text("RU", name_rules(game.rules.as_deref().unwrap_or_default()));
    draft.push_text(
        "KM",
        &game.komi.as_ref().filter(|komi| !komi.is_null()).map_or(String::new(), text),
    );
    let handicap = game.handicap.unwrap_or(0);
    draft.push_text("HA", &if handicap >= 2 { handicap.to_string() } else { String::new() });
    let is_white_first = game.initial_player.as_deref() == Some("white");
    let stones = |list: Option<&String>| -> Vec<String> {
        let letters: Vec<char> = list.map(|list| list.chars().collect()).unwrap_or_default();
        letters.chunks(2).map(String::from_iter).collect()
    };
    let state = game.initial_state.as_ref();
    let mut black = stones(state.and_then(|state| state.black.as_ref()));
    let white = stones(state.and_then(|state| state.white.as_ref()));
    let point = |&(x, y): &(i64, i64)| {
        let point = Point::new(u8::try_from(x).ok()?, u8::try_from(y).ok()?);
        size.contains(point).then(|| format_point(point))
    };
    let is_free = game.free_handicap_placement.as_ref().and_then(Value::as_bool) == Some(true);
    let has_stones = !black.is_empty() || !white.is_empty();
    let mut placed = 0;
    if handicap >= 2 && !has_stones && is_white_first && !is_free {
        let usual = handicap_stones(handicap, size, BOTTOM_RIGHT_THIRD).unwrap_or_default();
        black.extend(usual.into_iter().map(format_point));
    } else if handicap >= 2 && !has_stones {
        black.extend(moves.iter().map_while(|one| point(&one.at)).take(handicap as usize));
        placed = black.len();
    }
    draft.push_property("AB", black);
    draft.push_property("AW", white);
    if is_white_first && placed == 0 {
        draft.push_property("PL", ["W"]);
    }
    let mut turn = if is_white_first || placed > 0 { Color::White } else { Color::Black };
    for Move { at, set_up } in &moves[placed..] {
        let value = match point(at) {
            Some(point) => point,
            None if at.0 == -1 => String::new(),
            None => format!("{},{}", at.0, at.1),
        };
        draft.push(";");
        if let Some(name) = set_up.and_then(|state| ["AE", "AB", "AW"].get(state as usize)) {
            draft.push_property(name, [value]);
        } else {
            draft.push_property(&turn.sgf_char().to_string(), [value]);
            turn = !turn;
        }
    }
    Ok(())
}

fn player(game: &OgsGame, is_black: bool) -> Option<&Player> {
    let players = game.players.as_ref()?;
    if is_black { players.black.as_ref() } else { players.white.as_ref() }
}

/// A number or a text.
fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The rank of a player: 29.9 is 1k, 30 is 1d, 38 and more are 9d. Of professionals 37 is 1p, as is 1037.
fn name_rank(player: &Player) -> Option<String> {
    let rank = player.rank?;
    if player.professional == Some(true) || rank > 900.0 {
        let rank = if rank > 900.0 { rank - 1000.0 } else { rank };
        return Some(format!("{}p", (rank - 36.0).clamp(1.0, 9.0) as u8));
    }
    let rank = rank.floor().clamp(0.0, 38.0) as u8;
    Some(if rank < 30 { format!("{}k", 30 - rank) } else { format!("{}d", rank - 29) })
}

fn name_rules(rules: &str) -> &str {
    match rules {
        "japanese" => "Japanese",
        "chinese" => "Chinese",
        "korean" => "Korean",
        "aga" => "AGA",
        "nz" => "NZ",
        "ing" => "Ing",
        other => other,
    }
}

/// What is known of the game besides its moves.
fn tags(game: &OgsGame) -> Vec<ServerTag> {
    let speed = match &game.time_control {
        Some(TimeControl::Object { speed: Some(speed) }) => ServerTag::speed(speed),
        _ => None,
    };
    let ranked =
        game.ranked.map(|ranked| if ranked { ServerTag::Ranked } else { ServerTag::Unranked });
    let has_bot = [true, false].into_iter().filter_map(|black| player(game, black)).any(is_bot);
    ranked.into_iter().chain(speed).chain(has_bot.then_some(ServerTag::Bot)).collect()
}

/// Programs in the names of robots.
const PROGRAMS: [&str; 8] =
    ["gnugo", "gnu go", "katago", "leela", "fuego", "pachi", "kugutsu", "amybot"];

/// Whether a player is a robot: by what the server says, else by the name, in which `bot` is a word.
fn is_bot(player: &Player) -> bool {
    if let Some(is_bot) = player.bot {
        return is_bot;
    }
    if player.ui_class.as_deref().is_some_and(|class| class.contains("bot")) {
        return true;
    }
    let name = player.username.as_deref().unwrap_or_default();
    let lower = name.to_lowercase();
    let is_word = |word: &str| word == "bot";
    name.ends_with("Bot")
        || PROGRAMS.iter().any(|program| lower.contains(program))
        || lower.split(|char: char| !char.is_alphanumeric()).any(is_word)
}

/// RE; empty if the game has no result.
fn name_result(game: &OgsGame) -> String {
    let outcome = game.outcome.as_deref().unwrap_or_default();
    if game.annulled == Some(true) || outcome == "Cancellation" {
        return "Void".to_owned();
    }
    if outcome == "0 points" {
        return "Draw".to_owned();
    }
    let winner = game.winner.as_ref().filter(|winner| !winner.is_null());
    let is = |is_black: bool, id: &Option<Value>, color: &str| {
        let id = id.as_ref().or_else(|| player(game, is_black)?.id.as_ref());
        winner.is_some_and(|winner| Some(winner) == id || winner.as_str() == Some(color))
    };
    let is_black = is(true, &game.black_player_id, "black");
    let winner = match (is_black, is(false, &game.white_player_id, "white")) {
        (true, false) => 'B',
        (false, true) => 'W',
        _ if outcome.is_empty() => return String::new(),
        _ => return "Void".to_owned(),
    };
    let margin = match outcome {
        "" => "",
        "Resignation" => "R",
        "Timeout" => "T",
        _ => {
            // Or `Server Decision (98.1% W+5.5)`.
            let decided = || outcome.strip_suffix(')')?.rsplit_once('+').map(|(_, margin)| margin);
            let points = outcome.strip_suffix(" points").or(outcome.strip_suffix(" point"));
            let is_number = |margin: &&str| margin.parse::<f64>().is_ok_and(f64::is_finite);
            points.or_else(decided).filter(is_number).unwrap_or("F")
        }
    };
    format!("{winner}+{margin}")
}

/// The day of a time in seconds since 1970, in UTC; `None` if it is not between 1970 and 9999.
fn format_day(seconds: f64) -> Option<String> {
    if !(0.0..253_402_300_800.0).contains(&seconds) {
        return None;
    }
    // Years that begin in March, in cycles of 400 years, as the leap day is their last day.
    let days = (seconds / 86_400.0) as u64 + 719_468;
    let (cycle, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = if month < 10 { (year, month + 3) } else { (year + 1, month - 9) };
    Some(format!("{:04}-{month:02}-{day:02}", 400 * cycle + year))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::extract::{TreeLocation, extract_tree};
    use crate::model::TreeOptions;
    use crate::sgf::detect_charset;

    /// The tree of a game without the properties that all have.
    fn tree(fields: &str) -> String {
        let line = format!("{{\"game_id\": 7, \"width\": 9, \"height\": 9, {fields}}}");
        let sgf = write_ogs_game(&line).unwrap().sgf;
        sgf.replace("GM[1]FF[4]CA[UTF-8]", "").replace("PC[https://online-go.com/game/7]", "")
    }

    #[test]
    fn facts_become_properties() {
        let fields = r#""players": {"black": {"username": "ann]", "rank": 29.9}, "white": {"username": "bob", "rank": 41.2}},
            "black_player_id": 3, "white_player_id": 4, "winner": 4, "outcome": "12.5 points", "ranked": true,
            "time_control": {"speed": "live", "system": "fischer"}, "start_time": 1582934400, "game_name": "x",
            "rules": "japanese", "komi": -6.5, "handicap": 1, "chat": [{"moves": 7}], "moves": []"#;
        let sgf = "(;SZ[9]PB[ann\\]]BR[1k]PW[bob]WR[9d]EV[online-go.com ranked live]GN[x]DT[2020-02-29]\
            RE[W+12.5]RU[Japanese]KM[-6.5])";
        assert_eq!(tree(fields), sgf);
        for (outcome, result) in [
            (r#""winner": 3, "outcome": "Resignation""#, "RE[B+R]"),
            (r#""winner": "white", "outcome": "Timeout""#, "RE[W+T]"),
            (r#""winner": 3, "outcome": "1 point""#, "RE[B+1]"),
            (r#""winner": 3, "outcome": "Server Decision""#, "RE[B+F]"),
            (r#""winner": 3, "outcome": "Server Decision (98.12% B+5.5)""#, "RE[B+5.5]"),
            (r#""winner": 3"#, "RE[B+]"),
            (r#""outcome": "0 points""#, "RE[Draw]"),
            (r#""winner": null, "outcome": "Cancellation""#, "RE[Void]"),
            (r#""winner": 2, "outcome": "Cancellation""#, "RE[Void]"),
            (r#""winner": 3, "outcome": "Resignation", "annulled": true"#, "RE[Void]"),
            (r#""winner": null"#, ""),
        ] {
            let sgf = tree(&format!(
                r#""black_player_id": 3, "white_player_id": 4, {outcome}, "moves": []"#
            ));
            assert_eq!(sgf, format!("(;SZ[9]EV[online-go.com]{result})"), "{outcome}");
        }
        let players = r#""players": {"black": {"rank": 40, "professional": true}, "white": {"rank": 1037}}, "moves": []"#;
        assert!(tree(players).contains("BR[4p]WR[1p]"), "{}", tree(players));
        let players = r#""players": {"black": {"id": 3}, "white": {"id": 4}}"#;
        for (winner, result) in [(3, "RE[B+R]"), (4, "RE[W+R]"), (5, "RE[Void]")] {
            let sgf = tree(&format!(
                r#"{players}, "winner": {winner}, "outcome": "Resignation", "moves": []"#
            ));
            assert!(sgf.contains(result), "{sgf}");
        }
    }

    #[test]
    fn stones_of_a_handicap_are_set_up() {
        let moves = r#""moves": [[2, 2, 1], [6, 6, 1.5], [-1, -1, 1], [4, 4, 1]]"#;
        for (fields, sgf) in [
            (r#""handicap": 0"#, ";B[cc];W[gg];B[];W[ee])"),
            (r#""handicap": 2"#, "HA[2]AB[cc][gg];W[];B[ee])"),
            (r#""handicap": 3, "free_handicap_placement": true"#, "HA[3]AB[cc][gg];W[];B[ee])"),
            (
                r#""handicap": 3, "initial_player": "white", "initial_state": {"black": "", "white": ""}"#,
                "HA[3]AB[gc][cg][gg]PL[W];W[cc];B[gg];W[];B[ee])",
            ),
            (
                r#""handicap": 2, "initial_player": "white", "initial_state": {"black": "aabb"}"#,
                "HA[2]AB[aa][bb]PL[W];W[cc];B[gg];W[];B[ee])",
            ),
        ] {
            assert_eq!(
                tree(&format!("{fields}, {moves}")),
                format!("(;SZ[9]EV[online-go.com]{sgf}")
            );
        }
        let edited = r#""moves": [[2, 2, 1, null], [3, 3, 1, 1, {"x": 1}], [3, 3, 1, 0], [20, 3, 1], [0, 0]]"#;
        assert_eq!(tree(edited), "(;SZ[9]EV[online-go.com];B[cc];AB[dd];AE[dd];W[20,3];B[aa])");
        let rectangle = r#"{"game_id": "7", "width": 15, "height": 17, "moves": [[14, 16]]}"#;
        assert!(write_ogs_game(rectangle).unwrap().sgf.contains("SZ[15:17]"));
    }

    #[test]
    fn robots_are_known_by_flag_or_name() {
        for (player, is_bot) in [
            (r#"{"username": "ann"}"#, false),
            (r#"{"username": "Abbott"}"#, false),
            (r#"{"username": "RandomBot"}"#, true),
            (r#"{"username": "my-bot 2"}"#, true),
            (r#"{"username": "Billy (GnuGo lvl10)"}"#, true),
            (r#"{"username": "katago fan", "bot": false}"#, false),
            (r#"{"username": "ann", "ui_class": "bot"}"#, true),
        ] {
            let sgf = tree(&format!(r#""players": {{"white": {player}}}, "moves": []"#));
            assert_eq!(sgf.contains("EV[online-go.com bot]"), is_bot, "{player}");
        }
    }

    #[test]
    fn broken_lines_are_faults() {
        for (line, offset, message) in [
            ("", 0, "the line is cut off"),
            (r#"{"game_id": 7, "moves": [[1, 2], [3"#, 34, "the line is cut off"),
            ("[]", 1, "invalid length 0, expected a game of online-go.com"),
            (r#"{"moves": []}"#, 0, "the game has no number `game_id`"),
            (r#"{"game_id": 7, "moves": null}"#, 0, "the game has no `moves`"),
            (r#"{"game_id": -7, "moves": []}"#, 0, "the game has no number `game_id`"),
            (
                r#"{"game_id": 7, "moves": [[99999999999999999999, 1]]}"#,
                45,
                "floating point `1e+20` in place of a whole number",
            ),
            (
                r#"{"game_id": 7, "moves": [[1]]}"#,
                27,
                "invalid length 1, expected a move: x, y and a time",
            ),
        ] {
            let fault = write_ogs_game(line).unwrap_err();
            assert_eq!((fault.offset, &*fault.message), (offset, message), "{line}");
        }
        let uploaded = r#"{"game_id": 7, "original_sgf": "(;CA[gb2312]C[黑先];B[aa])"}"#;
        assert_eq!(write_ogs_game(uploaded).unwrap().sgf, "\u{feff}(;CA[gb2312]C[黑先];B[aa])");
    }

    #[test]
    fn every_cut_of_a_line_is_a_fault() {
        let line = r#"{"game_id": 7, "players": {"black": {"rank": 30.1}}, "moves": [[1, 2, 3], [-1, -1]]}"#;
        assert!((0..line.len()).all(|end| write_ogs_game(&line[..end]).is_err()));
        assert!(write_ogs_game(line).is_ok());
    }

    proptest! {
        #[test]
        fn any_numbers_are_written(
            moves in prop::collection::vec((-2..60_i64, any::<i64>(), 0..4_u64), 0..10),
            handicap in prop_oneof![0..12_u64, any::<u64>()],
            sides in prop_oneof![Just((19, 19)), (0..60_u64, any::<u64>())],
            player in prop::sample::select(vec!["black", "white", "x"]),
            stones in "[a-zA-Zé]{0,9}",
            time in any::<f64>(),
        ) {
            let moves: Vec<String> =
                moves.iter().map(|(x, y, color)| format!("[{x},{},1,{color}]", y % 60)).collect();
            let line = format!(
                r#"{{"game_id":1,"width":{},"height":{},"handicap":{handicap},"initial_player":"{player}",
                "initial_state":{{"black":"{stones}"}},"start_time":{time:e},"moves":[{}]}}"#,
                sides.0, sides.1, moves.join(","),
            );
            let game = write_ogs_game(&line.replace("NaN", "0").replace("inf", "0")).unwrap();
            let charset = detect_charset(game.sgf.as_bytes());
            extract_tree(game.sgf.as_bytes(), charset, TreeLocation::FIRST, TreeOptions::default());
        }
    }

    #[test]
    fn times_are_days_of_the_calendar() {
        for (seconds, day) in [
            (0.0, Some("1970-01-01")),
            (951_782_399.0, Some("2000-02-28")),
            (951_782_400.0, Some("2000-02-29")),
            (4_107_542_400.0, Some("2100-03-01")),
            (253_402_300_799.0, Some("9999-12-31")),
            (-1.0, None),
            (1e300, None),
            (f64::NAN, None),
        ] {
            assert_eq!(format_day(seconds).as_deref(), day, "{seconds}");
        }
    }
}
