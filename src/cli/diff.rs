//! `simscope diff`: the differences of two texts, whatever the rule says of them; as marked words, a patch or JSON.

#[cfg(test)]
mod laws;
pub(super) mod text;
mod unified;

use std::{
    io::{self, Write},
    sync::Arc,
};

use clap::{Args, ValueEnum, error::ErrorKind};
use serde::Serialize;
use serde_json::{Value, json};

use super::{
    Code, CommandError,
    arguments::{EFFECTS, Output, count},
    batch::without_excluded,
    changes::Changes,
    documents::DocumentArguments,
    exclude::ExclusionArguments,
    json::{
        self,
        document::{exclusions, head_of, streamed},
        pair::without,
        places::{self, JsonHunk, JsonShared, JsonSpacing},
    },
    print, print_error, print_failures,
    rights::CommandRights,
    settings::{CompareFlags, ResolvedSettings},
    start::Startup,
    usage,
};
use crate::{
    batch::{
        Work, located,
        stream::{Streamed, StreamedValue, read},
    },
    compare::{
        coverage::{RunLength, passages},
        diff::Numbers,
    },
    document::{Document, Encoding},
    locale::Lang,
    review::ExclusionRules,
    simhash::{Sketch, Watch, sketch},
    t,
};

/// `simscope diff`.
#[derive(Debug, Args)]
pub(super) struct DiffArguments {
    #[command(flatten)]
    documents: DocumentArguments,
    #[command(flatten)]
    output: Output<DiffFormat>,
    #[command(flatten)]
    exclude: ExclusionArguments,
    #[command(flatten)]
    settings: CompareFlags,
    /// Unchanged paragraphs printed around a change [default: 2]; in unified, unchanged lines [default: 3]
    #[arg(short = 'U', long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    #[arg(help_heading = "Output")]
    context: Option<usize>,
    /// Align paragraph A of the first text with B of the second; repeatable
    #[arg(long, value_name = "A:B", value_parser = point, help_heading = "Output")]
    align: Vec<[u32; 2]>,
    /// Number of changes for which affected bits, and HD without the change, are computed [default: 100]
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true, help_heading = "Output")]
    top: Option<usize>,
}

/// A form of the output of `diff`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum DiffFormat {
    /// For reading: paragraphs with the changed words marked.
    #[default]
    Text,
    /// A patch of lines, for patch and git apply.
    Unified,
    /// For programs: described by 'simscope manual json'.
    Json,
}

fn point(text: &str) -> Result<[u32; 2], &'static str> {
    let number = |text: &str| text.parse().ok().filter(|&number| number > 0);
    let point = text.split_once(':').and_then(|(a, b)| Some([number(a)?, number(b)?]));
    point.ok_or("allowed are the numbers of two paragraphs, from 1, such as 3:5")
}

type HashedText = (Arc<Document>, Sketch);

pub(super) fn run(arguments: DiffArguments, start: Startup) -> Result<Code, CommandError> {
    let DiffArguments { documents, output, exclude, settings, context, mut align, top } = arguments;
    let Output { format, quiet } = output;
    let settings = &start.with(settings).warned().skipping(&documents.skipped).resolve(&[])?;
    let conflict = |message: &str| Err(usage("diff", ErrorKind::ArgumentConflict, message));
    if documents.sources.len() != 2 {
        let message = format!("diff takes two documents, not {}", documents.sources.len());
        return Err(usage("diff", ErrorKind::WrongNumberOfValues, &message));
    }
    if context.is_some() && format == DiffFormat::Json {
        return conflict("--context goes with --format text and unified; json has both texts in full");
    }
    if top.is_some() && format == DiffFormat::Unified {
        return conflict("--top goes with --format text and json; a patch has no bits");
    }
    if !align.is_empty() && format == DiffFormat::Unified {
        return conflict("--align goes with the other forms; a patch is made of lines");
    }
    align.sort_unstable();
    if let Some([[a, b], [c, d]]) = align.windows(2).find(|two| two[0][0] == two[1][0] || two[0][1] >= two[1][1]) {
        return conflict(&format!("--align {a}:{b} and --align {c}:{d} cross each other, or share a paragraph"));
    }
    let both = format != DiffFormat::Unified;
    if exclude.given() && !both {
        return conflict("--format text and json report exclusions; a patch is of the whole texts");
    }
    // The exclusions of the settings apply where both scores can be shown.
    let rules = if both { exclude.rules("diff", settings)? } else { ExclusionRules::default() };
    CommandRights::default().and_documents(&documents.named, documents.follow).keep_only();
    let (lang, effects) = (settings.lang, top.unwrap_or(EFFECTS));
    let entries = read(documents.sources, Work::Compare, |document| {
        let sketch = sketch(&document.text, &settings.recipe)?;
        Ok((Arc::new(document), sketch))
    });
    let seen = |at: usize| entries.get(at).and_then(|entry| Some((&*entry.name, &entry.seen.as_ref().ok()?.made)));
    let (Some((name_a, (a, of_a))), Some((name_b, (b, of_b)))) = (seen(0), seen(1)) else {
        if format == DiffFormat::Json && !quiet {
            return Ok(print(Code::Error, lang, |out| write_json(out, &entries, None, settings, effects)));
        }
        print_failures(&entries, lang);
        return Ok(Code::Error);
    };
    let code = if a.text == b.text { Code::Done } else { Code::NoneNear };
    if quiet {
        return Ok(code);
    }
    if format == DiffFormat::Unified {
        if code == Code::NoneNear {
            for entry in &entries {
                warn_if_transcoded(entry, lang);
            }
        }
        return Ok(print(code, lang, |out| unified::diff(out, [a, b], context, settings.colours())));
    }
    let totals = [a, b].map(|document| Numbers::new(&document.text).total());
    for &[i, j] in &align {
        for (number, total, name) in [(i, totals[0], name_a), (j, totals[1], name_b)] {
            if number as usize > total {
                let message = format!("--align {i}:{j}: {name} has no paragraph {number}");
                return Err(usage("diff", ErrorKind::ValueValidation, &message));
            }
        }
    }
    let mut changes = Changes::new([name_a, name_b], [a, b], [*of_a, *of_b], &align, settings);
    changes.batch = without_excluded([a.clone(), b.clone()], rules, settings);
    Ok(print(code, lang, |out| match format {
        DiffFormat::Json => write_json(out, &entries, Some(&changes), settings, effects),
        DiffFormat::Text | DiffFormat::Unified => text::marked_words(out, &changes, context, effects),
    }))
}

