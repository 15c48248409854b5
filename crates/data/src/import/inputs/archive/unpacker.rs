//! The delivery of archive entries, within the limits.

use std::cell::Cell;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;
use std::sync::Arc;

use crate::import::inputs::content::{Collector, Content};
use crate::import::inputs::dump;
use crate::import::inputs::input::{InputEvent, InputFormat, Limits};
use crate::import::inputs::sink::Sink;
use crate::import::inputs::skip::{SkipCause, explain_read_error};
use crate::import::inputs::sniff::{ExtensionHint, FormatHint, HEAD_BYTES};
use crate::import::inputs::source_name::{EntryName, SourceName};
use crate::sgf::name_foreign_file;

/// An archive may unpack to this many times [`Limits::max_entry`].
const ENTRIES_AT_LIMIT: u64 = 64;

/// The most memory that an archive may ask for. The strongest settings of
/// common programs ask for a quarter of it or less.
pub(super) const MAX_MEMORY: u64 = 1 << 30;

/// The number of unpacked bytes after which progress is reported.
const HEARTBEAT: u64 = 1 << 20;

/// Why the unpacking of an archive or an entry ended early.
#[derive(Debug)]
pub(super) enum Halt {
    /// The callback wants no more inputs.
    Callback,
    /// The data could not be read.
    Read(io::Error),
    /// The whole archive could not be read.
    Archive(SkipCause),
}

/// The bytes of an archive.
pub(super) type ArchiveReader = BufReader<CountingReader<Box<dyn ReadSeek>>>;

pub(super) trait ReadSeek: Read + Seek {}

impl<T: Read + Seek> ReadSeek for T {}

/// The cause for data that could not be read.
pub(super) fn damaged(error: &io::Error) -> SkipCause {
    SkipCause::Damaged { reason: explain_read_error(error) }
}

/// What the name of an entry says about its format.
pub(super) fn hint_of(name: &EntryName<'_>) -> ExtensionHint {
    if name.is_hidden() { ExtensionHint::None } else { ExtensionHint::of(name.file_name()) }
}

/// Delivers the entries of one archive.
pub(super) struct Unpacker<'a, 'b> {
    sink: &'a mut Sink<'b>,
    limits: Limits,
    /// The name of the archive.
    name: &'a SourceName,
    /// The length of the archive on disk.
    size: u64,
    /// The number of bytes read from disk; some may have been read twice.
    bytes_read: Rc<Cell<u64>>,
    /// The number of bytes reported as progress.
    reported: u64,
    unpacked: u64,
    next_heartbeat: u64,
    /// The identities of the entries so far.
    identities: Repetitions,
    /// The shown names of the entries so far.
    shown: Repetitions,
    /// [`Sink::unread`] before the archive.
    unread_before: u64,
    /// The buffer through which entries are read.
    buffer: Vec<u8>,
}

impl<'a, 'b> Unpacker<'a, 'b> {
    pub(super) fn new(
        sink: &'a mut Sink<'b>,
        limits: Limits,
        name: &'a SourceName,
        size: u64,
    ) -> Unpacker<'a, 'b> {
        Unpacker {
            unread_before: sink.unread,
            sink,
            limits,
            name,
            size,
            bytes_read: Rc::new(Cell::new(0)),
            reported: 0,
            unpacked: 0,
            next_heartbeat: HEARTBEAT,
            identities: Repetitions::default(),
            shown: Repetitions::default(),
            buffer: vec![0; HEAD_BYTES],
        }
    }

    /// The counter for a [`CountingReader`] of the archive.
    pub(super) fn bytes_read(&self) -> Rc<Cell<u64>> {
        Rc::clone(&self.bytes_read)
    }

    /// Runs `unpack`. A panic in it counts as damage of the archive, unless the
    /// callback panicked.
    pub(super) fn catch_panic(
        &mut self,
        unpack: impl FnOnce(&mut Unpacker<'a, 'b>) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        match catch_unwind(AssertUnwindSafe(|| unpack(self))) {
            Ok(result) => result,
            Err(panic) if self.sink.is_in_callback => resume_unwind(panic),
            Err(_) => Err(Halt::Archive(SkipCause::Damaged {
                reason: "the unpacker failed unexpectedly".to_owned(),
            })),
        }
    }

