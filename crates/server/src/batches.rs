//! Decisions that were made at once, and can be taken back at once.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use utoipa::ToSchema;

use crate::store::Decision;

/// The most batches that can be taken back.
const KEPT: usize = 16;

/// The last decisions that were made at once, which can be taken back at once.
#[derive(Debug, Default)]
pub(super) struct Batches(Mutex<VecDeque<(Batch, Vec<Decision>)>>);

/// Decisions that were made at once.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct Batch {
    /// Takes the decisions back with `DELETE /api/v1/decisions/{id}`, as long as the server runs
    /// and there are not many later ones.
    pub(super) id: String,
    /// How many there are.
    pub(super) saved: usize,
}

impl Batches {
    fn lock(&self) -> MutexGuard<'_, VecDeque<(Batch, Vec<Decision>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Remembers decisions that were saved.
    pub(super) fn add(&self, decisions: Vec<Decision>) -> Batch {
        let mut id = [0; 8];
        getrandom::fill(&mut id).expect("the system has random bytes");
        let id = format!("{:016x}", u64::from_le_bytes(id));
        let batch = Batch { id, saved: decisions.len() };
        let mut batches = self.lock();
        if batches.len() == KEPT {
            batches.pop_front();
        }
        batches.push_back((batch.clone(), decisions));
        batch
    }

    /// The decisions with this id.
    pub(super) fn find(&self, id: &str) -> Option<Vec<Decision>> {
        let batches = self.lock();
        batches.iter().find(|(batch, _)| batch.id == id).map(|(_, decisions)| decisions.clone())
    }

    /// Forgets decisions that were taken back.
    pub(super) fn remove(&self, id: &str) {
        self.lock().retain(|(batch, _)| batch.id != id);
    }
}
