//! The page without a browser; `tests/page.rs` opens one in a browser.

use super::*;
use crate::go::{Point, Symmetry};
use crate::gtn::Diagram;
use crate::model::{Book, BookOverlap, Occurrence, SharedPositions, Turn};
use crate::solution::{Certainty, Conflict as Kind, Verdict};
use crate::svg::Picture;
use crate::{Diagnostic, Disposition, Item, Location, PositionKey, Rule};

const HOSTILE: &str = "</script><script>document.title = 'taken'</script><img src=x onerror=\"\
                       document.title='taken'\">\u{202e}\u{2028}\0<!--";

fn html(report: &AuditReport) -> String {
    let mut page = Vec::new();
    write(report, &mut page).unwrap();
    String::from_utf8(page).unwrap()
}

/// The body of the page without the legend, which is the same on every page,
/// with each block on a line of its own.
fn body(report: &AuditReport) -> String {
    let page = html(report).replace(env!("CARGO_PKG_VERSION"), "VERSION");
    let (start, end) = (page.find("<body>").unwrap(), page.find("<section id=\"legend\"").unwrap());
    let mut body = page[start..end].to_owned();
    for tag in ["header", "nav", "main", "section", "h2", "p", "div", "article", "li", "ul", "tr"] {
        body = body.replace(&format!("><{tag}"), &format!(">\n<{tag}"));
    }
    body
}

fn picture(igtn: &str) -> Picture {
    Picture::from(igtn.parse::<Diagram>().unwrap())
}

fn record(source: &str, tree: u32, name: Option<&str>, symmetry: &str) -> Occurrence {
    let symmetry = symmetry.parse::<Symmetry>().unwrap();
    Occurrence {
        source: source.to_owned(),
        tree,
        problem: 1,
        name: name.map(str::to_owned),
        symmetry,
    }
}

fn moves(tree: &[(u32, &str, Option<Verdict>)]) -> Vec<TreeMove> {
    let next = |&(depth, name, verdict): &(u32, &str, Option<Verdict>)| TreeMove {
        depth,
        name: name.to_owned(),
        verdict,
    };
    tree.iter().map(next).collect()
}

/// A report with one of everything, in which `text` stands wherever a file can
/// put one.
fn small(text: &str) -> AuditReport {
    let board = picture("2x4|.XOO_XX.._!!!!_");
    let mut lettered = board.clone();
    lettered.labels = vec![(Point::new(2, 1), "A".to_owned()), (Point::new(0, 0), text.to_owned())];
    let records =
        vec![record(text, 12, Some(text), "IR0"), record("web/kobo.sgf", 7, None, "N_SR1")];
    let key = PositionKey::of_text("2x4|");
    let side = |tree| ConflictSide {
        accepted: vec!["A".to_owned(), text.to_owned()],
        certainty: Some(Certainty::Words),
        rejected: vec![text.to_owned()],
        records: records.clone(),
        tree,
    };
    let (right, wrong) = (Some(Verdict::Right), Some(Verdict::Wrong));
    let sides = vec![
        side(moves(&[(0, text, None), (1, "W A2", None), (2, "B D1", right)])),
        side(moves(&[(0, "B D1", wrong)])),
    ];
    AuditReport {
        folder: text.to_owned(),
        date: Some("21 November 2026".to_owned()),
        totals: Totals {
            files: 2,
            records: 5557,
            games: 1,
            positions: 2,
            problems: 2,
            redundant: 1,
            other_conflicts: 2,
        },
        overlap: BookOverlap {
            books: vec![
                Book { name: text.to_owned(), records: 1200, positions: 1000 },
                Book { name: "web".to_owned(), records: 10, positions: 8 },
                Book { name: "empty".to_owned(), records: 0, positions: 0 },
            ],
            shared: vec![SharedPositions { books: vec![0, 1], positions: 4 }],
        },
        duplicates: vec![Duplicate {
            picture: board,
            turn: Turn::Black,
            key,
            records: records.clone(),
            copies: vec![None; records.len()],
        }],
        conflicts: vec![Conflict {
            kind: Kind::Disjoint,
            picture: lettered,
            turn: Turn::Unknown,
            key,
            sides,
        }],
        shapes: vec![Shape {
            stones: 5,
            positions: ["2x4|.XOO_XX.._!!!!_", "3x4|...._.XOO_XX.._!!!!_"]
                .map(|igtn| MovedPosition {
                    picture: picture(igtn),
                    turn: Turn::Black,
                    key,
                    record: record(text, 12, Some(text), "IR0"),
                })
                .into(),
        }],
        findings: vec![Diagnostic {
            location: Location {
                source: text.to_owned(),
                tree: 12,
                offset: 4321,
                item: Item::Tree,
            },
            rule: Rule::NoAnswer,
            message: text.to_owned(),
            disposition: Disposition::Kept,
        }],
        skips: vec![Diagnostic {
            location: Location { source: text.to_owned(), tree: 0, offset: 0, item: Item::Tree },
            rule: Rule::Unreadable,
            message: text.to_owned(),
            disposition: Disposition::Skipped,
        }],
        ..AuditReport::default()
    }
}

