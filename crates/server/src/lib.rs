//! `gtn-db serve`: the web page and the HTTP API of a database.
//!
//! [`Server::bind`] opens the database and the ports, and [`Server::run`] answers until it receives
//! a signal to end. Nothing is printed here.
//!
//! ```text
//!   connection ─→ compression ─→ problems as pages ─→ guard ─→ a route ─→ App::read ─→ View
//!                                 Host, Origin, types,          api/       a permit, a thread
//!                                 headers of responses          pages/     that may block, a snapshot
//! ```
//!
//! # A route of the API
//!
//! The list in `api/mod.rs` has method, path and handler of every route. A handler takes the state
//! first and one extractor of `input.rs`: `QueryOf<T>` for query parameters, `BodyOf<T>` for JSON.
//! `T` has `#[serde(deny_unknown_fields)]`. Answers are the structs of [`answer`];
//! what a route adds around them is a struct of its own file.
//!
//! The server sends the committed `openapi.json`. With the feature `openapi`, which only
//! `api/document_tests.rs` uses, attributes describe what is behind the routes; the test adds the
//! paths of the list, the answer to errors, and the limits and patterns of values from a
//! table of its own. CONTRIBUTING.md says what writes the document again.
//!
//! ```ignore
//! get "/api/v1/games/{id}" games::game, // in the list
//!
//! /// A game.
//! #[cfg_attr(feature = "openapi", utoipa::path(get, path = "", params(("id" = i64, Path)), responses(
//!     (status = 200, body = GameJson),
//! )))]
//! pub(super) async fn game(State(app): State<Arc<App>>, Path(id): Path<i64>) -> Result<Json<GameJson>, Problem> {
//!     let game = app.read(move |view| Ok(view.store.game(id)?)).await?;
//!     let game = game.ok_or_else(|| Problem::not_found(format!("there is no game {id}")))?;
//!     Ok(Json(GameJson::new(game, None)))
//! }
//! ```
//!
//! # A page
//!
//! `pages/NOUN.rs` has one function `routes()`, merged in the list of `pages/mod.rs`, and a line
//! in `PAGES` of `pages/layout.rs` if all pages link to it. Its words are rows of
//! `texts.tsv`, each in all languages; `texts!` makes constants of them. The argument `Page` knows the language and makes the
//! frame; a form of method POST begins with `(page.token())`, and its handler takes
//! `FormOf<T>`, which checks the token. `pages/board.rs` draws boards, also such whose points are
//! buttons. Scripts and the style sheet are in `assets/`, with a row each in `FILES` of
//! `assets.rs`; `(page.script(name))` runs one. A page works without scripts.
//!
//! ```ignore
//! texts! { "game": TITLE }
//!
//! pub(super) fn routes() -> Router<Arc<App>> {
//!     Router::new().route("/games/{id}", get(game))
//! }
//!
//! async fn game(
//!     page: Page,
//!     State(app): State<Arc<App>>,
//!     Path(id): Path<i64>,
//!     QueryOf(query): QueryOf<GameQuery>, // with `lang: Option<String>`, or without deny_unknown_fields
//! ) -> Result<Html<String>, Problem> {
//!     let game = app.read(move |view| Ok(view.store.game(id)?)).await?;
//!     let game = game.ok_or_else(|| Problem::not_found(format!("there is no game {id}")))?;
//!     Ok(page.show(page.text(TITLE), html! { p { (game.source) } }))
//! }
//! ```
//!
//! # The database and the indexes
//!
//! `app.read(|view| …)` runs its closure on a thread that may block, with as many at a time as the
//! computer has threads. `view.store` reads one snapshot; `view.games()`, `view.outcomes()`,
//! `view.joseki()` and `view.abalone_games()` give the indexes of the same state, loaded when they are
//! first asked for and shared by all requests. `view.position_source()` reads the positions for one
//! question; `view.positions()` has all, to compare them with each other. When an import beside the server
//! has changed the database, the next request starts new ones. `database.rs` opens the file again
//! when another one has taken its place. `select_records` must not be called on `view.store`: other
//! requests get the same connection.
//!
//! # Errors
//!
//! A handler returns `Result<_, Problem>`. [`StoreError`] and the other errors of the library that
//! a client cannot cause become 500 by `?`, and are reported to the person who runs the server;
//! for all others the handler chooses `Problem::unprocessable`, `not_found` or a status. The API
//! answers with problem+json, a page with the same sentence in its frame. A sentence that people can
//! cause on a page is a `Text`; one of the library is English, and pages mark it so.
//!
//! # Bodies
//!
//! A body has at most 64 KiB; a route that takes more has a layer `DefaultBodyLimit`. What a route
//! leaves of a body is received beside its answer (`refusal.rs`). On a read-only server the guard
//! refuses every method that writes, except for the paths in its list of questions.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(missing_docs, unreachable_pub)]
#![cfg_attr(not(test), warn(clippy::unwrap_used))]

