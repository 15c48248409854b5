//! The visit of all inputs behind the paths that a user named.

use std::collections::{HashMap, HashSet};
use std::convert::Infallible;
use std::fs::File;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

#[cfg(feature = "archives")]
use super::archive;
use super::content::{Collector, Content};
use super::dump;
use super::input::{InputEvent, InputFormat, Limits};
use super::labels::{Root, choose_labels};
use super::passed_over::PassedOver;
use super::sink::Sink;
use super::skip::{ArgumentError, SkipCause};
use super::sniff::{self, Container, ExtensionHint, FormatHint, HEAD_BYTES};
use super::source_name::{SourceName, name_below};
#[cfg(feature = "parquet")]
use super::tables::Tables;
use super::walk::{Plan, Step, read_metadata};
use crate::model::{Source, SourceFile};
use crate::sgf::name_foreign_file;

/// The files behind a list of paths, found before any of them is read.
#[derive(Debug)]
pub struct Inputs {
    plan: Plan,
    limits: Limits,
    /// The name of standard input.
    stdin_name: Option<String>,
    /// The labels of files in folders that are not named after the folder.
    labels: HashMap<PathBuf, String>,
}

impl Inputs {
    /// Finds the files behind the paths. Walks folders and opens nothing.
    ///
    /// # Errors
    /// If a path names nothing. All other problems are reported by
    /// [`visit`](Self::visit), in the order of the paths.
    pub fn gather(paths: &[PathBuf], limits: Limits) -> Result<Inputs, ArgumentError> {
        let mut plan = Plan::default();
        for path in paths {
            plan.add(path)?;
        }
        plan.drop_links();
        let known = vec![None; plan.roots.len()];
        let Ok(labels) = choose_labels(&plan.roots, &known, &mut |_, _| Ok::<_, Infallible>(false));
        let mut inputs = Inputs { plan, limits, stdin_name: None, labels: HashMap::new() };
        inputs.set_labels(labels);
        Ok(inputs)
    }

    /// Files under other names, which are their places: whatever has the same name later, a file or
    /// standard input, replaces what was imported under it. The end of a name, such as `.sgf.gz`,
    /// counts as the extension of a file that the user named.
    ///
    /// # Errors
    /// If a file cannot be found.
    pub fn rename(files: Vec<(String, PathBuf)>, limits: Limits) -> Result<Inputs, ArgumentError> {
        let step = |(name, path): (String, PathBuf)| {
            let size = read_metadata(&path)?.len();
            Ok(Step::Renamed { name, path, size })
        };
        let steps = files.into_iter().map(step).collect::<Result<Vec<Step>, ArgumentError>>()?;
        let plan = Plan { steps, ..Plan::default() };
        Ok(Inputs { plan, limits, stdin_name: None, labels: HashMap::new() })
    }

    /// Bytes under the name of a file. With `is_named` they are read as a file that the user named,
    /// else as one in a folder.
    pub(in crate::import) fn of_bytes(
        name: String,
        bytes: Vec<u8>,
        is_named: bool,
        limits: Limits,
    ) -> Inputs {
        let plan = Plan { steps: vec![Step::Bytes { name, bytes, is_named }], ..Plan::default() };
        Inputs { plan, limits, stdin_name: None, labels: HashMap::new() }
    }

    /// Gives standard input a name. An import of other content under the same
    /// name replaces this one.
    #[must_use]
    pub fn with_stdin_name(self, name: Option<String>) -> Inputs {
        Inputs { stdin_name: name, ..self }
    }

    /// The number of bytes on disk that a visit reads, without standard input.
    pub fn total_bytes(&self) -> u64 {
        self.plan.steps.iter().fold(0, |total, step| total.saturating_add(step.size()))
    }

    /// The files that a visit reads, in order. `None` stands for standard input.
    pub fn files(&self) -> impl Iterator<Item = Option<PathBuf>> {
        let below = |root: &usize, file: &PathBuf| Some(self.plan.roots[*root].full.join(file));
        self.plan.steps.iter().flat_map(move |step| match step {
            Step::Stdin => vec![None],
            Step::Renamed { path, .. } => vec![Some(path.clone())],
            Step::Named { root, .. } => vec![Some(self.plan.roots[*root].path.clone())],
            Step::Found { target: Some(target), .. } => vec![Some(target.clone())],
            Step::Found { root, relative, .. } => vec![below(root, relative)],
            #[cfg(feature = "parquet")]
            Step::Tables { root, files, .. } => {
                files.iter().map(|(file, _)| below(root, file)).collect()
            }
            Step::Bytes { .. } | Step::Skip { .. } => Vec::new(),
        })
    }

