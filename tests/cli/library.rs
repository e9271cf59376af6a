//! A library: files go in once, near ones and those that share passages come out.

use std::{
    fs::{self, OpenOptions},
    io::{BufRead, BufReader, Write},
    process::Stdio,
    time::{Duration, SystemTime},
};

use serde_json::Value;

use super::fixture::{Done, EN, Fixture, OTHER, RECIPE};

/// Fills a library with the texts of a folder, all an hour old: what was changed a moment ago is not trusted.
fn filled() -> Fixture {
    let files = Fixture::new();
    fs::create_dir(files.path().join("in")).expect("made");
    for (name, text) in [("en.txt", EN), ("other.txt", OTHER), ("empty.txt", "… — …\n")] {
        files.write(&format!("in/{name}"), text);
        age(&files, &format!("in/{name}"));
    }
    let done = library(&files, "add in");
    assert_eq!(done.code, 0, "{}", done.err);
    files
}

fn age(files: &Fixture, name: &str) {
    let file = OpenOptions::new().write(true).open(files.path().join(name)).expect("there");
    file.set_modified(SystemTime::now() - Duration::from_secs(3600)).expect("dated");
}

fn library(files: &Fixture, arguments: &str) -> Done {
    files.run(&format!("library {arguments} --library a.db"))
}

/// The outcome for each file.
fn outcomes(done: &Done) -> Vec<(String, String)> {
    let lines = done.out.lines().map(|line| serde_json::from_str::<Value>(line).expect("a line"));
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    lines.map(|line| (text(&line["path"]), text(&line["outcome"]))).collect()
}

/// The found documents of a list, by the names of their files, of the only document looked up.
fn list<'a>(found: &'a Value, name: &str) -> Vec<(&'a str, &'a Value)> {
    let hits = found["documents"][0][name].as_array().expect("a list");
    let name = |hit: &'a Value| hit["path"].as_str().and_then(|path| path.rsplit('/').next()).expect("a path");
    hits.iter().map(|hit| (name(hit), hit)).collect()
}

fn names<'a>(found: &'a Value, list_name: &str) -> Vec<&'a str> {
    list(found, list_name).into_iter().map(|(name, _)| name).collect()
}

#[test]
fn unchanged_files_are_skipped_and_changed_ones_replaced() {
    let files = filled();
    files.write("in/en.txt", EN.replace("forty", "fifty"));
    files.write("in/new.txt", EN);
    let again = library(&files, "add in --format jsonl");
    let expected =
        [("empty.txt", "unchanged"), ("other.txt", "unchanged"), ("en.txt", "replaced"), ("new.txt", "added")];
    assert_eq!(outcomes(&again), expected.map(|(name, outcome)| (format!("in/{name}"), outcome.into())));
    // The bytes of one whose time alone is another are read, and found to be the same.
    age(&files, "in/new.txt");
    let touched = outcomes(&library(&files, "add in/new.txt --format jsonl"));
    assert_eq!(touched, [("in/new.txt".into(), "unchanged".into())]);
    let gone = library(&files, "add gone.txt in/en.txt --format jsonl");
    assert_eq!((gone.code, outcomes(&gone)[0].1.as_str()), (2, "failed"));
    assert!(gone.err.contains("gone.txt"), "{}", gone.err);
}

#[test]
fn near_and_sharing_documents_are_found() {
    let files = filled();
    let near = library(&files, "find en-edited.txt --format json -k 20");
    assert_eq!(near.code, 0, "{}", near.err);
    let found: Value = serde_json::from_str(&near.out).expect("JSON");
    assert_eq!((names(&found, "near"), names(&found, "sharing")), (vec!["en.txt"], vec![]));
    assert_eq!(
        (&found["k"], &found["found_from"]["han"], &found["found_from"]["words"]),
        (&20.into(), &20.into(), &16.into())
    );
    files.write("quote.txt", format!("{}{OTHER}", &EN[..120]));
    let far = library(&files, "find quote.txt --format json -k 0");
    assert_eq!(far.code, 0, "{}", far.err);
    let found: Value = serde_json::from_str(&far.out).expect("JSON");
    assert_eq!((names(&found, "near"), names(&found, "sharing")), (vec![], vec!["other.txt", "en.txt"]));
    let sharing = list(&found, "sharing");
    assert!(sharing[0].1["a_in_b"].as_f64() > Some(0.4), "{found}");
    assert_eq!(sharing[0].1["passages"][0]["text"], OTHER.trim_end_matches(".\n"));
    // A document is not found for itself.
    let own: Value = serde_json::from_str(&library(&files, "find in/other.txt --format json").out).expect("JSON");
    assert_eq!((names(&own, "near"), names(&own, "sharing")), (vec![], vec![]));
}

