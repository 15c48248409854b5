//! Tables of problems and games in Parquet files, delivered as the sources that their rows name.
//!
//! The rows of a source are spread over the files of a folder, sorted by key. So all rows of a
//! folder are checked and put into a temporary file, sorted by source and tree. Then each source
//! is delivered with its trees, like an entry of an archive.

use std::fs::File;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use super::content::{Collector, Content};
use super::input::{Input, InputEvent, InputFormat, Limits};
use super::sink::Sink;
use super::skip::SkipCause;
use super::source_name::SourceName;
use super::table_row::check_row;
use crate::import::stored_tree::StoredTree;
use crate::store::{SpooledTree, TreeSpool};
use crate::table::{GroupFault, TableFault, TableKind, TableReader, TableRow};

/// The game trees of a file may have this many times [`Limits::max_entry`] bytes, like the entries
/// of an archive.
const ENTRIES_AT_LIMIT: u64 = 64;

/// The folder to whose tables a file belongs: without the folders `part=…` of its keys and the
/// folder `problems` or `games` of its table.
pub(super) fn folder_of_tables(file: &Path) -> PathBuf {
    let mut folder = file.parent().unwrap_or(Path::new("")).components();
    let is = |component: Option<Component<'_>>, test: &dyn Fn(&str) -> bool| match component {
        Some(Component::Normal(name)) => name.to_str().is_some_and(test),
        _ => false,
    };
    while is(folder.clone().next_back(), &|name| name.starts_with("part=")) {
        folder.next_back();
    }
    if is(folder.clone().next_back(), &|name| name == "problems" || name == "games") {
        folder.next_back();
    }
    folder.as_path().to_owned()
}

/// Reads the files of a folder of tables, or a single file, and delivers the sources.
pub(super) struct Tables<'s, 'b> {
    sink: &'s mut Sink<'b>,
    limits: Limits,
    /// The name of the folder or file, which precedes those of the sources.
    name: SourceName,
    /// The checked rows; `None` before the first one.
    spool: Option<TreeSpool>,
    /// The names of the files, in the order in which they were read.
    files: Vec<SourceName>,
    /// Whether all rows of all files could be read, the refused ones included.
    is_whole: bool,
    /// [`Sink::unread`] before the first file.
    unread_before: u64,
}

impl<'s, 'b> Tables<'s, 'b> {
    pub(super) fn new(sink: &'s mut Sink<'b>, limits: Limits, name: SourceName) -> Tables<'s, 'b> {
        Tables {
            unread_before: sink.unread,
            sink,
            limits,
            name,
            spool: None,
            files: Vec::new(),
            is_whole: true,
        }
    }

    /// Reads a file. One that is no table of gtn-db is reported only if the user named it.
    pub(super) fn read_file(
        &mut self,
        name: SourceName,
        content: Content,
        is_named: bool,
    ) -> ControlFlow<()> {
        let opened = on_disk(content).map_err(TableFault::from);
        let mut reader = match opened.and_then(|(file, len)| TableReader::open(file, len)) {
            Ok(reader) => reader,
            Err(TableFault::OtherTable(_) | TableFault::Nested) if !is_named => {
                self.sink.passed_over.count(&name.shown);
                return ControlFlow::Continue(());
            }
            Err(fault) => return self.skip_file(&name, fault.into()),
        };
        self.files.push(name.clone());
        let limit = self.limits.max_entry.saturating_mul(ENTRIES_AT_LIMIT);
        let mut bytes = 0;
        while let Some(rows) = reader.next_rows() {
            match rows {
                Ok(rows) => {
                    bytes += rows.iter().map(bytes_of_tree).sum::<u64>();
                    if bytes > limit {
                        return self.skip_file(&name, SkipCause::ArchiveTooLarge { limit });
                    }
                    match self.take_rows(&name, &rows, reader.kind()) {
                        Ok(flow) => flow?,
                        Err(error) => return self.skip_file(&name, SkipCause::Spool(error)),
                    }
                }
                Err(GroupFault { group, row, rows, fault }) => {
                    let reason = fault.to_string();
                    self.skip_file(&name, SkipCause::RowGroup { group, row, rows, reason })?;
                }
            }
            self.send_progress(0)?;
        }
        ControlFlow::Continue(())
    }

    pub(super) fn send_progress(&mut self, bytes: u64) -> ControlFlow<()> {
        self.sink.send(InputEvent::Progress(bytes))
    }

    /// Reports that a file, or something of it, cannot be read.
    pub(super) fn skip_file(&mut self, name: &SourceName, cause: SkipCause) -> ControlFlow<()> {
        self.is_whole = false;
        self.sink.skip(name, cause)
    }

