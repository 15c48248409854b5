//! The path of a proxy below which the server is reached, such as `/go`.
//!
//! Routes and pages know no such path. Requests lose it here, whether or not the proxy has removed it
//! already, and the addresses in answers get it: in the attributes of pages that hold addresses, and in
//! the header `Location`.

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::uri::{PathAndQuery, Uri};
use axum::http::{HeaderValue, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};

use super::problem::Problem;

/// The attributes of pages that hold addresses of this server, up to the first character of a value.
const ATTRIBUTES: [&str; 4] = [" href=\"/", " src=\"/", " action=\"/", " data-address=\"/"];

/// The routes below a path, which begins with `/` and does not end so, or is empty.
pub(super) fn below(base: &str, routes: Router) -> Router {
    if base.is_empty() {
        return routes;
    }
    let translate = from_fn_with_state(Arc::<str>::from(base), translate);
    Router::new().fallback_service(routes).layer(translate)
}

async fn translate(State(base): State<Arc<str>>, mut request: Request, next: Next) -> Response {
    if let Some(inner) = strip(request.uri(), &base) {
        *request.uri_mut() = inner;
    }
    let mut response = next.run(request).await;
    let location = response.headers().get(header::LOCATION).and_then(|place| place.to_str().ok());
    let place = location.filter(|place| place.starts_with('/'));
    if let Some(place) =
        place.and_then(|place| HeaderValue::try_from(format!("{base}{place}")).ok())
    {
        response.headers_mut().insert(header::LOCATION, place);
    }
    let kind = response.headers().get(header::CONTENT_TYPE);
    if !kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/html")) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    // Pages are in memory as a whole.
    let Ok(page) = to_bytes(body, usize::MAX).await else {
        return Problem::internal("a page ended early".to_owned()).into_response();
    };
    let mut page = String::from_utf8_lossy(&page).into_owned();
    for attribute in ATTRIBUTES {
        // Quotation marks in texts are escaped, so this is never part of one.
        page = page.replace(attribute, &format!("{}{base}/", attribute.trim_end_matches('/')));
    }
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(page))
}

/// The address below the path; none if it is not below.
fn strip(uri: &Uri, base: &str) -> Option<Uri> {
    let rest = uri.path_and_query()?.as_str().strip_prefix(base)?;
    let rest = match rest.bytes().next() {
        None => "/".to_owned(),
        Some(b'/') => rest.to_owned(),
        Some(b'?') => format!("/{rest}"),
        Some(_) => return None,
    };
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(PathAndQuery::try_from(rest).ok()?);
    Uri::from_parts(parts).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_whole_first_part_is_removed() {
        let strip = |uri: &str| strip(&uri.parse().unwrap(), "/go").map(|uri| uri.to_string());
        assert_eq!(strip("/go").as_deref(), Some("/"));
        assert_eq!(strip("/go?x=1").as_deref(), Some("/?x=1"));
        assert_eq!(strip("/go/games?x=%2Fgo").as_deref(), Some("/games?x=%2Fgo"));
        assert_eq!(strip("/games"), None);
        assert_eq!(strip("/gopher"), None);
    }
}
