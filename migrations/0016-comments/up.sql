-- The words of the comments of problems and games. Made of their game trees, so both tables can be
-- emptied at any time, together. The meaning of a column never changes.

-- rowid: 2 * the id of a record, or 2 * the id of a game + 1. The text is not kept, only its words.
CREATE VIRTUAL TABLE comment USING fts5(
    words, content = '', contentless_delete = 1, tokenize = 'ascii'
);

-- How far the index reaches. Without a row, nothing is indexed.
CREATE TABLE comment_state (
    id     INTEGER PRIMARY KEY CHECK (id = 1),
    format INTEGER NOT NULL, -- the version of the rules that divide texts into words
    record INTEGER NOT NULL, -- the id of the first record that is not indexed
    game   INTEGER NOT NULL  -- that of the first game
) STRICT;
