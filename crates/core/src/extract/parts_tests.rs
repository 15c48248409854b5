//! Trees of several problems.

use proptest::prelude::*;

use super::*;
use crate::go::Size;
use crate::model::{Record, TreeKind, TreeOptions, TreeParts};
use crate::sgf::{CharsetSource, Detected};

const UTF_8: Detected =
    Detected { charset: crate::sgf::Charset::UTF_8, source: CharsetSource::Detected };

/// The problems, the number of games, and the faults of a tree, each with its rule and its place.
pub(super) fn read(tree: &str, options: TreeOptions) -> (Vec<Record>, usize, Vec<String>) {
    let (extracted, faults) = extract_tree(tree.as_bytes(), UTF_8, TreeLocation::FIRST, options);
    let (mut records, mut games) = (Vec::new(), Vec::new());
    extracted.append_to(&mut records, &mut games);
    let faults = faults.iter().map(|fault| format!("{} {}", fault.rule, fault.offset)).collect();
    (records, games.len(), faults)
}

/// The stones, the side to move in the colors of the record, and the answers of each record.
fn problems(tree: &str) -> (Vec<String>, usize) {
    let (records, games, _) = read(tree, TreeOptions::default());
    (records.iter().map(show).collect(), games)
}

fn show(record: &Record) -> String {
    let stones = record.text.matches(['X', 'O']).count();
    let turn = record.turn.transform(record.symmetry);
    format!("{stones} {} {}", turn.name(), record.answers)
}

const A: &str = "AB[aa][bb][cb]AW[da][db][dc]";
const B: &str = "AB[qd][rd][sd]AW[qc][rc][sb]";

#[test]
fn a_branch_of_stones_off_the_board_is_left_out_with_a_word() {
    for size in ["", "SZ[19]"] {
        let off = format!("{size}AB[na][nb]AW[oa][ob];B[ra]");
        let tree = format!("(;SZ[9](;{off})(;AB[aa][bb]AW[cc][ba];W[dd]))");
        let (records, games, faults) = read(&tree, TreeOptions::default());
        assert_eq!((records.len(), games), (1, 0));
        let named = faults.iter().filter(|fault| fault.starts_with("setup-point")).count();
        assert_eq!(named, 1, "{faults:?}");
    }
}

/// The middle of a ladder is set up instead of played.
#[test]
fn a_setup_in_a_line_that_is_right_at_its_end_is_no_problem() {
    let ladder = "AW[jk][kk][il][im][hm][hn]AB[jj][ik][lk][hl][kl][jm][in]";
    let line = |first: &str| {
        format!("(;SZ[19]{A}C[Black to play];B[ab]{first};W[ac];{ladder};W[kj];B[ki]C[Correct.])")
    };
    assert_eq!(problems(&line("")).0, ["6 black ab"]);
    // Behind the end of the answer, it is.
    assert_eq!(problems(&line("C[Correct.]")).0.len(), 2);
}

#[test]
fn branches_of_a_title_page_are_problems() {
    let tree = format!(
        "(;FF[4]GM[1]SZ[19]C[A book]\n(;{A}C[problem 1];B[ab]C[RIGHT])\n\
         (;{B}C[problem 2. White to play];W[ab]C[RIGHT])\n(;AB[as][bs][cr]AW[dr][ds][cq];B[br]C[RIGHT])\n)"
    );
    let (found, games) = problems(&tree);
    assert_eq!(
        (found, games),
        (vec!["6 black ab".into(), "6 white ab".into(), "6 black br".into()], 0)
    );
    let (records, ..) = read(&tree, TreeOptions::default());
    let places: Vec<(u32, u64)> = records
        .iter()
        .map(|record| record.part.as_ref().map(|part| (part.problem, part.setup)).unwrap())
        .collect();
    let setups = tree.match_indices("(;AB").map(|(at, _)| at as u64 + 1);
    assert_eq!(places, (1..).zip(setups).collect::<Vec<_>>());
    // Two branches, one of which is empty; a chapter in a chapter.
    let empty =
        format!("(;C[Book]\n(;ABAWC[problem 1])\n(;{A}C[problem 2])\n(;{B}C[problem 3])\n)");
    assert_eq!(problems(&empty).0, ["6 unknown ", "6 unknown "]);
    let chapters = format!("(;C[Book](;C[1](;{A};B[ab])(;{B};W[ab]))(;C[2];{A};W[ba]))");
    assert_eq!(problems(&chapters).0, ["6 black ab", "6 white ab", "6 white ba"]);
    let plain = "(;SZ[19](;AB[na][nb]AW[oa][ob]PL[B];B[ra])(;AB[aa][bb]AW[cc][ba]PL[W];W[dd]))";
    assert_eq!(problems(plain).0, ["4 black ra", "4 white dd"]);
}

