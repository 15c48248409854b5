//! Games on boards of one size, 32 by 32 in tiles.

use super::change_log::{ChangeLog, ChangeLogBuilder};
use super::first_stone::{FirstStone, FirstStones, LANES};
use super::variation_tree::VariationTree;
use crate::Color;
use crate::games::decoding::{ChangeVisitor, MainLine};
use crate::games::encoding::{DecodeGameError, PointChange};
use crate::go::Size;

/// Games that make a block, if their boards are of one size.
pub(super) const BLOCK_GAMES: usize = 256;

/// Games on boards of one size: what one thread searches at a time.
#[derive(Debug)]
pub(crate) struct Block {
    pub size: Size,
    /// For each tile, for each point, the first stones of the 32 games.
    first_stones: Vec<FirstStones>,
    pub games: Vec<IndexedGame>,
    /// For each game: the number of setups, the steps that are setups, without step 0, and
    /// the change log.
    words: Vec<u16>,
}

/// A game of a block.
#[derive(Debug)]
pub(crate) struct IndexedGame {
    /// The number of the game in the database.
    pub id: i64,
    pub variations: Option<Box<VariationTree>>,
    /// Whether the game is searched.
    pub is_wanted: bool,
    /// Where the game begins in [`Block::words`].
    words: u32,
    /// Number of steps of the main line, the setup before the first move included.
    steps: u16,
}

impl IndexedGame {
    /// Number of positions; a position that several lines share counts once.
    pub(crate) fn positions(&self) -> u64 {
        let variations = self.variations.as_ref().map_or(0, |variations| variations.positions);
        u64::from(self.steps) + variations
    }

    /// A game whose words begin at `words`, without variations.
    pub(super) fn new(id: i64, words: u32, steps: u16, is_wanted: bool) -> IndexedGame {
        IndexedGame { id, variations: None, is_wanted, words, steps }
    }

    /// Where the words begin, and the number of steps.
    pub(super) fn entry(&self) -> (u32, u16) {
        (self.words, self.steps)
    }
}

/// Up to 32 games of a block that are searched at once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tile<'a> {
    block: &'a Block,
    /// Number of the first game in the block.
    first: usize,
    /// For each point the first stones of all games.
    pub first_stones: &'a [FirstStones],
    pub games: &'a [IndexedGame],
}

impl<'a> Tile<'a> {
    /// The main line of a game.
    pub(crate) fn main_line(&self, lane: usize) -> MainLineView<'a> {
        MainLineView { tile: *self, lane }
    }
}

/// The main line of one game of a tile.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MainLineView<'a> {
    tile: Tile<'a>,
    lane: usize,
}

impl<'a> MainLineView<'a> {
    /// The first stone on a point.
    pub(crate) fn first_stone(&self, point: u16) -> FirstStone {
        self.tile.first_stones[usize::from(point)].0[self.lane]
    }

    /// The steps that are setups, without step 0, in ascending order.
    pub(crate) fn setups(&self) -> &'a [u16] {
        self.words().0
    }

    /// The changes of all points that change more than once, and the passes.
    pub(crate) fn change_log(&self) -> ChangeLog<'a> {
        ChangeLog::new(self.words().1)
    }

    /// All that is known of the line, to be compared with that of another game.
    pub(super) fn to_words(self) -> Vec<u16> {
        let (setups, log) = self.words();
        let stones = self.tile.first_stones.iter().map(|point| point.0[self.lane].0);
        let steps = [self.tile.games[self.lane].steps, setups.len() as u16];
        let words = steps.into_iter().chain(stones);
        words.chain(setups.iter().chain(log).copied()).collect()
    }

    fn words(&self) -> (&'a [u16], &'a [u16]) {
        let Block { games, words, .. } = self.tile.block;
        let game = self.tile.first + self.lane;
        let start = games[game].words as usize;
        let end = games.get(game + 1).map_or(words.len(), |next| next.words as usize);
        words[start + 1..end].split_at(usize::from(words[start]))
    }
}

impl Block {
    pub(super) fn new(size: Size) -> Block {
        Block {
            size,
            first_stones: Vec::with_capacity(BLOCK_GAMES.div_ceil(LANES) * size.area()),
            games: Vec::with_capacity(BLOCK_GAMES),
            words: Vec::with_capacity(BLOCK_GAMES * 128), // most blocks need less
        }
    }