#[test]
fn what_cannot_be_read_again_is_listed_apart() {
    let files = filled();
    files.write("quote.txt", format!("{}{OTHER}", &EN[..120]));
    files.write("in/other.txt", "something else altogether\n");
    fs::remove_file(files.path().join("in/en.txt")).expect("removed");
    let lost: Value = serde_json::from_str(&library(&files, "find quote.txt --format json -k 0").out).expect("JSON");
    assert_eq!((names(&lost, "sharing"), names(&lost, "unverified")), (vec![], vec!["en.txt", "other.txt"]));
    let of = |at: usize, name: &str| list(&lost, "unverified")[at].1[name].clone();
    assert_eq!((of(0, "unverified"), of(0, "a_in_b")), ("unreadable".into(), Value::Null));
    assert_eq!(of(1, "unverified"), "changed");
    assert!(of(0, "matching_runs").as_u64() > Some(0));
    let text = library(&files, "find quote.txt -k 0");
    assert!(text.out.contains("not available: 2") && text.out.contains("at least"), "{}", text.out);
}

#[test]
fn kept_texts_are_read_when_files_are_gone() {
    let files = filled();
    assert_eq!(files.run("library add in --keep-text --library kept.db").code, 0);
    fs::remove_dir_all(files.path().join("in")).expect("removed");
    files.write("quote.txt", format!("{}{OTHER}", &EN[..120]));
    let kept = files.run("library find quote.txt --format json -k 0 --library kept.db");
    let found: Value = serde_json::from_str(&kept.out).expect("JSON");
    assert_eq!((names(&found, "sharing"), names(&found, "unverified")), (vec!["other.txt", "en.txt"], vec![]));
}

#[test]
fn a_library_keeps_its_recipe() {
    let files = filled();
    let other = library(&files, "add in --tie ge");
    assert_eq!(other.code, 2);
    assert!(other.err.contains("tie is gt there and ge here"), "{}", other.err);
    let none = files.run("library find en.txt --library none.db");
    assert_eq!(none.code, 2);
    assert!(none.err.contains("simscope library add"), "{}", none.err);
    files.write("text.db", EN);
    let text = files.run("library add in --library text.db");
    assert_eq!(text.code, 2);
    assert!(text.err.contains("is not a simscope library"), "{}", text.err);
    assert_eq!(fs::read_to_string(files.path().join("text.db")).expect("there"), EN);
}

#[test]
fn a_library_from_someone_else_is_only_read_and_opens_no_file() {
    let files = filled();
    fs::remove_dir_all(files.path().join(".home/.local/share/simscope")).expect("removed");
    files.write("quote.txt", format!("{}{OTHER}", &EN[..120]));
    let received = library(&files, "find quote.txt --format json -k 0");
    assert!(received.err.contains("to accept this library"), "{}", received.err);
    let found: Value = serde_json::from_str(&received.out).expect("JSON");
    assert_eq!(list(&found, "unverified")[0].1["unverified"], "not-allowed");
    fs::rename(files.path().join("in"), files.path().join("away")).expect("renamed");
    let found: Value = serde_json::from_str(&library(&files, "find quote.txt --format json -k 0").out).expect("JSON");
    assert_eq!(list(&found, "unverified")[0].1["unverified"], "not-allowed", "whether the file is there is not asked");
    fs::rename(files.path().join("away"), files.path().join("in")).expect("renamed");
    let refused = library(&files, "add in");
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("--accept"), "{}", refused.err);
    let accepted = library(&files, "find quote.txt --format json -k 0 --accept");
    let found: Value = serde_json::from_str(&accepted.out).expect("JSON");
    assert_eq!(names(&found, "sharing"), ["other.txt", "en.txt"]);
    assert_eq!(library(&files, "add in").code, 0);
}

