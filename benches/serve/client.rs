//! A connection to the server that is kept open.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;

/// A connection.
pub struct Connection {
    host: String,
    stream: BufReader<TcpStream>,
}

impl Connection {
    /// Connects to a host with its port.
    pub fn open(address: &str) -> io::Result<Connection> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        Ok(Connection { host: address.to_owned(), stream: BufReader::new(stream) })
    }

    /// The body of an answer. An answer that is not 200 is an error.
    pub fn get(&mut self, path: &str) -> io::Result<Vec<u8>> {
        self.ask(path, "identity")
    }

    /// The bytes of a body, compressed by gzip.
    pub fn compressed_length(&mut self, path: &str) -> io::Result<usize> {
        self.ask(path, "gzip").map(|body| body.len())
    }

    fn ask(&mut self, path: &str, encoding: &str) -> io::Result<Vec<u8>> {
        let host = &self.host;
        let request =
            format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nAccept-Encoding: {encoding}\r\n\r\n");
        self.stream.get_mut().write_all(request.as_bytes())?;
        let status = self.read_line()?;
        let (mut length, mut is_chunked) = (0, false);
        loop {
            let header = self.read_line()?.to_ascii_lowercase();
            match header.split_once(':') {
                None => break,
                Some(("content-length", value)) => length = number(value, 10)?,
                Some(("transfer-encoding", _)) => is_chunked = true,
                Some(_) => {}
            }
        }
        let mut body = Vec::new();
        if is_chunked {
            loop {
                let length = number(&self.read_line()?, 16)?;
                self.read_bytes(length, &mut body)?;
                self.read_line()?;
                if length == 0 {
                    break;
                }
            }
        } else {
            self.read_bytes(length, &mut body)?;
        }
        if status.split(' ').nth(1) != Some("200") {
            let text = String::from_utf8_lossy(&body);
            return Err(io::Error::other(format!("{path}: {status}: {text}")));
        }
        Ok(body)
    }

    fn read_line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        self.stream.read_line(&mut line)?;
        Ok(line.trim_end().to_owned())
    }

    fn read_bytes(&mut self, length: usize, body: &mut Vec<u8>) -> io::Result<()> {
        let start = body.len();
        body.resize(start + length, 0);
        self.stream.read_exact(&mut body[start..])
    }
}

fn number(text: &str, radix: u32) -> io::Result<usize> {
    usize::from_str_radix(text.trim(), radix).map_err(io::Error::other)
}
