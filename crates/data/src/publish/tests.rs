//! Publications of problems that are written here.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::export::ExportOptions;
use crate::find::{Decisions, OnePer, ProblemName, ProblemSet, RecordView, SetOptions};
use crate::import::inputs::{Inputs, Limits};
use crate::import::{ImportOptions, import};
use crate::store::{ProblemFilter, Store};

/// Black takes two stones at A1, White takes back at B1, Black plays on the point of the first move again.
///
/// ```text
///   5 . . . . .
///   4 . . . . .       1 at A1 takes B1 and B2? no: White has no liberty but A1
///   3 X X . . .
///   2 O O X . .
///   1 . O X . .
/// ```
const CORNER: &str = "(;SZ[9]AW[ah][bh][bi]AB[ag][bg][ch][ci]PL[B]C[Take <b>all</b> #stones](;B[ai]TE[1]C[RIGHT])(;B[ei];W[ai]C[too late]BM[1]))";

/// Imports files; the names may have folders.
pub(super) fn store(files: &[(&str, &str)]) -> Store {
    let folder = tempfile::tempdir().unwrap();
    let mut paths = Vec::new();
    for (name, sgf) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, sgf).unwrap();
        paths.push(path);
    }
    let inputs = Inputs::gather(&[folder.path().to_owned()], Limits::default()).unwrap();
    let store = Store::open_in_memory().unwrap();
    let cancel = std::sync::atomic::AtomicBool::new(false);
    import(store.begin_import().unwrap(), inputs, ImportOptions::new(&cancel), &|_| ()).unwrap();
    store.reopen().unwrap()
}

fn choose(store: &Store, options: SetOptions) -> ProblemSet {
    ProblemSet::choose(store, &ProblemFilter::default(), options, &|_| ()).unwrap()
}

fn publish_with(store: &Store, set: SetOptions, options: PublicationOptions) -> Publication {
    let options = PublicationOptions { title: "Tuesday & <more>".to_owned(), ..options };
    Publication::load(store, &choose(store, set), options, Vec::new(), &|| ()).unwrap()
}

fn publish(store: &Store) -> Publication {
    publish_with(store, SetOptions::default(), PublicationOptions::default())
}

/// A problem in a corner of a 19x19 board: `number` moves a stone, so that all are different.
fn numbered(number: usize) -> String {
    let letter = |at: usize| char::from(b'a' + (at % 12) as u8);
    let (col, row) = (letter(number), letter(number / 12 + 4));
    format!(
        "(;SZ[19]AB[ab][bb][cb][{col}{row}]AW[ac][bc][cc][dc]PL[B](;B[ba]TE[1])(;B[ca];W[ba]BM[1]))"
    )
}

#[test]
fn the_answer_has_numbers_letters_and_refutations() {
    let sgf = "(;SZ[9]AB[aa][ba]AW[ca][ab]PL[B](;B[bb]TE[1];W[cb];B[da]TE[1])(;B[cc]TE[1])(;B[]TE[1])(;B[ee];W[bb]BM[1]))";
    let publication = publish(&store(&[("a.sgf", sgf)]));
    let problem = publication.problems().next().unwrap();
    let [right, wrong] = &problem.answer_diagrams()[..] else { panic!() };
    let labels = |diagram: &Diagram| {
        let mut labels: Vec<String> =
            diagram.picture.labels.iter().map(|(_, label)| label.clone()).collect();
        labels.sort();
        labels.join(" ")
    };
    assert_eq!((right.kind, labels(right).as_str()), (DiagramKind::Right, "1 2 3 A"));
    assert_eq!(right.captions, ["also right: A, tenuki"]);
    // The first wrong move is outside the part of the board that is drawn.
    assert_eq!((wrong.kind, labels(wrong).as_str()), (DiagramKind::Wrong, "2"));
    assert_eq!(wrong.captions, ["1 at E5"], "E5 is far from the right lines");
    let answers: Vec<String> =
        problem.answers().iter().map(|one| problem.point_name(one.at)).collect();
    assert_eq!(answers.len(), 3);
    assert_eq!(answers[2], "tenuki");
}

#[test]
fn more_right_moves_than_letters_have_numbers_behind_the_letters() {
    let moves: String = (0..28)
        .map(|at| format!("(;B[{}{}]TE[1])", char::from(b'a' + at % 7), char::from(b'c' + at / 7)))
        .collect();
    let sgf = format!("(;SZ[9]AB[aa][ba]AW[ca][ab]PL[B]{moves})");
    let publication = publish(&store(&[("a.sgf", &sgf)]));
    let right = publication.problems().next().unwrap().answer_diagrams().swap_remove(0);
    let names = right.captions.last().unwrap();
    assert!(names.starts_with("also right: A, B, ") && names.ends_with(", Y, Z, A1"), "{names}");
}

#[test]
fn a_quiz_says_that_its_answers_cannot_be_played() {
    let is_unplayable = |sgf: &str| {
        let publication = publish(&store(&[("a.sgf", sgf)]));
        let quiz = super::quiz::Quiz::new(publication.problems().next().unwrap());
        quiz.to_json().contains("\"u\":true")
    };
    // The stone at A9 has no liberty, so no move can be played on this board.
    assert!(is_unplayable("(;SZ[9]AB[aa]AW[ba][ab]PL[B];B[cc]TE[1])"));
    assert!(!is_unplayable("(;SZ[9]AB[aa]AW[ba]PL[B];B[ab]TE[1])"));
    assert!(!is_unplayable("(;SZ[9]AB[aa]AW[ba]PL[B])"), "there is no answer");
}

