//! Which charset the bytes of a file are in.

use std::borrow::Cow;
use std::fmt;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::Encoding;
use memchr::{memchr, memmem};

use super::scan::{Step, is_blank, skip_blanks};

/// How many bytes from the start of a file may hold its `CA` property.
const HEAD: usize = 2048;

/// How many bytes a detection looks at. More do not make it better.
const SAMPLE: usize = 64 * 1024;

/// A charset that is a superset of ASCII.
///
/// ```
/// use gtn_db::sgf::Charset;
///
/// let charset = Charset::for_label(b"shift_jis").unwrap();
/// assert_eq!(charset.decode(b"\x8D\x95\x90\xE6"), "黒先");
/// assert_eq!(Charset::for_label(b"gb2312"), Some(Charset::GB18030));
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Charset {
    encoding: &'static Encoding,
    step: Step,
}

impl Charset {
    /// UTF-8, and so ASCII too.
    pub const UTF_8: Charset = Charset { encoding: &encoding_rs::UTF_8_INIT, step: Step::Single };
    /// Latin-1, with the additions of Windows.
    pub const LATIN_1: Charset =
        Charset { encoding: &encoding_rs::WINDOWS_1252_INIT, step: Step::Single };
    /// Japanese.
    pub const SHIFT_JIS: Charset =
        Charset { encoding: &encoding_rs::SHIFT_JIS_INIT, step: Step::ShiftJis };
    /// Chinese: a superset of GBK and GB2312.
    pub const GB18030: Charset =
        Charset { encoding: &encoding_rs::GB18030_INIT, step: Step::Double };
    /// Chinese, as in Taiwan and Hong Kong.
    pub const BIG5: Charset = Charset { encoding: &encoding_rs::BIG5_INIT, step: Step::Double };
    /// Korean. Its second bytes are letters or not ASCII, so never a bracket.
    pub const EUC_KR: Charset = Charset { encoding: &encoding_rs::EUC_KR_INIT, step: Step::Single };

    /// The charsets that a file without a name for its charset is likely to be in.
    const LIKELY: [Charset; 4] =
        [Charset::SHIFT_JIS, Charset::GB18030, Charset::BIG5, Charset::EUC_KR];

    /// The charset of a name as `CA` gives it; `None` for unknown names and for charsets that
    /// are no superset of ASCII.
    pub fn for_label(label: &[u8]) -> Option<Charset> {
        Encoding::for_label_no_replacement(label).and_then(Charset::for_encoding)
    }

    fn for_encoding(encoding: &'static Encoding) -> Option<Charset> {
        if encoding == encoding_rs::GBK {
            return Some(Charset::GB18030);
        }
        let known = Charset::LIKELY.into_iter().find(|c| c.encoding == encoding);
        let single = Charset { encoding, step: Step::Single };
        known.or(encoding.is_ascii_compatible().then_some(single))
    }

    /// The usual name, like `UTF-8` or `gb18030`.
    pub fn name(self) -> &'static str {
        self.encoding.name()
    }

    /// The text that bytes stand for, with U+FFFD for what stands for nothing.
    pub fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        self.encoding.decode_without_bom_handling(bytes).0
    }

    pub(super) const fn step(self) -> Step {
        self.step
    }

    fn fits(self, bytes: &[u8]) -> bool {
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

/// A charset, and how it was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Detected {
    /// The charset.
    pub charset: Charset,
    /// How it was found.
    pub source: CharsetSource,
}

/// How a charset was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CharsetSource {
    /// The property `CA` names it.
    Declared,
    /// The file begins with a byte order mark.
    Bom,
    /// The bytes are UTF-8 (or plain ASCII).
    Utf8,
    /// Guessed from how often which bytes follow which.
    Detected,
    /// Nothing fits.
    Fallback,
}

impl CharsetSource {
    /// Whether neither the file nor its bytes prove the charset.
    pub fn is_guess(self) -> bool {
        matches!(self, CharsetSource::Detected | CharsetSource::Fallback)
    }
}

