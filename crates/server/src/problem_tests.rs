//! Routes of problems: lists, positions, the page of a problem.

use serde_json::{Value, json};

use super::state::{CompileBook, Settings};
use super::tests::{Answer, HOST, Site, run};
use crate::find::solve_problems;
use crate::publish::RowFormat;
use crate::solve::Limits;
use crate::store::{ImportSession, Store};

/// Two answers, C9 (a capture) and D9; a wrong move; comments that are no HTML.
const TWO: &str = "(;SZ[9]GN[<b>two</b>]AW[aa][ba]AB[ab][bb]PL[B]C[<i>Take</i> both]\
    (;B[ca]C[good <script>];W[ii];B[hh]C[RIGHT])(;B[da]C[RIGHT])(;B[ee];W[ca]C[<u>no</u>])\
    (;B[ff];W[];B[gg]))";

/// The same position with another answer, in the other colors.
const OTHER: &str = "(;SZ[9]AB[aa][ba]AW[ab][bb]PL[W];W[gc]C[RIGHT])";

/// A position with one more stone.
const NEAR: &str = "(;SZ[9]GN[near & dear]AW[aa][ba]AB[ab][bb][cc]PL[B];B[ca])";

fn site() -> Site {
    // A stone at 60 distances from two others.
    let many = (0..60).map(|n| {
        let point = [2 + n % 9, 2 + n / 9].map(|line| char::from(b'a' + line));
        format!("(;SZ[19]AB[aa][{}{}]AW[ba]PL[B]GN[many {n}])", point[0], point[1])
    });
    let many: String = many.collect();
    Site::of(&[("a/two.sgf", TWO), ("<b>.sgf", OTHER), ("near.sgf", NEAR), ("many.sgf", &many)])
}

async fn key(site: &Site, name: &str) -> String {
    let found = site.get(&format!("/api/v1/problems?name={name}")).await.json();
    found["items"][0]["key"].as_str().unwrap().to_owned()
}

/// The value of an attribute of the element with an id.
fn attribute<'a>(page: &'a Answer, id: &str, name: &str) -> &'a str {
    let element = page.text.split(&format!("id=\"{id}\"")).nth(1).expect(id);
    let value = element.split('>').next().unwrap().split(&format!("{name}=\"")).nth(1).expect(name);
    value.split('"').next().unwrap()
}

fn verdict(page: &Answer) -> &str {
    attribute(page, "verdict", "data-verdict")
}

/// The text of `#verdict`.
fn sentence(page: &Answer) -> &str {
    let element = page.text.split("id=\"verdict\"").nth(1).unwrap();
    element.split('>').nth(1).unwrap().split('<').next().unwrap()
}

/// The state of a point of the board.
fn stone(page: &Answer, point: &str) -> char {
    let button = page.text.split(&format!("data-point=\"{point}\" data-stone=\"")).nth(1).unwrap();
    button.chars().next().unwrap()
}

#[test]
fn comments_follow_the_colors_of_the_board_and_say_where_they_name_places() {
    let sgf = "(;SZ[19]GN[words]AW[aa][ba]AB[ab][bb]PL[B]C[Black to play; White B19 is in the upper left corner.]\
        ;B[ca]C[White is dead. RIGHT])";
    run(async {
        let site = Site::of(&[("words.sgf", sgf)]);
        let address = format!("/p/{}", key(&site, "words").await);
        let note = "The words name places on the board of the source";
        for (view, words, has_note) in [
            ("", "Black to play; White B19", false),
            ("?view=N_IR0", "White to play; Black B19", false),
            ("?view=IR1", "Black to play; White B19", true),
            ("?view=N_IR1", "White to play; Black B19", true),
        ] {
            let page = site.get(&format!("{address}{view}")).await.text;
            assert!(page.contains(words), "{view}: {page}");
            assert_eq!(page.contains(note), has_note, "{view}");
        }
        let swapped = site.get(&format!("{address}?view=N_IR0")).await.text;
        assert!(swapped.contains("Black is dead."), "{swapped}");
    });
}

