//! The command `gtn-db` for packages other than its own, which have no `CARGO_BIN_EXE_gtn-db`.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use serde_json::Value;

/// The command, built from the current sources with the profile dev or release, as its caller is.
/// Panics if it cannot be built.
pub fn path() -> &'static Path {
    static PATH: LazyLock<PathBuf> = LazyLock::new(build);
    &PATH
}

fn build() -> PathBuf {
    let profile = if cfg!(debug_assertions) { "dev" } else { "release" };
    let output = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["build", "--quiet", "--package", "gtn-db", "--bin", "gtn-db", "--profile", profile])
        .args(["--manifest-path", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")])
        .arg("--message-format=json-render-diagnostics")
        .stderr(Stdio::inherit())
        .output()
        .expect("cargo started this program or is installed");
    assert!(output.status.success(), "gtn-db cannot be built: {}", output.status);
    let messages = String::from_utf8_lossy(&output.stdout);
    let messages = messages.lines().filter_map(|line| serde_json::from_str(line).ok());
    let path = messages
        .into_iter()
        .find_map(|message: Value| Some(PathBuf::from(message["executable"].as_str()?)));
    path.expect("cargo names the executable that it has built")
}
