//! The laws of the language, and tables of what it means.

use proptest::prelude::*;

use super::*;
use crate::locale::Lang;

#[derive(Clone, Debug, Default)]
struct Pair {
    names: [String; 2],
    hamming: Option<u32>,
    coverage: [f64; 2],
    longest: Option<u64>,
    cosine: Option<f64>,
    verdict: Option<Verdict>,
    note: Option<String>,
    cluster: Option<u32>,
    flags: Vec<Flag>,
}

impl PairFacts for Pair {
    fn name(&self, side: usize) -> &str {
        &self.names[side]
    }
    fn hamming(&self) -> Option<u32> {
        self.hamming
    }
    fn coverage(&self) -> Option<[f64; 2]> {
        Some(self.coverage)
    }
    fn edited(&self) -> Option<[f64; 2]> {
        Some(self.coverage)
    }
    fn longest(&self) -> Option<u64> {
        self.longest
    }
    fn cosine(&self) -> Option<f64> {
        self.cosine
    }
    fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }
    fn note(&self) -> Option<Cow<'_, str>> {
        self.note.as_deref().map(Cow::Borrowed)
    }
    fn cluster(&self) -> Option<u32> {
        self.cluster
    }
    fn is(&self, flag: Flag) -> bool {
        self.flags.contains(&flag)
    }
}

fn pair() -> Pair {
    Pair {
        names: [fold_case_and_width("第一稿 Draft.TXT"), fold_case_and_width("notes/b.txt")],
        hamming: Some(5),
        coverage: [0.752, 0.957],
        longest: Some(959),
        cosine: Some(0.9494),
        verdict: Some(Verdict::Copy),
        note: Some("See ＰＡＧＥ 3".into()),
        cluster: Some(2),
        flags: vec![Flag::Flagged],
    }
}