#[test]
fn a_small_page() {
    insta::assert_snapshot!(body(&small("book & co.sgf")));
}

#[test]
fn an_empty_page() {
    insta::assert_snapshot!(body(&AuditReport::default()));
}

#[test]
fn no_text_becomes_markup() {
    let tags = |page: &str| -> Vec<String> {
        page.split('<')
            .skip(1)
            .map(|tag| tag.split(['>', ' ']).next().unwrap().to_owned())
            .collect()
    };
    let page = html(&small(HOSTILE));
    assert_eq!(tags(&page), tags(&html(&small("plain"))));
    for forbidden in ["<script", "<img", "onerror=\"", "<!--", "\0", "\u{202e}", "\u{2028}"] {
        assert!(!page.contains(forbidden), "{forbidden:?}");
    }
}

#[test]
fn the_browser_may_fetch_nothing_and_run_nothing() {
    let page = html(&small("plain"));
    assert!(
        page.contains("content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline';")
    );
    // The only addresses are names: of a format, and of places on the page.
    for address in ["src=", "@import", "url(", "https:"] {
        assert!(!page.contains(address), "{address}");
    }
    assert!(page.split("href=\"").skip(1).all(|rest| rest.starts_with(['#', 'd'])));
}

#[test]
fn a_huge_report_stays_within_the_limit_and_says_what_it_leaves_out() {
    let mut report = small("a/collection/of/problems/with/a/name.sgf");
    let repeated = |report: &mut AuditReport| {
        report.duplicates = vec![report.duplicates[0].clone(); 30_000];
        report.conflicts = vec![report.conflicts[0].clone(); 3_000];
        report.shapes = vec![report.shapes[0].clone(); 4_000];
        report.findings = vec![report.findings[0].clone(); 50_000];
        report.skips = vec![report.skips[0].clone(); 20_000];
    };
    repeated(&mut report);
    let page = html(&report);
    assert!(page.len() <= MAX_BYTES && page.len() > MAX_BYTES * 9 / 10, "{}", page.len());
    assert!(page.ends_with("</html>\n"));
    let rest: Vec<&str> = page.split("This page shows the first ").skip(1).collect();
    assert_eq!(rest.len(), 5);
    for (text, all) in rest.iter().zip(["30,000", "3,000", "4,000", "50,000", "20,000"]) {
        let sentence = text.split('<').next().unwrap();
        assert!(sentence.contains(&format!(" of {all}. ")), "{sentence}");
    }
    // The last heading has the number of the last card.
    let last = page.rsplit("<summary>Problems ").next().unwrap();
    let cards = page.matches(" id=\"d").count() - "duplicates duplicates-h".split(' ').count();
    let end = format!(" to {}", text::Number(cards as u64));
    assert!(last.split("</summary>").next().unwrap().ends_with(&end));
}

