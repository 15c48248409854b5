//! The pages of `gtn-db serve` in a browser: a person draws, plays, decides, explores and imports.
//!
//! The browser is Chromium, named by `GTN_DB_CHROMIUM` or found by its usual names. Where there is
//! none, these tests say so and pass; with `GTN_DB_NEEDS_CHROMIUM` set they fail. `GTN_DB_AXE`
//! names the file `axe.min.js` of axe-core, which then checks every page against WCAG 2.2 AA;
//! without it only the checks of `page_checks.js` run.
//!
//! Each test starts its own server, database and browser. A [`Tab`](tab::Tab) fails when it is
//! dropped if a page wrote an error to the console, broke the content security policy, opened a
//! dialog, or asked a foreign host for anything.

mod chromium;
#[path = "../../benches/common/command.rs"]
mod command;
mod curate;
mod desk;
mod every_page;
mod explore;
mod find;
mod import;
mod play;
mod session;
mod sets;
mod tab;
