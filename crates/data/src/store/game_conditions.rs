//! The conditions on games that every surface has.

use rusqlite::ToSql;

use super::condition::{Condition, Conditions, choose, set};
use super::filter_text::parse_years;
use super::phrase::Phrase;
use super::text_functions::{FOLD, RANK};
use crate::model::{GAME_SERVER, RankCondition, ServerTag};

/// Conditions on games. A game has to fulfill all that are set.
///
/// They can come from elsewhere, so they hold no SQL: [`GameFilter`](super::GameFilter) adds that for the user of
/// this computer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameConditions {
    /// Parts of the names of the players, in any letter case. Two parts are for two
    /// players; more than two fit no game.
    pub players: Vec<String>,
    /// Part of the name of the black player, likewise.
    pub black: Option<String>,
    /// Part of the name of the white player, likewise.
    pub white: Option<String>,
    /// The rank of a player.
    pub rank: Option<RankCondition>,
    /// Part of the event or of the name of the game, in any letter case.
    pub event: Option<String>,
    /// The first and the last year in which the game may have been played.
    pub years: Option<(u16, u16)>,
    /// The speed of a game of online-go.com.
    pub speed: Option<ServerTag>,
    /// Whether a game of online-go.com counts for the ranks of its players.
    pub is_ranked: Option<bool>,
    /// Whether a player is known to be a program of online-go.com.
    pub has_bots: Option<bool>,
    /// Words in a comment of the game tree.
    pub comment: Option<Phrase>,
}

type Row = Condition<GameConditions>;

impl Conditions for GameConditions {
    const WHAT: &'static str = "games";

    const TABLE: &'static [Row] = &[
        Row::new("player", "NAME", |to, text| to.add_player(text))
            .help("Only games of this player; part of the name is enough"),
        Row::new("opponent", "NAME", |to, text| match to.players[..] {
            [] => Err("needs player".to_owned()),
            _ => to.add_player(text),
        })
        .help("Only games between `player` and this other player; part of the name is enough"),
        Row::new("black", "NAME", |to, text| set(&mut to.black, text.parse::<String>()))
            .help("Only games in which this player is Black; part of the name is enough"),
        Row::new("white", "NAME", |to, text| set(&mut to.white, text.parse::<String>()))
            .help("Only games in which this player is White; part of the name is enough"),
        Row::new("rank", "RANK", |to, text| set(&mut to.rank, text.parse::<RankCondition>())).help(
            "Only games in which one of the players has this rank, such as 9p, or one of \
             a range of ranks such as 5d..9d, 7d.. or ..1k",
        ),
        Row::new("event", "NAME", |to, text| set(&mut to.event, text.parse::<String>()))
            .help("Only games of this event or with this name; part of it is enough"),
        Row::new("year", "YEARS", |to, text| set(&mut to.years, parse_years(text)))
            .help(
                "Only games of this year, or of a range of years such as 1990-1999, 1998- or -1950",
            )
            .pattern("^([0-9]{1,4}((-|\\.\\.)([0-9]{1,4})?)?|(-|\\.\\.)[0-9]{1,4})?$"),
        Row::new("speed", "SPEED", |to, text| choose(&mut to.speed, ServerTag::speed(text)))
            .help("Only games of a dump of online-go.com that were played at this speed")
            .choices(|| ServerTag::SPEEDS.map(|speed| speed.name().into()).into()),
        Row::new("ranked", "", |to, text| choose(&mut to.is_ranked, text.parse().ok()))
            .help("Only games of a dump of online-go.com that count for the ranks of the players")
            .opposite("unranked", "Only games of a dump of online-go.com that do not count"),
        Row::new("bots", "", |to, text| choose(&mut to.has_bots, text.parse().ok()))
            .help("Only games of a dump of online-go.com in which a player is a program")
            .opposite("no-bots", "Only games in which no player is known to be a program"),
        Row::new("comment", "WORDS", |to, text| set(&mut to.comment, text.parse::<Phrase>()))
            .help(
                "Only games with these words, one behind the other, in a comment; with * at the \
                 end, the last word may go on",
            )
            .only_of_go(),
    ];
}

impl GameConditions {
    fn add_player(&mut self, name: &str) -> Result<(), String> {
        self.players.push(name.to_owned());
        Ok(())
    }

