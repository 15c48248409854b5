//! The routes and pages about games.

use std::fs;

use super::{Answer, Site, get, import_files, run};

/// A game with a comment, variations, and a capture, whose texts are hostile.
const HOSTILE: &str = "(;SZ[19]PB[<script>alert(1)</script>]PW[\"><img src=x>]BR[<b>9p</b>]EV[A&B]\
    GN[<i>]DT[1998-03-04]RE[B+R<u>]KM[6.5]RU[<s>];B[pd]C[First <em>move</em>];W[dd];B[pp]\
    (;W[dp]C[Main line];B[fq])(;W[dq];B[do];W[co])(;W[cp]C[Or here]))";

/// A game on a small board in which Black captures two stones.
const SMALL: &str = "(;SZ[9]PB[Small]PW[Board]DT[2001]RE[W+3.5];B[ab];W[aa];B[ba];W[ee];B[ef])";

fn site() -> Site {
    let site = Site::new();
    let file = site.folder.path().join("<img src=y>.sgf");
    fs::write(&file, format!("{HOSTILE}{SMALL}")).unwrap();
    import_files(site.folder.path(), &[file]);
    site
}

/// How often a text occurs in an answer.
fn count(answer: &Answer, text: &str) -> usize {
    answer.text.matches(text).count()
}

#[test]
fn every_route_of_games_answers() {
    run(async {
        let site = site();
        let next = site.get("/api/v1/games/next").await.json();
        assert_eq!((next["games"].as_u64(), next["total"].as_u64()), (Some(1), Some(1)));
        assert_eq!(next["moves"][0]["point_name"], "Q16");
        let corner = site.get("/api/v1/joseki?position=Q16").await.json();
        assert_eq!(corner["moves"][0]["point"], serde_json::Value::Null, "tenuki");
        let shapes = site.get("/api/v1/shapes?position=Q16&limit=1").await.json();
        assert!(shapes["hits"].as_u64() > Some(1), "{shapes}");
        assert_eq!(
            (shapes["matches"].as_array().unwrap().len(), &shapes["more"]),
            (1, &true.into())
        );
        let games = site.get("/api/v1/games?limit=1").await.json();
        assert_eq!((&games["total"], &games["next"]), (&2.into(), &1.into()));
        let sgf = site.get("/api/v1/games/1.sgf").await;
        assert_eq!(sgf.header("content-type"), "application/x-go-sgf; charset=utf-8");
        assert_eq!(sgf.header("content-disposition"), "attachment; filename=\"game-1.sgf\"");
        assert!(sgf.text.starts_with("(;") && sgf.text.contains("PB[<script>"));
    });
}

#[test]
fn games_are_downloaded_in_the_normal_form_of_the_letter() {
    run(async {
        let site =
            Site::of(&[("g.sgf", "(;SZ[19]DT[2001];B[dp];W[pd])(;SZ[19]DT[1999];B[qd];W[dp])")]);
        let page = site.get("/games/1").await;
        let link = "/api/v1/games/1.sgf?orient=true";
        assert!(page.text.contains(link), "{}", page.text);
        assert!(site.get("/api/v1/games/1.sgf").await.text.contains(";B[dp];W[pd]"));
        assert!(site.get(link).await.text.contains(";B[pd];W[dp]"));
        for (query, moves) in [
            ("", [";B[dp];W[pd]", ";B[qd];W[dp]"]),
            ("?orient=true", [";B[pd];W[dp]", ";B[qd];W[dp]"]),
            ("?sort=date", [";B[qd];W[dp]", ";B[dp];W[pd]"]),
        ] {
            let all = site.get(&format!("/api/v1/games.sgf{query}")).await;
            assert_eq!(all.header("content-disposition"), "attachment; filename=\"games.sgf\"");
            let lines: Vec<&str> = all.text.lines().collect();
            let has = |(line, moves): (&&str, &str)| line.contains(moves);
            assert!(lines.len() == 2 && lines.iter().zip(moves).all(has), "{query}: {lines:?}");
        }
        let selected = site.get("/api/v1/games.sgf?year=2001&shape=D4").await;
        assert_eq!(selected.text.lines().count(), 1);
        assert_eq!(site.get("/api/v1/games.sgf?year=x").await.status, 422);
        assert_eq!(site.get("/api/v1/games/1.sgf?orient=x").await.status, 422);
    });
}

#[test]
fn copies_and_handicap_games_are_left_out_on_request() {
    run(async {
        let letter = |at: usize| char::from(b'a' + at as u8);
        let play = |at: usize| {
            format!(";{}[{}{}]", ["B", "W"][at % 2], letter(at % 19), letter(at / 19 * 2))
        };
        let game = format!("(;SZ[19]{})", (0..60).map(play).collect::<String>());
        let handicap = "(;SZ[19]HA[2]AB[dp][pd];W[dd];B[pp];W[cq];B[dq])";
        let site = Site::of(&[("g.sgf", &[&game, &game, handicap].concat())]);
        let games = |path: &'static str| {
            let answer = site.get(path);
            async { answer.await.json()["games"].as_u64().unwrap() }
        };
        assert_eq!(games("/api/v1/games/next").await, 2);
        assert_eq!(games("/api/v1/games/next?unique=true").await, 1);
        assert_eq!(games("/api/v1/joseki").await, 3);
        assert_eq!(games("/api/v1/joseki?even=true").await, 2);
        assert_eq!(games("/api/v1/joseki?unique=true&even=true").await, 1);
        assert_eq!(site.get("/api/v1/joseki.sgf").await.status, 200);
        let all = site.get("/api/v1/joseki.sgf?min_games=1").await.text;
        let first = site.get("/api/v1/joseki.sgf?min_games=1&before_move=0&window=8").await.text;
        assert!(first.len() < all.len(), "{first}");
        assert_eq!(site.get("/api/v1/joseki.sgf?window=27").await.status, 422);
        assert_eq!(site.get("/api/v1/joseki.sgf?after_move=2&before_move=1").await.status, 422);
        // No move occurs in two games.
        let none = site.get("/api/v1/joseki.sgf?unique=true&even=true").await;
        assert_eq!(none.status, 404, "{}", none.text);
        let abalone = site.get("/api/v1/games/next?position=0a1_0&unique=true").await;
        assert_eq!(abalone.status, 422, "{}", abalone.text);
    });
}