#[test]
fn problems_have_what_the_title_page_says_of_all() {
    let own = |tree: &str| -> Vec<String> {
        let (records, _, faults) = read(tree, TreeOptions::default());
        assert_eq!(faults, Vec::<String>::new(), "{tree}");
        records.iter().map(|record| String::from_utf8(record.sgf.clone()).unwrap()).collect()
    };
    let book = format!(
        "(;SZ[19]GN[My book]C[by Ann. Black to play]CP[me]US[x]SO[y](;{A}CP[you];B[ab])\
         (;C[Chapter \\] 2](;{B}GN[2];W[ab])))"
    );
    assert_eq!(
        own(&book),
        [
            format!("(;SZ[19]US[x]SO[y]GC[My book\nby Ann. Black to play]{A}CP[you];B[ab])"),
            format!(
                "(;SZ[19]CP[me]US[x]SO[y]GC[My book\nby Ann. Black to play\nChapter \\] 2]{B}GN[2];W[ab])"
            ),
        ]
    );
    // What is said of the stones of a board is not said of others.
    let boards = format!("(;SZ[19]CP[me]C[one]{A};B[ab](;AE[aa:ss]{B};W[ab]))");
    assert!(own(&boards)[1].starts_with("(;SZ[19]CP[me]AB"), "{:?}", own(&boards));
    let further = format!("(;SZ[19]CP[me]C[第1图 第2图]{A}{B};B[ab];B[rb])");
    assert!(own(&further)[1].starts_with("(;SZ[19]CP[me]C[第1图 第2图]AB"), "{:?}", own(&further));
    // What is long is in the first problem alone.
    let long = "x".repeat(2_000);
    let book = own(&format!("(;SZ[19]GN[Book](;C[{long}](;{A})(;{B})(;{A})))"));
    let texts = book.iter().map(|own| (own.contains("GC[Book"), own.contains(&long)));
    assert_eq!(texts.collect::<Vec<_>>(), [(true, true), (true, false), (true, false)]);
    // A problem that has GC cannot have another one.
    let (_, _, faults) = read(&format!("(;GN[Book](;{A}GC[x])(;{B}))"), TreeOptions::default());
    assert_eq!(faults, ["left-out 11"]);
}

#[test]
fn set_ups_under_a_position_are_diagrams_unless_they_have_moves() {
    for (tree, expected) in [
        (format!("(;SZ[19]{A}PL[B](;AB[ba]C[wrong];AW[ca])(;B[ab]C[RIGHT]))"), vec!["6 black ab"]),
        (
            format!(
                "(;SZ[19]{A}C[Black to live](;AB[ab]AW[ba]LB[ab:1]C[Correct])(;AB[ba]AW[ab]C[Wrong]))"
            ),
            vec!["6 black "],
        ),
        (
            format!("(;SZ[19]{A}(;B[ab]C[RIGHT])(;AW[ab];B[ba]C[RIGHT]))"),
            vec!["6 black ab", "7 black ba"],
        ),
        // The diagram beside a problem stays a diagram.
        (
            format!("(;SZ[19]{A}C[Black to live](;AW[ab];B[ba])(;AW[ba]))"),
            vec!["6 black ", "7 black ba"],
        ),
        (format!("(;SZ[19]{A}(;B[ab]C[RIGHT])(;AE[aa:ss]{B}))"), vec!["6 black ab", "6 unknown "]),
        (format!("(;SZ[19]{A}(;{A};B[ab]))"), vec!["6 black ab"]),
    ] {
        assert_eq!(problems(&tree).0, expected, "{tree}");
    }
}

