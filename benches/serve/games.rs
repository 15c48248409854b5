//! Games without meaning that share openings, as real games do.

use std::fmt::Write;

use crate::common::random::Random;

/// The different openings.
pub const OPENINGS: u64 = 64;

/// The moves of an opening; games leave it at some point.
const OPENING: usize = 24;
/// The moves of a game.
const MOVES: usize = 180;
const LINES: u64 = 19;
const PLAYERS: [&str; 8] = ["Aoki", "Baba", "Chiba", "Doi", "Endo", "Fujii", "Goto", "Hayashi"];

/// A point, counted from the upper left corner.
type Point = (u8, u8);

/// The first moves of an opening, such as `Q16 D4`.
pub fn opening(number: u64, moves: usize) -> Vec<String> {
    let points = opening_points(number).into_iter().take(moves);
    points
        .map(|(col, row)| {
            format!("{}{}", (b"ABCDEFGHJKLMNOPQRST"[usize::from(col)] as char), 19 - row)
        })
        .collect()
}

/// Openings with near numbers begin alike.
fn opening_points(number: u64) -> Vec<Point> {
    let mut points = Vec::new();
    for step in 0..OPENING as u64 {
        // One more bit of the number decides every second move.
        let prefix = number & ((2 << (step / 2)) - 1);
        let mut random = Random::new(prefix << 8 | step);
        // Stones of an opening stand near the corners.
        let near = |random: &mut Random| match 2 + random.below(4) {
            distance if random.sixteenths(8) => distance as u8,
            distance => (LINES - 1 - distance) as u8,
        };
        loop {
            let point = (near(&mut random), near(&mut random));
            if !points.contains(&point) {
                points.push(point);
                break;
            }
        }
    }
    points
}

/// Games as SGF, one a line.
pub fn write(games: u64) -> String {
    let mut text = String::new();
    for game in 0..games {
        let mut random = Random::new(game << 32 | 7);
        let mut points = opening_points(random.below(OPENINGS));
        points.truncate(4 + random.below(OPENING as u64 - 4) as usize);
        let mut is_taken = [[false; LINES as usize]; LINES as usize];
        for &(col, row) in &points {
            is_taken[usize::from(row)][usize::from(col)] = true;
        }
        while points.len() < MOVES {
            let (col, row) = (random.below(LINES) as u8, random.below(LINES) as u8);
            let place = &mut is_taken[usize::from(row)][usize::from(col)];
            if !*place {
                *place = true;
                points.push((col, row));
            }
        }
        let (black, white) = (random.pick(&PLAYERS), random.pick(&PLAYERS));
        let (year, winner) = (1950 + random.below(70), random.pick(&['B', 'W']));
        let _ = write!(
            text,
            "(;GM[1]FF[4]SZ[19]PB[{black}]PW[{white}]DT[{year}-01-01]RE[{winner}+R]EV[Game {game}]"
        );
        for (number, (col, row)) in points.into_iter().enumerate() {
            let color = if number % 2 == 0 { 'B' } else { 'W' };
            let _ = write!(text, ";{color}[{}{}]", char::from(b'a' + col), char::from(b'a' + row));
        }
        text.push_str(")\n");
    }
    text
}
