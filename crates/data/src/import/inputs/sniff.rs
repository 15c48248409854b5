//! The format of a file, by its extension or by its first bytes.

use memchr::memmem;

use super::input::InputFormat;
use crate::abalone::{GameRecord, Setup};
use crate::extract::GameFormat;
use crate::extract::abalone::{has_puzzles, name_other_games};
use crate::sgf::to_utf8;

/// How many bytes of a file decide about its format.
pub(super) const HEAD_BYTES: usize = 64 * 1024;

/// What the format of a text can be, as far as is known before it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FormatHint {
    Sgf,
    Lines,
    /// Positions in lines, games of Abalone, or of no interest.
    LinesOrNothing,
    /// Problems in JSON, games of a dump, or of no interest.
    JsonOrNothing,
    AbaloneGames,
    Game(GameFormat),
    /// The format that the first bytes have, and this one if they have none.
    Any(InputFormat),
}

impl FormatHint {
    /// Whether a text that begins with these bytes is a dump, whose lines are inputs.
    pub(super) fn means_dump(self, head: &[u8]) -> bool {
        matches!(self, FormatHint::JsonOrNothing | FormatHint::Any(_)) && is_game_dump(head)
    }

    /// Decides by the first [`HEAD_BYTES`]; `None` for a text of no interest.
    pub(super) fn decide(self, head: &[u8]) -> Option<InputFormat> {
        match self {
            FormatHint::Sgf => Some(InputFormat::Sgf),
            FormatHint::Lines => Some(InputFormat::Lines),
            FormatHint::LinesOrNothing if starts_with_abalone_game(head) => {
                Some(InputFormat::AbaloneGames)
            }
            FormatHint::LinesOrNothing => starts_with_position(head).then_some(InputFormat::Lines),
            FormatHint::JsonOrNothing => has_json_problem(head).then_some(InputFormat::Json),
            FormatHint::AbaloneGames => Some(InputFormat::AbaloneGames),
            FormatHint::Game(format) => Some(InputFormat::Game(format)),
            FormatHint::Any(_) if starts_with_abalone_game(head) => Some(InputFormat::AbaloneGames),
            FormatHint::Any(_) if starts_with_position(head) => Some(InputFormat::Lines),
            FormatHint::Any(_) if starts_with_json(head) => Some(InputFormat::Json),
            FormatHint::Any(_) if without_mark(head).starts_with(b"(") => Some(InputFormat::Sgf),
            FormatHint::Any(format) => {
                Some(GameFormat::detect(head).map_or(format, InputFormat::Game))
            }
        }
    }

    /// The hint for a file with this hint that the user named. The content then
    /// counts more than the extension.
    pub(super) fn of_named_file(self) -> FormatHint {
        match self {
            FormatHint::JsonOrNothing => FormatHint::Any(InputFormat::Json),
            FormatHint::AbaloneGames => FormatHint::Any(InputFormat::AbaloneGames),
            FormatHint::Game(format) => FormatHint::Any(InputFormat::Game(format)),
            _ => FormatHint::Any(InputFormat::Sgf),
        }
    }
}

/// A file format that holds other files or compresses one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Container {
    Zip,
    SevenZip,
    /// A tar archive or a single text, compressed as one stream or not at all.
    Stream {
        compression: Compression,
        is_tar: bool,
    },
}

/// The compression of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compression {
    None,
    Gzip,
    Xz,
    Zstd,
}

/// What the extension of a file says about its format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExtensionHint {
    Text(FormatHint),
    /// A container, and the format of its text if it compresses just one.
    Container(Container, FormatHint),
    /// A table in Parquet.
    #[cfg(feature = "parquet")]
    Table,
    /// The extension is not a known one.
    None,
}

impl ExtensionHint {
    /// Whether the extension is that of a table.
    pub(super) fn is_table(self) -> bool {
        #[cfg(feature = "parquet")]
        return self == ExtensionHint::Table;
        #[cfg(not(feature = "parquet"))]
        return false;
    }

