//! Counts the games of Abalone of up to N moves, to compare rules and speed with other programs.
//!
//! ```text
//! $ cargo run --release --example abalone_perft -- belgian 5
//! 1 52
//! 2 2692
//! 3 149322
//! 4 8270666
//! 5 483942012
//! ```
//!
//! The start is `standard`, `belgian` or an IATN; Black is to move. The last move of each game is
//! counted, not made.

use std::process::ExitCode;
use std::time::Instant;

use gtn_db::abalone::{Board, Position};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [start, depth] = &*arguments else {
        eprintln!("usage: abalone_perft standard|belgian|IATN MOVES");
        return ExitCode::FAILURE;
    };
    let board = match &**start {
        "standard" => Ok(Board::STANDARD),
        "belgian" => Ok(Board::BELGIAN_DAISY),
        iatn => iatn.parse(),
    };
    let (board, depth) = match (board, depth.parse::<u32>()) {
        (Ok(board), Ok(depth)) => (board, depth),
        (Err(error), _) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
        (_, Err(error)) => {
            eprintln!("`{depth}` is not a number of moves: {error}");
            return ExitCode::FAILURE;
        }
    };
    for depth in 1..=depth {
        let begin = Instant::now();
        let count = Position::start(board).perft(depth);
        eprintln!("{:.2} s", begin.elapsed().as_secs_f64());
        println!("{depth} {count}");
    }
    ExitCode::SUCCESS
}
