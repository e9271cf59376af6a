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
            message.contains("its text of 3 MB needs") && message.contains("raise the setting memory"),
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
