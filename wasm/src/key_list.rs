//! Lists of problems without their texts.

use gtn_db_core::PositionKey;
use gtn_db_core::model::{KeyList as List, ListedProblem, Turn};
use wasm_bindgen::prelude::*;

use crate::Fault;

/// A list of problems without their texts, as `gtn-db export --format keys` writes it.
#[wasm_bindgen]
pub struct KeyList {
    list: List,
}

/// A problem of a list.
#[wasm_bindgen(getter_with_clone, inspectable)]
#[derive(Clone, Debug)]
pub struct KeyListHit {
    /// The side to move in the colors of the canonical text: `black`, `white`, `either` or `unknown`.
    #[wasm_bindgen(readonly)]
    pub turn: String,
    /// The number of the problem in its book, if the list has numbers.
    #[wasm_bindgen(readonly)]
    pub number: Option<f64>,
    /// Whether the side to move is the one that was asked for, or one of the two is unknown.
    #[wasm_bindgen(readonly)]
    pub agrees: bool,
}

#[wasm_bindgen]
impl KeyList {
    /// Reads a list.
    ///
    /// @throws If the text is no list, is cut off, or has keys of another scheme.
    pub fn read(text: &str) -> Result<KeyList, Fault> {
        Ok(KeyList { list: text.parse()? })
    }

    /// The number of problems.
    #[wasm_bindgen(getter)]
    pub fn length(&self) -> u32 {
        self.list.problems().len().try_into().unwrap_or(u32::MAX)
    }

    /// Whether a salt is needed.
    #[wasm_bindgen(getter, js_name = isSalted)]
    pub fn is_salted(&self) -> bool {
        self.list.is_salted()
    }

    /// The problems of a position: those with the side to move, then those with another one. `key` and
    /// `turn` are those of `Canonical`.
    ///
    /// @throws If the list has a salt and `salt` is missing or another one, or the other way round.
    pub fn find(
        &self,
        key: &str,
        turn: &str,
        #[wasm_bindgen(unchecked_optional_param_type = "string")] salt: Option<String>,
    ) -> Result<Vec<KeyListHit>, Fault> {
        let key: PositionKey = key.parse()?;
        let asked = (0..).map_while(Turn::from_code).find(|one| one.name() == turn);
        let asked = asked.ok_or_else(|| Fault(format!("`{}` is no turn", turn.escape_debug())))?;
        let hit = |one: &ListedProblem| KeyListHit {
            turn: one.turn.name().to_owned(),
            number: one.number.map(|number| number as f64),
            agrees: one.turn.agrees(asked),
        };
        Ok(self.list.find(key, asked, salt.as_deref())?.into_iter().map(hit).collect())
    }
}
