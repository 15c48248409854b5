//! The formats of `/api/v1/export` for Abalone.

use std::io::Write;

use crate::abalone::Notation;
use crate::answer::abalone::{ExportItem, ProblemExport, build_exported_game, list_export_items};
use crate::export::abalone::Format;
use crate::find::abalone::{ProblemConditions, load_positions};
use crate::game_fields::ProblemFields;
use crate::problem::Problem;
use crate::state::View;

/// The problems and games to export.
pub(super) struct AbaloneExport {
    pub(super) fields: ProblemFields,
    pub(super) prefer: Vec<String>,
    pub(super) format: Format,
    pub(super) is_canonical: bool,
    pub(super) black_first: bool,
    pub(super) limit: usize,
}

impl AbaloneExport {
    /// Refuses conditions that are none of problems of Abalone.
    pub(super) fn check(&self, view: &View<'_>) -> Result<(), Problem> {
        let conditions = self.fields.to_abalone_conditions()?;
        ProblemConditions::new(view.store, &[], &conditions)?;
        Ok(())
    }

    /// Writes each problem once; in APGN also the games.
    pub(super) fn write(self, view: &View<'_>, mut out: &mut dyn Write) -> Result<(), Problem> {
        let store = view.store;
        let conditions = self.fields.to_abalone_conditions()?;
        let conditions = ProblemConditions::new(store, &[], &conditions)?;
        let positions = load_positions(store, |problem| conditions.are_fulfilled_by(problem))?;
        let problems = ProblemExport {
            prefer: &self.prefer,
            is_canonical: self.is_canonical,
            black_first: self.black_first,
        };
        self.format.write_start(&mut out)?;
        for item in list_export_items(store, &positions, &conditions, self.limit)? {
            match item {
                ExportItem::Problem(cluster) => {
                    let problem = problems.build(store, &cluster)?;
                    self.format.write_problem(&problem, &mut out)?;
                }
                ExportItem::Game(game) => {
                    let game = build_exported_game(store, &game)?;
                    let notation = game.record.notation().unwrap_or(Notation::AbaPro);
                    self.format.write_game(&game, notation.into(), &mut out)?;
                }
            }
        }
        Ok(())
    }
}
