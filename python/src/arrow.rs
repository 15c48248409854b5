//! Arrow data in and out, through the Arrow PyCapsule interface.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int8Type, Int32Type, Int64Type};
use arrow_array::{Array, ArrayRef, RecordBatch, StructArray};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Fields, Schema, SchemaRef};
use gtn_db::table::add_key_bytes;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyIndexError, PyKeyboardInterrupt, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::slice::PySliceIndices;
use pyo3::types::{PyBytes, PyCapsule, PyDict, PyList, PySlice, PyTuple, PyType};
use pyo3_arrow::error::PyArrowResult;
use pyo3_arrow::ffi::{
    ArrayIterator, ArrayReader, to_array_pycapsules, to_schema_pycapsule, to_stream_pycapsule,
};
use pyo3_arrow::input::AnyArray;

/// Arrow data that a function returned: a table, or a single column.
///
/// pyarrow, Polars, pandas, DuckDB and every other library that knows the Arrow PyCapsule
/// interface take it without a copy. It is a sequence besides: a row of a table is a dict, made when
/// it is wanted.
///
/// >>> import gtn_db, pyarrow as pa
/// >>> found = gtn_db.canonical(pa.array(["3x3|.O.X....."]))
/// >>> found
/// <gtn_db.ArrowData: 1 row of key, text, operation>
/// >>> found[0]["text"], len(found), pa.table(found).num_rows
/// ('3x3|.....O.X.', 1, 1)
#[pyclass(frozen, module = "gtn_db")]
pub struct ArrowData {
    field: FieldRef,
    chunks: Vec<ArrayRef>,
}

impl ArrowData {
    /// A table; all batches have the schema.
    pub fn table(schema: &Schema, batches: Vec<RecordBatch>) -> ArrowData {
        let to_array = |batch: RecordBatch| Arc::new(StructArray::from(batch)) as ArrayRef;
        let chunks = batches.into_iter().map(to_array).collect();
        ArrowData { field: Arc::new(table_field(schema)), chunks }
    }

    /// The table with the column that `keys` asks for.
    pub fn with_key_bytes(self, keys: KeyBytes) -> ArrowData {
        if !keys.0 {
            return self;
        }
        let DataType::Struct(fields) = self.field.data_type() else {
            unreachable!("only tables are asked for a column more")
        };
        let schema = keys.schema(&Arc::new(Schema::new(fields.clone())));
        let batch = |chunk: &ArrayRef| keys.add(RecordBatch::from(chunk.as_struct()));
        ArrowData::table(&schema, self.chunks.iter().map(batch).collect())
    }

    /// A column; all chunks have the type of the field.
    pub fn column(field: Field, chunks: Vec<ArrayRef>) -> ArrowData {
        ArrowData { field: Arc::new(field), chunks }
    }

    fn len(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.len()).sum()
    }

    fn is_table(&self) -> bool {
        matches!(self.field.data_type(), DataType::Struct(_))
    }

    /// A row that exists, as Python has it.
    fn row<'py>(&self, py: Python<'py>, mut index: usize) -> PyResult<Bound<'py, PyAny>> {
        let is_behind = |chunk: &&ArrayRef| match index.checked_sub(chunk.len()) {
            Some(rest) => {
                index = rest;
                false
            }
            None => true,
        };
        let chunk = self.chunks.iter().find(is_behind).expect("there is such a row");
        to_python(py, chunk, index)
    }

    /// All chunks as one array.
    fn concatenate(&self) -> Result<ArrayRef, ArrowError> {
        match &*self.chunks {
            [] => Ok(arrow_array::new_empty_array(self.field.data_type())),
            [only] => Ok(Arc::clone(only)),
            chunks => {
                let chunks: Vec<&dyn Array> = chunks.iter().map(|chunk| &**chunk).collect();
                arrow_select::concat::concat(&chunks)
            }
        }
    }
}

#[pymethods]
impl ArrowData {
    /// The number of rows.
    fn __len__(&self) -> usize {
        self.len()
    }

