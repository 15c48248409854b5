//! The inputs, each of one size. The same size gives the same bytes.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::common::collection::{Collection, Families};
use crate::common::real_games::RealGames;

/// The path to read.
pub type Written = io::Result<PathBuf>;

/// The problem of all inputs with one problem, without its end.
const PROBLEM: &str = "(;GM[1]FF[4]SZ[19]AB[aa][ba][cb]AW[ca][da][eb]PL[B]";
/// A file with that problem.
const FILE: &[u8] = b"(;GM[1]FF[4]SZ[19]AB[aa][ba][cb]AW[ca][da][eb]PL[B];B[ab]TE[1])\n";

/// A point of a 19x19 board by its number, in rows.
fn point(number: usize) -> String {
    let letter = |number: usize| char::from(b'a' + (number % 19) as u8);
    format!("{}{}", letter(number), letter(number / 19))
}

fn write(folder: &Path, text: &str) -> Written {
    let path = folder.join("growth.sgf");
    fs::write(&path, text)?;
    Ok(path)
}

/// A collection with one piece of text per number.
fn write_each(folder: &Path, size: usize, piece: impl Fn(&mut String, usize)) -> Written {
    let mut text = String::new();
    (0..size).for_each(|number| piece(&mut text, number));
    write(folder, &text)
}

/// A collection in which a quarter of the problems are duplicates.
pub fn collection(folder: &Path, size: usize) -> Written {
    let path = folder.join("collection");
    Collection { seed: 19 }.write(&path, 0..size as u64, 1_000)?;
    Ok(path)
}

/// Games that are like real ones.
pub fn real_games(folder: &Path, size: usize) -> Written {
    let path = folder.join("games");
    RealGames { seed: 19 }.write(&path, 0..size as u64, 1_000)?;
    Ok(path)
}

/// Families of 31 problems with 45 pairs at distance 1.
pub fn families(folder: &Path, size: usize) -> Written {
    let path = folder.join("families");
    Families { seed: 19, size: 31 }.write(&path, 0..size as u64, 1_000)?;
    Ok(path)
}

