//! `gtn-db export --format parquet`: all records and games as tables.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::Context;
use gtn_db::PositionKey;
use gtn_db::escape::Escaped;
use gtn_db::find::{self, CoreIndex, drop_separated_core_pairs};
use gtn_db::store::{CoreRows, GameFilter, Store};
use gtn_db::table::arrow_array::RecordBatch;
use gtn_db::table::arrow_schema::SchemaRef;
use gtn_db::table::{CoreBatch, GameBatch, ParquetWriter, ProblemBatch};

use super::destination;
use crate::cli::output::progress::Progress;
use crate::cli::output::{OutputFolder, plural, print_line};
use crate::cli::{Global, Outcome, report};

/// With more rows, a part is named by two hexadecimal digits of the key.
const ROWS_OF_ONE_DIGIT: u64 = 100_000_000;

/// The tables to write.
pub struct Job<'a> {
    pub store: &'a Store,
    pub has_problems: bool,
    /// The games to write; none for no games.
    pub games: Option<GameFilter>,
    /// Whether to write the pairs of problems with the same core.
    pub has_cores: bool,
}

/// The keys that begin with some hexadecimal digits.
struct Part {
    digits: String,
    first: [u8; 16],
    last: [u8; 16],
}

impl Part {
    /// All parts of a table with this number of rows, in the order of keys.
    fn all(rows: u64) -> impl Iterator<Item = Part> {
        let is_fine = rows > ROWS_OF_ONE_DIGIT;
        (0..if is_fine { 256u32 } else { 16 }).map(move |number| {
            let (mut first, mut last) = ([0; 16], [0xff; 16]);
            let digits = if is_fine {
                (first[0], last[0]) = (number as u8, number as u8);
                format!("{number:02x}")
            } else {
                (first[0], last[0]) = ((number as u8) << 4, (number as u8) << 4 | 0xf);
                format!("{number:x}")
            };
            Part { digits, first, last }
        })
    }
}

/// The file of a part of a table, which begins with its first row.
struct PartFile<'a> {
    folder: &'a mut OutputFolder,
    name: String,
    /// Whether `import` reads the table.
    is_source: bool,
    writer: Option<ParquetWriter<BufWriter<File>>>,
}

