//! Lines by their numbers, with the branches that lead to them.

use std::fmt;

use super::decoding::GameDecoder;
use super::encoding::DecodeGameError;

/// Goes through the lines of a game, from the main line, which has the number 0.
///
/// Displayed as the path of the current line: for each branch at which it leaves an earlier
/// line the number of the move there, and which of the alternatives it takes. `12:2 15:3` is
/// the second choice at move 12, then the third at move 15. The path of the main line is empty.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::games::{GameEncoder, LineWalk};
/// use gtn_db::go::{Point, Size};
/// use gtn_db::Color;
///
/// let mut encoder = GameEncoder::new(Size::STANDARD, &[]);
/// encoder.play(Color::Black, Point::new(15, 3), &[]);
/// encoder.play(Color::White, Point::new(3, 15), &[]);
/// encoder.go_back(2); // to the position after the first move
/// encoder.play(Color::White, Point::new(3, 3), &[]);
/// let bytes = encoder.finish();
///
/// let mut walk = LineWalk::new(&bytes)?;
/// assert!(walk.go_to(1)?);
/// assert_eq!(walk.to_string(), "2:2");
/// assert!(!walk.go_to(2)?);
/// # Ok::<(), gtn_db::games::DecodeGameError>(())
/// ```
#[derive(Debug)]
pub struct LineWalk<'a> {
    lines: GameDecoder<'a>,
    /// Number of lines decoded.
    count: u32,
    branches: Vec<Branch>,
}

/// A branch at which a line does not take the first alternative.
#[derive(Clone, Copy, Debug)]
struct Branch {
    /// Number of stored steps before the branch.
    depth: usize,
    /// Number of the move that follows, from 1.
    number: usize,
    /// Number of the alternative, from 1.
    choice: u32,
}

impl<'a> LineWalk<'a> {
    /// A walk that has not reached the main line yet.
    ///
    /// # Errors
    /// As for [`GameDecoder::new`].
    pub fn new(bytes: &'a [u8]) -> Result<LineWalk<'a>, DecodeGameError> {
        Ok(LineWalk { lines: GameDecoder::new(bytes)?, count: 0, branches: Vec::new() })
    }

    /// Goes to a line, which must not be before the current one. Returns whether the game has
    /// it; if not, the last line is current.
    ///
    /// # Errors
    /// As for [`GameDecoder::next_line`].
    pub fn go_to(&mut self, line: u32) -> Result<bool, DecodeGameError> {
        while self.count <= line {
            if !self.lines.next_line()? {
                return Ok(false);
            }
            if self.count > 0 {
                self.branch();
            }
            self.count += 1;
        }
        Ok(true)
    }

    /// Adds the branch of the current line and removes those that it does not take.
    fn branch(&mut self) {
        let (depth, number) = self.lines.branch();
        while self.branches.pop_if(|branch| branch.depth > depth).is_some() {}
        match self.branches.last_mut() {
            Some(branch) if branch.depth == depth => branch.choice += 1,
            _ => self.branches.push(Branch { depth, number, choice: 2 }),
        }
    }

    /// Number of lines so far: up to the current line and including it.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The current line.
    pub fn line(&self) -> &GameDecoder<'a> {
        &self.lines
    }
}

impl fmt::Display for LineWalk<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, Branch { number, choice, .. }) in self.branches.iter().enumerate() {
            let blank = if i > 0 { " " } else { "" };
            write!(f, "{blank}{number}:{choice}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Color;
    use crate::games::GameEncoder;
    use crate::go::{Point, Size};

    /// ```text
    ///   1 ── 2 ── 3          line 0
    ///   │    ├─── 3          line 1, at move 3 the second choice
    ///   │    └─── 3 ── 4     line 2, at move 3 the third
    ///   │         └─── 4     line 3, then at move 4 the second
    ///   └─ setup ── 2        line 4, at move 2 the second, which sets up a stone
    /// ```
    #[test]
    fn a_path_names_the_choices_at_branches() {
        let mut encoder = GameEncoder::new(Size::STANDARD, &[]);
        let mut play = |back: Option<usize>, rows: &[u8]| {
            back.into_iter().for_each(|steps| encoder.go_back(steps));
            rows.iter().for_each(|&row| encoder.play(Color::Black, Point::new(3, row), &[]));
        };
        play(None, &[1, 2, 3]);
        play(Some(3), &[4]);
        play(Some(3), &[5, 6]);
        play(Some(4), &[7]);
        encoder.go_back(2);
        encoder.setup(&[(Point::new(0, 0), Some(Color::White))]);
        encoder.play(Color::White, Point::new(5, 5), &[]);
        let bytes = encoder.finish();
        let paths = (0..5).map(|line| {
            let mut walk = LineWalk::new(&bytes).unwrap();
            assert!(walk.go_to(line).unwrap());
            assert_eq!(walk.count(), line + 1);
            walk.to_string()
        });
        assert_eq!(paths.collect::<Vec<_>>(), ["", "3:2", "3:3", "3:3 4:2", "2:2"]);
        let mut walk = LineWalk::new(&bytes).unwrap();
        assert!(!walk.go_to(7).unwrap());
        assert_eq!((walk.count(), walk.line().steps().len()), (5, 4));
    }
}
