//! The library alone: what it gives is the same with every set of features, or an error that names the feature.

use simscope_core::{
    Fingerprint, Near, Recipe, compare::exclusion::Pattern, explain, fingerprint, near_duplicates, simhash::sketch,
};

const ENGLISH: &str = "The keeper lit the lamp at dusk, and the café closed.";
const CHINESE: &str = "灯塔守望者每天清晨都会记录一次海上的风向。";

/// The fingerprint in hexadecimal, or why there is none.
fn hex(recipe: &str, text: &str) -> Result<String, String> {
    let recipe: Recipe = recipe.parse().map_err(|error| format!("{error}"))?;
    let made = sketch(text, &recipe).map_err(|error| error.to_string())?;
    made.fingerprint.map(|fingerprint| format!("{:016x}", fingerprint.value())).ok_or("no features".into())
}

#[test]
fn no_feature_changes_a_bit() {
    for (recipe, text, bits) in [
        ("jieba;fold=none;tfidf;xxh3-64;64;gt", ENGLISH, "0dc5997c73c93a55"),
        ("word-ngrams:2;fold=case;tf;md5;64;gt", ENGLISH, "cd2328024ad49664"),
        ("keywords;fold=none;keyword;xxh3-64;64;gt", ENGLISH, "1dc79dec51093a5d"),
        ("words;fold=none;tfidf;xxh3-64;64;gt", CHINESE, "d03e47487efe67ab"),
        ("chars:2;fold=nfkc;tf;siphash;64;gt", CHINESE, "d83f3e5c40eefaf1"),
        ("space;fold=none;binary;fnv1;64;gt", CHINESE, "56b599b0f39b2c1c"),
    ] {
        assert_eq!(hex(recipe, text).as_deref(), Ok(bits), "{recipe}");
    }
}

/// Two texts of the same words, one of others, and one without words.
fn front_door(same: [&str; 2], other: &str) {
    let texts = [same[0], other, "?!", same[1]];
    assert_eq!(near_duplicates(&texts, 3), [Near { a: 0, b: 3, hamming: 0 }]);
    let prints = texts.map(fingerprint);
    assert_eq!(prints[2], None);
    let [Some(a), Some(b)] = [prints[0], prints[1]] else { panic!("there are words") };
    let bits = explain(same[0], other).expect("there are words");
    assert_eq!(bits.len(), a.hamming(b) as usize);
    assert_eq!(bits.iter().map(|bit| bit.column).collect::<Vec<_>>(), a.xor(b).columns().collect::<Vec<_>>());
    for bit in bits {
        assert_eq!(bit.sums.map(|sum| sum > 0.0), [a, b].map(|print| print.bit(bit.column)));
        assert!(!bit.words.is_empty() && bit.words.iter().all(|word| same[0].contains(word) || other.contains(word)));
    }
    assert_eq!(explain(same[0], "?!"), None);
    assert_eq!(format!("{a:x}").parse(), Ok(a));
}

#[test]
fn three_functions_do_for_english() {
    front_door(["the keeper lit the lamp at dusk", "at dusk the keeper lit the lamp"], "Wool is carded, then spun.");
    assert_eq!(fingerprint("dusk").map(Fingerprint::width), Some(64));
}

#[cfg(feature = "chinese")]
#[test]
fn three_functions_do_for_chinese() {
    front_door(["守塔人黄昏点灯，清晨记录风向。", "清晨记录风向，守塔人黄昏点灯。"], "羊毛先梳理，再纺成线。");
}

#[cfg(not(feature = "chinese"))]
#[test]
fn chinese_has_no_fingerprint_without_the_feature_and_a_recipe_says_why() {
    assert_eq!(fingerprint(CHINESE), None);
    assert_eq!(near_duplicates(&[CHINESE, ENGLISH, CHINESE, ENGLISH], 3), [Near { a: 1, b: 3, hamming: 0 }]);
    let error = Recipe::default().near_duplicates(&[ENGLISH, CHINESE], 3).expect_err("no words");
    assert!(error.to_string().contains("feature chinese"), "{error}");
}

#[cfg(feature = "chinese")]
#[test]
fn chinese_words_have_bits_with_the_feature() {
    assert_eq!(hex("jieba;fold=none;tfidf;xxh3-64;64;gt", CHINESE).as_deref(), Ok("1a44855d7765e4bf"));
}

#[cfg(not(feature = "chinese"))]
#[test]
fn chinese_words_are_an_error_without_the_feature() {
    use simscope_core::{
        compare::{Examined, coverage::RunLength, evidence::evidence},
        lab::robustness,
        simhash::{Pipeline, Watch, segments},
    };
    for recipe in ["jieba;fold=none;tfidf;xxh3-64;64;gt", "word-ngrams:2;fold=none;tf;md5;64;gt", "yanyiwu-text"] {
        for text in [CHINESE, "one 字 in English"] {
            let error = hex(recipe, text).expect_err("no bits");
            assert!(error.contains("feature chinese"), "{error}");
        }
    }
    // Words matter to these whatever the recipe.
    let recipe = "chars:2;fold=none;tf;xxh3-64;64;gt".parse().expect("a recipe");
    let error = robustness(CHINESE, &recipe, |_| (), &Watch::default()).expect_err("no curve");
    assert!(error.to_string().contains("feature chinese"), "{error}");
    let examined =
        Examined::new(CHINESE, &Pipeline::new(&recipe), RunLength::default()).expect("characters can be counted");
    let found = evidence([CHINESE; 2], [&examined.subject; 2], &recipe, &Watch::default());
    assert!(found.expect_err("no evidence").to_string().contains("feature chinese"));
    // Enough for a diff: each character is a word, and nothing is lost.
    assert_eq!(segments(CHINESE).iter().map(|segment| segment.span.of(CHINESE)).collect::<String>(), CHINESE);
    assert_eq!(segments("灯塔 a").len(), 4);
}

#[cfg(not(feature = "patterns"))]
#[test]
fn patterns_are_an_error_without_the_feature() {
    let error = Pattern::new("x").expect_err("no pattern");
    assert!(error.to_string().contains("feature patterns"), "{error}");
}

#[cfg(feature = "patterns")]
#[test]
fn patterns_are_read_with_the_feature() {
    assert_eq!(Pattern::new(r"\d+").map(|pattern| pattern.as_str().to_owned()).as_deref(), Ok(r"\d+"));
}
