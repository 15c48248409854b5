//! Tables of words in files of tab-separated values.

/// The first columns of a table without its comments, with blank lines behind. What is left out is for readers
/// and tests, and would be a hundredth of the package for browsers.
pub(crate) const fn keep_columns<const LEN: usize>(table: &str, columns: usize) -> [u8; LEN] {
    let table = table.as_bytes();
    let mut kept = [b'\n'; LEN];
    let (mut at, mut end, mut column, mut is_comment) = (0, 0, 0, false);
    while at < table.len() {
        let byte = table[at];
        if at == 0 || table[at - 1] == b'\n' {
            (column, is_comment) = (0, byte == b'#');
        }
        column += (byte == b'\t') as usize;
        if !is_comment && (column < columns || byte == b'\n') {
            kept[end] = byte;
            end += 1;
        }
        at += 1;
    }
    kept
}

/// The rows of a kept table.
pub(crate) fn rows(kept: &'static [u8]) -> impl Iterator<Item = std::str::Split<'static, char>> {
    let text = str::from_utf8(kept).expect("a text cut at tabs and line ends");
    text.lines().filter(|line| !line.is_empty()).map(|line| line.split('\t'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_columns_are_kept() {
        const TABLE: &str = "# a\tb\n\nx\ty\tz\nä\t\n";
        static KEPT: [u8; TABLE.len()] = keep_columns(TABLE, 2);
        let rows: Vec<Vec<&str>> = rows(&KEPT).map(Iterator::collect).collect();
        assert_eq!(rows, [["x", "y"], ["ä", ""]]);
    }
}