#[test]
fn bad_questions_about_games_are_refused() {
    run(async {
        let site = site();
        for path in
            ["/games/3", "/games/x", "/games/0", "/games/9999999999999999999", "/games/3.sgf"]
        {
            for base in ["", "/api/v1"] {
                let answer = site.get(&format!("{base}{path}")).await;
                assert_eq!(answer.status, 404, "{base}{path}");
            }
        }
        for query in [
            "year=x",
            "year=1999-1990",
            "opponent=b",
            "color=red",
            "sort=size",
            "limit=0",
            "after=x",
            "sort=date&after=9",
            "shape=5x5%7CX",
            "shape=5x5",
            "year=1990&year=1991",
            "where=1",
        ] {
            let answer = site.get(&format!("/api/v1/games?{query}")).await;
            assert_eq!(answer.status, 422, "{query}: {}", answer.text);
            assert_eq!(answer.header("content-type"), "application/problem+json");
        }
        for path in [
            "games/next?position=Q99",
            "games/next?position=3x3%7C..X_..._..._!!!_",
            "games/next?position=Q16&moves=Q16",
            "games/next?moves=Q16%20pass",
            "games/next?position=Q16%20pass",
            "games/next?board=60",
            "games/next?limit=201",
            "joseki?position=Q16%20D4",
            "joseki?turn=red",
            "shapes",
            "shapes?position=",
            "shapes?position=Q16&region=A1",
            "shapes?position=Q16&next=x",
            "shapes?position=Q16&sequence=A1",
            "shapes?position=Q16&region=A1-Z52",
            "shapes?position=%3F",
            "shapes?position=1x1%7C%3F",
            "shapes?position=Q16&year=-",
        ] {
            let answer = site.get(&format!("/api/v1/{path}")).await;
            assert_eq!(answer.status, 422, "{path}: {}", answer.text);
        }
        assert_eq!(site.get("/games?year=x").await.status, 422);
        assert_eq!(site.get("/games/1?shape=x").await.status, 422);
        assert_eq!(site.get("/games/1?line=4").await.status, 404);
        assert_eq!(site.get("/games/1?line=0&move=99999").await.status, 200);
    });
}

#[test]
fn the_page_explores_openings() {
    run(async {
        let site = site();
        let page = site.get("/explore").await;
        assert_eq!(page.status, 200, "{}", page.text);
        assert_eq!(count(&page, "role=\"gridcell\""), 361);
        assert!(page.text.contains("<tr data-point=\"Q16\">") && page.text.contains("moves=Q16"));
        assert!(page.text.contains("aria-label=\"Q16 empty a\""));
        let clicked = site.get("/explore?point=Q16&player=script&lang=ja").await;
        assert_eq!(clicked.status, 303);
        assert_eq!(clicked.header("location"), "/explore?moves=Q16&player=script&lang=ja");
        let page = site.get("/explore?moves=Q16+D4").await;
        assert!(page.text.contains("data-point=\"Q16\" data-stone=\"X\""));
        assert!(page.text.contains("data-point=\"D4\" data-stone=\"O\""));
        let taken = site.get("/explore?moves=Q16&point=Q16").await;
        assert_eq!(taken.status, 422, "the page keeps the board");
        assert!(taken.text.contains("role=\"alert\"") && taken.text.contains("data-stone=\"X\""));
        let refused = site.get("/explore?moves=Q16+Q16").await;
        assert_eq!((refused.status, count(&refused, "role=\"gridcell\"")), (422, 361));
        let small = site
            .get(
                "/explore?position=9x9%7C............................................\
            .....................................",
            )
            .await;
        assert_eq!((small.status, count(&small, "role=\"gridcell\"")), (200, 81));
        assert_eq!(site.get("/explore?year=x").await.status, 422);
        assert_eq!(site.get("/explore?kind=sides").await.status, 422);
    });
}

#[test]
fn the_page_explores_corners_and_shapes() {
    run(async {
        let site = site();
        let corner = site.get("/explore?kind=corner&moves=Q16").await;
        assert_eq!((corner.status, count(&corner, "role=\"gridcell\"")), (200, 100));
        assert!(corner.text.contains("moves=Q16+tenuki") && corner.text.contains(">tenuki</a>"));
        let shape = site.get("/explore?kind=shape").await;
        assert_eq!(shape.status, 200, "a board on which to choose a region");
        assert!(
            shape.text.contains("data-tool=\"region\"") && !shape.text.contains("id=\"moves\"")
        );
        let shape = site.get("/explore?kind=shape&moves=Q16&region=N13-T19").await;
        assert_eq!(count(&shape, "data-shaded"), 49);
        assert!(shape.text.contains("id=\"moves\"") && shape.text.contains("id=\"games\""));
        let outside = site.get("/explore?kind=shape&moves=Q16&region=N13-T20").await;
        assert_eq!(outside.status, 422);
        let part = site.get("/explore?kind=shape&position=3x3%7C..%3F_.X._..._!!!_").await;
        assert_eq!((part.status, count(&part, "data-shaded")), (200, 9));
        assert!(part.text.contains("data-stone=\"?\""), "any stone");
    });
}

