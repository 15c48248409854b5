-- The index of candidates for problems with the same core has what is around each first move, so that most
-- records that cannot have a core of others need not be read. The next import fills it anew. The meaning of
-- a column never changes.

DROP TABLE core;

CREATE TABLE core (
    pattern INTEGER NOT NULL, -- similarity/problem_core.rs
    record  INTEGER NOT NULL, -- may be the id of a removed record
    around  INTEGER NOT NULL, -- similarity/core_join.rs; 0 for a record without an answer
    PRIMARY KEY (pattern, record, around)
) STRICT, WITHOUT ROWID;

DELETE FROM core_state;
