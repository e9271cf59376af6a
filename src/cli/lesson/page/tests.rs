//! Pages of lessons, as a browser would show them.

use std::{fs, path::Path, process::Command};

use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::*;
use crate::{
    lesson::{Walk, WalkPlace, find, included, parse},
    say,
};

fn named() -> Vec<NamedLesson> {
    included().iter().flat_map(|of| NamedLesson::of(*of).unwrap()).collect()
}

/// The walks in a page.
fn walks(page: &str) -> Vec<Value> {
    let (_, after) = page.split_once("id=\"walks\">").unwrap();
    serde_json::from_str(after.split_once("</script>").unwrap().0).unwrap()
}

/// The number of the walk in each figure, in the order of the page.
fn figures(page: &str) -> Vec<usize> {
    page.split("data-walk=\"").skip(1).map(|after| after.split_once('"').unwrap().0.parse().unwrap()).collect()
}

/// The page's script takes the states of the pipeline for those of the stops.
#[test]
fn the_states_in_the_page_are_those_of_the_pipeline() {
    let lessons = named();
    let page = page(&lessons, Lang::En).unwrap();
    let (walks, mut figures) = (walks(&page), figures(&page).into_iter());
    let mut stops = 0;
    for NamedLesson { id, lesson } in &lessons {
        let mut recipe = &lesson.recipe;
        for page in &lesson.pages {
            recipe = page.recipe.as_ref().unwrap_or(recipe);
            if !matches!(page.show, Show::Pipeline | Show::Lab) {
                continue;
            }
            let trace = &lesson.traces(recipe).unwrap()[page.document];
            let walk = Walk::new(trace, trace.order(lesson.order));
            let data = &walks[figures.next().unwrap()];
            let number = |value: &Value| usize::try_from(value.as_i64().unwrap()).unwrap();
            for stop in data["stops"].as_array().unwrap() {
                let state = walk.state(trace, number(&stop["at"]));
                let counts = ["at", "weighed", "hashed", "rows", "summed", "read"].map(|key| number(&stop[key]));
                let wanted = [state.at, state.weighed, state.hashed, state.rows, state.summed, state.read];
                assert_eq!((counts, &stop["stage"]), (wanted, &Value::from(state.step.stage.name())), "{id}");
                let row = walk.order().iter().position(|&feature| Some(feature) == state.feature);
                assert_eq!(stop["row"].as_i64().unwrap(), row.map_or(-1, |row| row as i64), "{id}");
                let unit = data["unit"].as_f64().unwrap();
                for (column, &sum) in state.sums.iter().enumerate() {
                    let shown = data["sums"][state.summed][column].as_f64().unwrap() / unit;
                    let printed = say::plain(sum, say::whole(trace)).parse::<f64>().unwrap();
                    assert!((shown - printed).abs() < 1e-9, "{id}: {shown} for {printed}");
                }
                stops += 1;
            }
            for (at, &feature) in walk.order().iter().enumerate() {
                let hash = trace.hash(&trace.features[feature]);
                assert_eq!(data["hashes"][at], Value::from(format!("{hash:b}")), "{id}");
            }
            let fingerprint =
                trace.sketch.fingerprint.map_or_else(String::new, |fingerprint| format!("{fingerprint:b}"));
            assert_eq!(data["fingerprint"], Value::from(fingerprint), "{id}");
        }
    }
    assert!(figures.next().is_none() && stops > 1000, "{stops}");
}

#[test]
fn every_page_is_there_in_both_languages_and_nothing_is_loaded() {
    let lessons = named();
    for lang in LANGUAGES {
        let page = page(&lessons, lang).unwrap();
        let all: usize = lessons.iter().map(|named| named.lesson.pages_in_all()).sum();
        assert_eq!(page.matches("<section id=").count(), all);
        for NamedLesson { lesson, .. } in &lessons {
            for text in [&lesson.goal, &lesson.remember] {
                for lang in LANGUAGES {
                    assert!(page.contains(&html! { (text.get(lang)) }.0), "{}", text.get(lang));
                }
            }
        }
        for loads in ["src=", "http://", "https://", "url(", "@import", " style=\"", " onclick="] {
            let (page, data) = page.split_once("<script").unwrap();
            assert!(!page.contains(loads), "{loads}");
            assert!(data.matches("</script>").count() == 2);
        }
    }
}

/// A lesson file that tries to be markup, a script, an end of the data and a turn of the writing direction.
const HOSTILE: &str = r#"format = 1
title = { en = "</title><script>alert(1)</script>", zh = "<img src=x onerror=alert(1)>" }
goal = { en = "</script><script>alert(1)</script>", zh = "\"'><svg onload=alert(1)>" }
recipe = "given;fold=none;given:all;xxh3-64;6;gt"
[[document]]
name = { en = "</text></svg><script>", zh = "\u202eabc\u200b" }
features = [["</script><!--<script>", 4, "100101"], ["\u001b[2J\u202e&lt;\"", 5, "101011"]]
[[step]]
at = "sums 2"
mark = ["feature </script><!--<script>"]
text = { en = "<style>*{display:none}</style>", zh = "<!-- " }
predict = { question = { en = "<iframe src=//x>", zh = "]]>" }, answer = "sum 3" }
[try]
en = "<a href=javascript:alert(1)>"
zh = "</main>"
[remember]
en = "&lt;"
zh = "\u0000"
"#;

