//! What `simscope library` says.

use std::io::{self, Write};

use super::{TextTable, hanging, library_contents::name};
use crate::{
    batch::{
        library::{AddedCounts, FoundInLibrary, LibraryHit},
        stream::Streamed,
    },
    cli::{
        looked_up::{LookedUp, LookedUpLibrary},
        settings::END,
    },
    compare::{
        coverage::{FOUND_FROM, passages::bare},
        diff::visible_chars,
    },
    document::safe_name,
    library::Library,
    locale::{Lang, grouped},
    t,
    table::Align,
    text::truncate_end,
};

/// So many passages of a pair are named.
const PASSAGES: usize = 3;
/// Cells of the beginning of a passage.
const BEGINNING: usize = 48;

/// Writes what became of the files, and how many documents there are now.
pub(in crate::cli) fn library_added(
    out: &mut dyn Write,
    library: &Library,
    (counts, documents): (AddedCounts, u64),
    lang: Lang,
) -> io::Result<()> {
    head(out, &safe_name(&library.place().name()), documents, lang)?;
    writeln!(out, "{}", t!(lang, "cli.recipe", recipe = library.recipe()))?;
    let AddedCounts { added, replaced, unchanged, failed, removed, stopped } = counts;
    let [added, replaced, unchanged, failed] = [added, replaced, unchanged, failed].map(grouped);
    let all =
        t!(lang, "library-file.added", added = added, replaced = replaced, unchanged = unchanged, failed = failed);
    writeln!(out, "{all}")?;
    if removed > 0 {
        writeln!(out, "{}", t!(lang, "library-file.removed", n = removed))?;
    }
    if stopped { writeln!(out, "{}", t!(lang, "library-file.stopped")) } else { Ok(()) }
}

fn head(out: &mut dyn Write, file: &str, documents: u64, lang: Lang) -> io::Result<()> {
    // The number decides between one document and many, so it goes in without the marks between its thousands.
    writeln!(out, "{}", t!(lang, "library-file.head", file = file, documents = documents))
}

/// Writes what was found of each document.
pub(in crate::cli) fn library_found(
    out: &mut dyn Write,
    entries: &[Streamed<LookedUp>],
    library: &LookedUpLibrary,
) -> io::Result<()> {
    let (lang, settings) = (library.settings.lang, &library.settings);
    head(out, &library.file, library.documents, lang)?;
    writeln!(out, "{}", t!(lang, "cli.recipe-k", recipe = settings.recipe, k = settings.k()))?;
    let (bold, end) = settings.colours().map_or(("", ""), |colours| (colours.bold, END));
    for entry in entries {
        let Ok(seen) = &entry.seen else { continue };
        let Ok(found) = &seen.made.found else { continue };
        let chars = visible_chars(&seen.made.text);
        let fingerprint = seen.made.sketch.fingerprint;
        let fingerprint = fingerprint.map_or_else(|| t!(lang, "table.none").to_owned(), |f| f.to_string());
        let name = format!("{bold}{}{end}", entry.name);
        writeln!(
            out,
            "\n{}",
            t!(lang, "library-file.looked-up", name = name, chars = chars, fingerprint = fingerprint)
        )?;
        of_one(out, found, &seen.made.text, library)?;
    }
    writeln!(out)?;
    let mut found = entries.iter().filter_map(|entry| entry.seen.as_ref().ok()?.made.found.as_ref().ok());
    if found.next_back().is_some_and(|found| !found.has_passages) {
        writeln!(out, "{}", t!(lang, "library-file.no-passages"))?;
        return writeln!(out, "{}", t!(lang, "cli.proof"));
    }
    let run = settings.run;
    let guarantee = t!(
        lang,
        "library-file.guarantee",
        han = FOUND_FROM.han,
        words = FOUND_FROM.words,
        run_han = run.han,
        run_words = run.words
    );
    hanging(out, 0, &guarantee)?;
    writeln!(out, "{}", t!(lang, "cli.proof"))
}

