//! The date, the machine and the version of a measurement.

use std::fs;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::common::command;

/// The date, as `2026-11-21`.
pub fn date() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let (year, month, day) = civil((seconds / 86_400) as i64);
    format!("{year}-{month:02}-{day:02}")
}

/// Year, month and day of a number of days since 1970-01-01.
///
/// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms",
/// `civil_from_days`, for days that are not before 1970.
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468; // since 0000-03-01
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100); // of a year that begins in March
    let month = (5 * day + 2) / 153;
    let is_next = month >= 10;
    (
        400 * era + year + i64::from(is_next),
        if is_next { month - 9 } else { month + 3 },
        day - (153 * month + 2) / 5 + 1,
    )
}

/// The name of the processor and the number of cores.
pub fn processor() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = info.lines().find_map(|line| line.strip_prefix("model name")?.split(':').nth(1));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{}, {cores} cores", name.unwrap_or("unknown processor").trim())
}

/// The operating system.
pub fn system() -> String {
    let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    format!("{} {} {}", std::env::consts::OS, kernel.trim(), std::env::consts::ARCH)
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

/// The measured version, with the commit if Git knows it.
pub fn version() -> String {
    let commit = Command::new("git").args(["describe", "--always", "--dirty"]).output();
    let commit = commit.ok().filter(|output| output.status.success());
    let commit = commit.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    let program = Command::new(command::path()).arg("--version").output();
    let program = program.expect("the command runs").stdout;
    let program = String::from_utf8_lossy(&program).trim().to_owned();
    match commit.filter(|commit| !commit.is_empty()) {
        Some(commit) => format!("{program} ({commit})"),
        None => program,
    }
}
