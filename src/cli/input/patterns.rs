//! Shapes that a user wants to find in games, and how what is played in them
//! is shown.

use std::ffi::OsString;
use std::io::{self, Read};
use std::str::FromStr;

use anyhow::{Context, bail};
use gtn_db::Color;
use gtn_db::go::Point;
use gtn_db::gtn::Diagram;
use gtn_db::gtn::Pattern;

use crate::cli::output::board::Drawing;
use crate::cli::output::has_colors;

/// The longest file that is read for shapes.
const LONGEST: u64 = 16 << 20;

/// A shape and where it was asked for.
pub type Asked = (String, anyhow::Result<Pattern>);

/// The shapes that arguments give or name: an IGTN with `?`, the same in
/// several lines, a file with either, or `-` for standard input.
pub fn read(arguments: &[OsString]) -> Vec<Asked> {
    let mut asked = Vec::new();
    for (argument, number) in arguments.iter().zip(1..) {
        let text = argument.to_string_lossy();
        let label = format!("argument {number}");
        if argument == "-" {
            asked.extend(read_input("line", io::stdin().lock()));
        } else if text.contains(['|', '\n']) {
            asked.push((label, parse(&text)));
        } else {
            let name = text.escape_debug();
            match std::fs::File::open(argument) {
                Ok(file) => asked.extend(read_input(&format!("{text}: line"), file)),
                Err(_) => asked.push((label, parse_error(&name.to_string()))),
            }
        }
    }
    asked
}

fn parse_error(name: &str) -> anyhow::Result<Pattern> {
    bail!("`{name}` is neither an IGTN nor a file")
}

fn parse(text: &str) -> anyhow::Result<Pattern> {
    let text = text.trim_matches('\n');
    Ok(if text.contains('|') { text.trim().parse()? } else { Pattern::from_gtn(text)? })
}

/// The shapes of a file: an IGTN a line, or one GTN.
fn read_input(label: &str, input: impl Read) -> Vec<Asked> {
    let mut text = String::new();
    if let Err(error) = input.take(LONGEST).read_to_string(&mut text) {
        return vec![(format!("{label} 1"), Err(error).context("cannot be read"))];
    }
    let lines = || text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    match lines().next() {
        Some((first, _)) if first.contains('|') => {
            lines().map(|(line, i)| (format!("{label} {i}"), parse(line))).collect()
        }
        _ => vec![(format!("{label} 1"), parse(&text))],
    }
}

/// The letter of the `n`th move; there is none for the many.
pub fn letter(n: usize) -> Option<char> {
    ('A'..='Z').chain('a'..='z').filter(|char| !matches!(char, 'O' | 'X')).nth(n)
}

/// A shape, drawn, with letters on its points.
pub fn draw(pattern: &Pattern, letters: impl Iterator<Item = (Point, char)>) -> String {
    let diagram = Diagram::from(&pattern.sub_position());
    let mut labels: Vec<(Point, char)> = Vec::new();
    for (point, letter) in letters {
        if labels.iter().all(|&(other, _)| other != point) {
            labels.push((point, letter));
        }
    }
    for point in pattern.wildcards() {
        if labels.iter().all(|&(other, _)| other != point) {
            labels.push((point, '?'));
        }
    }
    let drawing =
        Drawing { diagram: &diagram, placement: None, labels: &labels, is_styled: has_colors() };
    drawing.to_string()
}

/// Moves in order, such as `X(3,4) O(4,4)`.
#[derive(Clone, Debug)]
pub struct Sequence(pub Vec<(Color, Point)>);

impl FromStr for Sequence {
    type Err = String;

    fn from_str(text: &str) -> Result<Sequence, String> {
        let parse = |part: &str| {
            let (color, rest) = part.split_at_checked(1)?;
            let color = match color {
                "X" | "B" | "b" => Color::Black,
                "O" | "W" | "w" => Color::White,
                _ => return None,
            };
            let (col, row) = rest.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
            let number = |text: &str| text.parse::<u8>().ok()?.checked_sub(1);
            Some((color, Point::new(number(col)?, number(row)?)))
        };
        let moves: Option<Vec<_>> = text.split_whitespace().map(parse).collect();
        match moves {
            Some(moves) if !moves.is_empty() => Ok(Sequence(moves)),
            _ => Err("write moves as 'X(3,4) O(4,4)': color, column, row".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_in_order() {
        let sequence: Sequence = "X(3,4) O(10,1)".parse().unwrap();
        assert_eq!(
            sequence.0,
            [(Color::Black, Point::new(2, 3)), (Color::White, Point::new(9, 0))]
        );
        for bad in ["", "X(0,1)", "Z(1,1)", "X1,1", "é(1,1)"] {
            assert!(bad.parse::<Sequence>().is_err(), "{bad}");
        }
    }
}
