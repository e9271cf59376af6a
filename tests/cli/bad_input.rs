//! What people give by mistake: a clear error or a clear word, and nothing else lost.

use super::fixture::{EN, Fixture, ZH};

#[test]
fn what_cannot_be_read_is_named_with_its_reason_and_stops_nothing() {
    let fixture = Fixture::new();
    std::fs::create_dir(fixture.path().join("folder")).expect("made");
    fixture.write("binary.bin", b"\x00\x01\x02\x03\xff\xfe\x00\x00ab\x00");
    for (bad, kind, message) in [
        ("missing.txt", "not-found", "no such file"),
        ("en.txt/inside", "not-found", "no such file"),
        ("folder", "is-folder", "this is a folder"),
        ("binary.bin", "binary", "not plain text"),
        ("''", "not-found", "(empty file name)"),
    ] {
        let done = fixture.run(&format!("compare en.txt {bad} en-edited.txt"));
        assert_eq!(done.code, 2, "{bad}");
        assert!(
            done.out.contains("en.txt × en-edited.txt") && done.out.contains("1 document cannot be used"),
            "{bad}: {}",
            done.out
        );
        assert_eq!(done.err.lines().count(), 1, "{bad}: {}", done.err);
        assert!(done.err.starts_with("simscope: ") && done.err.contains(message), "{bad}: {}", done.err);

        let all = fixture.run(&format!("compare --format json en.txt {bad} en-edited.txt"));
        assert_eq!((all.code, &*all.err), (2, ""), "{bad}");
        let all: serde_json::Value = serde_json::from_str(&all.out).expect("JSON");
        assert_eq!(all["documents"][1]["error"]["kind"], kind, "{bad}");
        assert!(all["documents"][1]["error"]["message"].as_str().is_some_and(|m| m.contains(message)), "{bad}");
        assert_eq!((&all["pairs"][0]["a"], &all["pairs"][0]["b"]), (&0.into(), &2.into()), "{bad}");

        let entries = fixture.json(&format!("hash --format json {bad} en.txt"));
        assert_eq!((&entries[0]["error"]["kind"], &entries[0]["schema"]), (&kind.into(), &"simscope/hash/1".into()));
        assert!(entries[1]["fingerprint"].is_string() && entries[1]["error"].is_null(), "{bad}");

        let pair = fixture.json(&format!("explain --format json {bad} en.txt"));
        assert!(pair["pair"].is_null() && pair["documents"][0]["error"].is_object(), "{bad}");
    }
    let done = fixture.run("compare missing.txt folder --lang zh");
    assert!(done.out.contains("不足两篇文档"), "{}", done.out);
    assert!(done.err.contains("没有这个文件") && done.err.contains("这是文件夹"), "{}", done.err);
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let fixture = Fixture::new();
    let path = fixture.path().join("secret.txt");
    fixture.write("secret.txt", "a secret");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o000)).expect("set");
    if std::fs::read(&path).is_ok() {
        return; // Nothing is forbidden to root.
    }
    let entries = fixture.json("hash --format json secret.txt");
    assert_eq!(entries[0]["error"]["kind"], "permission-denied");
}

#[test]
fn texts_without_words_have_no_fingerprint() {
    let fixture = Fixture::new();
    for text in ["", "  \n\t ", "……?! -- 。", "\u{feff}"] {
        fixture.write("bare.txt", text);
        let all = fixture.json("compare --format json en.txt bare.txt");
        let bare = &all["documents"][1];
        assert!(bare["fingerprint"].is_null() && bare["constant"] == false, "{text:?}");
        assert_eq!(bare["warnings"][0]["kind"], "empty", "{text:?}");
        let pair = &all["pairs"][0];
        assert!(pair["hamming"].is_null() && pair["cosine"].is_null() && pair["near_duplicate"] == false, "{text:?}");
        assert!(pair["cosine_interval"].is_null() && pair["crossing"].is_null(), "{text:?}");
        let done = fixture.run("compare en.txt bare.txt");
        assert!(done.code == 1 && done.out.contains("bare.txt has no fingerprint"), "{text:?}: {}", done.out);
        // Of several pairs, none with it is looked at, so it is told apart from them.
        let done = fixture.run("compare en.txt bare.txt zh.txt");
        assert!(done.out.contains("! bare.txt contains no words, so it has no fingerprint."), "{text:?}: {}", done.out);
        let done = fixture.run("hash bare.txt");
        assert!(done.code == 0 && done.out.contains("no fingerprint"), "{text:?}: {}", done.out);
    }
    // A profile gives its system's constant, which is near nothing, itself included.
    let all = fixture.json("compare --format json --recipe article-003 --text '' --text ' '");
    assert!(all["documents"][0]["constant"] == true && all["documents"][0]["fingerprint"].is_string());
    assert!(all["pairs"][0]["near_duplicate"] == false);
}