#[test]
fn a_move_on_a_taken_point_is_a_caption() {
    // Black 1 takes A1; White 2 takes back; Black 3 is on the point of a stone of the problem.
    let sgf = "(;SZ[9]AB[ba][bb][ab]AW[aa][ca][cb][bc][ac]PL[W];W[dd];B[ee];W[aa]TE[1])";
    let publication = publish(&store(&[("a.sgf", sgf)]));
    let problem = publication.problems().next().unwrap();
    let right = &problem.answer_diagrams()[0];
    assert_eq!(right.captions.len(), 1, "{:?}", right.captions);
    assert!(right.captions[0].starts_with("3 at "), "{:?}", right.captions);
}

#[test]
fn a_book_has_every_problem_and_answer_and_no_markup_of_texts() {
    let store = store(&[("b/1.sgf", CORNER), ("b/2.sgf", &numbered(3))]);
    let publication = publish(&store);
    let mut page = Vec::new();
    let options = BookOptions { paper: Paper::A4, columns: 2, per_page: None };
    write_book(&publication, options, BookPart::Whole, &mut page).unwrap();
    let page = String::from_utf8(page).unwrap();
    assert!(page.contains("<h1>Tuesday &amp; &lt;more&gt;</h1>"));
    assert!(page.contains("Take &lt;b&gt;all&lt;/b&gt; #stones"));
    assert!(!page.contains("<script") && !page.contains("<b>"));
    for problem in publication.problems() {
        assert!(page.contains(&format!("id=\"{}\"", problem.id())));
        assert!(page.contains(&format!("Answer to problem {}", problem.number)));
    }
    assert!(page.contains("<strong>Wrong. </strong>") && page.contains("too late"));
    assert!(!page.contains("RIGHT"), "a mark is no comment");
    // The next sheet reads what this one has.
    assert_eq!(ProblemName::read_list(page.as_bytes()).unwrap().len(), 2);
    for (part, has) in [(BookPart::Problems, false), (BookPart::Answers, true)] {
        let mut page = Vec::new();
        write_book(&publication, options, part, &mut page).unwrap();
        let page = String::from_utf8(page).unwrap();
        assert_eq!(page.contains("Answer to problem"), has, "{part:?}");
    }
}

#[test]
fn a_sample_takes_from_all_books_alike_and_again_the_same() {
    let one: Vec<(String, String)> =
        (0..30).map(|number| (format!("large/{number}.sgf"), numbered(number))).collect();
    let other = (30..34).map(|number| (format!("small/{number}.sgf"), numbered(number)));
    let files: Vec<(String, String)> = one.into_iter().chain(other).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(name, sgf)| (&**name, &**sgf)).collect();
    let store = store(&files);
    let draw = |seed, sample| {
        let set =
            choose(&store, SetOptions { sample: Some(sample), seed, ..SetOptions::default() });
        set.problems().iter().map(|one| one.key()).collect::<Vec<_>>()
    };
    let books = |keys: &[crate::PositionKey]| {
        let all = publish(&store);
        let small = all.problems().filter(|one| one.sources[0].source.contains("small/"));
        small.filter(|one| keys.contains(&one.key)).count()
    };
    assert_eq!(draw(1, 6), draw(1, 6));
    assert_ne!(draw(1, 6), draw(2, 6));
    assert_eq!(books(&draw(1, 6)), 3, "half of the sample is from the small book");
    assert_eq!(books(&draw(1, 20)), 4, "all that the small book has");
    let per_source = SetOptions { per_source: Some(2), ..SetOptions::default() };
    let set = choose(&store, per_source);
    assert_eq!(set.problems().len(), 4);
    assert_eq!(set.left_out().reasons(), [("over the number for their book", 30)]);
}

#[test]
fn a_problem_of_the_other_side_is_near_the_one_with_the_same_stones() {
    let other = "(;SZ[19]AB[ab][bb][cb][be]AW[ac][bc][cc][dc]PL[W];W[ba]TE[1])";
    let black = numbered(1);
    assert!(black.contains("AB[ab][bb][cb][be]"), "{black}");
    let store = store(&[("a.sgf", &black), ("b.sgf", other)]);
    let count = |options: SetOptions| choose(&store, options).problems().len();
    assert_eq!(count(SetOptions::default()), 2);
    assert_eq!(count(SetOptions { exclude_near: Some(1), ..SetOptions::default() }), 1);
}

#[test]
fn conditions_of_a_set_leave_out_what_they_say() {
    let unanswered = "(;SZ[19]AB[qb][rb]AW[qc][rc]PL[B])";
    let illegal = "(;SZ[19]AB[pb][rb][sf][mg]AW[qd][rd][oh][ph]PL[B];B[pb]TE[1])";
    let assumed = "(;SZ[19]AB[ob][rb][qf][qg][qh]AW[qd][rd][ke][kf]PL[B];B[pc])";
    let twin = numbered(1).replace("[dc]", "[dd]"); // differs in two points
    let store = store(&[
        ("a.sgf", &numbered(1)),
        ("b.sgf", &twin),
        ("c.sgf", unanswered),
        ("d.sgf", illegal),
        ("e.sgf", assumed),
    ]);
    let count = |options: SetOptions| choose(&store, options).problems().len();
    assert_eq!(count(SetOptions::default()), 5);
    assert_eq!(count(SetOptions { is_sound: true, ..SetOptions::default() }), 3);
    assert_eq!(count(SetOptions { is_stated: true, ..SetOptions::default() }), 3);
    assert_eq!(count(SetOptions { exclude_near: Some(2), ..SetOptions::default() }), 4);
    assert_eq!(count(SetOptions { exclude_near: Some(1), ..SetOptions::default() }), 5);
    assert_eq!(count(SetOptions { limit: Some(2), ..SetOptions::default() }), 2);
    assert_eq!(count(SetOptions { one_per: OnePer::Position, ..SetOptions::default() }), 5);
}

