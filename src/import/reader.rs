//! The first stage: from inputs to sources and pieces of sources, in order.

use std::io::{self, Read};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::inputs::{Content, Input, InputEvent, InputFormat, Inputs, PassedOver};
use super::options::ImportOptions;
use super::pieces::{PIECE_BYTES, PieceReader};
use super::place::hash_place;
use super::stage::{Stage, Text, Unparsed};
use crate::model::{Source, SourceFile};
use crate::sgf;
use crate::store::{SourceState, Store, StoreError};
use crate::{Diagnostic, Rule};

/// The most bytes of a content in JSON or UTF-16, which is parsed as a whole.
const MAX_WHOLE_BYTES: u64 = 32 << 20;

/// A group of items is sent to the parser when it has this many bytes or items.
const GROUP_BYTES: usize = 1 << 20;
const GROUP_ITEMS: usize = 512;

/// How the reading of the inputs ended.
#[derive(Debug)]
pub(super) struct ReadEnd {
    /// Whether it was canceled before all inputs were read.
    pub(super) is_interrupted: bool,
    /// The files and archive entries of unknown kind.
    pub(super) passed_over: PassedOver,
}

/// Why an input was not read.
enum ReadError {
    Input(io::Error),
    Store(StoreError),
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> ReadError {
        ReadError::Input(error)
    }
}

/// Reads all inputs and passes them to `parse` in groups, until it breaks.
///
/// `known` is a reader of the database, if it has sources. A source that is in
/// the database from the same place is not read.
pub(super) fn run(
    inputs: Inputs,
    known: Option<&Store>,
    options: ImportOptions<'_>,
    progress: &(dyn Fn(u64) + Sync),
    parse: &mut dyn FnMut(Vec<Stage<Unparsed>>) -> ControlFlow<()>,
) -> Result<ReadEnd, StoreError> {
    let output = Output { items: Vec::new(), bytes: 0, parse };
    let mut reader = Reader { known, options, archive: None, places: Vec::new(), output };
    let mut result = Ok(());
    let mut is_interrupted = false;
    let passed_over = inputs.visit(&mut |event| {
        let flow = match event {
            _ if options.cancel.load(Ordering::Relaxed) => ControlFlow::Break(()),
            InputEvent::Progress(bytes) => {
                progress(bytes);
                ControlFlow::Continue(())
            }
            InputEvent::Skipped(skipped) => {
                reader.output.skip(&skipped.name, skipped.cause.to_string())
            }
            InputEvent::Unpacked(archive) => reader.end_archive(archive),
            InputEvent::Input(input) => {
                let name = input.name.clone();
                match reader.read(input) {
                    Ok(flow) => flow,
                    Err(ReadError::Input(error)) => {
                        reader.output.skip(&name, format!("cannot be read: {error}"))
                    }
                    Err(ReadError::Store(error)) => {
                        result = Err(error);
                        ControlFlow::Break(())
                    }
                }
            }
        };
        is_interrupted = flow.is_break();
        flow
    });
    let _ = reader.output.flush(); // the last items: whether anybody wants more does not matter
    result.map(|()| ReadEnd { is_interrupted, passed_over })
}

struct Reader<'a> {
    known: Option<&'a Store>,
    options: ImportOptions<'a>,
    /// The file whose inputs are coming.
    archive: Option<Arc<SourceFile>>,
    /// The places in it so far.
    places: Vec<[u8; 16]>,
    output: Output<'a>,
}

