//! The page of a report in a browser: it is read as it is meant, runs nothing,
//! fetches nothing, and fits a phone.
//!
//! The browser is Chromium, named by `GTN_DB_CHROMIUM` or found by its usual
//! names. Where there is none, these tests say so and pass; with
//! `GTN_DB_NEEDS_CHROMIUM` set they fail.

use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, thread};

use gtn_db::go::{Point, Symmetry};
use gtn_db::gtn::Diagram;
use gtn_db::model::{Book, BookOverlap, Occurrence, SharedPositions, Turn};
use gtn_db::report::{
    AuditReport, Conflict, ConflictSide, Duplicate, MovedPosition, Shape, Totals, TreeMove, write,
};
use gtn_db::solution::{Certainty, Conflict as Kind, Verdict};
use gtn_db::svg::Picture;
use gtn_db::{Diagnostic, Disposition, Item, Location, PositionKey, Rule};

/// The browser's name, if there is one.
fn chromium() -> Option<String> {
    let named = env::var("GTN_DB_CHROMIUM").ok();
    let usual = ["chromium", "chromium-browser", "google-chrome"].map(str::to_owned);
    let is_there = |name: &String| {
        let version = Command::new(name).arg("--version").stdout(Stdio::null()).status();
        version.is_ok_and(|status| status.success())
    };
    let found = named.into_iter().chain(usual).find(is_there);
    if found.is_none() {
        assert!(env::var_os("GTN_DB_NEEDS_CHROMIUM").is_none(), "there is no Chromium");
        eprintln!("not tested: there is no Chromium");
    }
    found
}

/// What a page has become in the browser, and what the browser says of it.
struct Opened {
    dom: String,
    messages: String,
}

fn open(chromium: &str, folder: &Path, file: &str) -> Opened {
    let output = Command::new(chromium)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
        .args(["--allow-file-access-from-files", "--enable-logging=stderr", "--dump-dom"])
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .arg(format!("file://{}", folder.join(file).display()))
        .output()
        .unwrap();
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{messages}");
    Opened { dom: String::from_utf8(output.stdout).unwrap(), messages }
}

/// A text that does all it can to be markup, a script or a request.
fn hostile(address: &str) -> String {
    format!(
        "</title></style></svg></script><script>document.title = 'taken'</script>\
         <img src=\"{address}/a\" onerror=\"document.title = 'taken'\">\
         \" onload=\"document.title = 'taken'\" '<link rel=stylesheet href={address}/b>\
         <style>@import '{address}/c'</style>\u{202e}\0<!--{}",
        "averylongnamewithoutanyplacetobreakit".repeat(3),
    )
}

/// A report with `text` wherever a file can put one, and as much of everything
/// as fills several groups.
fn report(text: &str) -> AuditReport {
    let name = |number: u32| match number % 5 {
        0 => text.to_owned(),
        _ => format!("collections/volume {number}/life-and-death-of-an-author.sgf"),
    };
    let text = text.to_owned();
    let diagram: Diagram = "5x6|.O...._OOOO.X_.XXXXX_......_.X...._!!!!!!_".parse().unwrap();
    let wide: Diagram = format!("19x19|{}X{}", ".".repeat(60), ".".repeat(300)).parse().unwrap();
    let key = PositionKey::of_text("5x6|");
    let symmetry = Symmetry::IDENTITY;
    let record = |number: u32| Occurrence {
        source: name(number),
        tree: number,
        problem: 1,
        name: Some(text.clone()),
        symmetry,
    };
    let picture = |number: u32| {
        let mut picture =
            Picture::from(if number.is_multiple_of(7) { &wide } else { &diagram }.clone());
        picture.labels = vec![(Point::new(0, 0), "A".to_owned()), (Point::new(3, 3), text.clone())];
        picture.has_coordinates = true;
        picture
    };
    let line = |depth: u32| TreeMove {
        depth,
        name: if depth == 3 { text.clone() } else { "B C3".to_owned() },
        verdict: (depth == 9).then_some(Verdict::Wrong),
    };
    let side = |number: u32| ConflictSide {
        accepted: vec!["A".to_owned(), text.clone()],
        certainty: Some(Certainty::Assumed),
        rejected: vec![text.clone()],
        records: vec![record(number), record(number + 1)],
        tree: (0..10).chain(2..10).map(line).collect(),
    };
    let books = (0..60).map(|number| Book { name: name(number), records: 20, positions: 10 });
    let shared =
        (1..60).map(|at| SharedPositions { books: vec![0, at], positions: (at % 11) as u64 });
    AuditReport {
        folder: text.clone(),
        date: Some(text.clone()),
        totals: Totals {
            files: 60,
            records: 1200,
            games: 3,
            positions: 600,
            problems: 600,
            redundant: 600,
            other_conflicts: 0,
        },
        overlap: BookOverlap { books: books.collect(), shared: shared.collect() },
        duplicates: (0..150)
            .map(|number| Duplicate {
                picture: picture(number),
                turn: Turn::Black,
                key,
                records: vec![record(number), record(number + 1)],
                copies: vec![None, Some(0)],
            })
            .collect(),
        conflicts: (0..70)
            .map(|number| Conflict {
                kind: Kind::Disjoint,
                picture: picture(number),
                turn: Turn::White,
                key,
                sides: vec![side(number), side(number + 1), side(number + 2)],
            })
            .collect(),
        shapes: (0..40)
            .map(|number| Shape {
                stones: 11,
                positions: (number..number + 3)
                    .map(|number| MovedPosition {
                        picture: picture(number),
                        turn: Turn::Unknown,
                        key,
                        record: record(number),
                    })
                    .collect(),
            })
            .collect(),
        findings: (0..80)
            .map(|number| Diagnostic {
                location: Location {
                    source: name(number),
                    tree: number,
                    offset: 1 << number.min(40),
                    item: Item::Tree,
                },
                rule: Rule::NoAnswer,
                message: text.clone(),
                disposition: Disposition::Kept,
            })
            .collect(),
        skips: (0..80)
            .map(|number| Diagnostic {
                location: Location {
                    source: name(number),
                    tree: number,
                    offset: 0,
                    item: Item::Tree,
                },
                rule: Rule::Unreadable,
                message: text.clone(),
                disposition: Disposition::Skipped,
            })
            .collect(),
        ..AuditReport::default()
    }
}

