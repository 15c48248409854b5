//! How often a continuation was played by year and by rank, and in two groups of games.

use serde::Serialize;

use crate::model::{
    Breakdown, Comparison, Fashion, Group, Proportion, Rank, Results, Split, group_years,
};

gtn_db_core::names! {
    /// By what the results of continuations are listed.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum By {
        /// The year of the game.
        Year => "year",
        /// The rank of the player who made the move.
        Rank => "rank",
    }

    /// The word of options and parameters.
    pub fn name;
}

impl By {
    /// All of them.
    pub const ALL: [By; By::VALUES.len()] = By::VALUES;
}

gtn_db_core::names! {
    /// Which games are the examples of a continuation.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum ExampleOrder {
        /// Those of the last years.
        Newest => "newest",
        /// Those of the players with the highest mean rank.
        Strongest => "strongest",
    }

    /// The word of options and parameters.
    pub fn name;
}

impl ExampleOrder {
    /// All of them.
    pub const ALL: [ExampleOrder; ExampleOrder::VALUES.len()] = ExampleOrder::VALUES;

    /// The numbers of the examples of a move.
    pub fn of(self, results: &Results) -> Vec<i64> {
        match self {
            ExampleOrder::Newest => results.newest.ids().collect(),
            ExampleOrder::Strongest => results.strongest.ids().collect(),
        }
    }
}

/// What an answer says of continuations besides their results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Aspects {
    /// By what the results are listed.
    pub by: Option<By>,
    /// Which two groups of games are compared.
    pub versus: Option<Split>,
    /// Which games are the examples; without it, those that were imported first.
    pub examples: Option<ExampleOrder>,
}

/// A continuation by year.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FashionJson {
    /// `rising` or `falling`, if the 95 % interval of the share in the last five years less the share
    /// before excludes 0; `gone`, if the move was played ten times or more before and never in the last
    /// five years, in which the position was reached ten times or more; else null.
    pub trend: Option<&'static str>,
    /// The first of the last five years; null if no game has a year.
    pub since: Option<u16>,
    /// The years in which the position was reached, in ascending order.
    pub years: Vec<YearJson>,
}

/// A continuation in one year.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct YearJson {
    /// The year.
    pub year: u16,
    /// The games of this year in which the move was played; in corners, the occurrences.
    pub count: u64,
    /// The games of this year that reach the position; in corners, the occurrences.
    pub of: u64,
    /// The part, 0 to 1.
    pub share: f64,
    /// Those that the player of the move won.
    pub wins: u64,
    /// Those that this player lost.
    pub losses: u64,
}

/// A continuation by the ranks of the players.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StrengthJson {
    /// The mean rank of the amateurs who chose the move, such as `4.5d`; null if there are none.
    pub mean_amateur: Option<String>,
    /// The mean rank of the professionals who chose it, such as `7.2p`; null if there are none.
    pub mean_pro: Option<String>,
    /// The ranks of the players who moved in the position, in ascending order.
    pub ranks: Vec<RankJson>,
}

/// A continuation among the players of one rank.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RankJson {
    /// The rank, such as `9p`.
    pub rank: String,
    /// How often a player of this rank chose the move: in how many games, in corners in how many occurrences.
    pub count: u64,
    /// How often a player of this rank moved in the position.
    pub of: u64,
    /// The part, 0 to 1.
    pub share: f64,
    /// Those that the player of the move won.
    pub wins: u64,
    /// Those that this player lost.
    pub losses: u64,
}

/// A continuation in two groups of games.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct VersusJson {
    /// The share in the first group, `before 2016` or `amateurs`.
    pub first: ShareJson,
    /// The share in the second group, `since 2016` or `professionals`.
    pub second: ShareJson,
    /// The second share less the first; null if one group has no games.
    pub difference: Option<f64>,
    /// The lower end of its 95 % interval, as Newcombe computes it.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

/// A share with its interval.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ShareJson {
    /// The name of the group.
    pub group: String,
    /// The games of this group in which the move was played; in corners, the occurrences.
    pub count: u64,
    /// The games of this group that reach the position; in corners, the occurrences.
    pub of: u64,
    /// The part, 0 to 1; null of no games.
    pub share: Option<f64>,
    /// The lower end of its 95 % interval, as Wilson computes it.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

impl FashionJson {
    /// A continuation among all that follow its position.
    pub fn new(results: &Results, all: &Breakdown) -> FashionJson {
        let Fashion { years, trend, since } = Fashion::new(&results.breakdown, all);
        let year = |&(group, of): &(Group, u64)| YearJson {
            year: group.key,
            count: group.count,
            of,
            share: group.count as f64 / of as f64,
            wins: group.wins,
            losses: group.losses,
        };
        FashionJson {
            trend: trend.map(|trend| trend.name()),
            since,
            years: years.iter().map(year).collect(),
        }
    }

    /// The first and the last year.
    pub fn span(&self) -> Option<(u16, u16)> {
        Some((self.years.first()?.year, self.years.last()?.year))
    }

    /// The shares in at most `most` spans of years, as [`group_years`] makes them.
    pub fn bars(&self, most: u16) -> (u16, Vec<Option<f64>>) {
        self.group(most, |year| Proportion { count: year.count, of: year.of })
    }

    /// The part of the results that the player of the move won, in the same spans of years.
    pub fn win_bars(&self, most: u16) -> Vec<Option<f64>> {
        self.group(most, |year| Proportion { count: year.wins, of: year.wins + year.losses }).1
    }

    fn group(&self, most: u16, of: impl Fn(&YearJson) -> Proportion) -> (u16, Vec<Option<f64>>) {
        let years: Vec<_> = self.years.iter().map(|year| (year.year, of(year))).collect();
        group_years(&years, most)
    }
}

impl StrengthJson {
    /// A continuation among all that follow its position.
    pub fn new(results: &Results, all: &Breakdown) -> StrengthJson {
        let ranks = results.breakdown.ranks.among(&all.ranks);
        let rank = |(group, of): (Group, u64)| RankJson {
            rank: Rank::from_number(group.key).map(|rank| rank.to_string()).unwrap_or_default(),
            count: group.count,
            of,
            share: group.count as f64 / of as f64,
            wins: group.wins,
            losses: group.losses,
        };
        let first = u16::from(Rank::FIRST_PROFESSIONAL.number());
        let mean = |keys| results.breakdown.ranks.mean_key(keys).map(Rank::format_mean);
        StrengthJson {
            mean_amateur: mean(0..=first - 1),
            mean_pro: mean(first..=u16::MAX),
            ranks: ranks.map(rank).collect(),
        }
    }
}

impl VersusJson {
    /// A continuation among all that follow its position.
    pub fn new(split: Split, results: &Results, all: &Breakdown) -> VersusJson {
        let compared = Comparison::new(split, &results.breakdown, all);
        let mut names = split.names().into_iter();
        let [first, second] = compared.shares.map(|share| {
            let interval = share.interval();
            let Proportion { count, of } = share;
            ShareJson {
                group: names.next().expect("there is a name for each group"),
                count,
                of,
                share: share.share(),
                low: interval.map(|interval| interval.0),
                high: interval.map(|interval| interval.1),
            }
        });
        let difference = compared.difference();
        VersusJson {
            first,
            second,
            difference: difference.map(|(difference, _)| difference),
            low: difference.map(|(_, interval)| interval.0),
            high: difference.map(|(_, interval)| interval.1),
        }
    }
}
