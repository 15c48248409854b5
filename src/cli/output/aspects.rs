//! The share of a move by year, by rank and in two groups of games, in tables and CSV.

use gtn_db::answer::{
    Aspects, By, FashionJson, RankJson, ResultsJson, ShareJson, StrengthJson, VersusJson, YearJson,
};
use serde::Serialize;

use super::listing::Row;
use super::text::{percent, win_rate, years};

/// The most bars of a chart.
const BARS: u16 = 20;

/// The headings that answers to `aspects` add to those of a row of moves.
pub fn headings(aspects: Aspects) -> Vec<&'static str> {
    let mut headings = Vec::new();
    match aspects.by {
        Some(By::Year) => headings.extend(["trend", "by year", "won by year"]),
        Some(By::Rank) => headings.extend(["mean rank", "amateurs", "pros"]),
        _ => {}
    }
    if aspects.versus.is_some() {
        headings.extend(["first", "second", "difference"]);
    }
    headings
}

/// The columns of CSV for `--versus`, as fields of the object of a move.
macro_rules! versus_fields {
    ($prefix:literal) => {
        &[
            concat!($prefix, "versus.first.group"),
            concat!($prefix, "versus.first.count"),
            concat!($prefix, "versus.first.of"),
            concat!($prefix, "versus.first.share"),
            concat!($prefix, "versus.first.low"),
            concat!($prefix, "versus.first.high"),
            concat!($prefix, "versus.second.group"),
            concat!($prefix, "versus.second.count"),
            concat!($prefix, "versus.second.of"),
            concat!($prefix, "versus.second.share"),
            concat!($prefix, "versus.second.low"),
            concat!($prefix, "versus.second.high"),
            concat!($prefix, "versus.difference"),
            concat!($prefix, "versus.low"),
            concat!($prefix, "versus.high"),
        ]
    };
}
pub(crate) use versus_fields;

/// A year or a rank of a move, as [`By`] names it, with its counts.
#[derive(Serialize)]
pub struct GroupRow {
    group: String,
    count: u64,
    of: u64,
    share: f64,
    wins: u64,
    losses: u64,
    #[serde(flatten)]
    of_move: OfMove,
}

/// What [`By`] says of a move as a whole.
#[derive(Clone, Default, Serialize)]
struct OfMove {
    trend: Option<&'static str>,
    since: Option<u16>,
    mean_amateur: Option<String>,
    mean_pro: Option<String>,
}

impl GroupRow {
    /// Removes the lists from the results of a move.
    pub fn split_off(results: &mut ResultsJson) -> Vec<GroupRow> {
        let mut rows = Vec::new();
        if let Some(FashionJson { trend, since, years }) = results.fashion.take() {
            let of_move = OfMove { trend, since, ..OfMove::default() };
            rows.extend(years.into_iter().map(|year| {
                let YearJson { year, count, of, share, wins, losses } = year;
                let (group, of_move) = (year.to_string(), of_move.clone());
                GroupRow { group, count, of, share, wins, losses, of_move }
            }));
        }
        if let Some(StrengthJson { mean_amateur, mean_pro, ranks }) = results.strength.take() {
            let of_move = OfMove { mean_amateur, mean_pro, ..OfMove::default() };
            rows.extend(ranks.into_iter().map(|rank| {
                let RankJson { rank: group, count, of, share, wins, losses } = rank;
                let of_move = of_move.clone();
                GroupRow { group, count, of, share, wins, losses, of_move }
            }));
        }
        rows
    }
}

/// A row of CSV for each move and year or rank.
#[derive(Serialize)]
pub struct Grouped<R> {
    #[serde(flatten)]
    pub row: R,
    pub by: GroupRow,
}

impl<R: Row> Row for Grouped<R> {
    fn fields() -> Vec<&'static str> {
        let of_group = ["by.group", "by.count", "by.of", "by.share", "by.wins", "by.losses"];
        let of_move = ["by.trend", "by.since", "by.mean_amateur", "by.mean_pro"];
        [R::fields(), of_group.into(), of_move.into()].concat()
    }
}

