//! The figures that the lessons name and a lesson file cannot check, each through the pipeline.

#![expect(clippy::float_cmp, reason = "figures are rounded as the lessons print them, and sums are exact")]

use super::*;
use crate::{
    compare::{
        Examined,
        coverage::RunLength,
        distance::{cosine_interval, cosine_of},
        pair::cosine as cosine_of_subjects,
    },
    simhash::{Fingerprint, Order, Pipeline, Trace, from_fixed, sketch, trace},
};

const TFIDF: &str = "jieba-hmm@0.11;fold=none;tfidf:all@zh-en-1;xxh3-64;64;gt";

fn lesson(name: &str) -> Lesson {
    find(name).unwrap().lesson(Lang::Zh).unwrap()
}

/// A document of a lesson under the lesson's recipe, or under another.
fn traced(lesson: &Lesson, document: usize, recipe: Option<&str>) -> Trace {
    let recipe = recipe.map_or(lesson.recipe.clone(), |line| line.parse().unwrap());
    trace(&lesson.documents[document - 1].text, &recipe).unwrap()
}

fn bits(trace: &Trace) -> String {
    format!("{:0width$b}", trace.sketch.fingerprint.unwrap().value(), width = usize::from(trace.recipe.bits))
}

fn apart(a: &Trace, b: &Trace) -> u32 {
    a.sketch.fingerprint.unwrap().hamming(b.sketch.fingerprint.unwrap())
}

fn sums(trace: &Trace) -> Vec<f64> {
    trace.sums.iter().map(|&sum| from_fixed(sum)).collect()
}

/// Name, tf and weight of the n heaviest features.
fn heaviest(trace: &Trace, n: usize) -> Vec<(&str, u32, f64)> {
    let row = |&at: &usize| {
        let feature = &trace.features[at];
        (trace.name(at), feature.tf, (from_fixed(feature.weight) * 10.0).round() / 10.0)
    };
    trace.order(Order::Weight).iter().take(n).map(row).collect()
}

fn feature<'a>(trace: &'a Trace, name: &str) -> &'a crate::simhash::Feature {
    let at = (0..trace.features.len()).find(|&at| trace.name(at) == name);
    &trace.features[at.unwrap()]
}

fn cosine(lesson: &Lesson) -> f64 {
    let examined = |at: usize| {
        let text = &lesson.documents[at].text;
        Examined::new(text, &Pipeline::new(&lesson.recipe), RunLength::default()).unwrap().subject
    };
    cosine_of_subjects(&examined(0), &examined(1)).unwrap()
}

fn rounded(value: f64, digits: i32) -> f64 {
    (value * 10f64.powi(digits)).round() / 10f64.powi(digits)
}

fn degrees(cosine: f64) -> f64 {
    cosine.acos().to_degrees()
}

/// The first lesson's figures that are quoted: what one letter changes, and how long comparing takes.
#[test]
fn why() {
    let lesson = lesson("why");
    let text = &lesson.documents[0].text;
    let whole = |text: &str| sketch(text, &lesson.recipe).unwrap().fingerprint.unwrap();
    let words = lesson.pages[3].recipe.clone().unwrap();
    let voted = |text: &str| sketch(text, &words).unwrap().fingerprint.unwrap();
    // One token each: the fingerprints are the MD5 of the texts themselves.
    for text in lesson.documents.iter().map(|document| &document.text) {
        assert_eq!(whole(text).value(), u128::from(u64::from_be_bytes(md5::compute(text).0[..8].try_into().unwrap())));
    }
    assert_eq!([1, 3].map(|other| voted(text).hamming(voted(&lesson.documents[other].text))), [3, 30]);
    let changed: Vec<String> = (0..text.len())
        .filter(|&at| text.as_bytes()[at] != b' ')
        .flat_map(|at| ('a'..='z').map(move |letter| (at, letter)))
        .map(|(at, letter)| [&text[..at], &letter.to_string(), &text[at + 1..]].concat())
        .filter(|other| other != text)
        .collect();
    let average = |print: &dyn Fn(&str) -> Fingerprint| {
        let apart: u32 = changed.iter().map(|other| print(text).hamming(print(other))).sum();
        f64::from(apart) / changed.len() as f64
    };
    assert_eq!((rounded(average(&whole), 0), rounded(average(&voted), 1)), (32.0, 6.6));
    let pairs = |n: f64| n * (n - 1.0) / 2.0;
    let year = 365.25 * 86_400.0;
    assert_eq!((pairs(1e6) / 1e3 / year).round(), 16.0);
    assert_eq!((pairs(1e6) / 1e8 / 60.0).round(), 83.0);
    assert_eq!((pairs(1e9) / 1e8 / year).round(), 158.0);
    // The index page: no more than k bits, and a block in common.
    assert!(voted(text).hamming(voted(&lesson.documents[1].text)) <= lesson.k);
}

