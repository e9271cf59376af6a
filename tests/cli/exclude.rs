//! Exclusions: reported with numbers, never silent, and both scores are shown.

use super::fixture::Fixture;

const QUOTED: &str = "“清晨的风从海上来，灯塔的灯还亮着，看守人在本子上写下天气、风向和过往的船只。”";

fn fixture() -> Fixture {
    let fixture = Fixture::new();
    let list = "参考文献\n[1] 张三. 灯塔. 2001.\n[2] 李四. 海风与礁石. 2003.\n[3] 王五. 港口. 2007.\n";
    fixture
        .write("a.txt", format!("甲文开头的话并不长，只有这一句。\n{QUOTED}\n甲文还有别的内容，说到了山。\n\n{list}"));
    fixture.write("b.txt", format!("乙文说的是另一回事，与前者无关。\n{QUOTED}\n乙文最后谈到了河与桥。\n\n{list}"));
    fixture
}

#[test]
fn both_scores_are_in_the_json() {
    let fixture = fixture();
    let line = "compare --format json --exclude quotations,references a.txt b.txt";
    let all = fixture.json(line);
    let of = &all["exclusions"]["of"];
    assert_eq!(of[0]["stretches"][0]["why"][0], "quotation");
    assert_eq!(of[0]["stretches"][1]["why"][0], "reference");
    let text = std::fs::read_to_string(fixture.path().join("a.txt")).expect("a file");
    let (start, end) = (&of[0]["stretches"][0]["start"], &of[0]["stretches"][0]["end"]);
    let [start, end] = [start, end].map(|n| n.as_u64().expect("a number") as usize);
    assert_eq!(text.chars().take(end).skip(start).collect::<String>(), QUOTED);
    let pair = &all["pairs"][0];
    let bare = fixture.json("compare --format json a.txt b.txt");
    assert_eq!(bare["pairs"][0]["coverage"], pair["coverage"], "the whole texts are what they were");
    assert_eq!(bare["pairs"][0]["hamming"], pair["hamming"]);
    assert!(pair["coverage"]["a_in_b"].as_f64() > Some(0.5));
    assert_eq!(pair["without"]["a_in_b"].as_f64(), Some(0.0));
    assert!(bare["pairs"][0].get("without").is_none() && bare.get("exclusions").is_none());
    // explain and diff say the same.
    let one = fixture.json(&line.replace("compare", "explain"));
    assert_eq!((&one["pair"]["without"], &one["exclusions"]), (&pair["without"], &all["exclusions"]));
    let diff = fixture.json(&line.replace("compare", "diff"));
    assert_eq!((&diff["without"], &diff["exclusions"]), (&pair["without"], &all["exclusions"]));
}

#[test]
fn exclusions_are_reported_and_struck_through() {
    let fixture = fixture();
    let run = |line: &str| fixture.run(line).out;
    let list = run("compare --exclude quotations a.txt b.txt");
    assert!(
        list.contains("without: HD")
            && list.contains("WHOLE   With the excluded text: HD")
            && list.contains("x a.txt: 33.6% of its characters excluded"),
        "{list}"
    );
    let diff = run("diff --exclude quotations a.txt b.txt");
    assert!(diff.contains(&format!("[x {QUOTED} x]")) || diff.contains("[x “清晨的风"), "{diff}");
    assert!(diff.contains("[x excluded x]"), "{diff}");
    let none = run("compare --exclude-pattern ^nothing$ a.txt b.txt");
    assert!(none.contains("Nothing to exclude"), "{none}");
    let colours = run("diff --color always --exclude quotations a.txt b.txt");
    assert!(colours.contains("\u{1b}[2;9m“") && colours.contains("struck through"), "{colours}");
}

