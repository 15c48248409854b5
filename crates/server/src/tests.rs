//! Routes behind the guard, without a network.

mod docs;
mod exports;
mod games;
mod languages;
mod plain_tree;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Method, Request, StatusCode};
use axum::routing::post;
use serde::Deserialize;
use serde_json::{Value, json};
use tempfile::TempDir;
use tower::ServiceExt;

use super::guard::MAX_BODY;
use super::input::FormOf;
use super::router;
use super::state::{App, Settings};
use crate::import::inputs::{Inputs, Limits};
use crate::import::{self, ImportOptions};
use crate::store::ImportSession;
pub(crate) use plain_tree::{PlainMove, plain_tree};

pub(super) const HOST: &str = "localhost:8361";

/// Three stones in a corner, as the files below have them.
pub(super) const CORNER: &str = "3x3|OOX_..._..._!!!_";

/// A server of a database of its own.
pub(super) struct Site {
    folder: TempDir,
    router: Router,
}

/// A response, read to its end.
pub(super) struct Answer {
    pub(super) status: u16,
    headers: axum::http::HeaderMap,
    pub(super) text: String,
}

impl Answer {
    pub(super) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap()
    }

    pub(super) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}

impl Site {
    pub(super) fn new() -> Site {
        Site::with(Settings { hosts: vec![HOST.to_owned()], ..Settings::default() })
    }

    pub(super) fn with(settings: Settings) -> Site {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("problems.sgf");
        let problems = "(;SZ[9]AW[ii][hi]AB[gi]PL[B]GN[<b>one</b>];B[gh])
            (;SZ[19]AB[aa][bb]AW[ca]PL[W];W[cb])";
        fs::write(&file, problems).unwrap();
        import_files(folder.path(), &[file]);
        let app = App::open(&folder.path().join("gtn.db"), settings, |_| {}).unwrap();
        Site { folder, router: router::build(Arc::new(app)) }
    }

    /// A server of a database with these files.
    pub(super) fn of(files: &[(&str, &str)]) -> Site {
        Site::with_app(files).0
    }

    /// A server of a database with these files, and what its requests share.
    pub(super) fn with_app(files: &[(&str, &str)]) -> (Site, Arc<App>) {
        let folder = tempfile::tempdir().unwrap();
        let write = |(name, text): &(&str, &str)| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, text).unwrap();
            path
        };
        let paths: Vec<PathBuf> = files.iter().map(write).collect();
        import_files(folder.path(), &paths);
        let settings = Settings { hosts: vec![HOST.to_owned()], ..Settings::default() };
        let app = Arc::new(App::open(&folder.path().join("gtn.db"), settings, |_| {}).unwrap());
        (Site { folder, router: router::build(Arc::clone(&app)) }, app)
    }

    /// The folder of the database and of its files.
    pub(super) fn folder(&self) -> &TempDir {
        &self.folder
    }

    pub(super) async fn send(&self, request: Request<Body>) -> Answer {
        send(self.router.clone(), request).await
    }

    pub(super) async fn get(&self, path: &str) -> Answer {
        self.send(get(path).body(Body::empty()).unwrap()).await
    }

    pub(super) async fn post(&self, path: &str, kind: &str, body: impl Into<Body>) -> Answer {
        let request = Request::post(path).header("host", HOST).header("content-type", kind);
        self.send(request.body(body.into()).unwrap()).await
    }

    async fn find(&self, fields: &str) -> Answer {
        let position = CORNER.replace('|', "%7C");
        self.get(&format!("/api/v1/find?position={position}{fields}")).await
    }
}

fn get(path: &str) -> axum::http::request::Builder {
    Request::get(path).header("host", HOST)
}

async fn send(router: Router, request: Request<Body>) -> Answer {
    let response = router.oneshot(request).await.unwrap();
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    Answer { status, headers, text: String::from_utf8(body.to_vec()).unwrap() }
}

pub(super) fn import_files(folder: &Path, files: &[PathBuf]) {
    let cancel = AtomicBool::new(false);
    let inputs = Inputs::gather(files, Limits::default()).unwrap();
    let session = ImportSession::open(&folder.join("gtn.db")).unwrap();
    import::import(session, inputs, ImportOptions::new(&cancel), &|_| {}).unwrap();
}

