//! The built-in samples show what they are there to show, with the recipe that is used unless set otherwise.

use simscope::{
    compare::attribution::Joint,
    document::Sample,
    simhash::{Recipe, SegmentKind, Trace, Weighting, idf, is_han, segments, trace},
};

fn traced(sample: Sample) -> Trace {
    trace(sample.text(), &Recipe::default()).expect("a trace")
}

fn hamming(a: Sample, b: Sample) -> u32 {
    let fingerprint = |sample| traced(sample).sketch.fingerprint.expect("a fingerprint");
    fingerprint(a).hamming(fingerprint(b))
}

#[test]
fn a_few_edits_leave_a_near_duplicate_with_flipped_bits_to_explain() {
    for [a, b] in [[Sample::LighthouseZh, Sample::LighthouseZhEdited], [Sample::HarbourEn, Sample::HarbourEnEdited]] {
        assert!((2..=3).contains(&hamming(a, b)), "{}", hamming(a, b));
    }
}

#[test]
fn a_revision_is_close_and_no_near_duplicate() {
    let distance = hamming(Sample::TeaRoadEn, Sample::TeaRoadEnRevised);
    assert!((4..=10).contains(&distance), "{distance}");
}

#[test]
fn all_others_are_unrelated() {
    for (i, a) in Sample::ALL.into_iter().enumerate() {
        for (j, b) in Sample::ALL.into_iter().enumerate().skip(i + 1) {
            let versions = i / 2 == j / 2 && i < 6;
            let distance = hamming(a, b);
            assert!(versions || distance > 16, "{} × {}: {distance}", a.key(), b.key());
        }
    }
}

#[test]
fn they_are_long_enough() {
    for sample in Sample::ALL {
        let text = sample.text();
        let han = text.chars().filter(|&c| is_han(c)).count();
        let words = segments(text).iter().filter(|segment| segment.kind == SegmentKind::Word).count();
        let long = if sample.key().contains("-zh") { han >= 900 } else { words >= 350 };
        assert!(long, "{}: {han} Han characters, {words} words", sample.key());
    }
}

/// Below this IDF are function words, such as 的 and "the", and numbers.
const COMMON: f64 = 2.0;

/// The IDF of each feature, in their order.
fn rarity(trace: &Trace) -> Vec<f64> {
    let idf = |feature: usize| idf::table().look_up(trace.name(feature), None).value;
    (0..trace.features.len()).map(idf).collect()
}

/// How much of the squared weight, which decides the bits, function words and numbers have.
fn common_share(text: &str, weight: Weighting) -> f64 {
    let trace = trace(text, &Recipe { weight, ..Recipe::default() }).expect("a trace");
    let square = |feature: usize| (trace.features[feature].weight as f64).powi(2);
    let rarity = rarity(&trace);
    let common: f64 = (0..rarity.len()).filter(|&feature| rarity[feature] <= COMMON).map(square).sum();
    common / (0..rarity.len()).map(square).sum::<f64>()
}

/// With tf·√idf 的 is the heaviest feature of a Chinese text, so no law says that the heaviest ones are words of
/// content. They decide the bits all the same, which raw tf leaves to the function words.
#[test]
fn words_of_content_decide_the_bits() {
    for sample in Sample::ALL {
        let [own, tf] = [Recipe::default().weight, Weighting::Tf].map(|weight| common_share(sample.text(), weight));
        assert!(own < 0.3 && tf > 0.8, "{}: {own}, by tf {tf}", sample.key());
    }
}

/// The purpose of the weights, to a reader.
#[test]
fn an_explanation_names_words_of_content() {
    for pair in [[Sample::LighthouseZh, Sample::LighthouseZhEdited], [Sample::TeaRoadEn, Sample::TeaRoadEnRevised]] {
        let [a, b] = pair.map(traced);
        let joint = Joint::new(&a, &b);
        let named: Vec<&str> = joint.strongest().into_iter().map(|feature| joint.name(feature, [&a, &b])).collect();
        assert_eq!(named.len(), 3);
        for name in named {
            assert!(idf::table().look_up(name, None).value > COMMON, "{name}");
        }
    }
}
