//! Text from files on a terminal.

use std::io::{self, Write};

use gtn_db::escape::Escaped;

/// A writer that escapes the control characters of each line. A line is written when it is complete,
/// or at a flush.
pub struct ShownOutput<W: Write> {
    out: W,
    line: Vec<u8>,
}

impl<W: Write> ShownOutput<W> {
    pub fn new(out: W) -> ShownOutput<W> {
        ShownOutput { out, line: Vec::new() }
    }

    fn write_line(&mut self, end: &str) -> io::Result<()> {
        let line = std::mem::take(&mut self.line);
        write!(self.out, "{}{end}", Escaped(&String::from_utf8_lossy(&line)))
    }
}

impl<W: Write> Write for ShownOutput<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            let line = part.strip_suffix(b"\n");
            self.line.extend_from_slice(line.unwrap_or(part));
            if line.is_some() {
                self.write_line("\n")?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.write_line("")?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped_and_lines_kept() {
        let mut shown = ShownOutput::new(Vec::new());
        // A character may reach the writer in parts.
        for part in
            ["C[\x1b[31m".as_bytes(), &"詰".as_bytes()[..1], &"詰".as_bytes()[1..], b"]\n\r"]
        {
            shown.write_all(part).unwrap();
        }
        shown.flush().unwrap();
        assert_eq!(String::from_utf8(shown.out).unwrap(), "C[\\x1b[31m詰]\n\\r");
    }
}
