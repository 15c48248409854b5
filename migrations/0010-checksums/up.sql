-- Checksums of the other columns of the row, by store/checksum.rs; that of database includes all
-- rows of meta and sqlite_sequence. A later migration that changes one of these three computes it
-- again. The meaning of a column never changes.
ALTER TABLE file ADD COLUMN checksum INTEGER;
ALTER TABLE import ADD COLUMN checksum INTEGER;
ALTER TABLE database ADD COLUMN checksum INTEGER;
