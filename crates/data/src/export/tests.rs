//! Tests of the export as a whole.

use std::io;

use proptest::prelude::*;

use super::union_tests::BOOK;
use super::*;
use crate::Color;
use crate::go::{Board, Point, Size, Symmetry};
use crate::gtn::SubPosition;
use crate::model::{Charset, Occurrence, Placement, Problem, RecordRights, Turn};
use crate::sgf::{self, GameTree, value};
use crate::solution::Loss;

/// The stones that the root of a tree sets up.
fn setup(sgf: &[u8]) -> Board {
    let tree = GameTree::read(sgf, sgf::Charset::UTF_8);
    let root = tree.root().unwrap();
    let size = root.get(b"SZ").map_or(Size::STANDARD, |size| value::parse_size(size).unwrap());
    let mut board = Board::new(size);
    for property in root.properties() {
        let color = match property.name() {
            name if name == b"AB" => Color::Black,
            name if name == b"AW" => Color::White,
            _ => continue,
        };
        for point in property.values().flat_map(|list| value::parse_points(list, size).unwrap()) {
            board.set(point, Some(color));
        }
    }
    board
}

/// A problem of one source, with `turn` to move on its board.
pub(super) fn problem(sgf: &[u8], turn: Turn) -> Problem {
    let board = setup(sgf);
    let size = board.size();
    let window = SubPosition::goban(board).window().unwrap();
    let canonical = window.sub.canonicalize();
    let is_either = canonical.is_own_negative();
    Problem {
        key: canonical.key(),
        text: canonical.text().to_owned(),
        turn: if is_either { Turn::Either } else { turn.transform(canonical.symmetry()) },
        kept: occurrence("book.sgf", 12, None, canonical.symmetry()),
        placement: Placement { board: size, region: window.region, open: window.sub.open },
        charset: None,
        dialect: None,
        sgf: sgf.to_vec(),
        others: vec![],
        other_trees: vec![],
        rights: vec![],
        replaced: vec![],
        computed: None,
    }
}

fn occurrence(source: &str, tree: u32, name: Option<&str>, symmetry: Symmetry) -> Occurrence {
    Occurrence {
        source: source.to_owned(),
        tree,
        problem: 1,
        name: name.map(str::to_owned),
        symmetry,
    }
}

pub(super) fn options(orientation: Orientation, black_first: bool) -> ExportOptions {
    ExportOptions { orientation, black_first, ..ExportOptions::default() }
}

pub(super) fn written(format: Format, problem: &Problem, options: &ExportOptions) -> String {
    let mut out = Vec::new();
    format.write_start(&mut out).unwrap();
    format.write_problem(problem, options, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn sgf_of(problem: &Problem) -> String {
    written(Format::Sgf, problem, &ExportOptions::default())
}

const ORIENTATIONS: [Orientation; 4] =
    [Orientation::TopRight, Orientation::TopLeft, Orientation::AsIs, Orientation::Canonical];

/// A corner, as a book might have it, in another corner, and White to move.
///
/// ```text
///   19 . . . . . .          . . . . X O .
///      ...                  . . . . X O .      turned to the top right
///    3 X X X . . .          . . . . X O O
///    2 O O X . . .          . . . . X X X
///    1 . O X . . .
/// ```
fn corner() -> Problem {
    let sgf = b"(;GM[1]FF[3]GN[Lesson \\] 7]SZ[19]SO[A book]PL[W]AB[aq:cq][cr][cs]AW[ar][br][bs]\
        C[White to live\nor die];W[ba]LB[as:x](;B[dd])(;B[];W[ss]TR[ar]))";
    let mut problem = problem(sgf, Turn::White);
    problem.kept.name = Some("Lesson ] 7".to_owned());
    let other = problem.kept.symmetry.then("N_SR1".parse().unwrap());
    problem.others = vec![occurrence("web/x.7z/a]b;c\n.sgf", 7, Some("=1+1"), other)];
    problem
}

#[test]
fn a_problem_as_a_game_tree() {
    insta::assert_snapshot!(sgf_of(&corner()), @r#"
    (;FF[4]GM[1]CA[UTF-8]SZ[19]PL[W]SO[A book; book.sgf tree 12 (IR2); web/x.7z/a\]b;c\\n.sgf tree 7 (N_SR3)]GN[Lesson \] 7]AB[qc:sc][qb][qa]AW[sb][rb][ra]C[White to live
    or die];W[rs]LB[sa:x](;B[pp])(;B[];W[aa]TR[sb]))
    "#);
    insta::assert_snapshot!(written(Format::Sgf, &corner(), &options(Orientation::AsIs, true)), @r#"
    (;FF[4]GM[1]CA[UTF-8]SZ[19]PL[B]SO[A book; book.sgf tree 12 (N_IR0); web/x.7z/a\]b;c\\n.sgf tree 7 (SR1)]GN[Lesson \] 7]AW[aq:cq][cr][cs]AB[ar][br][bs]C[Black to live
    or die];B[ba]LB[as:x](;W[dd])(;W[];B[ss]TR[ar]))
    "#);
}

