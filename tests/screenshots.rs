//! The pictures of the README and the manual against the program: each screen as it is drawn today is what
//! `screenshots/` shows.
//!
//! After a wanted change: `SIMSCOPE_BLESS=1 cargo test --test screenshots`, then look at them.
#![cfg(unix)]

#[path = "screenshots/moving.rs"]
mod moving;
#[path = "support/terminal.rs"]
mod terminal;

use std::{env, fs, path::Path, time::Duration};

use moving::{Frame, moving};
use simscope::{
    app::{FileId, ReviewChange, Roots, Target, Verdict, journal::Journal},
    document::{Sample, Source, read},
    tui::export::{Ground, svg},
};
use terminal::{Screen, Setup, Terminal};

/// Opens the samples, or two documents, and waits until they are compared.
fn samples(setup: Setup) -> Terminal {
    let terminal = setup.start();
    let ready = ["RULE", "HEALTH", "规则", "change 1 of", "第 1 处改动"];
    terminal.until("the pairs", |screen| ready.iter().any(|text| screen.shows(text)));
    terminal
}

fn simscope(columns: u16, rows: u16) -> Setup {
    Setup::simscope().size(columns, rows)
}

/// The texts that show pictures: the README and the manual.
fn readers() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manual = ["en", "zh"].map(|lang| root.join("assets/manual").join(lang));
    let topics = manual.iter().flat_map(|folder| fs::read_dir(folder).expect("the manual")).flatten();
    let texts = topics.map(|topic| topic.path()).chain([root.join("README.md")]);
    texts.map(|path| fs::read_to_string(path).expect("a text")).collect()
}

#[test]
fn pictures_are_those_that_somebody_is_shown() {
    let readers = readers();
    let folder = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("screenshots")).expect("the pictures");
    for picture in folder.flatten().map(|picture| picture.file_name().into_string().expect("a name")) {
        assert!(readers.contains(&format!("screenshots/{picture}")), "nothing shows {picture}: delete it");
    }
}

/// Waits until the screen shows all of `finished`; compares it with `screenshots/NAME.svg` if the README or the manual
/// shows that picture, or overwrites the file when blessing.
///
/// # Errors
/// If the picture differs; the message says what to do about it.
fn shot(terminal: &Terminal, name: &str, ground: Ground, finished: &[&str]) -> Result<(), String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("screenshots").join(name).with_extension("svg");
    let complete = |screen: &Screen| finished.iter().all(|text| screen.shows(text));
    if !readers().contains(&format!("screenshots/{name}.svg")) {
        terminal.until(&format!("{name}: {finished:?}"), complete);
        return Ok(());
    }
    let picture = |screen: &Screen| svg(&screen.buffer(), ground);
    let bless = env::var_os("SIMSCOPE_BLESS").is_some();
    let kept = if bless { String::new() } else { fs::read_to_string(&path).unwrap_or_default() };
    // Results of threads may come late: compare once the screen equals the picture, or once it no longer changes.
    let already = |screen: &Screen| !bless && picture(screen) == kept;
    let screen = terminal.settled_or(&format!("{name}: {finished:?}"), Duration::from_secs(4), complete, already);
    compared(name, &picture(&screen))
}

/// Compares a picture with `screenshots/NAME.svg`, or overwrites that file when blessing.
///
/// # Errors
/// If the picture differs; the message says what to do about it.
fn compared(name: &str, fresh: &str) -> Result<(), String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("screenshots").join(name).with_extension("svg");
    assert!(fresh.len() < 200_000, "{name} has {} bytes", fresh.len());
    if env::var_os("SIMSCOPE_BLESS").is_some() {
        fs::create_dir_all(path.parent().expect("a folder")).expect("screenshots/ can be made");
        fs::write(&path, fresh).expect("a picture can be written");
        return Ok(());
    }
    if fs::read_to_string(&path).is_ok_and(|kept| kept == fresh) {
        return Ok(());
    }
    let beside = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name).with_extension("svg");
    fs::write(&beside, fresh).expect("a picture can be written");
    Err(format!(
        "{} is not what the program shows: that is {}. If it is as it should be: SIMSCOPE_BLESS=1 cargo test --test \
         screenshots",
        path.display(),
        beside.display()
    ))
}

