//! Pages of lessons, as a browser would show them.

use std::{fs, path::Path, process::Command};

use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::*;
use crate::{
    lesson::{Answer, WalkPlace, find, included, parse},
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

/// A page of a lesson with the traces under its recipe.
fn for_each_page(lesson: &Lesson, mut visit: impl FnMut(usize, &LessonPage, &[Trace])) {
    for (at, traced) in (2..).zip(lesson.traced_pages().unwrap()) {
        visit(at, traced.page, &traced.traces);
    }
}

fn number(value: &Value) -> usize {
    usize::try_from(value.as_i64().unwrap()).unwrap()
}

/// The sums of a walk's data are those of the pipeline, as printed.
fn assert_sums(data: &Value, summed: usize, sums: &[i64], id: &str) {
    let unit = data["unit"].as_f64().unwrap();
    for (column, &sum) in sums.iter().enumerate() {
        let shown = data["sums"][summed][column].as_f64().unwrap() / unit;
        let printed = say::plain(sum, data["unit"] == 1).parse::<f64>().unwrap();
        assert!((shown - printed).abs() < 1e-9, "{id}: {shown} for {printed}");
    }
}

/// The page's script takes the states of the pipeline for those of the stops.
#[test]
fn the_states_in_the_page_are_those_of_the_pipeline() {
    let lessons = named();
    let page = page(&lessons, Lang::En).unwrap();
    let (walks, mut figures) = (walks(&page), figures(&page).into_iter());
    let mut stops = 0;
    for named in &lessons {
        let (id, lesson) = (&named.id(), &named.lesson);
        for_each_page(lesson, |_, page, traces| match page.show {
            Show::Pipeline | Show::Lab => {
                let trace = &traces[page.document];
                let walk = Walk::new(trace, trace.order(lesson.order));
                let data = &walks[figures.next().unwrap()];
                for stop in data["stops"].as_array().unwrap() {
                    let state = walk.state(trace, number(&stop["at"]));
                    let counts = ["at", "weighed", "hashed", "rows", "summed", "read"].map(|key| number(&stop[key]));
                    let wanted = [state.at, state.weighed, state.hashed, state.rows, state.summed, state.read];
                    assert_eq!((counts, &stop["stage"]), (wanted, &Value::from(state.step.stage.name())), "{id}");
                    let row = walk.order().iter().position(|&feature| Some(feature) == state.feature);
                    assert_eq!(stop["row"].as_i64().unwrap(), row.map_or(-1, |row| row as i64), "{id}");
                    assert_sums(data, state.summed, &state.sums, id);
                    stops += 1;
                }
                let end = walk.state(trace, number(&data["stops"].as_array().unwrap().last().unwrap()["at"]));
                for (at, &feature) in walk.order().iter().enumerate() {
                    let hash = format!("{:b}", trace.hash(&trace.features[feature]));
                    let shown = if at < end.hashed { &*hash } else { "" };
                    assert_eq!(data["hashes"][at], Value::from(shown), "{id}");
                }
                let fingerprint =
                    trace.sketch.fingerprint.map_or_else(String::new, |fingerprint| format!("{fingerprint:b}"));
                let read = end.read.min(fingerprint.len());
                assert_eq!(data["fingerprint"], Value::from(&fingerprint[..read]), "{id}");
            }
            Show::TwoTexts => {
                let traces = page.pair().map(|at| &traces[at]);
                let walk = PairWalk::new(traces, &traces[0].order(lesson.order));
                for text in [0, 1] {
                    let data = &walks[figures.next().unwrap()];
                    for stop in data["stops"].as_array().unwrap() {
                        let state = walk.state(traces, number(&stop["at"]));
                        let counts = ["at", "rows", "summed", "read"].map(|key| number(&stop[key]));
                        assert_eq!(counts, [state.at, state.rows, state.rows, state.read], "{id}");
                        assert_sums(data, state.rows, &state.sums[text], id);
                        stops += 1;
                    }
                }
            }
            _ => {}
        });
    }
    assert!(figures.next().is_none() && stops > 1000, "{stops}");
}

/// The part of a text between two marks.
fn between<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let (_, after) = text.split_once(from).unwrap_or_else(|| panic!("no {from}"));
    after.split_once(to).map_or(after, |(part, _)| part)
}

