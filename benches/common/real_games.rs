//! Made-up games that are like real ones in what an index sees: openings that few or many games share,
//! fights, captures, and texts about the game of the usual length.
//!
//! ```text
//!   corner, move   1          2              3 ...               ... 9
//!   candidates     4-4, 3-4   approaches     near the stones; the first ones are played most often,
//!                  3-3, ...                  so a few thousand sequences are known and the rest is new
//! ```
//!
//! A game is a function of the seed and its number. Of a million games, each has about 80 positions
//! of corners, 10x10 and up to 30 moves, that no earlier game has.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::ops::Range;
use std::path::Path;

use gtn_db::Color;
use gtn_db::go::{Point, Position, Size};

use super::random::Random;

/// Columns and rows from the corner: the usual first moves, the most frequent one first.
const FIRST: [(u8, u8); 8] = [(3, 3), (2, 3), (3, 2), (2, 2), (2, 4), (4, 2), (3, 4), (4, 3)];
/// Players of a collection.
const PLAYERS: u64 = 20_000;
const RANKS: [&str; 12] = ["9p", "8p", "7p", "6p", "5p", "9d", "8d", "7d", "6d", "5d", "4d", "3d"];

/// Games without end.
#[derive(Clone, Copy)]
pub struct RealGames {
    pub seed: u64,
}

impl RealGames {
    /// Writes the game tree of a game.
    pub fn tree(self, index: u64, out: &mut String) {
        let mut random = Random::new(Random::new(self.seed ^ index << 1).bits());
        write_info(&mut random, out);
        let mut game = Game {
            position: Position::new(Size::STANDARD),
            corners: Default::default(),
            last: Point::new(9, 9),
        };
        let moves = 180 + random.below(100);
        for number in 0..moves {
            let color = if number % 2 == 0 { Color::Black } else { Color::White };
            let Some(point) = game.choose(number, &mut random) else { break };
            let letter = |at: u8| char::from(b'a' + at);
            let _ =
                write!(out, ";{}[{}{}]", color.sgf_char(), letter(point.col), letter(point.row));
        }
        out.push_str(")\n");
    }

    /// Writes games into files of a folder, so many in each.
    pub fn write(self, folder: &Path, range: Range<u64>, per_file: u64) -> io::Result<()> {
        fs::create_dir_all(folder)?;
        let mut text = String::new();
        for first in range.clone().step_by(per_file as usize) {
            let mut file = BufWriter::new(File::create(folder.join(format!("{first:08}.sgf")))?);
            for index in first..range.end.min(first + per_file) {
                text.clear();
                self.tree(index, &mut text);
                file.write_all(text.as_bytes())?;
            }
            file.flush()?;
        }
        Ok(())
    }
}

fn write_info(random: &mut Random, out: &mut String) {
    let (black, white) = (name(random.below(PLAYERS)), name(random.below(PLAYERS)));
    let rank = |random: &mut Random| RANKS[random.below(RANKS.len() as u64) as usize];
    let (black_rank, white_rank) = (rank(random), rank(random));
    // More games of later years.
    let oldest = 1 + random.below(75);
    let year = 2025 - random.below(oldest);
    let (month, day) = (1 + random.below(12), 1 + random.below(28));
    let winner = if random.below(100) < 48 { 'B' } else { 'W' };
    let result = match random.below(3) {
        0 => format!("{winner}+R"),
        _ => format!("{winner}+{}.5", random.below(20)),
    };
    let round = 1 + random.below(9);
    let _ = write!(
        out,
        "(;GM[1]FF[4]CA[UTF-8]AP[Collection of games:1.0]ST[2]SZ[19]KM[6.5]RU[Japanese]\
         PB[{black}]BR[{black_rank}]PW[{white}]WR[{white_rank}]DT[{year}-{month:02}-{day:02}]\
         EV[The {year} league of the eastern provinces]RO[{round}]PC[The hall of the association]\
         GN[{black} against {white}, round {round}]TM[10800]OT[5x60 byo-yomi]RE[{result}]\
         US[Recorded for the yearbook of {year}]\
         SO[https://games.example/{year}/{month:02}/{day:02}/{}]",
        random.bits() >> 20
    );
}

/// The name of a player.
fn name(number: u64) -> String {
    let syllables = ["ka", "shi", "mo", "ren", "ta", "yu", "lin", "gao", "sae", "ho"];
    let digits = [number / 1000 % 20, number / 100 % 10, number / 10 % 10, number % 10];
    let text: String = digits.iter().map(|&digit| syllables[digit as usize % 10]).collect();
    format!("{text} {}", number / 1000)
}

struct Game {
    position: Position,
    /// For each corner a hash of the moves there, and their number.
    corners: [(u64, u32); 4],
    last: Point,
}

impl Game {
    fn choose(&mut self, number: u64, random: &mut Random) -> Option<Point> {
        let color = self.position.to_move();
        let corner = match number {
            0..4 => [1, 2, 3, 0][number as usize],
            // In the opening, most moves go on in the corner of the last one.
            _ if random.below(8) < 5 => corner_of(self.last),
            _ => random.below(4) as usize,
        };
        for attempt in 0..60 {
            let point = match number {
                0..110 if attempt < 30 => self.joseki(corner, attempt, color, random),
                _ => self.nearby(random),
            };
            if self.position.check(point).is_ok() {
                self.position.play(point).ok()?;
                let (hash, count) = &mut self.corners[corner_of(point)];
                let place = in_corner(point);
                *hash = mix(*hash ^ ((u64::from(place.col) << 8 | u64::from(place.row)) + 1));
                *count += 1;
                self.last = point;
                return Some(point);
            }
        }
        None
    }

    /// A point that the moves in the corner make likely.
    fn joseki(&self, corner: usize, attempt: u64, color: Color, random: &mut Random) -> Point {
        let (hash, count) = self.corners[corner];
        // The rank of the candidate: each is played less often than the one before.
        let mut rank = attempt / 4;
        while random.below(100) < 60 {
            rank += 1;
        }
        let place = match count {
            0 => {
                let (col, row) = FIRST[rank as usize % FIRST.len()];
                Point::new(col, row)
            }
            _ => {
                let bits = mix(hash ^ rank << 32 ^ color as u64);
                let reach = 2 + count as u64 / 3;
                let at = |bits: u64| (2 + bits % (reach + 2)).min(9) as u8;
                Point::new(at(bits), at(bits >> 16))
            }
        };
        let col = if corner & 1 == 1 { 18 - place.col } else { place.col };
        let row = if corner & 2 == 2 { 18 - place.row } else { place.row };
        Point::new(col, row)
    }

    /// A point near the last move, or anywhere.
    fn nearby(&self, random: &mut Random) -> Point {
        if random.below(5) == 0 {
            return Point::new(random.below(19) as u8, random.below(19) as u8);
        }
        let mut near = |at: u8| (u64::from(at) + random.below(7)).saturating_sub(3).min(18) as u8;
        Point::new(near(self.last.col), near(self.last.row))
    }
}

/// The corner of a point: 1 is the right, 2 the lower side.
fn corner_of(point: Point) -> usize {
    usize::from(point.col > 9) + 2 * usize::from(point.row > 9)
}

/// A point as it is seen with its corner at the upper left.
fn in_corner(point: Point) -> Point {
    let near = |at: u8| at.min(18 - at);
    Point::new(near(point.col), near(point.row))
}

fn mix(bits: u64) -> u64 {
    Random::new(bits).bits()
}
