//! `next` and `joseki` by year, and before a year against since: compared with SQL over the views.

use std::collections::BTreeMap;

use rusqlite::Connection;
use serde_json::Value;

use super::Db;

/// 400 games whose first move is on 4-4, 3-4 or 5-4 in one of the corners. The numbers are those of a linear
/// congruential generator.
fn games() -> String {
    let mut state: u32 = 20;
    let mut draw = |below: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) % below
    };
    let mut text = String::new();
    for _ in 0..400 {
        let year = 2001 + draw(20);
        // 3-4 becomes rarer, 4-4 more frequent; 5-4 is gone in the last five years.
        let kind = match draw(100) {
            0..10 if year < 2016 => 2,
            at if at < 20 + 3 * (year - 2001) => 0,
            _ => 1,
        };
        let point = POINTS[kind].1[draw(4) as usize];
        // Games of unknown year or winner count elsewhere.
        let date = if draw(20) == 0 { String::new() } else { format!("DT[{year}-01-02]") };
        let result = ["B+R", "W+R", "W+2.5", "0", "?"][draw(5) as usize];
        text.push_str(&format!("(;SZ[19]{date}RE[{result}];B[{point}];W[jj];B[kk];W[jk])\n"));
    }
    text
}

fn db() -> Db {
    let db = Db::new();
    db.run(&["import", "-q", &db.write("games.sgf", &games())]).done();
    db
}

/// Count, games of the year, wins and losses by year, of the games whose first move is one of these points.
fn by_sql(db: &Db, points: [&str; 4]) -> BTreeMap<i64, [i64; 4]> {
    let connection = Connection::open(db.path("gtn.db")).unwrap();
    let sql = "SELECT year, sum(has_move), count(*), sum(has_move AND winner = 'black'),
            sum(has_move AND winner = 'white')
        FROM (SELECT year, winner,
                instr(sgf, ?1) + instr(sgf, ?2) + instr(sgf, ?3) + instr(sgf, ?4) > 0 AS has_move
            FROM v_game WHERE year IS NOT NULL)
        GROUP BY year";
    let mut statement = connection.prepare(sql).unwrap();
    let row = |row: &rusqlite::Row<'_>| {
        Ok((row.get(0)?, [row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?]))
    };
    statement
        .query_map(points.map(|point| format!(";B[{point}]")), row)
        .unwrap()
        .collect::<Result<_, _>>()
        .unwrap()
}

fn by_json(found: &Value) -> BTreeMap<i64, [i64; 4]> {
    let years = found["fashion"]["years"].as_array().unwrap().iter();
    let number = |year: &Value, name: &str| year[name].as_i64().unwrap();
    years
        .map(|year| {
            let counts = ["count", "of", "wins", "losses"].map(|name| number(year, name));
            let share = year["share"].as_f64().unwrap();
            assert!((share - counts[0] as f64 / counts[1] as f64).abs() < 1e-12);
            (number(year, "year"), counts)
        })
        .collect()
}

/// The points of the first moves, by the name of the canonical one.
const POINTS: [(&str, [&str; 4]); 3] = [
    ("Q16", ["pd", "dd", "dp", "pp"]),
    ("R16", ["qd", "cd", "qp", "dq"]),
    ("Q15", ["od", "ed", "op", "ep"]),
];

#[test]
fn next_by_year_is_what_sql_counts() {
    let db = db();
    let moves = db.run(&["next", "--by", "year", "--versus", "2016", "--json"]).json();
    assert_eq!(moves.len(), 3);
    let mut trends = BTreeMap::new();
    for found in &moves {
        let point = found["point_name"].as_str().unwrap();
        let (_, points) = POINTS.into_iter().find(|(name, _)| *name == point).unwrap();
        let sql = by_sql(&db, points);
        assert_eq!(by_json(found), sql, "{point}");
        trends.insert(point, found["fashion"]["trend"].as_str());
        for (group, is_in) in [("first", false), ("second", true)] {
            let years = sql.iter().filter(|(year, _)| (**year >= 2016) == is_in);
            let (count, of) = years.fold((0, 0), |sum, (_, row)| (sum.0 + row[0], sum.1 + row[1]));
            let share = &found["versus"][group];
            assert_eq!((share["count"].as_i64(), share["of"].as_i64()), (Some(count), Some(of)));
        }
    }
    let expected = [("Q15", Some("gone")), ("Q16", Some("rising")), ("R16", Some("falling"))];
    assert_eq!(trends, expected.into());
}

