//! Conditions as keyword arguments.

use gtn_db::store::{Conditions, Given};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Reads the conditions that keyword arguments set: texts, integers, or True and False. None sets nothing.
pub fn read<C: Conditions>(arguments: Option<&Bound<'_, PyDict>>) -> PyResult<C> {
    let mut given = Given::<C>::default();
    for (name, value) in arguments.into_iter().flatten() {
        let name: String = name.extract()?;
        if C::named(&name).is_none() {
            let names: Vec<&str> = C::TABLE.iter().map(|condition| condition.name).collect();
            let names = names.join(", ");
            let message = format!("`{name}` is no condition on {}; there are {names}", C::WHAT);
            return Err(PyTypeError::new_err(message));
        }
        if !value.is_none() {
            given.add(&name, read_text(&name, &value)?);
        }
    }
    given.conditions().map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Reads a text that may also be given as a number or as True and False.
pub fn read_text(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(is_true) = value.extract::<bool>() {
        return Ok(is_true.to_string());
    }
    let text = value.extract().or_else(|_| value.extract::<i64>().map(|number| number.to_string()));
    text.map_err(|_| PyTypeError::new_err(format!("{name}: give a str, an int or a bool")))
}
