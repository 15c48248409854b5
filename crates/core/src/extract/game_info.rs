//! The game info properties of a root: players, event, date, result, komi.

use compact_str::CompactString;

use super::fault_list::FaultList;
use crate::model::{GameInfo, Winner, narrow, numeral, split_number};
use crate::sgf::{Charset, Event, Property, Reader, counting};
use crate::{Fault, Rule};

/// The largest komi that is accepted, in hundredths of a point.
const MAX_KOMI: i64 = 10_000;

/// Komi in hundredths of a stone, as the Chinese rules count, and in those of a point: a stone is two points. 1.875 is
/// half of 3.75.
const STONES: [(i64, i64); 4] = [(375, 750), (325, 650), (275, 550), (188, 375)];

/// How a komi writes a half.
const HALVES: [&str; 4] = ["½", "目半", "点半", "집반"];

/// The words behind a komi in points, the longer ones of one ending first.
const POINTS: [&str; 8] = ["points", "point", "pts", "punkte", "目", "点", "點", "집"];

/// The game info properties of a game tree.
pub fn extract_game_info(tree: &[u8], charset: Charset) -> GameInfo {
    let mut root = Vec::new();
    for event in Reader::new(tree, charset) {
        match event {
            Event::Property(property) => root.push(property),
            Event::Fault(_) => {}
            _ if root.is_empty() => {}
            _ => break,
        }
    }
    read_game_info(&root, &mut FaultList::default())
}

/// Reads the root. Reports a komi that is not a number, and text that is not in
/// its charset.
pub(super) fn read_game_info(root: &[Property<'_>], faults: &mut FaultList) -> GameInfo {
    let mut info = GameInfo::default();
    let mut komi = None;
    let mut is_fox = false;
    for property in counting(root) {
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
                komi = text().map(|text| (text, property.offset));
                continue;
            }
            _ if name == *b"AP" => {
                is_fox = property.value().starts_with(b"foxwq");
                continue;
            }
            _ => continue,
        };
        *field = text();
        if field.as_ref().is_some_and(|text| text.contains(char::REPLACEMENT_CHARACTER)) {
            let charset = property.charset().name();
            // U+FFFD in the bytes themselves: what wrote the file had lost the text.
            let message = || match property.value().windows(3).any(|at| at == "\u{fffd}".as_bytes())
            {
                true => format!("{name}: some characters were lost before the file was written"),
                false => format!("{name}: some bytes are not {charset}"),
            };
            faults.report(|| fault(message()));
        }
    }
    if let Some((text, offset)) = komi {
        let is_chinese = info.rules.as_deref().is_some_and(names_chinese_rules);
        info.komi = read_komi(&text, is_fox, is_chinese);
        if info.komi.is_none() {
            let message = || format!("KM: `{}` is not a komi", text.escape_debug());
            faults.report(|| Fault { rule: Rule::GameFact, offset, message: message() });
        }
    }
    info.year = info.date.as_deref().and_then(year);
    info.winner = info.result.as_deref().map_or(Winner::Unknown, winner);
    info
}

fn names_chinese_rules(rules: &str) -> bool {
    let rules = rules.to_lowercase();
    let has_name = ["chinese", "中国", "中國"].iter().any(|name| rules.contains(name));
    (has_name || rules.trim() == "cn") && !rules.contains("old")
}

/// A komi in hundredths of a point. Programs write it in points, and others in hundredths: all
/// integers over 100, and all integers of the Fox server. Under the Chinese rules it may be in
/// stones.
fn read_komi(text: &str, is_fox: bool, is_chinese: bool) -> Option<i32> {
    let mut text: String = text.chars().map(narrow).collect();
    for half in HALVES {
        text = text.replace(half, ".5");
    }
    let lower = text.trim().to_lowercase();
    let points = POINTS.iter().find_map(|word| lower.strip_suffix(word));
    let text = points.unwrap_or(&lower).trim();
    let given = read_hundredths(text)?;
    let is_integer = !text.contains(['.', ',']);
    let is_hundredths = is_integer && (is_fox || given.abs() > 100 * 100);
    let hundredths = if is_hundredths { given / 100 } else { given };
    let of_stones = STONES.iter().find(|(stones, _)| is_chinese && *stones == hundredths.abs());
    let hundredths = of_stones.map_or(hundredths, |(_, points)| points * hundredths.signum());
    i32::try_from(hundredths).ok().filter(|_| hundredths.abs() <= MAX_KOMI)
}

