//! How the share of a continuation changes over the years.

use std::str::FromStr;

use super::proportion::Proportion;
use super::rank::Rank;
use super::statistics::{Breakdown, Group, Groups};

crate::names! {
    /// How the share of a continuation changed lately.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Trend {
        /// Greater in the last five years than before.
        Rising => "rising",
        /// Smaller in the last five years than before.
        Falling => "falling",
        /// Played before and not in the last five years.
        Gone => "gone",
    }

    /// The word of answers.
    pub fn name;
}

/// A continuation by year, among the games of known years.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fashion {
    /// The years in which the position was reached, in ascending order: the continuation, and the games,
    /// in corners the occurrences, of the position.
    pub years: Vec<(Group, u64)>,
    /// The trend, if one is certain.
    pub trend: Option<Trend>,
    /// The first of the last five years: those that end with the last of `years`.
    pub since: Option<u16>,
}

impl Fashion {
    /// The years that count as the last ones.
    pub const RECENT: u16 = 5;

    /// A continuation is gone if it was played so often before, and its position reached so often since.
    const LEAST: u64 = 10;

    /// The fashion of a continuation. `all` counts all continuations of its position.
    ///
    /// The share rises or falls if [Newcombe's interval](Proportion::minus) of the share in the last
    /// five years less the share before excludes 0. A continuation is gone if it was played ten times
    /// or more before and never since, and the position was reached ten times or more since.
    pub fn new(played: &Breakdown, all: &Breakdown) -> Fashion {
        let years = played.years.among(&all.years).collect();
        let since = all.years.span().map(|(_, last)| last.saturating_sub(Fashion::RECENT - 1));
        let trend = since.and_then(|since| Fashion::find_trend(played, all, since));
        Fashion { years, trend, since }
    }

    fn find_trend(played: &Breakdown, all: &Breakdown, since: u16) -> Option<Trend> {
        let [before, recent] = Split::Year(since).proportions(played, all);
        if recent.count == 0 && before.count >= Fashion::LEAST && recent.of >= Fashion::LEAST {
            return Some(Trend::Gone);
        }
        match recent.minus(before)? {
            (low, _) if low > 0.0 => Some(Trend::Rising),
            (_, high) if high < 0.0 => Some(Trend::Falling),
            _ => None,
        }
    }
}

/// The shares in at most `most` spans of equally many years, for a chart: the years of each span, and one
/// share a span, `None` where the position was not reached. `years` are in ascending order; the last span may
/// go beyond the last of them.
pub fn group_years(years: &[(u16, Proportion)], most: u16) -> (u16, Vec<Option<f64>>) {
    let (Some(&(first, _)), Some(&(last, _))) = (years.first(), years.last()) else {
        return (1, Vec::new());
    };
    let width = (last - first) / most.max(1) + 1;
    let mut spans = vec![Proportion::default(); usize::from((last - first) / width + 1)];
    for (year, share) in years {
        let span = &mut spans[usize::from((year - first) / width)];
        span.count += share.count;
        span.of += share.of;
    }
    (width, spans.into_iter().map(Proportion::share).collect())
}

/// Where two groups of games are divided that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Split {
    /// The games before a year, and those since its beginning.
    Year(u16),
    /// The moves of amateurs, and those of professionals.
    Pro,
}

impl FromStr for Split {
    type Err = &'static str;

    /// Reads a year such as `2016`, or `pro`.
    fn from_str(text: &str) -> Result<Split, Self::Err> {
        if text == "pro" {
            return Ok(Split::Pro);
        }
        let are_digits = text.bytes().all(|byte| byte.is_ascii_digit());
        if !(1..=4).contains(&text.len()) || !are_digits || text.starts_with('0') {
            return Err("a year such as 2016, or pro, is needed");
        }
        Ok(Split::Year(text.parse().expect("four digits fit into 16 bits")))
    }
}

impl Split {
    /// The names of the two groups.
    pub fn names(self) -> [String; 2] {
        match self {
            Split::Year(year) => [format!("before {year}"), format!("since {year}")],
            Split::Pro => ["amateurs".to_owned(), "professionals".to_owned()],
        }
    }

    fn proportions(self, played: &Breakdown, all: &Breakdown) -> [Proportion; 2] {
        let (played, all, key) = match self {
            Split::Year(year) => (&played.years, &all.years, year),
            Split::Pro => (&played.ranks, &all.ranks, Rank::FIRST_PROFESSIONAL.number().into()),
        };
        let is_second = |group: &&Group| group.key >= key;
        let sum = |groups: &Groups, second| {
            groups.iter().filter(|group| is_second(group) == second).map(|group| group.count).sum()
        };
        [false, true].map(|second| Proportion { count: sum(played, second), of: sum(all, second) })
    }
}

/// The shares of a continuation in two groups of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// What divides the groups.
    pub split: Split,
    /// The continuation in each group.
    pub shares: [Proportion; 2],
}

