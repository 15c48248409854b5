//! What a source says, as its place on the disk has it now.

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::path::Path;

use rayon::prelude::*;

use super::inputs::InputFormat;
use super::parser::parse;
use super::source_check::{entry_of, visit_file};
use super::stage::{Parsed, Text, Unparsed};
use super::tree_facts::{Fact, FactKind, read_facts};
use crate::extract::read_json_values;
use crate::model::{Charset, Game, Record, TreeKind, TreeOptions, Turn, Variations};
use crate::sgf::{self, GameTree};
use crate::solution;
use crate::store::SourceDetails;

/// The most bytes of a source whose trees are compared. A longer one is only compared as a whole.
const MAX_BYTES: u64 = 32 << 20;

/// What a source has to have of another one to contain it, from the most cautious relation to the
/// boldest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceContent {
    /// The same game trees, byte for byte.
    Trees,
    /// All that the other one says, in any orientation: positions, sides to move, answers, lines,
    /// comments, names, marks and facts.
    Problems,
    /// The same positions with the same side to move, and games with the same moves in all lines. A
    /// record without a side to move is contained in every problem of its position. A record of
    /// Abalone that does not say how many marbles are lost is not contained in one that does.
    Positions,
}

/// The device and the inode of a file: equal for all paths to it.
#[cfg(unix)]
pub type FileId = (u64, u64);

/// The canonical path of a file: equal for all paths to it, without hard links.
#[cfg(not(unix))]
pub type FileId = std::path::PathBuf;

/// What identifies the file or folder to which a path leads.
///
/// # Errors
/// If there is none.
pub fn file_id(path: &Path) -> io::Result<FileId> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        path.metadata().map(|metadata| (metadata.dev(), metadata.ino()))
    }
    #[cfg(not(unix))]
    path.canonicalize()
}

/// A source whose place has the content that was imported.
pub(super) struct SourceFacts {
    /// The file, and the entry of an archive.
    pub(super) identity: (FileId, Option<String>),
    /// Whether the path is that of the file itself, and the source has the name of its path: no link
    /// led to the file.
    pub(super) is_direct: bool,
    pub(super) trees: Vec<TreeFacts>,
    /// Whether the trees are all that the source has. If not, only a source with equal bytes
    /// contains it.
    pub(super) is_whole: bool,
}

/// The facts of a tree, a line or an object of a source.
#[derive(Default)]
pub(super) struct TreeFacts {
    text: Vec<Vec<Fact>>,
    says: Vec<Vec<Fact>>,
    position: Vec<Vec<Fact>>,
}

impl TreeFacts {
    /// The sets of facts. A tree contains this one if it has all facts of one of the sets.
    pub(super) fn sets(&self, content: SourceContent) -> &[Vec<Fact>] {
        match content {
            SourceContent::Trees => &self.text,
            SourceContent::Problems => &self.says,
            SourceContent::Positions => &self.position,
        }
    }

    fn sort(&mut self) {
        let sets = [&mut self.text, &mut self.says, &mut self.position];
        sets.into_iter().flatten().for_each(|set| set.sort_unstable());
    }

    /// What is compared as a text only. `position` is what it shows, if anything.
    fn of_text(parts: &[&[u8]], position: Vec<Fact>) -> TreeFacts {
        let text = vec![vec![Fact::new(FactKind::Other, parts.iter().copied())]];
        TreeFacts { says: text.clone(), text, position: vec![position] }
    }