/// Two games that begin alike, and one that does not.
fn site_with_lines() -> Site {
    let site = Site::new();
    let file = site.folder.path().join("lines.sgf");
    let games = [";B[pd];W[dd];B[qp]", ";B[pd];W[dd];B[pp]", ";B[pd];W[dp]"];
    let games = games.map(|moves| format!("(;SZ[19]PB[a]PW[b]RE[B+R]DT[1999]{moves})"));
    fs::write(&file, games.concat()).unwrap();
    import_files(site.folder.path(), &[file]);
    site
}

#[test]
fn a_profile_compares_a_player_with_the_others() {
    run(async {
        let site = site_with_lines();
        let file = site.folder.path().join("others.sgf");
        fs::write(&file, "(;PB[c]PW[<b>]RE[W+R];B[qd];W[dd])(;PB[<b>]PW[c];B[cd])").unwrap();
        import_files(site.folder.path(), &[file]);
        let profile = site.get("/api/v1/games/profile?name=A&depth=1").await.json();
        assert_eq!((&profile["black_games"], &profile["white_games"]), (&3.into(), &0.into()));
        let moves = profile["moves"].as_array().unwrap();
        assert_eq!((moves.len(), &moves[0]["side"]), (1, &"black".into()));
        assert_eq!((&moves[0]["point_name"], &moves[0]["games"]), (&"Q16".into(), &3.into()));
        assert_eq!((&moves[0]["field_games"], &moves[0]["field_share"]), (&0.into(), &0.0.into()));
        for query in
            ["", "name=+", "name=a&player=b", "name=a&depth=0", "name=a&position=2x2%7C..X_.._!!_"]
        {
            let answer = site.get(&format!("/api/v1/games/profile?{query}")).await;
            assert_eq!(answer.status, 422, "{query}");
        }
        let game = site.get("/games/4").await;
        assert!(game.text.contains("href=\"/profile?name=%3Cb%3E&amp;lang=en\""), "{}", game.text);
        let page = site.get("/profile?name=%3Cb%3E").await;
        assert!(
            page.text.contains("Games as Black: 1") && !page.text.contains("<b>"),
            "{}",
            page.text
        );
        assert!(page.text.contains("/explore?moves=BR16+WD16"), "{}", page.text);
        assert_eq!(site.get("/profile").await.status, 422);
        assert_eq!(site.get("/profile?name=b&black=c").await.status, 422);
        let nobody = site.get("/profile?name=nobody").await;
        assert_eq!(count(&nobody, "No game has a move of this player."), 2);
    });
}

#[test]
fn games_like_a_game_are_listed() {
    run(async {
        let site = site_with_lines();
        let games = site.get("/api/v1/games/like?game=1").await.json();
        let common = |game: &serde_json::Value| {
            (
                game["game"].as_i64(),
                game["common_moves"].as_i64(),
                game["common_corners"].to_string(),
            )
        };
        let items = games["items"].as_array().unwrap();
        let expected = [(Some(2), Some(2), "[1,1,0,0]"), (Some(3), Some(1), "[1,1,0,0]")];
        let expected = expected.map(|(game, moves, corners)| (game, moves, corners.to_owned()));
        assert_eq!(items.iter().map(common).collect::<Vec<_>>(), expected);
        for (path, status) in [("?game=9", 404), ("", 422), ("?game=1&limit=0", 422)] {
            assert_eq!(
                site.get(&format!("/api/v1/games/like{path}")).await.status,
                status,
                "{path}"
            );
        }
        let page = site.get("/games/1/like").await;
        assert!(page.text.contains("2 moves in common; in the corners 1 1 0 0"), "{}", page.text);
        assert!(site.get("/games/1").await.text.contains("href=\"/games/1/like?lang=en\""));
        assert_eq!(site.get("/games/9/like").await.status, 404);
        assert_eq!(site.get("/games/x/like").await.status, 404);
    });
}

/// The number of all games of a page, and the link that leads to them.
fn all_games(page: &Answer) -> (String, String) {
    let (before, after) = page.text.split_once("All games (").expect("a link to all games");
    let link = before.rsplit('"').find(|part| part.starts_with("/games?")).unwrap();
    (after.split_once(')').unwrap().0.to_owned(), link.replace("&amp;", "&"))
}