#[test]
fn bad_addresses_of_positions_are_refused() {
    run(async {
        let site = site();
        let key = key(&site, "two").await;
        for (path, status) in [
            (format!("/api/v1/positions/{key}"), 200),
            (format!("/api/v1/positions/{}", &key[..8]), 200),
            (format!("/api/v1/positions/{}", "0".repeat(32)), 404),
            ("/api/v1/positions/abc".to_owned(), 422),
            ("/api/v1/positions/zzzzzzzz".to_owned(), 422),
            (format!("/api/v1/positions/{key}.exe"), 404),
            (format!("/api/v1/positions/{key}0.svg"), 422),
            (format!("/api/v1/positions/{key}/tree?record=3"), 404),
            (format!("/api/v1/positions/{key}/tree?record=0"), 404),
            (format!("/api/v1/positions/{key}/tree?record=x"), 422),
            (format!("/api/v1/positions/{key}/tree?tree=1"), 422),
            (format!("/api/v1/positions/{key}/leaf"), 404),
            ("/p/abc".to_owned(), 422),
            (format!("/p/{}", "f".repeat(32)), 404),
            (format!("/p/{key}?record=3"), 404),
            (format!("/p/{key}?moves=D99"), 422),
            (format!("/p/{key}?moves={}", "A1,".repeat(501)), 422),
            (format!("/p/{key}?view=upside"), 422),
            (format!("/p/{key}?node=99"), 404),
            (format!("/p/{key}?colour=1"), 422),
            ("/api/v1/problems?limit=0".to_owned(), 422),
            ("/api/v1/problems?after=x".to_owned(), 422),
            ("/api/v1/problems?stones=5-1".to_owned(), 422),
            ("/api/v1/problems?source=nowhere".to_owned(), 422),
            ("/api/v1/problems?where=1".to_owned(), 422),
            ("/api/v1/duplicates?limit=201".to_owned(), 422),
            ("/problems?region=moon".to_owned(), 422),
            ("/problems?where=1".to_owned(), 422),
            // What a form leaves empty is no condition.
            ("/api/v1/problems?stones=&turn=+&source=".to_owned(), 200),
            ("/api/v1/problems/facets?region=".to_owned(), 200),
            ("/api/v1/games?year=".to_owned(), 200),
            ("/api/v1/problems?name=%FF".to_owned(), 422),
            ("/problems?stones=5&na%FFme=b".to_owned(), 422),
            ("/games?player=%C3%A9+%E5%9B%B2".to_owned(), 200),
        ] {
            let answer = site.get(&path).await;
            assert_eq!(answer.status, status, "{path}");
            let is_page = !path.starts_with("/api");
            let kind = match (status, is_page) {
                (200, false) => "application/json",
                (_, false) => "application/problem+json",
                (_, true) => "text/html; charset=utf-8",
            };
            assert_eq!(answer.header("content-type"), kind, "{path}");
        }
    });
}

#[test]
fn a_path_of_this_computer_selects_no_source() {
    run(async {
        let site = site();
        let path = site.folder().path().to_str().unwrap().replace('/', "%2F");
        assert_eq!(site.get(&format!("/api/v1/problems?source={path}*")).await.status, 422);
        let two = site.get("/api/v1/problems?source=two.sgf").await.json();
        assert_eq!(two["total"], 1);
    });
}

#[test]
fn the_tree_has_captures_verdicts_and_comments() {
    run(async {
        let site = site();
        let key = key(&site, "two").await;
        let tree = site.get(&format!("/api/v1/positions/{key}/tree?record=1")).await.json();
        assert_eq!(tree["accepted"], json!(["ca", "da"]));
        assert_eq!((&tree["record"], &tree["player"]), (&json!(1), &json!("black")));
        assert_eq!(tree["first"], json!([0, 3, 4, 6]));
        let first = &tree["nodes"][0];
        assert_eq!((&first["move"], &first["comment"]), (&json!("ca"), &json!("good <script>")));
        let mut removed: Vec<&str> =
            first["removed"].as_array().unwrap().iter().map(|at| at.as_str().unwrap()).collect();
        removed.sort_unstable();
        assert_eq!(removed, ["aa", "ba"]);
        assert_eq!(tree["nodes"][3]["verdict"], "right");
        assert_eq!(tree["nodes"][7]["move"], Value::Null);
    });
}