#[test]
fn a_hostile_lesson_is_only_text() {
    let hostile = HOSTILE.replace("\\u0000", "\\u0007");
    let (lesson, _) = parse(&hostile, "hostile.toml").and_then(Lesson::checked).unwrap();
    let page = page(&[NamedLesson { id: "lesson".into(), lesson }], Lang::En).unwrap();
    assert_eq!(page.matches("<script").count(), 2);
    assert_eq!(page.matches("</script>").count(), 2);
    assert_eq!(page.matches("<style>").count(), 1);
    for tag in ["<img", "<iframe", "<a ", "<!--", "onload=alert(1)>\"", "\u{202e}", "\u{200b}", "\u{1b}"] {
        assert!(!page.contains(tag), "{tag:?}");
    }
    // The data has the names as they are to be shown, and is sound.
    let walks = walks(&page);
    assert!(walks[0]["said"][0].as_array().unwrap().iter().any(|said| said.as_str().unwrap().contains("</script>")));
    let policy = page.split_once("Content-Security-Policy\" content=\"").unwrap().1.split_once('"').unwrap().0;
    assert!(policy.starts_with("default-src 'none'; style-src 'sha256-") && !policy.contains("unsafe"), "{policy}");
}

/// A browser, if there is one.
fn browser() -> Option<&'static str> {
    ["chromium", "chromium-browser", "google-chrome"]
        .into_iter()
        .find(|name| Command::new(name).arg("--version").output().is_ok_and(|done| done.status.success()))
}

/// The document that a browser has made of the page at an address in it.
fn dom(browser: &str, page: &Path, address: &str) -> String {
    let url = format!("file://{}{address}", page.display());
    let profile = page.with_extension("profile");
    let done = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"])
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(url)
        .output()
        .unwrap();
    String::from_utf8_lossy(&done.stdout).into_owned()
}

/// The pictures of a section, without attributes that only say where the section is.
fn pictures(page: &str, id: &str) -> String {
    let (_, after) = page.split_once(&format!("id=\"{id}\"")).unwrap();
    let (_, after) = after.split_once("<div class=\"groups\">").unwrap();
    let end = after.find("</figure>").unwrap();
    after[..end].to_owned()
}

/// The script draws what is drawn without it: for steps of a walk, the page as a browser has it is the page of a lesson
/// whose step is there.
#[test]
fn a_browser_steps_to_the_pictures_that_the_pipeline_draws() {
    let Some(browser) = browser() else {
        eprintln!("no browser: the script of the page is not tried");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("page.html");
    for (name, page_number, steps) in [("column-sums", 2, 0..=14), ("eleven-words", 3, 30..=36)] {
        let lesson = find(name).unwrap().lesson(Lang::En).unwrap();
        let written = page(&[NamedLesson { id: name.into(), lesson: lesson.clone() }], Lang::En).unwrap();
        fs::write(&file, &written).unwrap();
        let id = format!("{name}-{page_number}");
        for step in steps.step_by(if name == "column-sums" { 2 } else { 3 }) {
            let mut moved = lesson.clone();
            let shown = &mut moved.pages[page_number - 2];
            let trace = &lesson.traces(&lesson.recipe).unwrap()[shown.document];
            let walk = Walk::new(trace, trace.order(lesson.order));
            let at = walk.step(step);
            shown.at = Some(WalkPlace::Step(at.stage, at.item + 1));
            shown.show = Show::Pipeline;
            let wanted = page(&[NamedLesson { id: name.into(), lesson: moved }], Lang::En).unwrap();
            let dom = dom(browser, &file, &format!("#{id}.{step}"));
            assert!(dom.contains("class=\"live\""), "the script runs under the policy");
            assert_eq!(pictures(&dom, &id), pictures(&wanted, &id), "{name} {step}");
        }
    }
}

#[test]
fn each_run_of_a_robustness_page_is_a_dot() {
    let lesson = find("short-texts").unwrap().lesson(Lang::En).unwrap();
    let watched: Vec<_> = lesson.pages.iter().find(|page| page.show == Show::Robustness).unwrap().watched.clone();
    let near = watched.iter().map(|&at| {
        let found = robustness(&lesson.documents[at].text, &lesson.recipe, |_| (), &Watch::default()).unwrap();
        found.points[0].distances.iter().filter(|&&hamming| hamming <= lesson.k).count()
    });
    let near: usize = near.sum();
    let written = page(&[NamedLesson { id: "short-texts".into(), lesson }], Lang::En).unwrap();
    let (_, picture) = written.split_once("class=\"runs\"").unwrap();
    let picture = picture.split_once("</figure>").unwrap().0;
    assert_eq!(picture.matches("<circle").count(), crate::lab::RUNS * watched.len());
    assert_eq!(picture.matches("<circle class=\"plus\"").count(), near);
}

#[test]
fn the_policy_knows_the_style_sheet_and_the_script() {
    for text in [STYLE, SCRIPT] {
        let digest = BASE64_STANDARD.encode(Sha256::digest(text.replace('\r', "")));
        assert!(POLICY.contains(&format!("'sha256-{digest}'")), "sha256-{digest}");
    }
}
