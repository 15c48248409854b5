//! The content of the page of a game: the board after a move, its comment, and where a shape is.

use super::problem::Problem;
use super::sought::Sought;
use super::state::View;
use super::text::texts;
use crate::answer::GameJson;
use crate::find::LoadGamesError;
use crate::games::{DecodeGameError, IndexGameError, LineWalk, Match, Replayed, Step, replay_line};
use crate::go::{Point, Region, Size};
use crate::model::Charset;
use crate::sgf::value::{Move, decode_text};
use crate::sgf::{GameTree, Node};

/// The lines of a game that are listed.
pub(super) const MAX_LINES: usize = 200;

texts! { "server/game_view": pub(super) NO_GAME, pub(super) NO_LINE }

/// What to show of a game.
#[derive(Clone, Debug)]
pub(super) struct GameRequest {
    pub(super) id: i64,
    /// The number of the line, from 1; as the shape wants it if not given.
    pub(super) line: Option<u32>,
    /// How many moves are played; as the shape wants it, else all, if not given.
    pub(super) number: Option<u32>,
    /// What was searched.
    pub(super) sought: Option<Sought>,
    /// Show the board after the first move at this point instead.
    pub(super) point: Option<Point>,
}

/// A game after a move.
#[derive(Debug)]
pub(super) struct GameView {
    pub(super) game: GameJson,
    pub(super) size: Size,
    pub(super) replayed: Replayed,
    /// The number of the line, from 1.
    pub(super) line: u32,
    /// The number of moves in the line.
    pub(super) moves: u32,
    /// The comment at this move.
    pub(super) comment: Option<String>,
    /// The first lines with the branches that lead there, and the moves of the branches.
    pub(super) lines: Vec<(String, u32)>,
    /// The number of lines.
    pub(super) line_count: u32,
    /// Where the shape occurs in the game.
    pub(super) matches: Vec<Match>,
    /// The rectangle of the shape on the board, if it is there after this move.
    pub(super) region: Option<Region>,
}

impl GameView {
    /// Reads a game.
    ///
    /// # Errors
    /// 404 if there is no such game or line.
    pub(super) fn read(view: &View<'_>, request: &GameRequest) -> Result<GameView, Problem> {
        let id = request.id;
        let missing = || Problem::not_found(NO_GAME.with(&[&id]));
        let game = view.store.game(id)?.ok_or_else(missing)?;
        let stored = view.store.game_lines(id)?.ok_or_else(missing)?;
        let sought = request.sought.as_ref();
        let matches = match sought {
            None => Vec::new(),
            Some(sought) => sought.list_matches(view, id, MAX_LINES)?,
        };
        let first =
            matches.iter().find(|found| request.line.is_none_or(|line| line == found.line + 1));
        let line = request.line.or(first.map(|found| found.line + 1)).unwrap_or(1).max(1);
        let damaged = |source: DecodeGameError| {
            Problem::from(LoadGamesError::Game(IndexGameError { game: id, source }))
        };
        let mut walk = LineWalk::new(&stored).map_err(damaged)?;
        let (mut lines, mut shown) = (Vec::new(), None);
        for number in 0.. {
            if !walk.go_to(number).map_err(damaged)? {
                break;
            }
            if number + 1 == line {
                shown = Some(Shown::new(&walk, request, first));
            }
            if lines.len() < MAX_LINES {
                let path = walk.to_string();
                let branch = path.rsplit(' ').next().and_then(|last| last.split(':').next());
                let branch = branch.and_then(|number| number.parse().ok()).unwrap_or(0);
                lines.push((path, branch));
            }
        }
        let gone = || Problem::not_found(NO_LINE.with(&[&id, &line]));
        let Shown { replayed, steps, moves } = shown.ok_or_else(gone)?;
        let (sgf, charset) = view.store.game_tree(id)?;
        let size = replayed.board.size();
        let region = sought.and_then(|sought| {
            let pattern = sought.search().pattern();
            let mut here = matches.iter().filter(|found| found.line + 1 == line);
            let found = here.rfind(|found| u32::from(found.move_number) <= replayed.moves)?;
            let region = Region { origin: found.origin, size: found.symmetry.size(pattern.size()) };
            let is_there = u32::from(found.move_number) == replayed.moves
                || found.next.is_none_or(|next| u32::from(next.move_number) > replayed.moves);
            (is_there && region.fits(size)).then_some(region)
        });
        Ok(GameView {
            game: GameJson::new(game, None),
            size,
            line,
            moves,
            comment: find_comment(&sgf, charset.as_ref(), size, &steps, replayed.moves),
            replayed,
            lines,
            line_count: walk.count(),
            matches,
            region,
        })
    }
}

/// The line that is shown.
struct Shown {
    replayed: Replayed,
    steps: Vec<Step>,
    /// The number of moves in the line.
    moves: u32,
}

impl Shown {
    fn new(walk: &LineWalk<'_>, request: &GameRequest, found: Option<&Match>) -> Shown {
        let steps = walk.line().steps().to_vec();
        let moves: Vec<&Step> = steps.iter().filter(|step| step.player().is_some()).collect();
        let at_point = request.point.and_then(|asked| {
            let is_asked = |step: &&Step| matches!(step, Step::Play(_, point) if *point == asked);
            moves.iter().position(is_asked).map(|at| at as u32 + 1)
        });
        let of_shape = found.map(|found| u32::from(found.move_number));
        let count = moves.len() as u32;
        let number = at_point.or(request.number).or(of_shape).unwrap_or(count);
        Shown { replayed: replay_line(walk.line(), number), moves: count, steps }
    }
}

/// The comments of the nodes after `number` moves of a line, found in the game tree by the moves of
/// the line.
fn find_comment(
    sgf: &[u8],
    charset: Option<&Charset>,
    size: Size,
    steps: &[Step],
    number: u32,
) -> Option<String> {
    let tree = GameTree::read(sgf, Charset::for_reading(charset));
    let wanted = steps.iter().filter(|step| step.player().is_some()).take(number as usize);
    // The nodes after some moves of the line: where variations repeat a move, several.
    let mut nodes: Vec<Node<'_, '_>> = tree.root().into_iter().collect();
    extend_without_moves(&mut nodes, size);
    for step in wanted {
        let children = nodes.iter().flat_map(|node| node.children());
        let fitting = children.filter(|node| played(*node, size).as_ref() == Some(step));
        nodes = fitting.collect();
        extend_without_moves(&mut nodes, size);
    }
    let texts = nodes.iter().filter_map(|node| node.get(b"C"));
    let mut texts: Vec<String> =
        texts.map(|text| decode_text(text, tree.charset()).trim().to_owned()).collect();
    texts.dedup();
    texts.retain(|text| !text.is_empty());
    (!texts.is_empty()).then(|| texts.join("\n\n"))
}

/// Adds the nodes without a move behind the given ones.
fn extend_without_moves<'t, 'a>(nodes: &mut Vec<Node<'t, 'a>>, size: Size) {
    let mut at = 0;
    while let Some(node) = nodes.get(at).copied() {
        nodes.extend(node.children().filter(|child| played(*child, size).is_none()));
        at += 1;
    }
}

/// The move of a node.
fn played(node: Node<'_, '_>, size: Size) -> Option<Step> {
    let (color, played) = node.played(size)?;
    Some(match played {
        Ok(Move::At(point)) => Step::Play(color, point),
        Ok(Move::Pass) => Step::Pass(color),
        Err(_) => Step::Setup, // equals no move of a line
    })
}
