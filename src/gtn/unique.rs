//! The unique texts, made the plain way: all sixteen texts, and the smallest.
//!
//! [`SubPosition::canonical`](super::SubPosition::canonical) makes the same
//! U_IGTN_R fast; this is what its tests hold it against.

use super::Diagram;
use crate::go::Symmetry;

impl Diagram {
    /// The sixteen diagrams, in the order of [`Symmetry::ALL`].
    fn images(&self) -> impl Iterator<Item = Diagram> {
        Symmetry::ALL.into_iter().map(|symmetry| self.transform(symmetry))
    }

    /// A_U_IGTN: of the sixteen annotated texts the smallest in byte order.
    pub fn annotated_unique(&self) -> String {
        self.images().map(|image| image.to_string()).min().unwrap_or_default()
    }

    /// U_IGTN: of the sixteen texts the smallest in byte order, annotations
    /// left out.
    ///
    /// ```
    /// # use gtn_db::gtn::Diagram;
    /// let diagram: Diagram = "3x3|.O.X.....".parse()?;
    /// assert_eq!(diagram.unique(), "3x3|.....O.X.");
    /// # Ok::<(), gtn_db::gtn::ParseGtnError>(())
    /// ```
    pub fn unique(&self) -> String {
        self.limited().annotated_unique()
    }

    /// U_IGTN_R: the smallest U_IGTN among the squared forms of the sixteen
    /// texts.
    ///
    /// Turned first and squared after: the other way round one rectangle
    /// could have two ids, because the lines are added at the end.
    pub fn unique_squared(&self) -> String {
        self.images_squared().map(|(text, _)| text).min().unwrap_or_default()
    }

    /// All texts among which the U_IGTN_R is the smallest, each with the
    /// operation that carries the diagram onto it.
    pub(super) fn images_squared(&self) -> impl Iterator<Item = (String, Symmetry)> {
        let limited = self.limited();
        Symmetry::ALL.into_iter().flat_map(move |first| {
            let squared = limited.transform(first).squared();
            Symmetry::ALL.map(|second| (squared.transform(second).to_string(), first.then(second)))
        })
    }
}