pub(super) fn run(test: impl Future<Output = ()>) {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(test);
}

#[test]
fn find_lists_what_the_position_matches() {
    run(async {
        let site = Site::new();
        let found = site.find("").await;
        assert_eq!((found.status, found.header("content-type")), (200, "application/json"));
        let found = found.json();
        assert_eq!((&found["positions"], &found["more"]), (&json!(1), &json!(false)));
        assert_eq!(found["matches"][0]["name"], "<b>one</b>");
        assert_eq!(found["matches"][0]["key"], found["key"]);
        let near = site.find("&near=2").await.json();
        let distances: Vec<&Value> =
            near["matches"].as_array().unwrap().iter().map(|found| &found["distance"]).collect();
        assert_eq!((near["positions"].as_u64(), distances.len()), (Some(2), 2));
        let cut = site.find("&near=2&limit=1").await.json();
        assert_eq!((&cut["positions"], &cut["more"]), (&json!(2), &json!(true)));
        let contains = site.get("/api/v1/find?position=1x3%7COOX_!!!_&contains=true").await;
        assert_eq!(contains.json()["matches"][0]["kind"], "contains", "{}", contains.text);
        let pattern = site.get("/api/v1/find?position=1x3%7CO?X_!!!_&contains=true").await;
        assert_eq!(pattern.json()["key"], Value::Null);
        let within = site.find("&within=true").await.json();
        assert_eq!(within["positions"], 1);
    });
}

#[test]
fn a_list_of_positions_is_found_at_once() {
    run(async {
        let site = Site::new();
        let post = async |body: Value| {
            site.post("/api/v1/find/list", "application/json", body.to_string()).await
        };
        let known = "(;SZ[19]AW[aa][ba]AB[ca]PL[B])";
        let asked = json!({"positions": [known, "()", "3x3|OXX_..._..._!!!_", CORNER]});
        let Value::Array(answers) = post(asked).await.json()["answers"].take() else { panic!() };
        let found =
            site.post("/api/v1/find", "application/json", json!({"position": known}).to_string());
        let found = found.await.json();
        assert_eq!(answers.len(), 4);
        assert_eq!((&answers[0]["key"], &answers[0]["error"]), (&found["key"], &Value::Null));
        assert_eq!(answers[0]["records"], found["matches"].as_array().unwrap().len());
        assert_eq!(answers[0]["first"], found["matches"][0]);
        assert!(answers[1]["error"].is_string() && answers[1]["key"].is_null());
        assert_eq!((&answers[2]["records"], &answers[2]["first"]), (&json!(0), &Value::Null));
        assert!(answers[2]["key"].is_string());
        assert_eq!(answers[3]["key"], answers[0]["key"]);
        let white = post(json!({"positions": [known], "turn": "white"})).await.json();
        assert_eq!(white["answers"][0]["first"]["kind"], "same position");
        let boards = vec![format!("19x19|{}", ".".repeat(361)); 10_000];
        let whole = post(json!({"positions": boards})).await;
        assert_eq!(whole.status, 200, "{}", whole.text);
        let many = post(json!({"positions": vec![""; 10_001]})).await;
        assert_eq!(many.json()["detail"], "positions: at most 10000, not 10001");
        assert_eq!(post(json!({"positions": ["x".repeat(5 << 20)]})).await.status, 413);
    });
}