#[test]
fn all_games_are_those_that_were_counted() {
    run(async {
        let site = site_with_lines();
        let file = site.folder.path().join("others.sgf");
        // A handicap game, and two games on 9x9; the second one has a variation.
        let others = "(;SZ[19]HA[2]AB[dp][pd];W[dd];B[pp];W[cq];B[dq])\
            (;SZ[9];B[cc];W[gg];B[ee])(;SZ[9];B[gc](;W[cg];B[ee])(;W[cc]))";
        fs::write(&file, others).unwrap();
        import_files(site.folder.path(), &[file]);
        let expected = [
            ("", 3, "Before the first of 3 moves"),
            ("moves=Q16", 3, "Move 1 of 3: Black Q16"),
            ("after_move=1", 0, ""),
            ("kind=corner", 4, "Before the first of 3 moves"),
            ("kind=corner&moves=Q16", 4, "Move 1 of 3: Black Q16"),
            ("kind=corner&moves=Q16&after_move=2", 3, "Move 2 of 3: White D16"),
            ("kind=corner&moves=C7&board=9", 2, "Move 1 of 3: Black C7"),
            ("kind=corner&moves=C7&board=9&after_move=2", 2, "Move 2 of 3: White G3"),
            ("kind=shape&moves=Q16&region=N13-T19", 4, "Move 1 of 3: Black Q16"),
            ("kind=shape&moves=Q16&region=N13-T19&after_move=2", 4, "Move 2 of 3: White D16"),
            ("kind=shape&moves=Q16&region=N13-T19&before_move=0", 1, "Before the first of 4 moves"),
            ("kind=shape&moves=Q16&region=N13-T19&next=white", 1, "Before the first of 4 moves"),
            ("kind=shape&position=K10&region=G7-N13&anchor=true", 0, ""),
            ("kind=shape&moves=Q16&region=N13-T19&anchor=true", 4, "Move 1 of 3: Black Q16"),
            ("kind=shape&moves=Q16&region=K10-T19&sequence=W+R14", 0, ""),
            ("kind=shape&moves=Q16&region=A1-T19&sequence=W+D16", 2, "Move 1 of 3: Black Q16"),
        ];
        let mut found = Vec::new();
        for (query, ..) in expected {
            let page = site.get(&format!("/explore?{query}")).await;
            assert_eq!(page.status, 200, "{query}: {}", page.text);
            if !page.text.contains("All games (") {
                found.push((query, 0, String::new()));
                continue;
            }
            let (games, link) = all_games(&page);
            let list = site.get(&link).await;
            let caption = format!("1–{games} of {games} games");
            assert!(list.text.contains(&caption), "{query}: {}", list.text);
            let game = list.text.split("href=\"").find(|part| part.starts_with("/games/")).unwrap();
            let game = site.get(&game.split('"').next().unwrap().replace("&amp;", "&")).await;
            let (_, status) = game.text.split_once("role=\"status\">").unwrap();
            found.push((
                query,
                games.parse().unwrap(),
                status.split('<').next().unwrap().to_owned(),
            ));
        }
        assert_eq!(found, expected.map(|(query, games, status)| (query, games, status.to_owned())));
        for (query, total) in [("&turn=white&after_move=2", 3), ("&before_move=0", 1)] {
            let list = site.get(&format!("/api/v1/games?shape=Q16{query}")).await.json();
            assert_eq!(list["total"], total, "{query}");
        }
    });
}

#[test]
fn every_hit_of_a_shape_is_reached() {
    run(async {
        let site = site_with_lines();
        let shape = "/api/v1/shapes?position=5x5%7C....._....._....._...X._....._!!!!!_";
        let all = site.get(shape).await.json();
        assert_eq!((&all["more"], &all["next"]), (&false.into(), &serde_json::Value::Null));
        let expected = all["matches"].as_array().unwrap();
        assert!(expected.len() > 4, "{all}");
        for limit in 1..4 {
            let (mut listed, mut after) = (Vec::new(), String::new());
            loop {
                let part = site.get(&format!("{shape}&limit={limit}{after}")).await.json();
                assert_eq!(part["hits"], all["hits"]);
                listed.extend(part["matches"].as_array().unwrap().clone());
                assert_eq!(part["more"], !part["next"].is_null());
                let Some(next) = part["next"].as_str() else { break };
                after = format!("&after={next}");
            }
            assert_eq!(&listed, expected, "{limit}");
        }
        assert_eq!(site.get(&format!("{shape}&after=1")).await.status, 422);
    });
}

#[test]
fn corners_of_small_boards_are_half_of_them() {
    run(async {
        let site = site();
        let corner = site.get("/api/v1/joseki?board=9&position=A8").await.json();
        assert_eq!((&corner["games"], &corner["occurrences"]), (&1.into(), &1.into()), "{corner}");
        assert_eq!(corner["moves"][0]["point_name"], "A9");
        let page = site.get("/explore?kind=corner&position=A8&board=9").await;
        assert_eq!(count(&page, "role=\"gridcell\""), 25);
        assert!(page.text.contains("A9</a>"), "{}", page.text);
        let narrow = site.get("/api/v1/joseki?position=Q16&window=4").await.json();
        assert_eq!(narrow["moves"][0]["games"], 1, "{narrow}");
        for query in ["window=0", "window=27", "position=Q16&window=3", "board=60"] {
            assert_eq!(site.get(&format!("/api/v1/joseki?{query}")).await.status, 422, "{query}");
        }
    });
}

#[test]
fn a_tree_of_joseki_begins_with_a_corner() {
    run(async {
        let site = site_with_lines();
        let tree = site.get("/api/v1/joseki.sgf?from=Q16&min_games=1").await;
        assert!(tree.text.contains("AB[") && tree.text.contains("PL[W]"), "{}", tree.text);
        assert_eq!(site.get("/api/v1/joseki.sgf?from=Q16+D4").await.status, 422);
    });
}

