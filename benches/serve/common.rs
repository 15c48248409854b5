//! What this benchmark shares with the others: all but the import inside the process, for which the
//! whole library would be built.

#[path = "../common/collection.rs"]
#[allow(dead_code, reason = "the other benchmarks use the rest")]
pub mod collection;
#[path = "../common/command.rs"]
pub mod command;
#[path = "../../examples/abalone/random.rs"]
#[allow(dead_code, reason = "the other benchmarks use the rest")]
pub mod random;
