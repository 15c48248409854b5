//! What results mean: who won.

use super::{GameFault, GameFaultCause, GameRecord, ReadGame};
use crate::Color;
use crate::abalone::movetext::is_result;

/// The results of the games that one side won, and the side.
const WON: [(&str, Color); 2] = [("1-0", Color::Black), ("0-1", Color::White)];

/// The side that a result names as the winner.
fn winner(result: &str) -> Option<Color> {
    WON.into_iter().find(|won| won.0 == result).map(|won| won.1)
}

impl GameRecord {
    /// The result after the moves, or that of the tag if there is none.
    pub fn final_result(&self) -> Option<&str> {
        self.result.as_deref().or_else(|| self.tag("Result").filter(|tag| is_result(tag)))
    }

    /// The final result, unless a move cannot be read or the tag names another result than the end of
    /// the moves.
    pub fn agreed_result(&self) -> Option<&str> {
        let tag = self.tag("Result").filter(|tag| is_result(tag));
        let differs = matches!((tag, &self.result), (Some(tag), Some(end)) if tag != end);
        self.final_result().filter(|_| self.rest.is_empty() && !differs)
    }

    /// The side that won: who took six marbles, or else the side that the agreed result names.
    pub fn winner(&self) -> Option<Color> {
        self.winner_on_board().or_else(|| self.agreed_result().and_then(winner))
    }

    /// The side that took six marbles.
    fn winner_on_board(&self) -> Option<Color> {
        self.last_position()?.winner()
    }

    /// Whether the game has the tags of PGN that APGN has not. Its result may be one of PGN then,
    /// where the first number is White's.
    fn has_tags_of_pgn(&self) -> bool {
        ["Site", "Round"].iter().all(|name| self.tag(name).is_some())
    }

    /// Exchanges the sides in the results.
    pub(crate) fn swap_results(&mut self) {
        let tags = self.tags.iter_mut().filter(|tag| tag.0 == "Result").map(|tag| &mut tag.1);
        for result in tags.chain(&mut self.result) {
            if let Some(color) = winner(result) {
                *result = WON[!color as usize].0.to_owned();
            }
        }
    }

    /// Gives the results of the games of one text the sense of APGN, and names those that contradict the
    /// board.
    ///
    /// A text with the tags of PGN may have either sense: the games that the board decides tell which.
    pub(crate) fn settle_results(games: &mut [ReadGame]) {
        let of_pgn = |game: &&mut ReadGame| game.record.has_tags_of_pgn();
        // The games that the board decides: those in which 1-0 is a game that Black won, and the others.
        let mut decided = [0_u32; 2];
        let mut undecided = None;
        for (at, game) in games.iter().enumerate().filter(|(_, game)| game.record.has_tags_of_pgn())
        {
            let named = game.record.final_result().and_then(winner);
            match (named, game.record.winner_on_board()) {
                (Some(named), Some(winner)) => decided[usize::from(named != winner)] += 1,
                (Some(_), None) => undecided = undecided.or(Some(at)),
                (None, _) => {}
            }
        }
        if decided[1] > decided[0] {
            games.iter_mut().filter(of_pgn).for_each(|game| game.record.swap_results());
        } else if let Some(at) = undecided.filter(|_| decided[0] == decided[1]) {
            games[at].fault(GameFaultCause::EitherSense);
        }
        games.iter_mut().for_each(ReadGame::check_tags);
    }
}

impl ReadGame {
    fn fault(&mut self, cause: GameFaultCause) {
        self.faults.push(GameFault { line: self.line, place: None, cause });
    }

    /// Names the tags that contradict the board.
    pub(crate) fn check_tags(&mut self) {
        let record = &self.record;
        let mut causes = Vec::new();
        if let Some(winner) = record.winner_on_board() {
            let expected = WON[winner as usize].0;
            let result =
                record.final_result().filter(|&result| result != expected && result != "*");
            causes.extend(result.map(|result| GameFaultCause::Board {
                tag: "Result",
                value: result.to_owned(),
                board: expected.to_owned(),
            }));
        }
        let plies = record.moves.len().to_string();
        let is_whole = record.start.is_some() && record.rest.is_empty();
        let named = record.tag("Plies").filter(|&named| is_whole && named != plies);
        let named = named.filter(|named| named.parse::<usize>().is_ok());
        causes.extend(named.map(|named| GameFaultCause::Board {
            tag: "Plies",
            value: named.to_owned(),
            board: plies.clone(),
        }));
        causes.into_iter().for_each(|cause| self.fault(cause));
    }
}