    /// Reports how the unpacking ended, and the rest of the progress.
    pub(super) fn finish(self, result: Result<(), Halt>) -> ControlFlow<()> {
        match result {
            Ok(()) if self.sink.unread == self.unread_before => {
                if let Some(file) = &self.name.file {
                    self.sink.send(InputEvent::Unpacked(Arc::clone(file)))?;
                }
            }
            Ok(()) => {}
            Err(Halt::Callback) => return ControlFlow::Break(()),
            Err(Halt::Read(error)) => self.sink.skip(self.name, damaged(&error))?,
            Err(Halt::Archive(cause)) => self.sink.skip(self.name, cause)?,
        }
        self.sink.send(InputEvent::Progress(self.size - self.reported))
    }

    /// What the format of an entry can be, by its name; `None` if the entry is
    /// not delivered, which is then counted or reported.
    pub(super) fn expect(&mut self, name: &EntryName<'_>) -> Result<Option<FormatHint>, Halt> {
        match hint_of(name) {
            ExtensionHint::Text(hint) => return Ok(Some(hint)),
            ExtensionHint::Container(..) => self.skip_entry(name, SkipCause::NestedArchive)?,
            #[cfg(feature = "parquet")]
            ExtensionHint::Table => self.skip_entry(name, SkipCause::NestedTable)?,
            ExtensionHint::None if name.is_hidden() => {}
            ExtensionHint::None => self.sink.passed_over.count(&name.shown),
        }
        Ok(None)
    }

    /// Delivers an entry, which must have exactly `size` bytes if that is known.
    pub(super) fn deliver_entry(
        &mut self,
        name: &EntryName<'_>,
        hint: FormatHint,
        size: Option<u64>,
        data: &mut dyn Read,
    ) -> Result<(), Halt> {
        let name = self.name.entry(name);
        let collected = self.collect(&name, hint, data)?;
        if let (Collected::Content(_, content), Some(size)) = (&collected, size)
            && content.len() != size
        {
            return Err(Halt::Read(cut_off(content.len(), size)));
        }
        match collected {
            Collected::Content(format, content) => {
                let name = self.make_unique(name);
                self.forward(|sink| sink.deliver(name, format, content))?;
                self.report_progress()
            }
            Collected::Ignored => {
                self.sink.passed_over.count(&name.shown);
                Ok(())
            }
            Collected::Done => Ok(()),
        }
    }

    /// Delivers the text of a compressed file, under the name of the file.
    pub(super) fn deliver_single(
        &mut self,
        hint: FormatHint,
        data: &mut dyn Read,
    ) -> Result<(), Halt> {
        let name = self.name.clone();
        match self.collect(&name, hint, data)? {
            Collected::Content(format, content) => {
                self.forward(|sink| sink.deliver(name, format, content))
            }
            Collected::Ignored => {
                self.sink.passed_over.count(&name.shown);
                Ok(())
            }
            Collected::Done => Ok(()),
        }
    }

    fn collect(
        &mut self,
        name: &SourceName,
        hint: FormatHint,
        data: &mut dyn Read,
    ) -> Result<Collected, Halt> {
        let mut buffer = std::mem::take(&mut self.buffer);
        let collected = self.collect_through(&mut buffer, name, hint, data);
        self.buffer = buffer;
        collected
    }