/// A page with a question has no step after its own, neither the bit nor the sum that is asked for, and no distance.
#[test]
fn no_page_gives_the_answer_to_its_question_away() {
    let lessons = named();
    let page = page(&lessons, Lang::En).unwrap();
    let walks = walks(&page);
    let mut asked = 0;
    for named in &lessons {
        let lesson = &named.lesson;
        let all = lesson.pages_in_all();
        for_each_page(lesson, |at, of, traces| {
            let Some(exercise) = &of.exercise else { return };
            asked += 1;
            let id = format!("{}-{at}", named.id());
            let section = between(&page, &format!("<section id=\"{id}\">"), "</section>");
            let (picture, question) = section.split_once("<div class=\"question\"").unwrap();
            assert!(question.contains("<details class=\"answer\">") && !question.contains(" open"), "{id}");
            for data in figures(picture).into_iter().map(|number| &walks[number]) {
                let (stops, sums) = (data["stops"].as_array().unwrap(), data["sums"].as_array().unwrap());
                let (last, features) = (stops.last().unwrap(), data["hashes"].as_array().unwrap().len());
                assert_eq!(sums.len(), number(&last["summed"]) + 1, "{id}");
                assert_eq!(data["fingerprint"].as_str().unwrap().len(), number(&last["read"]), "{id}");
                if of.show != Show::TwoTexts {
                    let trace = &traces[of.document];
                    let walk = Walk::new(trace, trace.order(lesson.order));
                    let shown = of.at.and_then(|at| at.find(&walk)).unwrap_or(walk.last());
                    assert!(number(&last["at"]) <= shown, "{id}");
                }
                match exercise.answer {
                    Answer::Bit { column, .. } => assert!(number(&last["read"]) <= column, "{id}"),
                    Answer::Sum { .. } => assert!(number(&last["summed"]) < features.max(1), "{id}"),
                    Answer::Distance if of.show == Show::TwoTexts => assert!(sums.len() <= features + 1, "{id}"),
                    _ => {}
                }
            }
            for lang in LANGUAGES {
                let markdown = say::lesson(lesson, lang).unwrap();
                let head = |at: usize| format!("\n## {}\n", t!(lang, "lesson.of", at, all));
                let markdown = between(&markdown, &head(at), &head(at + 1));
                if let Some(because) = exercise.because.as_ref().filter(|because| because.get(lang).len() > 12) {
                    assert!(!markdown.contains(&*crate::markdown::escaped(because.get(lang))), "{id}");
                }
                if exercise.answer == Answer::Distance {
                    let hamming = exercise.answer.value(|at| traces.get(at)).unwrap() as u32;
                    let said = say::verdict(Some(hamming), lesson.k, "", lang);
                    assert!(!picture.contains(&html! { (said) }.0), "{id}: {said}");
                    assert!(!markdown.contains(&t!(lang, "transcript.distance", hd = hamming)), "{id}");
                    assert!(!picture.contains("differs") && !picture.contains("▲"), "{id}");
                }
            }
        });
    }
    assert!(asked > 10, "{asked}");
}

