//! One pair under every profile: a row each, and why those that disagree do.

use std::io::{self, Write};

use super::{paragraph::hanging, table::TextTable};
use crate::{
    batch::Batch, cli::settings::ResolvedSettings, compare::profiles::Opinion, say, simhash::Fingerprint, t,
    table::Align,
};

/// Writes the head, the rows, and a sentence for each profile whose verdict is another than that of the recipe; where
/// all say the same, for the one that is furthest off.
pub(in crate::cli) fn profiles(
    out: &mut dyn Write,
    (batch, settings): (&Batch, &ResolvedSettings),
    opinions: &[Opinion],
) -> io::Result<()> {
    let (k, lang) = (settings.k(), settings.lang);
    writeln!(out, "{}", t!(lang, "cli.recipe-k", recipe = settings.recipe, k = k))?;
    let Some((own, others)) = opinions.split_first() else {
        return writeln!(out, "{}", t!(lang, "cli.nothing"));
    };
    let names = [0, 1].map(|at| batch.name(at));
    writeln!(out, "{} × {}\n", names[0], names[1])?;
    let sides = [Align::Left, Align::Right, Align::Right, Align::Left, Align::Left, Align::Left];
    let bits = t!(lang, "table.bits");
    let [a, b] = ["A", "B"].map(|side| format!("{} {side}", t!(lang, "table.fingerprint")));
    let mut table = TextTable::new(sides, 0, [t!(lang, "table.profile"), "HD", bits, "", &a, &b]);
    for opinion in opinions {
        let fingerprint = |side: usize| -> String {
            let sketch = opinion.sketches[side];
            let none = || t!(lang, "table.none").to_owned();
            let hex = sketch.fingerprint.as_ref().map_or_else(none, Fingerprint::to_string);
            if sketch.constant && sketch.fingerprint.is_some() { t!(lang, "table.constant", hex = hex) } else { hex }
        };
        table.row([
            say::profile_name(opinion, lang).to_owned(),
            opinion.hamming.map_or_else(|| "-".to_owned(), |hamming| hamming.to_string()),
            opinion.recipe.bits.to_string(),
            if opinion.near(k) { t!(lang, "table.near").into() } else { String::new() },
            fingerprint(0),
            fingerprint(1),
        ]);
    }
    table.write(out)?;
    let said: Vec<&Opinion> = match others.iter().filter(|other| other.near(k) != own.near(k)).collect::<Vec<_>>() {
        none if none.is_empty() => others.iter().max_by_key(|other| other.further(own)).into_iter().collect(),
        some => some,
    };
    writeln!(out)?;
    for other in said {
        write!(out, "- ")?;
        hanging(out, 2, &say::profile(other, own, k, names, lang))?;
    }
    if let Some(method) = opinions.iter().find_map(|opinion| say::same_method(&opinion.recipe, lang)) {
        write!(out, "! ")?;
        hanging(out, 2, &method)?;
    }
    writeln!(out, "\n{}", t!(lang, "cli.proof"))
}
