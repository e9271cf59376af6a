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
    rights::CommandRights,
    settings::{CompareFlags, ResolvedSettings},
    start::Startup,
    usage,
};
use crate::{
    batch::{Batch, located},
    compare::{self, evidence::Evidence},
    say::Sentence,
    simhash::Watch,
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
    /// Add the results of other methods
    ///
    /// Cosine and Euclidean distance, shingles and MinHash, and the result under other weights and tokens; each with
    /// its strengths and limits.
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
    CommandRights::default().and_documents(&documents.named, documents.follow).keep_only();
    let lang = settings.lang;
    let batch = batch::compared(documents.sources, &documents.named, rules, &settings);
    let code = Code::error_if(batch.has_failures());
    let found = methods.then(|| found(&batch)).flatten();
    let shown = |out: &mut dyn Write| match output.format {
        TextOrJson::Text => {
            let top = evidence.top.unwrap_or(TOP);
            batch.explained(settings.k(), top, found.as_ref(), lang).write(out, settings.terminal())
        }
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
        head: head("simscope/explain/3", batch, settings),
        sentences: sentences.into_iter().flatten().map(sentence).collect(),
        passages: detail.map(|detail| places::shared(&located(&detail.passages(), detail.texts()), detail.texts()[0])),
        pair: detail.map(|detail| json_pair(detail, batch, wanted, usize::MAX)),
        evidence: found.map(|found| evidence::json(found, k, lang)),
    };
    json::write(out, json::LEVELS, &explain)
}