#[test]
fn a_problem_as_a_line() {
    insta::assert_snapshot!(written(Format::Igtn, &corner(), &ExportOptions::default()), @r#"
    # key 5b6319517e73ce88dc00b973955d738e, white to play
    # name: Lesson ] 7
    # answer: S1 (assumed)
    # source: book.sgf tree 12 (IR2)
    # source: web/x.7z/a]b;c\n.sgf tree 7 (N_SR3)
    3x3|_XO._XOO_XXX_!!!
    "#);
}

#[test]
fn a_problem_as_an_object() {
    insta::assert_snapshot!(written(Format::Json, &corner(), &ExportOptions::default()), @r#"
    {"key":"5b6319517e73ce88dc00b973955d738e","turn":"white","igtn":"3x3|_XO._XOO_XXX_!!!","text":"3x3|!!!_OOO_XXO_.XO_","operation":"N_IR2","source":"book.sgf","tree":12,"problem":1,"name":"Lesson ] 7","answers":["rs"],"sgf":"(;FF[4]GM[1]CA[UTF-8]SZ[19]PL[W]SO[A book; book.sgf tree 12 (IR2); web/x.7z/a\\]b;c\\\\n.sgf tree 7 (N_SR3)]GN[Lesson \\] 7]AB[qc:sc][qb][qa]AW[sb][rb][ra]C[White to live\nor die];W[rs]LB[sa:x](;B[pp])(;B[];W[aa]TR[sb]))","certainty":"assumed","others":[{"source":"web/x.7z/a]b;c\n.sgf","tree":7,"problem":1,"name":"=1+1","operation":"N_SR3"}],"rights":[]}
    "#);
}

#[test]
fn a_problem_in_a_table() {
    insta::assert_snapshot!(written(Format::Csv, &corner(), &ExportOptions::default()), @r#"
    key,turn,igtn,text,operation,source,tree,problem,name,sgf,others,certainty,answers,rights
    5b6319517e73ce88dc00b973955d738e,white,3x3|_XO._XOO_XXX_!!!,3x3|!!!_OOO_XXO_.XO_,N_IR2,book.sgf,12,1,Lesson ] 7,"(;FF[4]GM[1]CA[UTF-8]SZ[19]PL[W]SO[A book; book.sgf tree 12 (IR2); web/x.7z/a\]b;c\\n.sgf tree 7 (N_SR3)]GN[Lesson \] 7]AB[qc:sc][qb][qa]AW[sb][rb][ra]C[White to live
    or die];W[rs]LB[sa:x](;B[pp])(;B[];W[aa]TR[sb]))","web/x.7z/a]b;c
    .sgf#7",assumed,rs,
    "#);
}

