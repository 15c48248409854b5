use super::*;
use crate::extract::replay_checkpoints::MAX_CHECKPOINTS;
use crate::games::Step;
use crate::model::Winner;

fn played(sgf: &str, variations: Variations) -> ReplayedGame {
    played_on(Size::new(5, 5).unwrap(), sgf, variations)
}

fn played_on(size: Size, sgf: &str, variations: Variations) -> ReplayedGame {
    played_in(&mut Replay::new(), size, sgf, variations)
}

fn played_in(replay: &mut Replay, size: Size, sgf: &str, variations: Variations) -> ReplayedGame {
    let events = Reader::new(sgf.as_bytes(), Charset::UTF_8);
    replay_game(events, size, variations, replay).unwrap()
}

/// The moves of each line; `x` with a number counts the captured stones.
fn lines(played: &ReplayedGame) -> Vec<String> {
    let mut lines = crate::games::GameDecoder::new(&played.lines).unwrap();
    let mut texts = Vec::new();
    while lines.next_line().unwrap() {
        let mut text = String::new();
        for (step, i) in lines.steps().iter().zip(0..) {
            match *step {
                Step::Play(color, point) => {
                    text.push_str(&format!("{}{}", color.sgf_char(), value::format_point(point)));
                }
                Step::Pass(color) => text.push_str(&format!("{}--", color.sgf_char())),
                Step::Setup => text.push('+'),
            }
            let changes = lines.changes().iter().filter(|change| change.step == i);
            let taken = changes.filter(|change| change.stone.is_none()).count();
            if taken > 0 {
                text.push_str(&format!("x{taken}"));
            }
            text.push(' ');
        }
        texts.push(text.trim_end().to_owned());
    }
    texts
}

fn faults(played: &ReplayedGame) -> Vec<&str> {
    played.faults.iter().map(|fault| &*fault.message).collect()
}

#[test]
fn captures_passes_and_variations_are_kept() {
    let sgf = "(;SZ[5];B[ab];W[aa];B[ba](;W[];B[tt])(;W[bb](;B[cc])(;W[dd]))(;W[ee]))";
    let all = played(sgf, Variations::All);
    assert_eq!(
        lines(&all),
        [
            "+ Bab Waa Bbax1 W-- B--",
            "+ Bab Waa Bbax1 Wbb Bcc",
            "+ Bab Waa Bbax1 Wbb Wdd",
            "+ Bab Waa Bbax1 Wee",
        ]
    );
    assert_eq!(faults(&all), ["move 5: it is not white's turn (Article 2)"]);
    assert_eq!(all.moves, 5);
    let main = played(sgf, Variations::Main);
    assert_eq!(lines(&main), ["+ Bab Waa Bbax1 W-- B--"]);
    assert!(main.faults.is_empty());
}

#[test]
fn an_illegal_move_ends_only_its_own_line() {
    let game =
        played("(;SZ[5];B[aa];W[bb](;B[bb];W[cc](;B[dd])(;B[ee]))(;B[cc]))", Variations::All);
    assert_eq!(lines(&game), ["+ Baa Wbb", "+ Baa Wbb Bcc"]);
    assert_eq!(game.moves, 2); // those of the first line
    assert_eq!(faults(&game), ["the line ends before move 3: B4 is occupied (Article 3)"]);
    let ko = "(;SZ[5]AB[ba][ab][bc]AW[ca][db][cc];W[bb];B[cb];W[bb])";
    let game = played(ko, Variations::All);
    assert_eq!(lines(&game), ["+ Wbb Bcbx1"]);
    assert!(faults(&game)[0].ends_with("would retake the ko at once (Article 6)"));
}

#[test]
fn an_unreadable_move_ends_its_line() {
    let game = played("(;SZ[5];B[aa];W[zz];B[cc])", Variations::All);
    assert_eq!(lines(&game), ["+ Baa"]);
    assert_eq!(
        faults(&game),
        [
            "W: `zz` is not a point of a 5x5 board",
            "the line ends before move 2, which is unreadable"
        ]
    );
}

#[test]
fn a_setup_among_the_moves_is_a_step() {
    let game = played("(;SZ[5]AB[aa];W[bb];AE[aa]AB[cc][cd]AW[bb];W[dd])", Variations::All);
    assert_eq!(lines(&game), ["+ Wbb +x1 Wdd"]);
    assert!(game.faults.is_empty());
    let game = played("(;SZ[5];B[aa];AW[ab][ba];W[dd])", Variations::All);
    assert_eq!(lines(&game), ["+ Baa"]);
    assert_eq!(
        faults(&game),
        ["the line ends after move 1: setup: the black chain A5 has no liberty (Article 4)"]
    );
}

#[test]
fn moves_after_two_passes_resume_the_game() {
    let game = played("(;SZ[5];B[aa];W[];B[];B[bb];W[cc])", Variations::All);
    assert_eq!(lines(&game), ["+ Baa W-- B-- Bbb Wcc"]);
    assert!(game.faults.is_empty());
}