mod abalone_lookup;
mod abalone_position;
mod abalone_problems;
#[cfg(test)]
mod abalone_tests;
mod accept;
mod address;
mod api;
mod assess;
mod assets;
mod base_path;
mod batches;
mod database;
#[cfg(test)]
mod database_tests;
mod decide;
#[cfg(test)]
mod desk_tests;
mod download;
mod explore;
mod explored;
mod exports;
mod family;
mod game_fields;
mod game_list;
mod game_view;
mod given_board;
mod guard;
mod input;
mod jobs;
mod like;
#[cfg(test)]
mod limit_tests;
mod listing;
mod lookup;
mod near_pairs;
mod near_search;
mod pages;
mod play;
mod position;
mod problem;
#[cfg(test)]
mod problem_tests;
mod profile;
mod queues;
mod refusal;
mod router;
mod solving;
mod sought;
mod state;
#[cfg(test)]
mod tests;
mod text;
mod upload;
mod waiting;
#[cfg(test)]
mod writing_tests;

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use thiserror::Error;

// The layers below are named from the root of this crate, as its own modules are.
use gtn_db_core::{
    Color, KeyPrefix, PositionKey, abalone, escape, extract, games, go, gtn, model, names, sgf,
    similarity, solution, svg,
};
use gtn_db_data::{answer, export, find, import, joseki, publish, store, view};
use gtn_db_solve as solve;

use crate::store::StoreError;
use accept::Limits;
pub use state::CompileBook;
use state::{App, Settings};

/// How long requests may go on after the server was told to end.
pub const GRACE: Duration = Duration::from_secs(5);

/// The settings of a server.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// The database.
    pub database: PathBuf,
    /// The port; 0 for one that is free.
    pub port: u16,
    /// The address to listen on; both loopback addresses if there is none.
    pub bind: Option<IpAddr>,
    /// The names, with their port if the browser shows one, under which the server also answers.
    pub hosts: Vec<String>,
    /// Whether nothing may be changed.
    pub is_read_only: bool,
    /// The longest upload, in bytes.
    pub max_upload: usize,
    /// Whether pages of other sites may read the API.
    pub has_cors: bool,
    /// The path below which a proxy has the server, such as `/go`; empty for none.
    pub base_path: String,
    /// What makes books as PDF, if something does.
    pub compile_book: Option<CompileBook>,
}

/// A server that listens, but does not answer yet.
#[derive(Debug)]
pub struct Server {
    app: Arc<App>,
    listeners: Vec<TcpListener>,
    address: SocketAddr,
}

/// Why a server cannot start or go on.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The database cannot be opened.
    #[error("cannot serve the database")]
    Store(#[source] StoreError),
    /// The address is taken, or not one of this computer.
    #[error("cannot listen on {address}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The reason.
        source: io::Error,
    },
    /// The system refuses threads or timers.
    #[error("cannot start the server")]
    Start(#[source] io::Error),
}

impl Server {
    /// Opens the database and listens. `report` takes messages about requests that failed, for the
    /// person who runs the server.
    ///
    /// # Errors
    /// If the database cannot be opened, or the port is taken.
    pub fn bind(options: ServerOptions, report: fn(&str)) -> Result<Server, ServeError> {
        let listen = |ip: IpAddr, port: u16| {
            let address = SocketAddr::new(ip, port);
            TcpListener::bind(address).map_err(|source| ServeError::Listen { address, source })
        };
        let ip = options.bind.unwrap_or(Ipv4Addr::LOCALHOST.into());
        let mut listeners = vec![listen(ip, options.port)?];
        let address = listeners[0].local_addr().map_err(ServeError::Start)?;
        if options.bind.is_none() {
            match listen(Ipv6Addr::LOCALHOST.into(), address.port()) {
                Ok(listener) => listeners.push(listener),
                Err(ServeError::Listen { source, .. })
                    if source.kind() != io::ErrorKind::AddrInUse => {} // no IPv6 here
                Err(error) => return Err(error),
            }
        }
        for listener in &listeners {
            listener.set_nonblocking(true).map_err(ServeError::Start)?;
        }
        let settings = Settings {
            hosts: list_hosts(address.port(), &options.hosts),
            is_read_only: options.is_read_only,
            max_upload: options.max_upload,
            has_cors: options.has_cors,
            base_path: options.base_path,
            compile_book: options.compile_book,
            ..Settings::default()
        };
        let app = App::open(&options.database, settings, report).map_err(ServeError::Store)?;
        Ok(Server { app: Arc::new(app), listeners, address })
    }

    /// The address of the first page, such as `http://127.0.0.1:8361/`.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Answers requests until `is_ending` is set; then those that run have [`GRACE`] to finish. An
    /// import ends early, and keeps the sources that were finished.
    ///
    /// # Errors
    /// If the system refuses threads or timers.
    pub fn run(self, is_ending: &'static AtomicBool) -> Result<(), ServeError> {
        let router = router::build(Arc::clone(&self.app));
        let ended = accept::run(self.listeners, router, Limits::default(), is_ending);
        self.app.jobs.end();
        self.app.queues.end();
        ended.map_err(ServeError::Start)
    }
}

/// The values of Host that are answered: the names of this computer with the port, which browsers
/// leave out when it is 80, and those that the person has chosen.
fn list_hosts(port: u16, chosen: &[String]) -> Vec<String> {
    let local = ["localhost", "127.0.0.1", "[::1]"];
    let mut hosts: Vec<String> = local.iter().map(|name| format!("{name}:{port}")).collect();
    if port == 80 {
        hosts.extend(local.map(str::to_owned));
    }
    hosts.extend(chosen.iter().map(|host| host.to_ascii_lowercase()));
    hosts
}