#[test]
fn files_of_a_position() {
    run(async {
        let site = site();
        let key = key(&site, "two").await;
        let svg = site.get(&format!("/api/v1/positions/{key}.svg")).await;
        assert_eq!(svg.header("content-type"), "image/svg+xml");
        assert!(svg.text.starts_with("<svg"));
        let sgf = site.get(&format!("/api/v1/positions/{key}.sgf")).await;
        let name = format!("attachment; filename=\"{key}.sgf\"");
        assert_eq!(sgf.header("content-disposition"), name);
        assert!(sgf.text.starts_with("(;FF[4]GM[1]CA[UTF-8]SZ[9]"), "{}", sgf.text);
        let igtn = site.get(&format!("/api/v1/positions/{key}.igtn")).await;
        assert_eq!(igtn.header("content-type"), "text/plain; charset=utf-8");
        assert!(igtn.text.contains(&format!("# key {key}, ")));
    });
}

#[test]
fn an_id_has_a_side_to_move() {
    run(async {
        let position = "(;SZ[9]AB[ba][bb][ca]AW[cb]";
        let both = format!("{position}PL[B];B[da]C[RIGHT]){position}PL[W];W[da]C[RIGHT])");
        let site = Site::of(&[("both.sgf", &both)]);
        let items = site.get("/api/v1/problems").await.json()["items"].clone();
        let key = items[0]["key"].as_str().unwrap().to_owned();
        assert_eq!(items[1]["key"], key);
        assert_eq!(site.get(&format!("/api/v1/problems?ids={key}")).await.json()["total"], 2);
        for item in items.as_array().unwrap() {
            let id = format!("{key}-{}", item["canonical_turn"].as_str().unwrap());
            let listed = site.get(&format!("/api/v1/problems?ids={id}")).await.json();
            assert_eq!((&listed["total"], &listed["items"][0]), (&1.into(), item));
            let list = site.get(&format!("/problems?ids={id}")).await.text;
            assert_eq!(list.matches("<li data-key=").count(), 1);
            let tree = item["tree"].as_u64().unwrap();
            let address = format!("/p/{id}?record={tree}&amp;lang=en");
            assert!(list.contains(&format!("data-id=\"{id}\"><a href=\"{address}\"")), "{list}");
            // Without the number of a record, too.
            let page = site.get(&format!("/p/{id}")).await.text;
            assert!(page.contains(&address), "{page}");
            let export = site.get(&format!("/api/v1/export?ids={id}&format=csv")).await.text;
            assert_eq!(export.lines().count(), 2, "{export}");
        }
        assert_eq!(site.get(&format!("/p/{key}-either")).await.status, 404);
        assert_eq!(site.get(&format!("/p/{key}-green")).await.status, 422);
        assert_eq!(site.get(&format!("/problems?ids={key}-green")).await.status, 422);
    });
}

#[test]
fn problems_are_shown_page_by_page_without_answers() {
    run(async {
        let site = site();
        let page = site.get("/problems").await;
        assert_eq!(page.status, 200);
        assert_eq!(page.text.matches("<li data-key=").count(), 48);
        assert!(!page.text.contains("<b>two") && page.text.contains("&lt;b&gt;two&lt;/b&gt;"));
        assert!(!page.text.contains("rel=\"prev\""));
        let next = page.text.split("rel=\"next\" href=\"").nth(1).unwrap();
        let next = next.split('"').next().unwrap().replace("&amp;", "&");
        let last = site.get(&next).await;
        assert_eq!(last.text.matches("<li data-key=").count() + 48, total(&site).await);
        assert!(!last.text.contains("rel=\"next\""));
        let back = last.text.split("rel=\"prev\" href=\"").nth(1).unwrap();
        let back = site.get(&back.split('"').next().unwrap().replace("&amp;", "&")).await;
        assert_eq!(back.text.matches("<li data-key=").count(), 48);

        let filtered = site.get("/problems?name=many+1&turn=black&source=&lang=ja").await;
        assert_eq!(filtered.text.matches("<li data-key=").count(), 11);
        assert_eq!(
            filtered.text.matches("<li><a class=\"button\"").count(),
            2,
            "a chip for each filter"
        );
        assert!(filtered.text.contains("href=\"/problems?turn=black&amp;lang=ja\""));
        assert!(filtered.text.contains("many 1") && filtered.text.contains("黒先"));
        let bad = site.get("/problems?stones=x&name=%3Cb%3E").await;
        assert!(bad.text.contains("role=\"alert\"") && !bad.text.contains("<b>"));
    });
}

