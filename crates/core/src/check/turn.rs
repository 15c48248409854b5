//! Checks the side to move.

use super::common::{find_property, player};
use crate::extract::TurnEvidence;
use crate::sgf::GameTree;
use crate::{Fault, Rule};

/// Checks that PL, the first moves and the words name the same side to move.
pub(super) fn check_turn(tree: &GameTree<'_>, evidence: &TurnEvidence, faults: &mut Vec<Fault>) {
    let (turn, _) = evidence.turn();
    let offset = |names: &[&str]| tree.nodes().find_map(|node| find_property(node, names));
    let mut conflict = |names: &[&str], message: String| {
        let offset = offset(names).unwrap_or(0); // a tree over 4 GiB is read without nodes
        faults.push(Fault { rule: Rule::TurnConflict, offset, message });
    };
    if evidence.first_moves == [true, true] {
        conflict(&["B", "W"], "the first moves are of both colors".to_owned());
    }
    if let (Some(property), Some(mover)) = (evidence.property, evidence.first_mover())
        && property != mover
    {
        let message = format!("PL is {}, but {} moves first", player(property), player(mover));
        conflict(&["PL"], message);
    }
    let words = &evidence.words;
    match (turn, words.color()) {
        (Some(turn), Some(color)) if turn != color => {
            let phrase = words.phrase(color).expect("a phrase names the color of the words");
            let message = format!(
                "the text says \"{}\", but it is {}'s turn",
                phrase.one_line(),
                player(turn)
            );
            faults.push(Fault { rule: Rule::TurnConflict, offset: phrase.offset, message });
        }
        (None, None) if evidence.first_moves == [false, false] && words.conflict().is_none() => {
            let message = "nothing says who is to move".to_owned();
            faults.push(Fault { rule: Rule::TurnUnknown, offset: 0, message });
        }
        _ => {}
    }
    faults.extend(words.conflict());
}
