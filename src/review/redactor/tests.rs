//! Names are hidden in every form, and nothing else is.

use proptest::prelude::*;

use super::*;

fn redactor(paths: &[&str]) -> Redactor {
    Redactor::new(paths.iter().map(|path| (file_name(path), vec![(*path).to_owned()])), None, Lang::En)
}

#[test]
fn longer_names_go_first_and_folders_go_too() {
    let hidden = redactor(&["/home/mei/suspects/harbour.txt", "/home/mei/suspects/sub/b"]);
    let table = [
        ("harbour.txt of /home/mei/suspects/harbour.txt", "Document 1 of Document 1"),
        ("the harbour in suspects", "the Document 1 in a folder"),
        ("/home/mei/suspects/sub/b, b", "Document 2, b"),
        ("/home/mei/suspects/.simscope/review.jsonl: full", "a folder/.simscope/review.jsonl: full"),
        ("/home/mei/other", "a folder/other"),
        ("nothing", "nothing"),
    ];
    for (text, shown) in table {
        assert_eq!((hidden.redact(text), hidden.gives_away(text)), (shown.into(), text != shown), "{text}");
    }
    let text = "the suspects of the harbour, /home/mei/suspects/x";
    assert_eq!(in_text(&hidden, text).0, "the suspects of the Document 1, a folder/x", "a folder's name is a word");
}

#[test]
fn a_reader_chooses_the_words_and_paths_are_hidden_in_any_case() {
    let paths = ["李雷.docx", "smith-harbour.txt"];
    let documents = paths.iter().map(|path| (*path, vec![(*path).to_owned()]));
    let hidden = Redactor::new(documents, Some(&["Smith".into(), "韩梅梅".into()]), Lang::En);
    let table = [
        ("smith by the harbour", "Document 2 by the harbour"),
        ("李雷 and 韩梅梅", "李雷 and [name]"),
        ("李雷.docx, smith-harbour.txt", "Document 1, Document 2"),
    ];
    for (text, shown) in table {
        assert_eq!(hidden.redact(text), shown, "{text}");
    }
}

#[test]
fn names_are_hidden_in_any_case_and_width_and_as_whole_words() {
    let hidden = redactor(&[
        "李雷.docx",
        "smith.docx.txt",
        "KowalskiEssay_final.pdf",
        "韩梅梅终稿2.docx",
        "essay-20210345.odt",
        "final essay.txt",
    ]);
    let table = [
        ("李雷说", "Document 1说"),
        (
            "SMITH, Smith's and ｓｍｉｔｈ; smithy, blacksmith",
            "Document 2, Document 2's and Document 2; smithy, blacksmith",
        ),
        ("see Smith.docx", "see Document 2.docx"),
        ("kowalski wrote an essay, the final one", "Document 3 wrote an essay, the final one"),
        ("kowalskiessay_FINAL", "Document 3"),
        ("问韩梅梅的作业和终稿", "问Document 4的作业和终稿"),
        ("student 20210345 in 2021", "student Document 5 in 2021"),
        ("a Final Essay", "a Document 6"),
        ("s\u{200b}mith", "Document 2"),
        ("sm\u{fe0f}i\u{3164}th", "Document 2"),
        ("ＬＩ 雷", "ＬＩ 雷"),
    ];
    for (text, shown) in table {
        assert_eq!(hidden.redact(text), shown, "{text}");
    }
    let mut words = hidden.words().to_vec();
    words.sort_unstable();
    let expected = [
        "20210345",
        "Kowalski",
        "KowalskiEssay_final",
        "essay-20210345",
        "final essay",
        "smith",
        "李雷",
        "韩梅梅",
        "韩梅梅终稿2",
    ];
    assert_eq!(words, expected);
}

/// The text with the names in it hidden, as that of document 1, and the short names that stay.
fn in_text(hidden: &Redactor, text: &str) -> (String, Vec<String>) {
    let found = hidden.names_in(text, "Document 1");
    let mut shown = text.to_owned();
    found
        .hidden
        .iter()
        .rev()
        .for_each(|(span, name)| shown.replace_range(span.start as usize..span.end as usize, name));
    (shown, found.kept.iter().map(|span| span.of(text).to_owned()).collect())
}

