use proptest::prelude::*;

use super::options::FindQuery;
use super::search::Search;
use super::sketch::Sketch;
use crate::Color;
use crate::go::{Point, Size, Symmetry};
use crate::gtn::Asked;
use crate::tests::{CORNER, Site, run};

fn query(fields: &[(&str, &str)]) -> FindQuery {
    let fields = fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).into()));
    serde_json::from_value(serde_json::Value::Object(fields.collect())).unwrap()
}

/// The search after a press of the last field's button.
fn press(fields: &[(&str, &str)]) -> Search {
    let query = query(fields);
    let (mut search, problem) = Search::read(&query);
    assert!(problem.is_none(), "{problem:?}");
    assert!(search.act(&query).unwrap());
    search
}

fn sketch(text: &str) -> Sketch {
    Sketch::read(text).unwrap().0
}

#[test]
fn a_tool_sets_a_point_or_takes_it_back() {
    let corner = "2x2|X._.._!!_";
    for (tool, point, expected) in [
        ("alternate", "B19", "1x2|XX_!!_"),
        ("alternate", "A19", "19x19|"),
        ("black", "A19", "19x19|"),
        ("white", "A19", "1x1|O_!_"),
        ("any", "B19", "1x2|X?_!!_"),
        ("erase", "A19", "19x19|"),
    ] {
        let search = press(&[("position", corner), ("tool", tool), ("point", point)]);
        let text = search.sketch.short_text();
        assert!(text.starts_with(expected), "{tool} {point}: {text}");
    }
    let search = press(&[("position", corner), ("next", "white"), ("point", "B19")]);
    assert_eq!(search.address().to_string(), "/?position=1x2%7CXO_%21%21_");
    let bad = query(&[("point", "Z99")]);
    assert_eq!(Search::read(&bad).0.act(&bad).unwrap_err().status, 422);
}

#[test]
fn buttons_change_the_board() {
    let corner = ("position", "1x2|XO_!!_");
    let address = |field| press(&[corner, ("turn", "black"), field]).address().to_string();
    assert_eq!(address(("do", "recolor")), "/?position=1x2%7COX_%21%21_&turn=white&next=white");
    assert_eq!(address(("do", "mirror")), "/?position=1x2%7C_OX_%21%21&turn=black");
    assert_eq!(address(("do", "turn")), "/?position=2x1%7C_X_O_%21&turn=black");
    assert_eq!(address(("do", "clear")), "/?turn=black");
    assert_eq!(address(("pick", "any")), "/?position=1x2%7CXO_%21%21_&turn=black&tool=any");
    let smaller = press(&[corner, ("resize", "9x9")]);
    assert!(smaller.sketch.to_string().starts_with("9x9|XO......."));
    let typed = press(&[corner, ("size", "5x7"), ("do", "ask")]);
    assert_eq!(typed.sketch.size().to_string(), "5x7");
    for size in ["5", "0x5", "53x5", "5x300", "x"] {
        let query = query(&[corner, ("resize", size)]);
        assert_eq!(Search::read(&query).0.act(&query).unwrap_err().status, 422, "{size}");
    }
}

#[test]
fn a_part_of_a_board_is_drawn_where_it_lies_unless_this_changes_what_it_asks() {
    let size = |text: &str| sketch(text).on_whole_board().size().to_string();
    assert_eq!(size("3x3|OOX_..._..._!!!_"), "19x19");
    assert_eq!(size("3x3|_!!!__...__.X.__...__!!!_"), "19x19", "in the middle");
    assert_eq!(size("1x9|X.......O!!!!!!!!!"), "9x9", "between two edges");
    // On 19 lines the lower edge would be near the stones.
    let tall = format!("18x1|X_{}X_!_", "._".repeat(16));
    assert_eq!(size(&tall), "18x1");
    // Empty points are part of a pattern.
    assert_eq!(size("2x3|X?._..._!!!_"), "2x3");
    assert_eq!(size("1x2|X?_!!_"), "19x19");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_short_text_is_the_same_sketch(
        cols in 1_u8..20, rows in 1_u8..20, points in prop::collection::vec((0_u8..20, 0_u8..20, 0..3), 0..6),
    ) {
        let size = Size::new(cols, rows).unwrap();
        let mut drawn = Sketch::empty(size);
        for (col, row, state) in points {
            let point = Point::new(col % cols, row % rows);
            let color = Color::ALL[usize::from(state == 1)];
            drawn.toggle(point, match state {
                2 => Asked::Anything,
                _ => Asked::Stone(color),
            });
        }
        let short = drawn.short_text();
        prop_assume!(short.contains(['X', 'O', '.'])); // no pattern is all wildcards
        prop_assert_eq!(&sketch(&short).on_whole_board(), &drawn, "{}", short);
        for symmetry in Symmetry::ALL {
            prop_assert_eq!(drawn.transform(symmetry).transform(symmetry.inverse()), drawn.clone());
        }
    }
}

