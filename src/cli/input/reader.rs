//! From command-line arguments to queries.

use std::borrow::Cow;
use std::ffi::OsString;
use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::iter;
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use gtn_db::Color;
use gtn_db::abalone::Setup;
use gtn_db::answer::TypedMoves;
use gtn_db::go::Position;
use gtn_db::gtn::Diagram;
use gtn_db::sgf::name_foreign_file;

use super::corner::NO_ROWS;
use super::drawn_board::read_drawn_board;
use super::paths::announce_pipe;
use super::point_notes::PointNotes;
use super::position_args::PositionArgs;
use super::query_text::{Form, QueryText};
use super::sgf_trees::{is_sgf, read_trees};
use super::text_reader::{Text, TextReader};
use super::typed_board::read_typed_rows;
use crate::cli::error::CommandError;

/// The name of a query in messages and answers (`argument 1`, `line 7`, `x.sgf, tree 12`, or the
/// key as typed), with the query or what is wrong with it.
pub type LabeledQuery = (String, anyhow::Result<QueryText>);

type Queries<'a> = Box<dyn Iterator<Item = LabeledQuery> + 'a>;

/// The longest SGF file that is read for queries.
const LONGEST_SGF: u64 = 256 << 20;

/// Reads the queries that the arguments contain or name, one at a time.
///
/// An argument is one of these, the first that fits:
/// - `-`: standard input, read like a file;
/// - a text of several lines, or SGF: read like a file;
/// - a text with `|`: an IGTN, or an IATN of Abalone;
/// - the path of a file: with texts or with SGF;
/// - 4 to 32 hexadecimal digits: the beginning of a key;
/// - an Abalone position in KAAWA, AO or APGN;
/// - moves.
pub fn read_queries<'a>(
    arguments: &'a [OsString],
    options: &'a PositionArgs,
) -> impl Iterator<Item = LabeledQuery> + 'a {
    let arguments = arguments.iter().zip(1..);
    arguments.flat_map(|(argument, number)| read_argument(argument, number, options))
}

/// Reads an argument that must hold exactly one query, with the label of that query.
///
/// # Errors
/// When there is none, more than one, or something is wrong with it; the error names it.
pub fn read_one_query(
    argument: &OsString,
    options: &PositionArgs,
) -> anyhow::Result<(String, QueryText)> {
    let mut queries = read_argument(argument, 1, options);
    let (label, query) = queries.next().context("argument 1: there is no position in it")?;
    if let Some((second, _)) = queries.next() {
        bail!("one position is needed, but there are several: {label}, {second}, …");
    }
    let query = query.with_context(|| label.clone())?;
    Ok((label, query))
}

fn read_argument<'a>(
    argument: &'a OsString,
    number: usize,
    options: &'a PositionArgs,
) -> Queries<'a> {
    let label = format!("argument {number}");
    if argument == "-" {
        let label_line = |line| format!("line {line}");
        return read_input(io::stdin().lock(), "standard input", label_line, options);
    }
    let text = argument.to_string_lossy();
    let trimmed = text.trim_start();
    if text.contains('\n') || trimmed.starts_with('(') && trimmed.contains(';') {
        return read_long_argument(&text, label, options);
    }
    if text.contains('|') {
        let form = igtn_or_abalone(text.into_owned());
        return one(label, form.and_then(|form| with_options(form, options)));
    }
    let path = Path::new(argument);
    if fs::metadata(path).is_ok_and(|found| !found.is_dir()) {
        let name = path.display().to_string();
        announce_pipe(path);
        return match File::open(path) {
            Ok(file) => {
                let of_line = name.clone();
                let label_line = move |line| format!("{of_line}: line {line}");
                let queries = read_input(BufReader::new(file), &name, label_line, options);
                let mut queries = queries.peekable();
                if queries.peek().is_none() {
                    return one(name, Err(anyhow!("there is no position in it")));
                }
                Box::new(queries)
            }
            Err(error) => one(name, Err(error.into())),
        };
    }
    match parse_word(&text, options) {
        Some(Ok(form @ Form::Key(_))) => one(text.into_owned(), with_options(form, options)),
        Some(form) => one(label, form.and_then(|form| with_options(form, options))),
        None => one(label, Err(not_understood(&text, path))),
    }
}