#[test]
fn moves_are_listed_by_year_and_by_rank() {
    run(async {
        let site = Site::of(&[(
            "g.sgf",
            "(;SZ[19]BR[9p]WR[5d]RE[B+R]DT[1999];B[pd])(;SZ[19]BR[5d]RE[W+R]DT[2001];B[qd])",
        )]);
        let none = site.get("/explore").await;
        assert!(!none.text.contains("id=\"groups\""));
        assert!(
            none.text.contains("Chart: the share in 1999–2001; years in each bar: 1."),
            "{}",
            none.text
        );
        assert!(none.text.contains("aria-label=\"100 %, –, 0 %\""), "{}", none.text);
        let years = site.get("/explore?by=year").await;
        let (_, table) = years.text.split_once("id=\"groups\"").unwrap();
        assert!(table.contains(
            "<th>1999</th><td class=\"number\">100 % <small>(1/1)</small><br>100 % (1/1)"
        ));
        let ranks = site.get("/explore?by=rank").await;
        let (_, table) = ranks.text.split_once("id=\"groups\"").unwrap();
        assert!(table.contains("<th>mean rank</th><td class=\"number\">9.0p</td>"), "{table}");
        assert!(
            table.contains("<th>5d</th>") && ranks.text.contains(">professionals</th>"),
            "{table}"
        );
        assert_eq!(site.get("/explore?by=size").await.status, 422);
    });
}

#[test]
fn windows_without_a_move_are_refused() {
    run(async {
        let site = site();
        let window = "after_move=5&before_move=2";
        for path in [
            "/api/v1/shapes?position=Q16&",
            "/api/v1/joseki?",
            "/api/v1/games/next?",
            "/api/v1/games?shape=Q16&",
            "/explore?",
            "/games?shape=Q16&",
            "/games/1?shape=Q16&",
        ] {
            assert_eq!(site.get(&format!("{path}{window}")).await.status, 422, "{path}");
        }
        assert_eq!(site.get("/api/v1/games?after_move=5").await.status, 422, "of no shape");
        let negative = site.get("/api/v1/joseki?after_move=-1").await;
        assert!(
            negative.text.contains("after_move: a whole number is needed"),
            "{}",
            negative.text
        );
        for query in ["after_move=-1", "versus=x", "by=x", window] {
            let page = site.get(&format!("/explore?{query}&lang=ja")).await;
            assert_eq!(page.status, 422, "{query}");
            assert!(!page.text.contains("<span lang=\"en\">"), "{query}: {}", page.text);
        }
    });
}

/// The first link to a game with a shape, in the row of a move.
fn first_example(page: &Answer, point: &str) -> String {
    let row = page.text.split_once(&format!("<tr data-point=\"{point}\"")).unwrap().1;
    let row = row.split_once("</tr>").unwrap().0;
    let link = row.split('"').find(|part| part.starts_with("/games/")).unwrap();
    link.replace("&amp;", "&")
}

#[test]
fn examples_open_games_at_the_move() {
    run(async {
        let site = site_with_lines();
        let none = site.get("/explore?moves=Q16").await;
        assert!(none.text.contains("examples=newest") && !none.text.contains("title=\"a – b"));
        for (query, point, says) in [
            ("", "Q16", "Move 1 of 3: Black Q16"),
            ("moves=Q16", "D16", "Move 2 of 3: White D16"),
            ("kind=corner&moves=", "Q16", "Move 1 of 3: Black Q16"),
            ("kind=shape&moves=Q16&region=A1-T19", "D4", "Move 2 of 2: White D4"),
        ] {
            let page = site.get(&format!("/explore?{query}&examples=newest")).await;
            assert!(page.text.contains("title=\"a – b, 1999\""), "{query}: {}", page.text);
            let game = site.get(&first_example(&page, point)).await;
            assert!(game.text.contains(says), "{query}: {}", game.text);
        }
        assert_eq!(site.get("/explore?examples=oldest").await.status, 422);
    });
}

#[test]
fn examples_open_the_hits_that_were_counted() {
    run(async {
        // Black on a star point and White's approach: in two corners, and on the whole board in one order.
        let game = "(;SZ[19];B[pd];W[qf];B[dp];W[cn];B[jj])";
        let site = Site::of(&[("g.sgf", game)]);
        let corner = "position=6x6%7C......_......_......_...X.._......_......_!!!!!!_";
        let anchored = format!("kind=shape&{corner}&anchor=true&before_move=2");
        for (query, number) in [
            ("kind=shape&moves=Q16&region=N13-T19&before_move=2", 1),
            ("kind=shape&moves=Q16&region=N13-T19&after_move=2", 3),
            (&anchored, 1),
            ("kind=corner&moves=Q16&before_move=2", 1),
            ("kind=corner&moves=Q16&after_move=2", 3),
            ("kind=opening&moves=Q16&before_move=1", 2),
            ("kind=opening&moves=Q16&after_move=1", 2),
        ] {
            let page = site.get(&format!("/explore?{query}&examples=newest")).await;
            let approach = ["R14", "O17", "C14", "F17"]
                .into_iter()
                .find(|point| page.text.contains(&format!("<tr data-point=\"{point}\"")));
            let game = site.get(&first_example(&page, approach.expect(&page.text))).await;
            assert_eq!(count(&game, ">move "), 1, "{query}: {}", game.text);
            assert_eq!(count(&game, &format!(">move {number}<")), 1, "{query}: {}", game.text);
        }
    });
}

#[test]
fn the_moves_are_a_path_to_click() {
    run(async {
        let site = site_with_lines();
        let page = site.get("/explore?moves=B+Q16,+W+D4&year=1999").await;
        let first = "<a href=\"/explore?year=1999&amp;moves=BQ16&amp;lang=en\">BQ16</a>";
        assert!(page.text.contains(first), "{}", page.text);
        assert!(page.text.contains("aria-current=\"step\">WD4</a>"), "{}", page.text);
    });
}

