//! One step of the pipeline alone, by hand and of texts.

use serde_json::Value;

use super::fixture::{Fixture, RECIPE};

#[track_caller]
fn writes(fixture: &Fixture, line: &str, expected: &str) {
    let done = fixture.run(&format!("step {line}"));
    assert_eq!((done.code, &*done.out, &*done.err), (0, expected, ""), "{line}");
}

/// The figures that the articles print.
#[test]
fn the_steps_of_the_articles() {
    let fixture = Fixture::new();
    for (line, expected) in [
        // Article 002.
        ("row --bits 6 CSDN:4:100101", "4 -4 -4 4 -4 4\n"),
        ("row --bits 6 博客:5:101011", "5 -5 5 -5 5 5\n"),
        ("sum --bits 6 CSDN:4:100101 博客:5:101011", "9 -9 1 -1 1 9\n"),
        ("sum --bits 6 '4 -4 -4 4 -4 4' '5 -5 5 -5 5 5'", "9 -9 1 -1 1 9\n"),
        ("sign 9 -9 1 -1 1 9", "101011\n"),
        ("sign '9 -9 1' '-1 1 9'", "101011\n"),
        ("sign 13 108 -22 -5 -32 55", "110001\n"),
        ("xor 100111 101010", "001101\n3 of 6 bits differ: Hamming distance 3\n"),
    ] {
        // clap takes an operand that begins with a hyphen and is no number for an option.
        let line = line.replace("sign '", "sign -- '");
        writes(&fixture, &line, expected);
    }
}

#[test]
fn numbers_by_hand() {
    let fixture = Fixture::new();
    for (line, expected) in [
        // Weights are rounded once to multiples of 2⁻¹⁶, and written as short as that allows.
        ("sum --bits 3 a:0.1:100 b:0.2:110 c:-0.3:001", "0.6 0.4 -0.6\n"),
        ("row --bits 3 a:-2.5:101", "-2.5 2.5 -2.5\n"),
        ("row --bits 3 --recipe gaoya a:1:110", "-1 -1 1\n"),
        ("sign 1 0 -1", "100\n"),
        ("sign 1 0 -1 --tie ge", "110\n"),
        ("sign -0.5", "0\n"),
        ("xor 1 1", "0\n0 of 1 bit differ: Hamming distance 0\n"),
        ("xor --lang zh 100 001", "101\n3 位中有 2 位不同：汉明距离 2\n"),
        // From the right: a feature may hold colons.
        ("sum --bits 3 http://a:8:101", "8 -8 8\n"),
    ] {
        writes(&fixture, line, expected);
    }
    // The same word is the same bits, a word with a colon is one word, and fold is heeded.
    let words = fixture.run("step hash --bits 16 --fold case fox 12:30 Fox").out;
    let words: Vec<&str> = words.lines().collect();
    assert!(words.len() == 3 && words[0] == words[2] && words[0] != words[1], "{words:?}");
    assert_eq!(format!("{:016b}\n", 0xd9d9), fixture.run("step hash --hash md5-low --bits 16 azyd").out);
}

#[test]
fn each_step_reads_what_the_one_before_it_prints() {
    let fixture = Fixture::new();
    for options in
        [&format!("--recipe '{RECIPE}'"), "--bits 16 --tie ge", "--recipe gaoya --bits 128", "--recipe text-dedup"]
    {
        let of_text = |step: &str| fixture.run(&format!("step {step} {options} --file zh.txt")).out;
        assert_eq!(of_text("weights"), fixture.run(&format!("step weights {options} zh.txt")).out);
        let mut piped = of_text("weights");
        for step in ["hash", "row", "sum", "sign"] {
            let done = fixture.pipe(&format!("step {step} {options} -"), piped.as_bytes());
            assert_eq!((done.code, &*done.err), (0, ""), "{step} {options}");
            assert_eq!(done.out, of_text(step), "{step} {options}");
            // A step may be omitted, as its reader can do what it does.
            let over = fixture.pipe(&format!("step sum {options} -"), piped.as_bytes());
            let over_reads = step != "sign";
            assert_eq!(over_reads, over.out == of_text("sum"), "{step} {options}");
            piped = done.out;
        }
        let two = fixture.run(&format!("step sum {options} zh.txt en.txt"));
        assert_eq!(two.code, 2, "documents are named with --file: {}", two.out);
        let sums = fixture.run(&format!("step sum {options} --file zh.txt --file en.txt")).out;
        let signs = fixture.pipe(&format!("step sign {options} -"), sums.as_bytes()).out;
        let xor = fixture.pipe("step xor -", signs.as_bytes()).out;
        assert_eq!(xor, fixture.run(&format!("step xor {options} --file zh.txt --file en.txt")).out);
    }
}

