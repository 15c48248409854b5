//! Boards as people type them.

/// Whether a line is a row of single points with blanks between, at least three: `# . X O`.
pub fn is_spaced_row(line: &str, is_point: impl Fn(char) -> bool) -> bool {
    let mut points = 0;
    line.split_whitespace().all(|word| {
        points += 1;
        word.chars().count() == 1 && word.chars().all(&is_point)
    }) && points > 2
}

/// The rows of a typed board as GTN has them: without blanks between points, and with `X` and `O` for other
/// signs of stones. `#` is Black on a board with `O` and without `X`; else an empty point with a square.
///
/// ```text
///   . x o ,         .XO.
///   . ● ○ .    →    .XO.
/// ```
pub fn read_typed_rows(text: &str) -> String {
    let mut rows: String = text.lines().map(|line| read_points(line) + "\n").collect();
    if rows.contains('O') && !rows.contains('X') {
        rows = rows.replace('#', "X");
    }
    rows
}

fn read_points(line: &str) -> String {
    let points = line.chars().filter(|char| !char.is_whitespace());
    let points = points.map(|char| match char {
        'x' | '●' => 'X',
        'o' | '○' => 'O',
        ',' => '.',
        other => other,
    });
    points.collect()
}

/// A typed board without what is around its points: names of columns, numbers of rows, and the frame.
///
/// ```text
///      Q R S T
///    ----------+
/// 19 | . X O . |         . X O .
/// 18   . X O .      →    . X O .
/// ```
pub fn without_frame(text: &str) -> String {
    let is_frame = |line: &&str| {
        let is_edge = line.contains('-') && line.chars().all(|char| "+-|= ".contains(char));
        let names = || line.chars().filter(|char| !char.is_whitespace());
        let are_names =
            names().all(|char| char.is_ascii_alphabetic()) && names().is_sorted_by(|a, b| a < b);
        is_edge || are_names && !names().all(|char| "XOxo".contains(char))
    };
    let row = |line: &str| {
        let is_beside = |char: char| char.is_ascii_digit() || char == '|' || char.is_whitespace();
        line.trim_matches(is_beside).to_owned() + "\n"
    };
    text.lines().filter(|line| !is_frame(line)).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_read_as_they_are_typed() {
        for (typed, rows) in [
            (".XO\n..X\n", ".XO\n..X\n"),
            ("  . X O\n\t.\t.\tX  \n", ".XO\n..X\n"),
            (". x o\r\n, . x", ".XO\n..X\n"),
            ("+ ● ○\n. . ●", "+XO\n..X\n"),
            (". # O\n. . #", ".XO\n..X\n"),
            (". # O\n. X #", ".#O\n.X#\n"),
            ("_ . X\n_ ! !", "_.X\n_!!\n"),
        ] {
            assert_eq!(read_typed_rows(typed), rows, "{typed}");
        }
    }

    #[test]
    fn names_and_frames_are_not_points() {
        let rows = ".XO\n..X\n";
        for typed in [
            "   R S T\n19 . X O\n18 . . X\n",
            "   R S T\n19 . X O 19\n18 . . X 18\n   R S T\n",
            "------+\n. X O |\n. . X |\n",
            "+-------+\n| . X O |\n| . . X |\n",
            ". X O|19\n. . X|18\n",
        ] {
            assert_eq!(read_typed_rows(&without_frame(typed)), rows, "{typed}");
        }
        for points in ["O X\n+ +\n", "B W B\nW B W\n"] {
            assert_eq!(without_frame(points), points);
        }
    }

    #[test]
    fn a_comment_is_no_row() {
        let is_point = |char| "#.XO".contains(char);
        assert!(is_spaced_row("# . X", is_point) && is_spaced_row("# # #", is_point));
        assert!(!is_spaced_row("# X", is_point) && !is_spaced_row("# X O wins", is_point));
    }
}
