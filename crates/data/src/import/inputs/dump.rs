//! Dumps of online-go.com: texts with one game a line, each delivered as an input of its own.
//!
//! The place of a game is its address on the server, whatever the file: a newer dump adds the games
//! that an older one does not have. Memory holds a few lines, whatever the length of the text.

use std::io::{self, BufRead, BufReader, Read};
use std::ops::ControlFlow;

use rayon::prelude::*;

use super::content::Content;
use super::input::{InputEvent, InputFormat};
use super::sink::Sink;
use super::skip::{SkipCause, explain_read_error};
use super::source_name::SourceName;
use crate::extract::{ServerGame, write_ogs_game};

/// The most bytes of a line. A game of 5,000 moves has a tenth of a mebibyte.
const MAX_LINE: u64 = 16 << 20;

/// Lines are read together until they have this many bytes.
const BATCH_BYTES: usize = 1 << 20;

/// A line of a text; `None` for the content of one that is too long.
struct Line {
    /// From 1.
    number: u64,
    offset: u64,
    bytes: Option<Vec<u8>>,
}

/// Delivers the games of a text. A line that is no game is skipped.
///
/// `progress` gets the number of bytes that were read since its last call, and gives the number of
/// bytes on disk.
///
/// # Errors
/// If the text cannot be read to its end. The games before are delivered.
pub(super) fn read(
    sink: &mut Sink<'_>,
    name: &SourceName,
    text: &mut dyn Read,
    progress: &mut dyn FnMut(u64) -> u64,
) -> io::Result<ControlFlow<()>> {
    let mut lines = Lines { text: BufReader::new(text), number: 0, offset: 0 };
    loop {
        let start = lines.offset;
        let (mut batch, mut bytes) = (Vec::new(), 0);
        let ended = loop {
            match lines.next() {
                Ok(Some(line)) => {
                    bytes += line.bytes.as_ref().map_or(0, Vec::len);
                    batch.push(line);
                    if bytes >= BATCH_BYTES {
                        break None;
                    }
                }
                Ok(None) => break Some(Ok(ControlFlow::Continue(()))),
                Err(error) => {
                    let why = explain_read_error(&error);
                    let message = format!("line {}: {why}", lines.number + 1);
                    break Some(Err(io::Error::new(io::ErrorKind::InvalidData, message)));
                }
            }
        };
        let deliver = || -> ControlFlow<()> {
            deliver(sink, name, batch)?;
            sink.send(InputEvent::Progress(progress(lines.offset - start)))
        };
        if deliver().is_break() {
            return Ok(ControlFlow::Break(()));
        }
        if let Some(ended) = ended {
            return ended;
        }
    }
}

fn deliver(sink: &mut Sink<'_>, name: &SourceName, batch: Vec<Line>) -> ControlFlow<()> {
    let games: Vec<_> = batch.into_par_iter().map(|line| (line.number, convert(line))).collect();
    for (line, game) in games {
        match game {
            Ok(None) => {}
            Ok(Some(ServerGame { id, sgf })) => {
                let address = format!("online-go.com/game/{id}");
                let identity = format!("https://{address}");
                let name = SourceName { shown: address, identity, file: None };
                sink.deliver(name, InputFormat::ServerGame, Content::Memory(sgf.into_bytes()))?;
            }
            Err((offset, reason)) => sink.skip(name, SkipCause::Line { line, offset, reason })?,
        }
    }
    ControlFlow::Continue(())
}

/// The game of a line; `None` for a blank one.
///
/// # Errors
/// The offset and the cause.
fn convert(line: Line) -> Result<Option<ServerGame>, (u64, String)> {
    let Some(bytes) = line.bytes else {
        return Err((line.offset, format!("the line has more than {MAX_LINE} bytes")));
    };
    let text = std::str::from_utf8(&bytes)
        .map_err(|error| (line.offset + error.valid_up_to() as u64, "not UTF-8".to_owned()))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim_end();
    if text.is_empty() {
        return Ok(None);
    }
    let game = write_ogs_game(text);
    game.map(Some).map_err(|fault| (line.offset + fault.offset as u64, fault.message))
}

