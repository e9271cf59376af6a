//! `simscope evaluate`: how well recipes tell near-duplicates from other texts, on pairs that somebody labelled.

mod calibration;
pub(super) mod table;

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    path::{Path, PathBuf},
    sync::Arc,
};

use rayon::prelude::*;

use super::{
    Code, CommandError,
    arguments::{EvaluateArguments, MatrixFormat, MidAs},
    csv, documents,
    evaluation::Evaluation,
    json, print, print_error, progress,
    settings::ResolvedSettings,
    start::Startup,
    text,
};
use crate::{
    batch::{Failure, Work, stream},
    compare::{
        coverage::{Windows, coverage},
        evaluation::{self, Collection, Judged, LabelledPair, MeasuredText, Mid, Plan, Study},
        pair::{Subject, cosine},
    },
    document::{self, Source},
    locale::Lang,
    say,
    simhash::{CountError, Keep, Recipe, RecipeWithK, Watch, Weighting, outline},
    t,
};
use table::NamedPair;

/// Reads pairs and documents, and measures.
pub(super) fn run(arguments: EvaluateArguments, start: Startup) -> Result<Code, CommandError> {
    let settings = start.warned().resolve(&[])?;
    let lang = settings.lang;
    let EvaluateArguments { pairs, docs, also, all_weights, up_to, mid, seeds, split, calibration, output } = arguments;
    let source = documents::source(&pairs);
    let document = document::read(&source).map_err(|error| CommandError::Failed(say::read_error(&error, lang)))?;
    let place = source.place();
    let (listed, sets) = table::read(&place, &document.text, lang).map_err(CommandError::Failed)?;
    let recipes = recipes(&settings, &also, all_weights, lang).map_err(CommandError::Failed)?;
    let beside = match &source {
        Source::File(path) => path.parent().map(PathBuf::from).unwrap_or_default(),
        _ => PathBuf::new(),
    };
    let (texts, troubled) = texts(&place, &listed, &docs.unwrap_or(beside), &settings);
    if calibration {
        let tried = calibration::tried(place, &listed, &texts, &settings, split.unwrap_or(0));
        let tried = tried.map_err(CommandError::Failed)?;
        let code = if troubled { Code::Error } else { Code::Done };
        return Ok(match output.format {
            _ if output.quiet => code,
            MatrixFormat::Json => print(code, lang, |out| json::tried(out, &tried)),
            MatrixFormat::Csv => print(code, lang, |out| csv::tried(out, &tried)),
            MatrixFormat::Text => print(code, lang, |out| text::tried(out, &tried)),
        });
    }
    let thresholds: Vec<u32> = recipes.iter().map(|of| of.k.unwrap_or(settings.k())).collect();
    let recipes: Vec<Recipe> = recipes.into_iter().map(|of| of.recipe).collect();
    let most = u32::from(recipes.iter().map(|recipe| recipe.bits).max().unwrap_or(0));
    let shares: Vec<Option<f64>> = listed.par_iter().map(|pair| shared_of(pair, &texts)).collect();
    let mid = match mid {
        MidAs::Neither => Mid::Neither,
        MidAs::Near => Mid::Near,
        MidAs::Far => Mid::Far,
    };
    let least = settings.config.text_thresholds();
    let up_to = thresholds.iter().fold(up_to, |most, &k| most.max(k)).min(most);
    let failed = |error| CommandError::Failed(Failure::from(error).reason(lang));
    let studies = if seeds.is_some() || split.is_some() {
        let plan = Plan { seeds: seeds.unwrap_or(1), up_to, mid, split };
        let study = |watch: &Watch| study(&listed, &texts, &recipes, plan, watch);
        progress::during("work.measuring", lang, study).map_err(failed)?
    } else {
        Vec::new()
    };
    let measured = recipes.into_par_iter().map(|recipe| {
        let judged = judge(&listed, &texts, &shares, &recipe)?;
        Ok((recipe, judged))
    });
    let recipes = measured.collect::<Result<_, CountError>>().map_err(failed)?;
    let evaluation = Evaluation {
        file: place,
        documents: texts.len(),
        sets,
        up_to,
        least: least.least_share(),
        least_cosine: least.least_cosine(),
        mid,
        recipes,
        thresholds,
        studies,
        settings,
    };
    let code = if troubled { Code::Error } else { Code::Done };
    Ok(match output.format {
        _ if output.quiet => code,
        MatrixFormat::Text if !evaluation.studies.is_empty() => {
            print(code, lang, |out| text::studies(out, &evaluation))
        }
        MatrixFormat::Csv if !evaluation.studies.is_empty() => print(code, lang, |out| csv::studies(out, &evaluation)),
        MatrixFormat::Text => print(code, lang, |out| text::evaluation(out, &evaluation)),
        MatrixFormat::Csv => print(code, lang, |out| csv::evaluation(out, &evaluation)),
        MatrixFormat::Json => print(code, lang, |out| json::evaluation(out, &evaluation)),
    })
}

/// A document: its text and its windows.
struct PreparedText {
    text: Arc<String>,
    windows: Arc<Windows>,
}

