//! Faults of records, by code, and faults that were met while reading.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use maud::{Markup, html};

use super::budget::{Groups, render_fitting, render_rest};
use super::section::{SECTION_FRAME, render_section};
use super::text::{Count, Number, Text, render_location};
use crate::{Diagnostic, Rule};

/// The number of findings of one code that are listed.
const MAX_OF_A_CODE: usize = 100;

pub(super) fn render(findings: &[Diagnostic], share: usize) -> Markup {
    let mut by_code: BTreeMap<Rule, Vec<&Diagnostic>> = BTreeMap::new();
    for finding in findings {
        by_code.entry(finding.rule).or_default().push(finding);
    }
    let mut codes: Vec<(Rule, Vec<&Diagnostic>)> = by_code.into_iter().collect();
    codes.sort_by_key(|(_, findings)| Reverse(findings.len())); // stable: then by rule
    let table = render_table(&codes);
    let left = share.saturating_sub(SECTION_FRAME + table.0.len());
    let body = html! {
        @if findings.is_empty() {
            p { "No faults were found." }
        } @else {
            p { "For all findings, run " code { "gtn-db check --json" } " on the same folder." }
            (table)
            @for (code, findings) in &codes {
                (render_code(*code, findings, left / codes.len()))
            }
        }
    };
    render_section("findings", "Findings", Some(Count(findings.len(), "finding")), body)
}

fn render_table(codes: &[(Rule, Vec<&Diagnostic>)]) -> Markup {
    html! {
        table.codes {
            caption { "Findings by code" }
            thead {
                tr {
                    th scope="col" { "code" }
                    th scope="col" { "findings" }
                    th scope="col" { "meaning" }
                }
            }
            tbody {
                @for (code, findings) in codes {
                    tr {
                        th scope="row" { (code) }
                        td { (Number(findings.len() as u64)) }
                        td { (code.explanation()) }
                    }
                }
            }
        }
    }
}

/// Renders the findings of one code in at most `share` bytes.
fn render_code(code: Rule, findings: &[&Diagnostic], share: usize) -> Markup {
    const FRAME: usize = 400; // bytes, an upper limit without the list
    let listed = &findings[..findings.len().min(MAX_OF_A_CODE)];
    let (list, shown) = render_fitting(share.saturating_sub(FRAME), listed, |_, finding| {
        html! { li { (Text(&finding.message)) p { (render_location(&finding.location)) } } }
    });
    html! {
        details {
            summary { (code) " " span.count { (Number(findings.len() as u64)) } }
            (render_rest(shown, findings.len(), html! {}))
            ul.places { (list) }
        }
    }
}

pub(super) fn render_skips(skips: &[Diagnostic], share: usize) -> Markup {
    let groups = Groups { what: "Faults", wrap: |list| html! { ul.places { (list) } } };
    let (list, shown) =
        groups.render_fitting(share.saturating_sub(SECTION_FRAME), skips, |_, skip| {
            let outcome = if skip.is_kept() { "kept" } else { "left out" };
            html! {
                li {
                    b { (outcome) } " " (Text(&skip.message))
                    p { (render_location(&skip.location)) }
                }
            }
        });
    let how = html! { "For all, run " code { "gtn-db import --json" } " on the same folder." };
    let body = html! {
        @if skips.is_empty() {
            p { "All files were read without faults." }
        } @else {
            p {
                "These faults were met while reading the files. A game tree marked "
                b { "kept" } " is part of this report, and one marked " b { "left out" } " is not."
            }
            (render_rest(shown, skips.len(), how))
            (list)
        }
    };
    render_section("skipped", "Skipped", Some(Count(skips.len(), "fault")), body)
}
