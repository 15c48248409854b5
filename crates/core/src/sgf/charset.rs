//! Detecting the charset of a file and decoding its bytes.

use std::borrow::Cow;
use std::fmt;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::Encoding;
use memchr::{memchr, memmem};

use super::scan::{CharWidth, is_blank, skip_blanks};

/// `CA` is searched for in this many bytes from the start of a file.
const HEAD: usize = 2048;

/// The number of bytes given to the statistical detector. More bytes did not improve its guess.
const SAMPLE: usize = 64 * 1024;

/// A charset that is a superset of ASCII.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::sgf::Charset;
///
/// let charset = Charset::for_label(b"shift_jis").unwrap();
/// assert_eq!(charset.decode(b"\x8D\x95\x90\xE6"), "黒先");
/// assert_eq!(Charset::for_label(b"gb2312"), Some(Charset::GB18030));
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Charset {
    encoding: &'static Encoding,
    width: CharWidth,
}

impl Charset {
    /// UTF-8, which includes ASCII.
    pub const UTF_8: Charset =
        Charset { encoding: &encoding_rs::UTF_8_INIT, width: CharWidth::Single };
    /// Windows-1252, a superset of Latin-1.
    pub const LATIN_1: Charset =
        Charset { encoding: &encoding_rs::WINDOWS_1252_INIT, width: CharWidth::Single };
    /// Japanese.
    pub const SHIFT_JIS: Charset =
        Charset { encoding: &encoding_rs::SHIFT_JIS_INIT, width: CharWidth::ShiftJis };
    /// Simplified Chinese: a superset of GBK and GB2312.
    pub const GB18030: Charset =
        Charset { encoding: &encoding_rs::GB18030_INIT, width: CharWidth::Double };
    /// Traditional Chinese, used in Taiwan and Hong Kong.
    pub const BIG5: Charset =
        Charset { encoding: &encoding_rs::BIG5_INIT, width: CharWidth::Double };
    /// Korean. The second byte of a character is a letter or not ASCII, never a bracket.
    pub const EUC_KR: Charset =
        Charset { encoding: &encoding_rs::EUC_KR_INIT, width: CharWidth::Single };

    /// The charsets that detection chooses from when `CA` is missing or wrong.
    const LIKELY: [Charset; 4] =
        [Charset::SHIFT_JIS, Charset::GB18030, Charset::BIG5, Charset::EUC_KR];

    /// Looks up a charset by its label, as in `CA[gb2312]`.
    ///
    /// Returns `None` for unknown labels and for charsets that are not supersets of ASCII.
    pub fn for_label(label: &[u8]) -> Option<Charset> {
        Encoding::for_label_no_replacement(label).and_then(Charset::for_encoding)
    }

    fn for_encoding(encoding: &'static Encoding) -> Option<Charset> {
        if encoding == encoding_rs::GBK {
            return Some(Charset::GB18030);
        }
        let known = Charset::LIKELY.into_iter().find(|c| c.encoding == encoding);
        let single = Charset { encoding, width: CharWidth::Single };
        known.or(encoding.is_ascii_compatible().then_some(single))
    }

    /// The name in the WHATWG encoding standard, such as `UTF-8` or `gb18030`.
    pub fn name(self) -> &'static str {
        self.encoding.name()
    }

    /// Decodes bytes; invalid sequences become U+FFFD.
    pub fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        self.encoding.decode_without_bom_handling(bytes).0
    }

    pub(super) const fn char_width(self) -> CharWidth {
        self.width
    }

    fn is_valid(self, bytes: &[u8]) -> bool {
        self.encoding.decode_without_bom_handling_and_without_replacement(bytes).is_some()
    }
}

impl fmt::Display for Charset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Charset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Charset({})", self.name())
    }
}

/// The result of [`detect_charset`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Detected {
    /// The charset.
    pub charset: Charset,
    /// What the choice is based on.
    pub source: CharsetSource,
}

