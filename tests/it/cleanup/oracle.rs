//! The facts in files, read without the library: a reader of its own, and a comparison of every
//! tree with every other one under every operation.

use std::collections::{BTreeMap, BTreeSet};

/// A node: the number of the one before, and the values of each property.
pub struct Node {
    parent: Option<usize>,
    properties: Vec<(String, Vec<String>)>,
}

pub type Tree = Vec<Node>;

/// Facts of a tree under one operation.
type Facts = BTreeSet<String>;

/// Properties without facts: how the file is written. PL is part of the side to move.
const FORM: [&str; 6] = ["FF", "GM", "CA", "ST", "SZ", "PL"];
const POINTS: [&str; 9] = ["B", "W", "AB", "AW", "AE", "TR", "MA", "CR", "SQ"];

/// What a file says.
#[derive(Default)]
pub struct Content {
    trees: Vec<Tree>,
    /// What is no tree: text between trees, comments with the line that follows, objects of JSON.
    texts: Vec<String>,
}

/// Reads a text: SGF, JSON with an object in each line, or a list of positions.
pub fn read(text: &str) -> Content {
    if text.starts_with('{') {
        return Content { texts: text.lines().map(str::to_owned).collect(), ..Content::default() };
    }
    if !text.contains("(;") {
        return read_lines(text);
    }
    let mut content = Content::default();
    let mut rest = text;
    while let Some(start) = rest.find("(;") {
        content.texts.push(rest[..start].trim().to_owned());
        let (tree, length) = read_tree(&rest[start..]);
        content.trees.push(tree);
        rest = &rest[start + length..];
    }
    content.texts.push(rest.trim().to_owned());
    content.texts.retain(|text| !text.is_empty());
    content
}

fn read_lines(text: &str) -> Content {
    let mut content = Content::default();
    let mut comments = Vec::new();
    for line in text.lines() {
        comments.push(line);
        if let Some(cells) = line.strip_prefix("5x5|") {
            let stones = |wanted: char| -> Vec<String> {
                let cells = cells.chars().enumerate().filter(|&(_, cell)| cell == wanted);
                cells.map(|(at, _)| point((at % 5) as u8, (at / 5) as u8)).collect()
            };
            let property = |name: &str, values| (name.to_owned(), values);
            let properties = vec![
                property("SZ", vec!["5".to_owned()]),
                property("AB", stones('X')),
                property("AW", stones('O')),
            ];
            content.trees.push(vec![Node { parent: None, properties }]);
            if comments.len() > 1 {
                content.texts.push(comments.join("\n"));
            }
            comments.clear();
        }
    }
    if !comments.is_empty() {
        content.texts.push(comments.join("\n"));
    }
    content
}

/// Reads the tree at the start of a text; returns its length, too.
fn read_tree(text: &str) -> (Tree, usize) {
    let bytes = text.as_bytes();
    let (mut tree, mut open, mut current) = (Tree::new(), Vec::new(), None);
    let mut name = String::new();
    let mut at = 0;
    loop {
        match bytes[at] {
            b'(' => open.push(current),
            b')' => {
                current = open.pop().expect("the generator balances parentheses");
                if open.is_empty() {
                    return (tree, at + 1);
                }
            }
            b';' => {
                tree.push(Node { parent: current, properties: Vec::new() });
                current = Some(tree.len() - 1);
                name.clear();
            }
            b'[' => {
                let end = at + text[at..].find(']').expect("the generator closes values");
                let properties = &mut tree.last_mut().unwrap().properties;
                if !name.is_empty() {
                    properties.push((std::mem::take(&mut name), Vec::new()));
                }
                properties.last_mut().unwrap().1.push(text[at + 1..end].to_owned());
                at = end;
            }
            byte if byte.is_ascii_uppercase() => name.push(char::from(byte)),
            _ => {}
        }
        at += 1;
    }
}

fn point(col: u8, row: u8) -> String {
    [col, row].map(|at| char::from(b'a' + at)).iter().collect()
}

/// A point after an operation: transposed by 1, mirrored by 2 and 4.
pub fn turn_point(value: &str, size: u8, operation: u8) -> String {
    let [col, row] = value.as_bytes() else { return value.to_owned() };
    let (mut col, mut row) = (col - b'a', row - b'a');
    if operation & 1 != 0 {
        std::mem::swap(&mut col, &mut row);
    }
    if operation & 2 != 0 {
        col = size - 1 - col;
    }
    if operation & 4 != 0 {
        row = size - 1 - row;
    }
    point(col, row)
}

/// The name of a property with swapped colors, by 8.
pub fn turn_name(name: &str, operation: u8) -> &str {
    const PAIRS: [(&str, &str); 4] = [("B", "W"), ("AB", "AW"), ("PB", "PW"), ("BR", "WR")];
    let other = PAIRS.iter().find_map(|&(black, white)| match name {
        _ if name == black => Some(white),
        _ if name == white => Some(black),
        _ => None,
    });
    if operation & 8 != 0 { other.unwrap_or(name) } else { name }
}