    /// The games, 32 at a time.
    pub(crate) fn tiles(&self) -> impl Iterator<Item = Tile<'_>> {
        let points = self.first_stones.chunks(self.size.area());
        self.games.chunks(LANES).zip(points).enumerate().map(|(number, (games, first_stones))| {
            Tile { block: self, first: number * LANES, first_stones, games }
        })
    }

    /// Size in memory, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let variations = self.games.iter().filter_map(|game| game.variations.as_ref());
        size_of::<Block>()
            + self.first_stones.capacity() * size_of::<FirstStones>()
            + self.games.capacity() * size_of::<IndexedGame>()
            + self.words.capacity() * size_of::<u16>()
            + variations.map(|variations| variations.bytes()).sum::<usize>()
    }

    pub(crate) fn shrink_to_fit(&mut self) {
        self.first_stones.shrink_to_fit();
        self.games.shrink_to_fit();
        self.words.shrink_to_fit();
    }

    /// Decodes a main line and adds the game. Returns whether the game has variations.
    fn push_main_line(
        &mut self,
        id: i64,
        line: MainLine<'_>,
        log: &mut ChangeLogBuilder,
    ) -> Result<bool, DecodeGameError> {
        let (area, lane) = (self.size.area(), self.games.len() % LANES);
        if lane == 0 {
            let tile = self.first_stones.len() + area;
            self.first_stones.resize(tile, FirstStones([FirstStone::NEVER; LANES]));
        }
        let words = self.words.len();
        self.words.push(0);
        log.begin(self.size);
        let tile = self.first_stones.len() - area;
        let mut writer = LaneWriter { tile: &mut self.first_stones[tile..], lane, log };
        let (steps, has_variations) = line.decode(&mut writer, &mut self.words)?;
        // At most MAX_LINE_STEPS setups.
        self.words[words] = (self.words.len() - words - 1) as u16;
        log.write(&mut self.words);
        self.games.push(IndexedGame::new(id, words as u32, steps, true));
        Ok(has_variations)
    }

    /// Adds a game, unless it has variations or cannot be decoded.
    pub(super) fn push_single_line(&mut self, id: i64, moves: &[u8], log: &mut ChangeLogBuilder) {
        let Ok(line) = MainLine::new(moves) else { return };
        let (games, stones, words) = (self.games.len(), self.first_stones.len(), self.words.len());
        match self.push_main_line(id, line, log) {
            Ok(false) => return,
            Ok(true) => {}
            Err(_) => *log = ChangeLogBuilder::default(),
        }
        self.games.truncate(games);
        self.words.truncate(words);
        let lane = games % LANES;
        if lane == 0 {
            self.first_stones.truncate(stones);
        } else {
            let tile = &mut self.first_stones[stones - self.size.area()..];
            tile.iter_mut().for_each(|point| point.0[lane] = FirstStone::NEVER);
        }
    }

    /// Makes the block one of other games, whose first stones are to be added.
    pub(super) fn replace(
        &mut self,
        size: Size,
        games: impl Iterator<Item = IndexedGame>,
        words: impl Iterator<Item = u16>,
    ) {
        self.size = size;
        self.games.clear();
        self.games.extend(games);
        self.words.clear();
        self.words.extend(words);
        self.first_stones.clear();
    }

    pub(super) fn first_stones_mut(&mut self) -> &mut Vec<FirstStones> {
        &mut self.first_stones
    }

    /// Whether the words of all games are in their places.
    pub(super) fn has_words(&self) -> bool {
        let ends = self.games.iter().skip(1).map(|game| game.words as usize);
        self.games.iter().zip(ends.chain([self.words.len()])).all(|(game, end)| {
            let words = self.words.get(game.words as usize..end).and_then(<[u16]>::split_first);
            words.is_some_and(|(&setups, rest)| usize::from(setups) <= rest.len())
        })
    }

    /// For each game: the number of setups, the steps that are setups, and the change log.
    pub(super) fn words(&self) -> &[u16] {
        &self.words
    }
}

/// Decodes a game and adds it to the block for its size of boards, or to a new block.
pub(super) fn push_game(
    blocks: &mut Vec<Block>,
    id: i64,
    moves: &[u8],
    log: &mut ChangeLogBuilder,
) -> Result<(), DecodeGameError> {
    let line = MainLine::new(moves)?;
    let number = blocks.iter().position(|block| block.size == line.size());
    let number = number.unwrap_or_else(|| {
        blocks.push(Block::new(line.size()));
        blocks.len() - 1
    });
    let block = &mut blocks[number];
    if block.push_main_line(id, line, log)? {
        let variations = Some(Box::new(VariationTree::new(moves)?));
        let game = block.games.last_mut().expect("the game was just pushed");
        game.variations = variations;
    }
    Ok(())
}

/// Writes the changes of a main line into one lane of a tile.
struct LaneWriter<'a> {
    tile: &'a mut [FirstStones],
    lane: usize,
    log: &'a mut ChangeLogBuilder,
}

impl ChangeVisitor for LaneWriter<'_> {
    fn pass(&mut self, step: u16, color: Color) {
        self.log.add_pass(step, color);
    }

    #[inline(always)]
    fn play(&mut self, step: u16, point: u16, color: Color) {
        let first = &mut self.tile[usize::from(point)].0[self.lane];
        if *first == FirstStone::NEVER && step <= FirstStone::MAX_STEP {
            *first = FirstStone::new(step, color);
        } else {
            self.change(PointChange { step, point, stone: Some(color) });
        }
    }

    #[inline(never)]
    fn change(&mut self, change: PointChange) {
        let PointChange { step, point, stone } = change;
        let first = &mut self.tile[usize::from(point)].0[self.lane];
        if *first == FirstStone::NEVER {
            let Some(color) = stone else { return }; // the point was empty before
            *first = FirstStone::new(step, color);
            if first.has_later_changes() {
                self.log.add(change);
            }
            return;
        }
        if !first.has_later_changes() {
            let stone = Some(first.color());
            self.log.add(PointChange { step: first.step(), point, stone });
            first.0 |= FirstStone::CHANGES_LATER;
        }
        self.log.add(change);
    }
}
