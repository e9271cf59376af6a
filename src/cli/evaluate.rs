//! `simscope evaluate`: how well recipes tell near-duplicates from other texts, on pairs that somebody labelled.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    path::{Path, PathBuf},
    sync::Arc,
};

use rayon::prelude::*;

use super::{
    Code, CommandError,
    arguments::{EvaluateArguments, MatrixFormat},
    csv, documents, json, print, print_error, progress,
    settings::ResolvedSettings,
    start::Startup,
    study::{EvaluatedRecipe, Evaluation, NamedPair, TestedFile, labelled_pairs},
    text,
};
use crate::{
    batch::{CalibrationTest, CalibrationText, Failure, Work, stream},
    compare::{
        Examined,
        coverage::{Windows, coverage},
        evaluation::{Collection, Judged, LabelledPair, MeasuredText, Plan, Study, studies},
        pair::Subject,
    },
    document::{self, Source},
    locale::Lang,
    say,
    simhash::{CountError, Pipeline, Recipe, RecipeWithK, Watch, Weighting},
    t,
};

/// Reads pairs and documents, and measures.
pub(super) fn run(arguments: EvaluateArguments, start: Startup) -> Result<Code, CommandError> {
    let settings = start.warned().resolve(&[])?;
    let lang = settings.lang;
    let EvaluateArguments { pairs, docs, also, all_weights, up_to, mid, seeds, split, calibration, output } = arguments;
    let source = documents::source(&pairs);
    let document = document::read(&source).map_err(|error| CommandError::Failed(say::read_error(&error, lang)))?;
    let file = source.place();
    let (pairs, sets) = labelled_pairs(&file, &document.text, lang).map_err(CommandError::Failed)?;
    let recipes = recipes(&settings, &also, all_weights, lang).map_err(CommandError::Failed)?;
    let beside = match &source {
        Source::File(path) => path.parent().map(PathBuf::from).unwrap_or_default(),
        _ => PathBuf::new(),
    };
    let (labelled, troubled) = LabelledTexts::read(&file, pairs, &docs.unwrap_or(beside), &settings);
    let code = if troubled { Code::Error } else { Code::Done };
    if calibration {
        let test = labelled.test_calibration(&settings, split.unwrap_or(0)).map_err(CommandError::Failed)?;
        let tested = TestedFile { file, test, lang };
        return Ok(match output.format {
            _ if output.quiet => code,
            MatrixFormat::Json => print(code, lang, |out| json::calibration_test(out, &tested)),
            MatrixFormat::Csv => print(code, lang, |out| csv::calibration_test(out, &tested)),
            MatrixFormat::Text => print(code, lang, |out| text::calibration_test(out, &tested)),
        });
    }
    let mid = mid.into();
    let thresholds: Vec<u32> = recipes.iter().map(|of| of.k.unwrap_or(settings.k())).collect();
    let recipes: Vec<Recipe> = recipes.into_iter().map(|of| of.recipe).collect();
    let most = u32::from(recipes.iter().map(|recipe| recipe.bits).max().unwrap_or(0));
    let up_to = thresholds.iter().fold(up_to, |most, &k| most.max(k)).min(most);
    let failed = |error| CommandError::Failed(Failure::from(error).reason(lang));
    let studied = if seeds.is_some() || split.is_some() {
        let plan = Plan { seeds: seeds.unwrap_or(1), up_to, mid, split };
        progress::during("work.measuring", lang, |watch| labelled.study(&recipes, plan, watch)).map_err(failed)?
    } else {
        Vec::new()
    };
    let shares = labelled.shares();
    let judged = recipes.par_iter().map(|recipe| labelled.judge(&shares, recipe));
    let judged: Vec<Vec<(usize, Judged)>> = judged.collect::<Result<_, CountError>>().map_err(failed)?;
    let mut studied = studied.into_iter();
    let recipes = recipes.into_iter().zip(thresholds).zip(judged);
    let recipes = recipes.map(|((recipe, k), pairs)| EvaluatedRecipe { recipe, k, pairs, study: studied.next() });
    let least = settings.config.text_thresholds();
    let evaluation = Evaluation {
        file,
        documents: labelled.texts.len(),
        sets,
        up_to,
        least: least.least_share(),
        least_cosine: least.least_cosine(),
        mid,
        recipes: recipes.collect(),
        settings,
    };
    Ok(match output.format {
        _ if output.quiet => code,
        MatrixFormat::Text => print(code, lang, |out| text::evaluation(out, &evaluation)),
        MatrixFormat::Csv => print(code, lang, |out| csv::evaluation(out, &evaluation)),
        MatrixFormat::Json => print(code, lang, |out| json::evaluation(out, &evaluation)),
    })
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
        let recipe = |weight| Recipe { weight, ..settings.recipe.clone() }.checked().ok();
        let recipes = Weighting::MEASURED.into_iter().filter_map(recipe);
        all.extend(recipes.map(|recipe| RecipeWithK { recipe, k: None }));
    }
    let mut seen = HashSet::new();
    all.retain(|of| seen.insert(of.recipe.clone()));
    Ok(all)
}

