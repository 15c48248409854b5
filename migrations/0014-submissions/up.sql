-- Files that were submitted and are not imported, and what editors decide about their problems.

-- What was submitted at once.
CREATE TABLE submission (
    id       INTEGER PRIMARY KEY,
    hash     BLOB NOT NULL UNIQUE CHECK (length(hash) = 16), -- of the names and contents of the files
    date     TEXT NOT NULL CHECK (date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
    received INTEGER NOT NULL,                           -- in seconds since 1970, UTC
    checksum INTEGER
) STRICT;

CREATE TABLE submission_file (
    id         INTEGER PRIMARY KEY,
    submission BLOB NOT NULL REFERENCES submission (hash) ON DELETE CASCADE,
    name       TEXT NOT NULL CHECK (name <> ''),
    content    BLOB NOT NULL,
    checksum   INTEGER,
    UNIQUE (submission, name)
) STRICT;

-- The last decision about a problem counts. Decisions stay when their submission is removed, so that a
-- problem that is submitted again is known.
CREATE TABLE submission_verdict (
    id          INTEGER PRIMARY KEY,             -- ascending, and never used again
    batch       INTEGER NOT NULL,                -- the id of the first decision that was made with this one
    submission  BLOB NOT NULL CHECK (length(submission) = 16),
    source      TEXT NOT NULL,
    tree        INTEGER NOT NULL CHECK (tree > 0),
    problem     INTEGER NOT NULL CHECK (problem > 0),
    record_hash BLOB NOT NULL CHECK (length(record_hash) = 16),
    verdict     INTEGER NOT NULL CHECK (verdict BETWEEN 1 AND 4), -- accept, reject, same, different
    known_hash  BLOB CHECK (length(known_hash) = 16), -- of the record beside the problem
    known_key   BLOB CHECK (length(known_key) = 16),
    decided     INTEGER NOT NULL,                -- in seconds since 1970, UTC
    checksum    INTEGER,
    CHECK ((known_hash IS NULL) = (known_key IS NULL))
) STRICT;

CREATE INDEX submission_verdict_submission ON submission_verdict (submission);
CREATE INDEX submission_verdict_record ON submission_verdict (record_hash);
