//! A server with a database of its own, and a browser.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;

use chromiumoxide::Browser;
use tempfile::TempDir;
use tokio::runtime::Runtime;

use crate::chromium;
use crate::command;
use crate::tab::Tab;

/// Drives all browsers of the process.
pub static RUNTIME: LazyLock<Runtime> =
    LazyLock::new(|| Runtime::new().expect("threads and timers"));

/// A problem at the upper edge: C19 is right, A19 is wrong.
pub const PROBLEM: &str = "(;SZ[19]GN[Corner]AB[ba][bb]AW[cb]PL[B]\
    (;B[ca]C[RIGHT])(;B[aa];W[ca]C[WRONG]))";

/// The address that shows the position of [`PROBLEM`] and finds it.
pub const POSITION: &str = "/?position=2x3%7C.X._.XO_%21%21%21_";

/// A server and a browser, and the folder that both use. All end with the value.
pub struct Session {
    browser: Browser,
    server: Server,
    folder: TempDir,
}

/// A running `gtn-db serve`.
struct Server {
    process: Child,
    /// Such as `http://127.0.0.1:40001`.
    address: String,
}

impl Session {
    /// The sample collection with [`PROBLEM`]; `None` if there is no browser.
    pub fn with_samples() -> Option<Session> {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
        Session::start(&[("corner.sgf", PROBLEM)], &[&data])
    }

    /// A database with new files and others; `None` if there is no browser.
    pub fn start(files: &[(&str, &str)], others: &[&Path]) -> Option<Session> {
        let chromium = find_chromium()?;
        let folder = tempfile::tempdir().unwrap();
        let sources = folder.path().join("sources");
        fs::create_dir(&sources).unwrap();
        for (name, text) in files {
            fs::write(sources.join(name), text).unwrap();
        }
        let mut import = gtn_db(folder.path());
        import.arg("import").arg(&sources).args(others).stdout(Stdio::null()).stderr(Stdio::null());
        let status = import.status().unwrap();
        assert!(matches!(status.code(), Some(0 | 3)), "the import ended with {status}"); // 3: skips
        let server = Server::start(folder.path(), "0");
        let browser =
            RUNTIME.block_on(chromium::launch(&chromium, &folder.path().join("profile"))).unwrap();
        Some(Session { browser, server, folder })
    }

    /// Where files for tests may be written.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// A tab with a page of the server, such as `/explore`.
    pub fn open(&self, path: &str) -> Tab {
        let tab = Tab::new(&self.browser, &self.server.address);
        tab.go(path);
        tab
    }

    /// Ends the server.
    pub fn end_server(&mut self) {
        self.server.end();
    }

    /// Starts the server again, on the same port.
    pub fn restart_server(&mut self) {
        let port = self.server.address.rsplit(':').next().expect("a port").to_owned();
        self.server = Server::start(self.folder.path(), &port);
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        RUNTIME.block_on(async {
            let _ = self.browser.close().await; // a browser that has crashed is killed
            let _ = self.browser.wait().await;
        });
    }
}

impl Server {
    fn start(folder: &Path, port: &str) -> Server {
        let mut command = gtn_db(folder);
        command.args(["serve", "--port", port]).stdout(Stdio::piped());
        let mut process = command.spawn().unwrap();
        let mut line = String::new();
        let output = process.stdout.take().expect("piped");
        BufReader::new(output).read_line(&mut line).unwrap();
        let address = line.trim().trim_end_matches('/').to_owned();
        assert!(address.starts_with("http://127.0.0.1:"), "{address}");
        Server { process, address }
    }

    fn end(&mut self) {
        let _ = self.process.kill(); // it may have ended
        let _ = self.process.wait();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}

fn gtn_db(folder: &Path) -> Command {
    let mut command = Command::new(command::path());
    command.env_remove("GTN_DB").arg("--db").arg(folder.join("go.db")).stdin(Stdio::null());
    command
}

/// The browser's path. Without a browser, tests that need one pass or, if the environment says so,
/// fail.
fn find_chromium() -> Option<PathBuf> {
    let found = chromium::find();
    if found.is_none() {
        assert!(env::var_os("GTN_DB_NEEDS_CHROMIUM").is_none(), "there is no Chromium");
        eprintln!("not tested: there is no Chromium");
    }
    found
}
