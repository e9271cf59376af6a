//! Every word of the filter language selects the same pairs.

use std::collections::BTreeSet;

use serde_json::Value;

use super::program::{Workspace, each, rows};

#[test]
fn every_filter_selects_the_same_pairs() {
    let workspace = Workspace::new();
    // For an identical pair, and a document without a fingerprint.
    for name in ["gauge-copy.txt", "empty.txt"] {
        workspace.add(&format!("review/{name}"), &format!("inputs/{name}"));
    }
    each(&rows("filters.tsv"), |row| {
        let [filter, pairs] = &row[..] else { panic!("{row:?}") };
        // Neither the dictionary nor the IDF table is needed, which take longest to load. The review has exclusions, which
        // did not count then.
        let done = workspace
            .run(&format!("review --format json --whole --tokens words --weight binary --pairs '{filter}' review"));
        let report: Value = serde_json::from_str(&done.out).unwrap_or_else(|_| panic!("{filter}: {}", done.err));
        let listed = report["pairs"].as_array().expect("a list").iter();
        let listed: BTreeSet<String> = listed.map(|pair| format!("{}-{}", pair["a"], pair["b"])).collect();
        // In another order: that of lists is another since.
        assert_eq!(listed, pairs.split_whitespace().map(str::to_owned).collect(), "{filter}");
    });
}