impl Reader<'_> {
    fn read(&mut self, input: Input) -> Result<ControlFlow<()>, ReadError> {
        let Input { name, file, identity, format, mut content } = input;
        if let Some(file) = &file {
            self.note_place(file, hash_place(&identity));
        }
        let hash = content.hash()?;
        // A pipe has no place, so its content replaces nothing.
        let is_pipe = identity == "-" || identity.starts_with("-/");
        let identity = if is_pipe { format!("{identity} {hash:02x?}") } else { identity };
        let source = Source {
            name,
            file,
            place: hash_place(&identity),
            hash,
            bytes: content.len(),
            tree_options: self.options.tree_options,
        };
        if let Some(known) = self.known
            && let SourceState::Unchanged { id, has_file } =
                known.source_state(&source).map_err(ReadError::Store)?
        {
            let without_file = (!has_file && source.file.is_some()).then_some(id);
            return Ok(self.output.send(Stage::Unchanged { source, without_file }, 0));
        }
        let is_read_whole = matches!(format, InputFormat::Json | InputFormat::AbaloneGames);
        if content.len() <= PIECE_BYTES as u64 || is_read_whole || is_utf_16(&mut content)? {
            Ok(self.read_whole(source, format, content)?)
        } else {
            Ok(self.read_pieces(source, format == InputFormat::Sgf, content)?)
        }
    }

    /// Remembers the place of an input as one in its file.
    fn note_place(&mut self, file: &Arc<SourceFile>, place: [u8; 16]) {
        // All inputs of a visit to an archive share one `Arc`.
        if !self.archive.as_ref().is_some_and(|archive| Arc::ptr_eq(archive, file)) {
            self.archive = Some(Arc::clone(file));
            self.places.clear();
        }
        self.places.push(place);
    }

    fn end_archive(&mut self, archive: Arc<SourceFile>) -> ControlFlow<()> {
        let is_this = self.archive.take().is_some_and(|known| Arc::ptr_eq(&known, &archive));
        let places = if is_this { std::mem::take(&mut self.places) } else { Vec::new() };
        self.output.send(Stage::Unpacked { archive, places }, 0)
    }

    fn read_whole(
        &mut self,
        source: Source,
        format: InputFormat,
        content: Content,
    ) -> io::Result<ControlFlow<()>> {
        if content.len() > MAX_WHOLE_BYTES {
            let message = match format {
                InputFormat::Json => "is JSON of more than 32 MiB; split it into several files",
                InputFormat::AbaloneGames => {
                    "has games of Abalone in more than 32 MiB; split it into several files"
                }
                _ => "is UTF-16 of more than 32 MiB; convert it to UTF-8",
            };
            return Ok(self.output.skip(&source.name, message.to_owned()));
        }
        let bytes = content.into_bytes()?;
        let len = bytes.len();
        let text = Text::Whole(format, bytes);
        let content = Unparsed { source: source.name.clone(), text };
        Ok(self.output.send(Stage::Whole { source, content }, len))
    }

    /// Reads a large content in pieces. The error that ends it early is
    /// returned after the source was abandoned.
    fn read_pieces(
        &mut self,
        source: Source,
        has_trees: bool,
        mut content: Content,
    ) -> io::Result<ControlFlow<()>> {
        let name = source.name.clone();
        if self.output.send(Stage::Begin(source), 0).is_break() {
            return Ok(ControlFlow::Break(()));
        }
        match self.send_pieces(&name, has_trees, &mut content) {
            Ok(ControlFlow::Continue(count)) => {
                if count == 0 && has_trees {
                    let message = "the file has no game tree".to_owned();
                    if self.output.skip(&name, message).is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                Ok(self.output.send(Stage::End, 0))
            }
            Ok(ControlFlow::Break(())) => Ok(ControlFlow::Break(())),
            Err(error) => match self.output.send(Stage::Abandon, 0) {
                ControlFlow::Continue(()) => Err(error),
                ControlFlow::Break(()) => Ok(ControlFlow::Break(())),
            },
        }
    }

    /// Returns the number of trees or lines.
    fn send_pieces(
        &mut self,
        name: &str,
        has_trees: bool,
        content: &mut Content,
    ) -> io::Result<ControlFlow<(), u32>> {
        let mut pieces = PieceReader::new(content.reader()?, has_trees);
        while let Some(piece) = pieces.next_piece()? {
            let len = piece.bytes.len();
            let content = Unparsed { source: name.to_owned(), text: Text::Piece(piece) };
            let is_canceled = self.options.cancel.load(Ordering::Relaxed);
            if is_canceled || self.output.send(Stage::Piece(content), len).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(pieces.count()))
    }
}

/// Passes items on in groups.
struct Output<'a> {
    items: Vec<Stage<Unparsed>>,
    /// The number of bytes in `items`.
    bytes: usize,
    parse: &'a mut dyn FnMut(Vec<Stage<Unparsed>>) -> ControlFlow<()>,
}

impl Output<'_> {
    /// Breaks if no more items are wanted.
    fn send(&mut self, item: Stage<Unparsed>, bytes: usize) -> ControlFlow<()> {
        self.items.push(item);
        self.bytes += bytes;
        if self.bytes >= GROUP_BYTES || self.items.len() >= GROUP_ITEMS {
            self.flush()
        } else {
            ControlFlow::Continue(())
        }
    }

    fn skip(&mut self, source: &str, message: String) -> ControlFlow<()> {
        self.send(Stage::Skipped(Diagnostic::of_source(source, Rule::Unreadable, message)), 0)
    }

    fn flush(&mut self) -> ControlFlow<()> {
        self.bytes = 0;
        (self.parse)(std::mem::take(&mut self.items))
    }
}

fn is_utf_16(content: &mut Content) -> io::Result<bool> {
    let mut head = Vec::new();
    content.reader()?.take(64).read_to_end(&mut head)?;
    Ok(sgf::to_utf8(&head).is_some())
}
