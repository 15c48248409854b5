//! Which chains of a finished position are alive and which are dead, by Article 7 of the Japanese rules.
//!
//! ```text
//!   X X . O X .      White has three stones in a bent row. As play under Article 6, the corner is a
//!   X O O O X .      ko; after the game has stopped, Black takes the ko, White may not retake it before
//!   . O X X X .      a pass for it, and the stones are dead.
//!   O O X . . .
//! ```
//!
//! Chains that are alive by Benson's theorem bound the areas in which other chains are confirmed, one at a
//! time, by search ([`crate::confirmation`]).

use crate::Color;
use crate::go::{Point, Position};

use crate::board::{MAX_POINTS, Points, Side, State, Zone};
use crate::confirmation::{Arena, Capture, NewStones, Search, Turn};
use crate::life::living_stones;
use crate::search::Budget;
use crate::verdict::Limits;
use crate::why::Why;

gtn_db_core::names! {
    /// Whether stones are alive after the game has stopped.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Standing {
        /// The opponent cannot capture them, or a new stone is then played on their points that he cannot
        /// capture.
        Alive => "alive",
        /// They are not alive.
        Dead => "dead",
    }

    /// The name.
    pub fn name;
}

/// A chain of a finished position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChainStanding {
    /// The color.
    pub color: Color,
    /// The stones, row by row.
    pub stones: Vec<Point>,
    /// Whether they are alive, or why that is unknown.
    pub standing: Result<Standing, Why>,
}

/// Confirms life and death of every chain after the game has stopped, by Article 7: the opponent moves
/// first, and a ko is retaken only after a pass for that ko. Chains are in the order of their first
/// stones, row by row.
///
/// At most `limits.nodes` states are searched for each chain that is not alive by Benson's theorem. The
/// reasons of unknown are [`Why::TooBig`] if the board has more than 128 points, [`Why::Budget`],
/// [`Why::Cancelled`], [`Why::Repetition`] and [`Why::NewStones`]. Small areas are decided: in a large
/// territory that does not consist of eyes, the budget ends.
///
/// ```
/// # mod gtn_db { pub use gtn_db_core::{Color, go, gtn}; pub use gtn_db_solve as solve; }
/// use gtn_db::Color;
/// use gtn_db::go::Position;
/// use gtn_db::gtn::SubPosition;
/// use gtn_db::solve::{Limits, Standing, confirm_chains};
///
/// let bent_four: SubPosition = "5x7|XX.OX.XXOOOXXX.OXXXXXOOX.XXXXXXXXXX".parse()?;
/// let ended = Position::from_board(&bent_four.board, Color::Black)?;
/// let chains = confirm_chains(&ended, &Limits::default());
/// let standing = |color| chains.iter().find(|chain| chain.color == color).unwrap().standing;
/// assert_eq!(standing(Color::White), Ok(Standing::Dead));
/// assert_eq!(standing(Color::Black), Ok(Standing::Alive));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn confirm_chains(position: &Position, limits: &Limits<'_>) -> Vec<ChainStanding> {
    let size = position.size();
    let mut chains: Vec<ChainStanding> = Vec::new();
    for at in size.points() {
        let is_new = !chains.iter().any(|chain| chain.stones.contains(&at));
        if let (true, Some(chain)) = (is_new, position.chain(at)) {
            let (color, stones) = (chain.color, chain.stones);
            chains.push(ChainStanding { color, stones, standing: Err(Why::TooBig) });
        }
    }
    if size.area() > MAX_POINTS {
        return chains;
    }
    let bit = |at: &Point| 1 << (u32::from(at.row) * u32::from(size.cols()) + u32::from(at.col));
    let points = |chain: &ChainStanding| chain.stones.iter().fold(0, |set, at| set | bit(at));
    let set = |of: Color| -> Points {
        chains.iter().filter(|chain| chain.color == of).fold(0, |set, chain| set | points(chain))
    };
    let stones = Color::ALL.map(set);
    let zone = Zone::new(size.cols(), size.rows(), 0);
    let alive = Color::ALL.map(|color| {
        let sides = [stones[!color as usize], stones[color as usize]];
        living_stones(&zone, &State::new(sides, Side::Attacker, [0, 0]))
    });
    for chain in &mut chains {
        let points = points(chain);
        let [attacker, defender] = [!chain.color as usize, chain.color as usize];
        chain.standing = if points & alive[defender] != 0 {
            Ok(Standing::Alive)
        } else {
            let alive = [alive[attacker], alive[defender]];
            let stones = [stones[attacker], stones[defender]];
            confirm_chain(&zone, stones, alive, points, limits)
        };
    }
    chains
}

/// Confirms a chain of the defender, on a board with these stones and these living ones by side.
fn confirm_chain(
    board: &Zone,
    stones: [Points; 2],
    alive: [Points; 2],
    chain: Points,
    limits: &Limits<'_>,
) -> Result<Standing, Why> {
    // Around the area there are living stones only; beyond them, nothing matters.
    let area = board.flood(chain, board.all() & !(alive[0] | alive[1]));
    let safe = alive[1] & board.dilate(area);
    let mut zone = board.clone();
    zone.safe = board.all() & !area & !safe;
    let stones = [stones[0] & area | zone.safe, stones[1] & area | safe];
    let arena = Arena { zone, area, safe, chain, defender: stones[1] };
    let is_cancelled =
        || limits.cancel.is_some_and(|cancel| cancel.load(std::sync::atomic::Ordering::Relaxed));
    let mut budget = Budget { left: limits.nodes, is_cancelled: &is_cancelled };
    let mut search = |new| match Search::new(&arena, new).solve(&Turn::new(stones), &mut budget) {
        Capture::Forced => Ok(true),
        Capture::Avoided => Ok(false),
        Capture::Stopped if is_cancelled() => Err(Why::Cancelled),
        Capture::Stopped => Err(Why::Budget),
        Capture::Unclear => Err(Why::Repetition),
    };
    if !search(NewStones::OnChain)? {
        return Ok(Standing::Alive);
    }
    match search(NewStones::Anywhere)? {
        true => Ok(Standing::Dead),
        false => Err(Why::NewStones),
    }
}