fn read(text: &str) -> Filter {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn what_filters_mean() {
    let yes = [
        "",
        "hd<=5 hd>=5 hd:5 hd=5 hd==5 hd<6 hd>4 hd!=4 hd:4..10 hd:..5 hd:5.. hd:any",
        "hd <= 5",
        "share>95 share:95.7 share<=95.7% a>b:75.2 b>a>95 A>B<76",
        "longest>=959 cosine:0.949 cosine>0.9 cosine<0.95 cosine>-1",
        "name:draft name:DRAFT name:第一 name:*.txt name:\"第一稿 draft\" name:b.??? -name:c",
        "verdict:copy verdict:any -verdict:none verdict!=cleared",
        "note:any note:page note:\"page 3\" -note:none",
        "flagged -near !identical not changed cluster:2 -cluster:none",
        "near | hd:5",
        "near or (hd:5 -near)",
        "-(near | identical)",
        "hd:5 and flagged",
        "距离<=5 共有>95 名称:第一 结论:抄袭 备注:有 标记 非 近重复 聚类：2",
        "ｈｄ＜＝５，（near｜hd：５） name：“draft” ！near 甲在乙＞75",
        "hd≤5 hd≥5 hd≠4",
        "hd:４。。１０",
    ];
    for text in yes {
        assert!(read(text).holds(&pair()), "{text}");
        assert!(!read(text).negated().holds(&pair()), "{text}");
    }
    let no = [
        "hd<5",
        "hd:none",
        "share>95.7",
        "a>b>75.2",
        "name:c",
        "name:draft*",
        "verdict:none",
        "note:none",
        "near",
        "hd:5 near",
    ];
    for text in no {
        assert!(!read(text).holds(&pair()), "{text}");
    }
    let bare = Pair::default();
    assert!(read("hd:none longest:none cosine:none verdict:none note:none cluster:none -hd<=64").holds(&bare));
}

#[test]
fn errors_say_where_and_what_is_allowed() {
    let table = [
        ("hd<=5 verdct:none", 7, "verdict"),
        ("xyzzy", 1, "hd, share"),
        ("hd", 1, "hd<="),
        ("near hd", 6, "hd<="),
        ("hd<=five", 5, "whole number"),
        ("hd:5.5", 4, "whole number"),
        ("hd:", 4, "whole number"),
        ("share>x", 7, "per cent"),
        ("hd:9..4", 4, "range"),
        ("name<3", 1, "name:"),
        ("name:", 6, "part of a name"),
        ("verdict:maybe", 9, "unsure"),
        ("name:\"a", 6, "quote"),
        ("(near", 1, "parenthesis"),
        ("near)", 5, "parenthesis"),
        ("()", 2, "missing"),
        ("near |", 7, "missing"),
        ("| near", 1, "missing"),
        ("-", 2, "missing"),
        ("near and", 9, "missing"),
        ("第一", 1, "hd, share"),
        ("\"a\"", 1, "hd, share"),
    ];
    for (text, column, said) in table {
        let error = text.parse::<Filter>().expect_err(text);
        let message = error.message(Lang::En);
        assert_eq!(error.column, column, "{text}: {message}");
        assert!(message.contains(said) && text.get(error.at.clone()).is_some(), "{text}: {message}");
        assert_ne!(error.message(Lang::Zh), message);
    }
    let deep = "(".repeat(100_000);
    assert_eq!(deep.parse::<Filter>().unwrap_err().kind, parse::FilterErrorKind::TooDeep);
    assert!("-".repeat(100_000).parse::<Filter>().is_err());
}

#[test]
fn the_one_form_of_a_filter() {
    let table = [
        ("hd<=10 share>50 name:draft verdict:none", "hd<=10 share>50 name:draft verdict:none"),
        ("距离≤10 且 (结论:抄袭 或 近重复)", "hd<=10 (verdict:copy | near)"),
        ("--near ((hd!=3))", "near -hd:3"),
        ("near or flagged or identical", "near | flagged | identical"),
        ("-(near flagged)", "-(near flagged)"),
        ("name:'x y", "name:\"'x\" y"),
        ("name:\"a \\\" \\\\ b\" note:\"none\"", "name:\"a \\\" \\\\ b\" note:\"none\""),
        ("share>50.50%", "share>50.5"),
        ("hd:any -cluster!=none 最长:有 cosine:any", "hd:any cluster:none longest:any cosine:any"),
    ];
    for (text, expected) in table {
        if let Ok(filter) = text.parse::<Filter>() {
            assert_eq!(filter.to_string(), expected);
        } else {
            assert_eq!(text, "name:'x y", "a single quote is a letter like others");
        }
    }
}

#[test]
fn only_a_cosine_may_be_negative() {
    for field in NumberField::ALL.into_iter().filter(|&field| field != NumberField::Cosine) {
        assert!(format!("{}>=-1", field.key()).parse::<Filter>().is_err());
    }
    assert!(read("cosine>=-1").holds(&pair()) && !read("cosine>=-1").holds(&Pair::default()));
}

#[test]
fn completions_fit_where_the_cursor_is() {
    let texts = |text: &str, lang: Lang| {
        let found = completions(text, lang);
        for completion in &found {
            let whole = format!("{}{}", &text[..completion.at.start], completion.text);
            assert!(whole.len() > completion.at.start && text.get(completion.at.clone()).is_some());
        }
        found.into_iter().map(|completion| completion.text).collect::<Vec<_>>()
    };
    assert_eq!(texts("", Lang::En).len(), 16);
    assert_eq!(texts("hd<=3 ve", Lang::En), ["verdict:"]);
    assert_eq!(texts("-n", Lang::En), ["name:", "note:", "near"]);
    assert_eq!(texts("verdict:c", Lang::En), ["copy", "common", "cleared"]);
    assert_eq!(texts("verdict:", Lang::Zh), ["无", "有", "抄袭", "引用", "通用文字", "无问题", "待定"]);
    assert_eq!(texts("距", Lang::Zh), ["距离<="]);
    assert_eq!(texts("(near|a", Lang::En), ["a>b>", "altered"]);
    assert_eq!(texts("note:", Lang::En), ["none", "any"]);
    for text in ["name:", "name:\"ve", "hd<=", "near", "a>b>", "zzz"] {
        assert_eq!(texts(text, Lang::En), Vec::<String>::new(), "{text}");
    }
}

fn filters() -> impl Strategy<Value = Filter> {
    // At most three decimals: what can be typed.
    let thousandths = |n: u32| f64::from(n) / 1000.0;
    let compare = (0..100_000u32, 0..6u8).prop_map(move |(of, kind)| match (thousandths(of), kind) {
        (n, 0) => Condition::Less(n),
        (n, 1) => Condition::AtMost(n),
        (n, 2) => Condition::More(n),
        (n, 3) => Condition::AtLeast(n),
        (n, 4) => Condition::Is(n),
        (n, _) => Condition::Within(n, thousandths(of + 1500)),
    });
    let whole = |compare: Condition| match compare {
        Condition::Less(n) => Condition::Less(n.trunc()),
        Condition::AtMost(n) => Condition::AtMost(n.trunc()),
        Condition::More(n) => Condition::More(n.trunc()),
        Condition::AtLeast(n) => Condition::AtLeast(n.trunc()),
        Condition::Is(n) => Condition::Is(n.trunc()),
        Condition::Within(low, high) => Condition::Within(low.trunc(), high.trunc()),
    };
    let field = prop::sample::select(NumberField::ALL.to_vec());
    let text = prop_oneof!["[a灯 \"\\\\*?|()<:，“”-]{1,5}", Just("none".to_owned()), Just("有".to_owned())];
    let test = prop_oneof![
        (field.clone(), compare).prop_map(move |(field, compare)| Test::Number(
            field,
            if field.is_whole() { whole(compare) } else { compare }
        )),
        (field, any::<bool>()).prop_map(|(field, known)| Test::Known(field, known)),
        text.clone().prop_map(|text| Test::Name(TextPattern::new(&text))),
        text.prop_map(|text| Test::Note(TextPattern::new(&text))),
        any::<bool>().prop_map(Test::Decided),
        any::<bool>().prop_map(Test::Noted),
        prop::sample::select(Verdict::ALL.to_vec()).prop_map(Test::Verdict),
        prop::sample::select(Flag::ALL.to_vec()).prop_map(Test::Flag),
    ];
    test.prop_map(Filter::Test).prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 1..4).prop_map(Filter::all),
            prop::collection::vec(inner.clone(), 1..4).prop_map(Filter::any),
            inner.prop_map(Filter::negated),
        ]
    })
}

