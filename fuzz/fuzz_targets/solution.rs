//! The stored form of solutions. The first byte chooses the dialect.

#![no_main]

use gtn_db::solution::{Dialect, Solution};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, bytes)) = bytes.split_first() else { return };
    let dialect = Dialect::ALL[usize::from(choice) % Dialect::ALL.len()];
    if let Ok(solution) = Solution::decode(bytes, dialect) {
        assert_eq!(Solution::decode(&solution.encode(), dialect).as_ref(), Ok(&solution));
        solution.has_children();
        solution.leaves().for_each(drop);
        solution.accepted(None);
    }
});
