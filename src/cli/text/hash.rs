//! The fingerprints of documents, one a line.

use std::io::{self, Write};

use super::{
    paragraph::hanging,
    table::{Side, Table},
};
use crate::{
    cli::{
        desk::{Entry, warnings},
        settings::Chosen,
    },
    locale::grouped,
    say,
    simhash::Sketch,
    t,
};

/// Writes the recipe, a line for each document that was read, and what is to be said against it.
pub(in crate::cli) fn hash(out: &mut dyn Write, entries: &[Entry<Sketch>], chosen: &Chosen) -> io::Result<()> {
    let Chosen { recipe, lang, .. } = chosen;
    let lang = *lang;
    if entries.iter().all(|entry| entry.seen.is_err()) {
        return Ok(());
    }
    writeln!(out, "{}", t!(lang, "cli.recipe", recipe = recipe))?;
    let head = [
        t!(lang, "table.fingerprint"),
        t!(lang, "table.tokens"),
        t!(lang, "table.features"),
        "n_eff",
        t!(lang, "table.encoding"),
        t!(lang, "table.document"),
    ];
    let mut table = Table::new([Side::Left, Side::Right, Side::Right, Side::Right, Side::Left, Side::Left], 0, head);
    let mut said = Vec::new();
    for entry in entries {
        let Ok(seen) = &entry.seen else { continue };
        let Sketch { fingerprint, tokens, features, n_eff, .. } = seen.made;
        table.row([
            fingerprint.map_or_else(|| t!(lang, "table.none").to_owned(), |f| f.to_string()),
            grouped(tokens),
            grouped(features as u64),
            format!("{n_eff:.1}"),
            say::encoding(&seen.reading, lang),
            entry.name.clone(),
        ]);
        said.extend(warnings(&entry.name, &seen.reading, &seen.made, recipe, lang));
    }
    table.write(out)?;
    for warning in said {
        write!(out, "! ")?;
        hanging(out, 2, &warning.message)?;
    }
    Ok(())
}