#[test]
fn a_new_edition_keeps_the_numbers_of_the_last_one() {
    let files = |count: usize| -> Vec<(String, String)> {
        (0..count).map(|number| (format!("{number}.sgf"), numbered(number))).collect()
    };
    let publish_files = |files: &[(String, String)], options: PublicationOptions| {
        let files: Vec<(&str, &str)> = files.iter().map(|(name, sgf)| (&**name, &**sgf)).collect();
        publish_with(&store(&files), SetOptions::default(), options)
    };
    let first = publish_files(&files(3)[1..], PublicationOptions::default());
    let manifest = write_manifest(&first).unwrap();
    let numbers = ProblemName::read_list(&manifest).unwrap().into_iter().collect();
    let second = publish_files(&files(4), PublicationOptions { numbers, ..Default::default() });
    let numbers = |publication: &Publication| -> BTreeMap<crate::PositionKey, u64> {
        publication.problems().map(|problem| (problem.key, problem.number)).collect()
    };
    let (old, new) = (numbers(&first), numbers(&second));
    assert!(old.iter().all(|(key, number)| new[key] == *number));
    assert_eq!(new.values().copied().collect::<std::collections::BTreeSet<_>>(), (1..=4).collect());
}

#[test]
fn a_number_of_an_earlier_edition_is_given_to_no_other_problem() {
    let number_of = |numbers: &[(&str, u64)]| {
        let store = store(&[("a.sgf", &numbered(1))]);
        let names = numbers.iter().map(|(key, number)| {
            format!("{{\"key\": \"{key}\", \"canonical_turn\": \"black\", \"number\": {number}}}")
        });
        let manifest = format!("{{\"problems\": [{}]}}", names.collect::<Vec<_>>().join(","));
        let numbers = ProblemName::read_list(manifest.as_bytes()).unwrap().into_iter().collect();
        let options = PublicationOptions { numbers, ..Default::default() };
        let publication = publish_with(&store, SetOptions::default(), options);
        publication.problems().next().unwrap().number
    };
    let gone = "ab".repeat(16);
    assert_eq!(number_of(&[(&gone, 7), (&gone, 3)]), 8);
    assert_eq!(number_of(&[(&gone, u64::MAX)]), 1, "no number of an edition");
}

/// The comments of a line that is drawn, in whichever format: with their numbers unless the only one is that
/// of the last move.
#[test]
fn comments_of_all_drawn_moves_are_printed() {
    let sgf = "(;SZ[9]AB[ba][bb][cc][ad]AW[ca][cb][dc]PL[B](;B[ac]C[RIGHT one];W[ab]C[two];B[aa]C[three])\
               (;B[dd]C[RIGHT other])(;B[ab]C[four];W[ac]C[five];B[aa]))(;SZ[9]AB[ba]AW[ab]PL[B]\
               ;B[bb];W[cc];B[aa]C[RIGHT last])";
    let publication = publish(&store(&[("a.sgf", sgf)]));
    let problems: Vec<&PublishedProblem> = publication.problems().collect();
    let comments = |problem: &PublishedProblem| -> Vec<String> {
        let diagrams = problem.answer_diagrams();
        let comments = diagrams.iter().flat_map(|diagram| &diagram.comments);
        let label = |one: &MoveComment| one.label.clone().unwrap_or_default();
        comments.map(|one| format!("{}: {}", label(one), one.text)).collect()
    };
    assert_eq!(
        comments(problems[0]),
        ["1: one", "2: two", "3: three", "A: other", "1: four", "2: five"]
    );
    assert_eq!(comments(problems[1]), [": last"]);

    let mut web = BTreeMap::new();
    write_web_folder(&publication, &mut web).unwrap();
    let mut typst = BTreeMap::new();
    let options = BookOptions { paper: Paper::A4, columns: 2, per_page: None };
    write_typst(&publication, options, AnswerPlace::End, &mut typst).unwrap();
    let files = |files: BTreeMap<String, Vec<u8>>, name: &str| {
        String::from_utf8(files[name].clone()).unwrap()
    };
    let epub = build_epub(&publication).unwrap();
    let mut epub = ::zip::ZipArchive::new(std::io::Cursor::new(epub)).unwrap();
    let epub = std::io::read_to_string(epub.by_name("OEBPS/answers-1.xhtml").unwrap()).unwrap();
    for page in [
        page_of(&publication, BookPart::Whole),
        files(web, "problems-1.html"),
        files(typst, "book.json"),
        epub,
    ] {
        let place = |text: &str| page.find(text).unwrap_or_else(|| panic!("{text} in {page}"));
        let places = ["one", "two", "three", "other", "four", "five", "last"].map(place);
        assert!(places.is_sorted(), "{places:?}");
    }
}

