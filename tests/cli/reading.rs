//! Documents that are more than their text, and folders of them, as the program meets them: each in a child of its own.

use super::{
    files,
    fixture::{EN, Fixture, ZH},
};

fn paragraphs(text: &str) -> Vec<&str> {
    text.split("\n\n").map(str::trim).collect()
}

#[test]
fn every_format_has_the_fingerprint_of_its_text() {
    let fixture = Fixture::new();
    let lines = paragraphs(ZH);
    fixture.write("plain.txt", lines.join("\n") + "\n");
    let mut line = "hash --format json plain.txt".to_owned();
    for (ending, bytes) in files::good(&lines) {
        fixture.write(&format!("a.{ending}"), bytes);
        line.extend([" a.", ending]);
    }
    let all = fixture.json(&line);
    let plain = all[0]["fingerprint"].as_str().expect("a fingerprint").to_owned();
    for entry in all.as_array().expect("a list") {
        assert_eq!(entry["fingerprint"], *plain, "{}", entry["name"]);
    }
    assert_eq!((&all[0]["format"], &all[0]["landmarks"]), (&"text".into(), &serde_json::Value::Null));
    let pdf = all.as_array().and_then(|all| all.iter().find(|entry| entry["format"] == "pdf"));
    if cfg!(feature = "pdf") {
        let page = &pdf.expect("the PDF")["landmarks"][0];
        assert_eq!((&page["mark"], &page["number"], &page["start"]), (&"page".into(), &1.into(), &0.into()));
    }
    let text = fixture.run("hash a.docx a.rtf a.html");
    for said in ["  DOCX  ", "RTF, windows-1252 (by the format)", "HTML, UTF-8 (valid)"] {
        assert!(text.out.contains(said), "{said}: {}", text.out);
    }
    let text = fixture.run("compare --lang zh a.rtf plain.txt");
    assert!(text.out.contains("RTF、windows-1252（文件指明）"), "{}", text.out);
}

#[test]
fn a_hunk_says_on_which_page_it_is() {
    let fixture = Fixture::new();
    let page = |text: &str| format!("<w:p><w:r><w:br w:type=\"page\"/><w:t>{text}</w:t></w:r></w:p>");
    fixture.write("a.docx", files::docx_of(&(page("灯塔上有人。") + &page("one gull")), &[]));
    fixture.write("b.docx", files::docx_of(&(page("灯塔上有人。") + &page("one albatross")), &[]));
    let diff = fixture.json("diff --format json a.docx b.docx");
    // The first break is before any text.
    assert_eq!(diff["hunks"][0]["a"]["page"], 3, "{diff}");
    assert!(diff["hunks"][0]["a"]["chapter"].is_null());
    for (lang, place) in [("en", "A p. 3  B p. 3"), ("zh", "A 第 3 页  B 第 3 页")] {
        let text = fixture.run(&format!("diff --lang {lang} a.docx b.docx"));
        assert!(text.out.contains(place), "{}", text.out);
    }
    let plain = fixture.json("diff --format json en.txt en-edited.txt");
    assert!(plain["hunks"][0]["a"].get("page").is_none());
}

#[test]
fn hostile_files_cost_a_line_each_and_the_batch_goes_on() {
    let fixture = Fixture::new();
    let deep = |open: &[u8]| [b"{\\rtf1".to_vec(), open.repeat(100_000)].concat();
    let hostile = [
        ("bomb.docx", files::bomb(65 << 20), "too-much"),
        ("many.epub", files::many_entries(20_001), "too-much"),
        ("same.epub", files::overlapping(1000, 1 << 20), "too-much"),
        ("inner.docx", files::nested_zip(3), "broken"),
        ("deep.rtf", deep(b"{"), "too-deep"),
        ("locked.docx", files::encrypted_docx(), "encrypted"),
        ("locked.odt", files::encrypted_odt(), "encrypted"),
        ("cut.docx", files::docx(&[EN])[..200].to_vec(), "broken"),
        ("noise.pdf", b"\x00\x01\x02\x03\xff\xfe\x00\x00ab\x00".to_vec(), "binary"),
        ("pictures.zip", files::zip(&[("a.png", b"\x89PNG")]), "not-a-document"),
    ];
    let mut line = "hash --format json en.txt".to_owned();
    for (name, bytes, _) in &hostile {
        fixture.write(name, bytes);
        line.extend([" ", name]);
    }
    let all = fixture.run(&format!("{line} zh.txt"));
    let entries: serde_json::Value = serde_json::from_str(&all.out).expect("JSON");
    assert_eq!((all.code, &*all.err), (2, ""));
    for (at, (name, _, kind)) in hostile.iter().enumerate() {
        let error = &entries[at + 1]["error"];
        assert_eq!(error["kind"], *kind, "{name}: {}", entries[at + 1]);
        assert!(error["message"].as_str().is_some_and(|said| said.starts_with(name) && said.contains(';')), "{error}");
    }
    assert!(entries[0]["fingerprint"].is_string() && entries[hostile.len() + 1]["fingerprint"].is_string());
    // The same as text: a line each.
    let text = fixture.run("hash en.txt cut.docx locked.odt deep.rtf");
    assert_eq!((text.code, text.err.lines().count()), (2, 3), "{}", text.err);
    assert!(text.out.contains("en.txt"));
}