/// A question whose page is at its end, in all the places where the answer would be.
#[test]
fn the_step_of_a_question_is_before_its_answer() {
    let lesson = |show: &str, answer: &str| {
        let text = format!(
            r#"format = 1
languages = ["en"]
title = "T"
goal = "G"
recipe = "given;fold=none;given:all;xxh3-64;6;gt"
[[document]]
name = "A"
features = [["x", 4, "100101"], ["y", 5, "101011"]]
[[document]]
name = "B"
features = [["x", 4, "100101"], ["z", 5, "001011"]]
[[step]]
show = "{show}"
at = "end"
text = "S"
predict = {{ question = "Q", answer = {answer} }}
[try]
en = "T"
web = "W"
remember = "R"
"#
        );
        let text = text.replace("[try]", "[other]").replace("remember = \"R\"\n", "");
        let text = text.replace("[other]", "[try]").replace("goal = \"G\"", "goal = \"G\"\nremember = \"R\"");
        parse(&text, "one.toml").and_then(Lesson::checked).unwrap().0
    };
    for (show, answer, last) in [
        ("pipeline", "\"bit 4\"", 14),
        ("pipeline", "\"sum 4\"", 9),
        ("pipeline", "99", 16),
        ("two-texts", "\"distance\"", 1),
        ("two-texts", "\"bit 0\"", 2),
    ] {
        let written = page(&[NamedLesson::from_file(lesson(show, answer))], Lang::En).unwrap();
        let stops = &walks(&written)[0]["stops"];
        assert_eq!(number(&stops.as_array().unwrap().last().unwrap()["at"]), last, "{show} {answer}");
        assert!(written.contains(">W<"));
    }
    for show in ["bits", "diff", "angle", "overview", "index"] {
        let written = page(&[NamedLesson::from_file(lesson(show, "\"distance\""))], Lang::En).unwrap();
        let picture = between(&written, "id=\"lesson-2\"", "class=\"question\"");
        assert!(!picture.contains("HD") && !picture.contains("differs"), "{show}: {picture}");
        assert_eq!(picture.contains("class=\"bit\""), show == "bits", "{show}");
    }
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
    let page = page(&[NamedLesson::from_file(lesson)], Lang::En).unwrap();
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
    let (_, after) = page.split_once(&format!("<section id=\"{id}\"")).unwrap();
    between(between(after, "<div class=\"groups\"", "</figure>"), ">", "</div>").to_owned()
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
    for name in ["column-sums", "eleven-words"] {
        let lesson = find(name).unwrap().lesson(Lang::En).unwrap();
        let walked =
            |page: &LessonPage| page.show == Show::Pipeline && page.exercise.is_none() && page.recipe.is_none();
        let shown = lesson.pages.iter().position(walked).unwrap();
        let written = page(&[NamedLesson::from_file(lesson.clone())], Lang::En).unwrap();
        fs::write(&file, &written).unwrap();
        let id = format!("lesson-{}", shown + 2);
        let trace = &lesson.traces(&lesson.recipe).unwrap()[lesson.pages[shown].document];
        let walk = Walk::new(trace, trace.order(lesson.order));
        for step in (0..=walk.last()).step_by(walk.last() / 6) {
            let mut moved = lesson.clone();
            let at = walk.step(step);
            moved.pages[shown].at = Some(WalkPlace::Step(at.stage, at.item + 1));
            let wanted = page(&[NamedLesson::from_file(moved)], Lang::En).unwrap();
            let dom = dom(browser, &file, &format!("#{id}.{step}"));
            assert!(dom.contains("class=\"live\""), "the script runs under the policy");
            assert_eq!(pictures(&dom, &id), pictures(&wanted, &id), "{name} {step}");
        }
    }
}

/// A lesson with an article for each language, and the page that an address names in the other one.
#[test]
fn each_language_sees_its_own_article() {
    let lesson = |language: &str| {
        let text = format!(
            r#"format = 1
languages = ["{language}"]
title = "T"
goal = "G"
remember = "R"
recipe = "words;fold=none;tf;md5;16;gt"
[[document]]
name = "A"
text = "{language} text"
[[step]]
text = "S"
predict = {{ question = "Q", answer = 1 }}
[try]
{language} = "T"
"#
        );
        parse(&text, "one.toml").and_then(Lesson::checked).unwrap().0
    };
    let named = |lang, language| NamedLesson { name: "own".into(), lang: Some(lang), lesson: lesson(language) };
    let both = [named(Lang::En, "en"), named(Lang::Zh, "zh")];
    let alone = [NamedLesson::from_file(lesson("en"))];
    let written = page(&both, Lang::Zh).unwrap();
    assert!(written.contains("<article id=\"own\" class=\"en\">"));
    assert!(written.contains("<article id=\"own-zh\" class=\"zh\">"));
    assert!(!written.contains("<nav"), "one lesson has no contents");
    assert!(["own", "own-zh"].iter().all(|id| written.contains(&format!("data-lesson=\"{id}\""))), "a score for each");
    let one = page(&alone, Lang::Zh).unwrap();
    assert!(one.contains("<article id=\"lesson\">"), "a lesson in one language is seen in both");
    let Some(browser) = browser() else {
        eprintln!("no browser: the languages of the page are not tried");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("page.html");
    for (page, address, shown) in [(&written, "#own-2", "own-zh-2"), (&one, "#lesson-2", "lesson-2")] {
        fs::write(&file, page).unwrap();
        let dom = dom(browser, &file, address);
        let here = between(&dom, "class=\"here\"", ">");
        assert!(dom.contains(&format!("<section id=\"{shown}\" data-page=\"2\" class=\"here\"")), "{here}");
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
    let written = page(&[NamedLesson::from_file(lesson)], Lang::En).unwrap();
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
    // The one twin of the pipeline, and all else that the page does, stays readable.
    assert!(SCRIPT.lines().count() <= 900, "{}", SCRIPT.lines().count());
}
