//! Charsets: decoding the bytes of a file.

use std::borrow::Cow;
use std::fmt;

use encoding_rs::Encoding;
use memchr::memchr;

use super::scan::{CharWidth, join_escaped};

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

    /// Japanese, on Unix. As in EUC-KR, the second byte of a character is never a bracket.
    pub const EUC_JP: Charset =
        Charset { encoding: &encoding_rs::EUC_JP_INIT, width: CharWidth::Single };

    pub(super) const WINDOWS_1251: Charset =
        Charset { encoding: &encoding_rs::WINDOWS_1251_INIT, width: CharWidth::Single };
    /// A superset of KOI8-R as far as letters are concerned.
    pub(super) const KOI8_U: Charset =
        Charset { encoding: &encoding_rs::KOI8_U_INIT, width: CharWidth::Single };

    /// The charsets of East Asia.
    pub(super) const EAST_ASIA: [Charset; 5] =
        [Charset::SHIFT_JIS, Charset::GB18030, Charset::BIG5, Charset::EUC_KR, Charset::EUC_JP];

    /// Looks up a charset by its label, as in `CA[gb2312]`: the names of the WHATWG encoding standard,
    /// and those of code pages and programs, such as `cp932`, `UHC` and `eucJP`.
    ///
    /// Returns `None` for unknown labels and for charsets that are not supersets of ASCII.
    pub fn for_label(label: &[u8]) -> Option<Charset> {
        let encoding = Encoding::for_label_no_replacement(label).or_else(|| {
            let plain: Vec<u8> =
                label.iter().filter(|byte| byte.is_ascii_alphanumeric()).copied().collect();
            find_encoding(&plain.to_ascii_lowercase())
        });
        encoding.and_then(Charset::for_encoding)
    }

    pub(super) fn for_encoding(encoding: &'static Encoding) -> Option<Charset> {
        if encoding == encoding_rs::GBK {
            return Some(Charset::GB18030);
        }
        let known = Charset::EAST_ASIA.into_iter().find(|c| c.encoding == encoding);
        let single = Charset { encoding, width: CharWidth::Single };
        known.or(encoding.is_ascii_compatible().then_some(single))
    }

    /// The name in the WHATWG encoding standard, such as `UTF-8` or `gb18030`.
    pub fn name(self) -> &'static str {
        self.encoding.name()
    }

    /// Decodes bytes; invalid sequences become U+FFFD.
    pub fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        if self.width == CharWidth::Escaped {
            let joined = join_escaped(bytes);
            return self.encoding.decode_without_bom_handling(&joined).0.into_owned().into();
        }
        self.encoding.decode_without_bom_handling(bytes).0
    }

    #[cfg(test)]
    pub(super) fn encode(self, text: &str) -> Vec<u8> {
        self.encoding.encode(text).0.into_owned()
    }

    pub(super) const fn char_width(self) -> CharWidth {
        self.width
    }

    /// The same charset in a text in which some program escaped bytes instead of characters: a `]` or
    /// `\` that is the second byte of a character has a `\` before it.
    ///
    /// ```text
    ///   成功 in Big5      A6 A8 A5 5C
    ///   in such a text   A6 A8 A5 5C 5C
    /// ```
    pub(super) fn escaped(self) -> Charset {
        match self.width {
            CharWidth::Single => self,
            _ => Charset { width: CharWidth::Escaped, ..self },
        }
    }

    pub(super) fn is_valid(self, bytes: &[u8]) -> bool {
        self.encoding.decode_without_bom_handling_and_without_replacement(bytes).is_some()
    }
}

/// Looks up an encoding by its label in lower case without punctuation: `cp932`, `eucjp`, `koi8r`.
fn find_encoding(plain: &[u8]) -> Option<&'static Encoding> {
    let code_page = ["cp", "ms", "windows", "win", "ibm", "x"]
        .iter()
        .find_map(|prefix| plain.strip_prefix(prefix.as_bytes()))
        .unwrap_or(plain);
    let label: &[u8] = match code_page {
        b"932" | b"943" | b"windows31j" => b"shift_jis",
        b"936" | b"euccn" | b"gb231280" | b"gb2312" | b"54936" => b"gb18030",
        b"949" | b"uhc" | b"euckr" | b"51949" => b"euc-kr",
        b"950" | b"big5hkscs" => b"big5",
        b"eucjp" | b"ujis" | b"51932" | b"20932" => b"euc-jp",
        b"65001" | b"utf8" => b"utf-8",
        b"koi8r" | b"20866" => b"koi8-r",
        b"koi8u" | b"21866" => b"koi8-u",
        b"latin1" | b"iso88591" => b"latin1",
        b"1250" | b"1251" | b"1252" | b"1253" | b"1254" | b"1255" | b"1256" | b"1257" | b"1258" => {
            return Encoding::for_label(&[b"windows-", code_page].concat());
        }
        _ => return None,
    };
    Encoding::for_label(label)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_code_pages_and_programs_are_known() {
        for (label, name) in [
            ("cp932", "Shift_JIS"),
            ("MS932", "Shift_JIS"),
            ("windows-31j", "Shift_JIS"),
            ("CP936", "gb18030"),
            ("windows-936", "gb18030"),
            ("gb-2312", "gb18030"),
            ("EUC-CN", "gb18030"),
            ("cp949", "EUC-KR"),
            ("UHC", "EUC-KR"),
            ("ks_c_5601-1987", "EUC-KR"),
            ("cp950", "Big5"),
            ("Big5_HKSCS", "Big5"),
            ("eucJP", "EUC-JP"),
            ("EUC_JP", "EUC-JP"),
            ("koi8r", "KOI8-R"),
            ("win1251", "windows-1251"),
            ("cp65001", "UTF-8"),
            ("Latin-1", "windows-1252"),
        ] {
            let charset = Charset::for_label(label.as_bytes());
            assert_eq!(charset.map(Charset::name), Some(name), "{label}");
        }
        for label in ["", "foo", "gb", "ANSI", "932x", "UTF-16"] {
            assert_eq!(Charset::for_label(label.as_bytes()), None, "{label}");
        }
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
}
