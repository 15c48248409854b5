//! The page that describes the API.

use std::collections::BTreeSet;

use super::{Site, run};

/// The values of an attribute on a page.
fn values<'a>(page: &'a str, attribute: &str) -> Vec<&'a str> {
    let start = format!(" {attribute}=\"");
    page.split(&start).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn the_page_of_the_api_has_every_route_and_every_object() {
    run(async {
        let site = Site::new();
        let page = site.get("/docs").await;
        assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
        let api = site.get("/api/v1/openapi.json").await.json();
        for (path, methods) in api["paths"].as_object().unwrap() {
            for (method, operation) in methods.as_object().unwrap() {
                let name = format!("<h2><code>{} {path}</code></h2>", method.to_uppercase());
                assert!(page.text.contains(&name), "{name}");
                for parameter in operation["parameters"].as_array().into_iter().flatten() {
                    let name =
                        format!("<dt><code>{}</code></dt>", parameter["name"].as_str().unwrap());
                    assert!(page.text.contains(&name), "{name}");
                }
            }
        }
        let ids = values(&page.text, "id");
        let unique: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(unique.len(), ids.len(), "{ids:?}");
        for link in values(&page.text, "href").iter().filter_map(|href| href.strip_prefix('#')) {
            assert!(unique.contains(link), "{link}");
        }
        assert!(values(&page.text, "href").contains(&"/api/v1/openapi.json"));
        assert!(!page.text.contains("<script"));
        assert!(site.get("/about").await.text.contains("href=\"/docs?lang=en\""));
    });
}

#[test]
fn examples_of_the_api_have_the_address_of_the_server_and_what_is_required() {
    run(async {
        let page = Site::new().get("/docs?lang=ja").await.text;
        for command in [
            "curl 'http://localhost:8361/api/v1/stats'",
            "curl 'http://localhost:8361/api/v1/positions/KEY.svg'",
            "curl -G 'http://localhost:8361/api/v1/find' --data-urlencode 'position=POSITION'",
            "curl -X POST 'http://localhost:8361/api/v1/find' -H 'content-type: application/json' \
             -d '{&quot;position&quot;:&quot;POSITION&quot;}'",
            "curl -X POST 'http://localhost:8361/api/v1/import' \
             -H 'content-type: application/octet-stream' --data-binary @FILE",
        ] {
            assert!(page.contains(&format!("<code>{command}</code>")), "{command}");
        }
        assert!(page.contains("<strong lang=\"ja\">必須</strong>"));
    });
}