#[test]
fn a_copy_of_a_library_and_one_with_another_folder_are_not_accepted() {
    let files = filled();
    files.write("quote.txt", format!("{}{OTHER}", &EN[..120]));
    let find = |library: &str| {
        let done = files.run(&format!("library find quote.txt --format json -k 0 --library {library}"));
        let found: Value = serde_json::from_str(&done.out).expect("JSON");
        let refused = found["accepted"] == false && list(&found, "unverified")[0].1["unverified"] == "not-allowed";
        let command = format!("simscope library stats --accept --library {library}");
        assert_eq!((refused, refused), (done.err.contains(&command), found["accepted"] == false), "{found}");
        !refused
    };
    fs::copy(files.path().join("a.db"), files.path().join("copy.db")).expect("copied");
    assert!(find("a.db") && !find("copy.db"), "an id is not enough");
    assert_eq!(files.run("library stats --accept --library copy.db").code, 0);
    assert!(find("copy.db"));
    let connection = rusqlite::Connection::open(files.path().join("copy.db")).expect("opened");
    connection.execute("INSERT INTO folder VALUES (CAST('/private' AS BLOB))", []).expect("added");
    drop(connection);
    assert!(find("a.db") && !find("copy.db"), "another folder is not accepted");
    assert_eq!(files.run("library add quote.txt --library copy.db").code, 2);
    assert_eq!(files.run("library add quote.txt --library a.db").code, 0, "a folder that is added here is accepted");
    assert!(find("a.db"));
}

/// Also one that is copied without the right to write it.
#[cfg(unix)]
#[test]
fn a_look_leaves_the_folder_of_a_library_as_it_was() {
    use std::os::unix::fs::PermissionsExt;
    let files = filled();
    fs::create_dir(files.path().join("kept")).expect("made");
    let copied = files.path().join("kept/b.db");
    fs::copy(files.path().join("a.db"), &copied).expect("copied");
    fs::set_permissions(&copied, fs::Permissions::from_mode(0o444)).expect("closed");
    for command in ["find in/en.txt", "list", "stats", "verify", "show in/en.txt", "export --format jsonl"] {
        for library in ["a.db", "kept/b.db"] {
            let done = files.run(&format!("library {command} --library {library}"));
            assert!(done.code < 2, "{command}: {}", done.err);
        }
    }
    files.run("review in/en.txt in/other.txt --against kept/b.db --format json");
    let names = |folder: &str| {
        let all = fs::read_dir(files.path().join(folder)).expect("a folder").flatten();
        let mut names: Vec<String> = all.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.retain(|name| name.contains(".db"));
        names
    };
    assert_eq!((names("."), names("kept")), (vec!["a.db".to_owned()], vec!["b.db".to_owned()]));
}

#[test]
fn lines_of_one_document_are_one_document() {
    let files = filled();
    let line = files.run("hash in/en.txt --format jsonl").out;
    files.write("prints.jsonl", line.repeat(3));
    let done = files.run("library import prints.jsonl --library b.db");
    assert!(done.out.contains("1 added, 2 replaced") && done.out.contains("1 document"), "{} {}", done.out, done.err);
}

