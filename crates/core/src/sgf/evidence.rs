//! What bytes say of the charset of a text: valid characters, words of Go, common characters.

use super::charset::Charset;
use super::scan::{skip_blanks, skip_ident};

/// The first byte that is not UTF-8; `None` if all are, or a character is cut in two by the end.
pub(super) fn find_bad_utf8(bytes: &[u8]) -> Option<usize> {
    let error = std::str::from_utf8(bytes).err()?;
    error.error_len().map(|_| error.valid_up_to())
}

/// Whether a text is UTF-8 with a character of three bytes or more, apart from a byte order mark.
pub(super) fn is_wide_utf8(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    find_bad_utf8(text).is_none() && text.iter().any(|&byte| byte >= 0xE0)
}

/// Whether a text in UTF-8 is so by no accident, as GBK can be: a character of two bytes stands beside a
/// letter of a word, or all of at least four are Cyrillic.
pub(super) fn has_letters_of_utf8(bytes: &[u8]) -> bool {
    let text = Charset::UTF_8.decode(bytes);
    let others = text.chars().filter(|char| !char.is_ascii());
    let is_cyrillic = |char: char| matches!(char, '\u{400}'..='\u{45f}');
    stands_beside_letter(bytes) || others.clone().count() >= 4 && others.clone().all(is_cyrillic)
}

/// Whether a byte that is not ASCII stands beside a letter of ASCII.
pub(super) fn stands_beside_letter(bytes: &[u8]) -> bool {
    bytes.windows(2).any(|two| {
        two[0].is_ascii_alphabetic() != two[1].is_ascii_alphabetic()
            && !(two[0].is_ascii() && two[1].is_ascii())
    })
}

/// The least score of [`is_damaged_utf8`] where `CA` names UTF-8, and where it does not.
pub(super) const DECLARED: usize = 2;
pub(super) const UNDECLARED: usize = 4;

/// Whether most of the non-ASCII bytes are valid UTF-8, as in a text that some program cut or
/// converted carelessly.
///
/// A valid character of two bytes scores 1, one of three or four bytes scores 4, because bytes
/// of other charsets often form the former by accident and hardly ever the latter. The text
/// counts as UTF-8 when the score is at least `least` for each invalid sequence. A lead byte and one
/// that continues it, with a `?` for a byte between them, speak neither for UTF-8 nor against it.
pub(super) fn is_damaged_utf8(sample: &[u8], least: usize) -> bool {
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
        let behind = &rest[valid + skipped..];
        let is_replaced =
            skipped > 0 && rest[valid] >= 0xC2 && matches!(behind, [b'?', 0x80..0xC0, ..]);
        bad += usize::from(skipped > 0 && !is_replaced);
        rest = if is_replaced { &behind[2..] } else { behind };
    }
    good >= least * bad.max(1)
}

/// The number of bytes in which words are searched for.
const WORDS_SAMPLE: usize = 4096;

/// Words of Go in the charsets of East Asia. That the bytes of one read as a word of another charset
/// is as unlikely as any other four bytes.
const WORDS: [(Charset, &[&str]); 5] = [
    (Charset::SHIFT_JIS, JAPANESE),
    (Charset::EUC_JP, JAPANESE),
    (Charset::GB18030, CHINESE),
    (Charset::BIG5, CHINESE),
    (Charset::EUC_KR, KOREAN),
];
const JAPANESE: &[&str] = &[
    "黒先", "白先", "黒番", "白番", "正解", "失敗", "変化", "問題", "詰碁", "手筋", "死活", "初段",
];
const KOREAN: &[&str] =
    &["흑선", "백선", "정답", "실패", "변화", "문제", "사활", "불계승", "시간승", "집승", "반집"];
const CHINESE: &[&str] = &[
    "黑先", "白先", "黑棋", "白棋", "正解", "失败", "失敗", "变化", "變化", "死活", "答案", "正确",
    "正確", "错误", "錯誤", "问题", "問題", "中盘", "中盤",
];

