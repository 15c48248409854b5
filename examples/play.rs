//! A game of Go for two players at one terminal, under the Japanese rules.
//!
//!     cargo run --example play            a board of 9x9
//!     cargo run --example play -- 13      another size; 7x9 has 7 rows, 9 columns
//!
//! Type a point by its label, such as `D4`, or in GobanTN: `(4,6)` is column 4,
//! row 6 from the top. Other commands are `pass`, `undo` and `quit`. After two
//! passes the players mark dead stones, and the game is counted.

use std::collections::BTreeSet;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use gtn_db::Color;
use gtn_db::go::{Point, Position, Score, Size, Status, column_name};

fn main() -> ExitCode {
    let size = std::env::args().nth(1).unwrap_or_else(|| "9".to_owned());
    let Some(size) = parse_size(&size) else {
        eprintln!(
            "`{}` is not a board size; try 9, 13, 19, or 7x9 for 7 rows and 9 columns",
            size.escape_debug()
        );
        return ExitCode::from(2);
    };
    match run(size, io::stdin().lock(), io::stdout().lock()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Parses `9`, or `7x9` for 7 rows and 9 columns.
fn parse_size(text: &str) -> Option<Size> {
    let (rows, cols) = text.split_once('x').unwrap_or((text, text));
    Size::new(cols.parse().ok()?, rows.parse().ok()?).ok()
}

/// Parses `D4` or `(4,6)`. Only the first form must be on the board.
fn parse_point(size: Size, text: &str) -> Option<Point> {
    if let Some((col, row)) = text.trim_matches(['(', ')']).split_once(',') {
        let number = |text: &str| text.trim().parse::<u8>().ok()?.checked_sub(1);
        return Some(Point::new(number(col)?, number(row)?));
    }
    let letters = text.trim_end_matches(|char: char| char.is_ascii_digit());
    let col = (0..size.cols()).find(|&col| column_name(col).eq_ignore_ascii_case(letters))?;
    let row = text[letters.len()..].parse().ok().filter(|&row: &u8| row > 0)?;
    Some(Point::new(col, size.rows().checked_sub(row)?))
}

fn player_name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black (X)",
        Color::White => "White (O)",
    }
}