#[test]
fn find_takes_a_body() {
    run(async {
        let site = Site::new();
        let post = async |body: Value| {
            site.post("/api/v1/find", "application/json", body.to_string()).await
        };
        let sgf = "(;SZ[19]AW[aa][ba]AB[ca]PL[B])";
        let found = post(json!({"position": sgf})).await.json();
        assert_eq!(found["matches"][0]["kind"], "same problem");
        let unknown = post(json!({"position": CORNER, "nearly": 1})).await;
        assert_eq!((unknown.status, unknown.json()["status"].as_u64()), (422, Some(422)));
        assert!(unknown.json()["detail"].as_str().unwrap().contains("nearly"));
        assert_eq!(unknown.header("content-type"), "application/problem+json");
        assert_eq!(post(json!({"position": "()"})).await.status, 422);
        let long = post(json!({"position": "x".repeat(MAX_BODY)})).await;
        assert_eq!((long.status, long.json()["title"].as_str()), (413, Some("Payload Too Large")));
        let broken = site.post("/api/v1/find", "application/json", "{").await;
        assert_eq!(
            (broken.status, broken.header("content-type")),
            (400, "application/problem+json")
        );
        assert_eq!(site.post("/api/v1/find", "text/plain", "{}").await.status, 415);
        let post = async |rest: &str| {
            let body = json!({"position": CORNER}).to_string().replace('}', rest);
            site.post("/api/v1/find", "application/json", body).await
        };
        assert_eq!(post(r#", "near": 2.0, "limit": 1.0}"#).await.status, 200);
        let fraction = post(r#", "near": 2.5, "limit": 1.0}"#).await;
        assert_eq!(fraction.status, 422);
        assert!(fraction.text.contains("near: floating point `2.5` in place of a whole number"));
        assert_eq!(post(r#", "near": 1, "near": 1}"#).await.status, 422);
        assert_eq!(post(r#", "near": 2.0"#).await.status, 400);
    });
}

#[test]
fn bad_questions_are_refused_with_their_place() {
    run(async {
        let site = Site::new();
        let bad = site.get("/api/v1/find?position=1x3%7CXQX_!!!_").await;
        assert_eq!((bad.status, &bad.json()["at"]), (422, &json!(6)), "{}", bad.text);
        assert_eq!(bad.json()["title"], "Unprocessable Entity");
        assert_eq!(bad.json()["type"], "about:blank");
        for (position, at) in [
            ("1x3%7CXX", json!(7)),
            ("1x3%7CXXXX", json!(8)),
            ("1x99%7CX", json!(3)),
            ("0x3%7CX", json!(1)),
            ("ax3%7CX", json!(1)),
            ("3%7CX", json!(1)),
            ("%20%0A1x3%7CXQX", json!(8)),
            ("X", Value::Null),
        ] {
            for more in ["", "&contains=true"] {
                let bad = site.get(&format!("/api/v1/find?position={position}{more}")).await;
                assert_eq!((bad.status, &bad.json()["at"]), (422, &at), "{position}: {}", bad.text);
            }
        }
        for fields in [
            "&near=6",
            "&near=-1",
            "&near=x",
            "&limit=0",
            "&limit=201",
            "&edges=any",
            "&near=1&edges=marked",
            "&contains=true&edges=same",
            "&near=1&contains=true",
            "&turn=red",
            "&colour=red",
        ] {
            let answer = site.find(fields).await;
            assert_eq!(answer.status, 422, "{fields}: {}", answer.text);
        }
        assert_eq!(site.get("/api/v1/find").await.status, 422);
        assert_eq!(site.get("/api/v1/find?position=1x1%7C.").await.status, 422);
    });
}

#[test]
fn other_routes_answer() {
    run(async {
        let site = Site::new();
        let stats = site.get("/api/v1/stats").await;
        assert_eq!((stats.status, &stats.json()["records"]), (200, &json!(2)));
        assert!(!stats.text.contains(site.folder.path().to_str().unwrap()), "no path is shown");
        assert_eq!(site.get("/api/v1/health").await.json()["status"], "ok");
        let missing = site.get("/api/v1/nothing").await;
        assert_eq!((missing.status, missing.json()["title"].as_str()), (404, Some("Not Found")));
        let method = site.post("/api/v1/stats", "application/json", "{}").await;
        assert_eq!((method.status, method.json()["status"].as_u64()), (405, Some(405)));
        let document = site.get("/api/v1/openapi.json").await;
        assert_eq!(document.header("content-type"), "application/json");
        assert_eq!(document.json()["openapi"], "3.1.0");
    });
}

#[test]
fn methods_that_a_path_does_not_have_are_refused_with_those_it_has() {
    run(async {
        for is_read_only in [false, true] {
            let hosts = vec![HOST.to_owned()];
            let site = Site::with(Settings { hosts, is_read_only, ..Settings::default() });
            for (path, allowed) in [
                ("/", "GET,HEAD"),
                ("/import", "GET,HEAD,POST"),
                ("/assets/0123456789abcdef/style.css", "GET,HEAD"),
                ("/api/v1/stats", "GET,HEAD"),
                ("/api/v1/decisions/prefer", "POST"),
                ("/api/v1/jobs/0", "GET,HEAD,DELETE"),
            ] {
                for method in ["TRACE", "PUT", "PATCH", "OPTIONS"] {
                    let request = Request::builder().method(method).uri(path).header("host", HOST);
                    let answer = site.send(request.body(Body::empty()).unwrap()).await;
                    assert_eq!(
                        (answer.status, answer.header("allow")),
                        (405, allowed),
                        "{method} {path}"
                    );
                }
            }
            let request = Request::put("/api/v1/nothing").header("host", HOST);
            assert_eq!(site.send(request.body(Body::empty()).unwrap()).await.status, 404);
        }
    });
}

#[test]
fn pages_have_a_language_and_load_what_is_here() {
    run(async {
        let site = Site::new();
        let page = site.get("/about?a=%3Cb%3E&lang=ja").await;
        assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
        assert!(page.text.contains("<html lang=\"ja\">") && page.text.contains("問題"));
        assert!(page.text.contains("href=\"/about?a=%3Cb%3E&amp;lang=en\""), "{}", page.text);
        let header = get("/about").header("accept-language", "ja,en;q=0.5");
        let page = site.send(header.body(Body::empty()).unwrap()).await;
        assert!(page.text.contains("<html lang=\"ja\">"));
        let style = page.text.split("stylesheet\" href=\"").nth(1).unwrap();
        let style = site.get(style.split('"').next().unwrap()).await;
        assert_eq!((style.status, style.header("content-type")), (200, "text/css; charset=utf-8"));
        assert!(style.header("cache-control").contains("immutable"));
        assert_eq!(site.get("/assets/0123456789abcdef/style.css").await.status, 404);
        let missing = site.get("/%3Cscript%3E").await;
        assert_eq!(
            (missing.status, missing.header("content-type")),
            (404, "text/html; charset=utf-8")
        );
        assert!(!missing.text.contains("<script>"));
    });
}

#[test]
fn only_known_hosts_are_answered() {
    run(async {
        let site = Site::new();
        let status = async |hosts: &[&str]| {
            let request = hosts
                .iter()
                .fold(Request::get("/nothing"), |request, host| request.header("host", *host));
            site.send(request.body(Body::empty()).unwrap()).await.status
        };
        assert_eq!(status(&[HOST]).await, 404);
        assert_eq!(status(&["LOCALHOST:8361"]).await, 404);
        for hosts in [
            &[][..],
            &["localhost"],
            &["localhost:80"],
            &["localhost:8361.example.org"],
            &["example.org"],
            &[HOST, "example.org"],
            &[HOST, HOST],
        ] {
            assert_eq!(status(hosts).await, 421, "{hosts:?}");
        }
        let absolute = get("http://example.org/about").body(Body::empty()).unwrap();
        assert_eq!(site.send(absolute).await.status, 421);
    });
}

#[test]
fn requests_of_other_sites_are_refused() {
    run(async {
        let site = Site::new();
        let status = async |method: Method, headers: &[(&str, &str)]| {
            let request = Request::builder().method(&method).uri("/api/v1/find?position=1x1%7CX_");
            let request = request.header("host", HOST).header("content-type", "application/json");
            let request = headers
                .iter()
                .fold(request, |request, (name, value)| request.header(*name, *value));
            let body = json!({"position": CORNER}).to_string();
            site.send(request.body(body.into()).unwrap()).await.status
        };
        let own = "http://localhost:8361";
        assert_eq!(status(Method::POST, &[("origin", own)]).await, 200);
        assert_eq!(status(Method::POST, &[("sec-fetch-site", "same-origin")]).await, 200);
        let form = [("origin", "null"), ("sec-fetch-site", "same-origin")];
        assert_eq!(status(Method::POST, &form).await, 200);
        assert_eq!(status(Method::GET, &[("sec-fetch-site", "none")]).await, 200);
        let link = [("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")];
        assert_eq!(status(Method::GET, &link).await, 200);
        assert_eq!(status(Method::POST, &link).await, 403);
        for headers in [
            &[("origin", "http://example.org")][..],
            &[("origin", "null")],
            &[("origin", "http://localhost")],
            &[("sec-fetch-site", "cross-site")],
            &[("sec-fetch-site", "same-site")],
        ] {
            assert_eq!(status(Method::POST, headers).await, 403, "{headers:?}");
            assert_eq!(status(Method::GET, headers).await, 403, "{headers:?}");
        }
    });
}

#[test]
fn every_response_has_the_headers_of_the_guard() {
    run(async {
        let site = Site::new();
        for path in ["/about", "/api/v1/health", "/nothing"] {
            let answer = site.get(path).await;
            assert!(answer.header("content-security-policy").starts_with("default-src 'none'"));
            assert_eq!(answer.header("x-content-type-options"), "nosniff");
            assert_eq!(answer.header("referrer-policy"), "no-referrer");
            assert_eq!(answer.header("access-control-allow-origin"), "");
            assert_eq!(answer.header("set-cookie"), "");
        }
        let zipped = get("/about").header("accept-encoding", "gzip");
        let zipped = site.router.clone().oneshot(zipped.body(Body::empty()).unwrap()).await;
        assert_eq!(zipped.unwrap().headers()["content-encoding"], "gzip");
    });
}

#[test]
fn a_public_api_is_read_only_and_readable_by_all() {
    run(async {
        let hosts = vec!["example.org".to_owned()];
        let site = Site::with(Settings {
            hosts,
            is_read_only: true,
            has_cors: true,
            ..Settings::default()
        });
        let from_afar = |method: Method, path: &str| {
            let request = Request::builder().method(method).uri(path).header("host", "example.org");
            let request = request.header("origin", "https://other.org");
            request.header("content-type", "application/json").body(Body::empty()).unwrap()
        };
        let health = site.send(from_afar(Method::GET, "/api/v1/health")).await;
        assert_eq!((health.status, health.header("access-control-allow-origin")), (200, "*"));
        assert_eq!(health.header("cross-origin-resource-policy"), "cross-origin");
        let about = site.send(from_afar(Method::GET, "/about")).await;
        assert_eq!(about.status, 403);
        assert_eq!(about.header("cross-origin-resource-policy"), "same-origin");
        let mut preflight = from_afar(Method::OPTIONS, "/api/v1/find");
        let asked = preflight.headers_mut();
        asked.insert("access-control-request-method", "POST".parse().unwrap());
        let preflight = site.send(preflight).await;
        assert_eq!(preflight.status, 204);
        assert_eq!(preflight.header("access-control-allow-methods"), "GET, HEAD, POST");
        assert_eq!(preflight.header("access-control-allow-headers"), "content-type");
        let mut find = from_afar(Method::POST, "/api/v1/find");
        *find.body_mut() = json!({"position": CORNER}).to_string().into();
        let find = site.send(find).await;
        assert_eq!((find.status, find.header("access-control-allow-origin")), (200, "*"));
        assert_eq!(site.send(from_afar(Method::POST, "/api/v1/decisions")).await.status, 403);
        let write = Request::delete("/api/v1/decisions").header("host", "example.org");
        let write = site.send(write.body(Body::empty()).unwrap()).await;
        assert_eq!(
            (write.status, write.json()["detail"].as_str()),
            (403, Some("this server is read-only"))
        );
        for (path, body) in [
            ("/api/v1/find", json!({"position": CORNER})),
            ("/api/v1/find/list", json!({"positions": [CORNER]})),
            ("/api/v1/games/like", json!({"sgf": "(;SZ[19];B[pd];W[dp])"})),
        ] {
            let asked = Request::post(path).header("host", "example.org");
            let asked = asked.header("content-type", "application/json");
            let answer = site.send(asked.body(body.to_string().into()).unwrap()).await;
            assert_eq!(answer.status, 200, "{path}: {}", answer.text);
        }
    });
}

#[test]
fn a_proxy_may_have_the_server_below_a_path() {
    run(async {
        let base_path = "/go".to_owned();
        let hosts = vec![HOST.to_owned()];
        let site = Site::with(Settings { hosts, base_path, ..Settings::default() });
        for path in ["/go/about", "/about"] {
            let page = site.get(path).await;
            assert_eq!(page.status, 200, "{path}");
            assert!(page.text.contains("href=\"/go/problems?lang=en\""), "{}", page.text);
            assert!(!page.text.contains("=\"/problems"), "{}", page.text);
        }
        assert_eq!(site.get("/go/api/v1/health").await.status, 200);
        assert_eq!(site.get("/gopher").await.status, 404);
    });
}

#[test]
fn an_import_beside_the_server_shows_at_once() {
    run(async {
        let site = Site::new();
        for n in 0..3 {
            let near = site.find("&near=2").await.json();
            assert_eq!(near["positions"], 2 + n);
            let file = site.folder.path().join(format!("{n}.sgf"));
            let stone = ["cb", "bb", "cc"][n as usize];
            fs::write(&file, format!("(;SZ[19]AW[aa][ba]AB[ca][{stone}]PL[B];B[ab])")).unwrap();
            import_files(site.folder.path(), &[file]);
        }
        fs::write(site.folder.path().join("problems.sgf"), "(;SZ[19]AB[dd][dc]PL[B])").unwrap();
        import_files(site.folder.path(), &[site.folder.path().join("problems.sgf")]);
        assert_eq!(site.find("").await.json()["positions"], 0);
        assert_eq!(site.find("&near=2").await.json()["positions"], 3);
    });
}

#[test]
fn requests_share_an_import_that_happens_between_them() {
    run(async {
        let site = Site::new();
        let many = async |expected: usize| {
            let requests = (0..16).map(|_| {
                let router = site.router.clone();
                let position = CORNER.replace('|', "%7C");
                let path = format!("/api/v1/find?position={position}&near=2");
                tokio::spawn(send(router, get(&path).body(Body::empty()).unwrap()))
            });
            for request in requests.collect::<Vec<_>>() {
                let answer = request.await.unwrap();
                assert_eq!(answer.json()["positions"], expected, "{}", answer.text);
            }
        };
        many(2).await;
        let file = site.folder.path().join("more.sgf");
        fs::write(&file, "(;SZ[19]AW[aa][ba]AB[ca][cb]PL[B];B[ab])").unwrap();
        import_files(site.folder.path(), &[file]);
        many(3).await;
    });
}

#[derive(Clone, Deserialize)]
struct Fields {
    name: String,
}

#[test]
fn a_form_needs_the_token_of_the_process() {
    run(async {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.sgf");
        fs::write(&file, "(;SZ[9]AB[aa];B[ab])").unwrap();
        import_files(folder.path(), &[file]);
        let database = folder.path().join("gtn.db");
        let app = Arc::new(App::open(&database, Settings::default(), |_| {}).unwrap());
        let token = app.token.clone();
        assert_eq!(token.len(), 32);
        let router = Router::new()
            .route("/", post(|FormOf(fields): FormOf<Fields>| async { fields.name }))
            .with_state(app);
        let status = async |body: String| {
            let form =
                Request::post("/").header("content-type", "application/x-www-form-urlencoded");
            let answer = send(router.clone(), form.body(body.into()).unwrap()).await;
            (answer.status, answer.text)
        };
        assert_eq!(status(format!("token={token}&name=a%26b")).await, (200, "a&b".to_owned()));
        assert_eq!(status("token=0&name=a".to_owned()).await.0, 403);
        assert_eq!(status("name=a".to_owned()).await.0, 422);
    });
}

#[test]
fn work_that_panics_is_an_error_of_the_server() {
    run(async {
        let site = Site::new();
        let app = App::open(&site.folder.path().join("gtn.db"), Settings::default(), |_| {});
        let app = Arc::new(app.unwrap());
        let failed = Arc::clone(&app).read(|_| -> Result<(), _> { panic!("at once") }).await;
        let problem = failed.unwrap_err();
        assert_eq!(problem.status, StatusCode::INTERNAL_SERVER_ERROR.as_u16());
        assert!(!problem.detail.contains("at once"));
        assert!(app.read(|view| Ok(view.store.counts()?)).await.is_ok());
    });
}