#[test]
fn documents_are_listed_shown_removed_and_pruned() {
    let files = filled();
    let listed = library(&files, "list EN.T --format jsonl");
    let document: Value = serde_json::from_str(&listed.out).expect("one document");
    assert!(document["path"].as_str().is_some_and(|path| path.ends_with("/in/en.txt")), "{document}");
    assert_eq!(document["bytes"], EN.len());
    let shown = library(&files, "show in/en.txt --format jsonl");
    assert_eq!(shown.out, listed.out);
    let id = document["id"].to_string();
    assert_eq!(library(&files, &format!("show {id} --format jsonl")).out, listed.out);
    assert_eq!(library(&files, &format!("remove {id}")).code, 0);
    assert_eq!(library(&files, "list en.txt --format jsonl").out, "");
    let unknown = library(&files, &format!("show {id}"));
    assert!(unknown.code == 2 && unknown.err.contains("library list"), "{}", unknown.err);
    fs::remove_file(files.path().join("in/empty.txt")).expect("removed");
    let pruned = library(&files, "add in --prune-all");
    assert!(pruned.out.contains("1 added") && pruned.out.contains("1 document removed"), "{}", pruned.out);
    assert_eq!(library(&files, "list --format jsonl").out.lines().count(), 2);
    assert_eq!(library(&files, "remove in").code, 0);
    assert_eq!(library(&files, "list --format jsonl").out, "");
}

#[test]
fn no_large_share_is_removed_and_no_empty_folder_is_trusted() {
    let files = Fixture::new();
    for folder in ["in", "in/some", "disk"] {
        fs::create_dir(files.path().join(folder)).expect("made");
    }
    for n in 0..20 {
        files.write(&format!("in/{n}.txt"), format!("{n} {EN}"));
    }
    for name in ["in/some/a.txt", "in/some/b.txt", "in/some/c.txt", "disk/d.txt"] {
        files.write(name, OTHER);
    }
    let library = |arguments: &str| files.run(&format!("library {arguments} --library a.db"));
    assert_eq!(library(&format!("add in disk --recipe {RECIPE}")).code, 0);
    let left = || library("list --format jsonl").out.lines().count();

    // A disk that is not there, as an empty folder or none.
    fs::remove_file(files.path().join("disk/d.txt")).expect("removed");
    let done = library("add in disk --prune");
    assert!(
        done.code == 2 && done.err.contains("1 document stays") && done.err.contains("--prune-all"),
        "{}",
        done.err
    );
    fs::remove_dir(files.path().join("disk")).expect("removed");
    assert!(library("add in disk --prune").err.contains("1 document stays") && left() == 24);
    // A few documents in a folder that is gone below one that is there.
    fs::remove_dir_all(files.path().join("in/some")).expect("removed");
    let done = library("add in --prune");
    assert!(done.code == 0 && done.out.contains("3 documents removed") && left() == 21, "{}", done.out);
    for n in 0..8 {
        fs::remove_file(files.path().join(format!("in/{n}.txt"))).expect("removed");
    }
    let done = library("add in --prune");
    assert!(done.code == 2 && done.err.contains("8 documents stay") && left() == 21, "{}", done.err);
    assert!(library("add in disk --prune-all").out.contains("9 documents removed") && left() == 12);
}

#[test]
fn documents_are_listed_by_the_titles_and_dates_of_their_formats() {
    let files = filled();
    let page =
        format!("<html><head><title>The Keeper\u{2019}s fog</title><meta name=date content=2024-09-10></head><p>{EN}");
    files.write("in/page.html", page);
    assert_eq!(library(&files, "add in").code, 0);
    for text in ["keeper\u{2019}s", "2024-09"] {
        let listed = library(&files, &format!("list {text}"));
        assert_eq!(listed.out.lines().count(), 2, "{}", listed.out);
        assert!(
            listed.out.contains("2024-09-10") && listed.out.contains("The Keeper\u{2019}s fog ("),
            "{}",
            listed.out
        );
    }
}

