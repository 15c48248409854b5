//! Problems of Abalone on `/problems`.

use maud::Markup;

use super::abalone_card::{Card, describe};
use super::layout::Page;
use super::text::texts;
use crate::Color;
use crate::abalone::Setup;
use crate::abalone_problems::{AbaloneProblems, ListedAbalone};
use crate::address::Address;
use crate::find::abalone::read_problem;
use crate::model::Turn;
use crate::problem::Problem;
use crate::state::View;
use crate::store::StoredAbaloneProblem;

texts! { "abalone_problems": MARBLES }

/// A problem of the list.
pub(super) struct AbaloneItem {
    /// The record shown.
    record: StoredAbaloneProblem,
    /// Its number among all records of the position, from 1.
    number: usize,
    setup: Setup,
    /// How many selected records the problem has.
    records: usize,
}

impl AbaloneItem {
    /// Reads a problem of the list.
    ///
    /// # Errors
    /// 500 if the database is damaged or cannot be read.
    pub(super) fn load(
        view: &View<'_>,
        list: &AbaloneProblems,
        problem: &ListedAbalone,
    ) -> Result<AbaloneItem, Problem> {
        let (key, cluster) = list.cluster(problem);
        let record = cluster.choose_representative(&[]);
        let all = view.store.abalone_problems_with(key)?;
        let number = 1 + all.iter().take_while(|other| other.id != record.id).count();
        let setup = read_problem(view.store, record)?.setup;
        Ok(AbaloneItem { record: record.clone(), number, setup, records: cluster.records.len() })
    }

    pub(super) fn render(&self, page: &Page) -> Markup {
        let AbaloneItem { record, number, setup, records } = self;
        let marbles: u8 = Color::ALL.iter().map(|&color| setup.board.count(color)).sum();
        let known = describe(page, Turn::of(setup.turn), setup.lost);
        let card = Card {
            kind: None,
            address: Address::new(format!("/p/{}", record.key))
                .with("record", number.to_string())
                .with("lang", page.language.tag()),
            picture: setup.board.into(),
            record,
            facts: known.into_iter().chain([page.fill(MARBLES, &[&marbles])]).collect(),
            others: records - 1,
        };
        card.render(page, None)
    }
}