#[test]
fn tenuki_is_listed_behind_the_most_frequent_moves() {
    run(async {
        let site = Site::new();
        let file = site.folder.path().join("replies.sgf");
        let replies =
            ["oc", "nc", "mc", "qf", "qg", "qh", "od", "nd", "qe", "oe", "qc", "re", "ne", "pf"];
        let mut games: Vec<String> =
            replies.map(|reply| format!("(;SZ[19];B[qd];W[{reply}])").repeat(2)).into();
        games.push("(;SZ[19];B[qd];W[dd])".to_owned());
        fs::write(&file, games.concat()).unwrap();
        import_files(site.folder.path(), &[file]);
        let page = site.get("/explore?kind=corner&moves=R16").await.text;
        assert!(page.contains("13 of 15 moves"), "{page}");
        assert!(page.contains(">tenuki</a>"), "{page}");
        let line = site.get("/explore.sgf?kind=corner&moves=R16").await.text;
        let node = line.split_once(";B[qd]").unwrap().1;
        assert_eq!(node.matches(" · ").count(), 13, "{line}");
        assert!(node.contains("\ntenuki · 3 % (1)"), "{line}");
        // Letters that the comment explains, and no others.
        assert_eq!(node.split_once("C[").unwrap().0.matches(':').count(), 12, "{line}");
    });
}

#[test]
fn a_line_is_saved_with_what_follows_each_move() {
    run(async {
        let site = site_with_lines();
        let line = site.get("/explore.sgf?moves=Q16+D16+A1+B1").await;
        assert_eq!(line.header("content-disposition"), "attachment; filename=\"line.sgf\"");
        let expected = "(;FF[4]GM[1]CA[UTF-8]AP[gtn-db]SZ[19]PL[B]LB[pd:a]C[Black to play; games: 3\n\
            a Q16 · 100 % (3) · Won by the player 100 % (3/3) · 1999];\
            B[pd]LB[dd:a][dp:b]C[White to play; games: 3\n\
            a D16 · 67 % (2) · Won by the player 0 % (0/2) · 1999\n\
            b D4 · 33 % (1) · Won by the player 0 % (0/1) · 1999];\
            W[dd]LB[pp:a][qp:b]C[Black to play; games: 2\n\
            a Q4 · 50 % (1) · Won by the player 100 % (1/1) · 1999\n\
            b R4 · 50 % (1) · Won by the player 100 % (1/1) · 1999];\
            B[as]C[White to play; games: 0];W[bs])\n";
        assert_eq!(line.text, expected);
        let corner = site.get("/explore.sgf?kind=corner&moves=Q16&lang=ja").await;
        let tenuki = "\n手抜き · 33 % (4) · 打った側の勝率 100 % (4/4) · 1999];";
        assert!(corner.text.contains(tenuki), "tenuki comes last: {}", corner.text);
        let set_up = site.get("/explore.sgf?position=2x2%7CXO..&moves=B+A1").await;
        let moves = "AB[aa]AW[ba]PL[B]C[Black to play; games: 0];B[ab])";
        assert!(set_up.text.contains(moves), "{}", set_up.text);
        assert_eq!(site.get("/explore.sgf?moves=Q16+Q16").await.status, 422);
        assert_eq!(site.get("/explore.sgf?moves=%29%5D").await.status, 422);
        assert_eq!(site.get("/explore.sgf?kind=shape").await.status, 422);
    });
}

#[test]
fn a_line_is_trained_against_the_games() {
    run(async {
        let site = site_with_lines();
        let own = site.get("/explore?train=black").await;
        assert!(own.text.contains("aria-label=\"Q16 empty\""), "no letter tells the move");
        assert!(own.text.contains("<details><summary>Show the moves"), "{}", own.text);
        let refused = site.get("/explore?train=black&point=A1").await;
        assert_eq!(refused.status, 200);
        assert!(refused.text.contains("No game has A1 here."));
        let played = site.get("/explore?train=black&point=Q16").await;
        assert_eq!(played.header("location"), "/explore?moves=Q16&train=black&lang=en");
        let reply = site.get("/explore?moves=Q16&train=black").await;
        assert_eq!(reply.status, 303);
        let [one, other] =
            ["D16", "D4"].map(|point| format!("/explore?moves=Q16+{point}&train=black&lang=en"));
        assert!(
            [one, other].contains(&reply.header("location").to_owned()),
            "{}",
            reply.header("location")
        );
        let back = site.get("/explore?moves=Q16+D16&train=black").await;
        assert!(
            back.text.contains("id=\"back\" href=\"/explore?train=black&amp;lang=en\""),
            "{}",
            back.text
        );
        let over = site.get("/explore?moves=Q16+D4&train=black").await;
        assert!(over.text.contains("The line ends here"));
        let unasked = site.get("/explore?moves=Q16&train=red").await;
        assert_eq!(unasked.status, 200);
    });
}

#[test]
fn a_long_list_of_moves_says_that_it_is_cut() {
    run(async {
        let site = Site::new();
        let file = site.folder.path().join("many.sgf");
        let game = |col: char| format!("(;SZ[19]PB[a]PW[b];B[pd];W[{col}c];B[{col}h])");
        fs::write(&file, ('a'..='n').map(game).collect::<String>()).unwrap();
        import_files(site.folder.path(), &[file]);
        let cut = site.get("/explore?moves=Q16").await;
        assert!(cut.text.contains("12 of 14 moves in 14 games, <a"), "{}", cut.text);
        assert_eq!(count(&cut, "<tr data-point"), 12);
        let all = site.get("/explore?moves=Q16&all=true").await;
        assert_eq!(count(&all, "<tr data-point"), 14);
    });
}

