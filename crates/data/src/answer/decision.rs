//! A decision of a person about two records.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::find::{Decisions, IdentifyError, identify_at};
use crate::store::{
    Decision, ImportSession, JudgedRecord, Judgment, RankedChain, Store, StoreError, StoredSource,
};
use crate::{ParseKeyError, PositionKey};

/// A decision about two records.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct DecisionJson {
    /// What was decided.
    pub decision: VerdictJson,
    /// The first record; the one that `better` keeps.
    pub first: JudgedRecordJson,
    /// The second record.
    pub second: JudgedRecordJson,
}

/// What was decided about two records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum VerdictJson {
    /// The records are different problems.
    Different,
    /// The first record is better.
    Better,
    /// The records are one problem, and neither is better.
    Same,
    /// Deletes the decision about the two records.
    Forget,
}

/// A record of a decision. `hash` and `key` may be missing if `source` and `tree` name a record of
/// the database.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct JudgedRecordJson {
    /// The name of the source at the time of the decision.
    pub source: String,
    /// The number of the game tree in the source, from 1.
    pub tree: u32,
    /// The rank of the problem in that tree, from 1; the first if it is left out.
    #[serde(default = "first")]
    pub problem: u32,
    /// The first 16 bytes of BLAKE3 over the game tree, which identify the record.
    pub hash: Option<String>,
    /// The key of the record's position.
    pub key: Option<String>,
}

/// Why a decision is refused.
#[derive(Debug, Error)]
pub enum DecideError {
    /// The first record is not known.
    #[error("first")]
    First(#[source] JudgedRecordError),
    /// The second record is not known.
    #[error("second")]
    Second(#[source] JudgedRecordError),
    /// A decision is about two records.
    #[error("both records have the same text")]
    SameText,
    /// There is nothing to forget.
    #[error("there is no decision about these two records")]
    NoDecision,
    /// A chain of other decisions says that the second record is better.
    #[error("other decisions say the opposite: {0}")]
    Opposite(RankedChain),
    /// The database cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why a record of a decision is not known.
#[derive(Debug, Error)]
pub enum JudgedRecordError {
    /// The key is not a key.
    #[error(transparent)]
    Key(#[from] ParseKeyError),
    /// The hash is not a hash.
    #[error("a hash has 32 hexadecimal digits")]
    Hash,
    /// Source and tree name no record.
    #[error(transparent)]
    Place(#[from] IdentifyError),
}

impl From<JudgedRecord> for JudgedRecordJson {
    fn from(judged: JudgedRecord) -> JudgedRecordJson {
        let hash: String = judged.hash.iter().map(|byte| format!("{byte:02x}")).collect();
        JudgedRecordJson {
            source: judged.source,
            tree: judged.tree,
            problem: judged.problem,
            hash: Some(hash),
            key: Some(judged.key.to_string()),
        }
    }
}

impl From<Decision> for DecisionJson {
    fn from(Decision { judgment, first, second }: Decision) -> DecisionJson {
        let (decision, first, second) = match judgment {
            Judgment::Different => (VerdictJson::Different, first, second),
            Judgment::FirstIsBetter => (VerdictJson::Better, first, second),
            Judgment::SecondIsBetter => (VerdictJson::Better, second, first),
            Judgment::Same => (VerdictJson::Same, first, second),
        };
        DecisionJson { decision, first: first.into(), second: second.into() }
    }
}

impl DecisionJson {
    /// Saves the decision, or forgets the earlier one. `store` reads the database that `session`
    /// writes; `sources` are those of the database, and `decisions` all decisions, among which this
    /// one is then.
    ///
    /// # Errors
    /// If a record is not known, other decisions say the opposite, or the database cannot be read
    /// or written.
    pub fn save(
        self,
        store: &Store,
        sources: &[StoredSource],
        session: &mut ImportSession,
        decisions: &mut Decisions,
    ) -> Result<(), DecideError> {
        let DecisionJson { decision, first, second } = self;
        let first = first.identify(store, sources).map_err(DecideError::First)?;
        let second = second.identify(store, sources).map_err(DecideError::Second)?;
        if first.hash == second.hash {
            return Err(DecideError::SameText);
        }
        let judgment = match decision {
            VerdictJson::Different => Judgment::Different,
            VerdictJson::Better => Judgment::FirstIsBetter,
            VerdictJson::Same => Judgment::Same,
            VerdictJson::Forget => {
                if !session.forget_decision(first.hash, second.hash)? {
                    return Err(DecideError::NoDecision);
                }
                decisions.remove(&first, &second);
                return Ok(());
            }
        };
        let decision = Decision { judgment, first, second };
        if let Some(chain) = decisions.find_opposite(&decision) {
            return Err(DecideError::Opposite(chain));
        }
        session.decide(&decision)?;
        decisions.insert(&decision);
        Ok(())
    }
}

impl JudgedRecordJson {
    /// Identifies a record by its hash and key, so that decisions can be imported before their
    /// records; or else by its source and tree number.
    ///
    /// # Errors
    /// If the hash or key is none, source and tree name no record, or the database cannot be read.
    pub fn identify(
        self,
        store: &Store,
        sources: &[StoredSource],
    ) -> Result<JudgedRecord, JudgedRecordError> {
        let JudgedRecordJson { source, tree, problem, hash, key } = self;
        match (hash, key) {
            (Some(hash), Some(key)) => {
                let key: PositionKey = key.parse()?;
                Ok(JudgedRecord { hash: parse_hash(&hash)?, key, source, tree, problem })
            }
            _ => Ok(identify_at(store, sources, &source, tree, problem)?),
        }
    }
}

/// The rank of the first problem of a tree.
fn first() -> u32 {
    1
}

fn parse_hash(digits: &str) -> Result<[u8; 16], JudgedRecordError> {
    if digits.len() != 32 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(JudgedRecordError::Hash);
    }
    let mut hash = [0; 16];
    for (byte, digits) in hash.iter_mut().zip(digits.as_bytes().chunks(2)) {
        let digits = std::str::from_utf8(digits).expect("hexadecimal digits are ASCII");
        *byte = u8::from_str_radix(digits, 16).expect("two hexadecimal digits are a byte");
    }
    Ok(hash)
}
