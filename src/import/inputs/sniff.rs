//! What a file is, by its name or by its first bytes.

use memchr::memmem;

use super::Kind;
use crate::sgf::to_utf8;

/// How much of a file is looked at to find out what it is.
pub(super) const HEAD: usize = 64 * 1024;

/// What a text has to be, as far as is known before it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expect {
    Sgf,
    Lines,
    /// Positions or nothing of interest.
    LinesOrNothing,
    /// Problems in JSON or nothing of interest.
    JsonOrNothing,
    /// What its first bytes say, and this if they do not say it.
    Any(Kind),
}

impl Expect {
    /// Decides by the first [`HEAD`] bytes; `None` is a text of no interest.
    pub(super) fn decide(self, head: &[u8]) -> Option<Kind> {
        match self {
            Expect::Sgf => Some(Kind::Sgf),
            Expect::Lines => Some(Kind::IgtnLines),
            Expect::LinesOrNothing => starts_with_igtn(head).then_some(Kind::IgtnLines),
            Expect::JsonOrNothing => has_json_problem(head).then_some(Kind::Json),
            Expect::Any(_) if starts_with_igtn(head) => Some(Kind::IgtnLines),
            Expect::Any(_) if starts_with_json(head) => Some(Kind::Json),
            Expect::Any(_) if without_mark(head).starts_with(b"(") => Some(Kind::Sgf),
            Expect::Any(kind) => Some(kind),
        }
    }

    /// What a file of this promise has to be when the user named it: then its
    /// content counts more than its name.
    pub(super) fn named(self) -> Expect {
        match self {
            Expect::JsonOrNothing => Expect::Any(Kind::Json),
            _ => Expect::Any(Kind::Sgf),
        }
    }
}

/// The containers that can be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Zip,
    SevenZip,
    /// One stream, of entries or of one text.
    Stream {
        packing: Packing,
        tar: bool,
    },
}

/// How a stream is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Packing {
    None,
    Gzip,
    Xz,
    Zstd,
}

/// What the name of a file promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Promise {
    Text(Expect),
    /// A container, and what its text has to be if it holds just one.
    Container(Format, Expect),
    Nothing,
}

impl Promise {
    /// Reads the extensions, in any letter case.
    pub(super) fn of(name: &str) -> Promise {
        let Some((stem, extension)) = name.rsplit_once('.') else {
            return Promise::Nothing;
        };
        if let Some(promise) = look_up(&EXTENSIONS, extension) {
            return promise;
        }
        let Some(packing) = look_up(&PACKINGS, extension) else {
            return Promise::Nothing;
        };
        match stem.rsplit_once('.') {
            Some((_, inner)) if inner.eq_ignore_ascii_case("tar") => tar(packing),
            Some((_, inner)) if inner.eq_ignore_ascii_case("sgf") => {
                let tar = false;
                Promise::Container(Format::Stream { packing, tar }, Expect::Sgf)
            }
            _ => Promise::Nothing,
        }
    }
}

/// What extensions promise by themselves.
const EXTENSIONS: [(&str, Promise); 13] = [
    ("sgf", Promise::Text(Expect::Sgf)),
    ("igtn", Promise::Text(Expect::Lines)),
    ("json", Promise::Text(Expect::JsonOrNothing)),
    ("jsonl", Promise::Text(Expect::JsonOrNothing)),
    ("ndjson", Promise::Text(Expect::JsonOrNothing)),
    ("gtn", Promise::Text(Expect::LinesOrNothing)),
    ("txt", Promise::Text(Expect::LinesOrNothing)),
    ("zip", Promise::Container(Format::Zip, Expect::Sgf)),
    ("7z", Promise::Container(Format::SevenZip, Expect::Sgf)),
    ("tar", tar(Packing::None)),
    ("tgz", tar(Packing::Gzip)),
    ("txz", tar(Packing::Xz)),
    ("tzst", tar(Packing::Zstd)),
];

/// Extensions that promise what the one before them does.
const PACKINGS: [(&str, Packing); 3] =
    [("gz", Packing::Gzip), ("xz", Packing::Xz), ("zst", Packing::Zstd)];

/// What stands beside an extension, in any letter case.
fn look_up<T: Copy>(table: &[(&str, T)], extension: &str) -> Option<T> {
    table.iter().find(|(known, _)| known.eq_ignore_ascii_case(extension)).map(|&(_, found)| found)
}

const fn tar(packing: Packing) -> Promise {
    Promise::Container(Format::Stream { packing, tar: true }, Expect::Sgf)
}

