//! Command lines that are valid, and the errors of those that are not.

use serde_json::Value;
use simscope::simhash::{FeatureHash, Profile};

use super::fixture::Fixture;

#[test]
fn errors_say_what_is_allowed() {
    let fixture = Fixture::new();
    for (line, parts) in [
        ("compare en.txt", &["two documents or more, not 1"][..]),
        ("compare", &["two documents or more, not 0"]),
        ("compare --profiles en.txt", &["--profiles takes two documents, not 1"]),
        ("compare --profiles en.txt other.txt en.txt", &["--profiles takes two documents, not 3"]),
        ("compare --profiles --format jsonl en.txt other.txt", &["--format text or json"]),
        ("compare --profiles --fingerprints a.json en.txt", &["--profiles", "--fingerprints"]),
        ("compare --profiles --top 3 en.txt other.txt", &["--profiles", "--top"]),
        ("explain en.txt", &["two documents, not 1"]),
        ("explain en.txt other.txt en.txt", &["two documents, not 3"]),
        ("hash", &["one document or more"]),
        ("compare - -", &["standard input (-) can be read only once"]),
        ("- en.txt -", &["standard input (-) can be read only once"]),
        ("hash --format yaml en.txt", &["--format", "text, json"]),
        ("hash --lang fr en.txt", &["--lang", "en, zh"]),
        (
            "hash --recipe nonsense en.txt",
            &["\"nonsense\"", "pypi-simhash, pypi-simhash-list, article-003, text-dedup, mfonda", "jieba-"],
        ),
        ("hash --recipe 'jieba;fold=case' en.txt", &["neither a profile"]),
        ("hash --tokens sentences en.txt", &["tokens", "\"sentences\"", "jieba, words, chars:N"]),
        ("hash --tokens chars:0 en.txt", &["N from 1 to 16"]),
        ("hash --fold up en.txt", &["fold", "none, case, nfkc"]),
        ("hash --weight heavy en.txt", &["weight", "tf, tfidf, tfidf:N"]),
        ("hash --weight tfidf:0 en.txt", &["1 or more"]),
        ("hash --hash sha1 en.txt", &["hash", "xxh3-64, xxh3-128, md5"]),
        ("hash --bits 2 en.txt", &["bits", "3 to 128"]),
        ("hash --bits 129 en.txt", &["3 to 128"]),
        ("hash --bits -5 en.txt", &["3 to 128"]),
        ("hash --bits many en.txt", &["3 to 128"]),
        ("hash --bits 96 --hash siphash en.txt", &["siphash has at most 64 bits, not 96", "siphash-gaoya"]),
        ("hash --bits 65 --hash fnv1 en.txt", &["fnv1 has at most 64 bits, not 65"]),
        ("hash --bits 96 --hash xxh3-64 en.txt", &["xxh3-64 has at most 64 bits, not 96", "xxh3-128, md5"]),
        ("hash --recipe pypi-simhash --bits 20 en.txt", &["multiples of 8"]),
        ("hash --encoding klingon en.txt", &["--encoding", "\"klingon\"", "gb18030", "Encoding Standard"]),
        ("hash --encoding gbk:no.txt en.txt", &["--encoding", "no document \"no.txt\""]),
        ("hash --tie up en.txt", &["tie", "gt, ge"]),
        ("hash --weight given --tokens words en.txt", &["--tokens given with --weight given"]),
        ("hash --recipe yanyiwu --tokens words --weight tf en.txt", &["sum=f64", "--weight given"]),
        ("compare -k 99 en.txt other.txt", &["k: \"99\"", "with 64 bits", "0 to 64"]),
        ("compare -k -1 en.txt other.txt", &["0 to 64"]),
        ("compare -k three en.txt other.txt", &["0 to 64"]),
        ("compare -k 9 --bits 8 en.txt other.txt", &["with 8 bits", "0 to 8"]),
        ("-k 99 en.txt other.txt", &["0 to 64"]),
        ("compare --top -1 en.txt other.txt", &["--top", "a whole number from 0"]),
        ("compare --top ten en.txt other.txt", &["a whole number from 0"]),
        ("compare --diff sometimes en.txt other.txt", &["--diff", "auto, always, never"]),
        ("compare --diff always en.txt other.txt", &["--diff goes with --format json"]),
        ("explain --diff auto en.txt other.txt", &["--diff goes with --format json"]),
        ("--text one compare en.txt other.txt", &["documents go after the command"]),
        ("--format json en.txt other.txt", &["--format", "[COMMAND]"]),
        ("compare --nonsense en.txt other.txt", &["--nonsense"]),
        ("compre en.txt other.txt", &["no file \"compre\"", "the command \"compare\""]),
        ("dif en.txt other.txt", &["the command \"diff\""]),
        ("hash --lang zh --bits 2 en.txt", &["没有 \"2\" 这个值", "3 to 128"]),
        ("compare --lang zh -k 99 en.txt other.txt", &["64 位时，k 为 0 到 64 的整数"]),
    ] {
        let done = fixture.run(line);
        assert_eq!((done.code, &*done.out), (2, ""), "{line}");
        for part in parts {
            assert!(done.err.contains(part), "{line}: {part:?} is not in\n{}", done.err);
        }
    }
}

