//! All checks of one game tree.

use super::{answer, play, turn};
use crate::extract;
use crate::go::Position;
use crate::sgf::{Charset, GameTree};
use crate::solution::{self, Dialect};
use crate::{Color, Fault, Rule};

/// The most faults of one rule in one tree that are listed.
const MAX_LISTED: usize = 10;

/// Checks a problem. Returns its faults in the order of the tree.
///
/// `dialect` is how the tree marks its answers, if that is known. A fault that
/// hides the position is the only one in the result. Of each rule at most 10
/// faults are listed; the last one counts the others.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::sgf::Charset;
/// use gtn_db::{Rule, check};
///
/// let faults = check::check_tree(b"(;AB[aa]AW[ba];B[aa];W[bb])", Charset::UTF_8, None);
/// let rules: Vec<Rule> = faults.iter().map(|fault| fault.rule).collect();
/// assert_eq!(rules, [Rule::AnswerOccupied]);
/// assert_eq!(faults[0].message, "Black's move 1 at A19 is on a stone (Article 3)");
/// ```
pub fn check_tree(bytes: &[u8], charset: Charset, dialect: Option<Dialect>) -> Vec<Fault> {
    let setup = match extract::extract_setup(bytes, charset) {
        Ok(setup) => setup,
        Err(fault) => return vec![fault],
    };
    let mut faults = setup.faults;
    if setup.board.is_empty() {
        let message = "no stones are set up".to_owned();
        faults.push(Fault { rule: Rule::NoPosition, offset: 0, message });
        return faults;
    }
    let tree = GameTree::read(bytes, charset);
    let reading = solution::read_as(&tree, setup.board.size(), dialect);
    turn::check_turn(&tree, &setup.turn_evidence, &mut faults);
    match Position::from_board(&setup.board, Color::Black) {
        Ok(_) => play::check_moves(&tree, &reading, &setup.board, &mut faults),
        Err(error) => {
            let message = extract::word_no_liberty(&error, setup.board.size());
            faults.push(Fault { rule: Rule::SetupNoLiberty, offset: 0, message });
        }
    }
    let (turn, _) = setup.turn_evidence.turn();
    answer::check_answer(&tree, &reading, turn, &mut faults);
    faults.sort_by_key(|fault| (fault.offset, fault.rule));
    limit_per_rule(faults)
}

