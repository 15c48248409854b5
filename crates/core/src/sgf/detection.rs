//! Detecting the charset of a file, and of each tree in it.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::Encoding;
use memchr::{memchr, memmem};

use super::charset::Charset;
use super::evidence::{
    CYRILLIC, DECLARED, UNDECLARED, find_bad_utf8, find_common, find_words, fits,
    has_letters_of_utf8, is_cyrillic, is_damaged_utf8, is_mostly_double, is_mostly_katakana,
    is_wide_utf8, stands_beside_letter,
};
use super::scan::{is_blank, skip_blanks, takes_value_end};

/// `CA` is searched for in this many bytes from the start of a file.
const HEAD: usize = 2048;

/// The number of bytes given to the statistical detector. More bytes did not improve its guess.
const SAMPLE: usize = 64 * 1024;

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
/// 1. Valid UTF-8 with a character of three bytes or more, whatever `CA` says: other charsets hardly
///    ever have such bytes, and programs convert texts and leave the old `CA` in them.
/// 2. `CA` in the first 2 KiB, unless the bytes contradict it: UTF-8 is declared and the bytes
///    are not even mostly valid UTF-8, or another charset is declared and the bytes are invalid in it but
///    valid UTF-8, or Windows-1252 is declared and there are words of Go in a charset of East Asia.
/// 3. A UTF-8 byte order mark.
/// 4. Valid UTF-8.
/// 5. Words of Go in a charset of East Asia, such as 黒先.
/// 6. Mostly valid UTF-8: some program cut or converted the text carelessly.
/// 7. A statistical guess among the charsets of East Asia and, for texts long enough, Cyrillic ones.
/// 8. Windows-1252.
///
/// A file that programs joined may have trees in several charsets: see [`tree_charset`].
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
    detect(bytes, find_declared(bytes))
}

