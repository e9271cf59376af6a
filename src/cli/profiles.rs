//! `simscope compare --profiles`: one pair under every profile, a row each, and why those that disagree do.

use std::io::Write;

use clap::error::ErrorKind;
use serde::Serialize;
use serde_json::{Value, json};

use super::{
    Code, CommandError,
    arguments::{CompareFormat, Output},
    batch,
    json::{self, document::head},
    print, print_batch_failures,
    settings::ResolvedSettings,
    usage,
};
use crate::{
    batch::{Batch, Work},
    compare::profiles::{Opinion, RecipePart, RecipeStep, opinions},
    document::Source,
    page::Page,
    say,
    simhash::{Sketch, Watch},
    t,
};

pub(super) fn run(
    sources: Vec<Source>,
    settings: &ResolvedSettings,
    Output { format, quiet }: Output<CompareFormat>,
) -> Result<Code, CommandError> {
    if sources.len() != 2 {
        let message = format!("compare --profiles takes two documents, not {}", sources.len());
        return Err(usage("compare", ErrorKind::WrongNumberOfValues, &message));
    }
    if !matches!(format, CompareFormat::Text | CompareFormat::Json) {
        let message = "compare --profiles goes with --format text or json: it is one pair";
        return Err(usage("compare", ErrorKind::ArgumentConflict, message));
    }
    let lang = settings.lang;
    let batch = batch::prepared(sources, Work::Compare, settings, None);
    let opinions = both(&batch).unwrap_or_default();
    let near = opinions.first().is_some_and(|own| own.near(settings.k()));
    let code = Code::of_pairs(batch.has_failures(), near);
    let shown = |out: &mut dyn Write| {
        if format == CompareFormat::Text {
            return page(&batch, settings, &opinions).write(out, settings.terminal());
        }
        let head = head("simscope/profiles/1", &batch, settings);
        let profiles = json_profiles(&opinions, &batch, settings);
        json::write(out, json::LEVELS, &JsonProfiles { head, profiles })
    };
    let code = if quiet { code } else { print(code, lang, shown) };
    if quiet || format == CompareFormat::Text {
        print_batch_failures(&batch, lang);
    }
    Ok(code)
}

#[derive(Serialize)]
struct JsonProfiles<H> {
    #[serde(flatten)]
    head: H,
    profiles: Vec<Value>,
}

/// `None` where one of the two was not read. That the own recipe takes both is known then, and all others of its kind
/// take what it takes.
fn both(batch: &Batch) -> Option<Vec<Opinion>> {
    if batch.has_failures() {
        return None;
    }
    let [a, b] = batch.documents([0, 1])?;
    opinions([&a.text, &b.text], &batch.recipe, &Watch::default()).ok()
}

/// The head, and the pair under every profile.
fn page(batch: &Batch, settings: &ResolvedSettings, opinions: &[Opinion]) -> Page {
    let mut page = Page::new(settings.lang);
    page.recipe_and_k(&settings.recipe, settings.k());
    if opinions.is_empty() {
        page.line(t!(settings.lang, "cli.nothing"));
        return page;
    }
    let names = [0, 1].map(|at| batch.name(at));
    page.line(format!("{} × {}", names[0], names[1]));
    page.blank();
    say::profiles(&mut page, opinions, names, settings.k(), true);
    page.proof();
    page
}

/// The verdict of each profile on the two documents of a batch, the recipe first; none where one was not read.
fn json_profiles(opinions: &[Opinion], batch: &Batch, settings: &ResolvedSettings) -> Vec<Value> {
    let (k, lang) = (settings.k(), settings.lang);
    let names = [0, 1].map(|at| batch.name(at));
    let profile = |(n, opinion): (usize, &Opinion)| {
        let [a, b] = opinion.sketches;
        let hex = |sketch: Sketch| sketch.fingerprint.map(|f| f.to_string());
        let constant = |sketch: Sketch| sketch.constant && sketch.fingerprint.is_some();
        // The first recipe with one part of this one in place of its own.
        let step = |step: &RecipeStep| json!({ "part": step.part.key(), "hamming": step.hamming, "bits": step.bits });
        let why = (n > 0).then(|| {
            let decisive = opinion.decisive(&opinions[0], k).into_iter().map(RecipePart::key);
            json!({
                "text": say::profile(opinion, &opinions[0], k, names, lang),
                "parts": opinion.steps.iter().map(step).collect::<Value>(),
                "decisive": decisive.collect::<Value>(),
            })
        });
        json!({
            "profile": opinion.profile,
            "recipe": opinion.recipe.to_string(),
            // `false` where it follows a system's method and not its bits.
            "bit_for_bit": say::same_method(&opinion.recipe, lang).is_none(),
            "bits": opinion.recipe.bits,
            "fingerprint_a": hex(a),
            "fingerprint_b": hex(b),
            "constant_a": constant(a),
            "constant_b": constant(b),
            "hamming": opinion.hamming,
            "near_duplicate": opinion.near(k),
            "why": why,
        })
    };
    opinions.iter().enumerate().map(profile).collect()
}
