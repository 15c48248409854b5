//! The positions of SGF game trees.

use anyhow::{anyhow, bail};
use gtn_db::export::Annotation;
use gtn_db::extract::{self, Extracted, ProblemSetup, TreeLocation};
use gtn_db::games::{GameDecoder, Step, replay_line};
use gtn_db::go::Board;
use gtn_db::model::{TreeKind, TreeOptions, Variations};
use gtn_db::sgf::{self, Detected};
use gtn_db::{Color, Fault, Rule};

use super::point_notes::PointNotes;
use crate::cli::output::plural;

/// A position of a game tree: the stones, who is to move if the tree says so, and if they are wanted, the
/// marks or the numbers of the moves.
pub type TreePosition = (Board, Option<Color>, PointNotes);

/// Reads the positions of each game tree of a collection: the setups of its problems before their first moves, or
/// the one position after `move_number` moves of the main line. An error names the byte.
pub fn read_trees(
    bytes: Vec<u8>,
    move_number: Option<u32>,
    reads_notes: bool,
) -> impl Iterator<Item = Vec<anyhow::Result<TreePosition>>> {
    let bytes = sgf::to_utf8(&bytes).unwrap_or(bytes);
    let charset = sgf::detect_charset(&bytes);
    let trees = sgf::split(&bytes, charset.charset, true).trees;
    trees.into_iter().map(move |span| {
        let tree = &bytes[span.range()];
        let (charset, _) = sgf::tree_charset(tree, charset);
        match move_number {
            None => read_setups(tree, charset, span.start, reads_notes),
            Some(number) => {
                vec![read_after_moves(tree, charset, span.start, number, reads_notes)]
            }
        }
    })
}

/// Whether a text begins like SGF. GobanTN has no `;` outside of comments.
pub fn is_sgf(start: &[u8]) -> bool {
    let line = start.split(|&byte| byte == b'\n').find(|line| !line.trim_ascii().is_empty());
    let is_first_line = |line: &[u8]| {
        let line = line.trim_ascii();
        line == b"(" || line.contains(&b';') && !line.starts_with(b"#")
    };
    sgf::to_utf8(start).is_some() || line.is_some_and(is_first_line)
}

fn describe(fault: &Fault, start: usize) -> anyhow::Error {
    anyhow!("byte {}: {}", start + fault.offset, fault.message)
}

fn read_setups(
    tree: &[u8],
    charset: Detected,
    start: usize,
    reads_notes: bool,
) -> Vec<anyhow::Result<TreePosition>> {
    let read = |ProblemSetup { sgf, setup }: ProblemSetup<'_>| {
        let setup = setup.map_err(|fault| describe(&fault, start))?;
        let mut notes = PointNotes::default();
        if reads_notes {
            let annotation = Annotation::before_moves(&sgf, charset.charset, &setup.board);
            notes = PointNotes::of_annotation(annotation);
        }
        Ok((setup.board, setup.turn_evidence.turn().0, notes))
    };
    extract::extract_setups(tree, charset).into_iter().map(read).collect()
}

fn read_after_moves(
    tree: &[u8],
    charset: Detected,
    start: usize,
    number: u32,
    reads_notes: bool,
) -> anyhow::Result<TreePosition> {
    let as_game = TreeOptions {
        kind: Some(TreeKind::Game),
        variations: Some(Variations::Main),
        ..TreeOptions::default()
    };
    let (extracted, faults) = extract::extract_tree(tree, charset, TreeLocation::FIRST, as_game);
    let Extracted::Game(game) = extracted else {
        let fault = faults.last().map(|fault| describe(fault, start));
        return Err(fault.unwrap_or_else(|| anyhow!("not a game tree")));
    };
    let mut lines = GameDecoder::new(&game.lines)?;
    lines.next_line()?;
    let replayed = replay_line(&lines, number);
    if replayed.moves < number {
        let illegal = faults.iter().find(|fault| fault.rule == Rule::MoveIllegal);
        match illegal {
            Some(fault) => bail!("--move {number}: {:#}", describe(fault, start)),
            None => {
                let moves = plural(replayed.moves.into(), "move");
                bail!("--move {number}: the main line has only {moves}")
            }
        }
    }
    let mut notes = PointNotes::default();
    if reads_notes {
        let moves = lines.steps().iter().filter_map(|step| match *step {
            Step::Play(color, at) => Some((color, Some(at))),
            Step::Pass(color) => Some((color, None)),
            Step::Setup => None,
        });
        notes = PointNotes::number_moves(moves.take(number as usize), &replayed.board);
    }
    Ok((replayed.board, replayed.turn, notes))
}
