//! A game of Go for two players at one terminal.
//!
//!     cargo run --example play                  a board of 9x9, Japanese rules
//!     cargo run --example play -- 13            another size; 7x9 has 7 rows, 9 columns
//!     cargo run --example play -- --rules 9x9   the rules with pass stones
//!     cargo run --example play -- --komi 6.5    White receives 6.5 points
//!
//! Type a point by its label, such as `D4`, or in GobanTN: `(4,6)` is column 4,
//! row 6 from the top. Other commands are `pass`, `resign`, `undo` and `quit`.
//! After two passes the players mark dead stones, count, and confirm the result. Under the Japanese
//! rules `life` marks the chains that are dead by Article 7, as far as a search can tell.
//! docs/rules.md describes both rules.

use std::collections::BTreeSet;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use gtn_db::Color;
use gtn_db::go::{GameResult, Point, Position, Rules, Score, Size, Status, column_name};
use gtn_db::solve::{Limits, Standing, confirm_chains};

/// The most positions that `life` searches for a chain: a second or two.
const NODES: u64 = 10_000;

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    match run(options, io::stdin().lock(), io::stdout().lock()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

/// What the players agree on before a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The size of the board.
    pub size: Size,
    /// The rules.
    pub rules: Rules,
    /// The points that White receives, in hundredths.
    pub komi: i32,
}

impl Options {
    /// Parses the arguments of the command.
    pub fn parse(mut args: impl Iterator<Item = String>) -> Result<Options, String> {
        let size = Size::new(9, 9).expect("9x9 is a size");
        let mut options = Options { size, rules: Rules::Japanese, komi: 0 };
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "--rules" => {
                    let name = args.next().unwrap_or_default();
                    options.rules = name.parse().map_err(|error| {
                        format!("`{}` names no rules: {error}", name.escape_debug())
                    })?;
                }
                "--komi" => {
                    let komi = args.next().unwrap_or_default();
                    options.komi = parse_komi(&komi).ok_or_else(|| {
                        format!("`{}` is not a komi; try 6.5 or -3", komi.escape_debug())
                    })?;
                }
                size => {
                    options.size = parse_size(size).ok_or_else(|| {
                        format!(
                            "`{}` is neither --rules nor --komi nor a board size; try 9, 13, 19, \
                             or 7x9 for 7 rows and 9 columns",
                            size.escape_debug()
                        )
                    })?;
                }
            }
        }
        Ok(options)
    }
}

/// Parses `9`, or `7x9` for 7 rows and 9 columns.
fn parse_size(text: &str) -> Option<Size> {
    let (rows, cols) = text.split_once('x').unwrap_or((text, text));
    Size::new(cols.parse().ok()?, rows.parse().ok()?).ok()
}

