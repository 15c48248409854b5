//! Ranges of years as people write them.

/// Reads a year, such as `1995`, or a range of years, such as `1990-1999`, `1998-` or `-1950`: the
/// first and the last year, where an open end is 0 or the greatest number.
///
/// # Errors
/// If the text is neither, or the range ends before it begins; the error says what to write.
///
/// ```
/// # use gtn_db_data as gtn_db;
/// use gtn_db::answer::parse_years;
///
/// assert_eq!(parse_years("1990-1999"), Ok((1990, 1999)));
/// ```
pub fn parse_years(text: &str) -> Result<(u16, u16), String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let year = |text: &str, open: u16| match text.trim() {
        "" => Ok(open),
        text => text.parse::<u16>().map_err(|_| ()),
    };
    let (Ok(first_year), Ok(last_year)) = (year(first, 0), year(last, u16::MAX)) else {
        return Err(
            "write a year, such as 1995, or a range, such as 1990-1999, 1998- or -1950".to_owned()
        );
    };
    if first.trim().is_empty() && last.trim().is_empty() {
        return Err("the range has neither a first nor a last year".to_owned());
    }
    if first_year > last_year {
        return Err("the range ends before it begins".to_owned());
    }
    Ok((first_year, last_year))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_years_may_be_open() {
        assert_eq!(parse_years("1995"), Ok((1995, 1995)));
        assert_eq!(parse_years("1990-1999"), Ok((1990, 1999)));
        assert_eq!(parse_years("1998-"), Ok((1998, u16::MAX)));
        assert_eq!(parse_years("-1950"), Ok((0, 1950)));
        for text in ["", "-", " - ", "1999-1990", "90s", "1-2-3", "70000"] {
            assert!(parse_years(text).is_err(), "{text}");
        }
    }
}
