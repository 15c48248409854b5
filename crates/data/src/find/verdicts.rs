//! Verdicts of the solver about the problems of a database.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use super::canonical_board::{build_frame, find_images};
use super::conflicts::{Comparison, load_solution};
use super::duplicates::{Cluster, Identity, cluster_records};
use super::record_view::DamagedTextError;
use crate::extract::{BoardPlace, Fate, StatedOutcome, extract_setup};
use crate::go::Point;
use crate::gtn::{Diagram, SubPosition};
use crate::model::{Charset, ComputedAnswer, Turn};
use crate::parallel::map_stream;
use crate::sgf::value::format_point;
use crate::solution::SolutionPoint;
use crate::solve::{
    BookMove, DamagedVerdict, Limits, Outcome, Problem, SOLVER, Solved, Verdict, Why, confirm,
};
use crate::store::{
    ImportSession, Store, StoreError, StoredPosition, StoredRecord, StoredVerdict, VerdictKey,
};
use crate::{Color, PositionKey};

/// A problem of a database on the board on which it is solved: the canonical position with the edges that
/// matter, on the smallest usual board.
#[derive(Clone, Debug)]
pub struct SolvableProblem {
    /// Which problem it is.
    pub about: VerdictKey,
    /// The board and the side to move.
    pub problem: Problem,
    /// What to add to a point of the board for one of the canonical text.
    offset: (i16, i16),
}

impl SolvableProblem {
    /// The problem of a record with a side to move, in the colors of the canonical text.
    ///
    /// # Errors
    /// If the text of the position does not parse or has no board: the database is damaged.
    pub fn new(
        position: &StoredPosition,
        record: &StoredRecord,
        turn: Color,
    ) -> Result<SolvableProblem, DamagedTextError> {
        let damaged = DamagedTextError { key: position.key };
        let canonical: SubPosition = position.text.parse().map_err(|_| damaged)?;
        let size = record.at.symmetry.size(record.placement.region.size);
        let open = record.placement.open.transform(record.at.symmetry);
        let (sub, in_square) = match canonical.unsquared(size, open) {
            Some(sub) => (sub, size.origin_in_square(open)),
            None => (canonical, Point::new(0, 0)),
        };
        let place = BoardPlace::likely(&Diagram::from(&sub)).map_err(|_| damaged)?;
        let board = place.whole_board(&sub.board);
        let offset = |square: u8, origin: u8| i16::from(square) - i16::from(origin);
        let size = sub.board.size();
        Ok(SolvableProblem {
            about: VerdictKey { key: position.key, turn, size: [size.cols(), size.rows()] },
            problem: Problem { board, to_move: turn },
            offset: (
                offset(in_square.col, place.origin.col),
                offset(in_square.row, place.origin.row),
            ),
        })
    }

