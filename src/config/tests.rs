//! Settings read, laid over each other, and what is wrong with them said.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::{file::parse, *};
use crate::say;

fn environment<'a>(variables: &'a [(&'a str, &'a str)]) -> impl Fn(&str) -> Option<String> + 'a {
    move |name| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
}

/// A layer of flags.
fn flags(values: &[(SettingKey, &str)]) -> Config {
    let mut config = Config::default();
    for (key, text) in values {
        config.set(*key, text, SettingOrigin::Flag).unwrap();
    }
    config
}

fn merged(file: &str, variables: &[(&str, &str)], values: &[(SettingKey, &str)]) -> Config {
    let (mut config, errors) = parse(file, "f");
    assert_eq!(errors, []);
    let (over, errors) = of_environment(environment(variables));
    assert_eq!(errors, []);
    config.merge(over).unwrap();
    config.merge(flags(values)).unwrap();
    config
}

#[test]
fn the_stronger_layer_wins_key_by_key() {
    let file = "k = 5\ntheme = 'light'\nrun = '20,9'\nlang = 'zh'\n";
    let config = merged(file, &[("SIMSCOPE_K", "6"), ("SIMSCOPE_THEME", "")], &[(SettingKey::Run, "30,8")]);
    let said = |key| config.get(key).map(|value| (value.text.clone(), value.origin.to_string()));
    let expected = [
        (SettingKey::K, Some(("6", "SIMSCOPE_K"))),
        (SettingKey::Theme, Some(("light", "f:2"))),
        (SettingKey::Run, Some(("30,8", "command line"))),
        (SettingKey::Lang, Some(("zh", "f:4"))),
        (SettingKey::Shared, None),
    ];
    for (key, value) in expected {
        assert_eq!(said(key), value.map(|(text, origin)| (text.to_owned(), origin.to_owned())), "{key:?}");
    }
    assert_eq!((config.k(64), config.k(5)), (Some(6), Some(5)), "k is no larger than a fingerprint is wide");
    assert_eq!(config.run(), RunLength { han: 30, words: 8 });
    assert_eq!((config.lang(), config.theme()), (Lang::Zh, ThemeName::Light));
}

