//! The short help, which `-h` prints, in contrast to the whole one of `--help`.

use clap::Command;

/// A command with more options than this shows only its own ones, without those under a heading.
const MANY_OPTIONS: usize = 18;

/// What `gtn-db` prints without a command.
pub const SUMMARY: &str = "\
gtn-db finds duplicate Go problems (tsumego), joseki and games, in any
orientation and color, in files and archives of SGF. First of all:

  gtn-db import FOLDER        read files into the database; again after changes
  gtn-db dups                 list the problems that occur more than once
  gtn-db find POSITION        is this position known?
  gtn-db compare FILE         which problems of a file are new?
  gtn-db export -o NEW.sgf    write every problem once

POSITION is an SGF file, or a text such as '2x3|.XO_XXO_!!!_'.
`gtn-db serve` shows everything in a browser.

`gtn-db --help` lists all commands, `gtn-db COMMAND -h` the options of one, and
`gtn-db COMMAND --help` explains it.
";

/// Gives all commands a short help: without explanations, which begin after the options and end before
/// the examples, and without the less common options.
pub fn shorten(command: Command) -> Command {
    let command = command.mut_subcommands(shorten);
    let command = match command.get_after_help().map(ToString::to_string) {
        Some(whole) => {
            let start = whole.find("Example:").unwrap_or(0);
            let short = whole[start..].to_owned();
            command.after_help(short).after_long_help(whole)
        }
        None => command,
    };
    if command.get_arguments().count() <= MANY_OPTIONS {
        return command;
    }
    command.mut_args(|arg| {
        let is_less_common = arg.get_help_heading().is_some();
        arg.hide_short_help(is_less_common)
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::Cli;

    #[test]
    fn short_helps_fit_a_screen_and_keep_their_examples() {
        let mut cli = shorten(Cli::command().term_width(80));
        cli.build();
        for command in cli.get_subcommands_mut().filter(|command| command.get_name() != "help") {
            let short = command.render_help().to_string();
            let name = command.get_name().to_owned();
            assert!(short.lines().count() <= 60, "{name}:\n{short}");
            assert!(short.contains("Example:\n  gtn-db"), "{name}:\n{short}");
            assert!(short.lines().all(|line| line.chars().count() <= 80), "{name}:\n{short}");
        }
        assert!(SUMMARY.lines().count() <= 25);
    }

    #[test]
    fn helps_are_as_wide_as_a_narrow_terminal() {
        let mut cli = shorten(Cli::command().term_width(60));
        cli.build();
        for command in cli.get_subcommands_mut() {
            let helps =
                [command.render_help(), command.render_long_help()].map(|help| help.to_string());
            for line in helps.iter().flat_map(|help| help.lines()) {
                // Examples are commands, which a line feed would break.
                let is_example = line.starts_with("  gtn-db");
                assert!(is_example || line.chars().count() <= 60, "{}: {line}", command.get_name());
            }
        }
    }
}
