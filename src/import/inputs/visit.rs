//! The visit of all inputs behind the paths that a user named.

use std::fs::File;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

#[cfg(feature = "archives")]
use super::archive;
use super::content::{Collector, Content};
use super::input::{InputEvent, InputFormat, Limits};
use super::sink::Sink;
use super::skip::SkipCause;
use super::sniff::{self, Container, ExtensionHint, FormatHint, HEAD_BYTES};
use super::source_name::SourceName;
use super::walk::{Plan, Step};

/// The files behind a list of paths, found before any of them is read.
#[derive(Debug)]
pub struct Inputs {
    plan: Plan,
    limits: Limits,
}

impl Inputs {
    /// Finds the files behind the paths. Walks folders and opens nothing.
    /// Problems with a path are reported by [`visit`](Self::visit), in the order
    /// of the paths.
    pub fn gather(paths: &[PathBuf], limits: Limits) -> Inputs {
        let mut plan = Plan::default();
        for path in paths {
            plan.add(path);
        }
        Inputs { plan, limits }
    }

    /// The number of bytes on disk that a visit reads, without standard input.
    pub fn total_bytes(&self) -> u64 {
        self.plan.steps.iter().fold(0, |total, step| total.saturating_add(step.size()))
    }

    /// The files that a visit reads, in order. `None` stands for standard input.
    pub fn files(&self) -> impl Iterator<Item = Option<PathBuf>> {
        self.plan.steps.iter().filter_map(|step| match step {
            Step::Stdin => Some(None),
            Step::Named { path, .. } => Some(Some(path.clone())),
            Step::Found { folder, relative, .. } => Some(Some(folder.path(relative))),
            Step::Skip(_) => None,
        })
    }

    /// Passes all inputs to `callback`, in order, until it breaks. Returns the
    /// number of files and archive entries that are hidden or of no interest.
    pub fn visit(self, callback: &mut dyn FnMut(InputEvent) -> ControlFlow<()>) -> u64 {
        let sink = Sink::new(callback, self.plan.ignored);
        let mut visitor = Visitor { sink, limits: self.limits };
        for step in self.plan.steps {
            if visitor.visit(step).is_break() {
                break;
            }
        }
        visitor.sink.ignored
    }
}

struct Visitor<'a> {
    sink: Sink<'a>,
    limits: Limits,
}

/// A file or stream that was opened.
struct Opened<'a> {
    name: &'a SourceName,
    hint: ExtensionHint,
    /// Whether the user named the file. Its content then counts more than its
    /// extension.
    is_named: bool,
    size: u64,
}