#[test]
fn short_names_are_hidden_beside_others_and_in_the_first_line() {
    let hidden = redactor(&["he-johnson.docx", "An_Li essay.docx", "许_梅梅.docx", "he-smith.txt"]);
    let table = [
        ("My tale by He, a student\nHe went home.", "My tale by Document 1, a student\nHe went home.", &["He"][..]),
        ("\n by An\nSo He Smith said: Johnson, He", "\n by An\nSo Document 4 said: Document 1", &["An"]),
        ("a\nAn Li and Li An met; an era, he said", "a\nDocument 2 and Document 2 met; an era, he said", &[]),
        ("a\n许梅梅问许多人：许，在吗", "a\nDocument 3问许多人：许，在吗", &["许"]),
        ("a\nHe\nJohnson; he-\njohnson, Hejohnson. He", "a\nDocument 1; he-\nDocument 1, Hejohnson. He", &["He"]),
    ];
    for (text, shown, kept) in table {
        assert_eq!(
            in_text(&hidden, text),
            (shown.to_owned(), kept.iter().map(|&one| one.to_owned()).collect()),
            "{text}"
        );
    }
}

#[test]
fn a_part_of_several_stems_identifies_nobody() {
    let hidden = redactor(&["harbour-anna.txt", "harbour-mira.txt", "document.txt", "2.txt", "a folder/x.txt"]);
    assert_eq!(hidden.redact("Anna and Mira at the harbour"), "Document 1 and Document 2 at the harbour");
    assert_eq!(hidden.redact("Document 2 in a document"), "Document 2 in a document");
}

/// Text in another case and width.
fn rewritten(text: &str, how: u8) -> String {
    let wide = |c: char| match c {
        '!'..='~' => char::from_u32(u32::from(c) + 0xfee0).unwrap_or(c),
        c => c,
    };
    match how % 3 {
        0 => text.to_uppercase(),
        1 => text.to_lowercase().chars().map(wide).collect(),
        _ => text.to_owned(),
    }
}

proptest! {
    #[test]
    fn no_hidden_name_is_left_and_the_text_between_is_unchanged(
        stems in prop::collection::vec("[A-Za-zé]{4,9}|[李雷韩梅王]{2,3}|[a-z]{4,6}[-_ ][李雷韩梅]{2}", 1..5),
        between in prop::collection::vec("[ .,;:、。]{1,3}[0-9?]{0,3}[ .,;:、。]{1,3}", 1..9),
        how in any::<u8>(),
    ) {
        let paths: Vec<String> = stems.iter().map(|stem| format!("/t/{stem}.txt")).collect();
        let hidden = redactor(&paths.iter().map(String::as_str).collect::<Vec<_>>());
        let words: Vec<String> = hidden.words().iter().map(|word| rewritten(word, how)).collect();
        prop_assume!(!words.is_empty());
        let (mut text, mut expected) = (String::new(), Vec::new());
        for (n, part) in between.iter().enumerate() {
            text += part;
            text += &words[n % words.len()];
            expected.push(part.clone());
        }
        let shown = hidden.redact(&text).into_owned();
        prop_assert!(!hidden.gives_away(&shown), "{text:?} → {shown:?}");
        for word in hidden.words() {
            let (shown, word) = (Folded::of(&shown).text, Folded::of(word).text);
            prop_assert!(!shown.split(|c: char| !c.is_alphanumeric()).any(|part| part == word));
        }
        // The parts are there, in their order.
        let mut left = shown.as_str();
        for part in expected {
            let wrong = || TestCaseError::fail(format!("{part:?}: {shown:?}"));
            let (_, behind) = left.split_once(&part).ok_or_else(wrong)?;
            left = behind;
        }
    }

    #[test]
    fn text_without_names_is_unchanged(text in "\\PC{0,80}") {
        let hidden = redactor(&["zzyzxqua.txt", "龘龘.txt"]);
        prop_assert_eq!(hidden.redact(&text), text.as_str());
    }
}
