//! No clean-up loses anything: `dups --files -0 | xargs -0 rm` in random folders.
//!
//! `GTN_DB_CLEANUPS=100000 cargo test --release --test it -- cleanup` tries as many folders;
//! `GTN_DB_CLEANUPS=40000..60000` only those of these seeds.

mod folder;
mod oracle;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use gtn_db::export::{ExportOptions, Format};
use gtn_db::find::{Identity, build_frame, cluster_records, load_publication};
use gtn_db::gtn::SubPosition;
use gtn_db::import::inputs::{Inputs, Limits};
use gtn_db::import::{
    FactKind, ImportOptions, RedundantSource, SourceContent, find_redundant_sources, import,
};
use gtn_db::model::{SourceFile, TreeKind, Variations};
use gtn_db::solution::{PositionStabilizer, collect_answers};
use gtn_db::store::{ImportSession, SourceDetails, Store};

use folder::{Folder, Random, files_in};
use oracle::{Content, Facts16};

/// The seeds of the folders that the suite tries.
const SUITE: Range<u64> = 0..500;

/// Makes an empty database in a folder: a copy of one, as the migrations cost more than all that a
/// test does with a database.
fn empty_store(folder: &Path, name: &str) -> Store {
    static EMPTY: OnceLock<Vec<u8>> = OnceLock::new();
    let empty = EMPTY.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("empty.db");
        drop(ImportSession::open(&path).unwrap());
        fs::read(path).unwrap()
    });
    let path = folder.join(name);
    fs::write(&path, empty).unwrap();
    Store::open(&path).unwrap()
}