/// What the choice of a charset is based on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CharsetSource {
    /// The property `CA`.
    Declared,
    /// A byte order mark at the start of the file.
    Bom,
    /// The bytes are valid UTF-8 (or ASCII).
    Utf8,
    /// Statistics of byte sequences.
    Detected,
    /// Nothing matched: Windows-1252 is assumed.
    Fallback,
}

impl CharsetSource {
    /// Whether the charset is a guess: neither declared nor proven by the bytes.
    pub fn is_guess(self) -> bool {
        matches!(self, CharsetSource::Detected | CharsetSource::Fallback)
    }
}

/// Finds the charset of a file, given the whole file or its first part.
///
/// The first of these that applies decides:
///
/// 1. `CA` in the first 2 KiB, unless the bytes contradict it: UTF-8 is declared and the bytes
///    are invalid UTF-8, or another charset is declared and the bytes are invalid in it but
///    valid UTF-8.
/// 2. A UTF-8 byte order mark.
/// 3. Valid UTF-8.
/// 4. Mostly valid UTF-8: some program cut or converted the text carelessly.
/// 5. A statistical guess among the charsets of East Asia.
/// 6. Windows-1252.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::sgf::{Charset, CharsetSource, detect_charset};
///
/// let found = detect_charset(b"(;CA[Big5]PB[\xA7\x64\xB2\x4D\xB7\xBD])");
/// assert_eq!(found.charset, Charset::BIG5);
/// assert_eq!(found.source, CharsetSource::Declared);
/// ```
pub fn detect_charset(bytes: &[u8]) -> Detected {
    let found = |charset, source| Detected { charset, source };
    let bad = match std::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_some() => Some(error.valid_up_to()),
        // Valid, or a character is cut in two by the end of the buffer.
        _ => None,
    };
    if let Some(charset) = find_declared(bytes) {
        let contradicted = if charset == Charset::UTF_8 {
            bad.is_some()
        } else {
            bad.is_none() && !bytes.is_ascii() && !charset.is_valid(bytes)
        };
        if !contradicted {
            return found(charset, CharsetSource::Declared);
        }
    }
    if bytes.starts_with(b"\xEF\xBB\xBF") {
        return found(Charset::UTF_8, CharsetSource::Bom);
    }
    let Some(bad) = bad else {
        return found(Charset::UTF_8, CharsetSource::Utf8);
    };
    let first = bytes[..bad].iter().position(|b| !b.is_ascii());
    let sample = &bytes[first.unwrap_or(bad)..];
    let sample = &sample[..sample.len().min(SAMPLE)];
    match guess(sample) {
        Some(charset) => found(charset, CharsetSource::Detected),
        None => found(Charset::LATIN_1, CharsetSource::Fallback),
    }
}

/// Converts a file in UTF-16 or ISO-2022-JP to UTF-8.
///
/// Returns `None` for all other charsets: they are supersets of ASCII and are parsed
/// without conversion. `bytes` is the whole file.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::sgf::to_utf8;
///
/// let utf16 = b"\xFF\xFE(\0;\0B\0[\0]\0)\0";
/// assert_eq!(to_utf8(utf16).as_deref(), Some(&b"(;B[])"[..]));
/// assert_eq!(to_utf8(b"(;B[])"), None);
/// ```
pub fn to_utf8(bytes: &[u8]) -> Option<Vec<u8>> {
    let encoding = if bytes.starts_with(b"\xFF\xFE") {
        encoding_rs::UTF_16LE
    } else if bytes.starts_with(b"\xFE\xFF") {
        encoding_rs::UTF_16BE
    } else if let Some(encoding) = utf16_without_mark(bytes) {
        encoding
    } else if is_iso_2022_jp(bytes) {
        encoding_rs::ISO_2022_JP
    } else {
        return None;
    };
    let (text, _) = encoding.decode_with_bom_removal(bytes);
    Some(text.into_owned().into_bytes())
}

