//! Golden tests: every picture in `tests/data/pictures` equals the output of the
//! renderer byte for byte. After a change, `UPDATE_PICTURES=1 cargo test --lib
//! svg` rewrites the pictures. Look at them before you commit.

use std::path::Path;

use super::*;
use crate::abalone::Board;
use crate::extract::BoardPlace;
use crate::go::{Point, Size};
use crate::gtn::Diagram;

fn picture(igtn: &str) -> Picture {
    Picture::from(igtn.parse::<Diagram>().unwrap())
}

fn labeled(igtn: &str, labels: &[(u8, u8, &str)]) -> Picture {
    let label = |&(col, row, text): &(u8, u8, &str)| (Point::new(col, row), text.to_owned());
    Picture { labels: labels.iter().map(label).collect(), ..picture(igtn) }
}

/// Compares a picture with the golden file.
fn check(name: &str, picture: &Picture) {
    check_svg(name, &picture.draw_file(&name.replace('_', " ")).to_string());
}

fn check_svg(name: &str, svg: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/pictures");
    let path = folder.join(format!("{name}.svg"));
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        std::fs::write(&path, svg).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == svg, "{} differs:\n{svg}", path.display());
}

/// The first moves of a game, numbered.
fn opening() -> Picture {
    let moves = [(15, 3), (3, 15), (15, 15), (3, 3), (2, 5), (5, 2), (13, 2), (16, 9)];
    let size = Size::STANDARD;
    let char = |point: Point| match moves.iter().position(|&at| at == (point.col, point.row)) {
        None => '.',
        Some(i) if i % 2 == 0 => 'X',
        Some(_) => 'O',
    };
    let points: String = size.points().map(char).collect();
    let numbers = moves.iter().zip(1_u32..).map(|(&(col, row), number)| {
        let number = if number == 8 { 108 } else { number };
        (Point::new(col, row), number.to_string())
    });
    let mut picture = picture(&format!("{size}|{points}"));
    picture.labels = numbers.collect();
    picture.has_coordinates = true;
    picture
}

#[test]
fn a_corner_with_two_open_sides() {
    check("corner", &picture("5x6|.O...._OOOO.X_.XXXXX_......_.X...._!!!!!!_"));
}

#[test]
fn the_opposite_corner_with_coordinates() {
    let corner = picture("5x7|_!!!!!!!_......._...+..._..*.XXX_.#.XXOO_^..XO.O");
    check("opposite_corner", &Picture { has_coordinates: true, ..corner });
}

#[test]
fn a_side_with_letters() {
    let labels = [(1, 0, "A"), (3, 0, "B"), (6, 1, "C")];
    check("side", &labeled("3x8|_.XO..XO.__.XXOOXO.__..XXXOO.__!!!!!!!!_", &labels));
}

#[test]
fn no_edge() {
    check("no_edge", &picture("3x3|_!!!__.X.__XOX__.X.__!!!_"));
}

#[test]
fn a_known_place_has_star_points() {
    let center = picture("3x5|_!!!!!__..X..__...O.__.....__!!!!!_");
    let place = BoardPlace { origin: Point::new(7, 8), board: Size::STANDARD };
    check("center", &Picture { place: Some(place), has_coordinates: true, ..center });
}

#[test]
fn every_mark_on_every_point() {
    let marks = "9x9|..........*.(.).....#.[.]......+.\\./.....^.<.>..............XX.OO...............\
                 .";
    let labels =
        [(0, 8, "1"), (2, 8, "12"), (4, 8, "123"), (6, 8, "1234567"), (3, 6, "a"), (7, 6, "12")];
    check("marks", &labeled(marks, &labels));
}

#[test]
fn an_opening_on_the_whole_board() {
    check("opening", &opening());
}

#[test]
fn a_board_of_one_point() {
    check("one_point", &picture("1x1|X"));
}

#[test]
fn the_widest_board_has_names_for_all_columns() {
    let size = Size::new(52, 3).unwrap();
    let wide = picture(&format!("{size}|{}{}", "XO".repeat(26), ".".repeat(104)));
    check("widest", &Picture { has_coordinates: true, ..wide });
}

#[test]
fn a_board_of_abalone() {
    let picture = HexPicture::from(Board::BELGIAN_DAISY);
    check_svg("belgian_daisy", &picture.draw_file("The Belgian daisy").to_string());
}

#[test]
fn pictures_are_described_in_words() {
    let words = |picture: Picture| picture.describe().to_string();
    assert_eq!(
        words(labeled("2x4|...X_XXXO_!!!!_", &[(1, 0, "A"), (9, 9, "B")])),
        "Black D19 A18 B18 C18; white D18; A at B19; edges top, left"
    );
    assert_eq!(words(picture("1x2|.X")), "Black B1; white no stones; a whole board");
    assert_eq!(words(picture("1x2|_!!__OX__!!_")), "Black (2,1); white (1,1); no edges");
}