#[test]
fn the_matrix_has_one_above_the_diagonal_and_the_other_below() {
    let fixture = fixture();
    let both = fixture.json("compare --format matrix-json --exclude quotations,references a.txt b.txt");
    let pair = &fixture.json("compare --format json --exclude quotations,references a.txt b.txt")["pairs"][0];
    assert_eq!(both["distances"][0][1], pair["hamming"]);
    assert_eq!(both["distances_without"][0][1], pair["without"]["hamming"]);
    assert_ne!(pair["hamming"], pair["without"]["hamming"]);
    let text = fixture.run("compare --format matrix --exclude quotations,references a.txt b.txt").out;
    let row = |n: &str| text.lines().skip(3).find(|line| line.starts_with(n)).expect("a row").to_owned();
    assert!(row("1 ").contains(&pair["hamming"].to_string()), "{text}");
    assert!(row("2 ").contains(&pair["without"]["hamming"].to_string()), "{text}");
    assert!(text.contains("Above the diagonal") && text.contains("excluded)"), "{text}");
}

#[test]
fn base_texts_and_common_passages() {
    let fixture = fixture();
    fixture.write("base.txt", QUOTED);
    fixture.write("c.txt", format!("丙文也引了这句话：{QUOTED}就这样。"));
    let base = fixture.json("compare --format json --base base.txt a.txt b.txt");
    assert_eq!(base["exclusions"]["of"][0]["stretches"][0]["why"][0], "base");
    assert!(base["pairs"][0]["without"]["a_in_b"].as_f64() < base["pairs"][0]["coverage"]["a_in_b"].as_f64());
    let common = fixture.json("compare --format json --common 3 a.txt b.txt c.txt");
    let of = common["exclusions"]["of"].as_array().expect("a list");
    assert!(of.iter().all(|of| of["stretches"][0]["why"][0] == "common"), "{of:?}");
    assert_eq!(common["exclusions"]["common"], 3);
}

/// Three essays that share nothing but a long cover sheet.
fn with_cover_sheet() -> Fixture {
    let fixture = Fixture::new();
    let words = |name: &str, n: usize| (0..n).map(|at| format!("{name}{at} ")).collect::<Vec<_>>().concat();
    let cover = words("cover", 400);
    fixture.write("cover.txt", &cover);
    std::fs::create_dir(fixture.path().join("essays")).expect("a folder");
    for name in ["anna", "ben", "cara"] {
        fixture.write(&format!("essays/{name}.txt"), format!("{cover}\n\n{}", words(name, 60)));
    }
    fixture
}

#[test]
fn essays_that_share_only_the_cover_sheet_are_not_flagged() {
    let fixture = with_cover_sheet();
    let near = |line: &str| {
        let done = fixture.run(line);
        assert!(done.code < 2, "{line}: {}", done.err);
        (done.code, done.out)
    };
    let all = "essays/anna.txt essays/ben.txt essays/cara.txt";
    for command in [
        &format!("compare -k 20 {all}"),
        &format!("compare --format matrix -k 20 {all}"),
        &format!("compare --format matrix-csv -k 20 {all}"),
        "review --format text -k 20 essays",
        "review --format json -k 20 essays",
    ] {
        let (plain, whole) = (near(command), near(&format!("{command} --base cover.txt --whole")));
        let (code, out) = near(&format!("{command} --base cover.txt"));
        assert_eq!((plain.0, whole.0, code), (0, 0, 1), "{command}: {out}");
        // Flags and counts: 3 near-duplicates with the cover sheet, none without.
        let counted = |out: &str| out.contains("3 near-duplicates") || out.contains("\"near\": 3");
        if !command.contains("csv") {
            assert!(counted(&plain.1) && counted(&whole.1) && !counted(&out), "{command}: {out}");
        }
    }
    let list = near(&format!("compare -k 20 --base cover.txt {all}")).1;
    assert!(!list.contains("RULE") && list.contains("use the scores with exclusions"), "{list}");
    let flagged = |options: &str| {
        let json = fixture.json(&format!("export --format json -o - -k 20 --base cover.txt {options} essays"));
        (json["scores"].clone(), json["counts"]["near"].clone(), json["closer"].as_array().map(Vec::len))
    };
    assert_eq!(flagged(""), ("rest".into(), 0.into(), Some(0)));
    assert_eq!(flagged("--whole"), ("whole".into(), 3.into(), Some(3)));
    let json = |options: &str| {
        fixture.json(&format!("compare --format json -k 20 --base cover.txt {options} {all}"))["exclusions"].clone()
    };
    assert_eq!((json("")["scores"].as_str(), json("--whole")["scores"].as_str()), (Some("without"), Some("whole")));
}

