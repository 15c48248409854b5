//! Drawn boards.

use gtn_db::abalone::Setup;
use gtn_db::answer::GivenPosition;
use gtn_db::gtn::Diagram;
use gtn_db::sgf::{Charset, split};
use gtn_db::svg::{HexPicture, Picture};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A drawn board. A notebook shows it; `str` gives the text of an SVG file.
#[pyclass(frozen, module = "gtn_db")]
pub struct Svg {
    text: String,
}

#[pymethods]
impl Svg {
    fn _repr_svg_(&self) -> &str {
        &self.text
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<gtn_db.Svg: {} characters>", self.text.len())
    }
}

/// Draws a position.
///
/// `text` is an IGTN or a diagram of several lines, with its annotations; SGF, whose stones
/// before the first move are drawn; or a position of Abalone. Screen readers read the title.
///
/// Returns an `Svg`.
///
/// Raises ValueError with the place of the fault if `text` is no position.
///
/// >>> import gtn_db
/// >>> board = gtn_db.svg("2x4|...X_XXXX_!!!!_", title="Black lives")
/// >>> str(board).startswith("<svg xmlns=")
/// True
#[pyfunction]
#[pyo3(signature = (text, *, title="board"))]
pub fn svg(text: &str, title: &str) -> PyResult<Svg> {
    let refuse = |error: &dyn std::fmt::Display| PyValueError::new_err(format!("text: {error}"));
    let text = text.trim();
    if Setup::is_meant_by(text) {
        let setup: Setup = text.parse().map_err(|error| refuse(&error))?;
        return Ok(Svg { text: HexPicture::from(setup.board).draw_file(title).to_string() });
    }
    let picture = if text.starts_with('(') {
        let trees = split(text.as_bytes(), Charset::UTF_8, true).trees;
        let tree = trees.first().ok_or_else(|| refuse(&"there is no game tree"))?;
        if let Some(fault) = tree.faults.first() {
            return Err(refuse(fault));
        }
        let given = GivenPosition::read(text).map_err(|error| refuse(&error))?;
        Picture::from(Diagram::from(&given.sub))
    } else if text.contains('\n') {
        Picture::from(Diagram::from_gtn(text).map_err(|error| refuse(&error))?)
    } else {
        Picture::from(Diagram::from_written(text).map_err(|error| refuse(&error))?)
    };
    Ok(Svg { text: picture.draw_file(title).to_string() })
}
