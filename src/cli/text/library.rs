//! What `simscope library` says.

use crate::{
    batch::{
        AddedCounts, FoundInLibrary, LibraryFinding, LibraryHit, SearchedLibraries, SharedWithHit, stream::Streamed,
    },
    cli::settings::ResolvedSettings,
    compare::{
        coverage::{FOUND_FROM, passages::bare},
        diff::visible_chars,
    },
    document::safe_name,
    locale::{Lang, bytes, grouped, percent},
    page::{Page, left, right},
    say,
    simhash::RecipeWithK,
    store::{Capacity, LibraryStats, PlannedPart, StoredDocument, adding_takes},
    t,
    text::truncate_end,
};

/// So many passages of a pair are named.
const PASSAGES: usize = 3;
/// Cells of the beginning of a passage.
const BEGINNING: usize = 48;

/// What became of the files, and how many documents there are now.
pub(in crate::cli) fn library_added(
    (file, recipe): (&str, &RecipeWithK),
    (counts, documents, known): (AddedCounts, u64, Option<u64>),
    lang: Lang,
) -> Page {
    let mut page = headed(file, documents, lang);
    page.line(t!(lang, "cli.recipe", recipe));
    let AddedCounts { added, replaced, unchanged, failed, removed, kept: _, stopped } = counts;
    let [added, replaced, unchanged, failed] = [added, replaced, unchanged, failed].map(grouped);
    page.line(t!(lang, "library-file.added", added, replaced, unchanged, failed));
    if removed > 0 {
        page.line(t!(lang, "library-file.removed", n = removed));
    }
    match known {
        Some(n) if n < documents => page.line(t!(lang, "library-file.known", n = grouped(n), all = grouped(documents))),
        // Whoever begins one should know it before it is full.
        None if added == grouped(documents) => page.text(t!(lang, "library-file.distance-only")),
        _ => {}
    }
    if stopped {
        page.line(t!(lang, "library-file.stopped"));
    }
    page
}

/// A page on a library.
fn headed(file: &str, documents: u64, lang: Lang) -> Page {
    let mut page = Page::new(lang);
    // The number decides between one document and many, so it goes in without the marks between its thousands.
    page.line(t!(lang, "library-file.head", file, documents));
    page
}

/// What was found of each document.
pub(in crate::cli) fn library_found(
    entries: &[Streamed<LibraryFinding>],
    library: SearchedLibraries<'_>,
    settings: &ResolvedSettings,
) -> Page {
    let lang = settings.lang;
    let mut page = headed(&lang.list(library.places), library.documents, lang);
    page.recipe_and_k(&settings.recipe, settings.k());
    let (mut looked_up, mut complete, mut skipped) = (false, true, 0);
    for entry in entries {
        let Ok(seen) = &entry.seen else { continue };
        let Ok(found) = &seen.made.found else { continue };
        looked_up = true;
        complete &= found.is_complete();
        skipped += found.skipped();
        let chars = grouped(visible_chars(&seen.made.text));
        let fingerprint = say::fingerprint(seen.made.sketch.fingerprint, lang);
        page.blank();
        let name = entry.name.as_str();
        page.strong(t!(lang, "library-file.looked-up", name, chars, fingerprint), [name]);
        of_one(&mut page, found, library, (&seen.made.text, settings.k()));
    }
    page.blank();
    let known = library.with_passages;
    if let Some(n) = known.filter(|&n| n < library.documents) {
        page.text(t!(lang, "library-file.known", n = grouped(n), all = grouped(library.documents)));
    }
    if known.is_none() {
        page.line(t!(lang, "library-file.no-passages"));
    } else if !complete && library.has_passages() {
        let read_all = if skipped > 0 { t!(lang, "library-file.read-all") } else { "" };
        page.text([t!(lang, "library-file.incomplete"), read_all].join(lang.gap()).trim_end());
    } else if looked_up && library.has_passages() && known == Some(library.documents) {
        page.text(t!(
            lang,
            "library-file.guarantee",
            han = FOUND_FROM.han,
            words = FOUND_FROM.words,
            run_han = settings.run.han,
            run_words = settings.run.words
        ));
    }
    page.line(t!(lang, "cli.proof"));
    page
}

