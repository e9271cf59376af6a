//! `simscope hash`: the fingerprint of each document, without the excluded text too.

use std::io::Write;

use clap::{Args, error::ErrorKind};
use serde_json::{Value, json};

use super::{
    Code, CommandError,
    arguments::{ListFormat, Output},
    documents::DocumentArguments,
    documents::ShardFlag,
    exclude::ExclusionArguments,
    json::{
        self,
        document::{excluded, streamed},
    },
    print, print_error, print_failures,
    rights::CommandRights,
    settings::{MarkFlags, RecipeFlags, ResolvedSettings, RunFlags},
    start::Startup,
    stream::{StreamFlag, answer_each},
    usage,
};
use crate::{
    batch::{
        CharOffsets, Work,
        stream::{Streamed, each, read, remainder},
    },
    compare::exclusion::{Excluded, ExcludedShare, ExclusionReason, ExclusionReasons, Exclusions},
    document::{Document, Source},
    locale::{Lang, grouped},
    page::{Page, left, right},
    say,
    simhash::{CountError, Fingerprint, Sketch, sketch},
    t,
};

/// `simscope hash`.
#[derive(Debug, Args)]
pub(super) struct HashArguments {
    #[command(flatten)]
    documents: DocumentArguments,
    #[command(flatten)]
    shard: ShardFlag,
    #[command(flatten)]
    stream: StreamFlag,
    #[command(flatten)]
    output: Output<ListFormat>,
    #[command(flatten)]
    exclude: ExclusionArguments,
    #[command(flatten)]
    run: RunFlags,
    #[command(flatten)]
    recipe: RecipeFlags,
    #[command(flatten)]
    marks: MarkFlags,
}

pub(super) struct HashedDocument {
    /// The exclusions do not affect it.
    pub sketch: Sketch,
    /// `None` without exclusions.
    pub remainder: Option<Box<HashedRemainder>>,
}

/// The text of a document after exclusion.
pub(super) struct HashedRemainder {
    pub fingerprint: Option<Fingerprint>,
    /// The excluded share of the text.
    pub share: ExcludedShare,
    /// The same for each reason, in the order of [`ExclusionReason::ALL`].
    pub by_reason: [ExcludedShare; ExclusionReason::ALL.len()],
    /// In the order of the text.
    pub excluded: Vec<ExcludedChars>,
    /// The patterns that would take too much work on this document, and were not applied to it.
    pub not_applied: Vec<String>,
}

/// An excluded span. Texts are dropped before the results are printed, so the span is in characters already.
pub(super) struct ExcludedChars {
    pub start: usize,
    pub end: usize,
    pub reasons: ExclusionReasons,
}

/// The remainder of a document that was read; `None` without exclusions.
pub(super) fn remainder_of(entry: &Streamed<HashedDocument>) -> Option<&HashedRemainder> {
    entry.seen.as_ref().ok()?.made.remainder.as_deref()
}

impl HashedDocument {
    pub(super) fn new(
        document: &Document,
        exclusions: Option<&Exclusions>,
        settings: &ResolvedSettings,
    ) -> Result<Self, CountError> {
        let text = &document.text;
        let sketch = sketch(text, &settings.recipe)?;
        let Some(exclusions) = exclusions else { return Ok(Self { sketch, remainder: None }) };
        let (excluded, fingerprint) = remainder(text, exclusions, &settings.recipe, settings.run)?;
        let Excluded { spans, not_applied } = excluded;
        let (share, by_reason) = (ExcludedShare::new(text, &spans), ExcludedShare::by(text, &spans));
        let mut offsets = CharOffsets::new(text);
        let excluded = spans.iter().map(|excluded| {
            let [start, end] = offsets.of(excluded.span);
            ExcludedChars { start, end, reasons: excluded.why }
        });
        let excluded = excluded.collect();
        let not_applied = not_applied.into_iter().map(|at| exclusions.patterns[at].as_str().to_owned()).collect();
        let remainder = HashedRemainder { fingerprint, share, by_reason, excluded, not_applied };
        Ok(Self { sketch, remainder: Some(Box::new(remainder)) })
    }
}

pub(super) fn run(arguments: HashArguments, start: Startup) -> Result<Code, CommandError> {
    let HashArguments { documents, shard, stream, output, exclude, run, recipe, marks } = arguments;
    let settings = &start.with(run).with(recipe).with(marks).warned().skipping(&documents.skipped).resolve(&[])?;
    let stream = stream.is_set("hash", &documents.sources)?;
    let exclusions = exclude.read("hash", settings)?;
    let exclusions = exclusions.as_ref();
    if stream && shard.is_set() {
        return Err(usage("hash", ErrorKind::ArgumentConflict, "--shard divides a list, which --stream has not"));
    }
    if stream {
        CommandRights::default().and_any_file().keep_only();
        let make = |document: Document| HashedDocument::new(&document, exclusions, settings);
        return Ok(answer_each(settings.lang, make, |entry| json_hash(entry, settings)));
    }
    CommandRights::default().and_documents(&documents.named, documents.follow).keep_only();
    Ok(hash(shard.of(documents.sources), settings, output, exclusions))
}

