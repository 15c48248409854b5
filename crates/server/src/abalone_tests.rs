//! Routes and pages with positions and games of Abalone.

use serde_json::{Value, json};

use super::tests::{Answer, Site, run};
use crate::Color;
use crate::abalone::{Board, Setup};

/// The standard start with a marble moved, twice; the second is turned and has the other colors.
const LIST: &str = "0a12345b123456c345_0g567h456789i56789\n\
    0a12345b123456c34d5_0g567h456789i56789\n\
    0a12345b123456c345_0g567h456789i5678\n";

/// A puzzle with a name and a comment that are no HTML.
const PUZZLE: &str = "{\"content\": [{\"PZL_name\": \"<b>xtr1x</b>\", \
    \"pos\": \"0a2b13d5e4f36g59h567i79_5a4c1234d4e58i5\", \"sol_starts\": \"1.g5i5|<i>1</i>\"}]}";

/// A problem with hostile tags and a hostile comment.
const PROBLEM: &str = "[Event \"<b>Cup</b>\"]\n[Black \"<script>\"]\n\
    [Position \"5/6/7/8/3bbw3/8/7/6/5 b\"]\n\n{<u>Look</u> at E4} *";

/// Two games from the standard start; one player has a hostile name.
const GAMES: &str = "[Event \"One\"]\n[Date \"2001.02.03\"]\n[White \"<img src=x>\"]\n\
    [Black \"Xaver\"]\n[Result \"0-1\"]\n[Variant \"Standard\"]\n\n1.c3d3 g5f5 2.c4d4 0-1\n\n\
    [Event \"Two\"]\n[Date \"1999\"]\n[White \"Olive\"]\n[Black \"Zoe\"]\n[Result \"1-0\"]\n\
    [Variant \"Standard\"]\n\n1.c3d3 g5f5 1-0\n";

/// The form of the page on which a board of Abalone is drawn.
const ABALONE_FORM: &str = "data-family=\"abalone\" data-gone=";

const GO: &str = "(;SZ[9]AB[aa][ba]AW[ab]PL[B]GN[Of Go];B[bb])(;SZ[19]PB[Go]PW[Player];B[pd])";

fn site() -> Site {
    Site::of(&[
        ("list.txt", LIST),
        ("<b>puzzles.json", PUZZLE),
        ("problem.apgn", PROBLEM),
        ("games.apgn", GAMES),
        ("go.sgf", GO),
    ])
}

fn only_go() -> Site {
    Site::of(&[("go.sgf", GO)])
}

fn count(answer: &Answer, text: &str) -> usize {
    answer.text.matches(text).count()
}

/// A text as a value in an address.
fn encode(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

fn key(text: &str) -> String {
    text.parse::<Setup>().unwrap().board.canonicalize().key().to_string()
}

/// The key of the standard start.
fn start_key() -> String {
    Board::STANDARD.canonicalize().key().to_string()
}

fn first_line() -> &'static str {
    LIST.lines().next().unwrap()
}

#[test]
fn games_are_listed_by_family() {
    run(async {
        let site = site();
        let go = site.get("/games").await;
        assert_eq!((count(&go, "<tr data-game"), count(&go, "data-family=")), (1, 2));
        assert!(go.text.contains("href=\"/games?family=abalone&amp;lang=en\""), "{}", go.text);
        let abalone = site.get("/games?family=abalone&sort=date").await;
        assert_eq!(count(&abalone, "<tr data-game=\"a"), 2, "{}", abalone.text);
        assert!(abalone.text.contains("href=\"/games/a2?lang=en\""));
        assert!(abalone.text.find("Zoe") < abalone.text.find("Xaver"), "the oldest first");
        let one = site.get("/games?family=abalone&player=zoe").await;
        assert!(one.text.contains("1–1 of 1 games"));
        let chip = "class=\"button\" href=\"/games?family=abalone&amp;lang=en\"";
        assert!(one.text.contains(chip), "the chip keeps the family: {}", one.text);
        let hidden = "<input type=\"hidden\" name=\"family\" value=\"abalone\">";
        assert!(one.text.contains(hidden), "and so does the form");

        let alone = only_go().get("/games").await;
        assert_eq!((alone.status, count(&alone, "data-family=")), (200, 0), "no choice");
        let missing = only_go().get("/games?family=abalone").await;
        assert!(missing.text.contains("No game fits."));
        assert_eq!(count(&missing, "data-family="), 2, "the way back");
        let only_abalone = Site::of(&[("games.apgn", GAMES)]).get("/games").await;
        assert_eq!(count(&only_abalone, "<tr data-game=\"a"), 2);
        assert_eq!(count(&only_abalone, "data-family="), 0);
    });
}