#[test]
fn the_start_page_is_small() {
    run(async {
        let site = Site::new();
        for language in ["en", "ja", "zh"] {
            let start = site.get(&format!("/?lang={language}")).await;
            assert!(start.text.len() < 20_000, "{} bytes", start.text.len());
            let link = format!("<a href=\"/?lang={language}&amp;draw=yes\"");
            assert!(start.text.contains(&link), "{}", start.text);
        }
    });
}

#[test]
fn the_page_answers_without_scripts() {
    run(async {
        let site = Site::new();
        let start = site.get("/?draw=yes").await;
        assert_eq!(start.status, 200);
        assert_eq!(start.text.matches("role=\"gridcell\"").count(), 361);
        assert!(start.text.contains("data-point=\"D4\" data-stone=\".\""), "{}", start.text);
        assert!(start.text.contains("aria-label=\"D4 empty\""));
        assert!(!start.text.contains("data-key"));
        let pressed = site.get("/?tool=black&point=D4").await;
        assert_eq!(pressed.status, 303);
        let drawn = site.get(pressed.header("location")).await;
        assert!(drawn.text.contains("aria-label=\"D4 black\""), "{}", pressed.header("location"));

        let position = CORNER.replace('|', "%7C");
        let page = site.get(&format!("/?position={position}&near=2")).await;
        assert_eq!(page.text.matches("data-key=").count(), 2);
        assert!(page.text.contains("data-kind=\"same position\""));
        assert!(page.text.contains("&lt;b&gt;one&lt;/b&gt;") && !page.text.contains("<b>one"));
        assert!(page.text.contains("This position is known; 1 more."));
        assert!(page.text.contains("differs at B19 B18"), "{}", page.text);
        for circle in ["M7 0a3 3", "M7 10a3 3"] {
            assert!(page.text.contains(circle), "{circle}");
        }
        let one = site.get(&format!("/?position={position}&near=2&limit=1")).await;
        assert!(one.text.contains("1 of 2 positions are shown."));
        for (mode, count) in [("exact", 1), ("contains", 1), ("within", 1)] {
            let page = site.get(&format!("/?position={position}&mode={mode}")).await;
            assert_eq!(page.text.matches("data-key=").count(), count, "{mode}");
        }
        let contains = site.get("/?position=1x3%7COOX_%21%21%21_&mode=contains").await;
        for circle in ["M-3 0a3 3", "M7 0a3 3", "M17 0a3 3"] {
            assert!(contains.text.contains(circle), "{circle}: {}", contains.text);
        }
        let japanese = site.get(&format!("/?position={position}&lang=ja")).await;
        assert!(japanese.text.contains("この局面は登録されています"));
        assert!(japanese.text.contains("name=\"lang\" value=\"ja\""));
        let any =
            site.get("/?position=1x3%7COOX_%21%21%21_&turn=black&edges=any&mode=contains").await;
        assert_eq!(any.text.matches("data-key=").count(), 1, "{}", any.text);
    });
}

#[test]
fn a_bad_text_keeps_the_board() {
    run(async {
        let site = Site::new();
        let page = site.get("/?position=1x2%7CXO_%21%21_&do=read&text=1x3%7CX%3Cb%3E").await;
        assert_eq!((page.status, page.header("content-type")), (422, "text/html; charset=utf-8"));
        assert!(page.text.contains("data-point=\"A19\" data-stone=\"X\""));
        assert!(page.text.contains("1x3|X&lt;b&gt;</textarea>"));
        assert!(page.text.contains("class=\"error\""));
        let bad = site.get("/?position=1x2%7CXO_%21%21_&do=read&text=1x3%7CXQX_%21%21%21_").await;
        assert!(bad.text.contains("character 6") && bad.text.contains("data-at=\"6\""));
        let wild = site.get("/?position=1x2%7CX?_%21%21_").await;
        assert_eq!(wild.status, 422);
        assert!(wild.text.contains("aria-label=\"B19 anything\""), "{}", wild.text);
        let contains = site.get("/?position=1x2%7CO?_%21%21_&mode=contains").await;
        assert_eq!((contains.status, contains.text.contains("data-key=")), (200, true));
        for query in
            ["position=%3Cscript%3E", "mode=x&near=9&limit=-1&tool=x&next=x", "position=()"]
        {
            let page = site.get(&format!("/?{query}")).await;
            assert!([200, 422].contains(&page.status), "{query}");
            assert!(!page.text.contains("<script>"));
        }
        assert_eq!(site.get("/?size=9x9&size=9x9").await.status, 422);
        let sgf = "/?do=read&text=(%3BSZ%5B9%5DAB%5Baa%5DPL%5BW%5D)";
        let read = site.get(sgf).await;
        assert!(read.header("location").contains("&turn=white"), "{}", read.header("location"));
    });
}

#[test]
fn the_page_loads_little_and_only_from_here() {
    run(async {
        let site = Site::new();
        let page = site.get("/").await;
        let addresses = page.text.split(['"', '\'']).filter(|text| text.starts_with("/assets/"));
        assert_eq!(addresses.count(), 3, "with the page itself 4 requests");
        assert!(!page.text.contains("style=") && !page.text.contains("<style"));
        assert!(!page.text.contains("http://") && !page.text.contains("https://"));
    });
}
