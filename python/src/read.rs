//! Problems, games and faults in files on disk, batch by batch.

use std::any::Any;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::ThreadId;

use arrow_array::{ArrayRef, RecordBatch, StructArray};
use arrow_schema::{ArrowError, SchemaRef};
use gtn_db::import::extract_inputs;
use gtn_db::import::inputs::{ArgumentError, Inputs, Limits, SkipCause};
use gtn_db::model::TreeOptions;
use pyo3::exceptions::{PyFileNotFoundError, PyOSError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use pyo3_arrow::error::PyArrowResult;
use pyo3_arrow::ffi::{ArrayIterator, to_schema_pycapsule, to_stream_pycapsule};

use crate::arrow::{ArrowData, INTERRUPTED, KeyBytes, list_columns, table_field};
use crate::extract::{Builder, Table};
use crate::pool::{self, SIGNAL_PERIOD};

/// Full batches that wait until they are taken.
const QUEUE: usize = 1;

/// What the reader sends: a batch, or why it ended early.
type Sent = Result<RecordBatch, String>;

/// Tables that arrive while files are read; `read` makes them.
///
/// An iterator of `ArrowData`, and Arrow data itself: `pyarrow.table(batches)` takes all rows, and
/// `pyarrow.RecordBatchReader.from_stream(batches)` takes them one batch at a time. Files are read
/// on threads of their own, which wait while two batches have not been taken and end with the
/// `Batches`. A forked process cannot go on with the batches of its parent.
///
/// >>> import gtn_db
/// >>> [len(batch) for batch in gtn_db.read("books/near.sgf")]
/// [2]
#[pyclass(frozen, module = "gtn_db")]
pub struct Batches {
    schema: SchemaRef,
    /// The process that has the threads.
    process: u32,
    source: Mutex<Source>,
}

/// Where the batches come from.
enum Source {
    Reading(Receiver<Sent>),
    /// All of them were taken.
    Ended,
    /// The rows were handed over as a stream.
    HandedOver,
}

/// Reads problems, games or faults in files, without holding a file or all rows in memory.
///
/// `paths` is a path or a list of paths, of files, archives and folders. They are read as
/// `gtn-db import` reads them: in folders and archives, files of unknown kind are passed over.
/// `what`, `sgf`, `key_bytes`, `threads` and the columns are as for `extract`.
///
/// `source` is the name that an import gives: `books/1.zip/a.sgf` for an entry of an archive in a
/// folder, whatever is before `books` in its path. With `names`, a list with one name for each
/// path, all paths are files, `source` begins with the name, and the content decides about the
/// format. The rows are then those of `extract` with these names.
///
/// Returns `Batches`, which has the rows in the order of the files. Memory holds a few batches of
/// at most 65,536 rows or 32 MiB each, a few MB of game trees, and the unpacked bytes of at most
/// 8 MiB of one entry; of longer entries a temporary file is made. An entry may have 256 MiB.
///
/// What is damaged is a row of "skips", also what cannot be opened.
///
/// Raises FileNotFoundError if there is no such path, and OSError if a path cannot be examined;
/// TypeError or ValueError if an argument is wrong.
///
/// >>> import gtn_db, pyarrow as pa
/// >>> rows = pa.table(gtn_db.read(["books/near.sgf", "books/stored.7z"]))
/// >>> rows.select(["source", "tree"]).to_pylist()[:2]
/// [{'source': 'near.sgf', 'tree': 1}, {'source': 'near.sgf', 'tree': 2}]
#[pyfunction]
#[pyo3(signature = (paths, what="problems", *, names=None, sgf=true, key_bytes=false, threads=1))]
pub fn read(
    py: Python<'_>,
    paths: &Bound<'_, PyAny>,
    what: &str,
    names: Option<Vec<String>>,
    sgf: bool,
    key_bytes: bool,
    threads: usize,
) -> PyResult<Batches> {
    let (table, keys) = (Table::read(what)?, KeyBytes(key_bytes));
    let paths = read_paths(paths)?;
    let inputs = match names {
        Some(names) if names.len() != paths.len() => {
            let found = format!("names: {} names of {} paths", names.len(), paths.len());
            return Err(PyValueError::new_err(found));
        }
        Some(names) => {
            let files = names.into_iter().zip(paths).collect();
            py.detach(|| Inputs::rename(files, Limits::default()))
        }
        None => py.detach(|| Inputs::gather(&paths, Limits::default())),
    };
    let inputs = inputs.map_err(refuse)?;
    let is_cancelled = Arc::default();
    let pool = pool::build(threads, &is_cancelled)?;
    let (sender, receiver) = sync_channel(QUEUE);
    // The thread of the pool goes on when the pool is dropped, and ends with this work.
    pool.spawn(move || {
        let work = AssertUnwindSafe(|| send_batches(inputs, table, (sgf, keys), &sender));
        let end = catch_unwind(work).unwrap_or_else(|panic| Err(describe_panic(&*panic)));
        if let Err(message) = end {
            let _ = sender.send(Err(message)); // nobody waits for the rest
        }
    });
    let schema = keys.schema(&table.schema());
    let source = Mutex::new(Source::Reading(receiver));
    Ok(Batches { schema, process: std::process::id(), source })
}

#[pymethods]
impl Batches {
    /// Raises ValueError if the rows were taken already.
    fn __iter__(this: PyRef<'_, Self>) -> PyResult<PyRef<'_, Self>> {
        match &*this.lock() {
            Source::Reading(_) => {}
            taken => return Err(taken.refuse()),
        }
        Ok(this)
    }

    /// The next table with at least one row.
    fn __next__(&self, py: Python<'_>) -> PyResult<Option<ArrowData>> {
        Ok(self.receive(py)?.map(|batch| ArrowData::table(&self.schema, vec![batch])))
    }

    fn __repr__(&self) -> String {
        let state = match &*self.lock() {
            Source::Reading(_) => "to be read once",
            Source::Ended | Source::HandedOver => "read already",
        };
        format!("<gtn_db.Batches: {state}, of {}>", list_columns(self.schema.fields()))
    }

    /// The rows that are left as a frame of pandas, which needs pandas and pyarrow.
    fn to_pandas<'py>(this: PyRef<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        ArrowData::to_pandas(Batches::collect(this)?)
    }

    /// The rows that are left as a frame of Polars.
    fn to_polars<'py>(this: PyRef<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        ArrowData::to_polars(Batches::collect(this)?)
    }

    /// The type, as a capsule for other libraries.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyArrowResult<Bound<'py, PyCapsule>> {
        to_schema_pycapsule(py, table_field(&self.schema))
    }

    /// The rows that are left, as a capsule for other libraries. Raises ValueError if the rows were
    /// taken already.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyArrowResult<Bound<'py, PyCapsule>> {
        self.check_process()?;
        let mut source = self.lock();
        let receiver = match std::mem::replace(&mut *source, Source::HandedOver) {
            Source::Reading(receiver) => receiver,
            taken => {
                let error = taken.refuse();
                *source = taken;
                return Err(error.into());
            }
        };
        let batches = Received { receiver, caller: std::thread::current().id() };
        let field = Arc::new(table_field(&self.schema));
        let reader = ArrayIterator::new(batches, field);
        to_stream_pycapsule(py, Box::new(reader), requested_schema)
    }
}

