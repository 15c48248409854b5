//! Tests of files and folders, and helpers for the tests of archives.

use std::fs;
use std::fs::File;
use std::io::Read;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::sniff::HEAD_BYTES;
use super::*;
use crate::extract::GameFormat;

const UGF: &str = "[Header]\n[Data]\nPP,B1,1,0\n";

/// Everything that a visit delivered.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// Name, format and text of every input.
    pub(super) inputs: Vec<(String, InputFormat, String)>,
    pub(super) identities: Vec<String>,
    pub(super) skips: Vec<SkippedInput>,
    pub(super) spooled: usize,
    pub(super) progress: u64,
    pub(super) total: u64,
    pub(super) passed_over: PassedOver,
    pub(super) unpacked: usize,
}

impl Seen {
    pub(super) fn names(&self) -> Vec<&str> {
        self.inputs.iter().map(|(name, ..)| name.as_str()).collect()
    }

    pub(super) fn texts(&self) -> Vec<&str> {
        self.inputs.iter().map(|(.., text)| text.as_str()).collect()
    }

    pub(super) fn skipped(&self) -> Vec<String> {
        self.skips.iter().map(SkippedInput::to_string).collect()
    }
}

pub(super) fn visit_within(paths: &[&Path], limits: Limits) -> Seen {
    let paths: Vec<PathBuf> = paths.iter().map(|path| path.to_path_buf()).collect();
    let inputs = Inputs::gather(&paths, limits).unwrap();
    let mut seen = Seen { total: inputs.total_bytes(), ..Seen::default() };
    let passed_over = inputs.visit(&mut |event| {
        match event {
            InputEvent::Input(mut input) => {
                let mut text = Vec::new();
                let mut reader = input.content.reader().unwrap();
                reader.read_to_end(&mut text).unwrap();
                assert_eq!(input.content.len(), text.len() as u64);
                seen.spooled += usize::from(matches!(input.content, Content::File { .. }));
                let text = String::from_utf8_lossy(&text).into_owned();
                seen.inputs.push((input.name, input.format, text));
                seen.identities.push(input.identity);
            }
            InputEvent::Skipped(skip) => seen.skips.push(skip),
            InputEvent::Unpacked(_) => seen.unpacked += 1,
            InputEvent::Progress(step) => seen.progress += step,
        }
        ControlFlow::Continue(())
    });
    seen.passed_over = passed_over;
    assert_eq!(seen.progress, seen.total, "all progress is reported");
    seen
}

pub(super) fn visit(paths: &[&Path]) -> Seen {
    visit_within(paths, Limits::default())
}

/// A folder with files of these names and texts.
pub(super) fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

const IGTN: &str = "# positions\n3x3|.........\n";
const JSON: &str = "[{\"AB\": [\"aa\"]}]";

#[test]
fn folders_are_walked_in_the_order_of_bytes() {
    let folder = folder(&[
        ("p/b.sgf", "b"),
        ("p/B.SGF", "B"),
        ("p/a/2.sgf", "a2"),
        ("p/a/10.sgf", "a10"),
        ("p/a.sgf", "a"),
        ("p/é.Sgf", "é"),
    ]);
    let seen = visit(&[&folder.path().join("p")]);
    assert_eq!(
        seen.names(),
        ["p/B.SGF", "p/a/10.sgf", "p/a/2.sgf", "p/a.sgf", "p/b.sgf", "p/é.Sgf"]
    );
    assert_eq!(seen.texts(), ["B", "a10", "a2", "a", "b", "é"]);
    assert_eq!((seen.total, seen.passed_over.total()), (10, 0));
    assert!(seen.skips.is_empty());
    let full = folder.path().canonicalize().unwrap();
    let full = full.join("p").join("a").join("10.sgf");
    assert_eq!(seen.identities[1], full.to_string_lossy());
}