#[test]
fn a_set_up_behind_moves_is_a_problem_if_it_replaces_the_board_or_sets_a_task() {
    let two = "(;SZ[19]AB[aa]AW[bb]C[Problem 1];B[ab];AE[aa:ss]AB[cc]AW[dd]C[Problem 2];W[cd])";
    assert_eq!(problems(two).0, ["2 black ab", "2 white cd"]);
    let two_steps = "(;SZ[19]AB[aa]AW[bb];B[ab];AE[aa:ss];AB[cc]AW[dd]C[Problem 2];W[cd])";
    assert_eq!(problems(two_steps).0, ["2 black ab", "2 white cd"]);
    let game = format!("(;SZ[19]PB[a];B[dd];W[pp];AE[dd][pp]{A}C[Problem 1];B[ab])");
    assert_eq!(problems(&game), (vec!["6 black ab".to_owned()], 1));
    let task = format!("(;SZ[19]PB[a];B[dd];W[pp];{A}C[Black to play];B[ab])");
    assert_eq!(problems(&task), (vec!["8 black ab".to_owned()], 1));
    for game in [
        "(;SZ[19]PB[a];W[];AB[dd][pp];W[dp];B[pd])", // late handicap
        "(;SZ[19]PB[a];B[dd];W[pp];AE[dd]AB[dc];W[cd])", // a corrected stone
        "(;SZ[19]PB[a];B[dd];W[pp];AB[dd]AW[pp];B[cd])", // as it is
        "(;SZ[19]PB[a];B[dd];W[pp];AE[aa:ss];B[cd])",
        "(;SZ[19]HA[2]AB[dd][pp](;W[cd])(;AB[dp];W[dd]))",
    ] {
        assert_eq!(problems(game), (vec![], 1), "{game}");
    }
}

#[test]
fn a_board_can_have_several_problems() {
    let board = |text: &str, lines: &str| format!("(;SZ[19]{A}{B}{text}{lines})");
    let two = ["12 black ab", "12 white rb"];
    for (text, lines) in [
        // The text of the board numbers its problems, or its labels do.
        ("C[第1图 黑先\n\n第2图 白先]", ";B[ab];W[ba];B[ca];W[rb];B[sc]"),
        ("C[第1图 黑先 第2图 白先]", ";B[ab];W[ba];B[zz];W[rb];B[sc]"),
        ("C[Problem 1: Black to play. Problem 2: White to play]", ";B[ab];W[ba];W[rb];B[sc]"),
        ("LB[ab:1][rb:2]", ";B[ab];W[rb]"),
        // A comment ends the answer of a numbered diagram, wherever the next one is.
        ("", ";B[ab];W[ba]C[以上为第1图正解];B[zz];W[rb];B[sc]C[以上为第2图正解]"),
        ("", ";B[ab];W[ba];C[以上为第１图的正解];W[rb];B[sc]"),
        ("", ";B[ab];W[ba]C[End of problem 1.];W[rb];B[sc]"),
        ("", ";B[ab];W[ba]C[以上、第一図の正解];W[rb];B[sc];B[]"),
        // Every move is called right, but the player of one problem moves twice, or something separates the two.
        ("", ";B[ab]C[Correct.];W[ba]C[Correct.];W[rb]C[Correct.];B[sc]C[Correct.]"),
        ("", ";B[ab]C[Correct.];W[ba]C[Correct.];B[zz];W[rb]C[Correct.]"),
        // A finished right line, then another part of the board.
        ("", ";B[ab];W[ba]C[RIGHT];W[rb];B[sc]C[RIGHT]"),
        ("", ";B[ab];W[ba]C[正解];W[zz];W[rb];B[sc](;W[se]C[正解])(;W[sf])"),
    ] {
        assert_eq!(problems(&board(text, lines)), (two.map(Into::into).into(), 0), "{text}{lines}");
    }
    let tree = board("C[Problems 第1图 第2图]GN[12]", ";B[ab]C[RIGHT];B[zz];W[rb]C[correct];W[tt]");
    let (records, _, faults) = read(&tree, TreeOptions::default());
    assert_eq!(faults, Vec::<String>::new());
    assert!(records[0].key == records[1].key && records[0].placement == records[1].placement);
    let own: Vec<_> = records.iter().map(|record| String::from_utf8_lossy(&record.sgf)).collect();
    assert!(own[0].ends_with("GN[12];B[ab]C[RIGHT])"), "{}", own[0]);
    assert!(
        own[1].starts_with("(;SZ[19]C[Problems 第1图 第2图]GN[12]AB[aa]")
            && own[1].ends_with("];W[rb]C[correct];W[tt])"),
        "{}",
        own[1]
    );
    assert_eq!(records[1].part.as_ref().unwrap().setup, tree.find(";W[rb]").unwrap() as u64);
    let one = TreeOptions { parts: Some(TreeParts::One), ..TreeOptions::default() };
    assert_eq!(read(&tree, one).0.len(), 1);
    // The other diagram of a problem is part of it, and a third board is one more.
    let lines =
        ";B[ab];W[ba]C[以上为第1图正解];B[rb]C[以上为第1图参考图];W[rb]C[以上为第2图正解];B[zz]";
    assert_eq!(problems(&board("", lines)).0, two);
    // The last move alone is right, then the same player moves elsewhere.
    let lines = ";B[ab];W[ba]C[Correct.];B[rb]C[Correct.]";
    assert_eq!(problems(&board("", lines)).0, ["12 black ab", "12 black rb"]);
    let third = "AB[as][bs][cr]AW[dr][ds][cq]";
    let lines = ";B[ab]C[RIGHT];B[zz];W[rb]C[RIGHT];W[br]C[RIGHT]";
    assert_eq!(problems(&board(third, lines)).0, ["18 black ab", "18 white rb", "18 white br"]);
    // A variation of the first problem.
    let lines = "(;B[ab];W[ba]C[正解];W[rb]C[正解])(;B[ba];W[ab])";
    assert_eq!(problems(&board("", lines)).0, two);
}

