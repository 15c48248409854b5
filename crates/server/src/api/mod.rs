//! The HTTP API: a file for each noun.

mod books;
mod conflicts;
mod cores;
mod decisions;
#[cfg(test)]
mod document_tests;
mod duplicates;
mod export;
mod export_abalone;
mod find;
mod find_abalone;
mod find_list;
mod games;
mod health;
mod import;
mod joseki;
mod joseki_tree;
mod like;
mod near;
mod next;
mod positions;
mod preferred;
mod problems;
mod profile;
mod publication;
mod shapes;
mod stats;
mod verdict;

use std::sync::Arc;

use axum::Router;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::{delete, get, post};

use crate::state::App;

/// The description of the API in OpenAPI. `document_tests.rs` writes it.
pub(super) const DOCUMENT: &str = include_str!("../../openapi.json");

/// Makes the routes, and what tests compare the document with, of one list. A segment of a route is
/// a parameter as a whole, so the first list has no files, such as `/api/v1/games/1.sgf`: the
/// routes without an extension answer requests for the files of the second list, too.
macro_rules! list {
    (
        routes { $($method:ident $path:literal $module:ident::$handler:ident,)* }
        files { $($file:literal $file_module:ident::$writer:ident,)* }
    ) => {
        /// The routes of the API.
        pub(super) fn routes() -> Router<Arc<App>> {
            Router::new()
                $(.route($path, $method($module::$handler)))*
                .route("/api/v1/openapi.json", get(document))
        }

        /// The methods and paths of the document.
        #[cfg(test)]
        const PATHS: &[(&str, &str)] =
            &[$((stringify!($method), $path),)* $(("get", $file),)*];

        /// The descriptions of all paths, each as a document whose only path is empty.
        #[cfg(all(test, feature = "openapi"))]
        fn describe_paths() -> Vec<(&'static str, utoipa::openapi::OpenApi)> {
            macro_rules! describe {
                ($one:ident::$function:ident) => {{
                    #[derive(utoipa::OpenApi)]
                    #[openapi(paths($one::$function))]
                    struct Description;
                    <Description as utoipa::OpenApi>::openapi()
                }};
            }
            vec![
                $(($path, describe!($module::$handler)),)*
                $(($file, describe!($file_module::$writer)),)*
            ]
        }
    };
}

list! {
    routes {
        get "/api/v1/books" books::books,
        get "/api/v1/conflicts" conflicts::conflicts,
        get "/api/v1/cores" cores::cores,
        get "/api/v1/decisions" decisions::list_decisions,
        post "/api/v1/decisions" decisions::save_decision,
        delete "/api/v1/decisions" decisions::forget_decision,
        post "/api/v1/decisions/group" decisions::decide_group,
        post "/api/v1/decisions/prefer" decisions::prefer,
        delete "/api/v1/decisions/{id}" decisions::forget_batch,
        get "/api/v1/duplicates" duplicates::duplicates,
        get "/api/v1/export" export::export,
        get "/api/v1/export/{name}" export::progress,
        get "/api/v1/find" find::find_by_query,
        post "/api/v1/find" find::find_by_body,
        post "/api/v1/find/list" find_list::find_list,
        get "/api/v1/games" games::games,
        get "/api/v1/games.sgf" games::games_sgf,
        get "/api/v1/games/{id}" games::game,
        get "/api/v1/games/like" like::like,
        post "/api/v1/games/like" like::like_body,
        get "/api/v1/games/next" next::next,
        get "/api/v1/games/profile" profile::profile,
        get "/api/v1/health" health::health,
        post "/api/v1/import" import::import,
        get "/api/v1/jobs/{id}" import::job,
        delete "/api/v1/jobs/{id}" import::cancel,
        get "/api/v1/joseki" joseki::joseki,
        get "/api/v1/joseki.sgf" joseki_tree::joseki_tree,
        get "/api/v1/near" near::near,
        get "/api/v1/positions/{key}" positions::position,
        get "/api/v1/positions/{key}/tree" positions::tree,
        get "/api/v1/positions/{key}/verdict" verdict::verdict,
        post "/api/v1/positions/{key}/verdict" verdict::solve,
        get "/api/v1/problems" problems::problems,
        get "/api/v1/problems/facets" problems::facets,
        get "/api/v1/shapes" shapes::shapes,
        get "/api/v1/stats" stats::stats,
    }
    files {
        "/api/v1/games/{id}.sgf" games::write_sgf,
        "/api/v1/games/a{id}.apgn" games::write_apgn,
        "/api/v1/positions/{key}.svg" positions::draw,
        "/api/v1/positions/{key}.sgf" positions::write_sgf,
        "/api/v1/positions/{key}.igtn" positions::write_igtn,
        "/api/v1/positions/{key}.iatn" positions::write_iatn,
    }
}

async fn document() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], DOCUMENT)
}