fn import_into(store: &Store, inputs: Inputs, change: impl FnOnce(&mut ImportOptions<'_>)) {
    let cancel = AtomicBool::new(false);
    let mut options = ImportOptions::new(&cancel);
    change(&mut options);
    import(store.begin_import().unwrap(), inputs, options, &|_| ()).unwrap();
}

/// Imports the folder in one to four runs, some with options.
fn import_folder(store: &Store, folder: &Folder, random: &mut Random) {
    for path in &folder.imports {
        let inputs = Inputs::gather(std::slice::from_ref(path), Limits::default()).unwrap();
        let (variations, kind) = (random.one_in(12), random.one_in(12));
        import_into(store, inputs, |options| {
            options.tree_options.variations = variations.then_some(Variations::Main);
            options.tree_options.kind = kind.then_some(TreeKind::Problem);
        });
    }
    if let Some(text) = &folder.stdin {
        let file = folder.root.join("stdin");
        fs::write(&file, text).unwrap();
        let inputs = Inputs::rename(vec![("-".to_owned(), file.clone())], Limits::default());
        import_into(store, inputs.unwrap(), |_| ());
        fs::remove_file(file).unwrap();
    }
}

/// What can be read on the disk.
fn read_disk(folder: &Folder) -> Vec<Content> {
    let files = files_in(&folder.root);
    let texts = files.iter().map(|file| oracle::read(&fs::read_to_string(file).unwrap()));
    let entries = folder.archives.iter().flat_map(|(_, entries)| entries);
    texts.chain(entries.map(|(_, text)| oracle::read(text))).collect()
}

/// The accepted first moves of each problem that `export --solutions union` writes of the folder,
/// both on the canonical board; of moves that are equal by symmetry, one.
fn export_union(folder: &Folder) -> BTreeMap<String, BTreeSet<String>> {
    let databases = tempfile::tempdir().unwrap();
    let store = empty_store(databases.path(), "folder.db");
    // The target of the link may be gone.
    let imports: Vec<PathBuf> =
        folder.imports.iter().filter(|path| path.exists()).cloned().collect();
    let inputs = Inputs::gather(&imports, Limits::default()).unwrap();
    import_into(&store, inputs, |_| ());
    let options = ExportOptions { merge_solutions: true, ..ExportOptions::default() };
    let mut exported = Vec::new();
    for id in store.positions_with_records(1).unwrap() {
        let position = store.position_by_id(id).unwrap().unwrap();
        let records = store.records(id).unwrap();
        for cluster in cluster_records(&position, &records, Identity::Problem) {
            let kept = cluster.choose_representative(&[]);
            let problem =
                load_publication(&store, &position, &cluster, kept, true, &Default::default())
                    .unwrap();
            Format::Sgf.write_problem(&problem, &options, &mut exported).unwrap();
        }
    }
    let file = folder.root.join("union.sgf");
    fs::write(&file, exported).unwrap();
    let union = empty_store(databases.path(), "union.db");
    import_into(
        &union,
        Inputs::gather(std::slice::from_ref(&file), Limits::default()).unwrap(),
        |_| (),
    );
    fs::remove_file(file).unwrap();
    let mut answers: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for id in union.positions_with_records(1).unwrap() {
        let position = union.position_by_id(id).unwrap().unwrap();
        for record in union.records(id).unwrap() {
            let problem = format!("{} {}", position.text, record.turn.name());
            let square: SubPosition = position.text.parse().unwrap();
            let open = record.placement.open.transform(record.at.symmetry);
            let images = PositionStabilizer::new(&square.board, &build_frame(&record), open);
            let accepted = collect_answers(&record.solution.unwrap(), None, &images.unwrap());
            let moves = accepted.iter().map(|answer| format!("{answer:?}"));
            answers.entry(problem).or_default().extend(moves);
        }
    }
    answers
}

/// What `dups --files -0` prints.
fn list_files(
    store: &Store,
    content: SourceContent,
    random: &mut Random,
) -> (Vec<SourceDetails>, Vec<RedundantSource>) {
    let prefer = *random.choose(&["b", "*/1.sgf", "x.zip", "*"]);
    let prefer = if random.one_in(2) { vec![prefer.parse().unwrap()] } else { Vec::new() };
    let (sources, mut listed) = find_redundant_sources(store, content, &prefer, &|_| ()).unwrap();
    listed.retain(|redundant| redundant.is_safe_file(&sources));
    if random.one_in(4) {
        listed.truncate(1 + random.below(2));
    }
    (sources, listed)
}

/// Makes a folder, imports it, and removes what is listed. Returns the number of listed files.
fn clean_up(seed: u64) -> usize {
    let random = &mut Random(seed);
    let place = tempfile::tempdir().unwrap();
    let root = place.path().canonicalize().unwrap();
    let mut folder = Folder::make(&root, random);
    let databases = tempfile::tempdir().unwrap();
    let store = empty_store(databases.path(), "folder.db");
    import_folder(&store, &folder, random);
    if random.one_in(2) {
        folder.touch(random);
    }
    let content = *random.choose(&[
        SourceContent::Problems,
        SourceContent::Problems,
        SourceContent::Positions,
        SourceContent::Trees,
    ]);
    let before = read_disk(&folder);
    let (sources, listed) = list_files(&store, content, random);
    if listed.is_empty() {
        return 0;
    }
    let union = (seed.is_multiple_of(32) || seeds() != SUITE).then(|| export_union(&folder));
    for redundant in &listed {
        let path = path_of(&sources[redundant.source]);
        assert!(!path.is_symlink() && !path.starts_with(root.join("outside")), "{seed}: {path:?}");
        assert_ne!(path, path_of(&sources[redundant.keeper]), "{seed}");
        fs::remove_file(path).unwrap();
    }
    let after = read_disk(&folder);
    let facts = Facts16::new(&after);
    for content in &before {
        if let Some(missing) = facts.find_missing(content) {
            panic!("folder {seed} loses {missing}");
        }
    }
    if let Some(before) = union {
        let after = export_union(&folder);
        for (problem, answers) in before {
            let kept = after.get(&problem).unwrap_or_else(|| panic!("{seed}: {problem} is gone"));
            assert!(answers.is_subset(kept), "{seed}: {problem}: {answers:?} {kept:?}");
        }
    }
    listed.len()
}

fn path_of(source: &SourceDetails) -> &Path {
    &source.file.as_ref().unwrap().path
}

/// The seeds that `GTN_DB_CLEANUPS` names: those below a number, or a range of them.
fn seeds() -> Range<u64> {
    let Ok(given) = std::env::var("GTN_DB_CLEANUPS") else { return SUITE };
    let (start, end) = given.split_once("..").unwrap_or(("0", &given));
    let [start, end] = [start, end].map(|seed| seed.parse().expect("a number of folders"));
    start..end
}

#[test]
fn no_cleanup_loses_anything() {
    // Imports wait for the threads of rayon, so these are others.
    let range = seeds();
    let next = AtomicU64::new(range.start);
    let work = || {
        let seeds = std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)));
        let seeds = seeds.take_while(|&seed| seed < range.end).inspect(|seed| {
            if seed % 1000 == 999 {
                eprintln!("folder {}", seed + 1);
            }
        });
        seeds.map(clean_up).sum::<usize>()
    };
    let listed: usize = std::thread::scope(|scope| {
        let workers = [scope.spawn(work), scope.spawn(work)];
        workers.into_iter().map(|worker| worker.join().expect("no folder loses anything")).sum()
    });
    let tried = range.end - range.start;
    assert!(listed as u64 > tried / 4, "only {listed} files are listed");
}