    /// Reads the extensions of a file name, in any letter case.
    pub(super) fn of(name: &str) -> ExtensionHint {
        let Some((stem, extension)) = name.rsplit_once('.') else {
            return ExtensionHint::None;
        };
        if let Some(hint) = look_up(EXTENSIONS, extension) {
            return hint;
        }
        let Some(compression) = look_up(&COMPRESSIONS, extension) else {
            return ExtensionHint::None;
        };
        match stem.rsplit_once('.') {
            Some((_, inner)) if inner.eq_ignore_ascii_case("tar") => tar(compression),
            Some((_, inner)) => match look_up(EXTENSIONS, inner) {
                Some(ExtensionHint::Text(hint @ (FormatHint::Sgf | FormatHint::JsonOrNothing))) => {
                    let is_tar = false;
                    ExtensionHint::Container(Container::Stream { compression, is_tar }, hint)
                }
                _ => ExtensionHint::None,
            },
            None => ExtensionHint::None,
        }
    }
}

/// Extensions with a meaning of their own.
const EXTENSIONS: &[(&str, ExtensionHint)] = &[
    ("sgf", ExtensionHint::Text(FormatHint::Sgf)),
    ("igtn", ExtensionHint::Text(FormatHint::Lines)),
    ("apgn", ExtensionHint::Text(FormatHint::AbaloneGames)),
    ("gib", ExtensionHint::Text(FormatHint::Game(GameFormat::Gib))),
    ("ngf", ExtensionHint::Text(FormatHint::Game(GameFormat::Ngf))),
    ("ugf", ExtensionHint::Text(FormatHint::Game(GameFormat::Ugf))),
    ("ugi", ExtensionHint::Text(FormatHint::Game(GameFormat::Ugf))),
    ("json", ExtensionHint::Text(FormatHint::JsonOrNothing)),
    ("jsonl", ExtensionHint::Text(FormatHint::JsonOrNothing)),
    ("ndjson", ExtensionHint::Text(FormatHint::JsonOrNothing)),
    ("gtn", ExtensionHint::Text(FormatHint::LinesOrNothing)),
    ("txt", ExtensionHint::Text(FormatHint::LinesOrNothing)),
    ("zip", ExtensionHint::Container(Container::Zip, FormatHint::Sgf)),
    ("7z", ExtensionHint::Container(Container::SevenZip, FormatHint::Sgf)),
    ("tar", tar(Compression::None)),
    ("tgz", tar(Compression::Gzip)),
    ("txz", tar(Compression::Xz)),
    ("tzst", tar(Compression::Zstd)),
    #[cfg(feature = "parquet")]
    ("parquet", ExtensionHint::Table),
];

/// Extensions of compressed files, which follow another extension.
const COMPRESSIONS: [(&str, Compression); 3] =
    [("gz", Compression::Gzip), ("xz", Compression::Xz), ("zst", Compression::Zstd)];

/// The value for an extension, in any letter case.
fn look_up<T: Copy>(table: &[(&str, T)], extension: &str) -> Option<T> {
    table.iter().find(|(known, _)| known.eq_ignore_ascii_case(extension)).map(|&(_, found)| found)
}

const fn tar(compression: Compression) -> ExtensionHint {
    ExtensionHint::Container(Container::Stream { compression, is_tar: true }, FormatHint::Sgf)
}