#[test]
fn the_list_of_games_is_filtered_and_paged() {
    run(async {
        let site = site();
        let page = site.get("/games?player=small&year=").await;
        assert_eq!(count(&page, "<tr data-game"), 1);
        assert!(page.text.contains("Player: small") && page.text.contains("1–1 of 1 games"));
        assert!(
            page.text.contains("class=\"button\" href=\"/games?lang=en\""),
            "the chip removes it"
        );
        let none = site.get("/games?player=nobody").await;
        assert!(none.status == 200 && none.text.contains("No game fits."));
        let file = site.folder.path().join("many.sgf");
        let games = (0..60).map(|n| format!("(;SZ[19]PB[p{n}]PW[q];B[pd])"));
        fs::write(&file, games.collect::<String>()).unwrap();
        import_files(site.folder.path(), &[file]);
        let first = site.get("/games?sort=black").await;
        assert_eq!(count(&first, "<tr data-game"), 48);
        let next = first.text.split("rel=\"next\" href=\"").nth(1).unwrap();
        let next = next.split('"').next().unwrap().replace("&amp;", "&");
        let next = site.get(&next).await;
        assert!(next.text.contains("49–62 of 62 games"), "{}", next.text);
        assert_eq!(count(&next, "<tr data-game"), 14);
    });
}

#[test]
fn a_game_is_stepped_through() {
    run(async {
        let site = site();
        let start = site.get("/games/1?move=0").await;
        assert!(start.text.contains("Before the first of 5 moves"));
        assert!(!start.text.contains("data-stone=\"X\"") && !start.text.contains("id=\"comment\""));
        let first = site.get("/games/1?move=1").await;
        assert!(first.text.contains("Move 1 of 5: Black Q16"));
        assert!(first.text.contains("First &lt;em&gt;move&lt;/em&gt;"));
        assert!(first.text.contains("data-step=\"next\" href=\"/games/1?move=2&amp;lang=en\""));
        let line = site.get("/games/1?line=3&move=4").await;
        assert!(line.text.contains("Or here") && !line.text.contains("Main line</p>"));
        assert!(line.text.contains("data-point=\"C4\" data-stone=\"O\""));
        assert_eq!(count(&line, "Variation "), 2);
        let clicked = site.get("/games/1?point=D16").await;
        assert!(clicked.text.contains("Move 2 of 5: White D16"));
        let captured = site.get("/games/2?move=3").await;
        assert!(captured.text.contains("Captured: 1 by Black, 0 by White"), "{}", captured.text);
        assert_eq!(count(&captured, "role=\"gridcell\""), 81);
    });
}

#[test]
fn the_shape_that_was_searched_is_shaded() {
    run(async {
        let site = site();
        let shape = "shape=5x5%7C....._....._....._...X._....._!!!!!_";
        let found = site.get(&format!("/games/1?{shape}")).await;
        assert_eq!(count(&found, "data-shaded"), 25);
        assert!(found.text.contains("Move 1 of 5"), "the first place");
        let before = site.get(&format!("/games/1?{shape}&move=0")).await;
        assert_eq!(count(&before, "data-shaded"), 0);
        let absent = site.get(&format!("/games/2?{shape}")).await;
        assert!(absent.text.contains("is not in this game"));
        let list = site.get(&format!("/games?{shape}")).await;
        assert_eq!(count(&list, "<tr data-game"), 1);
    });
}

#[test]
fn texts_of_files_are_escaped_on_every_page() {
    run(async {
        let site = site();
        for path in [
            "/games",
            "/games?player=%3Cscript%3E",
            "/games/1",
            "/games/1?shape=Q16",
            "/explore",
            "/explore?moves=Q16&player=%3Cscript%3E&event=%22%3E",
            "/explore?kind=corner",
            "/explore?kind=shape&moves=Q16&region=N13-T19",
            "/explore?moves=%3Cscript%3E",
            "/explore?position=%3Cscript%3E",
            "/games?shape=%3Cscript%3E",
            "/games/%3Cscript%3E",
            "/games/1?shape=%22%3E%3Cscript%3E",
            "/explore?kind=shape&region=%22%3E%3Cscript%3E",
            "/explore?year=%3Cscript%3E",
            "/explore?point=%3Cscript%3E",
            "/explore?kind=%3Cscript%3E",
        ] {
            for lang in ["en", "ja"] {
                let separator = if path.contains('?') { '&' } else { '?' };
                let page = site.get(&format!("{path}{separator}lang={lang}")).await;
                assert!(page.text.contains("<html lang="), "{path}");
                for tag in
                    ["<script>", "<img", "<b>", "<i>", "<u>", "<s>", "<em>", " style=", "onclick"]
                {
                    assert!(!page.text.contains(tag), "{tag} on {path}: {}", page.text);
                }
            }
        }
        let request = get("/explore").header("accept-language", "ja");
        let page = site.send(request.body(axum::body::Body::empty()).unwrap()).await;
        assert!(page.text.contains("棋譜の手を調べる"));
    });
}