#[test]
fn words_of_any_length_may_break() {
    let long = "x".repeat(100_000);
    let sgf = numbered(1).replace("PL[B]", &format!("PL[B]C[{long}]"));
    let sgf = sgf.replace("TE[1]", &format!("TE[1]C[{long}]"));
    let publication = publish(&store(&[("a.sgf", &sgf)]));
    for part in [BookPart::Whole, BookPart::WithoutAnswers] {
        let page = page_of(&publication, part);
        assert!(!page.contains(&"x".repeat(31)));
        assert!(page.contains(&"x".repeat(30)));
    }
}

#[test]
fn the_card_of_a_data_set_shows_texts_as_they_are_and_its_command() {
    let rights = "CC-BY <b>x</b> | #strong[y\\]";
    let [one, other] =
        [1, 2].map(|number| numbered(number).replace("PL[B]", &format!("PL[B]CP[{rights}]")));
    let publication = publish(&store(&[("a|b<i>x/1.sgf", &one), ("a|b<i>x/2.sgf", &other)]));
    let mut files = BTreeMap::new();
    write_dataset(&publication, None, 1, RowFormat::Jsonl, &mut files).unwrap();
    let card = String::from_utf8(files.remove("README.md").unwrap()).unwrap();
    assert!(card.contains(r"CC-BY \<b\>x\</b\> \| \#strong\[y\]"), "{card}");
    assert!(card.contains(r"a\|b\<i\>x"), "{card}");
    assert!(card.contains("\n\n    gtn-db export --format dataset -o FOLDER\n\n"), "{card}");
    let split = Split { shares: [80, 10, 10], near: 2 };
    let publication = Publication { conditions: vec!["--sound".to_owned()], ..publication };
    write_dataset(&publication, Some(split), 5, RowFormat::Jsonl, &mut files).unwrap();
    let card = String::from_utf8(files.remove("README.md").unwrap()).unwrap();
    let command = "--format dataset --sound --split 80:10:10 --near 2 --seed 5 -o FOLDER";
    assert!(card.contains(command), "{card}");
}

#[test]
fn problems_that_keep_their_orientation_are_counted() {
    let at_b1 = numbered(1).replace("PL[B]", "PL[B]C[Look at B19.]");
    let publication = publish(&store(&[("a.sgf", &at_b1), ("b.sgf", &numbered(2))]));
    let losses: Vec<_> = publication.board_losses().iter().collect();
    assert_eq!(losses, [(crate::solution::Loss::PlaceWords, 1)]);
}

#[test]
fn every_record_is_drawn_on_the_board_that_is_exported() {
    let stones = |black, white| format!("(;SZ[19]AB{black}AW{white}");
    let top_left = stones("[ab][bb][cb][be]", "[ac][bc][cc][dc]");
    // Mirrored, with other colors.
    let top_right = stones("[sc][rc][qc][pc]", "[sb][rb][qb][re]");
    let store = store(&[
        ("a.sgf", &format!("{top_left}PL[B];B[ba]TE[1])")),
        ("b.sgf", &format!("{top_left}PL[B]C[Look at A17.];B[ba]TE[1])")),
        ("longest.sgf", &format!("{top_right}PL[W];W[ra]TE[1];B[sa])")),
    ]);
    let position = store.position_by_id(store.positions_with_records(1).unwrap()[0]);
    let position = position.unwrap().unwrap();
    let records = store.records(position.id).unwrap();
    let exported = publish_position(&store, &position, &records).unwrap();
    let decisions = Decisions::load(&store).unwrap();
    let view = |record| find_default_view(&store, &decisions, &position, &records, record);
    let views: Vec<_> = records.iter().map(|record| view(record).unwrap()).collect();
    assert_eq!(views.iter().map(|view| view.name()).collect::<Vec<_>>(), ["N_SR0", "IR0", "IR0"]);
    for (record, view) in
        records.iter().zip(views).filter(|(one, _)| !one.at.source.ends_with("b.sgf"))
    {
        let shown = RecordView::new(&position, record).unwrap().transform(view);
        assert_eq!(shown.window, exported.window, "{}", record.at.source);
    }
}

#[test]
fn chapters_are_books_and_keep_their_names_apart() {
    let store = store(&[
        ("x/cho/1.sgf", &numbered(0)),
        ("y/cho/1.sgf", &numbered(1)),
        ("x/cho/2.sgf", &numbered(2)),
    ]);
    let options =
        PublicationOptions { chapters: ChapterBy::Source, ..PublicationOptions::default() };
    let publication = publish_with(&store, SetOptions::default(), options);
    let chapters = publication.chapters.iter();
    let chapters: Vec<(Option<&str>, usize)> =
        chapters.map(|one| (one.title.as_deref(), one.problems.len())).collect();
    assert_eq!(chapters, [(Some("cho"), 2), (Some("cho"), 1)]);
}

