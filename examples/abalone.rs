//! A game of Abalone for two players at one terminal, or for one against a small engine.
//!
//!     cargo run --example abalone                         the standard start
//!     cargo run --example abalone -- belgian              the Belgian daisy
//!     cargo run --example abalone -- 'aba5|… O 5-4'       any position, White to move
//!     cargo run --example abalone -- --engine white       the engine plays White
//!     cargo run --example abalone -- --save game.apgn     writes the game when it ends
//!
//! Type a move in Aba-Pro, Nacre or extended Nacre: `a1b2`, `a1d4` and `A1D4` are the same move of
//! three marbles. docs/abalone.md describes the board, the rules and the notations.

#[path = "abalone/engine.rs"]
#[allow(dead_code, reason = "puzzles are for the sample data")]
mod engine;

use std::fs::File;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use gtn_db::Color;
use gtn_db::abalone::{
    Board, Cell, Game, GameRecord, Lost, Move, Notation, Position, RecordedMove, Setup,
};

use engine::Engine;

const USAGE: &str = "\
usage: abalone [START] [--engine black|white] [--notation NAME] [--save FILE]

START            standard (the default), belgian, or a position as IATN, ATN, KAAWA, AO or
                 APGN, perhaps with the side to move and the marbles lost
--engine SIDE    a small engine plays Black or White
--notation NAME  how moves are shown and saved: aba-pro (the default), nacre or
                 extended-nacre; every notation is read
--save FILE      writes the game as APGN when it ends; FILE must not exist

Type a move such as a1b2, or one of these commands:
  moves          lists the legal moves; moves e5 lists those of the marble on e5
  undo           takes the last move back, with that of the engine
  resign         the side to move loses
  quit           ends the game without a result";

/// How many moves the engine looks ahead.
const DEPTH: u32 = 2;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args.iter().any(|arg| arg == "--help" || arg == "-h") {
        println!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    let options = match Options::parse(args.into_iter()) {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    match run(&options, io::stdin().lock(), io::stdout().lock()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

/// What the players agree on before a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The position before the first move.
    pub start: Position,
    /// The side that the engine plays.
    pub engine: Option<Color>,
    /// The notation in which moves are shown and saved.
    pub notation: Notation,
    /// The file to which the game is saved.
    pub save: Option<PathBuf>,
}

impl Options {
    /// Parses the arguments of the command. A file to save to must not exist.
    pub fn parse(mut args: impl Iterator<Item = String>) -> Result<Options, String> {
        let mut options = Options {
            start: Position::start(Board::STANDARD),
            engine: None,
            notation: Notation::AbaPro,
            save: None,
        };
        while let Some(arg) = args.next() {
            let mut value = || args.next().ok_or_else(|| format!("{arg} needs a value"));
            match &*arg {
                "--engine" => {
                    let name = value()?;
                    let side = Color::ALL.into_iter().find(|color| color.name() == name);
                    let side = side.ok_or_else(|| {
                        format!("`{}` is no side: write black or white", name.escape_debug())
                    })?;
                    options.engine = Some(side);
                }
                "--notation" => {
                    options.notation = value()?.parse().map_err(|error| format!("{error}"))?;
                }
                "--save" => {
                    let path = PathBuf::from(value()?);
                    if path.exists() {
                        return Err(format!("{} exists: choose another file", path.display()));
                    }
                    options.save = Some(path);
                }
                option if option.starts_with('-') => {
                    return Err(format!("`{}` is not an option", option.escape_debug()));
                }
                start => options.start = parse_start(start)?,
            }
        }
        Ok(options)
    }
}

/// Parses `standard`, `belgian` or the text of a position. Black begins unless the text says
/// otherwise.
fn parse_start(text: &str) -> Result<Position, String> {
    let board = match text {
        "standard" => Board::STANDARD,
        "belgian" => Board::BELGIAN_DAISY,
        text => {
            let setup: Setup = text.parse().map_err(|error| format!("{error}"))?;
            let turn = setup.turn.unwrap_or(Color::Black);
            let start = Position { board: setup.board, turn, lost: setup.lost.unwrap_or_default() };
            return match start.winner() {
                Some(winner) => Err(format!("{} has won this game already", winner.name())),
                None => Ok(start),
            };
        }
    };
    Ok(Position::start(board))
}

fn player_name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black (X)",
        Color::White => "White (O)",
    }
}