    /// The names that are places: that of standard input, if it has one, and those of
    /// [`rename`](Self::rename).
    pub(in crate::import) fn names_of_places(&self) -> impl Iterator<Item = &str> {
        let renamed = self.plan.steps.iter().filter_map(|step| match step {
            Step::Renamed { name, .. } => Some(name.as_str()),
            _ => None,
        });
        self.stdin_name.as_deref().into_iter().chain(renamed)
    }

    /// The files and folders that the user named.
    pub(in crate::import) fn roots(&self) -> &[Root] {
        &self.plan.roots
    }

    /// The paths of the files that were found below each root.
    pub(in crate::import) fn found_below_roots(&self) -> Vec<HashSet<&Path>> {
        let mut found = vec![HashSet::new(); self.plan.roots.len()];
        for step in &self.plan.steps {
            if let Step::Found { root, relative, .. } = step {
                found[*root].insert(relative.as_path());
            }
        }
        found
    }

    /// Sets the labels of the roots.
    pub(in crate::import) fn set_labels(&mut self, labels: Vec<String>) {
        for (root, label) in self.plan.roots.iter_mut().zip(labels) {
            root.label = label;
        }
    }

    /// Sets the label of a file in a folder, by its absolute path.
    pub(in crate::import) fn set_file_label(&mut self, path: PathBuf, label: String) {
        self.labels.insert(path, label);
    }

    /// Passes all inputs to `callback`, in order, until it breaks. Returns the
    /// files and archive entries of unknown kind.
    pub fn visit(self, callback: &mut dyn FnMut(InputEvent) -> ControlFlow<()>) -> PassedOver {
        let Plan { roots, steps, passed_over } = self.plan;
        let mut visitor = Visitor {
            sink: Sink::new(callback, passed_over),
            limits: self.limits,
            roots,
            labels: self.labels,
            stdin_name: self.stdin_name,
        };
        for step in steps {
            if visitor.visit(step).is_break() {
                break;
            }
        }
        visitor.sink.passed_over
    }
}

