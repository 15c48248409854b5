//! `/explore` and `/games`: next moves, and a game step by step.

use crate::session::Session;

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
