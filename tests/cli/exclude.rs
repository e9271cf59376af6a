//! What is left out: said with numbers, never silently gone, and both scores stand.

use super::desk::Desk;

const QUOTED: &str = "“清晨的风从海上来，灯塔的灯还亮着，看守人在本子上写下天气、风向和过往的船只。”";

fn desk() -> Desk {
    let desk = Desk::new();
    let list = "参考文献\n[1] 张三. 灯塔. 2001.\n[2] 李四. 海风与礁石. 2003.\n[3] 王五. 港口. 2007.\n";
    desk.write("a.txt", format!("甲文开头的话并不长，只有这一句。\n{QUOTED}\n甲文还有别的内容，说到了山。\n\n{list}"));
    desk.write("b.txt", format!("乙文说的是另一回事，与前者无关。\n{QUOTED}\n乙文最后谈到了河与桥。\n\n{list}"));
    desk
}

#[test]
fn both_scores_stand_in_the_json() {
    let desk = desk();
    let line = "compare --format json --exclude quotations,references a.txt b.txt";
    let all = desk.json(line);
    let of = &all["exclusions"]["of"];
    assert_eq!(of[0]["stretches"][0]["why"][0], "quotation");
    assert_eq!(of[0]["stretches"][1]["why"][0], "reference");
    let text = std::fs::read_to_string(desk.path().join("a.txt")).expect("a file");
    let (start, end) = (&of[0]["stretches"][0]["start"], &of[0]["stretches"][0]["end"]);
    let [start, end] = [start, end].map(|n| n.as_u64().expect("a number") as usize);
    assert_eq!(text.chars().take(end).skip(start).collect::<String>(), QUOTED);
    let pair = &all["pairs"][0];
    let bare = desk.json("compare --format json a.txt b.txt");
    assert_eq!(bare["pairs"][0]["coverage"], pair["coverage"], "the whole texts are what they were");
    assert_eq!(bare["pairs"][0]["hamming"], pair["hamming"]);
    assert!(pair["coverage"]["a_in_b"].as_f64() > Some(0.5));
    assert_eq!(pair["without"]["a_in_b"].as_f64(), Some(0.0));
    assert!(bare["pairs"][0].get("without").is_none() && bare.get("exclusions").is_none());
    // explain and diff say the same.
    let one = desk.json(&line.replace("compare", "explain"));
    assert_eq!((&one["pair"]["without"], &one["exclusions"]), (&pair["without"], &all["exclusions"]));
    let diff = desk.json(&line.replace("compare", "diff"));
    assert_eq!((&diff["without"], &diff["exclusions"]), (&pair["without"], &all["exclusions"]));
}

#[test]
fn what_is_left_out_is_said_and_struck_through() {
    let desk = desk();
    let run = |line: &str| desk.run(line).out;
    let list = run("compare --exclude quotations a.txt b.txt");
    assert!(list.contains("HD without") && list.contains("REST    HD") && list.contains("x a.txt: left out"), "{list}");
    let diff = run("diff --exclude quotations a.txt b.txt");
    assert!(diff.contains(&format!("[x {QUOTED} x]")) || diff.contains("[x “清晨的风"), "{diff}");
    assert!(diff.contains("[x left out x]"), "{diff}");
    let none = run("compare --exclude-pattern ^nothing$ a.txt b.txt");
    assert!(none.contains("Nothing was found that is to be left out"), "{none}");
    let colours = run("diff --color always --exclude quotations a.txt b.txt");
    assert!(colours.contains("\u{1b}[2;9m“") && colours.contains("Struck through"), "{colours}");
}

#[test]
fn the_matrix_has_one_above_the_diagonal_and_the_other_below() {
    let desk = desk();
    let both = desk.json("matrix --format json --exclude quotations,references a.txt b.txt");
    let pair = &desk.json("compare --format json --exclude quotations,references a.txt b.txt")["pairs"][0];
    assert_eq!(both["distances"][0][1], pair["hamming"]);
    assert_eq!(both["distances_without"][0][1], pair["without"]["hamming"]);
    assert_ne!(pair["hamming"], pair["without"]["hamming"]);
    let text = desk.run("matrix --exclude quotations,references a.txt b.txt").out;
    let row = |n: &str| text.lines().skip(3).find(|line| line.starts_with(n)).expect("a row").to_owned();
    assert!(row("1 ").contains(&pair["hamming"].to_string()), "{text}");
    assert!(row("2 ").contains(&pair["without"]["hamming"].to_string()), "{text}");
    assert!(text.contains("Above the diagonal") && text.contains("left out)"), "{text}");
}

#[test]
fn base_texts_and_common_passages() {
    let desk = desk();
    desk.write("base.txt", QUOTED);
    desk.write("c.txt", format!("丙文也引了这句话：{QUOTED}就这样。"));
    let base = desk.json("compare --format json --base base.txt a.txt b.txt");
    assert_eq!(base["exclusions"]["of"][0]["stretches"][0]["why"][0], "base");
    assert!(base["pairs"][0]["without"]["a_in_b"].as_f64() < base["pairs"][0]["coverage"]["a_in_b"].as_f64());
    let common = desk.json("compare --format json --common 3 a.txt b.txt c.txt");
    let of = common["exclusions"]["of"].as_array().expect("a list");
    assert!(of.iter().all(|of| of["stretches"][0]["why"][0] == "common"), "{of:?}");
    assert_eq!(common["exclusions"]["common"], 3);
}

#[test]
fn what_cannot_be_is_refused_with_what_is_allowed() {
    let desk = desk();
    desk.write("short.txt", "太短");
    for (line, words) in [
        ("compare --exclude-pattern '页(' a.txt b.txt", &["--exclude-pattern", "character 2", "unclosed group"][..]),
        ("compare --exclude titles a.txt b.txt", &["quotations, references"]),
        ("compare --common 2 a.txt b.txt", &["from 3"]),
        ("compare --base missing.txt a.txt b.txt", &["--base", "missing.txt"]),
        ("compare --base short.txt a.txt b.txt", &["short.txt", "too short"]),
        ("compare --tokens given --exclude quotations a.txt b.txt", &["list of features"]),
        ("compare --profiles --exclude quotations a.txt b.txt", &["--profiles", "--exclude"]),
        ("matrix --format csv --exclude quotations a.txt b.txt", &["--format text and json"]),
        ("diff --format unified --exclude quotations a.txt b.txt", &["whole texts"]),
    ] {
        let done = desk.run(line);
        assert_eq!(done.code, 2, "{line}");
        for word in words {
            assert!(done.err.contains(word), "{line}: {}", done.err);
        }
    }
}
