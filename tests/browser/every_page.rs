//! What holds on every page: it fits a phone, can be read in every scheme of colors and by a
//! screen reader, and shows text from files as text.

use std::collections::BTreeSet;
use std::env;
use std::fs;

use serde_json::Value;

use crate::desk::{SUBMITTED, submit};
use crate::session::{PROBLEM, Session};
use crate::tab::{Tab, quote};

const CHECKS: &str = include_str!("page_checks.js");

/// The pages, with problems and games of Go and of Abalone in place of `KEY`, `ABALONE`, `GAME` and
/// `A_GAME`, and the queue of a submission in place of `SUBMISSION`.
const PAGES: [&str; 42] = [
    "/",
    "/?position=2x3%7C.X._.XO_%21%21%21_&mode=near&near=2",
    "/?position=2x3%7C.X._.XO_%21%21%21_&mode=contains",
    "/?text=nonsense&do=read",
    "/?position=0a45b456c56g45h456i56_0a12b123c23g78h789i89&near=3",
    "/?position=0e4e5e6_0e7&mode=contains",
    "/?position=0a6_0",
    "/?family=abalone",
    "/explore?family=abalone",
    "/explore?family=abalone&moves=a1b2",
    "/explore?family=abalone&moves=a1b9",
    "/problems",
    "/problems?family=abalone&turn=black",
    "/p/ABALONE",
    "/games?family=abalone&sort=date",
    "/games/A_GAME?move=17",
    "/problems?turn=black",
    "/problems/facets",
    "/p/KEY",
    "/explore",
    "/explore?region=A10-K19",
    "/explore?moves=Q16&part=focus",
    "/games",
    "/explore?examples=newest",
    "/profile?name=a",
    "/games/GAME/like",
    "/games/GAME",
    "/games/GAME?move=3&part=lower-left",
    "/duplicates",
    "/conflicts",
    "/near",
    "/import",
    "/desk",
    "SUBMISSION",
    "SUBMISSION?at=3",
    "SUBMISSION?show=all",
    "/conflicts?class=disjoint&source=x",
    "/duplicates?order=import",
    "/export",
    "/about",
    "/docs",
    "/nothing",
];

/// The addresses of all pages of a database with problems and games of Go and Abalone.
fn pages(tab: &Tab) -> Vec<String> {
    let first = |list: &str, field: &str| -> String {
        let name = |item: &Value| item.as_str().map_or_else(|| item.to_string(), str::to_owned);
        let list: Value =
            tab.eval(&format!("fetch('/api/v1/{list}').then((answer) => answer.json())"));
        name(&list["items"][0][field])
    };
    let places = [
        ("KEY", first("problems", "key")),
        ("ABALONE", first("problems?family=abalone", "key")),
        ("A_GAME", first("games?family=abalone", "game")),
        ("GAME", first("games", "game")),
        (
            "SUBMISSION",
            submit(tab, "sub.sgf", SUBMITTED).split('?').next().expect("a path").to_owned(),
        ),
    ];
    let fill = |page: &&str| {
        places.iter().fold((*page).to_owned(), |page, (name, value)| page.replace(name, value))
    };
    PAGES.iter().map(fill).collect()
}

/// The faults that a check of page_checks.js finds.
fn check(tab: &Tab, name: &str) -> Vec<String> {
    tab.eval(&format!("(() => {{ {CHECKS}; return checks.{name}(); }})()"))
}

