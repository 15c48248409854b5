//! Numbers as people read them.

/// A number with a noun: `1 game`, `2 games`.
pub fn plural(number: u64, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// A fraction as a percentage: 0.125 is `12.5%`.
pub fn percent(fraction: f64) -> String {
    format!("{:.1}%", fraction * 100.0)
}

/// The percentage of wins among decided games; empty when none was decided.
pub fn win_rate(wins: u64, losses: u64) -> String {
    let decided = wins + losses;
    if decided > 0 { percent(wins as f64 / decided as f64) } else { String::new() }
}

/// The first and the last year: `1990-1999`, `1990`, or nothing.
pub fn years(first: Option<u16>, last: Option<u16>) -> String {
    match (first, last) {
        (Some(first), Some(last)) if first < last => format!("{first}-{last}"),
        (Some(year), _) | (None, Some(year)) => year.to_string(),
        (None, None) => String::new(),
    }
}

/// A comment with the number of the move that it is on, if any: `move 12: A ladder.`
pub fn word_comment(comment: Option<&str>, moves: Option<u32>) -> Option<String> {
    let comment = comment?;
    Some(match moves {
        None | Some(0) => comment.to_owned(),
        Some(moves) => format!("move {moves}: {comment}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_for_reading() {
        assert_eq!((plural(1, "game"), plural(0, "game")), ("1 game".into(), "0 games".into()));
        assert_eq!((win_rate(1, 2), win_rate(0, 0)), ("33.3%".into(), String::new()));
        assert_eq!(years(Some(1990), Some(1999)), "1990-1999");
        assert_eq!((years(Some(1990), Some(1990)), years(None, None)), ("1990".into(), "".into()));
    }
}