pub fn turn_value(name: &str, value: &str, size: u8, operation: u8) -> String {
    match name {
        _ if POINTS.contains(&name) => turn_point(value, size, operation),
        "LB" => [&turn_point(&value[..2], size, operation), &value[2..]].concat(),
        _ => value.to_owned(),
    }
}

/// All facts of a tree under an operation, each with the moves that lead to it.
fn facts(tree: &Tree, operation: u8) -> Facts {
    let size = tree[0].properties.iter().find(|(name, _)| name == "SZ");
    let size: u8 = size.map_or(19, |(_, values)| values[0].parse().unwrap());
    let mut paths: Vec<String> = Vec::new();
    let mut facts = Facts::new();
    let is_game = !tree[0].properties.iter().any(|(name, _)| name == "AB" || name == "AW");
    let mut has_child = vec![false; tree.len()];
    let mut first_mover = None;
    for (number, node) in tree.iter().enumerate() {
        let (mut steps, mut says) = (Vec::new(), Vec::new());
        for (name, values) in &node.properties {
            let turned = turn_name(name, operation);
            for (count, value) in values.iter().enumerate() {
                let value = format!("{turned}[{}]", turn_value(name, value, size, operation));
                match &**name {
                    "B" | "W" | "AB" | "AW" | "AE" => steps.push(value),
                    _ if FORM.contains(&&**name) => {}
                    "LB" | "TR" | "MA" | "CR" | "SQ" => says.push(value),
                    _ => says.push(format!("{value} {count}")),
                }
            }
            if matches!(&**name, "B" | "W") {
                first_mover = first_mover.or(Some(turned));
            }
        }
        steps.sort();
        let before = node.parent.map_or(format!("{size}"), |parent| paths[parent].clone());
        let path = format!("{before}/{}", steps.concat());
        facts.extend(says.iter().map(|says| format!("{path} {says}")));
        facts.insert(path.clone());
        let is_first =
            node.parent.is_some_and(|parent| !std::mem::replace(&mut has_child[parent], true));
        if is_game && is_first {
            facts.insert(format!("{path} is played"));
        }
        if node.properties.iter().any(|(_, values)| values.iter().any(|value| value == "RIGHT")) {
            let mut first = number;
            while let Some(parent) =
                tree[first].parent.filter(|&parent| tree[parent].parent.is_some())
            {
                first = parent;
            }
            let first = if first == number { &path } else { &paths[first] };
            facts.insert(format!("{first} is accepted"));
        }
        paths.push(path);
    }
    let is_pl = |(name, _): &&(String, Vec<String>)| name == "PL";
    let given = tree[0].properties.iter().find(is_pl).map(|(_, values)| values[0].as_str());
    if let (false, Some(turn)) = (is_game, given.map(|pl| turn_name(pl, operation)).or(first_mover))
    {
        facts.insert(format!("{turn} to play"));
    }
    if is_game && tree.len() == 1 {
        facts.insert(format!("no moves: {:?}", tree[0].properties));
    }
    facts
}

/// What is in some files, to compare with others.
pub struct Facts16 {
    /// The facts of each tree as it is, by the stones of its root without their places.
    trees: BTreeMap<String, Vec<Facts>>,
    texts: BTreeSet<String>,
}

impl Facts16 {
    pub fn new<'a>(contents: impl IntoIterator<Item = &'a Content>) -> Facts16 {
        let mut all = Facts16 { trees: BTreeMap::new(), texts: BTreeSet::new() };
        for content in contents {
            for tree in &content.trees {
                all.trees.entry(stones(tree)).or_default().push(facts(tree, 0));
            }
            all.texts.extend(content.texts.iter().cloned());
        }
        all
    }

    /// A fact of a content that is not here; none if all are.
    pub fn find_missing(&self, content: &Content) -> Option<String> {
        let text = content.texts.iter().find(|text| !self.texts.contains(*text));
        let is_within = |tree: &&Tree| {
            let others = self.trees.get(&stones(tree)).into_iter().flatten();
            let images: Vec<Facts> = (0..16).map(|operation| facts(tree, operation)).collect();
            others.into_iter().any(|other| images.iter().any(|image| image.is_subset(other)))
        };
        let tree = content.trees.iter().find(|tree| !is_within(tree));
        text.cloned().or_else(|| tree.map(|tree| format!("{:#?}", facts(tree, 0))))
    }
}

/// The number of stones of each color in the root, the smaller first.
fn stones(tree: &Tree) -> String {
    let count = |wanted: &str| -> usize {
        let properties = tree[0].properties.iter().filter(|(name, _)| name == wanted);
        properties.map(|(_, values)| values.len()).sum()
    };
    let [black, white] = ["AB", "AW"].map(count);
    format!("{} {}", black.min(white), black.max(white))
}