    fn collect_through(
        &mut self,
        buffer: &mut [u8],
        name: &SourceName,
        hint: FormatHint,
        data: &mut dyn Read,
    ) -> Result<Collected, Halt> {
        let limit = self.limits.max_entry;
        let mut collector = Collector::new(self.limits.in_memory);
        let mut format = None;
        loop {
            let count = self.fill(data, buffer)?;
            let filled = &buffer[..count];
            // The first time, the buffer has the first `HEAD_BYTES`.
            if format.is_none() {
                if hint.means_dump(filled) {
                    self.deliver_dump(name, &mut filled.chain(data))?;
                    return Ok(Collected::Done);
                }
                let foreign = name_foreign_file(filled).map(InputFormat::Foreign);
                format = foreign.or_else(|| hint.decide(filled));
            }
            let Some(format) = format else {
                return Ok(Collected::Ignored);
            };
            if let Err(error) = collector.push(filled) {
                self.forward(|sink| sink.skip(name, SkipCause::Spool(error)))?;
                return Ok(Collected::Done);
            }
            if collector.len() > limit {
                self.forward(|sink| sink.skip(name, SkipCause::TooLarge { limit }))?;
                return Ok(Collected::Done);
            }
            if count < buffer.len() {
                return Ok(Collected::Content(format, collector.finish()));
            }
        }
    }

    /// Delivers the games of a dump. Nothing of it is kept, so its length has no limit.
    fn deliver_dump(&mut self, name: &SourceName, text: &mut dyn Read) -> Result<(), Halt> {
        let (bytes_read, size, reported) = (&self.bytes_read, self.size, &mut self.reported);
        let mut progress = |_| {
            let step = bytes_read.get().min(size).saturating_sub(*reported);
            *reported += step;
            step
        };
        match dump::read(self.sink, name, text, &mut progress) {
            Ok(ControlFlow::Continue(())) => Ok(()),
            Ok(ControlFlow::Break(())) => Err(Halt::Callback),
            Err(error) => Err(Halt::Read(error)),
        }
    }

    /// Reads to the end of an entry. Where entries follow each other in one
    /// stream, this is the way to the next one.
    pub(super) fn drain(&mut self, data: &mut dyn Read) -> Result<(), Halt> {
        // The buffer is small because most entries are at their end already.
        let mut buffer = [0; 1024];
        while self.fill(data, &mut buffer)? == buffer.len() {}
        Ok(())
    }

    /// Fills the buffer, or reads to the end of the data. Returns the number of
    /// bytes read.
    pub(super) fn fill(&mut self, data: &mut dyn Read, buffer: &mut [u8]) -> Result<usize, Halt> {
        let mut filled = 0;
        while filled < buffer.len() {
            match data.read(&mut buffer[filled..]) {
                Ok(0) => break,
                Ok(count) => {
                    filled += count;
                    self.count_unpacked(count)?;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(Halt::Read(error)),
            }
        }
        Ok(filled)
    }

    fn count_unpacked(&mut self, bytes: usize) -> Result<(), Halt> {
        self.unpacked += bytes as u64;
        let limit = self.limits.max_entry.saturating_mul(ENTRIES_AT_LIMIT);
        if self.unpacked > limit {
            return Err(Halt::Archive(SkipCause::ArchiveTooLarge { limit }));
        }
        if self.unpacked >= self.next_heartbeat {
            self.next_heartbeat = self.unpacked + HEARTBEAT;
            return self.report_progress();
        }
        Ok(())
    }

    fn report_progress(&mut self) -> Result<(), Halt> {
        let reached = self.bytes_read.get().min(self.size);
        let step = reached.saturating_sub(self.reported);
        self.reported += step;
        self.forward(|sink| sink.send(InputEvent::Progress(step)))
    }

    pub(super) fn skip_entry(
        &mut self,
        name: &EntryName<'_>,
        cause: SkipCause,
    ) -> Result<(), Halt> {
        let name = self.name.entry(name);
        self.forward(|sink| sink.skip(&name, cause))
    }

    pub(super) fn skip_archive(&mut self, cause: SkipCause) -> Result<(), Halt> {
        let name = self.name;
        self.forward(|sink| sink.skip(name, cause))
    }

    fn forward(&mut self, send: impl FnOnce(&mut Sink<'_>) -> ControlFlow<()>) -> Result<(), Halt> {
        match send(self.sink) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Halt::Callback),
        }
    }