    /// The problems of a cluster: two if no record says who moves.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub fn of_cluster(
        position: &StoredPosition,
        cluster: &Cluster<'_>,
    ) -> Result<Vec<SolvableProblem>, DamagedTextError> {
        SolvableProblem::of_turn(position, cluster.first(), cluster.turn)
    }

    /// The problems of a record: two if the record does not say who moves.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub fn of_record(
        position: &StoredPosition,
        record: &StoredRecord,
    ) -> Result<Vec<SolvableProblem>, DamagedTextError> {
        SolvableProblem::of_turn(position, record, record.turn)
    }

    fn of_turn(
        position: &StoredPosition,
        record: &StoredRecord,
        turn: Turn,
    ) -> Result<Vec<SolvableProblem>, DamagedTextError> {
        let turns = match turn {
            Turn::Black | Turn::Either => &[Color::Black][..],
            Turn::White => &[Color::White],
            Turn::Unknown => &Color::ALL,
        };
        turns.iter().map(|&turn| SolvableProblem::new(position, record, turn)).collect()
    }

    /// The point of a record's board that a point of this board is; `None` beyond the record's board.
    pub fn to_record(&self, record: &StoredRecord, at: Point) -> Option<Point> {
        let moved = |at: u8, by: i16| i8::try_from(i16::from(at) + by).ok();
        let at = SolutionPoint::new(moved(at.col, self.offset.0)?, moved(at.row, self.offset.1)?);
        build_frame(record).to_board(at, record.placement.board)
    }

    /// The point of this board that a point of the canonical text is; `None` beyond the board.
    pub fn point(&self, at: SolutionPoint) -> Option<Point> {
        let moved = |at: i8, by: i16| u8::try_from(i16::from(at) - by).ok();
        let at = Point::new(moved(at.col, self.offset.0)?, moved(at.row, self.offset.1)?);
        self.problem.board.size().contains(at).then_some(at)
    }

    /// The stored verdict with the largest budget, its proofs replayed; `None` if there is none.
    ///
    /// # Errors
    /// If the database cannot be read; [`StoreError::Damaged`] if its proofs do not prove the verdict.
    pub fn load_verdict(&self, store: &Store) -> Result<Option<KnownVerdict>, StoreError> {
        let stored = store.verdict(&self.about, SOLVER)?;
        let known = stored.map(|stored| {
            let damaged = |what: &dyn std::fmt::Display| StoreError::Damaged {
                path: store.path().to_owned(),
                what: format!("the verdict about {}: {what}", self.about.key),
            };
            let unknown = |name: &str| {
                let why =
                    Why::from_name(name).ok_or_else(|| damaged(&DamagedVerdict::Malformed))?;
                Ok(self.problem.unknown(why, stored.nodes))
            };
            let verdict = match (&stored.outcome, &stored.proof) {
                (Err(why), None) => unknown(why)?,
                (Ok(_), Some(proof)) => {
                    let read = Verdict::from_bytes(&self.problem, proof);
                    read.map_err(|error| damaged(&error))?
                }
                _ => return Err(damaged(&DamagedVerdict::Malformed)),
            };
            let again = self.to_stored(&verdict, stored.budget);
            match again == (StoredVerdict { proof: again.proof.clone(), ..stored.clone() }) {
                true => Ok(KnownVerdict { verdict, budget: stored.budget }),
                false => Err(damaged(&DamagedVerdict::Unproved)),
            }
        });
        known.transpose()
    }

    /// Whether a search of at most `nodes` may say more than the stored verdict: there is none of this
    /// version of the solver, or one with a smaller budget that was used up.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn is_due(&self, store: &Store, nodes: u64) -> Result<bool, StoreError> {
        let stored = store.verdict(&self.about, SOLVER)?;
        Ok(stored.is_none_or(|stored| stored.budget < nodes && stored.nodes >= stored.budget))
    }

    /// A verdict as it is stored.
    fn to_stored(&self, verdict: &Verdict, budget: u64) -> StoredVerdict {
        let solved = verdict.answer.as_ref();
        let moves = solved.map(|solved| &*solved.moves).unwrap_or_default();
        let moves: Vec<String> = moves.iter().map(|&at| format_point(at)).collect();
        StoredVerdict {
            about: self.about,
            solver: SOLVER,
            budget,
            nodes: verdict.nodes,
            outcome: match solved {
                Ok(solved) => Ok(solved.outcome.name().to_owned()),
                Err(why) => Err(why.name().to_owned()),
            },
            is_settled: solved.is_ok_and(|solved| solved.is_settled()),
            moves: moves.join(" "),
            proof: verdict.to_bytes(),
        }
    }

    /// Solves the problem. `None` if the search was cancelled.
    pub fn solve(&self, limits: &Limits<'_>) -> Option<StoredVerdict> {
        let verdict = confirm(&self.problem, limits);
        if verdict.answer == Err(Why::Cancelled) {
            return None;
        }
        let stored = self.to_stored(&verdict, limits.nodes);
        let is_readable = |bytes: &Vec<u8>| {
            let read = Verdict::from_bytes(&self.problem, bytes);
            read.is_ok_and(|read| self.to_stored(&read, limits.nodes) == stored)
        };
        // A proof that cannot be stored proves nothing later.
        if stored.proof.as_ref().is_none_or(is_readable) {
            return Some(stored);
        }
        let unknown = self.problem.unknown(Why::Budget, verdict.nodes);
        Some(self.to_stored(&unknown, limits.nodes))
    }
}

/// A stored verdict.
#[derive(Clone, Debug)]
pub struct KnownVerdict {
    /// The verdict, whose proofs were replayed. What is said of frames that do not agree is not stored.
    pub verdict: Verdict,
    /// The most nodes that the search was to take.
    pub budget: u64,
}

/// A stored verdict on the board of a record.
#[derive(Clone, Debug)]
pub struct RecordVerdict {
    /// The side to move, in the colors of the record.
    pub turn: Color,
    /// The verdict, whose proofs were replayed.
    pub verdict: Verdict,
    /// The most nodes that the search was to take.
    pub budget: u64,
}

