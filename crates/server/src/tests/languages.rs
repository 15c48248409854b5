//! Pages in other languages have no English sentence, except in elements that say so.

use axum::body::Body;
use axum::http::Request;

use super::{Site, get, run};

const PAGE: &str = "text/html; charset=utf-8";

/// Problems, a contradiction, a game and a game of Abalone, whose texts are not English.
const FILES: [(&str, &str); 3] = [
    (
        "mondai.sgf",
        "(;SZ[9]GN[一]AB[ba][bb]AW[cb]PL[B](;B[ca]C[正解])(;B[aa];W[ca]))\
         (;SZ[9]GN[二]AB[ba][bb]AW[cb]PL[B];B[aa]TE[1])\
         (;SZ[9]GN[三]AB[ba][bb][de]AW[cb]PL[B];B[ca]TE[1])",
    ),
    ("kifu.sgf", "(;SZ[19]PB[甲]PW[乙]DT[1998];B[pd]C[初手];W[dd](;B[pp];W[dp])(;B[dp]))"),
    ("abalone.apgn", "[White \"A\"]\n[Black \"B\"]\n\n1. a1b2 i9h8 *\n"),
];

/// Addresses, with a problem in place of `KEY`: pages, and then what has no answer.
const ADDRESSES: [&str; 70] = [
    "/",
    "/?family=abalone",
    "/?position=0a45b456c56g45h456i56_0a12b123c23g78h789i89&near=2",
    "/?position=0a1_0&mode=within",
    "/?position=0a6_0",
    "/explore?family=abalone",
    "/explore?family=abalone&moves=a1b2",
    "/explore?position=0a1_0",
    "/explore?family=abalone&moves=a1",
    "/games/a1?move=1",
    "/?position=2x3%7C.X._.XO_%21%21%21_&near=2",
    "/?position=2x3%7C.X._.XO_%21%21%21_&mode=contains",
    "/?position=9x9%7CX................................................................................",
    "/problems",
    "/problems?turn=black&region=corner",
    "/problems?turn=white",
    "/p/KEY",
    "/p/KEY?moves=C9&both=1",
    "/p/KEY?moves=E5",
    "/p/KEY?hint=1",
    "/explore",
    "/explore?moves=Q16&part=focus",
    "/explore?examples=newest",
    "/profile?name=a",
    "/games/1/like",
    "/explore?kind=corner",
    "/explore?kind=shape",
    "/explore?kind=shape&region=K10-T19",
    "/explore?moves=A1",
    "/games",
    "/games?player=x",
    "/games/1?move=1",
    "/games/1?line=2",
    "/duplicates",
    "/conflicts",
    "/near",
    "/cores",
    "/books",
    "/near?k=5",
    "/import",
    "/desk",
    "/desk/0",
    "/conflicts?class=assumed",
    "/export?turn=black",
    "/problems/facets?turn=black",
    "/about",
    "/docs",
    // No answers.
    "/nothing",
    "/games/99",
    "/games/a99",
    "/games/1?line=9",
    "/games?opponent=x",
    "/games?sort=date&after=99",
    "/games?year=x",
    "/p/zz",
    "/p/00000000000000000000000000000000",
    "/p/KEY?record=9",
    "/p/KEY-either",
    "/p/KEY?node=99",
    "/p/KEY?moves=Z99",
    "/problems?source=x",
    "/problems?stones=x",
    "/problems?after=x",
    "/near?k=9",
    "/explore?point=Z99",
    "/explore?position=nonsense",
    "/explore?kind=corner&moves=Q16+D4",
    "/?text=nonsense&do=read",
    "/?size=0x0&do=ask",
    "/import/nothing",
];

/// A page without the elements that are marked as English.
fn without_english_elements(page: &str) -> String {
    let (mut kept, mut rest) = (String::new(), page);
    while let Some(at) = rest.find("lang=\"en\"") {
        let start = rest[..at].rfind('<').expect("an attribute is in a tag");
        let name: String =
            rest[start + 1..].chars().take_while(char::is_ascii_alphanumeric).collect();
        kept.push_str(&rest[..start]);
        rest = &rest[start..];
        // The end of the element: elements of the same name may be inside.
        let (open, close) = (format!("<{name}"), format!("</{name}>"));
        let (mut depth, mut end) = (0, 0);
        loop {
            let closing = end + rest[end..].find(&close).expect("every element is closed");
            depth += rest[end..closing].matches(&open).count();
            depth -= 1;
            end = closing + close.len();
            if depth == 0 {
                break;
            }
        }
        rest = &rest[end..];
    }
    kept + rest
}

