//! `assets/locales.toml` against the program: every text that is asked for is there, every text that is there is asked
//! for, and Chinese is set as Chinese is.

#[path = "support/source.rs"]
mod source;

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use source::files;

#[derive(Deserialize)]
struct Entry {
    en: String,
    zh: String,
}

fn texts() -> BTreeMap<String, Entry> {
    let sections: BTreeMap<String, BTreeMap<String, Entry>> =
        toml::from_str(include_str!("../assets/locales.toml")).expect("locales.toml");
    let named = |(section, texts): (String, BTreeMap<String, Entry>)| {
        texts.into_iter().map(move |(key, entry)| (format!("{section}.{key}"), entry))
    };
    sections.into_iter().flat_map(named).collect()
}

/// A family of keys that the program puts together, as it is written there, and what can be for the part in braces.
struct Family {
    written: &'static str,
    of: fn() -> BTreeSet<String>,
    /// Every one of them must have a text.
    complete: bool,
}

/// The words of the command line that are no action.
const BEGINNINGS: [&str; 3] = ["set", "page", "prior"];

const FAMILIES: &[Family] = &[
    Family { written: "screen.{}", of: screens, complete: true },
    Family { written: "command.{word}", of: || named(BEGINNINGS), complete: true },
    Family { written: "command.{word}-takes", of: || with("-takes", named(BEGINNINGS)), complete: true },
    Family { written: "key.{name}", of: actions, complete: true },
    Family { written: "key.{place}-{name}", of: actions_on_screens, complete: false },
    Family { written: "explain.{section}-{short}", of: explained, complete: true },
    Family { written: "encoding.{key}", of: ways_to_an_encoding, complete: true },
    Family { written: "help.task-{}", of: tasks, complete: true },
    Family { written: "special-file.{}", of: special_files, complete: true },
    Family { written: "setting.{}", of: settings, complete: true },
    Family { written: "sort.{}", of: sorts, complete: true },
    Family { written: "order.{}", of: || named(["weight", "place", "count", "name"]), complete: true },
    Family { written: "tie.{}", of: || named(["zero", "one"]), complete: true },
    Family { written: "fold.{}", of: folds, complete: true },
    Family { written: "colours.{}", of: themes, complete: true },
    Family { written: "lab.{name}", of: presets, complete: true },
    Family { written: "lab.{name}-beside", of: || with("-beside", presets()), complete: true },
    Family { written: "verdict.{}", of: verdicts, complete: true },
    Family { written: "verdict.{}-sign", of: || with("-sign", verdicts()), complete: true },
    Family { written: "reviewing.{}-beside", of: || with("-beside", verdicts()), complete: true },
];

fn keymap() -> toml::Table {
    toml::from_str(include_str!("../assets/keymap.toml")).expect("keymap.toml")
}

/// The tables of keys by their places: everywhere, and each screen.
fn places() -> impl Iterator<Item = (String, toml::Table)> {
    let of_keys = |(place, table): (String, toml::Value)| {
        let toml::Value::Table(table) = table else { return None };
        (!["footer", "first"].contains(&place.as_str())).then_some((place, table))
    };
    keymap().into_iter().filter_map(of_keys)
}

fn screens() -> BTreeSet<String> {
    places().map(|(place, _)| place).filter(|place| place != "everywhere").collect()
}

fn actions() -> BTreeSet<String> {
    places().flat_map(|(_, keys)| keys.into_iter().map(|(action, _)| action)).collect()
}

fn tasks() -> BTreeSet<String> {
    let keymap = keymap();
    let tasks = keymap["task"].as_array().expect("tasks");
    tasks.iter().filter_map(|task| Some(format!("task-{}", task.get("name")?.as_str()?))).collect()
}

/// Only what is in the bottom line of a screen is called otherwise there.
fn actions_on_screens() -> BTreeSet<String> {
    let keymap = keymap();
    let offered = |(screen, groups): (&String, &toml::Value)| {
        let actions = groups.as_array().into_iter().flatten().filter_map(|group| group.as_array()?.first()?.as_str());
        actions.map(|action| format!("{screen}-{action}")).collect::<Vec<_>>()
    };
    keymap["footer"].as_table().into_iter().flatten().flat_map(offered).collect()
}

/// The recipe's names of tokenizers and weights.
fn explained() -> BTreeSet<String> {
    let tokens = [
        "jieba-hmm",
        "words",
        "chars",
        "word-ngrams",
        "space",
        "keywords",
        "java-space",
        "pypi-windows",
        "text-dedup-ngrams",
        "mfonda-words",
        "mfonda-unicode",
        "given",
    ]
    .map(|t| ("tokens", t));
    let weights = ["tf", "tfidf", "tfsqrtidf", "mintfsqrtidf", "lntfidf", "1+lntf", "binary", "keyword", "given"]
        .map(|w| ("weight", w));
    tokens.into_iter().chain(weights).map(|(section, name)| format!("{section}-{name}")).collect()
}