/// The container that begins with these bytes.
pub(super) fn detect_container(head: &[u8]) -> Option<Container> {
    let stream = |compression, is_tar| Some(Container::Stream { compression, is_tar });
    match head {
        // An archive without entries begins as in the second pattern.
        [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Some(Container::Zip),
        [b'7', b'z', 0xBC, 0xAF, 0x27, 0x1C, ..] => Some(Container::SevenZip),
        [0x1F, 0x8B, 8, ..] => stream(Compression::Gzip, false),
        [0xFD, b'7', b'z', b'X', b'Z', 0, ..] => stream(Compression::Xz, false),
        [0x28, 0xB5, 0x2F, 0xFD, ..] => stream(Compression::Zstd, false),
        _ if is_tar(head) => stream(Compression::None, true),
        _ => None,
    }
}

/// Whether this is the beginning of a Parquet file.
pub(super) fn is_table(head: &[u8]) -> bool {
    head.starts_with(b"PAR1")
}

/// Whether this is the first block of a tar archive.
pub(super) fn is_tar(head: &[u8]) -> bool {
    head.get(257..262) == Some(b"ustar")
}

/// The text without a byte order mark and without white space at the start.
fn without_mark(head: &[u8]) -> &[u8] {
    head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start()
}

/// Whether a text begins like JSON objects or a list of them.
fn starts_with_json(head: &[u8]) -> bool {
    let text = without_mark(head);
    let inner = text.strip_prefix(b"[").map_or(text, <[u8]>::trim_ascii_start);
    match inner.strip_prefix(b"{") {
        Some(object) => matches!(object.trim_ascii_start().first(), Some(b'"' | b'}')),
        None => inner.len() < text.len() && inner.starts_with(b"]"),
    }
}

/// Whether JSON objects look like problems in one of the forms that
/// [`extract_json`](crate::extract::extract_json) reads: they have `AB` or `AW` with a
/// list, or the move tree of a puzzle. The names alone decide nothing, as other
/// programs use `AB` and `initial_state` too.
fn has_json_problem(head: &[u8]) -> bool {
    let utf8 = to_utf8(head);
    let head = utf8.as_deref().unwrap_or(head);
    let has = |name: &[u8]| memmem::find(head, name).is_some();
    let has_list = |name: &[u8]| {
        memmem::find_iter(head, name).any(|at| {
            let rest = head[at + name.len()..].trim_ascii_start();
            let value = rest.strip_prefix(b":").map(<[u8]>::trim_ascii_start);
            value.is_some_and(|value| value.starts_with(b"["))
        })
    };
    has_puzzles(head)
        || name_other_games(head).is_some()
        || starts_with_json(head)
            && (has(b"\"move_tree\"")
                || has(b"\"initial_state\"") && has(b"\"puzzle_")
                || has_list(b"\"AB\"")
                || has_list(b"\"AW\""))
}

/// Whether a text begins like games of online-go.com, one in each line.
fn is_game_dump(head: &[u8]) -> bool {
    let has = |name: &[u8]| memmem::find(head, name).is_some();
    let object = without_mark(head).strip_prefix(b"{");
    let first = object.and_then(|inner| inner.iter().find(|byte| !b" \t".contains(byte)));
    first == Some(&b'"')
        && (has(b"\"game_id\"") || has(b"\"black_player_id\""))
        && (has(b"\"moves\"") || has(b"\"players\""))
        && !has(b"\"move_tree\"")
}

/// Whether the first line that is neither empty nor a comment begins like a
/// position in one line: `19x19|`, or a position of Abalone.
fn starts_with_position(head: &[u8]) -> bool {
    let text = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head);
    text.split(|&byte| byte == b'\n' || byte == b'\r')
        .map(<[u8]>::trim_ascii)
        .find(|line| !line.is_empty() && !line.starts_with(b"#"))
        .is_some_and(|line| {
            let is_igtn = after_digits(line)
                .and_then(|rest| rest.strip_prefix(b"x"))
                .and_then(after_digits)
                .is_some_and(|rest| rest.starts_with(b"|"));
            is_igtn || Setup::is_meant_by(&String::from_utf8_lossy(line))
        })
}

