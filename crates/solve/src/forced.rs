//! Moves that cannot answer a threat to decide the question at once.
//!
//! If a side would win with its next move, most moves of the other side do not change that, and each
//! is refuted by this very move. The search leaves them out; a proof has them with their refutation.

use crate::board::{Chains, Move, Side, State, Zone, bits};
use crate::life::{has_no_room_beside, is_hopeless, is_hopeless_beside, living_after};

/// Removes the moves that leave a winning move of the opponent as it is.
pub(crate) fn retain_answers(
    zone: &Zone,
    state: &State,
    chains: &Chains,
    moves: &mut Vec<(Move, State)>,
) {
    let after_pass = state.pass();
    let safe = chains.safe;
    let plays = match after_pass.to_move {
        Side::Defender => after_pass.empty(zone),
        // A stone that is not safe takes no point from the eyes.
        Side::Attacker => after_pass.empty(zone) & zone.dilate(safe),
    };
    for at in bits(plays) {
        let Some(won) = after_pass.play_among(zone, at, chains) else { continue };
        let (answers, needed) = match after_pass.to_move {
            Side::Defender => {
                let alive = living_after(zone, &won, safe, at);
                if alive == 0 {
                    continue;
                }
                // Whoever plays neither there nor in an enclosed region beside the living stones
                // changes neither.
                let within = zone.all() & !won.stones[1];
                let enclosed = within & !zone.flood(zone.safe, within);
                (zone.flood(zone.dilate(alive), enclosed) | 1 << at, alive)
            }
            Side::Attacker => {
                let safe = safe | 1 << at | chains.beside(Side::Attacker, at);
                if has_no_room_beside(zone, safe) {
                    (1 << at, state.stones[0])
                } else if is_hopeless_beside(zone, &won, safe) {
                    // Rests on the stones of the defender, which his move changes.
                    let wins_after = |after: &State| {
                        after.play(zone, Move::At(at)).is_some_and(|won| is_hopeless(zone, &won))
                    };
                    moves.retain(|(mv, after)| *mv != Move::Pass && !wins_after(after));
                    continue;
                } else {
                    continue;
                }
            }
        };
        let other = after_pass.to_move as usize;
        moves.retain(|&(mv, after)| match mv {
            Move::Pass => false,
            Move::At(answer) => {
                answers & 1 << answer != 0
                    || needed & state.stones[other] & !after.stones[other] != 0
            }
        });
        if moves.is_empty() {
            return;
        }
    }
}