    /// All conditions except [`comment`](Self::comment) as an SQL expression over the columns of games, with its
    /// parameters.
    pub(super) fn to_sql(&self) -> (String, Vec<Box<dyn ToSql>>) {
        let mut sql = String::from("1");
        let mut params: Vec<Box<dyn ToSql>> = Vec::new();
        // Not LIKE, which would read `%` and `_` in the user's text as wildcards.
        let within = |column: &str| format!("instr({FOLD}({column}), {FOLD}(?)) > 0");
        if let [one, other] = &*self.players {
            // The first parameters: ?1 and ?2.
            let pair = |one: &str, other: &str| {
                let [black, white] = [("black", one), ("white", other)]
                    .map(|(column, name)| within(column).replace('?', name));
                format!("{black} AND {white}")
            };
            params.extend([one, other].map(|name| Box::new(name.clone()) as Box<dyn ToSql>));
            sql.push_str(&format!(" AND ({} OR {})", pair("?1", "?2"), pair("?2", "?1")));
        }
        let mut add = |condition: &str, param: Box<dyn ToSql>| {
            params.push(param);
            sql.push_str(" AND ");
            sql.push_str(&condition.replace('?', &format!("?{}", params.len())));
        };
        match &*self.players {
            [] | [_, _] => {}
            [player] => {
                let either = format!("({} OR {})", within("black"), within("white"));
                add(&either, Box::new(player.clone()));
            }
            _ => add("?", Box::new(false)),
        }
        for (column, name) in [("black", &self.black), ("white", &self.white)] {
            if let Some(name) = name {
                add(&within(column), Box::new(name.clone()));
            }
        }
        match &self.rank {
            Some(RankCondition::Text(text)) => {
                add("? IN (black_rank, white_rank)", Box::new(text.clone()));
            }
            Some(RankCondition::Between(first, last)) => {
                let (first, last) = (first.number(), last.number());
                let of = |column: &str| format!("{RANK}({column}) BETWEEN {first} AND {last}");
                let either = format!("({} OR {}) = ?", of("black_rank"), of("white_rank"));
                add(&either, Box::new(true));
            }
            None => {}
        }
        if let Some(event) = &self.event {
            let either = format!("({} OR {})", within("event"), within("name"));
            add(&either, Box::new(event.clone()));
        }
        if let Some((first, last)) = self.years {
            add("year >= ?", Box::new(first));
            add("year <= ?", Box::new(last));
        }
        // `ifnull`, because a game without EV has none of these.
        let has = |tag: ServerTag| {
            let word = format!("instr(event || ' ', ' {} ') > 0", tag.name());
            format!("ifnull(event GLOB '{GAME_SERVER} *' AND {word}, 0) = ?")
        };
        let rank =
            self.is_ranked.map(|is| if is { ServerTag::Ranked } else { ServerTag::Unranked });
        for tag in self.speed.into_iter().chain(rank) {
            add(&has(tag), Box::new(true));
        }
        if let Some(has_bots) = self.has_bots {
            add(&has(ServerTag::Bot), Box::new(has_bots));
        }
        (sql, params)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::tests::{game, import, source};
    use crate::store::{Given, Store};

    #[test]
    fn words_of_the_server_select_its_games() {
        let store = Store::open_in_memory().unwrap();
        let events = [
            "EV[online-go.com ranked live]",
            "EV[online-go.com unranked blitz bot]",
            "EV[online-go.com]",
            "EV[the ranked live bot cup]",
            "",
        ];
        let games = events.map(|event| game(&format!("(;{event};B[aa])")));
        import(&store, &source(1), Vec::new(), games.into());
        for (name, text, ids) in [
            ("speed", "live", &[1][..]),
            ("speed", "correspondence", &[]),
            ("ranked", "true", &[1]),
            ("ranked", "false", &[2]),
            ("bots", "true", &[2]),
            ("bots", "false", &[1, 3, 4, 5]),
        ] {
            let mut given = Given::<GameConditions>::default();
            assert!(given.add(name, text));
            let found = store.find_games(&given.conditions().unwrap().into()).unwrap();
            assert_eq!(found, ids, "{name} {text}");
        }
    }
}