fn write_page(folder: &Path, report: &AuditReport) {
    let mut page = Vec::new();
    write(report, &mut page).unwrap();
    fs::write(folder.join("page.html"), page).unwrap();
}

#[test]
fn a_browser_reads_text_as_text_and_fetches_nothing() {
    let Some(chromium) = chromium() else { return };
    let folder = tempfile::tempdir().unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let asked = Arc::new(AtomicU32::new(0));
    let count_asked = Arc::clone(&asked);
    // Hangs up at once, so that no browser waits for an answer.
    thread::spawn(move || {
        for _ in listener.incoming() {
            count_asked.fetch_add(1, Ordering::SeqCst);
        }
    });
    let report = report(&hostile(&address));
    write_page(folder.path(), &report);
    let Opened { dom, messages } = open(&chromium, folder.path(), "page.html");

    assert_eq!(asked.load(Ordering::SeqCst), 0, "the page asked for something");
    assert!(!messages.contains("CONSOLE"), "{messages}");
    assert!(dom.contains("<title>Audit of &lt;/title&gt;"), "{}", &dom[..2000]);
    for tag in ["<script", "<img", "<!--", "<style>@import"] {
        assert!(!dom.contains(tag), "{tag}");
    }
    // As many elements as were written: no text has opened or closed one.
    let count = |tag: &str| dom.matches(tag).count();
    assert_eq!([count("<style"), count("<link"), count("<h1"), count("<main")], [1; 4]);
    assert_eq!(count("<section "), 8);
    assert_eq!(count("<article class=\"card\""), report.duplicates.len());
    let (conflicts, shapes) = (report.conflicts.len(), report.shapes.len());
    assert_eq!(count("<article class=\"card wide\""), conflicts);
    assert_eq!(count("<article class=\"card shape\""), shapes);
    assert_eq!(count("<svg "), report.duplicates.len() + conflicts + 3 * shapes);
    assert_eq!(count("<ul class=\"tree\""), 3 * report.conflicts.len());
    assert_eq!(count("<td"), 60 * 61 + 2);
    assert_eq!(count("<li><b>left out</b>"), report.skips.len());
}

#[test]
fn the_page_fits_a_phone_and_fingers() {
    let Some(chromium) = chromium() else { return };
    let folder = tempfile::tempdir().unwrap();
    write_page(folder.path(), &report(&hostile("http://localhost")));
    // Opens everything, then measures what the page's own width is, and what
    // can be touched but is less than 40 pixels high.
    let measure = "<!DOCTYPE html><title></title>\
        <iframe src=\"page.html\" style=\"border:0;width:360px;height:640px\"></iframe>\
        <script>onload = () => {\
            const page = document.querySelector('iframe').contentDocument;\
            page.querySelectorAll('details').forEach(details => details.open = true);\
            const small = [...page.querySelectorAll('nav a, summary, .card h3 a')]\
                .filter(element => element.getBoundingClientRect().height < 40).length;\
            document.title = `${page.documentElement.clientWidth} wide, \
${page.documentElement.scrollWidth} needed, ${small} small`;\
        }</script>";
    fs::write(folder.path().join("measure.html"), measure).unwrap();
    let Opened { dom, messages } = open(&chromium, folder.path(), "measure.html");
    let title = dom.split("<title>").nth(1).unwrap().split("</title>").next().unwrap();
    let widths: Vec<&str> = title.split(' ').collect();
    assert_eq!(widths.len(), 6, "{title} {messages}");
    assert_eq!(widths[0], widths[2], "the page scrolls sideways: {title}");
    assert_eq!(widths[4], "0", "{title}");
}
