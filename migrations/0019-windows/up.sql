-- The windows between two facing edges. Their canonical text is squared, so windows of several sizes can have
-- one position; a search reads their sizes here, without the records. The meaning of a column never changes.

CREATE INDEX record_window ON record (position, symmetry, window_cols, window_rows, window_open)
    WHERE window_open & 5 = 0 OR window_open & 10 = 0;
