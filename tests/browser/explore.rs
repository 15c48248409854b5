//! `/explore` and `/games`: next moves, and a game step by step.

use crate::session::{POSITION, Session};
use crate::tab::Tab;

#[test]
fn a_next_move_is_followed_to_its_games() {
    let Some(session) = Session::with_samples() else { return };
    let tab = session.open("/explore");
    tab.wait_for("#moves tbody tr[data-point]");
    assert!(tab.count("#games tbody tr") > 0, "games are listed");
    let point = tab.attribute("#moves tbody tr[data-point]", "data-point");
    tab.click(&format!("#board [data-point={point}]"));
    let played = format!("#board [data-point={point}][data-stone=X]");
    tab.wait_for(&played);

    // The address is the position.
    let other = session.open(&tab.place());
    other.wait_for(&played);

    tab.click("#games tbody tr a");
    tab.wait("location.pathname.startsWith('/games/')");
    tab.wait_for("#board");
}

#[test]
fn a_next_move_of_abalone_is_followed_to_its_games() {
    let Some(session) = Session::with_samples() else { return };
    let tab = session.open("/explore");
    tab.click("[data-family=abalone]");
    tab.wait_for("#moves tbody tr[data-move]");
    let step = tab.attribute("#moves tbody tr[data-move]", "data-move");
    tab.click("#moves tbody tr[data-move] a");
    tab.wait(&format!("location.search.includes('moves={step}')"));
    tab.wait("document.querySelector('#status').innerText.includes('White to play')");
    tab.click("#back");
    tab.wait("!location.search.includes('moves=')");
    tab.wait("document.querySelector('#status').innerText.includes('Black to play')");
    tab.click("#games tbody tr a");
    tab.wait("location.pathname.startsWith('/games/a')");
    tab.click("a[href^='/explore?position=']");
    tab.wait_for("#moves tbody tr[data-move]");
    // The board of Go has its keys, also on a page that began without it.
    tab.go("/explore?family=abalone");
    tab.click("[data-family=go]");
    tab.wait_for("#board [data-point=A19]");
    tab.run("document.querySelector('#board [data-point=A19]').focus()");
    tab.press(&["ArrowRight"]);
    assert_eq!(tab.eval::<String>("document.activeElement.dataset.point"), "B19");
}

#[test]
fn a_game_is_stepped_through() {
    let Some(session) = Session::with_samples() else { return };
    let tab = session.open("/games");
    tab.click("#games tbody tr a");
    tab.wait("location.pathname.startsWith('/games/')");
    let stones = "#board [data-stone=X], #board [data-stone=O]";
    tab.click("a[data-step=first], [data-step=first]");
    tab.wait(&format!("document.querySelectorAll(\"{stones}\").length === 0"));
    tab.click("a[data-step=next]");
    tab.wait(&format!("document.querySelectorAll(\"{stones}\").length === 1"));
    assert!(tab.place().contains("move=1"), "{}", tab.place());
    let other = session.open(&tab.place());
    assert_eq!(other.count(stones), 1);
}

/// The least size of a cell that a finger hits, in pixels.
const FINGER: f64 = 30.0;

fn cell(tab: &Tab) -> f64 {
    tab.eval("document.querySelector('#board [data-point]').getBoundingClientRect().width")
}

#[test]
fn a_tap_on_a_phone_enlarges_a_quarter_and_the_next_one_plays() {
    let Some(session) = Session::with_samples() else { return };
    let tab = session.open("/explore");
    tab.resize(360, 740);
    tab.wait_for("#moves tbody tr[data-point]");
    assert!(cell(&tab) < FINGER, "all of the board is shown first");
    tab.click("#board [data-point=Q16]");
    tab.wait("location.search.includes('part=upper-right')");
    tab.wait("!document.querySelector('#board [data-point=A1], #board [data-stone=X]')");
    assert!(cell(&tab) >= FINGER, "{}", cell(&tab));
    tab.click("#board [data-point=Q16]");
    tab.wait_for("#board [data-point=Q16][data-stone=X]");
    assert!(tab.place().contains("part=upper-right"), "{}", tab.place());
    tab.click(".parts a[href*='part=lower-left']");
    tab.wait_for("#board [data-point=D4]");
    tab.click(".parts a:first-child");
    tab.wait_for("#board [data-point=A19]");
    assert_eq!(tab.count("#board [data-point]"), 361);
}

#[test]
fn an_enlarged_game_follows_its_moves() {
    let Some(session) = Session::with_samples() else { return };
    let tab = session.open("/games");
    tab.resize(360, 740);
    let game = tab.attribute("#games tbody tr", "data-game");
    tab.go(&format!("/games/{game}?move=1&part=focus"));
    assert!(cell(&tab) >= FINGER, "{}", cell(&tab));
    for number in 2..6 {
        tab.click("a[data-step=next]");
        // The number of the last move is a part of its name.
        tab.wait_for(&format!("#board [aria-label$=' {number}']"));
    }
    assert!(tab.place().contains("part=focus"), "{}", tab.place());
}

#[test]
fn boards_to_draw_and_play_on_fit_fingers() {
    let Some(session) = Session::with_samples() else { return };
    let tab = session.open(POSITION);
    tab.resize(360, 740);
    assert!(cell(&tab) >= FINGER, "{}", cell(&tab));
    tab.click("#results li[data-kind^=same] a");
    tab.wait_for("#play #board");
    tab.wait("document.readyState === 'complete'"); // with the style sheet
    assert!(cell(&tab) >= FINGER, "{}", cell(&tab));
    tab.go("/explore?kind=corner");
    assert!(cell(&tab) >= FINGER, "{}", cell(&tab));
    tab.go("/?family=abalone");
    assert!(cell(&tab) >= FINGER, "{}", cell(&tab));
}