fn of_one(page: &mut Page, found: &FoundInLibrary, library: SearchedLibraries<'_>, (text, k): (&str, u32)) {
    let (lang, known, places) = (page.lang, library.has_passages(), library.places);
    let FoundInLibrary { near, sharing, unverified, nearest, .. } = found;
    if [near, sharing, unverified, nearest].iter().all(|hits| hits.is_empty()) {
        page.line(lang.text(if known { "library-file.nothing" } else { "library-file.nothing-near" }));
    }
    if let Some(share) = say::together(found.together, lang) {
        page.line(share);
    }
    let titles =
        [t!(lang, "library-file.near", k, n = near.len()), t!(lang, "library-file.sharing", n = sharing.len())];
    for (title, hits) in titles.into_iter().zip([near, sharing]).filter(|(_, hits)| !hits.is_empty()) {
        page.line(title);
        list(page, hits, places);
        for hit in hits {
            passages(page, hit, places, text);
        }
    }
    if !unverified.is_empty() {
        page.line(t!(lang, "library-file.unverified", n = unverified.len()));
        list_unverified(page, unverified, places);
    }
    if known && found.read < found.candidates {
        let [read, all] = [found.read, found.candidates].map(grouped);
        page.line(t!(lang, "library-file.read", read, all));
    }
    if !nearest.is_empty() {
        page.line(t!(lang, "library-file.nearest", n = nearest.len()));
        list(page, nearest, places);
    }
}

fn list(page: &mut Page, hits: &[LibraryHit], places: &[String]) {
    let lang = page.lang;
    let heads = [
        right("HD"),
        right("library-file.share"),
        right("library-file.longest"),
        left("library-file.date"),
        left("table.document"),
    ];
    let row = |hit: &LibraryHit| {
        let unknown = || lang.set("–").into_owned();
        let (share, longest) = match &hit.shared {
            Ok(shared) => (share(shared, lang), grouped(hit.longest())),
            Err(_) => (unknown(), unknown()),
        };
        [hamming(hit, lang), share, longest, date(&hit.document), name_in(hit, places)]
    };
    page.table(2, heads, hits.iter().map(row));
}

/// How much of the document looked up is in the other, with small edits too where that is notable.
fn share(shared: &SharedWithHit, lang: Lang) -> String {
    let of = &shared.coverage[0];
    let [share, edited] = [of.share, of.edited()].map(percent);
    if of.edited() - of.share < say::LEAST_EDITS { share } else { t!(lang, "library-file.share-edited", share, edited) }
}

fn list_unverified(page: &mut Page, hits: &[LibraryHit], places: &[String]) {
    let lang = page.lang;
    let heads = [right("HD"), right("library-file.runs"), left(""), left("library-file.date"), left("table.document")];
    let row = |hit: &LibraryHit| {
        let why = hit.shared.as_ref().err().map_or("", |why| why.words(lang)).to_owned();
        let runs = t!(lang, "library-file.at-least", n = hit.runs);
        [hamming(hit, lang), runs, why, date(&hit.document), name_in(hit, places)]
    };
    page.table(2, heads, hits.iter().map(row));
}

/// The longest shared passages, each with its paragraphs.
fn passages(page: &mut Page, hit: &LibraryHit, places: &[String], text: &str) {
    let (Ok(shared), lang) = (&hit.shared, page.lang) else { return };
    if shared.passages.is_empty() {
        return;
    }
    page.line(["  ", &*name_in(hit, places)].concat());
    for passage in shared.passages.iter().take(PASSAGES) {
        let paragraphs = [0, 1].map(|side| passage.places[side].first().map(|place| place.paragraph));
        let [Some(a), Some(b)] = paragraphs else { continue };
        // Enough for a line; the passage can be as long as the text.
        let beginning: String = bare(text, passage.first).of(text).chars().take(8 * BEGINNING).collect();
        let paragraphs = beginning.lines().map(str::trim).filter(|line| !line.is_empty());
        let beginning = safe_name(&paragraphs.collect::<Vec<_>>().join(&lang.set(" ¶ ")));
        let text = truncate_end(&beginning, BEGINNING);
        page.behind("    ", t!(lang, "library-file.passage", chars = passage.chars, a, b, text));
    }
    if let more @ 1.. = shared.passages.len().saturating_sub(PASSAGES) {
        page.line(["    ", &*t!(lang, "library-file.passages-more", n = more)].concat());
    }
}

/// The name of a document, behind that of its library where there are several.
fn name_in(hit: &LibraryHit, places: &[String]) -> String {
    let name = name(&hit.document);
    if places.len() > 1 { format!("{}: {name}", places[hit.library]) } else { name }
}

fn hamming(hit: &LibraryHit, lang: Lang) -> String {
    hit.hamming.map_or_else(|| lang.set("–").into_owned(), |hamming| hamming.to_string())
}

fn date(document: &StoredDocument) -> String {
    safe_name(document.date.as_deref().unwrap_or(""))
}

