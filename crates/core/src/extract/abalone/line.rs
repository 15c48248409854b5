//! Makes a problem of a line of a list.

use crate::abalone::{PositionForm, Setup};
use crate::model::{AbaloneForm, AbaloneProblem};

/// Reads one line of a list of positions: an IATN, perhaps with the side to move and the marbles
/// lost, a KAAWA or an AO position, or the FEN of strategygames. `number` is the number of the line
/// from 1, `offset` its first byte in the source. The problem has no name: no form has one.
///
/// The number of marbles of a color is not limited, as problems of any size are published.
///
/// # Errors
/// If the line has none of these forms or has a fault: the cause. An empty line is such a line.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::extract::abalone::read_line;
///
/// let problem = read_line("5a12b12_4h89i89", 7, 120)?;
/// assert_eq!((problem.form.name(), problem.number), ("kaawa", 7));
/// assert_eq!(read_line("0a6_0", 8, 136).unwrap_err(), "black: `a6` is not a cell");
/// # Ok::<(), String>(())
/// ```
pub fn read_line(text: &str, number: u32, offset: u64) -> Result<AbaloneProblem, String> {
    let text = text.trim();
    let form = match PositionForm::of(text) {
        Some(PositionForm::Iatn) => AbaloneForm::Iatn,
        Some(PositionForm::Kaawa) => AbaloneForm::Kaawa,
        Some(PositionForm::Ao) => AbaloneForm::Ao,
        Some(PositionForm::Fen) => AbaloneForm::Fen,
        Some(PositionForm::Apgn) => {
            return Err(
                "a list has no positions of APGN: they stand in the tag Position".to_owned()
            );
        }
        Some(PositionForm::Atn) => return Err("a list has one position in each line".to_owned()),
        None => return Err(not_a_position(text)),
    };
    let setup: Setup = text.parse().map_err(|error| format!("{error}"))?;
    Ok(AbaloneProblem::new(setup, form, number, offset, text.to_owned()))
}

fn not_a_position(text: &str) -> String {
    const SHOWN: usize = 80;
    let shown: String = text.chars().take(SHOWN).collect();
    let more = if shown.len() < text.len() { "…" } else { "" };
    format!(
        "`{}{more}` is not a position in IATN, KAAWA, AO or the FEN of strategygames",
        shown.escape_debug()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Color;
    use crate::abalone::{Board, Lost};
    use crate::model::Turn;

    const FEN: &str = "SS1ss/SSSsss/1SS1ss1/8/9/8/1ss1SS1/sssSSS/ss1SS 1 2 w 0 1";

    #[test]
    fn every_form_of_a_list() {
        let daisy = Board::BELGIAN_DAISY;
        let known =
            Setup { board: daisy, turn: Some(Color::White), lost: Some(Lost::new(2, 1).unwrap()) };
        let unknown_turn = Setup { turn: None, ..known };
        let iatn = format!("{daisy} O 2-1");
        let (kaawa, ao) = (known.to_kaawa(), known.to_ao());
        for (text, form, setup) in [
            (&*iatn, AbaloneForm::Iatn, known),
            (&kaawa, AbaloneForm::Kaawa, unknown_turn),
            (&ao, AbaloneForm::Ao, unknown_turn),
            (FEN, AbaloneForm::Fen, known),
        ] {
            let problem = read_line(&format!(" {text}\r\n"), 3, 99).unwrap();
            assert_eq!(problem, AbaloneProblem::new(setup, form, 3, 99, text.to_owned()));
        }
        assert_eq!(read_line(FEN, 1, 0).unwrap().key, read_line(&kaawa, 1, 0).unwrap().key);
        // The Belgian daisy is its own negative, so the side to move does not matter.
        assert_eq!(read_line(&daisy.to_string(), 1, 0).unwrap().turn, Turn::Either);
        assert_eq!(read_line("0a1_0a2i9", 1, 0).unwrap().turn, Turn::Unknown);
    }

    #[test]
    fn bad_lines_say_what_is_wrong() {
        let empty = format!("aba5|{}", ".".repeat(61));
        let long = "x".repeat(200);
        let shown = "x".repeat(80);
        let forms = "is not a position in IATN, KAAWA, AO or the FEN of strategygames";
        for (text, message) in [
            ("", format!("`` {forms}")),
            ("# a comment", format!("`# a comment` {forms}")),
            ("9x9|", format!("`9x9|` {forms}")),
            (&long, format!("`{shown}…` {forms}")),
            ("aba4|X", "`aba4`: only boards of side 5 are known, written aba5|".to_owned()),
            (&empty, "the board is empty: a position has at least one marble".to_owned()),
            ("7a1_0", "black: `7` is not a number of lost marbles, 0 to 6".to_owned()),
            ("0a1,0a1", "there are two marbles on a1".to_owned()),
            ("0a1_0a6", "white: `a6` is not a cell".to_owned()),
            (
                "5/6/7/8/9/8/7/6/w4 b",
                "a list has no positions of APGN: they stand in the tag Position".to_owned(),
            ),
            (&Board::STANDARD.to_atn(), "a list has one position in each line".to_owned()),
        ] {
            assert_eq!(read_line(text, 1, 0).unwrap_err(), message);
        }
    }
}