/// The rows of a table are those of the lines of JSON.
#[cfg(feature = "parquet")]
#[test]
fn a_table_has_the_rows_of_the_lines() {
    use arrow_array::cast::AsArray;
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

    let files: Vec<(String, String)> =
        (0..5).map(|number| (format!("5k/{number}.sgf"), numbered(number))).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(name, sgf)| (&**name, &**sgf)).collect();
    let publication = publish(&store(&files));
    let write = |rows| {
        let mut folder: BTreeMap<String, Vec<u8>> = BTreeMap::new();
        write_dataset(&publication, None, 1, rows, &mut folder).unwrap();
        folder
    };
    let (lines, tables) = (write(RowFormat::Jsonl), write(RowFormat::Parquet));
    let name = "data/train-00000-of-00001.parquet";
    assert!(std::str::from_utf8(&tables["README.md"]).unwrap().contains(name));
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), &tables[name]).unwrap();
    let reader = ParquetRecordBatchReaderBuilder::try_new(file.reopen().unwrap()).unwrap();
    let batch = reader.build().unwrap().next().unwrap().unwrap();
    let lines: Vec<serde_json::Value> = std::str::from_utf8(&lines["train.jsonl"])
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!((batch.num_rows(), lines.len()), (5, 5));
    let names: std::collections::BTreeSet<String> =
        lines[0].as_object().unwrap().keys().cloned().collect();
    let schema = batch.schema();
    assert_eq!(
        schema
            .fields()
            .iter()
            .map(|field| field.name().clone())
            .collect::<std::collections::BTreeSet<_>>(),
        names
    );
    for (at, line) in lines.iter().enumerate() {
        for name in ["key", "level", "sgf"] {
            assert_eq!(batch[name].as_string::<i32>().value(at), line[name], "{name}");
        }
        let answers = batch["answers"].as_list::<i32>().value(at);
        let answers: Vec<Option<&str>> = answers.as_string::<i32>().iter().collect();
        assert_eq!(serde_json::json!(answers), line["answers"]);
    }
}

#[test]
fn twins_are_in_one_part_of_a_data_set() {
    // A chain in which each problem differs from the next in two points, and others.
    let chain: Vec<(String, String)> = (0..12)
        .map(|at| {
            let stone = char::from(b'e' + at as u8);
            (
                format!("chain/{at}.sgf"),
                format!("(;SZ[19]AB[ab][bb][{stone}b]AW[ac][bc][cc]PL[B];B[ba]TE[1])"),
            )
        })
        .collect();
    let others = (0..60).map(|number| {
        let stones = format!(
            "{}{}",
            char::from(b'a' + (number % 10) as u8),
            char::from(b'f' + (number / 10) as u8)
        );
        let sgf = format!("(;SZ[19]AB[ss][qs][{stones}]AW[sq][rq][qq][pq][oq]PL[B];B[rs]TE[1])");
        (format!("others/{number}.sgf"), sgf)
    });
    let files: Vec<(String, String)> = chain.into_iter().chain(others).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(name, sgf)| (&**name, &**sgf)).collect();
    let options = PublicationOptions { twins_within: Some(2), ..PublicationOptions::default() };
    let publication = publish_with(&store(&files), SetOptions::default(), options);
    let mut folder: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    let split = Split { shares: [50, 25, 25], near: 2 };
    write_dataset(&publication, Some(split), 1, RowFormat::Jsonl, &mut folder).unwrap();
    let mut part_of: BTreeMap<u64, &str> = BTreeMap::new();
    let mut rows = 0;
    for part in ["train.jsonl", "validation.jsonl", "test.jsonl"] {
        for line in std::str::from_utf8(&folder[part]).unwrap().lines() {
            let row: serde_json::Value = serde_json::from_str(line).unwrap();
            let cluster = row["cluster"].as_u64().unwrap();
            assert_eq!(*part_of.entry(cluster).or_insert(part), part, "cluster {cluster}");
            assert_eq!(row["answers"].as_array().unwrap().len(), 1);
            rows += 1;
        }
    }
    assert_eq!(rows, publication.count());
    let chain = publication.problems().filter(|one| one.sources[0].source.contains("chain/"));
    let clusters: std::collections::BTreeSet<u32> = chain.map(|one| one.cluster).collect();
    assert_eq!(clusters.len(), 1, "the chain is one cluster");
    let card = std::str::from_utf8(&folder["README.md"]).unwrap();
    assert!(card.starts_with("---\nconfigs:\n") && card.contains("Split 50:25:25"));
}

