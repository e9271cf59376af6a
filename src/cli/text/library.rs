//! What `simscope library` says.

use std::io::{self, Write};

use super::{TextTable, hanging};
use crate::{
    batch::{AddedCounts, FoundInLibrary, LibraryFinding, LibraryHit, stream::Streamed},
    cli::settings::{END, ResolvedSettings},
    compare::{
        coverage::{FOUND_FROM, passages::bare},
        diff::visible_chars,
    },
    document::safe_name,
    locale::{Lang, bytes, grouped},
    say,
    simhash::RecipeWithK,
    store::{Capacity, LayoutCost, LibraryStats, StoredDocument, Way, WayKind},
    t,
    table::Align::{Left, Right},
    text::truncate_end,
};

/// So many passages of a pair are named.
const PASSAGES: usize = 3;
/// Cells of the beginning of a passage.
const BEGINNING: usize = 48;

/// Writes what became of the files, and how many documents there are now.
pub(in crate::cli) fn library_added(
    out: &mut dyn Write,
    (file, recipe): (&str, &RecipeWithK),
    (counts, documents): (AddedCounts, u64),
    lang: Lang,
) -> io::Result<()> {
    head(out, file, documents, lang)?;
    writeln!(out, "{}", t!(lang, "cli.recipe", recipe))?;
    let AddedCounts { added, replaced, unchanged, failed, removed, stopped } = counts;
    let [added, replaced, unchanged, failed] = [added, replaced, unchanged, failed].map(grouped);
    let all = t!(lang, "library-file.added", added, replaced, unchanged, failed);
    writeln!(out, "{all}")?;
    if removed > 0 {
        writeln!(out, "{}", t!(lang, "library-file.removed", n = removed))?;
    }
    if stopped { writeln!(out, "{}", t!(lang, "library-file.stopped")) } else { Ok(()) }
}

fn head(out: &mut dyn Write, file: &str, documents: u64, lang: Lang) -> io::Result<()> {
    // The number decides between one document and many, so it goes in without the marks between its thousands.
    writeln!(out, "{}", t!(lang, "library-file.head", file, documents))
}