#[test]
fn a_library_goes_out_as_fingerprints_and_comes_in_again() {
    let files = filled();
    let lines = library(&files, "export");
    let line: Value = serde_json::from_str(lines.out.lines().next().expect("a line")).expect("JSON");
    assert_eq!(line["schema"], "simscope/hash/1");
    let table = library(&files, "export --format csv");
    assert!(table.out.starts_with(
        "id,path,title,date,bytes,content_hash,fingerprint,block1,block2,block3,block4,library,recipe\r\n"
    ));
    let cells: Vec<&str> = table.out.lines().nth(2).expect("a record").trim().split(',').collect();
    assert_eq!(cells[7..11].concat(), cells[6], "the blocks are the fingerprint");
    files.write("prints.jsonl", &lines.out);
    let imported = files.run("library import prints.jsonl --library other.db");
    assert_eq!(imported.code, 0, "{}", imported.err);
    let found = files.run("library find en-edited.txt -k 20 --library other.db --format json");
    let found: Value = serde_json::from_str(&found.out).expect("JSON");
    assert_eq!(names(&found, "near"), ["en.txt"]);
    // Passages were not among it, so nothing is said of them.
    assert!(imported.out.contains("Passages are known for 0 of 2 documents."), "{}", imported.out);
    assert_eq!((&found["library_with_passages"], &found["documents"][0]["sharing"]), (&0.into(), &Value::Null));
    let none = files.run("library find en-edited.txt --library other.db -k 0");
    assert!(
        none.out.contains("shared passages were not checked") && !none.out.contains("Every shared run"),
        "{}",
        none.out
    );
    // The bytes are known, so the files are added only when they are others, or their passages are wanted.
    assert!(files.run("library import prints.jsonl --library other.db").out.contains("2 unchanged"));
}

/// The answers for two documents, of which one is near and one shares a passage.
fn answers(files: &Fixture, name: &str) -> String {
    let found = |text: &str| files.run(&format!("library find {text} -k 7 --format csv --library {name}")).out;
    // Without the number of a document and the name of its library.
    let lines = |out: String| -> Vec<String> {
        out.lines()
            .map(|line| {
                let cells = line.split(',').enumerate().filter(|(at, _)| ![2, 16].contains(at));
                cells.map(|(_, cell)| cell).collect::<Vec<_>>().join(";")
            })
            .collect()
    };
    ["en-edited.txt", "quoting.txt"].map(|text| lines(found(text)).join("\n")).join("\n")
}

#[test]
fn libraries_are_moved_and_merged_and_answer_as_before() {
    let files = filled();
    files.write("quoting.txt", format!("{OTHER} And nothing else of it, but for these words of mine."));
    assert_eq!(files.run("library add in --keep-text --library kept.db").code, 0);
    let before = answers(&files, "kept.db");
    assert!(before.contains("near;") && before.contains("sharing;"), "{before}");
    // As lines with all that it has, and back.
    let whole = files.run("library export --full --library kept.db");
    files.write("whole.jsonl", &whole.out);
    let moved = files.run("library import whole.jsonl --library moved.db");
    assert!(moved.code == 0 && !moved.out.contains("Passages are known"), "{} {}", moved.out, moved.err);
    assert_eq!(answers(&files, "moved.db"), before);
    // Two shards with a document in common.
    fs::create_dir(files.path().join("more")).expect("made");
    files.write("more/zh.txt", "清晨的渡船从小岛出发，灯塔的看守人站在门口数着船上的人。".repeat(4).as_str());
    age(&files, "more/zh.txt");
    assert_eq!(files.run("library add more in/en.txt --library b.db").code, 0);
    let merged = files.run("library merge kept.db b.db --to c.db");
    assert!(
        merged.code == 0 && merged.out.contains("4 added, 0 replaced, 1 unchanged"),
        "{} {}",
        merged.out,
        merged.err
    );
    assert_eq!(answers(&files, "c.db"), before);
    // Another recipe is refused, and nothing is made.
    assert_eq!(files.run("library add more --recipe robust --library r.db").code, 0);
    let refused = files.run("library merge a.db r.db --to d.db");
    assert!(refused.code == 2 && refused.err.contains("must have the same recipe"), "{}", refused.err);
    assert!(!files.path().join("d.db").exists());
    // The threshold of a recipe goes with it.
    files.write("robust.jsonl", &files.run("library export --library r.db").out);
    let kept = files.run("library import robust.jsonl --library r2.db");
    assert!(kept.out.contains(";k=17"), "{}", kept.out);
}

