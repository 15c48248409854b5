//! Small numbers in Arabic, full-width and Chinese digits.

/// The value of a digit, or of a Chinese numeral up to ten. `初` and `元`, as in `初段` and `元年`, are 1.
pub(crate) fn digit(char: char) -> Option<u8> {
    match char {
        '初' | '元' => Some(1),
        '0'..='9' => Some(char as u8 - b'0'),
        '０'..='９' => Some((u32::from(char) - u32::from('０')) as u8),
        _ => numeral(char),
    }
}

/// The value of a Chinese numeral up to ten.
pub(crate) fn numeral(char: char) -> Option<u8> {
    const NUMERALS: &str = "〇一二三四五六七八九十";
    NUMERALS.chars().position(|numeral| numeral == char).map(|value| value as u8)
}

/// Replaces a full-width character by its ASCII form: `Ａ` by `A`. Other characters stay.
pub(crate) fn narrow(char: char) -> char {
    match char {
        '！'..='～' => char::from_u32(char as u32 - 0xfee0).expect("full-width forms of ASCII"),
        '\u{3000}' => ' ',
        _ => char,
    }
}

/// The number with which a text begins, up to 255, in digits or as 十八, 二十; and the text behind it.
pub(crate) fn split_number(text: &str) -> Option<(u8, &str)> {
    let end = text.find(|char| digit(char).is_none()).unwrap_or(text.len());
    let mut number: Option<u8> = None;
    let mut is_ten = false;
    for value in text[..end].chars().filter_map(digit) {
        number = Some(match (number, value) {
            (None, 10) => 10,
            (Some(tens @ 1..=9), 10) => tens * 10,
            (Some(tens), value) if is_ten => tens.checked_add(value)?,
            (before, value) => before.unwrap_or(0).checked_mul(10)?.checked_add(value)?,
        });
        is_ten = value == 10;
    }
    Some((number?, &text[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_in_digits_and_numerals() {
        for (text, number, rest) in [
            ("9d", 9, "d"),
            ("十八級", 18, "級"),
            ("二十", 20, ""),
            ("六十四年", 64, "年"),
            ("元年", 1, "年"),
            ("１０段", 10, "段"),
        ] {
            assert_eq!(split_number(text), Some((number, rest)), "{text}");
        }
        for text in ["", "段", "999", "d9"] {
            assert_eq!(split_number(text), None, "{text}");
        }
    }
}