#[test]
fn pictures_are_described_in_the_words_of_a_language() {
    const GERMAN: PictureWords = PictureWords {
        black: "Schwarz",
        white: "Weiß",
        no_stones: "keine Steine",
        no_marbles: "keine Kugeln",
        label: "{} auf {}",
        marked: "markiert",
        sides: ["oben", "rechts", "unten", "links"],
        edges: "Rand {}",
        no_edges: "kein Rand",
        whole_board: "ganzes Brett",
    };
    let corner = labeled("2x4|...X_XXXO_!!!!_", &[(1, 0, "A{}")]);
    let drawn = corner.draw_inline_in("Titel", &GERMAN).to_string();
    let words = "Titel. Schwarz D19 A18 B18 C18; Weiß D18; A{} auf B19; Rand oben, links";
    assert!(drawn.contains(&format!("aria-label=\"{words}\"")), "{drawn}");
    let hex = HexPicture::from(Board::default());
    let drawn = hex.draw_inline_in("Titel", &GERMAN).to_string();
    assert!(drawn.contains("Titel. Schwarz keine Kugeln; Weiß keine Kugeln"), "{drawn}");
}

#[test]
fn text_from_files_is_escaped() {
    let hostile = "</title><script>alert(1)</script>\" onload='x' \0\u{ffff}&amp;";
    let picture = labeled("1x2|.X", &[(0, 0, hostile), (1, 0, hostile)]);
    for svg in [picture.draw_file(hostile).to_string(), picture.draw_inline(hostile).to_string()] {
        let tags = ["<script", "</title><", "onload='", "&amp;&", "\0", "\u{ffff}"];
        assert!(tags.iter().all(|tag| !svg.contains(tag)), "{svg}");
        assert_eq!(svg.matches("<title>").count(), svg.matches("</title>").count());
    }
}

#[test]
fn a_long_label_is_cut() {
    let picture = labeled("1x2|.X", &[(1, 0, "詰碁1234567890")]);
    assert!(picture.describe().to_string().contains("; 詰碁123456 at B1; "));
    assert!(picture.draw_inline("").to_string().contains(">詰碁123456</text>"));
}

#[test]
fn a_line_of_margin_shows_that_the_board_goes_on() {
    let view_box = |picture: Picture| {
        let svg = picture.draw_inline("").to_string();
        svg.split("viewBox=\"").nth(1).unwrap().split('"').next().unwrap().to_owned()
    };
    assert_eq!(view_box(picture("2x2|.X_OX_!!_")), "-6 -6 32 32", "three lines each way");
    assert_eq!(view_box(picture("2x2|X._.._!!_")), "-6 -6 22 22", "the margin is there");
    assert_eq!(view_box(picture("2x2|.XOX")), "-6 -6 22 22", "a whole board");
    // On this board there is no room for the line.
    let place = BoardPlace { origin: Point::new(0, 0), board: Size::new(2, 2).unwrap() };
    let contradictory = Picture { place: Some(place), ..picture("2x2|.X_OX_!!_") };
    assert_eq!(view_box(contradictory), "-6 -6 22 22");
}

#[test]
fn an_impossible_place_is_ignored() {
    let place = BoardPlace { origin: Point::new(250, 250), board: Size::STANDARD };
    let picture = Picture { place: Some(place), has_coordinates: true, ..picture("1x2|.X") };
    assert!(!picture.draw_inline("").to_string().contains("class=\"c\""));
}

#[test]
fn the_markup_of_a_problem_is_small() {
    let corner = picture("5x6|.O...._OOOO.X_.XXXXX_......_.X...._!!!!!!_");
    let len = corner.draw_inline("Black to play").to_string().len();
    assert!(len < 800, "{len} bytes");
}

#[test]
fn a_picture_under_a_grid_has_a_square_for_each_point_and_name() {
    let mut corner = picture("2x3|XO._..._!!!_");
    let svg = corner.draw_under_grid().to_string();
    assert!(svg.contains("width=\"90\" height=\"60\" viewBox=\"-5 -5 30 20\""), "{svg}");
    assert!(svg.contains("aria-hidden=\"true\"") && !svg.contains("<text"));
    corner.has_coordinates = true;
    let svg = corner.draw_under_grid().to_string();
    assert!(svg.contains("width=\"120\" height=\"90\" viewBox=\"-15 -15 40 30\""), "{svg}");
    // The names are in the middle of their squares.
    assert!(svg.contains("x=\"-10\" y=\"2\">19<") && svg.contains("x=\"0\" y=\"-8\">A<"));
}
