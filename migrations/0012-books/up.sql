-- Books: which collection a source belongs to, and the number of a problem in it. The meaning of a column
-- never changes.

-- Made of name and records whenever these change, by the rules of model/book.rs.
ALTER TABLE source ADD COLUMN book TEXT;            -- null if none
ALTER TABLE source ADD COLUMN first_number INTEGER; -- of the first problem, if the file name has numbers
ALTER TABLE source ADD COLUMN number_rule INTEGER;  -- 0 one problem and its number in the file name, 1 one problem without; 2 several, with their numbers in the file name, 3 without

-- The number of each record in its book.
CREATE VIEW record_number AS
WITH
-- The name from its first digit on, and that number.
named AS (
    SELECT id, ltrim(name, replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(name, '0', ''), '1', ''), '2', ''), '3', ''), '4', ''), '5', ''), '6', ''), '7', ''), '8', ''), '9', '')) AS rest FROM record
),
only AS (
    SELECT id, iif(rest <> '' AND ltrim(rest, '0123456789') NOT GLOB '*[0-9]*'
            AND length(ltrim(substr(rest, 1, length(rest) - length(ltrim(rest, '0123456789'))), '0')) <= 18,
        CAST(substr(rest, 1, length(rest) - length(ltrim(rest, '0123456789'))) AS INTEGER), NULL) AS number
    FROM named
)
SELECT
    record.id AS record,
    CASE source.number_rule
        WHEN 0 THEN source.first_number
        WHEN 1 THEN only.number
        WHEN 2 THEN source.first_number + iif(part.problem > 1, part.problem, record.tree) - 1
        ELSE ifnull(only.number, iif(part.problem > 1, part.problem, record.tree)) END AS number
FROM record
    JOIN source ON source.id = record.source
    JOIN only ON only.id = record.id
    LEFT JOIN part ON part.record = record.id;

DROP VIEW v_source;
DROP VIEW v_record;
DROP VIEW v_problem;

CREATE VIEW v_source AS
SELECT
    source.id,
    source.name,
    file.path,
    CASE WHEN substr(source.name, 1, length(file.label) + 1) = file.label || '/'
        THEN substr(source.name, length(file.label) + 2) END AS entry,
    source.bytes,
    lower(hex(source.hash)) AS hash,
    CASE source.kind % 3 WHEN 1 THEN 'problems' WHEN 2 THEN 'games' ELSE 'each' END AS kind,
    CASE source.variations WHEN 1 THEN 'all' WHEN 2 THEN 'main' ELSE 'unknown' END AS variations,
    source.records,
    source.games,
    strftime('%Y-%m-%dT%H:%M:%SZ', import.started, 'unixepoch') AS imported,
    CASE source.kind / 3 WHEN 1 THEN 'one' WHEN 2 THEN 'each' ELSE 'by set-ups' END AS parts,
    source.book
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
    CASE WHEN part.record IS NULL THEN record.sgf
        WHEN EXISTS (SELECT 1 FROM piece WHERE source = record.source AND tree = record.tree) THEN
            (SELECT iif(record.charset IS NULL AND typeof(record.sgf) = 'text',
                 group_concat(text, ''), CAST(group_concat(text, '') AS BLOB))
             FROM (SELECT CAST(before || substr(CAST(own.sgf AS BLOB), start + 1, length) AS TEXT) AS text
                   FROM piece JOIN record AS own ON own.id = piece.record
                   WHERE piece.source = record.source AND piece.tree = record.tree
                   ORDER BY piece.offset))
        ELSE ifnull((SELECT sgf FROM game JOIN game_tree ON game_tree.game = game.id
              WHERE game.source = record.source AND game.tree = record.tree), record.sgf)
        END AS sgf,
    ifnull(part.problem, 1) AS problem,
    part.setup,
    record.sgf AS own_sgf,
    source.book,
    (SELECT number FROM record_number WHERE record_number.record = record.id) AS number
FROM record
    JOIN position ON position.id = record.position
    JOIN source ON source.id = record.source
    LEFT JOIN part ON part.record = record.id;

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
    CASE problem.turn
        WHEN 1 THEN iif(shown.symmetry < 8, 'black', 'white')
        WHEN 2 THEN iif(shown.symmetry < 8, 'white', 'black')
        WHEN 3 THEN 'either' ELSE 'unknown' END AS turn,
    CASE problem.turn WHEN 1 THEN 'black' WHEN 2 THEN 'white' WHEN 3 THEN 'either'
        ELSE 'unknown' END AS canonical_turn,
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
    position.text,
    ifnull((SELECT problem FROM part WHERE part.record = shown.id), 1) AS shown_problem,
    (SELECT book FROM source WHERE source.id = shown.source) AS book,
    (SELECT number FROM record_number WHERE record_number.record = shown.id) AS number
FROM problem
    JOIN position ON position.id = problem.position
    -- The first record with an answer, else the first record.
    JOIN record AS shown ON shown.id = ifnull(
        (SELECT min(id) FROM record
            WHERE position = problem.position AND turn IN (problem.turn, 0) AND answers <> ''),
        (SELECT min(id) FROM record
            WHERE position = problem.position AND turn IN (problem.turn, 0)));