/// How a game ends.
enum End {
    Winner(Color),
    Unfinished,
}

/// A game with its history.
struct Table<'a, W> {
    options: &'a Options,
    engine: Engine,
    game: Game,
    moves: Vec<RecordedMove>,
    output: W,
}

/// The end of the game, once there is one.
type Ends = io::Result<Option<End>>;

/// Plays a game, with one command a line, and saves it.
pub fn run(options: &Options, input: impl BufRead, output: impl Write) -> io::Result<()> {
    let game = Game::new(options.start);
    let engine = Engine::new();
    let mut table = Table { options, engine, game, moves: Vec::new(), output };
    writeln!(table.output, "A game of Abalone.")?;
    writeln!(table.output, "Type a move such as a1b2, moves, undo, resign or quit.")?;
    table.show()?;
    let mut end = table.answer()?;
    let mut lines = input.lines();
    while end.is_none()
        && let Some(line) = lines.next()
    {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        if !words.is_empty() {
            end = table.obey(&words)?;
        }
    }
    table.finish(end.unwrap_or(End::Unfinished))
}

impl<W: Write> Table<'_, W> {
    fn turn(&self) -> Color {
        self.game.position().turn
    }

    /// Prints the board, the marbles lost and the prompt.
    fn show(&mut self) -> io::Result<()> {
        let position = *self.game.position();
        writeln!(self.output, "\n{}", position.board.to_diagram())?;
        if position.lost != Lost::default() {
            let [black, white] = Color::ALL.map(|color| position.lost.of(color));
            writeln!(self.output, "Marbles lost: Black (X) {black}, White (O) {white}.")?;
        }
        match position.winner() {
            None => writeln!(self.output, "{} to move:", player_name(position.turn)),
            Some(_) => Ok(()),
        }
    }

    /// Handles a command.
    fn obey(&mut self, words: &[&str]) -> Ends {
        let command = words[0].to_lowercase();
        match (&*command, &words[1..]) {
            ("quit", []) => return Ok(Some(End::Unfinished)),
            ("resign", []) => {
                let (loser, winner) = (player_name(self.turn()), !self.turn());
                writeln!(self.output, "{loser} resigns.")?;
                return Ok(Some(End::Winner(winner)));
            }
            ("undo", []) => self.undo()?,
            ("moves", []) => self.list_moves(None)?,
            ("moves", [cell]) => match cell.parse() {
                Ok(cell) => self.list_moves(Some(cell))?,
                Err(error) => writeln!(self.output, "{error}.")?,
            },
            (_, []) => return self.read_move(words[0]),
            _ => writeln!(
                self.output,
                "That is not a command. Type a move such as a1b2, moves, undo, resign or quit."
            )?,
        }
        Ok(None)
    }

    /// Makes the move that a player typed, or says why not and which moves there are.
    fn read_move(&mut self, token: &str) -> Ends {
        match self.game.position().read_move(token, None) {
            Ok(read) => {
                let end = self.play(read.step)?;
                if end.is_some() { Ok(end) } else { self.answer() }
            }
            Err(error) => {
                let (token, code) = (token.escape_debug(), error.code());
                writeln!(self.output, "`{token}` is refused, {code}: {error}.")?;
                let first = token.to_string().get(..2).and_then(|name| name.parse().ok());
                self.list_moves(first)?;
                Ok(None)
            }
        }
    }

    /// Lists the legal moves, or those that move the marble on a cell.
    fn list_moves(&mut self, cell: Option<Cell>) -> io::Result<()> {
        let position = *self.game.position();
        let moves_cell = |step: &Move| cell.is_none_or(|cell| step.cells().any(|at| at == cell));
        let write = |step| self.write(&position, step);
        let moves: Vec<String> = position.legal_moves().filter(moves_cell).map(write).collect();
        match (cell, moves.join(" ")) {
            (None, moves) => writeln!(self.output, "The legal moves: {moves}"),
            (Some(cell), moves) if moves.is_empty() => {
                writeln!(self.output, "No legal move moves {cell}. Type `moves` for all of them.")
            }
            (Some(cell), moves) => writeln!(self.output, "The legal moves with {cell}: {moves}"),
        }
    }

    /// A legal move in the notation of this game.
    fn write(&self, position: &Position, step: Move) -> String {
        let mut next = *position;
        let push = next.play(step).expect("only legal moves are written");
        self.options.notation.write(step, push, Some(next.lost))
    }

    /// Makes a legal move and tells what it does.
    fn play(&mut self, step: Move) -> Ends {
        let before = *self.game.position();
        let text = self.write(&before, step);
        let ply = self.game.play(step).expect("the move is legal");
        self.moves.push(RecordedMove { step, push: ply.push, comments: Vec::new() });
        let (mover, other) = (player_name(before.turn), player_name(!before.turn));
        writeln!(self.output, "{mover} moves {text}.")?;
        if ply.push.is_ejection {
            let lost = self.game.position().lost.of(!before.turn);
            writeln!(self.output, "{other} has lost {lost} of {} marbles.", Lost::MAX)?;
        }
        if ply.occurrence > 1 {
            writeln!(
                self.output,
                "This position with {other} to move stands for the {} time. No rule forbids that.",
                ordinal(ply.occurrence)
            )?;
        }
        self.show()?;
        Ok(self.game.position().winner().map(End::Winner))
    }

    /// The move of the engine, if it is to move.
    fn answer(&mut self) -> Ends {
        if self.options.engine != Some(self.turn()) {
            return Ok(None);
        }
        match self.engine.best_moves(self.game.position(), DEPTH).first() {
            Some(&step) => self.play(step),
            None => Ok(None),
        }
    }

    /// Takes back the last move, and before it that of the engine.
    fn undo(&mut self) -> io::Result<()> {
        let taken = if self.options.engine.is_some() { 2 } else { 1 };
        let Some(left) = self.moves.len().checked_sub(taken) else {
            return writeln!(self.output, "There is nothing to undo.");
        };
        self.moves.truncate(left);
        self.game = Game::new(self.options.start);
        for recorded in &self.moves {
            self.game.play(recorded.step).expect("the move was legal before");
        }
        self.show()
    }

    /// Says the result and saves the game.
    fn finish(mut self, end: End) -> io::Result<()> {
        // As in PGN, 1-0 is a game that White won.
        let result = match end {
            End::Winner(Color::Black) => "1-0",
            End::Winner(Color::White) => "0-1",
            End::Unfinished => "*",
        };
        match end {
            End::Winner(winner) => writeln!(self.output, "{} wins.", player_name(winner))?,
            End::Unfinished => writeln!(self.output, "The game was not finished.")?,
        }
        let Some(path) = &self.options.save else { return Ok(()) };
        let text = self.record(result).to_apgn(self.options.notation);
        match save(path, &text) {
            Ok(()) => writeln!(self.output, "The game is in {}.", path.display()),
            Err(error) => {
                // The players keep their game.
                writeln!(self.output, "\n{text}")?;
                Err(io::Error::new(error.kind(), format!("{}: {error}", path.display())))
            }
        }
    }

    /// The game with its tags.
    fn record(&self, result: &str) -> GameRecord {
        let player = |color| if self.options.engine == Some(color) { "Engine" } else { "?" };
        let tags = [
            ("Event", "A game at one terminal"),
            ("Black", player(Color::Black)),
            ("White", player(Color::White)),
            ("Result", result),
            ("Notation", self.options.notation.name()),
        ];
        let tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
        GameRecord {
            moves: self.moves.clone(),
            result: Some(result.to_owned()),
            ..GameRecord::new(tags, Some(self.options.start))
        }
    }
}

/// Writes a new file. An existing one is an error, and stays as it is.
fn save(path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    file.write_all(text.as_bytes())
}

/// `2nd`, `3rd`, `11th`.
fn ordinal(number: u32) -> String {
    let suffix = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{suffix}")
}