#[test]
fn game_info_is_read_from_the_root() {
    let sgf = "(;SZ[5]PB[ A ]PW[B]BR[9p]DT[c. 1933-10-16,1934]KM[6,5]RE[w+R]HA[2];B[aa])";
    let info = played(sgf, Variations::All).info;
    assert_eq!(info.black.as_deref(), Some("A"));
    assert_eq!((info.year, info.komi, info.handicap), (Some(1933), Some(650), Some(2)));
    assert_eq!(info.winner, Winner::White);
    let odd = played("(;SZ[5]KM[x5];B[aa])", Variations::All);
    assert_eq!((odd.info.komi, faults(&odd)), (None, vec!["KM: `x5` is not a komi"]));
    let stones = played("(;SZ[5]KM[375]RU[Chinese];B[aa])", Variations::All);
    assert_eq!((stones.info.komi, faults(&stones)), (Some(750), vec![]));
}

/// More nested variations than checkpoints.
#[test]
fn deeply_nested_variations_are_replayed() {
    let (depth, size) = (10 * MAX_CHECKPOINTS, Size::new(52, 52).unwrap());
    let points: Vec<String> = size.points().map(value::format_point).collect();
    let (main, beside) = points.split_at(depth);
    let player = |i: usize| ["B", "W"][i % 2];
    let mut sgf = String::from("(;SZ[52]");
    for (i, point) in main.iter().enumerate() {
        sgf.push_str(&format!("(;{}[{point}]", player(i)));
    }
    for i in (0..depth).rev() {
        sgf.push_str(&format!(")(;{}[{}])", player(i), beside[i]));
    }
    let game = played_on(size, &sgf, Variations::All);
    assert!(game.faults.is_empty());
    let lines = lines(&game);
    assert_eq!(lines.len(), depth + 1);
    for (line, i) in lines.iter().skip(1).zip((0..depth).rev()) {
        let moves = (0..i).map(|i| format!("{}{}", player(i), main[i]));
        let moves: Vec<String> = moves.chain([format!("{}{}", player(i), beside[i])]).collect();
        assert_eq!(*line, format!("+ {}", moves.join(" ")));
    }
}

#[test]
fn reused_memory_does_not_change_a_game() {
    let games = [
        (5, "(;SZ[5];B[ab];W[aa];B[ba](;W[];B[])(;W[bb](;B[cc])(;W[dd]))(;W[ee]))"),
        (9, "(;SZ[9]AB[aa]AW[ba][ab];W[cc])"),
        (3, "(;SZ[3];B[aa];AW[ba]AE[aa];B[cc](;W[bb];AB[ac](;W[ca])(;B[ca]))(;W[bc]))"),
        (5, "(;SZ[5];B[aa](;W[bb];AB[dd](;B[cc]"),
        (5, "(;SZ[5](;B[bb](;W[aa])(;W[ba]))(;B[dd];AW[ee](;W[cc];B[ac])(;W[ab])))"),
        (5, "(;SZ[5];B[bb];AW[aa];W[ee])"),
        (19, "(;SZ[19]"),
        (5, "(;SZ[5];B[aa];B[bb];W[bb](;W[cc]))"),
        (2, ""),
        (4, "(;SZ[4]AW[dd](;B[cd](;B[dc];W[dd]))(;B[aa];W[zz]))"),
    ];
    let mut replay = Replay::new();
    for (side, sgf) in games.iter().chain(games.iter().rev()) {
        let size = Size::new(*side, *side).unwrap();
        let alone = played_on(size, sgf, Variations::All);
        let reused = played_in(&mut replay, size, sgf, Variations::All);
        assert_eq!((lines(&reused), faults(&reused)), (lines(&alone), faults(&alone)), "{sgf}");
        assert_eq!((reused.moves, reused.opening), (alone.moves, alone.opening), "{sgf}");
        assert_eq!(reused.lines, alone.lines, "{sgf}");
    }
}

/// A comb: as many lines as moves in the longest one.
#[test]
fn many_variations_take_linear_time() {
    let board = Size::new(52, 52).unwrap();
    let mut sgf = String::from("(;SZ[52]");
    let points: Vec<Point> = board.points().collect();
    for pair in points.chunks_exact(2).take(1300) {
        let (one, other) = (value::format_point(pair[0]), value::format_point(pair[1]));
        sgf.push_str(&format!("(;B[{other}])(;B[{one}];W[]"));
    }
    let played = played_on(board, &sgf, Variations::All);
    assert!(played.lines.len() < 20_000);
    let levels = 13_000;
    let comb = ["(;SZ[52]", &"(;B[];W[]".repeat(levels), &")(;B[])".repeat(levels)].concat();
    let comb = played_on(board, &comb, Variations::All);
    assert!(comb.faults.iter().any(|fault| fault.message.contains("too many variations")));
}

#[test]
fn characters_that_were_lost_before_the_file_was_written_are_named() {
    let played = played("(;SZ[5]PB[\u{fffd}n];B[aa])", Variations::All);
    assert_eq!(faults(&played), ["PB: some characters were lost before the file was written"]);
}

#[test]
fn a_setup_that_contradicts_itself_is_reported() {
    let played = played("(;SZ[5];B[aa];AB[bb]AW[bb]AB[cc];W[dd])", Variations::All);
    assert_eq!(faults(&played), ["B4 is set up in two ways in one node: the last one counts"]);
}