#[test]
fn the_last_step_is_the_fingerprint_that_hash_prints() {
    let fixture = Fixture::new();
    let sums = |value: &Value| value["texts"][0]["sums"].as_array().expect("a list").len();
    for (options, bits) in [("", 64), ("--bits 6", 6), ("--recipe yanyiwu-text", 64), ("--recipe mfonda", 64)] {
        let sign = fixture.json(&format!("step sign --format json {options} --file en.txt"));
        let hash = fixture.json(&format!("hash --format json {options} en.txt"));
        let binary = sign["texts"][0]["binary"].as_str().expect("digits");
        let value = u128::from_str_radix(binary, 2).expect("digits");
        let hex = hash[0]["fingerprint"].as_str().expect("hexadecimal");
        assert_eq!(u128::from_str_radix(hex, 16), Ok(value), "{options}");
        assert_eq!((binary.len(), sums(&sign)), (bits, bits), "{options}");
        assert_eq!(sign["recipe"], hash[0]["recipe"], "{options}");
        let tokens = fixture.json(&format!("step tokens --format json {options} en.txt"));
        assert_eq!(tokens["tokens"].as_array().map(Vec::len), hash[0]["tokens"].as_u64().map(|n| n as usize));
        let rows = fixture.json(&format!("step row --format json {options} --file en.txt"));
        assert_eq!(rows["features"].as_array().map(Vec::len), hash[0]["features"].as_u64().map(|n| n as usize));
    }
}

#[test]
fn the_json_has_the_shape_that_the_readme_describes() {
    let fixture = Fixture::new();
    for (name, line) in [
        ("tokens", "tokens --text 'to be or not to be'"),
        ("weights", "weights --text 'to be or not to be'"),
        ("hash", "hash --bits 6 --text 'to be or not to be'"),
        ("words", "hash --bits 6 fox"),
        ("row", "row --bits 6 CSDN:4.5:100101"),
        ("sum", "sum --bits 6 CSDN:4:100101 博客:5:101011"),
        ("sign", "sign 13 108 -22 -5 -32 55"),
        ("xor", "xor 100111 101010"),
    ] {
        let done = fixture
            .run(&format!("step {line} --format json --weight {}", if line.contains(':') { "given" } else { "tf" }));
        insta::assert_snapshot!(format!("step-{name}"), format!("{}{}", done.out, done.err), line);
    }
}

