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

CREATE INDEX file_label ON file (label);

-- Null in both: standard input, or from before these columns.
ALTER TABLE source ADD COLUMN file INTEGER REFERENCES file (id);
ALTER TABLE source ADD COLUMN import INTEGER REFERENCES import (id); -- the last one that wrote the source
CREATE INDEX source_file ON source (file);
CREATE INDEX source_name ON source (name) WHERE file IS NULL; -- names that no label has

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

-- The interface for programs: docs/database.md describes every column. The
-- views call functions of SQLite only, so any program can read them.

CREATE VIEW v_source AS
SELECT
    source.id,
    source.name,
    file.path,
    CASE WHEN substr(source.name, 1, length(file.label) + 1) = file.label || '/'
        THEN substr(source.name, length(file.label) + 2) END AS entry,
    source.bytes,
    lower(hex(source.hash)) AS hash,
    CASE source.kind WHEN 1 THEN 'problems' WHEN 2 THEN 'games' ELSE 'each' END AS kind,
    CASE source.variations WHEN 1 THEN 'all' WHEN 2 THEN 'main' ELSE 'unknown' END AS variations,
    source.records,
    source.games,
    strftime('%Y-%m-%dT%H:%M:%SZ', import.started, 'unixepoch') AS imported
FROM source
    LEFT JOIN file ON file.id = source.file
    LEFT JOIN import ON import.id = source.import;

CREATE VIEW v_record AS
SELECT
    record.id,
    lower(hex(position.key)) AS key,
    CASE record.turn
        WHEN 1 THEN iif(record.symmetry < 8, 'black', 'white')
        WHEN 2 THEN iif(record.symmetry < 8, 'white', 'black')
        WHEN 3 THEN 'either' ELSE 'unknown' END AS turn,
    CASE record.turn WHEN 1 THEN 'black' WHEN 2 THEN 'white' WHEN 3 THEN 'either'
        ELSE 'unknown' END AS canonical_turn,
    CASE record.turn_source WHEN 1 THEN 'PL' WHEN 2 THEN 'first moves' WHEN 3 THEN 'words'
        ELSE 'none' END AS turn_source,
    source.name AS source,
    record.source AS source_id,
    record.tree,
    record.offset,
    record.name,
    record.board_rows || 'x' || record.board_cols AS board,
    record.board_cols,
    record.board_rows,
    -- The corners of the window as points of SGF: letter 1 is a, letter 27 is A.
    substr('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', record.window_col + 1, 1)
        || substr('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', record.window_row + 1, 1)
        || ':'
        || substr('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ',
            record.window_col + record.window_cols, 1)
        || substr('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ',
            record.window_row + record.window_rows, 1) AS window,
    trim(iif(record.window_open & 1, '', 'top ') || iif(record.window_open & 2, '', 'right ')
        || iif(record.window_open & 4, '', 'bottom ') || iif(record.window_open & 8, '', 'left '))
        AS edges,
    CASE record.window_open
        WHEN 0 THEN 'board' WHEN 15 THEN 'center'
        WHEN 14 THEN 'side' WHEN 13 THEN 'side' WHEN 11 THEN 'side' WHEN 7 THEN 'side'
        WHEN 10 THEN 'side' WHEN 5 THEN 'side' -- two sides that face each other
        ELSE 'corner' END AS region,
    length(position.text) - length(replace(replace(position.text, 'X', ''), 'O', '')) AS stones,
    CASE WHEN record.symmetry < 8 THEN '' ELSE 'N_' END
        || CASE WHEN record.symmetry & 4 THEN 'SR' ELSE 'IR' END
        || (record.symmetry & 3) AS operation,
    record.moves,
    CASE record.dialect
        WHEN 0 THEN 'none' WHEN 1 THEN 'goproblems' WHEN 2 THEN 'words' WHEN 3 THEN 'te-bm'
        WHEN 4 THEN 'uligo' WHEN 5 THEN 'easygo' WHEN 6 THEN 'glift' WHEN 7 THEN 'tsumego-hero'
        WHEN 8 THEN 'ogs-json' WHEN 9 THEN 'sol-json' END AS dialect,
    record.answers,
    (SELECT count(*) FROM record AS same WHERE same.position = record.position
        AND (same.turn IN (record.turn, 0) OR record.turn = 0)) AS records,
    ifnull(record.charset, 'UTF-8') AS charset,
    position.text,
    record.sgf
FROM record
    JOIN position ON position.id = record.position
    JOIN source ON source.id = record.source;

CREATE VIEW v_problem AS
WITH
problem (position, turn) AS (
    SELECT DISTINCT position, turn FROM record WHERE turn <> 0
    UNION ALL
    SELECT id, 0 FROM position
    WHERE NOT EXISTS (SELECT 1 FROM record WHERE position = position.id AND turn <> 0)
)
SELECT
    lower(hex(position.key)) AS key,
    CASE problem.turn WHEN 1 THEN 'black' WHEN 2 THEN 'white' WHEN 3 THEN 'either'
        ELSE 'unknown' END AS turn,
    length(position.text) - length(replace(replace(position.text, 'X', ''), 'O', '')) AS stones,
    CASE shown.window_open
        WHEN 0 THEN 'board' WHEN 15 THEN 'center'
        WHEN 14 THEN 'side' WHEN 13 THEN 'side' WHEN 11 THEN 'side' WHEN 7 THEN 'side'
        WHEN 10 THEN 'side' WHEN 5 THEN 'side'
        ELSE 'corner' END AS region,
    (SELECT count(*) FROM record
        WHERE position = problem.position AND turn IN (problem.turn, 0)) AS records,
    (SELECT count(DISTINCT source) FROM record
        WHERE position = problem.position AND turn IN (problem.turn, 0)) AS sources,
    (SELECT count(*) FROM record
        WHERE position = problem.position AND turn IN (problem.turn, 0) AND answers <> '')
        AS answered,
    shown.id AS record,
    shown.board_rows || 'x' || shown.board_cols AS board,
    shown.answers,
    shown.name,
    position.text
FROM problem
    JOIN position ON position.id = problem.position
    -- The first record with an answer, else the first record.
    JOIN record AS shown ON shown.id = ifnull(
        (SELECT min(id) FROM record
            WHERE position = problem.position AND turn IN (problem.turn, 0) AND answers <> ''),
        (SELECT min(id) FROM record
            WHERE position = problem.position AND turn IN (problem.turn, 0)));

CREATE VIEW v_game AS
SELECT
    game.id,
    source.name AS source,
    game.source AS source_id,
    game.tree,
    game.offset,
    game.rows || 'x' || game.cols AS board,
    game.cols,
    game.rows,
    game.moves,
    game.year,
    CASE game.winner WHEN 1 THEN 'black' WHEN 2 THEN 'white' WHEN 3 THEN 'draw' ELSE 'unknown' END
        AS winner,
    game.komi,
    game.handicap,
    game.black,
    game.white,
    game.black_rank,
    game.white_rank,
    game.event,
    game.name,
    game.date,
    game.result,
    game.rules,
    ifnull(game_tree.charset, 'UTF-8') AS charset,
    game_tree.sgf
FROM game
    JOIN source ON source.id = game.source
    LEFT JOIN game_tree ON game_tree.game = game.id;