/// What may be characters of two bytes: the bytes that are not ASCII, each with the one behind it. A blank
/// stands for what is between them, so that most of a tree need not be decoded.
fn keep_double(text: &[u8]) -> Vec<u8> {
    let mut kept = Vec::new();
    let mut is_behind = false;
    for &byte in text {
        if is_behind || !byte.is_ascii() {
            kept.push(byte);
        } else if kept.last() != Some(&b' ') {
            kept.push(b' ');
        }
        is_behind = !byte.is_ascii();
    }
    kept
}

/// The charset in which a text has most words of Go; `None` if it has none.
pub(super) fn find_words(sample: &[u8]) -> Option<Charset> {
    let first = sample.iter().position(|byte| !byte.is_ascii())?;
    let sample = keep_double(&sample[first..sample.len().min(first + WORDS_SAMPLE)]);
    let count = |&(charset, words): &(Charset, &[&str])| {
        let text = charset.decode(&sample);
        (words.iter().filter(|word| text.contains(**word)).count(), charset)
    };
    let counts = WORDS.each_ref().map(count);
    let (most, charset) = counts.into_iter().max_by_key(|&(count, _)| count)?;
    let is_alone = counts.iter().filter(|&&(count, _)| count == most).count() == 1;
    (most > 0 && is_alone).then_some(charset)
}

/// The charset of East Asia in which all characters of a text are common ones, if it is the only one and
/// they are not in the charset `than`.
pub(super) fn find_common(bytes: &[u8], than: Charset) -> Option<Charset> {
    if !Charset::EAST_ASIA.contains(&than) || is_common(than, bytes) {
        return None;
    }
    // As many kana are no accident.
    if is_common(Charset::EUC_JP, bytes) {
        return Some(Charset::EUC_JP);
    }
    let mut common = Charset::EAST_ASIA.into_iter().filter(|&other| is_common(other, bytes));
    common.next().filter(|_| common.next().is_none())
}

/// Whether a text has two characters or more and all of them are in the rows of common ones: kana,
/// Hangul, the first level of Chinese characters, punctuation. In EUC-JP, half of them must
/// be kana.
fn is_common(charset: Charset, bytes: &[u8]) -> bool {
    let (mut at, mut count, mut kana) = (0, 0, 0);
    while at < bytes.len() {
        if bytes[at].is_ascii() {
            at += 1;
            continue;
        }
        let Some(&trail) = bytes.get(at + 1) else { return false };
        let is_known = match (charset.name(), bytes[at]) {
            ("Shift_JIS", lead) => matches!(lead, 0x81..=0x83 | 0x88..=0x97) && trail >= 0x40,
            ("EUC-JP", lead) => {
                kana += usize::from(matches!(lead, 0xA4 | 0xA5));
                matches!(lead, 0xA1 | 0xA3..=0xA5 | 0xB0..=0xCF) && !trail.is_ascii()
            }
            ("gb18030", lead) => matches!(lead, 0xA1 | 0xA3 | 0xB0..=0xD7) && !trail.is_ascii(),
            ("EUC-KR", lead) => matches!(lead, 0xA1 | 0xA3 | 0xB0..=0xC8) && !trail.is_ascii(),
            ("Big5", lead) => matches!(lead, 0xA1..=0xC6) && trail >= 0x40,
            _ => false,
        };
        if !is_known {
            return false;
        }
        (count, at) = (count + 1, at + 2);
    }
    let has_kana = kana >= 2 && 2 * kana >= count;
    count >= 2 && (charset != Charset::EUC_JP || has_kana) && charset.is_valid(bytes)
}

/// Whether a text can be in a charset.
pub(super) fn fits(charset: Charset, bytes: &[u8]) -> bool {
    if charset == Charset::UTF_8 {
        return charset.is_valid(bytes) || is_damaged_utf8(bytes, UNDECLARED);
    }
    if Charset::EAST_ASIA.contains(&charset) {
        return charset.is_valid(bytes) && is_mostly_double(bytes);
    }
    if !charset.is_valid(bytes) {
        return false;
    }
    let text = charset.decode(bytes);
    let others = || text.chars().filter(|char| !char.is_ascii());
    // Among Latin letters, those that are not ASCII are single.
    if others().filter(|&char| char < '\u{250}').count() > others().count() / 2 {
        return !is_mostly_double(bytes);
    }
    let letters = others().filter(|char| char.is_alphabetic()).count();
    // A letter of another script hardly ever stands beside a Latin one.
    let mixed = text.chars().zip(text.chars().skip(1)).filter(|(one, other)| {
        one.is_ascii_alphabetic() && !other.is_ascii()
            || !one.is_ascii() && other.is_ascii_alphabetic()
    });
    let mixed = mixed.count();
    if mixed > 0 && 2 * mixed >= letters {
        return false;
    }
    let capitals_within_words = text
        .chars()
        .zip(text.chars().skip(1))
        .filter(|(before, char)| before.is_lowercase() && char.is_uppercase() && !char.is_ascii());
    10 * letters >= 9 * others().count() && 4 * capitals_within_words.count() <= letters
}