/// Parses whole and half points, up to 1000, into hundredths of a point.
fn parse_komi(text: &str) -> Option<i32> {
    let halves = 2.0 * text.parse::<f64>().ok()?;
    let is_komi = halves.fract() == 0.0 && halves.abs() <= 2000.0;
    is_komi.then(|| 50 * halves as i32)
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

/// The result in words.
fn explain(result: GameResult) -> String {
    let winner = result.winner().map_or("", player_name);
    match result {
        GameResult::Points { lead, .. } => {
            format!("{winner} wins by {} (Article 10)", lead as f64 / 100.0)
        }
        GameResult::Draw => "The game is a draw, jigo (Article 10)".to_owned(),
        GameResult::Resignation { .. } => format!("{winner} wins by resignation (Article 11)"),
        GameResult::NoResult => "The game has no result (Article 12)".to_owned(),
        GameResult::BothLose => "Both players lose (Article 13)".to_owned(),
        GameResult::Forfeit { loser, article } => {
            let loser = player_name(loser);
            format!("{loser} loses by an illegal move (Articles {article} and 14)")
        }
    }
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

/// The position after a turn.
#[derive(Clone)]
struct Turn {
    position: Position,
    /// What led here, such as `black D4`; empty at the start.
    deed: String,
    /// The stone just played.
    last: Option<Point>,
    /// Whether a position of the whole board has occurred twice.
    has_repeated: bool,
}

/// A game with its history.
struct Game<W> {
    now: Turn,
    earlier: Vec<Turn>,
    komi: i32,
    dead: BTreeSet<Point>,
    /// The result that the players have counted and not yet confirmed.
    counted: Option<GameResult>,
    /// The result if the illegal move just typed stands.
    forfeit: Option<GameResult>,
    output: W,
}

/// Whether the game continues.
type Continues = io::Result<bool>;

/// Plays a game, with one command a line.
pub fn run(options: Options, input: impl BufRead, output: impl Write) -> io::Result<()> {
    let Options { size, rules, komi } = options;
    let position = Position::new(size).with_rules(rules);
    let now = Turn { position, deed: String::new(), last: None, has_repeated: false };
    let mut game = Game {
        now,
        earlier: Vec::new(),
        komi,
        dead: BTreeSet::new(),
        counted: None,
        forfeit: None,
        output,
    };
    writeln!(game.output, "A game of Go on {size} (rules: {rules}).")?;
    writeln!(game.output, "Type a point (D4 or (4,6)), {}.", game.commands())?;
    game.show()?;
    for line in input.lines() {
        let line = line?;
        let words: Vec<String> = line.split_whitespace().map(str::to_lowercase).collect();
        if !words.is_empty() && !game.obey(&words.join(" "))? {
            return Ok(());
        }
    }
    writeln!(game.output, "The game was not finished.")
}

impl<W: Write> Game<W> {
    fn name(&self, point: Point) -> String {
        point.name(self.now.position.size())
    }

    /// The commands now, apart from points.
    fn commands(&self) -> &'static str {
        let position = &self.now.position;
        let is_japanese = position.rules() == Rules::Japanese;
        match (position.is_over(), is_japanese, self.counted, self.now.has_repeated) {
            (false, _, _, false) => "pass, resign, undo or quit",
            (false, _, _, true) => "pass, resign, no result, undo or quit",
            (true, true, None, _) => {
                "done, life, resume black, resume white, both lose, undo or quit"
            }
            (true, true, Some(_), _) => {
                "confirm, object, life, resume black, resume white, both lose, undo or quit"
            }
            (true, false, None, _) => "done, resume, undo or quit",
            (true, false, Some(_), _) => "confirm, object, resume, undo or quit",
        }
    }

    /// Prints the board and the prompt.
    fn show(&mut self) -> io::Result<()> {
        let position = &self.now.position;
        let size = position.size();
        let sign = |point| match position.get(point) {
            Some(color) if self.dead.contains(&point) => color.gtn_char().to_ascii_lowercase(),
            Some(color) => color.gtn_char(),
            None if is_star_point(size, point) => '+',
            None => '.',
        };
        let drawing = draw(size, self.now.last, sign);
        writeln!(self.output, "\n{drawing}")?;
        for color in Color::ALL {
            let count = position.prisoners(color);
            if count > 0 {
                writeln!(self.output, "{} has {}.", player_name(color), plural(count, "prisoner"))?;
            }
        }
        if position.is_over() {
            writeln!(self.output, "Dead stones?")
        } else {
            writeln!(self.output, "{} to play:", player_name(position.to_move()))
        }
    }

    fn reject(&mut self, message: &str) -> Continues {
        writeln!(self.output, "{message}")?;
        Ok(true)
    }

    /// Handles a command.
    fn obey(&mut self, command: &str) -> Continues {
        let position = &self.now.position;
        match (command, self.forfeit.take()) {
            ("quit", _) => Ok(false),
            ("undo", _) => self.undo(),
            ("forfeit", Some(result)) => self.end(result),
            (command, _) if position.is_over() => self.settle(command),
            ("pass", _) => self.pass(),
            ("resign", _) => self.end(GameResult::Resignation { winner: !position.to_move() }),
            ("no result", _) if self.now.has_repeated => self.end(GameResult::NoResult),
            (command, _) => self.play(command),
        }
    }

    /// Moves on to a position.
    fn enter(&mut self, position: Position, deed: String, last: Option<Point>, repeats: bool) {
        let has_repeated = self.now.has_repeated || repeats;
        let next = Turn { position, deed, last, has_repeated };
        self.earlier.push(std::mem::replace(&mut self.now, next));
        self.dead.clear();
        self.counted = None;
    }

    fn play(&mut self, command: &str) -> Continues {
        let size = self.now.position.size();
        let Some(point) = parse_point(size, command) else {
            let commands = self.commands();
            return self.reject(&format!("That is not a point. Type a point, {commands}."));
        };
        let mut position = self.now.position.clone();
        let color = position.to_move();
        let name = self.name(point);
        let (captured, repeats) = match position.play(point) {
            Ok(played) => (played.captured.to_vec(), played.repeats()),
            Err(error) => {
                self.forfeit = GameResult::of_illegal_move(&self.now.position, error);
                let forfeit = match self.forfeit {
                    Some(_) => " If the opponent insists, type `forfeit` (Article 14).",
                    None => "",
                };
                return self.reject(&format!("{name} is illegal: {error}.{forfeit}"));
            }
        };
        let mut deed = format!("{color} {name}");
        if !captured.is_empty() {
            let names: Vec<_> = captured.iter().map(|&at| at.name(size)).collect();
            let (stones, names) = (plural(captured.len() as u32, "stone"), names.join(" "));
            writeln!(self.output, "{} captures {stones}: {names}.", player_name(color))?;
            deed += &format!(" captures {names}");
        }
        if let Some(turn) = repeats {
            writeln!(
                self.output,
                "The position repeats that after turn {turn}. If both players agree, type \
                 `no result` (Article 12)."
            )?;
        }
        self.enter(position, deed, Some(point), repeats.is_some());
        self.show()?;
        Ok(true)
    }

    fn pass(&mut self) -> Continues {
        let mut position = self.now.position.clone();
        let color = position.to_move();
        position.pass().expect("the game is not over");
        let pays =
            if position.rules() == Rules::NineByNine { " and hands over a stone" } else { "" };
        writeln!(self.output, "{} passes{pays}.", player_name(color))?;
        let mut deed = format!("{color} passes");
        if position.turns() == self.now.position.turns() + 2 {
            let white = player_name(Color::White);
            writeln!(self.output, "{white}, who plays last, passes once more{pays}.")?;
            deed += ", and white once more";
        }
        let is_over = position.is_over();
        self.enter(position, deed, None, false);
        if is_over {
            writeln!(
                self.output,
                "The game has ended (Article 9). Type a stone of each dead chain, the same again to \
                 undo that, or {}.",
                self.commands()
            )?;
        }
        self.show()?;
        Ok(true)
    }

    fn undo(&mut self) -> Continues {
        let Some(before) = self.earlier.pop() else {
            return self.reject("There is nothing to undo.");
        };
        self.now = before;
        self.dead.clear();
        self.counted = None;
        self.show()?;
        Ok(true)
    }

    /// Handles a command after two passes.
    fn settle(&mut self, command: &str) -> Continues {
        let is_japanese = self.now.position.rules() == Rules::Japanese;
        match (command, self.counted) {
            ("done", _) => self.count(),
            ("confirm", Some(result)) => self.end(result),
            ("object", Some(_)) => self.reconfirm(),
            ("life", _) if is_japanese => self.confirm_life(),
            ("both lose", _) if is_japanese => self.end(GameResult::BothLose),
            ("resume black", _) if is_japanese => self.resume(command, Color::Black),
            ("resume white", _) if is_japanese => self.resume(command, Color::White),
            // Black moves first, whoever wants to play on.
            ("resume", _) if !is_japanese => self.resume(command, Color::White),
            _ => self.mark_dead(command),
        }
    }

    fn resume(&mut self, command: &str, requested_by: Color) -> Continues {
        let mut position = self.now.position.clone();
        position.resume(requested_by);
        self.enter(position, command.to_owned(), None, false);
        self.show()?;
        Ok(true)
    }

    /// Marks a chain as dead, or as alive if it was dead.
    fn mark_dead(&mut self, command: &str) -> Continues {
        let position = &self.now.position;
        let point = parse_point(position.size(), command);
        let Some(chain) = point.and_then(|point| position.chain(point)) else {
            let commands = self.commands();
            return self.reject(&format!("Type a stone, {commands}."));
        };
        let was_dead = self.dead.contains(&chain.stones[0]);
        for &stone in &chain.stones {
            if was_dead {
                self.dead.remove(&stone)
            } else {
                self.dead.insert(stone)
            };
        }
        self.counted = None;
        let count = plural(chain.stones.len() as u32, "stone");
        let (name, now) = (self.name(chain.stones[0]), if was_dead { "alive" } else { "dead" });
        writeln!(self.output, "The {} chain at {name}, {count}, is {now}.", chain.color)?;
        self.show()?;
        Ok(true)
    }

    /// Marks the chains that are dead by Article 7 and no others, and says which ones the players must
    /// decide about.
    fn confirm_life(&mut self) -> Continues {
        self.dead.clear();
        self.counted = None;
        let limits = Limits { nodes: NODES, cancel: None };
        let chains = confirm_chains(&self.now.position, &limits);
        for chain in &chains {
            let (first, count) =
                (self.name(chain.stones[0]), plural(chain.stones.len() as u32, "stone"));
            let says = match chain.standing {
                Ok(Standing::Alive) => continue,
                Ok(Standing::Dead) => {
                    self.dead.extend(&chain.stones);
                    "is dead (Article 7)".to_owned()
                }
                Err(why) => format!("is left to the players: {why}"),
            };
            writeln!(self.output, "The {} chain at {first}, {count}, {says}.", chain.color)?;
        }
        if chains.iter().all(|chain| chain.standing == Ok(Standing::Alive)) {
            writeln!(self.output, "All chains are alive (Article 7).")?;
        }
        self.show()?;
        Ok(true)
    }

    fn count(&mut self) -> Continues {
        let position = &self.now.position;
        let score = Score::count(position, self.dead.iter().copied());
        let score = score.expect("only stones are marked as dead");
        let drawing = draw(position.size(), None, |point| match score.status(point) {
            Some(Status::Alive(color) | Status::Seki(color)) => color.gtn_char(),
            Some(Status::Dead(color)) => color.gtn_char().to_ascii_lowercase(),
            Some(Status::Territory(Color::Black)) => 'b',
            Some(Status::Territory(Color::White)) => 'w',
            Some(Status::Eye(_)) => '-',
            Some(Status::Dame) | None => '?',
        });
        let eyes = match position.rules() {
            Rules::Japanese => " -: eyes in seki, which do not count;",
            Rules::NineByNine => "",
        };
        let out = &mut self.output;
        writeln!(out, "\n{drawing}\nb, w: territory;{eyes} ?: dame")?;
        for color in Color::ALL {
            let (territory, prisoners) = (score.territory(color), score.prisoners(color));
            let total = territory + prisoners;
            let prisoners = plural(prisoners, "prisoner");
            let color = player_name(color);
            writeln!(out, "{color}: {territory} of territory + {prisoners} = {total}")?;
        }
        if self.komi != 0 {
            writeln!(out, "Komi for White: {}", f64::from(self.komi) / 100.0)?;
        }
        let result = score.result(self.komi);
        writeln!(
            out,
            "{}. If both players agree, type `confirm`; else `object`.",
            explain(result)
        )?;
        self.counted = Some(result);
        Ok(true)
    }

    /// Shows the whole game, and has the players count again (Article 10.3).
    fn reconfirm(&mut self) -> Continues {
        writeln!(self.output, "The game from its beginning (Article 10.3):")?;
        let turns = self.earlier.iter().skip(1).chain([&self.now]);
        for (number, turn) in (1..).zip(turns) {
            writeln!(self.output, "{number:>3} {}", turn.deed)?;
        }
        self.dead.clear();
        self.counted = None;
        self.show()?;
        Ok(true)
    }

    /// Ends the game: a confirmed result does not change (Article 10.4).
    fn end(&mut self, result: GameResult) -> Continues {
        writeln!(self.output, "{}.\nResult: {result}", explain(result))?;
        Ok(false)
    }
}
