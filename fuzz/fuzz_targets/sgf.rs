//! SGF from bytes to a record: splitting, reading, writing, transforming, extracting.

#![no_main]

use gtn_db::extract::{Extracted, TreeLocation, extract_tree};
use gtn_db::go::Symmetry;
use gtn_db::gtn::SubPosition;
use gtn_db::sgf::{self, Charset, GameTree, Layout};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|file: &[u8]| {
    let utf8 = sgf::to_utf8(file);
    let file = utf8.as_deref().unwrap_or(file);
    let detected = sgf::detect_charset(file);
    let found = sgf::split(file, detected.charset, true);
    assert_eq!(found.consumed, file.len());
    for (span, number) in found.trees.iter().zip(1..) {
        let bytes = &file[span.range()];
        let tree = GameTree::read(bytes, detected.charset);

        // Writing a tree and reading it again changes nothing but the charset.
        let text = sgf::to_sgf(&tree, Layout::OneLine);
        let again = GameTree::read(text.as_bytes(), Charset::UTF_8);
        assert_eq!(sgf::to_sgf(&again, Layout::OneLine), text);
        assert_eq!(again.node_count(), tree.node_count());

        let symmetry = Symmetry::ALL[usize::from(bytes[0] ^ bytes[bytes.len() - 1]) % 16];
        sgf::transform(&tree, symmetry, Layout::NodePerLine);

        let location = TreeLocation { tree: number, offset: span.start as u64 };
        let (extracted, faults) = extract_tree(bytes, detected, location, Default::default());
        match extracted {
            Extracted::Problem(record) => {
                let canonical: SubPosition = record.text.parse().expect("a canonical text");
                assert_eq!(canonical.canonicalize().key(), record.key);
            }
            Extracted::Nothing => assert!(!faults.is_empty(), "a reason is given"),
            _ => {}
        }
    }
});