/// Whether at least half of the bytes that are not ASCII look like first bytes of characters of two
/// bytes. The second byte may be an ASCII letter, as in 黃 of GBK (`FC 53`), but not where the first
/// one looks like an accented letter of a word, such as `caf\xE9]` or `\xC9gal`. It may be a bracket
/// or backslash where that closes no value and escapes nothing: in 表 of Shift_JIS (`95 5C`), before
/// the `]` behind which the tree goes on.
pub(super) fn is_mostly_double(bytes: &[u8]) -> bool {
    let (mut double, mut single, mut at) = (0, 0, 0);
    // The end of the last character.
    let mut end = 0;
    while at < bytes.len() {
        if bytes[at].is_ascii() {
            at += 1;
            continue;
        }
        let is_within_word = || {
            let is_behind_letter = at > end && bytes[at - 1].is_ascii_alphabetic();
            is_behind_letter || bytes.get(at + 2).is_some_and(u8::is_ascii_lowercase)
        };
        let is_double = match bytes[at + 1..] {
            [] => false,
            [b']', ref rest @ ..] => !ends_value(rest),
            [b'\\', b']', ref rest @ ..] => ends_value(rest),
            [b'\\', b'\\' | b':', ..] => false,
            [second, ..] if second.is_ascii() => second >= b'@' && !is_within_word(),
            [..] => true,
        };
        *(if is_double { &mut double } else { &mut single }) += 1;
        at += if is_double { 2 } else { 1 };
        end = at;
    }
    double >= single
}

/// Whether a text is what follows the `]` of a value.
fn ends_value(rest: &[u8]) -> bool {
    let rest = &rest[skip_blanks(rest, 0)..];
    let name = &rest[..skip_ident(rest, 0)];
    match rest.get(name.len()) {
        Some(b'[') => name.iter().all(u8::is_ascii_uppercase),
        Some(b';' | b'(' | b')') | None => name.is_empty(),
        Some(_) => false,
    }
}

/// Whether more bytes than not are katakana of one byte in Shift_JIS: texts in other charsets read so.
pub(super) fn is_mostly_katakana(bytes: &[u8]) -> bool {
    let text = Charset::SHIFT_JIS.decode(bytes);
    let others = text.chars().filter(|char| !char.is_ascii());
    let narrow = others.clone().filter(|char| matches!(char, '\u{ff61}'..='\u{ff9f}'));
    2 * narrow.count() > others.count()
}

/// The fewest bytes that are evidence for Cyrillic.
const MIN_CYRILLIC: usize = 16;

/// The charsets of Cyrillic that are found in files.
pub(super) const CYRILLIC: [Charset; 2] = [Charset::WINDOWS_1251, Charset::KOI8_U];

/// Whether a text is long enough to be Cyrillic, and nearly all that is not ASCII are such letters,
/// most of them small ones.
pub(super) fn is_cyrillic(charset: Charset, sample: &[u8]) -> bool {
    let is_known = ["windows-1251", "KOI8-U", "IBM866", "ISO-8859-5"].contains(&charset.name());
    if !is_known {
        return false;
    }
    let text = charset.decode(sample);
    let others = text.chars().filter(|char| !char.is_ascii()).count();
    let letters = text.chars().filter(|char| matches!(char, '\u{400}'..='\u{45f}'));
    let small = letters.clone().filter(|char| char.is_lowercase()).count();
    let letters = letters.count();
    others >= MIN_CYRILLIC && 10 * letters >= 9 * others && 2 * small >= letters
}