/// The pairs of a table, and those of their documents that could be read, by their names in it.
struct LabelledTexts<'a> {
    pairs: Vec<NamedPair<'a>>,
    texts: BTreeMap<&'a str, PreparedText>,
}

struct PreparedText {
    text: Arc<String>,
    windows: Arc<Windows>,
}

impl<'a> LabelledTexts<'a> {
    /// Reads the documents; and whether one could not be read. Those are named on standard error with the first line
    /// that wants them.
    fn read(file: &str, pairs: Vec<NamedPair<'a>>, folder: &Path, settings: &ResolvedSettings) -> (Self, bool) {
        let mut seen = HashSet::new();
        let wanted = pairs.iter().flat_map(|pair| pair.names.map(|name| (name, pair.line)));
        let names: Vec<(&str, usize)> = wanted.filter(|(name, _)| seen.insert(*name)).collect();
        let sources = names.iter().map(|(name, _)| Source::File(folder.join(name))).collect();
        let entries = stream::read(sources, Work::Compare, |document| {
            let windows = Arc::new(Windows::new(&document.text, settings.run, &Watch::default())?);
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
        (Self { pairs, texts }, troubled)
    }

    /// The larger coverage of each pair; `None` where one of the two was not read.
    fn shares(&self) -> Vec<Option<f64>> {
        let share = |pair: &NamedPair<'_>| {
            let [a, b] = pair.names.map(|name| self.texts.get(name));
            let [of_a, of_b] = coverage(&a?.windows, &b?.windows);
            Some(of_a.share.max(of_b.share))
        };
        self.pairs.par_iter().map(share).collect()
    }

    /// What a recipe says of each pair that could be read, with its set. Shares do not depend on the recipe.
    fn judge(&self, shares: &[Option<f64>], recipe: &Recipe) -> Result<Vec<(usize, Judged)>, CountError> {
        let pipeline = Pipeline::new(recipe).without_places();
        let subject = |(&name, text): (&&'a str, &PreparedText)| {
            Ok((name, Subject::new(&pipeline.trace(&text.text)?, text.windows.clone())))
        };
        let subjects: HashMap<&str, Subject> = self.texts.par_iter().map(subject).collect::<Result<_, CountError>>()?;
        let judged = |(pair, share): (&NamedPair<'_>, &Option<f64>)| {
            let [a, b] = pair.names.map(|name| subjects.get(name));
            Some((pair.set, Judged::new(pair.label, [a?, b?], (*share)?)))
        };
        Ok(self.pairs.par_iter().zip(shares).filter_map(judged).collect())
    }

    /// The names of the documents, and the pairs by the numbers of their documents, as far as they could be read.
    fn numbered(&self) -> (Vec<&'a str>, Vec<LabelledPair>) {
        let names: Vec<&str> = self.texts.keys().copied().collect();
        let numbered = |pair: &NamedPair<'_>| {
            let [a, b] = pair.names.map(|name| names.binary_search(&name).ok());
            Some(LabelledPair { documents: [a?, b?], label: pair.label })
        };
        let pairs = self.pairs.iter().filter_map(numbered).collect();
        (names, pairs)
    }

    /// The recipes under many seeds.
    fn study(&self, recipes: &[Recipe], plan: Plan, watch: &Watch) -> Result<Vec<Study>, CountError> {
        let (_, pairs) = self.numbered();
        let texts = self.texts.iter();
        let texts: Vec<MeasuredText<'_>> =
            texts.map(|(name, of)| MeasuredText { name, text: &of.text, windows: &of.windows }).collect();
        // Finding the families takes little beside what follows, and counts in another unit.
        studies(&Collection::new(&texts, pairs, &Watch::default())?, recipes, plan, watch)
    }

    /// Fits a calibration on one part of the families and tests it on the other; the seed decides on the parts.
    ///
    /// # Errors
    /// A sentence, if a part has too little.
    fn test_calibration(&self, settings: &ResolvedSettings, seed: u64) -> Result<CalibrationTest, String> {
        let lang = settings.lang;
        let (names, pairs) = self.numbered();
        progress::during("work.calibrating", lang, |watch| {
            let pipeline = Pipeline::new(&settings.recipe).without_places();
            let examined = self.texts.par_iter().map(|(_, of)| {
                let subject = Examined::new(&of.text, &pipeline, settings.run)?.subject;
                Ok(CalibrationText { text: of.text.clone(), subject })
            });
            let texts: Vec<CalibrationText> =
                examined.collect::<Result<_, CountError>>().map_err(|error| Failure::from(error).reason(lang))?;
            let test = CalibrationTest::new(&texts, &names, &pairs, &settings.recipe, seed, watch);
            test.map_err(|error| say::calibration_error(error, lang))
        })
    }
}
