//! `gtn-db audit`: what there is of Abalone.

use std::collections::HashSet;

use gtn_db::abalone::{Board, BoardImages, Cell, Setup, Symmetry};
use gtn_db::answer::abalone::{ClusterJson, NearPairJson};
use gtn_db::find::Identity;
use gtn_db::find::abalone::{
    Cluster, PositionRecords, check_abalone, cluster_records, distinct_clusters, find_near_pairs,
    read_problem,
};
use gtn_db::model::Turn;
use gtn_db::report::{
    AbaloneAudit, AbaloneDuplicate, AbaloneNearPair, AbaloneNearPosition, AbaloneRecord,
};
use gtn_db::similarity::NearPair;
use gtn_db::store::{AbaloneCounts, Store, StoreError, StoredAbaloneProblem};

use crate::cli::args::{FamilyArgs, RecordArgs};
use crate::cli::output::plural;

/// The number of cells in which near positions differ at most.
const NEAR: u8 = 2;

/// What the report and `--json` say.
pub struct Audited {
    /// `None` if the options select nothing of Abalone.
    pub audit: Option<AbaloneAudit>,
    /// The rows of Abalone among those that the store counts with the options applied.
    pub counts: AbaloneCounts,
    pub duplicates: Vec<ClusterJson>,
    pub near: Vec<NearPairJson>,
}

/// Audits the problems that the options select, and the games if no option selects problems; `None`
/// if there are none. Must be called before the options are applied to the store.
pub fn audit(
    store: &Store,
    filter: &RecordArgs,
    has_texts: bool,
) -> anyhow::Result<Option<Audited>> {
    let mut counts = store.abalone_counts()?;
    if counts.records + counts.games == 0 {
        return Ok(None);
    }
    let all = counts;
    let is_filtered = filter.given_option().is_some();
    let positions = filter.list_families(store, FamilyArgs::default())?.abalone.unwrap_or_default();
    if is_filtered {
        (counts.records, counts.games) = (0, 0);
    }
    if is_filtered && positions.is_empty() {
        return Ok(Some(Audited { audit: None, counts, duplicates: vec![], near: vec![] }));
    }
    let mut audit = AbaloneAudit { positions: positions.len() as u64, ..AbaloneAudit::default() };
    if !is_filtered {
        (audit.games, audit.moves) = (all.games, all.moves);
        audit.game_positions = all.game_positions;
    }
    let mut duplicates = Vec::new();
    for position in &positions {
        audit.records += position.records.len() as u64;
        let clusters = cluster_records(&position.records, Identity::Problem);
        audit.problems += clusters.len() as u64;
        for cluster in distinct_clusters(clusters).iter().filter(|cluster| cluster.redundant() > 0)
        {
            audit.redundant += cluster.redundant();
            audit.duplicates.push(build_duplicate(store, cluster)?);
            duplicates.push(ClusterJson::new(store, position.key, cluster)?);
        }
    }
    let boards = positions.iter().map(|position| position.records[0].text.parse::<Setup>());
    let boards = boards.map(|setup| Ok(setup?.board)).collect::<anyhow::Result<Vec<Board>>>()?;
    let pairs = find_near_pairs(&boards, NEAR);
    audit.near = pairs.iter().map(|&pair| build_pair(&positions, &boards, pair)).collect();
    let key = |number: u32| positions[number as usize].key;
    let near = pairs.into_iter().map(|pair| NearPairJson::new(pair, key)).collect();
    let selected: HashSet<(&str, u32)> = positions
        .iter()
        .flat_map(|position| &position.records)
        .map(|record| (&*record.source, record.number))
        .collect();
    check_abalone(store, has_texts, |finding| {
        let place = (&*finding.location.source, finding.location.tree);
        if !is_filtered || selected.contains(&place) {
            audit.findings.push(finding);
        }
        anyhow::Ok(())
    })?;
    Ok(Some(Audited { audit: Some(audit), counts, duplicates, near }))
}

/// The end of the summary.
pub fn summarize(audit: &AbaloneAudit) -> String {
    format!(
        "; of Abalone {} and {}: {}, {}, {}",
        plural(audit.records, "record"),
        plural(audit.games, "game"),
        plural(audit.duplicates.len() as u64, "duplicate problem"),
        plural(audit.near.len() as u64, "near pair"),
        plural(audit.findings.len() as u64, "finding"),
    )
}

fn record(stored: &StoredAbaloneProblem, operation: Symmetry) -> AbaloneRecord {
    let StoredAbaloneProblem { source, number, name, .. } = stored;
    AbaloneRecord { source: source.clone(), number: *number, name: name.clone(), operation }
}

fn build_duplicate(store: &Store, cluster: &Cluster<'_>) -> Result<AbaloneDuplicate, StoreError> {
    let shown = cluster.choose_representative(&[]);
    let setup = read_problem(store, shown)?.setup;
    let back = shown.symmetry.inverse();
    let records = cluster.records.iter();
    Ok(AbaloneDuplicate {
        picture: setup.board.into(),
        turn: match setup.turn {
            None => shown.turn,
            turn => Turn::of(turn),
        },
        lost: setup.lost,
        key: shown.key,
        records: records.map(|stored| record(stored, stored.symmetry.then(back))).collect(),
    })
}

fn build_pair(positions: &[PositionRecords], boards: &[Board], pair: NearPair) -> AbaloneNearPair {
    let [one, other] = <[u32; 2]>::from(pair.numbers).map(|number| number as usize);
    let nearest = BoardImages::new(boards[other]).distance(boards[one], pair.distance.into());
    let (_, by) = nearest.expect("the pair was found at this distance");
    let image = boards[other].transform(by);
    let near = |number: usize, board: Board, by: Symmetry| {
        let first = &positions[number].records[0];
        AbaloneNearPosition {
            picture: board.into(),
            key: first.key,
            record: record(first, first.symmetry.then(by)),
        }
    };
    let is_different = |cell: &Cell| boards[one].color(*cell) != image.color(*cell);
    AbaloneNearPair {
        positions: [near(one, boards[one], Symmetry::IDENTITY), near(other, image, by)],
        differences: Cell::all().filter(is_different).collect(),
    }
}
