//! Which form a text of a position has.

/// How the lost marbles and the cells of the two colors are separated in KAAWA and in AO.
pub(super) const KAAWA_SEPARATOR: char = '_';
pub(super) const AO_SEPARATOR: char = ',';

/// The tag of APGN around a position.
pub(super) const APGN_TAG: (&str, &str) = ("[Position \"", "\"]");

/// A form of the text of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PositionForm {
    /// `aba5|` and 61 points in one line.
    Iatn,
    /// The points in nine lines.
    Atn,
    /// `0a12b123_0a45b456`.
    Kaawa,
    /// `0a1a2,0a4a5`.
    Ao,
    /// `wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b`, with or without its tag.
    Apgn,
    /// `SS1ss/SSSsss/1SS1ss1/8/9/8/1ss1SS1/sssSSS/ss1SS 0 0 b 0 1`, the FEN of strategygames.
    Fen,
}

impl PositionForm {
    /// The form that a text is meant to have: it has its outline, with or without faults. `None` if
    /// it is no text of an Abalone position, but one of Go, moves, a path or anything else.
    ///
    /// ```
    /// # use gtn_db_core as gtn_db;
    /// use gtn_db::abalone::PositionForm;
    ///
    /// assert_eq!(PositionForm::of("0a12b123_0a45b456"), Some(PositionForm::Kaawa));
    /// assert_eq!(PositionForm::of("9x9|"), None);
    /// ```
    pub fn of(text: &str) -> Option<PositionForm> {
        let text = text.trim();
        if is_iatn(text) {
            Some(PositionForm::Iatn)
        } else if is_atn(text) {
            Some(PositionForm::Atn)
        } else if let Some(form) = cell_list_form(text) {
            Some(form)
        } else if is_fen(text) {
            Some(PositionForm::Fen)
        } else if is_apgn(text) {
            Some(PositionForm::Apgn)
        } else {
            None
        }
    }
}

/// Whether a text is meant as an IATN: before its first `|` is `aba` and perhaps a side.
fn is_iatn(text: &str) -> bool {
    text.split_once('|').is_some_and(|(family, _)| family.starts_with("aba"))
}

/// Whether lines are meant as an ATN and not as a board of Go: the first and the last are shorter
/// than the longest, and there are nine of them or they have only points.
fn is_atn(text: &str) -> bool {
    let is_point = |char: &char| !char.is_whitespace();
    let lengths: Vec<usize> =
        text.lines().map(|line| line.chars().filter(is_point).count()).collect();
    let longest = lengths.iter().max();
    let has_only_points =
        || text.chars().filter(is_point).all(|char| matches!(char, '.' | 'X' | 'O'));
    lengths.first() < longest
        && lengths.last() < longest
        && (lengths.len() == 9 || has_only_points())
}

/// The form of a text that is meant as a KAAWA or an AO position: two parts, and each is a digit
/// that nothing or one letter follows. Names of files such as `2024_games` and `1st_2nd` are none.
fn cell_list_form(text: &str) -> Option<PositionForm> {
    let is_part = |part: &str| {
        let mut chars = part.trim().chars();
        chars.next().is_some_and(|char| char.is_ascii_digit())
            && chars.next().is_none_or(|char| char.is_ascii_alphabetic())
            && chars.next().is_none_or(|char| !char.is_ascii_alphabetic())
    };
    let is_path = text.contains(['.', '/', '\\']);
    let (black, white) = text.split_once([KAAWA_SEPARATOR, AO_SEPARATOR])?;
    let is_kaawa = text[black.len()..].starts_with(KAAWA_SEPARATOR);
    let form = if is_kaawa { PositionForm::Kaawa } else { PositionForm::Ao };
    (!is_path && is_part(black) && is_part(white)).then_some(form)
}

/// The fewest rows by which a text is known as one.
const FEWEST_ROWS: usize = 5;

/// The number of rows that have only marbles and numbers.
fn count_rows(rows: &str, marbles: [char; 2]) -> usize {
    let is_known = |char: char| char.is_ascii_digit() || marbles.contains(&char);
    rows.split('/').filter(|row| row.chars().all(is_known)).count()
}

/// Whether a text is meant as an APGN position: it begins with the tag or has several rows.
fn is_apgn(text: &str) -> bool {
    let rows = text.split([' ', '-']).next().unwrap_or_default();
    text.starts_with(APGN_TAG.0) || count_rows(rows, ['b', 'w']) >= FEWEST_ROWS
}

/// Whether a text is meant as the FEN of strategygames: it has several rows, and marbles in them.
fn is_fen(text: &str) -> bool {
    let rows = text.split_whitespace().next().unwrap_or_default();
    rows.contains(['S', 's']) && count_rows(rows, ['S', 's']) >= FEWEST_ROWS
}