/// Writes what was found of each document.
pub(in crate::cli) fn library_found(
    out: &mut dyn Write,
    entries: &[Streamed<LibraryFinding>],
    (file, documents, settings): (&str, u64, &ResolvedSettings),
) -> io::Result<()> {
    let lang = settings.lang;
    head(out, file, documents, lang)?;
    writeln!(out, "{}", t!(lang, "cli.recipe-k", recipe = settings.recipe, k = settings.k()))?;
    let (bold, end) = settings.colours().map_or(("", ""), |colours| (colours.bold, END));
    for entry in entries {
        let Ok(seen) = &entry.seen else { continue };
        let Ok(found) = &seen.made.found else { continue };
        let chars = visible_chars(&seen.made.text);
        let fingerprint = seen.made.sketch.fingerprint;
        let fingerprint = fingerprint.map_or_else(|| t!(lang, "table.none").to_owned(), |f| f.to_string());
        let name = format!("{bold}{}{end}", entry.name);
        writeln!(out, "\n{}", t!(lang, "library-file.looked-up", name, chars, fingerprint))?;
        of_one(out, found, &seen.made.text, settings)?;
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

fn of_one(out: &mut dyn Write, found: &FoundInLibrary, text: &str, settings: &ResolvedSettings) -> io::Result<()> {
    let lang = settings.lang;
    let FoundInLibrary { near, sharing, unverified, nearest, .. } = found;
    if [near, sharing, unverified, nearest].iter().all(|hits| hits.is_empty()) {
        return writeln!(out, "{}", t!(lang, "library-file.nothing"));
    }
    let titles = [
        t!(lang, "library-file.near", k = settings.k(), n = near.len()),
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
    let mut table = TextTable::new([Right, Right, Right, Left, Left], 2, head);
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
    let mut table = TextTable::new([Right, Right, Left, Left, Left], 2, head);
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
        let line = t!(lang, "library-file.passage", chars, a = at_a, b = at_b, text = beginning);
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

/// Writes a line for each document.
pub(in crate::cli) fn library_list(out: &mut dyn Write, documents: &[StoredDocument], lang: Lang) -> io::Result<()> {
    let head = [
        t!(lang, "library-file.number"),
        t!(lang, "library-file.date"),
        t!(lang, "library.chars"),
        t!(lang, "table.fingerprint"),
        t!(lang, "table.document"),
    ];
    let mut table = TextTable::new([Right, Left, Right, Left, Left], 0, head);
    for document in documents {
        table.row([
            document.id.to_string(),
            safe_name(document.date.as_deref().unwrap_or("")),
            grouped(document.chars),
            fingerprint(document, lang),
            name(document),
        ]);
    }
    table.write(out)
}

/// Writes all that the library has of a document, a line each.
pub(in crate::cli) fn library_document(out: &mut dyn Write, document: &StoredDocument, lang: Lang) -> io::Result<()> {
    let mut table = TextTable::new([Left; 2], 0, [t!(lang, "library-file.number"), &document.id.to_string()]);
    let text = |text: &Option<String>| safe_name(text.as_deref().unwrap_or(""));
    for (label, value) in [
        (t!(lang, "table.title"), text(&document.title)),
        (t!(lang, "library-file.date"), text(&document.date)),
        (t!(lang, "table.document"), safe_name(&document.path.to_string_lossy())),
        (t!(lang, "library.chars"), grouped(document.chars)),
        (t!(lang, "library-file.size"), bytes(document.bytes)),
        (t!(lang, "table.fingerprint"), fingerprint(document, lang)),
        (t!(lang, "library-file.hashes"), grouped(document.runs)),
    ] {
        if !value.is_empty() {
            table.row([label.to_owned(), value]);
        }
    }
    table.write(out)
}

fn fingerprint(document: &StoredDocument, lang: Lang) -> String {
    document.fingerprint.map_or_else(|| t!(lang, "table.none").to_owned(), |fingerprint| fingerprint.to_string())
}

/// The title and the file, or the file alone.
fn name(document: &StoredDocument) -> String {
    let path = document.path.to_string_lossy();
    safe_name(&document.title.as_ref().map_or_else(|| path.to_string(), |title| format!("{title} ({path})")))
}

/// Writes counts and sizes, and the ways if there are any.
pub(in crate::cli) fn library_stats(
    out: &mut dyn Write,
    file: &str,
    (stats, ways, layouts): (&LibraryStats, &[Way], &[LayoutCost]),
    settings: &ResolvedSettings,
) -> io::Result<()> {
    let lang = settings.lang;
    let all = t!(lang, "library-file.head", file, documents = stats.documents);
    writeln!(out, "{all}  {}", bytes(stats.bytes))?;
    writeln!(out, "{}", t!(lang, "cli.recipe", recipe = settings.recipe))?;
    let mut table = TextTable::new([Left, Right], 0, [t!(lang, "library-file.part"), ""]);
    table.row([t!(lang, "library-file.without-fingerprint").to_owned(), grouped(stats.without_fingerprint)]);
    for (label, count) in stats.passages.iter().flat_map(|passages| {
        [
            (t!(lang, "library-file.without-passages"), passages.documents_without),
            (t!(lang, "library-file.texts"), passages.texts),
            (t!(lang, "library-file.hashes"), passages.postings),
            (t!(lang, "library-file.segments"), passages.segments),
        ]
    }) {
        table.row([label.to_owned(), grouped(count)]);
    }
    for (name, size) in &stats.tables {
        table.row([safe_name(name), bytes(*size)]);
    }
    table.write(out)?;
    if stats.passages.is_none() {
        writeln!(out, "{}", t!(lang, "library-file.no-passages"))?;
    }
    if !ways.is_empty() {
        write_ways(out, ways, settings)?;
    }
    if layouts.is_empty() { Ok(()) } else { write_layouts(out, layouts, settings.lang) }
}

fn write_ways(out: &mut dyn Write, ways: &[Way], settings: &ResolvedSettings) -> io::Result<()> {
    let lang = settings.lang;
    writeln!(out, "\n{}", t!(lang, "library-file.ways", k = settings.k(), bits = settings.recipe.bits))?;
    let head = [
        t!(lang, "library-file.way"),
        t!(lang, "library-file.look-ups"),
        t!(lang, "library-file.rows"),
        t!(lang, "library-file.space"),
        "ms",
    ];
    let mut table = TextTable::new([Left, Right, Right, Right, Right], 2, head);
    for way in ways {
        let took = way.took.map_or_else(
            || t!(lang, "library-file.on-paper").to_owned(),
            |took| format!("{:.3}", took.as_secs_f64() * 1000.0),
        );
        table.row([say::library_way(way.kind, lang), grouped(way.look_ups), grouped(way.rows), bytes(way.bytes), took]);
    }
    table.write(out)
}

fn write_layouts(out: &mut dyn Write, layouts: &[LayoutCost], lang: Lang) -> io::Result<()> {
    writeln!(out, "\n{}", t!(lang, "library-file.layouts"))?;
    let head = [
        t!(lang, "library-file.layout"),
        t!(lang, "library-file.bytes-each"),
        t!(lang, "library-file.look-ups-second"),
        t!(lang, "library-file.plan-candidates"),
        t!(lang, "library-file.plan-figures"),
    ];
    let mut table = TextTable::new([Left, Right, Right, Right, Left], 2, head);
    for cost in layouts {
        table.row([
            say::engine(cost.engine, lang).to_owned(),
            grouped(cost.bytes.round() as u64),
            grouped(cost.look_ups.round() as u64),
            say::mean_rows(cost.candidates),
            say::figure_origin(cost.origin, lang).to_owned(),
        ]);
    }
    table.write(out)
}

/// Writes a line for each engine and plan.
pub(in crate::cli) fn library_plan(
    out: &mut dyn Write,
    documents: u64,
    all: &[Capacity],
    settings: &ResolvedSettings,
) -> io::Result<()> {
    let (lang, k, bits) = (settings.lang, settings.k(), settings.recipe.bits);
    writeln!(out, "{}", t!(lang, "library-file.plan-head", n = grouped(documents), k, bits))?;
    let head = [
        t!(lang, "library-file.plan-engine"),
        t!(lang, "library-file.way"),
        t!(lang, "library-file.look-ups"),
        t!(lang, "library-file.plan-candidates"),
        t!(lang, "library-file.space"),
        t!(lang, "library-file.plan-memory"),
        "ms",
        t!(lang, "library-file.plan-until"),
        "",
        t!(lang, "library-file.plan-figures"),
    ];
    let mut table = TextTable::new([Left, Left, Right, Right, Right, Right, Right, Right, Left, Left], 0, head);
    for one in all {
        let way = one.tables.map_or(WayKind::Scan, |[_, blocks, chosen]| WayKind::Tables {
            blocks: blocks as u8,
            chosen: chosen as u8,
        });
        let (until, why) = one.until.unzip();
        table.row([
            say::engine(one.engine, lang).to_owned(),
            say::library_way(way, lang),
            grouped(one.look_ups),
            grouped(one.candidates.round() as u64),
            bytes(one.bytes as u64),
            if one.memory > 0.0 { bytes(one.memory as u64) } else { String::new() },
            one.seconds.map_or_else(|| t!(lang, "library-file.plan-unknown").into(), say::milliseconds),
            until.map(grouped).unwrap_or_default(),
            why.map(|why| say::capacity_limit(why, lang)).unwrap_or_default().to_owned(),
            say::figure_origin(one.origin, lang).to_owned(),
        ]);
    }
    table.write(out)?;
    writeln!(out)?;
    hanging(out, 0, t!(lang, "library-file.plan-note"))
}
