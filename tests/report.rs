//! The HTML report in a real browser: it loads nothing, complains of nothing, and comes out on the screen in light and
//! dark and on paper.
//!
//! The browser is the one that `SIMSCOPE_BROWSER` names, or one found on the PATH; without one the test says so and is
//! skipped. The pictures are left in the build's folder for temporary files, to be looked at.

#[path = "support/browser.rs"]
mod support;

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use simscope::{
    app::{FileId, ReviewChange, Roots, Target, Verdict, journal::Journal},
    document::{Source, read},
};
use support::{browser, open};

/// The user's data, hidden in a folder.
fn data(folder: &Path) -> PathBuf {
    folder.join(".data")
}

/// A folder with the samples and a text that would like to be a page, and some verdicts.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/samples");
    for entry in fs::read_dir(samples).expect("samples") {
        let path = entry.expect("a sample").path();
        fs::copy(&path, folder.path().join(path.file_name().expect("a name"))).expect("copied");
    }
    let tea = fs::read_to_string(folder.path().join("tea-road-en.txt")).expect("a sample");
    let hostile =
        "<script src=\"http://hostile.invalid/x.js\">1</script><img src=\"http://hostile.invalid/y.png\">\n\n";
    fs::write(folder.path().join("<b>hostile & co.txt"), format!("{hostile}{tea}\u{202e}turned\u{1b}[2J\n"))
        .expect("written");
    let roots = Roots::new([folder.path()]);
    let mut journal = Journal::open(&roots, Some(&data(folder.path()).join("simscope/reviews"))).expect("opened");
    let file = |name: &str| FileId::of(&read(&Source::File(folder.path().join(name))).expect("read"), &roots);
    let pair = |a: &str, b: &str| Target::pair(&file(a), &file(b));
    let sea = pair("lighthouse-zh.txt", "lighthouse-zh-edited.txt");
    let note = "Same diary, other words in seven places.\n\n先看第二段。".to_owned();
    for change in [
        ReviewChange::Verdict { of: sea.clone(), verdict: Some(Verdict::Copy) },
        ReviewChange::Note { of: sea, text: note, over: Vec::new() },
        ReviewChange::Verdict {
            of: pair("tea-road-en.txt", "tea-road-en-revised.txt"),
            verdict: Some(Verdict::Cleared),
        },
    ] {
        journal.append(change).expect("saved");
    }
    folder
}

#[test]
fn a_browser_shows_it_and_loads_nothing() {
    let Some(browser) = browser() else {
        eprintln!("skipped: no browser is found; SIMSCOPE_BROWSER may name one");
        return;
    };
    let folder = folder();
    let pictures = Path::new(env!("CARGO_TARGET_TMPDIR")).join("report");
    fs::create_dir_all(&pictures).expect("made");
    for (lang, scheme) in [("en", 1), ("zh", 0)] {
        let page = pictures.join(format!("report-{lang}.html"));
        let mut command = Command::new(env!("CARGO_BIN_EXE_simscope"));
        command
            .env("SIMSCOPE_CONFIG", "none")
            .env("SIMSCOPE_CACHE", "false")
            .env("XDG_DATA_HOME", data(folder.path()))
            .args(["export", "--force", "--lang", lang, "-o"])
            .arg(&page);
        assert!(command.arg(folder.path()).status().expect("started").success());

        let log = pictures.join("net.json");
        let picture = pictures.join(format!("report-{lang}.png"));
        let options = [
            format!("--screenshot={}", picture.display()),
            "--window-size=1200,2600".into(),
            format!("--blink-settings=preferredColorScheme={scheme}"),
            format!("--log-net-log={}", log.display()),
        ];
        let (_, said) = open(&browser, &page, &options);
        assert!(!said.contains("CONSOLE"), "{said}");
        assert!(fs::read(&picture).expect("a picture").starts_with(b"\x89PNG"), "{said}");
        let asked = fs::read_to_string(&log).expect("a log");
        assert!(asked.contains("constants") && !asked.contains("hostile.invalid"), "it asked the network");

        let paper = pictures.join(format!("report-{lang}.pdf"));
        let (_, said) = open(&browser, &page, &[format!("--print-to-pdf={}", paper.display())]);
        assert!(!said.contains("CONSOLE"), "{said}");
        let bytes = fs::read(&paper).expect("a PDF");
        let text = String::from_utf8_lossy(&bytes);
        // A4 in points.
        assert!(
            text.starts_with("%PDF") && text.contains("/MediaBox [0 0 594.95996 841.91998]") || text.contains("595"),
            "{said}"
        );
    }
}

