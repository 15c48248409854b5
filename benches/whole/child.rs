//! The program as a child process, and its cost.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use crate::common::command;

/// The interval at which the memory is sampled.
const LOOK: Duration = Duration::from_millis(2);
/// The unit of `/proc/PID/stat`, which is the same on every Linux.
const TICKS_PER_SECOND: f64 = 100.0;

/// The cost of a process.
#[derive(Clone, Debug)]
pub struct Cost {
    pub seconds: f64,
    /// The time in user and kernel mode on all cores, to a hundredth of a second.
    /// `None` on systems without `/proc`.
    pub cpu_seconds: Option<f64>,
    /// The peak resident memory. `None` on systems without `/proc`.
    pub peak_bytes: Option<u64>,
    pub output: String,
    pub status: Option<i32>,
}

/// The program with a database and a command.
pub fn gtn_db(database: &Path, command: &str) -> Command {
    let mut child = Command::new(command::path());
    child.arg("--db").arg(database).arg(command).stdin(Stdio::null());
    child
}

/// Runs `gtn-db import`. Returns its summary too.
pub fn import(database: &Path, input: &Path) -> io::Result<(Cost, serde_json::Value)> {
    let cost = run(gtn_db(database, "import").args([OsStr::new("--json"), input.as_os_str()]))?;
    // 3: something was skipped
    if !matches!(cost.status, Some(0 | 3)) {
        return Err(io::Error::other(format!("gtn-db import ended with {:?}", cost.status)));
    }
    let report = serde_json::from_str(&cost.output)?;
    Ok((cost, report))
}

/// Runs `gtn-db audit` on a folder and writes the page.
pub fn audit(folder: &Path, page: &Path) -> io::Result<Cost> {
    let mut child = Command::new(command::path());
    child.arg("audit").arg(folder).arg("-o").arg(page).stdin(Stdio::null());
    let cost = run(&mut child)?;
    // 3: something was skipped
    if !matches!(cost.status, Some(0 | 3)) {
        return Err(io::Error::other(format!("gtn-db audit ended with {:?}", cost.status)));
    }
    Ok(cost)
}

/// Runs a program to its end.
pub fn run(command: &mut Command) -> io::Result<Cost> {
    let cpu_before = cpu_seconds_of_children();
    let start = Instant::now();
    let mut child = command.stdout(Stdio::piped()).spawn()?;
    let id = child.id();
    let (ended, has_ended) = channel::<()>();
    let watcher = std::thread::spawn(move || {
        let mut peak = None;
        while let Err(RecvTimeoutError::Timeout) = has_ended.recv_timeout(LOOK) {
            peak = peak_bytes(id).max(peak);
        }
        peak
    });
    let mut output = String::new();
    if let Some(mut stdout) = child.stdout.take() {
        stdout.read_to_string(&mut output)?;
    }
    let status = child.wait()?;
    let seconds = start.elapsed().as_secs_f64();
    drop(ended);
    let peak_bytes = watcher.join().unwrap_or(None);
    let cpu_seconds = cpu_before.and_then(|before| Some(cpu_seconds_of_children()? - before));
    Ok(Cost { seconds, cpu_seconds, peak_bytes, output, status: status.code() })
}

/// The peak resident memory of a process so far.
fn peak_bytes(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}

/// The CPU time of all children that have ended.
fn cpu_seconds_of_children() -> Option<f64> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The second field is a name in parentheses, which may contain anything.
    let (_, fields) = stat.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(13);
    let mut ticks = || fields.next()?.parse::<f64>().ok();
    Some((ticks()? + ticks()?) / TICKS_PER_SECOND)
}
