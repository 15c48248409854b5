//! Forms, operations and regions written before a text, as the document of GobanTN writes them.

use std::str::FromStr;

use thiserror::Error;

use super::diagram::{Diagram, ResizeError};
use super::grammar::ParseGtnError;
use crate::go::{Region, Size, Symmetry};

/// A fault in what is written before a text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WrittenError {
    /// The text behind all prefixes is no diagram.
    #[error(transparent)]
    Text(#[from] ParseGtnError),
    /// A region is larger than the diagram.
    #[error("{{{0}}} is not inside the diagram")]
    Outside(String),
    /// A name without a meaning.
    #[error("`{0}` is neither a form nor an operation")]
    Name(String),
    /// A parenthesis or a brace without its other half.
    #[error("`{0}` is not closed")]
    NotClosed(char),
    /// A diagram that does not fit the size of `N_IGTN_RxC`.
    #[error(transparent)]
    Size(#[from] ResizeError),
}

enum Step<'a> {
    Cut(&'a str),
    Apply(&'a str),
}

impl Diagram {
    /// Reads a text with forms, operations and regions before it, the innermost applied first: the
    /// writing of the document. A text alone is read as by [`FromStr`].
    ///
    /// ```
    /// # use gtn_db_core as gtn_db;
    /// use gtn_db::gtn::Diagram;
    ///
    /// let diagram = Diagram::from_written("N_IGTN({(1,1),4,2}4x6|...XO.XXXXO.OOOOO.......)")?;
    /// assert_eq!(diagram.to_string(), "4x4|...X_XXXX_...._...._!!!!_");
    /// # Ok::<(), gtn_db::gtn::WrittenError>(())
    /// ```
    ///
    /// # Errors
    /// When a name, a region or the text has a fault.
    pub fn from_written(text: &str) -> Result<Diagram, WrittenError> {
        let mut rest = text.trim();
        let mut steps = Vec::new();
        while let Some(first) = rest.chars().next() {
            if first == '{' {
                let (region, after) =
                    rest[1..].split_once('}').ok_or(WrittenError::NotClosed('{'))?;
                steps.push(Step::Cut(region));
                rest = after;
            } else if first.is_ascii_uppercase()
                && let Some((name, inner)) = rest.split_once('(')
            {
                steps.push(Step::Apply(name));
                rest = inner.strip_suffix(')').ok_or(WrittenError::NotClosed('('))?;
            } else {
                break;
            }
        }
        steps.iter().rev().try_fold(rest.parse()?, |diagram: Diagram, step| match step {
            Step::Cut(text) => {
                let region = Region::from_str(&format!("{{{text}}}")).ok();
                let cut = region.and_then(|region| diagram.cut(region));
                cut.ok_or_else(|| WrittenError::Outside((*text).to_owned()))
            }
            Step::Apply(name) => diagram.apply(name),
        })
    }

    /// The form or the image with this name.
    fn apply(self, name: &str) -> Result<Diagram, WrittenError> {
        if let Ok(symmetry) = name.parse::<Symmetry>() {
            return Ok(self.transform(symmetry));
        }
        Ok(match name {
            "IGTN" | "A_IGTN" => self,
            "L_IGTN" => self.without_marks(),
            "IGTN_R" | "A_IGTN_R" | "N_IGTN" => self.squared(),
            "U_IGTN" => self.to_u_igtn().parse()?,
            "U_IGTN_R" => self.to_u_igtn_r().parse()?,
            "A_U_IGTN" => self.to_a_u_igtn().parse()?,
            "A_U_IGTN_R" => self.to_a_u_igtn_r().parse()?,
            _ => {
                let unknown = || WrittenError::Name(name.to_owned());
                let size = name.strip_prefix("N_IGTN_").and_then(|size| size.split_once('x'));
                let (rows, cols) = size.ok_or_else(unknown)?;
                let (Ok(rows), Ok(cols)) = (rows.parse(), cols.parse()) else {
                    return Err(unknown());
                };
                self.resized(Size::new(cols, rows).map_err(|_| unknown())?)?
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        match Diagram::from_written(text) {
            Ok(diagram) => diagram.to_string(),
            Err(error) => format!("error: {error}"),
        }
    }

    #[test]
    fn the_writing_of_the_document() {
        // The document loses dots in the scan, and has XX where its diagrams have .X.
        for (written, text) in [
            ("IR0(3x3|.O.X.....)", "3x3|.O.X....."),
            ("{(1,1),4,2}4x6|...XO.XXXXO.OOOOO.......", "2x4|...X_XXXX_!!!!_"),
            ("N_IGTN({(1,1),4,2}4x6|...XO.XXXXO.OOOOO.......)", "4x4|...X_XXXX_...._...._!!!!_"),
            ("N_IGTN_4x4(4x4|...X_XXXX_...._...._!!!!_)", "4x4|...XXXXX........"),
            (r"L_IGTN(4x6|*+#XO.(\[<O.)/]>O....^..)", "4x6|...XO.XXXXO.OOOOO......."),
            ("L_IGTN(2x2|*(\\))", "2x2|.XXO"),
            ("SR2(IR1(3x3|XX.OO....))", "3x3|....OX.OX"),
        ] {
            assert_eq!(read(written), text, "{written}");
        }
    }

    #[test]
    fn faults_are_named() {
        for (written, error) in [
            ("IR4(3x3|.O.X.....)", "`IR4` is neither a form nor an operation"),
            ("IR0(3x3|.O.X.....", "`(` is not closed"),
            ("{(1,1),4,2", "`{` is not closed"),
            ("{(1,1),4,2}3x3|.O.X.....", "{(1,1),4,2} is not inside the diagram"),
            ("N_IGTN_axb(1x1|.)", "`N_IGTN_axb` is neither a form nor an operation"),
        ] {
            assert_eq!(read(written), format!("error: {error}"), "{written}");
        }
        assert!(read(&"IR0(".repeat(100_000)).starts_with("error"));
    }
}
