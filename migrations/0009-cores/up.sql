-- Candidates for problems with the same core. The meaning of a column never changes.

-- The patterns around the accepted first moves of records, by the scheme in core_state. Made of the
-- other tables, so it can be emptied at any time, with core_state: the next import fills it.
CREATE TABLE core (
    pattern INTEGER NOT NULL, -- similarity/problem_core.rs
    record  INTEGER NOT NULL, -- may be the id of a removed record
    PRIMARY KEY (pattern, record)
) STRICT, WITHOUT ROWID;

CREATE TABLE core_state (
    id     INTEGER PRIMARY KEY CHECK (id = 1),
    scheme TEXT NOT NULL,     -- how patterns are made
    mark   INTEGER NOT NULL   -- core has the patterns of all records with smaller ids
) STRICT;
