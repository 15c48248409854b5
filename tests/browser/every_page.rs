//! What holds on every page: it fits a phone, can be read in every scheme of colors and by a
//! screen reader, and shows text from files as text.

use std::collections::BTreeSet;
use std::env;
use std::fs;

use serde_json::Value;

use crate::session::{PROBLEM, Session};
use crate::tab::{Tab, quote};

const CHECKS: &str = include_str!("page_checks.js");

/// The pages, with a problem and a game in place of `KEY` and `GAME`.
const PAGES: [&str; 21] = [
    "/",
    "/?position=2x3%7C.X._.XO_%21%21%21_&mode=near&near=2",
    "/?position=2x3%7C.X._.XO_%21%21%21_&mode=contains",
    "/?text=nonsense&do=read",
    "/problems",
    "/problems?turn=black",
    "/p/KEY",
    "/explore",
    "/explore?region=A10-K19",
    "/explore?moves=Q16&part=focus",
    "/games",
    "/games/GAME?move=3",
    "/games/GAME?move=3&part=lower-left",
    "/duplicates",
    "/conflicts",
    "/near",
    "/import",
    "/export",
    "/about",
    "/docs",
    "/nothing",
];

/// The addresses of all pages of a database with problems and games.
fn pages(tab: &Tab) -> Vec<String> {
    let problem: Value =
        tab.eval("fetch('/api/v1/problems?limit=1').then((answer) => answer.json())");
    let game: Value = tab.eval("fetch('/api/v1/games?limit=1').then((answer) => answer.json())");
    let key = problem["items"][0]["key"].as_str().expect("a problem");
    let game = game["items"][0]["game"].to_string();
    PAGES.iter().map(|page| page.replace("KEY", key).replace("GAME", &game)).collect()
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
    let data = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    Session::start(&[("corner.sgf", PROBLEM), ("two.sgf", CONFLICT)], &[&data])
}

#[test]
fn no_page_scrolls_sideways_on_a_phone() {
    let Some(session) = session() else { return };
    let tab = session.open("/about");
    let pages = pages(&tab);
    tab.resize(360, 740);
    check_all(&tab, &pages, &["sideways"]);
    tab.resize(1280, 900);
    check_all(&tab, &pages, &["sideways"]);
}

#[test]
fn texts_can_be_read_in_every_scheme_of_colors() {
    let Some(session) = session() else { return };
    let tab = session.open("/about");
    let pages = pages(&tab);
    for features in [
        [("prefers-color-scheme", "light"), ("forced-colors", "none")],
        [("prefers-color-scheme", "dark"), ("forced-colors", "none")],
        [("prefers-color-scheme", "dark"), ("forced-colors", "active")],
    ] {
        tab.emulate(&features);
        check_all(&tab, &pages, &["contrast"]);
        tab.go("/");
        let png = quote(&tab.screenshot());
        let count = format!("(() => {{ {CHECKS}; return checks.colors({png}); }})()");
        assert!(tab.eval::<u32>(&count) > 5, "{features:?}: nothing is drawn");
    }
}

#[test]
fn every_page_can_be_used_with_a_screen_reader() {
    let Some(session) = session() else { return };
    let tab = session.open("/about");
    let pages = pages(&tab);
    check_all(&tab, &pages, &["names"]);
    let japanese =
        |page: &String| format!("{page}{}lang=ja", if page.contains('?') { '&' } else { '?' });
    check_all(&tab, &pages.iter().map(japanese).collect::<Vec<_>>(), &["names"]);

    let Some(axe) = env::var_os("GTN_DB_AXE") else {
        eprintln!("not checked by axe-core: GTN_DB_AXE names no file");
        return;
    };
    let axe = fs::read_to_string(axe).expect("GTN_DB_AXE names axe.min.js");
    tab.run_in_every_page(&axe);
    for scheme in ["light", "dark"] {
        tab.emulate(&[("prefers-color-scheme", scheme)]);
        check_all(&tab, &pages, &["axe"]);
    }
    tab.resize(360, 740);
    check_all(&tab, &pages, &["axe"]);
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
                if (status !== 200 && !['/nothing', '/?text=nonsense'].some((page) => link.startsWith(page)))
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
    let files = [(name, &*conflict), ("<b class=injected>game.sgf", &*game)];
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
        format!("/explore?position={encoded}&moves={encoded}"),
        format!("/games?player={encoded}"),
        format!("/games/{encoded}"),
        format!("/{encoded}?lang={encoded}"),
    ];
    check_all(&tab, &addresses, &["injected"]);
    // The names are shown, so the checks have looked at them.
    tab.go("/problems");
    assert!(tab.text("main").contains("<img class=injected"), "{}", tab.text("main"));
}
