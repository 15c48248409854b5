//! Levels of problems, from 30k to 9d.

/// The level that a text is: `5k`, `3 dan`, `12 kyu`.
pub fn read_level(text: &str) -> Option<String> {
    let text = text.trim().to_lowercase();
    let digits = text.find(|char: char| !char.is_ascii_digit())?;
    let number: u8 = text[..digits].parse().ok().filter(|number| (1..=30).contains(number))?;
    match text[digits..].trim_start_matches([' ', '-']) {
        "k" | "kyu" | "級" | "级" => Some(format!("{number}k")),
        "d" | "dan" | "段" if number <= 9 => Some(format!("{number}d")),
        _ => None,
    }
}

/// What a tag that sets the level begins with.
pub const LEVEL_TAG: &str = "level:";

/// The level of a problem: of the first tag such as `level:5k`, else of its difficulty (DI), else of the
/// first name of a source that has one.
pub fn find_problem_level<'a>(
    mut tags: impl Iterator<Item = &'a str>,
    difficulty: Option<&str>,
    mut sources: impl Iterator<Item = &'a str>,
) -> Option<String> {
    let tagged = tags.find_map(|tag| read_level(tag.strip_prefix(LEVEL_TAG)?));
    tagged.or_else(|| difficulty.and_then(read_level)).or_else(|| sources.find_map(find_level))
}

/// The level in the name of a source: of the parts of the name between separators, from the file to the
/// outermost folder, the first one that is a level, such as `15k` in `tesuji/15k/003.sgf`.
fn find_level(source: &str) -> Option<String> {
    let parts = source.rsplit('/');
    parts
        .flat_map(|part| part.rsplit([' ', '_', '-', '.', '(', ')', '[', ']', ',']))
        .find_map(read_level)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_read_from_difficulties_and_names() {
        for (text, level) in [
            ("5k", Some("5k")),
            ("3 dan", Some("3d")),
            ("12 kyu", Some("12k")),
            ("31k", None),
            ("k", None),
            ("10d", None),
            ("5", None),
        ] {
            assert_eq!(read_level(text).as_deref(), level, "{text}");
        }
        assert_eq!(find_level("tesuji/15k/003.sgf").as_deref(), Some("15k"));
        assert_eq!(find_level("tesuji/15k-10k/3d_7.sgf").as_deref(), Some("3d"));
        assert_eq!(find_level("book/12.sgf"), None);
    }
}
