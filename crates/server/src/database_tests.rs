//! A database whose file is replaced, deleted and put back while the server runs.

use std::fs;
use std::path::Path;
use std::sync::{Arc, mpsc};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::oneshot;

use super::decide;
use super::state::{App, Settings, View};
use super::tests::{CORNER, HOST, Site, import_files, run};
use crate::find::verify;
use crate::store::{ImportSession, Store};

/// A database with `count` different records of one problem, in the folder.
fn make_database(folder: &Path, count: usize) {
    let record = |number| format!("(;SZ[9]AB[ee][ce][gg]GN[{number}];B[ef])");
    let text: String = (0..count).map(record).collect();
    fs::create_dir_all(folder).unwrap();
    fs::write(folder.join("other.sgf"), text).unwrap();
    import_files(folder, &[folder.join("other.sgf")]);
}

fn settings() -> Settings {
    Settings { hosts: vec![HOST.to_owned()], max_upload: 1 << 20, ..Settings::default() }
}

/// A server that takes uploads.
fn site() -> Site {
    Site::with(settings())
}

async fn count_records(site: &Site) -> Value {
    site.get("/api/v1/stats").await.json()["records"].take()
}

/// The number of positions near one of the server's.
async fn find_near(site: &Site) -> Value {
    let position = CORNER.replace('|', "%7C");
    let found = site.get(&format!("/api/v1/find?near=2&position={position}")).await;
    found.json()["positions"].take()
}

async fn decide(site: &Site, source: &str) -> u16 {
    let record = |tree: u32| json!({"source": source, "tree": tree});
    let body = json!({"decision": "different", "first": record(1), "second": record(2)});
    site.post("/api/v1/decisions", "application/json", body.to_string()).await.status
}

#[test]
fn indexes_of_positions_survive_decisions_but_not_imports() {
    run(async {
        let folder = tempfile::tempdir().unwrap();
        make_database(folder.path(), 3);
        let app = App::open(&folder.path().join("gtn.db"), settings(), |_| {}).unwrap();
        let app = Arc::new(app);
        let indexes = || {
            let load = |view: &View<'_>| Ok((view.positions()?, view.duplicates()?));
            app.with_view(load).map_err(|problem| problem.detail).unwrap()
        };
        let (positions, duplicates) = indexes();
        assert_eq!(duplicates.len(), 1);
        let differ = |view: &View<'_>, session: &mut ImportSession| {
            let decisions = [[1, 2], [1, 3], [2, 3]].map(|[one, other]| {
                let record = |tree: u32| json!({"source": "other.sgf", "tree": tree});
                let first = record(one);
                json!({"decision": "different", "first": first, "second": record(other)})
            });
            let decisions = decisions.map(|decision| serde_json::from_value(decision).unwrap());
            decide::decide(view, session, decisions.into())
        };
        Arc::clone(&app).write_decisions(differ).await.map_err(|problem| problem.detail).unwrap();
        let (same, none) = indexes();
        assert!(Arc::ptr_eq(&positions, &same) && none.is_empty());
        make_database(folder.path(), 4);
        assert!(!Arc::ptr_eq(&positions, &indexes().0));
    });
}

#[test]
fn another_file_in_the_place_of_the_database_is_read() {
    run(async {
        let site = site();
        let database = site.folder().path().join("gtn.db");
        assert_eq!((count_records(&site).await, find_near(&site).await), (json!(2), json!(2)));
        // The decision is in the log beside the file, which must not become that of the new file.
        assert_eq!(decide(&site, "problems.sgf").await, 204);
        let other = site.folder().path().join("other");
        make_database(&other, 7);
        let old = site.folder().path().join("old.db");
        fs::rename(&database, &old).unwrap();
        fs::rename(other.join("gtn.db"), &database).unwrap();
        assert_eq!((count_records(&site).await, find_near(&site).await), (json!(7), json!(0)));
        let store = Store::open(&database).unwrap();
        assert!(verify(&store, &|_| {}).unwrap().is_empty());
        assert_eq!(store.decisions().unwrap().len(), 0);
        assert_eq!(Store::open(&old).unwrap().decisions().unwrap().len(), 1);
    });
}

#[test]
fn an_earlier_copy_of_the_database_is_read() {
    run(async {
        let site = site();
        let database = site.folder().path().join("gtn.db");
        let copy = site.folder().path().join("copy.db");
        fs::copy(&database, &copy).unwrap();
        let more = site.folder().path().join("more.sgf");
        fs::write(&more, "(;SZ[19]AW[aa][ba]AB[ca][cb]PL[B];B[ab])").unwrap();
        import_files(site.folder().path(), &[more]);
        assert_eq!(find_near(&site).await, 3);
        fs::rename(&copy, &database).unwrap();
        assert_eq!(find_near(&site).await, 2);
    });
}

