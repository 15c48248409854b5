//! The matrix: which book holds how much of which.

use std::cmp::Reverse;
use std::fmt::{self, Write};

use super::text::{Count, Number, Percent, Text};
use crate::model::{Book, BookOverlap};

/// So many books are shown, the largest.
const MAX_BOOKS: usize = 60;
/// So few have their names above the columns too; more have numbers there.
const FEW_BOOKS: usize = 8;
/// The shades of a cell.
const SHADES: u64 = 9;

pub(super) fn write(page: &mut String, overlap: &BookOverlap) -> fmt::Result {
    page.push_str("<section id=\"overlap\" aria-labelledby=\"overlap-h\">\n");
    writeln!(
        page,
        "<h2 id=\"overlap-h\">Overlap <span class=\"count\">{}</span></h2>",
        Count(overlap.books.len(), "book")
    )?;
    if overlap.books.len() < 2 {
        page.push_str("<p>With fewer than two books there is nothing to compare.</p>\n");
    } else {
        write_matrix(page, overlap)?;
    }
    page.push_str("</section>\n");
    Ok(())
}

/// The places of the books that are shown, in their order.
fn shown(books: &[Book]) -> Vec<usize> {
    let mut shown: Vec<usize> = (0..books.len()).collect();
    shown.sort_by_key(|&at| Reverse(books[at].positions));
    shown.truncate(MAX_BOOKS);
    shown.sort_unstable();
    shown
}

/// The positions that each two of the shown books share, row by row.
fn cells(overlap: &BookOverlap, shown: &[usize]) -> Vec<u64> {
    let mut slots = vec![None; overlap.books.len()];
    for (slot, &at) in shown.iter().enumerate() {
        slots[at] = Some(slot);
    }
    let mut cells = vec![0; shown.len() * shown.len()];
    for shared in &overlap.shared {
        let [a, b] = shared.books.map(|at| slots.get(at).copied().flatten());
        if let (Some(a), Some(b)) = (a, b) {
            cells[a * shown.len() + b] = shared.positions;
            cells[b * shown.len() + a] = shared.positions;
        }
    }
    cells
}

fn write_matrix(page: &mut String, overlap: &BookOverlap) -> fmt::Result {
    let shown = shown(&overlap.books);
    let cells = cells(overlap, &shown);
    page.push_str(
        "<p>Read it row by row: of the positions of this book, so many stand also in the book of \
         that column.</p>\n",
    );
    if shown.len() < overlap.books.len() {
        let (shown, all) = (Number(shown.len() as u64), Count(overlap.books.len(), "book"));
        writeln!(page, "<p class=\"rest\">These are the {shown} largest of {all}.</p>")?;
    }
    let class = if shown.len() > FEW_BOOKS { "matrix many" } else { "matrix" };
    write!(
        page,
        "<div class=\"scroll\" role=\"region\" aria-labelledby=\"overlap-h\" tabindex=\"0\">\n\
         <table class=\"{class}\">\n<caption>Positions that two books share</caption>\n\
         <thead><tr><th scope=\"col\">book<th scope=\"col\">positions"
    )?;
    for (&at, number) in shown.iter().zip(1..) {
        let name = Text(&overlap.books[at].name);
        write!(page, "<th scope=\"col\"><b>{number}</b><span class=\"name\">{name}</span>")?;
    }
    page.push_str("</thead>\n<tbody>\n");
    for (row, &at) in shown.iter().enumerate() {
        let Book { name, records, positions } = &overlap.books[at];
        let (number, records) = (row + 1, Count(*records as usize, "record"));
        write!(
            page,
            "<tr><th scope=\"row\"><b>{number}</b> <span class=\"name\">{}</span>\
             <td>{}<small>{records}</small>",
            Text(name),
            Number(*positions),
        )?;
        for (col, &count) in cells[row * shown.len()..][..shown.len()].iter().enumerate() {
            if col == row {
                page.push_str("<td class=\"own\">");
            } else if count == 0 {
                page.push_str("<td class=\"none\">0");
            } else {
                let share = Percent { part: count, whole: *positions };
                let shade = count.saturating_mul(SHADES).div_ceil((*positions).max(1)).min(SHADES);
                write!(page, "<td class=\"s{shade}\">{share}<small>{}</small>", Number(count))?;
            }
        }
        page.push('\n');
    }
    page.push_str("</tbody>\n</table>\n</div>\n");
    Ok(())
}