    /// Appends a number to the names of an entry if the archive has one of the
    /// same name before it.
    fn make_unique(&mut self, mut name: SourceName) -> SourceName {
        self.identities.number(&mut name.identity, "#", "");
        self.shown.number(&mut name.shown, " (", ")");
        name
    }
}

/// Names that occurred, to tell their repetitions apart. The names are kept as
/// hashes.
#[derive(Default)]
struct Repetitions {
    /// For each name the last number that was tried for it.
    numbers: HashMap<u64, u32>,
}

impl Repetitions {
    /// Appends a number from 2 on to a name that occurred before, so that the
    /// result did not. All calls together take linear time.
    fn number(&mut self, name: &mut String, before: &str, after: &str) {
        let Some(&last) = self.numbers.get(&hash(name)) else {
            self.numbers.insert(hash(name), 1);
            return;
        };
        let plain = name.clone();
        for number in last + 1.. {
            *name = format!("{plain}{before}{number}{after}");
            if let Entry::Vacant(entry) = self.numbers.entry(hash(name)) {
                entry.insert(1);
                self.numbers.insert(hash(&plain), number);
                return;
            }
        }
    }
}

/// The result of reading an entry.
enum Collected {
    Content(InputFormat, Content),
    /// The text is of no interest.
    Ignored,
    /// The games of a dump were delivered; or the entry is too large, or there is no room for it, which
    /// was reported.
    Done,
}

fn cut_off(found: u64, size: u64) -> io::Error {
    let message = format!("it has {found} of its {size} bytes");
    io::Error::new(io::ErrorKind::InvalidData, message)
}

/// A hash that is the same in every run.
fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// Counts the bytes that are read.
pub(super) struct CountingReader<R> {
    inner: R,
    bytes_read: Rc<Cell<u64>>,
}

impl<R> CountingReader<R> {
    pub(super) fn new(inner: R, bytes_read: Rc<Cell<u64>>) -> CountingReader<R> {
        CountingReader { inner, bytes_read }
    }
}

impl<R: Read> Read for CountingReader<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buf)?;
        self.bytes_read.set(self.bytes_read.get().saturating_add(count as u64));
        Ok(count)
    }
}

impl<R: Seek> Seek for CountingReader<R> {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        self.inner.seek(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::inputs::passed_over::PassedOver;

    /// Runs `unpack` on an empty archive, with `callback` for its events.
    fn run(
        callback: &mut dyn FnMut(InputEvent) -> ControlFlow<()>,
        unpack: impl FnOnce(&mut Unpacker<'_, '_>) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        let mut sink = Sink::new(callback, PassedOver::default());
        let name = SourceName::stdin(None);
        Unpacker::new(&mut sink, Limits::default(), &name, 0).catch_panic(unpack)
    }

    #[test]
    fn a_panic_while_unpacking_is_damage() {
        let result = run(&mut |_| ControlFlow::Continue(()), |_| panic!("a bug"));
        assert!(matches!(result, Err(Halt::Archive(SkipCause::Damaged { .. }))));
    }

    #[test]
    #[should_panic(expected = "the caller's own")]
    fn a_panic_in_the_callback_goes_on() {
        let _ = run(&mut |_| panic!("the caller's own"), |unpacker| unpacker.report_progress());
    }

    #[test]
    fn entries_with_the_same_name_have_different_names_and_identities() {
        let (mut identities, mut shown) = (Vec::new(), Vec::new());
        run(&mut |_| ControlFlow::Continue(()), |unpacker| {
            for name in ["a", "a", "b", "a (3)", "a", "a"] {
                let name = unpacker.name.entry(&EntryName::new(name.as_bytes()));
                let name = unpacker.make_unique(name);
                identities.push(name.identity);
                shown.push(name.shown);
            }
            Ok(())
        })
        .unwrap();
        assert_eq!(identities, ["-/a", "-/a#2", "-/b", "-/a (3)", "-/a#3", "-/a#4"]);
        assert_eq!(shown, ["-/a", "-/a (2)", "-/b", "-/a (3)", "-/a (4)", "-/a (5)"]);
    }
}
