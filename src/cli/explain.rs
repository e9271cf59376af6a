//! `simscope explain`: one pair in full: the sentences, for every bit that differs the features behind it, the shared
//! passages.

mod evidence;

use std::io::{self, Write};

use clap::{Args, error::ErrorKind};
use serde::Serialize;
use serde_json::{Value, json};

use super::{
    Code, CommandError,
    arguments::{EvidenceArguments, Output, TOP, TextOrJson},
    batch, check_diff_option,
    documents::DocumentArguments,
    exclude::{ExclusionArguments, ScoreArguments},
    json::{
        self,
        document::head,
        pair::{JsonPair, json_pair},
        places::{self, JsonShared},
    },
    print, print_batch_failures,
    settings::{CompareFlags, ResolvedSettings},
    start::Startup,
    text::{TextTable, excluded_shares, hanging, hex, marked, recipe_line, sentences, title, uncalibrated},
    usage,
};
use crate::{
    batch::{Batch, PairDetail, Work, located},
    compare::{self, BitReasons, FlippedBit, coverage::passages::bare, diff::Numbers, evidence::Evidence},
    locale::{Lang, grouped},
    say::{self, Sentence},
    simhash::{Fixed, Sum, Watch, from_fixed},
    t,
    table::Align::{Left, Right},
    text::truncate_end,
};

/// `simscope explain`.
#[derive(Debug, Args)]
pub(super) struct ExplainArguments {
    #[command(flatten)]
    documents: DocumentArguments,
    #[command(flatten)]
    output: Output<TextOrJson>,
    #[command(flatten)]
    evidence: EvidenceArguments,
    #[command(flatten)]
    exclude: ExclusionArguments,
    #[command(flatten)]
    scores: ScoreArguments,
    #[command(flatten)]
    settings: CompareFlags,
    /// Add what other methods say of the pair
    ///
    /// Cosine and Euclidean distance, shingles and MinHash, the longest sentences, the verdict under other weights and
    /// tokens, paragraph against paragraph; each with what it sees and misses.
    #[arg(long = "evidence", help_heading = "Output")]
    methods: bool,
}

pub(super) fn run(arguments: ExplainArguments, start: Startup) -> Result<Code, CommandError> {
    let ExplainArguments { documents, output, evidence, exclude, scores, settings, methods } = arguments;
    let settings = start.with(settings).warned().skipping(&documents.skipped).resolve(&[])?;
    check_diff_option("explain", output.format == TextOrJson::Text, evidence)?;
    if documents.sources.len() != 2 {
        let message = format!("explain takes two documents, not {}", documents.sources.len());
        return Err(usage("explain", ErrorKind::WrongNumberOfValues, &message));
    }
    let mut rules = exclude.rules("explain", &settings)?;
    rules.whole = scores.whole;
    let lang = settings.lang;
    let mut batch = batch::prepared(documents.sources, Work::Compare, &settings, None);
    batch.calibration = batch::calibration(&documents.named, &settings);
    batch::exclude(&mut batch, rules, lang);
    batch::rank(&mut batch, lang);
    let code = Code::error_if(batch.has_failures());
    let found = methods.then(|| found(&batch)).flatten();
    let shown = |out: &mut dyn Write| match output.format {
        TextOrJson::Text => write_text(out, &batch, &settings, evidence, found.as_ref()),
        TextOrJson::Json => write_json(out, &batch, &settings, evidence, found.as_ref()),
    };
    let code = if output.quiet { code } else { print(code, lang, shown) };
    if output.quiet || output.format == TextOrJson::Text {
        print_batch_failures(&batch, lang);
    }
    Ok(code)
}

/// What other methods say of the pair. `None` where one of the two was not read.
fn found(batch: &Batch) -> Option<Evidence> {
    let documents = batch.pairs.first()?.documents();
    let texts = batch.documents(documents)?;
    let [a, b] = documents.map(|at| batch.subject(at));
    // The recipe took both texts already, so it takes them again.
    compare::evidence::evidence([&texts[0].text, &texts[1].text], [a?, b?], &batch.recipe, &Watch::default()).ok()
}