    /// Checks rows of the last file, and keeps the good ones.
    fn take_rows(
        &mut self,
        name: &SourceName,
        rows: &[TableRow],
        kind: TableKind,
    ) -> io::Result<ControlFlow<()>> {
        let check = |row| {
            let (source, tree) = check_row(row, kind)?;
            let problem = tree.part.as_ref().map_or(0, |part| part.problem);
            Ok((source, (tree.tree, problem), tree.encode()))
        };
        let checked: Vec<Result<_, String>> = rows.par_iter().map(check).collect();
        let file = self.files.len() as i64 - 1;
        for (row, checked) in rows.iter().zip(checked) {
            match checked {
                Ok((source, (tree, problem), bytes)) => {
                    let found = [file, row.group as i64, row.row as i64];
                    self.spool(&SpooledTree { source, tree, problem, found, bytes })?;
                }
                Err(reason) => {
                    let cause = SkipCause::Row { group: row.group, row: row.row, reason };
                    if self.sink.skip(name, cause).is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn spool(&mut self, tree: &SpooledTree) -> io::Result<()> {
        let spool = match &self.spool {
            Some(spool) => spool,
            None => self.spool.insert(TreeSpool::new()?),
        };
        spool.push(tree)
    }

    /// Delivers the sources, by the bytes of their names.
    pub(super) fn finish(mut self) -> ControlFlow<()> {
        if let Some(spool) = self.spool.take() {
            let mut sources = Sources { tables: &mut self, source: None, error: None };
            let visited = spool.for_each(&mut |tree| sources.add(tree));
            match visited.and_then(|flow| sources.error.take().map_or(Ok(flow), Err)) {
                Ok(flow) => {
                    flow?;
                    sources.deliver()?;
                }
                Err(error) => self.sink.skip(&self.name, SkipCause::Spool(error))?,
            }
        }
        match &self.name.file {
            Some(file) if self.sink.unread == self.unread_before => {
                self.sink.send(InputEvent::Unpacked(Arc::clone(file)))
            }
            _ => ControlFlow::Continue(()),
        }
    }

    fn deliver(&mut self, source: &str, content: Content) -> ControlFlow<()> {
        let SourceName { shown, identity, file } = &self.name;
        let below = source.trim_start_matches('/');
        let name = if shown.is_empty() { below.to_owned() } else { format!("{shown}/{below}") };
        self.sink.send(InputEvent::Input(Input {
            name,
            file: file.clone(),
            // No path has two slashes: a file of this name beside the tables is another place.
            identity: format!("{identity}//{source}"),
            format: InputFormat::StoredTrees,
            content,
            is_whole: self.is_whole,
        }))
    }
}

/// Puts the sorted trees together to sources.
struct Sources<'t, 's, 'b> {
    tables: &'t mut Tables<'s, 'b>,
    /// The source whose trees are coming, and the last of its trees: its number, the rank of the
    /// problem, and whether that problem is the whole of it.
    source: Option<(String, (u32, u32, bool), Collector)>,
    /// Why the trees of a source could not be put together.
    error: Option<io::Error>,
}

impl Sources<'_, '_, '_> {
    fn add(&mut self, tree: SpooledTree) -> ControlFlow<()> {
        let SpooledTree { source, tree, problem, found, bytes } = tree;
        let is_of_last = self.source.as_ref().is_some_and(|(last, ..)| *last == source);
        if !is_of_last {
            self.deliver()?;
        }
        let in_memory = self.tables.limits.in_memory;
        let (_, last, collector) = self
            .source
            .get_or_insert_with(|| (source.clone(), (0, 0, false), Collector::new(in_memory)));
        if tree == last.0 && (problem == last.1 || last.2) {
            let [file, group, row] = found;
            let name = self.tables.files[file as usize].clone();
            let reason = format!("tree {tree} of {source} was in an earlier row");
            let (group, row) = (group as u64, row as u64);
            return self.tables.sink.skip(&name, SkipCause::Row { group, row, reason });
        }
        *last = (tree, problem, StoredTree::is_whole_problem(&bytes));
        match collector.push(&bytes) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.error = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    /// Delivers the last source.
    fn deliver(&mut self) -> ControlFlow<()> {
        match self.source.take() {
            Some((source, _, collector)) => self.tables.deliver(&source, collector.finish()),
            None => ControlFlow::Continue(()),
        }
    }
}

fn bytes_of_tree(row: &TableRow) -> u64 {
    row.sgf.as_ref().map_or(0, |sgf| sgf.len() as u64)
}

/// The content as a file, and its length. What is in memory goes to a temporary file.
fn on_disk(content: Content) -> io::Result<(File, u64)> {
    match content {
        Content::File { file, len } => Ok((file, len)),
        Content::Memory(bytes) => {
            let mut file = tempfile::tempfile()?;
            file.write_all(&bytes)?;
            Ok((file, bytes.len() as u64))
        }
    }
}

impl From<TableFault> for SkipCause {
    fn from(fault: TableFault) -> SkipCause {
        match fault {
            TableFault::Unreadable(error) => SkipCause::Unreadable(error),
            TableFault::Damaged(reason) => SkipCause::Damaged { reason },
            TableFault::Encrypted => SkipCause::Encrypted,
            other => SkipCause::Table { reason: other.to_string() },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_belong_to_the_folder_above_their_tables() {
        for (file, folder) in [
            ("problems/part=0/0.parquet", ""),
            ("games/part=ff/0.parquet", ""),
            ("a/problems/part=0/0.parquet", "a"),
            ("a/part=0/x.parquet", "a"),
            ("a/problems/x.parquet", "a"),
            ("a/problems/b/x.parquet", "a/problems/b"),
            ("a/problems/games/x.parquet", "a/problems"),
            ("x.parquet", ""),
            ("part=1", ""),
        ] {
            assert_eq!(folder_of_tables(Path::new(file)), Path::new(folder), "{file}");
        }
    }
}
