//! `/docs`: the routes of the API, drawn from its OpenAPI description.

use std::sync::Arc;

use axum::Router;
use axum::http::{HeaderMap, Uri, header};
use axum::response::Html;
use axum::routing::get;
use maud::{Markup, html};
use serde_json::{Map, Value, json};
use utoipa::openapi::OpenApi;

use super::layout::Page;
use super::text::texts;
use crate::state::App;

/// The path of the page.
pub(super) const DOCS: &str = "/docs";

texts! { "docs":
    pub(super) TITLE, DESCRIPTION, CAPITALS, ROUTES, PARAMETERS, BODY, RESPONSES, EXAMPLE, OBJECTS,
    REQUIRED,
}

/// Where references to schemas begin.
const SCHEMAS: &str = "#/components/schemas/";

pub(super) fn routes(description: &OpenApi) -> Router<Arc<App>> {
    let description = serde_json::to_value(description).expect("OpenAPI is JSON");
    let api = Arc::new(Api { description });
    let show = move |page: Page, uri: Uri, headers: HeaderMap| async move {
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let host = host.or(uri.authority().map(|authority| authority.as_str()));
        api.show(&page, host.unwrap_or_default())
    };
    Router::new().route(DOCS, get(show))
}

/// The description of the API as JSON.
struct Api {
    description: Value,
}

/// A method of a path.
struct Route<'a> {
    method: &'a str,
    path: &'a str,
    operation: &'a Value,
}

impl Api {
    /// The whole page. `host` is the name under which the client knows the server.
    fn show(&self, page: &Page, host: &str) -> Html<String> {
        let routes = self.routes();
        let content = html! {
            p { (page.text(DESCRIPTION)) " " a href="/api/v1/openapi.json" { "openapi.json" } }
            p { (page.text(CAPITALS)) }
            h2 { (page.text(ROUTES)) }
            ul {
                @for route in &routes {
                    li {
                        a href={ "#" (route.anchor()) } { code { (route.name()) } }
                        " " span lang="en" { (prose(&route.operation["summary"])) }
                    }
                }
            }
            @for route in &routes { (self.show_route(page, host, route)) }
            h2 { (page.text(OBJECTS)) }
            @for (name, schema) in members(&self.description["components"]["schemas"]) {
                section id=(schema_anchor(name)) {
                    h3 { code { (name) } }
                    div lang="en" { (show_schema(page, schema)) }
                }
            }
        };
        page.show(page.text(TITLE), content)
    }

    /// All methods of all paths, sorted by path.
    fn routes(&self) -> Vec<Route<'_>> {
        let paths = members(&self.description["paths"]);
        let routes = paths.flat_map(|(path, methods)| {
            members(methods).map(move |(method, operation)| Route { method, path, operation })
        });
        routes.collect()
    }

    fn show_route(&self, page: &Page, host: &str, route: &Route<'_>) -> Markup {
        let operation = route.operation;
        let body = &operation["requestBody"];
        html! {
            section id=(route.anchor()) {
                h2 { code { (route.name()) } }
                p lang="en" { (prose(&operation["summary"])) }
                @if operation["description"].is_string() {
                    p lang="en" { (prose(&operation["description"])) }
                }
                @if !elements(&operation["parameters"]).is_empty() {
                    h3 { (page.text(PARAMETERS)) }
                    dl lang="en" {
                        @for parameter in elements(&operation["parameters"]) {
                            dt { code { (text(&parameter["name"])) } }
                            dd {
                                (text(&parameter["in"])) ", " (show_type(&parameter["schema"]))
                                @if parameter["required"] == true { ", " (required(page)) }
                                ". " (prose(&parameter["description"]))
                            }
                        }
                    }
                }
                @if body.is_object() {
                    h3 { (page.text(BODY)) }
                    p lang="en" {
                        (show_content(&body["content"]))
                        @if body["required"] == true { ", " (required(page)) }
                    }
                }
                h3 { (page.text(RESPONSES)) }
                dl lang="en" {
                    @for (status, response) in members(&operation["responses"]) {
                        dt { (status) }
                        dd {
                            (prose(&response["description"])) " "
                            (show_content(&response["content"]))
                        }
                    }
                }
                h3 { (page.text(EXAMPLE)) }
                p { code { (self.write_command(host, route)) } }
            }
        }
    }

    /// A command of a shell that sends a request with everything that is required.
    fn write_command(&self, host: &str, Route { method, path, operation }: &Route<'_>) -> String {
        let mut path = (*path).to_owned();
        let mut arguments = String::new();
        for parameter in elements(&operation["parameters"]) {
            let name = text(&parameter["name"]);
            if parameter["in"] == "path" {
                path = path.replace(&format!("{{{name}}}"), &name.to_uppercase());
            } else if parameter["required"] == true {
                arguments += &format!(" --data-urlencode '{name}={}'", name.to_uppercase());
            }
        }
        let body = &operation["requestBody"]["content"];
        if let Some(object) = body.get("application/json") {
            let value = self.example("body", &object["schema"]);
            arguments += &format!(" -H 'content-type: application/json' -d '{value}'");
        } else if let Some((kind, _)) = members(body).next() {
            arguments += &format!(" -H 'content-type: {kind}' --data-binary @FILE");
        }
        let method = match *method {
            "get" if arguments.is_empty() => String::new(),
            "get" => " -G".to_owned(),
            method => format!(" -X {}", method.to_uppercase()),
        };
        format!("curl{method} 'http://{host}{path}'{arguments}")
    }

    /// A value of a schema with its required fields. A text is its name in capitals.
    fn example(&self, name: &str, schema: &Value) -> Value {
        if let Some(found) = schema["$ref"].as_str().and_then(|found| found.strip_prefix(SCHEMAS)) {
            return self.example(name, &self.description["components"]["schemas"][found]);
        }
        if let Some(value) = elements(&schema["enum"]).first() {
            return value.clone();
        }
        match text(&schema["type"]) {
            "object" => {
                let names = elements(&schema["required"]).iter().map(text);
                let fields = names
                    .map(|name| (name.to_owned(), self.example(name, &schema["properties"][name])));
                Value::Object(fields.collect::<Map<String, Value>>())
            }
            "array" => json!([self.example(name, &schema["items"])]),
            "integer" | "number" => json!(1),
            "boolean" => json!(true),
            _ => json!(name.to_uppercase()),
        }
    }
}