#[test]
fn keywords() {
    let lesson = lesson("keywords");
    let text = &lesson.documents[0].text;
    let total: f64 = text.lines().filter_map(|line| line.split('\t').nth(1)?.parse::<f64>().ok()).sum();
    assert_eq!(total, 126.0);
    assert!(text.contains("植物\t4\t2b"));
    let turned = trace(&text.replace("植物\t4\t2b", "植物\t4\t2f"), &lesson.recipe).unwrap();
    assert_eq!(sums(&turned)[3], 3.0);
    // The wrong cuts that it speaks of.
    for (name, wrong) in [("weights", "骨接"), ("weights", "线松"), ("word-order", "里种")] {
        let trace = traced(&self::lesson(name), 1, None);
        assert!((0..trace.features.len()).any(|at| trace.name(at) == wrong), "{wrong}");
    }
    // Whole weights make the sums all odd or all even.
    let whole = text.replace(".5", "");
    let whole = sums(&trace(&whole, &lesson.recipe).unwrap());
    assert!(whole.iter().all(|sum| sum.rem_euclid(2.0) == whole[0].rem_euclid(2.0)));
}

#[test]
fn ties() {
    let lesson = lesson("ties");
    let other = "given;fold=none;given:all;xxh3-64;6;ge";
    assert_eq!(lesson.pages[3].recipe, Some(other.parse().unwrap()));
    let (gt, ge) = (traced(&lesson, 1, None), traced(&lesson, 1, Some(other)));
    assert_eq!((bits(&ge).as_str(), gt.sums == ge.sums, apart(&gt, &ge)), ("111011", true, 4));
    assert_eq!(traced(&lesson, 3, Some(other)).sketch.fingerprint, None);
}

#[test]
fn hyperplanes() {
    let lesson = lesson("hyperplanes");
    for document in [1, 2] {
        let trace = traced(&lesson, document, None);
        let hyperplanes = [[1.0, -1.0, 1.0, -1.0, 1.0], [-1.0, 1.0, -1.0, -1.0, 1.0], [1.0, 1.0, -1.0, 1.0, -1.0]];
        for (column, hyperplane) in hyperplanes.iter().enumerate() {
            let vector = (1..=5).map(|word| from_fixed(feature(&trace, &format!("w{word}")).weight));
            let product: f64 = vector.zip(hyperplane).map(|(weight, side)| weight * side).sum();
            assert_eq!(product, sums(&trace)[column]);
        }
    }
    let angle = degrees(cosine(&lesson));
    assert_eq!((rounded(angle, 1), rounded(angle / 180.0, 2)), (65.5, 0.36));
}

#[test]
fn weights() {
    let lesson = lesson("weights");
    let (tf, tfidf) = (traced(&lesson, 1, None), traced(&lesson, 1, Some(TFIDF)));
    assert_eq!((tf.sketch.tokens, tf.features.len()), (212, 136));
    assert_eq!(heaviest(&tf, 1), [("的", 28, 28.0)]);
    assert_eq!(feature(&tf, "伞").tf, 8);
    assert_eq!(rounded((28.0 / tf.norm).powi(2), 2), 0.66);
    let same = 64 - (tf.sketch.fingerprint.unwrap().value() ^ feature(&tf, "的").hash).count_ones();
    assert_eq!(same, 58);
    assert_eq!((rounded(tf.sketch.n_eff, 1), rounded(tfidf.sketch.n_eff, 1)), (2.3, 8.2));
    assert_eq!(heaviest(&tfidf, 3), [("伞", 8, 64.8), ("修伞", 4, 44.0), ("铺子", 3, 27.3)]);
    assert_eq!(rounded(from_fixed(feature(&tfidf, "的").weight), 1), 8.4);
    let without = traced(&lesson, 2, Some(TFIDF));
    assert_eq!((apart(&tfidf, &without), feature(&without, "伞").tf), (6, 7));
}

#[test]
fn angle() {
    let lesson = lesson("angle");
    assert_eq!(rounded(cosine_of(3, 64), 3), 0.989);
    assert_eq!(rounded(cosine_of(16, 64), 3), 0.707);
    let (low, high) = cosine_interval(3, 64);
    assert_eq!((rounded(low, 3), rounded(high, 4)), (0.917, 0.9995));
    let angle = degrees(cosine(&lesson));
    assert_eq!((rounded(cosine(&lesson), 3), rounded(angle, 1)), (0.993, 6.7));
    assert_eq!(rounded(64.0 * angle / 180.0, 1), 2.4);
    assert_eq!(rounded(degrees(cosine_of(3, 64)), 1), 8.4);
    let [a, b] = [1, 2].map(|document| rounded(traced(&lesson, document, None).sketch.n_eff, 0));
    assert_eq!((a, b), (33.0, 33.0));
}