#[test]
fn a_deleted_database_is_missed_until_it_is_back() {
    run(async {
        let site = site();
        let database = site.folder().path().join("gtn.db");
        let away = site.folder().path().join("away.db");
        fs::rename(&database, &away).unwrap();
        let gone = site.get("/api/v1/stats").await;
        assert_eq!((gone.status, gone.header("content-type")), (503, "application/problem+json"));
        assert_eq!(gone.header("retry-after"), "1");
        let detail = gone.json()["detail"].as_str().unwrap().to_owned();
        assert!(detail.starts_with("the file of the database is gone"), "{detail}");
        let page = site.get("/problems").await;
        assert!(page.status == 503 && page.text.contains(&detail), "{}", page.text);
        assert_eq!(decide(&site, "problems.sgf").await, 503);
        let upload = "/api/v1/import?name=a.sgf";
        assert_eq!(site.post(upload, "text/plain", "(;SZ[9]AB[aa])").await.status, 503);
        assert!(!database.exists(), "no request makes a database");
        fs::rename(&away, &database).unwrap();
        assert_eq!((count_records(&site).await, find_near(&site).await), (json!(2), json!(2)));
        fs::remove_file(&database).unwrap();
        make_database(site.folder().path(), 3);
        assert_eq!(count_records(&site).await, 3);
    });
}

#[test]
fn a_file_that_is_no_database_is_an_error_until_one_is_there() {
    run(async {
        let site = site();
        let database = site.folder().path().join("gtn.db");
        let text = site.folder().path().join("text");
        fs::write(&text, "no database").unwrap();
        let copy = site.folder().path().join("copy.db");
        fs::copy(&database, &copy).unwrap();
        fs::rename(&text, &database).unwrap();
        for _ in 0..2 {
            assert_eq!(site.get("/api/v1/stats").await.status, 500);
        }
        fs::rename(&copy, &database).unwrap();
        assert_eq!(count_records(&site).await, 2);
    });
}

#[test]
fn an_import_into_the_old_file_ends_before_the_new_one_is_read() {
    run(async {
        let site = site();
        let other = site.folder().path().join("other");
        make_database(&other, 7);
        let problems = "(;SZ[9]AB[aa][cc];B[ab])".repeat(5_000);
        let begun = site.post("/api/v1/import?name=a.sgf", "text/plain", problems).await;
        fs::rename(other.join("gtn.db"), site.folder().path().join("gtn.db")).unwrap();
        let is_running =
            async || site.get(begun.header("location")).await.json()["state"] == "running";
        while is_running().await {
            let stats = site.get("/api/v1/stats").await;
            if is_running().await {
                assert_eq!(stats.status, 503, "{}", stats.text);
                assert!(stats.text.contains("was replaced during an import"), "{}", stats.text);
            }
        }
        assert_eq!(count_records(&site).await, 7);
    });
}

#[test]
fn who_reads_the_old_file_finishes_before_the_new_one_is_read() {
    run(async {
        let site = site();
        let database = site.folder().path().join("gtn.db");
        let other = site.folder().path().join("other");
        make_database(&other, 7);
        let patience = Duration::from_millis(50);
        let app = App::open(&database, Settings { patience, ..settings() }, |_| {}).unwrap();
        let app = Arc::new(app);
        let count = async || {
            let counted = Arc::clone(&app).read(|view| Ok(view.store.counts()?.records)).await;
            counted.map_err(|problem| (problem.status, problem.detail))
        };
        let (begin, begun) = oneshot::channel();
        let (release, released) = mpsc::channel();
        let slow = tokio::task::spawn_blocking({
            let app = Arc::clone(&app);
            move || {
                app.with_view(|view| {
                    begin.send(()).unwrap();
                    released.recv().unwrap();
                    Ok(view.store.counts()?.records)
                })
            }
        });
        begun.await.unwrap();
        assert_eq!(count().await, Ok(2));
        fs::rename(other.join("gtn.db"), &database).unwrap();
        let (status, detail) = count().await.unwrap_err();
        assert!(status == 503 && detail.contains("from the old one"), "{detail}");
        release.send(()).unwrap();
        assert_eq!(slow.await.unwrap().unwrap(), 2);
        assert_eq!(count().await, Ok(7));
    });
}