#[test]
fn long_texts_and_lists_stay_within_the_limit() {
    let long = HOSTILE.repeat(100);
    let mut report = small(&long);
    report.duplicates[0].records = vec![report.duplicates[0].records[0].clone(); 1_000];
    let side = report.conflicts[0].sides[0].clone();
    report.conflicts[0].sides = vec![side; 100];
    report.conflicts[0].sides[0].tree = (0..100_000)
        .map(|depth| TreeMove { depth, name: "B A1".to_owned(), verdict: None })
        .collect();
    report.shapes[0].positions = vec![report.shapes[0].positions[0].clone(); 100];
    report.overlap.books = vec![report.overlap.books[0].clone(); 300];
    report.overlap.shared = vec![SharedPositions { books: vec![0, 9_999], positions: u64::MAX }];
    let page = html(&report);
    assert!(page.len() < MAX_BYTES, "{}", page.len());
    for said in [
        "… and 976 more records",
        "… and 94 more answers",
        "… 99,920 more moves",
        "… and 94 more positions",
    ] {
        assert!(page.contains(said), "{said}");
    }
    assert!(page.contains("These are the 60 largest of 300 books."));
}

fn tree(moves: &[TreeMove]) -> String {
    moves::render_tree(moves).0.replace('\u{a0}', " ")
}

#[test]
fn every_variation_begins_a_row() {
    let (right, wrong) = (Some(Verdict::Right), Some(Verdict::Wrong));
    let branching = moves(&[
        (0, "B C1", None),
        (1, "W B1", None),
        (2, "B A2", right),
        (2, "B D1", None),
        (3, "W A2", wrong),
        (0, "B B1", wrong),
    ]);
    assert_eq!(
        tree(&branching),
        "<ul class=\"tree\"><li>B C1 W B1\
         <ul><li>B A2 <b class=\"right\">right</b></li>\
         <li>B D1 W A2 <b class=\"wrong\">wrong</b></li></ul></li>\
         <li>B B1 <b class=\"wrong\">wrong</b></li></ul>"
    );
    assert_eq!(tree(&[]), "");
    // A depth without the moves before it.
    assert_eq!(
        tree(&moves(&[(7, "B A1", None), (9, "W B1", None)])),
        "<ul class=\"tree\"><li>B A1 W B1</li></ul>"
    );
}

#[test]
fn a_deep_tree_is_cut_off() {
    // Two moves at every depth; the second one has children.
    let bush: Vec<TreeMove> =
        (0..30).flat_map(|depth| moves(&[(depth, "B A1", None), (depth, "W B1", None)])).collect();
    let out = tree(&bush);
    assert_eq!(out.matches("<ul").count(), 9);
    assert_eq!(out.matches("<ul").count(), out.matches("</ul>").count());
    assert_eq!(out.matches("<li>").count(), 18);
    assert!(out.ends_with("<p class=\"rest\">… 42 more moves</p>"), "{out}");
}

#[test]
fn percents_are_0_only_for_nothing_and_100_only_for_all() {
    let percent = |part, whole| text::Percent { part, whole }.to_string();
    assert_eq!(percent(0, 0), "0%");
    assert_eq!([percent(0, 9), percent(1, 1000), percent(5, 1000)], ["0%", "<1%", "1%"]);
    assert_eq!([percent(1, 3), percent(2, 3), percent(1, 2)], ["33%", "67%", "50%"]);
    assert_eq!([percent(994, 1000), percent(995, 1000)], ["99%", ">99%"]);
    assert_eq!(percent(u64::MAX, u64::MAX), "100%");
}

#[test]
fn numbers_have_separated_thousands() {
    let numbers = [0, 999, 1000, 1_234_567].map(|number| text::Number(number).to_string());
    assert_eq!(numbers, ["0", "999", "1,000", "1,234,567"]);
}

#[test]
fn long_texts_are_shortened_in_the_middle() {
    let long: String = ('a'..='z').cycle().take(200).collect();
    let short = text::shorten(&long);
    assert_eq!(short.chars().count(), 160);
    assert!(short.starts_with(&long[..40]) && short.ends_with(&long[200 - 119..]));
    let wide = "詰".repeat(160);
    assert_eq!(text::shorten(&wide), wide);
    assert_eq!(text::shorten(&"詰".repeat(161)).chars().count(), 160);
}
