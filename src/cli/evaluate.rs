//! `simscope evaluate`: how well recipes tell near-duplicates from other texts, on pairs that somebody labelled.

use std::{
    collections::{HashMap, HashSet},
    path::{Path, PathBuf},
    sync::Arc,
};

use rayon::prelude::*;

use super::{
    Code, CommandError,
    arguments::{EvaluateArguments, MatrixFormat, MidAs},
    csv, documents,
    evaluation::Evaluation,
    json, print, print_error,
    settings::ResolvedSettings,
    start::Startup,
    text,
};
use crate::{
    batch::{Failure, Work, stream},
    compare::{
        coverage::{Windows, coverage},
        evaluation::{Judged, Label, Mid},
    },
    document::{self, Source, safe_name},
    locale::Lang,
    say,
    simhash::{CountError, Keep, Recipe, Weighting, sketch},
    t,
};

/// Reads pairs and documents, and measures.
pub(super) fn run(arguments: EvaluateArguments, start: Startup) -> Result<Code, CommandError> {
    let settings = start.warned().resolve(&[])?;
    let lang = settings.lang;
    let EvaluateArguments { pairs, docs, also, all_weights, up_to, mid, output } = arguments;
    let source = documents::source(&pairs);
    let document = document::read(&source).map_err(|error| CommandError::Failed(say::read_error(&error, lang)))?;
    let place = source.place();
    let (listed, sets) = table(&place, &document.text, lang).map_err(CommandError::Failed)?;
    let recipes = recipes(&settings, &also, all_weights, lang).map_err(CommandError::Failed)?;
    let beside = match &source {
        Source::File(path) => path.parent().map(PathBuf::from).unwrap_or_default(),
        _ => PathBuf::new(),
    };
    let (texts, troubled) = texts(&place, &listed, &docs.unwrap_or(beside), &settings);
    let most = u32::from(recipes.iter().map(|recipe| recipe.bits).max().unwrap_or(0));
    let shares: Vec<Option<f64>> = listed.par_iter().map(|pair| shared_of(pair, &texts)).collect();
    let measured = recipes.into_par_iter().map(|recipe| {
        let judged = judge(&listed, &texts, &shares, &recipe)?;
        Ok((recipe, judged))
    });
    let recipes = measured.collect::<Result<_, CountError>>();
    let recipes = recipes.map_err(|error| CommandError::Failed(Failure::from(error).reason(lang)))?;
    let mid = match mid {
        MidAs::Neither => Mid::Neither,
        MidAs::Near => Mid::Near,
        MidAs::Far => Mid::Far,
    };
    let (least, up_to) = (settings.config.text_thresholds().least_share(), up_to.max(settings.k()).min(most));
    let evaluation = Evaluation { file: place, documents: texts.len(), sets, up_to, least, mid, recipes, settings };
    let code = if troubled { Code::Error } else { Code::Done };
    Ok(match output.format {
        _ if output.quiet => code,
        MatrixFormat::Text => print(code, lang, |out| text::evaluation(out, &evaluation)),
        MatrixFormat::Csv => print(code, lang, |out| csv::evaluation(out, &evaluation)),
        MatrixFormat::Json => print(code, lang, |out| json::evaluation(out, &evaluation)),
    })
}

struct LabelledPair<'a> {
    line: usize,
    names: [&'a str; 2],
    set: usize,
    label: Label,
}