/// What ends a whole process ends a child only.
#[cfg(feature = "pdf")]
#[test]
fn a_file_that_ends_its_child_ends_nothing_else() {
    let fixture = Fixture::new();
    for (name, bytes) in [
        ("endless.pdf", files::endless_pdf()),
        ("deep.pdf", files::deep_pdf(200_000)),
        ("nested.pdf", files::nested_pdf(3_000_000)),
        ("locked.pdf", files::encrypted_pdf()),
        ("head.pdf", b"%PDF-1.7\n".to_vec()),
    ] {
        fixture.write(name, bytes);
        let entries = fixture.json(&format!("hash --format json {name} en.txt"));
        let error = &entries[0]["error"]["kind"];
        let named = ["broken", "crashed", "too-slow", "too-much", "encrypted"].iter().any(|kind| error == kind);
        let warned =
            entries[0]["warnings"].as_array().is_some_and(|all| all.iter().any(|one| one["kind"] == "no-text"));
        assert!(named || warned, "{name}: {}", entries[0]);
        assert!(entries[1]["fingerprint"].is_string(), "{name}");
    }
    // 40 KB that would take far more than 1 GiB.
    fixture.write("operators.pdf", files::operators_pdf(40));
    let entries = fixture.json("hash --format json operators.pdf en.txt");
    assert_eq!(entries[0]["error"]["kind"], "crashed");
    assert!(entries[1]["fingerprint"].is_string());
    assert_eq!(fixture.json("hash --format json locked.pdf")[0]["error"]["kind"], "encrypted");
}

/// The child itself: it cannot write, takes no more than it is given, and answers nobody but who asks rightly.
#[test]
fn a_child_answers_only_what_it_is_asked() {
    let fixture = Fixture::new();
    let page = fixture.pipe("--extract-in-child html", b"<p>text</p>");
    let (head, text) = page.out.split_once('\n').expect("a head");
    assert_eq!((page.code, text, &*page.err), (0, "text\n", ""));
    assert!(head.starts_with("{\"text\":{\"length\":5,\"format\":\"html\""), "{head}");
    for wrong in ["--extract-in-child", "--extract-in-child exe", "--extract-in-child html klingon"] {
        let done = fixture.pipe(wrong, b"<p>text</p>");
        assert_eq!((done.code, &*done.out, &*done.err), (2, "", ""), "{wrong}");
    }
    let help = fixture.run("--help");
    assert!(!help.out.contains("extract-in-child"));
}

#[test]
fn nothing_is_unpacked_to_the_disk() {
    let fixture = Fixture::new();
    std::fs::create_dir(fixture.path().join("inner")).expect("made");
    fixture.write("inner/evil.docx", files::traversal(EN));
    let before = names(&fixture);
    let entries = fixture.json("hash --format json inner/evil.docx");
    assert!(entries[0]["fingerprint"].is_string());
    assert_eq!(names(&fixture), before);
}

fn names(fixture: &Fixture) -> Vec<std::ffi::OsString> {
    let mut names: Vec<_> = ["", "inner"]
        .iter()
        .flat_map(|folder| std::fs::read_dir(fixture.path().join(folder)).expect("a folder"))
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    names.sort();
    names
}

#[test]
fn a_file_that_is_not_what_its_name_says_is_read_as_what_it_is() {
    let fixture = Fixture::new();
    fixture.write("paper.pdf", files::docx(&paragraphs(EN)));
    fixture.write("page.txt", files::html(&paragraphs(EN)));
    let entries = fixture.json("hash --format json paper.pdf page.txt");
    for (at, format) in ["docx", "html"].into_iter().enumerate() {
        assert_eq!((&entries[at]["format"], &entries[at]["warnings"][0]["kind"]), (&format.into(), &"misnamed".into()));
    }
    assert_eq!(entries[0]["fingerprint"], entries[1]["fingerprint"]);
    let done = fixture.run("hash paper.pdf --lang zh");
    assert!(done.out.contains("按内容判断是 DOCX"), "{}", done.out);
    // The source of a page, where that is wanted.
    let source = fixture.json("hash --format json --as text:page.txt page.txt paper.pdf");
    assert_eq!((&source[0]["format"], &source[1]["format"]), (&"text".into(), &"docx".into()));
    assert_ne!(source[0]["fingerprint"], source[1]["fingerprint"]);
    let all = fixture.json("hash --format json --as text --as html:page.txt --encoding utf-8 page.txt en.txt");
    assert_eq!((&all[0]["format"], &all[1]["format"]), (&"html".into(), &"text".into()));
    assert_eq!(all[0]["encoding"]["chosen"], "given");
    assert_eq!(fixture.run("hash --as docx en.txt").code, 2);
}

