use super::*;
use proptest::prelude::*;

fn texts(file: &str) -> Vec<&str> {
    let found = split(file.as_bytes(), Charset::UTF_8, true);
    found.trees.iter().map(|t| &file[t.range()]).collect()
}

/// The kinds of all faults: those of each tree, then those outside.
fn kinds(file: &str) -> Vec<SyntaxFaultKind> {
    let found = split(file.as_bytes(), Charset::UTF_8, true);
    let inside = found.trees.iter().flat_map(|t| &t.faults);
    inside.chain(&found.faults).map(|f| f.kind).collect()
}

/// Splits a file that arrives in pieces; offsets count from the start of the file.
fn in_pieces(file: &[u8], charset: Charset, piece: usize) -> Split {
    let mut out = Split::default();
    let mut end = 0;
    while out.consumed < file.len() || end == 0 {
        end = (end + piece).min(file.len());
        let at_end = end == file.len();
        let rest = &file[out.consumed..end];
        let found = if out.trees.is_empty() {
            split(rest, charset, at_end)
        } else {
            split_next(rest, charset, at_end)
        };
        let base = out.consumed;
        let moved = |faults: Vec<SyntaxFault>| faults.into_iter().map(move |f| f.moved(base));
        out.faults.extend(moved(found.faults));
        out.trees.extend(found.trees.into_iter().map(|t| TreeSpan {
            start: t.start + base,
            end: t.end + base,
            faults: moved(t.faults).collect(),
        }));
        out.consumed += found.consumed;
        if at_end {
            break;
        }
    }
    out
}

#[test]
fn trees_end_where_their_parentheses_close() {
    assert_eq!(texts("(;B[aa](;W[bb])(;W[cc]))"), ["(;B[aa](;W[bb])(;W[cc]))"]);
    assert_eq!(texts("(;A[1])(;A[2])\n( ;A[3])"), ["(;A[1])", "(;A[2])", "( ;A[3])"]);
    assert_eq!(texts("(;C[a ) \\] ( b])(;C[])"), ["(;C[a ) \\] ( b])", "(;C[])"]);
    assert_eq!(texts(""), [""; 0]);
    assert_eq!(texts("no tree (at all)"), [""; 0]);
    assert_eq!(kinds("no tree (at all)"), []);
}

#[test]
fn text_outside_trees_is_skipped() {
    assert_eq!(texts("From: me) (\n\n(;A[1])"), ["(;A[1])"]);
    assert_eq!(kinds("From: me) (\n\n(;A[1])\n\0\x1A"), []);
    assert_eq!(kinds("\u{FEFF}(;A[1])\u{FEFF}(;A[2])"), []);
    let file = "(;A[1]) two words ) ) (;A[2]) end";
    assert_eq!(texts(file), ["(;A[1])", "(;A[2])"]);
    use SyntaxFaultKind::{ExtraClosing, StrayText};
    assert_eq!(kinds(file), [StrayText, ExtraClosing, StrayText]);
}

#[test]
fn the_semicolon_of_the_root_may_be_missing() {
    assert_eq!(texts("(AB[aa];B[bb]) ( GM [1])"), ["(AB[aa];B[bb])", "( GM [1])"]);
    assert_eq!(kinds("(AB[aa];B[bb])"), [SyntaxFaultKind::MissingSemicolon]);
}

#[test]
fn the_opening_parenthesis_may_be_missing() {
    let file = ";GM[1];B[aa](;W[bb](;B[cc])(;B[dd]))(;W[ee]))";
    assert_eq!(texts(file), [file]);
    assert_eq!(kinds(file), [SyntaxFaultKind::NoOpening]);
    let doubled = format!("{file})");
    assert_eq!(texts(&doubled), [file]);
    assert_eq!(kinds(&doubled), [SyntaxFaultKind::NoOpening, SyntaxFaultKind::ExtraClosing]);
    assert_eq!(texts("(;A[1]);A[2])(;A[3])"), ["(;A[1])", ";A[2])", "(;A[3])"]);
    assert_eq!(texts("(;A[1]) x ;A[2])(;A[3])"), ["(;A[1])", "(;A[3])"]);
}

