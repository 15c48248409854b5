use super::import_graph::ImportGraph;

/// The edges of a crate, as `a.rs b.rs`.
fn edges(files: &[(&str, &str)]) -> Vec<String> {
    let graph = graph(files);
    graph.edges.keys().map(|(from, to)| format!("{from} {to}")).collect()
}

fn graph(files: &[(&str, &str)]) -> ImportGraph {
    let owned = |(name, text): &(&str, &str)| (name.to_string(), text.to_string());
    ImportGraph::new(&files.iter().map(owned).collect::<Vec<_>>())
}

const ROOT: (&str, &str) = ("lib.rs", "pub mod go; mod color; pub use color::Color;");

#[test]
fn re_exports_lead_to_the_file_of_the_definition() {
    let files = [
        ROOT,
        ("color.rs", "pub enum Color { Black, White }"),
        ("go/mod.rs", "mod point; mod size; pub use point::Point; pub use size::Size;"),
        ("go/point.rs", "use super::Size; pub struct Point; fn f() -> crate::Color { todo!() }"),
        ("go/size.rs", "pub struct Size;"),
        ("main.rs", "mod cli;"),
        ("cli.rs", "use gtn_db::{Color, go::{self, Point as P}}; fn f() -> go::Size { todo!() }"),
    ];
    assert_eq!(
        edges(&files),
        [
            "cli.rs color.rs",
            "cli.rs go/point.rs",
            "cli.rs go/size.rs",
            "go/point.rs color.rs",
            "go/point.rs go/size.rs"
        ]
    );
    assert!(graph(&files).find_circles().is_empty());
}

#[test]
fn a_re_export_is_an_edge_only_where_the_name_is_used() {
    let child = ("go/point.rs", "use super::Size; pub struct Point;");
    let re_export = ("go/mod.rs", "mod point; pub use point::Point; pub struct Size;");
    assert_eq!(edges(&[ROOT, re_export, child]), ["go/point.rs go/mod.rs"]);
    let used = ("go/mod.rs", "mod point; pub use point::Point; pub struct Size(Point);");
    let circles = graph(&[ROOT, used, child]);
    assert_eq!(circles.find_circles(), [["go/mod.rs", "go/point.rs"].into()]);
    let path = ("go/mod.rs", "mod point; pub struct Size; fn f() { point::g() }");
    let child = ("go/point.rs", "pub fn g() -> super::Size { super::Size }");
    assert_eq!(graph(&[ROOT, path, child]).find_circles().len(), 1);
}

#[test]
fn circles_are_sets_of_files_that_reach_each_other() {
    let files = [
        ("lib.rs", "mod a; mod b; mod c; mod d; mod e; mod f;"),
        ("a.rs", "use crate::b::B; pub struct A;"),
        ("b.rs", "use super::c; pub struct B; fn f() { c::g() }"),
        ("c.rs", "pub fn g() -> crate::a::A { todo!() }"),
        ("d.rs", "use crate::{a::A, e::E}; pub struct D;"),
        ("e.rs", "use crate::d::D; pub struct E;"),
        ("f.rs", "use crate::d::D;"),
    ];
    let circles = graph(&files);
    assert_eq!(circles.find_circles(), [["a.rs", "b.rs", "c.rs"].into(), ["d.rs", "e.rs"].into()]);
}

#[test]
fn tests_comments_and_literals_are_no_edges() {
    let a = r####"
        // use crate::b::B;
        /// [`crate::b::B`]
        const TEXT: &str = "a \" crate::b::B"; const RAW: &str = r#"use " crate::b::B;"#;
        const QUOTE: char = '"'; const ESCAPED: char = '\''; fn f<'a>(x: &'a str) {}
        #[cfg(test)]
        mod helper;
        #[cfg(test)]
        mod tests { use crate::b::B; fn f() { if true { crate::b::g() } } }
        use std::fmt; pub struct A;
    "####;
    let files = [
        ("lib.rs", "mod a; mod b;"),
        ("a.rs", a),
        ("a/helper.rs", "use crate::b::B;"),
        ("a_tests.rs", "use crate::b::B;"),
        ("b.rs", "use crate::a::A; pub struct B; pub fn g() {}"),
    ];
    assert_eq!(edges(&files), ["b.rs a.rs"]);
}