#[test]
fn the_order_is_that_of_the_scores_with_exclusions() {
    let fixture = with_cover_sheet();
    let words = (0..40).map(|at| format!("own{at} ")).collect::<Vec<_>>().concat();
    for name in ["yan", "zoe"] {
        fixture.write(&format!("essays/{name}.txt"), &words);
    }
    let first = |options: &str| {
        let names = "essays/anna.txt essays/ben.txt essays/yan.txt essays/zoe.txt";
        let done = fixture.run(&format!("compare --format jsonl --base cover.txt {options} {names}")).out;
        let pair: serde_json::Value = serde_json::from_str(done.lines().next().expect("a pair")).expect("JSON");
        [&pair["name_a"], &pair["name_b"]].map(|name| name.as_str().unwrap_or_default().to_owned())
    };
    assert_eq!(first(""), ["yan.txt", "zoe.txt"]);
    let mut order = fixture.json("review --format json --base cover.txt essays")["pairs"].clone();
    assert_eq!(order[0]["rest"]["a_in_b"], 1.0, "{order}");
    order = fixture.json("review --format json --base cover.txt --filter share<50 essays")["pairs"].clone();
    assert_eq!(order.as_array().map(Vec::len), Some(9), "filters go by what counts");
}

#[test]
fn what_cannot_be_is_refused_with_what_is_allowed() {
    let fixture = fixture();
    fixture.write("short.txt", "太短");
    for (line, words) in [
        ("compare --exclude-pattern '页(' a.txt b.txt", &["--exclude-pattern", "character 2", "unclosed group"][..]),
        ("compare --exclude-pattern (?s)a.*b a.txt b.txt", &["--exclude-pattern", "matches a line break"]),
        ("compare --exclude titles a.txt b.txt", &["quotations, references"]),
        ("compare --common 2 a.txt b.txt", &["3 or more"]),
        ("compare --base missing.txt a.txt b.txt", &["--base", "missing.txt"]),
        ("compare --base short.txt a.txt b.txt", &["short.txt", "too short"]),
        ("compare --tokens given --exclude quotations a.txt b.txt", &["list of features"]),
        ("compare --profiles --exclude quotations a.txt b.txt", &["--profiles", "--exclude"]),
        ("diff --format unified --exclude quotations a.txt b.txt", &["whole texts"]),
    ] {
        let done = fixture.run(line);
        assert_eq!(done.code, 2, "{line}");
        for word in words {
            assert!(done.err.contains(word), "{line}: {}", done.err);
        }
    }
}

#[test]
fn a_pattern_that_takes_too_much_work_is_named_and_not_applied() {
    let fixture = fixture();
    fixture.write("caps.txt", "AB CD ".repeat(10_000));
    let exclude = r"--exclude-pattern .*[^A-Z\s]x|[A-Z] --exclude-pattern CD";
    for command in ["compare a.txt", "compare --format matrix a.txt", "hash"] {
        let done = fixture.run(&format!("{command} {exclude} caps.txt"));
        assert!(done.err.contains("too much work on 1 document and was not applied there: caps.txt"), "{}", done.err);
    }
    let of = fixture.json(&format!("compare --format json {exclude} a.txt caps.txt"))["exclusions"]["of"].clone();
    assert!(of[0].get("not_applied").is_none(), "{}", of[0]);
    assert_eq!(of[1]["not_applied"][0], r".*[^A-Z\s]x|[A-Z]");
    assert_eq!(of[1]["chars"], 20_000, "the other pattern is applied");
    assert_eq!(fixture.json(&format!("hash --format json {exclude} caps.txt"))[0]["without"], of[1]);
}

