//! What a command writes to files: nothing is destroyed, and nothing is cut off.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;

use super::{Db, Ran};

const TWO: &str = "(;SZ[9]GN[one]AB[aa][ba]AW[ca];B[ab])(;SZ[9]GN[two]AB[aa][ba]AW[da];B[ab])";
const THREE: &str = "(;SZ[9]GN[three]AB[aa][ba]AW[ea];B[ab])";

/// A database with the two problems of `two.sgf`.
fn two_problems() -> Db {
    let db = Db::new();
    let file = db.write("two.sgf", TWO);
    db.run(&["import", "--quiet", &file]).done();
    db
}

/// All files below a folder with their contents.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap()) {
        let name = entry.file_name().into_string().unwrap();
        if entry.path().is_dir() {
            let inner = files(&entry.path());
            found.extend(inner.into_iter().map(|(file, bytes)| (format!("{name}/{file}"), bytes)));
        } else {
            // A link may lead nowhere.
            found.insert(name, fs::read(entry.path()).unwrap_or_default());
        }
    }
    found
}

impl Db {
    fn text(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }

    /// Runs a command that is an error and changes nothing; returns its message.
    fn refused(&self, args: &[&str]) -> String {
        let before = files(self.folder.path());
        let Ran { status, out, err } = self.run(args);
        assert_eq!((status, out.as_str()), (2, ""), "{args:?}: {err}");
        assert!(files(self.folder.path()) == before, "{args:?} changed something");
        err
    }
}

#[test]
fn the_database_is_no_output() {
    let db = two_problems();
    let database = db.text("gtn.db");
    let audited = db.write("other.sgf", THREE);
    for path in [&database, &db.text("./gtn.db"), &db.text("gtn.db-wal"), &db.text("gtn.db-lock")] {
        for args in
            [&["export"][..], &["games", "--sgf"], &["export", "--joseki"], &["audit", &audited]]
        {
            let error = db.refused(&[args, &["-o", path]].concat());
            let is_refused = error.contains("database") || args.contains(&"--joseki");
            assert!(is_refused, "{error}");
        }
    }
    db.run(&["stats", "--verify"]).done();

    // Another database is not overwritten either.
    fs::copy(db.path("gtn.db"), db.path("copy.db")).unwrap();
    assert!(db.refused(&["export", "-o", &db.text("copy.db")]).contains("this is a database"));
}

#[cfg(unix)]
#[test]
fn links_to_the_database_are_no_output() {
    let db = two_problems();
    std::os::unix::fs::symlink("gtn.db", db.path("link.sgf")).unwrap();
    std::os::unix::fs::symlink("gtn.db-wal", db.path("dangling.sgf")).unwrap();
    fs::hard_link(db.path("gtn.db"), db.path("hard.sgf")).unwrap();
    for name in ["link.sgf", "dangling.sgf", "hard.sgf"] {
        assert!(db.refused(&["export", "-o", &db.text(name)]).contains("database"), "{name}");
    }
    // The command opens the database through a link.
    let linked = ["--db", &db.text("link.sgf"), "export", "-o", &db.text("gtn.db")];
    assert!(db.refused(&linked).contains("this is the database"));
}

#[test]
fn an_input_is_no_output() {
    let db = Db::new();
    fs::create_dir_all(db.path("dat/inner")).unwrap();
    let [file, other] = [db.write("dat/inner/file.sgf", TWO), db.write("dat/other.sgf", THREE)];
    let dat = db.text("dat");
    assert!(db.refused(&["audit", &dat, "-o", &file]).contains("the command reads this file"));
    assert!(db.refused(&["audit", &file, &other, "-o", &other]).contains("reads this file"));
    db.refused(&["audit", &dat, "-o", &dat]);
    db.refused(&["audit", &dat, "-o", &db.text("no/such/page.html")]);
    // A report in the folder is not read, and is replaced.
    for _ in 0..2 {
        db.run(&["audit", &dat, "-o", &db.text("dat/report.html")]).done();
    }
    #[cfg(unix)]
    {
        fs::hard_link(&file, db.path("hard.html")).unwrap();
        assert!(db.refused(&["audit", &dat, "-o", &db.text("hard.html")]).contains("reads this"));
    }
    let db = two_problems();
    let pattern = db.write("pattern.igtn", "2x2|_!!__XO__OX__!!_");
    db.refused(&["games", "--sgf", "--shape", &pattern, "-o", &pattern]);
}