/// A folder with files, and a store that has imported it.
fn imported(files: &[(&str, &str)]) -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let store = Store::open_in_memory().unwrap();
    let inputs = Inputs::gather(&[folder.path().to_owned()], Limits::default()).unwrap();
    import_into(&store, inputs, |_| ());
    (folder, store)
}

/// The names of the listed files, each with that of its keeper.
fn listed(store: &Store, content: SourceContent) -> Vec<(String, String, Vec<FactKind>)> {
    let (sources, listed) = find_redundant_sources(store, content, &[], &|_| ()).unwrap();
    let name = |at: usize| SourceFile::clone(sources[at].file.as_ref().unwrap());
    let name = |at| name(at).path.file_name().unwrap().to_str().unwrap().to_owned();
    let row = |row: RedundantSource| (name(row.source), name(row.keeper), row.lost);
    listed.into_iter().map(row).collect()
}

fn names(store: &Store) -> Vec<String> {
    listed(store, SourceContent::Problems).into_iter().map(|(name, ..)| name).collect()
}

const PROBLEM: &str = "(;GM[1]FF[4]CA[UTF-8]SZ[9]AB[aa][bb][cb]AW[ca][db]GN[P1];B[ba]C[correct])";

#[test]
fn a_copy_whose_keeper_is_gone_or_changed_is_not_listed() {
    let (folder, store) = imported(&[("a.sgf", PROBLEM), ("b.sgf", PROBLEM)]);
    assert_eq!(names(&store), ["b.sgf"]);
    fs::write(folder.path().join("a.sgf"), "(;SZ[9]AB[aa])").unwrap();
    assert!(names(&store).is_empty());
    fs::remove_file(folder.path().join("a.sgf")).unwrap();
    assert!(names(&store).is_empty());
    let inputs = Inputs::gather(&[folder.path().to_owned()], Limits::default()).unwrap();
    import_into(&store, inputs, |_| ());
    assert!(names(&store).is_empty());
}

/// Problems in JSON below `.sgf`: an import of the folder reads nothing of the copy.
#[test]
fn a_file_of_which_nothing_is_read_keeps_no_other() {
    const JSON: &str = r#"{"AB":["aa","ab"],"AW":["ee","ba"],"SZ":"5","C":"","SOL":[]}"#;
    let (_folder, store) = imported(&[("a.sgf", JSON), ("b.jsonl", JSON)]);
    assert!(names(&store).is_empty());
    let two = [JSON, &JSON.replace("ee", "dd")].join("\n");
    let (_folder, store) = imported(&[("a.sgf", &two), ("b.jsonl", JSON), ("c.jsonl", &two)]);
    let rows = listed(&store, SourceContent::Problems);
    assert_eq!(rows, [("b.jsonl".to_owned(), "c.jsonl".to_owned(), Vec::new())]);
}

/// A link is read as its target is, whatever its own name; that of a target without an extension counts.
#[cfg(unix)]
#[test]
fn a_link_is_read_as_its_target() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    for place in ["in", "out"] {
        fs::create_dir(at(place)).unwrap();
    }
    fs::write(at("out/list.igtn"), "5x5|OO.....X....X............\n").unwrap();
    fs::write(at("out/0123abcd"), PROBLEM).unwrap();
    symlink(at("out/list.igtn"), at("in/list.sgf")).unwrap();
    symlink(at("out/0123abcd"), at("in/problem.sgf")).unwrap();
    let store = Store::open_in_memory().unwrap();
    import_into(&store, Inputs::gather(&[at("in")], Limits::default()).unwrap(), |_| ());
    let records: Vec<u64> =
        store.source_details().unwrap().into_iter().map(|source| source.records).collect();
    assert_eq!(records, [1, 1]);
}