#[test]
fn joseki_by_year_are_what_sql_counts() {
    let db = db();
    // A game has its first stone in one corner, and the three others are empty to its end.
    let corner = db.run(&["joseki", "--window", "7", "--by", "year", "--json"]).json();
    let moves = corner[0]["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 4);
    for found in moves {
        let Some(point) = found["point_name"].as_str() else { continue };
        let (_, points) = POINTS.into_iter().find(|(name, _)| *name == point).unwrap();
        let sql = by_sql(&db, points)
            .into_iter()
            .map(|(year, [count, of, wins, losses])| (year, [count, 4 * of, wins, losses]));
        assert_eq!(by_json(found), sql.collect(), "{point}");
    }
}

#[test]
fn the_table_has_a_chart_and_csv_a_row_for_each_year() {
    let db = db();
    let table = db.run(&["next", "--by", "year", "--year", "2012-2019"]).done();
    assert!(
        table.contains("by year: 2012-2019, a year a bar; trend: 2015-2019 against"),
        "{table}"
    );
    assert!(table.lines().any(|line| line.starts_with('A') && line.contains('█')), "{table}");
    assert!(table.lines().any(|line| line.ends_with("won by year")), "{table}");
    let csv = db.run(&["next", "--by", "year", "--year", "2012-2013", "--csv"]).done();
    let lines: Vec<&str> = csv.lines().collect();
    let of_group = "by.group,by.count,by.of,by.share,by.wins,by.losses";
    let of_move = "by.trend,by.since,by.mean_amateur,by.mean_pro";
    assert!(lines[0].ends_with(&format!("{of_group},{of_move}")), "{}", lines[0]);
    let is_2013 = |line: &&&str| line.rsplit(',').nth(9) == Some("2013");
    let years = lines[1..].iter().filter(is_2013).count();
    assert!(years > 1 && lines.len() == 1 + 2 * years, "{csv}");
    let csv = db.run(&["joseki", "--versus", "2016", "--csv"]).done();
    assert!(csv.lines().next().unwrap().ends_with("move.versus.low,move.versus.high"), "{csv}");
    let compared = db.run(&["joseki", "--versus", "2016", "--tree", "1"]).done();
    assert!(compared.contains("first: before 2016; second: since 2016"), "{compared}");
}

#[test]
fn a_year_that_is_none_is_refused() {
    let ran = Db::new().run(&["next", "--versus", "0"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("a year such as 2016, or pro, is needed"), "{}", ran.err);
}

/// With and without the index, and as SQL orders the games.
#[test]
fn examples_are_the_newest_games_or_those_of_the_strongest_players() {
    let db = Db::new();
    let mut text = String::new();
    for number in 0..40 {
        let (year, dan) = (1950 + number * 7 % 31, 1 + number * 5 % 9);
        let rank = match number % 4 {
            0 => format!("BR[{dan}d]"),
            1 => format!("BR[{dan}p]WR[{}d]", 10 - dan),
            2 => format!("WR[{dan}k]"),
            _ => String::new(),
        };
        let date = if number % 6 == 0 { String::new() } else { format!("DT[{year}]") };
        text.push_str(&format!("(;SZ[19]PB[{number}]{date}{rank};B[pd];W[dp])\n"));
    }
    db.run(&["import", "-q", &db.write("games.sgf", &text)]).done();
    let list = |order: &[&str]| {
        db.run(&[&["games", "--json", "--limit", "5"], order].concat()).column("game")
    };
    let examples = |command: &[&str]| db.run(&[command, &["--json"]].concat()).json()[0].clone();
    for (order, sort) in [
        (&[][..], &[][..]),
        (&["--examples", "newest"], &["--sort", "date", "--reverse"]),
        (&["--examples", "strongest"], &["--sort", "rank", "--reverse"]),
    ] {
        let expected = Value::from(list(sort));
        for index in [&[][..], &["--no-index"]] {
            let next = examples(&[&["next"], order, index].concat());
            assert_eq!(next["examples"], expected, "{order:?}: {next}");
            assert_eq!(next["samples"], Value::from(list(&[])));
            let joseki = examples(&[&["joseki"], order, index].concat());
            let moves = joseki["moves"].as_array().unwrap();
            let has_them = moves.iter().any(|played| played["examples"] == expected);
            assert!(has_them, "{order:?}: {joseki}");
        }
    }
    let abalone = format!("aba5|X{}", ".".repeat(60));
    let abalone = db.run(&["next", "--examples", "newest", &abalone]);
    assert_eq!(abalone.err, "gtn-db: --examples does not apply to games of Abalone\n");
}

#[test]
fn a_profile_is_that_of_sql() {
    let db = Db::new();
    let games = games();
    let text = games.lines().zip(0..).map(|(game, number)| {
        let [black, white] = if number % 3 == 0 { ["Ann", "Bo"] } else { ["Bo", "Cy"] };
        game.replacen("SZ[19]", &format!("SZ[19]PB[{black}]PW[{white}]"), 1) + "\n"
    });
    db.run(&["import", "-q", &db.write("games.sgf", &text.collect::<String>())]).done();
    let profile = db.run(&["next", "--profile", "ann", "--depth", "1", "--json"]).json();
    let sql = Connection::open(db.path("gtn.db")).unwrap();
    let mut left = Vec::new();
    for (name, letters) in POINTS {
        let first: Vec<String> = letters.iter().map(|point| format!("';B[{point}]'")).collect();
        let among = format!("substr(sgf, instr(sgf, ';B['), 6) IN ({})", first.join(","));
        let count = |who: &str, winner: &str| -> i64 {
            let sql_text = format!("SELECT count(*) FROM v_game WHERE {among} AND {who} {winner}");
            sql.query_row(&sql_text, [], |row| row.get(0)).unwrap()
        };
        let expected = ["black = 'Ann'", "black <> 'Ann'"].map(|who| {
            ["", "AND winner = 'black'", "AND winner = 'white'"].map(|winner| count(who, winner))
        });
        let Some(found) = profile.iter().find(|found| found["point_name"] == name) else {
            left.push(expected);
            continue;
        };
        let fields = [["games", "wins", "losses"], ["field_games", "field_wins", "field_losses"]];
        let found = fields.map(|fields| fields.map(|field| found[field].as_i64().unwrap()));
        assert_eq!(found, expected, "{name}");
    }
    assert!(left.is_empty() && profile.len() == POINTS.len(), "{profile:?}");
    let refused = db.run(&["next", "--profile", "ann", "--player", "bo"]);
    assert!(refused.err.contains("--player does not apply to --profile"), "{}", refused.err);
    assert_eq!(db.run(&["next", "--profile", "nobody"]).status, 1);
    assert_eq!(db.run(&["next", "--depth", "3"]).status, 2);
    let table = db.run(&["next", "--profile", "ANN", "--depth", "1", "--limit", "1"]).done();
    assert!(table.starts_with("ANN: 134 games as Black, 0 games as White\n"), "{table}");
    let csv = db.run(&["next", "--profile", "ann", "--depth", "1", "--csv"]).done();
    assert_eq!(csv.lines().count(), 1 + profile.len());
}