impl Comparison {
    /// Compares the share of a continuation in two groups. `all` is as for [`Fashion::new`].
    pub fn new(split: Split, played: &Breakdown, all: &Breakdown) -> Comparison {
        Comparison { split, shares: split.proportions(played, all) }
    }

    /// The second share less the first, with the ends of its 95 % interval; `None` if one group has no
    /// games.
    pub fn difference(&self) -> Option<(f64, (f64, f64))> {
        let [first, second] = self.shares;
        Some((second.share()? - first.share()?, second.minus(first)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn years(counts: &[(u16, u64)]) -> Breakdown {
        let mut breakdown = Breakdown::default();
        let groups = counts.iter().map(|&(key, count)| Group { key, count, wins: 0, losses: 0 });
        groups.for_each(|group| breakdown.years.add(group));
        breakdown
    }

    fn trend(played: &[(u16, u64)], all: &[(u16, u64)]) -> Option<Trend> {
        Fashion::new(&years(played), &years(all)).trend
    }

    #[test]
    fn a_trend_is_named_only_when_it_is_certain() {
        let all = [(1990, 100), (2016, 50), (2020, 50)];
        // 20 of 100 against 50 of 100, 24, 8, none.
        assert_eq!(trend(&[(1990, 20), (2016, 25), (2020, 25)], &all), Some(Trend::Rising));
        assert_eq!(trend(&[(1990, 20), (2016, 12), (2020, 12)], &all), None);
        assert_eq!(trend(&[(1990, 20), (2016, 4), (2020, 4)], &all), Some(Trend::Falling));
        assert_eq!(trend(&[(1990, 20)], &all), Some(Trend::Gone));
        // Nine times before is too few to be gone, and too few to fall from.
        assert_eq!(trend(&[(1990, 9)], &[(1990, 100), (2020, 20)]), None);
        // A single game since says nothing, as its year may be a misprint.
        assert_eq!(trend(&[(1990, 50)], &[(1990, 100), (2916, 1)]), None);
        assert_eq!(trend(&[(2020, 5)], &[(2020, 5)]), None);
        assert_eq!(trend(&[], &[]), None);
    }

    #[test]
    fn the_last_five_years_end_with_the_last_year_of_the_position() {
        let fashion =
            Fashion::new(&years(&[(2016, 1)]), &years(&[(2015, 3), (2016, 2), (2020, 1)]));
        assert_eq!(fashion.since, Some(2016));
        let counts = fashion.years.iter().map(|(group, of)| (group.key, group.count, *of));
        assert_eq!(counts.collect::<Vec<_>>(), [(2015, 0, 3), (2016, 1, 2), (2020, 0, 1)]);
    }

    #[test]
    fn years_are_grouped_in_equal_spans() {
        let share = |count, of| Proportion { count, of };
        let years = [(1990, share(1, 2)), (1993, share(0, 2)), (1999, share(4, 4))];
        assert_eq!(group_years(&years, 20).1.len(), 10);
        // 1990 to 1993, 1994 to 1997, 1998 to 2001.
        assert_eq!(group_years(&years, 3), (4, vec![Some(0.25), None, Some(1.0)]));
        assert_eq!(group_years(&years, 1), (10, vec![Some(0.625)]));
        assert_eq!(group_years(&[], 3), (1, vec![]));
        let widest = [(0, share(0, 1)), (u16::MAX, share(0, 1))];
        assert!((1..=20).contains(&group_years(&widest, 20).1.len()));
    }

    #[test]
    fn professionals_are_divided_from_amateurs() {
        let ranks = |counts: [(&str, u64); 3]| {
            let mut breakdown = Breakdown::default();
            for (rank, count) in counts {
                let key = rank.parse::<Rank>().unwrap().number().into();
                breakdown.ranks.add(Group { key, count, wins: 0, losses: 0 });
            }
            breakdown
        };
        let played = ranks([("30k", 1), ("10d", 2), ("1p", 5)]);
        let all = ranks([("30k", 10), ("10d", 20), ("1p", 50)]);
        let compared = Comparison::new("pro".parse().unwrap(), &played, &all);
        let shares = [Proportion { count: 3, of: 30 }, Proportion { count: 5, of: 50 }];
        assert_eq!(compared.shares, shares);
    }

    #[test]
    fn a_year_divides_what_was_before_and_since() {
        let (played, all) =
            (years(&[(2015, 1), (2016, 2)]), years(&[(2015, 4), (2016, 4), (2017, 4)]));
        let compared = Comparison::new("2016".parse().unwrap(), &played, &all);
        let [before, since] = compared.shares;
        assert_eq!(
            (before, since),
            (Proportion { count: 1, of: 4 }, Proportion { count: 2, of: 8 })
        );
        assert_eq!(compared.difference().unwrap().0, 0.0);
        assert_eq!(Comparison::new(Split::Year(1900), &played, &all).difference(), None);
        for text in ["", "0", "0016", "+5", "-5", "12345", "pro!"] {
            assert!(text.parse::<Split>().is_err(), "{text}");
        }
    }
}
