//! The rows of tables, compared with what their game trees give.

use parquet::data_type::ByteArray;

use crate::PositionKey;
use crate::extract::{
    Extracted, TreeLocation, extract_early_record, extract_stored_record, extract_tree_as,
    stored_charset,
};
use crate::games::hash_game;
use crate::import::stored_tree::StoredTree;
use crate::model::{Charset, TreeKind, TreeOptions, TreePart, Variations};
use crate::sgf;
use crate::solution::Dialect;
use crate::table::{TableKind, TableRow};

/// The most bytes of the name of a source.
const MAX_SOURCE_BYTES: usize = 1 << 16;

/// The most bytes of a game tree, more than an import leaves of any tree.
const MAX_SGF_BYTES: usize = 64 << 20;

/// Takes the game tree out of a row, with the name of its source. Of the other columns only those
/// are taken that the bytes of the tree do not tell: its number, its offset, its charset, a
/// dialect that comes from the format of the source, and which problem of a tree of several it is.
///
/// # Errors
/// If a value is missing or impossible, or if the key or the text are not those of the tree: what
/// is wrong, in a sentence.
pub(super) fn check_row(row: &TableRow, kind: TableKind) -> Result<(String, StoredTree), String> {
    let null = |column: &str| format!("{column} is null");
    let text_of = |column: &str, value: &ByteArray| match str::from_utf8(value.data()) {
        Ok(text) => Ok(text.to_owned()),
        Err(_) => Err(format!("{column} is not UTF-8")),
    };
    let source = row.source.as_ref().ok_or_else(|| null("source"))?;
    if source.is_empty() || source.len() > MAX_SOURCE_BYTES {
        return Err(format!("source has {} bytes", source.len()));
    }
    let source = text_of("source", source)?;
    let tree = row.tree.ok_or_else(|| null("tree"))?;
    let number = u32::try_from(tree).ok().filter(|&tree| tree > 0);
    let number = number.ok_or_else(|| format!("tree is {tree}; trees are numbered from 1"))?;
    let check = || {
        let offset = row.offset.ok_or_else(|| null("offset"))?;
        let offset = u64::try_from(offset).map_err(|_| format!("offset is {offset}"))?;
        let key = row.key.as_ref().ok_or_else(|| null("key"))?;
        let key = read_key(key.data())?;
        let charset = match &row.charset {
            Some(name) => read_charset(&text_of("charset", name)?)?,
            None => None,
        };
        let sgf = row.sgf.as_ref().ok_or_else(|| null("sgf"))?;
        if sgf.len() > MAX_SGF_BYTES {
            return Err(format!("sgf has {} bytes", sgf.len()));
        }
        // These dialects are known from the format of the source, not from the tree.
        let dialect = row.dialect.filter(|it| matches!(it, Dialect::OgsJson | Dialect::SolJson));
        let kind = match kind {
            TableKind::Problems => TreeKind::Problem,
            TableKind::Games => TreeKind::Game,
        };
        let part = if row.setup.is_some() { Some(read_part(row)?) } else { None };
        let sgf = sgf.data().to_vec();
        let is_game_alone = kind == TreeKind::Game && !row.is_early;
        let tree =
            StoredTree { kind, part, is_game_alone, dialect, tree: number, offset, charset, sgf };
        match kind {
            TreeKind::Problem => {
                let text = row.text.as_ref().ok_or_else(|| null("text"))?;
                check_problem(&tree, key, text.data(), row.is_early)?;
            }
            TreeKind::Game => check_game(&tree, key)?,
        }
        Ok(tree)
    };
    match check() {
        Ok(tree) => Ok((source, tree)),
        Err(reason) => Err(format!("tree {number} of {source}: {reason}")),
    }
}

/// What a problem is of its tree.
fn read_part(row: &TableRow) -> Result<TreePart, String> {
    let number = |column: &str, value: Option<i64>| {
        let value = value.ok_or_else(|| format!("{column} is null"))?;
        u64::try_from(value).map_err(|_| format!("{column} is {value}"))
    };
    let problem = number("problem", row.problem.map(i64::from))? as u32;
    if problem == 0 {
        return Err("problem is 0; problems are numbered from 1".to_owned());
    }
    let hash = row.hash.as_ref().ok_or("hash is null")?;
    let digits = str::from_utf8(hash.data()).ok().and_then(|digits| digits.parse().ok());
    let hash: PositionKey = digits.ok_or("hash has not 32 hexadecimal digits")?;
    let setup = number("setup", row.setup)?;
    Ok(TreePart { problem, setup, hash: *hash.as_bytes(), pieces: Vec::new() })
}

/// A key as digits or, in schema 1, as bytes.
fn read_key(value: &[u8]) -> Result<PositionKey, String> {
    match <[u8; 16]>::try_from(value) {
        Ok(bytes) => Ok(PositionKey::from_bytes(bytes)),
        Err(_) => {
            let digits = str::from_utf8(value).ok().and_then(|digits| digits.parse().ok());
            digits.ok_or_else(|| "key has not 32 hexadecimal digits".to_owned())
        }
    }
}

/// The charset with a stored name; `None` for UTF-8.
fn read_charset(stored: &str) -> Result<Option<Charset>, String> {
    let Charset { name, is_guessed } = Charset::from_stored(stored);
    let known = sgf::Charset::for_label(name.as_bytes());
    let known = known.ok_or_else(|| format!("charset is {stored:?}, which is not known"))?;
    let name = known.name().to_owned();
    Ok((known != sgf::Charset::UTF_8).then_some(Charset { name, is_guessed }))
}

fn check_problem(
    tree: &StoredTree,
    key: PositionKey,
    text: &[u8],
    is_early: bool,
) -> Result<(), String> {
    let location = TreeLocation { tree: tree.tree, offset: tree.offset };
    let (sgf, charset) = (&tree.sgf, tree.charset.as_ref());
    let record = extract_stored_record(sgf, charset, location, tree.dialect);
    // Before reading 4, further set-ups changed the position.
    let early = || extract_early_record(sgf, charset, location, tree.dialect);
    let record = match record {
        Some(record) if text == record.text.as_bytes() || !is_early => Some(record),
        other => early().or(other),
    };
    let record = record.ok_or("sgf has no problem")?;
    if text != record.text.as_bytes() {
        return Err(format!("text is not that of sgf, {}", record.text));
    }
    check_key(key, record.key)
}

fn check_game(tree: &StoredTree, key: PositionKey) -> Result<(), String> {
    let location = TreeLocation { tree: tree.tree, offset: tree.offset };
    let options = TreeOptions {
        kind: Some(TreeKind::Game),
        variations: Some(Variations::Main), // the key is that of the main line
        ..TreeOptions::default()
    };
    let charset = stored_charset(tree.charset.as_ref());
    let Extracted::Game(game) = extract_tree_as(&tree.sgf, charset, location, options, None).0
    else {
        return Err("sgf has no game".to_owned());
    };
    let derived = hash_game(&game.lines).map_err(|error| error.to_string())?;
    check_key(key, PositionKey::from_bytes(derived))
}

fn check_key(key: PositionKey, derived: PositionKey) -> Result<(), String> {
    if key == derived { Ok(()) } else { Err(format!("key is {key}; that of sgf is {derived}")) }
}
