//! `simscope compare`: every two documents, ranked, and findings on the pairs that matter.

use std::path::PathBuf;

use clap::error::ErrorKind;

use super::{
    Code, CommandError,
    arguments::{CompareArguments, DiffWhen, EvidenceArguments, ListFormat, Output},
    batch, check_diff_option,
    fingerprint_files::read_all,
    fingerprints::FingerprintList,
    json, print, print_batch_failures,
    settings::ResolvedSettings,
    start::Startup,
    text, usage,
};
use crate::{
    batch::Work,
    compare::Groups,
    document::Source,
    review::{ExclusionRules, Roots},
};

/// More pairs nobody prints: those of 2,000 documents.
pub(super) const PRINTED: u64 = 2_000_000;

/// Refuses documents that make more than `most` pairs; `command` is empty for the screens.
pub(super) fn not_too_many(command: &str, pairs: u64, most: u64) -> Result<(), CommandError> {
    if pairs <= most {
        return Ok(());
    }
    let message = format!(
        "every two documents are compared and listed: {pairs} pairs, of {most} at most; 'simscope matrix' takes any \
         number of documents and finds the nearest of each; then compare those"
    );
    Err(usage(command, ErrorKind::TooManyValues, &message))
}

pub(super) fn run(arguments: CompareArguments, start: Startup) -> Result<Code, CommandError> {
    let CompareArguments { mut documents, stored, output, evidence, exclude, profiles } = arguments;
    let start = start.warned().skipping(&documents.skipped);
    let stored = read_all(stored.fingerprints, &mut documents, "compare", start.lang)?;
    let settings = start.resolve(&stored)?;
    check_diff_option("compare", output.format == ListFormat::Text, evidence)?;
    if profiles {
        return super::profiles::run(documents.sources, &settings, output);
    }
    let n = documents.sources.len() + stored.len();
    if n < 2 {
        let message = format!("compare takes two documents or more, not {n}");
        return Err(usage("compare", ErrorKind::TooFewValues, &message));
    }
    not_too_many("compare", Groups::all(n).pairs(), PRINTED)?;
    if stored.is_empty() {
        let rules = exclude.rules("compare", &settings, &Roots::default())?;
        return Ok(compare(documents.sources, &documents.named, rules, &settings, output, evidence));
    }
    // The exclusions of the settings are for texts.
    if exclude.given() {
        let message = "exclusions are cut out of texts, and --fingerprints has none; give the texts themselves";
        return Err(usage("compare", ErrorKind::ArgumentConflict, message));
    }
    if evidence.diff != DiffWhen::Never || evidence.top.is_some() {
        let message = "--top and --diff need the texts, and --fingerprints has none; give the texts themselves";
        return Err(usage("compare", ErrorKind::ArgumentConflict, message));
    }
    Ok(compare_fingerprints(&FingerprintList::new(documents.sources, stored, settings, (None, false)), output))
}

pub(super) fn compare(
    sources: Vec<Source>,
    named: &[PathBuf],
    rules: ExclusionRules,
    settings: &ResolvedSettings,
    output: Output<ListFormat>,
    evidence: EvidenceArguments,
) -> Code {
    let lang = settings.lang;
    let mut batch = batch::prepared(sources, Work::Compare, settings, None);
    batch.calibration = batch::calibration(named, settings);
    batch::exclude(&mut batch, rules, lang);
    batch::rank(&mut batch, lang);
    let pairs = batch.ordered_pairs(settings.k());
    let code = Code::of_pairs(batch.has_failures(), pairs.iter().any(|pair| pair.near(settings.k())));
    let Output { format, quiet } = output;
    let code = match format {
        _ if quiet => code,
        ListFormat::Text => print(code, lang, |out| text::compare(out, &batch, settings, &pairs)),
        ListFormat::Json => print(code, lang, |out| json::compare(out, (&batch, settings), &pairs, evidence)),
        ListFormat::Jsonl => print(code, lang, |out| json::pair_lines(out, (&batch, settings), &pairs, evidence)),
    };
    // In JSON they have entries of their own.
    if quiet || format != ListFormat::Json {
        print_batch_failures(&batch, lang);
    }
    code
}

/// Compares fingerprints alone.
fn compare_fingerprints(fingerprints: &FingerprintList, output: Output<ListFormat>) -> Code {
    let lang = fingerprints.settings.lang;
    let pairs = fingerprints.pairs();
    let code = Code::of_pairs(fingerprints.failed() > 0, pairs.iter().any(|pair| fingerprints.near(pair.hamming)));
    let Output { format, quiet } = output;
    let code = match format {
        _ if quiet => code,
        ListFormat::Text => print(code, lang, |out| text::fingerprints(out, fingerprints, &pairs)),
        ListFormat::Json => print(code, lang, |out| json::fingerprints(out, fingerprints, &pairs)),
        ListFormat::Jsonl => print(code, lang, |out| json::fingerprint_lines(out, fingerprints, &pairs)),
    };
    if quiet || format != ListFormat::Json {
        fingerprints.print_errors();
    }
    code
}