#[test]
fn the_root_gets_missing_properties_and_keeps_the_rest() {
    let mut bare = problem(b"(;AB[aa][ba]AW[ca];B[cb])", Turn::Unknown);
    bare.kept.name = Some("[a] \\".to_owned());
    let text = sgf_of(&bare);
    assert!(text.starts_with(r"(;FF[4]GM[1]CA[UTF-8]SZ[19]GN[[a\] \\]SO["), "{text}");
    assert!(text.ends_with("]AB[sa][sb]AW[sc];B[rc])\n"), "{text}");

    let odd =
        problem(b"(;Black[]AB[aa]SO[x]KM[6.5]SO[ ][y\nz]US[me](;B[ab])(;B[ac]))", Turn::Black);
    let text = sgf_of(&odd);
    assert!(text.contains("PL[B]SO[x; y z; book.sgf tree 12 (IR3)]AB[sa]"), "{text}");
    assert!(text.ends_with("AB[sa]KM[6.5]US[me];B[](;B[ra])(;B[qa]))\n"), "{text}");
}

#[test]
fn a_damaged_tree_is_written_as_a_valid_one() {
    let mut broken = problem(b"(;AB[aa])", Turn::Unknown);
    for (sgf, due) in [("", "(;"), ("(", "(;"), ("((;AB[aa])(;B[bb]))", "((;"), ("(;)", "(;")] {
        broken.sgf = sgf.as_bytes().to_vec();
        let text = sgf_of(&broken);
        assert!(text.starts_with(&format!("{due}FF[4]GM[1]CA[UTF-8]SZ[19]SO[")), "{text}");
        let tree = GameTree::read(text.trim_end().as_bytes(), sgf::Charset::UTF_8);
        assert!(tree.faults().is_empty(), "{text}");
    }
}

#[test]
fn the_root_gets_the_size_of_the_record() {
    let mut problem = problem(b"(;SZ[7:5]AB[ba])", Turn::Unknown);
    problem.sgf = b"(;;SZ[7:5]AB[ba])".to_vec();
    let as_is = written(Format::Sgf, &problem, &options(Orientation::AsIs, false));
    assert!(as_is.contains("CA[UTF-8]SZ[7:5]SO["), "{as_is}");
    let canonical = written(Format::Sgf, &problem, &options(Orientation::Canonical, false));
    let is_upright = problem.kept.symmetry.transposes();
    assert!(canonical.contains(if is_upright { "SZ[5:7]" } else { "SZ[7:5]" }), "{canonical}");
}

#[test]
fn text_in_another_charset_becomes_utf8() {
    let mut japanese = problem(b"(;AB[aa]AW[ba])", Turn::Unknown);
    japanese.sgf = b"(;CA[Shift_JIS]GN[\x8b\x6c\x8c\xe9]AB[aa]AW[ba]C[\x83\x5D\x83\x5C])".to_vec();
    japanese.charset = Some(Charset { name: "Shift_JIS".to_owned(), is_guessed: false });
    let text = sgf_of(&japanese);
    assert!(text.contains("CA[UTF-8]") && !text.contains("Shift_JIS"), "{text}");
    assert!(text.contains("GN[詰碁]AB[sa]AW[sb]C[ゾソ]"), "{text}");
}

#[test]
fn a_name_cannot_begin_a_line() {
    let mut evil = corner();
    evil.kept.source = "../a\r\n3x3|X........\u{2028}\u{85}\0\x1b[2J".to_owned();
    evil.kept.name = Some("\n3x3|.........".to_owned());
    let text = written(Format::Igtn, &evil, &ExportOptions::default());
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines.len(), 1, "{text}");
    assert!(text.contains(r"# source: ../a\r\n3x3|X........\u{2028}\u{85}\u{0}\u{1b}[2J tree 12"));
    for format in [Format::Json, Format::Sgf] {
        let text = written(format, &evil, &ExportOptions::default());
        assert!(!text.contains(['\0', '\x1b', '\r']), "{text}");
    }
    let csv = written(Format::Csv, &evil, &ExportOptions::default());
    let record = ::csv::Reader::from_reader(csv.as_bytes()).records().next().unwrap().unwrap();
    assert_eq!(record[5], evil.kept.source);
}

