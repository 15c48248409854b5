//! Rows of bytes by column. Nothing here knows what a byte means.
//!
//! A **plane** is one byte of each row. The planes of a segment are stored one by one, so that a
//! question reads what it needs. The **directory** has the name of the segment, the checksum of each
//! plane and, at the end, its own checksum.

/// Number of bytes of a checksum.
const SUM: usize = 4;

/// The planes of some rows, all of one length.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Planes(pub(super) Vec<Vec<u8>>);

impl Planes {
    /// The planes of rows that have `width` bytes each.
    pub(super) fn transpose(rows: &[Vec<u8>], width: usize) -> Planes {
        Planes((0..width).map(|plane| rows.iter().map(|row| row[plane]).collect()).collect())
    }

    /// Number of rows.
    pub(super) fn rows(&self) -> usize {
        self.0.first().map_or(0, Vec::len)
    }

    /// Appends the rows of other planes.
    pub(super) fn append(&mut self, other: Planes) {
        if self.0.is_empty() {
            *self = other;
            return;
        }
        self.0.iter_mut().zip(other.0).for_each(|(own, mut other)| own.append(&mut other));
    }

    /// Keeps the rows whose byte is not 0.
    pub(super) fn retain(&mut self, kept: &[u8]) {
        for plane in &mut self.0 {
            let mut kept = kept.iter();
            plane.retain(|_| kept.next().is_some_and(|&kept| kept != 0));
        }
    }

    /// The directory of a segment with this name.
    pub(super) fn directory(&self, name: &[u8]) -> Vec<u8> {
        let mut directory = name.to_vec();
        self.0.iter().for_each(|plane| directory.extend(checksum(plane)));
        let sum = checksum(&directory);
        directory.extend(sum);
        directory
    }
}

/// The checksums of the planes of the segment with a name, from its directory; `None` if the directory
/// was altered, or is that of another segment.
pub(super) fn read_directory(directory: &[u8], name: &[u8]) -> Option<Vec<[u8; SUM]>> {
    let (content, sum) = directory.split_last_chunk::<SUM>()?;
    let sums = content.strip_prefix(name)?;
    (checksum(content) == *sum).then(|| sums.as_chunks().0.to_vec())
}

/// CRC-32: of 10 GB a second, and different for any plane with one altered byte.
pub(super) fn checksum(bytes: &[u8]) -> [u8; SUM] {
    crc32fast::hash(bytes).to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planes_are_the_columns_of_rows() {
        let mut planes = Planes::transpose(&[vec![1, 2], vec![3, 4], vec![5, 6]], 2);
        assert_eq!(planes, Planes(vec![vec![1, 3, 5], vec![2, 4, 6]]));
        planes.retain(&[1, 0, 1]);
        planes.append(Planes::transpose(&[vec![7, 8]], 2));
        assert_eq!(planes, Planes(vec![vec![1, 5, 7], vec![2, 6, 8]]));
        let mut all = Planes::default();
        all.append(planes.clone());
        assert_eq!((all.rows(), &all), (3, &planes));
    }

    #[test]
    fn an_altered_directory_has_no_checksums() {
        let planes = Planes(vec![vec![1, 2, 3], vec![4, 5, 6]]);
        let directory = planes.directory(b"one");
        let sums = read_directory(&directory, b"one").unwrap();
        assert_eq!(sums, [checksum(&[1, 2, 3]), checksum(&[4, 5, 6])]);
        assert_eq!(read_directory(&directory, b"two"), None);
        for at in 0..directory.len() {
            let mut altered = directory.clone();
            altered[at] ^= 1;
            assert_eq!(read_directory(&altered, b"one"), None);
            assert_eq!(read_directory(&directory[..at], b"one"), None);
        }
    }
}
