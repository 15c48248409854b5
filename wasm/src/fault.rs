//! Errors of the library as errors of JavaScript.

use std::error::Error;

use wasm_bindgen::{JsError, JsValue};

/// The message of an error. In JavaScript it is an `Error`.
///
/// `JsError` itself exists only inside a JavaScript engine, and tests run outside.
#[derive(Debug, PartialEq, Eq)]
pub struct Fault(pub String);

impl<E: Error> From<E> for Fault {
    fn from(error: E) -> Fault {
        Fault(error.to_string())
    }
}

impl From<Fault> for JsValue {
    fn from(fault: Fault) -> JsValue {
        JsError::new(&fault.0).into()
    }
}