/// The pairs, and the names of the sets.
fn table<'a>(file: &str, text: &'a str, lang: Lang) -> Result<(Vec<LabelledPair<'a>>, Vec<String>), String> {
    let (mut pairs, mut sets): (Vec<LabelledPair<'a>>, Vec<String>) = (Vec::new(), Vec::new());
    for (line, row) in (1..).zip(text.lines()) {
        let wrong = |why: String| format!("{}: {why}", t!(lang, "evaluate.line", file = file, line = line));
        let fields: Vec<&str> = row.split('\t').collect();
        let [a, b, set, label, ..] = fields[..] else {
            if row.trim().is_empty() {
                continue;
            }
            return Err(wrong(t!(lang, "evaluate.fields", n = fields.len())));
        };
        let label = match label.trim() {
            "near" => Label::Near,
            "mid" => Label::Mid,
            "far" => Label::Far,
            // The names of the columns.
            "label" if pairs.is_empty() => continue,
            other => return Err(wrong(t!(lang, "evaluate.label", label = format!("{:?}", safe_name(other))))),
        };
        if a.is_empty() || b.is_empty() {
            return Err(wrong(t!(lang, "evaluate.name").into()));
        }
        let set = safe_name(set);
        let at = sets.iter().position(|known| *known == set).unwrap_or_else(|| {
            sets.push(set);
            sets.len() - 1
        });
        pairs.push(LabelledPair { line, names: [a, b], set: at, label });
    }
    if pairs.is_empty() {
        return Err(t!(lang, "evaluate.nothing", file = file));
    }
    Ok((pairs, sets))
}

/// A document: its text and its windows.
struct PreparedText {
    text: Arc<String>,
    windows: Windows,
}

/// The documents that could be read, by the names that they have in the table; and whether one could not. Those are
/// named on standard error with the first line that wants them.
fn texts<'a>(
    file: &str,
    listed: &[LabelledPair<'a>],
    folder: &Path,
    settings: &ResolvedSettings,
) -> (HashMap<&'a str, PreparedText>, bool) {
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
        let windows = Windows::new(&document.text, settings.run);
        Ok(PreparedText { text: document.text, windows })
    });
    let (mut texts, mut troubled) = (HashMap::new(), false);
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
fn shared_of(pair: &LabelledPair<'_>, texts: &HashMap<&str, PreparedText>) -> Option<f64> {
    let [a, b] = pair.names.map(|name| texts.get(name));
    let [of_a, of_b] = coverage(&a?.windows, &b?.windows);
    Some(of_a.share.max(of_b.share))
}

fn judge(
    listed: &[LabelledPair<'_>],
    texts: &HashMap<&str, PreparedText>,
    shares: &[Option<f64>],
    recipe: &Recipe,
) -> Result<Vec<(usize, Judged)>, CountError> {
    let fingerprint = |text: &PreparedText| -> Result<_, CountError> {
        let sketch = sketch(&text.text, recipe)?;
        Ok(sketch.fingerprint.filter(|_| !sketch.constant))
    };
    let all = texts.par_iter().map(|(&name, text)| Ok((name, fingerprint(text)?)));
    let all: HashMap<&str, _> = all.collect::<Result<_, CountError>>()?;
    let judged = |(pair, shared): (&LabelledPair<'_>, &Option<f64>)| {
        let [a, b] = pair.names.map(|name| all.get(name).copied().flatten());
        let hamming = a.zip(b).map(|(a, b)| a.hamming(b));
        Some((pair.set, Judged { label: pair.label, hamming, shared: (*shared)? }))
    };
    Ok(listed.iter().zip(shares).filter_map(judged).collect())
}

/// The recipe, those given beside it, and the recipe under all weights, each once.
fn recipes(settings: &ResolvedSettings, also: &[String], all_weights: bool, lang: Lang) -> Result<Vec<Recipe>, String> {
    let mut all = vec![settings.recipe.clone()];
    for line in also {
        let recipe = line.parse().map_err(|error| say::recipe_error(&error, lang))?;
        all.push(recipe);
    }
    if all_weights {
        let keeps = [Keep::All, Keep::Top(200), Keep::Top(100), Keep::Top(50), Keep::Top(20)];
        let weights = [Weighting::Tf].into_iter().chain(keeps.map(Weighting::TfIdf));
        let weights = weights.chain(keeps.map(Weighting::TfSqrtIdf)).chain([Weighting::LogTf, Weighting::Binary]);
        all.extend(weights.filter_map(|weight| Recipe { weight, ..settings.recipe.clone() }.checked().ok()));
    }
    let mut seen = HashSet::new();
    all.retain(|recipe| seen.insert(recipe.clone()));
    Ok(all)
}