#[test]
fn a_source_of_the_database_is_no_output() {
    let db = two_problems();
    let source = db.text("two.sgf");
    fs::create_dir_all(db.path("books/inner")).unwrap();
    db.write("books/inner/three.sgf", THREE);
    let mut zip = zip::ZipWriter::new(fs::File::create(db.path("four.zip")).unwrap());
    zip.start_file("four.sgf", zip::write::SimpleFileOptions::default()).unwrap();
    zip.write_all(THREE.as_bytes()).unwrap();
    zip.finish().unwrap();
    let (books, archive) = (db.text("books"), db.text("four.zip"));
    db.run(&["import", "--quiet", &books, &archive]).done();
    let other = db.write("other.sgf", THREE);
    for path in [&source, &archive, &db.text("books/inner/three.sgf")] {
        for args in [
            &["export"][..],
            &["export", "--force"],
            &["games", "--sgf"],
            &["audit"],
            &["audit", &other],
            &["compare", &other, "--only", "new"],
        ] {
            let error = db.refused(&[args, &["-o", path]].concat());
            assert!(error.contains("this is a source of the database"), "{args:?}: {error}");
        }
    }
    for folder in [&books, &db.text("books/inner"), &db.text(".")] {
        let slash = format!("{folder}/");
        let error = db.refused(&["export", "--force", "-o", &slash]);
        assert!(error.contains("sources of the database are in this folder"), "{error}");
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("two.sgf", db.path("link.sgf")).unwrap();
        fs::hard_link(&source, db.path("hard.sgf")).unwrap();
        for name in ["link.sgf", "hard.sgf"] {
            assert!(db.refused(&["export", "-o", &db.text(name)]).contains("a source"), "{name}");
        }
    }
    db.run(&["export", "-o", &db.text("out.sgf")]).done();
    db.run(&["export", "-o", &db.text("out.sgf")]).done();
}

#[test]
fn a_path_that_leads_nowhere_is_an_error_before_anything_is_written() {
    let db = Db::new();
    let good = db.write("good.sgf", TWO);
    let page = db.write("page.html", "the last report");
    let gone = db.text("missing.sgf");
    for args in [
        &["import", &good, &gone][..],
        &["import", &gone, &good],
        &["import", &good, ""],
        &["import", "--json", &good, &db.text("good.sgf/x")],
        &["check", &good, &gone],
        &["compare", &good, &gone],
        &["audit", &good, &gone, "-o", &page],
    ] {
        db.refused(args);
    }
    assert!(!db.path("gtn.db").exists());
    let error = db.refused(&["import", &good, &gone]);
    assert!(error.contains("missing.sgf: there is no such file or folder"), "{error}");

    db.run(&["import", "--quiet", &good]).done();
    let exported = db.write("out.sgf", "the last export");
    db.refused(&["export", "--prefer", "nobody", "-o", &exported]);
}

#[test]
fn a_minus_is_standard_output() {
    let db = two_problems();
    let plain = db.run(&["export"]).done();
    assert_eq!(db.run(&["export", "-o", "-"]).done(), plain);
    let page = db.run(&["audit", &db.text("two.sgf"), "-o", "-"]).done();
    assert!(page.starts_with("<!DOCTYPE html>") && page.trim_end().ends_with("</html>"), "{page}");
    db.refused(&["audit", &db.text("two.sgf"), "--json", "-o", "-"]);

    let games = Db::with(&["data"]);
    for args in [&["games", "--sgf"][..], &["export", "--joseki"]] {
        let plain = games.run(args).done();
        assert_eq!(games.run(&[args, &["-o", "-"]].concat()).done(), plain);
    }
    assert!(!Path::new("-").exists());
}

#[test]
fn an_output_without_content_replaces_nothing() {
    let db = Db::new();
    db.run(&["import", "--quiet", &db.write("game.sgf", "(;SZ[9];B[aa];W[bb])")]).done();
    let old = db.write("old.sgf", "the last export");
    let folder = db.text("folder/");
    assert_eq!(db.run(&["export", "-o", &old]).status, 1);
    assert_eq!(db.run(&["export", "-o", &folder]).status, 1);
    assert_eq!(db.run(&["games", "--sgf", "--player", "nobody", "-o", &old]).status, 1);
    assert_eq!(fs::read_to_string(old).unwrap(), "the last export");
    assert!(!Path::new(&folder).exists());
}

