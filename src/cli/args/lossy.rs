//! Names and patterns, which need not be UTF-8.

use clap::builder::{OsStringValueParser, TypedValueParser};
use gtn_db::model::SourcePattern;

/// Parses a text. Bytes that are not UTF-8 become U+FFFD, as in the names of sources.
pub fn lossy_parser() -> impl TypedValueParser<Value = String> {
    OsStringValueParser::new().map(|text| text.to_string_lossy().into_owned())
}

/// Parses a pattern for sources.
pub fn pattern_parser() -> impl TypedValueParser<Value = SourcePattern> {
    lossy_parser().try_map(|text| text.parse::<SourcePattern>())
}
