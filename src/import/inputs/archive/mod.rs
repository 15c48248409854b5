//! Reading what is in archives.
//!
//! One file per kind, each with a function `read` that goes through the entries in the order in
//! which they are stored and hands them to an [`Unpacker`], which knows the limits and the way out.

mod lzma;
mod seven_zip;
mod stream;
mod zip;

use std::cell::Cell;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufReader, Cursor, Read, Seek, SeekFrom};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

use super::content::{Collector, Content};
use super::sniff::{Expect, Format, HEAD, Promise};
use super::source_name::{EntryName, Label};
use super::{Delivery, Kind, Outlet, SkipCause};

/// An archive may unpack to so many times the limit of an entry.
const ENTRIES_AT_LIMIT: u64 = 64;

/// Memory that the maker of an archive may ask for. The strongest settings of common programs
/// stay at or below a quarter of it.
const MAX_MEMORY: u64 = 1 << 30;

/// A sign of life is given whenever so many bytes have been unpacked.
const BEAT: u64 = 1 << 20;

/// Why the reading of an archive or an entry ended early.
#[derive(Debug)]
enum Halt {
    /// The sink wants no more.
    Sink,
    /// The data could not be read.
    Read(io::Error),
    /// Something else, to be told of the whole archive.
    Archive(SkipCause),
}

type Source = BufReader<Metered<Box<dyn ReadSeek>>>;

/// Opens a container of `size` bytes on disk and delivers what is in it. `expect` is what a
/// single text in it has to be.
pub(super) fn unpack(
    outlet: &mut Outlet<'_>,
    label: &Label,
    format: Format,
    expect: Expect,
    content: Content,
    size: u64,
) -> ControlFlow<()> {
    let mut unpacker = Unpacker {
        outlet,
        label,
        size,
        read: Rc::new(Cell::new(0)),
        reported: 0,
        unpacked: 0,
        next_beat: BEAT,
        identities: HashSet::new(),
        buffer: vec![0; HEAD],
    };
    let halt = match seekable(content) {
        Ok(file) => guarded(&mut unpacker, |unpacker| {
            let source = BufReader::new(Metered { inner: file, read: Rc::clone(&unpacker.read) });
            match format {
                Format::Zip => zip::read(unpacker, source),
                Format::SevenZip => seven_zip::read(unpacker, source),
                Format::Stream { packing, tar } => {
                    stream::read(unpacker, source, packing, tar, expect)
                }
            }
        }),
        Err(error) => Err(Halt::Archive(SkipCause::Unreadable(error))),
    };
    let cause = match halt {
        Ok(()) => None,
        Err(Halt::Sink) => return ControlFlow::Break(()),
        Err(Halt::Read(error)) => Some(damaged(&error)),
        Err(Halt::Archive(cause)) => Some(cause),
    };
    if let Some(cause) = cause {
        unpacker.outlet.skip(label, cause)?;
    }
    let rest = size - unpacker.reported;
    unpacker.outlet.send(Delivery::Progress(rest))
}

/// Runs `work`; a panic in it, unless it comes from the sink, is the archive's damage.
fn guarded(
    unpacker: &mut Unpacker<'_, '_>,
    work: impl FnOnce(&mut Unpacker<'_, '_>) -> Result<(), Halt>,
) -> Result<(), Halt> {
    match catch_unwind(AssertUnwindSafe(|| work(unpacker))) {
        Ok(result) => result,
        Err(panic) if unpacker.outlet.in_sink => resume_unwind(panic),
        Err(_) => Err(Halt::Archive(SkipCause::Damaged {
            reason: "unpacking it failed unexpectedly".to_owned(),
        })),
    }
}

fn damaged(error: &io::Error) -> SkipCause {
    let reason = error.to_string();
    SkipCause::Damaged { reason }
}

/// Takes entries out of one archive and hands them on.
struct Unpacker<'a, 'b> {
    outlet: &'a mut Outlet<'b>,
    /// What the archive is called.
    label: &'a Label,
    /// Its bytes on disk.
    size: u64,
    /// How many of them were read, some perhaps twice.
    read: Rc<Cell<u64>>,
    /// How many of them were reported as progress.
    reported: u64,
    /// How many bytes came out of it.
    unpacked: u64,
    next_beat: u64,
    /// Hashes of the identities given out.
    identities: HashSet<u64>,
    /// What entries are read through, one after the other.
    buffer: Vec<u8>,
}