#[test]
fn folders_are_walked() {
    let fixture = Fixture::new();
    let folder = |name: &str| std::fs::create_dir_all(fixture.path().join(name)).expect("made");
    ["texts/b", "texts/.git", "texts/b/empty", "bare"].into_iter().for_each(folder);
    fixture.write("texts/z.txt", ZH);
    fixture.write("texts/b/a.docx", files::docx(&paragraphs(EN)));
    fixture.write("texts/README", EN);
    fixture.write("texts/picture.png", b"\x89PNG");
    fixture.write("texts/.hidden.txt", EN);
    fixture.write("texts/.git/config", EN);
    let done = fixture.run("hash --format json texts other.txt");
    let all: serde_json::Value = serde_json::from_str(&done.out).expect("JSON");
    let paths: Vec<&str> = all.as_array().expect("a list").iter().filter_map(|one| one["path"].as_str()).collect();
    assert_eq!(paths, ["texts/README", "texts/b/a.docx", "texts/z.txt", "other.txt"]);
    assert_eq!(done.code, 0, "what was never meant to be read is no trouble");
    assert_eq!(done.err.lines().count(), 1, "{}", done.err);
    assert!(done.err.contains("texts/picture.png: skipped"), "{}", done.err);
    let compared = fixture.run("compare texts");
    assert!(compared.out.contains("a.docx"), "{}", compared.out);
    // An encoding for one file is given by its path.
    assert_eq!(fixture.json("hash --format json --encoding gbk:texts/README texts")[0]["encoding"]["chosen"], "given");
    let bare = fixture.run("hash bare en.txt");
    assert!(bare.code == 2 && bare.err.contains("bare: this is a folder"), "{}", bare.err);
    let listed = fixture.pipe("hash --format json --files-from -", b"texts\nen.txt\n");
    assert_eq!(listed.out.matches("\"fingerprint\"").count(), 4);
}

#[cfg(unix)]
#[test]
fn folders_with_all_that_goes_wrong() {
    use std::os::unix::{ffi::OsStrExt, fs::PermissionsExt, fs::symlink};
    let fixture = Fixture::new();
    let at = |name: &str| fixture.path().join(name);
    std::fs::create_dir_all(at("texts/locked")).expect("made");
    fixture.write("texts/a.txt", EN);
    fixture.write("texts/locked/b.txt", EN);
    std::fs::write(at("texts").join(std::ffi::OsStr::from_bytes(b"d\xE9j\xE0.txt")), EN).expect("written");
    symlink(".", at("texts/circle")).expect("a link");
    symlink("y", at("texts/x.txt")).expect("a link");
    symlink("x.txt", at("texts/y")).expect("a link");
    symlink("nowhere", at("texts/dangling.txt")).expect("a link");
    _ = std::process::Command::new("mkfifo").arg(at("texts/pipe.txt")).status();
    std::fs::set_permissions(at("texts/locked"), std::fs::Permissions::from_mode(0o000)).expect("set");
    let forbidden = std::fs::read_dir(at("texts/locked")).is_err();
    let done = fixture.run("hash --format json texts");
    std::fs::set_permissions(at("texts/locked"), std::fs::Permissions::from_mode(0o755)).expect("set");
    let all: serde_json::Value = serde_json::from_str(&done.out).expect("JSON");
    let kinds: std::collections::BTreeMap<&str, &str> = all
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| (one["path"].as_str().unwrap_or(""), one["error"]["kind"].as_str().unwrap_or("read")))
        .collect();
    let mut expected = std::collections::BTreeMap::from([
        ("texts/a.txt", "read"),
        ("texts/d\u{FFFD}j\u{FFFD}.txt", "read"),
        ("texts/dangling.txt", "not-found"),
        ("texts/x.txt", "link-loop"),
        ("texts/y", "link-loop"),
    ]);
    // Nothing is forbidden to root.
    if forbidden {
        expected.insert("texts/locked", "permission-denied");
    } else {
        expected.insert("texts/locked/b.txt", "read");
    }
    assert_eq!((kinds, done.code), (expected, 2));
    for said in ["texts/circle: skipped: points", "texts/pipe.txt: skipped: neither"] {
        assert!(done.err.contains(said), "{said}: {}", done.err);
    }
    assert_eq!(done.err.lines().count(), 2, "{}", done.err);
}

#[cfg(unix)]
#[test]
fn links_out_of_a_folder_are_followed_only_if_said() {
    let files = Fixture::new();
    for folder in ["private", "sent"] {
        std::fs::create_dir(files.path().join(folder)).expect("made");
    }
    files.write("private/secret.txt", "a text");
    files.write("sent/own.txt", "another text");
    std::os::unix::fs::symlink("../private", files.path().join("sent/old")).expect("linked");
    let plain = files.run("hash sent");
    assert!(plain.out.contains("own.txt") && !plain.out.contains("secret.txt"), "{}", plain.out);
    assert!(plain.err.contains("a link to a place outside the folder"), "{}", plain.err);
    let followed = files.run("hash sent --follow");
    assert!(followed.out.contains("own.txt") && followed.out.contains("secret.txt"), "{}", followed.out);
    assert!(!followed.err.contains("leads out"), "{}", followed.err);
}