#[cfg(unix)]
#[test]
fn a_replaced_file_keeps_its_permissions_and_its_links() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let db = two_problems();
    let whole = db.run(&["export"]).done();
    let mode = |name: &str| fs::metadata(db.path(name)).unwrap().permissions().mode() & 0o777;
    db.write("private.sgf", "old");
    fs::set_permissions(db.path("private.sgf"), fs::Permissions::from_mode(0o640)).unwrap();
    symlink("private.sgf", db.path("link.sgf")).unwrap();
    symlink("new.sgf", db.path("dangling.sgf")).unwrap();
    for name in ["link.sgf", "dangling.sgf"] {
        db.run(&["export", "-o", &db.text(name)]).done();
        assert!(db.path(name).is_symlink());
        assert_eq!(fs::read_to_string(db.path(name)).unwrap(), whole);
    }
    assert_eq!(mode("private.sgf"), 0o640);
    // A new file is like one that any other program makes.
    assert_eq!(mode("new.sgf"), mode("two.sgf"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_in_memory_is_replaced_as_any_file() {
    let db = Db::new();
    let book = db.write("two.sgf", TWO);
    db.run(&["import", "--quiet", &book]).done();
    let folder = tempfile::tempdir_in("/dev/shm").unwrap();
    let path = folder.path().join("out.sgf");
    fs::write(&path, "old").unwrap();
    db.run(&["export", "-o", path.to_str().unwrap()]).done();
    assert_eq!(fs::read_to_string(&path).unwrap(), db.run(&["export"]).done());
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_is_written_directly() {
    let db = two_problems();
    let before = files(Path::new(db.folder.path()));
    let error = db.refused(&["export", "-o", "/dev/full"]);
    assert!(error.contains("cannot write to /dev/full: No space left"), "{error}");
    db.refused(&["audit", &db.text("two.sgf"), "-o", "/dev/full"]);
    db.run(&["export", "-o", "/dev/null"]).done();
    let plain = db.run(&["export"]).done();
    assert_eq!(db.run(&["export", "-o", "/dev/stdout"]).done(), plain);
    assert!(files(db.folder.path()) == before);
}

#[test]
fn an_export_to_a_folder_replaces_what_an_earlier_one_wrote() {
    let db = two_problems();
    let folder = db.text("out/");
    let names = || files(&db.path("out")).into_keys().collect::<Vec<_>>();
    db.run(&["export", "-o", &folder]).done();
    assert_eq!(names(), [".gtn-db-export.json", "1-one.sgf", "2-two.sgf"]);
    db.write("out/notes.txt", "mine");
    let again = files(&db.path("out"));
    db.run(&["export", "-o", &folder]).done();
    assert!(files(&db.path("out")) == again);

    // Stale files go, unless somebody changed them.
    db.write("out/2-two.sgf", "(;C[mine])");
    db.run(&["export", "-f", "igtn", "-o", &folder]);
    assert_eq!(
        names(),
        [".gtn-db-export.json", "1-one.igtn", "2-two.igtn", "2-two.sgf", "notes.txt"]
    );
    assert_eq!(fs::read(db.path("out/2-two.sgf")).unwrap(), b"(;C[mine])");

    // The changed file is in the way now; with --force it is replaced.
    let error = db.refused(&["export", "-o", &folder]);
    assert!(error.contains("2-two.sgf: not as an earlier export wrote"), "{error}");
    assert!(error.contains("--force"), "{error}");
    db.run(&["export", "--force", "-o", &folder]).done();
    assert_eq!(names(), [".gtn-db-export.json", "1-one.sgf", "2-two.sgf", "notes.txt"]);
    assert_eq!(fs::read(db.path("out/2-two.sgf")).unwrap(), again["2-two.sgf"]);
}

#[test]
fn an_export_to_a_folder_with_other_files_touches_none_of_them() {
    let db = two_problems();
    fs::create_dir(db.path("mine")).unwrap();
    db.write("mine/1-one.sgf", "(;C[mine])");
    let folder = db.text("mine");
    let error = db.refused(&["export", "-o", &folder]);
    assert!(error.contains("1-one.sgf: not as an earlier export wrote"), "{error}");
    db.run(&["export", "--force", "-o", &folder]).done();
    assert_eq!(files(&db.path("mine")).len(), 3);

    // A folder is not replaced, whatever its name.
    fs::create_dir_all(db.path("other/2-two.sgf")).unwrap();
    db.refused(&["export", "--force", "-o", &db.text("other")]);
}

#[test]
fn a_manifest_names_no_file_outside_its_folder() {
    let db = two_problems();
    fs::create_dir(db.path("out")).unwrap();
    let hash = blake3::hash(TWO.as_bytes()).to_string();
    for name in ["../two.sgf", "/two.sgf", "a/../../two.sgf", "..", ""] {
        let manifest = format!(r#"{{"files":[{{"name":"{name}","blake3":"{hash}"}}]}}"#);
        db.write("out/.gtn-db-export.json", &manifest);
        db.refused(&["export", "-o", &db.text("out")]);
    }
    db.write("out/.gtn-db-export.json", "junk");
    db.refused(&["export", "-o", &db.text("out")]);
    db.run(&["export", "--force", "-o", &db.text("out")]).done();
    assert!(db.path("two.sgf").exists());
}

#[test]
fn csv_keeps_formulas_unless_a_spreadsheet_reads_it() {
    let db = Db::new();
    let file = db.write("=1.sgf", "(;SZ[9]GN[=cmd()]AB[aa][ba]AW[ca];B[ab])");
    db.run(&["import", "--quiet", &file]).done();
    for args in [&["problems", "--csv"][..], &["export", "--format", "csv"]] {
        let plain = db.run(args).done();
        assert!(plain.contains(",=cmd()") && plain.contains(",=1.sgf"), "{plain}");
        let escaped = db.run(&[args, &["--escape-formulas"]].concat()).done();
        assert!(escaped.contains(",'=cmd()") && escaped.contains(",'=1.sgf"), "{escaped}");
        assert_eq!(escaped.replace(",'=", ",="), plain);
    }
    for args in [&["problems", "--json"][..], &["problems"], &["export"], &["export", "-f", "json"]]
    {
        assert_eq!(db.run(&[args, &["--escape-formulas"]].concat()).status, 2, "{args:?}");
    }
}

/// On a terminal of 80 columns no line of a table is longer.
#[cfg(unix)]
#[test]
fn tables_fit_a_terminal() {
    use std::process::Command;
    if Command::new("script").arg("--version").output().is_err() {
        return; // of util-linux
    }
    let db = Db::new();
    fs::create_dir_all(db.path("a folder with a long name/another one")).unwrap();
    let problem = |name: &str, answer: &str| {
        format!("(;SZ[19]GN[{name}]AB[aa][ba][ca][db]AW[bb][cb][da];B[{answer}]C[RIGHT];W[ac])")
    };
    let long = "a name of a problem that is longer than many others, 詰碁の名前";
    for (file, answer) in [("one", "ab"), ("two", "bc")] {
        let path = format!("a folder with a long name/another one/{file}.sgf");
        db.write(&path, &[problem(long, answer), problem("short", "cc")].concat());
    }
    let game = "(;SZ[19]PB[A player with a very long name]PW[Another player, 9p]EV[The event of the year]\
        DT[1999-01-02]RE[B+R]";
    let moves = ";B[pd];W[dp];B[pp];W[dd];B[fq];W[cn]";
    db.write("a folder with a long name/games.sgf", &format!("{game}{moves})").repeat(2));
    let folder = db.text("a folder with a long name");
    db.run(&["import", "--quiet", &folder]).done();
    db.write("q.sgf", &problem(long, "ab"));
    let one = "q.sgf"; // its name stands in a sentence
    let mut lines = 0;
    for args in [
        &["problems"][..],
        &["games"],
        &["games", "--same"],
        &["dups"],
        &["dups", "--conflicts", "--all"],
        &["dups", "--near", "2"],
        &["dups", "--shape"],
        &["dups", "--files"],
        &["sources"],
        &["sources", &folder],
        &["stats"],
        &["next"],
        &["joseki"],
        &["check", &folder],
        &["compare", one],
        &["find", one],
        &["find", one, "--near", "2"],
        &["find", one, "--inside"],
        &["find", "--in", "games", "Q16 D4"],
        &["show", one],
    ] {
        let quoted = |text: &&str| format!("'{text}'");
        let words: Vec<String> = args.iter().map(quoted).collect();
        // Without progress, which draws over its own line.
        let command = format!(
            "stty cols 80 rows 24; '{}' {} 2>/dev/null",
            env!("CARGO_BIN_EXE_gtn-db"),
            words.join(" ")
        );
        let ran = Command::new("script")
            .args(["--quiet", "--return", "--command", &command, "/dev/null"])
            .envs([
                ("GTN_DB", db.text("gtn.db")),
                ("PAGER", String::new()),
                ("NO_COLOR", "1".into()),
            ])
            .current_dir(db.folder.path())
            .stdin(std::process::Stdio::null())
            .output()
            .unwrap();
        let shown = String::from_utf8(ran.stdout).unwrap();
        assert!(ran.status.code().is_some_and(|code| code < 2), "{args:?}: {shown}");
        lines += shown.lines().count();
        for line in shown.lines().map(|line| line.trim_end()) {
            let width: usize = line.chars().map(|char| if char > '\u{2e80}' { 2 } else { 1 }).sum();
            assert!(width <= 80, "{args:?}: {width} columns: {line}");
        }
    }
    assert!(lines > 40, "{lines} lines");
}

/// Commands that a signal ends.
#[cfg(unix)]
mod signals {
    use std::process::{Child, Command, Stdio};
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    use super::*;
    use crate::common::{check, problem, scale};

    const PROBLEMS: u32 = 200;

    fn start(db: &Db, args: &[&str]) -> Child {
        Command::new(env!("CARGO_BIN_EXE_gtn-db"))
            .args(args)
            .env("GTN_DB", db.path("gtn.db"))
            .env("TMPDIR", db.path("tmp"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap()
    }

    fn send(child: &Child, signal: &str) {
        let pid = child.id().to_string();
        // The process may have ended.
        let _ = Command::new("kill").args([signal, &pid]).stderr(Stdio::null()).status().unwrap();
    }

    /// A database with many problems, and a folder for temporary files.
    fn many_problems(count: u32) -> Db {
        let db = Db::new();
        fs::create_dir(db.path("tmp")).unwrap();
        let file = db.write("many.sgf", &(0..count).map(problem).collect::<String>());
        db.run(&["import", "--quiet", &file]).done();
        db
    }

    /// Sends signals at times that are spread over a command. `check` looks at what is left.
    fn end_in_between(db: &Db, args: &[&str], mut check: impl FnMut(&str)) {
        let started = Instant::now();
        let usual = start(db, args).wait().unwrap();
        let duration = started.elapsed();
        let (tries, mut ended) = (scale(6, 24), 0);
        for number in 0..tries {
            let (signal, status) =
                [("-INT", Some(130)), ("-TERM", Some(143)), ("-KILL", None)][number % 3];
            let mut child = start(db, args);
            sleep(duration.mul_f64((number as f64 + 0.5) / tries as f64));
            let sent = Instant::now();
            send(&child, signal);
            let end = child.wait().unwrap();
            assert!(sent.elapsed() < Duration::from_secs(2), "{args:?} went on after {signal}");
            if end != usual {
                ended += 1;
                // At its very beginning a process does not handle signals yet.
                assert!(end.code() == status || end.code().is_none(), "{args:?}: {end}");
            }
            check(signal);
        }
        assert!(ended > 0, "{args:?}: every signal came too late");
    }

    #[test]
    fn an_export_that_is_ended_leaves_the_old_file_or_the_new_one() {
        let db = many_problems(PROBLEMS);
        let whole = db.run(&["export"]).done();
        let output = db.write("out.sgf", "the last export");
        let hidden = || files(db.folder.path()).into_keys().filter(|name| name.contains(".tmp"));
        end_in_between(&db, &["export", "-o", &output], |signal| {
            let left = fs::read_to_string(&output).unwrap();
            assert!(left == whole || left == "the last export", "{signal} left {}", left.len());
            fs::write(&output, "the last export").unwrap();
            if signal != "-KILL" {
                assert_eq!(hidden().count(), 0, "{signal} left a temporary file");
            }
            // The next run that writes to the folder removes what a killed one left there.
            db.run(&["export", "-o", &db.text("other.sgf")]).done();
            assert_eq!(hidden().count(), 0);
        });
    }

    #[test]
    fn temporary_folders_of_killed_runs_are_removed_and_those_of_living_ones_stay() {
        let db = many_problems(1);
        let pipe = db.text("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let folders = || fs::read_dir(db.path("tmp")).unwrap().count();
        // Each waits for the writer of the pipe, with a database in a temporary folder.
        let mut running = [start(&db, &["check", &pipe]), start(&db, &["check", &pipe])];
        let give_up = Instant::now() + Duration::from_secs(20);
        while folders() < 2 && Instant::now() < give_up {
            sleep(Duration::from_millis(10));
        }
        let other = &["check", &db.text("many.sgf")];
        start(&db, other).wait().unwrap();
        assert_eq!(folders(), 2);
        send(&running[0], "-KILL");
        running[0].wait().unwrap();
        start(&db, other).wait().unwrap();
        assert_eq!(folders(), 1);
        send(&running[1], "-INT");
        running[1].wait().unwrap();
        assert_eq!(folders(), 0);
    }

    #[test]
    fn an_export_to_a_folder_that_is_ended_leaves_whole_files_and_a_right_manifest() {
        let db = many_problems(PROBLEMS);
        let folder = db.text("out/");
        let exports = [["export", "-o", &folder], ["export", "--black-first", "-o"]];
        let args = [&exports[1][..], &[&folder, "--orient", "top-left"]].concat();
        db.run(&exports[0]).done();
        let one = files(&db.path("out"));
        db.run(&args).done();
        let other = files(&db.path("out"));
        end_in_between(&db, &args, |signal| {
            for (name, bytes) in files(&db.path("out")) {
                // The folder of the export, or the temporary file of a manifest.
                let is_temporary = name.starts_with(".gtn-db-export.tmp/")
                    || name.starts_with(".gtn-db-") && name.ends_with(".tmp");
                if is_temporary {
                    assert_eq!(signal, "-KILL", "{signal} left {name}");
                } else if name != ".gtn-db-export.json" {
                    let is_whole =
                        one.get(&name) == Some(&bytes) || other.get(&name) == Some(&bytes);
                    assert!(is_whole, "{signal} left {name} with {} bytes", bytes.len());
                }
            }
            // The manifest lists every file, so the next export is not refused.
            db.run(&exports[0]).done();
            assert!(files(&db.path("out")) == one);
        });
    }

    #[test]
    fn an_audit_that_is_ended_leaves_no_temporary_files() {
        let db = many_problems(200);
        let page = db.write("page.html", "the last report");
        let many = db.text("many.sgf");
        end_in_between(&db, &["audit", &many, "-o", &page], |signal| {
            let left = fs::read_to_string(&page).unwrap();
            assert!(
                left == "the last report"
                    || left.ends_with("</html>")
                    || left.ends_with("</html>\n")
            );
            if signal == "-KILL" {
                fs::remove_dir_all(db.path("tmp")).unwrap();
                fs::create_dir(db.path("tmp")).unwrap();
            } else {
                assert_eq!(files(&db.path("tmp")).into_keys().next(), None, "{signal}");
                assert_eq!(fs::read_dir(db.path("tmp")).unwrap().count(), 0, "{signal}");
            }
        });
    }

    #[test]
    fn every_command_ends_at_once() {
        let db = many_problems(PROBLEMS);
        let many = db.text("many.sgf");
        for args in [&["dups", "--near", "3"][..], &["check", &many]] {
            end_in_between(&db, args, |_| ());
        }
        let fresh = db.path("fresh.db");
        let import = ["import", "--quiet", "--db", fresh.to_str().unwrap(), &many];
        end_in_between(&db, &import, |_| {
            db.run(&import).done();
            check(&fresh);
            for end in ["", "-wal", "-shm"] {
                let _ = fs::remove_file(db.path(&format!("fresh.db{end}")));
            }
        });
        db.run(&["stats", "--verify"]).done();
    }
}
