-- The index of games: what most questions need of games, by column. Made of the other tables, so the
-- tables can be emptied at any time, together. The meaning of a column never changes.

-- Games in the order of their ids. A segment never changes; several are merged into one.
CREATE TABLE segment (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    kind   INTEGER NOT NULL, -- what a row describes: 1 a game
    format INTEGER NOT NULL, -- the version of the planes
    first  INTEGER NOT NULL, -- the id of the first game
    last   INTEGER NOT NULL, -- that of the last one: every game between them has a row
    count  INTEGER NOT NULL  -- number of rows
) STRICT;

-- The planes of a segment: one byte of each row. Part 0 has the length and the checksum of each plane.
CREATE TABLE segment_part (
    id   INTEGER PRIMARY KEY,  -- segment * 65536 + part
    data BLOB NOT NULL
) STRICT;

-- The games that were removed from the database after their segment was written.
CREATE TABLE segment_dead (
    game INTEGER PRIMARY KEY
) STRICT;

-- The names of players in segments, each as it is in a game.
CREATE TABLE player (
    id   INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;

-- Whether an import adds to the index. Without a row, it does.
CREATE TABLE segment_state (
    id      INTEGER PRIMARY KEY CHECK (id = 1),
    is_kept INTEGER NOT NULL
) STRICT;