#[test]
fn an_unclosed_tree_does_not_contain_the_next_ones() {
    let file = "(;GM[1];B[aa](;W[bb])\n(;GM[1])\n (;W[cc]\n  (;AB[aa]) (;AB[bb]))";
    assert_eq!(
        texts(file),
        ["(;GM[1];B[aa](;W[bb])\n", "(;GM[1])", "(;W[cc]\n  ", "(;AB[aa])", "(;AB[bb])"]
    );
    use SyntaxFaultKind::{ExtraClosing, NoClosing};
    assert_eq!(kinds(file), [NoClosing, NoClosing, ExtraClosing]);
    // A closed tree is not cut: setup in a variation is allowed.
    let file = "(;GM[1]\n(;AB[aa])\n(;AB[bb]))";
    assert_eq!(texts(file), [file]);
}

#[test]
fn an_unclosed_value_does_not_contain_the_next_trees() {
    let file = "(;GM[1]C[one)\n(;GM[1]C[two])\n(;GM[1]C[three";
    assert_eq!(texts(file), ["(;GM[1]C[one)\n", "(;GM[1]C[two])", "(;GM[1]C[three"]);
    let ident = Ident::new(b"C");
    let open = SyntaxFaultKind::UnterminatedValue { ident };
    assert_eq!(kinds(file), [open, open]);
    let found = split(file.as_bytes(), Charset::UTF_8, true);
    assert_eq!(found.trees[0].faults[0].offset, 8);
    // A quoted tree.
    let file = "(;GM[1]C[like this:\n(;GM[1\\]C[\\])])";
    assert_eq!(texts(file), [file]);
    // No root property.
    let file = "(;GM[1]C[like this:\n(;B[aa])";
    assert_eq!(texts(file), [file]);
}

#[test]
fn brackets_inside_two_byte_characters_are_ignored() {
    let file = b"(;C[\x83\x5D\x83\x5C])(;B[aa])";
    for charset in [Charset::SHIFT_JIS, Charset::GB18030, Charset::BIG5] {
        assert_eq!(split(file, charset, true).trees.len(), 2);
    }
}

#[test]
fn hostile_files_take_linear_time() {
    // Steps that grow with the square of 32 KiB would take minutes.
    const SIZE: usize = 1 << 15;
    let units: [&[u8]; 17] = [
        b"(;",
        b"(;B[aa])",
        b"A",
        b"\0",
        b"[",
        b"(",
        b"]",
        b")",
        b"\\",
        b"( ",
        b"(;C[\\",
        b"(;GM[1]\n",
        b"(;GM[1]C[x\n",
        b"\n(;GM[",
        b"\n(;GM [ \\",
        b"(A(",
        b"\x83[\xFF(;\x81",
    ];
    for unit in units {
        for start in [&b""[..], b"(;C[", b"(;GM[1]", b"(;"] {
            let file = [start, &unit.repeat(SIZE / unit.len())].concat();
            for charset in [Charset::UTF_8, Charset::SHIFT_JIS] {
                let found = split(&file, charset, true);
                assert_eq!(found.consumed, file.len());
                for tree in &found.trees {
                    Reader::new(&file[tree.range()], charset).for_each(drop);
                }
            }
        }
    }
}

fn rubbish() -> impl Strategy<Value = Vec<u8>> {
    let parts: Vec<&'static [u8]> = vec![
        b"(;",
        b"(",
        b")",
        b";",
        b"[",
        b"]",
        b"\\",
        b"\n",
        b" ",
        b"GM[1]",
        b"AB",
        b"C[",
        b"B[aa]",
        b"\n(;GM[1]",
        b"\n(;AB[",
        b"(;W[bb])",
        b"\x83",
        b"\xE9",
        b"x",
        b"\0",
        b"SiZe[9]",
        b"\xEF\xBB\xBF",
    ];
    prop::collection::vec(prop::sample::select(parts), 0..60).prop_map(|v| v.concat())
}

proptest! {
    #[test]
    fn spans_are_in_order_and_within_the_file(file in rubbish(), wide in any::<bool>()) {
        let charset = if wide { Charset::SHIFT_JIS } else { Charset::UTF_8 };
        let found = split(&file, charset, true);
        let mut behind = 0;
        for tree in &found.trees {
            prop_assert!(behind <= tree.start && tree.start < tree.end);
            prop_assert!(tree.faults.iter().all(|f| tree.start <= f.offset && f.offset <= tree.end));
            behind = tree.end;
        }
        prop_assert!(behind <= file.len() && found.consumed == file.len());
    }

    #[test]
    fn a_file_in_pieces_gives_the_same_trees(file in rubbish(), wide in any::<bool>(), piece in 1..40usize) {
        let charset = if wide { Charset::SHIFT_JIS } else { Charset::UTF_8 };
        prop_assert_eq!(in_pieces(&file, charset, piece), split(&file, charset, true));
    }
}
