//! `/conflicts`: two records that contradict each other are compared and decided.

use serde_json::Value;

use crate::session::Session;

/// Two records of a problem that accept different moves.
const CONFLICT: &str = "(;SZ[9]AB[ba][bb]AW[cb]PL[B](;B[ca]C[RIGHT])(;B[aa];W[ca]))\
    (;SZ[9]AB[ba][bb]AW[cb]PL[B];B[aa]C[Correct])";

#[test]
fn a_conflict_is_decided_and_taken_back() {
    let Some(session) = Session::start(&[("two.sgf", CONFLICT)], &[]) else { return };
    let tab = session.open("/conflicts");
    tab.wait_for("#count[data-undecided='1']");
    assert_eq!(tab.count(".side"), 2);
    tab.click("#decide button[value=left]");
    tab.wait_for("#count[data-undecided='0']");
    let kept = "fetch('/api/v1/decisions').then((answer) => answer.json())";
    assert_eq!(tab.eval::<Value>(kept)["items"][0]["decision"], "better");

    tab.click("button[value=forget]");
    tab.wait_for("#count[data-undecided='1']");
    assert_eq!(tab.eval::<Value>(kept)["items"], Value::Array(Vec::new()));
}
