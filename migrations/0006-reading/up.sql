-- The rules by which the records were read. The meaning of a column never changes.

ALTER TABLE database ADD COLUMN
    reading INTEGER NOT NULL DEFAULT 1; -- the version of the rules that gave turn, turn_source, dialect, solution and answers of all records: model::READING at that time
