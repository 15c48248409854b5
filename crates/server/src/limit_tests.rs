//! Limits, over real connections.

use std::fs;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use axum::Router;
use axum::routing::get;
use tempfile::TempDir;
use tokio::sync::Semaphore;

use super::accept::{self, Limits};
use super::problem::Problem;
use super::router;
use super::state::{App, Settings};
use super::tests::import_files;

/// How long a test waits for what must happen.
const LONG: Duration = Duration::from_secs(20);

/// How long a test waits for what must not happen.
const SHORT: Duration = Duration::from_millis(100);

/// A server in a thread.
struct Running {
    address: SocketAddr,
    is_ending: &'static AtomicBool,
    thread: JoinHandle<()>,
}

impl Running {
    fn start(router: Router, limits: Limits) -> Running {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = listener.local_addr().unwrap();
        let is_ending: &'static AtomicBool = Box::leak(Box::new(AtomicBool::new(false)));
        let run = move || accept::run(vec![listener], router, limits, is_ending).unwrap();
        Running { address, is_ending, thread: thread::spawn(run) }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(LONG)).unwrap();
        stream
    }

    /// A connection that has asked for a path.
    fn ask(&self, path: &str) -> TcpStream {
        self.send("GET", path)
    }

    /// A connection that has sent a request without a body.
    fn send(&self, method: &str, path: &str) -> TcpStream {
        let mut stream = self.connect();
        let headers = "Host: test\r\nContent-Length: 0\r\nConnection: close";
        write!(stream, "{method} {path} HTTP/1.1\r\n{headers}\r\n\r\n").unwrap();
        stream
    }

    fn end(self) {
        self.is_ending.store(true, Ordering::SeqCst);
        self.thread.join().unwrap();
    }
}

/// Everything up to the end of a connection.
fn read(mut stream: TcpStream) -> String {
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text
}

/// An app with a database in the folder.
fn open(settings: Settings) -> (TempDir, Arc<App>) {
    open_with("(;SZ[9]AB[aa];B[ab])", settings)
}

fn open_with(problems: &str, settings: Settings) -> (TempDir, Arc<App>) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.sgf");
    fs::write(&file, problems).unwrap();
    import_files(folder.path(), &[file]);
    let hosts = vec!["test".to_owned()];
    let settings = Settings { hosts, ..settings };
    let app = App::open(&folder.path().join("gtn.db"), settings, |_| {}).unwrap();
    (folder, Arc::new(app))
}

/// A router with a path `/slow`, which answers when the semaphore has a permit, and says when it
/// begins.
fn slow() -> (Router, Arc<Semaphore>, mpsc::Receiver<()>) {
    let released = Arc::new(Semaphore::new(0));
    let (begin, begun) = mpsc::channel();
    let permit = Arc::clone(&released);
    let slow = move || async move {
        begin.send(()).unwrap();
        let _ = permit.acquire().await;
        "done"
    };
    (Router::new().route("/slow", get(slow)).route("/", get("fast")), released, begun)
}

#[test]
fn a_request_that_finds_no_free_thread_is_told_to_come_again() {
    let (_folder, app) = open(Settings { patience: SHORT, ..Settings::default() });
    let running = Running::start(router::build(Arc::clone(&app)), Limits::default());
    let workers = tokio::runtime::Runtime::new().unwrap();
    let (begin, begun) = mpsc::channel();
    let threads = thread::available_parallelism().unwrap().get();
    let releases: Vec<mpsc::Sender<()>> = (0..threads)
        .map(|_| {
            let (release, released) = mpsc::channel();
            let begin = begin.clone();
            workers.spawn(Arc::clone(&app).read(move |_| {
                begin.send(()).unwrap();
                let _ = released.recv();
                Ok::<(), Problem>(())
            }));
            begun.recv_timeout(LONG).unwrap();
            release
        })
        .collect();
    let busy = read(running.ask("/api/v1/stats"));
    assert!(busy.starts_with("HTTP/1.1 503 "), "{busy}");
    assert!(busy.contains("retry-after: 1\r\n") && busy.contains("the server is busy"), "{busy}");
    assert!(busy.contains("content-type: application/problem+json\r\n"), "{busy}");
    let health = read(running.ask("/api/v1/health"));
    assert!(health.starts_with("HTTP/1.1 200 "), "{health}");
    drop(releases);
    let free = (0..100).map(|_| read(running.ask("/api/v1/stats")));
    assert!(free.into_iter().any(|stats| stats.starts_with("HTTP/1.1 200 ")));
    running.end();
}

