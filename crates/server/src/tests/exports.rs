//! The facets of a list, and how far an export is.

use serde_json::json;

use super::{Site, run};

const LEVELS: &str = "(;SZ[9]DI[5k]CP[me]AB[aa][ba]AW[ab][bb]PL[B];B[ac]C[RIGHT])
(;SZ[9]DI[5k]AB[ca][da]AW[cb]PL[B];B[ac]C[RIGHT])
(;SZ[9]AB[ee]AW[gg]PL[B];B[ef]C[RIGHT])";

#[test]
fn facets_count_what_their_links_show() {
    run(async {
        let site = Site::of(&[("a.sgf", LEVELS)]);
        let facets = site.get("/api/v1/problems/facets").await.json();
        let facet =
            |facet, value, problems| json!({"facet": facet, "value": value, "problems": problems});
        let expected = [
            facet("level", "5k", 2),
            facet("level", "none", 1),
            facet("rights", "known", 1),
            facet("rights", "unknown", 2),
        ];
        assert_eq!(facets, json!({"items": expected}));
        for one in expected {
            let query =
                format!("{}={}", one["facet"].as_str().unwrap(), one["value"].as_str().unwrap());
            let listed = site.get(&format!("/api/v1/problems?{query}")).await.json();
            assert_eq!(listed["total"], one["problems"], "{query}");
        }
        let listed = site.get("/api/v1/problems?level=5k..5k&rights=known").await.json();
        assert_eq!((&listed["total"], &listed["items"][0]["level"]), (&json!(1), &json!("5k")));
        assert_eq!(site.get("/api/v1/problems?level=easy").await.status, 422);
        let page = site.get("/problems/facets?rights=unknown").await;
        assert!(
            page.text.contains("/problems?rights=unknown&amp;lang=en&amp;level=none"),
            "{}",
            page.text
        );
    });
}

#[test]
fn an_export_with_a_name_says_how_far_it_is() {
    run(async {
        let site = Site::of(&[("a.sgf", LEVELS)]);
        for (name, format) in [("a1", "sgf"), ("b2", "html")] {
            let query = format!("/api/v1/export?format={format}&progress={name}");
            assert_eq!(site.get(&query).await.status, 200);
            let state = site.get(&format!("/api/v1/export/{name}")).await.json();
            assert_eq!(state, json!({"state": "done", "done": 3, "total": 3}));
        }
        assert_eq!(site.get("/api/v1/export?source=no&progress=c3").await.status, 422);
        assert_eq!(site.get("/api/v1/export/c3").await.json()["state"], "failed");
        assert_eq!(site.get("/api/v1/export/d4").await.status, 404);
        assert_eq!(site.get("/api/v1/export?progress=x").await.status, 422);
        let page = site.get("/export").await;
        assert!(page.text.contains("export.js"), "{}", page.text);
    });
}
