//! The section about Abalone: counts, duplicates, near positions and findings.

use maud::{Markup, PreEscaped, html};

use super::abalone_audit::{AbaloneAudit, AbaloneDuplicate, AbaloneNearPair, AbaloneRecord};
use super::budget::{Groups, render_rest};
use super::section::{SECTION_FRAME, render_section};
use super::text::{Count, Number, Text, name_turn, render_location};
use crate::Color;
use crate::abalone::KEY_SCHEME;

/// The number of records of a problem that are listed.
const MAX_RECORDS: usize = 24;

/// Renders the section in at most `share` bytes.
pub(super) fn render(audit: &AbaloneAudit, share: usize) -> Markup {
    let len = |len: usize| len as u64;
    let figures = [
        ("records", audit.records),
        ("positions", audit.positions),
        ("problems", audit.problems),
        ("duplicate problems", len(audit.duplicates.len())),
        ("redundant records", audit.redundant),
        ("near pairs", len(audit.near.len())),
        ("games", audit.games),
        ("moves", audit.moves),
        ("positions in games", audit.game_positions),
        ("findings", len(audit.findings.len())),
    ];
    let left = share.saturating_sub(4 * SECTION_FRAME);
    let body = html! {
        dl.figures {
            @for (name, count) in figures {
                div { dt { (name) } dd { (Number(count)) } }
            }
        }
        p {
            "Positions are the same when a turn by a multiple of 60 degrees, a reflection or an \
            exchange of colors carries one into the other; their keys belong to the scheme "
            code { (KEY_SCHEME) } ". A problem is a position with a side to move and the marbles \
            lost."
        }
        (render_duplicates(&audit.duplicates, left / 2))
        (render_near(&audit.near, left / 4))
        (render_findings(audit, left / 4))
    };
    let count = Count(audit.problems as usize, "problem");
    render_section("abalone", "Abalone", Some(html_count(count, audit.games)), body)
}

/// Names the numbers of problems and of games.
fn html_count(problems: Count, games: u64) -> String {
    format!("{problems}, {}", Count(games as usize, "game"))
}

fn how() -> Markup {
    html! { "For all, run " code { "gtn-db audit --json" } " on the same folder." }
}

fn cards() -> Groups {
    Groups { what: "Problems", wrap: |cards| html! { div.cards { (cards) } } }
}

fn render_duplicates(duplicates: &[AbaloneDuplicate], share: usize) -> Markup {
    let (cards, shown) = cards().render_fitting(share, duplicates, render_duplicate);
    html! {
        h3 { "Duplicates" }
        @if duplicates.is_empty() {
            p { "No problem of Abalone has more than one record." }
        } @else {
            p {
                "What a record does not say agrees with anything. The code after a record names \
                the operation that maps the record to the board shown: " code { "IR0" } " to "
                code { "IR5" } " turn it clockwise by 0 to 300 degrees, " code { "SR0" } " to "
                code { "SR5" } " also swap left and right, and " code { "N_" } " exchanges Black \
                and White."
            }
            (render_rest(shown, duplicates.len(), how()))
            (cards)
        }
    }
}

fn render_duplicate(index: usize, duplicate: &AbaloneDuplicate) -> Markup {
    let AbaloneDuplicate { picture, turn, lost, key, records } = duplicate;
    let (number, turn) = (index + 1, name_turn(*turn));
    html! {
        article.card id={ "a" (number) } {
            (PreEscaped(picture.draw_inline(turn).to_string()))
            div {
                h4 { a href={ "#a" (number) } { (Number(number as u64)) } " " (turn) }
                @if let Some(lost) = lost {
                    p.count {
                        "lost: Black " (lost.of(Color::Black)) ", White "
                        (lost.of(Color::White))
                    }
                }
                p.count { (Count(records.len(), "record")) }
            }
            ul.records {
                @for record in records.iter().take(MAX_RECORDS) { li { (render_record(record)) } }
                @if records.len() > MAX_RECORDS {
                    li { "… and " (Count(records.len() - MAX_RECORDS, "more record")) }
                }
            }
            code { (key) }
        }
    }
}

fn render_record(record: &AbaloneRecord) -> Markup {
    let AbaloneRecord { source, number, name, operation } = record;
    html! {
        span.name { (Text(source)) } ", number " (number)
        @if let Some(name) = name { " " q { (Text(name)) } }
        span.op { " " (operation.name()) }
    }
}

fn render_near(near: &[AbaloneNearPair], share: usize) -> Markup {
    let (cards, shown) = cards().render_fitting(share, near, render_pair);
    html! {
        @if !near.is_empty() {
            h3 { "Near positions" }
            p {
                "These positions differ in few cells, so one may be a misprint of the other. The \
                second board has the orientation and the colors of the first."
            }
            (render_rest(shown, near.len(), how()))
            (cards)
        }
    }
}

fn render_pair(_: usize, pair: &AbaloneNearPair) -> Markup {
    let cells: Vec<String> = pair.differences.iter().map(ToString::to_string).collect();
    html! {
        article.card.wide {
            div.shapes {
                @for position in &pair.positions {
                    section {
                        (PreEscaped(position.picture.draw_inline("Position").to_string()))
                        p { (render_record(&position.record)) }
                        code { (position.key) }
                    }
                }
            }
            p.count { "They differ in " (cells.join(", ")) "." }
        }
    }
}

fn render_findings(audit: &AbaloneAudit, share: usize) -> Markup {
    let groups = Groups { what: "Findings", wrap: |list| html! { ul.places { (list) } } };
    let (list, shown) = groups.render_fitting(share, &audit.findings, |_, finding| {
        html! {
            li {
                b { (finding.rule) } " " (Text(&finding.message))
                p { (render_location(&finding.location)) }
            }
        }
    });
    html! {
        h3 { "Findings" }
        @if audit.findings.is_empty() {
            p { "No faults were found." }
        } @else {
            (render_rest(shown, audit.findings.len(), how()))
            (list)
        }
    }
}
