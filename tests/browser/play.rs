//! `/p/KEY`: a problem is played.

use crate::session::{POSITION, Session};
use crate::tab::Tab;

/// Opens the page of `session::PROBLEM`.
fn open(session: &Session) -> Tab {
    let tab = session.open(POSITION);
    tab.click("#results li[data-kind^=same] a");
    tab.wait_for("#play #board");
    tab
}

fn play(tab: &Tab, point: &str) {
    tab.click(&format!("#board [data-point={point}]"));
}

fn verdict(tab: &Tab, name: &str) {
    tab.wait_for(&format!("#verdict[data-verdict={name}]"));
}

#[test]
fn right_wrong_and_other_moves_are_told_apart() {
    let Some(session) = Session::with_samples() else { return };
    let tab = open(&session);
    assert!(tab.count("#sources li") >= 1);
    let begin = tab.place();
    play(&tab, "T17");
    verdict(&tab, "right");
    assert_eq!(tab.attribute("#board [data-point=T17]", "data-stone"), "X");

    tab.go(&begin);
    play(&tab, "T19");
    verdict(&tab, "wrong");

    tab.go(&begin);
    play(&tab, "S19");
    verdict(&tab, "off");
    assert!(!tab.text("#verdict").is_empty());

    // The way back shows the position before the move.
    tab.run("history.back()");
    tab.wait("document.querySelector('#board [data-point=S19]').dataset.stone === '.'");
}

#[test]
fn the_answer_is_not_shown_before_it_is_asked_for() {
    let Some(session) = Session::with_samples() else { return };
    let tab = open(&session);
    let shown: String = tab.eval("document.querySelector('main').innerText");
    assert!(!shown.contains("RIGHT"), "{shown}");
    assert!(!tab.eval::<bool>("document.querySelector('#solution').open"));
}