#[test]
fn help_names_every_allowed_value() {
    let fixture = Fixture::new();
    for line in ["--help", "compare --help", "hash --help", "explain --help", "diff --help", "step sum --help"] {
        let help = fixture.run(line).out;
        // Wrapping may part words anywhere.
        let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
        let hashes = FeatureHash::ALL.map(FeatureHash::name);
        let profiles = Profile::ALL.iter().map(|profile| profile.name);
        let others = [
            "chars:N",
            "java-space",
            "text-dedup-ngrams:N",
            "mfonda-unicode",
            "keyword:N",
            "given:N",
            "given",
            "nfkc",
            "tfsqrtidf:N",
            "1+lntf",
            "3 to 128",
            "gt",
            "ge",
            "zh",
        ];
        for value in hashes.into_iter().chain(profiles).chain(others) {
            assert!(help.contains(value), "{line}: {value}");
        }
        assert!(help.contains("Examples:"), "{line}");
    }
    let version = fixture.run("--version").out;
    assert_eq!(version, format!("simscope {}\n", env!("CARGO_PKG_VERSION")));
}

fn recipe(fixture: &Fixture, options: &str) -> String {
    let entries = fixture.json(&format!("hash --format json {options} --text 'a\t1'"));
    entries[0]["recipe"].as_str().expect("a recipe").to_owned()
}

#[test]
fn options_override_the_recipe() {
    let fixture = Fixture::new();
    for (options, expected) in [
        ("--tokens space --weight tf", "space;fold=no-urls;tf;xxh3-64;64;gt"),
        ("--fold none --weight tfidf", "jieba-hmm@0.11;fold=none;tfidf:all@zh-en-1;xxh3-64;64;gt"),
        ("--tokens given", "given;fold=none;given;xxh3-64;64;gt"),
        ("--weight given", "given;fold=none;given;xxh3-64;64;gt"),
        ("--tokens given --weight given --fold case", "given;fold=case;given;xxh3-64;64;gt"),
        ("--recipe article-003", "java-space;fold=none;tf;article-003;128;ge;empty=constant"),
        ("--recipe article-003 --bits 64 --tie gt", "java-space;fold=none;tf;article-003;64;gt;empty=constant"),
        ("--recipe 'space;fold=none;binary;md5;12;ge' --hash xxh3-128", "space;fold=none;binary;xxh3-128;12;ge"),
        ("--recipe yanyiwu --bits 32", "given;fold=none;given;lookup3;32;gt;sum=f64;empty=constant"),
        ("--recipe yanyiwu --weight given:5", "given;fold=none;given:5;lookup3;64;gt;sum=f64;empty=constant"),
        ("--recipe gaoya --bits 128", "space;fold=none;tf;siphash-gaoya;128;gt;sign=inverted;empty=constant"),
        ("--tokens words --hash fnv1 --bits 64 --weight tf", "words@unicode-17.0;fold=no-urls;tf;fnv1;64;gt"),
        ("--tokens chars:3 --weight binary --bits 128 --hash md5", "chars:3;fold=no-urls;binary;md5;128;gt"),
    ] {
        assert_eq!(recipe(&fixture, options), expected, "{options}");
    }
    let done = fixture.run("--tokens space hash --format json en.txt");
    assert!(done.code == 2 && done.err.contains("options go after the command: simscope hash"), "{}", done.err);
    let done = fixture.run("completions bash --tie ge");
    assert!(done.code == 2 && done.err.contains("--tie"), "options are where they act: {}", done.err);
}

fn paths(entries: &Value) -> Vec<&str> {
    let entries = entries.as_array().expect("a list").iter();
    entries.map(|entry| entry["path"].as_str().expect("a path")).collect()
}

