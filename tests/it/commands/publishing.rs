//! Books, cards and data sets, as a person makes them.

use std::fs;

use super::{Db, Ran, ran};

/// Problems in a corner, each with a right and a wrong line: stone `number` tells them apart.
fn problem(number: usize) -> String {
    let letter = |at: usize| char::from(b'a' + (at % 12) as u8);
    let (col, row) = (letter(number), letter(number / 12 + 4));
    format!(
        "(;SZ[19]GN[No. {number}]AB[ab][bb][cb][{col}{row}]AW[ac][bc][cc][dc]PL[B]\
         (;B[ba]TE[1])(;B[ca];W[ba]BM[1]))"
    )
}

/// A database with problems of two books in folders.
fn two_books() -> Db {
    let db = Db::new();
    for number in 0..12 {
        write(&db, &format!("books/large/{number}.sgf"), &problem(number));
    }
    for number in 12..15 {
        write(&db, &format!("books/small/{number}.sgf"), &problem(number));
    }
    let books = text(&db, "books");
    succeed(&db, &["import", "--quiet", &books]);
    db
}

/// Writes a file in a folder beside the database.
fn write(db: &Db, name: &str, content: &str) {
    let path = db.path(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
}

/// Runs a command that succeeds.
fn succeed(db: &Db, args: &[&str]) -> Ran {
    let ran = db.run(args);
    assert_eq!(ran.status, 0, "{args:?}: {}", ran.err);
    ran
}

fn text(db: &Db, name: &str) -> String {
    db.path(name).to_str().unwrap().to_owned()
}

/// The keys in a book.
fn keys(page: &str) -> Vec<String> {
    let ids = page.split("id=\"p").skip(1).filter_map(|rest| rest.split('"').next());
    ids.filter_map(|id| id.split('-').nth(1).map(str::to_owned)).collect()
}

#[test]
fn a_sheet_is_drawn_again_and_the_next_one_has_others() {
    let db = two_books();
    let (first, second) = (text(&db, "tuesday.html"), text(&db, "thursday.html"));
    let sheet = ["book", "--sample", "6", "--columns", "3", "--title", "Tuesday", "-o"];
    let Ran { out, err, .. } = succeed(&db, &[&sheet[..], &[&first]].concat());
    assert!(out.contains("6 problems written to"), "{out}");
    assert!(out.contains("in a browser") && err.is_empty(), "{out}{err}");
    let page = fs::read_to_string(&first).unwrap();
    assert!(page.contains("<title>Tuesday</title>") && page.contains("answers at the end"));
    succeed(&db, &[&sheet[..], &[&second]].concat());
    assert_eq!(fs::read(&first).unwrap(), fs::read(&second).unwrap(), "equal byte by byte");
    succeed(&db, &[&sheet[..], &[&second, "--not-in", &first]].concat());
    let (old, new) = (keys(&page), keys(&fs::read_to_string(&second).unwrap()));
    assert_eq!((old.len(), new.len()), (6, 6));
    assert!(new.iter().all(|key| !old.contains(key)));
}

#[test]
fn a_book_of_a_folder_needs_no_database() {
    let db = Db::new();
    write(&db, "new/a.sgf", &problem(1));
    write(&db, "new/b.sgf", "no problem");
    let (folder, book) = (text(&db, "new"), text(&db, "book.html"));
    let ran = db.run(&["book", &folder, "-o", &book]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert_eq!(keys(&fs::read_to_string(&book).unwrap()).len(), 1);
    assert!(!db.path("gtn.db").exists(), "the database is left alone");
    let answers = text(&db, "book-answers.html");
    succeed(&db, &["book", &folder, "-o", &book, "--answers", "separate"]);
    assert!(!fs::read_to_string(&book).unwrap().contains("Answer to problem"));
    assert!(fs::read_to_string(answers).unwrap().contains("Answer to problem"));
}

#[test]
fn ids_give_the_problems_and_their_order() {
    let db = two_books();
    let list = db.run(&["export", "--format", "keys"]).done();
    let mut lines: Vec<&str> = list.lines().collect();
    lines.reverse();
    let ids = db.write("ids.txt", &lines[..4].join("\n"));
    let rows = db.run(&["export", "--quiet", "--format", "json", "--ids", &ids]).done();
    let wanted: Vec<&str> = lines[..4].iter().map(|line| &line[..14]).collect();
    let got: Vec<String> = rows
        .lines()
        .map(|row| serde_json::from_str::<serde_json::Value>(row).unwrap())
        .inspect(|row| assert_eq!(row["answers"].as_array().unwrap().len(), 1, "{row}"))
        .map(|row| row["key"].as_str().unwrap()[..14].to_owned())
        .collect();
    assert_eq!(got, wanted);
}

#[test]
fn a_folder_with_other_things_and_options_without_effect_are_refused() {
    let db = two_books();
    write(&db, "web/index.html", "mine");
    let web = text(&db, "web/");
    let Ran { status, err, .. } = db.run(&["export", "--format", "html", "-o", &web]);
    assert_eq!(status, 2);
    assert!(err.contains("other things are in this folder, such as index.html"), "{err}");
    assert_eq!(fs::read_to_string(db.path("web/index.html")).unwrap(), "mine");
    for (args, message) in [
        (&["export", "--format", "typst"][..], "writes a folder; name the folder with -o"),
        (&["export", "--columns", "3"], "applies to books"),
        (&["export", "--format", "anki", "--columns", "3", "-o", "x.apkg"], "--columns applies to"),
        (
            &["export", "--format", "keys", "--split", "8:1:1"],
            "--split applies to --format dataset",
        ),
        (&["export", "--format", "dataset", "--split", "8:1", "-o", "x"], "80:10:10"),
        (&["book", "-o", "x.txt"], "the name tells no format"),
        (&["book", "-o", "x.html", "--ids", "/dev/null"], "names no problem"),
        (&["book", "-o", "x.html", "--not-in", "/no/list"], "cannot read /no/list"),
    ] {
        let Ran { status, err, .. } = db.run(args);
        assert_eq!(status, 2, "{args:?}: {err}");
        assert!(err.contains(message), "{args:?}: {err}");
    }
    let none = text(&db, "none.html");
    let ran = db.run(&["book", "--stones", "300-", "-o", &none]);
    assert_eq!((ran.status, db.path("none.html").exists()), (1, false), "{}", ran.err);
    assert!(ran.err.contains("no problem fits the options"), "{}", ran.err);
    let ran = db.run(&["export", "--stones", "300-"]);
    assert_eq!((ran.status, &*ran.err), (1, "gtn-db: no problem fits the options\n"));
    write(&db, "empty/x.txt", "");
    let ran = db.run(&["book", &text(&db, "empty"), "-o", &none]);
    assert_eq!((ran.status, ran.err.contains("there are no problems")), (1, true), "{}", ran.err);
}

/// `export -o deck.apkg` makes a deck, as `book` does.
#[test]
fn the_name_of_the_file_tells_the_format() {
    let db = two_books();
    for (name, start) in [
        ("a.html", "<!DOCTYPE html>"),
        ("a.apkg", "PK"),
        ("a.epub", "PK"),
        ("a.csv", "key,"),
        ("a.JSON", "{\"key\""),
        ("a.igtn", "#"),
        ("a.sgf", "(;FF[4]"),
        ("a", "(;FF[4]"),
    ] {
        let path = text(&db, name);
        succeed(&db, &["export", "-o", &path]);
        let written = fs::read(&path).unwrap();
        assert!(written.starts_with(start.as_bytes()), "{name}: {:?}", &written[..20]);
    }
    // What another option names, wins.
    let path = text(&db, "b.json");
    succeed(&db, &["export", "--format", "sgf", "-o", &path]);
    assert!(fs::read_to_string(&path).unwrap().starts_with("(;FF[4]"));
    succeed(&db, &["book", "--orient", "bottom-left", "-o", &text(&db, "book.html")]);
}

#[test]
fn every_edition_names_its_problems_for_the_next_one() {
    let db = two_books();
    for name in ["first.epub", "second.apkg", "third/"] {
        let path = text(&db, name);
        succeed(&db, &["book", "--sample", "4", "-o", &path]);
        let left = db.run(&["export", "--quiet", "--format", "keys", "--not-in", &path]).done();
        assert_eq!(left.lines().count(), 1 + 11, "{name}");
        let same = db.run(&["export", "--quiet", "--format", "keys", "--ids", &path]).done();
        assert_eq!(same.lines().count(), 1 + 4, "{name}");
    }
    let none = db.write("none.pdf", "%PDF-1.7");
    let Ran { status, err, .. } = db.run(&["book", "--not-in", &none, "-o", "x.html"]);
    assert!(status == 2 && err.contains("names no problem"), "{err}");
    let Ran { status, err, .. } = db.run(&["book", "--prefer", "nobody", "-o", "x.html"]);
    assert!(status == 2 && err.contains("has no source `nobody`"), "{err}");
}

/// The program typst is a script that copies the texts of the book.
#[cfg(all(unix, not(feature = "book")))]
#[test]
fn characters_that_no_font_has_are_named() {
    use std::os::unix::fs::PermissionsExt;
    let db = Db::new();
    write(&db, "new/a.sgf", &problem(1).replace("PL[B]", "PL[B]C[黒先 \u{e9}]"));
    write(&db, "fonts/broken.ttf", "no font");
    write(&db, "bin/typst", "#!/bin/sh\n/bin/cp \"${2%main.typ}book.json\" \"$3\"\n");
    fs::set_permissions(db.path("bin/typst"), fs::Permissions::from_mode(0o755)).unwrap();
    let (folder, pdf, bin) = (text(&db, "new"), text(&db, "book.pdf"), text(&db, "bin"));
    let run = |ignored: &str| {
        let mut command = db.command(&["book", &folder, "-o", &pdf]);
        command.env("PATH", &bin).env("TYPST_IGNORE_SYSTEM_FONTS", ignored);
        command.env("TYPST_FONT_PATHS", db.path("fonts"));
        ran(&mut command)
    };
    let Ran { status, err, .. } = run("true");
    assert_eq!(status, 0, "{err}");
    assert!(err.contains("no font has 先黒: boxes are printed there"), "{err}");
    assert!(err.contains("Noto Serif CJK"), "{err}");
    assert!(fs::read_to_string(&pdf).unwrap().contains("黒先"));
}

#[cfg(not(feature = "book"))]
#[test]
fn a_pdf_needs_typst_and_says_where_to_get_it() {
    let db = two_books();
    let pdf = text(&db, "book.pdf");
    let Ran { status, err, .. } = ran(db.command(&["book", "-o", &pdf]).env("PATH", "/nowhere"));
    assert_eq!(status, 2, "{err}");
    assert!(err.contains("not on the PATH") && err.contains("--format typst"), "{err}");
    assert!(!db.path("book.pdf").exists());
}

#[test]
fn a_web_folder_is_written_again_as_a_whole() {
    let db = two_books();
    let web = text(&db, "web/");
    let args = ["export", "--format", "html", "--chapters", "source", "-o", &web];
    let Ran { out, err, .. } = succeed(&db, &args);
    assert!(out.contains("15 problems written to") && out.contains("index.html"), "{out}{err}");
    let index = fs::read_to_string(db.path("web/index.html")).unwrap();
    assert!(index.contains("large: Problems 1–12") && index.contains("small: Problems 13–15"));
    succeed(&db, &[&args[..], &["--limit", "12"]].concat());
    assert!(!db.path("web/problems-2.html").exists(), "pages of the last export are removed");
}

#[test]
fn pictures_show_the_problem_and_its_answer() {
    let db = two_books();
    let key = db.run(&["problems", "--json", "--limit", "1"]).done();
    let key = &serde_json::from_str::<serde_json::Value>(&key).unwrap()["key"];
    let key = key.as_str().unwrap();
    let problem = db.run(&["show", "--svg", key]).done();
    let answer = db.run(&["show", "--svg=answer", key]).done();
    assert!(problem.starts_with("<svg") && problem.ends_with("</svg>\n"), "{problem}");
    assert!(!problem.contains(">1</text>") && answer.contains(">1</text>"), "{answer}");
    let picture = db.run(&["convert", "--to", "svg", "2x3|.XO_XXO_!!!_"]).done();
    assert!(picture.starts_with("<svg") && picture.contains("<title>2x3|.XO_XXO_!!!_</title>"));
}

#[test]
fn tags_and_rights_select_and_are_printed_and_survive_an_import() {
    let db = two_books();
    let small = succeed(&db, &["tag", "add", "snapback", "--source", "books/small"]);
    assert_eq!(small.out, "3 problems tagged\n");
    assert!(
        succeed(&db, &["tag", "add", "snapback", "--source", "books/small"]).out.starts_with("0 ")
    );
    assert_eq!(succeed(&db, &["tag", "list", "--csv"]).out, "tag,problems\nsnapback,3\n");
    // The sources are removed and imported again; the problems keep their tags.
    succeed(&db, &["sources", "rm", "--yes", "books/small"]);
    succeed(&db, &["import", "--quiet", &text(&db, "books")]);
    let tagged = succeed(&db, &["problems", "--tag", "snapback", "--json"]).out;
    assert_eq!(tagged.lines().count(), 3, "{tagged}");
    assert!(tagged.contains("\"tags\":[\"snapback\"]"), "{tagged}");
    succeed(&db, &["sources", "set-rights", "books/small", "(c) 1992 <A. Author>"]);
    let book = text(&db, "book.html");
    let ran = succeed(&db, &["book", "--rights", "known", "--chapters", "tag", "-o", &book]);
    assert!(ran.err.contains("left out: 12 problems without rights"), "{}", ran.err);
    let page = fs::read_to_string(&book).unwrap();
    assert!(page.contains("<h2>snapback</h2>") && page.contains("(c) 1992 &lt;A. Author&gt;"));

    // Another database gets tags and rights; its own rights stay.
    let other = Db::new();
    write(&other, "c/1.sgf", &problem(40));
    succeed(&other, &["import", "--quiet", &text(&other, "c")]);
    let set = succeed(&other, &["sources", "set-rights", "books/small", "(c) B"]);
    assert!(set.err.contains("no source has such a name now"), "{}", set.err);
    let merged = other.run(&["import", &text(&db, "gtn.db")]);
    assert!(merged.err.contains("stay `(c) B`"), "{}{}", merged.out, merged.err);
    assert_eq!(succeed(&other, &["tag", "list", "--csv"]).out, "tag,problems\nsnapback,3\n");
    assert!(succeed(&other, &["stats", "--verify"]).out.contains("is sound"));

    let gone = succeed(&db, &["tag", "rm", "snapback", "--tag", "snapback"]);
    assert_eq!(gone.out, "3 problems lost the tag\n");
    for (args, message) in [
        (&["tag", "add", "x"][..], "no problem is selected"),
        (&["tag", "add", " ", "abcd"], "at least one character"),
        (&["tag", "add", "level:x", "abcd"], "level:10k"),
        (&["tag", "add", "x", "zz"], "names no problem"),
    ] {
        let Ran { status, err, .. } = db.run(args);
        assert_eq!(status, 2, "{args:?}: {err}");
        assert!(err.contains(message), "{args:?}: {err}");
    }
}

#[test]
fn a_tag_sets_the_level() {
    let db = two_books();
    let key = succeed(&db, &["problems", "--json", "--limit", "1"]).out;
    let key = &serde_json::from_str::<serde_json::Value>(&key).unwrap()["key"];
    succeed(&db, &["tag", "add", "level:3 dan", key.as_str().unwrap()]);
    let out = succeed(&db, &["export", "--quiet", "-f", "ogs", "--limit", "1"]).out;
    let puzzle: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(puzzle["puzzle_rank"], 32);
    // DI and names of sources are levels, too; the easiest comes first.
    write(&db, "books/10k/easy.sgf", &problem(50));
    write(&db, "books/easier.sgf", &problem(51).replace("PL[B]", "PL[B]DI[15k]"));
    succeed(&db, &["import", "--quiet", &text(&db, "books")]);
    let rows = succeed(&db, &["export", "--quiet", "-f", "ogs", "--order", "level"]).out;
    let rank = |row: &str| -> Option<u64> {
        serde_json::from_str::<serde_json::Value>(row).unwrap()["puzzle_rank"].as_u64()
    };
    let ranks: Vec<Option<u64>> = rows.lines().map(rank).collect();
    assert_eq!(ranks[..3], [Some(15), Some(20), Some(32)]);
    assert!(ranks[3..].iter().all(Option::is_none));
}

#[test]
fn a_list_of_keys_tells_what_a_collection_has() {
    let (db, other) = (two_books(), Db::new());
    for number in 10..20 {
        write(&other, &format!("x/{number}.sgf"), &problem(number));
    }
    succeed(&other, &["import", "--quiet", &text(&other, "x")]);
    for salt in [&[][..], &["--salt", "a secret"]] {
        let list = text(&db, "list.txt");
        succeed(
            &db,
            &[&["export", "--format", "keys", "--numbers", "-o", &list][..], salt].concat(),
        );
        let ran = other.run(&[&["compare", "--keys", &list, "--json"][..], salt].concat());
        assert_eq!(ran.status, 1, "{}", ran.err);
        assert!(ran.err.contains("5 of 15 listed problems known"), "{}", ran.err);
        assert_eq!(ran.out.matches("\"verdict\":\"known\"").count(), 5, "{}", ran.out);
    }
    let salted = text(&db, "list.txt");
    let ran = other.run(&["compare", "--keys", &salted, "--salt", "another"]);
    assert!(ran.status == 2 && ran.err.contains("the list has another salt"), "{}", ran.err);
    let ran = other.run(&["compare", "--keys", &salted]);
    assert!(ran.status == 2 && ran.err.contains("the list is salted"), "{}", ran.err);
    let ran = other.run(&["compare", "--keys", &text(&db, "books/large/1.sgf")]);
    assert!(ran.status == 2 && ran.err.contains("not a list of keys"), "{}", ran.err);
    // A list that lost its end would call known problems new.
    let whole = fs::read(&salted).unwrap();
    fs::write(&salted, &whole[..whole.len() - 9]).unwrap();
    let ran = other.run(&["compare", "--keys", &salted, "--salt", "a secret"]);
    assert!(ran.err.contains("is cut off: it has 14 whole lines of 15"), "{}", ran.err);
}

#[test]
fn a_book_of_abalone_is_refused_and_parquet_needs_its_feature() {
    let db = Db::new();
    let puzzles = concat!(env!("CARGO_MANIFEST_DIR"), "/data/abalone/puzzles.json");
    succeed(&db, &["import", "--quiet", puzzles]);
    let ran = db.run(&["book", "-o", &text(&db, "a.html")]);
    assert_eq!(ran.status, 1, "{}", ran.err);
    assert!(ran.err.contains("all problems are of Abalone"), "{}", ran.err);
    let db = two_books();
    let folder = text(&db, "set");
    let ran = db.run(&["export", "--format", "dataset", "--rows", "parquet", "-o", &folder]);
    let table = db.path("set/data/train-00000-of-00001.parquet");
    assert_eq!(table.exists(), cfg!(feature = "parquet"), "{}", ran.err);
    assert_eq!(ran.err.contains("built without Parquet"), !cfg!(feature = "parquet"));
}

#[test]
fn levels_select_and_facets_count_them() {
    let db = Db::new();
    for (name, number) in [("5k/1.sgf", 0), ("5k/2.sgf", 1), ("12k/1.sgf", 2), ("1.sgf", 3)] {
        write(&db, &format!("b/{name}"), &problem(number));
    }
    succeed(&db, &["import", "--quiet", &text(&db, "b")]);
    let facets = succeed(&db, &["problems", "--facets", "--csv"]).out;
    let lines: Vec<&str> = facets.lines().skip(1).collect();
    assert_eq!(lines, ["level,12k,1", "level,5k,2", "level,none,1", "rights,unknown,4"]);
    let count =
        |level: &str| succeed(&db, &["problems", "--level", level, "--json"]).out.lines().count();
    assert_eq!(["5k", "none", "15k..10k", "..5k"].map(count), [2, 1, 1, 3]);
    let ran = db.run(&["problems", "--level", "easy"]);
    assert!(ran.err.contains("write a level such as 5k"), "{}", ran.err);
}

#[test]
fn what_is_set_of_rights_is_in_every_format() {
    let db = two_books();
    succeed(&db, &["sources", "set-rights", "*small*", "CC BY 4.0, A. Author"]);
    let small = ["export", "--quiet", "--source", "*small*", "--limit", "1", "--format"];
    for (format, written) in [
        ("sgf", "CP[CC BY 4.0, A. Author]"),
        ("igtn", "# rights: CC BY 4.0, A. Author\n"),
        ("json", "\"rights\":[\"CC BY 4.0, A. Author\"]"),
        ("csv", ",\"CC BY 4.0, A. Author\"\n"),
        ("ogs", "CC BY 4.0, A. Author\",\"puzzle_player_move_mode\""),
    ] {
        let out = db.run(&[&small[..], &[format]].concat()).done();
        assert!(out.contains(written), "{format}: {out}");
    }
    let out = db.run(&["export", "--quiet", "--source", "*small*", "--marks", "ogs-json"]).done();
    assert!(out.contains("CC BY 4.0, A. Author"), "{out}");
}

#[test]
fn lists_of_keys_that_say_nothing_are_refused() {
    let db = two_books();
    let list = db.run(&["export", "--format", "keys"]).done();
    let salted = db.run(&["export", "--format", "keys", "--salt", "x"]).done();
    let cut: Vec<&str> = list.lines().take(7).collect();
    let book = text(&db, "all.html");
    succeed(&db, &["book", "-o", &book]);
    let page = fs::read_to_string(&book).unwrap();
    for (list, message) in [
        (salted, "only those who know its salt"),
        (cut.join("\n"), "cut off"),
        (list.replace("gtn1", "gtn9"), "the scheme `gtn9`"),
        (page[..page.len() / 2].to_owned(), "cut off"),
    ] {
        let file = db.write("list", &list);
        for option in ["--not-in", "--ids"] {
            let Ran { status, err, .. } = db.run(&["book", option, &file, "-o", &book]);
            assert_eq!(status, 2, "{err}");
            assert!(err.contains(message), "{err}");
        }
    }
    let ids = db.write("ids.txt", &format!("{}\nabcdef0123 white\n", &keys(&page)[0]));
    let Ran { status, err, .. } = db.run(&["export", "--ids", &ids, "-o", &text(&db, "x.sgf")]);
    assert_eq!(status, 0, "{err}");
    assert!(err.contains("has 1 name of the list: abcdef0123 white"), "{err}");
}

#[test]
fn problems_that_keep_their_orientation_are_counted_for_every_format() {
    let db = Db::new();
    write(&db, "new/a.sgf", &problem(1).replace("PL[B]", "PL[B]C[Look at B19.]"));
    let (folder, book) = (text(&db, "new"), text(&db, "book.html"));
    let counted = "1 problem keeps its orientation";
    let Ran { err, .. } = succeed(&db, &["book", &folder, "-o", &book]);
    assert!(err.contains(counted), "{err}");
    succeed(&db, &["import", "--quiet", &folder]);
    for (format, output) in [
        ("html", "web/"),
        ("typst", "t/"),
        ("epub", "x.epub"),
        ("anki", "x.apkg"),
        ("dataset", "d/"),
    ] {
        let output = text(&db, output);
        let Ran { err, .. } = succeed(&db, &["export", "--format", format, "-o", &output]);
        assert!(err.contains(counted), "{format}: {err}");
    }
}

#[test]
fn a_book_is_not_written_among_its_sources_or_other_things() {
    let db = Db::new();
    write(&db, "new/a.sgf", &problem(1));
    write(&db, "other/notes.txt", "mine");
    write(&db, "hidden/.gitattributes", "mine");
    let new = text(&db, "new");
    for output in ["new/", "new/../new/", "new/web/"] {
        let output = text(&db, output);
        let Ran { status, err, .. } = db.run(&["book", &new, "-o", &output]);
        assert_eq!(status, 2, "{err}");
        assert!(err.contains("the command reads files in this folder"), "{err}");
        let Ran { status, .. } = db.run(&["book", &new, "--force", "-o", &output]);
        assert_eq!(status, 2);
    }
    assert_eq!(fs::read_dir(db.path("new")).unwrap().count(), 1);
    let other = text(&db, "other/");
    let Ran { status, err, .. } = db.run(&["book", &new, "-o", &other]);
    assert_eq!(status, 2);
    assert!(err.contains("other things are in this folder, such as notes.txt"), "{err}");
    succeed(&db, &["book", &new, "--force", "-o", &other]);
    // Now an export has written there, and the folder grows.
    write(&db, "new/b.sgf", &problem(2));
    succeed(&db, &["book", &new, "-o", &other]);
    assert_eq!(fs::read_to_string(db.path("other/notes.txt")).unwrap(), "mine");
    succeed(&db, &["book", &new, "-o", &text(&db, "hidden/")]);
}
