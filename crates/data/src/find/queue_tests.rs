//! Submitted problems beside known ones, and what an import brought.

use super::tests::{Database, OBLONG, SQUARE, one_problem, two_problems};
use super::*;
use crate::Color;
use crate::go::Point;
use crate::model::Turn;
use crate::solution::Conflict;
use crate::store::Store;

const KNOWN: &str = "(;SZ[9]AB[ba][bb][cc]AW[cb][db]PL[B];B[ca]C[RIGHT])";

/// The submissions of a text beside the problems of another one, with what is near by one point.
fn compare<T>(known: &Database, submitted: &str, see: impl Fn(&Store, &Submission) -> T) -> Vec<T> {
    let submitted = Database::new(&[("s.sgf", submitted)]);
    let known = Known {
        store: &known.store,
        cores: &CoreIndex::load_like(&known.store, &Submissions::all(&submitted.store), None)
            .unwrap(),
        positions: &PositionIndex::load(&known.store).unwrap(),
        near: Some(1),
        contained: false,
        nearest: false,
        all: false,
        without: &[],
    };
    let mut queue = Queue::new(&known, &submitted.store, &[]);
    let ids = submitted.store.record_ids().unwrap();
    let found = ids.into_iter().map(|id| queue.assess(id, |_| true).unwrap().unwrap());
    found.map(|found| see(&submitted.store, &found)).collect()
}

#[test]
fn a_submission_and_the_known_record_share_an_orientation() {
    // Mirrored, with exchanged colors, and without the stone at C7:
    //
    //   . X . a . . . . .        . . . . . a . O .
    //   . X O O . . . . .        . . . . . X X O .
    //   . . X . . . . . .        . . . . . . . . .
    let database = Database::new(&[("k.sgf", KNOWN)]);
    let near = "(;SZ[9]AW[ha][hb]AB[gb][fb]PL[W];W[ga]C[RIGHT])";
    let shown = compare(&database, near, |store, submission| {
        assert_eq!(submission.verdict.novelty, Novelty::Near);
        let known = Some((&database.store, &submission.matches[0]));
        show_submission(store, submission, known).unwrap()
    });
    let (own, other) = &shown[0];
    let other = other.as_ref().unwrap();
    for shown in [own, other] {
        assert_eq!(shown.turn, Turn::White);
        assert_eq!(shown.differing, [Point::new(6, 2)]);
        let accepted: Vec<_> = shown.accepted.iter().map(|one| (one.letter(), one.at)).collect();
        assert_eq!(accepted, [('a', Some(Point::new(6, 0)))]);
        assert_eq!(shown.line[0].color, Color::White);
        assert_eq!(shown.picture().labels.len(), 1);
    }
}

#[test]
fn a_shape_elsewhere_is_compared_where_it_is() {
    // The same stones two lines farther from the left edge.
    let database = Database::new(&[("k.sgf", KNOWN)]);
    let shifted = "(;SZ[9]AB[da][db][ec]AW[eb][fb]PL[B];B[ea]C[RIGHT])";
    let shown = compare(&database, shifted, |store, submission| {
        assert_eq!(submission.verdict.novelty, Novelty::SameShape);
        let known = Some((&database.store, &submission.matches[0]));
        show_submission(store, submission, known).unwrap()
    });
    let (own, Some(other)) = &shown[0] else { panic!("there is a known record") };
    assert_eq!((&own.differing[..], &other.differing[..]), (&[][..], &[][..]));
    let at = |shown: &ShownRecord| (shown.accepted[0].letter(), shown.accepted[0].at.unwrap());
    assert_eq!((at(own), at(other)), (('a', Point::new(4, 0)), ('a', Point::new(2, 0))));
}

#[test]
fn a_queue_says_what_repeats_contradicts_and_is_settled() {
    let submitted = format!(
        "{KNOWN}{}(;SZ[9]AB[ee]AW[ff]PL[B])",
        "(;SZ[9]AB[ba][bb][cc]AW[cb][db]PL[B](;B[aa]C[RIGHT])(;B[ca];W[da]C[WRONG]))"
    );
    let names = compare(&Database::new(&[("k.sgf", KNOWN)]), &submitted, |_, submission| {
        let classes = QueueClass::all().filter(|&class| submission.has(class));
        let names: Vec<String> = classes.map(QueueClass::name).collect();
        (submission.is_settled(), names.join(" "))
    });
    let expected = [
        (true, "same-problem agree"),
        (false, "same-problem contradicts repeated"),
        (false, "new no-answer"),
    ];
    assert_eq!(names, expected.map(|(settled, names)| (settled, names.to_owned())));
}

