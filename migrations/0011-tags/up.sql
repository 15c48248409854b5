-- What people say of problems and sources. It stays when sources are imported again or removed.

-- A tag of a problem.
CREATE TABLE tag (
    id       INTEGER PRIMARY KEY,
    key      BLOB NOT NULL CHECK (length(key) = 16), -- of the position
    turn     INTEGER NOT NULL,                       -- in the text's colors, as in record
    tag      TEXT NOT NULL CHECK (tag <> ''),
    changed  INTEGER,                                -- when it was set, in seconds since 1970, UTC
    checksum INTEGER,
    UNIQUE (key, turn, tag)
) STRICT;

CREATE INDEX tag_tag ON tag (tag);

-- The rights of the sources that a pattern matches; of several patterns, that with the largest id.
CREATE TABLE rights (
    id       INTEGER PRIMARY KEY,
    pattern  TEXT NOT NULL UNIQUE CHECK (pattern <> ''),
    text     TEXT NOT NULL CHECK (text <> ''),
    changed  INTEGER,                                -- when it was set, in seconds since 1970, UTC
    checksum INTEGER
) STRICT;

CREATE VIEW v_tag AS
SELECT
    lower(hex(key)) AS key,
    CASE turn WHEN 1 THEN 'black' WHEN 2 THEN 'white' WHEN 3 THEN 'either' ELSE 'unknown' END
        AS canonical_turn,
    tag
FROM tag;
