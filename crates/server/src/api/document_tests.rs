//! The document describes the routes: their paths, methods and parameters. With the feature
//! `openapi`, which makes it of the code, it is also checked to the letter.

use std::collections::BTreeSet;

use axum::body::Body;
use axum::http::Request;
use serde_json::Value;

use super::{DOCUMENT, PATHS};
use crate::profile::PLAYERS;
use crate::store::{Conditions, GameConditions};
use crate::tests::{Answer, HOST, Site, run};

fn document() -> Value {
    serde_json::from_str(DOCUMENT).unwrap()
}

/// The operations of a document: method, path and description.
fn operations(document: &Value) -> Vec<(String, &str, &Value)> {
    let mut operations = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            operations.push((method.to_uppercase(), path.as_str(), operation));
        }
    }
    operations
}

/// The names of the parameters of an operation: `query` or `path`.
fn names<'a>(operation: &'a Value, place: &str) -> BTreeSet<&'a str> {
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    let of_place = parameters.filter(|parameter| parameter["in"] == place);
    of_place.map(|parameter| parameter["name"].as_str().unwrap()).collect()
}

async fn send(site: &Site, method: &str, address: &str) -> Answer {
    let request = Request::builder().method(method).uri(address).header("host", HOST);
    site.send(request.body(Body::empty()).unwrap()).await
}

/// A path without parameters.
fn fill(path: &str) -> String {
    path.replace("{key}", "0000").replace("{id}", "0")
}

#[test]
fn the_document_has_the_paths_and_the_methods_of_the_routes() {
    run(async {
        let document = document();
        let operations = operations(&document);
        let described: BTreeSet<_> =
            operations.iter().map(|(method, path, _)| (method.to_lowercase(), *path)).collect();
        let listed = PATHS.iter().map(|&(method, path)| (method.to_owned(), path));
        assert_eq!(described, listed.collect::<BTreeSet<_>>());
        let site = Site::new();
        for (_, path, _) in &operations {
            let own = operations.iter().filter(|(_, other, _)| other == path);
            let own: BTreeSet<&str> = own.map(|(method, ..)| method.as_str()).collect();
            for method in ["GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "OPTIONS"] {
                let answer = send(&site, method, &fill(path)).await;
                assert_eq!(answer.status == 405, !own.contains(method), "{method} {path}");
                if answer.status == 405 {
                    let allowed = answer.header("allow").split(',');
                    let allowed: BTreeSet<_> = allowed.filter(|method| *method != "HEAD").collect();
                    assert_eq!(allowed, own, "{method} {path}");
                }
            }
        }
    });
}

#[test]
fn the_document_has_the_parameters_of_the_routes() {
    run(async {
        let document = document();
        let site = Site::new();
        let mut known = BTreeSet::new();
        known.extend(GameConditions::TABLE.iter().map(|condition| condition.name.to_owned()));
        for (_, _, operation) in operations(&document) {
            known.extend(names(operation, "query").into_iter().map(str::to_owned));
        }
        for (method, path, operation) in operations(&document) {
            let parts = path.split('{').skip(1).filter_map(|rest| rest.split('}').next());
            assert_eq!(names(operation, "path"), parts.collect::<BTreeSet<_>>(), "{method} {path}");
            // A query that is not read at all is refused for none of its names.
            let refuse = async |name: &str| {
                let answer = send(&site, &method, &format!("{}?{name}=", fill(path))).await;
                // Then come the names that are expected, or that there are none beside the conditions.
                let fault = format!("unknown field `{name}`, ");
                answer.text.split_once(&fault).map(|(_, expected)| expected.to_owned())
            };
            let described = names(operation, "query");
            let expected = refuse("nothing").await;
            assert_eq!(expected.is_some(), !described.is_empty(), "{method} {path}");
            let Some(expected) = expected else { continue };
            known.extend(expected.split('`').skip(1).step_by(2).map(str::to_owned));
            // Those that name players are refused in words of their own.
            let is_other =
                |name: &&String| !(path.ends_with("/profile") && PLAYERS.contains(&&***name));
            for name in known.iter().filter(is_other) {
                let is_read = refuse(name).await.is_none();
                assert_eq!(is_read, described.contains(name.as_str()), "{method} {path} {name}");
            }
        }
    });
}

