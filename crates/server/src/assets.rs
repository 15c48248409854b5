//! Style sheets and scripts, in the binary. Their addresses hold the hash of their content, so
//! browsers keep them until they change.

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::problem::Problem;
use super::state::App;
use crate::svg::{HEX_STYLE, STYLE};

/// A file in the folder `assets`.
struct Asset {
    name: &'static str,
    kind: &'static str,
    text: String,
    /// The beginning of the hash of `text`.
    hash: String,
}

const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// All files: their names, media types and pieces.
const FILES: [(&str, &str, &[&str]); 10] = [
    (
        "style.css",
        CSS,
        &[
            include_str!("assets/style.css"),
            include_str!("assets/curate.css"),
            include_str!("assets/games.css"),
            STYLE,
            HEX_STYLE,
        ],
    ),
    ("board.js", SCRIPT, &[include_str!("assets/board.js")]),
    ("export.js", SCRIPT, &[include_str!("assets/export.js")]),
    ("keys.js", SCRIPT, &[include_str!("assets/keys.js")]),
    ("find.js", SCRIPT, &[include_str!("assets/find.js")]),
    ("games.js", SCRIPT, &[include_str!("assets/games.js")]),
    ("import.js", SCRIPT, &[include_str!("assets/import.js")]),
    ("play.js", SCRIPT, &[include_str!("assets/play.js")]),
    ("sets.js", SCRIPT, &[include_str!("assets/sets.js")]),
    ("wait.js", SCRIPT, &[include_str!("assets/wait.js")]),
];

static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    let asset = |(name, kind, pieces): (&'static str, &'static str, &[&str])| {
        let text = pieces.concat();
        let hash = blake3::hash(text.as_bytes()).to_hex()[..16].to_owned();
        Asset { name, kind, text, hash }
    };
    FILES.into_iter().map(asset).collect()
});

/// The address of a file.
///
/// # Panics
/// If there is no file of this name.
pub(super) fn address(name: &str) -> String {
    let asset = ASSETS.iter().find(|asset| asset.name == name).expect("FILES has every name");
    format!("/assets/{}/{name}", asset.hash)
}

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/assets/{hash}/{name}", get(asset))
}

async fn asset(Path((hash, name)): Path<(String, String)>) -> Result<Response, Problem> {
    let asset = ASSETS.iter().find(|asset| asset.name == name && asset.hash == hash);
    let asset = asset.ok_or_else(|| Problem::not_found("there is no such file"))?;
    let cache = "public, max-age=31536000, immutable";
    let headers = [(header::CONTENT_TYPE, asset.kind), (header::CACHE_CONTROL, cache)];
    Ok((headers, asset.text.as_str()).into_response())
}