#[test]
fn a_list_of_keys_is_sorted_and_its_salt_hides_them() {
    let publication = publish(&store(&[("1.sgf", &numbered(1)), ("2.sgf", &numbered(2))]));
    let list = |salt| {
        let mut out = Vec::new();
        write_keys(&publication, false, salt, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    };
    let plain = list(None);
    let lines: Vec<&str> = plain.lines().collect();
    assert_eq!(lines[0], "# gtn-db keys: scheme gtn1, 2 problems");
    assert!(lines[1..].is_sorted() && lines.len() == 3);
    assert!(lines[1..].iter().all(|line| line.find(' ') == Some(14)), "{plain}");
    assert_eq!(ProblemName::read_list(plain.as_bytes()).unwrap().len(), 2);
    let salted = list(Some("a"));
    assert!(salted != plain && salted == list(Some("a")) && salted != list(Some("b")));
}

#[test]
fn puzzles_have_no_points_that_the_client_cannot_read() {
    let large = "(;SZ[52]AB[ZZ][YY]AW[YZ]PL[B];B[XX]TE[1])";
    let publication = publish(&store(&[("a.sgf", large), ("b.sgf", &numbered(1))]));
    let mut out = Vec::new();
    let left_out = write_ogs(&publication, None, &mut out).unwrap();
    assert_eq!(left_out, BTreeMap::from([("on boards of more than 26 lines", 1)]));
    assert_eq!(out.iter().filter(|&&byte| byte == b'\n').count(), 1);
}

/// Both whole boards have one canonical text.
#[test]
fn boards_of_two_sizes_with_one_key_are_two_cards() {
    let board = |size: &str| {
        format!("(;SZ[{size}]AB[aa][bb][cc][dd]AW[ab][bc][cd][de][ea]PL[B](;B[ee]C[RIGHT]))")
    };
    let publication = publish(&store(&[("a.sgf", &board("5:6")), ("b.sgf", &board("6"))]));
    let keys: Vec<_> = publication.problems().map(|problem| problem.key).collect();
    assert!(keys.len() == 2 && keys[0] == keys[1], "{keys:?}");
    build_anki_deck(&publication).unwrap();
}

/// The triangle is on a stone, the label on a point far from the stones.
#[test]
fn the_marks_of_a_question_are_on_every_board() {
    let sgf = "(;SZ[19]AB[aa][ba][ca]AW[ab][bb][cb]PL[B]TR[aa]LB[ja:A][ia:far away]C[Is A right?];B[da]TE[1])";
    let publication = publish(&store(&[("a.sgf", sgf)]));
    let problem = publication.problems().next().unwrap();
    let question = problem.question();
    let labels = question.picture.labels.iter().map(|(_, label)| label.as_str());
    assert_eq!(labels.collect::<Vec<_>>(), ["A", "B"]);
    let quiz: serde_json::Value =
        serde_json::from_str(&quiz::Quiz::new(problem).to_json()).unwrap();
    let marks = quiz["k"].as_array().unwrap();
    let mark = |kind: &str, value: &str| marks.iter().find(|mark| mark[kind] == value).unwrap();
    let (triangle, label) = (mark("k", "TR")["m"].as_str(), mark("t", "A")["m"].as_str());
    assert!(quiz["black"].as_str().unwrap().contains(triangle.unwrap()));
    assert!(label.is_some() && quiz["l"][0] == "B: far away", "{quiz}");
}

#[test]
fn letters_for_long_labels_are_none_of_the_others() {
    let points: Vec<String> =
        ('c'..='s').flat_map(|row| ['g', 'h'].map(|col| format!("{col}{row}"))).collect();
    let long = points.iter().map(|point| format!("[{point}:a long label]")).collect::<String>();
    let sgf = format!("(;SZ[19]AB[aa][ba][ca]AW[ab][bb][cb]PL[B]LB[ea:B][fa:A1]{long};B[da]TE[1])");
    let publication = publish(&store(&[("a.sgf", &sgf)]));
    let question = publication.problems().next().unwrap().question();
    let mut labels = question.picture.labels.iter().map(|(_, label)| label.as_str());
    assert_eq!([labels.next(), labels.next()], [Some("B"), Some("A1")]);
    let letters: Vec<&str> = labels.collect();
    assert_eq!(letters[..3], ["A", "C", "D"]);
    assert_eq!(letters[24..], ["Z", "B1", "C1", "D1", "E1", "F1", "G1", "H1", "I1", "J1"]);
}

#[test]
fn the_tables_of_weiqihub_have_trees_and_fingerprints() {
    let sgf = "(;SZ[19]AB[pa][qa]AW[rb]PL[B]DI[5k]GE[tesuji](;B[sa];W[sb];B[ra]TE[1])(;B[ra];W[sa]BM[1])(;B[sb]BM[1]))";
    let pass = "(;SZ[19]AB[pa][qb]AW[rb]PL[B]DI[5k];B[sa];W[];B[ra]TE[1])";
    let publication = publish(&store(&[("a.sgf", sgf), ("b.sgf", pass), ("c.sgf", &numbered(1))]));
    let mut folder: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    let left_out = write_weiqihub(&publication, &WeiqihubDefaults::default(), &mut folder).unwrap();
    let reasons: Vec<(&str, u64)> = left_out.into_iter().collect();
    assert_eq!(reasons, [("without a level", 1), ("without a type", 1)]);
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), &folder["wqhub.db"]).unwrap();
    let database = rusqlite::Connection::open(file.path()).unwrap();
    let row = |column: &str| -> rusqlite::types::Value {
        database.query_row(&format!("SELECT {column} FROM tasks"), [], |row| row.get(0)).unwrap()
    };
    use rusqlite::types::Value::{Blob, Integer, Text};
    assert_eq!((row("rank"), row("type"), row("first")), (Integer(25), Integer(1), Integer(0)));
    assert_eq!(row("variation_tree"), Text("sasbra0<<rasa1<sb1<".to_owned()));
    assert_eq!(
        (row("black_stones"), row("white_stones")),
        (Text("paqa".to_owned()), Text("rb".to_owned()))
    );
    assert_eq!((row("subboard_size"), row("top_left_c")), (Integer(6), Integer(13)));
    // SHA-256 of 0.1.1 begins with 0x6b, of 1.2.0 with 0xa6, of 1.1.0 with 0x7e.
    let Blob(bits) = row("fingerprint") else { panic!() };
    let set: Vec<usize> = (0..256).filter(|bit| bits[31 - bit / 8] & 1 << (bit % 8) != 0).collect();
    assert_eq!(set.len(), 3, "{set:?}");
}

