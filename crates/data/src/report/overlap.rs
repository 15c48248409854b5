//! The matrix of books: how many positions each book shares with each other.

use std::cmp::Reverse;

use maud::{Markup, html};

use super::section::render_section;
use super::text::{Count, Number, Percent, Text};
use crate::model::{Book, BookOverlap};

/// The number of books in the matrix; larger books are preferred.
const MAX_BOOKS: usize = 60;
/// Up to this number of books, the columns have names; otherwise numbers.
const MAX_NAMED_COLUMNS: usize = 8;
/// The number of shades of a cell.
const SHADES: u64 = 9;

pub(super) fn render(overlap: &BookOverlap) -> Markup {
    let body = if overlap.books.len() < 2 {
        html! { p { "There are no two books to compare." } }
    } else {
        render_matrix(overlap)
    };
    render_section("overlap", "Overlap", Some(Count(overlap.books.len(), "book")), body)
}

/// The places of the books to show, in their order.
fn choose_books(books: &[Book]) -> Vec<usize> {
    let mut chosen: Vec<usize> = (0..books.len()).collect();
    chosen.sort_by_key(|&place| Reverse(books[place].positions));
    chosen.truncate(MAX_BOOKS);
    chosen.sort_unstable();
    chosen
}

/// The positions that each two of the chosen books share, row by row.
fn count_cells(overlap: &BookOverlap, chosen: &[usize]) -> Vec<u64> {
    let mut slots = vec![None; overlap.books.len()];
    for (slot, &place) in chosen.iter().enumerate() {
        slots[place] = Some(slot);
    }
    let mut cells = vec![0; chosen.len() * chosen.len()];
    for shared in &overlap.shared {
        let places = shared.books.iter();
        let held: Vec<usize> =
            places.filter_map(|&place| slots.get(place).copied().flatten()).collect();
        for (a, b) in held.iter().flat_map(|a| held.iter().map(move |b| (a, b))) {
            cells[a * chosen.len() + b] += shared.positions;
        }
    }
    cells
}

fn render_matrix(overlap: &BookOverlap) -> Markup {
    let books = &overlap.books;
    let chosen = choose_books(books);
    let cells = count_cells(overlap, &chosen);
    let has_many = chosen.len() > MAX_NAMED_COLUMNS;
    html! {
        p {
            "A book is a file, or a folder where there are many files. Each cell says how many \
            positions of the book in its row are also in the book in its column."
        }
        @if chosen.len() < books.len() {
            p.rest {
                "These are the " (Number(chosen.len() as u64)) " largest of "
                (Count(books.len(), "book")) "."
            }
        }
        div.scroll role="region" aria-labelledby="overlap-h" tabindex="0" {
            table.matrix.many[has_many] {
                caption { "Positions that two books share" }
                thead {
                    tr {
                        th scope="col" { "book" }
                        th scope="col" { "positions" }
                        @for (&place, number) in chosen.iter().zip(1..) {
                            th scope="col" {
                                b { (number) } span.name { (Text(&books[place].name)) }
                            }
                        }
                    }
                }
                tbody {
                    @for ((row, &place), cells) in
                        chosen.iter().enumerate().zip(cells.chunks(chosen.len()))
                    {
                        (render_row(row, &books[place], cells))
                    }
                }
            }
        }
    }
}

fn render_row(row: usize, book: &Book, cells: &[u64]) -> Markup {
    let Book { name, records, positions } = book;
    html! {
        tr {
            th scope="row" { b { (row + 1) } " " span.name { (Text(name)) } }
            td { (Number(*positions)) small { (Count(*records as usize, "record")) } }
            @for (col, &count) in cells.iter().enumerate() {
                @if col == row {
                    td.own {}
                } @else if count == 0 {
                    td.none { "0" }
                } @else {
                    td class={ "s" (shade(count, *positions)) } {
                        (Percent { part: count, whole: *positions }) small { (Number(count)) }
                    }
                }
            }
        }
        "\n"
    }
}

fn shade(part: u64, whole: u64) -> u64 {
    part.saturating_mul(SHADES).div_ceil(whole.max(1)).min(SHADES)
}
