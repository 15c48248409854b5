-- The rules by which the records were read. The meaning of a column never changes.

ALTER TABLE database ADD COLUMN
    reading INTEGER NOT NULL DEFAULT 1; -- of the columns turn, turn_source, dialect, solution and answers of all records; model::READING when it was written