/// Keeps the first [`MAX_LISTED`] faults of each rule. The message of the last
/// one says how many more there are.
fn limit_per_rule(faults: Vec<Fault>) -> Vec<Fault> {
    let mut kept: Vec<Fault> = Vec::with_capacity(faults.len());
    let mut unlisted: Vec<(Rule, usize)> = Vec::new();
    for fault in faults {
        let is_same = |other: &&Fault| other.rule == fault.rule;
        if kept.iter().filter(is_same).count() < MAX_LISTED {
            kept.push(fault);
        } else if let Some((_, count)) = unlisted.iter_mut().find(|(rule, _)| *rule == fault.rule) {
            *count += 1;
        } else {
            unlisted.push((fault.rule, 1));
        }
    }
    for (rule, count) in unlisted {
        let last = kept.iter_mut().rfind(|fault| fault.rule == rule);
        let last = last.expect("a rule has unlisted faults only after listed ones");
        last.message.push_str(&format!(", and {count} more like it"));
    }
    kept
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::check::check_conformance;

    fn rules(sgf: &str) -> Vec<&'static str> {
        check_tree(sgf.as_bytes(), Charset::UTF_8, None)
            .iter()
            .map(|fault| fault.rule.name())
            .collect()
    }

    #[test]
    fn a_sound_problem_has_no_faults() {
        for sgf in [
            "(;SZ[5]AB[ba][bb][ab]AW[ca][cb][cc][bc][ac]PL[B]C[Black to play];B[dd])",
            // captures, tenuki, and a wrong line that is refuted
            "(;SZ[5]AB[ba]AW[aa];B[ab]C[RIGHT](;W[];B[aa]))",
            "(;AB[ba]AW[bb](;B[cc]C[RIGHT])(;B[dd];W[ee]))",
            // what a comment says after a move is no statement of the setup
            "(;AB[ba]AW[bb];B[cc]C[RIGHT. White to live elsewhere])",
            // setup before the first move; handicaps
            "(;AB[aa];AW[dd];B[cc])",
            "(;AB[aa]HA[];B[cc])",
            "(;AB[aa]HA[ 2 ];B[cc])",
        ] {
            assert_eq!(rules(sgf), [""; 0], "{sgf}");
        }
    }

    #[test]
    fn each_rule_is_found() {
        for (sgf, rule) in [
            ("(;AB[zz];B[aa])", "setup-point"),
            ("(;AB[aa]AB[aa];B[bb])", "setup-twice"),
            ("(;AB[aa]AW[aa];B[bb])", "setup-both"),
            ("(;AB[aa]AW[ba][ab];B[cc])", "setup-no-liberty"),
            ("(;SZ[0]AB[aa];B[cc])", "board-size"),
            ("(;GM[2]AB[aa];B[cc])", "other-game"),
            ("(;SZ[9];B[cc])", "no-position"),
            ("(;AB[aa];B[cc];W[zy])", "answer-point"),
            ("(;AB[aa];B[cc];W[cc])", "answer-occupied"),
            ("(;AB[ba][ab];W[aa];B[cc])", "answer-self-capture"),
            ("(;SZ[5]AB[ba][ab][bc]AW[ca][cc][db][bb];B[cb];W[bb];B[dd])", "answer-ko"),
            ("(;AB[aa];B[cc];B[dd])", "answer-turn"),
            ("(;AB[aa];B[cc];AW[dd];W[ee])", "answer-setup"),
            ("(;AB[aa];B[cc];W[dd];AE[dd])", "answer-setup"),
            ("(;AB[aa];B[cc]AW[dd])", "answer-setup"),
            ("(;AB[aa]HA[x];B[cc])", "game-fact"),
            ("(;AB[aa]PL[B])", "no-answer"),
            ("(;AB[aa];B[cc]BM[1];W[dd])", "no-answer"),
            ("(;AB[aa](;B[cc]C[RIGHT])(;B[dd]))", "no-refutation"),
            ("(;AB[aa](;B[cc]C[RIGHT])(;W[dd]))", "turn-conflict"),
            ("(;AB[aa]PL[W];B[cc])", "turn-conflict"),
            ("(;AB[aa]C[White to play];B[cc])", "turn-conflict"),
            ("(;AB[aa]C[White to play]GN[Black to play])", "turn-conflict"),
            ("(;AB[aa];B[cc]C[open", "syntax"),
        ] {
            assert!(rules(sgf).contains(&rule), "{sgf}: {:?}", rules(sgf));
        }
        assert_eq!(rules("(;AB[aa])"), ["no-answer", "turn-unknown"]);
    }

    #[test]
    fn faults_have_offset_and_message() {
        let sgf = "(;AB[aa]AW[bb](;B[ab];W[ac](;B[ac])(;B[ad]))(;B[ba];W[ba]))";
        let faults: Vec<String> = check_tree(sgf.as_bytes(), Charset::UTF_8, None)
            .iter()
            .map(|fault| format!("{} {}", &sgf[fault.offset..fault.offset + 5], fault.message))
            .collect();
        assert_eq!(
            faults,
            [
                "B[ac] Black's move 3 at A17 is on a stone (Article 3)",
                "W[ba] White's move 2 at B19 is on a stone (Article 3)",
            ]
        );
    }

    /// The same player moves twice around a pass: the opponent's pass is the second
    /// one in a row and ends the game, which goes on nevertheless.
    #[test]
    fn a_move_on_an_empty_point_after_a_pass_is_on_no_stone() {
        for sgf in
            ["(;AB[aa];B[];B[cc])", "(;AB[aa];B[cc];W[];W[dd])", "(;AB[aa];B[cc];W[];W[];W[dd])"]
        {
            let rules = rules(sgf);
            assert!(rules.iter().all(|rule| *rule == "answer-turn"), "{sgf}: {rules:?}");
            assert!(!rules.is_empty(), "{sgf}");
        }
        assert_eq!(rules("(;AB[aa];B[];B[aa])"), ["answer-occupied", "answer-turn"]);
    }

    #[test]
    fn a_setup_among_the_moves_is_reported_once() {
        let sgf = "(;AB[aa];B[cc];AW[dd](;W[ee])(;W[ff]))";
        assert_eq!(rules(sgf), ["answer-setup"]);
    }

    #[test]
    fn many_faults_of_a_rule_are_counted() {
        let sgf = format!("(;AB[aa]{})", "(;B[cc];W[cc])".repeat(50));
        let faults = check_tree(sgf.as_bytes(), Charset::UTF_8, None);
        assert_eq!(faults.len(), MAX_LISTED);
        assert!(faults[MAX_LISTED - 1].message.ends_with("(Article 3), and 40 more like it"));
    }

    #[test]
    fn deep_trees_are_checked() {
        let sgf = format!("(;SZ[52]AB[aa]{})", ";B[];W[]".repeat(50_000));
        assert_eq!(rules(&sgf), [""; 0]);
    }

    proptest! {
        #[test]
        fn any_tree_can_be_checked(pieces in prop::collection::vec(prop::sample::select(vec![
            "(", ")", ";", "AB[aa]", "AW[ba]", "B[aa]", "W[ab]", "B[]", "W[tt]", "PL[W]", "AE[aa]",
            "C[RIGHT]", "TE[1]", "WV[]", "SZ[3]", "C[White to play]", "B[zz]", "AB[bb:cc]", "[",
        ]), 0..40)) {
            let sgf = format!("(;{}", pieces.concat());
            let faults = check_tree(sgf.as_bytes(), Charset::UTF_8, None);
            prop_assert!(faults.iter().all(|fault| fault.offset <= sgf.len()));
            check_conformance(sgf.as_bytes(), Charset::UTF_8);
        }
    }
}