#[test]
fn problems_beyond_those_that_a_board_may_have_are_named() {
    let moves = |count: usize| -> String {
        let point = |number: usize| ["rb", "ab"][number % 2];
        let line = |number| format!(";B[{}]C[以上为第{number}图正解]", point(number));
        (1..=count).map(line).collect()
    };
    for (count, faults) in [(101, 0), (105, 1)] {
        let tree = format!("(;SZ[19]{A}{B}{})", moves(count));
        let (records, _, found) = read(&tree, TreeOptions::default());
        assert_eq!(records.len(), 101);
        let named: Vec<_> = found.iter().filter(|fault| fault.starts_with("left-out")).collect();
        assert_eq!(named.len(), faults, "{found:?}");
        if let [first] = named[..] {
            let at = tree.find("以上为第101图正解]").unwrap() + "以上为第101图正解]".len();
            assert_eq!(*first, format!("left-out {at}"));
        }
    }
}

#[test]
fn what_is_played_elsewhere_is_no_problem_by_itself() {
    for (text, lines) in [
        ("", ";B[ab];W[zz];B[ba]C[RIGHT]"),
        ("", ";B[ab]C[RIGHT];W[tt];B[ba]C[RIGHT]"),
        ("", ";B[ab]C[RIGHT];W[rb];B[ba]C[RIGHT]"), // it is played here again
        ("", ";B[ab]C[RIGHT];W[rb];B[sc];W[ba]"),
        // The opponent plays elsewhere or passes.
        ("", ";B[ab]C[RIGHT];W[rb]"),
        ("", ";B[ab]C[RIGHT];W[rb]C[RIGHT]"),
        ("", ";B[ab]C[RIGHT];W[rb];C[RIGHT]"),
        ("", ";B[ab]C[RIGHT];W[rb]TE[1]C[RIGHT];B[sc]C[RIGHT]"),
        ("", ";B[ab]C[RIGHT];W[tt];B[rb]C[RIGHT]"),
        ("", ";B[ab]C[RIGHT];W[];B[rb]C[RIGHT]"),
        ("", ";B[ab]C[RIGHT];W[];C[RIGHT];B[rb]C[RIGHT]"),
        ("", ";B[ab];W[ba];B[ca]C[RIGHT];W[];B[rb]C[RIGHT]"),
        ("PL[B]C[第1图 第2图]", ";B[ab]C[RIGHT];W[rb]C[RIGHT]"),
        ("C[黑先。第1图 第2图]", ";B[ab];W[rb];B[sc]"),
        ("PL[B]LB[ab:1][rb:2]", ";B[ab];W[rb]"),
        // Every move is called right.
        ("", ";B[ab]C[Correct.];W[ba]C[Correct.];B[rb]C[Correct.]"),
        ("", ";B[ab]C[正解];W[ba]C[正解];B[ca]C[正解];W[bc]C[正解];B[rb]C[正解];W[sc];B[sb]"),
        ("", ";B[ab];W[rb];B[sc]C[RIGHT]"), // nothing was right before
        ("", ";B[ab]C[RIGHT];W[jj];B[kk]C[RIGHT]"), // there are no stones
        ("C[第1图 黑先]", ";B[ab];W[rb];B[sc]"),
        ("C[第1图 第2图]", ";B[ab];W[ba];B[ca]"),
        ("LB[ab:1][ba:2]", ";B[ab];W[rb]"),
        ("", ";B[ab]C[以上的变化为正解];W[ba]"),
    ] {
        let tree = format!("(;SZ[19]{A}{B}{text}{lines})");
        assert_eq!(problems(&tree).0.len(), 1, "{text}{lines}");
    }
    // A game with handicap stones stays one.
    let game = "(;HA[4]AB[dd][dp][pd][pp]PB[a];W[cc]C[Correct];B[qq]C[RIGHT])";
    assert_eq!(problems(game), (vec![], 1));
}