#[test]
fn no_color_wins_over_the_file_and_loses_to_settings_for_simscope_alone() {
    type Case<'a> = (&'a str, &'a [(&'a str, &'a str)], &'a [(SettingKey, &'a str)], ColorChoice);
    let cases: [Case<'_>; 6] = [
        ("", &[], &[], ColorChoice::Auto),
        ("color = 'always'", &[("NO_COLOR", "1")], &[], ColorChoice::Never),
        ("color = 'always'", &[("NO_COLOR", "")], &[], ColorChoice::Always),
        ("", &[("NO_COLOR", "1"), ("SIMSCOPE_COLOR", "auto")], &[], ColorChoice::Auto),
        ("", &[("NO_COLOR", "1")], &[(SettingKey::Color, "always")], ColorChoice::Always),
        ("color = 'never'", &[], &[(SettingKey::Color, "auto")], ColorChoice::Auto),
    ];
    for (file, variables, values, color) in cases {
        assert_eq!(merged(file, variables, values).color(), color, "{file} {variables:?} {values:?}");
    }
}

#[test]
fn switches_are_heard_in_the_forms_that_environments_have() {
    for (text, plain) in [("1", true), ("true", true), ("yes", true), ("0", false), ("off", false)] {
        assert_eq!(merged("", &[("SIMSCOPE_ASCII", text)], &[]).plain_marks(), plain, "{text}");
    }
    assert!(merged("ambiguous = 2", &[], &[]).plain_marks(), "marks of two cells are of no use");
    assert!(!merged("", &[("REDUCE_MOTION", "1")], &[]).motion());
    assert!(merged("", &[("REDUCE_MOTION", "0")], &[]).motion());
}

#[test]
fn a_recipe_overrides_settings_of_its_parts_further_down() {
    let recipe = |file: &str, values: &[(SettingKey, &str)]| merged(file, &[], values).recipe().unwrap().to_string();
    let preset = |name: &str| name.parse::<Recipe>().unwrap().to_string();
    assert_eq!(recipe("recipe = 'tokens=words;bits=32'", &[(SettingKey::Recipe, "yanyiwu")]), preset("yanyiwu"));
    assert!(recipe("recipe = 'article-003'", &[(SettingKey::Recipe, "bits=64")]).contains(";64;"));
    assert!(
        recipe("recipe = 'weight=tf'", &[(SettingKey::Recipe, "tokens=given")]).starts_with("given;fold=none;given;")
    );
    assert!(recipe("recipe = 'tokens=given'", &[(SettingKey::Recipe, "weight=tf")]).starts_with("jieba"));
    assert!(
        recipe("recipe = 'tokens=given'", &[(SettingKey::Recipe, "tokens=words")]).contains(";fold=no-urls;tfsqrtidf")
    );
    assert!(recipe("recipe = 'weight=tf'", &[(SettingKey::Recipe, "tokens=words")]).contains(";tf;"));
    let line = Recipe::default().to_string();
    assert_eq!(recipe(&format!("recipe = '{line};tie=ge'"), &[]), line.replace(";gt", ";ge"), "parts behind a line");
    assert_eq!(
        recipe(&format!("recipe = '{line}'"), &[(SettingKey::Recipe, "fold=case")]),
        line.replace("no-urls", "case")
    );
}

#[test]
fn parts_that_do_not_go_together_are_ignored_and_the_rest_of_the_layer_holds() {
    let (layer, errors) = parse("k = 7\nrecipe = 'bits=128;hash=xxh3-64'\n", "f");
    assert_eq!(errors, []);
    let mut config = Config::default();
    let (origin, error) = config.merge(layer).unwrap_err();
    assert!(matches!(error, RecipeError::TooWide { .. }) && matches!(origin, SettingOrigin::File(..)));
    assert_eq!((config.recipe(), config.k(64)), (Ok(Recipe::default()), Some(7)));
}

#[test]
fn what_is_wrong_is_named_with_file_line_and_key_and_what_is_allowed() {
    let cases = [
        ("k = 3\ntheem = 'dark'", "f:2: theem: unknown name; did you mean theme?"),
        ("\n\nzzz = 1", "f:3: zzz: unknown name"),
        ("k = 'three'", "f:1: k: \"three\" is not allowed; allowed: 0 to 128"),
        ("k = 1000", "f:1: k: 1000 is not allowed; allowed: 0 to 128"),
        ("k = -1", "f:1: k: -1 is not allowed; allowed: 0 to 128"),
        ("k = 2.5", "f:1: k: 2.5 is not allowed; allowed: 0 to 128"),
        ("k = 99999999999999999999", "f:1: k: 99999999999999999999 is not allowed; allowed: 0 to 128"),
        ("lang = 'fr'", "f:1: lang: \"fr\" is not allowed; allowed: auto, en, zh"),
        ("ascii = 'yes'", "f:1: ascii: \"yes\" is not allowed; allowed: true, false"),
        ("ambiguous = 3", "f:1: ambiguous: 3 is not allowed; allowed: 1 to 2"),
        (
            "run = '0,8'",
            "f:1: run: \"0,8\" is not allowed; allowed: 1 to 1000 Han characters, and 1 to 1000 words, such as 13,8",
        ),
        ("run-han = 20", "f:1: run-han no longer exists; use run = \"HAN,WORDS\""),
        ("tokens = 'words'", "f:1: tokens no longer exists; use recipe = \"tokens=…\""),
        (
            "sort = ['rank']",
            "f:1: sort: […] is not allowed; allowed: rank, distance, shared, longest, cosine, documents, verdict",
        ),
        (
            "[theme]\nx = 1",
            "f:1: theme: {…} is not allowed; allowed: auto, dark, light, high-contrast, ansi16, mono, classic",
        ),
        ("recipe = 'bits=2'", "f:1: bits: unknown value \"2\"; allowed: 3 to 128"),
        ("recipe = 'tie=up'", "f:1: tie: unknown value \"up\"; allowed: gt, ge"),
        ("keys = 1", "f:1: keys: must be a table, [keys]"),
        ("[keys]\noverview = 1", "f:2: keys.overview: must be a table, [keys.overview]"),
        ("[keys.overview]\nsort = 1", "f:2: sort: must be a key such as \"y\", a list of keys, or [] for none"),
        ("[keys.overview]\nsort = [1]", "f:2: sort: must be a key such as \"y\", a list of keys, or [] for none"),
    ];
    for (text, message) in cases {
        let (_, errors) = parse(text, "f");
        let messages: Vec<String> = errors.iter().map(|error| say::setting_error(error, Lang::En)).collect();
        assert_eq!(messages, [message], "{text}");
    }
    let (_, errors) = of_environment(environment(&[("SIMSCOPE_RUN_HAN", "20")]));
    let message = "SIMSCOPE_RUN_HAN: run-han no longer exists; use run = \"HAN,WORDS\"";
    assert_eq!(say::setting_error(&errors[0], Lang::En), message);
    let (_, errors) = of_environment(environment(&[("SIMSCOPE_K", "x")]));
    assert_eq!(say::setting_error(&errors[0], Lang::En), "SIMSCOPE_K: k: \"x\" is not allowed; allowed: 0 to 128");
}

#[test]
fn bad_toml_is_reported_with_its_line() {
    for (text, line) in [("k = 3\nk = 4", 2), ("k = 3\n\ntheme = dark", 3), ("[keys", 1), ("k = \"", 1), ("\u{1b}", 1)]
    {
        let (config, errors) = parse(text, "f");
        assert_eq!(config, Config::default());
        assert_eq!(errors.len(), 1, "{text}");
        assert_eq!(errors[0].place, SettingPlace::Line("f".into(), line), "{text}");
        assert!(matches!(errors[0].kind, SettingErrorKind::Syntax(_)));
    }
}

#[test]
fn all_that_is_right_beside_something_wrong_holds() {
    let (config, errors) = parse("kk = 1\nk = 5\ntheme = 3\n[keys.diff]\nmarks = 'e'\nfold = 7\n", "f");
    let lines: Vec<String> = errors.iter().map(|error| error.place.to_string()).collect();
    assert_eq!(lines, ["f:1", "f:3", "f:6"], "in the order of the file");
    assert_eq!(config.k(64), Some(5));
    let at = SettingPlace::Line("f".into(), 5);
    let keys = vec!["e".into()];
    assert_eq!(config.bindings, [Binding { place: "diff".into(), action: "marks".into(), keys, at }]);
}

#[test]
fn the_file_that_is_written_says_the_defaults() {
    assert_eq!(parse(&template(), "f"), (Config::default(), Vec::new()), "as it is, it says nothing");
    let without = template().replace("#[", "[");
    let uncommented: String = without
        .lines()
        .map(|line| line.strip_prefix('#').filter(|rest| !rest.starts_with(' ')).unwrap_or(line).to_owned() + "\n")
        .collect();
    let (config, errors) = parse(&uncommented, "f");
    assert_eq!(errors, [], "{uncommented}");
    assert_eq!(config.recipe(), Ok(Recipe::default()));
    for key in SettingKey::ALL.into_iter().filter(|key| *key != SettingKey::Recipe) {
        assert_eq!(config.get(key).map(|value| value.text.as_str()), Some(key.default()), "{key:?}");
    }
    assert_eq!(config.bindings.len(), 2);
}

#[test]
fn every_default_and_every_offer_is_allowed() {
    for key in SettingKey::ALL {
        assert!(key == SettingKey::Recipe || check(key, key.default()).is_ok(), "{key:?}");
        for value in key.values() {
            assert_eq!(check(key, &value), Ok(()), "{key:?}");
        }
        assert_eq!(key.name().parse(), Ok(key));
    }
    let default = RunLength::default();
    assert_eq!(Config::default().run(), default);
    assert_eq!(SettingKey::K.default(), DEFAULT_K.to_string());
}

proptest! {
    #[test]
    fn no_text_is_too_much(text in "([a-z-]{1,8}|keys|k|theme|[\\[\\]=.\"'#,{} \n\\\\]|[0-9]{1,3}|\\PC){0,40}") {
        let (config, errors) = parse(&text, "f");
        let lines = 1 + text.matches('\n').count();
        for error in errors {
            let SettingPlace::Line(_, line) = &error.place else { panic!("{error:?}") };
            prop_assert!((1..=lines).contains(line));
            for lang in [Lang::En, Lang::Zh] {
                prop_assert!(!say::setting_error(&error, lang).is_empty());
            }
        }
        prop_assert!(Config::default().merge(config).is_ok() || text.contains('='));
    }

    #[test]
    fn layers_merge_as_their_values_do(
        file in proptest::collection::btree_map(0usize..4, 1u32..3, 0..4),
        flag in proptest::collection::btree_map(0usize..4, 1u32..3, 0..4),
    ) {
        let keys = [SettingKey::K, SettingKey::Shared, SettingKey::Cosine, SettingKey::Ambiguous];
        let layer = |values: &BTreeMap<usize, u32>| {
            let mut config = Config::default();
            for (at, n) in values {
                config.set(keys[*at], &n.to_string(), SettingOrigin::Flag).unwrap();
            }
            config
        };
        let mut config = layer(&file);
        config.merge(layer(&flag)).unwrap();
        for (at, key) in keys.into_iter().enumerate() {
            let expected = flag.get(&at).or(file.get(&at)).map(u32::to_string);
            prop_assert_eq!(config.get(key).map(|value| value.text.clone()), expected);
        }
    }
}