impl Route<'_> {
    /// The method and the path.
    fn name(&self) -> String {
        format!("{} {}", self.method.to_uppercase(), self.path)
    }

    /// The id of the section of the page.
    fn anchor(&self) -> &str {
        text(&self.operation["operationId"])
    }
}

/// The id of the section of a schema.
fn schema_anchor(name: &str) -> String {
    format!("object-{name}")
}

fn required(page: &Page) -> Markup {
    html! { strong lang=(page.language.tag()) { (page.text(REQUIRED)) } }
}

/// The description of a schema, and its fields or values.
fn show_schema(page: &Page, schema: &Value) -> Markup {
    let is_required = |name: &str| elements(&schema["required"]).iter().any(|one| one == name);
    html! {
        @if schema["description"].is_string() { p { (prose(&schema["description"])) } }
        @for part in elements(&schema["allOf"]) { (show_schema(page, part)) }
        @if members(&schema["properties"]).next().is_some() {
            dl {
                @for (name, field) in members(&schema["properties"]) {
                    dt { code { (name) } }
                    dd {
                        (show_type(field))
                        @if is_required(name) { ", " (required(page)) }
                        ". " (prose(&field["description"]))
                    }
                }
            }
        } @else if elements(&schema["allOf"]).is_empty() {
            p { (show_type(schema)) }
        }
    }
}

/// Media types with the types of their values.
fn show_content(content: &Value) -> Markup {
    html! {
        @for (index, (kind, media)) in members(content).enumerate() {
            @if index > 0 { "; " }
            code { (kind) } " " (show_type(&media["schema"]))
        }
    }
}

/// The type of a value: a link to an object, or words.
fn show_type(schema: &Value) -> Markup {
    let name = schema["$ref"].as_str().and_then(|name| name.strip_prefix(SCHEMAS));
    let values = elements(&schema["enum"]);
    let parts = ["oneOf", "allOf"].map(|name| elements(&schema[name])).concat();
    html! {
        @if let Some(name) = name {
            a href={ "#" (schema_anchor(name)) } { (name) }
        } @else if !values.is_empty() {
            @for (index, value) in values.iter().enumerate() {
                @if index > 0 { " or " }
                code { (text(value)) }
            }
        } @else if !parts.is_empty() {
            @for (index, part) in parts.iter().enumerate() {
                @if index > 0 { @if schema["oneOf"].is_array() { " or " } @else { " with " } }
                (show_type(part))
            }
        } @else if schema["type"] == "array" {
            "list of " (show_type(&schema["items"]))
        } @else if let Value::Array(names) = &schema["type"] {
            (names.iter().map(text).collect::<Vec<_>>().join(" or "))
        } @else if schema["type"].is_string() {
            (text(&schema["type"]))
        } @else {
            "any value"
        }
    }
}

/// A text of the description, with code between its backticks.
fn prose(value: &Value) -> Markup {
    html! {
        @for (index, piece) in text(value).split('`').enumerate() {
            @if index % 2 == 1 { code { (piece) } } @else { (piece) }
        }
    }
}

/// A text, empty if there is none.
fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// The elements of a list, none if there is no list.
fn elements(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The members of an object, none if there is no object.
fn members(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    value.as_object().into_iter().flatten().map(|(name, value)| (name.as_str(), value))
}
