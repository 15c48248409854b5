//! `/`: what a person draws is found at once.

use crate::session::Session;
use crate::tab::Tab;

fn point(name: &str) -> String {
    format!("#board [data-point={name}]")
}

fn stone(tab: &Tab, name: &str) -> String {
    tab.attribute(&point(name), "data-stone")
}

/// Draws the position of `session::PROBLEM` by clicks.
fn draw(tab: &Tab) {
    tab.click("[data-tool=black]");
    tab.click(&point("B19"));
    tab.click(&point("B18"));
    tab.click("[data-tool=white]");
    tab.click(&point("C18"));
}

#[test]
fn clicks_draw_a_position_and_the_answer_follows() {
    let Some(session) = Session::with_samples() else { return };
    let tab = session.open("/");
    draw(&tab);
    // The answers for one and two stones may come first.
    tab.wait_for("#results li[data-kind^=same]");
    assert_eq!(tab.count("#results li[data-key]"), 1);
    assert_eq!([stone(&tab, "B19"), stone(&tab, "C18")], ["X", "O"]);
    assert_eq!(tab.attribute("[data-tool=white]", "aria-pressed"), "true");
    assert!(tab.text("#results").contains("corner.sgf"), "{}", tab.text("#results"));
    assert!(tab.eval::<bool>("Number(document.body.dataset.ms) >= 0"));

    // The address is the search: another tab shows the same, and so does the way back.
    let place = tab.place();
    let other = session.open(&place);
    other.wait_for("#results li[data-kind^=same]");
    assert_eq!(stone(&other, "B18"), "X");
    tab.click("[data-tool=erase]");
    tab.click(&point("C18"));
    tab.wait("!document.querySelector('#results li[data-kind^=same]')");
    tab.run("history.back()");
    tab.wait_for("#results li[data-kind^=same]");
    assert_eq!(stone(&tab, "C18"), "O");
    assert_eq!(tab.place(), place);

    // A result leads to its problem.
    tab.click("#results li[data-kind^=same] a");
    tab.wait_for("#sources li");
    assert!(tab.place().starts_with("/p/"), "{}", tab.place());
}

#[test]
fn the_board_works_by_keyboard_alone() {
    let Some(session) = Session::with_samples() else { return };
    let tab = session.open("/");
    assert_eq!(tab.count("#board [data-point][tabindex='0']"), 1, "one tab stop");
    tab.run("document.querySelector('#board [data-point=A19]').focus()");
    tab.press(&["ArrowRight", "b", "ArrowDown", "b", "ArrowRight", "w"]);
    tab.wait_for("#results li[data-kind^=same]");
    assert_eq!([stone(&tab, "B19"), stone(&tab, "B18"), stone(&tab, "C18")], ["X", "X", "O"]);
    let focused = "document.activeElement.dataset.point";
    assert_eq!(tab.eval::<String>(focused), "C18", "the focus stays");
    assert_eq!(tab.attribute(&point("C18"), "aria-label"), "C18 white");
    tab.press(&["Delete"]);
    tab.wait("document.querySelector('#board [data-point=C18]').dataset.stone === '.'");
    tab.press(&["?"]);
    tab.wait("document.querySelector('#board [data-point=C18]').dataset.stone === '?'");
    tab.press(&["Delete", "Home", "End"]);
    assert_eq!(tab.eval::<String>(focused), "T18");
    assert_eq!(tab.count("#board [data-point][tabindex='0']"), 1, "one tab stop");
    // Enter is the tool: the first stone of an alternating pair is black.
    tab.press(&["Enter"]);
    tab.wait("document.querySelector('#board [data-point=T18]').dataset.stone === 'X'");
}

/// Types a text into the field.
fn write(tab: &Tab, text: &str) {
    let text = crate::tab::quote(text);
    tab.run(&format!(
        "(() => {{ const field = document.querySelector('#text'); field.value = {text};
         field.dispatchEvent(new Event('input', {{ bubbles: true }})); }})()"
    ));
}

#[test]
fn a_position_of_abalone_leads_to_a_page_of_its_own() {
    let Some(session) = Session::with_samples() else { return };
    let tab = session.open("/");
    draw(&tab);
    tab.wait_for("#results li[data-kind^=same]"); // an answer writes into a field without focus
    write(&tab, "0a12b123c23g78h789i89_0a6");
    tab.wait_for("#text[aria-invalid=true]");
    assert_eq!(stone(&tab, "B19"), "X", "the board stays while the text is wrong");
    write(&tab, "0a12b123c23g78h789i89_0a45b456c56g45h456i56");
    tab.wait_for("#abalone-find #results li[data-kind^=same]");
    assert!(tab.place().starts_with("/?position="), "{}", tab.place());
    tab.click("[data-operation=IR1]");
    tab.wait("location.search.includes('aba5')");
    tab.wait_for("#results li[data-kind^=same]");
    tab.click("#hits tbody tr a");
    tab.wait("location.pathname.startsWith('/games/a')");
}

#[test]
fn a_text_is_drawn_and_a_wrong_one_is_explained() {
    let Some(session) = Session::with_samples() else { return };
    let tab = session.open("/");
    write(&tab, crate::session::PROBLEM);
    tab.wait_for("#results li[data-kind^=same]");
    write(&tab, "5x5|nothing");
    tab.wait_for("#text[aria-invalid=true]");
    assert!(!tab.text("#status").is_empty());
    assert!(tab.count("#board [data-stone=X]") > 0, "the board stays");
}

#[test]
fn a_server_that_is_gone_is_said_and_asked_again() {
    let Some(mut session) = Session::with_samples() else { return };
    let tab = session.open("/");
    tab.wait("'answered' in document.body.dataset");
    session.end_server();
    draw(&tab);
    tab.wait_for("#status.error");
    assert!(!tab.text("#status").is_empty());
    session.restart_server();
    tab.wait_for("#results li[data-kind^=same]");
    assert_eq!(tab.count("#status.error"), 0);
}