/// Writes everything there is to know of the only pair of a batch; with what other methods say, where that was wanted.
fn write_text(
    out: &mut dyn Write,
    batch: &Batch,
    settings: &ResolvedSettings,
    wanted: EvidenceArguments,
    found: Option<&Evidence>,
) -> io::Result<()> {
    let (k, lang) = (settings.k(), settings.lang);
    recipe_line(out, settings)?;
    documents(out, batch, lang)?;
    excluded_shares(out, batch, lang)?;
    let Some(detail) = batch.pairs.first().and_then(|&pair| batch.detail(pair, k)) else {
        return writeln!(out, "{}", t!(lang, "cli.nothing"));
    };
    let names = batch.names(&detail.comparison.pair);
    writeln!(out)?;
    title(out, names, settings)?;
    sentences(out, batch, &detail, names, lang)?;
    if let Some(bits) = &detail.comparison.bits {
        if !bits.flipped.is_empty() {
            // Sums of floats are rounded, and only nearly add up.
            let exact = if settings.recipe.sum == Sum::Fixed { t!(lang, "cli.exact") } else { "" };
            writeln!(out)?;
            hanging(out, 0, &format!("{}{exact}", t!(lang, "cli.flipped")))?;
        }
        for flipped in &bits.flipped {
            bit(out, &detail, bits, flipped, wanted.top.unwrap_or(TOP), lang)?;
        }
    }
    passages(out, &detail, wanted.top.unwrap_or(TOP), lang)?;
    if let Some(found) = found {
        evidence::write_text(out, found, detail.texts(), k, lang)?;
    }
    uncalibrated(out, batch, lang)?;
    writeln!(out, "\n{}", t!(lang, "cli.proof"))
}

/// The passages that both texts share: how long, in which paragraph first, how they begin.
fn passages(out: &mut dyn Write, detail: &PairDetail, top: usize, lang: Lang) -> io::Result<()> {
    let texts = detail.texts();
    let all = detail.passages();
    let counted = match all.len() {
        0 => return Ok(()),
        1 => t!(lang, "passages.one").to_owned(),
        n => t!(lang, "passages.longest", n = grouped(n as u64)),
    };
    writeln!(out, "\n{}", t!(lang, "passages.listed", counted))?;
    let numbers = texts.map(Numbers::new);
    let head = [t!(lang, "passages.chars"), t!(lang, "passages.in-a"), t!(lang, "passages.in-b"), ""];
    let mut table = TextTable::new([Right, Right, Right, Left], 2, head);
    for shared in all.iter().take(top) {
        let number = |side: usize| {
            let first = shared.places[side].first().map_or(0, |&span| numbers[side].at(bare(texts[side], span).start));
            let more = shared.counts[side].saturating_sub(1);
            if more == 0 { first.to_string() } else { format!("{first} +{more}") }
        };
        let text = shared.places[0].first().map_or("", |&span| bare(texts[0], span).of(texts[0]));
        let text: String = text.chars().take(NAME_CELLS * 2).map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
        table.row([grouped(shared.chars), number(0), number(1), truncate_end(&text, NAME_CELLS).into_owned()]);
    }
    table.write(out)?;
    if all.len() > top {
        writeln!(out, "  {}", t!(lang, "table.rest", n = all.len() - top))?;
    }
    Ok(())
}

/// Fingerprint and name of each document, and what was wrong with its bytes.
fn documents(out: &mut dyn Write, batch: &Batch, lang: Lang) -> io::Result<()> {
    for (side, entry) in ["A", "B"].into_iter().zip(&batch.entries) {
        let (Some(document), Some(examined)) = (entry.text(), &entry.examined) else { continue };
        let sketch = &examined.sketch;
        let fingerprint = hex(sketch.fingerprint, lang);
        writeln!(out, "{side}  {fingerprint}  {}  {}", document.reading.encoding.name(), entry.name)?;
        let all =
            say::warnings(&entry.name, &document.reading, sketch, examined.subject.altered(), &batch.recipe, lang);
        for warning in all.iter().filter(|warning| warning.kind == "replaced") {
            marked(out, "!  ", &warning.message)?;
        }
    }
    Ok(())
}

