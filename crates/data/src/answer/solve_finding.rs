//! What the verdict about a problem says of a record.

use serde::Serialize;

use super::point_names::PointNames;
use crate::find::{SolveClass, SolveFinding};
use crate::go::Point;
use crate::sgf::value::format_point;
use crate::solve::BookMove;

/// What the verdict about a problem says of one of its records. Points are those of SGF on the board of
/// the record.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SolveFindingJson {
    /// `confirmed`, `dual`, `refuted`, `differs`, `found`, `ko`, `seki`, `settled`, `outside`, `undecided` or `unknown`:
    /// docs/solve.md lists what they mean.
    pub class: &'static str,
    /// The key of the position.
    pub key: String,
    /// Who moves, in the colors of the record.
    pub turn: &'static str,
    /// The name of the source.
    pub source: String,
    /// The number of the game tree in the source, from 1.
    pub tree: u32,
    /// SGF's GN.
    pub name: Option<String>,
    /// What the best moves of both sides lead to: `killed`, `ko`, `seki` or `lives`; null if unknown.
    pub outcome: Option<&'static str>,
    /// Why it is unknown; else null.
    pub unknown: Option<&'static str>,
    /// The outcome that the words of the record state: `killed`, `ko`, `seki` or `lives`; null if they state
    /// none.
    pub stated: Option<&'static str>,
    /// Whether that is the outcome of the verdict; null if the record states none, or nothing is claimed.
    pub agrees: Option<bool>,
    /// The first moves that the record accepts, each with what becomes of it.
    pub accepted: Vec<JudgedMoveJson>,
    /// The first moves that reach the outcome.
    pub moves: Vec<String>,
    /// Those of them that the record does not accept.
    pub further: Vec<String>,
    /// The number of positions that were searched.
    pub nodes: u64,
    /// All that for people, such as `B19 fails: C18`.
    #[serde(skip)]
    pub finding: String,
}

/// A first move that a record accepts.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct JudgedMoveJson {
    /// The move; null for tenuki.
    #[serde(rename = "move")]
    pub point: Option<String>,
    /// `confirmed`, `refuted`, `settled`, `outside` or `undecided`.
    pub verdict: &'static str,
    /// The reply to a refuted move; null if it is a pass, or none is needed.
    pub reply: Option<String>,
}

impl SolveFindingJson {
    /// A finding.
    pub fn new(found: &SolveFinding) -> SolveFindingJson {
        let list = |points: &[Point]| points.iter().map(|&at| format_point(at)).collect();
        let reply = |at: Option<Point>| {
            let (_, reply) = found.replies.iter().find(|(first, _)| Some(*first) == at)?;
            *reply
        };
        let judged = |&(at, judged): &(Option<Point>, BookMove)| JudgedMoveJson {
            point: at.map(format_point),
            verdict: judged.name(),
            reply: reply(at).map(format_point),
        };
        SolveFindingJson {
            class: found.class.name(),
            key: found.key.to_string(),
            turn: found.turn.name(),
            source: found.record.at.source.clone(),
            tree: found.record.at.tree,
            name: found.record.at.name.clone(),
            outcome: found.outcome.ok().map(|outcome| outcome.name()),
            unknown: found.outcome.err().map(|why| why.name()),
            stated: found.stated.map(|stated| stated.fate.name()),
            agrees: found.agrees,
            accepted: found.accepted.iter().map(judged).collect(),
            moves: list(&found.moves),
            further: list(&found.further),
            nodes: found.nodes,
            finding: describe(found),
        }
    }
}

/// A finding for people.
fn describe(found: &SolveFinding) -> String {
    let names = PointNames::whole(found.record.placement.board);
    let join = |points: &[Point]| {
        let names: Vec<String> = points.iter().map(|&at| names.name(at)).collect();
        names.join(" ")
    };
    let outcome = match found.outcome {
        Ok(outcome) => outcome.name(),
        Err(why) => return why.to_string(),
    };
    let of = |wanted: BookMove| {
        let moves = found.accepted.iter().filter(|(_, judged)| *judged == wanted);
        let moves: Vec<String> = moves.map(|&(at, _)| names.name_move(at)).collect();
        moves.join(" ")
    };
    match found.class {
        SolveClass::Refuted => {
            let replies: Vec<String> = found
                .replies
                .iter()
                .map(|&(at, reply)| {
                    let reply = reply.map_or("pass".to_owned(), |reply| names.name(reply));
                    format!("{} fails ({reply})", names.name(at))
                })
                .collect();
            format!("{}; {outcome} by {}", replies.join(", "), join(&found.moves))
        }
        SolveClass::Differs => {
            let stated = found.stated.map_or("", |stated| stated.fate.name());
            let by = match &*found.moves {
                [] => ", whoever moves first".to_owned(),
                moves => format!(" by {}", join(moves)),
            };
            format!("stated: {stated}; {outcome}{by}")
        }
        SolveClass::Dual => format!("{outcome} by {}, too", join(&found.further)),
        SolveClass::Found => format!("{outcome} by {}", join(&found.moves)),
        SolveClass::Settled => format!("{outcome}, whoever moves first"),
        SolveClass::Ko | SolveClass::Seki | SolveClass::Confirmed => {
            match of(BookMove::Confirmed) {
                confirmed if confirmed.is_empty() => format!("by {}", join(&found.moves)),
                confirmed => format!("{outcome} by {confirmed}"),
            }
        }
        SolveClass::Outside => format!("{} is outside of the region", of(BookMove::Outside)),
        _ => outcome.to_owned(),
    }
}
