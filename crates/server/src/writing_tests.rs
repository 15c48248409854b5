//! Routes that change the database: decisions, imports; and exports.

use std::fs;
use std::thread;
use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

use super::state::Settings;
use super::tests::{Answer, HOST, Site, run};
use crate::find::{for_each_conflict, walk_positions};
use crate::store::{ImportSession, Store, StoreError};

/// Two records of a problem with different answers, one of them with a hostile name, and two
/// positions that differ in a stone.
const CONFLICT: &str = "(;SZ[9]AB[ba][bb]AW[cb]GN[one];B[ca]C[RIGHT])\
    (;SZ[9]AB[ba][bb]AW[cb]GN[<b>two</b>];B[aa]C[RIGHT])\
    (;SZ[9]AB[ba][bb]AW[cb]GN[three];B[ac]C[RIGHT])";

const NEAR: &str = "(;SZ[19]AB[aa][ba][bb][cb]AW[ca][db][dc]PL[B];B[da]C[RIGHT])\
    (;SZ[19]AB[aa][ba][bb][cb]AW[ca][db][dc][fa]PL[B];B[da]C[RIGHT])";

fn settings() -> Settings {
    Settings { hosts: vec![HOST.to_owned()], max_upload: 64 * 1024, ..Settings::default() }
}

/// A multipart body with these fields: names, file names, contents.
fn form(fields: &[(&str, Option<&str>, &str)]) -> String {
    let mut body = String::new();
    for (name, file, content) in fields {
        let file = file.map(|file| format!("; filename=\"{file}\"")).unwrap_or_default();
        body.push_str(&format!(
            "--BOUNDARY\r\nContent-Disposition: form-data; name=\"{name}\"{file}\r\n\r\n{content}\r\n"
        ));
    }
    body + "--BOUNDARY--\r\n"
}

const FORM: &str = "multipart/form-data; boundary=BOUNDARY";

async fn upload(site: &Site, name: &str, content: &str) -> Answer {
    site.post("/api/v1/import", FORM, form(&[("file", Some(name), content)])).await
}

