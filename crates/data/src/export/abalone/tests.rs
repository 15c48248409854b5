//! Tests of the formats of Abalone.

use super::*;
use crate::Color;
use crate::abalone::{Board, GameRecord, Lost, Notation, Position, Setup, Symmetry};
use crate::model::AbaloneForm;

fn problem(text: &str, name: Option<&str>) -> ExportedProblem {
    let setup: Setup = text.parse().unwrap();
    let canonical = setup.board.canonicalize();
    let place = |source: &str, number| Place {
        source: source.to_owned(),
        number,
        name: name.map(str::to_owned),
    };
    ExportedProblem {
        key: canonical.key(),
        text: canonical.text(),
        setup,
        operation: canonical.symmetry(),
        onto_kept: Symmetry::IDENTITY,
        kept: place("a\nb.txt", 3),
        form: AbaloneForm::Iatn,
        comments: vec!["0y. $E7".to_owned()],
        others: vec![(place("c.txt", 4), "N_IR1".parse().unwrap())],
    }
}

fn write(format: Format, problem: &ExportedProblem) -> (String, Losses) {
    let mut out = Vec::new();
    let losses = format.write_problem(problem, &mut out).unwrap();
    (String::from_utf8(out).unwrap(), losses)
}

fn game() -> ExportedGame {
    let text = "1.a1b2 {1x. $I9} i5h5 2.a2b3 *";
    let start = Position::start(Board::BELGIAN_DAISY);
    let record = GameRecord::read_all(text, start).remove(0).record;
    let place = Place { source: "a.apgn".to_owned(), number: 1, name: None };
    ExportedGame { place, form: AbaloneForm::Linear, record }
}

#[test]
fn a_name_begins_no_line() {
    let (text, losses) = write(Format::Iatn, &problem("5a12b12_4h89i89", Some("x\n0a1_0")));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[1..4],
        [
            "# name: x\\n0a1_0",
            "# source: a\\nb.txt number 3 (IR0)",
            "# source: c.txt number 4 (N_IR1)",
        ]
    );
    assert_eq!(lines[4].parse::<Setup>().unwrap().lost, Lost::new(5, 4));
    assert_eq!((lines.len(), losses.comments), (5, 1));
}

#[test]
fn what_a_format_cannot_say_is_counted() {
    let known = format!("{} O 1-2", "5a12b12_4h89i8".parse::<Setup>().unwrap().board);
    let unknown = known[..66].to_owned();
    let count = |format, text: &str| {
        let Losses { turns, assumed_turns, assumed_losses, .. } =
            write(format, &problem(text, None)).1;
        [turns, assumed_turns, assumed_losses]
    };
    assert_eq!(count(Format::Iatn, &known), [0, 0, 0]);
    assert_eq!(count(Format::Iatn, &unknown), [0, 0, 0]);
    assert_eq!(count(Format::Kaawa, &known), [1, 0, 0]);
    assert_eq!(count(Format::Kaawa, &unknown), [0, 0, 1]);
    assert_eq!(count(Format::Apgn, &known), [0, 0, 0]);
    assert_eq!(count(Format::Apgn, &unknown), [0, 1, 1]);
    let mut losses = Losses { turns: 1, games: 2, ..Losses::default() };
    losses.extend(Losses { turns: 1, ..Losses::default() });
    let described: Vec<String> = losses.describe().collect();
    assert_eq!(
        described,
        [
            "2 problems: without the side to move",
            "2 games: not written: the format has positions only",
        ]
    );
}

#[test]
fn a_problem_as_apgn_is_read_as_the_same() {
    let text = format!("{} O 1-2", "5a12b12_4h89i8".parse::<Setup>().unwrap().board);
    let (apgn, _) = write(Format::Apgn, &problem(&text, Some("A \"cup\"")));
    let read = GameRecord::read_all(&apgn, Position::start(Board::STANDARD)).remove(0).record;
    let start = read.start.unwrap();
    assert_eq!((start.board, start.turn), (problem(&text, None).setup.board, Color::White));
    assert_eq!(Some(start.lost), Lost::new(1, 2));
    assert_eq!(
        (read.tag("Event"), &*read.comments),
        (Some("A \"cup\""), &["0y. $E7".to_owned()][..])
    );
}

#[test]
fn games_have_all_fields() {
    let write = |format: Format| {
        let mut out = Vec::new();
        format.write_start(&mut out).unwrap();
        let losses = format.write_game(&game(), Notation::Nacre.into(), &mut out).unwrap();
        (String::from_utf8(out).unwrap(), losses.games)
    };
    let (json, _) = write(Format::Json);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["moves"], "1.a1d4 {1x. $I9} i5f5 2.a2c4 *");
    assert_eq!(
        (&json["kind"], &json["lost"], &json["black"]),
        (&"game".into(), &"0-0".into(), &().into())
    );
    let (table, _) = write(Format::Csv);
    let mut rows = ::csv::Reader::from_reader(table.as_bytes());
    let row = rows.records().next().unwrap().unwrap();
    assert_eq!((&row[0], &row[15]), ("game", "1.a1d4 {1x. $I9} i5f5 2.a2c4 *"));
    assert_eq!(write(Format::Iatn), (String::new(), 1));
    assert!(write(Format::Apgn).0.contains("[Position \""));
}
