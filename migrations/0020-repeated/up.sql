-- The positions with several records and their duplicates, so that a list of the first duplicates counts the
-- others without reading them. Made of the tables record and part: every commit counts anew the positions
-- whose records it changes. The meaning of a column never changes.

CREATE TABLE repeated (
    first     INTEGER PRIMARY KEY,     -- the id of the first record
    position  INTEGER NOT NULL UNIQUE,
    records   INTEGER NOT NULL,
    problems  INTEGER,                 -- those with several records; NULL if their records have to be compared
    redundant INTEGER NOT NULL         -- the records of these problems besides one of each
) STRICT;

CREATE INDEX repeated_compared ON repeated (first) WHERE problems IS NULL;

-- Sums over the rows of repeated whose problems are counted.
CREATE TABLE repeated_total (
    id        INTEGER PRIMARY KEY CHECK (id = 1),
    positions INTEGER NOT NULL,
    records   INTEGER NOT NULL,
    problems  INTEGER NOT NULL,
    redundant INTEGER NOT NULL
) STRICT;