async fn total(site: &Site) -> usize {
    site.get("/api/v1/problems").await.json()["total"].as_u64().unwrap() as usize
}

#[test]
fn all_answers_are_found_before_a_problem_is_solved() {
    run(async {
        let site = site();
        let key = key(&site, "two").await;
        let play =
            async |fields: &str| site.get(&format!("/p/{key}?record=1&view=IR0{fields}")).await;
        let start = play("").await;
        assert_eq!((start.status, verdict(&start)), (200, "on"));
        assert!(sentence(&start).contains("2 answers"), "{}", sentence(&start));
        assert!(!start.text.contains("<script>") && !start.text.contains("<b>two"));
        assert_eq!((stone(&start, "A9"), stone(&start, "C9")), ('O', '.'));

        let first = play("&point=C9").await;
        assert_eq!((verdict(&first), stone(&first, "A9")), ("on", '.'), "captured");
        assert_eq!(stone(&first, "J1"), 'O', "the reply");
        let solved = play("&moves=C9,J1&point=H2").await;
        assert_eq!(verdict(&solved), "right");
        assert!(sentence(&solved).contains("1 of 2 answers found"), "{}", sentence(&solved));
        assert!(solved.text.contains("found=C9"));
        let both = play("&found=C9&point=D9").await;
        assert_eq!(verdict(&both), "right");
        assert!(!sentence(&both).contains(" of "), "{}", sentence(&both));
        let hint = play("&found=C9&hint=1").await;
        assert!(sentence(&hint).contains("D9"), "{}", sentence(&hint));

        assert_eq!(verdict(&play("&moves=E5").await), "wrong");
        let off = play("&point=A1").await;
        assert_eq!((verdict(&off), stone(&off, "A1")), ("off", 'X'));
        let occupied = play("&point=A9").await;
        assert_eq!((verdict(&occupied), stone(&occupied, "A9")), ("on", 'O'));
        let tenuki = play("&both=1&moves=F4,pass&point=G3").await;
        assert_eq!((verdict(&tenuki), stone(&tenuki, "G3")), ("wrong", 'X'));
        let alone = play("&both=1&point=C9").await;
        assert_eq!(stone(&alone, "J1"), '.', "no reply");
    });
}

#[test]
fn the_marks_of_a_question_are_drawn_until_a_move_is_played() {
    let sgf = "(;SZ[9]GN[marked]AW[aa][ba]AB[ab][bb]PL[B]LB[ea:Y]TR[aa];B[ca]C[RIGHT])";
    run(async {
        let site = Site::of(&[("marked.sgf", sgf)]);
        let address = format!("/p/{}?view=IR0", key(&site, "marked").await);
        let has_label = |page: &Answer| page.text.contains(">Y</text>");
        let question = site.get(&address).await;
        assert!(has_label(&question) && stone(&question, "E9") == '.', "{}", question.text);
        assert!(!has_label(&site.get(&format!("{address}&point=C9")).await));
    });
}

#[test]
fn the_board_may_be_turned() {
    run(async {
        let site = site();
        let key = key(&site, "two").await;
        let turned = site.get(&format!("/p/{key}?record=1&view=N_IR1&point=J7")).await;
        // C9 by a quarter turn: the right side from the top; the colors are exchanged.
        assert_eq!((stone(&turned, "J7"), stone(&turned, "J9")), ('O', '.'));
        assert!(sentence(&turned).contains("Black"), "the reply: {}", sentence(&turned));
    });
}

