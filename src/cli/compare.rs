//! `simscope compare`: every two documents, ranked, and findings on the pairs that matter.

use std::{
    borrow::Cow,
    io::{self, Write},
    path::PathBuf,
};

use clap::{Args, error::ErrorKind};
use rayon::prelude::*;
use serde::{Serialize, Serializer, ser::SerializeSeq};

use super::{
    Code, CommandError,
    arguments::{CompareFormat, DiffWhen, EvidenceArguments, Output, StoredArguments, TOP},
    batch, check_diff_option,
    documents::DocumentArguments,
    exclude::BatchExclusionArguments,
    fingerprint_files::read_all,
    fingerprints::{self, FingerprintList},
    json::{
        self,
        document::head,
        pair::{COMPARE, JsonCompare, JsonPairLine, json_pair},
    },
    matrix::print_matrix,
    print, print_batch_failures, print_error, profiles,
    rights::CommandRights,
    settings::{CompareFlags, ResolvedSettings},
    start::Startup,
    usage,
};
use crate::{
    batch::{
        Batch,
        stream::{AHEAD, ahead},
    },
    compare::{Groups, pair::Pair},
    document::Source,
    locale::Lang,
    review::{
        ExclusionRules, Roots,
        pairs::{
            A, A_IN_B, A_IN_B_EDITED, A_IN_B_EDITED_REST, A_IN_B_REST, B, B_IN_A, B_IN_A_EDITED, B_IN_A_EDITED_REST,
            B_IN_A_REST, HAMMING, HAMMING_REST, LONGEST, LONGEST_REST, NUMBER,
        },
    },
    t,
    table::{Value, csv},
};

/// `simscope compare`.
#[derive(Debug, Args)]
pub(super) struct CompareArguments {
    #[command(flatten)]
    documents: DocumentArguments,
    #[command(flatten)]
    stored: StoredArguments,
    #[command(flatten)]
    output: Output<CompareFormat>,
    #[command(flatten)]
    evidence: EvidenceArguments,
    #[command(flatten)]
    exclude: BatchExclusionArguments,
    #[command(flatten)]
    settings: CompareFlags,
    /// Show one pair under the profiles of all other systems
    ///
    /// Side by side, with the reasons for each difference from the recipe's result; needs two documents.
    #[arg(long, help_heading = "Output")]
    #[arg(conflicts_with_all = ["top", "diff", "fingerprints", "kinds", "patterns", "base", "common"])]
    profiles: bool,
}

/// More pairs nobody prints: those of 2,000 documents.
pub(super) const PRINTED: u64 = 2_000_000;

pub(super) fn run(arguments: CompareArguments, start: Startup) -> Result<Code, CommandError> {
    let CompareArguments { mut documents, stored, output, evidence, exclude, settings, profiles } = arguments;
    let start = start.with(settings).warned().skipping(&documents.skipped);
    let stored = read_all(stored.fingerprints, &mut documents, "compare", start.lang)?;
    let settings = start.resolve(&stored)?;
    CommandRights::default().and_documents(&documents.named, documents.follow).keep_only();
    let Output { format, quiet } = output;
    let is_matrix = matches!(format, CompareFormat::Matrix | CompareFormat::MatrixCsv | CompareFormat::MatrixJson);
    check_diff_option("compare", matches!(format, CompareFormat::Text | CompareFormat::Csv) || is_matrix, evidence)?;
    if profiles {
        return profiles::run(documents.sources, &settings, output);
    }
    let n = documents.sources.len() + stored.len();
    if n < 2 {
        let message = format!("compare takes two documents or more, not {n}");
        return Err(usage("compare", ErrorKind::TooFewValues, &message));
    }
    if is_matrix && stored.is_empty() {
        if exclude.common.is_some() {
            let message = "--common needs all texts at once: it does not go with --format matrix";
            return Err(usage("compare", ErrorKind::ArgumentConflict, message));
        }
        let whole = exclude.scores.whole;
        let exclusions = exclude.of_two.read("compare", &settings)?;
        let list = FingerprintList::new(documents.sources, stored, settings, (exclusions, whole));
        return Ok(print_matrix(&list, format, quiet));
    }
    if !is_matrix {
        batch::not_too_many("compare", Groups::all(n).pairs(), PRINTED)?;
    }
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
    if format == CompareFormat::Csv {
        let message =
            "--format csv needs the texts, and --fingerprints has none; --format matrix-csv has the distances";
        return Err(usage("compare", ErrorKind::ArgumentConflict, message));
    }
    let list = FingerprintList::new(documents.sources, stored, settings, (None, false));
    Ok(if is_matrix { print_matrix(&list, format, quiet) } else { fingerprints::compare(&list, output) })
}