fn pairs() -> impl Strategy<Value = Pair> {
    let coverage = [0..=1000u32, 0..=1000u32].prop_map(|n| n.map(|n| f64::from(n) / 1000.0));
    let verdict = prop::option::of(prop::sample::select(Verdict::ALL.to_vec()));
    let flags = prop::sample::subsequence(Flag::ALL.to_vec(), 0..=Flag::ALL.len());
    let parts = (prop::option::of(0..64u32), coverage, verdict, prop::option::of("[a灯*]{0,3}"), flags);
    parts.prop_map(|(hamming, coverage, verdict, note, flags)| Pair {
        hamming,
        coverage,
        verdict,
        note,
        flags,
        ..pair()
    })
}

proptest! {
    #[test]
    fn what_is_printed_is_read_as_the_same(filter in filters()) {
        let text = filter.to_string();
        prop_assert_eq!(text.parse::<Filter>(), Ok(filter), "{}", text);
    }

    #[test]
    fn not_not_is_nothing_and_not_is_not(filter in filters(), pair in pairs()) {
        prop_assert_eq!(filter.clone().negated().negated(), filter.clone());
        prop_assert_ne!(filter.clone().negated().holds(&pair), filter.holds(&pair));
    }

    #[test]
    fn no_text_is_too_much(
        text in "([ -~]|[灯：＜＞（）“”｜－！。，　]|hd|name:|verdict|near|or|\\PC){0,24}",
    ) {
        match text.parse::<Filter>() {
            Ok(filter) => prop_assert_eq!(filter.to_string().parse(), Ok(filter)),
            Err(error) => {
                prop_assert!(text.get(error.at.clone()).is_some());
                prop_assert!(!error.message(Lang::Zh).is_empty());
            }
        }
        for completion in completions(&text, Lang::Zh) {
            prop_assert!(text.get(completion.at.clone()).is_some());
        }
    }

    #[test]
    fn a_pattern_with_stars_is_what_a_slow_search_finds(pattern in "[ab*?]{0,6}", text in "[ab]{0,8}") {
        fn slow(pattern: &[u8], text: &[u8]) -> bool {
            match (pattern.split_first(), text.split_first()) {
                (Some((b'*', rest)), None) => slow(rest, text),
                (Some((b'*', rest)), Some((_, less))) => slow(rest, text) || slow(pattern, less),
                (Some((b'?', rest)), Some((_, less))) => slow(rest, less),
                (Some((c, rest)), Some((d, less))) => c == d && slow(rest, less),
                (None, None) => true,
                _ => false,
            }
        }
        prop_assume!(pattern.contains(['*', '?']));
        prop_assert_eq!(TextPattern::new(&pattern).fits(&text), slow(pattern.as_bytes(), text.as_bytes()));
    }
}