#[test]
fn an_edition_may_have_a_day_of_its_own() {
    let options = PublicationOptions { changed: Some(86_400), ..PublicationOptions::default() };
    let store = store(&[("b/1.sgf", CORNER)]);
    let publication = publish_with(&store, SetOptions::default(), options);
    assert!(publication.problems().all(|problem| problem.changed == 86_400));
    assert!(publish(&store).problems().all(|problem| problem.changed != 86_400));
}

#[test]
fn an_e_book_is_xml_and_says_when_it_changed() {
    let publication = publish(&store(&[("b/1.sgf", CORNER), ("b/2.sgf", &numbered(3))]));
    let bytes = build_epub(&publication).unwrap();
    assert_eq!(bytes, build_epub(&publication).unwrap(), "equal books are equal byte by byte");
    assert_eq!(&bytes[30..58], b"mimetypeapplication/epub+zip");
    let mut archive = ::zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
    let names: Vec<String> = (0..archive.len())
        .map(|at| archive.by_index(at).unwrap().name().unwrap().into_owned())
        .collect();
    for name in [
        "OEBPS/content.opf",
        "OEBPS/problems-1.xhtml",
        "OEBPS/answers-1.xhtml",
        "OEBPS/manifest.json",
    ] {
        assert!(names.iter().any(|one| one == name), "{name} is missing");
    }
    let mut text = String::new();
    std::io::Read::read_to_string(
        &mut archive.by_name("OEBPS/problems-1.xhtml").unwrap(),
        &mut text,
    )
    .unwrap();
    assert!(text.contains("Take &lt;b&gt;all&lt;/b&gt;") && text.contains("answers-1.xhtml#a1"));
}

#[test]
fn data_of_the_script_ends_no_element_and_means_nothing_to_anki() {
    let sgf = "(;SZ[9]AB[aa]AW[ba]PL[B];B[ab]TE[1]C[</script><b> [sound:x\\] {{y}} \\\\(z\\\\) \u{202e}])";
    let publication = publish(&store(&[("a.sgf", sgf)]));
    let json = quiz::Quiz::new(publication.problems().next().unwrap()).to_json();
    for markup in ["</script", "<b>", "[sound", "{{", "\\\\(", "\u{202e}"] {
        assert!(!json.contains(markup), "{markup} in {json}");
    }
    let data: serde_json::Value = serde_json::from_str(&json).unwrap();
    let comment = data["moves"][0]["t"].as_str().unwrap();
    assert_eq!(comment, "</script><b> [sound:x] {{y}} \\(z\\) \\u{202e}");
}

#[test]
fn a_set_without_problems_and_a_publication_of_none_are_no_fault() {
    let store = store(&[("a.sgf", &numbered(1))]);
    let none = SetOptions { only: Some(Default::default()), ..SetOptions::default() };
    let publication = publish_with(&store, none, PublicationOptions::default());
    assert!(publication.is_empty());
    let mut page = Vec::new();
    let options = BookOptions { paper: Paper::A5, columns: 3, per_page: Some(1) };
    write_book(&publication, options, BookPart::Whole, &mut page).unwrap();
    let mut folder: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    write_web_folder(&publication, &mut folder).unwrap();
    write_typst(&publication, options, AnswerPlace::End, &mut folder).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    /// Every accepted first move of a tree is an answer in every orientation, and the data of the script
    /// leads to a right line from each.
    #[test]
    fn answers_are_those_of_the_record(
        moves in prop::collection::vec((0u8..9, 0u8..9, any::<bool>()), 1..8),
        black_first in any::<bool>(),
    ) {
        let letter = |at: u8| char::from(b'a' + at);
        let lines: String = moves
            .iter()
            .map(|(col, row, is_right)| {
                let mark = if *is_right { "TE[1]" } else { "BM[1]" };
                format!("(;W[{}{}]{mark})", letter(*col), letter(*row))
            })
            .collect();
        let sgf = format!("(;SZ[9]AB[cc][dc]AW[cd][ee]PL[W]{lines})");
        let store = store(&[("a.sgf", &sgf)]);
        let export = ExportOptions { black_first, ..ExportOptions::default() };
        let options = PublicationOptions { export, ..PublicationOptions::default() };
        let publication = publish_with(&store, SetOptions::default(), options);
        let problem = publication.problems().next().unwrap();
        let right: std::collections::BTreeSet<(u8, u8)> = moves
            .iter()
            .filter(|(_, _, is_right)| *is_right)
            .map(|(col, row, _)| (*col, *row))
            .collect();
        prop_assert_eq!(problem.answers().len(), right.len());
        let json = quiz::Quiz::new(problem).to_json();
        let data: serde_json::Value = serde_json::from_str(&json).unwrap();
        let legal = problem.tree.moves.iter().filter(|one| one.removed.is_some()).count();
        prop_assert_eq!(data["moves"].as_array().unwrap().len(), legal);
    }
}

