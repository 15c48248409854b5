//! Ranks of players.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::numeral::{narrow, split_number};

/// The rank of a player, in one order: 30k < 1k < 1d < 9d < 1p < 9p.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::model::Rank;
///
/// let rank = |text: &str| text.parse::<Rank>();
/// assert!(rank("30k")? < rank("1級")? && rank("1k")? < rank("初段")? && rank("9d")? < rank("1p")?);
/// assert_eq!(rank("P9段")?.to_string(), "9p");
/// # Ok::<(), gtn_db::model::ParseRankError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

/// The highest number of each kind: kyu, dan, professional dan.
const MOST: [u8; 3] = [30, 10, 10];

/// The words for the kinds, the longer ones of one beginning first.
const KINDS: [&[&str]; 3] =
    [&["kyu", "kyū", "gup", "k", "級", "级", "급", "кю"], &["dan", "d", "段", "단", "дан"], &["p"]];

/// What a rank of a professional begins or ends with, and what one of an amateur may begin or end with; the longer
/// ones of one beginning first.
const PROFESSIONAL: [&str; 9] =
    ["professional", "pro", "p", "职业", "職業", "专业", "專業", "プロ", "프로"];
const AMATEUR: [&str; 7] = ["amateur", "ama", "业余", "業餘", "业", "アマ", "아마"];

/// What makes an ordinal of a number, as in `5. Dan` and `5e dan`.
const ORDINALS: [&str; 9] = ["ème", "er", "e", "th", "st", "nd", "rd", "º", "й"];

impl Rank {
    /// The weakest rank of a professional.
    pub const FIRST_PROFESSIONAL: Rank = Rank(MOST[0] + MOST[1] + 1);

    /// The number by which ranks are compared: 1 for 30k, 31 for 1d, 41 for 1p.
    #[inline]
    pub fn number(self) -> u8 {
        self.0
    }

    /// The rank with a [number](Self::number).
    #[inline]
    pub fn from_number(number: u16) -> Option<Rank> {
        let most = u16::from(MOST[0] + MOST[1] + MOST[2]);
        (1..=most).contains(&number).then_some(Rank(number as u8))
    }

    /// A mean of ranks of one kind, amateurs or professionals, with one decimal: `4.5d` is halfway between
    /// 4d and 5d. Between 1k and 1d there is `0.5k`, as on online servers.
    pub fn format_mean(number: f64) -> String {
        let [kyu, dan, _] = MOST.map(f64::from);
        match number {
            number if number >= kyu + dan + 1.0 => format!("{:.1}p", number - kyu - dan),
            number if number >= kyu + 1.0 => format!("{:.1}d", number - kyu),
            number => format!("{:.1}k", kyu + 1.0 - number),
        }
    }
}

/// A text that is no rank.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{}` is not a rank such as 3k, 5d or 9p", text.escape_debug())]
pub struct ParseRankError {
    text: String,
}

impl FromStr for Rank {
    type Err = ParseRankError;

    /// Parses `9d`, `9 dan`, `5. Dan`, `9段`, `九段`, `初段`, `9p`, `9d pro`, `P9段`, `3k`, `18级`, `1級`. A `?` or `*` behind
    /// a rank that a server is not sure of and a remark behind a comma or in parentheses are ignored, and width makes no
    /// difference.
    fn from_str(text: &str) -> Result<Rank, ParseRankError> {
        let error = || ParseRankError { text: text.to_owned() };
        let folded: String = text.chars().map(narrow).collect();
        let rank = folded.split([',', '(', '、']).next().unwrap_or_default();
        let folded = rank.trim().trim_end_matches(['?', '*', '+', '-']).to_lowercase();
        let after = |marks: &[&str]| marks.iter().find_map(|mark| folded.strip_prefix(mark));
        let professional = after(&PROFESSIONAL);
        let number = professional.or_else(|| after(&AMATEUR)).unwrap_or(&folded).trim_start();
        let (number, kind) = split_number(number).ok_or_else(error)?;
        let marks = [' ', '-', '.'];
        let kind = kind.trim_start_matches(marks);
        let kind = ORDINALS.iter().find_map(|ordinal| kind.strip_prefix(ordinal)).unwrap_or(kind);
        let behind = |words: &[&str]| {
            words.iter().filter(|word| word.len() > 1).find_map(|word| kind.strip_suffix(word))
        };
        let professional_behind = behind(&PROFESSIONAL);
        let is_marked = professional.is_some() || professional_behind.is_some();
        let kind = professional_behind.or_else(|| behind(&AMATEUR)).unwrap_or(kind);
        let kind = kind.trim_matches(marks);
        let kind = match KINDS.iter().position(|names| names.contains(&kind)) {
            Some(1) if is_marked => 2,
            None if is_marked && kind.is_empty() => 2,
            kind => kind.ok_or_else(error)?,
        };
        if !(1..=MOST[kind]).contains(&number) {
            return Err(error());
        }
        Ok(Rank(match kind {
            0 => MOST[0] + 1 - number,
            1 => MOST[0] + number,
            _ => MOST[0] + MOST[1] + number,
        }))
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rank(number) = *self;
        match number.checked_sub(MOST[0]) {
            None | Some(0) => write!(f, "{}k", MOST[0] + 1 - number),
            Some(dan) if dan <= MOST[1] => write!(f, "{dan}d"),
            Some(dan) => write!(f, "{}p", dan - MOST[1]),
        }
    }
}

