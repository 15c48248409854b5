//! Names of files with one problem each.

/// The maximum length in bytes, which every file system and archive allows.
const MAX_BYTES: usize = 80;

/// Builds a safe file name from the number and the name of a problem.
///
/// The number `index`, from 1 to `total`, comes first, padded with zeros: so all
/// names differ, none begins with a dot, and none is a device of Windows. Of the
/// problem's name letters and digits of any script stay, and `-`, `_`, `.`. Each
/// run of blanks and path separators becomes one `-`. All other characters are
/// dropped.
///
/// ```
/// # use gtn_db_data as gtn_db;
/// use gtn_db::export::build_file_name;
///
/// assert_eq!(build_file_name(12, 4613, Some("Lesson 7"), "sgf"), "0012-Lesson-7.sgf");
/// assert_eq!(build_file_name(3, 10, Some("../../x"), "sgf"), "03-x.sgf");
/// assert_eq!(build_file_name(3, 10, None, "igtn"), "03.igtn");
/// ```
pub fn build_file_name(index: usize, total: usize, name: Option<&str>, extension: &str) -> String {
    let width = total.to_string().len();
    let mut file = format!("{index:0width$}");
    let number = file.len();
    let room = MAX_BYTES.saturating_sub(extension.len() + 1);
    for char in name.unwrap_or_default().chars() {
        let char = match char {
            '/' | '\\' | '-' => '-',
            _ if char.is_whitespace() => '-',
            _ if char.is_alphanumeric() || matches!(char, '_' | '.') => char,
            _ => continue,
        };
        // The name neither begins with `-` or `.`, nor has two `-` in a row.
        let is_first = file.len() == number;
        if is_first && matches!(char, '-' | '.') || char == '-' && file.ends_with('-') {
            continue;
        }
        if file.len() + usize::from(is_first) + char.len_utf8() > room {
            break;
        }
        if is_first {
            file.push('-');
        }
        file.push(char);
    }
    file.truncate(file.trim_end_matches(['-', '.']).len());
    format!("{file}.{extension}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn unsafe_characters_are_dropped() {
        for (name, file) in [
            ("..", "07.sgf"),
            ("/etc/passwd", "07-etc-passwd.sgf"),
            ("..\\..\\x.exe", "07-x.exe.sgf"),
            ("CON", "07-CON.sgf"),
            ("a\0b\n\x1b[31mc", "07-ab-31mc.sgf"),
            ("<b>\"x\"</b> | y?*:", "07-bx-b-y.sgf"),
            ("  Life & death  ", "07-Life-death.sgf"),
            ("詰碁 第七", "07-詰碁-第七.sgf"),
            ("\u{202e}fgs", "07-fgs.sgf"),
            (".hidden.", "07-hidden.sgf"),
            ("", "07.sgf"),
        ] {
            assert_eq!(build_file_name(7, 10, Some(name), "sgf"), file, "{name:?}");
        }
    }

    #[test]
    fn long_names_are_cut_between_characters() {
        let file = build_file_name(7, 10, Some(&"詰".repeat(100)), "sgf");
        assert_eq!(file, format!("07-{}.sgf", "詰".repeat(24)));
        assert_eq!(build_file_name(7, 10, Some(&"x".repeat(100)), "sgf").len(), MAX_BYTES);
    }

    proptest! {
        #[test]
        fn every_file_name_is_safe(name in any::<String>(), index in 1usize..2000) {
            let file = build_file_name(index, 1999, Some(&name), "sgf");
            prop_assert!(file.len() <= MAX_BYTES && file.ends_with(".sgf"));
            let number = format!("{index:04}");
            prop_assert!(file.starts_with(&number));
            let is_safe = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
            prop_assert!(file.chars().all(is_safe));
        }
    }
}
