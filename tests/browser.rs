//! The page of lessons in a real browser: its script computes what the pipeline computes, judges answers, keeps the
//! page when the language changes, and loads nothing.
//!
//! Without a browser the tests say so and are skipped, as those of the report.

#[path = "support/browser.rs"]
mod support;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::Arc,
};

use serde_json::{Value, json};
use simscope::{
    app::{Lang, included},
    lab::{Dice, Trial},
    simhash::{FeatureHash, Fixed, Recipe, Trace, from_fixed, trace},
};
use support::{browser, open};

const EDITS: usize = 1000;
/// Put into texts: what lies at the edges of the rules of words, and of the lengths of the hashes.
const WORDS: [&str; 24] = [
    "harbour",
    "don't",
    "3.14",
    "1,000",
    "e.g.",
    "x_1",
    "naïve",
    "Ünïcode",
    "Wi-Fi",
    "a:b",
    "灯塔",
    "の",
    "カメラ",
    "한국어",
    "мир",
    "①",
    "½",
    "—",
    "…",
    "“quoted”",
    "\u{301}",
    "I\u{307}",
    "\n",
    "pneumonoultramicroscopicsilicovolcanoconiosis",
];

/// All lessons as one page.
fn exported(folder: &Path) -> PathBuf {
    let page = folder.join("course.html");
    let mut command = Command::new(env!("CARGO_BIN_EXE_simscope"));
    command.env("SIMSCOPE_CONFIG", "none").args(["lesson", "export", "-o"]).arg(&page);
    assert!(command.status().expect("started").success());
    page
}

/// What came out, as the browser is to say it: the bits, and the sums with commas.
fn told(trace: &Trace, sums: &[Fixed], empty: bool) -> (String, String) {
    let bits = if empty { String::new() } else { format!("{:b}", trace.signs(sums)) };
    (bits, sums.iter().map(ToString::to_string).collect::<Vec<_>>().join(","))
}

fn of(text: &str, recipe: &str) -> (String, String) {
    let trace = trace(text, &recipe.parse::<Recipe>().expect(recipe)).expect(text);
    told(&trace, &trace.sums, trace.features.is_empty())
}

/// A few words put in, taken out, replaced, doubled or moved.
fn edited(text: &str, dice: &mut Dice) -> String {
    let mut words: Vec<&str> = text.split_inclusive(' ').collect();
    for _ in 0..=dice.below(4) {
        let at = dice.below(words.len());
        let word = WORDS[dice.below(WORDS.len())];
        match dice.below(5) {
            0 if !words.is_empty() => _ = words.remove(at),
            1 if !words.is_empty() => words[at] = word,
            2 if !words.is_empty() => words.insert(at, words[dice.below(words.len())]),
            3 => words.truncate(dice.below(words.len() + 1)),
            _ => words.insert(at, word),
        }
    }
    words.concat()
}

/// Any recipe that a browser can compute for that text.
fn recipe(text: &str, dice: &mut Dice) -> String {
    let han = text.chars().any(simscope::simhash::is_han);
    let tokens = match dice.below(4) {
        0 => "words".into(),
        1 if !han => format!("word-ngrams:{}", 1 + dice.below(16)),
        2 => "space".into(),
        _ => format!("chars:{}", 1 + dice.below(12)),
    };
    let fold = ["none", "case", "nfkc"][dice.below(3)];
    format!("{tokens};fold={fold};tf;{}", tail(dice))
}

/// The hash, the bits and the tie of a recipe.
fn tail(dice: &mut Dice) -> String {
    let hash = [FeatureHash::Md5, FeatureHash::Xxh3_64(0), FeatureHash::Xxh3_128(0)][dice.below(3)];
    let bits = 3 + dice.below(usize::from(hash.bits()) - 2);
    format!("{};{bits};{}", hash.name(), ["gt", "ge"][dice.below(2)])
}

/// Features of a document as a list, some taken out, added or with another weight; as the program and the browser read
/// them.
fn rows(found: &Trace, bits: usize, dice: &mut Dice) -> (String, Vec<Value>) {
    let mut list = String::new();
    let mut rows = Vec::new();
    let added = WORDS[dice.below(WORDS.len() - 2)].replace('\n', " ");
    let names = (0..found.features.len()).map(|at| (found.name(at).to_owned(), from_fixed(found.features[at].weight)));
    for (name, weight) in names.chain([(added, 1.0)]) {
        let weight = match dice.below(6) {
            0 => continue,
            1 => dice.below(2000) as f64 / 16.0 - 40.0,
            _ => weight,
        };
        let hash = (dice.below(3) == 0).then(|| dice.below(1 << bits.min(40)));
        let hex = hash.map_or_else(String::new, |hash| format!("\t{hash:x}"));
        list.extend([&*name, "\t", &weight.to_string(), &hex, "\n"]);
        rows.push(json!([name, weight, hash.map(|hash| format!("{hash:0bits$b}"))]));
    }
    (list, rows)
}