/// Which ranks a search wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RankCondition {
    /// A rank between two, both included.
    Between(Rank, Rank),
    /// The text of a rank that is none of the known ones, exactly.
    Text(String),
}

impl FromStr for RankCondition {
    type Err = ParseRankError;

    /// Parses a rank, or a range such as `5d..9d`, `5d-9d`, `7d..` and `..1k`. `10k..20k` is `20k..10k`.
    ///
    /// # Errors
    /// If an end of a range is no rank.
    fn from_str(text: &str) -> Result<RankCondition, ParseRankError> {
        let Some((first, last)) = text.split_once("..") else {
            let range = || {
                let (first, last) = text.split_once('-')?;
                Some((first.parse::<Rank>().ok()?, last.parse::<Rank>().ok()?))
            };
            let rank = text.parse().map(|rank: Rank| (rank, rank)).ok();
            return Ok(match rank.or_else(range) {
                Some((first, last)) => RankCondition::Between(first.min(last), first.max(last)),
                None => RankCondition::Text(text.to_owned()),
            });
        };
        let end =
            |text: &str, open| if text.trim().is_empty() { Ok(Rank(open)) } else { text.parse() };
        let (first, last) = (end(first, 0)?, end(last, u8::MAX)?);
        Ok(RankCondition::Between(first.min(last), first.max(last)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_a_range_stand_in_any_order() {
        assert_eq!("10k..20k".parse::<RankCondition>(), "20k..10k".parse());
        assert_eq!("2d..1k".parse::<RankCondition>(), "1k..2d".parse());
        assert_ne!("..1k".parse::<RankCondition>(), "1k..".parse());
        assert_eq!("9d-5d".parse::<RankCondition>(), "5d..9d".parse());
        assert_eq!("9-dan".parse::<RankCondition>(), "9d".parse());
    }

    #[test]
    fn ranks_are_read_in_many_forms() {
        for (rank, texts) in [
            (
                "9d",
                &[
                    "9d",
                    "9D",
                    "9段",
                    "九段",
                    "9 dan",
                    " 9d? ",
                    "９段",
                    "9-dan",
                    "9단",
                    "业9段",
                    "amateur 9 dan",
                    "9 dan amateur",
                    "9d (EGF)",
                    "9. Dan",
                    "9e dan",
                    "9ème dan",
                    "9th dan",
                    "９段（日本）",
                ][..],
            ),
            ("1d", &["1d", "初段", "一段"]),
            (
                "9p",
                &[
                    "9p",
                    "9P",
                    "P9段",
                    "p9",
                    "9 dan pro",
                    "9 pro",
                    "职业九段",
                    "プロ9段",
                    "Pro 9d",
                    "職業九段",
                    "Ｐ９段",
                    "９ｐ",
                    "9d pro",
                    "专业九段",
                    "9p, Kisei",
                    "9段プロ",
                    "9 dan professional",
                ],
            ),
            ("3k", &["3k", "3K", "三级", "3 kyu", "3급"]),
            ("18k", &["18级", "十八級", "18k"]),
            ("20k", &["20k", "二十级"]),
            ("1k", &["1級", "1k"]),
        ] {
            for text in texts {
                let read = text.parse::<Rank>().map(|rank| rank.to_string());
                assert_eq!(read.as_deref(), Ok(rank), "{text}");
            }
        }
        for text in [
            "",
            "?",
            "d",
            "0d",
            "31k",
            "11d",
            "9x",
            "30p",
            "Honinbo",
            "段",
            "999999d",
            "5",
            "5th",
            "5 amateur",
            "(9p)",
        ] {
            assert!(text.parse::<Rank>().is_err(), "{text}");
        }
    }

    #[test]
    fn ranks_are_in_one_order() {
        let ranks: Vec<Rank> = ["30k", "10k", "1k", "1d", "9d", "1p", "9p"]
            .iter()
            .map(|text| text.parse().unwrap())
            .collect();
        assert!(ranks.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn a_mean_rank_has_a_decimal() {
        let mean = |texts: [&str; 2]| {
            let numbers = texts.map(|text| f64::from(text.parse::<Rank>().unwrap().number()));
            Rank::format_mean(numbers.iter().sum::<f64>() / 2.0)
        };
        assert_eq!(mean(["4d", "5d"]), "4.5d");
        assert_eq!(mean(["9p", "9p"]), "9.0p");
        assert_eq!(mean(["3k", "2k"]), "2.5k");
        assert_eq!(mean(["1k", "1d"]), "0.5k");
        assert_eq!(Rank::from_number(Rank::FIRST_PROFESSIONAL.number().into()), "1p".parse().ok());
        assert_eq!((Rank::from_number(0), Rank::from_number(51)), (None, None));
    }

    #[test]
    fn conditions_are_ranks_and_ranges() {
        let rank = |text: &str| text.parse::<Rank>().unwrap();
        let between = |first, last| Ok(RankCondition::Between(first, last));
        assert_eq!("5d..9d".parse(), between(rank("5d"), rank("9d")));
        assert_eq!("7段..".parse(), between(rank("7d"), Rank(u8::MAX)));
        assert_eq!("..1k".parse(), between(Rank(0), rank("1k")));
        assert_eq!("9p".parse(), between(rank("9p"), rank("9p")));
        assert_eq!("Meijin".parse(), Ok(RankCondition::Text("Meijin".to_owned())));
        assert!("5d..x".parse::<RankCondition>().is_err());
    }
}