/// Shards of one list answer as one library does, each on its own machine; and documents come through a pipe.
#[test]
fn shards_answer_as_one_library_and_a_stream_is_answered_line_by_line() {
    let files = filled();
    files.write("quoting.txt", format!("{OTHER} And nothing else of it, but for these words of mine."));
    let mut documents = 0;
    for nth in 1..=3 {
        assert_eq!(files.run(&format!("library add in --shard {nth}/3 --library s{nth}.db")).code, 0);
        let stats = files.json(&format!("library stats --format json --library s{nth}.db"));
        documents += stats["documents"].as_u64().expect("a number");
    }
    assert_eq!(documents, 3, "each is in one part");
    let shards = "s1.db,s2.db,s3.db";
    assert_eq!(answers(&files, shards), answers(&files, "a.db"));
    let text = files.run(&format!("library find en-edited.txt -k 7 --library {shards}"));
    assert!(text.out.contains("library s1.db, s2.db, s3.db: 3 documents"), "{}", text.out);
    let here = (1..=3).filter(|nth| text.out.contains(&format!("s{nth}.db: /"))).count();
    assert_eq!(here, 1, "{}", text.out);
    // Two recipes are refused, before anything is looked up.
    assert_eq!(files.run("library add in --recipe robust --library r.db").code, 0);
    let refused = files.run("library find en-edited.txt --library s1.db,r.db");
    assert!(refused.code == 2 && refused.err.contains("must have the same recipe"), "{}", refused.err);
    for wrong in ["0/3", "4/3", "3", "1/0"] {
        assert_eq!(files.run(&format!("hash in --shard {wrong}")).code, 2, "{wrong}");
    }

    let lines =
        "en-edited.txt\r\n{\"id\": [7], \"text\": \"a text\"}\n\n{\"id\": 1}\n{\n{\"path\": \"gone.txt\"}\nquoting.txt";
    let answered = |command: &str| -> (i32, Vec<Value>) {
        let done = files.pipe(command, lines.as_bytes());
        (done.code, done.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect())
    };
    let (code, hashed) = answered(&format!("hash --stream --recipe '{RECIPE}'"));
    let error = |line: &Value| line["error"]["kind"].as_str().map(str::to_owned);
    assert_eq!((code, hashed.len()), (2, 6), "an answer a line");
    assert_eq!(hashed.iter().map(|line| &line["id"]).collect::<Vec<_>>()[..2], [&Value::Null, &serde_json::json!([7])]);
    assert_eq!((&hashed[2]["id"], &hashed[3]["id"]), (&1.into(), &Value::Null));
    let kinds: Vec<_> = hashed.iter().map(error).collect();
    assert_eq!(
        kinds.iter().map(|kind| kind.as_deref()).collect::<Vec<_>>(),
        [None, None, Some("line"), Some("line"), Some("not-found"), None]
    );
    let alone = files.json(&format!("hash en-edited.txt --recipe '{RECIPE}' --format json"));
    assert_eq!(hashed[0]["fingerprint"], alone[0]["fingerprint"]);
    let (code, found) = answered(&format!("library find --stream -k 7 --library {shards}"));
    assert_eq!((code, found.len()), (2, 6));
    assert_eq!(found[0]["near"].as_array().map(Vec::len), Some(1));
    assert_eq!(found[5]["sharing"].as_array().map(Vec::len), Some(1));
}

#[test]
fn what_can_be_read_once_is_read_once() {
    let files = filled();
    // Above the tables one scan is made for many, which reads documents first.
    for k in [3, 8] {
        let found = files.pipe(&format!("library find - in/other.txt -k {k} --library a.db"), EN.as_bytes());
        assert!(found.out.contains("in/en.txt") && !found.out.contains("0 characters"), "{}", found.out);
    }
    let answers = files.pipe("hash --stream", b"in/en.txt\n/dev/stdin\n/dev/fd/0\nin/other.txt\n").out;
    let errors: Vec<bool> = answers.lines().map(|line| line.contains("\"error\"")).collect();
    assert_eq!(errors, [false, true, true, false], "{answers}");
}