#[test]
fn a_task_makes_a_problem_of_stones_on_handicap_points() {
    for (tree, games) in [
        ("(;SZ[19]AB[dd][pp][dp]PL[W]C[White to play and live];W[cc]C[RIGHT])", 0),
        ("(;SZ[19]AB[dd][pp][dp];W[cc]C[RIGHT])", 0),
        ("(;SZ[19]AB[dd][pp][dp]PL[W];W[cc])", 1),
        ("(;SZ[19]PB[a]AB[dd][pp][dp]PL[W];W[cc]C[RIGHT])", 1),
    ] {
        let (found, found_games) = problems(tree);
        assert_eq!((found.len(), found_games), (1 - games, games), "{tree}");
    }
}

#[test]
fn options_overrule_the_reading() {
    let tree = format!("(;SZ[19]{A}(;AB[ba])(;B[ab]C[RIGHT])(;AW[ba];B[ca]))");
    let with = |parts| {
        let options = TreeOptions { parts, ..TreeOptions::default() };
        read(&tree, options).0.iter().map(show).collect::<Vec<_>>()
    };
    assert_eq!(with(None), ["6 black ab", "7 black ca"]);
    assert_eq!(with(Some(TreeParts::One)), ["6 black ab"]);
    assert_eq!(with(Some(TreeParts::Each)), ["6 black ab", "7 unknown ", "7 black ca"]);
}

#[test]
fn a_fault_costs_only_its_problem_and_is_where_it_is_in_the_tree() {
    let tree = format!("(;SZ[19]C[Book](;AB[zz]AW[aa];B[bb])(;{A}SZ[9];B[ab];W[zy])(;{B};W[ab]))");
    let (records, _, faults) = read(&tree, TreeOptions::default());
    assert_eq!(records.iter().map(show).collect::<Vec<_>>(), ["6 black ab", "6 white ab"]);
    let at = |text: &str| tree.find(text).unwrap();
    let expected = [
        format!("setup-point {}", at("AB[zz]")),
        format!("left-out {}", at("SZ[9]")),
        format!("answer-point {}", at("W[zy]")),
    ];
    assert_eq!(faults, expected);
}

#[test]
fn hostile_trees_are_read_in_linear_time() {
    let branches = |count: usize, of: &str| format!("(;SZ[19]{})", of.repeat(count));
    let (records, ..) = read(&branches(10_000, "(;AB[aa]AW[ba];B[bb])"), TreeOptions::default());
    assert_eq!(records.len(), 10_000);
    let under = format!("(;{A}{})", "(;AB[ab]AW[ba];B[ss])".repeat(2_000));
    assert_eq!(read(&under, TreeOptions::default()).0.len(), 2_001);
    let diagrams = format!("(;{A}C[Black to live]{})", "(;AB[ab]AW[ba])".repeat(100));
    assert_eq!(read(&diagrams, TreeOptions::default()).0.len(), 1);
    let letter = |at: u32| char::from(b'a' + (at % 19) as u8);
    let moves: String =
        (0..500).map(|at| format!(";B[{}{}]", letter(at), letter(at / 19))).collect();
    let repeats = format!("(;{A}{moves};AB[ss];AB[ss]C[x];B[aa])");
    assert_eq!(read(&repeats, TreeOptions::default()).0.len(), 1);
    let jumps = format!("(;{A}{B}{})", ";B[ab]C[RIGHT];B[rb]C[RIGHT]".repeat(5_000));
    assert_eq!(read(&jumps, TreeOptions::default()).0.len(), 1); // it returns
    let ends = format!("(;{A}{B}{})", ";B[ab]C[以上为第1图正解]".repeat(5_000));
    let count = read(&ends, TreeOptions::default()).0.len();
    assert!(count == 1 || count == 101, "{count}");
    let titles = format!("(;{}{})", ";C[x]".repeat(5_000), "(;AB[aa]AW[ba];B[bb])".repeat(5_000));
    let (records, ..) = read(&titles, TreeOptions::default());
    assert!(records[0].sgf.len() > 10_000 && records[1].sgf.len() < 100);
    let deep = format!("(;{A}{}", "(;AB[ab]AW[ba];B[ss](;W[sr])".repeat(3_000));
    read(&deep, TreeOptions::default());
    read(&format!("(;{A}{}", ";AE[aa:ss];AB[aa:ss]".repeat(3_000)), TreeOptions::default());
}

