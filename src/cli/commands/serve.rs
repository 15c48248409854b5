//! `gtn-db serve`: the web page and the HTTP API.

use std::net::IpAddr;
use std::process::{Command, Stdio};
use std::thread;

use clap::Args;
use gtn_db::server::{GRACE, Server, ServerOptions};

use crate::cli::error::CommandError;
use crate::cli::output::print_line;
use crate::cli::publishing::pdf::find_book_compiler;
use crate::cli::signals::{self, Ending};
use crate::cli::{Global, Outcome, report};

/// Serve the database as a web page and an HTTP API
#[derive(Debug, Args)]
#[command(after_help = "\
The first line of the output is the address of the page. The server answers programs and browsers \
on this computer only, until it is interrupted. With --bind it answers other computers too, under \
the names of --host, and changes nothing unless --writable is given. An import beside the server \
shows at once.

Example:
  gtn-db serve --open")]
pub struct ServeArgs {
    /// The port; 0 takes one that is free
    #[arg(long, value_name = "N", default_value_t = 8361)]
    port: u16,
    /// Listen on this address of the computer [default: 127.0.0.1 and ::1]
    #[arg(long, value_name = "ADDRESS")]
    bind: Option<IpAddr>,
    /// Also answer under this name, with its port if the address in the browser shows one; may be
    /// given several times
    #[arg(long, value_name = "NAME", value_parser = parse_host)]
    host: Vec<String>,
    /// Change nothing: no decisions, no imports
    #[arg(long, conflicts_with = "writable")]
    read_only: bool,
    /// Allow decisions and imports also with --bind: everybody who reaches the server can make them
    #[arg(long, requires = "bind")]
    writable: bool,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// The longest upload, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u16).range(1..))]
    max_upload: u16,
    /// Let pages of other sites read the API; only without changes
    #[arg(long)]
    cors: bool,
    /// The path below which a proxy has the server, such as /go
    #[arg(long, value_name = "PATH", value_parser = parse_base_path)]
    base_path: Option<String>,
}

pub fn run(args: &ServeArgs, global: &Global) -> anyhow::Result<Outcome> {
    let is_public = args.bind.is_some_and(|address| !address.is_loopback());
    if is_public && args.host.is_empty() {
        let hint = "--host example.org is a name under which others reach the server";
        return Err(CommandError::new("--bind needs --host").with_hint(hint).into());
    }
    let is_read_only = args.read_only || (is_public && !args.writable);
    if args.cors && !is_read_only {
        return Err(CommandError::new("--cors needs --read-only").into());
    }
    let options = ServerOptions {
        database: global.database()?,
        port: args.port,
        bind: args.bind,
        hosts: args.host.clone(),
        is_read_only,
        max_upload: usize::from(args.max_upload) << 20,
        has_cors: args.cors,
        base_path: args.base_path.clone().unwrap_or_default(),
        compile_book: find_book_compiler(),
    };
    let server = Server::bind(options, report)?;
    let url = server.url();
    let ending = Ending { grace: GRACE, note: "ended before all requests were answered" };
    let is_ending = signals::cancel_flag(ending);
    print_line(&url)?;
    if args.open {
        open_browser(&url);
    }
    server.run(is_ending)?;
    Ok(Outcome::Done)
}

/// Reads a path such as `/go`; `/` is none.
/// A name as `Host` has it.
fn parse_host(text: &str) -> Result<String, &'static str> {
    let is_plain = |char: char| char.is_ascii_alphanumeric() || "-_.:[]".contains(char);
    match !text.is_empty() && text.chars().all(is_plain) {
        true => Ok(text.to_owned()),
        false => Err("write the name alone, as in go.example.org or go.example.org:8080"),
    }
}

fn parse_base_path(text: &str) -> Result<String, &'static str> {
    let path = text.trim_end_matches('/');
    let is_plain = |char: char| char.is_ascii_alphanumeric() || "/-_.~".contains(char);
    let has_parts = path.split('/').skip(1).all(|part| !matches!(part, "" | "." | ".."));
    match (path.is_empty() || path.starts_with('/')) && path.chars().all(is_plain) && has_parts {
        true => Ok(path.to_owned()),
        false => Err("write / and letters or digits, as in /go"),
    }
}

/// Opens a page in the user's browser.
fn open_browser(url: &str) {
    let (program, arguments): (&str, &[&str]) = match () {
        () if cfg!(target_os = "macos") => ("open", &[]),
        () if cfg!(windows) => ("cmd", &["/C", "start", ""]),
        () => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(url);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match command.spawn() {
        Ok(mut browser) => {
            thread::spawn(move || browser.wait());
        }
        Err(error) => report(&format!("cannot open a browser: {program}: {error}")),
    }
}
