//! `/import`: files are chosen or dropped.

use std::fs;

use crate::session::{PROBLEM, Session};
use crate::tab::quote;

#[test]
fn a_chosen_file_is_imported_and_reported() {
    let Some(session) = Session::start(&[("empty.sgf", "")], &[]) else { return };
    let file = session.folder().join("chosen.sgf");
    fs::write(&file, format!("{PROBLEM}\n(;SZ[99])")).unwrap();
    let tab = session.open("/import");
    tab.choose("#import input[type=file]", &[file.display().to_string()]);
    tab.click("#import button");
    tab.wait_for("#imported[data-records='1']");
    assert!(tab.text("#skipped").contains("chosen.sgf"), "{}", tab.text("#skipped"));
}

#[test]
fn a_dropped_file_is_imported() {
    let Some(session) = Session::start(&[("empty.sgf", "")], &[]) else { return };
    let tab = session.open("/import");
    let text = quote(PROBLEM);
    tab.run(&format!(
        "(() => {{ const dataTransfer = new DataTransfer();
         dataTransfer.items.add(new File([{text}], 'dropped.sgf'));
         for (const kind of ['dragenter', 'dragover', 'drop']) {{
           document.querySelector('#import').dispatchEvent(
             new DragEvent(kind, {{ dataTransfer, bubbles: true, cancelable: true }}));
         }} }})()"
    ));
    tab.wait_for("#imported[data-records='1']");
    let problems = session.open("/problems");
    assert_eq!(problems.count("#results li[data-key]"), 1);
}
