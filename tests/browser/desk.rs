//! `/desk`: a file is submitted, and its problems are judged by keys.

use std::fs;

use crate::session::Session;
use crate::tab::{Tab, quote};

/// The problem of the collection, as [`KNOWN`] has it, with another answer, and two that are new.
pub const SUBMITTED: &str = "(;SZ[9]AB[ba][bb]AW[cb]PL[B]GN[same];B[ca]C[RIGHT])\
    (;SZ[9]AB[ba][bb]AW[cb]PL[B]GN[other](;B[aa]C[RIGHT])(;B[ca];W[da]C[WRONG]))\
    (;SZ[13]AB[cc][dd]AW[ee]PL[W]GN[new];W[dc]C[RIGHT])\
    (;SZ[13]AB[gg]AW[hh]PL[B]GN[no answer])";

const KNOWN: &str = "(;SZ[9]AB[ba][bb]AW[cb]PL[B];B[ca]C[RIGHT])";

/// Submits a file from the page, waits until its queue is complete, and returns its address.
pub fn submit(tab: &Tab, name: &str, text: &str) -> String {
    tab.go("/desk");
    let (name, text) = (quote(name), quote(text));
    tab.eval(&format!(
        "(async () => {{
            const form = new FormData(document.querySelector('#import'));
            form.set('file', new File([{text}], {name}));
            const {{ url }} = await fetch('/desk', {{ method: 'POST', body: form }});
            const place = url.slice(location.origin.length);
            for (;;) {{
                const page = await (await fetch(place)).text();
                if (!page.includes('role=\"status\"')) return place;
                await new Promise((resolve) => setTimeout(resolve, 50));
            }}
        }})()"
    ))
}

fn number(tab: &Tab, number: u32) {
    tab.wait_for(&format!("#current[data-number='{number}']"));
}

#[test]
fn a_queue_is_judged_by_keys() {
    let Some(mut session) = Session::start(&[("known.sgf", KNOWN)], &[]) else { return };
    let file = session.folder().join("sub.sgf");
    fs::write(&file, SUBMITTED).unwrap();
    let tab = session.open("/desk");
    tab.choose("#import input[type=file]", &[file.display().to_string()]);
    tab.click("#import button");
    // What is the same is folded; the queue opens on the contradiction.
    number(&tab, 2);
    assert_eq!(tab.count(".side svg"), 2);
    assert!(!tab.eval::<bool>("document.querySelector('#settled').open"));
    tab.press(&["r"]);
    number(&tab, 3);
    tab.press(&["n"]);
    number(&tab, 4);
    tab.press(&["p"]);
    number(&tab, 3);
    tab.press(&["a"]);
    number(&tab, 4);
    tab.press(&["u"]);
    number(&tab, 3);
    // The switch turns the keys off, and the browser remembers.
    tab.click("#keys");
    tab.press(&["n", "a"]);
    tab.go(&tab.place());
    number(&tab, 3);
    tab.press(&["n"]);
    assert_eq!(tab.attribute("#current", "data-number"), "3");
    assert!(!tab.eval::<bool>("document.querySelector('#keys').checked"));
    tab.click("#keys");
    tab.press(&["a"]);
    number(&tab, 4);
    // The last decision can be undone, too.
    tab.press(&["a"]);
    tab.wait_for("#nothing");
    tab.press(&["u"]);
    number(&tab, 4);
    // Another process has the queue and the decisions.
    let place = tab.place();
    session.end_server();
    session.restart_server();
    tab.go(&place);
    number(&tab, 4);
    assert_eq!(tab.attribute("#outcome", "data-accepted"), "1");
}

#[test]
fn keys_wait_while_a_field_has_the_focus() {
    let Some(session) = Session::start(&[("known.sgf", KNOWN)], &[]) else { return };
    let tab = session.open("/duplicates");
    tab.run(
        "const link = document.body.appendChild(document.createElement('a'));
         link.href = '#pressed'; link.dataset.press = 'n';
         for (const [name, more] of [['input'], ['select'], ['div', 'role=grid']]) {
             const field = document.body.appendChild(document.createElement(name));
             field.className = 'tried';
             field.tabIndex = 0;
             if (more) field.setAttribute(...more.split('='));
         }",
    );
    for field in 0..3 {
        tab.run(&format!(
            "const field = document.querySelectorAll('.tried')[{field}]; field.focus();
             field.dispatchEvent(new KeyboardEvent('keydown', {{ key: 'n', bubbles: true }}))"
        ));
        assert_eq!(tab.eval::<String>("location.hash"), "", "field {field}");
    }
    tab.run(
        "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true }))",
    );
    assert_eq!(tab.eval::<String>("location.hash"), "#pressed");
}