/// The charset of a text in which `CA` names `declared`, if it counts.
fn detect(bytes: &[u8], declared: Option<Charset>) -> Detected {
    let found = |charset, source| Detected { charset, source };
    let bad = find_bad_utf8(bytes);
    if is_wide_utf8(bytes) {
        let is_declared = declared == Some(Charset::UTF_8);
        let source = if is_declared { CharsetSource::Declared } else { CharsetSource::Utf8 };
        return found(Charset::UTF_8, source);
    }
    if let Some(charset) = declared {
        let contradicted = if charset == Charset::UTF_8 {
            bad.is_some_and(|bad| !is_damaged_utf8(sample(bytes, bad), DECLARED))
        } else if charset == Charset::LATIN_1 {
            // Accents stand alone, the bytes of words of East Asia side by side.
            find_words(bytes).is_some()
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
    match guess_charset(sample(bytes, bad)) {
        Some(charset) => found(charset, CharsetSource::Detected),
        None => found(Charset::LATIN_1, CharsetSource::Fallback),
    }
}

/// The charset of one tree of a file, and a sentence if its `CA` names another one, or none.
/// `file` is what [`detect_charset`] finds in the whole file. It holds for trees without `CA` that can
/// be in it and whose bytes do not prove another charset, by words of Go or by their number.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::sgf::{Charset, detect_charset, tree_charset};
///
/// let file = "(;CA[ISO-8859-1]C[x])(;CA[gb2312]C[黑先])".as_bytes();
/// let (found, fault) = tree_charset(&file[21..], detect_charset(file));
/// assert_eq!(found.charset, Charset::UTF_8);
/// assert_eq!(fault.unwrap(), "CA names gb18030, but the bytes are UTF-8");
/// ```
pub fn tree_charset(tree: &[u8], file: Detected) -> (Detected, Option<String>) {
    if tree.is_ascii() {
        // A tree in ASCII is UTF-8, whatever the charset of its neighbors is.
        return (Detected { charset: Charset::UTF_8, source: CharsetSource::Utf8 }, None);
    }
    let declared = find_declared(tree);
    let found = match declared {
        Some(charset) => judge_declared(tree, charset),
        None => judge_tree(tree, file),
    };
    let is = found.charset.name();
    let fault = match declared {
        _ if found.charset == Charset::UTF_8 && find_bad_utf8(tree).is_some() => {
            Some("some bytes are not UTF-8; each is read as U+FFFD".to_owned())
        }
        Some(declared) if declared == found.charset => None,
        Some(declared) => Some(format!("CA names {}, but the bytes are {is}", declared.name())),
        None => find_unknown_label(tree).map(|label| {
            let label = String::from_utf8_lossy(label);
            format!("CA: `{label}` names no known charset; the bytes are read as {is}")
        }),
    };
    (found, fault)
}

/// The number of bytes that are not ASCII from which statistics of a tree outweigh its file.
const MANY: usize = 256;

/// The charset of a tree whose `CA` names a charset.
pub(super) fn judge_declared(tree: &[u8], declared: Charset) -> Detected {
    let found = detect(tree, Some(declared));
    if found.source != CharsetSource::Declared || !takes_value_end(tree, declared.char_width()) {
        return found;
    }
    let other = detect(tree, None);
    match takes_value_end(tree, other.charset.char_width()) {
        true => Detected { charset: Charset::LATIN_1, source: CharsetSource::Fallback },
        false => other,
    }
}

/// The charset of a tree without `CA` in a file.
pub(super) fn judge_tree(tree: &[u8], file: Detected) -> Detected {
    let of = |charset: Charset| {
        let source = CharsetSource::Detected;
        if charset == file.charset { file } else { Detected { charset, source } }
    };
    if is_wide_utf8(tree) || find_bad_utf8(tree).is_none() && has_letters_of_utf8(tree) {
        return detect_charset(tree);
    }
    if let Some(charset) = find_words(tree).or_else(|| find_common(tree, file.charset)) {
        return of(charset);
    }
    let is_long = tree.iter().filter(|byte| !byte.is_ascii()).take(MANY).count() == MANY;
    let fits = fits(file.charset, tree);
    let is_doubtful = file.charset == Charset::SHIFT_JIS && is_mostly_katakana(tree);
    if fits && !is_long && !is_doubtful && !CYRILLIC.iter().any(|&one| is_cyrillic(one, tree)) {
        return file;
    }
    let own = detect_charset(tree);
    let is_proven = is_long || is_doubtful || is_cyrillic(own.charset, tree);
    match own.source {
        CharsetSource::Detected if is_proven || !fits => of(own.charset),
        _ if fits => file,
        // Some characters are damaged.
        CharsetSource::Fallback
            if Charset::EAST_ASIA.contains(&file.charset) && is_mostly_double(tree) =>
        {
            file
        }
        _ => own,
    }
}

/// The part of a text from its first byte that is not ASCII. `bad` is one of these.
fn sample(bytes: &[u8], bad: usize) -> &[u8] {
    let first = bytes[..bad].iter().position(|byte| !byte.is_ascii());
    let sample = &bytes[first.unwrap_or(bad)..];
    &sample[..sample.len().min(SAMPLE)]
}

/// The number of bytes that are not ASCII below which statistics are no evidence against the other
/// files of a folder.
const FEW: usize = 64;

/// Whether a file leaves its charset open: it was guessed from few bytes, and neither by words nor by
/// Cyrillic letters, which bytes of other charsets hardly ever give; or the few
/// bytes happen to be UTF-8, as those of 图一 in GBK are, but stand beside no letter.
pub fn is_open(bytes: &[u8], detected: Detected) -> bool {
    let is_accident = || {
        detected.source == CharsetSource::Utf8
            && !is_wide_utf8(bytes)
            && !stands_beside_letter(bytes)
    };
    (detected.source.is_guess() || is_accident())
        && bytes.iter().filter(|byte| !byte.is_ascii()).take(FEW).count() < FEW
        && find_words(bytes).is_none()
        && !is_cyrillic(detected.charset, bytes)
}

/// Of charsets, each with the number of neighbors that have it, the most common one that a text can
/// have: its bytes are valid, and look like characters of two bytes, or like letters in words.
pub fn choose_charset(bytes: &[u8], neighbors: &[(Charset, usize)]) -> Option<Charset> {
    let fitting = neighbors.iter().filter(|(charset, _)| fits(*charset, bytes));
    fitting.max_by_key(|&&(charset, count)| (count, charset.name())).map(|&(charset, _)| charset)
}

/// Finds the charset declared by `CA` near the start of the file.
pub(super) fn find_declared(bytes: &[u8]) -> Option<Charset> {
    find_labels(bytes).find_map(Charset::for_label)
}

/// The first value of `CA` near the start of a tree, if it is no name of a charset.
fn find_unknown_label(tree: &[u8]) -> Option<&[u8]> {
    let is_unknown =
        |label: &&[u8]| Encoding::for_label(label).is_none() && Charset::for_label(label).is_none();
    find_labels(tree).next().filter(is_unknown)
}

/// The values of `CA` near the start of the file.
fn find_labels(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let head = &bytes[..bytes.len().min(HEAD)];
    memmem::find_iter(head, b"CA").filter_map(|at| {
        let before = at.checked_sub(1).map(|i| head[i]);
        if before.is_some_and(|b| !is_blank(b) && b != b';' && b != b']') {
            return None;
        }
        let open = skip_blanks(head, at + 2);
        let value = head.get(open..)?.strip_prefix(b"[")?;
        Some(&value[..memchr(b']', value)?])
    })
}

/// Guesses the charset of a text without further evidence: by words, then by statistics.
pub fn guess_charset(sample: &[u8]) -> Option<Charset> {
    if let Some(charset) = find_words(sample) {
        return Some(charset);
    }
    if is_damaged_utf8(sample, UNDECLARED) {
        return Some(Charset::UTF_8);
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(sample, true);
    let best = Charset::for_encoding(detector.guess(None, Utf8Detection::Deny))?;
    // Few characters without kana are Chinese: 联通 is valid in both.
    let is_kana = |two: &[u8]| matches!(two[0], 0xA4 | 0xA5) && !two[1].is_ascii();
    let is_chinese = best == Charset::EUC_JP
        && Charset::GB18030.is_valid(sample)
        && !sample.windows(2).any(is_kana);
    let best = if is_chinese { Charset::GB18030 } else { best };
    // Other charsets are far more often a wrong guess than right.
    (Charset::EAST_ASIA.contains(&best) || is_cyrillic(best, sample)).then_some(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::{split, to_utf8};
    use proptest::prelude::*;

    fn encoded(charset: Charset, text: &str) -> Vec<u8> {
        charset.encode(text)
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
    fn a_declared_charset_takes_no_bracket() {
        // The last byte of each text and the bracket behind it are a character in the charset of CA.
        let cases: [(&str, &[u8], Charset); 4] = [
            ("gb2312", b"Mich\xE8le Andr\xE9", Charset::LATIN_1),
            ("Big5", b"Blancas: qu\xE9", Charset::LATIN_1),
            ("Shift_JIS", "Ход чёрных".as_bytes(), Charset::UTF_8),
            ("Shift_JIS", b"\xBA\xDA\xCF\xC8\xA3\xAC\xB5\xDA5\xCC\xE2", Charset::GB18030),
        ];
        for (declared, text, charset) in cases {
            for behind in ["AB[aa][bb]AW[ab];B[ba])", "\n(;B[ba])(;B[ca]C[RIGHT]))", ")", "))\n"] {
                let head = format!("(;CA[{declared}]SZ[9]N[");
                let file = [head.as_bytes(), text, b"]", behind.as_bytes()].concat();
                let found = split(&file, detect_charset(&file).charset, true);
                let [tree] = &found.trees[..] else { panic!("{declared}: {found:?}") };
                let (is, fault) = tree_charset(&file[tree.range()], detect_charset(&file));
                assert_eq!(is.charset, charset, "{declared}, {behind}");
                assert_eq!(fault.is_some(), declared != charset.name(), "{declared}");
                let end = file.len()
                    - usize::from(behind.ends_with('\n'))
                    - usize::from(behind.starts_with("))"));
                assert_eq!(tree.end, end, "{declared}, {behind}");
            }
        }
        // 閉 may stand before a bracket that is no name of a property.
        let file = b"(;CA[gbk]C[\xE9](\xE9]; \xE9]B \xE9]Abc[\\])";
        assert_eq!(tree_charset(file, detect_charset(file)).0.charset, Charset::GB18030);
    }

    #[test]
    fn words_of_east_asia_are_no_windows_1252() {
        for (charset, text) in [(Charset::GB18030, "正解"), (Charset::SHIFT_JIS, "黒先")] {
            for label in ["ISO-8859-1", "windows-1252", "us-ascii"] {
                let file = encoded(charset, &format!("(;CA[{label}]C[{text}])"));
                assert_eq!(detect_charset(&file).charset, charset, "{label}");
            }
        }
        let file = b"(;CA[ISO-8859-1]C[d\xE9j\xE0 vu])";
        assert_eq!(detect_charset(file).source, CharsetSource::Declared);
    }

    #[test]
    fn a_replaced_byte_is_no_evidence() {
        let damaged = |texts: &[&[u8]]| is_damaged_utf8(&texts.concat(), UNDECLARED);
        assert!(damaged(&[b"\xE3?\xB5\xE3?\x8B\xE3?\x97", "余9段".as_bytes()]));
        assert!(!damaged(&[b"\xE3\xB5\xE3\x8B\xE3\x97", "余".as_bytes()]));
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
    fn utf8_outweighs_another_charset() {
        for label in ["gb2312", "Big5", "Shift_JIS", "EUC-KR", "ISO-8859-1"] {
            let text = format!("(;CA[{label}]AB[aa]C[黑先活])");
            assert_eq!(detect_charset(text.as_bytes()).charset, Charset::UTF_8);
            assert_eq!(detect_charset(text.as_bytes()).source, CharsetSource::Utf8);
        }
        // Characters of two bytes in UTF-8, and all bytes are UTF-8 by accident.
        let text = [b"(;CA[gb2312]C[", &*encoded(Charset::GB18030, "联通"), b"])"].concat();
        assert_eq!(detect_charset(&text).charset, Charset::GB18030);
    }

    #[test]
    fn each_tree_has_its_charset() {
        let trees = [
            encoded(Charset::LATIN_1, "(;CA[ISO-8859-1]GN[café])"),
            encoded(Charset::SHIFT_JIS, "(;CA[Shift_JIS]C[白番下表])"),
            "(;CA[gb2312]C[黑先])".as_bytes().to_vec(),
            "(;C[黑先])".as_bytes().to_vec(),
            b"(;C[x])".to_vec(),
            "(;CA[gb]C[黑先])".as_bytes().to_vec(),
            // The whole file was UTF-16, and is converted.
            "(;CA[UTF-16]C[黑先])".as_bytes().to_vec(),
        ];
        let file = detect_charset(&trees.concat());
        let found = trees.each_ref().map(|tree| tree_charset(tree, file));
        let charsets = found.each_ref().map(|(found, _)| found.charset.name());
        assert_eq!(charsets[..3], ["windows-1252", "Shift_JIS", "UTF-8"]);
        assert_eq!(charsets[3..], ["UTF-8"; 4]);
        let faults: Vec<_> = found.iter().flat_map(|(_, fault)| fault.as_deref()).collect();
        assert_eq!(
            faults,
            [
                "CA names gb18030, but the bytes are UTF-8",
                "CA: `gb` names no known charset; the bytes are read as UTF-8",
            ]
        );
    }

    #[test]
    fn short_texts_are_known_by_their_words() {
        for (charset, text) in [
            (Charset::EUC_JP, "黒先"),
            (Charset::SHIFT_JIS, "黒先"),
            (Charset::GB18030, "黑先"),
            (Charset::BIG5, "黑先"),
            (Charset::EUC_KR, "흑선"),
        ] {
            let bytes = encoded(charset, &format!("(;GM[1]C[{text}])"));
            assert_eq!(detect_charset(&bytes).charset, charset, "{text}");
            assert!(!is_open(&bytes, detect_charset(&bytes)));
        }
    }

    #[test]
    fn cyrillic_is_detected_in_texts_that_are_long_enough() {
        let text = "Чёрные начинают и живут. Правильный ответ: первый ход в углу";
        for label in ["windows-1251", "koi8-r"] {
            let charset = Charset::for_label(label.as_bytes()).unwrap();
            let bytes = encoded(charset, &format!("(;GM[1]C[{text}])"));
            let found = detect_charset(&bytes);
            assert_eq!(found.charset.decode(&bytes), format!("(;GM[1]C[{text}])"), "{label}");
            assert!(!is_open(&bytes, found), "its neighbors say nothing against it");
        }
    }

    #[test]
    fn neighbors_decide_what_few_bytes_leave_open() {
        let votes = [(Charset::LATIN_1, 3), (Charset::GB18030, 590), (Charset::SHIFT_JIS, 2)];
        // The second bytes of 黃, 鎔 and 錡 are letters.
        for text in ["黑死", "王", "图一", "黑", "甲", "黃", "鎔 黃", "黃鎔錡", "A 黃"]
        {
            let bytes = encoded(Charset::GB18030, &format!("(;C[{text}])"));
            assert!(is_open(&bytes, detect_charset(&bytes)), "{text}");
            assert_eq!(choose_charset(&bytes, &votes), Some(Charset::GB18030), "{text}");
        }
        for text in ["un café à Genève", "café", "É", "Église", "pièce é", "Ünal", "Çelik", "Æro"]
        {
            let bytes = encoded(Charset::LATIN_1, &format!("(;C[{text}])"));
            assert_eq!(choose_charset(&bytes, &votes), Some(Charset::LATIN_1), "{text}");
            assert_eq!(choose_charset(&bytes, &[]), None);
        }
    }

    /// What each tree of a file is read as.
    fn read_trees(trees: &[(&str, &str)]) -> Vec<String> {
        let encode = |(label, text): &(&str, &str)| {
            encoded(Charset::for_label(label.as_bytes()).unwrap(), text)
        };
        let trees: Vec<Vec<u8>> = trees.iter().map(encode).collect();
        let file = trees.join(&b'\n');
        let found = detect_charset(&file);
        let split = crate::sgf::split(&file, found.charset, true);
        let spans = split.trees.iter().map(|span| &file[span.range()]);
        spans.map(|tree| tree_charset(tree, found).0.charset.decode(tree).into_owned()).collect()
    }

    #[test]
    fn a_tree_without_ca_is_not_read_by_that_of_another_tree() {
        let latin = ("latin1", "(;CA[ISO-8859-1]SZ[19]AB[aa]GN[clé];B[ab]C[Réussi])");
        let japanese = ("shift_jis", "(;CA[Shift_JIS]SZ[19]AB[aa]GN[黒先];B[ab]C[ソ表ゾ])");
        let cyrillic = ("koi8-r", "(;CA[KOI8-R]GN[Ход чёрных и жизнь];B[ab]C[Верно])");
        let unicode = ("utf-8", "(;CA[UTF-8]GN[黑先活];B[ab]C[正解])");
        let gbk = ("gbk", "(;SZ[19]AB[aa][ba]AW[cc]C[白先活];W[dd]C[正解])");
        let gbk_short = ("gbk", "(;SZ[19]AB[aa][ba]AW[cc]C[黑死];W[dd]C[劫活])");
        let gbk_without_words =
            ("gbk", "(;SZ[19]AB[aa]GN[怎样才能做活角上的棋];B[ab]C[这样就可以做成两只眼了])");
        let big5 = ("big5", "(;SZ[19]AB[aa]C[黑先活];B[ab]C[正解])");
        let shift_jis = ("shift_jis", "(;SZ[19]AB[aa]C[黒先白死];B[ab]C[正解図])");
        let chinese = ("gbk", "(;CA[gb2312]SZ[19]GN[黑先活])");
        let japanese_without_words = ("shift_jis", "(;SZ[19]GN[白は死ぬ];B[ab]C[能力の表])");
        let euc_jp_without_words = ("euc-jp", "(;SZ[19]GN[ここが急所です])");
        let korean = ("euc-kr", "(;CA[EUC-KR]SZ[19]GN[흑선])");
        let big5_without_words = ("big5", "(;SZ[19]GN[許功蓋];B[ab]C[這樣就可以])");
        let unicode_french = ("utf-8", "(;SZ[19]GN[clé])");
        let french = ("latin1", "(;SZ[19]GN[Échec complet à gauche])");
        let windows = ("windows-1251", "(;SZ[19]C[Ход белых, жизнь в углу];B[ab]C[Правильно])");
        let unicode_cyrillic = ("utf-8", "(;SZ[19]C[Ход чёрных];B[ab]C[Верно])");
        for trees in [
            &[latin, gbk][..],
            &[gbk, latin],
            &[latin, gbk_short],
            &[latin, gbk_without_words],
            &[japanese, gbk, gbk],
            &[gbk, japanese],
            &[japanese, gbk_without_words],
            &[japanese, big5, latin],
            &[gbk, shift_jis],
            &[shift_jis, gbk, big5],
            &[unicode, gbk, big5, shift_jis],
            &[cyrillic, windows],
            &[windows, cyrillic, gbk],
            &[latin, unicode_cyrillic],
            &[latin, latin, windows],
            &[chinese, japanese_without_words],
            &[chinese, korean, euc_jp_without_words],
            &[japanese, big5_without_words, chinese],
            &[chinese, unicode_french, unicode_cyrillic],
            &[cyrillic, french],
        ] {
            let texts: Vec<&str> = trees.iter().map(|(_, text)| *text).collect();
            assert_eq!(read_trees(trees), texts);
        }
    }

    #[test]
    fn a_tree_without_ca_has_that_of_its_file_if_it_fits() {
        let latin = ("latin1", "(;CA[ISO-8859-1]GN[clé])");
        let french = ("latin1", "(;C[Où est la clé ?];B[ab]C[à Genève])");
        let chinese = ("gbk", "(;CA[gb2312]C[黑先])");
        let short = ("gbk", "(;C[王];B[ab]C[图一])");
        let polish = ("windows-1250", "(;CA[windows-1250]GN[żółw])");
        let other_polish = ("windows-1250", "(;GN[Białe zaczynają])");
        for trees in [&[latin, french][..], &[chinese, short, french], &[polish, other_polish]] {
            let texts: Vec<&str> = trees.iter().map(|(_, text)| *text).collect();
            assert_eq!(read_trees(trees), texts);
        }
    }

    #[test]
    fn neighbors_decide_about_a_character_that_ends_like_an_escape() {
        for (charset, texts) in [
            (Charset::SHIFT_JIS, &["表", "ソ", "ゾ", "ゼ", "表ソ", "能力"][..]),
            (Charset::BIG5, &["功", "許", "成功", "許功蓋"]),
        ] {
            let votes = [(Charset::LATIN_1, 2), (charset, 7)];
            for text in texts {
                let bytes = encoded(charset, &format!("(;SZ[19]GN[{text}];B[ab]C[{text}])"));
                assert_eq!(choose_charset(&bytes, &votes), Some(charset), "{text}");
            }
        }
        let votes = [(Charset::LATIN_1, 2), (Charset::SHIFT_JIS, 7)];
        for text in ["[le café\\] ici", "café\\\\ x", "É\\] ici"] {
            let bytes = encoded(Charset::LATIN_1, &format!("(;C[{text}];B[ab])"));
            assert_eq!(choose_charset(&bytes, &votes), Some(Charset::LATIN_1), "{text}");
        }
    }

    #[test]
    fn few_characters_without_kana_are_chinese() {
        let bytes = encoded(Charset::GB18030, "(;GN[联通])");
        assert_eq!(detect_charset(&bytes).charset, Charset::GB18030);
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
