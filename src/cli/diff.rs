//! `simscope diff`: the differences of two texts, whatever the rule says of them.

use std::sync::Arc;

use clap::error::ErrorKind;

use super::{
    Code, CommandError,
    arguments::{DiffArguments, DiffFormat, EFFECTS, Output},
    batch::without_excluded,
    changes::Changes,
    html, json, print, print_error, print_failures,
    start::Startup,
    text, unified, usage,
};
use crate::{
    batch::{
        Work,
        stream::{Streamed, StreamedValue, read},
    },
    compare::diff::Numbers,
    document::{Document, Encoding},
    locale::Lang,
    review::ExclusionRules,
    simhash::{Sketch, sketch},
    t,
};

type HashedText = (Arc<Document>, Sketch);

pub(super) fn run(arguments: DiffArguments, start: Startup) -> Result<Code, CommandError> {
    let DiffArguments { documents, output: Output { format, quiet }, exclude, context, mut align, effects } = arguments;
    let settings = &start.warned().skipping(&documents.skipped).resolve(&[])?;
    let conflict = |message: &str| Err(usage("diff", ErrorKind::ArgumentConflict, message));
    if documents.sources.len() != 2 {
        let message = format!("diff takes two documents, not {}", documents.sources.len());
        return Err(usage("diff", ErrorKind::WrongNumberOfValues, &message));
    }
    if context.is_some() && !matches!(format, DiffFormat::Text | DiffFormat::Unified) {
        return conflict("--context goes with --format text and unified; the other forms hold both texts whole");
    }
    if effects.is_some() && !matches!(format, DiffFormat::Text | DiffFormat::Json) {
        return conflict("--effects goes with --format text and json; the other forms tell nothing of bits");
    }
    if !align.is_empty() && format == DiffFormat::Unified {
        return conflict("--align goes with the other forms; a patch is made of lines");
    }
    align.sort_unstable();
    if let Some([[a, b], [c, d]]) = align.windows(2).find(|two| two[0][0] == two[1][0] || two[0][1] >= two[1][1]) {
        return conflict(&format!("--align {a}:{b} and --align {c}:{d} cross each other, or share a paragraph"));
    }
    let both = matches!(format, DiffFormat::Text | DiffFormat::Json);
    if exclude.given() && !both {
        return conflict("--format text and json report exclusions; the other formats are of the whole texts");
    }
    // The exclusions of the settings apply where both scores can be shown.
    let rules = if both { exclude.rules("diff", settings)? } else { ExclusionRules::default() };
    let (lang, effects) = (settings.lang, effects.unwrap_or(EFFECTS));
    let entries = read(documents.sources, Work::Compare, |document| {
        let sketch = sketch(&document.text, &settings.recipe)?;
        Ok((Arc::new(document), sketch))
    });
    let seen = |at: usize| entries.get(at).and_then(|entry| Some((&*entry.name, &entry.seen.as_ref().ok()?.made)));
    let (Some((name_a, (a, of_a))), Some((name_b, (b, of_b)))) = (seen(0), seen(1)) else {
        if format == DiffFormat::Json && !quiet {
            return Ok(print(Code::Error, lang, |out| json::diff(out, &entries, None, settings, effects)));
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
                let message = format!("--align {i}:{j}: {name} has {total} paragraphs");
                return Err(usage("diff", ErrorKind::ValueValidation, &message));
            }
        }
    }
    let mut changes = Changes::new([name_a, name_b], [a, b], [*of_a, *of_b], &align, settings);
    changes.batch = without_excluded([a.clone(), b.clone()], rules, settings);
    Ok(print(code, lang, |out| match format {
        DiffFormat::Json => json::diff(out, &entries, Some(&changes), settings, effects),
        DiffFormat::HtmlFragment => html::fragment(out, &changes),
        DiffFormat::Text | DiffFormat::Unified => text::diff(out, &changes, context, effects),
    }))
}

/// Warns that a patch will not apply to a file whose bytes are not its text.
fn warn_if_transcoded(entry: &Streamed<HashedText>, lang: Lang) {
    let Ok(StreamedValue { reading, made: (document, _), .. }) = &entry.seen else { return };
    if reading.encoding != Encoding::UTF_8 || reading.replaced > 0 || reading.bytes != document.text.len() as u64 {
        print_error(&t!(lang, "cli.patch", name = entry.name, encoding = reading.encoding));
    }
}