/// The container that begins with these bytes.
pub(super) fn container(head: &[u8]) -> Option<Format> {
    let stream = |packing, tar| Some(Format::Stream { packing, tar });
    match head {
        // The second is what an archive without entries begins with.
        [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Some(Format::Zip),
        [b'7', b'z', 0xBC, 0xAF, 0x27, 0x1C, ..] => Some(Format::SevenZip),
        [0x1F, 0x8B, 8, ..] => stream(Packing::Gzip, false),
        [0xFD, b'7', b'z', b'X', b'Z', 0, ..] => stream(Packing::Xz, false),
        [0x28, 0xB5, 0x2F, 0xFD, ..] => stream(Packing::Zstd, false),
        _ if is_tar(head) => stream(Packing::None, true),
        _ => None,
    }
}

/// Whether this is the first block of a tar archive.
pub(super) fn is_tar(head: &[u8]) -> bool {
    head.get(257..262) == Some(b"ustar")
}

/// The text without a byte order mark, and without blanks before it.
fn without_mark(head: &[u8]) -> &[u8] {
    head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start()
}

/// Whether this begins as objects of JSON do, or as a list of them.
fn starts_with_json(head: &[u8]) -> bool {
    let text = without_mark(head);
    let inner = text.strip_prefix(b"[").map_or(text, <[u8]>::trim_ascii_start);
    match inner.strip_prefix(b"{") {
        Some(object) => matches!(object.trim_ascii_start().first(), Some(b'"' | b'}')),
        None => inner.len() < text.len() && inner.starts_with(b"]"),
    }
}

/// Whether the objects are problems in one of the forms that are read: `AB` or
/// `AW` with a list, or a puzzle's tree of moves. Two letters alone may be
/// anything, and many a program has an `initial_state`.
fn has_json_problem(head: &[u8]) -> bool {
    let utf8 = to_utf8(head);
    let head = utf8.as_deref().unwrap_or(head);
    let has = |name: &[u8]| memmem::find(head, name).is_some();
    let has_list = |name: &[u8]| {
        memmem::find_iter(head, name).any(|at| {
            let behind = head[at + name.len()..].trim_ascii_start();
            let value = behind.strip_prefix(b":").map(<[u8]>::trim_ascii_start);
            value.is_some_and(|value| value.starts_with(b"["))
        })
    };
    starts_with_json(head)
        && (has(b"\"move_tree\"")
            || has(b"\"initial_state\"") && has(b"\"puzzle_")
            || has_list(b"\"AB\"")
            || has_list(b"\"AW\""))
}

/// Whether the first line that says anything begins as a position in one line does: `19x19|`.
fn starts_with_igtn(head: &[u8]) -> bool {
    let text = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head);
    text.split(|&byte| byte == b'\n' || byte == b'\r')
        .map(<[u8]>::trim_ascii)
        .find(|line| !line.is_empty() && !line.starts_with(b"#"))
        .is_some_and(|line| {
            after_digits(line)
                .and_then(|rest| rest.strip_prefix(b"x"))
                .and_then(after_digits)
                .is_some_and(|rest| rest.starts_with(b"|"))
        })
}

/// What follows the digits at the start, if there are any.
fn after_digits(text: &[u8]) -> Option<&[u8]> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    (digits > 0).then(|| &text[digits..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_in_lines_are_told_by_the_first_one() {
        for text in
            ["3x3|.........", "\n\n  19x19|", "# a comment\r\n\r\n#3\r\n9x13|..", "\u{FEFF}3x3|..."]
        {
            assert!(starts_with_igtn(text.as_bytes()), "{text:?}");
        }
        for text in ["", "# 3x3|", "x3|", "3x|", "3x3", "3 x 3|", "(;SZ[3])\n3x3|...", "\n#"] {
            assert!(!starts_with_igtn(text.as_bytes()), "{text:?}");
        }
    }

    #[test]
    fn what_a_text_turns_out_to_be() {
        let texts = ["3x3|.........", "[{\"AB\": []", "{\"name\": 7}", "(;)", "junk"];
        let (sgf, igtn, json) = (Some(Kind::Sgf), Some(Kind::IgtnLines), Some(Kind::Json));
        for (expect, kinds) in [
            (Expect::Sgf, [sgf; 5]),
            (Expect::Lines, [igtn; 5]),
            (Expect::LinesOrNothing, [igtn, None, None, None, None]),
            (Expect::JsonOrNothing, [None, json, None, None, None]),
            (Expect::Any(Kind::Sgf), [igtn, json, json, sgf, sgf]),
            (Expect::Any(Kind::Json), [igtn, json, json, sgf, json]),
        ] {
            for (text, kind) in texts.iter().zip(kinds) {
                assert_eq!(expect.decide(text.as_bytes()), kind, "{expect:?} {text}");
            }
        }
    }

    #[test]
    fn problems_in_json_are_told_by_the_names_of_their_fields() {
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
    fn names_promise() {
        let stream =
            |packing, tar| Promise::Container(Format::Stream { packing, tar }, Expect::Sgf);
        for (name, promise) in [
            ("x.sgf", Promise::Text(Expect::Sgf)),
            ("X.SgF", Promise::Text(Expect::Sgf)),
            ("x.igtn", Promise::Text(Expect::Lines)),
            ("x.gtn", Promise::Text(Expect::LinesOrNothing)),
            ("x.json", Promise::Text(Expect::JsonOrNothing)),
            ("x.JSONL", Promise::Text(Expect::JsonOrNothing)),
            ("x.ndjson", Promise::Text(Expect::JsonOrNothing)),
            ("README.txt", Promise::Text(Expect::LinesOrNothing)),
            ("x.ZIP", Promise::Container(Format::Zip, Expect::Sgf)),
            ("x.7z", Promise::Container(Format::SevenZip, Expect::Sgf)),
            ("x.tar", stream(Packing::None, true)),
            ("x.tar.gz", stream(Packing::Gzip, true)),
            ("x.tgz", stream(Packing::Gzip, true)),
            ("x.tar.xz", stream(Packing::Xz, true)),
            ("x.txz", stream(Packing::Xz, true)),
            ("x.tar.zst", stream(Packing::Zstd, true)),
            ("x.tzst", stream(Packing::Zstd, true)),
            ("x.sgf.gz", stream(Packing::Gzip, false)),
            ("x.SGF.XZ", stream(Packing::Xz, false)),
            ("x.sgf.zst", stream(Packing::Zstd, false)),
            ("x.csv.gz", Promise::Nothing),
            ("x.gz", Promise::Nothing),
            ("sgf", Promise::Nothing),
            ("x.sgf~", Promise::Nothing),
            ("", Promise::Nothing),
        ] {
            assert_eq!(Promise::of(name), promise, "{name}");
        }
    }
}