/// The stored verdicts about a record: one for each side that may be to move. A verdict with a point beyond
/// the board of the record is left out.
///
/// # Errors
/// If the database cannot be read or is damaged.
pub fn record_verdicts(
    store: &Store,
    position: &StoredPosition,
    record: &StoredRecord,
) -> Result<Vec<RecordVerdict>, StoreError> {
    let back = record.at.symmetry.inverse();
    let mut verdicts = Vec::new();
    let problems = SolvableProblem::of_record(position, record);
    for problem in problems.map_err(|error| error.in_store(store))? {
        let Some(known) = problem.load_verdict(store)? else { continue };
        let on_record = |at| problem.to_record(record, at);
        if let Some(verdict) = known.verdict.map(on_record, |color| back.color(color)) {
            let turn = back.color(problem.about.turn);
            verdicts.push(RecordVerdict { turn, verdict, budget: known.budget });
        }
    }
    Ok(verdicts)
}

/// The stored verdict on the board of the record that a comparison shows, as a third opinion; `None` if there
/// is none, or the record does not say who moves.
///
/// # Errors
/// If the database cannot be read or is damaged.
pub fn shown_verdict(
    store: &Store,
    position: &StoredPosition,
    comparison: &Comparison<'_>,
) -> Result<Option<Verdict>, StoreError> {
    let mut verdicts = record_verdicts(store, position, comparison.shown)?;
    let is_one = verdicts.len() == 1;
    Ok(verdicts.pop().filter(|_| is_one).map(|one| one.verdict))
}

/// What the stored verdict says of a problem to be exported, on the board of the kept record; `None` if
/// there is none, the outcome is unknown, or nobody says who moves.
///
/// # Errors
/// If the database cannot be read or is damaged.
pub(super) fn load_computed(
    store: &Store,
    position: &StoredPosition,
    kept: &StoredRecord,
) -> Result<Option<ComputedAnswer>, StoreError> {
    let Ok([RecordVerdict { verdict, .. }]) =
        <[RecordVerdict; 1]>::try_from(record_verdicts(store, position, kept)?)
    else {
        return Ok(None);
    };
    let computed = |solved: &Solved| ComputedAnswer {
        outcome: solved.outcome.name(),
        is_settled: solved.is_settled(),
        moves: solved.moves.clone(),
    };
    Ok(verdict.answer.as_ref().ok().map(computed))
}

/// Verdicts between two commits: what a crash costs.
const COMMITTED: usize = 16;

/// How many problems [`solve_problems`] solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolveCounts {
    /// Those solved now, known or unknown.
    pub solved: u64,
    /// Those that had a verdict already.
    pub known: u64,
}

/// Solves all problems of a database on all threads, and stores the verdicts.
///
/// A problem that has a verdict of this version of the solver is passed over if the verdict had as
/// large a budget, or did not use it up. `progress` is called from any thread for each problem.
/// When `cancel` is set, searches that are not finished are dropped, and what is finished is kept.
///
/// # Errors
/// If the database cannot be read or written.
pub fn solve_problems(
    store: &Store,
    session: &mut ImportSession,
    limits: &Limits<'_>,
    progress: impl Fn(u64) + Sync,
) -> Result<SolveCounts, StoreError> {
    let is_cancelled =
        || limits.cancel.is_some_and(|cancel: &AtomicBool| cancel.load(Ordering::Relaxed));
    let mut counts = SolveCounts::default();
    let (mut known, mut written) = (0, 0);
    let mut fault = None;
    let work = |problem: SolvableProblem| {
        let stored = problem.solve(limits);
        progress(1);
        stored
    };
    let write = |stored: Option<StoredVerdict>| {
        let (Some(stored), None) = (stored, &fault) else { return };
        let mut put = || {
            session.put_verdict(&stored)?;
            written += 1;
            if written % COMMITTED == 0 { session.commit() } else { Ok(()) }
        };
        fault = put().err();
    };
    map_stream(work, write, |emit| {
        let mut seen = HashSet::new();
        for id in store.positions_with_records(1)? {
            if is_cancelled() {
                break;
            }
            let Some(position) = store.position_by_id(id)? else { continue };
            let records = store.records(id)?;
            for cluster in cluster_records(&position, &records, Identity::Problem) {
                // A damaged text is what `stats --verify` finds.
                for problem in SolvableProblem::of_cluster(&position, &cluster).unwrap_or_default()
                {
                    if !seen.insert(problem.about) {
                        continue;
                    }
                    if !problem.is_due(store, limits.nodes)? {
                        known += 1;
                        progress(1);
                    } else if !is_cancelled() {
                        emit(problem);
                    }
                }
            }
        }
        Ok::<(), StoreError>(())
    })?;
    counts.known = known;
    counts.solved = written as u64;
    match fault {
        Some(error) => Err(error),
        None => {
            session.commit()?;
            Ok(counts)
        }
    }
}