    fn of_record(record: &Record) -> TreeFacts {
        // Whole boards of different sizes can have one key.
        let size = record.symmetry.size(record.placement.region.size);
        let key = format!("{} {}x{}", record.key, size.cols(), size.rows());
        let turn = [record.turn.code()];
        let fact = |kind, parts: &[&[u8]]| Fact::new(kind, parts.iter().copied());
        let mut position = vec![fact(FactKind::Position, &[b"problem", key.as_bytes()])];
        let turn = fact(FactKind::Turn, &[key.as_bytes(), &turn]);
        if record.turn != Turn::Unknown {
            position.push(turn);
        }
        let tree = GameTree::read(&record.sgf, Charset::for_reading(record.charset.as_ref()));
        let size = record.placement.board;
        let reading = solution::read_as(&tree, size, Some(record.dialect));
        let mut says =
            read_facts(&tree, is_guessed(&record.charset), size, TreeKind::Problem, Some(&reading));
        // Moves without a side to move answer every problem of the position.
        let turn = (record.turn == Turn::Unknown && record.moves > 0).then_some(turn);
        says.iter_mut().for_each(|facts| facts.extend(position.iter().copied().chain(turn)));
        let text = vec![vec![fact(FactKind::Other, &[&record.sgf])]];
        TreeFacts { text, says, position: vec![position] }
    }

    fn of_game(game: &Game) -> TreeFacts {
        let fact = |kind, parts: &[&[u8]]| Fact::new(kind, parts.iter().copied());
        let text = fact(FactKind::Other, &[&game.sgf]);
        let tree = GameTree::read(&game.sgf, Charset::for_reading(game.charset.as_ref()));
        let mut says =
            read_facts(&tree, is_guessed(&game.charset), game.size, TreeKind::Game, None);
        let mut position = vec![fact(FactKind::Position, &[b"game", &game.lines])];
        if game.moves == 0 {
            // Games without moves are the same only if their texts are.
            says.iter_mut().for_each(|facts| facts.push(text));
            position = vec![text];
        }
        TreeFacts { text: vec![vec![text]], says, position: vec![position] }
    }
}

/// Reads the sources from the disk, files in parallel and archives once. `None` for a source that
/// does not have the content of its import anymore, or has no place.
///
/// `progress` is called with the number of sources that were read since its last call, by any
/// thread.
pub(super) fn read_sources(
    sources: &[SourceDetails],
    progress: &(dyn Fn(u64) + Sync),
) -> Vec<Option<SourceFacts>> {
    let mut by_file: BTreeMap<&Path, Vec<usize>> = BTreeMap::new();
    for (number, source) in sources.iter().enumerate() {
        if let Some(file) = &source.file {
            by_file.entry(&file.path).or_default().push(number);
        }
    }
    let by_file: Vec<(&Path, Vec<usize>)> = by_file.into_iter().collect();
    let read = |(path, numbers): &(&Path, Vec<usize>)| {
        let facts = read_file(path, numbers, sources);
        progress(numbers.len() as u64);
        facts
    };
    let mut all: Vec<Option<SourceFacts>> = sources.iter().map(|_| None).collect();
    for (number, facts) in by_file.par_iter().flat_map_iter(read).collect::<Vec<_>>() {
        all[number] = Some(facts);
    }
    all
}

/// The sources of a file that are there, by their numbers.
fn read_file(
    path: &Path,
    numbers: &[usize],
    sources: &[SourceDetails],
) -> Vec<(usize, SourceFacts)> {
    let Ok(id) = file_id(path) else { return Vec::new() };
    let is_own_path = path.canonicalize().is_ok_and(|canonical| canonical == path);
    let mut wanted: HashMap<(String, [u8; 16]), usize> = HashMap::new();
    for &number in numbers {
        let source = &sources[number];
        let entry = source.entry().unwrap_or_default().to_owned();
        wanted.insert((entry, source.hash), number);
    }
    let mut found = Vec::new();
    let longest = numbers.iter().map(|&number| sources[number].bytes).max().unwrap_or(0);
    visit_file(path, longest, &mut |mut input| {
        let entry = entry_of(&input.name, input.file.as_ref());
        let Ok(hash) = input.content.hash() else { return };
        let Some(number) = wanted.remove(&(entry, hash)) else { return };
        let source = &sources[number];
        let (mut trees, mut is_whole) = (Vec::new(), false);
        // Under a name with another extension, an import may have read nothing of the same bytes.
        let is_read = source.records + source.games > 0;
        if is_read && input.content.len() <= MAX_BYTES {
            let Ok(bytes) = input.content.into_bytes() else { return };
            (trees, is_whole) = read_trees(input.format, bytes, source.tree_options);
        }
        let is_cut = source.games > 0 && source.tree_options.variations == Some(Variations::Main);
        let file = source.file.as_ref().expect("the source has a place");
        found.push((
            number,
            SourceFacts {
                identity: (FileId::clone(&id), source.entry().map(str::to_owned)),
                is_direct: is_own_path && !file.has_own_name(),
                trees,
                is_whole: is_whole && !is_cut,
            },
        ));
    });
    found
}