/// Detects UTF-16 without a byte order mark: SGF begins with ASCII, so every other byte is NUL.
fn utf16_without_mark(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = &bytes[..bytes.len().min(16) & !1];
    if head.len() < 4 {
        return None;
    }
    let nul = |parity: usize| head.iter().skip(parity).step_by(2).all(|&b| b == 0);
    let text = |parity: usize| head.iter().skip(parity).step_by(2).all(|&b| b != 0);
    if nul(1) && text(0) {
        Some(encoding_rs::UTF_16LE)
    } else if nul(0) && text(1) {
        Some(encoding_rs::UTF_16BE)
    } else {
        None
    }
}

fn is_iso_2022_jp(bytes: &[u8]) -> bool {
    let Some(escape) = memchr(0x1B, bytes) else {
        return false;
    };
    matches!(bytes[escape..], [_, b'$', b'@' | b'B', ..]) && bytes.is_ascii()
}

/// Finds the charset declared by `CA` near the start of the file.
fn find_declared(bytes: &[u8]) -> Option<Charset> {
    let head = &bytes[..bytes.len().min(HEAD)];
    memmem::find_iter(head, b"CA").find_map(|at| {
        let before = at.checked_sub(1).map(|i| head[i]);
        if before.is_some_and(|b| !is_blank(b) && b != b';' && b != b']') {
            return None;
        }
        let open = skip_blanks(head, at + 2);
        let value = head.get(open..)?.strip_prefix(b"[")?;
        Charset::for_label(&value[..memchr(b']', value)?])
    })
}

