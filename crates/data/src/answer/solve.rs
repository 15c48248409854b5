//! The verdict of a search about a problem.

use serde::Serialize;

use super::point_names::PointNames;
use crate::Color;
use crate::go::{Point, Size};
use crate::sgf::value::format_point;
use crate::solve::{Frame, FrameVerdict, LineMove, Outcome, Verdict, Why};

/// The verdict of a search about a problem. Points are those of SGF on the board of the query.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SolveJson {
    /// Which query this is: the argument, the line or the game tree.
    pub query: String,
    /// Who moves: `black` or `white`.
    pub turn: &'static str,
    /// What the best moves of both sides lead to: `killed`, `ko`, `seki` or `lives`; null if unknown.
    pub outcome: Option<&'static str>,
    /// Why the outcome is unknown: `open`, `budget` and others that docs/solve.md lists; else null.
    pub unknown: Option<&'static str>,
    /// The color of the group that lives or is killed; null if none was found.
    pub defender: Option<&'static str>,
    /// Whether a pass reaches the outcome, too; then `moves` is empty.
    pub settled: bool,
    /// The first moves that reach the outcome.
    pub moves: Vec<String>,
    /// First moves that do not.
    pub refuted: Vec<RefutedJson>,
    /// First moves without a result.
    pub undecided: Vec<String>,
    /// Whether stones of the group's color lie outside of the region; what they could change is not
    /// searched.
    pub friends_outside: bool,
    /// What the verdict says of the first moves that the record accepts, of a key; else empty.
    pub book: Vec<BookMoveJson>,
    /// A line of right play: points, and null for a pass. The side that fails resists as long as it
    /// can, and the line ends where the rest is certain without a search.
    pub line: Vec<Option<String>>,
    /// What was found in each frame that was searched.
    pub frames: Vec<FrameJson>,
    /// The number of positions that were searched.
    pub nodes: u64,
    /// `moves` for people, such as `B19 C18`.
    #[serde(skip)]
    pub move_names: String,
    /// `undecided` for people.
    #[serde(skip)]
    pub undecided_names: String,
    /// `line` for people, such as `B B19 W C18`.
    #[serde(skip)]
    pub line_names: String,
    /// The reason for people, such as `no group is enclosed`.
    #[serde(skip)]
    pub reason: Option<String>,
}

/// A first move that does not reach the outcome.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RefutedJson {
    /// The move.
    #[serde(rename = "move")]
    pub point: String,
    /// The reply; null if it is a pass, or none is needed.
    pub reply: Option<String>,
    /// Both for people, such as `A19 (B19)`.
    #[serde(skip)]
    pub names: String,
}

/// A first move that a record accepts.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BookMoveJson {
    /// The move; null for tenuki.
    #[serde(rename = "move")]
    pub point: Option<String>,
    /// `confirmed`; `refuted`; `settled` if a pass does as well; `outside` of the region; or
    /// `undecided`.
    pub verdict: &'static str,
    /// Both for people, such as `B19 confirmed`.
    #[serde(skip)]
    pub names: String,
}

/// What was found in one frame.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FrameJson {
    /// `ring`, `weak-wall` or `tight`.
    pub frame: &'static str,
    /// The outcome in this frame; null if it is unknown.
    pub outcome: Option<&'static str>,
    /// Why it is unknown; else null.
    pub unknown: Option<&'static str>,
    /// The first moves that reach the outcome in this frame; null in the tight frame, where only the
    /// outcome is looked for.
    pub moves: Option<Vec<String>>,
    /// These moves for people.
    #[serde(skip)]
    pub move_names: String,
}

impl SolveJson {
    /// A verdict about a problem on a board, and about the first moves that a book accepts.
    pub fn new(
        query: &str,
        board: Size,
        turn: Color,
        verdict: &Verdict,
        book: &[Option<Point>],
    ) -> SolveJson {
        let names = PointNames::whole(board);
        let list = |points: &[Point]| points.iter().map(|&at| format_point(at)).collect();
        let name_all = |points: &[Point]| {
            let names: Vec<String> = points.iter().map(|&at| names.name(at)).collect();
            names.join(" ")
        };
        let frame = |verdict: &FrameVerdict| FrameJson {
            frame: verdict.frame.name(),
            outcome: verdict.outcome.ok().map(Outcome::name),
            unknown: verdict.outcome.err().map(Why::name),
            moves: (verdict.frame != Frame::Tight).then(|| list(&verdict.moves)),
            move_names: match verdict.frame {
                Frame::Tight => String::new(),
                _ => name_all(&verdict.moves),
            },
        };
        let solved = verdict.answer.as_ref().ok();
        let why = verdict.answer.as_ref().err();
        let moves = solved.map(|solved| &*solved.moves).unwrap_or_default();
        let refuted = solved.map(|solved| &*solved.refuted).unwrap_or_default();
        let undecided = solved.map(|solved| &*solved.undecided).unwrap_or_default();
        let refuted = refuted.iter().map(|&(at, reply)| RefutedJson {
            point: format_point(at),
            reply: reply.map(format_point),
            names: match reply {
                Some(reply) => format!("{} ({})", names.name(at), names.name(reply)),
                None => names.name(at),
            },
        });
        let book = book.iter().map(|&at| BookMoveJson {
            point: at.map(format_point),
            verdict: verdict.judge(at).name(),
            names: format!("{} {}", names.name_move(at), verdict.judge(at).name()),
        });
        let line = find_line(verdict);
        let name_move = |&(color, at): &LineMove| {
            let at = at.map_or("pass".to_owned(), |at| names.name(at));
            format!("{} {at}", color.sgf_char())
        };
        let line_names: Vec<String> = line.iter().map(name_move).collect();
        SolveJson {
            query: query.to_owned(),
            turn: turn.name(),
            outcome: solved.map(|solved| solved.outcome.name()),
            unknown: why.map(|why| why.name()),
            defender: verdict.defender.map(Color::name),
            settled: solved.is_some_and(|solved| solved.is_settled()),
            moves: list(moves),
            refuted: refuted.collect(),
            undecided: list(undecided),
            book: book.collect(),
            friends_outside: solved.is_some_and(|solved| solved.has_friends),
            line: line.iter().map(|&(_, at)| at.map(format_point)).collect(),
            frames: verdict.frames.iter().map(frame).collect(),
            nodes: verdict.nodes,
            move_names: name_all(moves),
            undecided_names: name_all(undecided),
            line_names: line_names.join(" "),
            reason: why.map(|why| why.to_string()),
        }
    }

    /// The outcome for people, such as `White is killed`.
    pub fn sentence(&self) -> String {
        let group = self.defender.map_or("the group", |color| match color {
            "black" => "Black",
            _ => "White",
        });
        let settled = if self.settled { ", whoever moves first" } else { "" };
        match (self.outcome, &self.reason) {
            (Some("killed"), _) => format!("{group} is killed{settled}"),
            (Some("lives"), _) => format!("{group} lives{settled}"),
            (Some("ko"), _) => format!("{group}: ko{settled}"),
            (Some(outcome), _) => format!("{group}: {outcome}{settled}"),
            (None, Some(reason)) => format!("unknown: {reason}"),
            (None, None) => "unknown".to_owned(),
        }
    }
}

/// A line of right play that begins with a right move in every frame.
fn find_line(verdict: &Verdict) -> Vec<LineMove> {
    let Ok(solved) = &verdict.answer else { return Vec::new() };
    verdict.frames.first().map(|frame| frame.main_line(&solved.moves)).unwrap_or_default()
}