/// The number of problems that [`solve_problems`] looks at, at least.
///
/// # Errors
/// If the database cannot be read.
pub fn count_solvable(store: &Store) -> Result<u64, StoreError> {
    Ok(store.counts()?.problems)
}

gtn_db_core::names! {
    /// What the verdict about a problem says of a record.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[non_exhaustive]
    pub enum SolveClass {
        /// Every accepted move that is in the region reaches the outcome, and no other is known to.
        Confirmed => "confirmed",
        /// An accepted move reaches the outcome, and so does one that the record does not accept.
        Dual => "dual",
        /// A move that the record accepts fails.
        Refuted => "refuted",
        /// The words of the record state another outcome.
        Differs => "differs",
        /// The record accepts no move; the verdict has some.
        Found => "found",
        /// The outcome is a ko, in one frame at least.
        Ko => "ko",
        /// The outcome is a seki, in one frame at least.
        Seki => "seki",
        /// A pass reaches the outcome.
        Settled => "settled",
        /// The moves that the record accepts are outside of the region.
        Outside => "outside",
        /// Of the moves that the record accepts, nothing is claimed.
        Undecided => "undecided",
        /// There is no verdict: [`Why`].
        Unknown => "unknown",
    }

    /// The name.
    pub fn name;
}

impl SolveClass {
    /// All classes, in their order.
    pub const ALL: [SolveClass; 11] = SolveClass::VALUES;
}

/// What the verdict about a problem says of one of its records. Points are those of the record.
#[derive(Clone, Debug)]
pub struct SolveFinding {
    /// The class.
    pub class: SolveClass,
    /// The key of the position.
    pub key: PositionKey,
    /// The record.
    pub record: StoredRecord,
    /// The side to move, in the colors of the record.
    pub turn: Color,
    /// The outcome, or why it is unknown.
    pub outcome: Result<Outcome, Why>,
    /// What the words of the record say becomes of a group, in the colors of the record; `None` if they say
    /// nothing of the side to move.
    pub stated: Option<StatedOutcome>,
    /// Whether that is the outcome; `None` if the record states none, or nothing is claimed.
    pub agrees: Option<bool>,
    /// What becomes of the accepted moves.
    pub accepted: Vec<(Option<Point>, BookMove)>,
    /// The first moves that reach the outcome.
    pub moves: Vec<Point>,
    /// Those of them that the record does not accept.
    pub further: Vec<Point>,
    /// The reply to each refuted accepted move, if it is a play.
    pub replies: Vec<(Point, Option<Point>)>,
    /// The nodes that were searched.
    pub nodes: u64,
}

/// Calls `visit` with what the stored verdicts say of every record, in the order of import of positions.
/// A record without a side to move is compared with both verdicts. `damaged` gets the verdicts whose proofs do
/// not prove them.
///
/// # Errors
/// Those of `visit`, and if the database cannot be read.
pub fn visit_verdicts<E: From<StoreError>>(
    store: &Store,
    mut visit: impl FnMut(SolveFinding) -> Result<(), E>,
    mut damaged: impl FnMut(StoreError),
) -> Result<(), E> {
    for id in store.positions_with_records(1)? {
        let Some(position) = store.position_by_id(id)? else { continue };
        let records = store.records(id)?;
        for cluster in cluster_records(&position, &records, Identity::Problem) {
            for problem in SolvableProblem::of_cluster(&position, &cluster).unwrap_or_default() {
                let known = match problem.load_verdict(store) {
                    Ok(Some(known)) => known,
                    Ok(None) => continue,
                    Err(error @ StoreError::Damaged { .. }) => {
                        damaged(error);
                        continue;
                    }
                    Err(error) => return Err(error.into()),
                };
                for &record in &cluster.records {
                    visit(compare_record(store, &position, &problem, &known.verdict, record)?)?;
                }
            }
        }
    }
    Ok(())
}