impl Batches {
    /// The next batch, unless Ctrl-C comes first.
    fn receive(&self, py: Python<'_>) -> PyResult<Option<RecordBatch>> {
        self.check_process()?;
        loop {
            let received = py.detach(|| match &*self.lock() {
                Source::Reading(receiver) => Some(receiver.recv_timeout(SIGNAL_PERIOD)),
                Source::Ended => Some(Err(RecvTimeoutError::Disconnected)),
                Source::HandedOver => None,
            });
            match received.ok_or_else(|| Source::HandedOver.refuse())? {
                Ok(Ok(batch)) => return Ok(Some(batch)),
                Ok(Err(message)) => return Err(PyRuntimeError::new_err(message)),
                Err(RecvTimeoutError::Disconnected) => {
                    *self.lock() = Source::Ended;
                    return Ok(None);
                }
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            }
        }
    }

    /// The rows that are left. A library that is called with a stream from here could give up the
    /// interpreter lock, which this package would still believe to have in the stream.
    fn collect<'py>(this: PyRef<'py, Self>) -> PyResult<Bound<'py, ArrowData>> {
        let this = Batches::__iter__(this)?;
        let (py, mut batches) = (this.py(), Vec::new());
        while let Some(batch) = this.receive(py)? {
            batches.push(batch);
        }
        Bound::new(py, ArrowData::table(&this.schema, batches))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Source> {
        // A receiver has no state that a panic could leave half-done.
        self.source.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Fails in a forked process, where nobody would ever send a batch.
    fn check_process(&self) -> PyResult<()> {
        if std::process::id() == self.process {
            return Ok(());
        }
        Err(PyRuntimeError::new_err("the files are read in the process that called gtn_db.read"))
    }
}

