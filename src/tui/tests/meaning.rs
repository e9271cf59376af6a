//! The pane that says what HD means among the documents.

use super::*;
use crate::{
    batch::{LabelCounts, MeasuredAs, MeasuredRecipe, Measurement},
    compare::{
        calibration::{Calibration, Distances, EditDistances, GroupDistances, Origin},
        evaluation::{Measured, MeasuredAtK, Split, Spread, Study},
    },
};

/// The names of the small edits.
const EDITS: [&str; 8] = ["words-1", "words-2", "words-5", "words-10", "advertisement", "dropped", "numbers", "moved"];

/// Counts that fall off on both sides of a distance, so many of them there.
fn around(middle: f64, width: f64, most: f64) -> Vec<f64> {
    (0..=64).map(|hamming| most * (-((f64::from(hamming) - middle) / width).powi(2) / 2.0).exp()).collect()
}

fn distances(middle: f64, width: f64, most: f64) -> Distances {
    Distances::from_counts(around(middle, width, most).into_iter().map(|count| count.round() as u64).collect())
}

/// A calibration as of 60 texts.
fn calibration(model: &Model) -> Calibration {
    let group = |n: f64| GroupDistances {
        unrelated: distances(28.0, 4.0, 70.0),
        expected: around(28.0, 4.2, 70.0),
        near: distances(1.0 + n / 4.0, 2.0, 30.0),
        related: distances(9.0, 3.0, 6.0),
    };
    let edits = EDITS.into_iter().zip(0..).map(|(edit, n)| EditDistances {
        edit: edit.into(),
        distances: distances(f64::from(n) / 2.0, 1.5, 20.0),
        skipped: 0,
    });
    let origin = Origin { documents: 75, families: 60, han: 20, digest: 7, seed: 1, pairs: 1_770, sampled: false };
    let recipe = model.workspace.batch.recipe.clone();
    let groups = (0..8).map(|n| group(f64::from(n))).collect();
    Calibration::new(recipe, origin, edits.collect(), None, groups).unwrap()
}

fn bench(lang: Lang, size: (u16, u16)) -> Bench {
    let mut bench = Bench::new(samples(), lang, size);
    let calibration = calibration(&bench.model);
    bench.model.workspace.install_calibration(calibration);
    bench.keys("D");
    bench
}

#[test]
fn distributions_and_tables() {
    for lang in [Lang::En, Lang::Zh] {
        for size in [(120, 36), (80, 24)] {
            bench(lang, size).holds("meaning");
        }
    }
}

#[test]
fn without_a_calibration_it_says_what_is_known_and_how_to_make_one() {
    for (lang, size) in [(Lang::En, (120, 36)), (Lang::Zh, (80, 24))] {
        Bench::new(samples(), lang, size).keys("D").holds("meaning-none");
    }
}

#[test]
fn shares_are_typed_and_the_probability_follows() {
    let mut bench = bench(Lang::En, (120, 36));
    let near = |bench: &mut Bench| {
        let hamming = 5;
        bench.model.workspace.results.posterior.value().and_then(|of| of.at(hamming)).unwrap().near
    };
    let before = near(&mut bench);
    bench.command("prior 10:1:89");
    assert!(
        near(&mut bench) > before
            && bench.keys("/").type_text("Assumed").keys("Enter").draw().contains("10% of the pairs"),
        "{}",
        bench.draw()
    );
    bench.command("prior 10:10:10");
    assert!(bench.draw().contains("add up to 1 or to 100"), "{}", bench.draw());
    bench.keys("Esc k k Esc");
    assert!(bench.model.workspace.dialogs.is_empty());
}

#[test]
fn another_recipe_makes_it_void() {
    let mut bench = bench(Lang::En, (120, 36));
    let recipe = bench.model.workspace.batch.recipe.to_string();
    bench.keys("Esc").command("set recipe weight=tf").keys("D");
    let screen = bench.draw();
    assert!(screen.contains("Outdated: computed with") && screen.contains(&recipe[..20]), "{screen}");
}

#[test]
fn no_screen_is_too_small() {
    for size in [(40, 10), (60, 12), (80, 24), (200, 60)] {
        let mut bench = bench(Lang::En, size);
        bench.keys("G + / g");
        bench.draw();
        bench.keys("Esc g");
        bench.draw();
        bench.keys("Ctrl-d k");
        bench.draw();
        thresholds(Lang::Zh, size).keys("G").draw();
    }
}

