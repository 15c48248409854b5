//! Many requests at a time: by `wrk` where it is installed, else by threads.

use std::error::Error;
use std::fmt;
use std::fs;
use std::io;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::client::Connection;

/// The connections at a time.
const CONNECTIONS: usize = 8;

/// Asks in turn for the addresses in the file that the environment names, and prints what
/// [`Measured`] has.
const SCRIPT: &str = r#"
local paths, at = {}, 0
for line in io.lines(os.getenv("PATHS")) do paths[#paths + 1] = line end
request = function()
  at = at % #paths + 1
  return wrk.format("GET", paths[at])
end
done = function(summary, latency)
  local errors = summary.errors
  print("measured", summary.requests / summary.duration * 1e6, latency:percentile(50) / 1e3,
    latency:percentile(95) / 1e3, latency:percentile(99) / 1e3,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout)
end
"#;

/// Who asks, and for how long.
pub struct Load {
    duration: Duration,
    has_wrk: bool,
}

/// What was measured. Times are in milliseconds.
#[derive(Clone, Copy)]
pub struct Measured {
    pub per_second: f64,
    pub median: f64,
    pub p95: f64,
    pub p99: f64,
}

impl Load {
    /// `wrk` if it is installed.
    pub fn find(seconds: u64) -> Load {
        let wrk = Command::new("wrk").arg("--version").stdout(Stdio::null()).status();
        Load { duration: Duration::from_secs(seconds), has_wrk: wrk.is_ok() }
    }

    /// Asks a server in turn for all addresses.
    pub fn measure(&self, address: &str, paths: &[String]) -> Result<Measured, Box<dyn Error>> {
        if self.has_wrk { self.run_wrk(address, paths) } else { self.run_threads(address, paths) }
    }

    fn run_wrk(&self, address: &str, paths: &[String]) -> Result<Measured, Box<dyn Error>> {
        let folder = tempfile::tempdir()?;
        let (list, script) = (folder.path().join("paths"), folder.path().join("wrk.lua"));
        fs::write(&list, paths.join("\n") + "\n")?;
        fs::write(&script, SCRIPT)?;
        let mut wrk = Command::new("wrk");
        wrk.args(["-t1", &format!("-c{CONNECTIONS}"), &format!("-d{}s", self.duration.as_secs())]);
        wrk.arg("-s").arg(script).arg(format!("http://{address}/")).env("PATHS", list);
        let output = wrk.output()?;
        let text = String::from_utf8(output.stdout)?;
        let line = text.lines().find_map(|line| line.strip_prefix("measured"));
        let line = line.ok_or_else(|| format!("wrk: {text}"))?;
        let numbers = line.split_whitespace().map(str::parse).collect::<Result<Vec<f64>, _>>()?;
        let &[per_second, median, p95, p99, errors] = &numbers[..] else {
            return Err(format!("wrk: {text}").into());
        };
        if errors > 0.0 {
            return Err(format!("{errors} requests such as {} failed", paths[0]).into());
        }
        Ok(Measured { per_second, median, p95, p99 })
    }

    fn run_threads(&self, address: &str, paths: &[String]) -> Result<Measured, Box<dyn Error>> {
        let start = Instant::now();
        let ask = |first: usize| -> io::Result<Vec<f64>> {
            let mut connection = Connection::open(address)?;
            let mut times = Vec::new();
            for path in paths.iter().cycle().skip(first * paths.len() / CONNECTIONS) {
                let begin = Instant::now();
                if begin - start > self.duration {
                    break;
                }
                connection.get(path)?;
                times.push(begin.elapsed().as_secs_f64() * 1e3);
            }
            Ok(times)
        };
        let times = thread::scope(|scope| {
            let threads: Vec<_> =
                (0..CONNECTIONS).map(|first| scope.spawn(move || ask(first))).collect();
            let join = |thread: thread::ScopedJoinHandle<'_, io::Result<Vec<f64>>>| {
                thread.join().expect("a thread that returns its errors")
            };
            threads.into_iter().map(join).collect::<io::Result<Vec<_>>>()
        })?;
        let mut times = times.concat();
        times.sort_by(f64::total_cmp);
        let percentile = |percent: usize| times[(times.len() - 1) * percent / 100];
        Ok(Measured {
            per_second: times.len() as f64 / start.elapsed().as_secs_f64(),
            median: percentile(50),
            p95: percentile(95),
            p99: percentile(99),
        })
    }
}

impl fmt::Display for Load {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let program = if self.has_wrk { "wrk -t1" } else { "eight threads" };
        write!(f, "{CONNECTIONS} connections by {program}, {} s each", self.duration.as_secs())
    }
}