#[test]
fn games_without_moves_are_not_the_same() {
    let (_folder, store) = imported(&[
        ("f1.sgf", "(;GM[1]SZ[19]PB[Ann]PW[Bob]DT[2001]RE[B+F]C[Bob did not come])"),
        ("f2.sgf", "(;GM[1]SZ[19]PB[Cid]PW[Dan]DT[2002]RE[W+F])"),
        ("f3.sgf", "(;GM[1]SZ[19]PB[Cid]PW[Dan]DT[2002]RE[W+F])\n"),
    ]);
    for content in [SourceContent::Problems, SourceContent::Positions, SourceContent::Trees] {
        let rows = listed(&store, content);
        let names: Vec<_> = rows.iter().map(|(name, keeper, _)| (&**name, &**keeper)).collect();
        assert_eq!(names, [("f3.sgf", "f2.sgf")], "{content:?}");
    }
}

#[test]
fn a_position_row_names_what_would_be_lost() {
    let (_folder, store) = imported(&[
        ("a.sgf", PROBLEM),
        ("b.sgf", &PROBLEM.replace("correct", "correct: see the book").replace("P1", "P2")),
    ]);
    assert!(names(&store).is_empty());
    let lost = vec![FactKind::Comments, FactKind::Names];
    let rows = listed(&store, SourceContent::Positions);
    assert_eq!(rows, [("b.sgf".to_owned(), "a.sgf".to_owned(), lost)]);
}

#[test]
fn by_position_lists_at_least_what_by_problem_lists() {
    let more = PROBLEM.replace("GN[P1]", "GN[P1]C[more]");
    let other = more.replace("B[ba]", "B[ab]");
    let (_folder, store) = imported(&[("a.sgf", PROBLEM), ("b.sgf", &more), ("c.sgf", &other)]);
    let part = ("a.sgf".to_owned(), "b.sgf".to_owned(), Vec::new());
    assert_eq!(listed(&store, SourceContent::Problems), std::slice::from_ref(&part));
    let lost = vec![FactKind::Answers, FactKind::Lines, FactKind::Comments];
    let rows = listed(&store, SourceContent::Positions);
    assert_eq!(rows, [part, ("c.sgf".to_owned(), "b.sgf".to_owned(), lost)]);

    let [game, cut] = ["(;PB[a];B[pd];W[dd];B[pp])", "(;PB[a];B[pd];W[dd])"];
    let (_folder, store) = imported(&[("a.sgf", game), ("b.sgf", cut)]);
    let rows = listed(&store, SourceContent::Positions);
    assert_eq!(rows, [("b.sgf".to_owned(), "a.sgf".to_owned(), Vec::new())]);
}

#[cfg(unix)]
#[test]
fn a_link_is_the_place_of_its_target() {
    use std::os::unix::fs::symlink;
    let (folder, store) = imported(&[("books/p.sgf", PROBLEM), ("x/outside.sgf", PROBLEM)]);
    drop(store);
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("books/0favorites")).unwrap();
    symlink("../p.sgf", at("books/0favorites/a.sgf")).unwrap();
    symlink("../x", at("books/linked")).unwrap();
    fs::hard_link(at("books/p.sgf"), at("books/q.sgf")).unwrap();
    let store = Store::open_in_memory().unwrap();
    let import = |paths: &[PathBuf]| {
        import_into(&store, Inputs::gather(paths, Limits::default()).unwrap(), |_| ());
    };
    import(&[at("books")]);
    let paths: Vec<String> =
        store.source_details().unwrap().into_iter().map(|source| source.name).collect();
    assert_eq!(paths, ["books/linked/outside.sgf", "books/p.sgf", "books/q.sgf"]);
    // The file behind the link is kept, so both names of the other file may go.
    assert_eq!(names(&store), ["p.sgf", "q.sgf"]);
    fs::remove_file(at("x/outside.sgf")).unwrap();
    assert!(names(&store).is_empty(), "of two names of one file, none is the copy of the other");

    fs::write(at("x/outside.sgf"), PROBLEM).unwrap();
    let store = Store::open_in_memory().unwrap();
    symlink("x/outside.sgf", at("outside.sgf")).unwrap();
    let inputs = Inputs::gather(&[at("outside.sgf")], Limits::default()).unwrap();
    import_into(&store, inputs, |_| ());
    let source = &store.source_details().unwrap()[0];
    assert!(source.file.as_ref().unwrap().has_own_name(), "{}", source.name);
    assert_eq!(path_of(source), at("x/outside.sgf").canonicalize().unwrap());
}