fn guess(sample: &[u8]) -> Option<Charset> {
    if is_damaged_utf8(sample) {
        return Some(Charset::UTF_8);
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(sample, true);
    let best = Charset::for_encoding(detector.guess(None, Utf8Detection::Deny))?;
    // Other charsets (Greek, Cyrillic) are far more often a wrong guess than right.
    Charset::LIKELY.contains(&best).then_some(best)
}

/// Whether most of the non-ASCII bytes are valid UTF-8, as in a text that some program cut or
/// converted carelessly.
///
/// A valid character of two bytes scores 1, one of three or four bytes scores 4, because bytes
/// of other charsets often form the former by accident and hardly ever the latter. The text
/// counts as UTF-8 when the score is at least 4 for each invalid sequence.
fn is_damaged_utf8(sample: &[u8]) -> bool {
    let (mut good, mut bad) = (0, 0);
    let mut rest = sample;
    while !rest.is_empty() {
        let (valid, skipped) = match std::str::from_utf8(rest) {
            Ok(_) => (rest.len(), 0),
            Err(error) => {
                let valid = error.valid_up_to();
                (valid, error.error_len().unwrap_or(rest.len() - valid))
            }
        };
        // The lead byte gives the length of a character. Sums over 32 bytes fit a u8, which
        // is four times as fast as summing usize (SIMD adds more lanes at once).
        let weight = |byte: &u8| match byte {
            0xC0..0xE0 => 1,
            0xE0.. => 4,
            _ => 0,
        };
        let weights = rest[..valid].chunks(32).map(|bytes| bytes.iter().map(weight).sum::<u8>());
        good += weights.map(usize::from).sum::<usize>();
        bad += usize::from(skipped > 0);
        rest = &rest[valid + skipped..];
    }
    good >= 4 * bad.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn encoded(charset: Charset, text: &str) -> Vec<u8> {
        charset.encoding.encode(text).0.into_owned()
    }

    #[test]
    fn ascii_and_utf8_need_no_detection() {
        let utf8 = |bytes: &[u8]| assert_eq!(detect_charset(bytes).charset, Charset::UTF_8);
        utf8(b"");
        utf8(b"(;GM[1])");
        utf8("(;PB[趙治勲])".as_bytes());
        utf8(&"(;PB[趙治勲])".as_bytes()[..7]);
        assert_eq!(detect_charset(b"\xEF\xBB\xBF(;GM[1])").source, CharsetSource::Bom);
    }

    #[test]
    fn a_declared_charset_is_used_unless_the_bytes_contradict_it() {
        let text = "(;GM[1]CA[utf-8]GN[黒先白死]C[白のトビに黒がどう打てば白を殺せますか])";
        let lie = encoded(Charset::SHIFT_JIS, text);
        let found = detect_charset(&lie);
        assert_eq!(found.charset, Charset::SHIFT_JIS);
        assert_eq!(found.source, CharsetSource::Detected);

        let found = detect_charset(b"(;GM[1]CA [ISO-8859-1 ]C[caf\xE9])");
        assert_eq!(found.charset, Charset::LATIN_1);
        assert_eq!(found.source, CharsetSource::Declared);

        // Unknown labels, another property, a value that is never closed.
        assert_eq!(detect_charset(b"(;CA[foo])").source, CharsetSource::Utf8);
        assert_eq!(detect_charset(b"(;XCA[Big5])").source, CharsetSource::Utf8);
        assert_eq!(detect_charset(b"(;CA[Big5").source, CharsetSource::Utf8);
        assert_eq!(detect_charset(b"(;CA[UTF-16])").source, CharsetSource::Utf8);
    }

    #[test]
    fn the_charsets_of_east_asia_are_detected() {
        let cases = [
            (Charset::SHIFT_JIS, "黒先白死 これは正解です。白はどこに打っても死にます。"),
            (Charset::GB18030, "黑先白死 这是正解。白棋怎么下都活不了。第一手是急所。"),
            (Charset::BIG5, "黑先白死 這是正解。白棋怎麼下都活不了。第一手是急所。"),
            (Charset::EUC_KR, "흑선백사 정답입니다. 백은 어디에 두어도 살 수 없습니다."),
        ];
        for (charset, text) in cases {
            let bytes = encoded(charset, &format!("(;GM[1]C[{text}])"));
            let found = detect_charset(&bytes);
            assert_eq!(found.charset, charset, "{text}");
            assert_eq!(found.source, CharsetSource::Detected);
        }
    }

    #[test]
    fn windows_1252_is_the_fallback() {
        let found = detect_charset(b"(;C[un joli caf\xE9 \xE0 Gen\xE8ve, d\xE9j\xE0 vu])");
        assert_eq!(found.charset, Charset::LATIN_1);
        assert_eq!(found.source, CharsetSource::Fallback);
    }

    #[test]
    fn damaged_utf8_stays_utf8() {
        let mut bytes = "(;GN[第二届应氏杯决赛第五局]PB[大竹英雄])".as_bytes().to_vec();
        bytes[14] = b'?';
        assert_eq!(detect_charset(&bytes).charset, Charset::UTF_8);
    }

    #[test]
    fn utf16_and_iso_2022_jp_are_converted_to_utf8() {
        let text = "(;C[黒先])";
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(to_utf8(&little), None, "too few ASCII letters to be sure");
        let text = "(;GM[1]C[黒先])";
        for (mark, bytes) in [(&b"\xFF\xFE"[..], little), (b"\xFE\xFF", big)] {
            let marked = [mark, &bytes].concat();
            assert_eq!(to_utf8(&marked).unwrap(), "(;C[黒先])".as_bytes());
        }
        let little: Vec<u8> =
            format!("(;GM[1]FF[4]C[{text}").encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert!(to_utf8(&little).is_some());
        let jis = b"(;C[\x1B$B9u@h\x1B(B])";
        assert_eq!(to_utf8(jis).unwrap(), "(;C[黒先])".as_bytes());
    }

    proptest! {
        #[test]
        fn any_bytes_are_accepted(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let found = detect_charset(&bytes);
            found.charset.decode(&bytes);
            to_utf8(&bytes);
        }
    }
}
