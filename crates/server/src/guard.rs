//! What every request must fulfill before a route sees it, and what every response carries.
//!
//! A page of another site must neither read from a server on this computer nor write to it. The
//! first needs a name that leads here: `Host` is one of those that the person has chosen. The
//! second needs a request that a browser marks as one of another site.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use percent_encoding::percent_decode_str;

use super::problem::Problem;
use super::state::{App, Settings};
use super::text::texts;

/// The longest body, in bytes; an import may be longer.
pub(super) const MAX_BODY: usize = 64 * 1024;

/// Where the routes of the API begin.
pub(super) const API: &str = "/api/";

/// What may be posted to a server that is read-only, because it only asks.
const QUESTIONS: [&str; 3] = ["/api/v1/find", "/api/v1/find/list", "/api/v1/games/like"];

/// The content security policy: a page loads files of this server only.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; \
    frame-ancestors 'none'";

texts! { "server/guard": UNKNOWN_HOST, OTHER_SITE, NOT_UTF8 }

/// Refuses what must not reach a route, and adds the headers of every response.
pub(super) async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let is_shared = app.settings.has_cors && request.uri().path().starts_with(API);
    let is_preflight = is_shared
        && *request.method() == Method::OPTIONS
        && request.headers().contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
    let mut response = match check(&app.settings, &request) {
        Ok(()) if is_preflight => allow(request.uri().path()).into_response(),
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    };
    if let Some(Problem { log: Some(log), .. }) = response.extensions().get() {
        (app.report)(log);
    }
    let headers = response.headers_mut();
    let resource_policy = if is_shared { "cross-origin" } else { "same-origin" };
    let all: [(HeaderName, &'static str); 5] = [
        (HeaderName::from_static("cross-origin-resource-policy"), resource_policy),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::VARY, "accept-language"),
    ];
    for (name, value) in all {
        headers.append(name, HeaderValue::from_static(value));
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    if is_shared {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    }
    response
}

fn check(settings: &Settings, request: &Request) -> Result<(), Problem> {
    let (method, uri, headers) = (request.method(), request.uri(), request.headers());
    check_host(settings, uri, headers)?;
    check_site(settings, method, uri, headers)?;
    check_encoding(uri)
}

/// The texts of the query are UTF-8, or readers of the query would change them.
fn check_encoding(uri: &Uri) -> Result<(), Problem> {
    let mut pairs = uri.query().unwrap_or_default().split('&');
    match pairs.find(|pair| percent_decode_str(pair).decode_utf8().is_err()) {
        None => Ok(()),
        Some(pair) => {
            let name = pair.split('=').next().unwrap_or_default();
            Err(Problem::unprocessable(NOT_UTF8.with(&[&name])))
        }
    }
}

/// What a browser may send to a path of the API from a page of another site.
fn allow(path: &str) -> impl IntoResponse {
    let methods = if QUESTIONS.contains(&path) { "GET, HEAD, POST" } else { "GET, HEAD" };
    let headers = [
        (header::ACCESS_CONTROL_ALLOW_METHODS, methods),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, "content-type"),
        (header::ACCESS_CONTROL_MAX_AGE, "600"),
    ];
    (StatusCode::NO_CONTENT, headers)
}

/// Refuses what would change the database of a read-only server.
pub(super) async fn refuse_changes(
    State(app): State<Arc<App>>,
    request: Request,
    next: Next,
) -> Response {
    let asks = only_asks(request.method(), request.uri());
    if app.settings.is_read_only && !asks {
        return Problem::read_only().into_response();
    }
    next.run(request).await
}

/// Whether a request changes nothing.
fn only_asks(method: &Method, uri: &Uri) -> bool {
    is_safe(method) || *method == Method::POST && QUESTIONS.contains(&uri.path())
}

/// Whether a method changes nothing.
fn is_safe(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}

/// Host, once and whole, is one of the names that are answered.
fn check_host(settings: &Settings, uri: &Uri, headers: &HeaderMap) -> Result<(), Problem> {
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = hosts.next().and_then(|host| host.to_str().ok());
    let authority = uri.authority().map(|authority| authority.as_str());
    let is_known = |host: &str| settings.hosts.contains(&host.to_ascii_lowercase());
    let is_answered = hosts.next().is_none()
        && host.or(authority).is_some()
        && [host, authority].into_iter().flatten().all(is_known);
    if is_answered {
        return Ok(());
    }
    Err(Problem::new(StatusCode::MISDIRECTED_REQUEST, UNKNOWN_HOST))
}

/// The request does not come from a page of another site, except as a link that is followed, or
/// to an API that such pages may read.
fn check_site(
    settings: &Settings,
    method: &Method,
    uri: &Uri,
    headers: &HeaderMap,
) -> Result<(), Problem> {
    if settings.has_cors && only_asks(method, uri) && uri.path().starts_with(API) {
        return Ok(());
    }
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    let is_own_origin = text("origin").is_none_or(|origin| {
        // Under the policy no-referrer, browsers hide the origin of forms, also from their own site.
        if origin == "null" {
            return text("sec-fetch-site") == Some("same-origin");
        }
        let host = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        host.is_some_and(|host| settings.hosts.contains(&host.to_ascii_lowercase()))
    });
    let is_link = is_safe(method) && text("sec-fetch-mode") == Some("navigate");
    let is_own_site = matches!(text("sec-fetch-site"), None | Some("same-origin" | "none"));
    if is_own_origin && (is_own_site || is_link) {
        return Ok(());
    }
    Err(Problem::new(StatusCode::FORBIDDEN, OTHER_SITE))
}