/// How a document came to be read as it was, and what is doubtful of it.
fn ways_to_an_encoding() -> BTreeSet<String> {
    let ways = ["bom", "utf8", "utf8-damaged", "utf16-test", "declared", "detected", "given", "format"];
    let warnings = ["misnamed", "cut", "missing", "no-text"];
    ways.into_iter().chain(warnings).map(String::from).collect()
}

/// The kinds of things in place of a file.
fn special_files() -> BTreeSet<String> {
    ["named-pipe", "socket", "device", "terminal", "unknown", "link", "folder"].map(String::from).into()
}

fn named<const N: usize>(names: [&str; N]) -> BTreeSet<String> {
    names.map(String::from).into()
}

fn with(end: &str, names: BTreeSet<String>) -> BTreeSet<String> {
    names.into_iter().map(|name| name + end).collect()
}

/// The settings that can be changed on the screens, and the other lists of choices.
fn settings() -> BTreeSet<String> {
    let live = ["k", "recipe", "sort", "feature-sort", "context", "join-lines", "theme", "big", "hide-names", "lang"];
    let of_recipe = ["profile", "tokens", "fold", "weight", "hash", "width", "tie"];
    let shown = ["document", "pair", "bits-per-row", "lesson", "page", "preset"];
    &(&named(live) | &named(of_recipe)) | &named(shown)
}

fn sorts() -> BTreeSet<String> {
    named(["rank", "distance", "shared", "cosine", "documents", "longest", "verdict"])
}

fn folds() -> BTreeSet<String> {
    named(["case", "nfkc", "han", "han-words", "skeleton", "no-urls", "no-numbers"])
}

fn themes() -> BTreeSet<String> {
    named(["auto", "dark", "light", "high-contrast", "ansi16", "mono", "classic"])
}

/// The changes that the lab offers, but for the one that appends a document.
fn presets() -> BTreeSet<String> {
    named(["synonym", "negate", "shuffle", "double", "cut"])
}

fn verdicts() -> BTreeSet<String> {
    named(["copy", "quotation", "common", "cleared", "unsure"])
}

/// The keys that the program asks for, each with the file that does: string literals that are keys or could be.
fn asked() -> BTreeMap<String, String> {
    let sections: BTreeSet<String> =
        texts().into_keys().filter_map(|key| Some(key.split_once('.')?.0.into())).collect();
    let mut asked = BTreeMap::new();
    for file in files("src") {
        for (i, word) in file.words.iter().enumerate() {
            let Some(text) = word.strip_prefix('"').and_then(|text| text.strip_suffix('"')) else { continue };
            let Some((section, key)) = text.split_once('.') else { continue };
            let plain = |part: &str| part.chars().all(|c| c.is_ascii_alphanumeric() || "-+{}_".contains(c));
            // `t!(lang, "a.b"` must be a key; elsewhere what begins with a section's name is one.
            let macro_call = i > 3 && file.words[i - 1] == "," && {
                let opened = file.words[..i].iter().rposition(|word| word == "!");
                opened.is_some_and(|at| at > 0 && file.words[at - 1] == "t" && i - at < 12)
                    && file.words[opened.unwrap_or(0)..i].iter().filter(|word| *word == ",").count() == 1
            };
            if macro_call || sections.contains(section) && plain(section) && !key.is_empty() && plain(key) {
                asked.insert(text.to_owned(), file.path.display().to_string());
            }
        }
    }
    asked
}

#[test]
fn every_text_that_is_asked_for_is_there() {
    let texts = texts();
    let asked = asked();
    assert!(asked.len() > 100, "the source is read");
    for (key, file) in &asked {
        let family = FAMILIES.iter().any(|family| family.written == key);
        assert!(
            family || texts.contains_key(key),
            "{file} asks for {key}: it is neither in locales.toml nor a family here"
        );
    }
    for family in FAMILIES {
        assert!(asked.contains_key(family.written), "{} is no longer put together anywhere", family.written);
        for key in keys(family).filter(|_| family.complete) {
            assert!(texts.contains_key(&key), "{key} is missing");
        }
    }
}

#[test]
fn every_text_that_is_there_is_asked_for() {
    let asked = asked();
    let together: BTreeSet<String> = FAMILIES.iter().flat_map(keys).collect();
    let idle: Vec<String> =
        texts().into_keys().filter(|key| !asked.contains_key(key) && !together.contains(key)).collect();
    assert!(idle.is_empty(), "nobody asks for {idle:?}");
}