pub(super) fn hash(
    sources: Vec<Source>,
    settings: &ResolvedSettings,
    output: Output<ListFormat>,
    exclusions: Option<&Exclusions>,
) -> Code {
    let Output { format, quiet } = output;
    if format == ListFormat::Jsonl && !quiet {
        return lines(sources, exclusions, settings);
    }
    let make = |document: Document| HashedDocument::new(&document, exclusions, settings);
    let entries = read(sources, Work::Hash, make);
    let code = Code::error_if(entries.iter().any(|entry| entry.seen.is_err()));
    let shown = |out: &mut dyn Write| {
        if format == ListFormat::Text {
            return page(&entries, settings).write(out, settings.terminal());
        }
        let all = json::Lazy(|| entries.iter().map(|entry| json_hash(entry, settings)));
        json::write(out, json::LEVELS, &all)
    };
    let code = if quiet { code } else { print(code, settings.lang, shown) };
    if quiet || format == ListFormat::Text {
        print_failures(&entries, settings.lang);
    }
    for entry in &entries {
        for pattern in remainder_of(entry).iter().flat_map(|remainder| &remainder.not_applied) {
            print_error(&say::pattern_not_applied(pattern, &[&entry.name], settings.lang));
        }
    }
    code
}

/// Hashes and prints each document as soon as it and those before it are done.
fn lines(sources: Vec<Source>, exclusions: Option<&Exclusions>, settings: &ResolvedSettings) -> Code {
    let mut failed = false;
    let code = print(Code::Done, settings.lang, |out| {
        let make = |document: Document| HashedDocument::new(&document, exclusions, settings);
        each(sources, Work::Hash, make, |entry, waiting| {
            failed |= entry.seen.is_err();
            json::write(out, 0, &json_hash(&entry, settings))?;
            if waiting { out.flush() } else { Ok(()) }
        })
    });
    if failed { Code::Error } else { code }
}

/// The recipe, a line for each document that was read, and the warnings.
fn page(entries: &[Streamed<HashedDocument>], settings: &ResolvedSettings) -> Page {
    let ResolvedSettings { recipe, lang, .. } = settings;
    let (lang, mut page) = (*lang, Page::new(*lang));
    if entries.iter().all(|entry| entry.seen.is_err()) {
        return page;
    }
    page.line(t!(lang, "cli.recipe", recipe));
    let heads = [
        left("table.fingerprint"),
        right("table.tokens"),
        right("table.features"),
        right("n_eff"),
        left("table.encoding"),
        left("table.document"),
    ];
    let read = || entries.iter().filter_map(|entry| Some((entry, entry.seen.as_ref().ok()?)));
    page.table(
        0,
        heads,
        read().map(|(entry, seen)| {
            let Sketch { fingerprint, tokens, features, n_eff, .. } = seen.made.sketch;
            [
                say::fingerprint(fingerprint, lang),
                grouped(tokens),
                grouped(features as u64),
                format!("{n_eff:.1}"),
                say::reading(&seen.reading, lang),
                entry.name.clone(),
            ]
        }),
    );
    for entry in entries {
        if let Some(remainder) = remainder_of(entry) {
            page.behind("x ", excluded_from(&entry.name, remainder, lang));
        }
    }
    let warnings = read().flat_map(|(entry, seen)| {
        say::warnings(&entry.name, &seen.reading, &seen.made.sketch, &seen.altered, recipe, lang)
    });
    for message in warnings.map(|warning| warning.message).chain(say::same_method(recipe, lang)) {
        page.behind("! ", message);
    }
    page
}

/// The excluded share of a document and the fingerprint of the remainder.
fn excluded_from(name: &str, remainder: &HashedRemainder, lang: Lang) -> String {
    let fingerprint = say::fingerprint(remainder.fingerprint, lang);
    match say::excluded_share(name, remainder.share, &remainder.by_reason, lang) {
        Some(excluded) => [&*excluded, &t!(lang, "exclude.fingerprint-is", fingerprint)].join(lang.gap()),
        None => t!(lang, "exclude.nothing-of", name),
    }
}

/// An entry of the array, or a line.
fn json_hash(entry: &Streamed<HashedDocument>, settings: &ResolvedSettings) -> Value {
    let head = json!({ "schema": "simscope/hash/1", "recipe": settings.recipe.to_string() });
    let without = remainder_of(entry).map(|remainder| {
        let HashedRemainder { fingerprint, share, excluded: spans, not_applied, .. } = remainder;
        excluded(*share, *fingerprint, spans.iter().map(|one| (one.start, one.end, one.reasons)), not_applied)
    });
    let own = json::present(json!({ "without": without }), &["without"]);
    json::joined(json::joined(head, streamed(entry, |hashed| hashed.sketch, settings)), own)
}