#[test]
fn in_folders_the_extension_decides() {
    let folder = folder(&[
        ("1.sgf", IGTN),
        ("2.igtn", "(;)"),
        ("3.gtn", IGTN),
        ("4.gtn", "X.O\n"),
        ("5.txt", IGTN),
        ("6.txt", "a text"),
        ("61.json", JSON),
        ("62.jsonl", JSON),
        ("63.NDJSON", JSON),
        ("64.json", "{\"name\": \"package\"}"),
        ("65.json", "(;AB[aa])"),
        ("66.gib", "(;)"),
        ("67.NGF", ""),
        ("68.ugi", UGF),
        ("69.ugz", UGF),
        ("7.html", IGTN),
        ("8", IGTN),
        (".9.sgf", ""),
        (".git/10.sgf", ""),
        ("__MACOSX/11.sgf", ""),
    ]);
    let seen = visit(&[folder.path()]);
    let formats: Vec<_> = seen.inputs.iter().map(|(_, format, _)| *format).collect();
    let texts = seen.texts();
    assert_eq!(texts, [IGTN, "(;)", IGTN, IGTN, JSON, JSON, JSON, "(;)", "", UGF]);
    assert_eq!(
        formats[..4],
        [InputFormat::Sgf, InputFormat::Lines, InputFormat::Lines, InputFormat::Lines]
    );
    assert_eq!(formats[4..7], [InputFormat::Json; 3]);
    let games = [GameFormat::Gib, GameFormat::Ngf, GameFormat::Ugf].map(InputFormat::Game);
    assert_eq!(formats[7..], games);
    // Hidden files are not counted.
    let passed_over = [("", 1), ("gtn", 1), ("html", 1), ("json", 2), ("txt", 1), ("ugz", 1)];
    let passed_over = passed_over.map(|(extension, count)| (extension.to_owned(), count));
    assert_eq!(seen.passed_over.by_extension, passed_over.into());
}

#[test]
fn named_files_are_recognized_by_their_content() {
    let folder = folder(&[
        ("a.html", "(;GM[1])"),
        ("b", IGTN),
        ("c.igtn", "(;)"),
        (".d.sgf", IGTN),
        ("e.sgf", ""),
        ("f.sgf", JSON),
        ("g.json", "{}"),
        ("h.json", "(;GM[1])"),
        ("i.json", "junk"),
        ("j.sgf", UGF),
        ("k.gib", UGF),
        ("l.gib", "junk"),
    ]);
    let names = [
        "a.html", "b", "c.igtn", ".d.sgf", "e.sgf", "f.sgf", "g.json", "h.json", "i.json", "j.sgf",
        "k.gib", "l.gib",
    ];
    let paths: Vec<_> = names.iter().map(|name| folder.path().join(name)).collect();
    let paths: Vec<&Path> = paths.iter().map(PathBuf::as_path).collect();
    let seen = visit(&paths);
    let expected = [
        ("a.html", InputFormat::Sgf, "(;GM[1])"),
        ("b", InputFormat::Lines, IGTN),
        ("c.igtn", InputFormat::Sgf, "(;)"),
        (".d.sgf", InputFormat::Lines, IGTN),
        ("e.sgf", InputFormat::Sgf, ""),
        ("f.sgf", InputFormat::Json, JSON),
        ("g.json", InputFormat::Json, "{}"),
        ("h.json", InputFormat::Sgf, "(;GM[1])"),
        ("i.json", InputFormat::Json, "junk"),
        ("j.sgf", InputFormat::Game(GameFormat::Ugf), UGF),
        ("k.gib", InputFormat::Game(GameFormat::Ugf), UGF),
        ("l.gib", InputFormat::Game(GameFormat::Gib), "junk"),
    ];
    let expected = expected.map(|(name, format, text)| (name.to_owned(), format, text.to_owned()));
    assert_eq!(seen.inputs, expected);
}

#[test]
fn a_hidden_folder_can_be_named() {
    let folder = folder(&[(".p/a.sgf", "a")]);
    assert_eq!(visit(&[&folder.path().join(".p")]).names(), [".p/a.sgf"]);
}

