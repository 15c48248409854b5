//! The end of the page: what its terms mean.

use maud::{Markup, html};

use super::section::render_section;
use crate::{KEY_SCHEME, Rule};

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

/// Explains the code of a finding.
pub(super) fn explain(rule: Rule) -> &'static str {
    match rule {
        Rule::Unreadable => "A file, or an entry of an archive, cannot be read.",
        Rule::Syntax => "The text does not have the form of SGF, GobanTN or JSON.",
        Rule::BoardSize => "No board has this size.",
        Rule::OtherGame => "The file is about another game than Go.",
        Rule::NoPosition => "There are no stones, so there is no position.",
        Rule::SetupPoint => "A stone is set up off the board.",
        Rule::SetupTwice => "A stone is set up twice.",
        Rule::SetupBoth => "One node sets up a point in two ways.",
        Rule::SetupNoLiberty => "A chain has no liberty before the first move.",
        Rule::AnswerPoint => "A move of the solution is off the board.",
        Rule::AnswerOccupied => "A move of the solution is on a stone.",
        Rule::AnswerSelfCapture => "A move of the solution leaves its own chain without liberty.",
        Rule::AnswerKo => "A move of the solution retakes a ko at once.",
        Rule::AnswerTurn => "One color plays twice in a row in the solution.",
        Rule::AnswerSetup => "Stones are set up in the middle of the solution.",
        Rule::NoAnswer => "The solution has no line that is marked as correct.",
        Rule::NoRefutation => "A wrong line ends with the wrong move, without a refutation.",
        Rule::MoveIllegal => "A move of a game is illegal; the game or variation is cut off there.",
        Rule::MoveTurn => "The players of a game do not take turns.",
        Rule::GameFact => "A property of a game, such as its komi, cannot be read.",
        Rule::Repetition => "A position of a game of Abalone stands again.",
        Rule::TurnUnknown => "Nothing says who is to move.",
        Rule::TurnConflict => "PL, the first moves and the text disagree on who is to move.",
        Rule::Strict => "The text does not conform to SGF FF[4].",
    }
}
