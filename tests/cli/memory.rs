//! The memory budget: the documents that are skipped for it, and the messages about them.

use super::{files, fixture::Fixture};

/// Six documents of Word with texts of 2 MB.
fn documents() -> Fixture {
    let fixture = Fixture::new();
    // No two words alike: text that repeats itself takes long to compare.
    let paragraphs: Vec<String> =
        (0..420).map(|at| (0..1_000).map(|n| format!("{:x}", at * 1_000 + n)).collect::<Vec<_>>().join(" ")).collect();
    let bomb = files::docx(&paragraphs.iter().map(String::as_str).collect::<Vec<_>>());
    for at in 1..=6 {
        fixture.write(&format!("{at:02}.docx"), &bomb);
    }
    fixture
}

fn names() -> String {
    (1..=6).map(|at| format!(" {at:02}.docx")).collect::<Vec<_>>().concat()
}

#[test]
fn documents_over_the_budget_are_skipped_by_their_order_and_the_others_go_on() {
    let fixture = documents();
    let compare = |threads: &str| {
        let mut command = fixture.command();
        command.args(["compare", "--format", "json"]).args(names().split_whitespace());
        command.env("SIMSCOPE_MEMORY", "320").env("RAYON_NUM_THREADS", threads);
        let done = command.output().expect("started");
        assert_eq!(done.status.code(), Some(2), "as where a file cannot be read");
        String::from_utf8(done.stdout).expect("UTF-8")
    };
    let alone = compare("1");
    assert_eq!(compare("7"), alone, "on seven threads");
    let json: serde_json::Value = serde_json::from_str(&alone).expect("JSON");
    let documents = json["documents"].as_array().expect("a list");
    let admitted = documents.iter().take_while(|document| document.get("error").is_none()).count();
    assert!((2..6).contains(&admitted), "{admitted}");
    for document in &documents[admitted..] {
        assert_eq!(document["error"]["kind"], "over-budget");
        let message = document["error"]["message"].as_str().expect("a sentence");
        assert!(
            message.contains("its text of 3 MB needs") && message.contains("raise the memory setting"),
            "{message}"
        );
    }
    assert_eq!(json["pairs"].as_array().expect("a list").len(), admitted * (admitted - 1) / 2);
}

#[test]
fn a_text_over_the_budget_says_so_in_both_languages() {
    let fixture = Fixture::new();
    fixture.write("large.txt", "lamp ".repeat(6_000_000));
    for (line, said) in [
        ("hash large.txt en.txt", "large.txt: skipped: its text of 29 MB needs"),
        ("diff large.txt en.txt", "large.txt: skipped: its text of 29 MB needs"),
        ("explain large.txt en.txt", "large.txt: skipped: its text of 29 MB needs"),
        ("compare --lang zh large.txt en.txt other.txt", "large.txt：已跳过：文本有 29 MB，需要"),
    ] {
        let mut command = fixture.command();
        command.args(line.split(' ')).env("SIMSCOPE_MEMORY", "128");
        let done = command.output().expect("started");
        let err = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(2), "{line}: {err}");
        assert!(err.contains(said), "{line}: {err}");
    }
}

/// A text of 20 MB, of pieces that are made from numbers by chance.
#[cfg(target_os = "linux")]
fn text_of(mut piece: impl FnMut(u32) -> String) -> String {
    const LEN: usize = 20 << 20;
    let (mut state, mut text) = (7_u64, String::with_capacity(LEN + 64));
    while text.len() < LEN {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        text.push_str(&piece((state >> 33) as u32));
    }
    text
}

/// Texts that take much for their size.
#[cfg(target_os = "linux")]
fn hostile() -> [(&'static str, String); 8] {
    let han = |n: u32| char::from_u32(0x4E00 + n).expect("Han").to_string();
    let words = ["lamp ", "tea ", "road ", "sea ", "salt ", "night "];
    let mut count = 0;
    let different = text_of(|_| {
        count += 1;
        format!("{count:x} ")
    });
    [
        ("one-letter", text_of(|_| "a ".into())),
        ("one-line", text_of(|_| "a".into())),
        ("one-han", text_of(|_| "茶".into())),
        ("han", text_of(|n| han(n % 20_000))),
        ("common-han", text_of(|n| han(n % 300))),
        ("letters", text_of(|n| char::from(b'a' + (n % 26) as u8).into())),
        ("six-words", text_of(|n| words[n as usize % words.len()].into())),
        ("different", different),
    ]
}

/// The address space bounds the budget, which is half of it; beside that a process takes at most 100 MB.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "minutes, and gigabytes: .ci/deep"]
fn hostile_texts_take_no_more_than_the_budget_and_end_nothing() {
    use nix::sys::resource::{UsageWho, getrusage};
    let fixture = Fixture::new();
    let texts = hostile();
    for (name, text) in &texts {
        for nth in 0..5 {
            fixture.write(&format!("{name}-{nth}.txt"), format!("{nth} {text}"));
        }
    }
    for gigabytes in [1_u64, 2, 4, 8] {
        for (name, _) in &texts {
            for command in ["hash", "compare"] {
                let files: Vec<String> = (0..5).map(|nth| format!("{name}-{nth}.txt")).collect();
                let program = env!("CARGO_BIN_EXE_simscope");
                let line = format!("ulimit -v {}; exec {program} {command} {} > out", gigabytes << 20, files.join(" "));
                let done = fixture.command_of("sh").args(["-c", &line]).output().expect("started");
                let err = String::from_utf8_lossy(&done.stderr);
                assert!(done.status.code().is_some_and(|code| code <= 2), "{gigabytes} GB, {name}, {command}: {err}");
                // Of the largest of all children so far: budgets grow.
                let peak = getrusage(UsageWho::RUSAGE_CHILDREN).expect("known").max_rss() as u64 >> 10;
                println!("{gigabytes} GB, {command} {name}: {peak} MB at most so far");
                assert!(peak <= gigabytes * 512 + 100, "{gigabytes} GB, {name}, {command}: {peak} MB");
            }
        }
    }
}