#[test]
fn stones_that_are_cleared_before_the_first_move_are_not_lost_without_a_word() {
    let faults = |sgf: &str| -> Vec<String> {
        let charset = crate::sgf::detect_charset(sgf.as_bytes());
        let (extracted, faults) =
            extract_tree(sgf.as_bytes(), charset, TreeLocation::FIRST, TreeOptions::default());
        assert!(!matches!(extracted, Extracted::Nothing), "{sgf}");
        faults
            .into_iter()
            .map(|fault| format!("{}: {}", fault.rule.name(), fault.message))
            .collect()
    };
    let cleared = ["left-out: AE: none of the 2 stones that were set up before stay"];
    assert_eq!(faults("(;SZ[19]AB[dd]AW[cc];AE[aa:ss];B[pp];W[dp])"), cleared);
    // With another set-up, the stones before are a problem of their own.
    assert!(faults("(;SZ[19]AB[dd]AW[cc];AE[aa:ss]AB[ab]AW[ba]PL[B];B[aa])").is_empty());
    assert!(faults("(;SZ[19]AB[dd]AW[cc];AE[dd]AB[ab]PL[B];B[aa])").is_empty());
}

fn tree_text() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "(",
        ")",
        ";AB[aa]AW[bb]",
        ";AB[cc]",
        ";AE[aa:ss]",
        ";AE[aa]AW[cc]",
        ";B[ab]",
        ";W[ba]C[RIGHT]",
        ";C[Black to play]",
        ";B[rb]C[以上为第2图正解]",
        ";B[qq]C[RIGHT]",
        ";W[zz]",
        "AB[rr][rq][qr]",
        "(;AB[dd]AW[ee]",
        ";B[",
        "\n",
    ]);
    prop::collection::vec(piece, 0..30).prop_map(|pieces| format!("(;SZ[19]{})", pieces.concat()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// The pieces of a tree are its text, and the own text of each problem is read as that problem.
    #[test]
    fn own_texts_are_the_problems_and_pieces_the_tree(text in tree_text()) {
        let bytes = text.as_bytes();
        for span in crate::sgf::split(bytes, UTF_8.charset, true).trees {
            let tree = &bytes[span.range()];
            let options = TreeOptions { kind: Some(TreeKind::Problem), ..TreeOptions::default() };
            let (extracted, faults) = extract_tree(tree, UTF_8, TreeLocation::FIRST, options);
            prop_assert!(faults.iter().all(|fault| fault.offset <= tree.len()));
            let (mut records, mut games) = (Vec::new(), Vec::new());
            extracted.append_to(&mut records, &mut games);
            let mut pieces = Vec::new();
            for record in &records {
                let again = extract_stored_record(&record.sgf, None, TreeLocation::FIRST, None).unwrap();
                prop_assert_eq!(&again.text, &record.text, "{}", &text);
                prop_assert_eq!(&again.answers, &record.answers, "{}", &text);
                prop_assert_eq!(&again.solution, &record.solution, "{}", &text);
                prop_assert_eq!((again.turn, again.moves), (record.turn, record.moves), "{}", &text);
                prop_assert_eq!(again.placement.board, Size::STANDARD);
                for piece in record.part.iter().flat_map(|part| &part.pieces) {
                    let (own, len) = (piece.own.0 as usize, piece.own.1 as usize);
                    let own = &record.sgf[own..own + len];
                    pieces.push((piece.offset, [piece.before.as_slice(), own].concat()));
                }
            }
            pieces.sort();
            if records.len() > 1 {
                let whole: Vec<u8> = pieces.into_iter().flat_map(|(_, piece)| piece).collect();
                prop_assert_eq!(String::from_utf8_lossy(&whole), String::from_utf8_lossy(tree));
            }
        }
    }
}

#[test]
fn moves_on_an_empty_board_beside_problems_are_reported() {
    let tree =
        format!("(;SZ[19]C[Title](;{A}PL[B];B[ab])(;B[dd];W[pp](;B[dp])(;B[pd]))(;{B}PL[W]))");
    let (records, games, faults) = read(&tree, TreeOptions::default());
    assert_eq!((records.len(), games), (2, 0));
    assert_eq!(faults, [format!("left-out {}", tree.find(";B[dd]").unwrap())]);
    // The moves of a game are read.
    let (_, games, faults) =
        read(&format!("(;SZ[19](;B[dd];W[pp])(;{A}))"), TreeOptions::default());
    assert_eq!((games, faults), (1, vec![]));
}

#[test]
fn branches_for_each_side_to_move_are_two_problems_on_the_same_stones() {
    let line = |turn: &str, first: &str| format!("(;{turn};{first}C[RIGHT])");
    let (black, white) = (line("PL[B]", "B[ab]"), line("PL[W]", "W[ba]"));
    for (tree, expected) in [
        (format!("(;SZ[19]{A}{black}{white})"), &["6 black ab", "6 white ba"][..]),
        (format!("(;SZ[19]{A}PL[B](;B[ab]C[RIGHT]){white})"), &["6 black ab", "6 white ba"]),
        (format!("(;SZ[19]{A}{white}{white}{black})"), &["6 white ba", "6 black ab"]),
        (
            format!("(;C[Book](;{A}{black}{white})(;{B}))"),
            &["6 black ab", "6 white ba", "6 unknown "],
        ),
        // One side, however often it is named.
        (format!("(;SZ[19]{A}{black}{})", line("PL[B]", "B[ba]")), &["6 black ab ba"]),
        (format!("(;SZ[19]{A}PL[B]{black}{})", line("PL[B]", "B[ba]")), &["6 black ab ba"]),
        // Without a move, and behind one, PL is a remark.
        (format!("(;SZ[19]{A}{black}(;PL[W]C[White lives.]))"), &["6 black ab"]),
        (format!("(;SZ[19]{A}PL[B](;B[ab]C[RIGHT];PL[W])(;B[ba];PL[W];W[ab]))"), &["6 black ab"]),
        (format!("(;SZ[19]{A}PL[B](;B[ab]C[RIGHT])(;PL[W]B[ba]))"), &["6 black ab"]),
    ] {
        let (found, games) = problems(&tree);
        assert_eq!((found, games), (expected.iter().map(|&one| one.into()).collect(), 0), "{tree}");
    }
    let tree = format!("(;SZ[19]{A}{black}{white})");
    let one = TreeOptions { parts: Some(TreeParts::One), ..TreeOptions::default() };
    let (records, ..) = read(&tree, one);
    assert_eq!(records.iter().map(show).collect::<Vec<_>>(), ["6 black ab"]);
    let setups = extract_setups(tree.as_bytes(), UTF_8);
    assert_eq!(setups.len(), 2);
}

#[test]
fn names_without_a_capital_letter_are_reported_once_in_a_tree() {
    for (tree, names) in [
        (format!("(;SZ[19]PL[B]{A}(;b[ea]c[x];w[da]c[y])(;B[ab]c[z]))"), &["b[", "c[", "w["][..]),
        ("(;SZ[19]pb[x];B[dd]c[x];W[pp]c[y])".to_owned(), &["pb[", "c["]),
        (format!("(;C[Book](;{A}c[x];B[ab]))"), &["c["]),
        ("(;AddBlack[aa]AddWhite[bb]Cmt[x])".to_owned(), &[]),
    ] {
        let (_, _, faults) = read(&tree, TreeOptions::default());
        let places = names.iter().map(|name| format!("left-out {}", tree.find(name).unwrap()));
        assert_eq!(faults, places.collect::<Vec<_>>(), "{tree}");
    }
}
