//! One document of each JSON schema, and of each CSV table, that the command line prints.

use std::sync::Mutex;

use serde_json::{Map, Value};

use super::{
    additive,
    program::{OLD_DEFAULT, Workspace, each, rows, text},
};

#[test]
fn documents_keep_all_names_and_values() {
    let workspace = Workspace::accepted();
    let mut rows = rows("documents.tsv");
    rows.retain(|row| cfg!(feature = "pdf") || !row[2].contains(".pdf"));
    let all = Mutex::new(Vec::new());
    each(&rows, |row| {
        let [name, code, line] = &row[..] else { panic!("{row:?}") };
        // Order and exit code went by the whole texts, whatever was excluded.
        let counts = ["compare ", "matrix ", "review ", "export "].iter().any(|command| line.starts_with(command));
        // Much shared text began at a share of 50 %.
        let mut settings = vec![("SIMSCOPE_SHARED".to_owned(), "50".to_owned())];
        let mut line = format!("{line}{}", if counts { " --whole" } else { "" });
        if line.contains(" review ") {
            // It keeps its recipe, and its threshold, which 0.1.0 did not.
            line.push_str(" -k 3");
        } else if !line.contains(" --fingerprints ") {
            // Whoever named no recipe had another.
            settings.push(("SIMSCOPE_RECIPE".to_owned(), OLD_DEFAULT.to_owned()));
        }
        let done = workspace.run_with(&line, &settings);
        assert_eq!(done.code.to_string(), *code, "{line}: {}", done.err);
        let missing = additive::missing(&read(name, &text(&format!("documents/{name}"))), &read(name, &done.out));
        if !missing.is_empty() {
            all.lock().expect("no panic").push(format!("{name}: {line}\n{}", missing.join("\n")));
        }
    });
    let all = all.into_inner().expect("no panic");
    assert!(all.is_empty(), "{}", all.join("\n"));
}

/// A document as one value: a CSV table as a list of objects, JSON lines as a list.
fn read(name: &str, text: &str) -> Value {
    let json = |text: &str| serde_json::from_str(text).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
    match name.rsplit_once('.') {
        Some((_, "jsonl")) => text.lines().map(json).collect(),
        Some((_, "csv")) => {
            let mut reader = csv::Reader::from_reader(text.as_bytes());
            let header = reader.headers().expect("a header").clone();
            let row = |record: csv::StringRecord| -> Value {
                header
                    .iter()
                    .zip(&record)
                    .map(|(name, field)| (name.to_owned(), field.into()))
                    .collect::<Map<_, _>>()
                    .into()
            };
            let rows: Value = reader.records().map(|record| row(record.expect("a row"))).collect();
            // Its records are known by their rule, and there are more rules.
            let list = if name == "evaluate.csv" { "scores" } else { "csv" };
            Map::from_iter([(list.to_owned(), rows)]).into()
        }
        _ => located(json(text)),
    }
}

/// A report whose sections name the documents of their pair, as the rows of its list do.
fn located(mut report: Value) -> Value {
    let pairs = report["pairs"].clone();
    for section in report.get_mut("closer").and_then(Value::as_array_mut).into_iter().flatten() {
        let pair = pairs.as_array().into_iter().flatten().find(|pair| pair["number"] == section["pair"]);
        for key in ["a", "b"] {
            section[key] = pair.map(|pair| pair[key].clone()).unwrap_or_default();
        }
    }
    report
}
