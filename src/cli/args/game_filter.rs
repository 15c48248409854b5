//! Options that select games by their properties.

use anyhow::bail;
use clap::{Arg, Args};
use gtn_db::store::{GameConditions, GameFilter, Phrase, ProblemFilter, Store};

use super::conditions::{ConditionArgs, Own};
use super::expression::ExpressionArgs;
use super::given::first_given;

/// Options that select games by player, rank, event, year or an SQL expression.
#[derive(Debug, Args)]
pub struct GameArgs {
    /// Only games of this player; part of the name is enough. Given twice: only games between
    /// these two
    #[arg(long, value_name = "NAME")]
    player: Vec<String>,
    #[command(flatten)]
    conditions: ConditionArgs<GameConditions, OwnPlayers>,
    #[command(flatten)]
    pub expression: ExpressionArgs,
}

/// The option for comments, which commands for problems and games have once.
const COMMENT: &str = "--comment";

/// The two players are two options of [`GameArgs`] with one name, and `--year` has a second name.
#[derive(Debug)]
struct OwnPlayers;

impl Own for OwnPlayers {
    const LEFT_OUT: &'static [&'static str] = &["player", "opponent"];

    fn adjust(option: Arg) -> Arg {
        match option.get_id() == "year" {
            true => option.visible_alias("years").allow_negative_numbers(true),
            false => option,
        }
    }
}

impl GameArgs {
    /// The filter for the store.
    ///
    /// # Errors
    /// When there are more players than a game has.
    pub fn to_filter(&self) -> anyhow::Result<GameFilter> {
        if self.player.len() > 2 {
            bail!("--player: a game has two players, and {} names are given", self.player.len());
        }
        let conditions = self.conditions.conditions().clone();
        let conditions = GameConditions { players: self.player.clone(), ..conditions };
        Ok(GameFilter { ids: None, conditions, sql: self.expression.to_expression() })
    }

    /// The words of `--comment`, which is also a condition on problems.
    pub fn comment(&self) -> Option<&Phrase> {
        self.conditions.conditions().comment.as_ref()
    }

    /// The name of the first option that was given and that only games of Go can fulfill.
    pub fn go_option(&self) -> Option<&str> {
        self.conditions.go_option().or(self.expression.given_option())
    }

    /// The name of the first option that was given and is a condition on problems, too.
    pub fn given_common_option(&self) -> Option<&str> {
        let comment = self.comment().map(|_| COMMENT);
        comment.or(self.expression.given_option())
    }

    /// The name of the first option that was given, for messages.
    pub fn given_option(&self) -> Option<&str> {
        self.given_game_option().or(self.given_common_option())
    }

    /// The name of the first option that was given and names a player.
    pub fn player_option(&self) -> Option<&'static str> {
        let GameConditions { black, white, .. } = self.conditions.conditions();
        first_given([
            ("--player", !self.player.is_empty()),
            ("--black", black.is_some()),
            ("--white", white.is_some()),
        ])
    }

    /// The name of the first option that was given and has no meaning for problems.
    pub fn given_game_option(&self) -> Option<&str> {
        let player = (!self.player.is_empty()).then_some("--player");
        player.or(self.conditions.given_option_but(COMMENT))
    }

    /// A filter for problems with the conditions that problems and games have in common.
    pub fn with_common(&self, mut filter: ProblemFilter) -> ProblemFilter {
        filter.conditions.comment = self.comment().cloned();
        ProblemFilter { sql: self.expression.to_expression(), ..filter }
    }

    /// The sorted numbers of the selected games; `None` when no option was given, which selects
    /// all games.
    pub fn select_games(&self, store: &Store) -> anyhow::Result<Option<Vec<i64>>> {
        let filter = self.to_filter()?;
        Ok(if filter.is_empty() { None } else { Some(store.find_games(&filter)?) })
    }
}
