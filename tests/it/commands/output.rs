//! What all listings have in common.

use std::io::{BufRead, BufReader};
use std::process::{Command as Process, Stdio};

use serde_json::Value;

use super::{BULKY_FIVE, Db};

/// The fields of an object, those of inner objects as `outer.inner`.
fn flatten(value: &Value) -> Vec<(String, Value)> {
    let mut fields = Vec::new();
    for (name, value) in value.as_object().unwrap() {
        match value {
            Value::Object(_) => {
                let inner = flatten(value).into_iter();
                fields.extend(inner.map(|(inner, value)| (format!("{name}.{inner}"), value)));
            }
            _ => fields.push((name.clone(), value.clone())),
        }
    }
    fields
}

#[test]
fn csv_has_the_fields_of_json() {
    let db = Db::with(&["data"]);
    let lists: [&[&str]; 8] = [
        &["find", BULKY_FIVE],
        &["find", "--near", "2", BULKY_FIVE],
        &["find", "--contains", "2x2|XO_OX_!!_"],
        &["find", "--in", "games", "2x2|_!!__XO__OX__!!_"],
        &["show", "b551"],
        &["games"],
        &["next"],
        &["stats"],
    ];
    for list in lists {
        let objects = db.run(&[list, &["--json"]].concat()).json();
        let csv = db.run(&[list, &["--csv"]].concat()).out;
        let mut csv = csv::Reader::from_reader(csv.as_bytes());
        let header = csv.headers().unwrap().clone();
        assert!(!header.iter().any(|name| name.contains(' ')), "{header:?}");
        let rows: Vec<csv::StringRecord> = csv.records().map(Result::unwrap).collect();
        assert_eq!(rows.len(), objects.len(), "{list:?}");
        for (row, object) in rows.iter().zip(&objects) {
            for (name, value) in flatten(object) {
                let column = header.iter().position(|heading| heading == name);
                let cell = column.map(|column| &row[column]);
                match value {
                    Value::Null => assert!(cell.is_none_or(str::is_empty), "{list:?}: {name}"),
                    Value::String(text) => assert_eq!(cell, Some(&*text), "{list:?}: {name}"),
                    Value::Array(_) => assert!(cell.is_some(), "{list:?}: {name}"),
                    number => assert_eq!(cell, Some(&*number.to_string()), "{list:?}: {name}"),
                }
            }
        }
    }
}

#[test]
fn output_may_be_read_in_part() {
    let db = Db::with(&["data"]);
    let lists: [&[&str]; 6] = [
        &["games"],
        &["games", "--csv"],
        &["games", "--json"],
        &["dups"],
        &["export", "--format", "csv"],
        &["next", "--csv"],
    ];
    for list in lists {
        let mut child = Process::new(env!("CARGO_BIN_EXE_gtn-db"))
            .args(list)
            .env("GTN_DB", db.path("gtn.db"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        let output = child.wait_with_output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), errors.as_str()), (Some(0), ""), "{list:?}");
        assert!(!first.is_empty(), "{list:?}");
    }
}