impl Unpacker<'_, '_> {
    /// What an entry has to be by its name, or `None` when it is not taken.
    fn expect(&mut self, name: &EntryName<'_>) -> Result<Option<Expect>, Halt> {
        match promise(name) {
            Promise::Text(expect) => return Ok(Some(expect)),
            Promise::Container(..) => self.skip_entry(name, SkipCause::NestedArchive)?,
            Promise::Nothing => self.outlet.ignored += 1,
        }
        Ok(None)
    }

    /// Delivers an entry. It has to hold exactly `size` bytes if that is known.
    fn take(
        &mut self,
        name: &EntryName<'_>,
        expect: Expect,
        size: Option<u64>,
        data: &mut dyn Read,
    ) -> Result<(), Halt> {
        let label = self.label.entry(name);
        let taken = self.collect(&label, expect, data)?;
        if let (Taken::Content(_, content), Some(size)) = (&taken, size)
            && content.len() != size
        {
            return Err(Halt::Read(cut_off(content.len(), size)));
        }
        match taken {
            Taken::Content(kind, content) => {
                let label = self.unique(label);
                self.flow(|outlet| outlet.deliver(label, kind, content))?;
                self.progress()
            }
            Taken::Ignored => {
                self.outlet.ignored += 1;
                Ok(())
            }
            Taken::Skipped => Ok(()),
        }
    }

    /// Delivers the only text of a container without entries.
    fn take_single(&mut self, expect: Expect, data: &mut dyn Read) -> Result<(), Halt> {
        let label = self.label.clone();
        match self.collect(&label, expect, data)? {
            Taken::Content(kind, content) => {
                self.flow(|outlet| outlet.deliver(label, kind, content))
            }
            Taken::Ignored => {
                self.outlet.ignored += 1;
                Ok(())
            }
            Taken::Skipped => Ok(()),
        }
    }

    fn collect(
        &mut self,
        label: &Label,
        expect: Expect,
        data: &mut dyn Read,
    ) -> Result<Taken, Halt> {
        let mut buffer = std::mem::take(&mut self.buffer);
        let taken = self.collect_through(&mut buffer, label, expect, data);
        self.buffer = buffer;
        taken
    }

    fn collect_through(
        &mut self,
        buffer: &mut [u8],
        label: &Label,
        expect: Expect,
        data: &mut dyn Read,
    ) -> Result<Taken, Halt> {
        let limit = self.outlet.limits.max_entry;
        let mut collector = Collector::new(self.outlet.limits.in_memory);
        let mut kind = None;
        loop {
            let count = self.fill(data, buffer)?;
            let filled = &buffer[..count];
            // The first time the buffer holds the head, whole unless the entry is shorter.
            if kind.is_none() {
                kind = expect.decide(filled);
            }
            let Some(kind) = kind else {
                return Ok(Taken::Ignored);
            };
            if let Err(error) = collector.push(filled) {
                self.flow(|outlet| outlet.skip(label, SkipCause::Spool(error)))?;
                return Ok(Taken::Skipped);
            }
            if collector.len() > limit {
                self.flow(|outlet| outlet.skip(label, SkipCause::TooLarge { limit }))?;
                return Ok(Taken::Skipped);
            }
            if count < buffer.len() {
                return Ok(Taken::Content(kind, collector.finish()));
            }
        }
    }

    /// Reads to the end of an entry, as is needed to come to the next one where entries follow
    /// each other in one stream.
    fn drain(&mut self, data: &mut dyn Read) -> Result<(), Halt> {
        // Most entries have been read to their end already: a large buffer would not pay.
        let mut buffer = [0; 1024];
        while self.fill(data, &mut buffer)? == buffer.len() {}
        Ok(())
    }

