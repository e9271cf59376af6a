//! `simscope evaluate`: how well recipes tell near-duplicates from other texts, on pairs that somebody labelled.

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap, HashSet},
    ffi::OsString,
    io::{self, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

use clap::{Args, ValueHint};
use rayon::prelude::*;

use super::{
    Code, CommandError,
    arguments::{Output, TableFormat},
    documents, json, print, print_error, progress,
    rights::CommandRights,
    settings::{RecipeFlags, ResolvedSettings, ThresholdFlags},
    start::Startup,
    study::{EvaluatedRecipe, Evaluation, NamedPair, SignalScore, TestedFile, labelled_pairs},
    text,
};
use crate::{
    batch::{CalibrationTest, CalibrationText, Failure, Work, stream},
    compare::{
        Examined,
        coverage::{Coverage, Windows, coverage},
        evaluation::{Collection, Judged, LabelledPair, MeasuredText, Plan, Rule, Study, studies},
        pair::Subject,
    },
    document::{self, Source},
    locale::Lang,
    say,
    simhash::{CountError, Pipeline, Recipe, RecipeWithK, Watch, Weighting},
    t,
    table::{Value, csv},
};

/// `simscope evaluate`.
#[derive(Debug, Args)]
pub(super) struct EvaluateArguments {
    /// A table with one pair per line: two files, their set, and near, mid or far
    ///
    /// Tab-separated; extra columns and a header line are ignored. - is standard input.
    #[arg(value_name = "PAIRS", value_hint = ValueHint::FilePath)]
    pairs: OsString,
    /// Folder of the files in the table [default: the table's folder]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    docs: Option<PathBuf>,
    /// Also measure this recipe; repeatable
    ///
    /// The name of a profile, or a recipe line; 'weights' means the recipe with every other weight.
    #[arg(long, value_name = "NAME|LINE")]
    also: Vec<String>,
    /// Number of feature hash seeds to measure with
    ///
    /// Seeds start at 0. Prints mean and standard deviation of each figure, and crowding.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    seeds: Option<u64>,
    /// Choose the best k on one part of the families, and test it on the other
    ///
    /// The seed decides how the families are divided [default seed: 0].
    #[arg(long, value_name = "SEED", num_args = 0..=1, require_equals = true, default_missing_value = "0")]
    split: Option<u64>,
    /// Test the probabilities of 'simscope calibrate' on the labels
    ///
    /// Fits on one part of the families and tests on the other: predicted and labelled share of near pairs at each
    /// distance, and the expected calibration error. --split=SEED chooses the parts.
    #[arg(long, conflicts_with_all = ["seeds", "also"])]
    calibration: bool,
    #[command(flatten)]
    output: Output<TableFormat>,
    #[command(flatten)]
    thresholds: ThresholdFlags,
    #[command(flatten)]
    recipe: RecipeFlags,
}

/// Stands for the recipe under all weights.
const ALL_WEIGHTS: &str = "weights";
/// Every k up to this is tried, and up to the threshold if that is larger.
const MOST_TRIED: u32 = 10;

/// Reads pairs and documents, and measures.
pub(super) fn run(arguments: EvaluateArguments, start: Startup) -> Result<Code, CommandError> {
    let EvaluateArguments { pairs, docs, also, seeds, split, calibration, output, thresholds, recipe } = arguments;
    let settings = start.with(thresholds).with(recipe).warned().resolve(&[])?;
    let lang = settings.lang;
    let source = documents::source(&pairs);
    let document = document::read(&source).map_err(|error| say::read_error(&error, lang))?;
    let file = source.place();
    let (pairs, sets) = labelled_pairs(&file, &document.text, lang)?;
    let recipes = recipes(&settings, &also, lang)?;
    let beside = match &source {
        Source::File(path) => path.parent().map(PathBuf::from).unwrap_or_default(),
        _ => PathBuf::new(),
    };
    let (labelled, troubled) = LabelledTexts::read(&file, pairs, &docs.unwrap_or(beside), &settings);
    let code = Code::error_if(troubled);
    if calibration {
        let test = labelled.test_calibration(&settings, split.unwrap_or(0))?;
        let tested = TestedFile { file, test, lang };
        let shown = |out: &mut dyn Write| match output.format {
            TableFormat::Text => text::calibration_test(&tested).write(out, text::terminal(None)),
            TableFormat::Csv => write_test_csv(out, &tested),
            TableFormat::Json => json::calibration_test(out, &tested),
        };
        return Ok(if output.quiet { code } else { print(code, lang, shown) });
    }
    let thresholds: Vec<u32> = recipes.iter().map(|of| of.k.unwrap_or(settings.k())).collect();
    let recipes: Vec<Recipe> = recipes.into_iter().map(|of| of.recipe).collect();
    let most = u32::from(recipes.iter().map(|recipe| recipe.bits).max().unwrap_or(0));
    let up_to = thresholds.iter().fold(MOST_TRIED, |most, &k| most.max(k)).min(most);
    let failed = |error| Failure::from(error).reason(lang);
    let studied = if seeds.is_some() || split.is_some() {
        let plan = Plan { seeds: seeds.unwrap_or(1), up_to, split };
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
        recipes: recipes.collect(),
        settings,
    };
    let shown = |out: &mut dyn Write| match output.format {
        TableFormat::Text => text::evaluation(&evaluation).write(out, text::terminal(None)),
        TableFormat::Csv => write_csv(out, &evaluation),
        TableFormat::Json => json::evaluation(out, &evaluation),
    };
    Ok(if output.quiet { code } else { print(code, lang, shown) })
}

/// The recipe, those given beside it, and the recipe under all weights, each once. Those given may bring their own k.
fn recipes(settings: &ResolvedSettings, also: &[String], lang: Lang) -> Result<Vec<RecipeWithK>, String> {
    let mut all = vec![RecipeWithK { recipe: settings.recipe.clone(), k: None }];
    for named in also {
        if named == ALL_WEIGHTS {
            let recipe = |weight| Recipe { weight, ..settings.recipe.clone() }.checked().ok();
            let recipes = Weighting::MEASURED.into_iter().filter_map(recipe);
            all.extend(recipes.map(|recipe| RecipeWithK { recipe, k: None }));
        } else {
            all.push(named.parse().map_err(|error| say::recipe_error(&error, lang))?);
        }
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
        let sources: Vec<Source> = names.iter().map(|(name, _)| Source::File(folder.join(name))).collect();
        CommandRights::default().and_sources(&sources).keep_only();
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
                    let line = t!(settings.lang, "evaluate.line", file, line);
                    print_error(&format!("{line}: {}", failure.message(&entry.source, settings.lang)));
                }
            }
        }
        (Self { pairs, texts }, troubled)
    }

    /// The coverage of each pair; `None` where one of the two was not read.
    fn shares(&self) -> Vec<Option<[Coverage; 2]>> {
        let share = |pair: &NamedPair<'_>| {
            let [a, b] = pair.names.map(|name| self.texts.get(name));
            Some(coverage(&a?.windows, &b?.windows))
        };
        self.pairs.par_iter().map(share).collect()
    }

    /// What a recipe says of each pair that could be read, with its set. Shares do not depend on the recipe.
    fn judge(&self, shares: &[Option<[Coverage; 2]>], recipe: &Recipe) -> Result<Vec<(usize, Judged)>, CountError> {
        let pipeline = Pipeline::new(recipe).without_places();
        let subject = |(&name, text): (&&'a str, &PreparedText)| {
            Ok((name, Subject::new(&pipeline.trace(&text.text)?, text.windows.clone())))
        };
        let subjects: HashMap<&str, Subject> = self.texts.par_iter().map(subject).collect::<Result<_, CountError>>()?;
        let judged = |(pair, share): (&NamedPair<'_>, &Option<[Coverage; 2]>)| {
            let [a, b] = pair.names.map(|name| subjects.get(name));
            Some((pair.set, Judged::new(pair.label, [a?, b?], share.as_ref()?)))
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

/// The names of the columns of [`write_csv`].
const SCORES: [&str; 15] = [
    "recipe",
    "k",
    "set",
    "rule",
    "near",
    "near_called",
    "far",
    "far_called",
    "precision",
    "recall",
    "f1",
    "shared",
    "cosine",
    "mid_called",
    "edited",
];

/// Writes a record for each recipe, k, set and rule, then for each recipe the other signals on all pairs; an empty set
/// stands for all pairs together, an empty number for a share of nothing. Under many seeds the records are those of
/// [`write_studies_csv`].
fn write_csv(out: &mut dyn Write, evaluation: &Evaluation) -> io::Result<()> {
    if evaluation.is_study() {
        return write_studies_csv(out, evaluation);
    }
    let mut csv = csv::Writer::new(out, SCORES.map(Cow::from))?;
    for of in &evaluation.recipes {
        let recipe = of.recipe.to_string();
        for (set, name) in evaluation.scopes() {
            for k in 0..=evaluation.up_to {
                for shared in [false, true] {
                    csv.record(score(&recipe, name, &evaluation.found(of, set, k, shared)))?;
                }
            }
        }
        let listed = |rule: &Rule| rule.k.is_some_and(|k| k <= evaluation.up_to);
        for signal in evaluation.signals(of).iter().filter(|signal| !listed(&signal.rule)) {
            csv.record(score(&recipe, "", signal))?;
        }
    }
    csv.finish()
}

/// A record of [`write_csv`].
fn score<'a>(recipe: &'a str, set: &'a str, found: &SignalScore) -> [Value<'a>; SCORES.len()] {
    let SignalScore { rule, score, mid } = found;
    let name = match rule {
        Rule { k: Some(_), edited: Some(_), .. } => "distance-or-shared",
        Rule { k: Some(_), .. } => "distance",
        Rule { shared: Some(_), .. } => "shared",
        Rule { edited: Some(_), .. } => "edited",
        Rule { .. } => "cosine",
    };
    let [near, near_called, far, far_called] =
        [score.near, score.near_called, score.far, score.far_called].map(|count| Value::Number(Some(count as u64)));
    let [precision, recall, f1, shared, cosine, edited] =
        [score.precision(), score.recall(), score.f1(), rule.shared, rule.cosine, rule.edited].map(Value::Exact);
    let [recipe, set, name] = [recipe, set, name].map(Value::text);
    let (k, mid) = (Value::Number(rule.k.map(u64::from)), Value::Number(Some(mid[0] as u64)));
    [recipe, k, set, name, near, near_called, far, far_called, precision, recall, f1, shared, cosine, mid, edited]
}

/// The names of the columns of [`write_studies_csv`].
const STUDIES: [&str; 26] = [
    "recipe",
    "k",
    "seeds",
    "split_seed",
    "part",
    "best_k",
    "documents",
    "families",
    "near",
    "far",
    "unrelated",
    "precision",
    "precision_sd",
    "recall",
    "recall_sd",
    "f1",
    "f1_sd",
    "f1_low",
    "f1_high",
    "far_called",
    "far_called_sd",
    "crowded",
    "crowded_sd",
    "crowding",
    "crowding_low",
    "crowding_high",
];

/// Writes a record for each recipe, part and k: `all` documents, and for a split the part on which k was chosen
/// (`train`) and the other (`test`).
fn write_studies_csv(out: &mut dyn Write, evaluation: &Evaluation) -> io::Result<()> {
    let mut csv = csv::Writer::new(out, STUDIES.map(Cow::from))?;
    let number = |count: u64| Value::Number(Some(count));
    for study in evaluation.recipes.iter().filter_map(|of| of.study.as_ref()) {
        let recipe = study.recipe.to_string();
        let parts = study.split.iter().flat_map(|split| [("train", &split.train), ("test", &split.test)]);
        for (part, measured) in [("all", &study.all)].into_iter().chain(parts) {
            let split = study.split.as_ref().filter(|_| part != "all");
            let sizes = [measured.documents, measured.families, measured.near, measured.far].map(|n| n as u64);
            for (at, k) in measured.at.iter().zip(0..) {
                let spreads = [at.precision, at.recall, at.f1, at.far_called, at.crowded];
                let [precision, recall, f1, far_called, crowded] = spreads.map(|spread| {
                    [spread.map(|spread| spread.mean), spread.filter(|spread| spread.n > 1).map(|spread| spread.sd)]
                });
                let [f1_interval, crowding_interval] = [at.f1_interval, at.crowding_interval]
                    .map(|interval| [interval.map(|[low, _]| low), interval.map(|[_, high]| high)]);
                let figures = [precision, recall, f1, f1_interval, far_called, crowded].into_iter().flatten();
                let figures = figures.chain([at.crowding.map(|crowding| crowding.mean)]).chain(crowding_interval);
                let of_split = [
                    Value::Number(split.map(|split| split.seed)),
                    Value::text(part),
                    Value::Number(split.and_then(|split| split.best_k).map(u64::from)),
                ];
                let head = [Value::text(&recipe), number(k), number(study.seeds)].into_iter().chain(of_split);
                let head = head.chain(sizes.map(number)).chain([number(measured.unrelated)]);
                csv.record(head.chain(figures.map(Value::Exact)))?;
            }
        }
    }
    csv.finish()
}

/// The names of the columns of [`write_test_csv`].
const RELIABILITY: [&str; 12] = [
    "recipe",
    "prior_near",
    "prior_related",
    "prior_unrelated",
    "hamming",
    "pairs",
    "predicted",
    "observed",
    "error",
    "error_low",
    "error_high",
    "error_of_sampling",
];

/// Writes a record for each distance: the predicted and the labelled share of near pairs, and the error over all
/// distances, which is the same in each record.
fn write_test_csv(out: &mut dyn Write, TestedFile { test, .. }: &TestedFile) -> io::Result<()> {
    let mut csv = csv::Writer::new(out, RELIABILITY.map(Cow::from))?;
    let recipe = test.calibration.recipe.to_string();
    let reliability = &test.reliability;
    let [low, high] = reliability.interval;
    for at in &reliability.at {
        let prior = test.prior.shares().map(|share| Value::Exact(Some(share)));
        let counts = [u64::from(at.hamming), at.pairs].map(|count| Value::Number(Some(count)));
        let shares = [at.predicted, at.observed, reliability.error, low, high, reliability.sampling];
        let shares = shares.map(|share| Value::Exact(Some(share)));
        csv.record([Value::text(&recipe)].into_iter().chain(prior).chain(counts).chain(shares))?;
    }
    csv.finish()
}