/// Reads the lines of a text.
struct Lines<R> {
    text: BufReader<R>,
    /// The number of lines so far, and of their bytes.
    number: u64,
    offset: u64,
}

impl<R: Read> Lines<R> {
    /// The next line; `None` at the end.
    fn next(&mut self) -> io::Result<Option<Line>> {
        let mut bytes = Vec::new();
        let mut len = self.text.by_ref().take(MAX_LINE + 1).read_until(b'\n', &mut bytes)? as u64;
        if len == 0 {
            return Ok(None);
        }
        let is_long = len > MAX_LINE;
        if is_long && bytes.last() != Some(&b'\n') {
            bytes = Vec::new();
            len += self.text.skip_until(b'\n')? as u64;
        }
        let line = Line {
            number: self.number + 1,
            offset: self.offset,
            bytes: (!is_long).then_some(bytes),
        };
        self.number += 1;
        self.offset += len;
        Ok(Some(line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::inputs::passed_over::PassedOver;

    /// The names of the games, and the skipped lines.
    fn visit(text: &mut dyn Read) -> (Vec<String>, Vec<String>, io::Result<ControlFlow<()>>) {
        let (mut names, mut skips, mut progress) = (Vec::new(), Vec::new(), 0);
        let mut callback = |event| {
            match event {
                InputEvent::Input(input) => names.push(input.name),
                InputEvent::Skipped(skip) => skips.push(skip.to_string()),
                InputEvent::Progress(bytes) => progress += bytes,
                InputEvent::Unpacked(_) => {}
            }
            ControlFlow::Continue(())
        };
        let mut sink = Sink::new(&mut callback, PassedOver::default());
        let mut read_bytes = 0;
        let result = read(&mut sink, &SourceName::stdin(Some("d")), text, &mut |bytes| {
            read_bytes += bytes;
            bytes
        });
        assert_eq!(progress, read_bytes);
        (names, skips, result)
    }

    #[test]
    fn each_line_is_a_game() {
        let text = "\u{feff}{\"game_id\": 1, \"moves\": []}\r\n\n{}\n{\"game_id\": 2, \"moves\": []}\n\
            {\"game_id\": 3, \"moves\": [[3, 3";
        let (names, skips, result) = visit(&mut text.as_bytes());
        assert!(result.is_ok());
        assert_eq!(names, ["online-go.com/game/1", "online-go.com/game/2"]);
        assert_eq!(
            skips,
            ["d: line 3: the game has no number `game_id`", "d: line 5: the line is cut off"]
        );
        let (names, skips, _) =
            visit(&mut &b"{\"game_id\": 1, \"x\": \"\xe9\", \"moves\": []}"[..]);
        assert_eq!((names.len(), skips), (0, vec!["d: line 1: not UTF-8".to_owned()]));
    }

    #[test]
    fn a_line_that_is_too_long_costs_no_other() {
        let game = b"{\"game_id\": 1, \"moves\": []}";
        let at_most = MAX_LINE - game.len() as u64 - 1;
        for (spaces, is_read) in [(at_most, true), (at_most + 1, false), (3 * MAX_LINE, false)] {
            let mut text =
                game.chain(io::repeat(b' ').take(spaces)).chain(&b"\n"[..]).chain(&game[..]);
            let (names, skips, _) = visit(&mut text);
            assert_eq!(names.len(), 1 + usize::from(is_read), "{spaces}");
            let expected = (!is_read).then_some("d: line 1: the line has more than 16777216 bytes");
            assert_eq!(skips, Vec::from_iter(expected));
        }
    }

    #[test]
    fn what_was_read_before_an_error_is_delivered() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("x"))
            }
        }
        let text = b"{\"game_id\": 1, \"moves\": []}\n{\"game";
        let (names, skips, result) = visit(&mut text.chain(Broken));
        assert_eq!((names.len(), skips.len()), (1, 0));
        assert_eq!(result.unwrap_err().to_string(), "line 2: x");
    }
}