struct Visitor<'a> {
    sink: Sink<'a>,
    limits: Limits,
    roots: Vec<Root>,
    labels: HashMap<PathBuf, String>,
    stdin_name: Option<String>,
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
            Step::Skip { root, relative, cause } => {
                self.sink.skip(&self.name_of(root, &relative, None), cause)
            }
            Step::Stdin => {
                let name = &SourceName::stdin(self.stdin_name.as_deref());
                let opened = Opened { name, hint: ExtensionHint::None, is_named: true, size: 0 };
                self.read_stream(&opened, &mut io::stdin().lock())
            }
            Step::Renamed { name, path, size } => {
                let hint = ExtensionHint::of(&name);
                let name = &SourceName::stdin(Some(&name));
                self.open(&Opened { name, hint, is_named: true, size }, &path)
            }
            Step::Bytes { name, bytes, is_named } => {
                let hint = ExtensionHint::of(Source::file_name(&name));
                let name = &SourceName::stdin(Some(&name));
                let size = bytes.len() as u64;
                let opened = Opened { name, hint, is_named, size };
                if !is_named && hint == ExtensionHint::None {
                    self.sink.passed_over.count(&name.shown);
                    return self.sink.send(InputEvent::Progress(size));
                }
                self.read_content(&opened, Content::Memory(bytes))
            }
            Step::Named { root, size } => {
                let name = self.name_of(root, Path::new(""), None);
                let hint = ExtensionHint::of(&name.shown);
                // The path of the user leads to pipes, too, that have no absolute path.
                let path = self.roots[root].path.clone();
                self.open(&Opened { hint, name: &name, is_named: true, size }, &path)
            }
            Step::Found { root, relative, target, hint, size } => {
                let path = target.clone().unwrap_or_else(|| self.roots[root].full.join(&relative));
                let name = self.name_of(root, &relative, target);
                self.open(&Opened { name: &name, hint, is_named: false, size }, &path)
            }
            #[cfg(feature = "parquet")]
            Step::Tables { root, folder, files } => self.read_tables(root, &folder, files),
        }
    }

    /// Reads the tables of a folder.
    #[cfg(feature = "parquet")]
    fn read_tables(
        &mut self,
        root: usize,
        folder: &Path,
        files: Vec<(PathBuf, u64)>,
    ) -> ControlFlow<()> {
        let name = self.name_of(root, folder, None);
        let files: Vec<_> = files
            .into_iter()
            .map(|(file, size)| {
                let path = self.roots[root].full.join(&file);
                (self.name_of(root, &file, None), path, size)
            })
            .collect();
        let mut tables = Tables::new(&mut self.sink, self.limits, name);
        for (name, path, size) in files {
            match File::open(path).and_then(|file| Ok((file.metadata()?.len(), file))) {
                Ok((len, file)) => tables.read_file(name, Content::File { file, len }, false)?,
                Err(error) => tables.skip_file(&name, SkipCause::Unreadable(error))?,
            }
            tables.send_progress(size)?;
        }
        tables.finish()
    }

    /// Reads a single file with a table.
    #[cfg(feature = "parquet")]
    fn read_table(&mut self, opened: &Opened<'_>, content: Content) -> ControlFlow<()> {
        let mut tables = Tables::new(&mut self.sink, self.limits, opened.name.clone());
        tables.read_file(opened.name.clone(), content, opened.is_named)?;
        tables.finish()?;
        self.sink.send(InputEvent::Progress(opened.size))
    }

    #[cfg(not(feature = "parquet"))]
    fn read_table(&mut self, opened: &Opened<'_>, _: Content) -> ControlFlow<()> {
        self.sink.skip(opened.name, SkipCause::TablesDisabled)?;
        self.sink.send(InputEvent::Progress(opened.size))
    }

    /// The name of a file at or below a root. If a link there leads to a file, `target` is the path
    /// of that file.
    fn name_of(&self, root: usize, relative: &Path, target: Option<PathBuf>) -> SourceName {
        let root = &self.roots[root];
        if relative.as_os_str().is_empty() {
            return SourceName::on_disk(root.label.clone(), root.full.clone());
        }
        let path = root.full.join(relative);
        let label = self.labels.get(&path).cloned();
        let label = label.unwrap_or_else(|| name_below(&root.label, relative));
        let Some(target) = target else { return SourceName::on_disk(label, path) };
        let mut file = SourceFile { path: target, label };
        if !file.has_own_name() {
            file.label.push_str(" (link)"); // the target has the same name
        }
        SourceName::on_disk(file.label, file.path)
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
        if let Some(what) = name_foreign_file(&head) {
            self.sink.deliver(opened.name.clone(), InputFormat::Foreign(what), content)?;
            return self.sink.send(InputEvent::Progress(opened.size));
        }
        let by_content = sniff::detect_container(&head);
        let is_table_by_name = opened.hint.is_table() && by_content.is_none();
        if is_table_by_name || opened.is_named && sniff::is_table(&head) {
            return self.read_table(opened, content);
        }
        let (container, hint) = match opened.hint {
            // The extension says that it is a container, the content which one.
            ExtensionHint::Container(by_name, hint) => {
                let hint = if opened.is_named { hint.of_named_file() } else { hint };
                (Some(by_content.unwrap_or(by_name)), hint)
            }
            ExtensionHint::Text(hint) if !opened.is_named => (None, hint),
            ExtensionHint::Text(hint) => (by_content, hint.of_named_file()),
            _ => (by_content, FormatHint::Any(InputFormat::Sgf)),
        };
        if let Some(container) = container {
            return self.unpack(opened, container, hint, content);
        }
        if hint.means_dump(&head) {
            return self.read_dump(opened, content);
        }
        match hint.decide(&head) {
            Some(format) => match self.load_if_small(head, content) {
                Ok(content) => self.sink.deliver(opened.name.clone(), format, content)?,
                Err(error) => self.sink.skip(opened.name, SkipCause::Unreadable(error))?,
            },
            None => self.sink.passed_over.count(&opened.name.shown),
        }
        self.sink.send(InputEvent::Progress(opened.size))
    }

    /// Delivers the games of a dump.
    fn read_dump(&mut self, opened: &Opened<'_>, mut content: Content) -> ControlFlow<()> {
        let mut left = opened.size;
        let mut progress = |bytes: u64| {
            let step = bytes.min(left);
            left -= step;
            step
        };
        let read = content
            .reader()
            .and_then(|mut text| dump::read(&mut self.sink, opened.name, &mut text, &mut progress));
        match read {
            Ok(flow) => flow?,
            Err(error) => self.sink.skip(opened.name, SkipCause::Unreadable(error))?,
        }
        self.sink.send(InputEvent::Progress(left))
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
    let mut visitor = Visitor {
        sink: Sink::new(callback, PassedOver::default()),
        limits,
        roots: Vec::new(),
        labels: HashMap::new(),
        stdin_name: None,
    };
    let name = &SourceName::stdin(None);
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
                    InputEvent::Unpacked(_) | InputEvent::Progress(_) => {}
                }
                ControlFlow::Continue(())
            };
            assert!(visit_stream(&mut text.as_bytes(), limits, &mut callback).is_continue());
            assert_eq!((contents, skips), (is_delivered.into(), (!is_delivered).into()));
        }
    }
}
