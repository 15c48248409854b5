//! The tables of `/explore`: moves with their results, and games.

use maud::{Markup, html};

use super::explore_examples::{EXAMPLES, links};
use super::explore_parts::append;
use super::game_filter::with_fields;
use super::game_table;
use super::layout::Page;
use super::text::texts;
use crate::Color;
use crate::address::Address;
use crate::answer::{By, FashionJson, ShareJson, StrengthJson, VersusJson};
use crate::explored::{Desk, Explored, ExploredMove, Kind};
use crate::game_fields::GameFields;

/// The number of moves in the table, unless the request is for all.
const SHOWN: usize = 12;

/// The width of a bar.
const WIDTH: u64 = 80;

/// The most bars of a chart, and its height.
const BARS: u16 = 20;
const CHART_HEIGHT: u64 = 20;

texts! { "explore_table":
    COUNT, BLACK_TO_MOVE, WHITE_TO_MOVE, MOVES, CAPTION, SHOW_ALL, SHOW_FEW, NOTHING, MOVE, GAMES,
    PLACES, SHARE, WON, YEARS, BLACK, WHITE, TENUKI, PASS, pub(super) ENDS, pub(super) SAMPLES,
    pub(super) ALL_GAMES, RISING, FALLING, GONE,
    BEFORE, SINCE, AMATEURS, PROFESSIONALS, DIFFERENCE, CHART, GROUPS, MEAN_RANK,
}

/// A move with its results.
pub(super) struct Row {
    /// The name of its point, of a move of Go; empty for tenuki, a pass and the end.
    pub(super) point: Option<String>,
    /// The move in Aba-Pro, of a move of Abalone.
    pub(super) step: Option<String>,
    /// The name, as a link that plays the move.
    pub(super) name: Markup,
    pub(super) games: u64,
    /// How often the move follows a shape.
    pub(super) hits: Option<u64>,
    /// The part of all games, 0 to 1.
    pub(super) share: f64,
    /// The games that the player of the move won, and lost.
    pub(super) results: [u64; 2],
    /// The first and the last year of the games.
    pub(super) years: Option<(u16, u16)>,
    /// The move by year, of Go.
    pub(super) fashion: Option<FashionJson>,
    /// The move by rank, if asked for.
    pub(super) strength: Option<StrengthJson>,
    /// The move in two groups of games, if asked for.
    pub(super) versus: Option<VersusJson>,
    /// Links to some games, if asked for.
    pub(super) examples: Option<Markup>,
}

/// The table of moves.
pub(super) struct Table<'a> {
    pub(super) page: &'a Page,
    /// The page.
    pub(super) address: &'a Address,
    /// The games that reach the board.
    pub(super) games: u64,
    pub(super) rows: Vec<Row>,
    /// Whether all moves are listed.
    pub(super) has_all: bool,
    /// By what a second table has the results of the moves.
    pub(super) by: Option<By>,
}

/// The moves that a page lists unless the request is for all: the most frequent points, and behind them what is
/// no point, such as tenuki.
pub(super) fn most_frequent(moves: &[ExploredMove]) -> impl Iterator<Item = &ExploredMove> {
    shorten(moves, |found| found.point.is_some())
}

/// The first items, and behind them those that are no point.
fn shorten<T>(items: &[T], is_point: impl Fn(&T) -> bool) -> impl Iterator<Item = &T> {
    let is_listed = move |(at, item): &(usize, &T)| *at < SHOWN || !is_point(item);
    items.iter().enumerate().filter(is_listed).map(|(_, item)| item)
}

