//! Two positions, written out.

/// A life-and-death problem in a corner.
pub const WINDOW: &str =
    "7x9|........._........._..OOOX..X_.O.XXX..._.XX......_........._.X......._!!!!!!!!!_";

/// A middle game on the whole board.
pub const WHOLE: &str = concat!(
    "19x19|",
    "...................",
    "..XX.O......X.O....",
    ".XOOXO..O..X..OXX..",
    "..O.OX.....X..OOX..",
    ".O...X...........XO",
    "..X.X..O.....X.XOO.",
    "..X......O...O.X...",
    ".XO..........OX....",
    ".O.O.....X...OX.O..",
    "...X..X..........O.",
    "..OX...........XO..",
    ".OX..O.....X..XXO..",
    "..XX..O..O.X.XOO...",
    "......X....OXOXXO..",
    "..X..O..XX.O.O.....",
    "..OX.O.XOO..O.XXX..",
    ".OOX...XXO..O.XOO..",
    "...O....XO...OOX...",
    "...................",
);
