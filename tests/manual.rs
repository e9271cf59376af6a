//! The manual, the README and SECURITY.md against themselves and the program: links lead somewhere, both languages have
//! the same, what is shown of a command is what it prints, and each promise names the tests that show it.

#[path = "support/source.rs"]
mod source;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Component, Path, PathBuf},
    process::Command,
};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The topics of a language: name and text.
fn topics(lang: &str) -> BTreeMap<String, String> {
    let folder = fs::read_dir(root().join("assets/manual").join(lang)).expect("the manual");
    let paths = folder.map(|entry| entry.expect("an entry").path());
    let named = |path: PathBuf| {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        (name, fs::read_to_string(&path).expect("a topic"))
    };
    paths.map(named).filter(|(name, _)| name != "README").collect()
}

/// The lines of a text that are no code.
fn prose(text: &str) -> Vec<&str> {
    let mut code = false;
    text.lines()
        .filter(|line| {
            code ^= line.trim_start().starts_with("```");
            !code
        })
        .collect()
}

/// The anchors of the headings, as GitHub makes them.
fn anchors(text: &str) -> BTreeSet<String> {
    let anchor = |line: &str| {
        let heading = line.trim_start_matches('#').trim().to_lowercase();
        let keep = |c: char| match c {
            ' ' => Some('-'),
            c if c.is_alphanumeric() || "-_".contains(c) => Some(c),
            _ => None,
        };
        heading.chars().filter_map(keep).collect()
    };
    prose(text).into_iter().filter(|line| line.starts_with('#')).map(anchor).collect()
}

/// The targets of links and pictures, not those inside code.
fn targets(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    for line in prose(text) {
        let outside: String = line.split('`').step_by(2).collect::<Vec<_>>().join("x");
        for part in outside.split("](").skip(1) {
            all.extend(part.split_once(')').map(|(target, _)| target.to_owned()));
        }
    }
    all
}

/// A path without `..` in it.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        if part == Component::ParentDir {
            plain.pop();
        } else {
            plain.push(part);
        }
    }
    plain
}

#[test]
fn every_link_leads_somewhere() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for file in ["README.md", "assets/manual/en", "assets/manual/zh"].map(|path| root().join(path)) {
        let files: Vec<PathBuf> = match fs::read_dir(&file) {
            Ok(folder) => folder.map(|entry| entry.expect("an entry").path()).collect(),
            Err(_) => vec![file],
        };
        for file in files {
            let text = fs::read_to_string(&file).expect("a text");
            // Releases are beside the repository on the server, not in it.
            let elsewhere = |target: &String| target.contains("://") || target.ends_with("/../releases");
            for target in targets(&text).into_iter().filter(|target| !elsewhere(target)) {
                count += 1;
                let (path, anchor) = target.split_once('#').unwrap_or((&target, ""));
                let to = plain(&file.parent().expect("a folder").join(path));
                let to = if path.is_empty() { file.clone() } else { to };
                let found = match fs::read_to_string(&to) {
                    Ok(text) => anchor.is_empty() || anchors(&text).contains(anchor),
                    Err(_) => to.exists() && anchor.is_empty(),
                };
                if !found {
                    wrong.push(format!("{}: {target}", file.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(count > 300, "{count} links are read");
}

/// The shape that both languages of a text share: the levels of its headings, the numbers of its blocks of code, of
/// its pictures and of its rows of tables.
fn shape(text: &str) -> (Vec<usize>, usize, usize, usize) {
    let prose = prose(text);
    let headings = prose.iter().filter(|line| line.starts_with('#')).map(|line| line.find(' ').unwrap_or(0)).collect();
    let count = |mark: &str| prose.iter().filter(|line| line.trim_start().starts_with(mark)).count();
    (headings, text.matches("\n```").count() / 2, count("!["), count("|"))
}

#[test]
fn both_languages_have_the_same_topics_and_headings() {
    let [en, zh] = ["en", "zh"].map(topics);
    assert_eq!(en.keys().collect::<Vec<_>>(), zh.keys().collect::<Vec<_>>());
    for (name, text) in &en {
        assert_eq!(shape(text), shape(&zh[name]), "{name}");
    }
    let readme = |path: &str| fs::read_to_string(root().join(path)).expect("a README");
    assert_eq!(shape(&readme("README.md")), shape(&readme("assets/manual/zh/README.md")));
}

#[test]
fn the_readme_is_short_and_lists_every_topic() {
    for path in ["README.md", "assets/manual/zh/README.md"] {
        let text = fs::read_to_string(root().join(path)).expect("a README");
        assert!(text.lines().count() <= 250, "{path} has {} lines", text.lines().count());
        for name in topics("en").keys() {
            assert!(text.contains(&format!("| [{name}](")), "{path} does not list {name}");
        }
    }
}

/// Chinese text has full-width marks, and no space between two Han characters.
#[test]
fn chinese_is_set_as_chinese_is() {
    let han = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
    for (name, text) in topics("zh") {
        for line in prose(&text) {
            let outside: String = line.split('`').step_by(2).collect::<Vec<_>>().join("x");
            let chars: Vec<char> = outside.chars().collect();
            for three in chars.windows(3) {
                assert!(!(han(three[0]) && three[1] == ' ' && han(three[2])), "{name}: {three:?} in {line}");
            }
            for two in chars.windows(2) {
                assert!(!(han(two[0]) && ",;?!:".contains(two[1])), "{name}: {two:?} in {line}");
            }
        }
    }
}

/// The commands behind a dollar in blocks of code print what is below them.
#[test]
fn what_is_shown_of_a_command_is_what_it_prints() {
    let mut tried = 0;
    for lang in ["en", "zh"] {
        for (name, text) in topics(lang) {
            for block in text.split("\n```\n$ ").skip(1) {
                let (command, printed) =
                    block.split("\n```").next().expect("a block").split_once('\n').expect("output");
                let script = command.replace("simscope", env!("CARGO_BIN_EXE_simscope"));
                let mut shell = Command::new("sh");
                shell.args(["-c", &format!("{script} 2>&1")]).current_dir(root());
                shell.env("LC_ALL", "C").env("SIMSCOPE_CONFIG", "none").env("COLUMNS", "100");
                let output = shell.output().expect("a shell");
                let output = String::from_utf8_lossy(&output.stdout).into_owned();
                assert_eq!(output.trim_end(), printed.trim_end(), "{lang}/{name}: {command}");
                tried += 1;
            }
        }
    }
    assert!(tried >= 3, "{tried} commands are tried");
}

#[test]
fn each_promise_of_security_names_the_tests_that_show_it() {
    let text = fs::read_to_string(root().join(".github/SECURITY.md")).expect("the promises");
    let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("| **")).collect();
    assert!(rows.len() > 10, "{rows:?}");
    let sources: String = ["src", "crates", "tests"]
        .into_iter()
        .flat_map(source::rust_files)
        .map(|path| fs::read_to_string(root().join(path)).expect("source is text"))
        .collect();
    for row in rows {
        let shown = row.trim_end_matches([' ', '|']).rsplit(" | ").next().unwrap_or_default();
        let names: Vec<&str> = shown.split('`').skip(1).step_by(2).collect();
        assert!(!names.is_empty(), "no test is named: {row}");
        for name in names {
            let is_test = sources.contains(&format!("fn {name}()")) || sources.contains(&format!("fn {name}("));
            assert!(is_test || root().join(name).is_file(), "there is no test {name}, which shows: {row}");
        }
    }
}