#[test]
fn problems_are_listed_by_family() {
    run(async {
        let site = site();
        let go = site.get("/problems").await;
        assert_eq!((count(&go, "<li data-key"), count(&go, "data-family=")), (1, 2));
        let page = site.get("/problems?family=abalone").await;
        assert_eq!((count(&page, "<li data-key"), count(&page, "class=\"pit\"")), (5, 5));
        assert!(page.text.contains("&lt;b&gt;xtr1x&lt;/b&gt;") && !page.text.contains("<b>"));
        assert!(!page.text.contains("name=\"region\"") && page.text.contains("name=\"turn\""));
        let black = site.get("/problems?family=abalone&turn=black&lang=ja").await;
        assert_eq!(count(&black, "<li data-key"), 2, "{}", black.text);
        assert!(black.text.contains("href=\"/problems?family=abalone&amp;lang=ja\""), "the chip");
        let named = site.get("/problems?family=abalone&name=xtr").await;
        assert_eq!(count(&named, "<li data-key"), 1);
        let refused = site.get("/problems?family=abalone&region=corner").await;
        assert_eq!(refused.status, 422);
        assert!(refused.text.contains("region selects problems of Go, not of Abalone"));
        assert!(refused.text.contains("data-family=\"abalone\" aria-current=\"true\""));
        let alone = only_go().get("/problems").await;
        assert_eq!((count(&alone, "<li data-key"), count(&alone, "data-family=")), (1, 0));
    });
}

#[test]
fn lists_of_the_api_are_asked_for_part_by_part() {
    run(async {
        let site = site();
        for (list, total) in [("games", 2), ("problems", 5)] {
            let (mut after, mut seen) = (String::new(), 0);
            loop {
                let path = format!("/api/v1/{list}?family=abalone&limit=1{after}");
                let part = site.get(&path).await.json();
                assert_eq!(part["total"], total, "{path}: {part}");
                seen += part["items"].as_array().unwrap().len();
                match &part["next"] {
                    Value::Null => break,
                    Value::String(next) => after = format!("&after={next}"),
                    next => after = format!("&after={next}"),
                }
            }
            assert_eq!(seen, total);
            let go = site.get(&format!("/api/v1/{list}")).await.json();
            let named = site.get(&format!("/api/v1/{list}?family=go")).await.json();
            assert_eq!((&go["total"], &go), (&json!(1), &named));
        }
        for path in [
            "games?family=chess",
            "games?family=",
            "games?family=abalone&family=go",
            "games?family=abalone&shape=Q16",
            "games?family=abalone&after=x",
            "games?family=abalone&sort=date&after=9",
            "problems?family=chess",
            "problems?family=abalone&family=go",
            "problems?family=abalone&stones=3",
            "problems?family=abalone&answered=true",
            "problems?family=abalone&source=nowhere",
            "problems?family=abalone&turn=red",
            "problems?family=abalone&after=x",
            "problems?family=abalone&limit=0",
        ] {
            let answer = site.get(&format!("/api/v1/{path}")).await;
            assert_eq!(
                (answer.status, answer.json()["status"].as_u64()),
                (422, Some(422)),
                "{path}"
            );
        }
    });
}