#[cfg(feature = "openapi")]
mod written {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use serde_json::{Value, json};
    use utoipa::OpenApi;

    use super::super::{describe_paths, export, find_list};
    use super::{DOCUMENT, operations};
    use crate::family::Family;
    use crate::find::MAX_NEAREST;
    use crate::game_list::SortField;
    use crate::go::MAX_SIDE;
    use crate::input::{ByField, ExamplesField, MAX_LIMIT, TurnField};
    use crate::joseki::CornerOptions;
    use crate::problem::Problem;
    use crate::profile::{MAX_DEPTH, MAX_POSITIONS};
    use crate::publish::weiqihub_types;
    use crate::similarity::MAX_DISTANCE;
    use crate::solution::Dialect;
    use crate::solving::MAX_NODES;

    /// What is not in a path: the title, the answer to errors, and the types of query parameters,
    /// which a path does not add by itself.
    #[derive(OpenApi)]
    #[openapi(
        info(
            title = "gtn-db",
            description = "Find Go and Abalone problems in any orientation and color, and \
                           positions in problems and games. Errors are problem+json (RFC 9457)."
        ),
        components(schemas(
            Problem,
            Family,
            SortField,
            TurnField,
            ByField,
            ExamplesField,
            export::FormatField,
            export::OrientField,
            export::ChaptersField,
            export::OnePerField,
            export::OrderField,
            export::PaperField,
            export::SolutionsField
        ))
    )]
    struct Frame;

    /// The limits and patterns of values, which their types do not tell: where (everywhere, in a
    /// path or in a schema), of which parameter or field, and what holds for it. A format is a
    /// name for texts whose grammar is no regular expression, or for things of the database.
    fn limits() -> Vec<(&'static str, &'static str, Value)> {
        let limit = json!({"minimum": 1, "maximum": MAX_LIMIT});
        let near = json!({"minimum": 0, "maximum": MAX_DISTANCE});
        let number = json!({"minimum": 0, "maximum": u32::MAX, "format": "int64"});
        let after = json!({"pattern": "^[0-9]{1,18}-[0-9]{1,9}$"});
        let near_after =
            json!({"pattern": "^[0-9]{1,2}\\.[0-9]{1,2}\\.[0-9a-f]{32}\\.[0-9a-f]{32}$"});
        let key = json!({"pattern": "^[0-9A-Fa-f]{4,32}$", "format": "key"});
        let hash = json!({"pattern": "^[0-9A-Fa-f]{32}$"});
        let marks = Dialect::ALL.map(Dialect::name);
        let mark_as = [&[""], &marks[1..]].concat(); // no export marks as `none`
        let default_type: Vec<&str> = std::iter::once("").chain(weiqihub_types()).collect();
        let mut limits = vec![
            ("", "limit", limit.clone()),
            ("FindRequest", "limit", limit),
            ("", "near", near.clone()),
            ("", "nearest", json!({"minimum": 0, "maximum": MAX_NEAREST})),
            ("FindRequest", "nearest", json!({"minimum": 0, "maximum": MAX_NEAREST})),
            ("FindRequest", "near", near),
            ("", "k", json!({"minimum": 1, "maximum": MAX_DISTANCE})),
            ("", "min_games", number.clone()),
            ("", "versus", json!({"pattern": "^([1-9][0-9]{0,3}|pro)$"})),
            ("", "before_move", json!({"maximum": u16::MAX})),
            ("", "after_move", json!({"maximum": u16::MAX})),
            ("", "record", json!({"minimum": 1, "maximum": u32::MAX, "format": "int64"})),
            ("", "nodes", json!({"minimum": 1, "maximum": MAX_NODES})),
            ("", "year", json!({"format": "range"})),
            ("", "comment", json!({"format": "words"})),
            ("", "key", key),
            ("", "shape", json!({"format": "shape"})),
            ("", "sequence", json!({"format": "moves"})),
            ("", "moves", json!({"format": "moves"})),
            ("/api/v1/books", "after", json!({"pattern": "^[0-9]{1,19}/.*//.*$"})),
            ("/api/v1/conflicts", "after", json!({"pattern": "^[0-3]-[0-9]{1,18}-[0-9]{1,9}$"})),
            (
                "/api/v1/cores",
                "after",
                json!({"pattern": "^[0-9]{1,2}\\.[0-9]{1,2}\\.[0-9a-f]{32}\\.[0-9a-f]{32}$"}),
            ),
            ("/api/v1/duplicates", "after", after.clone()),
            ("/api/v1/problems", "after", after),
            ("/api/v1/near", "after", near_after),
            ("/api/v1/export", "limit", number.clone()),
            ("/api/v1/export", "sample", number.clone()),
            ("/api/v1/export", "per_source", number.clone()),
            ("/api/v1/export", "columns", json!({"minimum": 1, "maximum": 6})),
            (
                "/api/v1/export",
                "default_level",
                json!({"pattern": "^(([1-9]|[12][0-9]|30)k|[1-9]d)?$"}),
            ),
            ("/api/v1/export", "default_type", json!({"enum": default_type})),
            ("/api/v1/export", "seed", json!({"minimum": 0, "maximum": u64::MAX})),
            ("/api/v1/export", "progress", json!({"pattern": "^[0-9A-Fa-f]{0,32}$"})),
            ("/api/v1/export/{name}", "name", json!({"pattern": "^[0-9A-Fa-f]{1,32}$"})),
            ("/api/v1/export", "mark_as", json!({"enum": mark_as})),
            ("/api/v1/export", "prefer", json!({"items": {"type": "string", "format": "source"}})),
            ("/api/v1/find", "position", json!({"format": "position"})),
            ("FindRequest", "position", json!({"format": "position"})),
            (
                "FindListRequest",
                "positions",
                json!({
                    "maxItems": find_list::MAX_POSITIONS,
                    "items": {"type": "string", "format": "position"},
                }),
            ),
            ("/api/v1/games/{id}", "id", json!({"pattern": "^a?[0-9]{1,18}$", "format": "game"})),
            ("/api/v1/games/next", "position", json!({"format": "board"})),
            ("/api/v1/games/next", "board", json!({"minimum": 1, "maximum": MAX_SIDE})),
            ("/api/v1/games/like", "game", json!({"minimum": 1, "maximum": u32::MAX})),
            ("LikeBody", "sgf", json!({"format": "sgf"})),
            ("LikeBody", "limit", json!({"minimum": 1, "maximum": MAX_LIMIT})),
            ("/api/v1/games/profile", "name", json!({"pattern": "\\S"})),
            ("/api/v1/games/profile", "position", json!({"format": "goban"})),
            ("", "depth", json!({"minimum": 1, "maximum": MAX_DEPTH})),
            ("", "positions", json!({"minimum": 1, "maximum": MAX_POSITIONS})),
            ("/api/v1/joseki", "position", json!({"format": "corner"})),
            ("/api/v1/joseki", "board", json!({"minimum": 2, "maximum": MAX_SIDE})),
            ("", "window", json!({"minimum": 1, "maximum": CornerOptions::MAX_WINDOW})),
            ("/api/v1/joseki.sgf", "from", json!({"format": "corner"})),
            (
                "/api/v1/joseki.sgf",
                "dictionary",
                json!({"pattern": "^[0-9]{1,18}(,[0-9]{1,18}){0,99}$", "format": "games"}),
            ),
            ("/api/v1/shapes", "position", json!({"format": "shape"})),
            ("/api/v1/shapes", "after", json!({"pattern": "^[0-9]{1,18}:[0-9]{1,9}$"})),
            ("/api/v1/shapes", "region", json!({"format": "region"})),
            ("JudgedRecordJson", "hash", hash.clone()),
            ("JudgedRecordJson", "key", hash),
            ("JudgedRecordJson", "tree", number),
            ("JudgedRecordJson", "problem", json!({"minimum": 1})),
            ("Preference", "source", json!({"format": "source"})),
            ("Files", "file", json!({"minItems": 1})),
        ];
        for path in ["/api/v1/problems", "/api/v1/problems/facets", "/api/v1/export"] {
            limits.extend([
                (path, "source", json!({"format": "source"})),
                (path, "stones", json!({"format": "range"})),
                (path, "number", json!({"format": "range"})),
            ]);
        }
        limits
    }

    /// Adds fields to an object.
    fn extend(object: &mut Value, fields: &Value) {
        let fields = fields.as_object().unwrap().clone();
        object.as_object_mut().unwrap().extend(fields);
    }

    /// What can be of several types says so by `anyOf`: an answer may fit more than one.
    fn allow_several(value: &mut Value) {
        let parts = value["oneOf"].as_array();
        if parts.is_some_and(|parts| parts.iter().all(|part| part["$ref"].is_string())) {
            let object = value.as_object_mut().unwrap();
            let parts = object.remove("oneOf").unwrap();
            object.insert("anyOf".to_owned(), parts);
        }
        match value {
            Value::Object(object) => object.values_mut().for_each(allow_several),
            Value::Array(items) => items.iter_mut().for_each(allow_several),
            _ => {}
        }
    }

    /// What the response is: as it says, or as its schema or else the operation does.
    fn describe_response(operation: &Value, response: &Value, schemas: &Value) -> Value {
        let own = &response["description"];
        let content = response["content"].as_object().into_iter().flatten();
        let mut names = content.filter_map(|(_, content)| content["schema"]["$ref"].as_str());
        let schema = names.next().and_then(|name| name.rsplit('/').next());
        let of_schema = schema.map_or(&Value::Null, |schema| &schemas[schema]["description"]);
        let texts = [own, of_schema, &operation["summary"]];
        texts.into_iter().find(|text| text.is_string()).unwrap().clone()
    }

    /// The document.
    fn write() -> Value {
        let mut document = serde_json::to_value(Frame::openapi()).unwrap();
        for (path, described) in describe_paths() {
            let described = serde_json::to_value(described).unwrap();
            let methods = &mut document["paths"][path];
            if methods.is_null() {
                *methods = json!({});
            }
            extend(methods, &described["paths"][""]);
            let schemas = &described["components"]["schemas"];
            if schemas.is_object() {
                extend(&mut document["components"]["schemas"], schemas);
            }
        }
        allow_several(&mut document);
        let limits = limits();
        let mut used = BTreeSet::new();
        let schemas = &mut document["components"]["schemas"];
        for (schema, field, limit) in &limits {
            if schemas[schema].is_object() {
                extend(&mut schemas[schema]["properties"][field], limit);
                used.insert((*schema, *field));
            }
        }
        // Other fields are refused.
        schemas["Files"]["additionalProperties"] = false.into();
        let schemas = schemas.clone();
        let error = json!({
            "description": schemas["Problem"]["description"],
            "content": {"application/problem+json": {
                "schema": {"$ref": "#/components/schemas/Problem"},
            }},
        });
        for (path, methods) in document["paths"].as_object_mut().unwrap() {
            for operation in methods.as_object_mut().unwrap().values_mut() {
                let own = operation.clone();
                for response in operation["responses"].as_object_mut().unwrap().values_mut() {
                    response["description"] = describe_response(&own, response, &schemas);
                }
                operation["responses"]["default"] = error.clone();
                let operation = operation.as_object_mut().unwrap();
                operation.remove("tags"); // the name of the file
                let parameters = operation.get_mut("parameters").and_then(Value::as_array_mut);
                for parameter in parameters.into_iter().flatten() {
                    for (place, name, limit) in &limits {
                        let is_here = place.is_empty() || place == path;
                        if is_here && parameter["name"] == *name {
                            extend(&mut parameter["schema"], limit);
                            used.insert((place, name));
                        }
                    }
                }
            }
        }
        assert_eq!(used.len(), limits.len(), "{used:?}");
        document
    }

    /// `GTN_DB_UPDATE_DOCS=1` writes the document and its copy again.
    #[test]
    fn the_document_is_that_of_the_code() {
        let written = write();
        assert_eq!(written["openapi"], "3.1.0");
        assert!(operations(&written).len() > 30);
        let written = serde_json::to_string_pretty(&written).unwrap() + "\n";
        if std::env::var_os("GTN_DB_UPDATE_DOCS").is_some() {
            let package = Path::new(env!("CARGO_MANIFEST_DIR"));
            for path in ["openapi.json", "../../docs/openapi.json"] {
                fs::write(package.join(path), &written).unwrap();
            }
            return;
        }
        assert!(written == DOCUMENT, "openapi.json is stale: CONTRIBUTING.md says what writes it");
    }
}