#[test]
fn every_page_shows_the_board_that_is_exported() {
    run(async {
        let site = site();
        let key = key(&site, "two").await;
        // A quarter turn brings the corner from the top left to the top right.
        let shown = site.get(&format!("/p/{key}?record=1&moves=E5")).await;
        assert_eq!(
            [stone(&shown, "J9"), stone(&shown, "J8"), stone(&shown, "A9")],
            ['O', 'O', '.']
        );
        let exported = site.get(&format!("/api/v1/positions/{key}.igtn")).await.text;
        assert!(exported.contains("2x2|_XO_XO_!!"), "{exported}");
        // The other record has other colors.
        let other = site.get(&format!("/p/{key}?record=2")).await;
        assert_eq!((stone(&other, "J9"), sentence(&other)), ('O', "Black to play."));
        let own = site.get(&format!("/p/{key}?record=2&view=IR0")).await;
        assert_eq!((stone(&own, "A9"), sentence(&own)), ('X', "White to play."));
        let link = |view: &str| format!("href=\"/p/{key}?record=2&amp;lang=en{view}\">");
        let (to, back) = (link("&amp;view=IR0"), link(""));
        assert!(other.text.contains(&format!("data-control=\"own\" {to}")), "{}", other.text);
        assert!(own.text.contains(&format!("aria-current=\"true\" {back}")), "{}", own.text);
        for path in [
            "/problems",
            "/duplicates",
            "/near?k=1",
            "/conflicts?others=true",
            &format!("/p/{key}"),
        ] {
            let page = site.get(path).await.text;
            let edges: Vec<&str> = page.split("; edges ").skip(1).collect();
            assert!(!edges.is_empty(), "{path}: {page}");
            for edge in edges {
                assert!(edge.starts_with("top, right\""), "{path}: {}", &edge[..40]);
            }
        }
    });
}

#[test]
fn formats_that_the_server_cannot_write_are_refused_with_the_reason() {
    run(async {
        let site = site();
        let page = site.get("/export").await.text;
        let has_pdf = |page: &str| page.contains("<option value=\"pdf\">Book (PDF)</option>");
        assert!(!has_pdf(&page) && page.contains("There is no PDF here"), "{page}");
        let refused = site.get("/api/v1/export?format=pdf").await;
        assert_eq!(refused.status, 422);
        assert!(refused.text.contains("typst on its PATH"), "{}", refused.text);
        let tables = site.get("/api/v1/export?format=dataset-parquet").await;
        assert_eq!(tables.status, if RowFormat::parquet().is_some() { 200 } else { 422 });

        let compile_book = Some(
            (|publication, _, _| match publication.title.as_str() {
                "broken" => Err("typst: error".to_owned()),
                _ => Ok(b"%PDF".to_vec()),
            }) as CompileBook,
        );
        let hosts = vec![HOST.to_owned()];
        let site = Site::with(Settings { hosts, compile_book, ..Settings::default() });
        assert!(has_pdf(&site.get("/export").await.text));
        let book = site.get("/api/v1/export?format=pdf").await;
        assert_eq!(
            (book.status, &*book.text, book.header("content-type")),
            (200, "%PDF", "application/pdf")
        );
        assert_eq!(site.get("/api/v1/export?format=pdf&title=broken").await.status, 500);
    });
}

#[test]
fn records_that_disagree_are_told_apart() {
    run(async {
        let site = site();
        let key = key(&site, "two").await;
        let page = site.get(&format!("/p/{key}")).await;
        let sources =
            page.text.split("id=\"sources\"").nth(1).unwrap().split("</ol>").next().unwrap();
        assert_eq!(sources.matches("<li>").count(), 2);
        assert!(sources.contains("answer A") && sources.contains("answer B"), "{sources}");
        assert!(sources.contains("&lt;b&gt;.sgf") && !sources.contains("<b>.sgf"));
        let near = page.text.split("id=\"near\"").nth(1).unwrap();
        assert!(near.contains("near &amp; dear") && near.contains("1 point differs"), "{near}");
        assert!(page.text.contains("href=\"#sources\">Same position (2)"), "{}", page.text);
        let other = site.get(&format!("/p/{key}?record=2&view=IR0&point=G7")).await;
        assert_eq!((verdict(&other), stone(&other, "G7")), ("right", 'O'));
        let japanese = site.get(&format!("/p/{key}?lang=ja&record=1")).await;
        assert!(japanese.text.contains("黒先") && japanese.text.contains("よく似た問題"));
    });
}

