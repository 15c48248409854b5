//! Problems and games of an SGF.

use gtn_db_core::extract::{Extracted, TreeLocation, extract_tree};
use gtn_db_core::model::{Record, TreeOptions};
use gtn_db_core::sgf::{detect_charset, split, to_utf8, tree_charset};
use wasm_bindgen::prelude::*;

/// What a game tree of an SGF has.
#[wasm_bindgen(getter_with_clone, inspectable)]
#[derive(Clone, Debug)]
pub struct SgfTree {
    /// The text of the tree, whatever its charset was.
    #[wasm_bindgen(readonly)]
    pub sgf: String,
    /// The charset of the tree, such as `UTF-8` or `GBK`.
    #[wasm_bindgen(readonly)]
    pub charset: String,
    /// The problems of the tree. A game has none unless problems are in its variations.
    #[wasm_bindgen(readonly)]
    pub problems: Vec<SgfProblem>,
    /// Whether the tree is a game: from an empty board or a handicap.
    #[wasm_bindgen(readonly, js_name = isGame)]
    pub is_game: bool,
    /// The faults, each one sentence that names the byte of the tree.
    #[wasm_bindgen(readonly)]
    pub faults: Vec<String>,
}

/// A problem of a game tree.
#[wasm_bindgen(getter_with_clone, inspectable)]
#[derive(Clone, Debug)]
pub struct SgfProblem {
    /// GN, the name.
    #[wasm_bindgen(readonly)]
    pub name: Option<String>,
    /// The key of the window: 32 hexadecimal digits.
    #[wasm_bindgen(readonly)]
    pub key: String,
    /// The canonical text of the window.
    #[wasm_bindgen(readonly)]
    pub text: String,
    /// The operation that maps the window onto the canonical text.
    #[wasm_bindgen(readonly)]
    pub operation: String,
    /// The side to move in the colors of the canonical text: `black`, `white`, `either` or `unknown`.
    #[wasm_bindgen(readonly)]
    pub turn: String,
    /// The window on its board, as `{(column,row),columns,rows}`, counted from 1.
    #[wasm_bindgen(readonly)]
    pub region: String,
    /// The accepted first moves as points of SGF on the board of the problem, or `tenuki`.
    #[wasm_bindgen(readonly)]
    pub answers: Vec<String>,
    /// The number of moves in the solution tree.
    #[wasm_bindgen(readonly)]
    pub moves: u32,
}

impl From<Record> for SgfProblem {
    fn from(record: Record) -> SgfProblem {
        SgfProblem {
            key: record.key.to_string(),
            operation: record.symmetry.name().to_owned(),
            turn: record.turn.name().to_owned(),
            region: record.placement.region.to_string(),
            answers: record.answers.split_whitespace().map(str::to_owned).collect(),
            moves: record.moves,
            name: record.name,
            text: record.text,
        }
    }
}

/// Reads all game trees of an SGF file in any charset: UTF-8 and 16, GB18030, Big5, Shift_JIS, EUC-JP, EUC-KR,
/// Windows-1251 and 1252, KOI8-R. Damaged trees do not affect the others.
#[wasm_bindgen(js_name = readSgf)]
pub fn read_sgf(bytes: &[u8]) -> Vec<SgfTree> {
    let utf8 = to_utf8(bytes);
    let bytes = utf8.as_deref().unwrap_or(bytes);
    let file = detect_charset(bytes);
    let read_tree = |(span, number): (gtn_db_core::sgf::TreeSpan, u32)| {
        let tree = &bytes[span.range()];
        let (charset, contradiction) = tree_charset(tree, file);
        let location = TreeLocation { tree: number, offset: span.start as u64 };
        let (extracted, found) = extract_tree(tree, charset, location, TreeOptions::default());
        let is_game = matches!(extracted, Extracted::Game(_) | Extracted::Several(_, Some(_)));
        let (mut problems, mut games) = (Vec::new(), Vec::new());
        extracted.append_to(&mut problems, &mut games);
        let mut faults: Vec<String> = span.faults.iter().map(ToString::to_string).collect();
        faults.extend(contradiction);
        faults.extend(found.iter().map(ToString::to_string));
        SgfTree {
            sgf: charset.charset.decode(tree).into_owned(),
            charset: charset.charset.name().to_owned(),
            problems: problems.into_iter().map(SgfProblem::from).collect(),
            is_game,
            faults,
        }
    };
    split(bytes, file.charset, true).trees.into_iter().zip(1..).map(read_tree).collect()
}