#[test]
fn review_hash_and_the_screens_take_the_same_options() {
    let fixture = fixture();
    let pair = &fixture.json("compare --format json --exclude quotations a.txt b.txt")["pairs"][0];
    std::fs::create_dir(fixture.path().join("essays")).expect("a folder");
    fixture.write("essays/a.txt", std::fs::read_to_string(fixture.path().join("a.txt")).expect("a file"));
    fixture.write("essays/b.txt", std::fs::read_to_string(fixture.path().join("b.txt")).expect("a file"));
    let review = fixture.json("review --format json --exclude quotations essays");
    for number in ["hamming", "near_duplicate", "a_in_b", "b_in_a"] {
        assert_eq!(review["pairs"][0]["rest"][number], pair["without"][number], "{number}");
    }
    let plain = fixture.run("--exclude quotations a.txt b.txt").out;
    assert!(plain.contains("without: HD") && plain.contains("Excluded text is not counted."), "{plain}");
    let whole = fixture.run("--exclude quotations --whole a.txt b.txt").out;
    assert!(whole.contains("without: HD") && whole.contains("WITHOUT"), "{whole}");
    let hash = fixture.json("hash --format json --exclude quotations a.txt");
    let compared = fixture.json("compare --format json --exclude quotations a.txt b.txt");
    assert_eq!(hash[0]["without"], compared["exclusions"]["of"][0]);
    assert!(fixture.json("hash --format json a.txt")[0].get("without").is_none());
    let text = fixture.run("hash --exclude quotations a.txt").out;
    let rest = hash[0]["without"]["fingerprint"].as_str().expect("a fingerprint");
    assert!(text.contains("x a.txt: 33.6% of its characters excluded") && text.contains(rest), "{text}");
    for (line, words) in [
        ("--exclude quotations compare a.txt b.txt", "after the command"),
        ("compare --format matrix --common 3 a.txt b.txt", "--common"),
        ("review --base missing.txt essays", "missing.txt"),
    ] {
        let done = fixture.run(line);
        assert!(done.code == 2 && done.err.contains(words), "{line}: {}", done.err);
    }
}

#[test]
fn the_settings_say_it_where_the_command_line_does_not() {
    let fixture = fixture();
    let file = "exclude = ['quotations', 'references']\ncommon = 3\nexclude-pattern = ['^乙文', '山']\n";
    fixture.write("set.toml", file);
    let json = |options: &str| fixture.json(&format!("compare --config set.toml --format json {options} a.txt b.txt"));
    let of = |json: serde_json::Value| json["exclusions"].clone();
    let said = of(json(""));
    assert_eq!((&said["quotations"], &said["references"], &said["common"]), (&true.into(), &true.into(), &3.into()));
    assert_eq!(said["patterns"], serde_json::json!(["^乙文", "山"]));
    let other = of(json("--exclude none --common 0 --exclude-pattern 海"));
    assert_eq!((&other["quotations"], &other["common"]), (&false.into(), &serde_json::Value::Null));
    assert_eq!(other["patterns"], serde_json::json!(["海"]));
    let nothing = json("--exclude none --common 0 --exclude-pattern=");
    assert!(nothing.get("exclusions").is_none());
    let shown = fixture.run("config show --config set.toml").out;
    for line in
        ["exclude = \"quotations,references\"", "common = 3", "exclude-pattern = [\"^乙文\", \"山\"]", "set.toml:3"]
    {
        assert!(shown.contains(line), "{line}: {shown}");
    }
    // The settings do not ask for both scores where a format cannot show them.
    assert_eq!(fixture.run("diff --config set.toml --format unified a.txt a.txt").code, 0);
    assert!(fixture.run("compare --config set.toml --format matrix-csv a.txt b.txt").code < 2);
    fixture.write("wrong.toml", "exclude = 'titles'\ncommon = 2\n\nexclude-pattern = '页('\n");
    let wrong = fixture.run("compare --config wrong.toml a.txt b.txt").err;
    for words in [
        "wrong.toml:1: exclude",
        "quotations, references, none",
        "wrong.toml:2: common",
        "3 to 1000",
        "wrong.toml:4",
        "unclosed group",
    ] {
        assert!(wrong.contains(words), "{words}: {wrong}");
    }
}