#[test]
fn a_copy_is_an_earlier_submission_with_the_same_answers() {
    let other = "(;SZ[9]AB[ba][bb][cc]AW[cb][db]PL[B];B[aa]C[RIGHT])";
    let two = two_problems("ab", "sr");
    let one = one_problem("sr");
    let submitted = [KNOWN, other, KNOWN, other, &two, &two, &one, OBLONG, SQUARE].concat();
    let copies = compare(&Database::new(&[("k.sgf", KNOWN)]), &submitted, |_, submission| {
        let copy = submission.copy_of.as_ref().map_or((0, 0), |first| (first.tree, first.problem));
        (submission.repeated.as_ref().map_or(0, |first| first.tree), copy)
    });
    let of_two = [(0, (0, 0)), (0, (0, 0)), (5, (5, 1)), (5, (5, 2)), (5, (5, 2))];
    let expected = [(0, (0, 0)), (1, (0, 0)), (1, (1, 1)), (1, (2, 1))];
    let of_boards = [(0, (0, 0)), (0, (0, 0))];
    assert_eq!(copies, [&expected[..], &of_two, &of_boards].concat());
}

#[test]
fn problems_of_one_tree_are_compared_each_with_its_own() {
    let two = two_problems("ab", "sr");
    let classes = |known: &str, submitted: &str| {
        let known = Database::new(&[("k.sgf", known)]);
        compare(&known, submitted, |_, submission| {
            let classes = QueueClass::all().filter(|&class| submission.has(class));
            let first = submission.verdict.first.as_ref().map_or(0, |first| first.problem);
            let names: Vec<String> = classes.map(QueueClass::name).collect();
            let repeated = submission.repeated.as_ref().map_or(0, |repeated| repeated.problem);
            format!("{} {first} {repeated}", names.join(" "))
        })
    };
    let same = ["same-problem agree 1 0", "same-problem agree 2 0"];
    assert_eq!(classes(&two, &two), same);
    assert_eq!(
        classes(&two_problems("sr", "ab"), &two),
        ["same-problem agree 2 0", "same-problem agree 1 0"]
    );
    let again = ["same-problem agree repeated 1 1", "same-problem agree repeated 2 2"];
    assert_eq!(classes(&two, &two.repeat(2)), [same, again].concat());
    assert_eq!(classes(&one_problem("sr"), &two), ["same-position 1 0", "same-problem agree 1 0"]);
    assert_eq!(classes(&two, &one_problem("ss")), ["same-problem disjoint 2 0"]);
    assert_eq!(classes(&two, &one_problem("jj")), ["same-position 1 0"]);
    assert_eq!(classes(&one_problem("ab"), &one_problem("sr")), ["same-problem disjoint 1 0"]);
}

#[test]
fn an_import_brings_new_problems_and_contradictions() {
    let other = "(;SZ[9]AB[ba][bb][cc]AW[cb][db]PL[B](;B[aa]C[RIGHT])(;B[ca];W[da]C[WRONG]))\
        (;SZ[9]AB[ee]AW[ff]PL[B];B[ef]C[RIGHT])(;SZ[9]AB[gg]AW[hh]PL[B];B[gh]C[RIGHT])";
    let database = Database::new(&[("a.sgf", KNOWN), ("b.sgf", other)]);
    let sources = database.store.sources().unwrap();
    let id = |name: &str| sources.iter().find(|one| one.name.ends_with(name)).unwrap().id;
    let found = find_imported(&database.store, &[id("b.sgf")], 2).unwrap();
    let new: Vec<u32> = found.new.iter().map(|(_, at)| at.tree).collect();
    assert_eq!((found.new_positions, &new[..]), (2, &[2, 3][..]));
    assert_eq!((found.contradictions, found.contradicting[0].2.tree), (1, 1));
    assert_eq!(found.contradicting[0].1, Conflict::Contradicts);
    let first = find_imported(&database.store, &[id("a.sgf")], 9).unwrap();
    assert_eq!((first.new_positions, first.contradictions), (0, 1));
    assert_eq!(find_imported(&database.store, &[id("b.sgf")], 1).unwrap().new.len(), 1);
}
