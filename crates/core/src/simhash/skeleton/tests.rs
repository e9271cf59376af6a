//! Readings of altered and of honest texts, and their places in the original.

use proptest::prelude::*;

use super::*;

fn of(text: &str) -> (String, Altered) {
    let skeleton = Skeleton::new(text);
    (skeleton.text().to_owned(), skeleton.altered().clone())
}

const ENGLISH: &str = "The keeper copied every page of the old coast logbook, then he sent it to the museum.";
const CHINESE: &str = "他把三十四年的日记装进两只木箱，托给岛上小学的传达室。";

/// `text` with `what` after every fourth character.
fn hidden(text: &str, what: &str) -> String {
    let parts = text.chars().enumerate().map(|(n, c)| if n % 4 == 3 { format!("{c}{what}") } else { c.into() });
    parts.collect()
}

#[test]
fn invisible_characters_are_ignored_and_counted() {
    for what in ["\u{200B}", "\u{2060}", "\u{AD}", "\u{E0041}", "\u{3164}", "\u{200D}", "\u{FEFF}", "\u{202E}"] {
        for text in [ENGLISH, CHINESE] {
            let (skeleton, altered) = of(&hidden(text, what));
            assert_eq!(skeleton, text, "{what:?}");
            assert_eq!(altered.invisible, text.chars().count() as u64 / 4, "{what:?}");
        }
    }
}

#[test]
fn look_alikes_inside_words_are_read_as_the_letters_they_look_like() {
    let pairs = "aаeеoоpрcсxхyуiіjјTТKКMМ";
    let pairs: Vec<char> = pairs.chars().collect();
    let cyrillic = |c: char| pairs.chunks(2).find(|pair| pair[0] == c).map_or(c, |pair| pair[1]);
    let text: String = ENGLISH.chars().map(cyrillic).collect();
    let (skeleton, altered) = of(&text);
    assert_eq!(skeleton, ENGLISH);
    assert!(altered.lookalikes[&(Alphabet::Cyrillic, Alphabet::Latin)] > 20, "{altered:?}");

    let greek = ENGLISH.replace('o', "ο").replace('v', "ν").replace('T', "Τ").replace('k', "κ").replace('u', "υ");
    let (skeleton, altered) = of(&greek);
    assert_eq!(skeleton, ENGLISH);
    assert_eq!(altered.lookalikes.keys().collect::<Vec<_>>(), [&(Alphabet::Greek, Alphabet::Latin)]);

    let russian = "Смотритель маяка каждое утро записывал направление ветра.";
    let (skeleton, altered) = of(&russian.replace('о', "o").replace('а', "a"));
    assert_eq!(skeleton, russian);
    assert_eq!(altered.lookalikes.keys().collect::<Vec<_>>(), [&(Alphabet::Latin, Alphabet::Cyrillic)]);
}

#[test]
fn honest_texts_have_nothing_to_count() {
    for text in [
        // Persian with non-joiners, Hindi with joiners, Hebrew and Arabic with direction marks.
        "می\u{200C}خواهم کتاب\u{200C}ها را بخوانم.",
        "क्\u{200D}ष और र\u{94D}\u{200D}य",
        "שלום \u{200F}(SimHash)\u{200E} עולם",
        "\u{202B}مرحبا\u{202C} 2024\u{061C}",
        "ภาษา\u{200B}ไทย",
        // Emoji: a family, a flag, a keycap, a heart, Scotland.
        "👨\u{200D}👩\u{200D}👧 🏳\u{FE0F}\u{200D}🌈 1\u{FE0F}\u{20E3} ❤\u{FE0F} \
         🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
        // Soft hyphens, a byte order mark, an ideographic variant.
        "\u{FEFF}Die Donau\u{AD}dampf\u{AD}schiff\u{AD}fahrt ist ein lan\u{AD}ges Wort.",
        "葛\u{E0100}飾区",
        // Alphabets side by side, and one inside a word where it looks like nothing else.
        "Программа SimHash сравнивает 64-битные отпечатки; IP-адрес, iPhone'ом, кВт·ч.",
        "Η απόσταση Hamming είναι 3, ΔT = 5 μm, ρg, α-helix.",
    ] {
        assert!(of(text).1.is_none(), "{text:?}: {:?}", of(text).1);
    }
}

#[test]
fn a_text_of_one_script_is_its_own_skeleton() {
    for text in [ENGLISH, CHINESE, "СОР и сор", "ΑΒΕ αβε", "한국어 かな カナ"] {
        assert_eq!(of(text), (text.to_owned(), Altered::default()));
        assert!(matches!(Skeleton::new(text).text, Cow::Borrowed(_)), "{text}");
    }
}

