//! `gtn-db man`: the manual pages.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use clap_mangen::Man;

use crate::cli::output::{OutputFile, stdout};
use crate::cli::{Global, Outcome};

/// Print the manual page, or write the pages of all commands into a folder
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  gtn-db man --dir ~/.local/share/man/man1")]
pub struct ManArgs {
    /// Write a page for each command into this folder, creating it if necessary
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
}

/// The sections at the end of every page, in roff.
const SECTIONS: &str = r#".SH "EXIT STATUS"
.TP
0
The command succeeded, or found something.
.TP
1
Nothing was found.
.TP
2
An error occurred, or the command line could not be parsed.
.TP
3
The command succeeded, but skipped some input, or
.B check
found faults.
.TP
130
The command was interrupted by Ctrl\-C; finished work is kept.
.TP
143
The command was ended by SIGTERM; finished work is kept.
.SH ENVIRONMENT
.TP
GTN_DB
The database, unless
.B \-\-db
is given.
.TP
GTN_DB_PAGER, PAGER
The pager for long output on a terminal, the first that is set. The default is
.BR "less \-FRX" ;
an empty value turns paging off.
.TP
NO_COLOR
Turns colors off, unless
.B \-\-color always
is given.
.TP
CLICOLOR_FORCE
Turns colors on when standard output is not a terminal.
.TP
COLUMNS
The width of tables on a terminal.
.TP
XDG_DATA_HOME
The user's data directory, by default
.IR ~/.local/share .
.SH FILES
.TP
.I $XDG_DATA_HOME/gtn\-db/gtn.db
The database, unless
.B \-\-db
or
.B GTN_DB
names another one. While the database is in use, the files
.I gtn.db\-wal
and
.I gtn.db\-shm
are beside it, and during an import
.IR gtn.db\-lock .
"#;

pub fn run(args: &ManArgs, mut program: clap::Command, global: &Global) -> anyhow::Result<Outcome> {
    program.build(); // gives subcommands the global options
    match &args.dir {
        None => {
            let mut out = stdout();
            out.write_all(&page(&program)?)?;
            out.flush()?;
        }
        Some(dir) => {
            fs::create_dir_all(dir).with_context(|| dir.display().to_string())?;
            for command in commands(&program) {
                let name = command.get_display_name().unwrap_or(command.get_name());
                let path = dir.join(format!("{name}.1"));
                let mut out = OutputFile::create(&path, &[], global)?;
                out.write_all(&page(command)?)?;
                out.finish()?;
            }
        }
    }
    Ok(Outcome::Done)
}

/// A command, its subcommands, and theirs, without `help`.
fn commands(command: &clap::Command) -> Vec<&clap::Command> {
    let inner = command.get_subcommands().filter(|command| command.get_name() != "help");
    [command].into_iter().chain(inner.flat_map(commands)).collect()
}

/// The page of a command.
fn page(command: &clap::Command) -> io::Result<Vec<u8>> {
    let man = Man::new(command.clone());
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    let mut notes = Vec::new();
    man.render_extra_section(&mut notes)?;
    let notes = String::from_utf8_lossy(&notes).replacen(".SH EXTRA", ".SH NOTES", 1);
    write!(page, "{notes}{SECTIONS}")?;
    if command.get_version().is_some() {
        man.render_version_section(&mut page)?;
    }
    Ok(page)
}