/// Finds the charset of a file, or of its first piece.
///
/// `CA` is believed unless the bytes contradict it: a file that says UTF-8 and is not, or
/// one that says something else, does not fit it, and is UTF-8. Then come a byte order mark,
/// UTF-8 if the bytes are that, and a guess among the charsets of East Asia. UTF-8 that
/// some program damaged here and there is still UTF-8.
///
/// ```
/// use gtn_db::sgf::{Charset, CharsetSource, detect};
///
/// let found = detect(b"(;CA[Big5]PB[\xA7\x64\xB2\x4D\xB7\xBD])");
/// assert_eq!(found.charset, Charset::BIG5);
/// assert_eq!(found.source, CharsetSource::Declared);
/// ```
pub fn detect(bytes: &[u8]) -> Detected {
    let found = |charset, source| Detected { charset, source };
    let bad = match std::str::from_utf8(bytes) {
        // A character that the end of a piece cuts in two.
        Err(error) if error.error_len().is_some() => Some(error.valid_up_to()),
        _ => None,
    };
    if let Some(charset) = declared(bytes) {
        let contradicted = if charset == Charset::UTF_8 {
            bad.is_some()
        } else {
            bad.is_none() && !bytes.is_ascii() && !charset.fits(bytes)
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

/// The whole of a file in UTF-8, if it is in one of the charsets that are no superset of
/// ASCII: UTF-16, and ISO-2022-JP, which puts Japanese into ASCII letters.
///
/// ```
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

/// UTF-16 by its pattern: SGF begins with ASCII, so every other byte is NUL.
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

/// The charset that a `CA` near the start of the file names.
fn declared(bytes: &[u8]) -> Option<Charset> {
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
    // Go problems in Greek or Cyrillic letters are rare enough to take them for bad luck.
    Charset::LIKELY.contains(&best).then_some(best)
}

/// Whether most of what is not ASCII is UTF-8. Programs that cut or converted a text without
/// care leave such files. Bytes of other charsets often look like a character of two bytes in
/// UTF-8, hardly ever like one of three.
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
        // The first byte of a character tells how many it has. Sums of so few
        // fit a byte, which is four times as fast as adding numbers.
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
        let utf8 = |bytes: &[u8]| assert_eq!(detect(bytes).charset, Charset::UTF_8);
        utf8(b"");
        utf8(b"(;GM[1])");
        utf8("(;PB[趙治勲])".as_bytes());
        utf8(&"(;PB[趙治勲])".as_bytes()[..7]);
        assert_eq!(detect(b"\xEF\xBB\xBF(;GM[1])").source, CharsetSource::Bom);
    }

    #[test]
    fn the_declared_charset_is_believed_unless_the_bytes_say_no() {
        let text = "(;GM[1]CA[utf-8]GN[黒先白死]C[白のトビに黒がどう打てば白を殺せますか])";
        let lie = encoded(Charset::SHIFT_JIS, text);
        let found = detect(&lie);
        assert_eq!(found.charset, Charset::SHIFT_JIS);
        assert_eq!(found.source, CharsetSource::Detected);

        let found = detect(b"(;GM[1]CA [ISO-8859-1 ]C[caf\xE9])");
        assert_eq!(found.charset, Charset::LATIN_1);
        assert_eq!(found.source, CharsetSource::Declared);

        // Names that are none, or not of this property.
        assert_eq!(detect(b"(;CA[foo])").source, CharsetSource::Utf8);
        assert_eq!(detect(b"(;XCA[Big5])").source, CharsetSource::Utf8);
        assert_eq!(detect(b"(;CA[Big5").source, CharsetSource::Utf8);
        assert_eq!(detect(b"(;CA[UTF-16])").source, CharsetSource::Utf8);
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
            let found = detect(&bytes);
            assert_eq!(found.charset, charset, "{text}");
            assert_eq!(found.source, CharsetSource::Detected);
        }
    }

    #[test]
    fn latin_is_what_is_left() {
        let found = detect(b"(;C[un joli caf\xE9 \xE0 Gen\xE8ve, d\xE9j\xE0 vu])");
        assert_eq!(found.charset, Charset::LATIN_1);
        assert_eq!(found.source, CharsetSource::Fallback);
    }

    #[test]
    fn damaged_utf8_stays_utf8() {
        let mut bytes = "(;GN[第二届应氏杯决赛第五局]PB[大竹英雄])".as_bytes().to_vec();
        bytes[14] = b'?';
        assert_eq!(detect(&bytes).charset, Charset::UTF_8);
    }

    #[test]
    fn charsets_beyond_ascii_are_turned_into_utf8() {
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
        fn nothing_panics(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let found = detect(&bytes);
            found.charset.decode(&bytes);
            to_utf8(&bytes);
        }
    }
}
