//! Games in the formats of servers of East Asia. The game is written as a game tree in SGF, and the
//! tree is extracted as any other.
//!
//! | format | server | charset that a few characters are in |
//! |---|---|---|
//! | GIB | Tygem | that of `GIBOKIND`, else EUC-KR |
//! | NGF | CyberOro, wBaduk | GB18030 |
//! | UGF, UGI | PandaNet | that of `Lang`, else Shift_JIS |
//!
//! No specification of these formats was published. Sources: <https://senseis.xmp.net/?GIB>,
//! <https://senseis.xmp.net/?NGF>, <https://homepages.cwi.nl/~aeb/go/misc/ugf.html>.
//!
//! Lenient: lines of unknown kind are ignored. A move that is no point of the board is written as it
//! is, so that the replay reports it and ends the game there.

mod facts;
mod gib;
mod ngf;
mod text;
mod ugf;

use facts::Facts;
use text::{GameText, choose_charset, find_value};

use super::classify::{Extracted, TreeLocation, extract_tree_as};
use crate::model::{TreeKind, TreeOptions};
use crate::sgf::{self, Charset, CharsetSource, Detected};
use crate::{Fault, Rule, names};

names! {
    /// A format of files with one game.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum GameFormat {
        /// Of the server Tygem.
        Gib => "GIB",
        /// Of the servers CyberOro and wBaduk.
        Ngf => "NGF",
        /// Of the server PandaNet.
        Ugf => "UGF",
    }

    /// The name.
    pub fn name;
}

impl GameFormat {
    /// The format of a file that begins with these bytes; `None` if the file is of another kind.
    ///
    /// ```
    /// # use gtn_db_core as gtn_db;
    /// use gtn_db::extract::GameFormat;
    ///
    /// assert_eq!(GameFormat::detect(b"\\HS\r\n\\[GAMENAME=x\\]\r\n"), Some(GameFormat::Gib));
    /// assert_eq!(GameFormat::detect(b"(;GM[1])"), None);
    /// ```
    pub fn detect(head: &[u8]) -> Option<GameFormat> {
        let utf8 = sgf::to_utf8(head);
        let text = GameText::new(utf8.as_deref().unwrap_or(head), Charset::UTF_8);
        for (_, line) in text.lines() {
            match &*line {
                "" => {}
                r"\HS" => return Some(GameFormat::Gib),
                "[Header]" => return Some(GameFormat::Ugf),
                line if line.starts_with(r"\[GAME") => return Some(GameFormat::Gib),
                line if line.starts_with('(') => return None,
                line if ngf::read_move(line).is_some() => return Some(GameFormat::Ngf),
                _ => {}
            }
        }
        None
    }
}

/// Extracts the game of a file, with an SGF that was made of it. The tree is a game unless
/// `options` says otherwise.
///
/// The offsets of the faults are in bytes from the start of the file. If nothing was extracted, the
/// last fault is the cause.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::extract::{Extracted, GameFormat, extract_game_file};
///
/// let file = b"[Header]\nSize=9\nHdcp=0,6.50\nRule=JPN\n[Data]\nCC,B1,1,0\nGG,W1,2,0\n";
/// let (extracted, faults) = extract_game_file(file, GameFormat::Ugf, Default::default());
/// let Extracted::Game(game) = extracted else { panic!() };
/// assert!(faults.is_empty());
/// let sgf = "(;GM[1]FF[4]CA[UTF-8]SZ[9]KM[6.50]RU[Japanese];B[cc];W[gg])";
/// assert_eq!(String::from_utf8_lossy(&game.sgf), sgf);
/// ```
pub fn extract_game_file(
    bytes: &[u8],
    format: GameFormat,
    options: TreeOptions,
) -> (Extracted, Vec<Fault>) {
    let utf8 = sgf::to_utf8(bytes);
    let bytes = utf8.as_deref().unwrap_or(bytes);
    let (label, usual) = match format {
        GameFormat::Gib => (None, gib::usual_charsets(bytes)),
        GameFormat::Ngf => (None, ngf::usual_charsets(bytes)),
        GameFormat::Ugf => (find_value(bytes, "Lang="), [Charset::SHIFT_JIS, Charset::EUC_JP]),
    };
    let text = GameText::new(bytes, choose_charset(bytes, label, usual));
    let mut facts = Facts::default();
    let mut read = Ok(());
    match format {
        GameFormat::Gib => gib::read(&text, &mut facts),
        GameFormat::Ngf => ngf::read(&text, &mut facts),
        GameFormat::Ugf => read = ugf::read(&text, &mut facts),
    }
    let fault =
        |message: &str| Fault { rule: Rule::Syntax, offset: 0, message: message.to_owned() };
    let fault = match read {
        Err(message) => fault(&message),
        Ok(()) if bytes.trim_ascii().is_empty() => fault("the file is empty"),
        Ok(()) if !facts.has_moves() => fault("the file has no move"),
        Ok(()) => {
            facts.report_bad_text(&text);
            let draft = facts.write();
            let charset = Detected { charset: Charset::UTF_8, source: CharsetSource::Utf8 };
            let options = TreeOptions { kind: options.kind.or(Some(TreeKind::Game)), ..options };
            let (extracted, faults) = extract_tree_as(
                draft.sgf().as_bytes(),
                charset,
                TreeLocation::FIRST,
                options,
                None,
            );
            return (extracted, draft.into_faults(faults));
        }
    };
    (Extracted::Nothing, vec![fault])
}

#[cfg(test)]
mod tests;