/// The first run of four English words.
fn find_sentence(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split(' ').collect();
    let is_word = |word: &&str| {
        let word = word.trim_end_matches([',', '.', ':', ';']);
        word.chars().all(|char| char.is_ascii_alphabetic()) && !word.is_empty()
    };
    let found = words.windows(4).find(|words| words.iter().all(is_word))?;
    Some(found.join(" "))
}

#[test]
fn sentences_and_marked_elements_are_found() {
    let page = "<p>一<span lang=\"en\">a <span>b</span> c</span>二</p>";
    assert_eq!(without_english_elements(page), "<p>一二</p>");
    assert_eq!(find_sentence("<p>there is no game 7").as_deref(), None);
    assert_eq!(find_sentence("見 the server is busy; 後").as_deref(), Some("the server is busy;"));
}

#[test]
fn pages_in_other_languages_have_no_english_sentence() {
    run(async {
        let site = Site::of(&FILES);
        let problems = site.get("/api/v1/problems").await.json();
        let key = problems["items"][0]["key"].as_str().unwrap();
        let verdict = format!("/api/v1/positions/{key}/verdict");
        let verdict = site.post(&verdict, "application/json", "").await;
        assert_eq!(
            (verdict.status, verdict.json()["verdicts"].as_array().unwrap().len()),
            (200, 1)
        );
        for address in ADDRESSES {
            let address = address.replace("KEY", key);
            let separator = if address.contains('?') { '&' } else { '?' };
            for language in ["ja", "zh"] {
                let page = site.get(&format!("{address}{separator}lang={language}")).await;
                let tag = format!("<html lang=\"{language}\">");
                assert!(page.text.contains(&tag), "{address}: {}", page.text);
                let found = find_sentence(&without_english_elements(&page.text));
                assert_eq!(found, None, "{address}: {}", page.text);
            }
        }
    });
}

#[test]
fn drawn_boards_are_described_in_the_language_of_the_page() {
    run(async {
        let site = Site::of(&FILES);
        for address in
            ["/problems", "/export", "/duplicates", "/conflicts", "/explore?family=abalone"]
        {
            let separator = if address.contains('?') { '&' } else { '?' };
            for (language, black) in [("en", "Black"), ("ja", "黒"), ("zh", "黑")] {
                let page = site.get(&format!("{address}{separator}lang={language}")).await.text;
                let boards = page.split("role=\"img\"").skip(1);
                let labels = boards.map(|board| {
                    let label = board.split("aria-label=\"").nth(1).unwrap();
                    label.split('"').next().unwrap()
                });
                let labels: Vec<&str> = labels.collect();
                assert!(!labels.is_empty(), "{address}");
                for label in labels {
                    assert!(label.contains(&format!(". {black} ")), "{label}");
                    let is_word = |word: &&str| {
                        word.len() > 3 && word.bytes().all(|b| b.is_ascii_lowercase())
                    };
                    let english = label.split([' ', ';', ',', ':']).find(is_word);
                    assert_eq!(english.is_some(), language == "en", "{address}: {label}");
                }
            }
        }
    });
}

#[test]
fn a_fault_is_said_in_the_language_of_the_page() {
    run(async {
        let site = Site::of(&FILES);
        let missing = site.get("/games/99?lang=ja").await;
        assert_eq!(missing.status, 404);
        assert!(missing.text.contains("棋譜99はありません。"), "{}", missing.text);
        assert!(!missing.text.contains("there is no game"), "{}", missing.text);
        let missing = site.get("/games/99").await;
        assert!(missing.text.contains("there is no game 99"), "{}", missing.text);
        // The API speaks English, whatever the browser accepts.
        let request = get("/api/v1/games/99").header("accept-language", "ja");
        let missing = site.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(missing.json()["detail"], "there is no game 99");
        // Also where no route is reached.
        let elsewhere = Request::get("/games?lang=ja").header("host", "example.org");
        let elsewhere = site.send(elsewhere.body(Body::empty()).unwrap()).await;
        assert_eq!((elsewhere.status, elsewhere.header("content-type")), (421, PAGE));
        assert!(elsewhere.text.contains("この名前では応答しません。"), "{}", elsewhere.text);
        assert!(elsewhere.header("content-security-policy").starts_with("default-src 'none'"));
        let foreign = get("/games").header("sec-fetch-site", "cross-site");
        let foreign = foreign.header("accept-language", "ja").body(Body::empty()).unwrap();
        let foreign = site.send(foreign).await;
        assert_eq!((foreign.status, foreign.header("content-type")), (403, PAGE));
        assert!(foreign.text.contains("ほかのサイトのページからの要求です。"), "{}", foreign.text);
        // What the library says stays English, and is marked.
        let refused = site.get("/?text=5x5%7CX&do=read&lang=ja").await;
        assert_eq!(refused.status, 422);
        assert!(
            refused.text.contains("入力を読み取れません。<span lang=\"en\">"),
            "{}",
            refused.text
        );
    });
}