/// The arguments, or `-` in place of none if standard input is a file or a pipe: `gtn-db find <<END`.
///
/// # Errors
/// When there are none, and standard input is a terminal; and when standard input is meant and empty.
pub fn or_stdin(arguments: &[OsString]) -> anyhow::Result<Cow<'_, [OsString]>> {
    let is_terminal = io::stdin().is_terminal();
    let is_meant = arguments.is_empty() || *arguments == ["-"] && !is_terminal;
    if !is_meant {
        return Ok(Cow::Borrowed(arguments));
    }
    if is_terminal || io::stdin().lock().fill_buf()?.is_empty() {
        let error = CommandError::new("there is no position to look for");
        return Err(error
            .with_hint("give one, such as 'Q16 D4', or a drawing on standard input")
            .into());
    }
    Ok(Cow::Owned(vec!["-".into()]))
}

/// The arguments as one text if they are single moves, which the shell has split: `Q16 D4` without
/// quotes.
pub fn find_split_moves(arguments: &[OsString], options: &PositionArgs) -> Option<String> {
    let is_move = |argument: &&str| {
        TypedMoves::is_meant_by(argument, options.board_size()) && !Path::new(argument).exists()
    };
    let moves = arguments.iter().map(|argument| argument.to_str().filter(is_move));
    let moves: Vec<&str> = moves.collect::<Option<_>>()?;
    (moves.len() > 1).then(|| moves.join(" "))
}

fn one<'a>(label: String, query: anyhow::Result<QueryText>) -> Queries<'a> {
    Box::new(iter::once((label, query)))
}

fn with_options(form: Form, options: &PositionArgs) -> anyhow::Result<QueryText> {
    let form = match (form, options.part.corner) {
        (form, None) => form,
        (Form::Gtn(drawing), Some(corner)) => Form::Gtn(corner.mark_open_sides(&drawing)?),
        (_, Some(_)) => bail!(NO_ROWS),
    };
    Ok(QueryText { form, region: options.part.region.clone() })
}

/// Reads an argument of several lines; a line is named only when there are several queries.
fn read_long_argument<'a>(text: &str, label: String, options: &'a PositionArgs) -> Queries<'a> {
    let label_line = |line: usize| format!("{label}: line {line}");
    let mut queries: Vec<LabeledQuery> =
        read_input(text.as_bytes(), &label, label_line, options).collect();
    if let [(name, _)] = &mut *queries {
        *name = label;
    }
    Box::new(queries.into_iter())
}

/// Reads the queries of a file or of standard input.
fn read_input<'a>(
    mut input: impl BufRead + 'a,
    name: &str,
    label_line: impl Fn(usize) -> String + 'a,
    options: &'a PositionArgs,
) -> Queries<'a> {
    if let Ok(head) = input.fill_buf()
        && let Some(what) = name_foreign_file(head)
    {
        return one(name.to_owned(), Err(anyhow!("this is {what}, not a position")));
    }
    match input.fill_buf().map(is_sgf) {
        Ok(true) => read_sgf(input, name.to_owned(), options),
        Ok(false) => Box::new(TextReader::new(input, options.part.corner.is_some()).map(
            move |(line, text)| {
                let query = text.and_then(|text| parse_text(text, options));
                (label_line(line), query)
            },
        )),
        Err(error) => one(name.to_owned(), Err(error.into())),
    }
}