/// The job at its end.
async fn wait(site: &Site, begun: &Answer) -> Value {
    assert_eq!(begun.status, 202, "{}", begun.text);
    for _ in 0..500 {
        let job = site.get(begun.header("location")).await.json();
        if job["state"] != "running" {
            return job;
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("the import does not end");
}

async fn delete(site: &Site, path: &str, body: Value) -> Answer {
    let request = Request::delete(path).header("host", HOST);
    let request = request.header("content-type", "application/json");
    site.send(request.body(Body::from(body.to_string())).unwrap()).await
}

/// The hidden fields of the first form with an action, with the token.
fn fields_of(page: &str, action: &str) -> Vec<(String, String)> {
    let action = format!("action=\"{action}\"");
    let form = page.split(&action).nth(1).unwrap().split("</form>").next().unwrap();
    let inputs = form.split("<input ").skip(1);
    let value = |input: &str, name: &str| {
        let value = input.split(&format!(" {name}=\"")).nth(1).unwrap();
        value.split('"').next().unwrap().to_owned()
    };
    inputs.map(|input| (value(&format!(" {input}"), "name"), value(input, "value"))).collect()
}

async fn decide(site: &Site, page: &str, decision: &str) -> Answer {
    let mut body = format!("decision={decision}");
    for (name, value) in fields_of(page, "/decide") {
        body.push_str(&format!("&{name}={value}"));
    }
    site.post("/decide", "application/x-www-form-urlencoded", body).await
}

fn count_conflicts(site: &Site) -> u64 {
    let store = Store::open(&site.folder().path().join("gtn.db")).unwrap();
    let walk = walk_positions(&store, 2).unwrap();
    for_each_conflict(&store, walk, |_, _| Ok::<(), StoreError>(())).unwrap().conflicts()
}

#[test]
fn each_upload_is_a_source_of_its_own() {
    run(async {
        let site = Site::with(settings());
        let before = site.get("/api/v1/stats").await.json()["records"].as_u64().unwrap();
        let job = wait(&site, &upload(&site, "../../a<b>.sgf", CONFLICT).await).await;
        assert_eq!((&job["state"], &job["report"]["records"]), (&json!("done"), &json!(3)));
        assert_eq!(job["bytes"], job["total"]);
        let job = wait(&site, &upload(&site, "../a<b>.sgf", NEAR).await).await;
        // Two files of one name do not replace each other.
        assert_eq!((&job["report"]["new"], &job["report"]["records"]), (&json!(1), &json!(2)));
        let same = wait(&site, &upload(&site, "a<b>.sgf", NEAR).await).await;
        assert_eq!(same["report"]["unchanged"], 1);
        assert_eq!(site.get("/api/v1/stats").await.json()["records"], before + 5);
        let page = site.get(&format!("/import/{}", job["id"].as_str().unwrap())).await;
        assert!(page.text.contains("id=\"imported\" data-records=\"2\""), "{}", page.text);
        let broken = wait(&site, &upload(&site, "<i>.sgf", "(;SZ[99]AB[aa])").await).await;
        let skipped = &broken["report"]["skipped"][0];
        let source = skipped["source"].as_str().unwrap();
        assert!(source.starts_with("upload/2") && source.ends_with("/<i>.sgf"), "{source}");
        assert_eq!(skipped["tree"], 1);
        let page = site.get(&format!("/import/{}", broken["id"].as_str().unwrap())).await;
        assert!(page.text.contains("/&lt;i&gt;.sgf") && !page.text.contains("<i>"));
        let raw = site.post("/api/v1/import?name=b.sgf", "application/octet-stream", NEAR).await;
        assert_eq!(wait(&site, &raw).await["report"]["records"], 2);
        assert!(
            !fs::read_dir(site.folder().path())
                .unwrap()
                .any(|entry| { entry.unwrap().file_name().to_string_lossy().contains("a<b>") })
        );
    });
}

#[test]
fn uploads_that_are_none_are_refused() {
    run(async {
        let site = Site::with(settings());
        let long = "x".repeat(70_000);
        assert_eq!(upload(&site, "a.sgf", &long).await.status, 413);
        let raw = "/api/v1/import?name=a.sgf";
        assert_eq!(site.post(raw, "text/plain", long).await.status, 413);
        let urlencoded = "application/x-www-form-urlencoded";
        assert_eq!(site.post(raw, urlencoded, "(;)").await.status, 415);
        assert_eq!(site.post("/api/v1/import", "text/plain", "(;)").await.status, 422);
        let empty = site.post(raw, "application/octet-stream", "").await;
        assert_eq!(empty.status, 422);
        assert!(empty.text.contains("the body is empty"), "{}", empty.text);
        assert_eq!(site.post("/api/v1/import", FORM, form(&[])).await.status, 422);
        let other = form(&[("files", Some("a.sgf"), NEAR)]);
        assert_eq!(site.post("/api/v1/import", FORM, other).await.status, 422);
        assert_eq!(site.post("/api/v1/import", FORM, "--BOUNDARY\r\nx").await.status, 400);
        assert_eq!(site.post("/api/v1/import", "multipart/form-data", "").await.status, 400);
        let empty = form(&[("file", Some(""), "")]);
        assert_eq!(site.post("/api/v1/import", FORM, empty).await.status, 422);
        assert_eq!(site.get("/api/v1/jobs/1").await.status, 404);
        for fields in [&[("file", Some("a.sgf"), NEAR)][..], &[("token", None, "0")]] {
            assert_eq!(site.post("/import", FORM, form(fields)).await.status, 403);
        }
        assert_eq!(site.post("/import", urlencoded, "token=0").await.status, 415);
        let page = site.get("/import").await.text;
        let token =
            page.split("name=\"token\" value=\"").nth(1).unwrap().split('"').next().unwrap();
        let trusted = form(&[("token", None, token), ("file", Some("a.sgf"), NEAR)]);
        let begun = site.post("/import", FORM, trusted).await;
        assert_eq!((begun.status, &begun.header("location")[..8]), (303, "/import/"));
    });
}

#[test]
fn a_read_only_server_changes_nothing() {
    run(async {
        let site = Site::with(Settings { is_read_only: true, ..settings() });
        assert_eq!(upload(&site, "a.sgf", NEAR).await.status, 403);
        assert_eq!(site.get("/import").await.status, 403);
        let post = site.post("/decide", "application/x-www-form-urlencoded", "token=0").await;
        assert_eq!(post.status, 403);
        assert_eq!(site.post("/api/v1/decisions", "application/json", "{}").await.status, 403);
        assert!(!site.get("/conflicts").await.text.contains("/import"));
    });
}

#[test]
fn one_import_runs_at_a_time() {
    run(async {
        let site = Site::with(settings());
        let database = site.folder().path().join("gtn.db");
        let session = ImportSession::open(&database).unwrap(); // as in another process
        let refused = upload(&site, "a.sgf", NEAR).await;
        assert_eq!(
            (refused.status, refused.header("content-type")),
            (409, "application/problem+json")
        );
        assert!(!refused.text.contains("gtn.db"), "no path is shown");
        let decision = json!({"decision": "different",
            "first": {"source": "problems.sgf", "tree": 1},
            "second": {"source": "problems.sgf", "tree": 2}});
        let post = async || {
            site.post("/api/v1/decisions", "application/json", decision.to_string()).await.status
        };
        assert_eq!(post().await, 409);
        drop(session);
        assert_eq!(post().await, 204);
        let begun = upload(&site, "a.sgf", NEAR).await;
        let canceled = delete(&site, begun.header("location"), json!({})).await;
        assert_eq!(canceled.status, 202);
        let job = canceled.json();
        assert!(job["state"] == "canceled" || job["state"] == "done", "{job}");
        assert_eq!(site.get(begun.header("location")).await.status, 404);
    });
}

#[test]
fn decisions_are_those_of_the_command() {
    run(async {
        let site = Site::of(&[("c.sgf", CONFLICT)]);
        let record = |tree: u32| json!({"source": "c.sgf", "tree": tree});
        let better = async |one: u32, other: u32| {
            let body = json!({"decision": "better", "first": record(one), "second": record(other)});
            site.post("/api/v1/decisions", "application/json", body.to_string()).await
        };
        assert_eq!(better(1, 2).await.status, 204);
        assert_eq!(better(2, 3).await.status, 204);
        let opposite = better(3, 1).await;
        assert_eq!(opposite.status, 409);
        let detail = opposite.json()["detail"].as_str().unwrap().to_owned();
        assert!(detail.contains("is better than") && detail.contains("tree 2"), "{detail}");
        assert_eq!(better(1, 1).await.status, 422);
        assert_eq!(better(1, 9).await.status, 422);
        let first = site.get("/api/v1/decisions?limit=1").await.json();
        assert_eq!((&first["total"], first["items"].as_array().unwrap().len()), (&json!(2), 1));
        let next = first["next"].as_str().unwrap();
        let second = site.get(&format!("/api/v1/decisions?after={next}")).await.json();
        assert_eq!(
            (&second["items"][0]["decision"], &second["next"]),
            (&json!("better"), &Value::Null)
        );
        let pair = json!({"first": record(1), "second": record(2)});
        assert_eq!(delete(&site, "/api/v1/decisions", pair.clone()).await.status, 204);
        assert_eq!(delete(&site, "/api/v1/decisions", pair).await.status, 404);
        let wrong =
            site.post("/api/v1/decisions", "application/json", "{\"decision\": \"no\"}").await;
        assert_eq!(wrong.status, 422);
    });
}

#[test]
fn a_conflict_with_an_assumed_answer_is_listed_on_request() {
    run(async {
        let two = "(;SZ[9]AB[ba][bb]AW[ca]PL[B];B[cb]TE[1])(;SZ[9]AB[ba][bb]AW[ca]PL[B];B[cc])";
        let site = Site::of(&[("c.sgf", two)]);
        assert_eq!(site.get("/api/v1/conflicts").await.json()["total"], 0);
        let all = site.get("/api/v1/conflicts?all=true").await.json();
        assert_eq!((&all["total"], &all["items"][0]["class"]), (&json!(1), &json!("assumed")));
        let page = site.get("/conflicts").await.text;
        assert!(page.contains("data-total=\"0\"") && page.contains("id=\"others\""), "{page}");
        let page = site.get("/conflicts?others=true").await.text;
        assert!(page.contains("an assumed answer differs"), "{page}");
        assert!(page.contains("<small>marked</small>"), "{page}");
        assert!(page.contains("<small>assumed</small>"), "{page}");
    });
}

#[test]
fn a_decision_in_the_page_settles_the_conflict() {
    run(async {
        let two = CONFLICT.rsplit_once("(;SZ").unwrap().0;
        let site = Site::of(&[("c.sgf", two)]);
        assert_eq!(count_conflicts(&site), 1);
        let api = site.get("/api/v1/conflicts").await.json();
        assert_eq!((&api["total"], &api["items"][0]["agreement"]), (&json!(1), &json!("disjoint")));
        assert_eq!(api["items"][0]["sides"][0]["certainty"], "marked");
        let page = site.get("/conflicts").await;
        assert!(page.text.contains("&lt;b&gt;two") && !page.text.contains("<b>two"));
        assert!(page.text.contains("data-undecided=\"1\""), "{}", page.text);
        let bad = page.text.replace("name=\"token\" value=\"", "name=\"token\" value=\"0");
        assert_eq!(decide(&site, &bad, "different").await.status, 403);
        let saved = decide(&site, &page.text, "different").await;
        assert_eq!(saved.status, 303, "{}", saved.text);
        assert_eq!(count_conflicts(&site), 0);
        let after = site.get(saved.header("location")).await;
        assert!(after.text.contains("is another problem than"), "{}", after.text);
        let forgotten = decide(&site, &after.text, "forget").await;
        assert_eq!((forgotten.status, count_conflicts(&site)), (303, 1));
        let again = site.get(forgotten.header("location")).await;
        assert!(again.text.contains("data-undecided=\"1\""));
        let better = decide(&site, &again.text, "right").await;
        assert_eq!(better.status, 303);
        // Another editor still sees the pair without a decision.
        let late = decide(&site, &again.text, "left").await;
        assert_eq!(late.status, 409);
        assert!(late.text.contains("Somebody else has decided meanwhile: "), "{}", late.text);
        assert!(site.get("/conflicts").await.text.contains("data-undecided=\"0\""));
        assert!(site.get("/conflicts?all=true").await.text.contains("data-decision=\"right\""));
        assert_eq!(site.get("/conflicts?after=x").await.status, 422);
        assert_eq!(site.get("/duplicates").await.status, 200);
    });
}

/// Two groups of records with different answers, from the sources `a.sgf` and `b.sgf`.
fn two_groups() -> Site {
    let other = "(;SZ[9]AB[dd][de]AW[ed]GN[four];B[ee]C[RIGHT])";
    let same = other.replace("four", "five").replace("B[ee]", "B[dc]");
    Site::of(&[
        ("a.sgf", &[CONFLICT, other].concat()),
        ("b.sgf", &[&same, CONFLICT].concat().replace("B[ca]", "B[da]")),
    ])
}

async fn count_decisions(site: &Site) -> Value {
    site.get("/api/v1/decisions").await.json()["total"].take()
}

#[test]
fn a_group_is_decided_at_once() {
    run(async {
        let site = Site::of(&[("c.sgf", CONFLICT)]);
        let judge = async |decision: &str, tree: u32| {
            let record = json!({"source": "c.sgf", "tree": tree});
            let body = json!({"decision": decision, "record": record}).to_string();
            site.post("/api/v1/decisions/group", "application/json", body).await
        };
        let saved = judge("better", 2).await.json();
        assert_eq!((&saved["saved"], count_decisions(&site).await), (&json!(2), json!(2)));
        let all = site.get("/api/v1/decisions").await.json();
        for decision in all["items"].as_array().unwrap() {
            assert_eq!(
                (&decision["decision"], &decision["first"]["tree"]),
                (&json!("better"), &json!(2))
            );
        }
        let page = site.get("/conflicts").await.text;
        assert!(page.contains("data-undecided=\"0\""), "the best one is known: {page}");
        assert_eq!(judge("better", 2).await.json()["saved"], 0, "both pairs have a decision");
        assert_eq!(judge("better", 1).await.json()["saved"], 1, "one pair has none");
        let id = saved["id"].as_str().unwrap();
        let taken_back = format!("/api/v1/decisions/{id}");
        assert_eq!(delete(&site, &taken_back, json!({})).await.status, 204);
        assert_eq!(count_decisions(&site).await, 1);
        assert_eq!(delete(&site, &taken_back, json!({})).await.status, 404);
        assert_eq!(judge("better", 9).await.status, 422);
        assert_eq!(judge("forget", 1).await.status, 422);
    });
}

#[test]
fn what_was_changed_since_is_not_taken_back() {
    run(async {
        let site = Site::of(&[("c.sgf", CONFLICT)]);
        let record = |tree: u32| json!({"source": "c.sgf", "tree": tree});
        let body = json!({"decision": "different", "record": record(3)}).to_string();
        let saved = site.post("/api/v1/decisions/group", "application/json", body).await.json();
        let change = json!({"decision": "better", "first": record(1), "second": record(3)});
        let change = site.post("/api/v1/decisions", "application/json", change.to_string()).await;
        assert_eq!((change.status, count_decisions(&site).await), (204, json!(2)));
        let id = format!("/api/v1/decisions/{}", saved["id"].as_str().unwrap());
        assert_eq!(delete(&site, &id, json!({})).await.status, 204);
        let left = site.get("/api/v1/decisions").await.json();
        assert_eq!((&left["total"], &left["items"][0]["decision"]), (&json!(1), &json!("better")));
    });
}

#[test]
fn a_source_is_preferred_in_all_groups() {
    run(async {
        let site = two_groups();
        let prefer = async |source: &str| {
            let body = json!({"source": source}).to_string();
            site.post("/api/v1/decisions/prefer", "application/json", body).await
        };
        let saved = prefer("b.sgf").await.json();
        let all = site.get("/api/v1/decisions").await.json();
        assert_eq!(saved["saved"], all["total"]);
        let items = all["items"].as_array().unwrap();
        let of = |which: &str| -> Vec<&str> {
            items.iter().map(|decision| decision[which]["source"].as_str().unwrap()).collect()
        };
        assert!(of("first").iter().all(|source| *source == "b.sgf"), "{all}");
        assert!(of("second").iter().all(|source| *source == "a.sgf"), "{all}");
        let keys: std::collections::BTreeSet<&str> =
            items.iter().map(|decision| decision["first"]["key"].as_str().unwrap()).collect();
        assert_eq!(keys.len(), 2, "{all}");
        assert_eq!(prefer("c.sgf").await.status, 422);
        let id = format!("/api/v1/decisions/{}", saved["id"].as_str().unwrap());
        assert_eq!(delete(&site, &id, json!({})).await.status, 204);
        assert_eq!(count_decisions(&site).await, 0);
    });
}

/// Sends the first form with an action: its hidden fields and the decision.
async fn send_form(site: &Site, page: &str, action: &str, decision: &str) -> Answer {
    let mut body = format!("decision={decision}");
    for (name, value) in fields_of(page, action) {
        body.push_str(&format!("&{name}={value}"));
    }
    site.post(action, "application/x-www-form-urlencoded", body).await
}

#[test]
fn the_page_decides_about_groups_and_sources_and_takes_back() {
    run(async {
        let site = two_groups();
        let page = site.get("/conflicts").await.text;
        assert!(page.contains("action=\"/decide/group\""), "{page}");
        let bad = page.replace("name=\"token\" value=\"", "name=\"token\" value=\"0");
        assert_eq!(send_form(&site, &bad, "/decide/group", "left").await.status, 403);
        assert_eq!(send_form(&site, &page, "/decide/group", "up").await.status, 422);
        for decision in ["left", "different", "right", "prefer-left", "prefer-right"] {
            let saved = send_form(&site, &page, "/decide/group", decision).await;
            assert_eq!(saved.status, 303, "{decision}: {}", saved.text);
            let count = count_decisions(&site).await;
            assert_ne!(count, 0, "{decision}");
            let after = site.get(saved.header("location")).await;
            assert!(after.text.contains(&format!("data-saved=\"{count}\"")), "{}", after.text);
            let forgotten = send_form(&site, &after.text, "/decide/take-back", "").await;
            assert_eq!(forgotten.status, 303, "{decision}: {}", forgotten.text);
            assert_eq!(count_decisions(&site).await, 0, "{decision}");
            let again = site.get(forgotten.header("location")).await.text;
            assert!(again.contains("were taken back"), "{again}");
        }
    });
}

#[test]
fn near_positions_are_compared_and_told_apart() {
    run(async {
        let site = Site::of(&[("n.sgf", NEAR)]);
        let near = site.get("/api/v1/near?k=1").await.json();
        assert_eq!((&near["total"], &near["items"][0]["misprint"]), (&json!(1), &json!(true)));
        for query in ["k=0", "k=6", "after=x", "limit=0", "x=1"] {
            assert_eq!(site.get(&format!("/api/v1/near?{query}")).await.status, 422, "{query}");
        }
        let page = site.get("/near?k=1").await;
        assert_eq!(page.status, 200, "{}", page.text);
        assert!(page.text.contains("They differ at <strong>"), "{}", page.text);
        let saved = decide(&site, &page.text, "different").await;
        assert_eq!(saved.status, 303, "{}", saved.text);
        assert_eq!(site.get("/api/v1/near?k=1").await.json()["total"], 0);
        let after = site.get(saved.header("location")).await;
        assert_eq!(decide(&site, &after.text, "forget").await.status, 303);
        assert_eq!(site.get("/api/v1/near?k=1").await.json()["total"], 1);
    });
}

/// Two problems with the same core, the one with a stone more elsewhere, and one with a near core.
const CORES: &str =
    "(;SZ[19]AB[bb][cb][db][ea][cd]AW[be][ce][ba][ca][da]PL[B];B[ab];W[bc];B[ac];W[bd])
(;SZ[19]AB[bb][cb][db][ea][cd]AW[be][ce][ba][ca][da][pp]PL[B];B[ab];W[bc];B[ac];W[bd])
(;SZ[19]GN[=1+2]AB[bb][cb][db][ea][cd]AW[be][ce][ba][da][cc]PL[B];B[ab];W[bc];B[ac];W[bd])";

#[test]
fn problems_with_the_same_core_are_listed_and_told_apart() {
    run(async {
        let site = Site::of(&[("c.sgf", CORES)]);
        let cores = site.get("/api/v1/cores").await.json();
        assert_eq!((&cores["total"], &cores["items"][0]["margin"]), (&json!(1), &json!(2)));
        let [one, other] = [0, 1].map(|side| cores["items"][0]["keys"][side].as_str().unwrap());
        let rest = site.get(&format!("/api/v1/cores?after=0.2.{one}.{other}")).await.json();
        assert_eq!(rest["items"], json!([]));
        assert_eq!(site.get("/api/v1/cores?after=2.x").await.status, 422);
        let near = site.get("/api/v1/cores?near=2").await.json();
        let distances = [0, 1, 2].map(|item| near["items"][item]["distance"].clone());
        assert_eq!(near["total"], 3, "{near}");
        assert_eq!(distances, [json!(0), json!(2), json!(2)]);
        assert_eq!(near["items"][2]["margin"], 0);
        assert_eq!(site.get("/api/v1/cores?near=6").await.status, 422);
        let page = site.get("/cores").await;
        assert_eq!(page.status, 200, "{}", page.text);
        assert!(page.text.contains("Two lines around the right lines are the same."));
        let differing = site.get("/cores?k=2&after=0.2.0.0").await;
        assert_eq!(differing.status, 422, "{}", differing.text);
        let [near_one, near_other] =
            [0, 1].map(|side| near["items"][1]["keys"][side].as_str().unwrap());
        let differing = site.get(&format!("/cores?k=2&after=0.2.{one}.{other}")).await;
        assert!(differing.text.contains("The core differs at <strong>"), "{}", differing.text);
        assert!(
            differing.text.contains(&near_one[..8]) && differing.text.contains(&near_other[..8])
        );
        let saved = decide(&site, &page.text, "different").await;
        assert_eq!(saved.status, 303, "{}", saved.text);
        assert_eq!(site.get("/api/v1/cores").await.json()["total"], 0);
        let after = site.get(saved.header("location")).await;
        assert_eq!(decide(&site, &after.text, "forget").await.status, 303);
        assert_eq!(site.get("/api/v1/cores").await.json()["total"], 1);
        let count = async || site.get("/api/v1/export?format=json").await.text.lines().count();
        let again = site.get("/cores").await;
        let saved = decide(&site, &again.text, "same").await;
        assert_eq!((saved.status, count().await), (303, 2), "{}", saved.text);
        let decisions = site.get("/api/v1/decisions").await.json();
        assert_eq!(decisions["items"][0]["decision"], "same");
        let after = site.get(saved.header("location")).await;
        assert!(after.text.contains("is the same problem as"), "{}", after.text);
        assert_eq!(decide(&site, &after.text, "forget").await.status, 303);
        assert_eq!(count().await, 3);
        let exported = site.get("/api/v1/export?format=json&one_per=core").await.text;
        assert_eq!(exported.lines().count(), 2, "{exported}");
        let csv = "/api/v1/export?format=csv";
        let plain = site.get(csv).await.text;
        let escaped = site.get(&format!("{csv}&escape_formulas=true")).await.text;
        assert!(plain.contains(",=1+2,") && escaped.contains(",'=1+2,"), "{plain}{escaped}");
        assert_eq!(site.get("/api/v1/export?escape_formulas=true").await.status, 422);

        let asked = "(;SZ[19]AB[bb][cb][db][ea][cd]AW[be][ce][ba][ca][da][jj])";
        let asked: String = form_urlencoded::byte_serialize(asked.as_bytes()).collect();
        let address = |more: &str| format!("/api/v1/find?position={asked}{more}");
        let missed = site.get(&address("")).await.json();
        assert_eq!((&missed["positions"], &missed["matches"]), (&json!(0), &json!([])));
        assert_eq!(missed["nearest"][0]["kind"], "same core");
        assert_eq!(site.get(&address("&nearest=0")).await.json()["nearest"], json!([]));
        for more in ["&nearest=21", "&nearest=2&near=1"] {
            assert_eq!(site.get(&address(more)).await.status, 422, "{more}");
        }
    });
}

#[test]
fn cores_lie_on_each_other_in_any_orientation_and_place() {
    // The same fight at the top and, farther to the right and with exchanged colors, at the bottom.
    let top = "(;SZ[19]AB[eb][fb][gb][ha]AW[da][ea][ga]PL[B];B[db];W[ec];B[dc];W[ed])";
    let bottom = "(;SZ[19]AW[jr][kr][lr][ms]AB[qc][is][js][ls]PL[W];W[ir];B[jq];W[iq];B[jp])";
    run(async {
        let site = Site::of(&[("top.sgf", top), ("bottom.sgf", bottom)]);
        let page = site.get("/cores").await;
        assert!(page.text.contains("data-total=\"1\""), "{}", page.text);
        // The answers are on one point, so they share a letter.
        for answer in ["S16", "S11"] {
            assert!(page.text.contains(&format!("<strong>a</strong> {answer}")), "{}", page.text);
        }
    });
}

#[test]
fn numbers_under_which_two_books_differ_are_listed() {
    run(async {
        let tree = |number: u8, letter: char| {
            let at = char::from(b'a' + number);
            format!("(;SZ[19]AB[{at}a][{at}b][{letter}e]AW[{at}c])")
        };
        let book = |other: u8| -> String {
            (1..17).map(|number| tree(number, if number == other { 'k' } else { 'a' })).collect()
        };
        let site = Site::of(&[("one.sgf", &book(0)), ("two.sgf", &book(3))]);
        let listed = site.get("/api/v1/books").await.json();
        let item = &listed["items"][0];
        assert_eq!((&listed["total"], &item["number"]), (&json!(1), &json!(3)), "{listed}");
        assert_eq!((&item["book"], &item["other_book"]), (&json!("one"), &json!("two")));
        let rest = site.get("/api/v1/books?after=3/one//two").await.json();
        assert_eq!((&rest["total"], &rest["items"]), (&json!(1), &json!([])));
        for query in ["after=x", "after=3/one", "limit=0"] {
            assert_eq!(site.get(&format!("/api/v1/books?{query}")).await.status, 422, "{query}");
        }
        let page = site.get("/books").await.text;
        let key = item["other_key"].as_str().unwrap();
        assert!(page.contains("data-total=\"1\"") && page.contains(&key[..8]), "{page}");
    });
}

#[test]
fn an_export_prefers_the_first_source_that_is_named() {
    run(async {
        let site = two_groups();
        for (query, source) in [
            ("prefer=a.sgf", "a.sgf"),
            ("prefer=b.sgf", "b.sgf"),
            ("prefer=&prefer=b.sgf&prefer=a.sgf", "b.sgf"),
            ("prefer=a.sgf&prefer=b.sgf", "a.sgf"),
        ] {
            let file = site.get(&format!("/api/v1/export?format=json&{query}")).await;
            assert_eq!(file.status, 200, "{query}: {}", file.text);
            let lines = file.text.lines().map(|line| serde_json::from_str(line).unwrap());
            let kept = lines.map(|mut line: Value| line["source"].take());
            assert_eq!(kept.collect::<Vec<_>>(), [json!(source), json!(source)], "{query}");
        }
    });
}

#[test]
fn joseki_of_a_database_without_games_are_not_found() {
    run(async {
        let site = Site::of(&[("c.sgf", CONFLICT)]);
        let none = site.get("/api/v1/joseki.sgf").await;
        assert_eq!((none.status, none.header("content-type")), (404, "application/problem+json"));
        assert!(none.text.contains("no move in a corner occurs in 2 games"), "{}", none.text);
        assert_eq!(site.get("/api/v1/joseki.sgf?min_games=x").await.status, 422);
    });
}

#[test]
fn an_export_is_a_file() {
    run(async {
        let site = Site::of(&[("c.sgf", CONFLICT), ("n.sgf", NEAR)]);
        let all = site.get("/api/v1/export").await;
        assert_eq!(
            (all.status, all.header("content-type")),
            (200, "application/x-go-sgf; charset=utf-8")
        );
        assert_eq!(all.header("content-disposition"), "attachment; filename=\"problems.sgf\"");
        assert_eq!(all.text.matches("(;FF[4]").count(), 3, "{}", all.text);
        let lines = site.get("/api/v1/export?format=json&source=n.sgf&limit=1").await;
        assert_eq!(lines.text.lines().count(), 1);
        assert_eq!(site.get("/api/v1/export?mark_as=ogs-json&turn=black").await.status, 200);
        let tasks = "/api/v1/export?format=weiqihub&default_level=10k&default_type=tesuji";
        let tasks = Request::head(tasks).header("host", HOST).body(Body::empty());
        let tasks = site.send(tasks.unwrap()).await;
        assert_eq!((tasks.status, tasks.header("content-type")), (200, "application/zip"));
        for query in ["default_level=x", "default_level=5p", "default_type=x"] {
            for format in ["format=weiqihub&", ""] {
                let query = format!("/api/v1/export?{format}{query}");
                assert_eq!(site.get(&query).await.status, 422, "{query}");
            }
        }
        for query in ["format=exe", "source=no", "turn=red", "mark_as=x", "mark_as=none", "sql=1"] {
            assert_eq!(site.get(&format!("/api/v1/export?{query}")).await.status, 422, "{query}");
        }
        assert_eq!(site.get("/api/v1/export?prefer=c.sgf&prefer=no").await.status, 422);
        let page = site.get("/export?source=n.sgf&name=").await;
        assert!(page.text.contains("name=\"source\" value=\"n.sgf\""), "{}", page.text);
    });
}