impl Visitor<'_> {
    fn visit(&mut self, step: Step) -> ControlFlow<()> {
        match step {
            Step::Skip(skip) => self.sink.send(InputEvent::Skipped(skip)),
            Step::Stdin => {
                let name = &SourceName::stdin();
                let opened = Opened { name, hint: ExtensionHint::None, is_named: true, size: 0 };
                self.read_stream(&opened, &mut io::stdin().lock())
            }
            Step::Named { path, size } => {
                let name = SourceName::of_argument(&path);
                let hint = ExtensionHint::of(&name.shown);
                self.open(&Opened { hint, name: &name, is_named: true, size }, &path)
            }
            Step::Found { folder, relative, hint, size } => {
                let name = &folder.name_of(&relative);
                let opened = Opened { name, hint, is_named: false, size };
                self.open(&opened, &folder.path(&relative))
            }
        }
    }

    fn open(&mut self, opened: &Opened<'_>, path: &Path) -> ControlFlow<()> {
        let file = File::open(path).and_then(|file| Ok((file.metadata()?, file)));
        match file {
            Ok((metadata, file)) if metadata.is_file() => {
                let len = metadata.len();
                self.read_content(opened, Content::File { file, len })
            }
            // A pipe that the user named, such as the shell's `<(command)`.
            Ok((_, mut file)) => {
                // Like `-`, its path says nothing about its content.
                let identity = format!("-{}", opened.name.identity);
                let name = SourceName { shown: opened.name.shown.clone(), identity, file: None };
                self.read_stream(&Opened { name: &name, ..*opened }, &mut file)
            }
            Err(error) => {
                self.sink.skip(opened.name, SkipCause::Unreadable(error))?;
                self.sink.send(InputEvent::Progress(opened.size))
            }
        }
    }

    /// Reads a stream, which can be read only once, to memory or to a temporary
    /// file.
    fn read_stream(&mut self, opened: &Opened<'_>, stream: &mut dyn Read) -> ControlFlow<()> {
        let limit = self.limits.max_entry;
        let mut collector = Collector::new(self.limits.in_memory);
        let mut buffer = vec![0; HEAD_BYTES];
        loop {
            let pushed = match stream.read(&mut buffer) {
                Ok(0) => break,
                Ok(count) => collector.push(&buffer[..count]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(()),
                Err(error) => return self.sink.skip(opened.name, SkipCause::Unreadable(error)),
            };
            if let Err(error) = pushed {
                return self.sink.skip(opened.name, SkipCause::Spool(error));
            }
            if collector.len() > limit {
                return self.sink.skip(opened.name, SkipCause::TooLarge { limit });
            }
            self.sink.send(InputEvent::Progress(0))?;
        }
        self.read_content(opened, collector.finish())
    }

    /// Delivers a content, or the entries of one that is an archive.
    fn read_content(&mut self, opened: &Opened<'_>, mut content: Content) -> ControlFlow<()> {
        let head = match read_head(&mut content) {
            Ok(head) => head,
            Err(error) => {
                self.sink.skip(opened.name, SkipCause::Unreadable(error))?;
                return self.sink.send(InputEvent::Progress(opened.size));
            }
        };
        let by_content = sniff::detect_container(&head);
        let (container, hint) = match opened.hint {
            // The extension says that it is a container, the content which one.
            ExtensionHint::Container(by_name, hint) => {
                let hint = if opened.is_named { hint.of_named_file() } else { hint };
                (Some(by_content.unwrap_or(by_name)), hint)
            }
            ExtensionHint::Text(hint) if !opened.is_named => (None, hint),
            ExtensionHint::Text(hint) => (by_content, hint.of_named_file()),
            ExtensionHint::None => (by_content, FormatHint::Any(InputFormat::Sgf)),
        };
        if let Some(container) = container {
            return self.unpack(opened, container, hint, content);
        }
        match hint.decide(&head) {
            Some(format) => match self.load_if_small(head, content) {
                Ok(content) => self.sink.deliver(opened.name.clone(), format, content)?,
                Err(error) => self.sink.skip(opened.name, SkipCause::Unreadable(error))?,
            },
            None => self.sink.ignored += 1,
        }
        self.sink.send(InputEvent::Progress(opened.size))
    }

    /// Reads a small file to memory. `head` is its beginning.
    fn load_if_small(&self, mut head: Vec<u8>, mut content: Content) -> io::Result<Content> {
        if matches!(content, Content::Memory(_)) || content.len() > self.limits.in_memory as u64 {
            return Ok(content);
        }
        if head.len() as u64 == content.len() {
            return Ok(Content::Memory(head));
        }
        head.clear();
        content.reader()?.read_to_end(&mut head)?;
        Ok(Content::Memory(head))
    }

    #[cfg(feature = "archives")]
    fn unpack(
        &mut self,
        opened: &Opened<'_>,
        container: Container,
        hint: FormatHint,
        content: Content,
    ) -> ControlFlow<()> {
        let Opened { name, size, .. } = *opened;
        archive::unpack(&mut self.sink, self.limits, name, container, hint, content, size)
    }

    #[cfg(not(feature = "archives"))]
    fn unpack(
        &mut self,
        opened: &Opened<'_>,
        _: Container,
        _: FormatHint,
        _: Content,
    ) -> ControlFlow<()> {
        self.sink.skip(opened.name, SkipCause::ArchivesDisabled)?;
        self.sink.send(InputEvent::Progress(opened.size))
    }
}

/// Reads the first [`HEAD_BYTES`] of a content.
fn read_head(content: &mut Content) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    content.reader()?.take(HEAD_BYTES as u64).read_to_end(&mut head)?;
    Ok(head)
}

/// Visits a stream like standard input.
#[cfg(test)]
pub(super) fn visit_stream(
    stream: &mut dyn Read,
    limits: Limits,
    callback: &mut dyn FnMut(InputEvent) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut visitor = Visitor { sink: Sink::new(callback, 0), limits };
    let name = &SourceName::stdin();
    let opened = Opened { name, hint: ExtensionHint::None, is_named: true, size: 0 };
    visitor.read_stream(&opened, stream)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_is_read_up_to_the_limit() {
        let limits = Limits { max_entry: 10, in_memory: 4 };
        for (text, is_delivered) in [("", true), ("0123456789", true), ("0123456789a", false)] {
            let (mut contents, mut skips) = (0, 0);
            let mut callback = |event| {
                match event {
                    InputEvent::Input(input) => {
                        assert_eq!(input.content.len(), text.len() as u64);
                        contents += 1;
                    }
                    InputEvent::Skipped(skip) => {
                        assert!(matches!(skip.cause, SkipCause::TooLarge { limit: 10 }));
                        skips += 1;
                    }
                    InputEvent::Progress(_) => {}
                }
                ControlFlow::Continue(())
            };
            assert!(visit_stream(&mut text.as_bytes(), limits, &mut callback).is_continue());
            assert_eq!((contents, skips), (is_delivered.into(), (!is_delivered).into()));
        }
    }
}
