//! All pairs of fingerprints alone, in a list.

use std::io::{self, Write};

use super::{
    compare::counts,
    paragraph::hanging,
    table::{Side, Table},
};
use crate::{
    cli::prints::{Distance, Prints},
    t,
};

/// Writes the head, what cannot be said without the texts, and the list.
pub(in crate::cli) fn prints(out: &mut dyn Write, prints: &Prints, pairs: &[Distance]) -> io::Result<()> {
    let (k, lang) = (prints.chosen.k(), prints.chosen.lang);
    let near = |pair: &&Distance| prints.near(pair.hamming);
    writeln!(out, "{}", t!(lang, "cli.recipe-k", recipe = prints.chosen.recipe, k = k))?;
    let (all, failed) = (prints.all.len(), prints.failed());
    counts(out, lang, [all - failed, pairs.len(), pairs.iter().filter(near).count(), 0, failed])?;
    if pairs.is_empty() {
        return writeln!(out, "{}", t!(lang, "cli.nothing"));
    }
    hanging(out, 0, t!(lang, "stored.alone"))?;
    writeln!(out)?;
    let head = ["", "HD", t!(lang, "overview.a-in-b"), t!(lang, "overview.b-in-a"), "A", "B"];
    let sides = [Side::Left, Side::Right, Side::Right, Side::Right, Side::Left, Side::Left];
    let mut table = Table::new(sides, 0, head);
    for pair in pairs {
        let [a, b] = pair.documents.map(|at| prints.all.get(at).map_or_else(String::new, |print| print.name.clone()));
        let mark = if prints.near(pair.hamming) { t!(lang, "table.near") } else { "" };
        let hamming = pair.hamming.map_or_else(|| "-".to_owned(), |hamming| hamming.to_string());
        table.row([mark.to_owned(), hamming, lang.set("–").into(), lang.set("–").into(), a, b]);
    }
    table.write(out)?;
    writeln!(out, "\n{}", t!(lang, "cli.proof"))
}