fn keys(family: &Family) -> impl Iterator<Item = String> {
    let (section, _) = family.written.split_once('.').expect("a section");
    (family.of)().into_iter().map(move |key| format!("{section}.{key}"))
}

// ---- How Chinese is set
// ----------------------------------------------------------------------------------------------

fn is_han(c: char) -> bool {
    matches!(c, '\u{4e00}'..='\u{9fff}')
}

/// The half-width marks of a Chinese text that should be full-width: every comma, semicolon, colon, question and
/// exclamation mark, and all brackets but those of a formula such as `V(A)`, URLs aside. A question mark that is alone
/// is the name of a key.
fn half_width(text: &str) -> Vec<usize> {
    let chars: Vec<char> = text.chars().collect();
    if !chars.iter().copied().any(is_han) {
        return Vec::new();
    }
    let at = |i: Option<usize>| i.and_then(|i| chars.get(i)).copied().unwrap_or(' ');
    let formula = |open: usize| {
        let name = at(open.checked_sub(1)).is_ascii_uppercase() && at(Some(open + 1)).is_ascii_uppercase();
        name && at(Some(open + 2)) == ')'
    };
    let graphic = |c: &char| c.is_ascii_graphic();
    let url = |i: usize| {
        let from = i - chars[..i].iter().rev().take_while(|c| graphic(c)).count();
        let word: String = chars[from..].iter().take_while(|c| graphic(c)).collect();
        word.contains("://")
    };
    let wrong = |i: usize| match chars[i] {
        ',' | ';' | ':' | '!' => !url(i),
        '?' => is_han(at(i.checked_sub(1))) || is_han(at(Some(i + 1))),
        '(' => !formula(i),
        ')' => i < 2 || !(chars[i - 2] == '(' && formula(i - 2)),
        _ => false,
    };
    (0..chars.len()).filter(|&i| wrong(i)).collect()
}

#[test]
fn chinese_is_set_with_full_width_marks() {
    let wrong: Vec<String> = texts()
        .into_iter()
        .filter(|(_, entry)| !half_width(&entry.zh).is_empty())
        .map(|(key, entry)| format!("{key}: {}", entry.zh))
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn english_is_set_with_half_width_marks() {
    let full = |text: &str| text.chars().any(|c| is_han(c) || "，；：！？（）。、".contains(c));
    let wrong: Vec<String> = texts()
        .into_iter()
        .filter(|(_, entry)| full(&entry.en))
        .map(|(key, entry)| format!("{key}: {}", entry.en))
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn the_rule_for_marks_tells_them_apart() {
    for right in ["没有，一位（不同）。", "等于 V(B) - V(A)。", "   ? 帮助   q 退出", "k, k: k", "约 95% 到 {high}"]
    {
        assert!(half_width(right).is_empty(), "{right}");
    }
    for wrong in ["没有,一位", "按 {k}:近", "为何?", "去掉 {n} 处({features})", "兼容形式(NFKC)"] {
        assert!(!half_width(wrong).is_empty(), "{wrong}");
    }
}

/// What clap and the standard library say, and what is put together from parts.
const NOT_IN_OUR_SOURCES: [&str; 6] = [
    " is not in ",
    "invalid digit found in string",
    "cannot parse integer from empty string",
    "number too large to fit in target type",
    "allowed: 0 to 100",
    "a number from 1 to 1099511627776 is expected",
];

/// A reworded message would be in English again without a failing test.
#[test]
fn every_error_in_chinese_is_one_of_the_program() {
    let file = include_str!("../assets/errors-zh.toml");
    let (_, own) = file.split_once("# ---- Values").expect("the frame of clap is before");
    let own: BTreeMap<String, String> =
        toml::from_str(own.split_once('\n').expect("a line").1).expect("errors-zh.toml");
    let mut sources = String::new();
    for folder in ["src", "crates/core/src"] {
        for path in source::rust_files(folder) {
            let text = std::fs::read_to_string(path).expect("a source");
            // Long texts are broken between lines there.
            let lines = text.split("\\\n").enumerate();
            sources.extend(lines.map(|(n, part)| if n == 0 { part } else { part.trim_start() }));
        }
    }
    let idle: Vec<&String> =
        own.keys().filter(|said| !NOT_IN_OUR_SOURCES.contains(&said.as_str()) && !sources.contains(*said)).collect();
    assert!(own.len() > 50 && idle.is_empty(), "nobody says {idle:#?}");
}
