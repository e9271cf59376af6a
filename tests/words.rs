//! Texts that people read have no retired term (`retired-words.txt`).

use std::{
    fs,
    path::{Path, PathBuf},
};

use regex::{Regex, RegexBuilder};

/// The files with that ending in a file's place or below a folder.
fn files(place: &str, ending: &str) -> Vec<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(place);
    let Ok(folder) = fs::read_dir(&path) else { return vec![path] };
    let inner = folder.flat_map(|entry| files(&entry.expect("an entry").path().display().to_string(), ending));
    inner.filter(|path| path.to_string_lossy().ends_with(ending)).collect()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn no_text_for_people_has_a_retired_term() {
    let term = |line: &'static str| {
        let [pattern, instead, example] = line.split('\t').collect::<Vec<_>>().try_into().expect(line);
        let regex = RegexBuilder::new(&pattern.replace(' ', r"\s+")).case_insensitive(true).build().expect(line);
        assert!(regex.is_match(example), "{pattern} does not find {example}");
        (regex, instead)
    };
    let terms: Vec<(Regex, &str)> = include_str!("retired-words.txt").lines().skip(1).map(term).collect();
    // The help of the command line, whose English is the keys of the Chinese.
    let places = [
        "README.md",
        "assets/locales.toml",
        "assets/help-zh.toml",
        "assets/errors-zh.toml",
        "assets/manual",
        "assets/lessons",
    ];
    let documents = Regex::new(r#"\[\[document\]\]\n(name = .*)\ntext = ".*""#).expect("a pattern");
    let mut found = Vec::new();
    for path in places.into_iter().flat_map(|place| files(place, "")) {
        let mut text = read(&path);
        if path.extension().is_some_and(|ending| ending == "toml") {
            // The texts of documents are what is looked at, not what is said.
            text = documents.replace_all(&text, "[[document]]\n$1\n").into_owned();
        }
        for (regex, instead) in &terms {
            let at = |found: &regex::Match<'_>| text[..found.start()].matches('\n').count() + 1;
            let places = regex.find_iter(&text);
            found.extend(places.map(|it| format!("{}:{}: {}: {instead}", path.display(), at(&it), it.as_str())));
        }
    }
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}