#[test]
fn lines_of_ten_thousand_moves_are_written() {
    let mut deep = corner();
    let moves = ";B[dd];W[]".repeat(5_000);
    deep.sgf = format!("(;AB[aa](;B[ab]{moves})(;B[ac]{moves}))").into_bytes();
    let variations = "(;B[dd]".repeat(10_000) + &")".repeat(10_000);
    for format in Format::ALL {
        assert!(written(format, &deep, &ExportOptions::default()).len() > 50);
    }
    let puzzle = written(Format::OgsJson, &deep, &ExportOptions::default());
    // The root, the moves, and passes before a second Black move in a row. White is to move,
    // but Black plays first.
    assert_eq!(puzzle.matches("\"x\":").count(), 1 + 20_002 + 2);
    deep.sgf = format!("(;AB[aa](;B[ab]){variations})").into_bytes();
    let text = sgf_of(&deep);
    assert_eq!(text.matches(";B[pp]").count(), 10_000);
}

#[test]
fn with_black_first_colors_are_exchanged_for_white_to_move() {
    let white = corner();
    let oriented = |problem: &Problem, black_first| {
        let options = options(Orientation::TopRight, black_first);
        let oriented = OrientedProblem::new(problem, &options);
        (oriented.symmetry.name(), oriented.turn)
    };
    assert_eq!(oriented(&white, false), ("IR2", Turn::White));
    assert_eq!(oriented(&white, true), ("N_IR2", Turn::Black));
    let black = Problem { turn: white.turn.transform(Symmetry::NEGATIVE), ..white.clone() };
    assert_eq!(oriented(&black, true), ("IR2", Turn::Black));
    let unknown = Problem { turn: Turn::Unknown, ..white };
    assert_eq!(oriented(&unknown, true), ("IR2", Turn::Unknown));
}

/// ```text
///   X O .      mirroring and exchanging colors gives the same position:
///   . . .      only the record says who is to move
/// ```
#[test]
fn in_a_position_equal_to_its_negative_the_record_gives_the_turn() {
    for (tree, turn, orientation) in [
        ("PL[White];B[cc]", Turn::Black, "N_IR0"),
        ("PL[b]", Turn::Black, "IR0"),
        (";AE[gg];PL[2];B[cc]", Turn::Black, "N_IR0"),
        (";C[x];W[cc]", Turn::Black, "N_IR0"),
        (";B[cc];W[dd]", Turn::Black, "IR0"),
        ("PL[x]", Turn::Either, "IR0"),
    ] {
        let text = format!("(;SZ[9]AB[da]AW[fa]{tree})");
        let problem = problem(text.as_bytes(), Turn::Unknown);
        assert_eq!(problem.turn, Turn::Either);
        let oriented = OrientedProblem::new(&problem, &options(Orientation::TopRight, true));
        assert_eq!((oriented.turn, oriented.symmetry.name()), (turn, orientation), "{tree}");
        let has_player = written(Format::Sgf, &problem, &options(Orientation::TopRight, true));
        assert_eq!(has_player.contains("PL[B]SO"), turn == Turn::Black, "{has_player}");
    }
}

#[test]
fn a_text_too_small_for_the_window_is_an_error() {
    for text in ["", "3x3", "1x1|X", "9x2|.................."] {
        let problem = Problem { text: text.to_owned(), ..corner() };
        let error =
            Format::Igtn.write_problem(&problem, &ExportOptions::default(), &mut Vec::new());
        assert_eq!(error.unwrap_err().kind(), io::ErrorKind::InvalidData, "{text}");
    }
}

fn boards(max_side: u8) -> impl Strategy<Value = Board> {
    let stones = prop::collection::vec((0..max_side, 0..max_side, any::<bool>()), 1..12);
    (1..=max_side, 1..=max_side, stones).prop_map(|(cols, rows, stones)| {
        let mut board = Board::new(Size::new(cols, rows).unwrap());
        for (col, row, is_black) in stones {
            let color = if is_black { Color::Black } else { Color::White };
            board.set(Point::new(col % cols, row % rows), Some(color));
        }
        board
    })
}

/// A game tree of one node.
fn tree_of(board: &Board) -> Vec<u8> {
    let size = board.size();
    let mut text = format!("(;SZ[{}:{}]", size.cols(), size.rows());
    for (point, color) in board.stones() {
        text.push_str(&format!("A{}[{}]", color.sgf_char(), value::format_point(point)));
    }
    (text + ")").into_bytes()
}