/// A decimal number in hundredths, rounded half away from zero. `None` if the text is none, has an exponent, or
/// is too large.
///
/// Numbers of this form need no `f64`, whose tables are a thirtieth of the WebAssembly module.
fn read_hundredths(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (whole, fraction) = digits.split_once(['.', ',']).unwrap_or((digits, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.len() + fraction.len() == 0 || !is_number(whole) || !is_number(fraction) {
        return None;
    }
    let whole: i64 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let digits = fraction.bytes().chain(*b"000").take(3);
    let thousandths = digits.fold(0, |sum, digit| 10 * sum + i64::from(digit - b'0'));
    let hundredths = whole.checked_mul(100)?.checked_add((thousandths + 5) / 10)?;
    Some(if text.starts_with('-') { -hundredths } else { hundredths })
}

/// The eras of Japan from the first records of games on, each with its first year.
const ERAS: [(&str, u16); 41] = [
    ("慶長", 1596),
    ("元和", 1615),
    ("寛永", 1624),
    ("正保", 1644),
    ("慶安", 1648),
    ("承応", 1652),
    ("明暦", 1655),
    ("万治", 1658),
    ("寛文", 1661),
    ("延宝", 1673),
    ("天和", 1681),
    ("貞享", 1684),
    ("元禄", 1688),
    ("宝永", 1704),
    ("正徳", 1711),
    ("享保", 1716),
    ("元文", 1736),
    ("寛保", 1741),
    ("延享", 1744),
    ("寛延", 1748),
    ("宝暦", 1751),
    ("明和", 1764),
    ("安永", 1772),
    ("天明", 1781),
    ("寛政", 1789),
    ("享和", 1801),
    ("文化", 1804),
    ("文政", 1818),
    ("天保", 1830),
    ("弘化", 1844),
    ("嘉永", 1848),
    ("安政", 1854),
    ("万延", 1860),
    ("文久", 1861),
    ("元治", 1864),
    ("慶応", 1865),
    ("明治", 1868),
    ("大正", 1912),
    ("昭和", 1926),
    ("平成", 1989),
    ("令和", 2019),
];

/// The year of a date: the first run of exactly four digits that are not all zeros, that of a day such as `20130512`,
/// or the year of a Japanese era, such as `平成三年`. Digits may have the width of Chinese characters, or be those of
/// `二〇〇一年`.
pub(super) fn year(date: &str) -> Option<u16> {
    let digit = |char| match numeral(char) {
        Some(value @ 0..=9) => char::from(b'0' + value),
        _ => narrow(char),
    };
    let digits: String = date.chars().map(digit).collect();
    let runs = || digits.split(|char: char| !char.is_ascii_digit());
    let positive = |text: &str| text.parse().ok().filter(|&year| year > 0);
    let of_day = |day: &str| {
        let number = |range: std::ops::Range<usize>| day.get(range)?.parse::<u8>().ok();
        let is_day = day.len() == 8
            && number(4..6).is_some_and(|month| (1..=12).contains(&month))
            && number(6..8).is_some_and(|day| (1..=31).contains(&day));
        is_day.then(|| positive(&day[..4]))?
    };
    let year = runs().filter(|run| run.len() == 4).find_map(positive);
    year.or_else(|| runs().find_map(of_day)).or_else(|| year_of_era(date))
}

fn year_of_era(date: &str) -> Option<u16> {
    ERAS.iter().find_map(|(era, first)| {
        let (_, behind) = date.split_once(era)?;
        let (number, behind) = split_number(behind.trim_start())?;
        (number > 0 && behind.trim_start().starts_with('年')).then(|| first + u16::from(number) - 1)
    })
}

/// How results begin that name a winner; a word has a blank on both sides.
const PLAYERS: [(&str, Winner); 23] = [
    (" black ", Winner::Black),
    (" white ", Winner::White),
    (" b ", Winner::Black),
    (" w ", Winner::White),
    ("黑", Winner::Black),
    ("黒", Winner::Black),
    ("흑", Winner::Black),
    ("白", Winner::White),
    ("백", Winner::White),
    (" schwarz ", Winner::Black),
    (" weiß ", Winner::White),
    (" weiss ", Winner::White),
    (" noir ", Winner::Black),
    (" noirs ", Winner::Black),
    (" blanc ", Winner::White),
    (" blancs ", Winner::White),
    (" negras ", Winner::Black),
    (" negro ", Winner::Black),
    (" blancas ", Winner::White),
    (" blanco ", Winner::White),
    (" чёрные ", Winner::Black),
    (" черные ", Winner::Black),
    (" белые ", Winner::White),
];
/// `win` is also in `gewinnt`.
const WINS: [&str; 11] =
    ["胜", "勝", "승", "win", "won", "gewann", "gagne", "ganan", "gana ", "выиграл", "победил"];
const LOSSES: [&str; 23] = [
    "负",
    "負",
    "败",
    "敗",
    "认输",
    "認輸",
    "投了",
    "投子",
    "投降",
    "패",
    "loses",
    "lost",
    "resigns",
    "resigned",
    "forfeits",
    "forfeited",
    "verliert",
    "gibt auf",
    "abandon",
    "perd",
    "pierde",
    "сдал",
    "проиграл",
];
/// Behind the winner, where no other word says who won.
const MARGIN: [&str; 1] = [" by "];
const DRAWS: [&str; 13] = [
    "draw",
    "jigo",
    "tie",
    "0",
    "持碁",
    "持棋",
    "ジゴ",
    "引き分け",
    "和棋",
    "和局",
    "平局",
    "무승부",
    "빅",
];

/// The winner, by the first letters of RE, or by words: `白胜43.5目`, `黒中押し勝ち`, `黑超时负`,
/// `Draw (jigo)`. A result that names both players as winners is unknown.
fn winner(result: &str) -> Winner {
    let text: String = result.chars().map(narrow).collect();
    let text = text.trim().to_lowercase();
    let letters = text.replace(char::is_whitespace, "");
    let wins = |names: &[&str]| names.iter().any(|name| letters.contains(name));
    let begins = |names: &[&str]| names.iter().any(|name| letters.starts_with(name));
    const BLACK: &[&str] = &["b+", "black+", "黑+", "黒+", "흑+"];
    const WHITE: &[&str] = &["w+", "white+", "白+", "백+"];
    match (wins(BLACK), wins(WHITE)) {
        (true, false) if begins(BLACK) => return Winner::Black,
        (false, true) if begins(WHITE) => return Winner::White,
        (false, false) => {}
        _ => return Winner::Unknown,
    }
    // The player before the only one of some words, or behind one with which the result begins.
    let player_before = |words: &[&str]| {
        let mut places = words.iter().flat_map(|word| text.match_indices(word));
        let (Some((end, word)), None) = (places.next(), places.next()) else { return None };
        let beside = if end == 0 { text[word.len()..].trim_start() } else { &text[..end] };
        let beside = format!(" {beside} ");
        let mut named = PLAYERS.iter().filter(|(name, _)| beside.contains(name));
        let (player, more) = (named.next(), named.next());
        let (name, player) = player.filter(|_| more.is_none())?;
        beside[1..].starts_with(name.trim_start()).then_some(*player)
    };
    if let Some(winner) = player_before(&WINS) {
        return winner;
    }
    if let Some(loser) = player_before(&LOSSES) {
        return if loser == Winner::Black { Winner::White } else { Winner::Black };
    }
    if let Some(winner) = player_before(&MARGIN) {
        return winner;
    }
    let word = text.split(|char: char| char.is_whitespace() || "(,:".contains(char)).next();
    let is_zero = |word: &str| word.contains('0') && word.bytes().all(|byte| b"0.".contains(&byte));
    if word.is_some_and(|word| DRAWS.contains(&word.trim_end_matches(['.', '。'])) || is_zero(word))
    {
        Winner::Draw
    } else {
        Winner::Unknown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn komi_is_in_points() {
        for (text, is_fox, is_chinese, komi) in [
            ("6.5", false, false, Some(650)),
            ("5,5", false, false, Some(550)),
            ("6", false, false, Some(600)),
            ("-3", false, false, Some(-300)),
            ("100", false, false, Some(10_000)),
            ("650", false, false, Some(650)),
            ("-650", false, false, Some(-650)),
            ("375", false, false, Some(375)),
            ("375", false, true, Some(750)),
            ("325", true, true, Some(650)),
            ("275", false, true, Some(550)),
            ("3.75", false, true, Some(750)),
            ("3.75", false, false, Some(375)),
            ("7.5", false, true, Some(750)),
            ("1.875", false, true, Some(375)),
            ("-1.875", false, true, Some(-375)),
            ("1.875", false, false, Some(188)),
            ("6½", false, false, Some(650)),
            ("½", false, false, Some(50)),
            ("6.5目", false, false, Some(650)),
            ("6目半", false, false, Some(650)),
            ("5.5 points", false, false, Some(550)),
            ("5,5 Punkte", false, false, Some(550)),
            ("６．５", false, false, Some(650)),
            ("375目", false, true, Some(750)),
            ("points", false, false, None),
            ("6.5 or 7.5", false, false, None),
            ("50", true, false, Some(50)),
            ("0", true, false, Some(0)),
            ("6.5", true, false, Some(650)),
            ("x", false, false, None),
            ("NaN", false, false, None),
            ("99999", false, false, None),
            (".5", false, false, Some(50)),
            ("+6,504", false, false, Some(650)),
            ("-6.505", false, false, Some(-651)),
            ("1e2", false, false, None),
            (".", false, false, None),
            ("--5", false, false, None),
            ("99999999999999999999", false, false, None),
            ("9999999999999999999.5", false, false, None),
        ] {
            assert_eq!(read_komi(text, is_fox, is_chinese), komi, "{text} {is_fox} {is_chinese}");
        }
        assert!(["Chinese", "中国规则", "CN"].into_iter().all(names_chinese_rules));
        assert!(!names_chinese_rules("Japanese") && !names_chinese_rules("Old Chinese"));
    }

    #[test]
    fn results_are_read_in_many_languages() {
        for (winner_is, results) in [
            (
                Winner::Black,
                &[
                    "B+R",
                    "b+0.5",
                    "Black+T",
                    "黑中盘胜",
                    "黑胜1又3/4子",
                    "黒中押し勝ち",
                    "黑方中盘胜",
                    "흑 불계승",
                    "B + R",
                    "Black wins by resignation",
                    "White resigns",
                    "White resigned.",
                    "White forfeits",
                    "黑+R",
                    "黒 + 2.5",
                    "흑+R",
                    "Ｂ＋Ｒ",
                    "ｂｌａｃｋ＋Ｒ",
                    "白认输",
                    "黑胜白负",
                    "黒中押勝(白投了)",
                    "B wins",
                    "白投降",
                    "白不計敗",
                    "Black by 3.5 points",
                    "Schwarz gewinnt",
                    "B gewinnt",
                    "Weiß gibt auf",
                    "Noir gagne",
                    "Noirs gagnent",
                    "Blanc abandonne",
                    "Ganan negras",
                    "Negras ganan",
                    "Чёрные выиграли",
                    "Черные победили",
                    "Белые сдались",
                ][..],
            ),
            (
                Winner::White,
                &[
                    "W+",
                    "W+R",
                    "白胜43.5目",
                    "白番中押し勝ち",
                    "黑超时负",
                    "White won by 2.5",
                    "Black resigned",
                    "白+R",
                    "Ｗ＋０．５",
                    "white 3.5 win",
                    "W wins",
                    "White by 3.5 points",
                    "黑投降",
                    "黑敗",
                    "Weiß gewann",
                    "Weiss gewinnt mit 3 Punkten",
                    "Blanc gagne par 3,5",
                    "Blancas ganan",
                    "Gana blanco",
                    "Белые выиграли",
                ],
            ),
            (
                Winner::Draw,
                &[
                    "0",
                    "jigo",
                    "Jigo",
                    "Draw",
                    "Draw (jigo)",
                    "0 (jigo)",
                    "0.0",
                    "０．００",
                    "持碁（0）",
                    "持碁",
                    "和棋",
                    " 0 ",
                    "빅",
                ],
            ),
            (
                Winner::Unknown,
                &[
                    "",
                    "?",
                    "Void",
                    "B+R or W+R",
                    "W+R/B+R",
                    "0.5",
                    ".",
                    "黑+R 白+R",
                    "黑白+",
                    "黑白均胜",
                    "未胜负",
                    "白",
                    "無勝負",
                    "黑白双负",
                    "Bob wins",
                    "Win by Black or White",
                    "Black or White by 2",
                    "勝敗不明",
                ],
            ),
        ] {
            for result in results {
                assert_eq!(winner(result), winner_is, "{result}");
            }
        }
    }

    #[test]
    fn a_year_of_zeros_is_unknown() {
        assert_eq!(year("0000-00-00"), None);
        assert_eq!(year("0000, 1987-01-02"), Some(1987));
        assert_eq!(year("1. 2. 1843"), Some(1843));
        assert_eq!(year("1846?"), Some(1846));
        assert_eq!(year("２００１年"), Some(2001));
        assert_eq!(year("二〇〇一年"), Some(2001));
        assert_eq!(year("一九九一年三月二十日"), Some(1991));
        assert_eq!(year("第三十一期"), None);
        assert_eq!(year("20130512 [21:49]"), Some(2013));
        assert_eq!((year("20131412"), year("12345")), (None, None));
    }

    #[test]
    fn years_of_japanese_eras_are_read() {
        for (date, is) in [
            ("平成三年", Some(1991)),
            ("平成３年５月３日", Some(1991)),
            ("昭和64年", Some(1989)),
            ("令和元年", Some(2019)),
            ("弘化三年七月 (1846)", Some(1846)),
            ("弘化三年七月", Some(1846)),
            ("平成", None),
            ("平成〇年", None),
            ("文化会館", None),
            ("三年", None),
        ] {
            assert_eq!(year(date), is, "{date}");
        }
    }
}
