//! The forms of Abalone positions.

use gtn_db::abalone::Setup;
use gtn_db::svg::HexPicture;

use crate::cli::output::board::style_hexagon;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AbaloneForm {
    Iatn,
    Unique,
    Atn,
    Key,
    Kaawa,
    Ao,
    Apgn,
    Diagram,
    Svg,
}

/// The names of the forms, and their help.
pub(super) const FORMS: [(&str, AbaloneForm, &str); 9] = [
    ("iatn", AbaloneForm::Iatn, "aba5|points, in one line: the marbles alone"),
    ("u-iatn", AbaloneForm::Unique, "The smallest of the texts under the 24 operations"),
    ("atn", AbaloneForm::Atn, "Nine lines; a blank line between results"),
    ("key", AbaloneForm::Key, "The hash of the u-iatn: 32 hexadecimal digits"),
    ("kaawa", AbaloneForm::Kaawa, "0a12b123_0a45b456: lost marbles, then cells, black first"),
    ("ao", AbaloneForm::Ao, "0a1a2,0a4a5: the same with every cell in full"),
    ("apgn", AbaloneForm::Apgn, "Rows, lost marbles and side to move, as in the tag Position"),
    ("diagram", AbaloneForm::Diagram, "A drawn board; a blank line between results"),
    ("svg", AbaloneForm::Svg, "A picture of the board"),
];

impl AbaloneForm {
    /// The text of a position in this form; several lines end with a line feed.
    pub(super) fn write(self, setup: &Setup, is_styled: bool) -> String {
        let board = setup.board;
        match self {
            AbaloneForm::Iatn => board.to_string(),
            AbaloneForm::Unique => board.canonicalize().text(),
            AbaloneForm::Atn => board.to_atn(),
            AbaloneForm::Key => board.canonicalize().key().to_string(),
            AbaloneForm::Kaawa => setup.to_kaawa(),
            AbaloneForm::Ao => setup.to_ao(),
            AbaloneForm::Apgn => setup.to_apgn(),
            AbaloneForm::Diagram if is_styled => style_hexagon(&board.to_diagram()),
            AbaloneForm::Diagram => board.to_diagram(),
            AbaloneForm::Svg => HexPicture::from(board).draw_file(&board.to_string()).to_string(),
        }
    }

    /// Whether a result has several lines.
    pub(super) fn is_tall(self) -> bool {
        matches!(self, AbaloneForm::Atn | AbaloneForm::Diagram | AbaloneForm::Svg)
    }
}
