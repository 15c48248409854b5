//! The names of players in segments.

use std::collections::HashMap;

use rusqlite::OptionalExtension;

use super::layout::NO_NAME;
use crate::store::connection::Store;
use crate::store::error::StoreError;
use crate::store::game_conditions::GameConditions;
use crate::store::session::ImportSession;
use crate::store::text_functions::fold;

/// The numbers of names.
pub(super) type NameNumbers = HashMap<String, u32>;

impl Store {
    /// The numbers of names, as far as they have one.
    pub(super) fn name_numbers<'a>(
        &self,
        names: impl Iterator<Item = &'a str>,
    ) -> Result<NameNumbers, StoreError> {
        let mut numbers = NameNumbers::new();
        self.run(|connection| {
            let mut find = connection.prepare_cached("SELECT id FROM player WHERE name = ?1")?;
            for name in names {
                if !numbers.contains_key(name)
                    && let Some(number) = find.query_row([name], |row| row.get(0)).optional()?
                {
                    numbers.insert(name.to_owned(), number);
                }
            }
            Ok(())
        })?;
        Ok(numbers)
    }

    /// What conditions say of the names of players, for the rows of segments; `None` if they say
    /// nothing.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn players(&self, conditions: &GameConditions) -> Result<Option<PlayerFilter>, StoreError> {
        let GameConditions { players, black, white, .. } = conditions;
        if players.is_empty() && black.is_none() && white.is_none() {
            return Ok(None);
        }
        // More than two names fit no game.
        let of_players = players.iter().filter(|_| players.len() <= 2);
        let parts: Vec<String> =
            of_players.chain(black).chain(white).map(|part| fold(part)).collect();
        let mut filter = PlayerFilter {
            players: players.len(),
            black: black.is_some(),
            white: white.is_some(),
            contained: vec![0; NO_NAME as usize + 1],
        };
        self.run(|connection| {
            let mut statement =
                connection.prepare_cached("SELECT id, name FROM player ORDER BY id")?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                let (number, name): (u32, String) = (row.get(0)?, fold(row.get_ref(1)?.as_str()?));
                let contained = parts.iter().zip(0..).filter(|(part, _)| name.contains(&***part));
                filter.contained.resize(number as usize + 1, 0);
                filter.contained[number as usize] = contained.fold(0, |all, (_, at)| all | 1 << at);
            }
            Ok(())
        })?;
        Ok(Some(filter))
    }
}

impl ImportSession {
    /// The numbers of names; those without one get it.
    pub(super) fn add_names<'a>(
        &mut self,
        names: impl Iterator<Item = &'a str> + Clone,
    ) -> Result<NameNumbers, StoreError> {
        let mut numbers = self.store.name_numbers(names.clone())?;
        for name in names {
            if !numbers.contains_key(name) {
                self.execute("INSERT INTO player (name) VALUES (?1)", &[&name])?;
                let number = self.store.connection.last_insert_rowid() as u32;
                numbers.insert(name.to_owned(), number);
            }
        }
        Ok(numbers)
    }
}

/// Conditions on the names of players.
#[derive(Clone, Debug)]
pub struct PlayerFilter {
    /// Number of parts of names for either player.
    players: usize,
    /// Whether a further part is for Black, and the last one for White.
    black: bool,
    white: bool,
    /// For each name, by number, the parts that it contains, as bits.
    contained: Vec<u8>,
}

impl PlayerFilter {
    /// Whether a game with the names of these numbers fulfills the conditions.
    pub(super) fn accepts(&self, [black, white]: [u32; 2]) -> bool {
        let contained = |name: u32| self.contained.get(name as usize).copied().unwrap_or(0);
        let (black, white) = (contained(black), contained(white));
        let has = |name: u8, part: usize| name >> part & 1 == 1;
        let are_players = match self.players {
            0 => true,
            1 => has(black | white, 0),
            2 => has(black, 0) && has(white, 1) || has(black, 1) && has(white, 0),
            _ => false,
        };
        let (of_black, of_white) = (self.players, self.players + usize::from(self.black));
        are_players
            && (!self.black || has(black, of_black))
            && (!self.white || has(white, of_white))
    }
}