/// A bit that differs: both sums, the features that moved it, what is left over, and the smallest undo.
fn bit(
    out: &mut dyn Write,
    detail: &PairDetail,
    bits: &BitReasons,
    flipped: &FlippedBit,
    top: usize,
    lang: Lang,
) -> io::Result<()> {
    let column = flipped.bit;
    let [from, to] = bits.joint.fingerprints.map(|fingerprint| u8::from(fingerprint.bit(column)));
    let [v_a, v_b] = flipped.v.map(signed);
    let [m_a, m_b] = flipped.margin.map(|margin| format!("{margin:.3}"));
    let bit = flipped.bit;
    writeln!(out, "\n{}", t!(lang, "cli.bit", bit, from, to))?;
    writeln!(out, "  {}", t!(lang, "cli.sums", v_a, v_b, m_a, m_b))?;
    let head = [t!(lang, "table.feature"), "w(A)", "w(B)", t!(lang, "table.moves")];
    let mut table = TextTable::new([Left, Right, Right, Right], 2, head);
    let moving = bits.joint.by_change().iter().copied().filter(|&f| bits.joint.contribution(f, column) != 0);
    let moving: Vec<usize> = moving.collect();
    for &feature in moving.iter().take(top) {
        let [w_a, w_b] = bits.joint.features[feature].weight.map(|w| format!("{:.3}", from_fixed(w)));
        table.row([detail.feature(feature).to_owned(), w_a, w_b, signed(bits.joint.contribution(feature, column))]);
    }
    let rest = moving.get(top..).unwrap_or_default();
    if !rest.is_empty() {
        let sum = rest.iter().map(|&feature| bits.joint.contribution(feature, column)).sum();
        table.row([t!(lang, "table.rest", n = rest.len()), String::new(), String::new(), signed(sum)]);
    }
    table.write(out)?;
    let names: Vec<String> =
        flipped.undo.features.iter().map(|&f| truncate_end(detail.feature(f), NAME_CELLS).into_owned()).collect();
    let (features, hd) = (lang.list(&names), flipped.undo.hamming);
    marked(out, "  ", &t!(lang, "cli.undo", features, hd))
}

/// How wide a feature's name may be in the list of an undo.
const NAME_CELLS: usize = 40;

fn signed(value: Fixed) -> String {
    format!("{:+.3}", from_fixed(value))
}

#[derive(Serialize)]
struct JsonExplain<'a, H> {
    #[serde(flatten)]
    head: H,
    /// The findings on the pair.
    sentences: Vec<Value>,
    /// The passages that both share, the longest first; `null` where a document could not be read.
    passages: Option<Vec<JsonShared<'a>>>,
    /// `null` where a document could not be read.
    pair: Option<JsonPair<'a>>,
    /// Only with `--evidence`.
    #[serde(skip_serializing_if = "Option::is_none")]
    evidence: Option<Value>,
}

/// Writes the pair, with all contributions unless set otherwise.
fn write_json(
    out: &mut dyn Write,
    batch: &Batch,
    settings: &ResolvedSettings,
    wanted: EvidenceArguments,
    found: Option<&Evidence>,
) -> io::Result<()> {
    let (k, lang) = (settings.k(), settings.lang);
    let detail = batch.pairs.first().and_then(|&pair| batch.detail(pair, k));
    let detail = detail.as_ref();
    let sentences = detail.map(|detail| batch.sentences(detail, batch.names(&detail.comparison.pair), lang));
    let sentence = |said: Sentence| json!({ "topic": said.topic.key(), "text": said.text });
    let explain = JsonExplain {
        head: head("simscope/explain/2", batch, settings),
        sentences: sentences.into_iter().flatten().map(sentence).collect(),
        passages: detail.map(|detail| places::shared(&located(&detail.passages(), detail.texts()), detail.texts()[0])),
        pair: detail.map(|detail| json_pair(detail, batch, wanted, usize::MAX)),
        evidence: found.zip(detail).map(|(found, detail)| evidence::json(found, detail.texts(), k, lang)),
    };
    json::write(out, json::LEVELS, &explain)
}