    /// Fills the buffer unless the data ends first.
    fn fill(&mut self, data: &mut dyn Read, buffer: &mut [u8]) -> Result<usize, Halt> {
        let mut filled = 0;
        while filled < buffer.len() {
            match data.read(&mut buffer[filled..]) {
                Ok(0) => break,
                Ok(count) => {
                    filled += count;
                    self.count(count)?;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(Halt::Read(error)),
            }
        }
        Ok(filled)
    }

    fn count(&mut self, bytes: usize) -> Result<(), Halt> {
        self.unpacked += bytes as u64;
        let max_entry = self.outlet.limits.max_entry;
        let limit = max_entry.saturating_mul(ENTRIES_AT_LIMIT);
        if self.unpacked > limit {
            return Err(Halt::Archive(SkipCause::ArchiveTooLarge { limit }));
        }
        if self.unpacked >= self.next_beat {
            self.next_beat = self.unpacked + BEAT;
            return self.progress();
        }
        Ok(())
    }

    fn progress(&mut self) -> Result<(), Halt> {
        let reached = self.read.get().min(self.size);
        let step = reached.saturating_sub(self.reported);
        self.reported += step;
        self.flow(|outlet| outlet.send(Delivery::Progress(step)))
    }

    fn skip_entry(&mut self, name: &EntryName<'_>, cause: SkipCause) -> Result<(), Halt> {
        let label = self.label.entry(name);
        self.flow(|outlet| outlet.skip(&label, cause))
    }

    fn skip_archive(&mut self, cause: SkipCause) -> Result<(), Halt> {
        let label = self.label;
        self.flow(|outlet| outlet.skip(label, cause))
    }

    fn flow(&mut self, send: impl FnOnce(&mut Outlet<'_>) -> ControlFlow<()>) -> Result<(), Halt> {
        match send(self.outlet) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Halt::Sink),
        }
    }

    /// Archives may hold two entries of the same name; the later ones get a number.
    fn unique(&mut self, mut label: Label) -> Label {
        let plain = label.identity.len();
        let mut number = 1;
        while !self.identities.insert(hash(&label.identity)) {
            number += 1;
            label.identity.truncate(plain);
            label.identity.push('#');
            label.identity.push_str(&number.to_string());
        }
        label
    }
}

/// What became of an entry.
enum Taken {
    Content(Kind, Content),
    /// Its text turned out to be of no interest.
    Ignored,
    /// Too large, or no room for it. It has been reported and is read no further.
    Skipped,
}

fn promise(name: &EntryName<'_>) -> Promise {
    if name.is_hidden() { Promise::Nothing } else { Promise::of(name.file_name()) }
}

fn cut_off(found: u64, size: u64) -> io::Error {
    let message = format!("{found} of {size} bytes are there");
    io::Error::new(io::ErrorKind::UnexpectedEof, message)
}

/// The same in every run.
fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

trait ReadSeek: Read + Seek {}

impl<T: Read + Seek> ReadSeek for T {}

fn seekable(content: Content) -> io::Result<Box<dyn ReadSeek>> {
    Ok(match content {
        Content::Memory(bytes) => Box::new(Cursor::new(bytes)),
        Content::File { mut file, .. } => {
            file.seek(SeekFrom::Start(0))?;
            Box::new(file)
        }
    })
}

/// Counts what is read.
struct Metered<R> {
    inner: R,
    read: Rc<Cell<u64>>,
}

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buf)?;
        self.read.set(self.read.get().saturating_add(count as u64));
        Ok(count)
    }
}

impl<R: Seek> Seek for Metered<R> {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        self.inner.seek(position)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Limits;
    use super::*;

    /// Runs `work` in the guard and returns what the sink saw.
    fn run(
        sink: &mut dyn FnMut(Delivery) -> ControlFlow<()>,
        work: impl FnOnce(&mut Unpacker<'_, '_>) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        let mut outlet = Outlet { sink, limits: Limits::default(), ignored: 0, in_sink: false };
        let label = Label::stdin();
        let mut unpacker = Unpacker {
            outlet: &mut outlet,
            label: &label,
            size: 0,
            read: Rc::new(Cell::new(0)),
            reported: 0,
            unpacked: 0,
            next_beat: BEAT,
            identities: HashSet::new(),
            buffer: vec![0; HEAD],
        };
        guarded(&mut unpacker, work)
    }

    #[test]
    fn a_panic_while_unpacking_is_damage() {
        let result = run(&mut |_| ControlFlow::Continue(()), |_| panic!("a bug"));
        assert!(matches!(result, Err(Halt::Archive(SkipCause::Damaged { .. }))));
    }

    #[test]
    #[should_panic(expected = "the sink's own")]
    fn a_panic_in_the_sink_goes_on() {
        let _ = run(&mut |_| panic!("the sink's own"), |unpacker| unpacker.progress());
    }

    #[test]
    fn entries_of_the_same_name_are_told_apart() {
        let mut identities = Vec::new();
        run(&mut |_| ControlFlow::Continue(()), |unpacker| {
            for name in ["a", "a", "b", "a"] {
                let label = unpacker.label.entry(&EntryName::new(name.as_bytes()));
                identities.push(unpacker.unique(label).identity);
            }
            Ok(())
        })
        .unwrap();
        assert_eq!(identities, ["-/a", "-/a#2", "-/b", "-/a#3"]);
    }
}