impl Table<'_> {
    /// The rows that are listed: see [`most_frequent`].
    fn listed(&self) -> impl Iterator<Item = &Row> {
        let is_point = |row: &Row| row.step.is_some() || row.point.as_deref() != Some("");
        shorten(&self.rows, move |row| is_point(row) && !self.has_all)
    }

    fn caption(&self) -> Markup {
        let Table { page, games, has_all, .. } = *self;
        let (total, listed) = (self.rows.len(), self.listed().count());
        let link = |all: &str| page.link(&self.address.clone().with("all", all).to_string());
        html! {
            caption {
                (page.fill(CAPTION, &[&listed, &total, &games]))
                @if listed < total { ", " a href=(link("true")) { (page.text(SHOW_ALL)) } }
                @if has_all && total > SHOWN { ", " a href=(link("")) { (page.text(SHOW_FEW)) } }
            }
        }
    }

    /// The moves with their results.
    pub(super) fn render(&self) -> Markup {
        let Table { page, rows, .. } = self;
        if rows.is_empty() {
            return html! { p { (page.text(NOTHING)) } };
        }
        let years = || rows.iter().filter_map(|row| row.years);
        let first = years().map(|years| years.0).min().unwrap_or_default();
        let last = years().map(|years| years.1).max().unwrap_or_default();
        let has_hits = rows.iter().any(|row| row.hits.is_some());
        let fashion = rows.iter().find_map(|row| row.fashion.as_ref());
        html! {
            div.scroll tabindex="0" role="region" aria-label=(page.text(MOVES)) {
                table #moves {
                    (self.caption())
                    thead { tr {
                        th { (page.text(MOVE)) }
                        th.number { (page.text(GAMES)) }
                        @if has_hits { th.number { (page.text(PLACES)) } }
                        th.number { (page.text(SHARE)) }
                        th { (page.text(WON)) }
                        @if rows[0].examples.is_some() { th { (page.text(EXAMPLES)) } }
                        th { (page.text(YEARS)) }
                        @if let Some(versus) = rows[0].versus.as_ref() {
                            th.number { (group_name(page, &versus.first)) }
                            th.number { (group_name(page, &versus.second)) }
                            th.number { (page.text(DIFFERENCE)) }
                        }
                    } }
                    tbody {
                        @for row in self.listed() {
                            (row.render(page, (first, last)))
                        }
                    }
                }
            }
            @if let Some((fashion, (first, last))) = fashion.and_then(|it| it.span().map(|span| (it, span))) {
                @let since = fashion.since.unwrap_or(last);
                p.soft { (page.fill(CHART, &[&first, &last, &fashion.bars(BARS).0, &since, &last])) }
            }
            @if let Some(by) = self.by { (self.groups(by)) }
        }
    }

    /// A row for each year or rank, with the share and the results of each move of the table.
    fn groups(&self, by: By) -> Markup {
        let page = self.page;
        let rows: Vec<&Row> = self.listed().collect();
        // The groups of a position are those of each of its moves.
        let groups: Vec<Vec<(String, [u64; 4])>> = match by {
            By::Rank => rows.iter().map(|row| row.ranks().collect()).collect(),
            _ => rows.iter().map(|row| row.years().collect()).collect(),
        };
        let means = |row: &Row| {
            let of = row.strength.as_ref();
            let means = of.map(|of| [of.mean_amateur.as_deref(), of.mean_pro.as_deref()]);
            means.into_iter().flatten().flatten().collect::<Vec<_>>().join(", ")
        };
        html! {
            div.scroll tabindex="0" role="region" aria-label=(page.text(GROUPS)) {
                table #groups {
                    caption { (page.text(GROUPS)) }
                    thead { tr { td {} @for row in &rows { th.number { (row.name) } } } }
                    tbody {
                        @if by == By::Rank {
                            tr { th { (page.text(MEAN_RANK)) } @for row in &rows { td.number { (means(row)) } } }
                        }
                        @for (at, (group, _)) in groups.first().into_iter().flatten().enumerate() {
                            tr {
                                th { (group) }
                                @for of_move in &groups {
                                    @let [count, of, wins, losses] = of_move[at].1;
                                    td.number {
                                        (percent(count as f64 / of as f64)) " "
                                        small { "(" (count) "/" (of) ")" }
                                        @if let Some(won) = won(wins, losses) { br; (won) }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

impl Row {
    /// The years with the games with the move, all games, wins and losses.
    fn years(&self) -> impl Iterator<Item = (String, [u64; 4])> {
        let years = self.fashion.iter().flat_map(|fashion| &fashion.years);
        years.map(|at| (at.year.to_string(), [at.count, at.of, at.wins, at.losses]))
    }

    /// The ranks likewise.
    fn ranks(&self) -> impl Iterator<Item = (String, [u64; 4])> {
        let ranks = self.strength.iter().flat_map(|strength| &strength.ranks);
        ranks.map(|at| (at.rank.clone(), [at.count, at.of, at.wins, at.losses]))
    }

    /// `scale` is the first and the last year of all moves.
    fn render(&self, page: &Page, scale: (u16, u16)) -> Markup {
        let Row {
            point,
            step,
            name,
            games,
            hits,
            share,
            results: [won, lost],
            years,
            fashion,
            versus,
            examples,
            strength: _,
        } = self;
        html! {
            tr data-point=[point.as_deref()] data-move=[step.as_deref()] {
                td { (name) }
                td.number { (games) }
                @if let Some(hits) = hits { td.number { (hits) } }
                td.number { (percent(*share)) }
                td { (wins(*won, *lost)) }
                @if let Some(examples) = examples { td.examples { (examples) } }
                td {
                    @match (fashion, years) {
                        (Some(fashion), Some(years)) => (fashion_chart(page, fashion, *years)),
                        (None, Some(years)) => (years_bar(*years, scale)),
                        (_, None) => {}
                    }
                }
                @if let Some(versus) = versus {
                    td.number { (share_of(&versus.first)) }
                    td.number { (share_of(&versus.second)) }
                    td.number {
                        @if let (Some(by), Some(low), Some(high)) =
                            (versus.difference, versus.low, versus.high)
                        {
                            @let is_certain = low > 0.0 || high < 0.0;
                            @if is_certain { strong { (points(by)) } } @else { (points(by)) }
                            " " small { "(" (points(low)) " – " (points(high)) ")" }
                        }
                    }
                }
            }
        }
    }
}

/// The rows of moves of Go. `moves` are those that lead to the board.
pub(super) fn rows_of_go(
    page: &Page,
    desk: &Desk,
    explored: &Explored,
    address: &Address,
    moves: &str,
) -> Vec<Row> {
    let has_examples = explored.moves.iter().any(|found| !found.examples.is_empty());
    let row = |found: &ExploredMove| {
        let results = &found.results;
        let point = found.point.map(|point| desk.names().name(point)).unwrap_or_default();
        Row {
            point: Some(point),
            step: None,
            name: name_move(page, desk, found, address, moves),
            games: results.games,
            hits: found.hits,
            share: found.share,
            results: [results.wins, results.losses],
            years: results.breakdown.years.span(),
            fashion: Some(found.fashion.clone()),
            strength: found.strength.clone(),
            versus: found.versus.clone(),
            examples: has_examples.then(|| links(page, found)),
        }
    };
    explored.moves.iter().map(row).collect()
}

/// The name of the point of a move, or of what a move without a point is.
fn name_point(page: &Page, desk: &Desk, found: &ExploredMove) -> String {
    match (found.point, found.color) {
        (Some(point), _) => desk.names().name(point),
        (None, Some(_)) if desk.kind == Kind::Corner => page.text(TENUKI).to_owned(),
        (None, Some(_)) => page.text(PASS).to_owned(),
        (None, None) => page.text(ENDS).to_owned(),
    }
}

/// The moves of the table as lines of text: the letter, the name, the share of all
/// with the number, what the player won, and the years.
pub(super) fn describe_moves(page: &Page, desk: &Desk, explored: &Explored) -> String {
    let describe = |found: &ExploredMove| {
        let results = &found.results;
        let letter = found.letter.map_or(String::new(), |letter| format!("{letter} "));
        let name = name_point(page, desk, found);
        let mut line = format!("{letter}{name} · {} ({})", percent(found.share), found.count());
        if let Some(won) = won(results.wins, results.losses) {
            line = format!("{line} · {} {won}", page.text(WON));
        }
        if let Some(years) = results.breakdown.years.span() {
            line = format!("{line} · {}", name_years(years));
        }
        line
    };
    most_frequent(&explored.moves).map(describe).collect::<Vec<_>>().join("\n")
}

/// The name of a move, a link that plays it.
fn name_move(
    page: &Page,
    desk: &Desk,
    found: &ExploredMove,
    address: &Address,
    moves: &str,
) -> Markup {
    let name = name_point(page, desk, found);
    if found.color.is_none() {
        return html! { (name) };
    }
    let word = desk.word(found.color, found.point);
    let address = address.clone().with("moves", append(moves, &word));
    let other = found.color.filter(|color| *color != desk.turn());
    html! {
        a href=(page.link(&address.to_string())) {
            @if let Some(letter) = found.letter { strong { (letter) } " " }
            (name)
        }
        @if let Some(other) = other { " " small { (name_side(page, other)) } }
    }
}

/// The name of a side.
pub(super) fn name_side(page: &Page, color: Color) -> &'static str {
    page.text(if color == Color::Black { BLACK } else { WHITE })
}

/// Says how many games reach the board, and who is to move, if that is known.
pub(super) fn count_games(page: &Page, games: u64, turn: Option<Color>) -> String {
    let text = match turn {
        Some(Color::Black) => BLACK_TO_MOVE,
        Some(Color::White) => WHITE_TO_MOVE,
        None => COUNT,
    };
    page.fill(text, &[&games])
}

/// Some of the games, and a link to all.
pub(super) fn games(page: &Page, explored: &Explored, fields: &GameFields) -> Markup {
    let sought = &explored.sought;
    let address = with_fields(sought.add_to(Address::new("/games")), fields);
    html! {
        @if !explored.samples.is_empty() {
            h2 { (page.text(SAMPLES)) }
            (game_table::render_go(page, &explored.samples, sought))
            p { a.button href=(page.link(&address.to_string())) {
                (page.fill(ALL_GAMES, &[&explored.games]))
            } }
        }
    }
}

/// The name of a group of games in the language of the page.
fn group_name(page: &Page, share: &ShareJson) -> String {
    match share.group.split_once(' ') {
        Some(("before", year)) => page.fill(BEFORE, &[&year]),
        Some((_, year)) => page.fill(SINCE, &[&year]),
        None if share.group == "amateurs" => page.text(AMATEURS).to_owned(),
        None => page.text(PROFESSIONALS).to_owned(),
    }
}

/// A share with the ends of its interval and the games.
fn share_of(share: &ShareJson) -> Markup {
    let (Some(part), Some(low), Some(high)) = (share.share, share.low, share.high) else {
        return html! { "–" };
    };
    html! {
        (percent(part)) " " small {
            "(" (percent(low)) "–" (percent(high)) ", " (share.count) "/" (share.of) ")"
        }
    }
}

/// Percentage points with their sign.
fn points(difference: f64) -> String {
    // No difference has no sign: 0.0 + -0.0 is 0.0.
    format!("{:+.1}", (difference * 1000.0).round() / 10.0 + 0.0)
}

/// A share in percent. A share that is not 0 is not shown as 0.
pub(super) fn percent(share: f64) -> String {
    match share * 100.0 {
        small if 0.0 < small && small < 0.5 => "<1 %".to_owned(),
        percent => format!("{percent:.0} %"),
    }
}

/// A bar of wins with its text; nothing without results.
fn wins(wins: u64, losses: u64) -> Markup {
    let known = wins + losses;
    let Some(length) = (wins * WIDTH).checked_div(known) else { return html! { "–" } };
    html! {
        svg.bar aria-hidden="true" width=(WIDTH) height="10" viewBox={ "0 0 " (WIDTH) " 10" } {
            rect.ground width=(WIDTH) height="10" {}
            rect.part width=(length) height="10" {}
        }
        small { (won(wins, losses).unwrap_or_default()) }
    }
}

/// The share of wins with the numbers; `None` without results.
pub(super) fn won(wins: u64, losses: u64) -> Option<String> {
    let known = wins + losses;
    (known > 0).then(|| format!("{} ({wins}/{known})", percent(wins as f64 / known as f64)))
}

/// The first and the last year.
fn name_years((first, last): (u16, u16)) -> String {
    if last > first { format!("{first}–{last}") } else { first.to_string() }
}

/// A bar of the years of a move on the scale of all moves, with its text.
fn years_bar((first, last): (u16, u16), (begin, end): (u16, u16)) -> Markup {
    let span = u64::from(end - begin).max(1);
    let at = |year: u16| u64::from(year - begin) * (WIDTH - 4) / span;
    html! {
        svg.bar aria-hidden="true" width=(WIDTH) height="10" viewBox={ "0 0 " (WIDTH) " 10" } {
            rect.ground width=(WIDTH) height="10" {}
            rect.part x=(at(first)) width=(at(last) - at(first) + 4) height="10" {}
        }
        small { (name_years((first, last))) }
    }
}

/// A chart of the share of a move by year, on the years of its position, with the years of the move and
/// its trend.
fn fashion_chart(page: &Page, fashion: &FashionJson, (first, last): (u16, u16)) -> Markup {
    let (_, bars) = fashion.bars(BARS);
    let greatest = bars.iter().flatten().copied().fold(0.0, f64::max);
    let height = |share: f64| ((share / greatest * CHART_HEIGHT as f64).ceil() as u64).max(1);
    let width = WIDTH / bars.len().max(1) as u64;
    let shares = bars.iter().map(|bar| bar.map_or("–".to_owned(), percent));
    let shares = shares.collect::<Vec<_>>().join(", ");
    let trends = [("rising", RISING), ("falling", FALLING), ("gone", GONE)];
    let trend = trends.into_iter().find(|(name, _)| fashion.trend == Some(name));
    html! {
        svg.bar.chart role="img" aria-label=(shares) width=(WIDTH) height=(CHART_HEIGHT)
            viewBox={ "0 0 " (WIDTH) " " (CHART_HEIGHT) } {
            title { (shares) }
            @for (bar, at) in bars.iter().zip(0..) {
                @match *bar {
                    Some(share) if share > 0.0 => {
                        rect.part x=(at * width) y=(CHART_HEIGHT - height(share)) width=(width - 1)
                            height=(height(share)) {}
                    }
                    Some(_) => {
                        rect.ground x=(at * width) y=(CHART_HEIGHT - 1) width=(width - 1) height="1" {}
                    }
                    None => {}
                }
            }
        }
        small {
            (name_years((first, last)))
            @if let Some((_, trend)) = trend { ", " strong { (page.text(trend)) } }
            br; "≤ " (percent(greatest))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{percent, points};

    #[test]
    fn a_small_difference_has_no_sign_of_minus() {
        assert_eq!([-0.0002, -0.0, 0.0004, -0.0005].map(points), ["+0.0", "+0.0", "+0.0", "-0.1"]);
    }

    #[test]
    fn a_small_share_is_not_nothing() {
        let shown = [0.0, 0.001, 0.006, 0.5, 1.0].map(percent);
        assert_eq!(shown, ["0 %", "<1 %", "1 %", "50 %", "100 %"]);
    }
}