fn window_of(board: Board) -> SubPosition {
    SubPosition::goban(board).window().unwrap().sub
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn the_window_is_restored_from_the_canonical_text(board in boards(11), index in 0u8..16) {
        let problem = problem(&tree_of(&board), Turn::Unknown);
        let as_is = OrientedProblem::new(&problem, &options(Orientation::AsIs, false));
        prop_assert_eq!(as_is.window().unwrap(), window_of(board.clone()));
        let symmetry = Symmetry::from_index(index).unwrap();
        let rotated = OrientedProblem { symmetry, ..as_is };
        prop_assert_eq!(rotated.window().unwrap(), window_of(board.transform(symmetry)));
    }

    #[test]
    fn the_exported_board_is_the_same_problem(
        board in boards(19), orientation in 0usize..4, black_first: bool, turn in 0u8..3,
    ) {
        let turn = Turn::from_code(turn).unwrap();
        let problem = problem(&tree_of(&board), turn);
        let options = options(ORIENTATIONS[orientation], black_first);
        let oriented = OrientedProblem::new(&problem, &options);
        let text = written(Format::Sgf, &problem, &options);
        let exported = setup(text.trim_end().as_bytes());
        prop_assert_eq!(&exported, &board.transform(oriented.symmetry));
        let window = window_of(exported);
        prop_assert_eq!(window.canonicalize().key(), problem.key);

        let line = written(Format::Igtn, &problem, &options);
        let read: SubPosition = line.lines().last().unwrap().parse().unwrap();
        prop_assert_eq!(&read, &window);
        prop_assert_eq!(read.window().unwrap().sub.canonicalize().key(), problem.key);

        if problem.turn != Turn::Either {
            prop_assert_eq!(oriented.turn.transform(oriented.onto_canonical()), problem.turn);
        }
        prop_assert!(!black_first || oriented.turn != Turn::White);
        if orientation < 2 {
            prop_assert!(!oriented.symmetry.mirrors());
        }
        prop_assert_eq!(oriented.onto(&problem.kept), oriented.symmetry.inverse());
    }

    #[test]
    fn an_operation_maps_onto_the_board_of_the_other_record(board in boards(9), index in 0u8..16) {
        let mut problem = problem(&tree_of(&board), Turn::Unknown);
        let other = board.transform(Symmetry::from_index(index).unwrap());
        let symmetry = window_of(other.clone()).canonicalize().symmetry();
        problem.others = vec![occurrence("other.sgf", 1, None, symmetry)];
        let oriented = OrientedProblem::new(&problem, &ExportOptions::default());
        let window = oriented.window().unwrap();
        let image = window.transform(oriented.onto(&problem.others[0]));
        // A whole board that is not square may be symmetric in its square.
        if !window.open.is_empty() || board.size() == board.size().squared() {
            prop_assert_eq!(image, window_of(other));
        } else {
            prop_assert_eq!(image.canonicalize().key(), window_of(other).canonicalize().key());
        }
    }
}

#[test]
fn marks_are_written_in_every_orientation() {
    use crate::solution::{Dialect, Verdict, read};
    let written_dialects = Dialect::ALL
        .into_iter()
        .filter(|d| !matches!(d, Dialect::None | Dialect::OgsJson | Dialect::SolJson));
    for dialect in written_dialects {
        for (orientation, black_first) in
            ORIENTATIONS.into_iter().flat_map(|o| [(o, false), (o, true)])
        {
            let options =
                ExportOptions { marks: Some(dialect), ..options(orientation, black_first) };
            let text = written(Format::Sgf, &problem(BOOK, Turn::White), &options);
            let tree = GameTree::read(text.as_bytes(), sgf::Charset::UTF_8);
            let solution = read(&tree, Size::new(9, 9).unwrap()).solution;
            assert_eq!(solution.dialect, dialect, "{text}");
            let right: Vec<bool> = solution
                .leaves()
                .map(|leaf| solution.nodes[leaf].verdict == Some(Verdict::Right))
                .collect();
            assert_eq!(right, [true, false], "{text}");
        }
    }
}