#[test]
fn the_page_finds_a_position() {
    run(async {
        let site = site();
        let start = encode(first_line());
        let exact = site.get(&format!("/?position={start}&mode=exact")).await;
        assert_eq!((exact.status, count(&exact, "<li data-key")), (200, 1), "{}", exact.text);
        assert!(exact.text.contains("This position is known."));
        assert!(exact.text.contains("In games") && exact.text.contains("2 positions in 2 games."));
        assert!(exact.text.contains("href=\"/games/a1?move=0&amp;lang=en\""));
        let near = site.get(&format!("/?position={start}&near=2")).await;
        assert_eq!(count(&near, "<li data-key"), 3, "{}", near.text);
        assert!(near.text.contains("differs at c5 d5") || near.text.contains("differs at d5 c5"));
        assert!(near.text.contains("class=\"m\"") && near.text.contains("; marked"));
        assert!(near.text.contains("Cells that differ"), "near positions of games");
        let cut = site.get(&format!("/?position={start}&near=2&limit=1")).await;
        assert!(cut.text.contains("1 of 3 positions are shown.") && cut.text.contains("limit=2"));
        let contains = site.get("/?position=0e4e5_0e6&mode=contains").await;
        let own = format!("data-key=\"{}\" data-kind=\"contains\"", key("0e4e5_0e6"));
        assert!(contains.text.contains(&own), "{}", contains.text);
        assert!(contains.text.contains("; marked e4 e5 e6"));
        let no_start = format!("data-key=\"{}\"", start_key());
        assert!(!contains.text.contains(&no_start), "nobody touches there");
        let within = site.get(&format!("/?position={start}&mode=within")).await;
        assert_eq!(count(&within, "data-kind=\"contained\""), 2, "itself, and without a marble");
        assert!(!within.text.contains("In games"));
        let nothing = site.get("/?position=0a1_0&mode=exact&lang=ja").await;
        assert!(nothing.text.contains("見つかりません") && nothing.text.contains("アバロン"));
    });
}

