//! Problems as JSON objects, to records.

#![no_main]

use gtn_db::extract::{Extracted, TreeLocation, extract_json, read_json_values};
use gtn_db::gtn::SubPosition;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (extracted, faults) = extract_json(text, TreeLocation::FIRST, Default::default());
    match extracted {
        Extracted::Problem(record) => {
            let canonical: SubPosition = record.text.parse().expect("a canonical text");
            assert_eq!(canonical.canonicalize().key(), record.key);
        }
        Extracted::Nothing => assert!(!faults.is_empty(), "a reason is given"),
        _ => {}
    }
    for fault in faults {
        assert!(fault.offset <= text.len(), "an offset within the text");
    }
    read_json_values(text).for_each(drop);
});
