//! Options that select games by their properties.

use anyhow::bail;
use clap::Args;
use gtn_db::answer::parse_years;
use gtn_db::model::RankCondition;
use gtn_db::store::{GameFilter, Store};

use super::expression::ExpressionArgs;

/// Options that select games by player, rank, event, year or an SQL expression.
#[derive(Debug, Args)]
pub struct GameArgs {
    /// Only games of this player; part of the name is enough. Given twice: only games between
    /// these two
    #[arg(long, value_name = "NAME")]
    player: Vec<String>,
    /// Only games in which this player is Black; part of the name is enough
    #[arg(long, value_name = "NAME")]
    black: Option<String>,
    /// Only games in which this player is White; part of the name is enough
    #[arg(long, value_name = "NAME")]
    white: Option<String>,
    /// Only games in which one of the players has this rank, such as 9p, or one of a range of ranks
    /// such as 5d..9d, 7d.. or ..1k
    #[arg(long, value_name = "RANK", value_parser = str::parse::<RankCondition>)]
    rank: Option<RankCondition>,
    /// Only games of this event or with this name; part of it is enough
    #[arg(long, value_name = "NAME")]
    event: Option<String>,
    /// Only games of this year, or of a range of years such as 1990-1999, 1998- or -1950
    #[arg(
        long,
        visible_alias = "years",
        value_name = "YEARS",
        value_parser = parse_years,
        allow_negative_numbers = true,
    )]
    year: Option<(u16, u16)>,
    #[command(flatten)]
    pub expression: ExpressionArgs,
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
        Ok(GameFilter {
            ids: None,
            players: self.player.clone(),
            black: self.black.clone(),
            white: self.white.clone(),
            rank: self.rank.clone(),
            event: self.event.clone(),
            years: self.year,
            sql: self.expression.to_expression(),
        })
    }

    /// The name of the first option that was given, for messages.
    pub fn given_option(&self) -> Option<&'static str> {
        self.given_game_option().or(self.expression.is_given().then_some("--where"))
    }

    /// The name of the first option that was given and has no meaning for problems.
    pub fn given_game_option(&self) -> Option<&'static str> {
        let options = [
            ("--player", !self.player.is_empty()),
            ("--black", self.black.is_some()),
            ("--white", self.white.is_some()),
            ("--rank", self.rank.is_some()),
            ("--event", self.event.is_some()),
            ("--year", self.year.is_some()),
        ];
        options.into_iter().find(|(_, is_given)| *is_given).map(|(name, _)| name)
    }

    /// The sorted numbers of the selected games; `None` when no option was given, which selects
    /// all games.
    pub fn select_games(&self, store: &Store) -> anyhow::Result<Option<Vec<i64>>> {
        let filter = self.to_filter()?;
        Ok(if filter.is_empty() { None } else { Some(store.find_games(&filter)?) })
    }
}
