//! `simscope compare --profiles`: one pair under every profile, a row each, and why those that disagree do.

use std::io::{self, Write};

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
    text::{TextTable, hex, marked, number, recipe_line},
    usage,
};
use crate::{
    batch::{Batch, Work},
    compare::profiles::{Opinion, RecipePart, RecipeStep, opinions},
    document::Source,
    say,
    simhash::{Sketch, Watch},
    t,
    table::Align::{Left, Right},
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
            return write_text(out, &batch, settings, &opinions);
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

/// Writes the head, the rows, and a sentence for each profile whose verdict is another than that of the recipe; where
/// all say the same, for the one that is furthest off.
fn write_text(out: &mut dyn Write, batch: &Batch, settings: &ResolvedSettings, opinions: &[Opinion]) -> io::Result<()> {
    let (k, lang) = (settings.k(), settings.lang);
    recipe_line(out, settings)?;
    let Some((own, others)) = opinions.split_first() else {
        return writeln!(out, "{}", t!(lang, "cli.nothing"));
    };
    let names = [0, 1].map(|at| batch.name(at));
    writeln!(out, "{} × {}\n", names[0], names[1])?;
    let sides = [Left, Right, Right, Left, Left, Left];
    let bits = t!(lang, "table.bits");
    let [a, b] = ["A", "B"].map(|side| format!("{} {side}", t!(lang, "table.fingerprint")));
    let mut table = TextTable::new(sides, 0, [t!(lang, "table.profile"), "HD", bits, "", &a, &b]);
    for opinion in opinions {
        let fingerprint = |side: usize| -> String {
            let sketch = opinion.sketches[side];
            let hex = hex(sketch.fingerprint, lang);
            if sketch.constant && sketch.fingerprint.is_some() { t!(lang, "table.constant", hex) } else { hex }
        };
        table.row([
            say::profile_name(opinion, lang).to_owned(),
            number(opinion.hamming),
            opinion.recipe.bits.to_string(),
            if opinion.near(k) { t!(lang, "table.near").into() } else { String::new() },
            fingerprint(0),
            fingerprint(1),
        ]);
    }
    table.write(out)?;
    let said: Vec<&Opinion> = match others.iter().filter(|other| other.near(k) != own.near(k)).collect::<Vec<_>>() {
        none if none.is_empty() => others.iter().max_by_key(|other| other.further(own)).into_iter().collect(),
        some => some,
    };
    writeln!(out)?;
    for other in said {
        marked(out, "- ", &say::profile(other, own, k, names, lang))?;
    }
    if let Some(method) = opinions.iter().find_map(|opinion| say::same_method(&opinion.recipe, lang)) {
        marked(out, "! ", &method)?;
    }
    writeln!(out, "\n{}", t!(lang, "cli.proof"))
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