/// The facts of all trees, lines or objects, and whether these are all that the bytes have.
fn read_trees(format: InputFormat, bytes: Vec<u8>, options: TreeOptions) -> (Vec<TreeFacts>, bool) {
    let bytes = sgf::to_utf8(&bytes).unwrap_or(bytes);
    let options = TreeOptions { variations: None, ..options };
    let text = Text::Whole(format, bytes.clone());
    let parsed = parse(Unparsed { source: String::new(), text, options, charset: None });
    let (mut trees, is_whole) = match format {
        InputFormat::Sgf | InputFormat::ServerGame => read_sgf(&bytes, &parsed),
        InputFormat::Lines => read_lines(&bytes, &parsed),
        InputFormat::Json => read_json(&bytes, &parsed),
        InputFormat::AbaloneGames => read_abalone_games(&bytes, &parsed),
        InputFormat::Game(_) => read_game_file(&bytes, &parsed),
        InputFormat::Foreign(_) => (Vec::new(), false),
        #[cfg(feature = "parquet")]
        InputFormat::StoredTrees => (Vec::new(), false),
    };
    trees.iter_mut().for_each(TreeFacts::sort);
    (trees, is_whole)
}

fn read_sgf(bytes: &[u8], parsed: &Parsed) -> (Vec<TreeFacts>, bool) {
    let records = parsed.records.iter().map(|record| (record.offset, &record.sgf, &record.charset));
    let games = parsed.games.iter().map(|game| (game.offset, &game.sgf, &game.charset));
    let all = || records.clone().chain(games.clone());
    let is_intact = |(_, sgf, charset): (u64, &Vec<u8>, &Option<Charset>)| {
        GameTree::read(sgf, Charset::for_reading(charset.as_ref())).faults().is_empty()
    };
    let spans = all().map(|(offset, sgf, _)| (offset, &**sgf)).collect();
    let is_whole = is_covered(bytes, spans) && all().all(is_intact);
    let records = parsed.records.iter().map(TreeFacts::of_record);
    (records.chain(parsed.games.iter().map(TreeFacts::of_game)).collect(), is_whole)
}

/// Whether the spans are in the bytes and nothing but blanks is around them.
fn is_covered(bytes: &[u8], mut spans: Vec<(u64, &[u8])>) -> bool {
    spans.sort_unstable();
    let mut rest = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    for (offset, span) in spans {
        let at = (offset as usize).checked_sub(bytes.len() - rest.len());
        let Some((before, after)) = at.and_then(|at| rest.split_at_checked(at)) else {
            return false;
        };
        match after.strip_prefix(span) {
            Some(after) if before.trim_ascii().is_empty() => rest = after,
            _ => return false,
        }
    }
    rest.trim_ascii().is_empty()
}