#[test]
fn short_texts() {
    let lesson = lesson("short-texts");
    for (pair, tokens) in [(0, 8), (1, 32), (2, 128)] {
        let [a, b] = [1, 2].map(|side| traced(&lesson, 2 * pair + side, None));
        assert_eq!((a.sketch.tokens, b.sketch.tokens), (tokens, tokens));
        if pair == 0 {
            assert_eq!((sums(&a)[15], sums(&b)[15]), (2.0, 0.0));
            assert!(sums(&a).iter().filter(|sum| sum.abs() <= 4.0).count() > 32);
            assert_eq!(feature(&a, "小岛").hash >> (63 - 15) & 1, 1);
            assert_eq!(feature(&b, "码头").hash >> (63 - 15) & 1, 0);
        }
    }
}

/// How often HD stays within 3 of 64 when one of n words, all different and of equal weight, is replaced by another: a
/// column turns if the two votes differ and the others add up to +1 or −1, whichever the rule V > 0 parts from them.
#[test]
fn short_texts_fail_as_often_as_the_lesson_says() {
    let choose = |n: u32, k: u32| (0..k).fold(1.0, |product, i| product * f64::from(n - i) / f64::from(i + 1));
    for (words, percent) in [(8, 1.9), (32, 34.0), (128, 81.0)] {
        // An odd number of other votes; one of the two sums next to 0 is parted from it.
        let turns = choose(words - 1, words / 2) / 2f64.powi(words as i32);
        let within = |hd: i32| choose(64, hd as u32) * turns.powi(hd) * (1.0 - turns).powi(64 - hd);
        let found = 100.0 * (0..=3).map(within).sum::<f64>();
        let found = if found < 10.0 { rounded(found, 1) } else { rounded(found, 0) };
        assert_eq!(found, percent, "{words} words");
        for lang in [Lang::En, Lang::Zh] {
            let lesson = find("short-texts").unwrap().lesson(lang).unwrap();
            assert!(lesson.pages.iter().any(|page| page.text.get(lang).contains(&percent.to_string())), "{percent}");
        }
    }
}

#[test]
fn word_order() {
    let lesson = lesson("word-order");
    let [a, b, c] = [1, 2, 3].map(|document| traced(&lesson, document, None));
    assert_eq!(a.sums, b.sums);
    assert!(a.sums != c.sums && from_fixed(feature(&c, "不会").weight) < 2.0);
    let windows = lesson.pages.iter().rev().find_map(|page| page.recipe.as_ref()).map(ToString::to_string);
    let [a, b] = [1, 2].map(|document| traced(&lesson, document, windows.as_deref()));
    assert_eq!(apart(&a, &b), 4);
}

#[test]
fn three_strings() {
    let lesson = lesson("three-strings");
    let [a, b, c] = [1, 2, 3].map(|document| traced(&lesson, document, None));
    assert_eq!([a.sketch.tokens, b.sketch.tokens, c.sketch.tokens], [15, 11, 3]);
    assert_eq!((a.features.len(), feature(&a, "China").tf, feature(&a, "of").tf), (6, 5, 3));
    assert_eq!((feature(&a, "of").hash.leading_zeros(), feature(&a, "China").hash.leading_zeros()), (74, 15));
    assert!(bits(&a).starts_with(&"0".repeat(15)) && bits(&b).starts_with(&"0".repeat(15)));
    let other = traced(&lesson, 1, Some("java-space;fold=none;tf;xxh3-128;128;gt"));
    assert!(other.features.iter().all(|feature| feature.hash.leading_zeros() < 4));
}