#[test]
fn a_game_of_abalone_is_read_by_its_name() {
    run(async {
        let text = "[Event \"<b>Cup</b>\"]\n[Variant \"Belgian Daisy\"]\n\n1.a1b2 i5h5 1-0";
        let site = Site::of(&[("game.apgn", text)]);
        let game = site.get("/api/v1/games/a1").await.json();
        assert_eq!((&game["game"], &game["moves"]), (&"a1".into(), &2.into()), "{game}");
        assert_eq!(game["event"], "<b>Cup</b>");
        let file = site.get("/api/v1/games/a1.apgn").await;
        assert_eq!(file.header("content-type"), "text/plain; charset=utf-8");
        assert_eq!(file.text, format!("{text}\n"));
        for id in ["a2", "a2.apgn", "a", "ax", "a1.sgf", "1.apgn", "a99999999999999999999"] {
            let answer = site.get(&format!("/api/v1/games/{id}")).await;
            assert_eq!(answer.status, 404, "{id}");
        }
    });
}

/// A game of Abalone with hostile texts: tags, comments before the moves and after the first.
const HOSTILE_ABALONE: &str = "[Event \"<b>Cup</b>\"]\n[Date \"<i>2001</i>\"]\n\
    [White \"<img src=x>\"]\n[Black \"<script>alert(1)</script>\"]\n[Result \"1-0\"]\n\
    [Variant \"Belgian Daisy\"]\n\n{<u>begin</u>} 1.a1b2 {First <em>move</em>} i5h5 1-0";

#[test]
fn a_game_of_abalone_is_stepped_through() {
    run(async {
        let site = Site::of(&[("game.apgn", HOSTILE_ABALONE)]);
        let start = site.get("/games/a1?move=0").await;
        assert_eq!(start.status, 200, "{}", start.text);
        assert!(start.text.contains("Before the first of 2 moves"));
        assert!(start.text.contains("&lt;u&gt;begin&lt;/u&gt;"), "{}", start.text);
        assert!(!start.text.contains("data-step=\"prev\" href"));
        let first = site.get("/games/a1?move=1").await;
        assert!(first.text.contains("Move 1 of 2: Black a1b2"), "{}", first.text);
        assert!(first.text.contains("First &lt;em&gt;move&lt;/em&gt;"));
        assert!(first.text.contains("Marbles lost: 0 by Black, 0 by White"));
        assert!(first.text.contains("data-step=\"next\" href=\"/games/a1?move=2&amp;lang=en\""));
        assert!(first.text.contains("Black a2 b1 b2 b3") && first.text.contains("class=\"pit\""));
        assert!(first.text.contains("href=\"/api/v1/games/a1.apgn\""));
        for query in ["", "?move=2", "?move=99999"] {
            let last = site.get(&format!("/games/a1{query}")).await;
            assert!(last.text.contains("Move 2 of 2: White i5h5"), "{query}");
            assert!(!last.text.contains("id=\"comment\"") && last.text.contains("<dd>1-0</dd>"));
        }
        let japanese = site.get("/games/a1?move=1&lang=ja").await;
        assert!(japanese.text.contains("1手目(全2手):黒 a1b2"), "{}", japanese.text);
        for page in [&start, &first, &japanese] {
            for tag in ["<script>", "<img", "<b>", "<i>", "<u>", "<em>", " style="] {
                assert!(!page.text.contains(tag), "{tag}: {}", page.text);
            }
        }
        for id in ["a2", "a", "ax", "a1.apgn", "a99999999999999999999"] {
            assert_eq!(site.get(&format!("/games/{id}")).await.status, 404, "{id}");
        }
        for number in ["x", "-1", "99999999999"] {
            let answer = site.get(&format!("/games/a1?move={number}")).await;
            assert_eq!(answer.status, 422, "{number}");
        }
    });
}

#[test]
fn words_in_comments_select_games() {
    run(async {
        let site = site();
        let games = site.get("/api/v1/games?comment=FIRST+em").await.json();
        let game = &games["items"][0];
        assert_eq!((&games["total"], &game["game"]), (&1.into(), &1.into()));
        assert_eq!(game["comment"], "First <em>move</em>");
        assert_eq!(game["comment_move"], 1);
        let page = site.get("/games?comment=main+line").await;
        assert!(page.text.contains("Move 4: Main line"), "{}", page.text);
        let page = site.get("/games?comment=first").await;
        assert_eq!((count(&page, "First &lt;em&gt;move"), count(&page, "<em>move")), (1, 0));
        let explored = site.get("/api/v1/games/next?comment=line&examples=newest").await.json();
        assert_eq!(
            (&explored["games"], &explored["moves"][0]["examples"][0]),
            (&1.into(), &1.into())
        );
        let games = "(;SZ[9];B[aa](;W[bb];B[cc])(;W[cc]C[a better move];B[bb]))";
        let file = site.folder.path().join("variation.sgf");
        fs::write(&file, games).unwrap();
        import_files(site.folder.path(), &[file]);
        let page = site.get("/games?comment=better").await;
        let link = page.text.split('"').find(|part| part.contains("line=2&amp;move=2")).unwrap();
        let game = site.get(&link.replace("&amp;", "&")).await;
        assert!(game.text.contains("Move 2 of 3: White C7"), "{}", game.text);
        assert!(game.text.contains("a better move"), "{}", game.text);
        let nothing = site.get("/api/v1/games?comment=%22+OR+first").await.json();
        assert_eq!(nothing["total"], 0);
        let abalone = site.get("/api/v1/games?comment=first&family=abalone").await;
        assert_eq!(abalone.status, 422);
        let newest = site.get("/api/v1/games?sort=rank&reverse=true").await.json();
        assert_eq!(newest["items"][0]["game"], 1);
    });
}
