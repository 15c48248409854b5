//! Archives and single files as inputs of an import. The first byte chooses the extension.

#![no_main]

use std::io::{self, Read};
use std::ops::ControlFlow;

use gtn_db::import::inputs::{InputEvent, Inputs, Limits};
use libfuzzer_sys::fuzz_target;

const EXTENSIONS: [&str; 9] =
    ["zip", "tar", "7z", "tar.gz", "tar.zst", "tar.xz", "sgf.gz", "sgf.xz", "txt"];

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, content)) = bytes.split_first() else { return };
    let extension = EXTENSIONS[usize::from(choice) % EXTENSIONS.len()];
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join(format!("input.{extension}"));
    std::fs::write(&path, content).expect("a temporary file");

    let limits = Limits { max_entry: 1 << 16, in_memory: 1 << 12 };
    Inputs::gather(&[path], limits).expect("the file exists").visit(&mut |event| {
        if let InputEvent::Input(mut input) = event {
            let reader = input.content.reader().expect("the content can be read");
            let read = io::copy(&mut reader.take(1 << 17), &mut io::sink());
            assert!(read.is_err() || read.is_ok_and(|bytes| bytes <= 1 << 16));
        }
        ControlFlow::Continue(())
    });
});