#[test]
fn rights_of_one_problem_are_with_its_answer_and_shared_ones_with_the_books() {
    let with = |number: usize, more: &str| numbered(number).replace("PL[B]", more);
    let store = store(&[
        ("b/1.sgf", &with(1, "PL[B]CP[© Somebody]SO[page 7]")),
        ("b/2.sgf", &with(2, "PL[B]CP[Somebody]")),
    ]);
    let publication = publish(&store);
    for problem in publication.problems() {
        let is_first = problem.sources[0].source.ends_with("1.sgf");
        let own: &[String] = if is_first { &["from page 7".to_owned()] } else { &[] };
        assert_eq!(problem.own_rights, own);
    }
    let shared: Vec<_> = publication.books().into_values().flat_map(|(_, rights)| rights).collect();
    assert_eq!(shared[0], "© Somebody");
    assert!(shared.iter().all(|text| text == "© Somebody"), "{shared:?}");
    let page = page_of(&publication, BookPart::Whole);
    assert_eq!(page.matches("from page 7").count(), 1);
    assert!(page_of(&publication, BookPart::WithoutAnswers).contains("from page 7"));
}

#[test]
fn a_disputed_answer_is_said_to_be_one() {
    let other = numbered(1).replace("B[ba]TE[1]", "B[ba]BM[1]").replace("W[ba]BM", "W[ba]TE");
    let store = store(&[("a.sgf", &numbered(1)), ("b.sgf", &other), ("c.sgf", &numbered(2))]);
    let publication = publish(&store);
    let disputed: Vec<bool> = publication.problems().map(|one| one.is_disputed).collect();
    assert_eq!(disputed, [true, false]);
    assert!(page_of(&publication, BookPart::Whole).contains("contradict each other"));
}

#[test]
fn nothing_of_a_comment_or_a_label_is_lost() {
    let long = "word ".repeat(100);
    let more = format!("PL[B]C[{long}]LB[qq:ladder][pp:A]");
    let store = store(&[("a.sgf", &numbered(1).replace("PL[B]", &more))]);
    let publication = publish(&store);
    for (part, has) in [
        (BookPart::Whole, true),
        (BookPart::Problems, false),
        (BookPart::Answers, true),
        (BookPart::WithoutAnswers, true),
    ] {
        assert_eq!(page_of(&publication, part).contains(long.trim_end()), has, "{part:?}");
    }
    let problem = publication.problems().next().unwrap();
    assert!(problem.long_comment().is_some() && problem.short_comment().is_none());
}

#[test]
fn long_labels_are_letters_with_captions() {
    let marks = "PL[B]LB[ca:A][da:ladder]";
    let store = store(&[("a.sgf", &numbered(1).replace("PL[B]", marks))]);
    let publication = publish(&store);
    let question = publication.problems().next().unwrap().question();
    let labels: Vec<&str> = question.picture.labels.iter().map(|(_, label)| &**label).collect();
    assert_eq!((labels, question.captions), (vec!["A", "B"], vec!["B: ladder".to_owned()]));
}

#[test]
fn contents_name_the_pages_of_chapters() {
    let files: Vec<(String, String)> = (0..30)
        .map(|number| {
            (format!("{}/{number}.sgf", ["large", "small"][number / 20]), numbered(number))
        })
        .collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(name, sgf)| (&**name, &**sgf)).collect();
    let options =
        PublicationOptions { chapters: ChapterBy::Source, ..PublicationOptions::default() };
    let publication = publish_with(&store(&files), SetOptions::default(), options);
    assert_eq!(publication.chapters.len(), 2);
    let page = page_of(&publication, BookPart::Whole);
    let before = page.split("Problems 21–30").next().unwrap();
    assert!(before.contains("<nav class=\"contents\">"));
    let number = page.split("<span class=\"to\">").nth(2).unwrap().split('<').next().unwrap();
    // Page 1 has the contents, and each page is a section.
    let pages =
        page.split("<h2>small</h2>").next().unwrap().matches("<section class=\"page\">").count();
    assert_eq!(number, (pages + 1).to_string());
}

/// A book on A4 with two columns.
fn page_of(publication: &Publication, part: BookPart) -> String {
    let mut page = Vec::new();
    let options = BookOptions { paper: Paper::A4, columns: 2, per_page: None };
    write_book(publication, options, part, &mut page).unwrap();
    String::from_utf8(page).unwrap()
}

#[test]
fn the_last_page_of_chapters_has_no_lonely_problem() {
    let options = PublicationOptions { chapters: ChapterBy::Source, ..Default::default() };
    // Chapters of one problem behind one that fills its pages to different ends.
    for count in 1..24 {
        let first: String = (0..count).map(numbered).collect();
        let store = store(&[("a/first.sgf", &first), ("b/second.sgf", &numbered(40))]);
        let publication = publish_with(&store, SetOptions::default(), options.clone());
        assert_eq!(publication.chapters.len(), 2);
        for per_page in [None, Some(4), Some(6)] {
            let options = BookOptions { paper: Paper::A5, columns: 2, per_page };
            let mut page = Vec::new();
            write_book(&publication, options, BookPart::Problems, &mut page).unwrap();
            let page = String::from_utf8(page).unwrap();
            let pages = page.split("<section class=\"page\">").skip(1);
            let pages: Vec<usize> = pages.map(|page| page.matches("<article").count()).collect();
            assert_eq!(pages.iter().sum::<usize>(), count + 1);
            assert!(*pages.last().unwrap() > 1, "{count} {per_page:?}: {pages:?}");
            assert!(pages.iter().all(|&on_page| on_page <= per_page.unwrap_or(usize::MAX)));
            let heading = format!("<h2>{}</h2>", publication.chapters[1].title.as_deref().unwrap());
            let second = page.split(&heading).nth(1).unwrap();
            assert_eq!(second.matches("<article").count(), 1, "the heading is before its problem");
        }
    }
}
