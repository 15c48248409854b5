//! Options that select problems by their properties.

use clap::Args;
use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use gtn_db::go::Size;
use gtn_db::model::SourcePattern;
use gtn_db::solution::Dialect;
use gtn_db::store::{BoardRegion, ProblemFilter, Store, parse_board, parse_stones};

use super::common_conditions::CommonConditions;
use super::expression::ExpressionArgs;
use super::turn::TurnArg;

/// Options that select problems by their records, in every command: `find` has a `--board`, a
/// `--region` and a `--turn` of the query, and `export` has the `--marks` to write.
#[derive(Debug, Args)]
pub struct ProblemArgs {
    /// Only records of this source: its name, its file name, its path, or a folder or archive that
    /// contains it; * stands for any text and ? for a character. Repeat the option for several
    /// sources
    #[arg(long, value_name = "PATTERN")]
    source: Vec<SourcePattern>,
    /// Only positions with this number of stones, such as 8, 5-12 or 20-
    #[arg(long, value_name = "N", value_parser = parse_stones)]
    stones: Option<(u16, u16)>,
    /// Only records that accept a first move
    #[arg(long)]
    answered: bool,
    /// Only records that accept no first move
    #[arg(long, conflicts_with = "answered")]
    unanswered: bool,
    /// Only records with this text in their names
    #[arg(long, value_name = "TEXT")]
    name: Option<String>,
}

/// [`ProblemArgs`] with the board, the part of the board and the side to move.
#[derive(Debug, Args)]
pub struct BoardAndTurnArgs {
    #[command(flatten)]
    problem: ProblemArgs,
    /// Only records on a board of this size, such as 19 or 13x9 (rows x columns)
    #[arg(long, value_name = "SIZE", value_parser = parse_board)]
    board: Option<Size>,
    /// Only positions in this part of the board
    #[arg(long, value_name = "PART")]
    region: Option<RegionArg>,
    /// Only records in which this color is to move
    #[arg(long, value_name = "COLOR", ignore_case = true)]
    turn: Option<TurnArg>,
}

/// All options that select problems by their records.
#[derive(Debug, Args)]
pub struct RecordArgs {
    #[command(flatten)]
    board_and_turn: BoardAndTurnArgs,
    /// Only records that mark their answers in this way
    #[arg(long, value_name = "MARKS", value_parser = dialect_parser())]
    marks: Option<Dialect>,
    #[command(flatten)]
    expression: ExpressionArgs,
}

/// A part of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum RegionArg {
    /// With a corner of the board, but not with all four sides
    Corner,
    /// With one side of the board, or two that face each other
    Side,
    /// Away from the sides
    Center,
    /// The whole board
    Board,
}

/// The names of dialects.
pub fn dialect_parser() -> impl TypedValueParser<Value = Dialect> {
    PossibleValuesParser::new(Dialect::ALL.map(Dialect::name))
        .try_map(|name| name.parse::<Dialect>())
}

impl ProblemArgs {
    /// The filter with these conditions alone.
    pub fn to_filter(&self) -> ProblemFilter {
        ProblemFilter {
            sources: self.source.clone(),
            stones: self.stones,
            is_answered: match (self.answered, self.unanswered) {
                (true, _) => Some(true),
                (_, true) => Some(false),
                _ => None,
            },
            name: self.name.clone(),
            ..ProblemFilter::default()
        }
    }

    /// The name of the first option that was given, for messages.
    pub fn given_option(&self) -> Option<&'static str> {
        let options = [
            ("--source", !self.source.is_empty()),
            ("--stones", self.stones.is_some()),
            ("--answered", self.answered),
            ("--unanswered", self.unanswered),
            ("--name", self.name.is_some()),
        ];
        options.into_iter().find(|(_, is_given)| *is_given).map(|(name, _)| name)
    }
}

impl BoardAndTurnArgs {
    /// The conditions that problems of Abalone can fulfill, too.
    pub fn common_conditions(&self) -> CommonConditions<'_> {
        CommonConditions {
            sources: &self.problem.source,
            name: self.problem.name.as_deref(),
            turn: self.turn.map(Into::into),
        }
    }

    /// The name of the first option that was given and that only problems of Go can fulfill.
    pub fn go_option(&self) -> Option<&'static str> {
        let options = [
            ("--stones", self.problem.stones.is_some()),
            ("--answered", self.problem.answered),
            ("--unanswered", self.problem.unanswered),
            ("--board", self.board.is_some()),
            ("--region", self.region.is_some()),
        ];
        options.into_iter().find(|(_, is_given)| *is_given).map(|(name, _)| name)
    }

    /// The filter with these conditions alone.
    pub fn to_filter(&self) -> ProblemFilter {
        ProblemFilter {
            board: self.board,
            turn: self.turn.map(Into::into),
            region: self.region.map(|region| match region {
                RegionArg::Corner => BoardRegion::Corner,
                RegionArg::Side => BoardRegion::Side,
                RegionArg::Center => BoardRegion::Center,
                RegionArg::Board => BoardRegion::Board,
            }),
            ..self.problem.to_filter()
        }
    }

    /// The name of the first option that was given, for messages.
    pub fn given_option(&self) -> Option<&'static str> {
        let options = [
            ("--board", self.board.is_some()),
            ("--region", self.region.is_some()),
            ("--turn", self.turn.is_some()),
        ];
        let given = options.into_iter().find(|(_, is_given)| *is_given).map(|(name, _)| name);
        self.problem.given_option().or(given)
    }
}

impl RecordArgs {
    /// The conditions that problems of Abalone can fulfill, too.
    pub fn common_conditions(&self) -> CommonConditions<'_> {
        self.board_and_turn.common_conditions()
    }

    /// The name of the first option that was given and that only problems of Go can fulfill.
    pub fn go_option(&self) -> Option<&'static str> {
        let options = [("--marks", self.marks.is_some()), ("--where", self.expression.is_given())];
        let given = options.into_iter().find(|(_, is_given)| *is_given).map(|(name, _)| name);
        self.board_and_turn.go_option().or(given)
    }

    /// The filter for the store.
    pub fn to_filter(&self) -> ProblemFilter {
        ProblemFilter {
            dialect: self.marks,
            sql: self.expression.to_expression(),
            ..self.board_and_turn.to_filter()
        }
    }

    /// The name of the first option that was given, for messages.
    pub fn given_option(&self) -> Option<&'static str> {
        let options = [("--marks", self.marks.is_some()), ("--where", self.expression.is_given())];
        let given = options.into_iter().find(|(_, is_given)| *is_given).map(|(name, _)| name);
        self.board_and_turn.given_option().or(given)
    }

    /// Makes the store show only the records that the options select.
    pub fn apply(&self, store: &Store) -> anyhow::Result<()> {
        Ok(store.select_records(&self.to_filter())?)
    }
}
