//! The starts that have names in APGN.

use std::sync::LazyLock;

use super::board::Board;
use super::marble_rows::APGN_ROWS;

/// The names with a published layout, and the rows i to a of each.
const LAYOUTS: [(&str, &str); 14] = [
    ("standard", "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb"),
    ("belgian", "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww"),
    ("german_daisy", "5/ww2bb/www1bbb/1ww2bb1/9/1bb2ww1/bbb1www/bb2ww/5"),
    ("dutch_daisy", "ww1bb/wbwbwb/1ww1bb1/8/9/8/1bb1ww1/bwbwbw/bb1ww"),
    ("swiss_daisy", "5/ww2bb/wbw1bwb/1ww2bb1/9/1bb2ww1/bwb1wbw/bb2ww/5"),
    ("fujiyama", "wwwww/1wbbw1/2wbw2/3ww3/9/3bb3/2bwb2/1bwwb1/bbbbb"),
    ("the_wall", "2w2/6/1wwwww1/wwwwwwww/9/bbbbbbbb/1bbbbb1/6/2b2"),
    ("star", "b3w/1w2b1/w1b1w1b/3wb3/wbwb1wbwb/3wb3/w1b1w1b/1w2b1/b3w"),
    ("alliances", "5/1wwbb1/1w1wbb1/1w1bw1b1/1w1b1w1b1/1w1bw1b1/1wwb1b1/1wwbb1/5"),
    ("domination", "5/w4b/ww3bb/wwww1bbb/3b1b3/bbb1wwww/bb3ww/b4w/5"),
    ("atomouche", "bw3/w2bwb/2b4/b1w4w/w2b1w2b/b4b1w/4w2/wbw2b/3bw"),
    ("centrifugeuse", "1www1/b4b/bb1w1bb/bb4bb/9/ww4ww/ww1b1ww/w4w/1bbb1"),
    ("snakes_variant", "bbbbb/b5/b6/b1wwwww1/1b5w1/1bbbbb1w/6w/5w/wwwww"),
    ("alien", "b1b1b/1bwwb1/1bwbwb1/3bb3/9/3ww3/1wbwbw1/1wbbw1/w1w1w"),
];

/// The names without a layout. `custom` stands for any start.
const WITHOUT_LAYOUT: [&str; 5] = ["accelium", "corners", "duel", "the_clearing", CUSTOM];

/// The name of a start that only its position tells.
pub(super) const CUSTOM: &str = "custom";

static STARTS: LazyLock<Vec<(&str, Board)>> = LazyLock::new(|| {
    let start = |(name, rows)| (name, APGN_ROWS.read(rows).expect("a layout has nine rows"));
    LAYOUTS.into_iter().map(start).collect()
});

impl Board {
    /// The start with a name of APGN, such as `belgian`; `None` for an unknown name and for one
    /// without a published layout. Letter case, blanks and a final "daisy" mean nothing.
    ///
    /// ```
    /// use gtn_db::abalone::Board;
    ///
    /// assert_eq!(Board::of_start("Belgian Daisy"), Some(Board::BELGIAN_DAISY));
    /// assert_eq!(Board::of_start("duel"), None);
    /// ```
    pub fn of_start(name: &str) -> Option<Board> {
        let name = letters(name);
        STARTS.iter().find(|start| letters(start.0) == name).map(|start| start.1)
    }

    /// The name of the start in APGN, if the board is one.
    pub fn start_name(self) -> Option<&'static str> {
        STARTS.iter().find(|start| start.1 == self).map(|start| start.0)
    }
}

/// The name as APGN writes it, with or without a layout; `None` for an unknown one.
pub(super) fn variant_name(name: &str) -> Option<&'static str> {
    let name = letters(name);
    let mut known = LAYOUTS.map(|start| start.0).into_iter().chain(WITHOUT_LAYOUT);
    known.find(|known| letters(known) == name)
}

/// What tells a name from others.
fn letters(name: &str) -> String {
    let mut name: String = name.chars().filter(|char| char.is_alphanumeric()).collect();
    name.make_ascii_lowercase();
    name.strip_suffix("daisy").map(str::to_owned).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Color;

    #[test]
    fn the_layouts_have_as_many_marbles_of_each_color() {
        assert_eq!(Board::of_start("STANDARD"), Some(Board::STANDARD));
        for &(name, board) in &*STARTS {
            assert_eq!(board.start_name(), Some(name));
            let marbles = if name == "atomouche" { 12 } else { 14 };
            assert_eq!(Color::ALL.map(|color| board.count(color)), [marbles; 2], "{name}");
        }
    }

    #[test]
    fn names_are_known_in_several_spellings() {
        for (text, name) in [
            ("German Daisy", "german_daisy"),
            ("german", "german_daisy"),
            ("The-Wall", "the_wall"),
            ("Belgian daisy:", "belgian"),
            ("Accelium", "accelium"),
            ("custom", CUSTOM),
        ] {
            assert_eq!(variant_name(text), Some(name), "{text}");
        }
        for text in ["", "Kubik", "daisy", "belgiandaisydaisy"] {
            assert_eq!(variant_name(text), None, "{text}");
        }
    }
}
