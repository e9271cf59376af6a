//! The built-in samples show what they are there to show, with the recipe that is used unless told otherwise.

use simscope::{
    document::Sample,
    simhash::{Order, Recipe, SegmentKind, Trace, is_han, segments, trace},
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
    let distance = hamming(Sample::LighthouseZh, Sample::LighthouseZhEdited);
    assert!((2..=3).contains(&distance), "{distance}");
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
            let versions = i / 2 == j / 2 && i < 4;
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

#[test]
fn no_function_word_or_number_is_among_the_heaviest() {
    for sample in Sample::ALL {
        let trace = traced(sample);
        for feature in trace.order(Order::Weight).into_iter().take(10) {
            let idf = trace.features[feature as usize].idf.expect("an idf").value;
            assert!(idf > 2.0, "{}: {} {idf}", sample.key(), trace.name(feature as usize));
        }
    }
}