#[test]
fn index() {
    let lesson = lesson("index");
    let fingerprints = [1, 2, 3, 4, 5].map(|document| bits(&traced(&lesson, document, None)));
    // Which blocks of each fingerprint are those of the query.
    let equal = |cuts: &[usize]| {
        fingerprints.each_ref().map(|print| {
            let blocks = cuts.windows(2).enumerate();
            let same = blocks.filter(|(_, cut)| print[cut[0]..cut[1]] == fingerprints[1][cut[0]..cut[1]]);
            same.map(|(block, _)| block).collect::<Vec<_>>()
        })
    };
    let [stored, _, first, another, third] = equal(&[0, 16, 32, 48, 64]);
    assert_eq!([stored, first, another, third], [vec![0], vec![0], vec![], vec![2]]);
    let [stored, _, first, another, third] = equal(&[0, 13, 26, 39, 52, 64]);
    assert_eq!([stored, first, another, third], [vec![0, 1], vec![0], vec![], vec![]]);
    let stored = 1_u64 << 34;
    assert_eq!((stored / 100_000_000, stored >> 16, 10 * (stored >> 26)), (171, 262_144, 2_560));
    assert_eq!(6 * (stored >> 26) + 4 * (stored >> 25), 3_584);
}

#[test]
fn errors_to_spot() {
    let lesson = lesson("spot-the-error");
    let cards = lesson.pages.iter().filter_map(|page| page.exercise.as_ref());
    assert_eq!(cards.clone().count(), 8);
    assert!(cards.clone().all(|card| card.because.is_some() && (2..=4).contains(&card.parts.len())));
    let recipe = lesson.pages[5].recipe.as_ref().map(ToString::to_string);
    let of = traced(&lesson, 5, recipe.as_deref());
    assert_eq!(128 - of.features[0].hash.leading_zeros(), 54);
    assert_eq!((1_u64 << 34, 1_u64 << (32 - 16)), (17_179_869_184, 65_536));
}

/// A solution of a lesson's task: what is replaced in the text, the words that are excluded, another recipe, and the
/// distance that comes out.
struct Solution {
    /// Its name, with `.en` behind it if it has an English file and this is of that one.
    lesson: &'static str,
    replaced: &'static [[&'static str; 2]],
    out: &'static [&'static str],
    recipe: Option<&'static str>,
    distance: u32,
}