    fn __repr__(&self) -> String {
        let rows = match self.len() {
            1 => "1 row".to_owned(),
            rows => format!("{rows} rows"),
        };
        let of = match self.field.data_type() {
            DataType::Struct(fields) => list_columns(fields),
            other => other.to_string(),
        };
        format!("<gtn_db.ArrowData: {rows} of {of}>")
    }

    /// A row, or a list of those that a slice names.
    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        at: Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(slice) = at.cast::<PySlice>() {
            let PySliceIndices { mut start, step, slicelength, .. } =
                slice.indices(self.len() as isize)?;
            let rows = PyList::empty(py);
            for _ in 0..slicelength {
                rows.append(self.row(py, start as usize)?)?;
                start += step;
            }
            return Ok(rows.into_any());
        }
        let index: isize = at.extract()?;
        let index = if index < 0 { index + self.len() as isize } else { index };
        match usize::try_from(index) {
            Ok(index) if index < self.len() => self.row(py, index),
            _ => Err(PyIndexError::new_err(format!("there are {} rows", self.len()))),
        }
    }

    /// The rows, each as a dict; those of a column as they are.
    fn __iter__(this: Py<Self>) -> RowIterator {
        RowIterator { data: this, next: AtomicUsize::new(0) }
    }

    /// A frame of pandas, or of a column a series; needs pandas and pyarrow.
    pub fn to_pandas(this: Bound<'_, Self>) -> PyResult<Bound<'_, PyAny>> {
        let function = if this.get().is_table() { "table" } else { "chunked_array" };
        let pyarrow = this.py().import("pyarrow")?;
        pyarrow.call_method1(function, (this,))?.call_method0("to_pandas")
    }

    /// A frame of Polars, or of a column a series.
    pub fn to_polars(this: Bound<'_, Self>) -> PyResult<Bound<'_, PyAny>> {
        let class = if this.get().is_table() { "DataFrame" } else { "Series" };
        this.py().import("polars")?.call_method1(class, (this,))
    }

    /// Type checkers know what the rows are.
    #[classmethod]
    fn __class_getitem__<'py>(
        class: &Bound<'py, PyType>,
        _rows: &Bound<'py, PyAny>,
    ) -> Bound<'py, PyType> {
        class.clone()
    }

    /// The type, as a capsule for other libraries.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyArrowResult<Bound<'py, PyCapsule>> {
        to_schema_pycapsule(py, &*self.field)
    }

    /// All rows in one array, as capsules for other libraries.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyArrowResult<Bound<'py, PyTuple>> {
        let array = py.detach(|| self.concatenate())?;
        to_array_pycapsules(py, Arc::clone(&self.field), &array, requested_schema)
    }

    /// The rows, as a capsule for other libraries.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyArrowResult<Bound<'py, PyCapsule>> {
        let chunks = self.chunks.clone().into_iter().map(Ok);
        let reader = ArrayIterator::new(chunks, Arc::clone(&self.field));
        to_stream_pycapsule(py, Box::new(reader), requested_schema)
    }
}

/// The rows of [`ArrowData`], one after the other.
#[pyclass(frozen)]
pub struct RowIterator {
    data: Py<ArrowData>,
    next: AtomicUsize,
}

#[pymethods]
impl RowIterator {
    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let (data, row) = (self.data.get(), self.next.fetch_add(1, Ordering::Relaxed));
        (row < data.len()).then(|| data.row(py, row)).transpose()
    }
}

