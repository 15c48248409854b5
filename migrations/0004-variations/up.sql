-- What was kept of the games of a source. The meaning of a column never changes.

ALTER TABLE source ADD COLUMN
    variations INTEGER NOT NULL DEFAULT 0;  -- 0 unknown: from before, 1 all, 2 the first line alone