#[test]
fn problems_like_the_one_shown_are_tabs() {
    run(async {
        let stones = "AB[ac][bc][cc][dc][db][da]AW[ab][bb][cb]";
        let line = ";B[ba];W[aa];B[ca]"; // a core has three moves
        let small = format!("(;SZ[19]GN[<small>]{stones}PL[B]{line})");
        let large = format!("(;SZ[19]GN[<large>]{stones}AB[pp][qq]AW[pq]PL[B]{line})");
        let site = Site::of(&[("small.sgf", &small), ("large.sgf", &large)]);
        let key = key(&site, "small").await;
        let page = site.get(&format!("/p/{key}")).await;
        let core = format!("href=\"/p/{key}?record=1&amp;lang=en&amp;related=core#related\"");
        assert!(page.text.contains(&core), "{}", page.text);
        assert!(page.text.contains("There are none."), "no near one");
        for (tab, kind) in [("core", "same core"), ("contained", "contains")] {
            let page = site.get(&format!("/p/{key}?related={tab}")).await;
            let near = page.text.split("id=\"near\"").nth(1).expect(tab);
            assert!(near.contains(&format!("data-kind=\"{kind}\"")), "{near}");
            assert!(near.contains("&lt;large&gt;") && !page.text.contains("<large>"));
            assert_eq!(near.matches("<li data-key").count(), 1);
        }
        assert_eq!(site.get(&format!("/p/{key}?related=x")).await.status, 422);
    });
}

#[test]
fn duplicates_are_listed() {
    run(async {
        let found = site().get("/api/v1/duplicates").await.json();
        assert_eq!((&found["total"], &found["next"]), (&json!(1), &Value::Null));
        assert_eq!(found["items"][0]["records"].as_array().unwrap().len(), 2);
    });
}

#[test]
fn every_move_of_a_solution_has_an_address() {
    run(async {
        let site = site();
        let key = key(&site, "two").await;
        let tree = site.get(&format!("/api/v1/positions/{key}/tree?record=1")).await.json();
        for (number, node) in tree["nodes"].as_array().unwrap().iter().enumerate() {
            let page = site.get(&format!("/p/{key}?record=1&node={number}")).await;
            let is_end = node["children"].as_array().unwrap().is_empty();
            let expected = node["verdict"].as_str().filter(|_| is_end).unwrap_or("on");
            assert_eq!(verdict(&page), expected, "{node}");
        }
    });
}

/// A bulky five, whose vital point is B19.
const FIVE: &str = "(;SZ[19]GN[five]PL[B]AW[da][cb][db][ac][bc][cc]\
    AB[ea][eb][dc][ec][ad][bd][cd](;B[ba]C[RIGHT]))";

#[test]
fn a_verdict_is_a_third_opinion_about_a_conflict() {
    run(async {
        let other = FIVE.replace("B[ba]C[RIGHT]", "B[aa]C[RIGHT]").replace("five", "other");
        let site = Site::of(&[("five.sgf", FIVE), ("other.sgf", &other)]);
        let before = site.get("/conflicts").await;
        assert!(before.text.contains("five.sgf") && !before.text.contains("data-computed"));
        let database = site.folder().path().join("gtn.db");
        let mut session = ImportSession::open(&database).unwrap();
        let store = Store::open(&database).unwrap();
        solve_problems(&store, &mut session, &Limits::default(), |_| ()).unwrap();
        session.finish().unwrap();
        // B19 of the file, in the upper right corner as all of the problem.
        let page = site.get("/conflicts").await;
        let opinion = page.text.split("data-computed>").nth(1).unwrap().split("</p>").next();
        assert_eq!(opinion, Some("Computed: White is killed. Works: T18"), "{}", page.text);
    });
}