/// A value as Python has it: of a table a dict.
fn to_python<'py>(py: Python<'py>, array: &dyn Array, row: usize) -> PyResult<Bound<'py, PyAny>> {
    if array.is_null(row) {
        return Ok(py.None().into_bound(py));
    }
    match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().value(row).into_bound_py_any(py),
        DataType::Binary => Ok(PyBytes::new(py, array.as_binary::<i32>().value(row)).into_any()),
        DataType::Boolean => array.as_boolean().value(row).into_bound_py_any(py),
        DataType::Int8 => array.as_primitive::<Int8Type>().value(row).into_bound_py_any(py),
        DataType::Int32 => array.as_primitive::<Int32Type>().value(row).into_bound_py_any(py),
        DataType::Int64 => array.as_primitive::<Int64Type>().value(row).into_bound_py_any(py),
        DataType::Float64 => array.as_primitive::<Float64Type>().value(row).into_bound_py_any(py),
        DataType::List(_) => {
            let (values, items) = (PyList::empty(py), array.as_list::<i32>().value(row));
            (0..items.len()).try_for_each(|item| values.append(to_python(py, &items, item)?))?;
            Ok(values.into_any())
        }
        DataType::Struct(fields) => {
            let (values, columns) = (PyDict::new(py), array.as_struct().columns());
            for (field, column) in fields.iter().zip(columns) {
                values.set_item(field.name(), to_python(py, column, row)?)?;
            }
            Ok(values.into_any())
        }
        other => unreachable!("no function returns a column of {other}"),
    }
}

/// The error of a stream that Ctrl-C has ended: a stream has no other errors than texts.
pub const INTERRUPTED: &str = "KeyboardInterrupt";

/// KeyboardInterrupt in place of the error that a library makes of [`INTERRUPTED`].
pub fn prefer_signal(error: PyErr) -> PyErr {
    if error.to_string().contains(INTERRUPTED) { PyKeyboardInterrupt::new_err(()) } else { error }
}

/// The names of columns, for messages.
pub fn list_columns(fields: &Fields) -> String {
    fields.iter().map(|field| &**field.name()).collect::<Vec<_>>().join(", ")
}

/// Whether tables with a column `key` get the column `key_bytes`.
#[derive(Clone, Copy)]
pub struct KeyBytes(pub bool);

impl KeyBytes {
    pub fn add(self, batch: RecordBatch) -> RecordBatch {
        if self.0 { add_key_bytes(batch) } else { batch }
    }

    pub fn schema(self, schema: &SchemaRef) -> SchemaRef {
        self.add(RecordBatch::new_empty(Arc::clone(schema))).schema()
    }
}

/// A table as a column: a struct of its columns.
pub fn table_field(schema: &Schema) -> Field {
    let fields = schema.fields().clone();
    Field::new_struct("", fields, false).with_metadata(schema.metadata().clone())
}

/// The chunks of Arrow data that a caller gave, with their type.
pub struct Given {
    field: FieldRef,
    chunks: Vec<ArrayRef>,
}

impl Given {
    /// Reads data with `__arrow_c_array__` or `__arrow_c_stream__`.
    ///
    /// # Errors
    /// `TypeError` naming the argument, if the object has neither; what the producer raises.
    pub fn read(object: &Bound<'_, PyAny>, argument: &str) -> PyResult<Given> {
        let reader = Given::open(object, argument)?;
        let field = reader.field();
        // The producer may need the interpreter lock on another thread.
        let chunks = object.py().detach(|| reader.collect::<Result<Vec<_>, ArrowError>>());
        let chunks =
            chunks.map_err(|error| PyValueError::new_err(format!("{argument}: {error}")))?;
        Ok(Given { field, chunks })
    }

    /// The chunks of such data, one after the other.
    ///
    /// # Errors
    /// As for [`read`](Self::read).
    pub fn open(
        object: &Bound<'_, PyAny>,
        argument: &str,
    ) -> PyResult<Box<dyn ArrayReader + Send>> {
        let has = |name: &str| object.hasattr(name);
        if !has("__arrow_c_array__")? && !has("__arrow_c_stream__")? {
            let found = object.get_type().qualname()?;
            return Err(PyTypeError::new_err(format!(
                "{argument}: Arrow data is needed, such as a table or an array of pyarrow or \
                 Polars, not {found}"
            )));
        }
        // A table of a database engine is a stream first: as one array it would be copied.
        let given: AnyArray = if has("__arrow_c_stream__")? {
            AnyArray::Stream(object.extract()?)
        } else {
            AnyArray::Array(object.extract()?)
        };
        given.into_reader()
    }