impl<'a> PartFile<'a> {
    fn new(folder: &'a mut OutputFolder, table: &str, part: &Part) -> PartFile<'a> {
        let name = format!("{table}/part={}/0.parquet", part.digits);
        PartFile { folder, name, is_source: true, writer: None }
    }

    /// The file of a table in one part.
    fn whole(folder: &'a mut OutputFolder, table: &str) -> PartFile<'a> {
        PartFile { folder, name: format!("{table}/0.parquet"), is_source: false, writer: None }
    }

    fn write(&mut self, schema: SchemaRef, batch: &RecordBatch) -> anyhow::Result<()> {
        if batch.num_rows() == 0 {
            return Ok(());
        }
        let writer = match &mut self.writer {
            Some(writer) => writer,
            none => {
                let file = BufWriter::new(self.folder.create_file(&self.name)?);
                let begin = match self.is_source {
                    true => ParquetWriter::new,
                    false => ParquetWriter::of_other_rows,
                };
                none.insert(begin(file, schema).with_context(|| self.name.clone())?)
            }
        };
        writer.write(batch).with_context(|| self.name.clone())
    }

    fn finish(self) -> anyhow::Result<()> {
        if let Some(writer) = self.writer {
            let mut file = writer.finish().with_context(|| self.name.clone())?;
            file.flush().with_context(|| self.name.clone())?;
            drop(file);
            self.folder.add_created(&self.name)?;
        }
        Ok(())
    }
}

impl Job<'_> {
    /// Writes the tables to a folder.
    pub fn run(&self, path: &Path, is_forced: bool, global: &Global) -> anyhow::Result<Outcome> {
        let snapshot = self.store.snapshot()?;
        let mut folder = OutputFolder::create(path, is_forced, global)?;
        let records = if self.has_problems { self.write_problems(&mut folder, global)? } else { 0 };
        let games = match &self.games {
            Some(filter) => self.write_games(filter, &mut folder, global)?,
            None => 0,
        };
        let pairs = if self.has_cores { Some(self.write_cores(&mut folder)?) } else { None };
        drop(snapshot);
        if records + games == 0 {
            let path = path.display();
            report(&format!(
                "the database has no such record or game; nothing was written to {path}"
            ));
            return Ok(Outcome::NothingFound);
        }
        destination::report_changed(path, &folder.finish(global)?);
        let (records, games) = (plural(records, "record"), plural(games, "game"));
        let pairs = pairs.map(|count| format!(", {} with one core", plural(count, "pair")));
        let pairs = pairs.unwrap_or_default();
        print_line(format_args!(
            "{records} and {games}{pairs} written to {}",
            Escaped(&path.display().to_string())
        ))?;
        Ok(Outcome::Done)
    }

    /// Returns the number of records.
    fn write_problems(&self, folder: &mut OutputFolder, global: &Global) -> anyhow::Result<u64> {
        let rows = self.store.counts()?.records;
        let progress = Progress::start(global, "Writing problems", Some(rows));
        let (mut batch, mut count) = (ProblemBatch::default(), 0);
        for part in Part::all(rows) {
            let mut file = PartFile::new(folder, "problems", &part);
            let [first, last] = [part.first, part.last].map(PositionKey::from_bytes);
            find::for_each_record_by_key(self.store, first, last, |source, record| {
                batch.push(source, record, true)?;
                progress.add(1);
                count += 1;
                match batch.is_full() {
                    true => file.write(ProblemBatch::schema(), &batch.finish()),
                    false => anyhow::Ok(()),
                }
            })?;
            file.write(ProblemBatch::schema(), &batch.finish())?;
            file.finish()?;
        }
        Ok(count)
    }

    /// Writes the pairs of problems with the same core, sorted by their keys. Returns their number.
    fn write_cores(&self, folder: &mut OutputFolder) -> anyhow::Result<u64> {
        let cores = CoreIndex::load(self.store, CoreRows::All)?;
        let pairs = drop_separated_core_pairs(self.store, &cores, cores.find_pairs(0))?;
        let row = |pair: &find::CoreNeighbors| {
            let (one, other) = pair.numbers;
            let mut keys = [one, other].map(|number| cores.problems()[number as usize].key);
            keys.sort_unstable();
            (keys, pair.distance, pair.margin)
        };
        let mut rows: Vec<_> = pairs.iter().map(row).collect();
        rows.sort_unstable();
        let mut file = PartFile::whole(folder, "cores");
        let mut batch = CoreBatch::default();
        for &(keys, distance, margin) in &rows {
            batch.push(keys, distance, margin);
            if batch.is_full() {
                file.write(CoreBatch::schema(), &batch.finish())?;
            }
        }
        file.write(CoreBatch::schema(), &batch.finish())?;
        file.finish()?;
        Ok(rows.len() as u64)
    }

    /// Returns the number of games.
    fn write_games(
        &self,
        filter: &GameFilter,
        folder: &mut OutputFolder,
        global: &Global,
    ) -> anyhow::Result<u64> {
        let games = find::sort_games_by_key(self.store, &self.store.find_games(filter)?)?;
        let count = games.len() as u64;
        let progress = Progress::start(global, "Writing games", Some(count));
        let mut batch = GameBatch::default();
        for part in Part::all(count) {
            let mut file = PartFile::new(folder, "games", &part);
            let from = games.partition_point(|(key, _)| *key < part.first);
            let to = games.partition_point(|(key, _)| *key <= part.last);
            find::for_each_game_in_order(self.store, &games[from..to], |source, game| {
                batch.push(source, game, true)?;
                progress.add(1);
                match batch.is_full() {
                    true => file.write(GameBatch::schema(), &batch.finish()),
                    false => anyhow::Ok(()),
                }
            })?;
            file.write(GameBatch::schema(), &batch.finish())?;
            file.finish()?;
        }
        Ok(count)
    }
}
