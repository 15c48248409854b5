//! Tags of problems and rights of sources: what people say of them.

use rusqlite::{OptionalExtension, ToSql};

use super::checksum;
use super::connection::Store;
use super::error::StoreError;
use super::session::ImportSession;
use crate::PositionKey;
use crate::model::{NamePattern, Turn};

/// A tag of a problem.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tag {
    /// The key of the position.
    pub key: PositionKey,
    /// The side to move, in the colors of the canonical text.
    pub turn: Turn,
    /// The tag.
    pub tag: String,
    /// When it was set, in seconds since 1970.
    pub changed: Option<i64>,
}

/// What people say of the rights of sources.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rights {
    /// Matches the names of the sources.
    pub pattern: String,
    /// The attribution and the license.
    pub text: String,
    /// When it was set, in seconds since 1970.
    pub changed: Option<i64>,
}

/// The rights of all sources, to look up. Of several patterns that match, the last one that was set counts.
#[derive(Clone, Debug, Default)]
pub struct RightsList {
    /// The last one first.
    rights: Vec<(NamePattern, Rights)>,
}

impl RightsList {
    /// The rights of a source.
    pub fn find(&self, source: &str) -> Option<&Rights> {
        let found = self.rights.iter().find(|(pattern, _)| pattern.matches(source));
        found.map(|(_, rights)| rights)
    }
}

impl Store {
    /// The tags of a problem, sorted. A problem or a tag whose side to move is unknown is of both sides.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn tags_of(&self, key: PositionKey, turn: Turn) -> Result<Vec<Tag>, StoreError> {
        let mut tags = self.select_tags("WHERE key = ?1 ORDER BY tag, turn", &[key.as_bytes()])?;
        tags.retain(|tag| tag.turn.agrees(turn));
        Ok(tags)
    }

    /// All tags, sorted by tag, then by key.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn tags(&self) -> Result<Vec<Tag>, StoreError> {
        self.select_tags("ORDER BY tag, key, turn", &[])
    }

    fn select_tags(&self, rest: &str, params: &[&dyn ToSql]) -> Result<Vec<Tag>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached(&format!("SELECT key, turn, tag, changed FROM tag {rest}"))?
                .query_map(params, |row| {
                    let code: u8 = row.get(1)?;
                    let turn = Turn::from_code(code)
                        .ok_or_else(|| super::query::unknown_code(1, "turn"))?;
                    let key = PositionKey::from_bytes(row.get(0)?);
                    Ok(Tag { key, turn, tag: row.get(2)?, changed: row.get(3)? })
                })?
                .collect()
        })
    }

    /// What people say of rights, in the order in which it was set.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn rights(&self) -> Result<Vec<Rights>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached("SELECT pattern, text, changed FROM rights ORDER BY id")?
                .query_map([], |row| {
                    Ok(Rights { pattern: row.get(0)?, text: row.get(1)?, changed: row.get(2)? })
                })?
                .collect()
        })
    }

    /// The rights of all sources, to look up.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn rights_list(&self) -> Result<RightsList, StoreError> {
        let parse = |one: Rights| {
            let Ok(pattern) = one.pattern.parse();
            (pattern, one)
        };
        Ok(RightsList { rights: self.rights()?.into_iter().rev().map(parse).collect() })
    }
}

impl ImportSession {
    /// Tags a problem. Returns whether it had the tag not yet.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn add_tag(&mut self, tag: &Tag) -> Result<bool, StoreError> {
        let Tag { key, turn, tag, changed } = tag;
        let known = self.store.run(|connection| {
            connection
                .prepare_cached("SELECT 1 FROM tag WHERE key = ?1 AND turn = ?2 AND tag = ?3")?
                .query_row((key.as_bytes(), turn.code(), tag), |_| Ok(()))
                .optional()
        })?;
        if known.is_some() {
            return Ok(false);
        }
        let params: [&dyn ToSql; 4] = [key.as_bytes(), &turn.code(), tag, changed];
        self.execute(&checksum::TAG.insert_next(), &params)?;
        Ok(true)
    }

    /// Removes a tag from a problem. Returns whether it had the tag.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn remove_tag(
        &mut self,
        key: PositionKey,
        turn: Turn,
        tag: &str,
    ) -> Result<bool, StoreError> {
        let params: [&dyn ToSql; 3] = [key.as_bytes(), &turn.code(), &tag];
        let sql = "DELETE FROM tag WHERE key = ?1 AND turn = ?2 AND tag = ?3";
        Ok(self.execute(sql, &params)? > 0)
    }

    /// Sets the rights of the sources that a pattern matches, in place of those set for it before;
    /// `None` removes them. Returns whether there were some before.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn set_rights(
        &mut self,
        pattern: &NamePattern,
        text: Option<&str>,
        changed: Option<i64>,
    ) -> Result<bool, StoreError> {
        let pattern = pattern.as_str();
        let removed = self.execute("DELETE FROM rights WHERE pattern = ?1", &[&pattern])?;
        if let Some(text) = text {
            let params: [&dyn ToSql; 3] = [&pattern, &text, &changed];
            self.execute(&checksum::RIGHTS.insert_next(), &params)?;
        }
        Ok(removed > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tag(number: u8, tag: &str) -> Tag {
        let key = PositionKey::from_bytes([number; 16]);
        Tag { key, turn: Turn::Black, tag: tag.to_owned(), changed: Some(7) }
    }

    #[test]
    fn a_tag_is_set_once_and_removed_once() {
        let store = Store::open_in_memory().unwrap();
        let mut session = store.begin_import().unwrap();
        assert!(session.add_tag(&tag(2, "ladder")).unwrap());
        assert!(!session.add_tag(&Tag { changed: None, ..tag(2, "ladder") }).unwrap());
        assert!(session.add_tag(&tag(1, "ladder")).unwrap());
        assert!(session.add_tag(&tag(1, "'; DROP TABLE tag; --")).unwrap());
        session.commit().unwrap();
        let all = [tag(1, "'; DROP TABLE tag; --"), tag(1, "ladder"), tag(2, "ladder")];
        assert_eq!(store.tags().unwrap(), all);
        assert_eq!(store.tags_of(all[0].key, Turn::Black).unwrap(), all[..2]);
        assert!(session.remove_tag(all[1].key, Turn::Black, "ladder").unwrap());
        assert!(!session.remove_tag(all[1].key, Turn::White, "ladder").unwrap());
        session.commit().unwrap();
        assert_eq!(store.tags().unwrap().len(), 2);
        assert_eq!(store.check_rows().unwrap(), []);
    }

    #[test]
    fn of_several_rights_the_last_one_counts() {
        let store = Store::open_in_memory().unwrap();
        let mut session = store.begin_import().unwrap();
        for (pattern, text) in [("books/*", "(c) A"), ("books/cho", "(c) B"), ("books/*", "(c) C")]
        {
            session.set_rights(&pattern.parse().unwrap(), Some(text), None).unwrap();
        }
        session.commit().unwrap();
        let text = |source: &str| {
            let list = store.rights_list().unwrap();
            list.find(source).map(|rights| rights.text.clone())
        };
        assert_eq!(text("books/cho/1.sgf").as_deref(), Some("(c) C"));
        assert_eq!(text("web/1.sgf"), None);
        assert!(session.set_rights(&"books/*".parse().unwrap(), None, None).unwrap());
        session.commit().unwrap();
        assert_eq!(text("books/cho/1.sgf").as_deref(), Some("(c) B"));
    }
}