/// Compares a verdict with a record of its problem.
///
/// # Errors
/// If the database cannot be read or is damaged.
pub fn compare_record(
    store: &Store,
    position: &StoredPosition,
    problem: &SolvableProblem,
    verdict: &Verdict,
    record: &StoredRecord,
) -> Result<SolveFinding, StoreError> {
    let turn = problem.problem.to_move;
    let solution = load_solution(store, record)?;
    let accepted = solution.accepted(Some(turn)).into_iter();
    // A point beyond this board is outside of the region, as the far corner is.
    let far = Point::new(problem.problem.board.size().cols() - 1, 0);
    let accepted: Vec<Option<Point>> =
        accepted.map(|node| node.at.map(|at| problem.point(at).unwrap_or(far))).collect();
    let judged: Vec<BookMove> = accepted.iter().map(|&at| verdict.judge(at)).collect();
    let solved = verdict.answer.as_ref().ok();
    let moves = solved.map(|solved| &*solved.moves).unwrap_or_default();
    let images = find_images(position, record).map_err(|error| error.in_store(store))?;
    let same_side = images.symmetries().filter(|symmetry| symmetry.color(turn) == turn);
    let same_answers: Vec<Point> = same_side
        .flat_map(|symmetry| {
            let image = |at| problem.point(images.transform(at, symmetry)?);
            let first_moves = solution.accepted(Some(turn)).into_iter();
            first_moves.filter_map(|node| image(node.at?)).collect::<Vec<Point>>()
        })
        .collect();
    let further: Vec<Point> =
        moves.iter().copied().filter(|at| !same_answers.contains(at)).collect();
    let has = |one: BookMove| judged.contains(&one);
    let has_outcome = |outcome| verdict.frames.iter().any(|frame| frame.outcome == Ok(outcome));
    let own_turn = Turn::of(Some(turn)).transform(record.at.symmetry).color();
    let own_turn = own_turn.expect("the image of a color is a color");
    let stated = load_stated(store, record)?.filter(|stated| stated.turn == own_turn);
    let agrees = stated.and_then(|StatedOutcome { group, fate, .. }| {
        let group = group.map(|group| record.at.symmetry.color(group));
        verdict.judge_outcome(group, outcome_of(fate))
    });
    let class = match solved {
        None => SolveClass::Unknown,
        Some(_) if agrees == Some(false) => SolveClass::Differs,
        Some(solved) if solved.is_settled() => SolveClass::Settled,
        Some(_) if has_outcome(Outcome::Ko) => SolveClass::Ko,
        Some(_) if has_outcome(Outcome::Seki) => SolveClass::Seki,
        Some(_) if accepted.is_empty() => SolveClass::Found,
        Some(_) if has(BookMove::Refuted) => SolveClass::Refuted,
        Some(_) if has(BookMove::Confirmed) && further.is_empty() => SolveClass::Confirmed,
        Some(_) if has(BookMove::Confirmed) => SolveClass::Dual,
        Some(_) if judged.iter().all(|&one| one == BookMove::Outside) => SolveClass::Outside,
        Some(_) => SolveClass::Undecided,
    };
    let on_record = |at: Point| problem.to_record(record, at);
    let all_on_record =
        |points: &[Point]| points.iter().filter_map(|&at| on_record(at)).collect::<Vec<Point>>();
    let replies = accepted.iter().zip(&judged).filter_map(|(&at, &one)| {
        let at = at.filter(|_| one == BookMove::Refuted)?;
        Some((on_record(at)?, solved?.refutation(at)?.and_then(on_record)))
    });
    Ok(SolveFinding {
        class,
        key: problem.about.key,
        turn: own_turn,
        stated,
        agrees,
        outcome: verdict.answer.as_ref().map(|solved| solved.outcome).map_err(|&why| why),
        replies: replies.collect(),
        moves: all_on_record(moves),
        further: all_on_record(&further),
        accepted: accepted.iter().map(|at| at.and_then(on_record)).zip(judged).collect(),
        nodes: verdict.nodes,
        record: record.clone(),
    })
}

/// What the words of a record say becomes of a group.
fn load_stated(store: &Store, record: &StoredRecord) -> Result<Option<StatedOutcome>, StoreError> {
    let sgf = store.sgf(record.id)?;
    let setup = extract_setup(&sgf, Charset::for_reading(record.charset.as_ref()));
    // A tree with a fault is what `stats --verify` finds.
    Ok(setup.ok().and_then(|setup| setup.turn_evidence.words.outcome()))
}

fn outcome_of(fate: Fate) -> Outcome {
    match fate {
        Fate::Killed => Outcome::Killed,
        Fate::Ko => Outcome::Ko,
        Fate::Seki => Outcome::Seki,
        Fate::Lives => Outcome::Lives,
    }
}
