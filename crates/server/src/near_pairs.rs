//! The near positions of the database, as far as they are found.

use std::sync::Arc;

use serde::Serialize;

use super::problem::Problem;
use super::state::{App, View};
use crate::find::{PositionIndex, find_all_near_pairs};
use crate::similarity::NearPair;
use crate::view::NearList;

/// How far the search for near positions is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(super) struct NearProgress {
    /// The positions that were compared with all others.
    pub(super) compared: u64,
    /// All positions.
    pub(super) positions: u64,
}

/// Pairs of positions that differ in few points.
#[derive(Clone, Debug)]
pub(super) struct NearPairs {
    /// All pairs; while they are searched, those that differ in one point.
    pub(super) list: Arc<NearList>,
    /// `None` unless the search goes on.
    pub(super) progress: Option<NearProgress>,
}

impl NearPairs {
    /// Lists the pairs that differ in at most `k` points, as far as they are found. A search that
    /// takes longer than a moment goes on until nobody asks for its pairs.
    ///
    /// # Errors
    /// If the database cannot be read, or the system refuses a thread.
    pub(super) fn find(app: &Arc<App>, view: &View<'_>, k: u8) -> Result<NearPairs, Problem> {
        let load = |k| view.near(k, |positions| find_all(positions, k));
        if k == 1 || view.has_near(k) {
            return Ok(NearPairs { list: load(k)?, progress: None });
        }
        let (positions, searching) = (view.positions()?, Arc::clone(app));
        // What the first page lists, before a search that uses all cores begins.
        let first = load(1)?;
        let found_among = Arc::clone(&positions);
        let keep = move |found| {
            searching.with_view(|view| {
                if view.has_positions(&found_among) {
                    view.near(k, |_| found)?;
                }
                Ok(())
            })
        };
        let search = app.near_searches.begin(k, &positions, keep)?;
        if let Some(search) = &search
            && search.wait()?
            && view.has_near(k)
        {
            return Ok(NearPairs { list: load(k)?, progress: None });
        }
        let compared = search.map_or(0, |search| search.compared());
        let progress = NearProgress { compared, positions: positions.index().len() as u64 };
        Ok(NearPairs { list: first, progress: Some(progress) })
    }

    /// Whether there are pairs that the list leaves out.
    pub(super) fn has_more(&self) -> bool {
        self.list.max_partners.is_some() || self.progress.is_some()
    }
}

fn find_all(positions: &PositionIndex, k: u8) -> (Vec<NearPair>, bool) {
    find_all_near_pairs(positions, k, |_| true).expect("nothing ends the search")
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use serde_json::{Value, json};

    use crate::tests::{Site, run};

    const NEAR: &str = "(;SZ[9]AB[aa][bb]AW[cc])(;SZ[9]AB[aa][bb]AW[cc][ca])
        (;SZ[9]AB[aa][bb]AW[cc][ca][ac])";

    #[test]
    fn while_a_search_goes_on_pairs_that_differ_in_a_point_are_listed() {
        run(async {
            let (site, app) = Site::with_app(&[("n.sgf", NEAR)]);
            let (release, released) = mpsc::channel::<()>();
            let keep = move |_| {
                released.recv().unwrap();
                Ok(())
            };
            let positions = app.with_view(|view| Ok(view.positions()?)).unwrap();
            let other = app.near_searches.begin(5, &positions, keep).unwrap().unwrap();
            let list = async || site.get("/api/v1/near?k=2").await.json();
            let found = list().await;
            let (total, more) = (&found["total"], &found["more"]);
            assert_eq!((total, more), (&json!(2), &json!(true)), "{found}");
            assert_eq!(found["progress"], json!({"compared": 0, "positions": 3}));
            let page = site.get("/near?k=2").await.text;
            assert!(page.contains("0 of 3 positions are compared"), "{page}");

            release.send(()).unwrap();
            while !other.wait().unwrap() {}
            let found = loop {
                // A busy computer answers before the search of this request has ended.
                let found = list().await;
                if found["more"] == json!(false) {
                    break found;
                }
            };
            assert_eq!(found["total"], json!(3), "{found}");
            assert_eq!(found["progress"], Value::Null);
            let page = site.get("/near?k=2").await.text;
            assert!(page.contains("data-total=\"3\"") && !page.contains("<progress"), "{page}");
        });
    }

    /// 731 positions, for which 2^19 pairs are 717 others each: to one of them, all others are near.
    #[test]
    fn a_limited_list_says_so() {
        run(async {
            let point = |group: u8, number: u8| {
                let letter = |number: u8| char::from(b'd' + number);
                format!("[{}{}]", letter(number % 9), letter(group * 4 + number / 9))
            };
            let stones = |stones: &str| format!("(;SZ[19]AB[aa][sa][as][ss][br]{stones}AW[ba])\n");
            // Two such triples have at most one point in common.
            let triple = |number: u16| {
                let (one, other) = ((number / 27) as u8, (number % 27) as u8);
                let triple = [point(0, one), point(1, other), point(2, (one + other) % 27)];
                stones(&triple.concat())
            };
            let trees = stones("") + &stones(&point(0, 0));
            let trees = trees + &(0..27 * 27).map(triple).collect::<String>();
            let site = Site::of(&[("n.sgf", &trees)]);
            let found = loop {
                let found = site.get("/api/v1/near?k=3&limit=1").await.json();
                if found["progress"].is_null() {
                    break found;
                }
            };
            assert_eq!(found["more"], true);
            let page = site.get("/near?k=3").await.text;
            assert!(page.contains("have more than 717 others near them"), "{page}");
        });
    }
}
