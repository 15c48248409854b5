//! The canonical board of the records of a position.

use super::record_view::DamagedTextError;
use crate::gtn::CanonicalText;
use crate::solution::{CanonicalFrame, PositionStabilizer};
use crate::store::{StoredPosition, StoredRecord};

/// Builds the mapping between the board of a record and the canonical board.
pub fn build_frame(record: &StoredRecord) -> CanonicalFrame {
    CanonicalFrame::new(record.placement.region, record.placement.open, record.at.symmetry)
}

/// The operations that map the position to itself, on the canonical board.
pub(super) fn find_images(
    position: &StoredPosition,
    record: &StoredRecord,
) -> Result<PositionStabilizer, DamagedTextError> {
    let damaged = DamagedTextError { key: position.key };
    let square = CanonicalText::parse(&position.text).ok_or(damaged)?.to_sub_position();
    let open = record.placement.open.transform(record.at.symmetry);
    PositionStabilizer::new(&square.board, &build_frame(record), open).ok_or(damaged)
}
