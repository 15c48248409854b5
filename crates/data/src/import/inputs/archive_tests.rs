//! Tests of archives.

use std::fs;
use std::io::{Cursor, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::tests::{Seen, folder, visit, visit_within};
use super::visit::visit_stream;
use super::*;

const IGTN: &str = "3x3|.........\n";

/// What every kind of archive gets.
const ENTRIES: &[(&str, &str)] = &[
    ("b.sgf", "(;B)"),
    ("a/1.SGF", "(;A1)"),
    ("../up.sgf", "(;up)"),
    ("/root.sgf", "(;root)"),
    ("C:\\windows.sgf", "(;windows)"),
    ("line\nbreak.sgf", "(;break)"),
    ("empty.sgf", ""),
    ("lines.txt", IGTN),
    ("notes.txt", "a text"),
    ("page.html", "<html>"),
    (".hidden.sgf", "(;)"),
    ("__MACOSX/b.sgf", "(;)"),
    ("inner.zip", "PK"),
];

/// What comes out of it, behind the name of the archive.
const NAMES: &[&str] = &[
    "/b.sgf",
    "/a/1.SGF",
    "/../up.sgf",
    "/root.sgf",
    "/C:\\windows.sgf",
    "/line\nbreak.sgf",
    "/empty.sgf",
    "/lines.txt",
];

fn zip_of(entries: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default();
    zip.add_directory("folder.sgf", options).unwrap();
    for (name, text) in entries {
        zip.start_file(*name, options).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.add_symlink("link.sgf", "b.sgf", options).unwrap();
    zip.finish().unwrap().into_inner()
}

fn tar_of(entries: &[(&str, &str)]) -> Vec<u8> {
    let mut tar = tar::Builder::new(Vec::new());
    let mut special = |name: &str, kind| {
        let mut header = tar::Header::new_ustar();
        header.set_entry_type(kind);
        header.set_size(0);
        tar.append_data(&mut header, name, std::io::empty()).unwrap();
    };
    special("folder.sgf", tar::EntryType::Directory);
    special("pipe.sgf", tar::EntryType::Fifo);
    for (name, text) in entries {
        let mut header = tar::Header::new_gnu();
        header.set_size(text.len() as u64);
        header.set_mode(0o644);
        // The builder would refuse some of the names.
        header.as_mut_bytes()[..name.len()].copy_from_slice(name.as_bytes());
        header.set_cksum();
        tar.append(&header, text.as_bytes()).unwrap();
    }
    tar.into_inner().unwrap()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(bytes).unwrap();
    gzip.finish().unwrap()
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    ::zstd::encode_all(bytes, 1).unwrap()
}

/// Writes a file of this name and content to a folder `f`.
fn write(name: &str, bytes: &[u8]) -> (TempDir, PathBuf) {
    let folder = folder(&[]);
    let path = folder.path().join("f").join(name);
    fs::create_dir(folder.path().join("f")).unwrap();
    fs::write(&path, bytes).unwrap();
    (folder, path)
}

/// Visits a file of this name and content, named and in a folder.
fn both_ways(name: &str, bytes: &[u8]) -> [Seen; 2] {
    let (folder, path) = write(name, bytes);
    [visit(&[&path]), visit(&[&folder.path().join("f")])]
}

fn named(name: &str, bytes: &[u8]) -> Seen {
    let (_folder, path) = write(name, bytes);
    visit(&[&path])
}

fn stored(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/archives").join(name)
}

#[test]
fn every_kind_gives_the_same() {
    let tar = tar_of(ENTRIES);
    for (archive, bytes) in [
        ("x.zip", zip_of(ENTRIES)),
        ("x.tar", tar.clone()),
        ("x.tar.gz", gzip(&tar)),
        ("x.tgz", gzip(&tar)),
        ("x.tar.zst", zstd(&tar)),
        ("X.TZST", zstd(&tar)),
    ] {
        for (seen, prefix) in both_ways(archive, &bytes).iter().zip(["", "f/"]) {
            let names: Vec<_> =
                NAMES.iter().map(|name| format!("{prefix}{archive}{name}")).collect();
            assert_eq!(seen.names(), names);
            assert_eq!(seen.texts()[..2], ["(;B)", "(;A1)"]);
            assert_eq!(seen.inputs[7].1, InputFormat::Lines);
            assert_eq!(seen.passed_over.total(), 2, "{archive}");
            assert_eq!(
                seen.skipped(),
                [format!(
                    "{prefix}{archive}/inner.zip: is an archive inside an archive; \
                     unpack the outer one first"
                )]
            );
            let end = format!("{archive}/a/1.SGF");
            assert!(seen.identities[1].ends_with(&end));
            let end = format!("{archive}//root.sgf");
            assert!(seen.identities[3].ends_with(&end));
        }
    }
}

#[test]
fn seven_zip_is_read_in_order() {
    let seen = visit(&[&stored("solid.7z")]);
    assert_eq!(
        seen.names(),
        ["solid.7z/a.sgf", "solid.7z/b/c.SGF", "solid.7z/lines.txt", "solid.7z/empty.sgf",]
    );
    assert_eq!(
        seen.texts(),
        ["(;GM[1]AB[aa])", "(;GM[1]AB[bb]C[second])", "# positions\n3x3|.........\n", ""]
    );
    assert_eq!(seen.skips.len(), 1);
    // Two are of unknown kind; neither the hidden one nor the link counts.
    assert_eq!(seen.passed_over.total(), 2);
}

/// The second has 8 bits of literal context, which only one of the decoders knows.
#[test]
fn lzma_is_read_with_any_properties() {
    for name in ["lzma.7z", "lzma-wide.7z"] {
        let seen = visit(&[&stored(name)]);
        assert_eq!(seen.texts(), ["(;GM[1]AB[aa])", "(;GM[1]AB[bb]C[second])"], "{name}");
        assert!(seen.skips.is_empty(), "{name}");
    }
}

#[test]
fn xz_is_read() {
    let seen = visit(&[&stored("entries.tar.xz"), &stored("single.sgf.xz")]);
    assert_eq!(
        seen.names(),
        [
            "entries.tar.xz/a.sgf",
            "entries.tar.xz/b/c.SGF",
            "entries.tar.xz/empty.sgf",
            "entries.tar.xz/lines.txt",
            "single.sgf.xz",
        ]
    );
    assert_eq!(seen.texts()[4], "(;GM[1]AB[aa])");
}

#[test]
fn the_same_name_twice_is_two_places() {
    let seen = named("x.tar", &tar_of(&[("a.sgf", "(;1)"), ("a.sgf", "(;2)")]));
    assert_eq!(seen.names(), ["x.tar/a.sgf", "x.tar/a.sgf (2)"]);
    assert!(seen.identities[0].ends_with("x.tar/a.sgf"));
    assert!(seen.identities[1].ends_with("x.tar/a.sgf#2"));
}

#[test]
fn single_files_may_be_compressed() {
    for (name, bytes) in [("x.sgf.gz", gzip(b"(;GM[1])")), ("x.SGF.zst", zstd(b"(;GM[1])"))] {
        let [named, found] = both_ways(name, &bytes);
        assert_eq!(named.names(), [name]);
        assert_eq!(named.texts(), ["(;GM[1])"]);
        assert!(named.identities[0].ends_with(name));
        assert_eq!(found.names(), [format!("f/{name}")]);
        assert_eq!(found.identities, named.identities);
    }
    // Two streams behind each other are one text.
    let twice = [gzip(b"(;GM[1]"), gzip(b")")].concat();
    assert_eq!(named("x.sgf.gz", &twice).texts(), ["(;GM[1])"]);
    // Named, the content decides about its kind, and the name about nothing.
    let seen = named("x.dat", &gzip(IGTN.as_bytes()));
    assert_eq!(seen.inputs, [("x.dat".to_owned(), InputFormat::Lines, IGTN.to_owned())]);
}

/// The place of a game is its address, whatever the file; and the length of a dump has no limit.
#[test]
fn the_games_of_a_dump_are_delivered_from_every_file() {
    let line = |id| format!("{{\"game_id\": {id}, \"chat\": \"{id:01000}\", \"moves\": []}}\n");
    let dump: String = (1..=300).map(line).collect();
    let limits = Limits { max_entry: 100_000, in_memory: 1000 };
    let names: Vec<String> = (1..=300).map(|id| format!("online-go.com/game/{id}")).collect();
    for (name, bytes) in [
        ("x.jsonl", dump.clone().into_bytes()),
        ("x.json.gz", gzip(dump.as_bytes())),
        ("x.ndjson.zst", zstd(dump.as_bytes())),
        ("x.zip", zip_of(&[("a/1.json", &dump)])),
        ("x.tar.gz", gzip(&tar_of(&[("1.JSONL", &dump)]))),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(name);
        fs::write(&file, &bytes).unwrap();
        for path in [folder.path(), &file] {
            let seen = visit_within(&[path], limits);
            assert_eq!((seen.names().len(), seen.skipped()), (300, vec![]), "{name}");
            assert!(seen.names().iter().eq(&names) && seen.spooled == 0);
            assert_eq!(seen.identities[7], "https://online-go.com/game/8");
        }
    }
    let bytes = gzip(dump.as_bytes());
    let seen = named("x.jsonl.gz", &bytes[..bytes.len() / 2]);
    assert!((1..300).contains(&seen.inputs.len()), "{}", seen.inputs.len());
    let next = seen.inputs.len() + 1;
    let skipped = seen.skipped();
    let expected = format!("x.jsonl.gz: is damaged or cut off: line {next}: ");
    assert!(skipped.len() == 1 && skipped[0].starts_with(&expected), "{skipped:?}");
}

#[test]
fn the_content_tells_which_archive_it_is() {
    for bytes in [
        zip_of(ENTRIES),
        tar_of(ENTRIES),
        gzip(&tar_of(ENTRIES)),
        fs::read(stored("solid.7z")).unwrap(),
        fs::read(stored("entries.tar.xz")).unwrap(),
    ] {
        for seen in both_ways("wrong.zip", &bytes) {
            assert!(seen.inputs.len() >= 4);
        }
        let [named, found] = both_ways("x.dat", &bytes);
        assert!(named.inputs.len() >= 4);
        assert_eq!((found.inputs.len(), found.passed_over.total()), (0, 1));
    }
}

#[test]
fn entries_over_the_limit_are_skipped_and_the_rest_goes_on() {
    let long = "x".repeat(200_000);
    let at_limit = "y".repeat(100_000);
    let entries = [("a.sgf", "(;)"), ("b.sgf", &long), ("c.sgf", &at_limit), ("d.sgf", "(;)")];
    let folder = folder(&[]);
    let limits = Limits { max_entry: 100_000, in_memory: 1_000 };
    let tar = tar_of(&entries);
    for (name, bytes) in
        [("x.zip", zip_of(&entries)), ("x.tar", tar.clone()), ("x.tar.zst", zstd(&tar))]
    {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        let seen = visit_within(&[&path], limits);
        assert_eq!(seen.texts(), ["(;)", &at_limit, "(;)"]);
        assert_eq!(seen.spooled, 1);
        assert_eq!(seen.skipped(), [format!("{name}/b.sgf: is longer than 100000 bytes")]);
    }
    let path = folder.path().join("x.sgf.gz");
    fs::write(&path, gzip(long.as_bytes())).unwrap();
    let seen = visit_within(&[&path], limits);
    assert_eq!(seen.skipped(), ["x.sgf.gz: is longer than 100000 bytes"]);

    let path = stored("solid.7z");
    let limits = Limits { max_entry: 14, in_memory: 14 };
    let seen = visit_within(&[&path], limits);
    assert_eq!(seen.texts(), ["(;GM[1]AB[aa])", ""]);
    assert_eq!(seen.skips.len(), 3);
}

#[test]
fn an_archive_may_not_unpack_without_end() {
    let long = "x".repeat(10_000);
    let mut entries = vec![("a.sgf", "(;)"), ("big.html", long.as_str())];
    entries.push(("b.sgf", "(;)"));
    let folder = folder(&[]);
    let path = folder.path().join("x.tar");
    fs::write(&path, tar_of(&entries)).unwrap();
    let limits = Limits { max_entry: 100, in_memory: 100 };
    let seen = visit_within(&[&path], limits);
    assert_eq!(seen.names(), ["x.tar/a.sgf"]);
    assert_eq!(
        seen.skipped(),
        ["x.tar: unpacks to more than 6400 bytes in all; the rest of the archive was not read"]
    );
}

#[test]
fn what_comes_before_the_damage_is_delivered() {
    // Hardly compressible.
    let noise: String = (0..150_000_u64)
        .map(|i| char::from(b'a' + (i.wrapping_mul(6_364_136_223_846_793_005) >> 60) as u8))
        .collect();
    let entries = [("a.sgf", noise.as_str()), ("b.sgf", &noise), ("c.sgf", "(;)")];
    let tar = tar_of(&entries);
    for (name, bytes, cut) in
        [("x.tar", tar.clone(), 200_000), ("x.tar.gz", gzip(&tar), 0), ("x.tar.zst", zstd(&tar), 0)]
    {
        let cut = if cut == 0 { bytes.len() - 20 } else { cut };
        for seen in both_ways(name, &bytes[..cut]) {
            assert!(!seen.inputs.is_empty(), "{name}");
            assert!(seen.inputs.len() < 4);
            assert_eq!(seen.texts()[0], noise);
            assert!(
                seen.skips.iter().all(|skip| matches!(skip.cause, SkipCause::Damaged { .. })),
                "{:?}",
                seen.skips
            );
        }
    }
    let seen = named("x.tar", &tar[..200_000]);
    assert!(
        seen.skipped()[0].starts_with("x.tar/b.sgf: is damaged or cut off: "),
        "{:?}",
        seen.skips
    );
    let mut broken = zip_of(&entries);
    let at = broken.len() / 4;
    broken[at] ^= 0xFF;
    let seen = named("x.zip", &broken);
    assert_eq!(seen.names(), ["x.zip/b.sgf", "x.zip/c.sgf"]);
    assert!(seen.skipped()[0].starts_with("x.zip/a.sgf: is damaged or cut off: "));
}

#[test]
fn repeated_names_in_a_zip_are_named() {
    let mut bytes = zip_of(&[("a.sgf", "(;AB[aa])"), ("b.sgf", "(;AB[bb])")]);
    let found = bytes.windows(5).enumerate().filter(|(_, name)| name == b"b.sgf");
    let places: Vec<usize> = found.map(|(at, _)| at).collect();
    places.into_iter().for_each(|at| bytes[at] = b'a');
    let seen = named("x.zip", &bytes);
    assert_eq!(seen.names(), ["x.zip/a.sgf"]);
    assert_eq!(
        seen.skipped(),
        ["x.zip: has several entries with the same name; only the last of these was read"]
    );
}

#[test]
fn a_wrong_checksum_in_seven_zip_costs_one_entry() {
    let mut bytes = fs::read(stored("stored.7z")).unwrap();
    let at = bytes.windows(2).position(|two| two == b"bb").unwrap();
    bytes[at] = b'c';
    let seen = named("x.7z", &bytes);
    assert_eq!(seen.names(), ["x.7z/a.sgf", "x.7z/lines.txt"]);
    assert_eq!(seen.skipped(), ["x.7z/b/c.SGF: is damaged or cut off: its checksum is wrong"]);
}

#[test]
fn damage_in_a_solid_block_costs_the_rest_of_it() {
    let mut bytes = fs::read(stored("solid.7z")).unwrap();
    // The packed stream begins behind the 32 bytes of the signature header, with a byte that
    // tells what follows.
    bytes[32] = 0x10;
    let seen = named("x.7z", &bytes);
    // Empty files are in no block.
    assert_eq!(seen.names(), ["x.7z/empty.sgf"]);
    let skipped = seen.skipped();
    assert!(skipped[0].starts_with("x.7z/.hidden.sgf: is damaged or cut off: "));
    assert_eq!(skipped[1..], ["x.7z: could not be read to the end; entries not reached: 4"]);

    let mut bytes = fs::read(stored("solid.7z")).unwrap();
    bytes[70] ^= 0xFF;
    let seen = named("x.7z", &bytes);
    assert_eq!(seen.names(), ["x.7z/a.sgf", "x.7z/empty.sgf"]);
    assert!(seen.skipped()[0].starts_with("x.7z/b/c.SGF: is damaged or cut off: "));
}

#[test]
fn the_checksum_of_a_stream_is_looked_at() {
    let mut bytes = gzip(&tar_of(ENTRIES));
    let at = bytes.len() - 8;
    bytes[at] ^= 0xFF;
    let seen = named("x.tgz", &bytes);
    assert_eq!(seen.inputs.len(), NAMES.len());
    let last = seen.skipped().pop().unwrap();
    assert!(last.starts_with("x.tgz: is damaged or cut off: "), "{last}");
}

#[test]
fn archives_cut_anywhere_do_no_harm() {
    let archives = [
        ("x.zip", zip_of(ENTRIES)),
        ("x.tgz", gzip(&tar_of(ENTRIES))),
        ("x.tzst", zstd(&tar_of(ENTRIES))),
        ("x.7z", fs::read(stored("solid.7z")).unwrap()),
        ("x.txz", fs::read(stored("entries.tar.xz")).unwrap()),
    ];
    for (name, bytes) in archives {
        let (_folder, path) = write(name, &[]);
        for cut in 0..bytes.len() {
            fs::write(&path, &bytes[..cut]).unwrap();
            let seen = visit(&[&path]);
            assert!(
                seen.skips.iter().any(|skip| matches!(skip.cause, SkipCause::Damaged { .. })),
                "{name} cut at {cut}"
            );
        }
    }
}

#[test]
fn archives_with_a_wrong_byte_do_no_harm() {
    let archives = [
        ("x.zip", zip_of(&ENTRIES[..3])),
        ("x.tar", tar_of(&ENTRIES[..2])[..2048].to_vec()),
        ("x.7z", fs::read(stored("solid.7z")).unwrap()),
        ("x.txz", fs::read(stored("entries.tar.xz")).unwrap()),
    ];
    for (name, mut bytes) in archives {
        let (_folder, path) = write(name, &[]);
        for at in 0..bytes.len() {
            bytes[at] ^= 0x55;
            fs::write(&path, &bytes).unwrap();
            visit(&[&path]);
            bytes[at] ^= 0x55;
        }
    }
}

#[test]
fn encrypted_entries_are_told() {
    let seen = visit(&[&stored("encrypted.zip")]);
    assert_eq!(seen.names(), ["encrypted.zip/lines.txt"]);
    assert_eq!(seen.skipped(), ["encrypted.zip/a.sgf: is encrypted"]);

    let seen = visit(&[&stored("encrypted.7z"), &stored("encrypted-names.7z")]);
    assert!(seen.inputs.is_empty());
    assert_eq!(
        seen.skipped(),
        [
            "encrypted.7z/a.sgf: is encrypted",
            "encrypted.7z: could not be read to the end; entries not reached: 1",
            "encrypted-names.7z: is encrypted",
        ]
    );
}

#[test]
fn unknown_methods_are_told() {
    let seen = visit(&[&stored("bzip2.zip"), &stored("bzip2.7z")]);
    assert_eq!(seen.names(), ["bzip2.zip/z.sgf"]);
    assert_eq!(
        seen.skipped(),
        [
            "bzip2.zip/a.sgf: has an unsupported compression method (bzip2)",
            "bzip2.7z/a.sgf: has an unsupported compression method (BZIP2)",
        ]
    );
}

#[test]
fn what_is_no_archive_is_told() {
    for name in ["x.zip", "x.7z", "x.tar", "x.tgz", "x.txz", "x.tzst"] {
        for seen in both_ways(name, b"(;GM[1]) is not an archive") {
            assert!(seen.inputs.is_empty());
            assert!(matches!(seen.skips[0].cause, SkipCause::Damaged { .. }), "{name}");
        }
    }
}

#[test]
fn old_names_in_zip_archives_stay_readable() {
    let with_names = |names: [&[u8]; 2]| {
        let mut bytes = zip_of(&[("AAAAAAAA.sgf", "(;)"), ("BBBBBBBB.sgf", "(;)")]);
        for (placeholder, name) in [b"AAAAAAAA", b"BBBBBBBB"].into_iter().zip(names) {
            for at in 0..bytes.len() - 8 {
                if bytes[at..at + 8] == *placeholder {
                    bytes[at..at + 8].copy_from_slice(name);
                }
            }
        }
        named("x.zip", &bytes)
    };
    // "詰碁問題" and "手筋問題" in Shift JIS.
    let seen =
        with_names([b"\x8B\x6C\x8C\xE9\x96\xE2\x91\xE8", b"\x8E\xE8\x8B\xD8\x96\xE2\x91\xE8"]);
    assert_eq!(seen.names(), ["x.zip/詰碁問題.sgf", "x.zip/手筋問題.sgf"]);
    assert!(seen.identities[0].ends_with("%8Bl%8C%E9%96%E2%91%E8.sgf"));
    // "死活題一" in GB18030: the words tell it from Big5 and EUC-KR.
    let seen = with_names([b"\xCB\xC0\xBB\xEE\xEE}\xD2\xBB", b"BBBBBBBB"]);
    assert_eq!(seen.names(), ["x.zip/死活題一.sgf", "x.zip/BBBBBBBB.sgf"]);
    // In code page 437.
    let seen = with_names([b"Probl\x8Ame", b"L\x94sungen"]);
    assert_eq!(seen.names(), ["x.zip/Problème.sgf", "x.zip/Lösungen.sgf"]);
}

#[test]
fn headers_in_tar_may_not_be_endless() {
    let mut header = tar::Header::new_gnu();
    header.set_entry_type(tar::EntryType::GNULongName);
    header.set_size(8 << 20);
    header.set_cksum();
    let mut tar = tar::Builder::new(Vec::new());
    let long = vec![b'x'; 8 << 20];
    tar.append(&header, long.as_slice()).unwrap();
    let seen = named("x.tgz", &gzip(&tar.into_inner().unwrap()));
    assert_eq!(
        seen.skipped(),
        ["x.tgz: is damaged or cut off: the header of an entry is too long"]
    );
}

#[test]
fn long_names_in_tar_are_whole() {
    let name = format!("{}/x.sgf", "long".repeat(60));
    let mut tar = tar::Builder::new(Vec::new());
    let mut header = tar::Header::new_gnu();
    header.set_size(3);
    tar.append_data(&mut header, &name, b"(;)".as_slice()).unwrap();
    let seen = named("x.tar", &tar.into_inner().unwrap());
    assert_eq!(seen.names(), [format!("x.tar/{name}")]);
}

#[test]
fn the_callback_can_stop_in_an_archive() {
    let folder = folder(&[]);
    let path = folder.path().join("x.zip");
    fs::write(&path, zip_of(ENTRIES)).unwrap();
    let paths = [path, stored("solid.7z"), stored("entries.tar.xz")];
    let count_until = |stop_after: usize| {
        let mut count = 0;
        Inputs::gather(&paths, Limits::default()).unwrap().visit(&mut |_| {
            count += 1;
            if count == stop_after { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        count
    };
    let all = count_until(usize::MAX);
    for stop_after in 1..all {
        assert_eq!(count_until(stop_after), stop_after);
    }
}

#[test]
fn archives_come_through_pipes() {
    let bytes = zip_of(ENTRIES);
    let mut names = Vec::new();
    let mut callback = |event| {
        if let InputEvent::Input(input) = event {
            names.push(input.name);
        }
        ControlFlow::Continue(())
    };
    let limits = Limits { in_memory: 100, ..Limits::default() };
    assert!(visit_stream(&mut bytes.as_slice(), limits, &mut callback).is_continue());
    assert_eq!(names[0], "-/b.sgf");
    assert_eq!(names.len(), NAMES.len());
}
