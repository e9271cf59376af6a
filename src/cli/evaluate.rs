//! `simscope evaluate`: how well recipes tell near-duplicates from other texts, on pairs that somebody labelled.

use std::{
    collections::{HashMap, HashSet},
    path::{Path, PathBuf},
    sync::Arc,
};

use rayon::prelude::*;

use super::{
    Code, CommandError,
    arguments::{Evaluate, MatrixFormat, MidAs},
    complain, csv, documents,
    evaluation::Evaluation,
    json, print,
    settings::Chosen,
    start::Start,
    text,
};
use crate::{
    batch::{Failure, stream},
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
pub(super) fn run(arguments: Evaluate, start: Start) -> Result<Code, CommandError> {
    let chosen = start.warned().choose(&[])?;
    let lang = chosen.lang;
    let Evaluate { pairs, docs, also, all_weights, up_to, mid, shared, output } = arguments;
    let source = documents::source(&pairs);
    let document = document::read(&source).map_err(|error| CommandError::Failed(say::read_error(&error, lang)))?;
    let place = source.place();
    let (listed, sets) = table(&place, &document.text, lang).map_err(CommandError::Failed)?;
    let recipes = recipes(&chosen, &also, all_weights, lang).map_err(CommandError::Failed)?;
    let beside = match &source {
        Source::File(path) => path.parent().map(PathBuf::from).unwrap_or_default(),
        _ => PathBuf::new(),
    };
    let (texts, troubled) = texts(&place, &listed, &docs.unwrap_or(beside), &chosen);
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
    let (least, up_to) = (f64::from(shared) / 100.0, up_to.max(chosen.k()).min(most));
    let evaluation = Evaluation { file: place, documents: texts.len(), sets, up_to, least, mid, recipes, chosen };
    let code = if troubled { Code::Trouble } else { Code::Done };
    Ok(match output.format {
        _ if output.quiet => code,
        MatrixFormat::Text => print(code, lang, |out| text::evaluation(out, &evaluation)),
        MatrixFormat::Csv => print(code, lang, |out| csv::evaluation(out, &evaluation)),
        MatrixFormat::Json => print(code, lang, |out| json::evaluation(out, &evaluation)),
    })
}

/// A line of the table.
struct Listed<'a> {
    line: usize,
    names: [&'a str; 2],
    set: usize,
    label: Label,
}

/// The pairs, and the names of the sets.
fn table<'a>(file: &str, text: &'a str, lang: Lang) -> Result<(Vec<Listed<'a>>, Vec<String>), String> {
    let (mut pairs, mut sets): (Vec<Listed<'a>>, Vec<String>) = (Vec::new(), Vec::new());
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
        pairs.push(Listed { line, names: [a, b], set: at, label });
    }
    if pairs.is_empty() {
        return Err(t!(lang, "evaluate.nothing", file = file));
    }
    Ok((pairs, sets))
}

/// A document: its text and its windows.
struct Text {
    text: Arc<String>,
    windows: Windows,
}

/// The documents that could be read, by the names that they have in the table; and whether one could not. Those are
/// named on standard error with the first line that wants them.
fn texts<'a>(file: &str, listed: &[Listed<'a>], folder: &Path, chosen: &Chosen) -> (HashMap<&'a str, Text>, bool) {
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
    let entries = stream::read(sources, |document| {
        let windows = Windows::new(&document.text, chosen.run);
        Ok(Text { text: document.text, windows })
    });
    let (mut texts, mut troubled) = (HashMap::new(), false);
    for ((name, line), entry) in names.into_iter().zip(entries) {
        match entry.seen {
            Ok(seen) => _ = texts.insert(name, seen.made),
            Err(failure) => {
                troubled = true;
                let line = t!(chosen.lang, "evaluate.line", file = file, line = line);
                complain(&format!("{line}: {}", failure.message(&entry.source, chosen.lang)));
            }
        }
    }
    (texts, troubled)
}

/// The larger coverage of a pair; `None` where one of the two was not read.
fn shared_of(pair: &Listed<'_>, texts: &HashMap<&str, Text>) -> Option<f64> {
    let [a, b] = pair.names.map(|name| texts.get(name));
    let [of_a, of_b] = coverage(&a?.windows, &b?.windows);
    Some(of_a.share.max(of_b.share))
}

fn judge(
    listed: &[Listed<'_>],
    texts: &HashMap<&str, Text>,
    shares: &[Option<f64>],
    recipe: &Recipe,
) -> Result<Vec<(usize, Judged)>, CountError> {
    let fingerprint = |text: &Text| -> Result<_, CountError> {
        let sketch = sketch(&text.text, recipe)?;
        Ok(sketch.fingerprint.filter(|_| !sketch.constant))
    };
    let all = texts.par_iter().map(|(&name, text)| Ok((name, fingerprint(text)?)));
    let all: HashMap<&str, _> = all.collect::<Result<_, CountError>>()?;
    let judged = |(pair, shared): (&Listed<'_>, &Option<f64>)| {
        let [a, b] = pair.names.map(|name| all.get(name).copied().flatten());
        let hamming = a.zip(b).map(|(a, b)| a.hamming(b));
        Some((pair.set, Judged { label: pair.label, hamming, shared: (*shared)? }))
    };
    Ok(listed.iter().zip(shares).filter_map(judged).collect())
}

/// The recipe, those given beside it, and the recipe under all weights, each once.
fn recipes(chosen: &Chosen, also: &[String], all_weights: bool, lang: Lang) -> Result<Vec<Recipe>, String> {
    let mut all = vec![chosen.recipe.clone()];
    for line in also {
        let recipe = line.parse().map_err(|error| say::recipe_error(&error, lang))?;
        all.push(recipe);
    }
    if all_weights {
        let keeps = [Keep::All, Keep::Top(200), Keep::Top(100), Keep::Top(50), Keep::Top(20)];
        let weights = [Weighting::Tf].into_iter().chain(keeps.map(Weighting::TfIdf));
        let weights = weights.chain(keeps.map(Weighting::TfSqrtIdf)).chain([Weighting::LogTf, Weighting::Binary]);
        all.extend(weights.filter_map(|weight| Recipe { weight, ..chosen.recipe.clone() }.checked().ok()));
    }
    let mut seen = HashSet::new();
    all.retain(|recipe| seen.insert(recipe.clone()));
    Ok(all)
}
