-- Places of sources, checksums of rows, and the identity of the database. The
-- meaning of a column never changes.

-- The database itself, in one row.
CREATE TABLE database (
    id            INTEGER PRIMARY KEY CHECK (id = 1),
    identity      BLOB NOT NULL CHECK (length(identity) = 16), -- random; made with the database
    generation    INTEGER NOT NULL, -- raised by every commit, so that a cache can tell that it is stale
    next_source   INTEGER NOT NULL, -- the ids of the next rows: no id is ever used twice
    next_position INTEGER NOT NULL,
    next_record   INTEGER NOT NULL,
    next_game     INTEGER NOT NULL
) STRICT;
INSERT INTO database VALUES (
    1, randomblob(16), 0,
    (SELECT ifnull(max(id), 0) + 1 FROM source),
    (SELECT ifnull(max(id), 0) + 1 FROM position),
    (SELECT ifnull(max(id), 0) + 1 FROM record),
    (SELECT ifnull(max(id), 0) + 1 FROM game)
);

-- A run of the command that wrote sources.
CREATE TABLE import (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    started INTEGER NOT NULL -- in seconds since 1970, UTC
) STRICT;

-- A file that sources come from: one source, or one for each entry of an archive.
CREATE TABLE file (
    id    INTEGER PRIMARY KEY AUTOINCREMENT,
    path  ANY NOT NULL UNIQUE,  -- absolute: TEXT if UTF-8, else BLOB
    label TEXT NOT NULL         -- the end of the path that is shown; the names of the sources begin with it
) STRICT;

-- Null in both: standard input, or from before these columns.
ALTER TABLE source ADD COLUMN file INTEGER REFERENCES file (id);
ALTER TABLE source ADD COLUMN import INTEGER REFERENCES import (id); -- the last one that wrote the source
CREATE INDEX source_file ON source (file);
CREATE INDEX source_import ON source (import);

-- The moves of solution that are right first moves, as points of SGF on the
-- record's own board, separated by spaces; `tenuki` for a move elsewhere.
-- Null with solution.
ALTER TABLE record ADD COLUMN answers TEXT;

-- Checksums of the other columns of the row, by store/checksum.rs; that of a
-- game includes its rows in game_line and game_tree.
ALTER TABLE source ADD COLUMN checksum INTEGER;
ALTER TABLE record ADD COLUMN checksum INTEGER;
ALTER TABLE game ADD COLUMN checksum INTEGER;
ALTER TABLE decision ADD COLUMN checksum INTEGER;