#[test]
fn a_problem_whose_comments_name_places_is_not_turned_and_is_counted() {
    let mut problem = corner();
    let turned = choose_symmetry(&problem, &ExportOptions::default());
    assert_ne!(turned, Symmetry::IDENTITY);
    for text in [
        "C[White A1 lives]",
        "C[黑A1是好手]",
        "C[2の一]",
        "C[à gauche]",
        "N[A1]",
        "GN[A1 lives]",
        "GN[左上]",
    ] {
        problem.sgf = format!("(;SZ[19]AB[aq:cq][cr][cs]AW[as][br][bs]{text})").into_bytes();
        for orientation in [Orientation::TopRight, Orientation::BottomLeft, Orientation::Random] {
            let options = options(orientation, false);
            let symmetry = choose_symmetry(&problem, &options);
            assert_eq!(symmetry, Symmetry::IDENTITY, "{text} {orientation:?}");
        }
    }
    for name in ["A1", "Lesson B12", "12"] {
        let mut numbered = problem.clone();
        numbered.sgf = format!("(;SZ[19]AB[aq:cq][cr][cs]AW[as][br][bs]GN[{name}])").into_bytes();
        assert_eq!(choose_symmetry(&numbered, &ExportOptions::default()), turned, "{name}");
    }
    let mut out = Vec::new();
    let losses = Format::Sgf.write_problem(&problem, &ExportOptions::default(), &mut out).unwrap();
    let counted = losses.iter().any(|(loss, count)| (loss, count) == (Loss::PlaceWords, 1));
    assert!(counted, "{losses:?}");
}

#[test]
fn a_random_orientation_depends_on_the_seed_and_the_problem_alone() {
    let problem = corner();
    let draw = |seed| {
        let options = ExportOptions {
            orientation: Orientation::Random,
            swap_colors: true,
            seed,
            ..ExportOptions::default()
        };
        choose_symmetry(&problem, &options)
    };
    assert_eq!(draw(7), draw(7));
    let drawn: std::collections::HashSet<&str> = (0..200).map(|seed| draw(seed).name()).collect();
    assert_eq!(drawn.len(), 16, "all sixteen forms are drawn");
}

/// The rights of all records are in every format that has a place for them.
#[test]
fn rights_of_all_records_are_written() {
    let sgf = b"(;SZ[9]CP[A]AN[B]SO[Book 1]PL[B]AB[aa][ba]AW[ab][bb];B[ca])";
    let mut problem = problem(sgf, Turn::Black);
    let text = |text: &str| Some(text.to_owned());
    problem.others = vec![occurrence("web.sgf", 3, None, problem.kept.symmetry)];
    problem.rights = vec![
        RecordRights {
            set: text("CC BY 4.0"),
            copyright: text("A"),
            annotator: text("B"),
            origin: text("Book 1"),
        },
        RecordRights {
            set: text("CC BY 4.0"),
            copyright: text("C"),
            annotator: None,
            origin: text("Book 2]"),
        },
    ];
    let written = |format: Format| {
        let mut out = Vec::new();
        let options = ExportOptions { orientation: Orientation::AsIs, ..Default::default() };
        format.write_problem(&problem, &options, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    };
    let texts = ["CC BY 4.0", "© A", "annotated by B", "from Book 1", "© C", "from Book 2]"];
    let sgf = written(Format::Sgf);
    for property in ["CP[A; CC BY 4.0; C]", "AN[B]", "SO[Book 1; Book 2\\]; book.sgf tree 12 (IR0)"]
    {
        assert_eq!(sgf.matches(property).count(), 1, "{property} in {sgf}");
    }
    assert_eq!(sgf.matches("CP[").count() + sgf.matches("AN[").count(), 2);
    for text in texts {
        assert!(written(Format::Igtn).contains(&format!("\n# rights: {text}\n")), "{text}");
    }
    let json: serde_json::Value = serde_json::from_str(&written(Format::Json)).unwrap();
    assert_eq!(json["rights"], serde_json::json!(texts));
    assert!(written(Format::Csv).trim_end().ends_with(&format!(",{}", texts.join("; "))));
    let ogs: serde_json::Value = serde_json::from_str(&written(Format::OgsJson)).unwrap();
    assert_eq!(ogs["puzzle_description"], texts.join("; "));
}
