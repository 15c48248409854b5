-- Sources, positions and records. The meaning of a column never changes.

CREATE TABLE meta (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- How keys are made of positions.
INSERT INTO meta VALUES ('key_scheme', 'gtn1');

-- A file, or an entry of an archive.
CREATE TABLE source (
    id      INTEGER PRIMARY KEY,   -- ascending in the order of import
    place   BLOB NOT NULL UNIQUE CHECK (length(place) = 16), -- BLAKE3 of the absolute path
    hash    BLOB NOT NULL CHECK (length(hash) = 16),         -- BLAKE3 of the content
    bytes   INTEGER NOT NULL,
    name    TEXT NOT NULL,
    kind    INTEGER NOT NULL,      -- its trees were 0 told apart, 1 taken for problems, 2 for games
    records INTEGER NOT NULL,      -- problems in it
    games   INTEGER NOT NULL       -- games in it
) STRICT;
CREATE INDEX source_hash ON source (hash);

-- A canonical position, once.
CREATE TABLE position (
    id   INTEGER PRIMARY KEY,
    key  BLOB NOT NULL UNIQUE CHECK (length(key) = 16), -- of text, by the key scheme
    text TEXT NOT NULL                                  -- U_IGTN_R of the window
) STRICT;

-- A problem as one source has it.
CREATE TABLE record (
    id           INTEGER PRIMARY KEY,
    position     INTEGER NOT NULL REFERENCES position (id),
    source       INTEGER NOT NULL REFERENCES source (id),
    tree         INTEGER NOT NULL, -- game tree of the source, from 1
    offset       INTEGER NOT NULL, -- its first byte
    symmetry     INTEGER NOT NULL, -- carries the window onto the text: 0-3 IR0-IR3, 4-7 SR0-SR3, 8-15 the same after N_
    turn         INTEGER NOT NULL, -- in the text's colors: 0 unknown, 1 X, 2 O, 3 either
    turn_source  INTEGER NOT NULL, -- 0 none, 1 PL, 2 first moves, 3 words
    board_cols   INTEGER NOT NULL,
    board_rows   INTEGER NOT NULL,
    window_col   INTEGER NOT NULL, -- the window on the board, from 0
    window_row   INTEGER NOT NULL,
    window_cols  INTEGER NOT NULL,
    window_rows  INTEGER NOT NULL,
    window_open  INTEGER NOT NULL, -- sides that are no edges: 1 top, 2 right, 4 bottom, 8 left
    moves        INTEGER NOT NULL, -- in the solution tree
    name         TEXT,             -- GN
    charset      TEXT,             -- of sgf when it is no UTF-8; `?` after it when guessed
    sgf          ANY NOT NULL      -- the game tree as it stands: TEXT if UTF-8, else BLOB
) STRICT;
CREATE INDEX record_position ON record (position, turn);
CREATE INDEX record_source ON record (source, tree);