const fn by_editing(lesson: &'static str, replaced: &'static [[&'static str; 2]], distance: u32) -> Solution {
    Solution { lesson, replaced, out: &[], recipe: None, distance }
}

const fn without(lesson: &'static str, out: &'static [&'static str], distance: u32) -> Solution {
    Solution { lesson, replaced: &[], out, recipe: None, distance }
}

/// Several a lesson where several are right; those of the last hints among them.
const SOLUTIONS: &[Solution] = &[
    without("why", &["an"], 10),
    without("why", &["keeper"], 9),
    by_editing("column-sums", &[["\t4\t", "\t6\t"]], 3),
    without("column-sums", &["博客"], 3),
    by_editing("column-sums.en", &[["\t4\t", "\t6\t"]], 3),
    without("column-sums.en", &["blog"], 3),
    without("eleven-words.en", &["author"], 1),
    without("eleven-words.en", &["July"], 2),
    without("eleven-words", &["作者"], 1),
    without("eleven-words", &["July"], 2),
    by_editing("xor", &[["27", "24"]], 2),
    by_editing("xor", &[["27", "3f"]], 2),
    without("two-texts", &["ferry"], 4),
    without("two-texts", &["noon"], 3),
    by_editing("hyperplanes", &[["w2\t2", "w2\t5"]], 1),
    by_editing("hyperplanes", &[["w5\t0", "w5\t3"]], 1),
    without("angle", &["grind"], 9),
    without("angle", &["Saturday"], 9),
    without("weights", &["伞"], 21),
    without("weights", &["老人"], 6),
    without("weights.en", &["tuner"], 7),
    without("weights.en", &["hall"], 3),
    without("short-texts.en", &["leaves"], 15),
    by_editing(
        "word-order.en",
        &[
            ["Nora had taller plants than Omar", "Omar had taller plants than Nora"],
            ["Omar had sweeter fruit than Nora", "Nora had sweeter fruit than Omar"],
        ],
        10,
    ),
    without("misconceptions.en", &["carries"], 0),
    without("misconceptions", &["漆成"], 0),
    without("short-texts", &["开出"], 12),
    without("short-texts", &["小岛"], 11),
    by_editing(
        "word-order",
        &[["一班的番茄比二班的高", "二班的番茄比一班的高"], ["二班的番茄比一班的甜", "一班的番茄比二班的甜"]],
        4,
    ),
    by_editing("word-order", &[["学生把每周", "每周学生把"]], 5),
    Solution {
        lesson: "ties",
        replaced: &[],
        out: &[],
        recipe: Some("given;fold=none;given:all;xxh3-64;6;ge"),
        distance: 0,
    },
    by_editing("index", &[["ffff00ffff", "100feff01ffff"]], 3),
    by_editing("index", &[["ffff00ffff", "800001ffef00ffff"]], 3),
    by_editing("spot-the-error", &[["风\t2", "风\t3"]], 2),
    by_editing("spot-the-error", &[["帆\t2", "帆\t1"]], 2),
    Solution {
        lesson: "ties.en",
        replaced: &[],
        out: &[],
        recipe: Some("given;fold=none;given:all;xxh3-64;6;ge"),
        distance: 0,
    },
    by_editing("spot-the-error.en", &[["wind\t2", "wind\t3"]], 2),
    by_editing("spot-the-error.en", &[["sail\t2", "sail\t1"]], 2),
    without("keywords.en", &["soil"], 1),
    by_editing("keywords.en", &[["seepage\t5", "seepage\t-1"]], 1),
    without("keywords", &["土壤"], 1),
    by_editing("keywords", &[["渗透\t5", "渗透\t-1"]], 1),
    without("three-strings", &["of"], 19),
    without("three-strings", &["China"], 35),
];

#[test]
fn every_lesson_has_a_task_that_can_be_done_in_the_ways_its_hints_say() {
    use std::{collections::BTreeSet, sync::Arc};

    use crate::lab::Trial;

    for (included, lang) in included().iter().flat_map(|included| [Lang::En, Lang::Zh].map(|lang| (included, lang))) {
        let lesson = included.lesson(lang).unwrap();
        let english = included.differs() && !lang.is_chinese();
        let name = if english { format!("{}.en", included.name) } else { included.name.to_owned() };
        let mut recipe = lesson.recipe.clone();
        for page in &lesson.pages {
            recipe = page.recipe.clone().unwrap_or(recipe);
            let Some(task) = &page.task else { continue };
            assert!(task.hints.len() > 1 && task.done.is_some(), "{name}");
            let text = &lesson.documents[page.document].text;
            let mut solved = 0;
            for solution in SOLUTIONS.iter().filter(|solution| solution.lesson == name) {
                let under = solution.recipe.map_or_else(|| recipe.clone(), |line| line.parse().unwrap());
                let original = Arc::new(trace(text, &under).unwrap());
                let key = |name: &&str| feature(&original, name).key;
                let out: BTreeSet<u64> = solution.out.iter().map(key).collect();
                let mut changed = text.clone();
                for [from, to] in solution.replaced {
                    assert!(changed.contains(from), "{from}");
                    changed = changed.replacen(from, to, 1);
                }
                let trial = Trial::new(original.clone(), Arc::new(trace(&changed, &under).unwrap()), out);
                let state = task.state(&trial, &recipe);
                let said = (&name, solution.replaced, solution.out);
                assert!(state.reached(), "{said:?}: {state:?} {:?}", trial.hamming());
                assert_eq!(trial.hamming(), Some(solution.distance), "{said:?}");
                solved += 1;
            }
            assert!(solved > 0, "{name} has no solution");
        }
        assert!(lesson.tasks() > 0, "{name} has no task");
    }
}

#[test]
fn the_lesson_in_the_manual_is_one() {
    for manual in [include_str!("../../assets/manual/en/lessons.md"), include_str!("../../assets/manual/zh/lessons.md")]
    {
        let block = manual.split("```toml\n").find(|block| block.starts_with("format = 1")).unwrap();
        let lesson = parse(block.split("```").next().unwrap(), "lessons.md").unwrap();
        let (lesson, warnings) = lesson.checked().unwrap();
        assert_eq!((warnings, lesson.pages.len(), lesson.tasks(), lesson.documents.len()), (vec![], 4, 1, 2));
        assert!(lesson.pages.iter().any(|page| !page.marked_features.is_empty()));
        for included in included() {
            assert!(manual.contains(&format!("| `{}` |", included.name)), "{} is not listed", included.name);
        }
    }
}

#[test]
fn every_lesson_reads_and_all_its_figures_come_out() {
    for included in included() {
        let asked = [Lang::En, Lang::Zh].map(|lang| {
            let checked = included.read(lang).and_then(Lesson::checked);
            let (lesson, warnings) = checked.unwrap_or_else(|error| panic!("{error:?}"));
            assert!(warnings.is_empty(), "{warnings:#?}");
            assert_eq!(lesson.only.is_some(), included.differs(), "{}", included.name);
            assert!(lesson.only.is_none_or(|only| only.is_chinese() == lang.is_chinese()), "{}", included.name);
            lesson.pages.iter().map(|page| (page.exercise.is_some(), page.task.is_some())).collect::<Vec<_>>()
        });
        assert_eq!(asked[0], asked[1], "{}: the languages ask on other pages", included.name);
        assert!(asked[0].iter().any(|(exercise, _)| *exercise), "{} asks nothing", included.name);
    }
}