#[test]
fn what_is_wrong_is_named_with_its_operand_and_what_is_allowed() {
    let fixture = Fixture::new();
    for (line, parts) in [
        ("hash", &["nothing to hash", "--text"][..]),
        ("row", &["no features", "FEATURE:WEIGHT:BITS"]),
        ("sum", &["no features", "FEATURE:WEIGHT:BITS", "Usage: simscope step sum"]),
        ("sign", &["no sums"]),
        ("xor", &["two binary fingerprints"]),
        ("tokens", &["one text"]),
        ("weights --text a --text b", &["one text, not 2"]),
        ("xor --text a", &["two texts, not 1"]),
        ("xor 101", &["two fingerprints, not 1"]),
        ("xor 101 11 1", &["two fingerprints, not 3"]),
        ("xor 101 1011", &["operand 1, \"101\" has 3 bits", "operand 2, \"1011\" has 4"]),
        ("xor 101 10a", &["operand 2, \"10a\"", "digits"]),
        ("sum CSDN:4:100101", &["operand 1", "has 6 bits, but the recipe has 64", "--bits 6"]),
        ("sum --bits 6 a:1:100101 b:2:1", &["operand 2", "has 1 bit, but the recipe has 6\n"]),
        ("sum --bits 6 a:four:100101", &["operand 1", "the weight \"four\" is not a number"]),
        ("sum --bits 6 a:4:10012x", &["operand 1", "\"10012x\"", "digits"]),
        ("sum --bits 6 a:1e12", &["\"1e12\" is not within ±1e9"]),
        ("sum --bits 6 a:nan", &["\"nan\" is not within"]),
        ("sum --bits 6 a:1e-9", &["rounded to 0", "2^-16"]),
        ("sum --bits 6 CSDN", &["operand 1, \"CSDN\"", "FEATURE:WEIGHT"]),
        ("sum --bits 6 :4:100101", &["FEATURE:WEIGHT"]),
        ("sum --bits 6 a:1:100101 b:1 a:2", &["operand 3, \"a:2\" is the same feature as operand 1"]),
        ("sum --bits 3 '1 -1 1' b:1", &["operand 1", "operand 2", "only rows"]),
        ("sum --bits 3 '1 -1 2'", &["1 and 2 are not the same weight with two signs"]),
        ("sum --bits 3 '1 -1'", &["has 2 numbers, but the recipe has 3 bits\n"]),
        ("sign 1 x", &["operand 2, \"x\"", "is not a number"]),
        ("sign inf", &["is not a number"]),
        ("sign --bits 8 9 -9 1", &["3 sums, but --bits is 8"]),
        ("xor --bits 8 101 111", &["3 bits, but --bits is 8"]),
        ("sign 1e300", &["±1e13"]),
        ("hash ''", &["operand 1, \"\" is empty"]),
        ("hash 'a\nb'", &["line break"]),
        ("hash - a", &["give no others"]),
        ("hash - -", &["only once"]),
        ("sum --text a b:1", &["operands"]),
        ("fold a", &["fold"]),
        ("", &["Usage: simscope step"]),
    ] {
        let done = fixture.run(&format!("step {line}"));
        assert_eq!((done.code, &*done.out), (2, ""), "{line}");
        for part in parts {
            assert!(done.err.contains(part), "{line}: {part:?} is not in\n{}", done.err);
        }
    }
    assert_eq!(fixture.run("step sign --bits 3 9 -9 1").out, "101\n");
    let chinese = fixture.run("step sum --lang zh --bits 6 CSDN:four:100101").err;
    assert!(chinese.contains("第 1 个参数 \"CSDN:four:100101\"：权重 \"four\" 不是数"), "{chinese}");
    let many = format!("{} ", "1 ".repeat(129));
    assert!(fixture.pipe("step sign -", many.as_bytes()).err.contains("129 sums; 1 to 128 are allowed"));
    let lines = fixture.pipe("step sum --bits 3 -", b"a\t1\t101\n\nb\t2\t1x1\n").err;
    assert!(lines.contains("line 3, \"b") && lines.contains("\"1x1\""), "{lines}");
    let long = fixture.pipe("step xor -", "z".repeat(1 << 20).as_bytes()).err;
    assert!(long.len() < 500, "{}", long.len());
}

#[test]
fn a_text_that_gives_nothing_is_an_error() {
    let fixture = Fixture::new();
    for (line, part) in [
        ("tokens --text '…… ?!'", "text 1 has no features"),
        ("sum --file missing.txt", "missing.txt: no such file"),
        ("xor --file en.txt --file missing.txt", "missing.txt"),
        ("sum --lang zh --text ''", "没有特征"),
        ("hash --text 'a b' --tokens given", "line 1: no TAB"),
    ] {
        let done = fixture.run(&format!("step {line}"));
        assert_eq!((done.code, &*done.out), (2, ""), "{line}");
        assert!(done.err.contains(part), "{line}: {}", done.err);
    }
    fixture.write("broken.txt", b"fox \xff\xfe fox");
    let done = fixture.run("step weights --encoding utf-8 --weight tf broken.txt");
    assert!(done.code == 0 && done.out == "fox\t2\n" && done.err.contains("U+FFFD"), "{}{}", done.out, done.err);
}