#[test]
fn more_connections_wait_until_one_ends() {
    let limits = Limits { connections: 2, ..Limits::default() };
    let running = Running::start(slow().0, limits);
    let [first, _second] = [running.connect(), running.connect()];
    let third = running.ask("/");
    third.set_read_timeout(Some(SHORT)).unwrap();
    assert!((&third).read(&mut [0]).is_err(), "no answer yet");
    drop(first);
    third.set_read_timeout(Some(LONG)).unwrap();
    assert!(read(third).ends_with("fast"));
    running.end();
}

#[test]
fn many_half_sent_headers_of_a_client_do_not_stall_others() {
    let running = Running::start(slow().0, Limits { header_time: LONG, ..Limits::default() });
    let half_sent: Vec<TcpStream> = (0..300)
        .map(|_| {
            let mut stream = running.connect();
            // The oldest ones may be closed already.
            let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: te");
            stream
        })
        .collect();
    let asked = running.ask("/");
    asked.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
    assert!(read(asked).ends_with("fast"));
    // The youngest ones are still open.
    let mut last = half_sent.into_iter().next_back().unwrap();
    last.write_all(b"st\r\nConnection: close\r\n\r\n").unwrap();
    assert!(read(last).ends_with("fast"));
    running.end();
}

#[test]
fn many_half_sent_bodies_of_a_client_do_not_stall_others() {
    let (_folder, app) = open(Settings::default());
    let running =
        Running::start(router::build(app), Limits { body_time: LONG, ..Limits::default() });
    let head = "POST /api/v1/find HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n\
        Content-Length: 16\r\nConnection: close\r\n\r\n{\"pos";
    let half_sent: Vec<TcpStream> = (0..300)
        .map(|_| {
            let mut stream = running.connect();
            let _ = stream.write_all(head.as_bytes()); // the oldest ones may be closed already
            stream
        })
        .collect();
    let asked = running.ask("/api/v1/health");
    asked.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
    assert!(read(asked).starts_with("HTTP/1.1 200 "));
    // The youngest ones are still open.
    let mut last = half_sent.into_iter().next_back().unwrap();
    last.write_all(b"ition\":\"x\"}").unwrap();
    assert!(read(last).starts_with("HTTP/1.1 422 "));
    running.end();
}

#[test]
fn a_body_that_does_not_end_is_not_waited_for() {
    let (_folder, app) = open(Settings::default());
    let limits = Limits { body_time: SHORT, ..Limits::default() };
    let running = Running::start(router::build(app), limits);
    let mut slow = running.connect();
    let head = "POST /api/v1/find HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n\
        Content-Length: 50\r\n\r\n{\"pos";
    slow.write_all(head.as_bytes()).unwrap();
    let answer = read(slow);
    assert!(answer.starts_with("HTTP/1.1 400 "), "{answer}");
    assert!(answer.contains("the body did not arrive as a whole"), "{answer}");
    running.end();
}

#[test]
fn headers_that_do_not_end_are_not_waited_for() {
    let limits = Limits { header_time: SHORT, ..Limits::default() };
    let running = Running::start(slow().0, limits);
    let mut slow = running.connect();
    slow.write_all(b"GET / HTTP/1.1\r\nHost: te").unwrap();
    assert!(!read(slow).contains("200 OK"));
    assert!(read(running.ask("/")).ends_with("fast"));
    running.end();
}

#[test]
fn a_request_that_runs_is_answered_before_the_end() {
    let (router, released, begun) = slow();
    let running = Running::start(router, Limits::default());
    let asked = running.ask("/slow");
    begun.recv_timeout(LONG).unwrap();
    running.is_ending.store(true, Ordering::SeqCst);
    while TcpStream::connect(running.address).is_ok() {
        thread::sleep(Duration::from_millis(5)); // until the port is closed
    }
    released.add_permits(1);
    let answer = read(asked);
    assert!(answer.starts_with("HTTP/1.1 200 ") && answer.ends_with("done"), "{answer}");
    running.end();
}

