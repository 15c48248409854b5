-- Verdicts of the solver about problems: computed, never a source's answer. They stay when sources are
-- imported again or removed.
CREATE TABLE verdict (
    id       INTEGER PRIMARY KEY,
    key      BLOB NOT NULL CHECK (length(key) = 16), -- of the position
    turn     INTEGER NOT NULL,                       -- in the text's colors, 1 black and 2 white
    cols     INTEGER NOT NULL,                       -- of the canonical window without what makes it square
    rows     INTEGER NOT NULL,
    solver   INTEGER NOT NULL,                       -- the version of the solver
    budget   INTEGER NOT NULL,                       -- the most positions to search
    nodes    INTEGER NOT NULL,                       -- the positions that were searched
    outcome  TEXT,                                   -- killed, ko, seki, lives; NULL if unknown
    unknown  TEXT,                                   -- why it is unknown
    settled  INTEGER NOT NULL,                       -- whether a pass reaches the outcome, too
    moves    TEXT NOT NULL,                          -- first moves that reach it: points of SGF on the likely board
    proof    BLOB,                                   -- of all frames; NULL if unknown
    checksum INTEGER,
    UNIQUE (key, turn, cols, rows, solver, budget)
) STRICT;

CREATE VIEW v_verdict AS
SELECT
    lower(hex(key)) AS key,
    CASE turn WHEN 1 THEN 'black' ELSE 'white' END AS canonical_turn,
    solver, budget, nodes, outcome, unknown, settled, moves
FROM verdict;
