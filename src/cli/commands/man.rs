//! `gtn-db man`: the manual pages.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, CommandFactory};
use clap_mangen::Man;

use crate::cli::{Cli, Global, Outcome};

/// Print the manual page, or write one a command into a folder
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  gtn-db man --dir ~/.local/share/man/man1")]
pub struct ManArgs {
    /// The folder, which is made if need be; without it the main page is printed
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
}

pub fn run(args: &ManArgs, _global: &Global) -> anyhow::Result<Outcome> {
    if let Some(dir) = &args.dir {
        fs::create_dir_all(dir)
            .and_then(|()| clap_mangen::generate_to(Cli::command(), dir))
            .with_context(|| dir.display().to_string())?;
    } else {
        let mut page = Vec::new();
        Man::new(Cli::command()).render(&mut page)?;
        io::stdout().write_all(&page)?;
    }
    Ok(Outcome::Done)
}
