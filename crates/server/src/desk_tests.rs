//! The desk: submissions, decisions about their problems, and what becomes of them.

use std::thread;
use std::time::Duration;

use super::state::Settings;
use super::tests::{Answer, HOST, Site, run};
use crate::store::{ImportSession, OtherDatabase, Store};

/// One problem as the collection has it, one with a contradicting answer, one that is new, and one with
/// markup everywhere and no answer.
const SUBMITTED: &str = "(;SZ[9]AB[ba][bb]AW[cb]PL[B]GN[same];B[ca]C[RIGHT])\
    (;SZ[9]AB[ba][bb]AW[cb]PL[B]GN[other](;B[aa]C[RIGHT])(;B[ca];W[da]C[WRONG]))\
    (;SZ[13]AB[cc][dd]AW[ee]PL[W]GN[new];W[dc]C[RIGHT])\
    (;SZ[9]AB[gg]AW[hh]GN[<script>x</script>]PL[B]C[<b>])";

const KNOWN: &str = "(;SZ[9]AB[ba][bb]AW[cb]PL[B];B[ca]C[RIGHT])";

const FORM: &str = "multipart/form-data; boundary=BOUNDARY";
const URLENCODED: &str = "application/x-www-form-urlencoded";

fn site() -> Site {
    let settings =
        Settings { hosts: vec![HOST.to_owned()], max_upload: 1 << 20, ..Settings::default() };
    let site = Site::with(settings);
    let file = site.folder().path().join("known.sgf");
    std::fs::write(&file, KNOWN).unwrap();
    super::tests::import_files(site.folder().path(), &[file]);
    site
}

async fn token(site: &Site) -> String {
    let page = site.get("/desk").await.text;
    page.split("name=\"token\" value=\"").nth(1).unwrap().split('"').next().unwrap().to_owned()
}

/// Submits a file, waits until its queue is complete, and returns its address.
async fn submit(site: &Site, name: &str, content: &str) -> String {
    let token = token(site).await;
    let body = format!(
        "--BOUNDARY\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\n{token}\r\n\
         --BOUNDARY\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n\
         {content}\r\n--BOUNDARY--\r\n"
    );
    let submitted = site.post("/desk", FORM, body).await;
    assert_eq!(submitted.status, 303, "{}", submitted.text);
    let address = submitted.header("location").split('?').next().unwrap().to_owned();
    wait(site, &address).await;
    address
}

async fn wait(site: &Site, address: &str) {
    for _ in 0..1000 {
        if !site.get(address).await.text.contains("role=\"status\"") {
            return;
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("the queue is never complete");
}

async fn decide(site: &Site, address: &str, number: &str, verdict: &str, seen: i64) -> Answer {
    let token = token(site).await;
    let body = format!("token={token}&number={number}&verdict={verdict}&seen={seen}");
    site.post(&format!("{address}/decide"), URLENCODED, body).await
}

async fn press(site: &Site, address: &str, action: &str, more: &str) -> Answer {
    let token = token(site).await;
    site.post(&format!("{address}/{action}"), URLENCODED, format!("token={token}{more}")).await
}

/// The value of an attribute of the page.
fn value<'a>(page: &'a str, name: &str) -> &'a str {
    page.split(&format!(" {name}=\"")).nth(1).unwrap_or("").split('"').next().unwrap()
}

/// The id of the decision that a page shows.
fn seen(page: &str) -> i64 {
    value(page.split("name=\"seen\"").nth(1).unwrap(), "value").parse().unwrap()
}

fn sources(site: &Site) -> Vec<String> {
    let store = Store::open(&site.folder().path().join("gtn.db")).unwrap();
    store.sources().unwrap().into_iter().map(|source| source.name).collect()
}