#[test]
fn one_file_twice_is_said_to_be_the_same() {
    let fixture = Fixture::new();
    fixture.write("twin.txt", EN);
    for line in ["compare en.txt en.txt", "compare en.txt twin.txt", "explain en.txt ./en.txt"] {
        let done = fixture.run(line);
        assert!(done.code == 0 && done.out.contains("The files are identical, byte for byte."), "{line}: {}", done.out);
    }
    let all = fixture.json("compare --format json en.txt en.txt");
    assert_eq!((&all["documents"][0]["name"], &all["documents"][1]["name"]), (&"en.txt".into(), &"en.txt (2)".into()));
    assert!(all["pairs"][0]["identical"] == true && all["pairs"][0]["hamming"] == 0);
    // The same words in another order: HD 0, and said not to mean identical.
    let done = fixture.run("compare --text 'red fox' --text 'fox red'");
    assert!(done.code == 0 && done.out.contains("HD 0 does not mean identical"), "{}", done.out);
    // Too short for a shared run, and yet nothing contradicts two identical texts.
    let all = fixture.json("compare --format json --text fox --text fox");
    assert!(all["pairs"][0]["disagreement"].is_null());
}

#[test]
fn encodings_are_detected_and_shown() {
    let fixture = Fixture::new();
    let utf16: Vec<u8> = [0xff, 0xfe].into_iter().chain(ZH.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    let (gbk, _, _) = encoding_rs::GB18030.encode(ZH);
    let mut broken = ZH.as_bytes().to_vec();
    broken.splice(30..30, [0xff, 0xfe]);
    fixture.write("utf16.txt", utf16);
    fixture.write("gbk.txt", gbk);
    fixture.write("broken.txt", broken);
    let entries = fixture.json("hash --format json zh.txt utf16.txt gbk.txt broken.txt");
    let encoding = |n: usize, key: &str| entries[n]["encoding"][key].clone();
    assert_eq!((encoding(1, "name"), encoding(1, "chosen")), ("UTF-16LE".into(), "bom".into()));
    assert_eq!((encoding(2, "name"), encoding(2, "chosen")), ("GB18030".into(), "detected".into()));
    assert_eq!((encoding(3, "chosen"), encoding(3, "replaced")), ("utf8-damaged".into(), 2.into()));
    for n in 1..3 {
        assert_eq!(entries[n]["fingerprint"], entries[0]["fingerprint"], "{n}");
    }
    assert_eq!(entries[3]["warnings"][0]["kind"], "replaced");
    for line in ["hash broken.txt", "compare zh.txt broken.txt", "explain zh.txt broken.txt"] {
        let out = fixture.run(line).out;
        assert!(out.contains("broken.txt: 2 places have bytes that are invalid in UTF-8"), "{line}: {out}");
    }
}

#[test]
fn an_encoding_that_is_given_is_obeyed() {
    let fixture = Fixture::new();
    let (gbk, _, _) = encoding_rs::GB18030.encode(ZH);
    fixture.write("gbk.txt", &gbk);
    let encoding = |line: &str, n: usize| {
        let found = &fixture.json(line)[n]["encoding"];
        (found["name"].as_str().unwrap().to_owned(), found["chosen"].as_str().unwrap().to_owned())
    };
    let is = |name: &str, chosen: &str| (name.to_owned(), chosen.to_owned());
    let one = "hash --format json --encoding big5:gbk.txt gbk.txt zh.txt";
    assert_eq!((encoding(one, 0), encoding(one, 1)), (is("Big5", "given"), is("UTF-8", "utf8")));
    // An encoding for one file wins over one for all, in any order.
    for line in ["--encoding GBK:gbk.txt --encoding utf-8", "--encoding utf-8 --encoding GBK:gbk.txt"] {
        let line = format!("hash --format json {line} gbk.txt zh.txt");
        assert_eq!((encoding(&line, 0), encoding(&line, 1)), (is("GB18030", "given"), is("UTF-8", "given")));
    }
    let hashed = fixture.json("hash --format json --encoding gbk:gbk.txt gbk.txt zh.txt");
    assert_eq!(hashed[0]["fingerprint"], hashed[1]["fingerprint"]);
    let piped = fixture.pipe("hash --encoding gbk:- -", &gbk).out;
    assert!(piped.contains("GB18030 (as specified)"), "{piped}");
    // A text that was typed has no bytes to decode.
    assert_eq!(encoding("hash --format json --encoding big5 --text fox", 0), is("UTF-8", "utf8"));
    let damaged = fixture.run("compare --encoding utf-8:gbk.txt gbk.txt zh.txt").out;
    assert!(damaged.contains("gbk.txt UTF-8 (as specified), ") && damaged.contains("characters replaced"), "{damaged}");
}

/// Nothing but line feeds may control the terminal, and nothing may turn writing around.
fn is_safe(text: &str) -> bool {
    let unsafe_char = |c: char| c != '\n' && c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{200b}');
    !text.chars().any(unsafe_char)
}

#[cfg(unix)]
#[test]
fn escape_sequences_never_reach_the_terminal() {
    let fixture = Fixture::new();
    let evil = "\u{1b}[2J\u{1b}]0;title\u{7}red\u{9b}31m \u{202e}turned";
    let name = "bad\u{1b}[31m\u{202e}name\n.txt";
    fixture.write(name, evil.repeat(3));
    fixture.write("another.txt", evil.replace("red", "\u{1b}blue"));
    for line in ["hash", "compare another.txt", "explain --top 99 another.txt", "compare missing\u{1b}[m"] {
        // White space alone is cut by `space`, so that the sequences are in the features too.
        for options in [&["--format", "json"][..], &["--tokens", "space"], &["--lang", "zh", "--tokens", "space"]] {
            let mut command = fixture.command();
            command.args(line.split(' ')).args(options).args(["--weight", "tf", name]);
            let done = super::fixture::done(&command.output().expect("started"));
            assert!(is_safe(&done.out) && is_safe(&done.err), "{line}: {:?}{:?}", done.out, done.err);
            if options[0] != "--format" && !line.contains("missing") {
                assert!(done.out.contains("bad^[[31m\\u{202e}name^J.txt"), "{line}: {}", done.out);
            }
        }
    }
    for wrong in [["hash", "--\u{1b}[2J"], ["--format", "\u{1b}[2J"], ["--recipe", "\u{1b}[2J"], ["-k", "\u{9b}2J"]] {
        let done = super::fixture::done(&fixture.command().args(wrong).output().expect("started"));
        assert!(done.code == 2 && is_safe(&done.err), "{wrong:?}: {:?}", done.err);
    }
    let mut command = fixture.command();
    let output = command.args(["hash", "--format", "json", name]).output().expect("started");
    let entries: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(entries[0]["path"], name, "JSON gives back the very characters");
}

#[test]
fn lists_of_features_say_what_is_wrong_with_them() {
    let fixture = Fixture::new();
    fixture.write("list.tsv", "CSDN\t4\n博客\t5\n");
    fixture.write("wrong.tsv", "CSDN\t4\n博客 5\n");
    let done = fixture.run("compare --recipe yanyiwu list.tsv wrong.tsv list.tsv");
    assert!(done.code == 2 && done.err.contains("wrong.tsv: line 2: no TAB"), "{}", done.err);
    assert!(done.out.contains("list.tsv × list.tsv (2)"), "{}", done.out);
    let entries = fixture.json("hash --format json --recipe yanyiwu wrong.tsv");
    assert_eq!(entries[0]["error"]["kind"], "given");
}