fn read_sgf<'a>(input: impl Read, name: String, options: &'a PositionArgs) -> Queries<'a> {
    let mut bytes = Vec::new();
    match input.take(LONGEST_SGF).read_to_end(&mut bytes) {
        Err(error) => return one(name, Err(error.into())),
        Ok(read) if read as u64 == LONGEST_SGF => {
            return one(name, Err(anyhow!("SGF of more than 256 MiB is not read for queries")));
        }
        Ok(_) => {}
    }
    let mut trees = read_trees(bytes, options.move_number, options.reads_notes).zip(1..).peekable();
    if trees.peek().is_none() {
        return one(name, Err(anyhow!("there is no game tree in it")));
    }
    let has_moves = options.move_number.is_some();
    Box::new(trees.flat_map(move |(positions, number)| {
        let tree = format!("{name}, tree {number}");
        let has_several = positions.len() > 1;
        positions.into_iter().zip(1..).map(move |(position, problem)| {
            let query = position.and_then(|(board, turn, notes)| {
                let form = match has_moves {
                    true => Form::Moves(board, turn, notes),
                    false => Form::Setup(board, turn, notes),
                };
                with_options(form, options)
            });
            let label = match has_several {
                true => format!("{tree}, problem {problem}"),
                false => tree.clone(),
            };
            (label, query)
        })
    }))
}

fn parse_text(text: Text, options: &PositionArgs) -> anyhow::Result<QueryText> {
    let form = match text {
        Text::Igtn(text) => igtn_or_abalone(text)?,
        Text::Gtn(text) => match read_drawn_board(&text) {
            Some(gtn) => Form::Gtn(gtn),
            None if Setup::is_meant_by(&text) => Form::Abalone(text),
            None if options.part.corner.is_some() => Form::Gtn(text),
            None => Form::Gtn(read_typed_rows(&text)),
        },
        Text::Line(text) => parse_word(&text, options).unwrap_or_else(|| {
            let text = text.escape_debug();
            Err(anyhow!("`{text}` is not a position: {}", forms()))
        })?,
    };
    with_options(form, options)
}

fn igtn_or_abalone(text: String) -> anyhow::Result<Form> {
    if Setup::is_meant_by(&text) {
        return Ok(Form::Abalone(text));
    }
    // A form, an operation or a region before the text.
    if text.trim_start().starts_with(|first: char| first == '{' || first.is_ascii_uppercase()) {
        return Ok(Form::Igtn(Diagram::from_written(&text)?.to_string()));
    }
    Ok(Form::Igtn(text))
}

/// Reads a key, an Abalone position or moves; `None` when the text is none of these.
fn parse_word(text: &str, options: &PositionArgs) -> Option<anyhow::Result<Form>> {
    if let Ok(prefix) = text.parse() {
        return Some(Ok(Form::Key(prefix)));
    }
    if Setup::is_meant_by(text) {
        return Some(Ok(Form::Abalone(text.to_owned())));
    }
    let play = || {
        let moves: TypedMoves = text.parse().map_err(|error: String| anyhow!(error))?;
        let (board, turn) = moves.play(Position::new(options.board_size()))?;
        let mut notes = PointNotes::default();
        if options.reads_notes {
            let played = moves.on_board(board.size(), Color::Black);
            notes = PointNotes::number_moves(played, &board);
        }
        Ok(Form::Moves(board, Some(turn), notes))
    };
    TypedMoves::is_meant_by(text, options.board_size()).then(play)
}

fn not_understood(text: &str, path: &Path) -> anyhow::Error {
    let shown = text.escape_debug();
    if text.is_empty() {
        anyhow!("an empty text")
    } else if path.is_dir() {
        anyhow!("`{shown}` is a folder; name a file in it ({})", forms())
    } else {
        anyhow!("`{shown}` is neither a file nor a position ({})", forms())
    }
}

/// How to write a query.
fn forms() -> impl Display {
    "a position is written as IGTN, such as 3x3|.O.X....., moves as 'Q16 D4', a key as 4 or more \
     hexadecimal digits"
}
