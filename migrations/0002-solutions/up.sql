-- What records say is right, and what people say of records.

ALTER TABLE record ADD COLUMN dialect INTEGER; -- of the marks: 0 none, 1 goproblems, 2 words, 3 te-bm, 4 uligo, 5 easygo, 6 glift, 7 tsumego-hero, 8 ogs-json, 9 sol-json; null: the record is older than this column
ALTER TABLE record ADD COLUMN solution BLOB;   -- the moves on the canonical board, as src/solution/codec.rs lays them out; null with dialect

-- What a person decided about two records. A record is known by the BLAKE3 of
-- its game tree, so what was decided holds on when its source is imported again.
CREATE TABLE decision (
    first_hash  BLOB NOT NULL CHECK (length(first_hash) = 16),  -- the smaller of the two
    second_hash BLOB NOT NULL CHECK (length(second_hash) = 16),
    verdict     INTEGER NOT NULL, -- 1 the two are different problems, 2 the first is better, 3 the second is
    first_key   BLOB NOT NULL CHECK (length(first_key) = 16),   -- of its position
    second_key  BLOB NOT NULL CHECK (length(second_key) = 16),
    first_name  TEXT NOT NULL,    -- its source when it was decided
    first_tree  INTEGER NOT NULL, -- its place there
    second_name TEXT NOT NULL,
    second_tree INTEGER NOT NULL,
    PRIMARY KEY (first_hash, second_hash)
) STRICT, WITHOUT ROWID;
