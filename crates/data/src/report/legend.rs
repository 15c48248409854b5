//! The end of the page: what its terms mean.

use maud::{Markup, html};

use super::section::render_section;
use crate::KEY_SCHEME;

pub(super) fn render() -> Markup {
    let body = html! {
        dl.legend {
            dt { "Record" }
            dd { "A problem as one file contains it." }
            dt { "Position" }
            dd {
                "The stones of a problem and the nearby edges of the board. Positions are the same \
                when a rotation, a reflection or an exchange of colors turns one into the other."
            }
            dt { "Problem" }
            dd { "A position with a side to move." }
            dt { "Duplicate" }
            dd {
                "A problem with more than one record. All records but one are redundant."
            }
            dt #operations { "Operation" }
            dd {
                "A code such as " code { "IR0" } " or " code { "N_SR1" } ": it says how a record is \
                turned onto the board shown. " code { "IR0" } " to " code { "IR3" } " rotate the \
                record clockwise by 0, 90, 180 and 270 degrees. " code { "SR0" } " to "
                code { "SR3" } " do the same and then swap left and right. " code { "N_" } " in \
                front means that Black and White are exchanged, too. So " code { "IR0" }
                " is a record that has the problem exactly as shown."
            }
            dt #keys { "Key" }
            dd {
                "32 digits that identify a position in every orientation and color. When the \
                files are imported into a database, " code { "gtn-db show KEY" } " shows the \
                position with all its records; the first digits of the key are enough. Keys are \
                comparable only within one key scheme, and those of this page belong to the scheme "
                code { (KEY_SCHEME) } "."
            }
            dt { "Board" }
            dd {
                "A thick line is an edge of the board. Where the thin lines run out, the board \
                goes on."
            }
            dt { "Tree, byte" }
            dd {
                "The place in a file: the number of the game tree (in a list, of the line), and \
                the distance from the start of the file in bytes."
            }
        }
    };
    render_section("legend", "Legend", None::<&str>, body)
}