/// Two hands of one book: problems whose lines are played on 25 points of a corner, the same in both, with
/// another stone outside.
pub fn hands(folder: &Path, size: usize) -> Written {
    let path = folder.join("hands");
    fs::create_dir(&path)?;
    for number in 0..size / 2 {
        let mut random = number as u64;
        let mut stones = [String::new(), String::new()];
        for (col, row) in (0..25).map(|at| (at % 5, at / 5)) {
            // SplitMix64, https://prng.di.unimi.it/splitmix64.c
            random = random.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (random ^ random >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let state = (mixed ^ mixed >> 27) % 3;
            if let (Some(stones), false) =
                (stones.get_mut(state as usize), [(3, 3), (0, 0), (3, 0)].contains(&(col, row)))
            {
                let letter = |at: u8| char::from(b'a' + at);
                stones.push_str(&format!("[{}{}]", letter(col), letter(row)));
            }
        }
        let [black, white] = &stones;
        for (hand, outside) in [("one", "kk"), ("two", "ll")] {
            // Half of the numbers have one position in both hands.
            let outside = if number % 2 == 0 { "kk" } else { outside };
            let sgf = format!(
                "(;SZ[19]AB[{outside}]{black}AW[mm]{white}PL[B];B[dd];W[aa];B[da]C[RIGHT])"
            );
            fs::write(path.join(format!("{hand} {}.sgf", number + 1)), sgf)?;
        }
    }
    Ok(path)
}

pub fn equal_files(folder: &Path, size: usize) -> Written {
    let path = folder.join("files");
    fs::create_dir(&path)?;
    for number in 0..size {
        fs::write(path.join(format!("{number}.sgf")), FILE)?;
    }
    Ok(path)
}

fn write_tar(folder: &Path, size: usize, name: impl Fn(usize) -> String) -> Written {
    let path = folder.join("growth.tar");
    let mut archive = tar::Builder::new(io::BufWriter::new(File::create(&path)?));
    for number in 0..size {
        let mut header = tar::Header::new_gnu();
        header.set_size(FILE.len() as u64);
        header.set_mode(0o644);
        archive.append_data(&mut header, name(number), FILE)?;
    }
    archive.into_inner()?.flush()?;
    Ok(path)
}

pub fn tar_of_equal_files(folder: &Path, size: usize) -> Written {
    write_tar(folder, size, |number| format!("{number}.sgf"))
}

pub fn tar_of_one_name(folder: &Path, size: usize) -> Written {
    write_tar(folder, size, |_| "growth.sgf".to_owned())
}

pub fn zip_of_equal_files(folder: &Path, size: usize) -> Written {
    let path = folder.join("growth.zip");
    let mut archive = zip::ZipWriter::new(File::create(&path)?);
    for number in 0..size {
        archive.start_file(format!("{number}.sgf"), zip::write::SimpleFileOptions::default())?;
        archive.write_all(FILE)?;
    }
    archive.finish()?;
    Ok(path)
}

/// One problem in texts that differ, with three answers.
pub fn one_problem(folder: &Path, size: usize) -> Written {
    write_each(folder, size, |text, number| {
        let _ = writeln!(text, "{PROBLEM}C[{number}];B[{}]TE[1];W[ab])", point(40 + number % 3));
    })
}

/// One problem with two answers in each record, one of them in all records.
pub fn different_answers(folder: &Path, size: usize) -> Written {
    write_each(folder, size, |text, number| {
        let (one, other) = (point(40 + number % 300), point(40 + number / 300 % 300));
        let _ = writeln!(text, "{PROBLEM}(;B[ab]TE[1])(;B[{one}]TE[1])(;B[{other}]TE[1]))");
    })
}

/// One problem with one answer and a line of its own behind it in each record.
pub fn different_lines(folder: &Path, size: usize) -> Written {
    write_each(folder, size, |text, number| {
        let (reply, next) = (point(40 + number % 300), point(40 + number / 300 % 300));
        let _ = writeln!(text, "{PROBLEM};B[ab]TE[1];W[{reply}];B[{next}])");
    })
}

/// One corner with two more stones, each time on other points: every two positions differ in two or
/// four points.
pub fn variations(folder: &Path, size: usize) -> Written {
    write_each(folder, size, |text, number| {
        let (black, white) = (point(100 + number % 120), point(220 + number / 120 % 120));
        let third = point(340 + number / 14_400);
        let _ = writeln!(
            text,
            "(;GM[1]FF[4]SZ[19]AB[aa][ba][cb][{black}][{third}]AW[ca][da][eb][{white}]PL[B];B[ab]TE[1])"
        );
    })
}

/// The file beside the input with what is compared with it.
pub const OTHERS: &str = "others.sgf";

/// Problems whose lines are played in one place with equal stones around it, and as many others; each has two
/// more stones outside.
pub fn one_core(folder: &Path, size: usize) -> Written {
    write_with_others(folder, size, |number| {
        let (black, white) = (point(200 + number % 160), point(140 + number / 160 % 60));
        format!(
            "(;SZ[19]AB[aa][ba][cb][bd][{black}]AW[ca][da][eb][cd][{white}]PL[B];B[bc];W[cc];B[dc]C[RIGHT])\n"
        )
    })
}

/// Problems that are equal within two lines of the first move, and as many others; the farther part of each core
/// is different.
pub fn one_first_move(folder: &Path, size: usize) -> Written {
    write_with_others(folder, size, |number| {
        let far = |row: usize, number: usize| point((number / 8 % 4 + row) * 19 + number % 8 + 6);
        let (black, white) = (far(6, number), far(10, number / 32));
        let third = far(14, number / 1024 % 16);
        format!(
            "(;SZ[19]AB[aa][ba][cb][bd][{black}]AW[ca][da][eb][cd][{white}][{third}]PL[B];B[bc];W[cc];B[pp]C[RIGHT])\n"
        )
    })
}

fn write_with_others(folder: &Path, size: usize, piece: impl Fn(usize) -> String) -> Written {
    fs::write(folder.join(OTHERS), (size..2 * size).map(&piece).collect::<String>())?;
    write(folder, &(0..size).map(&piece).collect::<String>())
}

/// Different problems with six stones on boards of 52 lines.
pub fn large_boards(folder: &Path, size: usize) -> Written {
    let letter = |number: usize| {
        let first = if number < 26 { b'a' } else { b'A' - 26 };
        char::from(first + number as u8)
    };
    write_each(folder, size, |text, number| {
        let (col, row) = (20 + number % 32, 20 + number / 32 % 32);
        let other = 10 + number / 1024 % 10;
        let (col, row, other) = (letter(col), letter(row), letter(other));
        let _ = writeln!(
            text,
            "(;GM[1]FF[4]SZ[52]AB[aa][ba][{other}b]AW[ca][{col}{row}][{row}{other}]PL[B])"
        );
    })
}

/// Games of 240 moves. All games begin with the same 40 moves, and every game occurs twice.
pub fn games_with_an_opening(folder: &Path, size: usize) -> Written {
    write_games(folder, size, |number| number / 2)
}

pub fn equal_games(folder: &Path, size: usize) -> Written {
    write_games(folder, size, |_| 0)
}

fn write_games(folder: &Path, size: usize, variant: impl Fn(usize) -> usize) -> Written {
    write_each(folder, size, |text, number| {
        let variant = variant(number);
        text.push_str("(;GM[1]FF[4]SZ[19]PB[Black]PW[White]");
        // 361 and 70 have no common divisor, so no point is played twice.
        let mut played: Vec<usize> = (0..240).map(|number| number * 70 % 361).collect();
        // The order of the moves after the opening is one of 200 * 199.
        played[40..].rotate_left(variant % 200);
        let last = 41 + variant / 200 % 199;
        played.swap(40, last);
        for (number, at) in played.into_iter().enumerate() {
            let color = if number % 2 == 0 { 'B' } else { 'W' };
            let _ = write!(text, ";{color}[{}]", point(at));
        }
        text.push_str(")\n");
    })
}

/// Trees of 20 bytes without a closing parenthesis, each on its line.
pub fn unclosed_lines(folder: &Path, size: usize) -> Written {
    write(folder, &"(;AB[aa][bb]AW[c]C[\n".repeat(size))
}

/// Trees of 20 bytes without a closing parenthesis in one line: one deep tree.
pub fn unclosed_nested(folder: &Path, size: usize) -> Written {
    write(folder, &"(;AB[aa]AW[bb];B[cc]".repeat(size))
}
