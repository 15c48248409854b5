-- Games. The meaning of a column never changes.

-- A game as one source has it: what a search for games filters by.
CREATE TABLE game (
    id         INTEGER PRIMARY KEY,  -- ascending in the order of import
    source     INTEGER NOT NULL REFERENCES source (id),
    tree       INTEGER NOT NULL,     -- game tree of the source, from 1
    offset     INTEGER NOT NULL,     -- its first byte
    cols       INTEGER NOT NULL,     -- of the board
    rows       INTEGER NOT NULL,
    moves      INTEGER NOT NULL,     -- in the first line, passes included
    opening    INTEGER NOT NULL,     -- the same for games that begin alike, by games::opening
    year       INTEGER,              -- the first in date
    winner     INTEGER NOT NULL,     -- 0 unknown, 1 black, 2 white, 3 drawn
    komi       REAL,                 -- KM
    handicap   INTEGER,              -- HA
    black      TEXT,                 -- PB
    white      TEXT,                 -- PW
    black_rank TEXT,                 -- BR
    white_rank TEXT,                 -- WR
    event      TEXT,                 -- EV
    name       TEXT,                 -- GN
    date       TEXT,                 -- DT
    result     TEXT,                 -- RE
    rules      TEXT                  -- RU
) STRICT;
CREATE INDEX game_source ON game (source);
CREATE INDEX game_opening ON game (opening);

-- Its moves: read in one go by a search, in the order of the games.
CREATE TABLE game_line (
    game  INTEGER PRIMARY KEY REFERENCES game (id),
    lines BLOB NOT NULL              -- the format is described in games/moves.rs
) STRICT;

-- Its game tree as it stands.
CREATE TABLE game_tree (
    game    INTEGER PRIMARY KEY REFERENCES game (id),
    charset TEXT,                    -- of sgf when it is no UTF-8; `?` after it when guessed
    sgf     ANY NOT NULL             -- TEXT if UTF-8, else BLOB
) STRICT;