/// Fails if a check finds a fault on one of the pages.
fn check_all(tab: &Tab, pages: &[String], names: &[&str]) {
    let mut faults = Vec::new();
    for page in pages {
        tab.go(page);
        for name in names {
            faults.extend(
                check(tab, name).into_iter().map(|fault| format!("{page} {name}: {fault}")),
            );
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Both records accept other moves.
const CONFLICT: &str = "(;SZ[9]GN[One]AB[ba][bb]AW[cb]PL[B](;B[ca]C[RIGHT])(;B[aa];W[ca]))\
    (;SZ[9]GN[Two]AB[ba][bb]AW[cb]PL[B];B[aa]C[Correct])";

fn session() -> Option<Session> {
    let data = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    Session::start(&[("corner.sgf", PROBLEM), ("two.sgf", CONFLICT)], &[&data])
}

/// Has axe-core in every page of a tab. Returns its check, or none without axe-core.
fn load_axe(tab: &Tab) -> Option<&'static str> {
    let Some(axe) = env::var_os("GTN_DB_AXE") else {
        eprintln!("not checked by axe-core: GTN_DB_AXE names no file");
        return None;
    };
    tab.run_in_every_page(&fs::read_to_string(axe).expect("GTN_DB_AXE names axe.min.js"));
    Some("axe")
}

/// Fails if a page shows fewer colors than a drawn board has.
fn check_is_drawn(tab: &Tab) {
    tab.go("/");
    let png = quote(&tab.screenshot());
    let colors = format!("(() => {{ {CHECKS}; return checks.colors({png}); }})()");
    assert!(tab.eval::<u32>(&colors) > 5, "nothing is drawn");
}

#[test]
fn every_page_fits_and_can_be_read_in_light_and_dark() {
    let Some(session) = session() else { return };
    let tab = session.open("/about");
    let pages = pages(&tab);
    let checks: Vec<&str> =
        ["sideways", "names", "contrast"].into_iter().chain(load_axe(&tab)).collect();
    for (scheme, width, height) in [("light", 1280, 900), ("dark", 360, 740)] {
        tab.emulate(&[("prefers-color-scheme", scheme), ("forced-colors", "none")]);
        tab.resize(width, height);
        check_all(&tab, &pages, &checks);
        check_is_drawn(&tab);
    }
}

#[test]
fn every_page_can_be_read_in_forced_colors_and_in_japanese() {
    let Some(session) = session() else { return };
    let tab = session.open("/about");
    let pages = pages(&tab);
    let japanese =
        |page: &String| format!("{page}{}lang=ja", if page.contains('?') { '&' } else { '?' });
    tab.resize(360, 740);
    check_all(&tab, &pages.iter().map(japanese).collect::<Vec<_>>(), &["names", "sideways"]);
    tab.emulate(&[("prefers-color-scheme", "dark"), ("forced-colors", "active")]);
    check_all(&tab, &pages, &["contrast"]);
    check_is_drawn(&tab);
}

#[test]
fn every_link_leads_to_a_page() {
    let Some(session) = session() else { return };
    let tab = session.open("/about");
    let pages = pages(&tab);
    let mut links = BTreeSet::new();
    for page in &pages {
        tab.go(page);
        let found: Vec<String> = tab.eval(
            "[...document.querySelectorAll('a[href]')].map((a) => a.href)
                .filter((href) => href.startsWith(location.origin))
                .map((href) => href.slice(location.origin.length).replace(/#.*/, ''))",
        );
        links.extend(found);
    }
    assert!(links.len() > 50, "{links:?}");
    let links: Vec<String> = links.into_iter().collect();
    let links = serde_json::to_string(&links).expect("strings");
    let broken: Vec<String> = tab.eval(&format!(
        "(async () => {{
            const broken = [];
            for (const link of {links}) {{
                const {{ status }} = await fetch(link);
                if (status !== 200 && !['/nothing', '/?text=nonsense', '/?position=0a6_0', '/explore?family=abalone&moves=a1b9'].some((page) => link.startsWith(page)))
                    broken.push(`${{status}} ${{link}}`);
            }}
            return broken;
        }})()"
    ));
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn text_from_files_is_text_on_every_page() {
    // Closes what a text may stand in, then opens elements that would run or load something.
    let hostile = "</title></script></style></svg>\"'><img class=injected src=//foreign.example/ \
        onerror=injected=1><script>injected=1</script><svg onload=injected=1>{{1}}&lt;b class=injected&gt;";
    let text = hostile.replace(':', "\\:").replace(']', "\\]");
    let problem = |moves: &str| {
        format!(
            "(;SZ[9]GN[{text}]C[{text}]AN[{text}]SO[{text}]US[{text}]AB[ba][bb]AW[cb]PL[B]\
             LB[ee:{text}]{moves})"
        )
    };
    let conflict = problem(&format!("(;B[ca]C[RIGHT {text}])(;B[aa];W[ca]C[{text}])"))
        + &problem(&format!("(;B[aa]C[RIGHT {text}])"))
        + &problem(&format!("AB[de](;B[ca]C[RIGHT {text}])"));
    let game = format!(
        "(;GM[1]SZ[9]PB[{text}]PW[{text}]EV[{text}]RO[{text}]RE[{text}]DT[2001-01-01]C[{text}]\
         ;B[ee]C[{text}];W[ce]N[{text}];B[gg];W[gc];B[cg];W[cc];B[eg];W[ec];B[ge];W[ei])"
    );
    let name = "<img class=injected src=x onerror=injected=1>&lt;b>\"'.sgf";
    let tag = hostile.replace('"', "'");
    let abalone = format!(
        "[Event \"{tag}\"]\n[Date \"{tag}\"]\n[White \"{tag}\"]\n[Black \"{tag}\"]\n[Result \"*\"]\n\
         [Variant \"Standard\"]\n\n1.c3d3 {{{tag}}} g5f5 *\n\n\
         [Event \"{tag}\"]\n[Position \"5/6/7/8/3bbw3/8/7/6/5 b\"]\n\n{{{tag}}} *\n"
    )
    .replace("{{1}}", "");
    let files = [
        (name, &*conflict),
        ("<b class=injected>game.sgf", &*game),
        ("<b class=injected>.apgn", &*abalone),
    ];
    let Some(session) = Session::start(&files, &[]) else { return };
    let tab = session.open("/about");
    let pages = pages(&tab);
    check_all(&tab, &pages, &["injected"]);
    let encoded: String = tab.eval(&format!("encodeURIComponent({})", quote(hostile)));
    let addresses = [
        format!("/?position={encoded}"),
        format!("/?text={encoded}&do=read"),
        format!("/problems?name={encoded}&source={encoded}"),
        format!("/problems?{encoded}={encoded}"),
        format!("/p/{encoded}"),
        format!("/?position=0a1{encoded}_0"),
        format!("/problems?family=abalone&name={encoded}"),
        format!("/games?family=abalone&player={encoded}"),
        format!("/explore?position={encoded}&moves={encoded}"),
        format!("/explore?family=abalone&position={encoded}"),
        format!("/explore?family=abalone&moves={encoded}&player={encoded}"),
        format!("/?family=abalone&text={encoded}&do=read"),
        format!("/games?player={encoded}"),
        format!("/games/{encoded}"),
        format!("/{encoded}?lang={encoded}"),
    ];
    check_all(&tab, &addresses, &["injected"]);
    // The names are shown, so the checks have looked at them.
    tab.go("/problems");
    assert!(tab.text("main").contains("<img class=injected"), "{}", tab.text("main"));
}
