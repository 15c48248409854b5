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
    tab.wait_for("#board");
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
    tab.wait_for("#find[data-family=abalone] #results li[data-kind^=same]");
    assert!(tab.place().starts_with("/?position=aba5"), "{}", tab.place());
    assert_eq!([stone(&tab, "a1"), stone(&tab, "a5")], ["X", "O"]);
    tab.click("[name=do][value=recolor]");
    tab.wait_for("#board [data-point=a1][data-stone=O]");
    tab.wait_for("#results li[data-kind^=same]");
    tab.click("#hits tbody tr a");
    tab.wait("location.pathname.startsWith('/games/a')");
    tab.go("/?family=abalone");
    write(&tab, crate::session::PROBLEM);
    tab.wait_for("#find[data-family=go] #results li[data-kind^=same]");
}

#[test]
fn a_hexagon_is_drawn_on_by_clicks() {
    let Some(session) = Session::with_samples() else { return };
    let tab = session.open("/");
    tab.click("[data-family=abalone]");
    tab.wait_for("#find[data-family=abalone]");
    assert_eq!(tab.count("#board[role=grid] button[role=gridcell]"), 61);
    for name in ["e5", "e6", "a1"] {
        tab.click(&point(name)); // alternating
        tab.wait_for(&format!("{}:not([data-stone='.'])", point(name)));
    }
    tab.click("[data-tool=black]");
    tab.click(&point("i9"));
    tab.wait("location.search.includes('aba5%7C....X')");
    let cells = ["e5", "e6", "a1", "i9", "e4"].map(|name| stone(&tab, name));
    assert_eq!(cells, ["X", "O", "X", "X", "."]);
    assert_eq!(tab.attribute(&point("e6"), "aria-label"), "e6 white");
    let place = tab.place();
    assert_eq!(stone(&session.open(&place), "i9"), "X", "the address is the search");
    tab.click("[data-tool=erase]");
    tab.click(&point("i9"));
    tab.wait(&format!("location.search !== {}", crate::tab::quote(&place["/".len()..])));
    assert_eq!(stone(&tab, "i9"), ".");
    tab.run("history.back()");
    tab.wait_for("#board [data-point=i9][data-stone=X]");
    assert_eq!(tab.place(), place);
    tab.click("input[value=contains]");
    tab.wait("location.search.includes('mode=contains')");
    // What is known of the losses stays when a marble is set.
    write(&tab, "0a12345b123456c345_2g567h456789i56789");
    tab.wait("location.search.includes('0-2')");
    tab.wait("document.activeElement.id !== 'text'");
    tab.click("[data-tool=white]");
    tab.click(&point("e5"));
    tab.wait_for("#board [data-point=e5][data-stone=O]");
    tab.wait("location.search.includes('.O..............XXX..XXXXXXXXXXX+0-2')");
    assert!(tab.text("#known").contains("White 2"), "{}", tab.text("#known"));
    let missed = [1280, 360].map(|width| {
        tab.resize(width, 740);
        tab.eval::<f64>(DISTANCE)
    });
    assert!(missed.iter().all(|pixels| *pixels < 1.5), "{missed:?}");
}

/// The greatest distance in pixels between a button and its cell in the drawing below.
const DISTANCE: &str =
    "Math.max(...[...document.querySelectorAll('#board [data-point]')].map((button) => {
    const [row, number] = [button.value.charCodeAt(0) - 96 - 5, Number(button.value[1]) - 5];
    const drawing = document.querySelector('.hexagon svg').getScreenCTM();
    const cell = new DOMPoint(number * 10 - row * 5, -row * 8.66).matrixTransform(drawing);
    const { x, y, width, height } = button.getBoundingClientRect();
    return Math.hypot(x + width / 2 - cell.x, y + height / 2 - cell.y);
}))";

#[test]
fn a_hexagon_works_by_keyboard_alone() {
    let Some(session) = Session::with_samples() else { return };
    let tab = session.open("/?family=abalone");
    assert_eq!(tab.attribute("#board [data-point][tabindex='0']", "data-point"), "e5");
    assert_eq!(tab.count("#board [data-point][tabindex='0']"), 1, "one tab stop");
    let focused = "document.activeElement.dataset.point";
    let mut way = Vec::new();
    tab.run("document.querySelector('#board [data-point=e5]').focus()");
    for key in [
        "b",
        "ArrowUp",
        "w",
        "ArrowDown",
        "ArrowLeft",
        "Home",
        "ArrowUp",
        "ArrowUp",
        "ArrowDown",
        "ArrowDown",
        "ArrowDown",
        "End",
        "ArrowDown",
        "ArrowRight",
    ] {
        tab.press(&[key]);
        way.push(tab.eval::<String>(focused));
    }
    // Up and down along the diagonal of the number; beyond its end to the nearest cell.
    let expected =
        ["e5", "f5", "f5", "e5", "e4", "e1", "f2", "g3", "f3", "e3", "d3", "d8", "c7", "c7"];
    assert_eq!(way, expected);
    assert_eq!([stone(&tab, "e5"), stone(&tab, "f5")], ["X", "O"]);
    tab.press(&["?", "Enter"]);
    tab.wait_for("#board [data-point=c7][data-stone=X]");
    tab.press(&["Delete"]);
    tab.wait_for("#board [data-point=c7][data-stone='.']");
    assert_eq!(tab.count("#board [data-point][tabindex='0']"), 1, "one tab stop");
    assert_eq!(tab.eval::<String>(focused), "c7", "the focus stays");
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
    tab.wait_for("#board [data-point]");
    session.end_server();
    draw(&tab);
    tab.wait_for("#status.error");
    assert!(!tab.text("#status").is_empty());
    session.restart_server();
    tab.wait_for("#results li[data-kind^=same]");
    assert_eq!(tab.count("#status.error"), 0);
}

#[test]
fn a_start_page_whose_server_is_gone_asks_again_for_the_board() {
    let Some(session) = Session::with_samples() else { return };
    let tab = session.open("/about");
    tab.run_in_every_page(
        "const answering = window.fetch;
         let failures = 2;
         window.fetch = (...request) => {
             if (!failures) return answering(...request);
             failures -= 1;
             return Promise.reject(new TypeError('the server is gone'));
         };",
    );
    tab.go("/");
    tab.wait_for("#status.error");
    tab.wait_for("#board [data-point]");
    assert_eq!(tab.count("#status.error"), 0);
}