/// The documents that could be read, by the names that they have in the table; and whether one could not. Those are
/// named on standard error with the first line that wants them.
fn texts<'a>(
    file: &str,
    listed: &[NamedPair<'a>],
    folder: &Path,
    settings: &ResolvedSettings,
) -> (BTreeMap<&'a str, PreparedText>, bool) {
    let mut seen = HashSet::new();
    let mut names: Vec<(&str, usize)> = Vec::new();
    for pair in listed {
        for name in pair.names {
            if seen.insert(name) {
                names.push((name, pair.line));
            }
        }
    }
    let sources = names.iter().map(|(name, _)| Source::File(folder.join(name))).collect();
    let entries = stream::read(sources, Work::Compare, |document| {
        let windows = Arc::new(Windows::new(&document.text, settings.run));
        Ok(PreparedText { text: document.text, windows })
    });
    let (mut texts, mut troubled) = (BTreeMap::new(), false);
    for ((name, line), entry) in names.into_iter().zip(entries) {
        match entry.seen {
            Ok(seen) => _ = texts.insert(name, seen.made),
            Err(failure) => {
                troubled = true;
                let line = t!(settings.lang, "evaluate.line", file = file, line = line);
                print_error(&format!("{line}: {}", failure.message(&entry.source, settings.lang)));
            }
        }
    }
    (texts, troubled)
}

/// The larger coverage of a pair; `None` where one of the two was not read.
fn shared_of(pair: &NamedPair<'_>, texts: &BTreeMap<&str, PreparedText>) -> Option<f64> {
    let [a, b] = pair.names.map(|name| texts.get(name));
    let [of_a, of_b] = coverage(&a?.windows, &b?.windows);
    Some(of_a.share.max(of_b.share))
}

fn judge(
    listed: &[NamedPair<'_>],
    texts: &BTreeMap<&str, PreparedText>,
    shares: &[Option<f64>],
    recipe: &Recipe,
) -> Result<Vec<(usize, Judged)>, CountError> {
    let subject = |text: &PreparedText| -> Result<Subject, CountError> {
        Ok(Subject::new(&outline(&text.text, recipe)?, text.windows.clone()))
    };
    let all = texts.par_iter().map(|(&name, text)| Ok((name, subject(text)?)));
    let all: HashMap<&str, Subject> = all.collect::<Result<_, CountError>>()?;
    let judged = |(pair, shared): (&NamedPair<'_>, &Option<f64>)| {
        let [a, b] = pair.names.map(|name| all.get(name));
        let (a, b) = (a?, b?);
        let hamming = a.fingerprint.zip(b.fingerprint).map(|(a, b)| a.hamming(b));
        Some((pair.set, Judged { label: pair.label, hamming, shared: (*shared)?, cosine: cosine(a, b) }))
    };
    Ok(listed.par_iter().zip(shares).filter_map(judged).collect())
}

/// The pairs by the numbers of their documents among `names`, which are in order; without those that could not be read.
fn labelled(listed: &[NamedPair<'_>], names: &[&str]) -> Vec<LabelledPair> {
    let numbered = |pair: &NamedPair<'_>| {
        let [a, b] = pair.names.map(|name| names.binary_search(&name).ok());
        Some(LabelledPair { documents: [a?, b?], label: pair.label })
    };
    listed.iter().filter_map(numbered).collect()
}

/// The same recipes under many seeds.
fn study(
    listed: &[NamedPair<'_>],
    texts: &BTreeMap<&str, PreparedText>,
    recipes: &[Recipe],
    plan: Plan,
    watch: &Watch,
) -> Result<Vec<Study>, CountError> {
    let names: Vec<&str> = texts.keys().copied().collect();
    let pairs = labelled(listed, &names);
    let measured: Vec<MeasuredText<'_>> =
        texts.iter().map(|(name, text)| MeasuredText { name, text: &text.text, windows: &text.windows }).collect();
    // Finding the families takes little beside what follows, and counts in another unit.
    evaluation::studies(&Collection::new(&measured, pairs, &Watch::default())?, recipes, plan, watch)
}

/// The recipe, those given beside it, and the recipe under all weights, each once. Those given may bring their own k.
fn recipes(
    settings: &ResolvedSettings,
    also: &[String],
    all_weights: bool,
    lang: Lang,
) -> Result<Vec<RecipeWithK>, String> {
    let mut all = vec![RecipeWithK { recipe: settings.recipe.clone(), k: None }];
    for line in also {
        all.push(line.parse().map_err(|error| say::recipe_error(&error, lang))?);
    }
    if all_weights {
        let keeps = [Keep::All, Keep::Top(200), Keep::Top(100), Keep::Top(50), Keep::Top(20)];
        let weights = [Weighting::Tf].into_iter().chain(keeps.map(Weighting::TfIdf));
        let weights = weights.chain(keeps.map(Weighting::TfSqrtIdf)).chain([Weighting::LogTf, Weighting::Binary]);
        let weights = weights.chain([2, 5, 10].map(Weighting::MinTfSqrtIdf));
        let weights = weights.chain([75, 150].map(Weighting::TfIdfPow)).chain([Weighting::LogTfIdf]);
        let recipes = weights.filter_map(|weight| Recipe { weight, ..settings.recipe.clone() }.checked().ok());
        all.extend(recipes.map(|recipe| RecipeWithK { recipe, k: None }));
    }
    let mut seen = HashSet::new();
    all.retain(|of| seen.insert(of.recipe.clone()));
    Ok(all)
}