async fn wait_for_import(site: &Site, begun: &Answer) -> String {
    assert_eq!(begun.status, 303, "{}", begun.text);
    for _ in 0..1000 {
        let page = site.get(begun.header("location")).await.text;
        if page.contains("id=\"imported\"") {
            return page;
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("the import does not end");
}

#[test]
fn a_queue_opens_on_what_needs_a_person() {
    run(async {
        let site = site();
        let before = sources(&site);
        let address = submit(&site, "sub.sgf", SUBMITTED).await;
        let page = site.get(&address).await.text;
        // The first problem is settled: the queue opens on the second.
        assert_eq!(value(&page, "data-number"), "2");
        assert!(page.contains("answers contradict") && page.contains("id=\"settled\""), "{page}");
        assert_eq!(page.matches("class=\"side\"").count(), 2);
        for key in ["a", "r", "s", "d", "n"] {
            assert!(page.contains(&format!("data-press=\"{key}\"")), "{key}");
        }
        let last = site.get(&format!("{address}?at=4")).await.text;
        assert!(last.contains("no answer") && last.contains("data-press=\"p\""));
        assert!(!last.contains("<script>x") && last.contains("&lt;script&gt;x"));
        let new = site.get(&format!("{address}?at=3")).await.text;
        assert!(!new.contains("data-press=\"s\""), "there is nothing beside it");
        assert_eq!(
            site.get(&format!("{address}?show=no-answer")).await.text.matches("<tr").count(),
            2
        );
        assert_eq!(site.get(&format!("{address}?show=overlap")).await.status, 422);
        assert_eq!(site.get("/desk/0").await.status, 404);
        assert_eq!(site.get(&format!("/desk/{}", "0".repeat(32))).await.status, 404);
        assert_eq!(sources(&site), before, "nothing is imported");
    });
}

#[test]
fn a_decision_waits_for_a_queue_that_is_compared_again() {
    run(async {
        let site = site();
        let address = submit(&site, "sub.sgf", SUBMITTED).await;
        let file = site.folder().path().join("later.sgf");
        std::fs::write(&file, "(;SZ[9]AB[dd][de]AW[ed]PL[B];B[ee]C[RIGHT])").unwrap();
        super::tests::import_files(site.folder().path(), &[file]);
        let decided = decide(&site, &address, "2", "reject", 0).await;
        assert_eq!(decided.status, 303, "{}", decided.text);
        assert!(decided.header("location").ends_with("#current"));
        assert_eq!(decide(&site, &address, "5", "reject", 0).await.status, 404);
    });
}

#[test]
fn decisions_are_kept_undone_and_never_overwritten() {
    run(async {
        let site = site();
        let address = submit(&site, "sub.sgf", SUBMITTED).await;
        assert_eq!(decide(&site, &address, "2", "reject", 0).await.status, 303);
        let next = site.get(&address).await.text;
        assert_eq!(value(&next, "data-number"), "3");
        // Another editor still sees the problem without a decision.
        let late = decide(&site, &address, "2", "accept", 0).await;
        assert_eq!(late.status, 409);
        assert!(late.text.contains("Somebody else has decided meanwhile: Reject"), "{}", late.text);
        let shown = site.get(&format!("{address}?at=2")).await.text;
        assert_eq!(value(&shown, "data-decision"), "reject");
        assert_eq!(decide(&site, &address, "2", "same", seen(&shown)).await.status, 303);
        assert_eq!(decide(&site, &address, "3", "different", 0).await.status, 422);
        assert_eq!(decide(&site, &address, "9", "accept", 0).await.status, 404);
        assert_eq!(decide(&site, &address, "3", "perhaps", 0).await.status, 422);
        // The settled ones at once, and back.
        let page = site.get(&address).await.text;
        let last: i64 = page
            .split("value=\"settled\"")
            .nth(1)
            .unwrap()
            .split("value=\"")
            .nth(1)
            .unwrap()
            .split('"')
            .next()
            .unwrap()
            .parse()
            .unwrap();
        assert_eq!(decide(&site, &address, "settled", "same", last - 1).await.status, 409);
        assert_eq!(decide(&site, &address, "settled", "same", last).await.status, 303);
        let page = site.get(&address).await.text;
        assert_eq!(value(&page, "data-open"), "0");
        let batch = value(page.split("name=\"batch\"").nth(1).unwrap(), "value").to_owned();
        assert_eq!(press(&site, &address, "undo", &format!("&batch={batch}")).await.status, 303);
        assert_eq!(press(&site, &address, "undo", &format!("&batch={batch}")).await.status, 409);
        let page = site.get(&address).await.text;
        assert_eq!(value(&page, "data-open"), "1");
        assert_eq!(
            value(&site.get(&format!("{address}?at=2")).await.text, "data-decision"),
            "same"
        );
        // A form without the token of the process.
        let stranger = site.post(&format!("{address}/undo"), URLENCODED, "token=0&batch=1").await;
        assert_eq!(stranger.status, 403);
    });
}

#[test]
fn what_is_accepted_is_imported_as_a_source_of_its_own_and_withdrawn() {
    run(async {
        let site = site();
        let before = sources(&site);
        let address = submit(&site, "sub.sgf", SUBMITTED).await;
        assert_eq!(press(&site, &address, "import", "").await.status, 422);
        decide(&site, &address, "2", "different", 0).await;
        decide(&site, &address, "3", "accept", 0).await;
        decide(&site, &address, "4", "reject", 0).await;
        let sgf = site.get(&format!("{address}/accepted.sgf")).await.text;
        assert_eq!(
            (sgf.lines().count(), sgf.contains("GN[new]"), sgf.contains("GN[same]")),
            (2, true, false)
        );
        let report = wait_for_import(&site, &press(&site, &address, "import", "").await).await;
        assert_eq!(value(&report, "data-records"), "2");
        let after = sources(&site);
        let own: Vec<&String> = after.iter().filter(|name| !before.contains(name)).collect();
        let hash = address.rsplit('/').next().unwrap();
        assert!(
            own.len() == 1
                && own[0].starts_with("upload/")
                && own[0].ends_with(&format!("-{hash}/sub.sgf")),
            "{own:?}"
        );
        // The pair that was called different is no conflict, and the import is complete in the queue.
        assert_eq!(site.get("/api/v1/conflicts").await.json()["total"], 0);
        wait(&site, &address).await;
        let page = site.get(&format!("{address}?show=all")).await.text;
        assert_eq!((value(&page, "data-accepted"), value(&page, "data-imported")), ("2", "1"));
        // The submission is not compared with what was imported from it.
        assert!(site.get(&format!("{address}?show=new")).await.text.contains("data-number=\"3\""));
        // A second import replaces what was imported of this submission.
        let rejected = site.get(&format!("{address}?at=4")).await.text;
        assert_eq!(decide(&site, &address, "4", "accept", seen(&rejected)).await.status, 303);
        let report = wait_for_import(&site, &press(&site, &address, "import", "").await).await;
        assert_eq!((value(&report, "data-records"), sources(&site)), ("3", after.clone()));
        wait(&site, &address).await;
        let page = site.get(&address).await.text;
        let batch = value(page.split("name=\"batch\"").nth(1).unwrap(), "value").to_owned();
        assert_eq!(press(&site, &address, "undo", &format!("&batch={batch}")).await.status, 303);
        // Another submission with the same file name replaces nothing; a rejected problem is known.
        let other = submit(&site, "sub.sgf", &SUBMITTED[SUBMITTED.rfind("(;").unwrap()..]).await;
        assert!(site.get(&other).await.text.contains("Decided in an earlier submission"));
        decide(&site, &other, "1", "accept", 0).await;
        wait_for_import(&site, &press(&site, &other, "import", "").await).await;
        assert_eq!(sources(&site).len(), before.len() + 2);
        // Undo removes exactly that source, and the decision that was made for it.
        assert_eq!(press(&site, &address, "withdraw", "").await.status, 303);
        let left = sources(&site);
        assert_eq!(left.len(), before.len() + 1);
        assert!(left.iter().all(|name| !name.contains(hash)), "{left:?}");
        assert_eq!(site.get("/api/v1/decisions").await.json()["total"], 0);
    });
}

/// Queue and decisions are in the database: another process, a merge and a re-import have them.
#[test]
fn the_queue_survives_a_restart_and_a_merge() {
    run(async {
        let site = site();
        let address = submit(&site, "sub.sgf", SUBMITTED).await;
        decide(&site, &address, "3", "accept", 0).await;
        let path = site.folder().path().join("gtn.db");
        let merged = site.folder().path().join("merged.db");
        let other = OtherDatabase::open(&path, &merged).unwrap();
        let mut session = ImportSession::open(&merged).unwrap();
        let cancel = std::sync::atomic::AtomicBool::new(false);
        let options = crate::import::ImportOptions::new(&cancel);
        crate::import::merge_database(&mut session, &other, options, &|_| ()).unwrap();
        session.finish().unwrap();
        let app = super::state::App::open(
            &merged,
            Settings { hosts: vec![HOST.to_owned()], ..Settings::default() },
            |_| {},
        );
        let store = Store::open(&merged).unwrap();
        let submissions = store.submissions().unwrap();
        assert_eq!(submissions.len(), 1);
        let verdicts = store.verdicts_on(submissions[0].hash).unwrap();
        assert_eq!((verdicts.len(), verdicts[0].place.tree), (1, 3));
        assert!(store.check_rows().unwrap().is_empty());
        drop(app.unwrap());
    });
}

#[test]
fn copies_are_folded_under_the_first_and_decided_with_it() {
    run(async {
        let site = site();
        let new = "(;SZ[13]AB[cc][dd]AW[ee]PL[W]GN[new];W[dc]C[RIGHT])";
        let renamed = new.replace("GN[new]", "GN[renamed]");
        let other = new.replace("W[dc]", "W[ed]");
        let submitted = [&new.repeat(300), &*renamed, &*other].concat();
        let address = submit(&site, "equal.sgf", &submitted).await;
        let page = site.get(&address).await.text;
        assert_eq!((value(&page, "data-number"), value(&page, "data-copies")), ("1", "300"));
        assert_eq!(page.matches("<tr").count(), 3, "the first, and the one with another answer");
        // What is decided apart stays so.
        assert_eq!(decide(&site, &address, "7", "reject", 0).await.status, 303);
        assert_eq!(decide(&site, &address, "1", "accept", 0).await.status, 303);
        let page = site.get(&address).await.text;
        assert_eq!((value(&page, "data-number"), value(&page, "data-accepted")), ("302", "300"));
        // Equal trees are written once.
        let sgf = site.get(&format!("{address}/accepted.sgf")).await.text;
        assert_eq!((sgf.lines().count(), sgf.matches("GN[new]").count()), (2, 1), "{sgf}");
        let shown = site.get(&format!("{address}?at=1")).await.text;
        assert_eq!(decide(&site, &address, "1", "reject", seen(&shown)).await.status, 303);
        let batch =
            |page: &str| value(page.split("name=\"batch\"").nth(1).unwrap(), "value").to_owned();
        for (accepted, number) in [("300", "302"), ("0", "1")] {
            let page = site.get(&address).await.text;
            let undo = format!("&batch={}", batch(&page));
            assert_eq!(press(&site, &address, "undo", &undo).await.status, 303);
            let page = site.get(&address).await.text;
            assert_eq!(
                (value(&page, "data-accepted"), value(&page, "data-number")),
                (accepted, number)
            );
        }
        let store = Store::open(&site.folder().path().join("gtn.db")).unwrap();
        assert_eq!(store.submission_verdicts().unwrap().len(), 1);
    });
}

#[test]
fn what_is_no_submission_is_refused_or_named() {
    run(async {
        let site = site();
        let picture = submit(&site, "picture.sgf", "\u{89}PNG\r\n\u{1a}\n not a game tree").await;
        let page = site.get(&picture).await.text;
        assert!(page.contains("id=\"nothing\""), "{page}");
        let equal = KNOWN.repeat(300);
        let address = submit(&site, "equal.sgf", &equal).await;
        let page = site.get(&format!("{address}?show=repeated")).await.text;
        assert!(page.contains("299") && page.matches("<tr").count() == 51, "{page}");
        let long = "x".repeat(2 << 20);
        let token = token(&site).await;
        let body = format!(
            "--BOUNDARY\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\n{token}\r\n\
             --BOUNDARY\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.sgf\"\r\n\r\n\
             {long}\r\n--BOUNDARY--\r\n"
        );
        assert_eq!(site.post("/desk", FORM, body).await.status, 413);
        assert_eq!(press(&site, &address, "remove", "").await.status, 303);
        assert_eq!(site.get(&address).await.status, 404);
    });
}
