//! The names by which the arguments of an import are shown.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::source_name::{full_path, lossy, names};

/// A file or folder that the user named.
#[derive(Debug)]
pub(in crate::import) struct Root {
    /// The path as the user wrote it.
    pub(super) path: PathBuf,
    /// The absolute path, which is the same for all ways to the place.
    pub(in crate::import) full: PathBuf,
    pub(in crate::import) is_folder: bool,
    /// The name that is shown: as much of the end of the absolute path as it
    /// takes to be distinct.
    pub(in crate::import) label: String,
}

impl Root {
    pub(super) fn new(path: &Path, is_folder: bool) -> Root {
        let mut root =
            Root { path: path.to_owned(), full: full_path(path), is_folder, label: String::new() };
        root.label = root.label_of(1);
        root
    }

    /// The last `count` names of the path, separated by slashes.
    fn label_of(&self, count: usize) -> String {
        // `.` and `..` have no name of their own, and `/` has none at all.
        if let (1, Some(name)) = (count, self.path.file_name()) {
            return lossy(name);
        }
        let names = names(&self.full);
        names[names.len() - count.min(names.len())..].join("/")
    }
}

/// Chooses the labels of roots: for each place the shortest end of its path
/// that is distinct. No label is that of another place, or of a file below
/// another folder.
///
/// `known` has the label of each root that has one already and keeps it.
/// `is_taken` says whether anything else than the place of a root has a label
/// or a name below the label.
pub(in crate::import) fn choose_labels<E>(
    roots: &[Root],
    known: &[Option<String>],
    is_taken: &mut dyn FnMut(&str, &Root) -> Result<bool, E>,
) -> Result<Vec<String>, E> {
    let mut counts = vec![1; roots.len()];
    let mut labels: Vec<String> = roots
        .iter()
        .zip(known)
        .map(|(root, known)| known.clone().unwrap_or_else(|| root.label_of(1)))
        .collect();
    // The labels that were not compared with what is taken.
    let mut unchecked: Vec<usize> = (0..roots.len()).filter(|&at| known[at].is_none()).collect();
    loop {
        let mut longer = Vec::new();
        for at in unchecked {
            if !labels[at].is_empty() && is_taken(&labels[at], &roots[at])? {
                longer.push(at);
            }
        }
        longer.extend(find_clashes(roots, &labels));
        longer.sort_unstable();
        longer.dedup();
        longer.retain(|&at| {
            let label = roots[at].label_of(counts[at] + 1);
            let is_longer = known[at].is_none() && label != labels[at];
            if is_longer {
                counts[at] += 1;
                labels[at] = label;
            }
            is_longer
        });
        if longer.is_empty() {
            return Ok(labels);
        }
        unchecked = longer;
    }
}

/// The roots whose label is also that of another place, or names a place below
/// another root.
fn find_clashes(roots: &[Root], labels: &[String]) -> Vec<usize> {
    let mut first: HashMap<&str, usize> = HashMap::new();
    let mut clashes = Vec::new();
    for (at, label) in labels.iter().enumerate() {
        let other = *first.entry(label).or_insert(at);
        if roots[other].full != roots[at].full {
            clashes.extend([other, at]);
        }
    }
    for (at, label) in labels.iter().enumerate() {
        for (slash, _) in label.match_indices('/') {
            if let Some(&other) = first.get(&label[..slash])
                && roots[other].full.join(&label[slash + 1..]) != roots[at].full
            {
                clashes.extend([other, at]);
            }
        }
    }
    clashes
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    /// The labels of paths. A label is taken as the start of one of `taken`.
    fn labels(paths: &[&str], taken: &[&str]) -> Vec<String> {
        let roots: Vec<Root> = paths
            .iter()
            .map(|path| Root {
                path: path.into(),
                full: path.into(),
                is_folder: false,
                label: String::new(),
            })
            .collect();
        let mut is_taken = |label: &str, _: &Root| {
            let is_like = |taken: &&str| *taken == label || taken.starts_with(&format!("{label}/"));
            Ok::<_, Infallible>(taken.iter().any(is_like))
        };
        choose_labels(&roots, &vec![None; paths.len()], &mut is_taken).unwrap()
    }

    #[test]
    fn a_label_is_as_long_as_it_takes() {
        assert_eq!(labels(&["/a/x.sgf", "/b/y.sgf"], &[]), ["x.sgf", "y.sgf"]);
        assert_eq!(labels(&["/a/x.sgf", "/b/x.sgf"], &[]), ["a/x.sgf", "b/x.sgf"]);
        assert_eq!(labels(&["/p/a/x", "/q/a/x", "/x/y"], &[]), ["p/a/x", "q/a/x", "y"]);
        assert_eq!(labels(&["/c/x.sgf"], &["x.sgf"]), ["c/x.sgf"]);
        assert_eq!(labels(&["/c/books"], &["books/1.sgf", "c/books/2.sgf"]), ["c/books"]);
        assert_eq!(labels(&["/d/c/books"], &["books/1.sgf", "c/books/2.sgf"]), ["d/c/books"]);
        assert_eq!(labels(&["/a/x", "/a/x"], &[]), ["x", "x"]);
        assert_eq!(labels(&["/", "/x"], &[]), ["", "x"]);
    }

    #[test]
    fn a_label_is_no_place_below_another() {
        // The folder `a` may have a file `x.sgf`.
        let paths = ["/t/a", "/b/a/x.sgf", "/c/x.sgf"];
        assert_eq!(labels(&paths, &[]), ["t/a", "b/a/x.sgf", "c/x.sgf"]);
        // That file itself has that name.
        let paths = ["/t/a", "/t/a/x.sgf", "/c/x.sgf"];
        assert_eq!(labels(&paths, &[]), ["a", "a/x.sgf", "c/x.sgf"]);
    }

    #[test]
    fn a_dot_is_named_like_its_folder() {
        let here = std::env::current_dir().unwrap().canonicalize().unwrap();
        let name = here.file_name().unwrap().to_string_lossy().into_owned();
        assert_eq!(Root::new(Path::new("."), true).label, name);
        assert_eq!(Root::new(Path::new("/"), true).label, "");
    }

    #[test]
    fn known_labels_are_kept() {
        let root = |path: &str| Root {
            path: path.into(),
            full: path.into(),
            is_folder: false,
            label: String::new(),
        };
        let roots = [root("/a/x"), root("/b/x")];
        let known = [Some("x".to_owned()), None];
        let labels = choose_labels(&roots, &known, &mut |_, _| Ok::<_, Infallible>(false));
        assert_eq!(labels.unwrap(), ["x", "b/x"]);
    }
}
