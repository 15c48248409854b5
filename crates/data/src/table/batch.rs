//! The definition of tables: one list of columns gives the schema and the builder.

use arrow_array::builder::{GenericByteBuilder, PrimitiveBuilder};
use arrow_array::types::{ArrowPrimitiveType, ByteArrayType};
use arrow_schema::DataType;

/// A batch is full when it has this many rows or bytes of texts and binary values.
pub(super) const FULL_ROWS: usize = 1 << 16;
pub(super) const FULL_BYTES: usize = 32 << 20;

/// The builder of a column.
pub(super) trait ColumnBuilder {
    /// The type of the column.
    const DATA_TYPE: DataType;

    /// The number of bytes of texts and binary values.
    fn value_bytes(&self) -> usize;
}

impl<T: ByteArrayType> ColumnBuilder for GenericByteBuilder<T> {
    const DATA_TYPE: DataType = T::DATA_TYPE;

    fn value_bytes(&self) -> usize {
        self.values_slice().len()
    }
}

impl<T: ArrowPrimitiveType> ColumnBuilder for PrimitiveBuilder<T> {
    const DATA_TYPE: DataType = T::DATA_TYPE;

    fn value_bytes(&self) -> usize {
        0
    }
}

/// Defines the builder of a table by its columns: name, builder, and `nullable` where the column
/// may be null. The struct has a field for each column, and the methods that all tables have.
macro_rules! define_batch {
    ($(#[$doc:meta])* $batch:ident { $($column:ident: $builder:ident $($nullable:ident)?,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Default)]
        pub struct $batch {
            $($column: arrow_array::builder::$builder,)*
            rows: usize,
        }

        impl $batch {
            /// The names and types of the columns.
            pub fn schema() -> arrow_schema::SchemaRef {
                use arrow_array::builder::*;
                let field = arrow_schema::Field::new;
                let fields = vec![$(field(
                    stringify!($column).trim_start_matches("r#"),
                    <$builder as $crate::table::batch::ColumnBuilder>::DATA_TYPE,
                    !stringify!($($nullable)?).is_empty(),
                ),)*];
                std::sync::Arc::new(arrow_schema::Schema::new(fields))
            }

            /// The number of rows.
            pub fn len(&self) -> usize {
                self.rows
            }

            /// Whether there are no rows.
            pub fn is_empty(&self) -> bool {
                self.rows == 0
            }

            /// Whether the batch has 65,536 rows or 32 MiB of texts and binary values. A column
            /// holds at most 2 GiB, so a caller that goes on must
            /// [finish](Self::finish) the batch.
            pub fn is_full(&self) -> bool {
                use $crate::table::batch::{ColumnBuilder, FULL_BYTES, FULL_ROWS};
                let bytes = 0 $(+ self.$column.value_bytes())*;
                self.rows >= FULL_ROWS || bytes >= FULL_BYTES
            }

            /// Takes the rows as a record batch.
            pub fn finish(&mut self) -> arrow_array::RecordBatch {
                self.rows = 0;
                let columns: Vec<arrow_array::ArrayRef> =
                    vec![$(std::sync::Arc::new(self.$column.finish()),)*];
                arrow_array::RecordBatch::try_new($batch::schema(), columns)
                    .expect("every row has a value in each column, of the type in the schema")
            }
        }
    };
}

pub(super) use define_batch;
