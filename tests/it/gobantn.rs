//! GobanTN compared with the conformance data in `tests/data/vectors`.

use std::collections::BTreeSet;

use gtn_db::PositionKey;
use gtn_db::go::{Point, Size, Symmetry};
use gtn_db::gtn::{Diagram, SubPosition};
use serde_json::Value;

fn vectors(name: &str) -> Vec<Value> {
    let path = format!("{}/tests/data/vectors/{name}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn text<'a>(vector: &'a Value, field: &str) -> &'a str {
    vector[field].as_str().unwrap_or_else(|| panic!("{field} in {vector}"))
}

fn diagram(text: &str) -> Diagram {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn all_forms_of_a_text() {
    let vectors = vectors("forms");
    assert!(vectors.len() > 70);
    for vector in vectors {
        let diagram = diagram(text(&vector, "igtn"));
        assert_eq!(diagram.to_string(), text(&vector, "igtn"));
        assert_eq!(Diagram::from_gtn(&diagram.to_gtn()).unwrap(), diagram);
        assert_eq!(diagram.without_marks().to_string(), text(&vector, "l_igtn"));
        assert_eq!(diagram.squared().to_string(), text(&vector, "igtn_r"));
        assert_eq!(diagram.to_u_igtn(), text(&vector, "u_igtn"));
        assert_eq!(diagram.to_u_igtn_r(), text(&vector, "u_igtn_r"));
        assert_eq!(diagram.to_a_u_igtn(), text(&vector, "a_u_igtn"));
        let canonical = diagram.sub_position().canonicalize();
        assert_eq!(canonical.text(), text(&vector, "u_igtn_r"));
        assert_eq!(canonical.key().to_string(), text(&vector, "key"));
        assert_eq!(PositionKey::of_text(text(&vector, "u_igtn_r")), canonical.key());
    }
}

#[test]
fn the_sixteen_operations() {
    for vector in vectors("operations") {
        let diagram = diagram(text(&vector, "igtn"));
        for symmetry in Symmetry::ALL {
            let turned = diagram.transform(symmetry);
            assert_eq!(turned.to_string(), text(&vector, symmetry.name()), "{symmetry}");
            assert_eq!(turned.transform(symmetry.inverse()), diagram);
        }
    }
}

#[test]
fn sub_positions() {
    for vector in vectors("subpositions") {
        let whole = diagram(text(&vector, "igtn"));
        let sub = whole.cut(text(&vector, "region").parse().unwrap()).unwrap();
        assert_eq!(sub.to_string(), text(&vector, "sub"));
        assert_eq!(sub.squared().to_string(), text(&vector, "n_igtn"));
        if let Some(resized) = vector.get("n_igtn_4x4") {
            let size = Size::new(4, 4).unwrap();
            assert_eq!(sub.resized(size).unwrap().to_string(), resized.as_str().unwrap());
        }
    }
}

#[test]
fn invalid_texts_are_rejected() {
    for vector in vectors("invalid") {
        let parsed = text(&vector, "igtn").parse::<Diagram>();
        assert!(parsed.is_err(), "{vector}");
    }
}

#[test]
fn windows_and_their_keys() {
    let vectors = vectors("windows");
    assert_eq!(vectors.len(), 300);
    for vector in vectors {
        let board: SubPosition = text(&vector, "board").parse().unwrap();
        let window = board.window().unwrap();
        let origin = (window.region.origin.col + 1, window.region.origin.row + 1);
        assert_eq!(serde_json::json!([origin.0, origin.1]), vector["origin"], "{vector}");
        assert_eq!(vector["cols"], window.region.size.cols());
        assert_eq!(vector["rows"], window.region.size.rows());
        assert_eq!(window.sub.to_string(), text(&vector, "window"));
        let canonical = window.sub.canonicalize();
        assert_eq!(canonical.text(), text(&vector, "u_igtn_r"));
        assert_eq!(canonical.key().to_string(), text(&vector, "key"));
        // The window of a window is itself, so a query may be a cropped board.
        assert_eq!(window.sub.window().unwrap().sub, window.sub);
    }
}

/// The example of docs/gobantn.md, "Where this differs from the text, and why".
#[test]
fn a_rectangle_and_its_half_turn_have_one_unique_text() {
    let rectangle = diagram("4x6|...XO.XXXXO.OOOOO.......");
    let half_turn = rectangle.transform("IR2".parse().unwrap());
    assert_eq!(half_turn.to_string(), "4x6|.......OOOOO.OXXXX.OX...");
    // Squared first, as the document can be read, the two have different texts.
    let squared_first = [&rectangle, &half_turn].map(|diagram| diagram.squared().to_u_igtn());
    let texts =
        ["6x6|...................OOOOO.OXXXX.OX...", "6x6|...............OX.OOOOX.XXXXX......."];
    assert_eq!(squared_first, texts);
    assert_eq!(rectangle.to_u_igtn_r(), texts[0]);
    assert_eq!(half_turn.to_u_igtn_r(), texts[0]);
    assert_eq!(half_turn.to_a_u_igtn_r(), texts[0]);
    let table = diagram("3x3|XX.OO....");
    let image = |name: &str| table.transform(name.parse().unwrap()).to_string();
    assert_eq!([image("SR1"), image("SR3")], ["3x3|XO.XO....", "3x3|....OX.OX"]);
}

/// The table of Dan Liu's letter "Symmetry in joseki and fuseki" (a file of the conformance data)
/// has coordinates from -9 to 9 with the center at 0.
///
/// Its formulas and names agree if x increases to the right and y **downwards**, as on a screen:
/// (9,-9) is the upper right corner. Then `gobantn` is the operation from (x,y) to (X,Y), and
/// `inverse` its inverse. (With y upwards, IR1 and IR3 would be swapped, and so would SR1 and SR3.)
/// The text of the letter means the same: operators 0 and 1 are for the upper right corner, 2 and
/// 3 for the lower right one and so on clockwise, and each maps its corner to the upper right.
#[test]
fn the_operators_of_the_joseki_letter() {
    let point = |x: i32, y: i32| Point::new((x + 9) as u8, (y + 9) as u8);
    // "0*x + -1*y" at a point
    let value = |formula: &str, x: i32, y: i32| -> i32 {
        let terms = formula.split(" + ").zip(["x", "y"]).zip([x, y]);
        terms
            .map(|((term, name), at)| {
                let (factor, variable) = term.split_once('*').unwrap();
                assert_eq!(variable, name, "{formula}");
                factor.parse::<i32>().unwrap() * at
            })
            .sum()
    };
    let vectors = vectors("joseki_operators");
    let mut seen = BTreeSet::new();
    for (vector, number) in vectors.iter().zip(0..) {
        assert_eq!(vector["operator"], number);
        let operation: Symmetry = text(vector, "gobantn").parse().unwrap();
        let inverse: Symmetry = text(vector, "inverse").parse().unwrap();
        assert_eq!(operation.inverse(), inverse);
        assert!(!operation.is_negative());
        seen.insert(operation);
        let corner = [(9, -9), (9, 9), (-9, 9), (-9, -9)][number / 2];
        assert_eq!(operation.point(point(corner.0, corner.1), Size::STANDARD), point(9, -9));
        for (x, y) in (-9..=9).flat_map(|x| (-9..=9).map(move |y| (x, y))) {
            let turned = point(value(text(vector, "X"), x, y), value(text(vector, "Y"), x, y));
            assert_eq!(operation.point(point(x, y), Size::STANDARD), turned, "{vector} ({x},{y})");
            assert_eq!(inverse.point(turned, Size::STANDARD), point(x, y), "{vector} ({x},{y})");
        }
    }
    assert_eq!(seen.len(), 8);
}