/// The cell of the column "won", "years" or "examples", or of one of [`headings`].
pub fn results_cell(results: &ResultsJson, heading: &str) -> Option<String> {
    match heading {
        "won" => Some(win_rate(results.wins, results.losses)),
        "years" => Some(years(results.first_year, results.last_year)),
        "examples" => {
            let examples: Vec<String> = results.examples.iter().map(i64::to_string).collect();
            Some(examples.join(" "))
        }
        _ => cell(results, heading),
    }
}

/// The cell of one of [`headings`].
fn cell(results: &ResultsJson, heading: &str) -> Option<String> {
    if let Some(strength) = &results.strength {
        let share_of = |are_pros| describe_ranks(strength, are_pros);
        match heading {
            "mean rank" => {
                let means = [&strength.mean_amateur, &strength.mean_pro].into_iter().flatten();
                return Some(means.map(String::as_str).collect::<Vec<_>>().join(" "));
            }
            "amateurs" => return Some(share_of(false)),
            "pros" => return Some(share_of(true)),
            _ => {}
        }
    }
    let text = match (heading, &results.fashion, &results.versus) {
        ("trend", Some(fashion), _) => fashion.trend.unwrap_or_default().to_owned(),
        ("by year", Some(fashion), _) => {
            let (_, bars) = fashion.bars(BARS);
            let greatest = bars.iter().flatten().copied().fold(0.0, f64::max);
            draw_chart(&bars, greatest)
        }
        ("won by year", Some(fashion), _) => draw_chart(&fashion.win_bars(BARS), 1.0),
        ("first", _, Some(versus)) => describe_share(&versus.first),
        ("second", _, Some(versus)) => describe_share(&versus.second),
        ("difference", _, Some(versus)) => describe_difference(versus),
        _ => return None,
    };
    Some(text)
}

/// What the columns of [`headings`] mean, for the moves of one position.
pub fn describe(results: Option<&ResultsJson>) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(fashion) = results.and_then(|results| results.fashion.as_ref())
        && let (Some(since), Some((first, last))) = (fashion.since, fashion.span())
    {
        let (width, _) = fashion.bars(BARS);
        let bar = if width == 1 { "a year".to_owned() } else { format!("{width} years") };
        lines.push(format!(
            "by year: {first}-{last}, {bar} a bar; trend: {since}-{last} against the years before; \
             won by year: the full bar is all games"
        ));
    }
    if let Some(versus) = results.and_then(|results| results.versus.as_ref()) {
        let (first, second) = (&versus.first.group, &versus.second.group);
        lines.push(format!(
            "first: {first}; second: {second}; in parentheses the 95 % interval in percent"
        ));
    }
    lines
}

/// Shares as bars, `greatest` the full one: `·` where there is none, and the lowest bar for 0.
fn draw_chart(bars: &[Option<f64>], greatest: f64) -> String {
    const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let block = |share: f64| match share {
        0.0 => BLOCKS[0],
        share => BLOCKS[((share / greatest * 7.0).ceil() as usize).clamp(1, 7)],
    };
    bars.iter().map(|bar| bar.map_or('·', block)).collect()
}

/// `12.5% of 80`: the share of the move among the amateurs or the professionals.
fn describe_ranks(strength: &StrengthJson, are_pros: bool) -> String {
    let ranks = strength.ranks.iter().filter(|rank| rank.rank.ends_with('p') == are_pros);
    let (count, of) = ranks.fold((0, 0), |sum, rank| (sum.0 + rank.count, sum.1 + rank.of));
    if of == 0 { String::new() } else { format!("{} of {of}", percent(count as f64 / of as f64)) }
}

/// `12.5% of 80 (7-22)`.
fn describe_share(share: &ShareJson) -> String {
    match (share.share, share.low, share.high) {
        (Some(part), Some(low), Some(high)) => {
            format!("{} of {} ({:.1}-{:.1})", percent(part), share.of, low * 100.0, high * 100.0)
        }
        _ => "no games".to_owned(),
    }
}

/// `+4.2 (-1.0 to 9.5)`, in percentage points.
fn describe_difference(versus: &VersusJson) -> String {
    match (versus.difference, versus.low, versus.high) {
        (Some(difference), Some(low), Some(high)) => {
            format!("{:+.1} ({:.1} to {:.1})", difference * 100.0, low * 100.0, high * 100.0)
        }
        _ => String::new(),
    }
}
