//! What is wrong with records, by code, and what was not read as it stands.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::{self, Write};

use super::budget::{Groups, fit, write_rest};
use super::text::{Count, Number, Place, Text};
use crate::{Diagnostic, Rule};

/// So many findings of a code are listed.
const MAX_OF_A_CODE: usize = 100;

pub(super) fn section(findings: &[Diagnostic], share: usize) -> Result<String, fmt::Error> {
    let mut out = String::new();
    out.push_str("<section id=\"findings\" aria-labelledby=\"findings-h\">\n");
    let count = Count(findings.len(), "finding");
    writeln!(out, "<h2 id=\"findings-h\">Findings <span class=\"count\">{count}</span></h2>")?;
    if findings.is_empty() {
        out.push_str("<p>Nothing was found to be wrong.</p>\n</section>\n");
        return Ok(out);
    }
    let mut codes: BTreeMap<Rule, Vec<&Diagnostic>> = BTreeMap::new();
    for finding in findings {
        codes.entry(finding.rule).or_default().push(finding);
    }
    let mut codes: Vec<(Rule, Vec<&Diagnostic>)> = codes.into_iter().collect();
    codes.sort_by_key(|(_, findings)| Reverse(findings.len())); // stable: then by name
    out.push_str("<p><code>gtn-db check --json</code> of the folder lists all.</p>\n");
    out.push_str("<table class=\"codes\">\n<caption>Findings by code</caption>\n");
    out.push_str("<thead><tr><th scope=\"col\">code<th scope=\"col\">findings</thead>\n<tbody>\n");
    for (code, findings) in &codes {
        let (code, count) = (Text(code.name()), Number(findings.len() as u64));
        writeln!(out, "<tr><th scope=\"row\">{code}<td>{count}")?;
    }
    out.push_str("</tbody>\n</table>\n");
    let each = share.saturating_sub(out.len()) / codes.len();
    for (code, findings) in &codes {
        write_code(&mut out, code.name(), findings, each)?;
    }
    out.push_str("</section>\n");
    Ok(out)
}

/// The findings of one code, in at most `share` bytes.
fn write_code(out: &mut String, code: &str, findings: &[&Diagnostic], share: usize) -> fmt::Result {
    let (code, count) = (Text(code), Number(findings.len() as u64));
    let head = format!("<details><summary>{code} <span class=\"count\">{count}</span></summary>\n");
    let mut list = String::new();
    let left = share.saturating_sub(head.len() + 200);
    let listed = &findings[..findings.len().min(MAX_OF_A_CODE)];
    let shown = fit(&mut list, left, listed, |out, _, finding| {
        let place = Place(&finding.location);
        writeln!(out, "<li>{}<p>{place}</p>", Text(&finding.message))
    })?;
    out.push_str(&head);
    write_rest(out, shown, findings.len(), "")?;
    writeln!(out, "<ul class=\"places\">\n{list}</ul></details>")
}

pub(super) fn skips_section(skips: &[Diagnostic], share: usize) -> Result<String, fmt::Error> {
    let mut out = String::new();
    out.push_str("<section id=\"skipped\" aria-labelledby=\"skipped-h\">\n");
    let count = Count(skips.len(), "place");
    writeln!(out, "<h2 id=\"skipped-h\">Skipped <span class=\"count\">{count}</span></h2>")?;
    if skips.is_empty() {
        out.push_str("<p>Everything was read as it stands.</p>\n</section>\n");
        return Ok(out);
    }
    out.push_str("<p>What was not read as it stands, and whether its tree was kept.</p>\n");
    let groups = Groups { what: "Places", tag: "ul", class: "places" };
    let (list, shown) = groups.fit(share.saturating_sub(1000), skips, |out, _, skip| {
        let place = Place(&skip.location);
        let kept = if skip.is_kept() { "kept" } else { "left out" };
        writeln!(out, "<li><b>{kept}</b> {}<p>{place}</p>", Text(&skip.message))
    })?;
    let how = "<code>gtn-db import --json</code> of the folder lists all.";
    write_rest(&mut out, shown, skips.len(), how)?;
    writeln!(out, "{list}</section>")?;
    Ok(out)
}