fn plural(count: u32, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// Whether a point is a star point: an intersection of middle lines, or of
/// third or fourth lines.
fn is_star_point(size: Size, point: Point) -> bool {
    let is_star = |at: u8, side: u8| {
        let near = if side < 13 { 2 } else { 3 };
        side >= 9 && side % 2 == 1 && [near, side / 2, side - 1 - near].contains(&at)
    };
    let (col, row) = (is_star(point.col, size.cols()), is_star(point.row, size.rows()));
    let is_small = size.cols() < 19 || size.rows() < 19;
    let on_middle = (point.col == size.cols() / 2) != (point.row == size.rows() / 2);
    col && row && !(is_small && on_middle)
}

/// Draws the board with labels. `sign` returns the character of a point; the last
/// stone is in parentheses.
fn draw(size: Size, last: Option<Point>, sign: impl Fn(Point) -> char) -> String {
    let width = column_name(size.cols() - 1).len();
    let names = (0..size.cols()).map(|col| format!(" {:>width$}", column_name(col)));
    let names = format!("   {}\n", names.collect::<String>());
    let mut drawing = names.clone();
    for row in 0..size.rows() {
        let label = size.rows() - row;
        drawing += &format!("{label:>3}");
        for col in 0..size.cols() {
            let point = Point::new(col, row);
            let before = col.checked_sub(1).map(|col| Point::new(col, row));
            let gap = match last {
                Some(last) if last == point => '(',
                last if last.is_some() && last == before => ')',
                _ => ' ',
            };
            drawing += &format!("{gap}{:>width$}", sign(point));
        }
        let ends = last == Some(Point::new(size.cols() - 1, row));
        drawing += &format!("{}{label}\n", if ends { ')' } else { ' ' });
    }
    drawing + &names
}

/// A game with its history.
struct Game<W> {
    position: Position,
    last: Option<Point>,
    earlier: Vec<(Position, Option<Point>)>,
    dead: BTreeSet<Point>,
    output: W,
}

/// Whether the game continues.
type Continues = io::Result<bool>;

/// Plays a game, with one command a line.
pub fn run(size: Size, input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    writeln!(output, "A game of Go, {size}. Type a point (D4 or (4,6)), pass, undo or quit.")?;
    let position = Position::new(size);
    let dead = BTreeSet::new();
    let mut game = Game { position, last: None, earlier: Vec::new(), dead, output };
    game.show()?;
    for line in input.lines() {
        let line = line?;
        let command = line.trim().to_lowercase();
        let continues = match command.as_str() {
            "" => true,
            "quit" => false,
            "undo" => game.undo()?,
            command if game.position.is_over() => game.settle(command)?,
            "pass" => game.pass()?,
            command => game.play(command)?,
        };
        if !continues {
            return Ok(());
        }
    }
    writeln!(game.output, "The game was not finished.")
}

impl<W: Write> Game<W> {
    fn name(&self, point: Point) -> String {
        point.name(self.position.size())
    }

    /// Prints the board and the prompt.
    fn show(&mut self) -> io::Result<()> {
        let size = self.position.size();
        let sign = |point| match self.position.get(point) {
            Some(color) if self.is_dead(point) => color.gtn_char().to_ascii_lowercase(),
            Some(color) => color.gtn_char(),
            None if is_star_point(size, point) => '+',
            None => '.',
        };
        let drawing = draw(size, self.last, sign);
        writeln!(self.output, "\n{drawing}")?;
        for color in Color::ALL {
            let count = self.position.prisoners(color);
            if count > 0 {
                writeln!(
                    self.output,
                    "{} has captured {}.",
                    player_name(color),
                    plural(count, "stone")
                )?;
            }
        }
        if self.position.is_over() {
            writeln!(self.output, "Dead stones?")
        } else {
            writeln!(self.output, "{} to play:", player_name(self.position.to_move()))
        }
    }

    fn reject(&mut self, message: &str) -> Continues {
        writeln!(self.output, "{message}")?;
        Ok(true)
    }

    fn remember(&mut self) {
        self.earlier.push((self.position.clone(), self.last));
    }

    fn play(&mut self, command: &str) -> Continues {
        let size = self.position.size();
        let Some(point) = parse_point(size, command) else {
            return self
                .reject("That is not a point of this board. Type a point, pass, undo or quit.");
        };
        let before = self.position.clone();
        let color = before.to_move();
        let message = match self.position.play(point) {
            Err(error) => {
                let name = self.name(point);
                return self.reject(&format!("{name} is illegal: {error}."));
            }
            Ok(played) => {
                let names: Vec<_> = played.captured.iter().map(|&at| at.name(size)).collect();
                let captured = match names.len() {
                    0 => String::new(),
                    count => {
                        let stones = plural(count as u32, "stone");
                        format!("{} captures {stones}: {}.\n", player_name(color), names.join(" "))
                    }
                };
                let repeats = played.repeats().map(|turn| {
                    format!(
                        "The position repeats that after turn {turn}: if both players agree, the \
                         game ends without result (Article 12).\n"
                    )
                });
                captured + &repeats.unwrap_or_default()
            }
        };
        self.earlier.push((before, self.last));
        self.last = Some(point);
        write!(self.output, "{message}")?;
        self.show()?;
        Ok(true)
    }

    fn pass(&mut self) -> Continues {
        self.remember();
        let color = self.position.to_move();
        if let Err(error) = self.position.pass() {
            return self.reject(&format!("Passing is illegal: {error}."));
        }
        self.last = None;
        writeln!(self.output, "{} passes.", player_name(color))?;
        if self.position.is_over() {
            writeln!(
                self.output,
                "The game has ended (Article 9). Type a stone of each dead chain, the same again to \
                 undo that, then done.\nIf you disagree, `resume black` or `resume white` \
                 continues the game at that player's request."
            )?;
        }
        self.show()?;
        Ok(true)
    }

    fn undo(&mut self) -> Continues {
        let Some((position, last)) = self.earlier.pop() else {
            return self.reject("There is nothing to undo.");
        };
        self.position = position;
        self.last = last;
        self.dead.clear();
        self.show()?;
        Ok(true)
    }

    fn is_dead(&self, point: Point) -> bool {
        self.dead.contains(&point)
    }

    /// Handles a command after two passes.
    fn settle(&mut self, command: &str) -> Continues {
        match command {
            "done" => return self.count(),
            "resume black" | "resume white" => {
                self.remember();
                let is_black = command.ends_with("black");
                self.position.resume(if is_black { Color::Black } else { Color::White });
                self.dead.clear();
            }
            _ => {
                let point = parse_point(self.position.size(), command);
                let Some(chain) = point.and_then(|point| self.position.chain(point)) else {
                    return self
                        .reject("Type a stone, done, undo, quit, resume black or resume white.");
                };
                let was_dead = chain.stones.iter().any(|stone| self.dead.contains(stone));
                for &stone in &chain.stones {
                    if was_dead {
                        self.dead.remove(&stone)
                    } else {
                        self.dead.insert(stone)
                    };
                }
                let (count, name) =
                    (plural(chain.stones.len() as u32, "stone"), self.name(chain.stones[0]));
                let now = if was_dead { "alive" } else { "dead" };
                writeln!(self.output, "The {} chain at {name}, {count}, is {now}.", chain.color)?;
            }
        }
        self.show()?;
        Ok(true)
    }

    fn count(&mut self) -> Continues {
        let score = Score::count(&self.position, self.dead.iter().copied());
        let score = score.map_err(io::Error::other)?;
        let drawing = draw(self.position.size(), None, |point| match score.status(point) {
            Some(Status::Alive(color) | Status::Seki(color)) => color.gtn_char(),
            Some(Status::Dead(color)) => color.gtn_char().to_ascii_lowercase(),
            Some(Status::Territory(Color::Black)) => 'b',
            Some(Status::Territory(Color::White)) => 'w',
            Some(Status::Eye(_)) => '-',
            Some(Status::Dame) | None => '?',
        });
        let out = &mut self.output;
        writeln!(
            out,
            "\n{drawing}\nb, w: territory; -: eyes in seki, which do not count; ?: dame"
        )?;
        for color in Color::ALL {
            let (territory, prisoners) = (score.territory(color), score.prisoners(color));
            let total = territory + prisoners;
            let prisoners = plural(prisoners, "prisoner");
            let color = player_name(color);
            writeln!(out, "{color}: {territory} of territory + {prisoners} = {total}")?;
        }
        let result = match score.winner() {
            Some(color) => format!("{} wins by {}", player_name(color), score.lead()),
            None => "The game is a draw (jigo)".to_owned(),
        };
        writeln!(out, "{result} before komi (Article 10).")?;
        Ok(false)
    }
}