impl Source {
    /// The exception for rows that are wanted a second time.
    fn refuse(&self) -> PyErr {
        PyValueError::new_err(match self {
            Source::HandedOver => "the batches were handed over already",
            _ => "the batches were read already; call gtn_db.read again",
        })
    }
}

/// The batches of a stream that another library reads.
struct Received {
    receiver: Receiver<Sent>,
    /// The thread that made the stream: the only one that may wait for the interpreter lock, as
    /// another one may work for a thread that holds the lock.
    caller: ThreadId,
}

impl Iterator for Received {
    type Item = Result<ArrayRef, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.receiver.recv_timeout(SIGNAL_PERIOD) {
                Ok(Ok(batch)) => return Some(Ok(Arc::new(StructArray::from(batch)))),
                Ok(Err(message)) => return Some(Err(ArrowError::ExternalError(message.into()))),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) if std::thread::current().id() == self.caller => {
                    if Python::attach(|py| py.check_signals()).is_err() {
                        return Some(Err(ArrowError::ExternalError(INTERRUPTED.into())));
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

/// Sends the rows of the inputs until the receiver is gone.
fn send_batches(
    inputs: Inputs,
    table: Table,
    (has_sgf, keys): (bool, KeyBytes),
    sender: &SyncSender<Sent>,
) -> Result<(), String> {
    let (mut rows, mut full) = (Builder::new(table), Vec::new());
    let mut result = Ok(());
    extract_inputs(inputs, TreeOptions::default(), &mut |part| {
        result = rows.push(&part, has_sgf, &mut full);
        for batch in full.drain(..) {
            if sender.send(Ok(keys.add(batch))).is_err() {
                return ControlFlow::Break(());
            }
        }
        if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    result.map_err(|error| error.to_string())?;
    let last = rows.finish();
    if last.num_rows() > 0 {
        let _ = sender.send(Ok(keys.add(last))); // the receiver may be gone
    }
    Ok(())
}

fn read_paths(paths: &Bound<'_, PyAny>) -> PyResult<Vec<PathBuf>> {
    let paths = match paths.extract::<PathBuf>() {
        Ok(path) => vec![path],
        Err(_) => paths
            .extract::<Vec<PathBuf>>()
            .map_err(|_| PyTypeError::new_err("paths: a path or a list of paths is needed"))?,
    };
    // To an import, `-` is standard input.
    let name_file = |path: PathBuf| if path.as_os_str() == "-" { "./-".into() } else { path };
    Ok(paths.into_iter().map(name_file).collect())
}

/// The exception for a path that leads nowhere.
fn refuse(error: ArgumentError) -> PyErr {
    let message = error.to_string();
    match error {
        ArgumentError::Empty => PyValueError::new_err(message),
        ArgumentError::Unreadable { cause: SkipCause::Missing | SkipCause::BrokenLink, .. } => {
            PyFileNotFoundError::new_err(message)
        }
        _ => PyOSError::new_err(message),
    }
}

fn describe_panic(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref().copied()).unwrap_or("no message");
    format!("a bug in gtn-db: the reader panicked: {text}")
}
