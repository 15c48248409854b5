//! Boards as SVG pictures, for pages and for print.
//!
//! ```text
//!   ┏━━┯━━┯━━┯━━┯━╸    Edges of the board are thick lines. On an open side
//!   ┃  │  ●  ○  │      the lines continue beyond the last point, and there is
//!   ●──●──●──○──┼─╴    at least one line of points beyond the stones.
//!   ○──○──○──○──A─╴
//!   ┃  │  │  │  │      No line crosses a letter, a number or a mark.
//! ```
//!
//! A [`Picture`] describes what to draw; a [`HexPicture`] is a board of Abalone. [`Picture::draw_file`] returns a file,
//! [`Picture::draw_inline`] an element of an HTML page, which includes
//! [`STYLE`] once for all boards.
//!
//! A page has hundreds of boards, so the markup is compact: lines are ten units
//! apart, all numbers are integers, and everything of one look is one path. A
//! stone is a segment of length 0 with round caps.
//!
//! All colors are custom properties in [`STYLE`]: stones keep their colors in
//! dark mode, and print needs no background.

mod drawing;
mod element;
mod hex;
mod picture;
#[cfg(test)]
mod tests;
mod words;

pub use element::STYLE;
pub use hex::{HEX_STYLE, HexPicture};
pub use picture::Picture;
pub use words::PictureWords;
