//! The documents of a library, its sizes, and the ways to look a fingerprint up in it.

use std::io::{self, Write};

use super::TextTable;
use crate::{
    cli::settings::ResolvedSettings,
    document::safe_name,
    library::{LayoutCost, LibraryDocument, LibraryStats, Way},
    locale::{Lang, bytes, grouped},
    say, t,
    table::Align,
};

/// Writes a line for each document.
pub(in crate::cli) fn library_list(out: &mut dyn Write, documents: &[LibraryDocument], lang: Lang) -> io::Result<()> {
    let head = [
        t!(lang, "library-file.number"),
        t!(lang, "library-file.date"),
        t!(lang, "library.chars"),
        t!(lang, "table.fingerprint"),
        t!(lang, "table.document"),
    ];
    let mut table = TextTable::new([Align::Right, Align::Left, Align::Right, Align::Left, Align::Left], 0, head);
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
pub(in crate::cli) fn library_document(out: &mut dyn Write, document: &LibraryDocument, lang: Lang) -> io::Result<()> {
    let mut table = TextTable::new([Align::Left; 2], 0, [t!(lang, "library-file.number"), &document.id.to_string()]);
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

fn fingerprint(document: &LibraryDocument, lang: Lang) -> String {
    document.fingerprint.map_or_else(|| t!(lang, "table.none").to_owned(), |fingerprint| fingerprint.to_string())
}

/// The title and the file, or the file alone.
pub(super) fn name(document: &LibraryDocument) -> String {
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
    let all = t!(lang, "library-file.head", file = file, documents = stats.documents);
    writeln!(out, "{all}  {}", bytes(stats.bytes))?;
    writeln!(out, "{}", t!(lang, "cli.recipe", recipe = settings.recipe))?;
    let mut table = TextTable::new([Align::Left, Align::Right], 0, [t!(lang, "library-file.part"), ""]);
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
    let mut table = TextTable::new([Align::Left, Align::Right, Align::Right, Align::Right, Align::Right], 2, head);
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
    let mut table = TextTable::new([Align::Left, Align::Right, Align::Right, Align::Right, Align::Left], 2, head);
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
