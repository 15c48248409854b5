//! Problems are gathered from a list and trained.

use std::collections::BTreeSet;

use crate::session::Session;
use crate::tab::Tab;

/// Three problems with one right move each.
const PROBLEMS: &str = "(;SZ[9]AB[ba][bb]AW[cb]PL[B]GN[one];B[ca]C[RIGHT])\
    (;SZ[9]AB[cc][dd]AW[ee]PL[W]GN[two];W[dc]C[RIGHT])\
    (;SZ[9]AB[ga][ha]AW[hb][gb]PL[B]GN[three];B[fa]C[RIGHT])";

/// Plays the right move, which the page with a hint names.
fn solve(tab: &Tab) {
    let is_played: bool = tab.eval(
        "(async () => {
            const page = await (await fetch(`${location.href}&hint=1`)).text();
            const said = new DOMParser().parseFromString(page, 'text/html').querySelector('#verdict');
            const point = said.textContent.match(/([A-T][0-9]+)\\.\\s*$/)[1];
            document.querySelector(`#board [data-point=${point}]`).click();
            return true;
        })()",
    );
    assert!(is_played);
    tab.wait_for("#verdict[data-verdict=right]");
}

fn problem(tab: &Tab) -> String {
    tab.eval("location.pathname")
}

#[test]
fn problems_are_gathered_and_shared() {
    let Some(session) = Session::start(&[("three.sgf", PROBLEMS)], &[]) else { return };
    let tab = session.open("/problems");
    tab.wait_for("#gathered[hidden]");
    tab.click("#results li:nth-child(1) .gather");
    tab.click("#results li:nth-child(3) .gather");
    assert!(tab.text("#gathered-count").contains('2'));
    tab.go("/problems"); // the browser keeps the set
    assert_eq!(tab.count("#results .gather[aria-pressed=true]"), 2);
    let shared: String = tab.eval("document.querySelector('#gathered-show').getAttribute('href')");
    tab.go(&shared);
    assert_eq!(tab.count("#results li"), 2);
    let set: String = tab.eval("document.querySelector('#gathered-export').getAttribute('href')");
    tab.go(&set);
    tab.go("/problems");
    tab.click("#gathered-clear");
    tab.wait_for("#gathered[hidden]");
    assert_eq!(tab.count("#results .gather[aria-pressed=true]"), 0);
}

#[test]
fn problems_of_one_position_are_gathered_apart() {
    let position = "(;SZ[9]AB[ba][bb][ca]AW[cb]";
    let both = format!("{position}PL[B];B[da]C[RIGHT]){position}PL[W];W[da]C[RIGHT])");
    let Some(session) = Session::start(&[("both.sgf", &both)], &[]) else { return };
    let tab = session.open("/problems");
    let pressed = "#results .gather[aria-pressed=true]";
    tab.click("#results li:nth-child(1) .gather");
    assert_eq!(tab.count(pressed), 1);
    let shared: String = tab.eval("document.querySelector('#gathered-show').getAttribute('href')");
    tab.go(&shared);
    assert_eq!(tab.count("#results li"), 1);
    let id: String = tab.eval("document.querySelector('#results li').dataset.id");
    let key = id.split('-').next().unwrap_or_default();
    // The link of an older page names the position.
    tab.go(&format!("/problems?ids={key}"));
    assert_eq!((tab.count("#results li"), tab.count(pressed)), (2, 1));
    // The way and the training know the side, too.
    tab.click("#results li:nth-child(2) a");
    tab.wait_for("#way:not([hidden])");
    assert!(tab.eval::<bool>("document.querySelector('#way-next').hidden"));
    tab.click("#way-previous");
    tab.wait(&format!("location.pathname === '/p/{id}'"));
    tab.go("/problems");
    tab.click("#gathered-train");
    tab.wait_for("#training:not([hidden])");
    assert_eq!(problem(&tab), format!("/p/{id}"));
    solve(&tab);
}

#[test]
fn what_fails_comes_again_until_all_are_solved() {
    let Some(session) = Session::start(&[("three.sgf", PROBLEMS)], &[]) else { return };
    let tab = session.open("/problems?board=9");
    tab.click("#train");
    let mut seen = BTreeSet::new();
    for number in 0..3 {
        tab.wait_for("#training:not([hidden])");
        seen.insert(problem(&tab));
        match number {
            // A hint counts as a failure, and so does what is not tried.
            0 => {
                tab.click("[data-control=hint]");
                tab.wait("location.search.includes('hint=1')");
            }
            1 => {}
            _ => solve(&tab),
        }
        let before = problem(&tab);
        tab.click("#training-next");
        tab.wait(&format!("location.pathname !== '{before}'"));
    }
    assert_eq!(seen.len(), 3, "{seen:?}");
    for _ in 0..2 {
        tab.wait_for("#training:not([hidden])");
        assert!(seen.contains(&problem(&tab)));
        solve(&tab);
        let before = problem(&tab);
        tab.click("#training-next");
        tab.wait(&format!(
            "location.pathname !== '{before}' || document.querySelector('#training-next').hidden"
        ));
    }
    tab.wait("document.querySelector('#training-next').hidden");
    let said = tab.text("#tally");
    assert!(said.contains("3") && said.contains("1"), "{said}");
    tab.click("#training-end");
    tab.wait("location.pathname === '/problems'");
    assert!(tab.place().contains("board=9"), "{}", tab.place());
}

#[test]
fn a_problem_leads_to_the_others_of_its_list() {
    let Some(session) = Session::start(&[("three.sgf", PROBLEMS)], &[]) else { return };
    let tab = session.open("/problems?board=9");
    tab.click("#results li:nth-child(2) a");
    tab.wait_for("#way:not([hidden])");
    let second = problem(&tab);
    tab.click("#way-previous");
    tab.wait(&format!("location.pathname !== '{second}'"));
    tab.wait_for("#way:not([hidden])");
    assert!(tab.eval::<bool>("document.querySelector('#way-previous').hidden"));
    tab.click("#way-next");
    tab.wait(&format!("location.pathname === '{second}'"));
    tab.wait_for("#way:not([hidden])");
    tab.click("#way-random");
    tab.wait_for("#way:not([hidden])");
    tab.click("#way-list");
    tab.wait("location.pathname === '/problems'");
}

#[test]
fn a_browser_that_keeps_nothing_says_so() {
    let Some(session) = Session::start(&[("three.sgf", PROBLEMS)], &[]) else { return };
    let tab = session.open("/about");
    tab.run_in_every_page("Storage.prototype.setItem = () => { throw new Error('full'); };");
    tab.go("/problems");
    tab.click("#results li:nth-child(1) .gather");
    tab.wait_for("#not-kept:not([hidden])");
}
