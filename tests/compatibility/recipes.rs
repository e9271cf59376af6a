//! Every value of every recipe setting is accepted and gives the same fingerprint.

use serde_json::Value;

use super::program::{Workspace, each, rows};

/// Names with `@` contain the version of a dictionary, a table or Unicode, and are rejected by design under another
/// version, which gives other bits. Only when such a version changes may a row with `@` be renewed.
#[test]
fn every_recipe_gives_the_same_fingerprint() {
    let workspace = Workspace::new();
    each(&rows("recipes.tsv"), |row| {
        let [recipe, file, line, fingerprint] = &row[..] else { panic!("{row:?}") };
        let done = workspace.run(&format!("hash --format jsonl --recipe '{recipe}' {file}"));
        let document: Value = serde_json::from_str(&done.out).unwrap_or_else(|_| panic!("{recipe}: {}", done.err));
        assert_eq!((&document["recipe"], &document["fingerprint"]), (&(&**line).into(), &(&**fingerprint).into()));
    });
}