    /// The type; that of a table is a struct of its columns.
    pub fn data_type(&self) -> &DataType {
        self.field.data_type()
    }

    /// The chunks of a column of texts or bytes: this data itself, or the only column of a table.
    ///
    /// # Errors
    /// `TypeError` if there are several columns, or the type is another one.
    pub fn into_text_chunks(self, argument: &str) -> PyResult<Vec<ArrayRef>> {
        let chunks = match self.field.data_type() {
            DataType::Struct(fields) if fields.len() == 1 => {
                let first = |chunk: &ArrayRef| Arc::clone(chunk.as_struct().column(0));
                self.chunks.iter().map(first).collect()
            }
            DataType::Struct(fields) => {
                return Err(PyTypeError::new_err(format!(
                    "{argument}: one column of texts is needed, not a table of {}: {}",
                    fields.len(),
                    list_columns(fields)
                )));
            }
            _ => self.chunks,
        };
        let data_type = match self.field.data_type() {
            DataType::Struct(fields) => fields[0].data_type(),
            data_type => data_type,
        };
        check_text_type(data_type, argument)?;
        Ok(chunks)
    }

    /// The chunks of a table, which has at least these columns.
    ///
    /// # Errors
    /// `TypeError` if this is no table; `ValueError` that names a missing column and those there
    /// are.
    pub fn into_table_chunks(self, argument: &str, columns: &[&str]) -> PyResult<Vec<StructArray>> {
        let DataType::Struct(fields) = self.field.data_type() else {
            let found = self.field.data_type();
            return Err(PyTypeError::new_err(format!(
                "{argument}: a table with the columns {} is needed, not a column of {found}",
                columns.join(", ")
            )));
        };
        for wanted in columns {
            if fields.find(wanted).is_none() {
                return Err(PyValueError::new_err(format!(
                    "{argument}: there is no column `{wanted}`, but {}",
                    list_columns(fields)
                )));
            }
        }
        Ok(self.chunks.iter().map(|chunk| chunk.as_struct().clone()).collect())
    }
}

/// Fails with a `TypeError` unless the type is one of texts, bytes or nulls.
pub fn check_text_type(found: &DataType, name: &str) -> PyResult<()> {
    match found {
        DataType::Utf8
        | DataType::LargeUtf8
        | DataType::Utf8View
        | DataType::Binary
        | DataType::LargeBinary
        | DataType::BinaryView
        | DataType::FixedSizeBinary(_)
        | DataType::Null => Ok(()),
        _ => Err(PyTypeError::new_err(format!("{name}: texts or bytes are needed, not {found}"))),
    }
}

/// The values of a column whose type [`check_text_type`] accepts.
pub fn read_bytes(array: &dyn Array) -> Vec<Option<&[u8]>> {
    fn bytes(text: Option<&str>) -> Option<&[u8]> {
        text.map(str::as_bytes)
    }
    match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().iter().map(bytes).collect(),
        DataType::LargeUtf8 => array.as_string::<i64>().iter().map(bytes).collect(),
        DataType::Utf8View => array.as_string_view().iter().map(bytes).collect(),
        DataType::Binary => array.as_binary::<i32>().iter().collect(),
        DataType::LargeBinary => array.as_binary::<i64>().iter().collect(),
        DataType::BinaryView => array.as_binary_view().iter().collect(),
        DataType::FixedSizeBinary(_) => array.as_fixed_size_binary().iter().collect(),
        _ => vec![None; array.len()], // nulls: check_text_type refuses everything else
    }
}

/// The values of a column as texts; what is not UTF-8 is a null.
pub fn read_texts(array: &dyn Array) -> Vec<Option<&str>> {
    fn text(bytes: Option<&[u8]>) -> Option<&str> {
        std::str::from_utf8(bytes?).ok()
    }
    read_bytes(array).into_iter().map(text).collect()
}
