//! Any tree can be written as SGF FF\[4\], as the crate sgf-parse reads it.

use gtn_db::check::check_conformance;
use gtn_db::go::Size;
use gtn_db::sgf::{Charset, GameTree, to_ff4};
use gtn_db::solution;
use proptest::prelude::*;

/// A node with any of the properties above, often twice.
fn node() -> impl Strategy<Value = String> {
    let property = prop::sample::select(vec![
        "B[aa]",
        "B[ab]",
        "W[ba]",
        "B[zz]",
        "W[]",
        "AB[aa]",
        "AB[bb:cc]",
        "AW[ab][ab]",
        "AE[cc:bb]",
        "PL[W]",
        "C[RIGHT]",
        "C[Correct]",
        "C[x]",
        "C[+]",
        "L[aa][bb]",
        "M[aa]",
        "LB[aa:a]",
        "LB[bb:x]",
        "TR[]",
        "TR[aa]",
        "SQ[aa][bb]",
        "MA[zz]",
        "WV[aa]",
        "WV[]",
        "DM[]",
        "N[n]",
        "AR[aa:bb]",
        "SZ[9]",
        "GM[1]",
        "VW[aa:bb]",
        "TB[aa][aa]",
        "XY[1]",
        "KO[]",
    ]);
    prop::collection::vec(property, 0..6).prop_map(|all| format!(";{}", all.concat()))
}

proptest! {
    #[test]
    fn any_tree_conforms_and_keeps_its_solution(
        start in node(),
        lines in prop::collection::vec(prop::collection::vec(node(), 1..4), 1..4),
    ) {
        let lines: Vec<String> = lines.into_iter().map(|line| line.concat()).collect();
        // KO is for moves only, and a move may be missing.
        let text = format!("({start}({}))", lines.join(")(")).replace("KO[]", "");
        let tree = GameTree::read(text.as_bytes(), Charset::UTF_8);
        let out = to_ff4(&tree);
        prop_assert_eq!(check_conformance(out.as_bytes(), Charset::UTF_8), None, "{}", out);
        prop_assert_eq!(to_ff4(&GameTree::read(out.as_bytes(), Charset::UTF_8)), out.clone());
        let again = GameTree::read(out.as_bytes(), Charset::UTF_8);
        let [before, after] = [&tree, &again]
            .map(|tree| solution::read(tree, Size::STANDARD).solution);
        prop_assert_eq!(before, after, "{}", out);
    }
}
