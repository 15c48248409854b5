-- Problems and games of Abalone. The meaning of a column never changes.

-- How keys are made of Abalone positions.
INSERT INTO meta VALUES ('key_scheme_abalone', 'aba1');

-- The columns records and games of source count those of both families.

-- A problem of Abalone as one source has it.
CREATE TABLE abalone_problem (
    id          INTEGER PRIMARY KEY AUTOINCREMENT, -- ascending in the order of import
    source      INTEGER NOT NULL REFERENCES source (id),
    number      INTEGER NOT NULL, -- in the source, from 1: of the line, the APGN or the puzzle
    offset      INTEGER NOT NULL, -- its first byte
    form        INTEGER NOT NULL, -- 0 IATN, 1 KAAWA, 2 AO, 3 FEN, 4 APGN, 6 KAAWA puzzle
    name        TEXT,
    key         BLOB NOT NULL CHECK (length(key) = 16), -- of text, by the key scheme
    text        TEXT NOT NULL,    -- U_IATN
    symmetry    INTEGER NOT NULL, -- carries the board onto the text: 0-5 IR0-IR5, 6-11 SR0-SR5, 12-23 the same after N_
    turn        INTEGER NOT NULL, -- in the text's colors: 0 unknown, 1 X, 2 O, 3 either
    lost_x      INTEGER,          -- marbles lost, in the text's colors; null if unknown
    lost_o      INTEGER,
    source_text TEXT NOT NULL,    -- the problem as it stands
    checksum    INTEGER NOT NULL
) STRICT;
CREATE INDEX abalone_problem_key ON abalone_problem (key, turn);
CREATE INDEX abalone_problem_source ON abalone_problem (source);

-- A game of Abalone as one source has it, up to its first faulty move.
CREATE TABLE abalone_game (
    id          INTEGER PRIMARY KEY AUTOINCREMENT, -- ascending in the order of import
    source      INTEGER NOT NULL REFERENCES source (id),
    number      INTEGER NOT NULL, -- in the source, from 1
    offset      INTEGER NOT NULL, -- its first byte
    form        INTEGER NOT NULL, -- 4 APGN, 5 linear text
    start       TEXT NOT NULL,    -- the position before the first move: IATN, side to move, marbles lost
    moves       BLOB NOT NULL,    -- two bytes each: abalone::Move::code, little-endian
    year        INTEGER,          -- the first in date
    winner      INTEGER NOT NULL, -- 0 unknown, 1 black, 2 white, 3 drawn
    black       TEXT,
    white       TEXT,
    event       TEXT,
    site        TEXT,
    round       TEXT,
    date        TEXT,
    result      TEXT,
    source_text TEXT NOT NULL,    -- the game as it stands
    checksum    INTEGER NOT NULL
) STRICT;
CREATE INDEX abalone_game_source ON abalone_game (source);

-- Every position of every game: number 0 before the first move, then after each.
CREATE TABLE abalone_ply (
    key  BLOB NOT NULL CHECK (length(key) = 16),
    game INTEGER NOT NULL, -- may name a removed game until the commit
    ply  INTEGER NOT NULL,
    PRIMARY KEY (key, game, ply)
) STRICT, WITHOUT ROWID;

-- The interface for programs: docs/database.md describes every column.

CREATE VIEW v_abalone_problem AS
SELECT
    abalone_problem.id,
    lower(hex(key)) AS key,
    CASE turn
        WHEN 1 THEN iif(symmetry < 12, 'black', 'white')
        WHEN 2 THEN iif(symmetry < 12, 'white', 'black')
        WHEN 3 THEN 'either' ELSE 'unknown' END AS turn,
    CASE turn WHEN 1 THEN 'black' WHEN 2 THEN 'white' WHEN 3 THEN 'either'
        ELSE 'unknown' END AS canonical_turn,
    iif(symmetry < 12, lost_x, lost_o) AS lost_black,
    iif(symmetry < 12, lost_o, lost_x) AS lost_white,
    source.name AS source,
    source.id AS source_id,
    number,
    offset,
    CASE form WHEN 0 THEN 'iatn' WHEN 1 THEN 'kaawa' WHEN 2 THEN 'ao' WHEN 3 THEN 'fen'
        WHEN 4 THEN 'apgn' WHEN 6 THEN 'kaawa-puzzle' END AS form,
    abalone_problem.name,
    iif(symmetry < 12, '', 'N_') || iif(symmetry % 12 < 6, 'IR', 'SR') || (symmetry % 6) AS operation,
    (SELECT count(*) FROM abalone_problem AS same WHERE same.key = abalone_problem.key) AS records,
    text,
    source_text
FROM abalone_problem
    JOIN source ON source.id = abalone_problem.source;

CREATE VIEW v_abalone_game AS
SELECT
    abalone_game.id,
    source.name AS source,
    source.id AS source_id,
    number,
    offset,
    CASE form WHEN 4 THEN 'apgn' WHEN 5 THEN 'linear' END AS form,
    start,
    length(moves) / 2 AS moves,
    year,
    CASE winner WHEN 1 THEN 'black' WHEN 2 THEN 'white' WHEN 3 THEN 'draw' ELSE 'unknown' END
        AS winner,
    black,
    white,
    event,
    site,
    round,
    date,
    result,
    source_text
FROM abalone_game
    JOIN source ON source.id = abalone_game.source;
