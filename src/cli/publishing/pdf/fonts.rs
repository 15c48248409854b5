//! Characters of a book for which no font has a glyph.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs};

use etcetera::BaseStrategy;
use gtn_db::escape::Escaped;
use ttf_parser::{Face, fonts_in_collection};
use walkdir::WalkDir;

use crate::cli::report;

/// Names the characters of a text for which neither typst nor this machine has a glyph, and a font to install.
/// Such characters print as boxes.
pub(super) fn report_missing_glyphs(text: &str) {
    let mut missing = find_foreign(text);
    if !missing.is_empty() {
        remove_known(&mut missing);
    }
    if let Some(message) = describe(&missing) {
        report(&message);
    }
}

/// The folders with fonts that typst reads beside those of the system.
pub(super) fn font_folders() -> Vec<PathBuf> {
    env::var_os("TYPST_FONT_PATHS").iter().flat_map(env::split_paths).collect()
}

/// Whether typst is to pass over the fonts of the system.
pub(super) fn ignores_system_fonts() -> bool {
    env::var("TYPST_IGNORE_SYSTEM_FONTS").is_ok_and(|value| !matches!(&*value, "" | "0" | "false"))
}

/// The characters that the fonts within typst may not have: all but Latin, Greek and Cyrillic letters,
/// punctuation, arrows and signs.
fn find_foreign(text: &str) -> BTreeSet<char> {
    let is_common =
        |char: char| matches!(char, '\0'..='\u{52f}' | '\u{1e00}'..='\u{27bf}' | '\u{feff}');
    text.chars().filter(|&char| !is_common(char) && !char.is_whitespace()).collect()
}

/// Removes the characters for which a font of this machine has a glyph. Reads fonts until none is left.
fn remove_known(missing: &mut BTreeSet<char>) {
    let mut folders = font_folders();
    if !ignores_system_fonts() {
        folders.extend(system_folders());
    }
    for file in folders.iter().flat_map(font_files) {
        if missing.is_empty() {
            return;
        }
        // A font that cannot be read has no glyphs: typst passes over it, too.
        let Ok(data) = fs::read(file) else { continue };
        for index in 0..fonts_in_collection(&data).unwrap_or(1) {
            if let Ok(face) = Face::parse(&data, index) {
                missing.retain(|&char| face.glyph_index(char).is_none());
            }
        }
    }
}

/// The folders in which systems keep fonts, whether they exist or not.
fn system_folders() -> Vec<PathBuf> {
    let variable = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    let user = etcetera::choose_base_strategy().ok();
    let mut folders = Vec::new();
    if cfg!(windows) {
        folders.extend(variable("SystemRoot").map(|system| Path::new(&system).join("Fonts")));
        folders.extend(user.map(|user| user.cache_dir().join("Microsoft/Windows/Fonts")));
    } else if cfg!(target_os = "macos") {
        folders.extend(["/System/Library/Fonts", "/Library/Fonts"].map(PathBuf::from));
        folders.extend(user.map(|user| user.home_dir().join("Library/Fonts")));
    } else {
        let shared = variable("XDG_DATA_DIRS").unwrap_or("/usr/local/share:/usr/share".into());
        folders.extend(env::split_paths(&shared).map(|data| data.join("fonts")));
        if let Some(user) = user {
            folders.extend([user.data_dir().join("fonts"), user.home_dir().join(".fonts")]);
        }
    }
    folders
}

/// The files in a folder and the folders in it that are fonts by their names.
fn font_files(folder: impl AsRef<Path>) -> impl Iterator<Item = PathBuf> {
    let files = WalkDir::new(folder).follow_links(true).sort_by_file_name().into_iter().flatten();
    files.map(walkdir::DirEntry::into_path).filter(|path| {
        let extension = path.extension().unwrap_or_default();
        ["otc", "otf", "ttc", "ttf"].iter().any(|font| extension.eq_ignore_ascii_case(font))
    })
}

/// The blocks of characters, each with a font that has them; of further ones Noto Sans.
const FONTS: [(&str, &[(u32, u32)]); 2] = [
    (
        "Noto Serif CJK (Debian: fonts-noto-cjk)",
        &[
            (0x1100, 0x11ff),
            (0x2e80, 0xa4cf),
            (0xa960, 0xd7ff),
            (0xf900, 0xfaff),
            (0xfe30, 0xfe4f),
            (0xff00, 0xffef),
            (0x20000, 0x3ffff),
        ],
    ),
    ("Noto Color Emoji (Debian: fonts-noto-color-emoji)", &[(0x1f000, 0x1faff)]),
];

/// What to say of characters without a glyph.
fn describe(missing: &BTreeSet<char>) -> Option<String> {
    /// The most characters that are named.
    const MAX_NAMED: usize = 20;
    if missing.is_empty() {
        return None;
    }
    let font_of = |char: char| {
        let is_in = |&(first, last): &(u32, u32)| (first..=last).contains(&u32::from(char));
        let found = FONTS.iter().find(|(_, blocks)| blocks.iter().any(is_in));
        found.map_or("Noto Sans (Debian: fonts-noto)", |(font, _)| font)
    };
    let fonts: BTreeSet<&str> = missing.iter().map(|&char| font_of(char)).collect();
    let named: String = missing.iter().take(MAX_NAMED).collect();
    let more = missing.len().saturating_sub(MAX_NAMED);
    let more = if more > 0 { format!(" and {more} more characters") } else { String::new() };
    Some(format!(
        "no font has {}{more}: boxes are printed there; install {}",
        Escaped(&named),
        Vec::from_iter(fonts).join(" and "),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_foreign_characters_are_sought() {
        assert!(find_foreign("Black to play — ①?").is_empty());
        assert_eq!(find_foreign("Schwarz am Zug, 黑先\u{3000}黑").len(), 2);
    }

    #[test]
    fn fonts_are_found_by_their_names() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("noto")).unwrap();
        for name in ["b.TTF", "a.txt", "ttf", "noto/c.otc"] {
            fs::write(folder.path().join(name), "no font").unwrap();
        }
        let found = font_files(folder.path());
        let found: Vec<_> = found.map(|path| path.file_name().unwrap().to_owned()).collect();
        assert_eq!(found, ["b.TTF", "c.otc"]);
        assert_eq!(font_files(folder.path().join("missing")).count(), 0);
    }

    #[test]
    fn a_message_names_characters_and_fonts() {
        let message = |text: &str| describe(&find_foreign(text));
        assert_eq!(message("Черные, Μαύρα, noir"), None);
        assert_eq!(
            message("黑先").unwrap(),
            "no font has 先黑: boxes are printed there; install Noto Serif CJK (Debian: fonts-noto-cjk)"
        );
        let many = message("अ一二三四五六七八九十百千万上下左右前後東西").unwrap();
        assert!(many.contains(" and 2 more characters"), "{many}");
        assert!(
            many.contains("install Noto Sans (Debian: fonts-noto) and Noto Serif CJK"),
            "{many}"
        );
    }
}
