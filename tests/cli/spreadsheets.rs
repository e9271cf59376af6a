//! What spreadsheets are given: no command hands one a formula.

use super::fixture::{EN, Fixture};

#[test]
fn no_name_is_a_formula_in_any_csv() {
    let fixture = Fixture::new();
    let names = ["=1+1.txt", "+a;=2.txt", "-b,=3.txt", "@c.txt"];
    for name in names {
        fixture.write(name, EN);
    }
    fixture.write("pairs.tsv", "=1+1.txt\t@c.txt\t=1+1\tnear\n=1+1.txt\t@c.txt\t-x\tfar\n");
    let files = "-- '=1+1.txt' '+a;=2.txt' '-b,=3.txt' '@c.txt'";
    for (line, said) in [
        (format!("compare --format matrix-csv {files}"), "'=1+1.txt"),
        (format!("export --format csv -o - {files}"), "'=1+1.txt"),
        ("review . --format csv".to_owned(), "'=1+1.txt"),
        ("evaluate --format csv pairs.tsv".to_owned(), "'=1+1"),
    ] {
        let done = fixture.run(&line);
        assert!(done.code < 2, "{line}: {}", done.err);
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(done.out.as_bytes());
        let records: Vec<csv::StringRecord> = reader.records().map(|record| record.expect("a record")).collect();
        let fields: Vec<&str> = records.iter().flatten().collect();
        assert!(fields.contains(&said), "{line}: {}", done.out);
        assert!(
            !fields.iter().any(|field| field.starts_with(['=', '+', '-', '@', '\t', '\r'])),
            "{line}: {}",
            done.out
        );
        // Some take a semicolon for a comma too.
        assert!(line.starts_with("evaluate") || done.out.contains("\"'+a;=2.txt\""), "{line}: {}", done.out);
    }
}
