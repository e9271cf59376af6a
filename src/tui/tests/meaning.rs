//! The pane that says what HD means among the documents.

use super::*;
use crate::compare::calibration::{Calibration, Distances, EditDistances, GroupDistances, Origin};

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
fn distributions_a_table_and_shares_to_move() {
    for (lang, name) in [(Lang::En, "en"), (Lang::Zh, "zh")] {
        for size in [(120, 36), (80, 24)] {
            let mut bench = bench(lang, size);
            assert_snapshot!(format!("meaning-{name}-{}x{}", size.0, size.1), bench.draw());
        }
    }
}

#[test]
fn without_a_calibration_it_says_what_is_known_and_how_to_make_one() {
    for (lang, name) in [(Lang::En, "en"), (Lang::Zh, "zh")] {
        let mut bench = Bench::new(samples(), lang, (80, 24));
        bench.keys("D");
        assert_snapshot!(format!("meaning-none-{name}"), bench.draw());
    }
}

#[test]
fn shares_move_with_the_keys_and_the_probability_follows() {
    let mut bench = bench(Lang::En, (120, 36));
    let near = |bench: &mut Bench| {
        let hamming = 5;
        bench.model.workspace.results.posterior.value().and_then(|of| of.at(hamming)).unwrap().near
    };
    let before = near(&mut bench);
    bench.keys("l l l");
    assert!(near(&mut bench) > before && bench.draw().contains("near 10 %"), "{}", bench.draw());
    bench.keys("n n h");
    let shares = bench.model.workspace.meaning.prior.shares();
    assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9 && bench.draw().contains("> unrelated 80 %"), "{shares:?}");
    bench.keys("k k Esc");
    assert!(bench.model.workspace.dialogs.is_empty());
}

#[test]
fn another_recipe_makes_it_void() {
    let mut bench = bench(Lang::En, (120, 36));
    let recipe = bench.model.workspace.batch.recipe.to_string();
    bench.keys("Esc W j Enter D");
    let screen = bench.draw();
    assert!(screen.contains("Void: made with") && screen.contains(&recipe[..20]), "{screen}");
}

#[test]
fn no_screen_is_too_small() {
    for size in [(40, 10), (60, 12), (80, 24), (200, 60)] {
        let mut bench = bench(Lang::En, size);
        bench.keys("G + n l g");
        bench.draw();
        bench.keys("N k");
        bench.draw();
    }
}
