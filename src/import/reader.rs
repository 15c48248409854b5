//! The first stage: inputs to parcels, in order.

use std::io::{self, Read};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::sync::mpsc::SyncSender;

use super::ImportOptions;
use super::inputs::{Content, Delivery, Input, Inputs, Kind};
use super::stage::{Parcel, Piece, PieceContent};
use crate::model::Source;
use crate::sgf::{self, Detected};
use crate::store::Store;
use crate::{Diagnostic, Disposition, Location, Rule};

/// A larger content is read and parsed in pieces of about this length.
const PIECE: usize = 1 << 20;
/// The longest game tree: one that is longer is cut.
const LONGEST_TREE: usize = 16 << 20;
/// How many bytes may tell that a tree begins.
const TREE_START: usize = 64;
/// The longest content in JSON or in UTF-16, which is read as a whole.
const LONGEST_WHOLE: u64 = 32 << 20;
/// A group goes to the parsers when it has so many bytes, or so many parcels.
const GROUP_BYTES: usize = 1 << 20;
const GROUP_PARCELS: usize = 512;

/// Reads all inputs.
///
/// `known` is the database, if there is something in it: it tells what need not
/// be parsed because it is there, from the same place. Copies of it pass: what
/// they are copies of may be replaced before their turn comes, so the writer
/// decides.
///
/// Tells whether it was ended before all was read.
pub(super) fn run(
    inputs: Inputs,
    known: Option<&Store>,
    options: ImportOptions<'_>,
    progress: &(dyn Fn(u64) + Sync),
    to_parsers: &SyncSender<Vec<Parcel>>,
) -> bool {
    let mut is_cut_off = false;
    let mut outlet = Outlet { parcels: Vec::new(), bytes: 0, to_parsers };
    inputs.visit(&mut |delivery| {
        let flow = match delivery {
            _ if options.cancel.load(Ordering::Relaxed) => ControlFlow::Break(()),
            Delivery::Progress(bytes) => {
                progress(bytes);
                ControlFlow::Continue(())
            }
            Delivery::Skipped(skipped) => outlet.skip(skipped.name, skipped.cause.to_string()),
            Delivery::Input(input) => {
                let name = input.name.clone();
                match read(input, known, options, &mut outlet) {
                    Ok(flow) => flow,
                    Err(error) => outlet.skip(name, format!("it could not be read: {error}")),
                }
            }
        };
        is_cut_off = flow.is_break();
        flow
    });
    let _ = outlet.flush(); // nothing comes behind it
    is_cut_off
}

/// Where parcels go.
struct Outlet<'a> {
    parcels: Vec<Parcel>,
    bytes: usize,
    to_parsers: &'a SyncSender<Vec<Parcel>>,
}