#[test]
fn the_end_waits_no_longer_than_the_grace() {
    let (router, _released, begun) = slow();
    let running = Running::start(router, Limits { grace: SHORT, ..Limits::default() });
    let asked = running.ask("/slow");
    begun.recv_timeout(LONG).unwrap();
    running.end();
    assert_eq!(read(asked), "");
}

/// Sends a body of 16 MiB as a whole before it reads the answer, as browsers do.
fn send_body(running: &Running, path: &str, kind: &str) -> String {
    let mut stream = running.connect();
    let len = 16 << 20;
    write!(
        stream,
        "POST {path} HTTP/1.1\r\nHost: test\r\nContent-Type: {kind}\r\n\
         Content-Length: {len}\r\nConnection: close\r\n\r\n"
    )
    .unwrap();
    for _ in 0..len >> 16 {
        stream.write_all(&[b' '; 1 << 16]).expect("the connection is open until the body ends");
    }
    read(stream)
}

#[test]
fn a_refusal_reaches_a_client_that_sends_a_long_body() {
    let (_folder, app) = open(Settings { max_upload: 64 << 10, ..Settings::default() });
    let running = Running::start(router::build(app), Limits::default());
    for (path, kind, status, detail) in [
        ("/api/v1/import?name=a.sgf", "text/plain", 413, "an upload has at most"),
        ("/api/v1/import", "multipart/form-data", 400, "boundary"),
        ("/api/v1/find", "application/json", 413, "too long"),
        ("/api/v1/find", "text/plain", 415, "the body must be application/json"),
        ("/nowhere", "text/plain", 404, "nothing at /nowhere"),
    ] {
        let answer = send_body(&running, path, kind);
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{path}: {answer}");
        assert!(answer.contains(detail), "{path}: {answer}");
    }
    running.end();
}

/// Whether something can be read from a connection, without waiting for it.
fn is_answered(stream: &TcpStream) -> bool {
    stream.set_nonblocking(true).unwrap();
    let is_answered = stream.peek(&mut [0]).is_ok();
    stream.set_nonblocking(false).unwrap();
    is_answered
}

/// A white group around a region that no search of some minutes exhausts.
const LARGE: &str = "(;SZ[19]PL[B]AW[fa][fb][fc][fd][fe][ae][be][ce][de][ee]\
    AB[ga][gb][gc][gd][ge][gf][af][bf][cf][df][ef][ff];B[bb])";

#[test]
fn a_search_runs_alone_and_ends_when_its_client_goes_away() {
    let (_folder, app) = open_with(&format!("{LARGE}(;SZ[9]AB[aa];B[ab])"), Settings::default());
    let running = Running::start(router::build(app), Limits::default());
    let listed = read(running.ask("/api/v1/problems"));
    let mut keys = listed.split("\"key\":\"").skip(1).map(|rest| &rest[..32]);
    let [large, small] = [keys.next(), keys.next()].map(Option::unwrap);
    let verdict = |key: &str| format!("/api/v1/positions/{key}/verdict");
    let solve_small = || read(running.send("POST", &verdict(small)));
    let solve_large = || running.send("POST", &format!("{}?nodes=16000000", verdict(large)));
    let mut search = solve_large();
    let refused = (0..1_000).find_map(|_| {
        let answer = solve_small();
        if !answer.starts_with("HTTP/1.1 200 ") {
            return Some(answer);
        }
        // The small search may have come first, and the large one have been refused.
        if is_answered(&search) {
            search = solve_large();
        }
        None
    });
    let refused = refused.expect("the large search begins");
    assert!(refused.starts_with("HTTP/1.1 409 "), "{refused}");
    assert!(refused.contains("another search of the solver is under way"), "{refused}");
    drop(search);
    let gone = Instant::now();
    while !solve_small().starts_with("HTTP/1.1 200 ") {
        assert!(gone.elapsed() < LONG, "the search goes on");
        thread::sleep(Duration::from_millis(20));
    }
    let kept = read(running.ask(&verdict(large)));
    assert!(kept.ends_with("\"verdicts\":[]}"), "{kept}");
    running.end();
}