/// A line for each document.
pub(in crate::cli) fn library_list(documents: &[StoredDocument], lang: Lang) -> Page {
    let heads = [
        right("library-file.number"),
        left("library-file.date"),
        right("library.chars"),
        left("table.fingerprint"),
        left("table.document"),
    ];
    let row = |document: &StoredDocument| {
        let (chars, fingerprint) = (grouped(document.chars), say::fingerprint(document.fingerprint, lang));
        [document.id.to_string(), date(document), chars, fingerprint, name(document)]
    };
    let mut page = Page::new(lang);
    page.table(0, heads, documents.iter().map(row));
    page
}

/// All that the library has of a document, a line each.
pub(in crate::cli) fn library_document(document: &StoredDocument, lang: Lang) -> Page {
    let rows = [
        (t!(lang, "table.title"), safe_name(document.title.as_deref().unwrap_or(""))),
        (t!(lang, "library-file.date"), date(document)),
        (t!(lang, "table.document"), safe_name(&document.path.to_string_lossy())),
        (t!(lang, "library.chars"), grouped(document.chars)),
        (t!(lang, "library-file.size"), bytes(document.bytes)),
        (t!(lang, "table.fingerprint"), say::fingerprint(document.fingerprint, lang)),
        (t!(lang, "library-file.hashes"), grouped(document.runs)),
    ];
    let rows = rows.into_iter().filter(|(_, value)| !value.is_empty());
    let mut page = Page::new(lang);
    page.table(
        0,
        [left("library-file.number"), left(document.id.to_string())],
        rows.map(|(label, value)| [label.to_owned(), value]),
    );
    page
}

/// The title and the file, or the file alone.
fn name(document: &StoredDocument) -> String {
    let path = document.path.to_string_lossy();
    safe_name(&document.title.as_ref().map_or_else(|| path.to_string(), |title| format!("{title} ({path})")))
}

/// Counts and sizes.
pub(in crate::cli) fn library_stats(file: &str, stats: &LibraryStats, settings: &ResolvedSettings) -> Page {
    let lang = settings.lang;
    let mut page = Page::new(lang);
    let all = t!(lang, "library-file.head", file, documents = stats.documents);
    page.line([Some(all), stats.bytes.map(bytes)].into_iter().flatten().collect::<Vec<_>>().join("  "));
    page.line(t!(lang, "cli.recipe", recipe = settings.recipe));
    let without = (t!(lang, "library-file.without-fingerprint"), stats.without_fingerprint);
    let passages = stats.passages.iter().flat_map(|passages| {
        [
            (t!(lang, "library-file.without-passages"), passages.documents_without),
            (t!(lang, "library-file.texts"), passages.texts),
            (t!(lang, "library-file.hashes"), passages.postings),
            (t!(lang, "library-file.segments"), passages.segments),
        ]
    });
    let counts = [without].into_iter().chain(passages).map(|(label, count)| [label.to_owned(), grouped(count)]);
    let sizes = stats.tables.iter().map(|(name, size)| [safe_name(name), bytes(*size)]);
    page.table(0, [left("library-file.part"), right("")], counts.chain(sizes));
    if stats.passages.is_none() {
        page.line(t!(lang, "library-file.no-passages"));
    }
    page
}

/// A line for each engine and plan.
pub(in crate::cli) fn library_plan(
    documents: u64,
    (all, parts): (&[Capacity], &[PlannedPart]),
    settings: &ResolvedSettings,
) -> Page {
    let (lang, k, bits) = (settings.lang, settings.k(), settings.recipe.bits);
    let mut page = Page::new(lang);
    page.line(t!(lang, "library-file.plan-head", n = grouped(documents), k, bits));
    page.list(0, &say::CAPACITIES, all);
    page.blank();
    page.text(t!(lang, "library-file.plan-note"));
    page.head(t!(lang, "library-file.plan-parts"));
    let rows = parts.iter().map(|part| {
        let all = bytes((part.each * documents as f64) as u64);
        let origin = say::figure_origin(part.origin, lang).to_owned();
        [say::library_part(part.part, lang).to_owned(), bytes(part.each as u64), all, origin]
    });
    let heads = ["library-file.part", "library-file.plan-each", "library-file.size", "library-file.plan-figures"];
    let [part, each, size, figures] = heads;
    page.table(0, [left(part), right(each), right(size), left(figures)], rows);
    page.blank();
    page.text(t!(lang, "library-file.plan-adding", time = say::long_time(adding_takes(documents), lang)));
    page
}
