//! The first stage: from inputs to sources and pieces of sources, in order.

use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::inputs::{
    Content, Input, InputEvent, InputFormat, Inputs, PassedOver, SkipCause, SkippedInput,
};
use super::neighbors::{Decided, Neighbors, on_disk_path};
use super::options::ImportOptions;
use super::pieces::{PIECE_BYTES, PieceReader};
use super::place::hash_place;
use super::stage::{Stage, Text, Unparsed};
#[cfg(feature = "parquet")]
use super::stored_tree::StoredTree;
use crate::model::{Source, SourceFile, TreeOptions};
use crate::sgf::{self, Charset};
use crate::store::{SourceState, Store, StoreError};
use crate::{Diagnostic, Disposition, Fault, Item, Rule};

/// The most bytes of a content that is parsed as a whole: in JSON, in UTF-16, or one game.
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
    let neighbors = Neighbors::default();
    let mut reader =
        Reader { known, options, archive: None, places: Vec::new(), neighbors, output };
    let mut result = Ok(());
    let mut is_interrupted = false;
    let passed_over = inputs.visit(&mut |event| {
        let flow = match event {
            _ if options.cancel.load(Ordering::Relaxed) => ControlFlow::Break(()),
            InputEvent::Progress(bytes) => {
                progress(bytes);
                ControlFlow::Continue(())
            }
            InputEvent::Skipped(SkippedInput {
                name,
                cause: SkipCause::Row { group, row, reason },
            }) => reader.output.skip_row(name, group, row, reason),
            InputEvent::Skipped(SkippedInput {
                name,
                cause: SkipCause::Line { line, offset, reason },
            }) => reader.output.skip_line(&name, line, offset, reason),
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
    if !is_interrupted {
        is_interrupted = reader.release(None).is_break();
    }
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
    neighbors: Neighbors,
    output: Output<'a>,
}

impl Reader<'_> {
    fn read(&mut self, input: Input) -> Result<ControlFlow<()>, ReadError> {
        let Input { name, file, identity, format, mut content, is_whole } = input;
        if let Some(file) = &file {
            self.note_place(file, hash_place(&identity));
        }
        if self.release(Some(&name)).is_break() {
            return Ok(ControlFlow::Break(()));
        }
        let hash = content.hash()?;
        let mut is_open = false;
        if format == InputFormat::Sgf && content.len() <= PIECE_BYTES as u64 {
            let bytes = content.into_bytes()?;
            is_open = self.neighbors.note(&name, &bytes);
            content = Content::Memory(bytes);
        }
        // A pipe has no place, so its content replaces nothing.
        let is_pipe = identity == "-" || identity.starts_with("-/");
        let identity = if is_pipe { format!("{identity} {hash:02x?}") } else { identity };
        let mut source = Source {
            name,
            file,
            place: hash_place(&identity),
            hash,
            bytes: content.len(),
            tree_options: format.tree_options(self.options.tree_options),
        };
        if let Some(known) = self.known {
            match known.source_state(&source).map_err(ReadError::Store)? {
                SourceState::Unchanged { id, has_file } => {
                    let without_file = (!has_file && source.file.is_some()).then_some(id);
                    return Ok(self.output.send(Stage::Unchanged { source, without_file }, 0));
                }
                SourceState::Changed { .. } if !is_whole => {
                    let message = "stays as it was, because something of its tables is missing";
                    return Ok(self.output.skip(&source.name, message.to_owned()));
                }
                SourceState::Changed { read_as, .. } => {
                    source.tree_options = source.tree_options.or(read_as);
                }
                SourceState::New => {}
            }
        }
        #[cfg(feature = "parquet")]
        if format == InputFormat::StoredTrees {
            return Ok(self.read_stored_trees(source, content)?);
        }
        if let InputFormat::Foreign(_) = format {
            return Ok(self.send_whole(source, format, Vec::new(), None));
        }
        let is_read_whole =
            matches!(format, InputFormat::Json | InputFormat::AbaloneGames | InputFormat::Game(_));
        if content.len() <= PIECE_BYTES as u64 || is_read_whole || is_utf_16(&mut content)? {
            Ok(self.read_whole(source, format, content, is_open)?)
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
        is_open: bool,
    ) -> io::Result<ControlFlow<()>> {
        if content.len() > MAX_WHOLE_BYTES {
            let message = match format {
                InputFormat::Json => "is JSON of more than 32 MiB; split it into several files",
                InputFormat::AbaloneGames => {
                    "has games of Abalone in more than 32 MiB; split it into several files"
                }
                InputFormat::Game(_) => "has a game in more than 32 MiB",
                _ => "is UTF-16 of more than 32 MiB; convert it to UTF-8",
            };
            return Ok(self.output.skip(&source.name, message.to_owned()));
        }
        let bytes = content.into_bytes()?;
        if is_open {
            self.neighbors.hold(source, bytes);
            return Ok(ControlFlow::Continue(()));
        }
        Ok(self.send_whole(source, format, bytes, None))
    }

    fn send_whole(
        &mut self,
        source: Source,
        format: InputFormat,
        bytes: Vec<u8>,
        charset: Option<Charset>,
    ) -> ControlFlow<()> {
        let len = bytes.len();
        let text = Text::Whole(format, bytes);
        let options = source.tree_options;
        let content = Unparsed { source: source.name.clone(), text, options, charset };
        self.output.send(Stage::Whole { source, content }, len)
    }

    /// Passes on the files that waited for their neighbors, if `next`, the name of the next input, is
    /// not in their folder.
    fn release(&mut self, next: Option<&str>) -> ControlFlow<()> {
        for Decided { source, bytes, charset } in self.neighbors.release(next) {
            self.send_whole(source, InputFormat::Sgf, bytes, charset)?;
        }
        ControlFlow::Continue(())
    }

    /// Reads a large content in pieces. The error that ends it early is
    /// returned after the source was abandoned.
    fn read_pieces(
        &mut self,
        source: Source,
        has_trees: bool,
        mut content: Content,
    ) -> io::Result<ControlFlow<()>> {
        let (name, file) = (source.name.clone(), on_disk_path(&source));
        let options = source.tree_options;
        if self.output.send(Stage::Begin(source), 0).is_break() {
            return Ok(ControlFlow::Break(()));
        }
        let sent = self.send_pieces((&name, file), options, has_trees, &mut content);
        if let Ok(ControlFlow::Continue(0)) = sent
            && has_trees
            && self.output.skip(&name, "the file has no game tree".to_owned()).is_break()
        {
            return Ok(ControlFlow::Break(()));
        }
        self.end_pieces(sent)
    }

    /// Ends a source whose pieces were sent, or abandons it.
    fn end_pieces(
        &mut self,
        sent: io::Result<ControlFlow<(), u32>>,
    ) -> io::Result<ControlFlow<()>> {
        match sent {
            Ok(ControlFlow::Continue(_)) => Ok(self.output.send(Stage::End, 0)),
            Ok(ControlFlow::Break(())) => Ok(ControlFlow::Break(())),
            Err(error) => match self.output.send(Stage::Abandon, 0) {
                ControlFlow::Continue(()) => Err(error),
                ControlFlow::Break(()) => Ok(ControlFlow::Break(())),
            },
        }
    }

    /// Reads the trees of a source in tables, in pieces if they are long together.
    #[cfg(feature = "parquet")]
    fn read_stored_trees(
        &mut self,
        source: Source,
        mut content: Content,
    ) -> io::Result<ControlFlow<()>> {
        if content.len() <= PIECE_BYTES as u64 {
            return self.read_whole(source, InputFormat::StoredTrees, content, false);
        }
        let (name, options) = (source.name.clone(), source.tree_options);
        if self.output.send(Stage::Begin(source), 0).is_break() {
            return Ok(ControlFlow::Break(()));
        }
        let sent = self.send_stored_trees((&name, options), &mut content);
        self.end_pieces(sent)
    }

    /// Returns the number of trees.
    #[cfg(feature = "parquet")]
    fn send_stored_trees(
        &mut self,
        (name, options): (&str, TreeOptions),
        content: &mut Content,
    ) -> io::Result<ControlFlow<(), u32>> {
        let mut reader = io::BufReader::new(content.reader()?);
        let (mut count, mut bytes) = (0, Vec::new());
        loop {
            let tree = StoredTree::decode(&mut reader)?;
            let is_last = tree.is_none();
            bytes.extend(tree.iter().flat_map(StoredTree::encode));
            count += u32::from(!is_last);
            if bytes.len() >= PIECE_BYTES || is_last {
                let len = bytes.len();
                let text = Text::Whole(InputFormat::StoredTrees, std::mem::take(&mut bytes));
                let content = Unparsed { source: name.to_owned(), text, options, charset: None };
                let is_canceled = self.options.cancel.load(Ordering::Relaxed);
                if is_canceled || self.output.send(Stage::Piece(content), len).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            if is_last {
                return Ok(ControlFlow::Continue(count));
            }
        }
    }

    /// Returns the number of trees or lines.
    fn send_pieces(
        &mut self,
        (name, file): (&str, Option<PathBuf>),
        options: TreeOptions,
        has_trees: bool,
        content: &mut Content,
    ) -> io::Result<ControlFlow<(), u32>> {
        let mut pieces = PieceReader::new(content.reader()?, has_trees).beside(file);
        while let Some(piece) = pieces.next_piece()? {
            let len = piece.bytes.len();
            let text = Text::Piece(piece);
            let content = Unparsed { source: name.to_owned(), text, options, charset: None };
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

    /// Skips a row of a table, which is in a file of this name.
    fn skip_row(&mut self, name: String, group: u64, row: u64, reason: String) -> ControlFlow<()> {
        let fault = Diagnostic::of_source(name, Rule::Unreadable, reason);
        self.send(Stage::Skipped(fault.at_row(group, row)), 0)
    }

    /// Skips a line of a text of this name.
    fn skip_line(
        &mut self,
        name: &str,
        line: u64,
        offset: u64,
        message: String,
    ) -> ControlFlow<()> {
        let line = u32::try_from(line).unwrap_or(u32::MAX);
        let fault = Fault { rule: Rule::Syntax, offset: 0, message };
        let fault = fault.locate(name, line, offset, Disposition::Skipped).counting(Item::Line);
        self.send(Stage::Skipped(fault), 0)
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
