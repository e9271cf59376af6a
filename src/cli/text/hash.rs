//! The fingerprints of documents, one a line.

use std::io::{self, Write};

use super::{paragraph::hanging, table::TextTable};
use crate::{
    batch::stream::Streamed,
    cli::{
        hashed::{HashedDocument, KeywordComparison},
        settings::ResolvedSettings,
    },
    locale::{Lang, grouped},
    say,
    simhash::{Fixed, Sketch, from_fixed},
    t,
    table::Align,
};

/// Writes the recipe, a line for each document that was read, and the warnings.
pub(in crate::cli) fn hash(
    out: &mut dyn Write,
    entries: &[Streamed<HashedDocument>],
    settings: &ResolvedSettings,
) -> io::Result<()> {
    let ResolvedSettings { recipe, lang, .. } = settings;
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
    let mut table =
        TextTable::new([Align::Left, Align::Right, Align::Right, Align::Right, Align::Left, Align::Left], 0, head);
    let mut said = Vec::new();
    for entry in entries {
        let Ok(seen) = &entry.seen else { continue };
        let Sketch { fingerprint, tokens, features, n_eff, .. } = seen.made.sketch;
        table.row([
            fingerprint.map_or_else(|| t!(lang, "table.none").to_owned(), |f| f.to_string()),
            grouped(tokens),
            grouped(features as u64),
            format!("{n_eff:.1}"),
            say::reading(&seen.reading, lang),
            entry.name.clone(),
        ]);
        said.extend(say::warnings(&entry.name, &seen.reading, &seen.made.sketch, &seen.altered, recipe, lang));
    }
    table.write(out)?;
    remainders(out, entries, lang)?;
    let method = say::same_method(recipe, lang);
    for message in said.into_iter().map(|warning| warning.message).chain(method) {
        write!(out, "! ")?;
        hanging(out, 2, &message)?;
    }
    Ok(())
}

/// Writes the excluded share of each document and the fingerprint of the remainder.
fn remainders(out: &mut dyn Write, entries: &[Streamed<HashedDocument>], lang: Lang) -> io::Result<()> {
    for entry in entries {
        let Some(remainder) = entry.seen.as_ref().ok().and_then(|seen| seen.made.remainder.as_ref()) else { continue };
        let excluded = say::excluded_share(&entry.name, remainder.share, &remainder.by_reason, lang);
        let fingerprint = remainder.fingerprint.map_or_else(|| t!(lang, "table.none").to_owned(), |f| f.to_string());
        let line = match excluded {
            Some(excluded) => {
                [&*excluded, &t!(lang, "exclude.fingerprint-is", fingerprint = fingerprint)].join(lang.gap())
            }
            None => t!(lang, "exclude.nothing-of", name = entry.name),
        };
        write!(out, "x ")?;
        hanging(out, 2, &line)?;
    }
    Ok(())
}

/// Writes how the keywords of a document differ from a list.
pub(in crate::cli) fn keywords(out: &mut dyn Write, comparison: &KeywordComparison, lang: Lang) -> io::Result<()> {
    let KeywordComparison { fingerprint, hamming, differences } = comparison;
    let hex = fingerprint.map_or_else(|| t!(lang, "table.none").to_owned(), |f| f.to_string());
    let hamming = hamming.map_or_else(|| "-".to_owned(), |hamming| hamming.to_string());
    writeln!(out, "\n{}", t!(lang, "keywords.head", fingerprint = hex, hd = hamming, same = differences.same))?;
    let weight = |weight| format!("{:.1}", from_fixed(weight));
    let moved = |(word, [here, there]): &(String, [Fixed; 2])| {
        t!(lang, "keywords.weighs", word = word, here = weight(*here), there = weight(*there))
    };
    let lists = [
        (t!(lang, "keywords.here"), differences.here.clone()),
        (t!(lang, "keywords.there"), differences.there.clone()),
        (t!(lang, "keywords.weights"), differences.weights.iter().map(moved).collect()),
    ];
    for (label, words) in lists.into_iter().filter(|(_, words)| !words.is_empty()) {
        write!(out, "- ")?;
        hanging(
            out,
            2,
            &lang.fill("keywords.line", &[("label", &label), ("n", &words.len()), ("words", &lang.list(&words))]),
        )?;
    }
    Ok(())
}