/// Warns that a patch will not apply to a file whose bytes are not its text.
fn warn_if_transcoded(entry: &Streamed<HashedText>, lang: Lang) {
    let Ok(StreamedValue { reading, made: (document, _), .. }) = &entry.seen else { return };
    if reading.encoding != Encoding::UTF_8 || reading.replaced > 0 || reading.bytes != document.text.len() as u64 {
        print_error(&t!(lang, "cli.patch", name = entry.name, encoding = reading.encoding));
    }
}

#[derive(Serialize)]
struct JsonDiff<'a, H> {
    #[serde(flatten)]
    head: H,
    #[serde(flatten)]
    verdict: Value,
    hunks: Option<Vec<JsonHunk<'a>>>,
    hunks_complete: Option<bool>,
    moves: Option<Vec<Value>>,
    spacing: Option<Vec<JsonSpacing<'a>>>,
    passages: Option<Vec<JsonShared<'a>>>,
}

/// Writes both documents and their differences, if both could be read.
fn write_json(
    out: &mut dyn Write,
    entries: &[Streamed<HashedText>],
    changes: Option<&Changes<'_>>,
    settings: &ResolvedSettings,
    effects: usize,
) -> io::Result<()> {
    let hamming = changes.and_then(Changes::hamming);
    let batch = changes.and_then(|changes| changes.batch.as_ref());
    let whole = batch.and_then(|batch| batch.pair([0, 1]));
    let documents = json::Lazy(|| entries.iter().map(|entry| streamed(entry, |(_, sketch)| *sketch, settings)));
    let exclusions = batch.and_then(exclusions);
    let head = head_of("simscope/diff/3", settings, RunLength::default(), exclusions.as_ref(), documents);
    let verdict = json!({
        "hamming": hamming,
        "near_duplicate": changes.map(|_| hamming.is_some_and(|hamming| hamming <= settings.k())),
        "without": batch.zip(whole).and_then(|(batch, pair)| without(pair, batch, settings.k())),
        // Whatever the bytes of the files are.
        "same_text": changes.map(|changes| changes.texts()[0] == changes.texts()[1]),
    });
    let diff = JsonDiff {
        head,
        verdict: json::present(verdict, &["without"]),
        hunks: changes.map(|changes| places::hunks(&changes.diff, changes.hunks(effects), changes.documents)),
        hunks_complete: changes.map(|changes| changes.diff.complete),
        moves: changes.map(|changes| places::moves(&changes.diff, changes.texts())),
        spacing: changes.map(|changes| places::spacing(&changes.diff, changes.texts())),
        passages: changes.map(|changes| {
            let shared = Watch::without(|watch| passages::shared(changes.texts(), settings.run, watch));
            places::shared(&located(&shared, changes.texts()), changes.texts()[0])
        }),
    };
    // A hunk is a line.
    json::write(out, 2, &diff)
}