#[test]
fn the_way_to_a_folder_does_not_change_its_identity() {
    let folder = folder(&[("p/q/a.sgf", "a")]);
    let plain = folder.path().join("p");
    let roundabout = folder.path().join("p/q/..");
    let slash = folder.path().join("p/");
    let seen = visit(&[&plain, &roundabout, &slash, &plain.join("q/a.sgf")]);
    assert_eq!(seen.names(), ["p/q/a.sgf", "p/q/a.sgf", "p/q/a.sgf", "a.sgf"]);
    assert!(seen.identities.iter().all(|id| *id == seen.identities[0]));
}

#[test]
fn an_argument_that_names_nothing_is_an_error() {
    let folder = folder(&[("a.sgf", "a")]);
    for (path, message) in
        [("", "a path is empty"), ("no/such.sgf", "no/such.sgf: there is no such file or folder")]
    {
        let paths = [folder.path().to_owned(), path.into()];
        let error = Inputs::gather(&paths, Limits::default()).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn arguments_of_the_same_name_are_told_apart() {
    let folder =
        folder(&[("a/x.sgf", "1"), ("b/x.sgf", "2"), ("a/p/y.sgf", ""), ("b/p/y.sgf", "")]);
    let path = |name: &str| folder.path().join(name);
    let seen = visit(&[&path("a/x.sgf"), &path("b/x.sgf"), &path("a/p"), &path("b/p")]);
    assert_eq!(seen.names(), ["a/x.sgf", "b/x.sgf", "a/p/y.sgf", "b/p/y.sgf"]);
}

#[test]
fn a_file_that_vanishes_is_skipped() {
    let folder = folder(&[("a.sgf", "a"), ("b.sgf", "b")]);
    let inputs = Inputs::gather(&[folder.path().to_owned()], Limits::default()).unwrap();
    fs::remove_file(folder.path().join("a.sgf")).unwrap();
    let (mut skips, mut names, mut progress) = (Vec::new(), Vec::new(), 0);
    inputs.visit(&mut |event| {
        match event {
            InputEvent::Input(input) => names.push(input.name),
            InputEvent::Skipped(skip) => skips.push(skip.cause),
            InputEvent::Unpacked(_) => {}
            InputEvent::Progress(step) => progress += step,
        }
        ControlFlow::Continue(())
    });
    assert!(matches!(skips[..], [SkipCause::Unreadable(_)]));
    assert_eq!((names.len(), progress), (1, 2));
}

#[test]
fn large_files_stay_on_disk() {
    let folder = folder(&[("a.sgf", "1234"), ("b.sgf", "12345")]);
    let limits = Limits { in_memory: 4, ..Limits::default() };
    let seen = visit_within(&[folder.path()], limits);
    assert_eq!(seen.texts(), ["1234", "12345"]);
    assert_eq!(seen.spooled, 1);

    // Longer than the head that decides about the format.
    let long = "x".repeat(HEAD_BYTES + 1);
    fs::write(folder.path().join("a.sgf"), &long).unwrap();
    let seen = visit(&[folder.path()]);
    assert_eq!(seen.texts(), [long.as_str(), "12345"]);
    assert_eq!(seen.spooled, 0);
}

#[test]
fn the_callback_can_stop_at_any_time() {
    let folder = folder(&[("a.sgf", "a"), ("b.sgf", "b"), ("c.sgf", "c")]);
    for stop_after in 1..=6 {
        let paths = [folder.path().to_owned()];
        let mut count = 0;
        Inputs::gather(&paths, Limits::default()).unwrap().visit(&mut |_| {
            count += 1;
            if count == stop_after { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(count, stop_after);
    }
}

#[cfg(unix)]
mod unix {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn links_are_followed_but_not_in_cycles() {
        let folder = folder(&[("p/a/x.sgf", "x"), ("elsewhere/y.sgf", "y")]);
        let p = folder.path().join("p");
        symlink("..", p.join("a/back")).unwrap();
        symlink("../elsewhere", p.join("b")).unwrap();
        symlink("a/x.sgf", p.join("c.sgf")).unwrap();
        symlink("gone", p.join("d.sgf")).unwrap();
        symlink("gone", p.join(".#lock")).unwrap();
        let link = Inputs::gather(&[p.join("d.sgf")], Limits::default()).unwrap_err();
        assert!(
            link.to_string().ends_with("d.sgf: the target of the symbolic link does not exist")
        );
        let seen = visit(&[&p]);
        // The file behind c.sgf is found without the link, too.
        assert_eq!(seen.names(), ["p/a/x.sgf", "p/b/y.sgf"]);
        let target = folder.path().join("elsewhere/y.sgf").canonicalize().unwrap();
        assert_eq!(seen.identities[1], target.to_str().unwrap());
        let skipped = seen.skipped();
        assert_eq!(
            skipped,
            [
                "p/a/back: the symbolic link leads back to p, which contains it",
                "p/d.sgf: the target of the symbolic link does not exist",
            ]
        );
        assert_eq!(seen.passed_over.total(), 0);
    }

    #[test]
    fn names_that_are_not_utf_8_stay_distinct() {
        let folder = tempfile::tempdir().unwrap();
        for name in [b"\xFE.sgf", b"\xFF.sgf"] {
            let path = folder.path().join(OsStr::from_bytes(name));
            // Some file systems refuse such names.
            if fs::write(path, "").is_err() {
                return;
            }
        }
        let seen = visit(&[folder.path()]);
        assert_eq!(seen.inputs[0], seen.inputs[1]);
        assert!(seen.names()[0].ends_with("/\u{FFFD}.sgf"));
        assert!(seen.identities[0].ends_with("%FE.sgf"));
        assert!(seen.identities[1].ends_with("%FF.sgf"));
    }

    #[test]
    fn unreadable_files_and_folders_are_skipped() {
        let folder = folder(&[("p/a.sgf", "a"), ("p/b.sgf", "b"), ("p/c/d.sgf", "d")]);
        let p = folder.path().join("p");
        let set = |path: &str, mode| {
            fs::set_permissions(p.join(path), fs::Permissions::from_mode(mode)).unwrap();
        };
        set("a.sgf", 0);
        set("c", 0);
        // The superuser may read everything.
        if File::open(p.join("a.sgf")).is_err() {
            let seen = visit(&[&p]);
            assert_eq!(seen.names(), ["p/b.sgf"]);
            let skipped = seen.skipped();
            assert!(skipped[0].starts_with("p/a.sgf: cannot be read: "));
            assert!(skipped[1].starts_with("p/c: cannot be read: "));
        }
        set("c", 0o700);
    }

    #[test]
    fn pipes_in_folders_are_not_waited_for() {
        let folder = folder(&[("a.sgf", "a")]);
        let made = std::process::Command::new("mkfifo").arg(folder.path().join("b.sgf")).status();
        if made.is_ok_and(|status| status.success()) {
            let seen = visit(&[folder.path()]);
            assert_eq!((seen.inputs.len(), seen.passed_over.total()), (1, 1));
        }
    }

    #[test]
    fn devices_are_read_up_to_the_limit() {
        let limits = Limits { max_entry: 1 << 20, ..Limits::default() };
        let seen = visit_within(&[Path::new("/dev/zero")], limits);
        assert_eq!(seen.skipped(), ["zero: is longer than 1048576 bytes"]);
    }
}

#[cfg(not(feature = "archives"))]
#[test]
fn archives_are_reported_when_they_cannot_be_opened() {
    let folder = folder(&[("a.zip", "PK\x03\x04"), ("b.sgf", "b")]);
    let seen = visit(&[folder.path(), &folder.path().join("a.zip")]);
    assert_eq!(seen.inputs.len(), 1);
    let causes: Vec<_> = seen.skips.iter().map(|skip| &skip.cause).collect();
    assert!(matches!(causes[..], [SkipCause::ArchivesDisabled, SkipCause::ArchivesDisabled]));
}

#[test]
fn events_can_be_sent_to_other_threads() {
    fn sendable<T: Send>() {}
    sendable::<InputEvent>();
}