/// Whether a text begins like games of Abalone.
fn starts_with_abalone_game(head: &[u8]) -> bool {
    const ENOUGH: usize = 4096;
    let utf8 = to_utf8(head);
    let head = utf8.as_deref().unwrap_or(head);
    GameRecord::is_meant_by(&String::from_utf8_lossy(&head[..head.len().min(ENOUGH)]))
}

/// The text after the digits at its start; `None` if there are none.
fn after_digits(text: &[u8]) -> Option<&[u8]> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    (digits > 0).then(|| &text[digits..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_in_lines_are_recognized_by_the_first_one() {
        for text in
            ["3x3|.........", "\n\n  19x19|", "# a comment\r\n\r\n#3\r\n9x13|..", "\u{FEFF}3x3|..."]
        {
            assert!(starts_with_position(text.as_bytes()), "{text:?}");
        }
        for text in ["", "# 3x3|", "x3|", "3x|", "3x3", "3 x 3|", "(;SZ[3])\n3x3|...", "\n#"] {
            assert!(!starts_with_position(text.as_bytes()), "{text:?}");
        }
    }

    #[test]
    fn hints_decide_with_the_first_bytes() {
        let texts = ["3x3|.........", "[{\"AB\": []", "{\"name\": 7}", "(;)", "junk", "[Header]\n"];
        let (sgf, igtn, json) =
            (Some(InputFormat::Sgf), Some(InputFormat::Lines), Some(InputFormat::Json));
        let (gib, ugf) = (InputFormat::Game(GameFormat::Gib), InputFormat::Game(GameFormat::Ugf));
        for (hint, formats) in [
            (FormatHint::Sgf, [sgf; 6]),
            (FormatHint::Lines, [igtn; 6]),
            (FormatHint::Game(GameFormat::Gib), [Some(gib); 6]),
            (FormatHint::LinesOrNothing, [igtn, None, None, None, None, None]),
            (FormatHint::JsonOrNothing, [None, json, None, None, None, None]),
            (FormatHint::Any(InputFormat::Sgf), [igtn, json, json, sgf, sgf, Some(ugf)]),
            (FormatHint::Any(InputFormat::Json), [igtn, json, json, sgf, json, Some(ugf)]),
            (FormatHint::Any(gib), [igtn, json, json, sgf, Some(gib), Some(ugf)]),
        ] {
            for (text, format) in texts.iter().zip(formats) {
                assert_eq!(hint.decide(text.as_bytes()), format, "{hint:?} {text}");
            }
        }
    }

    #[test]
    fn games_of_abalone_begin_with_a_tag_or_a_move() {
        let games = Some(InputFormat::AbaloneGames);
        for (text, format) in [
            ("[Position \"5/6/7/8/wbb6/8/7/6/5-0b5w w\"]\n[Event \"x\"]\n*", games),
            ("\n[Variant \"Standard\"]", games),
            ("1. a1b2 i5h5", games),
            ("aba5|...", Some(InputFormat::Lines)),
            ("1. d4 d5", None),
            ("[White \"Anand\"]", None),
        ] {
            assert_eq!(FormatHint::LinesOrNothing.decide(text.as_bytes()), format, "{text}");
        }
        let named = FormatHint::AbaloneGames.of_named_file();
        assert_eq!(named.decide(b"{a comment}"), games);
    }

    #[test]
    fn problems_in_json_are_recognized_by_their_fields() {
        let wide: Vec<u8> =
            "\u{FEFF}{\"AB\": [1]}".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert!(has_json_problem(&wide));
        for text in [
            r#"{"AB": []}"#,
            "\u{FEFF}\n [\n { \"SZ\": 19, \"AW\"\n:\n[]}",
            "{\"id\": \"AB\"}\n{\"AB\":[]}",
            r#"[{"puzzle": {"puzzle_type": "x", "initial_state": "#,
            r#"{"name": "x", "move_tree""#,
        ] {
            assert!(has_json_problem(text.as_bytes()), "{text}");
        }
        for text in [
            "",
            "[]",
            "{}",
            r#"{"sgf": "(;AB[aa])"}"#,
            r#"{"AB": "Alberta", "AW": {"name": "Aruba"}}"#,
            r#"{"initial_state": "start"}"#,
            r#""AB""#,
            r#"[["AB"]]"#,
            r#"{{"AB":[]"#,
        ] {
            assert!(!has_json_problem(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn dumps_are_recognized_by_their_first_line() {
        let (named, found) = (FormatHint::Any(InputFormat::Json), FormatHint::JsonOrNothing);
        for text in [
            r#"{"game_id": 7, "moves": []}"#,
            "\u{FEFF}\n{ \"white_player_id\":1,\"black_player_id\":2,\"players\":{",
        ] {
            assert!(
                named.means_dump(text.as_bytes()) && found.means_dump(text.as_bytes()),
                "{text}"
            );
            assert!(!FormatHint::Sgf.means_dump(text.as_bytes()));
        }
        for text in [
            "",
            r#"{"moves": [], "players": {}}"#,
            "{\n  \"game_id\": 7,\n  \"moves\": []\n}",
            r#"[{"game_id": 7, "moves": []}]"#,
            r#"{"game_id": 7, "moves": [], "move_tree": {}}"#,
        ] {
            assert!(!named.means_dump(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn extensions_give_hints() {
        let stream = |compression, is_tar| {
            ExtensionHint::Container(Container::Stream { compression, is_tar }, FormatHint::Sgf)
        };
        for (name, hint) in [
            ("x.sgf", ExtensionHint::Text(FormatHint::Sgf)),
            ("X.SgF", ExtensionHint::Text(FormatHint::Sgf)),
            ("x.igtn", ExtensionHint::Text(FormatHint::Lines)),
            ("x.GIB", ExtensionHint::Text(FormatHint::Game(GameFormat::Gib))),
            ("x.ugi", ExtensionHint::Text(FormatHint::Game(GameFormat::Ugf))),
            ("x.gtn", ExtensionHint::Text(FormatHint::LinesOrNothing)),
            ("x.json", ExtensionHint::Text(FormatHint::JsonOrNothing)),
            ("x.JSONL", ExtensionHint::Text(FormatHint::JsonOrNothing)),
            ("x.ndjson", ExtensionHint::Text(FormatHint::JsonOrNothing)),
            ("README.txt", ExtensionHint::Text(FormatHint::LinesOrNothing)),
            ("x.ZIP", ExtensionHint::Container(Container::Zip, FormatHint::Sgf)),
            ("x.7z", ExtensionHint::Container(Container::SevenZip, FormatHint::Sgf)),
            ("x.tar", stream(Compression::None, true)),
            ("x.tar.gz", stream(Compression::Gzip, true)),
            ("x.tgz", stream(Compression::Gzip, true)),
            ("x.tar.xz", stream(Compression::Xz, true)),
            ("x.txz", stream(Compression::Xz, true)),
            ("x.tar.zst", stream(Compression::Zstd, true)),
            ("x.tzst", stream(Compression::Zstd, true)),
            ("x.sgf.gz", stream(Compression::Gzip, false)),
            ("x.SGF.XZ", stream(Compression::Xz, false)),
            ("x.sgf.zst", stream(Compression::Zstd, false)),
            (
                "x.jsonl.zst",
                ExtensionHint::Container(
                    Container::Stream { compression: Compression::Zstd, is_tar: false },
                    FormatHint::JsonOrNothing,
                ),
            ),
            ("x.csv.gz", ExtensionHint::None),
            ("x.gib.gz", ExtensionHint::None),
            ("x.gz", ExtensionHint::None),
            ("sgf", ExtensionHint::None),
            ("x.sgf~", ExtensionHint::None),
            ("", ExtensionHint::None),
        ] {
            assert_eq!(ExtensionHint::of(name), hint, "{name}");
        }
    }
}