/// Fails with the messages of all pictures that differ.
fn check(shots: impl IntoIterator<Item = Result<(), String>>) {
    let wrong: Vec<String> = shots.into_iter().filter_map(Result::err).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// As the README says: two versions of a text, and nothing is pressed.
#[test]
fn two_drafts() {
    let folder = tempfile::tempdir().expect("a folder");
    for (lang, name, drafts) in [
        ("en_GB.UTF-8", "diff-120x36", [Sample::HarbourEn, Sample::HarbourEnEdited]),
        ("zh_CN.UTF-8", "diff-zh-120x36", [Sample::LighthouseZh, Sample::LighthouseZhEdited]),
    ] {
        for (file, draft) in ["old.txt", "new.txt"].into_iter().zip(drafts) {
            fs::write(folder.path().join(file), draft.text()).expect("a draft can be written");
        }
        let setup = simscope(120, 36).var("LANG", lang).folder(folder.path());
        let terminal = setup.args(["old.txt", "new.txt"]).start();
        let seen: &[&str] = if lang.starts_with("zh") { &["第 1 处改动", "去掉此改动"] } else { DIFF };
        check([shot(&terminal, name, Ground::Dark, seen)]);
    }
}

/// Compares four screens at one size of the terminal.
fn all(columns: u16, rows: u16) {
    let mut terminal = samples(simscope(columns, rows));
    let mut shots = Vec::new();
    for (keys, screen, finished) in
        [("1", "overview", OVERVIEW), ("2", "pipeline", PIPELINE), ("3", "bits", BITS), ("5", "lab", LAB)]
    {
        terminal.keys(keys);
        shots.push(shot(&terminal, &format!("{screen}-{columns}x{rows}"), Ground::Dark, finished));
    }
    check(shots);
}

/// Texts that a screen shows only when all its results are known.
const OVERVIEW: &[&str] = &["SHARED", "RULE", "WHY", "Words with most effect"];
const PIPELINE: &[&str] = &["FEATURES", "BIT 0"];
const BITS: &[&str] = &["WHY BIT", "net "];
const DIFF: &[&str] = &["change 1 of", "without it: HD"];
const LAB: &[&str] = &["FEATURES  by weight", "No bits differ"];

#[test]
fn screens_at_120x36() {
    all(120, 36);
}

#[test]
fn screens_at_80x24() {
    all(80, 24);
}

#[test]
fn overview_on_a_light_ground() {
    let mut terminal = samples(simscope(120, 36));
    terminal.answer_ground("ffff/ffff/ffff");
    // Only the light theme draws the current tab on this blue.
    terminal.until_raw("the light theme", |raw| terminal::contains(raw, b"48;2;0;95;153"));
    check([shot(&terminal, "overview-light-120x36", Ground::Light, OVERVIEW)]);
}

#[test]
fn bits_without_colour() {
    let mut terminal = samples(simscope(80, 24).var("NO_COLOR", "1"));
    terminal.keys("3");
    check([shot(&terminal, "bits-nocolor-80x24", Ground::Dark, BITS)]);
}

#[test]
fn shared_text_in_chinese() {
    let mut terminal = samples(simscope(120, 36).var("LANG", "zh_CN.UTF-8"));
    terminal.keys("4");
    terminal.sees(&["第 1 处改动"]);
    terminal.keys("d");
    terminal.sees(&["段落 1"]);
    check([shot(&terminal, "shared-zh-120x36", Ground::Dark, &["段落 1", "不见于其他文档"])]);
}

#[test]
fn lab_in_chinese() {
    let mut terminal = samples(simscope(120, 36).var("LANG", "zh_CN.UTF-8"));
    terminal.keys("5");
    terminal.sees(&["60 / 60"]);
    for (keys, seen) in [("Space", "去掉 1 个"), ("p Enter", "1 / 480"), ("p j Enter", "词元 718")] {
        terminal.keys(keys);
        terminal.sees(&[seen]);
    }
    terminal.keys("i");
    terminal.send("灯塔亮了，海是黑的。".as_bytes());
    check([shot(&terminal, "lab-zh-120x36", Ground::Dark, &["海是黑的。", "词元 724"])]);
}

#[test]
fn every_profile_on_a_pair() {
    let mut terminal = samples(simscope(120, 36));
    terminal.keys("p");
    check([shot(&terminal, "profiles-120x36", Ground::Dark, &["yanyiwu-text", "(tokens)", " near  "])]);
}

#[test]
fn pipeline_in_large_print() {
    let mut terminal = samples(simscope(80, 24).args(["--big"]));
    terminal.keys("2");
    let own = shot(&terminal, "pipeline-big-80x24", Ground::Dark, &["sum of 247 rows"]);
    terminal.keys("L j");
    terminal.sees(&["What a column sum is"]);
    terminal.keys("Enter");
    terminal.sees(&["1 of 10"]);
    terminal.keys("n n n n n n");
    check([own, shot(&terminal, "lesson-big-80x24", Ground::Dark, &["7 of 10", "101011"])]);
}

#[test]
fn hyperplanes_between_a_pair() {
    let mut terminal = samples(simscope(120, 36));
    terminal.keys("j");
    terminal.sees(&["HD 5 (bits that differ)"]);
    terminal.keys("a");
    terminal.sees(&["1 of 64"]);
    terminal.keys("$");
    let columns = shot(&terminal, "planes-120x36", Ground::Dark, &["64 of 64", "Each column is a hyperplane too"]);
    terminal.resize(80, 24);
    terminal.keys("\t > > > >");
    check([columns, shot(&terminal, "planes-80x24", Ground::Dark, &["16 of 1,024", "random hyperplanes separate"])]);
}

#[test]
fn a_document_in_the_middle_of_its_walk() {
    let mut terminal = samples(simscope(120, 36));
    terminal.keys("2");
    terminal.sees(PIPELINE);
    terminal.keys(". > > > > ) ) ) .");
    let wide = shot(&terminal, "step-120x36", Ground::Dark, &["Row 4 of 247", "after 4 of 247 rows"]);
    terminal.resize(80, 24);
    // The cut screen shows the same sentence, but not this, until it is drawn again.
    let narrow = shot(&terminal, "step-80x24", Ground::Dark, &["Row 4 of 247", "243 more"]);
    terminal.resize(120, 36);
    terminal.keys("^ . > , , , ,");
    check([wide, narrow, shot(&terminal, "step-reading-120x36", Ground::Dark, &["Token 425 of 428", "TEXT"])]);
}

/// The moving picture at the top of the README: a text of so many different words becomes a fingerprint of 16 bits,
/// step by step, and then the bits in which another text differs, and the words behind one of them.
fn play(lang: &str, name: &str, texts: [&str; 2], words: usize, why: &str) {
    // Without waiting for each frame to stay as it is; if a result came late, once more with waiting.
    let quick = played(lang, texts, words, why, |_| env::var_os("SIMSCOPE_BLESS").is_none());
    check([compared(name, &quick).or_else(|_| compared(name, &played(lang, texts, words, why, |_| false)))]);
}

fn played(lang: &str, texts: [&str; 2], words: usize, why: &str, already: impl Fn(&Screen) -> bool) -> String {
    let setup = simscope(90, 26).var("LANG", lang).args(["--bits", "16", "--text", texts[0], "--text", texts[1]]);
    let mut terminal = samples(setup);
    let mut frames: Vec<Frame> = Vec::new();
    let mut take = |terminal: &Terminal, seconds, shows: &str| {
        let screen = terminal.settled_or(shows, terminal::QUIET, |screen| screen.shows(shows), &already).buffer();
        frames.push(Frame { screen, seconds });
    };
    // Each word is read, weighed and hashed; its row is written and added; then come the bits.
    let steps = 5 * words + 16;
    terminal.keys("2 .");
    take(&terminal, 1.5, &format!("0 / {steps}"));
    for step in 1..=steps {
        terminal.keys(".");
        // Every other bit is enough.
        if step > 5 * words && (steps - step) % 2 == 1 {
            continue;
        }
        let seconds = match step {
            _ if step == steps => 4.0,
            _ if step <= 3 * words => 0.5,
            _ if step <= 5 * words => 0.9,
            _ => 0.4,
        };
        take(&terminal, seconds, &format!(" {step} / {steps}"));
    }
    terminal.keys("3");
    take(&terminal, 6.0, why);
    moving(&frames, Ground::Dark)
}

#[test]
fn a_moving_picture() {
    play("C", "play", ["the quick brown fox jumps", "the quick brown fox sleeps"], 5, "net ");
}

#[test]
fn a_moving_picture_in_chinese() {
    play("zh_CN.UTF-8", "play-zh", ["今天下午公司的网站出现故障", "今天上午公司的网站出现故障"], 6, "净 ");
}

#[test]
fn a_lesson() {
    let mut terminal = samples(simscope(120, 36));
    terminal.keys("L j Enter");
    terminal.sees(&["GOAL"]);
    terminal.keys("n n n n");
    terminal.sees(&["PREDICT"]);
    terminal.keys("- 1 Enter n");
    let wide = shot(&terminal, "lesson-120x36", Ground::Dark, &["Your answer −1 is correct.", "Row 2 of 2"]);
    terminal.resize(80, 24);
    check([wide, shot(&terminal, "lesson-80x24", Ground::Dark, &["Your answer −1 is correct.", "Row 2 of 2"])]);
}

#[test]
fn a_lesson_in_chinese() {
    let mut terminal = samples(simscope(120, 36).var("LANG", "zh_CN.UTF-8"));
    terminal.keys("L j j Enter");
    terminal.sees(&["目标"]);
    terminal.keys("n n n");
    check([shot(&terminal, "lesson-zh-120x36", Ground::Dark, &["先猜一猜", "加上第 2 行"])]);
}

#[test]
fn pipeline_in_ascii() {
    let mut terminal = samples(simscope(120, 36).args(["--ascii"]));
    terminal.keys("2");
    check([shot(&terminal, "pipeline-ascii-120x36", Ground::Dark, PIPELINE)]);
}

#[test]
fn the_command_line_in_chinese() {
    let mut terminal = samples(simscope(80, 24).var("LANG", "zh_CN.UTF-8"));
    terminal.keys(": s");
    check([shot(&terminal, "command-zh-80x24", Ground::Dark, &[":s", "show-overview"])]);
}

#[test]
fn bits_in_high_contrast() {
    let mut terminal = samples(simscope(120, 36).args(["--theme", "high-contrast"]));
    terminal.keys("3");
    check([shot(&terminal, "bits-high-contrast-120x36", Ground::Dark, BITS)]);
}

/// Opens a review of eight essays with the cover sheet that all of them have, in a temporary folder: a review writes
/// beside its documents.
fn review(setup: Setup) -> (Terminal, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let essays = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/review");
    fs::create_dir(folder.path().join("essays")).expect("a folder");
    fs::copy(essays.join("cover-sheet.txt"), folder.path().join("cover-sheet.txt")).expect("copied");
    for entry in fs::read_dir(essays.join("essays")).expect("the essays") {
        let name = entry.expect("an essay").file_name();
        fs::copy(essays.join("essays").join(&name), folder.path().join("essays").join(&name)).expect("copied");
    }
    let terminal = setup.folder(folder.path()).args(["review", "essays/", "--base", "cover-sheet.txt"]).start();
    terminal.until("the ranked pairs in words", |screen| {
        screen.shows("▌") && ["with exclusions (r", "排除后（r"].iter().any(|s| screen.shows(s))
    });
    (terminal, folder)
}

/// The tour of a review in the manual, with a picture of each stop.
fn tour(columns: u16, rows: u16) {
    let (mut terminal, _folder) = review(simscope(columns, rows));
    let named = |name: &str| format!("{name}-{columns}x{rows}");
    terminal.keys("v");
    terminal.sees(&["Your verdict on"]);
    terminal.keys("1");
    terminal.sees(&["Saved: verdict"]);
    terminal.keys("j v");
    terminal.sees(&["Your verdict on"]);
    terminal.keys("5");
    terminal.sees(&["Saved: verdict"]);
    terminal.keys("c");
    terminal.sees(&["Note on"]);
    terminal.send("ask for the first draft".as_bytes());
    terminal.keys("Esc");
    terminal.sees(&["ask for the first draft", "Saved: note"]);
    terminal.keys("j");
    let mut shots = vec![shot(&terminal, &named("review"), Ground::Dark, &["58.1%", "SHARED", "RULE"])];
    terminal.keys("P");
    shots.push(shot(&terminal, &named("passages"), Ground::Dark, &["4 passages"]));
    terminal.keys("q 4");
    terminal.sees(&["PASSAGE 1"]);
    terminal.keys("n");
    shots.push(shot(&terminal, &named("shared"), Ground::Dark, &["PASSAGE 2", "no verdict", "other document"]));
    terminal.keys("q E");
    shots.push(shot(&terminal, &named("evidence"), Ground::Dark, &["Euclidean distance"]));
    terminal.keys("q b Space");
    shots.push(shot(&terminal, &named("exclusions"), Ground::Dark, &["cover-sheet.txt"]));
    terminal.keys("q k k 4 d");
    shots.push(shot(&terminal, &named("moved"), Ground::Dark, &["m1", "without it: HD"]));
    terminal.keys("6");
    shots.push(shot(&terminal, &named("library"), Ground::Dark, &["LOOKED UP", "comparing all pairs finds the same"]));
    check(shots);
}

#[test]
fn a_review_at_120x36() {
    tour(120, 36);
}

#[test]
fn a_review_at_80x24() {
    tour(80, 24);
}

/// The folder of a review with two verdicts and a note, sent to somebody else, who has another home.
#[test]
fn a_received_review() {
    let (mut terminal, folder) = review(simscope(120, 36));
    for (keys, seen) in [("v 1", "Saved: verdict"), ("j v 4", "Saved: verdict"), ("c", "Note on")] {
        terminal.keys(keys);
        terminal.sees(&[seen]);
    }
    terminal.send("see the first draft".as_bytes());
    terminal.keys("Esc");
    terminal.sees(&["Saved: note"]);
    terminal.keys("q");
    terminal.finish();
    let terminal = simscope(80, 24).folder(folder.path()).args(["review", "essays"]).start();
    check([shot(&terminal, "received-80x24", Ground::Dark, &["as your own review"])]);
}

/// A shell with an exit code, and with differences in colour.
#[test]
fn a_script() {
    let essays = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/review/essays");
    let script = "echo '$ simscope compare -q rain-march.txt rain-may.txt && echo near-duplicates'\n\
                  $SIMSCOPE compare -q rain-march.txt rain-may.txt && echo near-duplicates\n\
                  echo '$ simscope diff ferry-march.md ferry-may.md'\n\
                  $SIMSCOPE diff ferry-march.md ferry-may.md | head -n 28";
    let script = script.replace("$SIMSCOPE diff", "$SIMSCOPE diff --color always");
    let terminal = Setup::script(&script).var("TERM", "xterm-256color").size(100, 32).folder(&essays).start();
    check([shot(&terminal, "script-100x32", Ground::Dark, &["near-duplicates", "CHANGE 5"])]);
}

#[test]
fn a_review_in_chinese() {
    let (mut terminal, _folder) = review(simscope(120, 36).var("LANG", "zh_CN.UTF-8"));
    terminal.keys("j j");
    check([shot(&terminal, "review-zh-120x36", Ground::Dark, &["58.1", "质量"])]);
}

/// The paragraphs of the samples and of the essays, a text each, some with a version that goes on for a while with
/// words of the next; and a review of them, in which versions are copies and neighbours are cleared.
fn paragraphs(folder: &Path) {
    const TEXTS: [&str; 7] = [
        "assets/samples/glass-frogs-en.txt",
        "assets/samples/lighthouse-zh.txt",
        "assets/samples/night-market-zh.txt",
        "assets/samples/tea-road-en.txt",
        "tests/fixtures/review/essays/canal-boats.txt",
        "tests/fixtures/review/essays/ferry-march.md",
        "tests/fixtures/review/essays/rain-march.txt",
    ];
    let text = |name| fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).expect("a text");
    let texts: Vec<String> = TEXTS.into_iter().map(text).collect();
    let all: Vec<&str> = texts.iter().flat_map(|text| text.split("\n\n")).filter(|text| text.len() >= 200).collect();
    let roots = Roots::new([folder]);
    let write = |name: String, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).expect("written");
        FileId::of(&read(&Source::File(path)).expect("read"), &roots)
    };
    let files: Vec<FileId> = all.iter().zip(1..).map(|(text, n)| write(format!("{n:02}.txt"), text)).collect();
    let mut journal = Journal::open(&roots, Some(&folder.join(".data/simscope/reviews"))).expect("opened");
    let mut decide = |a: &FileId, b: &FileId, verdict| {
        let of = Target::pair(a, b);
        journal.append(ReviewChange::Verdict { of, verdict: Some(verdict) }).expect("saved");
    };
    for (n, pair) in all.windows(2).enumerate().step_by(3) {
        let words: String = pair[1].chars().take(n / 2 + 4).collect();
        let version = write(format!("{:02}-b.txt", n + 1), &format!("{} {words}", pair[0]));
        decide(&files[n], &version, Verdict::Copy);
        decide(&files[n], &files[n + 1], Verdict::Cleared);
    }
}

