//! `serve`: the address on the first line, the answers of `find --json`, the end.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use super::{BULKY_FIVE, Db, NET};

/// A running server, which ends with the test.
pub(super) struct Served {
    process: Child,
    address: String,
}

impl Served {
    pub(super) fn start(db: &Db) -> Served {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gtn-db"));
        command.args(["serve", "--port", "0"]).env("GTN_DB", db.path("gtn.db"));
        let mut process = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim_end().strip_prefix("http://").unwrap().strip_suffix('/').unwrap();
        assert!(address.starts_with("127.0.0.1:"), "{line}");
        Served { process, address: address.to_owned() }
    }

    /// The status and the body of an answer.
    pub(super) fn post(&self, path: &str, body: &Value) -> (String, Value) {
        let body = body.to_string();
        let head = format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len());
        let (status, body) = self.send(&format!("POST {path}"), &head, &body);
        (status, serde_json::from_str(&body).unwrap())
    }

    /// The status and the body of an answer in JSON.
    pub(super) fn get_json(&self, path: &str) -> (String, Value) {
        let (status, body) = self.send(&format!("GET {path}"), "", "");
        (status, serde_json::from_str(&body).unwrap())
    }

    /// The body of an answer that is as it should be.
    pub(super) fn get(&self, path: &str) -> String {
        let (status, body) = self.send(&format!("GET {path}"), "", "");
        assert_eq!(status, "200", "{path}: {body}");
        body
    }

    fn send(&self, request: &str, head: &str, body: &str) -> (String, String) {
        let address = &self.address;
        let mut stream = TcpStream::connect(address).unwrap();
        // Under HTTP/1.0 a body is not sent in chunks.
        write!(
            stream,
            "{request} HTTP/1.0\r\nHost: {address}\r\n{head}Connection: close\r\n\r\n{body}"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap();
        (status.to_owned(), body.to_owned())
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn the_matches_are_those_of_find_json() {
    let db = Db::with(&["data"]);
    let server = Served::start(&db);
    for (fields, options) in [
        (json!({}), &[][..]),
        (json!({"turn": "white"}), &["--turn", "white"]),
        (json!({"near": 2}), &["--near", "2"]),
        (json!({"near": 1, "edges": "any"}), &["--near", "1", "--edges", "any"]),
        (json!({"contains": true}), &["--contains"]),
        (json!({"contains": true, "edges": "any"}), &["--contains", "--edges", "any"]),
        (json!({"within": true}), &["--within"]),
        (json!({"within": true, "turn": "black"}), &["--within", "--turn", "black"]),
    ] {
        for position in [BULKY_FIVE, NET] {
            let mut request = fields.clone();
            request["position"] = position.into();
            request["limit"] = 200.into();
            let (status, found) = server.post("/api/v1/find", &request);
            let mut printed = db.run(&[&["find", "--json", position], options].concat()).json();
            printed
                .iter_mut()
                .for_each(|found| drop(found.as_object_mut().unwrap().remove("query")));
            assert_eq!((status.as_str(), &found["matches"]), ("200", &Value::from(printed)));
            assert_eq!(found["more"], false);
        }
    }
}

#[test]
fn the_copy_of_the_description_is_what_is_served() {
    let server = Served::start(&Db::with(&["data"]));
    let copy = include_str!("../../../docs/openapi.json");
    assert!(
        server.get("/api/v1/openapi.json") == copy,
        "CONTRIBUTING.md says what writes docs/openapi.json"
    );
}

#[test]
fn a_server_ends_when_it_is_told_to() {
    let db = Db::with(&["data"]);
    let mut server = Served::start(&db);
    let _idle = TcpStream::connect(&server.address).unwrap();
    let id = server.process.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    assert_eq!(server.process.wait().unwrap().code(), Some(0));
    assert!(TcpStream::connect(&server.address).is_err());
}

#[test]
fn other_computers_need_a_name() {
    let db = Db::with(&["data"]);
    let refused = |options: &[&str], message: &str| {
        let ran = db.run(&[&["serve", "--port", "0"], options].concat());
        assert_eq!((ran.status, ran.err.contains(message)), (2, true), "{}", ran.err);
    };
    refused(&["--bind", "0.0.0.0"], "--bind needs --host");
    refused(&["--cors"], "--cors needs --read-only");
    refused(&["--bind", "0.0.0.0", "--host", "a", "--writable", "--cors"], "--cors needs");
    refused(&["--read-only", "--bind", "::1", "--writable"], "cannot be used with");
    let ran = Db::new().run(&["serve", "--port", "0"]);
    assert_eq!((ran.status, ran.err.contains("no database")), (2, true), "{}", ran.err);
}