impl Outlet<'_> {
    /// Breaks when there is nobody left to take anything.
    fn put(&mut self, parcel: Parcel, bytes: usize) -> ControlFlow<()> {
        self.parcels.push(parcel);
        self.bytes += bytes;
        if self.bytes >= GROUP_BYTES || self.parcels.len() >= GROUP_PARCELS {
            self.flush()
        } else {
            ControlFlow::Continue(())
        }
    }

    fn skip(&mut self, source: String, cause: String) -> ControlFlow<()> {
        self.put(
            Parcel::Skipped(Diagnostic {
                location: Location { source, tree: 0, offset: 0 },
                rule: Rule::Unreadable,
                message: cause,
                disposition: Disposition::Skipped,
            }),
            0,
        )
    }

    fn flush(&mut self) -> ControlFlow<()> {
        self.bytes = 0;
        match self.to_parsers.send(std::mem::take(&mut self.parcels)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}

/// The first 16 bytes of BLAKE3.
fn place(identity: &str) -> [u8; 16] {
    let mut place = [0; 16];
    place.copy_from_slice(&blake3::hash(identity.as_bytes()).as_bytes()[..16]);
    place
}

fn read(
    input: Input,
    known: Option<&Store>,
    options: ImportOptions<'_>,
    outlet: &mut Outlet<'_>,
) -> io::Result<ControlFlow<()>> {
    let Input { name, identity, kind, mut content } = input;
    let hash = content.hash()?;
    let mut source = Source {
        name,
        place: place(&identity),
        hash,
        bytes: content.len(),
        tree_options: options.tree_options,
    };
    if identity == "-" || identity.starts_with("-/") {
        // What comes through a pipe lies nowhere, and replaces nothing.
        source.place = place(&format!("{identity} {hash:02x?}"));
    }
    if known.is_some_and(|known| known.is_unchanged(&source).unwrap_or(false)) {
        return Ok(outlet.put(Parcel::Unchanged(source), 0));
    }
    let is_json = kind == Kind::Json;
    if content.len() <= PIECE as u64 || is_json || is_utf_16(&mut content)? {
        if content.len() > LONGEST_WHOLE {
            let cause = match kind {
                Kind::Json => "JSON of more than 32 MiB: cut it into several files",
                _ => "a file in UTF-16 that is too large: turn it into UTF-8",
            };
            return Ok(outlet.skip(source.name, cause.to_owned()));
        }
        let bytes = content.into_bytes()?;
        let len = bytes.len();
        return Ok(outlet.put(Parcel::Whole { source, kind, bytes }, len));
    }
    let name = source.name.clone();
    if outlet.put(Parcel::Begin(source), 0).is_break() {
        return Ok(ControlFlow::Break(()));
    }
    let has_trees = kind == Kind::Sgf;
    let mut cut =
        Cut { name, offset: 0, before: 0, has_trees, charset: None, is_in_long_tree: false };
    match read_pieces(&mut content, &mut cut, options, outlet) {
        Ok(ControlFlow::Break(())) => return Ok(ControlFlow::Break(())),
        Ok(ControlFlow::Continue(())) => {}
        Err(error) => {
            // What came before is no whole source.
            return match outlet.put(Parcel::Abandon, 0) {
                ControlFlow::Continue(()) => Err(error),
                ControlFlow::Break(()) => Ok(ControlFlow::Break(())),
            };
        }
    }
    if cut.before == 0 && has_trees {
        let cause = "there is no game tree in it".to_owned();
        if outlet.skip(cut.name, cause).is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(outlet.put(Parcel::End, 0))
}

/// Reads a large content in pieces.
fn read_pieces(
    content: &mut Content,
    cut: &mut Cut,
    options: ImportOptions<'_>,
    outlet: &mut Outlet<'_>,
) -> io::Result<ControlFlow<()>> {
    let mut pieces = Pieces { reader: content.reader()?, rest: Vec::new(), is_read: false };
    while let Some(piece) = pieces.next(cut)? {
        let len = piece.bytes.len();
        let is_canceled = options.cancel.load(Ordering::Relaxed);
        if is_canceled || outlet.put(Parcel::Piece(cut.name.clone(), piece), len).is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

fn is_utf_16(content: &mut Content) -> io::Result<bool> {
    let mut first = Vec::new();
    content.reader()?.take(64).read_to_end(&mut first)?;
    Ok(sgf::to_utf8(&first).is_some())
}

/// Cuts a large content into pieces.
struct Pieces<R> {
    reader: R,
    /// What has been read and belongs to no piece yet.
    rest: Vec<u8>,
    is_read: bool,
}

/// How far the cutting has come.
struct Cut {
    name: String,
    offset: u64,
    /// Trees or lines so far.
    before: u32,
    /// Whether it holds game trees, and not lines.
    has_trees: bool,
    /// The charset of the first piece that is not plain UTF-8.
    charset: Option<Detected>,
    /// Whether what follows belongs to a tree that is too long.
    is_in_long_tree: bool,
}

impl<R: Read> Pieces<R> {
    fn next(&mut self, cut: &mut Cut) -> io::Result<Option<Piece>> {
        loop {
            let room = LONGEST_TREE.saturating_sub(self.rest.len());
            let more = PIECE.max(self.rest.len().min(room)) as u64;
            let read = (&mut self.reader).take(more).read_to_end(&mut self.rest)?;
            self.is_read |= (read as u64) < more;
            if cut.is_in_long_tree {
                self.skip_long_tree(cut);
            }
            if self.rest.is_empty() {
                return Ok(None);
            }
            if cut.is_in_long_tree {
                continue;
            }
            let (mut content, mut consumed, mut count) = cut.content(&self.rest, self.is_read);
            if consumed == 0 && !self.is_read {
                if self.rest.len() < LONGEST_TREE {
                    continue; // a tree that is longer than what was read
                }
                (content, consumed, count) = cut.shortened(&self.rest);
            }
            let behind = self.rest.split_off(consumed);
            let bytes = std::mem::replace(&mut self.rest, behind);
            let piece = Piece { offset: cut.offset, before: cut.before, content, bytes };
            cut.offset += piece.bytes.len() as u64;
            cut.before += count;
            return Ok(Some(piece));
        }
    }
}

impl<R> Pieces<R> {
    /// Drops what belongs to a tree that was given up.
    fn skip_long_tree(&mut self, cut: &mut Cut) {
        let next = sgf::find_tree(&self.rest);
        cut.is_in_long_tree = next.is_none();
        // The start of a tree may be cut in two at the end.
        let kept = if self.is_read { 0 } else { self.rest.len().min(TREE_START) };
        let end = next.unwrap_or(self.rest.len() - kept);
        self.rest.drain(..end);
        cut.offset += end as u64;
    }
}

impl Cut {
    /// The same as [`content`](Self::content) where no tree ends in all that
    /// was read: because it is too long, or because it is not closed and the
    /// trees behind it are to be found.
    fn shortened(&mut self, bytes: &[u8]) -> (PieceContent, usize, u32) {
        let (mut content, mut consumed, mut count) = self.content(bytes, true);
        if let PieceContent::Trees { spans, .. } = &mut content
            && let Some(last) = spans.last_mut()
            && last.end == bytes.len()
        {
            if bytes[..last.start].trim_ascii().is_empty() {
                let kind = sgf::SyntaxFaultKind::TooLong { limit: LONGEST_TREE };
                last.faults = vec![sgf::SyntaxFault { offset: last.end, kind }];
                self.is_in_long_tree = true;
            } else {
                consumed = last.start; // it may go on
                spans.pop();
                count -= 1;
            }
        }
        (content, consumed, count)
    }

    /// The content of a piece, how many bytes are done with, and how many
    /// trees or lines they hold.
    fn content(&mut self, bytes: &[u8], is_last: bool) -> (PieceContent, usize, u32) {
        if !self.has_trees {
            let end = memchr::memrchr(b'\n', bytes).map_or(0, |at| at + 1);
            let end = if is_last { bytes.len() } else { end };
            let count = memchr::memchr_iter(b'\n', &bytes[..end]).count();
            return (PieceContent::Lines, end, count as u32);
        }
        let charset = self.charset(bytes, is_last);
        let split = if self.before == 0 { sgf::split } else { sgf::split_next };
        let split = split(bytes, charset.charset, is_last);
        let count = split.trees.len() as u32;
        let content = PieceContent::Trees { spans: split.trees, faults: split.faults, charset };
        (content, split.consumed, count)
    }

    /// The charset of a piece. One that was guessed holds on: a piece tells
    /// less than the pieces before it.
    fn charset(&mut self, bytes: &[u8], is_last: bool) -> Detected {
        // A character may be cut in two at the end.
        let whole = if is_last { bytes.len() } else { memchr::memrchr(b')', bytes).unwrap_or(0) };
        let found = sgf::detect(&bytes[..whole]);
        if found.charset == sgf::Charset::UTF_8 {
            return found;
        }
        *self.charset.get_or_insert(found)
    }
}