/// The names of the cells that a page shows in a state.
fn cells(page: &Answer, state: &str) -> String {
    let cells = page.text.split("data-point=\"").skip(1);
    let cells = cells.filter(|rest| rest[2..].starts_with(&format!("\" data-stone=\"{state}\"")));
    cells.map(|rest| &rest[..2]).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_board_is_drawn_by_buttons() {
    run(async {
        let site = site();
        let start = site.get("/?family=abalone").await;
        assert_eq!((start.status, count(&start, "role=\"gridcell\"")), (200, 61), "{}", start.text);
        assert_eq!((count(&start, "role=\"row\""), count(&start, "tabindex=\"0\"")), (9, 1));
        assert!(start.text.contains("data-point=\"a5\" data-stone=\".\""));
        assert!(start.text.contains("aria-colindex=\"5\" aria-label=\"a5 empty\""));
        let tools = ["alternate", "black", "white", "erase"];
        assert!(tools.iter().all(|tool| start.text.contains(&format!("data-tool=\"{tool}\""))));
        assert!(!start.text.contains("data-tool=\"any\"") && !start.text.contains("data-key"));
        // A press leads to the address of the board with the marble.
        let mut place = "/?family=abalone".to_owned();
        for (press, black, white, next) in [
            ("point=e5", "e5", "", "white"),
            ("point=e6", "e5", "e6", ""),
            ("pick=black&point=e4", "e4 e5", "e6", ""),
            ("pick=black&point=e6", "e6 e4 e5", "", ""),
            ("pick=erase&point=e6", "e4 e5", "", ""),
            ("pick=white&point=e6", "e4 e5", "e6", ""),
            ("do=turn", "e5 f5", "d5", ""),
            ("do=mirror", "e5 f6", "d4", ""),
            ("do=recolor", "d4", "e5 f6", "white"),
        ] {
            let pressed = site.get(&format!("{place}&{press}")).await;
            assert_eq!(pressed.status, 303, "{place} {press}");
            place = pressed.header("location").to_owned();
            let drawn = site.get(&place).await;
            let sorted = |cells: &str| {
                let mut cells: Vec<String> = cells.split(' ').map(str::to_owned).collect();
                cells.sort();
                cells
            };
            assert_eq!(sorted(&cells(&drawn, "X")), sorted(black), "{press} {place}");
            assert_eq!(sorted(&cells(&drawn, "O")), sorted(white), "{press} {place}");
            assert_eq!(place.contains("next=white"), next == "white", "{press} {place}");
        }
        let cleared = site.get(&format!("{place}&do=clear")).await;
        assert_eq!(cleared.header("location"), "/?family=abalone&tool=white");
        let belgian = site.get("/?family=abalone&do=belgian").await;
        let shown = site.get(belgian.header("location")).await;
        assert_eq!(cells(&shown, "X").split(' ').count(), 14, "{}", belgian.header("location"));
        let empty = encode(&Board::EMPTY.to_string());
        assert_eq!(site.get(&format!("/?position={empty}")).await.status, 200);
        for press in
            ["point=a6", "point=%3Cscript%3E", "do=read&text=nonsense", "do=read&text=0a6_0"]
        {
            let refused = site.get(&format!("/?position=0e5_0&{press}")).await;
            assert_eq!((refused.status, cells(&refused, "X")), (422, "e5".to_owned()), "{press}");
            assert!(refused.text.contains("class=\"error\""), "{press}");
        }
        let go = site.get("/?position=0e5_0&do=read&text=1x2%7CXO_%21%21_").await;
        assert_eq!(go.header("location"), "/?position=1x2%7CXO_%21%21_");
    });
}

#[test]
fn a_database_of_abalone_alone_begins_with_its_board() {
    run(async {
        let site = Site::of(&[("games.apgn", GAMES)]);
        let start = site.get("/").await;
        assert_eq!((count(&start, "role=\"gridcell\""), count(&start, "data-family=")), (61, 1));
        let go = site.get("/?family=go&draw=yes").await;
        assert_eq!((count(&go, "role=\"gridcell\""), count(&go, "data-family=")), (361, 3));
        let cleared = site.get("/?family=go&position=1x2%7CXO_%21%21_&do=clear").await;
        assert_eq!(cleared.header("location"), "/?family=go", "the board of Go stays");
    });
}

#[test]
fn what_a_text_says_is_kept_when_the_board_is_turned() {
    run(async {
        let site = site();
        let setup: Setup = "0a1a2_0a3".parse().unwrap();
        let position = encode(&format!("{} X 1-0", setup.board));
        let page = site.get(&format!("/?position={position}&mode=exact&turn=white")).await;
        assert_eq!((cells(&page, "X"), cells(&page, "O")), ("a1 a2".to_owned(), "a3".to_owned()));
        assert!(page.text.contains("value=\"white\" selected"), "the choice overrides the text");
        assert!(page.text.contains("lost: Black 1, White 0"), "{}", page.text);
        for (change, text, turn) in [
            ("turn", "0d1e1_0c1 1-0", "white"),
            ("mirror", "0a45_0a3 1-0", "white"),
            ("recolor", "0a3_0a12 0-1", "black"),
        ] {
            let (board, lost) = text.split_once(' ').unwrap();
            let board = board.parse::<Setup>().unwrap().board;
            let place = format!("/?position={}&turn={turn}", encode(&format!("{board} {lost}")));
            let turned = format!("/?position={position}&mode=exact&turn=white&do={change}");
            let turned = site.get(&turned).await;
            assert!(turned.header("location").starts_with(&place), "{}", turned.header("location"));
            assert!(
                turned.header("location").contains("mode=exact"),
                "{change} keeps the question"
            );
        }
    });
}

#[test]
fn next_moves_of_a_position_are_explored() {
    run(async {
        let site = site();
        let start = encode(&format!("{} X", Board::STANDARD));
        let page = site.get(&format!("/explore?position={start}")).await;
        assert_eq!((page.status, count(&page, "<tr data-move=")), (200, 1), "{}", page.text);
        assert!(page.text.contains("Black to play; games: 2") && page.text.contains("100 %"));
        assert!(page.text.contains("moves=c5d6&amp;lang=en"), "{}", page.text);
        assert!(page.text.contains("50 % (1/2)") && page.text.contains("1999–2001"));
        assert!(page.text.contains("href=\"/games/a1?move=0&amp;lang=en\""));
        let next = site.get(&format!("/explore?position={start}&moves=c3d3+G5F5&lang=ja")).await;
        assert!(next.text.contains("2局、黒番"), "{}", next.text);
        assert!(next.text.contains("data-move=\"c4d4\"") && next.text.contains("続きなし"));
        assert!(next.text.contains("href=\"/games/a1?move=2&amp;lang=ja\""));
        assert!(next.text.contains("moves=c3d3&amp;lang=ja"), "the way back");
        let one = site.get(&format!("/explore?position={start}&player=zoe")).await;
        assert!(one.text.contains("1 games") && !one.text.contains("/games/a1?"), "{}", one.text);

        let belgian = site.get("/explore?family=abalone").await;
        assert!(belgian.text.contains("Black to play; games: 0"), "{}", belgian.text);
        assert!(belgian.text.contains("Black a1 a2 b1 b2 b3"), "the usual start");
        let typed = site.get("/explore?family=abalone&position=a1b2").await;
        assert!(typed.text.contains("White to play; games: 0"), "{}", typed.text);
        for query in ["moves=a1b9", "moves=%C3%A9", "position=0a6_0", "year=x"] {
            let refused = site.get(&format!("/explore?family=abalone&{query}")).await;
            assert_eq!((refused.status, count(&refused, "class=\"pit\"")), (422, 1), "{query}");
        }
        let game = site.get("/games/a1?move=2").await;
        let link =
            game.text.split("href=\"/explore?position").nth(1).unwrap().split('"').next().unwrap();
        let explored = site.get(&format!("/explore?position{}", link.replace("&amp;", "&"))).await;
        assert!(explored.text.contains("data-move=\"c4d4\""), "{}", explored.text);

        let go = site.get("/explore").await;
        assert_eq!((count(&go, "role=\"gridcell\""), count(&go, "data-family=")), (361, 2));
        let alone = only_go().get("/explore").await;
        assert_eq!((count(&alone, "role=\"gridcell\""), count(&alone, "data-family=")), (361, 0));
        let only_abalone = Site::of(&[("games.apgn", GAMES)]).get("/explore").await;
        assert_eq!(count(&only_abalone, "role=\"gridcell\""), 0, "{}", only_abalone.text);
    });
}

#[test]
fn the_api_counts_next_moves() {
    run(async {
        let site = site();
        let ask = async |query: &str| site.get(&format!("/api/v1/games/next?{query}")).await.json();
        let start = encode(first_line());
        let next = ask(&format!("position={start}")).await;
        assert_eq!(
            (&next["games"], &next["total"], &next["more"]),
            (&json!(2), &json!(1), &json!(false))
        );
        assert_eq!(next["position"], format!("{} 0-0", Board::STANDARD));
        assert_eq!(next["moves"][0]["move"], "c5d6", "as c3d3, mirrored");
        assert_eq!(next["moves"][0]["examples"], json!(["a1", "a2"]));
        let after = ask(&format!("position={start}&moves=c3d3+g5f5&limit=1")).await;
        assert!(after["position"].as_str().unwrap().ends_with(" X 0-0"), "{after}");
        assert_eq!((&after["total"], &after["more"]), (&json!(2), &json!(true)));
        let often = ask(&format!("position={start}&moves=c3d3+g5f5&min_games=2")).await;
        assert_eq!(often["moves"], json!([]));
        let filtered = ask(&format!("position={start}&white=olive")).await;
        assert_eq!(filtered["games"], 1);
        for bad in ["moves=c3c9", "moves=x", "board=19", "limit=0", "opponent=x", "lines=1"] {
            assert_eq!(ask(&format!("position={start}&{bad}")).await["status"], 422, "{bad}");
        }
        assert_eq!(ask("position=0a6_0").await["status"], 422);
    });
}

#[test]
fn a_text_typed_on_the_page_for_go_leads_to_the_page_for_abalone() {
    run(async {
        let site = site();
        let board = "position=1x2%7CXO_%21%21_";
        let text = encode(first_line());
        let read = site.get(&format!("/?{board}&turn=white&do=read&text={text}&near=2")).await;
        assert_eq!(read.status, 303);
        let place = read.header("location");
        let iatn = first_line().parse::<Setup>().unwrap().to_iatn();
        assert_eq!(place, format!("/?position={}&near=2", encode(&iatn)));
        assert!(site.get(place).await.text.contains(ABALONE_FORM));
        let bad = site.get(&format!("/?{board}&do=read&text=0a1%3Cb%3E_0")).await;
        assert_eq!(bad.status, 422);
        assert!(bad.text.contains("data-point=\"A19\" data-stone=\"X\""), "the board is kept");
        assert!(bad.text.contains("is not a cell"), "{}", bad.text);
        let start = site.get("/").await;
        assert!(start.text.contains("href=\"/?family=abalone&amp;lang=en\""), "{}", start.text);
        assert!(!only_go().get("/").await.text.contains("family=abalone"));
    });
}

#[test]
fn a_position_has_a_page() {
    run(async {
        let site = site();
        let puzzle = key("0a2b13d5e4f36g59h567i79_5a4c1234d4e58i5");
        let page = site.get(&format!("/p/{puzzle}")).await;
        assert_eq!(page.status, 200, "{}", page.text);
        assert!(page.text.contains("Black wins in 1 turn.") && page.text.contains("g5i5"));
        assert!(page.text.contains("&lt;b&gt;puzzles.json") && page.text.contains("In no game."));
        assert!(page.text.contains(&format!("/api/v1/positions/{puzzle}.iatn")));
        let swapped = site.get(&format!("/p/{}?view=N_IR0&record=1", &puzzle[..8])).await;
        assert!(
            swapped.text.contains("White wins in 1 turn.")
                && swapped.text.contains("lost: Black 5, White 0")
        );

        let comment = site.get(&format!("/p/{}?view=IR3", key("0e4e5_0e6"))).await;
        assert!(comment.text.contains("&lt;u&gt;Look&lt;/u&gt;"), "{}", comment.text);
        assert!(comment.text.contains("Black e5 e6; white e4"));

        let start = site.get(&format!("/p/{}", start_key())).await;
        assert_eq!(count(&start, "data-ply=\"0\""), 2);
        assert!(start.text.contains("1 cell differs") && start.text.contains("id=\"near\""));
        let game = site.get("/games/a1?move=2").await;
        let find = game.text.split("href=\"/?position=").nth(1).unwrap();
        let find =
            site.get(&format!("/?position={}", find.split(['"', '&']).next().unwrap())).await;
        assert!(find.text.contains("data-ply=\"2\""), "{}", find.text);
    });
}

#[test]
fn a_position_in_a_variation_links_to_its_line() {
    run(async {
        let game = "[Event \"v\"]\n[Variant \"Standard\"]\n\n1.c3d3 (1.c4d4 g5f5) g5f5 1-0\n";
        let site = Site::of(&[("v.apgn", game)]);
        let page = site.get("/games/a1?line=2&move=1").await;
        assert!(page.text.contains("href=\"/games/a1?line=2&amp;move=2"), "{}", page.text);
        let find = page.text.split("href=\"/?position=").nth(1).unwrap();
        let find = format!("/?position={}", find.split(['"', '&']).next().unwrap());
        let found = site.get(&find).await;
        assert!(found.text.contains("href=\"/games/a1?line=2&amp;move=1"), "{}", found.text);
        assert_eq!(site.get("/games/a1?line=3").await.status, 404);
    });
}

#[test]
fn a_position_that_only_stood_in_games_has_a_page() {
    run(async {
        let site = site();
        let mut board = Board::STANDARD;
        board.set("c3".parse().unwrap(), None);
        board.set("d3".parse().unwrap(), Some(Color::Black));
        let key = board.canonicalize().key();
        let page = site.get(&format!("/p/{key}")).await;
        assert!(page.text.contains("No problem has this position"), "{}", page.text);
        assert!(page.text.contains("href=\"/games/a2?move=1&amp;lang=en\""));
        assert_eq!(site.get(&format!("/p/{key}?record=1")).await.status, 404);
        let answer = site.get(&format!("/api/v1/positions/{key}")).await.json();
        assert_eq!(answer, json!({"key": key.to_string(), "records": []}));
        let text = site.get(&format!("/api/v1/positions/{key}.iatn")).await;
        assert_eq!(text.text, format!("{board}\n"));
    });
}

#[test]
fn files_of_a_position() {
    run(async {
        let site = site();
        let key = start_key();
        let svg = site.get(&format!("/api/v1/positions/{key}.svg")).await;
        assert_eq!(svg.header("content-type"), "image/svg+xml");
        assert!(svg.text.starts_with("<svg") && svg.text.contains("class=\"pit\""));
        let text = site.get(&format!("/api/v1/positions/{key}.iatn")).await;
        let name = format!("attachment; filename=\"{key}.iatn\"");
        assert_eq!(text.header("content-disposition"), name);
        assert_eq!(text.text, format!("{} 0-0\n", Board::STANDARD));
        for path in [format!("{key}.sgf"), format!("{key}.igtn"), format!("{key}/tree")] {
            assert_eq!(site.get(&format!("/api/v1/positions/{path}")).await.status, 404, "{path}");
        }
        for path in [format!("{key}0"), "abc".to_owned(), "zzzzzzzz".to_owned()] {
            assert_eq!(site.get(&format!("/p/{path}")).await.status, 422, "{path}");
        }
        assert_eq!(site.get(&format!("/p/{key}?view=up")).await.status, 422);
        assert_eq!(site.get(&format!("/p/{key}?record=2")).await.status, 404);
    });
}

#[test]
fn bad_texts_are_refused_with_their_place() {
    run(async {
        let site = site();
        let mut wrong = Board::STANDARD.to_string();
        wrong.replace_range(5..6, "?");
        for (text, at) in [
            (wrong.as_str(), json!(6)),
            ("aba4|.", json!(4)),
            ("aba5|X", Value::Null),
            ("0a6_0", Value::Null),
            ("0a1_0i9a1", Value::Null),
            ("0_0", Value::Null),
            ("5/6/7/8/9/8/7/6/4b x", Value::Null),
        ] {
            let answer = site.get(&format!("/api/v1/find?position={}", encode(text))).await;
            assert_eq!(
                (answer.status, &answer.json()["at"]),
                (422, &at),
                "{text}: {}",
                answer.text
            );
            let page = site.get(&format!("/?position={}", encode(text))).await;
            assert_eq!(
                (page.status, page.header("content-type")),
                (422, "text/html; charset=utf-8")
            );
            assert!(
                page.text.contains(ABALONE_FORM) && page.text.contains("aria-invalid=\"true\"")
            );
            assert_eq!(at.is_u64(), page.text.contains(&format!("data-at=\"{at}\"")), "{text}");
        }
        let body = json!({"position": "0a6_0"}).to_string();
        assert_eq!(site.post("/api/v1/find", "application/json", body).await.status, 422);
        for fields in [
            "&near=6",
            "&limit=0",
            "&edges=any",
            "&near=1&contains=true",
            "&in=games&within=true",
            "&in=books",
            "&turn=red",
        ] {
            let answer = site.get(&format!("/api/v1/find?position=0a1_0{fields}")).await;
            assert_eq!(answer.status, 422, "{fields}: {}", answer.text);
        }
        let go = site.get("/api/v1/find?position=1x1%7CX_&in=games").await;
        assert_eq!(go.status, 422, "{}", go.text);
    });
}

#[test]
fn texts_of_files_and_addresses_are_escaped_on_every_page() {
    run(async {
        let site = site();
        let start = encode(first_line());
        for path in [
            "/games?family=abalone".to_owned(),
            "/games?family=abalone&player=%3Cscript%3E".to_owned(),
            "/games?family=%3Cscript%3E".to_owned(),
            "/problems?family=abalone".to_owned(),
            "/problems?family=abalone&name=%22%3E%3Cscript%3E".to_owned(),
            "/problems?family=%22%3E%3Cscript%3E".to_owned(),
            format!("/?position={start}&near=5"),
            format!("/?position={start}&lang=%22%3E%3Cscript%3E"),
            "/?position=0e4e5_0e6&mode=contains".to_owned(),
            "/?position=0a1%22%3E%3Cscript%3E_0".to_owned(),
            "/?do=read&text=0a1%22%3E%3Cscript%3E_0".to_owned(),
            format!("/explore?position={start}"),
            "/explore?family=abalone&moves=%3Cscript%3E".to_owned(),
            "/explore?family=abalone&position=%22%3E%3Cscript%3E".to_owned(),
            format!("/explore?position={start}&player=%22%3E%3Cscript%3E"),
            format!("/?position={start}&point=%3Cscript%3E"),
            format!("/p/{}", start_key()),
            format!("/p/{}?view=%3Cscript%3E", start_key()),
            format!("/p/{}", key("0e4e5_0e6")),
            format!("/p/{}", key("0a2b13d5e4f36g59h567i79_5a4c1234d4e58i5")),
            "/games/a1".to_owned(),
        ] {
            let page = site.get(&path).await;
            assert!(page.text.contains("<html lang="), "{path}");
            for tag in ["<script>", "<img", "<b>", "<i>", "<u>", " style="] {
                assert!(!page.text.contains(tag), "{tag} on {path}: {}", page.text);
            }
        }
    });
}