#[test]
fn the_proof_answers_a_move_that_the_record_does_not_have() {
    run(async {
        let site = Site::of(&[("five.sgf", FIVE)]);
        let key = key(&site, "five").await;
        let verdict = format!("/api/v1/positions/{key}/verdict");
        assert_eq!(site.get(&verdict).await.json()["verdicts"], json!([]));
        let page = format!("/p/{key}?view=IR0");
        assert!(!site.get(&page).await.text.contains("id=\"computed\""));
        let database = site.folder().path().join("gtn.db");
        let mut session = ImportSession::open(&database).unwrap();
        let store = Store::open(&database).unwrap();
        solve_problems(&store, &mut session, &Limits::default(), |_| ()).unwrap();
        session.finish().unwrap();

        let found = site.get(&verdict).await.json();
        assert_eq!(found["verdicts"][0]["verdict"]["moves"], json!(["ba"]));
        assert_eq!(found["verdicts"][0]["budget"], 250_000);
        assert!(site.get(&page).await.text.contains("id=\"computed\""));
        let tried = site.get(&format!("{page}&moves=A19")).await;
        assert_eq!(stone(&tried, "B19"), 'O');
        assert!(sentence(&tried).contains("this move fails; the proof answers"), "{}", tried.text);
        let again = site.get(&format!("{page}&moves=A19,B19")).await;
        assert_eq!(sentence(&again), sentence(&tried), "the address has the answer");
        // With both colors played by the person, nothing is answered.
        let both = site.get(&format!("{page}&moves=A19&both=1")).await;
        assert_eq!(stone(&both, "B19"), '.');
        let right = site.get(&format!("{page}&moves=B19")).await;
        assert!(!sentence(&right).contains("omputed"), "{}", sentence(&right));
    });
}

#[test]
fn a_problem_is_solved_on_request() {
    run(async {
        let site = Site::of(&[("five.sgf", FIVE)]);
        let key = key(&site, "five").await;
        let verdict = format!("/api/v1/positions/{key}/verdict");
        let ask = async |query: &str| site.post(&format!("{verdict}{query}"), "", "").await;
        for nodes in ["0", "16000001", "x"] {
            assert_eq!(ask(&format!("?nodes={nodes}")).await.status, 422, "{nodes}");
        }
        assert_eq!(ask("?record=2").await.status, 404);
        let budget = |answer: &Answer| answer.json()["verdicts"][0]["budget"].clone();
        let small = ask("?nodes=1").await;
        assert_eq!(small.json()["verdicts"][0]["verdict"]["unknown"], "budget");

        // The page offers more positions than were searched, and shows the verdict then.
        let page = site.get(&format!("/p/{key}?moves=A19")).await;
        let form = page.text.split("<form id=\"solve\"").nth(1).unwrap();
        let form = form.split("</form>").next().unwrap();
        assert!(form.contains("name=\"nodes\" value=\"4\""), "{form}");
        let value = |name: &str| {
            let value = form.split(&format!("name=\"{name}\" value=\"")).nth(1).unwrap();
            value.split('"').next().unwrap().replace("&amp;", "%26").replace('=', "%3D")
        };
        let body = |nodes: &str| {
            let fields = ["token", "record", "back"].map(|name| format!("{name}={}", value(name)));
            format!("{}&nodes={nodes}", fields.join("&"))
        };
        let action = format!("/p/{key}/solve");
        let send = async |body: String| {
            site.post(&action, "application/x-www-form-urlencoded", body).await
        };
        assert_eq!(send(body("many")).await.status, 422);
        assert_eq!(send(body("4").replace("token=", "token=0")).await.status, 403);
        let solved = send(body("250000")).await;
        assert_eq!(solved.status, 303, "{}", solved.text);
        let back = format!("/p/{key}?record=1&moves=A19&lang=en#computed-verdict");
        assert_eq!(solved.header("location"), back);
        let page = site.get(&format!("/p/{key}")).await.text;
        assert!(page.contains("White is killed") && !page.contains("id=\"solve\""), "{page}");
        // A verdict that was finished is not searched again.
        assert_eq!(budget(&ask("?nodes=1000000").await), 250_000);
    });
}

#[test]
fn a_read_only_server_solves_nothing() {
    run(async {
        let hosts = vec![HOST.to_owned()];
        let site = Site::with(Settings { hosts, is_read_only: true, ..Settings::default() });
        let listed = site.get("/api/v1/problems").await.json();
        let key = listed["items"][0]["key"].as_str().unwrap();
        let asked = site.post(&format!("/api/v1/positions/{key}/verdict"), "", "").await;
        assert_eq!(asked.status, 403);
        assert!(asked.text.contains("this server is read-only"), "{}", asked.text);
        assert!(!site.get(&format!("/p/{key}")).await.text.contains("id=\"solve\""));
    });
}