fn of_one(out: &mut dyn Write, found: &FoundInLibrary, text: &str, library: &LookedUpLibrary) -> io::Result<()> {
    let lang = library.settings.lang;
    let FoundInLibrary { near, sharing, unverified, nearest, .. } = found;
    if [near, sharing, unverified, nearest].iter().all(|hits| hits.is_empty()) {
        return writeln!(out, "{}", t!(lang, "library-file.nothing"));
    }
    let titles = [
        t!(lang, "library-file.near", k = library.settings.k(), n = near.len()),
        t!(lang, "library-file.sharing", n = sharing.len()),
    ];
    for (title, hits) in titles.into_iter().zip([near, sharing]) {
        if !hits.is_empty() {
            writeln!(out, "{title}")?;
            list(out, hits, lang)?;
            hits.iter().try_for_each(|hit| passages(out, hit, text, lang))?;
        }
    }
    if !unverified.is_empty() {
        writeln!(out, "{}", t!(lang, "library-file.unverified", n = unverified.len()))?;
        list_unverified(out, unverified, lang)?;
    }
    if !nearest.is_empty() {
        writeln!(out, "{}", t!(lang, "library-file.nearest", n = nearest.len()))?;
        list(out, nearest, lang)?;
    }
    Ok(())
}

fn list(out: &mut dyn Write, hits: &[LibraryHit], lang: Lang) -> io::Result<()> {
    let head = [
        "HD",
        t!(lang, "library-file.share"),
        t!(lang, "library-file.longest"),
        t!(lang, "library-file.date"),
        t!(lang, "table.document"),
    ];
    let mut table = TextTable::new([Align::Right, Align::Right, Align::Right, Align::Left, Align::Left], 2, head);
    for hit in hits {
        let known = hit.shared.is_ok();
        let unknown = || lang.set("–").into_owned();
        table.row([
            hamming(hit, lang),
            if known { lang.percent(hit.share()) } else { unknown() },
            if known { grouped(hit.longest()) } else { unknown() },
            date(hit),
            name(&hit.document),
        ]);
    }
    table.write(out)
}

fn list_unverified(out: &mut dyn Write, hits: &[LibraryHit], lang: Lang) -> io::Result<()> {
    let head = ["HD", t!(lang, "library-file.runs"), "", t!(lang, "library-file.date"), t!(lang, "table.document")];
    let mut table = TextTable::new([Align::Right, Align::Right, Align::Left, Align::Left, Align::Left], 2, head);
    for hit in hits {
        let why = hit.shared.as_ref().err().map_or("", |why| why.words(lang));
        let runs = t!(lang, "library-file.at-least", n = hit.runs);
        table.row([hamming(hit, lang), runs, why.to_owned(), date(hit), name(&hit.document)]);
    }
    table.write(out)
}

/// The longest shared passages, each with its paragraphs.
fn passages(out: &mut dyn Write, hit: &LibraryHit, text: &str, lang: Lang) -> io::Result<()> {
    let Ok(shared) = &hit.shared else { return Ok(()) };
    if shared.passages.is_empty() {
        return Ok(());
    }
    writeln!(out, "  {}", name(&hit.document))?;
    for passage in shared.passages.iter().take(PASSAGES) {
        let paragraphs = [0, 1].map(|side| passage.places[side].first().map(|place| place.paragraph));
        let [Some(at_a), Some(at_b)] = paragraphs else { continue };
        let beginning = truncate_end(&safe_name(bare(text, passage.first).of(text)), BEGINNING).into_owned();
        let chars = passage.chars;
        let line = t!(lang, "library-file.passage", chars = chars, a = at_a, b = at_b, text = beginning);
        write!(out, "    ")?;
        hanging(out, 4, &line)?;
    }
    match shared.passages.len().saturating_sub(PASSAGES) {
        0 => Ok(()),
        more => writeln!(out, "    {}", t!(lang, "library-file.passages-more", n = more)),
    }
}

fn hamming(hit: &LibraryHit, lang: Lang) -> String {
    hit.hamming.map_or_else(|| lang.set("–").into_owned(), |hamming| hamming.to_string())
}

fn date(hit: &LibraryHit) -> String {
    safe_name(hit.document.date.as_deref().unwrap_or(""))
}
