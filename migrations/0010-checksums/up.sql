-- Checksums of the other columns of the row, by store/checksum.rs; that of database includes all
-- rows of meta and sqlite_sequence. A later migration that changes one of these three computes it
-- again. The meaning of a column never changes.
ALTER TABLE file ADD COLUMN checksum INTEGER;
ALTER TABLE import ADD COLUMN checksum INTEGER;
ALTER TABLE database ADD COLUMN checksum INTEGER;

-- turn is in the colors of the record that is shown, as everywhere else.
DROP VIEW v_problem;

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
    ifnull((SELECT problem FROM part WHERE part.record = shown.id), 1) AS shown_problem
FROM problem
    JOIN position ON position.id = problem.position
    -- The first record with an answer, else the first record.
    JOIN record AS shown ON shown.id = ifnull(
        (SELECT min(id) FROM record
            WHERE position = problem.position AND turn IN (problem.turn, 0) AND answers <> ''),
        (SELECT min(id) FROM record
            WHERE position = problem.position AND turn IN (problem.turn, 0)));