#[test]
fn documents_keep_the_order_of_the_command_line() {
    let fixture = Fixture::new();
    let entries = fixture.json("hash --format json --text one en.txt --text two other.txt en.txt --text three");
    assert_eq!(paths(&entries), ["text 1", "en.txt", "text 2", "other.txt", "en.txt", "text 3"]);
    let done = fixture.pipe("hash --format json other.txt - --text one", b"from outside");
    let entries: Value = serde_json::from_str(&done.out).expect("JSON");
    assert_eq!(paths(&entries), ["other.txt", "-", "text 1"]);
    assert_eq!((&entries[1]["name"], &entries[1]["bytes"]), (&"stdin".into(), &12.into()));
}

#[test]
fn odd_names_are_files_after_two_dashes() {
    let fixture = Fixture::new();
    fixture.write("compare", "one text");
    fixture.write("-k", "another text");
    fixture.write("--text", "a third text");
    let entries = fixture.json("hash --format json -- -k compare --text");
    assert_eq!(paths(&entries), ["-k", "compare", "--text"]);
    for line in ["./compare", "-- compare", "--lang en -- compare"] {
        let done = fixture.run(line);
        assert!(done.code == 0 && done.out.contains("compare"), "{line}: {}{}", done.out, done.err);
    }
    let done = fixture.run("en.txt compare");
    assert!(done.out.contains("en.txt × compare"), "{}", done.out);
    let entries = fixture.json("hash --format json --text '- a list'");
    assert_eq!(entries[0]["tokens"], 2);
}

#[test]
fn errors_of_the_command_line_are_in_chinese_too() {
    let fixture = Fixture::new();
    for (line, parts) in [
        (
            "--lang zh compare --nonsense en.txt",
            &["simscope: 不认识的参数 '--nonsense'", "用法：", "详情请看 '--help'"][..],
        ),
        ("--lang=zh_CN.UTF-8 compare --quite", &["不认识的参数 '--quite'", "提示：相近的有 '--quiet'"]),
        ("compare --lang zh-Hans --format jsn en.txt", &["的值不能是 'jsn'", "可用：text、json", "提示：相近的有"]),
        ("compare --lang zh --format", &["'--format <FORM>' 后面要有一个值"]),
        ("compare --lang zh --top x en.txt", &["的值不能是 'x'：应为不小于 0 的整数"]),
        ("compare --lang zh --base 'allowed: no' en.txt zh.txt", &["--base: allowed: no：没有"]),
        ("library --lang zh", &["后面要有一个子命令"]),
        ("--lang zh library", &["把文档存入比对库", "命令："]),
        ("step --lang zh", &["后面要有一个子命令"]),
        ("step --lang zh nonsense", &["不认识的命令 'nonsense'"]),
        ("step --lang zh tokns", &["提示：相近的有 'tokens'"]),
        ("completions --lang zh", &["缺少必需的参数：<SHELL>"]),
        ("compare --lang zh --profiles --top 3 en.txt", &["不能与", "同时使用"]),
        ("compare --lang zh --quiet --quiet en.txt", &["不能多次使用"]),
        ("compare --lang zh --ascii=maybe en.txt", &["的值不能是 'maybe'"]),
        ("--lang zh --bits", &["后面要有一个值"]),
    ] {
        let done = fixture.run(line);
        assert_eq!((done.code, &*done.out), (2, ""), "{line}");
        for part in parts {
            assert!(done.err.contains(part), "{line}: {part:?} is not in\n{}", done.err);
        }
        for english in ["error:", "Usage:", "tip:", "For more"] {
            assert!(!done.err.contains(english), "{line}: {english:?} is in\n{}", done.err);
        }
    }
}

#[test]
fn help_is_in_chinese_too() {
    let fixture = Fixture::new();
    for (line, parts) in [
        (
            "--lang zh --help",
            &["SimHash 显微镜", "用法：", "比较：", "选项：", "示例：", "两两比较文档", "显示版本"][..],
        ),
        ("--lang zh help diff", &["输出两篇文本的差异", "退出码：", "[默认："]),
        ("compare --lang zh_CN.UTF-8 -h", &["两两比较文档", "输出格式", "[可用："]),
    ] {
        let done = fixture.run(line);
        assert_eq!((done.code, &*done.err), (0, ""), "{line}");
        for part in parts {
            assert!(done.out.contains(part), "{line}: {part:?} is not in\n{}", done.out);
        }
        assert!(!done.out.contains("Usage:") && !done.out.contains("Print help"), "{line}\n{}", done.out);
    }
    assert!(fixture.run("--lang en-GB --help").out.contains("Usage:"));
}