#[test]
fn spans_lead_back_to_the_characters_they_were_made_of() {
    let text = "\u{200B}a\u{200B}\u{200B}bсd\u{2060} 海\u{200B}海\u{200B}";
    let skeleton = Skeleton::new(text);
    assert_eq!(skeleton.text(), "abcd 海海");
    let back = |from: usize, to: usize| skeleton.original(Span::new(from, to)).of(text);
    assert_eq!(back(0, 1), "a");
    assert_eq!(back(1, 2), "b");
    assert_eq!(back(2, 3), "с");
    assert_eq!(back(0, 4), "a\u{200B}\u{200B}bсd");
    assert_eq!(back(5, 11), "海\u{200B}海");
    assert_eq!(back(8, 11), "海");
}

#[test]
fn words_of_taiwan_are_those_of_the_mainland_and_keep_their_places() {
    let words = Fold::ALL.with(FoldPart::HanWords);
    let text = "用網際\u{200B}網路列印檔案。捲軸 a";
    let skeleton = Skeleton::folded(text, words);
    assert_eq!(skeleton.text(), "用互联网打印文件。滚动条 a");
    let back = |part: &str| {
        let at = skeleton.text().find(part).unwrap();
        skeleton.original(Span::new(at, at + part.len())).of(text)
    };
    assert_eq!(back("互联网"), "網際\u{200B}網路");
    assert_eq!(["用", "打印", "文件", "滚动条", " a"].map(back), ["用", "列印", "檔案", "捲軸", " a"]);
    assert_eq!(["互", "联", "网", "滚", "动", "条"].map(back), ["網", "際", "網路", "", "捲", "軸"]);
    assert_eq!(Skeleton::folded("用互联网打印文件。滚动条 a", words).text(), skeleton.text());
    assert_eq!(Skeleton::folded(text, Fold::ALL).text(), "用网际网路列印档案。卷轴 a", "characters alone");
}

#[test]
fn the_reading_of_shared_text_does_not_depend_on_the_script() {
    let read = |text| Skeleton::simplified(text).text().to_owned();
    let mainland = "他用互联网打印文件，数据库里有资料。";
    for copy in ["他用網際網路列印檔案，資料庫裡有資料。", "他用网际网路列印档案，资料库里有资料。"]
    {
        assert_eq!(read(copy), read(mainland), "{copy}");
    }
    let odd = [mainland, "乾隆二年。"].concat();
    assert_eq!(read(&odd), [read(mainland), "干隆二年。".into()].concat(), "one Traditional character");
}

proptest! {
    #[test]
    fn words_share_all_characters_out_in_order(
        text in "(軟體|網際網路|程式|程式碼|檔案|捲軸|哈薩克|行程|運行|著名|瞭解|[用的a，\u{200B}\u{20000}]){0,20}"
    ) {
        // However the text is cut into runs, words are those of the whole of it.
        let simple: String = text.replace('\u{200B}', "").chars().map(simplified).collect();
        let whole: String = han::words(&simple).map(|(_, read_as)| read_as).collect();
        let simplified = Skeleton::simplified(&text);
        prop_assert_eq!(simplified.text(), whole);
        let skeleton = Skeleton::folded(&text, Fold::ALL.with(FoldPart::HanWords));
        let (mut last, mut visible) = (0, String::new());
        for (at, c) in skeleton.text().char_indices() {
            let span = skeleton.original(Span::new(at, at + c.len_utf8()));
            prop_assert!(span.start >= last);
            last = span.end;
            visible.extend(span.of(&text).chars().filter(|&c| !is_invisible(c)));
        }
        prop_assert_eq!(visible, text.replace('\u{200B}', ""));
    }

    #[test]
    fn every_character_leads_back_to_one_that_looks_like_it(
        text in "([a-eаеосρ]{1,9}|[\u{200B}\u{AD}\u{2060}]|[海距]|[ ,.é]|[\u{10400}Ꭺ]){0,20}"
    ) {
        let skeleton = Skeleton::new(&text);
        let mut last = 0;
        for (at, c) in skeleton.text().char_indices() {
            let span = skeleton.original(Span::new(at, at + c.len_utf8()));
            prop_assert!(span.start >= last);
            last = span.end;
            let original: Vec<char> = span.of(&text).chars().collect();
            prop_assert_eq!(original.len(), 1);
            let alphabets = [original[0], c].map(lookalike::alphabet);
            prop_assert!(original[0] == c || alphabets[0] != alphabets[1], "{:?} {:?}", original, c);
        }
        let visible = text.chars().filter(|&c| !is_invisible(c)).count();
        prop_assert_eq!(skeleton.text().chars().count(), visible);
    }
}