/// What HD means among the paragraphs, and F1 at each threshold on their verdicts.
fn meaning(setup: Setup) -> (Terminal, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    paragraphs(folder.path());
    let mut terminal = setup.folder_with_data(folder.path()).args(["review", "."]).start();
    terminal.until("the ranked pairs in words", |screen| ["RULE", "规则"].iter().any(|s| screen.shows(s)));
    terminal.keys("D Enter");
    (terminal, folder)
}

#[test]
fn the_meaning_of_a_distance() {
    let (mut terminal, _folder) = meaning(simscope(120, 36));
    terminal.sees(&["Saved with the review"]);
    terminal.keys("j j k k");
    terminal.lacks("Saved with");
    let mut shots = vec![shot(&terminal, "meaning-120x36", Ground::Dark, MEANING)];
    terminal.keys("Tab");
    shots.push(shot(&terminal, "thresholds-120x36", Ground::Dark, THRESHOLDS));
    terminal.resize(80, 24);
    // The cut screen shows the same texts, but not these tabs, until it is drawn again.
    terminal.sees(&["1 Overview  2 Pipeline"]);
    shots.push(shot(&terminal, "thresholds-80x24", Ground::Dark, THRESHOLDS));
    terminal.keys("Tab");
    shots.push(shot(&terminal, "meaning-80x24", Ground::Dark, MEANING));
    check(shots);
}

#[test]
fn the_meaning_of_a_distance_in_chinese() {
    let (mut terminal, _folder) = meaning(simscope(120, 36).var("LANG", "zh_CN.UTF-8"));
    terminal.sees(&["已随审阅记录保存"]);
    terminal.keys("j j k k Tab");
    check([shot(&terminal, "thresholds-zh-120x36", Ground::Dark, &["最佳 k", "个种子的 F1"])]);
}

const MEANING: &[&str] = &["At each threshold", "among your texts"];
const THRESHOLDS: &[&str] = &["best k", "seeds; 95%"];
