//! What a user wants to find: positions in any form, or the beginning of a key.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use anyhow::{Context, bail};
use gtn_db::find::PositionQuery;
use gtn_db::gtn::Pattern;
use gtn_db::gtn::{Diagram, SubPosition};
use gtn_db::{Color, KeyPrefix, extract, sgf};

use crate::cli::input::texts::{self, Origin, Text};

/// What was asked for: a position, or with `Q` something else to look for.
pub enum Asked<Q = Box<PositionQuery>> {
    /// As it was given.
    Given(Q),
    /// The position under a key that begins so.
    Key(KeyPrefix),
}

/// Takes one query after the other with where it comes from, or what is wrong
/// with it.
pub type Visit<'a, Q> = dyn FnMut(&str, anyhow::Result<Asked<Q>>) -> anyhow::Result<()> + 'a;

/// What can be asked for, in a text or in a game tree.
pub trait Wanted: Sized {
    /// What it is written as.
    type Text: Text;

    /// What a text asks for.
    fn of_text(text: Self::Text, turn: Option<Color>) -> anyhow::Result<Self>;

    /// What a game tree asks for that starts from this goban.
    fn of_goban(goban: &SubPosition, turn: Option<Color>) -> anyhow::Result<Self>;
}

impl Wanted for Box<PositionQuery> {
    type Text = Diagram;

    fn of_text(text: Diagram, turn: Option<Color>) -> anyhow::Result<Box<PositionQuery>> {
        Ok(Box::new(PositionQuery::new(&text.sub_position(), turn)?))
    }

    fn of_goban(goban: &SubPosition, turn: Option<Color>) -> anyhow::Result<Box<PositionQuery>> {
        Ok(Box::new(PositionQuery::new(goban, turn).context("no stones are set up")?))
    }
}

impl Wanted for Pattern {
    type Text = Pattern;

    fn of_text(text: Pattern, _: Option<Color>) -> anyhow::Result<Pattern> {
        Ok(text)
    }

    /// The window, as with a key: nobody looks for the whole goban.
    fn of_goban(goban: &SubPosition, _: Option<Color>) -> anyhow::Result<Pattern> {
        let window = goban.window().context("no stones are set up")?;
        Ok(Pattern::try_from(&window.sub)?)
    }
}

/// Visits the queries that the arguments give or name: an IGTN, a GTN of
/// several lines, a file with texts or with SGF, `-` for the same from standard
/// input, the beginning of a key. `turn` is who is to move; a game tree may
/// say it itself.
///
/// # Errors
/// Those of the visitor.
pub fn visit<Q: Wanted>(
    arguments: &[OsString],
    turn: Option<Color>,
    visit: &mut Visit<'_, Q>,
) -> anyhow::Result<()> {
    for (argument, number) in arguments.iter().zip(1..) {
        if argument == "-" {
            let label = |line| Origin::Stdin(line);
            visit_input(io::stdin().lock(), "standard input", label, turn, visit)?;
            continue;
        }
        let path = Path::new(argument);
        let text = argument.to_string_lossy();
        let is_file = || fs::metadata(path).is_ok_and(|found| !found.is_dir());
        if !text.contains(['|', '\n']) && is_file() {
            let shown = path.display().to_string();
            match File::open(path) {
                Ok(file) => {
                    let label = |line| Origin::File(path, line);
                    visit_input(BufReader::new(file), &shown, label, turn, visit)?;
                }
                Err(error) => visit(&shown, Err(error.into()))?,
            }
        } else if let Ok(prefix) = text.parse() {
            visit(&text, Ok(Asked::Key(prefix)))?;
        } else {
            let error = "neither an IGTN nor a file nor 4 or more digits of a key";
            texts::visit_argument(argument, number, error, &mut |origin, text| {
                visit(&origin.to_string(), given(text, turn))
            })?;
        }
    }
    Ok(())
}

fn given<Q: Wanted>(
    text: anyhow::Result<Q::Text>,
    turn: Option<Color>,
) -> anyhow::Result<Asked<Q>> {
    Ok(Asked::Given(Q::of_text(text?, turn)?))
}

/// Visits the queries of a file or of standard input.
fn visit_input<'a, Q: Wanted>(
    mut input: impl BufRead,
    name: &str,
    label: impl Fn(usize) -> Origin<'a>,
    turn: Option<Color>,
    visit: &mut Visit<'_, Q>,
) -> anyhow::Result<()> {
    match is_sgf(&mut input) {
        Ok(true) => visit_trees(input, name, turn, visit),
        Ok(false) => texts::visit_lines(input, label, &mut |origin, text| {
            visit(&origin.to_string(), given(text, turn))
        }),
        Err(error) => visit(name, Err(error.into())),
    }
}

/// Whether what is read begins like SGF: the texts of GobanTN have no `;`.
fn is_sgf(input: &mut impl BufRead) -> io::Result<bool> {
    let start = input.fill_buf()?;
    let line = start.split(|&byte| byte == b'\n').find(|line| !line.trim_ascii().is_empty());
    let is_utf_16 = sgf::to_utf8(start).is_some();
    Ok(is_utf_16 || line.is_some_and(|line| line.contains(&b';') || line.trim_ascii() == b"("))
}

/// The longest file of SGF that is read for queries.
const LONGEST: u64 = 256 << 20;

/// Visits the positions that the trees of a collection start from.
fn visit_trees<Q: Wanted>(
    input: impl Read,
    name: &str,
    turn: Option<Color>,
    visit: &mut Visit<'_, Q>,
) -> anyhow::Result<()> {
    let read = || -> anyhow::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        input.take(LONGEST).read_to_end(&mut bytes)?;
        if bytes.len() as u64 == LONGEST {
            bail!("too long for a query");
        }
        Ok(sgf::to_utf8(&bytes).unwrap_or(bytes))
    };
    let bytes = match read() {
        Ok(bytes) => bytes,
        Err(error) => return visit(name, Err(error)),
    };
    let charset = sgf::detect_charset(&bytes);
    let trees = sgf::split(&bytes, charset.charset, true).trees;
    if trees.is_empty() {
        return visit(name, Err(anyhow::anyhow!("there is no game tree in it")));
    }
    for (span, number) in trees.iter().zip(1..) {
        let asked = extract::extract_setup(&bytes[span.range()], charset.charset)
            .map_err(|fault| {
                anyhow::anyhow!("byte {}: {}", span.start + fault.offset, fault.message)
            })
            .and_then(|setup| {
                let turn = turn.or(setup.turn_evidence.turn().0);
                Ok(Asked::Given(Q::of_goban(&SubPosition::goban(setup.board), turn)?))
            });
        visit(&format!("{name}, tree {number}"), asked)?;
    }
    Ok(())
}
