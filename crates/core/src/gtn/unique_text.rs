//! The unique texts as GobanTN defines them: format all sixteen images, take the smallest.
//!
//! [`SubPosition::canonicalize`](super::SubPosition::canonicalize) computes the same U_IGTN_R
//! fast; its tests compare it with this module.

use super::Diagram;
use crate::go::Symmetry;

impl Diagram {
    /// The sixteen images, in the order of [`Symmetry::ALL`].
    fn images(&self) -> impl Iterator<Item = Diagram> {
        Symmetry::ALL.into_iter().map(|symmetry| self.transform(symmetry))
    }

    /// Computes the A_U_IGTN: the smallest of the sixteen annotated texts in byte order.
    pub fn to_a_u_igtn(&self) -> String {
        let texts = self.images().map(|image| image.to_string());
        texts.min().expect("there are sixteen images")
    }

    /// Computes the U_IGTN: the smallest of the sixteen texts without annotations.
    ///
    /// ```
    /// # use gtn_db_core as gtn_db;
    /// # use gtn_db::gtn::Diagram;
    /// let diagram: Diagram = "3x3|.O.X.....".parse()?;
    /// assert_eq!(diagram.to_u_igtn(), "3x3|.....O.X.");
    /// # Ok::<(), gtn_db::gtn::ParseGtnError>(())
    /// ```
    pub fn to_u_igtn(&self) -> String {
        self.without_marks().to_a_u_igtn()
    }

    /// Computes the U_IGTN_R: the smallest U_IGTN of the squared images.
    ///
    /// The images are squared, not the diagram: squaring adds lines at the end, so two images of
    /// one rectangle would otherwise get different texts.
    pub fn to_u_igtn_r(&self) -> String {
        let texts = self.squared_images().map(|(text, _)| text);
        texts.min().expect("there are sixteen images")
    }

    /// Computes the A_U_IGTN_R: the U_IGTN_R with annotations.
    pub fn to_a_u_igtn_r(&self) -> String {
        let texts = self.annotated_images().map(|(text, _)| text);
        texts.min().expect("there are sixteen images")
    }

    /// The candidates for the U_IGTN_R, each with the operation that maps the diagram onto it: all
    /// images of the sixteen squared images.
    pub(super) fn squared_images(&self) -> impl Iterator<Item = (String, Symmetry)> + use<> {
        self.without_marks().annotated_images()
    }

    /// The same for the A_U_IGTN_R.
    fn annotated_images(&self) -> impl Iterator<Item = (String, Symmetry)> + use<> {
        let stones = self.clone();
        Symmetry::ALL.into_iter().flat_map(move |first| {
            let squared = stones.transform(first).squared();
            Symmetry::ALL.map(|second| (squared.transform(second).to_string(), first.then(second)))
        })
    }
}
