//! Random folders: copies, turned copies, other answers and comments, cut games, links, archives,
//! lists, and files that change or go after the import.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::oracle::{turn_name, turn_value};

/// A sequence of random numbers (SplitMix64).
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    pub fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

/// A node: names with a value each.
type Node = Vec<(&'static str, String)>;

/// A problem or a game: the root, and lines of moves behind it. Games have one line at first.
#[derive(Clone)]
struct Item {
    size: u8,
    is_game: bool,
    root: Node,
    lines: Vec<Vec<Node>>,
}

const POINTS: [&str; 12] = ["aa", "ba", "ca", "da", "ab", "bb", "cb", "ac", "cc", "dc", "bd", "ee"];
const WORDS: [&str; 6] = ["RIGHT", "WRONG", "Black lives", "a throw-in", "see B4", "白死"];

impl Item {
    fn problem(random: &mut Random) -> Item {
        let mut points = POINTS.to_vec();
        let mut take = |random: &mut Random| points.remove(random.below(points.len())).to_owned();
        let mut root = Node::new();
        for number in 0..3 + random.below(3) {
            root.push((if number % 2 == 0 { "AB" } else { "AW" }, take(random)));
        }
        let mut lines: Vec<Vec<Node>> = Vec::new();
        for _ in 0..random.below(3) {
            let mut line = vec![vec![("B", take(random))]];
            if random.one_in(2) {
                line.push(vec![("W", take(random))]);
            }
            if !random.one_in(3) {
                let word = random.choose(&WORDS[..2]).to_string();
                line.last_mut().unwrap().push(("C", word));
            }
            lines.push(line);
        }
        Item { size: *random.choose(&[5, 5, 9]), is_game: false, root, lines }
    }

    fn game(random: &mut Random) -> Item {
        let mut points = POINTS.to_vec();
        let count = *random.choose(&[0, 3, 6, 10]);
        let line = (0..count).map(|number| {
            let point = points.remove(random.below(points.len()));
            vec![(["B", "W"][number % 2], point.to_owned())]
        });
        let line: Vec<Node> = line.collect();
        let mut root = vec![("PB", "Ann".to_owned()), ("PW", "Bob".to_owned())];
        if random.one_in(2) {
            root.push(("RE", "B+3".to_owned()));
        }
        let lines = if line.is_empty() { Vec::new() } else { vec![line] };
        Item { size: 9, is_game: true, root, lines }
    }

    fn turn(&mut self, operation: u8) {
        let size = self.size;
        for node in [&mut self.root].into_iter().chain(self.lines.iter_mut().flatten()) {
            for (name, value) in node {
                *value = turn_value(name, value, size, operation);
                let turned = turn_name(name, operation);
                *name = NAMES.into_iter().find(|known| *known == turned).unwrap_or(name);
            }
        }
    }

    /// Changes something, or only how it is written.
    fn change(&mut self, random: &mut Random) {
        let operation = random.below(if self.is_game { 8 } else { 16 }) as u8;
        let word = random.choose(&WORDS).to_string();
        let point = random.choose(&POINTS).to_string();
        let lines = self.lines.len();
        match random.below(16) {
            0..5 => self.turn(operation),
            5 => self.root.push(("C", word)),
            6 => {
                let infos = [("PB", "Cid"), ("DT", "2001"), ("CP", "me"), ("GN", "P1")];
                let (name, value) = *random.choose(&infos);
                self.root.push((name, value.to_owned()));
            }
            7 => {
                let marks = [("LB", "aa:1"), ("TR", "bb"), ("XX", "cc")];
                let (name, value) = *random.choose(&marks);
                self.root.push((name, value.to_owned()));
            }
            8 if lines > 0 => drop(self.lines.remove(random.below(lines))),
            9 if lines > 0 => {
                let line = &mut self.lines[random.below(lines)];
                line.truncate(line.len().div_ceil(2));
            }
            10 if lines > 0 => {
                let line = &mut self.lines[random.below(lines)];
                let at = random.below(line.len());
                line[at].push(("C", word));
            }
            11 if lines > 0 => self.lines.swap(0, lines - 1),
            12 => {
                let color = if self.is_game { "W" } else { *random.choose(&["B", "B", "W"]) };
                self.lines.push(vec![vec![(color, point), ("C", word)]]);
            }
            13 if !self.is_game => self.root.push(("PL", random.choose(&["B", "W"]).to_string())),
            14 => self.root.retain(|(name, _)| !matches!(*name, "C" | "GN" | "PL")),
            _ => self.root.reverse(),
        }
    }

    fn write(&self, random: &mut Random) -> String {
        let node = |node: &Node| -> String {
            // A node has each property once, with all its values.
            let mut names: Vec<&str> = node.iter().map(|(name, _)| *name).collect();
            names.dedup();
            let mut text = String::from(";");
            for (number, name) in names.iter().enumerate() {
                if names[..number].contains(name) {
                    continue;
                }
                text.push_str(name);
                for (_, value) in node.iter().filter(|(other, _)| other == name) {
                    text.push_str(&format!("[{value}]"));
                }
            }
            text
        };
        let mut text = format!("(;SZ[{}]{}", self.size, &node(&self.root)[1..]);
        if random.one_in(3) {
            text = text.replacen("(;", "(;GM[1]FF[4]CA[UTF-8]", 1);
        }
        for line in &self.lines {
            let line: String = line.iter().map(node).collect();
            text.push_str(&if self.lines.len() > 1 { format!("({line})") } else { line });
        }
        text + ")"
    }
}

/// The names that swap with others.
const NAMES: [&str; 8] = ["B", "W", "AB", "AW", "PB", "PW", "BR", "WR"];

/// A list of positions of 5x5, some with a comment.
fn write_list(items: &[Item], random: &mut Random) -> Option<String> {
    let mut text = String::new();
    for item in items.iter().filter(|item| item.size == 5 && !item.is_game) {
        let mut cells = vec!['.'; 25];
        for (name, value) in &item.root {
            let stone = match *name {
                "AB" => 'X',
                "AW" => 'O',
                _ => continue,
            };
            let [col, row] = value.as_bytes() else { unreachable!("a stone is on a point") };
            cells[usize::from(row - b'a') * 5 + usize::from(col - b'a')] = stone;
        }
        if random.one_in(3) {
            let comment = *random.choose(&["# easy\n", "# hard\n"]);
            text.push_str(comment);
        }
        text.push_str(&format!("5x5|{}\n", cells.into_iter().collect::<String>()));
    }
    (!text.is_empty()).then_some(text)
}

/// An object of JSON in each line, some with fields that gtn-db does not read.
fn write_json(items: &[Item], random: &mut Random) -> Option<String> {
    let mut text = String::new();
    for item in items.iter().filter(|item| !item.is_game) {
        let stones = |wanted: &str| -> String {
            let stones = item.root.iter().filter(|(name, _)| *name == wanted);
            stones.map(|(_, value)| format!("{value:?}")).collect::<Vec<_>>().join(",")
        };
        let author = random.choose(&["", ",\"author\":\"Ann\"", ",\"rating\":7"]);
        let (black, white) = (stones("AB"), stones("AW"));
        let size = item.size;
        text.push_str(&format!(
            "{{\"AB\":[{black}],\"AW\":[{white}],\"SZ\":\"{size}\",\"C\":\"\",\"SOL\":[]{author}}}\n"
        ));
    }
    (!text.is_empty()).then_some(text)
}

/// Names and texts of entries.
type Archive = (PathBuf, Vec<(String, String)>);

/// A folder on the disk.
pub struct Folder {
    pub root: PathBuf,
    /// What is imported in turn.
    pub imports: Vec<PathBuf>,
    /// A text for standard input.
    pub stdin: Option<String>,
    pub archives: Vec<Archive>,
    items: Vec<Item>,
}

impl Folder {
    /// Makes the folders `a` and `b`, and `outside`, to which only links lead.
    pub fn make(root: &Path, random: &mut Random) -> Folder {
        for name in ["a", "b", "outside"] {
            fs::create_dir(root.join(name)).unwrap();
        }
        let mut items: Vec<Item> =
            (0..1 + random.below(2)).map(|_| Item::problem(random)).collect();
        items.extend((0..random.below(2)).map(|_| Item::game(random)));
        let mut folder = Folder {
            root: root.to_owned(),
            imports: vec![root.join("a"), root.join("b")],
            stdin: None,
            archives: Vec::new(),
            items,
        };
        let mut texts: Vec<(String, &str)> = Vec::new();
        for number in 0..3 + random.below(3) {
            let (text, extension) = match texts.is_empty() || !random.one_in(6) {
                true => folder.text(random),
                false => random.choose(&texts).clone(),
            };
            let place = *random.choose(&["a", "a", "b", "outside"]);
            fs::write(root.join(format!("{place}/{number}.{extension}")), &text).unwrap();
            texts.push((text, extension));
        }
        if random.one_in(5) {
            let entries = (0..1 + random.below(3)).map(|number| {
                let (text, extension) = random.choose(&texts).clone();
                (format!("{number}.{extension}"), text)
            });
            let entries: Vec<_> = entries.collect();
            let path = root.join("a/x.zip");
            let mut zip = zip::ZipWriter::new(fs::File::create(&path).unwrap());
            for (name, text) in &entries {
                let options = zip::write::SimpleFileOptions::default();
                zip.start_file(&**name, options).unwrap();
                zip.write_all(text.as_bytes()).unwrap();
            }
            zip.finish().unwrap();
            folder.archives.push((path, entries));
        }
        if random.one_in(3) {
            folder.stdin = Some(random.choose(&texts).0.clone());
        }
        folder.link(random);
        if random.one_in(2) {
            folder.imports.reverse();
        }
        folder
    }

    /// The text of a file.
    fn text(&self, random: &mut Random) -> (String, &'static str) {
        let mut items: Vec<Item> = Vec::new();
        for _ in 0..1 + random.below(2) {
            let mut item = random.choose(&self.items).clone();
            for _ in 0..random.below(3) {
                item.change(random);
            }
            items.push(item);
        }
        let other = match random.below(8) {
            0 => write_list(&items, random).map(|text| (text, "igtn")),
            1 => write_json(&items, random).map(|text| (text, "jsonl")),
            _ => None,
        };
        other.unwrap_or_else(|| {
            let mut text = String::new();
            for item in &items {
                text.push_str(&item.write(random));
                text.push('\n');
            }
            match random.below(12) {
                0 => text.push_str("(;GN[no stones]C[but words])\n"),
                1 => text.push_str("by Ann\n"),
                _ => {}
            }
            (text, "sgf")
        })
    }

    #[cfg(unix)]
    fn link(&mut self, random: &mut Random) {
        use std::os::unix::fs::symlink;
        let root = &self.root;
        let files = files_in(root);
        if random.one_in(3) {
            symlink(random.choose(&files), root.join("a/0link.sgf")).unwrap();
        }
        if random.one_in(4) {
            symlink("../outside", root.join("b/linked")).unwrap();
        }
        if random.one_in(6) {
            symlink(random.choose(&files), root.join("named.sgf")).unwrap();
            self.imports.push(root.join("named.sgf"));
        }
        if random.one_in(4) {
            fs::hard_link(random.choose(&files), root.join("b/hard.sgf")).unwrap();
        }
    }

    #[cfg(not(unix))]
    fn link(&mut self, _: &mut Random) {}

    /// Changes and removes files, as after an import.
    pub fn touch(&mut self, random: &mut Random) {
        if random.one_in(2)
            && let Some((path, _)) = self.archives.pop()
        {
            fs::remove_file(path).unwrap();
        }
        for _ in 0..random.below(3) {
            let files = files_in(&self.root);
            let file = random.choose(&files);
            match random.one_in(2) && files.len() > 1 {
                true => fs::remove_file(file).unwrap(),
                false => {
                    // A new file of the same name; a hard link keeps the old content.
                    fs::remove_file(file).unwrap();
                    fs::write(file, self.text(random).0).unwrap();
                }
            }
        }
    }
}

/// The regular files below a folder, without archives.
pub fn files_in(root: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for folder in ["a", "b", "outside"] {
        for entry in fs::read_dir(root.join(folder)).unwrap() {
            let entry = entry.unwrap();
            let is_archive = entry.file_name().to_string_lossy().ends_with(".zip");
            if entry.file_type().unwrap().is_file() && !is_archive {
                files.push(entry.path());
            }
        }
    }
    files.sort();
    files
}