/// Figures that rise up to a threshold and fall behind it, in a band that narrows; the chart ends before the last of
/// them.
fn measured(best: f64, seeds: usize) -> Measured {
    let at = (0..=48).map(|k| {
        let mean = 0.98 - ((f64::from(k) - best) / 14.0).powi(2);
        let f1 = Spread { mean, sd: if seeds > 1 { 0.05 / f64::from(k + 1) } else { 0.0 }, n: seeds };
        MeasuredAtK {
            k,
            f1: Some(f1),
            precision: Some(f1),
            recall: Some(f1),
            f1_interval: Some([mean, 1.0]),
            ..Default::default()
        }
    });
    Measured { documents: 80, families: 30, near: 40, far: 20, unrelated: 3_000, at: at.collect() }
}

/// A pane with the figures of three recipes, the last of a hash without seeds.
fn thresholds(lang: Lang, size: (u16, u16)) -> Bench {
    let mut bench = Bench::new(samples(), lang, size);
    let recipe = |(recipe, best, seeds): (_, u32, usize)| {
        let figures = measured(f64::from(best), seeds);
        let split = Split { seed: 0, train: figures.clone(), test: figures.clone(), best_k: Some(best) };
        let study = Study {
            recipe: "words;fold=none;tf;xxh3-64;64;gt".parse().unwrap(),
            seeds: seeds as u64,
            all: figures,
            split: Some(split),
        };
        MeasuredRecipe { recipe, k: (recipe != MeasuredAs::InUse).then_some(3), study }
    };
    let recipes = [(MeasuredAs::InUse, 5, 64), (MeasuredAs::Default, 3, 64), (MeasuredAs::TfIdf, 12, 1)];
    let measurement = Measurement {
        labels: LabelCounts { near: 40, mid: 7, far: 20 },
        recipes: recipes.into_iter().map(recipe).collect(),
    };
    let key = (bench.model.workspace.batch.generation, Vec::new());
    bench.model.workspace.results.measurement.ask(key.clone());
    bench.model.workspace.results.measurement.install(key, std::sync::Arc::new(measurement));
    bench.keys("D Tab");
    bench
}

#[test]
fn f1_at_each_threshold_is_a_line_for_each_recipe() {
    for lang in [Lang::En, Lang::Zh] {
        for size in [(120, 36), (80, 24)] {
            thresholds(lang, size).holds("thresholds");
        }
    }
}

#[test]
fn the_threshold_in_use_and_the_recipe_under_the_cursor_are_followed() {
    let mut bench = thresholds(Lang::En, (120, 36));
    assert!(bench.draw().contains("At threshold 3, recipe in use: F1 0.960"));
    bench.keys("+ +");
    assert!(bench.draw().contains("At threshold 5, recipe in use: F1 0.980"), "{}", bench.draw());
    bench.keys("j");
    assert!(bench.draw().contains("At threshold 3, default: F1 0.980"), "its threshold is its own");
    bench.keys("G");
    assert!(bench.draw().contains("takes no seed") && bench.draw().contains("\u{25b2} best k 12"), "{}", bench.draw());
    bench.keys("Tab");
    assert!(bench.draw().contains("can compute what HD means"), "the first page");
}

#[test]
fn without_enough_verdicts_the_page_says_what_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("a", "the keeper trims the lamp"), ("b", "the keeper trims a lamp"), ("c", "hops and wheat")]
    {
        std::fs::write(folder.path().join(name).with_extension("txt"), text).unwrap();
    }
    let sources = ["a.txt", "b.txt", "c.txt"].map(|name| Source::File(folder.path().join(name)));
    let mut bench = Bench::new(sources.into(), Lang::En, (120, 36));
    bench.open_review(folder.path());
    bench.keys("v 1 D Tab");
    let screen = bench.draw();
    assert!(screen.contains("are 1 and 0.") && screen.contains("simscope evaluate"), "{screen}");
    // Another verdict is counted without asking.
    bench.keys("Esc j v 4 D Tab");
    assert!(bench.draw().contains("are 1 and 1."), "{}", bench.draw());
}

#[test]
fn a_stopped_measurement_begins_again_when_asked() {
    let mut bench = Bench::new(samples(), Lang::En, (80, 24));
    bench.keys("D");
    let key = (bench.model.workspace.batch.generation, Vec::new());
    bench.model.workspace.results.measurement.ask(key);
    bench.keys("Tab");
    assert!(bench.draw().contains("Stopped. Enter measures again."), "{}", bench.draw());
    bench.keys("Enter");
    assert!(bench.draw().contains("Now there are 0 and 0"), "{}", bench.draw());
}