pub(super) fn compare(
    sources: Vec<Source>,
    named: &[PathBuf],
    rules: ExclusionRules,
    settings: &ResolvedSettings,
    output: Output<CompareFormat>,
    evidence: EvidenceArguments,
) -> Code {
    let lang = settings.lang;
    let batch = batch::compared(sources, named, rules, settings);
    let pairs = batch.ordered_pairs(settings.k());
    let code = Code::of_pairs(batch.has_failures(), pairs.iter().any(|pair| pair.near(settings.k())));
    let Output { format, quiet } = output;
    let shown = |out: &mut dyn Write| match format {
        CompareFormat::Json => write_json(out, &batch, settings, &pairs, evidence),
        CompareFormat::Jsonl => write_lines(out, &batch, settings, &pairs, evidence),
        CompareFormat::Csv => write_csv(out, &batch, settings, &pairs),
        _ => batch.compared(&pairs, settings.k(), lang, &mut |page| page.write(out, settings.terminal())),
    };
    let code = if quiet { code } else { print(code, lang, shown) };
    // In JSON they have entries of their own.
    if quiet || format != CompareFormat::Json {
        print_batch_failures(&batch, lang);
    }
    if quiet {
        warn_of_few_tokens(&batch, lang);
    }
    code
}

/// Warns of texts whose distances mean nothing: where results are shown, they say so.
fn warn_of_few_tokens(batch: &Batch, lang: Lang) {
    /// With fewer tokens each of them decides most bits.
    const FEW: u64 = 5;
    if batch.recipe.weight.is_given() {
        return;
    }
    for at in batch.present() {
        let tokens = batch.examined(at).map_or(FEW, |examined| examined.sketch.tokens);
        if tokens < FEW {
            print_error(&t!(lang, "cli.few-tokens", name = batch.name(at), n = tokens));
        }
    }
}

/// Pairs in detail, made while they are written: a few at a time on all cores.
struct JsonPairs<'a> {
    batch: &'a Batch,
    ranked: &'a [Pair],
    k: u32,
    evidence: EvidenceArguments,
}

impl Serialize for JsonPairs<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { batch, ranked, k, evidence } = *self;
        let mut written = serializer.serialize_seq(Some(ranked.len()))?;
        for pairs in ranked.chunks(AHEAD) {
            let details: Vec<_> = pairs.par_iter().filter_map(|&pair| batch.detail(pair, k)).collect();
            let built: Vec<_> = details.par_iter().map(|detail| json_pair(detail, batch, evidence, TOP)).collect();
            built.iter().try_for_each(|pair| written.serialize_element(pair))?;
        }
        written.end()
    }
}

fn write_json(
    out: &mut dyn Write,
    batch: &Batch,
    settings: &ResolvedSettings,
    ranked: &[Pair],
    evidence: EvidenceArguments,
) -> io::Result<()> {
    let pairs = JsonPairs { batch, ranked, k: settings.k(), evidence };
    json::write(out, json::LEVELS, &JsonCompare { head: head(COMPARE, batch, settings), pairs })
}

/// Writes all pairs, ranked, as records.
fn write_csv(out: &mut dyn Write, batch: &Batch, settings: &ResolvedSettings, pairs: &[Pair]) -> io::Result<()> {
    let columns = [NUMBER, A, B, HAMMING, A_IN_B, B_IN_A, HAMMING_REST, A_IN_B_REST, B_IN_A_REST];
    let more = [A_IN_B_EDITED, B_IN_A_EDITED, A_IN_B_EDITED_REST, B_IN_A_EDITED_REST, LONGEST, LONGEST_REST];
    let names = columns.iter().map(|column| column.name).chain(["near_duplicate"]);
    let names = names.chain(more.iter().map(|column| column.name));
    let mut csv = csv::Writer::new(out, names.map(Cow::from))?;
    for row in batch.rows(pairs, settings.k(), settings.lang) {
        let values = columns.iter().map(|column| (column.cell)(&row).value);
        let more = more.iter().map(|column| (column.cell)(&row).value);
        csv.record(values.chain([Value::Flag(row.whole.near)]).chain(more))?;
    }
    csv.finish()
}

/// Writes all pairs, ranked, one a line.
fn write_lines(
    out: &mut dyn Write,
    batch: &Batch,
    settings: &ResolvedSettings,
    pairs: &[Pair],
    evidence: EvidenceArguments,
) -> io::Result<()> {
    let recipe = settings.recipe.to_string();
    let line = |&pair: &Pair| {
        let detail = batch.detail(pair, settings.k())?;
        let pair = JsonPairLine::new(&recipe, batch.names(&pair), json_pair(&detail, batch, evidence, TOP));
        let mut line = Vec::new();
        Some(json::write(&mut line, 0, &pair).map(|()| line))
    };
    for line in ahead(pairs, line).flatten() {
        out.write_all(&line?)?;
    }
    Ok(())
}