#[test]
fn a_thousand_random_edits_come_out_as_in_the_program() {
    let Some(browser) = browser() else {
        eprintln!("skipped: no browser is found; SIMSCOPE_BROWSER may name one");
        return;
    };
    let mut dice = Dice::new(1);
    let (mut cases, mut wanted, mut labs, mut wanted_labs) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let lessons =
        || included().iter().flat_map(|lesson| [Lang::En, Lang::Zh].map(|lang| lesson.lesson(lang).expect("sound")));
    let documents: Vec<(String, Recipe)> = lessons()
        .flat_map(|lesson| {
            let recipe = lesson.recipe.clone();
            lesson.documents.into_iter().map(move |document| (document.text, recipe.clone()))
        })
        .collect();
    for n in 0..EDITS {
        let (text, own) = &documents[n % documents.len()];
        let given = own.weight.is_given();
        if given || n % 3 == 0 {
            let line = format!("given;fold=none;given;{}", tail(&mut dice));
            let bits = line.parse::<Recipe>().expect("a recipe").bits;
            let (list, rows) = rows(&trace(text, own).expect("sound"), bits.into(), &mut dice);
            wanted.push(of(&list, &line));
            cases.push(json!({ "recipe": line, "rows": rows }));
            continue;
        }
        let text = edited(text, &mut dice);
        let line = recipe(&text, &mut dice);
        wanted.push(of(&text, &line));
        cases.push(json!({ "recipe": line, "text": text }));
    }
    // The labs themselves, by their own controls.
    for lesson in included() {
        let read = lesson.lesson(Lang::En).expect("sound");
        let mut own = read.recipe.clone();
        for (at, page) in (2..).zip(&read.pages) {
            own = page.recipe.clone().unwrap_or(own);
            let Some(task) = &page.task else { continue };
            let original = Arc::new(read.traces(&own).expect("sound").swap_remove(page.document));
            let text = &read.documents[page.document].text;
            let line = own.to_string();
            let computed =
                ["words", "chars", "space"].iter().any(|name| line.starts_with(name)) && line.contains(";tf;");
            for without in [None, Some(0), Some(1), Some(2)] {
                let text = if computed && without != Some(1) { edited(text, &mut dice) } else { text.clone() };
                let found = Arc::new(trace(&text, &own).expect("sound"));
                if without.is_some_and(|at| at >= found.features.len()) {
                    continue;
                }
                let keys = without.map(|at| found.features[at].key).into_iter().collect();
                let trial = Trial::new(original.clone(), found.clone(), keys);
                let state = task.state(&trial, &own);
                let met = state.goals.iter().map(|&(_, met)| met).chain(task.edits.map(|_| state.allowed));
                let met: Vec<bool> = met.collect();
                let told = told(&found, &trial.sums, trial.fingerprints[1].is_none());
                wanted_labs.push((told, json!([met, state.reached()])));
                let text = computed.then_some(text);
                labs.push(json!({ "page": format!("{}-{at}", lesson.name), "text": text, "without": without }));
            }
        }
    }

    let folder = tempfile::tempdir().expect("a folder");
    let page = exported(folder.path());
    let (shown, said) = open(&browser, &page, &["--dump-dom".into()]);
    assert!(!said.contains("CONSOLE"), "{said}");
    assert!(shown.contains("class=\"live\""), "the script runs under the policy");

    // The same page and script, with a script of the test behind it, which the policy of the page would refuse.
    let html = fs::read_to_string(&page).expect("a page");
    let (before, after) = html.split_once("script-src '").expect("a policy");
    let (_, after) = after.split_once('\'').expect("a digest");
    let data = json!({ "cases": cases, "labs": labs }).to_string().replace('<', "\\u003c");
    let test = format!(
        "<script type=\"application/json\" id=\"cases\">{data}</script><script>{}</script></body>",
        include_str!("browser/harness.js")
    );
    let html = format!("{before}script-src 'unsafe-inline'{after}").replace("</body>", &test);
    fs::write(&page, html).expect("written");
    // The harness turns pages faster than the browser lets addresses change.
    let options = ["--dump-dom", "--virtual-time-budget=60000", "--disable-ipc-flooding-protection"];
    let (shown, said) = open(&browser, &page, &options.map(String::from));
    assert!(!said.contains("CONSOLE"), "{said}");
    let (_, result) = shown.split_once("<pre id=\"result\">").unwrap_or_else(|| panic!("no result: {said}"));
    let result: Value = serde_json::from_str(result.split_once("</pre>").expect("an end").0).expect("JSON");

    let pair = |value: &Value| (value[0].as_str().unwrap_or("").to_owned(), value[1].as_str().unwrap_or("").to_owned());
    let all = |key: &str| result[key].as_array().expect("a list").clone();
    for ((found, wanted), case) in all("edited").iter().zip(&wanted).zip(&cases) {
        assert_eq!(pair(found), *wanted, "{case}");
    }
    assert_eq!(all("edited").len(), EDITS);
    for ((found, (wanted, goals)), case) in all("tried").iter().zip(&wanted_labs).zip(&labs) {
        assert_eq!(pair(found), *wanted, "{case}");
        assert_eq!(json!([found[2], found[3]]), *goals, "{case}");
    }
    assert!(all("tried").len() > 20);
    for answers in all("answers") {
        assert_eq!(answers, json!(["refused", "right"]));
    }
    for turned in all("turned") {
        let [from, there, back] = [0, 1, 2].map(|at| turned[at].as_str().expect("a page"));
        let (lesson, number) = from.rsplit_once('-').expect("a number");
        assert!(there == from || there == format!("{lesson}-zh-{number}"), "{turned}");
        assert_eq!(back, from);
    }
    assert!(result["falling"].as_u64() > Some(0), "{}", result["falling"]);
    assert_eq!((&result["kept"], &result["loaded"]), (&json!(1), &json!([])));
}