/// Reads a list. Comments belong to the position that follows.
fn read_lines(bytes: &[u8], parsed: &Parsed) -> (Vec<TreeFacts>, bool) {
    let mut by_offset: HashMap<u64, TreeFacts> = HashMap::new();
    for record in &parsed.records {
        by_offset.insert(record.offset, TreeFacts::of_record(record));
    }
    for problem in &parsed.abalone_problems {
        let lost = problem.lost.map(|lost| lost.to_string()).unwrap_or_default();
        let turn = [problem.turn.code()];
        let fact = |kind, parts: &[&[u8]]| Fact::new(kind, parts.iter().copied());
        let text = problem.text.as_bytes();
        let mut position = vec![fact(FactKind::Position, &[b"abalone", text, lost.as_bytes()])];
        if problem.turn != Turn::Unknown {
            position.push(fact(FactKind::Turn, &[b"abalone", text, &turn]));
        }
        let says = vec![position.clone()];
        by_offset
            .insert(problem.offset, TreeFacts { text: Vec::new(), says, position: vec![position] });
    }
    let (mut trees, mut is_whole) = (Vec::new(), true);
    let (mut comments, mut offset): (Vec<&[u8]>, u64) = (Vec::new(), 0);
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        let text = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii();
        if text.starts_with(b"#") {
            comments.push(text);
        } else if let Some(mut tree) = by_offset.remove(&offset) {
            comments.push(text);
            tree.text = vec![vec![Fact::new(FactKind::Other, comments.iter().copied())]];
            if comments.len() > 1 {
                let fact = Fact::new(FactKind::Comments, comments.iter().copied());
                tree.says.iter_mut().for_each(|facts| facts.push(fact));
            }
            comments.clear();
            trees.push(tree);
        } else {
            is_whole &= text.is_empty();
        }
        offset += line.len() as u64;
    }
    if !comments.is_empty() {
        trees.push(TreeFacts::of_text(&comments, Vec::new()));
    }
    (trees, is_whole)
}

/// Reads problems in JSON, which are compared as texts: they may have more fields than are read.
fn read_json(bytes: &[u8], parsed: &Parsed) -> (Vec<TreeFacts>, bool) {
    let Ok(text) = std::str::from_utf8(bytes) else { return (Vec::new(), false) };
    let of_record = |record: &Record| (record.offset, TreeFacts::of_record(record).position);
    let mut positions: HashMap<u64, Vec<Vec<Fact>>> =
        parsed.records.iter().map(of_record).collect();
    let (mut trees, mut is_whole) = (Vec::new(), true);
    for value in read_json_values(text) {
        let position = value
            .ok()
            .and_then(|(at, object)| Some((object, positions.remove(&(at as u64))?.concat())));
        match position {
            Some((object, position)) => {
                trees.push(TreeFacts::of_text(&[object.as_bytes()], position));
            }
            None => is_whole = false,
        }
    }
    (trees, is_whole)
}

/// Reads a file with one game, which is compared as a text: the file may say more than is read.
fn read_game_file(bytes: &[u8], parsed: &Parsed) -> (Vec<TreeFacts>, bool) {
    let positions = parsed.games.iter().map(|game| TreeFacts::of_game(game).position);
    let positions =
        positions.chain(parsed.records.iter().map(|it| TreeFacts::of_record(it).position));
    let trees: Vec<TreeFacts> =
        positions.map(|position| TreeFacts::of_text(&[bytes], position.concat())).collect();
    let is_whole = trees.len() == 1;
    (trees, is_whole)
}

/// Reads games and problems of Abalone, which are compared as texts.
fn read_abalone_games(bytes: &[u8], parsed: &Parsed) -> (Vec<TreeFacts>, bool) {
    let games = parsed.abalone_games.iter().map(|game| {
        let start = game.start.to_iatn();
        let moves = [b"game", start.as_bytes(), &game.moves];
        (game.offset, &game.source_text, Fact::new(FactKind::Position, moves))
    });
    let problems = parsed.abalone_problems.iter().map(|problem| {
        let position = Fact::new(FactKind::Position, [problem.source_text.as_bytes()]);
        (problem.offset, &problem.source_text, position)
    });
    let (mut trees, mut spans) = (Vec::new(), Vec::new());
    for (offset, text, position) in games.chain(problems) {
        spans.push((offset, text.as_bytes()));
        trees.push(TreeFacts::of_text(&[text.trim().as_bytes()], vec![position]));
    }
    (trees, is_covered(bytes, spans))
}

/// Whether the charset of a tree was guessed from its bytes.
fn is_guessed(charset: &Option<Charset>) -> bool {
    charset.as_ref().is_some_and(|charset| charset.is_guessed)
}