/// A folder of 64 texts that share paragraphs in many orders, ten pairs of them decided.
fn many() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/samples");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(samples).expect("samples").map(|entry| entry.expect("one").path()).collect();
    paths.sort();
    let texts: Vec<String> = paths.iter().map(|path| fs::read_to_string(path).expect("a sample")).collect();
    let paragraphs: Vec<&str> =
        texts.iter().flat_map(|text| text.split('\n')).map(str::trim).filter(|text| text.len() > 120).collect();
    for n in 0..64 {
        let text: Vec<&str> = (0..14).map(|nth| paragraphs[(n * 5 + nth * (n % 7 + 1)) % paragraphs.len()]).collect();
        fs::write(folder.path().join(format!("essay-{n:02}.txt")), text.join("\n\n")).expect("written");
    }
    let roots = Roots::new([folder.path()]);
    let mut journal = Journal::open(&roots, Some(&data(folder.path()).join("simscope/reviews"))).expect("opened");
    let file = |n: usize| {
        let path = folder.path().join(format!("essay-{n:02}.txt"));
        FileId::of(&read(&Source::File(path)).expect("read"), &roots)
    };
    for n in 0..10 {
        let of = Target::pair(&file(n), &file(n + 7));
        journal.append(ReviewChange::Verdict { of, verdict: Some(Verdict::Copy) }).expect("saved");
    }
    folder
}

/// The number of pages of a PDF.
fn pages(pdf: &[u8]) -> usize {
    let text = String::from_utf8_lossy(pdf);
    text.matches("/Type /Page").count() - text.matches("/Type /Pages").count()
}

#[test]
fn sixty_four_documents_with_ten_decisions_are_at_most_twenty_pages() {
    let Some(browser) = browser() else {
        eprintln!("skipped: no browser is found; SIMSCOPE_BROWSER may name one");
        return;
    };
    let folder = many();
    let pictures = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pages");
    fs::create_dir_all(&pictures).expect("made");
    let (page, paper) = (pictures.join("report.html"), pictures.join("report.pdf"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_simscope"));
    command.env("SIMSCOPE_CONFIG", "none").env("SIMSCOPE_CACHE", "false").env("XDG_DATA_HOME", data(folder.path()));
    command.args(["export", "--force", "-o"]).arg(&page);
    assert!(command.arg(folder.path()).status().expect("started").success());
    let html = fs::read_to_string(&page).expect("a page");
    assert_eq!(html.matches("<b class=\"copy\">").count(), 10, "each decided pair has a section");
    let (_, said) = open(&browser, &page, &[format!("--print-to-pdf={}", paper.display())]);
    let pages = pages(&fs::read(&paper).expect("a PDF"));
    assert!((5..=20).contains(&pages), "{pages} pages: {said}");
    // In a narrow window everything is in one column, and nothing is beside the page.
    let narrow = pictures.join("narrow.png");
    let options = [format!("--screenshot={}", narrow.display()), "--window-size=500,2600".into()];
    let (_, said) = open(&browser, &page, &options);
    assert!(fs::read(&narrow).expect("a picture").starts_with(b"\x89PNG"), "{said}");
}

/// The page of the manual's picture, which `SIMSCOPE_BLESS` makes again.
#[test]
fn the_essays_of_the_tour_make_a_page() {
    let Some(browser) = browser() else {
        eprintln!("skipped: no browser is found; SIMSCOPE_BROWSER may name one");
        return;
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let pictures = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tour");
    fs::create_dir_all(&pictures).expect("made");
    let (page, picture) = (pictures.join("report.html"), pictures.join("report.png"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_simscope"));
    command.env("SIMSCOPE_CONFIG", "none").env("SIMSCOPE_CACHE", "false").env("LC_ALL", "C.UTF-8");
    command.current_dir(root.join("tests/fixtures/review")).args(["export", "--force", "--lang", "en"]);
    command.args(["--base", "cover-sheet.txt", "essays", "-o"]).arg(&page);
    assert!(command.status().expect("started").success());
    let options = [
        format!("--screenshot={}", picture.display()),
        "--window-size=1100,1300".into(),
        "--blink-settings=preferredColorScheme=1".into(),
    ];
    let (_, said) = open(&browser, &page, &options);
    assert!(!said.contains("CONSOLE"), "{said}");
    let drawn = fs::read(&picture).expect("a picture");
    assert!(drawn.starts_with(b"\x89PNG") && drawn.len() < 400_000, "{} bytes: {said}", drawn.len());
    if env::var_os("SIMSCOPE_BLESS").is_some() {
        fs::write(root.join("screenshots/report.png"), drawn).expect("a picture can be written");
    }
}
