//! One puzzle of KAAWA, as a JSON object.
//!
//! | key | meaning |
//! |---|---|
//! | `PZL_name` | the name; `xtr3x` in it is the goal: Black wins in three turns, with `y` White |
//! | `pos` | a KAAWA position. Black is to move |
//! | `sol_starts` | lines of the solution, see [`SolutionLine`] |
//!
//! KAAWA itself goes by the name alone; its keys `winner` and `nb tour` say the goal once more and
//! mean nothing. All other keys are ignored, too.

use std::fmt;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::solution_line::{SolutionLine, SolutionLineCause};
use crate::abalone::{Position, Setup};
use crate::extract::json::syntax_fault;
use crate::model::{AbaloneForm, AbaloneProblem};
use crate::{Color, Fault, Rule};

/// A puzzle of KAAWA.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::extract::abalone::Puzzle;
///
/// let object = r#"{"PZL_name": "demo_xtr1x", "pos": "0e456_5e7", "sol_starts": "1.e4e7"}"#;
/// let (puzzle, faults) = Puzzle::read(object).unwrap();
/// assert_eq!(puzzle.goal.unwrap().to_string(), "Black wins in 1 turn");
/// assert_eq!((puzzle.lines.len(), faults), (1, vec![]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The name, if there is one.
    pub name: Option<String>,
    /// The position. Black is to move if there is a goal; else the side to move is not known.
    pub setup: Setup,
    /// The goal, if the name says it.
    pub goal: Option<PuzzleGoal>,
    /// The lines of the solution.
    pub lines: Vec<SolutionLine>,
}

/// The goal of a puzzle: who wins, and in how many turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PuzzleGoal {
    /// The side that wins.
    pub winner: Color,
    /// The number of its moves, at least 1.
    pub turns: u32,
}

impl PuzzleGoal {
    /// The goal that a name contains, such as `xtr3x` or `xtr4y`; whatever is around it means
    /// nothing.
    pub fn of_name(name: &str) -> Option<PuzzleGoal> {
        let mut goals = name.match_indices("xtr").filter_map(|(at, mark)| {
            let rest = &name[at + mark.len()..];
            let side = rest.find(|char: char| !char.is_ascii_digit())?;
            let winner = match rest.as_bytes()[side] {
                b'x' => Color::Black,
                b'y' => Color::White,
                _ => return None,
            };
            let turns = rest[..side].parse().ok().filter(|&turns| turns > 0)?;
            Some(PuzzleGoal { winner, turns })
        });
        goals.next()
    }
}

/// `Black wins in 3 turns`
impl fmt::Display for PuzzleGoal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let winner = match self.winner {
            Color::Black => "Black",
            Color::White => "White",
        };
        let plural = if self.turns == 1 { "" } else { "s" };
        write!(f, "{winner} wins in {} turn{plural}", self.turns)
    }
}

/// The keys that are read.
#[derive(Deserialize)]
struct Keys<'a> {
    #[serde(borrow, rename = "PZL_name")]
    name: Option<&'a RawValue>,
    pos: Option<&'a RawValue>,
    #[serde(rename = "sol_starts")]
    solution: Option<&'a RawValue>,
}

impl Puzzle {
    /// Reads a puzzle, with the faults that spoil a part of it: a name without a goal, and moves of
    /// the solution that are not legal. Offsets are in bytes from the start of the object.
    ///
    /// # Errors
    /// If the text is no JSON object, or has no position.
    pub fn read(object: &str) -> Result<(Puzzle, Vec<Fault>), Fault> {
        let fault = |part: &str, rule, message: String| {
            let offset = part.as_ptr() as usize - object.as_ptr() as usize;
            Fault { rule, offset, message }
        };
        if !object.trim_start().starts_with('{') {
            return Err(fault(object, Rule::Syntax, "not a JSON object".to_owned()));
        }
        let keys: Keys<'_> =
            serde_json::from_str(object).map_err(|error| syntax_fault(object, &error))?;
        let text = |key: &str, value: &RawValue| {
            serde_json::from_str::<String>(value.get()).map_err(|error| {
                let message = syntax_fault(value.get(), &error).message;
                fault(value.get(), Rule::Syntax, format!("{key}: {message}"))
            })
        };
        let pos =
            keys.pos.ok_or_else(|| fault(object, Rule::Syntax, "there is no `pos`".to_owned()))?;
        let mut setup: Setup = text("pos", pos)?
            .parse()
            .map_err(|error| fault(pos.get(), Rule::Syntax, format!("pos: {error}")))?;
        let mut faults = Vec::new();
        let mut optional_text = |key: &str, value: Option<&RawValue>| {
            value.and_then(|value| text(key, value).map_err(|fault| faults.push(fault)).ok())
        };
        let name = optional_text("PZL_name", keys.name);
        let solution = optional_text("sol_starts", keys.solution);
        let goal = name.as_deref().and_then(PuzzleGoal::of_name);
        if goal.is_some() {
            setup.turn = Some(Color::Black);
        } else {
            let part = keys.name.map_or(object, RawValue::get);
            let message = "PZL_name has no goal such as xtr3x, which says that Black is to move";
            faults.push(fault(part, Rule::TurnUnknown, message.to_owned()));
        }
        let position = Position { turn: Color::Black, ..setup.to_position() };
        let winner = goal.map(|goal| goal.winner);
        let lines = SolutionLine::read_all(&solution.unwrap_or_default(), position, winner);
        let illegal = lines.iter().filter_map(|line| line.fault.as_ref());
        let illegal = illegal.filter(|fault| fault.cause != SolutionLineCause::MissingMove);
        let part = keys.solution.map_or(object, RawValue::get);
        faults.extend(
            illegal.map(|line| fault(part, Rule::MoveIllegal, format!("sol_starts: {line}"))),
        );
        Ok((Puzzle { name, setup, goal, lines }, faults))
    }

    /// The problem of the puzzle, which was read from `object`: number `number` of its list, with
    /// its first byte at `offset` of its file.
    pub(super) fn into_problem(self, number: u32, offset: u64, object: &str) -> AbaloneProblem {
        let (form, source_text) = (AbaloneForm::KaawaPuzzle, object.to_owned());
        let problem = AbaloneProblem::new(self.setup, form, number, offset, source_text);
        AbaloneProblem { name: self.name, ..problem }
    }
}