/// What nobody looked up, and an empty library, is no reason for a guarantee.
#[test]
fn nothing_is_promised_where_nothing_was_looked_up() {
    let files = filled();
    let gone = files.run("library find gone.txt --library a.db");
    assert!(gone.code == 2 && !gone.out.contains("Every shared run"), "{}", gone.out);
    assert!(files.run("library find in/en.txt --top 18446744073709551615 --library a.db").code < 2);
    // A merge keeps what only one of the libraries has.
    assert_eq!(files.run("library add in --keep-text --library texts.db").code, 0);
    let texts = |from: &str, to: &str| {
        assert_eq!(files.run(&format!("library merge {from} --to {to}")).code, 0);
        files.json(&format!("library stats --format json --library {to}"))["texts"].as_u64()
    };
    assert_eq!((texts("a.db texts.db", "m1.db"), texts("texts.db a.db", "m2.db")), (Some(3), Some(3)));
    // A line may say anything; a library stays whole.
    let lines = files.run("library export --full --library a.db").out;
    let line = lines.lines().find(|line| line.contains("en.txt")).expect("a line").to_owned();
    let long = line.replace("\"title\": null", &format!("\"title\": \"{}\"", "x".repeat(70_000)));
    files.write("long.jsonl", &long);
    let import = files.run("library import long.jsonl --library l.db");
    assert!(long != line && import.out.contains("0 added") && import.out.contains("1 failed"), "{}", import.out);
    assert_eq!(files.run("library verify --library l.db").code, 0);
}

/// An answer is there before the next line is: a queue waits for it.
#[test]
fn a_stream_is_answered_at_once() {
    let files = filled();
    let mut command = files.command();
    command.args(["hash", "--stream"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("started");
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    for id in 0..3 {
        writeln!(input, "{{\"id\": {id}, \"text\": \"the sea\"}}").expect("written");
        let mut line = String::new();
        output.read_line(&mut line).expect("read");
        assert!(line.starts_with(&format!("{{\"id\": {id}, ")), "{line}");
    }
    drop(input);
    assert!(child.wait().expect("ended").success());
}

#[test]
fn the_exit_code_says_what_was_asked_for() {
    let files = filled();
    files.write("quoting.txt", format!("{OTHER} And nothing else of it, but for these words of mine."));
    let code = |more: &str| files.run(&format!("library find quoting.txt -k 0 --library a.db {more}")).code;
    assert_eq!(["", "--found any", "--found shared", "--found near"].map(code), [0, 0, 0, 1]);
    let unread = files.run("library find quoting.txt -k 0 --library a.db --passages 0 --format json");
    let unread: Value = serde_json::from_str(&unread.out).expect("JSON");
    let found = &unread["documents"][0];
    assert_eq!((&found["complete"], &found["sharing_candidates"]), (&false.into(), &1.into()));
    assert!(found["sharing_total"].is_null() && found["sharing_read"] == 0);
}

#[test]
fn stats_count_documents() {
    let files = filled();
    let stats: Value = serde_json::from_str(&library(&files, "stats --format json").out).expect("JSON");
    let counts = ["documents", "without_fingerprint", "without_passages", "segments"].map(|name| stats[name].as_u64());
    assert_eq!(counts, [3, 1, 1, 1].map(Some));
    assert_eq!(library(&files, "compact").code, 0);
    assert_eq!(library(&files, "verify").code, 0);
}

#[test]
fn damage_is_named_and_what_is_whole_is_found() {
    let files = filled();
    files.write("quote.txt", format!("{}{OTHER}", &EN[..120]));
    let path = files.path().join("a.db");
    let whole = fs::read(&path).expect("there");
    for page in 1..whole.len() / 4096 {
        let mut damaged = whole.clone();
        damaged[page * 4096..page * 4096 + 4096].fill(0xa5);
        fs::write(&path, &damaged).expect("written");
        let verified = library(&files, "verify");
        assert_eq!(verified.code, 2, "page {page}: {}{}", verified.out, verified.err);
        assert!(!verified.out.is_empty() || verified.err.contains("damaged"), "page {page}");
        let found = library(&files, "find quote.txt --format json");
        assert!(found.code <= 2 && !found.err.contains("panicked"), "page {page}: {}", found.err);
        let lines = library(&files, "find quote.txt --format jsonl");
        assert_eq!((lines.code, lines.err), (found.code, found.err), "page {page}");
    }
}
