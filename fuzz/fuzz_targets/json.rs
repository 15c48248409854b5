//! Problems as JSON objects, to records.

#![no_main]

use gtn_db::extract::{self, Extracted};
use gtn_db::gtn::SubPosition;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (extracted, faults) = extract::json(text, 1, 0, Default::default());
    match extracted {
        Extracted::Problem(record) => {
            let canonical: SubPosition = record.text.parse().expect("a canonical text");
            assert_eq!(canonical.canonicalize().key(), record.key);
        }
        Extracted::Game(_) => {}
        Extracted::Nothing => assert!(!faults.is_empty(), "a reason is given"),
    }
    for fault in faults {
        assert!(fault.offset <= text.len(), "an offset within the text");
    }
    extract::json_values(text).for_each(drop);
});
